/**
 * A request that is being tried: what its redeemables have in common, and what each of them takes.
 *
 * Spec: validateStackedDiscounts.
 */
import type { Customer, Order, RedemptionCount } from '../../model.ts'
import type { Cart } from '../../rules/discounts/cart.ts'
import type { Step } from '../../rules/discounts/steps.ts'
import type { Judge } from '../../rules/stacking.ts'
import type { Occasion } from '../occasion.ts'
import type { LotLines } from '../points/lots.ts'
import type { CountedFor } from '../redemptions/carrying-out.ts'
import type { Reason } from './reasons.ts'
import type { DiscountFacts, Redeemable } from './request.ts'

/** What one redeemable does to the order, and what redeeming it takes. */
export interface Taken extends Step {
  /** Credit of a gift voucher, smallest unit; null for anything else. */
  readonly credit: number | null
  /** Points of a loyalty card; null for anything else. */
  readonly points: number | null
  /** The lots that credit or points are taken from; none for a discount. */
  readonly lots: LotLines
  readonly countedFor: CountedFor
  /** The counts with this redemption in them; null when no rule uses them. */
  readonly counts: readonly RedemptionCount[] | null
}

/** What all redeemables of a request have in common. */
export interface Trial {
  readonly facts: DiscountFacts
  /** The customer as the request describes them; null for nobody. */
  readonly customer: Customer | null
  /** Whether the customer is stored, or will be; only then anything is counted for them. */
  readonly isNamed: boolean
  /** The segments of the customer at this moment. */
  readonly segments: readonly string[]
  readonly metadata: NonNullable<Customer['metadata']>
  /** The order before anything is applied; one of nothing where none was sent. */
  readonly order: Order
  readonly isOrdered: boolean
  /** The cart that the order is. */
  readonly opened: Cart
  readonly occasion: Occasion
  /** Names that rules are not asked for; absent: they are asked for all. */
  readonly unasked?: ((name: string) => boolean) | undefined
}

/** The place of a redeemable in the walk, and what is applied before it. */
export type CartSoFar = Parameters<Judge<Redeemable, Taken, Reason>>[2]
