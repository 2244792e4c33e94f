/**
 * Bulk updates of products: how far they are, and that no chunk arrives twice.
 *
 * Spec: updateProductsInBulk.
 */
import { type ProductItem, updateProductsInBulk } from '../../src/decisions/products.ts'
import { productsBySourceId } from '../../src/storage/products.ts'
import {
  actionOf,
  carryOutAll,
  carryOutInPieces,
  carryOutInVain,
  killedAfter,
  seconds
} from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

async function queueProducts(shop: Workshop, items: readonly ProductItem[]): Promise<string> {
  const decision = updateProductsInBulk(items, [], shop.occasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  await shop.write(...decision.changes)
  return decision.result.id
}

const many = (count: number): ProductItem[] =>
  Array.from({ length: count }, (_, index) => ({
    sourceId: `p${index}`,
    name: `Product ${index}`,
    price: index
  }))

inWorkshop('products.bulkUpdate: each chunk arrives once, kill after kill', async (t, shop) => {
  const id = await queueProducts(shop, many(220))
  const again = await queueProducts(shop, many(220))
  t.equal(await carryOutInPieces(shop, 'products.bulkUpdate', 1), 4, 'two deaths for each request')
  for (const action of [id, again]) {
    t.match(await actionOf(shop, action), { result: { done_count: 220, failed_count: 0 } })
  }
  const sourceIds = many(220).map(({ sourceId }) => sourceId)
  const found = await shop.rows(productsBySourceId, { sourceIds })
  t.equal(found.length, 220)
  t.ok(
    found.every(({ version }) => version === 1),
    'the second time nothing was to be changed'
  )
  t.strictSame(shop.troubles, [])
})

inWorkshop('products.bulkUpdate: progress can be followed', async (t, shop) => {
  const id = await queueProducts(shop, many(500))
  await new Promise<void>(resolve => {
    shop.worker({ tasks: killedAfter('products.bulkUpdate', 1, resolve) }).wake()
  })
  t.match(await actionOf(shop, id), {
    status: 'IN_PROGRESS',
    operationStatus: null,
    progress: 20,
    processingTimeMs: null,
    result: null
  })
  shop.wait(seconds(30))
  await carryOutAll(shop)
})

inWorkshop('products.bulkUpdate: given up, it says how far it got', async (t, shop) => {
  const id = await queueProducts(shop, many(300))
  await carryOutInVain(shop, 'products.bulkUpdate')
  t.match(await actionOf(shop, id), {
    status: 'FAILED',
    operationStatus: 'FAILED',
    progress: 0,
    processingTimeMs: seconds(7 * 60),
    result: {
      message: 'Stopped after 0 of 300 products. Send the others again.',
      done_count: 0,
      failed_count: 0,
      errors: []
    }
  })
})
