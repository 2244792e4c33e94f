/**
 * Where customers stand, on every engine: each write with the guard it is held by, each look at it.
 *
 * Spec: EarningRule.loyalty_tier, EarningRule.segment, CustomerReferrals.
 */
import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import type { CardBalance, TierMembership, Voucher } from '../../../src/model.ts'
import { customersAfter } from '../../../src/storage/customers/customers.ts'
import {
  referralsOfCustomer,
  referralToCampaign,
  referrerTotalsOf
} from '../../../src/storage/customers/referrals.ts'
import { GuardLost } from '../../../src/storage/engine/errors.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { inLockOrder } from '../../../src/storage/lock-order.ts'
import { earningRulesOn } from '../../../src/storage/loyalties/earning-rules.ts'
import {
  loyaltyTiersOfProject,
  tierMembershipOfCard,
  tierMembershipsLapsedIn,
  tierMembershipsOfCustomer
} from '../../../src/storage/loyalty-tiers/loyalty-tiers.ts'
import { accrualsOfOrders } from '../../../src/storage/points/ledger.ts'
import { lotsNamed } from '../../../src/storage/points/lots.ts'
import { pendingPointsOfOrder } from '../../../src/storage/points/pending.ts'
import { redemptionCountsOf } from '../../../src/storage/redemptions/limits.ts'
import { segmentsWithFilter } from '../../../src/storage/segments/segments.ts'
import { reviewOfProject } from '../../../src/storage/standing/reviews.ts'
import { cardsOfCustomer } from '../../../src/storage/vouchers/vouchers.ts'
import * as catalogue from '../support/catalogue.ts'
import {
  added,
  changed,
  counted,
  P,
  published,
  spent,
  storedVoucher,
  waited,
  waiting
} from '../support/changes.ts'
import { onEach } from '../support/on-each.ts'
import { type Asked, asks } from '../support/statements.ts'
import * as things from '../support/things.ts'

const { membership } = things

function saved(parts: Partial<TierMembership> = {}): Change {
  return { kind: 'tierMembership.saved', membership: { ...membership, ...parts } }
}

/** v_1 as it is now. */
function cardOn(store: Store): Promise<Voucher> {
  return store.read(P, session => storedVoucher(session, 'v_1'))
}

onEach(
  'where a card stands is written over what was read, and over nothing else',
  async (t, { store, rows }) => {
    const gold = { tierId: 'ltr_1', startedAt: things.NOW, expiresOn: '2026-12-31' }
    await changed(store, published)
    await changed(store, saved(), saved({ ...gold, version: 2 }))
    t.match(await rows('tierMemberships'), [{ ...membership, ...gold, version: 2 }])
    await t.rejects(changed(store, saved()), GuardLost, 'it stands somewhere already')
    await t.rejects(changed(store, saved({ version: 2 })), GuardLost, 'it has moved since')
    await t.rejects(changed(store, saved({ version: 4 })), GuardLost, 'it has not moved so far')
    const elsewhere = { voucherId: 'v_2', version: 2 }
    await t.rejects(changed(store, saved(elsewhere)), GuardLost, 'it stands nowhere yet')
    await changed(store, saved({ version: 3, pointsBefore: 9, updatedAt: things.LATER }))
    const after = { ...membership, pointsBefore: 9, updatedAt: things.LATER, version: 3 }
    t.match(await rows('tierMemberships'), [after])
  },
  { audited: true }
)

onEach('a segment is entered once, and left once', async (t, { store, rows }) => {
  const who = { segmentId: 'seg_1', customerId: 'cust_1' }
  const entered: Change = { kind: 'segment.entered', ...who, enteredAt: things.NOW }
  const left: Change = { kind: 'segment.left', ...who }
  await t.rejects(changed(store, left), GuardLost, 'nobody is in it')
  await changed(store, entered)
  await t.rejects(changed(store, entered), GuardLost, 'they are in it')
  await changed(store, left, { ...entered, enteredAt: things.LATER })
  t.match(await rows('segmentMembers'), [{ ...who, enteredAt: things.LATER }])
  await changed(store, left)
  t.same(await rows('segmentMembers'), [])
})

