import t from 'tap'
import {
  type CustomEventFacts,
  type NamedReferral,
  type ReferralFacts,
  referralRefusal,
  type SendCustomEvent,
  sendCustomEvent
} from '../../../src/decisions/events.ts'
import type { Refusal } from '../../../src/decisions/refusals.ts'
import type { Campaign, Voucher } from '../../../src/model.ts'
import {
  EARLIER,
  givenCampaign,
  givenCard,
  givenCoupon,
  givenCustomer,
  givenOccasion,
  givenTemplate,
  givenValidity,
  NOW
} from '../../support/given.ts'
import { givenReferral } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const coupons = givenTemplate({ type: 'DISCOUNT_VOUCHER', loyaltyCard: null })
const over = givenValidity({ expirationDate: EARLIER })

/** Reviews convert whom somebody sent. */
const friends = (changes: Partial<Campaign> = {}): Campaign =>
  givenCampaign({
    id: 'camp_5',
    name: 'Friends',
    campaignType: 'REFERRAL_PROGRAM',
    voucher: coupons,
    referral: { eventSchemaId: 'ms_1' },
    ...changes
  })

/** Ada's code. */
const code = (changes: Partial<Voucher> = {}): Voucher =>
  givenCoupon({
    id: 'v_5',
    code: 'FRIEND-1',
    campaignId: 'camp_5',
    isReferralCode: true,
    holderId: 'cust_1',
    publishedCount: 1,
    ...changes
  })

const facts = (changes: Partial<ReferralFacts> = {}): ReferralFacts => ({
  voucher: code(),
  campaign: friends(),
  referred: null,
  ...changes
})

const named = (changes: Partial<NamedReferral> = {}): NamedReferral => ({
  code: 'FRIEND-1',
  referrerId: null,
  eventSchemaId: 'ms_1',
  ...changes
})

const ben = givenCustomer({ id: 'cust_2', sourceId: 'ben', name: 'Ben Okoro' })
const ada = 'cust_1'

/** A refusal of which the voucher is told. */
const refusal = (key: Refusal['key'], details: string, about: Partial<Refusal> = {}): Refusal => ({
  key,
  details,
  resourceId: 'v_5',
  resourceType: 'voucher',
  ...about
})
const OF_CODE = 'referral.code FRIEND-1'
const unknown = refusal('not_found', 'Cannot find voucher with id FRIEND-1', {
  resourceId: 'FRIEND-1'
})
const notCounted = refusal(
  'invalid_voucher',
  `${OF_CODE} belongs to no referral program that counts this event; leave it out`
)
const nobodys = refusal(
  'invalid_voucher',
  `${OF_CODE} is given to nobody; publish it to the customer who refers`
)
const notTheirs = refusal(
  'invalid_customer',
  `referral.referrer_id cust_9 does not hold ${OF_CODE}; send the id of who does, or leave it out`,
  { resourceId: 'cust_9', resourceType: 'customer' }
)
const theirOwn = refusal(
  'referrer_not_permitted_to_redeem',
  `${OF_CODE} is this customer's own; send the code of who referred them`
)
const without = 'or send the event without referral'
const closed = (why: string) =>
  refusal('campaign_not_active', `Campaign camp_5 ${why}, ${without}`, {
    resourceId: 'camp_5',
    resourceType: 'campaign'
  })
const shutOff = closed('is switched off; enable it first')
const ended = closed('ended at 2026-01-01T00:00:00.000Z; change its expiration_date first')
const toCome = closed('starts at 2026-03-01T10:00:00.001Z; wait, or change its start_date')
const unusable = (key: Refusal['key'], why: string) => refusal(key, `${OF_CODE} ${why}, ${without}`)
const codeOff = unusable('voucher_disabled', 'is switched off; enable it first')
const codeOver = unusable(
  'voucher_expired',
  'could be used until 2026-01-01T00:00:00.000Z; change its expiration_date first'
)

