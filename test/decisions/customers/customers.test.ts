import t from 'tap'
import {
  type CustomerFields,
  type SaveCustomer,
  saveCustomer,
  simpleCustomer,
  trackingIdOf,
  type UpsertCustomerFacts,
  upsertCustomer
} from '../../../src/decisions/customers/customers.ts'
import { noTotals } from '../../../src/decisions/customers/profiles.ts'
import type { Customer, EarningRule, Filter, Segment } from '../../../src/model.ts'
import { decided, logged, outline, refused } from '../../support/decided.ts'
import {
  givenCampaign,
  givenCustomer,
  givenOccasion,
  givenSpareCard,
  givenTotals,
  NOW
} from '../../support/given.ts'
import {
  givenEarningRule,
  givenProperty,
  givenSchema,
  givenSegment,
  givenTiers
} from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const NOBODY_YET: Customer = {
  id: 'cust_000001',
  sourceId: null,
  name: null,
  email: null,
  phone: null,
  description: null,
  birthday: null,
  birthdate: null,
  address: null,
  metadata: {},
  systemMetadata: {},
  createdAt: NOW,
  updatedAt: null,
  version: 1
}

//                                            command                      the new customer
const made: [string, SaveCustomer, Partial<Customer>][] = [
  ['known by a source id alone', { sourceId: 'ben' }, { sourceId: 'ben' }],
  ['with neither id', {}, {}],
  ['nulls say nothing', { id: null, sourceId: null, name: null, metadata: null }, {}],
  [
    'with everything there is to say',
    {
      sourceId: 'ben',
      name: 'Ben Okoro',
      email: 'ben@example.com',
      phone: '+49 30 1234',
      description: 'Likes tea',
      birthday: '1990-01-02',
      birthdate: '1990-02-01',
      address: { city: 'Berlin' },
      metadata: { size: 'M', gone: null }
    },
    {
      sourceId: 'ben',
      name: 'Ben Okoro',
      email: 'ben@example.com',
      phone: '+49 30 1234',
      description: 'Likes tea',
      birthday: '1990-01-02',
      birthdate: '1990-02-01',
      address: { city: 'Berlin' },
      metadata: { size: 'M' }
    }
  ]
]

/** What the log says of it: it was done to them, and is no effect of something else. */
const noted = (verb: 'created' | 'updated', { id, sourceId }: Customer) =>
  logged(
    1,
    `customer.${verb}`,
    { source_id: sourceId },
    {
      customerId: id,
      entityId: id,
      category: 'ACTION'
    }
  )

t.test('saveCustomer: makes who is unknown', t => {
  table(t, made, (t, _, command, over) => {
    const customer = { ...NOBODY_YET, ...over }
    t.strictSame(saveCustomer({ stored: null, schema: null }, command, givenOccasion()), {
      result: customer,
      changes: [{ kind: 'customer.created', customer }, noted('created', customer)]
    })
  })
  t.end()
})

const stored = givenCustomer({
  phone: '1',
  address: { city: 'Berlin', country: 'DE' },
  metadata: { size: 'M', tea: true }
})

//                                      sent                        changed, or null for nothing
const merges: [string, CustomerFields, Partial<Customer> | null][] = [
  ['nothing sent', {}, null],
  ['the same again', { name: 'Ada Baker', metadata: { size: 'M' } }, null],
  ['the same address in another order', { address: { country: 'DE', city: 'Berlin' } }, null],
  ['undefined leaves', { name: undefined, metadata: undefined }, null],
  ['a value sets', { name: 'Ada B.' }, { name: 'Ada B.' }],
  ['null clears', { phone: null }, { phone: null }],
  ['an address is set as a whole', { address: { city: 'Bonn' } }, { address: { city: 'Bonn' } }],
  ['metadata joins', { metadata: { tea: null, age: 3 } }, { metadata: { size: 'M', age: 3 } }],
  ['null clears all metadata', { metadata: null }, { metadata: {} }]
]

t.test('saveCustomer: a source id that no path finds makes nobody, and keeps who has it', t => {
  const command = { sourceId: '..' }
  t.strictSame(saveCustomer({ stored: null, schema: null }, command, givenOccasion()), {
    refusal: {
      key: 'invalid_payload',
      details: 'Property .source_id: A path cannot end in it: it would mean another path.'
    }
  })
  const stored = givenCustomer(command)
  const kept = saveCustomer({ stored, schema: null }, command, givenOccasion())
  t.strictSame(kept, { result: stored, changes: [] })
  t.end()
})

