import t from 'tap'
import { failureOf, givenUpBulk, rowFailureOf } from '../../../src/decisions/async-actions/bulk.ts'
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

t.test('a failed row says its line and its columns, and its own name where it has one', t => {
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
