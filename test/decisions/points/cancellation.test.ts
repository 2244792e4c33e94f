import t from 'tap'
import type { Change, Occasion } from '../../../src/decisions/changes.ts'
import { saveOrder } from '../../../src/decisions/orders/orders.ts'
import { activatePoints } from '../../../src/decisions/points/adjustments.ts'
import {
  type EarnedBefore,
  giveBackTo,
  makeUp,
  matchShortfalls,
  returnPoints,
  takeBackOrder,
  takeBackRedemption
} from '../../../src/decisions/points/cancellation.ts'
import type { ProgramFacts } from '../../../src/decisions/points/earning.ts'
import { cardOf, nextExpiration, type Purse, sumOf } from '../../../src/decisions/points/lots.ts'
import { changesOf } from '../../../src/decisions/standing/open.ts'
import type { Standing } from '../../../src/decisions/standing/standing.ts'
import type {
  Day,
  Instant,
  LedgerEntry,
  LoggedEvent,
  Lot,
  Order,
  Shortfall
} from '../../../src/model.ts'
import { decided, logged as loggedGiven, outline } from '../../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCard,
  givenCustomer,
  givenEntry,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import { givenOrderCommand } from '../../support/given-commands.ts'
import { givenOrder } from '../../support/given-goods.ts'
import { givenPending } from '../../support/given-records.ts'
import {
  givenEarningRule,
  givenFixedRule,
  givenMonths,
  givenTier
} from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { opened, standingOf } from '../../support/standings.ts'
import { table } from '../../support/table.ts'
import { standingWith } from '../../support/undone.ts'
import { Book } from '../support/audited-voucher.ts'

const [WINTER, SPRING, SUMMER] = ['2026-02-28', '2026-04-30', '2026-07-31']
const order = givenOrder({ id: 'ord_1', earnedAt: EARLIER })
const WHOLE = { remaining: null, counted: null, reason: 'Order canceled' }
const NOTHING: EarnedBefore = { entries: [], pending: [] }

const lot = (
  n: number,
  remaining: number,
  expiresOn: Day | null = null,
  over: Partial<Lot> = {}
): Lot => givenLot({ id: `lopb_${n}`, amount: 100, remaining, expiresOn, ...over })

function purseOf(...lots: Lot[]): Purse {
  const balance = sumOf(lots)
  const figures = { points: 200, balance, redeemedPoints: 200 - balance, pendingPoints: 60 }
  return {
    voucher: givenCard({ card: givenBalance({ ...figures, ...nextExpiration(lots) }) }),
    lots
  }
}

const came = (points: number, n = 1, over: Partial<LedgerEntry> = {}): LedgerEntry =>
  givenEntry({
    type: 'POINTS_ACCRUAL',
    amount: points,
    lots: [{ id: `lopb_${n}`, amount: points }],
    cause: { orderId: 'ord_1', earningRuleId: 'ern_1', eventId: 'evcus_1' },
    ...over
  })

const gone = (points: number, n = 1): LedgerEntry =>
  came(-points, n, { type: 'POINTS_CANCELLATION' })

function takenBack(purse: Purse, earned: Partial<EarnedBefore>): Standing {
  const known = opened(standingWith(givenProgram({ card: purse })), givenOccasion())
  const lowered = { order, ...WHOLE, ...NOTHING, ...earned }
  return takeBackOrder(known.stopEarning(), lowered).known.standing
}

function logged(id: number, type: string, data: LoggedEvent['data']): Change {
  return loggedGiven(id, `customer.voucher.loyalty_card.${type}`, data, { entityId: 'v_1' })
}

const settled = (id: string): Change => ({
  kind: 'pendingPoints.closed',
  id,
  status: 'CANCELED',
  updatedAt: NOW
})

const canceled = (n: number, id: string, points: number): Change =>
  logged(n, 'pending_points.canceled', { pending_points_id: id, order_id: 'ord_1', points })

