/**
 * Carries out an import of orders, a chunk of its payload at a time.
 *
 * Each order is a unit of its own, so that a request beside it waits for one alone. A chunk that
 * was cut short is carried out again: its orders that are there already stay as they are.
 *
 * Spec: importOrders.
 */
import {
  failureOf,
  givenUpBulk,
  type ItemFailure,
  progressBulk
} from '../decisions/async-actions.ts'
import { type ImportOrder, importOrder } from '../decisions/orders/edit.ts'
import { Refused } from '../decisions/refusals.ts'
import { loadChunk } from '../storage/jobs.ts'
import { loadImportOrder } from '../storage/orders.ts'
import { type ClaimedJob, originOf, type Task, type Tools, whenFound } from './worker.ts'

export const importPastOrders: Task = {
  async *work(held, { shell, read }) {
    for (;;) {
      const chunk = await read(held.project.id, loadChunk<ImportOrder>(held))
      if (chunk === null) return
      const failures: ItemFailure[] = []
      for (const [offset, order] of chunk.items.entries()) {
        const failure = await importOne(held, order, chunk.job.done + offset, shell)
        if (failure !== null) failures.push(failure)
        yield 'looked'
      }
      const progress = await shell.settle(originOf(held), {
        load: loadChunk<ImportOrder>(held),
        decide: whenFound((known, occasion) => progressBulk(known, failures, occasion))
      })
      if (progress === null || progress.finished) return
      yield 'advanced'
    }
  },

  givenUp(job, action, now) {
    if (action === null) return []
    return [{ kind: 'asyncAction.updated', action: givenUpBulk(job, action, 'orders', now) }]
  }
}

/** Imports one order of the request; its failure when it is refused. */
async function importOne(
  held: ClaimedJob,
  sent: ImportOrder,
  index: number,
  shell: Tools['shell']
): Promise<ItemFailure | null> {
  // Its properties are told by where they are in the item.
  const order = { ...sent, at: '' }
  try {
    await shell.settle(originOf(held), {
      load: loadImportOrder(order),
      decide: (facts, occasion) => importOrder(facts, order, occasion)
    })
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return failureOf(order.sourceId ?? '', index, error.refusal)
  }
}
