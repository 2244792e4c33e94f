/**
 * What a redemption of discounts leaves behind: its order, the name of its lock, and what was said
 * of somebody.
 */
import t from 'tap'
import type { ApplyDiscounts, DiscountFacts } from '../../../src/decisions/discounts/judging.ts'
import { redeemStackedDiscounts } from '../../../src/decisions/discounts/redemption.ts'
import type { LockHold } from '../../../src/model.ts'
import { STACKING_RULES_DEFAULT } from '../../../src/rules/stacking.ts'
import { decided, outline } from '../../support/decided.ts'
import { givenCoupon, givenCustomer, givenOccasion, NOW } from '../../support/given.ts'
import {
  foundTier,
  foundVoucher,
  givenApplying,
  givenDiscountFacts
} from '../../support/given-discounts.ts'
import { givenFixedRule } from '../../support/given-rules.ts'
import { givenProgram } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const ada = givenCustomer()
const isAda = { customer: { id: ada.id } }
const off = givenCoupon({ active: false })
const lock = { key: 'cart', ttl: undefined, ttlUnit: undefined }
const known = (over: Partial<DiscountFacts> = {}) => ({ customer: ada, ...over })

const inForce: LockHold = {
  ...{ voucherId: off.id, key: 'cart', uses: 1, credit: 0, points: 0 },
  expiresAt: '2999-01-01T00:00:00.000Z'
}

function redeemed(facts: DiscountFacts, over: Partial<ApplyDiscounts> = {}) {
  return redeemStackedDiscounts(facts, givenApplying(facts, over), givenOccasion())
}

t.test('redeemStackedDiscounts: a refusal keeps what can be erased with somebody', async t => {
  const used = foundVoucher(off, { purse: { voucher: off, lots: [], holds: [inForce] } })
  const said = { lock, metadata: { till: 7 }, trackingId: 'track_1' }
  const kept = { session: { key: 'cart' }, metadata: { till: 7 }, trackingId: 'track_1' }
  const nothing = { session: null, metadata: {}, trackingId: null }
  const rows: [string, Partial<DiscountFacts>, Partial<ApplyDiscounts>, object][] = [
    ['of somebody who is stored', known(), isAda, kept],
    ['of nobody', {}, {}, kept],
    ['of somebody new', {}, { customer: { sourceId: 'cleo' } }, nothing],
    ['of somebody without a name', {}, { customer: { name: 'Kim' } }, nothing]
  ]
  table(t, rows, (t, _, over, asked, keeps) => {
    const { result } = decided(redeemed(givenDiscountFacts([used], over), { ...said, ...asked }))
    if (!('record' in result)) throw new Error('nothing was refused')
    const { session, metadata, trackingId } = result.record
    t.strictSame({ session, metadata, trackingId }, keeps)
  })
})

t.test('redeemStackedDiscounts: a key is noted if its lock is in force', async t => {
  const ended = { ...inForce, expiresAt: NOW }
  const rows: [string, readonly LockHold[] | undefined, string | null][] = [
    ['no lock', undefined, null],
    ['a lock of another', [{ ...inForce, key: 'other' }], null],
    ['one that is over', [ended], null],
    ['one in force', [inForce], 'cart']
  ]
  table(t, rows, (t, _, holds, key) => {
    const voucher = givenCoupon()
    const found = foundVoucher(voucher, { purse: { voucher, lots: [], ...(holds && { holds }) } })
    const { result } = decided(redeemed(givenDiscountFacts([foundTier(), found]), { lock }))
    if ('record' in result) throw new Error('refused')
    const noted = result.redemptions.map(({ redemption }) => redemption.session?.key ?? null)
    t.strictSame([...noted, result.parent?.session?.key ?? null], [key, key, key])
  })
})

t.test('redeemStackedDiscounts: an order is paid also where everything is left out', async t => {
  const idle = foundVoucher(
    givenCoupon({ discount: { type: 'AMOUNT', amount_off: 5, effect: 'APPLY_TO_ITEMS' } })
  )
  const stackingRules = { ...STACKING_RULES_DEFAULT, redeemablesNoEffectRule: 'SKIP' } as const
  const { result, changes } = decided(
    redeemed(givenDiscountFacts([idle], known({ stackingRules })), { ...isAda, lock })
  )
  t.match(result, { redemptions: [], parent: null })
  t.match(result, { order: { status: 'PAID', redemptions: {}, totalAmount: 1200 } })
  t.strictSame(outline(changes), [
    ...['order.created', 'order.created', 'order.paid', 'lock.ended'],
    'totals ordersAmount+1200 ordersCount+1'
  ])
})

t.test(
  "redeemStackedDiscounts: an order that nobody sent is nobody's, and earns nothing",
  async t => {
    const programs = [givenProgram({ rules: [givenFixedRule(10)] })]
    const { result, changes } = decided(
      redeemed(givenDiscountFacts([foundVoucher()], known({ programs })), {
        ...isAda,
        order: undefined
      })
    )
    if ('record' in result) throw new Error('refused')
    t.match(result.order, { status: 'PAID', customerId: null, earnedAt: null, amount: 0 })
    t.equal(result.redemptions[0]?.redemption.customer.id, ada.id)
    const others = outline(changes).filter(line => !line.startsWith('counted '))
    t.strictSame(others, [
      ...['order.created', 'order.created', 'order.paid', 'voucher.redeemed'],
      ...['redemption.recorded', 'redemption.succeeded', 'totals redemptionsSucceeded+1']
    ])
  }
)
