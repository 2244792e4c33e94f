/**
 * Discounts through the API: every type with every effect, where a refused one is named, and that
 * what is sent is what comes back, wherever a discount is kept.
 */

import t, { type Test } from 'tap'
import { givenService, type Service } from '../../support/app.ts'

const MUG = { id: 'prod_00mug', source_id: 'mug', name: 'Stoneware mug' }
const SKU = { id: 'sku_00mugblue', name: 'Blue' }
const UNIT = { unit_off: 2, unit_type: 'prod_00mug', product: MUG }
const EFFECTS = [
  'APPLY_TO_ORDER',
  'APPLY_TO_ITEMS',
  'APPLY_TO_ITEMS_PROPORTIONALLY',
  'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY',
  'APPLY_TO_ITEMS_BY_QUANTITY',
  'ADD_MISSING_ITEMS',
  'ADD_NEW_ITEMS',
  'ADD_MANY_ITEMS',
  'ADD_SAME_ITEMS'
]

// One discount of each shape with all it may have, and the effects it may have.
//  discount                                                              effects
// biome-ignore format: a table
const shapes: [string, Readonly<Record<string, unknown>>, string[]][] = [
  ['AMOUNT', { type: 'AMOUNT', amount_off: 500, aggregated_amount_limit: 9_007_199_254_740_991 },
    EFFECTS.slice(0, 5)],
  ['PERCENT',
    { type: 'PERCENT', percent_off: 12.5, amount_limit: 2000, aggregated_amount_limit: 1 },
    EFFECTS.slice(0, 2)],
  ['FIXED', { type: 'FIXED', fixed_amount: 0 }, EFFECTS.slice(0, 2)],
  ['UNIT', { type: 'UNIT', ...UNIT, sku: SKU }, EFFECTS.slice(5, 8)],
  [
    'UNIT of several',
    {
      type: 'UNIT',
      units: [
        { ...UNIT, effect: 'ADD_NEW_ITEMS' },
        { unit_off: 1, unit_type: 'sku_00mugblue', sku: SKU, effect: 'ADD_MISSING_ITEMS' }
      ]
    },
    ['ADD_MANY_ITEMS']
  ]
]

/** What a discount of its own is answered with, and read back as. */
async function made(t: Test, service: Service, discount: object) {
  const { status, body } = await service.post('/v1/vouchers', {
    type: 'DISCOUNT_VOUCHER',
    discount
  })
  t.equal(status, 200, JSON.stringify(discount))
  t.strictSame((await service.get(`/v1/vouchers/${body.code}`)).body, body)
  return body.discount
}

/** Refused by the name of the property `at`, in a sentence that says `why`. */
async function refusedFor(t: Test, service: Service, discount: object, at: string, why: RegExp) {
  const { status, body } = await service.post('/v1/vouchers', {
    type: 'DISCOUNT_VOUCHER',
    discount
  })
  const title = JSON.stringify(discount)
  t.strictSame([status, body.key], [400, 'invalid_payload'], title)
  const [, named, words] = /^Property \.discount\.([^\s:]+):? (.*)/.exec(body.details) ?? []
  t.equal(named, at, title)
  t.match(words, why, title)
}

t.test('a discount has the effects of its type, and no others', async t => {
  const service = await givenService(t)
  for (const [title, discount, effects] of shapes) {
    for (const effect of EFFECTS) {
      const sent = { ...discount, effect }
      if (effects.includes(effect)) t.strictSame(await made(t, service, sent), sent, title)
      else await refusedFor(t, service, sent, 'effect', /is not one of /)
    }
    t.strictSame(await made(t, service, discount), discount, `${title} without effect`)
    const fixed = { ...discount, is_dynamic: false }
    t.strictSame(await made(t, service, fixed), fixed, `${title} that says it has no formula`)
  }
})

t.test('a discount is the same wherever it is kept', async t => {
  const service = await givenService(t)
  for (const [index, [title, discount, effects]] of shapes.entries()) {
    const sent = { ...discount, effect: effects.at(-1) }
    const voucher = { type: 'DISCOUNT_VOUCHER', discount: sent }
    const campaign = await service.post('/v1/campaigns', { name: title, voucher })
    t.strictSame(campaign.body.voucher.discount, sent, title)
    const added = await service.post(`/v1/campaigns/${campaign.body.id}/vouchers`)
    t.strictSame(added.body.discount, sent, `${title}, on a voucher of the campaign`)
    const tier = await service.post('/v1/promotions/camp_00autumn/tiers', {
      name: `Tier ${index}`,
      action: { discount: sent }
    })
    t.strictSame(tier.body.action, { discount: sent }, `${title}, in a promotion tier`)
    const { body } = await service.get('/v1/promotions/camp_00autumn/tiers')
    t.strictSame(body.tiers[0].action, { discount: sent })
    const changed = await service.put('/v1/vouchers/WELCOME', { discount: sent })
    t.strictSame(changed.body.discount, sent, `${title}, in place of another`)
  }
})

t.test('a discount that is refused is named by its place in the request', async t => {
  const service = await givenService(t)
  const discount = { type: 'FIXED' }
  const voucher = { type: 'DISCOUNT_VOUCHER', discount }
  const { put, post } = service
  //       answer                                                                   at
  const rows = [
    [post('/v1/campaigns', { name: 'N', voucher }), '.voucher.discount'],
    [
      post('/v1/promotions/camp_00autumn/tiers', { name: 'N', action: { discount } }),
      '.action.discount'
    ],
    [put('/v1/vouchers/WELCOME', { discount }), '.discount'],
    [put('/v1/campaigns/camp_00spring', { voucher: { discount } }), '.voucher.discount']
  ] as const
  for (const [answer, at] of rows) {
    const { status, body } = await answer
    t.strictSame([status, body.key], [400, 'invalid_payload'], at)
    t.match(body.details, `Property ${at}.fixed_amount: `)
  }
})
