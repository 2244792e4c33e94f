/**
 * Erases a customer: deletes them, and takes what was said of them out of every record. The answer
 * to the request has deleted the customer; the records follow in the background, a bounded number
 * in each unit, because a history can be long. What adds up stays: ids, amounts, points, days and
 * outcomes. What people wrote goes: names, addresses, metadata, reasons, the data of events. A file
 * of an export is a copy that nobody can edit, so all files are deleted. The async action is done
 * only after the engine has written the file of the database anew. That costs the same for one
 * person as for many, so an erasure whose records are done hands on what is left of it to the next
 * one that waits, and the last of them ends all together.
 * Spec: deleteCustomer, eraseCustomer,
 * openapi/behaviour/imports-and-erasure.md#erasing-takes-a-customer-out-of-every-record.
 */

import type {
  AsyncAction,
  Customer,
  EarnedTerms,
  Export,
  Job,
  Json,
  LedgerEntry,
  Order,
  OrderItem,
  PendingPoints,
  Publication,
  Receipt,
  RedeemedReward,
  Redemption,
  Returned,
  StoredEvents,
  TierMembership,
  Voucher
} from '../../model.ts'
import { takeAtMost } from '../../rules/points.ts'
import { conclude, type LeasedWork, queueAction, unquoted } from '../async-actions.ts'
import { type Change, type Decision, log, logPending, type Occasion } from '../changes.ts'
import { IMPORTED } from '../imports/outcome.ts'
import { activationOf } from '../points/earning.ts'
import { cardAfter, type Purse, sumOf, takeLines, withPending } from '../points/lots.ts'
import { FAILURE_MESSAGES, type Refusal } from '../refusals.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import type { StandingFacts } from '../standing/standing.ts'
import { trackingIdOf } from './customers.ts'

export interface DeleteCustomerFacts extends StandingFacts {
  readonly customer: Customer
  readonly cards: readonly Purse[]
  readonly pending: readonly PendingPoints[]
  readonly memberships: readonly TierMembership[]
}

/** Nothing refuses it. */
type CustomerDeletion = Extract<Decision<null>, { readonly changes: unknown }>

/**
 * Writes every card, also an empty one, so that a unit that moves points loses its guard.
 * Spec: openapi/behaviour/imports-and-erasure.md#a-deleted-customer-is-nobody-the-ledger-stays.
 */
export function deleteCustomer(facts: DeleteCustomerFacts, occasion: Occasion): CustomerDeletion {
  const { customer } = facts
  const { id: customerId, version, sourceId } = customer
  const { known, pending, memberships } = openUnchanged(facts, occasion)
  const emptied = facts.cards.reduce((now, card) => empty(now, card, pending), known)
  const untiered = memberships.reduce((now, membership) => now.leaveTier(membership), emptied)
  const left = untiered.standing.segments.reduce<OpenStanding<never>>(
    (known, id) => known.switchSegment({ id }, false),
    untiered
  )
  const about = { customerId, entityId: customerId }
  // Nobody knows the source id afterwards, and an erasure looks for locks by the id.
  const trackingId = trackingIdOf(sourceId, occasion.sign)
  const claimed: readonly Change[] =
    trackingId === null ? [] : [{ kind: 'locks.claimed', trackingId, customerId }]
  return {
    result: null,
    changes: [
      ...left.soFar().changes,
      ...claimed,
      { kind: 'customer.deleted', customerId, version, deletedAt: occasion.now },
      log('customer.deleted', about, { source_id: sourceId }, occasion, 'ACTION')
    ]
  }
}

/** With all that the calendar brought; where that cannot be counted, they go as they are stored. */
function openUnchanged(facts: DeleteCustomerFacts, occasion: Occasion) {
  const { customer, pending, memberships } = facts
  const booked = openStanding(facts, customer, occasion, { after: 'midnights' })
  if ('refusal' in booked) {
    const stored = openStanding(facts, customer, occasion, { after: 'nothing' })
    return { known: stored.stopEarning(), pending, memberships }
  }
  const { standing } = booked
  const placed = standing.programs.flatMap(({ membership }) => membership ?? [])
  const known = new Set(placed.map(({ voucherId }) => voucherId))
  return {
    known: booked.stopEarning(),
    pending: pending.filter(each => activationOf(standing, each) === null),
    memberships: [...memberships.filter(({ voucherId }) => !known.has(voucherId)), ...placed]
  }
}

