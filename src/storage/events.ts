/**
 * Custom events, and what sending one needs to know.
 *
 * Spec: sendCustomEvent.
 */
import { and, desc, gt, sql } from 'drizzle-orm/sql'
import type { CustomEventFacts, SendCustomEvent } from '../decisions/events.ts'
import type * as model from '../model.ts'
import type { Instant, Project } from '../model.ts'
import { customerSent } from './customers/customers.ts'
import { referralBy } from './customers/profiles.ts'
import { type ChangeKinds, STEP, writes } from './engine/change-kinds.ts'
import { insertInto, type KindsOf, type Session, together } from './engine/session.ts'
import {
  byId,
  command,
  type Given,
  mine,
  type Row,
  statement,
  withoutProject
} from './engine/statements.ts'
import { eventDefined } from './event-schemas/event-schemas.ts'
import { schemaOf } from './metadata-schemas.ts'
import { loadStanding } from './standing/standing.ts'
import { findVoucher } from './vouchers/vouchers.ts'

export const insertEvent = insertInto('events')

export const newestEvent = statement(({ db, t: { events: e } }) =>
  db
    .select({ createdAt: e.createdAt })
    .from(e)
    .where(and(mine(e), gt(e.id, '')))
    .orderBy(desc(e.id))
    .limit(1)
)

export const clearEvent = command(({ db, t }, given: Given<{ id: string }>) =>
  db.update(t.events).set({ data: sql`null` }).where(byId(t.events, given))
)

/** Its row is the thing itself, with the project beside it. */
export function loggedEventOf(row: Row<'events'>): model.LoggedEvent {
  return withoutProject(row)
}

/** When the last thing happened in the session's project; null where nothing did. */
export async function newestEventAt(session: Session): Promise<Instant | null> {
  return (await session.one(newestEvent))?.createdAt ?? null
}

/** The facts of sendCustomEvent. */
export function loadCustomEvent(project: Project, command: SendCustomEvent) {
  return async (session: Session, now: Instant): Promise<CustomEventFacts> => {
    const { event, loyaltyCode, referral } = command
    const [schema = null, customer, card, code, customerSchema] = await together(
      eventDefined(session, event),
      customerSent(session, command.customer),
      loyaltyCode === null ? null : findVoucher(session, project, loyaltyCode),
      referral === null ? null : findVoucher(session, project, referral.code),
      schemaOf(session, 'customer')
    )
    const preferred = card === null ? [] : [card.id]
    const [standing, referred] = await together(
      loadStanding(session, { event, customer, now, preferred }),
      code === null ? null : referralBy(session, code, customer)
    )
    return { ...standing, schema, customer, customerSchema, card, referral: referred }
  }
}

/** Makes the changes of the event log real. */
export const eventChanges: ChangeKinds<KindsOf<'event'>> = {
  'event.logged': {
    step: STEP.records,
    write: writes(insertEvent, ({ event }) => event)
  },
  'event.erased': {
    step: STEP.erased,
    write: writes(clearEvent, change => ({ id: change.id }))
  }
}
