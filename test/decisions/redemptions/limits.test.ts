import { isDeepStrictEqual } from 'node:util'
import t from 'tap'
import type { Change } from '../../../src/decisions/changes.ts'
import {
  amendCounts,
  amountsRecorded,
  type BoundRule,
  countInScopes,
  countLater,
  countNamed,
  countsAfter,
  kindsAsked,
  knownCounts,
  periodsOf,
  scopesOf,
  scopesRecorded
} from '../../../src/decisions/redemptions/limits.ts'
import type { RuleFacts } from '../../../src/decisions/validation-rules.ts'
import type {
  AssignedTo,
  CountScope,
  RecordedOrder,
  RedemptionCount,
  RuleSet
} from '../../../src/model.ts'
import { RULE_NAMES } from '../../../src/rules/validation.ts'
import { casesOf } from '../../support/chance.ts'
import { givenCustomer, givenOccasion, givenProject, NOW } from '../../support/given.ts'
import { givenOrder } from '../../support/given-goods.ts'
import { EVERY_COUNT, givenRedemption } from '../../support/given-records.ts'
import { givenRule, givenRuleAssignment } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'
import { violatedRule } from '../support/first-reason.ts'

const REDEEMED = {
  campaignId: 'camp_1',
  voucherId: 'v_1',
  promotionTierId: null,
  assignmentId: 'rewa_1',
  customerId: 'cust_1',
  apiKey: 'app-1'
}
const SCOPES = scopesOf(REDEEMED)
const UNPAID = { ordersAmount: 0, ordersDiscountAmount: 0 }
const TODAY = { day: '2026-03-01', week: '2026-02-23', month: '2026-03-01' }

const CAMPAIGN: CountScope = { object: 'campaign', objectId: 'camp_1', by: 'any', byId: '' }

/** Redeemed 40 times: 4 times today, which begins the month, and once earlier in this week. */
function stored(over: Partial<RedemptionCount> = {}): RedemptionCount {
  return {
    ...CAMPAIGN,
    total: 40,
    ...{ day: TODAY.day, dayCount: 4, week: TODAY.week, weekCount: 5, month: TODAY.month },
    monthCount: 4,
    ordersAmount: 10000,
    ordersDiscountAmount: 1000,
    ...over
  }
}

const PAID = { ordersAmount: 2500, ordersDiscountAmount: 500 }

function bound(rules: RuleSet, type: AssignedTo = 'campaign', id = 'camp_1'): BoundRule {
  const assignment = givenRuleAssignment({ relatedObjectType: type, relatedObjectId: id })
  return { assignment, rule: givenRule({ rules }) }
}

function atMost(name: string, most: number): RuleSet {
  return { 1: { name, conditions: { $less_than_or_equal: [most] } } }
}

t.test('scopesOf: card, offer and program; by anybody, by the customer, by the key', async t => {
  // A card is redeemed by its holder alone: by the customer is by anybody.
  t.strictSame(SCOPES, [
    { object: 'voucher', objectId: 'v_1', by: 'any', byId: '' },
    { object: 'voucher', objectId: 'v_1', by: 'api_key', byId: 'app-1' },
    { object: 'reward_assignment', objectId: 'rewa_1', by: 'customer', byId: 'cust_1' },
    { object: 'reward_assignment', objectId: 'rewa_1', by: 'api_key', byId: 'app-1' },
    { object: 'reward_assignment', objectId: 'rewa_1', by: 'any', byId: '' },
    { object: 'campaign', objectId: 'camp_1', by: 'customer', byId: 'cust_1' },
    { object: 'campaign', objectId: 'camp_1', by: 'api_key', byId: 'app-1' },
    { object: 'campaign', objectId: 'camp_1', by: 'any', byId: '' }
  ])
})

