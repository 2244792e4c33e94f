import t from 'tap'
import {
  BY_BALANCE,
  type Mapped,
  MULTIPLIER_MAX,
  mappedPoints,
  mappingMistake,
  nextTier,
  periodOf,
  type TierMove,
  type TierPeriod,
  type TierState,
  type TierTerms,
  termsMistake,
  tierAt,
  tierByPeriods,
  tierWithout
} from '../../src/rules/points.ts'
import type { Day } from '../../src/rules/validity.ts'
import { table } from '../support/table.ts'

const MAX = Number.MAX_SAFE_INTEGER

// Below silver, and between gold and platinum, there is no tier.
const bands = [
  { id: 'silver', pointsFrom: 10, pointsTo: 99 },
  { id: 'gold', pointsFrom: 100, pointsTo: 499 },
  { id: 'platinum', pointsFrom: 1000, pointsTo: null }
]

t.test('tierAt: both ends of a band are in it', async t => {
  //          points, tier
  const rows: [number, string | null][] = [
    [-5, null],
    [0, null],
    [9, null],
    [10, 'silver'],
    [99, 'silver'],
    [100, 'gold'],
    [499, 'gold'],
    [500, null],
    [999, null],
    [1000, 'platinum'],
    [MAX, 'platinum']
  ]
  for (const [points, tier] of rows) {
    t.equal(tierAt(bands, points)?.id ?? null, tier, `${points} points: ${tier ?? 'none'}`)
  }
  t.equal(tierAt([], 5), null)
})

t.test('periodOf: calendar periods, both ends included', async t => {
  //          day           period        first         last
  const rows: [Day, TierPeriod, Day, Day][] = [
    ['2026-03-01', 'MONTH', '2026-03-01', '2026-03-31'],
    ['2026-03-31', 'MONTH', '2026-03-01', '2026-03-31'],
    ['2028-02-10', 'MONTH', '2028-02-01', '2028-02-29'],
    ['2100-02-10', 'MONTH', '2100-02-01', '2100-02-28'],
    ['2026-12-31', 'MONTH', '2026-12-01', '2026-12-31'],
    ['2026-01-01', 'QUARTER', '2026-01-01', '2026-03-31'],
    ['2026-03-31', 'QUARTER', '2026-01-01', '2026-03-31'],
    ['2026-05-15', 'QUARTER', '2026-04-01', '2026-06-30'],
    ['2026-12-01', 'QUARTER', '2026-10-01', '2026-12-31'],
    ['2026-06-30', 'HALF_YEAR', '2026-01-01', '2026-06-30'],
    ['2026-07-01', 'HALF_YEAR', '2026-07-01', '2026-12-31'],
    ['2026-08-08', 'YEAR', '2026-01-01', '2026-12-31'],
    ['0001-01-01', 'YEAR', '0001-01-01', '0001-12-31'],
    ['9999-12-31', 'MONTH', '9999-12-01', '9999-12-31'],
    ['9999-12-31', 'YEAR', '9999-01-01', '9999-12-31']
  ]
  for (const [day, period, startsOn, endsOn] of rows) {
    t.strictSame(periodOf(day, period), { startsOn, endsOn }, `${period} of ${day}`)
  }
})

const terms = (
  qualification: TierTerms['qualification'],
  expiration: TierTerms['expiration'],
  period: TierPeriod | null = 'MONTH'
): TierTerms => ({ qualification, period, expiration })

t.test('termsMistake: which terms make sense together', async t => {
  //                                       property that is wrong
  const rows: [string, TierTerms, string | null][] = [
    ['where a program says nothing', BY_BALANCE, null],
    ['the balance, to the end of the period', terms('BALANCE', 'END_OF_PERIOD'), null],
    ['the balance, to the end of the next', terms('BALANCE', 'END_OF_NEXT_PERIOD'), null],
    ['points of a period, to its end', terms('POINTS_IN_PERIOD', 'END_OF_PERIOD'), null],
    ['and to the end of the next', terms('POINTS_IN_PERIOD', 'END_OF_NEXT_PERIOD', 'YEAR'), null],
    ['which cannot drop', terms('POINTS_IN_PERIOD', 'BALANCE_DROP', null), 'expiration'],
    ['nor with a period', terms('POINTS_IN_PERIOD', 'BALANCE_DROP'), 'expiration'],
    ['a drop needs no period', terms('BALANCE', 'BALANCE_DROP'), 'period'],
    ['the end of no period', terms('BALANCE', 'END_OF_PERIOD', null), 'period'],
    ['points of no period', terms('POINTS_IN_PERIOD', 'END_OF_NEXT_PERIOD', null), 'period']
  ]
  table(t, rows, (t, _, said, property) => {
    t.equal(termsMistake(said)?.property ?? null, property)
  })
})

