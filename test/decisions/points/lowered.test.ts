/**
 * What a paid order keeps of its points when less of it remains, and what it gets when it is paid
 * again.
 */
import t from 'tap'
import { saveOrder } from '../../../src/decisions/orders/orders.ts'
import { returnPoints, takeBackOrder } from '../../../src/decisions/points/cancellation.ts'
import { type ProgramFacts, pointsStill } from '../../../src/decisions/points/earning.ts'
import { changesOf, OpenStanding, Steps } from '../../../src/decisions/standing/open.ts'
import type {
  EarnedTerms,
  KnownFact,
  LedgerEntry,
  PendingPoints,
  Shortfall
} from '../../../src/model.ts'
import type { Conditions } from '../../../src/rules/conditions.ts'
import type { RuleEntry } from '../../../src/rules/validation.ts'
import { decided, outline } from '../../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCard,
  givenCustomer,
  givenEntry,
  givenLot,
  givenOccasion,
  givenTotals,
  NOW
} from '../../support/given.ts'
import { givenOrderCommand } from '../../support/given-commands.ts'
import { givenOrder, givenOrderItem } from '../../support/given-goods.ts'
import { givenPending } from '../../support/given-records.ts'
import { givenFixedRule, givenSegment } from '../../support/given-rules.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'
import { opened } from '../../support/standings.ts'
import { table } from '../../support/table.ts'
import { standingWith } from '../../support/undone.ts'

const MAX = Number.MAX_SAFE_INTEGER
const SHARE = {
  type: 'PROPORTIONAL',
  calculation: 'ORDER_AMOUNT',
  every: 100,
  points: 1,
  property: null,
  targets: null
} as const
const UNITS = {
  ...SHARE,
  calculation: 'ORDER_ITEMS_QUANTITY',
  every: 1,
  points: MAX,
  targets: [{ object: 'product', id: 'prod_1' }]
} as const

/** 25 points for the 25.00 that the order came to. */
const terms = (over: Partial<EarnedTerms> = {}): EarnedTerms => ({
  campaignId: 'camp_1',
  ruleId: 'ern_1',
  points: 25,
  earning: SHARE,
  ...over
})

const ALL = { excluded: [], included: [], includedAll: true }
const bound = (entry: RuleEntry, ...known: KnownFact[]): Partial<EarnedTerms> => ({
  bound: { rules: { 1: entry }, applicableTo: ALL, known }
})
const twice = { mapped: { type: 'MULTIPLY', multiplier: 2 } } as const
const two = [givenOrderItem({ quantity: 2 })]
const AT = { now: NOW, zone: 'Europe/Berlin' }
const least = (amount: number) =>
  bound({ name: 'order.amount', conditions: { $more_than_or_equal: [amount] } })
const CITY = { name: 'customer.metadata', property: 'city' }
const from = (value: string | null, conditions: Conditions) =>
  bound({ ...CITY, conditions }, { ...CITY, value })

//                                            terms that it keeps           points for 10.00
const stills: [string, Partial<EarnedTerms>, number][] = [
  ['as the rule says', {}, 10],
  ['as the tier of then made of it', twice, 20],
  ['where what remains is enough', least(1000), 10],
  ['where it is not', least(1001), 0],
  ['by what was said of the customer then', from('Bonn', { $is: ['Bonn'] }), 10],
  ['which was something else', from('Bonn', { $is: ['Kiel'] }), 0],
  ['which was nothing', from(null, { $is_not: ['Kiel'] }), 0],
  ['other goods, beyond counting', { earning: UNITS }, MAX],
  ['by the tier beyond counting', { mapped: { type: 'MULTIPLY', multiplier: MAX } }, MAX]
]

t.test('pointsStill: what a rule would have given for what remains', async t => {
  const remaining = givenOrder({ amount: 1000, items: two })
  table(t, stills, (t, _, over, points) => {
    t.equal(pointsStill(terms(over), remaining, AT), points)
  })
})

