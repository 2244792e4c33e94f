import t from 'tap'
import type { Occasion, TotalsStep } from '../../../src/decisions/changes.ts'
import {
  type Addition,
  addPoints,
  amountOf,
  cardOf,
  changeTotals,
  everAdded,
  type LotLines,
  type Moved,
  nextExpiration,
  type Purse,
  type Removal,
  spendableLots,
  sumOf,
  sumTotals,
  takePoints,
  twinsIn
} from '../../../src/decisions/points/lots.ts'
import type { Day, EntryCause, LedgerEntry, Lot } from '../../../src/model.ts'
import { addDays } from '../../../src/rules/validity.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { logged } from '../../support/decided.ts'
import {
  givenBalance,
  givenCard,
  givenCoupon,
  givenEntry,
  givenGift,
  givenGiftVoucher,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import { table } from '../../support/table.ts'
import { givenBack, takenBack, type Undone } from '../../support/undone.ts'
import { Book } from '../support/audited-voucher.ts'

const TODAY = '2026-03-01'
const YESTERDAY = '2026-02-28'
const [SPRING, SUMMER] = ['2026-04-30', '2026-07-31']
const CAUSE: EntryCause = { reason: 'A test' }

/** A lot of so many points, called by its number. */
const lot = (n: number, remaining: number, expiresOn: Day | null = null, amount = remaining) =>
  givenLot({ id: `lopb_${n}`, amount, remaining, expiresOn })

/** A card whose balance is what its lots hold. */
function purseOf(...lots: Lot[]): Purse {
  const balance = sumOf(lots)
  const card = givenBalance({ points: balance, balance, ...nextExpiration(lots) })
  return { voucher: givenCard({ card, redeemedQuantity: 2, version: 4 }), lots }
}

const addition = (points: number, expiresOn: Day | null = null): Addition => ({
  points,
  expiresOn,
  type: 'POINTS_ACCRUAL',
  cause: CAUSE
})

const removal = (points: number, over: Partial<Removal> = {}): Removal => ({
  points,
  as: 'redeemed',
  type: 'POINTS_REDEMPTION',
  cause: CAUSE,
  from: null,
  ...over
})

/** What a movement did, in short: lots opened, steps of others, and what is there afterwards. */
function brief(moved: Moved | null) {
  if (moved === null || moved.change.kind !== 'points.moved') return null
  const { opened, stepped, entry, card } = moved.change
  return {
    opened: opened.map(({ id, remaining, expiresOn }) => [id, remaining, expiresOn]),
    stepped: stepped.map(({ id, amount, remaining }) => [id, amount, remaining]),
    lines: entry.lots.map(({ id, amount }) => [id, amount]),
    balance: card.balance.balance,
    next: [card.balance.nextExpirationDate, card.balance.nextExpirationPoints]
  }
}

type Brief = NonNullable<ReturnType<typeof brief>>
const NEW = 'lopb_000001'

/** Points that open a lot, or join one, and what is there afterwards. */
const opens = (points: number, day: Day | null, balance: number, next: Brief['next']): Brief => ({
  opened: [[NEW, points, day]],
  stepped: [],
  lines: [[NEW, points]],
  ...{ balance, next }
})
const joins = (n: number, points: number, balance: number, next: Brief['next']): Brief => ({
  opened: [],
  stepped: [[`lopb_${n}`, points, points]],
  lines: [[`lopb_${n}`, points]],
  ...{ balance, next }
})
const NEVER: Brief['next'] = [null, null]
const usedSpring = [lot(1, 40, SPRING, 100), lot(2, 5)]

//  lots before, what is added, and what comes of it
const additions: [string, Lot[], Day | null, Brief][] = [
  ['the first points open a lot', [], null, opens(25, null, 25, NEVER)],
  ['what never expires joins such a lot', [lot(1, 100)], null, joins(1, 25, 125, NEVER)],
  ['points of the same day, though spent from', usedSpring, SPRING, joins(1, 25, 70, [SPRING, 65])],
  ['a sooner day', [lot(1, 40, SUMMER)], SPRING, opens(25, SPRING, 65, [SPRING, 25])],
  ['a later one', [lot(1, 40, SPRING)], SUMMER, opens(25, SUMMER, 65, [SPRING, 40])]
]

t.test('addPoints: points of one expiry day share one lot', async t => {
  table(t, additions, (t, _, lots, expiresOn, outcome) => {
    const moved = addPoints(purseOf(...lots), addition(25, expiresOn), givenOccasion())
    t.strictSame(brief(moved), outcome)
  })
})

const mixed = [lot(1, 10), lot(2, 20, SUMMER), lot(3, 30, SPRING), lot(4, 40, SUMMER)]

const lapsedBeside = [lot(1, 10, YESTERDAY), lot(2, 5, TODAY)]

//  lots, taken, and the lines, or null when refused
const removals: [string, Lot[], number, string | null][] = [
  ['the soonest to expire first', mixed, 30, '3 -30'],
  // One day has one lot, but older data may have two: then the older lot first.
  ['then the next, as far as needed', mixed, 55, '3 -30, 2 -20, 4 -5'],
  ['what never expires last', mixed, 100, '3 -30, 2 -20, 4 -40, 1 -10'],
  ['one point more than there is', mixed, 101, null],
  ['from nothing', [], 1, null],
  ['on their last day points can be spent', [lot(1, 10, TODAY)], 10, '1 -10'],
  ['the day after they cannot, booked or not', [lot(1, 10, YESTERDAY)], 10, null],
  ['what has lapsed does not stand in for what has not', lapsedBeside, 5, '2 -5'],
  ['nor adds to it', lapsedBeside, 6, null]
]

t.test('takePoints: soonest to expire first, and never more than can be spent', async t => {
  table(t, removals, (t, _, lots, points, lines) => {
    const purse = purseOf(...lots)
    const moved = takePoints(purse, removal(points), givenOccasion())
    const taken = brief(moved)?.lines.map(([id, amount]) => `${id} ${amount}`.slice('lopb_'.length))
    t.equal(taken?.join(', ') ?? null, lines)
    if (moved !== null) t.equal(sumOf(moved.purse.lots), sumOf(purse.lots) - points, 'what is left')
  })
})

t.test('takePoints: a day ends at midnight of the project, not of Greenwich', async t => {
  const purse = purseOf(lot(1, 10, YESTERDAY))
  //              at                          taken
  const rows = [
    ['2026-02-28T22:59:59.999Z', true],
    ['2026-02-28T23:00:00.000Z', false]
  ] as const
  for (const [now, taken] of rows) {
    t.equal(takePoints(purse, removal(10), givenOccasion({ now })) !== null, taken, now)
  }
})

t.test('takePoints: from the lots that are named, lapsed ones too, and from no other', async t => {
  const [lapsed, other] = [lot(1, 10, YESTERDAY), lot(2, 5)]
  const purse = purseOf(lapsed, other)
  const from = [lapsed]
  const moved = takePoints(purse, removal(10, { as: 'expired', from }), givenOccasion())
  t.strictSame(brief(moved)?.lines, [['lopb_1', -10]])
  t.strictSame(moved?.purse.lots, [{ ...lapsed, remaining: 0, lapsed: 10 }, other])
  t.equal(takePoints(purse, removal(11, { as: 'expired', from }), givenOccasion()), null)
})

t.test('an expiring lot takes nothing along that was earned or spent elsewhere', async t => {
  // 100 expiring and 50 lasting points, 80 spent: what expires is 20, and 50 remain.
  const bought = takePoints(purseOf(lot(1, 100, TODAY), lot(2, 50)), removal(80), givenOccasion())
  const purse = (bought as Moved).purse
  const from = purse.lots.filter(({ expiresOn }) => expiresOn === TODAY)
  const lapsed = { as: 'expired', type: 'POINTS_EXPIRATION', from } as const
  const after = takePoints(purse, removal(sumOf(from), lapsed), givenOccasion())
  t.equal(sumOf(from), 20)
  const gone = { ...lot(1, 0, TODAY, 100), lapsed: 20 }
  t.strictSame(after?.purse.lots, [gone, lot(2, 50)])
  t.equal(cardOf((after as Moved).purse.voucher).balance, 50)
})

t.test('spending everything leaves exactly nothing, and the last point is a point', async t => {
  let purse: Purse = { voucher: givenCard({ card: givenBalance() }), lots: [] }
  for (const points of [1, 10, 3]) {
    purse = addPoints(purse, addition(points, SPRING), givenOccasion()).purse
  }
  for (const points of [13, 1]) {
    purse = (takePoints(purse, removal(points), givenOccasion()) as Moved).purse
  }
  t.strictSame(
    purse.lots.map(({ amount, remaining }) => [amount, remaining]),
    [[14, 0]]
  )
  t.strictSame(
    purse.voucher.card,
    givenBalance({ points: 14, redeemedPoints: 14 }),
    'and nothing is left to expire'
  )
})

/** Lines as entries have them. */
const lines = (...pairs: [n: number, amount: number][]): LotLines =>
  pairs.map(([n, amount]) => ({ id: `lopb_${n}`, amount }))

const spent = (taken: LotLines): LedgerEntry =>
  givenEntry({
    id: 'vtx_9',
    type: 'POINTS_REDEMPTION',
    amount: amountOf(taken),
    lots: taken,
    cause: { redemptionId: 'r_1', rewardId: 'rew_1' }
  })

/** A card that got what its lots ever got, and redeemed what is no longer there. */
function spentPurse(...lots: Lot[]): Purse {
  const points = lots.reduce((sum, { amount }) => sum + amount, 0)
  const balance = sumOf(lots)
  const redeemedPoints = points - balance
  const card = givenBalance({ points, balance, redeemedPoints, ...nextExpiration(lots) })
  return { voucher: givenCard({ card, redeemedQuantity: 2, version: 4 }), lots }
}

const back = (n: number, points: number, balance: number, day: Day, next = points) => ({
  stepped: [[`lopb_${n}`, 0, points]] as Brief['stepped'],
  lines: [[`lopb_${n}`, points]] as Brief['lines'],
  balance,
  next: [day, next] as Brief['next']
})
const twoUsed = [lot(1, 70, SPRING, 100), lot(2, 5, SUMMER, 25), lot(3, 10)]
const twoBack = {
  ...back(1, 30, 135, SPRING, 100),
  stepped: [...back(1, 30, 0, SPRING).stepped, ...back(2, 20, 0, SPRING).stepped],
  lines: [...back(1, 30, 0, SPRING).lines, ...back(2, 20, 0, SPRING).lines]
}
const closed = lot(1, 0, SPRING, 30)
const springBack = back(1, 30, 70, SPRING)
const lapsedBack = back(1, 30, 30, YESTERDAY)

//  lots as they are, taken, and what comes of it
// biome-ignore format: a table
const refunds: [string, Lot[], LotLines, Omit<Brief, 'opened'>][] = [
  ['what was taken from each, and no other', twoUsed, lines([1, -30], [2, -20]), twoBack],
  ['a closed lot is open again', [closed, lot(2, 40, SUMMER)], lines([1, -30]), springBack],
  ['a closed lot beside it that is not named stays closed', [closed, lot(2, 0, SUMMER, 40)],
    lines([2, -40]), back(2, 40, 40, SUMMER)],
  // To lapse with the next expiry; what lapsed of the lot meanwhile stays lapsed.
  ['whose last day is over', [lot(1, 0, YESTERDAY, 30)], lines([1, -30]), lapsedBack],
  ['of which others lapsed', [lot(1, 0, YESTERDAY, 100)], lines([1, -30]), lapsedBack]
]

t.test('returnPoints: the points of a redemption go back to where they came from', async t => {
  table(t, refunds, (t, _, lots, taken, outcome) => {
    const moved = givenBack(spentPurse(...lots), spent(taken), givenOccasion())
    t.strictSame(brief(moved), { opened: [], ...outcome })
    t.strictSame(sumOf(moved.purse.lots), outcome.balance)
  })
})

t.test('returnPoints: what cannot have been taken is a mistake of ours', async t => {
  //               lots                  entry
  const rows: [string, Lot[], LotLines][] = [
    ['a lot that was not loaded', [lot(1, 0, null, 30)], lines([2, -30])],
    ['points that were given back already', [lot(1, 30)], lines([1, -30])],
    ['points that came', [lot(1, 30, null, 60)], lines([1, 30])]
  ]
  table(t, rows, (t, _, lots, taken) => {
    const give = () => givenBack(spentPurse(...lots), spent(taken), givenOccasion())
    t.throws(give, /entry vtx_9 took -?30 from lot lopb_[12], which cannot be/)
  })
})

//                                   lots             given to        lines, or null: nothing
// biome-ignore format: a table
const cancellations: [string, Lot[], LotLines, LotLines | null][] = [
  ['the lot they went to', [lot(1, 100, SPRING), lot(2, 30)], lines([2, 30]), lines([2, -30])],
  ['each lot, as many as went there, whatever expires sooner', [lot(1, 110, SPRING), lot(2, 20)],
    lines([1, 10], [2, 20]), lines([1, -10], [2, -20])],
  ['what was spent of them from the soonest to expire',
    [lot(1, 5, null, 30), lot(2, 50, SUMMER), lot(3, 20, SPRING)], lines([1, 30]),
    lines([1, -5], [3, -20], [2, -5])],
  ['two lines of one lot', [lot(1, 100, SPRING)], lines([1, 10], [1, 20]), lines([1, -30])],
  ['as far as any are there', [lot(1, 10, null, 30)], lines([1, 30]), lines([1, -10])],
  ['nothing, where none are left', [lot(1, 0, null, 30)], lines([1, 30]), null],
  ['nothing, where all has lapsed', [lot(1, 30, YESTERDAY)], lines([1, 30]), null]
]

t.test('takeBackOrder: from where they went, then like spending, and never below zero', async t => {
  table(t, cancellations, (t, _, lots, given, outcome) => {
    const purse = purseOf(...lots)
    const moved = takenBack(purse, given, givenOccasion())
    const short = brief(moved)
    t.strictSame(short?.lines ?? null, outcome?.map(({ id, amount }) => [id, amount]) ?? null)
    t.equal(sumOf(moved.purse.lots), sumOf(purse.lots) + amountOf(outcome ?? []))
  })
})

t.test('takeBackOrder: the whole movement, booked as subtracted', async t => {
  const purse = purseOf(lot(1, 40, SPRING), lot(2, 20))
  const balance = givenBalance({
    points: 60,
    balance: 35,
    subtractedPoints: 25,
    nextExpirationDate: SPRING,
    nextExpirationPoints: 35
  })
  const cause = { orderId: 'ord_1', reason: 'Order canceled' }
  const kept = { canceled: 25, takenBack: 20 }
  const short = { voucherId: 'v_1', subjectId: 'ord_1', lotId: 'lopb_2', from: 'lopb_1' }
  const since = { createdAt: NOW, voucherVersion: 4 }
  const shortfall = { ...short, kind: 'EARNED', points: 5, cause, ...since }
  const undone = takenBack(purse, lines([2, 25]), givenOccasion())
  t.strictSame(undone?.purse, {
    voucher: { ...purse.voucher, card: balance, updatedAt: NOW, version: 6 },
    lots: [lot(1, 35, SPRING, 40), { ...lot(2, 0, null, 20), ...kept }],
    shortfalls: [shortfall]
  })
  t.strictSame(undone?.changes, [
    {
      kind: 'points.moved',
      card: { voucherId: 'v_1', version: 4, balance, redeemedQuantity: 2, updatedAt: NOW },
      opened: [],
      stepped: [
        { id: 'lopb_2', amount: 0, remaining: -20, ...kept },
        { id: 'lopb_1', amount: 0, remaining: -5 }
      ],
      entry: givenEntry({
        id: 'vtx_000001',
        type: 'POINTS_CANCELLATION',
        amount: -25,
        lots: [...lines([2, -20]), { id: 'lopb_1', amount: -5, for: 'lopb_2' }],
        voucherVersion: 5,
        balanceAfter: 35,
        cause,
        createdAt: NOW
      })
    },
    logged(
      1,
      'customer.voucher.loyalty_card.points_canceled',
      { order_id: 'ord_1', points: 25 },
      { entityId: 'v_1' }
    ),
    {
      kind: 'shortfall.saved',
      shortfall,
      card: { voucherId: 'v_1', version: 5, balance, redeemedQuantity: 2, updatedAt: NOW }
    }
  ])
  t.strictSame(undone?.totals, { cardBalance: -25 })
})

//                          lots                                                next day, points
const expirations: [string, Lot[], [Day | null, number | null]][] = [
  ['nothing', [], [null, null]],
  ['what never expires', [lot(1, 10)], [null, null]],
  ['one day', [lot(1, 10), lot(2, 20, SUMMER)], [SUMMER, 20]],
  ['the sooner after the later', [lot(1, 10, SUMMER), lot(2, 20, SPRING)], [SPRING, 20]],
  ['the later after the sooner', [lot(1, 20, SPRING), lot(2, 10, SUMMER)], [SPRING, 20]],
  ['all of one day', [lot(1, 20, SPRING), lot(2, 10), lot(3, 5, SPRING)], [SPRING, 25]],
  ['lapsed and not booked yet', [lot(1, 20, YESTERDAY), lot(2, 10, SPRING)], [YESTERDAY, 20]]
]

t.test('nextExpiration: the soonest day and what lapses on it', async t => {
  table(t, expirations, (t, _, lots, [nextExpirationDate, nextExpirationPoints]) => {
    t.strictSame(nextExpiration(lots), { nextExpirationDate, nextExpirationPoints })
  })
})

t.test('spendableLots: all of them where none expires', async t => {
  const lots = [lot(1, 10), lot(2, 20)]
  t.equal(spendableLots({ voucher: givenCard(), lots }, givenOccasion()), lots)
  const dated = [lot(1, 10), lot(2, 20, YESTERDAY), lot(3, 30, TODAY)]
  t.strictSame(spendableLots({ voucher: givenCard(), lots: dated }, givenOccasion()), [
    lot(1, 10),
    lot(3, 30, TODAY)
  ])
})

t.test('everAdded: what was put on a voucher, and what waits to be', async t => {
  const card = givenBalance({ points: 100, balance: 10, redeemedPoints: 90, pendingPoints: 7 })
  t.equal(everAdded(givenCard({ card })), 107)
  t.equal(everAdded(givenGiftVoucher({ gift: givenGift({ amount: 900, balance: 1 }) })), 900)
})

t.test('sumTotals: parts add up by name, and nothing is no part', async t => {
  //               steps                                            sum
  const rows: [string, TotalsStep[], TotalsStep][] = [
    ['none', [], {}],
    ['empty ones', [{}, {}], {}],
    ['of two parts', [{ cardBalance: 5 }, { giftBalance: 7 }], { cardBalance: 5, giftBalance: 7 }],
    ['of the same', [{ cardBalance: 5 }, { cardBalance: -8 }], { cardBalance: -3 }],
    ['a part that is zero is there', [{ ordersCount: 0 }], { ordersCount: 0 }]
  ]
  table(t, rows, (t, _, steps, sum) => {
    t.strictSame(sumTotals(steps), sum)
  })
})

t.test('changeTotals: what a customer’s totals gain, and nothing is no change', async t => {
  const lastOrder = { amount: 500, date: NOW }
  t.strictSame(changeTotals('cust_1', {}), [])
  t.strictSame(changeTotals('cust_1', { cardBalance: 0 }, lastOrder), [
    { kind: 'customerTotals.counted', customerId: 'cust_1', step: { cardBalance: 0 }, lastOrder }
  ])
})

t.test('points on what is no card are a mistake of ours', async t => {
  const coupon: Purse = { voucher: givenCoupon(), lots: [] }
  t.throws(() => addPoints(coupon, addition(1), givenOccasion()), /v_2 is no loyalty card/)
})

function same(one: readonly Lot[], other: readonly Lot[]): boolean {
  const text = (lots: readonly Lot[]) =>
    JSON.stringify(lots.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  return text(one) === text(other)
}

type Line = [id: string, amount: number]

/**
 * Points taken one by one, each from the soonest lot that is left: slow and plainly right. Null
 * when they are not all there.
 */
function oneByOne(lots: readonly Lot[], points: number, today: Day): Line[] | null {
  const left = new Map(lots.map(({ id, remaining }) => [id, remaining]))
  const queue = lots
    .filter(({ expiresOn }) => expiresOn === null || expiresOn >= today)
    .toSorted((a, b) => (`${a.expiresOn ?? 'x'}${a.id}` < `${b.expiresOn ?? 'x'}${b.id}` ? -1 : 1))
  const taken = new Map<string, number>()
  for (let n = 0; n < points; n++) {
    const next = queue.find(({ id }) => (left.get(id) as number) > 0)
    if (next === undefined) return null
    left.set(next.id, (left.get(next.id) as number) - 1)
    taken.set(next.id, (taken.get(next.id) ?? 0) - 1)
  }
  return [...taken]
}

interface Happening {
  readonly moved: Moved | null
  /** What plain counting says of the lots; undefined when points are added. */
  readonly expected?: Line[] | null
}

type Happens = (book: Book, today: Day, occasion: Occasion, seed: Chance) => Happening

const adds: Happens = (book, today, occasion, { between, once, pick }) => {
  const expiresOn = once(3) ? null : addDays(today, pick([0, 0, 1, 2, 7, 30]))
  return { moved: addPoints(book.purse(), addition(between(1, 60), expiresOn), occasion) }
}

const lapses: Happens = (book, today, occasion) => {
  const purse = book.purse()
  const lapsed = purse.lots
    .filter(({ expiresOn }) => expiresOn !== null && expiresOn < today)
    .toSorted((a, b) => (`${a.expiresOn}${a.id}` < `${b.expiresOn}${b.id}` ? -1 : 1))
  if (lapsed.length === 0) return { moved: null, expected: null }
  const over = { as: 'expired', type: 'POINTS_EXPIRATION', from: lapsed } as const
  const expected = lapsed.map(({ id, remaining }): Line => [id, -remaining])
  return { moved: takePoints(purse, removal(sumOf(lapsed), over), occasion), expected }
}

const takes: Happens = (book, today, occasion, { between, once, pick }) => {
  const purse = book.purse()
  const points = once(6) ? sumOf(purse.lots) + pick([0, 1]) : between(1, 80)
  if (points === 0) return { moved: null, expected: null }
  const redeemed = once(2)
  const as = redeemed ? 'redeemed' : 'subtracted'
  const type = redeemed ? 'POINTS_REDEMPTION' : 'POINTS_REMOVAL'
  // An entry must be found again by what it undoes.
  const cause = { redemptionId: occasion.newId('r') }
  return {
    moved: takePoints(purse, removal(points, { as, type, cause }), occasion),
    expected: oneByOne(purse.lots, points, today)
  }
}

const givesBack: Happens = (book, _, occasion, { pick }) => {
  const undone = book.entries.flatMap(({ type, cause }) =>
    type === 'POINTS_REFUND' ? cause.redemptionId : []
  )
  const open = book.entries.filter(
    ({ type, cause }) => type === 'POINTS_REDEMPTION' && !undone.includes(cause.redemptionId)
  )
  if (open.length === 0) return { moved: null, expected: null }
  const entry = pick(open)
  return { moved: givenBack(book.known(), entry, occasion) }
}

/** What was taken back of a card: each entry once. */
const canceled = new WeakMap<Book, Set<string>>()

const takesBack: Happens = (book, _, occasion, { pick }) => {
  const done = canceled.get(book) ?? new Set()
  canceled.set(book, done)
  const came = book.entries.filter(({ id, type }) => type === 'POINTS_ACCRUAL' && !done.has(id))
  if (came.length === 0) return { moved: null, expected: null }
  const { id, lots } = pick(came)
  done.add(id)
  return { moved: takenBack(book.known(), lots, occasion, id) }
}

t.test('whatever happens to a card, its entries, its lots and its balance agree', async t => {
  const happenings = [adds, adds, adds, lapses, takes, takes, givesBack, takesBack]
  for (const seed of casesOf(t, { gate: 50, soak: 1000 })) {
    const base = givenOccasion()
    const book = new Book(givenCard({ card: givenBalance() }))
    let today = TODAY
    const told: string[] = []
    for (let step = 0; step < 40; step++) {
      if (seed.once(3)) today = addDays(today, seed.between(1, 5))
      const occasion = { ...base, now: `${today}T12:00:00.000Z` }
      const { moved, expected } = seed.pick(happenings)(book, today, occasion, seed)
      const lines = brief(moved)?.lines ?? null
      told.push(`${today} ${JSON.stringify(lines)}`)
      if (expected !== undefined && JSON.stringify(lines) !== JSON.stringify(expected)) {
        t.fail(`expected ${JSON.stringify(expected)}: ${told.join('; ')}`)
      }
      if (moved === null) continue
      const mistake = book.write('changes' in moved ? (moved as Undone).changes : [moved.change])
      if (mistake !== null) t.fail(`${mistake}: ${told.join('; ')}`)
      const { voucher, lots } = book.purse()
      const stored = JSON.stringify(voucher) === JSON.stringify(moved.purse.voucher)
      const open = moved.purse.lots.filter(({ remaining }) => remaining > 0)
      if (!stored || !same(lots, open)) t.fail(`in hand: ${told.join('; ')}`)
    }
  }
  t.pass('no history differs')
})

t.test('twinsIn: two lots of a day with points, the newer first, where there are two', async t => {
  const [older, newer] = [lot(1, 10, SPRING), lot(2, 20, SPRING)]
  const lapsed = { ...lot(5, 0, SPRING), lapsed: 5 }
  // biome-ignore format: a table
  const rows: readonly (readonly [readonly Lot[], readonly Lot[] | null])[] = [
    [[], null],
    [[older], null],
    [[older, lot(3, 5, SUMMER)], null],
    [[older, lot(4, 0, SPRING)], null],
    [[older, { ...lapsed, canceled: 5 }], null],
    [[older, lapsed], [lapsed, older]],
    [[older, newer], [newer, older]],
    [[newer, older], [newer, older]]
  ]
  for (const [lots, twins] of rows) t.strictSame(twinsIn(lots, older), twins)
})

t.test('whatever a card has been through, a redemption given back at once leaves no trace', t => {
  for (const seed of casesOf(t, { gate: 50, soak: 2000 })) {
    const occasion = givenOccasion({ now: '2026-03-04T12:00:00.000Z' })
    const book = new Book(givenCard({ card: givenBalance() }))
    for (let step = 0; step < 12; step++) {
      const { moved } = seed.pick([adds, adds, takes, lapses])(book, TODAY, occasion, seed)
      if (moved !== null) book.write([moved.change])
    }
    const before = book.purse()
    const { moved } = takes(book, TODAY, occasion, seed)
    if (moved?.change.kind !== 'points.moved') continue
    const { entry } = moved.change
    if (entry.type !== 'POINTS_REDEMPTION') continue
    book.write([moved.change])
    const back = givenBack(book.known(), entry, occasion)
    const mistake = book.write(back.changes)
    const { voucher, lots } = book.purse()
    const version = voucher.version - 2
    const after = JSON.stringify({ ...voucher, version })
    const expected = JSON.stringify({ ...before.voucher, updatedAt: occasion.now })
    if (mistake !== null || after !== expected || !same(lots, before.lots)) {
      t.fail(`${mistake}: ${after} after ${JSON.stringify(entry)}, not ${expected}`)
    }
  }
  t.pass('no trace')
  t.end()
})
