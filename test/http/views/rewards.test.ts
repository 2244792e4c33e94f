import t from 'tap'
import {
  viewReward,
  viewRewardAssignment,
  viewRewardAssignmentList,
  viewRewardList
} from '../../../src/http/views/rewards.ts'
import type { Reward } from '../../../src/model.ts'
import { answers } from '../support/document.ts'
import { changedAt, givenReward, madeAt } from '../support/given.ts'

t.test(
  'viewReward: parameters stand under a key of the type, and nothing under the others',
  async t => {
    const coupon = { type: 'CAMPAIGN', campaignId: 'camp_00spring', balance: null } as const
    const gift = { type: 'CAMPAIGN', campaignId: 'camp_00gift', balance: 1000 } as const
    const blue = { type: 'MATERIAL', productId: 'prod_00mug', skuId: 'sku_00mugblue' } as const
    const coin = { type: 'COIN', exchangeRatio: '0.01', pointsRatio: 10 } as const
    // parameters                                        outcome
    const rows: [Reward['parameters'], object][] = [
      [
        { ...coupon, campaignType: 'DISCOUNT_COUPONS' },
        { campaign: { id: 'camp_00spring', type: 'DISCOUNT_COUPONS' } }
      ],
      [
        { ...gift, campaignType: 'GIFT_VOUCHERS' },
        { campaign: { id: 'camp_00gift', balance: 1000, type: 'GIFT_VOUCHERS' } }
      ],
      [
        { type: 'MATERIAL', productId: 'prod_00mug', skuId: null },
        { product: { id: 'prod_00mug', sku_id: null } }
      ],
      [blue, { product: { id: 'prod_00mug', sku_id: 'sku_00mugblue' } }],
      [coin, { coin: { exchange_ratio: 0.01, points_ratio: 10 } }]
    ]
    for (const [parameters, outcome] of rows) {
      const view = viewReward(givenReward({ parameters, stock: null, redeemed: 0 }))
      const whole = {
        id: 'rew_00mug',
        name: 'A mug',
        type: parameters.type,
        stock: null,
        redeemed: 0,
        parameters: outcome,
        metadata: {},
        created_at: madeAt,
        updated_at: null,
        object: 'reward'
      }
      answers(t, 'Reward', view, whole, JSON.stringify(outcome))
    }
  }
)

t.test('viewReward: attributes are absent unless it has them, and so is each of them', async t => {
  const imageUrl = 'https://shop.example.com/mug.png'
  const rows: [Reward['attributes'], object][] = [
    [null, {}],
    [{ imageUrl: null, description: null }, { attributes: {} }],
    [{ imageUrl, description: null }, { attributes: { image_url: imageUrl } }],
    [
      { imageUrl, description: 'Holds 0.3 l' },
      { attributes: { image_url: imageUrl, description: 'Holds 0.3 l' } }
    ]
  ]
  for (const [attributes, outcome] of rows) {
    const view = viewReward(givenReward({ attributes, updatedAt: changedAt }))
    const whole = {
      id: 'rew_00mug',
      name: 'A mug',
      type: 'MATERIAL',
      stock: 500,
      redeemed: 1,
      ...outcome,
      parameters: { product: { id: 'prod_00mug', sku_id: null } },
      metadata: {},
      created_at: madeAt,
      updated_at: changedAt,
      object: 'reward'
    }
    answers(t, 'Reward', view, whole, JSON.stringify(outcome))
  }
})

t.test('viewRewardAssignment: its price, and none where the order decides', async t => {
  const rows: [number | null, string | null, object][] = [
    [60, null, { parameters: { loyalty: { points: 60 } } }],
    [70, changedAt, { parameters: { loyalty: { points: 70 } } }],
    [null, null, {}]
  ]
  for (const [points, updatedAt, outcome] of rows) {
    const assignment = {
      id: 'rewa_00mug',
      rewardId: 'rew_00mug',
      campaignId: 'camp_00club',
      points,
      createdAt: madeAt,
      updatedAt
    }
    const whole = {
      id: 'rewa_00mug',
      reward_id: 'rew_00mug',
      related_object_id: 'camp_00club',
      related_object_type: 'campaign',
      ...outcome,
      created_at: madeAt,
      updated_at: updatedAt,
      object: 'reward_assignment'
    }
    answers(t, 'RewardAssignment', viewRewardAssignment(assignment), whole, `${points}`)
    const list = { object: 'list', data_ref: 'data', data: [whole], total: 3 }
    const listed = viewRewardAssignmentList({ entries: [assignment], total: 3 })
    answers(t, 'RewardAssignmentList', listed, list, `list of ${points}`)
  }
})

t.test('viewRewardList: rewards in full, and how many there are', async t => {
  const reward = givenReward()
  const list = { object: 'list', data_ref: 'data', data: [viewReward(reward)], total: 3 }
  answers(t, 'RewardList', viewRewardList({ entries: [reward], total: 3 }), list, 'one of three')
})
