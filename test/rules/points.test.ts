import t from 'tap'
import {
  coinPayment,
  multiply,
  percentOf,
  pointsPerStep,
  readRatio,
  type SpendableLot,
  shareOut,
  takeAtMost,
  takeFromLots
} from '../../src/rules/points.ts'
import { casesOf } from '../support/chance.ts'

const MAX = Number.MAX_SAFE_INTEGER

t.test('pointsPerStep: points for each whole step, rounded down', async t => {
  // measure  every  points  outcome
  const rows = [
    [45_000, 500, 10, 900],
    [99, 100, 1, 0],
    [100, 100, 1, 1],
    [199, 100, 1, 1],
    [200, 100, 3, 6],
    [2590, 100, 1, 25],
    [1, 1, 1, 1],
    [0, 100, 1, 0],
    [-500, 100, 1, 0],
    // A step of nothing is no step.
    [100, 0, 1, 0],
    [100, -1, 1, 0],
    // Decimals are what they are written as: in binary fractions, 0.3 ÷ 0.1 is below 3.
    [0.3, 0.1, 1, 3],
    [1.1, 0.1, 1, 11],
    [4.35, 0.01, 1, 435],
    [2.5, 1, 2, 4],
    [0.9999, 1, 1, 0],
    [1e-7, 1e-8, 1, 10],
    [1.5e-7, 1e-7, 1, 1],
    [1e15, 0.5, 1, 2e15],
    // What a number cannot hold exactly is not guessed.
    [MAX, 1, 1, MAX],
    [MAX, 1, 2, null],
    [MAX, 2, 2, MAX - 1],
    [MAX + 1, 1, 1, null],
    [1, 1e-16, 1, null],
    [Number.POSITIVE_INFINITY, 1, 1, null],
    [Number.NEGATIVE_INFINITY, 1, 1, 0],
    [Number.NaN, 1, 1, 0],
    [100, 1e300, 1, 0],
    [100, Number.POSITIVE_INFINITY, 1, 0]
  ] as const
  for (const [measure, every, points, outcome] of rows) {
    const title = `${measure} every ${every} gives ${points}: ${outcome}`
    t.equal(pointsPerStep(measure, { every, points }), outcome, title)
  }
})

t.test('pointsPerStep: spending more never earns fewer points', async t => {
  for (const { between, pick } of casesOf(t, { gate: 100, soak: 50_000 })) {
    const scale = pick([1, 1, 10, 100, 1000])
    const step = { every: between(1, 3000) / scale, points: between(1, 50) }
    const [less, more] = [between(0, 1e6), between(0, 1e4)]
    const before = pointsPerStep(less / scale, step) as number
    const after = pointsPerStep((less + more) / scale, step) as number
    const exact = Number(
      (BigInt(less) / BigInt(Math.round(step.every * scale))) * BigInt(step.points)
    )
    if (after < before || before !== exact) t.fail(JSON.stringify({ step, less, more, scale }))
  }
  t.pass('and the points are those of integer division')
})

t.test('multiply: rounded down, and exact where fractions of two are not', async t => {
  // whole  factor    outcome
  const rows = [
    [100, 1.5, 150],
    [3, 1.5, 4],
    [1, 1, 1],
    [1, 0.999999, 0],
    [2, 0.5, 1],
    [0, 3, 0],
    // In binary fractions these are 114.99999999999999, 110.00000000000001 and 28.999999999999996.
    [100, 1.15, 115],
    [100, 1.1, 110],
    [50, 0.58, 29],
    [1_000_000, 0.000001, 1],
    [999_999, 0.000001, 0],
    [1e7, 1e-7, 1],
    [MAX, 1, MAX],
    [MAX, 0.1, 900_719_925_474_099],
    // What a number cannot hold exactly is not guessed.
    [MAX, 1.000001, null],
    [2, MAX, null],
    [1, MAX, MAX],
    [1, MAX + 1, null],
    [1, 1e300, null],
    [1, Number.POSITIVE_INFINITY, null],
    [0, 1e300, 0]
  ] as const
  for (const [whole, factor, outcome] of rows) {
    t.equal(multiply(whole, factor), outcome, `${whole} times ${factor}: ${outcome}`)
  }
})

t.test('multiply: as the division of integers, whatever the decimals', async t => {
  for (const { between } of casesOf(t, { gate: 100, soak: 50_000 })) {
    const [whole, digits, scale] = [between(0, 1e7), between(1, 1e9), between(0, 6)]
    const exact = Number((BigInt(whole) * BigInt(digits)) / 10n ** BigInt(scale))
    const expected = Number.isSafeInteger(exact) ? exact : null
    const found = multiply(whole, Number(`${digits}e-${scale}`))
    if (found !== expected) t.fail(JSON.stringify({ whole, digits, scale, found, expected }))
  }
  t.pass('and null beyond the integers')
})

