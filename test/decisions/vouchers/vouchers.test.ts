import t from 'tap'
import { NOTHING_LEARNED } from '../../../src/decisions/changes.ts'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import { type Moved, type Purse, sumOf } from '../../../src/decisions/points/lots.ts'
import { REASONS } from '../../../src/decisions/redemptions/redemption.ts'
import {
  deleteVoucher,
  disableVoucher,
  enableVoucher,
  updateVoucher
} from '../../../src/decisions/vouchers/updates.ts'
import {
  addCredit,
  discountMistake,
  isUsedUp,
  publishVoucher,
  takeCredit,
  usableVoucher,
  whyUnusable
} from '../../../src/decisions/vouchers/vouchers.ts'
import type {
  CountedCampaign,
  Discount,
  Instant,
  LedgerEntry,
  LockHold,
  Lot,
  Voucher,
  VoucherTemplate
} from '../../../src/model.ts'
import { casesOf } from '../../support/chance.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCampaign,
  givenCard,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
  givenEntry,
  givenGift,
  givenGiftCampaign,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  givenPromotion,
  givenSpareCard,
  givenTemplate,
  givenValidity,
  NOW
} from '../../support/given.ts'
import { givenFixedRule, givenMonths, givenTiers } from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'
import { Book } from '../support/audited-voucher.ts'

const customer = givenCustomer()

/** Switched off, and everything else wrong with it, too. */
const SUNDAYS = givenValidity({ daysOfWeek: [0] })
const window = (startDate: Instant | null, expirationDate: Instant | null): Partial<Voucher> => ({
  validity: givenValidity({ startDate, expirationDate })
})
const [PAST, FUTURE] = ['2026-02-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z']

// In descending precedence.
//                                 voucher                             at   outcome
const uses: [string, Partial<Voucher>, Instant, string | null][] = [
  ['switched off and expired', { ...window(null, PAST), active: false }, NOW, 'voucher_disabled'],
  ['not begun', window(FUTURE, null), NOW, 'voucher_not_active'],
  ['over', window(null, PAST), NOW, 'voucher_expired'],
  ['on another day', { validity: SUNDAYS }, '2026-03-02T10:00:00.000Z', 'voucher_not_active_now'],
  ['on its day', { validity: SUNDAYS }, NOW, null],
  ['its day where the shop is', { validity: SUNDAYS }, '2026-02-28T23:30:00.000Z', null],
  ['in its first millisecond', window(NOW, null), NOW, null],
  ['in its last', window(PAST, NOW), NOW, null],
  ['used up is asked elsewhere', { redemptionQuantity: 1, redeemedQuantity: 1 }, NOW, null]
]

t.test('usableVoucher: the switch, then the dates, then what recurs', async t => {
  table(t, uses, (t, _, over, at, outcome) => {
    t.equal(usableVoucher(givenCard(over), at, 'Europe/Berlin'), outcome)
  })
})

t.test('whyUnusable: says all, in the order in which a redemption is refused', async t => {
  const never = givenValidity({ startDate: FUTURE, expirationDate: PAST, daysOfWeek: [1] })
  const shut = [
    'voucher_disabled',
    'voucher_not_active',
    'voucher_expired',
    'voucher_not_active_now'
  ] as const
  t.strictSame(
    whyUnusable(givenCard({ active: false, validity: never }), NOW, 'Europe/Berlin'),
    REASONS.names.filter(name => shut.some(code => code === name))
  )
  t.strictSame(whyUnusable(givenCard({ validity: never }), NOW, 'Europe/Berlin'), shut.slice(1))
  t.strictSame(whyUnusable(givenCard(), NOW, 'Europe/Berlin'), [])
})

t.test('isUsedUp: as often as it may be, and not before', async t => {
  const rows: [string, number | null, number, boolean][] = [
    ['any number', null, 99, false],
    ['none yet', 1, 0, false],
    ['one is left', 2, 1, false],
    ['none is left', 2, 2, true],
    ['more than are allowed since', 1, 2, true]
  ]
  table(t, rows, (t, _, redemptionQuantity, redeemedQuantity, outcome) => {
    t.equal(isUsedUp({ redemptionQuantity, redeemedQuantity }), outcome)
  })
})

