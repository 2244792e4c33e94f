/**
 * Event schemas: the custom events of a project, each with its properties.
 *
 * A name is unique and is not one of the service's own events. A schema binds later events; the
 * record keeps earlier events, whether or not they would still fit.
 *
 * Spec: createEventSchema, updateEventSchema.
 */
import type { EventSchema, PropertyType, SchemaProperties } from '../../model.ts'
import type { Decision } from '../changes.ts'
import type { User } from '../deletions.ts'
import { deleteUnused } from '../deletions.ts'
import { schemaMistake } from '../metadata-schemas/definitions.ts'
import type { Occasion } from '../occasion.ts'
import { duplicateFound, invalidPayload, refuseMistake } from '../request-refusals.ts'
import { rewrite } from '../updates.ts'

/** What a property of a custom event can be. */
const EVENT_TYPES: readonly PropertyType[] = ['string', 'number', 'boolean', 'date', 'datetime']

const EVENT_NAME_MAX = 300

export interface CreateEventSchema {
  /** 1 to 300 characters; not the name of one of the service's own events. */
  readonly name: string
  readonly properties: SchemaProperties
}

/** Creates an event with a new name and with properties that an event can have. */
export function createEventSchema(
  { named }: { /** Who has the name. */ readonly named: EventSchema | null },
  { name, properties }: CreateEventSchema,
  { newId, now }: Occasion
): Decision<EventSchema> {
  if (named !== null) return { refusal: duplicateFound('event_schema', named.id, `name ${name}`) }
  if (name.length === 0 || name.length > EVENT_NAME_MAX) {
    const message = `expected 1 to ${EVENT_NAME_MAX} characters, found ${name.length}`
    return { refusal: invalidPayload('name', message) }
  }
  if (/^(customer|order)\./.test(name)) {
    const message = `'${name}' begins like an event of the service's own; choose another name`
    return { refusal: invalidPayload('name', message) }
  }
  const refusal = refuseMistake(schemaMistake(properties, EVENT_TYPES), 'schema')
  if (refusal !== null) return { refusal }
  const schema: EventSchema = {
    id: newId('ms'),
    name,
    properties,
    createdAt: now,
    updatedAt: null
  }
  return { result: schema, changes: [{ kind: 'eventSchema.created', schema }] }
}

/** Replaces the properties; the name stays, because events are sent by it. */
export function updateEventSchema(
  stored: EventSchema,
  { properties = stored.properties }: { readonly properties: SchemaProperties | undefined },
  { now }: Occasion
): Decision<EventSchema> {
  const refusal = refuseMistake(schemaMistake(properties, EVENT_TYPES), 'schema')
  if (refusal !== null) return { refusal }
  return rewrite(stored, { ...stored, properties }, now, (schema, updatedAtBefore) => [
    { kind: 'eventSchema.updated', schema, updatedAtBefore }
  ])
}

export interface DeleteEventSchemaFacts {
  readonly schema: EventSchema
  /** The earning rules for the event, and the referral campaigns that convert by it. */
  readonly users: readonly User[]
}

/** Deletes an event that nothing waits for. Recorded events stay. */
export function deleteEventSchema({
  schema: { id },
  users
}: DeleteEventSchemaFacts): Decision<null> {
  return deleteUnused(
    'event_schema',
    { type: 'event_schema', id },
    users,
    'delete or change them first'
  )
}
