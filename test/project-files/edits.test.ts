import t from 'tap'
import { audit } from '../../src/storage/audit/audit.ts'
import { NOW } from '../support/given.ts'
import { edited, FILE, givenShop, type Section, type Values } from './support/edited-shop.ts'

const NOTHING_CHANGED = {
  customers: { made: 0, changed: 0, unchanged: 2, bad: 0 },
  cards: { made: 0, changed: 0, unchanged: 1, bad: 0 },
  gift_cards: { made: 0, changed: 0, unchanged: 1, bad: 0 },
  coupons: { made: 0, changed: 0, unchanged: 2, bad: 0 },
  orders: { made: 0, changed: 0, unchanged: 2, bad: 0 }
}

/** A section, other cells in one of its rows, and each difference as column, from, to. */
type Edit = readonly [
  section: Section,
  name: string,
  cells: Values,
  differences: readonly (readonly [string, unknown, unknown])[],
  index?: number
]

const until = '2031-01-01T00:00:00.000Z'
const since = '2026-01-01T00:00:00.000Z'
const morning = { start_time: '08:00', expiration_time: '12:00' }
const hours = {
  daily: [morning, { start_time: '13:00', expiration_time: '14:00', days_of_week: [1, 5] }]
}
const line = { source_id: 'mug', quantity: 2, price: 900, amount: 1800 }
const tea = { source_id: 'tea', quantity: 1, price: 400, amount: 400 }

// biome-ignore format: a table
const EDITS: readonly Edit[] = [
  ['customers', 'lena', { name: 'Lena M.' }, [['name', 'Lena', 'Lena M.']]],
  ['customers', 'lena', { name: null }, [['name', 'Lena', null]]],
  ['customers', 'lena', { name: '', email: '' },
    [['name', 'Lena', ''], ['email', 'lena@example.com', '']]],
  ['customers', 'lena', { birthday: '1990-02-03' }, [['birthday', null, '1990-02-03']]],
  ['customers', 'lena', { address_city: null }, [['address_city', 'Ulm', null]]],
  ['customers', 'lena', { address_line_1: null, address_city: null },
    [['address_line_1', 'One Road 1', null], ['address_city', 'Ulm', null]]],
  ['customers', 'lena', { metadata: { size: 'S' } },
    [['metadata', { size: 'XL', hat: 57 }, { size: 'S' }]]],
  ['customers', 'lena', { metadata: null }, [['metadata', { size: 'XL', hat: 57 }, {}]]],
  ['customers', 'lena', { metadata: {} }, [['metadata', { size: 'XL', hat: 57 }, {}]]],
  ['cards', 'CARD', { active: false }, [['active', true, false]]],
  [
    'cards',
    'CARD',
    { start_date: since, expiration_date: until, category: 'Sale', redemption_quantity: 9 },
    [
      ['redemption_quantity', null, 9],
      ['start_date', null, since],
      ['expiration_date', null, until],
      ['category', null, 'Sale']
    ]
  ],
  ['cards', 'CARD', { metadata: { from: 'web' } },
    [['metadata', { from: 'till', till: 1 }, { from: 'web' }]]],
  ['cards', 'CARD', { metadata: null }, [['metadata', { from: 'till', till: 1 }, {}]]],
  [
    'gift_cards',
    'GIFT',
    { additional_info: null, gift_effect: 'APPLY_TO_ITEMS', validity_hours: hours },
    [
      ['validity_hours', null, hours],
      ['additional_info', 'A note', null],
      ['gift_effect', null, 'APPLY_TO_ITEMS']
    ]
  ],
  ['gift_cards', 'GIFT', { additional_info: '' }, [['additional_info', 'A note', '']]],
  [
    'coupons',
    'TEN',
    { discount: { type: 'AMOUNT', amount_off: 300 }, redemption_quantity: null },
    [
      ['discount', { type: 'PERCENT', percent_off: 10 }, { type: 'AMOUNT', amount_off: 300 }],
      ['redemption_quantity', 3, null]
    ]
  ],
  [
    'coupons',
    'SPRING',
    { expiration_date: null, percent_off: 7, validity_day_of_week: [0, 6] },
    [
      ['discount', { type: 'PERCENT', percent_off: 5 }, { type: 'PERCENT', percent_off: 7 }],
      ['expiration_date', '2030-06-01T00:00:00.000Z', null],
      ['validity_day_of_week', null, [0, 6]]
    ],
    1
  ],
  ['orders', 'o-1', { status: 'PAID' }, [['status', 'CREATED', 'PAID']]],
  ['orders', 'o-1', { metadata: { bag: 2 } }, [['metadata', { till: 1 }, { bag: 2 }]]],
  ['orders', 'o-1', { amount: 2200, items: [line, tea] },
    [['amount', 1800, 2200], ['items', [line], [line, tea]]]],
  [
    'orders',
    'o-2',
    { amount: 900, discount_amount: 100, customer: 'tom', referrer: 'lena' },
    [
      ['customer', null, 'tom'],
      ['referrer', null, 'lena'],
      ['amount', 700, 900],
      ['discount_amount', null, 100]
    ],
    1
  ]
]