const purse = (voucher: Voucher): Purse => ({ voucher, lots: [] })
const given = (campaign: CountedCampaign, spare: Voucher | null, occasion = givenOccasion()) =>
  publishVoucher({ campaign, customer, spare: spare && purse(spare) }, occasion)

t.test('publishVoucher: what the holder has by it', async t => {
  const gift = (over: Parameters<typeof givenGift>[0]) =>
    givenGiftVoucher({ gift: givenGift(over) })
  // biome-ignore format: a table
  const rows: [string, CountedCampaign, Voucher, object][] = [
    ['a coupon', givenCouponCampaign(), givenCoupon(), {}],
    ['the credit of a gift', givenGiftCampaign(), givenGiftVoucher(), { giftBalance: 1000 }],
    ['what others redeemed of it, too', givenGiftCampaign(),
      gift({ redeemedAmount: 400, balance: 600 }), { giftBalance: 600, giftRedeemedAmount: 400 }],
    ['nothing of an empty gift', givenGiftCampaign(), gift({ amount: 0, balance: 0 }), {}]
  ]
  table(t, rows, (t, _, campaign, spare, totals) => {
    t.strictSame(outcomeOf(given(campaign, spare)), [['voucher.published'], totals])
  })
})

/** The kinds of the changes, and what they add to totals. */
function outcomeOf(said: ReturnType<typeof publishVoucher>) {
  return 'refusal' in said ? said : [said.changes.map(({ kind }) => kind), said.totals]
}

const started = (points: number) =>
  givenTemplate({ loyaltyCard: { points, expirationRules: MONTHLY } })
const MONTHLY = givenMonths(1)

//                                           template            the last day
const starts: [string, VoucherTemplate, string | null][] = [
  ['points that last', givenTemplate({ loyaltyCard: { points: 50, expirationRules: null } }), null],
  ['points that lapse, counted from today', started(50), '2026-04-01']
]

t.test('publishVoucher: a card starts with the points of its campaign', async t => {
  table(t, starts, (t, _, voucher, expiresOn) => {
    const said = given(givenCampaign({ voucher }), givenSpareCard())
    t.strictSame(outcomeOf(said), [['voucher.published', 'points.moved'], { cardBalance: 50 }])
    t.match(said, {
      purse: {
        voucher: { card: { points: 50, balance: 50, nextExpirationDate: expiresOn }, version: 3 },
        lots: [{ remaining: 50, expiresOn }]
      }
    })
  })
})

//                                        campaign
const exhausted: [string, CountedCampaign][] = [
  ['a campaign of a fixed number', givenCampaign()],
  ['a campaign of single vouchers', givenCampaign({ type: 'STANDALONE' })],
  ['a campaign that has no vouchers', givenPromotion({ type: 'AUTO_UPDATE' })],
  ['a campaign that is full', givenCampaign({ type: 'AUTO_UPDATE', vouchersCount: 1000 })]
]

t.test('publishVoucher: where drawn codes were taken, the next free one or none at all', t => {
  const campaign = givenCampaign({ type: 'AUTO_UPDATE' })
  const told = (...codes: string[]) =>
    given(
      campaign,
      null,
      givenOccasion({ learned: { ...NOTHING_LEARNED, freeCodes: new Map([[campaign.id, codes]]) } })
    )
  t.match(told('LAST', 'BUT-ONE'), { purse: { voucher: { code: 'LAST' } } })
  t.match(told(), { refusal: { key: 'no_voucher_suitable_for_publication' } })
  const elsewhere = givenOccasion({
    learned: { ...NOTHING_LEARNED, freeCodes: new Map([['camp_9', []]]) }
  })
  t.strictSame(given(campaign, null, elsewhere), given(campaign, null))
  t.end()
})

