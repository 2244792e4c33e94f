import t from 'tap'
import { type ImportRow, LOTS_MAX, readRow } from '../../../src/decisions/imports/columns.ts'
import {
  commandOf,
  FORMATS,
  type ImportKind,
  importCustomersUsingCsv,
  importVouchersToCampaign,
  importVouchersToCampaignUsingCsv,
  importVouchersUsingCsv,
  type SentFile
} from '../../../src/decisions/imports/formats.ts'
import { findingOf, foundInJson } from '../../../src/decisions/imports/outcome.ts'
import { invalidPayload, notFound, type Refusal } from '../../../src/decisions/refusals.ts'
import type { Json } from '../../../src/model.ts'
import { decided, refused } from '../../support/decided.ts'
import { givenCampaign, givenOccasion } from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'

const MARCH = '2026-03-01T10:00:00.000Z'

const voucher = { code: 'A', campaign: null, customer: null, redemptionCount: null, settings: {} }

const asked = (kind: ImportKind, row: ImportRow, earns = false) =>
  commandOf({ kind, given: {}, earns }, row)

t.test('a customer is what the cells say, and the rest stays as it is', async t => {
  const is = (row: ImportRow, command: object) =>
    t.strictSame(asked('customers', row), { noun: 'customer', command })
  is({ source_id: 'ada' }, { sourceId: 'ada' })
  const name = { name: 'Ada', email: 'ada@mail.test', phone: '+43 1', description: 'regular' }
  const lines = { line_1: 'Ring 1', line_2: 'Top 2', postal_code: '1010' }
  const address = { ...lines, city: 'Vienna', state: 'W', country: 'AT' }
  const cells = Object.entries(address).map(([line, cell]) => [`address_${line}`, cell])
  const said = { ...name, birthdate: '1990-12-10' }
  is(
    { source_id: 'ada', ...said, ...Object.fromEntries(cells), 'metadata.size': 'XL' },
    { sourceId: 'ada', ...said, address, metadata: { size: 'XL' } }
  )
})

t.test('a voucher holds what its kind says', async t => {
  const A = { code: 'A' }
  const row = { ...A, campaign: 'Club', customer: 'ada', balance: '12' }
  const club = { campaign: 'Club', customer: 'ada' }
  const dates = { start_date: MARCH, expiration_date: MARCH, active: 'false' }
  const said = { settings: { startDate: MARCH, expirationDate: MARCH, active: false } }
  const counts = { redemption_quantity: 5, redemption_count: 2 }
  const counted = { redemptionCount: 2, settings: { redemptionQuantity: 5 } }
  const card = (expiresOn: string | null) => ({
    content: { type: 'LOYALTY_CARD', points: { balance: 12, expiresOn } }
  })
  const gift = (amount: number, balance: number) => ({
    content: { type: 'GIFT_VOUCHER', credit: { amount, balance } }
  })
  const coupon = (discount: object | null, more = {}) => ({
    content: { type: 'DISCOUNT_VOUCHER', discount, ...more }
  })
  const percent = (percent_off: number) => coupon({ type: 'PERCENT', percent_off })
  const unit = { type: 'UNIT', unit_off: 1 }
  const ownGift = { ...A, voucher_type: 'GIFT_VOUCHER', amount: 5, balance: 2 }
  const ownCoupon = { ...A, voucher_type: 'DISCOUNT_VOUCHER', percent_off: 5 }
  const rows: readonly (readonly [ImportKind, ImportRow, object])[] = [
    ['cards', row, { ...club, ...card(null) }],
    ['cards', { ...row, ...counts }, { ...club, ...counted, ...card(null) }],
    ['cards', { ...row, expires_on: 'never', ...dates }, { ...club, ...said, ...card('never') }],
    [
      'gift-cards',
      { ...A, amount: 500, balance: 200, ...counts },
      { ...counted, ...gift(500, 200) }
    ],
    ['coupons', A, coupon(null)],
    ['coupons', { ...A, percent_off: '12.5', ...counts }, { ...counted, ...percent(12.5) }],
    ['coupons', { ...A, amount_off: '500' }, coupon({ type: 'AMOUNT', amount_off: 500 })],
    ['coupons', { ...A, discount: JSON.stringify(unit) }, coupon(unit, { shows: 'all' })],
    ['vouchers', ownGift, gift(5, 2)],
    ['vouchers', ownCoupon, percent(5)]
  ]
  for (const [kind, row, command] of rows) {
    const whole = { noun: 'voucher', command: { ...voucher, ...command } }
    t.strictSame(asked(kind, row), whole, JSON.stringify(row))
  }
  const misfits = [
    [{ ...ownGift, percent_off: 5 }, 'percent_off'],
    [{ ...A, voucher_type: 'LOYALTY_CARD' }, 'campaign'],
    [A, 'voucher_type']
  ] as const
  for (const [row, column] of misfits) t.match(asked('vouchers', row), { findings: [{ column }] })
})

