/**
 * Arbitrary carts, rules and stacks of redeemables.
 *
 * The goods are few, so that redeemables meet on the same lines; the amounts are odd, so that every
 * share has to be rounded.
 */
import {
  type Cart,
  heldBackFor,
  type OpenedLine,
  type StoredDiscount
} from '../../../src/rules/discounts/cart.ts'
import {
  applyDiscount,
  applyGift,
  applyPoints,
  type CalculationMode,
  type Step
} from '../../../src/rules/discounts/steps.ts'
import type { Applicability, ApplicableItem } from '../../../src/rules/validation.ts'
import type { Chance } from '../../support/chance.ts'
import { goodsOf, lineOf } from './carts.ts'

const NAMES = ['mug', 'pen', 'tea', 'pot'] as const
const PRICES = { mug: 1001, pen: 7, tea: 333, pot: null }
const GOODS = Object.fromEntries(NAMES.map(name => [name, goodsOf(name, PRICES[name])]))

/** A line; `isEchoed`: perhaps one that came back with free units. */
export function anyLine({ pick, between, once }: Chance, isEchoed: boolean): OpenedLine {
  const name = pick(NAMES)
  const quantity = between(1, 6)
  const price = once(8) ? null : between(0, 3000)
  const sent = once(6) ? between(0, 5000) : null
  const amount = sent ?? (price === null ? null : price * quantity)
  return lineOf(name, quantity, price, {
    ids: once(2) ? [name, 'shop'] : [name],
    amount,
    discountAmount: once(3) ? between(0, 1500) : null,
    discountQuantity: once(6) ? between(0, 3) : null,
    initialQuantity: isEchoed && once(2) ? between(0, 4) : null
  })
}

export function anyLines(random: Chance, isEchoed: boolean): readonly OpenedLine[] {
  return Array.from({ length: random.between(0, 5) }, () => anyLine(random, isEchoed))
}

const EFFECTS = [
  'APPLY_TO_EVERY',
  'APPLY_TO_CHEAPEST',
  'APPLY_FROM_CHEAPEST',
  'APPLY_TO_MOST_EXPENSIVE',
  'APPLY_FROM_MOST_EXPENSIVE'
]

function anyEntry({ pick, between, once }: Chance): ApplicableItem {
  const id = pick([...NAMES, 'shop'])
  const limit = (n: number, most: number) => (once(n) ? between(0, most) : null)
  return {
    object: id === 'shop' ? 'products_collection' : 'product',
    id,
    sourceId: null,
    effect: once(2) ? pick(EFFECTS) : null,
    quantityLimit: limit(4, 4),
    aggregatedQuantityLimit: limit(4, 8),
    amountLimit: limit(4, 900),
    aggregatedAmountLimit: limit(4, 1500),
    skipInitially: limit(3, 3),
    repeat: once(3) ? between(1, 3) : null,
    target: once(2) ? pick(['ITEM', 'UNIT']) : null,
    price: limit(6, 900)
  }
}

/** Often none: then everything counts. */
export function anyApplicability(random: Chance): readonly Applicability[] {
  const { between, once } = random
  const entries = (most: number) => Array.from({ length: between(0, most) }, () => anyEntry(random))
  return Array.from({ length: between(0, 2) }, () => ({
    included: entries(3),
    excluded: once(3) ? entries(1) : [],
    includedAll: once(5)
  }))
}

const AMOUNT_EFFECTS = [
  'APPLY_TO_ORDER',
  'APPLY_TO_ITEMS',
  'APPLY_TO_ITEMS_BY_QUANTITY',
  'APPLY_TO_ITEMS_PROPORTIONALLY',
  'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY'
]

function anyUnit({ pick, between }: Chance) {
  const effect = pick(['ADD_NEW_ITEMS', 'ADD_MISSING_ITEMS'])
  return { unit_off: between(1, 4), unit_type: pick([...NAMES, 'shipping']), effect }
}

