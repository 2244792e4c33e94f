import t from 'tap'
import { type CreateSku, createSku } from '../../src/decisions/skus.ts'
import type { Sku } from '../../src/model.ts'
import { givenOccasion, NOW } from '../support/given.ts'
import { givenProduct, givenSku } from '../support/given-goods.ts'
import { givenProperty } from '../support/given-rules.ts'
import { table } from '../support/table.ts'

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
  ['a source id in use', mug, givenSku(), { price: -1 }, 'duplicate_found', /source_id mug-blue/],
  ['below nothing', mug, null, { price: -1, imageUrl: 'x' }, 'invalid_payload', /\.price: -1/],
  ['half a cent', mug, null, { price: 0.5 }, 'invalid_payload', /\.price: 0\.5 is no price/],
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
