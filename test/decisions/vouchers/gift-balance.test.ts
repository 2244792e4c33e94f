import t from 'tap'
import {
  type UpdateVoucherBalanceFacts,
  updateVoucherBalance
} from '../../../src/decisions/vouchers/edit.ts'
import type { Voucher } from '../../../src/model.ts'
import { decided, kinds, logged, outline, refused } from '../../support/decided.ts'
import {
  givenCard,
  givenCoupon,
  givenCustomer,
  givenGift,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  givenTotals
} from '../../support/given.ts'
import { givenEarningRule, givenSegment, givenTiers } from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const lots = [givenLot({ voucherId: 'v_3', campaignId: 'camp_3', amount: 1000, remaining: 1000 })]
const MAX = Number.MAX_SAFE_INTEGER

/** A gift over 10.00 that nobody holds, or Ada. */
function facts(over: Partial<UpdateVoucherBalanceFacts> = {}): UpdateVoucherBalanceFacts {
  return {
    ...givenStanding({ programs: [], totals: givenTotals() }),
    purse: { voucher: givenGiftVoucher(), lots },
    customer: null,
    ...over
  }
}

const held = { customer: givenCustomer() }
const poor = givenSegment({
  type: 'auto-update',
  filter: {
    junction: 'and',
    fields: { 'summary.redemptions.gift.amount_to_go': { $less_than: [0] } }
  }
})

const more = givenGift({ amount: 1500, balance: 1500 })
const less = givenGift({ subtractedAmount: 1000, balance: 0 })
const ofGone = facts({ purse: { voucher: givenGiftVoucher({ holderId: 'cust_9' }), lots } })
const following = facts({ ...held, filterSegments: [poor] })
const taken = givenGift({ subtractedAmount: 300, balance: 700 })
const ADDED = ['v_3 +500', 'voucher.gift.balance_added', 'totals giftBalance+500']
const TAKEN = ['v_3 -300', 'voucher.gift.balance_subtracted', 'totals giftBalance-300']

//  facts, amount, what is on it and changes
const rows: [string, UpdateVoucherBalanceFacts, number, object, readonly string[]][] = [
  ['more', facts(), 500, more, ['v_3 +500']],
  ['less', facts(), -1000, less, ['v_3 -1000']],
  ['more on that of somebody who is gone', ofGone, 500, more, ['v_3 +500', ADDED[2] as string]],
  ['more for its holder, and what follows', following, 500, more, ADDED],
  ['less for its holder', facts(held), -300, taken, TAKEN]
]

t.test('updateVoucherBalance: moves credit, for its holder too', async t => {
  table(t, rows, (t, _, known, amount, gift, changes) => {
    const said = updateVoucherBalance(known, { amount }, givenOccasion())
    const { result, changes: made } = decided(said)
    t.strictSame([result.gift, outline(made)], [gift, changes])
  })
})

t.test('updateVoucherBalance: keeps why, in the ledger and in the log', async t => {
  const said = { amount: 500, reason: 'Topped up', sourceId: 'desk-4712' }
  const { changes } = decided(updateVoucherBalance(facts(held), said, givenOccasion()))
  t.strictSame(kinds(changes), ['credit.moved', 'event.logged', 'customerTotals.counted'])
  t.match(changes[0], { entry: { cause: { reason: 'Topped up', sourceId: 'desk-4712' } } })
  const data = { amount: 500, reason: 'Topped up', source_id: 'desk-4712' }
  const type = 'customer.voucher.gift.balance_added'
  t.strictSame(changes[1], logged(1, type, data, { entityId: 'v_3' }))
})

const bonus = {
  ...givenEarningRule({
    event: 'customer.segment.entered',
    earning: { type: 'FIXED', points: MAX }
  }),
  segmentId: 'seg_1'
}
const rich = givenSegment({
  type: 'auto-update',
  filter: {
    junction: 'and',
    fields: { 'summary.redemptions.gift.amount_to_go': { $more_than: [0] } }
  }
})
const over = { ...held, programs: [givenProgram({ rules: [bonus] })], filterSegments: [rich] }
const late = givenProgram({
  tiers: givenTiers(),
  rules: [
    givenEarningRule({
      event: 'customer.loyalty.tier.joined',
      earning: { type: 'FIXED', points: MAX }
    })
  ]
})
const full = givenGiftVoucher({ gift: givenGift({ amount: MAX, balance: MAX }) })

const of = (voucher: Voucher) => facts({ purse: { voucher, lots: [] } })

//  title                      facts                        amount  key                details
// biome-ignore format: a table
const refusals: [string, UpdateVoucherBalanceFacts, number, string, RegExp][] = [
  ['nothing', facts(), 0, 'invalid_balance', /not 0/],
  ['half a cent', facts(), 0.5, 'invalid_balance', /whole number/],
  ['more than there is', facts(), -1001, 'invalid_balance', /has 1000 to take, less than 1001/],
  ['too much', facts({ purse: { voucher: full, lots } }), 1, 'invalid_balance', /give less/],
  ['points', of(givenCard({ code: 'A/1' })), 1, 'invalid_voucher',
    /POST .*\/members\/A%2F1\/balance/],
  ['a discount', of(givenCoupon()), 1, 'invalid_voucher', /name a gift voucher/],
  ['what is settled first is', facts({ ...held, programs: [late] }), 1, 'invalid_amount', /./],
  ['what follows is too much', facts(over), 1, 'invalid_amount', /./]
]

t.test('updateVoucherBalance: refuses', async t => {
  table(t, refusals, (t, _, known, amount, key, details) => {
    const refusal = refused(updateVoucherBalance(known, { amount }, givenOccasion()))
    t.equal(refusal.key, key)
    t.match(refusal.details, details)
  })
})
