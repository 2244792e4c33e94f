/**
 * Lets the customers that a new segment was made with enter it, one after the other.
 *
 * A customer who was deleted meanwhile is passed over; one who fails is reported and delays no
 * other. When the segment is deleted meanwhile, nobody else enters it.
 *
 * Spec: createSegment, Segment.initial_sync_status.
 */
import { fillSegment } from '../decisions/segments.ts'
import { loadSegmentToFill } from '../storage/standing.ts'
import { originOf, type Task, whenFound } from './worker.ts'

export const fillSegments: Task = {
  async *work(held, { shell, onError }) {
    for (;;) {
      const filled = await shell.settle(originOf(held), {
        load: loadSegmentToFill(held),
        decide: whenFound(fillSegment)
      })
      if (filled === null) return
      const { finished, left } = filled
      if (left !== null) onError(new Error(left.details), `filling a segment in job ${held.job.id}`)
      if (finished) return
      yield 'advanced'
    }
  },

  givenUp: () => []
}
