import t from 'tap'
import {
  type ImportedContent,
  type ImportedWith,
  type ImportVoucher,
  type ImportVoucherFacts,
  importVoucher
} from '../../../src/decisions/vouchers/import.ts'
import type { UpdateVoucher } from '../../../src/decisions/vouchers/updates.ts'
import type { CountedCampaign, Discount, Voucher, VoucherImport } from '../../../src/model.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCategory,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
  givenGiftCampaign,
  givenGiftVoucher,
  givenOccasion,
  givenTemplate,
  NOW
} from '../../support/given.ts'
import {
  givenFixedRule,
  givenMonths,
  givenProperty,
  givenSchema,
  givenTiers
} from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const until = '2030-01-01T00:00:00.000Z'
const MAX = Number.MAX_SAFE_INTEGER

const joining = (points: number) =>
  givenFixedRule(points, { event: 'customer.loyalty.tier.joined' })

/** A program whose new cards start with points, which imported ones do not. */
const club = givenCampaign({
  voucher: givenTemplate({ loyaltyCard: { points: 7, expirationRules: null } })
})

function facts(
  campaign: CountedCampaign | null,
  over: Partial<ImportVoucherFacts> = {}
): ImportVoucherFacts {
  const making = { category: null, schema: null, freeCodes: ['A'] }
  return {
    ...givenStanding({ programs: [givenProgram({ campaign: club, card: null, rules: [] })] }),
    stored: null,
    importedWith: { amounts: [], redeemedElsewhere: 0, said: null },
    making: {
      ...making,
      adding: campaign && { ...making, campaign, codesUsed: 0, vouchersMax: 100 }
    },
    holder: givenCustomer(),
    customerSchema: null,
    ...over
  }
}

const imports = (
  campaign: CountedCampaign | null,
  command: ImportVoucher,
  over: Partial<ImportVoucherFacts> = {}
) => importVoucher(facts(campaign, over), command, givenOccasion())

const SAID: ImportVoucher = {
  code: 'A',
  campaign: null,
  customer: null,
  content: { type: 'DISCOUNT_VOUCHER', discount: null },
  redemptionCount: null,
  settings: {}
}

const points = (balance: number, expiresOn: string | null = null): ImportedContent => ({
  type: 'LOYALTY_CARD',
  points: { balance, expiresOn }
})
const credit = (amount: number, balance: number): ImportedContent => ({
  type: 'GIFT_VOUCHER',
  credit: { amount, balance }
})
const ten: ImportedContent = {
  type: 'DISCOUNT_VOUCHER',
  discount: { type: 'PERCENT', percent_off: 10 }
}

const card = { ...SAID, campaign: 'camp_1', customer: 'ada' }
const gift = { ...SAID, campaign: 'camp_3' }
const coupon = { ...SAID, campaign: 'camp_2' }

t.test('importVoucher: a card has its own points alone, in the tier that they bring', async t => {
  const tiers = givenTiers()
  const rules = [joining(50)]
  const programs = [givenProgram({ campaign: club, card: null, tiers, rules })]
  const command = { ...card, content: points(120) }
  const { result, changes } = decided(imports(club, command, { programs }))
  t.equal(result, 'made')
  t.strictSame(outline(changes), [
    'voucher.created',
    'campaign.grew',
    'voucher.published',
    'v_000001 +120',
    'v_000001 in ltr_2',
    'loyalty.tier.joined',
    'totals cardBalance+120'
  ])
  const [moved] = changes.filter(change => change.kind === 'points.moved')
  t.match(moved, {
    card: { balance: givenBalance({ points: 120, balance: 120 }), redeemedQuantity: 0 },
    entry: { type: 'POINTS_ADDITION', cause: { reason: 'import' } }
  })
  const [published] = changes.filter(change => change.kind === 'voucher.published')
  t.match(published, { publication: { customerId: 'cust_1', channel: 'IMPORT' } })
})