interface Case {
  readonly pending?: readonly PendingPoints[]
  readonly entries?: readonly LedgerEntry[]
  readonly earned: readonly EarnedTerms[]
}

const came = (points: number, ruleId: string, cause: object = {}): LedgerEntry =>
  givenEntry({
    type: 'POINTS_ACCRUAL',
    amount: points,
    lots: [{ id: 'lopb_1', amount: points }],
    cause: { orderId: 'ord_1', earningRuleId: ruleId, eventId: 'evcus_1', ...cause }
  })

const card = {
  voucher: givenCard({ card: givenBalance({ points: 130, balance: 130, pendingPoints: 25 }) }),
  lots: [givenLot({ amount: 130, remaining: 130 })]
}

/** Of an order of 25.00 to the club, 10.00 remain. */
function lowered(known: OpenStanding, { pending = [], entries = [], earned }: Case) {
  const order = givenOrder({ earnedAt: EARLIER, earned: { terms: earned, takenBack: [] } })
  const remaining = { ...order, amount: 1000, items: two }
  const about = { counted: null, reason: 'Order lowered' }
  const told = { order, remaining, ...about, entries, pending, bonuses: [] }
  const after = takeBackOrder(known.stopEarning(), told)
  return { changes: outline(changesOf(after.known.standing)), takenBack: after.takenBack }
}

const taken = (points: number, ruleId = 'ern_1') => ({
  ...{ voucherId: 'v_1', ruleId, lotId: 'lopb_1', points }
})
const moved = (points: number) => [`v_1 -${points}`, 'voucher.loyalty_card.points_canceled']
const less = (points: number) => `totals cardBalance-${points}`
const LOWERED = [
  'pendingPoints.adjusted',
  'v_1 waits 10',
  'voucher.loyalty_card.pending_points.updated'
]
const CLOSED = ['lopp_1 CANCELED', 'v_1 waits 0', 'voucher.loyalty_card.pending_points.canceled']
const waits = [givenPending()]
const both = [came(25, 'ern_1'), came(5, 'ern_2')]
const later = [givenPending({ earningRuleId: 'ern_2' })]
const more = { ...UNITS, points: 5 } as const
const other = terms({ ruleId: 'ern_2', points: 0, earning: { type: 'FIXED', points: 5 } })

//                                    what it earned, and of what            changes   taken back
// biome-ignore format: a table
const lowerings: [string, Case, readonly string[], readonly object[]][] = [
  ['points that wait become fewer', { pending: waits, earned: [terms()] }, LOWERED, []],
  ['points that came are taken', { entries: [came(25, 'ern_1')], earned: [terms()] },
    [...moved(15), less(15)], [taken(15)]],
  ['a rule that did not give when it was paid again keeps nothing',
    { entries: both, earned: [terms(), other] },
    [...moved(20), less(20)], [taken(15), taken(5, 'ern_2')]],
  ['points that wait go before those that came',
    { pending: waits, entries: [came(25, 'ern_1')], earned: [terms()] },
    [...CLOSED, ...moved(15), less(15)], [taken(15)]],
  ['and what other goods give more stays of those that came',
    { pending: later, entries: [came(25, 'ern_1'), came(5, 'ern_3')],
      earned: [terms({ ruleId: 'ern_2' }), terms(), terms({ ruleId: 'ern_3', points: 5, earning: more })] },
    [...LOWERED, ...moved(10), less(10)], [taken(10)]],
  ['what other goods give beyond counting stays',
    { entries: both, earned: [terms({ earning: UNITS }), other] }, [], []]
]

t.test('takeBackOrder: points for what does not remain', async t => {
  table(t, lowerings, (t, _, given, changes, takenBack) => {
    const known = opened(standingWith(givenProgram({ card, rules: [] })), givenOccasion())
    t.strictSame(lowered(known, given), { changes, takenBack })
  })
})

