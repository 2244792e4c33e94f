/**
 * Redeemables as they were found, and the facts of a request that redeems them, for tests. See
 * given.ts.
 */
import type {
  ApplyDiscounts,
  DiscountFacts,
  FoundTier,
  FoundVoucher,
  Redeemable,
  RedeemableCommand,
  UnknownRedeemable
} from '../../src/decisions/discounts/judging.ts'
import type { Voucher } from '../../src/model.ts'
import { STACKING_RULES_DEFAULT } from '../../src/rules/stacking.ts'
import {
  givenCampaign,
  givenCard,
  givenCoupon,
  givenCustomer,
  givenGiftVoucher,
  givenLot,
  givenPromotion
} from './given.ts'
import { givenOrderCommand } from './given-commands.ts'
import { givenAssignment, givenReward } from './given-goods.ts'
import { EVERY_COUNT } from './given-records.ts'
import { givenPromotionTier } from './given-rules.ts'
import { givenStanding } from './given-standing.ts'

export function givenRedeemable(over: Partial<RedeemableCommand> = {}): RedeemableCommand {
  const nothing = { credits: undefined, rewardId: undefined, points: undefined }
  return { object: 'voucher', id: 'SPRING-1', ...nothing, ...over }
}

/** A voucher of no campaign; a coupon over 5.00 unless another is given. */
export function foundVoucher(
  voucher: Voucher = givenCoupon(),
  over: Partial<FoundVoucher> = {}
): FoundVoucher {
  return {
    object: 'voucher',
    sent: givenRedeemable({ id: voucher.code }),
    campaign: null,
    category: null,
    rules: [],
    purse: { voucher, lots: [] },
    holder: voucher.holderId === null ? null : givenCustomer({ id: voucher.holderId }),
    ownerId: voucher.holderId,
    assignments: [],
    reward: null,
    assignment: null,
    categories: [],
    ...over
  }
}

/** A gift voucher over 10.00, in one lot. */
export function foundGift(
  voucher: Partial<Voucher> = {},
  over: Partial<FoundVoucher> = {}
): FoundVoucher {
  const gift = givenGiftVoucher(voucher)
  const lots = [givenLot({ voucherId: gift.id, amount: 1000, remaining: 1000 })]
  return foundVoucher(gift, { purse: { voucher: gift, lots }, ...over })
}

/** A card with 100 points, which pay 0.10 each. */
export function foundCard(over: Partial<FoundVoucher> = {}): FoundVoucher {
  const voucher = givenCard()
  return foundVoucher(voucher, {
    sent: givenRedeemable({ id: voucher.code, rewardId: 'rew_1' }),
    campaign: givenCampaign(),
    purse: { voucher, lots: [givenLot()] },
    reward: givenReward({ parameters: { type: 'COIN', exchangeRatio: '1', pointsRatio: 10 } }),
    assignment: givenAssignment(),
    ...over
  })
}

/** A tenth off the order. */
export function foundTier(over: Partial<FoundTier> = {}): FoundTier {
  const tier = givenPromotionTier()
  return {
    object: 'promotion_tier',
    sent: givenRedeemable({ object: 'promotion_tier', id: tier.id }),
    campaign: givenPromotion(),
    category: null,
    rules: [],
    categories: [],
    tier,
    ...over
  }
}

export function unknownRedeemable(id = 'NONE'): UnknownRedeemable {
  return { object: 'unknown', isUnknown: true, sent: givenRedeemable({ id }), categories: [] }
}

/** Facts of a request by nobody, for a new order. */
export function givenDiscountFacts(
  redeemables: readonly Redeemable[],
  over: Partial<DiscountFacts> = {}
): DiscountFacts {
  return {
    ...givenStanding(),
    redeemables,
    isStandingKnown: true,
    stackingRules: STACKING_RULES_DEFAULT,
    customer: null,
    customerSchema: null,
    storedOrder: null,
    inventory: { products: new Map(), skus: new Map() },
    orderSchemas: { order: null, orderItem: null },
    redemptionSchema: null,
    units: new Map(),
    counts: null,
    countsKept: EVERY_COUNT,
    ...over
  }
}

/** The request for these facts: an order over 12.00 of nobody, unless it says otherwise. */
export function givenApplying(
  { redeemables }: Pick<DiscountFacts, 'redeemables'>,
  over: Partial<ApplyDiscounts> = {}
): ApplyDiscounts {
  return {
    redeemables: redeemables.map(({ sent }) => sent),
    order: givenOrderCommand({ amount: 1200 }),
    customer: undefined,
    metadata: undefined,
    trackingId: undefined,
    lock: undefined,
    ...over
  }
}
