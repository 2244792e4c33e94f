/**
 * What saving and deleting a customer needs to know.
 *
 * Spec: createCustomer, updateCustomer, deleteCustomer; Decisions 67 and 80.
 */
import type { SaveCustomer, UpsertCustomerFacts } from '../../decisions/customers/customers.ts'
import type { DeleteCustomerFacts } from '../../decisions/customers/deletion.ts'
import type { Purse } from '../../decisions/points/purse.ts'
import type { Customer, Instant } from '../../model.ts'
import type { Session } from '../engine/session.ts'
import { tierMembershipOf, tierMembershipsOfCustomer } from '../loyalty-tiers/loyalty-tiers.ts'
import { schemaOf } from '../metadata-schemas.ts'
import { purseIn } from '../points/lots.ts'
import { pendingPointsDueOn, pendingPointsOf } from '../points/pending.ts'
import { loadStanding } from '../standing/standing.ts'
import { cardsOfCustomer, voucherOf } from '../vouchers/vouchers.ts'
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
  return {
    ...(await loadStanding(session, { event: null, customer: stored, now })),
    stored,
    schema: await schemaOf(session, 'customer'),
    profile: stored === null ? null : await profileOf(session, stored)
  }
}

/** Sorts after every day. */
const AFTER_ALL_DAYS = '9999-12-31'

/** The facts of deleteCustomer. @throws {Refused} when nobody is known by the name. */
export function loadDeleteCustomer(name: string) {
  return async (session: Session, now: Instant): Promise<DeleteCustomerFacts> => {
    const customer = await customerNamed(session, name)
    const asked = { event: null, customer, now, segmentsMatter: true }
    const standing = await loadStanding(session, asked)
    const of = { customerId: customer.id }
    const cards: Purse[] = []
    for (const voucher of await session.all(cardsOfCustomer, of)) {
      cards.push(await purseIn(session, standing, voucherOf(voucher)))
    }
    const waiting = {
      voucherIds: cards.map(({ voucher }) => voucher.id),
      day: AFTER_ALL_DAYS
    }
    return {
      ...standing,
      customer,
      cards,
      pending: (await session.all(pendingPointsDueOn, waiting)).map(pendingPointsOf),
      memberships: (await session.all(tierMembershipsOfCustomer, of)).map(tierMembershipOf)
    }
  }
}
