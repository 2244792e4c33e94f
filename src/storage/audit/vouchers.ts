/**
 * The part of the audit about vouchers: ledgers, lots and balances, counted again. A balance is a
 * fold of ledger entries, and so is every lot. Each entry has to begin where the one before it
 * ends. Of every lot is counted, too, what came in by orders that are canceled and by redemptions
 * that were rolled back, what was taken out of it for these, and what lapsed. The rest must be what
 * others stand in for, and what is missing.
 * Spec: VoucherLoyaltyCard, VoucherGift.
 */
import type { LotAccount } from '../../decisions/changes.ts'
import { lotNamed, sumLines } from '../../decisions/points/lots.ts'
import type {
  EntryType,
  LedgerEntry,
  Lot,
  Shortfall,
  TakenBackOfOrder,
  Voucher
} from '../../model.ts'
import { dayAt } from '../../rules/validity.ts'
import { ledgerEntryOf, shortfallOf } from '../points/ledger.ts'
import { voucherOf } from '../vouchers/vouchers.ts'
import { auditHolds, loadHolds } from './orders.ts'
import {
  agree,
  auditedEntries,
  auditedHoldersUnlike,
  auditedLot,
  auditedLotsCount,
  auditedPendingPoints,
  auditedPublications,
  auditedPublicationsUnlike,
  auditedRecordsOfVouchers,
  auditedRedemptionsOfVouchers,
  auditedVouchers,
  calledVoucher,
  countedIn,
  disagree,
  noteAmiss,
  PAGE,
  pages,
  type Range,
  type Scope
} from './recounts.ts'
import {
  auditedBonuses,
  auditedCanceledOrder,
  auditedEarned,
  auditedShortfalls,
  auditedUndone
} from './standing.ts'

/** Every voucher: its ledger, its lots, its balance, and what was taken back on it. */
export async function auditVouchers(scope: Scope): Promise<void> {
  const { session, project, counts } = scope
  const counters = { ...scope, kind: 'counters' } as const
  const locks = { ...scope, kind: 'locks' } as const
  let lotsSeen = 0
  for await (const { rows, ...range } of pages(scope, auditedVouchers)) {
    const pendingOf = await countedIn(scope, auditedPendingPoints, range)
    const publishedOf = await countedIn(scope, auditedPublications, range)
    const redeemedOf = await countedIn(scope, auditedRedemptionsOfVouchers, range)
    const recordedOf = await countedIn(scope, auditedRecordsOfVouchers, range)
    const elsewhereOf = new Map(rows.map(row => [row.id, row.redeemedElsewhere]))
    const names = new Map(rows.map(row => [row.id, calledVoucher(row)]))
    for (const { id, recordsCount } of rows) {
      const what = `the total of the redemptions listed for ${names.get(id)}`
      agree(counters, what, recordedOf(id), recordsCount)
    }
    await auditPublished(counters, range)
    for (const { id, holderGone } of await session.all(auditedHoldersUnlike, {
      project,
      ...range
    })) {
      const what = `whether the holder of ${names.get(id)} is deleted`
      agree(counters, what, !holderGone, holderGone)
    }
    const holdsOf = await loadHolds(locks, range, names)
    const undone = await loadUndone(scope, range)
    const entries = entriesIn(scope, range)
    let entry = (await entries.next()).value
    for (const voucher of rows.map(voucherOf)) {
      const ledger = new Ledger()
      while (entry?.voucherId === voucher.id) {
        counts.entries++
        foldEntry(scope, ledger, entry)
        ledger.entries.push(entry)
        entry = (await entries.next()).value
      }
      const lots = await lotsIn(scope, voucher, ledger)
      lotsSeen += lots.length
      auditLots(scope, voucher, ledger, lots)
      const ordered = entriesInOrder(ledger.entries)
      auditShortfalls(scope, { voucher, entries: ordered, lots, undone })
      auditOrder(scope, voucher, ordered)
      auditBalance(scope, voucher, ledger)
      auditHolds(locks, voucher, holdsOf.get(voucher.id) ?? [])
      const name = calledVoucher(voucher)
      agree(counters, `publish.count of ${name}`, publishedOf(voucher.id), voucher.publishedCount)
      const redeemed = redeemedOf(voucher.id) + (elsewhereOf.get(voucher.id) ?? 0)
      agree(counters, `redemption.redeemed_quantity of ${name}`, redeemed, voucher.redeemedQuantity)
      const pending = pendingOf(voucher.id)
      const waiting = voucher.card?.pendingPoints ?? 0
      agree(scope, `loyalty_card.pending_points of ${name}`, pending, waiting)
      counts.vouchers++
    }
  }
  const stored = (await session.one(auditedLotsCount, { project }))?.counted ?? 0
  agree(scope, 'the number of lots that ledger entries name', lotsSeen, stored)
  counts.lots += lotsSeen
}