/** A discount that gives units. */
export function anyUnits(random: Chance): StoredDiscount {
  if (!random.once(3)) return { type: 'UNIT', ...anyUnit(random) }
  const units = Array.from({ length: random.between(1, 3) }, () => anyUnit(random))
  return { type: 'UNIT', effect: 'ADD_MANY_ITEMS', units }
}

export function anyDiscount(random: Chance): StoredDiscount {
  const { pick, between, once } = random
  const named = (effects: readonly string[]) => (once(4) ? {} : { effect: pick(effects) })
  const limit = (name: string) => (once(4) ? { [name]: between(1, 2000) } : {})
  const ITEMS = AMOUNT_EFFECTS.slice(0, 2)
  switch (pick(['AMOUNT', 'PERCENT', 'FIXED', 'UNIT'] as const)) {
    case 'AMOUNT': {
      const limits = limit('aggregated_amount_limit')
      return { type: 'AMOUNT', amount_off: between(1, 3000), ...named(AMOUNT_EFFECTS), ...limits }
    }
    case 'PERCENT': {
      const percent_off = between(1, 1000) / 10
      const limits = { ...limit('amount_limit'), ...limit('aggregated_amount_limit') }
      return { type: 'PERCENT', percent_off, ...named(ITEMS), ...limits }
    }
    case 'FIXED':
      return { type: 'FIXED', fixed_amount: between(0, 3000), ...named(ITEMS) }
    case 'UNIT':
      return anyUnits(random)
  }
}

export function anyMode({ pick, once }: Chance): CalculationMode {
  return {
    base: pick(['DISCOUNTED_AMOUNT', 'INITIAL_AMOUNT']),
    products: once(4) ? 'ONCE' : 'STACK'
  }
}

/** What a redeemable does to a cart, or null where it is refused. */
export type Redeemable = (cart: Cart) => (Step & { readonly taken?: number }) | null

export function discountOf(
  discount: StoredDiscount,
  applicability: readonly Applicability[],
  mode: CalculationMode
): Redeemable {
  return cart => {
    const step = applyDiscount(cart, { discount, applicability, mode, goods: GOODS })
    return 'refused' in step ? null : step
  }
}

/** Any redeemable; a card has at most so much. */
export function anyRedeemable(random: Chance, balance: number): Redeemable {
  const { between, pick, once } = random
  const terms = { applicability: anyApplicability(random), mode: anyMode(random) }
  const named = once(2) ? between(1, balance) : null
  if (once(5)) {
    const effect = pick(['APPLY_TO_ORDER', 'APPLY_TO_ITEMS', null] as const)
    return cart => {
      const step = applyGift(cart, { ...terms, effect, balance, credits: named })
      return 'refused' in step ? null : step
    }
  }
  if (once(5)) {
    const ratio = { exchangeRatio: pick(['1', '0.07', '20']), pointsRatio: pick([1, 3, 100]) }
    return cart => {
      const step = applyPoints(cart, { ...terms, ratio, balance, points: named })
      return 'refused' in step ? null : step
    }
  }
  return discountOf(anyDiscount(random), terms.applicability, terms.mode)
}

type Taken = Step & { readonly taken?: number }

/** A cart to begin with, and the steps that are taken on it. */
interface Walk {
  readonly opened: Cart
  readonly steps: readonly Taken[]
}

/**
 * The steps of redeemables, one after another; those that are refused take none. What a later one
 * cuts off is held back from the earlier ones.
 */
export function walkOf(cart: Cart, redeemables: readonly Redeemable[]): Walk {
  const steps: Taken[] = []
  for (const redeemable of redeemables) {
    const step = redeemable(steps.at(-1)?.cart ?? cart)
    if (step !== null) steps.push(step)
  }
  const held = heldBackFor(cart, steps)
  return held === null ? { opened: cart, steps } : walkOf(held, redeemables)
}

export function stepsOf(cart: Cart, redeemables: readonly Redeemable[]): readonly Taken[] {
  return walkOf(cart, redeemables).steps
}
