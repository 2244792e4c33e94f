/**
 * Shows a house rule violations that are made up for it, each beside the nearest thing that is
 * allowed: a check that cannot fail checks nothing.
 */
import t from 'tap'
import { type Finding, type Source, sourceOf } from './source.ts'

type Check = (sources: readonly Source[]) => readonly Finding[]

/** A file made up for the purpose, and what is said of it: null for nothing. */
type Row = readonly [path: string, text: string, said: string | null]

/** Each violation is found, at its line, and nothing is found beside it. */
export function finds(check: Check, rows: readonly Row[]): void {
  for (const [path, text, said] of rows) {
    const got = check([sourceOf(path, text)]).map(({ line, expected }) => `${line} ${expected}`)
    t.strictSame(got, said === null ? [] : [said], `${check.name}: ${path} ${text.slice(0, 60)}`)
  }
}
