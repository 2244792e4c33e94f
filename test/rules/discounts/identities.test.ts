/**
 * What holds for every cart and every stack.
 */
import t from 'tap'
import {
  type Cart,
  type KeptLine,
  keptDiscount,
  openCart,
  sumOfSteps,
  type TakenBack,
  type TakenOff,
  takenOffBy
} from '../../../src/rules/discounts/cart.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import {
  anyLines,
  anyMode,
  anyRedeemable,
  anyUnits,
  discountOf,
  stepsOf,
  walkOf
} from '../support/arbitrary-stacks.ts'
import { cartOf, figuresOf, keptOf, takeBackAll } from '../support/carts.ts'

/** Nothing may change what it is given. */
function frozen(cart: Cart): Cart {
  for (const line of cart.lines) Object.freeze(Object.freeze(line).ids)
  Object.freeze(cart.lines)
  return Object.freeze(cart)
}

function anyCart(random: Chance, { isEchoed = true, isStored = false } = {}): Cart {
  const { once, between } = random
  const lines = anyLines(random, isEchoed)
  const more = {
    ...(once(4) ? { amount: between(0, 9000) } : {}),
    ...(once(3) ? { discountAmount: between(0, 2000) } : {})
  }
  return frozen(cartOf(lines, { ...more, isStored }))
}

function anyStack(random: Chance, balance = 5000) {
  return Array.from({ length: random.between(1, 5) }, () => anyRedeemable(random, balance))
}

const sum = (figures: readonly (number | null | undefined)[]) =>
  figures.reduce<number>((total, figure) => total + (figure ?? 0), 0)

/** The first identity that the figures of a cart do not meet, or null. */
function brokenIdentity(cart: Cart): string | null {
  const { lines, amount, totalAmount } = cart
  const [discount, items] = [cart.discountAmount ?? 0, cart.itemsDiscountAmount ?? 0]
  const isWhole = (line: Cart['lines'][number]) =>
    [line.quantity, line.amount, line.discountAmount, line.subtotalAmount].every(
      figure => figure === null || (Number.isSafeInteger(figure) && figure >= 0)
    )
  const identities: readonly [string, boolean][] = [
    ['whole figures of lines', lines.every(isWhole)],
    ['items', items === sum(lines.map(line => line.discountAmount))],
    ['total discount', amount === null || cart.totalDiscountAmount === discount + items],
    ['total', amount === null || totalAmount === amount - discount - items],
    ['no total below nothing', amount === null || Number(totalAmount) >= 0],
    ['unknown amounts', (amount === null) === (totalAmount === null)],
    [
      'subtotal',
      lines.every(line =>
        line.amount === null
          ? line.subtotalAmount === null
          : line.subtotalAmount === line.amount - (line.discountAmount ?? 0)
      )
    ],
    ['free units', lines.every(line => (line.discountQuantity ?? 0) <= line.quantity)],
    [
      'applied to items',
      (cart.itemsAppliedDiscountAmount ?? 0) === sum(lines.map(line => line.appliedDiscountAmount))
    ],
    [
      'applied in total',
      sum([cart.appliedDiscountAmount, cart.itemsAppliedDiscountAmount]) ===
        (cart.totalAppliedDiscountAmount ?? 0)
    ],
    [
      'applied at least nothing',
      [cart, ...lines].every(({ appliedDiscountAmount }) => (appliedDiscountAmount ?? 0) >= 0)
    ]
  ]
  return identities.find(([, holds]) => !holds)?.[0] ?? null
}

