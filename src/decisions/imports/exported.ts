/**
 * The columns that files of exports have beside those of an import, and what they say in the
 * columns of the import. An export shows some things in other columns than an import takes them
 * from, and some that only the service writes: ids, instants, totals. The latter have no effect,
 * because they are another's here. What an import cannot make of a row is refused, so that nothing
 * gets lost without a word.
 * Spec: ExportParameters.fields,
 * openapi/behaviour/imports-and-erasure.md#customers-vouchers-and-orders-go-round.
 */
import type { Discount, Json, VoucherType } from '../../model.ts'
import { EXPORT_CELLS } from '../exports.ts'
import {
  type Cell,
  type Columns,
  FLAG,
  type ImportRow,
  KEY,
  type Misread,
  numberUpTo,
  oneOf,
  optional,
  type RowFinding,
  type RowValues,
  readRow,
  TEXT,
  WHOLE
} from './columns.ts'

const WRITTEN = optional(
  { expects: 'anything', read: (cell: Json) => cell },
  'only the service writes it; it has no effect'
)

/** What no voucher has, or none of its type. */
const NOTHING: Cell<never> = { expects: 'empty', read: () => undefined }

/** In the unit of the type: an amount, a number of percent or of units. */
const VALUE: Cell<number> = {
  expects: `a number from 0 to ${Number.MAX_SAFE_INTEGER}`,
  read: numberUpTo(Number.MAX_SAFE_INTEGER)
}

const OF_VOUCHERS = {
  voucher_type: optional(
    oneOf('GIFT_VOUCHER', 'DISCOUNT_VOUCHER', 'LOYALTY_CARD'),
    'the type of the vouchers of the import'
  ),
  campaign: optional(KEY, 'the campaign of the import'),
  campaign_id: { ...optional(KEY, 'the same by its id'), as: ['campaign'] },
  value: {
    ...optional(VALUE, 'the amount of a gift voucher, or what a discount takes off'),
    as: ['amount', 'discount']
  },
  discount_type: {
    ...optional(oneOf('AMOUNT', 'PERCENT', 'FIXED', 'UNIT'), 'what value means'),
    as: ['discount']
  },
  discount_amount_limit: optional(WHOLE, 'the most that it takes off'),
  discount_effect: optional(TEXT, 'what the discount applies to'),
  discount_unit_type: optional(TEXT, 'the product or SKU that it adds'),
  discount_unit_effect: optional(TEXT, 'discount_effect again'),
  gift_balance: { ...optional(WHOLE, 'balance of a gift voucher'), as: ['balance'] },
  loyalty_balance: { ...optional(WHOLE, 'balance of a loyalty card'), as: ['balance'] },
  customer_source_id: { ...optional(KEY, 'customer'), as: ['customer'] },
  customer_id: { ...optional(TEXT, 'customer_source_id says who it is'), as: ['customer'] },
  validity_timeframe_interval: {
    ...optional(TEXT, 'the interval of validity_timeframe'),
    as: ['validity_timeframe']
  },
  validity_timeframe_duration: optional(TEXT, 'the duration of validity_timeframe'),
  is_referral_code: optional(FLAG, 'false'),
  validation_rules_id: optional(TEXT, 'empty'),
  formula: optional(NOTHING, 'empty'),
  qr_code: optional(NOTHING, 'empty'),
  bar_code: optional(NOTHING, 'empty'),
  discount: optional(NOTHING, 'the whole discount of a discount voucher; else empty'),
  gift_effect: optional(NOTHING, 'what the credit of a gift voucher pays; else empty'),
  lots: optional(NOTHING, 'the points of a loyalty card by their last day; else empty'),
  id: WRITTEN,
  created_at: WRITTEN,
  updated_at: WRITTEN
} as const

const OF_ORDERS = {
  id: WRITTEN,
  updated_at: WRITTEN,
  returned_amount: WRITTEN,
  items_discount_amount: optional(WHOLE, 'what the discounts of the lines add up to'),
  total_discount_amount: optional(WHOLE, 'what all discounts add up to'),
  total_amount: optional(WHOLE, 'what is left to pay'),
  customer_source_id: { ...optional(KEY, 'customer'), as: ['customer'] },
  referrer_source_id: { ...optional(KEY, 'referrer'), as: ['referrer'] },
  customer_id: {
    ...optional(KEY, 'who ordered, by the id that this service gave, where no source_id says it'),
    as: ['customer']
  },
  referrer_id: { ...optional(KEY, 'who referred them, likewise'), as: ['referrer'] }
} as const

