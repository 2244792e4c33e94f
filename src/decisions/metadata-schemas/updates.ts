/**
 * Metadata schemas and event schemas that change or go.
 *
 * A schema binds what is written from then on. What is stored stays, whether or not it fits: a
 * merchant who tidies up a schema does not mean to lose what customers said.
 *
 * Spec: updateMetadataSchema, updateEventSchema; Decisions 73 and 85.
 */
import type { EventSchema, MetadataSchema, SchemaProperties } from '../../model.ts'
import type { Decision, Occasion } from '../changes.ts'
import { deletion } from '../products/dependents.ts'
import { mistaken } from '../request-refusals.ts'
import { rewritten, type User } from '../updates.ts'
import { EVENT_TYPES } from './catalogue.ts'
import { schemaMistake } from './definitions.ts'

export interface UpdateMetadataSchema {
  /** All of them from now on. */
  readonly properties?: SchemaProperties | undefined
  /** Null counts as false. */
  readonly allowDefinedOnly?: boolean | null | undefined
}

/** What was sent over what is stored; nothing is written where that says nothing new. */
export function updateMetadataSchema(
  stored: MetadataSchema,
  { properties = stored.properties, allowDefinedOnly: only }: UpdateMetadataSchema,
  { now }: Occasion
): Decision<MetadataSchema> {
  const refusal = mistaken(schemaMistake(properties))
  if (refusal !== null) return { refusal }
  const allowDefinedOnly = only === undefined ? stored.allowDefinedOnly : (only ?? false)
  const schema = rewritten(stored, { ...stored, properties, allowDefinedOnly }, now)
  if (schema === null) return { result: stored, changes: [] }
  const { updatedAt: updatedAtBefore } = stored
  return { result: schema, changes: [{ kind: 'metadataSchema.updated', schema, updatedAtBefore }] }
}

/** From now on metadata of that resource is free. */
export function deleteMetadataSchema({ id }: MetadataSchema): Decision<null> {
  return deletion('metadata_schema', { type: 'metadata_schema', id }, [], '')
}

/** Other properties, all of them; the name is what the event is sent by, and stays. */
export function updateEventSchema(
  stored: EventSchema,
  { properties = stored.properties }: { readonly properties: SchemaProperties | undefined },
  { now }: Occasion
): Decision<EventSchema> {
  const refusal = mistaken(schemaMistake(properties, EVENT_TYPES), 'schema')
  if (refusal !== null) return { refusal }
  const schema = rewritten(stored, { ...stored, properties }, now)
  if (schema === null) return { result: stored, changes: [] }
  const { updatedAt: updatedAtBefore } = stored
  return { result: schema, changes: [{ kind: 'eventSchema.updated', schema, updatedAtBefore }] }
}

export interface DeleteEventSchemaFacts {
  readonly schema: EventSchema
  /** The earning rules that earn by it, and the referral campaigns it is the conversion of. */
  readonly users: readonly User[]
}

/** An event that nothing waits for. Those that were sent stay on record. */
export function deleteEventSchema({
  schema: { id },
  users
}: DeleteEventSchemaFacts): Decision<null> {
  return deletion(
    'event_schema',
    { type: 'event_schema', id },
    users,
    'delete or change them first'
  )
}
