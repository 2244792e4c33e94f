/**
 * Vouchers as they are shown, and what changing, importing and deleting one needs to know. A filter
 * that names nothing that exists selects nothing. A campaign keeps the number of its vouchers, so
 * that a page does not count millions of them.
 * Spec: getVoucher, listVouchers, updateVoucher, deleteVoucher, updateVoucherBalance.
 */
import { isNull } from 'drizzle-orm/sql'
import type { Moment } from '../../decisions/changes.ts'
import { IMPORTED } from '../../decisions/imports/outcome.ts'
import { USERS_NAMED, type User } from '../../decisions/updates.ts'
import type {
  EditVoucherFacts,
  StoredVoucherFacts,
  UpdateVoucherBalanceFacts
} from '../../decisions/vouchers/edit.ts'
import type {
  ImportedWith,
  ImportVoucher,
  ImportVoucherFacts
} from '../../decisions/vouchers/import.ts'
import type {
  DeleteVoucherFacts,
  SwitchVoucherFacts,
  UpdateVoucher,
  UpdateVoucherFacts
} from '../../decisions/vouchers/updates.ts'
import type { Project, ShownVoucher, Voucher } from '../../model.ts'
import type { Instant } from '../../rules/validity.ts'
import {
  campaignNamed,
  campaignsVouchersCount,
  countVouchers,
  findCampaign,
  findCampaignOf,
  programNamed
} from '../campaigns/campaigns.ts'
import { holdSetUp } from '../catalogue.ts'
import { findCategory, findCategoryById } from '../categories.ts'
import { customerSent, findCustomer } from '../customers/customers.ts'
import { rowsBy, totalBy } from '../engine/queries.ts'
import type { Session } from '../engine/session.ts'
import {
  type CreationOrder,
  columnsOf,
  type Dialect,
  type Page,
  same
} from '../engine/statements.ts'
import { schemaOf } from '../metadata-schemas.ts'
import {
  entriesOfVoucher,
  ledgerEntryOf,
  lotsNamed,
  purseIn,
  readHolds,
  readPurse,
  transactionsBy
} from '../points/ledger.ts'
import { publicationsOfVoucher } from '../publications.ts'
import { redemptionsOfVoucher } from '../redemptions/redemptions.ts'
import { findSelected, longScanRefused, narrowedList, type Span } from '../resources.ts'
import { holderDue, loadStanding, NO_STANDING, vouchersAt } from '../standing.ts'
import { assignmentsBinding, assignmentsOn } from '../validation-rules.ts'
import { findVoucher, freeCodes, voucherNamed, voucherOf, withPresentHolder } from './vouchers.ts'

function withNames({ db, t: { vouchers: v, campaigns, categories } }: Dialect) {
  return db
    .select({
      voucher: columnsOf(v),
      campaignName: campaigns.name,
      category: columnsOf(categories)
    })
    .from(v)
    .leftJoin(campaigns, same(campaigns, v, v.campaignId))
    .leftJoin(categories, same(categories, v, v.categoryId))
}

export const voucherList = narrowedList('vouchers', withNames, {
  equal: { voucherId: v => v.id, campaignId: v => v.campaignId, customerId: v => v.holderId },
  spanned: { created: v => v.createdAt, updated: v => v.updatedAt },
  // Every movement would write such an index.
  unindexed: ['updated'],
  joins: true,
  uncounted: ['', 'campaignId']
})

export const standaloneVouchersCount = totalBy('vouchers', [], v => isNull(v.campaignId))

/** As it is stored, for what changes it. @throws {Refused} for an unknown voucher. */
export async function voucherShown(session: Session, project: Project, name: string) {
  return showVoucher(session, await voucherNamed(session, project, name))
}

/** As it is at a moment. @throws {Refused} for an unknown voucher. */
export async function voucherAt(session: Session, moment: Moment, name: string) {
  return showVoucherAt(session, await voucherNamed(session, moment.project, name), moment)
}

export async function showVoucherAt(session: Session, voucher: Voucher, moment: Moment) {
  const shown = await showVoucher(session, voucher)
  const [then = shown] = await vouchersAt(session, [shown], moment)
  return then
}

async function showVoucher(session: Session, voucher: Voucher): Promise<ShownVoucher> {
  const campaign = await findCampaignOf(session, voucher)
  return {
    voucher: await withPresentHolder(session, voucher),
    campaignName: campaign?.name ?? null,
    category: await findCategoryById(session, voucher.categoryId),
    assignments: (await assignmentsBinding(session, [voucher]))(voucher)
  }
}

/** Null or absent: any. Names or ids. */
export interface VouchersWanted {
  readonly code: string | null
  readonly campaign: string | null
  readonly campaignId: string | undefined
  readonly customer: string | null
  readonly created: Span | undefined
  readonly updated: Span | undefined
  readonly order: CreationOrder
}