/** The first figure of a step that does not follow from the cart before it, or null. */
function brokenStep(before: Cart, after: Cart, sent: Cart): string | null {
  // A line that comes back has the units to pay again that were free when it was sent.
  const isCut = before.lines.some(
    ({ echoedQuantity }, at) => echoedQuantity !== after.lines[at]?.echoedQuantity
  )
  const grown = sum(after.lines.map(({ appliedQuantityAmount }) => appliedQuantityAmount))
  const onOrder = sum([before.discountAmount, after.appliedDiscountAmount])
  const onItems = sum([before.itemsDiscountAmount, after.itemsAppliedDiscountAmount])
  const steps: readonly [string, boolean][] = [
    ['discount', (after.discountAmount ?? 0) === onOrder],
    ['items', (after.itemsDiscountAmount ?? 0) === onItems],
    ['amount', after.amount === null || isGrown(before, after.amount, { grown, sent })],
    ['lines', after.lines.length >= before.lines.length],
    ['total', isCut || Number(after.totalAmount) <= Number(before.totalAmount)]
  ]
  return steps.find(([, holds]) => !holds)?.[0] ?? null
}

/** An order that was sent with less than its lines cost is cut by less than they are. */
function isGrown(
  { amount }: Cart,
  after: number,
  { grown, sent }: { readonly grown: number; readonly sent: Cart }
): boolean {
  const expected = Number(amount) + grown
  const cost = sum(sent.lines.map(line => line.originalAmount))
  return after === expected || (after > expected && cost > sent.originalAmount)
}

/** Whether each line has the discount that it came with, and what the steps took. */
function isAllThere(sent: Cart, after: Cart): boolean {
  const { lines } = sent
  return after.lines.every(({ discountAmount, appliedDiscountAmount }, at) => {
    return Number(discountAmount) === sum([lines[at]?.discountAmount, appliedDiscountAmount])
  })
}

t.test('the figures of every step, and of all steps together', async t => {
  let taken = 0
  const cases = casesOf(t, { gate: 400, soak: 20_000 })
  for (const random of cases) {
    const cart = anyCart(random)
    const { opened, steps } = walkOf(cart, anyStack(random))
    const carts = [opened, ...steps.map(step => frozen(step.cart))]
    const broken = carts.map(brokenIdentity).find(found => found !== null)
    const step = steps.map((_, at) => brokenStep(carts[at] as Cart, carts[at + 1] as Cart, cart))
    const root = sumOfSteps(cart, steps)
    const isSum =
      (root.totalAppliedDiscountAmount ?? 0) === sum(steps.map(({ discount }) => discount)) &&
      (root.appliedDiscountAmount ?? 0) ===
        sum(steps.map(each => each.cart.appliedDiscountAmount)) &&
      brokenIdentity(root) === null &&
      isAllThere(opened, root)
    const found = broken ?? step.find(each => each !== null) ?? (isSum ? null : 'the sum')
    if (found != null) t.fail(`case ${random.nr}: ${found}`, { carts: carts.map(figuresOf) })
    taken += steps.filter(({ discount }) => discount > 0).length
  }
  cases.together(taken > 0, 'discounts were taken')
})

t.test('credits and points: what is paid is taken, and never more than there is', async t => {
  for (const random of casesOf(t, { gate: 200, soak: 20_000 })) {
    const balance = random.between(1, 5000)
    const cart = anyCart(random)
    for (const step of stepsOf(cart, anyStack(random, balance))) {
      const { taken } = step
      if (taken === undefined) continue
      if (taken < 0 || taken > balance) t.fail(`case ${random.nr}: ${taken} of ${balance}`)
    }
  }
  t.pass()
})

/** The order, without figures that are nothing and lines that are gone. */
function told({ lines, ...figures }: TakenBack<KeptLine>) {
  const shown = (value: object) =>
    Object.fromEntries(
      Object.entries(value).filter(([, figure]) => figure !== 0 && figure !== null)
    )
  const named = ({ initialQuantity: _, ...line }: KeptLine) => shown(line)
  return JSON.stringify([shown(figures), lines.filter(line => line !== null).map(named)])
}