t.test('a coupon has one discount', async t => {
  const message = 'only one of percent_off, amount_off and discount can be said'
  t.strictSame(asked('coupons', { code: 'A', percent_off: 5, amount_off: 5 }), {
    findings: [{ column: 'discount', message }]
  })
})

t.test('an order has its date, its lines and whether it earns', async t => {
  const bare = { source_id: 'o-1', created_at: MARCH, status: 'PAID' }
  const order = givenOrderCommand({ sourceId: 'o-1', status: 'PAID', items: undefined })
  t.strictSame(asked('orders', bare), {
    noun: 'order',
    command: { ...order, customer: undefined, date: MARCH, earns: false }
  })
  const items = [
    { source_id: 'mug', quantity: 2, price: 900, metadata: { cup: 'big' } },
    { sku_id: 'sku_1', product_id: 'prod_1', related_object: 'sku', amount: 5, discount_amount: 1 }
  ]
  const full = { ...bare, customer: 'ada', amount: 1805, discount_amount: 5, metadata: { a: 1 } }
  t.strictSame(asked('orders', { ...full, items }, true), {
    noun: 'order',
    command: {
      ...order,
      customer: { sourceId: 'ada' },
      amount: 1805,
      discountAmount: 5,
      metadata: { a: 1 },
      items: [
        givenItemCommand({ sourceId: 'mug', quantity: 2, price: 900, metadata: { cup: 'big' } }),
        givenItemCommand({
          productId: 'prod_1',
          skuId: 'sku_1',
          relatedObject: 'sku',
          amount: 5,
          discountAmount: 1
        })
      ],
      date: MARCH,
      earns: true
    }
  })
})

t.test('a mistake in a line of an order is told with its place', async t => {
  const bare = { source_id: 'o-1', created_at: MARCH, status: 'PAID' }
  t.strictSame(asked('orders', { ...bare, items: '["mug",{"quantity":-1}]' }), {
    findings: [
      { column: 'items', message: 'items[0] must be an object' },
      {
        column: 'items',
        message: 'items[1].quantity must be a whole number from 0 to 9007199254740991, and is -1'
      }
    ]
  })
})

t.test('a row of any kind without what is needed is refused', async t => {
  const kinds = Object.keys(FORMATS) as ImportKind[]
  for (const kind of kinds) {
    const wanted = Object.entries(FORMATS[kind].columns)
      .filter(([, { isNeeded }]) => isNeeded)
      .map(([column, { expects, option }]) => {
        const or = option === undefined ? '' : `; ${option} says it for all rows`
        return { column, message: `is empty, and must be ${expects}${or}` }
      })
    t.strictSame(asked(kind, {}), { findings: wanted }, kind)
  }
})

t.test('what a row leaves open is given, and what no answer could hold is found', async t => {
  const cards = {
    kind: 'cards',
    given: { campaign: 'Club', customer: 'eve' },
    earns: false
  } as const
  t.match(commandOf(cards, { code: 'A', customer: 'mia', balance: 5, campaign: '' }), {
    command: { campaign: 'Club', customer: 'mia' }
  })
  t.strictSame(asked('customers', { source_id: 'a', metadata: '{"a":"\\u0000"}' }), {
    findings: [{ column: 'metadata', message: 'holds the character U+0000, which is not accepted' }]
  })
})

