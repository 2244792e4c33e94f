import t from 'tap'
import type { At, FactValue } from '../../src/rules/conditions.ts'
import {
  type Applicability,
  type ApplicableItem,
  applies,
  type FactLine,
  type Facts,
  isSelective,
  judge,
  type Lookup,
  omissions,
  type RuleEntry,
  type RuleSet
} from '../../src/rules/validation.ts'

const AT: At = { now: '2026-03-04T12:30:00.000Z', zone: 'Europe/Berlin' }

interface Line extends FactLine {
  readonly price: number
  readonly quantity: number
  readonly roast?: string
}

/** Two bags of beans, three mugs, a filter. Mugs have a SKU, the others are in a collection. */
const LINES: readonly Line[] = [
  { ids: ['prod_beans', 'pc_coffee'], price: 1850, quantity: 2, roast: 'dark' },
  { ids: ['prod_mug', 'sku_blue'], price: 1200, quantity: 3 },
  { ids: ['prod_filter', 'pc_coffee'], price: 350, quantity: 1 }
]

/** Facts of an order with these lines; names in `others` are known, unlisted ones are missing. */
function given(
  lines: readonly Line[] | null,
  others: { readonly [name: string]: FactValue } = {},
  impossible: readonly string[] = []
): Facts<Line> {
  return {
    fact(name, property, selected) {
      if (impossible.includes(name)) return { kind: 'impossible' }
      const label = property === null ? name : `${name}.${property}`
      const value = others[label]
      if (value !== undefined) return { kind: 'known', value }
      return lines === null ? { kind: 'missing' } : ofLines(name, property, selected ?? lines)
    }
  }
}

function ofLines(name: string, property: string | null, lines: readonly Line[]): Lookup<Line> {
  const prices = lines.map(({ price }) => price)
  const only = (price: number) => lines.filter(line => line.price === price)
  const sum = (of: (line: Line) => number) => lines.reduce((total, line) => total + of(line), 0)
  const [line] = lines
  const metadata = property === 'roast' ? line?.roast : undefined
  const answers: { readonly [name: string]: FactValue } = {
    'order.items.count': lines.length,
    'order.items.price_any': prices,
    'order.items.price_each': prices,
    'order.items.aggregated_quantity': sum(({ quantity }) => quantity),
    'order.items.aggregated_amount': sum(({ price, quantity }) => price * quantity),
    ...(line === undefined ? {} : { 'order.items.price': line.price }),
    ...(line === undefined ? {} : { 'order.items.quantity': line.quantity }),
    ...(metadata === undefined ? {} : { 'order.items.metadata': metadata })
  }
  if (name === 'order.items.cheapest') return { kind: 'lines', lines: only(Math.min(...prices)) }
  if (name === 'order.items.most_expensive') {
    return { kind: 'lines', lines: only(Math.max(...prices)) }
  }
  if (/^order\.items\.(any|every|none)$/.test(name)) return { kind: 'lines', lines }
  const value = answers[name]
  return value === undefined ? { kind: 'missing' } : { kind: 'known', value }
}

function amount(more: number): RuleEntry {
  return { name: 'order.amount', conditions: { $more_than: [more] } }
}

function lines(which: string, id: string | null, rules?: RuleSet): RuleEntry {
  return {
    name: `order.items.${which}`,
    ...(id === null ? {} : { conditions: { $is: [id] } }),
    ...(rules === undefined ? {} : { rules })
  }
}

function sub(which: string, operator: string, operand: FactValue): RuleEntry {
  return { name: `order.items.${which}`, conditions: { [operator]: [operand] } }
}

/** The verdict in one line: the status, and the first sentence when it does not hold. */
function say(rules: RuleSet, facts: Facts<Line>): string {
  const { status, reasons } = judge(rules, facts, AT)
  return status === 'holds' ? status : `${status}: ${reasons.map(({ message }) => message)[0]}`
}

