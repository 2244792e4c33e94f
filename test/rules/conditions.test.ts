import t, { type Test } from 'tap'
import {
  type At,
  type Condition,
  type Conditions,
  compile,
  type FactValue,
  firstMiss,
  test
} from '../../src/rules/conditions.ts'
import { dayAt, daysBetween } from '../../src/rules/validity.ts'
import { casesOf } from '../support/chance.ts'

/** A Wednesday, 13:30 where it is asked. */
const AT: At = { now: '2026-03-04T12:30:00.000Z', zone: 'Europe/Berlin' }

function compiled(conditions: Conditions): Condition[] {
  const found = compile(conditions)
  if ('mistake' in found) throw new Error(found.mistake.message)
  return found.tests
}

type Row = readonly [
  operator: string,
  operands: readonly FactValue[],
  actual: FactValue,
  passes: boolean
]

function check(t: Test, rows: readonly Row[]): void {
  for (const [operator, operands, actual, passes] of rows) {
    const title = `${JSON.stringify(actual)} ${operator} ${JSON.stringify(operands)}: ${passes}`
    t.equal(test(compiled({ [operator]: operands }), actual, AT), passes, title)
  }
}

t.test('$is, $is_not, $in, $not_in: the same thing, of the same kind', async t => {
  check(t, [
    ['$is', ['a'], 'a', true],
    ['$is', ['a'], 'A', false],
    ['$is', [''], '', true],
    ['$is', [5], 5, true],
    ['$is', [5], 5.0, true],
    ['$is', [0], -0, true],
    // A number is not its text.
    ['$is', [5], '5', false],
    ['$is', ['5'], 5, false],
    ['$is', [true], true, true],
    ['$is', [true], 'true', false],
    ['$is', [null], null, true],
    ['$is', [null], 'null', false],
    // Moments are the same whatever offset they are written with.
    ['$is', ['2026-03-04T13:00:00+01:00'], '2026-03-04T12:00:00.000Z', true],
    ['$is', ['2026-03-04T13:00:00+01:00'], '2026-03-04T13:00:00.000Z', false],
    ['$is', ['2026-03-04'], '2026-03-04', true],
    // A list is a set of things: one of them is enough.
    ['$is', ['prod_1'], ['prod_1', 'pc_1'], true],
    ['$is', ['prod_2'], ['prod_1', 'pc_1'], false],
    ['$is', [{ id: 'prod_1', object: 'product' }], ['prod_1', 'pc_1'], true],
    ['$is', [{ id: 'prod_1', source_id: 'mug' }], ['mug'], false],
    ['$is', [{ source_id: 'mug', object: 'product' }], ['prod_1', 'mug'], true],
    ['$is', [{ id: '', source_id: 'mug' }], 'mug', true],
    ['$is', ['prod_1'], { id: 'prod_1' }, true],
    ['$is', ['prod_1'], { name: 'prod_1' }, false],
    ['$is', ['prod_1'], [], false],
    ['$is_not', ['a'], 'b', true],
    ['$is_not', ['a'], 'a', false],
    ['$is_not', ['prod_1'], ['prod_1', 'pc_1'], false],
    ['$is_not', ['prod_1'], [], true],
    ['$in', ['a', 'b'], 'b', true],
    ['$in', ['a', 'b'], 'c', false],
    ['$in', [1, '2'], 2, false],
    ['$in', ['seg_1', 'seg_2'], ['seg_2', 'seg_3'], true],
    ['$not_in', ['a', 'b'], 'c', true],
    ['$not_in', ['a', 'b'], 'a', false],
    ['$not_in', ['seg_1'], ['seg_1', 'seg_2'], false],
    ['$from', ['pc_1', 'pc_2'], ['prod_1', 'pc_2'], true],
    ['$from', ['pc_1'], ['prod_1', 'pc_2'], false]
  ])
})

