/**
 * Workers: who has a job, for how long, what becomes of it when things go wrong.
 *
 * Spec: addVouchersToCampaign, updateProductsInBulk.
 */
import { queueJob } from '../../src/decisions/async-actions.ts'
import { asyncActionById } from '../../src/storage/async-actions.ts'
import { type JobQueue, jobQueue } from '../../src/storage/jobs.ts'
import { givenProject } from '../support/given.ts'
import { counting, jobs } from './support/counting.ts'
import { inWorkshop } from './support/workshop.ts'

const second = 1_000
const minute = 60 * second

inWorkshop('a job is carried out unit by unit, and is gone', async (t, shop) => {
  const { log, task } = counting()
  const worker = shop.worker({ tasks: { 'products.bulkUpdate': task } })
  const { id } = await shop.queue({ total: 3 })
  worker.wake()
  await worker.idle()
  t.strictSame(log, ['worker-1: job_000001 1', 'worker-1: job_000001 2', 'worker-1: job_000001 3'])
  t.strictSame(await jobs(shop), [])
  t.strictSame(
    (await shop.rows(asyncActionById, { id })).map(({ status }) => status),
    ['DONE']
  )
  t.strictSame(shop.troubles, [])
})

inWorkshop('jobs that belong to no queue take turns, a unit each', async (t, shop) => {
  const { log, task } = counting()
  const worker = shop.worker({ tasks: { 'products.bulkUpdate': task } })
  await shop.queue({ queue: null, total: 3 })
  await shop.queue({ queue: null, total: 2 })
  worker.wake()
  await worker.idle()
  t.strictSame(log, [
    'worker-1: job_000001 1',
    'worker-1: job_000001 2',
    'worker-1: job_000002 1',
    'worker-1: job_000001 3',
    'worker-1: job_000002 2'
  ])
})

inWorkshop('two workers carry out the jobs of a queue in turn, as they came', async (t, shop) => {
  const { log, task } = counting()
  const [one, other] = [1, 2].map(() => shop.worker({ tasks: { 'products.bulkUpdate': task } }))
  for (let count = 0; count < 4; count++) await shop.queue({ total: 2 })
  // Woken again and again, because one finds nothing while the other has the only job to be had.
  while ((await jobs(shop)).length > 0) {
    one?.wake()
    other?.wake()
    await Promise.all([one?.idle(), other?.idle()])
  }
  t.strictSame(
    log.map(line => line.replace(/^worker-\d: /, '')),
    [1, 2, 3, 4].flatMap(job => [`job_00000${job} 1`, `job_00000${job} 2`])
  )
})

inWorkshop('a job that comes while the worker is busy needs no signal', async (t, shop) => {
  const { log, task } = counting(async (done, { job }) => {
    if (job.id !== 'job_000001' || done !== 1) return
    await shop.queue({ total: 1 })
    worker.wake()
  })
  const worker = shop.worker({ tasks: { 'products.bulkUpdate': task } })
  await shop.queue({ total: 2 })
  worker.wake()
  await worker.idle()
  t.strictSame(log.at(-1), 'worker-1: job_000002 1')
})

inWorkshop('a failed job waits twice as long each time, then is given up', async (t, shop) => {
  const { log, task } = counting(() => {
    throw new Error('no luck')
  })
  const worker = shop.worker({ tasks: { 'products.bulkUpdate': task } })
  const { id } = await shop.queue({ total: 3 })
  const waits: number[] = []
  for (let attempt = 1; attempt <= 7; attempt++) {
    worker.wake()
    await worker.idle()
    const [job] = await jobs(shop)
    t.match(job, { done: 0, attempts: attempt, owner: null })
    const waitMs = Date.parse(job?.runAt ?? '') - Date.parse(shop.now())
    waits.push(waitMs / second)
    shop.wait(waitMs - 1)
    worker.wake()
    await worker.idle()
    t.equal((await jobs(shop))[0]?.attempts, attempt, 'nobody tries before the time')
    shop.wait(1)
  }
  t.strictSame(waits, [1, 2, 4, 8, 16, 32, 60])
  worker.wake()
  await worker.idle()
  t.strictSame(await jobs(shop), [])
  t.match(await shop.rows(asyncActionById, { id }), [{ status: 'FAILED' }])
  t.strictSame(log, [])
  const doing = 'carrying out job job_000001 (products.bulkUpdate), attempt'
  t.strictSame(
    [shop.troubles[0], shop.troubles.at(-1), shop.troubles.length],
    [
      `${doing} 1 of 8; the next attempt is in 1000 ms: no luck`,
      `${doing} 8 of 8; the job is given up: no luck`,
      8
    ]
  )
})

