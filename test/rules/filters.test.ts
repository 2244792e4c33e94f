import t from 'tap'
import {
  type At,
  dependsOnTime,
  type FactValue,
  type Filter,
  type FilterOutline,
  filterMistake,
  matches,
  mayMatch,
  type Passed
} from '../../src/rules/conditions.ts'

/** A Wednesday, 13:30 where it is asked. */
const AT: At = { now: '2026-03-04T12:30:00.000Z', zone: 'Europe/Berlin' }

/** A filter of the field `it`. */
function asking(operator: string, operands: readonly FactValue[]): Filter {
  return { junction: 'and', fields: { it: { [operator]: operands } } }
}

function passes(
  operator: string,
  operands: readonly FactValue[],
  actual: FactValue | undefined
): boolean {
  return matches(asking(operator, operands), () => actual, AT)
}

const known = () => true

t.test('matches: what an operator says of a value', async t => {
  // operator             operands           passes                       does not
  const rows: readonly [string, FactValue[], FactValue, FactValue][] = [
    ['$is', ['gold'], 'gold', 'Gold'],
    ['$is', ['ltr_1'], ['ltr_1', 'Silver'], ['ltr_2', 'Gold']],
    ['$is_not', ['gold'], 'silver', 'gold'],
    ['$is_not', ['gold'], ['silver', 'blue'], ['silver', 'gold']],
    ['$in', ['gold', 5], 5, '5'],
    ['$not_in', ['gold', 5], 6, 'gold'],
    ['$contains', ['@example'], 'ada@example.com', 'ada@sample.com'],
    ['$contains', ['tea'], ['coffee', 'tea'], ['coffee', 'teapot']],
    ['$not_contain', ['@example'], 'ada@sample.com', 'ada@example.com'],
    ['$not_contain', ['tea'], ['coffee', 'teapot'], ['coffee', 'tea']],
    // A number contains nothing.
    ['$not_contain', ['5'], 5, '5'],
    ['$starts_with', ['ada', 'ben'], 'ben@example.com', 'eve@example.com'],
    ['$ends_with', ['.com', '.org'], 'ben@example.org', 'ben@example.net'],
    ['$more_than', [10], 11, 10],
    ['$more_than', ['2026-03-01'], '2026-03-02', '2026-03-01'],
    ['$less_than', [10], 9, '9'],
    ['$more_than_equal', [10], 10, 9],
    ['$less_than_equal', [10], 10, 11],
    ['$after', ['2026-03-01'], '2026-03-01T23:00:00.000Z', '2026-03-01T22:59:59.999Z'],
    ['$before', ['2026-03-01'], '2026-02-28T22:59:59.999Z', '2026-02-28T23:00:00.000Z'],
    ['$is_days_ago', [1], '2026-03-03', '2026-03-02'],
    ['$more_than_ago', [30], '2026-02-01', '2026-02-02'],
    ['$less_than_ago', [30], '2026-02-03', '2026-02-02'],
    ['$is_days_in_future', [1], '2026-03-05', '2026-03-06'],
    ['$more_than_future', [7], '2026-03-12', '2026-03-11'],
    ['$less_than_future', [7], '2026-03-10', '2026-03-11'],
    ['$count', [2], ['a', 'b'], ['a']],
    ['$count_less', [2], ['a'], ['a', 'b']],
    ['$count_more', [1], ['a', 'b'], 'ab']
  ]
  for (const [operator, operands, right, wrong] of rows) {
    const title = `${operator} ${JSON.stringify(operands)}`
    t.equal(passes(operator, operands, right), true, `${title}: ${JSON.stringify(right)}`)
    t.equal(passes(operator, operands, wrong), false, `${title}: not ${JSON.stringify(wrong)}`)
  }
})

/** Operands that each operator can be asked with, and whether what is not known passes it. */
const OPERATORS: readonly [
  operator: string,
  operands: readonly FactValue[],
  unknownPasses: boolean
][] = [
  ['$is', ['gold'], false],
  ['$in', ['gold'], false],
  ['$contains', ['gold'], false],
  ['$has_value', [], false],
  ['$is_not', ['gold'], true],
  ['$not_in', ['gold'], true],
  ['$not_contain', ['gold'], true],
  ['$is_unknown', [], true],
  ['$starts_with', ['g'], false],
  ['$ends_with', ['d'], false],
  ['$more_than', [0], false],
  ['$less_than', [1], false],
  ['$more_than_equal', [0], false],
  ['$less_than_equal', [0], false],
  ['$after', ['2026-01-01'], false],
  ['$before', ['2026-01-01'], false],
  ['$is_days_ago', [0], false],
  ['$more_than_ago', [0], false],
  ['$less_than_ago', [1], false],
  ['$is_days_in_future', [0], false],
  ['$more_than_future', [0], false],
  ['$less_than_future', [1], false],
  ['$count', [0], false],
  ['$count_less', [1], false],
  ['$count_more', [0], false]
]

