/**
 * The whole story through the published client of the public interface, unchanged and pointed at
 * this service: programs written with it go on working when its address is ours.
 *
 * The client is given nothing but an address and a key pair. It must find what it needs in our
 * answers, and throw its own exception, filled from our error body, for what we refuse.
 * Spec: ErrorAnswer.
 */
import sdk from '@voucherify/sdk'
import t, { type Test } from 'tap'
import { givenRunningService } from '../support/running.ts'
import { type Client, clientOf, refusalOf } from './support/published-client.ts'

/** A customer, made or changed; the client has one type for them and for unconfirmed ones. */
async function customerOf(client: Client, sent: Parameters<Client['customers']['create']>[0]) {
  const customer = await client.customers.create(sent)
  if (customer.object !== 'customer') throw new Error(`A customer is called ${customer.object}`)
  return customer
}

/** A program that earns, what it sells, and a mug on offer for 20 points. */
async function founded(client: Client) {
  const beans = await client.products.create({
    source_id: 'beans',
    name: 'Coffee beans',
    price: 1250,
    attributes: ['grind']
  })
  const mug = await client.products.create({ source_id: 'mug', name: 'A mug', price: 900 })
  const program = await client.loyalties.create({
    name: 'Regulars',
    type: 'AUTO_UPDATE',
    vouchers_count: 1,
    voucher: {
      type: 'LOYALTY_CARD',
      loyalty_card: { points: 0 },
      code_config: { pattern: 'REG-######' }
    }
  })
  const perEuro = {
    event: 'order.paid',
    loyalty: {
      type: 'PROPORTIONAL',
      calculation_type: 'ORDER_AMOUNT',
      order: { amount: { every: 100, points: 1 } }
    },
    source: { banner: 'A point for every euro' }
  } as const
  const tomorrow = {
    event: 'order.paid',
    loyalty: { type: 'FIXED', points: 10 },
    pending_points: { period_type: 'DAY', period_value: 1 },
    source: { banner: 'Ten more tomorrow' }
  } as const
  const rules = await client.loyalties.createEarningRule(program.id, [perEuro, tomorrow])
  const reward = await client.rewards.create({
    name: 'A mug',
    type: 'MATERIAL',
    stock: 3,
    parameters: { product: { id: mug.id } }
  })
  const [offer] = await client.loyalties.createRewardAssignments(program.id, [
    { reward: reward.id, parameters: { loyalty: { points: 20 } } }
  ])
  return { beans, mug, program, rules, reward, offer }
}

/** What happened to the card, as lists and totals have it. */
async function isRecounted(t: Test, client: Client, code: string, failed: unknown) {
  const history = await client.redemptions.getForVoucher(code)
  t.match(history, {
    data_ref: 'redemption_entries',
    total: 2,
    redemption_entries: [{ result: 'SUCCESS' }, { result: 'FAILURE', id: failed }]
  })
  t.match(await client.customers.get('lena'), {
    summary: {
      orders: { total_count: 1, total_amount: 2500 },
      redemptions: { total_succeeded: 1, total_failed: 1 }
    },
    loyalty: { points: 5, campaigns: { Regulars: { points: 5 } } }
  })
}

const service = await givenRunningService(t)

t.test('from an empty database to a redemption and back through the lists', async t => {
  const client = clientOf(await service.newShop())
  t.match(await client.campaigns.list(), { object: 'list', total: 0, campaigns: [] })
  const { beans, program, rules, reward, offer } = await founded(client)
  t.equal(rules.length, 2)

  const lena = await customerOf(client, { source_id: 'lena', name: 'Lena Moor' })
  const again = await customerOf(client, { source_id: 'lena', email: 'lena@shop.example' })
  t.match(again, { id: lena.id, name: 'Lena Moor', email: 'lena@shop.example' })
  const member = await client.loyalties.createMember(program.id, {
    customer: { source_id: 'lena' },
    channel: 'Front desk'
  })
  t.match(member, { object: 'voucher', type: 'LOYALTY_CARD', holder_id: lena.id, code: /^REG-/ })
  const code = String(member.code)

  const early = await refusalOf(
    client.loyalties.redeemReward(program.id, code, { reward: { id: reward.id } })
  )
  t.match(early, {
    code: 400,
    key: 'loyalty_card_points_exceeded',
    resource_type: 'redemption',
    resource_id: /^r_/
  })

  const order = await client.orders.create({
    source_id: 'first',
    status: 'PAID',
    customer: { source_id: 'lena' },
    items: [{ product_id: beans.id, quantity: 2 }]
  })
  t.match(order, { object: 'order', status: 'PAID', amount: 2500, customer: { id: lena.id } })
  const earned = { points: 25, balance: 25, pending_points: 10 }
  t.match((await client.loyalties.getMember(program.id, code)).loyalty_card, earned)
  t.match(await client.vouchers.get(code), { code, loyalty_card: earned })

  const redemption = await client.loyalties.redeemReward(program.id, code, {
    reward: { id: reward.id },
    metadata: { till: 4 }
  })
  t.match(redemption, {
    object: 'redemption',
    result: 'SUCCESS',
    amount: 20,
    reward: { id: reward.id, assignment_id: offer?.id, name: 'A mug' },
    voucher: { loyalty_card: { balance: 5 } },
    metadata: { till: 4 }
  })
  await isRecounted(t, client, code, early.resource_id)
})