t.test('judge: entries combine by logic; without it all must hold', async t => {
  const facts = given(null, { 'order.amount': 1500, 'customer.segment': ['seg_vip'] })
  const yes = amount(1000)
  const no = amount(2000)
  const vip = { name: 'customer.segment', conditions: { $is: ['seg_vip'] } }
  // rules                                             outcome
  const rows: [RuleSet, string][] = [
    [{}, 'holds'],
    [{ logic: '' }, 'holds'],
    [{ 1: yes }, 'holds'],
    [{ 1: no }, 'fails'],
    [{ 1: yes, 2: no }, 'fails'],
    [{ 1: yes, 2: vip, logic: '' }, 'holds'],
    [{ 1: yes, 2: no, logic: '1 or 2' }, 'holds'],
    [{ 1: yes, 2: no, logic: '1' }, 'holds'],
    [{ 1: no, 2: no, 3: vip, logic: '1 and 2 or 3' }, 'holds'],
    [{ 1: no, 2: yes, 3: no, logic: '(1 OR 2) AND 3' }, 'fails']
  ]
  for (const [rules, outcome] of rows) {
    t.equal(judge(rules, facts, AT).status, outcome, `${JSON.stringify(rules)}: ${outcome}`)
  }
})

t.test('judge: a verdict says who is to blame, what was found and what was expected', async t => {
  const rules: RuleSet = {
    1: { ...amount(2000), error: { message: 'Spend 20.00.' } },
    2: { name: 'customer.metadata', property: 'age', conditions: { $more_than_or_equal: [18] } },
    3: { name: 'redemption.metadata', property: 'till', conditions: { $is: [7] } },
    4: { name: 'customer.segment', conditions: { $in: ['seg_vip', 'seg_gold'] } },
    logic: '(1 or 3) and 2 and 4'
  }
  const facts = given(null, {
    'order.amount': 1500,
    'customer.metadata.age': 17,
    'customer.segment': ['seg_gold']
  })
  t.strictSame(judge(rules, facts, AT), {
    status: 'fails',
    reasons: [
      {
        entry: '1',
        category: 'order',
        operator: '$more_than',
        actual: 1500,
        message: 'order.amount is 1500, expected more than 2000.',
        errorMessage: 'Spend 20.00.'
      },
      {
        entry: '3',
        category: 'redemption',
        operator: null,
        actual: null,
        message: 'redemption.metadata.till is missing from this request.',
        errorMessage: null
      },
      {
        entry: '2',
        category: 'customer',
        operator: '$more_than_or_equal',
        actual: 17,
        message: 'customer.metadata.age is 17, expected at least 18.',
        errorMessage: null
      }
    ],
    omitted: [],
    valid: 'VALID'
  })
})

t.test('judge: a rule that holds gives no reasons, though an entry of it be false', async t => {
  const facts = given(null, { 'order.amount': 1500 })
  t.strictSame(judge({ 1: amount(1000), 2: amount(2000), logic: '1 or 2' }, facts, AT), {
    status: 'holds',
    reasons: [],
    omitted: [],
    valid: 'VALID'
  })
})

t.test('judge: an entry that logic names twice is blamed once', async t => {
  const facts = given(null, { 'order.amount': 1500 })
  const { reasons } = judge({ 1: amount(2000), logic: '1 or 1' }, facts, AT)
  t.equal(reasons.length, 1)
})

t.test('judge: any and each look at the elements of a fact', async t => {
  const each = (which: string, more: number): RuleSet => ({
    1: {
      name: `order.items.price_${which}`,
      conditions: { $more_than: [more], $less_than: [1500] }
    }
  })
  const none = given([])
  // rules               facts         outcome
  // biome-ignore format: a table
  const rows: [RuleSet, Facts<Line>, string][] = [
    [each('any', 1000), given(LINES), 'holds'],
    [each('any', 1300), given(LINES),
      'fails: order.items.price_any is [1850,1200,350], expected less than 1500.'],
    [each('any', 1), none, 'fails: order.items.price_any is [].'],
    [each('each', 1000), given(LINES.slice(1, 2)), 'holds'],
    [each('each', 1000), given(LINES.slice(1)),
      'fails: order.items.price_each is 350, expected more than 1000.'],
    [each('each', 1), none, 'fails: order.items.price_each is [].'],
    [each('each', 1), given(null, { 'order.items.price_each': 5 }), 'holds']
  ]
  for (const [rules, facts, outcome] of rows) t.equal(say(rules, facts), outcome, outcome)
})

