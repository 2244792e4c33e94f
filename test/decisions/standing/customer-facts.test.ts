import t from 'tap'
import {
  averageOf,
  customerValue,
  isCustomerField,
  mayHaveBeen,
  type Passing,
  programsNamed,
  type Standing,
  selects
} from '../../../src/decisions/standing/standing.ts'
import type { Filter } from '../../../src/model.ts'
import type { FactValue } from '../../../src/rules/conditions.ts'
import {
  EARLIER,
  givenBalance,
  givenCampaign,
  givenCard,
  givenCustomer,
  givenOccasion,
  givenTotals,
  NOW
} from '../../support/given.ts'
import { givenSegment, givenTiers } from '../../support/given-rules.ts'
import { givenMembership, givenProgram } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

function standing(over: Partial<Standing> = {}): Standing {
  return {
    customer: givenCustomer(),
    segments: [],
    programs: [],
    totals: null,
    gained: {},
    lastOrder: null,
    paying: null,
    redeeming: null,
    begun: null,
    changes: [],
    ...over
  }
}

/** Somebody of whom everything is known, and different. */
const full = standing({
  customer: givenCustomer({
    phone: '+49 30 1234',
    description: 'likes tea',
    birthday: '1990-01-02',
    birthdate: '1990-01-03',
    address: {
      city: 'Berlin',
      state: 'BE',
      line_1: 'Hauptstr. 1',
      line_2: 'Hof',
      country: 'Germany',
      postal_code: '10827'
    },
    metadata: { plan: 'gold', 'a.b': 3, tags: ['x', 'y'] },
    systemMetadata: { origin: 'till' },
    updatedAt: NOW
  }),
  totals: givenTotals({
    redemptionsSucceeded: 5,
    redemptionsFailed: 2,
    rollbacksSucceeded: 3,
    rollbacksFailed: 4,
    giftRedeemedAmount: 600,
    giftBalance: 700,
    cardRedeemedPoints: 80,
    cardBalance: 90,
    ordersCount: 4,
    ordersAmount: 10_001,
    lastOrderAmount: 1200,
    lastOrderDate: EARLIER
  }),
  programs: [
    givenProgram({ tiers: givenTiers(), membership: givenMembership({ tierId: 'ltr_2' }) }),
    givenProgram({
      campaign: givenCampaign({ id: 'camp_9', name: 'Tea.Club' }),
      card: {
        voucher: givenCard({ id: 'v_9', card: givenBalance({ points: 50, balance: 7 }) }),
        lots: []
      }
    })
  ]
})

// Each field, what it is for them, and for somebody of whom nothing was ever said.
const FIELDS: readonly [field: string, known: FactValue, unknown: FactValue | undefined][] = [
  ['name', 'Ada Baker', null],
  ['email', 'ada@example.com', null],
  ['phone', '+49 30 1234', null],
  ['description', 'likes tea', null],
  ['source_id', 'ada', null],
  ['birthday', '1990-01-02', null],
  ['birthdate', '1990-01-03', null],
  ['created_at', EARLIER, EARLIER],
  ['updated_at', NOW, null],
  ['city', 'Berlin', undefined],
  ['address.city', 'Berlin', undefined],
  ['address.state', 'BE', undefined],
  ['address.line_1', 'Hauptstr. 1', undefined],
  ['address.line_2', 'Hof', undefined],
  ['address.country', 'Germany', undefined],
  ['address.postal_code', '10827', undefined],
  ['metadata.plan', 'gold', undefined],
  ['metadata.a.b', 3, undefined],
  ['metadata.tags', ['x', 'y'], undefined],
  ['system_metadata.origin', 'till', undefined],
  ['summary.redemptions.total_redeemed', 7, 0],
  ['summary.redemptions.total_failed', 2, 0],
  ['summary.redemptions.total_succeeded', 5, 0],
  ['summary.redemptions.total_rolled_back', 7, 0],
  ['summary.redemptions.total_rollback_failed', 4, 0],
  ['summary.redemptions.total_rollback_succeeded', 3, 0],
  ['summary.redemptions.gift.redeemed_amount', 600, 0],
  ['summary.redemptions.gift.amount_to_go', 700, 0],
  ['summary.redemptions.loyalty_card.redeemed_points', 80, 0],
  ['summary.redemptions.loyalty_card.points_to_go', 90, 0],
  ['summary.orders.total_amount', 10_001, 0],
  ['summary.orders.total_count', 4, 0],
  ['summary.orders.average_amount', 2500, 0],
  ['summary.orders.last_order_amount', 1200, 0],
  ['summary.orders.last_order_date', EARLIER, null],
  ['loyalty.points', 90, 0],
  ['loyalty_points', 90, 0],
  ['loyalty_points.camp_1', 100, undefined],
  ['loyalty_points.Coffee Club', 100, undefined],
  ['loyalty_points.Tea.Club', 7, undefined],
  ['loyalty_tier.camp_1', ['ltr_2', 'Gold'], undefined],
  ['loyalty_tier.Coffee Club', ['ltr_2', 'Gold'], undefined]
]

