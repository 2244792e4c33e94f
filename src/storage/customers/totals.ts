/**
 * Totals of customers: what is kept of them instead of being counted at every question.
 *
 * Spec: Customer.summary.
 */
import { and, isNull, lte, or } from 'drizzle-orm/sql'
import { NO_SUMS, type Sums } from '../../decisions/customers/profiles.ts'
import type { LastOrderGone } from '../../decisions/orders/last-orders.ts'
import { lastOrderOf } from '../../decisions/orders/orders.ts'
import type * as model from '../../model.ts'
import type { Customer, CustomerTotals, Instant } from '../../model.ts'
import { addedTo, type ChangeKinds, STEP } from '../engine/change-kinds.ts'
import { columnsToSet, is, mine, plus } from '../engine/clauses.ts'
import type { Tables } from '../engine/dialect.ts'
import { GuardLost } from '../engine/errors.ts'
import { inTurn } from '../engine/row-locks.ts'
import { type Row, withoutProject } from '../engine/rows.ts'
import type { Session } from '../engine/session.ts'
import { command, type Given, statement } from '../engine/statements.ts'
import { type ChangeOf, insertInto, type KindsOf, write } from '../engine/writers.ts'
import { lastPaidOrder } from '../orders/orders.ts'

type OfCustomer = { customerId: string }

function ofCustomer({ customerTotals: totals }: Tables, { customerId }: Given<OfCustomer>) {
  return and(mine(totals), is(totals.customerId, customerId))
}

export const totalsOfCustomer = statement(({ db, t }, given: Given<OfCustomer>) =>
  db.select().from(t.customerTotals).where(ofCustomer(t, given))
)

/** Their row, until the unit ends. */
export const totalsHeld = statement((dialect, given: Given<OfCustomer>) => {
  const { customerTotals: totals } = dialect.t
  const row = dialect.db.select({ customerId: totals.customerId }).from(totals)
  return inTurn(dialect, row.where(ofCustomer(dialect.t, given)))
})

export const insertTotals = insertInto('customerTotals')

export const countTotals = command(({ db, t }, given: Given<OfCustomer & Sums>) => {
  const { customerTotals: totals } = t
  return db
    .update(totals)
    .set({
      redemptionsSucceeded: plus(totals.redemptionsSucceeded, given.redemptionsSucceeded),
      redemptionsFailed: plus(totals.redemptionsFailed, given.redemptionsFailed),
      rollbacksSucceeded: plus(totals.rollbacksSucceeded, given.rollbacksSucceeded),
      giftRedeemedAmount: plus(totals.giftRedeemedAmount, given.giftRedeemedAmount),
      giftBalance: plus(totals.giftBalance, given.giftBalance),
      cardRedeemedPoints: plus(totals.cardRedeemedPoints, given.cardRedeemedPoints),
      cardBalance: plus(totals.cardBalance, given.cardBalance),
      ordersCount: plus(totals.ordersCount, given.ordersCount),
      ordersAmount: plus(totals.ordersAmount, given.ordersAmount)
    })
    .where(ofCustomer(t, given))
})

type LastOrderColumns = OfCustomer & { lastOrderAmount: number; lastOrderDate: Instant | null }

/** No row written is no lost race: a later order is known already. */
export const noteLastOrder = command(({ db, t }, given: Given<LastOrderColumns>) => {
  const { customerTotals: totals } = t
  const earlier = or(isNull(totals.lastOrderDate), lte(totals.lastOrderDate, given.lastOrderDate))
  return db
    .update(totals)
    .set(columnsToSet(totals, given, ['lastOrderAmount', 'lastOrderDate']))
    .where(and(ofCustomer(t, given), earlier))
})

/** No row written is no lost race: the order that is paid no longer was not the last one. */
export const replaceLastOrder = command(
  ({ db, t }, given: Given<LastOrderColumns & { gone: Instant }>) => {
    const { customerTotals: totals } = t
    return db
      .update(totals)
      .set(columnsToSet(totals, given, ['lastOrderAmount', 'lastOrderDate']))
      .where(and(ofCustomer(t, given), is(totals.lastOrderDate, given.gone)))
  }
)

/** Its row is the thing itself, with the project beside it. */
export function customerTotalsOf(row: Row<'customerTotals'>): model.CustomerTotals {
  return withoutProject(row)
}

/** Null without a customer. */
export async function findTotals(
  session: Session,
  customer: Pick<Customer, 'id'> | null
): Promise<CustomerTotals | null> {
  if (customer === null) return null
  const row = await session.one(totalsOfCustomer, { customerId: customer.id })
  return row === undefined ? null : customerTotalsOf(row)
}

/** Makes the changes of what is kept of customers real. */
export const totalsChanges: ChangeKinds<KindsOf<'customerTotals'>> = {
  'customerTotals.counted': {
    step: STEP.totals,
    row: ({ customerId }) => customerId,
    meets: { lock: ({ customerId }) => addedTo('totals', totalsHeld, { customerId }) },
    write: async (session, change) => {
      const { customerId, step, lastOrder } = change
      await write(session, change, countTotals, { ...NO_SUMS, ...step, customerId })
      if (lastOrder === null) return
      if ('gone' in lastOrder) return forgetLastOrder(session, change, lastOrder)
      const { amount: lastOrderAmount, date: lastOrderDate } = lastOrder
      session.send(noteLastOrder, { customerId, lastOrderAmount, lastOrderDate })
    }
  }
}

/** The totals are held by now, and who changes an order of their customer holds them, too. */
async function forgetLastOrder(
  session: Session,
  change: ChangeOf<'customerTotals.counted'>,
  { gone, previous }: LastOrderGone
): Promise<void> {
  const { customerId } = change
  const last = await session.one(lastPaidOrder, { customerId, except: '' })
  const stored = last === undefined ? null : lastOrderOf(last)
  if (stored?.date !== previous?.date || stored?.amount !== previous?.amount) {
    throw new GuardLost(change)
  }
  const { amount: lastOrderAmount = 0, date: lastOrderDate = null } = previous ?? {}
  session.send(replaceLastOrder, { customerId, gone, lastOrderAmount, lastOrderDate })
}
