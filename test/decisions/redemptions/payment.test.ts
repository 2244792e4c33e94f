import t from 'tap'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import type { Purse } from '../../../src/decisions/points/lots.ts'
import type {
  RecordedStop,
  RedeemReward,
  RedemptionFacts
} from '../../../src/decisions/redemptions/delivery.ts'
import {
  type OrderPayment,
  type Payment,
  type PaymentFacts,
  paymentOf,
  payOrder,
  redeemReward
} from '../../../src/decisions/redemptions/redemption.ts'
import { type OpenStanding, openStanding } from '../../../src/decisions/standing/open.ts'
import type { Day, Order, OrderStatus } from '../../../src/model.ts'
import { casesOf } from '../../support/chance.ts'
import { decided, logged, outline } from '../../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import {
  givenAssignment,
  givenLink,
  givenOrder,
  givenOrderItem,
  givenReward
} from '../../support/given-goods.ts'
import { givenFixedRule } from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'
import { firstReason } from '../support/first-reason.ts'
import { MUG, MUGS_ALONE } from '../support/mug.ts'

const MAX = Number.MAX_SAFE_INTEGER

const lot = (remaining: number, expiresOn: Day | null = null) =>
  givenLot({ id: `lopb_${expiresOn}`, amount: remaining, remaining, expiresOn })
const purse = (...lots: Purse['lots']): Purse => ({
  voucher: givenCard({ card: givenBalance({ points: 100, balance: 100 }) }),
  lots
})

/** Nothing limits what points may pay for. */
const UNBOUND: Pick<PaymentFacts, 'rules' | 'collections' | 'storedOrder'> = {
  rules: [],
  collections: new Map(),
  storedOrder: null
}

type Outcome = [points: number, discount: number] | string
type Paid = Payment | RecordedStop

const said = (payment: Paid): Outcome =>
  'code' in payment ? payment.code : [payment.points, payment.discount]

//                                             lots       price    outcome
const priced: [string, Purse['lots'], number, Outcome][] = [
  ['more than enough', [lot(100)], 60, [60, 0]],
  ['exactly enough', [lot(60)], 60, [60, 0]],
  ['one too few: a price is all or nothing', [lot(59)], 60, 'loyalty_card_points_exceeded'],
  ['none', [], 60, 'loyalty_card_points_exceeded'],
  ['of several days', [lot(30), lot(30, '2026-03-01')], 60, [60, 0]],
  ['of which one is over', [lot(30), lot(30, '2026-02-28')], 60, 'loyalty_card_points_exceeded']
]

t.test('paymentOf: a reward with a price takes it, from what can be spent', async t => {
  table(t, priced, (t, _, lots, points, outcome) => {
    const assignment = givenAssignment({ points })
    const reward = { card: purse(...lots), reward: givenReward(), assignment }
    const facts = { ...reward, given: 7, order: null, ...UNBOUND }
    t.strictSame(said(firstReason(paymentOf(facts, givenOccasion()))), outcome)
  })
})

const NO_POINTS = 'loyalty_card_points_exceeded'
const WORTHLESS = { type: 'COIN', exchangeRatio: '0.0001', pointsRatio: 1 } as const

/** So many points are worth so much in major units. */
type Ratio = [points: number, worth: string]

function coin(
  [pointsRatio, exchangeRatio]: Ratio,
  given: number | null,
  order: Order | null,
  card: Purse = purse(lot(100)),
  bound = UNBOUND
) {
  const reward = givenReward({ parameters: { type: 'COIN', exchangeRatio, pointsRatio } })
  const assignment = givenAssignment({ points: null })
  const facts = { card, reward, assignment, given, order, ...bound }
  return firstReason(paymentOf(facts, givenOccasion()))
}

const left = (totalAmount: number | null, status: OrderStatus = 'CREATED') =>
  givenOrder({ amount: totalAmount, totalAmount, status })

