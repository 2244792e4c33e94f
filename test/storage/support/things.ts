/**
 * One of everything, for tests of storage: each builder gives a thing whose fields are all set to
 * something that a careless column would lose (a key order, a null, an umlaut, a large number).
 */
import type * as model from '../../../src/model.ts'
import {
  givenCampaign,
  givenCustomer,
  givenGift,
  givenLot,
  givenProject,
  givenSpareCard
} from '../../support/given.ts'
import { givenLink, givenOrder } from '../../support/given-goods.ts'
import {
  givenAction,
  givenJob,
  givenKeyPair,
  givenPending,
  givenPublication,
  givenRedemption
} from '../../support/given-records.ts'

export const NOW = '2026-03-01T10:00:00.000Z'
export const LATER = '2026-03-01T10:00:00.001Z'

/** Keys out of order, nulls inside, more than ASCII. */
export const METADATA: model.Metadata = {
  z: 1,
  a: { y: null, b: [true, 'ß "quoted"', 1.5] },
  é: '😀'
}

/** Made, and not changed since. */
export const stamps = { createdAt: NOW, updatedAt: null }

/** Everything that can recur does. */
export const validity: model.Validity = {
  startDate: '2026-01-01T00:00:00.000Z',
  expirationDate: null,
  timeframe: { interval: 'P2D', duration: 'PT1H' },
  daysOfWeek: [0, 6],
  hours: { daily: [{ startTime: '09:00', expirationTime: '17:00', daysOfWeek: null }] }
}

export function project(id = 'proj_1', caseSensitiveCodes = true): model.Project {
  const [name, timezone] = ['Bäckerei', 'Europe/Warsaw']
  return givenProject({ id, name, timezone, currency: 'PLN', caseSensitiveCodes, createdAt: NOW })
}

export function keyPair(projectId = 'proj_1', id = 'key_1'): model.KeyPair {
  const tokenHash = 'a'.repeat(64)
  return givenKeyPair({
    projectId,
    id,
    name: 'till',
    tokenHash,
    clientId: 'client_1',
    createdAt: NOW
  })
}

export function token(projectId = 'proj_1'): model.AccessToken {
  return {
    projectId,
    tokenHash: 'b'.repeat(64),
    keyId: 'key_1',
    clientId: 'client_1',
    scope: 'api vouchers',
    issuedAt: NOW,
    expiresAt: LATER,
    revokedAt: null
  }
}

export function customer(id = 'cust_1'): model.Customer {
  return givenCustomer({
    ...{ id, sourceId: `source of ${id}`, name: 'Łucja', email: null, phone: '+48 1' },
    ...{ description: '', birthday: '1990-02-28', birthdate: '1990-02-28' },
    address: { postal_code: '00-001', city: 'Łódź', line_2: null },
    metadata: METADATA,
    ...stamps
  })
}

export function campaign(id = 'camp_1'): model.CountedCampaign {
  return givenCampaign({
    ...{ id, name: `Campaign ${id}`, type: 'AUTO_UPDATE', autoJoin: true, joinOnce: false },
    ...{ validity, categoryId: 'cat_1' },
    voucher: {
      type: 'LOYALTY_CARD',
      discount: null,
      gift: null,
      loyaltyCard: { points: 0, expirationRules: null },
      redemptionQuantity: null,
      codeConfig: { length: 8, charset: null, prefix: 'L-', postfix: null, pattern: null }
    },
    tierTerms: { qualification: 'POINTS_IN_PERIOD', period: 'YEAR', expiration: 'END_OF_PERIOD' },
    metadata: METADATA,
    ...stamps
  })
}

export function card(id = 'v_1', code = `CODE-${id}`): model.Voucher {
  return givenSpareCard({ id, code, metadata: METADATA, ...stamps })
}

export function giftVoucher(id = 'v_gift'): model.Voucher {
  const gift = givenGift({ amount: 0, balance: 0 })
  return { ...card(id), type: 'GIFT_VOUCHER', card: null, gift }
}

export function coupon(id = 'v_coupon'): model.Voucher {
  const discount = { type: 'PERCENT' as const, percent_off: 10, effect: 'APPLY_TO_ORDER' }
  return { ...card(id), type: 'DISCOUNT_VOUCHER', card: null, discount, validity }
}

