/**
 * How a movement changes the lots of a voucher, whether they hold points or gift credit.
 *
 * Adding raises the amount of a lot and its remainder; taking and returning change the remainder
 * only. So a lot gets back what was taken from it and never more than its amount. A lot that other
 * lots stand in for gets no new points.
 *
 * Spec: VoucherLoyaltyCard.balance, VoucherGift.balance.
 */
import type { Day, EntryCause, EntryType, LedgerEntry, Lot, LotLine, Voucher } from '../../model.ts'
import { compareTexts } from '../../rules/validity.ts'
import type { Occasion } from '../occasion.ts'
import type { Purse } from './purse.ts'
import type { LotAccount, LotStep } from './steps.ts'

/** Points or credit by lot. */
export type LotLines = LedgerEntry['lots']

/** The lots after a movement, the steps to write, and the lines of the entry. */
export interface LotsMoved {
  /** All of them, empty ones included. */
  readonly lots: readonly Lot[]
  readonly opened: readonly Lot[]
  readonly stepped: readonly LotStep[]
  /** Negative for points taken; they add up to the movement. */
  readonly lines: LotLines
}

/** The sum of the lines. */
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

/** The points of a lot that were spent, or taken in place of another lot, and not returned. */
export function spentOf({ amount, takenBack, lapsed, remaining }: Lot): number {
  return amount - takenBack - lapsed - remaining
}

/** The lot with the id, or the one it was merged into. */
export function lotNamed(lots: readonly Lot[], id: string): Lot | undefined {
  const lot = lots.find(lot => lot.id === id)
  return lot === undefined || lot.mergedInto === null ? lot : lotNamed(lots, lot.mergedInto)
}

/** The same, of a lot that is known to be there. */
export function lotIn({ lots }: Pick<Purse, 'lots'>, id: string): Lot {
  // INVARIANT: the lots that entries and shortfalls name are loaded with them.
  return lotNamed(lots, id) as Lot
}

/** Adds `amount` (at least 1) to the lot of its expiry day, or opens a lot. */
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

/** The lots after one was merged into another, with all its figures. */
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

/**
 * Adds up the lines of one lot in place of the same other lot, in the order in which they first
 * appear.
 */
export function sumLines(lines: LotLines): LotLines {
  const sums = new Map<string, LotLine>()
  for (const line of lines) {
    const key = `${line.id} ${line.for ?? ''}`
    const known = sums.get(key)
    sums.set(key, known === undefined ? line : { ...line, amount: known.amount + line.amount })
  }
  return [...sums.values()]
}

/** Adds up the steps of one lot, in the order in which they first appear. */
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

/**
 * The entry of a movement; its amount is the sum of its lines. The voucher is as it was before.
 */
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
    voucherVersion: version + 1
  }
}

/** The lots after some steps. */
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
