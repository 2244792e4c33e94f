/**
 * The whole story through the published client of the public interface, unchanged and pointed at
 * this service: programs written with it go on working when its address is ours.
 *
 * The client is given nothing but an address and a key pair. It must find what it needs in our
 * answers, and throw its own exception, filled from our error body, for what we refuse.
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

/** What was deleted is not found, by a second look. */
async function isGone(t: Test, name: string, look: Promise<unknown>): Promise<void> {
  t.match(await refusalOf(look), { code: 404, key: 'not_found' }, name)
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
  if (offer === undefined) throw new Error('Nothing is on offer')
  return { beans, mug, program, rules, reward, offer }
}

const lena = { source_id: 'lena' }

/** The code of Lena, who has 50 points in the program. */
async function joined(client: Client, program: { readonly id: string }): Promise<string> {
  const code = String((await client.loyalties.createMember(program.id, { customer: lena })).code)
  await client.loyalties.addOrRemoveCardBalance(code, { points: 50 })
  return code
}

const ten = { type: sdk.DiscountVouchersTypesEnum.PERCENT, percent_off: 10 } as const

/** Credit of a gift voucher. */
const credit = (code: string, amount: number) =>
  ({ code, type: 'GIFT_VOUCHER', gift: { amount, balance: amount } }) as const

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

  const customer = await customerOf(client, { ...lena, name: 'Lena Moor' })
  const again = await customerOf(client, { ...lena, email: 'lena@shop.example' })
  t.match(again, { id: customer.id, name: 'Lena Moor', email: 'lena@shop.example' })
  const joining = { customer: lena, channel: 'Front desk' }
  const member = await client.loyalties.createMember(program.id, joining)
  const held = { object: 'voucher', type: 'LOYALTY_CARD', holder_id: customer.id }
  t.match(member, { ...held, code: /^REG-/ })
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
    customer: lena,
    items: [{ product_id: beans.id, quantity: 2 }]
  })
  t.match(order, { object: 'order', status: 'PAID', amount: 2500, customer: { id: customer.id } })
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
    reward: { id: reward.id, assignment_id: offer.id, name: 'A mug' },
    voucher: { loyalty_card: { balance: 5 } },
    metadata: { till: 4 }
  })
  await isRecounted(t, client, code, early.resource_id)
})

t.test('what was made is listed, page by page as the client asks for it', async t => {
  const client = clientOf(await service.newShop())
  const { beans, mug, program, rules, reward, offer } = await founded(client)
  const customer = await customerOf(client, lena)
  const member = await client.loyalties.createMember(program.id, { customer: lena })
  const sent = { source_id: 'first', status: 'CREATED', customer: lena } as const
  const order = await client.orders.create(sent)
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
      (await client.loyalties.listRewardAssignments(program.id, { limit: 5 })).data, [offer.id]],
    ['customers', (await client.customers.list({ limit: 5, page: 1 })).customers, [customer.id]],
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
    const found = listed?.map(({ id }) => id)
    t.strictSame(found, ids, name)
  }
})

t.test('what is changed through the client is changed', async t => {
  const client = clientOf(await service.newShop())
  const { program } = await founded(client)
  const customer = await customerOf(client, { ...lena, metadata: { coffee: 'black' } })
  const member = await client.loyalties.createMember(program.id, { customer: lena })
  const balance = await client.loyalties.addPoints(program.id, String(member.code), { points: 15 })
  t.match(balance, { object: 'balance', points: 15, balance: 15 })
  // Whole objects come back as they were answered, changed in one place.
  const renamed = await client.customers.update({ ...customer, ...lena, name: 'Lena Moor' })
  t.match(renamed, { id: customer.id, name: 'Lena Moor', metadata: { coffee: 'black' } })
  const order = await client.orders.create({ status: 'CREATED', customer: lena })
  const paid = await client.orders.update({ id: order.id, status: 'PAID', amount: 1500 })
  t.match(paid, { id: order.id, status: 'PAID', amount: 1500 })
  await client.campaigns.disable(program.id)
  t.match(await client.campaigns.get('Regulars'), { id: program.id, active: false })
  await client.campaigns.enable(program.id)
  t.match(await client.campaigns.get(program.id), { active: true })
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
      discount: ten,
      redemption: { quantity: 1 },
      code_config: { pattern: 'SPRING-####' }
    }
  })
  const one = await client.campaigns.addVoucher('Spring')
  if (!('code' in one)) throw new Error(`Expected one voucher, got ${JSON.stringify(one)}`)
  t.match(await client.vouchers.get(one.code), {
    code: /^SPRING-/,
    campaign: 'Spring',
    discount: ten
  })
  const many = await client.campaigns.addVoucher(campaign.id, {}, { vouchers_count: 3 })
  t.match(many, { async_action_id: /^aa_/ })
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
    [client.events.create('unheard.of', { event: 'unheard.of', customer: lena }), 404, 'not_found'],
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

