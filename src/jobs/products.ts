/**
 * Carries out a bulk update of products, a chunk of its payload at a time.
 *
 * Spec: updateProductsInBulk; Decision 44.
 */
import { conclude } from '../decisions/async-actions/async-actions.ts'
import { type BulkTally, mergeProducts } from '../decisions/products/products.ts'
import { loadProductChunk } from '../storage/products/products.ts'
import { originOf, type Task, whenFound } from './task.ts'

export const updateProducts: Task = {
  async *work(held, { shell }) {
    for (;;) {
      const merged = await shell.settle(originOf(held), {
        load: loadProductChunk(held),
        decide: whenFound(mergeProducts)
      })
      if (merged === null || merged.finished) return
      yield 'advanced'
    }
  },

  givenUp({ data, done, total }, action, now) {
    if (action === null) return []
    const { doneCount, failedCount, errors } = data as unknown as BulkTally
    const result = {
      message: `Stopped after ${done} of ${total} products. Send the others again.`,
      done_count: doneCount,
      failed_count: failedCount,
      errors
    }
    const updated = conclude(action, { done: false, success: false, result }, { now })
    return [{ kind: 'asyncAction.updated', action: updated }]
  }
}