for (const [section, name, cells, told, index = 0] of EDITS) {
  t.test(`${section} ${name}: ${JSON.stringify(cells)} is reached once`, async t => {
    const { store, load, dumped } = await givenShop(t)
    const before = await dumped()
    const file = edited(section, cells, index)
    const differences = told.map(([column, from, to]) => ({ column, from, to }))
    const edits = [{ section, name, differences }]
    t.strictSame((await load(file, { dryRun: true })).edits, edits, 'a dry run tells it')
    t.equal(await dumped(), before, 'and writes nothing')
    const loaded = await load(file)
    t.strictSame(loaded.edits, edits)
    t.match(loaded.rows[section], { changed: 1, made: 0 })
    const after = await dumped()
    t.not(after, before)
    const again = await load(file)
    t.strictSame([again.rows, again.edits], [NOTHING_CHANGED, []], 'loading twice changes nothing')
    t.equal(await dumped(), after)
    t.match(await audit(store), { clean: true })
  })
}

t.test('what a row leaves out stays', async t => {
  const { load, dumped } = await givenShop(t)
  const before = await dumped()
  const bare = {
    customers: [{ source_id: 'lena' }],
    cards: [{ code: 'CARD', campaign: 'Club', customer: 'lena', balance: 350 }],
    gift_cards: [{ code: 'GIFT', amount: 500, balance: 400 }],
    coupons: [{ code: 'TEN' }],
    orders: [{ source_id: 'o-1', created_at: '2026-01-02T10:00:00.000Z', status: 'CREATED' }]
  }
  t.strictSame((await load(bare)).edits, [])
  t.equal(await dumped(), before)
})

t.test('an edit that is undone in the file is undone in the project', async t => {
  const { load, dumped } = await givenShop(t)
  const before = await dumped()
  const there = edited('orders', { status: 'CANCELED', metadata: { bag: 2 } })
  t.match((await load(there)).rows.orders, { changed: 1 })
  t.match((await load(FILE)).rows.orders, { changed: 1 })
  t.equal(await dumped(), before)
  await load(edited('cards', { active: false, category: 'Sale' }))
  const back = edited('cards', { active: true, category: null })
  t.match((await load(back)).rows.cards, { changed: 1 })
  t.equal(await dumped(), before)
})

t.test('an order that is paid by an edit earns, as by an update', async t => {
  const { load, carryOut } = await givenShop(t)
  const balance = async () => (await carryOut('getVoucher', { code: 'CARD' }))['loyalty_card']
  await load(edited('orders', { status: 'PAID' }))
  t.match(await balance(), { balance: 368 })
  await load(edited('orders', { status: 'CANCELED' }))
  t.match(await balance(), { balance: 350 })
})

t.test('what moves here by itself stays where the file says what it said before', async t => {
  const { load, carryOut, dumped } = await givenShop(t)
  await carryOut('updateOrder', { orderId: 'o-1' }, { status: 'PAID' })
  await carryOut('updateLoyaltyCardBalanceByCard', { memberId: 'CARD' }, { points: -20 })
  await carryOut('updateVoucherBalance', { code: 'GIFT' }, { amount: -50 })
  const before = await dumped()
  const again = await load(FILE)
  t.strictSame([again.rows, again.edits], [NOTHING_CHANGED, []])
  const other = await load(edited('orders', { metadata: { bag: 2 } }))
  t.match(other.edits, [{ differences: [{ column: 'metadata' }] }])
  t.match(await carryOut('getOrder', { orderId: 'o-1' }), { status: 'PAID' })
  await load(edited('orders', { metadata: { till: 1 } }))
  t.equal(await dumped(), before)
})

