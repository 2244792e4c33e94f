/**
 * Orders that are redeemed on, rolled back and given amounts of the shop's own, in any order: what
 * they cost is worked out anew after every deed, from the shop's figures and what each redemption
 * took that is not rolled back.
 */
import t from 'tap'
import { cartOf, type ItemCommand, orderOfCart } from '../../../src/decisions/orders/lines.ts'
import { composeOrder } from '../../../src/decisions/orders/orders.ts'
import { takeBackNobodys } from '../../../src/decisions/redemptions/rollback.ts'
import type { Order, OrderItem, OrderRedemption, Redemption } from '../../../src/model.ts'
import {
  type Cart,
  type StoredDiscount,
  sumOfSteps,
  type TakenOff,
  takenOffBy
} from '../../../src/rules/discounts/cart.ts'
import {
  anyLines,
  anyMode,
  anyRedeemable,
  anyUnits,
  discountOf,
  type Redeemable,
  stepsOf
} from '../../rules/support/arbitrary-stacks.ts'
import { STACKED } from '../../rules/support/carts.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { givenOccasion, NOW } from '../../support/given.ts'
import {
  givenItemCommand as item,
  givenOrderCommand as sent
} from '../../support/given-commands.ts'
import { givenLink } from '../../support/given-goods.ts'
import { givenRedemption } from '../../support/given-records.ts'

const GOODS = { products: new Map(), skus: new Map() }
const SCHEMAS = { order: null, orderItem: null }
const COLLECTIONS = new Map([['mug', ['shop']]])

/** The order as the shop sends it: a new one, or another amount for a stored one. */
function asShopSays(stored: Order | null, command: Parameters<typeof sent>[0]): Order {
  const composing = { inventory: GOODS, schemas: SCHEMAS, takesUnknown: true, takesAmount: true }
  const composed = composeOrder(stored, sent(command), composing, givenOccasion())
  if ('refusal' in composed) throw new Error(`refused: ${composed.refusal.details}`)
  return composed.order
}

/** The order after a redemption, and what that took. */
function redeemOn(order: Order, id: string, redeemables: readonly Redeemable[]) {
  const opened = cartOf(order, { collections: COLLECTIONS, isStored: true }) as Cart
  const root = sumOfSteps(opened, stepsOf(opened, redeemables))
  const taken = takenOffBy(root)
  const link: OrderRedemption = givenLink(taken.discountAmount, {
    date: NOW,
    relatedObjectParentId: null,
    ...(taken.lines.length === 0 ? {} : { lines: taken.lines })
  })
  const after = orderOfCart(order, root)
  return { taken, order: { ...after, redemptions: { ...order.redemptions, [id]: link } } }
}

function rolledBack(stored: Order, id: string): Order {
  const root: Redemption = givenRedemption({ id, order: stored })
  const earned = { entries: [], pending: [] }
  const paid = { root, ids: new Map([[id, `${id}_back`]]), order: stored, earned }
  const { order } = takeBackNobodys(
    { ...paid, status: 'CREATED', previousOrder: null },
    givenOccasion()
  )
  return order as Order
}

type Row = readonly (number | null)[]

/** What an order costs, and its lines; figures that are nothing are 0. */
function figuresOf(order: Omit<Order, 'items'> & { readonly items: readonly OrderItem[] }) {
  const { amount, discountAmount, itemsDiscountAmount, totalAmount } = order
  const lines = order.items.map(line => [
    line.quantity,
    line.discountQuantity ?? 0,
    line.amount,
    line.discountAmount ?? 0,
    line.subtotalAmount
  ])
  return { order: [amount, discountAmount ?? 0, itemsDiscountAmount ?? 0, totalAmount], lines }
}

const MUG = { productId: 'mug', price: 1001 }
const units = (unit_off: number, effect = 'ADD_NEW_ITEMS') =>
  discountOf({ type: 'UNIT', unit_off, unit_type: 'mug', effect }, [], STACKED)
const off = (amount_off: number, effect: string) => {
  const discount: StoredDiscount = { type: 'AMOUNT', amount_off, effect }
  return discountOf(discount, [], STACKED)
}

/** A deed: a redemption, the rollback of one by its place, or figures of the shop's own. */
type Deed =
  | readonly ['redeem', ...Redeemable[]]
  | readonly ['back', number]
  | readonly ['own', number]
  | readonly ['line', Partial<ItemCommand>]

