/**
 * Imports of orders: what is stored, what is reported, and that no order arrives twice.
 *
 * Spec: importOrders.
 */
import { type ImportOrder, importOrders } from '../../src/decisions/orders/import.ts'
import type { Task } from '../../src/jobs/task.ts'
import { tasks } from '../../src/jobs/tasks.ts'
import { orderBySourceId } from '../../src/storage/orders/orders.ts'
import { EARLIER } from '../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../support/given-commands.ts'
import { actionOf, carryOutAll, carryOutInPieces, seconds } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

async function queueOrders(shop: Workshop, orders: readonly ImportOrder[]): Promise<string> {
  const decision = importOrders(orders, shop.occasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  await shop.write(...decision.changes)
  return decision.result.id
}

const past = (sourceId: string, over: Partial<ImportOrder> = {}): ImportOrder => ({
  ...givenOrderCommand({ sourceId, status: 'PAID', amount: 100 }),
  customer: { sourceId: 'ada' },
  date: EARLIER,
  earns: false,
  ...over
})

const many = (count: number) => Array.from({ length: count }, (_, n) => past(`o-${n}`))

inWorkshop(
  'orders.import: stores orders of the past, and reports what it cannot',
  async (t, shop) => {
    const odd = { items: [givenItemCommand({ productId: 'prod_nothing' })] }
    const id = await queueOrders(shop, [past('o-1'), past('o-2', odd), past('o-3'), past('o-1')])
    await carryOutAll(shop)
    t.match(await actionOf(shop, id), {
      status: 'DONE',
      operationStatus: 'SUCCESS',
      result: {
        done_count: 3,
        failed_count: 1,
        errors: [
          {
            source_id: 'o-2',
            key: 'not_found',
            message: 'Resource not found',
            details: /^Item \[1\]: Cannot find product with id prod_nothing/
          }
        ]
      }
    })
    const [order] = await shop.rows(orderBySourceId, { sourceId: 'o-1' })
    t.match(order, { createdAt: EARLIER, earnedAt: EARLIER, version: 1 })
    t.strictSame(shop.troubles, [])
  }
)

inWorkshop('orders.import: each order arrives once, kill after kill', async (t, shop) => {
  const id = await queueOrders(shop, many(220))
  t.equal(await carryOutInPieces(shop, 'orders.import', 120), 2, 'each within a chunk')
  t.match(await actionOf(shop, id), { result: { done_count: 220, failed_count: 0 } })
  t.strictSame(shop.troubles, [])
})

inWorkshop('orders.import: given up, it says how far it got', async (t, shop) => {
  const id = await queueOrders(shop, many(3))
  const broken: Task = {
    ...tasks['orders.import'],
    async *work() {
      yield await Promise.reject(new Error('broken'))
    }
  }
  for (let attempt = 1; attempt <= 8; attempt++) {
    await carryOutAll(shop, { tasks: { 'orders.import': broken } })
    shop.wait(seconds(60))
  }
  t.match(await actionOf(shop, id), {
    status: 'FAILED',
    result: { message: 'Stopped after 0 of 3 orders. Send the others again.', done_count: 0 }
  })
})
