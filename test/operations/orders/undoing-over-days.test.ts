import t, { type Test } from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { givenService } from '../../support/app.ts'
import { rawRows } from '../../support/evidence.ts'

const day = (date: string) => `2026-${date}T10:00:00.000Z`
const MONTHLY = { period_type: 'MONTH', period_value: 0, rounding_type: 'END_OF_MONTH' }

/** Cy in a club that gives a point for every euro; points end with the month, or never. */
async function givenClub(t: Test, { lapses = true, names = ['club'] } = {}) {
  const service = await givenService(t)
  service.setNow(day('03-30'))
  const done = async (asked: ReturnType<typeof service.post>) => {
    const { status, body, bytes } = await asked
    if (status !== 200) throw new Error(`${status} ${bytes}`)
    return body
  }
  const customer = { source_id: 'cy' }
  const each = { type: 'PROPORTIONAL', calculation_type: 'ORDER_AMOUNT' }
  const loyalty = { ...each, order: { amount: { every: 100, points: 1 } } }
  const expiration_rules = lapses ? MONTHLY : null
  const clubs = new Map<string, { id: string; code: string; card: string }>()
  for (const [index, name] of names.entries()) {
    const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 0, expiration_rules } }
    const { id } = await done(service.post('/v1/loyalties', { name, type: 'AUTO_UPDATE', voucher }))
    const url = `/v1/loyalties/${id}`
    if (index === 0) {
      await done(service.post(`${url}/earning-rules`, [{ event: 'order.paid', loyalty }]))
    }
    const { code } = await done(service.post(`${url}/members`, { customer }))
    clubs.set(name, { id, code, card: `${url}/members/${code}` })
  }
  const clubNamed = (name = 'club') => clubs.get(name) as { id: string; code: string; card: string }
  let rewards = 0
  return {
    service,
    clubNamed,
    give: (points: number, more: object = { expiration_type: 'NON_EXPIRING' }) =>
      done(service.post(`/v1/loyalties/members/${clubNamed().code}/balance`, { points, ...more })),
    order: (source_id: string, points: number) =>
      done(
        service.post('/v1/orders', { source_id, amount: points * 100, status: 'PAID', customer })
      ),
    cancel: (source_id: string) =>
      done(service.put(`/v1/orders/${source_id}`, { status: 'CANCELED' })),
    /** Buys a thing for so many points; or as many points in another club. */
    buy: async (points: number, { with: payer = 'club', into = '' } = {}) => {
      const { id: club, card } = clubNamed(payer)
      const name = `for ${points} ${++rewards}`
      const { id } = await done(
        into === ''
          ? service.post('/v1/rewards', {
              name,
              type: 'MATERIAL',
              parameters: { product: { id: 'prod_00mug' } }
            })
          : service.post('/v1/rewards', {
              name,
              type: 'CAMPAIGN',
              parameters: { campaign: { id: clubNamed(into).id, balance: points } }
            })
      )
      await done(
        service.post(`/v1/loyalties/${club}/rewards`, [
          { reward: id, parameters: { loyalty: { points } } }
        ])
      )
      return (await done(service.post(`${card}/redemption`, { reward: { id } }))).id as string
    },
    rollBack: (id: string) => done(service.post(`/v1/redemptions/${id}/rollback`)),
    rollback: (id: string) => service.post(`/v1/redemptions/${id}/rollback`),
    until: async (date: string) => {
      service.setNow(day(date))
      await service.work()
    },
    /** On each card, once what has lapsed is booked. */
    left: async (date: string) => {
      service.setNow(day(date))
      await service.work()
      const { loyalty } = (await service.get('/v1/customers/cy')).body
      t.match(await audit(service.store), { clean: true })
      return names.map(name => loyalty.campaigns[name].points)
    },
    lots: async () =>
      ((await rawRows(service.store, ['lots']))['lots'] ?? []).filter(
        ({ campaign_id, remaining }) => campaign_id === clubNamed().id && Number(remaining) > 0
      )
  }
}

