import t from 'tap'
import {
  type ShownCampaign,
  viewCampaign,
  viewCampaignList
} from '../../../src/http/views/campaigns.ts'
import { viewCategory } from '../../../src/http/views/categories.ts'
import { viewAssignments } from '../../../src/http/views/validation-rules.ts'
import type { Campaign, VoucherTemplate } from '../../../src/model.ts'
import { answers } from '../support/document.ts'
import { assignment, category, madeAt, program } from '../support/given.ts'

const bare: ShownCampaign = {
  campaign: { ...program, voucher: null },
  category: null,
  assignments: [],
  generating: false,
  promotion: null
}

/** The bare one as it is answered: properties that may be missing stand where they belong. */
function outcome(over: Readonly<Record<string, unknown>> = {}) {
  const { voucher, promotion, loyalty_tiers_expiration, ...others } = over
  const common = {
    id: 'camp_00club',
    name: 'Coffee Club',
    description: null,
    campaign_type: 'LOYALTY_PROGRAM',
    type: 'AUTO_UPDATE',
    ...(voucher === undefined ? {} : { voucher }),
    ...(promotion === undefined ? {} : { promotion }),
    auto_join: true,
    join_once: true,
    use_voucher_metadata_schema: false,
    vouchers_count: 2,
    start_date: null,
    expiration_date: null,
    validity_timeframe: null,
    validity_day_of_week: null,
    validity_hours: null,
    active: true,
    metadata: {},
    created_at: madeAt,
    updated_at: null,
    category: null,
    category_id: null,
    categories: [],
    creation_status: 'DONE',
    vouchers_generation_status: 'DONE',
    readonly: false,
    protected: false,
    ...(loyalty_tiers_expiration === undefined ? {} : { loyalty_tiers_expiration }),
    validation_rules_assignments: { object: 'list', data_ref: 'data', data: [], total: 0 },
    object: 'campaign'
  }
  return { ...common, ...others }
}

const CODES = { length: null, charset: null, prefix: null, postfix: null, pattern: null }
const template: VoucherTemplate = {
  type: 'LOYALTY_CARD',
  discount: null,
  gift: null,
  loyaltyCard: { points: 0, expirationRules: null },
  redemptionQuantity: null,
  codeConfig: CODES
}
const card = {
  type: 'LOYALTY_CARD',
  loyalty_card: { points: 0 },
  redemption: { quantity: null },
  code_config: {},
  is_referral_code: false
}

//                         the campaign's own, and what is answered beside the bare outcome
const templates: readonly [string, Partial<Campaign>, Readonly<Record<string, unknown>>][] = [
  ['cards that say nothing', { voucher: template }, { voucher: card }],
  [
    'cards that say everything',
    {
      voucher: {
        ...template,
        loyaltyCard: {
          points: 5,
          expirationRules: { periodType: 'FIXED_DAY_OF_YEAR', fixedMonth: 12, fixedDay: 31 }
        },
        redemptionQuantity: 3,
        codeConfig: { length: 6, charset: 'AB', prefix: 'x-', postfix: '-y', pattern: '##' }
      }
    },
    {
      voucher: {
        ...card,
        loyalty_card: {
          points: 5,
          expiration_rules: { period_type: 'FIXED_DAY_OF_YEAR', fixed_month: 12, fixed_day: 31 }
        },
        redemption: { quantity: 3 },
        code_config: { length: 6, charset: 'AB', prefix: 'x-', postfix: '-y', pattern: '##' }
      }
    }
  ],
  [
    'gifts',
    {
      campaignType: 'GIFT_VOUCHERS',
      voucher: {
        ...template,
        type: 'GIFT_VOUCHER',
        loyaltyCard: null,
        gift: { amount: 1000, effect: null }
      }
    },
    {
      campaign_type: 'GIFT_VOUCHERS',
      voucher: {
        type: 'GIFT_VOUCHER',
        gift: { amount: 1000 },
        redemption: { quantity: null },
        code_config: {},
        is_referral_code: false
      }
    }
  ],
  [
    'referral codes',
    {
      campaignType: 'REFERRAL_PROGRAM',
      voucher: {
        ...template,
        type: 'DISCOUNT_VOUCHER',
        loyaltyCard: null,
        discount: { type: 'AMOUNT', amount_off: 500 }
      }
    },
    {
      campaign_type: 'REFERRAL_PROGRAM',
      voucher: {
        type: 'DISCOUNT_VOUCHER',
        discount: { type: 'AMOUNT', amount_off: 500 },
        redemption: { quantity: null },
        code_config: {},
        is_referral_code: true
      }
    }
  ],
  [
    'tiers by the year',
    {
      tierTerms: {
        qualification: 'POINTS_IN_PERIOD',
        period: 'YEAR',
        expiration: 'END_OF_NEXT_PERIOD'
      }
    },
    {
      loyalty_tiers_expiration: {
        qualification_type: 'POINTS_IN_PERIOD',
        qualification_period: 'YEAR',
        start_date: { type: 'IMMEDIATE' },
        expiration_date: { type: 'END_OF_NEXT_PERIOD' }
      }
    }
  ],
  [
    'tiers by the balance',
    { tierTerms: { qualification: 'BALANCE', period: null, expiration: 'BALANCE_DROP' } },
    {
      loyalty_tiers_expiration: {
        qualification_type: 'BALANCE',
        start_date: { type: 'IMMEDIATE' },
        expiration_date: { type: 'BALANCE_DROP' }
      }
    }
  ]
]

t.test('a campaign shows what its vouchers start as, and how tiers are reached', t => {
  for (const [title, over, expected] of templates) {
    const campaign = { ...bare.campaign, ...over }
    answers(t, 'Campaign', viewCampaign({ ...bare, campaign }), outcome(expected), title)
  }
  t.end()
})

t.test('what stands beside a campaign is shown with it', t => {
  const campaign = { ...bare.campaign, campaignType: 'PROMOTION', categoryId: category.id } as const
  const promotion = { tiers: [], total: 3 }
  const viewed = viewCampaign({
    campaign,
    category,
    assignments: [assignment],
    generating: true,
    promotion
  })
  const expected = outcome({
    campaign_type: 'PROMOTION',
    promotion: { object: 'list', data_ref: 'tiers', tiers: [], total: 3, has_more: true },
    category: category.name,
    category_id: category.id,
    categories: [viewCategory(category)],
    creation_status: 'IN_PROGRESS',
    vouchers_generation_status: 'IN_PROGRESS',
    validation_rules_assignments: viewAssignments([assignment])
  })
  answers(t, 'Campaign', viewed, expected, 'a promotion')
  const list = { object: 'list', data_ref: 'campaigns', campaigns: [outcome()], total: 7 }
  answers(t, 'CampaignList', viewCampaignList([bare], 7), list, 'a page')
  t.end()
})
