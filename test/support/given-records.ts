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
import { EARLIER, NOW, plain } from './given.ts'

export const EVERY_COUNT = 0b111_111_111_111

export const givenKeyPair = plain<KeyPair>(() => ({
  projectId: 'proj_1',
  id: 'app-1',
  kind: 'app',
  name: 'Till',
  tokenHash: 'hash-of-pair',
  clientId: 'client-1',
  createdAt: EARLIER,
  revokedAt: null
}))

/** A refusal that was recorded, the plainest redemption there is. */
export const givenRedemption = plain<Redemption>(() => ({
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
  reward: { id: null, assignmentId: null, reward: null, voucher: null, product: null, sku: null }
}))

export const givenPublication = plain<Publication>(() => ({
  id: 'pub_1',
  voucherId: 'v_1',
  campaignId: 'camp_1',
  voucherType: 'LOYALTY_CARD',
  isReferralCode: false,
  customerId: 'cust_1',
  channel: 'API',
  createdAt: EARLIER,
  sourceId: null,
  metadata: {}
}))

/** 25 points of an order that wait for 4 March. */
export const givenPending = plain<PendingPoints>(() => ({
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
  updatedAt: null
}))

/** Accepted ten seconds ago and not begun. */
export const givenAction = plain<AsyncAction>(() => ({
  id: 'aa_1',
  type: 'PRODUCTS.BULK_UPDATE',
  status: 'ENQUEUED',
  operationStatus: null,
  result: null,
  requestId: 'req_0',
  progress: 0,
  processingTimeMs: null,
  createdAt: '2026-03-01T09:59:50.000Z',
  updatedAt: null
}))

/** Leased to `worker-1`. */
export const givenJob = plain<Job>(() => ({
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
  createdAt: '2026-03-01T09:59:50.000Z'
}))

/** Of a request that told of cust_1. */
export const givenReceipt = plain<Receipt>(() => ({
  projectId: 'proj_1',
  id: 'receipt',
  operationId: 'createOrder',
  requestHash: 'hash-of-request',
  answer: 'sealed',
  customerIds: ['cust_1'],
  createdAt: NOW
}))