t.test('importVoucher: a holder who is not known is made', async t => {
  const command = { ...card, content: points(0) }
  const { changes } = decided(imports(club, command, { holder: null }))
  t.strictSame(outline(changes), [
    'customer.created',
    'created',
    'voucher.created',
    'campaign.grew',
    'voucher.published'
  ])
})

t.test('importVoucher: points expire as the row says, or else as the program does', async t => {
  const monthly = givenCampaign({
    voucher: givenTemplate({
      loyaltyCard: { points: 0, expirationRules: givenMonths(1, 'END_OF_MONTH') }
    })
  })
  const rows: [string, CountedCampaign, string | null, string | null][] = [
    ['never', club, 'never', null],
    ['on a day', club, '2030-01-31', '2030-01-31'],
    ['never, as the program has no rule', club, null, null],
    ['as the program says', monthly, null, '2026-04-30'],
    ['never, whatever the program says', monthly, 'never', null]
  ]
  table(t, rows, (t, _, campaign, expiresOn, day) => {
    const command = { ...card, content: points(5, expiresOn) }
    const { changes } = decided(imports(campaign, command))
    const [moved] = changes.filter(change => change.kind === 'points.moved')
    t.strictSame(
      moved?.opened.map(lot => lot.expiresOn),
      [day]
    )
  })
})

const MADE = ['voucher.created']
const GROWN = [...MADE, 'campaign.grew']

t.test('importVoucher: credit comes by the ledger, and redemptions elsewhere are counted', t => {
  const brings = (amount: number, balance: number) => ({
    ...gift,
    content: credit(amount, balance)
  })
  const half = brings(500, 200)
  const used = [...GROWN, 'v_000001 +500', 'v_000001 -300']
  const held = ['v_000001 +500', 'v_000001 -300', 'totals giftBalance+200 giftRedeemedAmount+300']
  //  title, row, outline and how often it was redeemed elsewhere
  const rows: [string, ImportVoucher, readonly string[], number][] = [
    ['whole, of its own', { ...SAID, content: credit(500, 500) }, [...MADE, 'v_000001 +500'], 0],
    ['part-used', half, used, 1],
    ['part-used, more than once', { ...half, redemptionCount: 3 }, used, 3],
    ['given back since', { ...brings(5, 5), redemptionCount: 2 }, [...GROWN, 'v_000001 +5'], 2],
    ['used up', brings(500, 0), [...GROWN, 'v_000001 +500', 'v_000001 -500'], 1],
    ['without credit', brings(0, 0), GROWN, 0],
    ['held', { ...half, customer: 'ada' }, [...GROWN, 'voucher.published', ...held], 1],
    ['a coupon', { ...coupon, redemptionCount: 4, settings: { redemptionQuantity: 5 } }, GROWN, 4],
    ['a coupon of its own, never used', { ...SAID, content: ten }, MADE, 0]
  ]
  table(t, rows, (t, _, command, told, redeemed) => {
    const campaigns = { camp_2: givenCouponCampaign(), camp_3: givenGiftCampaign() }
    const campaign = command.campaign === null ? null : campaigns[command.campaign as 'camp_2']
    const { changes } = decided(imports(campaign, command))
    t.strictSame(outline(changes), told)
    const [created] = changes.filter(change => change.kind === 'voucher.created')
    t.equal(created?.redeemedElsewhere, redeemed)
    const moves = changes.filter(change => change.kind === 'credit.moved')
    const last = moves.at(-1)?.gift.redeemedQuantity ?? created?.voucher.redeemedQuantity
    t.equal(last, redeemed)
    for (const { entry } of moves) t.strictSame(entry.cause, { reason: 'import' })
  })
  t.end()
})

t.test('importVoucher: null in metadata stays, as a request for a new voucher has it', async t => {
  const metadata = { none: null, a: 1 }
  const command = { ...coupon, settings: { metadata, additionalInfo: 'A note' } }
  const { changes } = decided(imports(givenCouponCampaign(), command))
  t.match(changes[0], { voucher: { additionalInfo: 'A note' } })
  t.strictSame((changes[0] as { voucher: Voucher }).voucher.metadata, metadata)
})

