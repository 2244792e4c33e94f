import t from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { CARDS, redemptionUrl } from '../../support/account.ts'
import { givenService } from '../../support/app.ts'

const MUG = 'prod_00mug'
const FILTER = 'prod_00filter'

t.test('returnGoods: a discount is for the collection as it was when it was redeemed', async t => {
  const { store, post, put, get } = await givenService(t)
  const kitchen = { name: 'Kitchen', type: 'STATIC', products: [{ object: 'product', id: MUG }] }
  const { body: collection } = await post('/v1/product-collections', kitchen)
  const discount = { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' }
  await post('/v1/vouchers/OFF', { type: 'DISCOUNT_VOUCHER', discount })
  const included = [{ object: 'products_collection', id: collection.id }]
  const { body: rule } = await post('/v1/validation-rules', {
    name: 'Kitchen',
    type: 'basic',
    rules: {},
    applicable_to: { included, included_all: false }
  })
  const to = { related_object_type: 'voucher', related_object_id: 'OFF' }
  t.equal((await post(`/v1/validation-rules/${rule.id}/assignments`, to)).status, 200)
  const items = [
    { product_id: MUG, price: 10_000, quantity: 3 },
    { product_id: FILTER, price: 1000, quantity: 2 }
  ]
  const order = { source_id: 'three', items }
  const redeemables = [{ object: 'voucher', id: 'OFF' }]
  const { body: paid } = await post('/v1/redemptions', { redeemables, order })
  t.match(paid.order, { amount: 32_000, total_amount: 29_000 })
  const other = { ...kitchen, products: [{ object: 'product', id: FILTER }] }
  t.equal((await put(`/v1/product-collections/${collection.id}`, other)).status, 200)
  const back = [
    { product_id: MUG, quantity: 2 },
    { product_id: FILTER, quantity: 1 }
  ]
  const { body } = await post('/v1/orders/three/returns', { items: back })
  t.match(body, { amount: 21_000, total_amount: 19_000 })
  t.match((await get('/v1/orders/three')).body, {
    amount: 11_000,
    total_amount: 10_000,
    items: [
      { product_id: MUG, subtotal_amount: 9000 },
      { product_id: FILTER, subtotal_amount: 1000 }
    ]
  })
  t.strictSame((await audit(store)).findings, [])
})

t.test('updateOrder: an order of nobody that is lowered as it becomes somebody’s', async t => {
  const { store, post, put, get } = await givenService(t)
  await post('/v1/orders', { source_id: 'late', status: 'PAID', amount: 90_000 })
  const sent = { amount: 50_000, customer: { source_id: 'ben' } }
  const { status, body } = await put('/v1/orders/late', sent)
  t.match({ status, body }, { status: 200, body: { amount: 50_000, returned_amount: 40_000 } })
  const { body: card } = await get(`/v1/vouchers/${CARDS['ben']}`)
  t.equal(card.loyalty_card.points, 120 + 500, 'it earns by what is left')
  t.strictSame((await audit(store)).findings, [])
})

t.test('returnGoods: goods that were given after others went back stay, or go back', async t => {
  const { store, post, get } = await givenService(t)
  const discount = { type: 'UNIT', unit_off: 1, unit_type: FILTER, effect: 'ADD_NEW_ITEMS' }
  await post('/v1/vouchers/FREE', { type: 'DISCOUNT_VOUCHER', discount })
  const items = [{ product_id: MUG, price: 1000, quantity: 3 }]
  await post('/v1/orders', { source_id: 'three', status: 'PAID', items })
  const back = (body: object) => post('/v1/orders/three/returns', { items: [body] })
  await back({ index: 0, quantity: 1 })
  const redeemables = [{ object: 'voucher', id: 'FREE' }]
  const given = await post('/v1/redemptions', { redeemables, order: { source_id: 'three' } })
  t.match(given, { status: 200, body: { order: { total_amount: 2000, items: [{}, {}] } } })
  const price = given.body.order.amount - 2000
  await back({ index: 0, quantity: 1 })
  t.match((await get('/v1/orders/three')).body, {
    total_amount: 1000 + price,
    items: [{ quantity: 1, returned_quantity: 2 }, { quantity: 1 }]
  })
  t.match((await back({ index: 1 })).body, { amount: price, order: { total_amount: 1000 } })
  t.strictSame((await audit(store)).findings, [])
})

const unit = { product_id: MUG, price: 10_000 }
const three = { items: [{ ...unit, quantity: 3 }] }
const tea = { product_id: FILTER, price: 1000 }
const items = (quantity: number, off?: number) => ({
  items: [{ ...unit, quantity, ...(off !== undefined && { discount_amount: off }) }]
})

//  what an update says of 10 % off three units             the rest, and after one return, and another
const said: [string, object[], 'ORDER' | 'ITEMS', number, number, number][] = [
  ['nothing', [], 'ORDER', 27_000, 18_000, 9000],
  ['nothing, of items', [], 'ITEMS', 27_000, 18_000, 9000],
  ['the same again', [{ discount_amount: 3000 }, three], 'ORDER', 27_000, 18_000, 9000],
  ['the same of items', [items(3, 3000)], 'ITEMS', 27_000, 18_000, 9000],
  ['less', [{ discount_amount: 500 }], 'ORDER', 29_500, 19_500, 9500],
  ['less of items', [items(3, 500)], 'ITEMS', 29_500, 19_500, 9500],
  ['a little less', [{ discount_amount: 1500 }], 'ORDER', 28_500, 18_500, 9000],
  ['a little less of items', [items(3, 1500)], 'ITEMS', 28_500, 18_500, 9000],
  ['none of items', [items(3, 0)], 'ITEMS', 30_000, 20_000, 10_000],
  ['items without one', [three], 'ITEMS', 27_000, 18_000, 9000],
  ['less, then more', [items(3, 0), items(3, 300)], 'ITEMS', 29_700, 19_800, 9900],
  ['more units', [items(5, 3000)], 'ITEMS', 47_000, 37_000, 27_000],
  ['more', [items(5)], 'ORDER', 47_000, 37_000, 27_000],
  ['other goods', [{ items: [{ ...tea, quantity: 3 }] }], 'ITEMS', 2700, 1800, 900],
  ['fewer units', [items(1), items(3)], 'ORDER', 29_000, 19_000, 9000],
  ['fewer units, of items', [items(2)], 'ITEMS', 18_000, 9000, 0],
  ['fewer units, of items, twice', [items(2), items(2)], 'ITEMS', 18_000, 9000, 0],
  ['fewer units, then more', [items(2), items(3)], 'ITEMS', 28_000, 18_000, 9000]
]

for (const status of ['CREATED', 'PAID']) {
  t.test(`updateOrder: what it leaves of discounts of an order that is ${status}`, async t => {
    for (const [what, updates, effect, total, next, last] of said) {
      const { store, post, put } = await givenService(t)
      const discount = { type: 'PERCENT', percent_off: 10, effect: `APPLY_TO_${effect}` }
      await post('/v1/vouchers/OFF', { type: 'DISCOUNT_VOUCHER', discount })
      const redeemables = [{ object: 'voucher', id: 'OFF' }]
      await post('/v1/redemptions', {
        redeemables,
        order: { source_id: 'three', status, ...three }
      })
      for (const update of updates) await put('/v1/orders/three', update)
      const totals = [(await put('/v1/orders/three', { status: 'PAID' })).body.total_amount]
      for (let count = 0; count < 2; count++) {
        const back = { items: [{ index: 0, quantity: 1 }] }
        totals.push((await post('/v1/orders/three/returns', back)).body.order.total_amount)
      }
      t.strictSame(totals, [total, next, last], what)
      t.strictSame((await audit(store)).findings, [], what)
    }
  })
}

const offItems = [
  { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' },
  { type: 'AMOUNT', amount_off: 700, effect: 'APPLY_TO_ITEMS_BY_QUANTITY' },
  { type: 'FIXED', fixed_amount: 9000, effect: 'APPLY_TO_ITEMS' },
  { type: 'UNIT', unit_off: 1, unit_type: FILTER, effect: 'ADD_NEW_ITEMS' },
  { type: 'UNIT', unit_off: 2, unit_type: FILTER, effect: 'ADD_MISSING_ITEMS' }
]

const updates = [
  [3, 1],
  [2, 1],
  [3, 3],
  [1, 0],
  [4, 2]
] as const

t.test('updateOrder: an update that is sent twice changes nothing more', async t => {
  const { store, post, put, get } = await givenService(t)
  const cart = (mugs: number, filters: number) =>
    [
      { ...unit, quantity: mugs },
      { ...tea, quantity: filters }
    ].filter(each => each.quantity > 0)
  for (const [at, discount] of offItems.entries()) {
    await post(`/v1/vouchers/OFF${at}`, { type: 'DISCOUNT_VOUCHER', discount })
    for (const [status, [mugs, filters]] of [
      ...updates.map(update => ['CREATED', update] as const),
      ...updates.map(update => ['PAID', update] as const)
    ]) {
      const source = `${at}, ${status}, ${mugs} and ${filters}`
      const order = { source_id: source, status, items: cart(3, 1) }
      const redeemables = [{ object: 'voucher', id: `OFF${at}` }]
      const { body } = await post('/v1/redemptions', { redeemables, order })
      const sent = async () => {
        await put(`/v1/orders/${body.order.id}`, { items: cart(mugs, filters) })
        return (await get(`/v1/orders/${body.order.id}`)).body
      }
      const once = await sent()
      t.strictSame(await sent(), once, source)
      const isGiven = filters === body.order.items[1].quantity && discount.type === 'UNIT'
      if (isGiven)
        t.equal(
          once.total_amount,
          mugs * 10_000 + (filters - body.order.items[1].discount_quantity) * 1000,
          source
        )
    }
  }
  t.strictSame((await audit(store)).findings, [])
})

t.test('updateOrder: credit and points beyond what an unpaid order is go back', async t => {
  const card = { object: 'voucher', id: CARDS['ada'], reward: { id: 'rew_00coin', points: 100 } }
  const ada = { source_id: 'ada' }
  //  who orders, what pays, how it is unpaid, and how much is back when one unit of 1.00 remains
  const rows = [
    [undefined, { object: 'voucher', id: 'GIFT' }, 'from the start', 2900],
    [undefined, { object: 'voucher', id: 'GIFT' }, 'again', 2900],
    [ada, { object: 'voucher', id: 'GIFT' }, 'from the start', 2900],
    [ada, { object: 'voucher', id: 'GIFT' }, 'again', 2900],
    [ada, { object: 'voucher', id: 'GIFT' }, 'canceled', 2900],
    [ada, card, 'from the start', 90],
    [ada, card, 'again', 90]
  ] as const
  for (const [customer, redeemable, how, expected] of rows) {
    const { store, post, put, get } = await givenService(t)
    await post('/v1/vouchers/GIFT', { type: 'GIFT_VOUCHER', gift: { amount: 50_000 } })
    const held = async () => {
      const { gift, loyalty_card } = (await get(`/v1/vouchers/${redeemable.id}`)).body
      return (gift ?? loyalty_card).balance
    }
    const status = how === 'from the start' ? 'CREATED' : 'PAID'
    const order = { source_id: 'three', status, items: [{ ...tea, quantity: 3 }] }
    const { body } = await post('/v1/redemptions', { redeemables: [redeemable], order, customer })
    t.equal(body.order?.status, status, JSON.stringify(body))
    if (how === 'again') await put('/v1/orders/three', { status: 'CREATED' })
    if (how === 'canceled') await put('/v1/orders/three', { status: 'CANCELED' })
    const before = await held()
    const { body: less } = await put('/v1/orders/three', { items: [{ ...tea, price: 100 }] })
    t.match(less, { amount: 100, total_amount: 0, returned_amount: undefined }, how)
    t.notOk('returned_quantity' in less.items[0], 'of what was not paid nothing goes back')
    t.equal((await held()) - before, expected, how)
    const { body: paid } = await put('/v1/orders/three', { status: 'PAID' })
    t.equal(paid.total_amount, 0)
    t.equal((await held()) - before, expected, 'and no more')
    t.strictSame((await audit(store)).findings, [])
    await post(`/v1/redemptions/${body.redemptions[0].id}/rollbacks`, {})
    t.strictSame((await audit(store)).findings, [])
  }
})

t.test('updateOrder: a discount that is said as units go back is as it is said', async t => {
  //  what an update says                     of which effect   the rest, and after a return
  const rows: [object, string, number, number][] = [
    [items(2), 'ITEMS', 18_000, 9000],
    [items(2, 3000), 'ITEMS', 18_000, 9000],
    [items(2, 500), 'ITEMS', 19_500, 9500],
    [items(2, 0), 'ITEMS', 20_000, 10_000],
    [{ ...items(2), discount_amount: 3000 }, 'ORDER', 18_000, 9000],
    [{ ...items(2), discount_amount: 500 }, 'ORDER', 19_500, 9500]
  ]
  for (const [said, effect, total, last] of rows) {
    const { store, post, put } = await givenService(t)
    const discount = { type: 'PERCENT', percent_off: 10, effect: `APPLY_TO_${effect}` }
    await post('/v1/vouchers/OFF', { type: 'DISCOUNT_VOUCHER', discount })
    const redeemables = [{ object: 'voucher', id: 'OFF' }]
    await post('/v1/redemptions', { redeemables, order: { source_id: 'three', ...three } })
    const { body } = await put('/v1/orders/three', said)
    const back = { items: [{ index: 0, quantity: 1 }] }
    const { body: after } = await post('/v1/orders/three/returns', back)
    t.strictSame([body.total_amount, after.order.total_amount], [total, last], JSON.stringify(said))
    t.strictSame((await audit(store)).findings, [])
  }
})

t.test('updateOrder: items in another order keep what was redeemed on them', async t => {
  for (const isNamed of [true, false]) {
    const { store, post, put } = await givenService(t)
    const discount = { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' }
    await post('/v1/vouchers/OFF', { type: 'DISCOUNT_VOUCHER', discount })
    const redeemables = [{ object: 'voucher', id: 'OFF' }]
    const bought = [...three.items, { ...tea, quantity: 2 }]
    const order = { source_id: 'three', status: 'CREATED', items: bought }
    const { body: redeemed } = await post('/v1/redemptions', { redeemables, order })
    const items = redeemed.order.items
      .toReversed()
      .map(({ id, ...item }: { id: string }) => (isNamed ? { id, ...item } : item))
    const { body: swapped } = await put('/v1/orders/three', { items })
    t.match(swapped, { total_amount: 28_800, items: [{ quantity: 2 }, { quantity: 3 }] })
    const { id } = redeemed.redemptions[0]
    const { body: back } = await post(`/v1/redemptions/${id}/rollbacks`, {})
    t.match(back.order, { total_amount: 32_000 })
    t.strictSame((await audit(store)).findings, [])
  }
})

t.test('returnGoods: all items go back of an order that costs more, and then the rest', async t => {
  const { store, post } = await givenService(t)
  const discount = { type: 'UNIT', unit_off: 1, unit_type: MUG, effect: 'ADD_NEW_ITEMS' }
  await post('/v1/vouchers/FREE', { type: 'DISCOUNT_VOUCHER', discount })
  const redeemables = [{ object: 'voucher', id: 'FREE' }]
  const order = { source_id: 'three', amount: 5000 }
  const { body: paid } = await post('/v1/redemptions', { redeemables, order })
  t.match(paid.order, { total_amount: 5000, items: [{ product_id: MUG }] })
  //  what goes back                what it says then
  const rows = [
    [{ items: [{ index: 0 }] }, { status: 'PAID', amount: 5000, total_amount: 5000 }],
    [{ amount: 2000 }, { status: 'PAID', amount: 3000, total_amount: 3000 }],
    [{ amount: 1000 }, { status: 'PAID', amount: 2000, total_amount: 2000 }],
    [{ amount: 2000 }, { status: 'CANCELED', amount: 0, total_amount: 0 }]
  ] as const
  for (const [body, expected] of rows) {
    t.match((await post('/v1/orders/three/returns', body)).body.order, expected)
    t.strictSame((await audit(store)).findings, [])
  }
})

const OFF = {
  tenth: { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' },
  fifth: { type: 'PERCENT', percent_off: 20, effect: 'APPLY_TO_ORDER' },
  each: { type: 'AMOUNT', amount_off: 300, effect: 'APPLY_TO_ITEMS' },
  fixed: { type: 'FIXED', fixed_amount: 900, effect: 'APPLY_TO_ITEMS' }
} as const

t.test(
  'returnGoods: what was redeemed one after the other takes of the rest in its turn',
  async t => {
    const service = await givenService(t)
    const { store, post, get } = service
    for (const [code, discount] of Object.entries(OFF)) {
      await post(`/v1/vouchers/${code}`, { type: 'DISCOUNT_VOUCHER', discount })
    }
    const figures = async (name: string) => {
      const { items, metadata: _, ...order } = (await get(`/v1/orders/${name}`)).body
      const { amount, discount_amount, total_discount_amount, total_amount } = order
      return [
        [amount, discount_amount || 0, total_discount_amount || 0, total_amount],
        ...items.map((item: typeof order) => [
          ...[item.product_id, item.quantity, item.amount],
          ...[item.discount_amount || 0, item.subtotal_amount]
        ])
      ]
    }
    const codes = Object.keys(OFF)
    for (const pair of codes.flatMap(one => codes.map(other => [one, other] as const))) {
      const what = pair.join(' and ')
      const redeemed: Record<string, string[]> = {}
      for (const [name, quantity] of [
        [`${what} whole`, 3],
        [`${what} rest`, 1]
      ] as const) {
        const items = [
          { product_id: MUG, price: 1033, quantity },
          { product_id: FILTER, price: 501, quantity: 2 }
        ]
        const orders = [{ source_id: name, items }, { source_id: name }]
        redeemed[name] = []
        for (const [at, code] of pair.entries()) {
          const redeemables = [{ object: 'voucher', id: code }]
          const { body } = await post('/v1/redemptions', { redeemables, order: orders[at] })
          redeemed[name].push(body.redemptions[0].id)
        }
      }
      const [whole, rest] = Object.keys(redeemed) as [string, string]
      const back = { items: [{ product_id: MUG, quantity: 2 }] }
      t.equal((await post(`/v1/orders/${whole}/returns`, back)).status, 200)
      t.strictSame(await figures(whole), await figures(rest), what)
      for (const at of [0, 1]) {
        for (const ids of Object.values(redeemed))
          await post(`/v1/redemptions/${ids[at]}/rollbacks`)
        t.strictSame(await figures(whole), await figures(rest), `${what}, rolled back`)
      }
    }
    t.strictSame((await audit(store)).findings, [])
  }
)

t.test('returnGoods: a free unit that is kept takes nothing when another coupon does', async t => {
  const { post, get } = await givenService(t)
  const free = { type: 'UNIT', unit_off: 1, unit_type: FILTER, effect: 'ADD_NEW_ITEMS' }
  const ids: string[] = []
  for (const [code, discount] of Object.entries({ tenth: OFF.tenth, free })) {
    await post(`/v1/vouchers/${code}`, { type: 'DISCOUNT_VOUCHER', discount })
    const items = [{ product_id: MUG, price: 1000, quantity: 3 }]
    const order = code === 'free' ? { source_id: 'three' } : { source_id: 'three', items }
    const redeemables = [{ object: 'voucher', id: code }]
    const { body } = await post('/v1/redemptions', { redeemables, order })
    ids.push(body.redemptions[0].id)
  }
  await post('/v1/orders/three/returns', { items: [{ product_id: MUG, quantity: 2 }] })
  const figures = async () => {
    const { items, amount, total_amount } = (await get('/v1/orders/three')).body
    return [amount, total_amount, items.map((item: typeof amount) => item.discount_amount ?? 0)]
  }
  // The filter costs 3.50 now, and a tenth of that is taken, too.
  const left = [1350, 1215, [100, 35]]
  t.strictSame(await figures(), left)
  await post(`/v1/redemptions/${ids[1]}/rollbacks`)
  t.strictSame(await figures(), left, 'only the tenth was taken')
})

t.test('returnGoods: points that come back are first of an order that lacks them', async t => {
  const { store, post, put, get } = await givenService(t)
  const customer = { source_id: 'ben' }
  const holds = async (points: number, what: string) => {
    const { balance } = (await get(`/v1/loyalties/members/${CARDS['ben']}`)).body.loyalty_card
    t.equal(balance, points, what)
    t.strictSame((await audit(store)).findings, [], what)
  }
  await post('/v1/orders', { source_id: 'earned', status: 'PAID', amount: 30_000, customer })
  await holds(420, '120 and 300 of the order')
  const paying = { object: 'voucher', id: CARDS['ben'], reward: { id: 'rew_00coin', points: 400 } }
  const order = { source_id: 'three', items: [{ product_id: MUG, price: 2000, quantity: 2 }] }
  await post('/v1/redemptions', { redeemables: [paying], order, customer })
  await holds(70, 'less 400 that paid, and 50 for a second order')
  await put('/v1/orders/earned', { status: 'CANCELED' })
  await holds(0, '230 of the first order are missing')
  const one = { items: [{ product_id: MUG, quantity: 1 }] }
  await post('/v1/orders/three/returns', one)
  await holds(0, '200 come back for them')
  await post('/v1/orders/three/returns', one)
  await holds(120, 'and 30 of the next; the 50 go, too')
})

t.test(
  'returnGoods: points that other lots gave come back for an order that lacks them',
  async t => {
    const { store, post, put, get } = await givenService(t)
    const customer = { source_id: 'ben' }
    const paying = {
      object: 'voucher',
      id: CARDS['ben'],
      reward: { id: 'rew_00coin', points: 100 }
    }
    const order = { source_id: 'three', items: [{ product_id: MUG, price: 1000, quantity: 1 }] }
    await post('/v1/redemptions', { redeemables: [paying], order, customer })
    await post('/v1/orders', { source_id: 'earned', status: 'PAID', amount: 30_000, customer })
    for (let mugs = 0; mugs < 5; mugs++) {
      await post(redemptionUrl(CARDS['ben'] ?? ''), { reward: { id: 'rew_00mug' } })
    }
    const deeds: [() => Promise<unknown>, number, string][] = [
      [async () => undefined, 70, '20, 300 and 50 for a second order, less five mugs'],
      [() => put('/v1/orders/earned', { status: 'CANCELED' }), 0, '280 are missing'],
      [() => post('/v1/orders/three/returns', { items: [{ index: 0 }] }), 0, 'a hundred come back']
    ]
    for (const [deed, points, what] of deeds) {
      await deed()
      const { balance } = (await get(`/v1/loyalties/members/${CARDS['ben']}`)).body.loyalty_card
      t.equal(balance, points, what)
      t.strictSame((await audit(store)).findings, [], what)
    }
  }
)
