/**
 * Holds the fields that the tests saw filled against those that the documents describe.
 *
 * A field that no test ever saw filled is one that nothing fills, or that nothing tests. Those that
 * nothing can fill are listed in DECISIONS.md with the reason; every other one fails the run. A
 * field inside one that is never filled is not asked for. The processes that play the tests write
 * what they saw when they end (test/support/filled-fields.ts).
 *
 * Spec: Decision 133.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Document, operationsOf } from '../../src/http/document.ts'
import { declare, Shapes } from '../answer-fields.ts'

const root = resolve(import.meta.dirname, '../..')

/** The number of fields of which something is untrue; prints a sentence for each. */
export function blanksOf(record: string): number {
  const seen = existsSync(record) ? readFileSync(record, 'utf8').split('\n') : []
  const listed = listedIn(readFileSync(join(root, 'DECISIONS.md'), 'utf8'))
  const found = mistakes({ declared: declaredFields(), seen: new Set(seen), listed })
  for (const mistake of found) console.log(`not ok ${mistake}`)
  return found.length
}

/** The fields of all answers of both documents. */
function declaredFields(): Set<string> {
  const found = new Set<string>()
  for (const name of ['service', 'provisioning']) {
    const text = readFileSync(join(root, `generated/${name}.json`), 'utf8')
    const document = JSON.parse(text) as Document
    const shapes = new Shapes(document)
    for (const { id, responses } of operationsOf(name, document)) {
      for (const [status, pointer] of responses) {
        if (pointer !== null) declare(shapes.answer(`${id} ${status}`, pointer), found)
      }
    }
  }
  return found
}

/** The fields in the first column of the table of Decision 133. */
function listedIn(decisions: string): Set<string> {
  const entry = decisions.split(/^(?=## )/m).find(text => text.startsWith('## 133. ')) ?? ''
  const cells = [...entry.matchAll(/^\| (`[^|]+) \|/gm)].map(([, cell]) => String(cell))
  return new Set(cells.flatMap(cell => cell.match(/[^`, ]+/g) ?? []))
}

/** A sentence for each field that is neither seen nor listed, or is listed and should not be. */
export function mistakes({
  declared,
  seen,
  listed
}: Readonly<Record<'declared' | 'seen' | 'listed', ReadonlySet<string>>>): string[] {
  const unseen = (field: string) => declared.has(field) && !seen.has(field)
  const blank = [...declared].filter(
    field => unseen(field) && !unseen(holderOf(field)) && !listed.has(field)
  )
  const filled = [...listed].filter(field => seen.has(field))
  const unknown = [...listed].filter(field => !declared.has(field))
  return [
    ...blank.map(
      field => `${field} was filled in no answer; test it, or list it in Decision 133 with a reason`
    ),
    ...filled.map(field => `${field} was filled in an answer; take it out of Decision 133`),
    ...unknown.map(field => `${field} is no field of an answer; take it out of Decision 133`)
  ]
}

/** The field that a field is inside of: `Voucher.gift` of `Voucher.gift.amount`. */
function holderOf(field: string): string {
  return field.slice(0, field.lastIndexOf('.')).replace(/\.\*$/, '')
}
