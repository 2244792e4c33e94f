import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import {
  type RollbackStack,
  rollbackStackedRedemptions,
  type StackRollbackFacts,
  statusAfter,
  type UndoneFacts
} from '../../../src/decisions/redemptions/rollback.ts'
import type { LedgerEntry, Order, OrderRedemption, Redemption } from '../../../src/model.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCampaign,
  givenCard,
  givenCoupon,
  givenCustomer,
  givenEntry,
  givenGift,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import { givenOrder } from '../../support/given-goods.ts'
import { givenRedemption } from '../../support/given-records.ts'
import { givenProperty, givenSchema } from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'
import { HANDED_OUT, UNPAID } from '../support/mug.ts'

const SUCCEEDED = {
  result: 'SUCCESS',
  status: 'SUCCEEDED',
  failureCode: null,
  failureMessage: null,
  reward: null
} as const

/** Of 1000, a coupon took 100, a tier 50, credit 200 and points 60: 410 in all. */
const LINK: OrderRedemption = {
  date: EARLIER,
  relatedObjectType: 'redemption',
  relatedObjectId: 'r_9',
  relatedObjectParentId: null,
  stacked: ['r_1', 'r_2', 'r_3', 'r_4'],
  discountAmount: 410
}
const order: Order = givenOrder({
  status: 'PAID',
  amount: 1000,
  discountAmount: 410,
  totalDiscountAmount: 410,
  totalAmount: 590,
  appliedDiscountAmount: 410,
  earnedAt: EARLIER,
  redemptions: { r_9: LINK }
})

const part = (id: string, over: Partial<Redemption>) =>
  givenRedemption({ ...SUCCEEDED, id, stackId: 'r_9', order, ...over })
const COUPON = part('r_1', { voucherId: 'v_2', campaignId: null, discount: 100 })
const TIER = part('r_2', {
  voucherId: null,
  promotionTierId: 'promo_1',
  promotionTier: { name: 'Ten off', banner: null },
  discount: 50
})
const GIFT = part('r_3', { voucherId: 'v_3', gift: { amount: 200 }, discount: 200 })
const POINTS = part('r_4', { points: 60, discount: 60, reward: HANDED_OUT })
const STACK = givenRedemption({ ...SUCCEEDED, id: 'r_9', voucherId: null, campaignId: null, order })

const spent: LedgerEntry = givenEntry({
  id: 'vtx_8',
  voucherId: 'v_3',
  type: 'CREDITS_REDEMPTION',
  amount: -200,
  lots: [{ id: 'lopb_3', amount: -200 }],
  cause: { redemptionId: 'r_3' }
})
const paid: LedgerEntry = givenEntry({
  id: 'vtx_9',
  type: 'POINTS_REDEMPTION',
  amount: -60,
  lots: [{ id: 'lopb_1', amount: -60 }],
  cause: { redemptionId: 'r_4', rewardId: 'rew_1' }
})

const card = {
  voucher: givenCard({
    card: givenBalance({ points: 100, balance: 40, redeemedPoints: 60 }),
    redeemedQuantity: 1
  }),
  lots: [givenLot({ remaining: 40 })]
}
const coupon = { voucher: givenCoupon({ id: 'v_2', redeemedQuantity: 3, version: 4 }), lots: [] }
const gift = (holderId: string | null) => ({
  voucher: givenGiftVoucher({
    id: 'v_3',
    holderId,
    gift: givenGift({ amount: 500, redeemedAmount: 200, balance: 300 }),
    redeemedQuantity: 1
  }),
  lots: [givenLot({ id: 'lopb_3', voucherId: 'v_3', amount: 500, remaining: 300, expiresOn: null })]
})

const undone = (redemption: Redemption, over: Partial<UndoneFacts> = {}): UndoneFacts => ({
  ...UNPAID,
  redemption,
  campaign: givenCampaign(),
  card: null,
  entries: [],
  missed: [],
  tierExists: true,
  ...over
})

