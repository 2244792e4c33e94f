/**
 * Reads the `loyalty` block of an earning rule: the document has a different place for the figures
 * of each calculation, and the model has one.
 *
 * A block that the calculation does not use is refused and not ignored, because its author expects
 * it to count.
 *
 * Spec: EarningRequest.
 */
import type { Earning, ItemTarget } from '../../model.ts'
import { blockOf, type Calculation } from '../../rules/earning.ts'
import type { Refusal } from '../refusals.ts'
import { invalidPayload, missingParam, quote } from '../request-refusals.ts'

export type Sent<Value> = Value | null | undefined

/** The figures as sent. `object` and `id` name one target, `applicableTo` names several. */
export interface LoyaltyBlock {
  readonly every?: Sent<number>
  readonly points?: Sent<number | string>
  readonly property?: Sent<string>
  readonly object?: Sent<ItemTarget['object']>
  readonly id?: Sent<string>
  readonly applicableTo?: Sent<readonly ItemTarget[]>
}

export interface Loyalty {
  readonly type: Earning['type']
  /** With FIXED; numeric text is read as a number. */
  readonly points?: Sent<number | string>
  readonly calculationType?: Sent<Calculation>
  readonly order?: Sent<{
    readonly amount?: Sent<LoyaltyBlock>
    readonly totalAmount?: Sent<LoyaltyBlock>
    readonly metadata?: Sent<LoyaltyBlock>
  }>
  readonly orderItems?: Sent<{
    readonly amount?: Sent<LoyaltyBlock>
    readonly subtotalAmount?: Sent<LoyaltyBlock>
    readonly quantity?: Sent<LoyaltyBlock>
  }>
  readonly customer?: Sent<{ readonly metadata?: Sent<LoyaltyBlock> }>
  readonly customEvent?: Sent<{ readonly metadata?: Sent<LoyaltyBlock> }>
}

/** The place of a rule in its request: as a prefix of paths (`[2]`), and in words. */
export interface RuleIndex {
  readonly at: string
  readonly words: string
}

/** The earning of a block; its numbers and its event are checked elsewhere. */
export function readEarning(
  loyalty: Loyalty,
  index: RuleIndex
): { readonly earning: Earning } | { readonly refusal: Refusal } {
  const { calculationType: calculation } = loyalty
  const blocks = blocksOf(loyalty)
  if (loyalty.type === 'FIXED') {
    const odd = calculation == null ? [...blocks.keys()][0] : 'calculation_type'
    if (odd !== undefined) return { refusal: unused(odd, 'FIXED', index) }
    if (loyalty.points == null) return { refusal: missing('points', index) }
    const fixed = pointsOf(loyalty.points, 'points', index)
    return 'refusal' in fixed ? fixed : { earning: { type: 'FIXED', ...fixed } }
  }
  if (calculation == null) return { refusal: missing('calculation_type', index) }
  const path = blockOf(calculation)
  const block = blocks.get(path)
  if (block === undefined) return { refusal: missing(path, index) }
  const odd = loyalty.points == null ? [...blocks.keys()].find(key => key !== path) : 'points'
  if (odd !== undefined) return { refusal: unused(odd, calculation, index) }
  return proportional(calculation, block, path, index)
}

function proportional(
  calculation: Calculation,
  block: LoyaltyBlock,
  path: string,
  index: RuleIndex
): { readonly earning: Earning } | { readonly refusal: Refusal } {
  if (block.every == null) return { refusal: missing(`${path}.every`, index) }
  if (block.points == null) return { refusal: missing(`${path}.points`, index) }
  const step = pointsOf(block.points, `${path}.points`, index)
  if ('refusal' in step) return step
  const targets = targetsOf(block, path, index)
  if ('refusal' in targets) return targets
  const earning: Earning = {
    type: 'PROPORTIONAL',
    calculation,
    every: block.every,
    ...step,
    property: block.property ?? null,
    ...targets
  }
  return { earning }
}

/** The blocks that were sent, by their path on the wire. */
function blocksOf({ order, orderItems, customer, customEvent }: Loyalty) {
  const all: readonly (readonly [string, Sent<LoyaltyBlock>])[] = [
    ['order.amount', order?.amount],
    ['order.total_amount', order?.totalAmount],
    ['order.metadata', order?.metadata],
    ['order_items.amount', orderItems?.amount],
    ['order_items.subtotal_amount', orderItems?.subtotalAmount],
    ['order_items.quantity', orderItems?.quantity],
    ['customer.metadata', customer?.metadata],
    ['custom_event.metadata', customEvent?.metadata]
  ]
  const sent = all.flatMap(([path, block]) => (block == null ? [] : [[path, block] as const]))
  return new Map(sent)
}

function targetsOf(
  { object, id, applicableTo }: LoyaltyBlock,
  path: string,
  index: RuleIndex
): { readonly targets: readonly ItemTarget[] | null } | { readonly refusal: Refusal } {
  if (object == null && id == null) return { targets: applicableTo ?? null }
  if (object == null) return { refusal: missing(`${path}.object`, index) }
  if (id == null) return { refusal: missing(`${path}.id`, index) }
  // Answers repeat the first of several targets in `object` and `id`, and clients send answers
  // back.
  const [first] = applicableTo ?? [{ object, id }]
  if (first?.object === object && first.id === id) {
    return { targets: applicableTo ?? [{ object, id }] }
  }
  const message = 'object and id say another target than applicable_to; send one of the two'
  return { refusal: invalidPayload(`${index.at}.loyalty.${path}.object`, message) }
}

/** Whole numbers as JSON numbers or as digits; other limits are checked later. */
function pointsOf(
  points: number | string,
  path: string,
  { at }: RuleIndex
): { readonly points: number } | { readonly refusal: Refusal } {
  if (typeof points === 'number') return { points }
  if (/^\d+$/.test(points)) return { points: Number(points) }
  const message = `'${quote(points)}' is not a whole number of at least 1.`
  return { refusal: invalidPayload(`${at}.loyalty.${path}`, message) }
}

function missing(path: string, { words }: RuleIndex): Refusal {
  return missingParam(`loyalty.${path}`, words)
}

function unused(path: string, by: string, { at }: RuleIndex): Refusal {
  return invalidPayload(`${at}.loyalty.${path}`, `${by} has no use for it; leave it out`)
}
