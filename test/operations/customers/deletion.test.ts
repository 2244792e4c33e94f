import t, { type Test } from 'tap'
import { redemptionUrl, since, told } from '../../support/account.ts'
import { givenService, type Service } from '../../support/app.ts'
import { givenSteps } from '../../support/given-steps.ts'
import { onDemo } from '../../support/on-demo.ts'

const ADA = '/v1/customers/cust_00ada'
const CARD = '/v1/loyalties/members/CLUB-ADA-0001'
const PROGRAM = '/v1/loyalties/camp_00club/members'
const REDEEM = redemptionUrl('CLUB-ADA-0001')

async function withoutAda(t: Test): Promise<Service> {
  const service = await givenService(t)
  const { status, bytes } = await service.delete(ADA)
  t.strictSame([status, bytes], [204, ''])
  return service
}

onDemo('deleteCustomer: nobody answers to the id or the source id any more', async (t, service) => {
  const page = new URL((await service.get(ADA)).body.assets.cockpit_url).pathname
  t.equal((await service.get(page, {})).status, 200)
  t.equal((await service.delete('/v1/customers/nobody')).status, 404)
  t.equal((await service.delete('/v1/customers/ada')).status, 204, 'by source id as well')
  const event = { event: 'product_reviewed', customer: { id: 'cust_00ada' } }
  const asked = [
    await service.delete(ADA),
    await service.get(ADA),
    await service.get('/v1/customers/ada'),
    await service.get(`${ADA}/segments`),
    await service.put(ADA, { name: 'Ada' }),
    await service.post('/v1/customers', { id: 'cust_00ada', name: 'Ada' }),
    await service.post('/v1/events', event),
    await service.post('/v1/orders', { customer: { id: 'cust_00ada' }, amount: 1 }),
    await service.post('/v1/segments', { name: 'S', customers: ['ada'] }),
    await service.post(PROGRAM, { customer: 'ada' })
  ]
  for (const { status, body } of asked) {
    t.strictSame([status, body.key, body.resource_type], [404, 'not_found', 'customer'])
  }
  t.equal((await service.get(page, {})).status, 404)
  const estimateFor = async (id: string) =>
    (
      await service.post('/v1/loyalties/camp_00club/qualifications', {
        customer: { id },
        order: { amount: 1000 }
      })
    ).body
  t.strictSame(
    await estimateFor('cust_00ada'),
    await estimateFor('cust_00nobody'),
    'an estimate takes them for somebody it does not know'
  )
  const { body } = await service.get('/v1/customers')
  const found = [body.total, body.customers.map(({ id }: { id: string }) => id)]
  t.strictSame(found, [4, ['cust_00mara', 'cust_00finn', 'cust_00cleo', 'cust_00ben']])
  const mail = await service.get('/v1/customers?email=ada@example.com')
  t.strictSame([mail.body.total, mail.body.customers], [0, []])
})

t.test('deleteCustomer: the card is nobody’s, and nobody else can have it', async t => {
  const service = await withoutAda(t)
  t.match((await service.get(CARD)).body, {
    holder_id: null,
    loyalty_card: { balance: 0, pending_points: 0, subtracted_points: 5306 }
  })
  const members = (await service.get(PROGRAM)).body
  const found = [members.total, members.vouchers.map(({ code }: { code: string }) => code)]
  t.strictSame(found, [2, ['CLUB-MARA-0001', 'CLUB-BEN-0001']])
  t.strictSame((await service.get(`${CARD}/pending-points`)).body.data, [])
  const redeemed = await service.post(REDEEM, { reward: { id: 'rew_00mug' } })
  t.match(redeemed, { status: 400, body: { key: 'invalid_customer', customer_id: null } })
  const given = await service.post(`${CARD}/balance`, { points: 5 })
  t.match(given, { status: 400, body: { key: 'invalid_balance', details: /held by nobody/ } })
  const taken = await service.post(PROGRAM, { customer: 'cleo', voucher: 'CLUB-ADA-0001' })
  t.equal(taken.body.key, 'voucher_already_published')
  const history = (await service.get('/v1/vouchers/CLUB-ADA-0001/redemption')).body
  const told = history.redemption_entries.map(
    (entry: { customer_id: string | null; failure_code?: string }) =>
      entry.customer_id ?? entry.failure_code
  )
  t.strictSame(told.toSorted(), ['cust_00ada', 'cust_00ada', 'invalid_customer'])
})

