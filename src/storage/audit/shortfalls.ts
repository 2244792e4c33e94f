/**
 * The part of the audit about points that are taken back: each rule on its own, from the entries.
 *
 * Of every lot is counted again what came in by orders that are canceled and by redemptions that
 * were rolled back, what was taken out of it for these, and what lapsed. The rest must
 * be what others stand in for, and what is missing.
 */
import type { LotAccount } from '../../decisions/changes.ts'
import { lotNamed, sumLines } from '../../decisions/points/lots.ts'
import type { LedgerEntry, Lot, Shortfall, TakenBackOfOrder, Voucher } from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import { shortfallOf } from '../points/ledger.ts'
import { agree, disagree, type Range, type Scope } from './recounts.ts'
import {
  auditedCanceledOrder,
  auditedEarned,
  auditedShortfalls,
  auditedUndone
} from './standing.ts'

/** Points that came, and were to be taken back since. */
type Came = Pick<LedgerEntry, 'voucherId' | 'type' | 'amount' | 'lots'> & {
  readonly redemptionId: string | null
}

/** What was undone and what is short, of a range of vouchers, by voucher. */
export interface TakenBackPoints {
  readonly came: ReadonlyMap<string, readonly Came[]>
  readonly shortfalls: ReadonlyMap<string, readonly Shortfall[]>
}

/** Of a range of vouchers, by id: the first is excluded, the last included. */
export async function loadUndone(scope: Scope, { after, last }: Range): Promise<TakenBackPoints> {
  const values = { project: scope.project, after, last }
  const undone = await scope.session.all(auditedUndone, values)
  const earned = await scope.session.all(auditedEarned, values)
  const lowered = earned.flatMap(order => (order.earned?.takenBack ?? []).map(cameOf))
  const came: readonly Came[] = [...undone, ...lowered]
  const rows = await scope.session.all(auditedShortfalls, values)
  return {
    came: Map.groupBy(came, ({ voucherId }) => voucherId),
    shortfalls: Map.groupBy(rows.map(shortfallOf), ({ voucherId }) => voucherId)
  }
}

function cameOf({ voucherId, lotId: id, points: amount }: TakenBackOfOrder): Came {
  return { voucherId, type: 'POINTS_ACCRUAL', amount, lots: [{ id, amount }], redemptionId: null }
}

/** A canceled order has given back what it brought, where there is somebody to take it from. */
export async function auditCanceled(scope: Scope): Promise<void> {
  const row = await scope.session.one(auditedCanceledOrder, { project: scope.project })
  if (row === undefined) return
  disagree(scope, `order ${row.id} is canceled, but what it earned was not taken back.`)
}

/** A card with all that is known of it. */
interface Audited {
  readonly voucher: Voucher
  /** In order of id. */
  readonly entries: readonly LedgerEntry[]
  readonly lots: readonly Lot[]
  readonly undone: TakenBackPoints
}

/** Every rule of taking back, for one card. */
export function auditShortfalls(scope: Scope, audited: Audited): void {
  const { voucher, lots } = audited
  auditDays(scope, audited)
  if (voucher.card === null) {
    auditCredit(scope, audited)
    return
  }
  const shortfalls = audited.undone.shortfalls.get(voucher.id) ?? []
  const kept = keptBy(audited)
  for (const lot of lots.filter(({ mergedInto }) => mergedInto === null)) {
    auditLot(scope, lot, kept.get(lot.id) as Kept)
    auditShort(scope, lot, shortfalls)
  }
  auditStandIns(scope, shortfalls, audited)
  auditReturns(scope, audited)
  auditMissing(scope, shortfalls, audited)
}

type Kept = Record<LotAccount, number>

/** What the entries say that each lot keeps. */
function keptBy({ entries, lots, undone, voucher }: Audited): ReadonlyMap<string, Kept> {
  const none = () => ({ canceled: 0, withdrawn: 0, takenBack: 0, lapsed: 0 })
  const kept = new Map<string, Kept>(lots.map(({ id }) => [id, none()]))
  const add = (id: string, account: LotAccount, points: number) => {
    const lot = kept.get(lotNamed(lots, id)?.id ?? '')
    if (lot !== undefined) lot[account] += points
  }
  for (const { type, lots: lines } of undone.came.get(voucher.id) ?? []) {
    const account = type === 'POINTS_ACCRUAL' ? 'canceled' : 'withdrawn'
    for (const { id, amount } of lines) add(id, account, amount)
  }
  for (const { type, lots: lines } of entries) {
    for (const { id, amount, for: lotId } of lines) {
      if (type === 'POINTS_EXPIRATION') add(id, 'lapsed', -amount)
      if (type === 'POINTS_CANCELLATION' && lotId === undefined) add(id, 'takenBack', -amount)
      if (type === 'POINTS_REFUND' && lotId !== undefined) add(lotId, 'takenBack', amount)
    }
  }
  return kept
}