t.test('judge: order.items.* select lines by what they belong to', async t => {
  // entry                                  outcome
  // biome-ignore format: a table
  const rows: [RuleEntry, string][] = [
    [lines('any', null), 'holds'],
    [lines('any', 'prod_mug'), 'holds'],
    [lines('any', 'sku_blue'), 'holds'],
    [lines('any', 'pc_coffee'), 'holds'],
    [lines('any', 'prod_tea'), 'fails: order.items.any has no item, expected "prod_tea".'],
    [lines('every', null), 'holds'],
    [lines('every', 'pc_coffee'),
      'fails: order.items.every has an item of "prod_mug", "sku_blue", expected "pc_coffee".'],
    [lines('none', 'prod_tea'), 'holds'],
    [lines('none', 'sku_blue'), 'fails: order.items.none has an item of "prod_mug", "sku_blue".'],
    [lines('cheapest', 'prod_filter'), 'holds'],
    [lines('cheapest', 'prod_mug'),
      'fails: order.items.cheapest has no item, expected "prod_mug".'],
    [lines('most_expensive', 'prod_beans'), 'holds']
  ]
  for (const [entry, outcome] of rows) {
    t.equal(say({ 1: entry }, given(LINES)), outcome, `${entry.name}: ${outcome}`)
  }
  t.equal(say({ 1: lines('every', 'pc_coffee') }, given(LINES.slice(0, 1))), 'holds')
})

t.test('judge: an order without lines has none of everything', async t => {
  const rows = [
    ['any', 'fails: order.items.any has no item.'],
    ['every', 'fails: order.items.every has no item.'],
    ['none', 'holds'],
    ['cheapest', 'fails: order.items.cheapest has no item.']
  ] as const
  for (const [which, outcome] of rows) {
    t.equal(say({ 1: lines(which, null) }, given([])), outcome, outcome)
  }
  const missing = 'fails: order.items.none is missing from this request.'
  t.equal(say({ 1: lines('none', null) }, given(null)), missing, 'no order is no empty order')
})

t.test('judge: rules inside look at one selected line, or at all of them together', async t => {
  const price = (more: number) => sub('price', '$more_than', more)
  const quantity = (more: number) => sub('quantity', '$more_than', more)
  const together = (more: number) => sub('aggregated_quantity', '$more_than', more)
  // entry                                                        outcome
  // biome-ignore format: a table
  const rows: [RuleEntry, string][] = [
    [lines('any', 'pc_coffee', { 1: price(1000) }), 'holds'],
    [lines('any', 'prod_mug', { 1: price(1200) }),
      'fails: order.items.price is 1200, expected more than 1200.'],
    // One line must do both: beans are dear, mugs are many.
    [lines('any', null, { 1: price(1000), 2: quantity(1) }), 'holds'],
    [lines('any', null, { 1: price(1500), 2: quantity(2) }),
      'fails: order.items.quantity is 2, expected more than 2.'],
    [lines('any', null, { 1: price(1500), 2: quantity(2), logic: '1 or 2' }), 'holds'],
    // Sums are over the lines selected, here beans and filters.
    [lines('any', 'pc_coffee', { 1: together(2) }), 'holds'],
    [lines('any', 'pc_coffee', { 1: together(3) }),
      'fails: order.items.aggregated_quantity is 3, expected more than 3.'],
    [lines('any', 'pc_coffee', { 1: together(2), 2: price(1000) }), 'holds'],
    [lines('every', null, { 1: price(349) }), 'holds'],
    [lines('every', null, { 1: price(350) }),
      'fails: order.items.price is 350, expected more than 350.'],
    [lines('none', 'pc_coffee', { 1: price(1850) }), 'holds'],
    [lines('none', 'pc_coffee', { 1: price(1849) }),
      'fails: order.items.none has an item of "prod_beans", "pc_coffee".'],
    [lines('cheapest', null, { 1: price(300) }), 'holds'],
    // Selections inside selections: the cheapest of the coffee things, not of all.
    [lines('any', 'prod_beans', { 1: lines('cheapest', 'prod_beans') }), 'holds'],
    [lines('any', 'pc_coffee', { 1: lines('any', null, { 1: lines('cheapest', 'prod_beans') }) }),
      'fails: order.items.cheapest has no item, expected "prod_beans".'],
    [
      lines('any', null, { 1: { name: 'order.items.metadata', property: 'roast', conditions: { $is: ['dark'] } }
      }),
      'holds'
    ],
    [
      lines('any', 'prod_mug', { 1: { name: 'order.items.metadata', property: 'roast', conditions: { $is: ['dark'] } }
      }),
      'fails: order.items.metadata.roast is missing from this request.'
    ]
  ]
  for (const [entry, outcome] of rows) {
    t.equal(say({ 1: entry }, given(LINES)), outcome, `${JSON.stringify(entry)}: ${outcome}`)
  }
})

