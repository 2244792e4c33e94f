/** Where points that came with a tier or a segment are founded still. */
import t from 'tap'
import {
  type Bonus,
  hadOnlySpent,
  holds,
  isLast,
  mayEnterNext,
  mayHaveBeenIn,
  mayHaveEntered,
  reachedOnlyWith,
  repeatedBonuses,
  type UndoneOrder
} from '../../../src/decisions/points/bonuses.ts'
import { OpenStanding, Steps } from '../../../src/decisions/standing/open.ts'
import type { LedgerEntry, TierTerms } from '../../../src/model.ts'
import {
  EARLIER,
  givenBalance,
  givenCampaign,
  givenCard,
  givenEntry,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import { givenSegment, givenTier } from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'
import { standingWith } from '../../support/undone.ts'

const TIERS = [0, 100, 1000].map((pointsFrom, at) => givenTier({ id: `ltr_${at}`, pointsFrom }))

const bonusFor = (event: string, subjectId: string): Bonus =>
  givenEntry({
    cause: { followed: { event: `customer.${event}`, subjectId, balances: {}, gone: { v_1: 10 } } }
  }) as Bonus

//                  what it came with        in which tier  spent of 1000  and so
const rows: [string, string, string | null, number, boolean][] = [
  ['loyalty.tier.upgraded', 'ltr_1', 'ltr_1', 950, true],
  ['loyalty.tier.upgraded', 'ltr_1', 'ltr_2', 10, true],
  ['loyalty.tier.upgraded', 'ltr_1', 'ltr_0', 950, true],
  ['loyalty.tier.joined', 'ltr_2', 'ltr_0', 950, false],
  ['loyalty.tier.joined', 'ltr_1', null, 10, true],
  ['loyalty.tier.downgraded', 'ltr_1', 'ltr_2', 10, false],
  ['loyalty.tier.downgraded', 'ltr_1', 'ltr_1', 850, true],
  ['loyalty.tier.downgraded', 'ltr_1', null, 950, true],
  ['loyalty.tier.left', 'ltr_1', 'ltr_1', 850, false],
  ['loyalty.tier.left', 'ltr_1', 'ltr_0', 950, true],
  ['segment.left', 'seg_in', null, 850, false],
  ['segment.left', 'seg_out', null, 850, true],
  ['segment.entered', 'seg_in', null, 850, true],
  ['segment.entered', 'seg_out', null, 850, false]
]

const knowing = (known: OpenStanding) => ({
  known: known.stopEarning(),
  all: [],
  ordersNextTo: new Map(),
  occasion: givenOccasion()
})

t.test('holds: whether what a bonus came with is so', async t => {
  const told = rows.map((row): [string, ...typeof row] => [row.slice(0, 3).join(' '), ...row])
  table(t, told, (t, _, event, subjectId, tierId, redeemedPoints, expected) => {
    const bonus = bonusFor(event, subjectId)
    const left = 1000 - redeemedPoints
    const balance = givenBalance({ points: 1000, balance: left, redeemedPoints })
    const lots = [givenLot({ amount: 1000, remaining: left })]
    const card = { voucher: givenCard({ card: balance }), lots }
    const program = givenProgram({
      card,
      tiers: TIERS,
      membership: event.startsWith('segment.') ? null : givenMembership({ tierId })
    })
    const standing = { ...standingWith(program), segments: ['seg_in'] }
    const known = new OpenStanding(standing, new Steps(givenStanding(standing), givenOccasion()))
    t.equal(holds(bonus, standing, knowing(known)), expected)
  })
})

t.test('holds: points that lapsed count as long as nothing undid them', async t => {
  for (const [canceled, expected] of [
    [0, true],
    [1000, false]
  ] as const) {
    const balance = givenBalance({ points: 1000, balance: 0, expiredPoints: 1000 })
    const lots = [givenLot({ amount: 1000, remaining: 0, lapsed: 1000, canceled })]
    const card = { voucher: givenCard({ card: balance }), lots }
    const membership = givenMembership({ tierId: 'ltr_0' })
    const standing = standingWith(givenProgram({ card, tiers: TIERS, membership }))
    const known = new OpenStanding(standing, new Steps(givenStanding(standing), givenOccasion()))
    const bonus = bonusFor('loyalty.tier.upgraded', 'ltr_1')
    t.equal(holds(bonus, standing, knowing(known)), expected, `${canceled} undone`)
  }
})

t.test('isLast: whether the same came after', t => {
  const first = bonusFor('loyalty.tier.upgraded', 'ltr_1')
  const after = (event: string, subjectId: string, earningRuleId?: string): Bonus => {
    const { cause } = bonusFor(event, subjectId)
    return { ...first, id: 'vtx_2', cause: earningRuleId ? { ...cause, earningRuleId } : cause }
  }
  const standing = standingWith(givenProgram())
  t.notOk(isLast(first, [first, after('loyalty.tier.upgraded', 'ltr_1')], standing))
  t.ok(isLast(first, [first, after('loyalty.tier.upgraded', 'ltr_2')], standing), 'in another tier')
  t.ok(isLast(first, [first, after('loyalty.tier.joined', 'ltr_1')], standing), 'in another way')
  t.ok(
    isLast(first, [first, after('loyalty.tier.upgraded', 'ltr_1', 'ern_2')], standing),
    'by another rule'
  )
  t.end()
})

const segments = (
  [
    ['tier', 'loyalty_tier.camp_1', { $is: ['ltr_2'] }],
    ['nowhere', 'loyalty_tier.camp_2', { $is: ['ltr_2'] }],
    ['average', 'summary.orders.average_amount', { $more_than_equal: [500] }],
    ['last', 'summary.orders.last_order_amount', { $more_than_equal: [500] }],
    ['dear', 'summary.orders.last_order_amount', { $more_than: [500] }]
  ] as const
).map(([id, field, conditions]) => {
  const filter = { junction: 'and', fields: { [field]: conditions } } as const
  return givenSegment({ id, type: 'auto-update', filter })
})
const back = (totalAmount: number, createdAt: string) => {
  const figures = { amount: totalAmount, totalAmount, pendingPoints: 0, movements: [] }
  const said = { id: 'ordret_1', reason: null, metadata: {}, lines: [], createdAt }
  return { amount: totalAmount, entries: [{ ...said, ...figures }], bought: null }
}
const order = (over: Partial<UndoneOrder> = {}): UndoneOrder => {
  return { id: 'ord_1', earnedAt: EARLIER, totalAmount: 600, returned: null, ...over }
}

/** Somebody with so many points who ordered for 5.00. */
const withBalance = (left: number) => {
  const balance = givenBalance({ points: left + 11, balance: left, redeemedPoints: 11 })
  const card = { voucher: givenCard({ card: balance }), lots: [givenLot({ remaining: left })] }
  const none = givenProgram({ campaign: givenCampaign({ id: 'camp_2' }), tiers: TIERS, card: null })
  const held = standingWith(givenProgram({ card, tiers: TIERS }), none)
  const standing = { ...held, gained: { ordersAmount: 500 } }
  const facts = givenStanding({ ...standing, filterSegments: segments })
  return { standing, known: new OpenStanding(standing, new Steps(facts, givenOccasion())) }
}

const cameBy = (orderId: string, subjectId: string, orders = { amount: 1000, count: 2 }): Bonus => {
  const { cause, ...came } = bonusFor('segment.entered', subjectId)
  const followed = { ...cause.followed, orders }
  return { ...came, cause: { orderId, followed }, createdAt: '2026-02-01T00:00:00.000Z' }
}

t.test('mayHaveEntered: by what came since and is not undone', async t => {
  //  the segment, the balance, the order, all of it is undone
  const rows: [string, string, number, UndoneOrder | null, boolean, boolean][] = [
    ['a tier of the balance', 'tier', 1000, null, false, true],
    ['and of what was spent since', 'tier', 999, null, false, true],
    ['not of less', 'tier', 998, null, false, false],
    ['a program without a card', 'nowhere', 0, null, false, true],
    ['orders as they were', 'average', 0, null, false, true],
    ['without one of them', 'average', 0, order(), true, false],
    ['nor what went back since', 'average', 0, order({ returned: back(100, NOW) }), false, false],
    ['what had gone before', 'average', 0, order({ returned: back(100, EARLIER) }), false, true],
    ['an order that came later', 'average', 0, order({ earnedAt: NOW }), true, true],
    [
      'one that was never paid',
      'average',
      0,
      order({ earnedAt: null, totalAmount: null }),
      true,
      true
    ],
    ['the order itself', 'last', 0, order(), false, true],
    ['what is left of it', 'last', 0, order({ totalAmount: 499 }), false, false],
    ['another', 'last', 0, order({ id: 'ord_2', totalAmount: 499 }), false, true],
    ['nothing of it', 'last', 0, order(), true, true],
    ['which may have been all that is left, and no more', 'dear', 0, order(), true, false]
  ]
  table(t, rows, (t, _, subjectId, left, order, isWhole, expected) => {
    const { standing, known } = withBalance(left)
    const bonus = cameBy('ord_1', subjectId)
    t.equal(mayHaveEntered(bonus, standing, { order, isWhole }, knowing(known)), expected)
  })
})

t.test('mayHaveBeenIn: by the last order before', async t => {
  const [own, undone, other] = [
    order({ id: 'ord_3', totalAmount: 100 }),
    order({ id: 'ord_2', totalAmount: 300 }),
    order({ id: 'ord_1', totalAmount: 600 })
  ]
  const lowered = { ...undone, totalAmount: 500 }
  //  the segment, the orders next to it, what is undone, all of it
  const rows: [string, string, UndoneOrder[], UndoneOrder | null, boolean, boolean][] = [
    ['the one before did not lead there', 'last', [own, undone, other], undone, false, false],
    ['the one before that did', 'last', [own, undone, other], undone, true, true],
    ['what is left of it does', 'last', [own, undone, other], lowered, false, true],
    ['another is undone', 'last', [own, other], undone, true, true],
    ['nothing but a redemption is', 'last', [own, other], null, true, true],
    ['there is none', 'last', [own, undone], undone, true, false],
    ['its own is paid no longer', 'last', [undone, other], undone, true, false],
    ['nobody knows', 'last', [], undone, true, false],
    ['on the average, with it', 'average', [own, undone, other], undone, false, false],
    ['and without it', 'average', [own, undone, other], undone, true, true],
    [
      'less what went back of its own since',
      'average',
      [{ ...own, returned: back(400, NOW) }, undone, other],
      undone,
      true,
      false
    ]
  ]
  table(t, rows, (t, _, subjectId, orders, order, isWhole, expected) => {
    const { standing, known } = withBalance(0)
    const bonus = cameBy('ord_3', subjectId, { amount: 1000, count: 3 })
    const about = { ...knowing(known), ordersNextTo: new Map([[bonus.id, orders]]) }
    t.equal(mayHaveBeenIn(bonus, standing, { order, isWhole }, about), expected)
  })
})

t.test('reachedOnlyWith: until the next that is like it', async t => {
  const came = (id: string, gone: number, step = 'upgraded', balance = 1000): Bonus => {
    const { cause, ...bonus } = bonusFor(`loyalty.tier.${step}`, 'ltr_2')
    const figures = { gone: { v_1: gone }, balances: { v_1: balance } }
    return { ...bonus, id, amount: 200, cause: { followed: { ...cause.followed, ...figures } } }
  }
  const unknown = (id: string): Bonus => {
    const { cause, ...bonus } = came(id, 0)
    return { ...bonus, cause: { followed: { ...cause.followed, gone: {}, balances: {} } } }
  }
  const first = came('vtx_1', 0)
  const club = givenProgram({ tiers: TIERS })
  const tierTerms = {
    qualification: 'POINTS_IN_PERIOD',
    period: 'MONTH',
    expiration: 'END_OF_PERIOD'
  } as const
  const months = { ...club, campaign: givenCampaign({ tierTerms }) }
  //  the bonus, what stays, points undone, of which program
  const rows: [string, Bonus, Bonus[], number, typeof club, boolean][] = [
    ['little was spent', first, [first, came('vtx_2', 201)], 1, club, true],
    ['more was', first, [first, came('vtx_2', 202)], 1, club, false],
    ['nothing is undone', first, [first, came('vtx_2', 100)], 0, club, false],
    [
      'it led there without',
      came('vtx_1', 0, 'upgraded', 1001),
      [came('vtx_2', 0)],
      1,
      club,
      false
    ],
    ['none came later', first, [first], 999, club, false],
    ['nor to that tier', first, [came('vtx_2', 0, 'joined')], 999, club, false],
    [
      'it was prolonged',
      came('vtx_1', 0, 'prolonged'),
      [came('vtx_2', 0, 'prolonged')],
      999,
      club,
      false
    ],
    ['there is no such tier', first, [came('vtx_2', 0)], 999, { ...club, tiers: [] }, false],
    ['there is no card', first, [came('vtx_2', 0)], 999, { ...club, card: null }, false],
    ['points of a month count', first, [came('vtx_2', 0)], 999, months, false],
    ['the card is new', unknown('vtx_1'), [unknown('vtx_2')], 1, club, true]
  ]
  table(t, rows, (t, _, bonus, staying, undone, program, expected) => {
    t.equal(reachedOnlyWith(bonus, undone, standingWith(program), staying), expected)
  })
})

t.test('mayEnterNext: by the next order', async t => {
  const next = (totalAmount: number) => [order({ id: 'ord_2', totalAmount })]
  const bonus = cameBy('ord_1', 'last', { amount: 600, count: 1 })
  const later = { ...cameBy('ord_3', 'last'), id: `${bonus.id}9` }
  const rows: [string, Bonus[], UndoneOrder[], boolean][] = [
    ['it leads there', [bonus, later], next(500), true],
    ['it does not', [bonus, later], next(499), false],
    [
      'it brought the later one',
      [bonus, { ...later, cause: { ...later.cause, orderId: 'ord_2' } }],
      next(500),
      false
    ],
    ['none came later', [bonus], next(499), true],
    [
      'nobody knows what it cost',
      [bonus, later],
      [order({ id: 'ord_2', totalAmount: null })],
      false
    ],
    ['there is none', [bonus, later], [], true]
  ]
  table(t, rows, (t, _, all, orders, expected) => {
    const { standing, known } = withBalance(0)
    const about = { ...knowing(known), all, ordersNextTo: new Map([[bonus.id, orders]]) }
    const undone = { order: order(), isWhole: true }
    t.equal(mayEnterNext(bonus, standing, undone, about), expected)
  })
  t.ok(
    mayEnterNext(
      bonus,
      standingWith(),
      { order: order(), isWhole: true },
      knowing(withBalance(0).known)
    )
  )
})

t.test('hadOnlySpent: by the least and the most that the card can have held', async t => {
  const [FIRST, SPENT, LATER] = [1, 2, 3].map(day => `2026-02-0${day}T00:00:00.000Z`)
  const came = (id: string, createdAt = '', followed: Partial<Bonus['cause']['followed']> = {}) => {
    const { cause, ...bonus } = bonusFor('loyalty.tier.upgraded', 'ltr_2')
    return { ...bonus, id, createdAt, cause: { followed: { ...cause.followed, ...followed } } }
  }
  const of = (gone: number, balance: number) => ({
    gone: { v_1: gone },
    balances: { v_1: balance }
  })
  const club = (redeemedPoints: number, terms: Pick<TierTerms, 'qualification'> | null) => {
    const card = givenCard({ card: givenBalance({ redeemedPoints }) })
    const tierTerms = terms && {
      ...terms,
      period: 'MONTH' as const,
      expiration: 'END_OF_PERIOD' as const
    }
    const other = givenProgram({ campaign: givenCampaign({ id: 'camp_2' }), card: null })
    const campaign = givenCampaign({ tierTerms })
    return standingWith(
      givenProgram({ campaign, tiers: TIERS, card: { voucher: card, lots: [] } }),
      other
    )
  }
  const some = { event: 'customer.segment.entered', subjectId: 'some' }
  const earlier = came('vtx_1', FIRST, of(0, 900))
  const later = came('vtx_2', LATER, of(200, 999))
  const again = (followed: object) => [
    came('vtx_1', FIRST, { ...of(0, 900), ...followed }),
    came('vtx_2', LATER, { ...of(200, 999), ...followed })
  ]
  const MONTHS = { qualification: 'POINTS_IN_PERIOD' } as const
  //  the bonuses, redeemed at, spent of 200 since, by period
  const rows: [
    string,
    Bonus[],
    string | undefined,
    number,
    Pick<TierTerms, 'qualification'> | null,
    boolean
  ][] = [
    ['all of it comes back', [earlier, later], SPENT, 0, null, true],
    ['too little does', [earlier, later], SPENT, 1, null, false],
    ['it was spent before', [earlier, later], FIRST, 0, null, false],
    ['or since', [earlier, later], LATER, 0, null, false],
    ['it came for the first time', [later], SPENT, 0, null, false],
    ['to another card', [{ ...earlier, voucherId: 'v_2' }, later], SPENT, 0, null, false],
    ['for falling', again({ event: 'customer.loyalty.tier.downgraded' }), SPENT, 0, null, false],
    ['tiers by points of a month', [earlier, later], SPENT, 0, MONTHS, false],
    ['a segment', again(some), SPENT, 0, null, true],
    ['that was left for more points', again({ ...some, subjectId: 'few' }), SPENT, 0, null, false],
    ['with cards that are new', again({ ...some, gone: {}, balances: {} }), SPENT, 0, null, false]
  ]
  const filters = {
    some: { $more_than_equal: [1000] },
    few: { $more_than_equal: [1000], $less_than: [1100] }
  }
  const filterSegments = Object.entries(filters).map(([id, conditions]) => {
    const filter = { junction: 'and', fields: { 'loyalty_points.camp_1': conditions } } as const
    return givenSegment({ id, type: 'auto-update', filter })
  })
  table(t, rows, (t, _, all, redeemedAt = '', left, terms, expected) => {
    const [before, after] = [club(200, terms), club(left, terms)]
    const known = new OpenStanding(
      after,
      new Steps(givenStanding({ ...after, filterSegments }), givenOccasion())
    )
    const bonus = all.at(-1) as Bonus
    t.equal(
      hadOnlySpent(bonus, redeemedAt, { before, after }, { ...knowing(known), all }),
      expected
    )
  })
})

t.test('repeatedBonuses: bonuses of segments that came more than once', async t => {
  const at = (orderId: string, nr: number, subjectId = 'last') => {
    const createdAt = `2026-02-0${nr}T00:00:00.000Z`
    return { ...cameBy(orderId, subjectId), id: `vtx_${nr}`, createdAt }
  }
  const entries = [at('ord_1', 1), at('ord_2', 2), at('ord_3', 3), at('ord_2', 4, 'average')]
  const asked = (earnedAt: string, of: readonly LedgerEntry[]) => {
    const { own, later } = repeatedBonuses({ id: 'ord_2', earnedAt }, of)
    return [own, later].map(bonuses => bonuses.map(({ id }) => id))
  }
  t.strictSame(asked('2026-02-02T00:00:00.000Z', entries), [['vtx_2'], ['vtx_3']])
  t.strictSame(asked('2026-02-01T00:00:00.000Z', entries.slice(1, 2)), [[], []])
  t.strictSame(asked('2026-01-01T00:00:00.000Z', [...entries, givenEntry()]), [
    ['vtx_2'],
    ['vtx_1', 'vtx_3']
  ])
})

t.test('mostIn: points of periods that are known', t => {
  const known = new OpenStanding(standingWith(), new Steps(givenStanding(), givenOccasion()))
  const periods = { from: '2026-02-10', before: '2026-04-01' }
  const tierTerms: TierTerms = {
    qualification: 'POINTS_IN_PERIOD',
    period: 'MONTH',
    expiration: 'END_OF_PERIOD'
  }
  const campaign = givenCampaign({ tierTerms })
  const ended = (['2026-01-01', '2026-02-01', '2026-03-01'] as const).map((startsOn, at) => {
    return { startsOn, points: 30 - at }
  })
  const membership = givenMembership({ risen: { stays: [], ended } })
  const most = (over: Parameters<typeof givenProgram>[0]) =>
    known.mostIn(givenProgram(over), periods)
  t.equal(most({ campaign, membership }), 29)
  t.equal(most({ campaign }), null, 'without a membership')
  t.equal(most({ membership }), null, 'where the balance counts')
  const inTier = (over: object) => {
    const program = givenProgram({ campaign, tiers: TIERS, ...over })
    const standing = standingWith(program)
    return (event: string, tierId: string) =>
      holds(bonusFor(event, tierId), standing, knowing(known))
  }
  const before = {
    ...membership,
    risen: { stays: [], ended: [{ startsOn: '2025-12-01', points: 100 }] }
  }
  t.ok(inTier({ membership: before })('loyalty.tier.prolonged', 'ltr_1'), 'it was prolonged by it')
  t.notOk(inTier({ membership: before })('loyalty.tier.prolonged', 'ltr_2'), 'by fewer')
  const there = givenMembership({ tierId: 'ltr_1' })
  t.ok(inTier({ membership: there })('loyalty.tier.joined', 'ltr_1'), 'nobody knows of its period')
  t.notOk(inTier({ membership: there })('segment.entered', 'seg_out'), 'nor which tier it was')
  t.end()
})
