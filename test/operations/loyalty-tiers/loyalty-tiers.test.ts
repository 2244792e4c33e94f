import { NOW, type Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

const card = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }

const tier = (name: string, from: number, to?: number) => ({
  name,
  points: to === undefined ? { from } : { from, to }
})

async function given(service: Service, name: string) {
  const { body } = await service.post('/v1/loyalties', { name, voucher: card })
  const rule = { event: 'order.paid', loyalty: { type: 'FIXED', points: 10 } }
  const url = `/v1/loyalties/${body.id}`
  const rules = await service.post(`${url}/earning-rules`, [rule, { ...rule, active: false }])
  return { url, rules: rules.body.map(({ id }: { id: string }) => id) }
}

const LATER = '2026-03-02T10:00:00.000Z'
const TEA = '/v1/loyalties/camp_00tea'
const CLUB = '/v1/loyalties/camp_00club'

onDemo('createLoyaltyTiers: bands, and what they make of the rules', async (t, service) => {
  const { url, rules } = await given(service, 'Tiered')
  const earning_rules = {
    [rules[0]]: { type: 'MULTIPLY', multiplier: 1.5 },
    [rules[1]]: { type: 'CUSTOM', points: 7 }
  }
  const sent = [tier('Low', 0, 9), { ...tier('High', 10), earning_rules, rewards: {} }]
  const { status, body } = await service.post(`${url}/tiers`, sent)
  t.equal(status, 200)
  t.match(body, [
    { name: 'Low', points: { from: 0, to: 9 }, earning_rules: {}, object: 'loyalty_tier' },
    { name: 'High', points: { from: 10 }, earning_rules, rewards: {}, metadata: {} }
  ])
  const listed = await service.get(`${url}/tiers?order=created_at`)
  t.strictSame(listed.body, { object: 'list', data_ref: 'data', data: body, total: 2 })
  const down = await service.get(`${url}/tiers?order=-updated_at&limit=1`)
  t.strictSame([down.body.data, down.body.total], [[body[1]], 2])
  const { id, ...high } = body[1]
  t.strictSame(high, {
    name: 'High',
    campaign_id: url.slice('/v1/loyalties/'.length),
    metadata: {},
    created_at: NOW,
    updated_at: null,
    earning_rules,
    rewards: {},
    points: { from: 10 },
    config: { points: { from: 10 } },
    object: 'loyalty_tier'
  })
  t.strictSame((await service.get(`${url}/tiers/${id}`)).body, body[1])
})

onDemo('createLoyaltyTiers: who is a member stands in one', async (t, service) => {
  const { url } = await given(service, 'Tiered')
  await service.post(url.replace('loyalties', 'campaigns').concat('/vouchers'))
  const { body: member } = await service.post(`${url}/members`, { customer: 'cleo' })
  await service.post(`${url}/members/${member.code}/balance`, { points: 5 })
  const { body: tiers } = await service.post(`${url}/tiers`, [tier('Low', 0, 4), tier('High', 5)])
  service.setNow('2026-03-01T10:10:00.000Z')
  await service.work()
  const { body } = await service.get('/v1/customers/cleo')
  t.equal(body.loyalty.campaigns.Tiered.loyalty_tier, tiers[1].id)
  await service.put(`${url}/tiers/${tiers[1].id}`, { points: { from: 6 } })
  await service.put(`${url}/tiers/${tiers[0].id}`, { points: { to: 5 } })
  service.setNow('2026-03-01T10:20:00.000Z')
  await service.work()
  const { body: moved } = await service.get('/v1/customers/cleo')
  t.equal(moved.loyalty.campaigns.Tiered.loyalty_tier, tiers[0].id, 'where only an end moves, too')
})

