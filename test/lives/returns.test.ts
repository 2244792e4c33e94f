/**
 * Customers of two clubs who pay orders with coupons, credit and points, and send some of them back:
 * they stand as those who never bought what went back, and whoever undoes everything has what they
 * began with.
 */
import t, { type Test } from 'tap'
import { audit } from '../../src/storage/audit/audit.ts'
import { givenService, type Service } from '../support/app.ts'
import { type Case, type Chance, casesOf, chanceOf } from '../support/chance.ts'
import { countedSource } from '../support/counted-source.ts'

// biome-ignore lint/suspicious/noExplicitAny: as answered.
type Json = any

/** A shop, and how it is asked: everything must be answered with 200. */
interface Shop {
  readonly service: Service
  readonly ask: (url: string, body?: object, method?: 'post' | 'put') => Promise<Json>
  readonly clubs: readonly string[]
  readonly coin: string
  readonly mug: string
}

const asker =
  (service: Service): Shop['ask'] =>
  async (url, body, method = 'post') => {
    const {
      status,
      body: answer,
      bytes
    } = body === undefined ? await service.get(url) : await service[method](url, body)
    if (status !== 200) throw new Error(`${url} ${JSON.stringify(body)}: ${status} ${bytes}`)
    return answer
  }

const GOODS = ['prod_00beans', 'prod_00mug', 'prod_00filter'] as const

/** A rule that gives no more for less; `from`: of an order that costs more than that. */
function anyRule({ pick, between, once }: Chance): object {
  const calculation_type = pick([
    'ORDER_AMOUNT',
    'ORDER_TOTAL_AMOUNT',
    'ORDER_ITEMS_QUANTITY',
    'ORDER_ITEMS_AMOUNT'
  ])
  const every = calculation_type === 'ORDER_ITEMS_QUANTITY' ? between(1, 3) : between(1, 900)
  const share = { every, points: between(1, 9) }
  const of = {
    ORDER_AMOUNT: { order: { amount: share } },
    ORDER_TOTAL_AMOUNT: { order: { total_amount: share } },
    ORDER_ITEMS_QUANTITY: {
      order_items: { quantity: { ...share, object: 'product', id: pick(GOODS) } }
    },
    ORDER_ITEMS_AMOUNT: {
      order_items: { amount: { ...share, object: 'product', id: pick(GOODS) } }
    }
  }[calculation_type as 'ORDER_AMOUNT']
  const loyalty = once(3)
    ? { type: 'FIXED', points: between(1, 60) }
    : { type: 'PROPORTIONAL', calculation_type, ...of }
  const pending_points = { period_type: 'DAY', period_value: 3 }
  return { event: 'order.paid', loyalty, ...(once(3) ? { pending_points } : {}) }
}

/** Until when a tier lasts, whatever becomes of the points. */
function anyTerms({ pick }: Chance): object {
  return {
    qualification_type: pick(['BALANCE', 'POINTS_IN_PERIOD']),
    start_date: { type: 'IMMEDIATE' },
    qualification_period: 'MONTH',
    expiration_date: { type: pick(['END_OF_PERIOD', 'END_OF_NEXT_PERIOD']) }
  }
}

