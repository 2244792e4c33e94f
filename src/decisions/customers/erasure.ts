/**
 * Erases a customer: deletes them, and takes what was said of them out of every record.
 *
 * The answer to the request has deleted the customer; the records follow in the background, a
 * bounded number in each unit, because a history can be long. What adds up stays: ids, amounts,
 * points, days and outcomes. What people wrote goes: names, addresses, metadata, reasons, the data
 * of events. A file of an export is a copy that nobody can edit, so all files are deleted.
 *
 * The async action is done only after the engine has written the file of the database anew. That
 * costs the same for one person as for many, so an erasure whose records are done hands on what is
 * left of it to the next one that waits, and the last of them ends all together.
 *
 * Spec: eraseCustomer.
 */
import type {
  AsyncAction,
  Customer,
  Export,
  Job,
  Json,
  LedgerEntry,
  LoggedEvent,
  Order,
  PendingPoints,
  Publication,
  Receipt,
  Redemption,
  Voucher
} from '../../model.ts'
import { conclude, queueAction } from '../async-actions/async-actions.ts'
import { unquoted } from '../async-actions/bulk.ts'
import type { Change, Decision } from '../changes.ts'
import { IMPORTED } from '../imports/outcome.ts'
import type { Occasion } from '../occasion.ts'
import type { Purse } from '../points/purse.ts'
import type { Refusal } from '../refusals.ts'
import { type CustomerDeletion, type DeleteCustomerFacts, deleteCustomer } from './deletion.ts'
import { unnoted, withoutPerson, withoutWords } from './wordless.ts'

/** The queue of erasures: one after the other. */
export const ERASURES = 'erasures'

/** The person: to be deleted first, or deleted before, perhaps by an erasure that goes on. */
export type EraseCustomerFacts =
  | DeleteCustomerFacts
  | { readonly customer: Pick<Customer, 'id'>; readonly deleted: true }
  | { readonly customer: Pick<Customer, 'id'>; readonly underWay: AsyncAction }

/** What an erasure was begun for, and the handle on it. */
export interface Erasure {
  readonly customerId: string
  readonly action: AsyncAction
}

/**
 * Why nobody can be erased while an import goes on: a row of it that waits may tell of them, and
 * would make them anew afterwards.
 */
export function importGoesOn(customerId: string, actionId: string | null): Refusal {
  const details =
    `Rows of the import ${actionId} wait to be carried out, and may bring customer ${customerId} ` +
    'again. Nothing was erased; ask again when that async action is DONE or FAILED.'
  return { key: 'resource_in_use', details, resourceId: customerId, resourceType: 'customer' }
}

/** Deletes the customer, unless that was done before, and queues the work on the records. */
export function eraseCustomer(facts: EraseCustomerFacts, occasion: Occasion): Decision<Erasure> {
  const { id: customerId } = facts.customer
  if ('underWay' in facts) return { result: { customerId, action: facts.underWay }, changes: [] }
  const isDeleted = 'deleted' in facts
  const deletion = isDeleted ? NOT_AGAIN : deleteCustomer(facts, occasion)
  const data: ErasureProgress = {
    customerId,
    sourceId: isDeleted ? null : facts.customer.sourceId,
    stage: 'orders',
    ...FROM_THE_START,
    erased: {},
    others: []
  }
  const work = { task: 'customers.erase', queue: ERASURES, data, total: 0, items: [] } as const
  const { action, changes } = queueAction('CUSTOMERS.PERMANENT_DELETION', work, occasion)
  return { result: { customerId, action }, changes: [...deletion.changes, ...changes] }
}

const NOT_AGAIN: CustomerDeletion = { result: null, changes: [] }

