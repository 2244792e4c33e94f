/**
 * Arbitrary carts on which arbitrary stacks are redeemed, and of which something goes back: what
 * remains is what would have been paid, had the returned never been in the cart.
 */
import t from 'tap'
import type { FoundVoucher } from '../../../src/decisions/discounts/judging.ts'
import { redeemStackedDiscounts } from '../../../src/decisions/discounts/redemption.ts'
import type { ItemCommand, OrderCommand } from '../../../src/decisions/orders/lines.ts'
import { type Remaining, remainingOf } from '../../../src/decisions/orders/returns.ts'
import type { BoundRule } from '../../../src/decisions/redemptions/limits.ts'
import type { Discount, Order, Redemption } from '../../../src/model.ts'
import { STACKING_RULES_DEFAULT, type StackingRules } from '../../../src/rules/stacking.ts'
import { anyApplicability, anyDiscount } from '../../rules/support/arbitrary-stacks.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import {
  givenBalance,
  givenCard,
  givenCoupon,
  givenGift,
  givenLot,
  givenOccasion
} from '../../support/given.ts'
import { givenItemCommand, givenOrderCommand } from '../../support/given-commands.ts'
import {
  foundCard,
  foundGift,
  foundVoucher,
  givenApplying,
  givenDiscountFacts
} from '../../support/given-discounts.ts'
import { givenReward } from '../../support/given-goods.ts'
import { givenRule, givenRuleAssignment } from '../../support/given-rules.ts'

const GOODS = ['mug', 'pen', 'tea', 'pot']

function anyItem({ pick, between, once }: Chance): ItemCommand {
  const price = once(8) ? undefined : between(0, 3000)
  return givenItemCommand({
    productId: pick(GOODS),
    quantity: between(1, 6),
    price,
    ...(once(3) ? { amount: between(0, 5000) } : {}),
    ...(once(3) ? { discountAmount: between(0, 1500) } : {})
  })
}

function anyCart(chance: Chance): OrderCommand {
  const { between, once } = chance
  const items = Array.from({ length: between(1, 4) }, () => anyItem(chance))
  return givenOrderCommand({ items, ...(once(3) ? { discountAmount: between(0, 2000) } : {}) })
}

/** Of a rule for certain goods, or for none. */
function anyRules(chance: Chance): readonly BoundRule[] {
  return anyApplicability(chance).map((applicableTo, at) => ({
    assignment: givenRuleAssignment({ id: `asgm_${at}`, ruleId: `val_${at}` }),
    rule: givenRule({ id: `val_${at}`, rules: {}, applicableTo })
  }))
}

/** The one at that place in a stack. */
function anyRedeemable(chance: Chance, at: number): FoundVoucher {
  const { between, pick, once } = chance
  const [id, code, rules] = [`v_${at}`, `CODE-${at}`, anyRules(chance)]
  const balance = between(1, 9000)
  if (once(5)) {
    const effect = pick(['APPLY_TO_ORDER', 'APPLY_TO_ITEMS', null] as const)
    const found = foundGift({ id, code, gift: givenGift({ amount: balance, balance, effect }) })
    const credits = once(2) ? between(1, balance) : undefined
    return sentAs(lots(found, balance), rules, { credits })
  }
  if (once(4)) {
    const card = givenBalance({ points: balance, balance })
    const voucher = givenCard({ id, code, card })
    const ratio = { exchangeRatio: pick(['1', '0.07', '20']), pointsRatio: pick([1, 3, 100]) }
    const reward = givenReward({ parameters: { type: 'COIN', ...ratio } })
    const found = foundCard({ purse: { voucher, lots: [] }, reward, holder: null, ownerId: null })
    const points = once(2) ? between(1, balance) : undefined
    return sentAs(lots(found, balance), rules, { points, rewardId: 'rew_1' })
  }
  return sentAs(
    foundVoucher(givenCoupon({ id, code, discount: anyDiscount(chance) as Discount })),
    rules,
    {}
  )
}

const lots = (found: FoundVoucher, balance: number): FoundVoucher => {
  const { voucher } = found.purse
  const lot = givenLot({ voucherId: voucher.id, amount: balance, remaining: balance })
  return { ...found, purse: { voucher, lots: [lot] } }
}

