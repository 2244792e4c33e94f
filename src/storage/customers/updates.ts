/**
 * What saving a customer needs to know.
 *
 * Spec: createCustomer, updateCustomer.
 */
import type { SaveCustomer, UpsertCustomerFacts } from '../../decisions/customers/customers.ts'
import type { Customer, Instant } from '../../model.ts'
import { type Session, together } from '../engine/session.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { loadStanding } from '../standing/standing.ts'
import { customerNamed, customerSent } from './customers.ts'
import { profileOf } from './profiles.ts'

/** The facts of upsertCustomer, for the customer that the command names. */
export function loadSaveCustomer(command: SaveCustomer) {
  return async (session: Session, now: Instant): Promise<UpsertCustomerFacts> =>
    factsOf(session, await customerSent(session, command), now)
}

/** The same for a known customer, by id or source id. @throws {Refused} when there is none. */
export function loadUpdateCustomer(name: string) {
  return async (session: Session, now: Instant): Promise<UpsertCustomerFacts> =>
    factsOf(session, await customerNamed(session, name), now)
}

async function factsOf(
  session: Session,
  stored: Customer | null,
  now: Instant
): Promise<UpsertCustomerFacts> {
  const [standing, schema, profile] = await together(
    loadStanding(session, { event: null, customer: stored, now }),
    schemaOf(session, 'customer'),
    stored && profileOf(session, stored)
  )
  return { ...standing, stored, schema, profile }
}
