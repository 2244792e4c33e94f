import t, { type Test } from 'tap'
import * as known from '../../../src/demo/known.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { givenService, keyOf, type Service } from '../../support/app.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { onDemo } from '../../support/on-demo.ts'

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const REDEMPTIONS = '/v1/redemptions'
const BEANS = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const WELCOME = { object: 'voucher', id: 'WELCOME' }
const GIFT = { object: 'voucher', id: 'GIFT-2500', gift: { credits: 1000 } }
const TEN_OFF = { object: 'promotion_tier', id: 'promo_00tenoff' }
const CARD = { object: 'voucher', id: 'CLUB-ADA-0001', reward: { id: 'rew_00coin', points: 20 } }
const ADA = { source_id: 'ada' }

const get = async (service: Service, path: string) => (await service.get(path)).body

interface Undone {
  readonly redemption: string
  readonly amount?: number
  readonly gift?: object
  readonly loyalty_card?: object
}

/** What a redemption changes; but for times, and for points that were earned and taken back. */
async function kept(service: Service): Promise<unknown> {
  const codes = ['WELCOME', 'GIFT-2500', 'CLUB-ADA-0001']
  const vouchers = []
  for (const code of codes) {
    const { gift, loyalty_card, redemption } = await get(service, `/v1/vouchers/${code}`)
    const { balance = null, pending_points = null } = loyalty_card ?? {}
    vouchers.push({ gift, balance, pending_points, redemption })
  }
  const { summary } = await get(service, '/v1/promotions/tiers/promo_00tenoff')
  const ada = await get(service, '/v1/customers/ada')
  const { gift, loyalty_card } = ada.summary.redemptions
  const { total_amount, total_count } = ada.summary.orders
  return { vouchers, summary, gift, loyalty_card, total_amount, total_count }
}

const redeem = async (service: Service, redeemables: readonly object[], more: object = {}) =>
  (await service.post(REDEMPTIONS, { redeemables, order: BEANS, customer: ADA, ...more })).body

onDemo('rollbackStackedRedemptions: a stack is undone whole, and once', async (t, service) => {
  const before = await kept(service)
  const {
    parent_redemption: parent,
    redemptions,
    order
  } = await redeem(service, [GIFT, WELCOME, TEN_OFF, CARD])
  t.notSame(await kept(service), before)
  const path = `${REDEMPTIONS}/${parent.id}/rollbacks`
  const { status, body } = await service.post(path, { reason: 'Sent back', metadata: { till: 9 } })
  t.equal(status, 200)
  const { rollbacks, parent_rollback: rollback } = body
  const found = rollbacks.map(({ redemption, amount, gift, loyalty_card }: Undone) => [
    redemption,
    amount ?? null,
    gift ?? null,
    loyalty_card ?? null
  ])
  t.strictSame(found, [
    [redemptions[0].id, -1000, { amount: -1000 }, null],
    [redemptions[1].id, null, null, null],
    [redemptions[2].id, null, null, null],
    [redemptions[3].id, -20, null, { points: -20 }]
  ])
  const records = [parent, ...redemptions, rollback, ...rollbacks]
  for (const { id } of records) t.match(id, /^r_/)
  t.match(rollback, {
    redemption: parent.id,
    reason: 'Sent back',
    metadata: { till: 9 },
    result: 'SUCCESS',
    order: { status: 'CANCELED' }
  })
  const { amount } = order
  t.match(body.order, {
    id: order.id,
    status: 'CANCELED',
    amount,
    discount_amount: 0,
    total_amount: amount
  })
  t.match(body.order.redemptions[parent.id], {
    rollback_id: rollback.id,
    rollback_stacked: rollbacks.map(({ id }: { id: string }) => id)
  })
  t.match(rollbacks[2].promotion_tier, { id: 'promo_00tenoff' })
  t.strictSame(await kept(service), before)
  t.match(await get(service, `${REDEMPTIONS}/${redemptions[1].id}`), {
    status: 'ROLLED_BACK',
    related_redemptions: { rollbacks: [{ id: rollbacks[1].id, rollback_order_mode: 'WITH_ORDER' }] }
  })
  t.strictSame(keyOf(await service.post(path)), [400, 'already_rolled_back'])
})

