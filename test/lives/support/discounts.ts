/**
 * What happens to coupons, gift vouchers, promotions and locks in a run of random operations: carts
 * that are tried, kept under a lock, redeemed, given up, asked about, and taken back whole.
 *
 * Codes are good for few uses and cards for little credit, and keys of locks are few, so that
 * everybody meets. Rules limit how often by customer, by campaign and by day.
 *
 * Spec: validateStackedDiscounts, redeemStackedDiscounts, rollbackStackedRedemptions,
 * releaseValidationSession, checkEligibility, updateStackingRules.
 */
import * as known from '../../../src/demo/known.ts'
import type { Answered, Service } from '../../support/app.ts'
import type { Chance } from '../../support/chance.ts'
import { PRODUCTS, type Run, someItems, someone, sound } from './run.ts'

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const RULES = `/management/v1/projects/${known.PROJECT_ID}/stacking-rules`
const TIERS = ['promo_00tenoff', 'promo_00fiveoff'] as const
const KEYS = ['basket-1', 'basket-2', 'basket-3', 'basket-4'] as const
const STATUSES = ['CREATED', 'PAID', 'FULFILLED', 'CANCELED'] as const
const CATEGORIES = ['Clearance', 'Always', 'Ordinary'] as const

/** Makes what the carts meet: categories, limits, and stacking rules that can be changed. */
export async function givenDiscounts(service: Service): Promise<void> {
  const done = async (asked: Promise<Answered>) => {
    const { status, body } = await asked
    if (status >= 300) throw new Error(JSON.stringify(body))
    return body
  }
  for (const name of CATEGORIES) await done(service.post('/v1/categories', { name, hierarchy: 1 }))
  const limited = async (name: string, most: number, type: string, id: string) => {
    const rules = { 1: { name, conditions: { $less_than_or_equal: [most] } }, logic: '1' }
    const rule = await done(service.post('/v1/validation-rules', { name, rules }))
    const url = `/v1/validation-rules/${rule.id}/assignments`
    await done(service.post(url, { related_object_type: type, related_object_id: id }))
  }
  await limited('redemption.count.per_customer.daily', 3, 'promotion_tier', 'promo_00tenoff')
  await limited('campaign.redemptions.count.weekly', 40, 'campaign', known.PROMO_CAMPAIGN_ID)
  await limited('campaign.orders.amount_discounted', 400_000, 'campaign', 'camp_00spring')
}

/** One more code: a coupon of few uses, or a gift voucher; now and then somebody's. */
export async function makeCode(run: Run): Promise<void> {
  const { chance, service, codes } = run
  const code = `SOME-${codes.length + 1}`
  const category = chance.once(3) ? { category: chance.pick(CATEGORIES) } : {}
  const quantity = chance.once(5) ? {} : { redemption: { quantity: chance.between(1, 3) } }
  const kind = chance.once(3)
    ? { type: 'GIFT_VOUCHER', gift: { amount: chance.between(1, 4000), ...giftEffect(chance) } }
    : { type: 'DISCOUNT_VOUCHER', discount: someDiscount(chance) }
  const { status } = sound(
    run,
    await service.post(`/v1/vouchers/${code}`, { ...kind, ...category, ...quantity })
  )
  if (status === 200) codes.push(code)
  if (chance.once(3)) {
    const customer = { source_id: someone(chance) }
    sound(run, await service.post('/v1/publications', { voucher: code, customer }))
  }
}

const giftEffect = ({ pick }: Chance) => ({ effect: pick(['APPLY_TO_ORDER', 'APPLY_TO_ITEMS']) })

function someDiscount({ pick, between, below }: Chance): object {
  const effect = pick(['APPLY_TO_ORDER', 'APPLY_TO_ITEMS'])
  return pick([
    { type: 'AMOUNT', amount_off: between(1, 2500), effect },
    { type: 'PERCENT', percent_off: between(1, 1000) / 10, effect },
    { type: 'FIXED', fixed_amount: below(1500), effect },
    {
      type: 'UNIT',
      unit_off: between(1, 2),
      unit_type: pick(PRODUCTS),
      effect: pick(['ADD_NEW_ITEMS', 'ADD_MISSING_ITEMS'])
    }
  ])
}

