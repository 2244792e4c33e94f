/**
 * An order line by line: as it was sent, its goods, its price, and what was taken off it.
 *
 * Spec: OrderRequest, OrderItemRequest, OrderItem.product, OrderItem.sku, OrderItemRequest.product,
 * OrderItemRequest.sku, Order.amount, Order.total_amount, OrderItem, Order.initial_amount,
 * OrderItem.initial_quantity, OrderItem.initial_amount, OrderItem.discount_amount,
 * Order.discount_amount, openapi/behaviour/orders.md#an-order-is-priced-before-and-after-discounts.
 */
import type {
  Instant,
  ItemProduct,
  ItemSku,
  Metadata,
  Order,
  OrderItem,
  OrderRedemption,
  OrderStatus,
  Product,
  RedeemedTerms,
  Sku
} from '../../model.ts'
import {
  type Cart,
  type CartLine,
  givesUnits,
  isAnything,
  type KeptLine,
  keptDiscount,
  type LineDiscount,
  type OpenedLine,
  type OwnFigures,
  openCart,
  partLeft,
  type TakenOff,
  takeBack,
  withoutPart
} from '../../rules/discounts/cart.ts'
import { present } from '../../rules/mistake.ts'
import type { Change, Occasion } from '../changes.ts'
import { createSku, saveProduct, updateSku } from '../products.ts'
import { invalidPayload, pathIn, type Refusal, type Unable } from '../refusals.ts'
import { type MetadataRules, mapRefusal } from '../updates.ts'
import { type Collections, goodsOfLine, lineIds } from '../validation-rules.ts'

/** The refusal of what a line says of its goods, whether or not that is saved; null for none. */
export function goodsMapRefusal({ product, sku }: ItemCommand, at: string): Refusal | null {
  return (
    mapRefusal(product?.metadata ?? {}, `${at}.product.metadata`) ??
    mapRefusal(sku?.metadata ?? {}, `${at}.sku.metadata`)
  )
}

/** The refusal of an order as it was sent, which a failed redemption records; null for none. */
export function sentMapRefusal(command: OrderCommand): Refusal | null {
  const { metadata = {}, items = [] } = command
  return (
    mapRefusal(metadata, pathInOrder(command, 'metadata')) ??
    items
      .map((item, index) => {
        const at = pathInOrder(command, `items[${index}]`)
        return mapRefusal(item.metadata ?? {}, `${at}.metadata`) ?? goodsMapRefusal(item, at)
      })
      .find(refusal => refusal !== null) ??
    null
  )
}

/** An order as a caller describes it; undefined where nothing was sent. */
export interface OrderCommand {
  readonly id: string | undefined
  readonly sourceId: string | undefined
  readonly status: OrderStatus | undefined
  readonly amount: number | undefined
  readonly initialAmount: number | undefined
  readonly discountAmount: number | undefined
  /** Undefined or empty: not sent. */
  readonly items: readonly ItemCommand[] | undefined
  readonly metadata: Metadata | undefined
  /** The date of the stored order, sent back as it was answered; no other is taken. */
  readonly createdAt: Instant | undefined
  /** Where the order stands in the body, for refusals; else at `order`. */
  readonly at?: string
}

/** Where something of the order stands in the body, such as `order.items[0]`. */
export function pathInOrder({ at = 'order' }: Pick<OrderCommand, 'at'>, property: string): string {
  return pathIn(at, property)
}

export const NOTHING_SENT: OrderCommand = {
  id: undefined,
  sourceId: undefined,
  status: undefined,
  amount: undefined,
  initialAmount: undefined,
  discountAmount: undefined,
  items: undefined,
  metadata: undefined,
  createdAt: undefined
}

export interface ItemCommand {
  /** Of a stored line; tells those of the same goods apart. Any other says nothing. */
  readonly id?: string | undefined
  readonly productId: string | undefined
  readonly skuId: string | undefined
  readonly relatedObject: 'product' | 'sku' | undefined
  /** Names the product, or the SKU when `relatedObject` is `sku`. */
  readonly sourceId: string | undefined
  /** Default 1. */
  readonly quantity: number | undefined
  readonly initialQuantity: number | undefined
  readonly discountQuantity: number | undefined
  readonly price: number | undefined
  readonly amount: number | undefined
  readonly initialAmount: number | undefined
  readonly discountAmount: number | undefined
  /** Takes precedence over the stored goods; with `override` it is also saved. */
  readonly product: (Partial<ItemProduct> & Overriding) | undefined
  readonly sku: (Partial<ItemSku> & Overriding) | undefined
  readonly metadata: Metadata | undefined
}