t.test('takeBackOrder: what waits is canceled and what came is taken, with its cause', async t => {
  const purse = purseOf(lot(1, 80))
  const before = cardOf(purse.voucher)
  const waits = givenPending({ id: 'lopp_2', points: 35 })
  const after = takenBack(purse, { entries: [came(30)], pending: [givenPending(), waits] })
  const card = (version: number, figures: object) => ({
    voucherId: 'v_1',
    version,
    balance: { ...before, ...figures },
    redeemedQuantity: 0,
    updatedAt: NOW
  })
  const figures = { pendingPoints: 0, balance: 50, subtractedPoints: 30 }
  t.strictSame(changesOf(after), [
    settled('lopp_1'),
    { kind: 'card.waited', card: card(1, { pendingPoints: 35 }) },
    canceled(1, 'lopp_1', 25),
    settled('lopp_2'),
    { kind: 'card.waited', card: card(2, { pendingPoints: 0 }) },
    canceled(2, 'lopp_2', 35),
    {
      kind: 'points.moved',
      card: card(3, figures),
      opened: [],
      stepped: [{ id: 'lopb_1', amount: 0, remaining: -30, canceled: 30, takenBack: 30 }],
      entry: givenEntry({
        id: 'vtx_000001',
        type: 'POINTS_CANCELLATION',
        amount: -30,
        lots: [{ id: 'lopb_1', amount: -30 }],
        voucherVersion: 4,
        balanceAfter: 50,
        cause: { orderId: 'ord_1', reason: 'Order canceled' },
        createdAt: NOW
      })
    },
    logged(3, 'points_canceled', { order_id: 'ord_1', points: 30 }),
    {
      kind: 'customerTotals.counted',
      customerId: 'cust_1',
      step: { cardBalance: -30 },
      lastOrder: null
    }
  ])
  const voucher = { ...purse.voucher, card: { ...before, ...figures }, updatedAt: NOW, version: 4 }
  const lots = [lot(1, 50, null, { canceled: 30, takenBack: 30 })]
  t.strictSame(after.programs[0]?.card, { voucher, lots })
})

type Taken = [id: string, amount: number][]

//                            lots as they are     what the order brought    taken    missing then
// biome-ignore format: a table
const amounts: [string, Lot[], LedgerEntry[], Taken, number][] = [
  ['nothing brought, nothing taken', [lot(1, 100)], [], [], 0],
  ['all of it', [lot(1, 100)], [came(30)], [['lopb_1', -30]], 0],
  ['one point, which is a point', [lot(1, 100)], [came(1)], [['lopb_1', -1]], 0],
  ['by several rules, each from where it went', [lot(1, 100, SPRING), lot(2, 100)],
    [came(10), came(20, 2), came(5, 2)], [['lopb_1', -10], ['lopb_2', -25]], 0],
  ['spent points from others, those that expire soonest first',
    [lot(1, 10), lot(2, 100, SUMMER), lot(3, 15, SPRING)], [came(30)],
    [['lopb_1', -10], ['lopb_3', -15], ['lopb_2', -5]], 0],
  ['as far as any are there: a card never owes', [lot(1, 10)], [came(30)], [['lopb_1', -10]], 20],
  ['nothing where nothing is left', [lot(1, 0)], [came(30)], [], 30]
]

t.test('takeBackOrder: what it earned, as far as it is there', async t => {
  table(t, amounts, (t, _, lots, entries, taken, missing) => {
    const { changes, gained } = takenBack(purseOf(...lots), { entries })
    const moved = changes.flatMap(change => (change.kind === 'points.moved' ? change.entry : []))
    const points = taken.reduce((sum, [, amount]) => sum + amount, 0)
    t.strictSame(
      moved.flatMap(entry => entry.lots.map(({ id, amount }) => [id, amount])),
      taken
    )
    const others = taken.filter(([id]) => id !== 'lopb_1' && missing === 0 && points === -30)
    t.strictSame(
      outline(changes).filter(line => !line.includes('gives')),
      [
        ...(points === 0 ? [] : [`v_1 ${points}`, 'voucher.loyalty_card.points_canceled']),
        ...(points === 0 && missing > 0 ? ['lots.accounted'] : []),
        ...(missing === 0 ? [] : [`v_1 lacks ${missing}`])
      ]
    )
    t.equal(
      others.length,
      outline(changes).length - outline(changes).filter(line => !line.includes('gives')).length
    )
    t.strictSame(gained, points === 0 ? {} : { cardBalance: points })
  })
})

