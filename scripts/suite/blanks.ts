/**
 * Holds the fields that the tests saw filled against those that the documents describe.
 *
 * A field that no test ever saw filled is one that nothing fills, or that nothing tests. Those that
 * nothing can fill stay in the documents, null, absent, empty or zero, and unfilled.json lists them
 * with the reason; every other one fails the run. A field belongs to its schema, wherever that is
 * answered; one inside a field that is never filled is not asked for. False fills a field, and so
 * does a constant. The processes that play the tests write what they saw when they end
 * (test/support/filled-fields.ts).
 */
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Document, operationsOf } from '../../src/http/document.ts'
import { declare, Shapes } from '../documents/answer-fields.ts'

const LIST = 'scripts/suite/unfilled.json'
const root = resolve(import.meta.dirname, '../..')

/** A sentence for each field of which something is untrue. */
export function blanksOf(record: string): readonly string[] {
  const seen = existsSync(record) ? readFileSync(record, 'utf8').split('\n') : []
  return mistakes({ declared: declaredFields(), seen: new Set(seen), listed: unfilled() })
}

/** The listed fields. */
export function unfilled(): Set<string> {
  return new Set(Object.keys(JSON.parse(readFileSync(join(root, LIST), 'utf8'))))
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
      field => `${field} was filled in no answer; test it, or list it with a reason (${LIST})`
    ),
    ...filled.map(field => `${field} was filled in an answer; take it out of the list (${LIST})`),
    ...unknown.map(field => `${field} is no field of an answer; take it out of the list (${LIST})`)
  ]
}

/** The field that a field is inside of: `Voucher.gift` of `Voucher.gift.amount`. */
function holderOf(field: string): string {
  return field.slice(0, field.lastIndexOf('.')).replace(/\.\*$/, '')
}