onEach('a review goes on from where it stands, until it is over', async (t, { store, rows }) => {
  const on = (from: string, to: string | null, day: string): Change => {
    return { kind: 'review.progressed', from, to, day }
  }
  const opened: Change = { kind: 'review.opened' }
  await t.rejects(changed(store, on('', 'cust_1', '2026-03-01')), GuardLost, 'none was opened')
  await changed(store, opened)
  t.match(await rows('reviews'), [{ after: '', reviewedOn: null }])
  await changed(store, on('', 'cust_1', '2026-03-01'))
  t.match(await rows('reviews'), [{ after: 'cust_1', reviewedOn: null }])
  await t.rejects(changed(store, on('', 'cust_2', '2026-03-01')), GuardLost, 'it is beyond that')
  await changed(store, on('cust_1', null, '2026-03-01'))
  t.match(await rows('reviews'), [{ after: null, reviewedOn: '2026-03-01' }])
  await t.rejects(changed(store, on('cust_1', null, '2026-03-02')), GuardLost, 'it is over')
  await changed(store, opened)
  t.match(await rows('reviews'), [{ after: /^ /, reviewedOn: '2026-03-01' }], 'once more')
})

onEach(
  'who was sent is counted once for each campaign',
  async (t, { store, rows }) => {
    const people = ['cust_2', 'cust_3'].map(
      (id): Change => ({ kind: 'customer.created', customer: things.customer(id) })
    )
    const sent = (id: string, record?: string): Change => {
      return { kind: 'customer.referred', referral: things.referral(id, record) }
    }
    await changed(store, published, ...people)
    await changed(store, sent('cust_2'))
    await t.rejects(changed(store, sent('cust_2', 'ref_again')), GuardLost)
    await changed(store, sent('cust_3'))
    t.match(await rows('referrals'), [{ customerId: 'cust_2' }, { customerId: 'cust_3' }])
    const kept = { customerId: 'cust_1', campaignId: 'camp_1', referredCustomers: 2 }
    t.match(await rows('referrerTotals'), [kept])
  },
  { audited: true }
)

onEach('points that wait become more, fewer, or none', async (t, { store, rows }) => {
  await changed(store, published)
  const pending = things.pendingPoints()
  await changed(store, waiting(await cardOn(store), pending))
  const adjusted = (pointsBefore: number, points: number): Change => {
    const { id } = pending
    return { kind: 'pendingPoints.adjusted', id, pointsBefore, points, updatedAt: things.LATER }
  }
  await changed(store, adjusted(7, 9), waited(await cardOn(store), 2))
  t.match(await rows('vouchers'), [{ points: 0, balance: 0, pendingPoints: 9, version: 4 }])
  t.match(await rows('pendingPoints'), [{ points: 9, updatedAt: things.LATER }])
  await t.rejects(changed(store, adjusted(7, 8)), GuardLost, 'they are not as many any more')
  const stale = { ...(await cardOn(store)), version: 3 }
  await t.rejects(changed(store, waited(stale, 1)), GuardLost, 'the card was written since')
  await t.rejects(changed(store, waited(await cardOn(store), -10)), 'fewer than none')
  const canceled: Change = {
    kind: 'pendingPoints.closed',
    id: pending.id,
    status: 'CANCELED',
    updatedAt: things.LATER
  }
  await changed(store, canceled, waited(await cardOn(store), -9))
  t.match(await rows('vouchers'), [{ pendingPoints: 0 }])
  await t.rejects(changed(store, adjusted(9, 8)), GuardLost, 'they wait no more')
})

const scope = { object: 'campaign', objectId: 'camp_1', by: 'customer', byId: 'cust_1' } as const
const monday = { day: '2026-03-02', week: '2026-03-02', month: '2026-03-01' }
const april = { day: '2026-04-01', week: '2026-03-30', month: '2026-04-01' }
const less = { step: -1 } as const
const paid = { ordersAmount: 100, ordersDiscountAmount: 30 }

// Each row is one step after those above it; `counted` is on Sunday 2026-03-01 unless it says more.
//  step                          total, day and its count, week and its, month and its, orders
const steps = [
  [{}, /*                      */ 1, '03-01', 1, '02-23', 1, '03-01', 1, 0, 0],
  [paid, /*                    */ 2, '03-01', 2, '02-23', 2, '03-01', 2, 100, 30],
  [monday, /*                  */ 3, '03-02', 1, '03-02', 1, '03-01', 3, 100, 30],
  // Decided before midnight by another process: the newer day goes on.
  [paid, /*                    */ 4, '03-02', 1, '03-02', 1, '03-01', 4, 200, 60],
  [{ ...less, ...paid }, /*    */ 3, '03-02', 1, '03-02', 1, '03-01', 3, 100, 30],
  [{ ...less, ...monday }, /*  */ 2, '03-02', 0, '03-02', 0, '03-01', 2, 100, 30],
  [april, /*                   */ 3, '04-01', 1, '03-30', 1, '04-01', 1, 100, 30],
  [{ ...less, ...april }, /*   */ 2, '04-01', 0, '03-30', 0, '04-01', 0, 100, 30],
  // Never below zero, even where the number was lost with the period.
  [{ ...less, ...april }, /*   */ 1, '04-01', 0, '03-30', 0, '04-01', 0, 100, 30]
] as const

