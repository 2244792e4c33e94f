/**
 * Two processes at the jobs of one queue, statement by statement: one job of it is held, and a unit
 * of a job is carried out by its owner alone. As many jobs are queued as a project may have.
 *
 * Each step stands for a process that is slow just there; only PostgreSQL lets two of them write at
 * the same time.
 *
 * Spec: updateProductsInBulk.
 */
import t, { type Test } from 'tap'
import { JOBS_WAITING_MAX } from '../../src/decisions/async-actions.ts'
import type { Change } from '../../src/decisions/changes.ts'
import { holdSetUp, versionOf } from '../../src/storage/catalogue.ts'
import type { Session } from '../../src/storage/engine/session.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import {
  claim,
  claimJob,
  confirmedBy,
  insertJob,
  jobsWaiting,
  timerLeases
} from '../../src/storage/jobs.ts'
import { changed, P } from '../storage/support/changes.ts'
import { migrated } from '../storage/support/postgres.ts'
import * as things from '../storage/support/things.ts'
import { newDatabase, onServer } from '../support/postgres-databases.ts'
import { fillQueue } from '../support/replays.ts'
import { lookInto, openUrl } from '../support/stores.ts'

const at = (second: number) => `2026-03-01T10:00:${String(second).padStart(2, '0')}.000Z`
const LEASE_MS = 10_000

const queued = (id: string, queue: string | null = things.job(id).queue): Change => ({
  kind: 'job.queued',
  job: things.job(id, { queue }),
  chunks: []
})

interface Two {
  readonly one: Store
  readonly other: Store
  /** Resolves when somebody waits for a lock, or as many as said, or the promise has settled. */
  waitsOr(promise: Promise<unknown>, count?: number): Promise<void>
  /** Ids of the jobs that have an owner, each with its owner. */
  owned(): Promise<readonly string[]>
}

