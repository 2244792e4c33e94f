/**
 * The meaning of the names of validation rules in our data: one table from name to value.
 *
 * A rule looks facts up by name. This module gives `order.amount` and `customer.metadata` their
 * values, and says which facts cannot exist in which place. A fact that could exist and was not
 * loaded, such as a count, is missing: a rule that limits something never lets pass what it cannot
 * see.
 *
 * Spec: ValidationRuleEntry.name, ApplicableTo.
 */
import type { Customer, Metadata, Order, OrderItem, RedemptionCount } from '../../model.ts'
import type { FactValue } from '../../rules/conditions.ts'
import type { Goods } from '../../rules/discounts/cart.ts'
import {
  applies,
  type FactLine,
  type Facts,
  isSelective,
  type Lookup
} from '../../rules/validation.ts'
import { RULE_NAMES } from '../../rules/vocabulary.ts'
import { countNamed } from '../redemptions/limits.ts'
import type { BoundRule } from './assignments.ts'

/** The ids of the collections that hold each product or SKU. */
export type Collections = ReadonlyMap<string, readonly string[]>

/** The facts of the redemption itself. */
export interface RedemptionKnown {
  readonly metadata: Metadata
  /** X-App-Id of the caller. */
  readonly apiKey: string
  /**
   * Points that a pay-with-points reward would take, 0 when it can take none; null for other
   * rewards.
   */
  readonly points: number | null
  /** Credit that a gift voucher would give, smallest unit; null for anything else. */
  readonly credit: number | null
  /** Whether the customer holds the voucher; promotions belong to nobody. */
  readonly byHolder: boolean
  /** This redemption is counted in, as knownCounts says; null when no rule needs counts. */
  readonly counts: readonly RedemptionCount[] | null
}

/** The facts of rules. */
export interface RuleFacts {
  readonly customer: Pick<Customer, 'metadata'> | null
  readonly segments: readonly string[]
  readonly order: Order | null
  /** The id of the order when it counts as it is stored, whatever else was sent; else absent. */
  readonly storedOrderId?: string | undefined
  readonly collections: Collections
  /** Null unless a custom event is the cause. */
  readonly eventMetadata: Metadata | null
  /** Null unless a redemption is judged. */
  readonly redemption: RedemptionKnown | null
  /** Names that are not asked here, whatever they are; absent: every name is. */
  readonly unasked?: ((name: string) => boolean) | undefined
}

/** An order line as rules see it. */
export interface RuleLine extends FactLine {
  readonly item: OrderItem
}

/**
 * The situation in which a rule is judged: an order being paid, a custom event, a customer who
 * enters a segment or changes tiers, a redemption.
 */
export type RulePlace = 'order' | 'custom_event' | 'customer' | 'redemption'

const REDEEMING = ['redemption', 'campaign', 'publication']
const DISCOUNTING = [
  'product.discount_applicable',
  'product.metadata.discount_applicable',
  'sku.discount_applicable'
]

/**
 * Categories and single names that cannot exist in a place. Earning points redeems and discounts
 * nothing.
 */
const IMPOSSIBLE: { readonly [Where in RulePlace]: ReadonlySet<string | undefined> } = {
  order: new Set([...REDEEMING, 'event', ...DISCOUNTING]),
  custom_event: new Set([...REDEEMING, 'order', 'product']),
  customer: new Set([...REDEEMING, 'order', 'product', 'event']),
  redemption: new Set(['event'])
}

/** Whether the name can never have a value in a place, as opposed to a value that was not sent. */
export function isImpossible(name: string, place: RulePlace): boolean {
  return IMPOSSIBLE[place].has(name) || IMPOSSIBLE[place].has(RULE_NAMES.get(name)?.category)
}

function placeOfFacts({ order, eventMetadata, redemption }: RuleFacts): RulePlace {
  // Only a redemption can come without an order although it could have had one.
  if (redemption !== null) return 'redemption'
  if (order !== null) return 'order'
  return eventMetadata !== null ? 'custom_event' : 'customer'
}

const MISSING: Lookup<RuleLine> = { kind: 'missing' }
const IMPOSSIBLE_HERE: Lookup<RuleLine> = { kind: 'impossible' }

/** How a line names its goods. */
export type NamedLine = Pick<OrderItem, 'productId' | 'skuId'> &
  Partial<Pick<OrderItem, 'relatedObject' | 'sourceId' | 'product' | 'sku'>>

/** The names of the product and the SKU of a line; its own source id is one of the two. */
export function goodsOfLine(line: NamedLine): Goods {
  const { relatedObject, productId, skuId, sourceId = null } = line
  const bySku = relatedObject === 'sku' || skuId !== null
  const productSourceId = line.product?.sourceId ?? (bySku ? null : sourceId)
  const skuSourceId = line.sku?.sourceId ?? (bySku ? sourceId : null)
  const named = [productId, productSourceId, skuId, skuSourceId].some(name => name !== null)
  const object = named ? (bySku ? 'sku' : 'product') : null
  return { object, productId, productSourceId, skuId, skuSourceId }
}

