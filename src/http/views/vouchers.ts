/**
 * Vouchers, their categories and publications on the wire.
 *
 * One shape for every kind: of `discount`, `gift` and `loyalty_card` two are null.
 *
 * Spec: Resources, Voucher; Endpoints 5.
 */
import { trackingIdOf } from '../../decisions/customers/customers.ts'
import type { GiftVoucher } from '../../decisions/vouchers/gift-balance.ts'
import { signed } from '../../ids.ts'
import type {
  CardBalance,
  Category,
  Gift,
  ShownPublication,
  ShownVoucher,
  Voucher
} from '../../model.ts'
import { type Linking, pictureLinks, publicationsUrl, redemptionsUrl } from '../links.ts'
import { viewSimpleCustomer } from './customers.ts'
import { viewAssignments } from './validation-rules.ts'
import { viewValidity } from './validity.ts'
import { type Wire, withoutNulls } from './wire.ts'

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

/** Enough to tell which voucher is meant; the whole of it is a request away. */
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

/** What was redeemed is points of a card, or credit of a gift; a discount has neither. */
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

/** As it stands in `categories`, of which a voucher or tier has one at most. */
export function viewCategory({
  id,
  name,
  hierarchy,
  createdAt,
  updatedAt
}: Category): Wire<'Category'> {
  return {
    id,
    name,
    hierarchy,
    object: 'category',
    created_at: createdAt,
    updated_at: updatedAt
  }
}

/** That a customer was given a voucher, both in short. */
export function viewPublication(
  { publication, voucher, campaignName, customer }: ShownPublication,
  linking: Linking
): Wire<'Publication'> {
  return {
    id: publication.id,
    object: 'publication',
    created_at: publication.createdAt,
    customer_id: customer.id,
    customer: viewSimpleCustomer(customer),
    tracking_id: trackingIdOf(customer.sourceId, text => signed(linking.project, text)),
    vouchers_id: [voucher.id],
    voucher: {
      id: voucher.id,
      code: voucher.code,
      campaign: campaignName,
      campaign_id: voucher.campaignId,
      object: 'voucher'
    },
    channel: publication.channel,
    source_id: publication.sourceId,
    metadata: publication.metadata,
    // What cannot be published is refused and leaves no record.
    result: 'SUCCESS'
  }
}

/** A page of publications; `total` counts all that were asked for. */
export function viewPublicationList(
  { publications, total }: Listed<'publications', ShownPublication>,
  linking: Linking
): Wire<'PublicationList'> {
  return {
    object: 'list',
    data_ref: 'publications',
    publications: publications.map(shown => viewPublication(shown, linking)),
    total
  }
}

/** A page of vouchers; `total` counts all that were asked for. */
export function viewVoucherList(
  { vouchers, total }: Listed<'vouchers', ShownVoucher>,
  linking: Linking
): Wire<'VoucherList'> {
  return {
    object: 'list',
    data_ref: 'vouchers',
    vouchers: vouchers.map(shown => viewVoucher(shown, linking)),
    total
  }
}

type Listed<Name extends string, Shown> = {
  readonly [List in Name]: readonly Shown[]
} & { readonly total: number }

/** `amount`: what was given, or taken (below 0); the voucher is as it is after it. */
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
