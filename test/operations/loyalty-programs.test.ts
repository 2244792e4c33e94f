import t from 'tap'
import { givenService, type Service } from '../support/app.ts'

const card = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }

t.test('createLoyaltyProgram: the smallest there is, and one card', async t => {
  const service = await givenService(t)
  const body = {
    name: 'L1',
    voucher: card,
    vouchers_count: 1,
    auto_join: true,
    type: 'AUTO_UPDATE'
  }
  const created = await service.post('/v1/loyalties', body)
  t.equal(created.status, 200)
  t.match(created.body, {
    id: /^camp_/,
    name: 'L1',
    campaign_type: 'LOYALTY_PROGRAM',
    type: 'AUTO_UPDATE',
    auto_join: true,
    join_once: true,
    vouchers_count: 1,
    creation_status: 'DONE',
    voucher: card
  })
  for (const name of [created.body.id, 'L1']) {
    const found = await service.get(`/v1/loyalties/${name}`)
    t.strictSame([found.status, found.body], [200, created.body], `found again by ${name}`)
  }
})

t.test(
  'createLoyaltyProgram: many cards are made in the background, and it tells when',
  async t => {
    const service = await givenService(t)
    const { body } = await service.post('/v1/loyalties', {
      name: 'Many',
      vouchers_count: 300,
      voucher: {
        ...card,
        loyalty_card: { points: 5 },
        code_config: { pattern: 'MANY-###', charset: '0123456789' }
      }
    })
    const told = async () => {
      const { body: found } = await service.get(`/v1/loyalties/${body.id}`)
      return [found.vouchers_count, found.creation_status, found.vouchers_generation_status]
    }
    t.strictSame(await told(), [0, 'IN_PROGRESS', 'IN_PROGRESS'])
    const listed = await service.get('/v1/loyalties?limit=1')
    t.equal(listed.body.campaigns[0].creation_status, 'IN_PROGRESS')
    await service.work()
    t.strictSame(await told(), [300, 'DONE', 'DONE'])
  }
)

t.test('createLoyaltyProgram: what is sent is what is there', async t => {
  const service = await givenService(t)
  const terms = {
    qualification_type: 'BALANCE',
    qualification_period: 'QUARTER',
    start_date: { type: 'IMMEDIATE' },
    expiration_date: { type: 'END_OF_PERIOD' }
  }
  const sent = {
    name: 'Everything',
    description: null,
    type: 'STATIC',
    start_date: '2026-01-01T00:00:00.000Z',
    expiration_date: '2030-01-01T00:00:00.000Z',
    validity_timeframe: { duration: 'P1D', interval: 'P1W' },
    validity_day_of_week: [1, 2],
    metadata: { shop: 'north' },
    voucher: {
      type: 'LOYALTY_CARD',
      loyalty_card: {
        points: 7,
        expiration_rules: { period_type: 'FIXED_DAY_OF_YEAR', fixed_month: 12, fixed_day: 31 }
      },
      redemption: { quantity: 3 },
      code_config: { length: 4, charset: 'AB', prefix: 'p-', postfix: '-s' }
    },
    loyalty_tiers_expiration: terms
  }
  const ignored = {
    join_once: false,
    use_voucher_metadata_schema: false,
    category_id: 'cat_00seasonal'
  }
  const { body } = await service.post('/v1/loyalties', { ...sent, ...ignored })
  t.match(body, { ...sent, category: 'Seasonal', join_once: true })
  const other = await service.post('/v1/campaigns', { ...sent, name: 'The same' })
  const { id, name, category, category_id, categories, ...same } = body
  t.match(other.body, same, 'and the other operation makes the same of it')
})

t.test('createLoyaltyProgram: refusals name what is wrong and make nothing', async t => {
  const service = await givenService(t)
  const total = async () => (await service.get('/v1/loyalties')).body.total
  const before = await total()
  const ending = { qualification_type: 'BALANCE', expiration_date: { type: 'END_OF_PERIOD' } }
  const one = { pattern: 'ONE', charset: 'A' }
  const rows = [
    [{ voucher: card }, 400, 'invalid_payload', /\.name is required/],
    [{ name: 'N' }, 400, 'invalid_payload', /\.voucher is required/],
    [{ name: 'Coffee Club', voucher: card }, 409, 'duplicate_found', /name Coffee Club/],
    [{ name: 'N', voucher: card, category: 'x' }, 404, 'not_found', /category with id x/],
    [
      { name: 'N', voucher: card, campaign_type: 'PROMOTION' },
      400,
      'invalid_payload',
      /campaign_t/
    ],
    [{ name: 'N', voucher: { type: 'LOYALTY_CARD' } }, 400, 'invalid_payload', /loyalty_card is/],
    [
      { name: 'N', voucher: { type: 'GIFT_VOUCHER', gift: { amount: 1 } } },
      400,
      'invalid_payload',
      /\.voucher/
    ],
    [{ name: 'N', voucher: card, vouchers_count: -1 }, 400, 'invalid_payload', /vouchers_count/],
    [
      { name: 'N', voucher: card, vouchers_count: 1, type: 'STANDALONE' },
      400,
      'invalid_payload',
      /\.vouchers_count: no vouchers are made for a STANDALONE/
    ],
    [
      { name: 'N', vouchers_count: 2, voucher: { ...card, code_config: one } },
      400,
      'invalid_code_config',
      /has 1 codes left, not 2/
    ],
    [
      { name: 'N', voucher: card, loyalty_tiers_expiration: ending },
      400,
      'invalid_payload',
      /\.loyalty_tiers_expiration\.qualification_period: END_OF_PERIOD needs one/
    ],
    [
      { name: 'N', voucher: card, validity_timeframe: { duration: 'P1D', interval: 'P1W' } },
      400,
      'invalid_payload',
      /start_date/
    ],
    [{ name: 'N', voucher: card, access_settings: {} }, 400, 'invalid_payload', /access_settings/]
  ] as const
  for (const [sent, status, key, details] of rows) {
    const { body } = await service.post('/v1/loyalties', sent)
    t.match([body.code, body.key, body.details], [status, key, details], JSON.stringify(sent))
  }
  t.equal(await total(), before)
})

