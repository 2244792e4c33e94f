import t from 'tap'
import type { Change, Occasion, TotalsStep } from '../../src/decisions/changes.ts'
import {
  type Addition,
  addCredit,
  addPoints,
  cardOf,
  everOn,
  type Moved,
  nextExpiration,
  type Purse,
  type Removal,
  spendableLots,
  sumOf,
  sumTotals,
  takePoints
} from '../../src/decisions/ledger.ts'
import type { CardBalance, Day, EntryCause, LedgerEntry, Lot, Voucher } from '../../src/model.ts'
import { addDays } from '../../src/rules/validity.ts'
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
} from '../support/given.ts'
import { type Seeded, seeded } from '../support/seeded.ts'
import { table } from '../support/table.ts'

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

//                     lots before                 added           what comes of it
const additions: [string, Lot[], [number, Day | null], Brief][] = [
  [
    'the first points open a lot',
    [],
    [25, null],
    { opened: [[NEW, 25, null]], stepped: [], lines: [[NEW, 25]], balance: 25, next: [null, null] }
  ],
  [
    'points that never expire join the lot that never does',
    [lot(1, 100)],
    [25, null],
    {
      opened: [],
      stepped: [['lopb_1', 25, 25]],
      lines: [['lopb_1', 25]],
      balance: 125,
      next: [null, null]
    }
  ],
  [
    'points of the same day join its lot, which may have been spent from',
    [lot(1, 40, SPRING, 100), lot(2, 5)],
    [25, SPRING],
    {
      opened: [],
      stepped: [['lopb_1', 25, 25]],
      lines: [['lopb_1', 25]],
      balance: 70,
      next: [SPRING, 65]
    }
  ],
  [
    'points of another day open another, and a sooner one comes next',
    [lot(1, 40, SUMMER)],
    [25, SPRING],
    {
      opened: [[NEW, 25, SPRING]],
      stepped: [],
      lines: [[NEW, 25]],
      balance: 65,
      next: [SPRING, 25]
    }
  ],
  [
    'a later one does not',
    [lot(1, 40, SPRING)],
    [25, SUMMER],
    {
      opened: [[NEW, 25, SUMMER]],
      stepped: [],
      lines: [[NEW, 25]],
      balance: 65,
      next: [SPRING, 40]
    }
  ]
]

t.test('addPoints: points of one expiry day share one lot', t => {
  table(t, additions, (t, _, lots, [points, expiresOn], outcome) => {
    const moved = addPoints(purseOf(...lots), addition(points, expiresOn), givenOccasion())
    t.strictSame(brief(moved), outcome)
  })
  t.end()
})

t.test('addPoints: the whole movement, which names the version it was decided on', t => {
  const purse = purseOf(lot(1, 40, SUMMER))
  const balance = givenBalance({
    points: 65,
    balance: 65,
    nextExpirationDate: SPRING,
    nextExpirationPoints: 25
  })
  const opened = givenLot({
    id: NEW,
    amount: 25,
    remaining: 25,
    expiresOn: SPRING,
    createdAt: NOW
  })
  t.strictSame(addPoints(purse, addition(25, SPRING), givenOccasion()), {
    purse: {
      voucher: { ...purse.voucher, card: balance, updatedAt: NOW, version: 5 },
      lots: [...purse.lots, opened]
    },
    change: {
      kind: 'points.moved',
      card: { voucherId: 'v_1', version: 4, balance, redeemedQuantity: 2, updatedAt: NOW },
      opened: [opened],
      stepped: [],
      entry: givenEntry({
        id: 'vtx_000001',
        type: 'POINTS_ACCRUAL',
        amount: 25,
        lots: [{ id: NEW, amount: 25 }],
        balanceAfter: 65,
        cause: CAUSE,
        createdAt: NOW
      })
    },
    totals: { cardBalance: 25 }
  })
  t.end()
})

const mixed = [lot(1, 10), lot(2, 20, SUMMER), lot(3, 30, SPRING), lot(4, 40, SUMMER)]

