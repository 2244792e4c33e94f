/**
 * What is to be another way, from the wire to commands: of campaigns, of their promotion tiers, of
 * their earning rules.
 *
 * What was not sent is not in the command either, so that it stays; null says that there is to be
 * nothing of it.
 *
 * Spec: Resources, Voucher, Earning rule, Promotion tier; Decision 73.
 */
import type { components } from '../../generated/provisioning.d.ts'
import {
  type TemplateChanges,
  type UpdateCampaign,
  type UpdateCampaignFacts,
  updateCampaign
} from '../decisions/campaigns/updates.ts'
import type { UpdateEarningRule } from '../decisions/loyalties/earning-rule-updates.ts'
import type { UpdatePromotionTier } from '../decisions/promotions/tiers.ts'
import type { ShownCampaign } from '../http/views/campaigns.ts'
import type { Campaign, Discount, Validity } from '../model.ts'
import type { Work } from '../shell.ts'
import { type CampaignPath, loadUpdateCampaign } from '../storage/campaigns/updates.ts'
import { metadataOf, validityCommand, type WireValidity } from './commands.ts'
import { expirationCommand, loyaltyCommand } from './earning-rules.ts'
import { codeConfigCommand, termsCommand } from './launches.ts'

type Schemas = components['schemas']

/** Either of the two requests. */
type WireChanges = Omit<Schemas['UpdateCampaignRequest'], 'voucher'> & {
  readonly voucher?: Schemas['ChangedTemplateRequest'] | Schemas['ChangedCardTemplateRequest']
}

/** What a request wants of a campaign. */
export function campaignChanges(body: WireChanges): UpdateCampaign {
  const terms = body.loyalty_tiers_expiration
  return {
    name: body.name,
    description: body.description,
    type: body.type,
    autoJoin: body.auto_join,
    validity: validityChanges(body),
    category: categoryNamed(body),
    voucher: body.voucher && templateChanges(body.voucher),
    tierTerms: terms && termsCommand(terms),
    metadata: metadataOf(body.metadata)
  }
}

/** Changes a campaign; the result is ready to be shown. */
export function changingCampaign(
  kind: CampaignPath,
  campaignName: string,
  command: UpdateCampaign
): Work<UpdateCampaignFacts & ShownCampaign, ShownCampaign> {
  return {
    load: loadUpdateCampaign(kind, campaignName, command),
    decide: (facts, occasion) => {
      const updated = updateCampaign(facts, command, occasion)
      if ('refusal' in updated) return updated
      const category = command.category === undefined ? facts.category : facts.wanted
      const result = shownAs({ ...facts, category }, updated.result)
      return { result, changes: updated.changes }
    }
  }
}

/** What was found, with the campaign as it is after a change. */
export function shownAs<Shown extends ShownCampaign>(found: Shown, campaign: Campaign): Shown {
  const promotion = found.promotion && {
    ...found.promotion,
    tiers: found.promotion.tiers.map(shown => ({ ...shown, campaign }))
  }
  return { ...found, campaign, promotion }
}

function templateChanges(wire: NonNullable<WireChanges['voucher']>): TemplateChanges {
  const { loyalty_card: card, redemption, code_config: config } = wire
  const { discount, gift } = wire as Schemas['ChangedTemplateRequest']
  return {
    discount: discount as Discount | undefined,
    gift,
    loyaltyCard: card && {
      ...(card.points === undefined ? {} : { points: card.points }),
      ...(card.expiration_rules === undefined
        ? {}
        : { expirationRules: card.expiration_rules && expirationCommand(card.expiration_rules) })
    },
    redemptionQuantity: redemption?.quantity,
    codeConfig: config && codeConfigCommand(config)
  }
}

/** What a request wants of a promotion tier. */
export function promotionTierChanges(
  body: Schemas['UpdatePromotionTierRequest']
): UpdatePromotionTier {
  return {
    name: body.name,
    banner: body.banner,
    discount: body.action?.discount as Discount | undefined,
    hierarchy: body.hierarchy,
    validity: validityChanges(body),
    category: categoryNamed(body),
    metadata: metadataOf(body.metadata)
  }
}

/** What a request wants of an earning rule. */
export function earningRuleChanges(body: Schemas['UpdateEarningRuleRequest']): UpdateEarningRule {
  const { pending_points: pending, expiration_rules: expiration } = body
  return {
    loyalty: body.loyalty && loyaltyCommand(body.loyalty),
    banner: body.source?.banner,
    validity: validityChanges(body),
    pendingDays: pending === null ? null : pending?.period_value,
    expirationRules: expiration && expirationCommand(expiration),
    validationRuleId: body.validation_rule_id,
    metadata: metadataOf(body.metadata)
  }
}

/** By its name, or else by its id; null for none. */
function categoryNamed({
  category,
  category_id: id
}: Pick<Schemas['UpdateCampaignRequest'], 'category' | 'category_id'>): string | null | undefined {
  return category === undefined ? id : category
}

/** On the wire, by what each is in a validity. */
const LIMITS: { readonly [Limit in keyof Validity]: keyof WireValidity } = {
  startDate: 'start_date',
  expirationDate: 'expiration_date',
  timeframe: 'validity_timeframe',
  daysOfWeek: 'validity_day_of_week',
  hours: 'validity_hours'
}

/** The limits in time that were sent. */
function validityChanges(wire: WireValidity): Partial<Validity> {
  const sent = Object.entries(validityCommand(wire)).filter(
    ([limit]) => wire[LIMITS[limit as keyof Validity]] !== undefined
  )
  return Object.fromEntries(sent)
}
