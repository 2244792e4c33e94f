import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import {
  type CreatePublicationFacts,
  createPublication,
  programJoined,
  referringProgram,
  voucherKept
} from '../../../src/decisions/publications/publications.ts'
import { countedProgram } from '../../../src/decisions/standing/standing.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  givenCard,
  givenCoupon,
  givenCouponCampaign,
  givenCustomer,
  givenGiftCampaign,
  givenGiftVoucher,
  givenOccasion,
  givenPromotion,
  givenSpareCard,
  givenTotals,
  NOW
} from '../../support/given.ts'
import { givenPublication } from '../../support/given-records.ts'
import {
  givenEarningRule,
  givenProperty,
  givenSchema,
  givenSegment,
  givenTiers
} from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const ada = givenCustomer()
const purse = (voucher: ReturnType<typeof givenCard>) => ({ voucher, lots: [] })
const coupon = purse(givenCoupon())
const gift = purse(givenGiftVoucher())
const spareCard = purse(givenSpareCard({ id: 'v_9', code: 'CLUB-9' }))

/** Ada, known and in no program, and a coupon for her. */
function facts(over: Partial<CreatePublicationFacts> = {}): CreatePublicationFacts {
  return {
    ...givenStanding({ programs: [], totals: givenTotals() }),
    earlier: null,
    stored: ada,
    schema: null,
    publicationSchema: null,
    campaign: givenCouponCampaign(),
    spare: coupon,
    kept: null,
    referrerId: null,
    ...over
  }
}

const program = givenProgram({ card: null, rules: [] })
const member = givenProgram({ rules: [] })
const rich = givenSegment({
  type: 'auto-update',
  filter: {
    junction: 'and',
    fields: { 'summary.redemptions.gift.amount_to_go': { $more_than: [0] } }
  }
})

const AUTO = { type: 'AUTO_UPDATE' } as const
const before = givenPublication({ id: 'pub_0', voucherId: 'v_2' })

//  title                                facts                                voucher, and changes
const rows: [string, CreatePublicationFacts, string, readonly string[]][] = [
  ['a spare coupon', facts(), 'v_2', ['voucher.published']],
  [
    'a new one where they are made as needed',
    facts({ campaign: givenCouponCampaign(AUTO), spare: null }),
    'v_000001',
    ['voucher.created', 'campaign.grew', 'voucher.published']
  ],
  [
    'a gift of its own, and the segment its credit brings',
    facts({ campaign: null, spare: gift, filterSegments: [rich] }),
    'v_3',
    ['voucher.published', 'segment.entered seg_1', 'segment.entered', 'totals giftBalance+1000']
  ],
  [
    'somebody new is made',
    facts({ stored: null, totals: null }),
    'v_2',
    ['customer.created', 'created', 'voucher.published']
  ],
  [
    'a card makes a member',
    facts({ campaign: countedProgram(program), programs: [program], spare: spareCard }),
    'v_9',
    ['voucher.published']
  ],
  [
    'a member keeps the card they have',
    facts({
      campaign: countedProgram(member),
      programs: [member],
      spare: spareCard,
      kept: { publication: before, voucher: givenCard() }
    }),
    'v_1',
    []
  ],
  [
    'who holds the voucher has it already',
    facts({
      spare: purse(givenCoupon({ holderId: ada.id })),
      kept: { publication: before, voucher: givenCoupon({ holderId: ada.id }) }
    }),
    'v_2',
    []
  ]
]

t.test('createPublication: gives, or tells what was given', async t => {
  table(t, rows, (t, _, known, voucherId, changes) => {
    const given = decided(createPublication(known, { customer: {} }, givenOccasion()))
    t.strictSame([given.result.voucher.id, outline(given.changes)], [voucherId, changes])
    t.equal(given.result.publication.id, known.kept === null ? 'pub_000001' : 'pub_0')
    t.equal(given.result.campaignName, known.campaign?.name ?? null)
    t.equal(given.result.customer.id, known.stored?.id ?? 'cust_000001')
  })
})

t.test('createPublication: the code names who referred the customer', async t => {
  const referred = decided(
    createPublication(facts({ referrerId: 'cust_9' }), { customer: {} }, givenOccasion())
  )
  t.match(referred.changes, [{ kind: 'voucher.published', referrerId: 'cust_9' }])
  const nobody = decided(createPublication(facts(), { customer: {} }, givenOccasion()))
  t.notOk('referrerId' in (nobody.changes[0] as Change))
})

t.test('createPublication: codes of a referral program name a referrer, and no others', async t => {
  const codes = givenCouponCampaign({ campaignType: 'REFERRAL_PROGRAM' })
  t.equal(referringProgram(codes), codes)
  t.equal(referringProgram(givenCouponCampaign()), null)
  t.equal(referringProgram(null), null)
})

