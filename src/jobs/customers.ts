/**
 * Takes what was said of an erased customer out of every record, a few hundred rows at a time.
 *
 * An erasure that was cut short goes on at the next unit. Only after the last record the engine
 * forgets what was overwritten, and only then the async action says that it is done. Where the
 * engine cannot, for want of room or because another process reads, it is tried a few times, and
 * then the async action says that too: each try holds up everybody who writes. For
 * the same reason those that wait one after the other end together.
 *
 * Spec: eraseCustomer.
 */
import { conclude } from '../decisions/async-actions.ts'
import {
  type ErasureProgress,
  endedBy,
  eraseRecords,
  finishErasure,
  handOnErasure
} from '../decisions/customers/erasure.ts'
import { loadNextErasure, loadRecordsToErase } from '../storage/customers/erasure.ts'
import { findJobAndAction } from '../storage/jobs.ts'
import { originOf, type Task, type Tools, whenFound } from './worker.ts'

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
    const isHandedOn = await shell.settle(originOf(held), {
      load: loadNextErasure(held),
      decide: whenFound(handOnErasure)
    })
    // Null: it is no longer held.
    if (isHandedOn !== false) return
    await forgetAll(forget)
    await shell.settle(originOf(held), {
      load: async session => {
        const found = await findJobAndAction(session, held)
        return found && { ...found, owner: held.owner }
      },
      decide: whenFound(finishErasure)
    })
  },

  givenUp(job, action, now) {
    if (action === null) return []
    const { stage } = job.data as unknown as ErasureProgress
    const where =
      stage === null
        ? 'before the database forgot what was overwritten'
        : `at ${stage.replaceAll('_', ' ')}`
    const result = {
      message: `Stopped ${where}. Send the erasure again, with the id of the customer.`
    }
    const failed = { done: false, success: false, result }
    return endedBy({ job, action }).map(({ action }) => ({
      kind: 'asyncAction.updated',
      action: conclude(action, failed, { now })
    }))
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
