import t from 'tap'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import { programOf, Steps } from '../../../src/decisions/standing/open.ts'
import type { StandingFacts } from '../../../src/decisions/standing/standing.ts'
import type { EarningRule, Filter, Segment, TierMembership } from '../../../src/model.ts'
import { outline } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenOccasion,
  givenSpareCard,
  givenTotals,
  givenValidity,
  NOW
} from '../../support/given.ts'
import { givenPending } from '../../support/given-records.ts'
import { givenSegment } from '../../support/given-rules.ts'
import { givenProgram } from '../../support/given-standing.ts'
import { standingOf } from '../../support/standings.ts'
import { table } from '../../support/table.ts'
import {
  above50,
  ada,
  adjust,
  because,
  COUNTED,
  card,
  club,
  earns,
  facts,
  going,
  lasting,
  lines,
  look,
  MONTHLY,
  mapping,
  newcomer,
  onTier,
  PAID,
  pay,
  tiers,
  withTerms
} from '../support/club.ts'

const MAX = Number.MAX_SAFE_INTEGER

const rewarded = (points: number, card = 'v_1') => [
  ...[`${card} +${points}`, 'rewarded.loyalty_points']
]
const up = (tier: string) => [`v_1 in ${tier}`, 'loyalty.tier.upgraded']
const into = (segment: string) => [`segment.entered ${segment}`, 'segment.entered']
const outOf = (segment: string) => [`segment.left ${segment}`, 'segment.left']

t.test('openStanding: who stands where they belong is as loaded', async t => {
  const known = facts([club(150, 'ltr_2'), givenProgram({ card: null })], {
    segments: ['seg_1'],
    totals: null
  })
  t.strictSame(standingOf(known, ada, givenOccasion()), {
    customer: ada,
    segments: ['seg_1'],
    programs: known.programs,
    totals: null,
    gained: {},
    lastOrder: null,
    paying: null,
    redeeming: null,
    begun: null,
    changes: []
  })
})

t.test('openStanding: points whose day has come are there before anything else', async t => {
  const first = givenPending({ id: 'lopp_2', points: 40, activatesOn: '2026-02-10' })
  const second = givenPending({ points: 60, activatesOn: '2026-03-01' })
  const later = givenPending({ id: 'lopp_3', points: 500, activatesOn: '2026-03-02' })
  const due = [first, second, later]
  const waiting = card(0, { card: givenBalance({ pendingPoints: 600 }), active: false })
  const closed = club(0, 'ltr_1', { campaign: shut, card: waiting, due })
  const opened = going(standingOf(facts([closed]), ada, givenOccasion()))
  t.strictSame(outline(opened.changes), [
    'lopp_2 ACTIVATED',
    'voucher.loyalty_card.pending_points.activated',
    'v_1 +40',
    'lopp_1 ACTIVATED',
    'voucher.loyalty_card.pending_points.activated',
    'v_1 +60',
    'v_1 in ltr_2',
    'loyalty.tier.upgraded'
  ])
  const { card: after, due: left } = programOf(opened, 'camp_1')
  t.match(after?.voucher.card, { points: 100, balance: 100, pendingPoints: 500 })
  t.strictSame(left, [later], 'and nothing comes twice')
})

t.test('openStanding: of points of one day, each brings what follows on it', async t => {
  const order = (name: string, points: number) =>
    givenPending({ id: `lopp_${name}`, orderId: name, points, activatesOn: '2026-03-01' })
  const due = [order('a', 60), order('b', 60), order('c', 60)]
  const waiting = card(0, { card: givenBalance({ pendingPoints: 180 }) })
  const entering = earns(5, { event: 'customer.segment.entered', segmentId: 'seg_9' })
  const rules = [entering, onTier('upgraded', 7, { loyaltyTierId: 'ltr_2' })]
  const program = club(0, 'ltr_1', { rules, card: waiting, due })
  const elsewhere = givenProgram({ campaign: givenCampaign({ id: 'camp_9' }), card: null })
  const known = facts([program, elsewhere], { filterSegments: [above50] })
  t.strictSame(because(going(look(known)).changes), [
    ['v_1', 60, 'a'],
    ['v_1', 5, 'a'],
    ['v_1', 60, 'b'],
    ['v_1', 7, 'b'],
    ['v_1', 60, 'c']
  ])
})

