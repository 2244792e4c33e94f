import t from 'tap'
import type { Change, LastOrderStep } from '../../../src/decisions/changes.ts'
import { createSegment, deleteSegment } from '../../../src/decisions/segments.ts'
import {
  addChanges,
  changesOf,
  type NextStanding,
  Steps
} from '../../../src/decisions/standing/open.ts'
import type { Standing } from '../../../src/decisions/standing/standing.ts'
import type { Customer, CustomerTotals, Segment } from '../../../src/model.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { decided } from '../../support/decided.ts'
import {
  givenBalance,
  givenCard,
  givenCustomer,
  givenLot,
  givenOccasion,
  givenTotals,
  NOW
} from '../../support/given.ts'
import { givenAutoSegment, givenFixedRule, givenSegment } from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'
import { standingOf } from '../../support/standings.ts'

/** The standing of a step that must be one. */
function standing(step: NextStanding): Standing {
  if ('refusal' in step) throw new Error(step.refusal.details)
  return step
}

t.test('moveSegment: entering twice in one decision enters once', async t => {
  const [segment, customer] = [givenSegment(), givenCustomer()]
  const asked = givenStanding({ programs: [givenProgram({ rules: [] })] })
  const occasion = givenOccasion()
  const before = standing(standingOf(asked, customer, occasion))
  const steps = new Steps(asked, occasion)
  const once = standing(steps.moveSegment(before, segment, true))
  t.equal(steps.moveSegment(once, segment, true), once)
  t.strictSame(once.segments, ['seg_1'])
  t.equal(steps.moveSegment(before, segment, false), before)
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

// biome-ignore format: a table
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
  ['summary.orders.last_order_date', '$less_than_ago', [3],
    w => w.totals.lastOrderDate !== null && daysSince(w, w.totals.lastOrderDate) < 3],
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
  const rule = givenFixedRule(POINTS_OF_ENTRY, { event: 'customer.segment.entered' })
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
  return changesOf(standing(new Steps(facts, occasion).followUp(add(before, world.now))))
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
  const few = givenAutoSegment({ loyalty_points: { $less_than: [110] } }, { id: 'seg_few' })
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

t.test('createSegment: refuses names and lists that a schema would refuse as well', async t => {
  const known = { autoUpdates: 0, programs: new Set<string>(), customers: new Map() }
  const rows = [
    [{ name: '' }, /^Property \.name: expected 1 to 300 .* 0$/],
    [{ name: 'x'.repeat(301) }, /^Property \.name: .* 301$/],
    [
      { name: 'S', customers: Array.from({ length: 1001 }, (_, i) => `c-${i}`) },
      /^Property \.customers: .* 1000 .* 1001;/
    ]
  ] as const
  for (const [command, details] of rows) {
    t.match(createSegment(known, command, givenOccasion()), { refusal: { details } })
  }
})

t.test('deleteSegment: a rule that asks for no segment in particular keeps none', async t => {
  const rules = [{ id: 'val_1', rules: { '1': { name: 'customer.segment', conditions: null } } }]
  const { changes } = decided(deleteSegment({ segment: givenSegment(), users: [], rules }))
  t.strictSame(changes, [{ kind: 'resource.deleted', resource: 'segment', id: 'seg_1' }])
})