export async function vouchersPage(
  session: Session,
  moment: Moment,
  { code, campaign: campaignName, campaignId, customer, order, ...spans }: VouchersWanted,
  page: Page
): Promise<{ rows: readonly ShownVoucher[]; total: number }> {
  const campaign = await findSelected(campaignName, name => findCampaign(session, name))
  const holder = await findSelected(customer, name => findCustomer(session, name))
  const coded = await findSelected(code, name => findVoucher(session, moment.project, name))
  const isNone = campaign === null || holder === null || coded === null
  if (isNone || (campaign && campaignId && campaign.id !== campaignId))
    return { rows: [], total: 0 }
  const wanted = {
    voucherId: coded?.id,
    campaignId: campaign?.id ?? campaignId,
    customerId: holder?.id,
    ...spans
  }
  if (await voucherList.scansTooMany(session, wanted)) {
    const narrower = 'name a code, a campaign, a customer or a range of created_at that has fewer'
    throw longScanRefused('vouchers', `${narrower}, or export vouchers by updated_at`)
  }
  const { rows, total } = await vouchersWanted(session, wanted, order, page)
  return { rows: await shownVouchers(session, rows, moment), total }
}

type VouchersFound = Awaited<ReturnType<typeof voucherList.page>>

/** Of a campaign, and of all, the totals are kept. */
async function vouchersWanted(
  session: Session,
  wanted: Parameters<typeof voucherList.page>[3] & { readonly campaignId: string | undefined },
  order: CreationOrder,
  page: Page
): Promise<VouchersFound> {
  const { campaignId, ...rest } = wanted
  const isNarrowed = Object.values(rest).some(value => value !== undefined)
  const campaign = campaignId === undefined ? null : await findCampaignOf(session, { campaignId })
  if (isNarrowed || (campaignId !== undefined && campaign === null)) {
    return voucherList.page(session, order, page, wanted)
  }
  const rows = await voucherList.rows(session, order, page, wanted)
  if (campaign !== null)
    return { rows, total: (await countVouchers(session, campaign)).vouchersCount }
  const inCampaigns = await session.one(campaignsVouchersCount)
  const standalone = await session.one(standaloneVouchersCount)
  return { rows, total: (inCampaigns?.total ?? 0) + (standalone?.total ?? 0) }
}

async function shownVouchers(session: Session, found: VouchersFound['rows'], moment: Moment) {
  const vouchers = found.map(({ voucher }) => voucher)
  const assignmentsTo = await assignmentsBinding(session, vouchers)
  const stored = found.map(({ voucher, ...shown }) => {
    return { ...shown, voucher: voucherOf(voucher), assignments: assignmentsTo(voucher) }
  })
  return vouchersAt(session, stored, moment)
}

/**
 * What a row of a project file about a voucher needs: what its import does and, of one that is
 * there, what changing it does. A new voucher costs no more than its import.
 * @throws {Refused} when its campaign or program does not exist.
 */
export function loadEditVoucher(
  project: Project,
  command: ImportVoucher,
  limits: { readonly campaignVouchersMax: number }
) {
  const load = loadImportVoucher(project, command, limits)
  return async (session: Session, now: Instant): Promise<EditVoucherFacts> => {
    const facts = await load(session, now)
    const { stored, importedWith } = facts
    if (stored === null) return { ...facts, known: null }
    const known = {
      purse: await readPurse(session, stored),
      holder: await holderDue(session, stored, { now, project }),
      category: await findCategoryById(session, stored.categoryId),
      names: await namesOf(session, stored, { ...facts, customer: command.customer }),
      importedLots: await lotsImportedWith(session, importedWith)
    }
    return { ...facts, known }
  }
}

async function namesOf(
  session: Session,
  { campaignId, holderId }: Voucher,
  { making, holder, customer }: ImportVoucherFacts & Pick<ImportVoucher, 'customer'>
): Promise<StoredVoucherFacts['names']> {
  const isOther = campaignId !== null && campaignId !== making.adding?.campaign.id
  const campaign = isOther ? await findCampaign(session, campaignId) : null
  const isOwned = customer !== null && holderId !== null && holderId !== holder?.id
  const owner = isOwned ? await customerSent(session, { id: holderId }) : null
  return {
    ...(campaign?.name && { campaign: campaign.name }),
    ...(owner?.sourceId && { holder: owner.sourceId })
  }
}

/** By their days; null where one of them is in another lot now. */
async function lotsImportedWith(
  session: Session,
  { lots: lines = [] }: ImportedWith
): Promise<StoredVoucherFacts['importedLots']> {
  if (lines.length === 0) return []
  const found = await session.all(lotsNamed, { ids: lines.map(({ id }) => id) })
  const days = new Map(found.map(({ id, expiresOn }) => [id, expiresOn]))
  const lots = lines.flatMap(({ id, amount: points }) => {
    const expiresOn = days.get(id)
    return expiresOn === undefined ? [] : [{ points, expiresOn }]
  })
  return lots.length === lines.length ? lots : null
}

/*
 * What importing a voucher needs to know. Codes are given and not drawn, so none are counted or
 * tried: the cost of a row does not grow with the campaign.
 */

/** What of an import stands in the row of a voucher. */
export const importOfVoucher = rowsBy('vouchers', ['id'], {
  pick: ['redeemedElsewhere', 'importedAs']
})

