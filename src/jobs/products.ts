/**
 * Carries out a bulk update of products, a chunk of its payload at a time.
 *
 * Spec: updateProductsInBulk.
 */
import { givenUpBulk } from '../decisions/async-actions.ts'
import { mergeProducts } from '../decisions/products.ts'
import { loadProductChunk } from '../storage/products.ts'
import { originOf, type Task, whenFound } from './worker.ts'

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

  givenUp(job, action, now) {
    if (action === null) return []
    return [{ kind: 'asyncAction.updated', action: givenUpBulk(job, action, 'products', now) }]
  }
}