t.test('single vouchers are made, sorted, switched, published and deleted', async t => {
  const client = clientOf(await service.newShop())
  const category = await client.categories.create({ name: 'Seasonal', hierarchy: 1 })
  const made = await client.vouchers.create({
    code: 'TEN',
    type: 'DISCOUNT_VOUCHER',
    discount: ten,
    redemption: { quantity: 5 },
    active: true
  })
  t.match(made, { object: 'voucher', code: 'TEN', discount: ten, active: true })
  await client.vouchers.create(credit('GIFT', 5000))
  t.match(await client.vouchers.update({ code: 'TEN', category: 'Seasonal', metadata: { a: 1 } }), {
    id: made.id,
    category: 'Seasonal',
    metadata: { a: 1 }
  })
  t.match(await client.vouchers.disable('TEN'), { active: false })
  t.match(await client.vouchers.enable('TEN'), { active: true })
  t.match(await client.vouchers.balance.create('GIFT', { amount: 100 }), { balance: 5100 })
  const moved = await client.vouchers.listTransactions('GIFT', { limit: 1, order: '-id' })
  t.match(moved, { data: [{ type: 'CREDITS_ADDITION' }] })

  const asked = { voucher: 'TEN', customer: lena }
  const given = await client.distributions.publications.create(asked)
  t.match(given, { object: 'publication', result: 'SUCCESS', voucher: { code: 'TEN' } })
  const { publications } = await client.distributions.publications.list({ voucher: 'TEN' })
  t.match(publications, [{ id: given.id }])
  t.match(await client.vouchers.list({ customer: given.customer_id }), {
    vouchers: [{ id: made.id }]
  })

  const used = [client.vouchers.delete('TEN'), client.categories.delete(category.id)]
  for (const refusal of await Promise.all(used.map(refusalOf))) {
    t.match(refusal, { code: 400, key: 'resource_in_use' })
  }
  await client.vouchers.create(credit('NOBODYS', 1))
  await client.vouchers.delete('NOBODYS')
  await isGone(t, 'voucher', client.vouchers.get('NOBODYS'))
})