t.test('percentOf: half up to the smallest unit, of the percentage as written', async t => {
  // amount  percent  outcome
  const rows = [
    [1000, 10, 100],
    [1000, 10.5, 105],
    [999, 10, 100],
    [994, 10, 99],
    [995, 10, 100],
    [5, 10, 1],
    [4, 10, 0],
    [1, 50, 1],
    [333, 33.3333, 111],
    [1e15, 0.1, 1e12],
    [100, 8.5e-7, 0],
    [MAX, 100, MAX],
    [MAX, 50, (MAX + 1) / 2],
    [0, 10, 0],
    [-995, 10, -100],
    [-4, 10, 0],
    [1000, 0, 0],
    [1000, -5, 0],
    [1000, 150, 1000]
  ] as const
  for (const [amount, percent, outcome] of rows) {
    t.equal(percentOf(amount, percent), outcome, `${percent} % of ${amount}: ${outcome}`)
  }
})

t.test('percentOf: taking it off a large quantity at once is exact', async t => {
  t.equal(percentOf(1795 * 731, 10), 131_215, 'half a unit up, once, not once for each piece')
})

t.test('shareOut: in proportion, and the parts add up to the whole', async t => {
  // total  weights           outcome
  const rows: [number, number[], number[]][] = [
    [100, [1, 1], [50, 50]],
    [100, [1, 1, 1], [34, 33, 33]],
    [101, [1, 1, 1], [34, 34, 33]],
    [10, [1, 2, 4], [1, 3, 6]],
    [1, [3, 3, 4], [0, 0, 1]],
    [7, [100, 0, 50], [5, 0, 2]],
    [5, [0, 0], [3, 2]],
    [0, [5, 5], [0, 0]],
    [-100, [1, 1, 1], [-34, -33, -33]],
    [MAX, [MAX, MAX], [(MAX + 1) / 2, (MAX - 1) / 2]],
    [10, [], []]
  ]
  for (const [total, weights, outcome] of rows) {
    t.strictSame(shareOut(total, weights), outcome, `${total} over ${weights.join()}: ${outcome}`)
  }
})

t.test('shareOut: no part is a unit away from its share, or more than its weight', async t => {
  for (const { between, once } of casesOf(t, { gate: 100, soak: 50_000 })) {
    const weights = Array.from({ length: between(1, 12) }, () => (once(5) ? 0 : between(0, 90_000)))
    const sum = weights.reduce((one, other) => one + other, 0)
    const total = between(0, sum)
    const parts = shareOut(total, weights)
    const whole = parts.reduce((one, other) => one + other, 0)
    const fair = parts.every((part, index) => {
      const weight = weights[index] as number
      const near = Math.abs(part - (sum === 0 ? 0 : (total * weight) / sum)) < 1
      return part <= weight && part >= 0 && near
    })
    if (whole !== total || !fair) t.fail(JSON.stringify({ total, weights, parts }))
  }
  t.pass('no case does')
})

t.test('readRatio: a decimal above 0 in its one way of writing', async t => {
  // value                outcome
  const rows = [
    [20, '20'],
    [0.01, '0.01'],
    [1e-6, '0.000001'],
    [1.5e-6, null],
    [1e-7, null],
    [999_999_999, '999999999'],
    [1e9, null],
    [1e21, null],
    [0, null],
    [-1, null],
    [-0.5, null],
    [Number.NaN, null],
    [Number.POSITIVE_INFINITY, null],
    ['20', '20'],
    ['020.500', '20.5'],
    ['0.010', '0.01'],
    ['1.0000000', '1'],
    ['1.', '1'],
    ['0.0', null],
    ['000', null],
    ['.5', null],
    ['1e2', null],
    ['+1', null],
    [' 1', null],
    ['1,5', null],
    ['0.1234567', null],
    ['', null]
  ] as const
  for (const [value, outcome] of rows) {
    t.equal(readRatio(value), outcome, `${JSON.stringify(value)}: ${outcome}`)
  }
})

