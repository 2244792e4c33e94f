/**
 * Points and credit in lots: what a voucher has, what locks hold of it, movements, and expiry.
 *
 * Adding raises the amount of a lot and its remainder; taking and returning change the remainder
 * only. So a lot gets back what was taken from it and never more than its amount. A lot that other
 * lots stand in for gets no new points.
 *
 * Spec: VoucherLoyaltyCard.balance, VoucherGift.balance, DiscountSessionRequest,
 * VoucherLoyaltyCard, VoucherLoyaltyCard.expired_points.
 */

import type {
  CardBalance,
  Day,
  EntryCause,
  EntryType,
  Instant,
  LedgerEntry,
  LockHold,
  Lot,
  LotLine,
  Shortfall,
  Voucher
} from '../../model.ts'
import { present } from '../../rules/mistake.ts'
import { takeAtMost, takeFromLots } from '../../rules/points.ts'
import { compareTexts, dayAt } from '../../rules/validity.ts'
import {
  type CardAfter,
  type Change,
  type LastOrderStep,
  type LotAccount,
  type LotStep,
  log,
  type Moment,
  type Occasion,
  type TotalsStep
} from '../changes.ts'

export type LotLines = LedgerEntry['lots']

export interface LotsMoved {
  /** All of them, empty ones included. */
  readonly lots: readonly Lot[]
  readonly opened: readonly Lot[]
  readonly stepped: readonly LotStep[]
  /** Negative for points taken; they add up to the movement. */
  readonly lines: LotLines
}

export function amountOf(lines: LotLines): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * The points that other lots must give for points that came to this lot and are taken back: those
 * that this lot no longer has, that were not taken from it and have not expired. They were spent.
 */
export function shortOf({ canceled, withdrawn, takenBack, lapsed, remaining }: Lot): number {
  return Math.max(canceled + withdrawn - takenBack - lapsed - remaining, 0)
}

export function spentOf({ amount, takenBack, lapsed, remaining }: Lot): number {
  return amount - takenBack - lapsed - remaining
}

export function lotNamed(lots: readonly Lot[], id: string): Lot | undefined {
  const lot = lots.find(lot => lot.id === id)
  return lot === undefined || lot.mergedInto === null ? lot : lotNamed(lots, lot.mergedInto)
}

export function lotIn({ lots }: Pick<Purse, 'lots'>, id: string): Lot {
  return present(lotNamed(lots, id), `lot ${id} is not loaded`)
}

/**
 * Adds `amount` (at least 1) to the lot of its expiry day, or opens a lot.
 * Spec: openapi/behaviour/points.md#points-expire-by-the-day-and-those-of-a-day-share-a-lot.
 */
export function putIn(
  { voucher, lots }: Purse,
  { amount, expiresOn }: { readonly amount: number; readonly expiresOn: Day | null },
  { newId, now }: Occasion
): LotsMoved {
  const open = lots.find(
    lot => lot.expiresOn === expiresOn && lot.remaining > 0 && shortOf(lot) === 0
  )
  if (open !== undefined) {
    const stepped = [{ id: open.id, amount, remaining: amount }]
    return { lots: stepLots(lots, stepped), opened: [], stepped, lines: [{ id: open.id, amount }] }
  }
  const lot: Lot = {
    id: newId('lopb'),
    voucherId: voucher.id,
    campaignId: voucher.campaignId,
    amount,
    remaining: amount,
    ...NOTHING_TAKEN_BACK,
    expiresOn,
    createdAt: now
  }
  return { lots: [...lots, lot], opened: [lot], stepped: [], lines: [{ id: lot.id, amount }] }
}

/**
 * Two lots of the same day that have points, or had some when they lapsed, and that no other lots
 * stand in for; null unless there are two.
 */
export function twinsIn(lots: readonly Lot[], { expiresOn }: Lot): readonly [Lot, Lot] | null {
  const [older, newer] = lots
    .filter(lot => lot.expiresOn === expiresOn && hasPoints(lot) && shortOf(lot) === 0)
    .toSorted((one, other) => compareTexts(one.id, other.id))
  return older === undefined || newer === undefined ? null : [newer, older]
}