const TODAY = '2026-03-15'
const at = (tierId: string | null, expiresOn: Day | null = null): TierState => ({
  tierId,
  expiresOn
})
const move = (kind: TierMove['kind'], tierId: string, state: TierState): TierMove => ({
  kind,
  tierId,
  state
})

//                                    from                 points  the step
const drops: [string, TierState, number, TierMove | null][] = [
  ['nobody, and nothing', at(null), 9, null],
  ['points of no tier between two', at(null), 700, null],
  ['the first tier', at(null), 10, move('joined', 'silver', at('silver'))],
  ['straight to the top', at(null), 2000, move('joined', 'platinum', at('platinum'))],
  ['more in the same tier', at('silver'), 99, null],
  ['a tier up', at('silver'), 100, move('upgraded', 'gold', at('gold'))],
  ['two tiers up are one step', at('silver'), 1000, move('upgraded', 'platinum', at('platinum'))],
  ['a tier down', at('gold'), 99, move('downgraded', 'silver', at('silver'))],
  ['two tiers down are one step', at('platinum'), 10, move('downgraded', 'silver', at('silver'))],
  ['out of the last tier', at('silver'), 9, move('left', 'silver', at(null))],
  ['into the gap above', at('gold'), 500, move('left', 'gold', at(null))],
  ['a tier that is there no more is none', at('bronze'), 5, null],
  ['and one joins from it', at('bronze'), 10, move('joined', 'silver', at('silver'))]
]

t.test('nextTier: by balance, every change of it counts at once', async t => {
  table(t, drops, (t, _, from, points, step) => {
    t.strictSame(
      nextTier({ bands, terms: BY_BALANCE }, from, () => points, TODAY),
      step
    )
  })
})

const END = '2026-03-31'
const NEXT = '2026-04-30'
const joined = move('joined', 'silver', at('silver', NEXT))
const up = (day: Day) => move('upgraded', 'gold', at('gold', day))

//                       terms, from                                          points  the step
const lasting: [string, TierTerms['expiration'], TierState, number, TierMove | null][] = [
  ['joined to the end', 'END_OF_PERIOD', at(null), 10, move('joined', 'silver', at('silver', END))],
  ['to the end of the next', 'END_OF_NEXT_PERIOD', at(null), 10, joined],
  ['up is at once, with a term of its own', 'END_OF_PERIOD', at('silver', END), 100, up(END)],
  ['and longer where tiers last', 'END_OF_NEXT_PERIOD', at('silver', END), 100, up(NEXT)],
  ['down is not', 'END_OF_PERIOD', at('gold', END), 10, null],
  ['nor out', 'END_OF_NEXT_PERIOD', at('gold', END), 0, null],
  ['nor into the gap above', 'END_OF_PERIOD', at('gold', END), 600, null],
  ['the last day still belongs to it', 'END_OF_PERIOD', at('gold', TODAY), 0, null],
  ['nothing below the first', 'END_OF_PERIOD', at(null), 9, null]
]

t.test('nextTier: with a term, a tier is kept until it is over', async t => {
  table(t, lasting, (t, _, expiration, from, points, step) => {
    for (const qualification of ['BALANCE', 'POINTS_IN_PERIOD'] as const) {
      const said = terms(qualification, expiration)
      t.strictSame(
        nextTier({ bands, terms: said }, from, () => points, TODAY),
        step
      )
    }
  })
})

const OVER = '2026-02-28'

const balance = terms('BALANCE', 'END_OF_PERIOD')
const twoBalances = terms('BALANCE', 'END_OF_NEXT_PERIOD')
const points = terms('POINTS_IN_PERIOD', 'END_OF_PERIOD')
const twoPeriods = terms('POINTS_IN_PERIOD', 'END_OF_NEXT_PERIOD')
const quarterly = terms('BALANCE', 'END_OF_PERIOD', 'QUARTER')
const gold = at('gold', OVER)
const kept = move('prolonged', 'gold', at('gold', END))
const down = move('downgraded', 'silver', at('silver', END))
const gone = (tier: string) => move('left', tier, at(null))