function after(deeds: readonly Deed[]): Order {
  let order = asShopSays(null, { items: [item({ ...MUG, quantity: 1 })] })
  let made = 0
  for (const deed of deeds) {
    if (deed[0] === 'redeem') {
      made += 1
      order = redeemOn(order, `r_${made}`, deed.slice(1) as Redeemable[]).order
    } else if (deed[0] === 'back') order = rolledBack(order, `r_${deed[1]}`)
    else if (deed[0] === 'own') order = asShopSays(order, { amount: deed[1] })
    else order = asShopSays(order, { items: [item({ ...MUG, ...deed[1] })] })
  }
  return order
}

t.test('an order that loses units to pay lowers what was taken off it, the latest first', t => {
  const unpaid: Deed[] = [
    ['redeem', units(2)],
    ['line', { quantity: 3, discountQuantity: 2 }],
    ['redeem', off(300, 'APPLY_TO_ORDER')],
    ['redeem', off(2500, 'APPLY_TO_ORDER')],
    ['back', 1]
  ]
  const lines = [[1, 0, 1001, 0, 1001]]
  t.strictSame(figuresOf(after(unpaid)), { order: [1001, 1001, 0, 0], lines })
  t.strictSame(figuresOf(after([...unpaid, ['back', 3]])), { order: [1001, 300, 0, 701], lines })
  t.strictSame(figuresOf(after([...unpaid, ['back', 2]])), { order: [1001, 701, 0, 300], lines })
  t.end()
})

t.test('an amount below what was free leaves every redemption its own part', async t => {
  const two: Deed = ['redeem', units(2)]
  const low: Deed = ['own', 500]
  const [one, other]: [Deed, Deed] = [
    ['back', 1],
    ['back', 2]
  ]
  const free = (units: number) => [1 + units, units, 1001 * (1 + units), 1001 * units, 1001]
  const paid = [1, 0, 1001, 0, 1001]
  //                                amount, off the order, off lines, rest; and the line
  // biome-ignore format: a table
  const rows: readonly (readonly [string, readonly Deed[], Row, Row])[] = [
    ['lowered', [two, low], [500, 0, 500, 0], free(2)],
    ['and given more units', [two, low, two], [2502, 0, 2502, 0], free(4)],
    ['the first back', [two, low, two, one], [2502, 0, 2002, 500], free(2)],
    ['the second back', [two, low, two, other], [500, 0, 500, 0], free(2)],
    ['both', [two, low, two, one, other], [500, 0, 0, 500], paid],
    ['the other way round', [two, low, two, other, one], [500, 0, 0, 500], paid],
    ['a discount that found nothing left takes nothing later',
      [two, low, ['redeem', off(300, 'APPLY_TO_ORDER')], one], [500, 0, 0, 500], paid],
    ['a unit that became free for nothing costs what the shop said',
      [two, low, ['redeem', units(1, 'ADD_MISSING_ITEMS')], one], [500, 0, 0, 500],
      [1, 1, 1001, 0, 1001]],
    ['an amount between what is free and what there is',
      [two, ['own', 2200], two, ['redeem', off(100, 'APPLY_TO_ORDER')], one],
      [4202, 100, 2002, 2100], free(2)],
    ['raised again', [two, low, two, ['own', 9000], one], [9000, 0, 2002, 6998], free(2)]
  ]
  for (const [title, deeds, order, line] of rows) {
    t.strictSame(figuresOf(after(deeds)), { order, lines: [line] }, title)
  }
})

/** A line of the fresh account: the shop's own, and what each redemption did to it. */
interface Place {
  readonly own: { readonly quantity: number; readonly free: number; readonly off: number }
  /** Null without a price. */
  readonly amount: number | null
  readonly parts: Map<string, TakenOff['lines'][number]>
}

/** The fresh account of an order. */
interface Account {
  places: Place[]
  /** The amount that the shop said, and the redemptions whose units count on top. */
  amount: number
  counted: Set<string>
  /** Off the order as a whole: the shop's own part, and those of redemptions in their order. */
  off: number
  readonly parts: Map<string, number>
}

const total = (figures: Iterable<number>) => [...figures].reduce((sum, figure) => sum + figure, 0)

function accountOf({ amount, discountAmount, items }: Order): Account {
  const places = items.map(line => ({
    own: {
      quantity: line.quantity,
      free: line.discountQuantity ?? 0,
      off: line.discountAmount ?? 0
    },
    amount: line.amount,
    parts: new Map()
  }))
  return {
    places,
    amount: amount ?? 0,
    counted: new Set(),
    off: discountAmount ?? 0,
    parts: new Map()
  }
}