t.test('saveCustomer: merges into who is known, and writes only a difference', t => {
  table(t, merges, (t, _, sent, over) => {
    const customer = { ...stored, ...over, updatedAt: NOW, version: 2 }
    const outcome =
      over === null
        ? { result: stored, changes: [] }
        : {
            result: customer,
            changes: [{ kind: 'customer.updated', customer }, noted('updated', customer)]
          }
    const facts = { stored, schema: null }
    t.strictSame(saveCustomer(facts, { sourceId: 'ada', ...sent }, givenOccasion()), outcome)
    t.strictSame(saveCustomer(facts, { id: 'cust_1', ...sent }, givenOccasion()), outcome)
  })
  t.end()
})

t.test('saveCustomer: beside an id the source id is ignored', async t => {
  const command = { id: 'cust_1', sourceId: 'somebody else' }
  t.strictSame(saveCustomer({ stored, schema: null }, command, givenOccasion()), {
    result: stored,
    changes: []
  })
})

t.test('saveCustomer: an id makes nobody', async t => {
  t.strictSame(saveCustomer({ stored: null, schema: null }, { id: 'cust_9' }, givenOccasion()), {
    refusal: {
      key: 'not_found',
      details: 'Cannot find customer with id cust_9',
      resourceId: 'cust_9',
      resourceType: 'customer'
    }
  })
})

const sized = givenSchema({
  properties: {
    size: givenProperty({ optional: false }),
    age: givenProperty({ type: 'number' })
  }
})
const bare = givenCustomer({ metadata: {} })

//                                     who           sent                             accepted
const bound: [string, Customer | null, CustomerFields, boolean][] = [
  ['new, with what is required', null, { metadata: { size: 'M' } }, true],
  ['new, without what is required', null, {}, false],
  ['known, and the request leaves metadata alone', bare, { name: 'B' }, true],
  ['known, and the merge still lacks what is required', bare, { metadata: { age: 3 } }, false],
  ['known, and the merge has what is required', stored, { metadata: { age: 3 } }, true],
  ['known, and what is required is removed', stored, { metadata: { size: null } }, false],
  ['a value that does not fit', stored, { metadata: { age: 'three' } }, false]
]

t.test('saveCustomer: the schema binds metadata as it is after the merge', t => {
  table(t, bound, (t, _, known, sent, accepted) => {
    const decision = saveCustomer({ stored: known, schema: sized }, sent, givenOccasion())
    if (accepted) t.hasProp(decision, 'result')
    else {
      const details = /^customer\.metadata: (size|age): must be /
      t.match(decision, { refusal: { key: 'metadata_validation_failed', details } })
    }
  })
  t.end()
})

const upserted = (over: Partial<UpsertCustomerFacts>, command: SaveCustomer) =>
  upsertCustomer(
    { ...givenStanding(), stored: null, schema: null, profile: null, ...over },
    command,
    givenOccasion()
  )

t.test('upsertCustomer: is what saving one is, where nothing follows', t => {
  const customer = { ...NOBODY_YET, sourceId: 'ben' }
  const nothing = { cards: [], referrals: [], referred: [] }
  t.strictSame(upserted({}, { sourceId: 'ben' }), {
    result: { ...nothing, customer, totals: noTotals('cust_000001') },
    changes: [{ kind: 'customer.created', customer }, noted('created', customer)]
  })
  const profile = { ...nothing, customer: stored, totals: givenTotals({ ordersCount: 3 }) }
  t.strictSame(upserted({ stored, profile }, { sourceId: 'ada' }), { result: profile, changes: [] })
  t.equal(refused(upserted({}, { id: 'cust_9' })).key, 'not_found')
  t.equal(refused(upserted({ schema: sized }, {})).key, 'metadata_validation_failed')
  t.end()
})

const following = (id: string, fields: Filter['fields']): Segment =>
  givenSegment({ id, type: 'auto-update', filter: { junction: 'and', fields } })
const inBonn = following('seg_bonn', { 'address.city': { $is: ['Bonn'] } })
const gold = following('seg_gold', { 'metadata.plan': { $is: ['gold'] } })
const inGold = following('seg_tier', { 'loyalty_tier.camp_1': { $is: ['Gold'] } })

const welcome = (segmentId: string, points = 5): EarningRule =>
  givenEarningRule({
    id: `ern_${segmentId}`,
    event: 'customer.segment.entered',
    segmentId,
    earning: { type: 'FIXED', points }
  })
const joining = givenProgram({
  campaign: givenCampaign({ autoJoin: true }),
  rules: [welcome('seg_gold')],
  card: null,
  spare: givenSpareCard()
})
const tiered = givenProgram({
  rules: [welcome('seg_gold', 900)],
  tiers: givenTiers(),
  membership: givenMembership({ tierId: 'ltr_2' })
})
const plan = (name: string) => ({ metadata: { plan: name } })
const ADA = { sourceId: 'ada' }
const ENTERED = ['segment.entered seg_gold', 'segment.entered']
const REWARDED = 'rewarded.loyalty_points'

