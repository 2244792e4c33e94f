/**
 * What the names of validation rules mean in our data: one table from name to value.
 *
 * A rule asks by name; this is where `order.amount` and `customer.metadata` get their meaning. An
 * order is impossible where nothing is ordered (a segment, a custom event), and merely missing
 * where a request could have sent one (a redemption). Limits over time, which no load brings yet,
 * count as missing, so that a rule which limits something never lets pass what it cannot see.
 *
 * Spec: Resources, Validation rule (`rules`, `conditions`).
 */
import type {
  Customer,
  Metadata,
  Order,
  OrderItem,
  ValidationRule,
  ValidationRuleAssignment
} from '../model.ts'
import type { At, Value } from '../rules/conditions.ts'
import { type FactLine, type Facts, judge, type Lookup, type Reason } from '../rules/validation.ts'
import type { FailureCode } from './refusals.ts'

/** Ids of the collections each product or SKU is in. */
export type Collections = ReadonlyMap<string, readonly string[]>

/** A rule and the assignment that binds it. */
export interface BoundRule {
  readonly assignment: ValidationRuleAssignment
  readonly rule: ValidationRule
}

/** What is known of the redemption itself. */
export interface RedemptionKnown {
  readonly metadata: Metadata
  /** X-App-Id of the caller. */
  readonly apiKey: string
  /** Points asked for; null when the order decides. */
  readonly points: number | null
}

/** What rules may look at. */
export interface Known {
  readonly customer: Pick<Customer, 'metadata'> | null
  readonly segments: readonly string[]
  readonly order: Order | null
  readonly collections: Collections
  /** Null where no custom event is the cause. */
  readonly eventMetadata: Metadata | null
  /** Null where nothing is redeemed. */
  readonly redemption: RedemptionKnown | null
}

/** An order line as rules see it. */
export interface Line extends FactLine {
  readonly item: OrderItem
}

const MISSING: Lookup<Line> = { kind: 'missing' }
const IMPOSSIBLE: Lookup<Line> = { kind: 'impossible' }

/** The product and SKU of a line, and every collection that holds one of them. */
export function lineIds(
  { productId, skuId }: Pick<OrderItem, 'productId' | 'skuId'>,
  collections: Collections
): readonly string[] {
  const own = [productId, skuId].filter(id => id !== null)
  return [...own, ...own.flatMap(id => collections.get(id) ?? [])]
}

/** Facts for one judgement. */
export function factsOf(known: Known): Facts<Line> {
  const { order, collections, redemption } = known
  const lines = (order?.items ?? []).map(item => ({ ids: lineIds(item, collections), item }))
  return {
    fact(name, property, selected) {
      // Names that need a property have one; to the others it is all the same.
      const key = property ?? ''
      if (name.startsWith('customer.')) return customerFact(name, key, known)
      if (name.startsWith('redemption.')) {
        return redemption === null ? IMPOSSIBLE : redemptionFact(name, key, redemption)
      }
      if (name === 'custom_event.metadata') {
        const { eventMetadata } = known
        return eventMetadata === null ? IMPOSSIBLE : lookedUp(own(eventMetadata, key))
      }
      if (!/^(order|product|sku)\./.test(name)) return MISSING
      // Only a redemption can leave out an order that it might have had.
      if (order === null) return redemption === null ? IMPOSSIBLE : MISSING
      return orderFact(name, key, order, selected ?? lines)
    }
  }
}

function customerFact(name: string, property: string, known: Known): Lookup<Line> {
  if (known.customer === null) return MISSING
  if (name === 'customer.segment') return { kind: 'known', value: known.segments }
  const { metadata } = known.customer
  return name === 'customer.metadata' ? lookedUp(own(metadata, property)) : MISSING
}

function redemptionFact(
  name: string,
  property: string,
  { metadata, apiKey, points }: RedemptionKnown
): Lookup<Line> {
  switch (name) {
    case 'redemption.metadata':
      return lookedUp(own(metadata, property))
    case 'redemption.api_key':
      return { kind: 'known', value: apiKey }
    case 'redemption.reward.pay_with_points.points_used':
      return lookedUp(points)
    default:
      return MISSING
  }
}

type OrderFact = (
  order: Order,
  lines: readonly Line[],
  property: string
) => Lookup<Line> | Value | undefined

