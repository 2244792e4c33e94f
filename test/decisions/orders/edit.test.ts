import t from 'tap'
import {
  type EditOrderFacts,
  editOrder,
  type ImportOrder
} from '../../../src/decisions/orders/edit.ts'
import type { Order, OrderImport } from '../../../src/model.ts'
import { decided, kinds, refused } from '../../support/decided.ts'
import { EARLIER, givenCustomer, givenOccasion, givenTotals } from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import { givenOrder, givenOrderItem, givenProduct } from '../../support/given-goods.ts'
import { givenProgram, givenStanding } from '../../support/given-standing.ts'

const WHOLE = { hasWholeMetadata: true }

const order = givenOrder({ sourceId: 'o-1', metadata: { till: 1 } })

const facts = (over: Partial<EditOrderFacts> = {}): EditOrderFacts => ({
  ...givenStanding({ programs: [givenProgram({ rules: [] })], totals: givenTotals() }),
  stored: order,
  customer: givenCustomer(),
  customerDeleted: false,
  customerSchema: null,
  referrer: null,
  inventory: { products: new Map([['prod_1', givenProduct()]]), skus: new Map() },
  schemas: { order: null, orderItem: null },
  earned: { entries: [], pending: [] },
  previousOrder: null,
  said: null,
  names: new Map(),
  ...over
})

const row = (over: Partial<ImportOrder> = {}): ImportOrder => ({
  ...givenOrderCommand({ sourceId: 'o-1', status: 'CREATED' }),
  date: EARLIER,
  earns: false,
  ...over
})

const edited = (known: EditOrderFacts, command: ImportOrder, editing = WHOLE) =>
  editOrder(known, command, editing, givenOccasion())

const SAID: OrderImport = {
  createdAt: EARLIER,
  status: 'CREATED',
  customerId: null,
  referrerId: null,
  amount: null,
  initialAmount: null,
  discountAmount: null,
  items: [],
  metadata: {}
}

t.test('editOrder: a source id that is free is a new order, or none', async t => {
  const free = facts({ stored: null, customer: null })
  const { result, changes } = decided(edited(free, row({ amount: 5 })))
  t.strictSame([result, kinds(changes)], [{ did: 'made', differences: [] }, ['order.created']])
  const future = row({ date: '2099-01-01T00:00:00.000Z' })
  t.match(refused(edited(free, future)), { details: /in the future/ })
})

/** The change that keeps what was said of an order, and leaves the order as it is. */
const kept = (stored: Order | null) =>
  ({
    kind: 'order.updated',
    order: { ...(stored ?? order), version: (stored ?? order).version + 1 }
  }) as const

t.test('editOrder: what a row says and is stored changes nothing but what was last said', t => {
  const mug = givenItemCommand({ productId: 'prod_1' })
  const rows: readonly (readonly [Partial<ImportOrder>, Partial<EditOrderFacts>])[] = [
    [{}, {}],
    [{ amount: 1200, metadata: { till: 1 } }, {}],
    [{ customer: { sourceId: 'ada' } }, {}],
    [{ items: [mug] }, {}],
    [{ items: [{ ...mug, quantity: order.items[0]?.quantity }] }, {}],
    [
      { referrerId: 'ref' },
      { stored: { ...order, referrerId: 'cust_9' }, referrer: givenCustomer({ id: 'cust_9' }) }
    ],
    [{ status: 'CREATED' }, { stored: { ...order, status: 'PAID' }, said: SAID }],
    [{ metadata: {} }, { said: SAID }]
  ]
  for (const [said, known] of rows) {
    const { stored = order, said: before = null } = known
    const { result, changes } = decided(edited(facts(known), row(said)))
    t.strictSame(result, { did: 'unchanged', differences: [] }, JSON.stringify(said))
    if (before !== null) t.strictSame(changes, [], 'it was said before')
    else t.match(changes, [{ ...kept(stored), importedAs: { status: 'CREATED' } }])
  }
  const paid = { ...order, status: 'PAID' } as const
  const late = decided(edited(facts({ stored: paid, said: SAID }), row({ status: 'PAID' })))
  t.strictSame(late.changes, [{ ...kept(paid), importedAs: { ...SAID, status: 'PAID' } }])
  t.end()
})

t.test('editOrder: what a row leaves out was last said by the one before', async t => {
  const mug = { source_id: 'mug' }
  const figures = { amount: 5, initialAmount: 6, discountAmount: 1 }
  const people = { customerId: 'cust_1', referrerId: 'cust_2' }
  const before = { ...SAID, ...figures, ...people, items: [mug], metadata: { a: 1 } }
  const bare = row({ items: undefined, status: 'PAID' })
  const paid = facts({ stored: { ...order, status: 'PAID' }, said: before })
  const { changes } = decided(edited(paid, bare))
  t.match(changes, [{ importedAs: { ...before, status: 'PAID' } }])
  const none = facts({ stored: { ...order, customerId: 'cust_9' }, said: before })
  t.match(refused(edited(none, row({ items: [] }))), { details: /has 1 lines here/ })
})

