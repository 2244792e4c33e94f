import t, { type Test } from 'tap'
import { accountOf, since, told } from '../support/account.ts'
import { givenService, type Service } from '../support/app.ts'
import { backOffice } from '../support/back-office.ts'

const REDEEM = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'
const WAITING = '/v1/loyalties/members/CLUB-ADA-0001/pending-points'
const BEANS = { product_id: 'prod_00beans', quantity: 1 }

async function balanceOf(service: Service, code: string): Promise<number> {
  const { body } = await service.get(`/v1/customers/${code === 'CLUB-ADA-0001' ? 'ada' : 'ben'}`)
  return body.summary.redemptions.loyalty_card.points_to_go
}

t.test('listMemberPendingPoints: what waits, page by page, either way', async t => {
  const service = await givenService(t)
  const order = { items: [BEANS] }
  for (let turn = 0; turn < 3; turn++) {
    await service.post(REDEEM, { reward: { id: 'rew_00coin', points: 10 }, order })
  }
  const all = await service.get(WAITING)
  const ids: string[] = all.body.data.map((entry: { id: string }) => entry.id)
  t.equal(ids.length, 4)
  t.strictSame(ids, [...ids].sort().reverse(), 'newest first')
  t.strictSame([all.body.has_more, 'more_starting_after' in all.body], [false, false])
  const seen: string[] = []
  let after = ''
  for (;;) {
    const page = await service.get(`${WAITING}?limit=2&order=id${after}`)
    seen.push(...page.body.data.map((entry: { id: string }) => entry.id))
    if (!page.body.has_more) break
    after = `&starting_after_id=${page.body.more_starting_after}`
  }
  t.strictSame(seen, [...ids].reverse())
  const sibling = await service.get(
    '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/pending-points?limit=1'
  )
  t.strictSame(sibling.body.data[0], all.body.data[0])
})

t.test(
  'listMemberPendingPoints: refuses what is no card, and a cursor of another card',
  async t => {
    const service = await givenService(t)
    const rows = [
      ['/v1/loyalties/members/nobody/pending-points', 404, 'not_found'],
      ['/v1/loyalties/members/SPRING-0001/pending-points', 404, 'not_found'],
      ['/v1/loyalties/camp_00bakery/members/CLUB-ADA-0001/pending-points', 404, 'not_found'],
      [
        '/v1/loyalties/members/CLUB-BEN-0001/pending-points?starting_after_id=lopp_00beans',
        400,
        'invalid_query_params'
      ],
      ['/v1/loyalties/members/CLUB-ADA-0001/pending-points?limit=101', 400, 'invalid_query_params'],
      [
        '/v1/loyalties/members/CLUB-ADA-0001/pending-points?order=name',
        400,
        'invalid_query_params'
      ],
      ['/v1/loyalties/members/CLUB-ADA-0001/pending-points?page=1', 400, 'invalid_query_params']
    ] as const
    for (const [url, status, key] of rows) {
      const answer = await service.get(url)
      t.strictSame([answer.status, answer.body.key], [status, key], url)
    }
  }
)

/** Ada's card holds so many points, and 20 more wait for 3 March; the timer sleeps. */
async function givenPoints(t: Test, points: number) {
  const service = await givenService(t)
  const office = await backOffice(service)
  const { card } = await office.adjust('CLUB-ADA-0001', 1)
  await office.adjust('CLUB-ADA-0001', points - (card?.balance ?? 0))
  await service.work()
  return { service, office }
}

const [EVENING, MIDNIGHT] = ['2026-03-02T22:59:59.999Z', '2026-03-02T23:00:00.000Z']

t.test('points whose day has come are spent before the timer has run', async t => {
  const { service } = await givenPoints(t, 55)
  const mug = { reward: { id: 'rew_00mug' } }
  service.setNow(EVENING)
  const refused = await service.post(REDEEM, mug)
  t.strictSame([refused.status, refused.body.key], [400, 'loyalty_card_points_exceeded'])
  service.setNow(MIDNIGHT)
  const { status, body } = await service.post(REDEEM, mug)
  t.strictSame([status, body.result], [200, 'SUCCESS'])
  t.match(await accountOf(service, 'ada'), { points: 55 + 20 - 60 })
  t.strictSame((await service.get(WAITING)).body.data, [])
  await service.work()
  t.match(await accountOf(service, 'ada'), { points: 55 + 20 - 60 }, 'they come once')
})

t.test('an order earns in the tier that points bring whose day has come', async t => {
  const { service, office } = await givenPoints(t, 985)
  service.setNow(MIDNIGHT)
  const events = await since(t, service, 'events')
  await office.order({ sourceId: 'a-1', customer: 'ada', status: 'PAID', amount: 4_00 })
  t.strictSame(told(await events()), [
    'pending_points.activated 20',
    'loyalty.tier.upgraded ltr_00gold',
    'rewarded.loyalty_points 100',
    'order.created',
    'order.paid',
    'rewarded.loyalty_points 6'
  ])
  await service.work()
  t.match(await accountOf(service, 'ada'), { points: 985 + 20 + 100 + 6, tier: 'ltr_00gold' })
})

t.test('pending points become spendable at midnight of their day, where the shop is', async t => {
  const service = await givenService(t)
  const { body } = await service.get(WAITING)
  t.equal(body.data[0].activates_at, '2026-03-03')
  const before = await balanceOf(service, 'CLUB-ADA-0001')
  service.setNow(EVENING)
  await service.work()
  t.equal((await service.get(WAITING)).body.data.length, 1, 'a moment before midnight in Berlin')
  service.setNow('2026-03-02T23:01:00.000Z')
  await service.work()
  t.strictSame((await service.get(WAITING)).body.data, [])
  t.equal(await balanceOf(service, 'CLUB-ADA-0001'), before + 20)
  const cursor = await service.get(`${WAITING}?starting_after_id=lopp_00beans`)
  t.equal(cursor.status, 200, 'an entry that is no longer pending remains a cursor')
})
