/** Segments of customers, by name or by filter. Spec: Segment. */
import { createSegment, deleteSegment } from '../decisions/segments.ts'
import type { Handlers, Kit } from '../http/kit.ts'
import { segmentCommand, viewSegment } from '../http/wire/customers.ts'
import { listed } from '../http/wire.ts'
import {
  loadCreateSegment,
  loadDeleteSegment,
  segmentNamed,
  segmentsPage
} from '../storage/segments.ts'

export function segmentHandlers({ list, read, remove, write }: Kit) {
  return {
    createSegment: write({
      command: ({ body }) => segmentCommand(body),
      load: loadCreateSegment,
      decide: createSegment,
      view: viewSegment
    }),

    getSegment: read(
      (session, { params, caller }) => segmentNamed(session, caller.project, params.segmentId),
      viewSegment
    ),

    listSegments: list(
      (session, order, page, { caller }) => segmentsPage(session, caller.project, order, page),
      listed('data', viewSegment)
    ),

    deleteSegment: remove(({ params }) => loadDeleteSegment(params.segmentId), deleteSegment)
  } satisfies Handlers
}