t.test('matches: what is not known passes $is_unknown and what denies alone', async t => {
  for (const [operator, operands, unknownPasses] of OPERATORS) {
    t.equal(passes(operator, operands, undefined), unknownPasses, `${operator}: never said`)
    t.equal(passes(operator, operands, null), unknownPasses, `${operator}: null`)
  }
})

t.test('matches: empty text, an empty list, 0 and false are known', async t => {
  for (const value of ['', [], 0, false, {}]) {
    const shown = JSON.stringify(value)
    t.equal(passes('$has_value', [], value), true, shown)
    t.equal(passes('$has_value', [true], value), true, shown)
    t.equal(passes('$is_unknown', [], value), false, shown)
    t.equal(passes('$is_unknown', [true], value), false, shown)
  }
})

t.test('matches: an operator that denies is true exactly where its contrary is not', async t => {
  // biome-ignore format: a table
  const pairs = [
    ['$is', '$is_not', [['gold'], [5], [true], ['2026-03-04T12:00:00Z']]],
    ['$in', '$not_in', [['gold', 5], [false, '']]],
    ['$contains', '$not_contain', [['gold', 'o'], [5]]],
    ['$has_value', '$is_unknown', [[], [true]]]
  ] as const
  const values: readonly (FactValue | undefined)[] = [
    ...[undefined, null, '', 'gold', 'marigold', 'old', 0, 5, true, false],
    ...['2026-03-04T13:00:00+01:00', [], ['gold'], [5, null], { id: 'gold' }, {}]
  ]
  for (const [operator, contrary, operands] of pairs) {
    for (const each of operands) {
      for (const value of values) {
        const title = `${operator} ${JSON.stringify(each)} of ${JSON.stringify(value)}`
        t.not(passes(operator, each, value), passes(contrary, each, value), title)
      }
    }
  }
})

t.test('matches: and, or; several operators of one field must all pass', async t => {
  const both = { age: { $more_than: [17], $less_than: [65] }, plan: { $is: ['gold'] } }
  // junction  age  plan      selected
  const rows = [
    ['and', 30, 'gold', true],
    ['and', 17, 'gold', false],
    ['and', 65, 'gold', false],
    ['and', 30, 'blue', false],
    ['or', 30, 'blue', true],
    ['or', 17, 'gold', true],
    // More than 17 alone is not enough, for `or` joins fields and not operators.
    ['or', 65, 'blue', false],
    ['or', 17, 'blue', false]
  ] as const
  for (const [junction, age, plan, selected] of rows) {
    const values: { readonly [field: string]: FactValue } = { age, plan }
    const title = `${age} ${junction} ${plan}`
    t.equal(
      matches({ junction, fields: both }, field => values[field], AT),
      selected,
      title
    )
  }
})

t.test('mayMatch: some of the values that a field can have had pass', t => {
  const band = { $more_than_equal: [10], $less_than: [20] }
  const rows: [string, Filter['fields'], Filter['junction'], Passed, boolean][] = [
    ['it passed the band', { it: band }, 'and', { upTo: 30 }, true],
    ['it is in the band', { it: band }, 'and', { upTo: 15 }, true],
    ['it never came there', { it: band }, 'and', { upTo: 9 }, false],
    ['more than a bound', { it: { $more_than: [10], $is_not: [30] } }, 'and', { upTo: 30 }, true],
    ['up to a bound', { it: { $more_than: [10] } }, 'and', { upTo: 10 }, false],
    ['one of some', { it: { $is: ['gold'] } }, 'and', { values: [undefined, 'gold'] }, true],
    ['none of some', { it: { $is: ['gold'] } }, 'and', { values: [undefined] }, false],
    ['anything', { it: { $is: ['gold'] } }, 'and', null, true],
    ['one of two', { it: band, other: band }, 'or', { upTo: 9 }, true],
    ['both of two', { it: band, other: band }, 'and', { upTo: 9 }, false]
  ]
  for (const [what, fields, junction, passed, expected] of rows) {
    const passedIn = (field: string) => (field === 'it' ? passed : null)
    t.equal(mayMatch({ junction, fields }, passedIn, AT), expected, what)
  }
  t.end()
})

t.test('matches: a filter asked again, of others and later, answers for these', async t => {
  const filter = asking('$less_than_ago', [2])
  const later = { ...AT, now: '2026-03-05T12:30:00.000Z' }
  t.equal(
    matches(filter, () => '2026-03-03', AT),
    true
  )
  t.equal(
    matches(filter, () => '2026-03-02', AT),
    false
  )
  t.equal(
    matches(filter, () => '2026-03-03', later),
    false
  )
})

t.test('matches: a filter that cannot be read selects nobody', async t => {
  for (const filter of [
    { junction: 'xor', fields: { it: { $is: ['gold'] } } },
    { junction: 'and', fields: {} },
    { junction: 'or', fields: { it: { $is_not: [] } } }
  ] as unknown as Filter[]) {
    t.equal(
      matches(filter, () => 'gold', AT),
      false
    )
    t.equal(
      matches(filter, () => 'gold', AT),
      false,
      'and still so when asked again'
    )
  }
})

