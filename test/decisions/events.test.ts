import t from 'tap'
import {
  type CustomEventFacts,
  type SendCustomEvent,
  sendCustomEvent
} from '../../src/decisions/events.ts'
import type { ProgramFacts } from '../../src/decisions/points.ts'
import type { Refusal } from '../../src/decisions/refusals.ts'
import type { LoggedEvent, Metadata } from '../../src/model.ts'
import { decided, kinds, refused } from '../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCoupon,
  givenCustomer,
  givenEntry,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  givenSpareCard,
  NOW
} from '../support/given.ts'
import {
  givenEarningRule,
  givenEventSchema,
  givenProperty,
  givenRule,
  givenSchema
} from '../support/given-rules.ts'
import { table } from '../support/table.ts'

const EVENT = 'product_reviewed'
const rule = givenEarningRule({ event: EVENT, eventSchemaId: 'ms_1' })
const club: ProgramFacts = {
  campaign: givenCampaign(),
  rules: [rule],
  card: { voucher: givenCard(), lots: [givenLot()] },
  spare: null
}
const tea: ProgramFacts = {
  campaign: givenCampaign({ id: 'camp_9' }),
  rules: [{ ...rule, id: 'ern_9', campaignId: 'camp_9' }],
  card: { voucher: givenCard({ id: 'v_9', code: 'TEA-1', campaignId: 'camp_9' }), lots: [] },
  spare: null
}
const joining: ProgramFacts = {
  ...tea,
  campaign: givenCampaign({ id: 'camp_9', autoJoin: true }),
  card: null,
  spare: givenSpareCard({ id: 'v_9', campaignId: 'camp_9' })
}

function facts(over: Partial<CustomEventFacts> = {}): CustomEventFacts {
  return {
    schema: givenEventSchema({ properties: { rating: givenProperty({ type: 'number' }) } }),
    customer: givenCustomer(),
    customerSchema: null,
    card: null,
    referral: null,
    programs: [club],
    validationRules: new Map(),
    collections: new Map(),
    segments: [],
    ...over
  }
}

const command = (over: Partial<SendCustomEvent> = {}): SendCustomEvent => ({
  event: EVENT,
  customer: { sourceId: 'ada' },
  referralCode: null,
  loyaltyCode: null,
  metadata: { rating: 5 },
  ...over
})

const send = (over: Partial<CustomEventFacts> = {}, sent: Partial<SendCustomEvent> = {}) =>
  sendCustomEvent(facts(over), command(sent), givenOccasion())

const logged = (customerId: string, metadata: Metadata = { rating: 5 }): LoggedEvent => ({
  id: 'evcus_000001',
  type: 'customer.custom_event',
  customerId,
  groupId: 'req_1',
  entityId: customerId,
  category: 'ACTION',
  source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
  data: { event: EVENT, metadata },
  createdAt: NOW
})

t.test('sendCustomEvent: is logged, and earns in the same unit', t => {
  const balance = givenBalance({ points: 125, balance: 125 })
  t.strictSame(send(), {
    result: { event: logged('cust_1'), customer: givenCustomer(), metadata: { rating: 5 } },
    changes: [
      { kind: 'event.logged', event: logged('cust_1') },
      {
        kind: 'points.moved',
        card: { voucherId: 'v_1', version: 1, balance, redeemedQuantity: 0, updatedAt: NOW },
        opened: [],
        stepped: [{ id: 'lopb_1', amount: 25, remaining: 25 }],
        entry: givenEntry({
          id: 'vtx_000001',
          type: 'POINTS_ACCRUAL',
          amount: 25,
          lots: [{ id: 'lopb_1', amount: 25 }],
          balanceAfter: 125,
          cause: { earningRuleId: 'ern_1', eventId: 'evcus_000001' },
          createdAt: NOW
        })
      },
      {
        kind: 'customerTotals.counted',
        customerId: 'cust_1',
        step: { cardBalance: 25 },
        lastOrder: null
      }
    ]
  })
  t.end()
})

