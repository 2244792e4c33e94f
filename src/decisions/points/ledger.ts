/**
 * Movements of points: the only way to change the balance of a card.
 *
 * A balance is the sum of its open lots. Points that expire on the same day share one lot, so the
 * cost of a movement grows with the number of expiry days and never with history. Spending takes
 * the points that expire soonest; returned points go back to their lots. Each movement is one
 * change with the card, its lots and the entry that names them. credit.ts does the same for gift
 * vouchers.
 *
 * Spec: VoucherLoyaltyCard.
 */
import type { CardBalance, Day, EntryCause, EntryType, Instant, Lot } from '../../model.ts'
import { takeFromLots } from '../../rules/points.ts'
import type { Change, TotalsStep } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import type { LastOrderStep } from '../orders/last-orders.ts'
import { loweredTo, saying, withLowered } from './holds.ts'
import { amountOf, entryOf, type LotLines, type LotsMoved, putIn, takeOut } from './lots.ts'
import { cardOf, type Purse, spendableLots } from './purse.ts'
import type { CardAfter } from './steps.ts'

/** A purse after one movement, the change, and what its holder's totals gain. */
export interface Moved {
  readonly purse: Purse
  readonly change: Change
  readonly totals: TotalsStep
}

export interface Addition {
  /** Whole, at least 1. */
  readonly points: number
  /** The last day on which they can be spent; null for never expiring. */
  readonly expiresOn: Day | null
  readonly type: EntryType
  readonly cause: EntryCause
}

/** Adds points to a card. */
export function addPoints(
  purse: Purse,
  { points, expiresOn, type, cause }: Addition,
  occasion: Occasion
): Moved {
  const card = cardOf(purse.voucher)
  const move = putIn(purse, { amount: points, expiresOn }, occasion)
  return book(purse, { move, figures: { points: card.points + points }, type, cause }, occasion)
}

export interface LotsAddition extends Omit<Addition, 'points' | 'expiresOn'> {
  /** At least one, and each of another day. */
  readonly lots: readonly Pick<Addition, 'points' | 'expiresOn'>[]
}

/** Adds points of several days to a card, as one movement. */
export function addLots(
  purse: Purse,
  { lots, type, cause }: LotsAddition,
  occasion: Occasion
): Moved {
  const nothing: LotsMoved = { lots: purse.lots, opened: [], stepped: [], lines: [] }
  const move = lots.reduce((sum, { points: amount, expiresOn }) => {
    const put = putIn({ ...purse, lots: sum.lots }, { amount, expiresOn }, occasion)
    return {
      lots: put.lots,
      opened: [...sum.opened, ...put.opened],
      stepped: [...sum.stepped, ...put.stepped],
      lines: [...sum.lines, ...put.lines]
    }
  }, nothing)
  const points = cardOf(purse.voucher).points + amountOf(move.lines)
  return book(purse, { move, figures: { points }, type, cause }, occasion)
}

export interface Removal {
  /** Whole, at least 1. */
  readonly points: number
  /** How the card counts them. */
  readonly as: 'redeemed' | 'subtracted' | 'expired'
  readonly type: EntryType
  readonly cause: EntryCause
  /** Takes from these lots only (expiry); null for all lots that can be spent. */
  readonly from: readonly Lot[] | null
}

/** Takes points from a card, the soonest to expire first; null when the lots hold fewer. */
export function takePoints(
  purse: Purse,
  { points, as, type, cause, from }: Removal,
  occasion: Occasion
): Moved | null {
  const taken = takeFromLots(from ?? spendableLots(purse, occasion), points)
  return taken && takeLines(purse, { taken, as, type, cause }, occasion)
}

export interface LinesRemoval extends Omit<Removal, 'points' | 'from'> {
  /** Above 0 and at most what each lot holds. */
  readonly taken: LotLines
}

/** Takes these points of these lots. */
export function takeLines(
  purse: Purse,
  { taken, as, type, cause }: LinesRemoval,
  occasion: Occasion
): Moved {
  const figure = FIGURES[as]
  const figures = { [figure]: cardOf(purse.voucher)[figure] + amountOf(taken) }
  const move = takeOut(purse, taken, as === 'expired' ? 'lapsed' : undefined)
  return book(purse, { move, figures, type, cause }, occasion)
}