t.test('in an edit null clears, and a coupon of a campaign gets its own discount afterwards', t => {
  const edit = (kind: ImportKind, row: ImportRow) =>
    commandOf({ kind, given: {}, earns: false, edits: true }, row)
  const nothing = { source_id: 'ada', name: null, address_city: null, metadata: null, email: '' }
  t.strictSame(edit('customers', nothing), {
    noun: 'customer',
    command: { sourceId: 'ada', name: null, address: { city: null }, metadata: null }
  })
  t.strictSame(asked('customers', nothing), { noun: 'customer', command: { sourceId: 'ada' } })
  const own = { code: 'A', campaign: 'Spring', percent_off: 5 }
  const discount = { type: 'PERCENT', percent_off: 5 }
  t.match(edit('coupons', own), {
    command: { content: { discount: null }, settings: { discount } }
  })
  t.match(asked('coupons', own), { command: { content: { discount } } })
  t.match(edit('coupons', { code: 'A', percent_off: 5 }), { command: { content: { discount } } })
  const order = {
    source_id: '1',
    created_at: MARCH,
    status: 'PAID',
    metadata: null,
    referrer: 'mia'
  }
  t.match(edit('orders', order), { command: { metadata: {}, referrerId: 'mia' } })
  t.match(asked('orders', order), { command: { metadata: undefined, referrerId: 'mia' } })
  t.end()
})

const CARD = { code: 'A', campaign: 'Club', customer: 'ada' }

/** What a card of these cells is, or why it is none. */
function read(row: ImportRow, edits = false) {
  const asked = commandOf({ kind: 'cards', given: {}, earns: false, edits }, { ...CARD, ...row })
  return 'findings' in asked ? asked.findings : asked
}

const MAX = Number.MAX_SAFE_INTEGER
const EXAMPLE = '[{"points":300,"expires_on":"2026-12-31"}]'
const EXPECTED = `a JSON array of 1 to ${LOTS_MAX} such as ${EXAMPLE}`

t.test('lots are points by their last day', async t => {
  const lots = [
    { points: 2, expires_on: '2030-01-01' },
    { points: 3, expires_on: null }
  ]
  const said = [
    { points: 2, expiresOn: '2030-01-01' },
    { points: 3, expiresOn: null }
  ]
  for (const cell of [lots, JSON.stringify(lots), [lots[0], { points: 3 }]]) {
    const content = { type: 'LOYALTY_CARD', points: { balance: 5, expiresOn: null, lots: said } }
    t.match(read({ balance: 5, lots: cell as never }), { command: { content } })
  }
})

t.test('lots that cannot be are findings of their places', async t => {
  //  the lots, what is wrong
  // biome-ignore format: a table
  const rows: readonly (readonly [unknown, readonly string[]])[] = [
    ['[', [`must be ${EXPECTED}, and is "["`]],
    [{}, [`must be ${EXPECTED}, and is {}`]],
    [[], [`must be ${EXPECTED}, and is []`]],
    [[5], ['lots[0] must be an object']],
    [[{ points: 0 }], [`lots[0].points must be a whole number from 1 to ${MAX}, and is 0`]],
    [[{ points: '5' }], [`lots[0].points must be a whole number from 1 to ${MAX}, and is "5"`]],
    [[{}], [`lots[0].points is empty, and must be a whole number from 1 to ${MAX}`]],
    [[{ points: 5, day: 1 }],
      ['lots[0].day is no column of this import; those are points, expires_on']],
    [[{ points: 2 }, { points: 1, expires_on: '2030-01-01' }, { points: 2 }, { points: 0 }],
      ['lots[2].expires_on is the same as that of lots[0], whose points also have no last day; ' +
          'add them up', `lots[3].points must be a whole number from 1 to ${MAX}, and is 0`]],
    [[{ points: 2, expires_on: '2030-01-01' }, { points: 3, expires_on: '2030-01-01' }],
      ['lots[1].expires_on is the same as that of lots[0], whose points also lapse after ' +
          '2030-01-01; add them up']],
    [[{ points: 4 }], ['lots have 4 points together, and balance is 5; write the same']]
  ]
  for (const [lots, messages] of rows) {
    const findings = messages.map(message => ({ column: 'lots', message }))
    t.strictSame(read({ balance: 5, lots: lots as never }), findings, JSON.stringify(lots))
  }
  t.strictSame(read({ balance: 5, expires_on: 'never', lots: [{ points: 5 }] }), [
    {
      column: 'expires_on',
      message: 'is that of all points, and lots say it of each; write one of the two'
    }
  ])
  t.match(read({ balance: 5, lots: Array(LOTS_MAX + 1).fill({ points: 1 }) }), [
    { column: 'lots', message: /^must be a JSON array of 1 to 1000/ }
  ])
})