t.test('customerValue, isCustomerField: every field a filter may ask for', async t => {
  const nobody = standing({ customer: givenCustomer({ name: null, email: null, sourceId: null }) })
  table(t, FIELDS, (t, field, known, unknown) => {
    t.ok(isCustomerField(field))
    t.strictSame(customerValue(field, full), known)
    t.strictSame(customerValue(field, nobody), unknown)
  })
})

t.test('isCustomerField: what is none has no value', async t => {
  for (const field of [
    '',
    'id',
    'Name',
    'metadata',
    'metadata.',
    'metadataX',
    'system_metadata',
    'address',
    'address.',
    'address.zip',
    'summary',
    'summary.orders',
    'summary.orders.total',
    'loyalty_points.',
    'loyalty_tier',
    'loyalty_tier.',
    'loyalty.referred_customers',
    'publications.created_at',
    'constructor',
    '__proto__.x',
    '.plan'
  ]) {
    t.equal(isCustomerField(field), false, field)
    t.equal(customerValue(field, full), undefined, field)
  }
})

t.test('customerValue: what every object has was never said', async t => {
  t.equal(customerValue('metadata.constructor', full), undefined)
  t.equal(customerValue('system_metadata.__proto__', full), undefined)
})

t.test('customerValue: programs', async t => {
  const campaign = givenCampaign()
  const tiers = givenTiers()
  const none = { tiers, card: null }
  const inNone = { tiers, membership: givenMembership({ tierId: null }) }
  const gone = { tiers, membership: givenMembership({ tierId: 'ltr_9' }) }
  // What the program is, points, tier.
  const rows: [
    string,
    Partial<Standing['programs'][number]>,
    FactValue | undefined,
    FactValue | undefined
  ][] = [
    ['a member without tiers', {}, 100, undefined],
    ['a member in none of the tiers', inNone, 100, undefined],
    ['a member whose tiers were not asked yet', { tiers }, 100, undefined],
    ['a member in a tier that is no more', gone, 100, undefined],
    ['no member', none, undefined, undefined]
  ]
  table(t, rows, (t, _, over, points, tier) => {
    const known = standing({ programs: [givenProgram({ campaign, ...over })] })
    t.strictSame(customerValue('loyalty_points.Coffee Club', known), points)
    t.strictSame(customerValue('loyalty_tier.Coffee Club', known), tier)
  })
  t.test('an id comes before a name, and a name is exact', async t => {
    const named = givenProgram({ campaign: givenCampaign({ id: 'camp_2', name: 'camp_1' }) })
    const voucher = givenCard({ card: givenBalance({ points: 5, balance: 5 }) })
    const other = givenProgram({ card: { voucher, lots: [] } })
    const both = standing({ programs: [named, other] })
    t.equal(customerValue('loyalty_points.camp_1', both), 5)
    t.equal(customerValue('loyalty_points.camp_2', both), 100)
    t.equal(customerValue('loyalty_points.coffee club', both), undefined)
  })
})

