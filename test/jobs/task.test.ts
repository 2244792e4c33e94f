/**
 * Jobs that are hindered again and again, by a kill, by rows that others hold or by the storage:
 * they go on, and hinder no other.
 *
 * Spec: addVouchersToCampaign, updateProductsInBulk.
 */
import { findJobsDue, jobQueue } from '../../src/storage/jobs.ts'
import { counting, jobs } from './support/counting.ts'
import { inWorkshop } from './support/workshop.ts'

const second = 1_000
const minute = 60 * second

inWorkshop('a job that gets further at each start is carried out in the end', async (t, shop) => {
  await shop.queue({ total: 12 })
  const log: string[] = []
  for (let start = 1; start <= 12; start++) {
    // It hangs for good before its second unit, as one that was killed.
    const dead = Promise.withResolvers<void>()
    const dying = counting(done => {
      if (done < start) return undefined
      dead.resolve()
      return new Promise(() => {})
    })
    const worker = shop.worker({ tasks: { 'products.bulkUpdate': dying.task } })
    worker.wake()
    await Promise.race([dead.promise, worker.idle()])
    log.push(...dying.log)
    shop.wait(30 * second)
  }
  t.strictSame(
    log,
    Array.from({ length: 12 }, (_, n) => `worker-${n + 1}: job_000001 ${n + 1}`)
  )
  t.strictSame(await jobs(shop), [])
  t.strictSame(shop.troubles, [])
})

inWorkshop('of all projects, the jobs that nobody has are due, and since when', async (t, shop) => {
  const due = () => shop.store.read(null, session => findJobsDue(session, shop.now()))
  t.strictSame(await due(), { count: 0, since: null })
  const first = shop.now()
  await shop.queue({ queue: null })
  shop.wait(minute)
  await shop.queue({ queue: null })
  t.strictSame(await due(), { count: 2, since: first })
  const queue = jobQueue(shop.store)
  const claim = () => queue.claim({ now: shop.now(), owner: 'worker', leaseMs: minute })
  const job = await claim()
  t.strictSame(await due(), { count: 1, since: shop.now() })
  shop.wait(minute)
  t.strictSame(await due(), { count: 2, since: first }, 'whose worker is dead')
  t.equal((await claim())?.id, job?.id)
  const hold = { job: { id: String(job?.id), projectId: shop.project.id }, owner: 'worker' }
  t.ok(await queue.reschedule(hold, '2099-01-01T00:00:00.000Z'))
  t.match(await due(), { count: 1 }, 'which is due later')
})

const held = () => Object.assign(new Error('locked'), { code: 'store_busy' })

inWorkshop('a job whose row others hold delays no job, and loses no attempt', async (t, shop) => {
  let isHeld = true
  const { task, log } = counting((_, { job }) => {
    if (isHeld && job.id === 'job_000001') throw held()
  })
  const worker = shop.worker({ tasks: { 'products.bulkUpdate': task } })
  await shop.queue({ queue: null, total: 2 })
  await shop.queue({ queue: null, total: 2 })
  for (let tries = 0; tries < 20; tries++) {
    worker.wake()
    await worker.idle()
    shop.wait(10 * second)
  }
  t.strictSame(log, ['worker-1: job_000002 1', 'worker-1: job_000002 2'])
  t.match(await jobs(shop), [{ id: 'job_000001', done: 0, attempts: 0, owner: null }])
  t.equal(shop.troubles.length, 20)
  t.match(shop.troubles[0], /job_000001 .*; the next attempt is in 10000 ms: locked/)
  isHeld = false
  worker.wake()
  await worker.idle()
  t.equal(log.length, 4)
})

inWorkshop('nobody claims the job in hand, however long it waits', async (t, shop) => {
  let isFull = true
  const { task, log } = counting(() => {
    if (isFull) throw Object.assign(new Error('no room'), { code: 'store_full' })
  })
  const stored = jobQueue(shop.store)
  const claimed: string[] = []
  const queue = {
    ...stored,
    claim: async (options: Parameters<typeof stored.claim>[0]) => {
      const job = await stored.claim(options)
      if (job !== null) claimed.push(job.id)
      return job
    }
  }
  const worker = shop.worker({ queue, timerTasks: [], tasks: { 'products.bulkUpdate': task } })
  await shop.queue({ queue: null, total: 1 })
  await shop.queue({ queue: null, total: 1 })
  await shop.queue({ queue: null, total: 1 })
  for (let tries = 0; tries < 10; tries++) {
    worker.wake()
    await worker.idle()
    shop.wait(minute)
  }
  t.strictSame(claimed, ['job_000001', 'job_000002', 'job_000003'])
  isFull = false
  worker.wake()
  await worker.idle()
  t.equal(log.length, 3)
  t.strictSame(await jobs(shop), [])
})

inWorkshop('what could not be renewed is, before the worker looks for more', async (t, shop) => {
  let isClosed = false
  const { task, log } = counting(() => {
    if (isClosed) throw Object.assign(new Error('away'), { code: 'store_unreachable' })
  })
  const stored = jobQueue(shop.store)
  const kept = { claims: 0 }
  const queue = {
    ...stored,
    claim: (options: Parameters<typeof stored.claim>[0]) => {
      kept.claims++
      return stored.claim(options)
    },
    renew: (...asked: Parameters<typeof stored.renew>) =>
      isClosed ? Promise.reject(new Error('away')) : stored.renew(...asked)
  }
  const worker = shop.worker({ queue, timerTasks: [], tasks: { 'products.bulkUpdate': task } })
  await shop.queue({ total: 1 })
  isClosed = true
  worker.wake()
  await worker.idle()
  for (let tries = 0; tries < 3; tries++) {
    shop.wait(minute)
    worker.wake()
    await worker.idle()
  }
  t.equal(kept.claims, 1)
  t.strictSame(shop.troubles.slice(1), Array(3).fill('renewing the leases of its jobs: away'))
  isClosed = false
  worker.wake()
  await worker.idle()
  t.equal(log.length, 1)
})
