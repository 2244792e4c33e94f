import t, { type Test } from 'tap'
import { MGMT_ID, MGMT_TOKEN, PROJECT_ID } from '../../../src/demo/known.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { type Answered, givenService, keyOf, PAIR, type Service } from '../../support/app.ts'
import { countedSource } from '../../support/counted-source.ts'
import { onDemo } from '../../support/on-demo.ts'
import { BARE_VOUCHER } from '../support/bare-answers.ts'

const SPRING = '/v1/campaigns/camp_00spring/vouchers'

async function audited(t: Test, { store }: Service): Promise<void> {
  t.strictSame((await audit(store)).findings, [], 'the audit is clean')
}

onDemo('addVouchersToCampaign: one is made at once, as the campaign says', async (t, { post }) => {
  const { status, body } = await post(SPRING)
  t.equal(status, 200)
  t.match(body.code, /^SPRING-[0-9A-Za-z]{8}$/)
  const { id, code, assets, categories, ...rest } = body
  t.match(id, /^v_/)
  t.strictSame(Object.keys(assets), ['qr', 'barcode'])
  t.equal(categories[0].name, 'Seasonal')
  const { categories: _, ...bare } = BARE_VOUCHER
  t.strictSame(rest, {
    ...bare,
    ...{ campaign: 'Spring coupons', campaign_id: 'camp_00spring' },
    ...{ category: 'Seasonal', category_id: 'cat_00seasonal', type: 'DISCOUNT_VOUCHER' },
    discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER' },
    publish: {
      object: 'list',
      count: 0,
      url: `http://loyalty.test/v1/vouchers/${code}/publications?page=1&limit=10`
    },
    redemption: {
      quantity: 1,
      redeemed_quantity: 0,
      object: 'list',
      url: `http://loyalty.test/v1/vouchers/${code}/redemptions?page=1&limit=10`
    }
  })
})

onDemo('addVouchersToCampaign: the body overrides what the campaign says', async (t, service) => {
  const { body } = await service.post('/v1/campaigns/Spring%20coupons/vouchers?vouchers_count=1', {
    code: 'MÜSLI 100 %/extra',
    metadata: { channel: 'flyer' },
    redemption: { quantity: 3 },
    additional_info: 'For the fair',
    start_date: '2026-03-01T12:00:00+01:00',
    expiration_date: '2026-04-01T00:00:00Z'
  })
  const found = [
    body.code,
    body.metadata,
    body.redemption.quantity,
    body.additional_info,
    body.start_date,
    body.expiration_date
  ]
  t.strictSame(found, [
    'MÜSLI 100 %/extra',
    { channel: 'flyer' },
    3,
    'For the fair',
    '2026-03-01T11:00:00.000Z',
    '2026-04-01T00:00:00.000Z'
  ])
  const path = `/v1/vouchers/${encodeURIComponent(body.code)}/redemption`
  t.equal((await service.get(path)).status, 200, 'found again by its code')
  t.equal((await service.get(new URL(body.redemption.url).pathname)).status, 200, 'and by its url')
})

onDemo('addVouchersToCampaign: a category by its name, its id, or both', async (t, service) => {
  const { body: outlet } = await service.get('/v1/categories/cat_00outlet')
  const { id, name } = outlet
  for (const sent of [
    { category: name },
    { category_id: id },
    { category: name, category_id: id }
  ]) {
    const { body } = await service.post(SPRING, sent)
    const { category, category_id, categories } = body
    const found = { category, category_id, categories }
    t.strictSame(found, { category: name, category_id: id, categories: [outlet] })
    t.strictSame((await service.get(`/v1/vouchers/${body.code}`)).body, body)
  }
  const code_config = { pattern: 'PAIR-#', charset: '12' }
  await service.post(`${SPRING}?vouchers_count=2`, { category_id: id, code_config })
  await service.work()
  for (const code of ['PAIR-1', 'PAIR-2']) {
    t.equal((await service.get(`/v1/vouchers/${code}`)).body.category, name, 'each of many')
  }
})

