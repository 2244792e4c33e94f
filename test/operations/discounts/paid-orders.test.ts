import { audit } from '../../../src/storage/audit/audit.ts'
import { onDemo } from '../../support/on-demo.ts'

const ADA = { source_id: 'ada' }
const TEN_OFF = { object: 'promotion_tier', id: 'promo_00tenoff' }

onDemo('redeemStackedDiscounts: a paid order keeps the points it earned', async (t, service) => {
  const get = async (path: string) => (await service.get(path)).body
  const items = [{ product_id: 'prod_00beans', quantity: 2 }]
  const state = async () => {
    const { loyalty_card: card } = await get('/v1/vouchers/CLUB-ADA-0001')
    const { orders } = (await get('/v1/customers/ada')).summary
    return { points: card.points + card.pending_points, orders }
  }
  const before = await state()
  const sent = { status: 'PAID', items, customer: ADA }
  const { body: paid } = await service.post('/v1/orders', sent)
  const earned = await state()
  t.ok(earned.points > before.points)
  const request = { redeemables: [TEN_OFF], order: { id: paid.id }, customer: ADA }
  const { status, body } = await service.post('/v1/redemptions', request)
  t.strictSame([status, body.order.status], [200, 'PAID'])
  const off = paid.total_amount - body.order.total_amount
  t.ok(off > 0)
  const after = await state()
  t.equal(after.points, earned.points, 'it earned once, when it was paid')
  t.equal(after.orders.total_amount, earned.orders.total_amount - off, 'its total is lower')
  t.equal(after.orders.total_count, earned.orders.total_count)
  t.match(await audit(service.store), { clean: true })
  const rollback = `/v1/redemptions/${body.redemptions[0].id}/rollbacks`
  t.equal((await service.post(rollback, { order: { status: 'PAID' } })).status, 200)
  t.strictSame(await state(), earned, 'and a rollback that leaves it paid changes no points')
  t.equal((await service.put(`/v1/orders/${paid.id}`, { status: 'CANCELED' })).status, 200)
  t.equal((await state()).orders.total_amount, before.orders.total_amount)
  t.match(await audit(service.store), { clean: true })
})
