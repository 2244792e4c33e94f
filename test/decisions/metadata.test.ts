import t from 'tap'
import { PROPERTIES_MAX, schemaMistake } from '../../src/decisions/metadata-schemas.ts'
import { MISTAKES_TOLD_MAX, QUOTED_MAX, quote } from '../../src/decisions/refusals.ts'
import {
  FREE_MAP_LENGTH_MAX,
  isImageUrl,
  mapRefusal,
  mergeMetadata,
  metadataMistake,
  metadataRefusal,
  sameJson
} from '../../src/decisions/updates.ts'
import type { Json, Metadata, PropertyType, SchemaProperty } from '../../src/model.ts'
import { givenProperty, givenSchema } from '../support/given-rules.ts'
import { table } from '../support/table.ts'

function schemaOf(property: Partial<SchemaProperty>, allowDefinedOnly = false) {
  return givenSchema({ properties: { p: givenProperty(property) }, allowDefinedOnly })
}

//                  type         fits                                        does not
const types: [PropertyType, Json[], Json[]][] = [
  ['string', ['', 'x', '5'], [5, true, ['x'], {}]],
  ['number', [0, -1.5, 1e9], ['5', true, [5], {}]],
  ['boolean', [true, false], ['true', 1, 0]],
  ['date', ['2026-03-01', '2024-02-29'], ['2026-02-30', '2026-3-1', '2026-03-01T10:00:00Z', 5]],
  [
    'datetime',
    ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00.123+02:00'],
    ['2026-03-01', 'yesterday', '2026-02-30T10:00:00Z', 1772359200000]
  ],
  ['image_url', ['https://a.example/b.png', 'http://a.example/b.JPEG?w=1'], ['b.png', 'x', 5]],
  ['geopoint', ['48.21,16.37', '-90, 180', '0,0'], ['91,0', '0,181', '48.21', '1,2,3', '', 5]],
  ['object', [{}, { a: [1] }], ['x', 5, [{}]]]
]

t.test('metadataMistake: each type takes its values and no others', async t => {
  for (const [type, fits, misfits] of types) {
    for (const p of fits) t.equal(metadataMistake(schemaOf({ type }), { p }), null, `${type}: ${p}`)
    for (const p of misfits) {
      const mistake = metadataMistake(schemaOf({ type }), { p })
      t.match(mistake, /^p: must be (an?|the) /, `${type}: not ${JSON.stringify(p)}`)
      t.ok(mistake?.endsWith(`(the actual value is ${JSON.stringify(p)})`))
    }
  }
})

//                                  property                          value     mistake or null
const constraints: [string, Partial<SchemaProperty>, Json, string | null][] = [
  ['one of', { eq: ['a', 'b'] }, 'b', null],
  ['none of those', { eq: ['a', 'b'] }, 'c', 'p: must be one of "a", "b"'],
  ['not excluded', { type: 'number', ne: [1, 2] }, 3, null],
  ['excluded', { type: 'number', ne: [1, 2] }, 2, 'p: must be none of 1, 2'],
  ['below', { type: 'number', lt: 5 }, 4.9, null],
  ['not below', { type: 'number', lt: 5 }, 5, 'p: must be less than 5'],
  ['at most', { type: 'number', lte: 5 }, 5, null],
  ['more than at most', { type: 'number', lte: 5 }, 5.1, 'p: must be at most 5'],
  ['above', { type: 'number', gt: 5 }, 5.1, null],
  ['not above', { type: 'number', gt: 5 }, 5, 'p: must be more than 5'],
  ['at least', { type: 'number', gte: 0 }, 0, null],
  ['less than at least', { type: 'number', gte: 0 }, -1, 'p: must be at least 0'],
  ['long enough', { min_length: 2 }, 'ab', null],
  ['too short', { min_length: 2 }, 'a', 'p: must be a string of at least 2 characters'],
  ['short enough', { max_length: 2 }, 'ab', null],
  ['too long', { max_length: 2 }, 'abc', 'p: must be a string of at most 2 characters'],
  ['as long', { exact_length: 2 }, 'ab', null],
  ['a face is one character', { exact_length: 1 }, '\u{1f600}', null],
  ['not as long', { exact_length: 2 }, 'abc', 'p: must be a string of exactly 2 characters']
]

