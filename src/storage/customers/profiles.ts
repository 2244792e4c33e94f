/**
 * What the answers about customers show, as of a moment.
 *
 * Spec: getCustomer, listCustomers; Decision 104.
 */
import { type CustomerProfile, profileAfter } from '../../decisions/customers/profiles.ts'
import type { Moment } from '../../decisions/occasion.ts'
import type { Customer } from '../../model.ts'
import type { Session } from '../engine/session.ts'
import type { CreationOrder, Page } from '../pages.ts'
import { standingsAt } from '../standing/moments.ts'
import {
  type CustomersWanted,
  customerNamed,
  customerOf,
  customersWanted,
  profileOf
} from './customers.ts'

/** What one customer's answer shows, for each of a page. */
export async function customersPage(
  session: Session,
  moment: Moment,
  wanted: CustomersWanted,
  { order, ...page }: Page & { readonly order: CreationOrder }
): Promise<{ customers: readonly CustomerProfile[]; total: number }> {
  const { found, total } = await customersWanted(session, wanted, order, page)
  const customers = await profilesAt(session, found.map(customerOf), moment)
  return { customers, total }
}

/** Operation 13; its cost does not grow with history. @throws {Refused} for nobody. */
export async function profileNamed(
  session: Session,
  moment: Moment,
  name: string
): Promise<CustomerProfile> {
  const [profile] = await profilesAt(session, [await customerNamed(session, name)], moment)
  // INVARIANT: one was asked for.
  return profile as CustomerProfile
}

async function profilesAt(
  session: Session,
  customers: readonly Customer[],
  moment: Moment
): Promise<readonly CustomerProfile[]> {
  const ids = customers.map(({ id }) => id)
  const standings = await standingsAt(session, ids, moment)
  const profiles: CustomerProfile[] = []
  for (const customer of customers) {
    const profile = await profileOf(session, customer)
    const standing = standings.get(customer.id)
    profiles.push(standing === undefined ? profile : profileAfter(profile, standing))
  }
  return profiles
}
