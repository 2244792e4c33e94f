/**
 * What redeeming one thing changes of it: a use, credit, points, or the sums of a promotion tier.
 *
 * Spec: DiscountsRedemption.redemptions.
 */
import type { Customer, PromotionTier, Redemption, Voucher } from '../../model.ts'
import type { AppliedRedeemable } from '../../rules/stacking.ts'
import type { Change } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { changeTotals, type Moved, takeLines } from '../points/ledger.ts'
import { takeCreditLines } from '../vouchers/credit.ts'
import type { DiscountFacts, FoundTier, FoundVoucher, Redeemable } from './request.ts'
import type { Taken } from './trial.ts'

/** One redemption, and what follows from it. */
export interface Handed {
  readonly redemption: Redemption
  readonly redeemable: FoundVoucher | FoundTier
  /** The voucher afterwards; null for a tier. */
  readonly voucher: Voucher | null
  /** The tier afterwards; null for a voucher. */
  readonly tier: PromotionTier | null
  /** A movement on a voucher of the customer; null for none. */
  readonly move: Moved | null
  readonly changes: readonly Change[]
}

interface Handing {
  /** The record before anything is said of what was redeemed. */
  readonly record: Redemption
  readonly facts: DiscountFacts
  readonly customer: Customer | null
}

/** Redeems one thing that applies. */
export function handOut(
  { redeemable, step }: AppliedRedeemable<Redeemable, Taken>,
  handing: Handing,
  occasion: Occasion
): Handed {
  // INVARIANT: what does not exist is never applied.
  if (redeemable.object === 'unknown') throw new TypeError(`${redeemable.sent.id} is unknown`)
  return redeemable.object === 'voucher'
    ? voucherHanded(redeemable, step, handing, occasion)
    : tierHanded(redeemable, step, handing)
}

function tierHanded(redeemable: FoundTier, step: Taken, { record }: Handing): Handed {
  const { tier, campaign } = redeemable
  const { name, banner } = tier
  const redemption: Redemption = {
    ...record,
    promotionTierId: tier.id,
    promotionTier: { name, banner },
    campaignId: campaign.id,
    discount: step.discount
  }
  const { paid } = step.countedFor
  const counted = { kind: 'promotionTier.redeemed', tierId: tier.id, step: 1, ...paid } as const
  const after = {
    ...tier,
    totalRedeemed: tier.totalRedeemed + 1,
    ordersAmount: tier.ordersAmount + paid.ordersAmount,
    ordersDiscountAmount: tier.ordersDiscountAmount + paid.ordersDiscountAmount
  }
  return { redemption, redeemable, voucher: null, tier: after, move: null, changes: [counted] }
}

function voucherHanded(
  redeemable: FoundVoucher,
  step: Taken,
  handing: Handing,
  occasion: Occasion
): Handed {
  const { purse, campaign } = redeemable
  const { voucher } = purse
  const redemption: Redemption = {
    ...handing.record,
    voucherId: voucher.id,
    campaignId: campaign?.id ?? null,
    discount: step.discount,
    points: step.points,
    gift: step.credit === null ? null : { amount: step.credit },
    reward: rewardOf(redeemable)
  }
  const made = { redemption, redeemable, tier: null }
  if (step.lots.length === 0) return { ...made, ...usedOnce(voucher, occasion), move: null }
  const moved = movedOf(redeemable, step, redemption.id, occasion)
  const isOwn = handing.customer !== null && redeemable.holder?.id === handing.customer.id
  const after = { voucher: moved.purse.voucher, move: isOwn ? moved : null }
  return { ...made, ...after, changes: isOwn ? rewarded(redeemable) : others(redeemable, moved) }
}

/** The movement of another customer's voucher, or of nobody's, with its part in their totals. */
function others({ ownerId }: FoundVoucher, { change, totals }: Moved): readonly Change[] {
  return [change, ...(ownerId === null ? [] : changeTotals(ownerId, totals))]
}

/** One unit less of the reward that points pay for. */
function rewarded({ reward }: FoundVoucher): readonly Change[] {
  return reward === null ? [] : [{ kind: 'reward.redeemed', rewardId: reward.id }]
}

function movedOf(
  { purse, reward }: FoundVoucher,
  { lots: taken }: Taken,
  redemptionId: string,
  occasion: Occasion
): Moved {
  if (purse.voucher.gift !== null) {
    return takeCreditLines(purse, { taken, as: 'redeemed', cause: { redemptionId } }, occasion)
  }
  // INVARIANT: points pay for a reward.
  const rewardId = (reward as NonNullable<typeof reward>).id
  const cause = { redemptionId, rewardId }
  return takeLines(purse, { taken, as: 'redeemed', type: 'POINTS_REDEMPTION', cause }, occasion)
}

/** A voucher whose balance does not move. */
function usedOnce(
  voucher: Voucher,
  { now }: Occasion
): { readonly voucher: Voucher; readonly changes: readonly Change[] } {
  const { id: voucherId, version, redeemedQuantity } = voucher
  return {
    voucher: {
      ...voucher,
      redeemedQuantity: redeemedQuantity + 1,
      updatedAt: now,
      version: version + 1
    },
    changes: [{ kind: 'voucher.redeemed', voucherId, version, step: 1, updatedAt: now }]
  }
}

function rewardOf({ reward, assignment }: FoundVoucher): Redemption['reward'] {
  if (reward === null) return null
  const given = { voucher: null, product: null, sku: null }
  return { id: reward.id, assignmentId: assignment?.id ?? null, reward, ...given }
}
