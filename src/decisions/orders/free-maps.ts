/**
 * The free maps of an order: its metadata, and that of its lines and of the goods on them.
 *
 * A cart repeats what is stored of an order and of its goods, so what these have already is taken,
 * also where a bound came later.
 *
 * Spec: OrderRequest, OrderItemRequest; Decision 193.
 */
import type { Order } from '../../model.ts'
import { Kept, keeping, mapRefusal } from '../metadata.ts'
import type { Refusal } from '../refusals.ts'
import type { ItemCommand, OrderCommand } from './commands.ts'
import type { Inventory } from './goods.ts'

/** The maps that lines may repeat: those of the stored lines, and of stored goods. */
export function keptOnLines(stored: Order | null, { products, skus }: Inventory): Kept {
  return new Kept(() => [
    ...(stored?.items ?? []).flatMap(({ metadata, product, sku }) => [
      metadata,
      product?.metadata ?? {},
      sku?.metadata ?? {}
    ]),
    ...[...products.values(), ...skus.values()].map(({ metadata }) => metadata)
  ])
}

/** The refusal of what a line says of its goods, whether or not that is saved; null for none. */
export function goodsMapRefusal(
  { product, sku }: ItemCommand,
  at: string,
  kept: Kept
): Refusal | null {
  return (
    mapRefusal(product?.metadata ?? {}, `${at}.product.metadata`, kept) ??
    mapRefusal(sku?.metadata ?? {}, `${at}.sku.metadata`, kept)
  )
}

/** The refusal of an order as it was sent, which a failed redemption records; null for none. */
export function sentMapRefusal(
  { metadata = {}, items = [] }: OrderCommand,
  stored: Order | null,
  inventory: Inventory
): Refusal | null {
  const kept = keptOnLines(stored, inventory)
  return (
    mapRefusal(metadata, 'order.metadata', keeping(stored?.metadata ?? {})) ??
    items
      .map((item, index) => {
        const at = `order.items[${index}]`
        const own = mapRefusal(item.metadata ?? {}, `${at}.metadata`, kept)
        return own ?? goodsMapRefusal(item, at, kept)
      })
      .find(refusal => refusal !== null) ??
    null
  )
}