interface Overriding {
  readonly override?: boolean | undefined
}

/** The stored goods an order may name, by id and by source id. */
export interface Inventory {
  readonly products: ReadonlyMap<string, Product>
  readonly skus: ReadonlyMap<string, Sku>
  /** The facts for saving goods; absent when no line saves any. */
  readonly overriding?: OverrideFacts
}

export interface OverrideFacts {
  /** Products with a name that a line would give to another product. */
  readonly named: readonly Product[]
  readonly productSchema: MetadataRules | null
  readonly skuSchema: MetadataRules | null
}

export interface FoundLine extends LineGoods {
  readonly item: ItemCommand
}

export interface LineGoods {
  readonly product: Product | null
  readonly sku: Sku | null
}

interface Called {
  readonly id: string | undefined
  readonly sourceId: string | undefined
}

/** The names of a line's product, or of its SKU. Names in the line itself take precedence. */
export function goodsNames(kind: 'product' | 'sku', item: ItemCommand): Called {
  const { relatedObject = 'product', productId, skuId, product, sku } = item
  const sourceId = relatedObject === kind ? item.sourceId : undefined
  const [own, said] = kind === 'product' ? [productId, product] : [skuId, sku]
  return { id: own ?? said?.id ?? undefined, sourceId: sourceId ?? said?.sourceId ?? undefined }
}

export function nameOf({ id, sourceId }: Called): string | undefined {
  return id ?? sourceId
}

/** The ids and source ids that an order needs from the inventory. */
export function goodsNamed(items: readonly ItemCommand[] | undefined): {
  readonly products: readonly string[]
  readonly skus: readonly string[]
} {
  const products = new Set<string>()
  const skus = new Set<string>()
  for (const item of items ?? []) {
    const bySku = item.relatedObject === 'sku'
    const named = [item.productId, bySku ? undefined : item.sourceId, item.product?.id]
    for (const id of [...named, item.product?.sourceId]) if (id) products.add(id)
    for (const id of [item.skuId, bySku ? item.sourceId : undefined, item.sku?.id]) {
      if (id) skus.add(id)
    }
    if (item.sku?.sourceId) skus.add(item.sku.sourceId)
  }
  return { products: [...products], skus: [...skus] }
}

export function namesGiven(items: readonly ItemCommand[] | undefined): readonly string[] {
  return (items ?? []).flatMap(({ product }) => (product?.override ? (product.name ?? []) : []))
}

export function overrides(items: readonly ItemCommand[] | undefined): boolean {
  return (items ?? []).some(({ product, sku }) => product?.override || sku?.override)
}

/**
 * Saves the goods of the lines with `override`, in order, together with their order, so that one
 * that is refused changes no price. An unknown source id makes a product or SKU; an unknown id
 * makes none.
 */
export function overrideGoods(
  command: OrderCommand,
  inventory: Inventory,
  occasion: Occasion
): { readonly inventory: Inventory; readonly changes: readonly Change[] } | Unable {
  const { overriding } = inventory
  const { items } = command
  if (overriding === undefined || items === undefined) return { inventory, changes: [] }
  let shelf: Shelf = { ...inventory, named: overriding.named }
  const changes: Change[] = []
  for (const [index, item] of items.entries()) {
    for (const save of [overrideProduct, overrideSku]) {
      const saved = save(item, shelf, overriding, occasion)
      if (saved === null) continue
      if ('refusal' in saved)
        return { refusal: refuseInLine(saved, pathInOrder(command, `items[${index}]`)) }
      shelf = saved.shelf
      changes.push(...saved.changes)
    }
  }
  return { inventory: { ...shelf, overriding }, changes }
}

/** Goods by id and by source id, and the products whose names could conflict. */
interface Shelf extends Inventory {
  readonly named: readonly Product[]
}

type Saved =
  | { readonly shelf: Shelf; readonly changes: readonly Change[] }
  | { readonly refusal: Refusal; readonly property: string }
  | null

function overrideProduct(
  item: ItemCommand,
  shelf: Shelf,
  { productSchema: schema }: OverrideFacts,
  occasion: Occasion
): Saved {
  const { product: sent } = item
  if (!sent?.override) return null
  const called = goodsNames('product', item)
  const name = nameOf(called)
  if (name === undefined) return refuseUnnamed('product')
  const stored = shelf.products.get(name) ?? null
  // The service makes ids, so an unknown one makes no product; the line is refused like any unknown
  // goods.
  if (stored === null && called.id !== undefined) return null
  const named = shelf.named.find(product => product.name === (sent.name ?? null)) ?? null
  const fields = { ...sentFields(sent), name: sent.name ?? undefined }
  const { sourceId } = called
  const saved = saveProduct({ stored, named, schema }, { ...fields, sourceId }, occasion)
  if ('refusal' in saved) return { ...saved, property: 'product' }
  const { result: product, changes } = saved
  const products = new Map(shelf.products).set(product.id, product).set(name, product)
  const others = shelf.named.filter(other => other.id !== product.id)
  return { shelf: { ...shelf, products, named: [...others, product] }, changes }
}

