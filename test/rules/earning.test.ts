import t from 'tap'
import {
  blockOf,
  type Calculation,
  type Earning,
  earningMistake,
  eventKind,
  type ItemTarget,
  type Measures,
  pointsEarned
} from '../../src/rules/points.ts'
import { casesOf } from '../support/chance.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** Two mugs of a collection, one given away; three bags of beans; something without a price. */
const ORDER: Measures = {
  orderAmount: 7950,
  orderTotalAmount: 6999,
  orderMetadata: { weight: 2.5, size: '10', debt: -5, huge: 1e300, constructor: null },
  lines: [
    {
      ids: ['prod_mug', 'sku_blue', 'pc_kitchen'],
      amount: 2400,
      subtotalAmount: 2100,
      quantity: 2,
      freeQuantity: 1
    },
    {
      ids: ['prod_beans', 'pc_coffee', 'pc_kitchen'],
      amount: 5550,
      subtotalAmount: 4899,
      quantity: 3,
      freeQuantity: 0
    },
    {
      ids: ['prod_sample', 'pc_coffee'],
      amount: null,
      subtotalAmount: null,
      quantity: 1,
      freeQuantity: 2
    }
  ],
  customerMetadata: { age: 42, name: 'Ada' },
  eventMetadata: { rating: 4.5 }
}

const NOTHING: Measures = {
  orderAmount: null,
  orderTotalAmount: null,
  orderMetadata: null,
  lines: null,
  customerMetadata: null,
  eventMetadata: null
}

function per(
  calculation: Calculation,
  every: number,
  points: number,
  of: string | readonly string[] | null = null
): Earning {
  const property = typeof of === 'string' ? of : null
  const targets = typeof of === 'string' || of === null ? null : of.map(target)
  return { type: 'PROPORTIONAL', calculation, every, points, property, targets }
}

function target(id: string): ItemTarget {
  const objects = { prod: 'product', sku: 'sku', pc: 'products_collection' } as const
  return { object: objects[id.split('_')[0] as keyof typeof objects], id }
}

t.test('pointsEarned: each calculation measures its own thing', async t => {
  // calculation                 every  points  of what                       outcome
  const rows = [
    ['ORDER_AMOUNT', 100, 1, null, 79],
    ['ORDER_TOTAL_AMOUNT', 100, 1, null, 69],
    ['ORDER_TOTAL_AMOUNT', 7000, 1, null, 0],
    ['ORDER_TOTAL_AMOUNT', 6999, 5, null, 5],
    ['ORDER_METADATA', 1, 10, 'weight', 20],
    ['ORDER_ITEMS_AMOUNT', 100, 1, ['prod_mug'], 24],
    ['ORDER_ITEMS_AMOUNT', 100, 1, ['sku_blue'], 24],
    ['ORDER_ITEMS_AMOUNT', 100, 1, ['pc_coffee'], 55],
    ['ORDER_ITEMS_SUBTOTAL_AMOUNT', 100, 1, ['prod_mug'], 21],
    ['ORDER_ITEMS_SUBTOTAL_AMOUNT', 100, 1, ['pc_kitchen'], 69],
    ['ORDER_ITEMS_SUBTOTAL_AMOUNT', 1, 1, ['prod_sample'], 0],
    ['ORDER_ITEMS_AMOUNT', 1, 1, ['prod_sample'], 0],
    ['ORDER_ITEMS_QUANTITY', 1, 10, ['prod_beans'], 30],
    // What is given away earns nothing, and takes nothing from the rest.
    ['ORDER_ITEMS_QUANTITY', 1, 10, ['prod_mug'], 10],
    ['ORDER_ITEMS_QUANTITY', 1, 10, ['prod_sample', 'prod_beans'], 30],
    ['ORDER_ITEMS_QUANTITY', 2, 10, ['prod_beans'], 10],
    ['ORDER_ITEMS_QUANTITY', 1, 10, ['prod_absent'], 0],
    // A line that several targets name counts once.
    ['ORDER_ITEMS_AMOUNT', 100, 1, ['prod_mug', 'sku_blue', 'pc_kitchen'], 79],
    ['ORDER_ITEMS_AMOUNT', 100, 1, null, 0],
    ['CUSTOMER_METADATA', 10, 1, 'age', 4],
    ['CUSTOM_EVENT_METADATA', 1, 5, 'rating', 20]
  ] as const
  for (const [calculation, every, points, of, outcome] of rows) {
    const title = `${calculation} every ${every} of ${of} gives ${points}: ${outcome}`
    t.equal(pointsEarned(per(calculation, every, points, of), ORDER), outcome, title)
  }
})

t.test('pointsEarned: a fixed rule gives its points whatever happened', async t => {
  t.equal(pointsEarned({ type: 'FIXED', points: 25 }, ORDER), 25)
  t.equal(pointsEarned({ type: 'FIXED', points: 25 }, NOTHING), 25)
})