onDemo('deleteCustomer: what is left is in the log, and earns nothing', async (t, service) => {
  const leaving = { event: 'customer.loyalty.tier.left', loyalty_tier: { id: 'ltr_00gold' } }
  const rule = { ...leaving, loyalty: { type: 'FIXED', points: 70 } }
  const rules = '/v1/loyalties/camp_00club/earning-rules'
  t.equal((await service.post(rules, [rule])).status, 200)
  const events = await since(service, 'events')
  await service.delete(ADA)
  t.strictSame(told(await events()), [
    'pending_points.canceled 20',
    'points_subtracted -5306',
    'loyalty.tier.left ltr_00gold',
    'segment.left seg_00regulars',
    'segment.left seg_00vip',
    'deleted'
  ])
  service.setNow('2027-06-01T10:00:00.000Z')
  await service.work()
  const later = (await events()).filter(({ customer_id: id }) => id === 'cust_00ada')
  t.strictSame(later, [], 'no midnight and no review has anything to do for them')
})

onDemo('deleteCustomer: what is due is booked first, the rest is removed', async (t, service) => {
  const events = await since(service, 'events')
  service.setNow('2027-04-02T10:00:00.000Z')
  await service.delete(ADA)
  t.strictSame(told(await events()), [
    'pending_points.activated 20',
    'loyalty.tier.downgraded ltr_00silver',
    ...[5040, 136, 130, 20].map(points => `points_expired ${points}`),
    'loyalty.tier.left ltr_00silver',
    'segment.left seg_00regulars',
    'segment.left seg_00vip',
    'deleted'
  ])
  const { loyalty_card } = (await service.get(CARD)).body
  t.match(loyalty_card, { points: 5326 + 60, balance: 0, expired_points: 5326, pending_points: 0 })
})

onDemo('deleteCustomer: who is due too much to count goes as stored', async (t, service) => {
  const loyalty = { type: 'FIXED', points: 999_999_999_999_999 }
  const falling = {
    event: 'customer.loyalty.tier.downgraded',
    loyalty_tier: { id: 'ltr_00silver' }
  }
  const rules = Array.from({ length: 10 }, () => ({ ...falling, loyalty }))
  t.equal((await service.post('/v1/loyalties/camp_00club/earning-rules', rules)).status, 200)
  const events = await since(service, 'events')
  service.setNow('2027-04-02T10:00:00.000Z')
  t.equal((await service.delete(ADA)).status, 204)
  const first = ['pending_points.canceled 20', 'points_subtracted -5306']
  t.strictSame(told(await events()).slice(0, 3), [...first, 'loyalty.tier.left ltr_00gold'])
})

onDemo('deleteCustomer: whoever is in no tier any more leaves none', async (t, service) => {
  const points = { from: 100, to: 999 }
  await service.put('/v1/loyalties/camp_00club/tiers/ltr_00silver', { points })
  await service.post('/v1/loyalties/members/CLUB-BEN-0001/balance', { points: -50 })
  const events = await since(service, 'events')
  await service.delete('/v1/customers/ben')
  t.strictSame(told(await events()), ['points_subtracted -70', 'deleted'])
})

onDemo('deleteCustomer: somebody without a source id and a card just goes', async (t, service) => {
  const { body } = await service.post('/v1/customers', { name: 'Nameless' })
  const events = await since(service, 'events')
  t.equal((await service.delete(`/v1/customers/${body.id}`)).status, 204)
  t.strictSame(told(await events()), ['deleted'])
})

