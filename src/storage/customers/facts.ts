/**
 * Customers as answers and their page show them, as of a moment, and what saving one needs to know.
 * Spec: getCustomer, listCustomers, sendCustomEvent, Customer.referrals, eraseCustomer,
 * Customer.assets, createCustomer, updateCustomer.
 */
import { and, asc, isNull, sql } from 'drizzle-orm/sql'
import type { Moment } from '../../decisions/changes.ts'
import {
  type CustomerProfile,
  type ImportCustomerFacts,
  profileAfter,
  type SaveCustomer,
  type UpsertCustomerFacts
} from '../../decisions/customers/customers.ts'
import type { Followed } from '../../decisions/customers/erasure.ts'
import type { ReferralFacts } from '../../decisions/events.ts'
import type { Standing } from '../../decisions/standing/standing.ts'
import type { Campaign, Customer, Order, Redemption, Referral, Voucher } from '../../model.ts'
import { dayAt, type Instant } from '../../rules/validity.ts'
import { findCampaignOf } from '../campaigns/campaigns.ts'
import { type ChangeKinds, STEP } from '../engine/change-kinds.ts'
import { insertInto, rowsAmong, rowsBy } from '../engine/queries.ts'
import { type Session, together, write } from '../engine/session.ts'
import {
  type CreationOrder,
  command,
  type Given,
  is,
  mine,
  type Page,
  same,
  statement
} from '../engine/statements.ts'
import { tierMembershipsOfCustomer } from '../loyalty-tiers.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { entriesOfVoucher, ledgerEntryOf } from '../points/ledger.ts'
import { pendingPointsUp } from '../points/movements.ts'
import { redemptionOf } from '../redemptions/redemptions.ts'
import { findSelected, type Span } from '../resources.ts'
import { loadStanding, standingsAt } from '../standing.ts'
import {
  cardsOfCustomer,
  voucherOf,
  vouchersOfCustomer,
  vouchersOfCustomerCount,
  withPresentHolder
} from '../vouchers/vouchers.ts'
import {
  customerById,
  customerBySourceId,
  customerList,
  customerNamed,
  customerOf,
  customerSent,
  customersCount,
  totalsOfCustomer
} from './customers.ts'

/** Which customers are asked for; undefined: any. */
interface CustomersWanted {
  readonly email?: string | undefined
  readonly sourceId?: string | undefined
  readonly created?: Span | undefined
  readonly updated?: Span | undefined
  /** When the last one of the page before was created. */
  readonly since?: Instant | undefined
}

export async function customersPage(
  session: Session,
  moment: Moment,
  wanted: CustomersWanted,
  { order, ...page }: Page & { readonly order: CreationOrder }
): Promise<{ rows: readonly CustomerProfile[]; total: number }> {
  const { rows, total } = await customersWanted(session, wanted, order, page)
  const customers = rows.map(customerOf)
  const ids = customers.map(({ id }) => id)
  const [standings, ...profiles] = await together(
    standingsAt(session, ids, moment),
    ...customers.map(customer => profileOf(session, customer))
  )
  return { rows: profiles.map(profile => asOf(profile, standings)), total }
}

/** A page of those who are wanted, and how many there are; `since` narrows the page alone. */
async function customersWanted(
  session: Session,
  { sourceId, since, ...rest }: CustomersWanted,
  order: CreationOrder,
  page: Page
) {
  const row = await findSelected(sourceId ?? null, name =>
    session.one(customerBySourceId, { sourceId: name }).then(found => found ?? null)
  )
  if (row === null) return { rows: [], total: 0 }
  const wanted = { customerId: row?.id, ...rest }
  const isAll = Object.values(wanted).every(value => value === undefined)
  const cursor = since === undefined ? {} : { created: onwards(order, since, rest.created) }
  if (!isAll) return customerList.page(session, order, page, wanted, cursor)
  const [rows, count] = await together(
    customerList.rows(session, order, page, cursor),
    session.one(customersCount)
  )
  return { rows, total: count?.total ?? 0 }
}

/** What comes after an instant in an order, within a span. */
function onwards(order: CreationOrder, since: Instant, span: Span | undefined): Span {
  const { after = null, before = null } = span ?? {}
  return order === 'created_at'
    ? { after: after !== null && after > since ? after : since, before }
    : { after, before: before !== null && before < since ? before : since }
}

/** The answer of getCustomer, at a cost that does not grow. @throws {Refused} for nobody. */
export async function profileNamed(
  session: Session,
  moment: Moment,
  name: string
): Promise<CustomerProfile> {
  const customer = await customerNamed(session, name)
  const [profile, standings] = await together(
    profileOf(session, customer),
    standingsAt(session, [customer.id], moment)
  )
  return asOf(profile, standings)
}

