import t from 'tap'
import {
  editOrder,
  type ImportOrder,
  type ImportOrderFacts,
  importOrder,
  importOrders
} from '../../../src/decisions/orders/edit.ts'
import type { OrderImport } from '../../../src/model.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import { EARLIER, givenCustomer, givenOccasion, givenTotals, NOW } from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import { givenOrder, givenProduct } from '../../support/given-goods.ts'
import {
  givenAutoSegment,
  givenEarningRule,
  givenFixedRule,
  givenTiers
} from '../../support/given-rules.ts'
import { givenMembership, givenProgram, givenStanding } from '../../support/given-standing.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** Who has bought for 10.00 or more. */
const buyers = givenAutoSegment({ 'summary.orders.total_amount': { $more_than: [999] } })

/** Its points would bring another tier, and its segment further points. */
const program = givenProgram({
  tiers: givenTiers(),
  membership: givenMembership(),
  rules: [givenEarningRule(), givenEarningRule({ id: 'ern_2', event: 'customer.segment.entered' })]
})

const facts = (over: Partial<ImportOrderFacts> = {}): ImportOrderFacts => ({
  ...givenStanding({ programs: [program], filterSegments: [buyers], totals: givenTotals() }),
  stored: null,
  customer: givenCustomer(),
  customerDeleted: false,
  customerSchema: null,
  referrer: null,
  inventory: { products: new Map([['prod_1', givenProduct()]]), skus: new Map() },
  schemas: { order: null, orderItem: null },
  earned: { entries: [], pending: [] },
  previousOrder: null,
  said: null,
  ...over
})

const paid: ImportOrder = {
  ...givenOrderCommand({
    sourceId: 'o-1',
    status: 'PAID',
    items: [givenItemCommand({ productId: 'prod_1' })]
  }),
  customer: { sourceId: 'ada' },
  date: EARLIER,
  earns: false
}

const imported = (over: Partial<ImportOrder> = {}, known: Partial<ImportOrderFacts> = {}) =>
  decided(importOrder(facts(known), { ...paid, ...over }, givenOccasion()))

/** The order that is stored. */
function stored({ changes }: ReturnType<typeof imported>) {
  const [order] = changes.flatMap(change => (change.kind === 'order.created' ? [change.order] : []))
  return order
}

t.test('importOrder: counts in totals and segments, and nothing else follows', async t => {
  const done = imported()
  t.equal(done.result, 'made')
  t.strictSame(outline(done.changes), [
    'order.created',
    'segment.entered seg_1',
    'totals ordersAmount+1200 ordersCount+1'
  ])
  t.match(stored(done), { createdAt: EARLIER, updatedAt: null, earnedAt: EARLIER, status: 'PAID' })
  t.match(done.changes.at(-1), { lastOrder: { amount: 1200, date: EARLIER } })
})

t.test('importOrder: one that is not paid is stored, and one of nobody as well', async t => {
  const cart = imported({ status: 'CREATED' })
  t.strictSame(outline(cart.changes), ['order.created'])
  t.match(stored(cart), { createdAt: EARLIER, earnedAt: null })
  const nobodys = imported({ customer: undefined }, { customer: null })
  t.strictSame(outline(nobodys.changes), ['order.created'])
  t.match(stored(nobodys), { customerId: null, earnedAt: EARLIER }, 'it has earned for good')
})

t.test('importOrder: a customer who is not known is made without an event', async t => {
  const { changes } = imported({}, { customer: null })
  t.strictSame(outline(changes), [
    'customer.created',
    'order.created',
    'segment.entered seg_1',
    'totals ordersAmount+1200 ordersCount+1'
  ])
})

t.test('importOrder: where it is asked to earn, everything follows, and the date stays', t => {
  const done = imported({ earns: true })
  t.strictSame(outline(done.changes), [
    // What is due, whatever is bought: the stored tier is that of fewer points.
    'v_1 in ltr_2',
    'loyalty.tier.upgraded',
    'order.created',
    'order.created',
    'order.paid',
    'v_1 +25',
    'rewarded.loyalty_points',
    'segment.entered seg_1',
    'segment.entered',
    'v_1 +25',
    'rewarded.loyalty_points',
    'totals cardBalance+50 ordersAmount+1200 ordersCount+1'
  ])
  t.match(stored(done), { createdAt: EARLIER, earnedAt: EARLIER })
  t.match(done.changes.at(-1), { lastOrder: { amount: 1200, date: EARLIER } })
  const nobodys = imported({ earns: true, customer: undefined }, { customer: null })
  t.match(stored(nobodys), { earnedAt: null }, 'it earns when it gets a customer')
  t.end()
})

/** What an import of `paid` said. */
const said: OrderImport = {
  createdAt: EARLIER,
  status: 'PAID',
  customerId: 'cust_1',
  referrerId: null,
  amount: null,
  initialAmount: null,
  discountAmount: null,
  items: [{ productId: 'prod_1' }],
  metadata: {}
}

