/**
 * For how long a key is remembered, and what becomes of receipts that are over.
 */
import type { Instant } from '../model.ts'
import type { Decision } from './changes.ts'

/** Seconds for which a request with a key is answered as the first time, unless it says fewer. */
export const RECEIPT_SECONDS = 86_400

/** The latest instant of receipts that are over at `now`, when they count for so many seconds. */
export function receiptsOver(now: Instant, keptSeconds = RECEIPT_SECONDS): Instant {
  return new Date(Date.parse(now) - keptSeconds * 1_000).toISOString()
}

/** Deletes the receipts; the result is how many. */
export function forgetReceipts(ids: readonly string[]): Decision<number> {
  return {
    result: ids.length,
    changes: ids.map(id => ({ kind: 'resource.deleted', resource: 'receipt', id }))
  }
}
