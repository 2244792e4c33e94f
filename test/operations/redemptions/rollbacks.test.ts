import t from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { accountOf, CARDS, redemptionUrl, since, told } from '../../support/account.ts'
import { type Answered, givenService, type Service } from '../../support/app.ts'
import { backOffice, refusalOf } from '../../support/back-office.ts'
import { keepCounts } from '../../support/counts.ts'
import { rawRows } from '../../support/evidence.ts'
import { givenSteps } from '../../support/given-steps.ts'
import { onDemo } from '../../support/on-demo.ts'
import { footprint } from '../support/footprint.ts'

const BEN = redemptionUrl('CLUB-BEN-0001')
const ADA = redemptionUrl('CLUB-ADA-0001')
const rollbackUrl = (id: string) => `/v1/redemptions/${id}/rollback`

async function redeemed({ post }: Service, url: string, body: object): Promise<Answered['body']> {
  const answer = await post(url, body)
  if (answer.status !== 200) throw new Error(answer.bytes)
  return answer.body
}

const CART = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }

//               what is redeemed                                         with which card
const rows: readonly (readonly [string, object, string])[] = [
  ['a mug', { reward: { id: 'rew_00mug' } }, ADA],
  ['a coupon', { reward: { id: 'rew_00coupon' } }, ADA],
  ['gift credit', { reward: { id: 'rew_00gift' } }, ADA],
  ['points of another program', { reward: { id: 'rew_00bakery' } }, ADA],
  ['payment with points', { reward: { id: 'rew_00coin', points: 100 }, order: CART }, BEN],
  ['all the points there are', { reward: { id: 'rew_00coin' }, order: CART }, BEN]
]

for (const [title, body, url] of rows) {
  onDemo(`rollbackRedemption: ${title}, rolled back, is as if nothing was`, async (t, service) => {
    await keepCounts(service)
    const before = await footprint(service)
    const redemption = await redeemed(service, url, body)
    t.strictNotSame(await footprint(service), before)
    const { status, body: rollback } = await service.post(rollbackUrl(redemption.id), {})
    t.equal(status, 200)
    t.match(rollback, {
      object: 'redemption',
      redemption: redemption.id,
      result: 'SUCCESS',
      status: 'SUCCEEDED',
      related_object_type: 'redemption',
      related_object_id: redemption.id,
      amount: -redemption.amount,
      loyalty_card: { points: -redemption.amount },
      customer: redemption.customer,
      tracking_id: redemption.tracking_id,
      metadata: {},
      reward: { id: redemption.reward.id, assignment_id: redemption.reward.assignment_id }
    })
    t.notOk('reason' in rollback || 'failure_code' in rollback)
    t.strictSame(await footprint(service), before)
  })
}

onDemo('rollbackRedemption: the reason is of the body, else of the query', async (t, service) => {
  const rows: readonly (readonly [object, string])[] = [
    [{}, 'Chipped'],
    [{ reason: 'Cracked' }, 'Cracked']
  ]
  for (const [sent, reason] of rows) {
    const { id } = await redeemed(service, BEN, { reward: { id: 'rew_00mug' } })
    const { body } = await service.post(`${rollbackUrl(id)}?reason=Chipped`, sent)
    t.match(body, { redemption: id, reason })
  }
})

onDemo('rollbackRedemption: both are listed, the other but for its end', async (t, service) => {
  const { voucher: card, ...redemption } = await redeemed(service, BEN, {
    reward: { id: 'rew_00mug' },
    metadata: { till: 4 }
  })
  const about = { reason: 'Chipped', metadata: { clerk: 'cleo' } }
  const { body } = await service.post(rollbackUrl(redemption.id), about)
  const { voucher: after, ...rollback } = body
  const url = '/v1/vouchers/CLUB-BEN-0001/redemption'
  const list = (await service.get(url)).body
  const stub = list.redemption_entries[0].voucher
  t.strictSame([list.quantity, list.redeemed_quantity, list.total], [null, 0, 2])
  t.strictSame(list.redemption_entries, [
    { ...rollback, voucher: stub },
    {
      ...redemption,
      status: 'ROLLED_BACK',
      result: 'FAILURE',
      failure_code: 'redemption_rolled_back',
      failure_message: 'redemption was rolled back',
      related_redemptions: {
        rollbacks: [{ id: rollback.id, date: rollback.date, rollback_order_mode: 'WITHOUT_ORDER' }]
      },
      voucher: stub
    }
  ])
  t.strictSame((await service.get(`/v1/redemptions/${redemption.id}`)).body, {
    ...list.redemption_entries[1]
  })
  t.match(rollback, about)
  t.match(card, { loyalty_card: { balance: 60 }, redemption: { redeemed_points: 60 } })
  t.match(after, {
    loyalty_card: { points: 120, balance: 120 },
    redemption: { redeemed_quantity: 0, redeemed_points: 0 }
  })
  const { summary } = (await service.get('/v1/customers/ben')).body
  t.strictSame(summary.redemptions, {
    total_redeemed: 1,
    total_failed: 0,
    total_succeeded: 1,
    total_rolled_back: 1,
    total_rollback_failed: 0,
    total_rollback_succeeded: 1,
    gift: { redeemed_amount: 0, amount_to_go: 0 },
    loyalty_card: { redeemed_points: 0, points_to_go: 120 }
  })
})

