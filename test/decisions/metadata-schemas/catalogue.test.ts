import t from 'tap'
import {
  createEventSchema,
  createMetadataSchema,
  createProductCollection,
  deleteProductCollection,
  type KnownItem,
  updateProductCollection
} from '../../../src/decisions/metadata-schemas/catalogue.ts'
import type { SchemaProperties } from '../../../src/model.ts'
import { givenOccasion, NOW } from '../../support/given.ts'
import { givenCollection } from '../../support/given-goods.ts'
import {
  givenEventSchema,
  givenProperty,
  givenRule,
  givenSchema
} from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

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

const rating = { rating: givenProperty({ type: 'number' }) }

t.test('createEventSchema: what a custom event must look like', async t => {
  for (const name of ['product_reviewed', 'x', 'x'.repeat(300), 'customers.of.ours']) {
    const schema = givenEventSchema({
      id: 'ms_000001',
      name,
      properties: rating,
      createdAt: NOW
    })
    t.strictSame(
      createEventSchema({ named: null }, { name, properties: rating }, givenOccasion()),
      {
        result: schema,
        changes: [{ kind: 'eventSchema.created', schema }]
      }
    )
  }
})

const geo: SchemaProperties = { where: givenProperty({ type: 'geopoint' }) }

//                                name             properties   details
const noEvents: [string, string, SchemaProperties, RegExp][] = [
  ['no name', '', geo, /\.name: expected 1 to 300 characters, found 0/],
  ['too long a name', 'x'.repeat(301), geo, /found 301/],
  ['like an event of an order', 'order.seen', geo, /'order\.seen' begins like an event/],
  ['like an event of a customer', 'customer.smiled', geo, /'customer\.smiled'/],
  ['a type events do not have', 'visited', geo, /\.schema\.properties\.where\.type: 'geopoint'/]
]

t.test('createEventSchema: refuses', t => {
  table(t, noEvents, (t, _, name, properties, details) => {
    t.match(createEventSchema({ named: null }, { name, properties }, givenOccasion()), {
      refusal: { key: 'invalid_payload', details }
    })
  })
  const named = givenEventSchema()
  t.match(createEventSchema({ named }, { name: '', properties: geo }, givenOccasion()), {
    refusal: { key: 'duplicate_found', resourceType: 'event_schema', resourceId: 'ms_1' }
  })
  t.end()
})

t.test('createMetadataSchema: one for each resource, strict only when it says so', async t => {
  for (const allowDefinedOnly of [undefined, null, false, true]) {
    const schema = givenSchema({
      id: 'ms_000001',
      relatedObject: 'order',
      properties: geo,
      allowDefinedOnly: allowDefinedOnly ?? false,
      createdAt: NOW
    })
    const command = { relatedObject: 'order', properties: geo, allowDefinedOnly }
    t.strictSame(createMetadataSchema({ stored: null }, command, givenOccasion()), {
      result: schema,
      changes: [{ kind: 'metadataSchema.created', schema }]
    })
  }
})

t.test('createMetadataSchema: refuses a second one, and definitions without sense', async t => {
  const command = {
    relatedObject: 'customer',
    properties: { p: givenProperty({ type: 'boolean', lt: 5 }) }
  }
  t.strictSame(createMetadataSchema({ stored: givenSchema() }, command, givenOccasion()), {
    refusal: {
      key: 'duplicate_found',
      details:
        'Duplicated metadata_schema exists with related_object customer; ' +
        'choose another or use that one',
      resourceId: 'ms_2',
      resourceType: 'metadata_schema'
    }
  })
  t.match(createMetadataSchema({ stored: null }, command, givenOccasion()), {
    refusal: { key: 'invalid_payload', details: /^Property \.properties\.p\.lt: / }
  })
})