t.test('deleteCustomer: orders stay, can be changed, and bring nobody anything', async t => {
  const service = await withoutAda(t)
  const { body } = await service.get('/v1/orders?customer=cust_00ada')
  t.equal(body.total, 3)
  for (const order of body.orders) {
    t.strictSame((await service.get(`/v1/orders/${order.id}`)).body, order)
    t.strictSame([order.customer_id, order.customer.id], ['cust_00ada', 'cust_00ada'])
    const same = await service.put(`/v1/orders/${order.id}`, order)
    t.strictSame([same.status, same.body], [200, order], 'sent back')
    const canceled = await service.put(`/v1/orders/${order.id}`, { status: 'CANCELED' })
    t.match(canceled, { status: 200, body: { status: 'CANCELED', customer_id: 'cust_00ada' } })
    t.equal((await service.put(`/v1/orders/${order.id}`, { status: 'PAID' })).status, 200)
  }
  const others = { customer: { source_id: 'ben' }, status: 'CANCELED' }
  const stolen = await service.put(`/v1/orders/${body.orders[0].id}`, others)
  t.strictSame([stolen.status, stolen.body.key], [400, 'invalid_customer'])
  t.equal((await service.get(CARD)).body.loyalty_card.balance, 0)
})

t.test('deleteCustomer: the source id is free, and whoever gets it is somebody else', async t => {
  const service = await withoutAda(t)
  const { body } = await service.post('/v1/customers', { source_id: 'ada', name: 'Ada Chen' })
  t.not(body.id, 'cust_00ada')
  t.match(body, { summary: { orders: { total_count: 0 } }, loyalty: { points: 0, campaigns: {} } })
  t.equal((await service.get('/v1/orders?customer=ada')).body.total, 0)
  t.equal((await service.delete('/v1/customers/ada')).status, 204)
  t.equal((await service.get('/v1/customers/ada')).status, 404)
})

onDemo('deleteCustomer: a referral code of theirs counts no more', async (t, service) => {
  const refer = (customer: string) =>
    service.post('/v1/events', {
      event: 'friend_signed_up',
      customer: { source_id: customer },
      referral: { code: 'FRIEND-ADA-0001' }
    })
  const { status } = await refer('dora')
  await service.delete(ADA)
  const refused = await refer('emil')
  t.strictSame([status, refused.status, refused.body.key], [200, 400, 'invalid_voucher'])
  t.equal((await service.get('/v1/customers/emil')).status, 404)
})

t.test('deleteCustomer: files show them no more, and their card without them', async t => {
  const service = await withoutAda(t)
  const about = (exportedObject: 'customer' | 'voucher', fields: readonly string[]) =>
    ({ make: 'export', exportedObject, fields, order: null }) as const
  await givenSteps(service, [
    { ids: ['exp_00people'], ...about('customer', ['id']) },
    { ids: ['exp_00cards'], ...about('voucher', ['code', 'customer_id', 'customer_source_id']) }
  ])
  await service.work()
  const { body } = await service.get('/v1/exports')
  const fileOf = async (wanted: string) => {
    const { result } = body.exports.find(({ id }: { id: string }) => id === wanted)
    const url = new URL(result.url)
    return (await service.get(`${url.pathname}${url.search}`, {})).bytes
  }
  t.notMatch(await fileOf('exp_00people'), /cust_00ada/)
  t.match(await fileOf('exp_00people'), /cust_00ben/)
  const cards = await fileOf('exp_00cards')
  t.match(cards, /CLUB-ADA-0001,,\r?\n/)
  t.match(cards, /CLUB-BEN-0001,cust_00ben,ben/)
})

onDemo('deleteCustomer: at the moment of what they do, either is first', async (t, service) => {
  const ada = { source_id: 'ada' }
  const order = {
    customer: ada,
    status: 'PAID',
    items: [{ product_id: 'prod_00beans', quantity: 1 }]
  }
  const [redeemed, , ...others] = await Promise.all([
    service.post(REDEEM, { reward: { id: 'rew_00mug' } }),
    service.post('/v1/orders', { ...order, source_id: 'before' }),
    service.delete(ADA),
    service.post(REDEEM, { reward: { id: 'rew_00mug' } }),
    service.post('/v1/orders', { ...order, source_id: 'after' }),
    service.delete(ADA)
  ])
  t.ok([200, 400].includes(redeemed.status))
  const deleted = [others[0], others[3]].map(answer => answer?.status)
  t.strictSame(deleted.toSorted(), [204, 404])
  t.match((await service.get(CARD)).body.loyalty_card, { balance: 0, pending_points: 0 })
  // Whoever ordered afterwards is somebody new; the books are audited at the end.
  t.equal((await service.get(ADA)).status, 404)
})