t.test('customerValue: what the decision adds is counted in', async t => {
  const gained = {
    redemptionsSucceeded: 1,
    redemptionsFailed: 1,
    giftRedeemedAmount: 10,
    giftBalance: -10,
    cardRedeemedPoints: 20,
    cardBalance: -20,
    ordersCount: 1,
    ordersAmount: 999
  }
  const lastOrder = { amount: 999, date: NOW }
  const rows: [string, number | string][] = [
    ['summary.redemptions.total_redeemed', 9],
    ['summary.redemptions.total_failed', 3],
    ['summary.redemptions.total_succeeded', 6],
    ['summary.redemptions.total_rolled_back', 7],
    ['summary.redemptions.gift.redeemed_amount', 610],
    ['summary.redemptions.gift.amount_to_go', 690],
    ['summary.redemptions.loyalty_card.redeemed_points', 100],
    ['summary.redemptions.loyalty_card.points_to_go', 70],
    ['summary.orders.total_amount', 11_000],
    ['summary.orders.total_count', 5],
    ['summary.orders.average_amount', 2200],
    ['summary.orders.last_order_amount', 999],
    ['summary.orders.last_order_date', NOW],
    ['loyalty.points', 70],
    ['loyalty_points', 70]
  ]
  table(t, rows, (t, field, value) => {
    t.equal(customerValue(field, { ...full, gained, lastOrder }), value)
  })
})

t.test('customerValue: the last order is the one of the latest date, as it is stored', async t => {
  const LATER = '2026-03-02T10:00:00.000Z'
  const paid = { amount: 999, date: NOW }
  const previous = { amount: 700, date: EARLIER }
  const stored = (lastOrderDate: string | null) =>
    givenTotals({ lastOrderAmount: lastOrderDate === null ? 0 : 1200, lastOrderDate })
  // What is stored, what the decision adds, what that makes.
  // biome-ignore format: a table
  const rows: [string, Standing['totals'], Standing['lastOrder'], readonly FactValue[]][] = [
    ['none at all', null, null, [0, null]],
    ['the first, of a new customer', null, paid, [999, NOW]],
    ['the first', stored(null), paid, [999, NOW]],
    ['nothing new', stored(EARLIER), null, [1200, EARLIER]],
    ['a later one', stored(EARLIER), paid, [999, NOW]],
    ['one of the same moment', stored(NOW), paid, [999, NOW]],
    ['an earlier one', stored(LATER), paid, [1200, LATER]],
    ['the one before, when the last is paid no longer', stored(NOW), { gone: NOW, previous },
      [700, EARLIER]],
    ['none, when there is none before', stored(NOW), { gone: NOW, previous: null }, [0, null]],
    ['another is paid no longer', stored(LATER), { gone: NOW, previous }, [1200, LATER]],
    ['of nothing stored nothing goes', null, { gone: NOW, previous }, [0, null]]
  ]
  table(t, rows, (t, _, totals, lastOrder, expected) => {
    const known = standing({ totals, lastOrder })
    const fields = ['summary.orders.last_order_amount', 'summary.orders.last_order_date']
    t.strictSame(
      fields.map(field => customerValue(field, known)),
      expected
    )
  })
})

t.test('averageOf: half up, exact up to the largest safe sum', async t => {
  // sum, count, average
  const rows = [
    [0, 0, 0],
    [0, 3, 0],
    [10, 4, 3],
    [9, 4, 2],
    [10, 3, 3],
    [11, 3, 4],
    [1, 2, 1],
    [Number.MAX_SAFE_INTEGER, 2, 4_503_599_627_370_496],
    [Number.MAX_SAFE_INTEGER, 1, Number.MAX_SAFE_INTEGER]
  ] as const
  for (const [sum, count, average] of rows) {
    t.equal(averageOf(sum, count), average, `${sum} / ${count}`)
  }
})

t.test('programsNamed: each program once, as it is called', async t => {
  const is = { $is: [1] }
  const filter: Filter = {
    junction: 'and',
    fields: {
      name: is,
      'metadata.loyalty_tier.X': is,
      loyalty_points: is,
      'loyalty_points.camp_1': is,
      'loyalty_points.Tea.Club': is,
      'loyalty_tier.camp_1': is,
      'loyalty_tier.Other': is
    }
  }
  t.strictSame(programsNamed(filter), ['camp_1', 'Tea.Club', 'Other'])
  t.strictSame(programsNamed({ junction: 'or', fields: { email: is } }), [])
})

