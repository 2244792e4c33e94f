/** Schemas of custom events, on the management path. Spec: EventSchema. */
import { createEventSchema, deleteEventSchema, updateEventSchema } from '../decisions/events.ts'
import { at, type Kit, loadAt, ofOwnProject } from '../http/kit.ts'
import { viewEventSchema } from '../http/wire/events.ts'
import { propertiesOf } from '../http/wire/metadata-schemas.ts'
import { listed } from '../http/wire.ts'
import {
  eventSchemaList,
  eventSchemas,
  loadDeleteEventSchema,
  loadEventSchema
} from '../storage/events.ts'

export function eventSchemaHandlers({ list, read, remove, write }: Kit) {
  return ofOwnProject({
    createEventSchema: write({
      command: ({ body }) => ({
        name: body.name,
        properties: propertiesOf(body.schema.properties)
      }),
      load: loadEventSchema,
      decide: createEventSchema,
      view: viewEventSchema
    }),

    listEventSchemas: list(eventSchemaList.page, listed('data', viewEventSchema)),

    getEventSchema: read(at('eventSchemaId', eventSchemas.named), viewEventSchema),

    updateEventSchema: write({
      command: ({ body }) => ({ properties: body.schema && propertiesOf(body.schema.properties) }),
      load: loadAt('eventSchemaId', eventSchemas.named),
      decide: updateEventSchema,
      view: viewEventSchema,
      unchanging: ['name']
    }),

    deleteEventSchema: remove(
      ({ params }) => loadDeleteEventSchema(params.eventSchemaId),
      deleteEventSchema
    )
  })
}
