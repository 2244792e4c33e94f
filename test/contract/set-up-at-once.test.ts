/**
 * Set-up that changes between two requests: every kind of it, through the store that is asked and
 * through another one on the same file, by a command, and between two running programs. The next
 * request knows, and what is kept in memory is held against the rows whenever it is used.
 *
 * Spec: Decision 111.
 */
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Change } from '../../src/decisions/changes.ts'
import { CHANGED, DELETED } from '../../src/decisions/set-up.ts'
import * as known from '../../src/demo/known.ts'
import { freshSource } from '../../src/ids.ts'
import { run, thisProcess } from '../../src/main/command-line.ts'
import { openStore } from '../../src/storage/database.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { temporaryFolder } from '../storage/support/engines.ts'
import { givenService, type Service } from '../support/app.ts'
import { givenRunningService } from '../support/running.ts'

const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const PROJECT = `/management/v1/projects/${known.PROJECT_ID}`
const CLUB = `/v1/loyalties/${known.CAMPAIGN_ID}`
const TIERS = '/v1/loyalties/camp_00bakery/tiers'
const PROMOTIONS = `/v1/promotions/${known.PROMO_CAMPAIGN_ID}/tiers`

interface Shop {
  readonly file: string
  /** Two stores on one file, each with a memory of its own, as two processes have. */
  readonly till: Service
  readonly office: Service
  /** Kinds of change that were written, deletions with what they deleted. */
  readonly written: Set<string>
}

async function givenShop(t: Test): Promise<Shop> {
  const file = join(temporaryFolder(t), 'shop.db')
  const written = new Set<string>()
  const opened = async (): Promise<Store> => {
    const onBug = (error: Error) => t.fail(error.message)
    const store = await openStore(`sqlite:${file}`, { onBug, onStale: onBug })
    await store.migrate()
    return noting(store, written)
  }
  const till = await givenService(t, { store: await opened() })
  const office = await givenService(t, { store: await opened(), ids: freshSource() })
  await till.work()
  written.clear()
  return { file, till, office, written }
}

function nameOf(change: Change): string {
  return change.kind === 'resource.deleted' ? `${change.resource} deleted` : change.kind
}

function noting(store: Store, written: Set<string>): Store {
  const write: Store['write'] = (projectId, unit) =>
    store.write(projectId, async session => {
      const settled = await unit(session)
      for (const change of settled.changes) written.add(nameOf(change))
      return settled
    })
  return Object.assign(Object.create(store) as Store, {
    write,
    read: store.read,
    migrate: store.migrate.bind(store),
    backup: store.backup.bind(store),
    health: store.health.bind(store),
    close: store.close.bind(store)
  })
}

type Body = Record<string, unknown> | readonly unknown[]

/** A change of set-up; `{name}` in its path is the id that an earlier change gave that name. */
interface Step {
  readonly does: 'post' | 'put' | 'delete'
  readonly url: string
  readonly body?: Body
  /** The name of what it makes. */
  readonly makes?: string
}

const page = (optional: boolean, kind = 'string') => ({
  schema: { properties: { page: { type: kind, array: false, optional } } }
})
const rule = (more: number) => ({
  rules: { 1: { name: 'order.amount', conditions: { $more_than: [more] } }, logic: '1' }
})
const off = (amount: number) => ({
  action: { discount: { type: 'AMOUNT', amount_off: amount, effect: 'APPLY_TO_ORDER' } }
})
const price = (points: number) => ({ parameters: { loyalty: { points } } })
const fixed = { event: 'order.paid', loyalty: { type: 'FIXED', points: 7 } }
const needed = { campaign: { type: 'string', optional: false } }
const summed = { campaign: { type: 'number', optional: false } }
const filter = { junction: 'and', loyalty_points: { conditions: { $more_than: [1_000_000] } } }