const PARTS = [
  undone(COUPON, { card: coupon, campaign: null }),
  undone(TIER),
  undone(GIFT, { card: gift('cust_1'), entries: [spent] }),
  undone(POINTS, { card, entries: [paid] })
]

const given = (over: Partial<StackRollbackFacts> = {}): StackRollbackFacts => ({
  ...givenStanding({ programs: [givenProgram({ card, rules: [] })] }),
  redemption: STACK,
  parts: PARTS,
  status: 'CANCELED',
  customerSent: null,
  customer: givenCustomer(),
  redemptionSchema: null,
  order,
  earned: { entries: [], pending: [] },
  previousOrder: null,
  ...over
})

const NOTHING: RollbackStack = {
  reason: undefined,
  metadata: undefined,
  customer: undefined,
  order: undefined
}

const rollBack = (over: Partial<StackRollbackFacts> = {}, command: Partial<RollbackStack> = {}) =>
  rollbackStackedRedemptions(given(over), { ...NOTHING, ...command }, givenOccasion())

const told = (over: Partial<StackRollbackFacts> = {}) =>
  outline(decided(rollBack(over)).changes).filter(line => !line.startsWith('counted'))

const ofKind = <Kind extends Change['kind']>(kind: Kind, changes: readonly Change[]) =>
  changes.filter((change): change is Extract<Change, { kind: Kind }> => change.kind === kind)

t.test('rollbackStackedRedemptions: the latest part first, then the order, then the records', t => {
  const records = (...more: readonly string[]) => [
    'redemption.recorded',
    'redemption.rolledBack',
    'redemption.rollback.succeeded',
    ...more
  ]
  t.strictSame(told(), [
    'v_1 +60',
    'v_3 +200',
    'promotionTier.redeemed',
    'voucher.redeemed',
    'order.updated',
    'order.canceled',
    ...records(),
    ...records(),
    ...records(),
    ...records('reward.released'),
    ...records(),
    'totals cardBalance+60 cardRedeemedPoints-60 giftBalance+200 giftRedeemedAmount-200 ' +
      'ordersAmount-590 ordersCount-1 rollbacksSucceeded+4'
  ])
  const { changes } = decided(rollBack())
  t.match(ofKind('voucher.redeemed', changes), [{ voucherId: 'v_2', version: 4, step: -1 }])
  t.match(ofKind('promotionTier.redeemed', changes), [
    { tierId: 'promo_1', step: -1, ordersAmount: 1000, ordersDiscountAmount: 50 }
  ])
  t.match(ofKind('credit.moved', changes), [
    { gift: { balance: { redeemedAmount: 0, balance: 500 }, redeemedQuantity: 0 } }
  ])
  t.end()
})

t.test('rollbackStackedRedemptions: a record of each, and one of the whole', async t => {
  const command = { reason: 'Sent back', metadata: { till: 4 }, trackingId: 'me' }
  const { result, changes } = decided(rollBack({}, command))
  const canceled = {
    ...order,
    status: 'CANCELED',
    discountAmount: 0,
    totalDiscountAmount: 0,
    totalAmount: 1000,
    appliedDiscountAmount: null,
    takenBackAt: NOW,
    redemptions: {
      r_9: {
        ...LINK,
        discountAmount: 0,
        rollbackId: 'r_000005',
        rollbackDate: NOW,
        rollbackStacked: ['r_000001', 'r_000002', 'r_000003', 'r_000004']
      }
    },
    updatedAt: NOW,
    version: order.version + 1
  }
  t.strictSame(result.order, canceled)
  t.match(result.parent, {
    id: 'r_000005',
    parentId: 'r_9',
    stackId: null,
    voucherId: null,
    reason: 'Sent back',
    metadata: { till: 4 },
    trackingId: 'me',
    order: canceled
  })
  const seen = result.rollbacks.map(({ redemption, card: shown }) => {
    const { id, parentId, stackId, points, gift: credit, discount } = redemption
    return [id, parentId, stackId, points, credit, discount, shown?.voucher.redeemedQuantity]
  })
  t.strictSame(seen, [
    ['r_000001', 'r_1', 'r_000005', null, null, null, 2],
    ['r_000002', 'r_2', 'r_000005', null, null, null, undefined],
    ['r_000003', 'r_3', 'r_000005', null, { amount: -200 }, null, 0],
    ['r_000004', 'r_4', 'r_000005', -60, null, null, 0]
  ])
  const outcomes = ofKind('redemption.rolledBack', changes).map(({ redemption }) => redemption)
  t.strictSame(
    outcomes.map(({ id, status, failureCode, rollback, order: kept }) => [
      id,
      status,
      failureCode,
      rollback?.id,
      kept
    ]),
    ['r_1', 'r_2', 'r_3', 'r_4', 'r_9'].map((id, index) => [
      id,
      'ROLLED_BACK',
      'redemption_rolled_back',
      `r_00000${index + 1}`,
      canceled
    ])
  )
})