/** A publication repeats what it is listed by of its voucher, which never changes. */
async function auditPublished(scope: Scope, range: Range): Promise<void> {
  const { session, project } = scope
  for (const { id, said, voucher } of await session.all(auditedPublicationsUnlike, {
    project,
    ...range
  })) {
    const of = `of the voucher of publication ${id}`
    agree(scope, `the type ${of}`, voucher.type, said.type)
    agree(scope, `is_referral_code ${of}`, voucher.isReferralCode, said.isReferralCode)
    agree(scope, `the campaign ${of}`, voucher.campaignId, said.campaignId)
  }
}

/** The entries of a range of vouchers, by voucher and then in order of id. */
async function* entriesIn(scope: Scope, { after, last }: Range): AsyncGenerator<LedgerEntry, void> {
  const { session, project } = scope
  for (let afterVoucher = after, afterEntry = '\u{10FFFF}'; ; ) {
    const values = { project, afterVoucher, afterEntry, last, limit: PAGE }
    const rows = await session.all(auditedEntries, values)
    for (const row of rows) {
      const { id, cause } = row
      agree(scope, `the order of ledger entry ${id}`, cause.orderId ?? null, row.orderId)
      const followedId = cause.followed?.subjectId ?? null
      const followed = `the tier or segment that ledger entry ${id} came with`
      agree(scope, followed, followedId, row.followedId)
      yield ledgerEntryOf(row)
    }
    const end = rows.at(-1)
    if (end === undefined) return
    afterVoucher = end.voucherId
    afterEntry = end.id
  }
}

/** What the entries of one voucher add up to. */
class Ledger {
  balance = 0
  readonly parts: Record<BalancePart, number> = { added: 0, redeemed: 0, subtracted: 0, expired: 0 }
  readonly lots = new Map<string, LotFold>()
  readonly entries: LedgerEntry[] = []
}

type LotFold = { net: number; opened: number; returned: number }

type BalancePart = 'added' | 'redeemed' | 'subtracted' | 'expired'

/** Which of a balance's parts an entry counts in; a refund makes less of what was redeemed. */
const PART_OF: { readonly [Type in EntryType]: BalancePart } = {
  POINTS_ACCRUAL: 'added',
  POINTS_ADDITION: 'added',
  POINTS_REMOVAL: 'subtracted',
  POINTS_CANCELLATION: 'subtracted',
  POINTS_REDEMPTION: 'redeemed',
  POINTS_REFUND: 'redeemed',
  POINTS_EXPIRATION: 'expired',
  CREDITS_ADDITION: 'added',
  CREDITS_REMOVAL: 'subtracted',
  CREDITS_REDEMPTION: 'redeemed',
  CREDITS_REFUND: 'redeemed'
}

function foldEntry(scope: Scope, ledger: Ledger, entry: LedgerEntry): void {
  const { id, amount, lots } = entry
  const part = PART_OF[entry.type]
  ledger.balance += amount
  ledger.parts[part] += part === 'added' ? amount : -amount
  let named = 0
  for (const line of lots) {
    named += line.amount
    const lot = ledger.lots.get(line.id) ?? { net: 0, opened: 0, returned: 0 }
    lot.net += line.amount
    if (line.amount > 0) lot[part === 'added' ? 'opened' : 'returned'] += line.amount
    ledger.lots.set(line.id, lot)
  }
  agree(scope, `the sum of the lots of ledger entry ${id}`, amount, named)
}

async function lotsIn(scope: Scope, voucher: Voucher, ledger: Ledger): Promise<readonly Lot[]> {
  const lots: Lot[] = []
  for (const id of ledger.lots.keys()) {
    const row = await scope.session.one(auditedLot, { project: scope.project, id })
    const name = calledVoucher(voucher)
    const what = `lot ${id} of ${name} is missing, although a ledger entry names it.`
    if (row === undefined) disagree(scope, what)
    else lots.push(row)
  }
  return lots
}