t.test('scopesOf: of what is no card, by whoever redeems it; of nobody, by nobody', async t => {
  const coupon = { ...REDEEMED, assignmentId: null }
  const tier = { ...coupon, voucherId: null, promotionTierId: 'promo_1' }
  const told = (redeemed: Parameters<typeof scopesOf>[0]) =>
    scopesOf(redeemed).map(({ object, by }) => `${object} by ${by}`)
  t.strictSame(told(coupon), [
    'voucher by customer',
    'voucher by any',
    'voucher by api_key',
    'campaign by customer',
    'campaign by api_key',
    'campaign by any'
  ])
  const ofTier = ['promotion_tier by api_key', 'promotion_tier by any']
  t.strictSame(told({ ...tier, customerId: null }), [
    ...ofTier,
    ...['campaign by api_key', 'campaign by any']
  ])
  const own = told({ ...coupon, campaignId: null, customerId: null })
  t.strictSame(own, ['voucher by any', 'voucher by api_key'])
  t.strictSame(told({ ...tier, campaignId: null, promotionTierId: null }), [], 'of a stack')
})

t.test('countNamed: of a coupon, by the customer; of a card, by anybody', async t => {
  const coupon = scopesOf({ ...REDEEMED, assignmentId: null })
  const nobodys = scopesOf({ ...REDEEMED, assignmentId: null, customerId: null })
  const assignment = givenRuleAssignment({ relatedObjectType: 'voucher', relatedObjectId: 'v_1' })
  const read = SCOPES.concat(coupon).map(scope => ({ ...stored(), ...scope, total: 7 }))
  const own = read.map(count => (count.by === 'customer' ? { ...count, total: 2 } : count))
  const asked = (scopes: readonly CountScope[]) =>
    countNamed(
      'redemption.count.per_customer',
      assignment,
      knownCounts(scopes, own, UNPAID, givenOccasion())
    )
  t.strictSame([asked(SCOPES), asked(coupon), asked(nobodys)], [8, 3, null])
})

t.test('countsAfter: the next one in a stack is judged by the counts after the first', async t => {
  const counts = knownCounts([CAMPAIGN], [stored()], PAID, givenOccasion()) ?? []
  const again = countsAfter([stored(), { ...stored(), objectId: 'camp_2' }], counts)
  t.strictSame(again.map(({ objectId, total }) => `${objectId} ${total}`).sort(), [
    'camp_1 41',
    'camp_2 40'
  ])
  const twice = knownCounts([CAMPAIGN], again, PAID, givenOccasion())
  t.match(twice, [{ total: 42, ordersAmount: (counts[0]?.ordersAmount ?? 0) + PAID.ordersAmount }])
})

t.test('amountsRecorded: what it took off itself, and of a reward all of the order', async t => {
  const paying = { r_1: { stacked: ['r_2'] } } as unknown as RecordedOrder['redemptions']
  const order = { ...givenOrder({ amount: 900, totalDiscountAmount: 300 }), redemptions: paying }
  const channel = { id: 'app-1', type: 'API' as const }
  const amounts = (id: string, record: object) =>
    amountsRecorded({ id, record: { channel, order: null, ...record } })
  t.strictSame(amounts('r_1', { order }), { ordersAmount: 900, ordersDiscountAmount: 300 })
  t.strictSame(amounts('r_2', { order, discount: 40 }), {
    ordersAmount: 900,
    ordersDiscountAmount: 40
  })
  t.strictSame(amounts('r_3', { order, discount: 40 }), UNPAID, 'an order of others')
  t.strictSame(amounts('r_1', {}), UNPAID)
  const free = { ...order, amount: null, totalDiscountAmount: null }
  t.strictSame(amounts('r_1', { order: free }), UNPAID)
})

const BERLIN = 'Europe/Berlin'
const NEW_YORK = 'America/New_York'
const KIRITIMATI = 'Pacific/Kiritimati'

