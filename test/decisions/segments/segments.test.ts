import t from 'tap'
import type { Change, LastOrderStep } from '../../../src/decisions/changes.ts'
import {
  type CreateSegment,
  type CreateSegmentFacts,
  createSegment,
  deleteSegment,
  type EnterSegmentFacts,
  enterSegment,
  fillSegment,
  leaveSegment
} from '../../../src/decisions/segments.ts'
import { followUp, moveSegment } from '../../../src/decisions/standing/following.ts'
import {
  addChanges,
  changesOf,
  type NextStanding,
  type Standing
} from '../../../src/decisions/standing/standing.ts'
import type { Customer, CustomerTotals, EarningRule, Filter, Segment } from '../../../src/model.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { decided, refused } from '../../support/decided.ts'
import {
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenLot,
  givenOccasion,
  givenTotals,
  NOW
} from '../../support/given.ts'
import { givenJob } from '../../support/given-records.ts'
import { givenEarningRule, givenSegment, givenTiers } from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { standingOf } from '../../support/standings.ts'
import { table } from '../../support/table.ts'

const gold: Filter = { junction: 'and', fields: { 'metadata.plan': { $is: ['gold'] } } }

const someFacts: CreateSegmentFacts = {
  autoUpdates: 99,
  programs: new Set(['Coffee Club']),
  customers: new Map([
    ['cust_1', 'cust_1'],
    ['cust_2', 'cust_2'],
    ['ben', 'cust_2']
  ])
}
const ofProgram: Filter = {
  junction: 'or',
  fields: { 'loyalty_points.Coffee Club': { $more_than: [10] } }
}
const full = { autoUpdates: 100 }

const auto = { type: 'auto-update', filter: gold } as const
const unreadable: Filter = { junction: 'and', fields: { 'metadata.plan': { $is: [] } } }
const strange: Filter = { junction: 'and', fields: { shoe_size: { $is: [42] } } }
const many = Array.from({ length: 1001 }, (_, i) => `cust_${i}`)
const bad = 'invalid_payload'
// In the order in which they are said; each row but the last breaks something.
// biome-ignore format: a table
const creations: [
  string,
  Partial<CreateSegmentFacts>,
  Partial<CreateSegment>,
  string | null,
  RegExp | null
][] = [
  ['no name', full, { ...auto, name: '' }, bad, /^Property \.name: expected 1 to 300 .* 0$/],
  ['a long name', full, { ...auto, name: 'x'.repeat(301) }, bad, /^Property \.name: .* 301$/],
  ['no filter', full, { type: 'auto-update' }, 'missing_param', /^Parameter 'filter' is req/],
  ['names', full, { ...auto, customers: ['cust_1'] }, bad, /^Property \.customers: who is in an/],
  ['a filter that says nothing', full, { ...auto, filter: unreadable }, bad,
    /^Property \.filter\.metadata\.plan\.conditions\.\$is: Expected one operand/],
  ['an unknown field', full, { ...auto, filter: strange }, bad, /^Property \.filter\.shoe_size:/],
  ['an unknown program', { ...full, programs: new Set(['Tea Club']) },
    { ...auto, filter: ofProgram }, 'not_found', /^Cannot find campaign with id Coffee Club$/],
  ['one too many', full, { ...auto, filter: ofProgram }, bad,
    /^Property \.type: a project has at most 100 auto-update segments, and has them; make a/],
  ['a list with a filter', full, { type: 'static', filter: gold }, bad, /^Property \.filter: a/],
  ['a filter without a type', full, { filter: gold }, bad, /^Property \.filter: a static/],
  ['a long list', full, { customers: many }, bad, /^Property \.customers: .* 1000 .* 1001;/],
  ['a stranger', full, { customers: ['cust_1', 'cust_9'] }, 'not_found', /customer .* cust_9$/],
  ['the hundredth', {}, { ...auto, filter: ofProgram }, null, null],
  ['the longest name', {}, { name: 'x'.repeat(300) }, null, null],
  ['a long list of few', {}, { customers: many.map((_, i) => `cust_${1 + (i % 2)}`) }, null, null]
]

t.test('createSegment: what is refused, in this order, and the nearest that is not', async t => {
  table(t, creations, (t, _, facts, command, key, details) => {
    const answer = createSegment(
      { ...someFacts, ...facts },
      { name: 'VIP', ...command },
      givenOccasion()
    )
    if (key === null) {
      t.ok(decided(answer))
      return
    }
    const refusal = refused(answer)
    t.equal(refusal.key, key)
    t.match(refusal.details, details)
  })
})

