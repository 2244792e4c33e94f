/**
 * Discounts against a second, simpler way to work them out: one pass over lines of one kind of
 * figures, without rules, free units and echoes.
 */
import t from 'tap'
import { type StoredDiscount, sumOfSteps, takenOffBy } from '../../../src/rules/discounts/cart.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { discountOf, type Redeemable, stepsOf } from '../support/arbitrary-stacks.ts'
import { cartOf, keptOf, lineOf, STACKED, takeBackAll } from '../support/carts.ts'

interface ModelLine {
  readonly price: number
  readonly quantity: number
  off: number
}

/** A cart as a till would write it down. */
interface Model {
  readonly lines: readonly ModelLine[]
  off: number
}

const rest = ({ price, quantity, off }: ModelLine) => price * quantity - off
const total = ({ lines, off }: Model) => lines.reduce((sum, line) => sum + rest(line), 0) - off

/** Tenths of a percent of an amount, half up. */
const tenths = (amount: number, share: number) => Math.floor((amount * share * 2 + 1000) / 2000)

/** A discount with what the model takes off an amount that is left, of a line or of the order. */
interface Both {
  readonly discount: StoredDiscount
  readonly onOrder: boolean
  readonly wanted: (left: number, line: ModelLine | null) => number
  /** Off all lines together. */
  readonly limit: number
}

function anyBoth({ pick, between, once }: Chance): Both {
  const onOrder = once(3)
  const effect = onOrder ? 'APPLY_TO_ORDER' : 'APPLY_TO_ITEMS'
  const value = between(1, 1500)
  const limit = once(3) ? between(1, 2500) : null
  const aggregated = limit === null ? {} : { aggregated_amount_limit: limit }
  const within = limit ?? Number.POSITIVE_INFINITY
  switch (pick(['AMOUNT', 'UNITS', 'PERCENT', 'FIXED'])) {
    case 'AMOUNT': {
      const discount = { type: 'AMOUNT', amount_off: value, effect, ...aggregated } as const
      const wanted = () => (onOrder ? Math.min(value, within) : value)
      return { discount, onOrder, wanted, limit: within }
    }
    case 'UNITS': {
      const byUnit = { type: 'AMOUNT', amount_off: value, ...aggregated } as const
      const discount = { ...byUnit, effect: 'APPLY_TO_ITEMS_BY_QUANTITY' }
      const wanted = (_: number, line: ModelLine | null) =>
        line === null ? 0 : Math.min(value, line.price) * line.quantity
      return { discount, onOrder: false, wanted, limit: within }
    }
    case 'PERCENT': {
      const share = between(1, 1000)
      const most = once(2) ? between(1, 900) : null
      const limits = { ...(most === null ? {} : { amount_limit: most }), ...aggregated }
      const discount = { type: 'PERCENT', percent_off: share / 10, effect, ...limits } as const
      const wanted = (left: number) =>
        Math.min(tenths(left, share), most ?? left, onOrder ? within : left)
      return { discount, onOrder, wanted, limit: within }
    }
    default: {
      const discount = { type: 'FIXED', fixed_amount: value, effect } as const
      const wanted = (left: number, line: ModelLine | null) =>
        line === null ? Math.max(left - value, 0) : Math.max(line.price - value, 0) * line.quantity
      return { discount, onOrder, wanted, limit: Number.POSITIVE_INFINITY }
    }
  }
}

/** Takes a discount off the model; what each line gave, and then the order. */
function take(model: Model, { onOrder, wanted, limit }: Both): readonly number[] {
  let left = total(model)
  if (onOrder) {
    const taken = Math.min(wanted(left, null), left)
    model.off += taken
    return [...model.lines.map(() => 0), taken]
  }
  let within = limit
  const taken = model.lines.map(line => {
    const given = Math.min(wanted(rest(line), line), rest(line), within, left)
    line.off += given
    left -= given
    within -= given
    return given
  })
  return [...taken, 0]
}

t.test('every step takes what the simple model takes, and all of it can be undone', async t => {
  for (const random of casesOf(t, { gate: 400, soak: 50_000 })) {
    const { between } = random
    const lines = Array.from({ length: between(1, 4) }, () => ({
      price: between(0, 999),
      quantity: between(1, 5),
      off: 0
    }))
    const model: Model = { lines, off: 0 }
    const cart = cartOf(
      lines.map(({ price, quantity }, at) => lineOf(`p${at}`, quantity, price)),
      { isStored: true }
    )
    const both = Array.from({ length: between(1, 5) }, () => anyBoth(random))
    const redeemables: readonly Redeemable[] = both.map(({ discount }) =>
      discountOf(discount, [], STACKED)
    )
    const steps = stepsOf(cart, redeemables)
    for (const [at, each] of both.entries()) {
      const expected = take(model, each)
      const after = steps[at]?.cart
      const found = [
        ...(after?.lines ?? []).map(line => line.appliedDiscountAmount ?? 0),
        after?.appliedDiscountAmount ?? 0
      ]
      const isSame = JSON.stringify(found) === JSON.stringify(expected)
      const isLeft = after?.totalAmount === total(model)
      if (!(isSame && isLeft)) t.fail(`case ${random.nr}, step ${at}`, { found, expected, each })
    }
    const root = sumOfSteps(cart, steps)
    const [left] = takeBackAll(keptOf(root), [takenOffBy(root)])
    const { amount } = cart
    if (left?.totalAmount !== amount) t.fail(`case ${random.nr}: undone`, { left, amount })
  }
  t.pass()
})