t.test('metadataMistake: constraints narrow a type', async t => {
  table(t, constraints, (t, _, property, p, outcome) => {
    const actual = ` (the actual value is ${JSON.stringify(p)})`
    t.equal(metadataMistake(schemaOf(property), { p }), outcome === null ? null : outcome + actual)
  })
})

//                                  property                        metadata     mistake or null
// biome-ignore format: a table
const presence: [string, Partial<SchemaProperty>, Metadata, string | null][] = [
  ['optional and absent', {}, {}, null],
  ['optional and null', {}, { p: null }, null],
  ['required and there', { optional: false }, { p: 'x' }, null],
  ['required and absent', { optional: false }, {},
    'p: must be given: a string is required (nothing was sent)'],
  ['required and null', { optional: false, type: 'number' }, { p: null },
    'p: must be given: a number is required (nothing was sent)'],
  ['a required list', { optional: false, array: true }, {},
    'p: must be given: an array of string is required (nothing was sent)'],
  ['a list', { array: true, type: 'number' }, { p: [1, 2] }, null],
  ['an empty list', { array: true, optional: false }, { p: [] }, null],
  ['no list', { array: true }, { p: 'x' },
    'p: must be an array, each item a string (the actual value is "x")'],
  ['a list with a misfit', { array: true }, { p: ['x', 5] },
    'p: must be an array, each item a string; item [1] is not (the actual value is ["x",5])'],
  ['a list with null in it', { array: true, type: 'object' }, { p: [{}, null] },
    'p: must be an array, each item an object; item [1] is not (the actual value is [{},null])'],
  ['constraints bind each item', { array: true, eq: ['a'] }, { p: ['a', 'b'] },
    'p: must be an array, each item one of "a"; item [1] is not (the actual value is ["a","b"])']
]

t.test('metadataMistake: what must be there, and lists', async t => {
  table(t, presence, (t, _, property, metadata, outcome) => {
    t.equal(metadataMistake(schemaOf(property), metadata), outcome)
  })
})

const LONG = 'n'.repeat(513)
const TOO_LONG = 'has a property whose name has more than 512 characters'
const EMPTY = 'has a property with an empty name, which is not accepted'
const sized = (length: number) => ({ p: 'x'.repeat(length - '{"p":""}'.length) })
const size = (length: number) => `must have at most 65536 characters as JSON, and has ${length}`

//  map                             mistake
const BOUNDS = [
  [sized(FREE_MAP_LENGTH_MAX), null],
  [sized(FREE_MAP_LENGTH_MAX + 1), size(65_537)],
  [{ ['n'.repeat(512)]: 1, ' ': 2 }, null],
  [{ [LONG]: 1 }, TOO_LONG],
  [{ a: { b: [{ [LONG]: 1 }] } }, TOO_LONG],
  [{ '': 1 }, EMPTY],
  [{ [LONG]: 1, '': sized(FREE_MAP_LENGTH_MAX) }, TOO_LONG]
] as const

t.test('mapRefusal: a map has names of a length, and a size', async t => {
  for (const [map, mistake] of BOUNDS) {
    const details = `Property .order.metadata: ${mistake}`
    const refusal = mistake === null ? null : { key: 'invalid_payload', details }
    t.strictSame(mapRefusal(map, 'order.metadata'), refusal)
  }
})

t.test('metadataRefusal: bounds count before the schema', async t => {
  const schema = schemaOf({ type: 'number' })
  const refusal = { key: 'invalid_payload', details: `Property .metadata: ${TOO_LONG}` }
  t.strictSame(metadataRefusal(schema, { [LONG]: 1 }), refusal)
  t.strictSame(metadataRefusal(null, { [LONG]: 1 }), refusal)
})

