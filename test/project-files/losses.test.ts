import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { parse } from 'yaml'
import type { OperationId } from '../../src/http/types.ts'
import { freshSource } from '../../src/ids.ts'
import { dumpProject, dumpText } from '../../src/project-files/dump.ts'
import { loadFile, projectFromFile } from '../../src/project-files/load.ts'
import { ProjectOperations } from '../../src/project-files/operations.ts'
import { ROW_SECTION_NAMES } from '../../src/project-files/sections.ts'
import { NOW } from '../support/given.ts'
import { root } from '../support/root.ts'
import { newStore } from '../support/stores.ts'

const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }
const services = { now: () => NOW, ids: freshSource(), limits }

const SCHEMA = JSON.parse(readFileSync(join(root, 'generated/project-file.json'), 'utf8'))

/** Columns that another one says in a dump, and ids, which no name needs. */
const NOT_DUMPED = new Set(['id', 'expires_on', 'percent_off', 'amount_off'])

const named = (text: string) => ({ name: 'shop.yaml', text, folder: '/nowhere' })

async function givenProject(t: Test, text: string) {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const { project } = await projectFromFile(store, services, named(text))
  const operations = new ProjectOperations(store, services, project)
  return {
    store,
    project,
    dumped: () => dumpProject(store, services, project, { out: null, withIds: false }),
    carryOut: (operation: OperationId, body?: object, params: Record<string, string> = {}) =>
      operations.carryOut(operation, { params, body })
  }
}

const FILE = `project: { name: Shop }
categories:
  - { name: Sale, hierarchy: 1 }
campaigns:
  - name: Club
    campaign_type: LOYALTY_PROGRAM
    validity_day_of_week: [ 1, 2 ]
    category: Sale
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 }, redemption: { quantity: 9 } }
  - name: Spring
    campaign_type: DISCOUNT_COUPONS
    expiration_date: 2030-06-01T00:00:00.000Z
    voucher: { type: DISCOUNT_VOUCHER, discount: { type: PERCENT, percent_off: 5 } }
products:
  - { source_id: mug, name: A mug, price: 900, skus: [ { source_id: mug-blue, price: 950 } ] }
customers:
  - source_id: lena
    name: Lena
    email: lena@example.com
    phone: "+49 30 1"
    description: Often here
    birthday: 1990-02-03
    birthdate: 1990-02-04
    address_line_1: One Road 1
    address_line_2: Left
    address_city: Ulm
    address_postal_code: "89073"
    address_state: BW
    address_country: Germany
    metadata: { size: XL }
  - { source_id: mia }
cards:
  - code: CARD
    campaign: Club
    customer: lena
    balance: 400
    lots:
      - { points: 300, expires_on: 2030-12-31 }
      - { points: 100 }
    redemption_quantity: 5
    redemption_count: 5
    start_date: 2026-01-01T00:00:00.000Z
    expiration_date: 2030-01-01T00:00:00.000Z
    validity_timeframe: { duration: P1D, interval: P2D }
    validity_day_of_week: null
    active: false
    category: null
    additional_info: Found again
    metadata: { from: till }
  - code: BARE
    campaign: Club
    customer: mia
    balance: 7
    expires_on: 2030-01-01
    redemption_quantity: null
gift_cards:
  - code: GIFT
    customer: lena
    amount: 500
    balance: 400
    gift_effect: APPLY_TO_ITEMS
    redemption_quantity: 3
    redemption_count: 1
    start_date: 2026-01-01T00:00:00.000Z
    expiration_date: 2030-01-01T00:00:00.000Z
    validity_hours:
      daily:
        - { start_time: "08:00", days_of_week: [ 1, 2 ], expiration_time: "12:00" }
    active: false
    category: Sale
    additional_info: Sold at the counter
    metadata: { from: shop }
coupons:
  - code: TEN
    customer: lena
    discount: { type: PERCENT, percent_off: 10, effect: APPLY_TO_ORDER }
    redemption_quantity: 3
    redemption_count: 2
    validity_day_of_week: [ 0, 6 ]
    category: Sale
  - code: OWN
    campaign: Spring
    discount: { type: PERCENT, percent_off: 7 }
    expiration_date: null
  - { code: THEIRS, campaign: Spring, expiration_date: 2030-06-01T00:00:00.000Z }
orders:
  - source_id: above
    created_at: 2026-01-02T10:00:00.000Z
    status: PAID
    customer: lena
    referrer: mia
    amount: 1000
    initial_amount: 1200
    discount_amount: 100
    items:
      - source_id: mug
        quantity: 1
        initial_quantity: 2
        discount_quantity: 1
        price: 900
        amount: 900
        initial_amount: 1800
        metadata: { gift: true }
    metadata: { till: "1" }
  - source_id: below
    created_at: 2026-01-02T10:00:00.000Z
    status: CANCELED
    amount: 5
    items:
      - { source_id: mug-blue, related_object: sku, quantity: 2, price: 950, amount: 1900 }
      - { source_id: mug, quantity: 2, price: 900, amount: 1500, discount_amount: 50 }
`

