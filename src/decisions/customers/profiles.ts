/**
 * The profile in a customer's answer, and the sums of orders, redemptions and cards in it.
 *
 * An answer is rendered before its changes are written, so it cannot be read from the tables again:
 * the profile that was loaded is updated by what the decision did.
 *
 * Spec: CustomerSummary, CustomerLoyalty, CustomerReferrals.
 */
import type { Customer, CustomerTotals, Referral } from '../../model.ts'
import { cardOf } from '../points/purse.ts'
import { lastOrderKnown } from '../standing/customer-facts.ts'
import type { ProgramFacts, Standing } from '../standing/standing.ts'

/** A loyalty card as its holder's answer shows it. */
export interface ProfileCard {
  readonly voucherId: string
  readonly campaignName: string
  readonly balance: number
  /** Null when the card is in no tier. */
  readonly loyaltyTierId: string | null
}

export interface CustomerProfile {
  readonly customer: Customer
  readonly totals: CustomerTotals
  /** Every card of the customer, by id. */
  readonly cards: readonly ProfileCard[]
  /** The referrals that brought the customer; by campaign, each once. */
  readonly referrals: readonly Referral[]
  /** The number of customers they referred; by campaign, each once. */
  readonly referred: readonly {
    readonly campaignName: string
    readonly referredCustomers: number
  }[]
}

/** The profile after the changes of a standing; `before` is null for a new customer. */
export function profileAfter(before: CustomerProfile | null, standing: Standing): CustomerProfile {
  const { customer, programs } = standing
  const { totals, cards, ...rest } = before ?? { ...NOTHING, totals: noTotals(customer.id) }
  const moved = programs.flatMap(cardIn)
  const known = new Set(moved.map(({ voucherId }) => voucherId))
  const others = cards.filter(({ voucherId }) => !known.has(voucherId))
  return {
    ...rest,
    customer,
    totals: totalsAfter(totals, standing),
    cards: [...others, ...moved].sort((a, b) => (a.voucherId < b.voucherId ? -1 : 1))
  }
}

/** The totals after the changes of a standing. */
export function totalsAfter(
  totals: CustomerTotals,
  { gained, lastOrder }: Pick<Standing, 'gained' | 'lastOrder'>
): CustomerTotals {
  const sums = Object.entries(gained).map(([key, step]) => [
    key,
    totals[key as keyof typeof gained] + step
  ])
  const last = lastOrderKnown({ totals, lastOrder })
  return {
    ...totals,
    ...Object.fromEntries(sums),
    lastOrderAmount: last.amount,
    lastOrderDate: last.date
  }
}

/** The totals that are sums, and not of the last order. */
export type Sums = Omit<CustomerTotals, 'customerId' | 'lastOrderAmount' | 'lastOrderDate'>

/** The sums of a customer of whom nothing is counted, and the steps that change none. */
export const NO_SUMS: Sums = {
  redemptionsSucceeded: 0,
  redemptionsFailed: 0,
  rollbacksSucceeded: 0,
  rollbacksFailed: 0,
  giftRedeemedAmount: 0,
  giftBalance: 0,
  cardRedeemedPoints: 0,
  cardBalance: 0,
  ordersCount: 0,
  ordersAmount: 0
}

/** The totals of a new customer. */
export function noTotals(customerId: string): CustomerTotals {
  return {
    customerId,
    ...NO_SUMS,
    lastOrderAmount: 0,
    lastOrderDate: null
  }
}

const NOTHING = { cards: [], referrals: [], referred: [] } as const

function cardIn({ campaign, card, membership }: ProgramFacts): readonly ProfileCard[] {
  if (card === null) return []
  const { voucher } = card
  const { balance } = cardOf(voucher)
  const loyaltyTierId = membership?.tierId ?? null
  return [{ voucherId: voucher.id, campaignName: campaign.name, balance, loyaltyTierId }]
}
