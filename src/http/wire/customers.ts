/**
 * Customers on the wire: as a command; in full, with the kept totals of their cards, orders and
 * redemptions; and in short inside other answers. And the segments they are in. What our own
 * answers carry and a client sends back (`readOnly` in the documents) is left out here.
 * Spec: CustomerRequest, Customer, SimpleCustomer, Segment, SegmentFilterRequest.
 */
import type { CustomerProfile, SaveCustomer } from '../../decisions/customers/customers.ts'
import type { Erasure } from '../../decisions/customers/erasure.ts'
import type { CreateSegment, ShownSegment } from '../../decisions/segments.ts'
import { averageOf } from '../../decisions/standing/standing.ts'
import type { CustomerTotals, SimpleCustomer } from '../../model.ts'
import { customerUrl, type Linking } from '../links.ts'
import type { Request } from '../types.ts'
import { readerOf, type Schemas, viewOf, type Wire, withoutNulls } from '../wire.ts'
import { fieldConditions, metadataOf, queryInstant, querySpan } from './values.ts'

const readPerson = readerOf('id source_id name email phone description birthday birthdate')

/** The customer of a request, where it stands in the body: their names and their properties. */
export function customerCommand(customer: Schemas['CustomerRequest'], at?: string): SaveCustomer {
  return {
    ...readPerson(customer),
    address: customer.address as SaveCustomer['address'],
    metadata: metadataOf(customer.metadata),
    ...(at !== undefined && { at })
  }
}

/** The customer in the path; names in the body are left out. */
export function updateCustomerCommand(body: Schemas['UpdateCustomerRequest']): SaveCustomer {
  const { id: _, source_id: __, ...said } = body
  return customerCommand(said, '')
}

/** Those of an e-mail address or a source id; all of them where the query names neither. */
export function wantedCustomers(query: Request<'listCustomers'>['query']) {
  return {
    email: query.email,
    sourceId: query.source_id,
    created: querySpan(query, 'created_at'),
    updated: querySpan(query, 'updated_at'),
    since: queryInstant(query.starting_after, 'starting_after') ?? undefined
  }
}

const viewPerson = viewOf(
  'id source_id? name? email? phone? description? birthday? birthdate? address metadata',
  'system_metadata created_at updated_at'
)

/** Profile properties that are unknown are absent, `address` alone is null. */
export function viewCustomer(shown: CustomerProfile, linking: Linking): Wire<'Customer'> {
  const { customer, totals, referrals } = shown
  return {
    ...viewPerson(customer),
    assets: { cockpit_url: customerUrl(linking, customer.id) },
    summary: viewSummary(totals),
    loyalty: viewLoyalty(shown),
    referrals: {
      total: referrals.length,
      campaigns: referrals.map(({ campaignId, voucherId, referrerId, createdAt }) => ({
        campaign_id: campaignId,
        referrer_id: referrerId,
        related_object_id: voucherId,
        related_object_type: 'voucher',
        date: createdAt
      }))
    },
    object: 'customer'
  }
}

function viewSummary(totals: CustomerTotals): Wire<'CustomerSummary'> {
  return {
    redemptions: {
      total_redeemed: totals.redemptionsSucceeded + totals.redemptionsFailed,
      total_failed: totals.redemptionsFailed,
      total_succeeded: totals.redemptionsSucceeded,
      total_rolled_back: totals.rollbacksSucceeded + totals.rollbacksFailed,
      total_rollback_failed: totals.rollbacksFailed,
      total_rollback_succeeded: totals.rollbacksSucceeded,
      gift: { redeemed_amount: totals.giftRedeemedAmount, amount_to_go: totals.giftBalance },
      loyalty_card: { redeemed_points: totals.cardRedeemedPoints, points_to_go: totals.cardBalance }
    },
    orders: {
      total_amount: totals.ordersAmount,
      total_count: totals.ordersCount,
      average_amount: averageOf(totals.ordersAmount, totals.ordersCount),
      last_order_amount: totals.lastOrderAmount,
      ...withoutNulls({ last_order_date: totals.lastOrderDate })
    }
  }
}

/**
 * Cards first, then the campaigns that only brought customers. Several cards of one campaign are
 * summed, and the first tier shows.
 */
function viewLoyalty({ totals, cards, referred }: CustomerProfile): Wire<'CustomerLoyalty'> {
  const campaigns = new Map<string, typeof NOTHING>()
  for (const { campaignName, balance, loyaltyTierId } of cards) {
    const { points, tierId, customers } = campaigns.get(campaignName) ?? NOTHING
    const sums = { points: points + balance, tierId: tierId ?? loyaltyTierId, customers }
    campaigns.set(campaignName, sums)
  }
  for (const { campaignName, referredCustomers } of referred) {
    const sums = campaigns.get(campaignName) ?? NOTHING
    campaigns.set(campaignName, { ...sums, customers: sums.customers + referredCustomers })
  }
  const shown = [...campaigns].map(([name, { points, tierId, customers }]) => [
    name,
    { points, referred_customers: customers, ...withoutNulls({ loyalty_tier: tierId }) }
  ])
  return {
    points: totals.cardBalance,
    referred_customers: referred.reduce((sum, each) => sum + each.referredCustomers, 0),
    // Safe for a campaign of any name: fromEntries defines `__proto__` like every other key.
    campaigns: Object.fromEntries(shown)
  }
}

const NOTHING = { points: 0, tierId: null as string | null, customers: 0 }

/** Every property is there; null where it is unknown, or where there is no customer. */
export const viewSimpleCustomer: (
  customer: Pick<SimpleCustomer, 'id' | 'name' | 'email' | 'sourceId' | 'metadata'>
) => Wire<'SimpleCustomer'> = viewOf('id name email source_id metadata object:customer')

const viewErasure = viewOf(
  'id related_object_id related_object:customer status created_at updated_at',
  'object:permanent_deletion'
)

/** The erasure as it was begun; its async action says how it goes on. */
export function viewCustomerErasure({ customerId, action }: Erasure): Wire<'CustomerErasure'> {
  return viewErasure({ ...action, relatedObjectId: customerId })
}

export function segmentCommand(body: Schemas['SegmentRequest']): CreateSegment {
  const { name, type, filter, customers } = body
  if (!filter) return { name, type, filter, customers }
  // Fields stand beside `junction`, each with its conditions; the decision checks them.
  const { junction: sent = 'and', ...fields } = filter
  const junction = String(sent).toLowerCase() === 'or' ? 'or' : 'and'
  return { name, type, filter: { junction, fields: fieldConditions(fields) }, customers }
}

const segmentView = viewOf('id name created_at type filter initial_sync_status object:segment')

/** Its filter shows the fields beside `junction`. */
export function viewSegment({ segment, synchronized }: ShownSegment): Wire<'Segment'> {
  const { junction, fields } = segment.filter ?? {}
  const shown = Object.entries(fields ?? {}).map(([name, conditions]) => [name, { conditions }])
  return segmentView({
    ...segment,
    filter: segment.filter && { junction, ...Object.fromEntries(shown) },
    initialSyncStatus: synchronized ? 'DONE' : 'IN_PROGRESS'
  })
}

/** One that a customer is in. */
export const viewSegmentStub = viewOf('id name object:segment')
