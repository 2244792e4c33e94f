/**
 * How a change moves the last paid order of a customer, which is kept with their totals.
 *
 * Spec: CustomerSummary.orders.
 */
import type * as model from '../../model.ts'

/** The last paid order in the kept totals. */
export interface LastOrder {
  /** Its total. */
  readonly amount: number
  /** When it was first paid. */
  readonly date: model.Instant
}

/**
 * A paid order, which is the last one unless another has a later date; or one that is no longer
 * paid.
 */
export type LastOrderStep = LastOrder | LastOrderGone

export interface LastOrderGone {
  /** The date of the order that is no longer paid. */
  readonly gone: model.Instant
  /** The last of the other paid orders; null for none. */
  readonly previous: LastOrder | null
}