t.test('$less_than … $more_than_or_equal: numbers as numbers, dates as dates', async t => {
  check(t, [
    ['$less_than', [10], 9, true],
    ['$less_than', [10], 10, false],
    ['$less_than_or_equal', [10], 10, true],
    ['$less_than_or_equal', [10], 10.01, false],
    ['$more_than', [9], 10, true],
    ['$more_than', [10], 10, false],
    ['$more_than_or_equal', [10], 10, true],
    ['$more_than_or_equal', [10], 9.99, false],
    ['$greater_than_or_equal', [10], 10, true],
    // As text, 9 would be more than 10.
    ['$more_than', [10], 9, false],
    ['$more_than', [9], '10', false],
    ['$less_than', [10], null, false],
    ['$less_than', [10], true, false],
    ['$less_than', [10], [5], false],
    ['$more_than', ['2026-03-04T12:00:00Z'], '2026-03-04T12:00:00.001Z', true],
    ['$more_than', ['2026-03-04T12:00:00Z'], '2026-03-04T13:00:00+01:00', false],
    ['$more_than_or_equal', ['2026-03-04T12:00:00Z'], '2026-03-04T13:00:00+01:00', true],
    ['$less_than', ['2000-01-01'], '1999-12-31', true],
    ['$less_than', ['2000-01-01'], '2000-01-01', false],
    ['$less_than', ['2000-01-01'], 'last year', false],
    ['$less_than', ['2000-01-01'], 19, false]
  ])
})

t.test('$after, $before: a day beside a moment compares as days of the zone', async t => {
  check(t, [
    ['$after', ['2026-03-04'], '2026-03-05', true],
    ['$after', ['2026-03-04'], '2026-03-04', false],
    ['$before', ['2026-03-04'], '2026-03-03', true],
    // 23:30 UTC on the 4th is the 5th in Berlin.
    ['$after', ['2026-03-04'], '2026-03-04T23:30:00Z', true],
    ['$after', ['2026-03-04'], '2026-03-04T22:30:00Z', false],
    ['$before', ['2026-03-05'], '2026-03-04T23:30:00Z', false],
    ['$before', ['2026-03-04T23:30:00Z'], '2026-03-05', false],
    ['$before', ['2026-03-04T23:30:00Z'], '2026-03-04', true],
    ['$before', ['2026-03-04T12:00:00Z'], '2026-03-04T11:59:59Z', true],
    ['$before', ['2026-03-04T12:00:00Z'], 5, false],
    ['$before', ['2026-02-28'], '2026-02-30', false]
  ])
})

t.test('$starts_with, $ends_with, $contains: text, and things in a list', async t => {
  check(t, [
    ['$starts_with', ['ada@'], 'ada@example.com', true],
    ['$starts_with', ['ben@', 'ada@'], 'ada@example.com', true],
    ['$starts_with', ['Ada@'], 'ada@example.com', false],
    ['$ends_with', ['example.com'], 'ada@example.com', true],
    ['$ends_with', ['example'], 'ada@example.com', false],
    ['$contains', ['@ex'], 'ada@example.com', true],
    ['$contains', ['#', '@'], 'ada@example.com', true],
    ['$contains', ['#'], 'ada@example.com', false],
    ['$contains', [2026], 'in 2026', false],
    ['$contains', ['2026-03-04T12:00:00Z'], 'on 2026-03-04T12:00:00Z', true],
    ['$contains', ['tea'], ['coffee', 'tea'], true],
    ['$contains', ['te'], ['coffee', 'tea'], false],
    ['$contains', [2], [1, 2], true],
    ['$contains', [2], 2, false],
    ['$starts_with', ['5'], 55, false],
    ['$ends_with', ['a'], ['a'], false]
  ])
})

t.test('$count, $count_more, $count_less, $not_differ, $not_intersect: lists', async t => {
  check(t, [
    ['$count', [2], ['a', 'b'], true],
    ['$count', [2], ['a'], false],
    ['$count', [0], [], true],
    ['$count_more', [1], ['a', 'b'], true],
    ['$count_more', [2], ['a', 'b'], false],
    ['$count_less', [3], ['a', 'b'], true],
    ['$count_less', [2], ['a', 'b'], false],
    ['$count', [2], 'ab', false],
    ['$not_differ', ['a', 'b'], ['b', 'a'], true],
    ['$not_differ', ['a', 'b'], ['b', 'a', 'a'], true],
    ['$not_differ', ['a', 'b'], ['a'], false],
    ['$not_differ', ['a'], ['a', 'b'], false],
    ['$not_differ', ['a', 'b'], ['a', 'c'], false],
    ['$not_differ', ['a'], 'a', true],
    ['$not_intersect', ['a', 'b'], ['c'], true],
    ['$not_intersect', ['a', 'b'], ['c', 'b'], false],
    ['$not_intersect', ['a'], [], true]
  ])
})

