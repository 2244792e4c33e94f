/**
 * Movements of points and of gift credit: the only way a balance changes.
 *
 * A balance is the sum of its open lots. Points that expire on the same day share one lot, so what
 * a movement has to look at grows with the number of expiry days, never with history. Spending
 * takes what expires soonest. Each movement is one change that holds the card, its lots and the
 * entry that names them.
 *
 * Spec: Resources, Voucher (`loyalty_card`, `gift`); Endpoints 6.
 */
import type { Day, EntryCause, EntryType, Instant, LedgerEntry, Lot, Voucher } from '../model.ts'
import { takeFromLots } from '../rules/points.ts'
import { dayAt } from '../rules/validity.ts'
import type { Change, LotStep, Occasion, TotalsStep } from './changes.ts'

/** A card or gift voucher with its open lots (those with something remaining). */
export interface Purse {
  readonly voucher: Voucher
  readonly lots: readonly Lot[]
}

/** Lots that can be spent now: what has lapsed cannot, though expiry may not be booked yet. */
export function spendableLots(
  { lots }: Purse,
  { now, project }: Pick<Occasion, 'now' | 'project'>
): readonly Lot[] {
  // Most programs never let points expire, and the calendar is not asked for nothing.
  if (lots.every(({ expiresOn }) => expiresOn === null)) return lots
  const today = dayAt(now, project.timezone)
  return lots.filter(({ expiresOn }) => expiresOn === null || expiresOn >= today)
}

/** Points or credit that the lots hold together. */
export function sumOf(lots: readonly Lot[]): number {
  return lots.reduce((sum, { remaining }) => sum + remaining, 0)
}

/**
 * All that was ever put on a voucher, or waits to be: what must stay a safe integer when more is
 * added, because no other figure of it is larger.
 */
export function everOn(voucher: Voucher): number {
  if (voucher.gift !== null) return voucher.gift.amount
  const { points, pendingPoints } = cardOf(voucher)
  return points + pendingPoints
}

/** A purse after one movement, the change that makes it so, and what its holder's totals gain. */
export interface Moved {
  readonly purse: Purse
  readonly change: Change
  readonly totals: TotalsStep
}

export interface Addition {
  /** Whole, at least 1. */
  readonly points: number
  /** The last day they can be spent; null: never expires. */
  readonly expiresOn: Day | null
  readonly type: EntryType
  readonly cause: EntryCause
}

/** Adds points to a card. */
export function addPoints(purse: Purse, addition: Addition, occasion: Occasion): Moved {
  const { voucher } = purse
  const card = cardOf(voucher)
  const { lots, opened, stepped, lotId } = deposit(purse, addition, occasion)
  const after = {
    ...card,
    points: card.points + addition.points,
    balance: card.balance + addition.points
  }
  return moveCard(purse, after, voucher.redeemedQuantity, {
    lots,
    opened,
    stepped,
    entry: entryOf(
      voucher,
      addition,
      addition.points,
      [{ id: lotId, amount: addition.points }],
      after.balance,
      occasion
    ),
    totals: { cardBalance: addition.points },
    now: occasion.now
  })
}

export interface Removal {
  /** Whole, at least 1. */
  readonly points: number
  /** What the card books it as. */
  readonly as: 'redeemed' | 'subtracted' | 'expired'
  readonly type: EntryType
  readonly cause: EntryCause
  /** Take from these lots alone (expiry); null: from all that can be spent. */
  readonly from: readonly Lot[] | null
}

/** Takes points from a card, the soonest to expire first; null when the lots hold fewer. */
export function takePoints(purse: Purse, removal: Removal, occasion: Occasion): Moved | null {
  const taken = takeFromLots(removal.from ?? spendableLots(purse, occasion), removal.points)
  if (taken === null) return null
  const { voucher } = purse
  const card = cardOf(voucher)
  const { points, as } = removal
  const after = {
    ...card,
    balance: card.balance - points,
    redeemedPoints: card.redeemedPoints + (as === 'redeemed' ? points : 0),
    subtractedPoints: card.subtractedPoints + (as === 'subtracted' ? points : 0),
    expiredPoints: card.expiredPoints + (as === 'expired' ? points : 0)
  }
  const stepped = taken.map(({ id, amount }) => ({ id, amount: 0, remaining: -amount }))
  const entry = entryOf(
    voucher,
    removal,
    -points,
    taken.map(({ id, amount }) => ({ id, amount: -amount })),
    after.balance,
    occasion
  )
  const redeemed = as === 'redeemed'
  return moveCard(purse, after, voucher.redeemedQuantity + (redeemed ? 1 : 0), {
    lots: stepLots(purse.lots, stepped),
    opened: [],
    stepped,
    entry,
    totals: { cardBalance: -points, ...(redeemed ? { cardRedeemedPoints: points } : {}) },
    now: occasion.now
  })
}

