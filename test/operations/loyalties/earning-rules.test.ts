import * as known from '../../../src/demo/known.ts'
import { NOW, type Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

const ESTIMATE = '/v1/loyalties/camp_00club/qualifications'

const card = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }

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

const count = async ({ get }: Service, id: string) =>
  (await get(`/v1/validation-rules/${id}`)).body.assignments_count

onDemo('createEarningRules: answers in the order sent, numbers for text', async (t, { post }) => {
  const rules = [
    { event: 'order.paid', loyalty: { type: 'FIXED', points: '5' }, source: { banner: 'Five' } },
    {
      event: 'product_reviewed',
      custom_event: { schema_id: 'ms_00review' },
      loyalty: {
        type: 'PROPORTIONAL',
        calculation_type: 'CUSTOM_EVENT_METADATA',
        custom_event: { metadata: { every: 1, points: 2, property: 'rating' } }
      },
      active: false,
      metadata: { season: 'spring' }
    },
    {
      event: 'customer.segment.entered',
      segment: { id: 'seg_00vip' },
      loyalty: { type: 'FIXED', points: 7 },
      validation_rule_id: null
    }
  ]
  const { status, body } = await post('/v1/loyalties/Coffee%20Club/earning-rules', rules)
  t.equal(status, 200)
  const found = body.map((rule: Record<string, unknown>) => [rule['event'], rule['active']])
  t.strictSame(found, [
    ['order.paid', true],
    ['product_reviewed', false],
    ['customer.segment.entered', true]
  ])
  t.strictSame(body[0].loyalty, { type: 'FIXED', points: 5 })
  t.strictSame(body[1].loyalty, rules[1]?.loyalty)
  t.strictSame(body[0].source, {
    banner: 'Five',
    object_id: 'camp_00club',
    object_type: 'campaign'
  })
  const estimate = await post(ESTIMATE, { customer: { source_id: 'ada' }, order: { amount: 100 } })
  t.equal(estimate.body.points_estimation, 1 + 5, 'the new rule earns')
})

const STEP = { every: 100, points: 1 }
const OF_SIZE = { ...STEP, property: 'size' }
const mug = { object: 'product', id: 'prod_00mug' }
const blue = { object: 'sku', id: 'sku_00mugblue' }
const coffee = { object: 'products_collection', id: 'pc_00coffee' }
const OF_MUG = { ...STEP, ...mug }
const by = (calculation_type: string, blocks: object) => ({
  loyalty: { type: 'PROPORTIONAL', calculation_type, ...blocks }
})
const amount = (block: object, over: object = {}) =>
  by('ORDER_AMOUNT', { order: { amount: block }, ...over })
const quantity = (block: object) => by('ORDER_ITEMS_QUANTITY', { order_items: { quantity: block } })
const fixed = (points: unknown) => ({ loyalty: { type: 'FIXED', points } })
const paid = { event: 'order.paid' }
const entered = { event: 'customer.segment.entered', segment: { id: 'seg_00vip' } }
const tier = (verb: string, id: string) => ({
  event: `customer.loyalty.tier.${verb}`,
  loyalty_tier: { id }
})
const reviewed = { event: 'product_reviewed', custom_event: { schema_id: 'ms_00review' } }

