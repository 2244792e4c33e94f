/**
 * A place for workers: a store in memory, a clock that is moved by hand, ids that count, and one
 * project. What workers complain of is kept.
 */
import t, { type Test } from 'tap'
import { queueAction, type Workload } from '../../../src/decisions/async-actions.ts'
import type { Change, Occasion } from '../../../src/decisions/changes.ts'
import type { IdSource } from '../../../src/ids.ts'
import { tasks, timerTasks } from '../../../src/jobs/tasks.ts'
import { type Task, type Tools, Worker, type WorkerOptions } from '../../../src/jobs/worker.ts'
import type { AsyncAction, Instant, Project, TaskName } from '../../../src/model.ts'
import { Shell } from '../../../src/shell.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import type { Row, Statement, Tables } from '../../../src/storage/engine/statements.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { jobQueue, timerLeases } from '../../../src/storage/jobs.ts'
import { type Opened, sqliteInMemory } from '../../storage/support/engines.ts'
import { postgresOnServer } from '../../storage/support/postgres.ts'
import { chanceOf } from '../../support/chance.ts'
import { countedSource } from '../../support/counted-source.ts'
import { givenOccasion, givenProject, NOW } from '../../support/given.ts'
import { onPostgres } from '../../support/stores.ts'

export interface Workshop {
  readonly store: Store
  readonly shell: Shell
  readonly project: Project
  readonly ids: IdSource
  /** What workers reported, oldest first: what was being done, and the message. */
  readonly troubles: string[]
  now(): Instant
  /** Lets time pass. */
  wait(ms: number): void
  /** Sets the clock by so much; no time passes. */
  setClock(ms: number): void
  /** The circumstances of a request of the project, now. */
  occasion(): Occasion
  /** Writes changes as one unit. */
  write(...changes: readonly Change[]): Promise<void>
  /** Queues work with a handle on it. */
  queue(work: Partial<Workload>): Promise<AsyncAction>
  /** Every row of a table. */
  table<Name extends keyof Tables>(name: Name): Promise<Row<Name>[]>
  /** The rows of one statement in the project. */
  rows<Params, Row>(statement: Statement<Params, Row>, values: NoInfer<Params>): Promise<Row[]>
  /** What a worker hands on to its tasks. */
  readonly tools: Tools
  /** A worker that is not started; `tasks` replaces some of the real ones. */
  worker(over?: WorkerOver): Worker
}

export type WorkerOver = Partial<Omit<WorkerOptions, 'tasks'>> & {
  readonly tasks?: { readonly [Name in TaskName]?: Task }
}

/** A test in a workshop of its own, which is audited and closed when the test is over. */
export function inWorkshop(title: string, body: (t: Test, shop: Workshop) => Promise<void>): void {
  t.test(title, async t => {
    const opened = await (onPostgres ? postgresOnServer : sqliteInMemory).open()
    const shop = await openWorkshop(t, opened)
    await body(t, shop)
    const found = await audit(shop.store)
    t.strictSame(found.findings, [], 'the audit is clean')
    await opened.close()
  })
}

async function openWorkshop(_t: Test, { store, rows }: Opened): Promise<Workshop> {
  const ids = countedSource()
  // Counted choices come round again, and codes have to differ.
  const { below } = chanceOf(7)
  const project = givenProject()
  const troubles: string[] = []
  let clock = Date.parse(NOW)
  let passed = 0
  let workers = 0
  const now = () => new Date(clock).toISOString()
  const limits = { campaignVouchersMax: 1_000_000, earningRulesMax: 100 }
  const shell = new Shell({ store, now, ids, limits })
  const occasion = () => givenOccasion({ ...ids, now: now(), project })
  const write = (...changes: readonly Change[]) =>
    store.write(project.id, async () => ({ value: undefined, changes }))
  await write({ kind: 'project.created', project })
  const tools: Tools = {
    shell,
    read: store.read,
    forget: () => store.forget(),
    random: below,
    stopwatch: () => passed,
    onError: (error, doing) => troubles.push(`${doing}: ${(error as Error).message}`)
  }
  return {
    store,
    shell,
    project,
    ids,
    troubles,
    now,
    wait: ms => {
      clock += ms
      passed += ms
    },
    setClock: ms => {
      clock += ms
    },
    occasion,
    write,
    queue: async work => {
      const whole = { ...BULK, ...work }
      const { action, changes } = queueAction('PRODUCTS.BULK_UPDATE', whole, occasion())
      await write(...changes)
      return action
    },
    table: rows,
    rows: (statement, values) => store.read(project.id, session => session.all(statement, values)),
    tools,
    worker: ({ tasks: replaced, ...options } = {}) =>
      new Worker({
        ...tools,
        queue: jobQueue(store),
        tasks: { ...tasks, ...replaced },
        timerTasks,
        timerLeases: timerLeases(store),
        owner: `worker-${++workers}`,
        pollMs: 1_000_000,
        ...options
      })
  }
}

const BULK: Workload = {
  task: 'products.bulkUpdate',
  queue: 'products',
  data: null,
  total: 3,
  items: []
}