//                                  ratio         given    left to pay           outcome
const coins: [string, Ratio, number | null, Order, Outcome][] = [
  ['as many as it takes', [10, '1'], null, left(500), [50, 500]],
  ['rounded up to whole multiples', [10, '1'], null, left(501), [60, 501]],
  ['as many as there are', [10, '1'], null, left(5000), [100, 1000]],
  ['as many as the customer says', [10, '1'], 30, left(500), [30, 300]],
  ['never more than pay the rest', [10, '1'], 90, left(500), [50, 500]],
  ['nothing left to pay', [10, '1'], null, left(0), 'invalid_order'],
  ['nothing known to pay', [10, '1'], null, left(null), 'invalid_order'],
  ['an order that is paid', [10, '1'], null, left(500, 'PAID'), 'invalid_order'],
  ['fulfilled', [10, '1'], null, left(500, 'FULFILLED'), 'invalid_order'],
  ['canceled', [10, '1'], null, left(500, 'CANCELED'), 'invalid_order'],
  ['more points than can be counted', [10, '1'], MAX + 1, left(500), 'invalid_amount'],
  // Nothing is taken for nothing: below a hundredth a point, the first hundred pay 1.
  ['points worth less than the smallest unit', [1, '0.0001'], 99, left(500), 'invalid_amount'],
  ['points worth exactly that', [1, '0.0001'], 100, left(500), [100, 1]],
  ['all there are, and worth nothing', [1, '0.00001'], null, left(500), NO_POINTS],
  ['all there are of enough', [1, '0.00001'], 1000, left(500), NO_POINTS]
]

t.test('paymentOf: a COIN reward takes what the rest of the order is worth', async t => {
  table(t, coins, (t, _, ratio, given, order, outcome) => {
    t.strictSame(said(coin(ratio, given, order)), outcome)
  })
  t.strictSame(said(coin([10, '1'], null, left(500), purse())), NO_POINTS)
  t.strictSame(said(coin([1, '0.0001'], 99, left(500), purse())), 'invalid_amount', 'before them')
  const lapsed = purse(lot(40), lot(60, '2026-02-28'))
  t.strictSame(said(coin([10, '1'], null, left(500), lapsed)), [40, 400], 'what has not lapsed')
})

const onlyMugs = { ...UNBOUND, rules: [MUGS_ALONE] }
const mug = givenOrderItem({ price: 300, amount: 300, subtotalAmount: 300 })
const pot = givenOrderItem({ productId: 'prod_2', price: 400, amount: 400, subtotalAmount: 400 })
const cart = (items: Order['items'], totalAmount: number) =>
  givenOrder({ items, amount: totalAmount, totalAmount })

//                                 order                       given       outcome
const limited: [string, Order, number | null, Outcome][] = [
  ['as much as those lines cost', cart([mug, pot], 700), null, [30, 300]],
  ['however many points are offered', cart([mug, pot], 700), 70, [30, 300]],
  ['no more than is left of the order', cart([mug, pot], 120), null, [20, 120]],
  ['nothing of other lines', cart([pot], 400), null, 'invalid_order'],
  ['nor of what is already paid', { ...cart([mug], 300), status: 'PAID' }, null, 'invalid_order']
]

t.test('paymentOf: the points come from the lots that expire soonest', async t => {
  const card = purse(lot(30), lot(30, '2026-03-02'), lot(30, '2026-03-01'))
  const reward = { card, reward: givenReward(), assignment: givenAssignment({ points: 40 }) }
  const facts = { ...reward, given: null, order: null, ...UNBOUND }
  const priced = firstReason(paymentOf(facts, givenOccasion()))
  const taken = [
    { id: 'lopb_2026-03-01', amount: 30 },
    { id: 'lopb_2026-03-02', amount: 10 }
  ]
  t.strictSame(priced, { points: 40, discount: 0, taken })
  t.strictSame(coin([10, '1'], 40, left(500), card), { points: 40, discount: 400, taken })
})

t.test('paymentOf: a COIN reward pays for what the rules let it pay for', async t => {
  table(t, limited, (t, _, order, given, outcome) => {
    t.strictSame(said(coin([10, '1'], given, order, purse(lot(100)), onlyMugs)), outcome)
  })
})

t.test('paymentOf: says what is wrong and what to do', async t => {
  t.strictSame(coin([1, '0.0001'], 99, left(500)), {
    code: 'invalid_amount',
    details: '99 points are worth nothing at the ratio of this reward; use more of them'
  })
  t.strictSame(coin([10, '1'], MAX + 1, left(500)), {
    code: 'invalid_amount',
    details: `The points for this order exceed ${MAX}; send smaller amounts`
  })
  t.strictSame(coin([10, '1'], null, left(500, 'PAID')), {
    code: 'invalid_order',
    details: 'Order ord_1 is PAID and cannot be paid again; send another'
  })
  const nothing = {
    code: 'invalid_order',
    details: 'The order has nothing left to pay; send items with prices'
  }
  t.strictSame(coin([10, '1'], null, left(0)), nothing)
  const storedOrder = left(0)
  t.strictSame(coin([10, '1'], null, storedOrder, purse(lot(100)), { ...UNBOUND, storedOrder }), {
    code: 'invalid_order',
    details: 'Order ord_1 counts as it is stored, and has nothing left to pay; update it first'
  })
  t.strictSame(coin([10, '1'], null, null), nothing)
  t.strictSame(coin([10, '1'], null, left(500), purse()), {
    code: 'loyalty_card_points_exceeded',
    details: 'CLUB-1 has 0 points, which is too little to pay with'
  })
})

