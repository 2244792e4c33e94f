/**
 * The free maps of an order: its metadata, and that of its lines and of the goods on them.
 *
 * Spec: OrderRequest, OrderItemRequest.
 */
import { mapRefusal } from '../metadata.ts'
import type { Refusal } from '../refusals.ts'
import { type ItemCommand, type OrderCommand, pathInOrder } from './commands.ts'

/** The refusal of what a line says of its goods, whether or not that is saved; null for none. */
export function goodsMapRefusal({ product, sku }: ItemCommand, at: string): Refusal | null {
  return (
    mapRefusal(product?.metadata ?? {}, `${at}.product.metadata`) ??
    mapRefusal(sku?.metadata ?? {}, `${at}.sku.metadata`)
  )
}

/** The refusal of an order as it was sent, which a failed redemption records; null for none. */
export function sentMapRefusal(command: OrderCommand): Refusal | null {
  const { metadata = {}, items = [] } = command
  return (
    mapRefusal(metadata, pathInOrder(command, 'metadata')) ??
    items
      .map((item, index) => {
        const at = pathInOrder(command, `items[${index}]`)
        return mapRefusal(item.metadata ?? {}, `${at}.metadata`) ?? goodsMapRefusal(item, at)
      })
      .find(refusal => refusal !== null) ??
    null
  )
}
