/**
 * A change of set-up of every kind, one after the other, and what shows each of them: the steps
 * that are played through two stores, and through two programs.
 *
 * Spec: Decisions 111 and 296.
 */
import * as known from '../../../src/demo/known.ts'

export const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
export const PROJECT = `/management/v1/projects/${known.PROJECT_ID}`
const CLUB = `/v1/loyalties/${known.CAMPAIGN_ID}`
const TIERS = '/v1/loyalties/camp_00bakery/tiers'
const PROMOTIONS = `/v1/promotions/${known.PROMO_CAMPAIGN_ID}/tiers`

type Headers = Readonly<Record<string, string>>

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes.
  readonly body: any
}

/** What takes the steps: a service in this process, or one that is asked over the network. */
export interface Asked {
  get(url: string, headers?: Headers): Promise<Answer>
  post(url: string, body?: unknown, headers?: Headers): Promise<Answer>
  put(url: string, body: unknown, headers?: Headers): Promise<Answer>
  delete(url: string, headers?: Headers): Promise<Answer>
}

type Body = Record<string, unknown> | readonly unknown[]

/** A change of set-up; `{name}` in its path is the id that an earlier change gave that name. */
export interface Step {
  readonly does: 'post' | 'put' | 'delete'
  readonly url: string
  readonly body?: Body
  /** The name of what it makes. */
  readonly makes?: string
  /** The question whose answer it changes. */
  readonly shows: Question
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

/** Makes, changes and removes set-up of every kind, and leaves it as it was. */
export const SEQUENCE: readonly Step[] = [
  {
    does: 'post',
    shows: 'estimate',
    url: `${CLUB}/earning-rules`,
    body: [fixed],
    makes: 'earning'
  },
  { does: 'post', shows: 'estimate', url: `${CLUB}/earning-rules/{earning}/disable` },
  { does: 'post', shows: 'estimate', url: `${CLUB}/earning-rules/{earning}/enable` },
  {
    does: 'post',
    shows: 'rules',
    url: '/v1/validation-rules',
    body: { name: 'Big', ...rule(1e6) },
    makes: 'rule'
  },
  {
    does: 'post',
    shows: 'bindings',
    url: '/v1/validation-rules/{rule}/assignments',
    body: { related_object_type: 'campaign', related_object_id: known.CAMPAIGN_ID },
    makes: 'binding'
  },
  {
    does: 'put',
    shows: 'rules',
    url: '/v1/validation-rules/{rule}',
    body: { name: 'Small', ...rule(5) }
  },
  { does: 'delete', shows: 'bindings', url: '/v1/validation-rules/{rule}/assignments/{binding}' },
  { does: 'delete', shows: 'rules', url: '/v1/validation-rules/{rule}' },
  { does: 'delete', shows: 'estimate', url: `${CLUB}/earning-rules/{earning}` },
  { does: 'post', shows: 'campaign', url: `/v1/campaigns/${known.CAMPAIGN_ID}/disable` },
  { does: 'post', shows: 'campaign', url: `/v1/campaigns/${known.CAMPAIGN_ID}/enable` },
  {
    does: 'post',
    shows: 'categories',
    url: '/v1/categories',
    body: { name: 'Early', hierarchy: 3 },
    makes: 'category'
  },
  {
    does: 'put',
    shows: 'campaign',
    url: `/v1/campaigns/${known.CAMPAIGN_ID}`,
    body: { category: 'Early' }
  },
  { does: 'put', shows: 'campaign', url: '/v1/categories/{category}', body: { name: 'Later' } },
  {
    does: 'put',
    shows: 'campaign',
    url: `/v1/campaigns/${known.CAMPAIGN_ID}`,
    body: { category: null }
  },
  { does: 'delete', shows: 'categories', url: '/v1/categories/{category}' },
  {
    does: 'post',
    shows: 'brief',
    url: '/v1/campaigns',
    body: { name: 'Brief', campaign_type: 'PROMOTION' },
    makes: 'campaign'
  },
  { does: 'delete', shows: 'brief', url: '/v1/campaigns/{campaign}' },
  {
    does: 'post',
    shows: 'event',
    url: `${PROJECT}/custom-event-schemas`,
    body: { name: 'page_shared', ...page(false) },
    makes: 'event'
  },
  {
    does: 'put',
    shows: 'event',
    url: `${PROJECT}/custom-event-schemas/{event}`,
    body: page(false, 'number')
  },
  { does: 'delete', shows: 'event', url: `${PROJECT}/custom-event-schemas/{event}` },
  {
    does: 'post',
    shows: 'key',
    url: `${PROJECT}/keys`,
    body: { name: 'New', kind: 'app' },
    makes: 'key'
  },
  { does: 'delete', shows: 'key', url: `${PROJECT}/keys/{key}` },
  {
    does: 'post',
    shows: 'tiers',
    url: TIERS,
    body: [{ name: 'Friend', points: { from: 0 } }],
    makes: 'tier'
  },
  { does: 'put', shows: 'tiers', url: `${TIERS}/{tier}`, body: { name: 'Best friend' } },
  { does: 'delete', shows: 'tiers', url: `${TIERS}/{tier}` },
  {
    does: 'post',
    shows: 'metadataSchemas',
    url: `${PROJECT}/metadata-schemas`,
    body: { related_object: 'redemption', properties: needed, allow_defined_only: false },
    makes: 'metadata'
  },
  {
    does: 'put',
    shows: 'metadataSchemas',
    url: `${PROJECT}/metadata-schemas/{metadata}`,
    body: { properties: summed }
  },
  { does: 'delete', shows: 'metadataSchemas', url: `${PROJECT}/metadata-schemas/{metadata}` },
  { does: 'delete', shows: 'stackingRules', url: `${PROJECT}/stacking-rules/{stacking}` },
  {
    does: 'post',
    shows: 'stackingRules',
    url: `${PROJECT}/stacking-rules`,
    body: { redeemables_limit: 20 },
    makes: 'stacking'
  },
  {
    does: 'put',
    shows: 'stackingRules',
    url: `${PROJECT}/stacking-rules/{stacking}`,
    body: { redeemables_limit: 10 }
  },
  {
    does: 'post',
    shows: 'promotions',
    url: PROMOTIONS,
    body: { name: 'Two off', ...off(200) },
    makes: 'promotion'
  },
  { does: 'put', shows: 'promotions', url: '/v1/promotions/tiers/{promotion}', body: off(300) },
  { does: 'delete', shows: 'promotions', url: '/v1/promotions/tiers/{promotion}' },
  {
    does: 'post',
    shows: 'rewards',
    url: '/v1/rewards',
    body: { name: 'Mug', type: 'MATERIAL', parameters: { product: { id: 'prod_00mug' } } },
    makes: 'reward'
  },
  {
    does: 'put',
    shows: 'rewards',
    url: '/v1/rewards/{reward}',
    body: { name: 'Stoneware mug', stock: 4 }
  },
  {
    does: 'post',
    shows: 'redemption',
    url: '/v1/rewards/{reward}/assignments',
    body: { campaign: known.CAMPAIGN_ID, ...price(8_000_000) },
    makes: 'offer'
  },
  {
    does: 'put',
    shows: 'offers',
    url: '/v1/rewards/{reward}/assignments/{offer}',
    body: price(9_000_000)
  },
  { does: 'delete', shows: 'redemption', url: '/v1/rewards/{reward}/assignments/{offer}' },
  { does: 'delete', shows: 'redemption', url: '/v1/rewards/{reward}' },
  {
    does: 'post',
    shows: 'segments',
    url: '/v1/segments',
    body: { name: 'Some', type: 'auto-update', filter },
    makes: 'segment'
  },
  { does: 'delete', shows: 'segments', url: '/v1/segments/{segment}' },
  {
    does: 'post',
    shows: 'products',
    url: '/v1/products',
    body: { source_id: 'cup', name: 'Cup' },
    makes: 'product'
  },
  {
    does: 'post',
    shows: 'skus',
    url: '/v1/products/{product}/skus',
    body: { source_id: 'cup-red', sku: 'Red' },
    makes: 'sku'
  },
  {
    does: 'post',
    shows: 'collections',
    url: '/v1/product-collections',
    body: { name: 'Cups', type: 'STATIC', products: [{ object: 'product', id: 'prod_00mug' }] },
    makes: 'collection'
  },
  { does: 'delete', shows: 'collections', url: '/v1/product-collections/{collection}' },
  { does: 'delete', shows: 'skus', url: '/v1/products/{product}/skus/{sku}' },
  { does: 'delete', shows: 'products', url: '/v1/products/{product}' },
  {
    does: 'post',
    shows: 'project',
    url: '/management/v1/projects',
    body: { name: 'Second', timezone: 'UTC', currency: 'EUR', case_sensitive_codes: true },
    makes: 'project'
  }
]

interface Made {
  readonly id: string
  /** By which it opens the service. */
  readonly headers?: Headers
}

/** What was made, by the name that the steps give it. */
export type MadeByName = Map<string, Made>

/** What is there before the first step. */
export function madeBefore(): MadeByName {
  return new Map([['stacking', { id: 'stk_00demo' }]])
}

type Question = keyof typeof QUESTIONS

/** What a process answers of its set-up, and by it; nothing here changes set-up. */
const QUESTIONS = {
  estimate: ({ post }: Asked) =>
    post(`${CLUB}/qualifications`, {
      customer: { source_id: 'ada' },
      order: { amount: 10_000 }
    }),
  redemption: ({ post }: Asked, made: MadeByName) =>
    refused(
      post(`${CLUB}/members/${known.CARD_CODE}/redemption`, {
        reward: { id: made.get('reward')?.id ?? 'none' },
        order: { amount: 1 }
      })
    ),
  event: ({ post }: Asked) =>
    refused(post('/v1/events', { event: 'page_shared', customer: { source_id: 'ada' } })),
  brief: ({ get }: Asked) => statusOf(get('/v1/campaigns/Brief')),
  key: ({ get }: Asked, made: MadeByName) => opens(get, made.get('key')),
  project: ({ get }: Asked, made: MadeByName) => opens(get, made.get('project')),
  skus: ({ get }: Asked, made: MadeByName) =>
    get(`/v1/products/${made.get('product')?.id ?? 'none'}/skus`),
  ...listed({
    campaign: `/v1/campaigns/${known.CAMPAIGN_ID}`,
    campaigns: '/v1/campaigns?limit=100',
    categories: '/v1/categories?limit=100',
    earningRules: `${CLUB}/earning-rules?limit=100`,
    tiers: TIERS,
    promotions: PROMOTIONS,
    rewards: '/v1/rewards?limit=100',
    offers: `${CLUB}/rewards?limit=100`,
    segments: '/v1/segments?limit=100',
    products: '/v1/products?limit=100',
    collections: '/v1/product-collections?limit=100',
    rules: '/v1/validation-rules?limit=100',
    bindings: '/v1/validation-rules-assignments?limit=100',
    voucher: `/v1/vouchers/${known.VOUCHER_CODE}`,
    customer: `/v1/customers/${known.CUSTOMER_ID}`
  }),
  ...listed(
    {
      metadataSchemas: `${PROJECT}/metadata-schemas?limit=100`,
      eventSchemas: `${PROJECT}/custom-event-schemas?limit=100`,
      stackingRules: `${PROJECT}/stacking-rules`
    },
    DESK
  )
} satisfies Readonly<Record<string, (by: Asked, made: MadeByName) => Promise<unknown>>>

function listed<Name extends string>(urls: Readonly<Record<Name, string>>, headers?: Headers) {
  const asking = (url: string) => (by: Asked) => by.get(url, headers)
  const asked = Object.entries<string>(urls).map(([name, url]) => [name, asking(url)])
  return Object.fromEntries(asked) as Record<Name, (by: Asked) => Promise<Answer>>
}

async function opens(get: Asked['get'], made: Made | undefined): Promise<number | null> {
  return made?.headers === undefined ? null : statusOf(get('/v1/campaigns', made.headers))
}

async function statusOf(asked: Promise<Answer>): Promise<number> {
  return (await asked).status
}

async function refused(asked: Promise<Answer>): Promise<unknown> {
  const { status, body } = await asked
  return [status, body.key, body.failure_code, body.details]
}

/** The answer to one question, as text. */
export async function answerOf(question: Question, by: Asked, made: MadeByName): Promise<string> {
  return shownBy(await QUESTIONS[question](by, made))
}

/** The answers to all questions. */
export async function viewOf(
  by: Asked,
  made: MadeByName
): Promise<Readonly<Record<Question, string>>> {
  const names = Object.keys(QUESTIONS) as Question[]
  const answered = names.map(async name => [name, await answerOf(name, by, made)] as const)
  return Object.fromEntries(await Promise.all(answered)) as Record<Question, string>
}

/** Without what counts the requests of this test, or differs between two requests. */
function shownBy(answer: unknown): string {
  const varying = [
    'summary',
    'cockpit_url',
    'request_id',
    'assets',
    'redemption',
    'headers',
    'bytes'
  ]
  return JSON.stringify(answer, (key, value) => (varying.includes(key) ? null : value))
}

/** Takes a step. @throws {Error} when it is refused. */
export async function take(step: Step, by: Asked, made: MadeByName): Promise<void> {
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
}