function overrideSku(
  item: ItemCommand,
  shelf: Shelf,
  { skuSchema: schema }: OverrideFacts,
  occasion: Occasion
): Saved {
  const { sku: sent } = item
  if (!sent?.override) return null
  const { id, sourceId } = goodsNames('sku', item)
  const name = nameOf({ id, sourceId })
  if (name === undefined) return refuseUnnamed('sku')
  const stored = shelf.skus.get(name) ?? null
  const fields = { ...sentFields(sent), sku: sent.sku ?? undefined }
  const owner = nameOf(goodsNames('product', item)) ?? ''
  const product = shelf.products.get(owner) ?? null
  // A new SKU needs a source id and a product.
  if (stored === null && (id !== undefined || product === null)) return null
  const saved =
    stored === null
      ? createSku({ product, stored, schema }, { ...fields, productId: owner, sourceId }, occasion)
      : updateSku({ sku: stored, schema }, fields, occasion)
  if ('refusal' in saved) return { ...saved, property: 'sku' }
  const { result: sku, changes } = saved
  return { shelf: { ...shelf, skus: new Map(shelf.skus).set(sku.id, sku).set(name, sku) }, changes }
}

function sentFields({ price, metadata }: Pick<Partial<ItemProduct>, 'price' | 'metadata'>) {
  return { price: price ?? undefined, metadata }
}

function refuseUnnamed(property: 'product' | 'sku'): Saved {
  const details = `say which ${property} to save: send its source_id`
  return { refusal: { key: 'invalid_payload', details }, property }
}

function refuseInLine(
  { refusal: { key, details }, property }: Extract<Saved, { refusal: unknown }>,
  line: string
): Refusal {
  const at = `${line}.${property}`
  if (key === 'metadata_validation_failed') return { key, details: `${at}.${details}` }
  // What is wrong with a property of the goods names it already.
  const told = /^Property \.([^:]+): (.*)$/s.exec(details)
  if (told !== null) return invalidPayload(pathIn(at, told[1] as string), told[2] as string)
  return invalidPayload(key === 'duplicate_found' ? `${at}.name` : at, details)
}

/*
 * Sent figures take precedence, and the inventory gives the missing ones. A line without any price
 * adds nothing. A sum beyond the safe integers is refused, since an amount that cannot be counted
 * exactly must not be paid.
 */

type Priced = Pick<
  Order,
  | 'amount'
  | 'initialAmount'
  | 'discountAmount'
  | 'itemsDiscountAmount'
  | 'totalDiscountAmount'
  | 'totalAmount'
  | 'items'
>

/**
 * The price of a line, which may be beyond the safe integers. Goods that are not stored keep the
 * names that were sent.
 */
export function priceItem({ item, product, sku }: FoundLine): OrderItem {
  const quantity = item.quantity ?? 1
  const price =
    item.price ?? item.sku?.price ?? item.product?.price ?? sku?.price ?? product?.price ?? null
  const amount = item.amount ?? (price === null ? null : price * quantity)
  const discountAmount =
    item.discountAmount === undefined ? null : Math.min(item.discountAmount, amount ?? 0)
  return {
    productId: product?.id ?? goodsNames('product', item).id ?? null,
    skuId: sku?.id ?? goodsNames('sku', item).id ?? null,
    sourceId: item.sourceId ?? null,
    relatedObject: item.relatedObject ?? null,
    quantity,
    initialQuantity: item.initialQuantity ?? null,
    discountQuantity: item.discountQuantity ?? null,
    price,
    amount,
    initialAmount: item.initialAmount ?? null,
    discountAmount,
    subtotalAmount: amount === null ? null : amount - (discountAmount ?? 0),
    product: shownProduct(product, item),
    sku: shownSku(sku, item),
    metadata: item.metadata ?? {}
  }
}

