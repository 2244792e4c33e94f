/**
 * For how long a key is remembered, and what becomes of receipts that are over.
 *
 * Spec: Decision 140.
 */
import type { Instant } from '../../model.ts'
import type { Decision } from '../changes.ts'

/** Hours for which a request with a key is answered as the first time. */
export const RECEIPT_HOURS = 24

/** The latest instant of receipts that are over at `now`. */
export function receiptsOver(now: Instant): Instant {
  return new Date(Date.parse(now) - RECEIPT_HOURS * 3_600_000).toISOString()
}

/** Deletes the receipts; the result is how many. */
export function forgetReceipts(ids: readonly string[]): Decision<number> {
  return {
    result: ids.length,
    changes: ids.map(id => ({ kind: 'resource.deleted', resource: 'receipt', id }))
  }
}
