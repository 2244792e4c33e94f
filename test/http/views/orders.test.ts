import t from 'tap'
import { viewOrder, viewOrderItem, viewOrderList } from '../../../src/http/views/orders.ts'
import type { OrderItem } from '../../../src/model.ts'
import { answers } from '../support/document.ts'
import { changedAt, givenItem, givenOrder, madeAt } from '../support/given.ts'

const beans = {
  object: 'order_item',
  product_id: 'prod_00beans',
  quantity: 2,
  price: 1850,
  amount: 3700,
  subtotal_amount: 3700,
  product: {
    id: 'prod_00beans',
    source_id: 'beans',
    name: 'Coffee beans 1 kg',
    price: 1850,
    metadata: {}
  },
  metadata: {}
}

t.test('viewOrder: sums may be null, what was not sent is absent', async t => {
  const order = {
    id: 'ord_00second',
    source_id: 'order-1002',
    created_at: changedAt,
    updated_at: null,
    status: 'PAID',
    amount: 3700,
    discount_amount: 500,
    total_discount_amount: 500,
    total_amount: 3200,
    applied_discount_amount: 500,
    total_applied_discount_amount: 500,
    items: [beans],
    metadata: {},
    customer: { id: 'cust_00ada', object: 'customer' },
    customer_id: 'cust_00ada',
    referrer_id: null,
    redemptions: {},
    object: 'order'
  }
  answers(t, 'Order', viewOrder(givenOrder()), order, 'a paid order')
})

t.test('viewOrder: everything an order can have', async t => {
  const view = viewOrder(
    givenOrder({
      updatedAt: changedAt,
      createdAt: madeAt,
      status: 'FULFILLED',
      initialAmount: 5000,
      itemsDiscountAmount: 0,
      items: [],
      metadata: { table: 4 },
      referrerId: 'cust_00ben',
      redemptions: {
        r_00first: {
          date: changedAt,
          relatedObjectType: 'voucher',
          relatedObjectId: 'v_00adaclub',
          relatedObjectParentId: 'camp_00club'
        }
      }
    })
  )
  const outcome = {
    id: 'ord_00second',
    source_id: 'order-1002',
    created_at: madeAt,
    updated_at: changedAt,
    status: 'FULFILLED',
    amount: 3700,
    initial_amount: 5000,
    discount_amount: 500,
    items_discount_amount: 0,
    total_discount_amount: 500,
    total_amount: 3200,
    applied_discount_amount: 500,
    total_applied_discount_amount: 500,
    items: [],
    metadata: { table: 4 },
    customer: { id: 'cust_00ada', object: 'customer' },
    customer_id: 'cust_00ada',
    referrer: { id: 'cust_00ben', object: 'customer' },
    referrer_id: 'cust_00ben',
    redemptions: {
      r_00first: {
        date: changedAt,
        related_object_type: 'voucher',
        related_object_id: 'v_00adaclub',
        related_object_parent_id: 'camp_00club'
      }
    },
    object: 'order'
  }
  answers(t, 'Order', view, outcome, 'a full order')
})

t.test('viewOrder: without an order there is still an order object, which names none', async t => {
  const none = {
    id: null,
    source_id: null,
    created_at: null,
    updated_at: null,
    status: null,
    amount: null,
    discount_amount: null,
    total_discount_amount: null,
    total_amount: null,
    applied_discount_amount: null,
    total_applied_discount_amount: null,
    items: [],
    metadata: {},
    customer_id: null,
    referrer_id: null,
    redemptions: {},
    object: 'order'
  }
  answers(t, 'Order', viewOrder(null), none, 'no order')
})

t.test('viewOrder: an order of nobody has no customer, and its customer_id is null', async t => {
  const { customer, customer_id } = viewOrder(givenOrder({ customerId: null }))
  t.strictSame({ customer, customer_id }, { customer: undefined, customer_id: null })
})

t.test('viewOrderItem: a line says what is known of it and no more', async t => {
  const sku = { id: 'sku_00mugblue', sourceId: null, sku: 'Blue mug', price: null, metadata: {} }
  const unpriced = { price: null, amount: null, subtotalAmount: null }
  const rows: [string, Partial<OrderItem>, object][] = [
    ['a product', {}, beans],
    [
      'a product without a price',
      { ...unpriced, product: null },
      { object: 'order_item', product_id: 'prod_00beans', quantity: 2, metadata: {} }
    ],
    [
      'a SKU and every amount there is',
      {
        productId: 'prod_00mug',
        skuId: 'sku_00mugblue',
        sourceId: 'mug-blue',
        relatedObject: 'sku',
        quantity: 3,
        initialQuantity: 2,
        discountQuantity: 1,
        price: 1200,
        amount: 3600,
        initialAmount: 2400,
        discountAmount: 1200,
        subtotalAmount: 2400,
        product: null,
        sku,
        metadata: { engraving: 'A' }
      },
      {
        object: 'order_item',
        product_id: 'prod_00mug',
        sku_id: 'sku_00mugblue',
        related_object: 'sku',
        source_id: 'mug-blue',
        quantity: 3,
        initial_quantity: 2,
        discount_quantity: 1,
        price: 1200,
        amount: 3600,
        initial_amount: 2400,
        discount_amount: 1200,
        subtotal_amount: 2400,
        sku: { id: 'sku_00mugblue', source_id: null, sku: 'Blue mug', price: null, metadata: {} },
        metadata: { engraving: 'A' }
      }
    ]
  ]
  for (const [title, changes, outcome] of rows) {
    answers(t, 'OrderItem', viewOrderItem(givenItem(changes)), outcome, title)
  }
})

t.test('viewOrderList: a page; total counts all of the project', async t => {
  const view = viewOrderList({ entries: [givenOrder()], total: 3 })
  const orders = [viewOrder(givenOrder())]
  const whole = { object: 'list', data_ref: 'orders', orders, total: 3 }
  answers(t, 'OrderList', view, whole, 'a page of one')
})