function asOf(profile: CustomerProfile, standings: Awaited<ReturnType<typeof standingsAt>>) {
  const standing = standings.get(profile.customer.id)
  return standing === undefined ? profile : profileAfter(profile, standing)
}

/** What is booked of a customer; its cost does not grow with their history. */
export async function profileOf(session: Session, customer: Customer): Promise<CustomerProfile> {
  const of = { customerId: customer.id }
  const [totals, held, memberships, referrals, referred] = await together(
    session.one(totalsOfCustomer, of),
    session.all(cardsOfCustomer, of),
    session.all(tierMembershipsOfCustomer, of),
    session.all(referralsOfCustomer, of),
    session.all(referrerTotalsOf, of)
  )
  if (totals === undefined) throw new Error(`Customer ${customer.id} has no totals; run the audit`)
  const tiers = new Map(memberships.map(({ voucherId, tierId }) => [voucherId, tierId]))
  const campaigns = await together(...held.map(row => findCampaignOf(session, row)))
  const cards = held.map((row, index) => ({
    voucherId: row.id,
    campaignName: campaigns[index]?.name ?? '',
    balance: voucherOf(row).card?.balance ?? 0,
    loyaltyTierId: tiers.get(row.id) ?? null
  }))
  return { customer, totals, cards, referrals, referred }
}

export const referralToCampaign = rowsBy('referrals', ['customerId', 'campaignId'])

export const referralsOfCustomer = rowsBy('referrals', ['customerId'], { up: ['campaignId'] })

export const referrerTotalsOf = statement(({ db, t }, given: Given<{ customerId: string }>) => {
  const { referrerTotals: totals, campaigns } = t
  const { campaignId, referredCustomers } = totals
  return db
    .select({ campaignId, campaignName: campaigns.name, referredCustomers })
    .from(totals)
    .innerJoin(campaigns, same(campaigns, totals, campaignId))
    .where(and(mine(totals), is(totals.customerId, given.customerId)))
    .orderBy(asc(campaignId))
})

export const insertReferral = insertInto('referrals')

export const countReferred = command(
  ({ db, t }, given: Given<Pick<Referral, 'customerId' | 'campaignId'>>) => {
    const { referrerTotals: totals } = t
    const { customerId, campaignId } = given
    const projectId = sql.placeholder('projectId')
    return db
      .insert(totals)
      .values({ projectId, customerId, campaignId, referredCustomers: 1 })
      .onConflictDoUpdate({
        target: [totals.projectId, totals.customerId, totals.campaignId],
        set: { referredCustomers: sql`${totals.referredCustomers} + 1` }
      })
  }
)

/** How a customer was sent to a campaign; null when nobody sent them. */
export async function findReferral(
  session: Session,
  campaign: Pick<Campaign, 'id'> | null,
  customer: Pick<Customer, 'id'> | null
): Promise<Referral | null> {
  if (campaign === null || customer === null) return null
  const of = { customerId: customer.id, campaignId: campaign.id }
  return (await session.one(referralToCampaign, of)) ?? null
}

export async function referralBy(
  session: Session,
  voucher: Voucher,
  customer: Customer | null
): Promise<ReferralFacts> {
  const campaign = await findCampaignOf(session, voucher)
  return {
    voucher: await withPresentHolder(session, voucher),
    campaign,
    referred: await findReferral(session, campaign, customer)
  }
}

export const referralChanges: ChangeKinds<'customer.referred'> = {
  'customer.referred': {
    step: STEP.referrals,
    row: ({ referral }) => `${referral.referrerId} ${referral.campaignId}`,
    write: async (session, change) => {
      const { referrerId: customerId, campaignId } = change.referral
      await write(session, change, insertReferral, change.referral)
      await write(session, change, countReferred, { customerId, campaignId })
    }
  }
}

/*
 * Where the redemptions lead of somebody who is erased, and those that name nobody of their
 * vouchers: an order that nobody sent is nobody's, also where a customer redeemed. And what nobody
 * redeemed on orders that became theirs.
 */

export const ordersOfNobody = rowsAmong('orders', 'id', 'ids', {
  and: order => isNull(order.customerId)
})

export const redemptionsOfNobody = rowsAmong('redemptions', 'id', 'ids', {
  and: redemption => isNull(redemption.customerId)
})

export const partsOfNobody = rowsAmong('redemptions', 'stackId', 'ids', {
  and: redemption => isNull(redemption.customerId)
})