const answered: readonly object[] = [
  { ...paid, ...fixed(25) },
  { ...paid, ...amount(STEP) },
  { ...paid, ...by('ORDER_TOTAL_AMOUNT', { order: { total_amount: STEP } }) },
  { ...paid, ...by('ORDER_METADATA', { order: { metadata: OF_SIZE } }) },
  { ...paid, ...by('ORDER_ITEMS_AMOUNT', { order_items: { amount: OF_MUG } }) },
  { ...paid, ...by('ORDER_ITEMS_SUBTOTAL_AMOUNT', { order_items: { subtotal_amount: OF_MUG } }) },
  { ...paid, ...quantity({ ...OF_MUG, applicable_to: [mug, blue, coffee] }) },
  { ...paid, ...by('CUSTOMER_METADATA', { customer: { metadata: OF_SIZE } }) },
  { ...entered, ...fixed(1) },
  ...['joined', 'left', 'upgraded', 'downgraded', 'prolonged'].flatMap(verb => [
    { ...tier(verb, 'ltr_00gold'), ...fixed(1) },
    { ...tier(verb, '__ANY__'), ...fixed(1) }
  ]),
  {
    ...tier('upgraded', '__ANY__'),
    ...by('CUSTOMER_METADATA', { customer: { metadata: OF_SIZE } })
  },
  { ...reviewed, ...by('CUSTOM_EVENT_METADATA', { custom_event: { metadata: OF_SIZE } }) },
  {
    ...paid,
    ...fixed(1),
    source: { banner: 'A point for every euro' },
    active: false,
    start_date: NOW,
    expiration_date: LATER,
    validity_timeframe: { duration: 'PT1H', interval: 'P2D' },
    validity_day_of_week: [1],
    pending_points: { period_type: 'DAY', period_value: 90 },
    expiration_rules: {
      period_type: 'MONTH',
      period_value: 12,
      rounding_type: 'PARTICULAR_MONTH',
      rounding_value: 1
    },
    metadata: { season: 'autumn' }
  },
  {
    ...paid,
    ...fixed(1),
    validity_hours: { daily: [{ start_time: '08:00', expiration_time: '11:30' }] },
    expiration_rules: { period_type: 'FIXED_DAY_OF_YEAR', fixed_month: 12, fixed_day: 31 }
  },
  { ...paid, ...fixed(1), expiration_rules: { period_type: 'MONTH', period_value: 0 } }
]

onDemo('createEarningRules: answered as sent, in their order, and no more', async (t, service) => {
  const { body } = await service.post(`${CLUB}/earning-rules`, answered)
  const place = { object_id: 'camp_00club', object_type: 'campaign' }
  for (const [index, sent] of answered.entries()) {
    const count = String(index + 1).padStart(6, '0')
    const { source = {}, ...said } = sent as { readonly source?: object }
    t.strictSame(body[index], {
      id: `ern_${count}`,
      created_at: NOW,
      updated_at: null,
      validation_rule_id: null,
      active: true,
      object: 'earning_rule',
      automation_id: `auto_${count}`,
      metadata: {},
      ...said,
      source: { ...source, ...place }
    })
    t.strictSame((await service.get(`${CLUB}/earning-rules/${body[index].id}`)).body, body[index])
  }
  t.equal(body.length, answered.length)
  const { body: said } = await service.post(`${CLUB}/earning-rules`, [
    {
      ...paid,
      ...fixed(1),
      validation_rule_id: null,
      pending_points: null,
      expiration_rules: null
    },
    { ...paid, ...amount(STEP), validation_rule_id: 'val_00twenty' },
    { ...paid, ...quantity({ ...STEP, applicable_to: [mug] }) }
  ])
  const found = { ...said[0], id: '', automation_id: '' }
  t.strictSame(found, { ...body[0], ...fixed(1), id: '', automation_id: '' })
  t.match(said[1], { ...amount(STEP), validation_rule_id: 'val_00twenty' })
  t.match(said[2], quantity({ ...STEP, ...mug }))
  t.equal(await count(service, 'val_00twenty'), 2)
})

const timed = { validity_timeframe: { duration: 'P1D', interval: 'P1W' } }
const wait = (period_value: number) => ({ pending_points: { period_type: 'DAY', period_value } })
const bad = { metadata: { owner: 5 } }

