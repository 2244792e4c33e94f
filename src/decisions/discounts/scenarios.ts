/**
 * What is looked for when a customer's possibilities are listed: where it comes from, what rules
 * are asked, and what is about goods of the order.
 *
 * Spec: CheckEligibilityRequest.scenario.
 */
import { entriesIn } from '../../rules/compilation.ts'
import type { FactValue } from '../../rules/conditions.ts'
import type { Cart } from '../../rules/discounts/cart.ts'
import { RULE_NAMES } from '../../rules/vocabulary.ts'
import type { BoundRule } from '../validation-rules/assignments.ts'
import type { Taken } from './trial.ts'

export type Scenario =
  | 'ALL'
  | 'CUSTOMER_WALLET'
  | 'AUDIENCE_ONLY'
  | 'PRODUCTS'
  | 'PRODUCTS_DISCOUNT'
  | 'PRODUCTS_BY_CUSTOMER'
  | 'PRODUCTS_DISCOUNT_BY_CUSTOMER'

/** Where candidates come from: what the customer holds, coupons of no campaign, what is set up. */
export type CandidateSource = 'held' | 'alone' | 'tiers' | 'campaigns'

const ANYWHERE: readonly CandidateSource[] = ['held', 'alone', 'tiers', 'campaigns']
const GIVEN: readonly CandidateSource[] = ['held']

/** The sources of each scenario. */
export const SOURCES: { readonly [Key in Scenario]: readonly CandidateSource[] } = {
  ALL: ANYWHERE,
  CUSTOMER_WALLET: GIVEN,
  AUDIENCE_ONLY: ANYWHERE,
  PRODUCTS: ANYWHERE,
  PRODUCTS_DISCOUNT: ANYWHERE,
  PRODUCTS_BY_CUSTOMER: GIVEN,
  PRODUCTS_DISCOUNT_BY_CUSTOMER: GIVEN
}

/** What only a payment has. */
const OF_PAYMENTS = ['redemption.gift.amount', 'redemption.reward.pay_with_points.points_used']

type Asks = (name: string) => boolean

/** Names that no scenario asks rules for: what a campaign or a customer has redeemed so far. */
const isNeverAsked: Asks = name =>
  name === 'order.initial_amount' ||
  name.startsWith('campaign.') ||
  name.startsWith('redemption.count.per_customer')

/** Whether a scenario leaves a name out; of what pays nothing, whatever only a payment has, too. */
export function unaskedIn(scenario: Scenario, { pays }: { readonly pays: boolean }): Asks {
  const isAudience = scenario === 'AUDIENCE_ONLY'
  return name => {
    if (isNeverAsked(name)) return true
    if (!(pays && !isAudience) && OF_PAYMENTS.includes(name)) return true
    const category = RULE_NAMES.get(name)?.category
    return isAudience && (category === 'order' || category === 'product')
  }
}

/** The names of the rules' entries that are left out, each once. */
export function namesLeftOut(rules: readonly BoundRule[], unasked: Asks): readonly string[] {
  const names = rules.flatMap(bound => entriesIn(bound.rule.rules).map(({ name }) => name))
  return [...new Set(names.filter(unasked))]
}

/** Whether a scenario shows what was taken; only those of products look at the goods. */
export function shows(scenario: Scenario, taken: Taken, rules: readonly BoundRule[]): boolean {
  switch (scenario) {
    case 'PRODUCTS':
    case 'PRODUCTS_BY_CUSTOMER':
      return discountsGoods(taken) || rules.some(bound => asksForGoods(bound, taken.cart))
    case 'PRODUCTS_DISCOUNT':
    case 'PRODUCTS_DISCOUNT_BY_CUSTOMER':
      return discountsGoods(taken)
    default:
      return true
  }
}

/** Whether something was taken off a line that the order had before. */
function discountsGoods({ cart }: Taken): boolean {
  return cart.lines.some(
    ({ index, appliedDiscountAmount, appliedDiscountQuantity }) =>
      index !== null && Number(appliedDiscountAmount) + Number(appliedDiscountQuantity) > 0
  )
}

/** Whether the rule names goods of the order, by their ids or by those of their collections. */
function asksForGoods(bound: BoundRule, { lines }: Cart): boolean {
  const ids = new Set(lines.flatMap(line => (line.index === null ? [] : line.ids)))
  const { included } = bound.rule.applicableTo
  if (included.some(({ id }) => ids.has(id))) return true
  return entriesIn(bound.rule.rules)
    .filter(({ name, selects }) => selects || NAMED_BY_ID.has(name))
    .flatMap(({ tests }) => tests)
    .filter(({ operator }) => !DENYING.has(operator))
    .some(({ operands }) => operands.some(operand => namesOneOf(operand, ids)))
}

const NAMED_BY_ID = new Set([
  'product.id',
  'sku.id',
  'product.discount_applicable',
  'sku.discount_applicable'
])
const DENYING = new Set(['$is_not', '$not_in', '$not_intersect'])

function namesOneOf(operand: FactValue, ids: ReadonlySet<string>): boolean {
  if (typeof operand === 'string') return ids.has(operand)
  if (typeof operand !== 'object' || operand === null || !('id' in operand)) return false
  return typeof operand['id'] === 'string' && ids.has(operand['id'])
}