const lacking = (points: number, over: Partial<Shortfall> = {}): Shortfall => ({
  voucherId: 'v_1',
  subjectId: 'ord_1',
  lotId: 'lopb_1',
  from: null,
  kind: 'EARNED',
  points,
  cause: { orderId: 'ord_1', reason: 'Order canceled' },
  createdAt: NOW,
  voucherVersion: 1,
  ...over
})

const SPENT = { createdAt: NOW, voucherVersion: 1 }

t.test('takeBackOrder: what is missing is noted with its card', async t => {
  const first = takenBack(purseOf(lot(1, 10)), { entries: [came(30)] })
  t.match(first.changes.at(-1), {
    kind: 'shortfall.saved',
    shortfall: lacking(20),
    // The movement wrote the card before; this writes it again as it is by then.
    card: { voucherId: 'v_1', version: 2, balance: { balance: 0, subtractedPoints: 10 } }
  })
  t.equal(first.programs[0]?.card?.voucher.version, 3)
})

t.test('takeBackOrder: what was taken back is not taken back again', async t => {
  const known = opened(standingWith(givenProgram({ card: purseOf(lot(1, 99)) })), givenOccasion())
  const canceled = { order: { ...order, takenBackAt: NOW }, ...WHOLE }
  const taken = { ...canceled, ...NOTHING, entries: [came(30)] }
  const quiet = known.stopEarning()
  t.strictSame(takeBackOrder(quiet, taken).known.standing.changes, [])
})

const FEBRUARY = { createdAt: '2026-02-28T22:59:59.999Z' }
const MARCH = { createdAt: '2026-02-28T23:00:00.000Z' }

//                     came, and was taken          on the card   counted before March after that
const spared: [string, readonly LedgerEntry[], number, number | null][] = [
  ['all before it', [came(60, 1, FEBRUARY)], 90, 440],
  ['all during it', [came(60, 1, MARCH)], 90, null],
  ['some before, some during it', [came(40, 1, FEBRUARY), came(20, 1, MARCH)], 90, 460],
  ['before it, as far as they are there', [came(60, 1, FEBRUARY)], 25, 475],
  [
    'what came before it first, and what is missing counts no more',
    [came(40, 1, FEBRUARY), came(20, 1, MARCH)],
    30,
    490
  ],
  ['before it, on another card', [came(60, 1, { ...FEBRUARY, voucherId: 'v_2' })], 90, null]
]

t.test('takeBackOrder: the period that tiers count loses what came in during it', async t => {
  const membership = givenMembership({ periodStartsOn: '2026-03-01', pointsBefore: 500 })
  const after = (entries: readonly LedgerEntry[], points: number, counting = membership) => {
    const program = givenProgram({ card: purseOf(lot(1, points)), membership: counting })
    const earned = { ...NOTHING, entries }
    const known = opened(standingWith(program), givenOccasion())
    const lowered = { order, ...WHOLE, ...earned }
    return takeBackOrder(known.stopEarning(), lowered).known.standing
  }
  const saves = ({ changes }: Standing) =>
    changes.flatMap(change => (change.kind === 'tierMembership.saved' ? [change.membership] : []))
  table(t, spared, (t, _, entries, points, pointsBefore) => {
    const standing = after(entries, points)
    const saved = { ...membership, pointsBefore, updatedAt: NOW }
    t.strictSame(
      saves(standing).slice(-1),
      pointsBefore === null ? [] : [{ ...saved, version: 1 + saves(standing).length }]
    )
    t.strictSame(
      standing.programs.map(program => program.membership?.pointsBefore),
      [pointsBefore ?? 500]
    )
  })
  const byBalance = after([came(60, 1, FEBRUARY)], 90, givenMembership())
  t.strictSame(saves(byBalance), [], 'where the balance counts there is no period')
})

