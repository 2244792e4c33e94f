import t from 'tap'
import { givenService, NOW } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'
import { onDemo } from '../support/on-demo.ts'

const RULES = '/v1/validation-rules'
const entry = (name: string, conditions: object) => ({ name, conditions })
const dear = { 1: entry('order.amount', { $more_than: [100_000] }) }
const REDEEM = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'
const items = [{ source_id: 'beans', quantity: 1 }]

onDemo('createValidationRule: answered whole, however short it was sent', async (t, service) => {
  const { status, body } = await service.post(RULES, { name: 'Dear', rules: dear })
  t.equal(status, 200)
  const whole = { property: null, rules: {} }
  t.strictSame(body, {
    id: 'val_000001',
    name: 'Dear',
    rules: { 1: { ...entry('order.amount', { $more_than: [100_000] }), ...whole }, logic: '' },
    applicable_to: { excluded: [], included: [], included_all: true },
    created_at: NOW,
    type: 'basic',
    context_type: 'global',
    assignments_count: 0,
    object: 'validation_rules'
  })
  t.strictSame((await service.get(`${RULES}/val_000001`)).body, body)
  const { id, created_at, assignments_count, object, ...sendable } = body
  const echo = await service.post(RULES, sendable)
  t.strictSame(echo.body, { ...body, id: 'val_000002' }, 'what was answered can be sent back')
  t.equal((await service.get(`${RULES}/val_00nothing`)).status, 404)
})

onDemo('createValidationRule: a logic of nothing is told', async (t, { post, get }) => {
  for (const rules of [{ logic: '' }, {}]) {
    const { body } = await post(RULES, { name: 'Free', rules })
    t.strictSame(body.rules, rules)
    const { data } = (await get(`${RULES}?limit=1`)).body
    t.strictSame(data, [body], 'and listed')
  }
})

onDemo('createValidationRule: what it applies to is known by its own names', async (t, service) => {
  const positions = {
    effect: 'APPLY_FROM_CHEAPEST',
    aggregated_quantity_limit: 5,
    amount_limit: 700,
    aggregated_amount_limit: 1500,
    price: 800,
    skip_initially: 1,
    repeat: 2,
    target: 'UNIT'
  }
  const included = [
    { object: 'product', id: 'prod_00beans', source_id: 'whatever', effect: 'APPLY_TO_EVERY' },
    { object: 'sku', id: 'sku_00mugblue', quantity_limit: 2 },
    { object: 'products_collection', id: 'pc_00coffee', ...positions }
  ]
  const excluded = [{ object: 'products_collection', id: 'pc_00coffee' }]
  const made = async (applicable_to: object) =>
    (await service.post(RULES, { name: 'Some', rules: {}, applicable_to })).body.applicable_to
  t.strictSame(await made({ included, excluded }), {
    excluded,
    included: [
      { object: 'product', id: 'prod_00beans', source_id: 'beans', effect: 'APPLY_TO_EVERY' },
      { object: 'sku', id: 'sku_00mugblue', source_id: 'mug-blue', quantity_limit: 2 },
      { object: 'products_collection', id: 'pc_00coffee', ...positions }
    ],
    included_all: false
  })
  t.strictSame(await made({ excluded }), { excluded, included: [], included_all: true })
  t.equal((await made({ included, included_all: true })).included_all, true)
})

onDemo('createValidationRule: positions that cannot be counted are refused', async (t, service) => {
  const rows = [
    [{ skip_initially: -1 }, /skip_initially/],
    [{ repeat: 0 }, /repeat/],
    [{ repeat: 1.5 }, /repeat/],
    [{ target: 'ORDER' }, /target/],
    [{ amount_limit: -1 }, /amount_limit/],
    [{ price: null }, /price/],
    [{ order_item_indices: [0] }, /order_item_indices/]
  ] as const
  for (const [terms, details] of rows) {
    const included = [{ object: 'product', id: 'prod_00beans', ...terms }]
    const body = { name: 'Some', rules: {}, applicable_to: { included } }
    const refused = { status: 400, body: { key: 'invalid_payload', details } }
    t.match(await service.post(RULES, body), refused)
  }
})

const unknown = {
  excluded: [
    { object: 'sku', id: 'sku_00mugblue' },
    { object: 'sku', id: 'sku_9' }
  ],
  included: [{ object: 'product', id: 'prod_9' }]
}