t.test('sendCustomEvent: makes who is unknown, and changes who is not', t => {
  const nobody = { customer: null, programs: [] }
  t.match(send(nobody, { customer: { sourceId: 'ben', name: 'Ben Okoro' } }), {
    result: { customer: { id: 'cust_000001', sourceId: 'ben', name: 'Ben Okoro' } },
    changes: [{ kind: 'customer.created' }, { kind: 'event.logged', event: logged('cust_000001') }]
  })
  const metadata = { tea: true, gone: null }
  const ada = givenCustomer({ metadata: { gone: 1, size: 'M' } })
  t.match(send({ customer: ada, programs: [] }, { customer: { sourceId: 'ada', metadata } }), {
    result: { customer: { version: 2, metadata: { tea: true, size: 'M', gone: undefined } } },
    changes: [{ kind: 'customer.updated' }, { kind: 'event.logged' }]
  })
  t.end()
})

const level = {
  type: 'PROPORTIONAL',
  calculation: 'CUSTOMER_METADATA',
  every: 1,
  points: 10,
  property: 'level',
  targets: null
} as const
const byRating = {
  ...level,
  calculation: 'CUSTOM_EVENT_METADATA',
  property: 'rating'
} as const
const fiveStars = givenRule({
  rules: { 1: { name: 'custom_event.metadata', property: 'rating', conditions: { $is: [5] } } }
})
const ordered = givenRule({ rules: { 1: { name: 'order.amount', conditions: { $is: [5] } } } })
const asking = { ...club, rules: [{ ...rule, validationRuleId: 'val_1' }] }
const with5 = { programs: [asking], validationRules: new Map([['val_1', fiveStars]]) }

//                                       facts                    sent               points by card
const earnings: [string, Partial<CustomEventFacts>, Partial<SendCustomEvent>, object][] = [
  ['the rule’s points', {}, {}, { v_1: 25 }],
  ['without a program, none', { programs: [] }, {}, {}],
  ['every card the customer holds', { programs: [club, tea] }, {}, { v_1: 25, v_9: 25 }],
  ['a member to be', { programs: [club, joining] }, {}, { v_1: 25, v_9: 25 }],
  [
    'the card that is named, alone',
    { programs: [club, tea], card: tea.card?.voucher as never },
    { loyaltyCode: 'TEA-1' },
    { v_9: 25 }
  ],
  [
    'a named card whose program has no rule for it',
    { programs: [tea], card: givenCard() },
    { loyaltyCode: 'CLUB-1' },
    {}
  ],
  [
    'measured on the event',
    { programs: [{ ...club, rules: [{ ...rule, earning: byRating }] }] },
    { metadata: { rating: 4 } },
    { v_1: 40 }
  ],
  [
    'measured on the customer as sent with it',
    { programs: [{ ...club, rules: [{ ...rule, earning: level }] }] },
    { customer: { sourceId: 'ada', metadata: { level: 3 } } },
    { v_1: 30 }
  ],
  ['if its validation rule holds', with5, {}, { v_1: 25 }],
  ['and not if it does not', with5, { metadata: { rating: 4 } }, {}],
  [
    'nor if the rule is about an order',
    { ...with5, validationRules: new Map([['val_1', ordered]]) },
    {},
    {}
  ]
]

t.test('sendCustomEvent: what it earns, and on which cards', t => {
  table(t, earnings, (t, _, over, sent, points) => {
    const { changes } = decided(send(over, sent))
    const moved = changes.flatMap(change =>
      change.kind === 'points.moved' ? [[change.card.voucherId, change.entry.amount]] : []
    )
    t.strictSame(Object.fromEntries(moved), points)
    t.equal(kinds(changes).includes('event.logged'), true)
    const counted = changes.filter(({ kind }) => kind === 'customerTotals.counted')
    t.equal(counted.length, moved.length === 0 ? 0 : 1, 'totals are counted once, or not at all')
  })
  t.end()
})

const level5 = givenSchema({ properties: { level: givenProperty({ type: 'number' }) } })
const beyond = { type: 'FIXED', points: Number.MAX_SAFE_INTEGER } as const