function facts(
  over: Partial<EnterSegmentFacts> = {},
  rule: Partial<EarningRule> = { segmentId: 'seg_1' }
): EnterSegmentFacts {
  const entering = givenEarningRule({ event: 'customer.segment.entered', ...rule })
  return {
    ...givenStanding({ programs: [givenProgram({ rules: [entering] })] }),
    segment: givenSegment(),
    customer: givenCustomer(),
    ...over
  }
}

/** The standing of a step that must be one. */
function standing(step: NextStanding): Standing {
  if ('refusal' in step) throw new Error(step.refusal.details)
  return step
}

t.test('moveSegment: entering twice in one decision enters once', async t => {
  const asked = facts()
  const occasion = givenOccasion()
  const before = standing(standingOf(asked, asked.customer, occasion))
  const once = standing(moveSegment(before, asked.segment, true, asked, occasion))
  t.equal(moveSegment(once, asked.segment, true, asked, occasion), once)
  t.strictSame(once.segments, ['seg_1'])
  t.equal(moveSegment(before, asked.segment, false, asked, occasion), before)
})

t.test('enterSegment: points that cannot be counted leave the customer outside', async t => {
  const earning = { type: 'FIXED', points: Number.MAX_SAFE_INTEGER } as const
  t.equal(refused(enterSegment(facts({}, { earning }), givenOccasion())).key, 'invalid_amount')
  const less = { type: 'FIXED', points: Number.MAX_SAFE_INTEGER - 100 } as const
  t.ok(decided(enterSegment(facts({}, { earning: less }), givenOccasion())), 'beside the 100 there')
})

t.test('enterSegment: points that cannot be counted on the way there, or after it', async t => {
  const earning = { type: 'FIXED', points: Number.MAX_SAFE_INTEGER } as const
  // A month in Gold was over yesterday, and is prolonged.
  const lapsed = givenProgram({
    campaign: givenCampaign({
      tierTerms: { qualification: 'BALANCE', period: 'MONTH', expiration: 'END_OF_PERIOD' }
    }),
    rules: [givenEarningRule({ event: 'customer.loyalty.tier.prolonged', earning })],
    tiers: givenTiers(),
    membership: givenMembership({ tierId: 'ltr_2', expiresOn: '2026-02-28' })
  })
  const filter: Filter = { junction: 'and', fields: { created_at: { $has_value: [] } } }
  const everybody = givenSegment({ id: 'seg_2', type: 'auto-update', filter })
  const rows: [string, Partial<EnterSegmentFacts>, Partial<EarningRule>][] = [
    ['before', { programs: [lapsed] }, {}],
    ['after', { filterSegments: [everybody] }, { segmentId: 'seg_2', earning }]
  ]
  table(t, rows, (t, _, over, rule) => {
    t.equal(refused(enterSegment(facts(over, rule), givenOccasion())).key, 'invalid_amount')
    t.equal(
      refused(leaveSegment(facts({ ...over, segments: ['seg_1'] }, rule), givenOccasion())).key,
      'invalid_amount'
    )
  })
})

/** What is stored of one customer, and on which day it is asked. */
interface World {
  readonly now: string
  readonly customer: Customer
  readonly totals: CustomerTotals
  readonly balance: number
  readonly version: number
  readonly segments: ReadonlySet<string>
}

/** A condition, and what it means: said a second time, in other words. */
type Meaning = readonly [
  field: string,
  operator: string,
  operands: readonly (string | number)[],
  holds: (world: World) => boolean
]

const DAY_MS = 86_400_000
const daysSince = ({ now }: World, date: string) =>
  (Date.parse(now.slice(0, 10)) - Date.parse(date.slice(0, 10))) / DAY_MS

