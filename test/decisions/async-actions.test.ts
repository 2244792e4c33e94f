import t from 'tap'
import {
  conclude,
  failureOf,
  givenUpBulk,
  JOBS_WAITING_MAX,
  progressBulk,
  queueRefusal,
  REPORTED_CHARACTERS_MAX,
  REPORTED_FAILURES_MAX,
  rowFailureOf
} from '../../src/decisions/async-actions.ts'
import { actionsHeldBy } from '../../src/decisions/customers/erasure.ts'
import type { Json } from '../../src/model.ts'
import { givenOccasion, NOW } from '../support/given.ts'
import { givenAction, givenJob } from '../support/given-records.ts'

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

t.test('what is handed on to an erasure ends with it, and with no other job', async t => {
  const data = { others: [{ action: { id: 'aa_2' } }, { action: { id: 'aa_3' } }] }
  for (const [task, asyncActionId, held] of HELD) {
    t.strictSame(actionsHeldBy(givenJob({ task, asyncActionId, data })), held, task)
  }
})

t.test('a failure says the key in a sentence where there is one, and its place', async t => {
  const rows = [
    ['not_found', 'Resource not found'],
    ['invalid_customer', 'invalid_customer']
  ] as const
  for (const [key, message] of rows) {
    t.strictSame(failureOf('o-1', 3, { key, details: 'Why' }), {
      source_id: 'o-1',
      key,
      message,
      details: 'Item [3]: Why'
    })
  }
})

t.test('a failed row says its line and its columns, and its own name where it has one', async t => {
  const bad = { column: null, message: 'cannot be read' }
  const worse = { column: 'email', message: 'must be a text' }
  const rows = [
    ['mia', [bad], { source_id: 'mia', details: 'Line 7: cannot be read' }],
    [undefined, [worse], { details: 'Line 7, column email: must be a text' }],
    [undefined, [worse, bad], { details: 'Line 7, column email: must be a text; cannot be read' }],
    [undefined, [{ column: null, message: 'x'.repeat(9000) }], { details: /^.{4096}$/ }]
  ] as const
  for (const [sourceId, findings, told] of rows) {
    const failure = rowFailureOf({ place: 'Line 7', sourceId }, { key: 'not_found', findings })
    t.match(failure, { key: 'not_found', message: 'Resource not found', ...told })
    t.equal('source_id' in failure, sourceId !== undefined)
  }
})

t.test('failures are listed as far as they fit, and all are counted', async t => {
  const long = { key: 'not_found', message: 'm', details: 'x'.repeat(4096) } as const
  let data: Json = { doneCount: 0, failedCount: 0, errors: [] }
  for (let chunk = 0; chunk < 20; chunk++) {
    const job = givenJob({ data, done: chunk * 100, total: 9000 })
    const known = { job, owner: 'w', action: givenAction(), chunkIndex: chunk, count: 100 }
    const failures = Array.from({ length: 100 }, () => long)
    const [progressed] = progressBulk(known, failures, givenOccasion()).changes
    data = progressed?.kind === 'job.progressed' ? progressed.data : null
  }
  t.match(data, { doneCount: 0, failedCount: 2000 })
  const { errors } = data as unknown as { readonly errors: readonly object[] }
  t.equal(errors.length, Math.floor(REPORTED_CHARACTERS_MAX / 4096))
  t.ok(JSON.stringify(data).length < REPORTED_CHARACTERS_MAX * 1.2)
})

t.test('a chunk in between tells how far it got, and lists no more than it may', async t => {
  const failure = { key: 'not_found', message: 'm', details: 'd' } as const
  const errors = Array<typeof failure>(REPORTED_FAILURES_MAX - 1).fill(failure)
  const data = { doneCount: 251, failedCount: 999, errors }
  const job = givenJob({ data, done: 1250, total: 2000 })
  const known = { job, owner: 'worker-1', action: givenAction(), chunkIndex: 5, count: 3 }
  const action = { ...givenAction(), status: 'IN_PROGRESS', progress: 62, updatedAt: NOW }
  t.strictSame(progressBulk(known, [failure, failure], givenOccasion()), {
    result: { action, finished: false },
    changes: [
      {
        kind: 'job.progressed',
        jobId: 'job_1',
        owner: 'worker-1',
        step: 3,
        done: 1253,
        chunkIndex: 5,
        data: { doneCount: 252, failedCount: 1001, errors: [...errors, failure] }
      },
      { kind: 'asyncAction.updated', action }
    ]
  })
})

t.test('a job that is given up says how far it got, and what is to be sent again', async t => {
  const data = { doneCount: 4, failedCount: 1, errors: [] }
  const job = givenJob({ data, done: 5, total: 9 })
  const action = {
    status: 'FAILED',
    operationStatus: 'FAILED',
    result: {
      message: 'Stopped after 5 of 9 orders. Send the others again.',
      done_count: 4,
      failed_count: 1,
      errors: []
    }
  }
  const updated = { kind: 'asyncAction.updated', action }
  t.match(givenUpBulk('orders')(job, givenAction(), NOW), [updated])
  t.strictSame(givenUpBulk('orders')(job, null, NOW), [])
})
