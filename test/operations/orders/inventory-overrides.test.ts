import t from 'tap'
import { givenService } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'
import { footprint } from '../support/footprint.ts'

const REDEEM = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'
const TEA = { source_id: 'tea', name: 'Green tea', price: 450, override: true }

t.test('createOrder, updateOrder: goods are saved with the order', async t => {
  const { get, post, put } = await givenService(t)
  const sku = { source_id: 'tea-100', sku: '100 g', price: 500, override: true }
  const made = await post('/v1/orders', {
    source_id: 'o-1',
    items: [{ quantity: 2, product: TEA, sku }]
  })
  t.match(made.body, {
    amount: 1000,
    items: [{ product: { source_id: 'tea', name: 'Green tea' } }]
  })
  t.match((await get('/v1/products/tea')).body, { name: 'Green tea', price: 450 })
  t.match((await get('/v1/skus/tea-100')).body, { sku: '100 g', price: 500 })

  const dearer = { price: 480, metadata: { leaf: 'whole' }, override: true }
  const items = [{ source_id: 'tea', related_object: 'product', product: dearer }]
  t.match((await put('/v1/orders/o-1', { items })).body, { amount: 480 })
  t.match((await get('/v1/products/tea')).body, {
    name: 'Green tea',
    price: 480,
    metadata: { leaf: 'whole' }
  })
})

onDemo('without override the inventory stays as it is', async (t, { get, post }) => {
  const before = (await get('/v1/products/prod_00beans')).body
  for (const override of [undefined, false]) {
    const product = { name: 'Another', price: 1, override }
    const items = [{ product_id: 'prod_00beans', product }]
    const { body } = await post('/v1/orders', { items })
    t.match(body, { amount: 1, items: [{ product: { name: 'Another' } }] }, 'it counts here')
  }
  t.strictSame((await get('/v1/products/prod_00beans')).body, before)
})

//                 what is wrong                 of the product                       refused as
const wrong: readonly (readonly [string, object, string, RegExp])[] = [
  ['no name to find it by', { price: 1 }, 'invalid_payload', /items\[0\]\.product: say which/],
  [
    'the name of another',
    { source_id: 'tea', name: 'Coffee beans 1 kg' },
    'invalid_payload',
    /items\[0\]\.product\.name: Duplicated product exists/
  ],
  ['no flag', { source_id: 'tea', override: 'yes' }, 'invalid_payload', /override/]
]

for (const [what, product, key, details] of wrong) {
  onDemo(`what cannot be saved stores no order: ${what}`, async (t, service) => {
    const before = await footprint(service)
    const items = [{ product: { override: true, ...product } }]
    for (const [url, body] of [
      ['/v1/orders', { items }],
      [REDEEM, { reward: { id: 'rew_00coin' }, order: { items } }]
    ] as const) {
      const refused = await service.post(url, body)
      t.strictSame([refused.status, refused.body.key], [400, key], url)
      t.match(refused.body.details, details)
    }
    t.strictSame(await footprint(service), before)
  })
}