const sentAs = (found: FoundVoucher, rules: readonly BoundRule[], sent: object): FoundVoucher => {
  const { code } = found.purse.voucher
  return { ...found, rules, sent: { ...found.sent, id: code, ...sent } }
}

interface Paid {
  readonly order: Order
  readonly redemptions: readonly Redemption[]
}

/** Null where the stack is refused. */
function pay(
  stack: readonly FoundVoucher[],
  order: OrderCommand,
  stackingRules: StackingRules
): Paid | null {
  const facts = givenDiscountFacts(stack, { stackingRules })
  const decision = redeemStackedDiscounts(facts, givenApplying(facts, { order }), givenOccasion())
  if ('refusal' in decision) return null
  if ('refusal' in decision.result) return null
  const { order: paid, redemptions } = decision.result
  return { order: paid, redemptions: redemptions.map(({ redemption }) => redemption) }
}

/** Some units of some lines, by the places that these have. */
function someOf({ items }: Order, { between, once }: Chance): ReadonlyMap<number, number> {
  const parts = items.map((item, at) => [at, once(2) ? between(0, item.quantity) : 0] as const)
  return new Map(parts.filter(([, units]) => units > 0))
}

const share = (figure: number, left: number, of: number) =>
  left >= of ? figure : Math.floor((figure * left) / of)

