/**
 * An export from the wire to a command.
 *
 * Spec: createExport.
 */
import type { CreateExport } from '../../decisions/exports/exports.ts'
import type { Schemas } from '../wire.ts'

export function exportCommand(body: Schemas['CreateExportRequest']): CreateExport {
  return { exportedObject: body.exported_object, ...body.parameters }
}