onDemo('rollbackRedemption: what cannot be rolled back changes nothing', async (t, service) => {
  const { id } = await redeemed(service, BEN, { reward: { id: 'rew_00mug' } })
  const rollback = (await service.post(rollbackUrl(id))).body.id
  const failed = (await service.post(BEN, { reward: { id: 'rew_00gift' } })).body.id
  const before = await rawRows(service.store, ['redemptions', 'ledger_entries', 'events'])
  const refusals = [
    [id, {}, 'already_rolled_back', `Redemption ${id} was rolled back already;`],
    [rollback, {}, 'invalid_rollback_params', `Redemption ${rollback} is itself a rollback`],
    [failed, {}, 'invalid_rollback_params', `Redemption ${failed} is FAILED;`],
    ['r_00first', { reason: '' }, 'invalid_payload', 'Property .reason'],
    ['r_00first', { why: 'x' }, 'invalid_payload', 'Property .why']
  ] as const
  for (const [asked, body, key, details] of refusals) {
    const answer = await service.post(rollbackUrl(asked), body)
    t.match(answer, { status: 400, body: { key } }, key)
    t.ok(answer.body.details.startsWith(details), answer.body.details)
  }
  t.match(await service.post(rollbackUrl('r_nothing')), {
    status: 404,
    body: { key: 'not_found', resource_type: 'redemption', resource_id: 'r_nothing' }
  })
  t.strictSame(await rawRows(service.store, ['redemptions', 'ledger_entries', 'events']), before)
})

onDemo('rollbackRedemption: metadata that are sent fit their schema', async (t, service) => {
  const properties = { clerk: { type: 'string', array: false, optional: false } } as const
  await givenSteps(service, [
    { make: 'metadata schema', relatedObject: 'redemption', properties, allowDefinedOnly: true }
  ])
  const refused = await service.post(rollbackUrl('r_00first'), { metadata: { till: 4 } })
  t.match(refused, { status: 400, body: { key: 'metadata_validation_failed' } })
  t.match(await service.post(rollbackUrl('r_00first')), { status: 200 }, 'none are needed')
})

onDemo('rollbackRedemption: what is off by now does not matter', async (t, service) => {
  const { id } = await redeemed(service, BEN, { reward: { id: 'rew_00mug' } })
  const office = await backOffice(service)
  await office.adjust('CLUB-BEN-0001', -60)
  t.equal((await service.post('/v1/campaigns/camp_00club/disable')).status, 200)
  service.setNow('2029-01-01T00:00:00.000Z')
  t.match(await service.post(rollbackUrl(id)), {
    status: 200,
    body: { voucher: { loyalty_card: { balance: 0, expired_points: 60 } } }
  })
})

onDemo('rollbackRedemption: points expire when they would have', async (t, service) => {
  const { id } = await redeemed(service, BEN, { reward: { id: 'rew_00mug' } })
  // Points of the old paper card end with the year after they were given.
  service.setNow('2027-06-01T10:00:00.000Z')
  await service.work()
  t.match(await accountOf(service, 'ben'), { points: 0 })
  const over = { balance: 0, expired_points: 120 }
  t.match((await service.post(rollbackUrl(id))).body.voucher.loyalty_card, over)
  const spent = await service.post(BEN, { reward: { id: 'rew_00mug' } })
  t.equal(spent.body.key, 'loyalty_card_points_exceeded', 'they are over')
  service.setNow('2027-06-02T10:00:00.000Z')
  await service.work()
  t.match((await service.get('/v1/vouchers/CLUB-BEN-0001')).body.loyalty_card, over)
})

onDemo('rollbackRedemption: a coupon goes off, and stays with who got it', async (t, service) => {
  const { id, reward } = await redeemed(service, ADA, { reward: { id: 'rew_00coupon' } })
  t.match(reward.voucher, { active: true, holder_id: 'cust_00ada' })
  t.equal((await service.post(rollbackUrl(id))).status, 200)
  const url = `/v1/vouchers/${reward.voucher.code}`
  t.match((await service.get(url)).body, { active: false, holder_id: 'cust_00ada' })
})

