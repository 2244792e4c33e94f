import t from 'tap'
import {
  viewProductCollection,
  viewProductCollectionList
} from '../../../src/http/views/product-collections.ts'
import type { ShownCollection } from '../../../src/model.ts'
import { answers } from '../support/document.ts'
import { changedAt, madeAt } from '../support/given.ts'

const shown: ShownCollection = {
  collection: { id: 'pc_00coffee', name: 'Everything coffee', createdAt: madeAt, updatedAt: null },
  items: [
    { object: 'product', id: 'prod_00beans', productId: null },
    { object: 'sku', id: 'sku_00mugblue', productId: 'prod_00mug' }
  ]
}

const outcome = {
  id: 'pc_00coffee',
  name: 'Everything coffee',
  type: 'STATIC',
  products: [
    { id: 'prod_00beans', object: 'product' },
    { id: 'sku_00mugblue', product_id: 'prod_00mug', object: 'sku' }
  ],
  created_at: madeAt,
  updated_at: null,
  object: 'products_collection'
}

t.test('viewProductCollection: a SKU says whose variant it is', async t => {
  answers(t, 'ProductCollection', viewProductCollection(shown), outcome, 'two things')
  const collection = { ...shown.collection, updatedAt: changedAt }
  const empty = { ...outcome, products: [], updated_at: changedAt }
  const view = viewProductCollection({ collection, items: [] })
  answers(t, 'ProductCollection', view, empty, 'nothing')
})

t.test('viewProductCollectionList: the total is that of the project', async t => {
  const list = { object: 'list', data_ref: 'data', data: [outcome], total: 12 }
  answers(t, 'ProductCollectionList', viewProductCollectionList([shown], 12), list, 'a page')
})
