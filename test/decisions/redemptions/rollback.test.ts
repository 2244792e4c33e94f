import t, { type Test } from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import type { Purse } from '../../../src/decisions/points/lots.ts'
import {
  type RollbackFacts,
  type RollbackRedemption,
  rollbackRedemption
} from '../../../src/decisions/redemptions/rollback.ts'
import type {
  Day,
  LedgerEntry,
  LockHold,
  Lot,
  Order,
  Redemption,
  Shortfall
} from '../../../src/model.ts'
import { decided, kinds, outline, refused } from '../../support/decided.ts'
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
import { givenLink, givenOrder, givenOrderItem } from '../../support/given-goods.ts'
import { givenPending, givenRedemption } from '../../support/given-records.ts'
import {
  givenEarningRule,
  givenProperty,
  givenSchema,
  givenSegment,
  givenTier
} from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'
import { HANDED_OUT, UNPAID } from '../support/mug.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** 60 of the 100 points of a card, for a mug. */
const mug: Redemption = givenRedemption({
  result: 'SUCCESS',
  status: 'SUCCEEDED',
  points: 60,
  failureCode: null,
  failureMessage: null,
  trackingId: 'track_1',
  metadata: { till: 4 },
  reward: HANDED_OUT
})

const taken: LedgerEntry = givenEntry({
  id: 'vtx_9',
  type: 'POINTS_REDEMPTION',
  amount: -60,
  lots: [{ id: 'lopb_1', amount: -60 }],
  balanceAfter: 40,
  cause: { redemptionId: 'r_1', rewardId: 'rew_1' }
})

const cardWith = (balance: number, ...lots: Lot[]): Purse => ({
  voucher: givenCard({
    card: givenBalance({ points: 100, balance, redeemedPoints: 60 }),
    redeemedQuantity: 1,
    version: 2
  }),
  lots
})

const half: Lot = givenLot({ remaining: 40 })

function givenFacts(over: Partial<RollbackFacts> = {}): RollbackFacts {
  const { lots, ...known } = over.card ?? cardWith(40, half)
  const card = { ...known, lots: lots.length > 0 ? lots : [givenLot({ remaining: 0 })] }
  return {
    ...givenStanding({ programs: [givenProgram({ card, rules: [] })] }),
    ...UNPAID,
    status: 'CANCELED',
    redemption: mug,
    campaign: givenCampaign(),
    customer: givenCustomer(),
    entries: [taken],
    missed: [],
    ...over,
    card
  }
}

const NOTHING: RollbackRedemption = { reason: undefined, metadata: undefined }

const COUNTS = [
  'counted voucher by any',
  'counted voucher by api_key',
  'counted reward_assignment by customer',
  'counted reward_assignment by api_key',
  'counted reward_assignment by any',
  'counted campaign by customer',
  'counted campaign by api_key',
  'counted campaign by any'
]
const RECORDS = ['redemption.recorded', 'redemption.rolledBack', 'redemption.rollback.succeeded']
const TOTALS = 'totals cardBalance+60 cardRedeemedPoints-60 rollbacksSucceeded+1'

const rollBack = (over: Partial<RollbackFacts> = {}, command = NOTHING) =>
  rollbackRedemption(givenFacts(over), command, givenOccasion())

const told = (over: Partial<RollbackFacts> = {}) => outline(decided(rollBack(over)).changes)

t.test('rollbackRedemption: the record, its parent, and what moves back', async t => {
  const about = { reason: 'Chipped', metadata: { clerk: 'cleo' } }
  const { result, changes } = decided(rollBack({}, about))
  t.strictSame(result.redemption, {
    ...mug,
    id: 'r_000001',
    date: NOW,
    metadata: { clerk: 'cleo' },
    parentId: 'r_1',
    points: -60,
    reason: 'Chipped'
  })
  t.strictSame(outline(changes), ['v_1 +60', ...RECORDS, 'reward.released', ...COUNTS, TOTALS])
  t.strictSame(changes[2], {
    kind: 'redemption.rolledBack',
    redemption: {
      ...mug,
      result: 'FAILURE',
      status: 'ROLLED_BACK',
      failureCode: 'redemption_rolled_back',
      failureMessage: 'redemption was rolled back',
      rollback: { id: 'r_000001', date: NOW }
    }
  })
  t.match(changes[3], {
    event: {
      category: 'ACTION',
      entityId: 'v_1',
      data: { redemption_id: 'r_1', rollback_id: 'r_000001' }
    }
  })
  t.match(changes[0], {
    card: { version: 2, redeemedQuantity: 0, balance: { balance: 100, redeemedPoints: 0 } },
    opened: [],
    stepped: [{ id: 'lopb_1', amount: 0, remaining: 60 }],
    entry: { type: 'POINTS_REFUND', cause: { redemptionId: 'r_1' } }
  })
  t.match(result.card, { campaignName: 'Coffee Club', voucher: { card: { balance: 100 } } })
  t.match(decided(rollBack()).result.redemption, { metadata: {} })
  t.notOk('reason' in decided(rollBack()).result.redemption)
})