t.test('$more_than_ago … $is_days_in_future: calendar days of the zone, today being 0', async t => {
  check(t, [
    ['$is_days_ago', [0], '2026-03-04', true],
    ['$is_days_ago', [3], '2026-03-01', true],
    ['$is_days_ago', [3], '2026-03-02', false],
    // 23:30 UTC on the 28th is 1 March in Berlin.
    ['$is_days_ago', [3], '2026-02-28T23:30:00Z', true],
    ['$is_days_ago', [0], '2026-03-04T12:30:00Z', true],
    ['$is_days_ago', [0], '2026-03-04T12:30:00.001Z', false],
    ['$is_days_ago', [0], '2026-03-05', false],
    ['$more_than_ago', [3], '2026-02-28', true],
    ['$more_than_ago', [3], '2026-03-01', false],
    ['$more_than_ago', [0], '2026-03-05', false],
    ['$less_than_ago', [3], '2026-03-02', true],
    ['$less_than_ago', [3], '2026-03-01', false],
    ['$less_than_ago', [3], '2026-03-04T08:00:00Z', true],
    ['$less_than_ago', [3], '2026-03-04T20:00:00Z', false],
    ['$less_than_ago', [3], '2026-03-05', false],
    ['$is_days_in_future', [0], '2026-03-04', true],
    ['$is_days_in_future', [0], '2026-03-04T20:00:00Z', true],
    ['$is_days_in_future', [0], '2026-03-04T08:00:00Z', false],
    ['$is_days_in_future', [28], '2026-04-01', true],
    ['$more_than_future', [7], '2026-03-12', true],
    ['$more_than_future', [7], '2026-03-11', false],
    ['$less_than_future', [7], '2026-03-10', true],
    ['$less_than_future', [7], '2026-03-11', false],
    ['$less_than_future', [7], '2026-03-03', false],
    ['$less_than_future', [7], 'soon', false]
  ])
})

t.test('$more_than_ago … $is_days_in_future: as the calendar says, near and far', async t => {
  // Apia skipped 30 December 2011, Kwajalein 21 August 1993, Berlin an hour in March.
  const zones = ['Pacific/Apia', 'Pacific/Kwajalein', 'Europe/Berlin', 'Pacific/Kiritimati', 'UTC']
  const around = ['2011-12-30T10:00:00Z', '1993-08-21T00:00:00Z', '2026-03-29T01:00:00Z']
  const operators: readonly (readonly [string, 1 | -1, (days: number, n: number) => boolean])[] = [
    ['$more_than_ago', 1, (days, n) => days > n],
    ['$less_than_ago', 1, (days, n) => days < n],
    ['$is_days_ago', 1, (days, n) => days === n],
    ['$more_than_future', -1, (days, n) => days > n],
    ['$less_than_future', -1, (days, n) => days < n],
    ['$is_days_in_future', -1, (days, n) => days === n]
  ]
  const shifted = (instant: string, minutes: number) =>
    new Date(Date.parse(instant) + minutes * 60_000).toISOString()
  for (const { between, pick, once } of casesOf(t, { gate: 150, soak: 30_000 })) {
    const zone = pick(zones)
    const now = shifted(pick(around), between(-4_000, 4_000))
    const moment = shifted(now, pick([1, 10, 100]) * between(-10_000, 10_000))
    const day = dayAt(moment, zone)
    const actual = once(3) ? day : moment
    const [operator, sign, says] = pick(operators)
    const days = sign * daysBetween(day, dayAt(now, zone))
    const n = Math.max(0, pick([Math.abs(days) + between(-4, 4), between(0, 9)]))
    const onThisSide = actual === day ? days >= 0 : days >= 0 && sign * (moment < now ? 1 : -1) > 0
    const title = `${actual} ${operator} ${n} at ${now} in ${zone}`
    const expected = (onThisSide || moment === now) && says(days, n)
    const found = test(compiled({ [operator]: [n] }), actual, { now, zone })
    if (found !== expected) t.fail(title, { found, expected })
  }
  t.pass('no case differed')
})

