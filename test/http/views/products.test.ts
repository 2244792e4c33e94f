import t from 'tap'
import {
  viewProduct,
  viewProductList,
  viewProductWithSkus,
  viewSku,
  viewSkuList
} from '../../../src/http/views/products.ts'
import { answers } from '../support/document.ts'
import { blueMug, changedAt, madeAt, mug } from '../support/given.ts'

t.test('viewProduct: every property is there, null when unknown', async t => {
  const outcome = {
    id: 'prod_00mug',
    source_id: 'mug',
    name: 'Stoneware mug',
    price: 1200,
    attributes: ['colour'],
    image_url: 'https://shop.example.com/mug.png',
    metadata: {},
    created_at: madeAt,
    updated_at: null,
    object: 'product'
  }
  const unknown = { source_id: null, name: null, price: null, image_url: null }
  const nameless = { ...mug, sourceId: null, name: null, price: null, imageUrl: null }
  answers(t, 'Product', viewProduct(mug), outcome, 'a mug')
  answers(t, 'Product', viewProduct(nameless), { ...outcome, ...unknown }, 'something')
})

t.test('viewSku: every property is there, null when unknown', async t => {
  const outcome = {
    id: 'sku_00mugblue',
    source_id: 'mug-blue',
    product_id: 'prod_00mug',
    sku: 'Blue mug',
    price: null,
    currency: null,
    attributes: { colour: 'blue' },
    image_url: null,
    metadata: {},
    created_at: madeAt,
    updated_at: changedAt,
    object: 'sku'
  }
  answers(t, 'Sku', viewSku(blueMug), outcome, 'a blue mug')
})

t.test('viewProductWithSkus: the SKUs are a list inside, which counts all of them', async t => {
  const skus = { object: 'list', data_ref: 'data', data: [viewSku(blueMug)], total: 101 }
  const view = viewProductWithSkus(mug, { skus: [blueMug], total: 101 })
  answers(t, 'ProductWithSkus', view, { ...viewProduct(mug), skus }, 'a mug')
})

t.test('viewProductList and viewSkuList name what they hold', async t => {
  const products = { data_ref: 'products', products: [viewProduct(mug)] }
  answers(
    t,
    'ProductList',
    viewProductList([mug], 7),
    { object: 'list', ...products, total: 7 },
    ''
  )
  const skus = { data_ref: 'skus', skus: [viewSku(blueMug)] }
  answers(t, 'SkuList', viewSkuList([blueMug], 3), { object: 'list', ...skus, total: 3 }, '')
})