/** The first identity that a kept order does not meet, or null. */
function brokenOrder({ lines: all, ...order }: TakenBack<KeptLine>): string | null {
  const lines = all.filter(line => line !== null)
  const [discount, items] = [order.discountAmount ?? 0, order.itemsDiscountAmount ?? 0]
  const { amount, totalAmount, totalDiscountAmount } = order
  const identities: readonly [string, boolean][] = [
    [
      'items',
      amount === null || items === Math.min(sum(lines.map(line => line.discountAmount)), amount)
    ],
    ['total discount', amount === null || (totalDiscountAmount ?? 0) === discount + items],
    ['total', amount === null || totalAmount === amount - discount - items],
    ['no total below nothing', (totalAmount ?? 0) >= 0],
    ['free units', lines.every(line => (line.discountQuantity ?? 0) <= line.quantity)],
    ['discounts of lines', lines.every(line => (line.subtotalAmount ?? 0) >= 0)],
    [
      'subtotals',
      lines.every(
        ({ amount, subtotalAmount, discountAmount }) =>
          subtotalAmount === (amount === null ? null : amount - (discountAmount ?? 0))
      )
    ]
  ]
  return identities.find(([, holds]) => !holds)?.[0] ?? null
}

t.test('requests on one order are taken back in any order, and leave it as it was', async t => {
  for (const random of casesOf(t, { gate: 300, soak: 20_000 })) {
    const cart = anyCart(random, { isStored: true })
    const taken: TakenOff[] = []
    let last = cart
    for (let more = random.between(1, 4); more > 0; more--) {
      const { amount, discountAmount } = last
      const lines = last.lines.map(line => ({ ...line, ...keptDiscount(line) }))
      const stored = openCart({
        amount,
        initialAmount: null,
        discountAmount,
        lines,
        isStored: true
      })
      last = sumOfSteps(stored as Cart, stepsOf(stored as Cart, anyStack(random)))
      taken.push(takenOffBy(last))
    }
    const steps = takeBackAll(keptOf(last), shuffled(taken, random))
    const broken = steps.map(brokenOrder).find(found => found !== null)
    const [left, expected] = [told(steps.at(-1) as TakenBack<KeptLine>), told(keptOf(cart))]
    if (left !== expected || broken != null) t.fail(`case ${random.nr}`, { left, expected, broken })
  }
  t.pass()
})

function shuffled<Each>(all: readonly Each[], { between }: Chance): readonly Each[] {
  const keyed = all.map(each => [between(0, 1_000_000), each] as const)
  return keyed.toSorted(([one], [other]) => one - other).map(([, each]) => each)
}

t.test('a cart that comes back with its free units gets as many again', async t => {
  for (const random of casesOf(t, { gate: 300, soak: 20_000 })) {
    // Free units that a shop gave itself are none that come back.
    const sent = anyCart(random, { isEchoed: false }).lines
    const cart = cartOf(sent.map(line => ({ ...line, discountQuantity: null })))
    const units = Array.from({ length: random.between(1, 3) }, () =>
      discountOf(anyUnits(random), [], anyMode(random))
    )
    const answer = sumOfSteps(cart, stepsOf(cart, units))
    const { amount, initialAmount, discountAmount } = answer
    // A line that was not changed says nothing of its initial quantity.
    const isWhole = random.once(2)
    const lines = answer.lines.map((line, at) => {
      const sent = cart.lines[at]
      return isWhole
        ? line
        : {
            ...line,
            discountQuantity: sent?.discountQuantity ?? null,
            discountAmount: sent?.discountAmount ?? null
          }
    })
    const back = cartOf(lines, { amount: amount ?? 0, discountAmount: discountAmount ?? 0 })
    const again = sumOfSteps(back, stepsOf(back, units))
    const quantities = ({ lines }: Cart) =>
      JSON.stringify(
        lines.map(line => [line.quantity, line.initialQuantity, line.discountQuantity])
      )
    if (quantities(again) !== quantities(answer)) {
      t.fail(`case ${random.nr}`, {
        first: quantities(answer),
        again: quantities(again),
        initialAmount
      })
    }
  }
  t.pass()
})
