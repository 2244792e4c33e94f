/**
 * What is there is changed, switched, taken back and deleted through the published client of the
 * public interface, unchanged and pointed at this service.
 *
 * Spec: ErrorAnswer.
 */
import sdk from '@voucherify/sdk'
import t, { type Test } from 'tap'
import { givenRunningService } from '../support/running.ts'
import { type Client, clientOf, refusalOf } from './support/published-client.ts'

const service = await givenRunningService(t)

/** What was deleted is not found, by a second look. */
async function isGone(t: Test, name: string, look: Promise<unknown>): Promise<void> {
  t.match(await refusalOf(look), { code: 404, key: 'not_found' }, name)
}

/** A program with a member who has 50 points, and a mug on offer for 20. */
async function offered(client: Client) {
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
  await client.customers.create({ source_id: 'lena', name: 'Lena Moor' })
  const customer = { source_id: 'lena' }
  const member = await client.loyalties.createMember(program.id, { customer })
  const code = String(member.code)
  await client.loyalties.addOrRemoveCardBalance(code, { points: 50 })
  const reward = await client.rewards.create({
    name: 'A mug',
    type: 'MATERIAL',
    stock: 3,
    parameters: { product: { id: mug.id } }
  })
  const price = { campaign: program.id, parameters: { loyalty: { points: 20 } } }
  const offer = await client.rewards.createAssignment(reward.id, price)
  return { mug, program, code, reward, offer }
}

t.test('single vouchers are made, sorted, switched, published and deleted', async t => {
  const client = clientOf(await service.newShop())
  const category = await client.categories.create({ name: 'Seasonal', hierarchy: 1 })
  const ten = { type: sdk.DiscountVouchersTypesEnum.PERCENT, percent_off: 10 } as const
  const made = await client.vouchers.create({
    code: 'TEN',
    type: 'DISCOUNT_VOUCHER',
    discount: ten,
    redemption: { quantity: 5 },
    active: true
  })
  t.match(made, { object: 'voucher', code: 'TEN', discount: ten, active: true })
  await client.vouchers.create({
    code: 'GIFT',
    type: 'GIFT_VOUCHER',
    gift: { amount: 5000, balance: 5000 }
  })
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

  const customer = { source_id: 'lena' }
  const given = await client.distributions.publications.create({ voucher: 'TEN', customer })
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
  await client.vouchers.create({
    code: 'NOBODYS',
    type: 'GIFT_VOUCHER',
    gift: { amount: 1, balance: 1 }
  })
  await client.vouchers.delete('NOBODYS')
  await isGone(t, 'voucher', client.vouchers.get('NOBODYS'))
})

t.test('programs, their rules and their levels are changed and deleted', async t => {
  const client = clientOf(await service.newShop())
  const { program, code } = await offered(client)
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
  const { mug, program, code, reward, offer } = await offered(client)
  const mended = { id: reward.id, name: 'A large mug', parameters: { product: { id: mug.id } } }
  t.match(await client.rewards.update(mended), { name: 'A large mug', stock: 3 })
  const cheaper = { id: offer.id, parameters: { loyalty: { points: 15 } } }
  await client.rewards.updateAssignment(reward.id, cheaper)
  t.match(await client.rewards.getAssignment(reward.id, offer.id), cheaper)
  t.match(await client.rewards.listAssignments(reward.id), { total: 1, data: [cheaper] })

  const redeemed = await client.loyalties.redeemReward(program.id, code, {
    reward: { id: reward.id }
  })
  t.match(await client.redemptions.get(redeemed.id), { id: redeemed.id, amount: 15 })
  const back = await client.redemptions.rollback(redeemed.id, { reason: 'Chipped' })
  t.match(back, { redemption: redeemed.id, result: 'SUCCESS', amount: -15, reason: 'Chipped' })
  t.match(await refusalOf(client.redemptions.rollback(redeemed.id, { reason: 'Again' })), {
    code: 400,
    key: 'already_rolled_back'
  })
  t.match((await client.redemptions.list({ customer: 'lena', limit: 5, page: 1 })).redemptions, [
    { id: back.id },
    { id: redeemed.id }
  ])
  await client.rewards.deleteAssignment(reward.id, offer.id)
  await client.rewards.delete(reward.id)
  await isGone(t, 'reward', client.rewards.get(reward.id))
})