/** Adds credit (smallest currency unit, at least 1) to a gift voucher. Credit does not expire. */
export function addCredit(
  purse: Purse,
  credit: { readonly amount: number; readonly cause: EntryCause },
  occasion: Occasion
): Moved {
  const { voucher } = purse
  const gift = voucher.gift
  // INVARIANT: whoever adds credit looked first.
  if (gift === null) throw new TypeError(`${voucher.id} is no gift voucher`)
  const addition: Addition = {
    points: credit.amount,
    expiresOn: null,
    type: 'CREDITS_ADDITION',
    cause: credit.cause
  }
  const { lots, opened, stepped, lotId } = deposit(purse, addition, occasion)
  const balance = {
    ...gift,
    amount: gift.amount + credit.amount,
    balance: gift.balance + credit.amount
  }
  const after = {
    ...voucher,
    gift: balance,
    updatedAt: occasion.now,
    version: voucher.version + 1
  }
  const lines = [{ id: lotId, amount: credit.amount }]
  return {
    purse: { voucher: after, lots },
    change: {
      kind: 'credit.moved',
      gift: {
        voucherId: voucher.id,
        version: voucher.version,
        balance,
        updatedAt: occasion.now
      },
      opened,
      stepped,
      entry: entryOf(voucher, addition, credit.amount, lines, balance.balance, occasion)
    },
    totals: { giftBalance: credit.amount }
  }
}

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

/** Counts a step on its customer's kept totals; nothing is no change. */
export function counted(
  customerId: string,
  step: TotalsStep,
  lastOrder: { readonly amount: number; readonly date: Instant } | null = null
): readonly Change[] {
  if (Object.keys(step).length === 0) return []
  return [{ kind: 'customerTotals.counted', customerId, step, lastOrder }]
}

/** Puts points into the open lot of their expiry day, or opens one. */
function deposit({ voucher, lots }: Purse, { points, expiresOn }: Addition, occasion: Occasion) {
  const open = lots.find(lot => lot.expiresOn === expiresOn)
  if (open !== undefined) {
    const stepped = [{ id: open.id, amount: points, remaining: points }]
    return { lots: stepLots(lots, stepped), opened: [], stepped, lotId: open.id }
  }
  const lot: Lot = {
    id: occasion.newId('lopb'),
    voucherId: voucher.id,
    campaignId: voucher.campaignId,
    amount: points,
    remaining: points,
    expiresOn,
    createdAt: occasion.now
  }
  return { lots: [...lots, lot], opened: [lot], stepped: [], lotId: lot.id }
}

interface Step {
  readonly lots: readonly Lot[]
  readonly opened: readonly Lot[]
  readonly stepped: readonly LotStep[]
  readonly entry: LedgerEntry
  readonly totals: TotalsStep
  readonly now: string
}

function moveCard(
  { voucher }: Purse,
  counted: NonNullable<Voucher['card']>,
  redeemedQuantity: number,
  { lots, opened, stepped, entry, totals, now }: Step
): Moved {
  const balance = { ...counted, ...nextExpiration(lots) }
  const after = {
    ...voucher,
    card: balance,
    redeemedQuantity,
    updatedAt: now,
    version: voucher.version + 1
  }
  return {
    purse: { voucher: after, lots },
    change: {
      kind: 'points.moved',
      card: {
        voucherId: voucher.id,
        version: voucher.version,
        balance,
        redeemedQuantity,
        updatedAt: now
      },
      opened,
      stepped,
      entry
    },
    totals
  }
}

/** The soonest expiry day among open lots and what lapses on it. */
export function nextExpiration(lots: readonly Lot[]): {
  readonly nextExpirationDate: Day | null
  readonly nextExpirationPoints: number | null
} {
  let day: Day | null = null
  let points = 0
  for (const { expiresOn, remaining } of lots) {
    if (expiresOn === null || (day !== null && expiresOn > day)) continue
    points = expiresOn === day ? points + remaining : remaining
    day = expiresOn
  }
  return { nextExpirationDate: day, nextExpirationPoints: day === null ? null : points }
}

function stepLots(lots: readonly Lot[], steps: readonly LotStep[]): readonly Lot[] {
  const byId = new Map(steps.map(step => [step.id, step]))
  return lots
    .map(lot => {
      const step = byId.get(lot.id)
      if (step === undefined) return lot
      return { ...lot, amount: lot.amount + step.amount, remaining: lot.remaining + step.remaining }
    })
    .filter(lot => lot.remaining > 0)
}

function entryOf(
  voucher: Voucher,
  { type, cause }: { readonly type: EntryType; readonly cause: EntryCause },
  amount: number,
  lines: LedgerEntry['lots'],
  balanceAfter: number,
  { newId, now }: Occasion
): LedgerEntry {
  return {
    id: newId('vtx'),
    voucherId: voucher.id,
    campaignId: voucher.campaignId,
    type,
    amount,
    lots: lines,
    balanceAfter,
    cause,
    createdAt: now
  }
}

/** What a loyalty card holds. */
export function cardOf(voucher: Voucher): NonNullable<Voucher['card']> {
  // INVARIANT: points are asked of cards only.
  if (voucher.card === null) throw new TypeError(`${voucher.id} is no loyalty card`)
  return voucher.card
}
