import t from 'tap'
import {
  type SaveCustomer,
  type UpsertCustomerFacts,
  upsertCustomer
} from '../../../src/decisions/customers/customers.ts'
import type { EarningRule, Filter, Segment } from '../../../src/model.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  givenCampaign,
  givenCustomer,
  givenOccasion,
  givenSpareCard,
  givenTotals
} from '../../support/given.ts'
import { givenEarningRule, givenSegment, givenTiers } from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const stored = givenCustomer()

const upserted = (over: Partial<UpsertCustomerFacts>, command: SaveCustomer) =>
  upsertCustomer(
    { ...givenStanding(), stored: null, schema: null, profile: null, ...over },
    command,
    givenOccasion()
  )

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
