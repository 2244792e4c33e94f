/** Exports. Spec: Export. */
import { createExport, deleteExport } from '../decisions/exports.ts'
import { at, type Handlers, type Kit } from '../http/kit.ts'
import { exportCommand, viewExport } from '../http/wire/exports.ts'
import { listed } from '../http/wire.ts'
import { exportList, exports, loadExport } from '../storage/exports.ts'

export function exportHandlers({ linked, list, read, remove, write }: Kit) {
  return {
    listExports: list(exportList.page, linked(listed('exports', viewExport))),

    createExport: write({
      command: ({ body }) => exportCommand(body),
      load: () => async () => null,
      decide: (_, command, occasion) => createExport(command, occasion),
      view: linked(viewExport)
    }),

    getExport: read(at('exportId', exports.named), linked(viewExport)),

    deleteExport: remove(({ params }) => loadExport(params.exportId), deleteExport)
  } satisfies Handlers
}
