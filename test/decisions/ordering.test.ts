import t from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import { earnByOrder, type SaveOrderFacts, saveOrder } from '../../src/decisions/ordering.ts'
import type { OrderCommand } from '../../src/decisions/orders.ts'
import type { LoggedEvent, Order } from '../../src/model.ts'
import { decided, kinds, refused } from '../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenEntry,
  givenLot,
  givenOccasion,
  NOW
} from '../support/given.ts'
import { givenItemCommand, givenOrderCommand as sent } from '../support/given-commands.ts'
import { givenOrder, givenOrderItem, givenProduct } from '../support/given-goods.ts'
import { givenEarningRule } from '../support/given-rules.ts'
import { table } from '../support/table.ts'

const card = { voucher: givenCard(), lots: [givenLot()] }
const club = { campaign: givenCampaign(), rules: [givenEarningRule()], card, spare: null }

function facts(over: Partial<SaveOrderFacts> = {}): SaveOrderFacts {
  return {
    stored: null,
    customer: givenCustomer(),
    inventory: { products: new Map([['prod_1', givenProduct()]]), skus: new Map() },
    schemas: { order: null, orderItem: null },
    programs: [club],
    validationRules: new Map(),
    collections: new Map(),
    segments: [],
    ...over
  }
}

const oneMug = sent({ items: [givenItemCommand({ productId: 'prod_1' })] })
const made = givenOrder({
  id: 'ord_000001',
  sourceId: null,
  items: [
    givenOrderItem({
      product: { id: 'prod_1', sourceId: 'mug', name: 'Stoneware mug', price: 1200, metadata: {} }
    })
  ],
  createdAt: NOW
})

/** That the customer paid, as the log has it. */
const paidEvent = (orderId: string): LoggedEvent => ({
  id: 'evcus_000001',
  type: 'customer.order.paid',
  customerId: 'cust_1',
  groupId: 'req_1',
  entityId: 'cust_1',
  category: 'EFFECT',
  source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
  data: { order_id: orderId },
  createdAt: NOW
})

/** 25 points for an order, onto the card with its 100. */
const earned = (orderId: string): Change => ({
  kind: 'points.moved',
  card: {
    voucherId: 'v_1',
    version: 1,
    balance: givenBalance({ points: 125, balance: 125 }),
    redeemedQuantity: 0,
    updatedAt: NOW
  },
  opened: [],
  stepped: [{ id: 'lopb_1', amount: 25, remaining: 25 }],
  entry: givenEntry({
    id: 'vtx_000001',
    type: 'POINTS_ACCRUAL',
    amount: 25,
    lots: [{ id: 'lopb_1', amount: 25 }],
    balanceAfter: 125,
    cause: { earningRuleId: 'ern_1', eventId: 'evcus_000001', orderId },
    createdAt: NOW
  })
})

t.test('saveOrder: a cart is stored, and neither counts nor earns', t => {
  t.strictSame(saveOrder(facts(), oneMug, givenOccasion()), {
    result: made,
    changes: [{ kind: 'order.created', order: made }]
  })
  t.end()
})

t.test('saveOrder: a paid order counts, is logged and earns, in one unit', t => {
  const order = { ...made, status: 'PAID', earnedAt: NOW }
  t.strictSame(saveOrder(facts(), { ...oneMug, status: 'PAID' }, givenOccasion()), {
    result: order,
    changes: [
      { kind: 'order.created', order },
      {
        kind: 'customerTotals.counted',
        customerId: 'cust_1',
        step: { ordersCount: 1, ordersAmount: 1200, cardBalance: 25 },
        lastOrder: { amount: 1200, date: NOW }
      },
      { kind: 'event.logged', event: paidEvent('ord_000001') },
      earned('ord_000001')
    ]
  })
  t.end()
})

t.test('saveOrder: a stored cart is paid', t => {
  const order = { ...givenOrder({ status: 'PAID', earnedAt: NOW, version: 2 }), updatedAt: NOW }
  const said = saveOrder(facts({ stored: givenOrder() }), sent({ status: 'PAID' }), givenOccasion())
  t.strictSame(said, {
    result: order,
    changes: [
      { kind: 'order.updated', order },
      {
        kind: 'customerTotals.counted',
        customerId: 'cust_1',
        step: { ordersCount: 1, ordersAmount: 1200, cardBalance: 25 },
        lastOrder: { amount: 1200, date: NOW }
      },
      { kind: 'event.logged', event: paidEvent('ord_1') },
      earned('ord_1')
    ]
  })
  t.end()
})

const paid = givenOrder({ status: 'PAID', earnedAt: EARLIER })
const nobodys = givenOrder({ status: 'PAID', customerId: null })

interface Told {
  readonly earns: boolean
  readonly step: object | null
  readonly last: boolean
}
const told = (earns: boolean, step: object | null, last = step !== null): Told => ({
  earns,
  step,
  last
})