t.test('getLoyaltyProgram: anything but a loyalty program is nowhere', async t => {
  const service = await givenService(t)
  for (const name of ['camp_00spring', 'Spring%20coupons', 'camp_00nowhere']) {
    const { body } = await service.get(`/v1/loyalties/${name}`)
    t.match([body.code, body.resource_type], [404, 'campaign'], name)
  }
})

t.test('listLoyaltyPrograms: pages in every order, and programs alone', async t => {
  const service = await givenService(t)
  service.setNow('2026-03-02T10:00:00.000Z')
  await service.post('/v1/loyalties', { name: 'Newest', voucher: card })
  service.setNow('2026-03-03T10:00:00.000Z')
  await service.post('/v1/campaigns/camp_00club/disable')
  const spare = ['Tea Friends', 'Juice Friends']
  const names = async (query: string) => {
    const { body } = await service.get(`/v1/loyalties?${query}`)
    t.strictSame([body.object, body.data_ref, body.total], ['list', 'campaigns', 5])
    return body.campaigns.map(({ name }: { name: string }) => name)
  }
  t.strictSame(await names(''), ['Newest', ...spare.toReversed(), 'Bakery Friends', 'Coffee Club'])
  t.strictSame(await names('order=created_at'), [
    'Coffee Club',
    'Bakery Friends',
    ...spare,
    'Newest'
  ])
  t.strictSame(await names('order=updated_at'), [
    'Bakery Friends',
    ...spare,
    'Newest',
    'Coffee Club'
  ])
  t.strictSame(await names('order=-updated_at'), [
    'Coffee Club',
    'Newest',
    ...spare.toReversed(),
    'Bakery Friends'
  ])
  t.strictSame(await names('limit=1&page=4'), ['Bakery Friends'])
  t.strictSame(await names('page=2'), [])
})

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

t.test('createLoyaltyTiers: bands, and what they make of the rules', async t => {
  const service = await givenService(t)
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
})

t.test('createLoyaltyTiers: refusals name the tier and make none', async t => {
  const service = await givenService(t)
  const { url, rules } = await given(service, 'Tiered')
  const mapped = (earning_rules: object) => [{ ...tier('A', 0), earning_rules }]
  const rows = [
    [[], 400, 'invalid_payload', /at least 1 items/],
    [
      [tier('A', 0, 9), tier('B', 9)],
      400,
      'invalid_payload',
      /\[1\]\.points: overlaps with tier A/
    ],
    [[tier('A', 5, 4)], 400, 'invalid_payload', /\[0\]\.points\.to/],
    [[tier('A', 0, 1), tier('A', 2)], 409, 'duplicate_found', /loyalty_tier exists with name A/],
    [mapped({ ern_00euro: { type: 'CUSTOM', points: 1 } }), 404, 'not_found', /ern_00euro/],
    [mapped({ [rules[0]]: { type: 'CUSTOM' } }), 400, 'invalid_payload', /points is required/],
    [mapped({ [rules[0]]: { type: 'ADD', points: 1 } }), 400, 'invalid_payload', /type must be/],
    [mapped({ 'a b': { type: 'CUSTOM', points: 1 } }), 404, 'not_found', /a b/],
    [
      mapped({ [rules[0]]: { type: 'MULTIPLY', multiplier: 0.1234567 } }),
      400,
      'invalid_payload',
      /multiplier: 0\.1234567/
    ],
    [[{ ...tier('A', 0), rewards: { rew_1: {} } }], 400, 'invalid_payload', /rewards\.rew_1/]
  ] as const
  for (const [sent, status, key, details] of rows) {
    const { body } = await service.post(`${url}/tiers`, sent)
    t.match([body.code, body.key, body.details], [status, key, details], JSON.stringify(sent))
  }
  t.equal((await service.get(`${url}/tiers`)).body.total, 0)
  const elsewhere = await service.post('/v1/loyalties/camp_00spring/tiers', [tier('A', 0)])
  t.equal(elsewhere.status, 404, 'a campaign of another kind has none')
})

t.test('listEarningRules: those of the program, switched off or not', async t => {
  const service = await givenService(t)
  const { url, rules } = await given(service, 'Ruled')
  const ids = async (query: string) => {
    const { body } = await service.get(`${url}/earning-rules?${query}`)
    t.strictSame([body.object, body.data_ref, body.total], ['list', 'data', 2])
    return body.data.map(({ id }: { id: string }) => id)
  }
  t.strictSame(await ids(''), rules.toReversed())
  t.strictSame(await ids('order=created_at'), rules)
  t.strictSame(await ids('order=updated_at&limit=1'), rules.slice(0, 1))
  t.strictSame(await ids('order=-updated_at&limit=1&page=2'), rules.slice(0, 1))
  const { body } = await service.get('/v1/loyalties/Coffee%20Club/earning-rules?limit=100')
  t.equal(body.total, body.data.length)
  const elsewhere = await service.get('/v1/loyalties/camp_00spring/earning-rules')
  t.equal(elsewhere.status, 404)
})
