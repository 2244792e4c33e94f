import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import {
  mayEarn,
  type SaveOrder,
  type SaveOrderFacts,
  saveOrder,
  takesBack
} from '../../../src/decisions/orders/orders.ts'
import type {
  CardBalance,
  EarningRule,
  Instant,
  LedgerEntry,
  Order,
  OrderStatus,
  Segment
} from '../../../src/model.ts'
import { decided, logged, outline, refused } from '../../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenEntry,
  givenLot,
  givenOccasion,
  givenSpareCard,
  givenTotals,
  NOW
} from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand as sent } from '../../support/given-commands.ts'
import { givenOrder, givenOrderItem, givenProduct } from '../../support/given-goods.ts'
import { givenPending } from '../../support/given-records.ts'
import {
  givenAutoSegment,
  givenEarningRule,
  givenFixedRule,
  givenProperty,
  givenRule,
  givenSchema,
  givenTiers
} from '../../support/given-rules.ts'
import { givenMembership, givenOrderFacts, givenProgram } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const MAX = Number.MAX_SAFE_INTEGER
const club = givenProgram()
const ADA = { sourceId: 'ada' }

function facts(over: Partial<SaveOrderFacts> = {}): SaveOrderFacts {
  const inventory = { products: new Map([['prod_1', givenProduct()]]), skus: new Map() }
  return givenOrderFacts({ programs: [club], customer: givenCustomer(), inventory, ...over })
}

/** What an order earned before, of which nothing waits and nothing lapsed. */
function brought(...entries: LedgerEntry[]): SaveOrderFacts['earned'] {
  return { entries, pending: [] }
}

const save = (over: Partial<SaveOrderFacts>, command: Partial<SaveOrder>) =>
  saveOrder(facts(over), { ...sent(), ...command }, givenOccasion())

const oneMug = { items: [givenItemCommand({ productId: 'prod_1' })] }
const made = givenOrder({
  id: 'ord_000001',
  sourceId: null,
  items: [
    givenOrderItem({
      id: 'ordli_000001',
      product: { id: 'prod_1', sourceId: 'mug', name: 'Stoneware mug', price: 1200, metadata: {} }
    })
  ],
  createdAt: NOW
})

/** What an order keeps of its earning rule. */
const TERMS = {
  terms: [
    { campaignId: 'camp_1', ruleId: 'ern_1', points: 25, earning: { type: 'FIXED', points: 25 } }
  ],
  takenBack: []
} as const

const cardMoved = (figures: Partial<CardBalance>) => ({
  voucherId: 'v_1',
  version: 1,
  balance: givenBalance(figures),
  redeemedQuantity: 0,
  updatedAt: NOW
})

/** 25 points for an order, onto the card with its 100, and the event that says so. */
const earned = (orderId: string, eventId: string, number: number): readonly Change[] => [
  {
    kind: 'points.moved',
    card: cardMoved({ points: 125, balance: 125 }),
    opened: [],
    stepped: [{ id: 'lopb_1', amount: 25, remaining: 25 }],
    entry: givenEntry({
      id: 'vtx_000001',
      type: 'POINTS_ACCRUAL',
      amount: 25,
      lots: [{ id: 'lopb_1', amount: 25 }],
      balanceAfter: 125,
      cause: { earningRuleId: 'ern_1', eventId, orderId },
      createdAt: NOW
    })
  },
  logged(number, 'customer.rewarded.loyalty_points', {
    campaign_id: 'camp_1',
    voucher_id: 'v_1',
    points: 25,
    earning_rule_ids: ['ern_1']
  })
]

const counted: Change = {
  kind: 'customerTotals.counted',
  customerId: 'cust_1',
  step: { ordersCount: 1, ordersAmount: 1200, cardBalance: 25 },
  lastOrder: { amount: 1200, date: NOW }
}

t.test('saveOrder: a cart is stored, and neither counts nor earns', async t => {
  t.strictSame(save({}, oneMug), {
    result: made,
    changes: [
      { kind: 'order.created', order: made },
      logged(1, 'customer.order.created', { order_id: 'ord_000001' })
    ]
  })
})

