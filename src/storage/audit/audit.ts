/**
 * Counts every kept number again, and names each one that does not agree.
 *
 * A balance is the sum of its ledger entries, and so are its lots; counters are counts of records.
 * The service keeps these numbers because reading them must not get slower as history grows; the
 * audit proves that they are right. It only reads, in one snapshot, page by page.
 *
 * Spec: VoucherLoyaltyCard, VoucherGift, CustomerSummary.
 */
import { actionsHeldBy } from '../../decisions/customers/erasure.ts'
import { amountsRecorded } from '../../decisions/redemptions/limits.ts'
import type { AsyncAction, Job } from '../../model.ts'
import type { Instant } from '../../rules/validity.ts'
import type { RowOf } from '../engine/statements.ts'
import type { Store } from '../engine/store.ts'
import { allProjects } from '../projects.ts'
import {
  auditCustomers,
  auditOrders,
  auditRecorded,
  auditStacks,
  loadPaid,
  takenOff
} from './orders.ts'
import {
  type AuditFinding,
  agree,
  auditedActionsUnderWay,
  auditedAssignmentsOfRules,
  auditedCampaigns,
  auditedJobChunks,
  auditedJobs,
  auditedPromotionTiers,
  auditedRedemptions,
  auditedRewards,
  auditedRules,
  auditedVouchersOfCampaigns,
  type CheckedCounts,
  countedIn,
  disagree,
  FINDING_KINDS,
  type FindingKind,
  pages,
  type Scope
} from './recounts.ts'
import { auditLimits, auditPending, auditRollbacks, auditTiers } from './standing.ts'
import { auditCanceled, auditVouchers } from './vouchers.ts'

/** Clean where nothing disagrees; else everything that does, by kind. */
export interface Audit {
  readonly clean: boolean
  readonly counts: CheckedCounts
  readonly findings: readonly AuditFinding[]
}

/** Audits every project, in one snapshot; locks that are over at `now` hold nothing. */
export async function audit(store: Store, now: Instant = new Date().toISOString()): Promise<Audit> {
  return store.read(null, async session => {
    const stored = { vouchers: 0, entries: 0, lots: 0, customers: 0, redemptions: 0, jobs: 0 }
    const counts: CheckedCounts = { projects: 0, ...stored }
    const findings: AuditFinding[] = []
    for (const { id, timezone: zone } of await session.all(allProjects)) {
      counts.projects++
      const amiss: Scope['amiss'] = new Map()
      for (const [kind, audited] of PARTS) {
        await audited({ session, project: id, zone, now, counts, kind, findings, amiss })
      }
    }
    const byKind = Map.groupBy(findings, ({ kind }) => kind)
    return {
      clean: findings.length === 0,
      counts,
      findings: FINDING_KINDS.flatMap(kind => byKind.get(kind) ?? [])
    }
  })
}

/** What is looked at, and what it is about where its parts do not say otherwise. */
const PARTS: readonly (readonly [FindingKind, (scope: Scope) => Promise<void>])[] = [
  ['points', auditVouchers],
  ['points', auditPending],
  ['standing', auditTiers],
  ['counters', auditLimits],
  ['redemptions', auditRollbacks],
  ['redemptions', auditStacks],
  ['orders', auditCanceled],
  ['orders', auditOrders],
  // After vouchers and orders, which its totals follow.
  ['counters', auditCustomers],
  ['counters', auditCounters],
  ['jobs', auditJobs]
]

async function auditCounters(scope: Scope): Promise<void> {
  for (const [what, kept, recounted] of COUNTED) {
    for await (const { rows, ...range } of pages(scope, kept)) {
      const countOf = await countedIn(scope, recounted, range)
      for (const { id, counted } of rows) agree(scope, `${what} ${id}`, countOf(id), counted)
    }
  }
  await auditRedeemed(scope)
}

const COUNTED = [
  ['vouchers_count of campaign', auditedCampaigns, auditedVouchersOfCampaigns],
  ['assignments_count of validation rule', auditedRules, auditedAssignmentsOfRules]
] as const

