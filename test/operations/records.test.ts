/**
 * What was recorded, read through the API: redemptions, movements on vouchers, background work.
 */
import t from 'tap'
import { givenService, type Service } from '../support/app.ts'

const ADA = '/v1/loyalties/members/CLUB-ADA-0001'

t.test('getRedemption: is the entry that its voucher lists', async t => {
  const service = await givenService(t)
  const { redemption_entries: entries } = (
    await service.get('/v1/vouchers/CLUB-ADA-0001/redemption')
  ).body
  for (const entry of entries) {
    const { status, body } = await service.get(`/v1/redemptions/${entry.id}`)
    t.strictSame([status, body], [200, entry])
  }
  const unknown = await service.get('/v1/redemptions/r_00nothing')
  t.strictSame(
    [unknown.status, unknown.body.resource_type, unknown.body.resource_id],
    [404, 'redemption', 'r_00nothing']
  )
})

const idsOf = async (service: Service, query: string) => {
  const { body } = await service.get(`/v1/redemptions${query}`)
  return [body.redemptions.map(({ id }: { id: string }) => id), body.total]
}

t.test('listRedemptions: all of them or a customer’s, page by page', async t => {
  const service = await givenService(t)
  const bens = await service.post('/v1/loyalties/members/CLUB-BEN-0001/redemption', {
    reward: { id: 'rew_00mug' }
  })
  // Counted ids come before those that the demo pins.
  const ben = bens.body.id
  const rows = [
    ['', ['r_00refused', 'r_00first', ben], 3],
    ['?order=created_at', [ben, 'r_00first', 'r_00refused'], 3],
    ['?limit=1&page=2', ['r_00first'], 3],
    ['?page=2', [], 3],
    ['?customer=ada', ['r_00refused', 'r_00first'], 2],
    ['?customer=cust_00ada&order=created_at&limit=1', ['r_00first'], 2],
    ['?customer=ben', [ben], 1],
    ['?customer=cleo', [], 0],
    ['?customer=nobody', [], 0]
  ] as const
  for (const [query, ids, total] of rows) {
    t.strictSame(await idsOf(service, query), [ids, total], query)
  }
  const { body } = await service.get('/v1/redemptions?customer=ada&limit=1')
  const alone = (await service.get('/v1/redemptions/r_00refused')).body
  t.strictSame(body, {
    object: 'list',
    data_ref: 'redemptions',
    redemptions: [alone],
    total: 2
  })
  const refused = await service.get('/v1/redemptions?result=FAILURE')
  t.strictSame([refused.status, refused.body.key], [400, 'invalid_query_params'])
})

t.test('listMemberTransactions: the ledger of a card, whole and in order', async t => {
  const service = await givenService(t)
  const { body } = await service.get(`${ADA}/transactions?limit=100&order=created_at`)
  t.match(body, { object: 'list', data_ref: 'data', has_more: false })
  for (const [alias, order] of [
    ['id', 'created_at'],
    ['-id', '-created_at']
  ]) {
    const asked = await service.get(`${ADA}/transactions?limit=100&order=${alias}`)
    const same = await service.get(`${ADA}/transactions?limit=100&order=${order}`)
    t.strictSame(asked.body, same.body, `${alias} is ${order}`)
  }
  let balance = 0
  for (const { details } of body.data) {
    balance += details.balance.points
    t.equal(details.balance.balance, balance)
  }
  t.equal(balance, (await service.get(ADA)).body.loyalty_card.balance)
  const [first] = body.data
  t.strictSame(first, {
    id: first.id,
    source_id: null,
    voucher_id: 'v_00adaclub',
    campaign_id: 'camp_00club',
    type: 'POINTS_ADDITION',
    reason: 'Points of the old paper card',
    details: {
      balance: {
        type: 'loyalty_card',
        points: 5000,
        balance: 5000,
        object: 'balance',
        related_object: { type: 'voucher', id: 'v_00adaclub' }
      }
    },
    related_transaction_id: null,
    created_at: first.created_at
  })
  const spent = body.data.find(({ type }: { type: string }) => type === 'POINTS_REDEMPTION')
  t.match(spent.details, { redemption: { id: 'r_00first' }, balance: { points: -60 } })
  const newest = (await service.get(`${ADA}/transactions?limit=100`)).body.data
  t.strictSame(newest, body.data.toReversed())
})