/** Everything wrong at once; each row mends what the row above was refused for. */
const broken: [string, Partial<CustomEventFacts>, Partial<SendCustomEvent>, Partial<Refusal>][] = [
  [
    'an event that is not defined says how to define it',
    { schema: null },
    { metadata: { rating: 'five' } },
    {
      key: 'not_found',
      details:
        `Cannot find event_schema with name ${EVENT}; ` +
        "define the event and its properties in the project's event schemas first",
      resourceId: EVENT,
      resourceType: 'event_schema'
    }
  ],
  [
    'metadata that does not fit',
    {},
    { metadata: { rating: 'five' } },
    {
      key: 'metadata_validation_failed',
      details: 'metadata: rating: must be a number (the actual value is "five")'
    }
  ],
  [
    'a card that is unknown',
    {},
    { loyaltyCode: 'CLUB-X', referralCode: 'REF-X' },
    {
      key: 'not_found',
      details: 'Cannot find voucher with id CLUB-X',
      resourceId: 'CLUB-X',
      resourceType: 'voucher'
    }
  ],
  [
    'a referral that is unknown',
    { card: givenCard({ holderId: 'cust_2' }) },
    { loyaltyCode: 'CLUB-1', referralCode: 'REF-X' },
    {
      key: 'not_found',
      details: 'Cannot find voucher with id REF-X',
      resourceId: 'REF-X',
      resourceType: 'voucher'
    }
  ],
  [
    'a referral by a code of something else',
    { card: givenCard({ holderId: 'cust_2' }), referral: givenCoupon() },
    { loyaltyCode: 'CLUB-1', referralCode: 'SPRING-1' },
    {
      key: 'invalid_voucher',
      details: 'referral.code SPRING-1 belongs to no referral program that counts this event',
      resourceId: 'v_2',
      resourceType: 'voucher'
    }
  ],
  [
    'a customer whose metadata does not fit',
    { card: givenCard({ holderId: 'cust_2' }), customerSchema: level5 },
    { loyaltyCode: 'CLUB-1', customer: { sourceId: 'ada', metadata: { level: 'high' } } },
    {
      key: 'metadata_validation_failed',
      details: 'customer.metadata: level: must be a number (the actual value is "high")'
    }
  ],
  [
    'another customer’s card',
    { card: givenCard({ holderId: 'cust_2' }) },
    { loyaltyCode: 'CLUB-1' },
    {
      key: 'invalid_customer',
      details: 'loyalty.code CLUB-1 is not a card of this customer; send one of theirs',
      resourceId: 'v_1',
      resourceType: 'voucher'
    }
  ]
]

t.test('sendCustomEvent: the order of refusals', t => {
  const programs = [{ ...club, rules: [{ ...rule, earning: beyond }] }]
  table(t, broken, (t, _, over, sent, refusal) => {
    t.strictSame(refused(send({ programs, ...over }, sent)), refusal)
  })
  t.equal(refused(send({ programs })).key, 'invalid_amount', 'and last, points beyond counting')
  t.ok(decided(send({ card: givenCard() }, { loyaltyCode: 'CLUB-1' })), 'nothing left to refuse')
  t.end()
})

//                                 card                                    sent            refused
const strangers: [string, Partial<CustomEventFacts>, Partial<SendCustomEvent>, string][] = [
  ['a coupon is no card', { card: givenCoupon() }, { loyaltyCode: 'SPRING-1' }, 'not_found'],
  ['nor is a gift voucher', { card: givenGiftVoucher() }, { loyaltyCode: 'GIFT-1' }, 'not_found'],
  [
    'a card nobody holds',
    { card: givenSpareCard() },
    { loyaltyCode: 'CLUB-1' },
    'invalid_customer'
  ],
  [
    'a card, and a customer who is only now made',
    { card: givenCard(), customer: null },
    { loyaltyCode: 'CLUB-1' },
    'invalid_customer'
  ],
  [
    'an id nobody has cannot be made',
    { customer: null },
    { customer: { id: 'cust_x', sourceId: 'ada' } },
    'not_found'
  ]
]

t.test('sendCustomEvent: whose card it is, and who it is', t => {
  table(t, strangers, (t, _, over, sent, key) => {
    t.equal(refused(send(over, sent)).key, key)
  })
  t.end()
})

t.test('sendCustomEvent: an event of nobody makes nobody', t => {
  for (const customer of [{}, { name: 'Zoe' }, { id: null, sourceId: '' }]) {
    t.match(send({ customer: null }, { customer }), {
      refusal: { key: 'invalid_payload', details: /source_id/ }
    })
  }
  t.end()
})