t.test('rollbackStackedRedemptions: what belongs to others, and what is gone', async t => {
  const others = [undone(GIFT, { card: gift('cust_2'), entries: [spent] })]
  t.match(told({ parts: others }).at(-1), /ordersAmount-590/)
  const { changes } = decided(rollBack({ parts: others }))
  t.strictSame(
    ofKind('customerTotals.counted', changes).map(({ customerId, step }) => [customerId, step]),
    [
      ['cust_2', { giftBalance: 200, giftRedeemedAmount: -200 }],
      ['cust_1', { ordersCount: -1, ordersAmount: -590, rollbacksSucceeded: 1 }]
    ]
  )
  t.notOk(told({ parts: [undone(TIER, { tierExists: false })] }).includes('promotionTier.redeemed'))
  const empty = part('r_3', { voucherId: 'v_3', gift: { amount: 0 } })
  const used = decided(rollBack({ parts: [undone(empty, { card: gift('cust_1') })] }))
  t.match(ofKind('voucher.redeemed', used.changes), [{ voucherId: 'v_3', step: -1 }])
  t.equal(used.result.rollbacks[0]?.redemption.gift?.amount, 0)
})

t.test('rollbackStackedRedemptions: the order as it is, or in another state', async t => {
  const { result, changes } = decided(rollBack({ status: null }))
  const rollbackStacked = ['r_000001', 'r_000002', 'r_000003', 'r_000004']
  const named = { rollbackId: 'r_000005', rollbackDate: NOW, rollbackStacked }
  const noted = {
    ...order,
    redemptions: { r_9: { ...LINK, ...named } },
    updatedAt: NOW,
    version: order.version + 1
  }
  t.strictSame(result.order, noted, 'it names the rollback')
  t.strictSame(ofKind('order.updated', changes), [{ kind: 'order.updated', order: noted }])
  const [first] = ofKind('redemption.rolledBack', changes)
  t.equal(first?.redemption.order, order, 'the record keeps the order that it paid')
  const paidStill = decided(rollBack({ status: 'PAID' }))
  t.match(paidStill.result.order, { status: 'PAID', totalAmount: 1000, takenBackAt: null })
})

t.test('statusAfter: the request, else the project, but not for the order of another', async t => {
  const redemption = givenRedemption({ ...SUCCEEDED, id: 'r_9' })
  const nameless = { ...redemption, customer: { ...redemption.customer, id: null } }
  const own = { redemption, order: { ...order, customerId: redemption.customer.id } }
  const others = { redemption, order: { ...order, customerId: 'cust_9' } }
  const sent = (status: Order['status']) => ({ order: { id: 'o', sourceId: undefined, status } })
  //                    mode, request, redemption and order, status
  const rows = [
    ['WITHOUT_ORDER', sent('PAID'), own, 'PAID'],
    ['WITHOUT_ORDER', {}, own, null],
    ['WITH_ORDER', { order: undefined }, own, 'CANCELED'],
    ['WITH_ORDER', sent('FULFILLED'), own, 'FULFILLED'],
    ['WITH_ORDER', {}, { redemption, order: { ...order, customerId: null } }, 'CANCELED'],
    ['WITH_ORDER', {}, { redemption, order: null }, 'CANCELED'],
    ['WITH_ORDER', {}, { ...others, redemption: nameless }, null],
    ['WITH_ORDER', sent('CREATED'), { ...others, redemption: nameless }, null],
    ['WITH_ORDER', {}, others, null],
    ['WITH_ORDER', sent('CREATED'), others, null]
  ] as const
  for (const [mode, request, paid, status] of rows) {
    t.equal(statusAfter(mode, request, paid), status, `${mode} ${JSON.stringify(request)}`)
  }
})

