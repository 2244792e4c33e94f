/**
 * Customers: found by id or source id, a page of them, and what is booked of one.
 *
 * The row of a deleted customer stays, because others refer to it, but nothing finds it except by
 * `customerEver`.
 *
 * Spec: getCustomer, listCustomers, Customer.
 */
import { and, asc, gt, isNull } from 'drizzle-orm/sql'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { Customer } from '../../model.ts'
import { GuardLost } from '../engine/errors.ts'
import { inTurn, inTurnAtOnce } from '../engine/met-rows.ts'
import type { Session } from '../engine/session.ts'
import {
  among,
  byCreation,
  byId,
  type Given,
  is,
  mine,
  type Row,
  statement,
  stretchOf,
  type Tables,
  totalOf,
  withoutProject
} from '../engine/statements.ts'
import type { Page } from '../pages.ts'

/** Leaves deleted customers out; their rows stay, because others refer to them. */
function living({ customers: c }: Tables) {
  return and(mine(c), isNull(c.deletedAt))
}

export const customerById = statement(({ db, t }, { id }: Given<{ id: string }>) =>
  db
    .select()
    .from(t.customers)
    .where(and(living(t), is(t.customers.id, id)))
)

export const customerBySourceId = statement(
  ({ db, t }, { sourceId }: Given<{ sourceId: string }>) =>
    db
      .select()
      .from(t.customers)
      .where(and(living(t), is(t.customers.sourceId, sourceId)))
)

/** Whether or not the customer was deleted since. */
export const customerEver = statement(({ db, t }, given: Given<{ id: string }>) =>
  db.select().from(t.customers).where(byId(t.customers, given))
)

/** The row of a customer, or of a deleted one. */
export const customerHeld = statement((dialect, given: Given<{ id: string }>) => {
  const { customers: c } = dialect.t
  const row = dialect.db.select({ version: c.version }).from(c).where(byId(c, given))
  return inTurn(dialect, row)
})

/** The same by a source id, which may be of nobody. */
export const customerOfSourceIdHeld = statement(
  (dialect, { sourceId }: Given<{ sourceId: string }>) => {
    const { customers: c } = dialect.t
    const row = dialect.db.select({ version: c.version }).from(c)
    return inTurn(dialect, row.where(and(living(dialect.t), is(c.sourceId, sourceId))))
  }
)

/** The row of a customer, where no other unit holds it. */
export const customerHeldAtOnce = statement((dialect, given: Given<{ id: string }>) => {
  const { customers: c } = dialect.t
  const row = dialect.db.select({ version: c.version }).from(c).where(byId(c, given))
  return inTurnAtOnce(dialect, row)
})

// In both lists a range from the first id on is what the engine walks along, up or down.

export const customersBy = byCreation(direct =>
  statement((dialect, given: Given<Page>) => {
    const { customers: c } = dialect.t
    return stretchOf(dialect, c, given, and(living(dialect.t), gt(c.id, '')), direct(c.id))
  })
)

export const customersOfEmailBy = byCreation(direct =>
  statement((dialect, given: Given<Page & { email: string }>) => {
    const { customers: c } = dialect.t
    const where = and(living(dialect.t), is(c.email, given.email), gt(c.id, ''))
    return stretchOf(dialect, c, given, where, direct(c.id))
  })
)

export const customersCount = statement(dialect =>
  totalOf(dialect, dialect.t.customers, living(dialect.t))
)

export const customersOfEmailCount = statement((dialect, { email }: Given<{ email: string }>) => {
  const { customers: c } = dialect.t
  return totalOf(dialect, c, and(living(dialect.t), is(c.email, email)))
})

export const customersById = statement((dialect, { ids }: Given<{ ids: readonly string[] }>) => {
  const { customers: c } = dialect.t
  return dialect.db
    .select({ id: c.id })
    .from(c)
    .where(and(living(dialect.t), among(dialect, c.id, ids)))
    .orderBy(asc(c.id))
})

/** Sorted by what they are found by: sorted by id, the engine would walk through all of them. */
export const customersBySourceId = statement(
  (dialect, { sourceIds }: Given<{ sourceIds: readonly string[] }>) => {
    const { customers: c } = dialect.t
    return dialect.db
      .select({ id: c.id, sourceId: c.sourceId })
      .from(c)
      .where(and(living(dialect.t), among(dialect, c.sourceId, sourceIds)))
      .orderBy(asc(c.sourceId))
  }
)

export const customersAfter = statement(
  ({ db, t: { customers: c } }, given: Given<{ after: string; limit: number }>) =>
    db
      .select({ id: c.id })
      .from(c)
      .where(and(mine(c), gt(c.id, given.after), isNull(c.deletedAt)))
      .orderBy(asc(c.id))
      .limit(given.limit)
)

/** The customer of a row; no statement finds the row of a deleted one. */
export function customerOf(row: Row<'customers'>): model.Customer {
  const { deletedAt: _, ...customer } = withoutProject(row)
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
  const row =
    (await session.one(customerById, { id: name })) ??
    (await session.one(customerBySourceId, { sourceId: name }))
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
  const customer = await findCustomer(session, name)
  if (customer === null) throw new Refused(notFound('customer', name))
  return customer
}

/** Ids by what customers are called; an id wins over a source id that is spelled like it. */
export async function customerIdsByName(
  session: Session,
  names: readonly string[]
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  if (names.length === 0) return found
  for (const { id, sourceId } of await session.all(customersBySourceId, { sourceIds: names })) {
    if (sourceId !== null) found.set(sourceId, id)
  }
  for (const { id } of await session.all(customersById, { ids: names })) found.set(id, id)
  return found
}