t.test('editOrder: what is said otherwise is updated, told, and kept as said', async t => {
  const mug = givenItemCommand({ productId: 'prod_1' })
  const bare: Order = { ...order, customerId: null, items: [], amount: 700, totalAmount: 700 }
  // biome-ignore format: a table
  const rows: readonly (readonly [
    Partial<ImportOrder>,
    Partial<EditOrderFacts>,
    readonly (readonly [string, unknown, unknown])[]
  ])[] = [
    [{ status: 'PAID' }, {}, [['status', 'CREATED', 'PAID']]],
    [{ status: 'PAID' }, { said: SAID }, [['status', 'CREATED', 'PAID']]],
    [{ metadata: { bag: 2 } }, {}, [['metadata', { till: 1 }, { bag: 2 }]]],
    [{ amount: 900, initialAmount: 950, discountAmount: 100 }, {},
      [['amount', 1200, 900], ['initial_amount', null, 950], ['discount_amount', null, 100]]],
    [{ customer: { sourceId: 'ada' }, referrerId: 'ref' },
      { stored: bare, referrer: givenCustomer({ id: 'cust_9' }) },
      [['customer', null, 'ada'], ['referrer', null, 'cust_9']]],
    [
      { referrerId: 'ref' },
      {
        stored: { ...order, referrerId: 'cust_8' },
        referrer: givenCustomer({ id: 'cust_9' }),
        names: new Map([
          ['cust_8', 'mia'],
          ['cust_9', 'tom']
        ])
      },
      [['referrer', 'mia', 'tom']]
    ]
  ]
  for (const [said, known, told] of rows) {
    const { result, changes } = decided(edited(facts(known), row(said)))
    const differences = told.map(([column, from, to]) => ({ column, from, to }))
    t.strictSame(result, { did: 'changed', differences }, JSON.stringify(said))
    const updated = changes.flatMap(each => (each.kind === 'order.updated' ? [each] : []))
    t.match(updated, [{ importedAs: { createdAt: EARLIER, status: row(said).status } }])
  }
  const two = decided(edited(facts(), row({ items: [mug, { ...mug, metadata: { a: 1 } }] })))
  t.strictSame(
    two.result.differences.map(({ column }) => column),
    ['amount', 'items']
  )
  t.match(two.result.differences[1], { to: [{}, { metadata: { a: 1 } }] })
})

t.test('editOrder: lines are told apart by what the row says of them', async t => {
  const mug = givenItemCommand({ productId: 'prod_1' })
  const rows = [
    [{ quantity: 7 }, true],
    [{ price: 1 }, true],
    [{ metadata: { a: 1 } }, true],
    [{ metadata: {} }, false],
    [{ productId: undefined, amount: 1200 }, true]
  ] as const
  for (const [said, isOther] of rows) {
    const { result } = decided(edited(facts(), row({ items: [{ ...mug, ...said }], amount: 1200 })))
    t.equal(result.did, isOther ? 'changed' : 'unchanged', JSON.stringify(said))
  }
  const named = { ...order, items: [givenOrderItem({ sourceId: 'mug' })] }
  const seven = row({ items: [{ ...mug, quantity: 7 }] })
  t.match(decided(edited(facts({ stored: named }), seven)).result.differences[1], {
    from: [{ source_id: 'mug' }],
    to: [{ product_id: 'prod_1', quantity: 7 }]
  })
  const none = row({ items: [] })
  t.match(refused(edited(facts(), none)), {
    details: /o-1 has 1 lines here, and the file says none/
  })
  t.equal(decided(edited(facts({ said: SAID }), none)).result.did, 'unchanged', 'it said so before')
  const nowhere = row({ items: [{ ...mug, productId: 'prod_x' }] })
  t.match(refused(edited(facts(), nowhere)), { details: /^Cannot find product with id prod_x/ })
})

t.test('editOrder: what cannot be lowered further is no difference', async t => {
  const stored = { ...order, discountAmount: 1200, totalDiscountAmount: 1200, totalAmount: 0 }
  const { result, changes } = decided(edited(facts({ stored }), row({ discountAmount: 5000 })))
  t.strictSame(result.did, 'unchanged')
  t.match(changes, [{ ...kept(stored), importedAs: { discountAmount: 5000 } }])
})

t.test('editOrder: the date and the customer of an order stay', async t => {
  const other = row({ date: '2025-07-01T00:00:00.000Z' })
  t.match(refused(edited(facts(), other)), {
    details: /^Property \.created_at: o-1 is of .* here, and the file says 2025-07-01/
  })
  t.match(decided(edited(facts({ said: { ...SAID, createdAt: other.date } }), other)).result, {
    did: 'unchanged'
  })
  const bob = row({ customer: { sourceId: 'bob' } })
  const known = { customer: givenCustomer({ id: 'cust_2' }) }
  t.match(refused(edited(facts(known), bob)), {
    details: /^Property \.customer: o-1 is of customer cust_1 here, and the file says bob; /
  })
  const named = facts({ ...known, names: new Map([['cust_1', 'ada']]) })
  t.match(refused(edited(named, bob)), {
    details: /is of customer ada here, .* keeps its customer, so write who it is, or remove the row/
  })
  const said = { ...SAID, customerId: 'cust_2' }
  t.match(decided(edited(facts({ ...known, said }), bob)).result, { did: 'unchanged' })
})
