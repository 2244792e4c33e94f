/**
 * Exports, and the files that they end in.
 * Spec: listExports, getExport, Export, ExportParameters.order, ExportParameters.fields.
 */
import type { PgColumn } from 'drizzle-orm/pg-core'
import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm/sql'
import type { Moment } from '../decisions/changes.ts'
import { totalsAfter } from '../decisions/customers/customers.ts'
import type { ExportItems } from '../decisions/exports.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { Export, ExportedObject, Job } from '../model.ts'
import { dayAt } from '../rules/validity.ts'
import { findCampaignOf } from './campaigns/campaigns.ts'
import { customerOf, customersById } from './customers/customers.ts'
import { type ChangeKinds, STEP, writes } from './engine/change-kinds.ts'
import {
  deleteFrom,
  deleteParts,
  insertInto,
  type KindsOf,
  type Session
} from './engine/session.ts'
import {
  among,
  byId,
  columnsOf,
  columnsToSet,
  command,
  type Dialect,
  type Given,
  is,
  mine,
  type Page,
  rowsOf,
  type Statement,
  same,
  statement,
  stretchOf,
  type Tables,
  totalOf
} from './engine/statements.ts'
import { findHeldJob, type Hold } from './jobs.ts'
import { allLoyaltyTiers, tierMembershipsOfCustomer } from './loyalty-tiers.ts'
import { ledgerEntryOf, lotsNamed } from './points/ledger.ts'
import { redemptionOf } from './redemptions/redemptions.ts'
import { cardLotsAt, standingsAt, vouchersAt } from './standing.ts'
import { rulesAssignedTo } from './validation-rules.ts'
import { cardsOfCustomer, clearDeletedHolder, voucherOf } from './vouchers/vouchers.ts'

function exportsBy(order: (table: Tables['exports']) => SQL[]) {
  return statement((dialect, given: Given<Page>) => {
    const { exports: e } = dialect.t
    return stretchOf(dialect, e, given, mine(e), ...order(e))
  })
}

export const exportsSorted = {
  created_at: exportsBy(e => [asc(e.createdAt), asc(e.id)]),
  '-created_at': exportsBy(e => [desc(e.createdAt), desc(e.id)]),
  status: exportsBy(e => [asc(e.status), asc(e.id)]),
  '-status': exportsBy(e => [desc(e.status), desc(e.id)])
}

export const exportsCount = statement(dialect =>
  totalOf(dialect, dialect.t.exports, mine(dialect.t.exports))
)

export const exportById = statement(({ db, t }, given: Given<{ id: string }>) =>
  rowsOf(db, t.exports).where(byId(t.exports, given))
)

export const exportFile = statement(
  ({ db, t: { exportFiles: f } }, given: Given<{ exportId: string; part: number }>) =>
    db
      .select({ content: f.content })
      .from(f)
      .where(and(mine(f), is(f.exportId, given.exportId), is(f.part, given.part)))
)

export const insertExport = insertInto('exports')
export const insertExportFile = insertInto('exportFiles')
export const deleteExportRow = deleteFrom('exports')
export const deleteExportFileRows = deleteParts(t => t.exportFiles.exportId)

export const turnExport = command(
  ({ db, t }, given: Given<{ id: string; status: Export['status'] }>) =>
    db
      .update(t.exports)
      .set(columnsToSet(t.exports, given, ['status']))
      .where(byId(t.exports, given))
)

/** @throws {Refused} when the project has no such export. */
export async function exportNamed(session: Session, id: string): Promise<Export> {
  const row = await session.one(exportById, { id })
  if (row === undefined) throw new Refused(notFound('export', id))
  return row
}

/** A page of listExports. */
export async function exportsPage(
  session: Session,
  order: 'created_at' | '-created_at' | 'status' | '-status',
  { limit, offset }: Page
): Promise<{ rows: readonly Export[]; total: number }> {
  const found = await session.all(exportsSorted[order], { limit, offset })
  const count = await session.one(exportsCount)
  return { rows: found, total: count?.total ?? 0 }
}

/** @throws {Refused} when the project has no such export. */
export function loadExport(id: string) {
  return async (session: Session): Promise<{ export: Export }> => ({
    export: await exportNamed(session, id)
  })
}

/**
 * The job and the export it writes, null when that was deleted; null in all when the job is no
 * longer the owner's.
 */
export function loadExportHeld(hold: Hold, exportId: string) {
  return async (session: Session): Promise<{ job: Job; export: Export | null } | null> => {
    const job = await findHeldJob(session, hold)
    if (job === null) return null
    const row = await session.one(exportById, { id: exportId })
    return { job, export: row ?? null }
  }
}