onEach('redemptions are counted ever, by day, week and month', async (t, { store, rows }) => {
  for (const [step, total, day, dayCount, week, weekCount, month, monthCount, ...orders] of steps) {
    await changed(store, counted({ ...scope, ...step }))
    const [ordersAmount, ordersDiscountAmount] = orders
    const counts = { total, dayCount, weekCount, monthCount }
    const expected = { ...counts, ordersAmount, ordersDiscountAmount }
    const periods = { day: `2026-${day}`, week: `2026-${week}`, month: `2026-${month}` }
    const all = { projectId: P, ...scope, ...expected, ...periods }
    t.same(await rows('redemptionCounts'), [all], JSON.stringify(step))
  }
})

onEach('a count that a rule relied on is guarded', async (t, { store, rows }) => {
  const totals = async () => (await rows('redemptionCounts')).map(({ total }) => total)
  await t.rejects(changed(store, counted({ ...scope, ...less })), GuardLost, 'there was none')
  await changed(store, counted(scope, 0))
  await t.rejects(changed(store, counted(scope, 0)), GuardLost, 'somebody was first')
  await t.rejects(changed(store, counted(scope, 2)), GuardLost, 'nobody was')
  await changed(store, counted(scope, 1))
  await changed(store, counted(scope))
  t.same(await totals(), [3], 'where nothing relied on it, it only counts')
  const mine = { ...scope, by: 'any', byId: '' } as const
  await t.rejects(changed(store, counted(mine), counted(scope, 2)), GuardLost, 'of several, one')
  t.same(await totals(), [3], 'and then none is counted')
  await changed(store, counted(mine, 0), counted(scope, 3))
  await changed(store, counted({ ...mine, ...less }), counted({ ...scope, ...less }))
  t.same((await totals()).toSorted(), [0, 3])
  await t.rejects(changed(store, counted({ ...scope, ...less }, 2)), GuardLost)
  await changed(store, counted({ ...scope, ...less }, 3))
  t.same((await totals()).toSorted(), [0, 2])
  const none = { ...scope, ...less, ...paid }
  await t.rejects(changed(store, counted(none)), 'more was taken back than was ever paid')
  const most = counted({ ...scope, ordersAmount: Number.MAX_SAFE_INTEGER })
  await t.rejects(changed(store, most, counted({ ...scope, ordersAmount: 1 })), 'beyond counting')
  t.same((await totals()).toSorted(), [0, 2])
})

onEach('of two that read the same count one is judged again', async (t, { store, rows }) => {
  const limit = 3
  for (let count = 0; count < 2; count++) await changed(store, counted(scope))
  const readBoth = await Promise.all([totalOf(store), totalOf(store)])
  t.same(readBoth, [2, 2])
  const redeem = async (read: number) => {
    let known: number | null = read
    return store.write(P, async session => {
      const [row] = await session.all(redemptionCountsOf, LOOKED_AT)
      const total: number = known ?? row?.total ?? 0
      known = null
      if (total >= limit) return { value: 'refused', changes: [] }
      return { value: 'redeemed', changes: [counted(scope, total)] }
    })
  }
  t.same((await Promise.all(readBoth.map(redeem))).toSorted(), ['redeemed', 'refused'])
  t.match(await rows('redemptionCounts'), [{ total: limit }])
})

const LOOKED_AT = { objectIds: ['camp_1'], customerId: 'cust_1', apiKey: 'key_1' }

async function totalOf(store: Store): Promise<number> {
  const rows = await store.read(P, session => session.all(redemptionCountsOf, LOOKED_AT))
  return rows[0]?.total ?? 0
}

