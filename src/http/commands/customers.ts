/**
 * The customer of a request as a command.
 *
 * What our own answers carry and a client sends back (`readOnly` in the documents) is left out
 * here.
 *
 * Spec: CustomerRequest.
 */
import type { SaveCustomer } from '../../decisions/customers/customers.ts'
import type { Request } from '../types.ts'
import type { Schemas } from '../wire.ts'
import { metadataOf } from './values.ts'

/** The customer of a request, where it stands in the body: their names and their properties. */
export function customerCommand(customer: Schemas['CustomerRequest'], at?: string): SaveCustomer {
  const { id, source_id, name, email, phone, description, birthday, birthdate, address } = customer
  return {
    id,
    sourceId: source_id,
    name,
    email,
    phone,
    description,
    birthday,
    birthdate,
    address: address as SaveCustomer['address'],
    metadata: metadataOf(customer.metadata),
    ...(at !== undefined && { at })
  }
}

/** The customer in the path; names in the body are left out. */
export function updateCustomerCommand(body: Schemas['UpdateCustomerRequest']): SaveCustomer {
  const { id: _, source_id: __, ...said } = body
  return customerCommand(said, '')
}

/** Those of an e-mail address or a source id; all of them where the query names neither. */
export function wantedCustomers({ email, source_id: sourceId }: Request<'listCustomers'>['query']) {
  return { email, sourceId }
}