/** What a lot keeps is what the entries say of it. */
function auditLot(scope: Scope, lot: Lot, { lapsed, ...kept }: Kept): void {
  agree(scope, `lapsed of lot ${lot.id}`, lapsed, lot.lapsed)
  for (const [account, points] of Object.entries(kept)) {
    agree(scope, `${account} of lot ${lot.id}`, points, lot[account as LotAccount])
  }
  const undone = lot.canceled + lot.withdrawn
  if (lot.takenBack <= undone) return
  disagree(
    scope,
    `takenBack of lot ${lot.id} is ${lot.takenBack}, more than the ${undone} that had to be ` +
      'taken back.'
  )
}

/** What is spent comes from lots whose last day is not over. */
function auditDays(scope: Scope, { entries, lots }: Audited): void {
  for (const { id: entryId, type, createdAt, lots: lines } of entries) {
    if (!SPENT.includes(type)) continue
    const today = dayAt(createdAt, scope.zone)
    for (const { id } of lines) {
      const last = lotNamed(lots, id)?.expiresOn ?? null
      if (last === null || last >= today) continue
      disagree(scope, `ledger entry ${entryId} spent from lot ${id} after its last day, ${last}.`)
    }
  }
}

const SPENT: readonly LedgerEntry['type'][] = ['POINTS_REDEMPTION', 'CREDITS_REDEMPTION']

/**
 * The credit that a redemption put on a gift voucher is taken back with it, whole, so that its lots
 * keep nothing of what was taken back.
 */
function auditCredit(scope: Scope, { voucher, entries, lots, undone }: Audited): void {
  for (const lot of lots)
    auditLot(scope, lot, { canceled: 0, withdrawn: 0, takenBack: 0, lapsed: 0 })
  for (const { redemptionId, amount } of undone.came.get(voucher.id) ?? []) {
    const taken = entries
      .filter(
        ({ type, cause }) => type === 'CREDITS_REMOVAL' && cause.redemptionId === redemptionId
      )
      .reduce((sum, entry) => sum - entry.amount, 0)
    agree(scope, `credit taken back for redemption ${redemptionId}`, amount, taken)
  }
}

/**
 * What came in and is taken back was in its lot, lapsed, or is taken from others or missing. The
 * sum is said here once more, because a decision that is wrong about it must not be believed.
 */
function auditShort(scope: Scope, lot: Lot, shortfalls: readonly Shortfall[]): void {
  const { canceled, withdrawn, takenBack, lapsed, remaining } = lot
  const short = Math.max(canceled + withdrawn - takenBack - lapsed - remaining, 0)
  const noted = shortfalls.filter(({ lotId }) => lotId === lot.id)
  const points = noted.reduce((sum, each) => sum + each.points, 0)
  const what = `the shortfall of lot ${lot.id}`
  agree(scope, what, short, points)
}

/** Whatever was taken from a lot in place of another, and not given back, is noted. */
function auditStandIns(
  scope: Scope,
  shortfalls: readonly Shortfall[],
  { entries, lots }: Audited
): void {
  const pairs = new Map<string, number>()
  const add = (lotId: string, from: string, points: number) => {
    const [lot, other] = [lotNamed(lots, lotId), lotNamed(lots, from)]
    if (lot === undefined || other === undefined) return
    const key = `from lot ${other.id} in place of lot ${lot.id}`
    pairs.set(key, (pairs.get(key) ?? 0) + points)
  }
  for (const { lotId, from, points } of shortfalls) if (from !== null) add(lotId, from, -points)
  for (const line of entries.flatMap(entry => entry.lots)) {
    if (line.for !== undefined) add(line.for, line.id, -line.amount)
  }
  for (const [pair, points] of pairs)
    agree(scope, `the difference between what was taken ${pair} and its shortfalls`, 0, points)
}

/** A rollback gives back to every lot what was taken from it, or to what stood in for it. */
function auditReturns(scope: Scope, { entries, lots }: Audited): void {
  const moved = new Map<string, Map<string, number>>()
  const refunded = new Set<string>()
  for (const { type, cause, lots: lines } of entries) {
    const { redemptionId } = cause
    if (redemptionId === undefined || !PRICE.includes(type)) continue
    if (type === 'POINTS_REFUND') refunded.add(redemptionId)
    const sums = moved.get(redemptionId) ?? new Map<string, number>()
    for (const line of lines) {
      const id = lotNamed(lots, line.for ?? line.id)?.id ?? line.id
      sums.set(id, (sums.get(id) ?? 0) + line.amount)
    }
    moved.set(redemptionId, sums)
  }
  for (const redemptionId of refunded) {
    const sums = [...(moved.get(redemptionId) ?? [])]
    // Of an order that was lowered, a part of the price went back.
    if (sums.reduce((all, [, left]) => all + left, 0) !== 0) continue
    for (const [id, left] of sums) {
      agree(
        scope,
        `the sum of what redemption ${redemptionId} and its rollback moved of lot ${id}`,
        0,
        left
      )
    }
  }
}

