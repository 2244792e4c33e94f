/**
 * Event schemas: the custom events of a project.
 *
 * Spec: createEventSchema, EventSchema.
 */
import { and } from 'drizzle-orm/sql'
import type { CreateEventSchema } from '../../decisions/events.ts'
import { notFound, Refused } from '../../decisions/refusals.ts'
import type * as model from '../../model.ts'
import type { EventSchema } from '../../model.ts'
import { keep } from '../catalogue.ts'
import { type ChangeKinds, STEP, writes } from '../engine/change-kinds.ts'
import {
  deleteFrom,
  insertInto,
  type KindsOf,
  replaceChanged,
  rowAlone,
  type Session
} from '../engine/session.ts'
import {
  byId,
  byStamps,
  type Given,
  is,
  mine,
  type Row,
  statement,
  stretchOf,
  totalOf,
  withoutProject
} from '../engine/statements.ts'
import type { Page, StampOrder } from '../pages.ts'

export const eventSchemaByName = statement(
  ({ db, t: { eventSchemas: e } }, { name }: Given<{ name: string }>) =>
    db
      .select()
      .from(e)
      .where(and(mine(e), is(e.name, name)))
)

export const eventSchemaById = statement(({ db, t }, given: Given<{ id: string }>) =>
  db.select().from(t.eventSchemas).where(byId(t.eventSchemas, given))
)

export const eventSchemasBy = byStamps(sorting =>
  statement((dialect, given: Given<Page>) => {
    const { eventSchemas } = dialect.t
    return stretchOf(dialect, eventSchemas, given, mine(eventSchemas), ...sorting(eventSchemas))
  })
)

export const eventSchemasCount = statement(dialect =>
  totalOf(dialect, dialect.t.eventSchemas, mine(dialect.t.eventSchemas))
)

export const insertEventSchema = insertInto('eventSchemas')
export const replaceEventSchema = replaceChanged('eventSchemas')
export const deleteEventSchemaRow = deleteFrom('eventSchemas')
export const eventSchemaAlone = rowAlone('eventSchemas')

/** Its row is the thing itself, with the project beside it. */
export function eventSchemaOf(row: Row<'eventSchemas'>): model.EventSchema {
  return withoutProject(row)
}

/** The custom event of a name; undefined when none is defined. Kept. */
export const eventDefined = keep(async (session: Session, name: string) => {
  const row = await session.one(eventSchemaByName, { name })
  return row === undefined ? undefined : eventSchemaOf(row)
})

/** @throws {Refused} when there is no such event schema. */
export async function eventSchemaNamed(session: Session, id: string): Promise<EventSchema> {
  const row = await session.one(eventSchemaById, { id })
  if (row === undefined) throw new Refused(notFound('event_schema', id))
  return eventSchemaOf(row)
}

/** The custom events of the project. */
export async function eventSchemasPage(
  session: Session,
  order: StampOrder,
  page: Page
): Promise<{ schemas: readonly EventSchema[]; total: number }> {
  const found = await session.all(eventSchemasBy[order], { ...page })
  const count = await session.one(eventSchemasCount)
  return { schemas: found.map(eventSchemaOf), total: count?.total ?? 0 }
}

/** The facts of createEventSchema. */
export function loadEventSchema({ name }: Pick<CreateEventSchema, 'name'>) {
  return async (session: Session): Promise<{ named: EventSchema | null }> => {
    return { named: (await eventDefined(session, name)) ?? null }
  }
}

/** Makes the changes of event schemas real. */
export const eventSchemaChanges: ChangeKinds<KindsOf<'eventSchema'>> = {
  'eventSchema.created': {
    step: STEP.made,
    isSetUp: true,
    write: writes(insertEventSchema, ({ schema }) => schema)
  },
  'eventSchema.updated': {
    step: STEP.edited,
    isSetUp: true,
    write: writes(replaceEventSchema, ({ schema, updatedAtBefore }) => ({
      ...schema,
      updatedAtBefore
    }))
  }
}