t.test('all columns of rows come back, with amounts that are not the sum of the lines', async t => {
  const { dumped, project, store } = await givenProject(t, FILE)
  const first = await dumped()
  t.strictSame([...first.leftOut], [])
  const [above, below] = first.value['orders'] as readonly { readonly amount: number }[]
  t.strictSame([above?.amount, below?.amount], [1000, 5])
  const text = await dumpText(first.value, null)
  t.equal(await dumpText((await (await givenProject(t, text)).dumped()).value, null), text)
  const again = await loadFile(store, services, project, named(text))
  const found = Object.values(again.rows).map(({ unchanged }) => unchanged)
  t.strictSame(found, [2, 2, 1, 3, 2])
  const rows = saidIn(text).flat() as readonly object[]
  const said = new Set(rows.flatMap(row => Object.keys(row)))
  const known = ROW_SECTION_NAMES.flatMap(name =>
    Object.keys(SCHEMA.$defs[`row_${name}`].properties)
  )
  const missing = known.filter(name => !said.has(name) && !NOT_DUMPED.has(name))
  t.strictSame(missing, [], 'the dump says every column')
  t.strictSame(saidIn(text), saidIn(FILE), 'the dump says what the file said')
})

function saidIn(text: string) {
  const file = parse(text)
  return ROW_SECTION_NAMES.map(section => file[section])
}

t.test('what no row can say is named', async t => {
  const { carryOut, dumped, project, store } = await givenProject(t, 'products: []')
  const someone = await carryOut('createCustomer', { name: 'Nobody' })
  const holder = { customer: { id: someone['id'] } }
  await carryOut('createOrder', { source_id: 'o-1', status: 'PAID', amount: 7, ...holder })
  await carryOut('createOrder', { source_id: 'o-2', amount: 7, referrer_id: someone['id'] })
  const discount = { type: 'AMOUNT', amount_off: 1 }
  await carryOut(
    'createVoucherWithCode',
    { type: 'DISCOUNT_VOUCHER', discount, redemption: { quantity: null } },
    { code: 'ONE' }
  )
  await carryOut('redeemStackedDiscounts', {
    redeemables: [{ object: 'voucher', id: 'ONE' }],
    order: { source_id: 'o-3', items: [{ product_id: 'gone', quantity: 1, price: 5 }] }
  })
  await carryOut('returnGoods', { amount: 2 }, { orderId: 'o-1' })
  const nameless = await carryOut('createCustomer', { source_id: '', name: 'Nameless' })
  const unnamed = await carryOut('createOrder', { source_id: '', amount: 3 })
  await carryOut('createProduct', { source_id: '', name: 'Unnamed' })
  const { leftOut, value } = await dumped()
  t.strictSame(Object.fromEntries(leftOut), {
    'customers without a source_id': { count: 2, some: [someone['id'], nameless['id']] },
    'orders without a source_id': { count: 1, some: [unnamed['id']] },
    'orders: their customer, who has no source_id': { count: 1, some: ['o-1'] },
    'orders: their referrer, who has no source_id': { count: 1, some: ['o-2'] },
    'orders: their redemptions': { count: 1, some: ['o-3'] },
    'orders: what went back of them': { count: 1, some: ['o-1'] },
    'orders: their lines, some of which name no goods of the project': { count: 1, some: ['o-3'] }
  })
  t.match(value['orders'], [{}, {}, { source_id: 'o-3', amount: 5, items: undefined }])
  const text = await dumpText(value, null)
  t.equal(await dumpText((await (await givenProject(t, text)).dumped()).value, null), text)
  t.match((await loadFile(store, services, project, named(text))).edits, [])
})

