/**
 * What callers send, for tests of decisions: nothing at all, with what the test is about laid over.
 */
import {
  type ItemCommand,
  NOTHING_SENT,
  type OrderCommand
} from '../../src/decisions/orders/lines.ts'

/** An order of which nothing is said. */
export function givenOrderCommand(over: Partial<OrderCommand> = {}): OrderCommand {
  return { ...NOTHING_SENT, ...over }
}

/** A line of which nothing is said: one of something, without a price. */
export function givenItemCommand(over: Partial<ItemCommand> = {}): ItemCommand {
  return {
    productId: undefined,
    skuId: undefined,
    relatedObject: undefined,
    sourceId: undefined,
    quantity: undefined,
    initialQuantity: undefined,
    discountQuantity: undefined,
    price: undefined,
    amount: undefined,
    initialAmount: undefined,
    discountAmount: undefined,
    product: undefined,
    sku: undefined,
    metadata: undefined,
    ...over
  }
}
