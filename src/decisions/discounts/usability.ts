/**
 * Why a redeemable cannot be used at its turn, before anything is worked out.
 *
 * The reasons are looked for in one order, and the first that is found is told: what the request
 * lacks, the campaign, the switch and the dates, the customer, the uses, the stock. What the
 * earlier redeemables of the request take is not there any more.
 *
 * Spec: InapplicableRedeemable.result.
 */
import type { Cart } from '../../rules/discounts/cart.ts'
import { whyNotAt } from '../../rules/validity.ts'
import { isPaid } from '../orders/orders.ts'
import { givesPoints } from '../points/earning.ts'
import { heldAt } from '../points/holds.ts'
import { isUsedUp, usableVoucher } from '../vouchers/vouchers.ts'
import { type Reason, reason, unknownThing } from './reasons.ts'
import type { FoundTier, FoundVoucher, Redeemable } from './request.ts'
import type { CartSoFar, Trial } from './trial.ts'

/** An order that is canceled takes no discounts. */
export function canceledOrder({ facts: { storedOrder } }: Trial): Reason | null {
  if (storedOrder?.status !== 'CANCELED') return null
  return reason('invalid_order', `Order ${storedOrder.id} is CANCELED and takes no discounts`)
}

/** What the earlier redeemables of the request leave, and what they are. */
interface Before extends Pick<CartSoFar, 'applied'> {
  readonly cart: Cart
}

/** Why a redeemable cannot be used at its turn, whatever it would come to. */
export function reasonBefore(
  redeemable: FoundVoucher | FoundTier,
  { cart, applied }: Before,
  trial: Trial
): Reason | null {
  return redeemable.object === 'promotion_tier'
    ? closedTier(redeemable, trial)
    : (missingParts(redeemable, cart, trial) ??
        unusable(redeemable, trial) ??
        unpayableByPoints(redeemable, applied, trial))
}

function closedTier({ tier, campaign }: FoundTier, { occasion }: Trial): Reason | null {
  const { now, project } = occasion
  if (!tier.active || !campaign.active) return reason('promotion_inactive', tier.id)
  const closed = [tier, campaign].flatMap(({ validity }) =>
    whyNotAt(validity, now, project.timezone)
  )
  return closed.length === 0 ? null : reason('promotion_not_active_now', tier.id)
}

/** What the request lacks: credit pays an amount, and points pay for a reward as well. */
function missingParts(found: FoundVoucher, cart: Cart, trial: Trial): Reason | null {
  const { code, type } = found.purse.voucher
  switch (type) {
    case 'GIFT_VOUCHER':
      return trial.isOrdered && cart.amount !== null ? null : reason('missing_amount', code)
    case 'LOYALTY_CARD':
      return missingForPoints(found, trial)
    default:
      return null
  }
}

/** Points need a reward that they may pay for, and an order that they pay. */
function missingForPoints(found: FoundVoucher, { isOrdered }: Trial): Reason | null {
  const { sent, purse, reward, assignment, campaign } = found
  if (sent.rewardId === undefined) {
    return reason('missing_reward', 'A loyalty card pays by a reward: send reward.id')
  }
  if (reward === null) return unknownThing('reward', sent.rewardId)
  if (assignment === null) {
    const offered = `Reward ${reward.id} is not on offer in campaign ${campaign?.id}`
    return {
      ...unknownThing('reward_assignment', reward.id),
      details: `${offered}; assign it first`
    }
  }
  if (reward.parameters.type !== 'COIN') {
    const details =
      `Reward ${reward.id} is ${reward.parameters.type}; only pay-with-points rewards discount ` +
      `an order. Redeem it by POST /v1/loyalties/members/${purse.voucher.code}/redemption`
    return reason('missing_reward', details)
  }
  if (isOrdered) return null
  return reason('missing_order', 'Points pay an order: send order.items or order.amount')
}

/** Why a voucher cannot be used now, whatever the order is. */
export function unusable(redeemable: FoundVoucher, trial: Trial): Reason | null {
  return (
    closedVoucher(redeemable, trial) ??
    wrongCustomer(redeemable, trial) ??
    usedUp(redeemable, trial)
  )
}

function closedVoucher({ purse, campaign }: FoundVoucher, { occasion }: Trial): Reason | null {
  const { now, project } = occasion
  if (campaign !== null && !givesPoints(campaign, occasion)) {
    return reason('campaign_not_active', `Campaign ${campaign.id} is not active now`)
  }
  const unusable = usableVoucher(purse.voucher, now, project.timezone)
  return unusable === null ? null : reason(unusable, purse.voucher.code)
}

/** A card is its holder's alone, and nobody redeems the code by which they refer others. */
function wrongCustomer({ purse, holder }: FoundVoucher, { customer }: Trial): Reason | null {
  const { type, code, isReferralCode } = purse.voucher
  const isHolder = customer !== null && customer.id === holder?.id
  if (type === 'LOYALTY_CARD') {
    if (isHolder) return null
    const whose = `Loyalty card ${code} is redeemed by its holder: send customer.id or source_id`
    return customer === null ? reason('missing_customer', whose) : reason('invalid_customer', code)
  }
  return isReferralCode && isHolder ? reason('referrer_not_permitted_to_redeem', code) : null
}

function usedUp({ purse }: FoundVoucher, { occasion }: Trial): Reason | null {
  const { voucher } = purse
  const { uses } = heldAt(purse, occasion.now)
  return isUsedUp(voucher, uses) ? reason('quantity_exceeded', voucher.code) : null
}

/**
 * Points pay an order once, and a reward as often as it is in stock; the earlier cards of the
 * request have taken theirs.
 */
function unpayableByPoints(
  { reward }: FoundVoucher,
  applied: CartSoFar['applied'],
  { facts }: Trial
): Reason | null {
  const { storedOrder: order } = facts
  if (reward === null) return null
  const { id, stock, redeemed } = reward
  const taken = applied.filter(({ redeemable }) => rewardIdOf(redeemable) === id).length
  if (stock !== null && redeemed + taken >= stock) {
    return reason('reward_out_of_stock', `All ${stock} units of reward ${id} are taken`)
  }
  if (order === null || !isPaid(order)) return null
  return reason('invalid_order', `Order ${order.id} is ${order.status} and cannot be paid again`)
}

function rewardIdOf(redeemable: Redeemable): string | undefined {
  return redeemable.object === 'voucher' ? redeemable.reward?.id : undefined
}
