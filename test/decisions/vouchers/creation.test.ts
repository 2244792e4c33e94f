import t from 'tap'
import {
  addingOf,
  type CreateVoucher,
  type CreateVoucherFacts,
  createVoucher
} from '../../../src/decisions/vouchers/creation.ts'
import { quantityMistake } from '../../../src/decisions/vouchers/mistakes.ts'
import { ALWAYS } from '../../../src/rules/validity.ts'
import { decided, kinds, refused } from '../../support/decided.ts'
import {
  givenCategory,
  givenCoupon,
  givenCouponCampaign,
  givenOccasion,
  givenPromotion,
  givenValidity,
  NOW
} from '../../support/given.ts'
import { givenProperty, givenSchema } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const facts: CreateVoucherFacts = {
  adding: null,
  category: null,
  schema: null,
  freeCodes: ['TEN-OFF', 'NEXT']
}

const ten = { type: 'PERCENT', percent_off: 10 } as const
const SAID: CreateVoucher = {
  campaign: null,
  type: 'DISCOUNT_VOUCHER',
  discount: ten,
  gift: null,
  code: null,
  codeConfig: null,
  category: null,
  active: null,
  validity: ALWAYS,
  additionalInfo: null,
  metadata: null,
  redemptionQuantity: null
}
const gift = (amount: number) => ({
  type: 'GIFT_VOUCHER' as const,
  discount: null,
  gift: { amount, effect: 'APPLY_TO_ORDER' as const }
})

const made = (over: Partial<CreateVoucher>, more: Partial<CreateVoucherFacts> = {}) =>
  createVoucher({ ...facts, ...more }, { ...SAID, ...over }, givenOccasion())

t.test('createVoucher: a voucher of its own is what it says', async t => {
  const plain = decided(made({}))
  const voucher = {
    ...givenCoupon({ id: 'v_000001', code: 'TEN-OFF', campaignId: null }),
    discount: ten,
    createdAt: NOW
  }
  t.strictSame(plain, { result: voucher, changes: [{ kind: 'voucher.created', voucher }] })
  const category = givenCategory()
  const validity = givenValidity({ expirationDate: NOW, daysOfWeek: [1] })
  const said = {
    code: 'TEN-OFF',
    category: 'Seasonal',
    active: false,
    validity,
    additionalInfo: 'For the neighbours',
    metadata: { shop: 'north' },
    redemptionQuantity: 3
  }
  const { category: _, ...shown } = said
  t.strictSame(decided(made(said, { category })).result, {
    ...voucher,
    ...shown,
    categoryId: 'cat_1'
  })
})

t.test('createVoucher: the credit of a gift is in its ledger from the start', async t => {
  const { result, changes } = decided(made(gift(2500)))
  t.strictSame(kinds(changes), ['voucher.created', 'credit.moved'])
  t.match(result, { gift: { amount: 2500, balance: 2500, effect: 'APPLY_TO_ORDER' }, version: 2 })
  t.strictSame(kinds(decided(made(gift(0))).changes), ['voucher.created'])
})

const adding = {
  campaign: givenCouponCampaign({ vouchersCount: 4 }),
  category: null,
  schema: null,
  freeCodes: ['SPRING-9'],
  codesUsed: 0,
  vouchersMax: 1000
}
const INSIDE = { ...SAID, campaign: 'camp_2', type: null, discount: null }

t.test('createVoucher: one of a campaign is what the campaign says', async t => {
  for (const type of [null, 'DISCOUNT_VOUCHER'] as const) {
    const { result, changes } = decided(made({ ...INSIDE, type }, { adding }))
    t.match(result, { code: 'SPRING-9', campaignId: 'camp_2', discount: { amount_off: 500 } })
    t.strictSame(kinds(changes), ['voucher.created', 'campaign.grew'])
  }
  t.match(addingOf({ ...SAID, validity: givenValidity({ startDate: NOW }) }), {
    count: 1,
    startDate: NOW,
    expirationDate: null
  })
})

const days = givenValidity({ daysOfWeek: [1] })
const vip = givenSchema({ properties: { vip: givenProperty({ optional: false }) } })
const config = { length: 0, charset: null, prefix: null, postfix: null, pattern: null }
const promotion = { ...adding, campaign: givenPromotion() }
const taken = { freeCodes: [] }

//  title, what is said, what is known, the key and the details
const refusals: [string, Partial<CreateVoucher>, Partial<CreateVoucherFacts>, string, RegExp][] = [
  ['no type', { type: null }, {}, 'missing_param', /'type'/],
  ['a card of no program', { type: 'LOYALTY_CARD' }, {}, 'invalid_payload', /loyalty program/],
  ['no discount', { discount: null }, {}, 'missing_param', /'discount'/],
  ['no gift', { ...gift(1), gift: null }, {}, 'missing_param', /'gift'/],
  [
    'a discount with credit',
    { ...gift(1), ...SAID, gift: gift(1).gift },
    {},
    'invalid_payload',
    /\.gift: /
  ],
  ['a gift with a discount', { ...gift(1), discount: ten }, {}, 'invalid_payload', /\.discount: /],
  ['no such discount', { discount: { type: 'AMOUNT' } }, {}, 'invalid_payload', /amount_off/],
  ['half a cent', gift(0.5), {}, 'invalid_payload', /\.gift\.amount: 0\.5/],
  [
    'a code, and how to make one',
    { code: 'SPRING', codeConfig: config },
    {},
    'invalid_payload',
    /^Property \.code_config: the code is sent already/
  ],
  ['codes of nothing', { codeConfig: config }, {}, 'invalid_code_config', /\.code_config\./],
  ['a code that is too long', { code: 'x'.repeat(513) }, {}, 'invalid_payload', /\.code/],
  ['no such category', { category: 'Nowhere' }, {}, 'not_found', /category with id Nowhere/],
  ['half a redemption', { redemptionQuantity: 0.5 }, {}, 'invalid_payload', /redemption\.quantity/],
  [
    'windows without a start',
    { validity: givenValidity({ timeframe: { duration: 'PT1H', interval: 'P1D' } }) },
    {},
    'invalid_payload',
    /start_date/
  ],
  ['metadata that does not fit', {}, { schema: vip }, 'metadata_validation_failed', /vip/],
  ['a code that is taken', { code: 'TEN-OFF' }, taken, 'duplicate_found', /code TEN-OFF/],
  ['no code left', {}, taken, 'invalid_code_config', /Every code tried is taken/],
  ['another type', { ...INSIDE, type: 'GIFT_VOUCHER' }, { adding }, 'invalid_payload', /\.type: /],
  ['its own discount', { ...INSIDE, discount: ten }, { adding }, 'invalid_payload', /\.discount: /],
  ['its own days', { ...INSIDE, validity: days }, { adding }, 'invalid_payload', /_day_of_week: /],
  ['off at once', { ...INSIDE, active: false }, { adding }, 'invalid_payload', /\.active: /],
  [
    'of a promotion',
    { ...INSIDE, type: 'GIFT_VOUCHER' },
    { adding: promotion },
    'invalid_campaign',
    /PROMOTION/
  ]
]

t.test('createVoucher: refuses', async t => {
  table(t, refusals, (t, _, said, known, key, details) => {
    const refusal = refused(made(said, known))
    t.equal(refusal.key, key)
    t.match(refusal.details, details)
  })
})

t.test('quantityMistake: any number, or a whole one', async t => {
  t.strictSame([quantityMistake(null), quantityMistake(1)], [null, null])
  t.match(quantityMistake(0), { key: 'invalid_payload' })
})