/** Whether a lot has points, or had some when it lapsed that have not been taken back since. */
function hasPoints({ canceled, withdrawn, takenBack, lapsed, remaining }: Lot): boolean {
  return remaining > 0 || (lapsed > 0 && takenBack + lapsed > canceled + withdrawn)
}

export function mergeLots(lots: readonly Lot[], { id, ...lot }: Lot, into: Lot): readonly Lot[] {
  const empty = { ...lot, ...NOTHING_TAKEN_BACK, id, amount: 0, remaining: 0, mergedInto: into.id }
  return stepLots(lots, [{ ...lot, id: into.id }]).map(other => (other.id === id ? empty : other))
}

/** The figures of a lot from which points were only spent. */
const NOTHING_TAKEN_BACK = {
  canceled: 0,
  withdrawn: 0,
  takenBack: 0,
  lapsed: 0,
  mergedInto: null
} as const

/**
 * Takes these points (above 0) from each lot; the caller has checked that the lots have them. `as`
 * is the figure that also counts them.
 */
export function takeOut({ lots }: Purse, taken: LotLines, as?: 'takenBack' | 'lapsed'): LotsMoved {
  const stepped = taken.map(({ id, amount }) => ({
    id,
    amount: 0,
    remaining: -amount,
    ...(as === undefined ? {} : { [as]: amount })
  }))
  const lines = taken.map(({ id, amount }) => ({ id, amount: -amount }))
  return { lots: stepLots(lots, stepped), opened: [], stepped, lines }
}

/** Returns the points of an entry to the lots they were taken from; closed lots open again. */
export function giveBack({ lots }: Purse, { id: entryId, lots: taken }: LedgerEntry): LotsMoved {
  const lines = taken.map(({ id, amount }) => {
    const lot = lotNamed(lots, id)
    // INVARIANT: the lots of an entry are loaded with it, and its points are returned once.
    if (lot === undefined || amount >= 0 || lot.remaining - amount > lot.amount) {
      throw new TypeError(`entry ${entryId} took ${-amount} from lot ${id}, which cannot be`)
    }
    return { id: lot.id, amount: -amount }
  })
  const stepped = lines.map(({ id, amount }) => ({ id, amount: 0, remaining: amount }))
  return { lots: stepLots(lots, stepped), opened: [], stepped, lines }
}

/** Adds up the lines of one lot in place of the same other lot, in the order of the first ones. */
export function sumLines(lines: LotLines): LotLines {
  const sums = new Map<string, LotLine>()
  for (const line of lines) {
    const key = `${line.id} ${line.for ?? ''}`
    const known = sums.get(key)
    sums.set(key, known === undefined ? line : { ...line, amount: known.amount + line.amount })
  }
  return [...sums.values()]
}

export function sumSteps(steps: readonly LotStep[]): readonly LotStep[] {
  const sums = new Map<string, LotStep>()
  for (const step of steps) {
    const known = sums.get(step.id)
    sums.set(step.id, known === undefined ? step : sumOfSteps(known, step))
  }
  return [...sums.values()]
}

function sumOfSteps(one: LotStep, other: LotStep): LotStep {
  const sum = { id: one.id, amount: one.amount + other.amount }
  const accounts = ACCOUNTS.flatMap(account => {
    const both = (one[account] ?? 0) + (other[account] ?? 0)
    return both === 0 ? [] : [[account, both] as const]
  })
  return { ...sum, remaining: one.remaining + other.remaining, ...Object.fromEntries(accounts) }
}

const ACCOUNTS: readonly LotAccount[] = ['canceled', 'withdrawn', 'takenBack', 'lapsed']

/** Its amount is the sum of its lines. The voucher is as it was before. */
export function entryOf(
  { id: voucherId, campaignId, version }: Voucher,
  { type, cause }: { readonly type: EntryType; readonly cause: EntryCause },
  lines: LotLines,
  balanceAfter: number,
  { newId, now }: Occasion
): LedgerEntry {
  return {
    id: newId('vtx'),
    voucherId,
    campaignId,
    type,
    amount: amountOf(lines),
    lots: lines,
    balanceAfter,
    cause,
    createdAt: now,
    voucherVersion: version + 1,
    takenBackBy: null
  }
}

