import t, { type Test } from 'tap'
import { accountOf, CARDS, redemptionUrl, since, told } from '../../support/account.ts'
import { givenService } from '../../support/app.ts'
import { backOffice, refusalOf } from '../../support/back-office.ts'
import { onDemo } from '../../support/on-demo.ts'

const BEANS = [['prod_00beans', 2]] as const

/** Points count month by month. */
const TERMS = {
  qualification_type: 'POINTS_IN_PERIOD',
  start_date: { type: 'IMMEDIATE' },
  qualification_period: 'MONTH',
  expiration_date: { type: 'END_OF_NEXT_PERIOD' }
}

onDemo('an order earns once, and what it brought is taken back once', async (t, service) => {
  const office = await backOffice(service)
  const events = await since(service, 'events')
  const entries = await since(service, 'ledger_entries')
  const order = { sourceId: 'b-1', customer: 'ben' } as const
  const none = { points: 120, pending: 0, tier: 'ltr_00silver', orders: [0, 0] }
  // 37 for 37.00, and ten for each kilo in three days.
  const paid = { points: 157, pending: 20, tier: 'ltr_00silver', orders: [1, 3700] }
  const earning = ['order.paid', 'pending_points.added 20', 'rewarded.loyalty_points 57']
  const takenBack = ['order.canceled', 'pending_points.canceled 20', 'points_canceled 37']
  const rows = [
    // what is sent                                        ledger      account  what happened
    [{ status: 'CREATED', items: BEANS }, [], none, ['order.created']],
    [{ status: 'PAID' }, [37], paid, earning],
    [{ status: 'PAID' }, [], paid, []],
    [{ status: 'FULFILLED' }, [], paid, ['order.fulfilled']],
    [{ status: 'FULFILLED', customer: 'ben', items: BEANS }, [], paid, []],
    [{ status: 'CANCELED' }, [-37], none, takenBack],
    [{ status: 'CANCELED' }, [], none, []],
    [{ status: 'PAID' }, [], { ...none, orders: [1, 3700] }, ['order.paid']],
    [{ status: 'CANCELED' }, [], none, ['order.canceled']]
  ] as const
  for (const [sent, moved, account, happened] of rows) {
    await office.order({ ...order, ...sent })
    const title = JSON.stringify(sent)
    t.strictSame(await accountOf(service, 'ben'), account, title)
    t.strictSame(told(await events()), happened, title)
    const found = (await entries()).map(({ amount }) => amount)
    t.strictSame(found, moved, title)
  }
})

onDemo('an order that is paid at first, and the cause of all it moved', async (t, service) => {
  const office = await backOffice(service)
  const events = await since(service, 'events')
  const entries = await since(service, 'ledger_entries')
  const { id } = await office.order({
    sourceId: 'b-1',
    customer: 'ben',
    status: 'PAID',
    items: BEANS
  })
  await office.order({ id, status: 'CANCELED' })
  t.strictSame(told(await events()), [
    'order.created',
    'order.paid',
    'pending_points.added 20',
    'rewarded.loyalty_points 57',
    'order.canceled',
    'pending_points.canceled 20',
    'points_canceled 37'
  ])
  const found = (await entries()).map(({ type, amount, balance_after, order_id, lots }) => [
    [type, amount, balance_after, order_id],
    JSON.parse(String(lots)).map(({ id, amount: part }: { id: string; amount: number }) => [
      id,
      part
    ])
  ])
  const [[, [[lot]]]] = found as [[unknown, [[string]]]]
  t.strictSame(found, [
    [['POINTS_ACCRUAL', 37, 157, id], [[lot, 37]]],
    [['POINTS_CANCELLATION', -37, 120, id], [[lot, -37]]]
  ])
})

