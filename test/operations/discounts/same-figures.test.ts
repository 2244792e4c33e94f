/**
 * What a validation says is what a redemption of the same body then does, over stacks and carts
 * that a seed decides: coupons, credit, points and promotion tiers, exclusive and joint ones, all
 * or as many as apply, under rules and locks. The audit counts everything again at the end.
 */
import t, { type Test } from 'tap'
import * as known from '../../../src/demo/known.ts'
import { type Answered, givenService, type Service } from '../../support/app.ts'
import { type Chance, casesOf } from '../../support/chance.ts'

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const RULES = `/management/v1/projects/${known.PROJECT_ID}/stacking-rules`

// biome-ignore lint/suspicious/noExplicitAny: as answered.
type Json = any

const PRODUCTS = ['prod_00beans', 'prod_00mug', 'prod_00filter', 'prod_nobody_knows'] as const
const ORDER_OR_ITEMS = ['APPLY_TO_ORDER', 'APPLY_TO_ITEMS'] as const
const SHARED = [
  ...ORDER_OR_ITEMS,
  'APPLY_TO_ITEMS_BY_QUANTITY',
  'APPLY_TO_ITEMS_PROPORTIONALLY',
  'APPLY_TO_ITEMS_PROPORTIONALLY_BY_QUANTITY'
] as const

/** The body of a new voucher: a discount of any kind, or a gift. */
function anyVoucher(chance: Chance): object {
  const redemption = { quantity: chance.between(1, 4) }
  const category = chance.once(3) ? { category: chance.pick(['Clearance', 'Always']) } : {}
  if (chance.once(4)) {
    const gift = { amount: chance.between(1, 5000), effect: chance.pick(ORDER_OR_ITEMS) }
    return { type: 'GIFT_VOUCHER', gift, redemption, ...category }
  }
  return { type: 'DISCOUNT_VOUCHER', discount: anyDiscount(chance), redemption, ...category }
}