const importedWith = (
  amounts: readonly number[],
  redeemedElsewhere = 0,
  said: VoucherImport | null = null
): ImportedWith => ({ amounts, redeemedElsewhere, said })

const percent: Discount = { type: 'PERCENT', percent_off: 10 }
const off: Discount = { type: 'AMOUNT', amount_off: 500 }
const shipping: Discount = { type: 'UNIT', unit_off: 1, unit_type: 'shipping' }

/** What an import says that says the least, and what of it a row says otherwise. */
const LEAST: VoucherImport = {
  discount: percent,
  expiresOn: null,
  redemptionQuantity: null,
  startDate: null,
  expirationDate: null,
  active: true,
  metadata: null,
  amounts: []
}

const sale = { settings: { category: 'Sale' } }
const note = (additionalInfo: string) => ({ settings: { additionalInfo } })

//  the import said, the row says, and the column that is told
const otherwise: [string, Partial<VoucherImport>, Partial<VoucherImport>, string | null][] = [
  ['the same', {}, {}, null],
  ['in another order', { metadata: { a: 1, b: 2 } }, { metadata: { b: 2, a: 1 } }, null],
  ['another kind of discount', {}, { discount: off }, 'amount_off'],
  ['a discount of another kind', {}, { discount: shipping }, 'discount'],
  ['a discount, where the campaign says it', {}, { discount: null }, 'percent_off'],
  ['a limit', {}, { redemptionQuantity: 5 }, 'redemption_quantity'],
  ['no limit', { redemptionQuantity: 5 }, {}, 'redemption_quantity'],
  ['another start', {}, { startDate: NOW }, 'start_date'],
  ['another end', { expirationDate: until }, { expirationDate: NOW }, 'expiration_date'],
  ['that it is switched off', {}, { active: false }, 'active'],
  ['other metadata', { metadata: { size: 'L' } }, { metadata: { size: 'XL' } }, 'metadata'],
  ['the same note', note('a'), note('a'), null],
  ['another note', note('a'), note('b'), 'additional_info'],
  ['a category, and no days', { settings: { daysOfWeek: [1] } }, sale, 'validity_day_of_week'],
  ['a category', {}, sale, 'category'],
  ['no category', sale, {}, 'category']
]

const rowSaying = ({
  discount,
  expiresOn: _,
  amounts: __,
  settings,
  ...others
}: VoucherImport): ImportVoucher => {
  const said = Object.entries(others).filter(([, value]) => value !== null)
  return {
    ...SAID,
    settings: { ...Object.fromEntries(said), ...settings },
    content: { type: 'DISCOUNT_VOUCHER', discount }
  }
}

t.test('importVoucher: a row that says otherwise than the import did is told so', async t => {
  const stored = givenCoupon({ campaignId: null, active: false, redemptionQuantity: 77 })
  table(t, otherwise, (t, _, then, now, told) => {
    const known = { stored, importedWith: importedWith([], 0, { ...LEAST, ...then }) }
    const command = rowSaying({ ...LEAST, ...now })
    const outcome = imports(null, command, known)
    const start = `Property .${told}: A is there already, and an import brought it `
    if (told === null) t.strictSame(outcome, { result: 'unchanged', changes: [] })
    else t.ok(refused(outcome).details.startsWith(start), refused(outcome).details)
  })
  const known = { stored, importedWith: importedWith([], 0, LEAST) }
  const command = rowSaying({ ...LEAST, discount: { ...percent, percent_off: 20 } })
  t.equal(
    refused(imports(null, command, known)).details,
    'Property .percent_off: A is there already, and an import brought it ' +
      '{"type":"PERCENT","percent_off":10}, not {"type":"PERCENT","percent_off":20}; ' +
      'change it by the API'
  )
})