t.test('publishVoucher: refuses when there is none to give', async t => {
  table(t, exhausted, (t, _, campaign) => {
    const { name, type } = campaign
    const advice =
      type === 'AUTO_UPDATE'
        ? 'it holds as many as it may, or no code of its code_config is free; widen that'
        : 'add vouchers to it, or make its type AUTO_UPDATE'
    t.strictSame(given(campaign, null), {
      refusal: {
        key: 'no_voucher_suitable_for_publication',
        details: `Campaign ${name} (${type}) has no voucher left to give; ${advice}`,
        resourceId: campaign.id,
        resourceType: 'campaign'
      }
    })
  })
})

const lot = (n: number, remaining: number, amount = remaining): Lot =>
  givenLot({ id: `lopb_${n}`, voucherId: 'v_3', campaignId: 'camp_3', amount, remaining })

/** A gift voucher that got what its lots ever got, and redeemed what is no longer there. */
function purseOf(...lots: Lot[]): Purse {
  const amount = lots.reduce((sum, lot) => sum + lot.amount, 0)
  const balance = sumOf(lots)
  const gift = givenGift({ amount, balance, redeemedAmount: amount - balance })
  return { voucher: givenGiftVoucher({ gift, redeemedQuantity: 2, version: 4 }), lots }
}

t.test('takeCredit: all there is, and not a cent more', async t => {
  //              lots                 amount  balance after, or null when refused
  const rows: [string, Lot[], number, number | null][] = [
    ['some', [lot(1, 500)], 499, 1],
    ['all', [lot(1, 500)], 500, 0],
    ['all of two lots', [lot(1, 500), lot(2, 1)], 501, 0],
    ['one more', [lot(1, 500)], 501, null],
    ['of nothing', [], 1, null]
  ]
  table(t, rows, (t, _, lots, amount, balance) => {
    const removal = { amount, as: 'redeemed', cause: {} } as const
    const taken = takeCredit(purseOf(...lots), removal, givenOccasion())
    t.equal(taken?.purse.voucher.gift?.balance ?? null, balance)
    if (taken !== null) t.match(taken.change, { gift: { updatedAt: NOW } })
    t.equal(taken === null ? null : sumOf(taken.purse.lots), balance)
  })
})

t.test('credit on what is no gift voucher is a mistake of ours', async t => {
  const card: Purse = { voucher: givenCard(), lots: [givenLot()] }
  const credit = { amount: 1, cause: {} }
  t.throws(() => addCredit(card, credit, givenOccasion()), /v_1 is no gift voucher/)
  t.throws(() => takeCredit(card, { ...credit, as: 'redeemed' }, givenOccasion()), /is no gift/)
})

t.test('whatever happens to a gift voucher, its entries, its lots and its balance agree', t => {
  for (const { between, pick, once } of casesOf(t, { gate: 50, soak: 10_000 })) {
    const gift = givenGift({ amount: 0, balance: 0 })
    const book = new Book(givenGiftVoucher({ gift }))
    const occasion = givenOccasion()
    for (let step = 0; step < 20; step++) {
      const [amount, cause] = [between(1, 500), {}]
      // A second lot is possible where a credit did not know the first.
      const unaware = once(10) ? { voucher: book.voucher, lots: [] } : book.purse()
      const as = pick(['redeemed', 'subtracted'] as const)
      const moved: Moved | null = once(2)
        ? addCredit(unaware, { amount, cause }, occasion)
        : takeCredit(book.purse(), { amount, as, cause }, occasion)
      if (moved?.change.kind !== 'credit.moved') continue
      const mistake = book.write([moved.change])
      if (mistake !== null) t.fail(`${mistake}: ${JSON.stringify(book.entries)}`)
    }
  }
  t.pass('no voucher differs')
  t.end()
})

const UNIT = { unit_off: 1, unit_type: 'prod_1' }
const BY_QUANTITY = 'APPLY_TO_ITEMS_BY_QUANTITY'
const UNITS = [
  { ...UNIT, effect: 'ADD_NEW_ITEMS' },
  { ...UNIT, effect: 'ADD_MISSING_ITEMS', sku: null }
]