onDemo('addVouchersToCampaign: codes follow the configuration', async (t, { post }) => {
  const rows = [
    [{ length: 4, charset: 'AB' }, /^[AB]{4}$/],
    [{ pattern: 'X-##-##', charset: '7', length: 99 }, /^X-77-77$/],
    [{ prefix: 'pre-', length: 2, charset: '01', postfix: '-post' }, /^pre-[01]{2}-post$/],
    [{ pattern: 'Q#', suffix: '!', initial_count: 5 }, /^Q[0-9A-Za-z]!$/]
  ] as const
  for (const [code_config, expected] of rows) {
    t.match((await post(SPRING, { code_config })).body.code, expected)
  }
})

const [MAY, JUNE] = ['2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z']

onDemo('addVouchersToCampaign: refusals name what is wrong, make nothing', async (t, { post }) => {
  const desk = { 'x-management-id': MGMT_ID, 'x-management-token': MGMT_TOKEN }
  const schema = {
    related_object: 'voucher',
    properties: { colour: { type: 'string', optional: true } }
  }
  const schemas = `/management/v1/projects/${PROJECT_ID}/metadata-schemas`
  const coupons = { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 5 } }
  const over = {
    name: 'Over',
    campaign_type: 'DISCOUNT_COUPONS',
    voucher: coupons,
    expiration_date: MAY
  }
  const single = { ...over, name: 'Single', type: 'STANDALONE' }
  const full = { code_config: { pattern: 'FULL' } }
  const made = [
    await post(schemas, schema, desk),
    await post('/v1/campaigns', over),
    await post('/v1/campaigns', single),
    await post(SPRING, full)
  ]
  for (const { status, bytes } of made) t.equal(status, 200, bytes)
  const [at, two] = [(name: string) => `/v1/campaigns/${name}/vouchers`, '?vouchers_count=2']
  const crossed = { start_date: JUNE, expiration_date: MAY }
  const tiny = { code_config: { length: 1, charset: 'A' } }
  // What the schema refuses; then one mistake beside the next one's, where there can be both.
  // biome-ignore format: a table
  const rows = [
    [`${SPRING}?vouchers_count=0`, {}, 400, 'invalid_query_params', /vouchers_count/],
    [`${SPRING}?vouchers_count=1.5`, {}, 400, 'invalid_query_params', /vouchers_count/],
    [`${SPRING}?count=1`, {}, 400, 'invalid_query_params', /count/],
    [SPRING, { colour: 'red' }, 400, 'invalid_payload', /colour/],
    [SPRING, { redemption: { quantity: 0 } }, 400, 'invalid_payload', /quantity/],
    [SPRING, { code: '' }, 400, 'invalid_payload', /\.code/],
    [at('camp_x'), {}, 404, 'not_found', /campaign with id camp_x/],
    [at('camp_00autumn') + two, { code: 'X' }, 400, 'invalid_campaign', /it is a PROMOTION/],
    [at('Single') + two, { code: 'X' }, 400, 'invalid_campaign', /it is STANDALONE/],
    [SPRING + two, { code: 'X', code_config: { length: 0 } }, 400, 'invalid_payload',
      /\.code: .*cannot serve 2/],
    [SPRING, { code_config: { length: 0 }, category: 'x' }, 400, 'invalid_code_config', /length: 0/],
    [SPRING, { code_config: { charset: '' }, category: 'x' }, 400, 'invalid_code_config', /charset/],
    [SPRING, { category: 'Seasonal', category_id: 'cat_x', ...crossed }, 400,
      'invalid_payload', /\.category_id: category Seasonal has the id cat_00seasonal; send one of/],
    [SPRING + two, { category: 'Seasonal', category_id: 'cat_x' }, 400, 'invalid_payload', /_id/],
    [SPRING, { category: 'Nowhere', ...crossed }, 404, 'not_found',
      /category with id Nowhere/],
    [SPRING, { category_id: 'cat_x', ...crossed }, 404, 'not_found', /cat_x/],
    [SPRING, { ...crossed, metadata: { colour: 5 } }, 400, 'invalid_payload',
      /\.expiration_date: .*before the start/],
    [at('Over'), { start_date: JUNE }, 400, 'invalid_payload', /\.expiration_date/],
    [SPRING, { metadata: { colour: 5 }, ...full }, 400, 'metadata_validation_failed', /colour: must/],
    [SPRING + two, tiny, 400, 'invalid_code_config', /has 1 codes left, not 2; send a code_config/],
    [SPRING, full, 400, 'invalid_code_config', /has 0 codes left, not 1/],
    [SPRING, { code: 'SPRING-0001', ...full }, 409, 'duplicate_found', /with code SPRING-0001/]
  ] as const
  for (const [url, body, status, key, details] of rows) {
    const answer = await post(url, body)
    t.match(answer, { status, body: { key, details } }, `${url} ${JSON.stringify(body)}`)
  }
  t.equal((await post(at('Over'), { start_date: MAY })).status, 200, 'begins as it ends')
})