t.test('programs, their rules and their levels are changed and deleted', async t => {
  const client = clientOf(await service.newShop())
  const { program } = await founded(client)
  const code = await joined(client, program)
  t.match(await client.loyalties.update({ id: program.id, description: 'Since 1998' }), {
    id: program.id,
    description: 'Since 1998'
  })
  const fixed = { event: 'order.paid', loyalty: { type: 'FIXED', points: 10 } } as const
  const source = { banner: 'Ten' }
  const [rule] = await client.loyalties.createEarningRule(program.id, [{ ...fixed, source }])
  const id = String(rule?.id)
  t.match(await client.loyalties.disableEarningRule(program.id, id), { active: false })
  t.match(await client.loyalties.enableEarningRule(program.id, id), { active: true })
  // The client's type leaves the kind out, which our rules need beside the points.
  const dearer = { id, loyalty: { type: 'FIXED', points: 12 } }
  t.match(await client.loyalties.updateEarningRule(program.id, dearer), { loyalty: { points: 12 } })
  t.match(await client.loyalties.getEarningRule(program.id, id), { loyalty: { points: 12 } })
  await client.loyalties.deleteEarningRule(program.id, id)
  await isGone(t, 'earning rule', client.loyalties.getEarningRule(program.id, id))

  const levels = [
    { name: 'Silver', points: { from: 0, to: 100 } },
    { name: 'Gold', points: { from: 101 } }
  ]
  const made = await client.loyalties.createTiers(program.id, levels)
  const listed = await client.loyalties.listTiers(program.id)
  t.strictSame(listed.data.map(tier => tier.id).sort(), made.map(tier => tier.id).sort())
  const [silver] = made
  t.match(await client.loyalties.getTier(program.id, String(silver?.id)), { name: 'Silver' })

  const moved = await client.loyalties.listCardTransactions(code, program.id, { order: 'id' })
  t.match(moved, { data: [{ type: 'POINTS_ADDITION' }], has_more: false })
  t.match(await refusalOf(client.loyalties.delete(program.id)), { key: 'resource_in_use' })
})

t.test('rewards and offers are changed; what was redeemed is rolled back', async t => {
  const client = clientOf(await service.newShop())
  const { mug, program, reward, offer } = await founded(client)
  const code = await joined(client, program)
  const mended = { id: reward.id, name: 'A large mug', parameters: { product: { id: mug.id } } }
  t.match(await client.rewards.update(mended), { name: 'A large mug', stock: 3 })
  const cheaper = { id: offer.id, parameters: { loyalty: { points: 15 } } }
  await client.rewards.updateAssignment(reward.id, cheaper)
  t.match(await client.rewards.getAssignment(reward.id, offer.id), cheaper)
  t.match(await client.rewards.listAssignments(reward.id), { total: 1, data: [cheaper] })

  const wanted = { reward: { id: reward.id } }
  const redeemed = await client.loyalties.redeemReward(program.id, code, wanted)
  t.match(await client.redemptions.get(redeemed.id), { id: redeemed.id, amount: 15 })
  const back = await client.redemptions.rollback(redeemed.id, { reason: 'Chipped' })
  t.match(back, { redemption: redeemed.id, result: 'SUCCESS', amount: -15, reason: 'Chipped' })
  const again = client.redemptions.rollback(redeemed.id, { reason: 'Again' })
  t.match(await refusalOf(again), { code: 400, key: 'already_rolled_back' })
  t.match((await client.redemptions.list({ customer: 'lena', limit: 5, page: 1 })).redemptions, [
    { id: back.id },
    { id: redeemed.id }
  ])
  await client.rewards.deleteAssignment(reward.id, offer.id)
  await client.rewards.delete(reward.id)
  await isGone(t, 'reward', client.rewards.get(reward.id))
})

t.test('exports, background work and metadata schemas are read', async t => {
  const shop = await service.newShop()
  const client = clientOf(shop)
  const asked = {
    order: '-created_at',
    fields: ['id', 'name'],
    filters: { junction: 'AND' }
  } as const
  const made = await client.distributions.exports.create({
    exported_object: 'customer',
    parameters: { ...asked, fields: [...asked.fields] }
  })
  t.match(await client.distributions.exports.get(made.id), { id: made.id, parameters: asked })
  await client.distributions.exports.delete(made.id)
  await isGone(t, 'export', client.distributions.exports.get(made.id))

  const { async_action_id: id } = await client.products.bulkUpdate([{ source_id: 'beans' }])
  const { async_actions: actions } = await client.asyncActions.list({ limit: 5 })
  t.match(actions, [{ id, type: 'PRODUCTS.BULK_UPDATE' }])
  t.match(await client.asyncActions.get(id), { id, type: 'PRODUCTS.BULK_UPDATE' })

  const path = `${shop.url}/management/v1/projects/${shop.projectId}/metadata-schemas`
  const defined = await fetch(path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Management-Id': shop.managementId,
      'X-Management-Token': shop.managementToken
    },
    body: JSON.stringify({
      related_object: 'order',
      properties: { till: { type: 'number', optional: true } }
    })
  })
  t.equal(defined.status, 200)
  t.equal((await client.metadataSchemas.list()).total, 1)
  const { id: schemaId } = (await defined.json()) as { readonly id: string }
  t.match(await client.metadataSchemas.get('order'), {
    id: schemaId,
    properties: { till: { type: 'number' } }
  })
})