const PRICE: readonly LedgerEntry['type'][] = ['POINTS_REDEMPTION', 'POINTS_REFUND']

/**
 * Points are missing only where there were none to be taken instead, when they were missed and when
 * points came back since; and none are missing that a reward put there.
 */
function auditMissing(
  scope: Scope,
  shortfalls: readonly Shortfall[],
  { voucher, entries, lots }: Audited
): void {
  for (const shortfall of shortfalls) {
    const { from, kind, points, lotId, subjectId, createdAt } = shortfall
    if (from !== null) continue
    const what = `${points} points of lot ${lotId} on voucher ${voucher.id} are missing`
    if (kind === 'GRANTED') disagree(scope, `${what}, which the reward of ${subjectId} put there.`)
    const day = dayAt(createdAt, scope.zone)
    const isOpen = ({ expiresOn }: Lot) => expiresOn === null || expiresOn >= day
    const spendable = new Map(
      lots.filter(isOpen).map(({ id }) => [id, lotNamed(lots, id)?.id ?? id])
    )
    const there = leastAt(entries, spendable, shortfall)
    if (there > 0) {
      disagree(
        scope,
        `${what} for ${subjectId} since ${createdAt}, although ${there} could be spent then.`
      )
    }
    const kept = keptSince(entries, spendable, shortfall)
    if (kept === null) continue
    disagree(scope, `${what} for ${subjectId}, although redemption ${kept} gave points back.`)
  }
}

/** Lots that could be spent then, each with itself or the one it was merged into. */
type Spendable = ReadonlyMap<string, string>

type Missed = Pick<Shortfall, 'voucherVersion'>

/** Entries in the order in which they were made. */
export function entriesInOrder(entries: readonly LedgerEntry[]): readonly LedgerEntry[] {
  return entries.toSorted((one, other) => one.voucherVersion - other.voucherVersion)
}

function sumOf(lines: LedgerEntry['lots']): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * The points that could be spent when some were missed: when that was begun, or after it took what
 * it found.
 */
function leastAt(
  entries: readonly LedgerEntry[],
  spendable: Spendable,
  { voucherVersion: begun }: Missed
): number {
  let sum = 0
  for (const { voucherVersion, lots } of entries) {
    if (voucherVersion > begun + 1) break
    const after = sum + sumOf(lots.filter(({ id }) => spendable.has(id)))
    if (voucherVersion === begun + 1) return Math.min(sum, after)
    sum = after
  }
  return sum
}

/** The redemption of before points were missed that gave points back since, which stayed. */
function keptSince(
  entries: readonly LedgerEntry[],
  spendable: Spendable,
  missed: Missed
): string | null {
  const spentBy = new Map<string | undefined, LedgerEntry>()
  for (const [index, entry] of entries.entries()) {
    const { type, cause, lots } = entry
    if (type === 'POINTS_REDEMPTION') spentBy.set(cause.redemptionId, entry)
    const spent = spentBy.get(cause.redemptionId)
    if (type !== 'POINTS_REFUND' || spent === undefined) continue
    if (isLater(spent, missed) || !isLater(entry, missed)) continue
    const taken = takenAfter(entries, index).flatMap(({ lots }) => lots)
    const landed = new Set(
      sumLines(lots).flatMap(({ id, amount }) => (amount > 0 ? (spendable.get(id) ?? []) : []))
    )
    const there = [...lots, ...taken].filter(({ id }) => landed.has(spendable.get(id) ?? ''))
    if (sumOf(there) > 0) return String(cause.redemptionId)
  }
  return null
}

/** Whether an entry was made after points were missed. */
function isLater({ voucherVersion }: LedgerEntry, missed: Missed): boolean {
  return voucherVersion > missed.voucherVersion
}

/** What was taken for missing points in the unit of a refund, where nothing else comes between. */
function takenAfter(entries: readonly LedgerEntry[], refund: number): readonly LedgerEntry[] {
  const { createdAt } = entries[refund] as LedgerEntry
  const after = entries.slice(refund + 1)
  const end = after.findIndex(each => each.createdAt !== createdAt || !UNDOING.includes(each.type))
  const unit = end < 0 ? after : after.slice(0, end)
  return unit.filter(({ type }) => type === 'POINTS_CANCELLATION')
}

const UNDOING: readonly LedgerEntry['type'][] = ['POINTS_REFUND', 'POINTS_CANCELLATION']