t.test('takeBackOrder: points of a segment go unless others keep it', async t => {
  const program = givenProgram({ card, rules: [] })
  const followed = { event: 'customer.segment.entered', subjectId: 'seg_rich', gone: {} }
  const entries = [came(25, 'ern_1'), came(5, 'ern_2', { followed })]
  const totals = givenTotals({ cardBalance: 130 })
  //  the least points of the segment, and what goes
  const rows = [
    [111, ['segment.left seg_rich', 'segment.left'], 5],
    [110, [], 0]
  ] as const
  for (const [points, left, more] of rows) {
    const filter = {
      junction: 'and',
      fields: { 'loyalty.points': { $more_than_equal: [points] } }
    } as const
    const rich = givenSegment({ id: 'seg_rich', type: 'auto-update', filter })
    const standing = { ...standingWith(program), segments: ['seg_rich'], totals }
    const facts = givenStanding({ ...standing, filterSegments: [rich] })
    const known = new OpenStanding(standing, new Steps(facts, givenOccasion()))
    const after = lowered(known, { entries, earned: [terms()] })
    const bonus = more === 0 ? [] : [...moved(more), 'ledgerEntry.takenBack']
    t.strictSame(after, {
      changes: [...moved(15), ...bonus, ...left, less(15 + more)],
      takenBack: [taken(15), ...(more === 0 ? [] : [{ ...taken(more, 'ern_2'), entryId: 'vtx_1' }])]
    })
  }
})

const lacking = (points: number): Shortfall => ({
  ...{ voucherId: 'v_1', subjectId: 'ord_1', lotId: 'lopb_1', from: null, kind: 'EARNED', points },
  cause: { orderId: 'ord_1', reason: 'Order lowered' },
  createdAt: EARLIER,
  voucherVersion: 1
})

//                                 lacks and the rules give      comes, and is lacked then
const again: [string, number, readonly number[], readonly string[]][] = [
  ['all that is missing of it', 25, [25], ['v_1 lacks 0']],
  ['less than is missing', 30, [25], ['v_1 lacks 5']],
  ['more than is missing', 20, [25], ['v_1 +5', 'v_1 lacks 0']],
  ['one rule in full, and part of the next', 30, [25, 10], ['v_1 +5', 'v_1 lacks 0']]
]

t.test('saveOrder: an order that is paid again pays for what is missing of it', async t => {
  const lots = [givenLot({ amount: 100, remaining: 0, canceled: 100 })]
  table(t, again, (t, _, missing, points, expected) => {
    const rules = points.map((each, index) => givenFixedRule(each, { id: `ern_${index}` }))
    const short = { voucher: givenCard(), lots, shortfalls: [lacking(missing)] }
    const programs: ProgramFacts[] = [givenProgram({ card: short, rules })]
    const facts = {
      ...givenStanding({ programs }),
      ...{ stored: givenOrder({ amount: 2500 }), customer: givenCustomer() },
      ...{ customerDeleted: false, customerSchema: null, referrer: null, previousOrder: null },
      inventory: { products: new Map(), skus: new Map() },
      schemas: { order: null, orderItem: null },
      earned: { entries: [], pending: [] }
    }
    const command = { ...givenOrderCommand(), id: 'ord_1', status: 'PAID' } as const
    const { changes } = decided(saveOrder(facts, command, givenOccasion()))
    t.strictSame(
      outline(changes).filter(line => line.startsWith('v_1')),
      expected
    )
  })
})

t.test('returnPoints: of points that all went back before, one use fewer is left', async t => {
  const used = { ...card, voucher: { ...card.voucher, redeemedQuantity: 1 } }
  const known = opened(standingWith(givenProgram({ card: used })), givenOccasion())
  const entry = givenEntry({ type: 'POINTS_REDEMPTION', amount: 0, lots: [] })
  const back = returnPoints(known, { card: used, entry, brought: [] })
  const { id: voucherId, version, card: balance } = card.voucher
  t.strictSame(changesOf(back.known.standing), [
    {
      kind: 'card.waited',
      card: { voucherId, version, balance, redeemedQuantity: 0, updatedAt: NOW }
    }
  ])
  t.strictSame(back.landed, [])
})