t.test('listMemberTransactions: pages, and the same by program and by voucher', async t => {
  const service = await givenService(t)
  const { data } = (await service.get(`${ADA}/transactions?limit=100`)).body
  const seen: unknown[] = []
  for (let page = 1; ; page++) {
    const { body } = await service.get(`${ADA}/transactions?limit=3&page=${page}`)
    seen.push(...body.data)
    if (!body.has_more) break
  }
  t.strictSame(seen, data)
  const past = (await service.get(`${ADA}/transactions?page=100`)).body
  t.strictSame([past.data, past.has_more], [[], false])
  for (const url of [
    '/v1/vouchers/CLUB-ADA-0001/transactions?limit=100',
    '/v1/vouchers/v_00adaclub/transactions?limit=100',
    '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/transactions?limit=100',
    '/v1/loyalties/Coffee%20Club/members/CLUB-ADA-0001/transactions?limit=100'
  ]) {
    t.strictSame((await service.get(url)).body.data, data, url)
  }
})

t.test('listVoucherTransactions: credit is an amount; a coupon moves nothing', async t => {
  const service = await givenService(t)
  const redeemed = await service.post(`${ADA}/redemption`, { reward: { id: 'rew_00gift' } })
  const { code } = redeemed.body.reward.voucher
  const { body } = await service.get(`/v1/vouchers/${code}/transactions`)
  t.match(body.data.at(0), {
    type: 'CREDITS_ADDITION',
    details: { balance: { type: 'gift_voucher', amount: 1000, balance: 1000 } }
  })
  t.equal(body.data.at(0).details.balance.points, undefined)
  const coupon = await service.get('/v1/vouchers/SPRING-0001/transactions')
  t.strictSame(coupon.body, { object: 'list', data_ref: 'data', data: [], has_more: false })
  const rows = [
    '/v1/loyalties/members/SPRING-0001/transactions',
    '/v1/loyalties/camp_00bakery/members/CLUB-ADA-0001/transactions',
    '/v1/loyalties/camp_00spring/members/CLUB-ADA-0001/transactions',
    '/v1/vouchers/NOBODY/transactions'
  ]
  for (const url of rows) t.equal((await service.get(url)).status, 404, url)
})

t.test('listAsyncActions: what was asked for, without what came of it', async t => {
  const service = await givenService(t)
  service.setNow('2026-03-01T12:00:00.000Z')
  const bulk = await service.post('/v1/products/bulk/async', [{ source_id: 'mug', price: 1250 }])
  const id = bulk.body.async_action_id
  await service.work()
  const { result, ...listed } = (await service.get(`/v1/async-actions/${id}`)).body
  t.not(result, null)
  // Counted ids come before those that the demo pins.
  const { body } = await service.get('/v1/async-actions?limit=1&order=created_at')
  t.strictSame(body, {
    object: 'list',
    data_ref: 'async_actions',
    async_actions: [listed],
    has_more: true
  })
  const rows = [
    ['', ['aa_00products', id], false],
    ['?limit=1', ['aa_00products'], true],
    ['?limit=1&page=2', [id], false],
    ['?end_date=2026-03-01T11:00:00.000Z', ['aa_00products'], false],
    ['?end_date=2026-03-01T12:00:00.000Z', ['aa_00products', id], false],
    ['?end_date=2026-03-01T13:00:00%2B01:00', ['aa_00products', id], false],
    ['?end_date=2020-01-01T00:00:00.000Z', [], false]
  ] as const
  for (const [query, ids, hasMore] of rows) {
    const page = (await service.get(`/v1/async-actions${query}`)).body
    const found = page.async_actions.map((action: { id: string }) => action.id)
    t.strictSame([found, page.has_more], [ids, hasMore], query)
  }
})
