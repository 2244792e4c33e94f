/**
 * How many points an earning rule gives for an event.
 *
 * One table has a row for each calculation: where its figures are in the document, which events
 * have the facts for it, and how it measures them. points.ts turns the measure into points. The
 * decisions have checked before that the rule is active, in its dates and satisfied.
 *
 * Spec: EarningRule.event, Earning.
 */
import type { Mistake } from './mistake.ts'
import { pointsPerStep } from './points.ts'

export interface ItemTarget {
  readonly object: 'product' | 'sku' | 'products_collection'
  readonly id: string
}

export type Calculation =
  | 'ORDER_AMOUNT'
  | 'ORDER_TOTAL_AMOUNT'
  | 'ORDER_METADATA'
  | 'ORDER_ITEMS_AMOUNT'
  | 'ORDER_ITEMS_SUBTOTAL_AMOUNT'
  | 'ORDER_ITEMS_QUANTITY'
  | 'CUSTOMER_METADATA'
  | 'CUSTOM_EVENT_METADATA'

export type Earning =
  | {
      readonly type: 'FIXED'
      /** Whole, at least 1. */
      readonly points: number
    }
  | {
      readonly type: 'PROPORTIONAL'
      readonly calculation: Calculation
      /** Whole, at least 1, in the unit of the measure. */
      readonly every: number
      /** For each complete `every`; whole, at least 1. */
      readonly points: number
      /** The numeric metadata property of a …_METADATA calculation; null for the others. */
      readonly property: string | null
      /** The goods whose lines count for an ORDER_ITEMS_… calculation; null for the others. */
      readonly targets: readonly ItemTarget[] | null
    }

/** A line of the order. A line without a price has null amounts and adds nothing. */
interface MeasuredLine {
  /** The ids of its product, its SKU and every collection that holds one of them. */
  readonly ids: readonly string[]
  readonly amount: number | null
  readonly subtotalAmount: number | null
  readonly quantity: number
  /** Units that a discount gives away; they earn nothing. */
  readonly freeQuantity: number
}

type Properties = { readonly [property: string]: unknown }

/** The measures of an event; null where it has no order, or is no custom event. */
export interface Measures {
  /** Before discounts, smallest unit. */
  readonly orderAmount: number | null
  /** After discounts, smallest unit. */
  readonly orderTotalAmount: number | null
  readonly orderMetadata: Properties | null
  readonly lines: readonly MeasuredLine[] | null
  readonly customerMetadata: Properties | null
  readonly eventMetadata: Properties | null
}

type Proportional = Extract<Earning, { type: 'PROPORTIONAL' }>
export type EventKind = 'order' | 'segment' | 'tier' | 'custom'

interface CalculationRow {
  /** The place of `every` and `points` inside `loyalty`. */
  readonly block: `${'order' | 'order_items' | 'customer' | 'custom_event'}.${string}`
  readonly events: readonly EventKind[]
  /** The further field that the calculation needs; the other one is refused. */
  readonly needs: 'property' | 'targets' | null
  readonly measure: (measures: Measures, earning: Proportional) => number
}

const ORDER = ['order'] as const

