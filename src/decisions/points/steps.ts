/**
 * What a movement of points does to the rows of a card and of its lots.
 *
 * Spec: Decisions 31 and 108.
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
