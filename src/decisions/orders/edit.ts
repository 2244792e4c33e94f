/**
 * Orders that no shop sends at the moment: rows of a project file, and orders of the past. An order
 * of a project file: made when its source id is free, else changed to what the row says, by the
 * decision of an update. An order goes on after it came, so that a row that says what the last one
 * said changes nothing. Where it says otherwise, or no row said anything, what differs from what is
 * stored is updated, and earns or is taken back as by a request.
 * Spec: updateOrder, importOrders, CustomerSummary.orders.
 */
import type { AsyncAction, Instant, Json, Order, OrderImport, OrderItem } from '../../model.ts'
import { NOTHING_DONE, queueAction } from '../async-actions.ts'
import type { Change, Decision, Occasion } from '../changes.ts'
import {
  AS_SAID,
  differencesOf,
  type Edited,
  type Editing,
  IMPORT_QUEUE,
  type Imported,
  keepsMetadata,
  MADE,
  metadataToSend,
  UNCHANGED
} from '../imports/outcome.ts'
import { invalidPayload, quote, type Refusal } from '../refusals.ts'
import { type OpenStanding, openStanding } from '../standing/open.ts'
import { selects } from '../standing/standing.ts'
import { sameJson } from '../updates.ts'
import { type ItemCommand, NOTHING_SENT, withIds } from './lines.ts'
import {
  countOrder,
  isPaid,
  keepOrder,
  type SaveOrder,
  type SaveOrderFacts,
  saveOrder,
  writeDown
} from './orders.ts'

export interface EditOrderFacts extends ImportOrderFacts {
  /**
   * What a file calls a customer, by their id: the one of the stored order, its referrer, and those
   * of the row who are known.
   */
  readonly names: ReadonlyMap<string, string>
}

export function editOrder(
  facts: EditOrderFacts,
  command: ImportOrder,
  editing: Editing,
  occasion: Occasion
): Decision<Edited> {
  const { stored } = facts
  if (stored === null) {
    const made = importOrder(facts, command, occasion)
    return 'refusal' in made ? made : { result: MADE, changes: made.changes }
  }
  const said = saidSoFar(facts, command)
  const isNew = (name: keyof OrderImport) =>
    facts.said === null || !sameJson(said[name], facts.said[name])
  const refusal = fixed(facts, { command, stored, isNew })
  if (refusal !== null) return { refusal }
  const update = updating(facts, { command, stored, isNew, editing, occasion })
  if (Object.keys(update).length === 0) return unchanged(facts, stored, said)
  const asked: SaveOrder = { ...NOTHING_SENT, ...update }
  const saved = saveOrder(facts, asked, occasion, true)
  if ('refusal' in saved) return saved
  const names = new Map(facts.names)
  const { customerId } = saved.result
  // Somebody new is called what the row calls them.
  const isSent = customerId !== null && !names.has(customerId)
  if (isSent) names.set(customerId, command.customer?.sourceId ?? customerId)
  const differences = differencesOf(cellsOf(stored, names), cellsOf(saved.result, names))
  if (differences.length === 0) return unchanged(facts, stored, said)
  const changes = saved.changes.map(change =>
    change.kind === 'order.updated' ? { ...change, importedAs: said } : change
  )
  return { result: { did: 'changed', differences }, changes }
}

/** What the rows of an order last said: what this row leaves out is as an earlier row said it. */
function saidSoFar(facts: ImportOrderFacts, command: ImportOrder): OrderImport {
  const said = saidByRow(facts, command)
  const { said: before } = facts
  if (before === null) return said
  const { customer, referrerId, amount, initialAmount, discountAmount, items, metadata } = command
  return {
    ...said,
    ...(customer === undefined && { customerId: before.customerId }),
    ...(referrerId === undefined && { referrerId: before.referrerId }),
    ...(amount === undefined && { amount: before.amount }),
    ...(initialAmount === undefined && { initialAmount: before.initialAmount }),
    ...(discountAmount === undefined && { discountAmount: before.discountAmount }),
    ...(items === undefined && { items: before.items }),
    ...(metadata === undefined && { metadata: before.metadata })
  }
}

/**
 * An order that stays as it is. What its row says is kept where it was not said before, because it
 * is from now on what was last said.
 */
