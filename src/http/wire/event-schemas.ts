/**
 * Schemas of custom events on the wire.
 *
 * Spec: EventSchema.
 */
import type { EventSchema } from '../../model.ts'
import type { Wire } from '../wire.ts'
import { viewProperties } from './metadata-schemas.ts'

/** Properties in the order in which they were defined. */
export function viewEventSchema(schema: EventSchema): Wire<'EventSchema'> {
  return {
    id: schema.id,
    name: schema.name,
    schema: { properties: viewProperties(schema.properties) },
    created_at: schema.createdAt,
    updated_at: schema.updatedAt,
    object: 'custom-event-schema'
  }
}
