import t from 'tap'
import type { Purse } from '../../../src/decisions/points/lots.ts'
import {
  type GrantFacts,
  grantReward,
  type RewardTarget
} from '../../../src/decisions/redemptions/delivery.ts'
import type {
  CountedCampaign,
  ExpirationRules,
  RewardParameters,
  Voucher
} from '../../../src/model.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
  givenGift,
  givenGiftCampaign,
  givenGiftVoucher,
  givenOccasion,
  givenTemplate,
  givenValidity
} from '../../support/given.ts'
import { givenReward } from '../../support/given-goods.ts'
import { givenMonths } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'
import { firstReason } from '../support/first-reason.ts'

const MAX = Number.MAX_SAFE_INTEGER
const coupons: RewardParameters = {
  type: 'CAMPAIGN',
  campaignId: 'camp_2',
  balance: null,
  campaignType: 'DISCOUNT_COUPONS'
}
const gifts: RewardParameters = {
  type: 'CAMPAIGN',
  campaignId: 'camp_3',
  balance: 500,
  campaignType: 'GIFT_VOUCHERS'
}
const points: RewardParameters = {
  type: 'CAMPAIGN',
  campaignId: 'camp_5',
  balance: 40,
  campaignType: 'LOYALTY_PROGRAM'
}

const target = (over: Partial<RewardTarget> = {}): RewardTarget => ({
  campaign: givenCouponCampaign(),
  category: null,
  assignments: [],
  held: null,
  spare: null,
  ...over
})

function grant(parameters: RewardParameters, over: Partial<GrantFacts> = {}) {
  const facts: GrantFacts = {
    reward: givenReward({ parameters }),
    holder: givenCustomer(),
    target: null,
    product: null,
    sku: null,
    redemptionId: 'r_1',
    ...over
  }
  return firstReason(grantReward(facts, givenOccasion()))
}

const gift = givenGiftVoucher({ holderId: 'cust_1', version: 4 })
const CAUSE = { redemptionId: 'r_1', rewardId: 'rew_1' }

const MONTH: ExpirationRules = givenMonths(2)
const program = (expirationRules: ExpirationRules | null) =>
  givenCampaign({
    id: 'camp_5',
    name: 'Tea Club',
    voucher: givenTemplate({ loyaltyCard: { points: 0, expirationRules } })
  })
const card = givenCard({ id: 'v_5', campaignId: 'camp_5', version: 3 })

//                                            campaign                  expires on
const expiries: [string, CountedCampaign, string | null][] = [
  ['as that program says', program(MONTH), '2026-05-01'],
  ['never', program(null), null],
  ['never, without a template', { ...program(null), voucher: null }, null]
]

t.test('grantReward: points of another program go to the card there, and expire as it says', t => {
  table(t, expiries, (t, _, campaign, expiresOn) => {
    const granted = grant(points, {
      target: target({ campaign, held: { voucher: card, lots: [] } })
    })
    t.match(granted, {
      purse: { voucher: { version: 4, card: { balance: 140 } }, lots: [{ expiresOn }] },
      shown: { voucher: { voucher: card, campaignName: 'Tea Club' } },
      changes: [
        {
          kind: 'points.moved',
          card: { voucherId: 'v_5', version: 3, balance: { balance: 140, points: 140 } },
          opened: [{ expiresOn, remaining: 40 }],
          entry: { type: 'POINTS_ADDITION', amount: 40, cause: CAUSE }
        }
      ],
      totals: { cardBalance: 40 }
    })
  })
  t.end()
})

const over = givenValidity({ expirationDate: '2026-02-01T00:00:00.000Z' })
const later = givenValidity({ startDate: '2026-04-01T00:00:00.000Z' })
const mondays = givenValidity({ daysOfWeek: [1] })
const giftTarget = (voucher: Partial<Voucher>) =>
  target({ campaign: givenGiftCampaign(), held: { voucher: { ...gift, ...voucher }, lots: [] } })
const cardOf = (all: number, pendingPoints = 0): Purse => ({
  voucher: { ...card, card: givenBalance({ points: all, pendingPoints }) },
  lots: []
})
const cardTarget = (purse: Purse) => target({ campaign: program(null), held: purse })
const NONE = 'no_voucher_suitable_for_publication'

//                                       reward  target                                outcome
// biome-ignore format: a table
const refusals: [string, RewardParameters, RewardTarget | null, [string, RegExp] | null][] = [
  ['no campaign', coupons, null, [NONE, /camp_2 of the reward is gone/]],
  ['a campaign that is off', coupons,
    target({ campaign: givenCouponCampaign({ active: false }), spare: givenCoupon() }),
    [NONE, /camp_2 is switched off; enable it first/]],
  ['a campaign with nothing left', coupons, target(),
    [NONE, /Spring coupons \(STATIC\) has no voucher/]],
  ['one with a coupon left', coupons, target({ spare: givenCoupon() }), null],
  ['credit onto a voucher that is off would be lost', gifts, giftTarget({ active: false }),
    [NONE, /GIFT-1, which would get the credit, is switched off/]],
  ['or onto one that is over', gifts, giftTarget({ validity: over }),
    [NONE, /GIFT-1, which would get the credit, is expired/]],
  ['or onto one that was redeemed as often as it may be', gifts,
    giftTarget({ redemptionQuantity: 2, redeemedQuantity: 2 }),
    [NONE, /GIFT-1, which would get the credit, is used up/]],
  ['one more redemption is enough', gifts,
    giftTarget({ redemptionQuantity: 2, redeemedQuantity: 1 }), null],
  ['not onto one that has yet to begin', gifts, giftTarget({ validity: later }), null],
  ['nor onto one that rests today', gifts, giftTarget({ validity: mondays }), null],
  ['points onto a card that is off', points,
    cardTarget({ ...cardOf(0), voucher: { ...card, active: false } }), [NONE, /CLUB-1/]],
  ['credit that cannot be counted', gifts, giftTarget({ gift: givenGift({ amount: MAX - 499 }) }),
    ['invalid_amount', /GIFT-1 cannot hold 500 more/]],
  ['credit that just can', gifts, giftTarget({ gift: givenGift({ amount: MAX - 500 }) }), null],
  ['points that cannot, with those that wait', points, cardTarget(cardOf(MAX - 50, 11)),
    ['invalid_amount', /CLUB-1 cannot hold 40 more/]],
  ['points that just can', points, cardTarget(cardOf(MAX - 50, 10)), null]
]

t.test('grantReward: what cannot be handed out is refused, and nothing is changed', async t => {
  table(t, refusals, (t, _, parameters, target, outcome) => {
    const granted = grant(parameters, { target })
    if (outcome === null) t.notOk('code' in granted)
    else t.match(granted, { code: outcome[0], details: outcome[1] })
    t.equal('changes' in granted, outcome === null)
  })
})
