import t, { type Test } from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { givenService } from '../../support/app.ts'

const day = (date: string) => `2026-${date}T10:00:00.000Z`
const BY_MONTH = {
  qualification_type: 'POINTS_IN_PERIOD',
  qualification_period: 'MONTH',
  start_date: { type: 'IMMEDIATE' },
  expiration_date: { type: 'END_OF_NEXT_PERIOD' }
}

/** Cy in a club whose orders bring points at once (`now`) and after some days (`later`). */
async function givenClub(t: Test, waitsDays: number, tierFrom: number, terms: object = {}) {
  const service = await givenService(t)
  const done = async (asked: ReturnType<typeof service.post>) => {
    const { status, body, bytes } = await asked
    if (status !== 200) throw new Error(`${status} ${bytes}`)
    return body
  }
  service.setNow(day('03-05'))
  const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
  const program = { name: 'club', type: 'AUTO_UPDATE', voucher, ...terms }
  const { id } = await done(service.post('/v1/loyalties', program))
  const url = `/v1/loyalties/${id}`
  const customer = { source_id: 'cy' }
  const { code } = await done(service.post(`${url}/members`, { customer }))
  const by = (property: string, more: object = {}) => ({
    event: 'order.paid',
    loyalty: {
      type: 'PROPORTIONAL',
      calculation_type: 'ORDER_METADATA',
      order: { metadata: { every: 1, points: 1, property } }
    },
    ...more
  })
  const waiting = { period_type: 'DAY', period_value: waitsDays }
  const tier = { name: 'Silver', points: { from: tierFrom, to: null } }
  await done(service.post(`${url}/tiers`, [tier]))
  const welcome = {
    event: 'customer.loyalty.tier.joined',
    loyalty_tier: { id: '__ANY__' },
    loyalty: { type: 'FIXED', points: 900 }
  }
  const rules = [by('now'), by('later', { pending_points: waiting }), welcome]
  await done(service.post(`${url}/earning-rules`, rules))
  return {
    service,
    url,
    code,
    done,
    order: (source_id: string, metadata: object) =>
      done(
        service.post('/v1/orders', { source_id, amount: 100, status: 'PAID', customer, metadata })
      ),
    cancel: (source_id: string) =>
      done(service.put(`/v1/orders/${source_id}`, { status: 'CANCELED' })),
    until: async (date: string, timer: boolean) => {
      service.setNow(day(date))
      if (timer) await service.work()
    },
    left: async () => {
      t.match(await audit(service.store), { clean: true })
      return (await service.get('/v1/customers/cy')).body.loyalty.campaigns['club']
    }
  }
}

for (const timer of [true, false]) {
  const first = timer ? 'the timer comes first' : 'the request comes first'

  t.test(`what follows from points that arrive goes back with their order: ${first}`, async t => {
    const { order, cancel, until, left } = await givenClub(t, 3, 60)
    await order('o-1', { later: 60 })
    await until('03-09', timer)
    t.match(await left(), { points: 960 }, 'with the points of the tier they lead to')
    await cancel('o-1')
    t.match(await left(), { points: 0 })
  })

  t.test(`and with the redemption that paid for the order: ${first}`, async t => {
    const { service, url, code, done, until, left } = await givenClub(t, 3, 60)
    await done(service.post(`/v1/loyalties/members/${code}/balance`, { points: 10 }))
    const parameters = { coin: { exchange_ratio: 1, points_ratio: 10 } }
    const { id } = await done(service.post('/v1/rewards', { name: 'Coins', parameters }))
    await done(service.post(`${url}/rewards`, [{ reward: id }]))
    const redemption = await done(
      service.post(`${url}/members/${code}/redemption`, {
        reward: { id, points: 10 },
        order: { source_id: 'o-1', amount: 5_000, metadata: { later: 60 } }
      })
    )
    await until('03-09', timer)
    t.match(await left(), { points: 960 })
    await done(service.post(`/v1/redemptions/${redemption.id}/rollback`))
    t.match(await left(), { points: 10 })
  })

  t.test(`points of a period that is over do not lower the next: ${first}`, async t => {
    const terms = { loyalty_tiers_expiration: BY_MONTH }
    const { order, cancel, until, left } = await givenClub(t, 20, 100, terms)
    await order('o-1', { later: 60 })
    await until('04-02', timer)
    await cancel('o-1')
    await order('o-2', { now: 120 })
    t.match(await left(), { points: 1_020, loyalty_tier: String }, 'all of April counts')
  })
}