//                           brought so far                       counted before March after that
const madeUp: [string, readonly LedgerEntry[], number][] = [
  ['before it', [came(60, 1, FEBRUARY)], 475],
  ['before it, and most was taken then', [came(60, 1, FEBRUARY), gone(40)], 480],
  ['during it, of which it did not count', [came(60, 1, MARCH)], 475],
  ['before it, by another order', [came(60, 1, { ...FEBRUARY, cause: { orderId: 'ord_2' } })], 475]
]

t.test('makeUp: points that are made up for are of the period they came in', async t => {
  const membership = givenMembership({ periodStartsOn: '2026-03-01', pointsBefore: 500 })
  const of = { ...purseOf(lot(1, 90)), shortfalls: [lacking(30, { lotId: 'lopb_2' })] }
  const card = { ...of, lots: [...of.lots, lot(2, 0, null, { canceled: 30 })] }
  const standing = standingWith(givenProgram({ card, membership }))
  const landed = [{ id: 'lopb_1', amount: 25 }]
  table(t, madeUp, (t, _, brought, pointsBefore) => {
    const back = { card, landed, spent: SPENT, brought }
    const known = opened(standing, givenOccasion())
    const after = makeUp(known, back).standing
    t.match(after.programs, [{ membership: { pointsBefore } }])
    t.equal(after.programs[0]?.card?.voucher.card?.balance, 65)
  })
})

t.test('returnPoints: what comes back goes on to whom a lot stands in for, one by one', async t => {
  const given = (lotId: string, from: string, points: number) => lacking(points, { lotId, from })
  // The third stands in for the second, the second and the fourth for the first.
  const shortfalls = [
    given('lopb_1', 'lopb_2', 30),
    given('lopb_1', 'lopb_4', 10),
    given('lopb_2', 'lopb_3', 20)
  ]
  const lots = [
    lot(1, 0, WINTER, { canceled: 40 }),
    lot(2, 0, SPRING, { canceled: 20 }),
    lot(3, 70, SUMMER),
    lot(4, 80)
  ]
  const card = { ...purseOf(...lots), shortfalls }
  const entry = givenEntry({ type: 'POINTS_REDEMPTION', lots: [{ id: 'lopb_1', amount: -50 }] })
  const known = opened(standingWith(givenProgram({ card })), givenOccasion())
  const back = returnPoints(known, { card, entry, brought: [] })
  const after = back.known.standing.programs[0]?.card
  t.strictSame(
    after?.lots.map(({ id, remaining, takenBack }) => [id, remaining, takenBack]),
    [
      ['lopb_1', 10, 40],
      ['lopb_2', 10, 20],
      ['lopb_3', 90, 0],
      ['lopb_4', 90, 0]
    ]
  )
  t.strictSame(after?.shortfalls, [])
})

const over = (lapsed: number, canceled = 0, takenBack = 0) => ({ lapsed, canceled, takenBack })

//                        lots of 100 each, and what lapsed of them             it brought      owed
// biome-ignore format: a table
const lapses: [string, Lot[], LedgerEntry[], number][] = [
  ['nothing has lapsed', [lot(1, 0, SPRING), lot(2, 99)], [came(30)], 30],
  ['all of it has', [lot(1, 0, WINTER, over(100)), lot(2, 99)], [came(30)], 0],
  ['and is not booked yet', [lot(1, 100, WINTER), lot(2, 99)], [came(30)], 0],
  ['what was spent has not', [lot(1, 0, WINTER, over(60)), lot(2, 99)], [came(100)], 40],
  ['also where the rest is not booked', [lot(1, 60, WINTER), lot(2, 99)], [came(100)], 40],
  ['part of it is booked', [lot(1, 10, WINTER, over(50)), lot(2, 99)], [came(100)], 40],
  ['others brought what was spent', [lot(1, 0, WINTER, over(60)), lot(2, 99)], [came(60)], 0],
  ['an order that was canceled before brought what lapsed',
    [lot(1, 0, WINTER, over(60, 60)), lot(2, 99)], [came(40)], 40],
  ['or was to give back what was spent', [lot(1, 0, WINTER, over(20, 40, 20)), lot(2, 99)],
    [came(50)], 50],
  ['of two lots one', [lot(1, 0, WINTER, over(100)), lot(2, 99)], [came(30), came(20, 2)], 20]
]