const OF_CUSTOMERS: Columns = Object.fromEntries(
  Object.keys(EXPORT_CELLS.customer).map(field => [field, WRITTEN])
)

export const EXPORTED = {
  customer: OF_CUSTOMERS,
  voucher: OF_VOUCHERS,
  order: OF_ORDERS
} as const satisfies { readonly [noun: string]: Columns }

export type ExportedNoun = keyof typeof EXPORTED

/** Those of them that an import has not by itself. */
export function exportedBeside(noun: ExportedNoun, own: Columns): Columns {
  const others = Object.entries(EXPORTED[noun]).filter(([name]) => !Object.hasOwn(own, name))
  return Object.fromEntries(others.map(([name, column]) => [name, { ...column, isExported: true }]))
}

export interface Translated {
  readonly row: ImportRow
  /** A discount as `value` and the columns beside it show it, which is not all of it. */
  readonly discount: Discount | null
}

/** A row of vouchers whose export columns are said in those of the import, or what contradicts. */
export function voucherFromExport(
  type: VoucherType,
  exported: ImportRow,
  own: ImportRow
): Translated | Misread {
  const read = readRow(OF_VOUCHERS, exported)
  if ('findings' in read) return read
  const { values } = read
  const { validity_timeframe_interval: interval, validity_timeframe_duration: duration } = values
  const isWindow = interval !== null && duration !== null
  // The column, the one of the import that says the same, and its cell.
  const said: (readonly [string, string, Json])[] = [
    ['customer_source_id', 'customer', values.customer_source_id],
    ['campaign', 'campaign', values.campaign ?? own['campaign'] ?? values.campaign_id],
    ...(type === 'GIFT_VOUCHER'
      ? ([
          ['value', 'amount', values.value],
          ['gift_balance', 'balance', values.gift_balance]
        ] as const)
      : []),
    ...(type === 'LOYALTY_CARD'
      ? [['loyalty_balance', 'balance', values.loyalty_balance] as const]
      : []),
    [
      'validity_timeframe_interval',
      'validity_timeframe',
      isWindow ? JSON.stringify({ interval, duration }) : null
    ]
  ]
  const findings = [
    ...refused(type, values),
    ...said.flatMap(([column, name, cell]) => contradicts(column, cell, name, own[name] ?? null))
  ]
  const isCoupon = type === 'DISCOUNT_VOUCHER'
  if (isCoupon) findings.push(...discountFindings(values))
  if (findings.length > 0) return { findings }
  const cells = said.flatMap(([, name, cell]) => (cell === null ? [] : [[name, cell]]))
  return {
    row: { ...Object.fromEntries(cells), ...own },
    discount: isCoupon ? discountOf(values) : null
  }
}

/** Two columns that say the same must agree. */
function contradicts(column: string, cell: Json, name: string, other: Json): readonly RowFinding[] {
  if (cell === null || other === null || other === cell) return []
  return [{ column, message: `is ${cell}, and ${name} is ${String(other)}; write one of them` }]
}

type Shown = RowValues<typeof OF_VOUCHERS>

function refused(type: VoucherType, shown: Shown): RowFinding[] {
  const { validity_timeframe_interval: interval, validity_timeframe_duration: duration } = shown
  const found: (readonly [string, boolean, string])[] = [
    ['voucher_type', (shown.voucher_type ?? type) !== type, `must be ${type} here`],
    [
      'customer_id',
      shown.customer_id !== null && shown.customer_source_id === null,
      'is of a customer without a source_id, whom no import finds; give them one'
    ],
    [
      interval === null ? 'validity_timeframe_interval' : 'validity_timeframe_duration',
      (interval === null) !== (duration === null),
      'is empty, and the other half of validity_timeframe is not; write both or none'
    ],
    [
      'is_referral_code',
      shown.is_referral_code === true,
      'must be false; its campaign makes those'
    ],
    [
      'validation_rules_id',
      shown.validation_rules_id !== null,
      'cannot be imported; empty it, and assign the rules by createValidationRuleAssignment'
    ]
  ]
  return found.flatMap(([column, isSo, message]) => (isSo ? [{ column, message }] : []))
}