//                                       facts, sent                            what comes of it
const savings: [string, Partial<SaveOrderFacts>, Partial<OrderCommand>, Told][] = [
  ['sent as PAID again', { stored: paid }, { status: 'PAID' }, told(false, null)],
  ['fulfilled after it was paid', { stored: paid }, { status: 'FULFILLED' }, told(false, null)],
  [
    'opened again and paid again',
    { stored: { ...paid, status: 'CREATED' } },
    { status: 'PAID' },
    told(false, { ordersCount: 1, ordersAmount: 1200 })
  ],
  [
    'fulfilled without being paid first',
    { stored: givenOrder() },
    { status: 'FULFILLED' },
    told(true, { ordersCount: 1, ordersAmount: 1200, cardBalance: 25 })
  ],
  [
    'dearer than it was paid',
    { stored: paid },
    { amount: 1500 },
    told(false, { ordersCount: 0, ordersAmount: 300 })
  ],
  [
    'canceled',
    { stored: paid },
    { status: 'CANCELED' },
    told(false, { ordersCount: -1, ordersAmount: -1200 }, false)
  ],
  ['paid by nobody known', { customer: null }, { status: 'PAID', amount: 5 }, told(false, null)],
  [
    'of somebody, once that is known',
    { stored: nobodys },
    {},
    told(true, { ordersCount: 1, ordersAmount: 1200, cardBalance: 25 })
  ],
  [
    'saved with nobody, it stays its customer’s',
    { stored: paid, customer: null },
    { status: 'FULFILLED' },
    told(false, null)
  ],
  [
    'paid where nothing earns',
    { programs: [] },
    { status: 'PAID', amount: 5 },
    told(true, { ordersCount: 1, ordersAmount: 5 })
  ]
]

t.test('saveOrder: an order earns once, and counts as often as it is paid', t => {
  table(t, savings, (t, _, over, command, { earns, step, last }) => {
    const { result, changes } = decided(saveOrder(facts(over), sent(command), givenOccasion()))
    t.equal(kinds(changes).includes('event.logged'), earns)
    t.equal(kinds(changes).includes('points.moved'), earns && over.programs === undefined)
    t.equal(result.earnedAt, earns ? NOW : (over.stored?.earnedAt ?? null))
    const { totalAmount } = result
    const counted = {
      kind: 'customerTotals.counted',
      customerId: 'cust_1',
      step,
      lastOrder: last ? { amount: totalAmount, date: NOW } : null
    }
    t.strictSame(
      changes.filter(({ kind }) => kind === 'customerTotals.counted'),
      step === null ? [] : [counted]
    )
    t.strictSame(
      result.customerId,
      over.customer === null ? (over.stored?.customerId ?? null) : 'cust_1'
    )
  })
  t.end()
})

t.test('saveOrder: points that wait are no part of the totals', t => {
  const rules = [givenEarningRule({ pendingDays: 3 })]
  const { changes } = decided(
    saveOrder(facts({ programs: [{ ...club, rules }] }), sent({ status: 'PAID' }), givenOccasion())
  )
  t.strictSame(kinds(changes), [
    'order.created',
    'customerTotals.counted',
    'event.logged',
    'pendingPoints.added'
  ])
  t.match(changes[1], { step: { ordersCount: 1, ordersAmount: 0 } })
  t.end()
})

const beyond = givenEarningRule({ earning: { type: 'FIXED', points: Number.MAX_SAFE_INTEGER } })
const stranger = givenOrder({ customerId: 'cust_2' })

//                                              facts, sent                      refused
const refusals: [string, Partial<SaveOrderFacts>, Partial<OrderCommand>, object][] = [
  [
    'an id that no order has',
    {},
    { id: 'ord_x', status: 'PAID' },
    {
      key: 'not_found',
      details: 'Cannot find order with id ord_x',
      resourceId: 'ord_x',
      resourceType: 'order'
    }
  ],
  [
    'another customer’s order',
    { stored: stranger },
    { id: 'ord_1', items: [givenItemCommand({ productId: 'prod_x' })] },
    {
      key: 'invalid_customer',
      details: "Order ord_1 is another customer's, not cust_1's; send its own",
      resourceId: 'cust_1',
      resourceType: 'customer'
    }
  ],
  [
    'called by its source id, too',
    { stored: stranger },
    { sourceId: 'order-1' },
    { key: 'invalid_customer', details: /^Order order-1 / }
  ],
  [
    'goods that are not stored',
    {},
    { items: [givenItemCommand({ productId: 'prod_x' })] },
    { key: 'not_found', resourceType: 'product', resourceId: 'prod_x' }
  ],
  [
    'more points than can be counted',
    { programs: [{ ...club, rules: [beyond] }] },
    { status: 'PAID' },
    { key: 'invalid_amount', details: /earning rule ern_1/ }
  ]
]

t.test('saveOrder: what is refused changes nothing', t => {
  table(t, refusals, (t, _, over, command, refusal) => {
    t.match(refused(saveOrder(facts(over), sent(command), givenOccasion())), refusal)
  })
  t.ok(
    decided(saveOrder(facts({ stored: paid }), sent({ id: 'ord_1' }), givenOccasion())),
    'its own'
  )
  const free = facts({ stored: { ...stranger, customerId: null } })
  t.ok(decided(saveOrder(free, sent({ id: 'ord_1' }), givenOccasion())), 'nobody’s')
  const unpaid = facts({ programs: [{ ...club, rules: [beyond] }] })
  t.ok(decided(saveOrder(unpaid, sent(), givenOccasion())), 'an order that earns nothing yet')
  t.end()
})

t.test('earnByOrder: what an order brings, without a word about the order itself', t => {
  const order: Order = givenOrder({ status: 'PAID' })
  t.strictSame(earnByOrder(facts(), order, givenCustomer(), givenOccasion()), {
    event: { kind: 'event.logged', event: paidEvent('ord_1') },
    changes: [earned('ord_1')],
    totals: { cardBalance: 25 }
  })
  t.end()
})
