import { audit } from '../../../src/storage/audit/audit.ts'
import { onDemo } from '../../support/on-demo.ts'
import { emptyShop } from '../../support/shop.ts'

const LENA = { source_id: 'lena' }
const PER_100 = {
  event: 'order.paid',
  loyalty: {
    type: 'PROPORTIONAL',
    calculation_type: 'ORDER_AMOUNT',
    order: { amount: { every: 100, points: 1 } }
  }
}

onDemo('points that come back pay for all that is missing, also of one lot', async (t, service) => {
  const shop = await emptyShop(service)
  const program = await shop.post('/v1/loyalties', {
    name: 'Club',
    type: 'AUTO_UPDATE',
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  })
  const url = `/v1/loyalties/${program.id}`
  const parameters = { coin: { exchange_ratio: 1, points_ratio: 1 } }
  const { id } = await shop.post('/v1/rewards', { name: 'Pay', type: 'COIN', parameters })
  await shop.post(`${url}/rewards`, [{ reward: id }])
  await shop.post(`${url}/earning-rules`, [PER_100])
  const { code } = await shop.post(`${url}/members`, { customer: LENA })
  const order = (source_id: string, amount: number) =>
    shop.post('/v1/orders', { source_id, amount, status: 'PAID', customer: LENA })
  const cancel = (source_id: string) => shop.put(`/v1/orders/${source_id}`, { status: 'CANCELED' })
  const add = (points: number) => shop.post(`/v1/loyalties/members/${code}/balance`, { points })
  const pay = async (points: number): Promise<string> => {
    const { redemptions } = await shop.post('/v1/redemptions', {
      redeemables: [{ object: 'voucher', id: code, reward: { id, points } }],
      order: { amount: 100 * points, status: 'CREATED' },
      customer: LENA
    })
    return redemptions[0].id
  }
  const left = async (points: number) => {
    t.equal((await shop.get(`/v1/vouchers/${code}`)).loyalty_card.balance, points)
    t.match(await audit(service.store), { clean: true })
  }
  await order('o-1', 300)
  await add(97)
  const first = await pay(100)
  await add(50)
  await cancel('o-1')
  await left(47)
  await pay(47)
  await order('o-2', 4600)
  await pay(46)
  await cancel('o-2')
  await left(0)
  await shop.post(`/v1/redemptions/${first}/rollbacks`, {})
  await left(54)
})
