import t from 'tap'
import {
  type BoundRule,
  factsOf,
  type Known,
  type Line,
  lineIds,
  violatedRule
} from '../../src/decisions/facts.ts'
import type { Metadata, ValidationRule } from '../../src/model.ts'
import type { Value } from '../../src/rules/conditions.ts'
import type { Lookup, RuleEntry } from '../../src/rules/validation.ts'
import { RULE_NAMES } from '../../src/rules/vocabulary.ts'
import { givenCustomer, NOW } from '../support/given.ts'
import { givenOrder, givenOrderItem } from '../support/given-goods.ts'
import { givenRule, givenRuleAssignment } from '../support/given-rules.ts'
import { table } from '../support/table.ts'

const AT = { now: NOW, zone: 'Europe/Berlin' }
const collections = new Map([
  ['prod_1', ['pc_1', 'pc_2']],
  ['sku_1', ['pc_2']]
])

const mug = givenOrderItem({
  skuId: 'sku_1',
  quantity: 3,
  amount: 3600,
  discountAmount: 600,
  subtotalAmount: 3000,
  product: {
    id: 'prod_1',
    sourceId: 'mug',
    name: 'Mug',
    price: 1200,
    metadata: { colour: 'blue' }
  },
  metadata: { gift: true }
})
const beans = givenOrderItem({ productId: 'prod_2', price: 800, quantity: 2, subtotalAmount: 1600 })
const tip = givenOrderItem({ productId: null, price: null, amount: null, subtotalAmount: null })
const order = givenOrder({
  amount: 5200,
  totalAmount: 4600,
  initialAmount: 5000,
  items: [mug, beans, tip],
  metadata: { till: 4 }
})

/** All there is to know, of a redemption with an order and as if by an event. */
const everything: Known = {
  customer: givenCustomer({ metadata: { age: 30, gone: null } }),
  segments: ['seg_vip', 'seg_new'],
  order,
  collections,
  eventMetadata: { rating: 5 },
  redemption: { metadata: { clerk: 'Kim' }, apiKey: 'app-1', points: 250 }
}

const known = (value: Value): Lookup => ({ kind: 'known', value })
const MISSING: Lookup = { kind: 'missing' }
const NO_LINES: Lookup = { kind: 'lines', lines: [] }
const items = (...found: unknown[]) => ({ kind: 'lines', lines: found })

function found(name: string, property: string | null, facts: Known, lines: Line[] | null = null) {
  const lookup = factsOf(facts).fact(name, property, lines)
  return lookup.kind === 'lines' ? items(...lookup.lines.map(({ item }) => item)) : lookup
}