/** Two customers, of whom one sent the other; tiers, segments, rules, points that came and wait. */
async function furnish(store: Store): Promise<void> {
  const { earningRule, loyaltyTier, segment } = catalogue
  const rule = (id: string, event: string, active = true): Change => ({
    kind: 'earningRule.created',
    rule: { ...earningRule, id, event, active }
  })
  const tier = (id: string, pointsFrom: number): Change => ({
    kind: 'loyaltyTier.created',
    tier: { ...loyaltyTier, id, pointsFrom }
  })
  await changed(
    store,
    { kind: 'customer.created', customer: things.customer('cust_2') },
    { kind: 'voucher.created', voucher: things.card('v_2') },
    rule('ern_1', 'order.paid'),
    rule('ern_2', 'customer.segment.entered'),
    rule('ern_3', 'order.paid'),
    rule('ern_4', 'order.paid', false),
    rule('ern_5', 'visited'),
    tier('ltr_0', 500),
    tier('ltr_2', 0),
    { kind: 'segment.created', segment: { ...segment, id: 'seg_0', type: 'static', filter: null } },
    { kind: 'segment.created', segment: { ...segment, id: 'seg_2' } },
    published,
    { kind: 'customer.referred', referral: things.referral('cust_2') },
    saved({ tierId: 'ltr_2', startedAt: things.NOW, expiresOn: '2026-03-31' }),
    saved({ voucherId: 'v_2', tierId: 'ltr_0', startedAt: things.NOW, expiresOn: '2026-02-28' }),
    { kind: 'review.opened' },
    ...[
      { ...scope },
      { ...scope, byId: 'cust_2' },
      { ...scope, by: 'any', byId: '' } as const,
      { ...scope, by: 'api_key', byId: 'key_1' } as const,
      { ...scope, object: 'voucher', objectId: 'v_1', by: 'any', byId: '' } as const
    ].map(one => counted(one))
  )
  const held = await cardOn(store)
  const at = (version: number, balance: number): Voucher => {
    return { ...held, version, card: { ...(held.card as CardBalance), points: balance, balance } }
  }
  await changed(store, added(at(2, 0), 5, 'a'), added(at(3, 5), 6, 'b', { orderId: 'ord_2' }))
  await changed(store, spent(at(4, 11), 5, 'lopb_a', 'c'))
  const second = { ...things.pendingPoints('lopp_2'), orderId: 'ord_2' }
  await changed(store, waiting(await cardOn(store), second))
  await changed(store, waiting(await cardOn(store), things.pendingPoints()))
}

const entering = { id: 'ern_2', campaignId: 'camp_1' }
const pair = [{ id: 'ern_1' }, { id: 'ern_3' }]

