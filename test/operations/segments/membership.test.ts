import { accountOf, since, told } from '../../support/account.ts'
import { backOffice, refusalOf } from '../../support/back-office.ts'
import { onDemo } from '../../support/on-demo.ts'

const RULES = '/v1/loyalties/camp_00club/earning-rules'

onDemo('the second order makes a regular, and what is canceled unmakes one', async (t, service) => {
  const office = await backOffice(service)
  const events = await since(service, 'events')
  const send = (sourceId: string, status: 'PAID' | 'CANCELED') =>
    office.order({ sourceId, customer: 'ben', status, items: [['prod_00mug', 1]] })
  const enters = ['segment.entered seg_00regulars', 'rewarded.loyalty_points 50']
  const rows = [
    // order            points           segments and what they bring
    ['b-1', 'PAID', 120 + 12, []],
    ['b-2', 'PAID', 132 + 12 + 50, enters],
    ['b-3', 'PAID', 194 + 12, []],
    ['b-3', 'CANCELED', 206 - 12, []],
    // Its twelve, and the fifty that came by it.
    ['b-2', 'CANCELED', 194 - 62, ['segment.left seg_00regulars']],
    ['b-4', 'PAID', 132 + 12 + 50, enters],
    // One that was paid before earns nothing, and makes nobody a regular twice.
    ['b-2', 'PAID', 194, []]
  ] as const
  for (const [sourceId, status, points, followed] of rows) {
    await send(sourceId, status)
    const title = `${sourceId} ${status}`
    t.equal((await accountOf(service, 'ben')).points, points, title)
    const found = told(await events())
    const bySegment = found.findIndex(each => each.startsWith('segment.'))
    t.strictSame(bySegment < 0 ? [] : found.slice(bySegment), followed, title)
  }
})

onDemo('what an event says of somebody moves them before it earns', async (t, service) => {
  const office = await backOffice(service)
  const { id } = await office.segment({
    name: 'Dark roast',
    type: 'auto-update',
    filter: { junction: 'and', fields: { 'metadata.favourite_roast': { $is: ['dark'] } } }
  })
  service.setNow('2026-03-01T11:00:00.000Z')
  await service.work()
  const welcome = { event: 'customer.segment.entered', segment: { id }, loyalty: fixed(30) }
  t.equal((await service.post(RULES, [welcome])).status, 200)
  const events = await since(service, 'events')
  const say = async (favourite_roast: string | null) => {
    const customer = { source_id: 'ben', metadata: { favourite_roast } }
    t.equal((await service.post('/v1/events', { event: 'product_reviewed', customer })).status, 200)
  }
  const rows = [
    // roast     points          what came before the review
    ['dark', 120 + 30 + 25, ['updated', `segment.entered ${id}`, 'rewarded.loyalty_points 30']],
    ['dark', 175 + 25, []],
    ['light', 200 + 25, ['updated', `segment.left ${id}`]],
    ['dark', 225 + 55, ['updated', `segment.entered ${id}`, 'rewarded.loyalty_points 30']],
    [null, 280 + 25, ['updated', `segment.left ${id}`]]
  ] as const
  for (const [roast, points, moves] of rows) {
    await say(roast)
    t.equal((await accountOf(service, 'ben')).points, points, String(roast))
    const found = told(await events())
    t.strictSame(found, [...moves, 'custom_event', 'rewarded.loyalty_points 25'], String(roast))
  }
})

onDemo('a refused event moves nobody', async (t, service) => {
  const office = await backOffice(service)
  await office.segment({
    name: 'Dark roast',
    type: 'auto-update',
    filter: { junction: 'and', fields: { 'metadata.favourite_roast': { $is: ['dark'] } } }
  })
  // Whoever belongs to it already is taken in by the background.
  await service.work()
  const rows = await since(service, 'segment_members')
  const customer = { source_id: 'ben', metadata: { favourite_roast: 'dark' } }
  const loyalty = { code: 'CLUB-ADA-0001' }
  const body = { event: 'product_reviewed', customer, loyalty }
  t.equal((await service.post('/v1/events', body)).status, 400)
  t.strictSame(await rows(), [])
})

onDemo('a new segment takes in who belongs to it, once, and pays for it', async (t, service) => {
  // The demo's own segment is filled first, so that the rule is there before the next review.
  await service.work()
  const office = await backOffice(service)
  const filter = {
    junction: 'and',
    fields: { 'loyalty_points.camp_00club': { $more_than: [100] } }
  } as const
  const { id } = await office.segment({ name: 'Savers', type: 'auto-update', filter }, [
    'camp_00club'
  ])
  const welcome = { event: 'customer.segment.entered', segment: { id }, loyalty: fixed(7) }
  await service.post(RULES, [welcome])
  service.setNow('2026-03-01T11:00:00.000Z')
  for (let rounds = 0; rounds < 2; rounds++) await service.work()
  t.equal((await accountOf(service, 'ben')).points, 127)
  t.equal((await accountOf(service, 'ada')).points, 5306 + 7)
  const { loyalty } = (await service.get('/v1/customers/cleo')).body
  t.strictSame(loyalty.campaigns, {}, 'Cleo has no card')
})

onDemo('who is in a list is said by hand, elsewhere by the filter', async (t, service) => {
  const office = await backOffice(service)
  const found = [await office.enter('seg_00vip', 'ben'), await office.enter('seg_00vip', 'ben')]
  t.strictSame(found, [true, false])
  t.equal((await accountOf(service, 'ben')).points, 220, 'a hundred, once')
  t.match(await refusalOf(office.enter('seg_00regulars', 'ben')), { key: 'invalid_payload' })
})

function fixed(points: number) {
  return { type: 'FIXED', points }
}
