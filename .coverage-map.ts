/**
 * Which sources a test answers for, when coverage is measured: the rules for the tests of rules,
 * the decisions for the tests of decisions. What they touch on the way is no business of theirs.
 *
 * The test runner wants a default export of a file of its own; nothing else in the tree has one.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = import.meta.dirname

/** Absolute paths of the sources measured while `test` runs; none for every other test. */
export default function covered(test: string): string[] {
  const folder = /\btest\/(rules|decisions)\//.exec(test.replaceAll('\\', '/'))?.[1]
  if (folder === undefined) return []
  const sources = join(root, 'src', folder)
  return readdirSync(sources)
    .filter(name => name.endsWith('.ts'))
    .map(name => join(sources, name))
}
