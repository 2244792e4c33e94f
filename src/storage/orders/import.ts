/**
 * What a job that imports orders needs to know: the orders of its next chunk.
 *
 * Spec: importOrders; Decision 130.
 */
import type { BulkChunk } from '../../decisions/async-actions/bulk.ts'
import type { ImportOrder } from '../../decisions/orders/import.ts'
import type { Session } from '../engine/session.ts'
import { findJobAndAction, type Hold, nextChunk } from '../jobs.ts'

/** The next chunk of a job; null when the job is no longer held. */
export function loadOrderChunk(hold: Hold) {
  return async (
    session: Session
  ): Promise<(BulkChunk & { readonly orders: readonly ImportOrder[] }) | null> => {
    const held = await findJobAndAction(session, hold)
    if (held === null) return null
    const chunk = await nextChunk(session, held.job.id)
    if (chunk === null) throw new Error(`The payload of job ${held.job.id} is gone`)
    const orders = chunk.items as unknown as readonly ImportOrder[]
    const { owner } = hold
    return { ...held, owner, chunkIndex: chunk.index, count: orders.length, orders }
  }
}
