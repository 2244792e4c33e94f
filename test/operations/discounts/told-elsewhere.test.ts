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