t.test('$timeframe, $timeframe_absolute, $timeframe_daily_hours, $dow: moments', async t => {
  const daily = '2026-03-01T10:00:00Z;P1D;PT2H'
  const march = '2026-03-01T00:00:00Z;2026-03-31T23:59:59.999Z'
  check(t, [
    ['$timeframe', [daily], '2026-03-04T11:59:59Z', true],
    ['$timeframe', [daily], '2026-03-04T12:00:00Z', false],
    ['$timeframe', [daily], '2026-02-28T11:00:00Z', false],
    ['$timeframe', [daily, '2026-03-01T12:00:00Z;P1D;PT1H'], '2026-03-04T12:00:00Z', true],
    ['$timeframe', [daily], 'noon', false],
    ['$timeframe_absolute', [march], '2026-03-01T00:00:00Z', true],
    ['$timeframe_absolute', [march], '2026-03-31T23:59:59.999Z', true],
    ['$timeframe_absolute', [march], '2026-04-01T00:00:00Z', false],
    // A day stands for its first instant: 1 March in Berlin begins in February in UTC.
    ['$timeframe_absolute', [march], '2026-03-02', true],
    ['$timeframe_absolute', [march], '2026-03-01', false],
    // 18:00 to the end of 20:01 on Tuesday and Wednesday, in Berlin.
    ['$timeframe_daily_hours', ['18:00;20:01;2,3'], '2026-03-04T19:01:59Z', true],
    ['$timeframe_daily_hours', ['18:00;20:01;2,3'], '2026-03-04T19:02:00Z', false],
    ['$timeframe_daily_hours', ['18:00;20:01; 2 , 3 '], '2026-03-05T18:00:00Z', false],
    ['$timeframe_daily_hours', ['18:00;20:01'], '2026-03-05T18:00:00Z', true],
    ['$timeframe_daily_hours', ['18:00;20:01;0'], '2026-03-01T18:00:00Z', true],
    ['$timeframe_daily_hours', ['18:00;20:01;'], '2026-03-05T18:00:00Z', true],
    ['$dow', [0, 6], '2026-03-01T12:00:00Z', true],
    ['$dow', [0, 6], '2026-02-28T23:30:00Z', true],
    ['$dow', [6], '2026-02-28T23:30:00Z', false],
    ['$dow', [0], '2026-03-01', true],
    ['$dow', [0], 0, false]
  ])
})

