/**
 * Async actions: the handles by which callers follow background work. A page leaves the results
 * out, because they can be long.
 * Spec: getAsyncAction, listAsyncActions.
 */
import { and, desc, eq, gt, lte } from 'drizzle-orm/sql'
import { getTableColumns } from 'drizzle-orm/utils'
import type { AsyncAction, Job } from '../model.ts'
import type { Instant } from '../rules/validity.ts'
import { type ChangeKinds, STEP, written } from './engine/change-kinds.ts'
import { insertInto, rowsBy, setBy } from './engine/queries.ts'
import type { KindsOf, Session } from './engine/session.ts'
import {
  byCreation,
  type CreationOrder,
  type Dialect,
  type Given,
  mine,
  type Page,
  statement
} from './engine/statements.ts'
import { LATEST, orRefused } from './resources.ts'

export const asyncActionById = rowsBy('asyncActions', ['id'])

function withoutResults({ db, t: { asyncActions: a } }: Dialect) {
  const { result: _, ...columns } = getTableColumns(a)
  return db.select(columns).from(a)
}

export const asyncActionsBy = byCreation(direct =>
  statement((dialect, given: Given<Page & { until: Instant }>) => {
    const { asyncActions: a } = dialect.t
    return withoutResults(dialect)
      .where(and(mine(a), gt(a.id, ''), lte(a.createdAt, given.until)))
      .orderBy(direct(a.id))
      .limit(given.limit)
      .offset(given.offset)
  })
)

/** Those that failed, newest first, without their results. */
export const asyncActionsFailed = statement((dialect, given: Given<{ limit: number }>) => {
  const { asyncActions: a } = dialect.t
  return withoutResults(dialect)
    .where(and(mine(a), gt(a.id, ''), eq(a.status, 'FAILED')))
    .orderBy(desc(a.id))
    .limit(given.limit)
})

export const insertAsyncAction = insertInto('asyncActions')

export const updateAsyncAction = setBy(
  'asyncActions',
  ['status', 'operationStatus', 'result', 'progress', 'processingTimeMs', 'updatedAt'],
  ['id']
)

/** @throws {Refused} when the project has no such action. */
export async function asyncActionNamed(session: Session, id: string): Promise<AsyncAction> {
  return orRefused(await session.one(asyncActionById, { id }), 'async_action', id)
}

/** Without results. `until` is included; null: whenever it was asked for. */
export async function asyncActionsPage(
  session: Session,
  { order, until }: { readonly order: CreationOrder; readonly until: Instant | null },
  { limit, offset }: Page
): Promise<{ entries: readonly Omit<AsyncAction, 'result'>[]; hasMore: boolean }> {
  const found = await session.all(asyncActionsBy[order], {
    until: until ?? LATEST,
    limit: limit + 1,
    offset
  })
  return { entries: found.slice(0, limit), hasMore: found.length > limit }
}

export async function failedAsyncActions(session: Session, limit: number) {
  return session.all(asyncActionsFailed, { limit })
}

/** The handle on a job; null where its caller has none. */
export async function findActionOf(session: Session, { asyncActionId: id }: Job) {
  const row = id === null ? undefined : await session.one(asyncActionById, { id })
  return row ?? null
}

export const asyncActionChanges: ChangeKinds<KindsOf<'asyncAction'>> = {
  'asyncAction.created': written(STEP.work, insertAsyncAction, ({ action }) => action),
  'asyncAction.updated': written(STEP.actions, updateAsyncAction, ({ action }) => action)
}