const EARNING = `project: { name: Shop }
campaigns:
  - name: Club
    campaign_type: LOYALTY_PROGRAM
    type: AUTO_UPDATE
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 } }
    earning_rules:
      - event: order.paid
        source: { banner: A point for each }
        loyalty:
          { type: PROPORTIONAL, calculation_type: ORDER_AMOUNT, order: { amount: { every: 100, points: 1 } } }
products:
  - { source_id: mug, name: A mug, price: 900 }
customers:
  - { source_id: lena }
cards:
  - { code: CARD, campaign: Club, customer: lena, balance: 0, expires_on: never }
`

t.test('an order of which something went back is what remains, and has earned already', async t => {
  const { carryOut, dumped } = await givenProject(t, EARNING)
  const items = [{ source_id: 'mug', quantity: 4 }]
  const customer = { source_id: 'lena' }
  await carryOut('createOrder', { source_id: 'o-1', status: 'PAID', customer, items })
  const unit = { items: [{ index: 0, quantity: 1 }] }
  await carryOut('returnGoods', unit, { orderId: 'o-1' })
  const other = await givenProject(t, await dumpText((await dumped()).value, null))
  const shown = async () => {
    const order = await other.carryOut('getOrder', undefined, { orderId: 'o-1' })
    const lena = await other.carryOut('getCustomer', undefined, { customerId: 'lena' })
    const { loyalty_card: card } = await other.carryOut('getVoucher', undefined, { code: 'CARD' })
    return [order['amount'], lena['summary'], card]
  }
  const holds = async (amount: number, total: number) =>
    t.match(await shown(), [amount, { orders: { total_amount: total } }, { balance: 27 }])
  await holds(2700, 2700)
  await other.carryOut('returnGoods', unit, { orderId: 'o-1' })
  await holds(1800, 1800)
  await other.carryOut('updateOrder', { status: 'CANCELED' }, { orderId: 'o-1' })
  await holds(1800, 0)
})

t.test('a coupon that went back with its reward is named, and no row switches it on', async t => {
  const { carryOut, dumped, project, store } = await givenProject(t, REWARDING)
  const reward = await carryOut('createReward', {
    name: 'A coupon',
    type: 'CAMPAIGN',
    parameters: { campaign: { id: await idOf(carryOut, 'Coupons') } }
  })
  const parameters = { loyalty: { points: 10 } }
  const club = { campaignId: 'Club' }
  await carryOut('createRewardAssignments', [{ reward: reward['id'], parameters }], club)
  const bought = await carryOut(
    'redeemReward',
    { reward: { id: reward['id'] } },
    { ...club, memberId: 'CARD' }
  )
  const given = bought['reward'] as { readonly voucher: { readonly code: string } }
  await carryOut('rollbackRedemption', {}, { redemptionId: String(bought['id']) })
  const { leftOut, value } = await dumped()
  const { code } = given.voucher
  t.strictSame(leftOut.get('coupons that went back with their rewards'), { count: 1, some: [code] })
  t.equal(value['coupons'], undefined)
  const row = `coupons: [{ code: ${code}, campaign: Coupons, active: true }]`
  await t.rejects(loadFile(store, services, project, named(row)), {
    message: `/coupons/0/code: code: Voucher ${code} stays off: rollback `
  })
})

const REWARDING = `project: { name: Shop }
campaigns:
  - name: Club
    campaign_type: LOYALTY_PROGRAM
    voucher: { type: LOYALTY_CARD, loyalty_card: { points: 0 } }
  - name: Coupons
    campaign_type: DISCOUNT_COUPONS
    type: AUTO_UPDATE
    voucher: { type: DISCOUNT_VOUCHER, discount: { type: PERCENT, percent_off: 5 } }
customers:
  - { source_id: lena }
cards:
  - { code: CARD, campaign: Club, customer: lena, balance: 50, expires_on: never }
`

async function idOf(
  carryOut: Awaited<ReturnType<typeof givenProject>>['carryOut'],
  campaignId: string
) {
  return (await carryOut('getCampaign', undefined, { campaignId }))['id']
}