t.test('paymentOf: says all that is wrong, and the table of reasons says what counts', async t => {
  const { card, reward } = { card: purse(), reward: givenReward({ parameters: WORTHLESS }) }
  const assignment = givenAssignment({ points: null })
  const facts = { card, reward, assignment, given: 99, order: left(0), ...UNBOUND }
  const found = paymentOf(facts, givenOccasion())
  t.strictSame('wrong' in found && found.wrong.map(({ code }) => code).sort(), [
    'invalid_amount',
    'invalid_order',
    'loyalty_card_points_exceeded'
  ])
})

t.test('paymentOf: no point is ever taken for nothing, whatever the ratio', async t => {
  const seen = { paid: 0, refused: 0 }
  const cases = casesOf(t, { gate: 100, soak: 50_000 })
  for (const { between, pick, once } of cases) {
    const worth = pick(['0.000001', '0.0001', '0.003', '0.01', '0.5', '20', '999999999'])
    const ratio: Ratio = [between(1, 300), worth]
    const order = left(pick([1, between(1, 9000), MAX]))
    const given = once(2) ? null : pick([between(1, 500), MAX])
    const payment = coin(ratio, given, order, purse(lot(pick([1, between(1, 9000), MAX]))))
    if ('code' in payment) seen.refused++
    else {
      seen.paid++
      const { points, discount } = payment
      const whole = Number.isSafeInteger(points) && Number.isSafeInteger(discount)
      const fair = points >= 1 && discount >= 1 && discount <= (order.totalAmount as number)
      if (!whole || !fair) t.fail(JSON.stringify({ ratio, given, order, payment }))
    }
  }
  cases.together(seen.paid > 0 && seen.refused > 0, JSON.stringify(seen))
})

/** The card once 50 of its points have left. */
const after: Purse = {
  voucher: givenCard({
    card: givenBalance({ points: 100, balance: 50, redeemedPoints: 50 }),
    version: 2
  }),
  lots: [givenLot({ remaining: 50 })]
}
const club = givenProgram({ card: after })

const asked = (over: Partial<OrderPayment> = {}): OrderPayment => ({
  stored: null,
  order: givenOrder({ customerId: null }),
  cardId: 'v_1',
  campaignId: 'camp_1',
  redemptionId: 'r_1',
  discount: 500,
  ...over
})

function pay(over: Partial<OrderPayment> = {}, programs: readonly ProgramFacts[] = [club]) {
  const [facts, occasion] = [givenStanding({ programs }), givenOccasion()]
  const opened = openStanding(facts, givenCustomer(), occasion) as OpenStanding
  return payOrder(opened, asked(over))
}

function paid(...given: Parameters<typeof pay>) {
  const kept = pay(...given)
  if ('refusal' in kept) throw new Error(kept.refusal.details)
  return { order: kept.order, standing: kept.known.standing }
}

t.test('payOrder: the order is paid, its discount counts, and it earns on the card as it is', t => {
  const order = givenOrder({
    status: 'PAID',
    discountAmount: 500,
    totalDiscountAmount: 500,
    totalAmount: 700,
    appliedDiscountAmount: 500,
    redemptions: { r_1: givenLink(500, { date: NOW }) },
    earnedAt: NOW,
    earned: {
      terms: [
        {
          ...{ campaignId: 'camp_1', ruleId: 'ern_1', points: 25 },
          earning: { type: 'FIXED', points: 25 }
        }
      ],
      takenBack: []
    }
  })
  const { order: kept, standing } = paid()
  t.strictSame(kept, order)
  t.strictSame(standing.changes.slice(0, 3), [
    { kind: 'order.created', order },
    logged(1, 'customer.order.created', { order_id: 'ord_1' }),
    logged(2, 'customer.order.paid', { order_id: 'ord_1' })
  ])
  t.strictSame(outline(standing.changes.slice(3)), ['v_1 +25', 'rewarded.loyalty_points'])
  t.match(standing.changes[3], {
    card: { version: 2, balance: { balance: 75, points: 125 } },
    entry: { cause: { orderId: 'ord_1', eventId: 'evcus_000002' } }
  })
  t.strictSame(standing.gained, { cardBalance: 25, ordersCount: 1, ordersAmount: 700 })
  t.strictSame(standing.lastOrder, { amount: 700, date: NOW })
  t.end()
})

