import t from 'tap'
import { customerUrl } from '../../../src/http/links.ts'
import {
  type ShownCustomer,
  viewCustomer,
  viewCustomerList,
  viewSimpleCustomer
} from '../../../src/http/views/customers.ts'
import type { Referral } from '../../../src/model.ts'
import { answers } from '../support/document.ts'
import { changedAt, givenCustomer, givenTotals, linking, madeAt } from '../support/given.ts'

/** Ada, who has no cards and was never sent by anybody. */
const shown = (changes: Partial<ShownCustomer> = {}): ShownCustomer => ({
  customer: givenCustomer(),
  totals: givenTotals(),
  cards: [],
  referrals: [],
  referred: [],
  ...changes
})

const bySomebody = (changes: Partial<Referral> = {}): Referral => ({
  id: 'ref_00ada',
  campaignId: 'camp_00friends',
  voucherId: 'v_00friendben',
  referrerId: 'cust_00ben',
  customerId: 'cust_00ada',
  createdAt: madeAt,
  ...changes
})

const cockpit_url = customerUrl(linking, 'cust_00ada')

const nothingYet = {
  redemptions: {
    total_redeemed: 0,
    total_failed: 0,
    total_succeeded: 0,
    total_rolled_back: 0,
    total_rollback_failed: 0,
    total_rollback_succeeded: 0,
    gift: { redeemed_amount: 0, amount_to_go: 0 },
    loyalty_card: { redeemed_points: 0, points_to_go: 0 }
  },
  orders: { total_amount: 0, total_count: 0, average_amount: 0, last_order_amount: 0 }
}

t.test('viewCustomer: a customer of whom nothing is known but that they exist', async t => {
  const customer = givenCustomer({ sourceId: null, name: null, email: null, metadata: {} })
  const view = viewCustomer(shown({ customer }), linking)
  const outcome = {
    id: 'cust_00ada',
    address: null,
    metadata: {},
    system_metadata: {},
    created_at: madeAt,
    updated_at: null,
    assets: { cockpit_url },
    summary: nothingYet,
    loyalty: { points: 0, referred_customers: 0, campaigns: {} },
    referrals: { total: 0, campaigns: [] },
    object: 'customer'
  }
  answers(t, 'Customer', view, outcome, 'a stranger')
})

t.test('viewCustomer: everything there can be', async t => {
  const customer = givenCustomer({
    phone: '+49 30 5550100',
    description: 'Comes on Saturdays',
    birthday: '1990-12-09',
    birthdate: '1990-12-10',
    address: { line_1: 'Linden 4', city: 'Berlin' },
    systemMetadata: { imported: true },
    updatedAt: changedAt
  })
  const totals = givenTotals({
    redemptionsSucceeded: 3,
    redemptionsFailed: 2,
    rollbacksSucceeded: 2,
    rollbacksFailed: 1,
    giftRedeemedAmount: 250,
    giftBalance: 650,
    cardRedeemedPoints: 60,
    cardBalance: 460,
    ordersCount: 2,
    ordersAmount: 7301,
    lastOrderAmount: 3701,
    lastOrderDate: changedAt
  })
  const cards = [
    { campaignName: 'Coffee Club', balance: 400, loyaltyTierId: null },
    { campaignName: 'Bakery Friends', balance: 20, loyaltyTierId: null },
    { campaignName: 'Coffee Club', balance: 40, loyaltyTierId: 'ltr_00silver' },
    { campaignName: 'Coffee Club', balance: 0, loyaltyTierId: 'ltr_00gold' }
  ]
  const referrals = [
    bySomebody(),
    bySomebody({ id: 'ref_00other', campaignId: 'camp_00other', createdAt: changedAt })
  ]
  const referred = [
    { campaignName: 'Bring a friend', referredCustomers: 2 },
    { campaignName: 'Bakery Friends', referredCustomers: 1 }
  ]
  const outcome = {
    id: 'cust_00ada',
    source_id: 'ada',
    name: 'Ada Baker',
    email: 'ada@example.com',
    phone: '+49 30 5550100',
    description: 'Comes on Saturdays',
    birthday: '1990-12-09',
    birthdate: '1990-12-10',
    address: { line_1: 'Linden 4', city: 'Berlin' },
    metadata: { favourite: 'espresso' },
    system_metadata: { imported: true },
    created_at: madeAt,
    updated_at: changedAt,
    assets: { cockpit_url },
    summary: {
      redemptions: {
        total_redeemed: 5,
        total_failed: 2,
        total_succeeded: 3,
        total_rolled_back: 3,
        total_rollback_failed: 1,
        total_rollback_succeeded: 2,
        gift: { redeemed_amount: 250, amount_to_go: 650 },
        loyalty_card: { redeemed_points: 60, points_to_go: 460 }
      },
      orders: {
        total_amount: 7301,
        total_count: 2,
        average_amount: 3651,
        last_order_amount: 3701,
        last_order_date: changedAt
      }
    },
    loyalty: {
      points: 460,
      referred_customers: 3,
      campaigns: {
        'Coffee Club': { points: 440, referred_customers: 0, loyalty_tier: 'ltr_00silver' },
        'Bakery Friends': { points: 20, referred_customers: 1 },
        'Bring a friend': { points: 0, referred_customers: 2 }
      }
    },
    referrals: {
      total: 2,
      campaigns: [
        {
          campaign_id: 'camp_00friends',
          referrer_id: 'cust_00ben',
          related_object_id: 'v_00friendben',
          related_object_type: 'voucher',
          date: madeAt
        },
        {
          campaign_id: 'camp_00other',
          referrer_id: 'cust_00ben',
          related_object_id: 'v_00friendben',
          related_object_type: 'voucher',
          date: changedAt
        }
      ]
    },
    object: 'customer'
  }
  const ada = shown({ customer, totals, cards, referrals, referred })
  answers(t, 'Customer', viewCustomer(ada, linking), outcome, 'Ada')
})