// What is asked, and all that is found, in order.
const asked: readonly Asked[] = [
  asks(earningRulesOn, { event: 'customer.segment.entered' }, [entering]),
  asks(earningRulesOn, { event: 'order.paid' }, pair),
  asks(earningRulesOn, { event: 'customer.loyalty.tier.left' }, []),
  asks(segmentsWithFilter, {}, [{ id: 'seg_1' }, { id: 'seg_2' }]),
  asks(loyaltyTiersOfProject, {}, [{ id: 'ltr_2' }, { id: 'ltr_1' }, { id: 'ltr_0' }]),
  asks(cardsOfCustomer, { customerId: 'cust_1' }, [{ id: 'v_1', campaignId: 'camp_1' }]),
  asks(tierMembershipsOfCustomer, { customerId: 'cust_1' }, [
    { voucherId: 'v_1' },
    { voucherId: 'v_2' }
  ]),
  asks(tierMembershipsOfCustomer, { customerId: 'cust_2' }, []),
  asks(tierMembershipOfCard, { voucherId: 'v_2' }, [{ tierId: 'ltr_0' }]),
  asks(tierMembershipOfCard, { voucherId: 'v_3' }, []),
  asks(tierMembershipsLapsedIn, { day: '2026-02-28', limit: 9, except: [] }, []),
  asks(tierMembershipsLapsedIn, { day: '2026-03-01', limit: 9, except: [] }, [
    { voucherId: 'v_2' }
  ]),
  asks(tierMembershipsLapsedIn, { day: '2026-04-01', limit: 9, except: [] }, [
    { voucherId: 'v_2', customerId: 'cust_1' },
    { voucherId: 'v_1', customerId: 'cust_1' }
  ]),
  asks(tierMembershipsLapsedIn, { day: '2026-04-01', limit: 9, except: ['v_2'] }, [
    { voucherId: 'v_1' }
  ]),
  asks(tierMembershipsLapsedIn, { day: '2026-04-01', limit: 1, except: [] }, [
    { voucherId: 'v_2' }
  ]),
  asks(referralToCampaign, { customerId: 'cust_2', campaignId: 'camp_1' }, [
    { referrerId: 'cust_1' }
  ]),
  asks(referralToCampaign, { customerId: 'cust_1', campaignId: 'camp_1' }, []),
  asks(referralsOfCustomer, { customerId: 'cust_2' }, [{ referrerId: 'cust_1' }]),
  asks(referralsOfCustomer, { customerId: 'cust_1' }, []),
  asks(referrerTotalsOf, { customerId: 'cust_1' }, [
    { campaignId: 'camp_1', campaignName: 'Campaign camp_1', referredCustomers: 1 }
  ]),
  asks(referrerTotalsOf, { customerId: 'cust_2' }, []),
  asks(reviewOfProject, {}, [{ after: '', reviewedOn: null }]),
  asks(customersAfter, { after: '', limit: 9 }, [{ id: 'cust_1' }, { id: 'cust_2' }]),
  asks(customersAfter, { after: '', limit: 1 }, [{ id: 'cust_1' }]),
  asks(customersAfter, { after: 'cust_1', limit: 9 }, [{ id: 'cust_2' }]),
  asks(customersAfter, { after: 'cust_2', limit: 9 }, []),
  asks(redemptionCountsOf, LOOKED_AT, [
    { by: 'any', byId: '' },
    { by: 'api_key', byId: 'key_1' },
    { by: 'customer', byId: 'cust_1' }
  ]),
  asks(
    redemptionCountsOf,
    { objectIds: ['v_1', 'camp_1', 'v_2'], customerId: null, apiKey: 'key_2' },
    [
      { objectId: 'camp_1', by: 'any' },
      { objectId: 'v_1', by: 'any' }
    ]
  ),
  asks(accrualsOfOrders, { orderIds: ['ord_1'] }, [{ id: 'vtx_a', orderId: 'ord_1' }]),
  asks(accrualsOfOrders, { orderIds: ['ord_2'] }, [{ id: 'vtx_b', orderId: 'ord_2' }]),
  asks(accrualsOfOrders, { orderIds: ['ord_3'] }, []),
  asks(pendingPointsOfOrder, { orderId: 'ord_1' }, [{ id: 'lopp_1' }]),
  asks(pendingPointsOfOrder, { orderId: 'ord_2' }, [{ id: 'lopp_2' }]),
  asks(lotsNamed, { ids: ['lopb_b', 'lopb_a', 'x'] }, [
    { id: 'lopb_a', remaining: 0 },
    { id: 'lopb_b' }
  ])
]

onEach('what is asked about a standing is found, in order, and no more', async (t, { store }) => {
  await furnish(store)
  for (const { name, values, found, ask } of asked) {
    const rows = await store.read(P, ask)
    t.match(rows, found, `${name} ${JSON.stringify(values)}`)
    t.equal(rows.length, found.length, 'and nothing else')
  }
  const elsewhere = 'proj_2'
  for (const { name, ask } of asked) t.same(await store.read(elsewhere, ask), [], name)
})

t.test('what follows from a redemption is written before what all redemptions share', async t => {
  const held = { ...things.card(), version: 2 }
  const ofCampaign = { object: 'campaign', objectId: 'camp_1' } as const
  const decided: readonly Change[] = [
    { kind: 'customerTotals.counted', customerId: 'cust_1', step: {}, lastOrder: null },
    counted({ ...ofCampaign, by: 'any', byId: '' }),
    counted({ ...ofCampaign, by: 'api_key', byId: 'key_1' }),
    counted({ ...ofCampaign, by: 'customer', byId: 'cust_1' }),
    counted({ object: 'reward_assignment', objectId: 'rewa_1', by: 'any', byId: '' }),
    counted({ object: 'voucher', objectId: 'v_1', by: 'any', byId: '' }),
    { kind: 'customer.referred', referral: things.referral('cust_2') },
    saved(),
    { kind: 'campaign.grew', campaignId: 'camp_1', vouchersCount: 0, added: 1 },
    added(held, 1, 'a'),
    { kind: 'segment.left', segmentId: 'seg_2', customerId: 'cust_1' },
    { kind: 'segment.entered', segmentId: 'seg_1', customerId: 'cust_1', enteredAt: things.NOW },
    { kind: 'segment.left', segmentId: 'seg_1', customerId: 'cust_1' }
  ]
  const order = inLockOrder(decided).map(change => decided.indexOf(change))
  t.same(order, [11, 12, 10, 9, 7, 8, 6, 5, 4, 3, 2, 1, 0])
})
