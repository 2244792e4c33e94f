/**
 * Jobs are begun in the order in which they came, whoever's they are and whatever they do: while
 * one project queues jobs without an end, the only job of another one is carried out in its turn,
 * and several workers share them all.
 *
 * Spec: Decisions 44 and 217.
 */
import { queueJob } from '../../src/decisions/async-actions/async-actions.ts'
import { type JobQueue, jobQueue } from '../../src/storage/jobs.ts'
import { givenProject } from '../support/given.ts'
import { counting } from './support/counting.ts'
import { inWorkshop } from './support/workshop.ts'

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
