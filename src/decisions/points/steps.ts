/**
 * What a movement of points or credit does to the rows of a voucher, of its lots and of its locks.
 */
import type * as model from '../../model.ts'

/** A card after a movement; replaces the card whose version is still `version`. */
export interface CardAfter {
  readonly voucherId: string
  readonly version: number
  readonly balance: model.CardBalance
  readonly redeemedQuantity: number
  readonly updatedAt: model.Instant
}

/**
 * Adds to a lot (`amount` and `remaining`), or takes from it (`remaining` alone, or with the
 * account it is taken for); absent figures stay.
 */
export interface LotStep extends Partial<Pick<model.Lot, LotAccount>> {
  readonly id: string
  readonly amount: number
  readonly remaining: number
}

/** The figures of a lot beside its amount and its remainder. */
export type LotAccount = 'canceled' | 'withdrawn' | 'takenBack' | 'lapsed'

/** The part of a movement that points and credit have in common. */
export interface Movement {
  readonly opened: readonly model.Lot[]
  readonly stepped: readonly LotStep[]
  readonly entry: model.LedgerEntry
  /** Holds of locks as they are afterwards, where less is left than they held; absent for none. */
  readonly lowered?: readonly model.LockHold[]
}
