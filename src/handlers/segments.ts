/**
 * Segments of customers, by name or by filter.
 *
 * Spec: Segment.
 */
import { createSegment, deleteSegment } from '../decisions/segments.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import { segmentCommand, viewSegment, viewSegmentList } from '../http/wire/segments.ts'
import { LIMIT_DEFAULT, pageOf } from '../storage/resources.ts'
import {
  loadCreateSegment,
  loadDeleteSegment,
  segmentNamed,
  segmentsPage
} from '../storage/segments.ts'

type ReadOperation = 'getSegment' | 'listSegments'
type Written = 'createSegment' | 'deleteSegment'

export class SegmentHandlers implements Handles<ReadOperation | Written> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async createSegment({
    body,
    caller
  }: Request<'createSegment'>): Promise<ReadyAnswer<'createSegment'>> {
    const command = segmentCommand(body)
    return this.#shell.settle(caller, {
      load: loadCreateSegment(command),
      decide: (facts, occasion) => createSegment(facts, command, occasion),
      view: shown => ({ status: 200, body: viewSegment(shown) })
    })
  }

  async getSegment({ params, caller }: Request<'getSegment'>): Promise<ReadyAnswer<'getSegment'>> {
    return this.#shell.read(
      caller,
      session => segmentNamed(session, caller.project, params.segmentId),
      shown => ({ status: 200, body: viewSegment(shown) })
    )
  }

  async listSegments({
    query,
    caller
  }: Request<'listSegments'>): Promise<ReadyAnswer<'listSegments'>> {
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
  }: Request<'deleteSegment'>): Promise<ReadyAnswer<'deleteSegment'>> {
    return this.#shell.settle(caller, {
      load: loadDeleteSegment(params.segmentId),
      decide: deleteSegment,
      view: () => ({ status: 204 })
    })
  }
}
