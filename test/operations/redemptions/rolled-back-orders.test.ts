import { audit } from '../../../src/storage/audit/audit.ts'
import type { Answered, Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

const CART = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const rollbackUrl = (id: string) => `/v1/redemptions/${id}/rollback`

const read = async ({ get }: Service, url: string): Promise<Answered['body']> =>
  (await get(url)).body

async function redeemed({ post }: Service, sent: object): Promise<Answered['body']> {
  return (await post('/v1/loyalties/camp_00club/members/CLUB-BEN-0001/redemption', sent)).body
}

onDemo('rollbackRedemption: a payment shows its order as it is by now', async (t, service) => {
  const reward = { id: 'rew_00coin', points: 100 }
  const { voucher: _, ...paid } = await redeemed(service, { reward, order: CART })
  const { body: rollback } = await service.post(rollbackUrl(paid.id), {})
  const order = (await service.get(`/v1/orders/${paid.order.id}`)).body
  const { redemption_entries: entries } = (
    await service.get('/v1/vouchers/CLUB-BEN-0001/redemption')
  ).body
  const link = { rollback_id: rollback.id, rollback_date: rollback.date }
  t.strictSame(order, {
    ...paid.order,
    status: 'CANCELED',
    discount_amount: 0,
    total_discount_amount: 0,
    total_amount: 3700,
    applied_discount_amount: null,
    total_applied_discount_amount: null,
    updated_at: rollback.date,
    redemptions: { [paid.id]: { ...paid.order.redemptions[paid.id], ...link } }
  })
  const undone = { id: rollback.id, date: rollback.date, rollback_order_mode: 'WITH_ORDER' }
  t.strictSame(entries[1], {
    ...paid,
    result: 'FAILURE',
    status: 'ROLLED_BACK',
    failure_code: 'redemption_rolled_back',
    failure_message: 'redemption was rolled back',
    order,
    related_redemptions: { rollbacks: [undone] },
    voucher: entries[1].voucher
  })
  t.strictSame((await service.get(`/v1/redemptions/${paid.id}`)).body, entries[1])
})

onDemo('rollbackRedemption: an order only looked at stays as it is', async (t, service) => {
  const { body: cart } = await service.post('/v1/orders', { source_id: 'one', ...CART })
  const body = await redeemed(service, { reward: { id: 'rew_00mug' }, order: { id: cart.id } })
  const { body: rollback } = await service.post(rollbackUrl(body.id), {})
  t.match(rollback, { result: 'SUCCESS', order: { id: null, amount: null, items: [] } })
  t.strictSame(await read(service, '/v1/orders/one'), cart)
  t.strictSame((await read(service, `/v1/redemptions/${body.id}`)).order, cart)
  t.strictSame((await audit(service.store)).findings, [], 'the audit is clean')
})
