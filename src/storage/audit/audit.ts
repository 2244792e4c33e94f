/**
 * Counts everything that is kept once more, and names the first number that does not agree.
 *
 * A balance is a fold of ledger entries, and so are its lots; counters are counts of records. The
 * service keeps them because asking must not get slower as history grows; this is the proof that
 * keeping them is sound. It only reads, in one snapshot, page by page.
 *
 * Spec: Resources, Voucher (`loyalty_card`, `gift`), Customer (`summary`); Decision 43.
 */
import type { Job } from '../../model.ts'
import type { Row } from '../engine/rows.ts'
import type { RowOf } from '../engine/statements.ts'
import type { Store } from '../engine/store.ts'
import { jobOf } from '../jobs.ts'
import { auditCanceled } from './claims.ts'
import {
  agree,
  type Counts,
  countedIn,
  Disagreement,
  disagree,
  type Past,
  pages,
  type Scope
} from './scope.ts'
import {
  auditLimits,
  auditPending,
  auditReferrers,
  auditRollbacks,
  auditTiers
} from './standing.ts'
import { auditVouchers } from './vouchers.ts'

/** `disagreement` is one sentence: the project, the thing, what it says and what it should say. */
export type Audit =
  | { readonly clean: true; readonly counts: Counts; readonly past: Past }
  | { readonly clean: false; readonly disagreement: string }

/** Counting by customer reads a whole table once per page, so these are longer. */
const PAGE_CUSTOMERS = 10_000

/** Audits every project; the snapshot is of the moment it begins. */
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
    const past: Past = { untaken: 0, overtaken: 0, cards: new Set() }
    try {
      for (const { id, timezone: zone } of await session.all('allProjects')) {
        counts.projects++
        const scope = { session, project: id, zone, counts, past }
        await auditVouchers(scope)
        await auditPending(scope)
        await auditTiers(scope)
        await auditCustomers(scope)
        await auditLimits(scope)
        await auditRollbacks(scope)
        await auditCanceled(scope)
        await auditCounters(scope)
        await auditJobs(scope)
      }
      return { clean: true, counts, past }
    } catch (error) {
      if (error instanceof Disagreement) return { clean: false, disagreement: error.message }
      throw error
    }
  })
}

async function auditCustomers(scope: Scope): Promise<void> {
  const { session, project, counts } = scope
  for await (const { rows, ...range } of pages(scope, 'audit customers', PAGE_CUSTOMERS)) {
    const values = { project, ...range }
    await auditReferrers(scope, range)
    const recounted = new Map(rows.map(({ id }) => [id, noCounts()]))
    for (const row of await session.all('audit redemptions of customers', values)) {
      const sum = recounted.get(row.id ?? '')
      if (sum !== undefined) {
        sum[row.status === 'FAILED' ? 'redemptionsFailed' : 'redemptionsSucceeded'] += row.counted
      }
    }
    for (const row of await session.all('audit rollbacks of customers', values)) {
      const sum = recounted.get(row.id ?? '')
      if (sum !== undefined) {
        sum[row.status === 'FAILED' ? 'rollbacksFailed' : 'rollbacksSucceeded'] += row.counted
      }
    }
    for (const { id, ...held } of await session.all('audit vouchers of customers', values)) {
      Object.assign(recounted.get(id ?? '') ?? {}, held)
    }
    for (const row of await session.all('audit orders of customers', values)) {
      const sums = { ordersCount: row.counted, ordersAmount: row.amount }
      Object.assign(recounted.get(row.id ?? '') ?? {}, sums)
    }
    const lastOrders = Map.groupBy(
      await session.all('audit last orders of customers', values),
      order => order.id
    )
    for (const { id, totals } of rows) {
      counts.customers++
      if (totals === null) disagree(scope, `customer ${id} has no totals.`)
      for (const [what, expected] of Object.entries(recounted.get(id) ?? {})) {
        const found = totals[what as keyof ReturnType<typeof noCounts>]
        agree(scope, `${what} of customer ${id}`, expected, found)
      }
      auditLastOrder(scope, totals, lastOrders.get(id) ?? [])
    }
  }
}

/** `last`: the paid orders of the latest date; where they are several, any of them may be it. */
function auditLastOrder(
  scope: Scope,
  { customerId, lastOrderDate, lastOrderAmount }: Row<'customerTotals'>,
  last: readonly RowOf<'audit last orders of customers'>[]
): void {
  const whose = `of customer ${customerId}`
  agree(scope, `lastOrderDate ${whose}`, last[0]?.date ?? null, lastOrderDate)
  const amounts = last.length === 0 ? [0] : last.map(({ amount }) => amount ?? 0)
  if (amounts.includes(lastOrderAmount)) return
  agree(scope, `lastOrderAmount ${whose}`, amounts.join(' or '), lastOrderAmount)
}

function noCounts() {
  return {
    redemptionsSucceeded: 0,
    redemptionsFailed: 0,
    rollbacksSucceeded: 0,
    rollbacksFailed: 0,
    cardBalance: 0,
    cardRedeemedPoints: 0,
    giftBalance: 0,
    giftRedeemedAmount: 0,
    ordersCount: 0,
    ordersAmount: 0
  }
}

async function auditCounters(scope: Scope): Promise<void> {
  for await (const { rows, ...range } of pages(scope, 'audit campaigns')) {
    const vouchersOf = await countedIn(scope, 'audit vouchers of campaigns', range)
    for (const { id, counted } of rows) {
      agree(scope, `vouchersCount of campaign ${id}`, vouchersOf(id), counted)
    }
  }
  for await (const { rows, ...range } of pages(scope, 'audit rules')) {
    const assignmentsOf = await countedIn(scope, 'audit assignments of rules', range)
    for (const { id, counted } of rows) {
      agree(scope, `assignmentsCount of validation rule ${id}`, assignmentsOf(id), counted)
    }
  }
  const redeemed = new Map<string, number>()
  for await (const { rows } of pages(scope, 'audit redemptions')) {
    for (const { record } of rows) {
      const id = record.reward.id ?? ''
      redeemed.set(id, (redeemed.get(id) ?? 0) + 1)
    }
    scope.counts.redemptions += rows.length
  }
  for await (const { rows } of pages(scope, 'audit rewards')) {
    for (const { id, counted } of rows) {
      agree(scope, `redeemed of reward ${id}`, redeemed.get(id) ?? 0, counted)
    }
  }
}

async function auditJobs(scope: Scope): Promise<void> {
  const { session, project, counts } = scope
  const ended = await session.one('audit jobs of ended actions', { project })
  if (ended !== undefined) {
    disagree(scope, `job ${ended.id} is still there, though its async action has ended or is gone.`)
  }
  const idle = await session.one('audit actions without a job', { project })
  if (idle !== undefined) {
    disagree(scope, `async action ${idle.id} is ${idle.status}, and no job works on it.`)
  }
  for await (const { rows } of pages(scope, 'audit jobs')) {
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
    const rows = await session.all('audit job chunks', { project, id: job.id, after, limit: 10 })
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