t.test('importOrder: keeps what its row said, in the words that tell it apart', async t => {
  const keeps = (over: Partial<ImportOrder>, known: Partial<ImportOrderFacts> = {}) =>
    imported(over, known).changes.flatMap(change =>
      change.kind === 'order.created' ? [change.importedAs] : []
    )
  t.strictSame(keeps({}), [said])
  t.strictSame(keeps({ earns: true }), [said])
  const bare = { status: undefined, customer: undefined, items: undefined, undated: true }
  const nothing = { ...said, createdAt: null, status: 'CREATED', customerId: null, items: [] }
  t.strictSame(keeps(bare, { customer: null }), [nothing])
  const full = {
    amount: 5,
    initialAmount: 6,
    discountAmount: 1,
    items: [],
    metadata: { note: 'x' },
    referrerId: 'bob'
  }
  const referrer = givenCustomer({ id: 'cust_2', sourceId: 'bob' })
  const kept = { ...said, ...full, referrerId: 'cust_2' }
  t.strictSame(keeps(full, { referrer }), [kept])
})

t.test('importOrder: a sent amount counts, whatever its lines add up to', async t => {
  const amounts = [undefined, 7, 5000].map(amount => {
    const order = stored(imported({ amount, discountAmount: 2 }))
    return [order?.amount, order?.totalAmount]
  })
  t.strictSame(amounts, [
    [1200, 1198],
    [7, 5],
    [5000, 4998]
  ])
})

t.test('importOrder: one that is there already stays as it is, whatever became of it', async t => {
  const stored = givenOrder({ sourceId: 'o-1', status: 'CANCELED' })
  const rows = [
    ['as an import said', { said }, {}],
    ['made by the API, or erased', { said: null }, { amount: 7 }],
    ['by the id of its customer', { said }, { customer: { id: 'cust_1' } }],
    ['of nobody, who came later', { said: { ...said, customerId: null } }, { customer: undefined }],
    ['without a date', { said: { ...said, createdAt: null } }, { date: NOW, undated: true }]
  ] as const
  for (const [title, known, over] of rows) {
    const again = importOrder(facts({ stored, ...known }), { ...paid, ...over }, givenOccasion())
    t.strictSame(again, { result: 'unchanged', changes: [] }, title)
  }
})

t.test('importOrder: the same order with other contents is refused, naming the property', t => {
  const stored = givenOrder({ sourceId: 'o-1' })
  const other = { customer: null }
  //  what the row says         who is known   property           was            is
  // biome-ignore format: a table
  const rows = [
    [{ date: NOW }, {}, 'created_at', `"${EARLIER}"`, `"${NOW}"`],
    [{ undated: true }, {}, 'created_at', `"${EARLIER}"`, 'nothing'],
    [{ status: 'CANCELED' }, {}, 'status', '"PAID"', '"CANCELED"'],
    [{ status: undefined }, {}, 'status', '"PAID"', '"CREATED"'],
    [{ customer: undefined }, {}, 'customer', '"cust_1"', 'nothing'],
    [{ customer: { sourceId: 'eve' } }, other, 'customer', '"cust_1"', '"eve"'],
    [{ customer: { id: 'cust_9' } }, other, 'customer', '"cust_1"', '"cust_9"'],
    [{ customer: {} }, other, 'customer', '"cust_1"', '""'],
    [{ referrerId: 'eve' }, {}, 'referrer', 'nothing', '"eve"'],
    [{ referrerId: 'bob' }, { referrer: givenCustomer({ id: 'cust_2' }) }, 'referrer', 'nothing',
      '"cust_2"'],
    [{ amount: 5 }, {}, 'amount', 'nothing', '5'],
    [{ initialAmount: 5 }, {}, 'initial_amount', 'nothing', '5'],
    [{ discountAmount: 0 }, {}, 'discount_amount', 'nothing', '0'],
    [{ items: [] }, {}, 'items', '[{"productId":"prod_1"}]', '[]'],
    [{ metadata: { a: 1 } }, {}, 'metadata', '{}', '{"a":1}']
  ] as const
  for (const [over, known, property, was, is] of rows) {
    const command: ImportOrder = { ...paid, ...over }
    const refusal = refused(
      importOrder(facts({ stored, said, ...known }), command, givenOccasion())
    )
    const details =
      `Property .${property}: o-1 is there already, and an import said ${was} of its ` +
      `${property}, not ${is}; change it by the API`
    t.strictSame(refusal, { key: 'invalid_payload', details })
  }
  t.end()
})

const joining = givenFixedRule(MAX, { event: 'customer.loyalty.tier.joined' })
const buying = givenFixedRule(MAX)
const entering = givenFixedRule(MAX, { id: 'ern_2', event: 'customer.segment.entered' })

