/**
 * What happens and is kept, for tests: redemptions, publications, tokens, work.
 */
import type {
  AsyncAction,
  Job,
  KeyPair,
  PendingPoints,
  Publication,
  Receipt,
  Redemption
} from '../../src/model.ts'
import { EARLIER, NOW } from './given.ts'

export const EVERY_COUNT = 0b111_111_111_111

export function givenKeyPair(over: Partial<KeyPair> = {}): KeyPair {
  return {
    projectId: 'proj_1',
    id: 'app-1',
    kind: 'app',
    name: 'Till',
    tokenHash: 'hash-of-pair',
    clientId: 'client-1',
    createdAt: EARLIER,
    revokedAt: null,
    ...over
  }
}

/** A refusal that was recorded, the plainest redemption there is. */
export function givenRedemption(over: Partial<Redemption> = {}): Redemption {
  return {
    id: 'r_1',
    date: EARLIER,
    voucherId: 'v_1',
    campaignId: 'camp_1',
    customer: {
      id: 'cust_1',
      name: 'Ada Baker',
      email: 'ada@example.com',
      sourceId: 'ada',
      metadata: {}
    },
    trackingId: null,
    metadata: {},
    promotionTierId: null,
    promotionTier: null,
    parentId: null,
    stackId: null,
    result: 'FAILURE',
    status: 'FAILED',
    points: null,
    gift: null,
    discount: null,
    session: null,
    failureCode: 'missing_reward',
    failureMessage: 'Missing reward',
    order: null,
    channel: { id: 'app-1', type: 'API' },
    reward: { id: null, assignmentId: null, reward: null, voucher: null, product: null, sku: null },
    ...over
  }
}

export function givenPublication(over: Partial<Publication> = {}): Publication {
  return {
    id: 'pub_1',
    voucherId: 'v_1',
    campaignId: 'camp_1',
    voucherType: 'LOYALTY_CARD',
    isReferralCode: false,
    customerId: 'cust_1',
    channel: 'API',
    createdAt: EARLIER,
    sourceId: null,
    metadata: {},
    ...over
  }
}

/** 25 points of an order that wait for 4 March. */
export function givenPending(over: Partial<PendingPoints> = {}): PendingPoints {
  return {
    id: 'lopp_1',
    voucherId: 'v_1',
    campaignId: 'camp_1',
    customerId: 'cust_1',
    orderId: 'ord_1',
    earningRuleId: 'ern_1',
    points: 25,
    activatesOn: '2026-03-04',
    status: 'PENDING',
    expirationRules: null,
    details: {
      event: {
        id: 'evcus_1',
        type: 'customer.order.paid',
        customerId: 'cust_1',
        groupId: 'req_0',
        entityId: 'cust_1',
        category: 'EFFECT',
        source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
        data: {},
        createdAt: EARLIER
      },
      banner: null,
      orderSourceId: 'order-1',
      holderLoyaltyTier: null,
      loyaltyTier: null
    },
    createdAt: EARLIER,
    updatedAt: null,
    ...over
  }
}

/** Accepted ten seconds ago and not begun. */
export function givenAction(over: Partial<AsyncAction> = {}): AsyncAction {
  return {
    id: 'aa_1',
    type: 'PRODUCTS.BULK_UPDATE',
    status: 'ENQUEUED',
    operationStatus: null,
    result: null,
    requestId: 'req_0',
    progress: 0,
    processingTimeMs: null,
    createdAt: '2026-03-01T09:59:50.000Z',
    updatedAt: null,
    ...over
  }
}

/** Leased to `worker-1`. */
export function givenJob(over: Partial<Job> = {}): Job {
  return {
    id: 'job_1',
    projectId: 'proj_1',
    task: 'products.bulkUpdate',
    queue: 'products',
    asyncActionId: 'aa_1',
    data: null,
    done: 0,
    total: 1,
    attempts: 1,
    runAt: EARLIER,
    owner: 'worker-1',
    leaseUntil: '2026-03-01T10:01:00.000Z',
    createdAt: '2026-03-01T09:59:50.000Z',
    ...over
  }
}

/** Of a request that told of cust_1. */
export function givenReceipt(over: Partial<Receipt> = {}): Receipt {
  return {
    projectId: 'proj_1',
    id: 'receipt',
    operationId: 'createOrder',
    requestHash: 'hash-of-request',
    answer: 'sealed',
    customerIds: ['cust_1'],
    createdAt: NOW,
    ...over
  }
}
