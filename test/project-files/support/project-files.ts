import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import { givenPlace } from '../../main/support/place.ts'
import { lookInto } from '../../support/stores.ts'

/** A project without anything in it, and the command on a text. */
export async function givenProject(t: Test) {
  const place = givenPlace(t)
  await place.cli('migrate')
  await place.cli('project create Shop')
  const load = async (text: string, options = '', name = 'shop.yaml') => {
    const file = join(place.folder, name)
    writeFileSync(file, text)
    const { code, printed, complained } = await place.cli(`load ${file} ${options}`)
    const told = (text: string) => text.replaceAll(`${place.folder}/`, '')
    return { code, printed: told(printed), complained: told(complained) }
  }
  return { place, load }
}

/** Lines of a table of counts. */
export function counts(title: string, ...rows: readonly string[]): string {
  return [title, ...rows].join('\n')
}

export async function rowsOf(url: string) {
  return lookInto(url, async look => {
    const all = new Map<string, unknown>()
    for (const table of look.tables) all.set(table, await look.rowsOf(table))
    return Object.fromEntries(all)
  })
}