t.test('saveOrder: a stored cart is paid', async t => {
  const paid = { status: 'PAID', earnedAt: NOW, earned: TERMS } as const
  const order = givenOrder({ ...paid, version: 2, updatedAt: NOW })
  t.strictSame(save({ stored: givenOrder() }, { status: 'PAID' }), {
    result: order,
    changes: [
      { kind: 'order.updated', order },
      logged(1, 'customer.order.paid', { order_id: 'ord_1' }),
      ...earned('ord_1', 'evcus_000001', 2),
      counted
    ]
  })
})

t.test('saveOrder: an order of nobody is about the order alone', async t => {
  const order = { ...made, status: 'PAID', customerId: null }
  const about = { customerId: null, entityId: 'ord_000001' }
  t.strictSame(save({ customer: null }, { ...oneMug, status: 'PAID' }), {
    result: order,
    changes: [
      { kind: 'order.created', order },
      logged(1, 'customer.order.created', { order_id: 'ord_000001' }, about),
      logged(2, 'customer.order.paid', { order_id: 'ord_000001' }, about)
    ]
  })
})

const paid = givenOrder({ status: 'PAID', earnedAt: EARLIER })
const nobodys = givenOrder({ status: 'PAID', customerId: null })
const REWARDED = 'rewarded.loyalty_points'
const EARNED = ['v_1 +25', REWARDED]
const COUNTED = 'totals ordersAmount+1200 ordersCount+1'
const COUNTED_0 = 'totals ordersAmount+0 ordersCount+1'

const UPDATED = ['order.updated', 'order.updated']
const FULFILLED = ['order.updated', 'order.fulfilled']
const PAYING = ['order.updated', 'order.paid']
const PAID = ['order.created', 'order.created', 'order.paid']
const EARNED_1200 = [...EARNED, 'totals cardBalance+25 ordersAmount+1200 ordersCount+1']
const EARNED_5 = [...EARNED, 'totals cardBalance+25 ordersAmount+5 ordersCount+1']
const PAID_5 = [...PAID, 'totals ordersAmount+5 ordersCount+1']
const LESS = 'totals ordersAmount-1200 ordersCount-1'
const DEARER = [...UPDATED, 'totals ordersAmount+300 ordersCount+0']
const WAITING = ['v_1 waits +25', 'voucher.loyalty_card.pending_points.added', REWARDED]
const waiting = [{ ...club, rules: [givenEarningRule({ pendingDays: 3 })] }]
const cart = givenOrder()
const fulfilled = { ...paid, status: 'FULFILLED' } as const
const opened = { ...paid, status: 'CREATED' } as const
const nobodysCart = { ...nobodys, status: 'CREATED' } as const
const FULFIL = { status: 'FULFILLED' } as const
const PAY = { status: 'PAID' } as const

/** Facts and what is sent, and what is told in order. */
type Saving = [string, Partial<SaveOrderFacts>, Partial<SaveOrder>, readonly string[]]

//  of a saving, and when the order has earned by then
// biome-ignore format: a table
const savings: [...Saving, Instant | null][] = [
  ['sent as PAID again', { stored: paid }, PAY, [], EARLIER],
  ['sent as it is, whatever its lines add up to',
    { stored: { ...paid, items: made.items, amount: 500, totalAmount: 500, itemsDiscountAmount: 0 } },
    { ...oneMug, amount: 500 }, [], EARLIER],
  ['within the instant in which it earned', { stored: { ...paid, earnedAt: NOW } }, PAY, [], NOW],
  ['fulfilled after it was paid', { stored: paid }, FULFIL, FULFILLED, EARLIER],
  ['opened again', { stored: paid }, { status: 'CREATED' }, [...UPDATED, LESS], null],
  ['opened again and paid again', { stored: opened }, PAY, [...PAYING, COUNTED], EARLIER],
  ['unpaid', { stored: cart }, FULFIL, [...PAYING, 'order.fulfilled', ...EARNED_1200], NOW],
  ['fulfilled once more', { stored: fulfilled }, FULFIL, [], EARLIER],
  ['at once', {}, { ...FULFIL, amount: 5 }, [...PAID, 'order.fulfilled', ...EARNED_5], NOW],
  ['dearer than it was paid', { stored: paid }, { amount: 1500 }, DEARER, EARLIER],
  ['nobody’s, fulfilled', { stored: nobodys, customer: null }, FULFIL, FULFILLED, null],
  ['somebody’s, once that is known', { stored: nobodys }, {}, [...PAYING, ...EARNED_1200], NOW],
  ['a cart of somebody, once that is known', { stored: nobodysCart }, {}, UPDATED, null],
  ['paid where nothing earns', { programs: [] }, { ...PAY, amount: 5 }, PAID_5, NOW],
  ['points that wait', { programs: waiting }, PAY, [...PAID, ...WAITING, COUNTED_0], NOW]
]