const invalid = 'invalid_rollback_params'
const schema = givenSchema({ properties: { clerk: givenProperty({ optional: false }) } })
const sent = { reason: undefined, metadata: { till: 4 } }

//                        what it is                           facts                    refused as
const refusals: [string, Partial<Redemption>, Partial<RollbackFacts>, string | null][] = [
  ['rolled back before', { status: 'ROLLED_BACK', result: 'FAILURE' }, {}, 'already_rolled_back'],
  ['a rollback', { parentId: 'r_0' }, {}, invalid],
  ['a failed one', { status: 'FAILED', result: 'FAILURE' }, { customer: null }, invalid],
  ['a part of a stack', { stackId: 'r_9' }, {}, 'invalid_redemption_parent'],
  ['a stack', { voucherId: null, campaignId: null }, {}, 'invalid_redemption'],
  ['metadata that do not fit', {}, { redemptionSchema: schema }, 'metadata_validation_failed'],
  ['of somebody who is gone', {}, { customer: null }, 'invalid_customer'],
  ['of long ago', { date: '2001-01-01T00:00:00.000Z' }, {}, null]
]

t.test('rollbackRedemption: the order of refusals', async t => {
  table(t, refusals, (t, _, redemption, facts, key) => {
    const said = rollBack({ redemption: { ...mug, ...redemption }, ...facts }, sent)
    if (key === null) return t.match(said, { result: {} })
    return t.match(refused(said), { key })
  })
  t.match(refused(rollBack({ redemption: { ...mug, status: 'ROLLED_BACK' } })), {
    details: 'Redemption r_1 was rolled back already; there is nothing left to undo',
    resourceId: 'r_1',
    resourceType: 'redemption'
  })
})

t.test('rollbackRedemption: nothing is undone where the holder cannot be brought up to date', t => {
  const earning = { type: 'FIXED', points: MAX } as const
  const entering = { event: 'customer.segment.entered', segmentId: 'seg_1', earning }
  const program = givenProgram({ card: cardWith(40, half), rules: [givenEarningRule(entering)] })
  const filter = { junction: 'and', fields: { name: { $is: ['Ada Baker'] } } } as const
  const segment = givenSegment({ type: 'auto-update', filter })
  const said = rollBack({ programs: [program], filterSegments: [segment] })
  t.equal(refused(said).key, 'invalid_amount')
  t.end()
})

const tiers = [
  givenTier({ id: 'ltr_1', pointsFrom: 0, pointsTo: 79 }),
  givenTier({ id: 'ltr_2', pointsFrom: 80, pointsTo: null })
]

t.test('rollbackRedemption: tiers follow, and nothing that follows earns', async t => {
  const earning = { type: 'FIXED', points: 10 } as const
  const upgraded = { event: 'customer.loyalty.tier.upgraded', loyaltyTierId: 'ltr_2', earning }
  const program = givenProgram({
    card: cardWith(40, half),
    tiers,
    membership: givenMembership({ tierId: 'ltr_1' }),
    rules: [givenEarningRule(upgraded)]
  })
  t.strictSame(told({ programs: [program] }).slice(-3), [
    'v_1 in ltr_2',
    'loyalty.tier.upgraded',
    TOTALS
  ])
})

/** As brought by the redemption. */
const brought = (over: Partial<LedgerEntry>): LedgerEntry =>
  givenEntry({ id: 'vtx_8', cause: { redemptionId: 'r_1', rewardId: 'rew_1' }, ...over })

