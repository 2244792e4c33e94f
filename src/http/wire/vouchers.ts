/**
 * Vouchers on the wire, and the transactions of their ledgers.
 *
 * Every type of voucher has one shape: of `discount`, `gift` and `loyalty_card` two are null.
 *
 * Spec: Voucher, GiftVoucherBalance, TransactionList.
 */
import type { GiftVoucher } from '../../decisions/vouchers/vouchers.ts'
import type { CardBalance, Gift, LedgerEntry, ShownVoucher, Voucher } from '../../model.ts'
import { type Linking, pictureLinks, publicationsUrl, redemptionsUrl } from '../links.ts'
import { type Wire, withoutNulls } from '../wire.ts'
import { viewCategory } from './categories.ts'
import { viewAssignments } from './validation-rules.ts'
import { viewValidity } from './validity.ts'

/** The whole voucher, urls included. */
export function viewVoucher(shown: ShownVoucher, linking: Linking): Wire<'Voucher'> {
  const { voucher, campaignName, category, assignments } = shown
  return {
    id: voucher.id,
    code: voucher.code,
    campaign: campaignName,
    campaign_id: voucher.campaignId,
    category: category?.name ?? null,
    category_id: voucher.categoryId,
    categories: category === null ? [] : [viewCategory(category)],
    type: voucher.type,
    discount: voucher.discount as Wire<'VoucherDiscount'>,
    gift: voucher.gift && viewGift(voucher.gift),
    loyalty_card: voucher.card && viewCardBalance(voucher.card),
    ...viewValidity(voucher.validity),
    active: voucher.active,
    additional_info: voucher.additionalInfo,
    metadata: voucher.metadata,
    assets: pictureLinks(linking, voucher),
    is_referral_code: voucher.isReferralCode,
    created_at: voucher.createdAt,
    updated_at: voucher.updatedAt,
    holder_id: voucher.holderId,
    referrer_id: voucher.referrerId,
    object: 'voucher',
    publish: {
      object: 'list',
      count: voucher.publishedCount,
      url: publicationsUrl(linking, voucher.code)
    },
    redemption: viewUse(voucher, linking),
    validation_rules_assignments: viewAssignments(assignments)
  }
}

/** The voucher in short, enough to identify it. */
export function viewVoucherStub({
  voucher,
  campaignName
}: Pick<ShownVoucher, 'voucher' | 'campaignName'>): Wire<'RedeemedVoucher'> {
  return {
    id: voucher.id,
    code: voucher.code,
    campaign: campaignName,
    campaign_id: voucher.campaignId,
    object: 'voucher'
  }
}

function viewGift({ amount, subtractedAmount, balance, effect }: Gift) {
  return { amount, subtracted_amount: subtractedAmount, balance, ...withoutNulls({ effect }) }
}

function viewCardBalance(card: CardBalance) {
  return {
    points: card.points,
    balance: card.balance,
    ...withoutNulls({
      next_expiration_date: card.nextExpirationDate,
      next_expiration_points: card.nextExpirationPoints
    }),
    pending_points: card.pendingPoints,
    expired_points: card.expiredPoints,
    subtracted_points: card.subtractedPoints
  }
}

/** The points of a card, or the credit of a gift; a discount has neither. */
function viewUse(voucher: Voucher, linking: Linking): Wire<'VoucherUse'> {
  return {
    quantity: voucher.redemptionQuantity,
    redeemed_quantity: voucher.redeemedQuantity,
    ...withoutNulls({
      redeemed_points: voucher.card?.redeemedPoints ?? null,
      redeemed_amount: voucher.gift?.redeemedAmount ?? null
    }),
    object: 'list',
    url: redemptionsUrl(linking, voucher.code)
  }
}

/** `amount` was added, or subtracted (below 0); the voucher is as it is after it. */
export function viewGiftVoucherBalance(
  { id, gift }: GiftVoucher,
  amount: number
): Wire<'GiftVoucherBalance'> {
  return {
    amount,
    total: gift.amount,
    balance: gift.balance,
    type: 'gift_voucher',
    object: 'balance',
    related_object: { type: 'voucher', id }
  }
}

/** A page of movements. `hasMore`: there are some after the last of these. */
export function viewTransactionList({
  entries,
  hasMore
}: {
  readonly entries: readonly LedgerEntry[]
  readonly hasMore: boolean
}): Wire<'TransactionList'> {
  return {
    object: 'list',
    data_ref: 'data',
    data: entries.map(viewTransaction),
    has_more: hasMore
  }
}

/** Causes that do not apply are absent from `details`. */
function viewTransaction(entry: LedgerEntry): Wire<'Transaction'> {
  const { cause } = entry
  return {
    id: entry.id,
    source_id: cause.sourceId ?? null,
    voucher_id: entry.voucherId,
    campaign_id: entry.campaignId,
    type: entry.type,
    reason: cause.reason ?? null,
    details: {
      balance: viewMoved(entry),
      ...withoutNulls({
        order: named(cause.orderId),
        event: named(cause.eventId),
        earning_rule: named(cause.earningRuleId),
        pending_points: named(cause.pendingId),
        redemption: named(cause.redemptionId),
        reward: named(cause.rewardId)
      })
    },
    related_transaction_id: null,
    created_at: entry.createdAt
  }
}

/** Credit is an amount of money, points are points. */
function viewMoved({ type, amount, balanceAfter, voucherId }: LedgerEntry) {
  const moved = type.startsWith('CREDITS')
    ? { type: 'gift_voucher' as const, amount }
    : { type: 'loyalty_card' as const, points: amount }
  return {
    ...moved,
    balance: balanceAfter,
    object: 'balance' as const,
    related_object: { type: 'voucher' as const, id: voucherId }
  }
}

function named(id: string | undefined): { readonly id: string } | null {
  return id === undefined ? null : { id }
}