onDemo('createValidationRule: refusals name what is wrong and make nothing', async (t, service) => {
  await service.work()
  const written = writesOf(service.store)
  const of = (rules: object, more: object = {}) => ({ name: 'X', rules, ...more })
  const is = { $is: [1] }
  const nowhere = { context_type: 'nowhere' }
  // biome-ignore format: a table
  const rows = [
    [of({ 1: entry('order.colour', is) }, nowhere), 'invalid_validation_rules', /rules\.1\.name/],
    [of(dear, { ...nowhere, applicable_to: unknown }), 'invalid_validation_rules',
      /\.context_type: "nowhere" is not a context/],
    [of({ ...dear, logic: '1 and (2' }, { applicable_to: unknown }), 'invalid_validation_rules',
      /^Property \.rules\.logic: There is no entry 2, named at position 8/],
    [of({ 1: entry('order.amount', {}) }), 'invalid_validation_rules', /rules\.1\.conditions/],
    [of({ 1: entry('order.amount', { $odd: [1] }) }), 'invalid_validation_rules', /\$odd/],
    [of({ ...dear, logic: '1 and 2' }), 'invalid_validation_rules', /rules\.logic/],
    [of({ 1: { ...entry('order.amount', is), surprise: 1 } }), 'invalid_payload', /surprise/],
    [of({ 1: 'order.amount' }), 'invalid_payload', /rules\.1 must be object/],
    [of({ first: entry('order.amount', is) }), 'invalid_validation_rules', /first/],
    [of({ 1: entry('order.amount', { is: [1] }) }), 'invalid_validation_rules', /is/],
    [of({ 1: entry('order.amount', { $is: {} }) }), 'invalid_payload', /\$is/],
    [of(dear, { type: 'expression' }), 'invalid_payload', /\.type/],
    [{ rules: dear }, 'invalid_payload', /\.name/]
  ] as const
  for (const [payload, key, details] of rows) {
    const { status, body } = await service.post(RULES, payload)
    t.strictSame([status, body.key], [400, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.match((await service.post(RULES, of(dear, { applicable_to: unknown }))).body, {
    code: 404,
    details:
      /^Cannot find sku with id sku_9, named by applicable_to\.excluded\[1\]; create it first/
  })
  const included = [
    { object: 'product', id: 'prod_00mug' },
    { object: 'product', id: 'sku_00mugblue' }
  ]
  const { body } = await service.post(RULES, of(dear, { applicable_to: { included } }))
  t.match(body, {
    resource_type: 'product',
    details: /^Cannot find product with id sku_00mugblue, named by applicable_to\.included\[1\]; /
  })
  t.strictSame(written, [])
})

t.test('createValidationRuleAssignment: what it binds is refused without it', async t => {
  const bound = [
    ['campaign', 'camp_00club', 'rew_00mug'],
    ['voucher', 'CLUB-ADA-0001', 'rew_00mug'],
    ['reward_assignment', 'rewa_00mug', 'rew_00mug']
  ] as const
  for (const [type, id, reward] of bound) {
    const service = await givenService(t)
    const error = { message: 'Buy something dear first.' }
    const { body: rule } = await service.post(RULES, { name: 'Dear', rules: dear, error })
    const redemption = { reward: { id: reward }, order: { items } }
    const target = { related_object_type: type, related_object_id: id }
    const { status, body } = await service.post(`${RULES}/${rule.id}/assignments`, target)
    t.equal(status, 200)
    const { related_object_id: relatedId, ...rest } = body
    t.match(relatedId, type === 'voucher' ? /^v_/ : id)
    t.strictSame(rest, {
      id: 'asgm_000001',
      rule_id: rule.id,
      related_object_type: type,
      created_at: NOW,
      object: 'validation_rules_assignment',
      validation_status: 'VALID',
      validation_omitted_rules: []
    })
    t.equal((await service.get(`${RULES}/${rule.id}`)).body.assignments_count, 1)
    const refused = await service.post(REDEEM, redemption)
    t.match(refused.body, { code: 400, key: 'order_rules_violated', error }, type)
    const { body: other } = await service.post(`${RULES}/${rule.id}/assignments`, target)
    t.match(other, {
      code: 409,
      details: /^Duplicated validation_rules_assignment exists with rule val_000001 on /,
      resource_id: body.id
    })
  }
})

onDemo('createValidationRuleAssignment: what is unknown there is left out', async (t, { post }) => {
  const rules = { ...dear, 2: entry('custom_event.metadata', { $is: ['x'] }) }
  const withKey = { ...rules, 2: { ...rules[2], property: 'page' }, logic: '1 and 2' }
  const { body: rule } = await post(RULES, { name: 'Both', rules: withKey })
  const target = { related_object_type: 'campaign', related_object_id: 'camp_00club' }
  const { body } = await post(`${RULES}/${rule.id}/assignments`, target)
  const found = [body.validation_status, body.validation_omitted_rules]
  t.strictSame(found, ['PARTIALLY_VALID', ['custom_event.metadata']])
})

onDemo('createValidationRuleAssignment: refusals bind nothing', async (t, service) => {
  await service.work()
  const written = writesOf(service.store)
  const twenty = `${RULES}/val_00twenty/assignments`
  const of = (type: string, id: string) => ({ related_object_type: type, related_object_id: id })
  const rows = [
    [`${RULES}/val_00nothing/assignments`, of('campaign', 'camp_00club'), 404, 'validation_rule'],
    [twenty, of('campaign', 'Tea Club'), 404, 'campaign'],
    [twenty, of('voucher', 'NOBODY'), 404, 'voucher'],
    [twenty, of('promotion_tier', 'promo_00nothing'), 404, 'promotion_tier'],
    [twenty, of('reward_assignment', 'rew_00mug'), 404, 'reward_assignment'],
    [twenty, of('promotion_tier', 'promo_00fiveoff'), 409, 'validation_rules_assignment'],
    [twenty, of('earning_rule', 'ern_00euro'), 400, undefined],
    [twenty, of('distribution', 'x'), 400, undefined],
    [twenty, {}, 400, undefined]
  ] as const
  for (const [url, payload, status, type] of rows) {
    const { status: came, body } = await service.post(url, payload)
    t.strictSame([came, body.resource_type], [status, type], `${url} ${JSON.stringify(payload)}`)
  }
  t.strictSame(written, [])
})

const TWENTY = `${RULES}/val_00twenty`

onDemo('updateValidationRule: what is sent counts from the next request', async (t, service) => {
  const { body: before } = await service.get(TWENTY)
  await service.work()
  const written = writesOf(service.store)
  const same = { name: before.name, error: { message: '' } }
  for (const sent of [{}, same]) t.strictSame((await service.put(TWENTY, sent)).body, before)
  t.strictSame(written, [])
  const target = { related_object_type: 'reward_assignment', related_object_id: 'rewa_00mug' }
  await service.post(`${TWENTY}/assignments`, target)
  const redemption = {
    reward: { id: 'rew_00mug' },
    order: { items: [{ ...items[0], quantity: 2 }] }
  }
  t.equal((await service.post(REDEEM, redemption)).status, 200)
  service.setNow('2026-03-01T11:00:00.000Z')
  const error = { message: 'Buy something dear first.' }
  const { status, body } = await service.put(TWENTY, { name: 'Dear', rules: dear, error })
  t.equal(status, 200)
  t.strictSame(body, {
    ...before,
    name: 'Dear',
    rules: { 1: { ...dear[1], property: null, rules: {} }, logic: '' },
    error,
    updated_at: '2026-03-01T11:00:00.000Z',
    assignments_count: 2
  })
  t.strictSame((await service.get(TWENTY)).body, body)
  t.match((await service.post(REDEEM, redemption)).body, { key: 'order_rules_violated', error })
  await service.put(TWENTY, { error: { message: null }, rules: before.rules })
  const { body: back } = await service.post(REDEEM, redemption)
  t.equal(back.result, 'SUCCESS')
  t.equal((await service.get(TWENTY)).body.error, undefined)
  const beans = { object: 'product', id: 'prod_00beans' }
  const { body: limited } = await service.put(TWENTY, { applicable_to: { included: [beans] } })
  t.strictSame(limited, {
    ...limited,
    name: 'Dear',
    applicable_to: {
      excluded: [],
      included: [{ ...beans, source_id: 'beans' }],
      included_all: false
    }
  })
})

onDemo('updateValidationRule: its assignments say what is left of it', async (t, service) => {
  const [earning] = (
    await service.post('/v1/loyalties/camp_00club/earning-rules', [
      {
        event: 'product_reviewed',
        custom_event: { schema_id: 'ms_00review' },
        loyalty: { type: 'FIXED', points: 1 },
        validation_rule_id: 'val_00beansonly'
      }
    ])
  ).body
  const url = `${RULES}/val_00beansonly`
  const said = async () => {
    const { body } = await service.get(`${url}/assignments`)
    const [one] = body.data
    return [body.total, one.related_object_id, one.validation_status, one.validation_omitted_rules]
  }
  t.strictSame((await said()).slice(0, 2), [1, earning.id])
  const [{ id }] = (await service.get(`${url}/assignments`)).body.data
  await service.put(url, { rules: dear })
  t.strictSame(await said(), [1, earning.id, 'INVALID', ['order.amount']])
  const seg = { 2: entry('customer.segment', { $is: ['seg_00vip'] }) }
  await service.put(url, { rules: { ...dear, ...seg } })
  t.strictSame(await said(), [1, earning.id, 'PARTIALLY_VALID', ['order.amount']])
  const { body: rule } = await service.put(url, { rules: seg })
  t.strictSame(await said(), [1, earning.id, 'VALID', []])
  t.equal(rule.assignments_count, 1)
  t.equal((await service.get(`${url}/assignments`)).body.data[0].id, id, 'under their ids')
})

onDemo('updateValidationRule: refusals name the mistake and change nothing', async (t, service) => {
  await service.work()
  const written = writesOf(service.store)
  const nothing = { included: [{ object: 'product', id: 'prod_00nothing' }] }
  // biome-ignore format: a table
  const rows = [
    [`${RULES}/val_00nothing`, {}, 404, 'not_found', /validation_rule/],
    [TWENTY, { rules: { 1: entry('order.colour', {}) }, applicable_to: nothing }, 400,
      'invalid_validation_rules', /rules\.1\.name/],
    [TWENTY, { applicable_to: nothing }, 404, 'not_found', /applicable_to\.included\[0\]/],
    [TWENTY, { type: 'advanced' }, 400, 'invalid_payload', /type/],
    [TWENTY, { context_type: 'global' }, 400, 'invalid_payload', /context_type/],
    [TWENTY, { name: '' }, 400, 'invalid_payload', /\.name/]
  ] as const
  for (const [url, payload, status, key, details] of rows) {
    const { status: came, body } = await service.put(url, payload)
    t.strictSame([came, body.key], [status, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(written, [])
})

onDemo('deleteValidationRule: goes once it binds nothing', async (t, service) => {
  const kept = await service.delete(TWENTY)
  t.strictSame([kept.status, kept.body.key], [400, 'resource_in_use'])
  t.match(kept.body.details, /promotion_tier promo_00fiveoff; delete its assignments first/)
  const wrong = await service.delete(`${RULES}/val_00hundred/assignments/asgm_00fiveoff`)
  t.strictSame([wrong.status, wrong.body.resource_type], [404, 'validation_rules_assignment'])
  const gone = await service.delete(`${TWENTY}/assignments/asgm_00fiveoff`)
  t.strictSame([gone.status, gone.bytes], [204, ''])
  t.equal((await service.get(TWENTY)).body.assignments_count, 0)
  t.equal((await service.delete(TWENTY)).status, 204)
  t.equal((await service.get(TWENTY)).status, 404)
  t.equal((await service.delete(`${TWENTY}/assignments/asgm_00fiveoff`)).status, 404)
})

onDemo('deleteValidationRuleAssignment: an earning rule is free of it', async (t, service) => {
  const [made] = (
    await service.post('/v1/loyalties/camp_00club/earning-rules', [
      {
        event: 'order.paid',
        loyalty: { type: 'FIXED', points: 50 },
        validation_rule_id: 'val_00twenty'
      }
    ])
  ).body
  const order = { items: [{ source_id: 'filter', quantity: 1 }] }
  const asked = { customer: { source_id: 'cleo' }, order }
  const worth = async () =>
    (await service.post('/v1/loyalties/camp_00club/qualifications', asked)).body.points_estimation
  t.equal(await worth(), 3, 'too little for the rule')
  const query = `/v1/validation-rules-assignments?related_object_id=${made.id}`
  const [bound] = (await service.get(query)).body.data
  const url = `${TWENTY}/assignments/${bound.id}`
  t.strictSame((await service.get(url)).body, bound)
  t.equal((await service.delete(url)).status, 204)
  t.equal((await service.get(url)).status, 404)
  t.equal(await worth(), 53)
  const { body } = await service.get('/v1/loyalties/camp_00club/earning-rules')
  const rule = body.data.find(({ id }: { id: string }) => id === made.id)
  t.strictSame([rule.validation_rule_id, rule.updated_at], [null, NOW])
})

onDemo('listAllValidationRuleAssignments: of a rule, to a thing, or all', async (t, service) => {
  for (const id of ['camp_00club', 'camp_00gift']) {
    const target = { related_object_type: 'campaign', related_object_id: id }
    await service.post(`${TWENTY}/assignments`, target)
  }
  const listed = async (url: string) => {
    const { status, body } = await service.get(url)
    t.strictSame([status, body.object, body.data_ref], [200, 'list', 'data'])
    return [body.total, ...body.data.map((one: Record<string, string>) => one['related_object_id'])]
  }
  const all = '/v1/validation-rules-assignments'
  // Counted ids sort before those of the demo, as if they were older.
  const demo = ['rewa_00coin', 'rewa_00gift', 'promo_00fiveoff']
  t.strictSame(await listed(all), [5, ...demo, 'camp_00gift', 'camp_00club'])
  t.strictSame(await listed(`${all}?order=created_at&limit=2`), [5, 'camp_00club', 'camp_00gift'])
  t.strictSame(await listed(`${all}?page=2&limit=3`), [5, 'camp_00gift', 'camp_00club'])
  t.strictSame(await listed(`${all}?page=2`), [5])
  t.strictSame(await listed(`${all}?related_object_id=camp_00gift`), [1, 'camp_00gift'])
  const twenty = ['promo_00fiveoff', 'camp_00gift', 'camp_00club']
  t.strictSame(await listed(`${all}?rule=val_00twenty`), [3, ...twenty])
  t.strictSame(await listed(`${all}?rule=val_00twenty&limit=1&order=created_at`), [
    3,
    'camp_00club'
  ])
  const both = `${all}?related_object_id=camp_00gift&rule`
  t.strictSame(await listed(`${both}=val_00hundred`), [0])
  t.strictSame(await listed(`${both}=val_00twenty`), [1, 'camp_00gift'])
  t.strictSame(await listed(`${TWENTY}/assignments`), [3, ...twenty])
  t.strictSame(await listed(`${TWENTY}/assignments?order=created_at&page=2&limit=2`), [
    3,
    'promo_00fiveoff'
  ])
  t.equal((await service.get(`${RULES}/val_00nothing/assignments`)).status, 404)
})

onDemo('listValidationRules: pages, orders, and a window beside the total', async (t, { get }) => {
  const ids = async (query: string) => {
    const { body } = await get(`/v1/validation-rules${query}`)
    t.equal(body.total, 4)
    return body.data.map(({ id }: { id: string }) => id)
  }
  const newest = ['val_00hundred', 'val_00beansonly', 'val_00paywith', 'val_00twenty']
  const byName = ['val_00hundred', 'val_00beansonly', 'val_00twenty', 'val_00paywith']
  t.strictSame(await ids(''), newest)
  t.strictSame(await ids('?order=created_at'), [...newest].reverse())
  t.strictSame(await ids('?order=name'), byName)
  t.strictSame(await ids('?order=-name'), [...byName].reverse())
  t.strictSame(await ids('?order=-updated_at'), newest, 'never updated sorts as created')
  t.strictSame(await ids('?order=updated_at&limit=1&page=2'), ['val_00paywith'])
  const { body } = await get('/v1/validation-rules?limit=1&order=created_at')
  const created = encodeURIComponent(body.data[0].created_at)
  t.strictSame(await ids(`?start_date=${created}&end_date=${created}`), ['val_00twenty'])
  t.strictSame(await ids('?end_date=2020-01-01T00:00:00Z'), [])
  t.equal(body.data[0].assignments_count, 1)
  const bad = await get('/v1/validation-rules?start_date=yesterday')
  t.strictSame([bad.status, bad.body.key], [400, 'invalid_query_params'])
})
