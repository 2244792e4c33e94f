/**
 * Things of the domain in the field's words, for tests: each as plain as it may be, with what the
 * test is about laid over it.
 *
 * Ids are fixed and short, time stands still, and chance counts: what a test expects can be
 * written down before it runs.
 */
import { NOTHING_LEARNED, type Occasion } from '../../src/decisions/changes.ts'
import type {
  CardBalance,
  Category,
  CountedCampaign,
  Customer,
  CustomerTotals,
  Gift,
  LedgerEntry,
  Lot,
  Project,
  Validity,
  Voucher,
  VoucherTemplate
} from '../../src/model.ts'
import { ALWAYS } from '../../src/rules/validity.ts'
import { countedSource } from './counted-source.ts'

/** The moment every test lives in: a Sunday, 11:00 in Berlin. */
export const NOW = '2026-03-01T10:00:00.000Z'

/** When the things a test finds were made. */
export const EARLIER = '2026-01-01T00:00:00.000Z'

/** Makes things of a kind, each new, from one that is plain and what is laid over it. */
export function plain<Thing>(make: () => Thing): (over?: Partial<Thing>) => Thing {
  return over => ({ ...make(), ...over })
}

export const givenProject = plain<Project>(() => ({
  id: 'proj_1',
  name: 'Corner shop',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  caseSensitiveCodes: true,
  secret: 'secret',
  urlSecret: null,
  demo: false,
  createdAt: EARLIER
}))

/** Ids count by prefix (`v_000001`), choices cycle, a signature shows what was signed. */
export const givenOccasion = plain<Occasion>(() => ({
  now: NOW,
  project: givenProject(),
  ...countedSource(),
  campaignVouchersMax: 1000,
  learned: NOTHING_LEARNED,
  sign: text => `signed(${text})`,
  requestId: 'req_1',
  channelId: 'app-1',
  source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } }
}))

export const givenValidity = plain<Validity>(() => ({ ...ALWAYS }))

export const givenCategory = plain<Category>(() => ({
  id: 'cat_1',
  name: 'Seasonal',
  hierarchy: 1,
  createdAt: EARLIER,
  updatedAt: null
}))

/** A card without points to begin with, and default codes. */
export const givenTemplate = plain<VoucherTemplate>(() => ({
  type: 'LOYALTY_CARD',
  discount: null,
  gift: null,
  loyaltyCard: { points: 0, expirationRules: null },
  redemptionQuantity: null,
  codeConfig: { length: null, charset: null, prefix: null, postfix: null, pattern: null }
}))

export const givenCampaign = plain<CountedCampaign>(() => ({
  id: 'camp_1',
  name: 'Coffee Club',
  description: null,
  campaignType: 'LOYALTY_PROGRAM',
  type: 'STATIC',
  autoJoin: false,
  joinOnce: true,
  active: true,
  validity: ALWAYS,
  categoryId: null,
  voucher: givenTemplate(),
  tierTerms: null,
  referral: null,
  metadata: {},
  vouchersCount: 0,
  createdAt: EARLIER,
  updatedAt: null
}))

export const givenCouponCampaign = plain<CountedCampaign>(() =>
  givenCampaign({
    id: 'camp_2',
    name: 'Spring coupons',
    campaignType: 'DISCOUNT_COUPONS',
    joinOnce: false,
    voucher: givenTemplate({
      type: 'DISCOUNT_VOUCHER',
      loyaltyCard: null,
      discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' }
    })
  })
)

export const givenGiftCampaign = plain<CountedCampaign>(() =>
  givenCampaign({
    id: 'camp_3',
    name: 'Gift cards',
    campaignType: 'GIFT_VOUCHERS',
    joinOnce: false,
    voucher: givenTemplate({
      type: 'GIFT_VOUCHER',
      loyaltyCard: null,
      gift: { amount: 1000, effect: 'APPLY_TO_ORDER' }
    })
  })
)

