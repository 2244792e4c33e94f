import t from 'tap'
import {
  type Columns,
  DAY,
  DISCOUNT,
  FLAG,
  INSTANT,
  KEY,
  LAST_DAY,
  LIST,
  MAIL,
  needed,
  OBJECT,
  oneOf,
  optional,
  PERCENT,
  type Row,
  readRow,
  TEXT,
  unknownColumns,
  WHOLE
} from '../../../src/decisions/imports/columns.ts'
import type { Json } from '../../../src/model.ts'

const MAX = Number.MAX_SAFE_INTEGER
const MARCH = '2026-03-01T10:00:00.000Z'

//             cell                    as text in CSV, or a value of JSON      what is refused
const cells = [
  [
    'KEY',
    KEY,
    [
      ['a', 'a'],
      [' a b\t', 'a b']
    ],
    [5, '\n ', {}, 'x'.repeat(513)]
  ],
  [
    'TEXT',
    TEXT,
    [
      ['x', 'x'],
      ['5', '5']
    ],
    [5, true, {}, 'x'.repeat(1_001)]
  ],
  [
    'WHOLE',
    WHOLE,
    [
      ['0', 0],
      ['12', 12],
      [12, 12],
      [`${MAX}`, MAX]
    ],
    ['12.5', '-1', '1e3', ' 1', -1, 0.5, MAX + 1, '9007199254740993', true, 'x']
  ],
  [
    'PERCENT',
    PERCENT,
    [
      ['12.5', 12.5],
      [100, 100],
      ['0', 0]
    ],
    ['101', -1, '1,5', 'x', true]
  ],
  ['MAIL', MAIL, [[' a@b.example ', 'a@b.example']], [5, ' ', 'x'.repeat(513)]],
  ['DAY', DAY, [['2024-02-29', '2024-02-29']], ['2026-02-29', '01.03.2026', 20260301]],
  [
    'LAST_DAY',
    LAST_DAY,
    [
      ['never', 'never'],
      ['2026-03-01', '2026-03-01']
    ],
    ['always', 5]
  ],
  [
    'INSTANT',
    INSTANT,
    [
      ['2026-03-01T12:00:00+02:00', MARCH],
      [MARCH, MARCH]
    ],
    ['2026-03-01', 'yesterday', 1772359200000]
  ],
  [
    'FLAG',
    FLAG,
    [
      ['true', true],
      ['false', false],
      [true, true]
    ],
    ['yes', 1, 'TRUE']
  ],
  [
    'oneOf',
    oneOf('A', 'B'),
    [
      ['A', 'A'],
      ['B', 'B']
    ],
    ['a', 'C', 1]
  ],
  [
    'OBJECT',
    OBJECT,
    [
      ['{"a":1}', { a: 1 }],
      [{ a: 1 }, { a: 1 }]
    ],
    ['{', '[]', [], 5, '5', 'null']
  ],
  [
    'LIST',
    LIST,
    [
      ['[1]', [1]],
      [[1], [1]]
    ],
    ['[', '{}', {}, 5]
  ],
  ['DISCOUNT', DISCOUNT, [['{"type":"UNIT"}', { type: 'UNIT' }]], ['{"type":"X"}', {}, 'x']]
] as const

