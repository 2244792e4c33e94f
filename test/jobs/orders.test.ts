/**
 * Imports of orders: that no order arrives twice, and what is said of one that is given up.
 *
 * Spec: importOrders.
 */
import { type ImportOrder, importOrders } from '../../src/decisions/orders/edit.ts'
import { EARLIER } from '../support/given.ts'
import { givenOrderCommand } from '../support/given-commands.ts'
import { actionOf, carryOutInPieces, carryOutInVain } from './support/pieces.ts'
import { inWorkshop, type Workshop } from './support/workshop.ts'

async function queueOrders(shop: Workshop, orders: readonly ImportOrder[]): Promise<string> {
  const decision = importOrders(orders, shop.occasion())
  if ('refusal' in decision) throw new Error(decision.refusal.details)
  await shop.write(...decision.changes)
  return decision.result.id
}

const many = (count: number): ImportOrder[] =>
  Array.from({ length: count }, (_, n) => ({
    ...givenOrderCommand({ sourceId: `o-${n}`, status: 'PAID', amount: 100 }),
    customer: { sourceId: 'ada' },
    date: EARLIER,
    earns: false
  }))

inWorkshop('orders.import: each order arrives once, kill after kill', async (t, shop) => {
  const id = await queueOrders(shop, many(220))
  t.equal(await carryOutInPieces(shop, 'orders.import', 120), 2, 'each within a chunk')
  t.match(await actionOf(shop, id), { result: { done_count: 220, failed_count: 0 } })
  t.strictSame(shop.troubles, [])
})

inWorkshop('orders.import: given up, it says how far it got', async (t, shop) => {
  const id = await queueOrders(shop, many(3))
  await carryOutInVain(shop, 'orders.import')
  t.match(await actionOf(shop, id), {
    status: 'FAILED',
    result: { message: 'Stopped after 0 of 3 orders. Send the others again.', done_count: 0 }
  })
})