//  now, zone; day, week and month
const periods: [string, string, string, string][] = [
  ['a day ends', '2026-03-04T22:59:59.999Z', BERLIN, '2026-03-04 2026-03-02 2026-03-01'],
  ['the next begins', '2026-03-04T23:00:00.000Z', BERLIN, '2026-03-05 2026-03-02 2026-03-01'],
  ['a Sunday ends', '2026-03-08T22:59:59.999Z', BERLIN, '2026-03-08 2026-03-02 2026-03-01'],
  ['a week begins', '2026-03-08T23:00:00.000Z', BERLIN, '2026-03-09 2026-03-09 2026-03-01'],
  ['a month ends', '2026-02-28T22:59:59.999Z', BERLIN, '2026-02-28 2026-02-23 2026-02-01'],
  ['one within a week', '2026-02-28T23:00:00.000Z', BERLIN, '2026-03-01 2026-02-23 2026-03-01'],
  ['a leap day', '2028-02-29T12:00:00.000Z', BERLIN, '2028-02-29 2028-02-28 2028-02-01'],
  ['a year in a week', '2026-12-31T23:00:00.000Z', BERLIN, '2027-01-01 2026-12-28 2027-01-01'],
  // The day before clocks go forward, that day with its 23 hours, and Monday.
  ['an hour before', '2026-03-28T23:00:00.000Z', BERLIN, '2026-03-29 2026-03-23 2026-03-01'],
  ['a short day ends', '2026-03-29T21:59:59.999Z', BERLIN, '2026-03-29 2026-03-23 2026-03-01'],
  ['it is Monday', '2026-03-29T22:00:00.000Z', BERLIN, '2026-03-30 2026-03-30 2026-03-01'],
  // The day they go back with its 25 hours, and Monday.
  ['a long day begins', '2026-10-24T22:00:00.000Z', BERLIN, '2026-10-25 2026-10-19 2026-10-01'],
  ['a long day ends', '2026-10-25T22:59:59.999Z', BERLIN, '2026-10-25 2026-10-19 2026-10-01'],
  ['it is Monday again', '2026-10-25T23:00:00.000Z', BERLIN, '2026-10-26 2026-10-26 2026-10-01'],
  ['another zone', '2026-01-01T04:59:59.999Z', NEW_YORK, '2025-12-31 2025-12-29 2025-12-01'],
  ['ahead of UTC', '2026-05-31T10:00:00.000Z', KIRITIMATI, '2026-06-01 2026-06-01 2026-06-01'],
  ['the first day', '0001-01-01T12:00:00.000Z', 'UTC', '0001-01-01 0001-01-01 0001-01-01']
]

t.test('periodsOf: calendar periods of the zone, through daylight saving', async t => {
  table(t, periods, (t, _, now, zone, days) => {
    const { day, week, month } = periodsOf(now, zone)
    t.equal(`${day} ${week} ${month}`, days)
  })
})

const counting = (total: number, dayCount: number, weekCount: number, monthCount: number) => ({
  ...{ total, dayCount, weekCount, monthCount }
})
const FIRST = counting(1, 1, 1, 1)
const MORE_PAID = { ordersAmount: 12500, ordersDiscountAmount: 1500 }
const lastMonth = stored({ day: '2026-02-28', month: '2026-02-01' })
const lastWeek = stored({ day: '2026-02-22', week: '2026-02-16', month: '2026-02-01' })
const ofOthers = [
  ...[stored({ object: 'voucher' }), stored({ objectId: 'camp_2' })],
  ...[stored({ by: 'customer' }), stored({ byId: 'x' })]
]

//  stored, paid and outcome
const brought: [string, RedemptionCount[], typeof PAID, Partial<RedemptionCount>][] = [
  ['never redeemed before', [], UNPAID, { ...UNPAID, ...FIRST }],
  ['the first that pays', [], PAID, { ...PAID, ...FIRST }],
  ['once more today', [stored()], UNPAID, counting(41, 5, 6, 5)],
  ['once more, paying', [stored()], PAID, { ...counting(41, 5, 6, 5), ...MORE_PAID }],
  ['last on another day of this week', [lastMonth], UNPAID, counting(41, 1, 6, 1)],
  ['last in another week', [lastWeek], UNPAID, counting(41, 1, 1, 1)],
  ['counts of others are not its own', ofOthers, PAID, { ...PAID, ...FIRST }]
]

