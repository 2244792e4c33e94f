/**
 * The async actions that a query asks for.
 *
 * Spec: listAsyncActions.
 */
import type { Request } from '../types.ts'
import { queryInstant } from './values.ts'

/** Newest first unless the query says otherwise; `until` is null without an end. */
export function wantedAsyncActions({
  order = '-created_at',
  end_date: end
}: Request<'listAsyncActions'>['query']) {
  return { order, until: queryInstant(end, 'end_date') }
}
