/**
 * What a row of a project file about an order needs to know: what its import does, and what a file
 * calls its customers.
 *
 * A new order costs no more than its import.
 */
import type { EditOrderFacts } from '../../decisions/orders/edit.ts'
import type { SaveOrder } from '../../decisions/orders/saving.ts'
import type { Instant } from '../../model.ts'
import { customerSent } from '../customers/customers.ts'
import type { Session } from '../engine/session.ts'
import { loadImportOrder } from './import.ts'

/** The facts of editOrder. */
export function loadEditOrder(command: SaveOrder) {
  const load = loadImportOrder(command)
  return async (session: Session, now: Instant): Promise<EditOrderFacts> => {
    const facts = await load(session, now)
    const { stored, customer, referrer } = facts
    const names = new Map<string, string>()
    for (const known of [customer, referrer]) {
      if (known?.sourceId) names.set(known.id, known.sourceId)
    }
    // A referrer is told where the row says another one.
    const referrerId = command.referrerId === undefined ? null : stored?.referrerId
    for (const id of [stored?.customerId, referrerId]) {
      if (id == null || names.has(id)) continue
      const sourceId = (await customerSent(session, { id }))?.sourceId
      if (sourceId) names.set(id, sourceId)
    }
    return { ...facts, names }
  }
}
