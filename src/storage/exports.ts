/**
 * Exports, and the files that they end in.
 * Spec: listExports, getExport, Export, ExportParameters.order, ExportParameters.fields.
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm/sql'
import type { Moment } from '../decisions/changes.ts'
import { totalsAfter } from '../decisions/customers/customers.ts'
import type { ExportItems } from '../decisions/exports.ts'
import type { Export, ExportedObject, Job } from '../model.ts'
import { dayAt } from '../rules/validity.ts'
import { findCampaignOf } from './campaigns/campaigns.ts'
import { customerOf, customersById } from './customers/customers.ts'
import { type ChangeKinds, STEP, written } from './engine/change-kinds.ts'
import {
  deleteParts,
  type Identified,
  insertInto,
  rowsAmong,
  rowsBy,
  setBy
} from './engine/queries.ts'
import type { KindsOf, Session } from './engine/session.ts'
import {
  among,
  BY_CREATION,
  columnsOf,
  type Dialect,
  type Given,
  is,
  mine,
  type Statement,
  same,
  statement,
  type Tables
} from './engine/statements.ts'
import { findHeldJob, type Hold } from './jobs.ts'
import { allLoyaltyTiers, tierMembershipsOfCustomer } from './loyalty-tiers.ts'
import { ledgerEntryOf, lotsNamed } from './points/ledger.ts'
import { redemptionOf } from './redemptions/redemptions.ts'
import { resource, rowsListed } from './resources.ts'
import { cardLotsAt, standingsAt, vouchersAt } from './standing.ts'
import { rulesAssignedTo } from './validation-rules.ts'
import { cardsOfCustomer, clearDeletedHolder, voucherOf } from './vouchers/vouchers.ts'

export const exportList = rowsListed('exports', {
  orders: {
    ...BY_CREATION,
    status: e => [asc(e.status), asc(e.id)],
    '-status': e => [desc(e.status), desc(e.id)]
  }
})

export const exports = resource('exports', 'export')

export const exportFile = rowsBy('exportFiles', ['exportId', 'part'], { pick: ['content'] })

export const insertExportFile = insertInto('exportFiles')
export const deleteExportFileRows = deleteParts('exportFiles', 'exportId')

export const turnExport = setBy('exports', ['status', 'processed'], ['id'])

/** @throws {Refused} when the project has no such export. */
export function loadExport(id: string) {
  return async (session: Session): Promise<{ export: Export }> => ({
    export: await exports.named(session, id)
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
    return { job, export: await exports.find(session, exportId) }
  }
}

/** An export whose file is whole; null for any other. */
export async function exportFileOf(session: Session, id: string): Promise<Export | null> {
  const found = await exports.find(session, id)
  return found?.status === 'DONE' ? found : null
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
  'export.created': written(STEP.work, exports.insert, change => change.export),
  'export.written': written(STEP.exportParts, insertExportFile, change => change),
  // The export may have been deleted in the meantime.
  'export.turned': {
    step: STEP.exportsTurned,
    write: async (session, { exportId: id, status, processed }) => {
      session.send(turnExport, { id, status, processed })
    }
  }
}

/*
 * What export files are made of: the places of rows in an order, and the items of some ids. A file
 * can be sorted by many columns, of which few have an index. So the engine is never asked to sort:
 * the places are read along the ids, and jobs/exports.ts sorts them.
 */

type Identity = { readonly projectId: PgColumn; readonly id: PgColumn }

/** Where a slice of rows begins, and how many they are. */
type Slice = { after: string; limit: number }

function onwards(table: Identity, { after }: Given<Slice>): SQL | undefined {
  return and(mine(table), gt(table.id, after))
}

/** What rows can be sorted by, by the name in the document. */
type SortKeys = { readonly id: string; readonly [name: string]: string | null }

function keysOf<Name extends Identified, Params extends Slice = Slice>(
  name: Name,
  keys: (table: Tables[Name]) => Readonly<Record<string, PgColumn>>,
  further?: (table: Tables[Name], given: Given<Params>) => SQL
) {
  return statement(({ db, t }, given: Given<Params>) => {
    const table: PgTable & Identity = t[name]
    return db
      .select({ id: table.id, ...keys(t[name]) })
      .from(table as PgTable)
      .where(and(onwards(table, given), further?.(t[name], given)))
      .orderBy(asc(table.id))
      .limit(given.limit)
  }) as unknown as Statement<Params, SortKeys>
}

const KEYS_OF_VOUCHERS = (v: Tables['vouchers']) => ({
  created_at: v.createdAt,
  updated_at: v.updatedAt,
  code: v.code
})

export const exportKeysInCampaign = keysOf<'vouchers', Slice & { campaignId: string }>(
  'vouchers',
  KEYS_OF_VOUCHERS,
  (v, given) => is(v.campaignId, given.campaignId)
)

/** Ids upwards from `after`, each with what rows can be sorted by, named as in the document. */
export const exportKeys: { readonly [Kind in ExportedObject]: Statement<Slice, SortKeys> } = {
  voucher: keysOf('vouchers', KEYS_OF_VOUCHERS),
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
  customer: keysOf(
    'customers',
    c => ({
      name: c.name,
      email: c.email,
      source_id: c.sourceId,
      created_at: c.createdAt,
      updated_at: c.updatedAt
    }),
    c => isNull(c.deletedAt)
  ),
  order: keysOf('orders', o => ({
    created_at: o.createdAt,
    updated_at: o.updatedAt,
    status: o.status
  })),
  // Points that never expire have no place in a file about expiring.
  points_expiration: keysOf(
    'lots',
    lot => ({ expires_at: lot.expiresOn }),
    lot => isNotNull(lot.expiresOn)
  ),
  voucher_transactions: keysOf('ledgerEntries', entry => ({ created_at: entry.createdAt }))
}

/** The rows of these ids. */
function named(dialect: Dialect, table: Identity, { ids }: Given<{ ids: readonly string[] }>) {
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

export const exportedOrders = rowsAmong('orders', 'id', 'ids', { up: ['id'] })

export const exportedEntries = rowsAmong('ledgerEntries', 'id', 'ids', { up: ['id'] })

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
    const keys = exportKeys[exportedObject]
    const found =
      campaignId === undefined
        ? await session.all(keys, slice)
        : await session.all<typeof slice & { campaignId: string }, SortKeys>(exportKeysInCampaign, {
            ...slice,
            campaignId
          })
    return found.map(row => ({ key: row[orderBy] ?? '', id: row.id }))
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
    const byId = new Map(await ITEMS[exportedObject](session, ids, moment, asked))
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

  publication: async (session, ids) =>
    (await session.all(exportedPublications, { ids })).map(row => [row.publication.id, row]),

  customer: async (session, ids, moment, asked) => {
    const found = await session.all(exportedCustomers, { ids })
    const standings = await standingsAt(session, ids, moment)
    const asks = (family: string) => asked.some(field => field.startsWith(family))
    const published = asks('publications.') ? await session.all(publishedTo, { ids }) : []
    const publications = Map.groupBy(published, ({ customerId }) => customerId)
    const inPrograms = asks('loyalty_points.') || asks('loyalty_tier.')
    const items: [string, ExportItems['customer']][] = []
    for (const row of found) {
      const customer = customerOf(row.customer)
      const standing = standings.get(customer.id)
      const totals = standing === undefined ? row.totals : totalsAfter(row.totals, standing)
      const item = { customer, totals, publications: publications.get(customer.id) ?? [] }
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

  voucher_transactions: async (session, ids) =>
    (await session.all(exportedEntries, { ids })).map(row => [row.id, ledgerEntryOf(row)])
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
  const assigned = (await session.all(rulesAssignedTo, values)).map(({ assignment }) => assignment)
  const own = assigned.filter(({ relatedObjectType: type }) => type === 'voucher')
  const rules = Map.groupBy(own, ({ relatedObjectId }) => relatedObjectId)
  const found = await session.all(exportedVouchers, values)
  const held = found.map(({ voucher, holderDeletedAt, ...beside }) => ({
    voucher: clearDeletedHolder(voucherOf(voucher), holderDeletedAt),
    ...beside,
    validationRuleIds: (rules.get(voucher.id) ?? []).map(({ ruleId }) => ruleId)
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
async function programsHeld(session: Session, customerId: string) {
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
  const lots = await session.all(lotsNamed, { ids })
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
