import t from 'tap'
import {
  type CreateSku,
  createSku,
  deleteSku,
  type SkuFields,
  updateSku
} from '../../../src/decisions/products/skus.ts'
import type { Sku } from '../../../src/model.ts'
import { EARLIER, givenOccasion, NOW } from '../../support/given.ts'
import { givenProduct, givenReward, givenSku } from '../../support/given-goods.ts'
import { givenProperty } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

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
    const facts = { product: mug, stored: null, schema: null }
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
  [
    'a source id of another product',
    mug,
    givenSku({ productId: 'prod_2' }),
    { price: -1 },
    'duplicate_found',
    /source_id mug-blue/
  ],
  [
    'below nothing, of one there is',
    mug,
    givenSku(),
    { price: -1 },
    'invalid_payload',
    /\.price: -1/
  ],
  ['below nothing', mug, null, { price: -1, imageUrl: 'x' }, 'invalid_payload', /\.price: -1/],
  ['half a cent', mug, null, { price: 0.5 }, 'invalid_payload', /\.price: 0\.5 is no price/],
  [
    'attributes without end',
    mug,
    null,
    { attributes: { p: 'x'.repeat(65_536) } },
    'invalid_payload',
    /\.attributes: must have at most 65536 characters as JSON, and has 65544/
  ],
  [
    'no picture',
    mug,
    null,
    { imageUrl: 'x', metadata: { glaze: 1 } },
    'invalid_payload',
    /\.image_url: 'x' will not do/
  ],
  [
    'metadata that does not fit',
    mug,
    null,
    { metadata: { glaze: 1 } },
    'metadata_validation_failed',
    /^metadata: glaze: must be a string/
  ]
]
const glazed = { properties: { glaze: givenProperty({ type: 'string' }) } }

t.test('createSku: refuses', t => {
  table(t, noSkus, (t, _, product, stored, over, key, details) => {
    const command = { productId: 'prod_1', sourceId: 'mug-blue', ...over }
    const facts = { product, stored, schema: glazed }
    t.match(createSku(facts, command, givenOccasion()), { refusal: { key, details } })
  })
  t.end()
})

const blue = givenSku({ price: 1300, attributes: { colour: 'blue' }, metadata: { glaze: 'matt' } })

//                              sent                                   what changes
const updates: [string, SkuFields, Partial<Sku> | null][] = [
  ['nothing', {}, null],
  ['what is stored', { sku: 'Blue mug', price: 1300, metadata: {} }, null],
  ['a name', { sku: 'Navy mug' }, { sku: 'Navy mug' }],
  [
    'null for all of it',
    { sku: null, price: null, currency: null, attributes: null, imageUrl: null, metadata: null },
    { sku: null, price: null, attributes: {}, metadata: {} }
  ],
  ['other attributes', { attributes: { size: 'L' } }, { attributes: { size: 'L' } }],
  [
    'metadata, merged',
    { metadata: { origin: 'Bonn' } },
    { metadata: { glaze: 'matt', origin: 'Bonn' } }
  ],
  [
    'a picture and a currency',
    { imageUrl: IMAGE, currency: 'EUR' },
    { imageUrl: IMAGE, currency: 'EUR' }
  ]
]

t.test('updateSku, and createSku of one there is: what is sent counts', t => {
  table(t, updates, (t, _, fields, over) => {
    const sku = over === null ? blue : { ...blue, ...over, updatedAt: NOW }
    const changes =
      over === null ? [] : [{ kind: 'sku.updated', sku, updatedAtBefore: null } as const]
    t.strictSame(updateSku({ sku: blue, schema: null }, fields, givenOccasion()), {
      result: sku,
      changes
    })
    const command = { productId: 'prod_1', sourceId: 'mug-blue', ...fields }
    const facts = { product: mug, stored: blue, schema: null }
    t.strictSame(createSku(facts, command, givenOccasion()), { result: sku, changes })
  })
  t.end()
})

t.test(
  'updateSku: refuses what a new one could not have; stored metadata is left alone',
  async t => {
    const unfit = givenSku({ metadata: { glaze: 1 }, updatedAt: EARLIER })
    const facts = { sku: unfit, schema: glazed }
    t.match(updateSku(facts, { price: 0.5 }, givenOccasion()), { refusal: { details: /\.price/ } })
    t.match(updateSku(facts, { imageUrl: 'x' }, givenOccasion()), {
      refusal: { details: /\.image_url/ }
    })
    t.match(updateSku(facts, { metadata: {} }, givenOccasion()), {
      refusal: { key: 'metadata_validation_failed' }
    })
    t.match(updateSku(facts, { price: 1 }, givenOccasion()), {
      result: { price: 1, updatedAt: NOW },
      changes: [{ kind: 'sku.updated', updatedAtBefore: EARLIER }]
    })
  }
)

t.test('deleteSku: goes where nothing holds it or speaks of it', async t => {
  const none = { campaigns: [], promotionTiers: [] }
  const speakers = { rewards: [], validationRules: [], earningRules: [], ...none }
  t.strictSame(deleteSku({ sku: blue, holders: [], speakers }), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'sku', id: 'sku_1' }]
  })
  const holders = [{ type: 'products_collection', id: 'pc_1' }] as const
  const rewards = [
    givenReward({ parameters: { type: 'MATERIAL', productId: 'prod_1', skuId: 'sku_1' } })
  ]
  t.strictSame(deleteSku({ sku: blue, holders, speakers: { ...speakers, rewards } }), {
    refusal: {
      key: 'resource_in_use',
      details:
        'Resource sku sku_1 is in use by products_collection pc_1, reward rew_1; ' +
        'take it out of them first',
      resourceId: 'sku_1',
      resourceType: 'sku'
    }
  })
})