onDemo('rollbackStackedRedemptions: the refusals, which change nothing', async (t, service) => {
  const stack = await redeem(service, [WELCOME, TEN_OFF])
  const parent = stack.parent_redemption.id
  const part = stack.redemptions[0].id
  const before = await kept(service)
  const { total } = await get(service, REDEMPTIONS)
  //                 path, body, status, key
  const rows: readonly (readonly [string, object, number, string])[] = [
    [`r_nobody/rollbacks`, {}, 404, 'not_found'],
    [`${part}/rollbacks`, {}, 400, 'invalid_redemption_parent'],
    [`${part}/rollback`, {}, 400, 'invalid_redemption_parent'],
    [`${parent}/rollback`, {}, 400, 'invalid_redemption'],
    [`${parent}/rollbacks`, { customer: { source_id: 'nobody' } }, 404, 'not_found'],
    [`${parent}/rollbacks`, { customer: { source_id: 'ben' } }, 400, 'invalid_customer'],
    [`${parent}/rollbacks`, { order: { source_id: 'other' } }, 400, 'invalid_order']
  ]
  for (const [path, body, status, key] of rows) {
    t.strictSame(keyOf(await service.post(`${REDEMPTIONS}/${path}`, body)), [status, key], path)
  }
  t.strictSame(await kept(service), before)
  t.equal((await get(service, REDEMPTIONS)).total, total, 'none of them is recorded')
  const named = { customer: ADA, order: { id: stack.order.id }, tracking_id: 'me' }
  const { status, body } = await service.post(`${REDEMPTIONS}/${parent}/rollbacks`, named)
  t.strictSame([status, body.parent_rollback.tracking_id], [200, 'me'])
  const undone = await service.post(`${REDEMPTIONS}/${body.parent_rollback.id}/rollbacks`)
  t.strictSame(undone.body.key, 'invalid_rollback_params')
})

onDemo('rollbackStackedRedemptions: one that was made alone, by both paths', async (t, service) => {
  for (const redeemable of [WELCOME, GIFT, TEN_OFF, CARD]) {
    for (const way of ['rollback', 'rollbacks']) {
      const before = await kept(service)
      const { redemptions } = await redeem(service, [redeemable])
      const { status, body } = await service.post(`${REDEMPTIONS}/${redemptions[0].id}/${way}`)
      const name = `${redeemable.id} by ${way}`
      t.equal(status, 200, name)
      t.notOk('parent_rollback' in body, name)
      t.strictSame(await kept(service), before, name)
    }
  }
})

onDemo('rollbackStackedRedemptions: one by one, on the order of nobody', async (t, service) => {
  const before = await kept(service)
  for (const redeemable of [WELCOME, TEN_OFF, GIFT]) {
    const { redemptions, order } = await redeem(service, [redeemable], { customer: null })
    t.equal(redemptions[0].customer_id, null)
    const { body } = await service.post(`${REDEMPTIONS}/${redemptions[0].id}/rollback`)
    t.match(body, { customer_id: null, order: { id: order.id, status: 'CANCELED' } })
  }
  t.strictSame(await kept(service), before)
})