const otherEvent = named({ referrerId: 'cust_9', eventSchemaId: 'ms_9' })
const claimed = (referrerId: string) => named({ referrerId })
const shut = friends({ active: false })
const none = friends({ referral: null })
const unheld = code({ holderId: null, active: false })
const plain = code({ isReferralCode: false })
const alone = code({ isReferralCode: false, campaignId: null })
const off = facts({ voucher: code({ active: false }), campaign: shut })
const offAlone = facts({ voucher: code({ active: false, validity: over }) })
const late = facts({ voucher: code({ validity: over }) })
const early = givenValidity({ startDate: '2026-03-01T10:00:00.001Z' })
const within = (validity: Campaign['validity']) => facts({ campaign: friends({ validity }) })
const card = facts({ voucher: givenCard(), campaign: givenCampaign() })

//  Everything wrong at once; each row mends what the row above was refused for.
const refusals: [string, ReferralFacts | null, NamedReferral, string, Refusal | null][] = [
  ['a code that nobody knows', null, otherEvent, ada, unknown],
  ['of no campaign', facts({ voucher: alone, campaign: null }), otherEvent, ada, notCounted],
  ['its campaign is gone', facts({ voucher: unheld, campaign: null }), otherEvent, ada, notCounted],
  ['of other campaigns', facts({ voucher: plain, campaign: none }), otherEvent, ada, notCounted],
  ['no referral code', facts({ voucher: plain }), named(), ada, notCounted],
  ['of a campaign that counts nothing', facts({ campaign: none }), otherEvent, ada, notCounted],
  ['another event', facts({ voucher: unheld, campaign: shut }), otherEvent, ada, notCounted],
  ['nobody has it', facts({ voucher: unheld, campaign: shut }), claimed('cust_9'), ada, nobodys],
  ['a referrer who does not hold it', off, claimed('cust_9'), ada, notTheirs],
  ['a customer who refers themselves', off, claimed(ada), ada, theirOwn],
  ['a campaign that is switched off', off, claimed(ada), 'cust_2', shutOff],
  ['a campaign that is over', within(over), named(), 'cust_2', ended],
  ['a campaign to come', within(early), named(), 'cust_2', toCome],
  ['a code that is switched off', offAlone, named(), 'cust_2', codeOff],
  ['a code whose time is over', late, named(), 'cust_2', codeOver],
  ['its last moment', within(givenValidity({ expirationDate: NOW })), named(), 'cust_2', null],
  ['nothing, with who refers', facts(), claimed(ada), 'cust_2', null],
  ['nothing, without', facts(), named(), 'cust_2', null],
  ['nothing, as sent before', { ...off, referred: givenReferral() }, named(), 'cust_2', null]
]

t.test('referralRefusal: the reasons in their order', async t => {
  table(t, refusals, (t, _, referral, claimed, id, outcome) => {
    t.strictSame(referralRefusal(referral, claimed, { id }, givenOccasion()), outcome)
  })
  t.match(referralRefusal(card, named({ code: 'CLUB-1' }), ben, givenOccasion()), {
    details: /^referral\.code CLUB-1 belongs to no/
  })
})

t.test('referralRefusal: who was sent before does not excuse what is wrong with the request', t => {
  const referred = givenReferral()
  const keys = [
    referralRefusal(facts({ referred }), otherEvent, ben, givenOccasion()),
    referralRefusal(facts({ referred, voucher: unheld }), named(), ben, givenOccasion()),
    referralRefusal(facts({ referred }), named({ referrerId: 'cust_9' }), ben, givenOccasion()),
    referralRefusal(facts({ referred }), named(), { id: ada }, givenOccasion())
  ].map(refusal => refusal?.key)
  t.strictSame(keys, [
    'invalid_voucher',
    'invalid_voucher',
    'invalid_customer',
    'referrer_not_permitted_to_redeem'
  ])
  t.end()
})

// The events that are defined, and what is told beside them.
const defined = [
  [[], ''],
  [
    ['visited', 'reviewed', 'shared', 'review'],
    'the nearest that are defined: review, reviewed, shared; '
  ]
] as const

t.test(
  'sendCustomEvent: an event that is not defined is told with the nearest that are',
  async t => {
    const sent = { event: 'revew', customer: { sourceId: 'ada' } } as unknown as SendCustomEvent
    for (const [known, told] of defined) {
      const facts = { schema: null, known } as unknown as CustomEventFacts
      const define = "define the event and its properties in the project's event schemas first"
      const details = `Cannot find event_schema with name revew; ${told}${define}`
      t.match(sendCustomEvent(facts, sent, givenOccasion()), {
        refusal: { key: 'not_found', details }
      })
    }
  }
)