t.test('metadataRefusal: several keys that do not fit are told together, ten at most', async t => {
  const properties = { p: givenProperty({ optional: false }), q: givenProperty({ type: 'number' }) }
  const schema = givenSchema({ properties, allowDefinedOnly: true })
  const refused = (...details: string[]) => {
    const mistakes = details.map(each => ({ key: 'metadata_validation_failed', details: each }))
    return { ...mistakes[0], ...(mistakes.length > 1 && { mistakes }) }
  }
  const noP = 'order.metadata: p: must be given: a string is required (nothing was sent)'
  const noNumber = 'order.metadata: q: must be a number (the actual value is "x")'
  const unknown = (name: string) =>
    `order.metadata: ${name}: is not defined in the metadata schema, which allows only: p, q`
  // biome-ignore format: a table
  const rows: [string, Metadata, object | null][] = [
    ['what fits',             { p: 'x', q: 1 },              null],
    ['one key',               { p: 'x', q: 'x' },            refused(noNumber)],
    ['two defined keys',      { q: 'x' },                    refused(noP, noNumber)],
    ['two that are not',      { b: 1, p: 'x', a: 1 },        refused(unknown('b'), unknown('a'))],
    ['keys of both kinds',    { b: 1, q: 'x' },              refused(noP, noNumber, unknown('b'))]
  ]
  table(t, rows, (t, _, metadata, outcome) => {
    t.strictSame(metadataRefusal(schema, metadata, 'order.metadata'), outcome)
  })
  const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`s${n}`, n]))
  const told = metadataRefusal(schema, many)?.mistakes ?? []
  t.equal(told.length, MISTAKES_TOLD_MAX)
  t.match(told.at(-1)?.details, /^metadata: s8: /, 'p, and nine that are not defined')
})

t.test('metadataMistake: what is not defined is welcome unless the schema says otherwise', t => {
  const only = (name: string) =>
    `${name}: is not defined in the metadata schema, which allows only: `
  t.equal(metadataMistake(null, { anything: 1 }), null)
  t.equal(metadataMistake({ properties: {} }, { anything: 1 }), null)
  t.equal(metadataMistake(schemaOf({}), { q: 1 }), null)
  t.equal(metadataMistake(schemaOf({}, true), { p: 'x' }), null)
  t.equal(metadataMistake(schemaOf({}, true), { p: 'x', q: 1 }), `${only('q')}p`)
  t.equal(metadataMistake(givenSchema({ allowDefinedOnly: true }), { q: 1 }), `${only('q')}none`)
  // A name every object has is still not defined, and not there.
  t.equal(metadataMistake(schemaOf({}, true), { toString: 1 }), `${only('toString')}p`)
  const inherited = givenSchema({ properties: { toString: givenProperty({ optional: false }) } })
  t.match(metadataMistake(inherited, {}), /^toString: must be given/)
  t.end()
})

t.test('metadataMistake: quotes no more than a reader needs', async t => {
  const long = 'x'.repeat(QUOTED_MAX)
  const only = givenSchema({ allowDefinedOnly: true })
  t.match(metadataMistake(schemaOf({ type: 'number' }), { p: long }), `"${'x'.repeat(199)}…)`)
  t.match(metadataMistake(only, { [`${long}x`]: 1 }), `${long}…: is not defined`)
  t.equal(quote(long), long)
  // Cut between characters, never inside one.
  t.equal(quote('\u{1f600}'.repeat(QUOTED_MAX)), '\u{1f600}'.repeat(QUOTED_MAX))
  t.equal(quote('\u{1f600}'.repeat(QUOTED_MAX + 1)), `${'\u{1f600}'.repeat(QUOTED_MAX)}…`)
})

