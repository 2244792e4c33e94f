/**
 * What a movement does to the lots of a voucher, whatever they hold: points, or gift credit.
 *
 * Putting in raises what a lot ever got and what it holds; taking out and giving back move what it
 * holds alone. So each lot gets back what was taken from it, and never more than it ever got.
 *
 * Spec: VoucherLoyaltyCard.balance, VoucherGift.balance; Decisions 30 and 52.
 */
import type { Day, EntryCause, EntryType, LedgerEntry, Lot, Voucher } from '../../model.ts'
import type { LotStep } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import type { Purse } from './purse.ts'

/** Lots by id, and so many points or so much credit of each. */
export type LotLines = LedgerEntry['lots']

/** What is left of the lots, how that is written, and what the entry says of it. */
export interface LotsMoved {
  /** Those with something remaining. */
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

/** Puts `amount` (at least 1) into the open lot of its expiry day, or opens one. */
export function putIn(
  { voucher, lots }: Purse,
  { amount, expiresOn }: { readonly amount: number; readonly expiresOn: Day | null },
  { newId, now }: Occasion
): LotsMoved {
  const open = lots.find(lot => lot.expiresOn === expiresOn)
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
    expiresOn,
    createdAt: now
  }
  return { lots: [...lots, lot], opened: [lot], stepped: [], lines: [{ id: lot.id, amount }] }
}

/** Takes so much (above 0) from each lot; whoever says from which looked that it is there. */
export function takeOut({ lots }: Purse, taken: LotLines): LotsMoved {
  return move(
    lots,
    taken.map(({ id, amount }) => ({ id, amount: -amount }))
  )
}

/** Gives back what an entry took, to the lots it was taken from; closed ones are open again. */
export function giveBack({ lots }: Purse, { id: entryId, lots: taken }: LedgerEntry): LotsMoved {
  for (const { id, amount } of taken) {
    const lot = lots.find(lot => lot.id === id)
    // INVARIANT: the lots of an entry are loaded with it, and it is given back once.
    if (lot === undefined || amount >= 0 || lot.remaining - amount > lot.amount) {
      throw new TypeError(`entry ${entryId} took ${-amount} from lot ${id}, which cannot be`)
    }
  }
  return move(
    lots,
    taken.map(({ id, amount }) => ({ id, amount: -amount }))
  )
}

/** Lines of one lot become one, in the order in which the lots are first named. */
export function sumLines(lines: LotLines): LotLines {
  const byId = new Map<string, number>()
  for (const { id, amount } of lines) byId.set(id, (byId.get(id) ?? 0) + amount)
  return [...byId].map(([id, amount]) => ({ id, amount }))
}

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

/** Moves what lots hold, and not what they ever got. */
function move(lots: readonly Lot[], lines: LotLines): LotsMoved {
  const stepped = lines.map(({ id, amount }) => ({ id, amount: 0, remaining: amount }))
  return { lots: step(lots, stepped), opened: [], stepped, lines }
}

function step(lots: readonly Lot[], steps: readonly LotStep[]): readonly Lot[] {
  const byId = new Map(steps.map(step => [step.id, step]))
  return lots
    .map(lot => {
      const step = byId.get(lot.id)
      if (step === undefined) return lot
      return { ...lot, amount: lot.amount + step.amount, remaining: lot.remaining + step.remaining }
    })
    .filter(({ remaining }) => remaining > 0)
}
