/**
 * What depends on goods that are to be deleted: rewards, validation rules, earning rules and the
 * discounts of campaigns and promotion tiers.
 *
 * These are set up by hand and few, so that all of them can be searched. A condition counts, too: a
 * rule about a deleted product would hold for nobody, and nobody would know why.
 *
 * Spec: deleteProduct, deleteSku, deleteProductCollection.
 */
import type {
  Campaign,
  EarningRule,
  PromotionTier,
  Reward,
  RewardParameters,
  RuleSet,
  ValidationRule
} from '../../model.ts'
import type { User } from '../deletions.ts'

/** All things of a project that can name goods, by id. */
export interface Speakers {
  readonly rewards: readonly Pick<Reward, 'id' | 'parameters'>[]
  readonly validationRules: readonly Pick<ValidationRule, 'id' | 'rules' | 'applicableTo'>[]
  readonly earningRules: readonly Pick<EarningRule, 'id' | 'earning'>[]
  readonly campaigns: readonly Pick<Campaign, 'id' | 'voucher'>[]
  readonly promotionTiers: readonly Pick<PromotionTier, 'id' | 'discount'>[]
}

/** The things that name a product, a SKU or a collection. */
export function speakersOf(
  id: string,
  { rewards, validationRules, earningRules, campaigns, promotionTiers }: Speakers
): readonly User[] {
  return [
    ...named(
      'reward',
      rewards.filter(({ parameters }) => gives(parameters, id))
    ),
    ...named(
      'validation_rule',
      validationRules.filter(rule => speaksOf(rule, id))
    ),
    ...named(
      'earning_rule',
      earningRules.filter(({ earning }) => measures(earning, id))
    ),
    ...named(
      'campaign',
      campaigns.filter(({ voucher }) => holds(voucher?.discount, id))
    ),
    ...named(
      'promotion_tier',
      promotionTiers.filter(({ discount }) => holds(discount, id))
    )
  ]
}

function named(type: User['type'], things: readonly { readonly id: string }[]): readonly User[] {
  return things.map(({ id }) => ({ type, id }))
}

function gives(parameters: RewardParameters, id: string): boolean {
  return parameters.type === 'MATERIAL' && [parameters.productId, parameters.skuId].includes(id)
}

function measures(earning: EarningRule['earning'], id: string): boolean {
  return earning.type !== 'FIXED' && (earning.targets ?? []).some(target => target.id === id)
}

function speaksOf(
  { rules, applicableTo }: Pick<ValidationRule, 'rules' | 'applicableTo'>,
  id: string
): boolean {
  const items = [...applicableTo.included, ...applicableTo.excluded]
  return items.some(item => item.id === id) || asksFor(rules, id)
}

/** Whether a condition of an entry names it, nested entries included. */
function asksFor({ logic: _, ...entries }: RuleSet, id: string): boolean {
  return Object.values(entries).some(
    ({ conditions, rules }) => holds(conditions, id) || (rules != null && asksFor(rules, id))
  )
}

function holds(value: unknown, id: string): boolean {
  if (typeof value !== 'object' || value === null) return value === id
  return Object.values(value).some(inner => holds(inner, id))
}
