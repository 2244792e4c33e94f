/**
 * Event schemas: the custom events of a project, and what refers to one.
 *
 * Spec: createEventSchema, EventSchema; Decision 83.
 */
import type { User } from '../decisions/deletions.ts'
import type {
  CreateEventSchema,
  DeleteEventSchemaFacts
} from '../decisions/event-schemas/event-schemas.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type * as model from '../model.ts'
import type { EventSchema } from '../model.ts'
import { type Row, withoutProject } from './engine/rows.ts'
import type { Session } from './engine/session.ts'
import type { Page, StampOrder } from './pages.ts'

/** Its row is the thing itself, with the project beside it. */
export function eventSchemaOf(row: Row<'eventSchemas'>): model.EventSchema {
  return withoutProject(row)
}

/** @throws {Refused} when there is no such event schema. */
export async function eventSchemaNamed(session: Session, id: string): Promise<EventSchema> {
  const row = await session.one('eventSchemaById', { id })
  if (row === undefined) throw new Refused(notFound('event_schema', id))
  return eventSchemaOf(row)
}

/** The custom events of the project. */
export async function eventSchemasPage(
  session: Session,
  order: StampOrder,
  page: Page
): Promise<{ schemas: readonly EventSchema[]; total: number }> {
  const found = await session.all(`eventSchemas by ${order}`, { ...page })
  const count = await session.one('eventSchemasCount')
  return { schemas: found.map(eventSchemaOf), total: count?.total ?? 0 }
}

/** What createEventSchema needs. */
export function loadEventSchema({ name }: Pick<CreateEventSchema, 'name'>) {
  return async (session: Session): Promise<{ named: EventSchema | null }> => {
    const row = await session.one('eventSchemaByName', { name })
    return { named: row === undefined ? null : eventSchemaOf(row) }
  }
}

/** What deleteEventSchema needs. @throws {Refused} when there is no such schema. */
export function loadDeleteEventSchema(id: string) {
  return async (session: Session): Promise<DeleteEventSchemaFacts> => {
    const schema = await eventSchemaNamed(session, id)
    const rules = await session.all('speaking earning rules')
    const campaigns = await session.all('speaking campaigns')
    return {
      schema,
      users: [
        ...rules
          .filter(rule => rule.eventSchemaId === id)
          .map((rule): User => ({ type: 'earning_rule', id: rule.id })),
        ...campaigns
          .filter(({ referral }) => referral?.eventSchemaId === id)
          .map((campaign): User => ({ type: 'campaign', id: campaign.id }))
      ]
    }
  }
}
