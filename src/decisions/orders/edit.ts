/**
 * An order of a project file: made when its source id is free, else changed to what the row says,
 * by the decision of an update.
 *
 * An order goes on after it came, so that a row that says what the last one said changes nothing.
 * Where it says otherwise, or no row said anything, what differs from what is stored is updated,
 * and earns or is taken back as by a request.
 *
 * Spec: updateOrder.
 */
import type { Json, Order, OrderImport, OrderItem } from '../../model.ts'
import type { Decision } from '../changes.ts'
import {
  AS_SAID,
  differencesOf,
  type Edited,
  type Editing,
  keepsMetadata,
  MADE,
  metadataToSend
} from '../imports/edits.ts'
import { sameJson } from '../metadata.ts'
import type { Occasion } from '../occasion.ts'
import type { Refusal } from '../refusals.ts'
import { invalidPayload } from '../request-refusals.ts'
import { type ItemCommand, NOTHING_SENT } from './commands.ts'
import { type ImportOrder, type ImportOrderFacts, importOrder, saidByRow } from './import.ts'
import { type SaveOrder, saveOrder, writeDown } from './saving.ts'

export interface EditOrderFacts extends ImportOrderFacts {
  /**
   * What a file calls a customer, by their id: the one of the stored order, its referrer, and those
   * of the row who are known.
   */
  readonly names: ReadonlyMap<string, string>
}

/** Makes one order, or changes it to what the row says. */
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

/** The refusal of what no operation changes. */
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
    return invalidPayload(
      'created_at',
      `${problem}; an order keeps its date, so write what is here`
    )
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
  if (items.length > 0 && isNew('items') && hasOtherLines(facts, { items, stored }, occasion)) {
    update.items = items
    // What the lines add up to does not count where the row says an amount.
    if (command.amount !== undefined) update.amount = command.amount
  }
  return update
}

interface Lines {
  readonly items: readonly ItemCommand[]
  readonly stored: Order
}

/** Whether lines say something else than the stored ones; what they leave out is as it is. */
function hasOtherLines(
  facts: ImportOrderFacts,
  { items, stored }: Lines,
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

/** What a file could say of an order. */
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