function empty(
  known: OpenStanding<never>,
  card: Purse,
  pending: readonly PendingPoints[]
): OpenStanding<never> {
  const { occasion } = known
  const held = known.purse(card)
  const { id: voucherId } = held.voucher
  const waiting = pending.filter(each => each.voucherId === voucherId)
  const dropped = known.write(waiting.flatMap(each => drop(each, occasion)))
  const fewer = waiting.reduce((sum, { points }) => sum + points, 0)
  const { purse, card: after } = cardAfter(held, withPending(held, -fewer), occasion.now)
  const left = { kind: 'card.waited', card: after, holderGone: true } as const
  const waited = dropped.move({ purse, change: left, totals: {} })
  const points = sumOf(purse.lots)
  if (points === 0) return waited
  const cause = { reason: 'Customer deleted' }
  // All lots, also those that lapsed unrecorded.
  const taken = takeAtMost(purse.lots, points)
  const removal = { taken, as: 'subtracted', type: 'POINTS_REMOVAL', cause } as const
  const movement = takeLines(purse, removal, occasion)
  const type = 'customer.voucher.loyalty_card.points_subtracted'
  const about = { customerId: known.standing.customer.id, entityId: voucherId }
  return waited.move(movement).write([log(type, about, { points: -points, ...cause }, occasion)])
}

function drop(pending: PendingPoints, occasion: Occasion): readonly Change[] {
  const { now: updatedAt } = occasion
  const closed = { kind: 'pendingPoints.closed', id: pending.id, updatedAt } as const
  const canceled = { ...pending, status: 'CANCELED', updatedAt } as const
  return [{ ...closed, status: 'CANCELED' }, logPending(canceled, 'canceled', occasion)]
}

/** The queue of erasures: one after the other. */
export const ERASURES = 'erasures'

export type EraseCustomerFacts =
  | DeleteCustomerFacts
  | { readonly customer: Pick<Customer, 'id'>; readonly deleted: true }
  | { readonly customer: Pick<Customer, 'id'>; readonly underWay: AsyncAction }

export interface Erasure {
  readonly customerId: string
  readonly action: AsyncAction
}

/** Why nobody can be erased while an import goes on: its rows would make them anew. */
export function importGoesOn(customerId: string, actionId: string | null): Refusal {
  const details =
    `Rows of the import ${actionId} wait to be carried out, and may bring customer ${customerId} ` +
    'again. Nothing was erased; ask again when that async action is DONE or FAILED.'
  return { key: 'resource_in_use', details, resourceId: customerId, resourceType: 'customer' }
}

