/**
 * What erasing a customer needs to know: the person, then the next rows that may say who they were.
 * Each stage is a page of rows after the last one that was looked at, by id or by voucher and id,
 * so that a unit is bounded however long the history is.
 * Spec: eraseCustomer, deleteCustomer.
 */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import {
  and,
  asc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  or,
  type SQL,
  sql
} from 'drizzle-orm/sql'
import {
  type DeleteCustomerFacts,
  ERASURES,
  type EraseCustomerFacts,
  type EraseRecordsFacts,
  type ErasureProgress,
  type ErasureStage,
  type HandedOn,
  type HandOnErasureFacts,
  importGoesOn,
  type RowsToErase
} from '../../decisions/customers/erasure.ts'
import { IMPORT_QUEUE, IMPORTS } from '../../decisions/imports/outcome.ts'
import type { Purse } from '../../decisions/points/lots.ts'
import { Refused } from '../../decisions/refusals.ts'
import type { Voucher } from '../../model.ts'
import type { Instant } from '../../rules/validity.ts'
import { findActionOf } from '../async-actions.ts'
import { holdSetUp } from '../catalogue.ts'
import { rowsAfter, rowsAmong, rowsBy } from '../engine/queries.ts'
import type { Session } from '../engine/session.ts'
import {
  columnsOf,
  type Given,
  is,
  mine,
  type Row,
  type Statement,
  statement,
  type Tables
} from '../engine/statements.ts'
import {
  findHeldJob,
  findJobAndAction,
  type Hold,
  jobAfter,
  jobOfQueue,
  jobsOfQueue
} from '../jobs.ts'
import { tierMembershipsOfCustomer } from '../loyalty-tiers.ts'
import { ledgerEntryOf, purseIn, readHoldsOf } from '../points/ledger.ts'
import { pendingPointsDueOn } from '../points/movements.ts'
import { redemptionOf, redemptionsHeld } from '../redemptions/redemptions.ts'
import { loadStanding } from '../standing.ts'
import { cardsOfCustomer, voucherOf } from '../vouchers/vouchers.ts'
import { customerEver, customerNamed, findCustomer, holdCustomer } from './customers.ts'
import { followedFrom, redeemedByNobody } from './facts.ts'

type OfCustomer = { after: string; limit: number } & { customerId: string; afterVoucher: string }

export const ordersToErase = rowsAfter('orders', ['customerId'])

export const redemptionsToErase = rowsAfter('redemptions', ['customerId'])

export const publicationsToErase = rowsAfter('publications', ['customerId'])

export const locksToErase = statement(({ db, t: { locks: l } }, given: Given<OfCustomer>) =>
  db
    .select({ id: l.key })
    .from(l)
    .where(and(mine(l), is(l.customerId, given.customerId), gt(l.key, given.after)))
    .orderBy(asc(l.key))
    .limit(given.limit)
)

/** Of these keys, those of the locks of somebody who is known. */
export const ownedLocks = rowsAmong('locks', 'key', 'keys', {
  pick: ['key'],
  and: lock => isNotNull(lock.customerId)
})

export const vouchersToErase = rowsBy('vouchers', [], {
  and: (v, given: Given<Omit<OfCustomer, 'limit'>>) =>
    and(is(v.holderId, given.customerId), gt(v.id, given.after)),
  up: ['id'],
  limit: 'given'
})

/**
 * Of the vouchers that the customer holds, the rows of another table after those that were looked
 * at. A cross join, which SQLite carries out in the order it is written: first the vouchers.
 */
function alongVouchers<Name extends 'redemptions' | 'ledgerEntries' | 'pendingPoints'>(
  name: Name,
  {
    and: further,
    by = id => id
  }: { and?: (t: Tables) => SQL; by?: (id: PgColumn) => SQL | PgColumn } = {}
) {
  return statement(({ db, t }, given: Given<OfCustomer>) => {
    const { vouchers: v } = t
    const table: Along = t[name]
    return db
      .select({ row: columnsOf(table) })
      .from(v)
      .crossJoin(table)
      .where(
        and(
          mine(v),
          is(v.holderId, given.customerId),
          gte(v.id, given.afterVoucher),
          eq(table.projectId, v.projectId),
          eq(table.voucherId, v.id),
          or(gt(v.id, given.afterVoucher), gt(table.id, given.after)),
          further?.(t)
        )
      )
      .orderBy(asc(v.id), asc(by(table.id)))
      .limit(given.limit)
  }) as unknown as Statement<OfCustomer, { readonly row: Row<Name> }>
}

