import * as known from '../../src/demo/known.ts'
import { type Answered, NOW, type Service } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'
import { deskOf, givenProject } from '../support/given-steps.ts'
import { onDemo } from '../support/on-demo.ts'

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const RULES = `/management/v1/projects/${known.PROJECT_ID}/stacking-rules`
const DEMO = `${RULES}/stk_00demo`

const DEFAULTS = {
  redeemables_limit: 30,
  applicable_redeemables_limit: 5,
  applicable_redeemables_per_category_limit: null,
  applicable_redeemables_category_limits: {},
  applicable_exclusive_redeemables_limit: 1,
  applicable_exclusive_redeemables_per_category_limit: 1,
  exclusive_categories: [],
  joint_categories: [],
  redeemables_application_mode: 'ALL',
  redeemables_sorting_rule: 'REQUESTED_ORDER',
  redeemables_products_application_mode: 'STACK',
  redeemables_no_effect_rule: 'REDEEM_ANYWAY',
  no_effect_skip_categories: [],
  no_effect_redeem_anyway_categories: [],
  redeemables_rollback_order_mode: 'WITH_ORDER',
  grouped_redeemables_sorting_rule: 'JOINT_ALWAYS_LAST',
  discount_calculation_mode: 'DISCOUNTED_AMOUNT',
  initial_amount_mode_categories: [],
  discounted_amount_mode_categories: []
}

const OWN = {
  redeemables_limit: 20,
  applicable_redeemables_limit: 10,
  applicable_redeemables_per_category_limit: 2,
  applicable_redeemables_category_limits: { cat_00seasonal: 3 },
  applicable_exclusive_redeemables_limit: 4,
  applicable_exclusive_redeemables_per_category_limit: 3,
  exclusive_categories: ['cat_00outlet'],
  joint_categories: ['cat_00seasonal'],
  redeemables_application_mode: 'PARTIAL',
  redeemables_sorting_rule: 'CATEGORY_HIERARCHY',
  redeemables_products_application_mode: 'ONCE',
  redeemables_no_effect_rule: 'SKIP',
  no_effect_skip_categories: ['cat_00outlet'],
  no_effect_redeem_anyway_categories: ['cat_00seasonal'],
  redeemables_rollback_order_mode: 'WITHOUT_ORDER',
  discount_calculation_mode: 'INITIAL_AMOUNT',
  initial_amount_mode_categories: ['cat_00seasonal'],
  discounted_amount_mode_categories: ['cat_00outlet']
}

const list = async (service: Service) => (await service.get(RULES, DESK)).body.data[0]

onDemo('deleteStackingRules, listStackingRules: then the defaults count', async (t, service) => {
  t.equal((await service.delete(DEMO, DESK)).status, 204)
  t.strictSame((await service.get(RULES, DESK)).body, {
    object: 'list',
    data_ref: 'data',
    data: [{ id: null, ...DEFAULTS, created_at: null, updated_at: null }],
    total: 1
  })
  for (const id of ['stk_00demo', 'null', 'default']) {
    const { status, body } = await service.get(`${RULES}/${id}`, DESK)
    t.strictSame([status, body.resource_type, body.resource_id], [404, 'stacking_rules', id])
  }
})

onDemo('createStackingRules, getStackingRules: one set, and all its rules', async (t, service) => {
  await service.delete(DEMO, DESK)
  const { status, body } = await service.post(RULES, OWN, DESK)
  t.equal(status, 200)
  t.strictSame(body, { id: 'stk_000001', ...DEFAULTS, ...OWN, created_at: NOW, updated_at: null })
  t.strictSame((await service.get(`${RULES}/stk_000001`, DESK)).body, body)
  t.strictSame(await list(service), body)
  const second = await service.post(RULES, {}, DESK)
  const found = [second.status, second.body.key, second.body.resource_id]
  t.strictSame(found, [409, 'stacking_rules_exist', 'stk_000001'])
  t.match(second.body, {
    resource_type: 'stacking_rules',
    details: /^The project has stacking rules stk_000001; update those/
  })
})

onDemo('createStackingRules: of many at once, one makes the rules', async (t, service) => {
  await service.delete(DEMO, DESK)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      service.post(RULES, { applicable_redeemables_limit: 1 + n }, DESK)
    )
  )
  const made = answers.filter(({ status }) => status === 200)
  t.equal(made.length, 1)
  t.ok(answers.every(({ status }) => status === 200 || status === 409))
  t.strictSame(await list(service), (made[0] as Answered).body)
})