t.test('openStanding: a tier that is over where nothing waits is none of an order', async t => {
  const due = [givenPending({ orderId: 'a', points: 60, activatesOn: '2026-03-01' })]
  const waiting = card(0, { card: givenBalance({ pendingPoints: 60 }) })
  const shop = club(0, 'ltr_1', { card: waiting, due })
  const id = 'camp_4'
  const over = lasting(
    150,
    MONTHLY,
    { voucherId: 'v_4', campaignId: id, tierId: 'ltr_2', expiresOn: '2026-02-28' },
    {
      campaign: { ...withTerms(MONTHLY), id },
      card: card(150, { id: 'v_4', campaignId: id }),
      rules: [onTier('prolonged', 7, { campaignId: id })]
    }
  )
  for (const programs of [
    [shop, over],
    [over, shop]
  ]) {
    t.strictSame(because(going(look(facts(programs))).changes), [
      ['v_4', 7, undefined],
      ['v_1', 60, 'a']
    ])
  }
})

t.test('openStanding: a tier that cannot pay refuses it, before points come or after', async t => {
  const pending = givenPending({ points: 100, activatesOn: '2026-03-01' })
  const waiting = card(0, { card: givenBalance({ pendingPoints: 100 }) })
  const up = club(0, 'ltr_1', { rules: [onTier('upgraded', MAX)], card: waiting, due: [pending] })
  const over = lasting(
    0,
    MONTHLY,
    { tierId: 'ltr_2', expiresOn: '2026-01-31' },
    { rules: [onTier('downgraded', MAX)], card: waiting, due: [pending] }
  )
  for (const program of [up, over]) {
    const said = standingOf(facts([program]), ada, givenOccasion())
    t.match(said, { refusal: { key: 'invalid_amount' } })
  }
})

const shut = givenCampaign({ active: false })
const future = givenValidity({ startDate: '2026-04-01T00:00:00.000Z' })
const auto = givenCampaign({ autoJoin: true })
const spare = givenSpareCard({ id: 'v_9' })

const unbegun = givenCampaign({ validity: future })
const joining = { campaign: auto, card: null, spare }
const idle = [earns(25, { active: false })]
const WAITS = [
  'v_1 waits +25',
  'voucher.loyalty_card.pending_points.added',
  rewarded(0)[1] as string
]
const JOINS = ['voucher.published', ...rewarded(25, 'v_9')]

//  the program, and what comes of it
const accruals: [string, ProgramFacts, readonly string[]][] = [
  ['a member', givenProgram(), rewarded(25)],
  ['points that wait', givenProgram({ rules: [earns(25, { pendingDays: 3 })] }), WAITS],
  ['a program without rules', givenProgram({ rules: [] }), []],
  ['rules for something else', givenProgram({ rules: [onTier('joined', 5)] }), []],
  ['a campaign that is off', givenProgram({ campaign: shut }), []],
  ['a campaign that has not begun', givenProgram({ campaign: unbegun }), []],
  ['a card that is off', givenProgram({ card: card(0, { active: false }) }), []],
  ['nobody’s program', givenProgram({ card: null }), []],
  ['one that enrols by itself', givenProgram(joining), JOINS],
  ['and has no card to give', givenProgram({ campaign: auto, card: null }), []],
  ['and has nothing to credit: it enrols nobody', givenProgram({ ...joining, rules: idle }), []],
  ['and is off', givenProgram({ campaign: { ...shut, autoJoin: true }, card: null, spare }), []]
]

t.test('accrue: to a card that is usable, or one that joining brings', async t => {
  table(t, accruals, (t, _, program, outcome) => {
    t.strictSame(lines(pay(facts([program]))), outcome)
  })
})

const second = (over: Partial<ProgramFacts> = {}) =>
  givenProgram({
    campaign: givenCampaign({ id: 'camp_7', name: 'Tea Club' }),
    rules: [earns(3, { id: 'ern_7', campaignId: 'camp_7' })],
    card: card(10, { id: 'v_7', campaignId: 'camp_7' }),
    ...over
  })

t.test('accrue: every program for itself, or the one that is asked for', async t => {
  const known = facts([givenProgram(), second()])
  t.strictSame(lines(pay(known)), [
    'v_1 +25',
    'rewarded.loyalty_points',
    'v_7 +3',
    'rewarded.loyalty_points'
  ])
  const one = pay(known, givenOccasion(), { ...PAID, campaignId: 'camp_7' })
  t.strictSame(lines(one), ['v_7 +3', 'rewarded.loyalty_points'])
  t.strictSame(going(one).gained, { cardBalance: 3 })
})