const WINDOW = { start_time: '08:00', expiration_time: '12:00' }

t.test('recurring windows are read as a request has them', async t => {
  //  the column, the cell, what it is; undefined: it is refused
  const rows: readonly (readonly [string, unknown, unknown])[] = [
    ['validity_timeframe', { interval: 'P2D', duration: 'P1D' }, 'timeframe'],
    ['validity_timeframe', { interval: 'P2D' }, undefined],
    ['validity_timeframe', { interval: 'P2D', duration: 'P'.repeat(65) }, undefined],
    ['validity_timeframe', { interval: 'P2D', duration: 'P1D', from: 1 }, undefined],
    ['validity_timeframe', [], undefined],
    ['validity_day_of_week', [0, 6], 'daysOfWeek'],
    ['validity_day_of_week', '[0,6]', 'daysOfWeek'],
    ['validity_day_of_week', [0, 1, 2, 3, 4, 5, 6, 0], undefined],
    ['validity_day_of_week', ['0'], undefined],
    ['validity_day_of_week', 5, undefined],
    ['validity_hours', { daily: [WINDOW] }, 'hours'],
    ['validity_hours', { daily: [{ ...WINDOW, days_of_week: [1] }] }, 'hours'],
    ['validity_hours', { daily: [{ ...WINDOW, days_of_week: null }] }, 'hours'],
    ['validity_hours', { daily: [{ ...WINDOW, days_of_week: 'x' }] }, undefined],
    ['validity_hours', { daily: [{ ...WINDOW, start_time: 8 }] }, undefined],
    ['validity_hours', { daily: [{ ...WINDOW, expiration_time: '12:00:00' }] }, undefined],
    ['validity_hours', { daily: [{ ...WINDOW, until: 1 }] }, undefined],
    ['validity_hours', { daily: [5] }, undefined],
    ['validity_hours', { daily: {} }, undefined],
    ['validity_hours', { hourly: [] }, undefined],
    ['validity_hours', 'x', undefined]
  ]
  for (const [column, cell, setting] of rows) {
    const found = read({ balance: 0, [column]: cell as never })
    const what = `${column} ${JSON.stringify(cell)}`
    if (setting === undefined) t.match(found, [{ column, message: /^must be / }], what)
    else t.ok('command' in found && String(setting) in (found.command as never)['settings'], what)
  }
})

t.test('an edit says all settings, and null clears those that can be nothing', async t => {
  const row = { balance: 0, category: null, metadata: null, expiration_date: null }
  t.match(read(row, true), {
    command: { settings: { category: null, metadata: null, expirationDate: null } }
  })
  const { settings } = (read(row, true) as { command: { settings: object } }).command
  t.strictSame(Object.keys(settings).sort(), ['category', 'expirationDate', 'metadata'])
  const message = 'cannot be null; leave it out, or write a value'
  t.strictSame(read({ ...row, active: null }, true), [{ column: 'active', message }])
  t.match(read({ ...row, balance: 'x', active: null, lots: null }, true), [
    { column: 'lots', message },
    { column: 'active', message },
    { column: 'balance', message: /^must be a whole number/ }
  ])
  t.strictSame(
    (read(row) as { command: { settings: object } }).command.settings,
    {},
    'an import says nothing of it'
  )
})

const { discount } = FORMATS.coupons.columns
const MUG = { id: 'prod_00mug', name: 'Mug', source_id: 'mug' }
const UNIT = { type: 'UNIT', unit_off: 1, unit_type: 'x'.repeat(512), product: MUG }
const many = (...units: Json[]) => ({ type: 'UNIT', effect: 'ADD_MANY_ITEMS', units })

const reference = (property: string) =>
  `must have an id and a name, and perhaps a source_id, as texts for ${property}`
const TYPE = 'must have a text of at most 512 characters for'

