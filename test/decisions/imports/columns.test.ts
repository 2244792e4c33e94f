import t from 'tap'
import {
  type Cell,
  type Columns,
  DAY,
  DISCOUNT,
  FLAG,
  type ImportRow,
  INSTANT,
  KEY,
  LAST_DAY,
  LIST,
  needed,
  OBJECT,
  oneOf,
  optional,
  PERCENT,
  readRow,
  TEXT,
  unknownColumns,
  WHOLE
} from '../../../src/decisions/imports/columns.ts'
import type { Json } from '../../../src/model.ts'

const MAX = Number.MAX_SAFE_INTEGER
const MARCH = '2026-03-01T10:00:00.000Z'

//  cell, what it is from text, what it is from JSON as well, and what is refused
const cells: readonly [Cell<unknown>, Record<string, unknown>, readonly Json[], Json[]][] = [
  [KEY, { a: 'a', ' a b\t': ' a b\t', ' ': ' ' }, [], ['', 5, {}, 'x'.repeat(513)]],
  [TEXT, { x: 'x', ' x ': ' x ', '5': '5' }, [], [5, true, {}, 'x'.repeat(1_001)]],
  [WHOLE, { '0': 0, ' 12 ': 12, [`${MAX}`]: MAX }, [12], ['12.5', '-1', '1e3', '1 2', true]],
  [WHOLE, {}, [], [-1, 0.5, MAX + 1, '9007199254740993']],
  [PERCENT, { '12.5': 12.5, ' 0\u00a0': 0 }, [100], ['101', -1, '1,5', 'x', true]],
  [DAY, { ' 2024-02-29 ': '2024-02-29' }, [], ['2026-02-29', '01.03.2026', 20260301]],
  [LAST_DAY, { ' never': 'never', '2026-03-01': '2026-03-01' }, [], ['always', 5]],
  [INSTANT, { ' 2026-03-01T12:00:00+02:00 ': MARCH }, [MARCH], ['2026-03-01', 'yesterday', 5e11]],
  [FLAG, { true: true, FALSE: false, ' True ': true }, [true], ['yes', 1, 'WAHR']],
  [oneOf('A', 'B'), { A: 'A', B: 'B' }, [], ['a', 'C', 1]],
  [OBJECT, { '{"a":1}': { a: 1 } }, [{ a: 1 }], ['{', '[]', [], 5, '5', 'null']],
  [LIST, { '[1]': [1] }, [[1]], ['[', '{}', {}, 5]],
  [DISCOUNT, { '{"type":"UNIT"}': { type: 'UNIT' } }, [], ['{"type":"X"}', {}, 'x']]
]

t.test('a cell is read the same from CSV and from JSON, and anything else is refused', async t => {
  for (const [{ read, expects }, texts, values, misfits] of cells) {
    for (const [text, value] of Object.entries(texts)) t.strictSame(read(text), value, expects)
    for (const value of values) t.strictSame(read(value), value, expects)
    for (const given of misfits) {
      t.equal(read(given), undefined, `${expects}: not ${JSON.stringify(given)}`)
    }
  }
})

/** An object of that many levels, itself included, as text. */
function nested(levels: number): string {
  return `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
}

function keys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`k-${n}`, n]))
}

const columns = {
  code: needed(TEXT, 'a code'),
  points: optional(WHOLE, 'points'),
  metadata: optional(OBJECT, 'metadata')
} as const satisfies Columns

const NOTHING = { code: 'A', points: null, metadata: null }
const misfit = (column: string, message: string) => ({ findings: [{ column, message }] })
const code = 'A'
const UNSTORED = 'has a property __proto__, which is not accepted'
const UNKNOWN = 'is no column of this import; those are code, points, metadata'
const odd = { '': 1, ['n'.repeat(513)]: 'XL' }

// biome-ignore format: a table
const rows: readonly (readonly [ImportRow, unknown])[] = [
  [{ code, points: '5', metadata: '{"a":1}' }, { values: { code, points: 5, metadata: { a: 1 } } }],
  [{ code, points: '', metadata: null }, { values: NOTHING }],
  [{ code }, { values: NOTHING }],
  [{ code, 'metadata.size': 'XL', 'metadata.none': '', metadata: { a: 1 } },
    { values: { ...NOTHING, metadata: { a: 1, size: 'XL' } } }],
  [{ code, 'metadata.size': 'XL' }, { values: { ...NOTHING, metadata: { size: 'XL' } } }],
  // As many levels, and keys, as in a request.
  [{ code, metadata: nested(31) }, { values: { ...NOTHING, metadata: JSON.parse(nested(31)) } }],
  ...[32, 5_000, 300_000].map(levels => {
    const row = { code, metadata: nested(levels) }
    return [row, misfit('metadata', 'is nested deeper than is accepted here, 31 levels')] as const
  }),
  [{ code, metadata: keys(1_000) }, { values: { ...NOTHING, metadata: keys(1_000) } }],
  [{ code, metadata: keys(1_000), 'metadata.size': 'XL' },
    misfit('metadata', 'must have at most 1000 keys, not 1001')],
  [{ code, 'metadata.__proto__': 'XL' }, misfit('metadata', UNSTORED)],
  // Keys whose names the decision looks at, because they may be stored.
  [{ code, metadata: { '': 1 }, [`metadata.${'n'.repeat(513)}`]: 'XL' },
    { values: { ...NOTHING, metadata: odd } }],
  [{ code: '' }, misfit('code', 'is empty, and must be a text of at most 512 characters')],
  [
    { code: 5, points: 'x', size: 'XL' },
    {
      findings: [
        ...misfit('size', UNKNOWN).findings,
        ...misfit('code', 'must be a text of at most 512 characters, and is 5').findings,
        ...misfit('points', `must be a whole number from 0 to ${MAX}, and is "x"`).findings
      ]
    }
  ]
]

t.test('a row is read whole, or every mistake of it is told', async t => {
  for (const [row, outcome] of rows) t.strictSame(readRow(columns, row), outcome)
})

t.test('a name that JSON in a cell has twice is refused, as in a body', async t => {
  const row = { code: 'A', points: '1', metadata: '{"a":1,"b":[{"c":1,"c":2}]}' }
  const message = 'gives b.0.c more than once; send it once'
  t.strictSame(readRow(columns, row), { findings: [{ column: 'metadata', message }] })
  const once = { ...row, metadata: '{"a":1,"b":[{"c":1},{"c":2}]}' }
  t.match(readRow(columns, once), { values: { metadata: { b: [{ c: 1 }, { c: 2 }] } } })
})

t.test('a column of one key of the metadata is known where there is metadata', async t => {
  const { code } = columns
  t.strictSame(unknownColumns(columns, ['code', 'metadata.size', 'size']), ['size'])
  t.strictSame(unknownColumns(columns, ['metadata.']), ['metadata.'], 'a key has a name')
  t.strictSame(unknownColumns({ code }, ['code', 'metadata.size']), ['metadata.size'])
})

t.test('an empty text is one where a row is read exactly', async t => {
  const columns: Columns = { code: needed(KEY, 'a code'), note: optional(TEXT, 'a note') }
  for (const [isExact, note] of [
    [true, ''],
    [false, null]
  ] as const) {
    t.strictSame(readRow(columns, { code: ' A ', note: '' }, isExact), {
      values: { code: ' A ', note }
    })
    t.ok('findings' in readRow(columns, { code: '' }, isExact), 'no key is empty')
  }
})
