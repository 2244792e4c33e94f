import t from 'tap'
import type { BoundRule } from '../../../src/decisions/redemptions/limits.ts'
import {
  applicableAmount,
  factsOf,
  isImpossible,
  lineIds,
  type RedemptionKnown,
  type RuleFacts,
  type RuleLine,
  type RulePlace
} from '../../../src/decisions/validation-rules.ts'
import type {
  Applicability,
  Metadata,
  RedemptionCount,
  ValidationRule
} from '../../../src/model.ts'
import type { FactValue } from '../../../src/rules/conditions.ts'
import { type Lookup, RULE_NAMES, type RuleEntry } from '../../../src/rules/validation.ts'
import { givenCustomer, NOW } from '../../support/given.ts'
import { givenOrder, givenOrderItem } from '../../support/given-goods.ts'
import { givenRule, givenRuleAssignment } from '../../support/given-rules.ts'
import { table } from '../../support/table.ts'
import { violatedRule } from '../support/first-reason.ts'

const AT = { now: NOW, zone: 'Europe/Berlin' }
const collections = new Map([
  ['prod_1', ['pc_1', 'pc_2']],
  ['sku_1', ['pc_2']]
])

const product = { id: 'prod_1', sourceId: 'mug', name: 'Mug', price: 1200 }
const mug = givenOrderItem({
  skuId: 'sku_1',
  quantity: 3,
  amount: 3600,
  discountAmount: 600,
  subtotalAmount: 3000,
  product: { ...product, metadata: { colour: 'blue' } },
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

/** How often the campaign, the card and the offer were redeemed, this time included. */
const count = (object: RedemptionCount['object'], objectId: string, total: number) => ({
  ...{ object, objectId, by: 'any' as const, byId: '', total },
  ...{ day: '2026-03-01', dayCount: 1, week: '2026-02-23', weekCount: 2 },
  ...{ month: '2026-03-01', monthCount: 3, ordersAmount: 45000, ordersDiscountAmount: 4500 }
})
const counts: readonly RedemptionCount[] = [
  count('campaign', 'camp_1', 90),
  { ...count('campaign', 'camp_1', 9), by: 'customer', byId: 'cust_1' },
  { ...count('campaign', 'camp_1', 19), by: 'api_key', byId: 'app-1' },
  count('voucher', 'v_1', 8),
  { ...count('voucher', 'v_1', 7), by: 'api_key', byId: 'app-1' },
  { ...count('reward_assignment', 'rewa_1', 5), by: 'customer', byId: 'cust_1' }
]
const redemption: RedemptionKnown = {
  metadata: { clerk: 'Kim' },
  apiKey: 'app-1',
  points: 250,
  credit: 100,
  byHolder: true,
  counts
}

/** All there is to know of a redemption with an order. */
const everything: RuleFacts = {
  customer: givenCustomer({ metadata: { age: 30, gone: null } }),
  segments: ['seg_vip', 'seg_new'],
  order,
  collections,
  eventMetadata: null,
  redemption
}

/** Of a custom event. */
const reviewed: RuleFacts = {
  ...everything,
  order: null,
  redemption: null,
  eventMetadata: { rating: 5 }
}

const known = (value: FactValue): Lookup => ({ kind: 'known', value })
const MISSING: Lookup = { kind: 'missing' }
const IMPOSSIBLE: Lookup = { kind: 'impossible' }
const NO_LINES: Lookup = { kind: 'lines', lines: [] }
const items = (...found: unknown[]) => ({ kind: 'lines', lines: found })

function found(
  name: string,
  property: string | null,
  facts: RuleFacts,
  lines: RuleLine[] | null = null,
  by: BoundRule | null = null
) {
  const lookup = factsOf(facts, by).fact(name, property, lines)
  return lookup.kind === 'lines' ? items(...lookup.lines.map(({ item }) => item)) : lookup
}

/** Bound to the program, and applicable to everything. */
const toProgram: BoundRule = {
  assignment: givenRuleAssignment({ relatedObjectType: 'campaign', relatedObjectId: 'camp_1' }),
  rule: givenRule()
}
const ids = [['prod_1', 'sku_1', 'pc_1', 'pc_2', 'pc_2'], ['prod_2']]

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
  // The tip is no product, and only the mug has a SKU.
  ['product.id', null, known(['prod_1', 'sku_1', 'pc_1', 'pc_2', 'pc_2', 'prod_2'])],
  ['product.price', null, known([1200, 800])],
  ['product.quantity', null, known([3, 2])],
  ['product.discount_applicable', null, known(ids)],
  ['product.metadata', 'colour', known(['blue', null])],
  ['product.metadata', 'constructor', known([null, null])],
  ['product.metadata.aggregated_quantity', 'colour', known(3)],
  ['product.metadata.aggregated_quantity', 'constructor', known(0)],
  ['product.metadata.aggregated_amount', 'colour', known(3000)],
  ['product.metadata.aggregated_amount', 'size', known(0)],
  ['product.metadata.discount_applicable', 'colour', known(['blue', null])],
  ['product.metadata.match_all', 'colour', known(['blue', null])],
  ['sku.id', null, known(['prod_1', 'sku_1', 'pc_1', 'pc_2', 'pc_2'])],
  ['sku.price', null, known([1200])],
  ['sku.quantity', null, known([3])],
  ['sku.discount_applicable', null, known(ids.slice(0, 1))],
  ['campaign.orders.amount', null, known(45000)],
  ['campaign.orders.amount_discounted', null, known(4500)],
  ['campaign.redemptions.count', null, known(90)],
  ['campaign.redemptions.count.daily', null, known(1)],
  ['campaign.redemptions.count.weekly', null, known(2)],
  ['campaign.redemptions.count.monthly', null, known(3)],
  ['campaign.redemptions.customers_count', null, known(9)],
  ['campaign.redemptions.customers_count.daily', null, known(1)],
  ['campaign.redemptions.customers_count.weekly', null, known(2)],
  ['campaign.redemptions.customers_count.monthly', null, known(3)],
  ['redemption.metadata', 'clerk', known('Kim')],
  ['redemption.metadata', 'till', MISSING],
  ['redemption.metadata', 'constructor', MISSING],
  ['redemption.api_key', null, known('app-1')],
  ['redemption.reward.pay_with_points.points_used', null, known(250)],
  ['redemption.count.daily', null, known(1)],
  ['redemption.count.weekly', null, known(2)],
  ['redemption.count.monthly', null, known(3)],
  ['redemption.count.per_customer', null, known(9)],
  ['redemption.count.per_customer.daily', null, known(1)],
  ['redemption.count.per_customer.weekly', null, known(2)],
  ['redemption.count.per_customer.monthly', null, known(3)],
  ['redemption.count.per_api_key', null, known(19)],
  // Key pairs redeem, never users; and what is redeemed is no gift card.
  ['redemption.user.login', null, MISSING],
  ['redemption.count.per_user', null, MISSING],
  ['redemption.gift.amount', null, known(100)],
  // Nobody but the holder of a card gets as far as the rules.
  ['publication.redeemable_by_linked_customer', null, known(true)],
  ['custom_event.metadata', 'rating', IMPOSSIBLE],
  ['customer.shoe_size', null, MISSING]
]

t.test('factsOf: what each name means to a redemption with an order', async t => {
  for (const [name, property, meaning] of meanings) {
    const title = `${name} ${property ?? ''}`
    t.strictSame(found(name, property, everything, null, toProgram), meaning, title)
  }
  const named = new Set(meanings.map(([name]) => name))
  t.strictSame(
    [...RULE_NAMES.keys()].filter(name => !named.has(name)),
    [],
    'and no name is left'
  )
})

t.test('factsOf: what a custom event says', async t => {
  const meanings = { rating: known(5), product: MISSING, constructor: MISSING }
  for (const [property, meaning] of Object.entries(meanings)) {
    t.strictSame(found('custom_event.metadata', property, reviewed), meaning, property)
  }
})

//      bound to            id          per customer    per key
const boundTo: [BoundRule['assignment']['relatedObjectType'], string, unknown, unknown][] = [
  ['campaign', 'camp_1', known(9), known(19)],
  // Of a card, those of its holder are all there are.
  ['voucher', 'v_1', known(8), known(7)],
  ['reward_assignment', 'rewa_1', known(5), MISSING],
  ['reward_assignment', 'rewa_9', MISSING, MISSING],
  ['promotion_tier', 'promo_1', MISSING, MISSING]
]

t.test('factsOf: a rule counts what it is assigned to', async t => {
  for (const [relatedObjectType, relatedObjectId, perCustomer, perKey] of boundTo) {
    const assignment = givenRuleAssignment({ relatedObjectType, relatedObjectId })
    const by = { ...toProgram, assignment }
    const ask = (name: string) => found(name, null, everything, null, by)
    const title = `${relatedObjectType} ${relatedObjectId}`
    t.strictSame(ask('redemption.count.per_customer'), perCustomer, title)
    t.strictSame(ask('redemption.count.per_api_key'), perKey, `${title}, by key`)
    t.strictSame(ask('campaign.redemptions.count'), known(90), `${title}, of the campaign`)
  }
})

t.test('factsOf: what nobody counted is missing, so that a limit never lets it pass', async t => {
  const uncounted = { ...everything, redemption: { ...redemption, counts: null } }
  for (const name of ['redemption.count.daily', 'campaign.orders.amount']) {
    t.strictSame(found(name, null, uncounted, null, toProgram), MISSING, `${name}, nobody read it`)
  }
  t.strictSame(found('redemption.count.daily', null, everything), MISSING, 'of what?')
})

t.test('factsOf: no credit is known of what is no gift voucher', async t => {
  const name = 'redemption.gift.amount'
  const of = (credit: number | null) => ({ ...everything, redemption: { ...redemption, credit } })
  t.strictSame(found(name, null, of(null)), IMPOSSIBLE)
  t.strictSame(found(name, null, of(0)), known(0))
})

t.test('factsOf: a discount is for the lines that the rule itself applies to', async t => {
  const item = (id: string) => ({ object: 'product', id, sourceId: null }) as const
  const ask = (applicableTo: Applicability, name: string, property: string | null = null) =>
    found(name, property, everything, null, { ...toProgram, rule: givenRule({ applicableTo }) })
  const mugs = { excluded: [], included: [item('pc_1')], includedAll: false }
  const notMugs = { excluded: [item('sku_1')], included: [], includedAll: true }
  t.strictSame(ask(mugs, 'product.discount_applicable'), known(ids.slice(0, 1)))
  t.strictSame(ask(notMugs, 'product.discount_applicable'), known(ids.slice(1)))
  t.strictSame(ask(notMugs, 'sku.discount_applicable'), known([]))
  t.strictSame(ask(notMugs, 'product.metadata.discount_applicable', 'colour'), known([null]))
  t.strictSame(ask(notMugs, 'product.metadata', 'colour'), known(['blue', null]), 'only a discount')
})

t.test('factsOf: inside the rules of lines, the lines selected', async t => {
  const first = { ids: ['prod_1'], item: mug }
  const second = { ids: ['prod_2'], item: beans }
  //      name                              lines            outcome
  const rows: [string, RuleLine[], unknown][] = [
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
})

t.test('factsOf: several lines may be the cheapest, and one without a price never is', async t => {
  const twin = { ...beans, productId: 'prod_3' }
  const facts = { ...everything, order: { ...order, items: [tip, beans, mug, twin] } }
  t.strictSame(found('order.items.cheapest', null, facts), items(beans, twin))
  t.strictSame(found('order.items.most_expensive', null, facts), items(mug))
  const unpriced = { ...everything, order: { ...order, items: [tip] } }
  t.strictSame(found('order.items.cheapest', null, unpriced), NO_LINES)
})

t.test('factsOf: an amount that is not known is missing, and not 0', async t => {
  const facts = { ...everything, order: givenOrder({ amount: null, totalAmount: null, items: [] }) }
  t.strictSame(found('order.amount', null, facts), MISSING)
  t.strictSame(found('order.total_amount', null, facts), MISSING)
  t.strictSame(found('order.items.count', null, facts), known(0))
  const free = { ...everything, order: givenOrder({ amount: 0 }) }
  t.strictSame(found('order.amount', null, free), known(0), '0 is known')
})

t.test('factsOf: what a stored order lacks is said to be missing from it', async t => {
  const from = 'order ord_1, which counts as it is stored'
  const stored = { ...everything, order: givenOrder({ amount: null }), storedOrderId: 'ord_1' }
  t.strictSame(found('order.amount', null, stored), { kind: 'missing', from })
  t.strictSame(found('order.items.count', null, stored), known(1), 'nothing else changes')
  t.strictSame(found('customer.metadata', 'colour', { ...stored, customer: null }), MISSING)
})

const nothing: RuleFacts = {
  customer: null,
  segments: [],
  order: null,
  collections: new Map(),
  eventMetadata: null,
  redemption: null
}
const inRedemption = {
  ...nothing,
  redemption: { ...redemption, metadata: {}, points: null, counts: null }
}
const paying = { ...nothing, customer: givenCustomer(), order }
const inEvent = { ...nothing, customer: givenCustomer(), eventMetadata: {} }
const inSegment = { ...nothing, customer: givenCustomer() }

//  name                                redeeming    paying       event       segment
// biome-ignore format: a table
const contexts: [string, ...('known' | 'missing' | 'impossible')[]][] = [
  ['customer.segment', 'missing', 'known', 'known', 'known'],
  ['customer.metadata', 'missing', 'missing', 'missing', 'missing'],
  ['order.amount', 'missing', 'known', 'impossible', 'impossible'],
  ['order.items.count', 'missing', 'known', 'impossible', 'impossible'],
  ['product.id', 'missing', 'known', 'impossible', 'impossible'],
  ['sku.quantity', 'missing', 'known', 'impossible', 'impossible'],
  ['redemption.api_key', 'known', 'impossible', 'impossible', 'impossible'],
  ['redemption.metadata', 'missing', 'impossible', 'impossible', 'impossible'],
  ['redemption.reward.pay_with_points.points_used', 'missing', 'impossible', 'impossible',
    'impossible'],
  ['custom_event.metadata', 'impossible', 'impossible', 'missing', 'impossible'],
  ['redemption.count.per_user', 'missing', 'impossible', 'impossible', 'impossible'],
  ['redemption.gift.amount', 'known', 'impossible', 'impossible', 'impossible'],
  ['campaign.redemptions.count', 'missing', 'impossible', 'impossible', 'impossible'],
  ['campaign.orders.amount', 'missing', 'impossible', 'impossible', 'impossible'],
  ['product.discount_applicable', 'missing', 'impossible', 'impossible', 'impossible'],
  ['product.metadata.discount_applicable', 'missing', 'impossible', 'impossible', 'impossible'],
  ['sku.discount_applicable', 'missing', 'impossible', 'impossible', 'impossible'],
  ['publication.redeemable_by_linked_customer', 'known', 'impossible', 'impossible', 'impossible']
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

t.test('isImpossible: facts leave out in each place what assignments there leave out', async t => {
  const places: { readonly [Where in RulePlace]: RuleFacts } = {
    redemption: inRedemption,
    order: paying,
    custom_event: inEvent,
    customer: inSegment
  }
  for (const [place, facts] of Object.entries(places) as [RulePlace, RuleFacts][]) {
    for (const [name, { needsProperty }] of RULE_NAMES) {
      const { kind } = factsOf(facts).fact(name, needsProperty ? 'any' : null, null)
      t.equal(kind === 'impossible', isImpossible(name, place), `${place}: ${name}`)
    }
    t.notOk(isImpossible('customer.shoe_size', place), `${place}: no name of ours`)
  }
})

t.test('lineIds: the product, the SKU and every collection that holds one of them', async t => {
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
  const unnamed = { productId: null, skuId: null, sourceId: 'tea' }
  t.strictSame(lineIds(unnamed, collections), ['tea'], 'a product of which a source id was sent')
  const bySku = { ...unnamed, relatedObject: 'sku', productId: 'prod_9' } as const
  t.strictSame(lineIds(bySku, collections), ['prod_9', 'tea'], 'and a SKU')
  const stored = { productId: 'prod_9', skuId: null, sourceId: 'nine' }
  t.strictSame(lineIds(stored, collections), ['prod_9'], 'an id says it already')
})

t.test('factsOf says of lines what lineIds says', async t => {
  const lookup = factsOf(everything).fact('order.items.any', null, null)
  const ids = lookup.kind === 'lines' ? lookup.lines.map(line => line.ids) : null
  t.strictSame(
    ids,
    [mug, beans, tip].map(item => lineIds(item, collections))
  )
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
const spoken = ({ assignment, rule }: BoundRule, errorMessage: string): BoundRule => ({
  assignment,
  rule: { ...rule, errorMessage }
})

const vip: RuleEntry = { name: 'customer.segment', conditions: { $is: ['seg_gold'] } }
const grown: RuleEntry = { name: 'customer.metadata', property: 'sex', conditions: { $is: ['f'] } }
const dear: RuleEntry = { name: 'order.amount', conditions: { $more_than: [9999] } }
const blue: RuleEntry = { name: 'product.price', conditions: { $is: [5] } }
const till: RuleEntry = { name: 'redemption.metadata', property: 'till', conditions: { $is: [4] } }
const limit: RuleEntry = { name: 'redemption.count.monthly', conditions: { $less_than: [3] } }
const budget: RuleEntry = { name: 'campaign.orders.amount', conditions: { $less_than: [45000] } }
const user: RuleEntry = { name: 'redemption.user.login', conditions: { $is_not: ['kim'] } }
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
  ['a limit over time', [bound('a', limit)], 'redemption_rules_violated'],
  ['a budget of the campaign', [bound('a', budget)], 'redemption_rules_violated'],
  ['users, whom nobody knows', [bound('a', user)], 'redemption_rules_violated'],
  ['a rule of which nothing is left', [bound('a', rating)], 'redemption_rules_violated'],
  ['a rule that is left out in part', [bound('a', rating, passes)], null],
  [
    'customers before orders before the rest, whatever the order of rules',
    [bound('a', till), bound('b', dear), bound('c', vip)],
    'customer_rules_violated'
  ],
  ['and of entries in one rule', [bound('a', till, dear, vip)], 'customer_rules_violated'],
  ['a rule that holds hides none', [bound('a', passes), bound('b', dear)], 'order_rules_violated']
]

t.test('violatedRule: customer rules, then order rules, then redemption rules', async t => {
  table(t, violations, (t, _, rules, code) => {
    t.equal(violatedRule(rules, everything, AT)?.code ?? null, code)
  })
})

t.test('violatedRule: says which rule and entry, what was found and what was expected', async t => {
  const rules = [bound('Gold on Fridays', passes, vip), bound('Dear orders', dear)]
  t.strictSame(violatedRule(rules, everything, AT), {
    code: 'customer_rules_violated',
    failureMessage:
      'customer does not match validation rules: entry 2 of Gold on Fridays (val_1), ' +
      'customer.segment is ["seg_vip","seg_new"], expected "seg_gold".',
    details:
      'Validation rule Gold on Fridays (val_1): entry 2, ' +
      'customer.segment is ["seg_vip","seg_new"], expected "seg_gold".'
  })
})

const said = (entry: RuleEntry, message: string): RuleEntry => ({ ...entry, error: { message } })
const either = { 1: said(vip, 'Join!'), 2: passes, 3: dear, logic: '(1 or 2) and 3' }
const small: RuleEntry = { name: 'order.items.count', conditions: { $more_than: [9] } }

// In ascending order of what is told: each row has one reason that tells more than the row before.
//                                             rules                   entry, rule, words
// biome-ignore format: a table
const telling: [string, BoundRule[], string, string | null][] = [
  ['the first of two alike', [bound('a', dear, small), bound('b', small)], 'entry 1 of a', null],
  ['what is different, before what is missing', [bound('a', grown), bound('b', grown, vip)],
    'entry 2 of b', null],
  ['what the shop has words for, before what is different',
    [bound('a', dear), bound('b', small, said(dear, 'Spend a little more.'))], 'entry 2 of b',
    'Spend a little more.'],
  ['words of the rule count as words of each entry',
    [bound('a', dear), spoken(bound('b', small, dear), 'Add one thing.')], 'entry 1 of b',
    'Add one thing.'],
  ['words of the entry stand before those of its rule',
    [spoken(bound('a', said(dear, 'Spend a little more.')), 'Sorry.')], 'entry 1 of a',
    'Spend a little more.'],
  ['no words outdo who is to blame',
    [bound('a', said(dear, 'Spend a little more.')), bound('b', vip)], 'entry 1 of b', null],
  ['only what is to blame: beside a true entry of `or`, no false one is',
    [{ ...toProgram, rule: givenRule({ name: 'a', rules: either }) }], 'entry 3 of a', null]
]

t.test('violatedRule: the most telling reason, in the words of its entry or its rule', async t => {
  table(t, telling, (t, _, rules, entry, words) => {
    const violation = violatedRule(rules, everything, AT)
    t.match(violation?.failureMessage, `: ${entry} (val_1), `)
    t.equal(violation?.errorMessage ?? null, words)
    t.equal(Object.hasOwn(violation ?? {}, 'errorMessage'), words !== null)
  })
})

t.test('violatedRule: a rule that cannot be read lets nothing pass', async t => {
  const rules = { 1: { name: 'order.amount', conditions: { $like: [1] } } }
  const old = { ...bound('Old', vip), rule: givenRule({ rules }) }
  const violation = violatedRule([old], everything, AT)
  t.equal(violation?.code, 'redemption_rules_violated')
  t.match(violation?.details, /cannot be read, at rules\.1\.conditions\.\$like/)
})

// Why did it not apply? What users of comparable services could not find out.

t.test('lessons 5, bigcommerce/checkout-sdk-js#1303: never a generic "not eligible"', async t => {
  for (const [name, { needsProperty, reading }] of RULE_NAMES) {
    const property = needsProperty ? 'colour' : null
    const never: RuleEntry = { name, property, conditions: { $is: ['never'] } }
    const inside = reading === 'line'
    const entry = inside ? { name: 'order.items.every', rules: { 1: never } } : never
    // Of no line, nothing ever holds but "none of".
    const order = reading === 'noLine' ? null : everything.order
    const violation = violatedRule([bound('Rule', entry)], { ...everything, order }, AT)
    const label = `${name}${property === null ? '' : `\\.${property}`}`
    const why = 'is .+, expected "never"|has .+|is missing from this request|cannot be known where'
    const said = new RegExp(`: entry 1${inside ? '\\.1' : ''}, ${label} (${why})`)
    t.match(violation?.details, said, name)
    t.ok(violation?.failureMessage.includes(' of Rule (val_1), '), `${name}, in the record`)
  }
})

const named: Metadata = JSON.parse('{"__proto__": 7, "constructor": 8}')

t.test('factsOf: a property may be called like something every object has', async t => {
  const facts = { ...everything, customer: givenCustomer({ metadata: named }) }
  t.strictSame(found('customer.metadata', '__proto__', facts), known(7))
  t.strictSame(found('customer.metadata', 'constructor', facts), known(8))
})

/** What a rule applies to; `all` includes everything. */
function only(excluded: string[], included: string[] | 'all'): BoundRule {
  const item = (id: string) => ({ object: 'product', id, sourceId: null }) as const
  const includedAll = included === 'all'
  const applicableTo = {
    excluded: excluded.map(item),
    included: includedAll ? [] : included.map(item),
    includedAll
  }
  return { assignment: givenRuleAssignment(), rule: givenRule({ rules: {}, applicableTo }) }
}

// The mug is 30.00 after its discount, the beans are 16.00, the tip has no price.
//                                       rules                                          amount
const applicable: [string, BoundRule[], number][] = [
  ['no rule', [], 4600],
  ['a rule that includes all', [only([], 'all')], 4600],
  ['a rule that names nothing', [only([], [])], 4600],
  ['a product', [only([], ['prod_1'])], 3000],
  ['a SKU', [only([], ['sku_1'])], 3000],
  ['a collection', [only([], ['pc_1'])], 3000],
  ['two products', [only([], ['prod_1', 'prod_2'])], 4600],
  ['all but a product', [only(['prod_1'], 'all')], 1600],
  ['all but a collection', [only(['pc_2'], [])], 1600],
  ['a product that is excluded, too', [only(['pc_2'], ['prod_1'])], 0],
  ['something else', [only([], ['prod_9'])], 0],
  ['what both rules leave', [only([], ['prod_1', 'prod_2']), only(['prod_2'], 'all')], 3000],
  ['nothing, because no item is left by both', [only([], ['prod_1']), only(['prod_1'], [])], 0]
]

t.test('applicableAmount: what is left to pay of what all the rules apply to', async t => {
  table(t, applicable, (t, _, rules, amount) => {
    t.equal(applicableAmount(rules, { order, collections }), amount)
  })
  const rest = { ...order, totalAmount: 500 }
  t.equal(applicableAmount([only([], ['prod_1'])], { order: rest, collections }), 500, 'the rest')
  const unpriced = { ...order, totalAmount: null }
  t.equal(applicableAmount([], { order: unpriced, collections }), 0, 'of an unknown sum')
})

t.test('violatedRule: points do not pay an order without what a rule lets them pay for', t => {
  const tea = only([], ['prod_9'])
  const facts = (points: number | null, order: RuleFacts['order']): RuleFacts => {
    return { ...everything, order, redemption: { ...redemption, points } }
  }
  const words = spoken(tea, 'Points pay for tea.')
  t.strictSame(violatedRule([words], facts(0, order), AT), {
    code: 'order_rules_violated',
    failureMessage:
      'order does not match validation rules: applicable_to of Orders of 20.00 and more (val_1), ' +
      'which leaves none of the items of this order.',
    details:
      'Validation rule Orders of 20.00 and more (val_1): applicable_to, ' +
      'which leaves none of the items of this order.',
    errorMessage: 'Points pay for tea.'
  })
  // And the nearest things that pass.
  t.equal(violatedRule([only([], ['prod_9', 'prod_2'])], facts(0, order), AT), null, 'one item')
  t.equal(violatedRule([only([], [])], facts(0, { ...order, items: [] }), AT), null, 'no limits')
  t.equal(violatedRule([tea], facts(null, order), AT), null, 'a reward that pays nothing')
  t.equal(violatedRule([tea], facts(10, null), AT), null, 'no order')
  t.end()
})
