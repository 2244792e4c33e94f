import t from 'tap'
import type { ProgramFacts } from '../../../src/decisions/standing/standing.ts'
import {
  type DeleteVoucherFacts,
  deleteVoucher,
  disableVoucher,
  enableVoucher,
  type UpdateVoucher,
  type UpdateVoucherFacts,
  updateVoucher
} from '../../../src/decisions/vouchers/updates.ts'
import type { LockHold, Voucher } from '../../../src/model.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCard,
  givenCategory,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
  givenEntry,
  givenGift,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  givenValidity,
  NOW
} from '../../support/given.ts'
import {
  givenEarningRule,
  givenProperty,
  givenSchema,
  givenTiers
} from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const coupon = givenCoupon({ categoryId: 'cat_9', metadata: { shop: 'north', vip: true } })
const updated = (said: UpdateVoucher, over: Partial<UpdateVoucherFacts> = {}) =>
  updateVoucher(
    { voucher: coupon, holder: null, category: null, schema: null, ...over },
    said,
    givenOccasion()
  )

const window = { duration: 'PT1H', interval: 'P1D' }
const hours = { daily: [{ startTime: '08:00', expirationTime: '11:30', daysOfWeek: null }] }
const half = { type: 'PERCENT', percent_off: 50 } as const

//  what is said, and what is another by it
const rows: [string, UpdateVoucher, Partial<Voucher>][] = [
  ['a last day', { expirationDate: NOW }, { validity: givenValidity({ expirationDate: NOW }) }],
  [
    'windows from a start on',
    { startDate: EARLIER, timeframe: window, daysOfWeek: [1] },
    { validity: givenValidity({ startDate: EARLIER, timeframe: window, daysOfWeek: [1] }) }
  ],
  ['hours of the day', { hours }, { validity: givenValidity({ hours }) }],
  ['the switch', { active: false }, { active: false }],
  ['a note', { additionalInfo: 'For the mayor' }, { additionalInfo: 'For the mayor' }],
  [
    'a key more, another less',
    { metadata: { a: 1, vip: null } },
    { metadata: { shop: 'north', a: 1 } }
  ],
  ['no metadata', { metadata: null }, { metadata: {} }],
  ['a limit', { redemptionQuantity: 3 }, { redemptionQuantity: 3 }],
  ['another discount', { discount: half }, { discount: half }],
  ['no category', { category: null }, { categoryId: null }]
]

t.test('updateVoucher: changes what is said, and counts as a write', async t => {
  table(t, rows, (t, _, said, over) => {
    const voucher = { ...coupon, ...over, updatedAt: NOW, version: coupon.version + 1 }
    t.strictSame(decided(updated(said)), {
      result: voucher,
      changes: [{ kind: 'voucher.updated', voucher }]
    })
  })
  const filed = decided(updated({ category: 'Seasonal' }, { category: givenCategory() }))
  t.equal(filed.result.categoryId, 'cat_1')
  const voucher = givenGiftVoucher()
  const gift = decided(updated({ giftEffect: null }, { voucher })).result
  t.strictSame(gift.gift, givenGift({ effect: null }))
})

t.test('updateVoucher: what makes no difference writes nothing', async t => {
  const schema = givenSchema({ properties: { cups: givenProperty({ optional: false }) } })
  const nothing = { result: coupon, changes: [] }
  t.strictSame(updated({}, { schema }), nothing, 'and is not held against a later schema')
  t.strictSame(updated({ active: true, metadata: { shop: 'north' } }), nothing)
})

const held: LockHold = {
  ...{ voucherId: 'v_1', key: 'cart', uses: 1, credit: 0, points: 0 },
  expiresAt: '2099-01-01T00:00:00.000Z'
}
const redeemed = givenCoupon({ redemptionQuantity: 5, redeemedQuantity: 2 })
const vip = givenSchema({ properties: { cups: givenProperty({ optional: false }) } })

//  title                       said                  of                       key, details
const refusals: [string, UpdateVoucher, Partial<UpdateVoucherFacts>, string, RegExp][] = [
  [
    'a discount of a gift',
    { discount: half },
    { voucher: givenGiftVoucher() },
    'invalid_payload',
    /\.discount: a GIFT/
  ],
  [
    'credit of a card',
    { giftEffect: null },
    { voucher: givenCard() },
    'invalid_payload',
    /\.gift: a LOYALTY/
  ],
  ['no such discount', { discount: { type: 'AMOUNT' } }, {}, 'invalid_payload', /amount_off/],
  ['no such category', { category: 'Nowhere' }, {}, 'not_found', /Nowhere/],
  ['no redemption', { redemptionQuantity: 0 }, {}, 'invalid_payload', /at least 1/],
  [
    'fewer than there were',
    { redemptionQuantity: 1 },
    { voucher: redeemed },
    'invalid_payload',
    /fewer than the 2/
  ],
  [
    'fewer than locks hold with them',
    { redemptionQuantity: 2 },
    { voucher: redeemed, holds: [held] },
    'invalid_payload',
    /fewer than the 2 redemptions there were and the 1 that locks hold/
  ],
  ['windows without a start', { timeframe: window }, {}, 'invalid_payload', /start_date/],
  [
    'metadata that does not fit',
    { metadata: {} },
    { schema: vip },
    'metadata_validation_failed',
    /cups/
  ]
]

