import t from 'tap'
import { type CreateSku, createSku, updateSku } from '../../../src/decisions/products.ts'
import type { Sku } from '../../../src/model.ts'
import { EARLIER, givenOccasion, NOW } from '../../support/given.ts'
import { givenProduct, givenSku } from '../../support/given-goods.ts'
import { givenProperty } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const mug = givenProduct()

// In descending precedence.
//                                 product      stored      command       key, and details
// biome-ignore format: a table
const noSkus: [string, typeof mug | null, Sku | null, Partial<CreateSku>, string, RegExp][] = [
  ['no such product', null, givenSku(), { price: -1 }, 'not_found', /product with id prod_1/],
  ['a source id of another product', mug, givenSku({ productId: 'prod_2' }), { price: -1 },
    'duplicate_found', /source_id mug-blue/],
  ['below nothing, of one there is', mug, givenSku(), { price: -1 }, 'invalid_payload',
    /\.price: -1/],
  ['below nothing', mug, null, { price: -1, imageUrl: 'x' }, 'invalid_payload', /\.price: -1/],
  ['half a cent', mug, null, { price: 0.5 }, 'invalid_payload', /\.price: 0\.5 is no price/],
  ['attributes without end', mug, null, { attributes: { p: 'x'.repeat(65_536) } },
    'invalid_payload', /\.attributes: must have at most 65536 characters as JSON, and has 65544/],
  ['no picture', mug, null, { imageUrl: 'x', metadata: { glaze: 1 } }, 'invalid_payload',
    /\.image_url: 'x' will not do/],
  ['metadata that does not fit', mug, null, { metadata: { glaze: 1 } },
    'metadata_validation_failed', /^metadata: glaze: must be a string/]
]
const glazed = { properties: { glaze: givenProperty({ type: 'string' }) } }

t.test('createSku: refuses', async t => {
  table(t, noSkus, (t, _, product, stored, over, key, details) => {
    const command = { productId: 'prod_1', sourceId: 'mug-blue', ...over }
    const facts = { product, stored, schema: glazed }
    t.match(createSku(facts, command, givenOccasion()), { refusal: { key, details } })
  })
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
