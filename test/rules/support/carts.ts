/**
 * Carts and discounts for the tests of arithmetic, in few words.
 */
import {
  type Cart,
  type KeptLine,
  keptDiscount,
  type OpenedLine,
  type OrderToRestore,
  openCart,
  type TakenBack,
  type TakenOff,
  takeBack,
  type UnitGoods
} from '../../../src/rules/discounts/cart.ts'
import type { CalculationMode, Step } from '../../../src/rules/discounts/steps.ts'
import type { Applicability, ApplicableItem } from '../../../src/rules/validation.ts'

export const STACKED: CalculationMode = { base: 'DISCOUNTED_AMOUNT', products: 'STACK' }

/** A line of a product; its amount is price × quantity unless it is given. */
export function lineOf(
  productId: string,
  quantity: number,
  price: number | null,
  more: Partial<OpenedLine> = {}
): OpenedLine {
  return {
    object: 'product',
    productId,
    productSourceId: null,
    skuId: null,
    skuSourceId: null,
    ids: [productId],
    quantity,
    initialQuantity: null,
    discountQuantity: null,
    price,
    amount: price === null ? null : price * quantity,
    initialAmount: null,
    discountAmount: null,
    ...more
  }
}

/** A cart of these lines, newly sent. */
export function cartOf(
  lines: readonly OpenedLine[],
  more: { amount?: number; discountAmount?: number; isStored?: boolean } = {}
): Cart {
  const { amount = null, discountAmount = null, isStored = false } = more
  const cart = openCart({ amount, initialAmount: null, discountAmount, lines, isStored })
  if (cart === null) throw new Error('The cart cannot be counted.')
  return cart
}

export function goodsOf(productId: string, price: number | null): UnitGoods {
  const names = { productSourceId: null, skuId: null, skuSourceId: null, name: productId }
  return { object: 'product', productId, ...names, ownIds: [productId], ids: [productId], price }
}

export function item(id: string, more: Partial<ApplicableItem> = {}): ApplicableItem {
  return { object: 'product', id, sourceId: null, ...more }
}

export function including(...included: readonly ApplicableItem[]): Applicability {
  return { included, excluded: [], includedAll: false }
}

/** What of a step the sources tell, by the names of the wire. */
export function figuresOf(cart: Cart) {
  return {
    amount: cart.amount,
    discount: cart.discountAmount,
    items: cart.itemsDiscountAmount,
    total: cart.totalAmount,
    totalDiscount: cart.totalDiscountAmount,
    applied: cart.appliedDiscountAmount,
    itemsApplied: cart.itemsAppliedDiscountAmount,
    totalApplied: cart.totalAppliedDiscountAmount
  }
}

/** The step; throws where there is none. */
export function done<Taken extends Step>(step: Taken | { readonly refused: unknown }): Taken {
  if ('refused' in step) throw new Error(`Refused: ${step.refused}.`)
  return step
}

/** The cart as an order keeps it. */
export function keptOf(cart: Cart): OrderToRestore<KeptLine> {
  const { amount, discountAmount, itemsDiscountAmount, totalDiscountAmount, totalAmount } = cart
  const lines = cart.lines.map(line => ({
    quantity: line.quantity,
    initialQuantity: line.initialQuantity,
    discountQuantity: line.discountQuantity,
    amount: line.amount,
    ...keptDiscount(line)
  }))
  const discounts = { discountAmount, itemsDiscountAmount, totalDiscountAmount }
  return { amount, ...discounts, totalAmount, lines }
}

/** The order after each request that is taken back; lines keep their places, also when they go. */
export function takeBackAll(
  order: OrderToRestore<KeptLine>,
  taken: readonly TakenOff[]
): readonly TakenBack<KeptLine>[] {
  const gone = new Set<number>()
  let kept = order
  return taken.map(part => {
    const left = takeBack(kept, part)
    for (const [at, line] of left.lines.entries()) if (line === null) gone.add(at)
    kept = { ...left, lines: left.lines.map(line => line ?? NOTHING) }
    return { ...left, lines: left.lines.map((line, at) => (gone.has(at) ? null : line)) }
  })
}

const NOTHING: KeptLine = {
  quantity: 0,
  initialQuantity: 0,
  discountQuantity: null,
  amount: null,
  discountAmount: null,
  subtotalAmount: null
}
