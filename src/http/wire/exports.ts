/**
 * Exports on the wire. The file is reached by a signed url of its own, and only once it is whole.
 * Spec: createExport, Export.
 */
import type { CreateExport } from '../../decisions/exports.ts'
import type { Export } from '../../model.ts'
import { exportUrl, type Linking } from '../links.ts'
import { type Schemas, type Wire, withoutNulls } from '../wire.ts'
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

/** `result` is null until the file is whole. */
export function viewExport(entry: Export, linking: Linking): Wire<'Export'> {
  const { order, fields, filters, campaignId = null } = entry.parameters
  const url = exportUrl(linking, entry)
  return {
    id: entry.id,
    object: 'export',
    created_at: entry.createdAt,
    status: entry.status,
    channel: entry.channel,
    exported_object: entry.exportedObject,
    parameters: {
      ...withoutNulls({ order }),
      fields,
      filters,
      response_format: 'CSV',
      ...withoutNulls({ campaign_id: campaignId })
    },
    processed_count: entry.processed,
    result: url === null ? null : { url },
    user_id: entry.userId
  }
}