t.test('takeBackOrder: of what came in and is canceled, what lapsed is lost to nobody twice', t => {
  table(t, lapses, (t, _, lots, entries, owed) => {
    const { gained } = takenBack(purseOf(...lots), { entries })
    t.strictSame(gained, owed === 0 ? {} : { cardBalance: -owed })
  })
  t.end()
})

t.test('takeBackRedemption: what its reward gave, in its own name', async t => {
  const cardless = givenProgram({ card: null, membership: null })
  const standing = standingWith(cardless, givenProgram({ card: purseOf(lot(1, 10)) }))
  const redemption = { id: 'r_1' }
  const entries = [came(30, 1, { type: 'POINTS_ADDITION', cause: { redemptionId: 'r_1' } })]
  const known = opened(standing, givenOccasion())
  const after = takeBackRedemption(known, { redemption, entries }).standing
  const cause = { redemptionId: 'r_1', reason: 'Redemption rolled back' }
  t.match(after.changes, [
    { entry: { amount: -10, cause } },
    { event: { data: { redemption_id: 'r_1', points: 10 } } },
    { kind: 'shortfall.saved', shortfall: { subjectId: 'r_1', points: 20, cause } }
  ])
})

t.test('takeBackOrder: what waited and came in the same decision is taken as points', async t => {
  const month = givenMonths(1)
  const came = givenPending({ id: 'lopp_2', points: 20, activatesOn: '2026-03-01' })
  const over = givenPending({
    id: 'lopp_3',
    points: 5,
    activatesOn: '2026-01-15',
    expirationRules: month
  })
  const waits = givenPending({ id: 'lopp_4', points: 35, activatesOn: '2026-03-02' })
  const program = givenProgram({ rules: [], card: purseOf(lot(1, 80)), due: [over, came, waits] })
  const facts = givenStanding({ programs: [program] })
  const occasion = givenOccasion()
  const before = standingOf(facts, givenCustomer(), occasion)
  if ('refusal' in before) throw new Error(before.refusal.details)
  const earned = { ...NOTHING, pending: [came, over, waits] }
  const known = opened(before, occasion).stopEarning()
  const back = takeBackOrder(known, { order, ...WHOLE, ...earned })
  const after = back.known.standing
  t.strictSame(outline(after.changes.slice(before.changes.length)), [
    'lopp_4 CANCELED',
    'v_1 waits 0',
    'voucher.loyalty_card.pending_points.canceled',
    // 5 lapsed in between.
    'v_1 -20',
    'voucher.loyalty_card.points_canceled'
  ])
  t.match(after.programs[0]?.card?.voucher.card, {
    balance: 80,
    points: 225,
    expiredPoints: 5,
    pendingPoints: 0
  })
})

/** A customer with one card, and what is stored of it and of their orders. */
class Shop {
  readonly book = new Book(givenCard({ card: givenBalance() }))
  readonly orders = new Map<string, Order>()
  program: ProgramFacts
  mistake: string | null = null

  constructor(program: Partial<ProgramFacts>) {
    this.program = givenProgram(program)
  }

  /** What an order brought, as it is loaded with it. */
  earned(orderId: string): EarnedBefore {
    const types = ['POINTS_ACCRUAL', 'POINTS_CANCELLATION']
    return {
      entries: this.book.entries.filter(
        ({ type, cause }) => types.includes(type) && cause.orderId === orderId
      ),
      pending: [...this.book.waiting.values()].filter(pending => pending.orderId === orderId),
      bonuses: this.book.bonuses
    }
  }