onDemo('what was spent cannot be taken back, and nobody owes points', async (t, service) => {
  const office = await backOffice(service)
  const order = { sourceId: 'b-1', customer: 'ben', items: [['prod_00mug', 4]] } as const
  await office.order({ ...order, status: 'PAID' })
  t.equal((await accountOf(service, 'ben')).points, 120 + 48)
  for (let mugs = 0; mugs < 2; mugs++) {
    await service.post(redemptionUrl('CLUB-BEN-0001'), { reward: { id: 'rew_00mug' } })
  }
  await office.adjust('CLUB-BEN-0001', -18)
  t.equal((await accountOf(service, 'ben')).points, 30)
  await office.order({ ...order, status: 'CANCELED' })
  t.equal((await accountOf(service, 'ben')).points, 0, 'thirty of the forty-eight')
  await office.adjust('CLUB-BEN-0001', 50)
  await office.order({ ...order, status: 'CANCELED' })
  t.equal((await accountOf(service, 'ben')).points, 50, 'it was canceled already')
  await office.order({ ...order, status: 'PAID' })
  await office.order({ ...order, status: 'CANCELED' })
  t.equal((await accountOf(service, 'ben')).points, 50, 'new points are not taken for the eighteen')
  const { loyalty_card: card } = (await service.post(redemptionUrl('CLUB-BEN-0001'), {})).body
    .voucher
  const found = [card.points, card.balance, card.subtracted_points]
  t.strictSame(found, [120 + 48 + 50, 50, 18 + 30], 'booked as subtracted')
})

onDemo('paying an order with points is one order like any other', async (t, service) => {
  const office = await backOffice(service)
  const body = {
    reward: { id: 'rew_00coin', points: 100 },
    order: { source_id: 'b-1', items: [{ product_id: 'prod_00beans', quantity: 2 }] }
  }
  const paid = await service.post(redemptionUrl('CLUB-BEN-0001'), body)
  t.strictSame([paid.status, paid.body.order.total_amount], [200, 2700])
  const account = { points: 20 + 27, pending: 20, tier: 'ltr_00silver', orders: [1, 2700] }
  t.strictSame(await accountOf(service, 'ben'), account)
  await office.order({ sourceId: 'b-1', status: 'PAID' })
  t.strictSame(await accountOf(service, 'ben'), account, 'sent again it earns nothing')
  await office.order({ sourceId: 'b-1', status: 'CANCELED' })
  const { points, pending, orders } = await accountOf(service, 'ben')
  const found = [points, pending, orders]
  t.strictSame(found, [20, 0, [0, 0]], 'the hundred that paid are not given back')
})

onDemo('an order stays its customer’s; of nobody it earns once it is one’s', async (t, service) => {
  const office = await backOffice(service)
  await office.order({ sourceId: 'walk-in', status: 'PAID', items: BEANS })
  const before = await accountOf(service, 'ben')
  await office.order({ sourceId: 'walk-in', customer: 'ben' })
  const { points, pending, orders } = await accountOf(service, 'ben')
  t.strictSame([points - before.points, pending, orders], [37, 20, [1, 3700]])
  const refusal = await refusalOf(office.order({ sourceId: 'walk-in', customer: 'ada' }))
  t.match(refusal, { key: 'invalid_customer', resourceId: 'cust_00ada' })
  const body = { reward: { id: 'rew_00coin' }, order: { source_id: 'walk-in' } }
  const { status, body: answer } = await service.post(redemptionUrl(CARDS['ada'] ?? ''), body)
  t.strictSame([status, answer.failure_code], [400, 'invalid_customer'])
})

onDemo('two tills at once: an order is paid, and canceled, once', async (t, service) => {
  const office = await backOffice(service)
  const order = { sourceId: 'b-1', customer: 'ben', items: BEANS } as const
  const send = (status: 'PAID' | 'CANCELED') =>
    Promise.all(Array.from({ length: 20 }, () => office.order({ ...order, status })))
  await send('PAID')
  t.match(await accountOf(service, 'ben'), { points: 157, pending: 20, orders: [1, 3700] })
  await send('CANCELED')
  t.match(await accountOf(service, 'ben'), { points: 120, pending: 0, orders: [0, 0] })
})

onDemo('buying, waiting for the points and canceling leaves nothing', async (t, service) => {
  const office = await backOffice(service)
  await service.work()
  const days = ['2026-03-05', '2026-03-10'] as const
  for (const [index, day] of days.entries()) {
    const order = {
      sourceId: `b-${index}`,
      customer: 'ben',
      items: [['prod_00beans', 35]]
    } as const
    await office.order({ ...order, status: 'PAID' })
    service.setNow(`${day}T10:00:00.000Z`)
    await service.work()
    // 647 at once and 350 after three days, which make gold and bring a hundred.
    t.match(await accountOf(service, 'ben'), { points: 1217, tier: 'ltr_00gold' }, day)
    await office.order({ ...order, status: 'CANCELED' })
    t.match(await accountOf(service, 'ben'), { points: 120, tier: 'ltr_00silver' }, day)
  }
})