const MEANINGS: readonly Meaning[] = [
  ['metadata.plan', '$is', ['gold'], w => w.customer.metadata['plan'] === 'gold'],
  ['metadata.plan', '$is_not', ['gold'], w => w.customer.metadata['plan'] !== 'gold'],
  ['metadata.plan', '$is_unknown', [], w => w.customer.metadata['plan'] === undefined],
  ['metadata.plan', '$in', ['blue', 'gold'], w => w.customer.metadata['plan'] !== undefined],
  ['metadata.age', '$more_than_equal', [40], w => Number(w.customer.metadata['age'] ?? 0) >= 40],
  ['email', '$has_value', [], w => w.customer.email !== null],
  ['email', '$ends_with', ['.org'], w => /\.org$/.test(w.customer.email ?? '')],
  ['summary.orders.total_count', '$more_than', [3], w => w.totals.ordersCount > 3],
  ['summary.orders.total_amount', '$less_than', [5000], w => w.totals.ordersAmount < 5000],
  [
    'summary.orders.last_order_date',
    '$less_than_ago',
    [3],
    w => w.totals.lastOrderDate !== null && daysSince(w, w.totals.lastOrderDate) < 3
  ],
  ['loyalty_points', '$less_than', [130], w => w.totals.cardBalance < 130],
  ['loyalty_points', '$more_than', [150], w => w.totals.cardBalance > 150],
  ['loyalty_points.Coffee Club', '$more_than_equal', [120], w => w.balance >= 120]
]

interface Meant {
  readonly segment: Segment
  readonly holds: (world: World) => boolean
}

function arbitrarySegment({ pick, between }: Chance, index: number): Meant {
  const junction = pick(['and', 'or'] as const)
  const meanings = Array.from({ length: between(1, 3) }, () => pick(MEANINGS))
  const fields: { [field: string]: { [operator: string]: readonly (string | number)[] } } = {}
  for (const [field, operator, operands] of meanings) {
    fields[field] = { ...fields[field], [operator]: operands }
  }
  const names = Object.keys(fields)
  const ofField = (world: World) => (name: string) =>
    meanings.every(([field, , , holds]) => field !== name || holds(world))
  const id = `seg_${index}`
  return {
    segment: givenSegment({ id, type: 'auto-update', filter: { junction, fields } }),
    holds: world => (junction === 'and' ? names.every(ofField(world)) : names.some(ofField(world)))
  }
}

/** Something that happens to a customer: what is stored from now on, or what a decision adds. */
function arbitraryDeed(
  { pick, between }: Chance,
  world: World
): { readonly world: World; readonly add: (standing: Standing, now: string) => Standing } {
  const { customer } = world
  const said = (over: Partial<Customer>) => ({ ...world, customer: { ...customer, ...over } })
  const metadata = (key: string, value: string | number | null) => {
    const { [key]: _, ...others } = customer.metadata
    return said({ metadata: value === null ? others : { ...others, [key]: value } })
  }
  const nothing = (standing: Standing) => standing
  const amount = between(100, 3000)
  const deeds = [
    () => ({ world: metadata('plan', pick(['gold', 'blue', null])), add: nothing }),
    () => ({ world: metadata('age', pick([39, 40, null])), add: nothing }),
    () => ({ world: said({ email: pick(['a@b.org', 'a@b.com', null]) }), add: nothing }),
    () => ({ world: { ...world, now: later(world.now, between(1, 4)) }, add: nothing }),
    () => ({ world: spent(world, between(0, world.balance)), add: nothing }),
    () => ({
      world,
      add: (standing: Standing, date: string) => ({
        ...addChanges(standing, [], { ordersCount: 1, ordersAmount: amount }),
        lastOrder: { amount, date }
      })
    })
  ]
  return pick(deeds)()
}

function later(now: string, days: number): string {
  return new Date(Date.parse(now) + days * DAY_MS).toISOString()
}

function spent(world: World, points: number): World {
  const { totals, balance } = world
  const cardBalance = totals.cardBalance - points
  return { ...world, balance: balance - points, totals: { ...totals, cardBalance } }
}

const POINTS_OF_ENTRY = 15

function factsOf(world: World, filterSegments: readonly Segment[]) {
  const { balance, version, segments, totals } = world
  const card = givenBalance({ points: 100_000, balance, redeemedPoints: 100_000 - balance })
  const lots = balance === 0 ? [] : [givenLot({ amount: balance, remaining: balance })]
  const rule = givenEarningRule({
    event: 'customer.segment.entered',
    earning: { type: 'FIXED', points: POINTS_OF_ENTRY }
  })
  const voucher = givenCard({ card, version })
  return givenStanding({
    programs: [givenProgram({ rules: [rule], card: { voucher, lots } })],
    segments: [...segments],
    filterSegments,
    totals
  })
}