t.test('five orders in one lot that was spent and lapsed make no points', async t => {
  const rows = [
    // orders                  spent  lapses  left of 500
    [[60, 60, 60, 60, 60], 240, true, 260],
    [[300], 240, true, 260],
    [[60, 60, 60, 60, 60], 240, false, 260],
    [[22, 19], 20, true, 480],
    [[22, 19], 41, true, 459]
  ] as const
  for (const [orders, spent, lapses, left] of rows) {
    const { give, order, cancel, buy, rollBack, until, left: leftOn } = await givenClub(t)
    await give(500)
    for (const [index, points] of orders.entries()) await order(`o-${index}`, points)
    const id = await buy(spent)
    if (lapses) await until('04-01')
    for (const index of orders.keys()) await cancel(`o-${index}`)
    const title = `${orders} of which ${spent} are spent, ${lapses ? 'and the rest lapses' : ''}`
    t.strictSame(await leftOn('04-02'), [left], title)
    await rollBack(id)
    t.strictSame(await leftOn('04-05'), [500], `${title}, and the thing comes back`)
  }
})

t.test('points of a lot that lapses are not lost, whatever is undone first', async t => {
  for (const first of ['order', 'thing', 'order, before it lapses', 'thing, before it lapses']) {
    const { give, order, cancel, buy, rollBack, until, left } = await givenClub(t)
    await give(45)
    await order('o-1', 40)
    const id = await buy(40)
    const steps = [() => cancel('o-1'), () => rollBack(id)]
    const [one, other] = first.startsWith('order') ? steps : steps.toReversed()
    if (!first.includes('before')) await until('04-01')
    await one?.()
    if (first.includes('before')) await until('04-01')
    await other?.()
    t.strictSame(await left('04-05'), [45], first)
  }
})

t.test('what stood in for a lot goes back where it came from, and lapses there', async t => {
  const { give, order, cancel, buy, rollBack, until, left } = await givenClub(t)
  await order('o-1', 40)
  const id = await buy(40)
  await give(30, { expiration_type: 'CUSTOM_DATE', expiration_date: '2026-04-03' })
  await give(25)
  await cancel('o-1')
  t.strictSame(await left('03-31'), [15], 'thirty that lapse soon, and ten of the others')
  await until('04-05')
  await rollBack(id)
  t.strictSame(await left('04-06'), [25], 'the thirty would have lapsed')
})

t.test('what is missing comes first, and points that came later are never taken', async t => {
  const { give, order, cancel, buy, rollBack, left } = await givenClub(t, { lapses: false })
  await order('o-1', 60)
  const id = await buy(60)
  await cancel('o-1')
  t.strictSame(await left('03-31'), [0], 'all of it is missing')
  await give(30)
  const later = await buy(30)
  await rollBack(later)
  t.strictSame(await left('03-31'), [30], 'what was bought with new points gives them back whole')
  await rollBack(id)
  t.strictSame(await left('03-31'), [30], 'and the sixty are made up for')
})

const TWO = { lapses: false, names: ['club', 'bakery'] }

t.test('two programs that swap points can always be undone', async t => {
  for (const first of ['order', 'swap']) {
    const { order, cancel, buy, rollBack, rollback, left } = await givenClub(t, TWO)
    await order('o-1', 100)
    const there = await buy(100, { into: 'bakery' })
    const back = await buy(100, { with: 'bakery', into: 'club' })
    if (first === 'order') await cancel('o-1')
    t.equal((await rollback(there)).status, 400, 'its points are spent')
    await rollBack(back)
    if (first === 'swap') await cancel('o-1')
    await rollBack(there)
    t.strictSame(await left('03-31'), [0, 0], `the ${first} first`)
  }
})

t.test('a reward whose points were spent stays refused, whatever is canceled', async t => {
  const { order, cancel, buy, rollBack, rollback, left } = await givenClub(t, TWO)
  await order('o-1', 100)
  const there = await buy(100, { into: 'bakery' })
  const back = await buy(100, { with: 'bakery', into: 'club' })
  const thing = await buy(80)
  await cancel('o-1')
  t.strictSame(await left('03-31'), [0, 0])
  const { status, body } = await rollback(back)
  t.strictSame([status, body.key], [400, 'loyalty_card_points_exceeded'])
  t.match(body.details, /80 are spent/)
  await rollBack(thing)
  await rollBack(back)
  await rollBack(there)
  t.strictSame(await left('03-31'), [0, 0])
})

t.test('a lot that is emptied and filled again is the only one of its day', async t => {
  const { give, order, buy, rollBack, lots, left, cancel } = await givenClub(t)
  await order('o-1', 60)
  const id = await buy(60)
  await order('o-2', 25)
  await rollBack(id)
  const found = (await lots()).map(({ remaining, amount }) => [amount, remaining])
  t.strictSame(found, [[85, 85]])
  t.strictSame(await left('03-31'), [85])
  await cancel('o-1')
  t.strictSame(await left('03-31'), [25])
  await give(10)
  await cancel('o-2')
  t.strictSame(await left('04-02'), [10])
})