//  discount                                                    what is wrong
const CELLS = [
  [{ type: 'AMOUNT', amount_off: 1, effect: 'APPLY_TO_ITEMS' }, null],
  [{ type: 'AMOUNT', amount_off: 1, effect: null }, 'has null for effect; leave it out'],
  [UNIT, null],
  [{ ...UNIT, unit_type: 'x'.repeat(513) }, `${TYPE} unit_type`],
  [{ ...UNIT, unit_type: 7 }, `${TYPE} unit_type`],
  [{ ...UNIT, product: 'mug' }, reference('product')],
  [{ ...UNIT, sku: { id: 'sku_1' } }, reference('sku')],
  [{ ...UNIT, sku: { ...MUG, id: '' } }, reference('sku')],
  [{ ...UNIT, sku: { ...MUG, id: 'x'.repeat(65) } }, reference('sku')],
  [{ ...UNIT, sku: { ...MUG, source_id: 5 } }, reference('sku')],
  [{ ...UNIT, sku: { ...MUG, price: 5 } }, reference('sku')],
  [many(...Array(100).fill(UNIT)), null],
  [many(...Array(101).fill(UNIT)), 'has 101 units, and may have 100'],
  [many(UNIT, { ...UNIT, effect: null }), 'has null for units[1].effect; leave it out'],
  [many(UNIT, { ...UNIT, product: [] }), reference('units[1].product')],
  [many(5), null]
] as const

t.test('a discount of a cell is bound as that of a request is', async t => {
  for (const [cell, message] of CELLS) {
    for (const sent of [cell, JSON.stringify(cell)] as Json[]) {
      const read = readRow({ discount }, { discount: sent })
      t.strictSame(
        read,
        message === null
          ? { values: { discount: cell } }
          : { findings: [{ column: 'discount', message }] },
        JSON.stringify(cell).slice(0, 200)
      )
    }
  }
})

const misfit = (details: string): Refusal => ({ key: 'metadata_validation_failed', details })

//   kind         refusal                                             column, message
// biome-ignore format: a table
const rows: readonly (readonly [ImportKind, Refusal, string, string])[] = [
  ['cards', notFound('campaign', 'Club'), 'campaign', 'Cannot find campaign with id Club'],
  ['orders', notFound('product', 'mug'), 'items', 'Cannot find product with id mug'],
  ['orders', notFound('customer', 'ada'), 'customer', 'Cannot find customer with id ada'],
  ['customers', notFound('customer', 'ada'), 'source_id', 'Cannot find customer with id ada'],
  ['cards', invalidPayload('expires_on', 'is over'), 'expires_on', 'is over'],
  ['coupons', invalidPayload('discount.percent_off', 'is 0'), 'percent_off', 'is 0'],
  ['coupons', invalidPayload('discount.unit_type', 'is 0'), 'discount', 'is 0'],
  ['coupons', invalidPayload('redemption.quantity', 'is 0'), 'redemption_quantity', 'is 0'],
  ['coupons', invalidPayload('type', 'will not do'), 'campaign', 'will not do'],
  ['customers', misfit('customer.metadata: size: must'), 'metadata',
    'customer.metadata: size: must'],
  ['orders', misfit('order.items[0].metadata: a'), 'items', 'order.items[0].metadata: a'],
  ['coupons', misfit('“?” is no code'), 'code', '“?” is no code'],
  ['coupons', misfit('Every code is taken'), 'code', 'Every code is taken']
]

t.test('a refusal is put down to its column, or else to the key of the row', async t => {
  for (const [kind, refusal, column, message] of rows) {
    t.strictSame(findingOf(refusal, FORMATS[kind], {}), { column, message }, refusal.details)
  }
})

t.test('a refusal is put down to a column that the row fills', async t => {
  const refusal = invalidPayload('discount.percent_off', 'is 0')
  const discount = { type: 'PERCENT', percent_off: 0 }
  const columnOf = (row: ImportRow) => findingOf(refusal, FORMATS.coupons, row).column
  t.equal(columnOf({ discount, code: 'A' }), 'discount')
  t.equal(columnOf({ discount, percent_off: '', amount_off: null }), 'discount')
  t.equal(columnOf({ percent_off: '0', discount: '' }), 'percent_off')
  const whole = invalidPayload('discount', 'is of the campaign')
  t.equal(findingOf(whole, FORMATS.coupons, { code: 'A', amount_off: '500' }).column, 'amount_off')
  const nobody = notFound('customer', 'mia')
  const whoOf = (row: ImportRow) => findingOf(nobody, FORMATS.orders, row).column
  t.equal(whoOf({ referrer: 'mia' }), 'referrer')
  t.equal(whoOf({ customer: 'ada', referrer: 'mia' }), 'referrer')
  t.equal(whoOf({ customer: 'mia', referrer: 'ada' }), 'customer')
})

