/**
 * Checks that a discount makes sense for its type.
 *
 * A discount is kept in the words of the document, because callers write and read exactly these. A
 * property that the type does not use is refused and not ignored.
 *
 * Spec: VoucherDiscount, PromotionTier.action.
 */
import type { Discount, Json } from '../../model.ts'
import type { Mistake } from '../../rules/mistake.ts'
import { isWhole, quote } from '../request-refusals.ts'

/** The mistake of a value in words, or null. */
type ValueCheck = (value: Json) => string | null

interface Shape {
  readonly required: readonly string[]
  /** The fields of the type besides `type`, `effect` and `is_dynamic`. */
  readonly fields: { readonly [name: string]: ValueCheck }
  readonly effects: readonly string[]
}

const shown = (value: Json) => quote(JSON.stringify(value))

const wholeFrom =
  (min: number): ValueCheck =>
  value =>
    typeof value === 'number' && isWhole(value, min)
      ? null
      : `${shown(value)} is not a whole number of at least ${min}.`

const percent: ValueCheck = value =>
  typeof value === 'number' && value > 0 && value <= 100
    ? null
    : `${shown(value)} is not a percentage above 0 and up to 100.`

const text: ValueCheck = value =>
  typeof value === 'string' && value !== '' ? null : 'Expected the id or source id of a product.'

/** The product or SKU of a UNIT discount, as callers describe it. */
const reference: ValueCheck = value =>
  typeof value === 'object' && !Array.isArray(value) ? null : 'Expected an object.'

const ITEM_EFFECTS = ['APPLY_TO_ORDER', 'APPLY_TO_ITEMS']

const UNIT_FIELDS = {
  unit_off: wholeFrom(1),
  unit_type: text,
  product: reference,
  sku: reference
}

const SHAPES: { readonly [Type in Exclude<Discount['type'], 'UNIT'>]: Shape } = {
  AMOUNT: {
    required: ['amount_off'],
    fields: { amount_off: wholeFrom(1), aggregated_amount_limit: wholeFrom(1) },
    effects: [
      ...ITEM_EFFECTS,
      'APPLY_TO_ITEMS_PROPORTIONALLY',
      'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY',
      'APPLY_TO_ITEMS_BY_QUANTITY'
    ]
  },
  PERCENT: {
    required: ['percent_off'],
    fields: {
      percent_off: percent,
      amount_limit: wholeFrom(1),
      aggregated_amount_limit: wholeFrom(1)
    },
    effects: ITEM_EFFECTS
  },
  FIXED: {
    required: ['fixed_amount'],
    fields: { fixed_amount: wholeFrom(0) },
    effects: ITEM_EFFECTS
  }
}

const ONE_UNIT: Shape = {
  required: ['unit_off', 'unit_type'],
  fields: UNIT_FIELDS,
  // ADD_SAME_ITEMS is a word of the document that nothing here can carry out.
  effects: ['ADD_MISSING_ITEMS', 'ADD_NEW_ITEMS', 'ADD_MANY_ITEMS']
}

/** One row of a discount that adds several kinds of units. */
const UNIT_LINE: Shape = {
  required: ['unit_off', 'unit_type', 'effect'],
  fields: UNIT_FIELDS,
  effects: ['ADD_NEW_ITEMS', 'ADD_MISSING_ITEMS']
}

const MANY_UNITS: Shape = {
  required: ['units'],
  fields: { units: () => null },
  effects: ['ADD_MANY_ITEMS']
}

/** The first mistake of a discount, or null; `at` is its path on the wire. */
export function discountMistake(discount: Discount, at: string): Mistake | null {
  if (discount.type !== 'UNIT') return shapeMistake(discount, SHAPES[discount.type], at)
  const { units } = discount as { readonly units?: Json }
  if (units === undefined) return shapeMistake(discount, ONE_UNIT, at)
  const mistake = shapeMistake(discount, MANY_UNITS, at)
  if (mistake !== null) return mistake
  if (!Array.isArray(units) || units.length === 0) {
    return { property: `${at}.units`, message: 'Expected at least one unit to add.' }
  }
  for (const [index, unit] of (units as readonly Json[]).entries()) {
    const mistake = unitMistake(unit, `${at}.units[${index}]`)
    if (mistake !== null) return mistake
  }
  return null
}

function unitMistake(unit: Json, at: string): Mistake | null {
  if (reference(unit) !== null || unit === null) {
    return { property: at, message: 'Expected an object with unit_off, unit_type and effect.' }
  }
  const { type, ...line } = unit as { readonly [key: string]: Json }
  if (type !== undefined) return { property: `${at}.type`, message: 'A unit has none.' }
  return shapeMistake(line, UNIT_LINE, at)
}

function shapeMistake(
  discount: { readonly [key: string]: Json | undefined },
  { required, fields, effects }: Shape,
  at: string
): Mistake | null {
  const missing = required.find(name => discount[name] == null)
  if (missing !== undefined) {
    return { property: `${at}.${missing}`, message: 'It is required and was not sent.' }
  }
  for (const [name, value] of Object.entries(discount)) {
    if (name === 'type' || value == null) continue
    const message = fieldMistake(name, value, fields, effects)
    if (message !== null) return { property: `${at}.${name}`, message }
  }
  return null
}

function fieldMistake(
  name: string,
  value: Json,
  fields: Shape['fields'],
  effects: readonly string[]
): string | null {
  if (name === 'effect') {
    return effects.includes(value as string)
      ? null
      : `${shown(value)} is not one of ${effects.join(', ')}.`
  }
  if (name === 'is_dynamic') {
    return value === false ? null : 'Discounts by formula are not supported; expected false.'
  }
  const check = Object.hasOwn(fields, name) ? fields[name] : undefined
  return check === undefined
    ? `A discount of this type has only ${Object.keys(fields).join(', ')} and effect.`
    : check(value)
}