function unchanged(facts: ImportOrderFacts, stored: Order, said: OrderImport): Decision<Edited> {
  if (facts.said !== null && sameJson(facts.said, said)) return { result: AS_SAID, changes: [] }
  const order = { ...stored, version: stored.version + 1 }
  return { result: AS_SAID, changes: [{ kind: 'order.updated', order, importedAs: said }] }
}

interface Compared {
  readonly command: ImportOrder
  readonly stored: Order
  /** Whether the row says something of it that was not said before. */
  readonly isNew: (name: keyof OrderImport) => boolean
}

function fixed(
  { customer, names }: EditOrderFacts,
  { command, stored, isNew }: Compared
): Refusal | null {
  const { sourceId, date, items } = command
  if (items?.length === 0 && stored.items.length > 0 && isNew('items')) {
    const problem = `${sourceId} has ${stored.items.length} lines here, and the file says none`
    return invalidPayload('items', `${problem}; write its lines, or leave items out`)
  }
  if (isNew('createdAt') && date !== stored.createdAt) {
    const problem = `${sourceId} is of ${stored.createdAt} here, and the file says ${date}`
    const advice = 'an order keeps its date, so write what is here'
    return invalidPayload('created_at', `${problem}; ${advice}`)
  }
  const sent = command.customer
  const { customerId } = stored
  if (sent === undefined || customerId === null || customerId === customer?.id) return null
  if (!isNew('customerId')) return null
  const said = sent.sourceId
  const name = names.get(customerId)
  const problem = `${sourceId} is of customer ${name ?? customerId} here, and the file says ${said}`
  const keeps = 'an order keeps its customer, so'
  const advice = `${keeps} ${name === undefined ? '' : 'write who it is, or '}remove the row`
  return invalidPayload('customer', `${problem}; ${advice}`)
}

interface Updating extends Compared {
  readonly editing: Editing
  readonly occasion: Occasion
}

/** What an update has to say so that the order is as the row says. */
function updating(
  facts: ImportOrderFacts,
  { command, stored, isNew, editing, occasion }: Updating
): Partial<SaveOrder> {
  const update: { -readonly [Name in keyof SaveOrder]?: SaveOrder[Name] } = {}
  for (const name of ['status', 'amount', 'initialAmount', 'discountAmount'] as const) {
    const said = command[name]
    if (said === undefined || !isNew(name) || said === stored[name]) continue
    Object.assign(update, { [name]: said })
  }
  if (command.customer !== undefined && isNew('customerId') && stored.customerId === null) {
    update.customer = command.customer
  }
  const { referrerId } = command
  if (referrerId !== undefined && isNew('referrerId')) {
    if (facts.referrer === null || facts.referrer.id !== stored.referrerId) {
      update.referrerId = referrerId
    }
  }
  if (command.metadata !== undefined && isNew('metadata')) {
    const said = command.metadata
    const sent = metadataToSend(stored.metadata, said, editing)
    if (sent !== null && !keepsMetadata(stored.metadata, { said, sent })) update.metadata = sent
  }
  const { items = [] } = command
  if (items.length > 0 && isNew('items') && hasOtherLines(facts, items, stored, occasion)) {
    update.items = items
    // What the lines add up to does not count where the row says an amount.
    if (command.amount !== undefined) update.amount = command.amount
  }
  return update
}

/** Whether lines say something else than the stored ones; what they leave out is as it is. */
function hasOtherLines(
  facts: ImportOrderFacts,
  items: readonly ItemCommand[],
  stored: Order,
  occasion: Occasion
): boolean {
  if (items.length !== stored.items.length) return true
  const written = writeDown(facts, { ...NOTHING_SENT, items }, occasion, true)
  // Why they cannot be is told by the update itself.
  if ('refusal' in written) return true
  return items.some((item, index) => {
    const [line, before] = [written.order.items[index], stored.items[index]]
    return line === undefined || before === undefined || !isSameLine(item, line, before)
  })
}

/** Figures of a line that a row may leave out. */
const FIGURES = [
  'initialQuantity',
  'discountQuantity',
  'price',
  'amount',
  'initialAmount',
  'discountAmount'
] as const

