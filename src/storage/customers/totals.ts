/**
 * Totals of customers: what is kept of them instead of being counted at every question.
 *
 * Spec: Customer.summary; Decisions 43 and 53.
 */
import type * as model from '../../model.ts'
import type { Customer, CustomerTotals } from '../../model.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'

/** Its row is the thing itself, with the project beside it. */
export function customerTotalsOf(row: Row<'customerTotals'>): model.CustomerTotals {
  return withoutProject(row)
}

/** Null for nobody. */
export async function findTotals(
  session: Session,
  customer: Customer | null
): Promise<CustomerTotals | null> {
  if (customer === null) return null
  const row = await session.one('totalsOfCustomer', { customerId: customer.id })
  return row === undefined ? null : customerTotalsOf(row)
}