t.test('rollbackStackedRedemptions: the order of another customer takes no status', async t => {
  const others = { order: { ...order, customerId: 'cust_9' }, status: null }
  const named = (status?: Order['status']) => ({
    order: { id: order.id, sourceId: undefined, status }
  })
  t.match(refused(rollBack(others, named('CREATED'))), {
    key: 'invalid_order',
    details: /order ord_1 is another customer's.*PUT \/v1\/orders\/ord_1$/,
    resourceId: 'r_9'
  })
  const { result } = decided(rollBack(others, named()))
  t.match(result.order, { customerId: 'cust_9', status: 'PAID', totalAmount: 590 })
})

t.test("rollbackStackedRedemptions: nobody's order is paid and counts for nobody", async t => {
  const nobodys = { ...order, status: 'CREATED', customerId: null, earnedAt: null } as const
  const { result, changes } = decided(rollBack({ order: nobodys, status: 'PAID' }))
  t.match(result.order, { status: 'PAID', customerId: null, earnedAt: null, totalAmount: 1000 })
  const counted = ofKind('customerTotals.counted', changes)
  t.strictSame(
    counted.map(({ step }) => step.ordersCount),
    [undefined]
  )
})

const NOBODY = { id: null, name: null, email: null, sourceId: null, metadata: {} }
const nobodys = (over: Partial<StackRollbackFacts> = {}): Partial<StackRollbackFacts> => {
  const alone = { stackId: null, customer: NOBODY }
  const link = { r_1: { ...LINK, relatedObjectType: 'voucher' as const, relatedObjectId: 'v_2' } }
  const { stacked: _, ...single } = link.r_1
  const of: Order = { ...order, customerId: null, earnedAt: null, redemptions: { r_1: single } }
  const redemption = { ...COUPON, ...alone, order: of }
  const parts = [
    undone(redemption, { card: coupon, campaign: null }),
    undone({ ...GIFT, ...alone }, { card: gift('cust_2'), entries: [spent] }),
    undone({ ...GIFT, ...alone }, { card: gift(null), entries: [spent] })
  ]
  return {
    ...givenStanding(),
    redemption,
    parts: parts.slice(0, 1),
    customer: null,
    order: of,
    ...over
  }
}

t.test('rollbackStackedRedemptions: of nobody, and of somebody who is gone', async t => {
  const { result, changes } = decided(rollBack(nobodys()))
  t.equal(result.parent, null)
  t.match(result.order, { status: 'CANCELED', totalAmount: 1000 })
  t.match(result.rollbacks, [
    { redemption: { customer: NOBODY }, card: { voucher: { redeemedQuantity: 2 } } }
  ])
  t.strictSame(
    outline(changes).filter(line => !line.startsWith('counted')),
    [
      'voucher.redeemed',
      'order.updated',
      'order.canceled',
      'redemption.recorded',
      'redemption.rolledBack',
      'redemption.rollback.succeeded'
    ]
  )
  for (const [holderId, lines] of [
    ['cust_2', ['v_3 +200', 'totals giftBalance+200 giftRedeemedAmount-200']],
    [null, ['v_3 +200']]
  ] as const) {
    const parts = [
      undone(
        { ...GIFT, stackId: null, customer: NOBODY },
        { card: gift(holderId), entries: [spent] }
      )
    ]
    const of = nobodys({ parts, order: null })
    t.strictSame(outline(decided(rollBack(of)).changes).slice(0, lines.length), lines)
  }
  const kept = decided(rollBack(nobodys({ status: null })))
  t.equal(kept.result.order?.status, 'PAID')
  t.match(refused(rollBack({ customer: null })), { key: 'invalid_customer' })
  const theirs = { ...order, customerId: 'cust_9' }
  const { result: beside } = decided(rollBack(nobodys({ order: theirs, status: null })))
  t.match(beside, {
    order: { customerId: 'cust_9', status: 'PAID', totalAmount: 590 },
    rollbacks: [{ redemption: { customer: NOBODY } }]
  })
})

