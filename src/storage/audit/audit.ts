/**
 * Counts every kept number again, and names the first one that does not agree.
 *
 * A balance is the sum of its ledger entries, and so are its lots; counters are counts of records.
 * The service keeps these numbers because reading them must not get slower as history grows; the
 * audit proves that they are right. It only reads, in one snapshot, page by page.
 *
 * Spec: VoucherLoyaltyCard, VoucherGift, CustomerSummary.
 */
import { amountsRecorded } from '../../decisions/redemptions/limits.ts'
import type { Instant, Job } from '../../model.ts'
import type { RowOf } from '../engine/statements.ts'
import type { Store } from '../engine/store.ts'
import { jobOf } from '../jobs.ts'
import { allProjects } from '../projects.ts'
import { auditCustomers } from './customers.ts'
import {
  auditedActionsWithoutJob,
  auditedAssignmentsOfRules,
  auditedCampaigns,
  auditedJobChunks,
  auditedJobs,
  auditedJobsOfEndedActions,
  auditedPromotionTiers,
  auditedRedemptions,
  auditedRewards,
  auditedRules,
  auditedVouchersOfCampaigns
} from './recounts.ts'
import {
  agree,
  type Counts,
  countedIn,
  Disagreement,
  disagree,
  pages,
  type Scope
} from './scope.ts'
import { auditCanceled } from './shortfalls.ts'
import { auditStacks } from './stacks.ts'
import { auditLimits, auditPending, auditRollbacks, auditTiers } from './standing.ts'
import { auditedCreditOf } from './standing-recounts.ts'
import { auditVouchers } from './vouchers.ts'

/** `disagreement` is one sentence: the project, the thing, what it says and what it should say. */
export type Audit =
  | { readonly clean: true; readonly counts: Counts }
  | { readonly clean: false; readonly disagreement: string }

/** Audits every project, in one snapshot; locks that are over at `now` hold nothing. */
export async function audit(store: Store, now: Instant = new Date().toISOString()): Promise<Audit> {
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
        const scope = { session, project: id, zone, now, counts }
        await auditVouchers(scope)
        await auditPending(scope)
        await auditTiers(scope)
        await auditCustomers(scope)
        await auditLimits(scope)
        await auditRollbacks(scope)
        await auditStacks(scope)
        await auditCanceled(scope)
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
  await auditRedeemed(scope)
}

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
    await auditCredit(scope, rows)
  }
  for await (const { rows } of pages(scope, auditedRewards)) {
    for (const { id, counted } of rows) {
      agree(scope, `redeemed of reward ${id}`, redeemed.get(id) ?? 0, counted)
    }
  }
  for await (const { rows } of pages(scope, auditedPromotionTiers)) {
    for (const { id, ...sums } of rows) {
      for (const [what, expected] of Object.entries(tiers.get(id) ?? NOTHING_REDEEMED)) {
        const found = sums[what as keyof typeof NOTHING_REDEEMED]
        agree(scope, `${what} of promotion tier ${id}`, expected, found)
      }
    }
  }
}

/** The credit that redemptions took is what the ledgers of gift vouchers say. */
async function auditCredit(
  scope: Scope,
  rows: readonly RowOf<typeof auditedRedemptions>[]
): Promise<void> {
  const paid = rows.filter(({ record }) => (record.gift?.amount ?? 0) !== 0)
  if (paid.length === 0) return
  const { session, project } = scope
  const redemptionIds = paid.map(({ id }) => id)
  const entries = await session.all(auditedCreditOf, { project, redemptionIds })
  for (const { id, record } of paid) {
    const taken = entries.filter(({ redemptionId }) => redemptionId === id)
    const sum = taken.reduce((all, { amount }) => all - amount, 0)
    agree(scope, `the credit of redemption ${id}`, sum, record.gift?.amount)
  }
}

const NOTHING_REDEEMED = { totalRedeemed: 0, ordersAmount: 0, ordersDiscountAmount: 0 }

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
