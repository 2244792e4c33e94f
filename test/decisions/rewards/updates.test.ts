import t from 'tap'
import {
  deleteRewardAssignment,
  type UpdateReward,
  type UpdateRewardFacts,
  updateReward,
  updateRewardAssignment
} from '../../../src/decisions/rewards/updates.ts'
import type { Reward } from '../../../src/model.ts'
import { givenCampaign, givenGiftCampaign, givenOccasion, NOW } from '../../support/given.ts'
import { givenAssignment, givenProduct, givenReward, givenSku } from '../../support/given-goods.ts'
import { givenProperty } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

const attributes = { imageUrl: null, description: 'Blue' }
const mug = givenReward({ stock: 5, redeemed: 3, attributes, metadata: { season: 'winter' } })
const coin = givenReward({ parameters: { type: 'COIN', exchangeRatio: '1', pointsRatio: 10 } })
const gift = givenReward({
  parameters: {
    type: 'CAMPAIGN',
    campaignId: 'camp_3',
    balance: 1000,
    campaignType: 'GIFT_VOUCHERS'
  }
})

function facts(reward: Reward, over: Partial<UpdateRewardFacts> = {}): UpdateRewardFacts {
  return { reward, campaign: null, product: null, sku: null, schema: null, seller: null, ...over }
}

const goods = { product: givenProduct(), sku: givenSku() }
const blue = { type: 'MATERIAL', productId: 'prod_1', skuId: 'sku_1' } as const

//                  facts                       sent                       what changes
const updates: [string, UpdateRewardFacts, UpdateReward, Partial<Reward> | null][] = [
  ['nothing', facts(mug), {}, null],
  ['what is stored', facts(mug), { name: 'A mug', stock: 5, attributes: {}, metadata: {} }, null],
  ['a name', facts(mug), { name: 'A cup' }, { name: 'A cup' }],
  ['no more than are redeemed', facts(mug), { stock: 3 }, { stock: 3 }],
  ['no limit', facts(mug), { stock: null }, { stock: null }],
  ['no picture of it', facts(mug), { attributes: null }, { attributes: null }],
  [
    'a picture, and no words',
    facts(mug),
    { attributes: { imageUrl: 'x.png', description: null } },
    { attributes: { imageUrl: 'x.png', description: null } }
  ],
  [
    'its first words',
    facts(givenReward()),
    { attributes: { description: 'Red' } },
    { attributes: { imageUrl: null, description: 'Red' } }
  ],
  [
    'metadata, merged',
    facts(mug),
    { metadata: { season: null, tier: 'gold' } },
    { metadata: { tier: 'gold' } }
  ],
  [
    'another variant',
    facts(mug, goods),
    { parameters: { product: { id: 'prod_1', skuId: 'sku_1' }, coin: null } },
    { parameters: blue }
  ],
  [
    'another balance, where nothing sells its own points',
    facts(gift, { campaign: givenGiftCampaign(), seller: null }),
    { parameters: { campaign: { id: 'camp_3', balance: 1 } } },
    { parameters: { ...gift.parameters, balance: 1 } as Reward['parameters'] }
  ],
  [
    'another worth of points',
    facts(coin),
    { parameters: { coin: { exchangeRatio: '0.5' } } },
    { parameters: { type: 'COIN', exchangeRatio: '0.5', pointsRatio: 1 } }
  ],
  ['nulls that mean nothing there', facts(coin), { stock: null, attributes: null }, null]
]

t.test('updateReward: what is sent counts', t => {
  table(t, updates, (t, _, given, command, over) => {
    const reward = over === null ? given.reward : { ...given.reward, ...over, updatedAt: NOW }
    t.strictSame(updateReward(given, command, givenOccasion()), {
      result: reward,
      changes: over === null ? [] : [{ kind: 'reward.updated', reward, updatedAtBefore: null }]
    })
  })
  t.end()
})