const opened = givenOrder({ earnedAt: EARLIER })
const EARNED = ['v_1 +25', 'rewarded.loyalty_points']

//                                         asked                            changes and totals
// biome-ignore format: a table
const payments: [string, Partial<OrderPayment>, string[], object][] = [
  ['a stored order is changed', { stored: givenOrder(), order: givenOrder() },
    ['order.updated', 'order.paid', ...EARNED],
    { cardBalance: 25, ordersCount: 1, ordersAmount: 700 }],
  ['one that earned before does not earn again', { stored: opened, order: opened },
    ['order.updated', 'order.paid'], { ordersCount: 1, ordersAmount: 700 }],
  ['one that was paid for earlier counts as what changed',
    { stored: givenOrder({ status: 'PAID' }), order: opened }, ['order.updated', 'order.updated'],
    { ordersCount: 0, ordersAmount: -500 }],
  ['one that counted already adds nothing',
    { stored: givenOrder({ status: 'PAID', totalAmount: 700 }), order: opened },
    ['order.updated', 'order.updated'], {}]
]

t.test('payOrder: an order earns once, and counts once', async t => {
  table(t, payments, (t, _, over, expected, totals) => {
    const { order, standing } = paid(over)
    t.strictSame(outline(standing.changes), expected)
    t.strictSame(standing.gained, totals)
    t.equal(order.earnedAt, over.order?.earnedAt ?? NOW)
  })
})

t.test('payOrder: redemptions add up, and other programs earn on their cards', async t => {
  const redemptions = { r_0: givenLink(0) } as const
  const other = givenProgram({
    campaign: givenCampaign({ id: 'camp_9' }),
    card: { voucher: givenCard({ id: 'v_9', campaignId: 'camp_9', version: 7 }), lots: [] }
  })
  const none = givenProgram({ campaign: givenCampaign({ id: 'camp_8' }), card: null })
  const { order, standing } = paid({ order: givenOrder({ redemptions }) }, [club, other, none])
  t.strictSame(Object.keys(order.redemptions), ['r_0', 'r_1'])
  const points = standing.changes.filter(({ kind }) => kind === 'points.moved')
  t.strictSame(outline(points), ['v_1 +25', 'v_9 +25'])
  t.match(points, [{ card: { version: 2 } }, { card: { version: 7 } }])
})

t.test('payOrder: points that cannot be counted refuse it whole', async t => {
  const rules = [givenFixedRule(MAX)]
  t.match(pay({}, [{ ...club, rules }]), { refusal: { key: 'invalid_amount' } })
})

/** A redemption that pays an order of 5.00 with as many points as it takes, 10 for 1.00. */
function redeem(over: Partial<RedemptionFacts> = {}, sent: Partial<RedeemReward> = {}) {
  const parameters = { type: 'COIN', exchangeRatio: '1', pointsRatio: 10 } as const
  const card = over.card ?? purse(lot(100))
  const facts: RedemptionFacts = {
    ...givenStanding({ programs: [givenProgram({ card })] }),
    ...MUG,
    campaign: givenCampaign(),
    card,
    holder: givenCustomer(),
    reward: givenReward({ parameters }),
    assignment: givenAssignment({ points: null }),
    product: null,
    ...over
  }
  const order = givenOrderCommand({ amount: 500 })
  const command = { rewardId: 'rew_1', points: undefined, order, metadata: undefined, ...sent }
  return decided(redeemReward(facts, command, givenOccasion()))
}

t.test('redeemReward: an order that has earned does not earn again when points pay it', async t => {
  const sent = { order: givenOrderCommand({ id: 'ord_1' }) }
  const earns = (storedOrder: Order) =>
    redeem({ storedOrder }, sent).changes.filter(
      change => change.kind === 'points.moved' && change.entry.type === 'POINTS_ACCRUAL'
    ).length
  t.equal(earns(opened), 0)
  t.equal(earns(givenOrder()), 1)
})

t.test('redeemReward: pays a stored order as it is stored, whatever is sent of it', async t => {
  const stored = givenOrder({ amount: 700, totalAmount: 700 })
  const items = [givenItemCommand({ price: 1 })]
  const order = givenOrderCommand({ id: 'ord_1', amount: 1, discountAmount: 1, items })
  const { redemption } = redeem({ storedOrder: stored }, { order }).result
  t.match(redemption, { points: 70, order: { amount: 700, totalAmount: 0 } })
})
