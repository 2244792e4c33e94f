/**
 * What a run of all cases has left to do after a run of samples: files in which that one tried all
 * cases that there are need not be played twice. `PLAYED_WHOLE` names the file that a run of
 * samples lists them in, and that a run of all cases goes by.
 *
 * Spec: Decision 323.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { type Part, titleOf } from './play.ts'

/** Lists what was played whole, by the titles of the report. */
export function keepWhole(titles: readonly string[]): void {
  const list = process.env['PLAYED_WHOLE']
  if (list !== undefined) writeFileSync(list, titles.map(title => `${title}\n`).join(''))
}

/**
 * The parts without the files that were played whole before, and a line that says so; null where
 * nothing says which these are. Which sources a part covers was measured then, with all its files.
 */
export function restOf(
  parts: readonly Part[]
): { readonly parts: readonly Part[]; readonly told: string } | null {
  const list = process.env['PLAYED_WHOLE']
  if (list === undefined) return null
  const whole = new Set(readFileSync(list, 'utf8').split('\n'))
  const rest = parts.map(part => {
    const files = part.files.filter(file => !whole.has(titleOf(part, file)))
    return { ...part, files, measured: null }
  })
  const count = (of: readonly Part[]) => of.flatMap(({ files }) => files).length
  const told = `Of ${count(parts)} files, ${count(parts) - count(rest)} were played whole before.`
  return { parts: rest, told }
}