t.test('knownCounts: with this redemption counted in, in the periods that it is now', async t => {
  table(t, brought, (t, _, read, paid, over) => {
    t.strictSame(knownCounts([CAMPAIGN], read, paid, givenOccasion()), [
      stored({ ...TODAY, ...over })
    ])
  })
  t.equal(knownCounts(SCOPES, null, PAID, givenOccasion()), null, 'nobody read them')
  t.strictSame(
    knownCounts(SCOPES, [], UNPAID, givenOccasion())?.map(({ object, by }) => [object, by]),
    SCOPES.map(({ object, by }) => [object, by]),
    'one for each scope'
  )
})

const COUNTED = [...RULE_NAMES.keys()].filter(
  name => /\bcount\b|customers_count|^campaign\.orders/.test(name) && !/^order|per_user$/.test(name)
)

t.test('kindsAsked: some where any entry is about something counted, however deep', async t => {
  const inside = (rules: RuleSet): RuleSet => ({
    1: { name: 'order.amount', conditions: { $more_than: [1] } },
    2: { name: 'order.items.any', rules }
  })
  const daily = atMost('redemption.count.daily', 3)
  // rules                                                                        asks
  const rows: [string, BoundRule[], boolean][] = [
    ['no rules', [], false],
    ['no entry', [bound({})], false],
    ['another name', [bound(atMost('order.amount', 3))], false],
    ['a list has a count, too', [bound(atMost('order.items.count', 3))], false],
    ['users are not counted', [bound(atMost('redemption.count.per_user', 3))], false],
    ['what cannot be read', [bound({ 1: { name: 'redemption.count.daily' } })], false],
    ['the only entry', [bound(daily)], true],
    ['inside of another', [bound(inside(daily))], true],
    ['two levels deep', [bound(inside(inside(daily)))], true],
    ['in the second rule', [bound(atMost('order.amount', 3)), bound(daily)], true],
    ['named, though not by logic', [bound({ ...inside(daily), logic: '1' })], true]
  ]
  for (const [title, rules, asks] of rows) t.equal(kindsAsked(rules) !== 0, asks, title)
  t.equal(COUNTED.length, 18)
  for (const name of RULE_NAMES.keys()) {
    const { needsProperty, reading } = RULE_NAMES.get(name) ?? {}
    const entry = { name, property: needsProperty ? 'p' : null, conditions: { $is: [1] } }
    const rules: RuleSet = reading === 'line' ? inside({ 1: entry }) : { 1: entry }
    t.equal(kindsAsked([bound(rules)]) !== 0, COUNTED.includes(name), name)
  }
})

// Bits of a kind: three for each object, by the customer, the key and anybody.
//  bound to and name; kinds
const kinds: [AssignedTo, string, number][] = [
  ['voucher', 'redemption.count.daily', 0b100],
  // A card is redeemed by its holder alone.
  ['voucher', 'redemption.count.per_customer', 0b101],
  ['voucher', 'redemption.count.per_api_key', 0b010],
  ['voucher', 'campaign.redemptions.count', 0b100_000_000_000],
  ['reward_assignment', 'redemption.count.per_customer.daily', 0b001_000],
  ['promotion_tier', 'redemption.count.weekly', 0b100_000_000],
  ['campaign', 'redemption.count.per_customer', 0b001_000_000_000],
  ['campaign', 'redemption.count.per_api_key', 0b010_000_000_000],
  ['earning_rule', 'redemption.count.daily', 0]
]

t.test('kindsAsked: of what a rule is assigned to, or of its campaign', async t => {
  for (const [type, name, bits] of kinds) {
    t.equal(kindsAsked([bound(atMost(name, 1), type)]), bits, `${name} of ${type}`)
  }
  const two = kinds.slice(0, 3).map(([type, name]) => bound(atMost(name, 1), type))
  t.equal(kindsAsked(two), 0b111)
})

