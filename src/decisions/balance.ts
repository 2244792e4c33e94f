/**
 * Adjusting a card by hand: points a merchant gives or takes, with a reason.
 *
 * Spec: Resources, Voucher (`loyalty_card`).
 */
import type { Campaign, Voucher } from '../model.ts'
import { dayAt, lastDay } from '../rules/validity.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import {
  addPoints,
  counted,
  everOn,
  type Purse,
  spendableLots,
  sumOf,
  takePoints
} from './ledger.ts'
import type { Refusal } from './refusals.ts'

export interface AdjustBalanceFacts {
  readonly campaign: Campaign
  readonly purse: Purse
}

export interface AdjustBalance {
  /** Whole and not 0; negative takes. */
  readonly points: number
  readonly reason: string
}

/** Points given expire as the program says; points taken go soonest-to-expire first. */
export function adjustBalance(
  { campaign, purse }: AdjustBalanceFacts,
  { points, reason }: AdjustBalance,
  occasion: Occasion
): Decision<Voucher> {
  const { voucher } = purse
  const { holderId } = voucher
  if (holderId === null) {
    return { refusal: invalid(voucher, 'is held by nobody; add a member first') }
  }
  if (!Number.isSafeInteger(points) || points === 0) {
    return { refusal: invalid(voucher, `cannot move ${points} points; send a whole number, not 0`) }
  }
  if (!Number.isSafeInteger(everOn(voucher) + points)) {
    const most = `${Number.MAX_SAFE_INTEGER} points in all`
    return { refusal: invalid(voucher, `would have got more than ${most}; give fewer`) }
  }
  const rules = campaign.voucher?.loyaltyCard?.expirationRules ?? null
  const today = dayAt(occasion.now, occasion.project.timezone)
  const expiresOn = rules === null ? null : lastDay(rules, today)
  const cause = { reason }
  const moved =
    points > 0
      ? addPoints(purse, { points, expiresOn, type: 'POINTS_ADDITION', cause }, occasion)
      : takePoints(
          purse,
          { points: -points, as: 'subtracted', type: 'POINTS_REMOVAL', cause, from: null },
          occasion
        )
  if (moved === null) {
    const held = sumOf(spendableLots(purse, occasion))
    return { refusal: invalid(voucher, `has ${held} points to take, fewer than ${-points}`) }
  }
  const changes: Change[] = [moved.change, ...counted(holderId, moved.totals)]
  return { result: moved.purse.voucher, changes }
}

function invalid({ id, code }: Voucher, reason: string): Refusal {
  return {
    key: 'invalid_balance',
    details: `Loyalty card ${code} ${reason}`,
    resourceId: id,
    resourceType: 'voucher'
  }
}
