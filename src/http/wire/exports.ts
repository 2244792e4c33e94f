/**
 * Exports on the wire. The file is reached by a signed url of its own, and only once it is whole.
 * Spec: createExport, Export.
 */
import type { CreateExport } from '../../decisions/exports.ts'
import type { Export } from '../../model.ts'
import { exportUrl, type Linking } from '../links.ts'
import { type Schemas, viewOf, type Wire } from '../wire.ts'
import { fieldConditions } from './values.ts'

export function exportCommand(body: Schemas['CreateExportRequest']): CreateExport {
  const { exported_object: exportedObject, parameters } = body
  const { filters, campaign_id: campaignId, ...rest } = parameters ?? {}
  return { exportedObject, ...rest, filters: filters && filtersOf(filters), campaignId }
}

type WireFilters = NonNullable<NonNullable<Schemas['CreateExportRequest']['parameters']>['filters']>

function filtersOf({ junction, ...fields }: WireFilters): Export['parameters']['filters'] {
  const named = Object.entries(fieldConditions(fields)).map(([field, conditions]) => [
    field,
    { conditions }
  ])
  return { ...(junction && { junction }), ...Object.fromEntries(named) }
}

const viewParameters = viewOf('order? fields filters response_format:CSV campaign_id?')
const exportView = viewOf(
  'id object:export created_at status channel exported_object parameters processed_count result',
  'user_id'
)

/** `result` is null until the file is whole. */
export function viewExport(entry: Export, linking: Linking): Wire<'Export'> {
  const url = exportUrl(linking, entry)
  return exportView({
    ...entry,
    parameters: viewParameters(entry.parameters),
    processedCount: entry.processed,
    result: url === null ? null : { url }
  })
}
