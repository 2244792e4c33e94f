import t from 'tap'
import { compileRules, entriesIn, rulesMistake } from '../../src/rules/validation.ts'

const AMOUNT = { name: 'order.amount', conditions: { $more_than: [1000] } }
const PRICE = { name: 'order.items.price', conditions: { $more_than: [500] } }

/** `order.items.any` so many levels around a rule about the order. */
function nested(levels: number): unknown {
  return levels === 0
    ? { 1: AMOUNT }
    : { 1: { name: 'order.items.any', rules: nested(levels - 1) } }
}

function numbered(count: number): { [key: string]: unknown } {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [index + 1, AMOUNT]))
}

t.test('rulesMistake: accepts the shapes that rules come in', async t => {
  const rows: [string, unknown][] = [
    ['no rules', {}],
    ['no rules, empty logic', { logic: '' }],
    ['one entry', { 1: AMOUNT }],
    ['logic', { 1: AMOUNT, 2: AMOUNT, logic: '1 or 2' }],
    ['null logic', { 1: AMOUNT, logic: null }],
    ['a leaf as answered', { 1: { ...AMOUNT, property: null, rules: {}, error: null } }],
    ['a leaf with empty inner logic', { 1: { ...AMOUNT, rules: { logic: '' } } }],
    ['a leaf with no inner logic', { 1: { ...AMOUNT, rules: { logic: null } } }],
    ['a leaf with blank inner logic', { 1: { ...AMOUNT, rules: { logic: ' \n' } } }],
    ['lines with no inner logic', { 1: { name: 'order.items.any', rules: { logic: null } } }],
    ['an empty property', { 1: { ...AMOUNT, property: '' } }],
    ['an error of its own', { 1: { ...AMOUNT, error: { message: 'Spend more.' } } }],
    ['an error without words', { 1: { ...AMOUNT, error: { message: null } } }],
    [
      'a property',
      { 1: { name: 'order.metadata', property: 'gift', conditions: { $is: [true] } } }
    ],
    ['lines', { 1: { name: 'order.items.any' } }],
    [
      'lines by product',
      { 1: { name: 'order.items.any', conditions: { $is: [{ id: 'prod_1' }] } } }
    ],
    ['rules on lines', { 1: { name: 'order.items.any', rules: { 1: PRICE, logic: '1' } } }],
    ['three levels on lines', nested(3)],
    ['a hundred entries', numbered(100)],
    ['numbers with gaps', { 3: AMOUNT, 999999: AMOUNT, logic: '999999 and 3' }]
  ]
  for (const [title, rules] of rows) t.equal(rulesMistake(rules), null, title)
})

t.test('rulesMistake: a mistake has the path to it', async t => {
  const metadata = { name: 'order.metadata', conditions: { $is: [true] } }
  const any = (rules: unknown) => ({ 1: { name: 'order.items.any', rules } })
  // rules                                                    path
  const rows: [unknown, string][] = [
    [null, 'rules'],
    ['1', 'rules'],
    [[AMOUNT], 'rules'],
    [{ 0: AMOUNT }, 'rules.0'],
    [{ '01': AMOUNT }, 'rules.01'],
    [{ 1000000: AMOUNT }, 'rules.1000000'],
    [{ first: AMOUNT }, 'rules.first'],
    [numbered(101), 'rules'],
    [{ 1: null }, 'rules.1'],
    [{ 1: [] }, 'rules.1'],
    [{ 1: {} }, 'rules.1.name'],
    [{ 1: { ...AMOUNT, name: 5 } }, 'rules.1.name'],
    [{ 1: { ...AMOUNT, name: 'order.sum' } }, 'rules.1.name'],
    [{ 1: { ...AMOUNT, name: 'constructor' } }, 'rules.1.name'],
    [{ 1: AMOUNT, 2: { ...AMOUNT, note: 'x' } }, 'rules.2.note'],
    [{ 1: metadata }, 'rules.1.property'],
    [{ 1: { ...metadata, property: '' } }, 'rules.1.property'],
    [{ 1: { ...metadata, property: 5 } }, 'rules.1.property'],
    [{ 1: { ...AMOUNT, property: 'gift' } }, 'rules.1.property'],
    [{ 1: { name: 'order.amount' } }, 'rules.1.conditions'],
    [{ 1: { name: 'order.amount', conditions: null } }, 'rules.1.conditions'],
    [{ 1: { name: 'order.amount', conditions: {} } }, 'rules.1.conditions'],
    [{ 1: { name: 'order.amount', conditions: [] } }, 'rules.1.conditions'],
    [{ 1: { name: 'order.amount', conditions: { $over: [1] } } }, 'rules.1.conditions.$over'],
    [{ 1: { name: 'order.amount', conditions: { $is: 1 } } }, 'rules.1.conditions.$is'],
    [{ 1: { ...AMOUNT, error: 'no' } }, 'rules.1.error'],
    [{ 1: { ...AMOUNT, error: { message: 5 } } }, 'rules.1.error'],
    [{ 1: AMOUNT, logic: 1 }, 'rules.logic'],
    [{ 1: AMOUNT, logic: '1 and' }, 'rules.logic'],
    [{ 1: AMOUNT, logic: '1 and 2' }, 'rules.logic'],
    [{ 1: PRICE }, 'rules.1.name'],
    [{ 1: { ...AMOUNT, rules: { 1: AMOUNT } } }, 'rules.1.rules'],
    [{ 1: { ...AMOUNT, rules: { logic: '1' } } }, 'rules.1.rules'],
    [{ 1: { ...AMOUNT, rules: { logic: 5 } } }, 'rules.1.rules'],
    [any([]), 'rules.1.rules'],
    [any({ logic: 5 }), 'rules.1.rules.logic'],
    [any({ logic: { toString: 5 } }), 'rules.1.rules.logic'],
    [any('1'), 'rules.1.rules'],
    [any({ 1: { ...PRICE, name: 'x' } }), 'rules.1.rules.1.name'],
    [any({ 1: PRICE, 2: { name: 'order.amount' } }), 'rules.1.rules.2.conditions'],
    [any({ 1: { ...PRICE, conditions: { $is: [] } } }), 'rules.1.rules.1.conditions.$is'],
    [any({ 1: PRICE, logic: '2' }), 'rules.1.rules.logic'],
    [any({ logic: '1' }), 'rules.1.rules.logic'],
    [{ ...any(numbered(50)), 2: AMOUNT }, ''],
    [{ ...any(numbered(99)), 2: AMOUNT }, 'rules.1.rules'],
    [nested(4), 'rules.1.rules.1.rules.1.rules.1.rules']
  ]
  for (const [rules, path] of rows) {
    const title = `${JSON.stringify(rules)?.slice(0, 100)}: ${path || 'accepted'}`
    t.equal(rulesMistake(rules)?.path ?? '', path, title)
  }
})

