/**
 * Three of the requests that ARCHITECTURE.md follows: a reward for points, what an order
 * would earn, and a price list that is carried out after the answer.
 */
import t, { type Test } from 'tap'
import { audit } from '../../src/storage/audit/audit.ts'
import { givenService, type Service } from '../support/app.ts'
import { fingerprint, writesOf } from '../support/evidence.ts'
import { givenSteps } from '../support/given-steps.ts'

const PROGRAM = '/v1/loyalties/camp_00club'
const redemptionUrl = (code: string) => `${PROGRAM}/members/${code}/redemption`
const pendingUrl = (code: string) => `/v1/loyalties/members/${code}/pending-points`

async function isClean(t: Test, { store }: Service): Promise<void> {
  t.match(await audit(store), { clean: true }, 'every ledger and counter, folded again')
}

t.test('a reward is redeemed: the card pays, the stock shrinks, the list says so', async t => {
  const service = await givenService(t)
  await service.work()
  const written = writesOf(service.store)
  const before = (await service.get('/v1/customers/ada')).body
  const answer = await service.post(redemptionUrl('CLUB-ADA-0001'), {
    reward: { id: 'rew_00mug' },
    metadata: { till: 4 }
  })
  t.strictSame([answer.status, answer.body.result, answer.body.amount], [200, 'SUCCESS', 60])
  const refused = await service.post(redemptionUrl('CLUB-ADA-0001'), {
    reward: { id: 'rew_00coin' }
  })
  t.strictSame([refused.status, refused.body.failure_code], [400, 'missing_order'])
  t.strictSame(
    written.map(({ kinds }) => kinds.toSorted()),
    [
      [
        'customerTotals.counted',
        'event.logged',
        'points.moved',
        // Card, offer and program: by whoever it is, by key, and the last two by customer.
        ...Array.from({ length: 8 }, () => 'redemption.counted'),
        'redemption.recorded',
        'reward.redeemed'
      ],
      ['customerTotals.counted', 'event.logged', 'redemption.recorded']
    ],
    'one unit of work each'
  )
  const list = (await service.get('/v1/vouchers/CLUB-ADA-0001/redemption')).body
  const { voucher: _, ...record } = answer.body
  const { voucher: stub, ...listed } = list.redemption_entries.find(
    ({ id }: { id: string }) => id === record.id
  )
  t.strictSame(listed, record, 'the list has what was answered')
  t.equal(stub.code, 'CLUB-ADA-0001')
  const after = (await service.get('/v1/customers/ada')).body
  const [was, is] = [before.summary.redemptions, after.summary.redemptions]
  t.strictSame(
    [
      is.total_succeeded - was.total_succeeded,
      is.total_failed - was.total_failed,
      is.loyalty_card.redeemed_points - was.loyalty_card.redeemed_points,
      was.loyalty_card.points_to_go - is.loyalty_card.points_to_go
    ],
    [1, 1, 60, 60]
  )
  await isClean(t, service)
})

t.test('an estimate writes nothing, and is what paying then earns', async t => {
  const service = await givenService(t)
  await service.work()
  const items = [
    { product: 'prod_00beans', quantity: 3 },
    { product: 'prod_00filter', quantity: 1 }
  ]
  const sent = items.map(({ product, quantity }) => ({ product_id: product, quantity }))
  const before = await fingerprint(service.store)
  const { body } = await service.post(`${PROGRAM}/qualifications`, {
    customer: { source_id: 'ben' },
    order: { source_id: 'walk-in', items: sent }
  })
  t.strictSame(await fingerprint(service.store), before)
  const earned = async () => {
    const customer = (await service.get('/v1/customers/ben')).body
    const { data } = (await service.get(pendingUrl('CLUB-BEN-0001'))).body
    const pending = data.reduce((sum: number, { points }: { points: number }) => sum + points, 0)
    return customer.loyalty.points + pending
  }
  const had = await earned()
  const order = { sourceId: 'walk-in', status: 'PAID', customer: 'ben', items } as const
  await givenSteps(service, [{ make: 'order', ...order }])
  t.equal((await earned()) - had, body.points_estimation)
  t.ok(body.points_estimation > 0)
  service.setNow('2026-03-08T10:00:00.000Z')
  await service.work()
  t.strictSame((await service.get(pendingUrl('CLUB-BEN-0001'))).body.data, [])
  t.equal((await earned()) - had, body.points_estimation, 'and waiting loses none of it')
  await isClean(t, service)
})

t.test('products are updated in bulk: accepted, carried out in order, reported', async t => {
  const service = await givenService(t)
  await service.work()
  const many = Array.from({ length: 600 }, (_, index) => ({
    source_id: `tea-${index % 599}`,
    name: `Tea ${index % 599}`,
    price: 100 + index
  }))
  const items = [
    ...many,
    { source_id: 'tea-7', name: 'Stoneware mug' },
    { source_id: 'beans', price: 1 }
  ]
  const { status, body } = await service.post('/v1/products/bulk/async', items)
  t.equal(status, 202)
  const action = async () => (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
  t.match(await action(), { status: 'ENQUEUED', result: null })
  await service.work()
  const done = await action()
  t.match(done, { status: 'DONE', progress: 100, result: { done_count: 601, failed_count: 1 } })
  t.strictSame(
    done.result.errors.map(({ source_id, key }: Record<string, unknown>) => [source_id, key]),
    [['tea-7', 'duplicate_found']]
  )
  const goods = [{ source_id: 'beans' }, { source_id: 'tea-0' }]
  const paid = await service.post(redemptionUrl('CLUB-ADA-0001'), {
    reward: { id: 'rew_00coin' },
    order: { items: goods }
  })
  t.strictSame([paid.status, paid.body.order.amount], [200, 1 + 699], 'the last price counts')
  await isClean(t, service)
})
