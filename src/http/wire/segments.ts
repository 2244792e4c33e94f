/**
 * Segments on the wire.
 *
 * Spec: createSegment, SegmentFilterRequest, Segment, CustomerSegments.
 */
import type { CreateSegment, ShownSegment } from '../../decisions/segments.ts'
import type { Segment } from '../../model.ts'
import type { Filter } from '../../rules/conditions.ts'
import type { Schemas, Wire } from '../wire.ts'

type WireFilter = NonNullable<Schemas['SegmentRequest']['filter']>

/** Fields stand beside `junction`, each with its conditions; the decision checks them. */
function filterOf({ junction, ...fields }: WireFilter): Filter {
  const named = Object.entries(fields as FieldFilters).map(([field, { conditions }]) => [
    field,
    conditions
  ])
  const either = junction.toLowerCase() === 'or'
  return { junction: either ? 'or' : 'and', fields: Object.fromEntries(named) }
}

type FieldFilters = { readonly [field: string]: { readonly conditions: Filter['fields'][string] } }

export function segmentCommand(body: Schemas['SegmentRequest']): CreateSegment {
  const { name, type, filter, customers } = body
  return { name, type, filter: filter && filterOf(filter), customers }
}

/** Its filter shows the fields beside `junction`. */
export function viewSegment({ segment, synchronized }: ShownSegment): Wire<'Segment'> {
  const { id, name, createdAt, type, filter } = segment
  return {
    id,
    name,
    created_at: createdAt,
    type,
    filter: filter === null ? null : viewFilter(filter),
    initial_sync_status: synchronized ? 'DONE' : 'IN_PROGRESS',
    object: 'segment'
  }
}

function viewFilter({ junction, fields }: Filter): Wire<'SegmentFilter'> {
  const viewed = Object.entries(fields).map(([field, conditions]) => [field, { conditions }])
  return { junction, ...Object.fromEntries(viewed) }
}

/** One that a customer is in. */
export function viewSegmentStub({ id, name }: Segment) {
  return { id, name, object: 'segment' } as const
}
