import t from 'tap'
import {
  type NamedReferral,
  type ReferralFacts,
  refer,
  referralRefusal
} from '../../../src/decisions/events/referrals.ts'
import type { Occasion } from '../../../src/decisions/occasion.ts'
import type { Refusal } from '../../../src/decisions/refusals.ts'
import type { Standing } from '../../../src/decisions/standing/standing.ts'
import type { Campaign, LoggedEvent, Voucher } from '../../../src/model.ts'
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
import { opened } from '../../support/standings.ts'
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
const aboutCode = { resourceId: 'v_5', resourceType: 'voucher' } as const
const ada = 'cust_1'

const otherEvent = named({ referrerId: 'cust_9', eventSchemaId: 'ms_9' })
const notCounted: Refusal = {
  key: 'invalid_voucher',
  details: 'referral.code FRIEND-1 belongs to no referral program that counts this event',
  ...aboutCode
}
const shut = friends({ active: false })
const unheld = code({ holderId: null, active: false })
const off = code({ active: false })
const unusable = (key: Refusal['key']): Refusal => ({
  key,
  details: 'referral.code FRIEND-1 cannot be used now; send the event without referral',
  ...aboutCode
})

/** Everything wrong at once; each row mends what the row above was refused for. */
const refusals: [
  string,
  ReferralFacts | null,
  NamedReferral,
  customerId: string,
  Refusal | null
][] = [
  [
    'a code that nobody knows',
    null,
    otherEvent,
    ada,
    {
      key: 'not_found',
      details: 'Cannot find voucher with id FRIEND-1',
      resourceId: 'FRIEND-1',
      resourceType: 'voucher'
    }
  ],
  [
    'a voucher that stands alone',
    facts({ voucher: code({ isReferralCode: false, campaignId: null }), campaign: null }),
    otherEvent,
    ada,
    notCounted
  ],
  [
    'a referral code without its campaign',
    facts({ voucher: unheld, campaign: null }),
    otherEvent,
    ada,
    notCounted
  ],
  [
    'a voucher of a campaign that refers nobody',
    facts({ voucher: code({ isReferralCode: false }), campaign: friends({ referral: null }) }),
    otherEvent,
    ada,
    notCounted
  ],
  [
    'a voucher that is no referral code, whatever its campaign counts',
    facts({ voucher: code({ isReferralCode: false }) }),
    named(),
    ada,
    notCounted
  ],
  [
    'a referral code whose campaign counts nothing',
    facts({ voucher: unheld, campaign: friends({ referral: null }) }),
    otherEvent,
    ada,
    notCounted
  ],
  [
    'a referral code whose campaign counts another event',
    facts({ voucher: unheld, campaign: shut }),
    otherEvent,
    ada,
    notCounted
  ],
  [
    'a code that nobody holds',
    facts({ voucher: unheld, campaign: shut }),
    named({ referrerId: 'cust_9' }),
    ada,
    {
      key: 'invalid_voucher',
      details: 'referral.code FRIEND-1 is given to nobody; publish it to the customer who refers',
      ...aboutCode
    }
  ],
  [
    'a referrer who does not hold it',
    facts({ voucher: off, campaign: shut }),
    named({ referrerId: 'cust_9' }),
    ada,
    {
      key: 'invalid_customer',
      details:
        'referral.referrer_id cust_9 does not hold referral.code FRIEND-1; ' +
        'send the id of who does, or leave it out',
      resourceId: 'cust_9',
      resourceType: 'customer'
    }
  ],
  [
    'a customer who refers themselves',
    facts({ voucher: off, campaign: shut }),
    named({ referrerId: ada }),
    ada,
    {
      key: 'referrer_not_permitted_to_redeem',
      details: "referral.code FRIEND-1 is this customer's own; send the code of who referred them",
      ...aboutCode
    }
  ],
  [
    'a campaign that is switched off',
    facts({ voucher: off, campaign: shut }),
    named({ referrerId: ada }),
    'cust_2',
    {
      key: 'campaign_not_active',
      details:
        'Referral campaign camp_5 is disabled or outside its dates; ' +
        'send the event without referral',
      resourceId: 'camp_5',
      resourceType: 'campaign'
    }
  ],
  [
    'a code that is switched off',
    facts({ voucher: code({ active: false, validity: over }) }),
    named(),
    'cust_2',
    unusable('voucher_disabled')
  ],
  [
    'a code whose time is over',
    facts({ voucher: code({ validity: over }) }),
    named(),
    'cust_2',
    unusable('voucher_expired')
  ],
  ['nothing, with who refers', facts(), named({ referrerId: ada }), 'cust_2', null],
  ['nothing, without', facts(), named(), 'cust_2', null],
  [
    'nothing, sent before, though campaign and code are switched off since',
    facts({ voucher: off, campaign: shut, referred: givenReferral() }),
    named(),
    'cust_2',
    null
  ]
]

