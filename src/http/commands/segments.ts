/**
 * Segments from the wire to commands.
 *
 * Spec: createSegment, SegmentFilterRequest.
 */

import type { CreateSegment } from '../../decisions/segments/segments.ts'
import type { Filter } from '../../rules/filters.ts'
import type { Schemas } from '../wire.ts'

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