/** What somebody asks for: vouchers, tiers, and points of their own card, on a cart. */
async function someCart(run: Run): Promise<object> {
  const { chance, codes } = run
  const { code, holder, balance } = chance.pick(await run.cards())
  const picked = new Set(
    Array.from({ length: chance.between(1, 3) }, () => chance.pick(codes.slice(-9)))
  )
  const redeemables: object[] = [...picked].map(id => ({
    object: 'voucher',
    id,
    ...(chance.once(4) ? { gift: { credits: chance.between(1, 1500) } } : {})
  }))
  if (chance.once(12)) redeemables.push({ object: 'voucher', id: 'NOBODY-HAS-IT' })
  if (chance.once(3)) redeemables.push({ object: 'promotion_tier', id: chance.pick(TIERS) })
  if (chance.once(3)) {
    const points = chance.once(2) ? {} : { points: chance.between(1, Math.max(balance, 1)) }
    redeemables.push({ object: 'voucher', id: code, reward: { id: 'rew_00coin', ...points } })
  }
  const customer = chance.once(2) ? { id: holder } : { source_id: someone(chance) }
  return {
    redeemables,
    ...(chance.once(6) ? {} : { customer }),
    ...(chance.once(5) ? {} : { order: { ...someOrder(run), ...someStatus(chance, 5) } })
  }
}

const someStatus = ({ once, pick }: Chance, seldom: number) =>
  once(seldom) ? { status: pick(STATUSES) } : {}

function someOrder({ chance, paid }: Run): object {
  if (paid.length > 0 && chance.once(5)) return { id: chance.pick(paid.slice(-9)) }
  if (chance.once(5)) return { source_id: `${someone(chance)}-${chance.below(10)}` }
  if (chance.once(5)) return { amount: chance.below(9000) }
  return { items: someItems(chance).map(([product_id, quantity]) => ({ product_id, quantity })) }
}

function someLock({ pick, between, once }: Chance): object {
  if (once(2)) return {}
  const ttl_unit = pick(['MINUTES', 'HOURS', 'DAYS'])
  return { session: { type: 'LOCK', key: pick(KEYS), ttl: between(1, 20), ttl_unit } }
}

/** A cart is tried, often under a lock, and then redeemed or left where it is. */
export async function shop(run: Run): Promise<void> {
  const { chance } = run
  const body = { ...(await someCart(run)), ...someLock(chance) }
  const { status, body: tried } = sound(run, await run.service.post('/v1/validations', body))
  if (chance.once(3)) return
  const redeemed = sound(run, await run.service.post('/v1/redemptions', body))
  note(run, redeemed)
  // What is valid is redeemed, also when everything was left out.
  const applies = status === 200 && tried.valid
  if (applies !== (redeemed.status === 200)) {
    run.t.strictSame([tried, redeemed.body], [], `not both: ${JSON.stringify(body)}`)
  }
}

/** Keeps the ids of what was redeemed, so that it is rolled back some day, and of its order. */
function note({ redeemed, paid }: Run, { status, body }: Answered): void {
  if (status !== 200) return
  if (body.order?.id) paid.push(body.order.id)
  redeemed.push(...body.redemptions.map(({ id }: { id: string }) => id))
  if (body.parent_redemption) redeemed.push(body.parent_redemption.id)
}

/** One cart, asked for by several at once, each for themselves or under one key. */
export async function shopAtOnce(run: Run): Promise<void> {
  const { chance, service } = run
  const body = await someCart(run)
  const asked = Array.from({ length: chance.between(2, 5) }, () => {
    const url = chance.once(3) ? '/v1/validations' : '/v1/redemptions'
    return service.post(url, { ...body, ...someLock(chance) })
  })
  for (const answer of await Promise.all(asked)) {
    sound(run, answer)
    if (answer.body?.redemptions !== undefined) note(run, answer)
  }
}