t.test('compile: operands that could never mean anything are refused', async t => {
  const things = 'text, numbers, true, false, null, or objects with an `id` or a `source_id`.'
  const timeframe =
    'Expected texts `start;interval;duration`, as in `2026-01-01T00:00:00Z;P1D;PT2H`.'
  const hours = 'Expected texts `start;end;days`, as in `18:00;20:01;2,3`, the end after the start.'
  const fromTo = 'Expected texts `from;to` of two dates and times, the second not before the first.'
  // operator  operands  outcome
  const rows = [
    ['$is', [], `Expected one operand of these: ${things}`],
    ['$is', ['a', 'b'], `Expected one operand of these: ${things}`],
    ['$is', [['a']], `Expected one operand of these: ${things}`],
    ['$is', [{ name: 'a' }], `Expected one operand of these: ${things}`],
    ['$is', 'a', 'Expected a list of operands.'],
    ['$is', null, 'Expected a list of operands.'],
    ['$in', [], `Expected one or more of: ${things}`],
    ['$in', ['a', {}], `Expected one or more of: ${things}`],
    ['$contains', [], `Expected one or more of: ${things}`],
    ['$more_than', [], 'Expected one number or date.'],
    ['$more_than', [1, 2], 'Expected one number or date.'],
    ['$more_than', ['1000'], 'Expected one number or date.'],
    ['$more_than', ['2026-02-30'], 'Expected one number or date.'],
    ['$more_than', [null], 'Expected one number or date.'],
    ['$before', [1000], 'Expected one date.'],
    ['$after', [1000], 'Expected one date.'],
    ['$before', ['2026-01-01', '2026-01-02'], 'Expected one date.'],
    ['$starts_with', [], 'Expected one or more texts that are not empty.'],
    ['$starts_with', ['a', ''], 'Expected one or more texts that are not empty.'],
    ['$starts_with', [1], 'Expected one or more texts that are not empty.'],
    ['$count', [-1], 'Expected one whole number of elements, 0 or more.'],
    ['$count', [1.5], 'Expected one whole number of elements, 0 or more.'],
    ['$count', [1, 2], 'Expected one whole number of elements, 0 or more.'],
    ['$is_days_ago', ['3'], 'Expected one whole number of days, 0 or more.'],
    ['$timeframe', [], timeframe],
    ['$timeframe', ['2026-01-01T00:00:00Z;P1D'], timeframe],
    ['$timeframe', ['2026-01-01;P1D;PT2H'], timeframe],
    ['$timeframe', ['2026-01-01T00:00:00Z;P1D;PT2H;x'], timeframe],
    ['$timeframe', ['2026-01-01T00:00:00Z;P1D;-PT2H'], timeframe],
    ['$timeframe_absolute', ['2026-01-01T00:00:00Z'], fromTo],
    ['$timeframe_absolute', ['2026-01-01T00:00:00Z;later'], fromTo],
    ['$timeframe_absolute', ['2026-01-02T00:00:00Z;2026-01-01T00:00:00Z'], fromTo],
    ['$timeframe_absolute', ['2026-01-01T00:00:00Z;2026-01-02T00:00:00Z;x'], fromTo],
    ['$timeframe_daily_hours', ['18:00;17:00'], hours],
    ['$timeframe_daily_hours', ['18:00'], hours],
    ['$timeframe_daily_hours', ['18:00;20:00;7'], hours],
    ['$timeframe_daily_hours', ['18:00;20:00;2,2'], hours],
    ['$timeframe_daily_hours', ['18:00;20:00;2;3'], hours],
    ['$timeframe_daily_hours', [1800], hours],
    ['$dow', [], 'Expected weekdays, 0 (Sunday) to 6.'],
    ['$dow', [7], 'Expected weekdays, 0 (Sunday) to 6.'],
    ['$dow', ['1'], 'Expected weekdays, 0 (Sunday) to 6.']
  ] as const
  for (const [operator, operands, message] of rows) {
    const title = `${operator} ${JSON.stringify(operands)}`
    t.strictSame(compile({ [operator]: operands }), { mistake: { operator, message } }, title)
  }
})

t.test('compile: an operator that is none is answered with those that are', async t => {
  for (const operator of ['$equals', 'is', 'constructor', '']) {
    const found = compile({ [operator]: [1] })
    t.match(found, {
      mistake: { operator, message: /^There is no such operator; there are \$is / }
    })
  }
})

t.test('test, firstMiss: a value passes all operators, or the first miss is named', async t => {
  const tests = compiled({ $more_than: [10], $less_than: [20], $is_not: [15] })
  const rows = [
    [12, null],
    [10, '$more_than'],
    [20, '$less_than'],
    [15, '$is_not'],
    ['12', '$more_than']
  ] as const
  for (const [actual, operator] of rows) {
    t.equal(firstMiss(tests, actual, AT)?.operator ?? null, operator, `${actual}: ${operator}`)
    t.equal(test(tests, actual, AT), operator === null)
  }
  t.ok(test(compiled({}), 'anything', AT), 'no operators ask for nothing')
})

t.test('compile: an operator keeps its operands as they were written', async t => {
  const [is] = compiled({ $is: [{ id: 'prod_1', object: 'product' }] })
  t.match(is, { operator: '$is', operands: [{ id: 'prod_1', object: 'product' }], phrase: '' })
})