t.test('selects: by the filter, at the moment and in the zone of the occasion', async t => {
  const occasion = givenOccasion()
  const at = (now: string) => givenOccasion({ now })
  const filter = (fields: Filter['fields']): Filter => ({ junction: 'and', fields })
  const gold = filter({ 'loyalty_tier.Coffee Club': { $is: ['Gold'] } })
  const byId = filter({ 'loyalty_tier.Coffee Club': { $is: ['ltr_2'] } })
  const other = filter({ 'loyalty_tier.Coffee Club': { $is_not: ['Gold'] } })
  const recent = filter({ created_at: { $less_than_ago: [60] } })
  // EARLIER is 1 January; 60 days later it is 2 March, at midnight in Berlin.
  const rows: [string, Filter | null, boolean, ReturnType<typeof givenOccasion>][] = [
    ['what has none selects nobody', null, false, occasion],
    ['a tier by its name', gold, true, occasion],
    ['a tier by its id', byId, true, occasion],
    ['another tier', other, false, occasion],
    ['the days before', recent, true, at('2026-03-01T22:59:59.999Z')],
    ['no longer', recent, false, at('2026-03-01T23:00:00.000Z')]
  ]
  table(t, rows, (t, _, filter, selected, occasion) => {
    t.equal(selects(givenSegment({ filter }), full, occasion), selected)
  })
})

t.test('mayHaveBeen: by the figures of a moment, and what they may have passed', async t => {
  const filter = (field: string, operator: string, operand: FactValue): Filter => ({
    junction: 'and',
    fields: { [field]: { [operator]: [operand] } }
  })
  const average = filter('summary.orders.average_amount', '$is', 500)
  const last = filter('summary.orders.last_order_amount', '$more_than', 700)
  const tier = (name: string, of = 'Coffee Club') => filter(`loyalty_tier.${of}`, '$is', name)
  const known = (over: Partial<Passing> = {}): Passing => {
    const orders = { amount: 1000, count: 2 }
    const then = { orders, isInstant: false, lastAmount: 600, tierPoints: () => 100 }
    return { standing: full, ...then, ...over }
  }
  const rows: [string, Filter | null, Passing, boolean][] = [
    ['without a filter', null, known(), true],
    ['an average then', average, known(), true],
    ['another then', average, known({ orders: { amount: 998, count: 2 } }), false],
    [
      'a sum that may have been less',
      filter('summary.orders.total_amount', '$is', 1),
      known(),
      true
    ],
    [
      'and was not',
      filter('summary.orders.total_amount', '$is', 1),
      known({ isInstant: true }),
      false
    ],
    ['a count', filter('summary.orders.total_count', '$is', 2), known({ isInstant: true }), true],
    ['the last order then', last, known(), false],
    ['one that nobody knows', last, known({ lastAmount: null }), true],
    ['a tier that was passed', tier('Silver'), known(), true],
    ['a tier that was not', tier('Gold'), known({ tierPoints: () => 99 }), false],
    ['points that nobody knows', tier('Gold'), known({ tierPoints: () => null }), true],
    ['a program that is none', tier('Gold', 'Tea'), known(), true],
    ['a name, which may have been another', filter('name', '$is', 'Bea'), known(), true],
    ['points', filter('loyalty_points.Coffee Club', '$more_than', 100_000), known(), false],
    [
      'no card',
      filter('loyalty_points.Coffee Club', '$is', 1),
      known({ standing: standing() }),
      false
    ],
    [
      'orders',
      filter('summary.orders.total_count', '$is', 0),
      known({ standing: standing() }),
      true
    ]
  ]
  table(t, rows, (t, _, filter, passing, expected) => {
    t.equal(mayHaveBeen(givenSegment({ filter }), passing, givenOccasion()), expected)
  })
})
