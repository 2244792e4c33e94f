/**
 * What an import of an order needs to know: what saving it does, and what an import said of it.
 *
 * Spec: importOrders.
 */
import type { ImportOrderFacts } from '../../decisions/orders/import.ts'
import type { SaveOrder } from '../../decisions/orders/saving.ts'
import type { Instant } from '../../model.ts'
import type { Session } from '../engine/session.ts'
import { importOfOrder } from './orders.ts'
import { loadSaveOrder } from './saving.ts'

/** The facts of importOrder. */
export function loadImportOrder(command: SaveOrder) {
  const load = loadSaveOrder(command)
  return async (session: Session, now: Instant): Promise<ImportOrderFacts> => {
    const facts = await load(session, now)
    const { stored } = facts
    const row = stored && (await session.one(importOfOrder, { orderId: stored.id }))
    return { ...facts, said: row?.said ?? null }
  }
}