t.test('importVoucher: a category is compared by its id, and the effect of a gift is, too', t => {
  const stored = givenGiftVoucher({ code: 'A', campaignId: null, categoryId: 'cat_1' })
  const sale = givenCategory({ id: 'cat_1', name: 'Sale' })
  const { making } = facts(null)
  const known = { stored, making: { ...making, category: sale } }
  const settings = { category: 'Sale' }
  const row = { ...gift, campaign: null, content: credit(1000, 1000) }
  const asked = (over: UpdateVoucher) => imports(null, { ...row, settings: over }, known)
  t.match(asked(settings), { result: 'unchanged' })
  t.match(refused(asked({ giftEffect: 'APPLY_TO_ITEMS' })), {
    details: /^Property \.gift_effect: /
  })
  t.end()
})

t.test('importVoucher: a coupon of an export has its own discount', t => {
  const campaign = givenCouponCampaign()
  const own = campaign.voucher?.discount as Discount
  for (const discount of [own, { ...percent, percent_off: 33 }]) {
    const content = { type: 'DISCOUNT_VOUCHER', discount, shows: 'some' } as const
    const { changes } = decided(imports(campaign, { ...coupon, content }))
    const made = changes.find(change => change.kind === 'voucher.created')
    t.strictSame(made?.voucher.discount, discount)
  }
  t.end()
})

const SOME_LOTS = [
  { points: 20, expiresOn: '2030-01-31' },
  { points: 100, expiresOn: null }
]

t.test('importVoucher: points of several days are one movement that opens their lots', async t => {
  const content: ImportedContent = {
    type: 'LOYALTY_CARD',
    points: { balance: 120, expiresOn: null, lots: SOME_LOTS }
  }
  const { changes } = decided(imports(club, { ...card, content }))
  const moved = changes.filter(change => change.kind === 'points.moved')
  t.match(moved, [
    {
      card: {
        balance: { balance: 120, nextExpirationDate: '2030-01-31', nextExpirationPoints: 20 }
      },
      opened: [
        { amount: 20, remaining: 20, expiresOn: '2030-01-31' },
        { amount: 100, remaining: 100, expiresOn: null }
      ],
      stepped: [],
      entry: { type: 'POINTS_ADDITION', amount: 120, lots: [{ amount: 20 }, { amount: 100 }] }
    }
  ])
  t.match(changes, [{ kind: 'voucher.created', importedAs: { lots: SOME_LOTS } }])
  const past = SOME_LOTS.toReversed().map(lot => ({
    ...lot,
    expiresOn: lot.expiresOn && '2020-01-31'
  }))
  const late = { ...content, points: { ...content.points, lots: past } }
  t.match(refused(imports(club, { ...card, content: late })), {
    details: /^Property \.lots\[1\]\.expires_on: 2020-01-31 is over; send /
  })
})

t.test('importVoucher: the lots of a row are those of the import, or it is told so', async t => {
  const said = { ...LEAST, discount: null, lots: SOME_LOTS }
  const known = { stored: givenCard({ code: 'A' }), importedWith: importedWith([120], 0, said) }
  const asked = (over: object, had = known) => {
    const content = { type: 'LOYALTY_CARD', points: { balance: 120, expiresOn: null, ...over } }
    return imports(club, { ...card, content: content as ImportedContent }, had)
  }
  t.match(asked({ lots: SOME_LOTS }), { result: 'unchanged' })
  t.match(refused(asked({})).details, /^Property \.lots: A is there already, .*, not nothing; /)
  t.match(refused(asked({ lots: SOME_LOTS.slice(1) })).details, /^Property \.lots: A is there/)
  const erased = { ...known, importedWith: importedWith([120], 0, null) }
  t.match(asked({ lots: SOME_LOTS }, erased), { result: 'unchanged' })
})

