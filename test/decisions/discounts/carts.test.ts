import t from 'tap'
import { type UnitFound, unitGoodsOf } from '../../../src/decisions/discounts/judging.ts'
import { validateStackedDiscounts } from '../../../src/decisions/discounts/redemption.ts'
import { cartOf } from '../../../src/decisions/orders/lines.ts'
import type { OrderItem } from '../../../src/model.ts'
import type { Goods } from '../../../src/rules/discounts/cart.ts'
import { decided } from '../../support/decided.ts'
import { givenCoupon, givenOccasion } from '../../support/given.ts'
import { foundVoucher, givenApplying, givenDiscountFacts } from '../../support/given-discounts.ts'
import { givenOrder, givenOrderItem, givenProduct, givenSku } from '../../support/given-goods.ts'
import { table } from '../../support/table.ts'

const collections = new Map([['prod_1', ['pc_1']]])
const opening = { collections, isStored: false }
const told = { sourceId: 'mug', name: 'Mug', price: 1200, metadata: {} }
const skuTold = { sourceId: 'blue', sku: 'Blue', price: 1200, metadata: {} }

const NAMELESS: Goods = {
  object: null,
  productId: null,
  productSourceId: null,
  skuId: null,
  skuSourceId: null
}

t.test('cartOf: how a line names its goods', async t => {
  const nothing = { productId: null }
  const bySku = { relatedObject: 'sku' } as const
  // biome-ignore format: a table
  const rows: readonly [string, Partial<OrderItem>, Partial<Goods>][] = [
    ['not at all', nothing, {}],
    ['a product by id', {}, { object: 'product', productId: 'prod_1' }],
    ['a product by source id', { ...nothing, sourceId: 'mug' },
      { object: 'product', productSourceId: 'mug' }],
    ['a stored product', { product: { ...told, id: 'prod_1' } },
      { object: 'product', productId: 'prod_1', productSourceId: 'mug' }],
    ['a SKU by id', { skuId: 'sku_1', sourceId: 'blue' },
      { object: 'sku', productId: 'prod_1', skuId: 'sku_1', skuSourceId: 'blue' }],
    ['a SKU by source id', { ...nothing, ...bySku, sourceId: 'blue' },
      { object: 'sku', skuSourceId: 'blue' }],
    ['a stored SKU', { ...bySku, skuId: 'sku_1', sku: { ...skuTold, id: 'sku_1' } },
      { object: 'sku', productId: 'prod_1', skuId: 'sku_1', skuSourceId: 'blue' }]
  ]
  table(t, rows, (t, _, over, expected) => {
    const cart = cartOf(givenOrder({ items: [givenOrderItem(over)] }), opening)
    const { object, productId, productSourceId, skuId, skuSourceId } = cart?.lines[0] ?? NAMELESS
    const found = { object, productId, productSourceId, skuId, skuSourceId }
    t.strictSame(found, { ...NAMELESS, ...expected })
    const isProduct = found.productId !== null
    t.equal(cart?.lines[0]?.ids.includes('pc_1'), isProduct)
  })
})

const product = givenProduct()
const sku = givenSku()

t.test('unitGoodsOf: goods that a discount gives, as the inventory has them', async t => {
  const ofProduct = { productId: 'prod_1', productSourceId: 'mug' }
  const noSku = { skuId: null, skuSourceId: null }
  const ofSku = { object: 'sku', skuId: 'sku_1', skuSourceId: 'mug-blue' }
  const skuIds = { ownIds: ['sku_1', 'mug-blue'] }
  const ids = ['prod_1', 'pc_1']
  const named = { name: 'Blue mug', price: 1200 }
  const nothing = { productId: null, productSourceId: null, ...noSku, ownIds: [], ids: [] }
  // biome-ignore format: a table
  const rows: readonly [string, UnitFound, object][] = [
    [
      'a product',
      { product, sku: null },
      {
        ...{ object: 'product', ...ofProduct, ...noSku, ownIds: ['prod_1', 'mug'], ids },
        ...{ name: 'Stoneware mug', price: 1200 }
      }
    ],
    ['a SKU at the price of its product', { product, sku },
      { ...ofSku, ...skuIds, ...ofProduct, ids: ['prod_1', 'sku_1', 'pc_1'], ...named }],
    [
      'a SKU at its own price',
      { product, sku: givenSku({ price: 900 }) },
      { ...ofSku, ...skuIds, ...ofProduct, ids: ['prod_1', 'sku_1', 'pc_1'], ...named, price: 900 }
    ],
    ['nothing', { product: null, sku: null },
      { object: 'product', ...nothing, name: null, price: null }]
  ]
  table(t, rows, (t, _, found, expected) => {
    const { ids, ...goods } = unitGoodsOf(found, collections)
    const { ids: own, ...others } = expected as typeof goods & { readonly ids: readonly string[] }
    t.strictSame(goods, others)
    t.strictSame(ids.toSorted(), own.toSorted())
  })
})

t.test('orderOfCart: lines that a discount added', async t => {
  const added = {
    ...{ quantity: 2, initialQuantity: 0, discountQuantity: 2, price: 1200, amount: 2400 },
    ...{ initialAmount: 0, discountAmount: 2400, subtotalAmount: 0, metadata: {} },
    ...{ appliedDiscountAmount: 2400, appliedDiscountQuantity: 2 },
    ...{ appliedQuantity: 2, appliedQuantityAmount: 2400 }
  }
  const ofProduct = { id: 'prod_1', sourceId: 'mug', metadata: {} }
  const ofSku = { id: 'sku_1', sourceId: 'mug-blue', sku: 'Blue mug', price: 1200, metadata: {} }
  const bySku = { skuId: 'sku_1', sourceId: 'mug-blue', relatedObject: 'sku', sku: ofSku }
  // biome-ignore format: a table
  const rows: readonly [string, UnitFound, object][] = [
    [
      'a product',
      { product, sku: null },
      {
        ...{ productId: 'prod_1', skuId: null, sourceId: 'mug', relatedObject: 'product' },
        ...{ product: { ...ofProduct, name: 'Stoneware mug', price: 1200 }, sku: null }
      }
    ],
    ['a SKU', { product, sku },
      { productId: 'prod_1', ...bySku, product: { ...ofProduct, name: null, price: null } }],
    ['a SKU of no product', { product: null, sku: givenSku({ price: 1200 }) },
      { productId: null, ...bySku, product: null }]
  ]
  table(t, rows, (t, _, found, expected) => {
    const discount = { type: 'UNIT', effect: 'ADD_NEW_ITEMS', unit_type: 'mug', unit_off: 2 }
    const free = foundVoucher(givenCoupon({ discount: discount as never }))
    const facts = givenDiscountFacts([free], { units: new Map([['mug', found]]) })
    const { result } = decided(
      validateStackedDiscounts(facts, givenApplying(facts), givenOccasion())
    )
    t.strictSame(result.after?.items, [{ ...added, ...expected }])
    t.strictSame([result.after?.amount, result.after?.totalAmount], [3600, 1200])
  })
})
