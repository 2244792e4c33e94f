import t from 'tap'
import type { ImportRow } from '../../../src/decisions/imports/columns.ts'
import { commandOf, FORMATS, type ImportKind } from '../../../src/decisions/imports/formats.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'

const MARCH = '2026-03-01T10:00:00.000Z'

const voucher = {
  code: 'A',
  campaign: null,
  customer: null,
  redemptionCount: null,
  settings: {}
}

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
