/**
 * Customers on the wire: in full with what their cards, orders and redemptions add up to, and in
 * short inside other answers.
 *
 * Sums are the kept totals, so that the cost of an answer does not grow with a customer's history.
 *
 * Spec: Resources, Customer, Redemption (`customer`); Endpoints 13.
 */
import type { Customer, CustomerTotals, SimpleCustomer } from '../../model.ts'
import { customerUrl, type Linking } from '../links.ts'
import { type Wire, withoutNulls } from './wire.ts'

/** A customer with what the answer says beside the profile. */
export interface ShownCustomer {
  readonly customer: Customer
  readonly totals: CustomerTotals
  /** Every loyalty card they hold; several of one campaign are summed. */
  readonly cards: readonly { readonly campaignName: string; readonly balance: number }[]
}

/** Profile properties that are unknown are absent, `address` alone is null. */
export function viewCustomer(
  { customer, totals, cards }: ShownCustomer,
  linking: Linking
): Wire<'Customer'> {
  return {
    id: customer.id,
    ...withoutNulls({
      source_id: customer.sourceId,
      name: customer.name,
      email: customer.email,
      phone: customer.phone,
      description: customer.description,
      birthday: customer.birthday,
      birthdate: customer.birthdate
    }),
    address: customer.address,
    metadata: customer.metadata,
    system_metadata: customer.systemMetadata,
    created_at: customer.createdAt,
    updated_at: customer.updatedAt,
    assets: { cockpit_url: customerUrl(linking, customer.id) },
    summary: viewSummary(totals),
    loyalty: viewLoyalty(totals, cards),
    // Nobody is referred until there are referral campaigns to be referred by.
    referrals: { total: 0, campaigns: [] },
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
      loyalty_card: {
        redeemed_points: totals.cardRedeemedPoints,
        points_to_go: totals.cardBalance
      }
    },
    orders: {
      total_amount: totals.ordersAmount,
      total_count: totals.ordersCount,
      average_amount: average(totals.ordersAmount, totals.ordersCount),
      last_order_amount: totals.lastOrderAmount,
      ...withoutNulls({ last_order_date: totals.lastOrderDate })
    }
  }
}

/**
 * Half up to the smallest unit; 0 of nothing. Exact up to the largest safe sum, which dividing
 * first and rounding then is not.
 */
function average(sum: number, count: number): number {
  if (count === 0) return 0
  const rest = sum % count
  return (sum - rest) / count + (rest >= count - rest ? 1 : 0)
}

function viewLoyalty(
  { cardBalance }: CustomerTotals,
  cards: ShownCustomer['cards']
): Wire<'CustomerLoyalty'> {
  const points = new Map<string, number>()
  for (const { campaignName, balance } of cards) {
    points.set(campaignName, (points.get(campaignName) ?? 0) + balance)
  }
  const campaigns = [...points].map(([name, balance]) => [
    name,
    { points: balance, referred_customers: 0 }
  ])
  return {
    points: cardBalance,
    referred_customers: 0,
    // Safe for a campaign of any name: fromEntries defines `__proto__` like every other key.
    campaigns: Object.fromEntries(campaigns)
  }
}

/** Every property is there; null where it is unknown, or where there is no customer. */
export function viewSimpleCustomer(
  customer: Pick<SimpleCustomer, 'id' | 'name' | 'email' | 'sourceId' | 'metadata'>
): Wire<'SimpleCustomer'> {
  return {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    source_id: customer.sourceId,
    metadata: customer.metadata,
    object: 'customer'
  }
}