/** One entry a name; `lines` are those selected, or all. */
const ORDER_FACTS: { readonly [name: string]: OrderFact } = {
  'order.amount': order => order.amount,
  'order.total_amount': order => order.totalAmount,
  'order.initial_amount': order => order.initialAmount,
  'order.metadata': (order, _, property) => own(order.metadata, property),
  'order.items.count': (_, lines) => lines.length,
  'order.items.price_any': (_, lines) => pricesOf(lines),
  'order.items.price_each': (_, lines) => pricesOf(lines),
  'order.items.metadata_any': (_, lines, property) => metadataOf(lines, property),
  'order.items.metadata_each': (_, lines, property) => metadataOf(lines, property),
  'order.items.any': (_, lines) => ({ kind: 'lines', lines }),
  'order.items.every': (_, lines) => ({ kind: 'lines', lines }),
  'order.items.none': (_, lines) => ({ kind: 'lines', lines }),
  'order.items.cheapest': (_, lines) => ({ kind: 'lines', lines: extreme(lines, -1) }),
  'order.items.most_expensive': (_, lines) => ({ kind: 'lines', lines: extreme(lines, 1) }),
  'order.items.quantity': (_, [line]) => line?.item.quantity,
  'order.items.price': (_, [line]) => line?.item.price,
  'order.items.metadata': (_, [line], property) => line && own(line.item.metadata, property),
  'order.items.aggregated_quantity': (_, lines) => sum(lines, item => item.quantity),
  'order.items.aggregated_amount': (_, lines) => sum(lines, item => item.subtotalAmount ?? 0),
  'product.id': (_, lines) => lines.flatMap(({ ids }) => ids),
  'sku.id': (_, lines) => lines.flatMap(({ ids }) => ids),
  'product.price': (_, lines) => pricesOf(lines),
  'sku.price': (_, lines) => pricesOf(lines),
  'product.quantity': (_, lines) => lines.map(({ item }) => item.quantity),
  'sku.quantity': (_, lines) => lines.map(({ item }) => item.quantity),
  'product.metadata': (_, lines, property) => productMetadataOf(lines, property),
  'product.metadata.match_all': (_, lines, property) => productMetadataOf(lines, property)
}

function orderFact(
  name: string,
  property: string,
  order: Order,
  lines: readonly Line[]
): Lookup<Line> {
  const found = ORDER_FACTS[name]?.(order, lines, property)
  return isLookup(found) ? found : lookedUp(found)
}

function isLookup(found: Lookup<Line> | Value | undefined): found is Lookup<Line> {
  return typeof found === 'object' && found !== null && 'kind' in found && found.kind === 'lines'
}

function lookedUp(value: Value | undefined): Lookup<Line> {
  return value === undefined || value === null ? MISSING : { kind: 'known', value }
}

/** What was said, and nothing that every object has: `constructor` may be a property's name. */
function own(metadata: Metadata, property: string): Value | undefined {
  return Object.hasOwn(metadata, property) ? metadata[property] : undefined
}

function pricesOf(lines: readonly Line[]): Value {
  return lines.map(({ item }) => item.price).filter(price => price !== null)
}

function metadataOf(lines: readonly Line[], property: string): Value {
  return lines.map(({ item }) => own(item.metadata, property) ?? null)
}

function productMetadataOf(lines: readonly Line[], property: string): Value {
  return lines.map(({ item }) => own(item.product?.metadata ?? {}, property) ?? null)
}

function sum(lines: readonly Line[], of: (item: OrderItem) => number): number {
  return lines.reduce((total, { item }) => total + of(item), 0)
}

/** The lines with the lowest (−1) or highest (1) unit price; lines without one take no part. */
function extreme(lines: readonly Line[], sign: -1 | 1): readonly Line[] {
  const priced = lines.filter(({ item }) => item.price !== null)
  const best = priced.reduce(
    (most, { item }) => Math.max(most, sign * Number(item.price)),
    -Infinity
  )
  return priced.filter(({ item }) => sign * Number(item.price) === best)
}

/** Why a redemption breaks a rule that binds it. */
export interface Violation {
  readonly code: FailureCode
  readonly details: string
  readonly errorMessage?: string
}

/** Customer rules are said before order rules, and those before all others. */
const PRECEDENCE = [
  'customer_rules_violated',
  'order_rules_violated',
  'redemption_rules_violated'
] as const

/** The most telling violation of all the rules that bind, or null when all hold. */
export function violatedRule(rules: readonly BoundRule[], known: Known, at: At): Violation | null {
  let worst: { readonly rank: number; readonly violation: Violation } | null = null
  for (const { rule } of rules) {
    const { status, reasons } = judge(rule.rules, factsOf(known), at)
    if (status === 'holds') continue
    // INVARIANT: a rule that does not hold says why.
    const reason = reasons.toSorted((one, other) => rankOf(one) - rankOf(other))[0] as Reason
    const rank = rankOf(reason)
    if (worst !== null && worst.rank <= rank) continue
    const words = reason.errorMessage ?? rule.errorMessage
    const violation = {
      code: PRECEDENCE[rank] as FailureCode,
      details: `Validation rule ${rule.name} (${rule.id}): ${explained(reason)}`,
      ...(words === null ? {} : { errorMessage: words })
    }
    worst = { rank, violation }
  }
  return worst === null ? null : worst.violation
}

function explained({ entry, message }: Reason): string {
  return `entry ${entry}, ${message}`
}

function rankOf({ category }: Reason): number {
  switch (category) {
    case 'customer':
      return 0
    case 'order':
    case 'product':
      return 1
    default:
      return 2
  }
}
