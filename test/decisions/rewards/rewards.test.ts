import t from 'tap'
import {
  type CreateReward,
  type CreateRewardAssignmentFacts,
  type CreateRewardAssignmentsFacts,
  type CreateRewardFacts,
  createReward,
  createRewardAssignment,
  createRewardAssignments,
  deleteReward,
  type GivenParameters
} from '../../../src/decisions/rewards/rewards.ts'
import type { CampaignType, Reward, RewardAssignment } from '../../../src/model.ts'
import {
  givenCampaign,
  givenCouponCampaign,
  givenGiftCampaign,
  givenOccasion,
  givenPromotion,
  NOW
} from '../../support/given.ts'
import { givenAssignment, givenProduct, givenReward, givenSku } from '../../support/given-goods.ts'
import { givenProperty, givenRule, givenSchema } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const coupons = givenCouponCampaign()
const gifts = givenGiftCampaign()
const club = givenCampaign()
const mug = givenProduct()
const blue = givenSku()

function facts(over: Partial<CreateRewardFacts> = {}): CreateRewardFacts {
  return { campaign: null, product: null, sku: null, schema: null, ...over }
}

function made(over: Partial<Reward>): Reward {
  return givenReward({ id: 'rew_000001', createdAt: NOW, ...over })
}

//                           facts        command            the reward
const kinds: [string, Partial<CreateRewardFacts>, CreateReward, Partial<Reward>][] = [
  [
    'a coupon',
    { campaign: coupons },
    { name: '5.00 off', type: 'CAMPAIGN', parameters: { campaign: { id: 'camp_2' } } },
    {
      name: '5.00 off',
      parameters: {
        type: 'CAMPAIGN',
        campaignId: 'camp_2',
        balance: null,
        campaignType: 'DISCOUNT_COUPONS'
      }
    }
  ],
  [
    'gift credit',
    { campaign: gifts },
    { name: '10.00', parameters: { campaign: { id: 'camp_3', balance: 1000 }, product: null } },
    {
      name: '10.00',
      parameters: {
        type: 'CAMPAIGN',
        campaignId: 'camp_3',
        balance: 1000,
        campaignType: 'GIFT_VOUCHERS'
      }
    }
  ],
  [
    'points of a program, named after it',
    { campaign: club },
    { parameters: { campaign: { id: 'Coffee Club', balance: 1 }, coin: null } },
    {
      name: 'Coffee Club',
      parameters: {
        type: 'CAMPAIGN',
        campaignId: 'camp_1',
        balance: 1,
        campaignType: 'LOYALTY_PROGRAM'
      }
    }
  ],
  [
    'goods, with all there is to say',
    { product: mug, sku: blue },
    {
      name: 'A mug',
      type: 'MATERIAL',
      parameters: { product: { id: 'prod_1', skuId: 'sku_1' } },
      stock: 500,
      attributes: { imageUrl: 'https://shop.example/mug.png', description: 'Blue' },
      metadata: { tier: 'gold' }
    },
    {
      parameters: { type: 'MATERIAL', productId: 'prod_1', skuId: 'sku_1' },
      stock: 500,
      attributes: { imageUrl: 'https://shop.example/mug.png', description: 'Blue' },
      metadata: { tier: 'gold' }
    }
  ],
  [
    'goods without an SKU, none of them left',
    { product: mug },
    { parameters: { product: { id: 'prod_1', skuId: null } }, stock: 0, attributes: {} },
    { name: 'Stoneware mug', stock: 0, attributes: { imageUrl: null, description: null } }
  ],
  [
    'nulls say nothing',
    { product: givenProduct({ name: null }) },
    {
      name: null,
      type: null,
      parameters: { product: { id: 'mug' } },
      stock: null,
      attributes: null,
      metadata: null
    },
    { name: 'mug' }
  ],
  [
    'goods that have no name at all',
    { product: givenProduct({ name: null, sourceId: null }) },
    { parameters: { product: { id: 'prod_1' } } },
    { name: 'prod_1' }
  ],
  [
    'paying with points',
    {},
    { type: 'COIN', parameters: { coin: { exchangeRatio: 1, pointsRatio: 10 } } },
    { name: 'Pay with points', parameters: { type: 'COIN', exchangeRatio: '1', pointsRatio: 10 } }
  ],
  [
    'ratios as text',
    {},
    { parameters: { coin: { exchangeRatio: '0.010', pointsRatio: '100' } } },
    {
      name: 'Pay with points',
      parameters: { type: 'COIN', exchangeRatio: '0.01', pointsRatio: 100 }
    }
  ],
  [
    'a ratio for one point',
    {},
    { parameters: { coin: { exchangeRatio: 0.5 } } },
    { name: 'Pay with points', parameters: { type: 'COIN', exchangeRatio: '0.5', pointsRatio: 1 } }
  ]
]

