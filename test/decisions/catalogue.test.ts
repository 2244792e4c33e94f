import t from 'tap'
import {
  type CreateSku,
  createCategory,
  createEventSchema,
  createLoyaltyTier,
  createMetadataSchema,
  createProductCollection,
  createSegment,
  createSku
} from '../../src/decisions/catalogue.ts'
import type { LoyaltyTier, SchemaProperties, Sku } from '../../src/model.ts'
import {
  givenCampaign,
  givenCategory,
  givenGiftCampaign,
  givenOccasion,
  NOW
} from '../support/given.ts'
import { givenCollection, givenProduct, givenSku } from '../support/given-goods.ts'
import {
  givenEventSchema,
  givenProperty,
  givenSchema,
  givenSegment,
  givenTier
} from '../support/given-rules.ts'
import { table } from '../support/table.ts'

t.test('createCategory: a name is used once', async t => {
  const category = givenCategory({ id: 'cat_000001', createdAt: NOW })
  const command = { name: 'Seasonal', hierarchy: 1 }
  t.strictSame(createCategory({ named: null }, command, givenOccasion()), {
    result: category,
    changes: [{ kind: 'category.created', category }]
  })
  t.strictSame(createCategory({ named: givenCategory() }, command, givenOccasion()), {
    refusal: {
      key: 'duplicate_found',
      details: 'Duplicated category exists with name Seasonal; choose another or use that one',
      resourceId: 'cat_1',
      resourceType: 'category'
    }
  })
})

const mug = givenProduct()
const bare = { sourceId: null, sku: null }
const IMAGE = 'https://shop.example/blue.png'

//                              command                                the SKU
const skus: [string, Partial<CreateSku>, Partial<Sku>][] = [
  ['nothing said', {}, bare],
  ['nulls say nothing', { sourceId: null, sku: null, attributes: null, metadata: null }, bare],
  [
    'everything there is to say',
    {
      sourceId: 'mug-blue',
      sku: 'Blue mug',
      price: 0,
      currency: 'EUR',
      attributes: { colour: 'blue' },
      imageUrl: IMAGE,
      metadata: { origin: 'Bonn' }
    },
    {
      price: 0,
      currency: 'EUR',
      attributes: { colour: 'blue' },
      imageUrl: IMAGE,
      metadata: { origin: 'Bonn' }
    }
  ]
]

t.test('createSku: a kind of a product', t => {
  table(t, skus, (t, _, command, over) => {
    const sku = givenSku({ id: 'sku_000001', createdAt: NOW, ...over })
    const facts = { product: mug, stored: null }
    t.strictSame(createSku(facts, { productId: 'prod_1', ...command }, givenOccasion()), {
      result: sku,
      changes: [{ kind: 'sku.created', sku }]
    })
  })
  t.end()
})

// In descending precedence.
//                                 product      stored      command       key, and details
const noSkus: [string, typeof mug | null, Sku | null, Partial<CreateSku>, string, RegExp][] = [
  ['no such product', null, givenSku(), { price: -1 }, 'not_found', /product with id prod_1/],
  ['a source id in use', mug, givenSku(), { price: -1 }, 'duplicate_found', /source_id mug-blue/],
  ['below nothing', mug, null, { price: -1, imageUrl: 'x' }, 'invalid_payload', /\.price: -1/],
  ['half a cent', mug, null, { price: 0.5 }, 'invalid_payload', /\.price: 0\.5 is no price/],
  ['no picture', mug, null, { imageUrl: 'x' }, 'invalid_payload', /\.image_url: 'x' will not do/]
]

t.test('createSku: refuses', t => {
  table(t, noSkus, (t, _, product, stored, over, key, details) => {
    const command = { productId: 'prod_1', sourceId: 'mug-blue', ...over }
    t.match(createSku({ product, stored }, command, givenOccasion()), { refusal: { key, details } })
  })
  t.end()
})

