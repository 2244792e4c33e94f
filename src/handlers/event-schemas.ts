/**
 * Schemas of custom events, on the management path.
 *
 * Spec: Endpoints 16 (what an event must be defined by); Resources, Metadata schema.
 */
import { createEventSchema } from '../decisions/catalogue.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewEventSchema } from '../http/views/metadata-schemas.ts'
import type { Shell } from '../shell.ts'
import { loadEventSchema } from '../storage/loads-inventory.ts'
import { propertiesOf, refuseOtherProject } from './commands-management.ts'

export class EventSchemaHandlers implements Handles<'createEventSchema'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async createEventSchema({
    params,
    body,
    caller
  }: Request<'createEventSchema'>): Promise<Answer<'createEventSchema'>> {
    refuseOtherProject(caller, params.projectId)
    const command = { name: body.name, properties: propertiesOf(body.schema.properties) }
    return this.#shell.settle(caller, {
      load: loadEventSchema(command),
      decide: (facts, occasion) => createEventSchema(facts, command, occasion),
      view: schema => ({ status: 200, body: viewEventSchema(schema) })
    })
  }
}