t.test('countInScopes: in the scopes of kinds that are kept', async t => {
  const open = { rules: [], counts: null, countsKept: 0b001_000_001_100 }
  t.match(
    countInScopes(SCOPES, open, PAID, givenOccasion()).map(
      change =>
        change.kind === 'redemption.counted' && `${change.count.object} by ${change.count.by}`
    ),
    ['voucher by any', 'reward_assignment by customer', 'campaign by customer']
  )
})

/** As it is stored, of the 27th of February. */
function recordOf(customerId: string | null, countedIn = 0) {
  const { reward, channel, order, ...made } = givenRedemption({ date: '2026-02-27T12:00:00.000Z' })
  return { ...made, customerId, record: { reward, channel, order }, countedIn }
}

t.test('countLater: each redemption in the kinds that lack it, in the periods of its date', t => {
  const asked = 0b001_000_000_100
  const later = (countedIn: number) =>
    countLater([recordOf('cust_1', countedIn)], asked, givenOccasion()).map(change =>
      change.kind === 'redemption.counted'
        ? `${keyOf(change.count)} on ${change.count.day}`
        : change
    )
  const told = { kind: 'redemption.countedLater', id: 'r_1' }
  const card = 'voucher v_1 any  on 2026-02-27'
  const program = 'campaign camp_1 customer cust_1 on 2026-02-27'
  t.strictSame(later(0), [{ ...told, countedIn: 0, kinds: asked }, card, program])
  t.strictSame(later(0b100), [{ ...told, countedIn: 0b100, kinds: asked - 0b100 }, program])
  t.strictSame(later(EVERY_COUNT), [])
  t.end()
})

t.test('amendCounts: other amounts, and no other number, in what it is counted in', async t => {
  const less = { ordersAmount: -1500, ordersDiscountAmount: -150 }
  const amend = (countedIn: number) =>
    amendCounts(recordOf('cust_1', countedIn), less, givenOccasion())
  const of = { day: '2026-02-27', week: '2026-02-23', month: '2026-02-01', step: 0, ...less }
  const counts = [
    { object: 'voucher', objectId: 'v_1', by: 'any', byId: '', ...of },
    { object: 'campaign', objectId: 'camp_1', by: 'customer', byId: 'cust_1', ...of }
  ]
  t.strictSame(
    amend(0b001_000_000_100),
    counts.map(count => ({ kind: 'redemption.counted', count, totalBefore: null }))
  )
  t.strictSame(amend(0), [])
})

t.test('countNamed: nothing of what counts nothing, or of what nobody counted', async t => {
  const assignment = { relatedObjectType: 'campaign', relatedObjectId: 'camp_1' } as const
  t.equal(countNamed('campaign.redemptions.count', assignment, [stored()]), 40)
  t.equal(countNamed('campaign.redemptions.count', null, [stored()]), 40, 'of the campaign')
  t.equal(countNamed('redemption.count.daily', null, [stored()]), null, 'of nothing')
  t.equal(countNamed('campaign.redemptions.count', assignment, null), null)
  t.equal(countNamed('campaign.redemptions.count', assignment, []), null)
  t.equal(countNamed('redemption.user.login', assignment, [stored()]), null)
})

// What each rule relies on, of the totals that were read.
//  bound to and name; scope and its total
const relied: [AssignedTo, string, string, string, number][] = [
  ['campaign', 'camp_1', 'redemption.count.daily', 'campaign any', 40],
  ['campaign', 'camp_1', 'redemption.count.per_customer', 'campaign customer', 6],
  ['campaign', 'camp_1', 'redemption.count.per_api_key', 'campaign api_key', 0],
  ['voucher', 'v_1', 'redemption.count.weekly', 'voucher any', 8],
  ['voucher', 'v_1', 'redemption.count.per_customer.monthly', 'voucher any', 8],
  ['voucher', 'v_1', 'campaign.redemptions.customers_count', 'campaign customer', 6],
  ['reward_assignment', 'rewa_1', 'redemption.count.monthly', 'reward_assignment any', 0],
  ['reward_assignment', 'rewa_1', 'campaign.orders.amount', 'campaign any', 40]
]

