/**
 * What importing a customer needs to know.
 */
import type { SaveCustomer } from '../../decisions/customers/customers.ts'
import type { ImportCustomerFacts } from '../../decisions/customers/import.ts'
import type { Instant } from '../../model.ts'
import type { Session } from '../engine/session.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { loadStanding } from '../standing/standing.ts'
import { customerSent } from './customers.ts'

/** The facts of importCustomer, for the source id of the command. */
export function loadImportCustomer(command: SaveCustomer) {
  return async (session: Session, now: Instant): Promise<ImportCustomerFacts> => {
    const stored = await customerSent(session, command)
    return {
      ...(await loadStanding(session, { event: null, customer: stored, now })),
      stored,
      schema: await schemaOf(session, 'customer')
    }
  }
}