//                           discount
const fits: [string, Discount][] = [
  ['an amount', { type: 'AMOUNT', amount_off: 1 }],
  ['an amount off items', { type: 'AMOUNT', amount_off: 5, effect: BY_QUANTITY }],
  ['an amount with a limit', { type: 'AMOUNT', amount_off: 1, aggregated_amount_limit: 9 }],
  ['not by formula', { type: 'AMOUNT', amount_off: 1, is_dynamic: false }],
  ['nulls say nothing', { type: 'AMOUNT', amount_off: 1, amount_off_formula: null }],
  ['a percentage', { type: 'PERCENT', percent_off: 0.5, effect: 'APPLY_TO_ORDER' }],
  ['all of it, up to a limit', { type: 'PERCENT', percent_off: 100, amount_limit: 1 }],
  ['a fixed price', { type: 'FIXED', fixed_amount: 100, effect: 'APPLY_TO_ITEMS' }],
  ['for nothing', { type: 'FIXED', fixed_amount: 0 }],
  ['a free unit', { type: 'UNIT', ...UNIT, effect: 'ADD_MISSING_ITEMS' }],
  ['a free unit among many', { type: 'UNIT', ...UNIT, effect: 'ADD_MANY_ITEMS' }],
  ['a free unit, described', { type: 'UNIT', ...UNIT, product: { id: 'prod_1' }, sku: {} }],
  ['several free units', { type: 'UNIT', effect: 'ADD_MANY_ITEMS', units: UNITS }]
]

t.test('discountMistake: what can be meant', async t => {
  table(t, fits, (t, _, discount) => {
    t.equal(discountMistake(discount, 'discount'), null)
  })
})

const many = (unit: unknown) => ({ type: 'UNIT', units: [unit] }) as Discount
const one = (over: object) => ({ type: 'AMOUNT', amount_off: 1, ...over }) as Discount
const unit = (over: object) => ({ type: 'UNIT', ...UNIT, ...over }) as Discount
const percentBy = { type: 'PERCENT', percent_off: 1, effect: BY_QUANTITY } as Discount
const unitsBy = { type: 'UNIT', effect: 'ADD_NEW_ITEMS', units: [] } as Discount
const ONLY = /has only amount_off, aggregated_amount_limit and effect/
const ADDING = /is not one of ADD_MISSING_ITEMS, ADD_NEW_ITEMS, ADD_MANY_ITEMS\./
const ADDING_ONE = /is not one of ADD_NEW_ITEMS, ADD_MISSING_ITEMS/

//  discount; where, and what
const misfits: [string, Discount, string, RegExp][] = [
  ['no amount', { type: 'AMOUNT' }, 'amount_off', /is required/],
  ['an amount of null', { type: 'AMOUNT', amount_off: null }, 'amount_off', /is required/],
  ['an amount of nothing', one({ amount_off: 0 }), 'amount_off', /0 is not .* least 1/],
  ['half a cent', one({ amount_off: 0.5 }), 'amount_off', /0\.5 is not a whole/],
  ['an amount in words', one({ amount_off: '5' }), 'amount_off', /"5" is not a whole/],
  ['no limit', one({ aggregated_amount_limit: 0 }), 'aggregated_amount_limit', /0 is not/],
  ['the limit of a percentage', one({ amount_limit: 1 }), 'amount_limit', ONLY],
  ['by formula', one({ amount_off_formula: '1' }), 'amount_off_formula', /has only/],
  ['dynamic', one({ is_dynamic: true }), 'is_dynamic', /formula are not supported/],
  ['unknown', one({ effect: 'APPLY' }), 'effect', /"APPLY" is not one of APPLY_TO_ORDER/],
  ['of amounts', percentBy, 'effect', /is not one of APPLY_TO_ORDER, APPLY_TO_ITEMS\./],
  ['what every object has', one({ toString: 1 }), 'toString', /has only/],
  ['no percentage', { type: 'PERCENT', amount_off: 1 }, 'percent_off', /is required/],
  ['nothing percent', { type: 'PERCENT', percent_off: 0 }, 'percent_off', /0 is not a percentage/],
  ['more than all', { type: 'PERCENT', percent_off: 100.1 }, 'percent_off', /100\.1 is not/],
  ['percent in words', { type: 'PERCENT', percent_off: '10' }, 'percent_off', /"10" is not/],
  ['below nothing', { type: 'FIXED', fixed_amount: -1 }, 'fixed_amount', /-1 is not .* least 0/],
  ['no number of units', { type: 'UNIT', unit_type: 'prod_1' }, 'unit_off', /is required/],
  ['no kind of unit', { type: 'UNIT', unit_off: 1 }, 'unit_type', /is required/],
  ['a unit of no name', unit({ unit_type: '' }), 'unit_type', /id or source id/],
  ['units of what is in the cart', unit({ effect: 'ADD_SAME_ITEMS' }), 'effect', ADDING],
  ['a product in words', unit({ product: 'p' }), 'product', /an object/],
  ['a list of products', unit({ product: [] }), 'product', /an object/],
  ['no units', { type: 'UNIT', units: null }, 'units', /is required/],
  ['an empty list of units', { type: 'UNIT', units: [] }, 'units', /at least one/],
  ['units that are no list', { type: 'UNIT', units: 'all' }, 'units', /at least one/],
  ['units beside a unit', unit({ units: [] }), 'unit_off', /has only units/],
  ['units with the effect of one', unitsBy, 'effect', /is not one of ADD_MANY_ITEMS/],
  ['a unit in words', many('one'), 'units[0]', /an object with unit_off/],
  ['a unit of null', many(null), 'units[0]', /an object with unit_off/],
  ['a unit with a type', many({ ...UNIT, type: 'UNIT' }), 'units[0].type', /has none/],
  ['a unit without effect', many(UNIT), 'units[0].effect', /is required/],
  ['of many', many({ ...UNIT, effect: 'ADD_MANY_ITEMS' }), 'units[0].effect', ADDING_ONE]
]