t.test('metadataMistake: the first definition that is broken is told', async t => {
  const properties = { b: givenProperty(), a: givenProperty() }
  t.match(metadataMistake(givenSchema({ properties }), { a: 1, b: 1 }), /^b: /)
})

t.test('metadataRefusal: names where the metadata stood', async t => {
  const details = (at: string) => `${at}: p: must be a string (the actual value is 5)`
  const key = 'metadata_validation_failed'
  const asked = (p: Json, ...at: [string?]) => metadataRefusal(schemaOf({}), { p }, ...at)
  t.equal(asked('x'), null)
  t.strictSame(asked(5), { key, details: details('metadata') })
  t.strictSame(asked(5, '[2].metadata'), { key, details: details('[2].metadata') })
})

//                                    stored          sent                   merged
const merges: [string, Metadata, Metadata | null | undefined, Metadata][] = [
  ['a value sets', { a: 1 }, { a: 2 }, { a: 2 }],
  ['a new key joins', { a: 1 }, { b: 2 }, { a: 1, b: 2 }],
  ['null removes the key', { a: 1, b: 2 }, { a: null }, { b: 2 }],
  ['null for what is not there does nothing', { a: 1 }, { b: null }, { a: 1 }],
  ['nothing sent leaves all', { a: 1 }, undefined, { a: 1 }],
  ['null as a whole leaves nothing', { a: 1 }, null, {}],
  ['an object is set as a whole', { a: { x: 1 } }, { a: { y: 2 } }, { a: { y: 2 } }]
]

t.test('mergeMetadata: key by key', async t => {
  table(t, merges, (t, _, stored, sent, outcome) => {
    t.strictSame(mergeMetadata(stored, sent), outcome)
    // Merging twice is merging once.
    t.strictSame(mergeMetadata(mergeMetadata(stored, sent), sent), outcome)
  })
  const odd = mergeMetadata({}, JSON.parse('{"__proto__":{"admin":true}}'))
  t.strictSame(Object.keys(odd), ['__proto__'], '__proto__ is a key like any other')
  t.equal(Object.getPrototypeOf(odd), Object.prototype)
})