/** A coupon that is good once, a gift card over 10.00, and a promotion of a tenth. */
async function discounts(client: Client) {
  await client.products.create({ source_id: 'beans', name: 'Coffee beans', price: 1250 })
  await client.vouchers.create({
    code: 'FIVE',
    type: 'DISCOUNT_VOUCHER',
    discount: { type: sdk.DiscountVouchersTypesEnum.AMOUNT, amount_off: 500 },
    redemption: { quantity: 1 }
  })
  await client.vouchers.create(credit('CARD', 1000))
  const promotion = await client.promotions.create({
    name: 'A tenth',
    campaign_type: 'PROMOTION',
    promotion: {
      tiers: [{ name: 'A tenth off', banner: 'Ten percent off', action: { discount: ten } }]
    }
  } as Parameters<Client['promotions']['create']>[0])
  const [tier] = (await client.promotions.tiers.list(promotion.id)).tiers
  if (tier === undefined) throw new Error('The promotion has no tier')
  return tier
}

const BEANS = { source_id: 'beans', related_object: 'product', quantity: 2 } as const
const CART = { items: [{ ...BEANS }] }
const FIVE = { object: 'voucher', id: 'FIVE' } as const
const CARD = { object: 'voucher', id: 'CARD', gift: { credits: 600 } } as const
const session = { type: 'LOCK', key: 'cart-1', ttl: 2, ttl_unit: 'HOURS' } as const

/** Uses of the coupon and credit of the card, as the client reads them. */
async function isLeft(t: Test, client: Client, used: number, balance: number): Promise<void> {
  const { redemption } = await client.vouchers.get('FIVE')
  t.match(redemption, { quantity: 1, redeemed_quantity: used })
  t.match(await client.vouchers.get('CARD'), { gift: { balance } })
}

/** The coupon is neither promised nor given to somebody without the key. */
async function isKeptFromOthers(t: Test, client: Client): Promise<void> {
  const asked = { redeemables: [FIVE], order: CART }
  t.match(await client.validations.validateStackable(asked), {
    valid: false,
    inapplicable_redeemables: [{ id: 'FIVE', result: { error: { key: 'quantity_exceeded' } } }]
  })
  const refusal = await refusalOf(client.redemptions.redeemStackable(asked))
  t.match(refusal, { code: 400, key: 'quantity_exceeded', resource_type: 'redemption' })
}