/**
 * The product and SKU of a line, and every collection that holds one of them. Goods that only a
 * source id was sent for are known by that.
 */
export function lineIds(line: NamedLine, collections: Collections): readonly string[] {
  const { productId, productSourceId, skuId, skuSourceId } = goodsOfLine(line)
  const own = [productId ?? productSourceId, skuId ?? skuSourceId].filter(id => id !== null)
  return [...own, ...own.flatMap(id => collections.get(id) ?? [])]
}

/** The lines of an order as rules see them; none without an order. */
export function ruleLines(order: Order | null, collections: Collections): readonly RuleLine[] {
  return (order?.items ?? []).map(item => ({ ids: lineIds(item, collections), item }))
}

/** The facts for one judgement; `bound` decides what a rule counts and which lines it discounts. */
export function factsOf(known: RuleFacts, bound: BoundRule | null = null): Facts<RuleLine> {
  const { order } = known
  const place = placeOfFacts(known)
  const lines = ruleLines(order, known.collections)
  // Names of a custom event are impossible without one.
  const eventMetadata = known.eventMetadata ?? {}
  return {
    fact(name, property, selected) {
      if (isImpossible(name, place) || known.unasked?.(name)) return IMPOSSIBLE_HERE
      // Names that need a property have one; the others ignore it.
      const key = property ?? ''
      switch (RULE_NAMES.get(name)?.category) {
        case 'customer':
          return customerFact(name, key, known)
        case 'event':
          return lookedUp(own(eventMetadata, key))
        case 'order':
        case 'product':
          return order === null
            ? MISSING
            : sourced(orderFact(name, key, order, selected ?? lines, bound), known)
        case undefined:
          return MISSING
        default:
          // INVARIANT: names of a redemption are impossible without one.
          return redemptionFact(name, key, known.redemption as RedemptionKnown, bound)
      }
    }
  }
}

function customerFact(name: string, property: string, known: RuleFacts): Lookup<RuleLine> {
  if (known.customer === null) return MISSING
  if (name === 'customer.segment') return { kind: 'known', value: known.segments }
  return lookedUp(own(known.customer.metadata, property))
}

function redemptionFact(
  name: string,
  property: string,
  { metadata, apiKey, points, credit, byHolder, counts }: RedemptionKnown,
  bound: BoundRule | null
): Lookup<RuleLine> {
  switch (name) {
    case 'redemption.metadata':
      return lookedUp(own(metadata, property))
    case 'redemption.api_key':
      return { kind: 'known', value: apiKey }
    case 'redemption.reward.pay_with_points.points_used':
      return lookedUp(points)
    case 'redemption.gift.amount':
      return credit === null ? IMPOSSIBLE_HERE : lookedUp(credit)
    case 'publication.redeemable_by_linked_customer':
      return { kind: 'known', value: byHolder }
    default:
      // There are no counts by user: key pairs redeem.
      return lookedUp(countNamed(name, bound?.assignment ?? null, counts))
  }
}

type OrderFact = (
  order: Order,
  lines: readonly RuleLine[],
  property: string
) => Lookup<RuleLine> | FactValue | undefined

/**
 * One row for each name. `lines` are the selected lines, or all lines: for `product.` those with a
 * product, for `sku.` those with a SKU.
 */
const ORDER_FACTS: { readonly [name: string]: OrderFact } = {
  'order.amount': order => order.amount,
  'order.total_amount': order => order.totalAmount,
  'order.initial_amount': order => order.initialAmount,
  'order.metadata': (order, _, property) => own(order.metadata, property),
  'order.items.count': (_, lines) => lines.length,
  'order.items.price_any': (_, lines) => pricesOf(lines),
  'order.items.price_each': (_, lines) => pricesOf(lines),
  'order.items.metadata_any': (_, lines, property) => metadataValues(lines, property),
  'order.items.metadata_each': (_, lines, property) => metadataValues(lines, property),
  'order.items.any': (_, lines) => ({ kind: 'lines', lines }),
  'order.items.every': (_, lines) => ({ kind: 'lines', lines }),
  'order.items.none': (_, lines) => ({ kind: 'lines', lines }),
  'order.items.cheapest': (_, lines) => ({ kind: 'lines', lines: extreme(lines, -1) }),
  'order.items.most_expensive': (_, lines) => ({ kind: 'lines', lines: extreme(lines, 1) }),
  'order.items.quantity': (_, [line]) => line?.item.quantity,
  'order.items.price': (_, [line]) => line?.item.price,
  'order.items.metadata': (_, [line], property) => line && own(line.item.metadata, property),
  'order.items.aggregated_quantity': (_, lines) => quantityOf(lines),
  'order.items.aggregated_amount': (_, lines) => subtotalOf(lines),
  'product.id': (_, lines) => lines.flatMap(({ ids }) => ids),
  'sku.id': (_, lines) => lines.flatMap(({ ids }) => ids),
  'product.price': (_, lines) => pricesOf(lines),
  'sku.price': (_, lines) => pricesOf(lines),
  'product.quantity': (_, lines) => lines.map(({ item }) => item.quantity),
  'sku.quantity': (_, lines) => lines.map(({ item }) => item.quantity),
  'product.discount_applicable': (_, lines) => lines.map(({ ids }) => ids),
  'sku.discount_applicable': (_, lines) => lines.map(({ ids }) => ids),
  'product.metadata': (_, lines, property) => lines.map(line => productValue(line, property)),
  'product.metadata.aggregated_quantity': (_, lines, property) =>
    quantityOf(lines.filter(line => productValue(line, property) !== null)),
  'product.metadata.aggregated_amount': (_, lines, property) =>
    subtotalOf(lines.filter(line => productValue(line, property) !== null)),
  'product.metadata.discount_applicable': (_, lines, property) =>
    lines.map(line => productValue(line, property)),
  'product.metadata.match_all': (_, lines, property) =>
    lines.map(line => productValue(line, property))
}

