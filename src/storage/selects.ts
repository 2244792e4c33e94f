/**
 * Every SELECT that loads use, prepared once per connection at first use; those of lists and of
 * background work stand in files of their own.
 *
 * A statement is a thunk by name; a session runs it by that name and fills in `projectId`. Each has
 * an ORDER BY that ends in a unique column wherever more than one row can come back, because the
 * engines differ on what they do without one.
 *
 * Spec: Endpoints 1–16 (what they must know).
 */
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm/sql'
import { among } from './engine/clauses.ts'
import type { Dialect } from './engine/dialect.ts'
import { campaignLists } from './selects/campaigns.ts'
import { categorySelects } from './selects/categories.ts'
import { customerLists } from './selects/customers.ts'
import { goodsSelects, voucherSelects } from './selects/goods.ts'
import { inventorySelects } from './selects/inventory.ts'
import { jobSelects } from './selects/jobs.ts'
import { listSelects } from './selects/lists.ts'
import { memberSelects } from './selects/members.ts'
import { pageSelects } from './selects/pages.ts'
import { recordSelects } from './selects/records.ts'
import { segmentSelects } from './selects/segments.ts'
import { standingSelects } from './selects/standing.ts'
import { useSelects } from './selects/uses.ts'
import { voucherLists } from './selects/vouchers.ts'

const value = sql.placeholder

/** All of them; split by what they are about. */
export function selects(dialect: Dialect) {
  return {
    ...accessSelects(dialect),
    ...campaignSelects(dialect),
    ...campaignLists(dialect),
    ...categorySelects(dialect),
    ...customerSelects(dialect),
    ...customerLists(dialect),
    ...ruleSelects(dialect),
    ...goodsSelects(dialect),
    ...voucherSelects(dialect),
    ...inventorySelects(dialect),
    ...listSelects(dialect),
    ...memberSelects(dialect),
    ...segmentSelects(dialect),
    ...recordSelects(dialect),
    ...useSelects(dialect),
    ...voucherLists(dialect),
    ...pageSelects(dialect),
    ...standingSelects(dialect),
    ...jobSelects(dialect)
  }
}

/** Cross-project on purpose: a credential is what decides the project. */
function accessSelects({ db, t }: Dialect) {
  const shown = { pair: t.keyPairs, project: t.projects }
  return {
    keyPairById: () =>
      db
        .select(shown)
        .from(t.keyPairs)
        .innerJoin(t.projects, eq(t.projects.id, t.keyPairs.projectId))
        .where(eq(t.keyPairs.id, value('id')))
        .prepare('keyPairById'),
    tokenByHash: () =>
      db
        .select({ token: t.accessTokens, ...shown })
        .from(t.accessTokens)
        .innerJoin(
          t.keyPairs,
          and(
            eq(t.keyPairs.projectId, t.accessTokens.projectId),
            eq(t.keyPairs.id, t.accessTokens.keyId)
          )
        )
        .innerJoin(t.projects, eq(t.projects.id, t.keyPairs.projectId))
        .where(eq(t.accessTokens.tokenHash, value('tokenHash')))
        .prepare('tokenByHash'),
    projectById: () =>
      db
        .select()
        .from(t.projects)
        .where(eq(t.projects.id, value('id')))
        .prepare('projectById'),
    allProjects: () =>
      db.select().from(t.projects).orderBy(asc(t.projects.id)).prepare('allProjects'),
    keyPairsOfProject: () =>
      db
        .select()
        .from(t.keyPairs)
        .where(eq(t.keyPairs.projectId, value('projectId')))
        .orderBy(asc(t.keyPairs.kind), asc(t.keyPairs.id))
        .prepare('keyPairsOfProject')
  }
}

function campaignSelects({ db, t }: Dialect) {
  const mine = eq(t.campaigns.projectId, value('projectId'))
  return {
    campaignById: () =>
      db
        .select()
        .from(t.campaigns)
        .where(and(mine, eq(t.campaigns.id, value('id'))))
        .prepare('campaignById'),
    campaignByName: () =>
      db
        .select()
        .from(t.campaigns)
        .where(and(mine, eq(t.campaigns.name, value('name'))))
        .prepare('campaignByName'),
    categoryById: () =>
      db
        .select()
        .from(t.categories)
        .where(
          and(eq(t.categories.projectId, value('projectId')), eq(t.categories.id, value('id')))
        )
        .prepare('categoryById'),
    categoryByName: () =>
      db
        .select()
        .from(t.categories)
        .where(
          and(eq(t.categories.projectId, value('projectId')), eq(t.categories.name, value('name')))
        )
        .prepare('categoryByName'),
    loyaltyTierById: () =>
      db
        .select()
        .from(t.loyaltyTiers)
        .where(
          and(eq(t.loyaltyTiers.projectId, value('projectId')), eq(t.loyaltyTiers.id, value('id')))
        )
        .prepare('loyaltyTierById'),
    segmentById: () =>
      db
        .select()
        .from(t.segments)
        .where(and(eq(t.segments.projectId, value('projectId')), eq(t.segments.id, value('id'))))
        .prepare('segmentById')
  }
}

