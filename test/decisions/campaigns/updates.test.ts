import t from 'tap'
import { ANY_CODE } from '../../../src/decisions/campaigns/campaigns.ts'
import {
  type DeleteCampaignFacts,
  deleteCampaign,
  type UpdateCampaign,
  type UpdateCampaignFacts,
  updateCampaign
} from '../../../src/decisions/campaigns/updates.ts'
import type { Campaign, TierTerms } from '../../../src/model.ts'
import {
  givenCampaign,
  givenCategory,
  givenCouponCampaign,
  givenGiftCampaign,
  givenOccasion,
  givenPromotion,
  givenTemplate,
  givenValidity,
  NOW
} from '../../support/given.ts'
import {
  givenEarningRule,
  givenProperty,
  givenRuleAssignment,
  givenSchema
} from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const weekly = { interval: 'P1W', duration: 'P1D' }
const YEARLY: TierTerms = {
  qualification: 'POINTS_IN_PERIOD',
  period: 'YEAR',
  expiration: 'END_OF_PERIOD'
}

function facts(over: Partial<UpdateCampaignFacts> = {}): UpdateCampaignFacts {
  return {
    campaign: givenCampaign(),
    named: null,
    wanted: null,
    earningRules: [],
    schema: givenSchema({ properties: { colour: givenProperty() } }),
    ...over
  }
}

const coded = { ...ANY_CODE, pattern: 'TEA-####' }

//                    facts, command, and what is another way
const updates: [string, Partial<UpdateCampaignFacts>, UpdateCampaign, Partial<Campaign>][] = [
  [
    'everything of a program',
    { wanted: givenCategory() },
    {
      name: 'Tea Club',
      description: 'Tea',
      type: 'AUTO_UPDATE',
      autoJoin: true,
      validity: { startDate: NOW, timeframe: weekly },
      category: 'Seasonal',
      voucher: { loyaltyCard: { points: 5 }, redemptionQuantity: 9, codeConfig: coded },
      tierTerms: YEARLY,
      metadata: { colour: 'red' }
    },
    {
      name: 'Tea Club',
      description: 'Tea',
      type: 'AUTO_UPDATE',
      autoJoin: true,
      validity: givenValidity({ startDate: NOW, timeframe: weekly }),
      categoryId: 'cat_1',
      voucher: givenTemplate({
        loyaltyCard: { points: 5, expirationRules: null },
        redemptionQuantity: 9,
        codeConfig: coded
      }),
      tierTerms: YEARLY,
      metadata: { colour: 'red' }
    }
  ],
  [
    'nulls clear',
    { campaign: givenCampaign({ description: 'Tea', categoryId: 'cat_1', tierTerms: YEARLY }) },
    { description: null, category: null, tierTerms: null },
    { description: null, categoryId: null, tierTerms: null }
  ],
  [
    'codes by default, and another effect of the credit',
    { campaign: givenGiftCampaign() },
    { voucher: { codeConfig: null, gift: { effect: 'APPLY_TO_ITEMS' } } },
    {
      voucher: givenTemplate({
        type: 'GIFT_VOUCHER',
        loyaltyCard: null,
        gift: { amount: 1000, effect: 'APPLY_TO_ITEMS' }
      })
    }
  ],
  [
    'another discount',
    { campaign: givenCouponCampaign({ vouchersCount: 4 }) },
    { voucher: { discount: { type: 'AMOUNT', amount_off: 100 } } },
    {
      voucher: givenTemplate({
        type: 'DISCOUNT_VOUCHER',
        loyaltyCard: null,
        discount: { type: 'AMOUNT', amount_off: 100 }
      })
    }
  ],
  [
    'a promotion, which has no vouchers',
    { campaign: givenPromotion(), named: { id: givenPromotion().id } },
    { name: 'Anew' },
    { name: 'Anew' }
  ],
  [
    'dates that its rules can do with',
    { earningRules: [givenEarningRule({ validity: givenValidity({ timeframe: weekly }) })] },
    { validity: { startDate: NOW } },
    { validity: givenValidity({ startDate: NOW }) }
  ]
]

t.test('updateCampaign: what is said is another way, the rest stays', t => {
  table(t, updates, (t, _, known, command, over) => {
    const before = facts(known)
    const campaign = { ...before.campaign, ...over, updatedAt: NOW }
    t.strictSame(updateCampaign(before, command, givenOccasion()), {
      result: campaign,
      changes: [{ kind: 'campaign.updated', campaign, updatedAtBefore: null }]
    })
  })
  const held = givenCampaign({ tierTerms: YEARLY, vouchersCount: 2 })
  for (const command of [{}, { name: held.name, tierTerms: YEARLY }]) {
    const same = updateCampaign(facts({ campaign: held }), command, givenOccasion())
    t.strictSame(same, { result: held, changes: [] }, 'nothing new writes nothing')
  }
  t.end()
})

