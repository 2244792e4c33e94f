/**
 * A request to apply redeemables to an order, and the facts of the decision.
 *
 * Asking (validateStackedDiscounts) and doing (redeemStackedDiscounts) have the same request and
 * the same facts, so that they cannot come to different figures. Only what a redemption writes of
 * its customer is left out where it is asked alone.
 *
 * Spec: ApplyDiscountsRequest.
 */
import type {
  Campaign,
  Category,
  Customer,
  Metadata,
  MetadataSchema,
  Order,
  Product,
  PromotionTier,
  RedemptionCount,
  Reward,
  RewardAssignment,
  Sku,
  ValidationRuleAssignment
} from '../../model.ts'
import type { Stackable } from '../../rules/stacking.ts'
import type { StackingRules } from '../../rules/stacking-rules.ts'
import type { SaveCustomer } from '../customers/customers.ts'
import type { OrderCommand } from '../orders/commands.ts'
import type { Inventory } from '../orders/goods.ts'
import type { OrderSchemas } from '../orders/orders.ts'
import type { Purse } from '../points/purse.ts'
import { segmentsMatter } from '../redemptions/request.ts'
import type { StandingFacts } from '../standing/standing.ts'
import type { BoundRule } from '../validation-rules/assignments.ts'

/** One thing to redeem, as the request names it. */
export interface RedeemableCommand {
  readonly object: 'voucher' | 'promotion_tier'
  /** The code or id of a voucher, or the id of a tier. */
  readonly id: string
  /** Credit to take from a gift voucher; undefined for as much as the order takes. */
  readonly credits: number | undefined
  /** What the points of a loyalty card pay for; undefined: not sent. */
  readonly rewardId: string | undefined
  /** Points to take; undefined for as many as the order takes. */
  readonly points: number | undefined
}

/** A lock, as a request names it. */
export interface LockCommand {
  /** Undefined for one that is made. */
  readonly key: string | undefined
  /** How long it holds what it holds; above 0. */
  readonly ttl: number | undefined
  readonly ttlUnit: TtlUnit | undefined
}

export type TtlUnit =
  | 'DAYS'
  | 'HOURS'
  | 'MINUTES'
  | 'SECONDS'
  | 'MILLISECONDS'
  | 'MICROSECONDS'
  | 'NANOSECONDS'

export interface ApplyDiscounts {
  /** 1 to 30, in the order in which they were sent. */
  readonly redeemables: readonly RedeemableCommand[]
  readonly order: OrderCommand | undefined
  readonly customer: SaveCustomer | undefined
  readonly metadata: Metadata | undefined
  /** The caller's own name for somebody who is no customer. */
  readonly trackingId: string | undefined
  /** A validation takes the lock, and a redemption uses it. */
  readonly lock: LockCommand | undefined
}

/** What every redeemable has that exists. */
interface Found extends Stackable {
  readonly sent: RedeemableCommand
  /** Null for a voucher of no campaign. */
  readonly campaign: Campaign | null
  /** Its own category, else that of its campaign; null for none. */
  readonly category: Category | null
  /** Rules that bind it or its campaign. */
  readonly rules: readonly BoundRule[]
}

export interface FoundVoucher extends Found {
  readonly object: 'voucher'
  /** With its present holder; with its lots where it has points or credit. */
  readonly purse: Purse
  readonly holder: Customer | null
  /** Whose totals have its credit: the holder, also one who was deleted; null for nobody. */
  readonly ownerId: string | null
  readonly assignments: readonly ValidationRuleAssignment[]
  /** The reward that is named, and where it is on offer; nulls for what does not exist. */
  readonly reward: Reward | null
  readonly assignment: RewardAssignment | null
}

export interface FoundTier extends Found {
  readonly object: 'promotion_tier'
  readonly tier: PromotionTier
  readonly campaign: Campaign
}

/** A redeemable that does not exist. */
export interface UnknownRedeemable extends Stackable {
  readonly object: 'unknown'
  readonly isUnknown: true
  readonly sent: RedeemableCommand
}

export type Redeemable = FoundVoucher | FoundTier | UnknownRedeemable

export interface DiscountFacts extends StandingFacts {
  /** False where no figure can depend on it, and nothing is to be written: it is nobody's then. */
  readonly isStandingKnown: boolean
  readonly redeemables: readonly Redeemable[]
  readonly stackingRules: StackingRules
  /** The stored customer: the one sent, else the stored order's. */
  readonly customer: Customer | null
  readonly customerSchema: MetadataSchema | null
  /** The stored order that the request names; null for a new one. */
  readonly storedOrder: Order | null
  readonly inventory: Inventory
  readonly orderSchemas: OrderSchemas
  readonly redemptionSchema: MetadataSchema | null
  /** The goods that discounts give, by the name that the discount has for them. */
  readonly units: ReadonlyMap<string, UnitFound>
  /** The stored counts; null when no binding rule uses them. */
  readonly counts: readonly RedemptionCount[] | null
}

/** Goods that a discount gives. */
export interface UnitFound {
  readonly product: Product | null
  readonly sku: Sku | null
}

/**
 * Whether figures may depend on where the customer stands: on points of a card that came or ended
 * since they were stored, or on segments that a rule asks for.
 */
export function standingMatters(redeemables: readonly Redeemable[]): boolean {
  return redeemables.some(
    found =>
      found.object !== 'unknown' &&
      (segmentsMatter(found.rules) ||
        (found.object === 'voucher' && found.purse.voucher.card !== null))
  )
}