t.test('countInScopes: relies on what a rule looked at, and on nothing else', async t => {
  const counts: RedemptionCount[] = [
    stored(),
    stored({ by: 'customer', byId: 'cust_1', total: 6 }),
    stored({ object: 'voucher', objectId: 'v_1', total: 8 })
  ]
  for (const [type, id, name, scope, total] of relied) {
    const rules = [bound(atMost(name, 9), type, id)]
    const facts = { rules, counts, countsKept: kindsAsked(rules) }
    const found = countInScopes(SCOPES, facts, UNPAID, givenOccasion())
      .filter(change => change.kind === 'redemption.counted')
      .filter(({ totalBefore }) => totalBefore !== null)
    t.strictSame(
      found.map(({ count, totalBefore }) => [`${count.object} ${count.by}`, totalBefore]),
      [[scope, total]]
    )
    t.strictSame(
      found.map(({ asRead }) => asRead?.total ?? 0),
      [total],
      'and on the other figures of what was stored'
    )
  }
})

/** What storage keeps: each change adds to the count of its scope, in its periods, guarded. */
function kept(counts: readonly RedemptionCount[], changes: readonly Change[]) {
  const all = new Map(counts.map(count => [keyOf(count), count]))
  for (const change of changes) {
    if (change.kind !== 'redemption.counted') continue
    const { step: by, ...given } = change.count
    const before = all.get(keyOf(given))
    const guard = change.totalBefore
    if (guard !== null && guard !== (before?.total ?? 0)) throw new Error(`Lost ${keyOf(given)}`)
    const same = (period: 'day' | 'week' | 'month') => before?.[period] === given[period]
    all.set(keyOf(given), {
      ...given,
      total: (before?.total ?? 0) + by,
      dayCount: (same('day') ? (before?.dayCount ?? 0) : 0) + by,
      weekCount: (same('week') ? (before?.weekCount ?? 0) : 0) + by,
      monthCount: (same('month') ? (before?.monthCount ?? 0) : 0) + by,
      ordersAmount: (before?.ordersAmount ?? 0) + given.ordersAmount,
      ordersDiscountAmount: (before?.ordersDiscountAmount ?? 0) + given.ordersDiscountAmount
    })
  }
  return [...all.values()]
}

function keyOf({ object, objectId, by, byId }: CountScope): string {
  return `${object} ${objectId} ${by} ${byId}`
}

/** What a project redeems, one after the other: who and when; what the rules let pass. */
interface Attempt extends Partial<typeof REDEEMED> {
  readonly now: string
  readonly paid?: typeof PAID
}

const knowing = (apiKey: string, counts: readonly RedemptionCount[] | null): RuleFacts => ({
  customer: givenCustomer(),
  segments: [],
  order: null,
  collections: new Map(),
  eventMetadata: null,
  redemption: { metadata: {}, apiKey, points: null, credit: null, byHolder: true, counts }
})

function passing(all: readonly BoundRule[], attempts: readonly Attempt[]): readonly boolean[] {
  let counts: readonly RedemptionCount[] = []
  const countsKept = kindsAsked(all)
  return attempts.map(({ now, paid = UNPAID, ...who }) => {
    const occasion = givenOccasion({ now, project: givenProject({ timezone: BERLIN }) })
    const redeemed = { ...REDEEMED, ...who }
    const scopes = scopesOf(redeemed)
    // Only what takes part in a redemption brings its rules.
    const things = scopes.map(({ objectId }) => objectId)
    const rules = all.filter(({ assignment }) => things.includes(assignment.relatedObjectId))
    const known = knowing(redeemed.apiKey, knownCounts(scopes, counts, paid, occasion))
    const passes = violatedRule(rules, known, { now, zone: BERLIN }) === null
    if (passes)
      counts = kept(counts, countInScopes(scopes, { rules, counts, countsKept }, paid, occasion))
    return passes
  })
}

/** `yyn`: two pass, the third does not. */
function told(passes: readonly boolean[]): string {
  return passes.map(each => (each ? 'y' : 'n')).join('')
}