/** Null where the line names no product; what was sent of it takes precedence. */
function shownProduct(product: Product | null, item: ItemCommand): ItemProduct | null {
  const called = goodsNames('product', item)
  const { product: sent } = item
  if (product === null && (sent === undefined || nameOf(called) === undefined)) return null
  return {
    id: product?.id ?? called.id ?? null,
    sourceId: product === null ? (called.sourceId ?? null) : product.sourceId,
    name: sent?.name ?? product?.name ?? null,
    price: sent?.price ?? product?.price ?? null,
    metadata: sent?.metadata ?? product?.metadata ?? {}
  }
}

function shownSku(sku: Sku | null, item: ItemCommand): ItemSku | null {
  const called = goodsNames('sku', item)
  const { sku: sent } = item
  if (sku === null && (sent === undefined || nameOf(called) === undefined)) return null
  return {
    id: sku?.id ?? called.id ?? null,
    sourceId: sku === null ? (called.sourceId ?? null) : sku.sourceId,
    sku: sent?.sku ?? sku?.sku ?? null,
    price: sent?.price ?? sku?.price ?? null,
    metadata: sent?.metadata ?? sku?.metadata ?? {}
  }
}

/** Null when a sum leaves the safe integers. */
export function priceOrder(
  stored: Order | null,
  command: OrderCommand,
  items: readonly OrderItem[],
  isAsSent = false
): Priced | null {
  if (!items.every(({ amount }) => isCounted(amount))) return null
  const known = command.amount ?? stored?.amount ?? null
  // Sent lines decide the amount, unless it counts as it was sent; stored lines do not change it.
  const decided = isAsSent && command.amount !== undefined
  const amount = decided || items === stored?.items ? known : (sumOfAmounts(items) ?? known)
  const initialAmount = command.initialAmount ?? stored?.initialAmount ?? null
  const discountAmount = command.discountAmount ?? stored?.discountAmount ?? null
  if (amount === null) {
    const unknown = { itemsDiscountAmount: null, totalDiscountAmount: null, totalAmount: null }
    return { amount, initialAmount, discountAmount, ...unknown, items }
  }
  if (!isCounted(amount)) return null
  const itemsDiscount = items.reduce((sum, item) => sum + (item.discountAmount ?? 0), 0)
  const onItems = Math.min(itemsDiscount, amount)
  const onOrder = Math.min(discountAmount ?? 0, amount - onItems)
  const total = onItems + onOrder
  return {
    amount,
    initialAmount,
    discountAmount: discountAmount === null ? null : onOrder,
    itemsDiscountAmount: onItems === 0 ? null : onItems,
    totalDiscountAmount: total === 0 && discountAmount === null ? null : total,
    totalAmount: amount - total,
    items
  }
}

/** Whether a number holds the amount exactly; true for an unknown amount. */
function isCounted(amount: number | null): boolean {
  return amount === null || Number.isSafeInteger(amount)
}

export function uncountableAmounts(items: readonly OrderItem[]): Priced {
  const unsaid = { amount: null, initialAmount: null, discountAmount: null }
  return {
    ...unsaid,
    itemsDiscountAmount: null,
    totalDiscountAmount: null,
    totalAmount: null,
    items: items.map(item => ({ ...item, ...unsaid, subtotalAmount: null }))
  }
}

function sumOfAmounts(items: readonly OrderItem[]): number | null {
  const amounts = items.map(({ amount }) => amount).filter(amount => amount !== null)
  return amounts.length === 0 ? null : amounts.reduce((sum, amount) => sum + amount, 0)
}

/*
 * A redemption that gives units says how much the order and its lines were without them. That is
 * true while units are there, follows the amount of the order, and goes with the last of them. An
 * initial amount that the shop sent is its own: the redemptions of the order are marked with it,
 * and each that gives units on a line keeps what the shop had said of the line.
 */

type Redemptions = Order['redemptions']

/** Whether the shop itself sent the order's initial amount; false where there is none. */
export function ownsInitialAmount({
  initialAmount,
  redemptions
}: Pick<Order, 'initialAmount' | 'redemptions'>): boolean {
  if (initialAmount === null) return false
  const links = Object.values(redemptions)
  const isOfUnits = links.some(({ lines = [] }) => lines.some(givesUnits))
  return !isOfUnits || links.some(({ keepsInitialAmount }) => keepsInitialAmount)
}

/**
 * The initial amount of an order that a request changes; undefined: none is sent. The one that the
 * order has, sent back, changes nothing.
 */