// In descending precedence, as far as rows are about different things.
// biome-ignore format: a table
const refusals: [object, string, RegExp][] = [
  [{ event: 'order.created' }, 'invalid_payload', /^Property \[1\]\.event: .* use order\.paid, /],
  [{ event: 'customer.segment.left' }, 'invalid_payload', /left' is no event to earn by/],
  [{ event: 'customer.segment.entered' }, 'missing_param',
    /'segment\.id' is required in .* \[1\]$/],
  [{ event: 'customer.loyalty.tier.prolonged' }, 'missing_param', /'loyalty_tier\.id' is required/],
  [{ event: 'product_reviewd' }, 'missing_param', /'custom_event\.schema_id' is required.* known are product_reviewed \(ms_00review\), order\.paid/],
  [{ segment: { id: 'x' } }, 'invalid_payload',
    /\[1\]\.segment\.id: does not belong .*order\.paid'/],
  [{ ...entered, loyalty_tier: { id: 'x' } }, 'invalid_payload', /loyalty_tier\.id: does not bel/],
  [{ custom_event: { schema_id: 'x' } }, 'invalid_payload', /custom_event\.schema_id: does not/],
  [{ ...entered, segment: { id: 'seg_9' }, ...wait(3) }, 'not_found', /segment with id seg_9/],
  [tier('prolonged', 'ltr_9'), 'not_found', /loyalty_tier with id ltr_9/],
  [{ ...reviewed, custom_event: { schema_id: 'ms_9' } }, 'not_found', /event_schema with id ms_9/],
  [{ ...reviewed, event: 'visited' }, 'invalid_payload',
    /defines 'product_reviewed', not 'visited'/],
  [quantity({ ...STEP, id: 'x' }), 'missing_param', /'loyalty\.order_items\.quantity\.object'/],
  [quantity({ ...STEP, object: 'sku' }), 'missing_param', /'loyalty\.order_items\.quantity\.id'/],
  [quantity({ ...OF_MUG, applicable_to: [blue] }), 'invalid_payload', /object and id say another/],
  [quantity({ ...OF_MUG, applicable_to: [{ ...mug, id: 'prod_00beans' }] }), 'invalid_payload',
    /quantity\.object: object and id say another target/],
  [quantity(STEP), 'invalid_payload', /quantity\.applicable_to: ORDER_ITEMS_QUANTITY needs it/],
  [{ ...entered, ...amount(STEP) }, 'invalid_payload', /type: ORDER_AMOUNT has nothing to measure/],
  [quantity({ ...STEP, object: 'product', id: 'x' }), 'not_found', /product with id x/],
  [quantity({ ...STEP, object: 'sku', id: 'x' }), 'not_found', /sku with id x/],
  [quantity({ ...STEP, applicable_to: [mug, { ...coffee, id: 'pc_9' }] }), 'not_found',
    /products_collection with id pc_9/],
  [timed, 'invalid_payload', /\[1\]\.start_date: /],
  [{ start_date: LATER, expiration_date: NOW }, 'invalid_payload', /\[1\]\.expiration_date: /],
  [{ ...reviewed, ...wait(3) }, 'invalid_payload', /\[1\]\.pending_points: only points of order/],
  [{ ...bad, validation_rule_id: 'val_9' }, 'metadata_validation_failed',
    /^\[1\]\.metadata: owner: /],
  [{ validation_rule_id: 'val_9' }, 'not_found', /validation_rule with id val_9/]
]

async function describeRules({ post }: Service) {
  const properties = { owner: { type: 'string', optional: true } }
  const schemas = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  await post(schemas, { related_object: 'earning_rule', properties }, desk)
}

onDemo('createEarningRules: one bad rule refuses all of them, by its index', async (t, service) => {
  await describeRules(service)
  const good = { ...paid, ...fixed(5) }
  const url = `${CLUB}/earning-rules`
  const { total } = (await service.get(url)).body
  for (const [over, key, details] of refusals) {
    const { body } = await service.post(url, [good, { ...good, ...over }, good])
    t.match(body, { code: key === 'not_found' ? 404 : 400, key, details }, JSON.stringify(over))
  }
  t.match((await service.post(url, [])).body, { code: 400, key: 'invalid_payload' })
  for (const id of ['camp_00gift', 'camp_00autumn', 'nowhere']) {
    const { body } = await service.post(`/v1/loyalties/${id}/earning-rules`, [good])
    t.match(body, { code: 404, key: 'not_found', resource_type: 'campaign' })
  }
  t.equal((await service.get(url)).body.total, total, 'none of the good ones was made')
  await service.put(CLUB, { start_date: '2026-01-01T00:00:00.000Z', expiration_date: LATER })
  t.equal((await service.post(url, [{ ...good, ...timed }])).status, 200, 'from the start there')
  const late = { ...good, start_date: '2026-05-01T00:00:00.000Z' }
  t.match((await service.post(url, [late])).body, {
    details: /\[0\]\.expiration_date: .* before the/
  })
  service.setNow('2026-03-03T10:00:00.000Z')
  const over = {
    code: 400,
    key: 'campaign_not_active',
    details: /Campaign camp_00club ended at .*; change its expiration_date/
  }
  t.match((await service.post(url, [good])).body, over)
  await service.put(CLUB, { start_date: '2026-05-01T00:00:00.000Z', expiration_date: null })
  t.equal((await service.post(url, [good])).status, 200, 'one that has not begun can be prepared')
  await service.post('/v1/campaigns/camp_00club/disable')
  const off = { ...over, details: /Campaign camp_00club is switched off; enable it/ }
  t.match((await service.post(url, [good])).body, off)
})

onDemo('createEarningRules: a program has so many rules', async (t, service) => {
  const { url } = await given(service, 'Ruled')
  const add = async (count: number) => {
    const rules = Array(count).fill({ ...paid, ...fixed(1) })
    return (await service.post(`${url}/earning-rules`, rules)).body
  }
  const { details } = await add(99)
  const [, left] =
    /^A project may have 100 .*; (\d+) can still be made, not 99$/.exec(details) ?? []
  t.match(await add(Number(left) + 1), { code: 400, key: 'invalid_payload' })
  t.equal((await add(Number(left))).length, Number(left))
  t.match(await add(1), { details: /; 0 can still be made, not 1/ })
})

onDemo('listEarningRules: those of the program, switched off or not', async (t, service) => {
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
  t.equal((await service.get('/v1/loyalties/camp_00spring/earning-rules')).status, 404)
})

onDemo('updateEarningRule: what is sent is another way', async (t, { get, setNow, put }) => {
  const url = `${CLUB}/earning-rules/ern_00beans`
  const { body: before } = await get(url)
  t.equal(before.id, 'ern_00beans')
  setNow(LATER)
  t.strictSame((await put(url, {})).body, before)
  const loyalty = { type: 'FIXED', points: 7 }
  const changes = {
    loyalty,
    start_date: '2026-01-01T00:00:00.000Z',
    validity_day_of_week: [1, 2],
    pending_points: { period_type: 'DAY', period_value: 9 },
    expiration_rules: { period_type: 'MONTH', period_value: 3 },
    metadata: { shop: 'north' }
  }
  const { status, body } = await put(url, { ...changes, source: { banner: null } })
  t.equal(status, 200)
  const { banner: _, ...source } = before.source
  t.strictSame(body, { ...before, ...changes, source, updated_at: LATER })
  t.strictSame((await get(url)).body, body)
  const cleared = await put(url, { pending_points: null, expiration_rules: null })
  t.notOk('pending_points' in cleared.body || 'expiration_rules' in cleared.body)
})

onDemo('updateEarningRule: what it earns counts from now on', async (t, service) => {
  const review = () =>
    service.post('/v1/events', { event: 'product_reviewed', customer: { source_id: 'ben' } })
  const points = async () => (await service.get('/v1/customers/ben')).body.loyalty.points
  const url = `${CLUB}/earning-rules/ern_00review`
  await review()
  t.equal(await points(), 145)
  await service.put(url, { loyalty: { type: 'FIXED', points: '40' } })
  await review()
  t.equal(await points(), 185)
  const off = await service.post(`${url}/disable`, {})
  t.strictSame([off.status, off.body.active], [200, false])
  t.strictSame((await service.post(`${url}/disable`)).body, off.body, 'off already')
  await review()
  t.equal(await points(), 185)
  await service.post(`${url}/enable`)
  await review()
  t.equal(await points(), 225)
  t.equal((await service.delete(url)).status, 204)
  await review()
  t.equal(await points(), 225, 'a rule that is gone earns nothing, and takes nothing')
})

onDemo('updateEarningRule: the counts of validation rules stay true', async (t, service) => {
  const url = `${TEA}/earning-rules/ern_00cup`
  const counts = async () => [
    await count(service, 'val_00twenty'),
    await count(service, 'val_00hundred')
  ]
  const bind = (validation_rule_id: string | null) => service.put(url, { validation_rule_id })
  t.strictSame(await counts(), [1, 1])
  t.equal((await bind('val_00twenty')).body.validation_rule_id, 'val_00twenty')
  t.strictSame(await counts(), [2, 1])
  await bind('val_00twenty')
  t.strictSame(await counts(), [2, 1], 'bound already')
  await bind('val_00hundred')
  t.strictSame(await counts(), [1, 2])
  t.match((await bind('val_00nothing')).body, { code: 404, resource_type: 'validation_rule' })
  await bind(null)
  t.strictSame(await counts(), [1, 1])
  await bind('val_00hundred')
  t.equal((await service.delete(url)).status, 204)
  t.strictSame(await counts(), [1, 1])
})

onDemo('updateEarningRule: refusals name what is wrong and change nothing', async (t, service) => {
  const url = `${CLUB}/earning-rules/ern_00review`
  const { body: before } = await service.get(url)
  const items = { every: 1, points: 1, object: 'product', id: 'prod_00nothing' }
  const perItem = { type: 'PROPORTIONAL', calculation_type: 'ORDER_ITEMS_QUANTITY' }
  await describeRules(service)
  // biome-ignore format: a table
  const rows = [
    [{ event: 'order.paid' }, 400, 'invalid_payload', /\.event: it is /],
    [{ active: false }, 400, 'invalid_payload', /\.active: it is true, which is not changed/],
    [{ loyalty: null }, 400, 'invalid_payload', /\.loyalty/],
    [{ loyalty: { ...perItem, order_items: { quantity: items } } }, 400, 'invalid_payload', /has/],
    [wait(3), 400, 'invalid_payload', /^Property \.pending_points: only points/],
    [{ validation_rule_id: 'val_9', ...wait(3) }, 404, 'not_found',
      /validation_rule with id val_9/],
    [{ ...timed, ...wait(3) }, 400, 'invalid_payload', /^Property \.start_date: /],
    [{ ...wait(3), ...bad }, 400, 'invalid_payload', /^Property \.pending_points/],
    [bad, 400, 'metadata_validation_failed', /^metadata: owner: /],
    [{ expiration_rules: { period_type: 'MONTH' } }, 400, 'invalid_payload', /period_value/]
  ] as const
  for (const [changes, code, key, details] of rows) {
    t.match((await service.put(url, changes)).body, { code, key, details }, JSON.stringify(changes))
  }
  t.strictSame((await service.get(url)).body, before)
  const orders = `${CLUB}/earning-rules/ern_00beans`
  const unknown = { loyalty: { ...perItem, order_items: { quantity: items } } }
  t.match((await service.put(orders, unknown)).body, { code: 404, resource_type: 'product' })
  const block = { ...quantity(OF_MUG).loyalty, points: 1 }
  t.match((await service.put(orders, { loyalty: block })).body, {
    details: /^Property \.loyalty\.points/
  })
  t.match((await service.put(orders, { loyalty: perItem })).body, {
    code: 400,
    details: /^Property \.loyalty\.order_items is required/
  })
  const whole = quantity(OF_MUG)
  t.match((await service.put(orders, whole)).body, whole, 'and one that is right is taken')
  for (const path of [`${TEA}/earning-rules/ern_00review`, `${CLUB}/earning-rules/ern_00no`]) {
    for (const answer of [
      await service.get(path),
      await service.put(path, {}),
      await service.post(`${path}/enable`),
      await service.delete(path)
    ]) {
      t.strictSame([answer.status, answer.body.resource_type], [404, 'earning_rule'])
    }
  }
})

onDemo('deleteEarningRule: waiting points stay; so does what a tier names', async (t, service) => {
  const pending = '/v1/loyalties/members/CLUB-ADA-0001/pending-points'
  const before = await service.get(pending)
  t.equal(before.body.data[0].details.earning_rule.id, 'ern_00beans')
  t.equal((await service.delete(`${CLUB}/earning-rules/ern_00beans`)).status, 204)
  t.strictSame((await service.get(pending)).body, before.body)
  const url = `${CLUB}/earning-rules/ern_00euro`
  const refused = await service.delete(url)
  t.match(refused.body, { code: 400, key: 'resource_in_use', details: /loyalty_tier ltr_00gold/ })
  t.equal((await service.get(url)).status, 200)
  await service.put(`${CLUB}/tiers/ltr_00gold`, { earning_rules: {} })
  t.equal((await service.delete(url)).status, 204)
})
