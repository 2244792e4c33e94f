import t from 'tap'
import { givenService, NOW } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'

const RULES = '/v1/validation-rules'
const entry = (name: string, conditions: object) => ({ name, conditions })
const dear = { 1: entry('order.amount', { $more_than: [100_000] }) }
const REDEEM = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'
const items = [{ source_id: 'beans', quantity: 1 }]

t.test('createValidationRule: answered whole, however briefly it was written', async t => {
  const service = await givenService(t)
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

t.test('createValidationRule: what it applies to is known by its own names', async t => {
  const service = await givenService(t)
  const included = [
    { object: 'product', id: 'prod_00beans', source_id: 'whatever', effect: 'APPLY_TO_EVERY' },
    { object: 'sku', id: 'sku_00mugblue', quantity_limit: 2 }
  ]
  const excluded = [{ object: 'products_collection', id: 'pc_00coffee' }]
  const made = async (applicable_to: object) =>
    (await service.post(RULES, { name: 'Some', rules: {}, applicable_to })).body.applicable_to
  t.strictSame(await made({ included, excluded }), {
    excluded,
    included: [
      { object: 'product', id: 'prod_00beans', source_id: 'beans', effect: 'APPLY_TO_EVERY' },
      { object: 'sku', id: 'sku_00mugblue', source_id: 'mug-blue', quantity_limit: 2 }
    ],
    included_all: false
  })
  t.strictSame(await made({ excluded }), { excluded, included: [], included_all: true })
  t.equal((await made({ included, included_all: true })).included_all, true)
})

t.test('createValidationRule: refusals name what is wrong and make nothing', async t => {
  const service = await givenService(t)
  await service.work()
  const written = writesOf(service.store)
  const of = (rules: object, more: object = {}) => ({ name: 'X', rules, ...more })
  const is = { $is: [1] }
  const rows = [
    [of({ 1: entry('order.colour', is) }), 'invalid_validation_rules', /rules\.1\.name/],
    [of({ 1: entry('order.amount', {}) }), 'invalid_validation_rules', /rules\.1\.conditions/],
    [of({ 1: entry('order.amount', { $odd: [1] }) }), 'invalid_validation_rules', /\$odd/],
    [of({ ...dear, logic: '1 and 2' }), 'invalid_validation_rules', /rules\.logic/],
    [of(dear, { context_type: 'nowhere' }), 'invalid_validation_rules', /context_type/],
    [of({ 1: { ...entry('order.amount', is), surprise: 1 } }), 'invalid_payload', /surprise/],
    [of({ first: entry('order.amount', is) }), 'invalid_validation_rules', /first/],
    [of({ 1: entry('order.amount', { is: [1] }) }), 'invalid_validation_rules', /is/],
    [of({ 1: entry('order.amount', { $is: 1 }) }), 'invalid_payload', /\$is/],
    [of(dear, { type: 'expression' }), 'invalid_payload', /\.type/],
    [{ rules: dear }, 'invalid_payload', /\.name/]
  ] as const
  for (const [payload, key, details] of rows) {
    const { status, body } = await service.post(RULES, payload)
    t.strictSame([status, body.key], [400, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  const included = [{ object: 'product', id: 'sku_00mugblue' }]
  const stranger = await service.post(RULES, of(dear, { applicable_to: { included } }))
  t.strictSame([stranger.status, stranger.body.resource_type], [404, 'product'])
  t.strictSame(written, [])
})

t.test(
  'createValidationRuleAssignment: what it binds is refused where it does not hold',
  async t => {
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
      const other = await service.post(`${RULES}/${rule.id}/assignments`, target)
      t.strictSame([other.status, other.body.resource_id], [409, body.id])
    }
  }
)

t.test('createValidationRuleAssignment: what cannot be known there is left out', async t => {
  const service = await givenService(t)
  const rules = { ...dear, 2: entry('custom_event.metadata', { $is: ['x'] }) }
  const withKey = { ...rules, 2: { ...rules[2], property: 'page' }, logic: '1 and 2' }
  const { body: rule } = await service.post(RULES, { name: 'Both', rules: withKey })
  const target = { related_object_type: 'campaign', related_object_id: 'camp_00club' }
  const { body } = await service.post(`${RULES}/${rule.id}/assignments`, target)
  t.strictSame(
    [body.validation_status, body.validation_omitted_rules],
    ['PARTIALLY_VALID', ['custom_event.metadata']]
  )
})

t.test('createValidationRuleAssignment: refusals bind nothing', async t => {
  const service = await givenService(t)
  await service.work()
  const written = writesOf(service.store)
  const twenty = `${RULES}/val_00twenty/assignments`
  const of = (type: string, id: string) => ({ related_object_type: type, related_object_id: id })
  const rows = [
    [`${RULES}/val_00nothing/assignments`, of('campaign', 'camp_00club'), 404, 'validation_rule'],
    [twenty, of('campaign', 'Coffee Club'), 404, 'campaign'],
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