/** An export whose file is whole; null for any other. */
export async function exportFileOf(session: Session, id: string): Promise<Export | null> {
  const row = await session.one(exportById, { id })
  return row?.status === 'DONE' ? row : null
}

/** The bytes of each part of a file; no engine reads a text to know them. */
export const exportFileSizes = statement(
  ({ db, t: { exportFiles: f } }, given: Given<{ exportId: string }>) =>
    db
      .select({ size: sql<number>`octet_length(${f.content})`.mapWith(Number) })
      .from(f)
      .where(and(mine(f), is(f.exportId, given.exportId)))
      .orderBy(asc(f.part))
)

export async function exportSizes(session: Session, exportId: string): Promise<readonly number[]> {
  return (await session.all(exportFileSizes, { exportId })).map(({ size }) => size)
}

/** One part of a file, from 0; null past the end. */
export async function exportPart(
  session: Session,
  exportId: string,
  part: number
): Promise<string | null> {
  const row = await session.one(exportFile, { exportId, part })
  return row?.content ?? null
}

export const exportChanges: ChangeKinds<KindsOf<'export'>> = {
  'export.created': {
    step: STEP.work,
    write: writes(insertExport, change => change.export)
  },
  'export.written': {
    step: STEP.exportParts,
    write: writes(insertExportFile, change => change)
  },
  // The export may have been deleted in the meantime.
  'export.turned': {
    step: STEP.exportsTurned,
    write: async (session, { exportId: id, status }) => {
      session.send(turnExport, { id, status })
    }
  }
}

/*
 * What export files are made of: the places of rows in an order, and the items of some ids. A file
 * can be sorted by many columns, of which few have an index. So the engine is never asked to sort:
 * the places are read along the ids, and jobs/exports.ts sorts them.
 */

type Identified = { readonly projectId: PgColumn; readonly id: PgColumn }

/** Where a slice of rows begins, and how many they are. */
type Slice = { after: string; limit: number }

function onwards(table: Identified, { after }: Given<Slice>): SQL | undefined {
  return and(mine(table), gt(table.id, after))
}

/** What rows can be sorted by, by the name in the document. */
type SortKeys = { readonly id: string; readonly [name: string]: string | null }

function voucherKeys<Params extends Slice>(
  where: (table: Tables['vouchers'], given: Given<Params>) => SQL | undefined
) {
  return statement(({ db, t: { vouchers } }, given: Given<Params>) =>
    db
      .select({
        id: vouchers.id,
        created_at: vouchers.createdAt,
        updated_at: vouchers.updatedAt,
        code: vouchers.code
      })
      .from(vouchers)
      .where(where(vouchers, given))
      .orderBy(asc(vouchers.id))
      .limit(given.limit)
  )
}

export const exportKeysInCampaign = voucherKeys<Slice & { campaignId: string }>((table, given) =>
  and(onwards(table, given), is(table.campaignId, given.campaignId))
)

/** Ids upwards from `after`, each with what rows can be sorted by, named as in the document. */
export const exportKeys = {
  voucher: voucherKeys<Slice>(onwards),
  redemption: statement(({ db, t: { redemptions, vouchers } }, given: Given<Slice>) =>
    db
      .select({
        id: redemptions.id,
        voucher_code: vouchers.code,
        tracking_id: redemptions.trackingId,
        customer_id: redemptions.customerId,
        created_at: redemptions.date
      })
      .from(redemptions)
      .leftJoin(vouchers, same(vouchers, redemptions, redemptions.voucherId))
      .where(onwards(redemptions, given))
      .orderBy(asc(redemptions.id))
      .limit(given.limit)
  ),
  publication: statement(({ db, t: { publications, vouchers } }, given: Given<Slice>) =>
    db
      .select({
        id: publications.id,
        voucher_code: vouchers.code,
        customer_id: publications.customerId,
        created_at: publications.createdAt,
        channel: publications.channel
      })
      .from(publications)
      .innerJoin(vouchers, same(vouchers, publications, publications.voucherId))
      .where(onwards(publications, given))
      .orderBy(asc(publications.id))
      .limit(given.limit)
  ),
  customer: statement(({ db, t: { customers } }, given: Given<Slice>) =>
    db
      .select({
        id: customers.id,
        name: customers.name,
        email: customers.email,
        source_id: customers.sourceId,
        created_at: customers.createdAt,
        updated_at: customers.updatedAt
      })
      .from(customers)
      .where(and(onwards(customers, given), isNull(customers.deletedAt)))
      .orderBy(asc(customers.id))
      .limit(given.limit)
  ),
  order: statement(({ db, t: { orders } }, given: Given<Slice>) =>
    db
      .select({
        id: orders.id,
        created_at: orders.createdAt,
        updated_at: orders.updatedAt,
        status: orders.status
      })
      .from(orders)
      .where(onwards(orders, given))
      .orderBy(asc(orders.id))
      .limit(given.limit)
  ),
  // Points that never expire have no place in a file about expiring.
  points_expiration: statement(({ db, t: { lots } }, given: Given<Slice>) =>
    db
      .select({ id: lots.id, expires_at: lots.expiresOn })
      .from(lots)
      .where(and(onwards(lots, given), isNotNull(lots.expiresOn)))
      .orderBy(asc(lots.id))
      .limit(given.limit)
  ),
  voucher_transactions: statement(({ db, t: { ledgerEntries: entry } }, given: Given<Slice>) =>
    db
      .select({ id: entry.id, created_at: entry.createdAt })
      .from(entry)
      .where(onwards(entry, given))
      .orderBy(asc(entry.id))
      .limit(given.limit)
  )
}

