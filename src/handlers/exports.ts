/**
 * Exports.
 *
 * Spec: Endpoints 10; Resources, Export.
 */
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewExportList } from '../http/views/exports.ts'
import type { Shell } from '../shell.ts'
import { exportsPage, LIMIT_DEFAULT, pageOf } from '../storage/lists.ts'

export class ExportHandlers implements Handles<'listExports'> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async listExports({ query, caller }: Request<'listExports'>): Promise<Answer<'listExports'>> {
    return this.#shell.read(
      caller,
      session => exportsPage(session, query.order ?? '-created_at', pageOf(query, LIMIT_DEFAULT)),
      ({ exports, total }) => ({
        status: 200,
        body: viewExportList({ entries: exports, total }, this.#shell.linking(caller))
      })
    )
  }
}
