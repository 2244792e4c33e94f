import t from 'tap'
import {
  type ComposeCampaign,
  type ComposeCampaignFacts,
  composeCampaign,
  disableCampaign,
  enableCampaign,
  type NewTemplate
} from '../../../src/decisions/campaigns/campaigns.ts'
import type { Campaign, Discount, TierTerms } from '../../../src/model.ts'
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
import { givenEventSchema, givenProperty, givenSchema } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const FIVE_OFF: Discount = { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' }
const CARD: NewTemplate = {
  type: 'LOYALTY_CARD',
  loyaltyCard: { points: 0, expirationRules: null }
}
const COUPON: NewTemplate = { type: 'DISCOUNT_VOUCHER', discount: FIVE_OFF }
const GIFT: NewTemplate = {
  type: 'GIFT_VOUCHER',
  gift: { amount: 1000, effect: 'APPLY_TO_ORDER' }
}
const CODES = { length: 6, charset: '0123456789', prefix: 'A-', postfix: null, pattern: null }
const summer = givenValidity({ startDate: NOW, timeframe: { interval: 'P1W', duration: 'P1D' } })
const BY_YEAR: TierTerms = {
  qualification: 'POINTS_IN_PERIOD',
  period: 'YEAR',
  expiration: 'END_OF_NEXT_PERIOD'
}
const coloured = givenSchema({ properties: { colour: givenProperty() } })

function facts(over: Partial<ComposeCampaignFacts> = {}): ComposeCampaignFacts {
  return { named: null, category: null, eventSchema: null, schema: coloured, ...over }
}

//                           facts, command, and the campaign
const kinds: [string, Partial<ComposeCampaignFacts>, Partial<ComposeCampaign>, Campaign][] = [
  ['a loyalty program, by its cards', {}, { name: 'Coffee Club', voucher: CARD }, givenCampaign()],
  [
    'coupons, by their discount',
    {},
    { name: 'Spring coupons', voucher: COUPON },
    givenCouponCampaign()
  ],
  [
    'gift vouchers, by their credit',
    {},
    { name: 'Gift cards', voucher: GIFT },
    givenGiftCampaign()
  ],
  [
    'a gift of nothing yet',
    {},
    { name: 'Gift cards', voucher: { type: 'GIFT_VOUCHER', gift: { amount: 0, effect: null } } },
    givenGiftCampaign({
      voucher: givenTemplate({
        type: 'GIFT_VOUCHER',
        loyaltyCard: null,
        gift: { amount: 0, effect: null }
      })
    })
  ],
  [
    'a promotion, which says so itself',
    {},
    { name: 'Autumn promotion', campaignType: 'PROMOTION', voucher: null, autoJoin: false },
    givenPromotion()
  ],
  [
    'a referral program of coupons, and what counts as a conversion',
    { eventSchema: givenEventSchema() },
    {
      name: 'Spring coupons',
      campaignType: 'REFERRAL_PROGRAM',
      voucher: COUPON,
      referral: { eventSchemaId: 'ms_1' }
    },
    givenCouponCampaign({ campaignType: 'REFERRAL_PROGRAM', referral: { eventSchemaId: 'ms_1' } })
  ],
  [
    'a referral program of gifts',
    { eventSchema: givenEventSchema() },
    {
      name: 'Gift cards',
      campaignType: 'REFERRAL_PROGRAM',
      voucher: GIFT,
      referral: { eventSchemaId: 'ms_1' }
    },
    givenGiftCampaign({ campaignType: 'REFERRAL_PROGRAM', referral: { eventSchemaId: 'ms_1' } })
  ],
  [
    'nulls say nothing',
    {},
    {
      name: 'Coffee Club',
      description: null,
      campaignType: null,
      type: null,
      autoJoin: null,
      active: null,
      validity: null,
      category: null,
      voucher: { ...CARD, discount: null, gift: null, redemptionQuantity: null, codeConfig: null },
      tierTerms: null,
      referral: null,
      metadata: null
    },
    givenCampaign()
  ],
  [
    'everything there is to say',
    { category: givenCategory() },
    {
      name: 'Coffee Club',
      description: 'For regulars',
      campaignType: 'LOYALTY_PROGRAM',
      type: 'AUTO_UPDATE',
      autoJoin: true,
      active: false,
      validity: summer,
      category: 'Seasonal',
      voucher: {
        type: 'LOYALTY_CARD',
        loyaltyCard: {
          points: 10,
          expirationRules: {
            periodType: 'MONTH',
            periodValue: 12,
            roundingType: 'END_OF_MONTH',
            roundingValue: null
          }
        },
        redemptionQuantity: 1,
        codeConfig: CODES
      },
      tierTerms: BY_YEAR,
      metadata: { colour: 'red' }
    },
    givenCampaign({
      description: 'For regulars',
      type: 'AUTO_UPDATE',
      autoJoin: true,
      active: false,
      validity: summer,
      categoryId: 'cat_1',
      voucher: givenTemplate({
        loyaltyCard: {
          points: 10,
          expirationRules: {
            periodType: 'MONTH',
            periodValue: 12,
            roundingType: 'END_OF_MONTH',
            roundingValue: null
          }
        },
        redemptionQuantity: 1,
        codeConfig: CODES
      }),
      tierTerms: BY_YEAR,
      metadata: { colour: 'red' }
    })
  ]
]

t.test('createCampaign: its vouchers and its type say the same', t => {
  table(t, kinds, (t, _, known, command, expected) => {
    const campaign = { ...expected, id: 'camp_000001', createdAt: NOW }
    const decision = composeCampaign(facts(known), { name: '', ...command }, givenOccasion())
    t.strictSame(decision, {
      result: campaign,
      changes: [{ kind: 'campaign.created', campaign }]
    })
  })
  t.end()
})

const bad = { metadata: { colour: 5 } }
const crossed = givenValidity({ timeframe: { interval: 'P1W', duration: 'P1D' } })

// In descending precedence.
//                                facts, command                       key, and details
const refusals: [
  string,
  Partial<ComposeCampaignFacts>,
  Partial<ComposeCampaign>,
  string,
  RegExp
][] = [
  ['no kind at all', { named: givenCampaign() }, {}, 'missing_param', /'campaign_type'/],
  [
    'an unknown category',
    { named: givenCampaign() },
    { campaignType: 'GIFT_VOUCHERS', category: 'x' },
    'not_found',
    /category with id x/
  ],
  [
    'a name in use',
    { named: givenCampaign() },
    { campaignType: 'LOYALTY_PROGRAM' },
    'duplicate_found',
    /campaign exists with name Club/
  ],
  [
    'cards without a template',
    {},
    { campaignType: 'LOYALTY_PROGRAM' },
    'missing_param',
    /'voucher'/
  ],
  [
    'a promotion with vouchers',
    {},
    { campaignType: 'PROMOTION', voucher: COUPON },
    'invalid_payload',
    /\.voucher\.type: DISCOUNT_VOUCHER .* PROMOTION has tiers/
  ],
  [
    'coupons of gifts',
    {},
    { campaignType: 'DISCOUNT_COUPONS', voucher: GIFT },
    'invalid_payload',
    /GIFT_VOUCHER .* has vouchers of DISCOUNT_VOUCHER/
  ],
  [
    'cards to refer with',
    {},
    { campaignType: 'REFERRAL_PROGRAM', voucher: CARD, autoJoin: true },
    'invalid_payload',
    /LOYALTY_CARD .* has vouchers of DISCOUNT_VOUCHER or GIFT_VOUCHER/
  ],
  [
    'members of a coupon',
    {},
    { voucher: COUPON, autoJoin: true, tierTerms: BY_YEAR },
    'invalid_payload',
    /\.auto_join: a DISCOUNT_COUPONS has no members/
  ],
  [
    'tiers of a coupon',
    {},
    { voucher: COUPON, tierTerms: BY_YEAR, referral: { eventSchemaId: 'ms_1' } },
    'invalid_payload',
    /\.loyalty_tiers_expiration: a DISCOUNT_COUPONS has no loyalty tiers; leave it out/
  ],
  [
    'terms that make no sense together',
    {},
    {
      voucher: CARD,
      tierTerms: { ...BY_YEAR, period: null },
      referral: { eventSchemaId: 'ms_1' }
    },
    'invalid_payload',
    /\.loyalty_tiers_expiration\.qualification_period: END_OF_NEXT_PERIOD needs one/
  ],
  [
    'points of a period that are lost with the next purchase',
    {},
    {
      voucher: CARD,
      tierTerms: { ...BY_YEAR, expiration: 'BALANCE_DROP' },
      referral: { eventSchemaId: 'ms_1' }
    },
    'invalid_payload',
    /\.loyalty_tiers_expiration\.expiration_date\.type: Points of a period/
  ],
  [
    'conversions of a club',
    {},
    { voucher: CARD, tierTerms: BY_YEAR, referral: { eventSchemaId: 'x' }, validity: crossed },
    'invalid_payload',
    /\.referral_program: a LOYALTY_PROGRAM refers nobody; leave it out/
  ],
  [
    'a referral program that nothing converts',
    {},
    { campaignType: 'REFERRAL_PROGRAM', voucher: COUPON, validity: crossed },
    'missing_param',
    /'referral_program'/
  ],
  [
    'or that an unknown event does',
    {},
    {
      campaignType: 'REFERRAL_PROGRAM',
      voucher: COUPON,
      referral: { eventSchemaId: 'ms_x' },
      validity: crossed
    },
    'not_found',
    /event_schema with id ms_x/
  ],
  [
    'a timeframe from nowhere',
    {},
    { voucher: { type: 'GIFT_VOUCHER' }, validity: crossed },
    'invalid_payload',
    /\.start_date: /
  ],
  [
    'a gift without its block',
    {},
    { voucher: { type: 'GIFT_VOUCHER' } },
    'missing_param',
    /'voucher\.gift'/
  ],
  [
    'a card without its block',
    {},
    { voucher: { type: 'LOYALTY_CARD' } },
    'missing_param',
    /'voucher\.loyalty_card'/
  ],
  [
    'a coupon without its block',
    {},
    { voucher: { ...GIFT, type: 'DISCOUNT_VOUCHER' } },
    'missing_param',
    /'voucher\.discount'/
  ],
  [
    'a gift with points',
    {},
    { voucher: { ...CARD, ...GIFT, redemptionQuantity: 0 } },
    'invalid_payload',
    /\.voucher\.loyalty_card: a GIFT_VOUCHER has none/
  ],
  [
    'a card with credit',
    {},
    { voucher: { ...GIFT, ...CARD } },
    'invalid_payload',
    /\.voucher\.gift: a LOYALTY_CARD has none/
  ],
  [
    'no use at all',
    {},
    { voucher: { ...GIFT, redemptionQuantity: 0, codeConfig: { ...CODES, length: 0 } } },
    'invalid_payload',
    /\.voucher\.redemption\.quantity: 0/
  ],
  [
    'codes of no length',
    {},
    {
      voucher: {
        type: 'GIFT_VOUCHER',
        gift: { amount: -1, effect: null },
        codeConfig: { ...CODES, length: 0 }
      }
    },
    'invalid_code_config',
    /\.voucher\.code_config\.length: 0/
  ],
  [
    'credit below nothing',
    {},
    { voucher: { type: 'GIFT_VOUCHER', gift: { amount: -1, effect: null } }, ...bad },
    'invalid_payload',
    /\.voucher\.gift\.amount: -1/
  ],
  [
    'half a point',
    {},
    { voucher: { type: 'LOYALTY_CARD', loyaltyCard: { points: 0.5, expirationRules: null } } },
    'invalid_payload',
    /loyalty_card\.points: 0\.5/
  ],
  [
    'a thirteenth month',
    {},
    {
      voucher: {
        type: 'LOYALTY_CARD',
        loyaltyCard: {
          points: 0,
          expirationRules: { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: 13, fixedDay: 1 }
        }
      }
    },
    'invalid_payload',
    /\.voucher\.loyalty_card\.expiration_rules\.fixed_month: 13/
  ],
  [
    'a discount of nothing',
    {},
    {
      voucher: { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 0 } },
      ...bad
    },
    'invalid_payload',
    /\.voucher\.discount\.amount_off: 0/
  ],
  [
    'metadata against the schema',
    {},
    { voucher: CARD, ...bad },
    'metadata_validation_failed',
    /^metadata: colour: /
  ]
]

t.test('createCampaign: refuses what could not make a voucher', t => {
  table(t, refusals, (t, _, known, command, key, details) => {
    const decision = composeCampaign(facts(known), { name: 'Club', ...command }, givenOccasion())
    t.match(decision, { refusal: { key, details } })
  })
  t.end()
})

t.test('enableCampaign, disableCampaign: the other way round, and nothing where it is so', t => {
  const on = givenCampaign()
  const off = givenCampaign({ active: false })
  const changed = (active: boolean) => ({
    result: givenCampaign({ active, updatedAt: NOW }),
    changes: [{ kind: 'campaign.switched', campaignId: 'camp_1', active, updatedAt: NOW }]
  })
  t.strictSame(enableCampaign({ campaign: off }, givenOccasion()), changed(true))
  t.strictSame(disableCampaign({ campaign: on }, givenOccasion()), changed(false))
  t.strictSame(enableCampaign({ campaign: on }, givenOccasion()), { result: on, changes: [] })
  t.strictSame(disableCampaign({ campaign: off }, givenOccasion()), { result: off, changes: [] })
  t.end()
})