export function initialAmountAfter(
  stored: Order | null,
  sent: number | undefined,
  { amount, items, redemptions }: Pick<Order, 'amount' | 'items' | 'redemptions'>
): Pick<Order, 'initialAmount' | 'redemptions'> {
  if (stored === null) return { initialAmount: sent ?? null, redemptions }
  const { initialAmount } = stored
  if (sent !== undefined && sent !== initialAmount) {
    const marked = mapLinks(redemptions, link => ({ ...link, keepsInitialAmount: true }))
    return { initialAmount: sent, redemptions: marked }
  }
  const isAsBefore = items === stored.items && amount === stored.amount
  if (isAsBefore || ownsInitialAmount(stored)) return { initialAmount, redemptions }
  return { initialAmount: amountWithoutUnits({ amount, redemptions }), redemptions }
}

/** What the order costs without the units that are part of its amount; null for none of them. */
export function amountWithoutUnits({
  amount,
  redemptions
}: Pick<Order, 'amount' | 'redemptions'>): number | null {
  const parts = Object.values(redemptions)
    .filter(({ keepsAmount }) => !keepsAmount)
    .flatMap(({ lines = [] }) => lines.filter(givesUnits))
  if (amount === null || parts.length === 0) return null
  return Math.max(amount - parts.reduce((sum, { addedAmount }) => sum + addedAmount, 0), 0)
}

export function withOwnFigures(
  lines: readonly LineDiscount[],
  { items, redemptions }: Pick<Order, 'items' | 'redemptions'>
): readonly LineDiscount[] {
  return lines.map(part => {
    if (!givesUnits(part)) return part
    const earlier = unitsOn(redemptions, part.index)
    const own = earlier === undefined ? saidOf(items[part.index]) : earlier.own
    return own === undefined ? part : { ...part, own }
  })
}

function unitsOn(redemptions: Redemptions, at: number): LineDiscount | undefined {
  return partsOn(redemptions, at).find(givesUnits)
}

/** Of a line of which the shop says nothing itself. */
export const NO_OWN_FIGURES: OwnFigures = { initialQuantity: null, initialAmount: null }

/** What redemptions took off the line at a place. */
export function partsOn(redemptions: Redemptions, at: number): readonly LineDiscount[] {
  return Object.values(redemptions)
    .flatMap(({ lines = [] }) => lines)
    .filter(({ index }) => index === at)
}

/**
 * What the shop says of a line on which units were given: what it had said before they were, unless
 * the line has other first figures now.
 */
export function ownFigures(
  { own }: LineDiscount,
  was: OrderItem | undefined,
  item: OrderItem | undefined
): OwnFigures | undefined {
  const isAsBefore =
    was?.initialQuantity === item?.initialQuantity && was?.initialAmount === item?.initialAmount
  return isAsBefore ? own : saidOf(item)
}

function saidOf(item: OrderItem | undefined): OwnFigures | undefined {
  if (item === undefined) return undefined
  const { initialQuantity, initialAmount } = item
  return initialQuantity === null && initialAmount === null
    ? undefined
    : { initialQuantity, initialAmount }
}

/**
 * A line from which these parts were taken, as the shop said it, unless other redemptions have
 * given units on it.
 */
export function asSaid(
  item: OrderItem,
  parts: readonly LineDiscount[],
  { redemptions, at }: { readonly redemptions: Redemptions; readonly at: number }
): OrderItem {
  const given = parts.find(givesUnits)
  if (given === undefined || unitsOn(redemptions, at) !== undefined) return item
  return { ...item, ...(given.own ?? NO_OWN_FIGURES) }
}

/** The marks of a redemption on an order as it was before, whose amount is now this one. */
export function marksOf(
  order: Order,
  { amount, lines }: { readonly amount: number | null; readonly lines: readonly LineDiscount[] }
): Pick<OrderRedemption, 'keepsInitialAmount' | 'bringsAmount'> {
  const isBrought =
    order.amount === null
      ? amount !== null
      : Object.values(order.redemptions).some(({ bringsAmount }) => bringsAmount)
  const isOwn = lines.some(givesUnits) && ownsInitialAmount(order)
  return {
    ...(isOwn ? { keepsInitialAmount: true } : {}),
    ...(isBrought ? { bringsAmount: true } : {})
  }
}

/*
 * An order knows, for each redemption on it, what was taken off which line, which units were free
 * and which were added for it. A request that replaces lines keeps this where a line has the same
 * goods, as far as the line still has the discount; else it is the shop's own from then on. So is
 * an amount of the order that is sent without lines.
 */

/**
 * A line with the discount of the stored line where the request says none. Units that were given
 * stay free when the line has as many units as before; otherwise they are charged.
 */