t.test('judge: a reason inside a selection has the numbers of both entries', async t => {
  const rules: RuleSet = { 3: lines('any', 'prod_mug', { 2: sub('price', '$is', 1) }) }
  const { reasons } = judge(rules, given(LINES), AT)
  t.match(reasons, [{ entry: '3.2', operator: '$is', actual: 1200 }])
})

t.test('judge: what does not depend on the line is asked once for all of them', async t => {
  const asked: string[] = []
  const many = Array.from({ length: 50 }, () => LINES[0] as Line)
  const facts = given(many)
  const counting: Facts<Line> = {
    fact(name, property, selected) {
      if (selected !== null) asked.push(name)
      return facts.fact(name, property, selected)
    }
  }
  const rules: RuleSet = {
    1: lines('any', null, {
      1: sub('aggregated_quantity', '$more_than', 1),
      2: sub('price', '$is', 1)
    })
  }
  judge(rules, counting, AT)
  t.equal(asked.filter(name => name === 'order.items.aggregated_quantity').length, 1)
  t.equal(asked.filter(name => name === 'order.items.price').length, 50)
})

t.test('judge: a fact that cannot exist leaves its entry out; a missing one fails', async t => {
  const known = { 'order.amount': 1500 }
  const till = { name: 'redemption.metadata', property: 'till', conditions: { $is: [7] } }
  const budget = { name: 'redemption.count.daily', conditions: { $less_than: [5] } }
  const both = ['redemption.metadata', 'redemption.count.daily']
  // rules                                             impossible  outcome
  const rows: [RuleSet, string[], string, string][] = [
    [{ 1: amount(1000), 2: till }, [], 'fails', 'VALID'],
    [{ 1: amount(1000), 2: till }, both, 'holds', 'PARTIALLY_VALID'],
    [{ 1: amount(2000), 2: till }, both, 'fails', 'PARTIALLY_VALID'],
    [{ 1: amount(1000), 2: till, logic: '1 or 2' }, both, 'holds', 'PARTIALLY_VALID'],
    [{ 1: amount(2000), 2: till, logic: '1 or 2' }, both, 'fails', 'PARTIALLY_VALID'],
    [{ 1: till }, both, 'omitted', 'INVALID'],
    [{ 1: till, 2: budget }, both, 'omitted', 'INVALID'],
    [{ 1: till, 2: budget, logic: '1 or 2' }, both, 'omitted', 'INVALID'],
    [{ 1: till, 2: amount(1000), logic: '1' }, both, 'omitted', 'INVALID'],
    [{}, both, 'holds', 'VALID']
  ]
  for (const [rules, impossible, status, valid] of rows) {
    const facts = given(null, known, impossible)
    const title = `${JSON.stringify(rules)} without ${impossible.join()}: ${status}, ${valid}`
    t.match(judge(rules, facts, AT), { status, valid }, title)
    t.match(omissions(rules, facts), { valid }, 'and so wherever it is assigned')
  }
})