t.test('followUp: the membership is written whole, and guarded by its version', async t => {
  const after = going(adjust(facts([club(50, 'ltr_1')]), 50))
  const [, saved, logged] = after.changes
  const membership: TierMembership = {
    voucherId: 'v_1',
    campaignId: 'camp_1',
    customerId: 'cust_1',
    tierId: 'ltr_2',
    startedAt: NOW,
    expiresOn: null,
    periodStartsOn: null,
    pointsBefore: 0,
    risen: null,
    updatedAt: NOW,
    version: 2
  }
  t.strictSame(saved, { kind: 'tierMembership.saved', membership })
  t.strictSame(logged, {
    kind: 'event.logged',
    event: {
      id: 'evcus_000001',
      type: 'customer.loyalty.tier.upgraded',
      customerId: 'cust_1',
      groupId: 'req_1',
      entityId: 'cust_1',
      category: 'EFFECT',
      source: { channel: 'API', apiKey: { name: 'Till', appId: 'app-1' } },
      data: { campaign_id: 'camp_1', voucher_id: 'v_1', loyalty_tier_id: 'ltr_2' },
      createdAt: NOW
    }
  })
  t.equal(after.changes.length, 3)
  t.strictSame(programOf(after, 'camp_1').membership, membership)
})

t.test('openStanding: who leaves the last tier has none, nor a day since when', async t => {
  const high = tiers.slice(1)
  const after = going(adjust(facts([club(100, 'ltr_2', { tiers: high })]), -1))
  t.strictSame(outline(after.changes).slice(1), ['v_1 in no tier', 'loyalty.tier.left'])
  t.match(programOf(after, 'camp_1').membership, { tierId: null, startedAt: null, version: 2 })
  t.match(after.changes.at(-1), { event: { data: { loyalty_tier_id: 'ltr_2' } } })
})

t.test('accrue: a new member’s tier comes before what the order brings', async t => {
  t.strictSame(lines(pay(facts([newcomer(100, { tiers: mapping })]))), [
    'voucher.published',
    'v_9 +100',
    'v_9 in ltr_2',
    'loyalty.tier.joined',
    'v_9 +50',
    'rewarded.loyalty_points'
  ])
})

t.test('accrue: joining brings what joining a tier earns, by the tier before it: none', async t => {
  const times = { type: 'MULTIPLY', multiplier: 3 } as const
  const tripled = tiers.map(tier => ({ ...tier, mapping: { ern_joined: times } }))
  const program = newcomer(0, { tiers: tripled, rules: [earns(25), onTier('joined', 7)] })
  t.strictSame(lines(pay(facts([program]))), [
    'voucher.published',
    'v_9 in ltr_1',
    'loyalty.tier.joined',
    'v_9 +7',
    'rewarded.loyalty_points',
    'v_9 +25',
    'rewarded.loyalty_points'
  ])
})

t.test('accrue: who would get nothing as a member of their tier is not enrolled', async t => {
  const tenth = { type: 'MULTIPLY', multiplier: 0.01 } as const
  const strict = tiers.map(tier => ({ ...tier, mapping: { ern_1: tenth } }))
  t.strictSame(lines(pay(facts([newcomer(0, { tiers: strict })]))), [])
  // Nor is looked at what joining would bring, which is more than can be counted.
  const rules = [earns(25, { active: false }), onTier('joined', MAX)]
  t.strictSame(lines(pay(facts([newcomer(1, { rules })]))), [])
})

t.test('followUp: a card is in no tier of a program without tiers, nor is nobody', async t => {
  const rules = [onTier('joined', 5)]
  t.strictSame(lines(look(facts([givenProgram({ rules })]))), [])
  t.strictSame(lines(look(facts([club(0, null, { card: null, rules })]))), [])
  const campaign = withTerms(COUNTED)
  t.strictSame(lines(look(facts([givenProgram({ campaign, rules })]))), [])
  t.strictSame(lines(look(facts([club(0, null, { campaign, card: null, rules })]))), [])
})

const has = (field: string, conditions: Filter['fields'][string]): Filter => ({
  junction: 'and',
  fields: { [field]: conditions }
})
const filtered = (id: string, filter: Filter): Segment =>
  givenSegment({ id, type: 'auto-update', filter })
const rich = filtered('seg_rich', has('loyalty_points', { $more_than_equal: [100] }))
const golden = filtered('seg_gold', has('loyalty_tier.camp_1', { $is: ['Gold'] }))
const poor = filtered('seg_poor', has('loyalty_points', { $less_than: [100] }))
const entered = (points: number, segmentId: string | null) =>
  earns(points, { id: `ern_${segmentId}`, event: 'customer.segment.entered', segmentId })
