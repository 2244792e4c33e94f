/**
 * A cart and its figures, as discounts see and change them.
 *
 * Every amount is whole, in the smallest currency unit. A figure is null until something of its
 * level was worked out, and may then be 0. After every step these hold, where the amount is known:
 * total discount = discount on the order + the discounts of all lines, and amount − total discount
 * = total, which is never below 0. The applied figures are those of one step, or of all steps in
 * the cart that `sumOfSteps` makes.
 *
 * Spec: Order.total_amount, OrderItem.subtotal_amount; Decision 10.
 */

/** What the goods of a line are called. All are null for a line that names none. */
export interface Goods {
  readonly object: 'product' | 'sku' | null
  readonly productId: string | null
  readonly productSourceId: string | null
  readonly skuId: string | null
  readonly skuSourceId: string | null
}

/** Goods that a UNIT discount gives, as the inventory or the discount knows them. */
export interface UnitGoods extends Goods {
  /**
   * Their own ids: of the SKU for a SKU, of the product for a product, never of a collection. A
   * line that has one of them is enlarged.
   */
  readonly ownIds: readonly string[]
  /** As `CartLine.ids`, of the line that they become. */
  readonly ids: readonly string[]
  readonly name: string | null
  /** Of one unit; null for goods without a price, whose line has no amounts. */
  readonly price: number | null
}

export interface CartLine extends Goods {
  /** The position among the lines of the order, from 0; null for a line that a discount added. */
  readonly index: number | null
  /** The goods of a line that a discount added; null for the others. */
  readonly added: UnitGoods | null
  /** The ids of its product, its SKU and every collection that holds one of them. */
  readonly ids: readonly string[]
  readonly quantity: number
  /** Units without those that discounts added; null where nothing was said of it. */
  readonly initialQuantity: number | null
  /** Units that are free. */
  readonly discountQuantity: number | null
  /** Of one unit. */
  readonly price: number | null
  /** Before discounts; null for a line without a price, which no discount changes. */
  readonly amount: number | null
  readonly initialAmount: number | null
  readonly discountAmount: number | null
  /** amount − discount. */
  readonly subtotalAmount: number | null
  readonly appliedDiscountAmount: number | null
  /** Units made free. */
  readonly appliedDiscountQuantity: number | null
  /** By how much the quantity changed; negative where a cart brought more free units back. */
  readonly appliedQuantity: number | null
  /** By how much the amount changed with it. */
  readonly appliedQuantityAmount: number | null
  /** The amount before the first step; 0 for an added line. */
  readonly originalAmount: number
  /**
   * Units before discounts, of a line that came back with the free units of an earlier answer;
   * null for other lines, and once units were given on this one.
   */
  readonly echoedQuantity: number | null
  /** Whether a step took something off it. */
  readonly isDiscounted: boolean
}

/** The figures of a cart or an order; see the head of this module. */
export interface Figures {
  /** Before discounts, with the price of added units; null: unknown. */
  readonly amount: number | null
  /** Before units were added; null until a discount gives units, unless it was sent. */
  readonly initialAmount: number | null
  /** On the order as a whole. */
  readonly discountAmount: number | null
  readonly itemsDiscountAmount: number | null
  readonly totalDiscountAmount: number | null
  readonly totalAmount: number | null
  readonly appliedDiscountAmount: number | null
  readonly itemsAppliedDiscountAmount: number | null
  readonly totalAppliedDiscountAmount: number | null
}

export interface Cart extends Figures {
  /** Those of the order in their order, then the added ones. */
  readonly lines: readonly CartLine[]
  /** The amount before the first step; 0 where it is unknown. */
  readonly originalAmount: number
}

/** A line as it is sent or stored; the other figures of a cart follow from it. */
export type OpenedLine = Goods &
  Pick<
    CartLine,
    | 'ids'
    | 'quantity'
    | 'initialQuantity'
    | 'discountQuantity'
    | 'price'
    | 'amount'
    | 'initialAmount'
    | 'discountAmount'
  >

export interface OpenedOrder extends Pick<Figures, 'amount' | 'initialAmount' | 'discountAmount'> {
  readonly lines: readonly OpenedLine[]
  /**
   * A stored order, whose free units are given already. Otherwise `initialQuantity` of a line says
   * that the cart came back with units which are to be given again.
   */
  readonly isStored: boolean
}

/**
 * A cart to begin with, with the figures that follow from its lines. The amount is the one that was
 * sent, else the sum of its lines; null where no line has one. Null when a figure exceeds the
 * integers that a number holds exactly.
 */
export declare function openCart(order: OpenedOrder): Cart | null

/** The last cart with the applied figures of all steps; the opened one where there are none. */
export declare function sumOfSteps(opened: Cart, steps: readonly { readonly cart: Cart }[]): Cart