const SEQUENCE: readonly Step[] = [
  { does: 'post', url: `${CLUB}/earning-rules`, body: [fixed], makes: 'earning' },
  { does: 'post', url: `${CLUB}/earning-rules/{earning}/disable` },
  { does: 'post', url: `${CLUB}/earning-rules/{earning}/enable` },
  { does: 'post', url: '/v1/validation-rules', body: { name: 'Big', ...rule(1e6) }, makes: 'rule' },
  {
    does: 'post',
    url: '/v1/validation-rules/{rule}/assignments',
    body: { related_object_type: 'campaign', related_object_id: known.CAMPAIGN_ID },
    makes: 'binding'
  },
  { does: 'put', url: '/v1/validation-rules/{rule}', body: { name: 'Small', ...rule(5) } },
  { does: 'delete', url: '/v1/validation-rules/{rule}/assignments/{binding}' },
  { does: 'delete', url: '/v1/validation-rules/{rule}' },
  { does: 'delete', url: `${CLUB}/earning-rules/{earning}` },
  { does: 'post', url: `/v1/campaigns/${known.CAMPAIGN_ID}/disable` },
  { does: 'post', url: `/v1/campaigns/${known.CAMPAIGN_ID}/enable` },
  { does: 'post', url: '/v1/categories', body: { name: 'Early', hierarchy: 3 }, makes: 'category' },
  { does: 'put', url: `/v1/campaigns/${known.CAMPAIGN_ID}`, body: { category: 'Early' } },
  { does: 'put', url: '/v1/categories/{category}', body: { name: 'Later' } },
  { does: 'put', url: `/v1/campaigns/${known.CAMPAIGN_ID}`, body: { category: null } },
  { does: 'delete', url: '/v1/categories/{category}' },
  {
    does: 'post',
    url: '/v1/campaigns',
    body: { name: 'Brief', campaign_type: 'PROMOTION' },
    makes: 'campaign'
  },
  { does: 'delete', url: '/v1/campaigns/{campaign}' },
  {
    does: 'post',
    url: `${PROJECT}/custom-event-schemas`,
    body: { name: 'page_shared', ...page(false) },
    makes: 'event'
  },
  { does: 'put', url: `${PROJECT}/custom-event-schemas/{event}`, body: page(false, 'number') },
  { does: 'delete', url: `${PROJECT}/custom-event-schemas/{event}` },
  { does: 'post', url: `${PROJECT}/keys`, body: { name: 'New', kind: 'app' }, makes: 'key' },
  { does: 'delete', url: `${PROJECT}/keys/{key}` },
  { does: 'post', url: TIERS, body: [{ name: 'Friend', points: { from: 0 } }], makes: 'tier' },
  { does: 'put', url: `${TIERS}/{tier}`, body: { name: 'Best friend' } },
  { does: 'delete', url: `${TIERS}/{tier}` },
  {
    does: 'post',
    url: `${PROJECT}/metadata-schemas`,
    body: { related_object: 'redemption', properties: needed, allow_defined_only: false },
    makes: 'metadata'
  },
  { does: 'put', url: `${PROJECT}/metadata-schemas/{metadata}`, body: { properties: summed } },
  { does: 'delete', url: `${PROJECT}/metadata-schemas/{metadata}` },
  { does: 'delete', url: `${PROJECT}/stacking-rules/stk_00demo` },
  {
    does: 'post',
    url: `${PROJECT}/stacking-rules`,
    body: { redeemables_limit: 20 },
    makes: 'stacking'
  },
  { does: 'put', url: `${PROJECT}/stacking-rules/{stacking}`, body: { redeemables_limit: 10 } },
  { does: 'post', url: PROMOTIONS, body: { name: 'Two off', ...off(200) }, makes: 'promotion' },
  { does: 'put', url: '/v1/promotions/tiers/{promotion}', body: off(300) },
  { does: 'delete', url: '/v1/promotions/tiers/{promotion}' },
  {
    does: 'post',
    url: '/v1/rewards',
    body: { name: 'Mug', type: 'MATERIAL', parameters: { product: { id: 'prod_00mug' } } },
    makes: 'reward'
  },
  { does: 'put', url: '/v1/rewards/{reward}', body: { name: 'Stoneware mug', stock: 4 } },
  {
    does: 'post',
    url: '/v1/rewards/{reward}/assignments',
    body: { campaign: known.CAMPAIGN_ID, ...price(8_000_000) },
    makes: 'offer'
  },
  { does: 'put', url: '/v1/rewards/{reward}/assignments/{offer}', body: price(9_000_000) },
  { does: 'delete', url: '/v1/rewards/{reward}/assignments/{offer}' },
  { does: 'delete', url: '/v1/rewards/{reward}' },
  {
    does: 'post',
    url: '/v1/segments',
    body: { name: 'Some', type: 'auto-update', filter },
    makes: 'segment'
  },
  { does: 'delete', url: '/v1/segments/{segment}' },
  { does: 'post', url: '/v1/products', body: { source_id: 'cup', name: 'Cup' }, makes: 'product' },
  {
    does: 'post',
    url: '/v1/products/{product}/skus',
    body: { source_id: 'cup-red', sku: 'Red' },
    makes: 'sku'
  },
  {
    does: 'post',
    url: '/v1/product-collections',
    body: { name: 'Cups', type: 'STATIC', products: [{ object: 'product', id: 'prod_00mug' }] },
    makes: 'collection'
  },
  { does: 'delete', url: '/v1/product-collections/{collection}' },
  { does: 'delete', url: '/v1/products/{product}/skus/{sku}' },
  { does: 'delete', url: '/v1/products/{product}' },
  {
    does: 'post',
    url: '/management/v1/projects',
    body: { name: 'Second', timezone: 'UTC', currency: 'EUR', case_sensitive_codes: true },
    makes: 'project'
  }
]

