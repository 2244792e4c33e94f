import t from 'tap'
import {
  type EditVoucherFacts,
  editVoucher,
  type StoredVoucherFacts
} from '../../../src/decisions/vouchers/edit.ts'
import type { ImportedWith, ImportVoucher } from '../../../src/decisions/vouchers/import.ts'
import type { Lot, Voucher } from '../../../src/model.ts'
import { decided, refused } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCoupon,
  givenCustomer,
  givenGift,
  givenGiftVoucher,
  givenLot,
  givenOccasion
} from '../../support/given.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'

const WHOLE = { hasWholeMetadata: true }
const MAY = '2026-05-01'
const NOTHING_IMPORTED: ImportedWith = { amounts: [], redeemedElsewhere: 0, said: null }

const card = givenCard({ card: givenBalance({ points: 5, balance: 5 }) })
const gift = givenGiftVoucher({ campaignId: null, gift: givenGift({ amount: 500, balance: 400 }) })
const coupon = givenCoupon({ campaignId: null, metadata: { size: 'XL', hat: 57 } })

const lots: readonly Lot[] = [
  givenLot({ id: 'lopb_1', amount: 3, remaining: 2, expiresOn: MAY }),
  givenLot({ id: 'lopb_2', amount: 3, remaining: 3 }),
  givenLot({ id: 'lopb_3', amount: 3, remaining: 0, expiresOn: '2026-06-01' })
]

function facts(stored: Voucher, over: Partial<EditVoucherFacts> = {}): EditVoucherFacts {
  const making = { category: null, schema: null, freeCodes: [] }
  const campaign = stored.campaignId === null ? null : givenCampaign({ id: stored.campaignId })
  return {
    ...givenStanding(),
    stored,
    importedWith: NOTHING_IMPORTED,
    making: {
      ...making,
      adding: campaign && { ...making, campaign, codesUsed: 0, vouchersMax: 100 }
    },
    holder: stored.card === null ? null : givenCustomer(),
    customerSchema: null,
    known: {
      purse: { voucher: stored, lots },
      holder: null,
      category: null,
      names: {},
      importedLots: null
    },
    ...over
  }
}

const SAID = { code: 'A', campaign: null, customer: null, redemptionCount: null, settings: {} }

type Points = Extract<ImportVoucher['content'], { type: 'LOYALTY_CARD' }>['points']

const cardRow = (points: Points, over: Partial<ImportVoucher> = {}): ImportVoucher => ({
  ...SAID,
  campaign: 'Club',
  customer: 'ada',
  content: { type: 'LOYALTY_CARD', points },
  ...over
})
const giftRow = (amount: number, balance: number, count: number | null = null): ImportVoucher => ({
  ...SAID,
  redemptionCount: count,
  content: { type: 'GIFT_VOUCHER', credit: { amount, balance } }
})
const couponRow = (over: Partial<ImportVoucher> = {}): ImportVoucher => ({
  ...SAID,
  content: { type: 'DISCOUNT_VOUCHER', discount: null },
  ...over
})

const edited = (known: EditVoucherFacts, command: ImportVoucher, editing = WHOLE) =>
  editVoucher(known, command, editing, givenOccasion())

const said = {
  discount: null,
  expiresOn: null,
  redemptionQuantity: null,
  startDate: null,
  expirationDate: null,
  active: true,
  metadata: null,
  amounts: []
}

const APART = [
  { points: 3, expiresOn: null },
  { points: 2, expiresOn: MAY }
]

const NINE = [
  { points: 4, expiresOn: null },
  { points: 5, expiresOn: MAY }
]

const ALL = [{ points: 9, expiresOn: null }]

const TOGETHER = [{ points: 5, expiresOn: null }]

t.test('editVoucher: contents are as they are, or as an import brought them', async t => {
  //  the voucher, its row, what was brought, whether it is taken
  // biome-ignore format: a table
  const rows: readonly (readonly [Voucher, ImportVoucher, Partial<ImportedWith>, boolean])[] = [
    [card, cardRow({ balance: 5, expiresOn: null }), {}, true],
    [card, cardRow({ balance: 5, expiresOn: null, lots: APART }), {}, true],
    [card, cardRow({ balance: 5, expiresOn: null, lots: TOGETHER }), {}, false],
    [card, cardRow({ balance: 5, expiresOn: 'never' }), {}, false],
    [card, cardRow({ balance: 5, expiresOn: MAY }), {}, false],
    [card, cardRow({ balance: 4, expiresOn: null }), {}, false],
    [card, cardRow({ balance: 0, expiresOn: null }), {}, false],
    [card, cardRow({ balance: 9, expiresOn: null }), { amounts: [9] }, true],
    [card, cardRow({ balance: 9, expiresOn: MAY }), { amounts: [9], said }, false],
    [card, cardRow({ balance: 9, expiresOn: MAY }),
      { amounts: [9], said: { ...said, expiresOn: MAY } }, true],
    [card, cardRow({ balance: 5, expiresOn: null, lots: APART.toReversed() }),
      { amounts: [9], said }, true],
    [card, cardRow({ balance: 9, expiresOn: null, lots: APART }),
      { amounts: [9], said: { ...said, lots: APART } }, true],
    [card, cardRow({ balance: 0, expiresOn: null }), { said }, true],
    [gift, giftRow(500, 400), {}, true],
    [gift, giftRow(500, 400, 0), {}, true],
    [gift, giftRow(500, 400, 2), {}, false],
    [gift, giftRow(600, 400), {}, false],
    [gift, giftRow(500, 300), {}, false],
    [gift, giftRow(700, 300), { amounts: [700, -400], redeemedElsewhere: 1 }, true],
    [gift, giftRow(700, 300, 2), { amounts: [700, -400], redeemedElsewhere: 1 }, false],
    [gift, giftRow(0, 0), { said }, true],
    [coupon, couponRow(), {}, true],
    [coupon, couponRow({ redemptionCount: 3 }), {}, false],
    [coupon, couponRow({ redemptionCount: 3 }), { redeemedElsewhere: 3, said }, true]
  ]
  for (const [voucher, command, importedWith, isTaken] of rows) {
    const outcome = edited(
      facts(voucher, { importedWith: { ...NOTHING_IMPORTED, ...importedWith } }),
      command
    )
    const what = JSON.stringify([command.content, command.redemptionCount, importedWith])
    if (isTaken) {
      const { result, changes } = decided(outcome)
      t.strictSame([result, changes], [{ did: 'unchanged', differences: [] }, []], what)
    } else t.match(refused(outcome), { key: 'invalid_payload' }, what)
  }
})

