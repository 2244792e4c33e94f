/**
 * The custom events of a project, and what sending one needs to know.
 * Spec: createEventSchema, EventSchema, deleteEventSchema, sendCustomEvent.
 */
import { gt } from 'drizzle-orm/sql'
import type { Change } from '../decisions/changes.ts'
import type {
  CreateEventSchema,
  CustomEventFacts,
  DeleteEventSchemaFacts,
  SendCustomEvent
} from '../decisions/events.ts'
import type { User } from '../decisions/updates.ts'
import type { EventSchema, LoggedEvent, Project, StoredEvent, StoredEvents } from '../model.ts'
import type { Instant } from '../rules/validity.ts'
import { referringCampaigns } from './campaigns/campaigns.ts'
import { holdSetUp, keep } from './catalogue.ts'
import { customerSent } from './customers/customers.ts'
import { referralBy } from './customers/facts.ts'
import { referringEarningRules } from './earning-rules.ts'
import { type ChangeKinds, STEP, written } from './engine/change-kinds.ts'
import { insertInto, rowsBy, setBy } from './engine/queries.ts'
import { type ChangeOf, type KindsOf, type Session, together } from './engine/session.ts'
import { BY_STAMPS } from './engine/statements.ts'
import { schemaOf } from './metadata-schemas.ts'
import { rowsListed, setUp } from './resources.ts'
import { loadStanding } from './standing.ts'
import { findVoucher } from './vouchers/vouchers.ts'

export const eventSchemas = setUp('eventSchemas', 'event_schema')

export const eventSchemaList = rowsListed('eventSchemas', { orders: BY_STAMPS })

export const eventSchemaByName = rowsBy('eventSchemas', ['name'])

/** The names of all custom events; a misspelt one is held against them. */
export const eventSchemaNames = rowsBy('eventSchemas', [], { pick: ['id', 'name'], up: ['name'] })

/** The custom event of a name; undefined when none is defined. Kept. */
export const eventDefined = keep(async (session: Session, name: string) => {
  return await session.one(eventSchemaByName, { name })
})

export function loadEventSchema({ name }: Pick<CreateEventSchema, 'name'>) {
  return async (session: Session): Promise<{ named: EventSchema | null }> => {
    return { named: (await eventDefined(session, name)) ?? null }
  }
}

export const eventSchemaChanges: ChangeKinds<KindsOf<'eventSchema'>> = {
  'eventSchema.created': eventSchemas.made(({ schema }) => schema),
  'eventSchema.updated': eventSchemas.edited(({ schema }) => schema)
}

/** @throws {Refused} when there is no such schema. */
export function loadDeleteEventSchema(id: string) {
  return async (session: Session): Promise<DeleteEventSchemaFacts> => {
    await holdSetUp(session)
    const schema = await eventSchemas.named(session, id)
    const rules = await session.all(referringEarningRules)
    const campaigns = await session.all(referringCampaigns)
    const using = rules.filter(({ eventSchemaId }) => eventSchemaId === id)
    const sending = campaigns.filter(({ referral }) => referral?.eventSchemaId === id)
    return {
      schema,
      users: [
        ...using.map((rule): User => ({ type: 'earning_rule', id: rule.id })),
        ...sending.map((campaign): User => ({ type: 'campaign', id: campaign.id }))
      ]
    }
  }
}

export const insertEvents = insertInto('events')

export const newestEvent = rowsBy('events', [], {
  pick: ['createdAt'],
  and: event => gt(event.id, ''),
  down: ['id'],
  limit: 1
})

export const replaceEvents = setBy('events', ['events'], ['id'])

/** When the last thing happened in the session's project; null where nothing did. */
export async function newestEventAt(session: Session): Promise<Instant | null> {
  return (await session.one(newestEvent))?.createdAt ?? null
}

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
    const defined = schema === null ? await session.all(eventSchemaNames) : []
    const known = defined.map(({ name }) => name)
    return { ...standing, schema, known, customer, customerSchema, card, referral: referred }
  }
}

export const eventChanges: ChangeKinds<KindsOf<'event'>> = {
  'event.logged': {
    step: STEP.records,
    write: async (session, change, unit) => {
      if (unit.find(isLogged) !== change) return
      for (const row of rowsOf(unit.filter(isLogged))) session.send(insertEvents, row, change)
    }
  },
  'event.erased': written(STEP.erased, replaceEvents, ({ id, events }) => ({ id, events }))
}

function isLogged(change: Change): change is ChangeOf<'event.logged'> {
  return change.kind === 'event.logged'
}

/** Those of one customer that follow one another are one row, which says once where they are from. */
function rowsOf(logged: readonly ChangeOf<'event.logged'>[]): readonly StoredEvents[] {
  const rows: (StoredEvents & { readonly events: StoredEvent[] })[] = []
  for (const { event } of logged) {
    const { id, customerId, groupId, source, createdAt } = event
    const last = rows.at(-1)
    const isOfLast =
      last?.customerId === customerId &&
      last.groupId === groupId &&
      last.source === source &&
      last.createdAt === createdAt
    if (isOfLast) last.events.push(storedEvent(event, id))
    else rows.push({ id, customerId, groupId, source, createdAt, events: [storedEvent(event, '')] })
  }
  return rows
}

function storedEvent(
  { type, customerId, entityId, category, data }: LoggedEvent,
  id: string
): StoredEvent {
  if (category !== 'EFFECT') return [type, data, id, entityId, category]
  if (entityId !== customerId) return [type, data, id, entityId]
  return id === '' ? [type, data] : [type, data, id]
}
