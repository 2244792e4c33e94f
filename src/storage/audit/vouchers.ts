/**
 * The part of the audit about vouchers: ledgers, lots and balances, counted again. A balance is a
 * fold of ledger entries, and so is every lot. Each entry has to begin where the one before it
 * ends.
 * Spec: VoucherLoyaltyCard, VoucherGift.
 */
import { lotNamed } from '../../decisions/points/lots.ts'
import type { EntryType, LedgerEntry, Lot, Voucher } from '../../model.ts'
import { ledgerEntryOf } from '../points/ledger.ts'
import { voucherOf } from '../vouchers/vouchers.ts'
import { auditHolds, loadHolds } from './orders.ts'
import {
  agree,
  auditedEntries,
  auditedLot,
  auditedLotsCount,
  auditedPendingPoints,
  auditedPublications,
  auditedPublicationsUnlike,
  auditedRecordsOfVouchers,
  auditedRedemptionsOfVouchers,
  auditedVouchers,
  countedIn,
  disagree,
  PAGE,
  pages,
  type Range,
  type Scope
} from './recounts.ts'
import { auditShortfalls, entriesInOrder, loadUndone } from './shortfalls.ts'

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
    for (const { id, recordsCount } of rows) {
      agree(counters, `recordsCount of voucher ${id}`, recordedOf(id), recordsCount)
    }
    await auditPublished(counters, range)
    const holdsOf = await loadHolds(locks, range)
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
      auditBalance(scope, voucher, ledger)
      auditOrder(scope, voucher, ordered)
      auditHolds(locks, voucher, holdsOf.get(voucher.id) ?? [])
      const name = `voucher ${voucher.id} (${voucher.code})`
      agree(counters, `publishedCount of ${name}`, publishedOf(voucher.id), voucher.publishedCount)
      const redeemed = redeemedOf(voucher.id) + (elsewhereOf.get(voucher.id) ?? 0)
      agree(counters, `redeemedQuantity of ${name}`, redeemed, voucher.redeemedQuantity)
      agree(
        scope,
        `pendingPoints of ${name}`,
        pendingOf(voucher.id),
        voucher.card?.pendingPoints ?? 0
      )
      counts.vouchers++
    }
  }
  const stored = (await session.one(auditedLotsCount, { project }))?.counted ?? 0
  agree(
    scope,
    'the number of lots, counted by the ledger entries that name them,',
    lotsSeen,
    stored
  )
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
    agree(scope, `the isReferralCode ${of}`, voucher.isReferralCode, said.isReferralCode)
    agree(scope, `the campaignId ${of}`, voucher.campaignId, said.campaignId)
  }
}

/** The entries of a range of vouchers, by voucher and then in order of id. */
async function* entriesIn(
  scope: Scope,
  { after, last }: Range
): AsyncGenerator<LedgerEntry, undefined> {
  const { session, project } = scope
  for (let afterVoucher = after, afterEntry = '\u{10FFFF}'; ; ) {
    const values = { project, afterVoucher, afterEntry, last, limit: PAGE }
    const rows = await session.all(auditedEntries, values)
    for (const row of rows) {
      agree(scope, `orderId of ledger entry ${row.id}`, row.cause.orderId ?? null, row.orderId)
      yield ledgerEntryOf(row)
    }
    const end = rows.at(-1)
    if (end === undefined) return undefined
    afterVoucher = end.voucherId
    afterEntry = end.id
  }
}

/** What the entries of one voucher add up to. */
class Ledger {
  count = 0
  balance = 0
  readonly parts: Record<BalancePart, number> = { added: 0, redeemed: 0, subtracted: 0, expired: 0 }
  readonly lots = new Map<string, LotFold>()
  readonly entries: LedgerEntry[] = []
}

interface LotFold {
  net: number
  opened: number
  returned: number
}

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
  ledger.count++
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

/** Every lot that the entries name. */
async function lotsIn(scope: Scope, voucher: Voucher, ledger: Ledger): Promise<readonly Lot[]> {
  const lots: Lot[] = []
  for (const id of ledger.lots.keys()) {
    const row = await scope.session.one(auditedLot, { project: scope.project, id })
    if (row === undefined) {
      disagree(
        scope,
        `lot ${id} of voucher ${voucher.id} is missing, although a ledger entry names it.`
      )
      continue
    }
    lots.push(row)
  }
  return lots
}

/** The lots are as the entries say; one that has become part of another has nothing itself. */
function auditLots(scope: Scope, voucher: Voucher, ledger: Ledger, lots: readonly Lot[]): void {
  const open: Lot[] = []
  const folds = foldsOf(ledger, lots)
  for (const lot of lots) {
    const { net, opened, returned } = folds.get(lot.id) as LotFold
    agree(scope, `the voucher of lot ${lot.id}`, voucher.id, lot.voucherId)
    agree(scope, `remaining of lot ${lot.id}`, net, lot.remaining)
    // A lot that a refund opened may be refunded to again, which adds nothing to its amount.
    const fits = opened > 0 ? lot.amount === opened : lot.amount <= returned
    if (!fits) agree(scope, `amount of lot ${lot.id}`, opened > 0 ? opened : returned, lot.amount)
    if (lot.remaining > 0 && lot.expiresOn !== null) open.push(lot)
  }
  if (voucher.card !== null) {
    const days = open.map(({ expiresOn }) => expiresOn as string).sort()
    const soonest = open.filter(({ expiresOn }) => expiresOn === days[0])
    const points = soonest.reduce((sum, { remaining }) => sum + remaining, 0)
    const name = `of voucher ${voucher.id} (${voucher.code})`
    agree(scope, `nextExpirationDate ${name}`, days[0] ?? null, voucher.card.nextExpirationDate)
    agree(
      scope,
      `nextExpirationPoints ${name}`,
      days.length === 0 ? null : points,
      voucher.card.nextExpirationPoints
    )
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
function auditOrder(scope: Scope, { code }: Voucher, entries: readonly LedgerEntry[]): void {
  for (const [index, { id, amount, balanceAfter }] of entries.entries()) {
    const before = entries[index - 1]?.balanceAfter ?? 0
    agree(scope, `the balance before ledger entry ${id} of ${code}`, before, balanceAfter - amount)
  }
}

function auditBalance(scope: Scope, voucher: Voucher, ledger: Ledger): void {
  const { added, redeemed, subtracted, expired } = ledger.parts
  const stored = partsOf(voucher)
  const whose = `whose ledger has ${ledger.count} entries`
  const name = `of voucher ${voucher.id} (${voucher.code}), ${whose},`
  agree(scope, `balance ${name}`, ledger.balance, stored.balance)
  agree(scope, `points ever added ${name}`, added, stored.added)
  agree(scope, `redeemed ${name}`, redeemed, stored.redeemed)
  agree(scope, `subtracted ${name}`, subtracted, stored.subtracted)
  agree(scope, `expired ${name}`, expired, stored.expired)
}

function partsOf({ card, gift }: Voucher): Record<BalancePart | 'balance', number> {
  return {
    balance: card?.balance ?? gift?.balance ?? 0,
    added: card?.points ?? gift?.amount ?? 0,
    redeemed: card?.redeemedPoints ?? gift?.redeemedAmount ?? 0,
    subtracted: card?.subtractedPoints ?? gift?.subtractedAmount ?? 0,
    expired: card?.expiredPoints ?? 0
  }
}