t.test('createProductCollection: things that exist, each in it once', async t => {
  const collection = givenCollection({ id: 'pc_000001', createdAt: NOW })
  const items = [
    { object: 'product', id: 'prod_1' },
    { object: 'sku', id: 'sku_1' },
    { object: 'product', id: 'prod_1' }
  ] as const
  const command = { name: 'Everything coffee', items }
  const facts = { knownItems: new Set(['prod_1', 'sku_1']) }
  t.strictSame(createProductCollection(facts, command, givenOccasion()), {
    result: collection,
    changes: [
      {
        kind: 'collection.created',
        collection,
        items: [
          { object: 'product', itemId: 'prod_1' },
          { object: 'sku', itemId: 'sku_1' }
        ]
      }
    ]
  })
  const unknown = { knownItems: new Set(['prod_1']) }
  t.strictSame(createProductCollection(unknown, command, givenOccasion()), {
    refusal: {
      key: 'not_found',
      details: 'Cannot find sku with id sku_1',
      resourceId: 'sku_1',
      resourceType: 'sku'
    }
  })
})

const club = givenCampaign()
const silver = givenTier()

//                                       from   to     beside
const tiers: [string, number, number | null, LoyaltyTier[]][] = [
  ['the first', 0, 999, []],
  ['one point wide', 5, 5, []],
  ['the open top', 1000, null, [silver]],
  ['below an open top', 0, 999, [givenTier({ pointsFrom: 1000, pointsTo: null })]],
  ['between two', 1000, 1999, [silver, givenTier({ pointsFrom: 2000, pointsTo: null })]]
]

t.test('createLoyaltyTier: ranges that do not overlap', t => {
  table(t, tiers, (t, _, pointsFrom, pointsTo, beside) => {
    const tier = givenTier({
      id: 'ltr_000001',
      name: 'Gold',
      pointsFrom,
      pointsTo,
      createdAt: NOW
    })
    const facts = { campaign: club, tiers: beside }
    const command = { name: 'Gold', pointsFrom, pointsTo }
    t.strictSame(createLoyaltyTier(facts, command, givenOccasion()), {
      result: tier,
      changes: [{ kind: 'loyaltyTier.created', tier }]
    })
  })
  t.end()
})

const open = givenTier({ name: 'Platinum', pointsFrom: 5000, pointsTo: null })

// In descending precedence.
//                                    name      from  to           key, and details
const noTiers: [string, string, number, number | null, string, RegExp][] = [
  ['a name in use', 'Silver', -1, null, 'duplicate_found', /loyalty_tier exists with name Silver/],
  ['below zero', 'Gold', -1, -2, 'invalid_payload', /\.points\.from: -1/],
  ['half a point', 'Gold', 0.5, 0, 'invalid_payload', /\.points\.from: 0\.5/],
  ['upside down', 'Gold', 5, 4, 'invalid_payload', /\.points\.to: 4 is not .* at least 5/],
  ['half a point at the top', 'Gold', 5, 5.5, 'invalid_payload', /\.points\.to: 5\.5/],
  ['over the edge of another', 'Gold', 999, 2000, 'invalid_payload', /overlaps with tier Silver/],
  ['into the open top', 'Gold', 1000, 5000, 'invalid_payload', /overlaps with tier Platinum/],
  ['a second open top', 'Gold', 6000, null, 'invalid_payload', /tier Platinum, from 5000/]
]

t.test('createLoyaltyTier: refuses', t => {
  table(t, noTiers, (t, _, name, pointsFrom, pointsTo, key, details) => {
    const facts = { campaign: club, tiers: [silver, open] }
    const command = { name, pointsFrom, pointsTo }
    t.match(createLoyaltyTier(facts, command, givenOccasion()), { refusal: { key, details } })
  })
  t.match(
    createLoyaltyTier(
      { campaign: givenGiftCampaign(), tiers: [] },
      { name: 'Gold', pointsFrom: 0, pointsTo: null },
      givenOccasion()
    ),
    { refusal: { key: 'not_found', resourceType: 'campaign', resourceId: 'camp_3' } }
  )
  t.end()
})

t.test('createSegment: a list that customers are put on', async t => {
  const segment = givenSegment({ id: 'seg_000001', createdAt: NOW })
  t.strictSame(createSegment({ name: 'VIP' }, givenOccasion()), {
    result: segment,
    changes: [{ kind: 'segment.created', segment }]
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
