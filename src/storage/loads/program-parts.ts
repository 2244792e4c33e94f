/**
 * What reading, changing and deleting one earning rule or one loyalty tier needs: the thing itself,
 * which has to be of the program the path names, and who needs it.
 *
 * Spec: Resources, Earning rule; Decisions 73 and 75.
 */
import { USERS_NAMED } from '../../decisions/deletions.ts'
import type {
  DeleteEarningRuleFacts,
  UpdateEarningRule,
  UpdateEarningRuleFacts
} from '../../decisions/loyalties/earning-rule-updates.ts'
import type {
  DeleteLoyaltyTierFacts,
  UpdateLoyaltyTier,
  UpdateLoyaltyTierFacts
} from '../../decisions/loyalty-tiers/loyalty-tiers.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Campaign, EarningRule, LoyaltyTier } from '../../model.ts'
import { programNamed, schemaOf } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { ALL, assignmentsOn } from './campaign-updates.ts'
import { goodsKnown } from './catalogue.ts'
import { validationRulesOf } from './standing.ts'

/** A part of a program, as a path names it. */
export interface PartPath {
  /** Id or name of the program. */
  readonly campaignName: string
  readonly id: string
}

/** @throws {Refused} for no such program, or no such rule in it. */
export async function earningRuleIn(
  session: Session,
  { campaignName, id }: PartPath
): Promise<{ readonly campaign: Campaign; readonly rule: EarningRule }> {
  const campaign = await programNamed(session, campaignName)
  const row = await session.one('earningRuleById', { id })
  if (row?.campaignId !== campaign.id) throw new Refused(notFound('earning_rule', id))
  return { campaign, rule: rows.earningRuleOf(row) }
}

/** @throws {Refused} for no such program, or no such tier in it. */
export async function loyaltyTierIn(
  session: Session,
  { campaignName, id }: PartPath
): Promise<LoyaltyTier> {
  const campaign = await programNamed(session, campaignName)
  const row = await session.one('loyaltyTierById', { id })
  if (row?.campaignId !== campaign.id) throw new Refused(notFound('loyalty_tier', id))
  return rows.loyaltyTierOf(row)
}

/** What updateEarningRule needs. @throws {Refused} as earningRuleIn does. */
export function loadUpdateEarningRule(path: PartPath, command: UpdateEarningRule) {
  return async (session: Session): Promise<UpdateEarningRuleFacts> => {
    const { campaign, rule } = await earningRuleIn(session, path)
    const wanted = command.validationRuleId ?? null
    const validationRules = await validationRulesOf(session, [wanted])
    return {
      rule,
      campaign,
      ...(await goodsKnown(session, [command])),
      validationRule: validationRules.get(wanted ?? '') ?? null,
      assignments: await assignmentsOn(session, [rule.id]),
      schema: await schemaOf(session, 'earning_rule')
    }
  }
}

/** What deleteEarningRule needs. @throws {Refused} as earningRuleIn does. */
export function loadDeleteEarningRule(path: PartPath) {
  return async (session: Session): Promise<DeleteEarningRuleFacts> => {
    const { rule } = await earningRuleIn(session, path)
    const tiers = await session.all('loyaltyTiersOfCampaign', { campaignId: rule.campaignId })
    const mapping = tiers.filter(({ mapping }) => Object.hasOwn(mapping, rule.id))
    return {
      rule,
      users: mapping.slice(0, USERS_NAMED + 1).map(({ id }) => ({ type: 'loyalty_tier', id })),
      assignments: await assignmentsOn(session, [rule.id])
    }
  }
}

/** What updateLoyaltyTier needs. @throws {Refused} as loyaltyTierIn does. */
export function loadUpdateLoyaltyTier(path: PartPath, { mapping }: UpdateLoyaltyTier) {
  return async (session: Session): Promise<UpdateLoyaltyTierFacts> => {
    const tier = await loyaltyTierIn(session, path)
    const of = { campaignId: tier.campaignId }
    const ids = Object.keys(mapping ?? {})
    const rules =
      ids.length === 0
        ? []
        : await session.all('earningRulesNamed', { ...of, ids: JSON.stringify(ids) })
    return {
      tier,
      tiers: (await session.all('loyaltyTiersOfCampaign', of)).map(rows.loyaltyTierOf),
      earningRuleIds: new Set(rules.map(({ id }) => id))
    }
  }
}

/** What deleteLoyaltyTier needs. @throws {Refused} as loyaltyTierIn does. */
export function loadDeleteLoyaltyTier(path: PartPath) {
  return async (session: Session): Promise<DeleteLoyaltyTierFacts> => {
    const tier = await loyaltyTierIn(session, path)
    const limit = USERS_NAMED + 1
    const cards = await session.all('tierMembershipsOfTier', { tierId: tier.id, limit })
    const of = { campaignId: tier.campaignId, ...ALL }
    const rules = await session.all('earningRules by created_at', of)
    const named = rules.filter(({ loyaltyTierId }) => loyaltyTierId === tier.id)
    return {
      tier,
      cards: cards.map(({ voucherId: id }) => ({ type: 'voucher', id })),
      rules: named.slice(0, limit).map(({ id }) => ({ type: 'earning_rule', id }))
    }
  }
}