export function eraseCustomer(facts: EraseCustomerFacts, occasion: Occasion): Decision<Erasure> {
  const { id: customerId } = facts.customer
  if ('underWay' in facts) return { result: { customerId, action: facts.underWay }, changes: [] }
  const isDeleted = 'deleted' in facts
  const deletion = isDeleted ? { changes: [] } : deleteCustomer(facts, occasion)
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

interface ErasableRows {
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
  readonly events: StoredEvents
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

interface Erased {
  readonly customerId: string
  /** By which it may be asked for again meanwhile; null once there is none. */
  readonly sourceId: string | null
  readonly erased: { readonly [Stage in ErasureStage]?: number }
}

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
const ENDED_TOGETHER = 100

const FROM_THE_START = { after: '', afterVoucher: '' } as const

type Leading = 'orders' | 'redemptions' | 'nameless_redemptions'

export type RowsToErase = {
  readonly [Stage in ErasureStage]: {
    readonly stage: Stage
    readonly rows: readonly ErasableRows[Stage][]
    readonly followed?: Stage extends Leading ? Followed : never
  }
}[ErasureStage]

export interface Followed {
  /** What was redeemed or rolled back in one request with them, or on the same orders. */
  readonly redemptions: readonly Redemption[]
  readonly orders: readonly Order[]
}

export interface EraseRecordsFacts extends Omit<LeasedWork, 'action'> {
  readonly next: RowsToErase
}

export function eraseRecords({ job, owner, next }: EraseRecordsFacts): Decision<ErasureProgress> {
  const progress = job.data as unknown as ErasureProgress
  const { stage } = next
  const changes = changesOf(next, progress.customerId)
  const last: { id: string; voucherId?: string | null } | undefined = next.rows.at(-1)
  const following = ERASURE_STAGES[ERASURE_STAGES.indexOf(stage) + 1] ?? null
  // Those that are found along a voucher are no rows of its stage.
  const rows = changes.filter(({ kind }) => stage === 'locks' || kind !== 'lock.ended')
  const erased = withCounts(progress.erased, stage, rows)
  const at =
    last === undefined
      ? { stage: following, ...FROM_THE_START }
      : { after: last.id, afterVoucher: last.voucherId ?? '', erased }
  const data: ErasureProgress = { ...progress, ...at }
  return { result: data, changes: [...changes, progressed(job, owner, data)] }
}

/** What a row led to counts as what it is. */
function withCounts(
  before: ErasureProgress['erased'],
  stage: ErasureStage,
  written: readonly Change[]
): ErasureProgress['erased'] {
  const other = stage === 'orders' ? 'nameless_redemptions' : 'orders'
  const others = written.filter(
    change => (change.kind === 'order.updated') === (stage !== 'orders')
  ).length
  const all = written.map(change => (change.kind === 'event.erased' ? change.events.length : 1))
  const count = all.reduce((sum, each) => sum + each, -others)
  const counted = { ...before, [stage]: (before[stage] ?? 0) + count }
  return others === 0 ? counted : { ...counted, [other]: (before[other] ?? 0) + others }
}

function progressed({ id, done }: Job, owner: string, data: ErasureProgress): Change {
  const kept = data as unknown as Json
  const progress = { jobId: id, owner, step: 0, done, chunkIndex: null }
  return { kind: 'job.progressed', ...progress, data: kept }
}

export interface HandOnErasureFacts extends LeasedWork {
  readonly next: Job | null
}

/**
 * Leaves the end to the erasure that waits next; false where this one has to end by itself. Then
 * nobody's own identifier may be left in it, because the database forgets while the job is there.
 * Spec: openapi/behaviour/imports-and-erasure.md#erasures-wait-for-imports-and-end-together.
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
export function endedBy({ job, action }: Pick<LeasedWork, 'job' | 'action'>) {
  const { others, customerId, sourceId, erased } = job.data as unknown as ErasureProgress
  return [...others, { customerId, sourceId, erased, action }]
}

/** Says what was done; only after the engine has forgotten, too. */
export function finishErasure(facts: LeasedWork, occasion: Occasion): Decision<null> {
  const concluded = endedBy(facts).map(({ action, erased }): Change => {
    const counts = ERASURE_STAGES.map(stage => `${NAMES[stage]} ${erased[stage] ?? 0}`)
    const result = {
      message: `Erased: ${counts.join(', ')}.`,
      done_count: Object.values(erased).reduce((sum, count) => sum + count, 0),
      failed_count: 0
    }
    const outcome = { done: true, success: true, result }
    return { kind: 'asyncAction.updated', action: conclude(action, outcome, occasion) }
  })
  const { job, owner } = facts
  return { result: null, changes: [...concluded, { kind: 'job.finished', jobId: job.id, owner }] }
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
        .filter(
          row => row.customerId === customerId && row.events.some(([, data]) => data !== null)
        )
        .map(({ id, events }) => ({
          kind: 'event.erased',
          id,
          events: events.map(([type, , ...rest]) => [type, null, ...rest] as const)
        }))
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

/** The order with its amounts and the ids of its goods, without what was noted on it. */
function withoutWords<Noted extends Pick<Order, 'metadata' | 'items' | 'earned' | 'returned'>>(
  order: Noted
): Noted {
  const { earned, returned } = order
  return {
    ...order,
    metadata: {},
    items: order.items.map(withoutNames),
    earned: earned && { ...earned, terms: earned.terms.map(withoutFacts) },
    returned: returned && withoutReasons(returned)
  }
}

function withoutReasons({ amount, entries, bought }: Returned): Returned {
  return {
    amount,
    entries: entries.map(entry => ({ ...entry, reason: null, metadata: {} })),
    bought: bought && { ...bought, items: bought.items.map(withoutNames) }
  }
}

function withoutFacts({ bound, ...terms }: EarnedTerms): EarnedTerms {
  return bound === undefined ? terms : { ...terms, bound: { ...bound, known: [] } }
}

/** A line may call its goods by what is engraved on them. */
function withoutNames({ product, sku, ...item }: OrderItem): OrderItem {
  return {
    ...item,
    product: product && { ...product, name: null, metadata: {} },
    sku: sku && { ...sku, sku: null, metadata: {} },
    metadata: {}
  }
}

function unnoted(voucher: Voucher): Voucher {
  return { ...voucher, metadata: {}, additionalInfo: null }
}

/** Who it was stays, as an id that nobody answers to. A lock may be called by their name. */
export function withoutPerson({ reason: _, ...redemption }: Redemption): Redemption {
  const { customer, order, reward } = redemption
  return {
    ...redemption,
    customer: { id: customer.id, name: null, email: null, sourceId: null, metadata: {} },
    trackingId: null,
    metadata: {},
    session: null,
    failureMessage: withoutFinding(redemption),
    order: order && withoutWords(order),
    reward: reward && withoutNotes(reward)
  }
}

/** A rule says after the sentence of its code what it found, perhaps their name. */
function withoutFinding({ failureCode, failureMessage }: Redemption): string | null {
  const sentences: { readonly [code: string]: string } = FAILURE_MESSAGES
  const sentence = failureCode === null ? undefined : sentences[failureCode]
  const isLonger = sentence !== undefined && failureMessage?.startsWith(`${sentence}:`)
  return isLonger ? sentence : failureMessage
}

function withoutNotes({ voucher: shown, ...reward }: RedeemedReward): RedeemedReward {
  return { ...reward, voucher: shown && { ...shown, voucher: unnoted(shown.voucher) } }
}

/**
 * The ids of the actions that end with a job: its own, where it has one, then those of others. Each
 * action that has not ended is held by one job: an erasure that is handed on leaves its action to
 * the job that takes it on.
 */
export function actionsHeldBy({ asyncActionId, task, data }: Job): readonly string[] {
  const own = asyncActionId === null ? [] : [asyncActionId]
  if (task !== 'customers.erase') return own
  const { others } = data as unknown as ErasureProgress
  return [...own, ...others.map(({ action }) => action.id)]
}