t.test('referralRefusal: the reasons in their order', t => {
  table(t, refusals, (t, _, referral, claimed, id, outcome) => {
    t.strictSame(referralRefusal(referral, claimed, { id }, givenOccasion()), outcome)
  })
  t.end()
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

t.test('referralRefusal: a campaign out of its dates counts nobody', t => {
  for (const validity of [over, givenValidity({ startDate: '2026-03-01T10:00:00.001Z' })]) {
    const referral = facts({ campaign: friends({ validity }) })
    const refusal = referralRefusal(referral, named(), ben, givenOccasion())
    t.equal(refusal?.key, 'campaign_not_active')
  }
  const lastMoment = friends({ validity: givenValidity({ expirationDate: NOW }) })
  t.equal(referralRefusal(facts({ campaign: lastMoment }), named(), ben, givenOccasion()), null)
  t.end()
})

const standing: Standing = {
  customer: ben,
  segments: ['seg_1'],
  programs: [],
  totals: null,
  gained: { cardBalance: 5 },
  lastOrder: null,
  paying: null,
  redeeming: null,
  changes: [{ kind: 'customer.created', customer: ben }]
}

/** The standing after a referral. */
const referred = (before: Standing, known: ReferralFacts, occasion: Occasion): Standing =>
  opened(before, occasion).write(refer(before.customer.id, known, occasion)).standing

t.test('refer: counts once, with its event in the log of who was sent', t => {
  const event: LoggedEvent = {
    id: 'evcus_000001',
    type: 'customer.referred',
    customerId: 'cust_2',
    groupId: 'req_1',
    entityId: 'cust_2',
    category: 'EFFECT',
    source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
    data: { campaign_id: 'camp_5', voucher_id: 'v_5', referrer_id: 'cust_1' },
    createdAt: NOW
  }
  t.strictSame(referred(standing, facts(), givenOccasion()), {
    ...standing,
    changes: [
      ...standing.changes,
      {
        kind: 'customer.referred',
        referral: givenReferral({ id: 'ref_000001', createdAt: NOW })
      },
      { kind: 'event.logged', event }
    ]
  })
  t.end()
})

t.test('refer: who was sent in the campaign before, by whomever, is left as they are', t => {
  for (const referrerId of ['cust_1', 'cust_9']) {
    const before = facts({ referred: givenReferral({ referrerId, voucherId: 'v_9' }) })
    t.strictSame(referred(standing, before, givenOccasion()), standing, referrerId)
  }
  t.end()
})

t.test('refer: the code of another campaign counts by itself', t => {
  const occasion = givenOccasion()
  const once = referred(standing, facts(), occasion)
  const others = code({ id: 'v_6', campaignId: 'camp_6', holderId: 'cust_3' })
  const twice = referred(
    once,
    facts({ voucher: others, campaign: friends({ id: 'camp_6' }) }),
    occasion
  )
  const counted = twice.changes.flatMap(change =>
    change.kind === 'customer.referred' ? [change.referral] : []
  )
  t.strictSame(counted, [
    givenReferral({ id: 'ref_000001', createdAt: NOW }),
    givenReferral({
      id: 'ref_000002',
      campaignId: 'camp_6',
      voucherId: 'v_6',
      referrerId: 'cust_3',
      createdAt: NOW
    })
  ])
  t.end()
})

t.test('referralRefusal: a loyalty card is no referral code', t => {
  const card = facts({ voucher: givenCard(), campaign: givenCampaign() })
  const refusal = referralRefusal(card, named({ code: 'CLUB-1' }), ben, givenOccasion())
  t.match(refusal, { key: 'invalid_voucher', details: /^referral\.code CLUB-1 belongs to no/ })
  t.end()
})
