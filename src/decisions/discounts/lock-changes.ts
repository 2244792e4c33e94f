/**
 * The writes of locks.
 *
 * A lock is one row that requests of its key meet at, and a row for each voucher of which it holds
 * something. A decision that takes from a voucher relies on what locks hold of it, so a lock that
 * holds more, or for longer, makes a new version of the voucher; one that holds less does not.
 *
 * Spec: DiscountSessionRequest, releaseValidationSession.
 */
import type * as model from '../../model.ts'

export type LockChange =
  /** It is in force until `expiresAt`, and holds nothing but of the vouchers that are named. */
  | {
      readonly kind: 'lock.taken'
      readonly key: string
      readonly expiresAt: model.Instant
      /**
       * Whose cart it is: of somebody who is not stored, the tracking id of the source id that was
       * sent; null where none was.
       */
      readonly customerId: string | null
      readonly voucherIds: readonly string[]
    }
  /** In place of what the lock held of the voucher before. Guard: `version`. */
  | {
      readonly kind: 'voucher.locked'
      readonly hold: model.LockHold
      readonly version: number
      /** The end of the last lock that holds something of it. */
      readonly lockedUntil: model.Instant
    }
  /**
   * What the voucher says of the end of its locks, once one of them has ended before its time; null
   * for none. It is no new version. Guard: `version`; null where the same unit writes the voucher,
   * with a guard of its own.
   */
  | {
      readonly kind: 'voucher.freed'
      readonly voucherId: string
      readonly version: number | null
      readonly lockedUntil: model.Instant | null
    }
  /** Nothing of any voucher is held under the key any more; there may be no such lock. */
  | { readonly kind: 'lock.ended'; readonly key: string }
  /** Locks that were taken before the customer was stored are theirs. */
  | { readonly kind: 'locks.claimed'; readonly trackingId: string; readonly customerId: string }
  /** Guard: the lock holds something of the voucher. */
  | { readonly kind: 'voucher.unlocked'; readonly voucherId: string; readonly key: string }
  /** Deletes those that were over at `now`; one that is in force again stays. */
  | {
      readonly kind: 'locks.forgotten'
      readonly keys: readonly string[]
      readonly now: model.Instant
    }