const CALCULATIONS: { readonly [Name in Calculation]: CalculationRow } = {
  ORDER_AMOUNT: {
    block: 'order.amount',
    events: ORDER,
    needs: null,
    measure: ({ orderAmount }) => orderAmount ?? 0
  },
  ORDER_TOTAL_AMOUNT: {
    block: 'order.total_amount',
    events: ORDER,
    needs: null,
    measure: ({ orderTotalAmount }) => orderTotalAmount ?? 0
  },
  ORDER_METADATA: {
    block: 'order.metadata',
    events: ORDER,
    needs: 'property',
    measure: ({ orderMetadata }, { property }) => numeric(orderMetadata, property)
  },
  ORDER_ITEMS_AMOUNT: {
    block: 'order_items.amount',
    events: ORDER,
    needs: 'targets',
    measure: ({ lines }, { targets }) => sum(lines, targets, ({ amount }) => amount ?? 0)
  },
  ORDER_ITEMS_SUBTOTAL_AMOUNT: {
    block: 'order_items.subtotal_amount',
    events: ORDER,
    needs: 'targets',
    measure: ({ lines }, { targets }) =>
      sum(lines, targets, ({ subtotalAmount }) => subtotalAmount ?? 0)
  },
  ORDER_ITEMS_QUANTITY: {
    block: 'order_items.quantity',
    events: ORDER,
    needs: 'targets',
    measure: ({ lines }, { targets }) =>
      sum(lines, targets, ({ quantity, freeQuantity }) => Math.max(quantity - freeQuantity, 0))
  },
  CUSTOMER_METADATA: {
    block: 'customer.metadata',
    events: ['order', 'segment', 'tier', 'custom'],
    needs: 'property',
    measure: ({ customerMetadata }, { property }) => numeric(customerMetadata, property)
  },
  CUSTOM_EVENT_METADATA: {
    block: 'custom_event.metadata',
    events: ['custom'],
    needs: 'property',
    measure: ({ eventMetadata }, { property }) => numeric(eventMetadata, property)
  }
}

/**
 * The points the rule gives, never negative; a missing or non-numeric measure counts as 0. Null
 * when the points exceed the integers that a number holds exactly.
 */
export function pointsEarned(earning: Earning, measures: Measures): number | null {
  if (earning.type === 'FIXED') return earning.points
  return pointsPerStep(CALCULATIONS[earning.calculation].measure(measures, earning), earning)
}

function numeric(properties: Properties | null, property: string | null): number {
  const value = properties === null || property === null ? null : properties[property]
  return typeof value === 'number' ? value : 0
}

/** A line that several targets name counts once. */
function sum(
  lines: readonly MeasuredLine[] | null,
  targets: readonly ItemTarget[] | null,
  of: (line: MeasuredLine) => number
): number {
  const ids = new Set((targets ?? []).map(({ id }) => id))
  return (lines ?? [])
    .filter(line => line.ids.some(id => ids.has(id)))
    .reduce((total, line) => total + of(line), 0)
}

/** The place of a calculation's figures inside `loyalty`, such as `order_items.quantity`. */
export function blockOf(calculation: Calculation): string {
  return CALCULATIONS[calculation].block
}

const TIER_EVENTS = ['joined', 'left', 'upgraded', 'downgraded', 'prolonged'].map(
  verb => `customer.loyalty.tier.${verb}`
)

/** The kind of an event by its name; every name that is not the service's own is a custom event. */
export function eventKind(event: string): EventKind {
  if (event === 'order.paid') return 'order'
  if (event === 'customer.segment.entered') return 'segment'
  return TIER_EVENTS.includes(event) ? 'tier' : 'custom'
}

/** The first mistake in how a rule for `event` earns, or null. */
export function earningMistake(event: string, earning: Earning): Mistake | null {
  if (earning.type === 'FIXED') return wholeMistake('loyalty.points', earning.points)
  const { calculation, every, points, property, targets } = earning
  const { block, events, needs } = CALCULATIONS[calculation]
  if (!events.includes(eventKind(event))) {
    const message = `${calculation} has nothing to measure when \`${event}\` happens.`
    return { property: 'loyalty.calculation_type', message }
  }
  const path = `loyalty.${block}`
  return (
    wholeMistake(`${path}.every`, every) ??
    wholeMistake(`${path}.points`, points) ??
    neededMistake(`${path}.property`, calculation, needs === 'property', property) ??
    neededMistake(`${path}.applicable_to`, calculation, needs === 'targets', targets)
  )
}

function wholeMistake(property: string, value: number): Mistake | null {
  if (Number.isSafeInteger(value) && value >= 1) return null
  return { property, message: `${value} is not a whole number of at least 1.` }
}

function neededMistake(
  property: string,
  calculation: Calculation,
  needed: boolean,
  value: { readonly length: number } | null
): Mistake | null {
  const given = value !== null && value.length > 0
  if (needed === given) return null
  const message = needed ? `${calculation} needs it.` : `${calculation} has no use for it.`
  return { property, message }
}