type Belonging = [
  title: string,
  facts: Partial<UpsertCustomerFacts>,
  sent: SaveCustomer,
  inOrder: string[]
]

const belongings: Belonging[] = [
  [
    'who is new enters the segments that ask for what they are',
    { filterSegments: [inBonn, gold] },
    { ...ADA, ...plan('gold') },
    ['customer.created', 'created', ...ENTERED]
  ],
  [
    'who is known enters by what changed',
    { stored, filterSegments: [inBonn, gold] },
    { ...ADA, address: { city: 'Bonn' } },
    ['customer.updated', 'updated', 'segment.entered seg_bonn', 'segment.entered']
  ],
  [
    'and leaves by it',
    { stored: givenCustomer(plan('gold')), segments: ['seg_gold'], filterSegments: [gold] },
    { ...ADA, ...plan('silver') },
    ['customer.updated', 'updated', 'segment.left seg_gold', 'segment.left']
  ],
  [
    'who stays stays',
    { stored: givenCustomer(plan('gold')), segments: ['seg_gold'], filterSegments: [gold] },
    { ...ADA, name: 'Ada B.' },
    ['customer.updated', 'updated']
  ],
  [
    'who belongs to one by now enters it, though nothing differs',
    { stored: givenCustomer(plan('gold')), filterSegments: [gold] },
    ADA,
    ENTERED
  ],
  [
    'entering earns',
    { stored, filterSegments: [gold], programs: [givenProgram({ rules: [welcome('seg_gold')] })] },
    { ...ADA, ...plan('gold') },
    ['customer.updated', 'updated', ...ENTERED, 'v_1 +5', REWARDED, 'totals cardBalance+5']
  ],
  [
    'and makes a member of who is new',
    { filterSegments: [gold], programs: [joining] },
    { sourceId: 'ben', ...plan('gold') },
    [
      'customer.created',
      'created',
      ...ENTERED,
      'voucher.published',
      'v_1 +5',
      REWARDED,
      'totals cardBalance+5'
    ]
  ],
  [
    'points lift to a tier, and the tier to another segment',
    {
      stored,
      filterSegments: [inGold, gold],
      segments: ['seg_tier'],
      programs: [tiered],
      totals: givenTotals({ cardBalance: 100 })
    },
    { ...ADA, ...plan('gold') },
    [
      'customer.updated',
      'updated',
      ...ENTERED,
      'v_1 +900',
      REWARDED,
      'v_1 in ltr_3',
      'loyalty.tier.upgraded',
      'segment.left seg_tier',
      'segment.left',
      'totals cardBalance+900'
    ]
  ],
  [
    'what is over by the calendar is settled as the customer is by now',
    {
      stored,
      programs: [{ ...tiered, membership: givenMembership() }]
    },
    { ...ADA, name: 'Ada B.' },
    ['v_1 in ltr_2', 'loyalty.tier.upgraded', 'customer.updated', 'updated']
  ]
]

t.test('upsertCustomer: the customer is where that makes them belong', t => {
  table(t, belongings, (t, _, facts, command, expected) => {
    t.strictSame(outline(decided(upserted(facts, command)).changes), expected)
  })
  t.end()
})

t.test('upsertCustomer: more points than can be counted change nothing', t => {
  const beyond = welcome('seg_gold', Number.MAX_SAFE_INTEGER)
  const facts = { stored, filterSegments: [gold], programs: [givenProgram({ rules: [beyond] })] }
  t.equal(refused(upserted(facts, { ...ADA, ...plan('gold') })).key, 'invalid_amount')
  const upgraded = { ...beyond, event: 'customer.loyalty.tier.upgraded', segmentId: null }
  const late = { ...tiered, rules: [upgraded], membership: givenMembership() }
  t.equal(refused(upserted({ stored, programs: [late] }, ADA)).key, 'invalid_amount')
  t.end()
})

t.test('simpleCustomer: what answers show, all null for nobody', async t => {
  const { id, name, email, sourceId, metadata } = stored
  t.strictSame(simpleCustomer(stored), { id, name, email, sourceId, metadata })
  t.strictSame(simpleCustomer(null), {
    id: null,
    name: null,
    email: null,
    sourceId: null,
    metadata: {}
  })
})

t.test('trackingIdOf: tells records of one customer, not who it is', async t => {
  const { sign } = givenOccasion()
  t.equal(trackingIdOf('ada', sign), 'track_signed(tracking:ada)')
  t.equal(trackingIdOf(null, sign), null)
})