/** The rows that one unit looks at, by the stage they belong to. */
export interface ErasableRows {
  readonly orders: Order
  readonly redemptions: Redemption
  /** Of the vouchers held, when nobody held them: before, or after the customer was deleted. */
  readonly nameless_redemptions: Redemption
  readonly publications: Publication
  /** Of carts that were validated for the person, by their keys. */
  readonly locks: { readonly id: string }
  readonly vouchers: VoucherHeld
  readonly ledger_entries: LedgerEntry
  readonly pending_points: PendingPoints
  /** Of anybody: the log has no index by customer. */
  readonly events: LoggedEvent
  /** Of anybody, in the order of their ids, which say nothing; not those without an answer. */
  readonly receipts: Pick<Receipt, 'id' | 'operationId' | 'customerIds'>
  /** Imports that have ended, each with all that were in it. */
  readonly async_actions: AsyncAction
  /** Of anybody: their files may hold everybody. */
  readonly exports: Export
}

/** A voucher of the person, with what locks hold of it that are of nobody who is known. */
type VoucherHeld = Voucher & Pick<Purse, 'holds'>

export type ErasureStage = keyof ErasableRows

/** In this order: files are last, because an export that is being written reads the others. */
export const ERASURE_STAGES: readonly ErasureStage[] = [
  'orders',
  'redemptions',
  'nameless_redemptions',
  'publications',
  'locks',
  'vouchers',
  'ledger_entries',
  'pending_points',
  'events',
  'receipts',
  'async_actions',
  'exports'
]

/** Of whom an erasure is, and what it came to so far. */
interface Erased {
  readonly customerId: string
  /** By which it may be asked for again meanwhile; null once there is none. */
  readonly sourceId: string | null
  /** How many rows were written over or deleted. */
  readonly erased: { readonly [Stage in ErasureStage]?: number }
}

/** An erasure that handed on what is left of it: that the database forgets. */
export interface HandedOn extends Erased {
  readonly action: AsyncAction
}

/** What a job of an erasure remembers between units (`job.data`). */
export interface ErasureProgress extends Erased {
  /** Whose end comes with the end of this one; at most ENDED_TOGETHER. */
  readonly others: readonly HandedOn[]
  /** Null once no record is left: then the engine has to forget, too. */
  readonly stage: ErasureStage | null
  /** The last row of the stage that was looked at, and its voucher where it has one. */
  readonly after: string
  readonly afterVoucher: string
}

/** So many that those who come later keep nobody waiting for ever. */
export const ENDED_TOGETHER = 100

const FROM_THE_START = { after: '', afterVoucher: '' } as const

/** Stages whose rows lead to others. */
type Leading = 'orders' | 'redemptions' | 'nameless_redemptions'

/** The next rows of one stage, by id, or by voucher and id. */
export type RowsToErase = {
  readonly [Stage in ErasureStage]: {
    readonly stage: Stage
    readonly rows: readonly ErasableRows[Stage][]
    readonly followed?: Stage extends Leading ? Followed : never
  }
}[ErasureStage]

/** Where orders and redemptions lead, but for themselves: each row once, all of nobody. */
export interface Followed {
  /** What was redeemed or rolled back in one request with them, or on the same orders. */
  readonly redemptions: readonly Redemption[]
  /** The orders that they paid. */
  readonly orders: readonly Order[]
}

export interface EraseRecordsFacts {
  readonly job: Job
  readonly owner: string
  readonly next: RowsToErase
}

/** Erases a person from the rows of a stage; at the end of the stage, the next one is due. */
export function eraseRecords({ job, owner, next }: EraseRecordsFacts): Decision<ErasureProgress> {
  const progress = job.data as unknown as ErasureProgress
  const { stage } = next
  const changes = changesOf(next, progress.customerId)
  const last = next.rows.at(-1)
  const following = ERASURE_STAGES[ERASURE_STAGES.indexOf(stage) + 1] ?? null
  // Those that are found along a voucher are no rows of its stage.
  const rows = changes.filter(({ kind }) => stage === 'locks' || kind !== 'lock.ended')
  const erased = withCounts(progress.erased, stage, rows)
  const data: ErasureProgress =
    last === undefined
      ? { ...progress, stage: following, ...FROM_THE_START }
      : { ...progress, after: last.id, afterVoucher: voucherOf(last), erased }
  return { result: data, changes: [...changes, progressed(job, owner, data)] }
}