onDemo('createLoyaltyTiers: refusals name the tier and make none', async (t, service) => {
  const { url, rules } = await given(service, 'Tiered')
  const mapped = (earning_rules: object) => [{ ...tier('A', 0), earning_rules }]
  // biome-ignore format: a table
  const rows = [
    [[], 400, 'invalid_payload', /at least 1 item, got 0/],
    [[tier('A', 0, 9), tier('B', 9)], 400, 'invalid_payload',
      /\[1\]\.points: overlaps with tier A/],
    [[tier('A', 9), tier('B', 0, 9)], 400, 'invalid_payload', /\[1\]\.points: .* A, from 9 points/],
    [[tier('A', 1), tier('B', 0)], 400, 'invalid_payload', /\[1\]\.points: overlaps/],
    [[tier('A', 5, 4)], 400, 'invalid_payload', /\[0\]\.points\.to: 4 is not .* at least 5/],
    [[tier('A', 0, 1), tier('A', 2, 1)], 409, 'duplicate_found', /loyalty_tier exists with name A/],
    [mapped({ ern_00euro: { type: 'CUSTOM', points: 1 } }), 404, 'not_found',
      /earning_rule .* ern_/],
    [mapped({ [rules[0]]: { type: 'CUSTOM', points: 1 }, ern_x: { type: 'CUSTOM', points: 1 } }),
      404, 'not_found', /ern_x/],
    [[tier('A', 0, 9), { ...mapped({ ern_x: { type: 'CUSTOM', points: 1 } })[0], ...tier('B', 9) }],
      400, 'invalid_payload', /\[1\]\.points: overlaps/],
    [mapped({ [rules[0]]: { type: 'CUSTOM' } }), 400, 'invalid_payload', /points is required/],
    [mapped({ [rules[0]]: { type: 'ADD', points: 1 } }), 400, 'invalid_payload', /type must be/],
    [mapped({ 'a b': { type: 'CUSTOM', points: 1 } }), 404, 'not_found', /a b/],
    [mapped({ [rules[0]]: { type: 'MULTIPLY', multiplier: 0.1234567 } }), 400, 'invalid_payload',
      /^Property \[0\]\.earning_rules\.ern_\w+\.multiplier: 0\.1234567/],
    [[{ ...tier('A', 0), rewards: { rew_1: {} } }], 400, 'invalid_payload', /rewards\.rew_1/]
  ] as const
  for (const [sent, status, key, details] of rows) {
    const { body } = await service.post(`${url}/tiers`, sent)
    t.match([body.code, body.key, body.details], [status, key, details], JSON.stringify(sent))
  }
  t.equal((await service.get(`${url}/tiers`)).body.total, 0)
  t.equal((await service.post(`${url}/tiers`, [tier('A', 0, 9), tier('B', 10, 10)])).status, 200)
  const taken = [
    [tier('C', 5, 20), 400, /overlaps with tier A, 0 to 9 points; send/],
    [tier('A', 20), 409, /name A/]
  ] as const
  for (const [sent, code, details] of taken) {
    t.match((await service.post(`${url}/tiers`, [sent])).body, { code, details })
  }
  const elsewhere = await service.post('/v1/loyalties/camp_00spring/tiers', [tier('A', 0)])
  t.equal(elsewhere.status, 404, 'a campaign of another kind has none')
})

onDemo('updateLoyaltyTier: the band moves, and members with it', async (t, service) => {
  const url = `${CLUB}/tiers/ltr_00silver`
  const { body: before } = await service.get(url)
  service.setNow(LATER)
  t.strictSame((await service.put(url, {})).body, before)
  const mapping = { earning_rules: { ern_00beans: { type: 'CUSTOM', points: 3 } } }
  const named = await service.put(url, { name: 'Iron', ...mapping })
  t.strictSame(named.body, { ...before, name: 'Iron', ...mapping, updated_at: LATER })
  t.strictSame((await service.get(url)).body, named.body)
  const same = { name: 'Iron', points: { to: 999 } }
  t.strictSame((await service.put(url, same)).body, named.body, 'nothing new writes nothing')
  const band = await service.put(url, { points: { to: 499 } })
  const found = [band.body.points, band.body.config.points]
  t.strictSame(found, [
    { from: 0, to: 499 },
    { from: 0, to: 499 }
  ])
  await service.put(`${CLUB}/tiers/ltr_00gold`, { points: { from: 500 } })
  await service.work()
  t.strictSame((await service.get(`${CLUB}/tiers/ltr_00gold`)).body.points, { from: 500 })
  // biome-ignore format: a table
  const rows = [
    [{ points: { to: null } }, 400, 'invalid_payload',
      /^Property \.points: overlaps with tier Gold/],
    [{ points: { from: 500 } }, 400, 'invalid_payload', /^Property \.points\.to: 499 is not/],
    [{ name: 'Gold' }, 409, 'duplicate_found', /name Gold/],
    [{ metadata: { a: 1 } }, 400, 'invalid_payload', /\.metadata: it is \{\}, which/],
    [{ earning_rules: { ern_00cup: { type: 'CUSTOM', points: 1 } } }, 404, 'not_found',
      /ern_00cup/],
    [{ earning_rules: { ern_00beans: { type: 'MULTIPLY', multiplier: 0.1234567 } } }, 400,
      'invalid_payload', /^Property \.earning_rules\.ern_00beans\.multiplier: 0/]
  ] as const
  for (const [changes, code, key, details] of rows) {
    t.match((await service.put(url, changes)).body, { code, key, details }, JSON.stringify(changes))
  }
})

onDemo('deleteLoyaltyTier: stays while it has somebody or a rule', async (t, service) => {
  await service.work()
  const gold = `${CLUB}/tiers/ltr_00gold`
  const held = await service.delete(gold)
  t.match(held.body, { code: 400, key: 'resource_in_use', details: /voucher v_00adaclub; move/ })
  t.equal((await service.put(gold, { points: { from: 900_000 } })).status, 200)
  service.setNow('2026-03-01T11:00:00.000Z')
  await service.work()
  const ruled = await service.delete(gold)
  t.match(ruled.body, { key: 'resource_in_use', details: /in use by earning_rule ern_00gold/ })
  t.match(ruled.body.details, /; delete them first$/)
  for (const id of ['ern_00gold', 'ern_00golden']) {
    t.equal((await service.delete(gold)).body.key, 'resource_in_use')
    t.equal((await service.delete(`${CLUB}/earning-rules/${id}`)).status, 204)
  }
  t.equal((await service.delete(gold)).status, 204)
  t.equal((await service.get(`${CLUB}/tiers`)).body.total, 1)
  for (const path of [gold, `${TEA}/tiers/ltr_00silver`]) {
    for (const answer of [await service.get(path), await service.delete(path)]) {
      t.strictSame([answer.status, answer.body.resource_type], [404, 'loyalty_tier'])
    }
  }
})