inWorkshop('a job that gets further each time is never given up', async (t, shop) => {
  const failedAt = new Set<number>()
  const { log, task } = counting(done => {
    if (done === 0 || failedAt.has(done)) return
    failedAt.add(done)
    throw new Error('now and then')
  })
  const worker = shop.worker({ tasks: { 'products.bulkUpdate': task } })
  await shop.queue({ total: 12 })
  worker.wake()
  await worker.idle()
  t.equal(log.length, 12)
  t.equal(shop.troubles.length, 11)
  t.match(shop.troubles[10], /attempt 1 of 8; the job goes on after what is done/)
})

inWorkshop('after a kill between units another worker goes on at the next', async (t, shop) => {
  const dead = counting(done => (done === 2 ? new Promise(() => {}) : undefined))
  const killed = shop.worker({ tasks: { 'products.bulkUpdate': dead.task } })
  const next = counting()
  const worker = shop.worker({ tasks: { 'products.bulkUpdate': next.task } })
  await shop.queue({ total: 4 })
  // It hangs for good before its third unit; a process that was killed does no more than that.
  killed.wake()
  while (dead.log.length < 2) await new Promise(resolve => setImmediate(resolve))
  worker.wake()
  await worker.idle()
  t.strictSame(next.log, [], 'the lease is not over')
  shop.wait(30 * second)
  worker.wake()
  await worker.idle()
  t.strictSame(dead.log.length, 2)
  t.strictSame(next.log, ['worker-2: job_000001 3', 'worker-2: job_000001 4'])
})

inWorkshop('a worker that was taken for dead notices, and does nothing more', async (t, shop) => {
  const notYet = () => {}
  let goOn = notYet
  const slow = counting(done => (done === 1 ? new Promise(resolve => (goOn = resolve)) : undefined))
  const quick = counting()
  const sleeper = shop.worker({ tasks: { 'products.bulkUpdate': slow.task } })
  const other = shop.worker({ tasks: { 'products.bulkUpdate': quick.task } })
  await shop.queue({ total: 3 })
  sleeper.wake()
  while (goOn === notYet) await new Promise(resolve => setImmediate(resolve))
  shop.wait(30 * second)
  other.wake()
  await other.idle()
  goOn()
  await sleeper.idle()
  t.strictSame(slow.log, ['worker-1: job_000001 1'])
  t.strictSame(quick.log, ['worker-2: job_000001 2', 'worker-2: job_000001 3'])
  t.strictSame(shop.troubles, [])
})

inWorkshop('a lease is renewed while the work goes on', async (t, shop) => {
  const { task, log } = counting(() => {
    shop.wait(20 * second)
    rival.wake()
  })
  const other = counting()
  const worker = shop.worker({ tasks: { 'products.bulkUpdate': task } })
  const rival = shop.worker({ tasks: { 'products.bulkUpdate': other.task } })
  await shop.queue({ total: 5 })
  worker.wake()
  await worker.idle()
  await rival.idle()
  t.equal(log.length, 5)
  t.strictSame(other.log, [])
})

inWorkshop('a job that every time took the process with it is given up unread', async (t, shop) => {
  const { id } = await shop.queue({ total: 3 })
  const queue = jobQueue(shop.store)
  for (let attempt = 1; attempt <= 8; attempt++) {
    await queue.claim({ now: shop.now(), owner: `killed-${attempt}`, leaseMs: second })
    shop.wait(second)
  }
  const { task, log } = counting()
  const worker = shop.worker({ tasks: { 'products.bulkUpdate': task } })
  worker.wake()
  await worker.idle()
  t.strictSame(log, [])
  t.strictSame(await jobs(shop), [])
  t.match(await shop.rows(asyncActionById, { id }), [{ status: 'FAILED' }])
  t.match(shop.troubles, [
    /the job is given up: the process of each attempt ended before the job was done/
  ])
})

inWorkshop('stop finishes the unit at hand and gives the job back unharmed', async (t, shop) => {
  let stopped: Promise<void> | null = null
  const first = counting(done => {
    if (done === 1) stopped = worker.stop()
  })
  const worker = shop.worker({ tasks: { 'products.bulkUpdate': first.task } })
  await shop.queue({ total: 3 })
  worker.start()
  await worker.idle()
  await stopped
  t.strictSame(first.log, ['worker-1: job_000001 1', 'worker-1: job_000001 2'])
  t.match(await jobs(shop), [{ done: 2, attempts: 0, owner: null }])
  worker.wake()
  worker.start()
  await worker.idle()
  t.equal(first.log.length, 2, 'a stopped worker stays stopped')
  const second = counting()
  const next = shop.worker({ tasks: { 'products.bulkUpdate': second.task } })
  next.start()
  await next.idle()
  await next.stop()
  t.strictSame(second.log, ['worker-2: job_000001 3'])
})

inWorkshop('while the storage says no the job is kept, and no attempt is lost', async (t, shop) => {
  let full = true
  const { task, log } = counting(done => {
    if (full && done === 1) throw Object.assign(new Error('no room'), { code: 'store_full' })
  })
  const worker = shop.worker({ tasks: { 'products.bulkUpdate': task } })
  await shop.queue({ total: 3 })
  for (let tries = 0; tries < 20; tries++) {
    worker.wake()
    await worker.idle()
  }
  t.match(await jobs(shop), [{ done: 1, attempts: 1 }])
  t.equal(shop.troubles.length, 20)
  t.match(shop.troubles[0], /the job goes on as soon as the database can be used: no room/)
  full = false
  worker.wake()
  await worker.idle()
  t.equal(log.length, 3)
})

