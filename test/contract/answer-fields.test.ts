import t from 'tap'
import { fill, Shapes } from '../../scripts/documents/answer-fields.ts'
import { mistakes } from '../../scripts/suite/blanks.ts'
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

//  title, an answer, and the fields that it fills
// biome-ignore format: a table
const rows: [string, object, readonly string[]][] = [
  ['nothing', {}, []],
  ['a constant of zero', { kind: 0 }, ['Cup.kind']],
  ['constants, null and zero', { kind: 0, gone: null, name: null, size: 0 },
    ['Cup.gone', 'Cup.kind']],
  ['empty ones', { kind: 0, name: '', lid: {}, notes: {} }, ['Cup.kind']],
  ['a number', { kind: 0, name: 'x', size: -1 }, ['Cup.kind', 'Cup.name', 'Cup.size']],
  ['false', { kind: 0, name: false }, ['Cup.kind', 'Cup.name']],
  ['an object', { kind: 0, lid: { colour: 'red' } }, ['Cup.kind', 'Cup.lid', 'Cup.lid.colour']],
  ['a map', { kind: 0, notes: { a: { by: 'me' } } }, ['Cup.kind', 'Cup.notes', 'Cup.notes.*.by']],
  ['itself within', { kind: 0, inside: { kind: 0, size: 2 } },
    ['Cup.inside', 'Cup.kind', 'Cup.size']],
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
// biome-ignore format: a table
const verdicts: [string, Set<string>, Set<string>, readonly string[]][] = [
  ['all seen', declared, of(), []],
  ['the others listed', named, of('Cup.lid'), []],
  [
    'one neither seen nor listed, with what is inside of it',
    named,
    of(),
    [
      'Cup.lid was filled in no answer; test it, or list it with a reason (scripts/suite/unfilled.json)'
    ]
  ],
  [
    'one inside of another that is seen',
    of('Cup.name', 'Cup.lid', 'Cup.lid.colour', 'Cup.notes'),
    of(),
    [
      'Cup.notes.*.by was filled in no answer; test it, or list it with a reason (scripts/suite/unfilled.json)'
    ]
  ],
  ['one listed and seen', declared, of('Cup.lid'),
    ['Cup.lid was filled in an answer; take it out of the list (scripts/suite/unfilled.json)']],
  ['one listed that is none', declared, of('Cup.ear'),
    ['Cup.ear is no field of an answer; take it out of the list (scripts/suite/unfilled.json)']]
]

t.test('what no answer fills is named, and what is listed for nothing', async t => {
  table(t, verdicts, (t, _, seen, listed, expected) => {
    t.strictSame(mistakes({ declared, seen, listed }), expected)
  })
})
