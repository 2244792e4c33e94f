/**
 * Many at once on one card, one stock, one counter: successes are what there is, never more.
 *
 * Two stores on one database stand for two processes; each also has many units waiting at a time.
 *
 * Spec: redeemReward, Reward.stock, VoucherLoyaltyCard.
 */
import t, { type Test } from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { GuardLost } from '../../src/storage/engine/errors.ts'
import type { Store, StoreOptions } from '../../src/storage/engine/store.ts'
import { redemptionCountsOf } from '../../src/storage/redemptions/redemption.ts'
import { counted, P, published, storedVoucher } from '../storage/support/changes.ts'
import { decide, furnish, loadFacts, redeem } from '../storage/support/redeeming-program.ts'
import * as things from '../storage/support/things.ts'
import { newUrl, openUrl } from '../support/stores.ts'

/** Two stores on one database, furnished; `bugs` is what either reports. */
async function twoStores(
  t: Test,
  cards: number,
  points: number,
  stock: number | null,
  more: Partial<StoreOptions> = {}
) {
  const url = await newUrl(t)
  const bugs: Error[] = []
  const options = { onBug: (bug: Error) => bugs.push(bug), ...more }
  const stores = [await openUrl(url, options), await openUrl(url, options)] as const
  for (const store of stores) {
    t.after(() => store.close())
    await store.migrate()
  }
  await furnish(stores[0], { cards, points, stock })
  return { stores, bugs }
}

/** Asks again when others were first too often, as whoever asks is told to. */
async function patiently<Value>(task: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof GuardLost)) throw error
    }
  }
}

/** What is lost once is lost for good, so that there is no use in many attempts. */
const HOPELESS = { attemptsMax: 2 }

async function proven(t: Test, store: Store): Promise<void> {
  const found = await audit(store)
  t.strictSame(found.findings, [], 'the audit is clean')
}

// Successes are the least of what the points, the stock and the attempts allow.
const races = [
  { cards: 1, points: 100, price: 1, stock: null, attempts: 300, successes: 100 },
  { cards: 1, points: 99, price: 10, stock: null, attempts: 200, successes: 9 },
  { cards: 8, points: 100, price: 1, stock: 25, attempts: 300, successes: 25 },
  { cards: 8, points: 5, price: 5, stock: 300, attempts: 200, successes: 8 },
  { cards: 4, points: 1000, price: 1, stock: 1000, attempts: 300, successes: 300 },
  { cards: 1, points: 10, price: 11, stock: null, attempts: 50, successes: 0 }
]

for (const { cards, points, price, stock, attempts, successes } of races) {
  const title = `${attempts} at once for ${price} of ${points} points on each of ${cards} cards`
  t.test(`${title}, stock ${stock ?? 'unlimited'}: ${successes} succeed`, async t => {
    const { stores, bugs } = await twoStores(t, cards, points, stock)
    const answers = await Promise.all(
      Array.from({ length: attempts }, (_, n) =>
        patiently(() =>
          redeem(stores[n % 2] as Store, `v_${(n % cards) + 1}`, price, String(n).padStart(4, '0'))
        )
      )
    )
    t.equal(answers.filter(answer => answer === 'redeemed').length, successes)
    const left = await stores[1].read(P, async session => {
      let sum = 0
      for (let n = 1; n <= cards; n++) {
        const balance = (await storedVoucher(session, `v_${n}`)).card?.balance ?? 0
        t.ok(balance >= 0, 'never below zero')
        sum += balance
      }
      return sum
    })
    t.equal(left, cards * points - successes * price)
    t.same(bugs, [])
    await proven(t, stores[0])
  })
}

/** Applies the same changes from many sides; resolves with how many were let through. */
async function contested(stores: readonly Store[], attempts: number, of: (n: number) => Change[]) {
  const answers = await Promise.allSettled(
    Array.from({ length: attempts }, (_, n) =>
      (stores[n % stores.length] as Store).write(P, async () => ({ value: n, changes: of(n) }))
    )
  )
  const lost = answers.filter(answer => answer.status === 'rejected').map(({ reason }) => reason)
  return { won: attempts - lost.length, othersLost: lost.every(why => why instanceof GuardLost) }
}

