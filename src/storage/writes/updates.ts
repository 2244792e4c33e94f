/**
 * The statements that change or delete what people set up by hand.
 *
 * Such things count no versions: their `updatedAt` is what a write is guarded by. What is counted
 * on them by others (vouchers of a campaign, redemptions of a reward) is never written over.
 *
 * Spec: none; Decisions 32 and 73.
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm/sql'
import { getTableColumns } from 'drizzle-orm/utils'
import type { Deletable } from '../../decisions/changes.ts'
import type { Dialect, Tables } from '../engine/dialect.ts'
import { found, given, placed } from '../writes.ts'

const value = sql.placeholder

/** All of them; statements.ts adds them to those of writes.ts. */
export function updates(dialect: Dialect) {
  return {
    ...replacements(dialect),
    ...deletions(dialect),
    ...emptyings(dialect),
    ...voucherAmendments(dialect),
    ...revocations(dialect),
    ...others(dialect)
  }
}

/** Tables whose rows are written anew, and the columns of each that others count in. */
const COUNTED = {
  campaigns: ['vouchersCount'],
  categories: [],
  earningRules: [],
  eventSchemas: [],
  loyaltyTiers: [],
  metadataSchemas: [],
  productCollections: [],
  promotionTiers: ['totalRedeemed', 'ordersAmount', 'ordersDiscountAmount'],
  rewards: ['redeemed'],
  skus: [],
  validationRules: ['assignmentsCount']
} as const satisfies { readonly [Table in keyof Tables]?: readonly string[] }

/** Tables whose rows can be written anew. */
export type Amended = keyof typeof COUNTED

type Kept = PgTable & { readonly [Key in 'projectId' | 'id' | 'updatedAt']: PgColumn }

/** Never written over, whatever the table. */
const FIXED = ['projectId', 'id', 'createdAt']

function replacements({ db, t }: Dialect) {
  const replace = (name: Amended) => {
    const table: Kept = t[name]
    const columns = getTableColumns(table) as Record<string, PgColumn>
    const kept = new Set<string>([...FIXED, ...COUNTED[name]])
    const keys = Object.keys(columns).filter(key => !kept.has(key))
    const before = given(table.updatedAt, 'updatedAtBefore')
    return db
      .update(table)
      .set(placed(columns, keys))
      .where(and(ofId(table), sql`${table.updatedAt} is not distinct from ${before}`))
      .returning(found)
      .prepare(`replace ${name}`)
  }
  const made = (Object.keys(COUNTED) as Amended[]).map(name => [
    `replace ${name}`,
    () => replace(name)
  ])
  return Object.fromEntries(made) as {
    readonly [Table in Amended as `replace ${Table}`]: () => ReturnType<typeof replace>
  }
}

const TABLES = {
  campaign: 'campaigns',
  category: 'categories',
  collection: 'productCollections',
  earning_rule: 'earningRules',
  event_schema: 'eventSchemas',
  export: 'exports',
  loyalty_tier: 'loyaltyTiers',
  metadata_schema: 'metadataSchemas',
  product: 'products',
  promotion_tier: 'promotionTiers',
  reward: 'rewards',
  reward_assignment: 'rewardAssignments',
  segment: 'segments',
  sku: 'skus',
  validation_rule: 'validationRules'
} as const satisfies { readonly [Resource in Deletable]: keyof Tables }

function deletions({ db, t }: Dialect) {
  const remove = (resource: Deletable) => {
    const table: Identified = t[TABLES[resource]]
    return db.delete(table).where(ofId(table)).returning(found).prepare(`delete ${resource}`)
  }
  const made = (Object.keys(TABLES) as Deletable[]).map(resource => [
    `delete ${resource}`,
    () => remove(resource)
  ])
  return Object.fromEntries(made) as {
    readonly [Resource in Deletable as `delete ${Resource}`]: () => ReturnType<typeof remove>
  }
}

type Identified = PgTable & { readonly [Key in 'projectId' | 'id']: PgColumn }

function ofId(table: Identified): SQL | undefined {
  return and(eq(table.projectId, value('projectId')), eq(table.id, value('id')))
}

