/**
 * The SELECTs of campaigns as they are listed, with their loyalty tiers and earning rules.
 *
 * What merchants write by hand is little, so that these may walk through all of it: campaigns,
 * tiers and at most EARNING_RULES_MAX rules.
 *
 * Spec: Conventions 2; Resources, Earning rule; Decisions 41 and 58.
 */
import { and, asc, count, eq, isNull, max, type SQL, sql } from 'drizzle-orm/sql'
import { among, pagesOf, sortedByStamps } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function campaignLists(dialect: Dialect) {
  return {
    ...campaignPages(dialect),
    ...tierPages(dialect),
    ...rulePages(dialect),
    ...partSelects(dialect)
  }
}

function campaignPages({ db, t }: Dialect) {
  const { campaigns: c, jobs } = t
  const mine = eq(c.projectId, value('projectId'))
  const typed = and(mine, eq(c.campaignType, value('campaignType')))
  const page = (name: string, where: SQL | undefined, ...order: SQL[]) =>
    db
      .select()
      .from(c)
      .where(where)
      .orderBy(...order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
  const counted = (name: string, where: SQL | undefined) =>
    db.select({ total: count() }).from(c).where(where).prepare(name)
  return {
    ...sortedByStamps('campaigns', c, (name, ...order) => page(name, mine, ...order)),
    campaignsCount: () => counted('campaignsCount', mine),
    ...sortedByStamps('campaigns of a type', c, (name, ...order) => page(name, typed, ...order)),
    campaignsOfTypeCount: () => counted('campaignsOfTypeCount', typed),
    /** Orders of vouchers that are still being carried out; each belongs to no queue. */
    vouchersUnderWay: () =>
      db
        .select({ data: jobs.data })
        .from(jobs)
        .where(
          and(
            eq(jobs.projectId, value('projectId')),
            isNull(jobs.queue),
            eq(jobs.task, 'vouchers.generate')
          )
        )
        .orderBy(asc(jobs.id))
        .prepare('vouchersUnderWay')
  }
}

function tierPages({ db, t }: Dialect) {
  const { loyaltyTiers: tier } = t
  const ofCampaign = and(
    eq(tier.projectId, value('projectId')),
    eq(tier.campaignId, value('campaignId'))
  )
  const page = pagesOf(db, tier, ofCampaign)
  return {
    loyaltyTiersOfCampaign: () =>
      db
        .select()
        .from(tier)
        .where(ofCampaign)
        .orderBy(asc(tier.pointsFrom), asc(tier.id))
        .prepare('loyaltyTiersOfCampaign'),
    ...sortedByStamps('loyaltyTiers', tier, page),
    loyaltyTiersCount: () =>
      db.select({ total: count() }).from(tier).where(ofCampaign).prepare('loyaltyTiersCount')
  }
}

function rulePages(dialect: Dialect) {
  const { db, t } = dialect
  const { earningRules: rule } = t
  const ofCampaign = and(
    eq(rule.projectId, value('projectId')),
    eq(rule.campaignId, value('campaignId'))
  )
  const page = pagesOf(db, rule, ofCampaign)
  return {
    ...sortedByStamps('earningRules', rule, page),
    earningRulesOfCampaignCount: () =>
      db
        .select({ total: count() })
        .from(rule)
        .where(ofCampaign)
        .prepare('earningRulesOfCampaignCount'),
    earningRulesNamed: () =>
      db
        .select({ id: rule.id })
        .from(rule)
        .where(and(ofCampaign, among(dialect, rule.id, 'ids')))
        .orderBy(asc(rule.id))
        .prepare('earningRulesNamed')
  }
}

/** Parts one by one, and what needs a campaign or a part of it. */
function partSelects({ db, t }: Dialect) {
  const { earningRules: rule, promotionTiers: tier, campaigns, vouchers, tierMemberships } = t
  return {
    earningRuleById: () =>
      db
        .select()
        .from(rule)
        .where(and(eq(rule.projectId, value('projectId')), eq(rule.id, value('id'))))
        .prepare('earningRuleById'),
    promotionTierWithCampaign: () =>
      db
        .select({ tier, campaign: campaigns })
        .from(tier)
        .innerJoin(
          campaigns,
          and(eq(campaigns.projectId, tier.projectId), eq(campaigns.id, tier.campaignId))
        )
        .where(and(eq(tier.projectId, value('projectId')), eq(tier.id, value('id'))))
        .prepare('promotionTierWithCampaign'),
    promotionTierHierarchyMax: () =>
      db
        .select({ hierarchy: max(tier.hierarchy) })
        .from(tier)
        .where(
          and(eq(tier.projectId, value('projectId')), eq(tier.campaignId, value('campaignId')))
        )
        .prepare('promotionTierHierarchyMax'),
    /** The oldest vouchers a campaign holds. */
    vouchersInCampaign: () =>
      db
        .select({ id: vouchers.id })
        .from(vouchers)
        .where(
          and(
            eq(vouchers.projectId, value('projectId')),
            eq(vouchers.campaignId, value('campaignId'))
          )
        )
        .orderBy(asc(vouchers.id))
        .limit(value('limit'))
        .prepare('vouchersInCampaign'),
    /** The oldest cards that stand in a tier. */
    tierMembershipsOfTier: () =>
      db
        .select({ voucherId: tierMemberships.voucherId })
        .from(tierMemberships)
        .where(
          and(
            eq(tierMemberships.projectId, value('projectId')),
            eq(tierMemberships.tierId, value('tierId'))
          )
        )
        .orderBy(asc(tierMemberships.voucherId))
        .limit(value('limit'))
        .prepare('tierMembershipsOfTier')
  }
}