t.test('judge: a rule of which nothing is left says what cannot be known', async t => {
  const rules: RuleSet = {
    1: { name: 'redemption.metadata', property: 'till', conditions: { $is: [7] } },
    2: amount(1),
    logic: '1'
  }
  const facts = given(null, { 'order.amount': 5 }, ['redemption.metadata'])
  t.match(judge(rules, facts, AT), {
    status: 'omitted',
    omitted: ['redemption.metadata'],
    reasons: [
      {
        entry: '1',
        message: 'redemption.metadata.till cannot be known where this rule is assigned.'
      }
    ]
  })
})

t.test('omissions: each name once, also of lines that only it selects', async t => {
  const quantity = sub('quantity', '$more_than', 1)
  const price = sub('price', '$more_than', 1)
  const out = ['order.items.price', 'customer.segment']
  const segment = { name: 'customer.segment', conditions: { $is: ['seg_vip'] } }
  // rules                                                   outcome                        valid
  // biome-ignore format: a table
  const rows: [RuleSet, string[], string][] = [
      [{ 1: segment, 2: segment, 3: amount(1) }, ['customer.segment'], 'PARTIALLY_VALID'],
      [{ 1: lines('any', null, { 1: price, 2: quantity }) }, ['order.items.price'],
        'PARTIALLY_VALID'],
      [{ 1: lines('any', 'prod_mug', { 1: price }) }, ['order.items.price'], 'PARTIALLY_VALID'],
      [{ 1: lines('any', null, { 1: price }) }, ['order.items.any', 'order.items.price'],
        'INVALID'],
      [{ 1: lines('any', null, { 1: price }), 2: amount(1) },
        ['order.items.any', 'order.items.price'], 'PARTIALLY_VALID']
    ]
  for (const [rules, omitted, valid] of rows) {
    const facts = given(LINES, { 'order.amount': 5 }, out)
    t.strictSame(omissions(rules, facts), { omitted, valid }, JSON.stringify(rules))
  }
})

t.test('judge: lines of a condition remain where the rules on them are left out', async t => {
  const rules = (which: string, id: string): RuleSet => ({
    1: lines(which, id, { 1: sub('price', '$more_than', 1) })
  })
  const facts = given(LINES, {}, ['order.items.price'])
  t.equal(say(rules('any', 'prod_mug'), facts), 'holds')
  t.equal(say(rules('any', 'prod_tea'), facts).slice(0, 5), 'fails')
  t.equal(say(rules('none', 'prod_tea'), facts), 'holds')
  t.equal(say(rules('none', 'prod_mug'), facts).slice(0, 5), 'fails')
  t.equal(
    say(rules('every', 'prod_mug'), given(LINES.slice(1, 2), {}, ['order.items.price'])),
    'holds'
  )
})

t.test('judge: a fact of the wrong kind is as good as missing', async t => {
  const facts = given(null, { 'order.items.any': 5 })
  t.equal(
    say({ 1: lines('any', null) }, facts),
    'fails: order.items.any is missing from this request.'
  )
  const elsewhere: Facts<Line> = { fact: () => ({ kind: 'missing', from: 'the books' }) }
  t.equal(say({ 1: amount(1) }, elsewhere), 'fails: order.amount is missing from the books.')
  const wrong: Facts<Line> = { fact: () => ({ kind: 'lines', lines: LINES }) }
  t.equal(say({ 1: amount(1) }, wrong), 'fails: order.amount is missing from this request.')
})