//      name                                       property  what it means
const meanings: [string, string | null, unknown][] = [
  ['customer.segment', null, known(['seg_vip', 'seg_new'])],
  ['customer.metadata', 'age', known(30)],
  ['customer.metadata', 'gone', MISSING],
  ['customer.metadata', 'size', MISSING],
  ['customer.metadata', 'constructor', MISSING],
  ['order.amount', null, known(5200)],
  ['order.total_amount', null, known(4600)],
  ['order.initial_amount', null, known(5000)],
  ['order.metadata', 'till', known(4)],
  ['order.metadata', 'table', MISSING],
  ['order.metadata', '__proto__', MISSING],
  ['order.items.count', null, known(3)],
  ['order.items.price_any', null, known([1200, 800])],
  ['order.items.price_each', null, known([1200, 800])],
  ['order.items.metadata_any', 'gift', known([true, null, null])],
  ['order.items.metadata_each', 'toString', known([null, null, null])],
  ['order.items.any', null, items(mug, beans, tip)],
  ['order.items.every', null, items(mug, beans, tip)],
  ['order.items.none', null, items(mug, beans, tip)],
  ['order.items.cheapest', null, items(beans)],
  ['order.items.most_expensive', null, items(mug)],
  // Read line by line: here of the first.
  ['order.items.quantity', null, known(3)],
  ['order.items.price', null, known(1200)],
  ['order.items.metadata', 'gift', known(true)],
  ['order.items.metadata', 'valueOf', MISSING],
  ['order.items.aggregated_quantity', null, known(6)],
  ['order.items.aggregated_amount', null, known(4600)],
  ['product.id', null, known(['prod_1', 'sku_1', 'pc_1', 'pc_2', 'pc_2', 'prod_2'])],
  ['product.price', null, known([1200, 800])],
  ['product.quantity', null, known([3, 2, 1])],
  ['product.discount_applicable', null, MISSING],
  ['product.metadata', 'colour', known(['blue', null, null])],
  ['product.metadata', 'constructor', known([null, null, null])],
  ['product.metadata.aggregated_quantity', 'colour', MISSING],
  ['product.metadata.aggregated_amount', 'colour', MISSING],
  ['product.metadata.discount_applicable', 'colour', MISSING],
  ['product.metadata.match_all', 'colour', known(['blue', null, null])],
  ['sku.id', null, known(['prod_1', 'sku_1', 'pc_1', 'pc_2', 'pc_2', 'prod_2'])],
  ['sku.price', null, known([1200, 800])],
  ['sku.quantity', null, known([3, 2, 1])],
  ['sku.discount_applicable', null, MISSING],
  ['redemption.metadata', 'clerk', known('Kim')],
  ['redemption.metadata', 'till', MISSING],
  ['redemption.metadata', 'constructor', MISSING],
  ['redemption.api_key', null, known('app-1')],
  ['redemption.reward.pay_with_points.points_used', null, known(250)],
  ['custom_event.metadata', 'rating', known(5)],
  ['custom_event.metadata', 'product', MISSING],
  ['custom_event.metadata', 'constructor', MISSING]
]

t.test('factsOf: what each name means', t => {
  for (const [name, property, meaning] of meanings) {
    t.strictSame(found(name, property, everything), meaning, `${name} ${property ?? ''}`)
  }
  t.end()
})

t.test('factsOf: limits that no load counts yet are missing, so that they never let pass', t => {
  const named = new Set(meanings.map(([name]) => name))
  const others = [...RULE_NAMES.keys()].filter(name => !named.has(name))
  t.ok(others.includes('redemption.count.daily'))
  t.ok(others.includes('campaign.orders.amount'))
  for (const name of others) {
    const { needsProperty } = RULE_NAMES.get(name) as { needsProperty: boolean }
    t.strictSame(found(name, needsProperty ? 'any' : null, everything), MISSING, name)
  }
  t.strictSame(found('customer.shoe_size', null, everything), MISSING, 'no name of ours')
  t.end()
})

t.test('factsOf: inside the rules of lines, the lines selected', t => {
  const [first, second] = [
    { ids: ['prod_1'], item: mug },
    { ids: ['prod_2'], item: beans }
  ]
  //      name                              lines            outcome
  const rows: [string, Line[], unknown][] = [
    ['order.items.quantity', [second], known(2)],
    ['order.items.price', [second], known(800)],
    ['order.items.quantity', [], MISSING],
    ['order.items.price', [], MISSING],
    ['order.items.metadata', [], MISSING],
    ['order.items.count', [first], known(1)],
    ['order.items.aggregated_quantity', [first, second], known(5)],
    ['order.items.aggregated_amount', [second], known(1600)],
    ['order.items.cheapest', [first], items(mug)],
    ['order.items.most_expensive', [], NO_LINES]
  ]
  for (const [name, lines, outcome] of rows) {
    const property = name === 'order.items.metadata' ? 'gift' : null
    t.strictSame(found(name, property, everything, lines), outcome, `${name} of ${lines.length}`)
  }
  t.end()
})

t.test('factsOf: several lines may be the cheapest, and one without a price never is', t => {
  const twin = { ...beans, productId: 'prod_3' }
  const facts = { ...everything, order: { ...order, items: [tip, beans, mug, twin] } }
  t.strictSame(found('order.items.cheapest', null, facts), items(beans, twin))
  t.strictSame(found('order.items.most_expensive', null, facts), items(mug))
  const unpriced = { ...everything, order: { ...order, items: [tip] } }
  t.strictSame(found('order.items.cheapest', null, unpriced), NO_LINES)
  t.end()
})