/** The lots are as the entries say; one that has become part of another has nothing itself. */
function auditLots(scope: Scope, voucher: Voucher, ledger: Ledger, lots: readonly Lot[]): void {
  const open: Lot[] = []
  const folds = foldsOf(ledger, lots)
  for (const lot of lots) {
    const { net, opened, returned } = folds.get(lot.id) as LotFold
    const whose = `lot ${lot.id} of ${calledVoucher(voucher)}`
    agree(scope, `the voucher of ${whose}`, voucher.id, lot.voucherId)
    agree(scope, `what remains of ${whose}`, net, lot.remaining)
    // A lot that a refund opened may be refunded to again, which adds nothing to its amount.
    const fits = opened > 0 ? lot.amount === opened : lot.amount <= returned
    if (!fits) agree(scope, `the amount of ${whose}`, opened > 0 ? opened : returned, lot.amount)
    if (lot.remaining > 0 && lot.expiresOn !== null) open.push(lot)
  }
  if (voucher.card !== null) {
    const days = open.map(({ expiresOn }) => expiresOn as string).sort()
    const soonest = open.filter(({ expiresOn }) => expiresOn === days[0])
    const points = soonest.reduce((sum, { remaining }) => sum + remaining, 0)
    const { nextExpirationDate, nextExpirationPoints } = voucher.card
    const next = `of ${calledVoucher(voucher)}`
    agree(scope, `loyalty_card.next_expiration_date ${next}`, days[0] ?? null, nextExpirationDate)
    const due = days.length === 0 ? null : points
    agree(scope, `loyalty_card.next_expiration_points ${next}`, due, nextExpirationPoints)
  }
}

/** What the entries say of each lot, with those that have become part of it. */
function foldsOf(ledger: Ledger, lots: readonly Lot[]): ReadonlyMap<string, LotFold> {
  const folds = new Map(lots.map(({ id }) => [id, { net: 0, opened: 0, returned: 0 }]))
  for (const [named, { net, opened, returned }] of ledger.lots) {
    const fold = folds.get(lotNamed(lots, named)?.id ?? '')
    if (fold === undefined) continue
    fold.net += net
    fold.opened += opened
    fold.returned += returned
  }
  return folds
}

/** Each of a voucher's movements begins at the balance that the one before it left. */
function auditOrder(scope: Scope, voucher: Voucher, entries: readonly LedgerEntry[]): void {
  for (const [index, { id, amount, balanceAfter }] of entries.entries()) {
    const before = entries[index - 1]?.balanceAfter ?? 0
    const what = `the balance of ${calledVoucher(voucher)} before ledger entry ${id}`
    agree(scope, what, before, balanceAfter - amount)
  }
}

function auditBalance(scope: Scope, voucher: Voucher, ledger: Ledger): void {
  const { card, gift, holderId: customerId } = voucher
  const { added, redeemed, subtracted, expired } = ledger.parts
  const name = calledVoucher(voucher)
  if (gift !== null) {
    agree(scope, `gift.balance of ${name}`, ledger.balance, gift.balance)
    agree(scope, `gift.amount of ${name}`, added, gift.amount)
    agree(scope, `redemption.redeemed_amount of ${name}`, redeemed, gift.redeemedAmount)
    agree(scope, `gift.subtracted_amount of ${name}`, subtracted, gift.subtractedAmount)
    noteAmiss(scope, { customerId, figure: 'giftBalance', by: ledger.balance - gift.balance })
    const by = redeemed - gift.redeemedAmount
    noteAmiss(scope, { customerId, figure: 'giftRedeemedAmount', by })
  }
  if (card === null) return
  agree(scope, `loyalty_card.balance of ${name}`, ledger.balance, card.balance)
  agree(scope, `loyalty_card.points of ${name}`, added, card.points)
  agree(scope, `redemption.redeemed_points of ${name}`, redeemed, card.redeemedPoints)
  agree(scope, `loyalty_card.subtracted_points of ${name}`, subtracted, card.subtractedPoints)
  agree(scope, `loyalty_card.expired_points of ${name}`, expired, card.expiredPoints)
  noteAmiss(scope, { customerId, figure: 'cardBalance', by: ledger.balance - card.balance })
  const by = redeemed - card.redeemedPoints
  noteAmiss(scope, { customerId, figure: 'cardRedeemedPoints', by })
}

