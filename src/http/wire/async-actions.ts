/**
 * Async actions on the wire: those that a query asks for, the handle that an operation answers
 * with, and the work behind it.
 * Spec: listAsyncActions, AsyncActionAccepted, AsyncAction.
 */
import type { AsyncAction } from '../../model.ts'
import type { Request } from '../types.ts'
import { listedFrom, viewOf, type Wire } from '../wire.ts'
import { queryInstant } from './values.ts'

/** Newest first unless the query says otherwise; `until` is null without an end. */
export function wantedAsyncActions({
  order = '-created_at',
  end_date: end
}: Request<'listAsyncActions'>['query']) {
  return { order, until: queryInstant(end, 'end_date') }
}

/** The handle alone: with it the work can be followed. */
export function viewAsyncActionAccepted({
  id
}: Pick<AsyncAction, 'id'>): Wire<'AsyncActionAccepted'> {
  return { async_action_id: id }
}

const listedView = viewOf(
  'id type status operation_status created_at updated_at request_id progress processing_time',
  'object:async_action'
)

function viewListedAction(action: Omit<AsyncAction, 'result'>): Wire<'AsyncActionListed'> {
  return listedView({ ...action, processingTime: action.processingTimeMs })
}

/** Null until the work has ended: `result`, `operation_status`, `processing_time`. */
export function viewAsyncAction({ result, ...action }: AsyncAction): Wire<'AsyncAction'> {
  const { id, type, status, operation_status, ...rest } = viewListedAction(action)
  // Tasks write their results in the words of the wire.
  const came = result as Wire<'AsyncActionResult'>
  return { id, type, status, operation_status, result: came, ...rest }
}

export const viewAsyncActionList = listedFrom('async_actions', viewListedAction)
