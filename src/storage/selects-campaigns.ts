/**
 * The SELECTs of campaigns as they are listed, with their loyalty tiers and earning rules.
 *
 * What merchants write by hand is little, so that these may walk through all of it: campaigns,
 * tiers and at most EARNING_RULES_MAX rules.
 *
 * Spec: Conventions 2; Resources, Earning rule; Decisions 41 and 58.
 */
import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm/sql'
import { among } from './clauses.ts'
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
  const updated = sql`coalesce(${c.updatedAt}, ${c.createdAt})`
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
    'campaigns by created_at': () =>
      page('campaigns by created_at', mine, asc(c.createdAt), asc(c.id)),
    'campaigns by -created_at': () =>
      page('campaigns by -created_at', mine, desc(c.createdAt), desc(c.id)),
    'campaigns by updated_at': () => page('campaigns by updated_at', mine, asc(updated), asc(c.id)),
    'campaigns by -updated_at': () =>
      page('campaigns by -updated_at', mine, desc(updated), desc(c.id)),
    campaignsCount: () => counted('campaignsCount', mine),
    'campaigns of a type by created_at': () =>
      page('campaigns of a type by created_at', typed, asc(c.createdAt), asc(c.id)),
    'campaigns of a type by -created_at': () =>
      page('campaigns of a type by -created_at', typed, desc(c.createdAt), desc(c.id)),
    'campaigns of a type by updated_at': () =>
      page('campaigns of a type by updated_at', typed, asc(updated), asc(c.id)),
    'campaigns of a type by -updated_at': () =>
      page('campaigns of a type by -updated_at', typed, desc(updated), desc(c.id)),
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
    'loyaltyTiers by created_at': () =>
      page('loyaltyTiers by created_at', asc(tier.createdAt), asc(tier.id)),
    'loyaltyTiers by -created_at': () =>
      page('loyaltyTiers by -created_at', desc(tier.createdAt), desc(tier.id)),
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
  const updated = sql`coalesce(${rule.updatedAt}, ${rule.createdAt})`
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
    'earningRules by created_at': () =>
      page('earningRules by created_at', asc(rule.createdAt), asc(rule.id)),
    'earningRules by -created_at': () =>
      page('earningRules by -created_at', desc(rule.createdAt), desc(rule.id)),
    'earningRules by updated_at': () =>
      page('earningRules by updated_at', asc(updated), asc(rule.id)),
    'earningRules by -updated_at': () =>
      page('earningRules by -updated_at', desc(updated), desc(rule.id)),
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
