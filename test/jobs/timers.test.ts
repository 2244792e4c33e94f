/**
 * What the clock starts, by several processes: each thing that is due is carried out by one of
 * them, and by another when that one dies.
 */
import { openReview } from '../../src/decisions/standing/open.ts'
import type { Tools } from '../../src/jobs/worker.ts'
import { givenCampaign } from '../support/given.ts'
import { givenSegment } from '../support/given-rules.ts'
import { member } from './support/members.ts'
import { vouchersOf } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

const minute = 60_000

/** More than two batches of cards, with points that became active today, and a review of all. */
const COUNT = 120

async function givenMuchDue(shop: Workshop): Promise<void> {
  const numbers = Array.from({ length: COUNT }, (_, n) => n + 1)
  await shop.write(
    { kind: 'campaign.created', campaign: givenCampaign({ vouchersCount: COUNT }) },
    ...numbers.flatMap(n => member(n, { pending: [{ points: 10, activatesOn: '2026-03-01' }] }))
  )
  const filter = { junction: 'and', fields: { name: { $is: ['Ada Baker'] } } } as const
  const segment = givenSegment({ type: 'auto-update', filter })
  await shop.write({ kind: 'segment.created', segment })
  const review = openReview()
  if ('changes' in review) await shop.write(...review.changes)
}

/** The shell of a process that counts its units, and hears no more of one of them. */
function counted(shop: Workshop, deafAt = Number.POSITIVE_INFINITY) {
  const units = { count: 0 }
  const deaf = Promise.withResolvers<void>()
  const shell: Tools['shell'] = {
    now: () => shop.shell.now(),
    limits: shop.shell.limits,
    unitsBegun: 0,
    settle: (origin, work) => {
      if (++units.count < deafAt) return shop.shell.settle(origin, work)
      deaf.resolve()
      return new Promise(() => {})
    }
  }
  return { shell, units, deaf: deaf.promise }
}

/** Active points, and how many are in the segment. */
async function done(shop: Workshop) {
  const balances = (await vouchersOf(shop)).map(({ balance }) => balance)
  return {
    active: balances.filter(balance => balance === 10).length,
    inside: (await shop.table('segmentMembers')).length
  }
}

const ALL_DONE = { active: COUNT, inside: COUNT }

/** What one process alone has to do. */
async function unitsOfOne(shop: Workshop): Promise<number> {
  const { shell, units } = counted(shop)
  const worker = shop.worker({ shell })
  worker.wake()
  await worker.idle()
  await worker.stop()
  return units.count
}

let alone = 0

inWorkshop('what is due is carried out by one process', async (t, shop) => {
  await givenMuchDue(shop)
  alone = await unitsOfOne(shop)
  t.ok(alone >= 2 * COUNT)
  t.strictSame(await done(shop), ALL_DONE)
  t.strictSame(await shop.table('timerLeases'), [], 'and nothing is kept of who it was')
  t.equal(await unitsOfOne(shop), 0, 'what is done is due no more')
  t.strictSame(shop.troubles, [])
})

inWorkshop('three processes do together what one does', async (t, shop) => {
  await givenMuchDue(shop)
  const processes = [1, 2, 3].map(() => counted(shop))
  const workers = processes.map(({ shell }) => shop.worker({ shell }))
  for (const worker of workers) worker.wake()
  await Promise.all(workers.map(worker => worker.idle()))
  t.strictSame(await done(shop), ALL_DONE)
  const all = processes.reduce((sum, { units }) => sum + units.count, 0)
  t.equal(all, alone)
  await Promise.all(workers.map(worker => worker.stop()))
  t.strictSame(await shop.table('timerLeases'), [])
  t.strictSame(shop.troubles, [])
})

inWorkshop('a process that dies with the timers is followed by another', async (t, shop) => {
  await givenMuchDue(shop)
  const dying = counted(shop, 60)
  shop.worker({ shell: dying.shell }).wake()
  await dying.deaf
  const next = shop.worker()
  next.wake()
  await next.idle()
  t.ok((await done(shop)).active < COUNT, 'its lease is not over')
  shop.wait(minute)
  next.wake()
  await next.idle()
  t.strictSame(await done(shop), ALL_DONE)
  await next.stop()
  t.strictSame(shop.troubles, [])
})

inWorkshop('a process that stops leaves the timers to the next at once', async (t, shop) => {
  await givenMuchDue(shop)
  const leaving = shop.worker()
  leaving.wake()
  // Its first batch is written by then, and it has the lease.
  while ((await shop.table('timerLeases')).length === 0);
  await leaving.stop()
  t.strictSame(await shop.table('timerLeases'), [])
  const next = shop.worker()
  next.wake()
  await next.idle()
  t.strictSame(await done(shop), ALL_DONE)
  await next.stop()
  t.strictSame(shop.troubles, [])
})

inWorkshop('a clock that was set back holds nothing up', async (t, shop) => {
  const worker = shop.worker()
  worker.wake()
  await worker.idle()
  shop.wait(-60 * minute)
  await givenMuchDue(shop)
  worker.wake()
  await worker.idle()
  t.strictSame(await done(shop), ALL_DONE)
  await worker.stop()
  t.strictSame(shop.troubles, [])
})