t.test('what was made is listed, page by page as the client asks for it', async t => {
  const client = clientOf(await service.newShop())
  const { beans, mug, program, rules, reward, offer } = await founded(client)
  const lena = await customerOf(client, { source_id: 'lena' })
  const customer = { source_id: 'lena' }
  const member = await client.loyalties.createMember(program.id, { customer })
  const order = await client.orders.create({ source_id: 'first', status: 'CREATED', customer })
  // biome-ignore format: a table
  const rows: readonly (readonly [string, readonly { id?: string }[] | undefined, unknown[]])[] = [
    ['campaigns', (await client.campaigns.list({ limit: 5, page: 1 })).campaigns, [program.id]],
    ['loyalties', (await client.loyalties.list({ limit: 5, page: 1 })).campaigns, [program.id]],
    ['members', (await client.loyalties.listMembers(program.id, { limit: 5, page: 1 })).vouchers,
      [member.id]],
    ['earning rules',
      (await client.loyalties.listEarningRules(program.id, { limit: 5, page: 1 })).data,
      rules.map(({ id }) => id).reverse()],
    ['reward assignments',
      (await client.loyalties.listRewardAssignments(program.id, { limit: 5 })).data, [offer?.id]],
    ['customers', (await client.customers.list({ limit: 5, page: 1 })).customers, [lena.id]],
    ['orders', (await client.orders.list({ limit: 5, page: 1 })).orders, [order.id]],
    ['products', (await client.products.list({ limit: 1, page: 2 })).products, [beans.id]],
    ['products, newest first', (await client.products.list({ limit: 2, page: 1 })).products,
      [mug.id, beans.id]],
    ['rewards', (await client.rewards.list({ limit: 5, page: 1 })).data, [reward.id]],
    ['exports', (await client.distributions.exports.list({ limit: 5 })).exports, []],
    ['validation rules', (await client.validationRules.list({ limit: 5, page: 1 })).data, []],
    ['promotion tiers', (await client.promotions.tiers.listAll({ limit: 5 })).tiers, []]
  ]
  for (const [name, listed, ids] of rows) {
    t.strictSame(
      listed?.map(({ id }) => id),
      ids,
      name
    )
  }
})

t.test('what is changed through the client is changed', async t => {
  const client = clientOf(await service.newShop())
  const { beans, program } = await founded(client)
  const lena = await customerOf(client, { source_id: 'lena', metadata: { coffee: 'black' } })
  // Whole objects come back as they were answered, changed in one place.
  const member = await client.loyalties.createMember(program.id, {
    customer: { source_id: 'lena' }
  })
  const balance = await client.loyalties.addPoints(program.id, String(member.code), { points: 15 })
  t.match(balance, { object: 'balance', points: 15, balance: 15 })
  const renamed = await client.customers.update({ ...lena, source_id: 'lena', name: 'Lena Moor' })
  t.match(renamed, { id: lena.id, name: 'Lena Moor', metadata: { coffee: 'black' } })
  const order = await client.orders.create({ status: 'CREATED', customer: { source_id: 'lena' } })
  const paid = await client.orders.update({ id: order.id, status: 'PAID', amount: 1500 })
  t.match(paid, { id: order.id, status: 'PAID', amount: 1500 })
  await client.campaigns.disable(program.id)
  t.match(await client.campaigns.get('Regulars'), { id: program.id, active: false })
  await client.campaigns.enable(program.id)
  t.match(await client.campaigns.get(program.id), { active: true })

  const grind = { sku: 'Fine', source_id: 'beans-fine', price: 1300, attributes: { grind: 'fine' } }
  const sku = await client.products.createSku(beans.id, grind)
  t.match(await client.products.getSku(sku.id), { id: sku.id, product_id: beans.id, price: 1300 })
  t.match((await client.products.listSkus(beans.id)).skus, [{ id: sku.id }])

  const collection = await client.productCollections.create({
    type: 'STATIC',
    name: 'Hot drinks',
    products: [{ id: beans.id, object: 'product' }]
  })
  t.match(await client.productCollections.get(collection.id), { name: 'Hot drinks' })
  const { async_action_id: action } = await client.products.bulkUpdate([
    { source_id: 'beans', name: 'Coffee beans, roasted' }
  ])
  t.match(await client.asyncActions.get(action), { id: action, type: 'PRODUCTS.BULK_UPDATE' })
})