/** The world once the changes are stored. @throws when one of them finds what it did not expect. */
function stored(world: World, changes: readonly Change[]): World {
  let { balance, version, totals } = world
  const segments = new Set(world.segments)
  for (const change of changes) {
    if (change.kind === 'segment.entered') {
      if (segments.has(change.segmentId)) throw new Error(`twice in ${change.segmentId}`)
      segments.add(change.segmentId)
    } else if (change.kind === 'segment.left') {
      if (!segments.delete(change.segmentId)) throw new Error(`not in ${change.segmentId}`)
    } else if (change.kind === 'points.moved') {
      if (change.card.version !== version) throw new Error('the card was another')
      balance = change.card.balance.balance
      version++
    } else if (change.kind === 'customerTotals.counted') {
      const { ordersCount = 0, ordersAmount = 0, cardBalance = 0 } = change.step
      totals = {
        ...totals,
        ordersCount: totals.ordersCount + ordersCount,
        ordersAmount: totals.ordersAmount + ordersAmount,
        cardBalance: totals.cardBalance + cardBalance,
        ...lastOrderAfter(change.lastOrder)
      }
    }
  }
  return { ...world, balance, version, totals, segments }
}

/** One decision: what happened, and what follows from it. */
function decide(
  world: World,
  segments: readonly Segment[],
  add: (standing: Standing, now: string) => Standing
): readonly Change[] {
  const facts = factsOf(world, segments)
  const occasion = givenOccasion({ now: world.now })
  const before = standing(standingOf(facts, world.customer, occasion))
  return changesOf(standing(followUp(add(before, world.now), facts, occasion)))
}

const START: World = {
  now: NOW,
  customer: givenCustomer(),
  totals: givenTotals({ cardBalance: 100 }),
  balance: 100,
  version: 1,
  segments: new Set()
}

function shuffled<Thing>({ below }: Chance, things: readonly Thing[]): readonly Thing[] {
  const rest = [...things]
  return things.map(() => rest.splice(below(rest.length), 1)[0] as Thing)
}

/** What happened to membership and what was logged of it, each as `entered seg_1`. */
function movesIn(changes: readonly Change[]): {
  moves: readonly string[]
  logged: readonly string[]
} {
  const moves = changes.flatMap(change =>
    change.kind === 'segment.entered' || change.kind === 'segment.left'
      ? [`${change.kind.slice('segment.'.length)} ${change.segmentId}`]
      : []
  )
  const logged = changes.flatMap(change => {
    const { type, data } = change.kind === 'event.logged' ? change.event : NO_EVENT
    if (!type.startsWith('customer.segment.')) return []
    const { segment_id } = data as { readonly segment_id: string }
    return [`${type.slice('customer.segment.'.length)} ${segment_id}`]
  })
  return { moves, logged }
}

const NO_EVENT = { type: '', data: null }

t.test('followUp: whatever happens, who is in a segment is whom its filter selects', async t => {
  let entries = 0
  const cases = casesOf(t, { gate: 50, soak: 1500 })
  for (const chance of cases) {
    const meant = Array.from({ length: 6 }, (_, index) => arbitrarySegment(chance, index))
    const segments = meant.map(({ segment }) => segment)
    let world = START
    for (let step = 0; step < 20; step++) {
      const deed = arbitraryDeed(chance, world)
      const changes = decide(deed.world, segments, deed.add)
      world = stored(deed.world, changes)
      const { moves, logged } = movesIn(changes)
      const entered = moves.filter(move => move.startsWith('entered')).length
      entries += entered
      const found = {
        members: [...world.segments].toSorted(),
        logged,
        earned: world.balance - deed.world.balance,
        followsStill: decide(world, segments, each => each)
      }
      const expected = {
        members: meant.filter(({ holds }) => holds(world)).map(({ segment }) => segment.id),
        logged: moves,
        earned: entered * POINTS_OF_ENTRY,
        followsStill: []
      }
      if (JSON.stringify(found) !== JSON.stringify(expected)) {
        t.strictSame(found, expected, `run ${chance.nr}, step ${step}`)
      }
    }
  }
  cases.together(entries > cases.count, `${entries} entries`)
})

t.test('followUp: a segment of those with few points may earn them out of it: once', async t => {
  const few = givenSegment({
    id: 'seg_few',
    type: 'auto-update',
    filter: { junction: 'and', fields: { loyalty_points: { $less_than: [110] } } }
  })
  const changes = decide(START, [few], each => each)
  t.strictSame(movesIn(changes).logged, ['entered seg_few', 'left seg_few'])
  const after = stored(START, changes)
  t.strictSame([after.balance, [...after.segments]], [100 + POINTS_OF_ENTRY, []])
  t.strictSame(
    decide(after, [few], each => each),
    []
  )
})

