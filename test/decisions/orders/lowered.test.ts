import t from 'tap'
import {
  composeOrder,
  mayLower,
  returnGoods,
  type SaveOrder,
  type SaveOrderFacts,
  saveOrder
} from '../../../src/decisions/orders/orders.ts'
import type { ReturnGoods } from '../../../src/decisions/orders/returns.ts'
import type { Order, OrderReturn } from '../../../src/model.ts'
import { decided, outline, refused } from '../../support/decided.ts'
import {
  EARLIER,
  givenBalance,
  givenCard,
  givenCustomer,
  givenLot,
  givenOccasion,
  NOW
} from '../../support/given.ts'
import {
  givenItemCommand as item,
  givenOrderCommand as sent
} from '../../support/given-commands.ts'
import { givenOrder, givenOrderItem, givenProduct, givenSku } from '../../support/given-goods.ts'
import { givenPending } from '../../support/given-records.ts'
import { givenFixedRule, givenTiers } from '../../support/given-rules.ts'
import { givenMembership, givenOrderFacts, givenProgram } from '../../support/given-standing.ts'
import { table } from '../../support/table.ts'

const MAX = Number.MAX_SAFE_INTEGER
const club = givenProgram()
const mug = givenProduct()
const beans = givenProduct({ id: 'prod_2', sourceId: 'beans' })
const ofBeans = givenSku({ id: 'sku_2', productId: 'prod_2', sourceId: 'beans-1' })
const inventory = {
  products: new Map([mug, beans].map(each => [each.id, each])),
  skus: new Map([['sku_2', ofBeans]])
}

function facts(over: Partial<SaveOrderFacts> = {}): SaveOrderFacts {
  return givenOrderFacts({ programs: [club], customer: givenCustomer(), inventory, ...over })
}

const save = (over: Partial<SaveOrderFacts>, command: Partial<SaveOrder>) =>
  saveOrder(facts(over), { ...sent(), ...command }, givenOccasion())

const giveBack = (over: Partial<SaveOrderFacts>, command: Partial<ReturnGoods>) => {
  const nothing = { lines: undefined, amount: undefined, reason: undefined, metadata: undefined }
  return returnGoods(facts(over), { ...nothing, ...command }, givenOccasion())
}

const named = {
  id: undefined,
  index: undefined,
  productId: undefined,
  skuId: undefined,
  sourceId: undefined
}
const line = (over: object) => ({ ...named, quantity: undefined, ...over })

/** A line of so many mugs at 1200. */
const mugs = (quantity: number) =>
  givenOrderItem({ quantity, amount: 1200 * quantity, subtotalAmount: 1200 * quantity })
const wish = (quantity: number) =>
  givenOrderItem({
    productId: 'prod_3',
    sourceId: 'wish',
    quantity,
    price: null,
    amount: null,
    subtotalAmount: null
  })

const PAID = { status: 'PAID', earnedAt: EARLIER } as const
const two = givenOrder({ ...PAID, amount: 2400, totalAmount: 2400, items: [mugs(2)] })
const nobodys = { ...two, customerId: null, earnedAt: null }
const unpriced = givenOrder({ ...PAID, amount: null, totalAmount: null, items: [wish(3)] })
const oneMug = { items: [item({ productId: 'prod_1' })] }

const told: OrderReturn = {
  id: 'ordret_000001',
  createdAt: NOW,
  reason: null,
  metadata: {},
  lines: [
    { index: 0, productId: 'prod_1', skuId: null, sourceId: null, quantity: 1, amount: 1200 }
  ],
  amount: 1200,
  totalAmount: 1200,
  pendingPoints: 0,
  movements: []
}
const wishBack = {
  ...told,
  lines: [
    { index: 0, productId: 'prod_3', skuId: null, sourceId: 'wish', quantity: 1, amount: null }
  ],
  amount: 0,
  totalAmount: 0
}
const UPDATED = ['order.updated', 'order.updated']
const COUNTED = 'totals ordersAmount-1200 ordersCount+0'
const EARNED = ['v_1 +25', 'rewarded.loyalty_points']
const COUNTED_NOW = 'totals cardBalance+25 ordersAmount+1200 ordersCount+1'
const fewerWishes = { items: [item({ productId: 'prod_3', sourceId: 'wish', quantity: 2 })] }
/** Facts and what is asked; what is told in order, and what the order says of it. */
type Lowering<Asked> = [
  string,
  Partial<SaveOrderFacts>,
  Partial<Asked>,
  readonly string[],
  OrderReturn
]

// biome-ignore format: a table
const updates: Lowering<SaveOrder>[] = [
  ['of somebody', { stored: two }, oneMug, [...UPDATED, COUNTED], told],
  ['of nobody', { stored: nobodys, customer: null }, oneMug, UPDATED, told],
  // It was nobody's and has not earned: it earns now, by what is left.
  ['of nobody, and somebody’s from now on', { stored: nobodys }, oneMug,
    ['order.updated', 'order.paid', ...EARNED, COUNTED_NOW], told],
  ['without a price', { stored: unpriced }, fewerWishes, UPDATED, wishBack]
]