t.test('viewCustomer: the average order is rounded half up, exactly, and 0 of none', async t => {
  const most = Number.MAX_SAFE_INTEGER
  // ordersAmount  ordersCount  outcome
  const rows: [number, number, number][] = [
    [0, 0, 0],
    [0, 3, 0],
    [10, 3, 3],
    [11, 3, 4],
    [1, 2, 1],
    [7, 2, 4],
    [most, 1, most],
    [most, 2, 4503599627370496],
    [most - 1, 2, 4503599627370495],
    [most, 3, 3002399751580330]
  ]
  for (const [ordersAmount, ordersCount, outcome] of rows) {
    const totals = givenTotals({ ordersAmount, ordersCount })
    const view = viewCustomer(shown({ totals }), linking)
    t.equal(view.summary.orders.average_amount, outcome, `${ordersAmount} / ${ordersCount}`)
  }
})

t.test('viewCustomer: a campaign may have any name', async t => {
  const cards = [{ campaignName: '__proto__', balance: 7, loyaltyTierId: null }]
  const referred = [{ campaignName: 'constructor', referredCustomers: 1 }]
  const view = viewCustomer(shown({ cards, referred }), linking)
  t.equal(
    JSON.stringify(view.loyalty.campaigns),
    '{"__proto__":{"points":7,"referred_customers":0},' +
      '"constructor":{"points":0,"referred_customers":1}}'
  )
})

t.test('viewCustomerList: a page; total counts all of the project', async t => {
  const view = viewCustomerList({ entries: [shown()], total: 3 }, linking)
  const customers = [viewCustomer(shown(), linking)]
  const whole = { object: 'list', data_ref: 'customers', customers, total: 3 }
  answers(t, 'CustomerList', view, whole, 'a page of one')
})

t.test('viewSimpleCustomer: every property is there, null when unknown', async t => {
  const nobody = { id: null, name: null, email: null, sourceId: null, metadata: {} }
  const rows: [string, typeof nobody | ReturnType<typeof givenCustomer>, object][] = [
    [
      'Ada',
      givenCustomer(),
      {
        id: 'cust_00ada',
        name: 'Ada Baker',
        email: 'ada@example.com',
        source_id: 'ada',
        metadata: { favourite: 'espresso' },
        object: 'customer'
      }
    ],
    [
      'nobody',
      nobody,
      { id: null, name: null, email: null, source_id: null, metadata: {}, object: 'customer' }
    ]
  ]
  for (const [title, customer, outcome] of rows) {
    answers(t, 'SimpleCustomer', viewSimpleCustomer(customer), outcome, title)
  }
})