export function keepDiscount(
  item: OrderItem,
  said: ItemCommand,
  { stored, line }: { readonly stored: Order; readonly line: OrderItem }
): OrderItem {
  if (said.discountAmount !== undefined) return item
  const { quantity, initialQuantity, discountQuantity, initialAmount, discountAmount } = line
  const isOfUnits = said.discountQuantity !== undefined || said.initialQuantity !== undefined
  const isFree = discountQuantity !== null && quantity === item.quantity && !isOfUnits
  const given = isFree ? [] : partsOn(stored.redemptions, stored.items.indexOf(line))
  const gone = given.reduce((sum, part) => sum + (givesUnits(part) ? part.discountAmount : 0), 0)
  const left = discountAmount === null ? null : Math.max(discountAmount - gone, 0)
  const kept = withDiscount(item, left)
  return isFree ? { ...kept, initialQuantity, discountQuantity, initialAmount } : kept
}

/** A line with a discount, as much as it costs; null for none. */
export function withDiscount(item: OrderItem, discount: number | null): OrderItem {
  const { amount } = item
  const discountAmount = amount === null || discount === null ? null : Math.min(discount, amount)
  return {
    ...item,
    discountAmount,
    subtotalAmount: amount === null ? null : amount - (discountAmount ?? 0)
  }
}

/**
 * The redemptions of an order whose lines may be others now; the same when none took off lines. A
 * line that is lowered loses the shop's own part first, then those of redemptions, the latest
 * first. Lines are those of before by their ids, else by their goods.
 */
export function keepLineDiscounts(
  redemptions: Redemptions,
  { before, after }: { readonly before: readonly OrderItem[]; readonly after: readonly OrderItem[] }
): Redemptions {
  if (before === after || Object.values(redemptions).every(({ lines }) => lines === undefined)) {
    return redemptions
  }
  const places = new Map(linesBefore(before, after).map((line, at) => [line, at]))
  // What each line has beside the parts of earlier redemptions.
  const left = new Map<number, KeptLine | null>(after.entries())
  return mapLines(redemptions, line => {
    const was = before[line.index]
    const index = (was && places.get(was)) ?? -1
    const rest = left.get(index)
    if (rest == null) return null
    const own = ownFigures(line, was, after[index])
    const kept = { ...partLeft(rest, { ...line, own }), index }
    left.set(index, withoutPart(rest, kept))
    return isAnything(kept) ? kept : null
  })
}

/** The redemptions of an order that an update has said anew: none takes more again than now. */
export function asSaidAnew(redemptions: Redemptions, items: readonly OrderItem[]): Redemptions {
  return mapLinks(redemptions, link => ({ ...link, ...mostOf(link, items) }))
}

/** After an update that lowers the order: what was said anew takes no more again than it left. */
export function asLowered({ redemptions, items }: Order): Redemptions {
  return mapLinks(redemptions, link => (link.most ? { ...link, ...mostOf(link, items) } : link))
}

function mostOf(
  { terms, discountAmount: order, lines = [] }: OrderRedemption,
  items: readonly OrderItem[]
): Pick<OrderRedemption, 'most'> {
  if (terms === undefined) return {}
  const parts = lines.map(part => [items[part.index]?.id, part.discountAmount])
  return { most: { order, lines: Object.fromEntries(parts) } }
}

/** Whether lines have the goods and the figures of before; a discount of nothing is none. */
export function areAsBefore(before: readonly OrderItem[], after: readonly OrderItem[]): boolean {
  if (before === after) return true
  const lines = linesBefore(before, after)
  return before.length === after.length && after.every((line, at) => hasFigures(line, lines[at]))
}

export function hasFigures(one: OrderItem, other: OrderItem | undefined): other is OrderItem {
  return other !== undefined && FIGURES.every(name => (one[name] ?? 0) === (other[name] ?? 0))
}

const FIGURES = ['quantity', 'amount', 'discountAmount'] as const

/**
 * The redemptions of an order whose amount may be another now. An amount that was sent is the
 * shop's own, and what redemptions added to lines is no part of it; lines that are sent decide it
 * anew.
 * Spec: openapi/behaviour/money-and-rounding.md#an-amount-that-the-shop-sets-outlives-a-rollback.
 */
export function keepAmount(
  redemptions: Redemptions,
  before: Pick<Order, 'amount' | 'items'>,
  after: Pick<Order, 'amount' | 'items'>
): Redemptions {
  if (before.items === after.items) {
    return before.amount === after.amount ? redemptions : mapLinks(redemptions, withAmountKept)
  }
  const isMarked = Object.values(redemptions).some(({ keepsAmount }) => keepsAmount)
  return isMarked ? mapLinks(redemptions, ({ keepsAmount: _, ...link }) => link) : redemptions
}