const totals = givenTotals({ cardBalance: 50 })

const [enteredRich, gold] = [entered(5, 'seg_rich'), onTier('upgraded', 3)]
const risen = [...up('ltr_2'), ...rewarded(3), ...into('seg_gold')]
const chain = [
  ...[...risen, ...rewarded(900), ...into('seg_rich')],
  ...[...up('ltr_3'), ...rewarded(3), ...outOf('seg_gold')]
]

//  whether there are tiers; rules, filters, segments; and what follows from +50
type Following = [
  string,
  boolean,
  readonly EarningRule[],
  readonly Segment[],
  readonly string[],
  readonly string[]
]
// biome-ignore format: a table
const segmentRows: Following[] = [
  ['into one', false, [], [rich], [], into('seg_rich')],
  ['out of one', false, [], [poor], ['seg_poor'], outOf('seg_poor')],
  ['in it already', false, [enteredRich], [rich], ['seg_rich'], []],
  ['not of it', false, [entered(5, 'seg_poor')], [poor], [], []],
  ['a list is nobody’s to join', false, [], [givenSegment()], [], []],
  ['entering earns', false, [enteredRich, entered(1, 'seg_gold')], [rich], [],
    [...into('seg_rich'), ...rewarded(5)]],
  ['tiers come first, and segments by tier with them', true, [gold, entered(4, 'seg_gold')],
    [golden], [], [...risen, ...rewarded(4)]],
  ['each once, to its end', true, [gold, entered(900, 'seg_gold')], [golden, rich], [], chain]
]

t.test('followUp: segments by filter are entered and left, once, with their events', async t => {
  table(t, segmentRows, (t, _, withTiers, rules, filterSegments, segments, outcome) => {
    const program = withTiers
      ? club(50, 'ltr_1', { rules })
      : givenProgram({ card: card(50), rules })
    const known = facts([program], { filterSegments, segments, totals })
    t.strictSame(lines(adjust(known, 50)), ['v_1 +50', ...outcome])
  })
})

t.test('followUp: a chain is cut after twelve rounds, and the next event goes on', async t => {
  // Each round lets the customer into one of them more, because the richest is asked first.
  const steps = Array.from({ length: 15 }, (_, index) => 115 - index)
  const filterSegments = steps.map(points =>
    filtered(`seg_${points}`, has('loyalty_points', { $more_than_equal: [points] }))
  )
  const known = facts([givenProgram({ card: card(101), rules: [entered(1, null)] })], {
    filterSegments,
    totals: { ...totals, cardBalance: 101 }
  })
  const first = going(look(known))
  t.equal(first.segments.length, 12)
  const after = going(new Steps(known, givenOccasion()).followUp(first))
  t.equal(after.segments.length, 15)
})

const nearlyFull = card(MAX - 3)

const joiner = newcomer(MAX - 30, { rules: [onTier('joined', 6), earns(25)] })
const byJoining = newcomer(MAX - 30, { rules: [earns(25), onTier('joined', 31)] })
const goldOver = { tierId: 'ltr_2', expiresOn: '2026-02-28' }
const settled = lasting(150, MONTHLY, goldOver, { rules: [onTier('prolonged', MAX)] })
const reached = club(95, 'ltr_1', { rules: [earns(5), onTier('upgraded', MAX)] })
const entering = givenProgram({ card: card(95), rules: [earns(5), entered(MAX, 'seg_rich')] })
const nearRich = { filterSegments: [rich], totals: { ...totals, cardBalance: 95 } }

//  the program, and refused by
const refusals: [string, ProgramFacts, Partial<StandingFacts>, string][] = [
  ['by the order', givenProgram({ card: nearlyFull, rules: [earns(4)] }), {}, 'ern_1'],
  ['by the order, together with what joining brings', joiner, {}, 'ern_1'],
  ['by joining', byJoining, {}, 'ern_joined'],
  ['by a tier that is settled', settled, {}, 'ern_prolonged'],
  ['by a tier that is reached', reached, {}, 'ern_upgraded'],
  ['by a segment', entering, nearRich, 'ern_seg_rich']
]

t.test('followUp: points that cannot be counted refuse all of it, naming the rule', async t => {
  table(t, refusals, (t, _, program, over, rule) => {
    t.match(pay(facts([program], over)), {
      refusal: { key: 'invalid_amount', details: new RegExp(`earning rule ${rule} `) }
    })
  })
})