t.test('a coupon campaign gives vouchers out, one or many', async t => {
  const client = clientOf(await service.newShop())
  const campaign = await client.campaigns.create({
    name: 'Spring',
    type: 'AUTO_UPDATE',
    campaign_type: 'DISCOUNT_COUPONS',
    vouchers_count: 1,
    voucher: {
      type: 'DISCOUNT_VOUCHER',
      discount: { type: sdk.DiscountVouchersTypesEnum.PERCENT, percent_off: 10 },
      redemption: { quantity: 1 },
      code_config: { pattern: 'SPRING-####' }
    }
  })
  const one = await client.campaigns.addVoucher('Spring')
  if (!('code' in one)) throw new Error(`Expected one voucher, got ${JSON.stringify(one)}`)
  t.match(await client.vouchers.get(one.code), {
    code: /^SPRING-/,
    campaign: 'Spring',
    discount: { type: 'PERCENT', percent_off: 10 }
  })
  const many = await client.campaigns.addVoucher(campaign.id, {}, { vouchers_count: 3 })
  t.match(many, { async_action_id: /^aa_/ })
})

t.test('rules are kept and listed; what no rule can be is refused', async t => {
  const client = clientOf(await service.newShop())
  const over = { name: 'order.amount', conditions: { $more_than: [1000] } }
  const rules = { 1: over, logic: '1' }
  const rule = await client.validationRules.create({ name: 'Over 10', rules })
  t.match(await client.validationRules.get(rule.id), { name: 'Over 10', rules: { 1: over } })
  const odd = { name: 'Odd', rules: { 1: { ...over, conditions: { $about: [3] } } } }
  t.match(await refusalOf(client.validationRules.create(odd)), {
    code: 400,
    key: 'invalid_validation_rules',
    details: /\$about/
  })
  t.equal((await client.validationRules.list({})).total, 1)
})

t.test('every kind of refusal arrives as the exception of the client', async t => {
  const shop = await service.newShop()
  const client = clientOf(shop)
  const { program, reward, mug } = await founded(client)
  const stranger = clientOf({ ...shop, appToken: 'wrong' })
  //  request                                               code  key
  const rows = [
    [stranger.customers.list({}), 401, 'unauthorized'],
    [client.customers.get('nobody'), 404, 'not_found'],
    [client.loyalties.getMember(program.id, 'NOBODYS'), 404, 'not_found'],
    [
      client.events.create('unheard.of', { event: 'unheard.of', customer: { source_id: 'lena' } }),
      404,
      'not_found'
    ],
    [client.customers.list({ limit: 101 }), 400, 'invalid_query_params'],
    [client.products.create({ name: 'A mug', price: 0.5 }), 400, 'invalid_payload'],
    [client.rewards.delete(reward.id), 400, 'resource_in_use'],
    [
      client.loyalties.create({
        name: 'Regulars',
        voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
      }),
      409,
      'duplicate_found'
    ]
  ] as const
  const refusals = await Promise.all(rows.map(([asked]) => refusalOf(asked)))
  for (const [index, [, code, key]] of rows.entries()) {
    const said = { message: /\S/, details: /\S/, request_id: /^v-/ }
    t.match(refusals[index], { code, key, ...said }, key)
  }
  t.match(await refusalOf(client.rewards.delete(reward.id)), { resource_id: reward.id })
  t.equal((await client.products.list({})).total, 2, 'nothing was made')
  t.match(await client.products.get(mug.id), { name: 'A mug', price: 900 })
})