onDemo('updateStackingRules: what is sent counts, what is not sent stays', async (t, service) => {
  const before = await list(service)
  t.strictSame((await service.put(DEMO, {}, DESK)).body, before, 'nothing sent changes nothing')
  const changed = await service.put(DEMO, OWN, DESK)
  t.equal(changed.status, 200)
  t.strictSame(changed.body, { ...before, ...OWN, updated_at: NOW })
  const open = { applicable_redeemables_per_category_limit: null, exclusive_categories: [] }
  await service.put(DEMO, open, DESK)
  t.match(await list(service), { ...OWN, ...open })
})

onDemo('updateStackingRules: a deleted category may stay, not come', async (t, service) => {
  await service.put(DEMO, { exclusive_categories: ['cat_00outlet'] }, DESK)
  t.equal((await service.delete('/v1/categories/cat_00outlet')).status, 204)
  const again = { exclusive_categories: ['cat_00outlet'], redeemables_no_effect_rule: 'SKIP' }
  t.equal((await service.put(DEMO, again, DESK)).status, 200)
  for (const name of Object.keys(OWN).filter(name => /_categories$|_limits$/.test(name))) {
    const value = name.endsWith('limits') ? { cat_00nowhere: 1 } : ['cat_00nowhere']
    const { body } = await service.put(DEMO, { [name]: value, redeemables_limit: 2 }, DESK)
    t.match(body, { code: 404, resource_type: 'category', resource_id: 'cat_00nowhere' }, name)
  }
})

//   what is sent, key, and where
const refused = [
  [{ redeemables_limit: 31 }, /redeemables_limit must be at most 30/],
  [{ redeemables_limit: 4 }, /applicable_redeemables_limit: 5 is above redeemables_limit, 4/],
  [{ applicable_exclusive_redeemables_limit: 0 }, /applicable_exclusive_redeemables_limit/],
  [{ applicable_redeemables_category_limits: { cat_00seasonal: 11 } }, /must be at most 10/],
  [{ exclusive_categories: ['cat_00seasonal'] }, /cat_00seasonal is also in joint_categories/],
  [{ joint_categories: ['cat_00outlet', 'cat_00outlet'] }, /joint_categories/],
  [{ redeemables_application_mode: 'SOME' }, /"ALL", "PARTIAL"/],
  [{ grouped_redeemables_sorting_rule: 'JOINT_FIRST' }, /grouped_redeemables_sorting_rule/],
  [{ id: 'stk_00other' }, /\.id/]
] as const

onDemo('createStackingRules, updateStackingRules: what is refused, and why', async (t, service) => {
  const written = writesOf(service.store)
  for (const [sent, details] of refused) {
    const { status, body } = await service.put(DEMO, sent, DESK)
    t.strictSame([status, body.key], [400, 'invalid_payload'], JSON.stringify(sent))
    t.match(body.details, details)
  }
  t.strictSame(written, [], 'nothing is written')
  await service.delete(DEMO, DESK)
  const rows = [
    [{ redeemables_limit: 4, joint_categories: ['cat_00nowhere'] }, 404, /cat_00nowhere/],
    [{ redeemables_limit: 4 }, 400, /applicable_redeemables_limit: 5 is above/]
  ] as const
  for (const [sent, code, details] of rows) {
    t.match((await service.post(RULES, sent, DESK)).body, { code, details })
  }
  t.equal((await list(service)).id, null)
})

onDemo('each project has its own rules, behind its own keys', async (t, service) => {
  const project = await givenProject(service, 'bakery')
  const desk = deskOf('bakery')
  const path = `/management/v1/projects/${project.id}/stacking-rules`
  t.match((await service.get(path, desk)).body.data, [{ id: null, ...DEFAULTS }])
  const { body } = await service.post(path, { redeemables_limit: 7 }, desk)
  t.equal((await service.get(`${path}/${body.id}`, desk)).status, 200)
  t.equal((await service.get(`${path}/stk_00demo`, desk)).status, 404)
  t.equal((await service.get(`${RULES}/${body.id}`, DESK)).status, 404)
  t.equal((await service.get(RULES, desk)).status, 404)
  t.equal((await service.get(RULES, { 'x-management-id': 'nobody' })).status, 401)
  t.equal((await list(service)).redeemables_limit, 30)
})