/** Points that came, and were to be taken back since. */
type Came = Pick<LedgerEntry, 'voucherId' | 'type' | 'amount' | 'lots'> & {
  readonly redemptionId: string | null
}

/** What was undone and what is short, of a range of vouchers, by voucher. */
export interface TakenBackPoints {
  readonly came: ReadonlyMap<string, readonly Came[]>
  readonly shortfalls: ReadonlyMap<string, readonly Shortfall[]>
}

export async function loadUndone(scope: Scope, { after, last }: Range): Promise<TakenBackPoints> {
  const values = { project: scope.project, after, last }
  const undone = await scope.session.all(auditedUndone, values)
  const earned = await scope.session.all(auditedEarned, values)
  const lowered = earned.flatMap(order => (order.earned?.takenBack ?? []).map(cameOf))
  const bonuses = await scope.session.all(auditedBonuses, values)
  const came: readonly Came[] = [...undone, ...bonuses, ...lowered]
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

interface Audited {
  readonly voucher: Voucher
  /** In order of id. */
  readonly entries: readonly LedgerEntry[]
  readonly lots: readonly Lot[]
  readonly undone: TakenBackPoints
}

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

const nothingKept = () => ({ canceled: 0, withdrawn: 0, takenBack: 0, lapsed: 0 })

/** What the entries say that each lot keeps. */
function keptBy({ entries, lots, undone, voucher }: Audited): ReadonlyMap<string, Kept> {
  const kept = new Map<string, Kept>(lots.map(({ id }) => [id, nothingKept()]))
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

const ACCOUNTS: { readonly [Account in LotAccount]: string } = {
  lapsed: 'that expired',
  canceled: 'that came by what is canceled',
  withdrawn: 'that came by rewards that are rolled back',
  takenBack: 'that were taken back'
}

function auditLot(scope: Scope, lot: Lot, kept: Kept): void {
  for (const [account, what] of Object.entries(ACCOUNTS) as [LotAccount, string][]) {
    agree(scope, `the number of points of lot ${lot.id} ${what}`, kept[account], lot[account])
  }
  const undone = lot.canceled + lot.withdrawn
  if (lot.takenBack <= undone) return
  disagree(
    scope,
    `${lot.takenBack} points were taken back from lot ${lot.id}, more than the ${undone} that ` +
      'had to be.'
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
  for (const lot of lots) auditLot(scope, lot, nothingKept())
  for (const { redemptionId, amount } of undone.came.get(voucher.id) ?? []) {
    const isOfIt = ({ type, cause }: LedgerEntry) =>
      type === 'CREDITS_REMOVAL' && cause.redemptionId === redemptionId
    const taken = entries.filter(isOfIt).reduce((sum, entry) => sum - entry.amount, 0)
    agree(scope, `the credit taken back for redemption ${redemptionId}`, amount, taken)
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
  agree(scope, `the shortfall of lot ${lot.id}`, short, points)
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
      const moves = `what redemption ${redemptionId} and its rollback moved of lot ${id}`
      agree(scope, `the sum of ${moves}`, 0, left)
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
    const what = `${points} points of lot ${lotId} on ${calledVoucher(voucher)} are missing`
    if (kind === 'GRANTED') disagree(scope, `${what}, which the reward of ${subjectId} put there.`)
    const day = dayAt(createdAt, scope.zone)
    const isOpen = ({ expiresOn }: Lot) => expiresOn === null || expiresOn >= day
    const spendable = new Map(
      lots.filter(isOpen).map(({ id }) => [id, lotNamed(lots, id)?.id ?? id])
    )
    const missing = `${what} for ${subjectId}`
    const there = leastAt(entries, spendable, shortfall)
    const then = `${missing} since ${createdAt}, although ${there} could be spent then.`
    if (there > 0) disagree(scope, then)
    const kept = keptSince(entries, spendable, shortfall)
    if (kept !== null) disagree(scope, `${missing}, although redemption ${kept} gave points back.`)
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

/** The points that could be spent when some were missed, before and after it took some. */
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
