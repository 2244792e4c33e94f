/**
 * Metadata schemas: written on the management path, read by anybody with the keys of the project.
 * Spec: MetadataSchema.
 */
import {
  createMetadataSchema,
  deleteMetadataSchema,
  updateMetadataSchema
} from '../decisions/metadata-schemas.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import {
  at,
  type Handlers,
  type Kit,
  LIMIT_DEFAULT,
  loadAt,
  ofOwnProject,
  pageOf
} from '../http/kit.ts'
import {
  metadataSchemaChangesWanted,
  metadataSchemaCommand,
  viewMetadataSchema
} from '../http/wire/metadata-schemas.ts'
import { listed } from '../http/wire.ts'
import type { Session } from '../storage/engine/session.ts'
import {
  loadMetadataSchema,
  metadataSchemaList,
  metadataSchemaOfResource,
  metadataSchemas
} from '../storage/metadata-schemas.ts'

/** Without `limit` and `page`: all schemas, unless a project has more than a thousand. */
const ALL_SCHEMAS = 1000

export function metadataSchemaHandlers({ read, remove, shell, write }: Kit) {
  const schemas = (
    session: Session,
    { query }: { readonly query: Parameters<typeof pageOf>[0] }
  ) => {
    const whole = query.limit === undefined && query.page === undefined
    return metadataSchemaList.page(
      session,
      'newest',
      pageOf(query, whole ? ALL_SCHEMAS : LIMIT_DEFAULT)
    )
  }

  return {
    /** A schema of another project and one that does not exist are answered alike. */
    async getMetadataSchema({ params, caller }) {
      const { projectId, metadataSchemaId } = params
      if (caller.project !== null && caller.project.id !== projectId) {
        throw new Refused(notFound('metadata_schema', metadataSchemaId))
      }
      return shell.read(
        { project: { id: projectId } },
        session => metadataSchemas.named(session, metadataSchemaId),
        schema => ({ status: 200, body: viewMetadataSchema(schema) })
      )
    },

    ...ofOwnProject({
      createMetadataSchema: write({
        command: ({ body }) => metadataSchemaCommand(body),
        load: loadMetadataSchema,
        decide: createMetadataSchema,
        view: viewMetadataSchema
      }),

      listMetadataSchemas: read(schemas, listed('data', viewMetadataSchema)),

      updateMetadataSchema: write({
        command: ({ body }) => metadataSchemaChangesWanted(body),
        load: loadAt('metadataSchemaId', metadataSchemas.named),
        decide: updateMetadataSchema,
        view: viewMetadataSchema,
        unchanging: ['related_object']
      }),

      deleteMetadataSchema: remove(
        ({ params }) =>
          session =>
            metadataSchemas.named(session, params.metadataSchemaId),
        deleteMetadataSchema
      )
    }),

    listProjectMetadataSchemas: read(schemas, listed('data', viewMetadataSchema)),

    getResourceMetadataSchema: read(
      at('relatedObjectId', metadataSchemaOfResource),
      viewMetadataSchema
    )
  } satisfies Handlers
}