// What counted on the last day decides; today there is more.
//  terms, from, points and the step
const overs: [string, TierTerms, TierState, number, TierMove][] = [
  ['the balance is there', balance, gold, 100, kept],
  ['more than is needed: prolonged first, upgraded then', balance, gold, 1000, kept],
  ['the balance is lower', balance, gold, 99, down],
  ['the balance is gone', balance, gold, 9, gone('gold')],
  ['the balance is in a gap', balance, gold, 500, gone('gold')],
  ['for the next period, one more', twoBalances, gold, 100, kept],
  ['points of a period are over with it', points, gold, 100, gone('gold')],
  ['or qualify for the next', twoPeriods, gold, 100, kept],
  ['or for a lower tier', twoPeriods, gold, 10, down],
  ['or for none', twoPeriods, at('silver', OVER), 0, gone('silver')],
  ['a quarter is followed by a quarter', quarterly, at('gold', '2025-12-31'), 100, kept],
  ['without terms by now', BY_BALANCE, gold, 100, move('prolonged', 'gold', at('gold'))]
]

t.test('nextTier: when the last day is over, what counted on it decides', async t => {
  table(t, overs, (t, _, said, from, points, step) => {
    const pointsOn = (day: Day) => (day === from.expiresOn ? points : 5000)
    t.strictSame(nextTier({ bands, terms: said }, from, pointsOn, TODAY), step)
  })
})

t.test('nextTier: a base tier from 0 points catches who loses the others', async t => {
  const based = [{ id: 'base', pointsFrom: 0, pointsTo: 9 }, ...bands]
  const said = terms('POINTS_IN_PERIOD', 'END_OF_PERIOD')
  t.strictSame(
    nextTier({ bands: based, terms: said }, at('gold', OVER), () => 100, TODAY),
    move('downgraded', 'base', at('base', END))
  )
  t.strictSame(
    nextTier({ bands: based, terms: said }, at('base', OVER), () => 0, TODAY),
    move('prolonged', 'base', at('base', END))
  )
})

t.test('nextTier: after a long silence the steps come in the order of the calendar', async t => {
  const said = terms('POINTS_IN_PERIOD', 'END_OF_NEXT_PERIOD')
  // 120 points came in November, 40 in December, and today, in March, 10.
  const counted: { readonly [month: string]: number } = {
    '2025-11': 120,
    '2025-12': 40,
    '2026-03': 10
  }
  const pointsOn = (day: Day) => counted[day.slice(0, 7)] ?? 0
  let state = at('gold', '2025-12-31')
  const steps: (readonly [string, string, Day | null])[] = []
  for (;;) {
    const step = nextTier({ bands, terms: said }, state, pointsOn, TODAY)
    if (step === null) break
    steps.push([step.kind, step.tierId, step.state.expiresOn])
    state = step.state
  }
  t.strictSame(steps, [
    ['downgraded', 'silver', '2026-01-31'],
    ['left', 'silver', null],
    ['joined', 'silver', '2026-04-30']
  ])
})

t.test('nextTier: three months late, a tier is prolonged month by month', async t => {
  const said = terms('BALANCE', 'END_OF_PERIOD')
  let state = at('gold', '2025-12-31')
  const ends: (Day | null)[] = []
  for (;;) {
    const step = nextTier({ bands, terms: said }, state, () => 100, TODAY)
    if (step === null) break
    t.equal(step.kind, 'prolonged')
    ends.push(step.state.expiresOn)
    state = step.state
  }
  t.strictSame(ends, ['2026-01-31', '2026-02-28', '2026-03-31'])
})

const out = move('left', 'gold', at(null))
const downTo = (tierId: string, day: Day | null) => move('downgraded', tierId, at(tierId, day))

