import t from 'tap'
import { adjustBalance } from '../../../src/decisions/points/adjustments.ts'
import {
  asSeenWith,
  heldAt,
  loweredTo,
  type Purse,
  saying,
  takePoints,
  withLowered
} from '../../../src/decisions/points/lots.ts'
import { updateVoucherBalance } from '../../../src/decisions/vouchers/edit.ts'
import { isUsedUp, takeCredit } from '../../../src/decisions/vouchers/vouchers.ts'
import type { LockHold } from '../../../src/model.ts'
import {
  givenCampaign,
  givenCard,
  givenCustomer,
  givenGift,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import { givenStanding } from '../../support/given-standing.ts'

const at = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString()

const hold = (key: string, over: Partial<LockHold> = {}): LockHold => ({
  voucherId: 'v_1',
  key,
  uses: 0,
  credit: 0,
  points: 0,
  expiresAt: at(10),
  ...over
})

t.test('what locks hold is added up until their time is over', async t => {
  const holds = [
    hold('one', { uses: 1, credit: 5, points: 7 }),
    hold('two', { uses: 1, credit: 10, expiresAt: at(5) }),
    hold('over', { uses: 1, credit: 100, expiresAt: NOW })
  ]
  const rows: readonly (readonly [
    minutes: number,
    uses: number,
    credit: number,
    points: number
  ])[] = [
    [0, 2, 15, 7],
    [4.999, 2, 15, 7],
    [5, 1, 5, 7],
    [10, 0, 0, 0]
  ]
  for (const [minutes, uses, credit, points] of rows) {
    t.strictSame(heldAt({ holds }, at(minutes)), { uses, credit, points })
  }
  t.strictSame(heldAt({}, NOW), { uses: 0, credit: 0, points: 0 })
})

t.test('a key takes its own lock out of what is held', async t => {
  const purse: Purse = { voucher: givenCard(), lots: [], holds: [hold('one'), hold('two')] }
  t.strictSame(asSeenWith('one', purse).holds, [hold('two')])
  t.strictSame(asSeenWith('three', purse).holds, purse.holds)
  t.equal(asSeenWith(undefined, purse), purse)
  const free: Purse = { voucher: givenCard(), lots: [] }
  t.equal(asSeenWith('one', free), free)
})

t.test('uses that are held count as used', async t => {
  const voucher = { redemptionQuantity: 3, redeemedQuantity: 1 }
  t.strictSame([isUsedUp(voucher, 1), isUsedUp(voucher, 2)], [false, true])
  t.equal(isUsedUp({ ...voucher, redemptionQuantity: null }, 9), false)
})

t.test('of locks that hold more than is left, the last to end gives way first', async t => {
  const holds = [
    hold('late', { points: 30, expiresAt: at(30) }),
    hold('soon', { points: 10, expiresAt: at(10) }),
    hold('same', { points: 5, expiresAt: at(10) }),
    hold('over', { points: 99, expiresAt: NOW })
  ]
  const rows: readonly (readonly [left: number, late: number, soon: number, same: number])[] = [
    [45, 30, 10, 5],
    [44, 29, 10, 5],
    [15, 0, 10, 5],
    [12, 0, 7, 5],
    [3, 0, 0, 3],
    [0, 0, 0, 0]
  ]
  for (const [left, ...points] of rows) {
    const purse: Purse = { voucher: givenCard(), lots: [], holds }
    const lowered = loweredTo(left, 'points', purse, NOW)
    const after = withLowered(purse, lowered).holds ?? []
    t.strictSame(
      after.map(each => each.points),
      [...points, 99],
      `${left} are left`
    )
    const turned = { ...purse, holds: holds.toReversed() }
    t.strictSame(loweredTo(left, 'points', turned, NOW), lowered, 'however they are sorted')
    t.strictSame(saying(lowered), lowered.length === 0 ? {} : { lowered })
  }
  t.strictSame(loweredTo(0, 'credit', {}, NOW), [])
})

const lot = (remaining: number) => givenLot({ id: 'lopb_1', amount: remaining, remaining })

t.test('a movement that leaves less than locks hold says so', async t => {
  const card = givenCard({ version: 1 })
  const points = card.card?.balance ?? 0
  const held: Purse = { voucher: card, lots: [lot(points)], holds: [hold('one', { points })] }
  const cause = {}
  const removal = {
    points: 1,
    as: 'subtracted',
    type: 'POINTS_REMOVAL',
    cause,
    from: null
  } as const
  const taken = takePoints(held, removal, givenOccasion())
  t.match(taken?.change, { kind: 'points.moved', lowered: [{ key: 'one', points: points - 1 }] })
  t.match(taken?.purse.holds, [{ key: 'one', points: points - 1 }])
  const gift = givenGiftVoucher({
    gift: givenGift({ amount: 100, balance: 100, redeemedAmount: 0 })
  })
  const credited: Purse = { voucher: gift, lots: [lot(100)], holds: [hold('one', { credit: 80 })] }
  const credit = takeCredit(credited, { amount: 30, as: 'subtracted', cause }, givenOccasion())
  t.match(credit?.change, { kind: 'credit.moved', lowered: [{ key: 'one', credit: 70 }] })
  t.match(credit?.purse.holds, [{ key: 'one', credit: 70 }])
})

t.test('updateVoucherBalance: takes what no lock holds', async t => {
  const gift = givenGiftVoucher({
    gift: givenGift({ amount: 100, balance: 100, redeemedAmount: 0 })
  })
  const purse: Purse = { voucher: gift, lots: [lot(100)], holds: [hold('one', { credit: 80 })] }
  const facts = { ...givenStanding(), purse, customer: null, program: null }
  const taking = (amount: number) => updateVoucherBalance(facts, { amount }, givenOccasion())
  t.match(taking(-21), {
    refusal: {
      key: 'invalid_balance',
      details: 'has 20 to take, less than 21; locks hold 80 more: release one, or wait for its end'
    }
  })
  t.match(taking(-20), { result: { gift: { balance: 80 } } })
})

t.test('updateLoyaltyCardBalance, updateVoucherBalance: take what no lock holds', async t => {
  const card = givenCard()
  const points = card.card?.balance ?? 0
  const held = hold('one', { points: points - 3 })
  const purse: Purse = { voucher: card, lots: [lot(points)], holds: [held] }
  const customer = givenCustomer()
  const program = givenCampaign()
  const facts = { ...givenStanding(), campaign: program, program, purse, customer }
  for (const taking of [
    (points: number) => adjustBalance(facts, { points }, givenOccasion()),
    (amount: number) => updateVoucherBalance(facts, { amount }, givenOccasion())
  ]) {
    t.match(taking(-4), {
      refusal: { key: 'invalid_balance', details: `has 3 points to take, fewer than 4; locks hold` }
    })
    t.match(taking(-3), { result: { card: { balance: points - 3 } } })
  }
})
