import t from 'tap'
import { viewAsyncAction, viewAsyncActionAccepted } from '../../../src/http/views/async-actions.ts'
import type { AsyncAction } from '../../../src/model.ts'
import { answers } from '../support/document.ts'
import { changedAt, madeAt } from '../support/given.ts'

const waiting: AsyncAction = {
  id: 'aa_00products',
  type: 'PRODUCTS.BULK_UPDATE',
  status: 'ENQUEUED',
  operationStatus: null,
  result: null,
  requestId: 'v-01',
  progress: 0,
  processingTimeMs: null,
  createdAt: madeAt,
  updatedAt: null
}

t.test('viewAsyncAction: what is not known until it has ended is null', async t => {
  const outcome = {
    id: 'aa_00products',
    type: 'PRODUCTS.BULK_UPDATE',
    status: 'ENQUEUED',
    operation_status: null,
    result: null,
    created_at: madeAt,
    updated_at: null,
    request_id: 'v-01',
    progress: 0,
    processing_time: null,
    object: 'async_action'
  }
  const result = {
    done_count: 1,
    failed_count: 1,
    reports: [],
    reports_available_till: null,
    errors: [
      {
        message: 'Duplicated resource found',
        details: 'Duplicated product exists with name Stoneware mug',
        key: 'duplicate_found',
        source_id: 'mug-2'
      }
    ]
  }
  const ended: AsyncAction = {
    ...waiting,
    status: 'DONE',
    operationStatus: 'SUCCESS',
    result,
    progress: 100,
    processingTimeMs: 120,
    updatedAt: changedAt
  }
  const endedOutcome = {
    ...outcome,
    status: 'DONE',
    operation_status: 'SUCCESS',
    result,
    updated_at: changedAt,
    progress: 100,
    processing_time: 120
  }
  answers(t, 'AsyncAction', viewAsyncAction(waiting), outcome, 'enqueued')
  answers(t, 'AsyncAction', viewAsyncAction(ended), endedOutcome, 'done')
})

t.test('viewAsyncActionAccepted: the handle alone', async t => {
  const outcome = { async_action_id: 'aa_00products' }
  answers(t, 'AsyncActionAccepted', viewAsyncActionAccepted(waiting), outcome, 'accepted')
})
