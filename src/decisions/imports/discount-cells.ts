/**
 * What a cell may say of a discount beside what every decision looks at: the bounds that the
 * document has for the same discount in a request.
 *
 * Spec: DiscountRequest, DiscountedItemRequest, DiscountedUnitsRequest.
 */
import type { Discount, Json, Metadata } from '../../model.ts'
import { isLongerThan } from '../../rules/soundness.ts'

/** Kinds of units in one discount. */
const UNITS_MAX = 100

/** The discounts that the three columns of a row say; more than one is a mistake. */
export function discountsOf({
  percent_off,
  amount_off,
  discount
}: {
  readonly percent_off: number | null
  readonly amount_off: number | null
  readonly discount: Discount | null
}): readonly Discount[] {
  return [
    ...(percent_off === null ? [] : [{ type: 'PERCENT', percent_off } as const]),
    ...(amount_off === null ? [] : [{ type: 'AMOUNT', amount_off } as const]),
    ...(discount === null ? [] : [discount])
  ]
}

/** The first thing that no request could say, in words that follow its column; null for none. */
export function discountCellMistake(discount: Metadata): string | null {
  const { units, ...own } = discount
  const mistake = unitMistake(own, '')
  if (mistake !== null || !Array.isArray(units)) return mistake
  if (units.length > UNITS_MAX) return `has ${units.length} units, and may have ${UNITS_MAX}`
  for (const [index, unit] of (units as readonly Json[]).entries()) {
    const mistake = isObject(unit) ? unitMistake(unit, `units[${index}].`) : null
    if (mistake !== null) return mistake
  }
  return null
}

/** Of a discount, or of one of its units; `at` leads the names of its properties. */
function unitMistake(unit: Metadata, at: string): string | null {
  const empty = Object.keys(unit).find(name => unit[name] === null)
  if (empty !== undefined) return `has null for ${at}${empty}; leave it out`
  if (!isTextUpTo(unit['unit_type'] ?? '', 512)) {
    return `must have a text of at most 512 characters for ${at}unit_type`
  }
  const unfit = ['product', 'sku'].find(name => name in unit && !isReference(unit[name]))
  return unfit === undefined
    ? null
    : `must have an id and a name, and perhaps a source_id, as texts for ${at}${unfit}`
}

/** A product or SKU as answers are to show it. */
function isReference(value: Json | undefined): boolean {
  if (!isObject(value)) return false
  const { id, name, source_id: sourceId = '', ...others } = value
  const isWhole = Object.keys(others).length === 0 && id !== ''
  return isWhole && isTextUpTo(id, 64) && isTextUpTo(name, 512) && isTextUpTo(sourceId, 512)
}

export function isTextUpTo(value: Json | undefined, most: number): boolean {
  return typeof value === 'string' && !isLongerThan(value, most)
}

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