onDemo('what points bring goes back with their order, however they came', async (t, service) => {
  const office = await backOffice(service)
  await service.work()
  const fields = { 'loyalty_points.camp_00club': { $more_than: [150] } } as const
  const filter = { junction: 'and', fields } as const
  const rich = { name: 'Rich', type: 'auto-update', filter } as const
  const { id } = await office.segment(rich, ['camp_00club'])
  const bonus = { event: 'customer.segment.entered', segment: { id } }
  const rule = { ...bonus, loyalty: { type: 'FIXED', points: 5 } }
  await service.post('/v1/loyalties/camp_00club/earning-rules', [rule])
  for (const [index, day] of ['2026-03-05', '2026-03-10'].entries()) {
    const order = `/v1/orders/late-${index}`
    const items = [{ product_id: 'prod_00beans', quantity: 4 }]
    const late = { source_id: `late-${index}`, customer: { source_id: 'ben' }, items }
    // All of its price is taken off, so that only what waits is left to bring anything.
    await service.post('/v1/orders', { ...late, discount_amount: 7400, status: 'PAID' })
    t.match(await accountOf(service, 'ben'), { points: 120, pending: 40 })
    service.setNow(`${day}T10:00:00.000Z`)
    await service.put('/v1/customers/ben', { name: `Ben ${index}` })
    const found = await accountOf(service, 'ben')
    t.match(found, { points: 165, pending: 0 }, 'nobody waits for a timer')
    await service.put(order, { status: 'CANCELED' })
    t.match(await accountOf(service, 'ben'), { points: 120, pending: 0 }, day)
  }
})

/** A program whose tier takes fifty points in a month, and Cy, who gets one for every euro. */
async function givenMonthly(t: Test) {
  const service = await givenService(t)
  service.setNow('2026-02-20T10:00:00.000Z')
  const { body: club } = await service.post('/v1/loyalties', {
    name: 'Monthly',
    type: 'AUTO_UPDATE',
    loyalty_tiers_expiration: TERMS,
    voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  })
  const url = `/v1/loyalties/${club.id}`
  const each = { type: 'PROPORTIONAL', calculation_type: 'ORDER_AMOUNT' }
  const order = { amount: { every: 100, points: 1 } }
  await service.post(`${url}/earning-rules`, [{ event: 'order.paid', loyalty: { ...each, order } }])
  await service.post(`${url}/tiers`, [{ name: 'Gold', points: { from: 50 } }])
  const customer = { source_id: 'cy' }
  const { code } = (await service.post(`${url}/members`, { customer })).body
  return {
    service,
    card: `${url}/members/${code}`,
    offer: (reward: string, points: number) =>
      service.post(`${url}/rewards`, [{ reward, parameters: { loyalty: { points } } }]),
    pay: (source_id: string, amount: number, status = 'PAID') =>
      service.post('/v1/orders', { source_id, amount, status, customer }),
    stands: async () => {
      const { loyalty } = (await service.get('/v1/customers/cy')).body
      const { points, loyalty_tier } = loyalty.campaigns['Monthly']
      return [points, loyalty_tier === undefined ? 'no tier' : 'gold']
    }
  }
}

t.test('what is taken back of an earlier month costs no tier of this one', async t => {
  const { service, pay, stands } = await givenMonthly(t)
  await pay('february', 4000)
  service.setNow('2026-03-05T10:00:00.000Z')
  await pay('march', 4500)
  t.strictSame(await stands(), [85, 'no tier'])
  await pay('february', 4000, 'CANCELED')
  t.strictSame(await stands(), [45, 'no tier'])
  await pay('later', 500)
  t.strictSame(await stands(), [50, 'gold'], 'fifty came in March')
})

t.test('nor does what was spent by then, whichever is undone first', async t => {
  for (const first of ['order', 'mug']) {
    const { service, card, offer, pay, stands } = await givenMonthly(t)
    await offer('rew_00mug', 40)
    await pay('february', 4000)
    const { id } = (await service.post(`${card}/redemption`, { reward: { id: 'rew_00mug' } })).body
    service.setNow('2026-03-05T10:00:00.000Z')
    const cancel = () => pay('february', 4000, 'CANCELED')
    const rollBack = () => service.post(`/v1/redemptions/${id}/rollback`)
    for (const undo of first === 'order' ? [cancel, rollBack] : [rollBack, cancel]) {
      t.equal((await undo()).status, 200)
    }
    await pay('march', 5000)
    t.strictSame(await stands(), [50, 'gold'], `the ${first} first`)
  }
})
