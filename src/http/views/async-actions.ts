/**
 * Async actions on the wire: the handle an operation answers with, and the work behind it.
 *
 * Spec: Endpoints 5 and 8.
 */
import type { AsyncAction } from '../../model.ts'
import type { Wire } from './wire.ts'

/** The handle alone: with it the work can be followed. */
export function viewAsyncActionAccepted({
  id
}: Pick<AsyncAction, 'id'>): Wire<'AsyncActionAccepted'> {
  return { async_action_id: id }
}

/** Null until the work has ended: `result`, `operation_status`, `processing_time`. */
export function viewAsyncAction(action: AsyncAction): Wire<'AsyncAction'> {
  return {
    id: action.id,
    type: action.type,
    status: action.status,
    operation_status: action.operationStatus,
    // Tasks write their results in the words of the wire.
    result: action.result as Wire<'AsyncActionResult'>,
    created_at: action.createdAt,
    updated_at: action.updatedAt,
    request_id: action.requestId,
    progress: action.progress,
    processing_time: action.processingTimeMs,
    object: 'async_action'
  }
}