onDemo('rollbackRedemption: cancels the order, its points and its discount', async (t, service) => {
  const events = await since(service, 'events')
  const redemption = await redeemed(service, BEN, {
    reward: { id: 'rew_00coin', points: 100 },
    order: { source_id: 'b-1', ...CART }
  })
  t.match(redemption.order, { status: 'PAID', amount: 3700, total_amount: 2700 })
  await events()
  const { body } = await service.post(rollbackUrl(redemption.id))
  t.strictSame(told(await events()), [
    'order.canceled',
    'pending_points.canceled 20',
    'points_canceled 27',
    'redemption.rollback.succeeded'
  ])
  const { date } = redemption.order.redemptions[redemption.id]
  const order = (await service.get('/v1/orders/b-1')).body
  t.strictSame(body.order, order)
  t.match(order, {
    status: 'CANCELED',
    amount: 3700,
    discount_amount: 0,
    total_discount_amount: 0,
    total_amount: 3700,
    applied_discount_amount: null,
    redemptions: {
      [redemption.id]: {
        date,
        related_object_id: 'v_00benclub',
        rollback_id: body.id,
        rollback_date: body.date
      }
    }
  })
  const none = { points: 120, pending: 0, tier: 'ltr_00silver', orders: [0, 0] }
  t.strictSame(await accountOf(service, 'ben'), none)
  await service.put('/v1/orders/b-1', { status: 'PAID' })
  t.match(await accountOf(service, 'ben'), { points: 120, orders: [1, 3700] }, 'it earned once')
})

t.test('rollbackRedemption: an order is canceled, whatever the shop made of it since', async t => {
  for (const status of ['CREATED', 'CANCELED'] as const) {
    const service = await givenService(t)
    const office = await backOffice(service)
    const { id } = await redeemed(service, BEN, {
      reward: { id: 'rew_00coin', points: 100 },
      order: { source_id: 'b-1', ...CART }
    })
    await office.order({ sourceId: 'b-1', status })
    const { order } = (await service.post(rollbackUrl(id))).body
    t.match(order, { status: 'CANCELED', total_amount: 3700, discount_amount: 0 }, status)
    t.match(await accountOf(service, 'ben'), { points: 120, pending: 0 }, status)
  }
})

onDemo('rollbackRedemption: what canceling could not take is taken now', async (t, service) => {
  const office = await backOffice(service)
  await office.adjust('CLUB-BEN-0001', -20)
  const { id } = await redeemed(service, BEN, {
    reward: { id: 'rew_00coin', points: 100 },
    order: { source_id: 'b-1', ...CART }
  })
  const { points: earned } = await accountOf(service, 'ben')
  await office.adjust('CLUB-BEN-0001', -earned)
  await office.order({ sourceId: 'b-1', status: 'CANCELED' })
  await service.post(rollbackUrl(id))
  t.equal((await accountOf(service, 'ben')).points, 100 - earned)
})

onDemo('rollbackRedemption: redeeming and undoing by turns earns nothing', async (t, service) => {
  const office = await backOffice(service)
  await office.adjust('CLUB-BEN-0001', 900)
  const gold = await accountOf(service, 'ben')
  t.match(gold, { points: 1120, tier: 'ltr_00gold' }, 'a hundred for becoming gold')
  for (let turn = 0; turn < 3; turn++) {
    const { id } = await redeemed(service, BEN, { reward: { id: 'rew_00gift' } })
    t.match(await accountOf(service, 'ben'), { points: 920, tier: 'ltr_00silver' })
    await service.post(rollbackUrl(id))
    t.strictSame(await accountOf(service, 'ben'), gold)
  }
})

onDemo('rollbackRedemption: what followed from one goes back with it', async (t, service) => {
  const left = {
    event: 'customer.loyalty.tier.downgraded',
    loyalty_tier: { id: 'ltr_00silver' },
    loyalty: { type: 'FIXED', points: 7 }
  }
  await service.post('/v1/loyalties/camp_00club/earning-rules', [left])
  const office = await backOffice(service)
  await office.adjust('CLUB-BEN-0001', 900)
  const { id } = await redeemed(service, BEN, { reward: { id: 'rew_00gift' } })
  t.match(await accountOf(service, 'ben'), { points: 927, tier: 'ltr_00silver' }, 'a consolation')
  await service.post(rollbackUrl(id))
  t.match(await accountOf(service, 'ben'), { points: 1120, tier: 'ltr_00gold' })
})