/** Rows that belong to the thing `id` and to nothing else; no row back is none there. */
function emptyings({ db, t }: Dialect) {
  const remove = (name: string, table: PgTable & { readonly projectId: PgColumn }, of: PgColumn) =>
    db
      .delete(table)
      .where(and(eq(table.projectId, value('projectId')), eq(of, value('id'))))
      .returning(found)
      .prepare(name)
  const { collectionItems, exportFiles, segmentMembers, lots, ledgerEntries } = t
  return {
    deleteCollectionItems: () =>
      remove('deleteCollectionItems', collectionItems, collectionItems.collectionId),
    deleteExportFiles: () => remove('deleteExportFiles', exportFiles, exportFiles.exportId),
    deleteSegmentMembers: () =>
      remove('deleteSegmentMembers', segmentMembers, segmentMembers.segmentId),
    deleteLots: () => remove('deleteLots', lots, lots.voucherId),
    deleteLedgerEntries: () => remove('deleteLedgerEntries', ledgerEntries, ledgerEntries.voucherId)
  }
}

function voucherAmendments({ db, t: { vouchers: v } }: Dialect) {
  return {
    /** The code, the balances, the holder and the counters are written elsewhere, or never. */
    replaceVoucher: () =>
      db
        .update(v)
        .set(
          placed(v, [
            'categoryId',
            'discount',
            'giftEffect',
            'active',
            'startDate',
            'expirationDate',
            'recurrence',
            'additionalInfo',
            'metadata',
            'redemptionQuantity',
            'updatedAt',
            'version'
          ])
        )
        .where(and(ofId(v), eq(v.version, value('versionBefore'))))
        .returning(found)
        .prepare('replaceVoucher'),
    /** Holds the row of a voucher that was never given, redeemed or moved. */
    touchUnusedVoucher: () =>
      db
        .update(v)
        .set({ version: sql`${v.version} + 1` })
        .where(
          and(
            ofId(v),
            eq(v.version, value('version')),
            isNull(v.holderId),
            eq(v.publishedCount, 0),
            eq(v.recordsCount, 0)
          )
        )
        .returning(found)
        .prepare('touchUnusedVoucher'),
    deleteVoucher: () => db.delete(v).where(ofId(v)).returning(found).prepare('deleteVoucher')
  }
}

function revocations({ db, t: { keyPairs, accessTokens } }: Dialect) {
  return {
    revokeKeyPair: () =>
      db
        .update(keyPairs)
        .set(placed(keyPairs, ['revokedAt']))
        .where(and(ofId(keyPairs), isNull(keyPairs.revokedAt)))
        .returning(found)
        .prepare('revokeKeyPair'),
    revokeToken: () =>
      db
        .update(accessTokens)
        .set(placed(accessTokens, ['revokedAt']))
        .where(
          and(
            eq(accessTokens.projectId, value('projectId')),
            eq(accessTokens.tokenHash, value('tokenHash')),
            isNull(accessTokens.revokedAt)
          )
        )
        .returning(found)
        .prepare('revokeToken')
  }
}

function others({ db, t }: Dialect) {
  const { customers: c, rewardAssignments: offer, validationRules: rule } = t
  const bound = t.validationRuleAssignments
  const nothing = sql`null`
  return {
    /** What was said of somebody goes; the source id is free again. */
    deleteCustomer: () =>
      db
        .update(c)
        .set({
          ...placed(c, ['deletedAt']),
          sourceId: nothing,
          name: nothing,
          email: nothing,
          phone: nothing,
          description: nothing,
          birthday: nothing,
          birthdate: nothing,
          address: nothing,
          metadata: {},
          systemMetadata: {},
          version: sql`${c.version} + 1`
        })
        .where(and(ofId(c), eq(c.version, value('version')), isNull(c.deletedAt)))
        .returning(found)
        .prepare('deleteCustomer'),
    repriceRewardAssignment: () =>
      db
        .update(offer)
        .set(placed(offer, ['points']))
        .where(
          and(
            ofId(offer),
            sql`${offer.points} is not distinct from ${given(offer.points, 'pointsBefore')}`
          )
        )
        .returning(found)
        .prepare('repriceRewardAssignment'),
    deleteRuleAssignment: () =>
      db.delete(bound).where(ofId(bound)).returning(found).prepare('deleteRuleAssignment'),
    countRuleUnassigned: () =>
      db
        .update(rule)
        .set({ assignmentsCount: sql`${rule.assignmentsCount} - 1` })
        .where(ofId(rule))
        .returning(found)
        .prepare('countRuleUnassigned')
  }
}