function isSameLine(item: ItemCommand, line: OrderItem, before: OrderItem): boolean {
  const isOfSame = line.productId === before.productId && line.skuId === before.skuId
  const isSaid = FIGURES.every(name => item[name] === undefined || line[name] === before[name])
  const hasMetadata = item.metadata === undefined || sameJson(item.metadata, before.metadata)
  return isOfSame && line.quantity === before.quantity && isSaid && hasMetadata
}

function cellsOf(
  order: Order,
  names: EditOrderFacts['names']
): { readonly [column: string]: Json } {
  const { status, customerId, referrerId, amount, initialAmount, discountAmount } = order
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? id))
  return {
    status,
    customer: nameOf(customerId),
    referrer: nameOf(referrerId),
    amount,
    initial_amount: initialAmount,
    discount_amount: discountAmount,
    items: order.items.map(lineOf),
    metadata: order.metadata
  }
}

function lineOf(item: OrderItem): Json {
  const { productId, skuId, sourceId, quantity, price, amount, discountAmount, metadata } = item
  const line = {
    source_id: sourceId,
    product_id: sourceId === null ? productId : null,
    sku_id: sourceId === null ? skuId : null,
    quantity,
    price,
    amount,
    discount_amount: discountAmount,
    metadata: Object.keys(metadata).length === 0 ? null : metadata
  }
  return Object.fromEntries(Object.entries(line).filter(([, cell]) => cell !== null))
}

/*
 * Orders of the past: they count in totals and segments, and nothing else happens. Points of
 * another service come with its cards, so an imported order earns nothing, not even when it is sent
 * again. It logs no event and moves no tier. Where an operator asks for it, it earns as an order
 * that is paid now, with all that follows. Either way it has the date of its row. What its row said
 * is kept, so that the same order with other contents is told.
 */

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

export function importOrders(
  orders: readonly (Omit<ImportOrder, 'date'> & { readonly date: Instant | null })[],
  occasion: Occasion
): Decision<AsyncAction> {
  const items = orders.map(order => ({
    ...order,
    date: order.date ?? occasion.now,
    ...(order.date === null ? { undated: true } : {})
  }))
  const job = { task: 'orders.import', queue: IMPORT_QUEUE, data: NOTHING_DONE } as const
  const work = { ...job, total: items.length, items }
  const { action, changes } = queueAction('ORDERS.IMPORT', work, occasion)
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

function saidByRow({ customer, referrer }: ImportOrderFacts, command: ImportOrder): OrderImport {
  const sent = command.customer
  return saidBy(command, {
    // One who is not known is not the one of the import.
    customerId: sent === undefined ? null : (customer?.id ?? sent.id ?? sent.sourceId ?? ''),
    referrerId: referrer?.id ?? command.referrerId ?? null
  })
}

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
    const opening = { after: 'consequences', changes: before } as const
    const known = openStanding(facts, customer, occasion, opening)
    if ('refusal' in known) return known
    const kept = keepOrder(known, { stored: null, order, paidAt: date })
    if ('refusal' in kept) return kept
    const after = kept.known.conclude()
    return 'refusal' in after ? after : { result: 'made', changes: after.changes }
  }
  // Nothing of it can be taken back here, and it never earns here.
  const past = isPaid(order) && !earns ? { ...order, earnedAt: date, takenBackAt: date } : order
  const created: Change = { kind: 'order.created', order: withIds(past, occasion) }
  if (customer === null) return { result: 'made', changes: [...before, created] }
  const opened = openStanding(facts, customer, occasion, { after: 'nothing' })
    .stopEarning()
    .write([...before, created])
  const counted = isPaid(past)
    ? countOrder(opened, { stored: null, order: past, previousOrder: null })
    : opened
  return { result: 'made', changes: quietly(counted, facts) }
}

/** The changes with the segments that follow from them, and without events. */
function quietly(
  opened: OpenStanding<never>,
  { filterSegments }: Pick<SaveOrderFacts, 'filterSegments'>
): readonly Change[] {
  const { standing } = opened
  const moved = filterSegments.reduce(
    (step, segment) => step.switchSegment(segment, selects(segment, standing, opened.occasion)),
    opened
  )
  return moved.soFar().changes.filter(({ kind }) => kind !== 'event.logged')
}
