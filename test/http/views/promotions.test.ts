import t from 'tap'
import {
  type ShownPromotionTier,
  viewPromotionTier,
  viewPromotionTierList
} from '../../../src/http/views/promotions.ts'
import type { Campaign, PromotionTier } from '../../../src/model.ts'
import { ALWAYS, type Validity } from '../../../src/rules/validity.ts'
import { answers } from '../support/document.ts'
import { assignment, category, changedAt, madeAt, program } from '../support/given.ts'

const promotion: Campaign = {
  ...program,
  id: 'camp_00autumn',
  name: 'Autumn promotion',
  campaignType: 'PROMOTION'
}

const tier: PromotionTier = {
  id: 'promo_00tenoff',
  campaignId: 'camp_00autumn',
  name: null,
  banner: null,
  discount: { type: 'PERCENT', percent_off: 10 },
  hierarchy: 1,
  active: true,
  validity: ALWAYS,
  categoryId: null,
  metadata: {},
  totalRedeemed: 0,
  ordersAmount: 0,
  ordersDiscountAmount: 0,
  createdAt: madeAt,
  updatedAt: null
}

const bare: ShownPromotionTier = { tier, campaign: promotion, category: null, assignments: [] }

const outcome = {
  id: 'promo_00tenoff',
  created_at: madeAt,
  updated_at: null,
  name: null,
  banner: null,
  action: { discount: { type: 'PERCENT', percent_off: 10 } },
  metadata: {},
  hierarchy: 1,
  promotion_id: 'camp_00autumn',
  campaign: {
    id: 'camp_00autumn',
    start_date: null,
    expiration_date: null,
    active: true,
    category_id: null,
    object: 'campaign'
  },
  campaign_id: 'camp_00autumn',
  active: true,
  category_id: null,
  categories: [],
  summary: {
    redemptions: { total_redeemed: 0 },
    orders: { total_amount: 0, total_discount_amount: 0 }
  },
  object: 'promotion_tier',
  validation_rule_assignments: null
}

t.test('viewPromotionTier: a tier that has nothing that can be missing', async t => {
  answers(t, 'PromotionTier', viewPromotionTier(bare), outcome, 'a bare tier')
})

t.test('viewPromotionTier: everything a tier and its campaign can have', async t => {
  const validity: Validity = {
    startDate: madeAt,
    expirationDate: changedAt,
    timeframe: { interval: 'P2D', duration: 'PT1H' },
    daysOfWeek: [0],
    hours: { daily: [{ startTime: '08:00', expirationTime: '11:30', daysOfWeek: [0] }] }
  }
  const recurring = {
    validity_timeframe: { duration: 'PT1H', interval: 'P2D' },
    validity_day_of_week: [0],
    validity_hours: {
      daily: [{ start_time: '08:00', days_of_week: [0], expiration_time: '11:30' }]
    }
  }
  const view = viewPromotionTier({
    tier: {
      ...tier,
      name: 'Ten off',
      banner: '10 % off',
      active: false,
      validity,
      categoryId: 'cat_00seasonal',
      metadata: { season: 'autumn' },
      totalRedeemed: 2,
      ordersAmount: 7300,
      ordersDiscountAmount: 730,
      updatedAt: changedAt
    },
    campaign: { ...promotion, active: false, validity, categoryId: 'cat_00other' },
    category,
    assignments: [{ ...assignment, relatedObjectType: 'promotion_tier', relatedObjectId: tier.id }]
  })
  const whole = {
    id: 'promo_00tenoff',
    created_at: madeAt,
    updated_at: changedAt,
    name: 'Ten off',
    banner: '10 % off',
    action: outcome.action,
    metadata: { season: 'autumn' },
    hierarchy: 1,
    promotion_id: 'camp_00autumn',
    campaign: {
      id: 'camp_00autumn',
      start_date: madeAt,
      expiration_date: changedAt,
      ...recurring,
      active: false,
      category_id: 'cat_00other',
      object: 'campaign'
    },
    campaign_id: 'camp_00autumn',
    active: false,
    start_date: madeAt,
    expiration_date: changedAt,
    ...recurring,
    category_id: 'cat_00seasonal',
    categories: [
      {
        id: 'cat_00seasonal',
        name: 'Seasonal',
        hierarchy: 1,
        object: 'category',
        created_at: madeAt,
        updated_at: null
      }
    ],
    summary: {
      redemptions: { total_redeemed: 2 },
      orders: { total_amount: 7300, total_discount_amount: 730 }
    },
    object: 'promotion_tier',
    validation_rule_assignments: {
      object: 'list',
      data_ref: 'data',
      data: [
        {
          id: 'asgm_00twenty',
          rule_id: 'val_00twenty',
          related_object_id: 'promo_00tenoff',
          related_object_type: 'promotion_tier',
          created_at: madeAt,
          object: 'validation_rules_assignment'
        }
      ],
      total: 1
    }
  }
  answers(t, 'PromotionTier', view, whole, 'a full tier')
})

t.test('viewPromotionTierList: in the order given; total counts all there are', async t => {
  const whole = { object: 'list', data_ref: 'tiers', tiers: [outcome], total: 3, has_more: true }
  const view = viewPromotionTierList([bare], { total: 3, hasMore: true })
  answers(t, 'PromotionTierList', view, whole, 'a page of one')
})