async function anyShop(service: Service, chance: Chance, bonuses: boolean): Promise<Shop> {
  const ask = asker(service)
  const clubs: string[] = []
  for (const name of ['One', 'Other']) {
    const { id } = await ask('/v1/loyalties', {
      name,
      type: 'AUTO_UPDATE',
      auto_join: false,
      ...(chance.once(2) && { loyalty_tiers_expiration: anyTerms(chance) }),
      voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
    })
    const tiers = [0, 150, 400].map((from, at, all) => ({
      name: `Tier ${from}`,
      points: { from, to: (all[at + 1] ?? 1_000_000) - 1 }
    }))
    if (chance.once(2)) {
      const [, second] = await ask(`/v1/loyalties/${id}/tiers`, tiers)
      const event = `customer.loyalty.tier.${chance.pick(['upgraded', 'joined', 'downgraded', 'left'])}`
      const loyalty = { type: 'FIXED', points: chance.between(1, 300) }
      const bonus = { event, loyalty_tier: { id: second.id }, loyalty }
      if (bonuses) await ask(`/v1/loyalties/${id}/earning-rules`, [bonus])
    }
    for (let count = chance.between(1, 4); count > 0; count--) {
      const rule = anyRule(chance)
      const dear = chance.between(1, 9000)
      const rules = { 1: { name: 'order.amount', conditions: { $more_than: [dear] } }, logic: '1' }
      const made = chance.once(2)
        ? [(await ask('/v1/validation-rules', { name: `Dear ${dear}`, rules })).id]
        : []
      await ask(`/v1/loyalties/${id}/earning-rules`, [
        { ...rule, ...(made.length > 0 && { validation_rule_id: made[0] }) }
      ])
    }
    clubs.push(id)
  }
  const coin = await ask('/v1/rewards', {
    name: 'Pay',
    parameters: { coin: { exchange_ratio: 0.1, points_ratio: chance.pick([1, 3]) } }
  })
  const mug = await ask('/v1/rewards', {
    name: 'Mug',
    parameters: { product: { id: 'prod_00mug' } }
  })
  for (const club of clubs) {
    await ask(`/v1/loyalties/${club}/rewards`, [
      { reward: coin.id },
      { reward: mug.id, parameters: { loyalty: { points: 40 } } }
    ])
  }
  return { service, ask, clubs, coin: coin.id, mug: mug.id }
}

/** What somebody may pay with besides money. */
interface Buyer {
  readonly name: string
  readonly cards: readonly string[]
  readonly codes: Readonly<Record<string, string>>
}

const DISCOUNTS: Readonly<Record<string, object>> = {
  tenth: { type: 'PERCENT', percent_off: 12.5, effect: 'APPLY_TO_ORDER' },
  items: { type: 'PERCENT', percent_off: 7, effect: 'APPLY_TO_ITEMS' },
  amount: { type: 'AMOUNT', amount_off: 555, effect: 'APPLY_TO_ORDER' },
  units: { type: 'AMOUNT', amount_off: 101, effect: 'APPLY_TO_ITEMS_BY_QUANTITY' },
  fixed: { type: 'FIXED', fixed_amount: 4000, effect: 'APPLY_TO_ORDER' }
}

async function anyBuyer({ ask, clubs }: Shop, name: string, points: number): Promise<Buyer> {
  const cards: string[] = []
  for (const club of [...clubs, 'camp_00club']) {
    const { code } = await ask(`/v1/loyalties/${club}/members`, { customer: { source_id: name } })
    await ask(`/v1/loyalties/members/${code}/balance`, { points })
    cards.push(code)
  }
  const codes: Record<string, string> = {}
  for (const [kind, discount] of Object.entries(DISCOUNTS)) {
    codes[kind] = `${name}-${kind}`
    await ask(`/v1/vouchers/${codes[kind]}`, { type: 'DISCOUNT_VOUCHER', discount })
  }
  codes['gift'] = `${name}-gift`
  await ask(`/v1/vouchers/${codes['gift']}`, {
    type: 'GIFT_VOUCHER',
    gift: { amount: 2500, effect: 'APPLY_TO_ORDER' }
  })
  return { name, cards, codes }
}

/** Kinds of redeemables in their order; `points`: of the first card. */
type Stack = readonly string[]

function anyStack({ pick, between }: Chance): Stack {
  const kinds = [...Object.keys(DISCOUNTS), 'gift', 'points']
  return [...new Set(Array.from({ length: between(0, 5) }, () => pick(kinds)))]
}

/** Pays an order; null where the stack is refused, which stores nothing. */
async function pay(shop: Shop, buyer: Buyer, order: object, stack: Stack): Promise<Json | null> {
  const { ask, service, coin } = shop
  const customer = { source_id: buyer.name }
  if (stack.length === 0)
    return { order: await ask('/v1/orders', { ...order, customer, status: 'PAID' }) }
  const redeemables = stack.map(kind =>
    kind === 'points'
      ? { object: 'voucher', id: buyer.cards[0], reward: { id: coin } }
      : { object: 'voucher', id: buyer.codes[kind] }
  )
  const { status, body } = await service.post('/v1/redemptions', { redeemables, order, customer })
  return status === 200 ? body : null
}

const redeemedIn = (paid: Json): string | undefined =>
  (paid.parent_redemption ?? paid.redemptions?.[0])?.id

const LINE = ['product_id', 'quantity', 'amount', 'discount_amount', 'subtotal_amount'] as const
const FIGURES = [
  'status',
  'amount',
  'discount_amount',
  'items_discount_amount',
  'total_discount_amount',
  'total_amount'
] as const