  facts(card: Purse = this.book.purse()) {
    return givenStanding({ programs: [{ ...this.program, card }] })
  }

  send(id: string | undefined, status: Order['status'], occasion: Occasion): string {
    const stored = id === undefined ? null : (this.orders.get(id) ?? null)
    const facts = {
      ...this.facts(stored?.earned ? this.book.known() : this.book.purse()),
      stored,
      customer: givenCustomer(),
      customerDeleted: false,
      customerSchema: null,
      referrer: null,
      inventory: { products: new Map(), skus: new Map() },
      schemas: { order: null, orderItem: null },
      earned: id === undefined ? NOTHING : this.earned(id),
      previousOrder: null
    }
    const command = givenOrderCommand({ id, status, amount: 1000 })
    const { result, changes } = decided(saveOrder(facts, command, occasion))
    this.orders.set(result.id, result)
    this.write(changes)
    return result.id
  }

  write(changes: readonly Change[]): void {
    this.mistake ??= this.book.write(changes)
    for (const change of changes) {
      if (change.kind !== 'tierMembership.saved') continue
      this.program = { ...this.program, membership: change.membership }
    }
  }

  get balance(): number {
    return cardOf(this.book.voucher).balance
  }
}

t.test('buying and canceling over and over leaves no points behind', async t => {
  const rules = [givenEarningRule(), givenEarningRule({ id: 'ern_2', pendingDays: 3 })]
  const shop = new Shop({ rules })
  const occasion = givenOccasion()
  for (let n = 1; n <= 5; n++) {
    const id = shop.send(undefined, 'PAID', occasion)
    t.match(shop.book.voucher.card, { balance: 25, pendingPoints: 25, points: 25 * n })
    shop.send(id, 'CANCELED', occasion)
    t.match(shop.book.voucher.card, { balance: 0, pendingPoints: 0, subtractedPoints: 25 * n })
    shop.send(id, 'CANCELED', occasion)
    shop.send(id, 'PAID', occasion)
    t.match(shop.book.voucher.card, { balance: 0, points: 25 * n }, 'an order earns once')
  }
  t.equal(shop.mistake, null)
})

t.test('what came by waiting is taken back like what came at once', async t => {
  const shop = new Shop({ rules: [givenEarningRule({ pendingDays: 3 })] })
  const occasion = givenOccasion()
  const id = shop.send(undefined, 'PAID', occasion)
  const [pending] = shop.book.waiting.values()
  if (pending === undefined) throw new Error('nothing waits')
  const { campaign } = shop.program
  const facts = { ...shop.facts(), pending, purse: shop.book.purse(), campaign }
  shop.write(decided(activatePoints({ ...facts, customer: givenCustomer() }, occasion)).changes)
  t.equal(shop.balance, 25)
  shop.send(id, 'CANCELED', occasion)
  t.equal(shop.balance, 0)
  t.equal(shop.mistake, null)
})

t.test('what a tier brought because the order was paid goes back with it', async t => {
  const tier = givenTier({ pointsFrom: 25, pointsTo: null })
  const bonus = givenFixedRule(7, { id: 'ern_2', event: 'customer.loyalty.tier.joined' })
  const shop = new Shop({ tiers: [tier], rules: [givenEarningRule(), bonus] })
  const id = shop.send(undefined, 'PAID', givenOccasion())
  t.equal(shop.balance, 32)
  shop.send(id, 'CANCELED', givenOccasion())
  t.equal(shop.balance, 0)
  t.equal(shop.program.membership?.tierId, null, 'and the tier goes, too')
  shop.send(id, 'PAID', givenOccasion())
  t.equal(shop.balance, 0, 'an order that has earned before earns nothing, nor does what follows')
  t.equal(shop.mistake, null)
})

const missing = {
  voucherId: 'v_1',
  subjectId: 'ord_1',
  lotId: 'lopb_9',
  from: null,
  kind: 'EARNED',
  points: 50,
  cause: { orderId: 'ord_1' },
  createdAt: EARLIER,
  voucherVersion: 2
} as const