function withAmountKept({ bringsAmount: _, ...link }: OrderRedemption): OrderRedemption {
  return link.lines === undefined ? link : { ...link, keepsAmount: true }
}

/** The line of before that each line is: of the same goods, by its id, or else the first of them. */
export function linesBefore(
  before: readonly OrderItem[],
  lines: readonly OrderItem[]
): readonly (OrderItem | undefined)[] {
  const left = new Set(before)
  const take = (line: OrderItem, id?: string) => {
    const same = [...left].find(
      each => isOfSameGoods(each, line) && (id === undefined || each.id === id)
    )
    if (same !== undefined) left.delete(same)
    return same
  }
  const named = lines.map(line => (line.id === undefined ? undefined : take(line, line.id)))
  return lines.map((line, at) => named[at] ?? take(line))
}

export function withIds(order: Order, { newId }: Pick<Occasion, 'newId'>): Order {
  return { ...order, items: order.items.map(item => ({ ...item, id: item.id ?? newId('ordli') })) }
}

/** A line whose goods have no ids but those that are `known`. */
export function withKnownIds(
  item: OrderItem,
  known: (id: string | null) => string | null
): OrderItem {
  const { product, sku } = item
  return {
    ...item,
    productId: known(item.productId),
    skuId: known(item.skuId),
    product: product && { ...product, id: known(product.id) },
    sku: sku && { ...sku, id: known(sku.id) }
  }
}

export function isOfSameGoods(one: OrderItem, other: OrderItem): boolean {
  return (
    one.productId === other.productId &&
    one.skuId === other.skuId &&
    one.sourceId === other.sourceId
  )
}

/**
 * The order without what a redemption took off it, as far as it is still there; the redemption
 * itself has no lines any more.
 */
export function withdraw(order: Order, taken: TakenOff): Order {
  const { lines, ...figures } = takeBack({ ...order, lines: order.items }, taken)
  const items = lines.flatMap((line, at) => {
    if (line === null) return []
    if (line === order.items[at]) return [line]
    const parts = taken.lines.filter(({ index }) => index === at)
    return [asSaid(unapplied(line), parts, { redemptions: order.redemptions, at })]
  })
  const gone = lines.flatMap((line, at) => (line === null ? [at] : []))
  const redemptions = withoutLines(order.redemptions, gone)
  return { ...order, ...figures, appliedDiscountAmount: null, items, redemptions }
}

/** The line as the last redemption did nothing to it. */
export function unapplied(item: OrderItem): OrderItem {
  const { appliedDiscountAmount, appliedDiscountQuantity, ...others } = item
  const { appliedQuantity, appliedQuantityAmount, ...known } = others
  return known
}

/** What redemptions did to the lines that stay, by the places that these have then. */
function withoutLines(redemptions: Redemptions, gone: readonly number[]): Redemptions {
  if (gone.length === 0) return redemptions
  return mapLines(redemptions, line => {
    if (gone.includes(line.index)) return null
    return { ...line, index: line.index - gone.filter(index => index < line.index).length }
  })
}

function mapLines(
  redemptions: Redemptions,
  map: (line: LineDiscount) => LineDiscount | null
): Redemptions {
  return mapLinks(redemptions, link => withLines(link, map))
}

function mapLinks(
  redemptions: Redemptions,
  map: (link: OrderRedemption) => OrderRedemption
): Redemptions {
  const links = Object.entries(redemptions).map(([id, link]) => [id, map(link)] as const)
  return Object.fromEntries(links)
}

function withLines(
  link: OrderRedemption,
  map: (line: LineDiscount) => LineDiscount | null
): OrderRedemption {
  const { lines, ...others } = link
  if (lines === undefined) return link
  const kept = lines.flatMap(line => map(line) ?? [])
  return kept.length === 0 ? others : { ...others, lines: kept }
}

/** The cart of an order; null when a figure of it cannot be counted. */
export function cartOf(
  order: Order,
  { collections, isStored }: { readonly collections: Collections; readonly isStored: boolean }
): Cart | null {
  const lines = order.items.map(item => openedLine(item, collections))
  const { amount, initialAmount, discountAmount } = order
  return openCart({ amount, initialAmount, discountAmount, lines, isStored })
}

function openedLine(item: OrderItem, collections: Collections): OpenedLine {
  const { quantity, initialQuantity, discountQuantity } = item
  const { price, amount, initialAmount, discountAmount } = item
  return {
    ...goodsOfLine(item),
    ids: lineIds(item, collections),
    ...{ quantity, initialQuantity, discountQuantity },
    ...{ price, amount, initialAmount, discountAmount }
  }
}