//                                          lots    taken   lines, or null when refused
const removals: [string, Lot[], number, [string, number][] | null][] = [
  ['the soonest to expire first', mixed, 30, [['lopb_3', -30]]],
  // One day has one lot, but older data may have two: then the older lot first.
  [
    'then the next, as far as needed',
    mixed,
    55,
    [
      ['lopb_3', -30],
      ['lopb_2', -20],
      ['lopb_4', -5]
    ]
  ],
  [
    'what never expires last',
    mixed,
    100,
    [
      ['lopb_3', -30],
      ['lopb_2', -20],
      ['lopb_4', -40],
      ['lopb_1', -10]
    ]
  ],
  ['one point more than there is', mixed, 101, null],
  ['from nothing', [], 1, null],
  ['on their last day points can be spent', [lot(1, 10, TODAY)], 10, [['lopb_1', -10]]],
  ['the day after they cannot, booked or not', [lot(1, 10, YESTERDAY)], 10, null],
  [
    'what has lapsed does not stand in for what has not',
    [lot(1, 10, YESTERDAY), lot(2, 5, TODAY)],
    5,
    [['lopb_2', -5]]
  ],
  ['nor adds to it', [lot(1, 10, YESTERDAY), lot(2, 5, TODAY)], 6, null]
]

t.test('takePoints: soonest to expire first, and never more than can be spent', t => {
  table(t, removals, (t, _, lots, points, lines) => {
    const purse = purseOf(...lots)
    const moved = takePoints(purse, removal(points), givenOccasion())
    t.strictSame(brief(moved)?.lines ?? null, lines)
    t.equal(
      moved === null ? null : sumOf(moved.purse.lots),
      lines && sumOf(purse.lots) - points,
      'what is left'
    )
  })
  t.end()
})

t.test('takePoints: a day ends at midnight of the project, not of Greenwich', t => {
  const purse = purseOf(lot(1, 10, YESTERDAY))
  //              at                          taken
  const rows = [
    ['2026-02-28T22:59:59.999Z', true],
    ['2026-02-28T23:00:00.000Z', false]
  ] as const
  for (const [now, taken] of rows) {
    t.equal(takePoints(purse, removal(10), givenOccasion({ now })) !== null, taken, now)
  }
  t.end()
})

//                      booked as     entry type           the figures of the card        totals
const bookings: [string, Removal['as'], LedgerEntry['type'], Partial<CardBalance>, TotalsStep][] = [
  [
    'redeemed points count as redeemed',
    'redeemed',
    'POINTS_REDEMPTION',
    { redeemedPoints: 30 },
    { cardBalance: -30, cardRedeemedPoints: 30 }
  ],
  [
    'points a merchant takes are subtracted',
    'subtracted',
    'POINTS_REMOVAL',
    { subtractedPoints: 30 },
    { cardBalance: -30 }
  ],
  [
    'points that lapse are expired',
    'expired',
    'POINTS_EXPIRATION',
    { expiredPoints: 30 },
    { cardBalance: -30 }
  ]
]

t.test('takePoints: the whole movement, as it is booked', t => {
  table(t, bookings, (t, _, as, type, figures, totals) => {
    const purse = purseOf(lot(1, 40), lot(2, 20, SPRING, 90))
    const balance = givenBalance({ points: 60, balance: 30, ...figures })
    const redeemedQuantity = as === 'redeemed' ? 3 : 2
    t.strictSame(takePoints(purse, removal(30, { as, type }), givenOccasion()), {
      purse: {
        voucher: { ...purse.voucher, card: balance, redeemedQuantity, updatedAt: NOW, version: 5 },
        lots: [lot(1, 30, null, 40)]
      },
      change: {
        kind: 'points.moved',
        card: { voucherId: 'v_1', version: 4, balance, redeemedQuantity, updatedAt: NOW },
        opened: [],
        stepped: [
          { id: 'lopb_2', amount: 0, remaining: -20 },
          { id: 'lopb_1', amount: 0, remaining: -10 }
        ],
        entry: givenEntry({
          id: 'vtx_000001',
          type,
          amount: -30,
          lots: [
            { id: 'lopb_2', amount: -20 },
            { id: 'lopb_1', amount: -10 }
          ],
          balanceAfter: 30,
          cause: CAUSE,
          createdAt: NOW
        })
      },
      totals
    })
  })
  t.end()
})

t.test('takePoints: from the lots that are named, lapsed ones too, and from no other', t => {
  const [lapsed, other] = [lot(1, 10, YESTERDAY), lot(2, 5)]
  const purse = purseOf(lapsed, other)
  const from = [lapsed]
  const moved = takePoints(purse, removal(10, { as: 'expired', from }), givenOccasion())
  t.strictSame(brief(moved)?.lines, [['lopb_1', -10]])
  t.strictSame(moved?.purse.lots, [other])
  t.equal(takePoints(purse, removal(11, { as: 'expired', from }), givenOccasion()), null)
  t.end()
})