export function stepLots(lots: readonly Lot[], steps: readonly LotStep[]): readonly Lot[] {
  const byId = new Map(sumSteps(steps).map(step => [step.id, step]))
  return lots.map(lot => {
    const by = byId.get(lot.id)
    if (by === undefined) return lot
    const accounts = ACCOUNTS.map(account => [account, lot[account] + (by[account] ?? 0)])
    const { amount, remaining } = lot
    const moved = { amount: amount + by.amount, remaining: remaining + by.remaining }
    return { ...lot, ...moved, ...Object.fromEntries(accounts) }
  })
}

/** A card or a gift voucher with its lots, which go together through every decision. */
export interface Purse {
  readonly voucher: Voucher
  /** Those with something remaining, and whichever else the decision is about. */
  readonly lots: readonly Lot[]
  /** What others stand in for, and what is missing, where something is undone; by subject. */
  readonly shortfalls?: readonly Shortfall[]
  /** What locks hold of it, those that are over included; absent for nothing. */
  readonly holds?: readonly LockHold[]
}

/** The lots that can be spent now: lapsed ones cannot, even when their expiry is not recorded. */
export function spendableLots({ lots }: Purse, { now, project }: Moment): readonly Lot[] {
  // Most programs never let points expire, and then the calendar is not needed.
  if (lots.every(({ expiresOn }) => expiresOn === null)) return lots
  const today = dayAt(now, project.timezone)
  return lots.filter(({ expiresOn }) => expiresOn === null || expiresOn >= today)
}

export function sumOf(lots: readonly Pick<Lot, 'remaining'>[]): number {
  return lots.reduce((sum, { remaining }) => sum + remaining, 0)
}

/**
 * All points or credit ever added, pending ones included. It must stay a safe integer, because no
 * other figure of the voucher is larger.
 */
export function everAdded(voucher: Voucher): number {
  if (voucher.gift !== null) return voucher.gift.amount
  const { points, pendingPoints } = cardOf(voucher)
  return points + pendingPoints
}

export function cardOf(voucher: Voucher): NonNullable<Voucher['card']> {
  return present(voucher.card, `${voucher.id} is no loyalty card`)
}

/*
 * A lock holds until its time is over, whether or not its row is still stored. A request that takes
 * a use, credit or points leaves what the locks of others hold. What no request asks for, such as
 * the expiry of points, takes no notice of locks: they hold less after it.
 */

/** Uses, credit (smallest unit) and points together. */
export type Reserved = Pick<LockHold, 'uses' | 'credit' | 'points'>

export function heldAt({ holds = [] }: Pick<Purse, 'holds'>, now: Instant): Reserved {
  const held = { uses: 0, credit: 0, points: 0 }
  for (const { uses, credit, points, expiresAt } of holds) {
    if (expiresAt <= now) continue
    held.uses += uses
    held.credit += credit
    held.points += points
  }
  return held
}

/** Says what a card has, what is asked of it, and what is missing; null: whatever it has. */
export function shortDetails(purse: Purse, asked: number | null, occasion: Occasion): string {
  const { code, gift } = purse.voucher
  const held = heldAt(purse, occasion.now)
  const [there, locked, of] =
    gift === null
      ? [sumOf(spendableLots(purse, occasion)), held.points, 'points']
      : [gift.balance, held.credit, 'of credit']
  const free = Math.max(there - locked, 0)
  const has = `${code} has ${free} ${of}${locked > 0 ? ` beside ${locked} that locks hold` : ''}`
  if (asked === null) return `${has}, which is too little to pay with`
  return `${has}; ${asked} are asked for, and ${asked - free} are missing`
}

/** The purse as the caller sees it who has the key of a lock: what that lock holds is theirs. */
export function asSeenWith(key: string | undefined, purse: Purse): Purse {
  const { holds } = purse
  if (key === undefined || holds === undefined) return purse
  return { ...purse, holds: holds.filter(hold => hold.key !== key) }
}

/**
 * The holds that must be smaller because less is there than they hold together: those of locks that
 * end last give way first.
 */
