import * as known from '../../../src/demo/known.ts'
import { since, told } from '../../support/account.ts'
import type { Answered, Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

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