//  the cells of a voucher that was sent as JSON, its columns, whether it is a card, what is told
const json: readonly (readonly [ImportRow, readonly string[], boolean, readonly string[]])[] = [
  [{ amount: 5, balance: 6 }, ['balance', 'amount'], false, ['gift.balance: x', 'gift.amount: x']],
  [{ balance: 6 }, ['balance'], true, ['loyalty_card.balance: x']],
  [{ balance: 6 }, ['balance'], false, ['loyalty_card.balance: x']],
  [{ amount: 6, balance: 6 }, ['balance'], true, ['gift.balance: x']],
  [{}, ['amount', 'balance'], false, ['gift: is required']],
  [{}, ['balance'], true, ['loyalty_card: is required']],
  [{ redemption_quantity: 0 }, ['redemption_quantity'], false, ['redemption.quantity: x']],
  [{ redemption_count: 0 }, ['redemption_count'], false, ['redemption.redeemed_quantity: x']],
  [{}, ['voucher_type', 'percent_off'], false, ['type: x', 'discount: x']],
  [{}, ['amount_off', 'customer'], false, ['discount: x', 'customer: x']]
]

t.test('what is wrong with a voucher sent as JSON is put down to its property', async t => {
  for (const [row, columns, isCard, told] of json) {
    const findings = columns.map(column => ({ column, message: 'x' }))
    const expected = told.map(each => ({ column: null, message: `Property .${each}` }))
    t.strictSame(foundInJson(findings, row, isCard), expected, JSON.stringify([row, columns]))
  }
  const whole = [{ column: null, message: 'x' }]
  t.strictSame(foundInJson(whole, {}, false), whole)
  const stranger = { column: 'amount', message: 'is no column of this import; those are code' }
  const message = 'Property .gift.amount: does not go with the type of this voucher; leave it out'
  t.strictSame(foundInJson([stranger], { amount: 1 }, false), [{ column: null, message }])
})

const file = (...header: readonly string[]): SentFile => ({
  header,
  rows: [
    { line: 2, cells: header.map(() => 'x') },
    { line: 3, findings: [{ column: null, message: 'cannot be read' }] }
  ]
})

const NOTHING = { doneCount: 0, failedCount: 0, errors: [], earns: false }

t.test('importCustomersUsingCsv, importVouchersUsingCsv: rows wait as they were sent', async t => {
  const rows = [
    [importCustomersUsingCsv, 'customers', file('source_id')],
    [importVouchersUsingCsv, 'vouchers', file('code', 'voucher_type')]
  ] as const
  for (const [accept, kind, sent] of rows) {
    const { changes } = decided(accept(sent, givenOccasion()))
    const data = { ...NOTHING, kind, given: {}, header: sent.header }
    const [queued] = changes.filter(change => change.kind === 'job.queued')
    t.match(queued?.job, { task: 'rows.import', queue: 'orders', total: 2 })
    t.strictSame(queued?.job.data, data)
    t.strictSame(queued?.chunks, [sent.rows])
    t.equal(queued?.chunks[0]?.[0], sent.rows[0], 'a payload of megabytes is not copied')
  }
})

t.test('importVouchersToCampaign: items wait by their index, and belong to the campaign', t => {
  const rows = [{ code: 'A' }, { code: 'B', voucher_type: 'LOYALTY_CARD' }]
  const { changes } = decided(importVouchersToCampaign(givenCampaign(), rows, givenOccasion()))
  const into = { id: givenCampaign().id, name: givenCampaign().name }
  const chunk = [
    { index: 0, row: { code: 'A' } },
    { index: 1, row: { code: 'B' } }
  ]
  t.match(changes[1], {
    job: { data: { kind: 'cards', given: {}, into, isJson: true, header: [] } },
    chunks: [chunk]
  })
  t.end()
})

//  the columns of a file, and what is said of its first line
const headers = [
  [['code', 'balance'], 'column customer: is missing'],
  [['code', 'customer', 'balance', 'balance'], 'column balance: is there twice']
] as const

t.test('importVouchersToCampaignUsingCsv: a header that does not fit is refused', async t => {
  for (const [header, told] of headers) {
    const asked = importVouchersToCampaignUsingCsv(
      givenCampaign(),
      file(...header),
      givenOccasion()
    )
    const details = `Property .file: line 1, ${told}`
    t.strictSame(refused(asked), { key: 'invalid_payload', details })
  }
})