t.test('saveOrder: an order earns once, and counts as often as it is paid', async t => {
  table(t, savings, (t, _, over, command, inOrder, earnedAt) => {
    const { result, changes } = decided(save(over, command))
    t.strictSame(outline(changes), inOrder)
    t.equal(result.earnedAt, earnedAt)
    t.equal(result.customerId, over.customer === null ? null : 'cust_1')
    const paid = { amount: result.totalAmount ?? 0, date: earnedAt }
    const pays = result.status === 'PAID' || result.status === 'FULFILLED'
    const lastOrder = pays ? paid : { gone: EARLIER, previous: null }
    const totals = changes.flatMap(change =>
      change.kind === 'customerTotals.counted' ? [change.lastOrder] : []
    )
    t.strictSame(totals, totals.length === 0 ? [] : [lastOrder])
  })
})

const accrual = (over: Partial<LedgerEntry> = {}): LedgerEntry =>
  givenEntry({
    id: 'vtx_9',
    type: 'POINTS_ACCRUAL',
    amount: 25,
    lots: [{ id: 'lopb_1', amount: 25 }],
    cause: { orderId: 'ord_1', earningRuleId: 'ern_1' },
    ...over
  })
const takenBack = accrual({
  id: 'vtx_10',
  type: 'POINTS_CANCELLATION',
  amount: -25,
  lots: [{ id: 'lopb_1', amount: -25 }]
})
const withBalance = (balance: number, pendingPoints = 0, lapsed = 0) => ({
  voucher: givenCard({ card: givenBalance({ points: 100, balance, pendingPoints }) }),
  lots: [givenLot({ remaining: balance, lapsed })]
})
const holding = (...of: Parameters<typeof withBalance>) => [{ ...club, card: withBalance(...of) }]

t.test('saveOrder: canceling takes back what the order earned, and what it counted', async t => {
  const gone = { voucherId: 'v_1', ruleId: 'ern_1', lotId: 'lopb_1', points: 25 }
  const back = { status: 'CANCELED', takenBackAt: NOW, updatedAt: NOW, version: 2 } as const
  const order = givenOrder({ ...paid, ...back, earned: { terms: [], takenBack: [gone] } })
  t.strictSame(save({ stored: paid, earned: brought(accrual()) }, { status: 'CANCELED' }), {
    result: order,
    changes: [
      { kind: 'order.updated', order },
      logged(1, 'customer.order.canceled', { order_id: 'ord_1' }),
      {
        kind: 'points.moved',
        card: cardMoved({ points: 100, balance: 75, subtractedPoints: 25 }),
        opened: [],
        stepped: [{ id: 'lopb_1', amount: 0, remaining: -25, canceled: 25, takenBack: 25 }],
        entry: givenEntry({
          id: 'vtx_000001',
          type: 'POINTS_CANCELLATION',
          amount: -25,
          lots: [{ id: 'lopb_1', amount: -25 }],
          balanceAfter: 75,
          cause: { orderId: 'ord_1', reason: 'Order canceled' },
          createdAt: NOW
        })
      },
      logged(
        2,
        'customer.voucher.loyalty_card.points_canceled',
        { order_id: 'ord_1', points: 25 },
        { entityId: 'v_1' }
      ),
      {
        kind: 'customerTotals.counted',
        customerId: 'cust_1',
        step: { ordersCount: -1, ordersAmount: -1200, cardBalance: -25 },
        lastOrder: { gone: EARLIER, previous: null }
      }
    ]
  })
})