t.test('factsOf: an amount that is not known is missing, and not 0', t => {
  const facts = { ...everything, order: givenOrder({ amount: null, totalAmount: null, items: [] }) }
  t.strictSame(found('order.amount', null, facts), MISSING)
  t.strictSame(found('order.total_amount', null, facts), MISSING)
  t.strictSame(found('order.items.count', null, facts), known(0))
  const free = { ...everything, order: givenOrder({ amount: 0 }) }
  t.strictSame(found('order.amount', null, free), known(0), '0 is known')
  t.end()
})

const redemption = { metadata: {}, apiKey: 'app-1', points: null }
const nothing: Known = {
  customer: null,
  segments: [],
  order: null,
  collections: new Map(),
  eventMetadata: null,
  redemption: null
}
const inRedemption = { ...nothing, redemption }
const paying = { ...nothing, customer: givenCustomer(), order }
const inEvent = { ...nothing, customer: givenCustomer(), eventMetadata: {} }
const inSegment = { ...nothing, customer: givenCustomer() }

//  name                                redeeming    paying       event       segment
const contexts: [string, ...('known' | 'missing' | 'impossible')[]][] = [
  ['customer.segment', 'missing', 'known', 'known', 'known'],
  ['customer.metadata', 'missing', 'missing', 'missing', 'missing'],
  ['order.amount', 'missing', 'known', 'impossible', 'impossible'],
  ['order.items.count', 'missing', 'known', 'impossible', 'impossible'],
  ['product.id', 'missing', 'known', 'impossible', 'impossible'],
  ['sku.quantity', 'missing', 'known', 'impossible', 'impossible'],
  ['redemption.api_key', 'known', 'impossible', 'impossible', 'impossible'],
  ['redemption.metadata', 'missing', 'impossible', 'impossible', 'impossible'],
  [
    'redemption.reward.pay_with_points.points_used',
    'missing',
    'impossible',
    'impossible',
    'impossible'
  ],
  ['custom_event.metadata', 'impossible', 'impossible', 'missing', 'impossible'],
  ['campaign.redemptions.count', 'missing', 'missing', 'missing', 'missing']
]

t.test('factsOf: what cannot exist where a rule is asked, and what was merely not sent', t => {
  table(t, contexts, (t, name, ...kinds) => {
    const property = RULE_NAMES.get(name)?.needsProperty ? 'any' : null
    const each = [inRedemption, paying, inEvent, inSegment].map(
      facts => factsOf(facts).fact(name, property, null).kind
    )
    t.strictSame(each, kinds)
  })
  t.end()
})

t.test('lineIds: the product, the SKU and every collection that holds one of them', t => {
  //      product    sku       ids
  const rows = [
    ['prod_1', 'sku_1', ['prod_1', 'sku_1', 'pc_1', 'pc_2', 'pc_2']],
    ['prod_1', null, ['prod_1', 'pc_1', 'pc_2']],
    ['prod_9', null, ['prod_9']],
    [null, null, []]
  ] as const
  for (const [productId, skuId, ids] of rows) {
    t.strictSame(lineIds({ productId, skuId }, collections), ids, `${productId} ${skuId}`)
  }
  t.end()
})

t.test('factsOf says of lines what lineIds says', t => {
  const lookup = factsOf(everything).fact('order.items.any', null, null)
  const ids = lookup.kind === 'lines' ? lookup.lines.map(line => line.ids) : null
  t.strictSame(
    ids,
    [mug, beans, tip].map(item => lineIds(item, collections))
  )
  t.end()
})

const bound = (name: string, ...entries: RuleEntry[]): BoundRule => ({
  assignment: givenRuleAssignment(),
  rule: givenRule({
    name,
    rules: Object.fromEntries(
      entries.map((entry, index) => [index + 1, entry])
    ) as ValidationRule['rules']
  })
})

