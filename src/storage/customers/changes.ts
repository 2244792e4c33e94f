/**
 * Changes of customers made real.
 *
 * What was said of a deleted customer goes, and the source id is free again; the row stays, because
 * others refer to it.
 *
 * Spec: createCustomer, updateCustomer, deleteCustomer.
 */
import { and, isNull, sql } from 'drizzle-orm/sql'
import { noTotals } from '../../decisions/customers/profiles.ts'
import type { Instant } from '../../model.ts'
import { type ChangeKinds, placeOf, rowMet, STEP } from '../engine/change-kinds.ts'
import { byId, columnsToSet, is } from '../engine/clauses.ts'
import { command, type Given } from '../engine/statements.ts'
import { insertInto, placeIn, replaceVersion, write } from '../engine/writers.ts'
import { customerHeld, customerOfSourceIdHeld } from './customers.ts'
import { insertTotals } from './totals.ts'

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
