/**
 * Requests that rely on what the other one writes, in the demo.
 */
import { MGMT_ID, MGMT_TOKEN, PROJECT_ID } from '../../../src/demo/known.ts'
import { type Asking, ask, operationNamed } from '../../support/requests.ts'
import type { Deed } from './interleaving.ts'

export type Pair = readonly [Deed, Deed]

/** One operation that is asked for. */
export function deed(id: string, asking: Asking = {}): Deed {
  const operation = operationNamed(id)
  return { name: id, ask: ({ app }) => ask(app, operation, asking) }
}

/** Rows that one of two relies on and the other writes; `given` is done before. */
export interface Meeting {
  readonly given?: readonly Deed[]
  readonly pair: Pair
}

const order = (source: string) =>
  deed('createOrder', {
    body: { source_id: source, status: 'PAID', customer: { source_id: 'finn' }, amount: 900 }
  })
const coupon = { body: { code: 'BOUND', type: 'DISCOUNT_VOUCHER', discount: amountOff(100) } }
const twice = deed('createRewardAssignment', {
  path: { rewardId: 'rew_00retired' },
  body: { campaign: 'camp_00club', parameters: { loyalty: { points: 5 } } }
})
const mugs = { path: { campaignId: 'camp_00club', memberId: 'CLUB-ADA-0001' } }
const redeemed = deed('redeemReward', { ...mugs, body: { reward: { id: 'rew_00mug' } } })
const rolledBack = deed('rollbackRedemption', { path: { redemptionId: 'r_000001' }, body: {} })
const returned = deed('returnGoods', {
  path: { orderId: 'ord_00first' },
  body: { items: [{ product_id: 'prod_00mug', quantity: 1 }] }
})
const erased = deed('eraseCustomer', { path: { customerId: 'ada' } })

/** The management key that was made last, which is drawn at random; the demo's own at first. */
let madeKey = { id: MGMT_ID, token: MGMT_TOKEN }
const secondKey: Deed = {
  name: 'createProjectKey',
  ask: async ({ app }) => {
    const path = { projectId: PROJECT_ID }
    const body = { name: 'Second', kind: 'management' }
    const answer = await ask(app, operationNamed('createProjectKey'), { path, body })
    madeKey = answer.body
    return answer
  }
}

/** A management key ends itself. */
const ended = (key: () => typeof madeKey): Deed => ({
  name: 'revokeProjectKey',
  ask: ({ app }) => {
    const { id, token } = key()
    const headers = { 'x-management-id': id, 'x-management-token': token }
    const path = { projectId: PROJECT_ID, keyId: id }
    return ask(app, operationNamed('revokeProjectKey'), { path, headers })
  }
})

function amountOff(amount: number) {
  return { type: 'AMOUNT', amount_off: amount }
}

export const meetings: { readonly [what: string]: Meeting } = {
  'goods of an order go back twice': { pair: [returned, returned] },
  'goods go back, and points of the same card are spent': { pair: [returned, redeemed] },
  'goods go back, and their order is canceled': {
    pair: [
      returned,
      deed('updateOrder', { path: { orderId: 'ord_00first' }, body: { status: 'CANCELED' } })
    ]
  },
  'a reward is deleted, and offered': {
    pair: [deed('deleteReward', { path: { rewardId: 'rew_00retired' } }), twice]
  },
  'a product is deleted, and becomes a reward': {
    given: [deed('createProduct', { body: { source_id: 'cup', name: 'Cup', price: 500 } })],
    pair: [
      deed('deleteProduct', { path: { productId: 'cup' } }),
      deed('createReward', {
        body: { name: 'Cup', parameters: { product: { id: 'prod_000001' } }, stock: 5 }
      })
    ]
  },
  'a product is deleted, and collected': {
    given: [deed('createProduct', { body: { source_id: 'cup', name: 'Cup', price: 500 } })],
    pair: [
      deed('deleteProduct', { path: { productId: 'cup' } }),
      deed('createProductCollection', {
        body: { name: 'Cups', type: 'STATIC', products: [{ object: 'product', id: 'prod_000001' }] }
      })
    ]
  },
  'a campaign is deleted, and vouchers are ordered for it': {
    given: [
      deed('createCampaign', {
        body: {
          name: 'Short',
          campaign_type: 'DISCOUNT_COUPONS',
          voucher: { type: 'DISCOUNT_VOUCHER', discount: amountOff(100) }
        }
      })
    ],
    pair: [
      deed('deleteCampaign', { path: { campaignId: 'Short' } }),
      deed('addVouchersToCampaign', {
        path: { campaignId: 'Short' },
        query: { vouchers_count: '3' },
        body: {}
      })
    ]
  },
  'a voucher is deleted, and bound by a rule': {
    given: [deed('createVoucher', coupon)],
    pair: [
      deed('deleteVoucher', { path: { code: 'BOUND' } }),
      deed('createValidationRuleAssignment', {
        body: { related_object_type: 'voucher', related_object_id: 'BOUND' }
      })
    ]
  },
  'the stock of a reward becomes what was redeemed, and one more is': {
    given: [redeemed],
    pair: [deed('updateReward', { path: { rewardId: 'rew_00mug' }, body: { stock: 1 } }), redeemed]
  },
  'somebody pays two orders, which makes them a regular': {
    pair: [order('first'), order('second')]
  },
  'somebody is erased, and an import is queued': {
    pair: [erased, deed('importCustomersUsingCsv', { body: { file: 'source_id\nada\n' } })]
  },
  'a redemption is rolled back, and who redeemed is erased': {
    given: [redeemed],
    pair: [rolledBack, erased]
  },
  'a redemption is rolled back, and another one is made': {
    given: [redeemed],
    pair: [rolledBack, redeemed]
  },
  'both of the last two management keys are revoked': {
    given: [secondKey],
    pair: [ended(() => ({ id: MGMT_ID, token: MGMT_TOKEN })), ended(() => madeKey)]
  },
  'two customers get the same source id': {
    pair: [
      deed('updateCustomer', { path: { customerId: 'finn' }, body: { source_id: 'twin' } }),
      deed('createCustomer', { body: { source_id: 'twin' } })
    ]
  }
}