t.test('updateVoucher: refuses', async t => {
  table(t, refusals, (t, _, said, over, key, details) => {
    const refusal = refused(updated(said, over))
    t.equal(refusal.key, key)
    t.match(refusal.details, details)
  })
  t.match(updated({ redemptionQuantity: 2 }, { voucher: redeemed }), { changes: [{}] })
})

t.test('enableVoucher, disableVoucher: one that is so already stays as it is', async t => {
  const off = givenCoupon({ active: false })
  t.strictSame(
    decided(enableVoucher({ voucher: coupon, holder: null }, givenOccasion())).changes,
    []
  )
  t.strictSame(decided(disableVoucher({ voucher: off, holder: null }, givenOccasion())).changes, [])
  const on = { ...off, active: true, updatedAt: NOW, version: 2 }
  t.strictSame(decided(enableVoucher({ voucher: off, holder: null }, givenOccasion())), {
    result: on,
    changes: [{ kind: 'voucher.updated', voucher: on }]
  })
  const { result } = decided(disableVoucher({ voucher: coupon, holder: null }, givenOccasion()))
  t.equal(result.active, false)
})

const gone = (over: Partial<DeleteVoucherFacts>) =>
  deleteVoucher({
    voucher: givenCoupon({ version: 3 }),
    campaign: null,
    assignments: [],
    users: [],
    entries: [],
    ...over
  })
const opening = givenEntry({ voucherId: 'v_3', cause: { reason: 'Opening balance' } })

t.test('deleteVoucher: goes with its place in a campaign and the rules that bind it', async t => {
  const deleted = { kind: 'voucher.deleted', voucherId: 'v_2', version: 3 }
  t.strictSame(gone({}), { result: null, changes: [deleted] })
  const campaign = givenCouponCampaign({ vouchersCount: 8 })
  t.strictSame(gone({ campaign, assignments: [{ id: 'asgm_1', ruleId: 'val_1' }] }), {
    result: null,
    changes: [
      { kind: 'validationRule.unassigned', assignmentId: 'asgm_1', ruleId: 'val_1' },
      { kind: 'campaign.grew', campaignId: 'camp_2', vouchersCount: 8, added: -1 },
      deleted
    ]
  })
  t.match(gone({ voucher: givenGiftVoucher(), entries: [opening] }), { changes: [{}] })
})

const moved = givenEntry({ id: 'vtx_2', cause: { reason: 'Opening balance' }, createdAt: NOW })
const taken = givenEntry({ id: 'vtx_3', cause: {} })

//  title                  facts                                        who uses it
const uses: [string, Partial<DeleteVoucherFacts>, string][] = [
  ['somebody holds it', { voucher: givenCoupon({ holderId: 'cust_1' }) }, 'customer cust_1'],
  ['it was redeemed', { users: [{ type: 'redemption', id: 'r_1' }] }, 'redemption r_1'],
  ['its credit moved', { entries: [taken, opening] }, 'voucher_transaction vtx_3'],
  ['likewise, in the same words', { entries: [moved] }, 'voucher_transaction vtx_2']
]

t.test('deleteVoucher: stays where it is in use', async t => {
  table(t, uses, (t, _, over, user) => {
    t.strictSame(refused(gone(over)), {
      key: 'resource_in_use',
      details: `Resource voucher v_2 is in use by ${user}; disable it instead`,
      resourceId: 'v_2',
      resourceType: 'voucher'
    })
  })
})

/** A card with 10 points of which 4 lapsed yesterday, and its holder. */
function lapsing(over: Partial<ProgramFacts> = {}) {
  const voucher = givenCard({ card: givenBalance({ points: 10, balance: 10 }) })
  const lots = [
    givenLot({ id: 'lopb_1', amount: 4, remaining: 4, expiresOn: '2026-02-28' }),
    givenLot({ id: 'lopb_2', amount: 6, remaining: 6 })
  ]
  const program = givenProgram({ rules: [], ...over, card: { voucher, lots } })
  const holder = { ...givenStanding({ programs: [program] }), customer: givenCustomer() }
  return { voucher, holder, category: null, schema: null }
}

t.test('updateVoucher: what has lapsed on a card is booked before the card is changed', async t => {
  const LAPSE = ['v_1 -4', 'voucher.loyalty_card.points_expired']
  for (const said of [
    updateVoucher(lapsing(), { metadata: { till: 4 } }, givenOccasion()),
    disableVoucher(lapsing(), givenOccasion())
  ]) {
    const { result, changes } = decided(said)
    t.strictSame(outline(changes.slice(0, 3)), [...LAPSE, 'totals cardBalance-4'])
    t.match(changes.at(-1), { kind: 'voucher.updated', voucher: { version: 3 } })
    t.match(result, { card: { balance: 6, expiredPoints: 4 }, version: 3, updatedAt: NOW })
  }
  const same = decided(enableVoucher(lapsing(), givenOccasion()))
  t.strictSame(outline(same.changes), [...LAPSE, 'totals cardBalance-4'])
})

t.test('updateVoucher: a card is changed though what is due cannot be counted', async t => {
  const rule = givenEarningRule({
    event: 'customer.loyalty.tier.joined',
    earning: { type: 'FIXED', points: Number.MAX_SAFE_INTEGER }
  })
  const facts = lapsing({ tiers: givenTiers(), rules: [rule] })
  const { changes } = decided(disableVoucher(facts, givenOccasion()))
  t.match(changes, [{ kind: 'voucher.updated', voucher: { active: false, version: 2 } }])
})