function figuresOf(order: Json) {
  const figures = FIGURES.map(name => order[name] || 0)
  return { figures, lines: order.items.map((item: Json) => LINE.map(name => item[name] || 0)) }
}

/** What a customer has, and where they stand; ids, instants and history aside. */
async function standingOf({ ask }: Shop, { name, cards, codes }: Buyer) {
  const { summary, loyalty } = await ask(`/v1/customers/${name}`)
  const { total_amount, total_count } = summary.orders
  const held = []
  for (const code of cards) {
    const { loyalty_card: card } = await ask(`/v1/vouchers/${code}`)
    held.push([card.balance, card.pending_points, loyalty.campaigns])
  }
  const { gift, redemption } = await ask(`/v1/vouchers/${codes['gift']}`)
  const [credit, uses] = [gift.balance, redemption.redeemed_quantity]
  return { held, credit, uses, total_amount, total_count }
}

const anyLines = ({ between, once, pick }: Chance) =>
  Array.from({ length: between(1, 3) }, () => ({
    product_id: pick(GOODS),
    quantity: between(1, 5),
    price: between(1, 2500),
    ...(once(4) ? { discount_amount: between(1, 300) } : {})
  }))

const SHOPS_OF = 20

/** A shop for some cases, and another for the next. */
class Shops {
  readonly #t: Test
  readonly #bonuses: boolean
  readonly #shops = new Map<number, Shop>()

  /** `bonuses`: points come with tiers, too. */
  constructor(t: Test, bonuses: boolean) {
    this.#t = t
    this.#bonuses = bonuses
  }