/** How often rewards and promotion tiers were redeemed, and what tiers were redeemed for. */
async function auditRedeemed(scope: Scope): Promise<void> {
  const redeemed = new Map<string, number>()
  const tiers = new Map<string, typeof NOTHING_REDEEMED>()
  for await (const { rows } of pages(scope, auditedRedemptions)) {
    for (const row of rows) {
      const id = row.record.reward?.id ?? ''
      redeemed.set(id, (redeemed.get(id) ?? 0) + 1)
      if (row.promotionTierId === null) continue
      const sums = tiers.get(row.promotionTierId) ?? NOTHING_REDEEMED
      const { ordersAmount, ordersDiscountAmount } = amountsRecorded(row)
      tiers.set(row.promotionTierId, {
        totalRedeemed: sums.totalRedeemed + 1,
        ordersAmount: sums.ordersAmount + ordersAmount,
        ordersDiscountAmount: sums.ordersDiscountAmount + ordersDiscountAmount
      })
    }
    scope.counts.redemptions += rows.length
    await auditPaid(scope, rows)
    auditWorth(scope, rows)
  }
  for await (const { rows } of pages(scope, auditedRewards)) {
    for (const { id, counted } of rows) {
      agree(scope, `redeemed of reward ${id}`, redeemed.get(id) ?? 0, counted)
    }
  }
  for await (const { rows } of pages(scope, auditedPromotionTiers)) {
    for (const { id, ...sums } of rows) {
      const expected = tiers.get(id) ?? NOTHING_REDEEMED
      for (const [figure, name] of SUMMARY_OF_TIER) {
        agree(scope, `${name} of promotion tier ${id}`, expected[figure], sums[figure])
      }
    }
  }
}

/** What a coupon or a tier took off is what its order says of it, where it was redeemed alone. */
function auditWorth(scope: Scope, rows: readonly RowOf<typeof auditedRedemptions>[]): void {
  const redeemed = { ...scope, kind: 'redemptions' } as const
  for (const { id, stackId, record } of rows) {
    const { order, discount } = record
    auditRecorded(redeemed, { id, order, named: stackId ?? id, isPart: stackId !== null })
    const link = stackId === null ? order?.redemptions[id] : undefined
    if (discount === undefined || link === undefined) continue
    agree(redeemed, `the discount of redemption ${id}`, takenOff(link), discount)
  }
}

/** The points and the credit that redemptions took are what the ledgers say. */
async function auditPaid(scope: Scope, rows: readonly RowOf<typeof auditedRedemptions>[]) {
  const paid = rows.filter(({ points, record }) => points !== null || record.gift !== undefined)
  if (paid.length === 0) return
  const ids = paid.map(({ id }) => id)
  const paidBy = await loadPaid(scope, ids)
  const redeemed = { ...scope, kind: 'redemptions' } as const
  for (const { id, points, record } of paid) {
    const { credit, spent } = paidBy(id)
    agree(redeemed, `the credit of redemption ${id}`, credit, record.gift?.amount ?? 0)
    agree(redeemed, `the number of points of redemption ${id}`, spent, points ?? 0)
  }
}

const NOTHING_REDEEMED = { totalRedeemed: 0, ordersAmount: 0, ordersDiscountAmount: 0 }

const SUMMARY_OF_TIER = [
  ['totalRedeemed', 'summary.redemptions.total_redeemed'],
  ['ordersAmount', 'summary.orders.total_amount'],
  ['ordersDiscountAmount', 'summary.orders.total_discount_amount']
] as const

/** What was accepted and has not ended is held by one job, and a job holds nothing else. */
async function auditJobs(scope: Scope): Promise<void> {
  const { counts } = scope
  const underWay = new Map<string, AsyncAction['status']>()
  for await (const { rows } of pages(scope, auditedActionsUnderWay)) {
    for (const { id, status } of rows) underWay.set(id, status)
  }
  const holders = new Map<string, string>()
  for await (const { rows } of pages(scope, auditedJobs)) {
    for (const job of rows) {
      for (const id of actionsHeldBy(job)) {
        const other = holders.get(id)
        if (other !== undefined) {
          disagree(scope, `async action ${id} is held by job ${other} and by job ${job.id}.`)
        }
        if (!underWay.has(id)) {
          disagree(scope, `job ${job.id} holds async action ${id}, which has ended or is gone.`)
        }
        holders.set(id, job.id)
      }
      await auditPayload(scope, job)
      counts.jobs++
    }
  }
  for (const [id, status] of underWay) {
    if (holders.has(id)) continue
    disagree(scope, `async action ${id} is ${status}, and no job holds it.`)
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
    disagree(scope, `job ${job.id} has done ${job.done} items of ${job.total}.`)
  }
  if (chunks > 0)
    agree(scope, `the number of items left in job ${job.id}`, left, job.total - job.done)
}