const gift = (balance: number): Purse => ({
  voucher: givenGiftVoucher({ gift: givenGift({ balance }), holderId: 'cust_1' }),
  lots: [givenLot({ id: 'lopb_3', voucherId: 'v_3', amount: 1000, remaining: balance })]
})
const credited = [
  taken,
  brought({ type: 'CREDITS_ADDITION', amount: 300, voucherId: 'v_3', lots: [] })
]
const coupon = (over: Parameters<typeof givenCoupon>[0] = {}): Purse => ({
  voucher: givenCoupon({ holderId: 'cust_1', ...over }),
  lots: []
})
const OFF = ['voucher.updated']
const LESS = 'totals cardBalance+60 cardRedeemedPoints-60 giftBalance-300 rollbacksSucceeded+1'

//                  what was handed out     and entries    what becomes of it     totals
const goods: [string, Purse | null, readonly LedgerEntry[], readonly string[], string][] = [
  ['a coupon', coupon(), [taken], OFF, TOTALS],
  ['a coupon that is off', coupon({ active: false }), [taken], OFF, TOTALS],
  ['a coupon of another', coupon({ holderId: 'cust_2' }), [taken], [], TOTALS],
  ['a voucher that is gone', null, [taken], [], TOTALS],
  ['credit', gift(500), credited, ['v_3 -300'], LESS],
  ['just so much of it', gift(300), credited, ['v_3 -300'], LESS],
  ['a gift voucher without credit of its own', gift(0), [taken], [], TOTALS]
]

t.test('rollbackRedemption: what was handed out is taken back', async t => {
  table(t, goods, (t, _, handedOut, entries, lines, totals) => {
    const found = told({ handedOut, entries })
    t.strictSame(
      found.filter(line => line === 'voucher.updated' || /^v_[^1]/.test(line)),
      lines
    )
    t.equal(found.at(-1), totals)
  })
  const { changes } = decided(rollBack({ handedOut: coupon({ updatedAt: NOW, version: 3 }) }))
  const off = changes.find(({ kind }) => kind === 'voucher.updated')
  t.match(off, { voucher: { active: false, version: 4, updatedAt: '2026-03-01T10:00:00.001Z' } })
})

const bakeryCard = (balance: number, expiresOn: Day | null = null): Purse => ({
  voucher: givenCard({
    id: 'v_4',
    code: 'BREAD',
    campaignId: 'camp_4',
    card: givenBalance({ points: 50, balance })
  }),
  lots: [givenLot({ id: 'lopb_4', voucherId: 'v_4', amount: 50, remaining: balance, expiresOn })]
})
const granted = (points: number) => [
  taken,
  brought({
    type: 'POINTS_ADDITION',
    amount: points,
    voucherId: 'v_4',
    lots: [{ id: 'lopb_4', amount: points }]
  })
]

t.test('rollbackRedemption: points it brought are taken back, if need be of its own', t => {
  const followed = { event: 'customer.segment.entered', subjectId: 'seg_1', gone: {}, balances: {} }
  const cause = { redemptionId: 'r_1', earningRuleId: 'ern_1', followed }
  const accrual = (amount: number, id: string) =>
    brought({ type: 'POINTS_ACCRUAL', amount, lots: [{ id, amount }], cause })
  const elsewhere = { ...accrual(50, 'lopb_4'), voucherId: 'v_4', campaignId: 'camp_4' }
  const bonuses = [elsewhere, { ...accrual(20, 'lopb_1'), id: 'vtx_7' }]
  const card = cardWith(0, givenLot({ remaining: 0 }))
  const bakery = { campaign: givenCampaign({ id: 'camp_4' }), card: bakeryCard(30) }
  const programs = [{ card }, bakery].map(over => givenProgram({ ...over, rules: [] }))
  const found = told({
    card,
    programs,
    entries: [taken],
    earned: { entries: [], pending: [], bonuses }
  })
  t.strictSame(
    found.filter(line => /^v_|points_canceled|takenBack/.test(line)),
    [
      'v_1 +60',
      'v_1 -20',
      'voucher.loyalty_card.points_canceled',
      'ledgerEntry.takenBack',
      'v_4 -30',
      'voucher.loyalty_card.points_canceled',
      'v_4 lacks 20',
      'ledgerEntry.takenBack'
    ]
  )
  t.equal(found.at(-1), 'totals cardBalance+10 cardRedeemedPoints-60 rollbacksSucceeded+1')
  t.end()
})