/** What the shop takes off itself: of lines, and of the whole. */
function ownDiscounts({ items = [], discountAmount = 0 }: OrderCommand) {
  const amounts = items.map(({ amount, price, quantity = 1 }) => amount ?? (price ?? 0) * quantity)
  const lines = items.map((item, at) => Math.min(item.discountAmount ?? 0, Number(amounts[at])))
  return { lines, order: Math.min(discountAmount, sum(amounts) - sum(lines)) }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

/** The cart of a shop that never had the units, at the prices of an order. */
function cartWithout(paid: Order, sent: OrderCommand, units: ReadonlyMap<number, number>) {
  const own = ownDiscounts(sent)
  const items = paid.items.flatMap((item, at) => {
    const left = item.quantity - (units.get(at) ?? 0)
    if (left === 0) return []
    const amount = item.amount === null ? undefined : share(item.amount, left, item.quantity)
    const discount = share(own.lines[at] ?? 0, left, item.quantity)
    return givenItemCommand({
      productId: item.productId ?? undefined,
      sourceId: item.sourceId ?? undefined,
      quantity: left,
      price: item.price ?? undefined,
      amount,
      ...(discount > 0 ? { discountAmount: discount } : {})
    })
  })
  const amount = sum(items.map(item => item.amount ?? 0))
  const discountAmount = share(own.order, amount, paid.amount ?? 0)
  return givenOrderCommand({
    items,
    ...(paid.amount === null ? {} : { amount }),
    ...(sent.discountAmount === undefined ? {} : { discountAmount })
  })
}

/** What was redeemed of a stack, with no more on cards than was taken of them. */
function stackAgain(stack: readonly FoundVoucher[], { redemptions }: Paid) {
  return redemptions.flatMap(({ voucherId, gift, points }) => {
    const found = stack.find(({ purse }) => purse.voucher.id === voucherId) as FoundVoucher
    if (found.purse.voucher.discount?.type === 'UNIT') return []
    const taken = gift?.amount ?? points
    if (taken === null || taken === undefined) return [found]
    if (taken === 0) return []
    const { voucher } = found.purse
    const held = { ...voucher, gift: voucher.gift && { ...voucher.gift, balance: taken } }
    return [
      sentAs(lots({ ...found, purse: { voucher: held, lots: [] } }, taken), found.rules, {
        credits: undefined
      })
    ]
  })
}

const LINE = [
  'productId',
  'sourceId',
  'quantity',
  'price',
  'amount',
  'discountAmount',
  'subtotalAmount'
] as const

/** Of a discount, 0 and none are the same. */
function figuresOf({ items, ...order }: Order) {
  const { amount, initialAmount, discountAmount, itemsDiscountAmount, totalDiscountAmount } = order
  const discounts = [discountAmount, itemsDiscountAmount, totalDiscountAmount].map(Number)
  return {
    order: [amount, initialAmount, ...discounts, order.totalAmount],
    items: items.map(item => [...LINE.map(name => item[name] ?? 0), item.discountQuantity ?? 0])
  }
}

function anyStackingRules({ pick, once }: Chance): StackingRules {
  return {
    ...STACKING_RULES_DEFAULT,
    redeemablesApplicationMode: 'PARTIAL',
    discountCalculationMode: pick(['INITIAL_AMOUNT', 'DISCOUNTED_AMOUNT']),
    redeemablesProductsApplicationMode: once(4) ? 'ONCE' : 'STACK'
  }
}

/** A cart that was paid with a stack; null where the stack is refused. */
function anyPaid(chance: Chance) {
  const sent = anyCart(chance)
  const stack = Array.from({ length: chance.between(1, 5) }, (_, at) => anyRedeemable(chance, at))
  const rules = anyStackingRules(chance)
  const paid = pay(stack, sent, rules)
  return paid && { sent, stack, rules, paid }
}

function remains(order: Order, units: ReadonlyMap<number, number>): Remaining {
  const left = remainingOf(order, order, { units, amount: 0 })
  if (left === null) throw new Error('A figure cannot be counted')
  return left
}

t.test('what goes back leaves what would have been paid without it', async t => {
  const cases = casesOf(t, { gate: 1000, soak: 20_000 })
  let [alike, taking] = [0, 0]
  for (const chance of cases) {
    const given = anyPaid(chance)
    if (given === null) continue
    const { sent, stack, rules, paid } = given
    const units = someOf(paid.order, chance)
    const { order, taken } = remains(paid.order, units)
    const beside = cartWithout(paid.order, sent, units)
    const again = stackAgain(stack, paid)
    if (beside.items?.length === 0 || again.length === 0) continue
    const other = pay(again, beside, rules)
    if (other === null) continue
    const takes = paid.redemptions.map(({ voucherId }) => {
      const same = other.redemptions.find(each => each.voucherId === voucherId)
      return [same?.discount ?? 0, same?.gift?.amount ?? 0, same?.points ?? 0]
    })
    const took = paid.redemptions.map(({ id }) => {
      const { discount, credit, points } = taken.get(id) as NonNullable<
        ReturnType<typeof taken.get>
      >
      return [discount, credit, points]
    })
    alike++
    if (units.size > 0 && takes.flat().some(each => each > 0)) taking++
    t.strictSame({ ...figuresOf(order), took }, { ...figuresOf(other.order), took: takes })
  }
  cases.together(taking > cases.count / 3, `${alike} were compared, ${taking} of which had paid`)
})

t.test('what goes back in parts leaves what is left when it goes back at once', async t => {
  const cases = casesOf(t, { gate: 1000, soak: 20_000 })
  let [parted, apart] = [0, 0]
  for (const chance of cases) {
    const given = anyPaid(chance)
    if (given === null) continue
    const { order } = given.paid
    const units = someOf(order, chance)
    const whole = remains(order, units)
    const left = new Map(units)
    let now = remains(order, new Map())
    // The places of the lines that are left, as the order was bought.
    let places = [...order.items.keys()]
    let hadLess = false
    while (left.size > 0) {
      hadLess ||= paysLess(now, whole)
      const at = chance.pick([...left.keys()])
      const some = chance.between(1, left.get(at) as number)
      const rest = (left.get(at) as number) - some
      if (rest === 0) left.delete(at)
      else left.set(at, rest)
      const { order: stored, bought } = now
      const returned = { amount: 0, entries: [], bought }
      now = remains({ ...stored, returned }, new Map([[places.indexOf(at), some]]))
      places = places.filter(place => now.bought.left[place] !== 0)
      parted++
    }
    // What credit and points paid between and no more goes back for good, also where a discount of
    // the rest, by its terms, leaves more to pay than it did then.
    if (hadLess) apart++
    else t.strictSame(told(now), told(whole))
  }
  cases.together(parted > cases.count, `there were ${parted} parts`)
  cases.together(apart < cases.count / 50, `${apart} of ${cases.count} had less to pay between`)
})

function paysLess({ taken }: Remaining, { taken: others }: Remaining): boolean {
  return [...taken].some(([id, { credit, points }]) => {
    const other = others.get(id)
    return other !== undefined && (credit < other.credit || points < other.points)
  })
}

/** A discount of nothing is none. */
function told({ order: { returned: _, ...order }, taken, bought }: Remaining): object {
  const none = (name: string, value: unknown) =>
    name.toLowerCase().includes('discount') && value === 0 ? null : value
  return JSON.parse(JSON.stringify({ order, taken: [...taken], bought }, none))
}
