/**
 * Orders of the past: they count in totals and segments, and nothing else happens.
 *
 * Points of another service come with its cards, so an imported order earns nothing, not even when
 * it is sent again. It logs no event and moves no tier. Where an operator asks for it, it earns as
 * an order that is paid now, with all that follows. Either way it has the date of its row. What its
 * row said is kept, so that the same order with other contents is told.
 *
 * Spec: importOrders, CustomerSummary.orders.
 */
import type { AsyncAction, Instant, Json, Order, OrderImport } from '../../model.ts'
import { queueAction } from '../async-actions/async-actions.ts'
import { NOTHING_DONE } from '../async-actions/bulk.ts'
import type { Change, Decision } from '../changes.ts'
import { IMPORT_QUEUE, type Imported, UNCHANGED } from '../imports/outcome.ts'
import { sameJson } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import { invalidPayload, quote } from '../request-refusals.ts'
import { selects } from '../standing/customer-facts.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import { isPaid } from './orders.ts'
import { countOrder, keepOrder, type SaveOrder, type SaveOrderFacts, writeDown } from './saving.ts'

export interface ImportOrder extends SaveOrder {
  /** When it was made and, where it is paid, paid. */
  readonly date: Instant
  /** No date was sent: `date` is when the import was accepted. */
  readonly undated?: boolean
  /** Whether it earns, as an order that is paid now. */
  readonly earns: boolean
}

export interface ImportOrderFacts extends SaveOrderFacts {
  /** What an import said of the stored order; null where it came otherwise, or was erased. */
  readonly said: OrderImport | null
}

/** Accepts many orders: a job with them in chunks, and the caller's handle on it. */
export function importOrders(
  orders: readonly (Omit<ImportOrder, 'date'> & { readonly date: Instant | null })[],
  occasion: Occasion
): Decision<AsyncAction> {
  const items = orders.map(order => ({
    ...order,
    date: order.date ?? occasion.now,
    ...(order.date === null ? { undated: true } : {})
  }))
  const { action, changes } = queueAction(
    'ORDERS.IMPORT',
    { task: 'orders.import', queue: IMPORT_QUEUE, data: NOTHING_DONE, total: items.length, items },
    occasion
  )
  return { result: action, changes }
}

/** Makes one order; a source id that is there already stays as it is. */
export function importOrder(
  facts: ImportOrderFacts,
  command: ImportOrder,
  occasion: Occasion
): Decision<Imported> {
  if (facts.stored !== null) return known(facts, command)
  const made = makeOrder(facts, command, occasion)
  if ('refusal' in made) return made
  const changes = made.changes.map(change =>
    change.kind === 'order.created'
      ? { ...change, importedAs: saidBy(command, change.order) }
      : change
  )
  return { ...made, changes }
}

/** An order that is there already: refused where an import said of it what the row does not. */
function known(facts: ImportOrderFacts, command: ImportOrder): Decision<Imported> {
  const { said: then } = facts
  if (then === null) return UNCHANGED
  const now = saidByRow(facts, command)
  const differing = SAID_IN.find(([name]) => !sameJson(now[name], then[name]))
  if (differing === undefined) return UNCHANGED
  const [name, property] = differing
  const [is, was] = [now[name], then[name]].map(value =>
    value === null ? 'nothing' : quote(JSON.stringify(value))
  )
  const message =
    `${command.sourceId} is there already, and an import said ${was} of its ${property}, ` +
    `not ${is}; change it by the API`
  return { refusal: invalidPayload(property, message) }
}

/** What a row says of an order that is there. */
export function saidByRow(
  { customer, referrer }: ImportOrderFacts,
  command: ImportOrder
): OrderImport {
  const sent = command.customer
  return saidBy(command, {
    // One who is not known is not the one of the import.
    customerId: sent === undefined ? null : (customer?.id ?? sent.id ?? sent.sourceId ?? ''),
    referrerId: referrer?.id ?? command.referrerId ?? null
  })
}

/** The properties, in the order in which the columns are listed. */
const SAID_IN = [
  ['createdAt', 'created_at'],
  ['status', 'status'],
  ['customerId', 'customer'],
  ['referrerId', 'referrer'],
  ['amount', 'amount'],
  ['initialAmount', 'initial_amount'],
  ['discountAmount', 'discount_amount'],
  ['items', 'items'],
  ['metadata', 'metadata']
] as const satisfies readonly (readonly [keyof OrderImport, string])[]

/** What a row says of an order, with who is meant by it. */
function saidBy(
  command: ImportOrder,
  { customerId, referrerId }: Pick<Order, 'customerId' | 'referrerId'>
): OrderImport {
  return {
    createdAt: command.undated ? null : command.date,
    status: command.status ?? 'CREATED',
    customerId,
    referrerId,
    amount: command.amount ?? null,
    initialAmount: command.initialAmount ?? null,
    discountAmount: command.discountAmount ?? null,
    // Without what a line does not say, as it is stored.
    items: JSON.parse(JSON.stringify(command.items ?? [])) as readonly Json[],
    metadata: command.metadata ?? {}
  }
}

function makeOrder(
  facts: SaveOrderFacts,
  command: ImportOrder,
  occasion: Occasion
): Decision<Imported> {
  const { date, earns } = command
  if (date > occasion.now) {
    return { refusal: invalidPayload('created_at', `${date} is in the future`) }
  }
  // Another service has settled it: what was paid is not counted again.
  const written = writeDown(facts, command, occasion, true)
  if ('refusal' in written) return written
  const order = { ...written.order, createdAt: date }
  const before = [...written.changes, ...written.goods]
  const { customer } = written
  if (earns && customer !== null) {
    const known = openStanding(facts, customer, occasion, {
      after: 'consequences',
      changes: before
    })
    if ('refusal' in known) return known
    const kept = keepOrder(known, { stored: null, order, paidAt: date }, occasion)
    if ('refusal' in kept) return kept
    const after = kept.known.conclude()
    return 'refusal' in after ? after : { result: 'made', changes: after.changes }
  }
  const past = isPaid(order) && !earns ? { ...order, earnedAt: date } : order
  const created: Change = { kind: 'order.created', order: past }
  if (customer === null) return { result: 'made', changes: [...before, created] }
  const opened = openStanding(facts, customer, occasion, { after: 'nothing' })
    .stopEarning()
    .write([...before, created])
  const counted = countPast(opened, past)
  const changes = quietly(counted, facts, occasion)
  return { result: 'made', changes }
}

function countPast(opened: OpenStanding<never>, order: Order): OpenStanding<never> {
  return isPaid(order) ? countOrder(opened, { stored: null, order, previousOrder: null }) : opened
}

/** The changes with the segments that follow from them, and without events. */
function quietly(
  opened: OpenStanding<never>,
  { filterSegments }: Pick<SaveOrderFacts, 'filterSegments'>,
  occasion: Occasion
): readonly Change[] {
  const { standing } = opened
  const moved = filterSegments.reduce(
    (step, segment) => step.switchSegment(segment, selects(segment, standing, occasion)),
    opened
  )
  return moved.soFar().changes.filter(({ kind }) => kind !== 'event.logged')
}