const refusedFor = (key: string, brought: string, missing: number, first: string) =>
  `${key} Of ${brought}, ${missing} are spent or locked; ${first}add as many, and then roll this back`
const noCredit = (missing: number, first = '') => {
  const brought = `300 credit that redemption r_1 put on ${givenGiftVoucher().code}`
  return refusedFor('gift_amount_exceeded', brought, missing, first)
}
const noPoints = (missing: number, first = '') => {
  const brought = '50 points that redemption r_1 put on BREAD'
  return refusedFor('loyalty_card_points_exceeded', brought, missing, first)
}

/** Refused so, or not at all, where this was handed out, and the bakery is a program like any other. */
function triesBack(t: Test, handedOut: Purse, over: Partial<RollbackFacts>, why: string | null) {
  const bakery = { campaign: givenCampaign({ id: 'camp_4' }), rules: [], card: handedOut }
  const programs = [
    givenProgram({ card: cardWith(40, half), rules: [] }),
    ...(handedOut.voucher.card === null ? [] : [givenProgram(bakery)])
  ]
  const said = rollBack({ handedOut, programs, ...over })
  if (why === null) return t.match(said, { result: {} })
  const { key, details, resourceId } = refused(said)
  return t.strictSame([`${key} ${details}`, resourceId], [why, 'r_1'])
}

//                what was handed out      by which entries      lapsed     refused
const spent: [string, Purse, readonly LedgerEntry[], number, string | null][] = [
  ['credit, all there', gift(300), credited, 0, null],
  ['one of it spent', gift(299), credited, 0, noCredit(1)],
  ['points, all there', bakeryCard(50), granted(50), 0, null],
  ['some spent', bakeryCard(30), granted(50), 0, noPoints(20)],
  ['spent of others', bakeryCard(30), granted(30), 0, null],
  ['the rest lapsed', bakeryCard(30), granted(50), 20, null],
  ['all lapsed, and not booked yet', bakeryCard(50, '2026-02-28'), granted(50), 0, null],
  ['some spent before it lapsed', bakeryCard(30, '2026-02-28'), granted(50), 0, noPoints(20)]
]

t.test('rollbackRedemption: what the reward put elsewhere must be there, or have lapsed', t => {
  table(t, spent, (t, _, { voucher, lots }, entries, lapsed, expected) => {
    const handedOut = { voucher, lots: lots.map(lot => ({ ...lot, lapsed })) }
    triesBack(t, handedOut, { entries }, expected)
  })
  t.end()
})

const LATER = '2026-03-01T11:00:00.000Z'
const hold = (over: Partial<LockHold>): LockHold => ({
  voucherId: 'v_2',
  key: 'cart',
  expiresAt: LATER,
  ...{ uses: 0, credit: 0, points: 0 },
  ...over
})
const held = (purse: Purse, ...holds: LockHold[]): Purse => ({ ...purse, holds })
const use = (nr: number, stackId: string | null = null) => ({ id: `r_${nr}`, stackId })
const couponRefused = (how: string, first: string) =>
  `quantity_exceeded Coupon ${givenCoupon().code}, which redemption r_1 handed out, ${how}; ` +
  `${first}, and then roll this back`
const RELEASED = 'by DELETE /v1/vouchers/{code}/sessions/{sessionKey}'
const eleven = Array.from({ length: 11 }, (_, nr) => use(29 - nr))
const namedTen = eleven.slice(0, 10).map(({ id }) => id)