type Along = PgTable & { readonly [Key in 'projectId' | 'id' | 'voucherId']: PgColumn }

export const namelessRedemptionsToErase = alongVouchers('redemptions', {
  and: ({ redemptions }) => isNull(redemptions.customerId)
})

export const entriesToErase = alongVouchers('ledgerEntries')

// Sorted by the bare id, SQLite would walk along the ids of the whole project for each voucher.
export const pendingPointsToErase = alongVouchers('pendingPoints', { by: id => sql`${id} || ''` })

export const eventsToErase = rowsAfter('events', [])

export const receiptsToErase = rowsAfter('receipts', [], {
  pick: ['id', 'operationId', 'customerIds'],
  and: receipt => or(isNotNull(receipt.answer), isNull(receipt.customerIds))
})

export const importsToErase = rowsAfter('asyncActions', [], {
  and: action => and(inArray(action.type, IMPORTS), isNotNull(action.result))
})

export const exportsToErase = rowsAfter('exports', [])

/** Rows of a unit: a few milliseconds of reading and writing. */
const ROWS_MAX = 200
/** Each may lead to the dozens of redemptions of a stack. */
const FOLLOWED_MAX = 20
/** A file may be long, and all of its parts are deleted at once; so may be what an import says. */
const FILES_MAX = 1

/**
 * The facts of eraseCustomer: by id or source id, and by id also of one who was deleted before.
 * @throws {Refused} when nobody was ever known by the name.
 */
export function loadEraseCustomer(name: string) {
  return async (session: Session, now: Instant): Promise<EraseCustomerFacts> => {
    const known = await findCustomer(session, name)
    if (known !== null) await holdCustomer(session, known)
    // A request that queues an import at the same time has done so, or waits until this one ends.
    await holdSetUp(session)
    const before = await session.one(customerEver, { id: name })
    const isAlive = before !== undefined && before.deletedAt === null
    if (!isAlive && (await findCustomer(session, name)) === null) {
      const underWay = await erasureUnderWay(session, name)
      if (underWay !== null) return underWay
      if (before !== undefined) {
        await noImport(session, name)
        return { customer: { id: before.id }, deleted: true }
      }
    }
    await noImport(session, name)
    return loadDeleteCustomer(name)(session, now)
  }
}

/** @throws {Refused} while rows of an import wait. */
async function noImport(session: Session, name: string): Promise<void> {
  const job = await session.one(jobOfQueue, { queue: IMPORT_QUEUE })
  if (job !== undefined) throw new Refused(importGoesOn(name, job.asyncActionId))
}

/** The erasure of a customer, or of who was called so by the caller, that has not ended. */
async function erasureUnderWay(session: Session, name: string): Promise<EraseCustomerFacts | null> {
  const isOf = ({ customerId, sourceId }: Pick<HandedOn, 'customerId' | 'sourceId'>) =>
    customerId === name || sourceId === name
  for (const row of await session.all(jobsOfQueue, { queue: ERASURES })) {
    const progress = row.data as unknown as ErasureProgress
    const other = progress.others.find(isOf)
    const found = other ?? (isOf(progress) ? progress : undefined)
    const underWay = other?.action ?? (found && (await findActionOf(session, row)))
    if (found && underWay) return { customer: { id: found.customerId }, underWay }
  }
  return null
}

/** Where to hand on an erasure whose records are done; null when the job is lost. */
export function loadNextErasure(hold: Hold) {
  return async (session: Session): Promise<HandOnErasureFacts | null> => {
    const held = await findJobAndAction(session, hold)
    if (held === null) return null
    const next = await session.one(jobAfter, { queue: ERASURES, id: hold.job.id })
    return { ...held, owner: hold.owner, next: next ?? null }
  }
}