async function twoStores(t: Test): Promise<Two> {
  const { url, drop } = await newDatabase(migrated)
  const bugs: Error[] = []
  const options = { onBug: (bug: Error) => bugs.push(bug) }
  const [one, other] = [await openUrl(url, options), await openUrl(url, options)]
  t.teardown(async () => {
    await Promise.all([one.close(), other.close()])
    await drop()
    if (bugs.length > 0) throw bugs[0]
  })
  await changed(one, { kind: 'project.created', project: things.project() })
  return {
    one,
    other,
    waitsOr: async (promise, count = 1) => {
      let isSettled = false
      const settled = () => {
        isSettled = true
      }
      promise.then(settled, settled)
      const waiting = `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      while (!isSettled && (await lookInto(url, ({ find }) => find(waiting))).length < count);
    },
    owned: async () => {
      const asked = 'select id, owner from jobs where owner is not null order by id'
      const rows = await lookInto(url, ({ find }) => find(asked))
      return rows.map(({ id, owner }) => `${id} of ${owner}`)
    }
  }
}

/** A unit that stops before its end until it is let go. */
function slowly<Value>(
  store: Store,
  projectId: string | null,
  unit: (
    session: Session
  ) => Promise<{ readonly value: Value; readonly changes: readonly Change[] }>
): { readonly reached: Promise<void>; readonly end: Promise<Value>; letGo(): void } {
  const [reached, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const end = store.write(projectId, async session => {
    const decided = await unit(session)
    await session.flush()
    reached.resolve()
    await letGo.promise
    return decided
  })
  end.catch(() => undefined)
  return { reached: reached.promise, end, letGo: letGo.resolve }
}

function claimingSlowly(store: Store, owner: string, now: string) {
  const leaseUntil = new Date(Date.parse(now) + LEASE_MS).toISOString()
  return slowly(store, null, async session => {
    const row = await session.one(claimJob, { now, owner, leaseUntil })
    return { value: row?.id ?? null, changes: [] }
  })
}

async function claimed(store: Store, owner: string, now: string): Promise<string | null> {
  return (await claim(store, { now, owner, leaseMs: LEASE_MS }))?.id ?? null
}

t.test(
  'an older job that comes while another is taken is not held beside it',
  onServer,
  async t => {
    const { one, other, waitsOr, owned } = await twoStores(t)
    await changed(one, queued('job_2'))
    const first = claimingSlowly(one, 'a', at(1))
    await first.reached
    await changed(other, queued('job_1'))
    const second = claimed(other, 'b', at(1))
    await waitsOr(second)
    first.letGo()
    t.strictSame([await first.end, await second], ['job_2', null])
    t.strictSame(await owned(), ['job_2 of a'])
  }
)

t.test('a job whose unit commits late is not held beside a younger one', onServer, async t => {
  const { one, other, owned } = await twoStores(t)
  const late = slowly(other, P, async session => {
    await session.run(insertJob, things.job('job_1'))
    return { value: null, changes: [] }
  })
  await late.reached
  await changed(one, queued('job_2'))
  t.equal(await claimed(one, 'a', at(1)), 'job_2', 'nobody can see the other one')
  late.letGo()
  await late.end
  t.equal(await claimed(other, 'b', at(2)), null)
  t.strictSame(await owned(), ['job_2 of a'])
  // Who has it dies: what was begun is ended before the older one is begun.
  t.equal(await claimed(other, 'b', at(11)), 'job_2')
  await changed(other, { kind: 'job.finished', jobId: 'job_2', owner: 'b' })
  t.equal(await claimed(one, 'a', at(12)), 'job_1')
})

t.test('a unit keeps its job until it ends, and is none once another has it', onServer, async t => {
  const { one, other, owned } = await twoStores(t)
  await changed(one, queued('job_1'))
  t.equal(await claimed(one, 'a', at(1)), 'job_1')
  const { confirm } = confirmedBy({ job: { id: 'job_1', projectId: P }, owner: 'a' })
  const confirmed = async (session: Session) => {
    await confirm(session)
    return { value: 'confirmed', changes: [] }
  }
  const units = [slowly(one, P, confirmed), slowly(one, P, confirmed)] as const
  for (const { reached } of units) await reached
  t.equal(await claimed(other, 'b', at(20)), null, 'the lease is over, and the units are not')
  for (const { letGo, end } of units) {
    letGo()
    t.equal(await end, 'confirmed')
  }
  // A unit that wrote nothing has its value before the server hears of its end.
  while ((await claimed(other, 'b', at(20))) === null);
  await t.rejects(one.write(P, confirmed), { code: 'job_lost' })
  t.strictSame(await owned(), ['job_1 of b'])
})

t.test('of processes that want the timers of a project one gets them', onServer, async t => {
  const { one, other } = await twoStores(t)
  const take = (store: Store, owner: string, second: number) =>
    timerLeases(store).take(P, { owner, now: at(second), leaseUntil: at(second + 10) })
  const owners = ['a', 'b', 'c', 'd', 'e', 'f']
  const taken = await Promise.all(
    owners.map((owner, index) => take(index % 2 === 0 ? one : other, owner, 1))
  )
  t.equal(taken.filter(isTaken => isTaken).length, 1)
  const owner = owners[taken.indexOf(true)] as string
  t.equal(await take(one, owner, 5), true, 'who has them keeps them')
  t.equal(await take(other, 'next', 14), false)
  t.equal(await take(other, 'next', 15), true, 'the lease is over')
  await timerLeases(one).release(P, owner)
  t.equal(await take(one, owner, 16), false, "what is another process's is not given back")
  await timerLeases(other).release(P, 'next')
  t.equal(await take(one, owner, 16), true)
})

t.test('of two units that want the last room for a job one gets it', onServer, async t => {
  const { one, other, waitsOr } = await twoStores(t)
  await one.write(P, async session => {
    await fillQueue(session, 1)
    return { value: null, changes: [] }
  })
  const holding = slowly(other, P, async session => {
    await holdSetUp(session)
    return { value: null, changes: [] }
  })
  await holding.reached
  // It has counted and written its job, and waits to confirm the set-up.
  const first = one.write(P, async session => {
    await versionOf(session, P)
    return { value: null, changes: [queued('job_1', null)] }
  })
  await waitsOr(first)
  const second = changed(other, queued('job_2', null))
  await waitsOr(second, 2)
  holding.letGo()
  await first
  const refused = await second.then(
    () => null,
    error => error
  )
  t.equal(refused?.refusal.key, 'too_many_jobs')
  const waiting = await other.read(P, session => session.one(jobsWaiting))
  t.equal(waiting?.total, JOBS_WAITING_MAX)
})
