/**
 * A request to redeem a reward, and the facts of the decision.
 *
 * Spec: redeemReward.
 */
import type {
  Campaign,
  Category,
  Customer,
  Metadata,
  MetadataSchema,
  Order,
  Product,
  RedemptionCount,
  Reward,
  RewardAssignment,
  Sku,
  ValidationRuleAssignment,
  Voucher
} from '../../model.ts'
import { entriesIn } from '../../rules/compilation.ts'
import type { OrderCommand } from '../orders/commands.ts'
import type { Inventory } from '../orders/goods.ts'
import type { OrderSchemas } from '../orders/orders.ts'
import type { Purse } from '../points/purse.ts'
import type { StandingFacts } from '../standing/standing.ts'
import type { BoundRule } from '../validation-rules/assignments.ts'
import type { RewardTarget } from './delivery.ts'

export interface RedeemReward {
  readonly rewardId: string | undefined
  /** Points to spend on a COIN reward; undefined for as many as the rest of the order takes. */
  readonly points: number | undefined
  readonly order: OrderCommand | undefined
  readonly metadata: Metadata | undefined
}

/** Campaign and card exist and belong together; everything else may be missing. */
export interface RedemptionFacts extends StandingFacts {
  readonly campaign: Campaign
  readonly card: Purse
  readonly category: Category | null
  /** The assignments of the rules that bind the card, as the answer shows them. */
  readonly cardAssignments: readonly ValidationRuleAssignment[]
  readonly holder: Customer | null
  readonly reward: Reward | null
  readonly assignment: RewardAssignment | null
  /** Rules that bind the reward's assignment, the card or the campaign. */
  readonly rules: readonly BoundRule[]
  /** The stored order that the request names; null for a new one. */
  readonly storedOrder: Order | null
  readonly inventory: Inventory
  readonly orderSchemas: OrderSchemas
  readonly redemptionSchema: MetadataSchema | null
  /** The goods of a MATERIAL reward. */
  readonly product: Product | null
  readonly sku: Sku | null
  /** The campaign of a CAMPAIGN reward, and the customer's voucher in it. */
  readonly target: RewardTarget | null
  /** The stored counts; null when no binding rule uses them. */
  readonly counts: readonly RedemptionCount[] | null
}

/** The event that a request may bring about: its order is paid; null where it pays none. */
export function eventAskedFor(
  reward: Reward | null,
  { order }: Pick<RedeemReward, 'order'>
): 'order.paid' | null {
  return reward?.parameters.type === 'COIN' && order !== undefined ? 'order.paid' : null
}

/**
 * The program whose points a reward brings, which the standing needs whether or not the holder is
 * in it yet; null where it brings none. `campaign`: the one that the reward hands out from.
 */
export function creditedProgram(campaign: Campaign | null): Campaign | null {
  return campaign?.campaignType === 'LOYALTY_PROGRAM' ? campaign : null
}

/** The card with its present holder: a customer who was deleted holds nothing. */
export function cardHeldBy(card: Voucher, holder: Customer | null): Voucher {
  return { ...card, holderId: holder?.id ?? null }
}

/** Whether the holder's segments decide anything: only rules ask for them, by this name. */
export function segmentsMatter(rules: readonly BoundRule[]): boolean {
  return rules.some(({ rule }) =>
    entriesIn(rule.rules).some(({ name }) => name === 'customer.segment')
  )
}

/** Whether a reward credits the voucher that is held; each redemption brings a new coupon. */
export function creditsHeldVoucher({ campaignType }: Pick<Campaign, 'campaignType'>): boolean {
  return campaignType !== 'DISCOUNT_COUPONS'
}

/** The rules assigned to the card or to its campaign; those of the offer bind no card. */
export function assignmentsToCard(
  rules: readonly BoundRule[]
): readonly ValidationRuleAssignment[] {
  return rules
    .map(({ assignment }) => assignment)
    .filter(({ relatedObjectType }) => relatedObjectType !== 'reward_assignment')
}
