/**
 * Every SELECT that loads and lists use, prepared once per connection at first use.
 *
 * A statement is a thunk by name; a session runs it by that name and fills in `projectId`. Each has
 * an ORDER BY that ends in a unique column wherever more than one row can come back, because the
 * engines differ on what they do without one.
 *
 * Spec: Endpoints 3, 9, 10, 11, 13, 14, 15 (the reads); what the other operations must know.
 */
import { and, asc, count, desc, eq, gt, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Dialect } from './statements.ts'

const value = sql.placeholder

/** All of them; split by what they are about. */
export function selects(dialect: Dialect) {
  return {
    ...accessSelects(dialect),
    ...campaignSelects(dialect),
    ...customerSelects(dialect),
    ...goodsSelects(dialect),
    ...ruleSelects(dialect),
    ...voucherSelects(dialect),
    ...voucherLists(dialect),
    ...ruleLists(dialect),
    ...exportLists(dialect),
    ...workSelects(dialect)
  }
}

/** `column` is one of the texts of the JSON array given as `name`. */
function among({ name: engine }: Dialect, column: unknown, name: string): SQL {
  return engine === 'sqlite'
    ? sql`${column} in (select value from json_each(${value(name)}))`
    : sql`${column} in (select json_array_elements_text(${value(name)}::json))`
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
  return {
    customerById: () =>
      db
        .select()
        .from(t.customers)
        .where(and(mine, eq(t.customers.id, value('id'))))
        .prepare('customerById'),
    customerBySourceId: () =>
      db
        .select()
        .from(t.customers)
        .where(and(mine, eq(t.customers.sourceId, value('sourceId'))))
        .prepare('customerBySourceId'),
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
        .select({ voucher: t.vouchers, campaignName: t.campaigns.name })
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
            eq(t.vouchers.type, 'LOYALTY_CARD')
          )
        )
        .orderBy(asc(t.vouchers.id))
        .prepare('cardsOfCustomer'),
    vouchersOfCustomer: () =>
      db
        .select()
        .from(t.vouchers)
        .where(
          and(
            eq(t.vouchers.projectId, value('projectId')),
            eq(t.vouchers.holderId, value('customerId'))
          )
        )
        .orderBy(asc(t.vouchers.id))
        .limit(value('limit'))
        .prepare('vouchersOfCustomer')
  }
}

function goodsSelects(dialect: Dialect) {
  const { db, t } = dialect
  return {
    productsNamed: () =>
      db
        .select()
        .from(t.products)
        .where(
          and(
            eq(t.products.projectId, value('projectId')),
            or(among(dialect, t.products.id, 'names'), among(dialect, t.products.sourceId, 'names'))
          )
        )
        .orderBy(asc(t.products.id))
        .prepare('productsNamed'),
    productsCalled: () =>
      db
        .select({ id: t.products.id, name: t.products.name })
        .from(t.products)
        .where(
          and(
            eq(t.products.projectId, value('projectId')),
            among(dialect, t.products.name, 'names')
          )
        )
        .orderBy(asc(t.products.id))
        .prepare('productsCalled'),
    skusNamed: () =>
      db
        .select()
        .from(t.skus)
        .where(
          and(
            eq(t.skus.projectId, value('projectId')),
            or(among(dialect, t.skus.id, 'names'), among(dialect, t.skus.sourceId, 'names'))
          )
        )
        .orderBy(asc(t.skus.id))
        .prepare('skusNamed'),
    collectionsOfItems: () =>
      db
        .select({
          itemId: t.collectionItems.itemId,
          collectionId: t.collectionItems.collectionId
        })
        .from(t.collectionItems)
        .where(
          and(
            eq(t.collectionItems.projectId, value('projectId')),
            among(dialect, t.collectionItems.itemId, 'ids')
          )
        )
        .orderBy(asc(t.collectionItems.itemId), asc(t.collectionItems.collectionId))
        .prepare('collectionsOfItems'),
    collectionsNamed: () =>
      db
        .select()
        .from(t.productCollections)
        .where(
          and(
            eq(t.productCollections.projectId, value('projectId')),
            among(dialect, t.productCollections.id, 'ids')
          )
        )
        .orderBy(asc(t.productCollections.id))
        .prepare('collectionsNamed'),
    orderById: () =>
      db
        .select()
        .from(t.orders)
        .where(and(eq(t.orders.projectId, value('projectId')), eq(t.orders.id, value('id'))))
        .prepare('orderById'),
    orderBySourceId: () =>
      db
        .select()
        .from(t.orders)
        .where(
          and(eq(t.orders.projectId, value('projectId')), eq(t.orders.sourceId, value('sourceId')))
        )
        .prepare('orderBySourceId')
  }
}