const at = (...times: string[]): Attempt[] => times.map(now => ({ now }))
const MARCH = at(
  '2026-03-06T09:00:00.000Z', // Friday
  '2026-03-06T22:59:59.999Z',
  '2026-03-06T23:00:00.000Z', // Saturday
  '2026-03-08T10:00:00.000Z', // Sunday
  '2026-03-08T23:00:00.000Z', // Monday
  '2026-03-31T21:59:59.999Z', // Tuesday
  '2026-03-31T22:00:00.000Z' // April
)
const [friday] = MARCH as [Attempt, ...Attempt[]]
const paying = (ordersAmount: number, ordersDiscountAmount: number): Attempt => ({
  ...friday,
  paid: { ordersAmount, ordersDiscountAmount }
})
const orders = [paying(6000, 0), paying(4001, 0), paying(4000, 0), paying(1, 0), friday]
const discounts = [paying(6000, 600), paying(9000, 401), paying(9000, 400), paying(1, 1)]
const kim = { ...friday, customerId: 'cust_2', voucherId: 'v_2' }
const app = { ...friday, apiKey: 'app-2' }
const offer = { ...friday, assignmentId: 'rewa_2' }
const twin = { ...friday, voucherId: 'v_3' }

// At most so many, and what becomes of one attempt after the other.
//                rule    most    attempts   outcome
const limits: [string, string, number, Attempt[], string][] = [
  ['a day', 'redemption.count.daily', 1, MARCH, 'ynyyyyy'],
  ['a week, from Monday', 'redemption.count.weekly', 2, MARCH, 'yynnyyy'],
  ['a month', 'redemption.count.monthly', 3, MARCH, 'yyynnny'],
  ['ever', 'campaign.redemptions.count', 3, MARCH, 'yyynnnn'],
  ['a day of the campaign', 'campaign.redemptions.count.daily', 1, MARCH, 'ynyyyyy'],
  ['a week of the campaign', 'campaign.redemptions.count.weekly', 1, MARCH, 'ynnnyyn'],
  ['a month of the campaign', 'campaign.redemptions.count.monthly', 1, MARCH, 'ynnnnny'],
  ['each customer, ever', 'redemption.count.per_customer', 1, [friday, friday, kim, kim], 'ynyn'],
  ['each customer a day', 'redemption.count.per_customer.daily', 1, [...MARCH, kim], 'ynyyyyyy'],
  ['each customer a week', 'redemption.count.per_customer.weekly', 2, MARCH, 'yynnyyy'],
  ['each customer a month', 'redemption.count.per_customer.monthly', 3, MARCH, 'yyynnny'],
  ['each key', 'redemption.count.per_api_key', 1, [friday, app, friday, app], 'yynn'],
  ['in all', 'campaign.redemptions.customers_count', 2, [friday, twin, friday, kim], 'yyny'],
  ['a customer a day', 'campaign.redemptions.customers_count.daily', 1, MARCH, 'ynyyyyy'],
  ['a customer a week', 'campaign.redemptions.customers_count.weekly', 1, MARCH, 'ynnnyyn'],
  ['a customer a month', 'campaign.redemptions.customers_count.monthly', 2, MARCH, 'yynnnny'],
  ['a budget of orders, to its last cent', 'campaign.orders.amount', 10000, orders, 'ynyny'],
  ['of discounts, this one’s, too', 'campaign.orders.amount_discounted', 1000, discounts, 'ynyn']
]

t.test('limits: at most so many, the redemption that is judged included', async t => {
  table(t, limits, (t, _, name, most, attempts, outcome) => {
    t.equal(told(passing([bound(atMost(name, most))], attempts)), outcome)
  })
  const named = new Set(limits.map(([, name]) => name))
  t.strictSame(
    COUNTED.filter(name => !named.has(name)),
    [],
    'each name has its row'
  )
})

