/**
 * getVoucherRedemptions: what was redeemed of a voucher, in what order, how much of it at once.
 */
import t from 'tap'
import { givenService, PUBLIC_URL, type Service } from '../../support/app.ts'

const CODE = 'CLUB-BEN-0001'
const LIST = `/v1/vouchers/${CODE}/redemption`
const REDEEM = `/v1/loyalties/members/${CODE}/redemption`
const STUB = {
  id: 'v_00benclub',
  code: CODE,
  campaign: 'Coffee Club',
  campaign_id: 'camp_00club',
  object: 'voucher'
}

/** What a listed redemption is of the one that was answered: the same, with less of its voucher. */
function listed(answered: Readonly<Record<string, unknown>>) {
  const { code, key, message, details, request_id, resource_id, resource_type, ...entry } = answered
  return { ...entry, voucher: STUB }
}

const idsIn = ({ redemption_entries: entries }: { redemption_entries: { id: string }[] }) =>
  entries.map(({ id }) => id)

const ADA = '/v1/loyalties/members/CLUB-ADA-0001'

t.test('getVoucherRedemptions: nothing was redeemed, and the list says so', async t => {
  const service = await givenService(t)
  t.strictSame((await service.get('/v1/vouchers/SPRING-0001/redemption')).body, {
    quantity: 1,
    redeemed_quantity: 0,
    object: 'list',
    url: `${PUBLIC_URL}/v1/vouchers/SPRING-0001/redemptions?page=1&limit=10`,
    data_ref: 'redemption_entries',
    total: 0,
    redemption_entries: []
  })
})

t.test('getVoucherRedemptions: each attempt and each rollback, as it was answered', async t => {
  const service = await givenService(t)
  await service.put(`/v1/vouchers/${CODE}`, { redemption: { quantity: 3 } })
  const redeem = async (body: object) => (await service.post(REDEEM, body)).body
  const first = await redeem({ reward: { id: 'rew_00mug' }, metadata: { till: 4 } })
  const none = await redeem({})
  const unpaid = await redeem({ reward: { id: 'rew_00coin' } })
  const second = await redeem({
    reward: { id: 'rew_00coin', points: 10 },
    order: { items: [{ product_id: 'prod_00mug', quantity: 1 }] }
  })
  const rollback = (
    await service.post(`/v1/redemptions/${first.id}/rollback`, { reason: 'Chipped' })
  ).body
  t.strictSame((await service.get(LIST)).body, {
    quantity: 3,
    redeemed_quantity: 1,
    object: 'list',
    url: `${PUBLIC_URL}/v1/vouchers/${CODE}/redemptions?page=1&limit=10`,
    data_ref: 'redemption_entries',
    total: 5,
    redemption_entries: [
      listed(rollback),
      listed(second),
      listed(unpaid),
      listed(none),
      {
        ...listed(first),
        status: 'ROLLED_BACK',
        result: 'FAILURE',
        failure_code: 'redemption_rolled_back',
        failure_message: 'redemption was rolled back',
        related_redemptions: {
          rollbacks: [
            { id: rollback.id, date: rollback.date, rollback_order_mode: 'WITHOUT_ORDER' }
          ]
        }
      }
    ]
  })
  t.strictSame(
    [first, none, unpaid, second, rollback].map(({ id, status, failure_code, amount }) => [
      id.slice(0, 2),
      status,
      failure_code,
      amount
    ]),
    [
      ['r_', 'SUCCEEDED', undefined, 60],
      ['r_', 'FAILED', 'missing_reward', undefined],
      ['r_', 'FAILED', 'missing_order', undefined],
      ['r_', 'SUCCEEDED', undefined, 10],
      ['r_', 'SUCCEEDED', undefined, -60]
    ]
  )
})

/** Attempts that are recorded and fail, so many at a time that it takes no time. */
async function fail(service: Service, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 100) {
    const some = Array.from({ length: Math.min(left, 100) }, () => service.post(REDEEM, {}))
    for (const { status } of await Promise.all(some)) if (status !== 400) throw new Error('passed')
  }
}

t.test('getVoucherRedemptions: all up to a thousand, or a page; and always the total', async t => {
  const service = await givenService(t)
  await fail(service, 1000)
  const whole = (await service.get(LIST)).body
  t.strictSame([whole.total, whole.redemption_entries.length], [1000, 1000])
  await fail(service, 2)
  const more = (await service.get(LIST)).body
  t.strictSame([more.total, more.redemption_entries.length], [1002, 1000])
  const all = [...idsIn(more).slice(0, 2), ...idsIn(whole)]
  t.equal(new Set(all).size, 1002)
  t.strictSame(idsIn(more), all.slice(0, 1000), 'the newest of them')
  //  query                 from  to
  const rows: [string, number, number][] = [
    ['?limit=1', 0, 1],
    ['?limit=100', 0, 100],
    ['?page=1', 0, 10],
    ['?page=2', 10, 20],
    ['?limit=3&page=2', 3, 6],
    ['?limit=100&page=10', 900, 1000],
    ['?limit=100&page=11', 1000, 1002],
    ['?limit=100&page=12', 1002, 1002],
    ['?limit=10&page=100', 990, 1000]
  ]
  for (const [query, from, to] of rows) {
    const { body } = await service.get(`${LIST}${query}`)
    t.strictSame(idsIn(body), all.slice(from, to), query)
    t.strictSame([body.total, body.quantity, body.redeemed_quantity], [1002, null, 0], query)
  }
  const asked = [`/v1/vouchers/v_00benclub/redemption`, new URL(more.url).pathname]
  for (const url of asked)
    t.strictSame((await service.get(`${url}?limit=7`)).body, {
      ...more,
      redemption_entries: more.redemption_entries.slice(0, 7)
    })
  for (const query of ['?limit=0', '?limit=101', '?page=0', '?page=101', '?limit=x', '?order=id']) {
    const { status, body } = await service.get(`${LIST}${query}`)
    t.strictSame([status, body.key], [400, 'invalid_query_params'], query)
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