export function orderOfCart(order: Order, cart: Cart): Order {
  return {
    ...order,
    amount: cart.amount,
    initialAmount: cart.initialAmount,
    discountAmount: cart.discountAmount,
    itemsDiscountAmount: cart.itemsDiscountAmount,
    totalDiscountAmount: cart.totalDiscountAmount,
    totalAmount: cart.totalAmount,
    appliedDiscountAmount: cart.appliedDiscountAmount,
    items: cart.lines.map(line => itemOf(order, line))
  }
}

function itemOf({ items }: Order, line: CartLine): OrderItem {
  const before = line.index === null ? addedItem(line) : (items[line.index] as OrderItem)
  return {
    ...before,
    quantity: line.quantity,
    initialQuantity: line.initialQuantity,
    discountQuantity: line.discountQuantity,
    price: line.price,
    amount: line.amount,
    initialAmount: line.initialAmount,
    ...keptDiscount(line),
    appliedDiscountAmount: line.appliedDiscountAmount,
    appliedDiscountQuantity: line.appliedDiscountQuantity,
    appliedQuantity: line.appliedQuantity,
    appliedQuantityAmount: line.appliedQuantityAmount
  }
}

function addedItem({ added, ...line }: CartLine): OrderItem {
  const { object, name, price } = present(added, 'a line is neither of the order nor added')
  const { productId, productSourceId, skuId, skuSourceId } = line
  const bySku = object === 'sku'
  const isProduct = productId !== null || productSourceId !== null
  return {
    initialQuantity: null,
    discountQuantity: null,
    price: null,
    amount: null,
    initialAmount: null,
    discountAmount: null,
    subtotalAmount: null,
    productId,
    skuId,
    sourceId: bySku ? skuSourceId : productSourceId,
    relatedObject: object,
    quantity: 0,
    product: isProduct
      ? {
          id: productId,
          sourceId: productSourceId,
          name: bySku ? null : name,
          price: bySku ? null : price,
          metadata: {}
        }
      : null,
    sku: bySku ? { id: skuId, sourceId: skuSourceId, sku: name, price, metadata: {} } : null,
    metadata: {}
  }
}

/** What an order keeps of the terms by which something was taken off it, to ask them again. */
export function termsAsked(
  terms: readonly RedeemedTerms[],
  { items, collections }: Pick<Order, 'items'> & { readonly collections: Collections }
): Pick<OrderRedemption, 'terms' | 'collections'> {
  if (terms.every(({ applicability }) => applicability.length === 0)) return { terms }
  const goods = new Set(items.flatMap(item => lineIds(item, new Map())))
  const held = [...goods].flatMap(id => {
    const of = collections.get(id) ?? []
    return of.length === 0 ? [] : [[id, of] as const]
  })
  return held.length === 0 ? { terms } : { terms, collections: Object.fromEntries(held) }
}

/** Adds a discount to the whole order, up to the rest to pay. */
export function addOrderDiscount(order: Order, discount: number): Order {
  const { totalAmount } = order
  if (totalAmount === null) return { ...order, appliedDiscountAmount: null }
  const applied = Math.min(discount, totalAmount)
  return {
    ...order,
    discountAmount: (order.discountAmount ?? 0) + applied,
    totalDiscountAmount: (order.totalDiscountAmount ?? 0) + applied,
    totalAmount: totalAmount - applied,
    appliedDiscountAmount: applied
  }
}

/**
 * The redemptions of an order after a request or a rollback may have changed its discount. A lower
 * discount takes the shop's own part first, then the parts that redemptions paid for, the latest
 * one first. A higher one does not bring those back: it is the shop's own.
 * Spec: openapi/behaviour/orders.md#what-a-discount-takes-off-stays-with-the-order.
 */
export function lowerPaidDiscounts(redemptions: Redemptions, discount: number): Redemptions {
  let left = discount
  return mapLinks(redemptions, link => {
    const discountAmount = Math.min(link.discountAmount, left)
    left -= discountAmount
    return { ...link, discountAmount }
  })
}

/**
 * What the redemption that paid for a stored order still takes off it once the discount is this
 * one: never more than the discount, and no more than is left of its own part.
 */
export function lowerAppliedDiscount(stored: Order | null, discount: number): number | null {
  if (stored === null || stored.appliedDiscountAmount === null) return null
  const last = Object.values(lowerPaidDiscounts(stored.redemptions, discount)).at(-1)
  return Math.min(stored.appliedDiscountAmount, last?.discountAmount ?? discount)
}