function noteRedemption(account: Account, id: string, taken: TakenOff, order: Order): void {
  account.counted.add(id)
  account.parts.set(id, taken.discountAmount)
  for (const line of order.items.slice(account.places.length)) {
    const own = { quantity: 0, free: 0, off: 0 }
    account.places.push({ own, amount: line.amount === null ? null : 0, parts: new Map() })
  }
  for (const part of taken.lines) (account.places[part.index] as Place).parts.set(id, part)
}

function noteRollback(account: Account, id: string): void {
  account.parts.delete(id)
  for (const { parts } of account.places) parts.delete(id)
  account.places = account.places.filter(({ own, parts }) => own.quantity > 0 || parts.size > 0)
}

/** What is lowered below a discount lowers the shop's own part first, then the latest. */
function noteAmount(account: Account, amount: number): void {
  account.amount = amount
  account.counted.clear()
  const { discount } = freshOf(account)
  let left = discount
  for (const [id, part] of account.parts) {
    const kept = Math.min(part, left)
    account.parts.set(id, kept)
    left -= kept
  }
  account.off = left
}

function freshOf({ places, amount: said, counted, off, parts: ofOrder }: Account) {
  const lines = places.map(({ own, amount, parts }) => {
    const sum = (of: (part: TakenOff['lines'][number]) => number) =>
      total([...parts.values()].map(of))
    const [price, discount] = [
      amount === null ? null : amount + sum(part => part.addedAmount),
      own.off + sum(part => part.discountAmount)
    ]
    return [
      own.quantity + sum(part => part.addedQuantity),
      own.free + sum(part => part.discountQuantity),
      price,
      discount,
      price === null ? null : price - discount
    ]
  })
  const added = places.flatMap(({ parts }) =>
    [...parts].map(([id, { addedAmount }]) => (counted.has(id) ? addedAmount : 0))
  )
  const amount = said + total(added)
  const onItems = Math.min(total(lines.map(line => Number(line[3]))), amount)
  const discount = Math.min(off + total(ofOrder.values()), amount - onItems)
  const order = [amount, discount, onItems, amount - onItems - discount]
  return { discount, shown: { order, lines } }
}

function anyOrder(random: Chance): Order {
  const { between, once } = random
  const items = anyLines(random, false).map(line => {
    const { productId, quantity, price, amount, discountAmount } = line
    const said = { price, amount, discountAmount: amount === null ? null : discountAmount }
    const known = Object.entries(said).filter(([, figure]) => figure !== null)
    return item({ productId: productId as string, quantity, ...Object.fromEntries(known) })
  })
  return asShopSays(null, {
    items,
    amount: between(0, 9000),
    ...(once(3) ? { discountAmount: between(0, 2000) } : {})
  })
}

function anyRequest(random: Chance): readonly Redeemable[] {
  const { between, once } = random
  return Array.from({ length: between(1, 3) }, () =>
    once(2) ? discountOf(anyUnits(random), [], anyMode(random)) : anyRedeemable(random, 3000)
  )
}

t.test('redemptions, rollbacks and own amounts, in any order', async t => {
  const met = { beyond: 0, back: 0 }
  const cases = casesOf(t, { gate: 200, soak: 20_000 })
  for (const random of cases) {
    const { between, pick, once } = random
    let order = anyOrder(random)
    const account = accountOf(order)
    const live: string[] = []
    const told: string[] = []
    for (let at = 0; at < 12; at++) {
      const id = `r_${at}`
      if (once(3) && live.length > 0) {
        const [back] = live.splice(live.indexOf(pick(live)), 1) as [string]
        order = rolledBack(order, back)
        noteRollback(account, back)
        told.push(`${back} back`)
        met.back += 1
      } else if (once(3)) {
        const amount = once(3) ? between(0, 300) : between(0, 9000)
        if (amount !== order.amount) noteAmount(account, amount)
        order = asShopSays(order, { amount })
        told.push(`own ${amount}`)
      } else {
        const made = redeemOn(order, id, anyRequest(random))
        order = made.order
        noteRedemption(account, id, made.taken, order)
        live.push(id)
        told.push(`${id} ${JSON.stringify(made.taken)}`)
      }
      const [found, expected] = [figuresOf(order), freshOf(account).shown]
      const isSame = JSON.stringify(found) === JSON.stringify(expected)
      if (!isSame) {
        t.fail(`case ${random.nr}, deed ${at}`, { told, found, expected })
        return
      }
      const onLines = total(order.items.map(line => line.discountAmount ?? 0))
      if (onLines > Number(order.itemsDiscountAmount)) met.beyond += 1
    }
  }
  cases.together(
    met.beyond > 0 && met.back > 0,
    'also orders that cost less than their lines take off'
  )
})