const CANCELED = ['order.updated', 'order.canceled']
const lessWith = (points: number) => `totals cardBalance-${points} ordersAmount-1200 ordersCount-1`
const POINTS_CANCELED = 'voucher.loyalty_card.points_canceled'
const PENDING_CANCELED = 'voucher.loyalty_card.pending_points.canceled'
const tea = givenProgram({
  campaign: givenCampaign({ id: 'camp_9' }),
  card: {
    voucher: givenCard({ id: 'v_9', campaignId: 'camp_9' }),
    lots: [givenLot({ id: 'lopb_9', voucherId: 'v_9', campaignId: 'camp_9' })]
  }
})
const byTea = accrual({ voucherId: 'v_9', lots: [{ id: 'lopb_9', amount: 40 }] })
const canceled = { ...paid, status: 'CANCELED' } as const
const CANCEL = { status: 'CANCELED' } as const
const segmentOf = (id: string, field: string, least: number): Segment =>
  givenAutoSegment({ [field]: { $more_than_equal: [least] } }, { id })
const buyers = segmentOf('seg_buyers', 'summary.orders.total_count', 1)
const spenders = segmentOf('seg_spenders', 'summary.orders.last_order_amount', 1000)
const before = { amount: 900, date: '2026-02-01T10:00:00.000Z' }
/** Somebody who bought twice, and whose last order is the one that is stored. */
const boughtTwice = {
  stored: paid,
  previousOrder: before,
  programs: [],
  filterSegments: [spenders],
  segments: ['seg_spenders']
} as const

const PENDING = ['lopp_1 CANCELED', 'v_1 waits 0', PENDING_CANCELED]
const earned25 = { stored: paid, earned: brought(accrual()) }
const lapsed = { ...earned25, programs: holding(75, 0, 25) }
const awaited = { ...brought(), pending: [givenPending()] }
const ofAll = {
  stored: paid,
  earned: { ...brought(accrual(), byTea), pending: [givenPending()] },
  programs: [...holding(100, 25), tea, { ...joiningOf('camp_8'), card: null }]
}
const allBack = [...PENDING, 'v_1 -25', POINTS_CANCELED, 'v_9 -40', POINTS_CANCELED]
const settled = brought(accrual(), takenBack)
const inGold = {
  ...earned25,
  programs: [{ ...club, tiers: givenTiers(), membership: givenMembership({ tierId: 'ltr_2' }) }]
}
const downgraded = ['v_1 -25', POINTS_CANCELED, 'v_1 in ltr_1', 'loyalty.tier.downgraded']
const boughtOnce = {
  stored: paid,
  programs: [],
  filterSegments: [buyers],
  segments: ['seg_buyers'],
  totals: givenTotals({ ordersCount: 1 })
}
const last = (lastOrderDate: Instant) => ({
  ...boughtTwice,
  totals: givenTotals({ lastOrderAmount: 1200, lastOrderDate })
})
const left = (segment: string) => [`segment.left ${segment}`, 'segment.left', LESS]

// biome-ignore format: a table
const cancellations: Saving[] = [
  ['as far as points are there', { ...earned25, programs: holding(10) }, CANCEL,
    [...CANCELED, 'v_1 -10', POINTS_CANCELED, 'v_1 lacks 15', lessWith(10)]],
  ['nothing, when all were spent', { ...earned25, programs: holding(0) }, CANCEL,
    [...CANCELED, 'lots.accounted', 'v_1 lacks 25', LESS]],
  ['not what lapsed, which is gone', lapsed, CANCEL, [...CANCELED, 'lots.accounted', LESS]],
  ['what waits will not come', { stored: paid, earned: awaited, programs: holding(100, 25) },
    CANCEL, [...CANCELED, ...PENDING, LESS]],
  ['of every program', ofAll, CANCEL, [...CANCELED, ...allBack, lessWith(65)]],
  ['canceled again', { ...earned25, stored: canceled }, CANCEL, []],
  ['of nobody again', { stored: nobodys, customer: null }, PAY, []],
  // It counts, and does not earn again.
  ['paid after that', { stored: canceled, earned: settled }, PAY, [...PAYING, COUNTED]],
  ['and canceled after that: nothing is left to take back',
    { stored: { ...paid, takenBackAt: NOW }, earned: settled }, CANCEL, [...CANCELED, LESS]],
  ['a cart', { stored: givenOrder() }, CANCEL, CANCELED],
  ['from the start', {}, CANCEL, ['order.created', 'order.created', 'order.canceled']],
  ['nobody’s', { stored: nobodys, customer: null }, CANCEL, CANCELED],
  ['its tier is lost', inGold, CANCEL, [...CANCELED, ...downgraded, lessWith(25)]],
  ['a segment that counts orders', boughtOnce, CANCEL, [...CANCELED, ...left('seg_buyers')]],
  // The last order is the one before.
  ['one of the last order', last(EARLIER), CANCEL, [...CANCELED, ...left('seg_spenders')]],
  ['but not where a later order is the last', last(NOW), CANCEL, [...CANCELED, LESS]]
]

