/**
 * Metadata schemas, on the management path.
 *
 * Spec: Endpoints 15; Authentication 5; Resources, Metadata schema.
 */
import { notFound, Refused } from '../decisions/refusals.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewMetadataSchema } from '../http/views/metadata-schemas.ts'
import type { Shell } from '../shell.ts'
import { metadataSchemaNamed } from '../storage/lists.ts'

export class MetadataSchemaHandlers implements Handles<'getMetadataSchema'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  /** A schema of another project and one that does not exist are answered alike. */
  async getMetadataSchema({
    params,
    caller
  }: Request<'getMetadataSchema'>): Promise<Answer<'getMetadataSchema'>> {
    const { projectId, metadataSchemaId } = params
    if (caller.project !== null && caller.project.id !== projectId) {
      throw new Refused(notFound('metadata_schema', metadataSchemaId))
    }
    return this.#shell.read(
      { project: { id: projectId } },
      session => metadataSchemaNamed(session, metadataSchemaId),
      schema => ({ status: 200, body: viewMetadataSchema(schema) })
    )
  }
}