t.test('judge: rules that cannot be read fail', async t => {
  const rules = { 1: { name: 'order.sum' } }
  t.strictSame(judge(rules, given(LINES), AT), {
    status: 'fails',
    reasons: [
      {
        entry: 'rules.1.name',
        category: 'redemption',
        operator: null,
        actual: null,
        message:
          'The rule cannot be read, at rules.1.name: "order.sum" is not the name of a rule; the nearest that are: order.amount, order.metadata, order.items.any.',
        errorMessage: null
      }
    ],
    omitted: [],
    valid: 'INVALID'
  })
  t.strictSame(omissions(rules, given(LINES)), { omitted: [], valid: 'INVALID' })
})

t.test('judge: long values are cut short in a sentence, and whole beside it', async t => {
  const note = '\u{1f600}'.repeat(200)
  const rules: RuleSet = {
    1: { name: 'order.metadata', property: 'note', conditions: { $is: ['short'] } }
  }
  const { reasons } = judge(rules, given(null, { 'order.metadata.note': note }), AT)
  const shown = `"${'\u{1f600}'.repeat(99)}…`
  t.match(reasons, [
    { actual: note, message: `order.metadata.note is ${shown}, expected "short".` }
  ])
  const just = given(null, { 'order.metadata.note': 'x'.repeat(98) })
  t.match(judge(rules, just, AT), {
    reasons: [{ message: `order.metadata.note is "${'x'.repeat(98)}", expected "short".` }]
  })
})

function item(id: string): ApplicableItem {
  return { object: 'product', id, sourceId: null }
}

t.test('applies: excluded wins; naming nothing to include means everything', async t => {
  const rule = (excluded: string[], included: string[], includedAll: boolean): Applicability => ({
    excluded: excluded.map(item),
    included: included.map(item),
    includedAll
  })
  // applicable to                              line                     outcome
  const rows: [Applicability, string[], boolean][] = [
    [rule([], [], false), ['prod_1'], true],
    [rule([], [], true), ['prod_1'], true],
    [rule([], ['prod_1'], false), ['prod_1', 'pc_1'], true],
    [rule([], ['pc_1'], false), ['prod_1', 'pc_1'], true],
    [rule([], ['prod_2'], false), ['prod_1', 'pc_1'], false],
    [rule([], ['prod_2'], true), ['prod_1', 'pc_1'], true],
    [rule(['prod_1'], ['pc_1'], false), ['prod_1', 'pc_1'], false],
    [rule(['prod_1'], [], true), ['prod_1', 'pc_1'], false],
    [rule(['pc_2'], [], true), ['prod_1', 'pc_1'], true],
    [rule(['pc_1'], ['prod_1'], false), ['prod_1', 'pc_1'], false],
    [rule(['prod_2'], [], false), [], true]
  ]
  for (const [applicability, ids, outcome] of rows) {
    const title = `${JSON.stringify(applicability)} of ${ids.join()}: ${outcome}`
    t.equal(applies(applicability, ids), outcome, title)
  }
})

t.test('isSelective: whether there may be something that it does not bind to', async t => {
  //        excluded   included   includedAll   outcome
  const rows = [
    [[], [], false, false],
    [[], [], true, false],
    [[], ['prod_1'], true, false],
    [[], ['prod_1'], false, true],
    [['prod_1'], [], false, true],
    [['prod_1'], [], true, true]
  ] as const
  for (const [excluded, included, includedAll, outcome] of rows) {
    const rule = { excluded: excluded.map(item), included: included.map(item), includedAll }
    t.equal(isSelective(rule), outcome, JSON.stringify(rule))
  }
})