t.test('promotions are changed, and deleted with their tiers', async t => {
  const client = clientOf(await service.newShop())
  const campaign = await client.promotions.create({
    name: 'Sale',
    campaign_type: 'PROMOTION',
    promotion: { tiers: [] }
  })
  const type = sdk.DiscountVouchersTypesEnum.AMOUNT
  const tier = await client.promotions.tiers.create(campaign.id, {
    name: 'Three off',
    action: { discount: { type, amount_off: 300 } }
  })
  t.match(await client.promotions.tiers.update({ id: tier.id, banner: 'Now' }), {
    id: tier.id,
    name: 'Three off',
    banner: 'Now'
  })
  t.match(await client.promotions.tiers.list(campaign.id), { tiers: [{ banner: 'Now' }] })
  await client.promotions.tiers.delete(tier.id)
  await isGone(t, 'promotion tier', client.promotions.tiers.get(tier.id))
  const changed = await client.campaigns.update('Sale', {
    type: 'STATIC',
    description: 'Of spring'
  })
  t.match(changed, { id: campaign.id, description: 'Of spring' })
  await client.campaigns.delete(campaign.id)
  await isGone(t, 'campaign', client.campaigns.get(campaign.id))
})

t.test('goods, customers and segments are changed and deleted', async t => {
  const client = clientOf(await service.newShop())
  const beans = await client.products.create({ source_id: 'beans', name: 'Beans', price: 1250 })
  const roasted = { source_id: 'beans', name: 'Beans, roasted' }
  t.match(await client.products.update(roasted), { id: beans.id, ...roasted, price: 1250 })
  const fine = await client.products.createSku(beans.id, { sku: 'Fine', source_id: 'fine' })
  const dearer = { source_id: 'fine', sku: 'Fine', price: 1300 }
  t.match(await client.products.updateSku(beans.id, dearer), { id: fine.id, price: 1300 })
  const collection = await client.productCollections.create({
    type: 'STATIC',
    name: 'Hot',
    products: [{ id: beans.id, object: 'product' }]
  })
  t.match(await refusalOf(client.products.delete(beans.id)), { key: 'resource_in_use' })
  await client.productCollections.delete(collection.id)
  await client.products.deleteSku(beans.id, fine.id)
  await client.products.delete(beans.id)
  await isGone(t, 'collection', client.productCollections.get(collection.id))
  await isGone(t, 'SKU', client.products.getSku(fine.id))
  await isGone(t, 'product', client.products.get('beans'))

  await client.customers.create({ source_id: 'lena', name: 'Lena Moor' })
  const segment = await client.segments.create({
    name: 'Namesakes',
    type: 'auto-update',
    filter: { junction: 'OR', name: { conditions: { $is: ['Lena Moor'] } } }
  })
  t.match(await client.segments.get(segment.id), { filter: { junction: 'or' } })
  await client.segments.delete(segment.id)
  t.match(await client.segments.list('lena'), { total: 0 })
  await client.customers.delete('lena')
  await isGone(t, 'customer', client.customers.get('lena'))
  await isGone(t, 'segment', client.segments.get(segment.id))
})

t.test('rules are changed, assigned and deleted', async t => {
  const client = clientOf(await service.newShop())
  const over = (amount: number) => ({
    rules: { 1: { name: 'order.amount', conditions: { $more_than: [amount] } }, logic: '1' }
  })
  const rule = await client.validationRules.create({ name: 'Over 10', ...over(1000) })
  const stricter = { id: rule.id, name: 'Over 20', ...over(2000) }
  t.match(await client.validationRules.update(stricter), stricter)
  await client.vouchers.create({
    code: 'GIFT',
    type: 'GIFT_VOUCHER',
    gift: { amount: 1, balance: 1 }
  })
  // The client's type names it in an older way; the client sends what it is given.
  const older: { voucher?: string } = {}
  const whom = { related_object_type: 'voucher', related_object_id: 'GIFT' }
  const assigned = Object.assign(older, whom)
  const assignment = await client.validationRules.createAssignment(rule.id, assigned)
  t.match(await client.validationRules.listAssignments(rule.id), { data: [{ id: assignment.id }] })
  t.match(await client.validationRules.listRulesAssignments({ limit: 5 }), { total: 1 })
  t.match(await refusalOf(client.validationRules.delete(rule.id)), { key: 'resource_in_use' })
  await client.validationRules.deleteAssignment(rule.id, assignment.id)
  await client.validationRules.delete(rule.id)
  await isGone(t, 'rule', client.validationRules.get(rule.id))
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
