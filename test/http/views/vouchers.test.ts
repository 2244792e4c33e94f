import t from 'tap'
import { pictureLinks } from '../../../src/http/links.ts'
import { viewVoucher, viewVoucherStub } from '../../../src/http/views/vouchers.ts'
import type { ShownVoucher, Voucher } from '../../../src/model.ts'
import { ALWAYS } from '../../../src/rules/validity.ts'
import { answers, misfits } from '../support/document.ts'
import {
  assignment,
  category,
  changedAt,
  givenCard,
  givenCoupon,
  givenGift,
  linking,
  madeAt,
  shown
} from '../support/given.ts'

const url = 'https://loyalty.example.com/v1/vouchers'

/** The answer for a coupon that stands alone and has nothing that can be missing. */
const coupon = {
  id: 'v_00spring1',
  code: 'SPRING-0001',
  campaign: null,
  campaign_id: null,
  category: null,
  category_id: null,
  categories: [],
  type: 'DISCOUNT_VOUCHER',
  discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' },
  gift: null,
  loyalty_card: null,
  start_date: null,
  expiration_date: null,
  validity_timeframe: null,
  validity_day_of_week: null,
  validity_hours: null,
  active: true,
  additional_info: null,
  metadata: {},
  assets: pictureLinks(linking, givenCoupon()),
  is_referral_code: false,
  created_at: madeAt,
  updated_at: null,
  holder_id: null,
  referrer_id: null,
  object: 'voucher',
  publish: {
    object: 'list',
    count: 0,
    url: `${url}/SPRING-0001/publications?page=1&limit=10`
  },
  redemption: {
    quantity: null,
    redeemed_quantity: 0,
    object: 'list',
    url: `${url}/SPRING-0001/redemptions?page=1&limit=10`
  },
  validation_rules_assignments: { object: 'list', data_ref: 'data', data: [], total: 0 }
}

t.test('viewVoucher: what a voucher has not is null, for every kind of it', async t => {
  answers(t, 'Voucher', viewVoucher(shown(givenCoupon()), linking), coupon, 'a bare coupon')
})

t.test('viewVoucher: everything a voucher can have', async t => {
  const voucher = givenCoupon({
    campaignId: 'camp_00spring',
    categoryId: category.id,
    validity: {
      startDate: madeAt,
      expirationDate: '2026-12-31T22:59:59.999Z',
      timeframe: { interval: 'P2D', duration: 'PT1H' },
      daysOfWeek: [0, 6],
      hours: {
        daily: [
          { startTime: '08:00', expirationTime: '11:30', daysOfWeek: [1, 2] },
          { startTime: '14:00', expirationTime: '15:00', daysOfWeek: null }
        ]
      }
    },
    active: false,
    additionalInfo: 'For the fair',
    metadata: { fair: 'Berlin' },
    isReferralCode: true,
    holderId: 'cust_00ada',
    referrerId: 'cust_00ben',
    publishedCount: 1,
    redemptionQuantity: 1,
    redeemedQuantity: 1,
    updatedAt: changedAt
  })
  const view = viewVoucher(
    { voucher, campaignName: 'Spring coupons', category, assignments: [assignment] },
    linking
  )
  const outcome = {
    ...coupon,
    campaign: 'Spring coupons',
    campaign_id: 'camp_00spring',
    category: 'Seasonal',
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
    start_date: madeAt,
    expiration_date: '2026-12-31T22:59:59.999Z',
    validity_timeframe: { duration: 'PT1H', interval: 'P2D' },
    validity_day_of_week: [0, 6],
    validity_hours: {
      daily: [
        { start_time: '08:00', days_of_week: [1, 2], expiration_time: '11:30' },
        { start_time: '14:00', expiration_time: '15:00' }
      ]
    },
    active: false,
    additional_info: 'For the fair',
    metadata: { fair: 'Berlin' },
    is_referral_code: true,
    updated_at: changedAt,
    holder_id: 'cust_00ada',
    referrer_id: 'cust_00ben',
    publish: { ...coupon.publish, count: 1 },
    redemption: { ...coupon.redemption, quantity: 1, redeemed_quantity: 1 },
    validation_rules_assignments: {
      object: 'list',
      data_ref: 'data',
      data: [
        {
          id: 'asgm_00twenty',
          rule_id: 'val_00twenty',
          related_object_id: 'v_00spring1',
          related_object_type: 'voucher',
          created_at: madeAt,
          object: 'validation_rules_assignment',
          validation_status: 'PARTIALLY_VALID',
          validation_omitted_rules: ['redemption.metadata']
        }
      ],
      total: 1
    }
  }
  answers(t, 'Voucher', view, outcome, 'a full coupon')
})

t.test('viewVoucher: each kind has its own block and says what was redeemed of it', async t => {
  const lapses = { nextExpirationDate: '2027-11-30', nextExpirationPoints: 120 }
  const card = {
    points: 500,
    balance: 440,
    pending_points: 20,
    expired_points: 0,
    subtracted_points: 0
  }
  const gift = { amount: 1000, subtracted_amount: 100, balance: 650 }
  const noEffect = { ...givenGift().gift, effect: null } as Voucher['gift']
  // voucher, discount, gift, loyalty_card, what the redemptions add
  const rows: [Voucher, object | null, object | null, object | null, object][] = [
    [givenCoupon(), coupon.discount, null, null, {}],
    [givenGift(), null, { ...gift, effect: 'APPLY_TO_ORDER' }, null, { redeemed_amount: 250 }],
    [givenGift({ gift: noEffect }), null, gift, null, { redeemed_amount: 250 }],
    [givenCard(), null, null, card, { redeemed_points: 60 }],
    [
      givenCard({}, lapses),
      null,
      null,
      {
        points: 500,
        balance: 440,
        next_expiration_date: '2027-11-30',
        next_expiration_points: 120,
        pending_points: 20,
        expired_points: 0,
        subtracted_points: 0
      },
      { redeemed_points: 60 }
    ]
  ]
  for (const [voucher, discount, giftBlock, cardBlock, redeemed] of rows) {
    const view = viewVoucher(shown(voucher), linking)
    const outcome = {
      discount,
      gift: giftBlock,
      loyalty_card: cardBlock,
      redemption: {
        quantity: null,
        redeemed_quantity: voucher.redeemedQuantity,
        ...redeemed,
        object: 'list',
        url: `${url}/${voucher.code}/redemptions?page=1&limit=10`
      }
    }
    const { discount: d, gift: g, loyalty_card: l, redemption: r } = view
    const found = { discount: d, gift: g, loyalty_card: l, redemption: r }
    t.equal(JSON.stringify(found), JSON.stringify(outcome), voucher.code)
    t.strictSame(misfits('Voucher', view), [], `${voucher.code}: as Voucher is described`)
  }
})

t.test('viewVoucher: a start without anything else leaves the recurring limits null', async t => {
  const voucher = givenCoupon({ validity: { ...ALWAYS, startDate: madeAt } })
  const outcome = { ...coupon, start_date: madeAt }
  answers(t, 'Voucher', viewVoucher(shown(voucher), linking), outcome, 'a start')
})

t.test('viewVoucherStub: which voucher it is, and whose campaign', async t => {
  const inCampaign: ShownVoucher = shown(givenCard())
  answers(
    t,
    'RedeemedVoucher',
    viewVoucherStub(inCampaign),
    {
      id: 'v_00adaclub',
      code: 'CLUB-ADA-0001',
      campaign: 'Coffee Club',
      campaign_id: 'camp_00club',
      object: 'voucher'
    },
    'a card'
  )
})