export function loweredTo(
  left: number,
  of: 'credit' | 'points',
  { holds = [] }: Pick<Purse, 'holds'>,
  now: Instant
): readonly LockHold[] {
  const live = holds.filter(({ expiresAt }) => expiresAt > now)
  const lowered: LockHold[] = []
  let over = live.reduce((sum, hold) => sum + hold[of], 0) - left
  for (const hold of live.toSorted(byEnd).toReversed()) {
    const less = Math.min(Math.max(over, 0), hold[of])
    if (less === 0) continue
    over -= less
    lowered.push({ ...hold, [of]: hold[of] - less })
  }
  return lowered
}

function byEnd(one: LockHold, other: LockHold): number {
  const key = ({ expiresAt, key }: LockHold) => `${expiresAt} ${key}`
  return key(one) < key(other) ? -1 : 1
}

export function withLowered<Held extends Purse>(purse: Held, lowered: readonly LockHold[]): Held {
  if (lowered.length === 0) return purse
  const byKey = new Map(lowered.map(hold => [hold.key, hold]))
  return { ...purse, holds: purse.holds?.map(hold => byKey.get(hold.key) ?? hold) }
}

/** The smaller holds as a movement names them: not at all where there are none. */
export function saying(lowered: readonly LockHold[]): { readonly lowered?: readonly LockHold[] } {
  return lowered.length === 0 ? {} : { lowered }
}

/*
 * Points that expire on the same day share one lot, so the cost of a movement grows with the number
 * of expiry days and never with history. Credit of gift vouchers moves in the same way.
 */

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

export function addPoints(
  purse: Purse,
  { points, expiresOn, type, cause }: Addition,
  occasion: Occasion
): Moved {
  const card = cardOf(purse.voucher)
  const move = putIn(purse, { amount: points, expiresOn }, occasion)
  return book(purse, { move, figures: { points: card.points + points }, type, cause }, occasion)
}

interface LotsAddition extends Omit<Addition, 'points' | 'expiresOn'> {
  /** At least one, and each of another day. */
  readonly lots: readonly Pick<Addition, 'points' | 'expiresOn'>[]
}

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

export interface Removal extends Omit<Addition, 'expiresOn'> {
  readonly as: 'redeemed' | 'subtracted' | 'expired'
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

interface LinesRemoval extends Omit<Removal, 'points' | 'from'> {
  /** Above 0 and at most what each lot holds. */
  readonly taken: LotLines
}

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
  readonly figures: Partial<CardBalance>
  readonly type: EntryType
  readonly cause: EntryCause
  /** Uses of the voucher; absent: one more where it is redeemed, one fewer where points return. */
  readonly uses?: number
}

/**
 * A movement of points in either direction. Redeeming counts one redemption more, undoing it one
 * fewer.
 */
export function book(
  purse: Purse,
  { move, figures, type, cause, uses }: Booking,
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
  const redeemedQuantity = voucher.redeemedQuantity + (uses ?? Math.sign(cardRedeemedPoints))
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

export function withPending({ voucher }: Purse, points: number): CardBalance {
  const card = cardOf(voucher)
  return { ...card, pendingPoints: card.pendingPoints + points }
}

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

interface Expired {
  readonly movement: Moved
  readonly logged: Change
}

export function expirePoints(customerId: string, card: Purse, occasion: Occasion): Expired | null {
  const spendable = spendableLots(card, occasion)
  if (spendable.length === card.lots.length) return null
  const lapsed = card.lots.filter(lot => !spendable.includes(lot))
  const points = sumOf(lapsed)
  if (points === 0) return null
  const taken = takeAtMost(lapsed, points)
  const removal = { taken, as: 'expired', type: 'POINTS_EXPIRATION', cause: {} } as const
  const movement = takeLines(card, removal, occasion)
  const about = { customerId, entityId: card.voucher.id }
  const type = 'customer.voucher.loyalty_card.points_expired'
  return { movement, logged: log(type, about, { points }, occasion) }
}

/** Points that were spent or lapsed. */
export function goneOf({ voucher }: Pick<Purse, 'voucher'>): number {
  const { redeemedPoints, expiredPoints } = cardOf(voucher)
  return redeemedPoints + expiredPoints
}

/** Points that went missing on a card since it had a version. */
export function missingSince(
  { shortfalls = [] }: Pick<Purse, 'shortfalls'>,
  version: number
): number {
  return shortfalls
    .filter(({ from, voucherVersion }) => from === null && voucherVersion >= version)
    .reduce((sum, { points }) => sum + points, 0)
}