/** The rows of these ids. */
function named(dialect: Dialect, table: Identified, { ids }: Given<{ ids: readonly string[] }>) {
  return and(mine(table), among(dialect, table.id, ids))
}

export const exportedVouchers = statement((dialect, given: Given<{ ids: readonly string[] }>) => {
  const { vouchers, campaigns, categories, customers } = dialect.t
  return dialect.db
    .select({
      voucher: columnsOf(vouchers),
      campaignName: campaigns.name,
      categoryName: categories.name,
      customerSourceId: customers.sourceId,
      holderDeletedAt: customers.deletedAt
    })
    .from(vouchers)
    .leftJoin(campaigns, same(campaigns, vouchers, vouchers.campaignId))
    .leftJoin(categories, same(categories, vouchers, vouchers.categoryId))
    .leftJoin(customers, same(customers, vouchers, vouchers.holderId))
    .where(named(dialect, vouchers, given))
    .orderBy(asc(vouchers.id))
})

export const exportedRedemptions = statement(
  (dialect, given: Given<{ ids: readonly string[] }>) => {
    const { redemptions, vouchers, campaigns } = dialect.t
    return dialect.db
      .select({
        redemption: columnsOf(redemptions),
        voucherCode: vouchers.code,
        campaignName: campaigns.name
      })
      .from(redemptions)
      .leftJoin(vouchers, same(vouchers, redemptions, redemptions.voucherId))
      .leftJoin(campaigns, same(campaigns, redemptions, redemptions.campaignId))
      .where(named(dialect, redemptions, given))
      .orderBy(asc(redemptions.id))
  }
)

export const exportedPublications = statement(
  (dialect, given: Given<{ ids: readonly string[] }>) => {
    const { publications, vouchers, customers, campaigns } = dialect.t
    return dialect.db
      .select({
        publication: columnsOf(publications),
        voucherCode: vouchers.code,
        voucherType: vouchers.type,
        isReferralCode: vouchers.isReferralCode,
        customerSourceId: customers.sourceId,
        campaignName: campaigns.name
      })
      .from(publications)
      .innerJoin(vouchers, same(vouchers, publications, publications.voucherId))
      .innerJoin(customers, same(customers, publications, publications.customerId))
      .leftJoin(campaigns, same(campaigns, publications, publications.campaignId))
      .where(named(dialect, publications, given))
      .orderBy(asc(publications.id))
  }
)

function published(whose: 'customerId' | 'voucherId') {
  return statement((dialect, { ids }: Given<{ ids: readonly string[] }>) => {
    const { publications: p } = dialect.t
    const { customerId, voucherId, createdAt } = p
    return dialect.db
      .select({ customerId, voucherId, createdAt })
      .from(p)
      .where(and(mine(p), among(dialect, p[whose], ids)))
  })
}

export const publishedTo = published('customerId')
export const publishedOf = published('voucherId')

export const exportedCustomers = statement((dialect, given: Given<{ ids: readonly string[] }>) => {
  const { customers, customerTotals: totals } = dialect.t
  return dialect.db
    .select({ customer: columnsOf(customers), totals: columnsOf(totals) })
    .from(customers)
    .innerJoin(
      totals,
      and(eq(totals.projectId, customers.projectId), eq(totals.customerId, customers.id))
    )
    .where(and(named(dialect, customers, given), isNull(customers.deletedAt)))
    .orderBy(asc(customers.id))
})