t.test('coinPayment: points pay what remains of an order', async t => {
  const paid = (points: number, discount: number) => ({ points, discount })
  const refused = (...reasons: string[]) => ({ refused: reasons })
  // ratio (worth, points)   remaining  given  balance   outcome
  const rows = [
    // As many as it takes, in whole multiples of the ratio's points …
    ['20', 100, 45_000, null, 9000, paid(2300, 45_000)],
    ['20', 100, 40_000, null, 9000, paid(2000, 40_000)],
    ['1', 1, 500, null, 5, paid(5, 500)],
    ['1', 10, 1, null, 10, paid(10, 1)],
    ['0.01', 1, 250, null, 1000, paid(250, 250)],
    // … unless the balance does not reach: then the fewest that pay the rest, or all there are.
    ['20', 100, 45_000, null, 2299, paid(2250, 45_000)],
    ['20', 100, 45_000, null, 2250, paid(2250, 45_000)],
    ['20', 100, 45_000, null, 2249, paid(2249, 44_980)],
    ['1', 3, 1000, null, 2, paid(2, 66)],
    // As many as the customer says, never more than pay the rest, never more than there are.
    ['20', 100, 45_000, 100, 9000, paid(100, 2000)],
    ['20', 100, 45_000, 150, 9000, paid(150, 3000)],
    ['20', 100, 45_000, 9000, 9000, paid(2250, 45_000)],
    ['20', 100, 45_000, 500, 200, paid(200, 4000)],
    // Decimals are decimals: 0.07 × 100 is 7, and so is 0.29 × 100 the 29 it looks like.
    ['0.07', 1, 1000, 1, 10, paid(1, 7)],
    ['0.29', 1, 1000, 1, 10, paid(1, 29)],
    ['1.1', 3, 110, null, 3, paid(3, 110)],
    ['0.000001', 1, 1, null, 10_000, paid(10_000, 1)],
    ['999999999', 1, MAX, null, MAX, paid(90_072, MAX)],
    ['0.000001', 1, MAX, null, MAX, paid(MAX, 900_719_925_474)],
    // Nothing happens, for each of these reasons.
    ['20', 100, 0, null, 0, refused('nothing_to_pay', 'no_points')],
    ['20', 100, -5, null, 9000, refused('nothing_to_pay')],
    ['20', 100, MAX + 1, null, 0, refused('out_of_range', 'no_points')],
    ['20', 100, 100, MAX + 1, 9000, refused('out_of_range')],
    ['20', 100, 100, null, MAX + 1, refused('out_of_range')],
    ['0.01', 3, 100, 2, 0, refused('worthless', 'no_points')],
    ['0.01', 3, 0, 2, 0, refused('nothing_to_pay', 'worthless', 'no_points')],
    ['0.01', 3, 100, 2, 10, refused('worthless')],
    ['0.01', 3, 100, 3, 2, refused('no_points')],
    ['0.000001', 1, 1, null, 9_999, refused('no_points')],
    ['20', 100, 100, null, 0, refused('no_points')]
  ] as const
  for (const [exchangeRatio, pointsRatio, remaining, given, balance, outcome] of rows) {
    const found = coinPayment({ exchangeRatio, pointsRatio }, { remaining, given, balance })
    const request = `${remaining} with ${given ?? 'what it takes'} of ${balance}`
    const title = `${exchangeRatio} for ${pointsRatio}, ${request}: ${JSON.stringify(outcome)}`
    t.strictSame(found, outcome, title)
  }
})

t.test('coinPayment: fair to the customer, whatever is asked', async t => {
  for (const { between, pick, once } of casesOf(t, { gate: 100, soak: 50_000 })) {
    const millionths = pick([between(1, 300), between(1, 30) * 10_000, between(1, 40) * 1_000_000])
    const ratio = {
      exchangeRatio: readRatio(millionths / 1_000_000) as string,
      pointsRatio: between(1, 200)
    }
    const worth = (points: number) =>
      Number((BigInt(points) * BigInt(millionths)) / (BigInt(ratio.pointsRatio) * 10_000n))
    const request = {
      remaining: between(1, 60_000),
      given: once(2) ? null : between(1, 5000),
      balance: between(1, 5000)
    }
    const shown = JSON.stringify({ ratio, request })
    const paid = coinPayment(ratio, request)
    if ('refused' in paid) {
      for (const reason of paid.refused) {
        const offered = reason === 'worthless' ? request.given : request.balance
        if (offered === null || worth(offered) > 0) t.fail(`${shown} is refused`)
      }
      continue
    }
    const { points, discount } = paid
    const within = discount >= 1 && points <= request.balance && discount <= request.remaining
    const exact = discount === Math.min(worth(points), request.remaining)
    if (!within || !exact) t.fail(`${shown} beyond what there is`)
    const fewest = points <= 1 || worth(points - 1) < request.remaining
    const bundled = request.given === null && points % ratio.pointsRatio === 0
    if (!fewest && !bundled) t.fail(`${shown} takes more points than it needs`)
    if (
      bundled &&
      points > ratio.pointsRatio &&
      worth(points - ratio.pointsRatio) >= request.remaining
    ) {
      t.fail(`${shown} takes a bundle more than it needs`)
    }
    const richer = coinPayment(ratio, { ...request, balance: request.balance + between(1, 500) })
    if ('refused' in richer || richer.discount < discount) t.fail(`${shown} pays less when richer`)
    const dearer = coinPayment(ratio, { ...request, remaining: request.remaining + 100 })
    if ('refused' in dearer || dearer.discount < discount) t.fail(`${shown} pays less when dearer`)
  }
  t.pass('no case is not')
})

