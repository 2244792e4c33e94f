import t from 'tap'
import { stepOf } from '../../src/project-files/stored-things.ts'

const metadata = { type: 'object', additionalProperties: true }
const step = {
  anyOf: [
    { type: 'object', properties: { every: { type: 'integer' }, points: {} } },
    { type: 'object', properties: { by: { properties: { amount: {} } } } },
    { type: 'object', properties: { by: { properties: { total: {} } } } },
    { type: 'null' }
  ]
}
const properties = {
  name: { type: 'string' },
  kind: { type: 'string' },
  word: { anyOf: [{ enum: ['and', 'or', 'AND', 'OR'] }, { enum: ['Xor'] }] },
  start: { type: ['string', 'null'] },
  price: { type: ['integer', 'null'] },
  tags: { type: 'array', items: { type: 'string' } },
  step,
  metadata
}
const { kind: _, ...changeable } = properties
const shapes = {
  entry: { type: 'object', properties },
  update: { type: 'object', properties: changeable },
  flat: (schema: unknown) => (schema ?? {}) as Readonly<Record<string, unknown>>
}

const stored = {
  id: 'x_1',
  name: 'Mug',
  kind: 'A',
  word: 'and',
  start: '2026-01-01T00:00:00.000Z',
  price: 900,
  tags: ['a', 'b'],
  step: { every: 100, points: 1, made_up: true },
  metadata: { size: 'XL', of: { wood: 1 } }
}
const leave = { do: 'leave' }
const update = (body: object) => ({ do: 'update', body })

const LATER = '2026-01-01T01:00:00Z'
const BIG = { size: 'XL', of: { wood: 1 } }
const oneOf = { by: { amount: 1 } }

// What is said, and the step.
// biome-ignore format: a table
const rows = [
  ['nothing',                     {},                                      leave],
  ['what is as it was',           { name: 'Mug', price: 900 },             leave],
  ['another name',                { name: 'Cup', price: 900 },             update({ name: 'Cup' })],
  ['the same instant',            { start: '2026-01-01T01:00:00+01:00' },  leave],
  ['another instant',             { start: LATER },
    update({ start: LATER })],
  ['null for a value',            { price: null },                         update({ price: null })],
  ['null for nothing',            { description: null },                   leave],
  ['a list in another order',     { tags: ['b', 'a'] },
    update({ tags: ['b', 'a'] })],
  ['a shorter list',              { tags: ['a'] },                         update({ tags: ['a'] })],
  ['a part of what has a form',   { step: { every: 100 } },                leave],
  ['another part of it',          { step: { every: 200 } },
    update({ step: { every: 200 } })],
  ['a part of one branch',        { step: oneOf },
    update({ step: oneOf })],
  ['a number as text',            { step: { points: '1' } },               leave],
  ['a word in capitals',          { word: 'AND' },                         leave],
  ['another word in capitals',    { word: 'OR' },                          update({ word: 'OR' })],
  ['capitals of a free text',     { name: 'MUG' },                         update({ name: 'MUG' })],
  ['the same metadata',           { metadata: { ...BIG } },                leave],
  ['metadata without a key',      { metadata: { size: 'XL' } },
    update({ metadata: { size: 'XL', of: null } })],
  ['metadata with another key',   { metadata: { ...BIG, a: 1 } },
    update({ metadata: { ...BIG, a: 1 } })],
  ['what is fixed, and the same', { kind: 'A' },                           leave],
  ['what is fixed, and another',  { kind: 'B', name: 'Cup' },
    { do: 'refuse', fixed: ['kind'] }]
] as const

t.test('an entry changes where it differs from what is stored, and says why it cannot', async t => {
  for (const [title, said, expected] of rows) {
    t.strictSame(stepOf(said, stored, shapes), expected, title)
  }
  const fixed = { do: 'refuse', fixed: ['name'] }
  t.strictSame(stepOf({ name: 'Cup' }, stored, { ...shapes, update: null }), fixed)
})