export const exportedOrders = statement((dialect, given: Given<{ ids: readonly string[] }>) => {
  const { orders } = dialect.t
  return rowsOf(dialect.db, orders)
    .where(named(dialect, orders, given))
    .orderBy(asc(orders.id))
})

export const exportedEntries = statement((dialect, given: Given<{ ids: readonly string[] }>) => {
  const { ledgerEntries: entry } = dialect.t
  return rowsOf(dialect.db, entry)
    .where(named(dialect, entry, given))
    .orderBy(asc(entry.id))
})

/** A row's place in an order: by `key`, then by id. What has no key comes before what has one. */
export interface RowPlace {
  readonly key: string
  readonly id: string
}

/** The places of rows with ids after `after`, upwards by id, at most `limit`. */
export function loadPlaces(
  { exportedObject, parameters: { campaignId } }: Pick<Export, 'exportedObject' | 'parameters'>,
  { orderBy, ...slice }: Slice & { orderBy: string }
) {
  return async (session: Session): Promise<readonly RowPlace[]> => {
    const keys: Statement<Slice, SortKeys> = exportKeys[exportedObject]
    const found =
      campaignId === undefined
        ? await session.all(keys, slice)
        : await session.all<typeof slice & { campaignId: string }, SortKeys>(exportKeysInCampaign, {
            ...slice,
            campaignId
          })
    return found.map(row => ({
      key: row[orderBy] ?? '',
      id: row.id
    }))
  }
}

/**
 * The items of some ids in their order, as of a moment; what is gone by then is left out. They have
 * what the filters look at.
 */
export function loadExportItems<Object extends ExportedObject>(
  exportedObject: Object,
  ids: readonly string[],
  moment: Moment,
  { fields = [], filters = {} }: Partial<Export['parameters']> = {}
) {
  return async (session: Session): Promise<readonly ExportItems[Object][]> => {
    const asked = [...fields, ...Object.keys(filters)]
    const found = await ITEMS[exportedObject](session, ids, moment, asked)
    const byId = new Map(found)
    return ids.map(id => byId.get(id)).filter(item => item !== undefined)
  }
}

type Found<Item> = readonly (readonly [id: string, item: Item])[]

const ITEMS: {
  readonly [Object in ExportedObject]: (
    session: Session,
    ids: readonly string[],
    moment: Moment,
    asked: readonly string[]
  ) => Promise<Found<ExportItems[Object]>>
} = {
  voucher: readVouchers,

  redemption: async (session, ids) => {
    const found = await session.all(exportedRedemptions, { ids })
    return found.map(({ redemption: row, ...beside }) => {
      const redemption = redemptionOf(row)
      return [redemption.id, { redemption, ...beside }]
    })
  },

  publication: async (session, ids) => {
    const found = await session.all(exportedPublications, { ids })
    return found.map(({ publication: row, ...beside }) => {
      const publication = row
      return [publication.id, { publication, ...beside }]
    })
  },

  customer: async (session, ids, moment, asked) => {
    const found = await session.all(exportedCustomers, { ids })
    const standings = await standingsAt(session, ids, moment)
    const asks = (family: string) => asked.some(field => field.startsWith(family))
    const published = asks('publications.') ? await session.all(publishedTo, { ids }) : []
    const publications = Map.groupBy(published, ({ customerId }) => customerId)
    const items: [string, ExportItems['customer']][] = []
    for (const row of found) {
      const customer = customerOf(row.customer)
      const standing = standings.get(customer.id)
      const booked = row.totals
      const totals = standing === undefined ? booked : totalsAfter(booked, standing)
      const item = { customer, totals, publications: publications.get(customer.id) ?? [] }
      const inPrograms = asks('loyalty_points.') || asks('loyalty_tier.')
      const programs = inPrograms
        ? (standing?.programs ?? (await programsHeld(session, customer.id)))
        : []
      items.push([customer.id, { ...item, programs }])
    }
    return items
  },

  order: async (session, ids, _moment, asked) => {
    const found = await session.all(exportedOrders, { ids })
    const named = asked.some(field => SOURCE_IDS.includes(field))
      ? found.flatMap(row => [row.customerId ?? [], row.referrerId ?? []].flat())
      : []
    const customers =
      named.length === 0 ? [] : await session.all(customersById, { ids: [...new Set(named)] })
    const sourceIds = new Map(customers.map(({ id, sourceId }) => [id, sourceId]))
    const sourceIdOf = (id: string | null) => sourceIds.get(id ?? '') ?? null
    return found.map(order => {
      const customerSourceId = sourceIdOf(order.customerId)
      return [order.id, { order, customerSourceId, referrerSourceId: sourceIdOf(order.referrerId) }]
    })
  },

  points_expiration: readLots,

  voucher_transactions: async (session, ids) => {
    const values = { ids }
    const found = await session.all(exportedEntries, values)
    return found.map(row => [row.id, ledgerEntryOf(row)])
  }
}