/** What a process answers of its set-up, and by it; nothing here changes set-up. */
async function viewOf({ get, post }: Service, made: ReadonlyMap<string, Made>): Promise<unknown> {
  const named = (name: string) => made.get(name)?.id ?? 'none'
  const statusOf = async (name: string) => {
    const { headers } = made.get(name) ?? {}
    return headers === undefined ? null : (await get('/v1/campaigns', headers)).status
  }
  const refused = async (url: string, body: Body) => {
    const { status, body: answer } = await post(url, body)
    return [status, answer.key, answer.failure_code, answer.details]
  }
  const estimate = await post(`${CLUB}/qualifications`, {
    customer: { source_id: 'ada' },
    order: { amount: 10_000 }
  })
  const lists = [
    '/v1/campaigns?limit=100',
    '/v1/categories?limit=100',
    `${CLUB}/earning-rules?limit=100`,
    TIERS,
    PROMOTIONS,
    '/v1/rewards?limit=100',
    `${CLUB}/rewards?limit=100`,
    '/v1/segments?limit=100',
    '/v1/products?limit=100',
    `/v1/products/${named('product')}/skus`,
    '/v1/product-collections?limit=100',
    '/v1/validation-rules?limit=100',
    '/v1/validation-rules-assignments?limit=100',
    `/v1/vouchers/${known.VOUCHER_CODE}`,
    `/v1/customers/${known.CUSTOMER_ID}`
  ]
  return {
    estimate: shownBy([estimate.status, estimate.body]),
    redemption: await refused(`${CLUB}/members/${known.CARD_CODE}/redemption`, {
      reward: { id: named('reward') },
      order: { amount: 1 }
    }),
    event: await refused('/v1/events', { event: 'page_shared', customer: { source_id: 'ada' } }),
    campaigns: [
      (await get(`/v1/campaigns/${known.CAMPAIGN_ID}`)).body,
      (await get('/v1/campaigns/Brief')).status
    ],
    keys: [await statusOf('key'), await statusOf('project')],
    lists: await Promise.all(lists.map(async url => shownBy((await get(url)).body))),
    desk: await Promise.all(
      ['metadata-schemas?limit=100', 'custom-event-schemas?limit=100', 'stacking-rules'].map(
        async list => (await get(`${PROJECT}/${list}`, DESK)).body
      )
    )
  }
}

/** Without what counts the requests of this test, or differs between two requests. */
function shownBy(body: unknown): unknown {
  const varying = ['summary', 'cockpit_url', 'request_id', 'assets', 'redemption']
  return JSON.parse(JSON.stringify(body, (key, value) => (varying.includes(key) ? null : value)))
}

interface Made {
  readonly id: string
  /** By which it opens the service. */
  readonly headers?: Readonly<Record<string, string>>
}

async function take(step: Step, by: Service, made: Map<string, Made>): Promise<number> {
  const url = step.url.replace(/\{(\w+)\}/g, (_, name: string) => made.get(name)?.id ?? name)
  const headers = url.startsWith('/management') ? DESK : undefined
  const { status, body } =
    step.does === 'delete'
      ? await by.delete(url, headers)
      : await by[step.does](url, step.body, headers)
  if (step.makes !== undefined) {
    const [thing] = [body].flat()
    const app = thing.server_side_key ?? { app_id: thing.id, app_token: thing.token }
    const opening = { 'x-app-id': app.app_id, 'x-app-token': app.app_token }
    made.set(step.makes, {
      id: thing.id,
      ...(app.app_token === undefined ? {} : { headers: opening })
    })
  }
  if (status >= 300) throw new Error(`${step.does} ${url}: ${JSON.stringify(body)}`)
  return status
}

/** Changed by a command alone. */
const BY_COMMAND = ['urlSecret.renewed']

