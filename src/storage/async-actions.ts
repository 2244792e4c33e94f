/**
 * Async actions: the handles by which callers follow background work.
 *
 * A page leaves the results out, because they can be long.
 *
 * Spec: getAsyncAction, listAsyncActions; Decision 87.
 */
import { notFound, Refused } from '../decisions/refusals.ts'
import type * as model from '../model.ts'
import type { AsyncAction, Instant, Job } from '../model.ts'
import { type Row, withoutProject } from './engine/rows.ts'
import type { Session } from './engine/session.ts'
import { type CreationOrder, LATEST, type Page } from './pages.ts'

export function asyncActionOf(row: Row<'asyncActions'>): model.AsyncAction {
  return withoutProject(row)
}

/** @throws {Refused} when the project has no such action. */
export async function asyncActionNamed(session: Session, id: string): Promise<AsyncAction> {
  const row = await session.one('asyncActionById', { id })
  if (row === undefined) throw new Refused(notFound('async_action', id))
  return asyncActionOf(row)
}

/** Without results. `until` is included; null: whenever it was asked for. */
export async function asyncActionsPage(
  session: Session,
  { order, until }: { readonly order: CreationOrder; readonly until: Instant | null },
  { limit, offset }: Page
): Promise<{ actions: readonly Omit<AsyncAction, 'result'>[]; hasMore: boolean }> {
  const found = await session.all(`asyncActions by ${order}`, {
    until: until ?? LATEST,
    limit: limit + 1,
    offset
  })
  return { actions: found.slice(0, limit), hasMore: found.length > limit }
}

export async function findActionOf(
  session: Session,
  { asyncActionId: id }: Job
): Promise<AsyncAction | null> {
  const row = id === null ? undefined : await session.one('asyncActionById', { id })
  return row === undefined ? null : asyncActionOf(row)
}