t.test('pointsEarned: what is missing, or no number, measures 0; nothing is negative', async t => {
  const everywhere = [
    ['ORDER_AMOUNT', null],
    ['ORDER_TOTAL_AMOUNT', null],
    ['ORDER_METADATA', 'weight'],
    ['ORDER_ITEMS_AMOUNT', ['prod_mug']],
    ['ORDER_ITEMS_SUBTOTAL_AMOUNT', ['prod_mug']],
    ['ORDER_ITEMS_QUANTITY', ['prod_mug']],
    ['CUSTOMER_METADATA', 'age'],
    ['CUSTOM_EVENT_METADATA', 'rating']
  ] as const
  for (const [calculation, of] of everywhere) {
    t.equal(pointsEarned(per(calculation, 1, 1, of), NOTHING), 0, `${calculation} of nothing`)
  }
  const rows = [
    ['ORDER_METADATA', 'absent', 0],
    ['ORDER_METADATA', 'size', 0],
    ['ORDER_METADATA', 'debt', 0],
    ['ORDER_METADATA', 'constructor', 0],
    ['ORDER_METADATA', 'toString', 0],
    ['ORDER_METADATA', null, 0],
    ['CUSTOMER_METADATA', 'name', 0],
    ['ORDER_METADATA', 'huge', null]
  ] as const
  for (const [calculation, property, outcome] of rows) {
    const found = pointsEarned(per(calculation, 1, 1, property), ORDER)
    t.equal(found, outcome, `${calculation} of ${property}: ${outcome}`)
  }
})

t.test('pointsEarned: points beyond what a number holds exactly are not given', async t => {
  const lines = [1, 2].map(() => ({
    ids: ['prod_mug'],
    amount: MAX,
    subtotalAmount: MAX,
    quantity: 1,
    freeQuantity: 0
  }))
  const order = { ...ORDER, orderAmount: MAX, lines }
  t.equal(pointsEarned(per('ORDER_AMOUNT', 1, 2), order), null)
  t.equal(pointsEarned(per('ORDER_AMOUNT', 2, 2), order), MAX - 1)
  t.equal(pointsEarned(per('ORDER_ITEMS_AMOUNT', 1000, 1, ['prod_mug']), order), null)
})

t.test('pointsEarned: each rule rounds by itself', async t => {
  const order = { ...ORDER, orderAmount: 199 }
  const rules = [per('ORDER_AMOUNT', 100, 1), per('ORDER_AMOUNT', 100, 1)]
  const sum = rules.reduce((points, rule) => points + (pointsEarned(rule, order) as number), 0)
  t.equal(sum, 2, 'not the 3 of twice 199')
})

t.test('pointsEarned: spending more never earns fewer points', async t => {
  const calculations = ['ORDER_AMOUNT', 'ORDER_TOTAL_AMOUNT', 'ORDER_ITEMS_AMOUNT'] as const
  for (const { between, pick } of casesOf(t, { gate: 100, soak: 50_000 })) {
    const calculation = pick(calculations)
    const items = calculation === 'ORDER_ITEMS_AMOUNT' ? ['prod_mug'] : null
    const earning = per(calculation, between(1, 500), between(1, 20), items)
    const order = (amount: number): Measures => ({
      ...NOTHING,
      orderAmount: amount,
      orderTotalAmount: amount,
      lines: [
        { ids: ['prod_mug'], amount, subtotalAmount: amount, quantity: 1, freeQuantity: 0 },
        { ids: ['prod_beans'], amount: 10, subtotalAmount: 10, quantity: 1, freeQuantity: 0 }
      ]
    })
    const amount = between(0, 100_000)
    const before = pointsEarned(earning, order(amount)) as number
    const after = pointsEarned(earning, order(amount + between(0, 1000))) as number
    if (after < before) t.fail(JSON.stringify({ earning, amount }))
  }
  t.pass('no case does')
})

t.test('blockOf: where the document keeps the figures of a calculation', async t => {
  const rows = [
    ['ORDER_AMOUNT', 'order.amount'],
    ['ORDER_TOTAL_AMOUNT', 'order.total_amount'],
    ['ORDER_METADATA', 'order.metadata'],
    ['ORDER_ITEMS_AMOUNT', 'order_items.amount'],
    ['ORDER_ITEMS_SUBTOTAL_AMOUNT', 'order_items.subtotal_amount'],
    ['ORDER_ITEMS_QUANTITY', 'order_items.quantity'],
    ['CUSTOMER_METADATA', 'customer.metadata'],
    ['CUSTOM_EVENT_METADATA', 'custom_event.metadata']
  ] as const
  for (const [calculation, block] of rows) t.equal(blockOf(calculation), block, calculation)
})

