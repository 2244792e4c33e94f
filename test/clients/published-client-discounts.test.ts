/**
 * Discounts through the published client of the public interface, unchanged and pointed at this
 * service: made, tried on a cart, kept for it, redeemed, found in the lists, and taken back.
 *
 * Spec: validateStackedDiscounts, redeemStackedDiscounts, rollbackStackedRedemptions,
 * checkEligibility, releaseValidationSession.
 */
import sdk from '@voucherify/sdk'
import t, { type Test } from 'tap'
import { givenRunningService } from '../support/running.ts'
import { type Client, clientOf, refusalOf } from './support/published-client.ts'

const { AMOUNT, PERCENT } = sdk.DiscountVouchersTypesEnum

/** A coupon that is good once, a gift card over 10.00, and a promotion of a tenth. */
async function offered(client: Client) {
  const beans = await client.products.create({
    source_id: 'beans',
    name: 'Coffee beans',
    price: 1250,
    attributes: []
  })
  await client.vouchers.create({
    code: 'FIVE',
    type: 'DISCOUNT_VOUCHER',
    discount: { type: AMOUNT, amount_off: 500 },
    redemption: { quantity: 1 }
  })
  await client.vouchers.create({
    code: 'CARD',
    type: 'GIFT_VOUCHER',
    gift: { amount: 1000, balance: 1000 }
  })
  const promotion = await client.promotions.create({
    name: 'A tenth',
    campaign_type: 'PROMOTION',
    promotion: {
      tiers: [
        {
          name: 'A tenth off',
          banner: 'Ten percent off',
          action: { discount: { type: PERCENT, percent_off: 10 } }
        }
      ]
    }
  } as Parameters<Client['promotions']['create']>[0])
  const [tier] = (await client.promotions.tiers.list(promotion.id)).tiers
  if (tier === undefined) throw new Error('The promotion has no tier')
  return { beans, tier }
}

const BEANS = { source_id: 'beans', related_object: 'product', quantity: 2 } as const
const CART = { items: [{ ...BEANS }] }
const FIVE = { object: 'voucher', id: 'FIVE' } as const
const CARD = { object: 'voucher', id: 'CARD', gift: { credits: 600 } } as const
const lena = { source_id: 'lena' }
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

const service = await givenRunningService(t)

t.test('a cart is tried, locked, redeemed, found in the lists, and rolled back', async t => {
  const client = clientOf(await service.newShop())
  const { tier } = await offered(client)
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
  t.strictSame(
    redemptions.map(({ result }) => result),
    ['SUCCESS', 'SUCCESS', 'SUCCESS']
  )
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
  await offered(client)
  const redeemed = await client.redemptions.redeemStackable({ redeemables: [FIVE], order: CART })
  t.match(redeemed, { order: { total_amount: 2000 }, inapplicable_redeemables: [] })
  t.notOk(redeemed.parent_redemption)
  const [{ id } = { id: '' }] = redeemed.redemptions
  t.match(await client.redemptions.rollback(id), { redemption: id, result: 'SUCCESS' })
  await isLeft(t, client, 0, 1000)
})

t.test('a lock is released by the client', async t => {
  const client = clientOf(await service.newShop())
  await offered(client)
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
  const { tier } = await offered(client)
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
