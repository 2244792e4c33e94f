/**
 * Lets those enter a new segment whom it was made with, one after the other.
 *
 * Who has been deleted meanwhile is passed over, and who cannot enter is reported and holds up
 * nobody. A segment that is deleted on the way takes nobody in any more.
 *
 * Spec: createSegment, Segment.initial_sync_status; Decision 81.
 */
import { fillSegment } from '../decisions/segments/segments.ts'
import { loadSegmentToFill } from '../storage/loads/segments.ts'
import { errandOf, type Task, whenFound } from './task.ts'

export const fillSegments: Task = {
  async *work(held, { shell, onError }) {
    for (;;) {
      const filled = await shell.carryOut(errandOf(held), {
        load: loadSegmentToFill(held),
        decide: whenFound(fillSegment)
      })
      if (filled === null) return
      const { finished, left } = filled
      if (left !== null) onError(new Error(left.details), `filling a segment, job ${held.job.id}`)
      if (finished) return
      yield 'advanced'
    }
  },

  givenUp: () => []
}