t.test('importVoucher: so is one that says another last day of the points', async t => {
  const said = { ...LEAST, discount: null, expiresOn: '2030-01-31' }
  const known = { stored: givenCard({ code: 'A' }), importedWith: importedWith([5], 0, said) }
  const asked = (day: string | null) => imports(club, { ...card, content: points(5, day) }, known)
  t.match(asked('2030-01-31'), { result: 'unchanged' })
  t.match(
    refused(asked('2030-02-28')).details,
    /expires_on: .* brought it "2030-01-31", not "2030-/
  )
  t.match(refused(asked(null)).details, /expires_on: A is there .*, not nothing;/)
})

//  of a voucher that no import made: what a row says, the column that is told, and what it shows
const shown: [string, Partial<VoucherImport>, string | null, string?][] = [
  ['nothing of it', { discount: null }, null],
  ['what it shows', { redemptionQuantity: 5, startDate: NOW, metadata: { size: 'L' } }, null],
  ['another discount', { discount: off }, 'amount_off', '{"type":"PERCENT","percent_off":10}, not'],
  ['another limit', { redemptionQuantity: 6 }, 'redemption_quantity', '5, not 6; '],
  ['another start', { startDate: until }, 'start_date'],
  ['another end', { expirationDate: until }, 'expiration_date', 'nothing, not '],
  ['that it is off', { active: false }, 'active', 'true, not false; change it by the API'],
  ['other metadata', { metadata: { size: 'XL', more: 1 } }, 'metadata', '{"size":"L"}, not '],
  ['its note', note('a'), null],
  ['another note', note('b'), 'additional_info'],
  ['an effect', { settings: { giftEffect: 'APPLY_TO_ORDER' } }, 'gift_effect'],
  ['a category', sale, 'category']
]

t.test('importVoucher: a voucher that no import made is compared as it is now', async t => {
  const stored = givenCoupon({
    campaignId: null,
    discount: percent,
    redemptionQuantity: 5,
    validity: { ...givenCoupon().validity, startDate: NOW, expirationDate: null },
    metadata: { size: 'L', own: true },
    additionalInfo: 'a',
    categoryId: 'cat_1'
  })
  table(t, shown, (t, _, now, told, having = '') => {
    const command = rowSaying({ ...LEAST, ...now })
    const outcome = imports(null, command, { stored })
    const start = `Property .${told}: A is there already, with ${having}`
    if (told === null) t.strictSame(outcome, { result: 'unchanged', changes: [] })
    else t.ok(refused(outcome).details.startsWith(start), refused(outcome).details)
  })
})

t.test('importVoucher: a code that is there already stays as it is, whatever became of it', t => {
  const held = givenCard({ code: 'A', card: givenBalance({ points: 100, balance: 1 }) })
  const used = { ...gift, content: credit(9, 4) }
  const said = { ...LEAST, discount: null }
  const rows: [string, CountedCampaign | null, ImportVoucher, Voucher, ImportedWith][] = [
    ['a card', club, { ...card, content: points(120) }, held, importedWith([120])],
    ['an empty card', club, { ...card, content: points(0) }, held, importedWith([], 0, said)],
    ['a gift card', givenGiftCampaign(), used, givenGiftVoucher(), importedWith([9, -5], 1)],
    ['a coupon of its own', null, SAID, givenCoupon({ campaignId: null }), importedWith([])]
  ]
  table(t, rows, (t, _, campaign, command, stored, importedWith) => {
    const outcome = imports(campaign, command, { stored, importedWith })
    t.strictSame(outcome, { result: 'unchanged', changes: [] })
  })
  t.end()
})

const taken = 'duplicate_found'
const misfit = givenSchema({ properties: { vip: givenProperty({ optional: false }) } })
const outgrown = [givenProgram({ campaign: club, tiers: givenTiers(), rules: [joining(MAX)] })]

/** A title, the campaign, the row, what else is known, and the key or the words of the refusal. */
type Refusing = [
  string,
  CountedCampaign | null,
  ImportVoucher,
  Partial<ImportVoucherFacts>,
  string | RegExp
]

