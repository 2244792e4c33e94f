import t from 'tap'
import {
  JOBS_WAITING_MAX,
  queueRefusal
} from '../../../src/decisions/async-actions/async-actions.ts'

t.test('a project has so many jobs that have not ended, and the refusal says how many', t => {
  t.equal(queueRefusal(JOBS_WAITING_MAX - 1), null)
  t.strictSame(queueRefusal(JOBS_WAITING_MAX), {
    key: 'too_many_jobs',
    retryAfterSeconds: 10,
    details:
      'The project has 1000 jobs that have not ended, and may have 1000. Nothing was done; send ' +
      'the same request again when some have ended.'
  })
  t.end()
})
