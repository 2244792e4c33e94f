/**
 * What was answered may be sent back, wherever something can be read and updated: 200, and nothing
 * changes.
 */
import type { FastifyInstance } from 'fastify'
import type { Tree } from '../../scripts/documents/walk.ts'
import { PROJECT_ID } from '../../src/demo/known.ts'
import type { Service } from './app.ts'
import { wholeStore } from './evidence.ts'
import { keysFor, operationNamed, type Sent, send } from './requests.ts'

const OFFICE = `/management/v1/projects/${PROJECT_ID}`
const JSON_TYPE = { 'content-type': 'application/json' }
const CLUB = '/v1/loyalties/{campaign_id}'

/** What an operation updates: where entries are listed, and where one is sent. */
export const LISTED: { readonly [operation: string]: readonly [list: string, entry: string] } = {
  updateCategory: ['/v1/categories', '/v1/categories/{id}'],
  updateVoucher: ['/v1/vouchers', '/v1/vouchers/{code}'],
  updateCampaign: ['/v1/campaigns', '/v1/campaigns/{id}'],
  updateLoyaltyProgram: ['/v1/loyalties', '/v1/loyalties/{id}'],
  updateLoyaltyTier: [`${CLUB}/tiers`, `${CLUB}/tiers/{id}`],
  updateEarningRule: [`${CLUB}/earning-rules`, `${CLUB}/earning-rules/{id}`],
  updatePromotionTier: ['/v1/promotions/tiers', '/v1/promotions/tiers/{id}'],
  updateReward: ['/v1/rewards', '/v1/rewards/{id}'],
  updateRewardAssignment: [`${CLUB}/rewards`, '/v1/rewards/{reward_id}/assignments/{id}'],
  updateProduct: ['/v1/products', '/v1/products/{id}'],
  updateSku: ['/v1/products/{product_id}/skus', '/v1/products/{product_id}/skus/{id}'],
  updateProductCollection: ['/v1/product-collections', '/v1/product-collections/{id}'],
  updateValidationRule: ['/v1/validation-rules', '/v1/validation-rules/{id}'],
  updateMetadataSchema: [`${OFFICE}/metadata-schemas`, `${OFFICE}/metadata-schemas/{id}`],
  updateEventSchema: [`${OFFICE}/custom-event-schemas`, `${OFFICE}/custom-event-schemas/{id}`],
  updateStackingRules: [`${OFFICE}/stacking-rules`, `${OFFICE}/stacking-rules/{id}`],
  updateCustomer: ['/v1/customers', '/v1/customers/{id}'],
  updateOrder: ['/v1/orders', '/v1/orders/{id}'],
  createProduct: ['/v1/products', '/v1/products'],
  createSku: ['/v1/products/{product_id}/skus', '/v1/products/{product_id}/skus'],
  createCustomer: ['/v1/customers', '/v1/customers'],
  createOrder: ['/v1/orders', '/v1/orders']
}

/** Whose entries a list within another one has. */
const OWNERS: { readonly [name: string]: string } = {
  campaign_id: '/v1/loyalties',
  product_id: '/v1/products'
}

/** An answer, where it is read, and what is asked with it. */
export interface Sendable {
  readonly at: string
  readonly body: Tree
  readonly method: 'POST' | 'PUT'
  readonly url: string
}

const asked = (
  app: FastifyInstance,
  id: string,
  sent: Pick<Sent, 'method' | 'url'>,
  body?: unknown
) =>
  send(app, {
    ...sent,
    headers: { ...keysFor(operationNamed(id)), ...(body === undefined ? {} : JSON_TYPE) },
    payload: body === undefined ? undefined : JSON.stringify(body)
  })

const filled = (path: string, entry: Tree) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(entry[name])))

/** Those who may have entries of their own, by the name that paths have for them; or nobody. */
async function ownersOf(app: FastifyInstance, id: string, list: string): Promise<readonly Tree[]> {
  const [, name = ''] = /\{(\w+)\}/.exec(list) ?? []
  if (name === '') return [{}]
  const { body } = await asked(app, id, { method: 'GET', url: `${OWNERS[name]}?limit=100` })
  return body[body.data_ref].map((owner: Tree) => ({ [name]: owner['id'] }))
}

/** The first hundred of each list that an operation updates entries of, as each is read by itself. */
export async function sendables(app: FastifyInstance, id: string): Promise<readonly Sendable[]> {
  const [list, path] = LISTED[id] as readonly [string, string]
  const all = list.endsWith('stacking-rules') ? '' : '?limit=100'
  const method = id.startsWith('create') ? 'POST' : 'PUT'
  const found: Sendable[] = []
  for (const owner of await ownersOf(app, id, list)) {
    const from = { method: 'GET', url: `${filled(list, owner)}${all}` }
    const { body: listed } = await asked(app, id, from)
    for (const entry of listed[listed.data_ref]) {
      // What every project has until its own are set has no id.
      if (entry.id === null) continue
      const url = filled(path, { ...owner, ...entry })
      // Where an entry is read: as the path of its update, but for SKUs and what is made again.
      const own = method === 'POST' ? `${url}/${entry.id}` : url
      const at = id.endsWith('Sku') ? `/v1/skus/${entry.id}` : own
      const { body } = await asked(app, id, { method: 'GET', url: at })
      found.push({ at, body, method, url })
    }
  }
  return found
}

/**
 * Sends all back that it is told of, which changes nothing: what does is told in sentences. A
 * refusal with the key `excused` is none.
 */
export async function sentBack(
  { app, store }: Pick<Service, 'app' | 'store'>,
  ids: readonly string[] = Object.keys(LISTED),
  excused?: string
): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const id of ids) {
    const all = await sendables(app, id)
    const before = await wholeStore(store)
    for (const { at, body, method, url } of all) {
      const { status, bytes, body: answer } = await asked(app, id, { method, url }, body)
      const again = await asked(app, id, { method: 'GET', url: at })
      if (excused !== undefined && answer.key === excused) continue
      if (status !== 200) wrong.push(`${id}: ${method} ${url}: ${bytes}`)
      else wrong.push(...othersIn(JSON.stringify(body), again.bytes, `${id}: ${method} ${url}`))
    }
    wrong.push(...othersIn(before, await wholeStore(store), `${id}: stored`))
  }
  return wrong
}

/** How many characters say where a line became another one, and of how many lines they are shown. */
const AROUND = 100
const SHOWN_MAX = 3

/** The lines that were not there before, each from where it is another than the one most like it. */
function othersIn(before: string, after: string, what: string): readonly string[] {
  if (before === after) return []
  const lines = new Set(before.split('\n'))
  return after
    .split('\n')
    .filter(line => !lines.has(line))
    .slice(0, SHOWN_MAX)
    .map(line => {
      const like = [...lines].map(each => [sharedBy(each, line), each] as const)
      const [at, each] = like.reduce((one, other) => (other[0] > one[0] ? other : one))
      const from = Math.max(at - AROUND, 0)
      return `${what}: ${each.slice(from, at + AROUND)} BECAME ${line.slice(from, at + AROUND)}`
    })
}

/** How many characters two texts begin with alike. */
function sharedBy(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
