import t from 'tap'
import { conclude, JOBS_WAITING_MAX, queueRefusal } from '../../../src/decisions/async-actions.ts'
import { actionsHeldBy } from '../../../src/decisions/customers/erasure.ts'
import { givenAction, givenJob } from '../../support/given-records.ts'

t.test('a project has so many jobs that have not ended, and the refusal says how many', async t => {
  t.equal(queueRefusal(JOBS_WAITING_MAX - 1), null)
  t.strictSame(queueRefusal(JOBS_WAITING_MAX), {
    key: 'too_many_jobs',
    retryAfterSeconds: 10,
    details:
      'The project has 1000 jobs that have not ended, and may have 1000. Nothing was done; send ' +
      'the same request again when some have ended.'
  })
})

t.test('the time that work took counts from the request, and is never negative', async t => {
  const outcome = { done: true, success: true, result: null }
  const takenAt = (now: string) => conclude(givenAction(), outcome, { now }).processingTimeMs
  t.equal(takenAt('2026-03-01T10:00:00.000Z'), 10_000)
  t.equal(takenAt('2026-03-01T09:59:49.495Z'), 0, 'the clock was set back')
})

//  the task of a job, its own action, and all that end with it
const HELD = [
  ['products.bulkUpdate', 'aa_1', ['aa_1']],
  ['products.bulkUpdate', null, []],
  ['customers.erase', 'aa_1', ['aa_1', 'aa_2', 'aa_3']]
] as const

t.test(
  'what is handed on to an erasure ends with it, and nothing else with another job',
  async t => {
    const data = { others: [{ action: { id: 'aa_2' } }, { action: { id: 'aa_3' } }] }
    for (const [task, asyncActionId, held] of HELD) {
      t.strictSame(actionsHeldBy(givenJob({ task, asyncActionId, data })), held, task)
    }
  }
)
