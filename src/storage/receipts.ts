/**
 * Receipts of requests with an idempotency key: found by the key, and deleted when they are over. A
 * receipt belongs to the project of who asked, which is another one than that of the unit when a
 * project is made. So these statements are told the project where others are given the session's.
 */
import { and, lte, sql } from 'drizzle-orm/sql'
import { receiptsOver } from '../decisions/async-actions.ts'
import type { Receipt } from '../model.ts'
import type { Instant } from '../rules/validity.ts'
import { type ChangeKinds, placeOf, STEP, written } from './engine/change-kinds.ts'
import { deleteFrom, placeIn, rowsBy, setBy } from './engine/queries.ts'
import { type KindsOf, type Session, write } from './engine/session.ts'
import { columnsToSet, command, type Given, is, type Row, statement } from './engine/statements.ts'

type Key = { ownerId: string; id: string }

export const receiptOfKey = statement(({ db, t: { receipts: r } }, given: Given<Key>) =>
  db
    .select()
    .from(r)
    .where(and(is(r.projectId, given.ownerId), is(r.id, given.id)))
)

export const receiptsUntil = rowsBy('receipts', [], {
  pick: ['id'],
  and: (receipt, { until }: Given<{ until: Instant }>) => lte(receipt.createdAt, until),
  up: ['createdAt'],
  limit: 'given'
})

type Saved = Row<'receipts'> & { ownerId: string; until: Instant }

/** Writes nothing where the key has a receipt that was made after `until`. */
export const insertReceipt = command(({ db, t: { receipts: r } }, given: Given<Saved>) => {
  const { id, ownerId, until, operationId, requestHash, answer, customerIds, createdAt } = given
  const row = { operationId, requestHash, answer, customerIds, createdAt }
  return db
    .insert(r)
    .values({ projectId: ownerId, id, ...row })
    .onConflictDoUpdate({
      target: [r.projectId, r.id],
      set: columnsToSet(r, row, REPLACED),
      setWhere: lte(r.createdAt, until)
    })
})

export const receiptPlace = placeIn('receipts', ['id'], 'createdAt')

const REPLACED = ['operationId', 'requestHash', 'answer', 'customerIds', 'createdAt'] as const

export const clearReceipt = setBy('receipts', [], ['id'], { set: () => ({ answer: sql`null` }) })

export const deleteReceiptRow = deleteFrom('receipts')

/** The receipt of a key; null when there is none, or none that is not over. */
export async function findReceipt(
  session: Session,
  { projectId: ownerId, id }: Pick<Receipt, 'projectId' | 'id'>,
  now: Instant
): Promise<Receipt | null> {
  const row = await session.one(receiptOfKey, { ownerId, id })
  return row === undefined || row.createdAt <= receiptsOver(now) ? null : row
}

export function loadReceiptsOver(limit: number) {
  return async (session: Session, now: Instant): Promise<readonly string[]> => {
    const found = await session.all(receiptsUntil, { until: receiptsOver(now), limit })
    return found.map(({ id }) => id)
  }
}

export const receiptChanges: ChangeKinds<KindsOf<'receipt'>> = {
  'receipt.saved': {
    step: STEP.first,
    makes: ({ receipt: { id } }) => placeOf('receipt', receiptPlace, { id }),
    write: (session, change) => {
      const { projectId: ownerId, ...receipt } = change.receipt
      const until = receiptsOver(receipt.createdAt, change.keptSeconds)
      return write(session, change, insertReceipt, { ...receipt, ownerId, until })
    }
  },
  'receipt.erased': written(STEP.erased, clearReceipt, change => ({ id: change.id }))
}