/** Of a stack, of a part of one, or of what was redeemed alone; now and then at once. */
export async function rollBackWhole(run: Run): Promise<void> {
  const { chance, service, redeemed } = run
  if (redeemed.length === 0) return
  const id = chance.once(3) ? chance.pick(redeemed) : chance.pick(redeemed.slice(-6))
  const status = someStatus(chance, 2)
  const body = chance.once(3) ? { order: status } : {}
  const asked = Array.from({ length: chance.once(4) ? 3 : 1 }, () =>
    service.post(`/v1/redemptions/${id}/rollbacks`, body)
  )
  for (const answer of await Promise.all(asked)) sound(run, answer)
}

/** Whose an order of a cart is, what it comes to, or its status is another from now on. */
export async function changePaid(run: Run): Promise<void> {
  const { chance, service, paid } = run
  if (paid.length === 0) return
  const body = {
    ...(chance.once(2) ? { customer: { source_id: someone(chance) } } : {}),
    ...(chance.once(2) ? { amount: chance.below(9000) } : {}),
    ...someStatus(chance, 3)
  }
  sound(run, await service.put(`/v1/orders/${chance.pick(paid.slice(-9))}`, body))
}

/** A code at a counter, whose order of nobody then gets somebody, and is rolled back or not. */
export async function atCounter(run: Run): Promise<void> {
  const { chance, service, codes } = run
  const customer = { source_id: someone(chance) }
  const redeemables = [{ object: 'voucher', id: chance.pick(codes.slice(-9)) }]
  const sold = sound(run, await service.post('/v1/redemptions', { redeemables, customer }))
  note(run, sold)
  if (sold.status !== 200 || sold.body.redemptions.length === 0) return
  const { order, redemptions } = sold.body
  if (chance.once(2)) {
    const body = { customer: { source_id: someone(chance) }, amount: chance.below(9000) }
    sound(run, await service.put(`/v1/orders/${order.id}`, body))
  }
  if (chance.once(3)) return
  const body = chance.once(2) ? { order: { status: chance.pick(STATUSES) } } : {}
  sound(run, await service.post(`/v1/redemptions/${redemptions[0].id}/rollbacks`, body))
}

export async function release(run: Run): Promise<void> {
  const { chance, service, codes } = run
  const [code, key] = [chance.pick(codes.slice(-9)), chance.pick(KEYS)]
  const answer = await service.delete(`/v1/vouchers/${code}/sessions/${key}`)
  if (answer.status !== 204) sound(run, answer)
}

export async function qualify(run: Run): Promise<void> {
  const { chance, service } = run
  const scenario = chance.pick(['ALL', 'CUSTOMER_WALLET', 'AUDIENCE_ONLY', 'PRODUCTS'])
  const order = chance.once(3) ? {} : { order: someOrder(run) }
  const body = { customer: { source_id: someone(chance) }, scenario, ...order }
  sound(run, await service.post('/v1/qualifications', body))
}

/** Some of the project's stacking rules are other ones from now on. */
export async function restack(run: Run): Promise<void> {
  const { chance, service } = run
  const [{ id }] = (await service.get(RULES, DESK)).body.data
  const { data } = (await service.get('/v1/categories')).body
  const named = (name: string) =>
    data
      .filter((each: { name: string }) => each.name === name)
      .map((each: { id: string }) => each.id)
  const isKept = chance.once(2)
  const rules = {
    redeemables_application_mode: chance.pick(['ALL', 'PARTIAL']),
    redeemables_no_effect_rule: chance.pick(['SKIP', 'REDEEM_ANYWAY']),
    redeemables_products_application_mode: chance.pick(['STACK', 'ONCE']),
    redeemables_rollback_order_mode: chance.pick(['WITH_ORDER', 'WITHOUT_ORDER']),
    discount_calculation_mode: chance.pick(['INITIAL_AMOUNT', 'DISCOUNTED_AMOUNT']),
    applicable_redeemables_limit: chance.between(2, 5),
    exclusive_categories: isKept ? named('Clearance') : [],
    joint_categories: isKept ? named('Always') : []
  }
  sound(run, await service.put(`${RULES}/${id}`, rules, DESK))
}
