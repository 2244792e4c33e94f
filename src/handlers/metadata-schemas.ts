/**
 * Metadata schemas: written on the management path, read by anybody with the keys of the project.
 *
 * Spec: MetadataSchema.
 */
import {
  createMetadataSchema,
  deleteMetadataSchema,
  updateMetadataSchema
} from '../decisions/metadata-schemas.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import {
  metadataSchemaChangesWanted,
  metadataSchemaCommand,
  viewMetadataSchema,
  viewMetadataSchemaList
} from '../http/wire/metadata-schemas.ts'
import { refuseOtherProject } from '../http/wire/projects.ts'
import {
  loadMetadataSchema,
  metadataSchemaList,
  metadataSchemaOfResource,
  metadataSchemas
} from '../storage/metadata-schemas.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

/** Without `limit` and `page`: all schemas, unless a project has more than a thousand. */
const ALL_SCHEMAS = 1000

type ReadOperation =
  | 'getMetadataSchema'
  | 'getResourceMetadataSchema'
  | 'listMetadataSchemas'
  | 'listProjectMetadataSchemas'
type Written = 'createMetadataSchema' | 'deleteMetadataSchema' | 'updateMetadataSchema'

export class MetadataSchemaHandlers implements Handles<ReadOperation | Written> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  /** A schema of another project and one that does not exist are answered alike. */
  async getMetadataSchema({
    params,
    caller
  }: Request<'getMetadataSchema'>): Promise<ReadyAnswer<'getMetadataSchema'>> {
    const { projectId, metadataSchemaId } = params
    if (caller.project !== null && caller.project.id !== projectId) {
      throw new Refused(notFound('metadata_schema', metadataSchemaId))
    }
    return this.#shell.read(
      { project: { id: projectId } },
      session => metadataSchemas.named(session, metadataSchemaId),
      schema => ({ status: 200, body: viewMetadataSchema(schema) })
    )
  }

  async createMetadataSchema({
    params,
    body,
    caller
  }: Request<'createMetadataSchema'>): Promise<ReadyAnswer<'createMetadataSchema'>> {
    refuseOtherProject(caller, params.projectId)
    const command = metadataSchemaCommand(body)
    return this.#shell.settle(caller, {
      load: loadMetadataSchema(command),
      decide: (facts, occasion) => createMetadataSchema(facts, command, occasion),
      view: schema => ({ status: 200, body: viewMetadataSchema(schema) })
    })
  }

  async listMetadataSchemas({
    params,
    query,
    caller
  }: Request<'listMetadataSchemas'>): Promise<ReadyAnswer<'listMetadataSchemas'>> {
    refuseOtherProject(caller, params.projectId)
    const page = pageOfAll(query)
    return this.#shell.read(
      caller,
      session => metadataSchemaList.page(session, 'newest', page),
      ({ rows, total }) => ({ status: 200, body: viewMetadataSchemaList(rows, total) })
    )
  }

  async updateMetadataSchema({
    params,
    body,
    caller
  }: Request<'updateMetadataSchema'>): Promise<ReadyAnswer<'updateMetadataSchema'>> {
    refuseOtherProject(caller, params.projectId)
    const command = metadataSchemaChangesWanted(body)
    return this.#shell.settle(caller, {
      load: session => metadataSchemas.named(session, params.metadataSchemaId),
      decide: (schema, occasion) => updateMetadataSchema(schema, command, occasion),
      view: schema => ({ status: 200, body: viewMetadataSchema(schema) })
    })
  }

  async deleteMetadataSchema({
    params,
    caller
  }: Request<'deleteMetadataSchema'>): Promise<ReadyAnswer<'deleteMetadataSchema'>> {
    refuseOtherProject(caller, params.projectId)
    return this.#shell.settle(caller, {
      load: session => metadataSchemas.named(session, params.metadataSchemaId),
      decide: deleteMetadataSchema,
      view: () => ({ status: 204 })
    })
  }

  async listProjectMetadataSchemas({
    query,
    caller
  }: Request<'listProjectMetadataSchemas'>): Promise<ReadyAnswer<'listProjectMetadataSchemas'>> {
    const page = pageOfAll(query)
    return this.#shell.read(
      caller,
      session => metadataSchemaList.page(session, 'newest', page),
      ({ rows, total }) => ({ status: 200, body: viewMetadataSchemaList(rows, total) })
    )
  }

  async getResourceMetadataSchema({
    params,
    caller
  }: Request<'getResourceMetadataSchema'>): Promise<ReadyAnswer<'getResourceMetadataSchema'>> {
    return this.#shell.read(
      caller,
      session => metadataSchemaOfResource(session, params.relatedObjectId),
      schema => ({ status: 200, body: viewMetadataSchema(schema) })
    )
  }
}

/** A page when the request names one, else all. */
function pageOfAll(query: { readonly limit?: number; readonly page?: number }) {
  const whole = query.limit === undefined && query.page === undefined
  return pageOf(query, whole ? ALL_SCHEMAS : LIMIT_DEFAULT)
}
