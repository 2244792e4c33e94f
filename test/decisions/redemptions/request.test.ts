import t from 'tap'
import {
  assignmentsToCard,
  cardHeldBy,
  creditedProgram,
  creditsHeldVoucher,
  eventAskedFor,
  segmentsMatter
} from '../../../src/decisions/redemptions/delivery.ts'
import {
  givenCampaign,
  givenCard,
  givenCouponCampaign,
  givenCustomer
} from '../../support/given.ts'
import { givenOrderCommand } from '../../support/given-commands.ts'
import { givenReward } from '../../support/given-goods.ts'
import { givenRule, givenRuleAssignment } from '../../support/given-rules.ts'

const COIN = givenReward({ parameters: { type: 'COIN', exchangeRatio: '1', pointsRatio: 10 } })

t.test('redeemReward: an order that is sent is paid by a COIN reward alone', async t => {
  const order = givenOrderCommand()
  t.equal(eventAskedFor(COIN, { order }), 'order.paid')
  t.equal(eventAskedFor(COIN, { order: undefined }), null)
  t.equal(eventAskedFor(givenReward(), { order }), null)
  t.equal(eventAskedFor(null, { order }), null)
})

t.test('redeemReward: a reward credits the points of a loyalty program, and no coupon', async t => {
  const [program, coupons] = [givenCampaign(), givenCouponCampaign()]
  t.equal(creditedProgram(program), program)
  t.equal(creditedProgram(coupons), null)
  t.equal(creditedProgram(null), null)
  t.equal(creditsHeldVoucher(program), true)
  t.equal(creditsHeldVoucher(coupons), false)
})

t.test('redeemReward: the answer shows the rules of the card and of its campaign', async t => {
  const own = givenRuleAssignment({ relatedObjectType: 'voucher' })
  const shared = givenRuleAssignment({ relatedObjectType: 'campaign' })
  const offered = givenRuleAssignment({ relatedObjectType: 'reward_assignment' })
  const rules = [shared, own, offered].map(assignment => ({ assignment, rule: givenRule() }))
  t.strictSame(assignmentsToCard(rules), [shared, own])
})

t.test('redeemReward: a customer who was deleted holds nothing', async t => {
  const card = givenCard()
  t.strictSame(cardHeldBy(card, givenCustomer()), card)
  t.strictSame(cardHeldBy(card, null), { ...card, holderId: null })
})

t.test('redeemReward: segments are asked for where a rule that binds names them', async t => {
  const segment = { name: 'customer.segment', conditions: { $is: ['seg_1'] } }
  const any = { name: 'order.items.any', conditions: {}, rules: { 1: segment, logic: '1' } }
  //                     rules                      matter
  const rows = [
    [givenRule().rules, false],
    [{ 1: segment, logic: '1' }, true],
    [{ 1: any, logic: '1' }, true],
    [{ 1: 'odd', logic: '1' }, false]
  ] as const
  for (const [rules, matter] of rows) {
    const bound = { assignment: givenRuleAssignment(), rule: givenRule({ rules } as never) }
    t.equal(segmentsMatter([bound]), matter, JSON.stringify(rules))
  }
  t.equal(segmentsMatter([]), false)
})