/** What a voucher was imported with: the movements of an import are its first. */
async function readImportedWith(
  session: Session,
  { id, createdAt }: Voucher
): Promise<ImportedWith> {
  const first = { voucherId: id, after: '', limit: 2, offset: 0 }
  const entries = await session.all(transactionsBy.created_at, first)
  const row = await session.one(importOfVoucher, { id })
  const { redeemedElsewhere = 0, importedAs: said = null } = row ?? {}
  const told = said?.amounts
  // A caller may give the same reason to a movement; the one of an import came with the voucher.
  const imports = entries
    .filter(entry => entry.cause.reason === IMPORTED.reason && entry.createdAt === createdAt)
    .slice(0, told?.length)
  const amounts = told ?? imports.map(({ amount }) => amount)
  const lots = imports.flatMap(({ lots }) => lots)
  return { redeemedElsewhere, said, amounts, lots }
}

/** @throws {Refused} when its campaign or program does not exist. */
export function loadImportVoucher(
  project: Project,
  { code, campaign: name, customer, content, settings }: ImportVoucher,
  { campaignVouchersMax }: { readonly campaignVouchersMax: number }
) {
  return async (session: Session, now: Instant): Promise<ImportVoucherFacts> => {
    const isCard = content.type === 'LOYALTY_CARD'
    const find = isCard ? programNamed : campaignNamed
    const campaign = name === null ? null : await countVouchers(session, await find(session, name))
    const holder = await customerSent(session, { sourceId: customer })
    const program = isCard && campaign ? { program: campaign } : {}
    const asked = { event: null, customer: holder, now, ...program }
    const schema = await schemaOf(session, 'voucher')
    const free = await freeCodes(session, [code], project)
    const stored = free.length === 0 ? await findVoucher(session, project, code) : null
    const named = settings.category ?? null
    const category = named === null ? null : await findCategory(session, named)
    const making = { category, schema, freeCodes: free }
    const space = { codesUsed: 0, vouchersMax: campaignVouchersMax }
    const nothing: ImportedWith = { amounts: [], redeemedElsewhere: 0, said: null }
    return {
      ...(customer === null ? NO_STANDING : await loadStanding(session, asked)),
      stored,
      importedWith: stored === null ? nothing : await readImportedWith(session, stored),
      making: {
        ...making,
        // The row says its own category, which is written over that of the campaign.
        adding: campaign && { ...making, ...space, category: null, campaign }
      },
      holder,
      customerSchema: customer === null ? null : await schemaOf(session, 'customer')
    }
  }
}

interface Shown {
  readonly shown: ShownVoucher
}

/** @throws {Refused} when there is no such voucher. */
export function loadUpdateVoucher(project: Project, code: string, { category }: UpdateVoucher) {
  return async (session: Session, now: Instant): Promise<UpdateVoucherFacts & Shown> => {
    const switching = await loadSwitchVoucher(project, code)(session, now)
    return {
      ...switching,
      ...(await readHolds(session, switching.voucher)),
      category: category == null ? null : await findCategory(session, category),
      schema: await schemaOf(session, 'voucher')
    }
  }
}

/** What switching a voucher needs. @throws {Refused} when there is no such voucher. */
export function loadSwitchVoucher(project: Project, code: string) {
  return async (session: Session, now: Instant): Promise<SwitchVoucherFacts & Shown> => {
    const shown = await voucherShown(session, project, code)
    const { voucher } = shown
    return { shown, voucher, holder: await holderDue(session, voucher, { now, project }) }
  }
}

/** @throws {Refused} when there is no such voucher. */
export function loadDeleteVoucher(project: Project, code: string) {
  return async (session: Session): Promise<DeleteVoucherFacts> => {
    await holdSetUp(session)
    const voucher = await voucherNamed(session, project, code)
    const of = { voucherId: voucher.id, limit: USERS_NAMED + 1, offset: 0 }
    const given = await session.all(publicationsOfVoucher, of)
    const redeemed = await session.all(redemptionsOfVoucher, of)
    const entries = await session.all(entriesOfVoucher, of)
    const campaign = await findCampaignOf(session, voucher)
    return {
      voucher,
      campaign: campaign && (await countVouchers(session, campaign)),
      assignments: await assignmentsOn(session, [voucher.id]),
      users: [
        ...redeemed.map(({ id }): User => ({ type: 'redemption', id })),
        ...given.map(({ publication }): User => ({ type: 'publication', id: publication.id }))
      ],
      entries: entries.map(ledgerEntryOf)
    }
  }
}

/** @throws {Refused} when there is no such voucher. */
export function loadVoucherBalance(project: Project, code: string) {
  return async (session: Session, now: Instant): Promise<UpdateVoucherBalanceFacts> => {
    const voucher = await voucherNamed(session, project, code)
    const program = voucher.card === null ? null : await findCampaignOf(session, voucher)
    const customer = await customerSent(session, { id: voucher.holderId })
    const asked = { event: null, customer, now, preferred: program === null ? [] : [voucher.id] }
    const standing = await loadStanding(session, asked)
    return { ...standing, customer, program, purse: await purseIn(session, standing, voucher) }
  }
}