//                              it was in, and is in             with points   the step
const withouts: [string, TierState, string | null, number, TierMove | null][] = [
  ['to nothing', at(null), 'gold', 9, out],
  ['to what the others reach, for a term of its own', at(null), 'gold', 10, downTo('silver', END)],
  ['back, for what is left of the term', at('silver', NEXT), 'gold', 9, downTo('silver', NEXT)],
  [
    'back, although the others reach as much',
    at('silver', NEXT),
    'gold',
    10,
    downTo('silver', NEXT)
  ],
  ['back, for as long as it was said', at('silver'), 'gold', 0, downTo('silver', null)],
  ['not back to what is over', at('silver', '2026-03-14'), 'gold', 0, out],
  ['not back to a tier that is gone', at('bronze', NEXT), 'gold', 0, out],
  ['above what was before', at('silver', END), 'platinum', 100, downTo('gold', END)],
  ['not where the others reach it', at(null), 'gold', 100, null],
  ['not where the others reach more', at(null), 'silver', 100, null],
  ['not where it was so before', at('gold', END), 'gold', 0, null],
  ['not from a tier that is gone', at(null), 'bronze', 0, null],
  ['not from nowhere', at(null), null, 0, null]
]

t.test('tierWithout: out of a tier that no points reach any more', async t => {
  table(t, withouts, (t, _, before, tierId, points, step) => {
    const left = { before, points, until: END }
    t.strictSame(tierWithout(bands, at(tierId, END), left, TODAY), step)
  })
})

const times = (multiplier: number): Mapped => ({ type: 'MULTIPLY', multiplier })
const instead = (points: number): Mapped => ({ type: 'CUSTOM', points })

t.test('mappedPoints: multiplied and rounded down, or so many instead', async t => {
  //          points, mapping            makes
  const rows: [number, Mapped | undefined, number | null][] = [
    [25, undefined, 25],
    [25, times(1), 25],
    [25, times(2), 50],
    [25, times(1.5), 37],
    [10, times(0.1), 1],
    [9, times(0.1), 0],
    [100, times(1.15), 115],
    [3, times(0.333333), 0],
    [1000000, times(0.000001), 1],
    [999999, times(0.000001), 0],
    [0, times(2), 0],
    [25, instead(7), 7],
    [1, instead(1000), 1000],
    [0, instead(7), 0],
    [MAX, times(1), MAX],
    [MAX, times(1.000001), null],
    [MAX, times(0.5), (MAX - 1) / 2],
    [MAX, instead(1), 1]
  ]
  for (const [points, mapped, made] of rows) {
    t.equal(mappedPoints(points, mapped), made, `${points} by ${JSON.stringify(mapped)}: ${made}`)
  }
})

t.test('mappingMistake: multipliers are decimals, custom points are whole', async t => {
  //          mapping                    property that is wrong
  const rows: [Mapped, string | null][] = [
    [times(2), null],
    [times(1), null],
    [times(0.5), null],
    [times(0.000001), null],
    [times(1.123456), null],
    [times(MULTIPLIER_MAX), null],
    [times(0), 'multiplier'],
    [times(-1), 'multiplier'],
    [times(1.1234567), 'multiplier'],
    [times(0.0000001), 'multiplier'],
    [times(MULTIPLIER_MAX + 0.000001), 'multiplier'],
    [times(1e21), 'multiplier'],
    [times(Number.NaN), 'multiplier'],
    [times(Number.POSITIVE_INFINITY), 'multiplier'],
    [instead(1), null],
    [instead(MAX), null],
    [instead(0), 'points'],
    [instead(-3), 'points'],
    [instead(1.5), 'points'],
    [instead(MAX + 1), 'points']
  ]
  for (const [mapped, property] of rows) {
    t.equal(mappingMistake(mapped)?.property ?? null, property, JSON.stringify(mapped))
  }
})

t.test('tierByPeriods: by the points of the period, or of the one before', t => {
  //  before, now, until the end of the next       the tier of before, and of now
  const rows: [number, number, boolean, string | null, Day][] = [
    [100, 10, true, 'gold', NEXT],
    [100, 10, false, null, END],
    [10, 100, true, null, NEXT],
    [200, 100, true, null, NEXT],
    [9, 0, true, null, NEXT]
  ]
  for (const [earlier, points, isLong, tierId, until] of rows) {
    const said = terms('POINTS_IN_PERIOD', isLong ? 'END_OF_NEXT_PERIOD' : 'END_OF_PERIOD')
    const pointsOn = (day: Day) => (day < '2026-03-01' ? earlier : points)
    const before = at(tierId, END)
    const left = tierByPeriods({ bands, terms: said }, 'MONTH', pointsOn, TODAY)
    t.strictSame(left, { before, points, until }, `${earlier} and ${points}`)
  }
  t.end()
})