const FIGURES = {
  redeemed: 'redeemedPoints',
  subtracted: 'subtractedPoints',
  expired: 'expiredPoints'
} as const

/** Adds up steps of one customer's totals, so that the row is written once. */
export function sumTotals(steps: readonly TotalsStep[]): TotalsStep {
  const sum: { -readonly [Key in keyof TotalsStep]: number } = {}
  for (const step of steps) {
    for (const key of Object.keys(step) as (keyof TotalsStep)[]) {
      sum[key] = (sum[key] ?? 0) + (step[key] as number)
    }
  }
  return sum
}

/** The change of the customer's totals by a step; none when the step is empty. */
export function changeTotals(
  customerId: string,
  step: TotalsStep,
  lastOrder: LastOrderStep | null = null
): readonly Change[] {
  if (Object.keys(step).length === 0) return []
  return [{ kind: 'customerTotals.counted', customerId, step, lastOrder }]
}

export interface Booking {
  readonly move: LotsMoved
  /** The figures that change beside the balance and the next expiry. */
  readonly figures: Partial<CardBalance>
  readonly type: EntryType
  readonly cause: EntryCause
}

/**
 * A movement of points in either direction. Redeeming counts one redemption more, undoing it one
 * fewer.
 */
export function book(
  purse: Purse,
  { move, figures, type, cause }: Booking,
  occasion: Occasion
): Moved {
  const { voucher } = purse
  const before = cardOf(voucher)
  const { lots, opened, stepped, lines } = move
  const cardBalance = amountOf(lines)
  const balance = {
    ...before,
    ...figures,
    balance: before.balance + cardBalance,
    ...nextExpiration(lots)
  }
  const cardRedeemedPoints = balance.redeemedPoints - before.redeemedPoints
  const redeemedQuantity = voucher.redeemedQuantity + Math.sign(cardRedeemedPoints)
  const left = balance.balance
  const lowered = cardBalance < 0 ? loweredTo(left, 'points', purse, occasion.now) : []
  const holding = withLowered(purse, lowered)
  const moved = { ...holding, voucher: { ...voucher, redeemedQuantity }, lots }
  const { purse: after, card } = cardAfter(moved, balance, occasion.now)
  const entry = entryOf(voucher, { type, cause }, lines, balance.balance, occasion)
  return {
    purse: after,
    change: { kind: 'points.moved', card, opened, stepped, entry, ...saying(lowered) },
    totals: { cardBalance, ...(cardRedeemedPoints === 0 ? {} : { cardRedeemedPoints }) }
  }
}

/** The soonest expiry day of open lots, and the points that expire on it. */
export function nextExpiration(lots: readonly Lot[]): {
  readonly nextExpirationDate: Day | null
  readonly nextExpirationPoints: number | null
} {
  let day: Day | null = null
  let points = 0
  for (const { expiresOn, remaining } of lots) {
    if (remaining === 0) continue
    if (expiresOn === null || (day !== null && expiresOn > day)) continue
    points = expiresOn === day ? points + remaining : remaining
    day = expiresOn
  }
  return { nextExpirationDate: day, nextExpirationPoints: day === null ? null : points }
}

/** A card with more or fewer pending points and no other change. */
export function withPending({ voucher }: Purse, points: number): CardBalance {
  const card = cardOf(voucher)
  return { ...card, pendingPoints: card.pendingPoints + points }
}

/** A purse whose card changes without a ledger entry. */
export function cardAfter(
  { voucher, ...held }: Purse,
  balance: CardBalance,
  now: Instant
): { readonly purse: Purse; readonly card: CardAfter } {
  const { id: voucherId, version, redeemedQuantity } = voucher
  const after = { ...voucher, card: balance, updatedAt: now, version: version + 1 }
  return {
    purse: { voucher: after, ...held },
    card: { voucherId, version, balance, redeemedQuantity, updatedAt: now }
  }
}
