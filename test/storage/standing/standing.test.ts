import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import type { Voucher } from '../../../src/model.ts'
import { inLockOrder } from '../../../src/storage/database.ts'
import { GuardLost } from '../../../src/storage/engine/errors.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { redemptionCountsOf } from '../../../src/storage/redemptions/redemption.ts'
import {
  added,
  changed,
  counted,
  P,
  published,
  storedVoucher,
  waited,
  waiting
} from '../support/changes.ts'
import { onEach } from '../support/on-each.ts'
import * as things from '../support/things.ts'

function cardOn(store: Store): Promise<Voucher> {
  return store.read(P, session => storedVoucher(session, 'v_1'))
}

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
    { kind: 'tierMembership.saved', membership: things.membership },
    { kind: 'campaign.grew', campaignId: 'camp_1', vouchersCount: 0, added: 1 },
    added(held, 1, 'a'),
    { kind: 'segment.left', segmentId: 'seg_2', customerId: 'cust_1' },
    { kind: 'segment.entered', segmentId: 'seg_1', customerId: 'cust_1', enteredAt: things.NOW },
    { kind: 'segment.left', segmentId: 'seg_1', customerId: 'cust_1' }
  ]
  const order = inLockOrder(decided).map(change => decided.indexOf(change))
  t.same(order, [11, 12, 10, 9, 7, 8, 6, 5, 4, 3, 2, 1, 0])
})