function anyDiscount(chance: Chance): object {
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

function anyOrder(chance: Chance): object | undefined {
  if (chance.once(12)) return undefined
  if (chance.once(8)) return { amount: chance.below(9000) }
  if (chance.once(10)) return { source_id: `basket-${chance.below(6)}`, amount: 4000 }
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

function figuresOf(order: Record<string, unknown>): unknown {
  const lines = (order['items'] ?? []) as readonly Record<string, unknown>[]
  const money = (of: Record<string, unknown>) => MONEY.map(name => of[name] ?? 0)
  return [money(order), lines.map(line => [line['quantity'], ...money(line)])]
}

const TIERS = ['promo_00tenoff', 'promo_00fiveoff'] as const
const CUSTOMERS = ['ada', 'ada', 'ben', 'newcomer'] as const

/** A stack of anything, now and then with points of a card and under a lock that others have. */
function anyBody(chance: Chance, codes: readonly string[]): object {
  const picked = [
    ...new Set(Array.from({ length: chance.between(1, 5) }, () => chance.pick(codes)))
  ]
  const credits = () => (chance.once(6) ? { gift: { credits: chance.between(1, 900) } } : {})
  const redeemables: object[] = picked.map(id => ({ object: 'voucher', id, ...credits() }))
  if (chance.once(2)) redeemables.push({ object: 'promotion_tier', id: chance.pick(TIERS) })
  const name = chance.pick(CUSTOMERS)
  if (chance.once(3)) redeemables.push(pointsOf(chance, name))
  const key = chance.pick(['basket-1', 'basket-2', 'basket-3'])
  const session = { type: 'LOCK', key, ttl: 1, ttl_unit: 'HOURS' }
  return {
    redeemables: redeemables.toSorted(() => chance.below(3) - 1),
    order: anyOrder(chance),
    ...(chance.once(4) ? {} : { customer: { source_id: name } }),
    ...(chance.once(3) ? { session } : {})
  }
}

function pointsOf(chance: Chance, name: string): object {
  const id = name === 'ben' ? 'CLUB-BEN-0001' : 'CLUB-ADA-0001'
  const points = chance.once(2) ? {} : { points: chance.between(1, 60) }
  return { object: 'voucher', id, reward: { id: 'rew_00coin', ...points } }
}

/** Other stacking rules, so that everything that they decide is decided either way. */
async function restack({ get, put }: Service, chance: Chance): Promise<void> {
  const { data } = (await get('/v1/categories')).body
  const ids = (name: string) =>
    data.filter((each: Json) => each.name === name).map(({ id }: Json) => id)
  const isKept = chance.once(2)
  const rules = {
    redeemables_application_mode: chance.pick(['ALL', 'PARTIAL', 'PARTIAL']),
    redeemables_sorting_rule: chance.pick(['REQUESTED_ORDER', 'CATEGORY_HIERARCHY']),
    redeemables_no_effect_rule: chance.pick(['SKIP', 'REDEEM_ANYWAY']),
    redeemables_products_application_mode: chance.pick(['STACK', 'ONCE']),
    discount_calculation_mode: chance.pick(['INITIAL_AMOUNT', 'DISCOUNTED_AMOUNT']),
    applicable_redeemables_limit: chance.between(2, 5),
    exclusive_categories: isKept ? ids('Clearance') : [],
    joint_categories: isKept ? ids('Always') : []
  }
  const [{ id }] = (await get(RULES, DESK)).body.data
  const { status, body } = await put(`${RULES}/${id}`, rules, DESK)
  if (status !== 200) throw new Error(JSON.stringify(body))
}

/** Categories, and coupons for those who belong to a segment, and once for each customer. */
async function givenShop({ post }: Service): Promise<readonly string[]> {
  for (const [hierarchy, name] of ['Clearance', 'Always'].entries()) {
    await post('/v1/categories', { name, hierarchy })
  }
  const bound = [
    ['customer.segment', { $is: ['seg_00regulars'] }],
    ['redemption.count.per_customer', { $less_than_or_equal: [1] }],
    ['order.amount', { $more_than: [2500] }]
  ] as const
  const codes: string[] = []
  for (const [name, conditions] of bound) {
    const code = `RULED-${codes.length}`
    const discount = { type: 'AMOUNT', amount_off: 150 }
    const { body } = await post(`/v1/vouchers/${code}`, { type: 'DISCOUNT_VOUCHER', discount })
    const rules = { 1: { name, conditions }, logic: '1' }
    const rule = (await post('/v1/validation-rules', { name, rules })).body
    const to = { related_object_type: 'voucher', related_object_id: body.id }
    const assigned = await post(`/v1/validation-rules/${rule.id}/assignments`, to)
    if (assigned.status !== 200) throw new Error(JSON.stringify(assigned.body))
    codes.push(code)
  }
  return codes
}

/** What a validation says that a redemption would do, and what a redemption did. */
function told({ status, body }: Answered): unknown {
  if (status !== 200) return body.key
  const isAsked = 'valid' in body
  if (isAsked && !body.valid) return refusalIn(body)
  const applied: Json[] = isAsked
    ? body.redeemables.filter((each: Json) => each.status === 'APPLICABLE')
    : body.redemptions
  const steps = applied.map(({ result, order, gift, loyalty_card: card }) => [
    figuresOf(order),
    (isAsked ? result.gift?.credits : gift?.amount) ?? null,
    (isAsked ? result.loyalty_card?.points : card?.points) ?? null
  ])
  const left = (list: Json[] = []) => list.map(({ id, result }) => [id, result.details])
  return {
    steps,
    order: figuresOf(body.order),
    skipped: left(body.skipped_redeemables),
    inapplicable: left(body.inapplicable_redeemables)
  }
}

/** What the redemption of it is refused with. */
function refusalIn({
  inapplicable_redeemables: [first] = [],
  stacking_rules: rules
}: Json): string {
  const isPartial = rules.redeemables_application_mode === 'PARTIAL'
  return isPartial ? 'no_applicable_redeemables' : first.result.error.key
}

t.test('validateStackedDiscounts, redeemStackedDiscounts: they have the same figures', async t => {
  const cases = casesOf(t, { gate: 2, soak: 20 })
  let redeemed = 0
  for (const chance of cases) redeemed += await redeemedAlike(t, chance)
  const all = cases.count * STACKS
  cases.together(redeemed > all / 4, `${redeemed} of ${all} stacks were redeemed`)
})

const STACKS = 30

/** How many stacks were redeemed in a shop, each with the figures that it was validated with. */
async function redeemedAlike(t: Test, chance: Chance): Promise<number> {
  const service = await givenService(t)
  const ruled = await givenShop(service)
  const codes: string[] = ['GIFT-2500', 'WELCOME', 'NOBODYS']
  let redeemed = 0
  for (let index = 0; index < STACKS; index++) {
    if (index % 10 === 0) await restack(service, chance)
    const code = `ANY-${index}`
    const made = await service.post(`/v1/vouchers/${code}`, anyVoucher(chance))
    if (made.status !== 200) throw new Error(JSON.stringify(made.body))
    codes.push(code)
    const body = anyBody(chance, [...codes.slice(-10), ...ruled])
    const asked = await service.post('/v1/validations', body)
    // A lock that nobody redeems is in the way of others.
    if (chance.once(8)) continue
    const done = await service.post('/v1/redemptions', body)
    if (done.status === 200 && done.body.redemptions.length > 0) redeemed++
    const [wanted, found] = [told(asked), told(done)]
    if (JSON.stringify(wanted) === JSON.stringify(found)) continue
    t.strictSame(found, wanted, JSON.stringify(body))
    break
  }
  return redeemed
}
