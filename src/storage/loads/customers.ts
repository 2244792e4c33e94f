/**
 * What is known of a customer when a request describes them, and what their answer shows.
 *
 * Spec: Resources, Customer; Endpoints 13.
 */

import type { SaveCustomer, UpsertCustomerFacts } from '../../decisions/customers/customers.ts'
import type { DeleteCustomerFacts } from '../../decisions/customers/deletion.ts'
import { type CustomerProfile, profileAfter } from '../../decisions/customers/profiles.ts'
import type { Purse } from '../../decisions/points/ledger.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type { Moment } from '../../decisions/standing/calendar.ts'
import type { Customer, Instant } from '../../model.ts'
import { customerSent, findCustomer, schemaOf } from '../loads.ts'
import * as rows from '../rows.ts'
import type { Session } from '../statements.ts'
import { standingsAt } from './moments.ts'
import { loadStanding, purseIn } from './standing.ts'

/** What upsertCustomer needs for whoever the command names. */
export function loadSaveCustomer(command: SaveCustomer) {
  return async (session: Session, now: Instant): Promise<UpsertCustomerFacts> =>
    factsOf(session, await customerSent(session, command), now)
}

/** The same for who is known by an id or a source id. @throws {Refused} when nobody is. */
export function loadUpdateCustomer(name: string) {
  return async (session: Session, now: Instant): Promise<UpsertCustomerFacts> =>
    factsOf(session, await knownCustomer(session, name), now)
}

async function factsOf(
  session: Session,
  stored: Customer | null,
  now: Instant
): Promise<UpsertCustomerFacts> {
  return {
    ...(await loadStanding(session, { event: null, customer: stored, now })),
    stored,
    schema: await schemaOf(session, 'customer'),
    profile: stored === null ? null : await profileOf(session, stored)
  }
}

/** Sorts after every day. */
const AFTER_ALL_DAYS = '9999-12-31'

/** What deleteCustomer needs. @throws {Refused} when nobody is known by the name. */
export function loadDeleteCustomer(name: string) {
  return async (session: Session, now: Instant): Promise<DeleteCustomerFacts> => {
    const customer = await knownCustomer(session, name)
    const asked = { event: null, customer, now, segmentsMatter: true }
    const standing = await loadStanding(session, asked)
    const of = { customerId: customer.id }
    const cards: Purse[] = []
    for (const { voucher } of await session.all('cardsOfCustomer', of)) {
      cards.push(await purseIn(session, standing, rows.voucherOf(voucher)))
    }
    const waiting = {
      voucherIds: JSON.stringify(cards.map(({ voucher }) => voucher.id)),
      day: AFTER_ALL_DAYS
    }
    return {
      ...standing,
      customer,
      cards,
      pending: (await session.all('pendingPointsDueOn', waiting)).map(rows.pendingPointsOf),
      memberships: (await session.all('tierMembershipsOfCustomer', of)).map(rows.tierMembershipOf)
    }
  }
}

/** By id, then by source id. @throws {Refused} when neither answers. */
export async function knownCustomer(session: Session, name: string): Promise<Customer> {
  const customer = await findCustomer(session, name)
  if (customer === null) throw new Refused(notFound('customer', name))
  return customer
}

/** What the answer about a customer shows as of a moment. */
export async function profileAt(
  session: Session,
  customer: Customer,
  moment: Moment
): Promise<CustomerProfile> {
  const profile = await profileOf(session, customer)
  const standing = (await standingsAt(session, [customer.id], moment)).get(customer.id)
  return standing === undefined ? profile : profileAfter(profile, standing)
}

/** The same as it is booked; its cost does not grow with their history. */
export async function profileOf(session: Session, customer: Customer): Promise<CustomerProfile> {
  const of = { customerId: customer.id }
  const totals = await session.one('totalsOfCustomer', of)
  if (totals === undefined) throw new Error(`Customer ${customer.id} has no totals; run the audit`)
  const cards = await session.all('cardsOfCustomer', of)
  const memberships = await session.all('tierMembershipsOfCustomer', of)
  const tiers = new Map(memberships.map(({ voucherId, tierId }) => [voucherId, tierId]))
  return {
    customer,
    totals: rows.customerTotalsOf(totals),
    cards: cards.map(({ voucher, campaign }) => ({
      voucherId: voucher.id,
      campaignName: campaign.name,
      balance: rows.voucherOf(voucher).card?.balance ?? 0,
      loyaltyTierId: tiers.get(voucher.id) ?? null
    })),
    referrals: (await session.all('referralsOfCustomer', of)).map(rows.referralOf),
    referred: await session.all('referrerTotalsOf', of)
  }
}