onDemo('rollbackStackedRedemptions: free goods go with their discount', async (t, service) => {
  const unit = { type: 'UNIT', unit_off: 1, unit_type: 'prod_00mug', effect: 'ADD_NEW_ITEMS' }
  await service.post('/v1/vouchers/FREE-MUG', { type: 'DISCOUNT_VOUCHER', discount: unit })
  const half = { type: 'PERCENT', percent_off: 50, effect: 'APPLY_TO_ITEMS' }
  await service.post('/v1/vouchers/HALF', { type: 'DISCOUNT_VOUCHER', discount: half })
  const codes = ['FREE-MUG', 'HALF', 'FREE-MUG']
  const ids: string[] = []
  for (const id of codes) {
    const order = { source_id: 'cart-9', ...BEANS }
    const { redemptions } = await redeem(service, [{ object: 'voucher', id }], { order })
    ids.push(redemptions[0].id)
  }
  const first = (await get(service, '/v1/orders/cart-9')) as { items: { quantity: number }[] }
  t.ok(first.items.length > 1, 'a mug was added')
  for (const id of [ids[1], ids[0], ids[2]]) {
    t.equal((await service.post(`${REDEMPTIONS}/${id}/rollback`)).status, 200)
  }
  const { items, ...order } = await get(service, '/v1/orders/cart-9')
  t.match(order, { amount: 3700, total_discount_amount: 0, total_amount: 3700 })
  t.notOk('items_discount_amount' in order)
  t.match(items, [{ product_id: 'prod_00beans', quantity: 2, subtotal_amount: 3700 }])
  t.strictSame([items.length, 'discount_amount' in items[0]], [1, false])
})

onDemo('rollbackStackedRedemptions: an amount of the shop’s own stays', async (t, service) => {
  const unit = { type: 'UNIT', unit_off: 1, unit_type: 'prod_00mug', effect: 'ADD_NEW_ITEMS' }
  await service.post('/v1/vouchers/FREE-MUG', { type: 'DISCOUNT_VOUCHER', discount: unit })
  const mug = { object: 'voucher', id: 'FREE-MUG' }
  const { price } = (await get(service, '/v1/products/prod_00mug')) as { price: number }
  const total = 3700
  const read = async (id: string) => {
    const { amount, total_amount, status, items } = await get(service, `/v1/orders/${id}`)
    return [amount, total_amount, status, items.length]
  }
  //                what is sent of the order in between   and what it costs after the rollback
  const rows: readonly (readonly [string, object, number])[] = [
    ['nothing', {}, total],
    ['the amount that it has', { amount: total + price }, total],
    ['a lower amount', { amount: 100 }, 100],
    ['a higher amount', { amount: 90_000 }, 90_000]
  ]
  for (const [index, [title, sent, amount]] of rows.entries()) {
    const order = { source_id: `own-${index}`, ...BEANS }
    const { redemptions } = await redeem(service, [mug], { order })
    t.equal((await service.put(`/v1/orders/${order.source_id}`, sent)).status, 200, title)
    const later = await redeem(service, [mug], { order: { source_id: order.source_id } })
    const undone = { order: { status: 'CREATED' } }
    for (const { id } of [redemptions[0], later.redemptions[0]]) {
      const { status, body } = await service.post(`${REDEMPTIONS}/${id}/rollbacks`, undone)
      t.strictSame([status, body.order.total_amount], [200, amount], title)
    }
    t.strictSame(await read(order.source_id), [amount, amount, 'CREATED', 1], title)
  }
})