const vip: RuleEntry = { name: 'customer.segment', conditions: { $is: ['seg_gold'] } }
const dear: RuleEntry = { name: 'order.amount', conditions: { $more_than: [9999] } }
const blue: RuleEntry = { name: 'product.price', conditions: { $is: [5] } }
const till: RuleEntry = { name: 'redemption.metadata', property: 'till', conditions: { $is: [4] } }
const limit: RuleEntry = { name: 'redemption.count.daily', conditions: { $less_than: [5] } }
const rating: RuleEntry = {
  name: 'custom_event.metadata',
  property: 'rating',
  conditions: { $is: [1] }
}
const passes: RuleEntry = { name: 'order.amount', conditions: { $more_than: [100] } }

//                                     rules                                             code
const violations: [string, BoundRule[], string | null][] = [
  ['no rules', [], null],
  ['rules that hold', [bound('a', passes), bound('b', passes)], null],
  ['a customer', [bound('a', vip)], 'customer_rules_violated'],
  ['an order', [bound('a', dear)], 'order_rules_violated'],
  ['goods', [bound('a', blue)], 'order_rules_violated'],
  ['a redemption', [bound('a', till)], 'redemption_rules_violated'],
  ['what is counted nowhere yet', [bound('a', limit)], 'redemption_rules_violated'],
  ['a rule of which nothing is left', [bound('a', rating)], 'redemption_rules_violated'],
  [
    'customers before orders before the rest, whatever the order of rules',
    [bound('a', till), bound('b', dear), bound('c', vip)],
    'customer_rules_violated'
  ],
  ['and of entries in one rule', [bound('a', till, dear, vip)], 'customer_rules_violated'],
  ['a rule that holds hides none', [bound('a', passes), bound('b', dear)], 'order_rules_violated']
]

t.test('violatedRule: customer rules, then order rules, then redemption rules', t => {
  const asked = { ...everything, eventMetadata: null }
  table(t, violations, (t, _, rules, code) => {
    t.equal(violatedRule(rules, asked, AT)?.code ?? null, code)
  })
  t.end()
})

t.test('violatedRule: says which rule and entry, what was found and what was expected', t => {
  const rules = [bound('Gold on Fridays', passes, vip), bound('Dear orders', dear)]
  t.strictSame(violatedRule(rules, everything, AT), {
    code: 'customer_rules_violated',
    details:
      'Validation rule Gold on Fridays (val_1): entry 2, ' +
      'customer.segment is ["seg_vip","seg_new"], expected "seg_gold".'
  })
  t.end()
})

t.test('violatedRule: of two alike, the first; in the words of the entry, else of the rule', t => {
  const spoken = { ...vip, error: { message: 'Gold members only.' } }
  const [own, other] = [bound('a', spoken), bound('b', vip)]
  //                       rules                                              words
  const rows: [string, BoundRule[], string | null][] = [
    ['of the entry', [own, other], 'Gold members only.'],
    ['of the rule', [{ ...other, rule: { ...other.rule, errorMessage: 'Sorry.' } }], 'Sorry.'],
    [
      'of the entry first',
      [{ ...own, rule: { ...own.rule, errorMessage: 'Sorry.' } }],
      'Gold members only.'
    ],
    ['none', [other, own], null]
  ]
  table(t, rows, (t, _, rules, words) => {
    const violation = violatedRule(rules, everything, AT)
    t.equal(violation?.errorMessage ?? null, words)
    t.equal(Object.hasOwn(violation ?? {}, 'errorMessage'), words !== null)
  })
  t.end()
})

t.test('violatedRule: a rule that cannot be read lets nothing pass', t => {
  const rules = { 1: { name: 'order.amount', conditions: { $like: [1] } } }
  const violation = violatedRule(
    [{ ...bound('Old', vip), rule: givenRule({ rules }) }],
    everything,
    AT
  )
  t.equal(violation?.code, 'redemption_rules_violated')
  t.match(violation?.details, /cannot be read, at rules\.1\.conditions\.\$like/)
  t.end()
})

const named: Metadata = JSON.parse('{"__proto__": 7, "constructor": 8}')

t.test('factsOf: a property may be called like something every object has', t => {
  const facts = { ...everything, customer: givenCustomer({ metadata: named }) }
  t.strictSame(found('customer.metadata', '__proto__', facts), known(7))
  t.strictSame(found('customer.metadata', 'constructor', facts), known(8))
  t.end()
})