t.test('an expiring lot takes nothing along that was earned or spent elsewhere', t => {
  // 100 expiring and 50 lasting points, 80 spent: what expires is 20, and 50 remain.
  const bought = takePoints(purseOf(lot(1, 100, TODAY), lot(2, 50)), removal(80), givenOccasion())
  const purse = (bought as Moved).purse
  const from = purse.lots.filter(({ expiresOn }) => expiresOn === TODAY)
  const lapsed = { as: 'expired', type: 'POINTS_EXPIRATION', from } as const
  const after = takePoints(purse, removal(sumOf(from), lapsed), givenOccasion())
  t.equal(sumOf(from), 20)
  t.strictSame(after?.purse.lots, [lot(2, 50)])
  t.equal(cardOf((after as Moved).purse.voucher).balance, 50)
  t.end()
})

t.test('spending everything leaves exactly nothing, and the last point is a point', t => {
  let purse: Purse = { voucher: givenCard({ card: givenBalance() }), lots: [] }
  for (const points of [1, 10, 3]) {
    purse = addPoints(purse, addition(points, SPRING), givenOccasion()).purse
  }
  for (const points of [13, 1]) {
    purse = (takePoints(purse, removal(points), givenOccasion()) as Moved).purse
  }
  t.strictSame(purse.lots, [])
  t.strictSame(
    purse.voucher.card,
    givenBalance({ points: 14, redeemedPoints: 14 }),
    'and nothing is left to expire'
  )
  t.end()
})