t.test('takeFromLots: the soonest to expire first, those that never do last', async t => {
  const lots: SpendableLot[] = [
    { id: 'lot_4', remaining: 40, expiresOn: null },
    { id: 'lot_2', remaining: 20, expiresOn: '2026-12-31' },
    { id: 'lot_5', remaining: 0, expiresOn: '2026-01-01' },
    { id: 'lot_3', remaining: 30, expiresOn: '2026-12-31' },
    { id: 'lot_1', remaining: 10, expiresOn: '2027-01-31' }
  ]
  // points  outcome
  const rows: [number, { [id: string]: number } | null][] = [
    [0, {}],
    [1, { lot_2: 1 }],
    [20, { lot_2: 20 }],
    [21, { lot_2: 20, lot_3: 1 }],
    [55, { lot_2: 20, lot_3: 30, lot_1: 5 }],
    [100, { lot_2: 20, lot_3: 30, lot_1: 10, lot_4: 40 }],
    [101, null],
    [-1, null],
    [1.5, null],
    [MAX + 1, null]
  ]
  for (const [points, outcome] of rows) {
    const expected =
      outcome === null ? null : Object.entries(outcome).map(([id, amount]) => ({ id, amount }))
    t.strictSame(takeFromLots(lots, points), expected, `${points}: ${JSON.stringify(outcome)}`)
  }
  t.equal(lots[0]?.id, 'lot_4', 'the lots themselves stay as they were')
})

t.test('takeAtMost: as many as there are, and no more than are asked for', async t => {
  const lots = [
    { id: 'lot_1', remaining: 5, expiresOn: null },
    { id: 'lot_2', remaining: 3, expiresOn: '2026-03-01' }
  ]
  const [first, second] = [
    { id: 'lot_2', amount: 3 },
    { id: 'lot_1', amount: 5 }
  ]
  t.strictSame(takeAtMost(lots, 9), [first, second])
  t.strictSame(takeAtMost(lots, 7), [first, { id: 'lot_1', amount: 4 }])
  t.strictSame(takeAtMost(lots, 3), [first])
  t.strictSame(takeAtMost(lots, 0), [])
  t.strictSame(takeAtMost([], 9), [])
})

t.test('takeFromLots: exactly the points asked for, and never past an earlier lot', async t => {
  for (const { between, once } of casesOf(t, { gate: 100, soak: 50_000 })) {
    const lots = Array.from({ length: between(0, 8) }, (_, index) => ({
      id: `lot_${index}`,
      remaining: between(0, 50),
      expiresOn: once(4) ? null : `2026-0${between(1, 9)}-15`
    }))
    const held = lots.reduce((sum, { remaining }) => sum + remaining, 0)
    const points = between(0, 200)
    const taken = takeFromLots(lots, points)
    if (taken === null) {
      if (held >= points) t.fail(JSON.stringify({ lots, points }))
      continue
    }
    const sum = taken.reduce((total, { amount }) => total + amount, 0)
    const lotOf = (id: string) => lots.find(lot => lot.id === id) as SpendableLot
    const last = taken.at(-1)
    const emptied = taken.slice(0, -1).every(({ id, amount }) => amount === lotOf(id).remaining)
    const rest = lots.filter(({ id }) => !taken.some(each => each.id === id))
    const day = (lot: SpendableLot) => lot.expiresOn ?? 'never'
    const soonest =
      last === undefined ||
      rest.every(lot => lot.remaining === 0 || day(lot) >= day(lotOf(last.id)))
    if (sum !== points || !emptied || !soonest) t.fail(JSON.stringify({ lots, points, taken }))
  }
  t.pass('no case differs')
})
