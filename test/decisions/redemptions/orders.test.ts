import t from 'tap'
import { composedOrder, orderAsSent } from '../../../src/decisions/redemptions/redemption.ts'
import type { RecordedOrder } from '../../../src/model.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import { givenOrder, givenOrderItem, givenProduct } from '../../support/given-goods.ts'

const UNSTORED: RecordedOrder = {
  ...givenOrder({ amount: null, totalAmount: null, items: [], customerId: null, version: 0 }),
  ...{ id: null, sourceId: null, status: null, createdAt: null }
}
const BARE = givenOrderItem({
  productId: null,
  quantity: 1,
  price: null,
  amount: null,
  subtotalAmount: null,
  product: null
})
const TEA = { id: null, sourceId: 'tea', name: null, price: 40, metadata: {} }
const LARGE = { id: null, sourceId: 'tea-l', sku: 'Large', price: null, metadata: {} }

t.test('orderAsSent: what was sent, and nothing that was not', async t => {
  const stored = givenOrder()
  const all = givenOrderCommand({
    sourceId: 'new-1',
    amount: 900,
    initialAmount: 1000,
    discountAmount: 50,
    metadata: { table: 4 },
    items: [
      givenItemCommand({ productId: 'beans', quantity: 2, price: 100, discountAmount: 10 }),
      givenItemCommand({ product: { sourceId: 'tea', price: 40 } }),
      givenItemCommand({ sku: { sourceId: 'tea-l', sku: 'Large' } })
    ]
  })
  t.equal(orderAsSent(undefined, { storedOrder: stored }), null)
  t.strictSame(orderAsSent(givenOrderCommand(), { storedOrder: null }), UNSTORED)
  t.strictSame(orderAsSent(givenOrderCommand({ id: 'ord_1' }), { storedOrder: stored }), {
    ...UNSTORED,
    id: 'ord_1'
  })
  t.strictSame(orderAsSent(all, { storedOrder: null }), {
    ...UNSTORED,
    sourceId: 'new-1',
    amount: 900,
    initialAmount: 1000,
    discountAmount: 50,
    metadata: { table: 4 },
    items: [
      { ...BARE, productId: 'beans', quantity: 2, price: 100, discountAmount: 10 },
      { ...BARE, product: TEA },
      { ...BARE, sku: LARGE }
    ]
  })
})

t.test('composedOrder: a stored one as it is stored, another without ids that are not', async t => {
  const inventory = { products: new Map([['prod_1', givenProduct()]]), skus: new Map() }
  const stored = givenOrder({ amount: 5 })
  const [mine, made] = ['prod_1', 'prod_2'].map(id =>
    givenOrderItem({ productId: id, product: { ...TEA, id } })
  )
  const variant = givenOrderItem({ skuId: 'sku_9', sku: { ...LARGE, id: 'sku_9' } })
  const items = [mine, made, variant].flatMap(item => item ?? [])
  const order = givenOrder({ items })
  t.equal(composedOrder(null, { storedOrder: null, inventory }), null)
  t.equal(composedOrder(order, { storedOrder: stored, inventory }), stored)
  t.strictSame(composedOrder(order, { storedOrder: null, inventory }), {
    ...order,
    id: null,
    status: null,
    createdAt: null,
    items: [
      mine,
      givenOrderItem({ productId: null, product: TEA }),
      givenOrderItem({ skuId: null, sku: LARGE })
    ]
  })
})