t.test('editVoucher: what came is compared by day and sum', async t => {
  const today = { said: { ...said, expiresOn: MAY } }
  //  the points of the row, what was brought, its lots, why the row is not that
  const rows: readonly (readonly [
    Omit<Points, 'balance'>,
    Partial<ImportedWith>,
    StoredVoucherFacts['importedLots'],
    RegExp | null
  ])[] = [
    [{ expiresOn: null, lots: NINE }, { said: { ...said, lots: NINE.toReversed() } }, null, null],
    [{ expiresOn: null }, { said: { ...said, expiresOn: 'never' } }, null, null],
    [{ expiresOn: null }, { said: { ...said, lots: NINE } }, null, null],
    [{ expiresOn: null, lots: ALL }, { said: { ...said, expiresOn: 'never' } }, null, null],
    [{ expiresOn: 'never' }, { said: { ...said, lots: ALL } }, null, null],
    [{ expiresOn: null, lots: ALL }, { said }, ALL, null],
    [{ expiresOn: MAY }, {}, [{ points: 9, expiresOn: MAY }], null],
    [
      { expiresOn: MAY },
      {},
      ALL,
      /^Property \.expires_on: A came with 9 points without a last day,/
    ],
    [{ expiresOn: null, lots: NINE }, today, null, /^Property \.lots: A came with 9 points until /],
    [{ expiresOn: MAY }, { said }, null, /^Property \.expires_on: A came with the days of its prog/]
  ]
  for (const [points, importedWith, importedLots, details] of rows) {
    const known = {
      purse: { voucher: card, lots },
      holder: null,
      category: null,
      names: {},
      importedLots
    }
    const given = facts(card, {
      importedWith: { ...NOTHING_IMPORTED, amounts: [9], ...importedWith },
      known
    })
    const outcome = edited(given, cardRow({ balance: 9, ...points }))
    const what = JSON.stringify([points, importedWith])
    if (details === null) t.match(decided(outcome).result, { did: 'unchanged' }, what)
    else t.match(refused(outcome), { details }, what)
  }
  const used = { ...NOTHING_IMPORTED, amounts: [700, -400], redeemedElsewhere: 1 }
  t.match(refused(edited(facts(gift, { importedWith: used }), giftRow(700, 300, 2))), {
    details: /^Property \.redemption_count: A came with 1 redemptions, and the file says 2; write /
  })
})

t.test('editVoucher: a card is as it is now, with what midnight brought', async t => {
  const over = [givenLot({ id: 'lopb_9', amount: 7, remaining: 7, expiresOn: '2026-01-01' })]
  const lapsing = givenCard({
    card: givenBalance({
      points: 7,
      balance: 7,
      nextExpirationDate: '2026-01-01',
      nextExpirationPoints: 7
    })
  })
  const purse = { voucher: lapsing, lots: over }
  const program = givenProgram({ card: purse })
  const holder = { ...givenStanding({ programs: [program] }), customer: givenCustomer() }
  const known = { purse, holder, category: null, names: {}, importedLots: [] }
  const none = cardRow({ balance: 0, expiresOn: null })
  t.match(decided(edited(facts(lapsing, { known }), none)).result, { did: 'unchanged' })
  const lasting = cardRow({ balance: 7, expiresOn: null })
  t.match(refused(edited(facts(lapsing, { known }), lasting)), {
    details: /^Property \.balance: A has 0 points here, and the file says 7; /
  })
  const dated = cardRow({ balance: 0, expiresOn: null, lots: [{ points: 0, expiresOn: null }] })
  t.match(decided(edited(facts(lapsing, { known }), dated)).result, { did: 'unchanged' })
})

t.test('editVoucher: a campaign and a holder without a name are told by their ids', async t => {
  const lent = { ...coupon, campaignId: 'camp_1', holderId: 'cust_9' }
  const own = { ...lent, campaignId: null }
  // biome-ignore format: a table
  const rows: readonly (readonly [EditVoucherFacts, ImportVoucher, RegExp])[] = [
    [facts(lent, { making: facts(coupon).making }), couponRow(),
      /^Property \.campaign: A is of campaign camp_1 here, and the file says none; /],
    [facts(own, { holder: givenCustomer() }), couponRow({ customer: 'ada' }),
      /^Property \.customer: customer cust_9 has A here, and the file says ada; remove the row/]
  ]
  for (const [known, command, details] of rows) {
    t.match(refused(edited(known, command)), { key: 'invalid_payload', details }, String(details))
  }
})
