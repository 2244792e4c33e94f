/**
 * That the rule about the glossary finds what it is for.
 *
 * Spec: Decision 51.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { root } from '../support/root.ts'
import { glossaryFindings } from './support/glossary.ts'
import { sourceOf } from './support/source.ts'

const glossary = readFileSync(join(root, 'src/model.ts'), 'utf8')
const model = sourceOf('src/model.ts', glossary.slice(0, glossary.indexOf('*/') + 2))
const words = model.lines.flatMap(line => /^ \* {3}(\S.*?) {2,}/.exec(line)?.[1]?.split(', ') ?? [])
const code = sourceOf('src/a.ts', words.join('\n'))

/** What is said of the glossary with a row more, or without those of a word. */
function said(row: string, without: RegExp | null = null): string[] {
  const kept = model.lines.filter(line => without === null || !without.test(line))
  const text = kept.join('\n').replace(' */', `${row} */`)
  return glossaryFindings(sourceOf('src/model.ts', text), [code]).map(({ expected }) => expected)
}

t.strictSame(said(''), [], 'the glossary as it is')
t.strictSame(said(' *   lot   a piece of land\n'), ['explains "lot" twice.'])
t.strictSame(said(' *   wallet   a purse\n'), ['explains "wallet", which the code does not use.'])
t.strictSame(said('', /^ \* {3}verdict/), ['does not explain "verdict".'])
