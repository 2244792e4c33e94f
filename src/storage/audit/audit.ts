/**
 * Counts every kept number again, and names the first one that does not agree.
 *
 * A balance is the sum of its ledger entries, and so are its lots; counters are counts of records.
 * The service keeps these numbers because reading them must not get slower as history grows; the
 * audit proves that they are right. It only reads, in one snapshot, page by page.
 *
 * Spec: VoucherLoyaltyCard, VoucherGift, CustomerSummary; Decision 43.
 */
import type { EntryType, Job, LedgerEntry, Lot, Voucher } from '../../model.ts'
import type { Statement } from '../engine/statements.ts'
import type { Store } from '../engine/store.ts'
import { jobOf } from '../jobs.ts'
import { ledgerEntryOf } from '../points/ledger.ts'
import { lotOf } from '../points/lots.ts'
import { allProjects } from '../projects.ts'
import { voucherOf } from '../vouchers/vouchers.ts'
import { auditCustomers } from './customers.ts'
import type { Ranged } from './recounts.ts'
import {
  auditedActionsWithoutJob,
  auditedAssignmentsOfRules,
  auditedCampaigns,
  auditedEntries,
  auditedJobChunks,
  auditedJobs,
  auditedJobsOfEndedActions,
  auditedLot,
  auditedLotsCount,
  auditedPendingPoints,
  auditedPublications,
  auditedRecordsOfVouchers,
  auditedRedemptions,
  auditedRedemptionsOfVouchers,
  auditedRewards,
  auditedRules,
  auditedVouchers,
  auditedVouchersOfCampaigns
} from './recounts.ts'
import {
  agree,
  type Counts,
  Disagreement,
  disagree,
  PAGE,
  pages,
  type Range,
  type Scope
} from './scope.ts'
import {
  auditLimits,
  auditPending,
  auditRollbacks,
  auditShortfalls,
  auditTiers
} from './standing.ts'

/** `disagreement` is one sentence: the project, the thing, what it says and what it should say. */
export type Audit =
  | { readonly clean: true; readonly counts: Counts }
  | { readonly clean: false; readonly disagreement: string }

/** Audits every project, in one snapshot. */
export async function audit(store: Store): Promise<Audit> {
  return store.read(null, async session => {
    const counts: Counts = {
      projects: 0,
      vouchers: 0,
      entries: 0,
      lots: 0,
      customers: 0,
      redemptions: 0,
      jobs: 0
    }
    try {
      for (const { id, timezone: zone } of await session.all(allProjects)) {
        counts.projects++
        const scope = { session, project: id, zone, counts }
        await auditVouchers(scope)
        await auditPending(scope)
        await auditTiers(scope)
        await auditCustomers(scope)
        await auditLimits(scope)
        await auditRollbacks(scope)
        await auditCounters(scope)
        await auditJobs(scope)
      }
      return { clean: true, counts }
    } catch (error) {
      if (error instanceof Disagreement) return { clean: false, disagreement: error.message }
      throw error
    }
  })
}

/** Counted numbers of a range by id; what is not there counts 0. */
async function countedIn(
  { session, project }: Scope,
  statement: Statement<Ranged, { readonly id: string | null; readonly counted: number }>,
  { after, last }: Range
): Promise<(id: string) => number> {
  const rows = await session.all(statement, { project, after, last })
  const byId = new Map(rows.map(({ id, counted }) => [id, counted]))
  return id => byId.get(id) ?? 0
}