t.test('followUp: segments looked at in any order have the same customers', async t => {
  for (const chance of casesOf(t, { gate: 50, soak: 1500 })) {
    const segments = Array.from({ length: 6 }, (_, i) => arbitrarySegment(chance, i).segment)
    let world = START
    for (let step = 0; step < 10; step++) {
      const deed = arbitraryDeed(chance, world)
      const [one, other] = [segments, shuffled(chance, segments)].map(order =>
        stored(deed.world, decide(deed.world, order, deed.add))
      ) as [World, World]
      const same = (found: World) => ({ ...found, segments: [...found.segments].toSorted() })
      if (JSON.stringify(same(one)) !== JSON.stringify(same(other))) {
        t.fail(`run ${chance.nr}, step ${step}`, { one: same(one), other: same(other) })
      }
      world = one
    }
  }
  t.pass('no order differed')
})

/** In these worlds no order is ever paid no longer. */
function lastOrderAfter(step: LastOrderStep | null) {
  if (step === null || 'gone' in step) return {}
  return { lastOrderAmount: step.amount, lastOrderDate: step.date }
}

const ruleOn = (name: string, operand: string) => ({
  id: `val_${operand}`,
  rules: { '1': { name, conditions: { $is: [operand] } } }
})

t.test('deleteSegment: goes when no rule is about it', async t => {
  const segment = givenSegment()
  const inside = {
    id: 'val_inside',
    rules: {
      '1': {
        name: 'order.items.any',
        conditions: { $is: ['prod_1'] },
        rules: { '1': { name: 'customer.segment', conditions: { $not_in: ['seg_9', 'seg_1'] } } }
      },
      logic: '1'
    }
  }
  const mute = { id: 'val_mute', rules: { '1': { name: 'customer.segment', conditions: null } } }
  const others = [ruleOn('customer.segment', 'seg_2'), ruleOn('customer.metadata', 'seg_1'), mute]
  t.strictSame(deleteSegment({ segment, users: [], rules: others }), {
    result: null,
    changes: [{ kind: 'resource.deleted', resource: 'segment', id: 'seg_1' }]
  })
  const users = [{ type: 'earning_rule', id: 'ern_1' }] as const
  const rules = [...others, ruleOn('customer.segment', 'seg_1'), inside]
  t.strictSame(refused(deleteSegment({ segment, users, rules })), {
    key: 'resource_in_use',
    details:
      'Resource segment seg_1 is in use by earning_rule ern_1, validation_rule val_seg_1, ' +
      'validation_rule val_inside; delete or change them first',
    resourceId: 'seg_1',
    resourceType: 'segment'
  })
})

t.test('fillSegment: one customer, and that it was done', async t => {
  const data = { segmentId: 'seg_1' }
  const job = givenJob({ task: 'segments.enter', queue: 'segment seg_1', data, total: 2 })
  const asked = { job, owner: 'worker-1', chunkIndex: 0 }
  const progressed = {
    kind: 'job.progressed',
    jobId: 'job_1',
    owner: 'worker-1',
    step: 1,
    done: 1,
    chunkIndex: 0,
    data: { segmentId: 'seg_1' }
  } as const
  const entry = facts({ programs: [] })
  t.strictSame(fillSegment({ ...asked, entry }, givenOccasion()), {
    result: { finished: false, left: null },
    changes: [...decided(enterSegment(entry, givenOccasion())).changes, progressed]
  })
  t.strictSame(
    fillSegment({ ...asked, entry: null }, givenOccasion()),
    { result: { finished: false, left: null }, changes: [progressed] },
    'who is gone is passed over'
  )
  const unfit = { ...entry, segment: givenSegment({ type: 'auto-update', filter: gold }) }
  t.strictSame(
    fillSegment(
      { job: { ...job, done: 1 }, owner: 'worker-1', chunkIndex: 1, entry: unfit },
      givenOccasion()
    ),
    {
      result: { finished: true, left: refused(enterSegment(unfit, givenOccasion())) },
      changes: [
        { ...progressed, done: 2, chunkIndex: 1 },
        { kind: 'job.finished', jobId: 'job_1', owner: 'worker-1' }
      ]
    },
    'who cannot enter holds up nobody'
  )
})