/** The next rows of an erasure; null when the job is lost, or when no record is left. */
export function loadRecordsToErase(hold: Hold) {
  return async (session: Session): Promise<EraseRecordsFacts | null> => {
    const job = await findHeldJob(session, hold)
    if (job === null) return null
    const { customerId, stage, after, afterVoucher } = job.data as unknown as ErasureProgress
    if (stage === null) return null
    const of = { customerId, after, afterVoucher, limit: ROWS_MAX }
    const found = await rowsToErase(session, stage, of)
    const followed = found.followed?.redemptions ?? []
    const own = stage === 'redemptions' || stage === 'nameless_redemptions' ? found.rows : []
    const ids = [...own, ...followed].map(({ id }) => id)
    const held = await session.hold(redemptionsHeld, { ids })
    // What is rolled back meanwhile is read again: its record is written as a whole.
    const next = held === undefined ? found : await rowsToErase(session, stage, of)
    return { job, owner: hold.owner, next }
  }
}

/** With what locks hold of them that are of nobody who is known, perhaps of the person. */
async function withNobodysLocks(session: Session, vouchers: readonly Voucher[]) {
  const holdsOf = await readHoldsOf(session, vouchers)
  const keys = vouchers.flatMap(voucher => (holdsOf(voucher).holds ?? []).map(({ key }) => key))
  if (keys.length === 0) return vouchers
  const known = await session.all(ownedLocks, { keys: [...new Set(keys)] })
  const owned = new Set(known.map(({ key }) => key))
  return vouchers.map(voucher => ({
    ...voucher,
    holds: (holdsOf(voucher).holds ?? []).filter(({ key }) => !owned.has(key))
  }))
}

/** A few where rows lead to others, and one file at a time, which may be long. */
async function rowsToErase(
  session: Session,
  stage: ErasureStage,
  of: OfCustomer
): Promise<RowsToErase> {
  const few = { ...of, limit: FOLLOWED_MAX }
  const file = { ...of, limit: FILES_MAX }
  switch (stage) {
    case 'orders': {
      const rows = await session.all(ordersToErase, few)
      return { stage, rows, followed: await redeemedByNobody(session, rows) }
    }
    case 'redemptions': {
      const rows = (await session.all(redemptionsToErase, few)).map(redemptionOf)
      return { stage, rows, followed: await followedFrom(session, rows) }
    }
    case 'nameless_redemptions': {
      const found = await session.all(namelessRedemptionsToErase, few)
      const rows = found.map(({ row }) => redemptionOf(row))
      return { stage, rows, followed: await followedFrom(session, rows) }
    }
    case 'publications':
      return { stage, rows: await session.all(publicationsToErase, of) }
    case 'vouchers': {
      const found = (await session.all(vouchersToErase, of)).map(voucherOf)
      return { stage, rows: await withNobodysLocks(session, found) }
    }
    case 'locks':
      return { stage, rows: await session.all(locksToErase, of) }
    case 'ledger_entries': {
      const found = await session.all(entriesToErase, of)
      return { stage, rows: found.map(({ row }) => ledgerEntryOf(row)) }
    }
    case 'pending_points': {
      const found = await session.all(pendingPointsToErase, of)
      return { stage, rows: found.map(({ row }) => row) }
    }
    case 'events':
      return { stage, rows: await session.all(eventsToErase, of) }
    case 'receipts':
      return { stage, rows: await session.all(receiptsToErase, of) }
    case 'async_actions':
      return { stage, rows: await session.all(importsToErase, file) }
    case 'exports':
      return { stage, rows: await session.all(exportsToErase, file) }
  }
}

/** @throws {Refused} when nobody is known by the name. */
export function loadDeleteCustomer(name: string) {
  return async (session: Session, now: Instant): Promise<DeleteCustomerFacts> => {
    const customer = await customerNamed(session, name)
    const asked = { event: null, customer, now, segmentsMatter: true }
    const standing = await loadStanding(session, asked)
    const of = { customerId: customer.id }
    const cards: Purse[] = []
    for (const voucher of await session.all(cardsOfCustomer, of)) {
      cards.push(await purseIn(session, standing, voucherOf(voucher)))
    }
    const voucherIds = cards.map(({ voucher }) => voucher.id)
    return {
      ...standing,
      customer,
      cards,
      // Before the last day, and so on any.
      pending: await session.all(pendingPointsDueOn, { voucherIds, day: '9999-12-31' }),
      memberships: await session.all(tierMembershipsOfCustomer, of)
    }
  }
}
