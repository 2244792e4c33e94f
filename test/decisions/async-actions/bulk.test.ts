import t from 'tap'
import { failureOf, givenUpBulk } from '../../../src/decisions/async-actions/bulk.ts'
import { NOW } from '../../support/given.ts'
import { givenAction, givenJob } from '../../support/given-records.ts'

t.test('a failure says the key in a sentence where there is one, and its place', t => {
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
  t.end()
})

t.test('a job that is given up says how far it got, and what is to be sent again', t => {
  const data = { doneCount: 4, failedCount: 1, errors: [] }
  const job = givenJob({ data, done: 5, total: 9 })
  t.match(givenUpBulk(job, givenAction(), 'orders', NOW), {
    status: 'FAILED',
    operationStatus: 'FAILED',
    result: {
      message: 'Stopped after 5 of 9 orders. Send the others again.',
      done_count: 4,
      failed_count: 1,
      errors: []
    }
  })
  t.end()
})
