import t from 'tap'
import { NOTHING_LEARNED } from '../../../src/decisions/changes.ts'
import type { Purse } from '../../../src/decisions/points/lots.ts'
import { REASONS } from '../../../src/decisions/redemptions/redemption.ts'
import {
  isUsedUp,
  publishVoucher,
  usableVoucher,
  whyUnusable
} from '../../../src/decisions/vouchers/vouchers.ts'
import type { CountedCampaign, Instant, Voucher, VoucherTemplate } from '../../../src/model.ts'
import {
  givenCampaign,
  givenCard,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
  givenGift,
  givenGiftCampaign,
  givenGiftVoucher,
  givenOccasion,
  givenPromotion,
  givenSpareCard,
  givenTemplate,
  givenValidity,
  NOW
} from '../../support/given.ts'
import { givenMonths } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'

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
  const rows: [string, CountedCampaign, Voucher, object][] = [
    ['a coupon', givenCouponCampaign(), givenCoupon(), {}],
    ['the credit of a gift', givenGiftCampaign(), givenGiftVoucher(), { giftBalance: 1000 }],
    [
      'what others redeemed of it, too',
      givenGiftCampaign(),
      gift({ redeemedAmount: 400, balance: 600 }),
      { giftBalance: 600, giftRedeemedAmount: 400 }
    ],
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