/** Fields and filters whose values are read only where they are asked for. */
const PUBLISHED_FOR = 'published_for_customer_id'
const LOTS = 'lots'
const SOURCE_IDS: readonly string[] = ['customer_source_id', 'referrer_source_id']

async function readVouchers(
  session: Session,
  ids: readonly string[],
  moment: Moment,
  asked: readonly string[]
): Promise<Found<ExportItems['voucher']>> {
  const values = { ids }
  const published = asked.includes(PUBLISHED_FOR) ? await session.all(publishedOf, values) : []
  const publishedFor = Map.groupBy(published, ({ voucherId }) => voucherId)
  const rules = new Map<string, string[]>()
  for (const { assignment } of await session.all(rulesAssignedTo, values)) {
    if (assignment.relatedObjectType !== 'voucher') continue
    const known = rules.get(assignment.relatedObjectId)
    if (known === undefined) rules.set(assignment.relatedObjectId, [assignment.ruleId])
    else known.push(assignment.ruleId)
  }
  const found = await session.all(exportedVouchers, values)
  const held = found.map(({ voucher, holderDeletedAt, ...beside }) => ({
    voucher: clearDeletedHolder(voucherOf(voucher), holderDeletedAt),
    ...beside,
    validationRuleIds: rules.get(voucher.id) ?? []
  }))
  const then = await vouchersAt(session, held, moment)
  const cards = then.flatMap(({ voucher }) => (voucher.card === null ? [] : voucher))
  const lots = await cardLotsAt(session, moment, asked.includes(LOTS) ? cards : [])
  return then.map(row => {
    const { id } = row.voucher
    const to = publishedFor.get(id)?.map(({ customerId }) => customerId) ?? []
    return [id, { ...row, lots: lots.get(id) ?? [], publishedFor: to }]
  })
}

/** Where somebody stands in the programs of their cards; the oldest card of a program counts. */
async function programsHeld(
  session: Session,
  customerId: string
): Promise<NonNullable<ExportItems['customer']['programs']>> {
  const memberships = await session.all(tierMembershipsOfCustomer, { customerId })
  const programs = new Map<string, NonNullable<ExportItems['customer']['programs']>[number]>()
  for (const row of await session.all(cardsOfCustomer, { customerId })) {
    const campaign = await findCampaignOf(session, row)
    if (campaign === null || programs.has(campaign.id)) continue
    const tiers = await allLoyaltyTiers(session)
    const membership = memberships.find(({ voucherId }) => voucherId === row.id) ?? null
    programs.set(campaign.id, { campaign, tiers, card: { voucher: voucherOf(row) }, membership })
  }
  return [...programs.values()]
}

/** What is left of each then; of what has lapsed, nothing. */
async function readLots(
  session: Session,
  ids: readonly string[],
  moment: Moment
): Promise<Found<ExportItems['points_expiration']>> {
  const today = dayAt(moment.now, moment.project.timezone)
  const values = { ids }
  const lots = await session.all(lotsNamed, values)
  const cards = { ids: [...new Set(lots.map(({ voucherId }) => voucherId))] }
  const held = await session.all(exportedVouchers, cards)
  const holders = held.flatMap(({ voucher: { holderId } }) => holderId ?? [])
  const left = new Map<string, ReadonlyMap<string, number>>()
  for (const { programs } of (await standingsAt(session, holders, moment)).values()) {
    for (const { card } of programs) {
      if (card === null) continue
      left.set(card.voucher.id, new Map(card.lots.map(({ id, remaining }) => [id, remaining])))
    }
  }
  return lots.map(lot => {
    const { id, voucherId, expiresOn } = lot
    const card = left.get(voucherId)
    const remaining = card === undefined ? lot.remaining : (card.get(id) ?? 0)
    const status = expiresOn !== null && expiresOn < today ? 'EXPIRED' : 'ACTIVE'
    return [id, { lot: { ...lot, remaining }, status }]
  })
}