export const givenPromotion = plain<CountedCampaign>(() =>
  givenCampaign({
    id: 'camp_4',
    name: 'Autumn promotion',
    campaignType: 'PROMOTION',
    joinOnce: false,
    voucher: null
  })
)

export const givenBalance = plain<CardBalance>(() => ({
  points: 0,
  balance: 0,
  pendingPoints: 0,
  expiredPoints: 0,
  subtractedPoints: 0,
  redeemedPoints: 0,
  nextExpirationDate: null,
  nextExpirationPoints: null
}))

/** A voucher that somebody holds: a card with 100 points, of the program. */
export const givenCard = plain<Voucher>(() => ({
  id: 'v_1',
  code: 'CLUB-1',
  campaignId: 'camp_1',
  categoryId: null,
  type: 'LOYALTY_CARD',
  discount: null,
  gift: null,
  card: givenBalance({ points: 100, balance: 100 }),
  active: true,
  validity: ALWAYS,
  additionalInfo: null,
  metadata: {},
  isReferralCode: false,
  holderId: 'cust_1',
  referrerId: null,
  publishedCount: 1,
  redemptionQuantity: null,
  redeemedQuantity: 0,
  createdAt: EARLIER,
  updatedAt: null,
  version: 1
}))

/** A card nobody holds, with nothing on it. */
export function givenSpareCard(over: Partial<Voucher> = {}): Voucher {
  return givenCard({ card: givenBalance(), holderId: null, publishedCount: 0, ...over })
}

export const givenCoupon = plain<Voucher>(() =>
  givenSpareCard({
    id: 'v_2',
    code: 'SPRING-1',
    campaignId: 'camp_2',
    type: 'DISCOUNT_VOUCHER',
    card: null,
    discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' }
  })
)

export const givenGift = plain<Gift>(() => ({
  amount: 1000,
  subtractedAmount: 0,
  redeemedAmount: 0,
  balance: 1000,
  effect: 'APPLY_TO_ORDER'
}))

/** A gift voucher over 10.00 that nobody holds. */
export const givenGiftVoucher = plain<Voucher>(() =>
  givenSpareCard({
    id: 'v_3',
    code: 'GIFT-1',
    campaignId: 'camp_3',
    type: 'GIFT_VOUCHER',
    card: null,
    gift: givenGift()
  })
)

export const givenLot = plain<Lot>(() => ({
  id: 'lopb_1',
  voucherId: 'v_1',
  campaignId: 'camp_1',
  amount: 100,
  remaining: 100,
  canceled: 0,
  withdrawn: 0,
  takenBack: 0,
  lapsed: 0,
  mergedInto: null,
  expiresOn: null,
  createdAt: EARLIER
}))

export const givenEntry = plain<LedgerEntry>(() => ({
  id: 'vtx_1',
  voucherId: 'v_1',
  campaignId: 'camp_1',
  type: 'POINTS_ADDITION',
  amount: 100,
  lots: [{ id: 'lopb_1', amount: 100 }],
  balanceAfter: 100,
  cause: {},
  createdAt: EARLIER,
  // That of a voucher that was never written to before.
  voucherVersion: 2,
  takenBackBy: null
}))

export const givenCustomer = plain<Customer>(() => ({
  id: 'cust_1',
  sourceId: 'ada',
  name: 'Ada Baker',
  email: 'ada@example.com',
  phone: null,
  description: null,
  birthday: null,
  birthdate: null,
  address: null,
  metadata: {},
  systemMetadata: {},
  createdAt: EARLIER,
  updatedAt: null,
  version: 1
}))

export const givenTotals = plain<CustomerTotals>(() => ({
  customerId: 'cust_1',
  redemptionsSucceeded: 0,
  redemptionsFailed: 0,
  rollbacksSucceeded: 0,
  rollbacksFailed: 0,
  giftRedeemedAmount: 0,
  giftBalance: 0,
  cardRedeemedPoints: 0,
  cardBalance: 0,
  ordersCount: 0,
  ordersAmount: 0,
  lastOrderAmount: 0,
  lastOrderDate: null
}))
