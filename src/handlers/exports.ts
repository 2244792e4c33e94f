/**
 * Exports.
 *
 * Spec: Export.
 */
import { createExport, deleteExport } from '../decisions/exports.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import { exportCommand, viewExport, viewExportList } from '../http/wire/exports.ts'
import { exportNamed, exportsPage, loadExport } from '../storage/exports.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'

type ExportOperation = 'createExport' | 'deleteExport' | 'getExport' | 'listExports'

export class ExportHandlers implements Handles<ExportOperation> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async listExports({
    query,
    caller
  }: Request<'listExports'>): Promise<ReadyAnswer<'listExports'>> {
    return this.#shell.read(
      caller,
      session => exportsPage(session, query.order ?? '-created_at', pageOf(query, LIMIT_DEFAULT)),
      ({ exports, total }) => ({
        status: 200,
        body: viewExportList({ entries: exports, total }, this.#shell.linking(caller))
      })
    )
  }

  async createExport({
    body,
    caller
  }: Request<'createExport'>): Promise<ReadyAnswer<'createExport'>> {
    const command = exportCommand(body)
    return this.#shell.settle(caller, {
      load: async () => null,
      decide: (_, occasion) => createExport(command, occasion),
      view: made => ({ status: 200, body: viewExport(made, this.#shell.linking(caller)) })
    })
  }

  async getExport({ params, caller }: Request<'getExport'>): Promise<ReadyAnswer<'getExport'>> {
    return this.#shell.read(
      caller,
      session => exportNamed(session, params.exportId),
      found => ({ status: 200, body: viewExport(found, this.#shell.linking(caller)) })
    )
  }

  async deleteExport({
    params,
    caller
  }: Request<'deleteExport'>): Promise<ReadyAnswer<'deleteExport'>> {
    return this.#shell.settle(caller, {
      load: loadExport(params.exportId),
      decide: deleteExport,
      view: () => ({ status: 204 })
    })
  }
}