const bad = { metadata: { colour: 5 } }
const standalone = givenCampaign({ type: 'STANDALONE' })
const ruled = [givenEarningRule({ validity: givenValidity({ timeframe: weekly }) })]

// In descending precedence.
//                     facts, command, key and details
const refusals: [string, Partial<UpdateCampaignFacts>, UpdateCampaign, string, RegExp][] = [
  ['an unknown category', {}, { category: 'x', name: 'N' }, 'not_found', /category with id x/],
  [
    'a name in use',
    { named: { id: 'camp_9' }, campaign: standalone },
    { name: 'N', type: 'STATIC' },
    'duplicate_found',
    /campaign exists with name N/
  ],
  [
    'a campaign that stands alone',
    { campaign: standalone },
    { type: 'STATIC', ...bad },
    'invalid_payload',
    /^Property \.type: a STANDALONE/
  ],
  [
    'vouchers of a promotion',
    { campaign: givenPromotion() },
    { voucher: {}, ...bad },
    'invalid_payload',
    /^Property \.voucher: a PROMOTION has tiers/
  ],
  [
    'terms that members were promised',
    { campaign: givenCampaign({ vouchersCount: 2 }) },
    { tierTerms: YEARLY, ...bad },
    'invalid_payload',
    /^Property \.loyalty_tiers_expiration: the 2 cards/
  ],
  [
    'members of coupons',
    { campaign: givenCouponCampaign() },
    { autoJoin: true, tierTerms: YEARLY },
    'invalid_payload',
    /^Property \.auto_join: /
  ],
  [
    'tiers of coupons',
    { campaign: givenCouponCampaign() },
    { tierTerms: YEARLY, ...bad },
    'invalid_payload',
    /^Property \.loyalty_tiers_expiration: a DISCOUNT_COUPONS has no/
  ],
  [
    'no start',
    {},
    { validity: { timeframe: weekly }, voucher: { gift: { amount: 1 } } },
    'invalid_payload',
    /^Property \.start_date: /
  ],
  [
    'the block of another type',
    {},
    { voucher: { gift: { amount: 1 } }, ...bad },
    'invalid_payload',
    /^Property \.voucher\.gift: a LOYALTY_CARD has none/
  ],
  [
    'dates that a rule cannot do with',
    {
      earningRules: ruled,
      campaign: givenCampaign({ validity: givenValidity({ startDate: NOW }) })
    },
    { validity: { startDate: null }, ...bad },
    'invalid_payload',
    /^earning rule ern_1 would have: Property \.start_date: .* Change that rule first$/
  ],
  ['metadata', {}, bad, 'metadata_validation_failed', /^metadata: colour: /]
]

t.test('updateCampaign: refuses what could not be made so', t => {
  table(t, refusals, (t, _, known, command, key, details) => {
    const decision = updateCampaign(facts(known), command, givenOccasion())
    t.match(decision, { refusal: { key, details } })
  })
  t.end()
})

function leaving(over: Partial<DeleteCampaignFacts> = {}): DeleteCampaignFacts {
  return {
    campaign: givenCampaign(),
    vouchers: [],
    generating: false,
    rewards: [],
    parts: [
      { resource: 'earning_rule', id: 'ern_1' },
      { resource: 'loyalty_tier', id: 'ltr_1' }
    ],
    assignments: [givenRuleAssignment()],
    ...over
  }
}

t.test('deleteCampaign: goes with its parts and what binds them', t => {
  t.strictSame(deleteCampaign(leaving()), {
    result: null,
    changes: [
      { kind: 'validationRule.unassigned', assignmentId: 'asgm_1', ruleId: 'val_1' },
      { kind: 'resource.deleted', resource: 'earning_rule', id: 'ern_1' },
      { kind: 'resource.deleted', resource: 'loyalty_tier', id: 'ltr_1' },
      { kind: 'resource.deleted', resource: 'campaign', id: 'camp_1' }
    ]
  })
  t.end()
})

t.test('deleteCampaign: stays for what people hold or may be given', t => {
  const rewards = [{ type: 'reward', id: 'rew_1' }] as const
  const vouchers = [{ type: 'voucher', id: 'v_1' }] as const
  const rows: [string, Partial<DeleteCampaignFacts>, RegExp][] = [
    ['vouchers', { vouchers, generating: true, rewards }, /in use by voucher v_1; delete/],
    ['vouchers to come', { generating: true, rewards }, /^Vouchers are still being made for/],
    ['a reward', { rewards }, /in use by reward rew_1; delete/]
  ]
  table(t, rows, (t, _, over, details) => {
    const refusal = { key: 'resource_in_use', details, resourceId: 'camp_1' }
    t.match(deleteCampaign(leaving(over)), { refusal })
  })
  t.end()
})
