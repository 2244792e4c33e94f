/**
 * Goods that an order saves: a line with `override` on its product or SKU saves what it says about
 * it.
 *
 * A till knows the price of today, and often a product that the inventory does not have yet. Goods
 * are saved together with their order, so that a refused order changes no price.
 *
 * Spec: OrderItemRequest.product, OrderItemRequest.sku.
 */
import type { ItemProduct, Product } from '../../model.ts'
import type { Change } from '../changes.ts'
import type { Occasion } from '../occasion.ts'
import { saveProduct } from '../products/products.ts'
import { createSku, updateSku } from '../products/skus.ts'
import type { Refusal } from '../refusals.ts'
import { invalidPayload, pathIn } from '../request-refusals.ts'
import { type ItemCommand, type OrderCommand, pathInOrder } from './commands.ts'
import { goodsNames, type Inventory, nameOf, type OverrideFacts } from './goods.ts'

/** The inventory with what the lines save, and the changes that save it. */
export interface Overridden {
  readonly inventory: Inventory
  readonly changes: readonly Change[]
}

/** The names that lines would give to products. */
export function namesGiven(items: readonly ItemCommand[] | undefined): readonly string[] {
  return (items ?? []).flatMap(({ product }) => (product?.override ? (product.name ?? []) : []))
}

/** Whether any line saves its goods. */
export function overrides(items: readonly ItemCommand[] | undefined): boolean {
  return (items ?? []).some(({ product, sku }) => product?.override || sku?.override)
}

/**
 * Saves the goods of the lines with `override`, in order. An unknown source id makes a product or
 * SKU; an unknown id makes none.
 */
export function overrideGoods(
  command: OrderCommand,
  inventory: Inventory,
  occasion: Occasion
): Overridden | { readonly refusal: Refusal } {
  const { overriding } = inventory
  const { items } = command
  if (overriding === undefined || items === undefined) return { inventory, changes: [] }
  let shelf: Shelf = { ...inventory, named: overriding.named }
  const changes: Change[] = []
  for (const [index, item] of items.entries()) {
    for (const save of [overrideProduct, overrideSku]) {
      const saved = save(item, shelf, overriding, occasion)
      if (saved === null) continue
      if ('refusal' in saved)
        return { refusal: refuseInLine(saved, pathInOrder(command, `items[${index}]`)) }
      shelf = saved.shelf
      changes.push(...saved.changes)
    }
  }
  return { inventory: { ...shelf, overriding }, changes }
}

/** Goods by id and by source id, and the products whose names could conflict. */
interface Shelf extends Inventory {
  readonly named: readonly Product[]
}

type Saved =
  | { readonly shelf: Shelf; readonly changes: readonly Change[] }
  | { readonly refusal: Refusal; readonly property: string }
  | null

function overrideProduct(
  item: ItemCommand,
  shelf: Shelf,
  { productSchema: schema }: OverrideFacts,
  occasion: Occasion
): Saved {
  const { product: sent } = item
  if (!sent?.override) return null
  const called = goodsNames('product', item)
  const name = nameOf(called)
  if (name === undefined) return refuseUnnamed('product')
  const stored = shelf.products.get(name) ?? null
  // The service makes ids, so an unknown one makes no product; the line is refused like any unknown
  // goods.
  if (stored === null && called.id !== undefined) return null
  const named = shelf.named.find(product => product.name === (sent.name ?? null)) ?? null
  const fields = { ...sentFields(sent), name: sent.name ?? undefined }
  const { sourceId } = called
  const saved = saveProduct({ stored, named, schema }, { ...fields, sourceId }, occasion)
  if ('refusal' in saved) return { ...saved, property: 'product' }
  const { result: product, changes } = saved
  const products = new Map(shelf.products).set(product.id, product).set(name, product)
  const others = shelf.named.filter(other => other.id !== product.id)
  return { shelf: { ...shelf, products, named: [...others, product] }, changes }
}

function overrideSku(
  item: ItemCommand,
  shelf: Shelf,
  { skuSchema: schema }: OverrideFacts,
  occasion: Occasion
): Saved {
  const { sku: sent } = item
  if (!sent?.override) return null
  const { id, sourceId } = goodsNames('sku', item)
  const name = nameOf({ id, sourceId })
  if (name === undefined) return refuseUnnamed('sku')
  const stored = shelf.skus.get(name) ?? null
  const fields = { ...sentFields(sent), sku: sent.sku ?? undefined }
  const owner = nameOf(goodsNames('product', item)) ?? ''
  const product = shelf.products.get(owner) ?? null
  // A new SKU needs a source id and a product.
  if (stored === null && (id !== undefined || product === null)) return null
  const saved =
    stored === null
      ? createSku({ product, stored, schema }, { ...fields, productId: owner, sourceId }, occasion)
      : updateSku({ sku: stored, schema }, fields, occasion)
  if ('refusal' in saved) return { ...saved, property: 'sku' }
  const { result: sku, changes } = saved
  return { shelf: { ...shelf, skus: new Map(shelf.skus).set(sku.id, sku).set(name, sku) }, changes }
}

/** The fields that were sent; the others stay. */
function sentFields({ price, metadata }: Pick<Partial<ItemProduct>, 'price' | 'metadata'>) {
  return { price: price ?? undefined, metadata }
}

function refuseUnnamed(property: 'product' | 'sku'): Saved {
  const details = `say which ${property} to save: send its source_id`
  return { refusal: { key: 'invalid_payload', details }, property }
}

/** The refusal of a product or SKU, with the path of its line. */
function refuseInLine(
  { refusal: { key, details }, property }: Extract<Saved, { refusal: unknown }>,
  line: string
): Refusal {
  const at = `${line}.${property}`
  if (key === 'metadata_validation_failed') return { key, details: `${at}.${details}` }
  // What is wrong with a property of the goods names it already.
  const told = /^Property \.([^:]+): (.*)$/s.exec(details)
  if (told !== null) return invalidPayload(pathIn(at, told[1] as string), told[2] as string)
  return invalidPayload(key === 'duplicate_found' ? `${at}.name` : at, details)
}
