import { onDemo } from '../../support/on-demo.ts'

const card = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }

const LATER = '2026-03-02T10:00:00.000Z'

onDemo('createLoyaltyProgram: the smallest there is, and one card', async (t, { post, get }) => {
  const body = {
    name: 'L1',
    voucher: card,
    vouchers_count: 1,
    auto_join: true,
    type: 'AUTO_UPDATE'
  }
  const created = await post('/v1/loyalties', body)
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
    const found = await get(`/v1/loyalties/${name}`)
    t.strictSame([found.status, found.body], [200, created.body], `found again by ${name}`)
  }
})

onDemo('createLoyaltyProgram: many cards come later', async (t, { post, get, work }) => {
  const { body } = await post('/v1/loyalties', {
    name: 'Many',
    vouchers_count: 300,
    voucher: {
      ...card,
      loyalty_card: { points: 5 },
      code_config: { pattern: 'MANY-###', charset: '0123456789' }
    }
  })
  const told = async () => {
    const { body: found } = await get(`/v1/loyalties/${body.id}`)
    return [found.vouchers_count, found.creation_status, found.vouchers_generation_status]
  }
  t.strictSame(await told(), [0, 'IN_PROGRESS', 'IN_PROGRESS'])
  t.equal((await get('/v1/loyalties?limit=1')).body.campaigns[0].creation_status, 'IN_PROGRESS')
  await work()
  t.strictSame(await told(), [300, 'DONE', 'DONE'])
})

onDemo('createLoyaltyProgram: what is sent is what is there', async (t, { post }) => {
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
  const { body } = await post('/v1/loyalties', { ...sent, ...ignored })
  t.match(body, { ...sent, category: 'Seasonal', join_once: true })
  const other = await post('/v1/campaigns', { ...sent, name: 'The same' })
  const { id, name, category, category_id, categories, ...same } = body
  t.match(other.body, same, 'and the other operation makes the same of it')
})

onDemo('createLoyaltyProgram: refusals name what is wrong and make nothing', async (t, service) => {
  const total = async () => (await service.get('/v1/loyalties')).body.total
  const before = await total()
  const ending = { qualification_type: 'BALANCE', expiration_date: { type: 'END_OF_PERIOD' } }
  const one = { pattern: 'ONE', charset: 'A' }
  // biome-ignore format: a table
  const rows = [
    [{ voucher: card }, 400, 'invalid_payload', /\.name is required/],
    [{ name: 'N' }, 400, 'invalid_payload', /\.voucher is required/],
    [{ name: 'Coffee Club', voucher: card }, 409, 'duplicate_found', /name Coffee Club/],
    [{ name: 'N', voucher: card, category: 'x' }, 404, 'not_found', /category with id x/],
    [{ name: 'N', voucher: card, campaign_type: 'PROMOTION' }, 400, 'invalid_payload',
      /campaign_t/],
    [{ name: 'N', voucher: { type: 'LOYALTY_CARD' } }, 400, 'invalid_payload', /loyalty_card is/],
    [{ name: 'N', voucher: { type: 'GIFT_VOUCHER', gift: { amount: 1 } } }, 400, 'invalid_payload',
      /\.voucher/],
    [{ name: 'N', voucher: card, vouchers_count: -1 }, 400, 'invalid_payload', /vouchers_count/],
    [{ name: 'N', voucher: card, vouchers_count: 1, type: 'STANDALONE' }, 400, 'invalid_payload',
      /\.vouchers_count: no vouchers are made for a STANDALONE/],
    [{ name: 'N', vouchers_count: 2, voucher: { ...card, code_config: one } }, 400,
      'invalid_code_config', /has 1 codes left, not 2/],
    [{ name: 'N', voucher: card, loyalty_tiers_expiration: ending }, 400, 'invalid_payload',
      /\.loyalty_tiers_expiration\.qualification_period: END_OF_PERIOD needs a period; send one/],
    [{ name: 'N', voucher: card, validity_timeframe: { duration: 'P1D', interval: 'P1W' } }, 400,
      'invalid_payload', /start_date/],
    [{ name: 'N', voucher: card, access_settings: {} }, 400, 'invalid_payload', /access_settings/]
  ] as const
  for (const [sent, status, key, details] of rows) {
    const { body } = await service.post('/v1/loyalties', sent)
    t.match([body.code, body.key, body.details], [status, key, details], JSON.stringify(sent))
  }
  t.equal(await total(), before)
})

onDemo('getLoyaltyProgram: anything but a loyalty program is nowhere', async (t, { get }) => {
  for (const name of ['camp_00spring', 'Spring%20coupons', 'camp_00nowhere']) {
    const { body } = await get(`/v1/loyalties/${name}`)
    t.match([body.code, body.resource_type], [404, 'campaign'], name)
  }
})

onDemo('listLoyaltyPrograms: pages in every order, and programs alone', async (t, service) => {
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

onDemo('updateLoyaltyProgram: cards and members from now on', async (t, { get, setNow, put }) => {
  const url = '/v1/loyalties/camp_00tea'
  const { body: before } = await get(url)
  setNow(LATER)
  const expiration_rules = { period_type: 'MONTH', period_value: 24 }
  const changes = {
    auto_join: true,
    type: 'AUTO_UPDATE',
    start_date: '2026-01-01T00:00:00.000Z',
    validity_timeframe: { duration: 'PT1H', interval: 'P1D' },
    validity_day_of_week: [1]
  }
  const voucher = { loyalty_card: { points: 10, expiration_rules } }
  const { body } = await put(url, { ...changes, voucher })
  const card = { ...before.voucher, ...voucher }
  t.strictSame(body, { ...before, ...changes, voucher: card, updated_at: LATER })
  const free = {
    start_date: null,
    validity_timeframe: null,
    validity_day_of_week: null,
    validity_hours: null
  }
  const loose = { ...free, voucher: { loyalty_card: { expiration_rules: null } } }
  const again = await put(url, loose)
  t.match(again.body, free)
  t.strictSame(again.body.voucher.loyalty_card, { points: 10 })
  const elsewhere = await put('/v1/loyalties/camp_00spring', { auto_join: true })
  t.strictSame([elsewhere.status, elsewhere.body.resource_type], [404, 'campaign'])
})