onDemo('rollbackRedemption: counts of its day go down, of a later one stay', async (t, service) => {
  await keepCounts(service)
  const asked = async () => {
    const { redemption_counts } = await rawRows(service.store, ['redemption_counts'])
    const found = redemption_counts.find(
      row => row['object_id'] === 'v_00benclub' && row['by'] === 'any'
    )
    return ['total', 'day_count', 'week_count', 'month_count'].map(name => found?.[name])
  }
  const office = await backOffice(service)
  await office.adjust('CLUB-BEN-0001', 500)
  const mug = { reward: { id: 'rew_00mug' } }
  const sunday = await redeemed(service, BEN, mug)
  await redeemed(service, BEN, mug)
  service.setNow('2026-03-02T10:00:00.000Z')
  await redeemed(service, BEN, mug)
  t.strictSame(await asked(), [3, 1, 1, 3])
  await service.post(rollbackUrl(sunday.id))
  t.strictSame(await asked(), [2, 1, 1, 2], 'in a new week of the same month')
})

onDemo('rollbackRedemption: of many at once one succeeds', async (t, service) => {
  const before = await footprint(service)
  const { id } = await redeemed(service, BEN, { reward: { id: 'rew_00mug' } })
  const answers = await Promise.all(Array.from({ length: 40 }, () => service.post(rollbackUrl(id))))
  const said = Object.groupBy(answers, ({ status, body }) => `${status} ${body.key ?? ''}`)
  t.strictSame([said['200 ']?.length, said['400 already_rolled_back']?.length], [1, 39])
  t.strictSame(await footprint(service), before)
})

onDemo('rollbackRedemption: beside others who spend, earn and cancel', async (t, service) => {
  const office = await backOffice(service)
  await office.adjust('CLUB-BEN-0001', 480)
  const { points: before } = await accountOf(service, 'ben')
  const mug = { reward: { id: 'rew_00mug' } }
  const coin = { reward: { id: 'rew_00coin', points: 100 }, order: { source_id: 'b-1', ...CART } }
  const ids = [(await redeemed(service, BEN, mug)).id, (await redeemed(service, BEN, coin)).id]
  const rollBack = () => Promise.all(ids.map(id => service.post(rollbackUrl(id))))
  const [answers, again, mugs] = await Promise.all([
    rollBack(),
    rollBack(),
    Promise.all(Array.from({ length: 12 }, () => service.post(BEN, mug))),
    refusalOf(office.order({ sourceId: 'b-1', status: 'CANCELED' })),
    office.adjust(CARDS['ben'] as string, 30)
  ])
  const won = (of: readonly Answered[]) => of.filter(({ status }) => status === 200).length
  t.equal(won([...answers, ...again]), 2, 'each of them once')
  const { points } = await accountOf(service, 'ben')
  t.equal(points, before + 30 - 60 * won(mugs), 'what was rolled back is there, whoever came first')
})

t.test('rollbackRedemption: a discount the shop gave since stays its own', async t => {
  //            what the shop makes of the discount of 1000            discount left
  const rows: readonly (readonly [string, readonly object[], number])[] = [
    ['sends it back', [{ discount_amount: 1000 }], 0],
    ['adds to it', [{ discount_amount: 1500 }], 500],
    ['lowers it', [{ discount_amount: 700 }], 0],
    ['takes it off and gives another', [{ discount_amount: 0 }, { discount_amount: 700 }], 700],
    ['lowers it and adds to it', [{ discount_amount: 700 }, { discount_amount: 900 }], 200]
  ]
  for (const [title, changes, discount] of rows) {
    const service = await givenService(t)
    const items = [{ product_id: 'prod_00beans', quantity: 2 }]
    const { body: redemption } = await service.post(redemptionUrl('CLUB-BEN-0001'), {
      reward: { id: 'rew_00coin', points: 100 },
      order: { source_id: 'b-1', items }
    })
    for (const change of changes) await service.put('/v1/orders/b-1', change)
    const { order } = (await service.post(`/v1/redemptions/${redemption.id}/rollback`)).body
    const amounts = { discount_amount: discount, total_amount: 3700 - discount }
    t.match(order, { status: 'CANCELED', ...amounts }, title)
  }
})

const read = async ({ get }: Service, url: string): Promise<Answered['body']> =>
  (await get(url)).body

onDemo('rollbackRedemption: a payment shows its order as it is by now', async (t, service) => {
  const reward = { id: 'rew_00coin', points: 100 }
  const { voucher: _, ...paid } = await redeemed(service, BEN, { reward, order: CART })
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
  const body = await redeemed(service, BEN, { reward: { id: 'rew_00mug' }, order: { id: cart.id } })
  const { body: rollback } = await service.post(rollbackUrl(body.id), {})
  t.match(rollback, { result: 'SUCCESS', order: { id: null, amount: null, items: [] } })
  t.strictSame(await read(service, '/v1/orders/one'), cart)
  t.strictSame((await read(service, `/v1/redemptions/${body.id}`)).order, cart)
  t.strictSame((await audit(service.store)).findings, [], 'the audit is clean')
})
