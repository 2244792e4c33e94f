import t, { type Test } from 'tap'
import { accountOf, since, told } from '../../support/account.ts'
import { givenService, keyOf, type Service } from '../../support/app.ts'
import { type BackOffice, backOffice } from '../../support/back-office.ts'
import { onDemo } from '../../support/on-demo.ts'

const REDEEM = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'
const WAITING = '/v1/loyalties/members/CLUB-ADA-0001/pending-points'
const BEANS = { product_id: 'prod_00beans', quantity: 1 }

async function balanceOf(service: Service, code: string): Promise<number> {
  const { body } = await service.get(`/v1/customers/${code === 'CLUB-ADA-0001' ? 'ada' : 'ben'}`)
  return body.summary.redemptions.loyalty_card.points_to_go
}

const ADAS = '/v1/loyalties/members/CLUB-ADA-0001/pending-points'

/** Ada buys beans, which leaves so many times ten points waiting. */
function payForBeans(office: BackOffice, sourceId: string, kilos = 1) {
  const items = [['prod_00beans', kilos]] as const
  return office.order({ sourceId, customer: 'ada', status: 'PAID', items })
}

onDemo('listMemberPendingPoints: what waits, page by page, either way', async (t, service) => {
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

onDemo("listMemberPendingPoints: refuses what is no card, another's cursor", async (t, { get }) => {
  // biome-ignore format: a table
  const rows = [
      ['/v1/loyalties/members/nobody/pending-points', 404, 'not_found'],
      ['/v1/loyalties/members/SPRING-0001/pending-points', 404, 'not_found'],
      ['/v1/loyalties/camp_00bakery/members/CLUB-ADA-0001/pending-points', 404, 'not_found'],
      ['/v1/loyalties/members/CLUB-BEN-0001/pending-points?starting_after_id=lopp_00beans', 400,
        'invalid_query_params'],
      ['/v1/loyalties/members/CLUB-ADA-0001/pending-points?limit=101', 400, 'invalid_query_params'],
      ['/v1/loyalties/members/CLUB-ADA-0001/pending-points?order=name', 400,
        'invalid_query_params'],
      ['/v1/loyalties/members/CLUB-ADA-0001/pending-points?page=1', 400, 'invalid_query_params']
    ] as const
  for (const [url, status, key] of rows) {
    t.strictSame(keyOf(await get(url)), [status, key], url)
  }
})

onDemo('listMemberPendingPoints: the tier that made the points is named', async (t, service) => {
  const office = await backOffice(service)
  const gold = { id: 'ltr_00gold', name: 'Gold' }
  const earnedBy = async (sourceId: string) => {
    await payForBeans(office, sourceId)
    const { body } = await service.get(WAITING)
    const isIts = ({ details }: { details: { order: { source_id: string } } }) =>
      details.order.source_id === sourceId
    const { points, details } = body.data.find(isIts)
    return [points, details.holder_loyalty_tier, details.loyalty_tier]
  }
  t.strictSame(await earnedBy('a-1'), [10, gold, undefined])
  const earning_rules = { ern_00beans: { type: 'MULTIPLY', multiplier: 2 } }
  await service.put('/v1/loyalties/camp_00club/tiers/ltr_00gold', { earning_rules })
  t.strictSame(await earnedBy('a-2'), [20, gold, gold])
})

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
  t.strictSame(keyOf(await service.post(REDEEM, mug)), [400, 'loyalty_card_points_exceeded'])
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
  const events = await since(service, 'events')
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

onDemo('pending points become active at midnight where the shop is', async (t, service) => {
  t.equal((await service.get(WAITING)).body.data[0].activates_at, '2026-03-03')
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

t.test('listMemberPendingPoints: nothing twice or lost while entries come and go', async t => {
  for (const order of ['id', '-id'] as const) {
    const service = await givenService(t)
    const office = await backOffice(service)
    for (let turn = 0; turn < 20; turn++) await payForBeans(office, `before-${turn}`)
    const first = (await service.get(`${ADAS}?limit=100&order=${order}`)).body.data
    const ids: string[] = first.map(({ id }: { id: string }) => id)
    t.equal(ids.length, 21)
    const seen: string[] = []
    const settled = new Set<string>()
    const settle = async (id: string | undefined, how: 'activate' | 'cancelPending') => {
      if (id !== undefined && (await office[how](id)) !== null) settled.add(id)
    }
    let after = ''
    for (let page = 0; ; page++) {
      const { body } = await service.get(`${ADAS}?limit=4&order=${order}${after}`)
      const found = body.data.map(({ id }: { id: string }) => id)
      seen.push(...found)
      t.notOk(
        found.some((id: string) => settled.has(id)),
        'what no longer waits is not listed'
      )
      if (!body.has_more) break
      after = `&starting_after_id=${body.more_starting_after}`
      // The one the next page starts after is settled, one seen before, and one not seen yet.
      await settle(found.at(-1), page % 2 === 0 ? 'activate' : 'cancelPending')
      await settle(seen[0], 'activate')
      await settle(ids[seen.length + 5], 'cancelPending')
      await payForBeans(office, `page-${page}`)
    }
    t.equal(new Set(seen).size, seen.length, `${order}: nothing twice`)
    const missed = ids.filter(id => !settled.has(id) && !seen.includes(id))
    t.strictSame(missed, [], `${order}: nothing lost that waited all along`)
    t.strictSame(
      seen,
      seen.toSorted((a, b) => (a < b === (order === 'id') ? -1 : 1)),
      'in order'
    )
  }
})

onDemo('listMemberPendingPoints: an entry tells where it comes from', async (t, service) => {
  const office = await backOffice(service)
  const { id } = await payForBeans(office, 'told', 3)
  const { data } = (await service.get(`${ADAS}?limit=100`)).body
  const entry = data.find(({ order_id }: { order_id: string }) => order_id === id)
  const { id: entryId, ...rest } = entry
  t.match(entryId, /^lopp_/)
  t.strictSame(rest, {
    voucher_id: 'v_00adaclub',
    campaign_id: 'camp_00club',
    customer_id: 'cust_00ada',
    order_id: id,
    points: 30,
    activates_at: '2026-03-04',
    details: {
      holder_loyalty_tier: { id: 'ltr_00gold', name: 'Gold' },
      event: {
        id: rest.details.event.id,
        type: 'customer.order.paid',
        group_id: 'v-back-office',
        entity_id: 'cust_00ada',
        created_at: '2026-03-01T10:00:00.000Z',
        category: 'EFFECT',
        event_source: { channel: 'API', api_key: { name: 'Demo', app_id: 'demo-app-id' } }
      },
      earning_rule: {
        id: 'ern_00beans',
        source: { banner: 'Ten points for every kilo of beans, three days later' }
      },
      order: { id, source_id: 'told' }
    },
    created_at: '2026-03-01T10:00:00.000Z'
  })
})

t.test('pending points become active at midnight, also where the clocks change', async t => {
  const rows = [
    // paid                       active from  which is
    ['2026-03-25T12:00:00.000Z', '2026-03-28', '2026-03-27T23:00:00.000Z'],
    ['2026-03-26T12:00:00.000Z', '2026-03-29', '2026-03-28T23:00:00.000Z'],
    ['2026-03-27T12:00:00.000Z', '2026-03-30', '2026-03-29T22:00:00.000Z'],
    ['2026-10-21T12:00:00.000Z', '2026-10-24', '2026-10-23T22:00:00.000Z'],
    ['2026-10-22T12:00:00.000Z', '2026-10-25', '2026-10-24T22:00:00.000Z'],
    ['2026-10-23T12:00:00.000Z', '2026-10-26', '2026-10-25T23:00:00.000Z'],
    // Late in the evening it is tomorrow already where the shop is.
    ['2026-12-01T23:30:00.000Z', '2026-12-05', '2026-12-04T23:00:00.000Z']
  ] as const
  const service = await givenService(t)
  const office = await backOffice(service)
  const later = (at: string, ms: number) => new Date(Date.parse(at) + ms).toISOString()
  for (const [paid, day, midnight] of rows) {
    service.setNow(paid)
    await service.work()
    await payForBeans(office, paid)
    const [{ id, activates_at }] = (await service.get(ADAS)).body.data
    t.equal(activates_at, day)
    const waits = async (at: string) => {
      service.setNow(at)
      await service.work()
      const { data } = (await service.get(ADAS)).body
      return data.some((entry: { id: string }) => entry.id === id)
    }
    t.ok(await waits(later(midnight, -61_000)), `a minute before ${midnight}`)
    t.notOk(await waits(later(midnight, 0)), `at ${midnight}`)
  }
})

onDemo('after a week alone each day is made up for in its order', async (t, service) => {
  const office = await backOffice(service)
  await service.work()
  for (const [index, at] of ['2026-03-02', '2026-03-03', '2026-03-04'].entries()) {
    service.setNow(`${at}T10:00:00.000Z`)
    await payForBeans(office, `order-${at}`, index + 1)
  }
  const events = await since(service, 'events')
  const entries = await since(service, 'ledger_entries')
  service.setNow('2026-03-15T10:00:00.000Z')
  await service.work()
  const happened = (await events()).filter(({ customer_id: id }) => id === 'cust_00ada')
  const found = happened.map(({ created_at }, index) => `${created_at} ${told(happened)[index]}`)
  t.strictSame(found, [
    '2026-03-04T23:00:00.000Z pending_points.activated 10',
    '2026-03-05T23:00:00.000Z pending_points.activated 20',
    '2026-03-06T23:00:00.000Z pending_points.activated 30'
  ])
  const seen = (await entries())
    .filter(({ voucher_id: card }) => card === 'v_00adaclub')
    .map(({ amount }) => amount)
  t.strictSame(seen, [10, 20, 30])
  await service.work()
  t.strictSame(await events(), [], 'and once')
})

onDemo('what lapsed during a downtime is gone, what became active is there', async (t, service) => {
  const office = await backOffice(service)
  await service.work()
  service.setNow('2026-12-30T10:00:00.000Z')
  await service.work()
  await payForBeans(office, 'last')
  const events = await since(service, 'events')
  service.setNow('2027-01-20T10:00:00.000Z')
  // What came with gold, VIPs, orders and reviews in the last twelve months, the last beans too.
  const left = 36 + 100 + 25 + 55 + 50 + 20 + 27 + 10
  const gift = { reward: { id: 'rew_00gift' } }
  const tried = [await service.post(REDEEM, gift), await service.post(REDEEM, gift)]
  t.strictSame(
    tried.map(({ status, body }) => [status, body.key]),
    [
      [200, undefined],
      [400, 'loyalty_card_points_exceeded']
    ],
    `of ${left} points, though what has lapsed is not booked yet`
  )
  await service.work()
  const adas = (await events()).filter(({ customer_id }) => customer_id === 'cust_00ada')
  t.match(told(adas).toSorted(), [
    'loyalty.tier.downgraded ltr_00silver',
    'pending_points.activated 10',
    'points_expired 5040',
    'redemption.failed',
    'redemption.succeeded'
  ])
  // A year ago 5100 came, of which 60 bought the mug.
  const { loyalty_card: card } = (await service.post(REDEEM, {})).body.voucher
  t.match(card, { balance: left - 200, expired_points: 5040, pending_points: 0 })
})
