/**
 * Rows of files of exports: they say what a row of an import says, or are refused where they
 * contradict, or say what no import makes.
 */
import t from 'tap'
import { EXPORT_FIELDS } from '../../../src/decisions/exports.ts'
import {
  type Cell,
  type Columns,
  DAY,
  DISCOUNT,
  FLAG,
  headerFindings,
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
import { commandOf, FORMATS, type ImportKind } from '../../../src/decisions/imports/formats.ts'
import { findingOf } from '../../../src/decisions/imports/outcome.ts'
import type { ImportVoucher } from '../../../src/decisions/vouchers/import.ts'
import type { ExportedObject, Json } from '../../../src/model.ts'

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

const CARDS = 'camp_1'

const asked = (kind: ImportKind, row: ImportRow, more = {}) =>
  commandOf({ kind, given: {}, earns: false, ...more }, row)

t.test('every kind of voucher, customers and orders take each column of their export', async t => {
  const rows: readonly (readonly [ImportKind, ExportedObject])[] = [
    ['customers', 'customer'],
    ['cards', 'voucher'],
    ['gift-cards', 'voucher'],
    ['coupons', 'voucher'],
    ['vouchers', 'voucher'],
    ['orders', 'order']
  ]
  for (const [kind, exported] of rows) {
    const { fields } = EXPORT_FIELDS[exported]
    t.strictSame(headerFindings(FORMATS[kind].columnsOfFile, fields, {}), [], kind)
  }
})

const bare = { code: 'A', voucher_type: 'DISCOUNT_VOUCHER' }
const gift = { code: 'A', voucher_type: 'GIFT_VOUCHER' }
const card = { code: 'A', voucher_type: 'LOYALTY_CARD', customer: 'ada', campaign: 'Club' }
const written = { id: 'v_1', created_at: 'x', updated_at: 'x', redemption_count: '' }

// What a row of an export says, as a row of an import.
// biome-ignore format: a table
const same: readonly (readonly [ImportRow, ImportRow])[] = [
  [{ ...bare, customer_source_id: 'ada' }, { ...bare, customer: 'ada' }],
  [{ ...gift, value: '500', gift_balance: '200', customer_source_id: 'ada', ...written },
    { ...gift, amount: 500, balance: 200, customer: 'ada' }],
  [{ ...card, value: '900', loyalty_balance: ' 5 ', campaign_id: CARDS, redemption_count: '3' },
    { ...card, balance: 5, redemption_count: 3 }],
  [{ ...gift, amount: 5, balance: 5, campaign_id: CARDS },
    { ...gift, amount: 5, balance: 5, campaign: CARDS }],
  [{ ...gift, value: 5, balance: 5, ...{ validity_timeframe_interval: 'P2D' },
      ...{ validity_timeframe_duration: 'P1D' } },
    { ...gift, amount: 5, balance: 5, validity_timeframe: '{"interval":"P2D","duration":"P1D"}' }]
]

t.test('a row of an export says what a row of an import says', async t => {
  for (const [exported, row] of same) {
    t.strictSame(asked('vouchers', exported), asked('vouchers', row), JSON.stringify(exported))
    t.notOk('findings' in asked('vouchers', row))
  }
})

//  the columns of a discount, and what it is
// biome-ignore format: a table
const discounts = [
  [{ value: '500', discount_type: 'AMOUNT' }, { type: 'AMOUNT', amount_off: 500 }],
  [{ value: '12.5', discount_type: 'PERCENT', discount_amount_limit: '9' },
    { type: 'PERCENT', percent_off: 12.5, amount_limit: 9 }],
  [{ value: '0', discount_type: 'FIXED', discount_effect: 'APPLY_TO_ITEMS' },
    { type: 'FIXED', fixed_amount: 0, effect: 'APPLY_TO_ITEMS' }],
  [{ value: '2', discount_type: 'UNIT', discount_unit_type: 'prod_1',
      discount_unit_effect: 'ADD_NEW_ITEMS' },
    { type: 'UNIT', unit_off: 2, unit_type: 'prod_1', effect: 'ADD_NEW_ITEMS' }],
  [{ discount_type: 'UNIT', discount_effect: 'ADD_MANY_ITEMS' },
    { type: 'UNIT', effect: 'ADD_MANY_ITEMS' }]
] as const

t.test('value with discount_type and what is beside them are a discount', async t => {
  for (const [row, discount] of discounts) {
    t.match(asked('vouchers', { ...bare, ...row }), {
      command: { content: { type: 'DISCOUNT_VOUCHER', discount, shows: 'some' } }
    })
  }
})

t.test('the whole discount of an export says what value and the columns beside it say', async t => {
  const units = [{ unit_off: 1, unit_type: 'prod_1', effect: 'ADD_NEW_ITEMS' }]
  const rows = [
    [{ discount_type: 'UNIT' }, { type: 'UNIT', units }],
    [
      { discount_type: 'AMOUNT', value: '500' },
      { type: 'AMOUNT', amount_off: 500, aggregated_amount_limit: 900 }
    ],
    [{}, { type: 'PERCENT', percent_off: 5 }]
  ] as const
  for (const [row, discount] of rows) {
    const whole = JSON.stringify(discount)
    t.match(asked('vouchers', { ...bare, ...row, discount: whole }), {
      command: { content: { type: 'DISCOUNT_VOUCHER', discount, shows: 'all' } }
    })
    const other = { ...bare, discount_type: 'AMOUNT', value: '499', discount: whole }
    t.match(asked('vouchers', other), {
      findings: [{ column: 'discount', message: /only one of/ }]
    })
  }
  const { command } = asked(
    'vouchers',
    { ...bare, discount: '{"type":"UNIT"}' },
    { isJson: true }
  ) as {
    readonly command: ImportVoucher
  }
  t.notOk('shows' in command.content, 'JSON has no exports')
})

// What contradicts, or cannot be imported: the column that was sent, and what is said of it.
// biome-ignore format: a table
const misfits: readonly (readonly [ImportRow, string, RegExp])[] = [
  [{ ...gift, value: 500, amount: 400, balance: 1 }, 'value',
    /^is 500, and amount is 400; write one of them$/],
  [{ ...gift, value: 1.5, balance: 1 }, 'value', /^must be a whole number/],
  [{ ...gift, value: 5 }, 'balance', /^is empty/],
  [{ ...bare, value: 5 }, 'discount_type', /^is empty, but must say what value means$/],
  [{ ...bare, discount_effect: 'X' }, 'discount_type', /^is empty/],
  [{ ...bare, discount_type: 'SOME', value: 5 }, 'discount_type', /^must be one of AMOUNT/],
  [{ ...bare, discount_type: 'AMOUNT', value: 'x' }, 'value', /^must be a number/],
  [{ ...bare, discount_type: 'AMOUNT', value: 5, amount_off: 4 }, 'value',
    /or value with discount_type, can be said$/],
  [{ ...bare, discount_type: 'UNIT', value: 5, discount_effect: 'A', discount_unit_effect: 'B' },
    'discount_unit_effect', /^must be A, as discount_effect$/],
  [{ ...bare, formula: 'x' }, 'formula', /^must be empty, and is "x"$/],
  [{ ...bare, lots: '[{"points":1}]' }, 'lots', /^must be empty/],
  [{ ...bare, gift_effect: 'APPLY_TO_ORDER' }, 'gift_effect', /^must be empty/],
  [{ ...gift, value: 5, balance: 1, discount: '{"type":"UNIT"}' }, 'discount', /^must be empty/],
  [{ ...bare, is_referral_code: 'true' }, 'is_referral_code', /^must be false/],
  [{ ...bare, validation_rules_id: 'val_1' }, 'validation_rules_id',
    /^cannot be imported; empty it/],
  [{ ...bare, customer_id: 'cust_1' }, 'customer_id', /^is of a customer without a source_id/],
  [{ ...bare, validity_timeframe_interval: 'P1D' }, 'validity_timeframe_duration',
    /^is empty, and the other half/],
  [{ ...bare, validity_timeframe_duration: 'P1D' }, 'validity_timeframe_interval',
    /^is empty, and the other half/]
]

t.test('what contradicts in a row of an export is refused by the column that was sent', async t => {
  for (const [row, column, message] of misfits) {
    t.match(asked('vouchers', row), { findings: [{ column, message }] }, JSON.stringify(row))
  }
  t.match(asked('coupons', gift), {
    findings: [{ column: 'voucher_type', message: 'must be DISCOUNT_VOUCHER here' }]
  })
  const refusal = { key: 'invalid_payload', details: 'Property .balance: 5 is above' } as const
  const row = { ...gift, gift_balance: '5' }
  t.strictSame(findingOf(refusal, FORMATS.vouchers, row).column, 'gift_balance')
})

t.test('a file for a campaign has no rows of another', async t => {
  const into = { id: CARDS, name: 'Club' }
  const { voucher_type: _, campaign: __, ...row } = { ...card, balance: 5 }
  const own = asked('cards', { ...row, campaign: CARDS })
  for (const names of [{}, { campaign: 'Club' }, { campaign: CARDS, campaign_id: CARDS }]) {
    t.strictSame(asked('cards', { ...row, ...names }, { into }), own)
  }
  for (const names of [{ campaign: 'Other' }, { campaign: 'Club', campaign_id: 'camp_2' }]) {
    const message = 'must be Club, which the file is imported into'
    t.match(asked('cards', { ...row, ...names }, { into }), { findings: [{ message }] })
  }
})

t.test('JSON and project files have no columns of exports', async t => {
  const row = { ...gift, value: 5, balance: 5 }
  for (const more of [{ isJson: true }, { edits: true }]) {
    t.match(asked('vouchers', row, more), {
      findings: [{ column: 'value', message: /^is no column of this import/ }, { column: 'amount' }]
    })
  }
})

const order = { source_id: 'o-1', created_at: '2026-03-01T10:00:00Z', status: 'PAID' }

t.test('an order of an export is one where its lines had no discounts of their own', async t => {
  const sums = { total_discount_amount: '5', total_amount: '95', items_discount_amount: '' }
  const amounts = { amount: '100', discount_amount: '5' }
  t.strictSame(
    asked('orders', {
      ...{ ...order, ...amounts, ...sums, id: 'ord_1', updated_at: 'x', returned_amount: '5' }
    }),
    asked('orders', { ...order, ...amounts })
  )
  t.strictSame(asked('orders', { ...order, total_amount: '' }), asked('orders', order))
  const ids = { customer_id: 'cust_1', referrer_id: 'cust_2' }
  t.match(asked('orders', { ...order, ...ids }), {
    command: { customer: { id: 'cust_1' }, referrerId: 'cust_2' }
  })
  const sourceIds = [
    { customer: 'ada', referrer: 'ben' },
    { customer_source_id: 'ada', referrer_source_id: 'ben' }
  ]
  for (const names of sourceIds) {
    t.match(asked('orders', { ...order, ...ids, ...names }), {
      command: { customer: { sourceId: 'ada' }, referrerId: 'ben' }
    })
  }
  // biome-ignore format: a table
  const refusals = [
    [{ ...amounts, total_amount: '90' }, 'total_amount',
      /^is 90, but this row without items makes it 95;/],
    [{ total_amount: '90' }, 'total_amount',
      /^is 90, but this row without items makes it nothing;/],
    [{ items_discount_amount: '5' }, 'items_discount_amount',
      /^is 5, but this row without items makes it 0;/],
    [{ ...amounts, total_discount_amount: 'x' }, 'total_discount_amount',
      /^must be a whole number/],
    [{ customer: 'ada', customer_source_id: 'ben' }, 'customer_source_id',
      /^is ben, and customer is ada; write one of them$/]
  ] as const
  for (const [row, column, message] of refusals) {
    t.match(asked('orders', { ...order, ...row }), { findings: [{ column, message }] })
  }
  const lines = [{ source_id: 'mug', discount_amount: 5, amount: 20 }]
  t.notOk('findings' in asked('orders', { ...order, items: lines, items_discount_amount: 5 }))
})