t.test('what came may be said in other words, whatever happened since', async t => {
  const { load, carryOut } = await givenShop(t)
  const lone = { code: 'LONE', campaign: 'Club', customer: 'tom', balance: 25 }
  const all = [...FILE.cards, lone]
  await load({ ...FILE, cards: all })
  for (const memberId of ['CARD', 'LONE']) {
    await carryOut('updateLoyaltyCardBalanceByCard', { memberId }, { points: -20 })
  }
  const lots = [{ points: 50 }, { points: 300, expires_on: '2030-12-31' }]
  const words: readonly Values[] = [{ lots }, { lots: undefined }]
  for (const cells of words) t.match((await load(edited('cards', cells))).edits, [])
  for (const cells of [{}, { lots: [{ points: 25 }] }, { expires_on: 'never' }]) {
    t.match((await load({ cards: [{ ...lone, ...cells }] })).edits, [], JSON.stringify(cells))
  }
})

t.test('a movement that the API calls an import is none that came', async t => {
  const { load, carryOut } = await givenShop(t)
  const card = { code: 'NONE', campaign: 'Club', customer: 'tom', balance: 0 }
  await load({ cards: [card] })
  const body = { points: 50, reason: 'import' }
  await carryOut('updateLoyaltyCardBalanceByCard', { memberId: 'NONE' }, body)
  t.match((await load({ cards: [card] })).edits, [])
  await carryOut('updateLoyaltyCardBalanceByCard', { memberId: 'NONE' }, { points: -20 })
  const problem = /NONE has 30 points here, and the file says 50/
  await t.rejects(load({ cards: [{ ...card, balance: 50 }] }), { message: problem })
})

t.test('a row that the API was ahead of undoes nothing that the API did afterwards', async t => {
  const { store, load, carryOut, dumped } = await givenShop(t)
  const made = { source_id: 'o-3', status: 'CREATED', amount: 5, created_at: NOW }
  await carryOut('createOrder', {}, { source_id: 'o-3', status: 'CREATED', amount: 5 })
  const paid = edited('orders', { status: 'PAID' })
  const orders = [...(paid['orders'] as readonly Values[]), made]
  await carryOut('updateOrder', { orderId: 'o-1' }, { status: 'PAID' })
  t.match((await load({ ...paid, orders })).edits, [])
  await carryOut('updateOrder', { orderId: 'o-1' }, { status: 'CANCELED' })
  await carryOut('updateOrder', { orderId: 'o-3' }, { status: 'CANCELED', amount: 6 })
  const before = await dumped()
  t.strictSame([(await load({ ...paid, orders })).edits, await dumped()], [[], before])
  t.match(await audit(store), { clean: true })
})

t.test('a dump is loaded into its own project as it is, and edits of it are reached', async t => {
  const { load, carryOut, dumped } = await givenShop(t)
  const items = [{ product_id: 'mug', quantity: 1 }]
  const made = { source_id: 'o-3', status: 'CREATED', items, customer: { source_id: 'lena' } }
  await carryOut('createOrder', {}, made)
  await carryOut('updateLoyaltyCardBalanceByCard', { memberId: 'CARD' }, { points: -310 })
  const { parse } = await import('yaml')
  const value = parse(await dumped())
  t.strictSame((await load(value)).edits, [])
  const orders = value.orders.map((order: Values) =>
    order['source_id'] === 'o-3' ? { ...order, status: 'PAID' } : order
  )
  t.strictSame((await load({ ...value, orders })).edits, [
    {
      section: 'orders',
      name: 'o-3',
      differences: [{ column: 'status', from: 'CREATED', to: 'PAID' }]
    }
  ])
  t.match(await carryOut('getVoucher', { code: 'CARD' }), { loyalty_card: { balance: 49 } })
})

t.test('what a row leaves out for a while is not new when it is back', async t => {
  const { load, carryOut, dumped } = await givenShop(t)
  await carryOut('updateOrder', { orderId: 'o-1' }, { amount: 1900, metadata: { till: 2 } })
  const before = await dumped()
  const [{ source_id, created_at, status }] = FILE.orders as unknown as [Values, Values]
  const bare = { ...FILE, orders: [{ source_id, created_at, status }] }
  for (const file of [FILE, bare, FILE]) t.strictSame((await load(file)).edits, [])
  t.equal(await dumped(), before)
})