/** What a row led to counts as what it is. */
function withCounts(
  before: ErasureProgress['erased'],
  stage: ErasureStage,
  written: readonly Change[]
): ErasureProgress['erased'] {
  const other = stage === 'orders' ? 'nameless_redemptions' : 'orders'
  const others = written.filter(change => isOrder(change) === (stage !== 'orders')).length
  const counted = { ...before, [stage]: (before[stage] ?? 0) + written.length - others }
  return others === 0 ? counted : { ...counted, [other]: (before[other] ?? 0) + others }
}

function isOrder({ kind }: Change): boolean {
  return kind === 'order.updated'
}

function progressed({ id, done }: Job, owner: string, data: ErasureProgress): Change {
  const kept = data as unknown as Json
  return {
    kind: 'job.progressed',
    jobId: id,
    owner,
    step: 0,
    done,
    chunkIndex: null,
    data: kept
  }
}

function voucherOf(row: ErasableRows[ErasureStage]): string {
  return ('voucherId' in row ? row.voucherId : null) ?? ''
}

export interface FinishErasureFacts {
  readonly job: Job
  readonly owner: string
  readonly action: AsyncAction
}

export interface HandOnErasureFacts extends FinishErasureFacts {
  /** The job of the erasure that waits next; null when none does. */
  readonly next: Job | null
}

/**
 * Leaves the end to the erasure that waits next; false where this one has to end by itself. Then
 * nobody's own identifier may be left in it, because the database forgets while the job is there.
 */
export function handOnErasure(facts: HandOnErasureFacts): Decision<boolean> {
  const { job, owner, next } = facts
  const ended = endedBy(facts)
  if (next === null || ended.length > ENDED_TOGETHER) {
    const progress = job.data as unknown as ErasureProgress
    const others = progress.others.map(other => ({ ...other, sourceId: null }))
    const data: ErasureProgress = { ...progress, sourceId: null, others }
    return { result: false, changes: [progressed(job, owner, data)] }
  }
  const data = { ...(next.data as object), others: ended } as unknown as Json
  return {
    result: true,
    changes: [
      { kind: 'job.amended', jobId: next.id, data },
      { kind: 'job.finished', jobId: job.id, owner }
    ]
  }
}

/** The erasures that end with a job: those that were handed on to it, and its own. */
export function endedBy({ job, action }: Pick<FinishErasureFacts, 'job' | 'action'>) {
  const { others, customerId, sourceId, erased } = job.data as unknown as ErasureProgress
  return [...others, { customerId, sourceId, erased, action }]
}

/** Says what was done; only after the engine has forgotten, too. */
export function finishErasure(facts: FinishErasureFacts, occasion: Occasion): Decision<null> {
  const concluded = endedBy(facts).map(({ action, erased }): Change => {
    const result = {
      message: summaryOf(erased),
      done_count: Object.values(erased).reduce((sum, count) => sum + count, 0),
      failed_count: 0
    }
    const outcome = { done: true, success: true, result }
    return { kind: 'asyncAction.updated', action: conclude(action, outcome, occasion) }
  })
  const { job, owner } = facts
  return { result: null, changes: [...concluded, { kind: 'job.finished', jobId: job.id, owner }] }
}

/** For people: how many rows of each kind were written over, or files deleted. */
export function summaryOf(erased: ErasureProgress['erased']): string {
  const counts = ERASURE_STAGES.map(stage => `${NAMES[stage]} ${erased[stage] ?? 0}`)
  return `Erased: ${counts.join(', ')}.`
}

