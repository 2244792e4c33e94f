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

const CREATED = ['customer.created', 'created']
const UPDATED = ['customer.updated', 'updated']
const earned = (points: number) => [`v_1 +${points}`, REWARDED]
const counted = (points: number) => `totals cardBalance+${points}`
const upgraded = (tier: string) => [`v_1 in ${tier}`, 'loyalty.tier.upgraded']
const left = (segment: string) => [`segment.left ${segment}`, 'segment.left']

const both = { filterSegments: [inBonn, gold] }
const golden = { stored: givenCustomer(plan('gold')), filterSegments: [gold] }
const inside = { ...golden, segments: ['seg_gold'] }
const rewarding = {
  filterSegments: [gold],
  programs: [givenProgram({ rules: [welcome('seg_gold')] })]
}
const lifting = {
  stored,
  filterSegments: [inGold, gold],
  segments: ['seg_tier'],
  programs: [tiered],
  totals: givenTotals({ cardBalance: 100 })
}
const late = { stored, programs: [{ ...tiered, membership: givenMembership() }] }
const ADA_GOLD = { ...ADA, ...plan('gold') }
const RENAMED = { ...ADA, name: 'Ada B.' }
const BONN = { ...ADA, address: { city: 'Bonn' } }

//  facts, sent and in order
// biome-ignore format: a table
const belongings: [string, Partial<UpsertCustomerFacts>, SaveCustomer, readonly string[]][] = [
  ['who is new enters by what they are', both, ADA_GOLD, [...CREATED, ...ENTERED]],
  ['who is known enters by what changed', { ...both, stored }, BONN,
    [...UPDATED, 'segment.entered seg_bonn', 'segment.entered']],
  ['and leaves by it', inside, { ...ADA, ...plan('silver') }, [...UPDATED, ...left('seg_gold')]],
  ['who stays stays', inside, RENAMED, UPDATED],
  ['who belongs to one by now enters it, though nothing differs', golden, ADA, ENTERED],
  ['entering earns', { ...rewarding, stored }, ADA_GOLD,
    [...UPDATED, ...ENTERED, ...earned(5), counted(5)]],
  ['and makes a member of who is new', { filterSegments: [gold], programs: [joining] },
    { sourceId: 'ben', ...plan('gold') },
    [...CREATED, ...ENTERED, 'voucher.published', ...earned(5), counted(5)]],
  [
    'points lift to a tier, and the tier to another segment',
    lifting,
    ADA_GOLD,
    [
      ...[...UPDATED, ...ENTERED, ...earned(900), ...upgraded('ltr_3')],
      ...[...left('seg_tier'), counted(900)]
    ]
  ],
  // As the customer is by now.
  ['what is over is settled', late, RENAMED, [...upgraded('ltr_2'), ...UPDATED]]
]

t.test('upsertCustomer: the customer is where that makes them belong', async t => {
  table(t, belongings, (t, _, facts, command, expected) => {
    t.strictSame(outline(decided(upserted(facts, command)).changes), expected)
  })
})

t.test('upsertCustomer: more points than can be counted change nothing', async t => {
  const beyond = welcome('seg_gold', Number.MAX_SAFE_INTEGER)
  const facts = { stored, filterSegments: [gold], programs: [givenProgram({ rules: [beyond] })] }
  t.equal(refused(upserted(facts, { ...ADA, ...plan('gold') })).key, 'invalid_amount')
  const rising = { ...beyond, event: 'customer.loyalty.tier.upgraded', segmentId: null }
  const overdue = { ...tiered, rules: [rising], membership: givenMembership() }
  t.equal(refused(upserted({ stored, programs: [overdue] }, ADA)).key, 'invalid_amount')
})