async function auditVouchers(scope: Scope): Promise<void> {
  const { session, project, counts } = scope
  let lotsSeen = 0
  for await (const { rows, ...range } of pages(scope, auditedVouchers)) {
    const pendingOf = await countedIn(scope, auditedPendingPoints, range)
    const publishedOf = await countedIn(scope, auditedPublications, range)
    const redeemedOf = await countedIn(scope, auditedRedemptionsOfVouchers, range)
    const recordedOf = await countedIn(scope, auditedRecordsOfVouchers, range)
    for (const { id, recordsCount } of rows) {
      agree(scope, `recordsCount of voucher ${id}`, recordedOf(id), recordsCount)
    }
    await auditShortfalls(scope, range)
    const entries = entriesIn(scope, range)
    let entry = (await entries.next()).value
    for (const voucher of rows.map(voucherOf)) {
      const ledger = new Ledger()
      while (entry?.voucherId === voucher.id) {
        counts.entries++
        foldEntry(scope, ledger, entry)
        entry = (await entries.next()).value
      }
      lotsSeen += await auditLots(scope, voucher, ledger)
      auditBalance(scope, voucher, ledger)
      const name = `voucher ${voucher.id} (${voucher.code})`
      agree(scope, `publishedCount of ${name}`, publishedOf(voucher.id), voucher.publishedCount)
      agree(scope, `redeemedQuantity of ${name}`, redeemedOf(voucher.id), voucher.redeemedQuantity)
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
  agree(scope, 'the number of lots (those that entries name)', lotsSeen, stored)
  counts.lots += lotsSeen
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
  readonly parts: Record<Part, number> = { added: 0, redeemed: 0, subtracted: 0, expired: 0 }
  /**
   * How often a balance was reached, less how often an entry began with it. Entries of one instant
   * have no order, so this checks that they form a chain in any order.
   */
  readonly ends = new Map<number, number>()
  readonly lots = new Map<string, { net: number; opened: number; returned: number }>()
}

type Part = 'added' | 'redeemed' | 'subtracted' | 'expired'

/** The figure of a balance that an entry changes; a refund lowers the redeemed figure. */
const PART_OF: { readonly [Type in EntryType]: Part } = {
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
  const { id, amount, balanceAfter, lots } = entry
  const part = PART_OF[entry.type]
  ledger.count++
  ledger.balance += amount
  ledger.parts[part] += part === 'added' ? amount : -amount
  const before = balanceAfter - amount
  ledger.ends.set(balanceAfter, (ledger.ends.get(balanceAfter) ?? 0) + 1)
  ledger.ends.set(before, (ledger.ends.get(before) ?? 0) - 1)
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

/** Every lot the entries name, as the entries say; resolves with how many there are. */
async function auditLots(scope: Scope, voucher: Voucher, ledger: Ledger): Promise<number> {
  const { session, project } = scope
  const open: Lot[] = []
  for (const [id, { net, opened, returned }] of ledger.lots) {
    const row = await session.one(auditedLot, { project, id })
    if (row === undefined) disagree(scope, `lot ${id} of voucher ${voucher.id} is gone.`)
    const lot = lotOf(row)
    agree(scope, `the voucher of lot ${id}`, voucher.id, lot.voucherId)
    agree(scope, `remaining of lot ${id}`, net, lot.remaining)
    // A lot that a refund opened may be refunded to again, which adds nothing to its amount.
    const fits = opened > 0 ? lot.amount === opened : lot.amount > 0 && lot.amount <= returned
    if (!fits) agree(scope, `amount of lot ${id}`, opened > 0 ? opened : returned, lot.amount)
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
  return ledger.lots.size
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
  const { ends } = ledger
  // The chain begins with 0 and ends with the balance.
  ends.set(0, (ends.get(0) ?? 0) + 1)
  ends.set(stored.balance, (ends.get(stored.balance) ?? 0) - 1)
  for (const [balance, difference] of ends) {
    if (difference === 0) continue
    disagree(scope, `the balances that the entries ${name} leave are no chain at ${balance}.`)
  }
}

function partsOf({ card, gift }: Voucher): Record<Part | 'balance', number> {
  return {
    balance: card?.balance ?? gift?.balance ?? 0,
    added: card?.points ?? gift?.amount ?? 0,
    redeemed: card?.redeemedPoints ?? gift?.redeemedAmount ?? 0,
    subtracted: card?.subtractedPoints ?? gift?.subtractedAmount ?? 0,
    expired: card?.expiredPoints ?? 0
  }
}

async function auditCounters(scope: Scope): Promise<void> {
  for await (const { rows, ...range } of pages(scope, auditedCampaigns)) {
    const vouchersOf = await countedIn(scope, auditedVouchersOfCampaigns, range)
    for (const { id, counted } of rows) {
      agree(scope, `vouchersCount of campaign ${id}`, vouchersOf(id), counted)
    }
  }
  for await (const { rows, ...range } of pages(scope, auditedRules)) {
    const assignmentsOf = await countedIn(scope, auditedAssignmentsOfRules, range)
    for (const { id, counted } of rows) {
      agree(scope, `assignmentsCount of validation rule ${id}`, assignmentsOf(id), counted)
    }
  }
  const redeemed = new Map<string, number>()
  for await (const { rows } of pages(scope, auditedRedemptions)) {
    for (const { record } of rows) {
      const id = record.reward.id ?? ''
      redeemed.set(id, (redeemed.get(id) ?? 0) + 1)
    }
    scope.counts.redemptions += rows.length
  }
  for await (const { rows } of pages(scope, auditedRewards)) {
    for (const { id, counted } of rows) {
      agree(scope, `redeemed of reward ${id}`, redeemed.get(id) ?? 0, counted)
    }
  }
}

async function auditJobs(scope: Scope): Promise<void> {
  const { session, project, counts } = scope
  const ended = await session.one(auditedJobsOfEndedActions, { project })
  if (ended !== undefined) {
    disagree(scope, `job ${ended.id} is still there, though its async action has ended or is gone.`)
  }
  const idle = await session.one(auditedActionsWithoutJob, { project })
  if (idle !== undefined) {
    disagree(scope, `async action ${idle.id} is ${idle.status}, and no job works on it.`)
  }
  for await (const { rows } of pages(scope, auditedJobs)) {
    for (const job of rows.map(jobOf)) {
      await auditPayload(scope, job)
      counts.jobs++
    }
  }
}

/** A job without a payload (it makes or reads things) has no rows of it at any time. */
async function auditPayload(scope: Scope, job: Job): Promise<void> {
  const { session, project } = scope
  let left = 0
  let chunks = 0
  for (let after = -1; ; ) {
    const rows = await session.all(auditedJobChunks, { project, id: job.id, after, limit: 10 })
    const last = rows.at(-1)
    if (last === undefined) break
    for (const { items } of rows) left += items.length
    chunks += rows.length
    after = last.index
  }
  if (job.done > job.total) {
    disagree(scope, `job ${job.id} has done ${job.done} of ${job.total}.`)
  }
  if (chunks > 0) agree(scope, `what is left of job ${job.id}`, left, job.total - job.done)
}