// Each operator, with one fact that passes and the nearest one that does not.
//       conditions                                              passes        does not
// biome-ignore format: a table
const operators: [string, FactValue[], FactValue, FactValue][] = [
  ['$is', ['a'], 'a', 'b'],
  ['$is_not', ['a'], 'b', 'a'],
  ['$in', ['a', 'b'], ['b', 'c'], ['c']],
  ['$not_in', ['a', 'b'], 'c', 'b'],
  ['$less_than', [3], 2, 3],
  ['$less_than_or_equal', [3], 3, 4],
  ['$more_than', [3], 4, 3],
  ['$more_than_or_equal', [3], 3, 2],
  ['$greater_than_or_equal', [3], 3, 2],
  ['$starts_with', ['ab'], 'abc', 'cab'],
  ['$ends_with', ['bc'], 'abc', 'bca'],
  ['$contains', ['b'], 'abc', 'ac'],
  ['$timeframe', ['2026-03-01T09:00:00Z;P1D;PT2H'], '2026-03-04T09:30:00Z', '2026-03-04T12:00:00Z'],
  ['$timeframe_absolute', ['2026-03-01T00:00:00Z;2026-03-02T00:00:00Z'], '2026-03-02T00:00:00Z',
    '2026-03-02T00:00:01Z'],
  ['$timeframe_daily_hours', ['18:00;20:01;2,3'], '2026-03-03T17:30:00Z', '2026-03-05T17:30:00Z'],
  ['$dow', [0], '2026-03-01', '2026-03-02'],
  ['$count', [2], ['a', 'b'], ['a']],
  ['$count_more', [2], ['a', 'b', 'c'], ['a', 'b']],
  ['$count_less', [2], ['a'], ['a', 'b']],
  ['$not_differ', ['a', 'b'], ['b', 'a'], ['a']],
  ['$not_intersect', ['a', 'b'], ['c'], ['b', 'c']],
  ['$from', [{ id: 'pc_1', object: 'products_collection' }], ['prod_1', 'pc_1'], ['prod_1']],
  ['$after', ['2026-03-01'], '2026-03-02', '2026-03-01'],
  ['$before', ['2026-03-01'], '2026-02-28', '2026-03-01'],
  ['$more_than_ago', [3], '2026-02-28', '2026-03-01'],
  ['$less_than_ago', [3], '2026-03-02', '2026-03-01'],
  ['$is_days_ago', [3], '2026-03-01', '2026-03-02'],
  ['$more_than_future', [3], '2026-03-08', '2026-03-07'],
  ['$less_than_future', [3], '2026-03-06', '2026-03-07'],
  ['$is_days_in_future', [3], '2026-03-07', '2026-03-06']
]

t.test('judge: every operator, on what passes and on the nearest that does not', async t => {
  for (const [operator, operands, good, bad] of operators) {
    const entry = { name: 'customer.metadata', property: 'x', conditions: { [operator]: operands } }
    const status = (value: FactValue) =>
      judge({ 1: entry }, given(null, { 'customer.metadata.x': value }), AT).status
    t.strictSame([status(good), status(bad)], ['holds', 'fails'], operator)
    const missing = judge({ 1: entry }, given(null), AT)
    t.match(missing, { status: 'fails', reasons: [{ operator: null, actual: null }] }, 'missing')
  }
})

t.test('judge: nested rules have a logic of their own, over what their parent selects', async t => {
  const price = sub('price', '$more_than', 1500)
  const quantity = sub('quantity', '$more_than', 2)
  const roast = { ...sub('metadata', '$is', 'dark'), property: 'roast' }
  const of = (id: string | null, logic: string | null) =>
    lines('any', id, { 1: price, 2: quantity, 3: roast, logic })
  // entry                                    outcome
  const rows: [RuleEntry, string][] = [
    [of(null, '1 and 2'), 'fails'],
    [of(null, '1 AND 3'), 'holds'],
    [of(null, ''), 'fails'],
    [of(null, null), 'fails'],
    [of(null, '1 and 3 or 2'), 'holds'],
    [of('prod_mug', '1 and 3 or 2'), 'holds'],
    [of('prod_mug', '1 and (3 or 2)'), 'fails'],
    [of('prod_filter', '1 or 2 or 3'), 'fails']
  ]
  for (const [entry, outcome] of rows) {
    const { logic } = entry.rules as RuleSet
    t.equal(judge({ 1: entry }, given(LINES), AT).status, outcome, `${logic}: ${outcome}`)
  }
})