//                what was handed out     by which entries       uses      before        refused
// biome-ignore format: a table
const used: [
  string,
  Purse,
  readonly LedgerEntry[],
  RollbackFacts['uses'],
  number,
  string | null
][] = [
  ['a coupon', coupon(), [taken], [], 0, null],
  ['a coupon that was used', coupon({ redeemedQuantity: 1 }), [taken], [use(2)], 0,
    couponRefused('was redeemed once since', 'roll back r_2')],
  ['with others', coupon({ redeemedQuantity: 2 }), [taken], [use(3, 'r_9'), use(2)], 0,
    couponRefused('was redeemed 2 times since', 'roll back r_9, r_2')],
  ['before it was handed out', coupon({ redeemedQuantity: 1 }), [taken], [use(0)], 1, null],
  ['before and since, the first one undone by now', coupon({ redeemedQuantity: 1 }), [taken],
    [use(2)], 1, couponRefused('was redeemed once since', 'roll back r_2')],
  ['by a process whose clock is behind', coupon({ redeemedQuantity: 1 }), [taken], [use(0)], 0,
    couponRefused('was redeemed once since', 'roll back r_0')],
  ['more often than is named', coupon({ redeemedQuantity: 12 }), [taken], eleven, 0,
    couponRefused('was redeemed 12 times since', `roll back ${namedTen.join(', ')} and others`)],
  ['one that is locked, the first to end before the others',
    held(coupon(), hold({ uses: 1, expiresAt: '2026-03-01T11:00:00.001Z' }), hold({ key: 'bag' })),
    [taken], [], 0, couponRefused('is locked', `release bag, cart, ${RELEASED}`)],
  ['one that is used and locked', held(coupon({ redeemedQuantity: 1 }), hold({ uses: 1 })), [taken],
    [use(2)], 0,
    couponRefused('was redeemed once since', `roll back r_2 and release cart, ${RELEASED}`)],
  ['a lock that is over', held(coupon(), hold({ uses: 1, expiresAt: NOW })), [taken], [], 0, null],
  ['credit that was spent', gift(100), credited, [use(2)], 0, noCredit(200, 'roll back r_2, or ')],
  ['credit that is spent and locked', held(gift(250), hold({ credit: 100 })), credited,
    [use(2), use(0)], 0, noCredit(150, `roll back r_2 and release cart, ${RELEASED}, or `)],
  ['as much beside what is locked', held(gift(400), hold({ credit: 100 })), credited, [], 0, null],
  ['points that are locked', held(bakeryCard(60), hold({ points: 20 })), granted(50), [], 0,
    noPoints(10, `release cart, ${RELEASED}, or `)],
  ['beside others', held(bakeryCard(70), hold({ points: 20 })), granted(50), [], 0, null]
]

t.test('rollbackRedemption: what the reward handed out must not be used, or locked', async t => {
  table(t, used, (t, _, handedOut, entries, uses, redeemedQuantity, expected) => {
    const shown = {
      voucher: { ...handedOut.voucher, redeemedQuantity },
      campaignName: null,
      category: null,
      assignments: []
    }
    const redemption = { ...mug, reward: { ...HANDED_OUT, voucher: shown } }
    triesBack(t, handedOut, { redemption, entries, uses }, expected)
  })
})

const lacking = (points: number, orderId = 'ord_9'): Shortfall => ({
  voucherId: 'v_1',
  subjectId: orderId,
  lotId: 'lopb_9',
  from: null,
  kind: 'EARNED',
  points,
  cause: { orderId, reason: 'Order canceled' },
  createdAt: mug.date,
  voucherVersion: 2
})
const ending = (expiresOn: Day) => cardWith(0, givenLot({ expiresOn, remaining: 0 }))
const lacks = ({ lots, ...card }: Purse, ...shortfalls: Shortfall[]): Purse => {
  const canceled = shortfalls.reduce((sum, { points }) => sum + points, 0)
  const short = givenLot({ id: 'lopb_9', remaining: 0, canceled })
  return { ...card, lots: [...lots, short], shortfalls }
}
const gives = (points: number) => `lopb_1 gives ${points} for lopb_9`
const CANCELED = 'voucher.loyalty_card.points_canceled'

//                what is missing          which lots are there        what is taken of the 60
const there = cardWith(40, half)
// biome-ignore format: a table
const makingUp: [string, Shortfall[], Purse, string[]][] = [
  ['nothing', [], there, []],
  ['less than comes back', [lacking(25)], there, ['v_1 -25', CANCELED, 'v_1 lacks 0', gives(25)]],
  ['as much', [lacking(60)], there, ['v_1 -60', CANCELED, 'v_1 lacks 0', gives(60)]],
  ['more, although there are others', [lacking(70)], there,
    ['v_1 -60', CANCELED, 'v_1 lacks 10', gives(60)]],
  [
    'for two, the older first',
    [{ ...lacking(30, 'ord_8'), voucherVersion: 3 }, lacking(50)],
    there,
    [
      ...['v_1 -50', CANCELED, 'v_1 lacks 0', gives(50)],
      ...['v_1 -10', CANCELED, 'v_1 lacks 20', gives(10)]
    ]
  ],
  ['what was missing before it was redeemed, which it cannot have spent',
    [{ ...lacking(25), createdAt: '2001-01-01T00:00:00.000Z', voucherVersion: 1 }], there, []],
  ['what was missing before it was redeemed at the same instant',
    [{ ...lacking(25), voucherVersion: 1 }], there, []],
  ['what comes back has lapsed since they were missing',
    [{ ...lacking(25), createdAt: '2026-02-28T12:00:00.000Z' }], ending('2026-02-28'),
    ['v_1 -25', CANCELED, 'v_1 lacks 0', gives(25)]],
  ['what comes back had lapsed when they were missing',
    [{ ...lacking(25), createdAt: '2026-02-28T12:00:00.000Z' }], ending('2026-02-27'), []]
]