t.test('saveOrder: a paid order with fewer goods says what went back', async t => {
  table(t, updates, (t, _, over, command, expected, entry) => {
    const { result, changes } = decided(save(over, command))
    t.strictSame(outline(changes), expected)
    t.strictSame(result.returned, { amount: entry.amount, entries: [entry], bought: null })
  })
})

/** 48 points of the two mugs wait, by a rule of so many for each of so much. */
function waiting(points: number, every: number): Partial<SaveOrderFacts> {
  const what = { calculation: 'ORDER_AMOUNT', property: null, targets: null } as const
  const earning = { type: 'PROPORTIONAL', ...what, every, points } as const
  const terms = [{ campaignId: 'camp_1', ruleId: 'ern_1', points: 48, earning }]
  const card = givenBalance({ points: 100, balance: 100, pendingPoints: 48 })
  return {
    stored: { ...two, earned: { terms, takenBack: [] } },
    earned: { entries: [], pending: [givenPending({ points: 48 })] },
    programs: [{ ...club, card: { voucher: givenCard({ card }), lots: [givenLot()] } }]
  }
}

const PENDING = 'voucher.loyalty_card.pending_points'
const ofTwo = {
  stored: givenOrder({ ...PAID, amount: 2400, totalAmount: 2400, items: [mugs(1), mugs(1)] })
}
const one = { lines: [line({ index: 0, quantity: 1 })] }
const fewer = ['pendingPoints.adjusted', 'v_1 waits 24', `${PENDING}.updated`]
const none = ['lopp_1 CANCELED', 'v_1 waits 0', `${PENDING}.canceled`]

// biome-ignore format: a table
const returns: Lowering<ReturnGoods>[] = [
  ['one of two lines', ofTwo, one, [...UPDATED, COUNTED], told],
  ['of nobody', { stored: nobodys, customer: null }, one, UPDATED, told],
  ['without a price', { stored: unpriced }, one, UPDATED, wishBack],
  ['of which half of what waits stays', waiting(2, 100), one, [...UPDATED, ...fewer, COUNTED],
    { ...told, pendingPoints: 24 }],
  ['of which nothing waits any more', waiting(48, 2400), one, [...UPDATED, ...none, COUNTED],
    { ...told, pendingPoints: 48 }]
]

t.test('returnGoods: what comes back, and which points do not come', async t => {
  table(t, returns, (t, _, over, command, expected, entry) => {
    const { result, changes } = decided(giveBack(over, command))
    t.strictSame(outline(changes), expected)
    t.strictSame(result.entry, entry)
  })
})

const upgraded = givenFixedRule(MAX, {
  id: 'ern_max',
  event: 'customer.loyalty.tier.upgraded',
  loyaltyTierId: 'ltr_2'
})
/** By the calendar in Gold, for which there would be more points than are counted. */
const inGold = {
  ...club,
  rules: [upgraded],
  tiers: givenTiers(),
  membership: givenMembership({ tierId: 'ltr_1' })
}
const earning = { ...club, rules: [givenFixedRule(MAX)] }
const uncounted = { key: 'invalid_amount', details: /ern_/ }

t.test('saveOrder and returnGoods: more points than are counted', async t => {
  const due = { stored: two, programs: [inGold] }
  t.match(refused(save(due, oneMug)), uncounted, 'by what is over before')
  t.match(refused(giveBack(due, one)), uncounted, 'by what is over before')
  const now = { stored: nobodys, programs: [earning] }
  t.match(refused(save(now, oneMug)), uncounted, 'by the order, which is somebody’s from now on')
})

t.test('saveOrder: lines that come to more than is counted stay as they are', async t => {
  const { result } = decided(save({ stored: large }, { amount: 4 }))
  t.match(result, { amount: 4, items: large.items.map(({ amount }) => ({ amount })) })
})

/** An import takes an amount as it is sent, whatever the lines come to. */
const large = givenOrder({
  ...PAID,
  amount: 5,
  totalAmount: 5,
  items: [MAX, MAX, 1].map(amount =>
    givenOrderItem({ price: amount, amount, subtotalAmount: amount })
  )
})
const goods = [
  givenOrderItem({ skuId: 'sku_1' }),
  givenOrderItem({ quantity: 2 }),
  givenOrderItem({ productId: null, sourceId: 'tea' }),
  givenOrderItem({ productId: null })
]
const amountless = { stored: { ...unpriced, items: [] } }
const several = {
  stored: { ...two, items: goods.map((each, index) => ({ ...each, id: `ordli_${index}` })) }
}
const THERE =
  /id, of ordli_0: 1 of sku_1, ordli_1: 2 of prod_1, ordli_2: 1 of tea, ordli_3: 1 of goods/