const NAMES: { readonly [Stage in ErasureStage]: string } = {
  orders: 'orders',
  redemptions: 'redemptions',
  nameless_redemptions: 'redemptions without a holder',
  publications: 'publications',
  locks: 'locks',
  vouchers: 'vouchers',
  ledger_entries: 'ledger entries',
  pending_points: 'pending points',
  events: 'events',
  receipts: 'receipts of requests',
  async_actions: 'results of imports',
  exports: 'export files'
}

function changesOf(next: RowsToErase, customerId: string): readonly Change[] {
  const { stage, rows } = next
  switch (stage) {
    case 'orders':
      return [
        ...rows.map(orderWithout),
        ...(next.followed?.redemptions ?? []).map(redemptionWithout)
      ]
    case 'redemptions':
    case 'nameless_redemptions': {
      const { redemptions, orders } = next.followed ?? { redemptions: [], orders: [] }
      return [...[...rows, ...redemptions].map(redemptionWithout), ...orders.map(orderWithout)]
    }
    case 'publications':
      return rows.map(({ id }) => ({ kind: 'publication.erased', id }))
    case 'locks':
      return rows.map(({ id: key }) => ({ kind: 'lock.ended', key }))
    case 'vouchers':
      return [...rows.flatMap(locksOf), ...rows.map(withoutNotesOn)]
    case 'ledger_entries':
      return rows.filter(hasReason).map(({ id, cause: { reason: _, ...cause } }) => ({
        kind: 'ledgerEntry.erased',
        id,
        cause
      }))
    case 'pending_points':
      return rows.map(({ id, details }) => ({
        kind: 'pendingPoints.erased',
        id,
        details: { ...details, event: { ...details.event, data: null } }
      }))
    case 'events':
      return rows
        .filter(event => event.customerId === customerId && event.data !== null)
        .map(({ id }) => ({ kind: 'event.erased', id }))
    case 'receipts':
      return rows.flatMap(receipt => receiptWithout(receipt, customerId))
    case 'async_actions':
      return rows.flatMap(action => {
        const result = unquoted(action.result)
        return result === null ? [] : { kind: 'asyncAction.updated', action: { ...action, result } }
      })
    case 'exports':
      return rows.map(({ id }) => ({ kind: 'resource.deleted', resource: 'export', id }))
  }
}

function orderWithout(order: Order): Change {
  const anew = { ...withoutWords(order), version: order.version + 1 }
  return { kind: 'order.updated', order: anew, erased: true }
}

function redemptionWithout(redemption: Redemption): Change {
  return { kind: 'redemption.erased', redemption: withoutPerson(redemption) }
}

/**
 * An answer that names the customer goes, and its receipt stays, so that what was done is not done
 * again. A refusal did nothing and may quote what was sent, so the receipts of all refusals go.
 */
function receiptWithout(
  { id, customerIds, operationId }: ErasableRows['receipts'],
  customerId: string
): readonly Change[] {
  if (customerIds === null) return [{ kind: 'resource.deleted', resource: 'receipt', id }]
  // Its answer has ids alone, and who asked for the erasure may ask again.
  const tells = customerIds.includes(customerId) && operationId !== 'eraseCustomer'
  return tells ? [{ kind: 'receipt.erased', id }] : []
}

/** A lock has the name that the caller gave it, perhaps that of the person's cart. */
function locksOf({ holds = [] }: VoucherHeld): readonly Change[] {
  return holds.map(({ key }) => ({ kind: 'lock.ended', key }))
}

function withoutNotesOn({ holds: _, ...voucher }: VoucherHeld): Change {
  const anew = { ...unnoted(voucher), version: voucher.version + 1 }
  return { kind: 'voucher.updated', voucher: anew, erased: true }
}

/** By the word of an import it is known later what came with it; it says nothing of anybody. */
function hasReason({ cause: { reason } }: LedgerEntry): boolean {
  return reason !== undefined && reason !== IMPORTED.reason
}
