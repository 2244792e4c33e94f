/**
 * Changes of customers made real.
 *
 * What was said of a deleted customer goes, and the source id is free again; the row stays, because
 * others refer to it.
 *
 * Spec: createCustomer, updateCustomer, deleteCustomer, Customer.summary.
 */
import { and, isNull, lte, or, sql } from 'drizzle-orm/sql'
import type { LastOrderGone } from '../../decisions/changes.ts'
import { NO_SUMS, noTotals, type Sums } from '../../decisions/customers/customers.ts'
import { lastOrderOf } from '../../decisions/orders/orders.ts'
import type * as model from '../../model.ts'
import type { Customer, CustomerTotals, Instant } from '../../model.ts'
import { addedTo, type ChangeKinds, placeOf, rowMet, STEP } from '../engine/change-kinds.ts'
import { GuardLost } from '../engine/errors.ts'
import { inTurn } from '../engine/met-rows.ts'
import {
  type ChangeOf,
  insertInto,
  type KindsOf,
  placeIn,
  replaceVersion,
  type Session,
  write
} from '../engine/session.ts'
import {
  byId,
  columnsToSet,
  command,
  type Given,
  is,
  mine,
  plus,
  type Row,
  statement,
  type Tables,
  withoutProject
} from '../engine/statements.ts'
import { lastPaidOrder } from '../orders/orders.ts'
import { customerHeld, customerOfSourceIdHeld } from './customers.ts'

export const insertCustomer = insertInto('customers')
export const replaceCustomer = replaceVersion('customers')
/** Of a new customer: by the source id, and by an id that is nobody's. */
export const customerPlace = placeIn('customers', ['id'], 'createdAt', ['sourceId'])

export const clearCustomerRow = command(
  ({ db, t }, given: Given<{ id: string; version: number; deletedAt: Instant }>) => {
    const { customers: c } = t
    const nothing = sql`null`
    return db
      .update(c)
      .set({
        ...columnsToSet(c, given, ['deletedAt']),
        sourceId: nothing,
        name: nothing,
        email: nothing,
        phone: nothing,
        description: nothing,
        birthday: nothing,
        birthdate: nothing,
        address: nothing,
        metadata: {},
        systemMetadata: {},
        version: sql`${c.version} + 1`
      })
      .where(and(byId(c, given), is(c.version, given.version), isNull(c.deletedAt)))
  }
)

/** Makes the changes of customers themselves real. */
export const customerChanges: ChangeKinds<
  'customer.created' | 'customer.updated' | 'customer.deleted'
> = {
  'customer.created': {
    step: STEP.newCustomers,
    row: ({ customer }) => customer.sourceId ?? '',
    makes: ({ customer: { id, sourceId } }) =>
      sourceId === null
        ? null
        : placeOf(
            'customer of',
            customerPlace,
            { id, sourceId },
            {
              statement: customerOfSourceIdHeld,
              values: { sourceId }
            }
          ),
    write: async (session, change) => {
      const { customer } = change
      await write(session, change, insertCustomer, { ...customer, deletedAt: null })
      await write(session, change, insertTotals, noTotals(customer.id))
    }
  },
  'customer.updated': {
    step: STEP.customers,
    meets: rowMet('customer', customerHeld, ({ customer }) => customer.id),
    write: (session, change) => {
      const { customer } = change
      const versionBefore = customer.version - 1
      const values = { ...customer, deletedAt: null, versionBefore }
      return write(session, change, replaceCustomer, values)
    }
  },
  'customer.deleted': {
    step: STEP.customers,
    meets: rowMet('customer', customerHeld, ({ customerId }) => customerId),
    write: (session, change) => {
      const { customerId: id, version, deletedAt } = change
      return write(session, change, clearCustomerRow, { id, version, deletedAt })
    }
  }
}

/*
 * Totals of customers: what is kept of them instead of being counted at every question.
 */

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