t.test('a cart is tried, locked, redeemed, found in the lists, and rolled back', async t => {
  const client = clientOf(await service.newShop())
  const tier = await discounts(client)
  const redeemables = [FIVE, CARD, { object: 'promotion_tier', id: tier.id } as const]
  const asked = { redeemables, order: CART, customer: lena }
  // 25.00 less 5.00 and 6.00, and a tenth of what is left.
  const figures = { amount: 2500, total_discount_amount: 1240, total_amount: 1260 }
  t.match(await client.validations.validateStackable(asked), {
    valid: true,
    order: figures,
    redeemables: [
      { status: 'APPLICABLE', id: 'FIVE', result: { discount: { amount_off: 500 } } },
      { status: 'APPLICABLE', id: 'CARD', result: { gift: { credits: 600 } } },
      { status: 'APPLICABLE', id: tier.id, order: figures }
    ]
  })
  const locked = await client.validations.validateStackable({ ...asked, session })
  t.match(locked, { valid: true, session })
  await isKeptFromOthers(t, client)
  await isLeft(t, client, 0, 1000)

  const { redemptions, parent_redemption, order } = await client.redemptions.redeemStackable({
    ...asked,
    session
  })
  const found = redemptions.map(({ result }) => result)
  t.strictSame(found, ['SUCCESS', 'SUCCESS', 'SUCCESS'])
  t.match(order, { ...figures, status: 'PAID', total_applied_discount_amount: 1240 })
  await isLeft(t, client, 1, 400)
  t.match(await client.redemptions.getForVoucher('FIVE'), {
    total: 2,
    redemption_entries: [
      { result: 'SUCCESS', redemption: parent_redemption?.id },
      { result: 'FAILURE', failure_code: 'quantity_exceeded' }
    ]
  })
  const [coupon, card] = redemptions
  t.match(await client.redemptions.get(String(coupon?.id)), { id: coupon?.id, result: 'SUCCESS' })
  t.match(await client.redemptions.getForVoucher('CARD'), {
    redemption_entries: [{ id: card?.id, amount: 600, gift: { amount: 600 } }]
  })
  t.match(await client.customers.get('lena'), {
    summary: { orders: { total_count: 1, total_amount: 1260 } }
  })

  const parentId = String(parent_redemption?.id)
  const undone = await client.redemptions.rollbackStackable(parentId, { reason: 'Sent back' })
  t.match(undone, {
    parent_rollback: { redemption: parentId, result: 'SUCCESS', reason: 'Sent back' },
    rollbacks: [{ redemption: coupon?.id }, { redemption: card?.id, amount: -600 }, {}],
    order: { status: 'CANCELED', total_amount: 2500 }
  })
  await isLeft(t, client, 0, 1000)
  const again = refusalOf(client.redemptions.rollbackStackable(parentId))
  t.match(await again, { code: 400, key: 'already_rolled_back' })
})

t.test('one coupon has no parent; it is rolled back by itself', async t => {
  const client = clientOf(await service.newShop())
  await discounts(client)
  const redeemed = await client.redemptions.redeemStackable({ redeemables: [FIVE], order: CART })
  t.match(redeemed, { order: { total_amount: 2000 }, inapplicable_redeemables: [] })
  t.notOk(redeemed.parent_redemption)
  const [{ id } = { id: '' }] = redeemed.redemptions
  t.match(await client.redemptions.rollback(id), { redemption: id, result: 'SUCCESS' })
  await isLeft(t, client, 0, 1000)
})

t.test('a lock is released by the client', async t => {
  const client = clientOf(await service.newShop())
  await discounts(client)
  await client.validations.validateStackable({ redeemables: [FIVE], order: CART, session })
  await client.vouchers.releaseValidationSession('FIVE', 'cart-1')
  const again = refusalOf(client.vouchers.releaseValidationSession('FIVE', 'cart-1') as never)
  t.match(await again, { code: 404, key: 'not_found', resource_type: 'session' })
  t.match(await client.redemptions.redeemStackable({ redeemables: [FIVE], order: CART }), {
    redemptions: [{ result: 'SUCCESS' }]
  })
})

t.test('a customer is told what they could use, and what it would take off', async t => {
  const client = clientOf(await service.newShop())
  const tier = await discounts(client)
  // A gift card is shown to nobody but its holder.
  await client.distributions.publications.create({ voucher: 'CARD', customer: lena })
  const eligible = await client.qualifications.checkEligibility({
    customer: lena,
    order: { object: 'order', ...CART } as never,
    scenario: 'ALL',
    options: { limit: 100, expand: ['redeemable'], sorting_rule: 'BEST_DEAL' }
  })
  t.match(eligible, {
    redeemables: {
      object: 'list',
      total: 3,
      has_more: false,
      data: [
        { id: 'CARD', object: 'voucher', result: { gift: { balance: 1000, credits: 1000 } } },
        { id: 'FIVE', object: 'voucher', order: { total_discount_amount: 500 } },
        { id: tier.id, object: 'promotion_tier', order: { total_discount_amount: 250 } }
      ]
    },
    stacking_rules: { redeemables_limit: 30, applicable_redeemables_limit: 5 }
  })
})
