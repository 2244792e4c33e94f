/**
 * Takes what was said of an erased customer out of every record, a few hundred rows at a time.
 *
 * An erasure that was cut short goes on at the next unit. Only after the last record the engine
 * forgets what was overwritten, and only then the async action says that it is done. Where the
 * engine cannot, for want of room or because another process reads, it is tried a few times, and
 * then the async action says that too: each try holds up everybody who writes.
 *
 * Spec: eraseCustomer; Decision 132.
 */
import { conclude } from '../decisions/async-actions/async-actions.ts'
import {
  type ErasureProgress,
  eraseRecords,
  finishErasure
} from '../decisions/customers/erasure.ts'
import { loadRecordsToErase } from '../storage/customers/erasure.ts'
import { findJobAndAction } from '../storage/jobs.ts'
import { originOf, type Task, type Tools, whenFound } from './task.ts'

export const eraseCustomers: Task = {
  async *work(held, { shell, forget }) {
    for (;;) {
      const progress = await shell.settle(originOf(held), {
        load: loadRecordsToErase(held),
        decide: whenFound(eraseRecords)
      })
      if (progress === null) break
      yield 'advanced'
    }
    await forgetAll(forget)
    await shell.settle(originOf(held), {
      load: async session => {
        const found = await findJobAndAction(session, held)
        return found && { ...found, owner: held.owner }
      },
      decide: whenFound(finishErasure)
    })
  },

  givenUp({ data }, action, now) {
    if (action === null) return []
    const { stage } = data as unknown as ErasureProgress
    const where =
      stage === null
        ? 'before the database forgot what was overwritten'
        : `at ${stage.replaceAll('_', ' ')}`
    const result = { message: `Stopped ${where}. Ask for the erasure again, by the id.` }
    const updated = conclude(action, { done: false, success: false, result }, { now })
    return [{ kind: 'asyncAction.updated', action: updated }]
  }
}

/** @throws an error that counts as an attempt, also where the storage is to blame. */
async function forgetAll(forget: Tools['forget']): Promise<void> {
  try {
    await forget()
  } catch (error) {
    const { message } = error as Error
    throw new Error(`The database keeps what was erased: ${message}`, { cause: error })
  }
}
