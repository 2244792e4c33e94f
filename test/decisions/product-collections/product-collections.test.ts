import t from 'tap'
import {
  createProductCollection,
  deleteProductCollection,
  type KnownItem,
  updateProductCollection
} from '../../../src/decisions/product-collections/product-collections.ts'
import { givenOccasion, NOW } from '../../support/given.ts'
import { givenCollection } from '../../support/given-goods.ts'
import { givenRule } from '../../support/given-rules.ts'

t.test('createProductCollection: things that exist, each in it once', async t => {
  const collection = givenCollection({ id: 'pc_000001', createdAt: NOW })
  const items = [
    { object: 'product', id: 'prod_1' },
    { object: 'sku', id: 'sku_1' },
    { object: 'product', id: 'prod_2' },
    { object: 'sku', id: 'sku_1' }
  ] as const
  const command = { name: 'Everything coffee', items }
  const product = { object: 'product', sourceId: null, productId: null } as const
  const known = { object: 'sku', sourceId: null, productId: 'prod_1' } as const
  const facts = {
    knownItems: new Map<string, KnownItem>([
      ['prod_1', product],
      ['prod_2', product],
      ['sku_1', known]
    ])
  }
  t.strictSame(createProductCollection(facts, command, givenOccasion()), {
    result: {
      collection,
      items: [
        { object: 'product', id: 'prod_1', productId: null },
        { object: 'product', id: 'prod_2', productId: null },
        { object: 'sku', id: 'sku_1', productId: 'prod_1' }
      ]
    },
    changes: [
      {
        kind: 'collection.created',
        collection,
        items: [
          { object: 'product', itemId: 'prod_1' },
          { object: 'product', itemId: 'prod_2' },
          { object: 'sku', itemId: 'sku_1' }
        ]
      }
    ]
  })
  const onlySku = { ...command, items: items.slice(1, 2) }
  for (const [said, found] of [
    ['not there', []],
    ['something else of that id', [['sku_1', product]]]
  ] as const) {
    const decision = createProductCollection(
      { knownItems: new Map(found) },
      onlySku,
      givenOccasion()
    )
    const details = 'Cannot find sku with id sku_1'
    const refusal = { key: 'not_found', details, resourceId: 'sku_1', resourceType: 'sku' }
    t.strictSame(decision, { refusal }, said)
  }
})

const drinks = {
  collection: givenCollection(),
  items: [{ object: 'product', id: 'prod_1', productId: null }]
} as const
const goods = new Map<string, KnownItem>([
  ['prod_1', { object: 'product', sourceId: null, productId: null }],
  ['sku_1', { object: 'sku', sourceId: null, productId: 'prod_1' }]
])

t.test('updateProductCollection: another name, or all that is in it anew', async t => {
  const facts = { stored: drinks, knownItems: goods }
  const same = [{ object: 'product', id: 'prod_1' }] as const
  for (const command of [{}, { name: 'Everything coffee' }, { items: same }]) {
    const decision = updateProductCollection(facts, command, givenOccasion())
    t.strictSame(decision, { result: drinks, changes: [] }, JSON.stringify(command))
  }
  const collection = givenCollection({ name: 'Drinks', updatedAt: NOW })
  const renamed = { kind: 'collection.updated', collection, items: null, updatedAtBefore: null }
  const named = { name: 'Drinks', items: same }
  t.strictSame(updateProductCollection(facts, named, givenOccasion()), {
    result: { collection, items: drinks.items },
    changes: [renamed]
  })
  const items = [{ object: 'sku', id: 'sku_1' }] as const
  const filled = givenCollection({ updatedAt: NOW })
  t.strictSame(updateProductCollection(facts, { items }, givenOccasion()), {
    result: { collection: filled, items: [{ object: 'sku', id: 'sku_1', productId: 'prod_1' }] },
    changes: [
      {
        kind: 'collection.updated',
        collection: filled,
        items: [{ object: 'sku', itemId: 'sku_1' }],
        updatedAtBefore: null
      }
    ]
  })
  const stranger = { items: [{ object: 'product', id: 'sku_1' }] } as const
  t.match(updateProductCollection(facts, stranger, givenOccasion()), {
    refusal: { key: 'not_found', resourceType: 'product', resourceId: 'sku_1' }
  })
})

t.test('deleteProductCollection: goes where no rule speaks of it', async t => {
  const none = { campaigns: [], promotionTiers: [] }
  const speakers = { rewards: [], validationRules: [], earningRules: [], ...none }
  t.strictSame(deleteProductCollection({ stored: drinks, speakers }), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'collection', id: 'pc_1' }]
  })
  const rules = { 1: { name: 'order.items.any', conditions: { $is: ['pc_1'] } } }
  const named = { ...speakers, validationRules: [givenRule({ rules })] }
  t.match(deleteProductCollection({ stored: drinks, speakers: named }), {
    refusal: { key: 'resource_in_use', resourceType: 'products_collection', resourceId: 'pc_1' }
  })
})