t.test('rollbackRedemption: what comes back goes first to what was missing before', async t => {
  table(t, makingUp, (t, _, shortfalls, purse, lines) => {
    const card = lacks(purse, ...shortfalls)
    const found = told({ card })
    t.equal(found[0], 'v_1 +60')
    t.strictSame(found.slice(1, found.indexOf('redemption.recorded')), lines)
  })
  const { changes } = decided(rollBack({ card: lacks(there, lacking(25)) }))
  t.match(changes[1], {
    entry: {
      type: 'POINTS_CANCELLATION',
      amount: -25,
      lots: [{ id: 'lopb_1', amount: -25, for: 'lopb_9' }],
      cause: { orderId: 'ord_9', reason: 'Order canceled' }
    }
  })
})

const link = givenLink(600)
const left = (discountAmount: number) => ({ redemptions: { r_1: { ...link, discountAmount } } })

const paid: Order = givenOrder({
  status: 'PAID',
  amount: 1200,
  discountAmount: 700,
  itemsDiscountAmount: 100,
  totalDiscountAmount: 800,
  totalAmount: 400,
  appliedDiscountAmount: 600,
  items: [givenOrderItem({ id: 'ordli_1', discountAmount: 100, subtotalAmount: 1100 })],
  redemptions: { r_1: link },
  earnedAt: EARLIER,
  version: 5
})
const coin: Redemption = { ...mug, order: paid }

function orderAfter(order: Order, over: Partial<RollbackFacts> = {}) {
  const { changes, result } = decided(rollBack({ redemption: coin, order, ...over }))
  const written = changes.find(({ kind }) => kind === 'order.updated')
  const { order: after } = written as Extract<Change, { kind: 'order.updated' }>
  t.strictSame(result.redemption.order, after)
  return { changes, after }
}

t.test('rollbackRedemption: the order is canceled, and what it brought goes back', async t => {
  const accrual = givenEntry({
    type: 'POINTS_ACCRUAL',
    amount: 12,
    lots: [{ id: 'lopb_1', amount: 12 }],
    cause: { orderId: 'ord_1', earningRuleId: 'ern_1' }
  })
  const earned = { entries: [accrual], pending: [givenPending({ id: 'lopp_1', points: 5 })] }
  const previousOrder = { amount: 99, date: '2025-12-01T00:00:00.000Z' }
  const { changes, after } = orderAfter(paid, { earned, previousOrder })
  t.strictSame(after, {
    ...paid,
    status: 'CANCELED',
    takenBackAt: NOW,
    earned: {
      terms: [],
      takenBack: [{ voucherId: 'v_1', ruleId: 'ern_1', lotId: 'lopb_1', points: 12 }]
    },
    discountAmount: 100,
    totalDiscountAmount: 200,
    totalAmount: 1000,
    appliedDiscountAmount: null,
    redemptions: { r_1: { ...link, discountAmount: 0, rollbackId: 'r_000001', rollbackDate: NOW } },
    updatedAt: NOW,
    version: 6
  })
  t.strictSame(outline(changes).slice(0, 8), [
    'v_1 +60',
    'order.updated',
    'order.canceled',
    'lopp_1 CANCELED',
    'v_1 waits -5',
    'voucher.loyalty_card.pending_points.canceled',
    'v_1 -12',
    'voucher.loyalty_card.points_canceled'
  ])
  t.match(changes.at(-1), {
    step: { ordersCount: -1, ordersAmount: -400, cardBalance: 48, rollbacksSucceeded: 1 },
    lastOrder: { gone: EARLIER, previous: previousOrder }
  })
  const counts = changes.filter(({ kind }) => kind === 'redemption.counted')
  t.match(counts[0], { count: { step: -1, ordersAmount: 1200, ordersDiscountAmount: 800 } })
})

