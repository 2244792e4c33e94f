/**
 * What a validation says is what a redemption of the same body then does, over stacks and carts
 * that a seed decides. The audit of each service counts everything again at the end.
 */
import t from 'tap'
import { givenService } from '../../support/app.ts'
import { type Seeded, seeded } from '../../support/seeded.ts'

const PRODUCTS = ['prod_00beans', 'prod_00mug', 'prod_00filter', 'prod_nobody_knows'] as const
const ORDER_OR_ITEMS = ['APPLY_TO_ORDER', 'APPLY_TO_ITEMS'] as const
const SHARED = [
  ...ORDER_OR_ITEMS,
  'APPLY_TO_ITEMS_BY_QUANTITY',
  'APPLY_TO_ITEMS_PROPORTIONALLY',
  'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY'
] as const

/** The body of a new voucher: a discount of any kind, or a gift. */
function anyVoucher(chance: Seeded): object {
  const redemption = { quantity: chance.between(1, 4) }
  if (chance.once(4)) {
    const gift = { amount: chance.between(1, 5000), effect: chance.pick(ORDER_OR_ITEMS) }
    return { type: 'GIFT_VOUCHER', gift, redemption }
  }
  return { type: 'DISCOUNT_VOUCHER', discount: anyDiscount(chance), redemption }
}

function anyDiscount(chance: Seeded): object {
  switch (chance.below(4)) {
    case 0: {
      const amount_off = chance.between(1, 3000)
      return { type: 'AMOUNT', amount_off, effect: chance.pick(SHARED) }
    }
    case 1: {
      const percent_off = chance.between(1, 1000) / 10
      return { type: 'PERCENT', percent_off, effect: chance.pick(ORDER_OR_ITEMS) }
    }
    case 2: {
      const fixed_amount = chance.below(2000)
      return { type: 'FIXED', fixed_amount, effect: chance.pick(ORDER_OR_ITEMS) }
    }
    default: {
      const unit = { unit_off: chance.between(1, 3), unit_type: 'prod_00mug' }
      const effect = chance.pick(['ADD_NEW_ITEMS', 'ADD_MISSING_ITEMS'])
      return { type: 'UNIT', ...unit, effect }
    }
  }
}

function anyOrder(chance: Seeded): object | undefined {
  if (chance.once(12)) return undefined
  if (chance.once(8)) return { amount: chance.below(9000) }
  const items = Array.from({ length: chance.between(1, 4) }, () => ({
    product_id: chance.pick(PRODUCTS),
    quantity: chance.between(1, 3),
    ...(chance.once(3) ? { price: chance.below(3000) } : {}),
    ...(chance.once(6) ? { discount_amount: chance.below(500) } : {})
  }))
  return { items, ...(chance.once(6) ? { discount_amount: chance.below(2000) } : {}) }
}

const MONEY = [
  'amount',
  'discount_amount',
  'items_discount_amount',
  'total_discount_amount',
  'total_amount',
  'applied_discount_amount',
  'items_applied_discount_amount',
  'total_applied_discount_amount'
] as const

/** The figures of an order and of its lines; what is not there is 0. */
function figuresOf(order: Record<string, unknown>): unknown {
  const lines = (order['items'] ?? []) as readonly Record<string, unknown>[]
  const money = (of: Record<string, unknown>) => MONEY.map(name => of[name] ?? 0)
  return [money(order), lines.map(line => [line['quantity'], ...money(line)])]
}

interface Body {
  readonly redeemables: readonly object[]
}

function anyBody(chance: Seeded, codes: readonly string[]): Body {
  const picked = [
    ...new Set(Array.from({ length: chance.between(1, 4) }, () => chance.pick(codes)))
  ]
  const redeemables = picked.map(id => ({ object: 'voucher', id }))
  const tier = chance.once(3) ? [{ object: 'promotion_tier', id: 'promo_00tenoff' }] : []
  const order = anyOrder(chance)
  const customer = chance.pick([undefined, { source_id: 'ada' }, { source_id: 'newcomer' }])
  return { redeemables: [...redeemables, ...tier], ...{ order, customer } }
}

t.test('validateStackedDiscounts, redeemStackedDiscounts: they have the same figures', async t => {
  const chance = seeded(t)
  const service = await givenService(t)
  const codes: string[] = ['GIFT-2500', 'WELCOME', 'NOBODYS']
  let redeemed = 0
  const cases = chance.cases(600, 30)
  for (let index = 0; index < cases; index++) {
    const code = `ANY-${index}`
    const made = await service.post(`/v1/vouchers/${code}`, anyVoucher(chance))
    if (made.status !== 200) throw new Error(JSON.stringify(made.body))
    codes.push(code)
    const body = anyBody(chance, codes.slice(-12))
    const asked = (await service.post('/v1/validations', body)).body
    const done = await service.post('/v1/redemptions', body)
    if (done.status === 200) redeemed++
    const wanted = asked.valid && asked.redeemables.length > 0 ? 200 : asked.valid ? 400 : 'refused'
    const status = done.status === 400 || done.status === 404 ? 'refused' : done.status
    if (status !== (wanted === 400 ? 'refused' : wanted)) {
      t.strictSame([body, asked, done.body], [], 'both apply, or neither does')
      return
    }
    if (done.status !== 200) continue
    const steps = asked.redeemables.map(({ order }: { order: Record<string, unknown> }) =>
      figuresOf(order)
    )
    const taken = done.body.redemptions.map(({ order }: { order: Record<string, unknown> }) =>
      figuresOf(order)
    )
    const [before, after] = [figuresOf(asked.order), figuresOf(done.body.order)]
    if (JSON.stringify([steps, before]) !== JSON.stringify([taken, after])) {
      t.strictSame([taken, after], [steps, before], JSON.stringify(body))
      return
    }
  }
  t.ok(redeemed > cases / 4, `${redeemed} of ${cases} stacks were redeemed`)
})