//  facts                                      what goes back                     why not
// biome-ignore format: a table
const refusals: [string, Partial<SaveOrderFacts>, Partial<ReturnGoods>, object][] = [
  ['of a deleted customer', { stored: two, customerDeleted: true }, one,
    { key: 'invalid_customer', details: /Order ord_1 is of a customer who was deleted; update it instead/ }],
  ['lines that come to more than is counted', { stored: large }, { lines: [line({ index: 2 })] },
    { key: 'invalid_amount', details: `A figure of the order exceeds ${MAX}` }],
  ['an amount of an order that has none', amountless, { amount: 5 },
    { key: 'invalid_payload', details: /5 is more than the 0 of the order/ }],
  ['goods of several lines', several, { lines: [line({ productId: 'prod_1' })] },
    { key: 'invalid_payload', details: THERE }],
  ['a SKU that no line has', several, { lines: [line({ skuId: 'sku_9' })] },
    { key: 'invalid_payload', details: THERE }],
  ['a source id that no line has', several, { lines: [line({ sourceId: 'coffee' })] },
    { key: 'invalid_payload', details: THERE }]
]

t.test('returnGoods: what does not come back', async t => {
  table(t, refusals, (t, _, over, command, refusal) => {
    t.match(refused(giveBack(over, command)), refusal)
  })
})

t.test(
  'returnGoods: a line is named by its id, its SKU, its own source id or that of its goods',
  async t => {
    const sku = { id: 'sku_2', sourceId: 'beans-1', sku: null, price: null, metadata: {} }
    const product = { id: 'prod_2', sourceId: 'beans', name: null, price: null, metadata: {} }
    const items = [...goods, givenOrderItem({ productId: 'prod_2', skuId: 'sku_2', product, sku })]
    const named = items.map((each, index) => ({ ...each, id: `ordli_${index}` }))
    const stored = { ...two, amount: 7200, totalAmount: 7200, items: named }
    const rows = [
      [{ id: 'ordli_3' }, 3],
      [{ skuId: 'sku_1' }, 0],
      [{ sourceId: 'tea' }, 2],
      [{ sourceId: 'beans' }, 4],
      [{ sourceId: 'beans-1' }, 4]
    ] as const
    for (const [by, index] of rows) {
      const { entry } = decided(giveBack({ stored }, { lines: [line(by)] })).result
      t.strictSame(
        entry.lines.map(each => each.index),
        [index],
        JSON.stringify(by)
      )
    }
  }
)

t.test(
  'composeOrder: lines that are sent anew are those of before, by id or else by goods',
  async t => {
    const bean = givenOrderItem({ id: 'ordli_c', productId: 'prod_2', returnedQuantity: 1 })
    const stored: Order = {
      ...two,
      items: [
        { ...mugs(1), id: 'ordli_a' },
        { ...mugs(1), id: 'ordli_b', returnedQuantity: 2 },
        bean
      ],
      returned: { amount: 3600, entries: [], bought: null }
    }
    const [a, b, c] = ['ordli_a', 'ordli_b', 'ordli_c']
    const made = [undefined, undefined]
    // biome-ignore format: a table
    const rows = [
    //  what is sent: goods, id                     what it is: id, units that went back
    [[['prod_2'], ['prod_1'], ['prod_1']],          [[c, 1], [a, undefined], [b, 2]]],
    [[['prod_1'], ['prod_1', a], ['prod_2', c]],    [[b, 2], [a, undefined], [c, 1]]],
    [[['prod_1', b], ['prod_1', b]],                [[b, 2], [a, undefined]]],
    [[['prod_1', 'ordli_of_another']],              [[a, undefined]]],
    [[['prod_2', a]],                               [[c, 1]]],
    [[['prod_2', c], ['prod_2', c]],                [[c, 1], made]]
  ] as const
    for (const [lines, expected] of rows) {
      const items = lines.map(([productId, id]) => item({ productId, id }))
      const composing = { inventory, schemas: { order: null, orderItem: null } }
      const composed = composeOrder(stored, sent({ items }), composing, givenOccasion())
      const order = 'order' in composed ? composed.order.items : []
      t.strictSame(
        order.map(each => [each.id, each.returnedQuantity]),
        expected,
        JSON.stringify(lines)
      )
    }
  }
)

const misnamed = { items: [item({ productId: 'prod_1', skuId: 'sku_2' })] }

t.test('mayLower: a request may lower a paid order', async t => {
  const rows = [
    ['by fewer goods', two, oneMug, true],
    ['by as many', two, { items: [item({ productId: 'prod_1', quantity: 2 })] }, false],
    ['by its amount, whatever is wrong with its goods', two, { ...misnamed, amount: 5 }, true],
    ['not by goods that are refused', two, misnamed, false],
    ['by fewer without a price', unpriced, { items: [item({ productId: 'prod_3' })] }, true],
    ['not one that it makes unpaid', two, { ...oneMug, status: 'CREATED' }, false],
    ['not one that is unpaid', { ...two, status: 'CREATED' }, oneMug, false]
  ] as const
  for (const [what, stored, command, may] of rows) {
    t.equal(mayLower(stored as Order, sent(command as object), inventory), may, what)
  }
})