t.test('points that come back to lots that have become one pay as one lot', async t => {
  const lots = [
    givenLot({ id: 'lopb_1', amount: 60, remaining: 40 }),
    givenLot({ id: 'lopb_2', amount: 20, remaining: 0, mergedInto: 'lopb_1' })
  ]
  const purse = { voucher: givenCard(), lots, shortfalls: [missing] }
  //             landed                                           taken
  const rows = [
    [
      [
        { id: 'lopb_1', amount: 10 },
        { id: 'lopb_2', amount: 20 }
      ],
      30
    ],
    [
      [
        { id: 'lopb_1', amount: 35 },
        { id: 'lopb_2', amount: 20 }
      ],
      40
    ]
  ] as const
  for (const [landed, amount] of rows) {
    const found = matchShortfalls(purse, { landed, spent: givenEntry() }, givenOccasion())
    t.strictSame(found, [{ shortfall: missing, taken: [{ id: 'lopb_1', amount }] }])
  }
})

const LATEST = '2027-01-01T00:00:00.000Z'
type Place = readonly [version: number, instant: Instant]

//                          spent          missed          they were missed after that
const places: [string, Place, Place, boolean][] = [
  ['one after the other, at one instant', [2, NOW], [2, NOW], true],
  ['with something in between, at one instant', [2, NOW], [5, NOW], true],
  ['the other way round, at one instant', [3, NOW], [2, NOW], false],
  ['by a clock that goes ahead', [2, LATEST], [2, NOW], true],
  ['by a clock that is behind', [3, EARLIER], [2, NOW], false]
]

t.test('points pay only for what was missed after they were spent', async t => {
  const lots = [givenLot({ amount: 60, remaining: 60 })]
  const landed = [{ id: 'lopb_1', amount: 50 }]
  table(t, places, (t, _, [spentIn, spentAt], [missedIn, createdAt], pays) => {
    const shortfall = { ...missing, createdAt, voucherVersion: missedIn }
    const purse = { voucher: givenCard(), lots, shortfalls: [shortfall] }
    const spent = givenEntry({ createdAt: spentAt, voucherVersion: spentIn })
    const found = matchShortfalls(purse, { landed, spent }, givenOccasion())
    t.strictSame(found, pays ? [{ shortfall, taken: landed }] : [])
  })
})

//                            ord_2 was missed   ord_1 was missed   who comes first
const ages: [string, Place, Place, string][] = [
  ['at one instant', [2, NOW], [3, NOW], 'ord_2'],
  ['by a clock that is behind', [2, LATEST], [3, NOW], 'ord_2'],
  ['later', [3, NOW], [2, NOW], 'ord_1']
]

t.test('what was missed first is paid first, in the same lot and in another', async t => {
  table(t, ages, (t, _, second, first, paid) => {
    const noted = ([voucherVersion, createdAt]: Place, subjectId: string, lotId: string) => {
      return { ...missing, subjectId, lotId, voucherVersion, createdAt }
    }
    const both = (lotId: string) => [noted(first, 'ord_1', lotId), noted(second, 'ord_2', lotId)]
    const spent = givenEntry({ amount: -50, lots: [{ id: 'lopb_1', amount: -50 }] })
    const oldest = { ...spent, voucherVersion: 1 }
    const other = givenLot({ amount: 60, remaining: 60 })
    const lacking = { voucher: givenCard(), lots: [other], shortfalls: both('lopb_9') }
    const landed = [{ id: 'lopb_1', amount: 50 }]
    const found = matchShortfalls(lacking, { landed, spent: oldest }, givenOccasion())
    t.strictSame(
      found.map(({ shortfall }) => shortfall.subjectId),
      [paid]
    )
    const own = givenLot({ amount: 100, remaining: 0, canceled: 100 })
    const short = { voucher: givenCard(), lots: [own], shortfalls: both('lopb_1') }
    t.strictSame(
      giveBackTo(short, spent).owed.map(({ subjectId }) => subjectId),
      [paid]
    )
  })
})