function ruleSelects(dialect: Dialect) {
  const { db, t } = dialect
  return {
    /** The rules of every program that one event could make earn, oldest first. */
    earningRulesOn: () =>
      db
        .select({ rule: t.earningRules, campaign: t.campaigns })
        .from(t.earningRules)
        .innerJoin(
          t.campaigns,
          and(
            eq(t.campaigns.projectId, t.earningRules.projectId),
            eq(t.campaigns.id, t.earningRules.campaignId)
          )
        )
        .where(
          and(
            eq(t.earningRules.projectId, value('projectId')),
            eq(t.earningRules.event, value('event')),
            eq(t.earningRules.active, true)
          )
        )
        .orderBy(asc(t.earningRules.campaignId), asc(t.earningRules.id))
        .prepare('earningRulesOn'),
    earningRulesOfCampaignOn: () =>
      db
        .select()
        .from(t.earningRules)
        .where(
          and(
            eq(t.earningRules.projectId, value('projectId')),
            eq(t.earningRules.event, value('event')),
            eq(t.earningRules.campaignId, value('campaignId')),
            eq(t.earningRules.active, true)
          )
        )
        .orderBy(asc(t.earningRules.id))
        .prepare('earningRulesOfCampaignOn'),
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
        .orderBy(asc(t.validationRuleAssignments.id))
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

function voucherSelects(dialect: Dialect) {
  const { db, t } = dialect
  const mine = eq(t.vouchers.projectId, value('projectId'))
  const ofCampaign = eq(t.vouchers.campaignId, value('campaignId'))
  return {
    voucherByCode: () =>
      db
        .select()
        .from(t.vouchers)
        .where(and(mine, eq(t.vouchers.codeKey, value('codeKey'))))
        .prepare('voucherByCode'),
    voucherById: () =>
      db
        .select()
        .from(t.vouchers)
        .where(and(mine, eq(t.vouchers.id, value('id'))))
        .prepare('voucherById'),
    codesTaken: () =>
      db
        .select({ codeKey: t.vouchers.codeKey })
        .from(t.vouchers)
        .where(and(mine, among(dialect, t.vouchers.codeKey, 'codeKeys')))
        .orderBy(asc(t.vouchers.codeKey))
        .prepare('codesTaken'),
    /** How many codes have a shape; between two keys, so that the index bounds the search. */
    codesShapedCount: () =>
      db
        .select({ total: count() })
        .from(t.vouchers)
        .where(
          and(
            mine,
            gte(t.vouchers.codeKey, value('from')),
            lte(t.vouchers.codeKey, value('to')),
            dialect.name === 'sqlite'
              ? sql`${t.vouchers.codeKey} glob ${value('glob')}`
              : sql`${t.vouchers.codeKey} like ${value('like')} escape '\\'`
          )
        )
        .prepare('codesShapedCount'),
    /** An active voucher of the campaign that nobody was given yet; the oldest. */
    spareVoucher: () =>
      db
        .select()
        .from(t.vouchers)
        .where(
          and(
            mine,
            ofCampaign,
            sql`published_count = 0`,
            eq(t.vouchers.active, true),
            or(isNull(t.vouchers.expirationDate), gte(t.vouchers.expirationDate, value('now')))
          )
        )
        .orderBy(asc(t.vouchers.id))
        .limit(1)
        .prepare('spareVoucher'),
    heldVoucher: () =>
      db
        .select()
        .from(t.vouchers)
        .where(and(mine, ofCampaign, eq(t.vouchers.holderId, value('customerId'))))
        .orderBy(asc(t.vouchers.id))
        .limit(1)
        .prepare('heldVoucher'),
    openLots: () =>
      db
        .select()
        .from(t.lots)
        .where(
          and(
            eq(t.lots.projectId, value('projectId')),
            eq(t.lots.voucherId, value('voucherId')),
            sql`remaining > 0`
          )
        )
        .orderBy(asc(t.lots.id))
        .prepare('openLots'),
    rewardById: () =>
      db
        .select()
        .from(t.rewards)
        .where(and(eq(t.rewards.projectId, value('projectId')), eq(t.rewards.id, value('id'))))
        .prepare('rewardById'),
    rewardAssignmentOf: () =>
      db
        .select()
        .from(t.rewardAssignments)
        .where(
          and(
            eq(t.rewardAssignments.projectId, value('projectId')),
            eq(t.rewardAssignments.rewardId, value('rewardId')),
            eq(t.rewardAssignments.campaignId, value('campaignId'))
          )
        )
        .prepare('rewardAssignmentOf')
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
  const published = and(
    eq(t.publications.projectId, value('projectId')),
    eq(t.publications.voucherId, value('voucherId'))
  )
  const pending = sql`status = 'PENDING'`
  return {
    pendingPointsById: () =>
      db
        .select({ id: t.pendingPoints.id })
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
        .select({ total: count() })
        .from(t.redemptions)
        .where(ofVoucher)
        .prepare('redemptionsOfVoucherCount'),
    publicationsOfVoucher: () =>
      db
        .select()
        .from(t.publications)
        .where(published)
        .orderBy(desc(t.publications.id))
        .limit(value('limit'))
        .offset(value('offset'))
        .prepare('publicationsOfVoucher'),
    publicationsOfVoucherCount: () =>
      db
        .select({ total: count() })
        .from(t.publications)
        .where(published)
        .prepare('publicationsOfVoucherCount'),
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

/** Sorts both ways by one column, ties by id in the same direction. */
function ruleLists({ db, t }: Dialect) {
  const { validationRules: r, promotionTiers: tier } = t
  const mine = and(
    eq(r.projectId, value('projectId')),
    gte(r.createdAt, value('from')),
    lte(r.createdAt, value('to'))
  )
  const page = (name: string, ...order: SQL[]) =>
    db
      .select()
      .from(r)
      .where(mine)
      .orderBy(...order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
  const updated = sql`coalesce(${r.updatedAt}, ${r.createdAt})`
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
  const tierUpdated = sql`coalesce(${tier.updatedAt}, ${tier.createdAt})`
  return {
    'validationRules by created_at': () =>
      page('validationRules by created_at', asc(r.createdAt), asc(r.id)),
    'validationRules by -created_at': () =>
      page('validationRules by -created_at', desc(r.createdAt), desc(r.id)),
    'validationRules by updated_at': () =>
      page('validationRules by updated_at', asc(updated), asc(r.id)),
    'validationRules by -updated_at': () =>
      page('validationRules by -updated_at', desc(updated), desc(r.id)),
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
    'promotionTiers by created_at': () =>
      tiers('promotionTiers by created_at', ofProject, asc(tier.createdAt), asc(tier.id)),
    'promotionTiers by -created_at': () =>
      tiers('promotionTiers by -created_at', ofProject, desc(tier.createdAt), desc(tier.id)),
    'promotionTiers by updated_at': () =>
      tiers('promotionTiers by updated_at', ofProject, asc(tierUpdated), asc(tier.id)),
    'promotionTiers by -updated_at': () =>
      tiers('promotionTiers by -updated_at', ofProject, desc(tierUpdated), desc(tier.id)),
    promotionTiersCount: () =>
      db.select({ total: count() }).from(tier).where(ofProject).prepare('promotionTiersCount')
  }
}

function exportLists({ db, t }: Dialect) {
  const { exports: e } = t
  const mine = eq(e.projectId, value('projectId'))
  const page = (name: string, ...order: SQL[]) =>
    db
      .select()
      .from(e)
      .where(mine)
      .orderBy(...order)
      .limit(value('limit'))
      .offset(value('offset'))
      .prepare(name)
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
        .prepare('asyncActionById'),
    /** Cross-project: the cards with pending points due on or before a day, oldest first. */
    pendingPointsDue: () =>
      db
        .select()
        .from(t.pendingPoints)
        .where(and(sql`status = 'PENDING'`, lte(t.pendingPoints.activatesOn, value('day'))))
        .orderBy(asc(t.pendingPoints.activatesOn), asc(t.pendingPoints.id))
        .limit(value('limit'))
        .prepare('pendingPointsDue'),
    /** Cross-project: the open lots whose last day is before a day. */
    lotsExpired: () =>
      db
        .select()
        .from(t.lots)
        .where(and(sql`remaining > 0`, lt(t.lots.expiresOn, value('day'))))
        .orderBy(asc(t.lots.expiresOn), asc(t.lots.id))
        .limit(value('limit'))
        .prepare('lotsExpired')
  }
}
