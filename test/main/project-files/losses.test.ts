/**
 * A project with what a file cannot say: the file says all the rest, comes back the same, and the
 * dump names what is not in it.
 *
 * Spec: Decisions 232 and 249.
 */
import t, { type Test } from 'tap'
import type { OperationId } from '../../../src/http/types.ts'
import { freshSource } from '../../../src/ids.ts'
import { dumpProject, textOf } from '../../../src/main/project-files/dump.ts'
import { loadFile, projectFromFile } from '../../../src/main/project-files/load.ts'
import { Operations } from '../../../src/main/project-files/operations.ts'
import { NOW } from '../../support/given.ts'
import { newStore } from '../../support/stores.ts'

const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }
const services = { now: () => NOW, ids: freshSource(), limits }

/** A file of this text. */
const named = (text: string) => ({ name: 'shop.yaml', text, folder: '/nowhere' })

/** A project of its own that a file makes. */
async function givenProject(t: Test, text: string) {
  const store = await newStore({ onBug: error => t.error(error) })
  t.teardown(() => store.close())
  const { project } = await projectFromFile(store, services, named(text))
  const operations = new Operations(store, services, project)
  return {
    store,
    project,
    dumped: () => dumpProject(store, services, project, { out: null, withIds: false }),
    carryOut: (operation: OperationId, body?: object, params: Record<string, string> = {}) =>
      operations.carryOut(operation, { params, body })
  }
}

const FILE = `project: { name: Shop }
products:
  - { source_id: mug, name: A mug, price: 900, skus: [ { source_id: mug-blue, price: 950 } ] }
customers:
  - source_id: lena
    name: Lena
    email: lena@example.com
    phone: "+49 30 1"
    description: Often here
    birthdate: 1990-02-03
    address_line_1: One Road 1
    address_line_2: Left
    address_city: Ulm
    address_postal_code: "89073"
    address_state: BW
    address_country: Germany
    metadata: { size: XL }
gift_cards:
  - code: GIFT
    customer: lena
    amount: 500
    balance: 400
    redemption_quantity: 3
    redemption_count: 1
    start_date: 2026-01-01T00:00:00.000Z
    expiration_date: 2030-01-01T00:00:00.000Z
    active: false
    metadata: { from: shop }
coupons:
  - code: TEN
    customer: lena
    discount: { type: PERCENT, percent_off: 10, effect: APPLY_TO_ORDER }
    redemption_quantity: 3
orders:
  - source_id: above
    created_at: 2026-01-02T10:00:00.000Z
    status: PAID
    customer: lena
    amount: 1000
    discount_amount: 100
    items:
      - { source_id: mug, quantity: 1, price: 900, amount: 900 }
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
  const text = await textOf(first.value, null)
  const other = await givenProject(t, text)
  t.equal(await textOf((await other.dumped()).value, null), text)
  const again = await loadFile(store, services, project, named(text))
  t.strictSame(
    Object.values(again.rows).map(({ unchanged }) => unchanged),
    [1, 1, 1, 2]
  )
})

t.test('what no row can say is named', async t => {
  const { carryOut, dumped } = await givenProject(t, 'products: []')
  const someone = await carryOut('createCustomer', { name: 'Nobody' })
  const referrer = await carryOut('createCustomer', { source_id: 'ref', birthday: '1990-02-03' })
  const category = await carryOut('createCategory', { name: 'Sale', hierarchy: 1 })
  const holder = { customer: { id: someone['id'] } }
  await carryOut('createOrder', { source_id: 'o-1', status: 'PAID', amount: 7, ...holder })
  await carryOut('createOrder', {
    source_id: 'o-2',
    amount: 7,
    initial_amount: 6,
    referrer_id: referrer['id']
  })
  const discount = { type: 'AMOUNT', amount_off: 100 }
  const type = 'DISCOUNT_VOUCHER'
  const recurring = {
    start_date: '2026-01-01T00:00:00Z',
    validity_timeframe: { interval: 'P2D', duration: 'P1D' },
    validity_day_of_week: [1]
  }
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const code = `CODE-${number}`
    const own = { type, discount, category_id: category['id'], additional_info: 'x', ...recurring }
    await carryOut('createVoucherWithCode', own, { code })
  }
  const { leftOut } = await dumped()
  const coupons = { count: 6, some: [1, 2, 3, 4, 5].map(number => `CODE-${number}`) }
  t.strictSame(Object.fromEntries(leftOut), {
    'customers without a source_id': { count: 1, some: [someone['id']] },
    'customers: their birthday': { count: 1, some: ['ref'] },
    'coupons: their category': coupons,
    'coupons: their additional_info': coupons,
    'coupons: their validity_timeframe': coupons,
    'coupons: their validity_day_of_week': coupons,
    'orders: their customer, who has no source_id': { count: 1, some: ['o-1'] },
    'orders: their referrer': { count: 1, some: ['o-2'] },
    'orders: their initial_amount': { count: 1, some: ['o-2'] }
  })
})
