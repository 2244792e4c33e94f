/**
 * Things of the model for the tests of pages and links: each whole, each property replaceable.
 */
import type { Linking } from '../../../src/http/links.ts'
import type { CardBalance, Project, Voucher } from '../../../src/model.ts'
import { ALWAYS } from '../../../src/rules/validity.ts'

export const madeAt = '2026-11-01T08:00:00.000Z'
export const changedAt = '2026-11-20T09:30:00.000Z'

export const project: Project = {
  id: 'proj_00demo',
  name: 'Demo shop',
  timezone: 'Europe/Berlin',
  currency: 'EUR',
  caseSensitiveCodes: true,
  secret: 'kept to ourselves',
  urlSecret: null,
  demo: true,
  createdAt: madeAt
}

export const linking: Linking = {
  publicUrl: 'https://loyalty.example.com',
  project,
  now: '2026-03-01T10:00:00.000Z',
  customerPageDays: 30
}

const bare: Omit<Voucher, 'id' | 'code' | 'type'> = {
  campaignId: null,
  categoryId: null,
  discount: null,
  gift: null,
  card: null,
  active: true,
  validity: ALWAYS,
  additionalInfo: null,
  metadata: {},
  isReferralCode: false,
  holderId: null,
  referrerId: null,
  publishedCount: 0,
  redemptionQuantity: null,
  redeemedQuantity: 0,
  createdAt: madeAt,
  updatedAt: null,
  version: 1
}

/** A coupon of 5.00 off that stands alone. */
export function givenCoupon(changes: Partial<Voucher> = {}): Voucher {
  const discount = { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' } as const
  const own = {
    id: 'v_00spring1',
    code: 'SPRING-0001',
    type: 'DISCOUNT_VOUCHER',
    discount
  } as const
  return { ...bare, ...own, ...changes }
}

export function givenGift(changes: Partial<Voucher> = {}): Voucher {
  const gift = {
    amount: 1000,
    subtractedAmount: 100,
    redeemedAmount: 250,
    balance: 650,
    effect: 'APPLY_TO_ORDER'
  } as const
  return { ...bare, id: 'v_00gift1', code: 'GIFT-0001', type: 'GIFT_VOUCHER', gift, ...changes }
}

export function givenCard(
  changes: Partial<Voucher> = {},
  points: Partial<CardBalance> = {}
): Voucher {
  const card: CardBalance = {
    points: 500,
    balance: 440,
    pendingPoints: 20,
    expiredPoints: 0,
    subtractedPoints: 0,
    redeemedPoints: 60,
    nextExpirationDate: null,
    nextExpirationPoints: null,
    ...points
  }
  return {
    ...bare,
    id: 'v_00adaclub',
    code: 'CLUB-ADA-0001',
    type: 'LOYALTY_CARD',
    campaignId: 'camp_00club',
    holderId: 'cust_00ada',
    publishedCount: 1,
    redeemedQuantity: 1,
    card,
    ...changes
  }
}
