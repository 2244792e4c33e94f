/**
 * Customers: found by id or source id, a page of them, and what is booked of one.
 *
 * The row of a deleted customer stays, because others refer to it, but nothing finds it except by
 * `customerEver`.
 *
 * Spec: getCustomer, listCustomers, Customer; Decision 80.
 */
import type { CustomerProfile } from '../../decisions/customers/profiles.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { Customer } from '../../model.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import type { CreationOrder, Page } from '../pages.ts'
import { voucherOf } from '../vouchers/vouchers.ts'
import { referralOf } from './referrals.ts'
import { customerTotalsOf } from './totals.ts'

/** Of one who is there: that of a deleted one is found by no statement. */
export function customerOf(row: Row<'customers'>): model.Customer {
  const { deletedAt: _, ...customer } = withoutProject(row)
  return customer
}

/** By id, then by source id; null when neither answers. */
export async function findCustomer(session: Session, name: string): Promise<Customer | null> {
  const row =
    (await session.one('customerById', { id: name })) ??
    (await session.one('customerBySourceId', { sourceId: name }))
  return row === undefined ? null : customerOf(row)
}

/** Who a request's customer is: by id alone when one is sent, else by source id. */
export async function customerSent(
  session: Session,
  sent: { readonly id?: string | null | undefined; readonly sourceId?: string | null | undefined }
): Promise<Customer | null> {
  const row = sent.id
    ? await session.one('customerById', { id: sent.id })
    : sent.sourceId
      ? await session.one('customerBySourceId', { sourceId: sent.sourceId })
      : undefined
  return row === undefined ? null : customerOf(row)
}

/** By id, then by source id. @throws {Refused} when neither answers. */
export async function customerNamed(session: Session, name: string): Promise<Customer> {
  const customer = await findCustomer(session, name)
  if (customer === null) throw new Refused(notFound('customer', name))
  return customer
}

/** Which customers are asked for; undefined: any. */
export interface CustomersWanted {
  readonly email?: string | undefined
  readonly sourceId?: string | undefined
}

/** A page of those who are wanted, and how many there are. */
export async function customersWanted(
  session: Session,
  { email, sourceId }: CustomersWanted,
  order: CreationOrder,
  { limit, offset }: Page
) {
  if (sourceId !== undefined) {
    const row = await session.one('customerBySourceId', { sourceId })
    const meant = row === undefined || (email !== undefined && row.email !== email) ? [] : [row]
    return { found: meant.slice(offset, offset + limit), total: meant.length }
  }
  if (email !== undefined) {
    const found = await session.all(`customers of email by ${order}`, { email, limit, offset })
    const count = await session.one('customersOfEmailCount', { email })
    return { found, total: count?.total ?? 0 }
  }
  const found = await session.all(`customers by ${order}`, { limit, offset })
  const count = await session.one('customersCount')
  return { found, total: count?.total ?? 0 }
}

/** What is booked of a customer; its cost does not grow with their history. */
export async function profileOf(session: Session, customer: Customer): Promise<CustomerProfile> {
  const of = { customerId: customer.id }
  const totals = await session.one('totalsOfCustomer', of)
  if (totals === undefined) throw new Error(`Customer ${customer.id} has no totals; run the audit`)
  const cards = await session.all('cardsOfCustomer', of)
  const memberships = await session.all('tierMembershipsOfCustomer', of)
  const tiers = new Map(memberships.map(({ voucherId, tierId }) => [voucherId, tierId]))
  return {
    customer,
    totals: customerTotalsOf(totals),
    cards: cards.map(({ voucher, campaign }) => ({
      voucherId: voucher.id,
      campaignName: campaign.name,
      balance: voucherOf(voucher).card?.balance ?? 0,
      loyaltyTierId: tiers.get(voucher.id) ?? null
    })),
    referrals: (await session.all('referralsOfCustomer', of)).map(referralOf),
    referred: await session.all('referrerTotalsOf', of)
  }
}

/** Ids by what customers are called; an id wins over a source id that is spelled like it. */
export async function customerIdsByName(
  session: Session,
  names: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  if (names.length === 0) return found
  const texts = JSON.stringify(names)
  for (const { id, sourceId } of await session.all('customersBySourceId', { sourceIds: texts })) {
    if (sourceId !== null) found.set(sourceId, id)
  }
  for (const { id } of await session.all('customersById', { ids: texts })) found.set(id, id)
  return found
}
