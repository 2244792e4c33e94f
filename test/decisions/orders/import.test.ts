import t from 'tap'
import {
  type ImportOrder,
  importOrder,
  importOrders
} from '../../../src/decisions/orders/import.ts'
import type { SaveOrderFacts } from '../../../src/decisions/orders/saving.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import { EARLIER, givenCustomer, givenOccasion, givenTotals, NOW } from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import { givenOrder, givenProduct } from '../../support/given-goods.ts'
import { givenEarningRule, givenSegment, givenTiers } from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** Who has bought for 10.00 or more. */
const buyers = givenSegment({
  type: 'auto-update',
  filter: { junction: 'and', fields: { 'summary.orders.total_amount': { $more_than: [999] } } }
})

/** Its points would bring another tier, and its segment further points. */
const program = givenProgram({
  tiers: givenTiers(),
  membership: givenMembership(),
  rules: [givenEarningRule(), givenEarningRule({ id: 'ern_2', event: 'customer.segment.entered' })]
})

const facts = (over: Partial<SaveOrderFacts> = {}): SaveOrderFacts => ({
  ...givenStanding({ programs: [program], filterSegments: [buyers], totals: givenTotals() }),
  stored: null,
  customer: givenCustomer(),
  customerDeleted: false,
  customerSchema: null,
  referrer: null,
  inventory: { products: new Map([['prod_1', givenProduct()]]), skus: new Map() },
  schemas: { order: null, orderItem: null },
  earned: { entries: [], pending: [] },
  previousOrder: null,
  ...over
})

const paid: ImportOrder = {
  ...givenOrderCommand({
    sourceId: 'o-1',
    status: 'PAID',
    items: [givenItemCommand({ productId: 'prod_1' })]
  }),
  customer: { sourceId: 'ada' },
  date: EARLIER,
  earns: false
}

const imported = (over: Partial<ImportOrder> = {}, known: Partial<SaveOrderFacts> = {}) =>
  decided(importOrder(facts(known), { ...paid, ...over }, givenOccasion()))

/** The order that is stored. */
function stored({ changes }: ReturnType<typeof imported>) {
  const [order] = changes.flatMap(change => (change.kind === 'order.created' ? [change.order] : []))
  return order
}

t.test('importOrder: counts in totals and segments, and nothing else follows', t => {
  const done = imported()
  t.equal(done.result, 'made')
  t.strictSame(outline(done.changes), [
    'order.created',
    'segment.entered seg_1',
    'totals ordersAmount+1200 ordersCount+1'
  ])
  t.match(stored(done), { createdAt: EARLIER, updatedAt: null, earnedAt: EARLIER, status: 'PAID' })
  t.match(done.changes.at(-1), { lastOrder: { amount: 1200, date: EARLIER } })
  t.end()
})

t.test('importOrder: one that is not paid is stored, and one of nobody as well', t => {
  const cart = imported({ status: 'CREATED' })
  t.strictSame(outline(cart.changes), ['order.created'])
  t.match(stored(cart), { createdAt: EARLIER, earnedAt: null })
  const nobodys = imported({ customer: undefined }, { customer: null })
  t.strictSame(outline(nobodys.changes), ['order.created'])
  t.match(stored(nobodys), { customerId: null, earnedAt: EARLIER }, 'it has earned for good')
  t.end()
})

t.test('importOrder: a customer who is not known is made without an event', t => {
  const { changes } = imported({}, { customer: null })
  t.strictSame(outline(changes), [
    'customer.created',
    'order.created',
    'segment.entered seg_1',
    'totals ordersAmount+1200 ordersCount+1'
  ])
  t.end()
})

t.test('importOrder: where it is asked to earn, everything follows, and the date stays', t => {
  const done = imported({ earns: true })
  t.strictSame(outline(done.changes), [
    // What is due, whatever is bought: the stored tier is that of fewer points.
    'v_1 in ltr_2',
    'loyalty.tier.upgraded',
    'order.created',
    'order.created',
    'order.paid',
    'v_1 +25',
    'rewarded.loyalty_points',
    'segment.entered seg_1',
    'segment.entered',
    'v_1 +25',
    'rewarded.loyalty_points',
    'totals cardBalance+50 ordersAmount+1200 ordersCount+1'
  ])
  t.match(stored(done), { createdAt: EARLIER, earnedAt: EARLIER })
  t.match(done.changes.at(-1), { lastOrder: { amount: 1200, date: EARLIER } })
  const nobodys = imported({ earns: true, customer: undefined }, { customer: null })
  t.match(stored(nobodys), { earnedAt: null }, 'it earns when it gets a customer')
  t.end()
})

t.test('importOrder: one that is there already stays as it is', t => {
  const known = facts({ stored: givenOrder({ sourceId: 'o-1', status: 'CANCELED' }) })
  const again = importOrder(known, paid, givenOccasion())
  t.strictSame(again, { result: 'unchanged', changes: [] })
  t.end()
})

const joining = givenEarningRule({
  event: 'customer.loyalty.tier.joined',
  earning: { type: 'FIXED', points: MAX }
})
const buying = givenEarningRule({ earning: { type: 'FIXED', points: MAX } })
const entering = givenEarningRule({
  id: 'ern_2',
  event: 'customer.segment.entered',
  earning: { type: 'FIXED', points: MAX }
})

t.test('importOrder: refuses', t => {
  const tiers = givenTiers()
  const earning = { earns: true, items: [], amount: 1 }
  const rows = [
    ['a date in the future', { date: '9999-01-01T00:00:00.000Z' }, {}, 'invalid_payload'],
    [
      'goods that are not known',
      { items: [givenItemCommand({ productId: 'x' })] },
      {},
      'not_found'
    ],
    [
      'points due before it that cannot be counted',
      earning,
      { programs: [givenProgram({ tiers, rules: [joining] })] },
      'invalid_amount'
    ],
    [
      'points of it that cannot be counted',
      earning,
      { programs: [givenProgram({ rules: [buying] })], filterSegments: [] },
      'invalid_amount'
    ],
    [
      'points after it that cannot be counted',
      { earns: true },
      { programs: [givenProgram({ rules: [givenEarningRule(), entering] })] },
      'invalid_amount'
    ]
  ] as const
  for (const [title, over, known, key] of rows) {
    const refusal = refused(importOrder(facts(known), { ...paid, ...over }, givenOccasion()))
    t.equal(refusal.key, key, title)
  }
  t.end()
})

t.test('importOrders: accepts with a handle and a job, dated now where no date was sent', t => {
  const orders = [paid, { ...paid, sourceId: 'o-2', date: null }]
  const { result, changes } = decided(importOrders(orders, givenOccasion()))
  t.match(result, { type: 'ORDERS.IMPORT', status: 'ENQUEUED' })
  const [, queued] = changes
  t.match(queued, {
    job: { task: 'orders.import', queue: 'orders', total: 2 },
    chunks: [
      [
        { sourceId: 'o-1', date: EARLIER },
        { sourceId: 'o-2', date: NOW, earns: false }
      ]
    ]
  })
  t.end()
})