/** The rest of their stacks, their orders, and all that was redeemed on these. */
export async function followedFrom(
  session: Session,
  rows: readonly Redemption[]
): Promise<Followed> {
  if (rows.length === 0) return { redemptions: [], orders: [] }
  const stacks = [...new Set(rows.flatMap(({ stackId }) => stackId ?? []))]
  const orders = await session.all(ordersOfNobody, {
    ids: [...new Set(rows.flatMap(({ order }) => order?.id ?? []))]
  })
  const ids = [...new Set([...stacks, ...orders.flatMap(redeemedOn)])]
  const found = [
    ...(await session.all(redemptionsOfNobody, { ids })),
    ...(await session.all(partsOfNobody, { ids: stacks }))
  ]
  const others = new Map(found.map(row => [row.id, redemptionOf(row)]))
  for (const { id } of rows) others.delete(id)
  return { redemptions: [...others.values()], orders }
}

export async function redeemedByNobody(session: Session, orders: readonly Order[]) {
  const ids = orders.flatMap(redeemedOn)
  const found = ids.length === 0 ? [] : await session.all(redemptionsOfNobody, { ids })
  return { redemptions: found.map(redemptionOf), orders: [] }
}

/** Every redemption on an order, parts of stacks and rollbacks as well. */
function redeemedOn({ redemptions }: Order): readonly string[] {
  return Object.entries(redemptions).flatMap(([id, link]) => [
    id,
    ...(link.stacked ?? []),
    ...(link.rollbackId === undefined ? [] : [link.rollbackId]),
    ...(link.rollbackStacked ?? [])
  ])
}

export function loadImportCustomer(command: SaveCustomer) {
  return async (session: Session, now: Instant): Promise<ImportCustomerFacts> => {
    const stored = await customerSent(session, command)
    return {
      ...(await loadStanding(session, { event: null, customer: stored, now })),
      stored,
      schema: await schemaOf(session, 'customer')
    }
  }
}

const SHOWN = { cards: 10, vouchers: 50, movements: 60, pending: 100 }

/** Null for nobody. By id alone: a url never becomes another customer's. */
export async function customerPageOf(session: Session, moment: Moment, customerId: string) {
  const { now, project } = moment
  const row = await session.one(customerById, { id: customerId })
  if (row === undefined) return null
  const customer = customerOf(row)
  const of = { customerId: customer.id }
  const held = await session.all(cardsOfCustomer, of)
  const standing = (await standingsAt(session, [customer.id], moment)).get(customer.id) ?? null
  const cards = []
  for (const row of held.slice(0, SHOWN.cards)) {
    const campaign = await findCampaignOf(session, row)
    const then = standing?.programs.find(({ card }) => card?.voucher.id === row.id)
    const voucher = then?.card?.voucher ?? voucherOf(row)
    const history = await historyOf(session, voucher, moment, standing)
    cards.push({ voucher, campaignName: campaign?.name ?? '', ...history })
  }
  const found = await session.all(vouchersOfCustomer, { ...of, limit: SHOWN.vouchers })
  const isFull = found.length === SHOWN.vouchers
  const total = isFull ? (await session.one(vouchersOfCustomerCount, of))?.total : undefined
  const vouchers = []
  for (const voucher of found.map(voucherOf)) {
    const campaign = await findCampaignOf(session, voucher)
    vouchers.push({ voucher, campaignName: campaign?.name ?? null })
  }
  const more = {
    cards: held.length - cards.length,
    vouchers: (total ?? found.length) - found.length
  }
  return { project, now, customer, cards, vouchers, more }
}

/** What nobody has booked yet is a movement like the others, for the balance to follow from. */
async function historyOf(
  session: Session,
  { id: voucherId }: Voucher,
  { now, project }: Moment,
  standing: Standing | null
) {
  const of = { voucherId, limit: SHOWN.pending, day: dayAt(now, project.timezone) }
  const pending = await session.all(pendingPointsUp, { ...of, after: '' })
  const booked = await session.all(entriesOfVoucher, { voucherId, limit: SHOWN.movements })
  const due = (standing?.changes ?? []).flatMap(change =>
    change.kind === 'points.moved' && change.entry.voucherId === voucherId ? [change.entry] : []
  )
  return {
    pending: pending.sort((a, b) => (a.activatesOn < b.activatesOn ? -1 : 1)),
    movements: [...due.toReversed(), ...booked.map(ledgerEntryOf)].slice(0, SHOWN.movements)
  }
}

export function loadSaveCustomer(command: SaveCustomer) {
  return async (session: Session, now: Instant): Promise<UpsertCustomerFacts> =>
    factsOf(session, await customerSent(session, command), now)
}

/** The same for a known customer, by id or source id. @throws {Refused} when there is none. */
export function loadUpdateCustomer(name: string) {
  return async (session: Session, now: Instant): Promise<UpsertCustomerFacts> =>
    factsOf(session, await customerNamed(session, name), now)
}

async function factsOf(session: Session, stored: Customer | null, now: Instant) {
  const [standing, schema, profile] = await together(
    loadStanding(session, { event: null, customer: stored, now }),
    schemaOf(session, 'customer'),
    stored && profileOf(session, stored)
  )
  return { ...standing, stored, schema, profile }
}