t.test('filterMistake: every operator of the list can be read', async t => {
  for (const [operator, operands] of OPERATORS) {
    t.equal(filterMistake(asking(operator, operands), known), null, operator)
  }
})

t.test('filterMistake: the path of what is wrong, and what is expected there', async t => {
  const fine = { $is: ['gold'] }
  const operators = OPERATORS.map(([operator]) => operator)
  const none = 'Expected an empty list, or `true` in it.'
  const nothing = 'Null is no value to compare with; use $has_value or $is_unknown.'
  const object = 'Expected an object of operators with lists of operands.'
  const many = (n: number) => Array.from({ length: n }, (_, i) => i)
  const one = (conditions: unknown): FilterOutline => ({
    junction: 'and',
    fields: { it: conditions }
  })
  const rows: readonly [FilterOutline, string, string | RegExp][] = [
    [{ junction: 'AND', fields: { it: fine } }, 'junction', 'Expected `and` or `or`.'],
    [{ junction: undefined, fields: { it: fine } }, 'junction', 'Expected `and` or `or`.'],
    [{ junction: 'or', fields: {} }, '', 'Expected at least one field with conditions.'],
    [{ junction: 'or', fields: { it: fine, its: fine } }, 'its', /^There is no such field/],
    [one(null), 'it.conditions', object],
    [one('gold'), 'it.conditions', object],
    [one(['gold']), 'it.conditions', object],
    [one({}), 'it.conditions', 'Expected at least one operator.'],
    [one({ ...fine, $equals: ['gold'] }), 'it.conditions.$equals', /^There is no such operator;/],
    // What only a validation rule can ask.
    [one({ $dow: [1] }), 'it.conditions.$dow', /^There is no such operator;/],
    [one({ $more_than_or_equal: [1] }), 'it.conditions.$more_than_or_equal', /\$more_than_equal/],
    [one({ constructor: [1] }), 'it.conditions.constructor', /^There is no such operator;/],
    [one({ $is: 'gold' }), 'it.conditions.$is', 'Expected a list of operands.'],
    [one({ $is: [] }), 'it.conditions.$is', /^Expected one operand of these: /],
    [one({ $is_not: ['a', 'b'] }), 'it.conditions.$is_not', /^Expected one operand of these: /],
    [one({ $is_not: [null] }), 'it.conditions.$is_not', nothing],
    [one({ $in: ['gold', null] }), 'it.conditions.$in', nothing],
    [one({ $more_than_equal: ['9'] }), 'it.conditions.$more_than_equal', /^Expected one number/],
    [one({ $before: [5] }), 'it.conditions.$before', 'Expected one date.'],
    [one({ $less_than_ago: [-1] }), 'it.conditions.$less_than_ago', /^Expected one whole number/],
    [one({ $has_value: ['gold'] }), 'it.conditions.$has_value', none],
    [one({ $is_unknown: [false] }), 'it.conditions.$is_unknown', none],
    [one({ $is_unknown: true }), 'it.conditions.$is_unknown', none],
    [one({ $in: many(101) }), 'it.conditions.$in', 'Expected at most 100 operands, found 101.'],
    [one({ $is: ['x'.repeat(9_954)] }), '', 'Longer than 10000 characters as JSON.']
  ]
  for (const [filter, path, message] of rows) {
    const property = path === '' ? 'filter' : `filter.${path}`
    const found = filterMistake(filter, field => field === 'it')
    t.match(found, { property, message }, JSON.stringify(filter).slice(0, 80))
  }
  const named = filterMistake(one({ $dow: [1] }), known)?.message.match(/\$\w+/g) ?? []
  t.strictSame(named.toSorted(), operators.toSorted(), 'the operators there are, all of them')
})

t.test('filterMistake: the largest that are taken', async t => {
  const hundred = Array.from({ length: 100 }, (_, i) => i)
  t.equal(filterMistake(asking('$in', hundred), known), null)
  const longest = asking('$is', ['x'.repeat(9_953)])
  t.equal(JSON.stringify(longest).length, 10_000)
  t.equal(filterMistake(longest, known), null)
})

t.test('dependsOnTime: whether days are counted from now, in any field', async t => {
  const counting = OPERATORS.map(([operator]) => operator).filter(operator =>
    /^\$(more_than|less_than|is_days)_(ago|future|in_future)$/.test(operator)
  )
  t.equal(counting.length, 6)
  for (const [operator, operands] of OPERATORS) {
    const filter: Filter = {
      junction: 'or',
      fields: { plan: { $is: ['gold'] }, it: { $is_not: ['x'], [operator]: operands } }
    }
    t.equal(dependsOnTime(filter), counting.includes(operator), operator)
  }
  t.equal(dependsOnTime(asking('$dow', [1])), false, 'no operator of filters')
})