t.test('a cell is read the same from CSV and from JSON, and anything else is refused', async t => {
  for (const [name, cell, fits, misfits] of cells) {
    for (const [given, value] of fits) {
      t.strictSame(cell.read(given as Json), value, `${name}: ${JSON.stringify(given)}`)
    }
    for (const given of misfits) {
      t.equal(cell.read(given as Json), undefined, `${name}: not ${JSON.stringify(given)}`)
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

const rows: readonly (readonly [string, Row, unknown])[] = [
  [
    'every cell',
    { code: 'A', points: '5', metadata: '{"a":1}' },
    { values: { code: 'A', points: 5, metadata: { a: 1 } } }
  ],
  [
    'empty, null and missing cells say nothing',
    { code: 'A', points: '', metadata: null },
    { values: { code: 'A', points: null, metadata: null } }
  ],
  [
    'nothing but what is needed',
    { code: 'A' },
    { values: { code: 'A', points: null, metadata: null } }
  ],
  [
    'keys of metadata with columns of their own',
    { code: 'A', 'metadata.size': 'XL', 'metadata.none': '', metadata: { a: 1 } },
    { values: { code: 'A', points: null, metadata: { a: 1, size: 'XL' } } }
  ],
  [
    'keys of metadata alone',
    { code: 'A', 'metadata.size': 'XL' },
    { values: { code: 'A', points: null, metadata: { size: 'XL' } } }
  ],
  [
    'as many levels as in a request',
    { code: 'A', metadata: nested(31) },
    { values: { code: 'A', points: null, metadata: JSON.parse(nested(31)) } }
  ],
  ...[32, 5_000, 300_000].map(
    levels =>
      [
        `${levels} levels`,
        { code: 'A', metadata: nested(levels) },
        {
          findings: [
            { column: 'metadata', message: 'is nested deeper than is accepted here, 31 levels' }
          ]
        }
      ] as const
  ),
  [
    'as many keys of metadata as in a request',
    { code: 'A', metadata: keys(1_000) },
    { values: { code: 'A', points: null, metadata: keys(1_000) } }
  ],
  [
    'one more in a column of its own',
    { code: 'A', metadata: keys(1_000), 'metadata.size': 'XL' },
    { findings: [{ column: 'metadata', message: 'must have at most 1000 keys, not 1001' }] }
  ],
  [
    'a key that nobody should store in a column of its own',
    { code: 'A', 'metadata.__proto__': 'XL' },
    {
      findings: [{ column: 'metadata', message: 'has a property __proto__, which is not accepted' }]
    }
  ],
  [
    'keys whose names the decision looks at, because they may be stored',
    { code: 'A', metadata: { '': 1 }, [`metadata.${'n'.repeat(513)}`]: 'XL' },
    { values: { code: 'A', points: null, metadata: { '': 1, ['n'.repeat(513)]: 'XL' } } }
  ],
  [
    'a needed cell that is empty',
    { code: '' },
    {
      findings: [
        { column: 'code', message: 'is empty, and must be a text of at most 512 characters' }
      ]
    }
  ],
  [
    'every mistake of a row',
    { code: 5, points: 'x', size: 'XL' },
    {
      findings: [
        {
          column: 'size',
          message: 'is no column of this import; those are code, points, metadata'
        },
        { column: 'code', message: 'must be a text of at most 512 characters, and is 5' },
        { column: 'points', message: `must be a whole number from 0 to ${MAX}, and is "x"` }
      ]
    }
  ]
]

t.test('a row is read whole, or every mistake of it is told', async t => {
  for (const [title, row, outcome] of rows) t.strictSame(readRow(columns, row), outcome, title)
})

t.test('a column of one key of the metadata is known where there is metadata', async t => {
  const { code } = columns
  t.strictSame(unknownColumns(columns, ['code', 'metadata.size', 'size']), ['size'])
  t.strictSame(unknownColumns(columns, ['metadata.']), ['metadata.'], 'a key has a name')
  t.strictSame(unknownColumns({ code }, ['code', 'metadata.size']), ['metadata.size'])
})

t.test('the blanks around a key are part of it where a row is read exactly', t => {
  const columns: Columns = { code: needed(KEY, 'a code'), note: optional(TEXT, 'a note') }
  //     code      as it is        without its blanks
  const rows = [
    [' A ', ' A ', 'A'],
    ['A', 'A', 'A'],
    [' ', ' ', undefined],
    ['', undefined, undefined],
    [5, undefined, undefined]
  ] as const
  const read = (code: Json, isExact: boolean) => {
    const found = readRow(columns, { code, note: 'x' }, isExact)
    return 'findings' in found ? undefined : (found.values['code'] as Json)
  }
  for (const [code, exact, trimmed] of rows) {
    t.equal(read(code, true), exact, `${code} exactly`)
    t.equal(read(code, false), trimmed, `${code}`)
  }
  t.end()
})