onDemo('rollbackStackedRedemptions: another status, or the order as it is', async (t, service) => {
  const made = await redeem(service, [WELCOME, TEN_OFF])
  const path = `${REDEMPTIONS}/${made.parent_redemption.id}/rollbacks`
  const { body } = await service.post(path, { order: { status: 'PAID' } })
  t.match(body.order, { status: 'PAID', total_amount: 3700 })
  const rules = `/management/v1/projects/${known.PROJECT_ID}/stacking-rules`
  const mode = { redeemables_rollback_order_mode: 'WITHOUT_ORDER' }
  const [own] = (await service.get(rules, DESK)).body.data
  t.equal((await service.put(`${rules}/${own.id}`, mode, DESK)).status, 200)
  const before = await kept(service)
  const { redemptions, order } = await redeem(service, [GIFT])
  const alone = `${REDEMPTIONS}/${redemptions[0].id}`
  const undone = await service.post(`${alone}/rollbacks`)
  const named = { rollback_id: undone.body.rollbacks[0].id }
  t.match(undone.body.order.redemptions[redemptions[0].id], named)
  const { updated_at, redemptions: links } = undone.body.order
  t.strictSame(undone.body.order, { ...order, updated_at, redemptions: links })
  t.strictSame((await get(service, `/v1/orders/${order.id}`)).status, 'PAID')
  t.strictSame((await get(service, '/v1/vouchers/GIFT-2500')).gift.balance, 2500)
  t.match((await get(service, alone)).related_redemptions.rollbacks, [
    { rollback_order_mode: 'WITHOUT_ORDER' }
  ])
  t.notSame(await kept(service), before, 'the order counts as paid')
  const other = await redeem(service, [GIFT])
  const single = `${REDEMPTIONS}/${other.redemptions[0].id}/rollback`
  t.equal((await service.post(single)).status, 200)
  const left = await get(service, `/v1/orders/${other.order.id}`)
  t.match(left, { status: 'PAID', total_amount: other.order.total_amount }, 'also of one alone')
  const third = await redeem(service, [GIFT])
  const sent = { order: { status: 'CREATED' } }
  const asked = await service.post(`${REDEMPTIONS}/${third.redemptions[0].id}/rollbacks`, sent)
  t.match(asked.body.order, { status: 'CREATED', total_amount: 3700 }, 'unless a status is sent')
})

function shuffled<Thing>(things: readonly Thing[], chance: Chance): readonly Thing[] {
  const places = things.map(thing => ({ thing, place: chance.below(1_000_000) }))
  return places.toSorted((one, other) => one.place - other.place).map(({ thing }) => thing)
}

t.test('rollbackStackedRedemptions: in any order, everything is as before', async t => {
  for (const chance of casesOf(t, { gate: 1, soak: 20 })) await allTakenBack(t, chance)
})

async function allTakenBack(t: Test, chance: Chance): Promise<void> {
  const service = await givenService(t)
  const before = await kept(service)
  const made: string[] = []
  for (let turn = 0; turn < 24; turn++) {
    const parts = [GIFT, WELCOME, TEN_OFF, CARD].filter(() => chance.once(2))
    const credits = chance.between(1, 400)
    const redeemables = parts.map(part => ('gift' in part ? { ...part, gift: { credits } } : part))
    if (redeemables.length === 0) continue
    const customer = parts.includes(CARD) || chance.once(2) ? ADA : null
    const body = await redeem(service, shuffled(redeemables, chance), { customer })
    const id = body.parent_redemption?.id ?? body.redemptions?.[0].id
    if (id !== undefined) made.push(id)
  }
  for (const id of shuffled(made, chance)) {
    t.equal((await service.post(`${REDEMPTIONS}/${id}/rollbacks`)).status, 200, id)
  }
  t.ok(made.length > 4)
  t.strictSame(await kept(service), before)
}

onDemo('rollbackStackedRedemptions: credit of one who is gone, by another', async (t, service) => {
  await service.post('/v1/customers', { source_id: 'zoe' })
  const gift = { type: 'GIFT_VOUCHER', gift: { amount: 500 } }
  await service.post('/v1/vouchers/ZOES', gift)
  const given = { customer: { source_id: 'zoe' }, voucher: 'ZOES' }
  t.equal((await service.post('/v1/publications', given)).status, 200)
  const { body: zoe } = await service.get('/v1/customers/zoe')
  t.equal(zoe.summary.redemptions.gift.amount_to_go, 500)
  t.equal((await service.delete('/v1/customers/zoe')).status, 204)
  const redeemable = { object: 'voucher', id: 'ZOES', gift: { credits: 200 } }
  const { redemptions } = await redeem(service, [redeemable])
  t.equal(redemptions[0].gift.amount, 200)
  t.match(await audit(service.store), { clean: true })
  t.equal((await service.post(`${REDEMPTIONS}/${redemptions[0].id}/rollback`)).status, 200)
})