  async for({ run, nr }: Case): Promise<Shop> {
    const at = Math.floor(nr / SHOPS_OF)
    const known = this.#shops.get(at)
    if (known !== undefined) return known
    const chance = chanceOf(run + at)
    // Codes are drawn apart, so that they change nothing else.
    const ids = { ...countedSource(), random: chanceOf(at).below }
    const shop = await anyShop(await givenService(this.#t, { ids }), chance, this.#bonuses)
    this.#shops.set(at, shop)
    return shop
  }
}

t.test('whoever sends goods back stands as one who never bought them', async t => {
  t.setTimeout(0)
  const cases = casesOf(t, { gate: 40, soak: 200 })
  const shops = new Shops(t, false)
  let alike = 0
  for (const chance of cases) {
    const shop = await shops.for(chance)
    const { ask } = shop
    const points = chance.between(1, 300)
    const [one, other] = [
      await anyBuyer(shop, `one-${chance.nr}`, points),
      await anyBuyer(shop, `other-${chance.nr}`, points)
    ]
    const items = anyLines(chance)
    const stack = anyStack(chance)
    const back = items.map(({ quantity }) => (chance.once(2) ? chance.between(0, quantity) : 0))
    const kept = items.flatMap((item, at) => {
      const quantity = item.quantity - Number(back[at])
      const discount_amount = Math.floor(
        (Math.min(item.discount_amount ?? 0, item.price * item.quantity) * quantity) / item.quantity
      )
      return quantity === 0 ? [] : [{ ...item, quantity, discount_amount }]
    })
    const bought = await pay(shop, one, { source_id: `one-${chance.nr}`, items }, stack)
    if (bought === null || kept.length === 0 || back.every(units => units === 0)) continue
    // All at once, or line by line, unit by unit; by an update, or as a return.
    const isNamed = new Set(items.map(item => item.product_id)).size === items.length
    const ways = ['at once', 'in parts', ...(isNamed ? ['by an update'] : [])]
    const way = chance.pick(ways)
    const url = `/v1/orders/one-${chance.nr}`
    const deeds: Json[] = []
    if (way === 'at once') {
      const lines = back.flatMap((quantity, index) => (quantity > 0 ? [{ index, quantity }] : []))
      deeds.push(await ask(`${url}/returns`, { items: lines }))
    } else if (way === 'in parts') {
      for (let at = items.length - 1; at >= 0; at--) {
        for (let units = Number(back[at]); units > 0; units--) {
          deeds.push(await ask(`${url}/returns`, { items: [{ index: at, quantity: 1 }] }))
        }
      }
    } else {
      const said = kept.map(({ discount_amount: _, ...item }) => item)
      await ask(url, { items: said }, 'put')
    }
    const left = await ask(url)
    const gone = deeds.reduce((sum, each) => sum + each.total_amount, 0)
    if (way !== 'by an update') t.equal(gone, bought.order.total_amount - left.total_amount)
    // A fixed price before a percentage of items may leave more to pay, and that earns nothing more.
    if (left.total_amount > bought.order.total_amount) continue
    const beside = await pay(shop, other, { source_id: `other-${chance.nr}`, items: kept }, stack)
    if (beside === null) continue
    alike++
    t.strictSame(
      { order: figuresOf(left), ...(await standingOf(shop, one)) },
      {
        order: figuresOf(await ask(`/v1/orders/other-${chance.nr}`)),
        ...(await standingOf(shop, other))
      },
      JSON.stringify({ items, back, stack, way, points })
    )
  }
  cases.together(alike > cases.count / 4, `${alike} of ${cases.count} were compared`)
})

t.test('whoever undoes everything has what they began with', async t => {
  t.setTimeout(0)
  const cases = casesOf(t, { gate: 10, soak: 200 })
  const shops = new Shops(t, true)
  for (const chance of cases) {
    const shop = await shops.for(chance)
    const { ask, service, clubs, mug } = shop
    const buyer = await anyBuyer(shop, `looper-${chance.nr}`, chance.between(1, 300))
    const before = await standingOf(shop, buyer)
    const deeds: string[] = []
    const orders: string[] = []
    const redeemed = new Set<string>()
    const undo = async (id: string) => {
      const { status, bytes } = await service.post(`/v1/redemptions/${id}/rollbacks`, {})
      deeds.push(`roll back ${id}: ${status}`)
      if (status === 200) redeemed.delete(id)
      else if (!bytes.includes('exceeded')) throw new Error(bytes)
    }
    for (let turn = chance.between(3, 9); turn > 0; turn--) {
      const url = `/v1/orders/${chance.pick(orders.length > 0 ? orders : ['none'])}`
      const deed = orders.length === 0 ? 0 : chance.below(7)
      if (deed === 0) {
        const source_id = `loop-${chance.nr}-${orders.length}`
        const stack = anyStack(chance)
        const items = anyLines(chance)
        deeds.push(`pay ${source_id} ${JSON.stringify(items)} with ${stack}`)
        const paid = await pay(shop, buyer, { source_id, items }, stack)
        if (paid === null) continue
        orders.push(source_id)
        const id = redeemedIn(paid)
        if (id !== undefined) redeemed.add(id)
      } else if (deed === 1) {
        const { items } = await ask(url)
        const index = chance.below(Math.max(items.length, 1))
        const { status } = await service.post(`${url}/returns`, { items: [{ index, quantity: 1 }] })
        deeds.push(`${url} returns ${index}: ${status}`)
      } else if (deed === 2) {
        const status = chance.pick(['CREATED', 'PAID', 'FULFILLED', 'CANCELED'])
        deeds.push(`${url} ${status}`)
        await ask(url, { status }, 'put')
      } else if (deed === 3) {
        const items = anyLines(chance)
        deeds.push(`${url} ${JSON.stringify(items)}`)
        await ask(url, { items }, 'put')
      } else if (deed === 4 && redeemed.size > 0) {
        await undo(chance.pick([...redeemed]))
      } else {
        const at = chance.below(2)
        const path = `/v1/loyalties/${clubs[at]}/members/${buyer.cards[at]}/redemption`
        const { status, body } = await service.post(path, { reward: { id: mug } })
        deeds.push(`a mug for points of ${at}: ${status} ${body.id}`)
        if (status === 200) redeemed.add(body.id)
      }
    }
    const ends = [...orders.map(order => ({ order })), ...[...redeemed].map(id => ({ id }))]
    while (ends.length > 0) {
      const [end] = ends.splice(chance.below(ends.length), 1) as [Json]
      if (end.id !== undefined) await undo(end.id)
      else {
        deeds.push(`cancel ${end.order}`)
        await ask(`/v1/orders/${end.order}`, { status: 'CANCELED' }, 'put')
      }
    }
    t.strictSame(await standingOf(shop, buyer), before, deeds.join('\n'))
    const { findings } = await audit(service.store)
    t.strictSame(findings, [], deeds.join('\n'))
  }
})
