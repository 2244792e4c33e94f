import type { Change } from '../../../src/decisions/changes.ts'
import type { RedemptionCount } from '../../../src/model.ts'
import { GuardLost } from '../../../src/storage/engine/errors.ts'
import { claim } from '../../../src/storage/jobs.ts'
import { redemptionCountsOf } from '../../../src/storage/redemptions/redemption.ts'
import * as catalogue from '../support/catalogue.ts'
import { changed, counted, P, published } from '../support/changes.ts'
import { onEach } from '../support/on-each.ts'
import * as things from '../support/things.ts'

const scope = { object: 'campaign', objectId: 'camp_1', by: 'any', byId: '' } as const
const yesterday = { day: '2026-02-28', week: '2026-02-23', month: '2026-02-01' } as const

onEach('a count is relied on with its days and amounts, not with its total', async (t, opened) => {
  const { store } = opened
  const read = async () => {
    const [count] = await store.read(P, session =>
      session.all(redemptionCountsOf, { objectIds: ['camp_1'], customerId: '', apiKey: '' })
    )
    return count as RedemptionCount
  }
  const paid = { ordersAmount: 500, ordersDiscountAmount: 50 }
  const step = (count: Partial<typeof yesterday>, by: 1 | -1 = 1) =>
    counted({ ...scope, ...paid, ...count, step: by })
  const relying = (asRead: RedemptionCount): Change =>
    ({ ...step({}), totalBefore: asRead.total, asRead }) as Change
  await changed(store, step(yesterday))
  await changed(store, step({}))
  const before = await read()
  t.match(before, { total: 2, dayCount: 1, monthCount: 1 })
  // As many in all, one more of them today.
  await changed(store, step(yesterday, -1))
  await changed(store, step({}))
  t.match(await read(), { total: 2, dayCount: 2, monthCount: 2 })
  await t.rejects(changed(store, relying(before)), GuardLost)
  // As many today, for another amount.
  const now = await read()
  await changed(store, step({}, -1))
  await changed(store, counted({ ...scope, ordersAmount: 7, ordersDiscountAmount: 0 }))
  await t.rejects(changed(store, relying(now)), GuardLost)
  await changed(store, relying(await read()))
  t.match(await read(), { total: 3, dayCount: 3 })
})

onEach('a review that begins again begins before all ids', async (t, opened) => {
  const { store, rows } = opened
  const begun: Change = { kind: 'review.opened' }
  const progressed = (from: string, to: string | null): Change => {
    return { kind: 'review.progressed', from, to, day: '2026-03-01' }
  }
  const seen: string[] = []
  for (const to of ['cust_1', null, null]) {
    await changed(store, begun)
    const [first] = await rows('reviews')
    await changed(store, begun)
    const [again] = await rows('reviews')
    seen.push(first?.after ?? 'none', again?.after ?? 'none')
    for (const from of seen.slice(0, -1)) {
      await t.rejects(changed(store, progressed(from, 'cust_1')), GuardLost)
    }
    await changed(store, progressed(seen.at(-1) as string, to))
  }
  t.equal(new Set(seen).size, 6)
  t.ok(seen.every(start => start < '0'))
})

onEach('no two jobs of a queue are had at once, whatever their ids', async (t, { store }) => {
  const queued = (id: string): Change => ({ kind: 'job.queued', job: things.job(id), chunks: [] })
  const claimed = (now: string) => claim(store, { now, owner: 'a', leaseMs: 60_000 })
  await changed(store, queued('job_2'))
  t.match(await claimed('2026-03-01T10:01:00.000Z'), { id: 'job_2' })
  await changed(store, queued('job_1'))
  t.equal(await claimed('2026-03-01T10:01:01.000Z'), null, 'made by a clock that is behind')
  t.match(await claimed('2026-03-01T10:03:00.000Z'), { id: 'job_2' }, 'what was begun goes on')
  await changed(store, { kind: 'job.finished', jobId: 'job_2', owner: 'a' })
  t.match(await claimed('2026-03-01T10:03:00.000Z'), { id: 'job_1' })
})

onEach(
  'no more of a stock is taken than there is, nor given back than was taken',
  async (t, opened) => {
    const { store, rows } = opened
    const reward = { ...catalogue.reward('rew_2'), stock: 2 }
    const taken: Change = { kind: 'reward.redeemed', rewardId: reward.id }
    const givenBack: Change = { kind: 'reward.released', rewardId: reward.id }
    const redeemed = async () =>
      (await rows('rewards')).find(({ id }) => id === reward.id)?.redeemed
    await changed(store, { kind: 'reward.created', reward })
    await t.rejects(changed(store, givenBack), GuardLost)
    await changed(store, taken)
    await changed(store, taken)
    await t.rejects(changed(store, taken), GuardLost)
    t.equal(await redeemed(), 2)
    await changed(store, givenBack)
    await changed(store, taken)
    t.equal(await redeemed(), 2)
  }
)

onEach('a voucher is given as it was found, and once', async (t, { store, rows }) => {
  const publication = { ...things.publication('pub_2'), sourceId: null }
  await t.rejects(changed(store, { ...published, version: 7, publication } as Change), GuardLost)
  t.strictSame(await rows('publications'), [])
  await changed(store, published)
  await t.rejects(changed(store, { ...published, publication } as Change), GuardLost)
  t.equal((await rows('publications')).length, 1)
})
