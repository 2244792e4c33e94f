/**
 * Segments: who belongs together, by name or by filter.
 *
 * Spec: Events 2 (`customer.segment.entered`); Resources, Customer; Conventions 2.
 */
import { type CreateSegment, createSegment, deleteSegment } from '../decisions/segments/segments.ts'
import type { Answer, Handles, Request } from '../http/types.ts'
import { viewCustomerSegments, viewSegment, viewSegmentList } from '../http/views/segments.ts'
import type { Filter } from '../model.ts'
import type { Shell } from '../shell.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/pages.ts'
import {
  loadCreateSegment,
  loadDeleteSegment,
  segmentNamed,
  segmentsOfCustomerPage,
  segmentsPage
} from '../storage/segments/segments.ts'

type Read = 'getSegment' | 'listSegments' | 'listCustomerSegments'
type Written = 'createSegment' | 'deleteSegment'

export class SegmentHandlers implements Handles<Read | Written> {
  readonly #shell: Shell

  constructor(shell: Shell) {
    this.#shell = shell
  }

  async createSegment({
    body,
    caller
  }: Request<'createSegment'>): Promise<Answer<'createSegment'>> {
    const { name, type, filter, customers } = body
    const command: CreateSegment = { name, type, filter: filter && filterOf(filter), customers }
    return this.#shell.settle(caller, {
      load: loadCreateSegment(command),
      decide: (facts, occasion) => createSegment(facts, command, occasion),
      view: shown => ({ status: 200, body: viewSegment(shown) })
    })
  }

  async getSegment({ params, caller }: Request<'getSegment'>): Promise<Answer<'getSegment'>> {
    return this.#shell.read(
      caller,
      session => segmentNamed(session, caller.project, params.segmentId),
      shown => ({ status: 200, body: viewSegment(shown) })
    )
  }

  async listSegments({ query, caller }: Request<'listSegments'>): Promise<Answer<'listSegments'>> {
    const { order = '-created_at' } = query
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => segmentsPage(session, caller.project, order, page),
      ({ segments, total }) => ({ status: 200, body: viewSegmentList(segments, total) })
    )
  }

  async deleteSegment({
    params,
    caller
  }: Request<'deleteSegment'>): Promise<Answer<'deleteSegment'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteSegment(params.segmentId),
      decide: deleteSegment,
      view: () => ({ status: 204 })
    })
  }

  async listCustomerSegments({
    params,
    query,
    caller
  }: Request<'listCustomerSegments'>): Promise<Answer<'listCustomerSegments'>> {
    const { order = '-created_at' } = query
    const page = pageOf(query, LIMIT_DEFAULT)
    return this.#shell.read(
      caller,
      session => segmentsOfCustomerPage(session, params.customerId, order, page),
      ({ segments, total }) => ({ status: 200, body: viewCustomerSegments(segments, total) })
    )
  }
}

type WireFilter = NonNullable<Request<'createSegment'>['body']['filter']>

/** Fields stand beside `junction`, each with its conditions; what they are is looked at later. */
function filterOf({ junction, ...fields }: WireFilter): Filter {
  const named = Object.entries(fields as Fields).map(([field, { conditions }]) => [
    field,
    conditions
  ])
  const either = junction.toLowerCase() === 'or'
  return { junction: either ? 'or' : 'and', fields: Object.fromEntries(named) }
}

type Fields = { readonly [field: string]: { readonly conditions: Filter['fields'][string] } }