t.test('eventKind: names that are not of the service are custom events', async t => {
  const rows = [
    ['order.paid', 'order'],
    ['customer.segment.entered', 'segment'],
    ['customer.loyalty.tier.joined', 'tier'],
    ['customer.loyalty.tier.left', 'tier'],
    ['customer.loyalty.tier.upgraded', 'tier'],
    ['customer.loyalty.tier.downgraded', 'tier'],
    ['customer.loyalty.tier.prolonged', 'tier'],
    ['customer.loyalty.tier.adored', 'custom'],
    ['product_reviewed', 'custom']
  ] as const
  for (const [event, kind] of rows) t.equal(eventKind(event), kind, event)
})

t.test('earningMistake: an event earns by what is known when it happens', async t => {
  const on = (earning: Earning) =>
    ['order.paid', 'customer.segment.entered', 'customer.loyalty.tier.left', 'reviewed']
      .filter(event => earningMistake(event, earning) === null)
      .join(' ')
  const all = 'order.paid customer.segment.entered customer.loyalty.tier.left reviewed'
  // earning                                               events that accept it
  const rows: [Earning, string][] = [
    [{ type: 'FIXED', points: 1 }, all],
    [per('ORDER_AMOUNT', 1, 1), 'order.paid'],
    [per('ORDER_TOTAL_AMOUNT', 1, 1), 'order.paid'],
    [per('ORDER_METADATA', 1, 1, 'weight'), 'order.paid'],
    [per('ORDER_ITEMS_AMOUNT', 1, 1, ['prod_mug']), 'order.paid'],
    [per('ORDER_ITEMS_SUBTOTAL_AMOUNT', 1, 1, ['prod_mug']), 'order.paid'],
    [per('ORDER_ITEMS_QUANTITY', 1, 1, ['prod_mug']), 'order.paid'],
    [per('CUSTOMER_METADATA', 1, 1, 'age'), all],
    [per('CUSTOM_EVENT_METADATA', 1, 1, 'rating'), 'reviewed']
  ]
  for (const [earning, events] of rows) {
    t.equal(on(earning), events, `${Object.values(earning).slice(0, 2).join(' ')}: ${events}`)
  }
})

t.test('earningMistake: each refused rule stands beside the accepted one', async t => {
  const block = 'loyalty.order_items.quantity'
  // earning                                                property at fault
  const rows: [Earning, string | null][] = [
    [{ type: 'FIXED', points: 1 }, null],
    [{ type: 'FIXED', points: 0 }, 'loyalty.points'],
    [{ type: 'FIXED', points: -1 }, 'loyalty.points'],
    [{ type: 'FIXED', points: 1.5 }, 'loyalty.points'],
    [{ type: 'FIXED', points: MAX }, null],
    [{ type: 'FIXED', points: MAX + 1 }, 'loyalty.points'],
    [per('CUSTOM_EVENT_METADATA', 1, 1, 'rating'), 'loyalty.calculation_type'],
    [per('ORDER_AMOUNT', 1, 1), null],
    [per('ORDER_AMOUNT', 0, 1), 'loyalty.order.amount.every'],
    [per('ORDER_AMOUNT', 0.5, 1), 'loyalty.order.amount.every'],
    [per('ORDER_AMOUNT', 1, 0), 'loyalty.order.amount.points'],
    [per('ORDER_AMOUNT', 1, 1, 'weight'), 'loyalty.order.amount.property'],
    [per('ORDER_AMOUNT', 1, 1, ['prod_mug']), 'loyalty.order.amount.applicable_to'],
    [per('ORDER_METADATA', 1, 1, 'weight'), null],
    [per('ORDER_METADATA', 1, 1), 'loyalty.order.metadata.property'],
    [per('ORDER_METADATA', 1, 1, ''), 'loyalty.order.metadata.property'],
    [per('ORDER_ITEMS_QUANTITY', 1, 1, ['prod_mug', 'pc_coffee']), null],
    [per('ORDER_ITEMS_QUANTITY', 1, 1), `${block}.applicable_to`],
    [per('ORDER_ITEMS_QUANTITY', 1, 1, []), `${block}.applicable_to`],
    [per('ORDER_ITEMS_QUANTITY', 1, 1, 'weight'), `${block}.property`]
  ]
  for (const [earning, property] of rows) {
    const title = `${JSON.stringify(earning)}: ${property}`
    t.equal(earningMistake('order.paid', earning)?.property ?? null, property, title)
  }
})

t.test('earningMistake: a mistake names what does not go together', async t => {
  t.strictSame(earningMistake('product_reviewed', per('ORDER_AMOUNT', 100, 1)), {
    property: 'loyalty.calculation_type',
    message: 'ORDER_AMOUNT has nothing to measure when `product_reviewed` happens; choose another.'
  })
  t.strictSame(earningMistake('order.paid', per('ORDER_METADATA', 100, 1)), {
    property: 'loyalty.order.metadata.property',
    message: 'ORDER_METADATA needs it.'
  })
})
