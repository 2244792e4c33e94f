import t from 'tap'
import { type AddMemberFacts, addMember } from '../../../src/decisions/members/members.ts'
import {
  countedProgram,
  type ProgramFacts,
  type StandingFacts
} from '../../../src/decisions/standing/standing.ts'
import { decided, outline } from '../../support/decided.ts'
import {
  givenCampaign,
  givenCustomer,
  givenOccasion,
  givenSpareCard,
  givenTemplate,
  givenTotals
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

const tiers = givenTiers()
const spare = givenSpareCard({ id: 'v_9' })
const MAX = Number.MAX_SAFE_INTEGER

const starting = (points: number) =>
  givenCampaign({ voucher: givenTemplate({ loyaltyCard: { points, expirationRules: null } }) })
const joining = (points: number) =>
  givenEarningRule({
    event: 'customer.loyalty.tier.joined',
    earning: { type: 'FIXED', points }
  })

/** Somebody who is known, of whom nothing is said. */
const KNOWN = { customer: {} }

/** Ada, who is in no program, and a card for her. */
function facts(
  over: Partial<ProgramFacts> = {},
  more: Partial<StandingFacts & AddMemberFacts> = {}
): AddMemberFacts {
  const program = givenProgram({ card: null, rules: [], ...over })
  return {
    ...givenStanding({ programs: [program], totals: givenTotals() }),
    campaign: countedProgram(program),
    stored: givenCustomer(),
    schema: null,
    publicationSchema: null,
    spare,
    ...more
  }
}

const holders = givenSegment({
  type: 'auto-update',
  filter: { junction: 'and', fields: { loyalty_points: { $more_than_equal: [100] } } }
})

//                                          the program                   what comes of it
const rows: [string, AddMemberFacts, string, readonly string[]][] = [
  ['the card that is spare', facts(), 'v_9', ['voucher.published']],
  [
    'the points that cards start with, counted once',
    facts({ campaign: starting(100) }),
    'v_9',
    ['voucher.published', 'v_9 +100', 'totals cardBalance+100']
  ],
  [
    'the tier they bring, and what that earns',
    facts({ campaign: starting(100), tiers, rules: [joining(7)] }),
    'v_9',
    [
      'voucher.published',
      'v_9 +100',
      'v_9 in ltr_2',
      'loyalty.tier.joined',
      'v_9 +7',
      'rewarded.loyalty_points',
      'totals cardBalance+107'
    ]
  ],
  [
    'the segments they bring',
    facts({ campaign: starting(100) }, { filterSegments: [holders] }),
    'v_9',
    [
      'voucher.published',
      'v_9 +100',
      'segment.entered seg_1',
      'segment.entered',
      'totals cardBalance+100'
    ]
  ],
  ['who is a member has the card they have', facts({ card: givenProgram().card }), 'v_1', []],
  [
    'and is where they belong',
    facts({
      card: givenProgram().card,
      tiers,
      membership: givenMembership({ tierId: 'ltr_1' })
    }),
    'v_1',
    ['v_1 in ltr_2', 'loyalty.tier.upgraded']
  ]
]

t.test('addMember: a card, and all that follows from holding it', t => {
  table(t, rows, (t, _, known, voucherId, outcome) => {
    const { result, changes } = decided(addMember(known, KNOWN, givenOccasion()))
    t.strictSame(outline(changes), outcome)
    t.match(result.voucher, { id: voucherId, holderId: 'cust_1' })
  })
  t.end()
})

t.test('addMember: the answer shows the card after all that followed', async t => {
  const known = facts({ campaign: starting(100), tiers, rules: [joining(7)] })
  const { result } = decided(addMember(known, KNOWN, givenOccasion()))
  t.match(result.voucher, { card: { points: 107, balance: 107 }, version: 4 })
})

t.test('addMember: by which way is written with the card', async t => {
  const { changes } = decided(addMember(facts(), { ...KNOWN, channel: 'Desk' }, givenOccasion()))
  t.match(changes, [{ kind: 'voucher.published', publication: { channel: 'Desk' } }])
})

t.test('addMember: who is not known is made first', t => {
  const sent = { customer: { sourceId: 'dana', name: 'Dana Field' }, channel: 'Desk' }
  const known = facts({ campaign: starting(100) }, { stored: null, totals: null })
  const { result, changes } = decided(addMember(known, sent, givenOccasion()))
  t.strictSame(outline(changes), [
    'customer.created',
    'created',
    'voucher.published',
    'v_9 +100',
    'totals cardBalance+100'
  ])
  t.match(changes[0], { customer: { sourceId: 'dana', name: 'Dana Field' } })
  t.match(result.voucher, { id: 'v_9', holderId: 'cust_000001' })
  t.end()
})

t.test('addMember: a known customer is changed where something differs', t => {
  const sent = { customer: { name: 'Ada Byron' } }
  const { changes } = decided(addMember(facts(), sent, givenOccasion()))
  t.match(changes[0], { kind: 'customer.updated', customer: { id: 'cust_1', name: 'Ada Byron' } })
  t.end()
})

//                                            held by    outcome
const heldCards: [string, string | null, string][] = [
  ['a card that nobody holds', null, 'v_9'],
  ['one’s own', 'cust_1', 'v_9'],
  ['somebody else’s', 'cust_2', 'voucher_already_published']
]

t.test('addMember: a card that is asked for', t => {
  table(t, heldCards, (t, _, holderId, outcome) => {
    const card = givenSpareCard({ id: 'v_9', code: 'CLUB-9', holderId })
    const held = holderId === 'cust_1' ? { voucher: card, lots: [] } : null
    const said = addMember(facts({ card: held }, { spare: card }), KNOWN, givenOccasion())
    if ('result' in said) t.equal(said.result.voucher.id, outcome)
    else {
      t.strictSame(said.refusal, {
        key: outcome,
        details:
          'Loyalty card CLUB-9 is held by another customer; choose one that nobody holds, or none',
        resourceId: 'v_9',
        resourceType: 'voucher'
      })
    }
  })
  t.end()
})

//                                        the program                            key
const refusals: [string, AddMemberFacts, string][] = [
  [
    'what is said of giving the card does not fit the schema',
    facts(
      {},
      {
        publicationSchema: givenSchema({ properties: { desk: givenProperty({ optional: false }) } })
      }
    ),
    'metadata_validation_failed'
  ],
  [
    'a customer who does not fit the schema',
    facts(
      {},
      {
        stored: null,
        schema: givenSchema({ properties: { vip: givenProperty({ optional: false }) } })
      }
    ),
    'metadata_validation_failed'
  ],
  ['no card to give', facts({}, { spare: null }), 'no_voucher_suitable_for_publication'],
  [
    'more points than can be counted, by what is settled first',
    facts({ card: givenProgram().card, tiers, rules: [joining(MAX)] }),
    'invalid_amount'
  ],
  [
    'or by what follows',
    facts({ campaign: starting(100), tiers, rules: [joining(MAX)] }),
    'invalid_amount'
  ]
]

t.test('addMember: refuses', t => {
  table(t, refusals, (t, _, known, key) => {
    t.match(addMember(known, KNOWN, givenOccasion()), { refusal: { key } })
  })
  t.end()
})