t.test('rollbackRedemption: an order that was canceled before gives what was missing, once', t => {
  const canceled = { ...paid, status: 'CANCELED' } as const
  const card = lacks(there, lacking(25, 'ord_1'), lacking(10))
  const { changes } = orderAfter(canceled, { card })
  t.strictSame(
    outline(changes).filter(line => line.startsWith('v_1')),
    ['v_1 +60', 'v_1 -25', 'v_1 lacks 0', 'v_1 -10', 'v_1 lacks 0']
  )
  t.end()
})

t.test('rollbackRedemption: the price of what is missing was no part of what it brought', t => {
  const cause = { redemptionId: 'r_9', reason: 'Redemption rolled back' }
  const entry = (type: LedgerEntry['type'], amount: number, createdAt = EARLIER) =>
    givenEntry({ type, amount, cause, createdAt })
  const missed = [
    entry('POINTS_REDEMPTION', -80),
    entry('POINTS_ACCRUAL', 40),
    entry('POINTS_REFUND', 80, NOW),
    entry('POINTS_CANCELLATION', -15)
  ]
  const membership = givenMembership({ periodStartsOn: '2026-03-01', pointsBefore: 500 })
  const card = lacks(there, { ...lacking(25), subjectId: 'r_9', cause })
  const program = givenProgram({ card, rules: [], membership })
  const standing = givenStanding({ programs: [program] })
  const { changes } = decided(rollBack({ ...standing, card, missed }))
  const saved = changes.find(change => change.kind === 'tierMembership.saved')
  t.match(saved, { membership: { pointsBefore: 475 } })
  t.end()
})

const undiscounted = { itemsDiscountAmount: null, items: [givenOrderItem({ id: 'ordli_1' })] }

//                                   stored order                         left to pay
const orders: [string, Partial<Order>, number | null][] = [
  ['paid', {}, 1000],
  ['fulfilled', { status: 'FULFILLED' }, 1000],
  ['canceled before', { status: 'CANCELED' }, 1000],
  ['not paid any more', { status: 'CREATED' }, 1000],
  ['of another discount by now', left(0), 400],
  ['of a discount that was lower once', left(250), 650],
  ['of a smaller discount by now', { discountAmount: 50 }, 1100],
  ['of no discount by now', { discountAmount: null, totalAmount: 1100 }, 1100],
  ['without discounts on items', undiscounted, 1100],
  ['without prices by now', { amount: null, totalAmount: null }, null]
]

t.test('rollbackRedemption: an order that is to stay as it is names the rollback alone', t => {
  const { changes, after } = orderAfter(paid, { status: null })
  const named = { ...link, rollbackId: 'r_000001', rollbackDate: NOW }
  t.strictSame(after, { ...paid, redemptions: { r_1: named }, updatedAt: NOW, version: 6 })
  t.notOk(
    changes.some(change => change.kind === 'customerTotals.counted' && 'ordersCount' in change.step)
  )
  const [rolledBack] = changes.filter(({ kind }) => kind === 'redemption.rolledBack')
  t.match(rolledBack, { redemption: { order: paid } }, 'the record keeps the order that it paid')
  t.end()
})

t.test('rollbackRedemption: what becomes of the order that points paid', async t => {
  table(t, orders, (t, _, over, totalAmount) => {
    const { after, changes } = orderAfter({ ...paid, ...over })
    t.match(after, { status: 'CANCELED', totalAmount, appliedDiscountAmount: null })
    const totals = changes.at(-1)
    const counts = over.status !== 'CANCELED' && over.status !== 'CREATED'
    t.equal(totals?.kind === 'customerTotals.counted' && 'ordersCount' in totals.step, counts)
  })
})

t.test('rollbackRedemption: counts less in the periods it was made in', async t => {
  const redemption = { ...mug, date: '2026-02-28T23:30:00.000Z' }
  const { changes } = decided(rollBack({ redemption }))
  const counts = changes.filter(change => change.kind === 'redemption.counted')
  const count = { step: -1, day: '2026-03-01', week: '2026-02-23', month: '2026-03-01' }
  t.match(counts, Array(8).fill({ totalBefore: null, count }))
})

t.test('rollbackRedemption: a reward that is gone is not counted', async t => {
  t.notOk(kinds(decided(rollBack({ rewardExists: false })).changes).includes('reward.released'))
})