t.test('rulesMistake: a mistake says what is expected', async t => {
  const rows = [
    [
      { 1: { name: 'order.metadata', conditions: { $is: [1] } } },
      'order.metadata needs the name of a property.'
    ],
    [{ 1: { ...AMOUNT, property: 'x' } }, 'order.amount has none.'],
    [
      { 1: { ...AMOUNT, name: 'order.sum' } },
      '"order.sum" is not the name of a rule; the nearest that are: order.amount, order.metadata, order.items.any.'
    ],
    [{ 1: AMOUNT, logic: '1 or 7' }, 'There is no entry 7, named at position 6.'],
    [{ 1: PRICE }, 'order.items.price looks at a line: put it in the rules of order.items.any.'],
    [nested(4), 'Nested deeper than 3 levels.']
  ] as const
  for (const [rules, message] of rows) t.equal(rulesMistake(rules)?.message, message, message)
})

t.test('rulesMistake: a context is one of those that there are', async t => {
  t.equal(rulesMistake({ 1: AMOUNT }, 'global'), null)
  t.match(rulesMistake({ 1: AMOUNT }, 'nowhere'), {
    path: 'context_type',
    message: /^"nowhere" is not a context; the nearest that are: global, /
  })
  t.match(rulesMistake({ 1: {} }, 'nowhere'), { path: 'rules.1.name' }, 'rules come first')
})

t.test('compileRules: empty words are none, and leave those around them', async t => {
  const silent = { error: { message: '' } }
  const said = { error: { message: 'Buy coffee.' } }
  // around it    of its own     words
  const rows = [
    [{}, silent, null],
    [said, silent, 'Buy coffee.'],
    [silent, said, 'Buy coffee.'],
    [silent, silent, null]
  ] as const
  for (const [around, own, words] of rows) {
    const entry = { name: 'order.items.any', ...around, rules: { 1: { ...PRICE, ...own } } }
    t.match(compileRules({ 1: entry }), {
      compiled: { entries: [{ nested: { entries: [{ errorMessage: words }] } }] }
    })
  }
})

t.test('compileRules: entries know their numbers and the words of those around them', async t => {
  const found = compileRules({
    1: {
      name: 'order.items.any',
      error: { message: 'Buy coffee.' },
      rules: {
        1: { ...PRICE, error: { message: 'Buy better coffee.' } },
        2: { name: 'order.items.metadata', property: 'roast', conditions: { $is: ['dark'] } }
      }
    },
    2: AMOUNT
  })
  t.match(found, {
    compiled: {
      expression: { kind: 'all', parts: [{ key: '1' }, { key: '2' }] },
      entries: [
        {
          key: '1',
          path: '1',
          name: 'order.items.any',
          reading: 'someLine',
          selects: true,
          tests: [],
          errorMessage: 'Buy coffee.',
          nested: {
            entries: [
              { key: '1', path: '1.1', errorMessage: 'Buy better coffee.' },
              { key: '2', path: '1.2', property: 'roast', errorMessage: 'Buy coffee.' }
            ]
          }
        },
        {
          key: '2',
          path: '2',
          name: 'order.amount',
          property: null,
          category: 'order',
          selects: false,
          tests: [{ operator: '$more_than', operands: [1000] }],
          nested: null,
          errorMessage: null
        }
      ]
    }
  })
})

t.test('the entries of rules are known at every depth', async t => {
  const line = { name: 'product.id', conditions: { $is: ['prod_1'] } }
  const any = { name: 'order.items.any', conditions: {}, rules: { 1: line, logic: '1' } }
  const over = { name: 'order.amount', conditions: { $more_than: [1] } }
  const names = (rules: unknown) => entriesIn(rules).map(({ name }) => name)
  t.strictSame(names({ 1: any, 2: over, logic: '1 and 2' }), [
    'order.items.any',
    'product.id',
    'order.amount'
  ])
  t.strictSame(names({ 1: 'odd', logic: '1' }), [], 'those with a mistake have none')
})