t.test('createReward: the kind follows from what it gives', t => {
  table(t, kinds, (t, _, known, command, over) => {
    const reward = made(over)
    t.strictSame(createReward(facts(known), command, givenOccasion()), {
      result: reward,
      changes: [{ kind: 'reward.created', reward }]
    })
  })
  t.end()
})

const gift = (balance?: number | null): GivenParameters => ({ campaign: { id: 'c', balance } })
const goods = (skuId?: string): GivenParameters => ({ product: { id: 'p', skuId } })
const coin = (exchangeRatio: number | string, pointsRatio?: number | string): GivenParameters => ({
  coin: { exchangeRatio, pointsRatio }
})
const tiered = givenSchema({ properties: { tier: givenProperty() } })
const all = { campaign: gifts, product: mug, sku: blue, schema: tiered }
const bad = { metadata: { tier: 5 } }

// In descending precedence within a kind; each row has a fault less than the one above it.
//                         facts     command                      key, and details
const refusals: [string, Partial<CreateRewardFacts>, CreateReward, string, RegExp][] = [
  ['nothing to give', all, { parameters: {} }, 'missing_param', /'parameters\.campaign, \.product/],
  [
    'nothing of its kind',
    all,
    { type: 'COIN', parameters: {} },
    'missing_param',
    /parameters\.coin'/
  ],
  [
    'two things at once',
    all,
    { parameters: { ...gift(), ...goods() } },
    'invalid_payload',
    /campaign and product/
  ],
  [
    'another type',
    all,
    { type: 'COIN', parameters: gift(1) },
    'invalid_payload',
    /\.type: 'COIN'.*CAMPAIGN/
  ],

  ['an unknown campaign', {}, { parameters: gift() }, 'not_found', /campaign with id c/],
  [
    'a promotion',
    { campaign: givenPromotion() },
    { parameters: gift() },
    'invalid_payload',
    /a PROMOTION/
  ],
  ['credit without an amount', all, { parameters: gift() }, 'missing_param', /campaign\.balance'/],
  [
    'credit of nothing',
    all,
    { parameters: gift(0), stock: 5 },
    'invalid_balance',
    /0 is no balance.*currency/
  ],
  ['credit in fractions', all, { parameters: gift(0.5) }, 'invalid_balance', /0\.5 is no balance/],
  [
    'points of nothing',
    { campaign: club },
    { parameters: gift(-1) },
    'invalid_balance',
    /number of points/
  ],
  [
    'a coupon with a balance',
    { campaign: coupons },
    { parameters: gift(5) },
    'invalid_balance',
    /coupons have no/
  ],
  [
    'credit with a stock',
    all,
    { parameters: gift(1), stock: 5, attributes: {} },
    'invalid_payload',
    /\.stock: .*CAMPAIGN/
  ],
  [
    'credit with a picture',
    all,
    { parameters: gift(1), attributes: {}, ...bad },
    'invalid_payload',
    /\.attributes:/
  ],
  [
    'metadata against the schema',
    all,
    { parameters: gift(1), ...bad },
    'metadata_validation_failed',
    /^metadata: tier: /
  ],

  ['an unknown product', {}, { parameters: goods('s') }, 'not_found', /product with id p/],
  ['an unknown SKU', { product: mug }, { parameters: goods('s') }, 'not_found', /sku with id s/],
  [
    'an SKU of another product',
    { ...all, sku: givenSku({ productId: 'prod_2' }) },
    { parameters: goods('s') },
    'not_found',
    /sku with id s/
  ],
  [
    'a stock below zero',
    all,
    { parameters: goods(), stock: -1 },
    'invalid_payload',
    /\.stock: -1 is no stock/
  ],
  [
    'half a mug',
    all,
    { parameters: goods(), stock: 0.5, ...bad },
    'invalid_payload',
    /\.stock: 0\.5/
  ],

  [
    'worth nothing',
    all,
    { parameters: coin(0) },
    'invalid_payload',
    /exchange_ratio: 0 is no ratio/
  ],
  ['worth a word', all, { parameters: coin('much') }, 'invalid_payload', /exchange_ratio: much is/],
  [
    'worth less than nothing',
    all,
    { parameters: coin(-1, 0) },
    'invalid_payload',
    /exchange_ratio/
  ],
  [
    'for no points',
    all,
    { parameters: coin(1, 0) },
    'invalid_payload',
    /points_ratio: 0 is no ratio/
  ],
  [
    'for half a point',
    all,
    { parameters: coin(1, '1.5') },
    'invalid_payload',
    /points_ratio: 1\.5/
  ],
  [
    'with a stock',
    all,
    { parameters: coin(1), stock: 5, ...bad },
    'invalid_payload',
    /\.stock: .*COIN/
  ]
]

t.test('createReward: refuses what cannot be a reward', t => {
  table(t, refusals, (t, _, known, command, key, details) => {
    t.match(createReward(facts(known), command, givenOccasion()), { refusal: { key, details } })
  })
  t.end()
})

const sells: CampaignType[] = ['DISCOUNT_COUPONS', 'GIFT_VOUCHERS', 'LOYALTY_PROGRAM']

t.test('createReward: campaigns that hand nothing out are no reward', async t => {
  for (const campaignType of [...sells, 'PROMOTION', 'REFERRAL_PROGRAM'] as const) {
    const campaign = givenCampaign({ campaignType })
    const parameters = gift(campaignType === 'DISCOUNT_COUPONS' ? null : 5)
    const decision = createReward(facts({ campaign }), { parameters }, givenOccasion())
    t.equal('result' in decision, (sells as string[]).includes(campaignType), campaignType)
  }
})

const material = givenReward()
const coinReward = givenReward({
  parameters: { type: 'COIN', exchangeRatio: '1', pointsRatio: 10 }
})
const ownPoints = givenReward({
  parameters: {
    type: 'CAMPAIGN',
    campaignId: 'camp_1',
    balance: 50,
    campaignType: 'LOYALTY_PROGRAM'
  }
})
const otherPoints = givenReward({
  parameters: {
    type: 'CAMPAIGN',
    campaignId: 'camp_9',
    balance: 50,
    campaignType: 'LOYALTY_PROGRAM'
  }
})

function offered(over: Partial<CreateRewardAssignmentFacts> = {}): CreateRewardAssignmentFacts {
  return { reward: material, campaign: club, assignment: null, rules: new Map(), ...over }
}

//                               reward       points
const offers: [string, Reward, number | null | undefined, number | null][] = [
  ['goods for a point', material, 1, 1],
  ['points of another program', otherPoints, 80, 80],
  ['paying with points has no price', coinReward, undefined, null],
  ['nor when null says so', coinReward, null, null]
]

t.test('createRewardAssignment: puts a reward on offer at its price', t => {
  table(t, offers, (t, _, reward, points, price) => {
    const assignment = givenAssignment({ id: 'rewa_000001', points: price, createdAt: NOW })
    const command = { rewardId: 'rew_1', campaignId: 'camp_1', points }
    t.strictSame(createRewardAssignment(offered({ reward }), command, givenOccasion()), {
      result: assignment,
      changes: [{ kind: 'rewardAssignment.created', assignment }]
    })
  })
  t.end()
})

t.test('createRewardAssignment: rules that bind it there', async t => {
  const rules = new Map([
    ['val_1', givenRule()],
    ['val_2', givenRule({ id: 'val_2' })]
  ])
  const command = { rewardId: 'rew_1', campaignId: 'camp_1', points: 5 }
  const wanted = { ...command, validationRuleIds: ['val_2', 'val_1'] }
  const bound = createRewardAssignment(offered({ rules }), wanted, givenOccasion())
  t.match(bound, {
    changes: [
      { kind: 'rewardAssignment.created' },
      {
        kind: 'validationRule.assigned',
        assignment: {
          id: 'asgm_000001',
          ruleId: 'val_2',
          relatedObjectType: 'reward_assignment',
          relatedObjectId: 'rewa_000001',
          validationStatus: 'VALID'
        }
      },
      { kind: 'validationRule.assigned', assignment: { ruleId: 'val_1' } }
    ]
  })
  const unknown = { ...command, validationRuleIds: ['val_1', 'val_7'] }
  t.match(createRewardAssignment(offered({ rules }), unknown, givenOccasion()), {
    refusal: { key: 'not_found', resourceType: 'validation_rule', resourceId: 'val_7' }
  })
})

const existing = givenAssignment()

// In descending precedence.
//                              facts                              points    key, and details
const noOffers: [string, Partial<CreateRewardAssignmentFacts>, number | null, string, RegExp][] = [
  ['no such reward', { reward: null, campaign: null }, 0, 'not_found', /reward with id rew_1/],
  [
    'no such campaign',
    { campaign: null, assignment: existing },
    0,
    'not_found',
    /campaign with id camp_1/
  ],
  ['no loyalty program', { campaign: gifts, assignment: existing }, 0, 'not_found', /camp_1/],
  [
    'on offer already',
    { reward: ownPoints, assignment: existing },
    0,
    'duplicate_found',
    /reward rew_1 in campaign Coffee Club/
  ],
  [
    'a program that sells its own points',
    { reward: ownPoints },
    0,
    'invalid_campaign',
    /cannot sell its own/
  ],
  [
    'a price where the order decides',
    { reward: coinReward },
    5,
    'invalid_payload',
    /\.parameters\.loyalty\.points: a COIN/
  ],
  ['no price', {}, null, 'missing_param', /'parameters\.loyalty\.points'/],
  ['a price of nothing', {}, 0, 'invalid_payload', /0 is no price/],
  ['half a point', { reward: otherPoints }, 0.5, 'invalid_payload', /0\.5 is no price/]
]

t.test('createRewardAssignment: refuses an offer that makes no sense', t => {
  table(t, noOffers, (t, _, over, points, key, details) => {
    const command = { rewardId: 'rew_1', campaignId: 'camp_1', points }
    t.match(createRewardAssignment(offered(over), command, givenOccasion()), {
      refusal: { key, details }
    })
  })
  t.end()
})

const mugReward = givenReward()
const offer = (id: string, points: number | null) => ({ rewardId: id, points })
const several: CreateRewardAssignmentsFacts = {
  campaign: club,
  rewards: [mugReward],
  assignments: []
}

t.test('createRewardAssignments: puts all of them on offer, in the order asked for', async t => {
  const facts = { ...several, rewards: [mugReward, { ...coinReward, id: 'rew_9' }] }
  const first = givenAssignment({
    id: 'rewa_000001',
    rewardId: 'rew_9',
    points: null,
    createdAt: NOW
  })
  const second = givenAssignment({ id: 'rewa_000002', points: 5, createdAt: NOW })
  t.strictSame(
    createRewardAssignments(facts, [offer('rew_9', null), offer('rew_1', 5)], givenOccasion()),
    {
      result: [first, second],
      changes: [
        { kind: 'rewardAssignment.created', assignment: first },
        { kind: 'rewardAssignment.created', assignment: second }
      ]
    }
  )
})

//                                   on offer already          wanted           key, details
const noneOfThem: [string, RewardAssignment[], [string, number | null][], string, RegExp][] = [
  [
    'one that does not exist',
    [],
    [
      ['rew_1', 5],
      ['rew_7', 5]
    ],
    'not_found',
    /rew_7/
  ],
  ['one that is on offer', [existing], [['rew_1', 5]], 'duplicate_found', /reward rew_1/],
  [
    'one twice',
    [],
    [
      ['rew_1', 5],
      ['rew_1', 6]
    ],
    'duplicate_found',
    /reward rew_1/
  ],
  [
    'one without a price',
    [],
    [['rew_1', null]],
    'missing_param',
    /^Parameter 'parameters.loyalty.points' is required in reward assignment \[0\]$/
  ],
  [
    'one with a price of nothing',
    [],
    [['rew_1', 0]],
    'invalid_payload',
    /^Property \[0\].parameters.loyalty.points: 0 is no price/
  ]
]

t.test('createRewardAssignments: none of them where one cannot be', t => {
  table(t, noneOfThem, (t, _, assignments, wanted, key, details) => {
    const offers = wanted.map(([id, points]) => offer(id, points))
    const said = createRewardAssignments({ ...several, assignments }, offers, givenOccasion())
    t.match(said, { refusal: { key, details } })
  })
  t.end()
})

t.test('deleteReward: goes where nobody has it on offer', t => {
  const reward = givenReward()
  t.strictSame(deleteReward({ reward, users: [] }), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'reward', id: 'rew_1' }]
  })
  const users = ['rewa_1', 'rewa_2', 'rewa_3', 'rewa_4'].map(
    id => ({ type: 'reward_assignment', id }) as const
  )
  t.strictSame(deleteReward({ reward, users }), {
    refusal: {
      key: 'resource_in_use',
      details:
        'Resource reward rew_1 is in use by reward_assignment rewa_1, reward_assignment rewa_2, ' +
        'reward_assignment rewa_3 and others; take it off offer there first',
      resourceId: 'rew_1',
      resourceType: 'reward'
    }
  })
  t.end()
})