const TAKEN_OFF = {
  AMOUNT: 'amount_off',
  PERCENT: 'percent_off',
  FIXED: 'fixed_amount',
  UNIT: 'unit_off'
} as const

function discountFindings(shown: Shown): RowFinding[] {
  const { value, discount_type: type, discount_effect: effect, discount_unit_effect: again } = shown
  if (type === null && (value !== null || Object.keys(partsOf(shown)).length > 0)) {
    return [{ column: 'discount_type', message: 'is empty, but must say what value means' }]
  }
  if (again === null || again === (effect ?? again)) return []
  return [{ column: 'discount_unit_effect', message: `must be ${effect}, as discount_effect` }]
}

function discountOf(shown: Shown): Discount | null {
  const { value, discount_type: type } = shown
  if (type === null) return null
  return { type, ...(value !== null && { [TAKEN_OFF[type]]: value }), ...partsOf(shown) }
}

function partsOf(shown: Shown): { readonly [part: string]: Json } {
  const parts = {
    amount_limit: shown.discount_amount_limit,
    unit_type: shown.discount_unit_type,
    effect: shown.discount_effect ?? shown.discount_unit_effect
  }
  return Object.fromEntries(Object.entries(parts).filter(([, cell]) => cell !== null))
}

export function asExported(discount: Discount): Discount {
  const { type, effect } = discount
  const shown = [TAKEN_OFF[type], 'amount_limit', 'unit_type'].flatMap(name => {
    const value = discount[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { type, ...Object.fromEntries(shown), ...(effect !== undefined && { effect }) }
}

interface OrderSaid {
  readonly customer: string | null
  readonly referrer: string | null
  readonly amount: number | null
  readonly discount_amount: number | null
  readonly items: unknown
}

/** Whom an order is of, by the names that this service, or the one that exported it, has for them. */
interface OrderOf {
  readonly customer: { readonly id: string } | { readonly sourceId: string } | null
  readonly referrer: string | null
}

/** Whom the order of a row is of. Without its lines, one is not made where they had discounts. */
export function orderFromExport(
  exported: ImportRow,
  { customer, referrer, amount, discount_amount: given, items }: OrderSaid
): OrderOf | Misread {
  const read = readRow(OF_ORDERS, exported)
  if ('findings' in read) return read
  const { values } = read
  const discount = given ?? 0
  const sums = [
    ['items_discount_amount', values.items_discount_amount, 0],
    ['total_discount_amount', values.total_discount_amount, discount],
    ['total_amount', values.total_amount, amount === null ? null : amount - discount]
  ] as const
  const findings = sums.flatMap(([column, sum, due]): RowFinding[] => {
    if (items !== null || sum === null || sum === due) return []
    const message = `is ${sum}, but this row without items makes it ${due ?? 'nothing'}; import the order with its items by importOrders`
    return [{ column, message }]
  })
  const names = [
    ['customer_source_id', values.customer_source_id, 'customer', customer],
    ['referrer_source_id', values.referrer_source_id, 'referrer', referrer]
  ] as const
  findings.push(
    ...names.flatMap(([column, cell, name, own]) => contradicts(column, cell, name, own))
  )
  if (findings.length > 0) return { findings }
  const { customer_id: id } = values
  const sourceId = customer ?? values.customer_source_id
  return {
    customer: sourceId !== null ? { sourceId } : id === null ? null : { id },
    referrer: referrer ?? values.referrer_source_id ?? values.referrer_id
  }
}

/** The column of a row that says what an import takes from `column`. */
export function columnSent(column: string, row: ImportRow): string {
  if (Object.hasOwn(row, column)) return column
  const all: readonly Columns[] = Object.values(EXPORTED)
  const sent = all
    .flatMap(columns => Object.entries(columns))
    .find(([name, { as = [] }]) => as.includes(column) && (row[name] ?? '') !== '')
  return sent?.[0] ?? column
}

export function parted(
  row: ImportRow,
  exported: Columns
): { readonly exported: ImportRow; readonly own: ImportRow } {
  const names = Object.groupBy(Object.keys(row), name =>
    Object.hasOwn(exported, name) ? 'exported' : 'own'
  )
  const pick = (of: readonly string[] = []): ImportRow =>
    Object.fromEntries(of.map(name => [name, row[name] as Json]))
  return { exported: pick(names.exported), own: pick(names.own) }
}