t.test('addVouchersToCampaign: where every code that is drawn is taken, none is made', async t => {
  const service = await givenService(t, { ids: { ...countedSource(), random: () => 7 } })
  t.equal((await service.post(SPRING)).status, 200)
  const details = 'Every code tried is taken; send a code_config with a longer pattern'
  t.match((await service.post(SPRING)).body, { key: 'invalid_code_config', details })
})

t.test('addVouchersToCampaign: where the code drawn first is taken, another is given', async t => {
  let drawn = 0
  // Eight characters each: the first two codes that are drawn are the same.
  const random = (below: number) => (++drawn <= 16 ? 7 : drawn) % below
  const service = await givenService(t, { ids: { ...countedSource(), random } })
  const codes = [(await service.post(SPRING)).body.code, (await service.post(SPRING)).body.code]
  t.strictSame(codes, ['SPRING-77777777', 'SPRING-hijklmno'])
})

onDemo('addVouchersToCampaign: a space is what the project tells apart', async (t, service) => {
  const url = `${SPRING}?vouchers_count=2`
  const pair = { code_config: { charset: 'aA', length: 1 } }
  t.equal((await service.post(url, pair)).status, 202)
  await service.work()
  t.equal((await service.get('/v1/vouchers/A')).status, 200)
})

onDemo('addVouchersToCampaign: many come in the background, each once', async (t, service) => {
  const { status, body } = await service.post(`${SPRING}?vouchers_count=600`, {
    code_config: { pattern: 'BULK-###', charset: '0123456789' }
  })
  t.equal(status, 202)
  const url = `/v1/async-actions/${body.async_action_id}`
  const queued = await service.get(url)
  const found = [queued.body.type, queued.body.status, queued.body.progress]
  t.strictSame(found, ['CAMPAIGN.VOUCHERS_GENERATE', 'ENQUEUED', 0])
  await service.work()
  const done = await service.get(url)
  t.strictSame(
    [done.body.status, done.body.operation_status, done.body.progress, done.body.result],
    ['DONE', 'SUCCESS', 100, { message: 'Generated 600 vouchers.', done_count: 600 }]
  )
  const rest = await service.post(`${SPRING}?vouchers_count=401`, {
    code_config: { pattern: 'BULK-###', charset: '0123456789' }
  })
  t.strictSame([rest.status, rest.body.key], [400, 'invalid_code_config'])
  t.match(rest.body.details, /400/, 'says how many codes are left')
})

onDemo('addVouchersToCampaign: only codes of the space fill its capacity', async (t, { post }) => {
  const make = (pattern: string, charset: string) =>
    post(SPRING, { code_config: { pattern, charset } })
  for (const charset of ['x', 'y', 'z', '0']) await make('C-#', charset)
  for (const [charset, size] of [
    ['ab', 2],
    ['^-', 2],
    [']^', 1],
    ['[*?', 3],
    ['-a^]\\', 1]
  ] as const) {
    for (let made = 0; made < size; made++) {
      t.equal((await make('C-#', charset)).status, 200, `${charset} ${made}`)
    }
  }
  for (const charset of ['ab', '^-', ']^', '[*?', '-a^]\\', 'xyz0']) {
    const { status, body } = await make('C-#', charset)
    t.strictSame([status, body.key], [400, 'invalid_code_config'], `${charset} is full`)
    t.match(body.details, / 0 codes left/)
  }
})

