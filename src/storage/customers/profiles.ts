/**
 * What the answers about customers show, as of a moment.
 *
 * Spec: getCustomer, listCustomers.
 */
import { type CustomerProfile, profileAfter } from '../../decisions/customers/profiles.ts'
import type { Moment } from '../../decisions/occasion.ts'
import type { Customer } from '../../model.ts'
import { findCampaignOf } from '../campaigns/campaigns.ts'
import { type Session, together } from '../engine/session.ts'
import { tierMembershipsOfCustomer } from '../loyalty-tiers/loyalty-tiers.ts'
import type { CreationOrder, Page } from '../pages.ts'
import { standingsAt } from '../standing/moments.ts'
import { cardsOfCustomer, voucherOf } from '../vouchers/vouchers.ts'
import {
  customerBySourceId,
  customerNamed,
  customerOf,
  customersBy,
  customersCount,
  customersOfEmailBy,
  customersOfEmailCount
} from './customers.ts'
import { referralOf, referralsOfCustomer, referrerTotalsOf } from './referrals.ts'
import { customerTotalsOf, totalsOfCustomer } from './totals.ts'

/** Which customers are asked for; undefined: any. */
export interface CustomersWanted {
  readonly email?: string | undefined
  readonly sourceId?: string | undefined
}

/** What one customer's answer shows, for each of a page. */
export async function customersPage(
  session: Session,
  moment: Moment,
  wanted: CustomersWanted,
  { order, ...page }: Page & { readonly order: CreationOrder }
): Promise<{ customers: readonly CustomerProfile[]; total: number }> {
  const { found, total } = await customersWanted(session, wanted, order, page)
  const customers = await profilesAt(session, found.map(customerOf), moment)
  return { customers, total }
}

/** A page of those who are wanted, and how many there are. */
async function customersWanted(
  session: Session,
  { email, sourceId }: CustomersWanted,
  order: CreationOrder,
  { limit, offset }: Page
) {
  if (sourceId !== undefined) {
    const row = await session.one(customerBySourceId, { sourceId })
    const meant = row === undefined || (email !== undefined && row.email !== email) ? [] : [row]
    return { found: meant.slice(offset, offset + limit), total: meant.length }
  }
  if (email !== undefined) {
    const [found, count] = await together(
      session.all(customersOfEmailBy[order], { email, limit, offset }),
      session.one(customersOfEmailCount, { email })
    )
    return { found, total: count?.total ?? 0 }
  }
  const [found, count] = await together(
    session.all(customersBy[order], { limit, offset }),
    session.one(customersCount)
  )
  return { found, total: count?.total ?? 0 }
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

async function profilesAt(
  session: Session,
  customers: readonly Customer[],
  moment: Moment
): Promise<readonly CustomerProfile[]> {
  const ids = customers.map(({ id }) => id)
  const [standings, ...profiles] = await together(
    standingsAt(session, ids, moment),
    ...customers.map(customer => profileOf(session, customer))
  )
  return profiles.map(profile => asOf(profile, standings))
}

/** What is booked, and what the calendar has brought since. */
function asOf(
  profile: CustomerProfile,
  standings: Awaited<ReturnType<typeof standingsAt>>
): CustomerProfile {
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
  return {
    customer,
    totals: customerTotalsOf(totals),
    cards,
    referrals: referrals.map(referralOf),
    referred
  }
}