t.test('limits: what a rule limits is what it is assigned to', async t => {
  const all = [friday, offer, twin, friday]
  const once = atMost('redemption.count.daily', 1)
  const others = [bound(once, 'voucher', 'v_3'), bound(once, 'reward_assignment', 'rewa_2')]
  // rules                                                            outcome
  const rows: [string, BoundRule[], string][] = [
    ['the program', [bound(once)], 'ynnn'],
    ['the card, whatever it buys', [bound(once, 'voucher', 'v_1')], 'ynyn'],
    ['what is on offer', [bound(once, 'reward_assignment', 'rewa_1')], 'yynn'],
    ['another card limits nobody here', [bound(once, 'voucher', 'v_9')], 'yyyy'],
    ['another card, another offer', others, 'yyyy'],
    ['both the card and the offer', [bound(once, 'voucher', 'v_1'), bound(once)], 'ynnn']
  ]
  for (const [title, rules, outcome] of rows) t.equal(told(passing(rules, all)), outcome, title)
})

t.test('limits: of two at once for the last place, the second loses its guard', async t => {
  const occasion = givenOccasion()
  const rules = [bound(atMost('redemption.count.per_customer', 1))]
  const countsKept = kindsAsked(rules)
  const changes = countInScopes(SCOPES, { rules, counts: [], countsKept }, UNPAID, occasion)
  const counts = kept([], changes)
  t.throws(() => kept(counts, changes), { message: 'Lost campaign camp_1 customer cust_1' })
  const open = { rules: [], counts: null, countsKept }
  const unlimited = countInScopes(SCOPES, open, UNPAID, occasion)
  t.equal(kept(kept([], unlimited), unlimited)[0]?.total, 2, 'and without a limit both count')
})

t.test('limits: what is refused counts for nothing', async t => {
  const most = bound({
    1: { name: 'redemption.count.daily', conditions: { $less_than_or_equal: [1] } },
    2: { name: 'redemption.api_key', conditions: { $is: ['app-1'] } }
  })
  t.equal(told(passing([most], [app, app, friday, friday])), 'nnyn')
})

t.test('lessons 5: a limit says how often it was, and how often it may be', async t => {
  const counts = knownCounts(SCOPES, [stored({ dayCount: 3 })], UNPAID, givenOccasion())
  const rule = bound(atMost('redemption.count.daily', 3))
  t.match(violatedRule([rule], knowing('app-1', counts), { now: NOW, zone: BERLIN }), {
    code: 'redemption_rules_violated',
    details: / entry 1, redemption\.count\.daily is 4, expected at most 3\.$/
  })
})

t.test('limits: kept counts are what counting everything again would say', async t => {
  for (const random of casesOf(t, { gate: 30, soak: 1000 })) {
    let ms = Date.parse('2026-03-20T00:00:00.000Z')
    let counts: readonly RedemptionCount[] = []
    const days: string[] = []
    for (let times = 0; times < 40; times++) {
      ms += random.below(20 * 3600 * 1000)
      const now = new Date(ms).toISOString()
      const occasion = givenOccasion({ now })
      const today = periodsOf(now, BERLIN)
      const again = (since: string) => days.filter(day => day >= since).length + 1
      const known = knownCounts([CAMPAIGN], counts, PAID, occasion)
      const recounted = {
        ...{ ...CAMPAIGN, ...today, total: days.length + 1 },
        dayCount: again(today.day),
        weekCount: again(today.week),
        monthCount: again(today.month),
        ordersAmount: PAID.ordersAmount * (days.length + 1),
        ordersDiscountAmount: PAID.ordersDiscountAmount * (days.length + 1)
      }
      if (!isDeepStrictEqual(known, [recounted])) t.strictSame(known, [recounted], now)
      days.push(today.day)
      const open = { rules: [], counts: null, countsKept: EVERY_COUNT }
      const changes = countInScopes([CAMPAIGN], open, PAID, occasion)
      counts = kept(counts, changes)
    }
  }
  t.pass('no count differs')
})

t.test('scopesRecorded: what a record does not say is not counted by', async t => {
  t.strictSame(
    scopesRecorded(recordOf(null)).map(({ object, by }) => `${object} by ${by}`),
    ['voucher by any', 'voucher by api_key', 'campaign by api_key', 'campaign by any']
  )
})