t.test('rollbackStackedRedemptions: the refusals', async t => {
  const schema = givenSchema({ properties: { till: givenProperty({ type: 'number' }) } })
  const sent = (customer: RollbackStack['customer']) => ({ customer })
  const named = (id: string | undefined, sourceId?: string) => ({
    order: { id, sourceId, status: undefined }
  })
  const ada = { id: 'cust_1', sourceId: undefined }
  const who = { customerSent: givenCustomer() }
  const other = { customerSent: givenCustomer({ id: 'cust_2' }) }
  // biome-ignore format: a table
  const rows: readonly (readonly [
    string,
    Partial<StackRollbackFacts>,
    Partial<RollbackStack>,
    string
  ])[] = [
    ['again', { redemption: { ...STACK, status: 'ROLLED_BACK' } }, {}, 'already_rolled_back'],
    ['a rollback', { redemption: { ...STACK, parentId: 'r_0' } }, {}, 'invalid_rollback_params'],
    ['a failure', { redemption: { ...STACK, status: 'FAILED' } }, {}, 'invalid_rollback_params'],
    ['a part', { redemption: COUPON }, {}, 'invalid_redemption_parent'],
    ['an unknown customer', {}, sent({ id: undefined, sourceId: 'nobody' }), 'not_found'],
    ['another customer', other, sent({ id: 'cust_2', sourceId: undefined }), 'invalid_customer'],
    ['another order', who, { ...sent(ada), ...named('ord_9') }, 'invalid_order'],
    ['by source id', {}, named(undefined, 'other'), 'invalid_order'],
    ['no order was paid', { order: null }, named('ord_9'), 'invalid_order'],
    ['metadata', { redemptionSchema: schema }, { metadata: { till: 'four' } },
      'metadata_validation_failed']
  ]
  for (const [name, facts, command, key] of rows) {
    t.equal(refused(rollBack(facts, command)).key, key, name)
  }
  const fine = { ...sent(ada), ...named(order.id) }
  t.equal(decided(rollBack(who, fine)).result.rollbacks.length, 4)
  const nameless = sent({ id: undefined, sourceId: undefined })
  t.equal(decided(rollBack({}, nameless)).result.rollbacks.length, 4)
})

t.test('rollbackStackedRedemptions: no rollback pays an order that was never paid', async t => {
  const open = { ...order, status: 'CREATED', earnedAt: null } as const
  //                    order, status after it, refused
  const rows = [
    [open, 'PAID', true],
    [open, 'FULFILLED', true],
    [open, 'CREATED', false],
    [open, 'CANCELED', false],
    [open, null, false],
    [order, 'PAID', false],
    [{ ...order, status: 'CANCELED' }, 'PAID', false],
    [null, 'PAID', false]
  ] as const
  for (const [stored, status, isRefused] of rows) {
    const decision = rollBack({ order: stored, status })
    const about = `${stored?.status} ${status}`
    t.equal('refusal' in decision, isRefused, about)
    if ('refusal' in decision) {
      t.match(decision.refusal, {
        key: 'invalid_payload',
        details: /^Property \.order\.status: order ord_1 was never paid.*PUT \/v1\/orders\/ord_1$/
      })
    } else {
      const earned = decision.result.order?.earnedAt ?? null
      t.equal(earned, stored?.earnedAt ?? null, `${about}: nothing earns`)
    }
  }
})

t.test('an initial amount that the shop sent stays', async t => {
  const own = { ...order, initialAmount: 900 }
  const { result } = decided(rollBack({ order: own }))
  t.match(result.order, { initialAmount: 900, redemptions: { r_9: { rollbackId: 'r_000005' } } })
})
