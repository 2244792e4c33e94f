import * as known from '../../../src/demo/known.ts'
import { since, told } from '../../support/account.ts'
import type { Answered, Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

const BEANS = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const FIELDS = [
  ...['id', 'voucher_code', 'promotion_tier_id', 'customer_id', 'order_id', 'order_amount'],
  ...['gift_amount', 'result', 'failure_code']
]

onDemo("redeemStackedDiscounts: a file has a stack's parts and its whole", async (t, service) => {
  const redeemables = [
    { object: 'voucher', id: 'GIFT-2500', gift: { credits: 1000 } },
    { object: 'voucher', id: 'WELCOME' },
    { object: 'promotion_tier', id: 'promo_00tenoff' }
  ]
  const body = { redeemables, order: BEANS, customer: { source_id: 'ada' } }
  const {
    parent_redemption: parent,
    redemptions,
    order
  } = (await service.post('/v1/redemptions', body)).body
  const more = [{ object: 'voucher', id: 'GIFT-2500', gift: { credits: 9000 } }]
  const refused = await service.post('/v1/redemptions', { ...body, redeemables: more })
  await service.post('/v1/exports', {
    exported_object: 'redemption',
    parameters: { fields: FIELDS }
  })
  await service.work()
  const [made] = (await service.get('/v1/exports')).body.exports
  const { pathname, search } = new URL(made.result.url)
  const lines = (await service.get(`${pathname}${search}`)).bytes.trim().split('\r\n')
  const [coins, welcome, tier] = redemptions.map(({ id }: { id: string }) => id)
  const paid = (id: string, code: string, tierId: string, credits: string) =>
    [id, code, tierId, 'cust_00ada', order.id, 3700, credits, 'SUCCESS', ''].join(',')
  const failed = [refused.body.resource_id, 'GIFT-2500', '', 'cust_00ada', '', '', '', 'FAILURE']
  for (const line of [
    paid(coins, 'GIFT-2500', '', '1000'),
    paid(welcome, 'WELCOME', '', ''),
    paid(tier, '', 'promo_00tenoff', ''),
    paid(parent.id, '', '', ''),
    [...failed, 'gift_amount_exceeded'].join(',')
  ]) {
    t.ok(lines.includes(line), `${line} among ${lines.join(' | ')}`)
  }
})

onDemo('redeemStackedDiscounts: the page of the customer has what is left', async (t, service) => {
  const ada = { source_id: 'ada' }
  await service.post('/v1/vouchers/ONCE', {
    type: 'DISCOUNT_VOUCHER',
    discount: { type: 'AMOUNT', amount_off: 100 },
    redemption: { quantity: 1 }
  })
  for (const voucher of ['GIFT-2500', 'ONCE']) {
    await service.post('/v1/publications', { customer: ada, voucher })
  }
  const { cockpit_url: url } = (await service.get('/v1/customers/ada')).body.assets
  const { pathname, search } = new URL(url)
  const page = async () => (await service.get(`${pathname}${search}`, {})).bytes
  const before = await page()
  t.match(before, /25[.,]00\D* of credit/)
  t.notMatch(before, 'Used or ended')
  const redeemables = [
    { object: 'voucher', id: 'GIFT-2500', gift: { credits: 1000 } },
    { object: 'voucher', id: 'ONCE' }
  ]
  const { status } = await service.post('/v1/redemptions', {
    ...{ redeemables, order: BEANS, customer: ada }
  })
  t.equal(status, 200)
  const after = await page()
  t.match(after, /15[.,]00\D* of credit/)
  t.match(after, 'Used or ended: 1')
})

const ADA = { source_id: 'ada' }
const REDEMPTIONS = '/v1/redemptions'

const read = async ({ get }: Service, path: string): Promise<Answered['body']> =>
  (await get(path)).body

async function tenOff(service: Service): Promise<Answered['body']> {
  const { tiers } = await read(service, `/v1/promotions/${known.PROMO_CAMPAIGN_ID}/tiers`)
  return tiers.find(({ id }: { readonly id: string }) => id === 'promo_00tenoff')
}

onDemo('redeemStackedDiscounts: lists, sums and the log have each part', async (t, service) => {
  await service.post('/v1/publications', { customer: ADA, voucher: 'GIFT-2500' })
  const before = {
    ada: (await read(service, '/v1/customers/ada')).summary,
    tier: (await tenOff(service)).summary,
    welcome: (await read(service, '/v1/vouchers/WELCOME/redemption')).redeemed_quantity
  }
  const events = await since(service, 'events')
  const { redemptions, order } = (
    await service.post(REDEMPTIONS, {
      redeemables: [
        { object: 'voucher', id: 'GIFT-2500', gift: { credits: 1000 } },
        { object: 'voucher', id: 'WELCOME' },
        { object: 'promotion_tier', id: 'promo_00tenoff' }
      ],
      order: { items: [{ product_id: 'prod_00beans', quantity: 2 }] },
      customer: ADA
    })
  ).body
  t.match(order, { amount: 3700, total_discount_amount: 1513, total_amount: 2187 })
  const [gift, coupon] = redemptions
  t.match(await read(service, '/v1/vouchers/GIFT-2500/redemption'), {
    ...{ redeemed_quantity: 1, total: 1 },
    redemption_entries: [{ id: gift.id, amount: 1000, gift: { amount: 1000 }, result: 'SUCCESS' }]
  })
  t.match(await read(service, '/v1/vouchers/WELCOME/redemption'), {
    redeemed_quantity: before.welcome + 1,
    redemption_entries: [{ id: coupon.id, result: 'SUCCESS', voucher: { code: 'WELCOME' } }]
  })
  t.match(await read(service, '/v1/vouchers/GIFT-2500'), {
    gift: { amount: 2500, balance: 1500 },
    redemption: { redeemed_quantity: 1, redeemed_amount: 1000 }
  })
  t.match((await read(service, '/v1/customers/ada')).summary, {
    redemptions: {
      total_redeemed: before.ada.redemptions.total_redeemed + 3,
      total_succeeded: before.ada.redemptions.total_succeeded + 3,
      gift: { redeemed_amount: 1000, amount_to_go: 1500 }
    },
    orders: { total_amount: before.ada.orders.total_amount + 2187 }
  })
  const { redemptions: uses, orders } = before.tier
  t.match((await tenOff(service)).summary, {
    redemptions: { total_redeemed: uses.total_redeemed + 1 },
    orders: {
      total_amount: orders.total_amount + 3700,
      total_discount_amount: orders.total_discount_amount + 243
    }
  })
  const succeeded = told(await events()).filter(line => line.includes('redemption.succeeded'))
  t.equal(succeeded.length, 4, 'one of each part, and one of the whole')
})

onDemo('redeemStackedDiscounts: who brought the holder is named by a code', async (t, { post }) => {
  const giving = { campaign: { name: 'Bring a friend' }, customer: { source_id: 'cleo' } }
  const { code } = (await post('/v1/publications', giving)).body.voucher
  const redeemables = [{ object: 'voucher', id: code }]
  const asked = { redeemables, order: { amount: 900 } }
  const own = await post(REDEMPTIONS, { ...asked, customer: giving.customer })
  t.strictSame([own.status, own.body.key], [400, 'referrer_not_permitted_to_redeem'])
  const { redemptions } = (await post(REDEMPTIONS, { ...asked, customer: { source_id: 'ben' } }))
    .body
  t.match(redemptions[0].voucher, { code, referrer_id: known.CUSTOMER_ID })
})