t.test('importOrder: refuses', async t => {
  const tiers = givenTiers()
  const earning = { earns: true, items: [], amount: 1 }
  // biome-ignore format: a table
  const rows = [
    ['a date in the future', { date: '9999-01-01T00:00:00.000Z' }, {}, 'invalid_payload'],
    ['goods that are not known', { items: [givenItemCommand({ productId: 'x' })] }, {},
      'not_found'],
    ['points due before it that cannot be counted', earning,
      { programs: [givenProgram({ tiers, rules: [joining] })] }, 'invalid_amount'],
    ['points of it that cannot be counted', earning,
      { programs: [givenProgram({ rules: [buying] })], filterSegments: [] }, 'invalid_amount'],
    ['points after it that cannot be counted', { earns: true },
      { programs: [givenProgram({ rules: [givenEarningRule(), entering] })] }, 'invalid_amount']
  ] as const
  for (const [title, over, known, key] of rows) {
    const refusal = refused(importOrder(facts(known), { ...paid, ...over }, givenOccasion()))
    t.equal(refusal.key, key, title)
  }
})

t.test('importOrders: accepts with a handle and a job, dated now where no date was sent', t => {
  const orders = [paid, { ...paid, sourceId: 'o-2', date: null }]
  const { result, changes } = decided(importOrders(orders, givenOccasion()))
  t.match(result, { type: 'ORDERS.IMPORT', status: 'ENQUEUED' })
  const [, queued] = changes
  t.match(queued, {
    job: { task: 'orders.import', queue: 'orders', total: 2 },
    chunks: [
      [
        { sourceId: 'o-1', date: EARLIER },
        { sourceId: 'o-2', date: NOW, undated: true, earns: false }
      ]
    ]
  })
  t.end()
})

/** The order of the row as it is stored, before anything is edited. */
const bought = givenOrder({ sourceId: 'o-1', metadata: { till: 1 } })
const mug = givenItemCommand({ productId: 'prod_1' })

function edited(over: Partial<ImportOrder>, known: Partial<ImportOrderFacts> = {}, names = {}) {
  const row = {
    ...paid,
    items: undefined,
    customer: undefined,
    status: 'CREATED' as const,
    ...over
  }
  const given = { ...facts({ programs: [], filterSegments: [], stored: bought, ...known }) }
  const everybody = new Map(Object.entries<string>(names))
  return editOrder({ ...given, names: everybody }, row, { hasWholeMetadata: true }, givenOccasion())
}

t.test('editOrder: a row that an order cannot be made or changed to is refused', async t => {
  const future = { date: '2099-01-01T00:00:00.000Z' }
  t.match(refused(edited(future, { stored: null })), { details: /in the future/ })
  const nowhere = { items: [{ ...mug, productId: 'prod_x' }] }
  t.match(refused(edited(nowhere)), { details: /^Cannot find product with id prod_x/ })
  const bob = { customer: { sourceId: 'bob' } }
  const other = { customer: givenCustomer({ id: 'cust_2' }) }
  const details = /^Property \.customer: o-1 is of customer cust_1 here, .* so remove the row$/
  t.match(refused(edited(bob, other)), { details })
  const named = /is of customer ada here, and the file says bob; .* so write who it is, or remove /
  t.match(refused(edited(bob, other, { cust_1: 'ada' })), { details: named })
  const again = { ...other, said: { ...said, status: 'CREATED', customerId: 'cust_2' } } as const
  t.match(decided(edited(bob, again)).result, { did: 'unchanged' }, 'an import said so before')
})

t.test('editOrder: lines and sums are compared by what the row says of them', async t => {
  const bare = { ...bought, customerId: null, customer: null }
  const lowered = { ...bought, discountAmount: 1200, totalDiscountAmount: 1200, totalAmount: 0 }
  const tom = givenCustomer({ id: 'cust_9' })
  //  what the row says, of which order, and what differs
  // biome-ignore format: a table
  const rows: readonly (readonly [Partial<ImportOrder>, Partial<ImportOrderFacts>, string])[] = [
    [{ items: [{ ...mug, metadata: {} }] }, {}, ''],
    [{ items: [{ ...mug, metadata: { a: 1 } }], amount: 1200 }, {}, 'items'],
    [{ items: [{ ...mug, price: 1 }], amount: 1200 }, {}, 'items'],
    [{ items: [{ ...mug, quantity: 7 }], amount: 1200 }, {}, 'items'],
    [{ discountAmount: 5000 }, { stored: lowered }, ''],
    [{ customer: { sourceId: 'ada' }, referrerId: 'ref' }, { stored: bare, referrer: tom },
      'customer referrer'],
    [{ referrerId: 'ref' }, { stored: { ...bought, referrerId: 'cust_9' }, referrer: tom }, '']
  ]
  for (const [over, known, columns] of rows) {
    const { differences } = decided(edited(over, known)).result
    t.equal(differences.map(({ column }) => column).join(' '), columns, JSON.stringify(over))
  }
})
