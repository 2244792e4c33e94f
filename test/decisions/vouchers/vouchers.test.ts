import t from 'tap'
import type { Change, TotalsStep } from '../../../src/decisions/changes.ts'
import { NOTHING_LEARNED } from '../../../src/decisions/occasion.ts'
import type { Purse } from '../../../src/decisions/points/purse.ts'
import { REASONS } from '../../../src/decisions/redemptions/reasons.ts'
import {
  AS_CAMPAIGN,
  giveCard,
  isUsedUp,
  makeVoucher,
  publishVoucher,
  usableVoucher,
  type VoucherOverrides,
  whyUnusable
} from '../../../src/decisions/vouchers/vouchers.ts'
import type {
  CountedCampaign,
  Instant,
  Validity,
  Voucher,
  VoucherTemplate
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
  givenLot,
  givenOccasion,
  givenPromotion,
  givenSpareCard,
  givenTemplate,
  givenValidity,
  NOW
} from '../../support/given.ts'
import { table } from '../../support/table.ts'

const customer = givenCustomer()
const OPENING = { reason: 'Opening balance' }

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

t.test('usableVoucher: the switch, then the dates, then what recurs', t => {
  table(t, uses, (t, _, over, at, outcome) => {
    t.equal(usableVoucher(givenCard(over), at, 'Europe/Berlin'), outcome)
  })
  t.end()
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

t.test('isUsedUp: as often as it may be, and not before', t => {
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
  t.end()
})

type Growing = CountedCampaign & { readonly voucher: VoucherTemplate }

const opening = (amount: number): Change => ({
  kind: 'credit.moved',
  gift: {
    voucherId: 'v_000001',
    version: 1,
    balance: givenGift({ amount, balance: amount }),
    redeemedQuantity: 0,
    updatedAt: null
  },
  opened: [openingLot('camp_3', amount)],
  stepped: [],
  entry: {
    id: 'vtx_000001',
    voucherId: 'v_000001',
    campaignId: 'camp_3',
    type: 'CREDITS_ADDITION',
    amount,
    lots: [{ id: 'lopb_000001', amount }],
    balanceAfter: amount,
    cause: OPENING,
    createdAt: NOW,
    voucherVersion: 2
  }
})

function openingLot(campaignId: string, amount: number, expiresOn: string | null = null) {
  return givenLot({
    id: 'lopb_000001',
    voucherId: 'v_000001',
    campaignId,
    amount,
    remaining: amount,
    expiresOn,
    createdAt: NOW
  })
}

/** A voucher as it is when it is just made. */
function fresh(voucher: Voucher, over: Partial<Voucher> = {}): Voucher {
  return { ...voucher, id: 'v_000001', code: 'CODE', createdAt: NOW, ...over }
}

const summer = givenValidity({ startDate: PAST, expirationDate: FUTURE, daysOfWeek: [6] })
const everything: Omit<VoucherOverrides, 'code'> = {
  categoryId: 'cat_2',
  metadata: { colour: 'red' },
  redemptionQuantity: 5,
  additionalInfo: 'For staff',
  startDate: NOW,
  expirationDate: '2026-03-31T00:00:00.000Z'
}
const limited = givenTemplate({ redemptionQuantity: 3 })

//                       campaign, overrides, and the voucher before any credit
const makings: [string, CountedCampaign, Partial<VoucherOverrides>, Voucher][] = [
  ['a card', givenCampaign(), {}, fresh(givenSpareCard())],
  ['a coupon', givenCouponCampaign(), {}, fresh(givenCoupon())],
  [
    'a referral code',
    givenCouponCampaign({ campaignType: 'REFERRAL_PROGRAM' }),
    {},
    fresh(givenCoupon(), { isReferralCode: true })
  ],
  [
    'with what the campaign says',
    givenCampaign({ categoryId: 'cat_1', validity: summer, voucher: limited }),
    {},
    fresh(givenSpareCard(), { categoryId: 'cat_1', validity: summer, redemptionQuantity: 3 })
  ],
  [
    'with what it says of its own',
    givenCampaign({ categoryId: 'cat_1', validity: summer, voucher: limited }),
    everything,
    fresh(givenSpareCard(), {
      categoryId: 'cat_2',
      metadata: { colour: 'red' },
      redemptionQuantity: 5,
      additionalInfo: 'For staff',
      validity: { ...summer, startDate: NOW, expirationDate: '2026-03-31T00:00:00.000Z' }
    })
  ],
  [
    'a card that starts with points has none until somebody holds it',
    givenCampaign({
      voucher: givenTemplate({ loyaltyCard: { points: 9, expirationRules: null } })
    }),
    {},
    fresh(givenSpareCard())
  ],
  [
    'a gift without credit',
    givenGiftCampaign({
      voucher: givenTemplate({
        type: 'GIFT_VOUCHER',
        loyaltyCard: null,
        gift: { amount: 0, effect: null }
      })
    }),
    {},
    fresh(givenGiftVoucher(), { gift: givenGift({ amount: 0, balance: 0, effect: null }) })
  ]
]

t.test('makeVoucher: from the template, with nothing on it', t => {
  table(t, makings, (t, _, campaign, over, voucher) => {
    const overrides = { ...AS_CAMPAIGN, code: 'CODE', ...over }
    t.strictSame(makeVoucher(campaign as Growing, overrides, givenOccasion()), {
      purse: { voucher, lots: [] },
      changes: [{ kind: 'voucher.created', voucher }]
    })
  })
  t.end()
})

const emptyGift = fresh(givenGiftVoucher(), { gift: givenGift({ amount: 0, balance: 0 }) })
const filledGift = { ...emptyGift, gift: givenGift(), version: 2 }

t.test('makeVoucher: credit of a gift arrives by the ledger', async t => {
  const overrides = { ...AS_CAMPAIGN, code: 'CODE' }
  t.strictSame(makeVoucher(givenGiftCampaign() as Growing, overrides, givenOccasion()), {
    purse: { voucher: filledGift, lots: [openingLot('camp_3', 1000)] },
    changes: [{ kind: 'voucher.created', voucher: emptyGift }, opening(1000)]
  })
})

/** The voucher once the customer holds it. */
function held(voucher: Voucher, over: Partial<Voucher> = {}): Voucher {
  const { version } = voucher
  return {
    ...voucher,
    holderId: 'cust_1',
    publishedCount: 1,
    updatedAt: NOW,
    version: version + 1,
    ...over
  }
}

function published({ id, version, campaignId }: Voucher, channel = 'API'): Change {
  const publication = {
    id: 'pub_000001',
    voucherId: id,
    campaignId,
    customerId: 'cust_1',
    channel,
    createdAt: NOW,
    sourceId: null,
    metadata: {}
  }
  return { kind: 'voucher.published', voucherId: id, version, publication }
}

const spareCard = givenSpareCard()
const spareCoupon = givenCoupon({ version: 7 })
const spareGift = givenGiftVoucher()
const purse = (voucher: Voucher): Purse => ({ voucher, lots: [] })

//                         campaign             spare        the holder's totals
const spares: [string, CountedCampaign, Purse, TotalsStep][] = [
  ['a card', givenCampaign(), purse(spareCard), {}],
  ['a coupon', givenCouponCampaign(), purse(spareCoupon), {}],
  [
    'a gift, whose credit its holder now has',
    givenGiftCampaign(),
    { voucher: spareGift, lots: [givenLot({ voucherId: 'v_3', amount: 1000, remaining: 1000 })] },
    { giftBalance: 1000 }
  ],
  [
    'a gift of which others redeemed before',
    givenGiftCampaign(),
    purse(givenGiftVoucher({ gift: givenGift({ redeemedAmount: 400, balance: 600 }) })),
    { giftBalance: 600, giftRedeemedAmount: 400 }
  ],
  [
    'an empty gift counts nothing',
    givenGiftCampaign(),
    purse(givenGiftVoucher({ gift: givenGift({ amount: 0, balance: 0 }) })),
    {}
  ],
  [
    'a spare one even where new ones are made as needed',
    givenCampaign({ type: 'AUTO_UPDATE' }),
    purse(spareCard),
    {}
  ]
]

t.test('publishVoucher: gives a spare voucher', t => {
  table(t, spares, (t, _, campaign, spare, totals) => {
    t.strictSame(publishVoucher({ campaign, customer, spare }, givenOccasion()), {
      purse: { voucher: held(spare.voucher), lots: spare.lots },
      changes: [published(spare.voucher)],
      totals
    })
  })
  t.end()
})

t.test('publishVoucher: says by which channel', async t => {
  const facts = { campaign: givenCampaign(), customer, spare: purse(spareCard) }
  t.match(publishVoucher(facts, givenOccasion(), { channel: 'till' }), {
    changes: [published(spareCard, 'till')]
  })
})

const started = (points: number) =>
  givenTemplate({ loyaltyCard: { points, expirationRules: MONTHLY } })
const MONTHLY = {
  periodType: 'MONTH',
  periodValue: 1,
  roundingType: null,
  roundingValue: null
} as const

//                                           template            the last day
const starts: [string, VoucherTemplate, string | null][] = [
  ['points that last', givenTemplate({ loyaltyCard: { points: 50, expirationRules: null } }), null],
  ['points that lapse, counted from today', started(50), '2026-04-01']
]

t.test('publishVoucher: a card starts with the points of its campaign', t => {
  table(t, starts, (t, _, voucher, expiresOn) => {
    const facts = { campaign: givenCampaign({ voucher }), customer, spare: purse(spareCard) }
    const card = held(spareCard)
    const lot = { ...openingLot('camp_1', 50, expiresOn), voucherId: 'v_1' }
    const balance = givenBalance({
      points: 50,
      balance: 50,
      nextExpirationDate: expiresOn,
      nextExpirationPoints: expiresOn === null ? null : 50
    })
    const moved: Change = {
      kind: 'points.moved',
      card: { voucherId: 'v_1', version: 2, balance, redeemedQuantity: 0, updatedAt: NOW },
      opened: [lot],
      stepped: [],
      entry: {
        id: 'vtx_000001',
        voucherId: 'v_1',
        campaignId: 'camp_1',
        type: 'POINTS_ADDITION',
        amount: 50,
        lots: [{ id: 'lopb_000001', amount: 50 }],
        balanceAfter: 50,
        cause: OPENING,
        createdAt: NOW,
        voucherVersion: 3
      }
    }
    t.strictSame(publishVoucher(facts, givenOccasion()), {
      purse: { voucher: { ...card, card: balance, version: 3 }, lots: [lot] },
      changes: [published(spareCard), moved],
      totals: { cardBalance: 50 }
    })
  })
  t.end()
})

t.test('publishVoucher: makes one where the campaign does so as needed', async t => {
  const campaign = givenGiftCampaign({ type: 'AUTO_UPDATE', vouchersCount: 4 })
  const code = '01234567'
  t.strictSame(publishVoucher({ campaign, customer, spare: null }, givenOccasion()), {
    purse: { voucher: held({ ...filledGift, code }), lots: [openingLot('camp_3', 1000)] },
    changes: [
      { kind: 'voucher.created', voucher: { ...emptyGift, code } },
      opening(1000),
      { kind: 'campaign.grew', campaignId: 'camp_3', vouchersCount: 4, added: 1 },
      published({ ...filledGift, code })
    ],
    totals: { giftBalance: 1000 }
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
  const facts = { campaign, customer, spare: null }
  const told = (...codes: string[]) =>
    publishVoucher(
      facts,
      givenOccasion({ learned: { ...NOTHING_LEARNED, freeCodes: new Map([[campaign.id, codes]]) } })
    )
  t.match(told('LAST', 'BUT-ONE'), { purse: { voucher: { code: 'LAST' } } })
  t.match(told(), { refusal: { key: 'no_voucher_suitable_for_publication' } })
  const elsewhere = givenOccasion({
    learned: { ...NOTHING_LEARNED, freeCodes: new Map([['camp_9', []]]) }
  })
  t.strictSame(publishVoucher(facts, elsewhere), publishVoucher(facts, givenOccasion()))
  t.end()
})

t.test('publishVoucher: refuses when there is none to give', t => {
  table(t, exhausted, (t, _, campaign) => {
    const { name, type } = campaign
    const advice =
      type === 'AUTO_UPDATE'
        ? 'it holds as many as it may, or no code of its code_config is free; widen that'
        : 'add vouchers to it, or make its type AUTO_UPDATE'
    t.strictSame(publishVoucher({ campaign, customer, spare: null }, givenOccasion()), {
      refusal: {
        key: 'no_voucher_suitable_for_publication',
        details: `Campaign ${name} (${type}) has no voucher left to give; ${advice}`,
        resourceId: campaign.id,
        resourceType: 'campaign'
      }
    })
  })
  t.end()
})

t.test('publishVoucher: the window of the voucher is not its concern', async t => {
  const validity: Validity = givenValidity({ expirationDate: PAST })
  const facts = { campaign: givenCampaign(), customer, spare: purse(givenSpareCard({ validity })) }
  t.hasProp(publishVoucher(facts, givenOccasion()), 'purse')
})

t.test('giveCard: a member keeps the card they have', async t => {
  const card = { voucher: givenCard(), lots: [givenLot()] }
  const facts = { campaign: givenCampaign(), customer, held: card, spare: spareCard }
  t.strictSame(giveCard(facts, givenOccasion()), { purse: card, changes: [], totals: {} })
})

t.test('giveCard: a newcomer gets a spare card', async t => {
  const facts = { campaign: givenCampaign(), customer, held: null, spare: spareCard }
  t.strictSame(giveCard(facts, givenOccasion(), { channel: 'till' }), {
    purse: { voucher: held(spareCard), lots: [] },
    changes: [published(spareCard, 'till')],
    totals: {}
  })
})

t.test('giveCard: or a new one, or none', async t => {
  const facts = {
    campaign: givenCampaign({ type: 'AUTO_UPDATE' }),
    customer,
    held: null,
    spare: null
  }
  t.match(giveCard(facts, givenOccasion()), {
    purse: { voucher: { code: '01234567', holderId: 'cust_1' } },
    changes: [{ kind: 'voucher.created' }, { kind: 'campaign.grew' }, { kind: 'voucher.published' }]
  })
  t.match(giveCard({ ...facts, campaign: givenCampaign() }, givenOccasion()), {
    refusal: { key: 'no_voucher_suitable_for_publication' }
  })
})