//                                  one              other             same
const pairs: [string, unknown, unknown, boolean][] = [
  ['equal text', 'a', 'a', true],
  ['different text', 'a', 'b', false],
  ['text and number', '1', 1, false],
  ['nothing and nothing', null, null, true],
  ['nothing and an object', null, {}, false],
  ['an object and nothing', {}, null, false],
  ['an object and text', {}, 'a', false],
  ['an object and a list', {}, [], false],
  ['equal lists', [1, { a: 2 }], [1, { a: 2 }], true],
  ['lists in another order', [1, 2], [2, 1], false],
  ['a longer list', [1], [1, 2], false],
  ['keys in another order', { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ['other keys', { a: 1 }, { b: 1 }, false],
  ['a value deep inside', { a: { b: 1 } }, { a: { b: 2 } }, false]
]

t.test('sameJson: compares what JSON can say', async t => {
  table(t, pairs, (t, _, one, other, outcome) => {
    t.equal(sameJson(one, other), outcome)
  })
})

t.test('isImageUrl: an address whose path is an image file', async t => {
  const urls = ['https://a.example/b.png', 'https://a.example/b/c.jpg#top', 'HTTPS://a/b.JPEG?x=1']
  for (const url of urls) t.ok(isImageUrl(url, 'https'), url)
  for (const url of [
    'http://a.example/b.png',
    'https://a.example/b.gif',
    'https://b.png',
    'https:///b.png',
    'https://a.example/b.png ',
    'https://a.example/b?file=c.png',
    'javascript:https://a.example/b.png'
  ]) {
    t.notOk(isImageUrl(url, 'https'), url)
  }
})

//                                       property                             where, and what
const definitions: [string, Partial<SchemaProperty>, string | null, RegExp | null][] = [
  ['text', {}, null, null],
  ['any object', { type: 'object', object_type: 'unknown' }, null, null],
  ['without a further schema', { type: 'object', object_type: null }, null, null],
  ['a further schema', { type: 'object', object_type: 'address' }, 'p.object_type', /'address'/],
  ['text of a schema', { object_type: 'unknown' }, 'p.object_type', /not supported/],
  ['an unknown type', { type: 'uuid' as PropertyType }, 'p.type', /'uuid' is not one of string, /],
  ['all that constrains text', { eq: ['a'], min_length: 0, max_length: 9 }, null, null],
  ['all that constrains a number', { type: 'number', eq: [1], ne: [2], gt: 0, lte: 9 }, null, null],
  ['choices of days', { type: 'date', eq: ['2026-03-01'] }, null, null],
  ['a length of a number', { type: 'number', max_length: 5 }, 'p.max_length', /string, .* number/],
  ['a bound of text', { gte: 5 }, 'p.gte', /constrains a number, .* type string/],
  ['exclusions of text', { ne: [5] }, 'p.ne', /constrains a number/],
  ['choices of a boolean', { type: 'boolean', eq: ['true'] }, 'p.eq', /of type boolean/],
  ['choices of objects', { type: 'object', eq: ['x'] }, 'p.eq', /of type object/],
  ['no choice at all', { eq: [] }, 'p.eq', /empty/],
  ['a number among text', { eq: ['a', 5] }, 'p.eq', /5 is not a string/],
  ['text among days', { type: 'date', eq: [5] }, 'p.eq', /5 is not a string/],
  ['text among numbers', { type: 'number', eq: ['a'] }, 'p.eq', /"a" is not a number/],
  ['text among excluded', { type: 'number', ne: ['a'] as never }, 'p.ne', /"a" is not a number/],
  ['a length below zero', { min_length: -1 }, 'p.min_length', /-1 is not a whole number/],
  ['half a character', { exact_length: 0.5 }, 'p.exact_length', /0.5 is not a whole number/],
  ['two upper bounds', { type: 'number', lt: 5, lte: 4 }, 'p', /only one of/],
  ['two lower bounds', { type: 'number', gt: 5, gte: 4 }, 'p', /only one of/],
  ['bounds that cross', { type: 'number', gte: 5, lte: 4 }, 'p', /above 5 and below 4/],
  ['bounds that meet', { type: 'number', gte: 5, lte: 5 }, null, null],
  ['open below, and they meet', { type: 'number', gt: 5, lte: 5 }, 'p', /above 5 and below 5/],
  ['open above, and they meet', { type: 'number', gte: 5, lt: 5 }, 'p', /above 5 and below 5/],
  ['exact and at least', { exact_length: 5, min_length: 5 }, 'p', /^Send exact_length without/],
  ['exact and at most', { exact_length: 5, max_length: 5 }, 'p', /^Send exact_length without/],
  ['lengths that cross', { min_length: 5, max_length: 4 }, 'p', /min_length 5 is above/]
]

t.test('schemaMistake: a definition that cannot be meant is refused', async t => {
  table(t, definitions, (t, _, property, where, message) => {
    const mistake = schemaMistake({ p: givenProperty(property) })
    if (where === null) t.equal(mistake, null)
    else t.match(mistake, { property: `properties.${where}`, message: message as RegExp })
  })
})

t.test('schemaMistake: the definitions together', async t => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, givenProperty()]))
  t.equal(schemaMistake({}), null)
  t.equal(schemaMistake(many(PROPERTIES_MAX)), null)
  t.match(schemaMistake(many(PROPERTIES_MAX + 1)), { property: 'properties', message: /not 101/ })
  t.match(schemaMistake({ '': givenProperty() }), { property: 'properties', message: /a name/ })
  t.match(schemaMistake({ p: givenProperty({ type: 'object' }) }, ['string']), {
    property: 'properties.p.type',
    message: "'object' is not one of string."
  })
})