/** Changed in the sandbox, which one process has (test/operations/sandboxes.test.ts). */
const IN_SANDBOX = ['sandbox.emptied', 'sandbox.filled']

/** Every kind of change to what people set up, as the list of changes has it. */
const ALL = [
  ...Object.entries(CHANGED).flatMap(([kind, setUp]) =>
    setUp && ![...BY_COMMAND, ...IN_SANDBOX].includes(kind) ? [kind] : []
  ),
  ...Object.entries(DELETED).flatMap(([resource, setUp]) => (setUp ? [`${resource} deleted`] : []))
]

for (const who of ['till', 'office'] as const) {
  const where = who === 'till' ? 'the store that is asked' : 'another store'
  t.test(`every kind of set-up that changes in ${where} is known to the next request`, async t => {
    const shop = await givenShop(t)
    const made = new Map<string, Made>()
    let before = await viewOf(shop.till, made)
    t.strictSame(await viewOf(shop.office, made), before, 'both see the same')
    for (const step of SEQUENCE) {
      await take(step, shop[who], made)
      const after = await viewOf(shop.till, made)
      t.strictNotSame(after, before, `${step.does} ${step.url} shows`)
      t.strictSame(await viewOf(shop.office, made), after, `${step.does} ${step.url} in both`)
      before = after
    }
    t.strictSame(
      ALL.filter(kind => !shop.written.has(kind)),
      [],
      'no kind of set-up was left out'
    )
  })
}

t.test('a project that a command makes is known to the next request', async t => {
  const { till, file } = await givenShop(t)
  const headers = { 'x-app-id': 'made-by-command-0', 'x-app-token': 'secret-1' }
  t.equal((await till.get('/v1/campaigns', headers)).status, 401)
  let count = 0
  const code = await run(['project', 'create', 'By command'], {
    ...thisProcess,
    environment: { DATABASE_URL: `sqlite:${file}` },
    print: () => undefined,
    complain: text => t.fail(text),
    newClientId: () => `made-by-command-${count++}`,
    newSecret: () => 'secret-1'
  })
  t.equal(code, 0)
  t.equal((await till.get('/v1/campaigns', headers)).status, 200)
})

t.test('two running programs know of each other’s set-up and keys at once', async t => {
  const service = await givenRunningService(t, { processes: 2 })
  const { appId, appToken, managementId, managementToken, projectId } = await service.newShop()
  const [here = '', there = ''] = service.urls
  const desk = { 'x-management-id': managementId, 'x-management-token': managementToken }
  const app = { 'x-app-id': appId, 'x-app-token': appToken }
  const send = async (method: string, url: string, headers: object, body?: Body) => {
    const type = { 'content-type': 'application/json', ...headers }
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    return (await fetch(url, { method, headers: type, ...sent })).status
  }
  const campaign = { name: 'Brief', campaign_type: 'PROMOTION' }
  const shown = () => send('GET', `${here}/v1/campaigns/Brief`, app)
  t.strictSame([await shown(), await shown()], [404, 404])
  t.equal(await send('POST', `${there}/v1/campaigns`, app, campaign), 200)
  t.strictSame([await shown(), await shown()], [200, 200])
  t.equal(await send('DELETE', `${there}/v1/campaigns/Brief`, app), 204)
  t.equal(await shown(), 404)
  const keys = `${there}/management/v1/projects/${projectId}/keys`
  t.equal(await send('DELETE', `${keys}/${appId}`, desk), 204)
  t.equal(await shown(), 401)
})

t.test('a reward that sold out elsewhere is sold out here', async t => {
  const { till, office } = await givenShop(t)
  const { body: mug } = await office.post('/v1/rewards', {
    name: 'Last mugs',
    type: 'MATERIAL',
    stock: 2,
    parameters: { product: { id: 'prod_00mug' } }
  })
  const offer = { campaign: known.CAMPAIGN_ID, ...price(1) }
  t.equal((await office.post(`/v1/rewards/${mug.id}/assignments`, offer)).status, 200)
  const redeem = async ({ post }: Service) => {
    const url = `${CLUB}/members/${known.CARD_CODE}/redemption`
    const { status, body } = await post(url, { reward: { id: mug.id } })
    return status === 200 ? 'mug' : body.failure_code
  }
  const sold = [await redeem(till), await redeem(office), await redeem(till), await redeem(office)]
  t.strictSame(sold, ['mug', 'mug', 'reward_out_of_stock', 'reward_out_of_stock'])
})
