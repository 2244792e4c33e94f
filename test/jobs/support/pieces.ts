/**
 * Ways to let workers work: to the end, or with one process after another being killed.
 */

import { tasks } from '../../../src/jobs/tasks.ts'
import type { ClaimedJob, Task, TimerRound, Tools } from '../../../src/jobs/worker.ts'
import type { AsyncAction, TaskName } from '../../../src/model.ts'
import type { Origin, UnitOfWork } from '../../../src/shell.ts'
import { asyncActionNamed } from '../../../src/storage/async-actions.ts'
import { auditedVouchers } from '../../../src/storage/audit/recounts.ts'
import type { RowOf } from '../../../src/storage/engine/statements.ts'
import type { WorkerOver, Workshop } from './workshop.ts'

export const seconds = (count: number) => count * 1_000

export const days = (count: number) => count * 24 * 60 * 60 * 1_000

/** Everything that is due, by one worker. */
export async function carryOutAll(shop: Workshop, over?: WorkerOver): Promise<void> {
  const worker = shop.worker(over)
  worker.wake()
  await worker.idle()
  await worker.stop()
}

/** The round of a process that no other one is beside. */
export function alone({ project }: Pick<Workshop, 'project'>): TimerRound {
  return { project, isOurs: () => Promise.resolve(true) }
}

/** The same task, but its process is killed, never to be heard of again, after some units. */
export function killedAfter(
  name: TaskName,
  units: number,
  onKill: () => void
): NonNullable<WorkerOver['tasks']> {
  const { work, givenUp } = tasks[name]
  const task: Task = {
    givenUp,
    async *work(held: ClaimedJob, tools) {
      let left = units
      for await (const unit of work(held, tools)) {
        yield unit
        if (--left > 0) continue
        onKill()
        await new Promise(() => {})
      }
    }
  }
  return { [name]: task }
}

/** Everything, by workers that die after each `units` units of work; resolves with the deaths. */
export async function carryOutInPieces(
  shop: Workshop,
  name: TaskName,
  units: number,
  over?: WorkerOver
): Promise<number> {
  for (let deaths = 0; ; deaths++) {
    const dead = await new Promise<boolean>(resolve => {
      const dying = killedAfter(name, units, () => resolve(true))
      const worker = shop.worker({ ...over, tasks: dying })
      worker.wake()
      void worker.idle().then(() => resolve(false))
    })
    if (!dead) return deaths
    // The lease of the dead runs out.
    shop.wait(seconds(30))
  }
}

/** Lets every attempt at a task fail before its first unit, until it is given up. */
export async function carryOutInVain(shop: Workshop, name: TaskName): Promise<void> {
  const broken: Task = {
    ...tasks[name],
    async *work() {
      yield await Promise.reject(new Error('broken'))
    }
  }
  for (let attempt = 1; attempt <= 8; attempt++) {
    await carryOutAll(shop, { tasks: { [name]: broken } })
    shop.wait(seconds(60))
  }
}

/** The shell of a workshop, but a unit whose facts are of a kind fails before it is decided. */
export function failing(
  { shell }: Workshop,
  fails: (facts: string) => boolean,
  error: () => Error = () => new Error('broken')
): Tools['shell'] {
  return {
    now: () => shell.now(),
    limits: shell.limits,
    unitsBegun: 0,
    settle: <Facts, Result>(origin: Origin, { load, decide }: UnitOfWork<Facts, Result>) =>
      shell.settle(origin, {
        decide,
        load: async (session, now) => {
          const facts = await load(session, now)
          if (fails(JSON.stringify(facts))) throw error()
          return facts
        }
      })
  }
}

/** An async action as its caller sees it now. */
export function actionOf(shop: Workshop, id: string): Promise<AsyncAction> {
  return shop.store.read(shop.project.id, session => asyncActionNamed(session, id))
}

/** Every voucher's row, by id. */
export function vouchersOf(shop: Workshop): Promise<RowOf<typeof auditedVouchers>[]> {
  return shop.rows(auditedVouchers, { project: shop.project.id, after: '', limit: 100_000 })
}