function orderFact(
  name: string,
  property: string,
  order: Order,
  lines: readonly RuleLine[],
  bound: BoundRule | null
): Lookup<RuleLine> {
  const concerned = lines
    .filter(({ item }) => !name.startsWith('product.') || item.productId !== null)
    .filter(({ item }) => !name.startsWith('sku.') || item.skuId !== null)
    .filter(({ ids }) => !DISCOUNTING.includes(name) || covers(bound, ids))
  const found = ORDER_FACTS[name]?.(order, concerned, property)
  return isLookup(found) ? found : lookedUp(found)
}

/** Says of what a stored order lacks that it is the stored order that lacks it. */
function sourced(found: Lookup<RuleLine>, { storedOrderId }: RuleFacts): Lookup<RuleLine> {
  if (found.kind !== 'missing' || storedOrderId === undefined) return found
  return { kind: 'missing', from: `order ${storedOrderId}, which counts as it is stored` }
}

function covers(bound: BoundRule | null, ids: readonly string[]): boolean {
  return bound === null || applies(bound.rule.applicableTo, ids)
}

function isLookup(found: Lookup<RuleLine> | FactValue | undefined): found is Lookup<RuleLine> {
  return typeof found === 'object' && found !== null && 'kind' in found && found.kind === 'lines'
}

function lookedUp(value: FactValue | undefined): Lookup<RuleLine> {
  return value === undefined || value === null ? MISSING : { kind: 'known', value }
}

/** The property that was sent, and never one that every object inherits, such as `constructor`. */
function own(metadata: Metadata, property: string): FactValue | undefined {
  return Object.hasOwn(metadata, property) ? metadata[property] : undefined
}

function pricesOf(lines: readonly RuleLine[]): FactValue {
  return lines.map(({ item }) => item.price).filter(price => price !== null)
}

function metadataValues(lines: readonly RuleLine[], property: string): FactValue {
  return lines.map(({ item }) => own(item.metadata, property) ?? null)
}

function productValue({ item }: RuleLine, property: string): FactValue {
  return own(item.product?.metadata ?? {}, property) ?? null
}

function quantityOf(lines: readonly RuleLine[]): number {
  return lines.reduce((total, { item }) => total + item.quantity, 0)
}

/** After the discounts of the lines; a line without a price adds nothing. */
function subtotalOf(lines: readonly RuleLine[]): number {
  return lines.reduce((total, { item }) => total + (item.subtotalAmount ?? 0), 0)
}

/** The lines with the lowest (−1) or highest (1) unit price; lines without one take no part. */
function extreme(lines: readonly RuleLine[], sign: -1 | 1): readonly RuleLine[] {
  const priced = lines.filter(({ item }) => item.price !== null)
  const best = priced.reduce(
    (most, { item }) => Math.max(most, sign * Number(item.price)),
    -Infinity
  )
  return priced.filter(({ item }) => sign * Number(item.price) === best)
}

/**
 * The most that points may take off an order, in the smallest unit: the rest to pay of the lines
 * that every rule applies to, or of the whole order when no rule is selective.
 */
export function applicableAmount(
  rules: readonly BoundRule[],
  { order, collections }: { readonly order: Order; readonly collections: Collections }
): number {
  const left = order.totalAmount ?? 0
  const selective = rules.filter(({ rule }) => isSelective(rule.applicableTo))
  if (selective.length === 0) return left
  const covered = ruleLines(order, collections).filter(({ ids }) =>
    selective.every(({ rule }) => applies(rule.applicableTo, ids))
  )
  return Math.min(left, subtotalOf(covered))
}
