/**
 * The SELECTs of lists and of what is read by its id alone.
 *
 * Every order ends in a unique column, so that a page never depends on an engine's mood, and a page
 * after it starts where it ended.
 *
 * Spec: Conventions 2; Endpoints 3, 9, 10, 11, 14.
 */
import { and, asc, count, desc, eq, gt, gte, lt, lte, type SQL, sql } from 'drizzle-orm/sql'
import { pagesOf, sortedByStamps } from '../engine/clauses.ts'
import type { Dialect } from '../engine/dialect.ts'

const value = sql.placeholder

/** All of them; selects.ts adds them to its own. */
export function listSelects(dialect: Dialect) {
  return {
    ...voucherLists(dialect),
    ...ruleLists(dialect),
    ...exportLists(dialect),
    ...workSelects(dialect)
  }
}

function voucherLists({ db, t }: Dialect) {
  const ofCard = and(
    eq(t.pendingPoints.projectId, value('projectId')),
    eq(t.pendingPoints.voucherId, value('voucherId'))
  )
  const ofVoucher = and(
    eq(t.redemptions.projectId, value('projectId')),
    eq(t.redemptions.voucherId, value('voucherId'))
  )
  const pending = and(
    sql`status = 'PENDING'`,
    // What is due has come, whether or not that is booked.
    sql`${t.pendingPoints.activatesOn} || '' > ${value('day')}`
  )
  return {
    pendingPointsById: () =>
      db
        .select()
        .from(t.pendingPoints)
        .where(and(ofCard, eq(t.pendingPoints.id, value('id'))))
        .prepare('pendingPointsById'),
    pendingPointsDown: () =>
      db
        .select()
        .from(t.pendingPoints)
        .where(and(ofCard, pending, lt(t.pendingPoints.id, value('after'))))
        .orderBy(desc(t.pendingPoints.id))
        .limit(value('limit'))
        .prepare('pendingPointsDown'),
    pendingPointsUp: () =>
      db
        .select()
        .from(t.pendingPoints)
        .where(and(ofCard, pending, gt(t.pendingPoints.id, value('after'))))
        .orderBy(asc(t.pendingPoints.id))
        .limit(value('limit'))
        .prepare('pendingPointsUp'),
    redemptionsOfVoucher: () =>
      db
        .select()
        .from(t.redemptions)
        .where(ofVoucher)
        .orderBy(desc(t.redemptions.id))
        .limit(value('limit'))
        .offset(value('offset'))
        .prepare('redemptionsOfVoucher'),
    redemptionsOfVoucherCount: () =>
      db
        .select({ total: t.vouchers.recordsCount })
        .from(t.vouchers)
        .where(
          and(eq(t.vouchers.projectId, value('projectId')), eq(t.vouchers.id, value('voucherId')))
        )
        .prepare('redemptionsOfVoucherCount'),
    entriesOfVoucher: () =>
      db
        .select()
        .from(t.ledgerEntries)
        .where(
          and(
            eq(t.ledgerEntries.projectId, value('projectId')),
            eq(t.ledgerEntries.voucherId, value('voucherId'))
          )
        )
        .orderBy(desc(t.ledgerEntries.id))
        .limit(value('limit'))
        .prepare('entriesOfVoucher')
  }
}

function ruleLists({ db, t }: Dialect) {
  const { validationRules: r, promotionTiers: tier } = t
  const mine = and(
    eq(r.projectId, value('projectId')),
    gte(r.createdAt, value('from')),
    lte(r.createdAt, value('to'))
  )
  const page = pagesOf(db, r, mine)
  const ofCampaign = and(
    eq(tier.projectId, value('projectId')),
    eq(tier.campaignId, value('campaignId'))
  )
  const tiers = (name: string, where: SQL | undefined, ...order: SQL[]) =>
    db
      .select({ tier, campaign: t.campaigns })
      .from(tier)
      .innerJoin(
        t.campaigns,
        and(eq(t.campaigns.projectId, tier.projectId), eq(t.campaigns.id, tier.campaignId))
      )
      .where(where)
      .orderBy(...order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
  const ofProject = eq(tier.projectId, value('projectId'))
  return {
    ...sortedByStamps('validationRules', r, page),
    'validationRules by name': () => page('validationRules by name', asc(r.name), asc(r.id)),
    'validationRules by -name': () => page('validationRules by -name', desc(r.name), desc(r.id)),
    validationRulesCount: () =>
      db
        .select({ total: count() })
        .from(r)
        .where(eq(r.projectId, value('projectId')))
        .prepare('validationRulesCount'),
    promotionTiersOfCampaign: () =>
      tiers('promotionTiersOfCampaign', ofCampaign, desc(tier.createdAt), desc(tier.id)),
    promotionTiersOfCampaignCount: () =>
      db
        .select({ total: count() })
        .from(tier)
        .where(ofCampaign)
        .prepare('promotionTiersOfCampaignCount'),
    ...sortedByStamps('promotionTiers', tier, (name, ...order) => tiers(name, ofProject, ...order)),
    promotionTiersCount: () =>
      db.select({ total: count() }).from(tier).where(ofProject).prepare('promotionTiersCount')
  }
}

function exportLists({ db, t }: Dialect) {
  const { exports: e } = t
  const mine = eq(e.projectId, value('projectId'))
  const page = pagesOf(db, e, mine)
  return {
    'exports by created_at': () => page('exports by created_at', asc(e.createdAt), asc(e.id)),
    'exports by -created_at': () => page('exports by -created_at', desc(e.createdAt), desc(e.id)),
    'exports by status': () => page('exports by status', asc(e.status), asc(e.id)),
    'exports by -status': () => page('exports by -status', desc(e.status), desc(e.id)),
    exportsCount: () => db.select({ total: count() }).from(e).where(mine).prepare('exportsCount'),
    exportById: () =>
      db
        .select()
        .from(e)
        .where(and(mine, eq(e.id, value('id'))))
        .prepare('exportById'),
    exportFile: () =>
      db
        .select({ content: t.exportFiles.content })
        .from(t.exportFiles)
        .where(
          and(
            eq(t.exportFiles.projectId, value('projectId')),
            eq(t.exportFiles.exportId, value('exportId')),
            eq(t.exportFiles.part, value('part'))
          )
        )
        .prepare('exportFile')
  }
}

/** Background work: handles, and what is due. */
function workSelects({ db, t }: Dialect) {
  return {
    asyncActionById: () =>
      db
        .select()
        .from(t.asyncActions)
        .where(
          and(eq(t.asyncActions.projectId, value('projectId')), eq(t.asyncActions.id, value('id')))
        )
        .prepare('asyncActionById')
  }
}
