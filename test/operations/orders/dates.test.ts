import type { Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

const CLUB = '/v1/loyalties/camp_00club'
const REDEEM = `${CLUB}/members/CLUB-ADA-0001/redemption`
const BEANS = [{ product_id: 'prod_00beans', quantity: 1 }]
const COUPON = { redeemables: [{ object: 'voucher', id: 'WELCOME' }] }
const OTHER = '2020-01-01T00:00:00Z'

type Sent = Readonly<Record<string, unknown>>

/** Every operation that takes an order, sending this one. */
// biome-ignore format: a table
const operations: readonly (readonly [string, (service: Service, order: Sent) => unknown])[] = [
  ['createOrder', (service, order) => service.post('/v1/orders', order)],
  ['updateOrder', (service, order) => service.put(`/v1/orders/${order['id'] ?? 'cart-17'}`, order)],
  [
    'estimateLoyaltyPoints',
    (service, order) =>
      service.post(`${CLUB}/qualifications`, { customer: { source_id: 'ada' }, order })
  ],
  ['redeemReward',
    (service, order) => service.post(REDEEM, { reward: { id: 'rew_00coin', points: 10 }, order })],
  ['validateStackedDiscounts',
    (service, order) => service.post('/v1/validations', { ...COUPON, order })],
  ['redeemStackedDiscounts',
    (service, order) => service.post('/v1/redemptions', { ...COUPON, order })],
  ['checkEligibility', (service, order) => service.post('/v1/qualifications', { order })]
]

for (const [operation, send] of operations) {
  onDemo(`${operation}: takes the date of the stored order, and no other`, async (t, service) => {
    const { body: stored } = await service.get('/v1/orders/cart-17')
    const statusOf = async (order: Sent) => {
      const { status, body } = (await send(service, order)) as Awaited<ReturnType<Service['get']>>
      return status === 200 ? 200 : [status, body.key, body.details]
    }
    const refused = (sent: string, own: string) => [
      400,
      'invalid_payload',
      `The order cannot be of ${sent}: ${own}, and only an import sets created_at ` +
        '(POST /v1/orders/import)'
    ]
    const other = '2020-01-01T00:00:00.000Z'
    const found = await statusOf({ ...stored, created_at: OTHER })
    t.strictSame(found, refused(other, `it is of ${stored.created_at}`))
    if (operation !== 'updateOrder') {
      const told = await statusOf({ source_id: 'order-3001', items: BEANS, created_at: OTHER })
      t.strictSame(told, refused(other, 'a new order has the date of its request'))
    }
    t.match(await statusOf({ ...stored, created_at: '2020-02-30T00:00:00Z' }), [400])
    const offset = stored.created_at.replace('Z', '+00:00')
    t.strictSame(await statusOf({ ...stored, created_at: offset }), 200, 'the same instant')
  })
}
