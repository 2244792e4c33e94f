import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Test } from 'tap'
import { loadDemo } from '../../../src/demo/load.ts'
import { givenPlace, whileServing } from './place.ts'

/** A place with the demo, and an operator with files of another service. */
export async function givenShop(t: Test) {
  const place = givenPlace(t)
  await whileServing(place, async (store, shell) => {
    await loadDemo(store, shell)
  })
  return {
    ...place,
    /** Writes a file and imports it. */
    imports: (command: string, name: string, lines: readonly string[]) => {
      const [kind, ...options] = command.split(' ')
      const file = join(place.folder, name)
      writeFileSync(file, `${lines.join('\n')}\n`)
      return place.cli(['import', kind, file, ...options].join(' '))
    },
    /** Every row that a query answers. */
    rows: (query: string) => {
      const database = new Database(place.file, { readonly: true })
      try {
        return database.prepare(query).all()
      } finally {
        database.close()
      }
    }
  }
}

/** What is printed at the end, with the count of each outcome. */
export function told(title: string, ...[made, changed, unchanged, bad]: readonly number[]): string {
  const rows = [
    ['new', made],
    ['changed', changed],
    ['as they were', unchanged],
    ['bad rows', bad]
  ]
  const lines = rows.map(
    ([name, n]) => `  ${String(name).padEnd(12)}  ${Number(n).toLocaleString('en-US').padStart(11)}`
  )
  return [title, ...lines].join('\n')
}

/** What is said after bad rows. */
export const AGAIN = 'Correct the bad rows and import the file again: no row is imported twice.'