inWorkshop(
  'a worker that cannot look for jobs says so, and hears the next signal',
  async (t, shop) => {
    let closed = true
    const stored = jobQueue(shop.store)
    const queue = {
      ...stored,
      claim: (options: Parameters<typeof stored.claim>[0]) =>
        closed ? Promise.reject(new Error('locked')) : stored.claim(options)
    }
    const { task, log } = counting()
    const worker = shop.worker({ queue, timerTasks: [], tasks: { 'products.bulkUpdate': task } })
    await shop.queue({ total: 1 })
    worker.wake()
    await worker.idle()
    t.strictSame(shop.troubles, ['looking for a job: locked'])
    closed = false
    worker.wake()
    await worker.idle()
    t.equal(log.length, 1)
  }
)

inWorkshop('what the clock starts runs every minute, in batches, in order', async (t, shop) => {
  const log: string[] = []
  const timer = (name: string, batches: number) => ({
    name,
    async *batches() {
      for (let batch = 1; batch < batches; batch++) {
        log.push(`${name} ${batch}`)
        yield undefined
      }
      log.push(`${name} ${batches}`)
    }
  })
  const broken = {
    name: 'broken',
    async *batches() {
      log.push('broken')
      yield undefined
      throw new Error('out of order')
    }
  }
  const timerTasks = [timer('one', 2), broken, timer('two', 1)]
  const worker = shop.worker({ timerTasks })
  const round = ['one 1', 'one 2', 'broken', 'two 1']
  t.equal(worker.timersDueAt, null)
  worker.start()
  await worker.idle()
  t.strictSame(log, round)
  t.equal(Date.parse(String(worker.timersDueAt)) - Date.parse(shop.now()), minute)
  shop.wait(minute - 1)
  worker.wake()
  await worker.idle()
  t.strictSame(log, round, 'not before the minute is over')
  shop.wait(1)
  worker.wake()
  await worker.idle()
  t.strictSame(log, [...round, ...round])
  // The clock was a day ahead and is right again: nobody waits for that day.
  shop.setClock(-24 * 60 * minute)
  shop.wait(minute)
  worker.wake()
  await worker.idle()
  shop.setClock(24 * 60 * minute)
  t.strictSame(log, [...round, ...round, ...round])
  t.strictSame(shop.troubles, Array(3).fill('carrying out broken: out of order'))
  await worker.stop()
})

const WAITING = 10
const FOLLOWING = 30
const UNITS = 2
/** What two workers have in hand: so far may claims that are made at once be told out of turn. */
const AT_ONCE = 8

inWorkshop('no job waits for those that came after it, and workers share them', async (t, shop) => {
  const claims: { readonly worker: string; readonly id: string }[] = []
  const stored = jobQueue(shop.store)
  const queue: JobQueue = {
    ...stored,
    claim: async options => {
      const job = await stored.claim(options)
      const worker = options.owner.replace(/-\d+$/, '')
      if (job !== null) claims.push({ worker, id: job.id })
      return job
    }
  }
  let following = FOLLOWING
  const { log, task } = counting(async (done, { project }) => {
    // Each job that is begun is followed by another one of its project.
    if (done === 0 && project.id === shop.project.id && following-- > 0) await another()
  })
  const another = () => shop.queue({ queue: null, total: UNITS })
  const tasks = { 'products.bulkUpdate': task, 'exports.write': task }
  const workers = [1, 2].map(() => shop.worker({ tasks, queue }))
  for (let count = 0; count < WAITING; count++) await another()
  const project = givenProject({ id: 'proj_2', name: 'Second' })
  const work = { task: 'exports.write', queue: null, data: null, total: 1, items: [] } as const
  const only = queueJob(work, { ...shop.occasion(), project })
  await shop.store.write(project.id, async () => ({
    value: null,
    changes: [{ kind: 'project.created', project }, only]
  }))
  while ((await shop.table('jobs')).length > 0) {
    for (const worker of workers) worker.wake()
    await Promise.all(workers.map(worker => worker.idle()))
  }
  const begun = claims.map(({ id }) => id)
  const came = begun.toSorted()
  t.equal(log.length, (WAITING + FOLLOWING) * UNITS + 1, 'each unit was carried out once')
  t.equal(came.indexOf(only.job.id), WAITING)
  const overtaken = begun.filter((id, index) => Math.abs(came.indexOf(id) - index) > AT_ONCE)
  t.strictSame(overtaken, [], 'all in their turn')
  t.equal(new Set(claims.map(({ worker }) => worker)).size, workers.length)
  t.strictSame(shop.troubles, [])
})
