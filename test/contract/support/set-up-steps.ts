/**
 * A change of set-up of every kind, one after the other, and what shows each of them: the steps
 * that are played through two stores.
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

const PRODUCT = '/v1/products/{product}'
const REWARD = '/v1/rewards/{reward}'
const SEGMENT = { name: 'Some', type: 'auto-update', filter }
const BINDING = { related_object_type: 'campaign', related_object_id: known.CAMPAIGN_ID }
const METADATA = { related_object: 'redemption', properties: needed, allow_defined_only: false }
const MUG = { name: 'Mug', type: 'MATERIAL', parameters: { product: { id: 'prod_00mug' } } }
const CUPS = { name: 'Cups', type: 'STATIC', products: [{ object: 'product', id: 'prod_00mug' }] }
const SECOND = { name: 'Second', timezone: 'UTC', currency: 'EUR', case_sensitive_codes: true }
const CAMPAIGN = `/v1/campaigns/${known.CAMPAIGN_ID}`
const RULE = '/v1/validation-rules/{rule}'

type Row = readonly [
  shows: Question,
  does: Step['does'],
  url: string,
  body?: Body,
  makes?: string | undefined
]

// biome-ignore format: a table
const rows: readonly Row[] = [
  ['estimate', 'post', `${CLUB}/earning-rules`, [fixed], 'earning'],
  ['estimate', 'post', `${CLUB}/earning-rules/{earning}/disable`],
  ['estimate', 'post', `${CLUB}/earning-rules/{earning}/enable`],
  ['rules', 'post', '/v1/validation-rules', { name: 'Big', ...rule(1e6) }, 'rule'],
  ['bindings', 'post', `${RULE}/assignments`, BINDING, 'binding'],
  ['rules', 'put', RULE, { name: 'Small', ...rule(5) }],
  ['bindings', 'delete', `${RULE}/assignments/{binding}`],
  ['rules', 'delete', RULE],
  ['estimate', 'delete', `${CLUB}/earning-rules/{earning}`],
  ['campaign', 'post', `${CAMPAIGN}/disable`],
  ['campaign', 'post', `${CAMPAIGN}/enable`],
  ['categories', 'post', '/v1/categories', { name: 'Early', hierarchy: 3 }, 'category'],
  ['campaign', 'put', CAMPAIGN, { category: 'Early' }],
  ['campaign', 'put', '/v1/categories/{category}', { name: 'Later' }],
  ['campaign', 'put', CAMPAIGN, { category: null }],
  ['categories', 'delete', '/v1/categories/{category}'],
  ['brief', 'post', '/v1/campaigns', { name: 'Brief', campaign_type: 'PROMOTION' }, 'campaign'],
  ['brief', 'delete', '/v1/campaigns/{campaign}'],
  ['event', 'post', `${PROJECT}/custom-event-schemas`, { name: 'page_shared', ...page(false) }, 'event'],
  ['event', 'put', `${PROJECT}/custom-event-schemas/{event}`, page(false, 'number')],
  ['event', 'delete', `${PROJECT}/custom-event-schemas/{event}`],
  ['key', 'post', `${PROJECT}/keys`, { name: 'New', kind: 'app' }, 'key'],
  ['key', 'delete', `${PROJECT}/keys/{key}`],
  ['tiers', 'post', TIERS, [{ name: 'Friend', points: { from: 0 } }], 'tier'],
  ['tiers', 'put', `${TIERS}/{tier}`, { name: 'Best friend' }],
  ['tiers', 'delete', `${TIERS}/{tier}`],
  ['metadataSchemas', 'post', `${PROJECT}/metadata-schemas`, METADATA, 'metadata'],
  ['metadataSchemas', 'put', `${PROJECT}/metadata-schemas/{metadata}`, { properties: summed }],
  ['metadataSchemas', 'delete', `${PROJECT}/metadata-schemas/{metadata}`],
  ['stackingRules', 'delete', `${PROJECT}/stacking-rules/{stacking}`],
  ['stackingRules', 'post', `${PROJECT}/stacking-rules`, { redeemables_limit: 20 }, 'stacking'],
  ['stackingRules', 'put', `${PROJECT}/stacking-rules/{stacking}`, { redeemables_limit: 10 }],
  ['promotions', 'post', PROMOTIONS, { name: 'Two off', ...off(200) }, 'promotion'],
  ['promotions', 'put', '/v1/promotions/tiers/{promotion}', off(300)],
  ['promotions', 'delete', '/v1/promotions/tiers/{promotion}'],
  ['rewards', 'post', '/v1/rewards', MUG, 'reward'],
  ['rewards', 'put', REWARD, { name: 'Stoneware mug', stock: 4 }],
  ['redemption', 'post', `${REWARD}/assignments`, { campaign: known.CAMPAIGN_ID, ...price(8_000_000) }, 'offer'],
  ['offers', 'put', `${REWARD}/assignments/{offer}`, price(9_000_000)],
  ['redemption', 'delete', `${REWARD}/assignments/{offer}`],
  ['redemption', 'delete', REWARD],
  ['segments', 'post', '/v1/segments', SEGMENT, 'segment'],
  ['segments', 'delete', '/v1/segments/{segment}'],
  ['products', 'post', '/v1/products', { source_id: 'cup', name: 'Cup' }, 'product'],
  ['skus', 'post', `${PRODUCT}/skus`, { source_id: 'cup-red', sku: 'Red' }, 'sku'],
  ['collections', 'post', '/v1/product-collections', CUPS, 'collection'],
  ['collections', 'delete', '/v1/product-collections/{collection}'],
  ['skus', 'delete', `${PRODUCT}/skus/{sku}`],
  ['products', 'delete', PRODUCT],
  ['project', 'post', '/management/v1/projects', SECOND, 'project']
]

/** Makes, changes and removes set-up of every kind, and leaves it as it was. */
export const SEQUENCE: readonly Step[] = rows.map(([shows, does, url, body, makes]) => ({
  does,
  url,
  shows,
  ...(body === undefined ? {} : { body }),
  ...(makes === undefined ? {} : { makes })
}))

interface Made {
  readonly id: string
  /** By which it opens the service. */
  readonly headers?: Headers
}

export type MadeByName = Map<string, Made>

export function madeBefore(): MadeByName {
  return new Map([['stacking', { id: 'stk_00demo' }]])
}

type Question = keyof typeof QUESTIONS

/** What a process answers of its set-up, and by it; nothing here changes set-up. */
const QUESTIONS = {
  estimate: ({ post }: Asked) =>
    post(`${CLUB}/qualifications`, { customer: { source_id: 'ada' }, order: { amount: 10_000 } }),
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

export async function answerOf(question: Question, by: Asked, made: MadeByName): Promise<string> {
  return shownBy(await QUESTIONS[question](by, made))
}

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
