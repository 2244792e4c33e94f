/**
 * Schemas of custom events, on the management path.
 *
 * Spec: EventSchema.
 */
import { createEventSchema, deleteEventSchema, updateEventSchema } from '../decisions/events.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import { viewEventSchema, viewEventSchemaList } from '../http/wire/event-schemas.ts'
import { propertiesOf } from '../http/wire/metadata-schemas.ts'
import { refuseOtherProject } from '../http/wire/projects.ts'
import {
  eventSchemaList,
  eventSchemas,
  loadDeleteEventSchema,
  loadEventSchema
} from '../storage/events.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type ReadOperation = 'getEventSchema' | 'listEventSchemas'
type Written = 'createEventSchema' | 'deleteEventSchema' | 'updateEventSchema'

export class EventSchemaHandlers implements Handles<ReadOperation | Written> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createEventSchema({
    params,
    body,
    caller
  }: Request<'createEventSchema'>): Promise<ReadyAnswer<'createEventSchema'>> {
    refuseOtherProject(caller, params.projectId)
    const command = { name: body.name, properties: propertiesOf(body.schema.properties) }
    return this.#shell.settle(caller, {
      load: loadEventSchema(command),
      decide: (facts, occasion) => createEventSchema(facts, command, occasion),
      view: schema => ({ status: 200, body: viewEventSchema(schema) })
    })
  }

  async listEventSchemas({
    params,
    query,
    caller
  }: Request<'listEventSchemas'>): Promise<ReadyAnswer<'listEventSchemas'>> {
    refuseOtherProject(caller, params.projectId)
    const order = query.order ?? '-created_at'
    return this.#shell.read(
      caller,
      session => eventSchemaList.page(session, order, pageOf(query, LIMIT_DEFAULT)),
      ({ rows, total }) => ({ status: 200, body: viewEventSchemaList(rows, total) })
    )
  }

  async getEventSchema({
    params,
    caller
  }: Request<'getEventSchema'>): Promise<ReadyAnswer<'getEventSchema'>> {
    refuseOtherProject(caller, params.projectId)
    return this.#shell.read(
      caller,
      session => eventSchemas.named(session, params.eventSchemaId),
      schema => ({ status: 200, body: viewEventSchema(schema) })
    )
  }

  async updateEventSchema({
    params,
    body,
    caller
  }: Request<'updateEventSchema'>): Promise<ReadyAnswer<'updateEventSchema'>> {
    refuseOtherProject(caller, params.projectId)
    const command = { properties: body.schema && propertiesOf(body.schema.properties) }
    return this.#shell.settle(caller, {
      load: session => eventSchemas.named(session, params.eventSchemaId),
      decide: (schema, occasion) => updateEventSchema(schema, command, occasion),
      view: schema => ({ status: 200, body: viewEventSchema(schema) })
    })
  }

  async deleteEventSchema({
    params,
    caller
  }: Request<'deleteEventSchema'>): Promise<ReadyAnswer<'deleteEventSchema'>> {
    refuseOtherProject(caller, params.projectId)
    return this.#shell.settle(caller, {
      load: loadDeleteEventSchema(params.eventSchemaId),
      decide: deleteEventSchema,
      view: () => ({ status: 204 })
    })
  }
}