t.test('discountMistake: what cannot', async t => {
  table(t, misfits, (t, _, discount, where, message) => {
    t.match(discountMistake(discount, 'action.discount'), {
      property: `action.discount.${where}`,
      message
    })
  })
})

const redeemed = givenCoupon({ redemptionQuantity: 5, redeemedQuantity: 2 })
const held: LockHold = {
  ...{ voucherId: 'v_1', key: 'cart', uses: 1, credit: 0, points: 0 },
  expiresAt: '2099-01-01T00:00:00.000Z'
}

t.test('updateVoucher: no fewer redemptions than there were, and than locks hold with them', t => {
  const of = (redemptionQuantity: number, holds: readonly LockHold[] = []) =>
    updateVoucher(
      { voucher: redeemed, holder: null, category: null, schema: null, holds },
      { redemptionQuantity },
      givenOccasion()
    )
  t.match(refused(of(0)), { details: /at least 1/ })
  t.match(refused(of(1)), { key: 'invalid_payload', details: /fewer than the 2/ })
  t.match(decided(of(2)), { result: { redemptionQuantity: 2 } })
  t.match(refused(of(2, [held])), {
    details: /fewer than the 2 redemptions there were and the 1 that locks hold/
  })
  t.end()
})

t.test('deleteVoucher: stays where its credit moved, whatever was said of it', async t => {
  const entry = (id: string, cause: LedgerEntry['cause'], createdAt = EARLIER) =>
    givenEntry({ id, voucherId: 'v_3', cause, createdAt })
  const opening = entry('vtx_1', { reason: 'Opening balance' })
  const gone = (entries: readonly LedgerEntry[]) =>
    deleteVoucher({
      voucher: givenGiftVoucher(),
      campaign: null,
      assignments: [],
      users: [],
      entries
    })
  t.match(gone([opening]), { changes: [{ kind: 'voucher.deleted' }] })
  for (const moved of [entry('vtx_3', {}), entry('vtx_2', { reason: 'Opening balance' }, NOW)]) {
    const details = new RegExp(`in use by voucher_transaction ${moved.id}; disable it instead`)
    t.match(refused(gone([moved])), { key: 'resource_in_use', details })
  }
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
  const rule = givenFixedRule(Number.MAX_SAFE_INTEGER, { event: 'customer.loyalty.tier.joined' })
  const facts = lapsing({ tiers: givenTiers(), rules: [rule] })
  const { changes } = decided(disableVoucher(facts, givenOccasion()))
  t.match(changes, [{ kind: 'voucher.updated', voucher: { active: false, version: 2 } }])
})