export function order(id = 'ord_1', customerId: string | null = 'cust_1'): model.Order {
  return givenOrder({
    ...{ id, sourceId: null, status: 'PAID', customerId, items: [], metadata: METADATA },
    ...{ amount: 1000, discountAmount: 0, itemsDiscountAmount: 0, totalDiscountAmount: 0 },
    ...{ totalAmount: 1000, ...stamps }
  })
}

export interface RedemptionParts {
  readonly voucherId?: string
  readonly customerId?: string
  readonly rewardId?: string
  readonly points?: number
}

/** How an order names the redemption that paid it. */
const PAYING: model.OrderRedemption = givenLink(0, { date: NOW })

/** A success; everything the record keeps is set. */
export function redemption(
  id = 'r_1',
  parts: RedemptionParts = {}
): model.Redemption & { readonly voucherId: string; readonly reward: model.RedeemedReward } {
  const { voucherId = 'v_1', customerId = 'cust_1', rewardId = 'rew_1', points = 10 } = parts
  const nothing = { reward: null, voucher: null, product: null, sku: null }
  const reward = { id: rewardId, assignmentId: 'rewa_1', ...nothing }
  return {
    ...givenRedemption({
      ...{ id, date: NOW, metadata: METADATA, points, result: 'SUCCESS', status: 'SUCCEEDED' },
      customer: { id: customerId, name: 'Ł', email: null, sourceId: null, metadata: METADATA },
      ...{ failureCode: null, failureMessage: null, channel: { id: 'key_1', type: 'API' } },
      order: { ...order(), redemptions: { [id]: PAYING } }
    }),
    ...{ voucherId, reward }
  }
}

const event: model.LoggedEvent = {
  id: 'evcus_1',
  type: 'customer.order.paid',
  customerId: 'cust_1',
  groupId: 'req_1',
  entityId: 'ord_1',
  category: 'ACTION',
  source: { channel: 'API', apiKey: { name: 'till', appId: 'key_1' } },
  data: 'a text, which is JSON too',
  createdAt: NOW
}

export function pendingPoints(id = 'lopp_1', voucherId = 'v_1', points = 7): model.PendingPoints {
  const holderLoyaltyTier = { id: 'ltr_1', name: 'Gold' }
  return givenPending({
    ...{ id, voucherId, points, activatesOn: '2026-03-08', ...stamps },
    details: { event, banner: null, orderSourceId: null, holderLoyaltyTier, loyaltyTier: null }
  })
}

export function publication(id = 'pub_1', voucherId = 'v_1'): model.Publication {
  const sourceId = `desk-${id}`
  return givenPublication({ id, voucherId, createdAt: NOW, sourceId, metadata: { desk: 4 } })
}

export const exported: model.Export = {
  id: 'exp_1',
  exportedObject: 'voucher',
  status: 'SCHEDULED',
  channel: 'API',
  parameters: { order: '-created_at', fields: ['code'], filters: { junction: 'and' } },
  userId: null,
  processed: 0,
  createdAt: NOW
}

export function asyncAction(id = 'aa_1'): model.AsyncAction {
  return givenAction({ id, requestId: 'req_1', ...stamps })
}

export function job(id = 'job_1', parts: Partial<model.Job> = {}): model.Job {
  const unclaimed = { asyncActionId: null, attempts: 0, owner: null, leaseUntil: null }
  return givenJob({ id, ...unclaimed, total: 3, runAt: NOW, createdAt: NOW, ...parts })
}

/** Where v_1 stands, as it is first written: in no tier of camp_1. */
export const membership: model.TierMembership = {
  voucherId: 'v_1',
  campaignId: 'camp_1',
  customerId: 'cust_1',
  tierId: null,
  startedAt: null,
  expiresOn: null,
  periodStartsOn: '2026-01-01',
  pointsBefore: 0,
  risen: null,
  updatedAt: NOW,
  version: 1
}

/** cust_1 sent the customer, who must be there. */
export function referral(customerId: string, id = `ref_${customerId}`): model.Referral {
  return {
    id,
    campaignId: 'camp_1',
    voucherId: 'v_1',
    referrerId: 'cust_1',
    customerId,
    createdAt: NOW
  }
}

export function lot(id: string, voucherId: string, amount: number): model.Lot {
  return givenLot({ id, voucherId, amount, remaining: amount, createdAt: NOW })
}
