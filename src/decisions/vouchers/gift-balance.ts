/**
 * Credit that a merchant adds to a gift voucher or subtracts from it.
 *
 * It is like points by hand (balance.ts) but for one difference: a gift voucher has credit before
 * it has a holder, so it can be corrected before, too. Segments that the holder enters or leaves by
 * it follow.
 *
 * Spec: updateVoucherBalance.
 */
import type { Customer, Voucher } from '../../model.ts'
import type { Decision } from '../changes.ts'
import { eventOf } from '../event-log.ts'
import type { Occasion } from '../occasion.ts'
import { type ByHand, causeOf, inEvent } from '../points/balance.ts'
import { heldAt } from '../points/holds.ts'
import { changeTotals } from '../points/ledger.ts'
import { type Purse, sumOf } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import { openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { addCredit, type CreditMoved, type GiftVoucher, takeCredit } from './credit.ts'

export interface UpdateVoucherBalance extends ByHand {
  /** In the smallest currency unit, whole and not 0; negative takes. */
  readonly amount: number
}

export interface UpdateVoucherBalanceFacts extends StandingFacts {
  readonly purse: Purse
  /** The holder of the voucher; null for none. */
  readonly customer: Customer | null
}

/** Moves the credit and answers with the voucher after it. */
export function updateVoucherBalance(
  facts: UpdateVoucherBalanceFacts,
  command: UpdateVoucherBalance,
  occasion: Occasion
): Decision<GiftVoucher> {
  const { purse, customer } = facts
  const { voucher } = purse
  const { gift } = voucher
  if (gift === null) return { refusal: noGift(voucher) }
  const refusal = amountMistake({ ...voucher, gift }, command.amount)
  if (refusal !== null) return { refusal }
  const movement = movementOf(purse, command, occasion)
  if (movement === null) {
    const { credit: held } = heldAt(purse, occasion.now)
    const lacking = `has ${Math.max(gift.balance - held, 0)} to take, less than ${-command.amount}`
    const locked = held === 0 ? '' : `; locks hold ${held} more: release one, or wait for its end`
    return { refusal: invalid(voucher, lacking + locked) }
  }
  const result = movement.purse.voucher
  if (customer === null) {
    // The credit of somebody who was deleted is still in their totals.
    const { holderId } = voucher
    const counted = holderId === null ? [] : changeTotals(holderId, movement.totals)
    return { result, changes: [movement.change, ...counted] }
  }
  const opened = openStanding(facts, customer, occasion)
  if ('refusal' in opened) return opened
  const { amount } = command
  const type = amount > 0 ? 'balance_added' : 'balance_subtracted'
  const about = { customerId: customer.id, entityId: voucher.id }
  const data = { amount, ...inEvent(command) }
  const event = eventOf(`customer.voucher.gift.${type}`, about, data, occasion)
  const after = opened
    .move(movement)
    .write([{ kind: 'event.logged', event }])
    .conclude()
  return 'refusal' in after ? after : { result, changes: after.changes }
}

function amountMistake(voucher: GiftVoucher, amount: number): Refusal | null {
  if (!Number.isSafeInteger(amount) || amount === 0) {
    return invalid(voucher, `cannot move ${amount}; send a whole number, not 0`)
  }
  if (Number.isSafeInteger(voucher.gift.amount + amount)) return null
  const most = `${Number.MAX_SAFE_INTEGER} in all`
  return invalid(voucher, `would have got more than ${most}; give less`)
}

/** Null when less is there, that no lock holds, than is to be taken. */
function movementOf(
  purse: Purse,
  command: UpdateVoucherBalance,
  occasion: Occasion
): CreditMoved | null {
  const { amount } = command
  const cause = causeOf(command)
  if (amount > 0) return addCredit(purse, { amount, cause }, occasion)
  const { credit: held } = heldAt(purse, occasion.now)
  // A lock may never be made to hold what is not there.
  if (held > 0 && -amount > sumOf(purse.lots) - held) return null
  return takeCredit(purse, { amount: -amount, as: 'subtracted', cause }, occasion)
}

function invalid({ id, code }: Voucher, reason: string): Refusal {
  return {
    key: 'invalid_balance',
    details: `Gift voucher ${code} ${reason}`,
    resourceId: id,
    resourceType: 'voucher'
  }
}

function noGift({ id, code, type }: Voucher): Refusal {
  const advice =
    type === 'LOYALTY_CARD'
      ? `give its points by POST /v1/loyalties/members/${encodeURIComponent(code)}/balance`
      : 'name a gift voucher'
  return {
    key: 'invalid_voucher',
    details: `Voucher ${code} is a ${type} and has no credit; ${advice}`,
    resourceId: id,
    resourceType: 'voucher'
  }
}
