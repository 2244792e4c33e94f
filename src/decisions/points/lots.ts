/**
 * What a movement does to the lots of a voucher, whatever they hold: points, or gift credit.
 *
 * Putting in raises what a lot ever got and what it holds; taking out and giving back move what it
 * holds alone. So each lot gets back what was taken from it, and never more than it ever got. A lot
 * that was spent before what came in was taken back gets nothing new: others stand in for it.
 *
 * Spec: VoucherLoyaltyCard.balance, VoucherGift.balance; Decisions 30 and 52.
 */
import type { Day, EntryCause, EntryType, LedgerEntry, Lot, LotLine, Voucher } from '../../model.ts'
import type { LotAccount, LotStep } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import type { Purse } from './purse.ts'

/** Lots by id, and so many points or so much credit of each. */
export type LotLines = LedgerEntry['lots']

/** What is left of the lots, how that is written, and what the entry says of it. */
export interface LotsMoved {
  /** All of them, those that are empty by now as well. */
  readonly lots: readonly Lot[]
  readonly opened: readonly Lot[]
  readonly stepped: readonly LotStep[]
  /** Negative where something is taken; they add up to what the movement moves. */
  readonly lines: LotLines
}

/** What the lines move together. */
export function amountOf(lines: LotLines): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * What lots have to give for points that came to this one and are taken back: what is neither in it
 * any more, nor was taken from it, nor has lapsed. So much of it was spent.
 */
export function shortOf({ canceled, withdrawn, takenBack, lapsed, remaining }: Lot): number {
  return Math.max(canceled + withdrawn - takenBack - lapsed - remaining, 0)
}

/** What of a lot was spent, or taken in place of another, and not given back. */
export function spentOf({ amount, takenBack, lapsed, remaining }: Lot): number {
  return amount - takenBack - lapsed - remaining
}

/** The lot of an id, or the one that it has become part of. */
export function lotNamed(lots: readonly Lot[], id: string): Lot | undefined {
  const lot = lots.find(lot => lot.id === id)
  return lot === undefined || lot.mergedInto === null ? lot : lotNamed(lots, lot.mergedInto)
}

/** Puts `amount` (at least 1) into the lot of its expiry day, or opens one. */
export function putIn(
  { voucher, lots }: Purse,
  { amount, expiresOn }: { readonly amount: number; readonly expiresOn: Day | null },
  { newId, now }: Occasion
): LotsMoved {
  const open = lots
    .filter(lot => lot.expiresOn === expiresOn && lot.mergedInto === null && shortOf(lot) === 0)
    .reduce<Lot | undefined>((best, lot) => (best && best.remaining > 0 ? best : lot), undefined)
  if (open !== undefined) {
    const stepped = [{ id: open.id, amount, remaining: amount }]
    return { lots: step(lots, stepped), opened: [], stepped, lines: [{ id: open.id, amount }] }
  }
  const lot: Lot = {
    id: newId('lopb'),
    voucherId: voucher.id,
    campaignId: voucher.campaignId,
    amount,
    remaining: amount,
    ...UNCLAIMED,
    expiresOn,
    createdAt: now
  }
  return { lots: [...lots, lot], opened: [lot], stepped: [], lines: [{ id: lot.id, amount }] }
}

/** Two open lots of the day of a lot, for which no others stand in; null: there are no two. */
export function twinsIn(lots: readonly Lot[], { expiresOn }: Lot): readonly [Lot, Lot] | null {
  const [lot, twin] = lots.filter(
    other => other.expiresOn === expiresOn && other.remaining > 0 && shortOf(other) === 0
  )
  return lot === undefined || twin === undefined ? null : [lot, twin]
}

/** The lots once one has become part of another, with all that it keeps. */
export function merged(lots: readonly Lot[], { id, ...lot }: Lot, into: Lot): readonly Lot[] {
  const empty = { ...lot, ...UNCLAIMED, id, amount: 0, remaining: 0, mergedInto: into.id }
  return step(lots, [{ ...lot, id: into.id }]).map(other => (other.id === id ? empty : other))
}

/** Of a lot from which nothing was taken but what was spent. */
const UNCLAIMED = {
  canceled: 0,
  withdrawn: 0,
  takenBack: 0,
  lapsed: 0,
  mergedInto: null,
  derived: false
} as const

/**
 * Takes so much (above 0) from each lot; whoever says from which looked that it is there. `as`:
 * what the lots keep it as, beside that it is gone.
 */
export function takeOut({ lots }: Purse, taken: LotLines, as?: 'takenBack' | 'lapsed'): LotsMoved {
  const stepped = taken.map(({ id, amount }) => ({
    id,
    amount: 0,
    remaining: -amount,
    ...(as === undefined ? {} : { [as]: amount })
  }))
  const lines = taken.map(({ id, amount }) => ({ id, amount: -amount }))
  return { lots: step(lots, stepped), opened: [], stepped, lines }
}

/** Gives back what an entry took, to the lots it was taken from; closed ones are open again. */
export function giveBack({ lots }: Purse, { id: entryId, lots: taken }: LedgerEntry): LotsMoved {
  const lines = taken.map(({ id, amount }) => {
    const lot = lotNamed(lots, id)
    // INVARIANT: the lots of an entry are loaded with it, and it is given back once.
    if (lot === undefined || amount >= 0 || lot.remaining - amount > lot.amount) {
      throw new TypeError(`entry ${entryId} took ${-amount} from lot ${id}, which cannot be`)
    }
    return { id: lot.id, amount: -amount }
  })
  const stepped = lines.map(({ id, amount }) => ({ id, amount: 0, remaining: amount }))
  return { lots: step(lots, stepped), opened: [], stepped, lines }
}

/** Lines of one lot in place of the same one become one, in the order they are first named. */
export function sumLines(lines: LotLines): LotLines {
  const sums = new Map<string, LotLine>()
  for (const line of lines) {
    const key = `${line.id} ${line.for ?? ''}`
    const known = sums.get(key)
    sums.set(key, known === undefined ? line : { ...line, amount: known.amount + line.amount })
  }
  return [...sums.values()]
}

/** Steps of one lot become one, in the order in which they are first named. */
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

/** The entry of a movement, which comes to what its lines add up to. */
export function entryOf(
  { id: voucherId, campaignId }: Voucher,
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
    createdAt: now
  }
}

/** The lots after some steps. */
export function step(lots: readonly Lot[], steps: readonly LotStep[]): readonly Lot[] {
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
