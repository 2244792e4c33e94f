/**
 * The part of the audit about customers: their totals, counted again.
 *
 * Spec: Customer.summary.
 */
import type { Row } from '../engine/rows.ts'
import type { RowOf } from '../engine/statements.ts'
import {
  auditedCustomers,
  auditedLastOrdersOfCustomers,
  auditedOrdersOfCustomers,
  auditedRedemptionsOfCustomers,
  auditedRollbacksOfCustomers,
  auditedVouchersOfCustomers
} from './recounts.ts'
import { agree, disagree, pages, type Scope } from './scope.ts'
import { auditReferrers } from './standing.ts'

/** Counting by customer reads a whole table once per page, so these are longer. */
const PAGE_CUSTOMERS = 10_000

/** The totals of every customer of a project. */
export async function auditCustomers(scope: Scope): Promise<void> {
  const { session, project, counts } = scope
  for await (const { rows, ...range } of pages(scope, auditedCustomers, PAGE_CUSTOMERS)) {
    const values = { project, ...range }
    await auditReferrers(scope, range)
    const recounted = new Map(rows.map(({ id }) => [id, noCounts()]))
    for (const row of await session.all(auditedRedemptionsOfCustomers, values)) {
      const sum = recounted.get(row.id ?? '')
      if (sum !== undefined) {
        sum[row.status === 'FAILED' ? 'redemptionsFailed' : 'redemptionsSucceeded'] += row.counted
      }
    }
    for (const row of await session.all(auditedRollbacksOfCustomers, values)) {
      const sum = recounted.get(row.id ?? '')
      if (sum !== undefined) {
        sum[row.status === 'FAILED' ? 'rollbacksFailed' : 'rollbacksSucceeded'] += row.counted
      }
    }
    for (const { id, ...held } of await session.all(auditedVouchersOfCustomers, values)) {
      Object.assign(recounted.get(id ?? '') ?? {}, held)
    }
    for (const row of await session.all(auditedOrdersOfCustomers, values)) {
      const sums = { ordersCount: row.counted, ordersAmount: row.amount }
      Object.assign(recounted.get(row.id ?? '') ?? {}, sums)
    }
    const lastOrders = Map.groupBy(
      await session.all(auditedLastOrdersOfCustomers, values),
      order => order.id
    )
    for (const { id, totals } of rows) {
      counts.customers++
      if (totals === null) {
        disagree(scope, `customer ${id} has no totals.`)
        continue
      }
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
  last: readonly RowOf<typeof auditedLastOrdersOfCustomers>[]
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
