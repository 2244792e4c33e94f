import t from 'tap'
import {
  type CreateSku,
  createSku,
  type Speakers,
  speakersOf,
  updateSku
} from '../../src/decisions/products.ts'
import { deleteUnused } from '../../src/decisions/updates.ts'
import type {
  Applicability,
  Discount,
  RewardParameters,
  RuleSet,
  VoucherTemplate
} from '../../src/model.ts'
import { EARLIER, givenCouponCampaign, givenOccasion, NOW } from '../support/given.ts'
import { givenProduct, givenReward, givenSku } from '../support/given-goods.ts'
import { givenEarningRule, givenProperty, givenRule } from '../support/given-rules.ts'
import { table } from '../support/table.ts'

const nobody: Speakers = {
  rewards: [],
  validationRules: [],
  earningRules: [],
  campaigns: [],
  promotionTiers: []
}
const unit = { type: 'UNIT', unit_off: 1, unit_type: 'prod_1', product: { id: 'prod_1' } } as const
const coupons = givenCouponCampaign()
const adds = (discount: Discount): Speakers => ({
  ...nobody,
  campaigns: [
    { id: 'camp_1', voucher: null },
    { id: 'camp_2', voucher: { ...(coupons.voucher as VoucherTemplate), discount } }
  ]
})
const gives = (parameters: RewardParameters): Speakers => ({
  ...nobody,
  rewards: [givenReward({ parameters })]
})
const judges = (rules: RuleSet, applicableTo: Partial<Applicability> = {}): Speakers => {
  const applicable = { excluded: [], included: [], includedAll: true, ...applicableTo }
  return { ...nobody, validationRules: [givenRule({ rules, applicableTo: applicable })] }
}
const earns = (targets: readonly string[] | null): Speakers => {
  const earning = {
    type: 'PROPORTIONAL',
    calculation: 'ORDER_ITEMS_QUANTITY',
    every: 1,
    points: 1,
    property: null,
    targets: targets?.map(id => ({ object: 'product', id }) as const) ?? null
  } as const
  return { ...nobody, earningRules: [givenEarningRule({ earning })] }
}
const item = (id: string) => ({ object: 'product', id, sourceId: null }) as const
const asks = (operand: unknown): RuleSet => ({
  1: { name: 'order.items.any', conditions: { $is: [operand] } as never },
  logic: '1'
})

//                                     speakers                          of prod_1
// biome-ignore format: a table
const rows: [string, Speakers, string | null][] = [
  ['nothing there is', nobody, null],
  ['coupons that add it', adds(unit), 'campaign'],
  ['coupons that add another', adds({ type: 'AMOUNT', amount_off: 1 }), null],
  ['a tier that adds it', { ...nobody, promotionTiers: [{ id: 'promo_1', discount: unit }] },
    'promotion_tier'],
  ['a reward that gives it', gives({ type: 'MATERIAL', productId: 'prod_1', skuId: null }),
    'reward'],
  ['one that gives it as a variant',
    gives({ type: 'MATERIAL', productId: 'prod_2', skuId: 'prod_1' }), 'reward'],
  ['one that gives another', gives({ type: 'MATERIAL', productId: 'prod_2', skuId: null }), null],
  ['one that pays', gives({ type: 'COIN', exchangeRatio: '1', pointsRatio: 1 }), null],
  ['a rule for it', judges({}, { included: [item('prod_2'), item('prod_1')] }), 'validation_rule'],
  ['a rule for all but it', judges({}, { excluded: [item('prod_1')] }), 'validation_rule'],
  ['a rule for another', judges({}, { included: [item('prod_2')] }), null],
  ['a condition with its id', judges(asks('prod_1')), 'validation_rule'],
  ['a condition with the thing', judges(asks({ object: 'product', id: 'prod_1' })),
    'validation_rule'],
  ['a condition with another', judges(asks({ object: 'product', id: 'prod_2' })), null],
  ['a condition inside of one',
    judges({ 1: { name: 'order.items.any', rules: asks('prod_1') }, logic: '1' }),
    'validation_rule'],
  ['an entry that says nothing', judges({ 1: { name: 'order.items.any', rules: null } }), null],
  ['an earning rule for it', earns(['prod_2', 'prod_1']), 'earning_rule'],
  ['an earning rule for another', earns(['prod_2']), null],
  ['an earning rule for all', earns(null), null],
  ['one that counts nothing', { ...nobody, earningRules: [givenEarningRule()] }, null]
]

t.test('speakersOf: everything set up by hand that names it', async t => {
  table(t, rows, (t, _, speakers, type) => {
    const rules = { validation_rule: 'val_1', earning_rule: 'ern_1' }
    const ids = { ...rules, reward: 'rew_1', campaign: 'camp_2', promotion_tier: 'promo_1' }
    const id = type === null ? null : ids[type as keyof typeof ids]
    t.strictSame(speakersOf('prod_1', speakers), type === null ? [] : [{ type, id }])
  })
})

t.test('deleteUnused: what somebody needs stays', async t => {
  t.strictSame(deleteUnused('sku', 'sku_1', [], 'never mind'), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'sku', id: 'sku_1' }]
  })
  const users = [{ type: 'reward', id: 'rew_1' }] as const
  t.match(deleteUnused('sku', 'sku_1', users, 'change it first'), {
    refusal: {
      key: 'resource_in_use',
      details: 'Resource sku sku_1 is in use by reward rew_1; change it first'
    }
  })
})

//                                 command       details
const noSkus: [string, Partial<CreateSku>, RegExp][] = [
  ['half a cent', { price: 0.5 }, /\.price: 0\.5 is no price/],
  [
    'attributes without end',
    { attributes: { p: 'x'.repeat(65_536) } },
    /\.attributes: must have at most 65536 characters as JSON, and has 65544/
  ]
]
const glazed = { properties: { glaze: givenProperty({ type: 'string' }) } }

t.test('createSku: refuses', async t => {
  table(t, noSkus, (t, _, over, details) => {
    const command = { productId: 'prod_1', sourceId: 'mug-blue', ...over }
    const facts = { product: givenProduct(), stored: null, schema: glazed }
    t.match(createSku(facts, command, givenOccasion()), {
      refusal: { key: 'invalid_payload', details }
    })
  })
})

t.test('updateSku: refuses what a new one could not have, and no stored metadata', async t => {
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
})
