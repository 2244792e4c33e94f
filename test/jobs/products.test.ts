/**
 * Bulk updates of products: what is merged, what is reported, and that no chunk arrives twice.
 *
 * Spec: updateProductsInBulk.
 */
import { type ProductItem, updateProductsInBulk } from '../../src/decisions/products/products.ts'
import type { Task } from '../../src/jobs/task.ts'
import { tasks } from '../../src/jobs/tasks.ts'
import { productsBySourceId } from '../../src/storage/products/products.ts'
import { givenProduct } from '../support/given-goods.ts'
import { givenProperty, givenSchema } from '../support/given-rules.ts'
import { actionOf, carryOutAll, carryOutInPieces, killedAfter, seconds } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

async function queueProducts(shop: Workshop, items: readonly ProductItem[]): Promise<string> {
  const decision = updateProductsInBulk(items, shop.occasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  await shop.write(...decision.changes)
  return decision.result.id
}

const named = (shop: Workshop, ...names: string[]) =>
  shop.rows(productsBySourceId, { sourceIds: names })

const many = (count: number): ProductItem[] =>
  Array.from({ length: count }, (_, index) => ({
    sourceId: `p${index}`,
    name: `Product ${index}`,
    price: index
  }))

inWorkshop(
  'products.bulkUpdate: sets, clears, leaves alone, and reports what it cannot',
  async (t, shop) => {
    await shop.write(
      { kind: 'product.created', product: givenProduct({ metadata: { origin: 'Peru' } }) },
      {
        kind: 'metadataSchema.created',
        schema: givenSchema({
          relatedObject: 'product',
          properties: { origin: givenProperty({ type: 'string', optional: true }) }
        })
      }
    )
    const before = givenProduct()
    const id = await queueProducts(shop, [
      { sourceId: before.sourceId as string, price: 99, imageUrl: null },
      { sourceId: 'new', name: 'New', metadata: { origin: 'Chile' } },
      { sourceId: 'twin', name: before.name as string },
      { sourceId: 'odd', metadata: { origin: 7 } },
      { sourceId: 'new', price: 5 }
    ])
    shop.wait(1_500)
    await carryOutAll(shop)
    const found = await named(shop, before.sourceId as string, 'new', 'twin', 'odd')
    t.match(found, [
      {
        id: before.id,
        name: before.name,
        price: 99,
        imageUrl: null,
        metadata: { origin: 'Peru' }
      },
      { sourceId: 'new', name: 'New', price: 5, metadata: { origin: 'Chile' } }
    ])
    t.equal(found.length, 2)
    const action = await actionOf(shop, id)
    t.match(action, {
      status: 'DONE',
      operationStatus: 'SUCCESS',
      progress: 100,
      processingTimeMs: 1_500,
      requestId: 'req_1',
      result: {
        done_count: 3,
        failed_count: 2,
        errors: [
          { source_id: 'twin', key: 'duplicate_found' },
          { source_id: 'odd', key: 'metadata_validation_failed' }
        ]
      }
    })
    t.strictSame(shop.troubles, [])
  }
)

inWorkshop(
  'products.bulkUpdate: chunks of a large request arrive once each, kill after kill',
  async (t, shop) => {
    const id = await queueProducts(shop, many(220))
    const again = await queueProducts(shop, many(220))
    t.equal(
      await carryOutInPieces(shop, 'products.bulkUpdate', 1),
      4,
      'two deaths for each request'
    )
    for (const action of [id, again]) {
      t.match(await actionOf(shop, action), { result: { done_count: 220, failed_count: 0 } })
    }
    const found = await named(shop, ...many(220).map(({ sourceId }) => sourceId))
    t.equal(found.length, 220)
    t.ok(
      found.every(({ version }) => version === 1),
      'the second time nothing was to be changed'
    )
    t.strictSame(shop.troubles, [])
  }
)

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
  const broken: Task = {
    ...tasks['products.bulkUpdate'],
    async *work() {
      yield await Promise.reject(new Error('broken'))
    }
  }
  for (let attempt = 1; attempt <= 8; attempt++) {
    await carryOutAll(shop, { tasks: { 'products.bulkUpdate': broken } })
    shop.wait(seconds(60))
  }
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