t.test('importVoucher: refuses', async t => {
  const gifts = givenGiftCampaign()
  const one = { ...card, content: points(1) }
  const some = { ...gift, content: credit(9, 4) }
  const ownCoupon = givenCoupon({ campaignId: null })
  const brought = (amounts: number[], redeemed = 0) => ({
    importedWith: importedWith(amounts, redeemed)
  })
  const card340 = { stored: givenCard(), ...brought([340]) }
  const gift10 = { stored: givenGiftVoucher(), ...brought([10, -6], 1) }
  const gift3 = { stored: givenGiftVoucher(), ...brought([9, -6], 1) }
  const redeemed8 = { stored: ownCoupon, ...brought([], 8) }
  const had = (than: string) => new RegExp(`${than}; change it by the API$`)
  const were340 = had('balance: A is there already, and an import brought it 340, not 500')
  const over = /expires_on: 2020-01-01 is over; send \S+ or a later day$/
  const counted = { redemptionCount: 6, settings: { redemptionQuantity: 5 } }
  const often = { ...coupon, ...counted }
  const { voucher } = givenCouponCampaign()
  const fewer = givenCouponCampaign({ voucher: voucher && { ...voucher, redemptionQuantity: 5 } })
  const unused = { ...SAID, content: credit(2, 1), redemptionCount: 0 }
  const mustBe1 = /redemption_count: must be 1 or more where balance is below amount$/
  const second = { programs: [givenProgram({ campaign: club })] }
  const ofAda = /customer: ada has the card CLUB-1 with 100 points; a program gives one card$/
  const unfit = { holder: null, customerSchema: misfit }
  // biome-ignore format: a table
  const rows: Refusing[] = [
    ['of another type', null, { ...SAID, content: credit(1, 1) }, { stored: ownCoupon }, taken],
    ['a card that came with others', club, { ...card, content: points(500) }, card340, were340],
    ['a gift card that came with more', gifts, some, gift10, had('amount: A .* it 10, not 9')],
    ['a gift card of which more was used', gifts, some, gift3, had('balance: A .* it 3, not 4')],
    ['one redeemed more often', null, { ...SAID, redemptionCount: 7 }, redeemed8, had('8, not 7')],
    ['the code of another campaign', null, SAID, { stored: givenCoupon() }, taken],
    ['the card of another', club, one, { stored: givenCard({ holderId: 'cust_2' }) }, taken],
    ['the card of another, for a new one', club, one, { stored: givenCard(), holder: null }, taken],
    ['points that are over', club, { ...card, content: points(1, '2020-01-01') }, {}, over],
    ['more than allowed', givenCouponCampaign(), often, {}, /is above redemption_quantity, 5$/],
    ['more than its campaign allows', fewer, { ...often, settings: {} }, {},
      /redemption_count: is above redemption_quantity, 5$/],
    ['a card used more often than it allows', club, { ...one, ...counted }, {},
      /redemption_count: is above redemption_quantity, 5$/],
    ['more left than was', null, { ...SAID, content: credit(1, 2) }, {},
      /balance: 2 is above .* 1$/],
    ['used without a redemption', null, unused, {}, mustBe1],
    ['a coupon without a discount', null, SAID, {}, 'missing_param'],
    ['a coupon of a gift campaign', gifts, { ...SAID, campaign: 'camp_3' }, {}, /type: DISCOUNT_V/],
    ['metadata of a customer that does not fit', club, one, unfit, 'metadata_validation_failed'],
    ['a second card of a program', club, one, second, ofAda],
    ['more points than can be counted', club, one, { programs: outgrown }, 'invalid_amount']
  ]
  table(t, rows, (t, _, campaign, command, over, reason) => {
    const { key, details } = refused(imports(campaign, command, over))
    if (typeof reason === 'string') t.equal(key, reason)
    else t.match(details, reason)
  })
})