t.test('saveOrder: what canceling takes back, and what it cannot', async t => {
  table(t, cancellations, (t, _, over, command, expected) => {
    t.strictSame(outline(decided(save(over, command)).changes), expected)
  })
})

const fixed = (event: string, points: number, over: Partial<EarningRule> = {}): EarningRule =>
  givenFixedRule(points, { id: `ern_${points}`, event, ...over })
const upgraded = (points: number) =>
  fixed('customer.loyalty.tier.upgraded', points, { loyaltyTierId: 'ltr_2' })
const welcome = (segmentId: string, points: number) =>
  fixed('customer.segment.entered', points, { segmentId })

/** Whoever is in Gold gets twice what the rule of the order says. */
const doubled = givenTiers().map(tier => ({
  ...tier,
  mapping: tier.id === 'ltr_2' ? { ern_1: { type: 'MULTIPLY', multiplier: 2 } as const } : {}
}))
const tiered = (balance: number, tierId: string, ...rules: EarningRule[]) => ({
  ...club,
  rules: [givenEarningRule(), ...rules],
  card: {
    voucher: givenCard({ card: givenBalance({ points: balance, balance }) }),
    lots: [givenLot({ amount: balance, remaining: balance })]
  },
  tiers: doubled,
  membership: givenMembership({ tierId })
})
const oneWith = (points: number) => `totals cardBalance+${points} ordersAmount+0 ordersCount+1`
const GOLD = ['v_1 in ltr_2', 'loyalty.tier.upgraded']
const rich = segmentOf('seg_rich', 'loyalty.points', 110)
const inRich = givenRule({
  rules: { 1: { name: 'customer.segment', conditions: { $is: ['seg_rich'] } } }
})

const asked = [givenEarningRule({ validationRuleId: 'val_1' }), welcome('seg_rich', 5)]
const richSoon = {
  programs: [{ ...club, rules: asked }],
  filterSegments: [rich],
  validationRules: new Map([['val_1', inRich]]),
  totals: givenTotals({ cardBalance: 110 })
}
const buying = {
  programs: [{ ...club, rules: [givenEarningRule(), welcome('seg_buyers', 5)] }],
  filterSegments: [buyers],
  totals: givenTotals()
}
const throughGold = {
  programs: [tiered(80, 'ltr_1', upgraded(10), welcome('seg_rich', 5))],
  filterSegments: [rich],
  totals: givenTotals({ cardBalance: 80 })
}
const goldFirst = doubled.map(tier => ({ ...tier, pointsFrom: tier.id === 'ltr_2' ? 0 : 5000 }))
const joiner = { programs: [{ ...joiningOf('camp_1'), tiers: goldFirst }] }
const FIFTY = ['v_1 +50', REWARDED, oneWith(50)]
const BY_GOLD = [...EARNED, ...GOLD, 'v_1 +10', REWARDED]
const entered = (segment: string) => [
  ...[`segment.entered ${segment}`, 'segment.entered'],
  ...['v_1 +5', REWARDED]
]
const JOINED = ['voucher.published', 'v_1 in ltr_2', 'loyalty.tier.joined']