onDemo('addVouchersToCampaign: nothing at all may be sent as JSON', async (t, { app, post }) => {
  const headers = { ...PAIR, 'content-type': 'application/json' }
  for (const payload of [undefined, '']) {
    for (const [query, status] of [
      ['', 200],
      ['?vouchers_count=1', 200],
      ['?vouchers_count=2', 202]
    ] as const) {
      const length = { 'content-length': '0' }
      const answer = await app.inject({
        method: 'POST',
        url: `${SPRING}${query}`,
        headers: { ...headers, ...length },
        ...(payload === undefined ? {} : { payload })
      })
      t.equal(answer.statusCode, status, `${query} ${payload}`)
    }
  }
  for (const body of [null, 5, 'text', []]) {
    const { status, body: answer } = await post(SPRING, body)
    t.strictSame([status, answer.key], [400, 'invalid_payload'], JSON.stringify(body))
  }
})

onDemo('addVoucherToCampaign: this very code, once', async (t, service) => {
  const url = '/v1/campaigns/Spring%20coupons/vouchers/MAYOR'
  const end = '2036-12-31T22:59:59.999Z'
  const made = await service.post(url, { expiration_date: end, metadata: { shop: 'north' } })
  t.match(made.body, { code: 'MAYOR', expiration_date: end, metadata: { shop: 'north' } })
  t.strictSame(keyOf(await service.post(url, {})), [409, 'duplicate_found'])
  const promotion = await service.post('/v1/campaigns/camp_00autumn/vouchers/MAYOR-2', {})
  t.strictSame([promotion.status, promotion.body.key], [400, 'invalid_campaign'])
  const two = await Promise.all(
    [1, 2].map(() => service.post('/v1/campaigns/camp_00spring/vouchers/TWICE', {}))
  )
  t.strictSame(two.map(({ status }) => status).toSorted(), [200, 409], 'and at the same moment')
  await audited(t, service)
})

onDemo('createCampaign: a fixed code is refused where several are wanted', async (t, service) => {
  const coupons = (name: string, pattern: string | null, more: object) => ({
    name,
    campaign_type: 'DISCOUNT_COUPONS',
    voucher: {
      type: 'DISCOUNT_VOUCHER',
      discount: { type: 'PERCENT', percent_off: 10 },
      ...(pattern !== null && { code_config: { pattern } })
    },
    ...more
  })
  const create = (...sent: Parameters<typeof coupons>) =>
    service.post('/v1/campaigns', coupons(...sent))
  const told = ({ status, body }: Answered) =>
    status === 200 ? 200 : `${body.key} ${body.details}`.replace(/(;| and its code_config).*/s, '')
  const all = 'an AUTO_UPDATE campaign makes a code for each customer,'
  const exhausted = (left: number, count: number) =>
    `invalid_code_config The code configuration has ${left} codes left, not ${count}`
  t.equal(told(await create('Two', 'TWO', { vouchers_count: 2 })), exhausted(1, 2))
  t.equal(told(await create('One', 'ONE', {})), 200)
  const found = told(await service.post('/v1/campaigns/One/vouchers?vouchers_count=2', {}))
  t.equal(found, exhausted(1, 2))
  t.equal(told(await service.post('/v1/campaigns/One/vouchers', {})), 200)
  t.equal(told(await service.post('/v1/campaigns/One/vouchers', {})), exhausted(0, 1))
  const give = (source_id: string) =>
    service.post('/v1/publications', { campaign: { name: 'One' }, customer: { source_id } })
  t.equal(told(await give('ada')), 200)
  t.equal(
    told(await give('dana')),
    'no_voucher_suitable_for_publication Campaign One (STATIC) has no voucher left to give'
  )
  const at = (property: string) => `invalid_code_config Property .${property}: ${all}`
  const growing = { type: 'AUTO_UPDATE' }
  t.equal(told(await create('Many', 'MANY', growing)), at('voucher.code_config'))
  t.equal(told(await create('Many', 'MANY-#', growing)), 200)
  t.equal(told(await create('Any', null, growing)), 200)
  t.equal(told(await service.put('/v1/campaigns/One', growing)), at('type'))
  const fixed = { voucher: { code_config: { pattern: 'MANY' } } }
  t.equal(told(await service.put('/v1/campaigns/Many', fixed)), at('voucher.code_config'))
  const seen = told(await service.put('/v1/campaigns/One', { ...growing, ...fixed }))
  t.equal(seen, at('voucher.code_config'))
  t.equal(told(await service.put('/v1/campaigns/One', { description: 'One code' })), 200)
})