function customerSelects({ db, t }: Dialect) {
  const mine = eq(t.customers.projectId, value('projectId'))
  // Of a deleted one nothing is left to be found but the row that others refer to.
  const living = isNull(t.customers.deletedAt)
  return {
    customerById: () =>
      db
        .select()
        .from(t.customers)
        .where(and(mine, living, eq(t.customers.id, value('id'))))
        .prepare('customerById'),
    customerBySourceId: () =>
      db
        .select()
        .from(t.customers)
        .where(and(mine, living, eq(t.customers.sourceId, value('sourceId'))))
        .prepare('customerBySourceId'),
    /** Whether or not they were deleted since. */
    customerEver: () =>
      db
        .select()
        .from(t.customers)
        .where(and(mine, eq(t.customers.id, value('id'))))
        .prepare('customerEver'),
    totalsOfCustomer: () =>
      db
        .select()
        .from(t.customerTotals)
        .where(
          and(
            eq(t.customerTotals.projectId, value('projectId')),
            eq(t.customerTotals.customerId, value('customerId'))
          )
        )
        .prepare('totalsOfCustomer'),
    segmentsOfCustomer: () =>
      db
        .select({ segmentId: t.segmentMembers.segmentId })
        .from(t.segmentMembers)
        .where(
          and(
            eq(t.segmentMembers.projectId, value('projectId')),
            eq(t.segmentMembers.customerId, value('customerId'))
          )
        )
        .orderBy(asc(t.segmentMembers.segmentId))
        .prepare('segmentsOfCustomer'),
    cardsOfCustomer: () =>
      db
        .select({ voucher: t.vouchers, campaign: t.campaigns })
        .from(t.vouchers)
        .innerJoin(
          t.campaigns,
          and(
            eq(t.campaigns.projectId, t.vouchers.projectId),
            eq(t.campaigns.id, t.vouchers.campaignId)
          )
        )
        .where(
          and(
            eq(t.vouchers.projectId, value('projectId')),
            eq(t.vouchers.holderId, value('customerId')),
            // Word for word as the index of the cards has it, of which a parameter is not sure.
            sql`${t.vouchers.type} = 'LOYALTY_CARD'`
          )
        )
        .orderBy(asc(t.vouchers.id))
        .prepare('cardsOfCustomer')
  }
}

function ruleSelects(dialect: Dialect) {
  const { db, t } = dialect
  return {
    earningRulesCount: () =>
      db
        .select({ total: count() })
        .from(t.earningRules)
        .where(eq(t.earningRules.projectId, value('projectId')))
        .prepare('earningRulesCount'),
    validationRulesNamed: () =>
      db
        .select()
        .from(t.validationRules)
        .where(
          and(
            eq(t.validationRules.projectId, value('projectId')),
            among(dialect, t.validationRules.id, 'ids')
          )
        )
        .orderBy(asc(t.validationRules.id))
        .prepare('validationRulesNamed'),
    /** The rules that bind any of the things named, with their assignments. */
    rulesAssignedTo: () =>
      db
        .select({ assignment: t.validationRuleAssignments, rule: t.validationRules })
        .from(t.validationRuleAssignments)
        .innerJoin(
          t.validationRules,
          and(
            eq(t.validationRules.projectId, t.validationRuleAssignments.projectId),
            eq(t.validationRules.id, t.validationRuleAssignments.ruleId)
          )
        )
        .where(
          and(
            eq(t.validationRuleAssignments.projectId, value('projectId')),
            among(dialect, t.validationRuleAssignments.relatedObjectId, 'ids')
          )
        )
        // In the order of its index, so that no more of it is walked.
        .orderBy(
          asc(t.validationRuleAssignments.relatedObjectId),
          asc(t.validationRuleAssignments.relatedObjectType),
          asc(t.validationRuleAssignments.ruleId)
        )
        .prepare('rulesAssignedTo'),
    metadataSchemaOf: () =>
      db
        .select()
        .from(t.metadataSchemas)
        .where(
          and(
            eq(t.metadataSchemas.projectId, value('projectId')),
            eq(t.metadataSchemas.relatedObject, value('relatedObject'))
          )
        )
        .prepare('metadataSchemaOf'),
    metadataSchemaById: () =>
      db
        .select()
        .from(t.metadataSchemas)
        .where(
          and(
            eq(t.metadataSchemas.projectId, value('projectId')),
            eq(t.metadataSchemas.id, value('id'))
          )
        )
        .prepare('metadataSchemaById'),
    eventSchemaByName: () =>
      db
        .select()
        .from(t.eventSchemas)
        .where(
          and(
            eq(t.eventSchemas.projectId, value('projectId')),
            eq(t.eventSchemas.name, value('name'))
          )
        )
        .prepare('eventSchemaByName'),
    eventSchemaById: () =>
      db
        .select()
        .from(t.eventSchemas)
        .where(
          and(eq(t.eventSchemas.projectId, value('projectId')), eq(t.eventSchemas.id, value('id')))
        )
        .prepare('eventSchemaById')
  }
}