//  facts and in order
// biome-ignore format: a table
const followings: [string, Partial<SaveOrderFacts>, readonly string[]][] = [
  ['by the tier that the card is in', { programs: [tiered(100, 'ltr_2')] }, [...PAID, ...FIFTY]],
  ['and not by the tier that it brings', { programs: [tiered(80, 'ltr_1', upgraded(10))] },
    [...PAID, ...BY_GOLD, oneWith(35)]],
  ['what is over by the calendar is settled first', { programs: [tiered(100, 'ltr_1')] },
    [...GOLD, ...PAID, ...FIFTY]],
  ['as is a segment that its customer belongs to by now: the order earns by that', richSoon,
    [...entered('seg_rich'), ...PAID, ...EARNED, oneWith(30)]],
  ['an order moves its customer to a segment that earns', buying,
    [...PAID, ...EARNED, ...entered('seg_buyers'), oneWith(30)]],
  ['from points to a tier, from there to a segment, from there to points', throughGold,
    [...PAID, ...BY_GOLD, ...entered('seg_rich'), oneWith(40)]],
  ['who joins by it, by the tier that joining brings', joiner, [...PAID, ...JOINED, ...FIFTY]]
]

/** A program that enrols Ada by itself, with a card to give. */
function joiningOf(id: string) {
  return givenProgram({
    campaign: givenCampaign({ id, autoJoin: true }),
    card: null,
    spare: givenSpareCard({ campaignId: id })
  })
}

t.test('saveOrder: what follows from a paid order, in order', async t => {
  table(t, followings, (t, _, over, expected) => {
    t.strictSame(outline(decided(save(over, { status: 'PAID' })).changes), expected)
  })
})

const ofBen = { customer: { sourceId: 'ben' } }

t.test('saveOrder: an order is whose it came with, and knows who recommended it', async t => {
  const whose = (over: Partial<SaveOrderFacts>, command: Partial<SaveOrder>) => {
    const { customerId, referrerId } = decided(save(over, command)).result
    return [customerId, referrerId]
  }
  const stored = givenOrder({ referrerId: 'cust_8' })
  const ben = { referrer: givenCustomer({ id: 'cust_9' }) }
  t.strictSame(whose({ customer: null }, ofBen), ['cust_000001', null])
  t.strictSame(whose(ben, { customer: ADA, referrerId: 'ben' }), ['cust_1', 'cust_9'])
  t.strictSame(whose({ ...ben, customer: null }, { referrerId: 'ben' }), [null, 'cust_9'])
  t.strictSame(whose({ stored }, { id: 'ord_1' }), ['cust_1', 'cust_8'], 'left out, it stays')
  t.strictSame(whose({ stored, ...ben }, { id: 'ord_1', referrerId: 'ben' }), ['cust_1', 'cust_9'])
  const same = { id: 'ord_1', referrerId: 'cust_8' }
  t.strictSame(whose({ stored, referrer: null }, same), ['cust_1', 'cust_8'])
})

const beyond = fixed('order.paid', MAX, { id: 'ern_1' })
const stranger = givenOrder({ customerId: 'cust_2' })

const noSuch = (resourceType: string, id: string) => ({
  key: 'not_found',
  details: `Cannot find ${resourceType} with id ${id}`,
  resourceType,
  resourceId: id
})
const notTheirs = (order: string, customer: string) => ({
  key: 'invalid_customer',
  details: `Order ${order} is another customer's, not ${customer}'s; send its own`,
  resourceType: 'customer',
  resourceId: customer
})
const saysNobody = {
  key: 'invalid_payload',
  details: 'Property .customer must say who it is: send source_id, or id'
}
const misfit = { key: 'metadata_validation_failed', details: /^customer.metadata: age/ }
const uncounted = { key: 'invalid_amount' }
const ages = givenSchema({ properties: { age: givenProperty({ type: 'number' }) } })
const nobodyKnown = { id: null, sourceId: '', name: 'Ada' }
const unknownGoods = { items: [givenItemCommand({ productId: 'prod_x' })] }
const unknownBuyer = { customer: { id: 'cust_x' } }
const ten = { customer: { ...ADA, metadata: { age: 'ten' } } }
const earning = { programs: [{ ...club, rules: [beyond] }] }
const toGold = { programs: [tiered(80, 'ltr_1', upgraded(MAX))] }
const link = { date: EARLIER, relatedObjectType: 'voucher', relatedObjectId: 'v_2' } as const
const redeemedOn = givenOrder({
  redemptions: { r_1: { ...link, relatedObjectParentId: null, discountAmount: 0 } }
})
const ofAda = { id: 'ord_1', customer: ADA, ...unknownGoods }
const theirs = { stored: stranger }
const none = { customer: null }