t.test('createPublication: keeps what is said of it', async t => {
  const said = { sourceId: 'mailing-17', channel: 'Newsletter', metadata: { issue: 17 } }
  const command = { customer: { name: 'Ada Hill' }, ...said }
  const { result, changes } = decided(createPublication(facts(), command, givenOccasion()))
  t.strictSame(result.publication, {
    id: 'pub_000001',
    voucherId: 'v_2',
    campaignId: 'camp_2',
    customerId: 'cust_1',
    createdAt: NOW,
    ...said
  })
  t.equal(result.customer.name, 'Ada Hill')
  t.match(changes[2], { kind: 'voucher.published', publication: result.publication })
  const joining = facts({
    campaign: countedProgram(program),
    programs: [program],
    spare: spareCard
  })
  const joined = decided(createPublication(joining, command, givenOccasion()))
  t.match(joined.result.publication, { voucherId: 'v_9', ...said })
})

t.test('createPublication: a source id that was sent before is answered as it was', async t => {
  const earlier = {
    publication: before,
    voucher: givenCoupon(),
    campaignName: 'Spring coupons',
    customer: ada
  }
  const command = { customer: { name: 'Other' }, sourceId: 'mailing-17', metadata: { vip: 1 } }
  const again = decided(createPublication(facts({ earlier }), command, givenOccasion()))
  t.strictSame(again, { result: earlier, changes: [] })
})

const MAX = Number.MAX_SAFE_INTEGER
const generous = givenSegment({
  type: 'auto-update',
  filter: { junction: 'and', fields: { loyalty_points: { $less_than: [2000] } } }
})
const bonus = {
  ...givenEarningRule({
    event: 'customer.segment.entered',
    earning: { type: 'FIXED', points: MAX }
  }),
  segmentId: 'seg_1'
}
const over = givenProgram({ rules: [bonus] })
const late = givenProgram({
  tiers: givenTiers(),
  rules: [
    givenEarningRule({
      event: 'customer.loyalty.tier.joined',
      earning: { type: 'FIXED', points: MAX }
    })
  ]
})
const vip = givenSchema({ properties: { vip: givenProperty({ optional: false }) } })

//  title                              facts                                     key
const refusals: [string, CreatePublicationFacts, string][] = [
  ['metadata that does not fit', facts({ publicationSchema: vip }), 'metadata_validation_failed'],
  ['a promotion', facts({ campaign: givenPromotion(), spare: null }), 'invalid_campaign'],
  [
    'a customer who does not fit',
    facts({ stored: null, schema: vip }),
    'metadata_validation_failed'
  ],
  [
    'the same of a program',
    facts({
      campaign: countedProgram(program),
      programs: [program],
      spare: spareCard,
      stored: null,
      schema: vip
    }),
    'metadata_validation_failed'
  ],
  [
    'what somebody else holds',
    facts({ spare: purse(givenCoupon({ holderId: 'cust_2' })) }),
    'voucher_already_published'
  ],
  ['nothing left', facts({ spare: null }), 'no_voucher_suitable_for_publication'],
  [
    'no card left',
    facts({ campaign: countedProgram(program), programs: [program], spare: null }),
    'no_voucher_suitable_for_publication'
  ],
  ['too many points in what is settled first', facts({ programs: [late] }), 'invalid_amount'],
  [
    'or in what follows',
    facts({ programs: [over], filterSegments: [generous], campaign: givenGiftCampaign() }),
    'invalid_amount'
  ]
]

t.test('createPublication: refuses', async t => {
  table(t, refusals, (t, _, known, key) => {
    t.equal(refused(createPublication(known, { customer: {} }, givenOccasion())).key, key)
  })
  const taken = facts({ spare: purse(givenCoupon({ holderId: 'cust_2' })) })
  t.strictSame(refused(createPublication(taken, { customer: {} }, givenOccasion())), {
    key: 'voucher_already_published',
    details: 'Voucher SPRING-1 is held by another customer; choose one that nobody holds',
    resourceId: 'v_2',
    resourceType: 'voucher'
  })
})

t.test('createPublication: only a loyalty program is joined', async t => {
  const joined = countedProgram(program)
  t.equal(programJoined(joined), joined)
  t.equal(programJoined(givenCouponCampaign()), null)
  t.equal(programJoined(null), null)
})

t.test('createPublication: a customer keeps their card, or the voucher that is theirs', async t => {
  const standing = givenStanding({ programs: [member] })
  const asked = { program: null, named: null, customer: ada }
  const { campaign, card } = member
  const [theirs, free] = [givenCoupon({ holderId: ada.id }), givenCoupon({ holderId: null })]
  t.equal(voucherKept(standing, { ...asked, program: campaign }), card?.voucher, 'the card')
  const outside = givenStanding({ programs: [program] })
  t.equal(voucherKept(outside, { ...asked, program: campaign }), null, 'no member yet')
  t.equal(voucherKept(standing, { ...asked, named: theirs }), theirs, 'theirs already')
  t.equal(voucherKept(standing, { ...asked, named: free }), null, "nobody's yet")
  t.equal(voucherKept(standing, { ...asked, named: free, customer: null }), null, 'a new customer')
  t.equal(voucherKept(standing, asked), null, 'any of a campaign')
})
