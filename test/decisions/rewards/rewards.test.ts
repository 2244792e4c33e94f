/**
 * What the schemas of the documents refuse before is refused by the decisions, too: a project file
 * comes by another way.
 */
import t from 'tap'
import {
  type CreateReward,
  createReward,
  createRewardAssignment,
  updateReward
} from '../../../src/decisions/rewards.ts'
import { givenCampaign, givenGiftCampaign, givenOccasion } from '../../support/given.ts'
import { givenProduct, givenReward } from '../../support/given-goods.ts'

const gift = (balance: number) => ({ parameters: { campaign: { id: 'camp_3', balance } } })
const goods = (stock: number) => ({ parameters: { product: { id: 'prod_1' } }, stock })
const coin = (exchangeRatio: number | string, pointsRatio: number | string = 1) => ({
  parameters: { coin: { exchangeRatio, pointsRatio } }
})

// Within a kind in descending precedence.
const refusals: [CreateReward, string, RegExp][] = [
  [{ parameters: {} }, 'missing_param', /'parameters\.campaign, \.product/],
  [{ type: 'COIN', parameters: {} }, 'missing_param', /'parameters\.coin'/],
  [gift(0), 'invalid_balance', /0 is no balance: .* of the smallest currency unit, at least 1/],
  [gift(0.5), 'invalid_balance', /0\.5 is no balance/],
  [goods(-1), 'invalid_payload', /\.stock: -1 is no stock/],
  [goods(0.5), 'invalid_payload', /\.stock: 0\.5/],
  [coin(0), 'invalid_payload', /coin\.exchange_ratio: 0 is no ratio/],
  [coin('much'), 'invalid_payload', /exchange_ratio: much is/],
  [coin(-1, 0), 'invalid_payload', /exchange_ratio/],
  [coin(1, 0), 'invalid_payload', /coin\.points_ratio: 0 is no ratio: .* at least 1/],
  [coin(1, '1.5'), 'invalid_payload', /points_ratio: 1\.5/]
]

t.test('createReward, updateReward: refuse figures that no reward has', async t => {
  const facts = {
    campaign: givenGiftCampaign(),
    product: givenProduct(),
    sku: null,
    schema: null,
    seller: null
  }
  for (const [command, key, details] of refusals) {
    const said = JSON.stringify(command)
    t.match(createReward(facts, command, givenOccasion()), { refusal: { key, details } }, said)
  }
  const points = createReward({ ...facts, campaign: givenCampaign() }, gift(-1), givenOccasion())
  t.match(points, { refusal: { details: /a whole number of points/ } })
  const mug = { ...facts, reward: givenReward({ stock: 5, redeemed: 3 }) }
  t.match(updateReward(mug, { stock: 3.5 }, givenOccasion()), {
    refusal: { details: /\.stock: 3\.5 is no stock/ }
  })
})

t.test('createRewardAssignment: refuses a price that is none', async t => {
  const facts = {
    reward: givenReward(),
    campaign: givenCampaign(),
    assignment: null,
    rules: new Map()
  }
  for (const points of [0, 0.5]) {
    const command = { rewardId: 'rew_1', campaignId: 'camp_1', points }
    const details = new RegExp(`points: ${points} is no price`)
    t.match(createRewardAssignment(facts, command, givenOccasion()), {
      refusal: { key: 'invalid_payload', details }
    })
  }
})