const club = givenCampaign()
const seasonal = { properties: { season: givenProperty({ type: 'number' }) } }

// In descending precedence.
//                  facts                       sent                       key, and details
const refusals: [string, UpdateRewardFacts, UpdateReward, string, RegExp][] = [
  [
    'another kind',
    facts(mug, goods),
    { parameters: { coin: { exchangeRatio: 1 } }, stock: -1 },
    'invalid_payload',
    /\.parameters\.coin: would make it a COIN reward, and this one stays a MATERIAL one/
  ],
  [
    'none at all',
    facts(mug, goods),
    { parameters: {}, stock: -1 },
    'missing_param',
    /parameters\.product/
  ],
  [
    'goods that are not there',
    facts(mug),
    { parameters: { product: { id: 'prod_9' } }, stock: -1 },
    'not_found',
    /product with id prod_9/
  ],
  [
    'points of a program it is on offer in',
    facts(gift, { campaign: club, seller: club }),
    { parameters: { campaign: { id: 'camp_1', balance: 5 } }, stock: 1 },
    'invalid_campaign',
    /cannot sell its own/
  ],
  ['stock of what has none', facts(coin), { stock: 1 }, 'invalid_payload', /\.stock: belongs/],
  ['half a mug', facts(mug), { stock: 3.5 }, 'invalid_payload', /\.stock: 3\.5 is no stock/],
  [
    'fewer than were redeemed',
    facts(mug, { schema: seasonal }),
    { stock: 2, metadata: {} },
    'invalid_payload',
    /\.stock: 2 is less than the 3 that are redeemed/
  ],
  [
    'metadata that does not fit',
    facts(mug, { schema: seasonal }),
    { metadata: {} },
    'metadata_validation_failed',
    /^metadata: season/
  ]
]

t.test('updateReward: refuses', t => {
  table(t, refusals, (t, _, given, command, key, details) => {
    t.match(updateReward(given, command, givenOccasion()), { refusal: { key, details } })
  })
  const unfit = updateReward(facts(mug, { schema: seasonal }), { name: 'X' }, givenOccasion())
  t.match(unfit, { result: { name: 'X' } }, 'metadata that is not sent is left alone')
  t.end()
})

t.test('updateRewardAssignment: a price, where there is one', async t => {
  const assignment = givenAssignment()
  const occasion = givenOccasion()
  for (const points of [undefined, 60]) {
    t.strictSame(updateRewardAssignment({ reward: mug, assignment }, { points }, occasion), {
      result: assignment,
      changes: []
    })
  }
  const dearer = { points: 70, updatedAt: occasion.now }
  t.strictSame(updateRewardAssignment({ reward: mug, assignment }, { points: 70 }, occasion), {
    result: { ...assignment, ...dearer },
    changes: [{ kind: 'rewardAssignment.repriced', id: 'rewa_1', pointsBefore: 60, ...dearer }]
  })
  const free = givenAssignment({ points: null })
  for (const [reward, points, details] of [
    [coin, 70, /a COIN reward has no price/],
    [mug, 0.5, /0\.5 is no price/]
  ] as const) {
    t.match(updateRewardAssignment({ reward, assignment: free }, { points }, occasion), {
      refusal: { key: 'invalid_payload', details }
    })
  }
})

t.test('deleteRewardAssignment: with the rules that bind it', async t => {
  const bindings = [
    { id: 'asgm_1', ruleId: 'val_1' },
    { id: 'asgm_2', ruleId: 'val_2' }
  ]
  t.strictSame(deleteRewardAssignment({ assignment: givenAssignment(), bindings }), {
    result: null,
    changes: [
      { kind: 'validationRule.unassigned', assignmentId: 'asgm_1', ruleId: 'val_1' },
      { kind: 'validationRule.unassigned', assignmentId: 'asgm_2', ruleId: 'val_2' },
      { kind: 'resource.deleted', resource: 'reward_assignment', id: 'rewa_1' }
    ]
  })
})
