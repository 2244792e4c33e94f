/**
 * Movements of gift credit: the only way to change the balance of a gift voucher.
 *
 * The ledger is like that of points, in the smallest currency unit: lots, and an entry for each
 * movement that names them. Credit does not expire, so a voucher has one lot, or two when a second
 * was opened before the first was known.
 *
 * Spec: VoucherGift.balance.
 */
import type { EntryCause, EntryType, Gift, LedgerEntry, Voucher } from '../../model.ts'
import { takeFromLots } from '../../rules/points.ts'
import type { Occasion } from '../occasion.ts'
import { loweredTo, saying, withLowered } from '../points/holds.ts'
import type { Moved } from '../points/ledger.ts'
import {
  amountOf,
  entryOf,
  giveBack,
  type LotLines,
  type LotsMoved,
  putIn,
  takeOut
} from '../points/lots.ts'
import type { Purse } from '../points/purse.ts'

/** An amount of credit to move, in the smallest currency unit, and the cause. */
interface Credit {
  /** Whole, at least 1. */
  readonly amount: number
  readonly cause: EntryCause
}

export interface CreditAddition extends Credit {
  /** Whether the voucher is only being made, which is no update of it. */
  readonly isOpening?: boolean
}

/** A voucher with credit. */
export type GiftVoucher = Voucher & { readonly gift: Gift }

/** A movement of credit, after which the voucher is still a gift voucher. */
export interface CreditMoved extends Moved {
  readonly purse: Purse & { readonly voucher: GiftVoucher }
}

/** Adds credit to a gift voucher. */
export function addCredit(
  purse: Purse,
  { amount, cause, isOpening = false }: CreditAddition,
  occasion: Occasion
): CreditMoved {
  const gift = giftOf(purse.voucher)
  const move = putIn(purse, { amount, expiresOn: null }, occasion)
  const figures = { amount: gift.amount + amount }
  return book(purse, { move, figures, type: 'CREDITS_ADDITION', cause, isOpening }, occasion)
}

export interface CreditRemoval extends Credit {
  /** How the voucher counts it: redeemed by its holder, or subtracted by the shop. */
  readonly as: 'redeemed' | 'subtracted'
}

/** Takes credit from a gift voucher, from the older lot first; null when it holds less. */
export function takeCredit(
  purse: Purse,
  { amount, as, cause }: CreditRemoval,
  occasion: Occasion
): CreditMoved | null {
  const taken = takeFromLots(purse.lots, amount)
  return taken && takeCreditLines(purse, { taken, as, cause }, occasion)
}

/** Takes these amounts of these lots: above 0, and at most what each lot holds. */
export function takeCreditLines(
  purse: Purse,
  { taken, as, cause }: Omit<CreditRemoval, 'amount'> & { readonly taken: LotLines },
  occasion: Occasion
): CreditMoved {
  const gift = giftOf(purse.voucher)
  const amount = amountOf(taken)
  const move = takeOut(purse, taken)
  const booking =
    as === 'redeemed'
      ? ({
          type: 'CREDITS_REDEMPTION',
          figures: { redeemedAmount: gift.redeemedAmount + amount }
        } as const)
      : ({
          type: 'CREDITS_REMOVAL',
          figures: { subtractedAmount: gift.subtractedAmount + amount }
        } as const)
  return book(purse, { move, cause, ...booking }, occasion)
}

/** Returns the credit of one redemption to its lots; the redemption no longer counts. */
export function refundCredit(purse: Purse, entry: LedgerEntry, occasion: Occasion): CreditMoved {
  const move = giveBack(purse, entry)
  const figures = { redeemedAmount: giftOf(purse.voucher).redeemedAmount - amountOf(move.lines) }
  return book(purse, { move, figures, type: 'CREDITS_REFUND', cause: entry.cause }, occasion)
}

interface CreditBooking {
  readonly move: LotsMoved
  /** The figures that change besides the balance. */
  readonly figures: Partial<Gift>
  readonly type: EntryType
  readonly cause: EntryCause
  readonly isOpening?: boolean
}

function book(
  purse: Purse,
  { move, figures, type, cause, isOpening = false }: CreditBooking,
  occasion: Occasion
): CreditMoved {
  const { voucher } = purse
  const gift = giftOf(voucher)
  const { lots, opened, stepped, lines } = move
  const giftBalance = amountOf(lines)
  const balance = { ...gift, ...figures, balance: gift.balance + giftBalance }
  const giftRedeemedAmount = balance.redeemedAmount - gift.redeemedAmount
  const redeemedQuantity = voucher.redeemedQuantity + Math.sign(giftRedeemedAmount)
  const left = balance.balance
  const lowered = giftBalance < 0 ? loweredTo(left, 'credit', purse, occasion.now) : []
  const { id: voucherId, version } = voucher
  const updatedAt = isOpening ? null : occasion.now
  const after = { voucherId, version, balance, redeemedQuantity, updatedAt }
  return {
    purse: {
      ...withLowered(purse, lowered),
      voucher: { ...voucher, gift: balance, redeemedQuantity, updatedAt, version: version + 1 },
      lots
    },
    change: {
      kind: 'credit.moved',
      gift: after,
      opened,
      stepped,
      entry: entryOf(voucher, { type, cause }, lines, balance.balance, occasion),
      ...saying(lowered)
    },
    totals: { giftBalance, ...(giftRedeemedAmount === 0 ? {} : { giftRedeemedAmount }) }
  }
}

function giftOf(voucher: Voucher): Gift {
  // INVARIANT: the callers move credit of gift vouchers only.
  if (voucher.gift === null) throw new TypeError(`${voucher.id} is no gift voucher`)
  return voucher.gift
}