t.test('addCredit: joins the one lot of a gift voucher, or opens it', t => {
  const voucher = givenGiftVoucher({ version: 2 })
  const stored = givenLot({ voucherId: 'v_3', campaignId: 'camp_3', amount: 1000, remaining: 400 })
  const opened = givenLot({
    ...stored,
    id: NEW,
    amount: 500,
    remaining: 500,
    createdAt: NOW
  })
  const balance = givenGift({ amount: 1500, balance: 1500 })
  //               lots      lots after                                     opened    stepped
  const rows: [string, Lot[], Lot[], Lot[], { id: string; amount: number; remaining: number }[]][] =
    [
      ['the first', [], [opened], [opened], []],
      [
        'more',
        [stored],
        [{ ...stored, amount: 1500, remaining: 900 }],
        [],
        [{ id: 'lopb_1', amount: 500, remaining: 500 }]
      ]
    ]
  table(t, rows, (t, _, lots, after, openedNow, stepped) => {
    const credit = { amount: 500, cause: CAUSE }
    t.strictSame(addCredit({ voucher, lots }, credit, givenOccasion()), {
      purse: { voucher: { ...voucher, gift: balance, updatedAt: NOW, version: 3 }, lots: after },
      change: {
        kind: 'credit.moved',
        gift: { voucherId: 'v_3', version: 2, balance, updatedAt: NOW },
        opened: openedNow,
        stepped,
        entry: givenEntry({
          id: 'vtx_000001',
          voucherId: 'v_3',
          campaignId: 'camp_3',
          type: 'CREDITS_ADDITION',
          amount: 500,
          lots: [{ id: after[0]?.id as string, amount: 500 }],
          balanceAfter: 1500,
          cause: CAUSE,
          createdAt: NOW
        })
      },
      totals: { giftBalance: 500 }
    })
  })
  t.end()
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

t.test('nextExpiration: the soonest day and what lapses on it', t => {
  table(t, expirations, (t, _, lots, [nextExpirationDate, nextExpirationPoints]) => {
    t.strictSame(nextExpiration(lots), { nextExpirationDate, nextExpirationPoints })
  })
  t.end()
})

t.test('spendableLots: all of them where none expires', t => {
  const lots = [lot(1, 10), lot(2, 20)]
  t.equal(spendableLots({ voucher: givenCard(), lots }, givenOccasion()), lots)
  const dated = [lot(1, 10), lot(2, 20, YESTERDAY), lot(3, 30, TODAY)]
  t.strictSame(spendableLots({ voucher: givenCard(), lots: dated }, givenOccasion()), [
    lot(1, 10),
    lot(3, 30, TODAY)
  ])
  t.end()
})

t.test('everOn: what was put on a voucher, and what waits to be', t => {
  const card = givenBalance({ points: 100, balance: 10, redeemedPoints: 90, pendingPoints: 7 })
  t.equal(everOn(givenCard({ card })), 107)
  t.equal(everOn(givenGiftVoucher({ gift: givenGift({ amount: 900, balance: 1 }) })), 900)
  t.end()
})

t.test('sumTotals: parts add up by name, and nothing is no part', t => {
  //               steps                                            sum
  const rows: [string, TotalsStep[], TotalsStep][] = [
    ['none', [], {}],
    ['empty ones', [{}, {}], {}],
    [
      'of different parts',
      [{ cardBalance: 5 }, { giftBalance: 7 }],
      { cardBalance: 5, giftBalance: 7 }
    ],
    ['of the same', [{ cardBalance: 5 }, { cardBalance: -8 }], { cardBalance: -3 }],
    ['a part that is zero is there', [{ ordersCount: 0 }], { ordersCount: 0 }]
  ]
  table(t, rows, (t, _, steps, sum) => {
    t.strictSame(sumTotals(steps), sum)
  })
  t.end()
})

t.test('points on what is no card, and credit on what is no gift, are mistakes of ours', t => {
  const coupon: Purse = { voucher: givenCoupon(), lots: [] }
  t.throws(() => addPoints(coupon, addition(1), givenOccasion()), /v_2 is no loyalty card/)
  t.throws(() => addCredit(coupon, { amount: 1, cause: {} }, givenOccasion()), /is no gift/)
  t.end()
})

/** What storage would hold: a card, its lots and its entries, made of changes alone. */
class Book {
  readonly lots = new Map<string, Lot>()
  readonly entries: LedgerEntry[] = []
  version: number

  constructor({ version }: Voucher) {
    this.version = version
  }

  /** The first thing that does not fit, in words; null when all does. */
  write(change: Change, { voucher, lots }: Purse): string | null {
    if (change.kind !== 'points.moved') return `a change ${change.kind}`
    const { card, opened, stepped, entry } = change
    if (card.version !== this.version) return 'the guard is not the version before'
    this.version = voucher.version
    for (const lot of opened) this.lots.set(lot.id, lot)
    for (const { id, amount, remaining } of stepped) {
      const lot = this.lots.get(id)
      if (lot === undefined) return `a step of lot ${id}, which is not there`
      this.lots.set(id, {
        ...lot,
        amount: lot.amount + amount,
        remaining: lot.remaining + remaining
      })
    }
    this.entries.push(entry)
    return this.#mistake(card.balance, entry, lots)
  }

  #mistake(balance: CardBalance, entry: LedgerEntry, lots: readonly Lot[]): string | null {
    const open = [...this.lots.values()].filter(({ remaining }) => remaining !== 0)
    const folded = this.entries.reduce((sum, { amount }) => sum + amount, 0)
    const lines = new Map<string, number>()
    for (const line of this.entries.flatMap(each => each.lots)) {
      lines.set(line.id, (lines.get(line.id) ?? 0) + line.amount)
    }
    const { points, expiredPoints, subtractedPoints, redeemedPoints } = balance
    const named = entry.lots.reduce((sum, { amount }) => sum + amount, 0)
    const first = open.map(({ expiresOn }) => expiresOn ?? 'never').toSorted()[0]
    const nextDay = first === undefined || first === 'never' ? null : first
    const nextPoints = sumOf(open.filter(({ expiresOn }) => expiresOn === nextDay))
    const facts: [string, boolean][] = [
      ['the fold of the entries is the balance', folded === balance.balance],
      ['the lots hold the balance', sumOf(open) === balance.balance],
      ['the entry says the balance', entry.balanceAfter === balance.balance],
      ['the lots named add up to the entry', named === entry.amount],
      ['each lot is the fold of its lines', open.every(l => lines.get(l.id) === l.remaining)],
      ['no lot is below zero', open.every(l => l.remaining > 0 && l.remaining <= l.amount)],
      ['the lots in hand are those stored', same(lots, open)],
      [
        'the figures of the card add up',
        points - expiredPoints - subtractedPoints - redeemedPoints === balance.balance
      ],
      ['the next day is the soonest', balance.nextExpirationDate === nextDay],
      ['with its points', balance.nextExpirationPoints === (nextDay === null ? null : nextPoints)]
    ]
    return facts.find(([, holds]) => !holds)?.[0] ?? null
  }
}

function same(one: readonly Lot[], other: readonly Lot[]): boolean {
  const text = (lots: readonly Lot[]) =>
    JSON.stringify(lots.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
  return text(one) === text(other)
}

/** Points taken one by one, each from the soonest lot that is left: slow and plainly right. */
function oneByOne(lots: readonly Lot[], points: number, today: Day): [string, number][] | null {
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
  /** What plain counting says it should have taken; undefined when it adds. */
  readonly expected?: [string, number][] | null
}

function happen(purse: Purse, today: Day, occasion: Occasion, seed: Seeded): Happening {
  const { between, pick, once } = seed
  if (once(2)) {
    const expiresOn = once(3) ? null : addDays(today, pick([0, 0, 1, 2, 7, 30]))
    return { moved: addPoints(purse, addition(between(1, 60), expiresOn), occasion) }
  }
  const lapsed = purse.lots.filter(({ expiresOn }) => expiresOn !== null && expiresOn < today)
  if (lapsed.length > 0 && once(2)) {
    const over = { as: 'expired', type: 'POINTS_EXPIRATION', from: lapsed } as const
    const expected = lapsed.map(({ id, remaining }): [string, number] => [id, -remaining])
    const inOrder = expected.toSorted(([a], [b]) => (dayOf(lapsed, a) < dayOf(lapsed, b) ? -1 : 1))
    return { moved: takePoints(purse, removal(sumOf(lapsed), over), occasion), expected: inOrder }
  }
  const points = once(6) ? sumOf(purse.lots) + pick([0, 1]) : between(1, 80)
  const as = pick(['redeemed', 'subtracted'] as const)
  return {
    moved: points === 0 ? null : takePoints(purse, removal(points, { as }), occasion),
    expected: points === 0 ? null : oneByOne(purse.lots, points, today)
  }
}

function dayOf(lots: readonly Lot[], id: string): string {
  const { expiresOn } = lots.find(lot => lot.id === id) as Lot
  return `${expiresOn}${id}`
}

t.test('whatever happens to a card, its entries, its lots and its balance agree', t => {
  const seed = seeded(t)
  for (let n = 0; n < seed.cases(250); n++) {
    const base = givenOccasion()
    let purse: Purse = { voucher: givenCard({ card: givenBalance() }), lots: [] }
    const book = new Book(purse.voucher)
    let today = TODAY
    const told: string[] = []
    for (let step = 0; step < 40; step++) {
      if (seed.once(3)) today = addDays(today, seed.between(1, 5))
      const occasion = { ...base, now: `${today}T12:00:00.000Z` }
      const { moved, expected } = happen(purse, today, occasion, seed)
      const lines = brief(moved)?.lines ?? null
      told.push(`${today} ${JSON.stringify(lines)}`)
      if (expected !== undefined && JSON.stringify(lines) !== JSON.stringify(expected)) {
        t.fail(`expected ${JSON.stringify(expected)}: ${told.join('; ')}`)
      }
      if (moved === null) continue
      purse = moved.purse
      const mistake = book.write(moved.change, purse)
      if (mistake !== null) t.fail(`not so: ${mistake}: ${told.join('; ')}`)
    }
  }
  t.pass('no history differs')
  t.end()
})

t.test('whatever is put on a gift voucher, entries, lots and balance agree', t => {
  const { between, cases } = seeded(t)
  for (let n = 0; n < cases(100); n++) {
    const gift = givenGift({ amount: 0, balance: 0 })
    let purse: Purse = { voucher: givenGiftVoucher({ gift }), lots: [] }
    let folded = 0
    const occasion = givenOccasion()
    for (let step = 0; step < 10; step++) {
      const { change, purse: after } = addCredit(
        purse,
        { amount: between(1, 5000), cause: {} },
        occasion
      )
      folded += change.kind === 'credit.moved' ? change.entry.amount : Number.NaN
      purse = after
      const { amount, balance } = purse.voucher.gift as NonNullable<Voucher['gift']>
      const agree = amount === folded && balance === folded && sumOf(purse.lots) === folded
      if (!agree || purse.lots.length !== 1) t.fail(JSON.stringify(purse))
    }
  }
  t.pass('no voucher differs')
  t.end()
})