//  facts, sent and refused
const refusals: [string, Partial<SaveOrderFacts>, Partial<SaveOrder>, object][] = [
  ['an id that no order has', {}, { id: 'ord_x', ...PAY }, noSuch('order', 'ord_x')],
  ['found by nothing', theirs, { customer: nobodyKnown, referrerId: 'cust_x' }, saysNobody],
  ['no referrer', none, { referrerId: 'ben', ...unknownBuyer }, noSuch('customer', 'ben')],
  ['an unknown id', { ...none, ...theirs }, unknownBuyer, noSuch('customer', 'cust_x')],
  ['what may not be said of the customer', { customerSchema: ages }, ten, misfit],
  ['another customer’s order', theirs, ofAda, notTheirs('ord_1', 'cust_1')],
  ['by source id', theirs, { sourceId: 'order-1', customer: ADA }, notTheirs('order-1', 'cust_1')],
  ['of somebody new', { ...theirs, ...none }, { id: 'ord_1', ...ofBen }, notTheirs('ord_1', 'ben')],
  ['goods that are not stored', {}, unknownGoods, noSuch('product', 'prod_x')],
  ['more points than counted', earning, PAY, { ...uncounted, details: /earning rule ern_1/ }],
  ['by what was over before', { programs: [tiered(100, 'ltr_1', upgraded(MAX))] }, {}, uncounted],
  ['by what follows', toGold, PAY, uncounted],
  ['and of less than it was', { ...toGold, stored: redeemedOn }, { ...PAY, amount: 5 }, uncounted]
]

t.test('saveOrder: what is refused changes nothing', async t => {
  table(t, refusals, (t, _, over, command, refusal) => {
    t.match(refused(save(over, command)), refusal)
  })
  t.ok(decided(save({ stored: paid }, { id: 'ord_1' })), 'its own')
  const free = { stored: { ...stranger, customerId: null } }
  t.ok(decided(save(free, { id: 'ord_1' })), 'nobody’s')
  t.ok(decided(save(earning, {})), 'an order that earns nothing yet')
})

t.test('saveOrder: an order may earn with a customer, known or brought', async t => {
  const nobodys = { stored: null, known: null }
  t.equal(mayEarn({ customer: undefined }, nobodys), false)
  t.equal(mayEarn({ customer: undefined }, { stored: null, known: givenCustomer() }), true)
  t.equal(mayEarn({ customer: ADA }, nobodys), true)
  const deleted = { stored: givenOrder({ customerId: 'cust_1' }), known: null }
  t.equal(mayEarn({ customer: { id: 'cust_1' } }, deleted), false)
  t.equal(mayEarn({ customer: { id: 'cust_1', name: 'Ada' } }, deleted), true)
})

//                                 stored                             status       takes back
const takings: [string, Order | null, OrderStatus | undefined, boolean][] = [
  ['a new order', null, 'CANCELED', false],
  ['one that has not earned', givenOrder({ earnedAt: null }), 'CANCELED', false],
  ['one that has', givenOrder({ earnedAt: NOW }), 'CANCELED', true],
  ['one that stays', givenOrder({ earnedAt: NOW }), 'FULFILLED', false],
  ['one whose status is not sent', givenOrder({ earnedAt: NOW }), undefined, false],
  ['one taken back', givenOrder({ earnedAt: NOW, takenBackAt: NOW }), 'CANCELED', false]
]

t.test('saveOrder: what an order earned is taken back once, by who cancels it', async t => {
  table(t, takings, (t, _, stored, status, outcome) => {
    t.equal(takesBack(stored, { status }), outcome)
  })
})