t.test('what was decided on old facts is let through once', async t => {
  const { stores } = await twoStores(t, 2, 100, null, HOPELESS)
  const facts = await stores[0].read(P, session => loadFacts(session, 'v_1'))
  const stale = (n: number) => decide(facts, 100, `s${n}`) as Change[]
  t.same(await contested(stores, 100, stale), { won: 1, othersLost: true })
  await proven(t, stores[1])
})

t.test('guards alone keep a stock, a campaign and a holder', async t => {
  const { stores } = await twoStores(t, 1, 0, 3, HOPELESS)
  const redeeming = (): Change[] => [{ kind: 'reward.redeemed', rewardId: 'rew_1' }]
  t.same(await contested(stores, 100, redeeming), { won: 3, othersLost: true })

  const growing = (n: number): Change[] => [
    { kind: 'voucher.created', voucher: things.card(`v_${n + 10}`) },
    { kind: 'campaign.grew', campaignId: 'camp_1', vouchersCount: 1, added: 1 }
  ]
  t.same(await contested(stores, 50, growing), { won: 1, othersLost: true })

  const spare = things.card('v_spare')
  await stores[0].write(P, async () => ({
    value: null,
    changes: [{ kind: 'voucher.created', voucher: spare }]
  }))
  const giving = (n: number): Change[] => [
    {
      ...published,
      voucherId: 'v_spare',
      publication: things.publication(`p_${n}`, 'v_spare')
    } as Change
  ]
  t.same(await contested(stores, 50, giving), { won: 1, othersLost: true })

  const coding = (n: number): Change[] => [
    { kind: 'voucher.created', voucher: things.card(`v_same${n}`, 'THE-CODE') }
  ]
  t.same(await contested(stores, 50, coding), { won: 1, othersLost: true })
})

t.test('of many at once as many are counted as a limit lets through', async t => {
  const { stores, bugs } = await twoStores(t, 1, 0, null)
  const limit = 25
  const scope = { object: 'campaign', objectId: 'camp_1', by: 'any', byId: '' } as const
  const redeemOnce = (store: Store) =>
    store.write(P, async session => {
      const asked = { objectIds: ['camp_1'], customerId: null, apiKey: '' }
      const total = (await session.one(redemptionCountsOf, asked))?.total ?? 0
      const counts = total < limit
      return { value: counts, changes: counts ? [counted(scope, total)] : [] }
    })
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => patiently(() => redeemOnce(stores[n % 2] as Store)))
  )
  t.equal(answers.filter(redeemed => redeemed).length, limit)
  t.same(bugs, [])
  const first = (): Change[] => [counted({ ...scope, objectId: 'camp_2' }, 0)]
  const { stores: others } = await twoStores(t, 1, 0, null, HOPELESS)
  t.same(await contested(others, 50, first), { won: 1, othersLost: true }, 'the first of all')
})

t.test('guards alone keep a tier, a segment, a review and who sent whom', async t => {
  const { stores } = await twoStores(t, 1, 0, null, HOPELESS)
  const customer = things.customer('cust_2')
  const ground: readonly Change[] = [
    { kind: 'customer.created', customer },
    { kind: 'segment.entered', segmentId: 'seg_1', customerId: 'cust_2', enteredAt: things.NOW },
    { kind: 'review.opened' }
  ]
  await stores[0].write(P, async () => ({ value: null, changes: ground }))
  const { membership } = things
  // biome-ignore format: a table
  const rows: readonly (readonly [title: string, of: (n: number) => Change])[] = [
    ['the first tier', () => ({ kind: 'tierMembership.saved', membership })],
    ['the next tier',
      () => ({ kind: 'tierMembership.saved', membership: { ...membership, version: 2 } })],
    ['leaving', () => ({ kind: 'segment.left', segmentId: 'seg_1', customerId: 'cust_2' })],
    ['a step of a review',
      () => ({ kind: 'review.progressed', from: '', to: 'cust_1', day: '2026-03-01' })],
    ['being sent',
      n => ({ kind: 'customer.referred', referral: things.referral('cust_2', `${n}`) })]
  ]
  for (const [title, of] of rows) {
    t.same(await contested(stores, 40, n => [of(n)]), { won: 1, othersLost: true }, title)
  }
  await proven(t, stores[1])
})
