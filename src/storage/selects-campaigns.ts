/**
 * The SELECTs of campaigns as they are listed, with their loyalty tiers and earning rules.
 *
 * What merchants write by hand is little, so that these may walk through all of it: campaigns,
 * tiers and at most EARNING_RULES_MAX rules.
 *
 * Spec: Conventions 2; Resources, Earning rule; Decisions 41 and 58.
 */
import { and, asc, count, eq, isNull, type SQL, sql } from 'drizzle-orm/sql'
import { among, sortedByStamps } from './clauses.ts'
import type { Dialect } from './statements.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function campaignLists(dialect: Dialect) {
  return { ...campaignPages(dialect), ...tierPages(dialect), ...rulePages(dialect) }
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
  const page = (name: string, ...order: SQL[]) =>
    db
      .select()
      .from(tier)
      .where(ofCampaign)
      .orderBy(...order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
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
  const page = (name: string, ...order: SQL[]) =>
    db
      .select()
      .from(rule)
      .where(ofCampaign)
      .orderBy(...order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
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
