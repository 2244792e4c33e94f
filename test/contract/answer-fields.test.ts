/**
 * The fields of the answers: which there are, which an answer fills, and what is said of the
 * others.
 *
 * Spec: Decision 133.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { declare, fill, Shapes } from '../../scripts/answer-fields.ts'
import { declaredFields, listedIn, mistakes } from '../../scripts/suite/blanks.ts'
import { root } from '../support/root.ts'
import { table } from '../support/table.ts'

const text = { type: 'string' }
const cup = { $ref: '#/components/schemas/Cup' }
const schemas = {
  Cup: {
    required: ['kind'],
    properties: {
      kind: { const: 0 },
      gone: { type: 'null' },
      name: text,
      size: { type: 'integer' },
      lid: { properties: { colour: text } },
      notes: { type: 'object', additionalProperties: { properties: { by: text } } },
      inside: cup
    }
  },
  Pot: { required: ['kind'], properties: { kind: { const: 1 }, name: text } },
  Shelf: {
    properties: { things: { items: { anyOf: [cup, { $ref: '#/components/schemas/Pot' }] } } }
  }
}
const shapes = new Shapes({ components: { schemas } })
const shelf = shapes.of({ $ref: '#/components/schemas/Shelf' }, 'showShelf 200')

t.test('every field of an answer is declared once, however often its schema is used', async t => {
  const found = new Set<string>()
  declare(shelf, found)
  declare(shelf, found)
  declare(shapes.of({ properties: { total: {} } }, 'countShelf 200'), found)
  t.strictSame([...found].sort(), [
    'Cup.gone',
    'Cup.inside',
    'Cup.kind',
    'Cup.lid',
    'Cup.lid.colour',
    'Cup.name',
    'Cup.notes',
    'Cup.notes.*.by',
    'Cup.size',
    'Pot.kind',
    'Pot.name',
    'Shelf.things',
    'countShelf 200.total'
  ])
})

//  title, an answer, and the fields that it fills
const rows: [string, object, readonly string[]][] = [
  ['nothing', {}, []],
  ['a constant of zero', { kind: 0 }, ['Cup.kind']],
  [
    'constants, null and zero',
    { kind: 0, gone: null, name: null, size: 0 },
    ['Cup.gone', 'Cup.kind']
  ],
  ['empty ones', { kind: 0, name: '', lid: {}, notes: {} }, ['Cup.kind']],
  ['a number', { kind: 0, name: 'x', size: -1 }, ['Cup.kind', 'Cup.name', 'Cup.size']],
  ['false', { kind: 0, name: false }, ['Cup.kind', 'Cup.name']],
  ['an object', { kind: 0, lid: { colour: 'red' } }, ['Cup.kind', 'Cup.lid', 'Cup.lid.colour']],
  ['a map', { kind: 0, notes: { a: { by: 'me' } } }, ['Cup.kind', 'Cup.notes', 'Cup.notes.*.by']],
  [
    'itself within',
    { kind: 0, inside: { kind: 0, size: 2 } },
    ['Cup.inside', 'Cup.kind', 'Cup.size']
  ],
  ['another of the union', { kind: 1, name: 'x' }, ['Pot.kind', 'Pot.name']],
  ['none of the union', { name: 'x' }, []]
]

t.test('what says something fills its field: no null, nothing empty and no zero', async t => {
  table(t, rows, (t, _, thing, expected) => {
    const found = new Set<string>()
    fill(shelf, { things: [thing] }, found)
    t.strictSame([...found].sort(), [...expected, 'Shelf.things'].sort())
  })
})

const of = (...names: string[]) => new Set(names)
const declared = of('Cup.name', 'Cup.lid', 'Cup.lid.colour', 'Cup.notes', 'Cup.notes.*.by')
const named = of('Cup.name', 'Cup.notes', 'Cup.notes.*.by')

//  what is seen and listed, and what is said of it
const verdicts: [string, Set<string>, Set<string>, readonly string[]][] = [
  ['all seen', declared, of(), []],
  ['the others listed', named, of('Cup.lid'), []],
  [
    'one neither seen nor listed, with what is inside of it',
    named,
    of(),
    ['Cup.lid was filled in no answer; test it, or list it in Decision 133 with a reason']
  ],
  [
    'one inside of another that is seen',
    of('Cup.name', 'Cup.lid', 'Cup.lid.colour', 'Cup.notes'),
    of(),
    ['Cup.notes.*.by was filled in no answer; test it, or list it in Decision 133 with a reason']
  ],
  [
    'one listed and seen',
    declared,
    of('Cup.lid'),
    ['Cup.lid was filled in an answer; take it out of Decision 133']
  ],
  [
    'one listed that is none',
    declared,
    of('Cup.ear'),
    ['Cup.ear is no field of an answer; take it out of Decision 133']
  ]
]

t.test('what no answer fills is named, and what is listed for nothing', async t => {
  table(t, verdicts, (t, _, seen, listed, expected) => {
    t.strictSame(mistakes({ declared, seen, listed }), expected)
  })
})

t.test('the table is read from its entry alone, with all fields of a row', async t => {
  const entries =
    '## 132. A.\n| `Cup.name` | a |\n## 133. B.\n| Fields | Why |\n|---|---|\n' +
    '| `Cup.lid`, `Cup.size` | `b` |\n| `Pot.kind` | c |\n## 134. C.\n| `X.y` | c |\n'
  t.strictSame([...listedIn(entries)], ['Cup.lid', 'Cup.size', 'Pot.kind'])
})

t.test('the documents are read, and the table names fields of theirs', async t => {
  const all = declaredFields()
  t.ok(all.has('Voucher.referrer_id'))
  const listed = listedIn(readFileSync(join(root, 'DECISIONS.md'), 'utf8'))
  t.ok(listed.size > 0)
  t.strictSame(
    [...listed].filter(field => !all.has(field)),
    []
  )
})
