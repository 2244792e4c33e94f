/**
 * What stored jobs promise, on every engine; part of the store suite.
 */
import type { Change } from '../../../src/decisions/changes.ts'
import type { Job } from '../../../src/model.ts'
import { GuardLost } from '../../../src/storage/engine/errors.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { claim, findHeldJob, giveUp, jobQueue, nextChunk } from '../../../src/storage/jobs.ts'
import { changed, P } from './changes.ts'
import { onEach } from './on-each.ts'
import * as things from './things.ts'

const LEASE_MS = 1_000
const minute = (n: number) => `2026-03-01T10:${String(n).padStart(2, '0')}:00.000Z`

function queued(id: string, parts: Partial<Job> = {}, chunks: readonly string[][] = []): Change {
  return { kind: 'job.queued', job: things.job(id, parts), chunks }
}

async function claimed(
  store: Store,
  owner: string,
  now: string,
  leaseMs = LEASE_MS
): Promise<string | null> {
  const job = await claim(store, { now, owner, leaseMs })
  return job?.id ?? null
}

/** Adds the cases to the suite that calls it. */
export function jobCases(): void {
  claiming()
  holding()
  progressing()
}

function claiming(): void {
  onEach('the job that has been due longest is had first, and once', async (t, { store }) => {
    await changed(
      store,
      queued('job_1', { queue: null, runAt: minute(3) }),
      queued('job_2', { queue: null, runAt: minute(1) }),
      queued('job_3', { queue: null, runAt: minute(9) })
    )
    const now = minute(5)
    const owners = ['a', 'b', 'c']
    const had = await Promise.all(owners.map(owner => claimed(store, owner, now)))
    t.same(had.sort(), ['job_1', 'job_2', null])
  })

  onEach('a queue is carried out in order, one job at a time', async (t, { store }) => {
    const other = things.project('proj_2')
    await changed(store, queued('job_1'), queued('job_2'), queued('job_4', { queue: null }))
    await store.write('proj_2', async () => ({
      value: null,
      changes: [
        { kind: 'project.created', project: other },
        queued('job_3', { projectId: 'proj_2' })
      ]
    }))
    const hold = { job: { id: 'job_1', projectId: P }, owner: 'a' }
    const hour = 3_600_000
    t.equal(await claimed(store, 'a', minute(1), hour), 'job_1')
    t.equal(await claimed(store, 'b', minute(1), hour), 'job_3', 'another project, another queue')
    t.equal(await claimed(store, 'c', minute(1), hour), 'job_4', 'no queue, no waiting')
    t.equal(await claimed(store, 'd', minute(1), hour), null, 'job_2 waits for job_1')
    t.ok(await jobQueue(store).reschedule(hold, minute(3)))
    t.equal(await claimed(store, 'd', minute(2), hour), null, 'even while job_1 is put off')
    t.equal(await claimed(store, 'a', minute(3), hour), 'job_1')
    t.ok(await giveUp(store, hold, []))
    t.equal(await claimed(store, 'e', minute(4)), 'job_2')
  })
}

function holding(): void {
  onEach('a hold lasts as long as its lease, and can be renewed', async (t, { store }) => {
    await changed(store, queued('job_1'))
    const hold = { job: { id: 'job_1', projectId: P }, owner: 'a' }
    t.equal(await claimed(store, 'a', minute(1)), 'job_1')
    t.equal(await claimed(store, 'b', minute(1)), null)
    t.ok(await jobQueue(store).renew(hold, { now: minute(2), leaseMs: LEASE_MS }))
    t.equal(await claimed(store, 'b', '2026-03-01T10:02:00.999Z'), null)
    t.equal(await claimed(store, 'b', '2026-03-01T10:02:01.000Z'), 'job_1')
    const lost = [
      await jobQueue(store).renew(hold, { now: minute(3), leaseMs: LEASE_MS }),
      await jobQueue(store).reschedule(hold, minute(3)),
      await jobQueue(store).postpone(hold, minute(3)),
      await jobQueue(store).release(hold),
      await giveUp(store, hold, [])
    ]
    t.same(lost, [false, false, false, false, false], 'the first owner has lost it')
    t.equal(await store.read(P, session => findHeldJob(session, hold)), null)
  })

  onEach(
    'every claim counts as an attempt, unless it is given back',
    async (t, { store, rows }) => {
      await changed(store, queued('job_1'))
      const hold = { job: { id: 'job_1', projectId: P }, owner: 'a' }
      await claimed(store, 'a', minute(1))
      t.ok(await jobQueue(store).release(hold))
      t.match(await rows('jobs'), [{ attempts: 0, owner: null, leaseUntil: null }])
      await claimed(store, 'a', minute(1))
      t.ok(await jobQueue(store).postpone(hold, minute(1)))
      t.match(await rows('jobs'), [{ attempts: 0, owner: null, leaseUntil: null }])
      await claimed(store, 'a', minute(1))
      t.ok(await jobQueue(store).reschedule(hold, minute(7)))
      t.match(await rows('jobs'), [{ attempts: 1, owner: null, runAt: minute(7) }])
    }
  )
}

function progressing(): void {
  onEach(
    'progress deletes the part that was done, and is made once',
    async (t, { store, rows }) => {
      await changed(store, queued('job_1', { total: 3 }, [['a', 'b'], ['c']]))
      await claimed(store, 'a', minute(1))
      const progressed: Change = {
        kind: 'job.progressed',
        jobId: 'job_1',
        owner: 'a',
        step: 2,
        done: 2,
        chunkIndex: 0,
        data: { failed: [] }
      }
      t.same(await firstChunk(store), { index: 0, items: ['a', 'b'] })
      await changed(store, progressed)
      await t.rejects(changed(store, progressed), GuardLost)
      t.same(await firstChunk(store), { index: 1, items: ['c'] })
      t.match(await rows('jobs'), [{ done: 2, data: { failed: [] } }])
      const ended: Change = { kind: 'job.finished', jobId: 'job_1', owner: 'a' }
      await t.rejects(changed(store, { ...ended, owner: 'b' }), GuardLost)
      t.equal((await rows('jobChunks')).length, 1)
      await changed(store, ended)
      t.same([await rows('jobs'), await rows('jobChunks')], [[], []])
      t.equal(await firstChunk(store), null)
    },
    { audited: true }
  )
}

async function firstChunk(store: Store) {
  return store.read(P, session => nextChunk(session, 'job_1'))
}
