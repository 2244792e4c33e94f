/**
 * Customers: found by id or source id, a page of them, what is booked of one, and their changes.
 * The row of a deleted customer stays, because others refer to it, but nothing finds it except by
 * `customerEver`; what was said of them goes, and the source id is free again.
 * Spec: getCustomer, listCustomers, Customer, createCustomer, updateCustomer, deleteCustomer,
 * Customer.summary.
 */
import { and, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm/sql'
import type { LastOrderGone } from '../../decisions/changes.ts'
import { NO_SUMS, noTotals, type Sums } from '../../decisions/customers/customers.ts'
import { lastOrderOf } from '../../decisions/orders/orders.ts'
import type { Customer } from '../../model.ts'
import { mayBeId } from '../../rules/validation.ts'
import type { Instant } from '../../rules/validity.ts'
import { addedTo, type ChangeKinds, placeOf, rowMet, STEP, writes } from '../engine/change-kinds.ts'
import { GuardLost } from '../engine/errors.ts'
import {
  insertInto,
  placeIn,
  replaceVersion,
  rowsAfter,
  rowsAmong,
  rowsBy,
  rowsHeld,
  setBy,
  totalBy
} from '../engine/queries.ts'
import { type ChangeOf, type KindsOf, type Session, write } from '../engine/session.ts'
import {
  columnsToAdd,
  type Given,
  inTurnAtOnce,
  is,
  type Row,
  rowsOf,
  type Tables
} from '../engine/statements.ts'
import { narrowedList, orRefused } from '../resources.ts'

function isThere({ deletedAt }: Tables['customers']) {
  return isNull(deletedAt)
}

export const customerById = rowsBy('customers', ['id'], { and: isThere })

export const customerBySourceId = rowsBy('customers', ['sourceId'], { and: isThere })

export const customerEver = rowsBy('customers', ['id'])

export const customerHeld = rowsHeld('customers', ['id'], 'version')

export const customerOfSourceIdHeld = rowsHeld('customers', ['sourceId'], 'version', {
  and: isThere
})

export const customerHeldAtOnce = rowsHeld('customers', ['id'], 'version', { by: inTurnAtOnce })

export const customerList = narrowedList('customers', ({ db, t }) => rowsOf(db, t.customers), {
  equal: { customerId: c => c.id, email: c => c.email },
  spanned: { created: c => c.createdAt, updated: c => c.updatedAt },
  always: isThere,
  uncounted: ['']
})

export const customersCount = totalBy('customers', [], isThere)

export const customersById = rowsAmong('customers', 'id', 'ids', {
  pick: ['id', 'sourceId'],
  and: isThere,
  up: ['id']
})

/** Sorted by what they are found by: sorted by id, the engine would walk through all of them. */
export const customersBySourceId = rowsAmong('customers', 'sourceId', 'sourceIds', {
  pick: ['id', 'sourceId'],
  and: isThere,
  up: ['sourceId']
})

export const customersAfter = rowsAfter('customers', [], { pick: ['id'], and: isThere })

/** The customer of a row; no statement finds the row of a deleted one. */
export function customerOf(row: Row<'customers'>): Customer {
  const { deletedAt: _, ...customer } = row
  return customer
}

/**
 * Units that decide about a customer take turns from here on, because tiers, segments and limits
 * depend on more rows than a guard can name. What they know of the customer is loaded afterwards.
 * @throws {GuardLost} when the customer has changed since.
 */
export async function holdCustomer(session: Session, customer: Customer): Promise<void> {
  const held = await holdCustomerRow(session, customer.id)
  if (held !== undefined && held.version !== customer.version) {
    throw new GuardLost({ kind: 'customer.updated', customer })
  }
}

/** The same for a customer who is read behind it. */
export function holdCustomerRow(
  session: Session,
  id: string
): Promise<{ readonly version: number } | undefined> {
  const statements = { atOnce: customerHeldAtOnce, waiting: customerHeld }
  return session.holdBusy(statements, { id }, `customer ${id}`)
}

/** By id, then by source id; null when neither answers. */
export async function findCustomer(session: Session, name: string): Promise<Customer | null> {
  const named = mayBeId(name, 'cust') ? await session.one(customerById, { id: name }) : undefined
  const row = named ?? (await session.one(customerBySourceId, { sourceId: name }))
  return row === undefined ? null : customerOf(row)
}

/** Who a request's customer is: by id alone when one is sent, else by source id. */
export async function customerSent(
  session: Session,
  sent: { readonly id?: string | null | undefined; readonly sourceId?: string | null | undefined }
): Promise<Customer | null> {
  const row = sent.id
    ? await session.one(customerById, { id: sent.id })
    : sent.sourceId
      ? await session.one(customerBySourceId, { sourceId: sent.sourceId })
      : undefined
  return row === undefined ? null : customerOf(row)
}

/** By id, then by source id. @throws {Refused} when neither answers. */
export async function customerNamed(session: Session, name: string): Promise<Customer> {
  return orRefused(await findCustomer(session, name), 'customer', name)
}

/** Ids by what customers are called; an id wins over a source id that is spelled like it. */
export async function customerIdsByName(session: Session, names: readonly string[]) {
  const found = new Map<string, string>()
  if (names.length === 0) return found
  for (const { id, sourceId } of await session.all(customersBySourceId, { sourceIds: names })) {
    if (sourceId !== null) found.set(sourceId, id)
  }
  for (const { id } of await session.all(customersById, { ids: names })) found.set(id, id)
  return found
}

export const insertCustomer = insertInto('customers')
export const replaceCustomer = replaceVersion('customers')
/** Of a new customer: by the source id, and by an id that is nobody's. */
export const customerPlace = placeIn('customers', ['id'], 'createdAt', ['sourceId'])

const FORGOTTEN = [
  'sourceId',
  'name',
  'email',
  'phone',
  'description',
  'birthday',
  'birthdate',
  'address'
]

export const clearCustomerRow = setBy('customers', ['deletedAt'], ['id', 'version'], {
  set: c => ({
    ...Object.fromEntries(FORGOTTEN.map(each => [each, sql`null`])),
    metadata: {},
    systemMetadata: {},
    version: sql`${c.version} + 1`
  }),
  and: isThere
})

export const customerChanges: ChangeKinds<Exclude<KindsOf<'customer'>, 'customer.referred'>> = {
  'customer.created': {
    step: STEP.newCustomers,
    row: ({ customer }) => customer.sourceId ?? '',
    makes: ({ customer: { id, sourceId } }) =>
      sourceId === null
        ? null
        : placeOf('customer of', customerPlace, { id, sourceId }, customerOfSourceIdHeld),
    write: async (session, change) => {
      const { customer } = change
      await write(session, change, insertCustomer, { ...customer, deletedAt: null })
      await write(session, change, insertTotals, noTotals(customer.id))
    }
  },
  'customer.updated': {
    step: STEP.customers,
    meets: rowMet('customer', customerHeld, ({ customer }) => customer.id),
    write: writes(replaceCustomer, ({ customer }) => {
      return { ...customer, deletedAt: null, versionBefore: customer.version - 1 }
    })
  },
  'customer.deleted': {
    step: STEP.customers,
    meets: rowMet('customer', customerHeld, ({ customerId }) => customerId),
    write: writes(clearCustomerRow, ({ customerId: id, ...change }) => ({ ...change, id }))
  }
}

/* Totals of customers: what is kept of them instead of being counted at every question. */

export const totalsOfCustomer = rowsBy('customerTotals', ['customerId'])

export const totalsHeld = rowsHeld('customerTotals', ['customerId'], 'customerId')

export const insertTotals = insertInto('customerTotals')

// No rollback fails.
const { rollbacksFailed: _, ...STEPS } = NO_SUMS

export const countTotals = setBy('customerTotals', [], ['customerId'], {
  set: (totals, given: Given<Sums>) =>
    columnsToAdd(totals, given, Object.keys(STEPS) as (keyof typeof STEPS)[])
})

const LAST_ORDER = ['lastOrderAmount', 'lastOrderDate'] as const

/** No row written is no lost race: a later order is known already. */
export const noteLastOrder = setBy('customerTotals', LAST_ORDER, ['customerId'], {
  and: (totals, { lastOrderDate }: Given<{ lastOrderDate: Instant | null }>) =>
    or(isNull(totals.lastOrderDate), lte(totals.lastOrderDate, lastOrderDate))
})

/** No row written is no lost race: the order that is paid no longer was not the last one. */
export const replaceLastOrder = setBy('customerTotals', LAST_ORDER, ['customerId'], {
  and: (totals, { gone }: Given<{ gone: Instant }>) => is(totals.lastOrderDate, gone)
})

interface OfCustomer {
  customerId: string | null
}

/** Of a customer's orders that are paid, and are not `except`, the one first paid last. */
export const lastPaidOrder = rowsBy('orders', [], {
  pick: ['totalAmount', 'earnedAt'],
  and: (order, given: Given<OfCustomer & { except: string }>) =>
    and(paidBy(order, given), ne(order.id, given.except)),
  down: ['earnedAt', 'id'],
  limit: 1
})

const FIGURES = ['id', 'totalAmount', 'earnedAt', 'returned'] as const

/** Those first paid up to an instant, the last first. */
export const ordersPaidUntil = rowsBy('orders', [], {
  pick: FIGURES,
  and: (order, given: Given<OfCustomer & { instant: Instant }>) =>
    and(paidBy(order, given), lte(order.earnedAt, given.instant)),
  down: ['earnedAt', 'id'],
  limit: 'given'
})

/** The one first paid next after an instant. */
export const orderPaidAfter = rowsBy('orders', [], {
  pick: FIGURES,
  and: (order, given: Given<OfCustomer & { instant: Instant }>) =>
    and(paidBy(order, given), gt(order.earnedAt, given.instant)),
  up: ['earnedAt', 'id'],
  limit: 1
})

function paidBy(order: Tables['orders'], { customerId }: Given<OfCustomer>) {
  const isPaid = inArray(order.status, ['PAID', 'FULFILLED'])
  return and(eq(order.customerId, customerId), sql`earned_at is not null`, isPaid)
}

/** Null without a customer. */
export async function findTotals(session: Session, customer: Pick<Customer, 'id'> | null) {
  if (customer === null) return null
  return (await session.one(totalsOfCustomer, { customerId: customer.id })) ?? null
}

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
