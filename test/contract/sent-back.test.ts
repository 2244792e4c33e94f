/**
 * What was answered may be sent back: the same body to the operation that updates it is 200 and
 * changes nothing. What never changes is refused by name when it differs, and what the document says
 * changes nothing does not.
 *
 * Which properties these are is read from the documents; what there is to be sent back is the demo
 * and what the requests of the documents make.
 */
import t from 'tap'
import { followed, isTree, type Tree, tree } from '../../scripts/documents/walk.ts'
import { givenService, PAIR, type Service } from '../support/app.ts'
import { replayed, replayOf } from '../support/replays.ts'
import { type Described, documents, operationNamed, operations } from '../support/requests.ts'
import { DESK } from './support/set-up-steps.ts'

const OFFICE = '/management/v1/projects/proj_00demo'
const CLUB = '/v1/loyalties/camp_00club'

/** Where what an operation updates is listed, and the path of an entry. */
const LISTED: { readonly [operation: string]: readonly [list: string, entry: string] } = {
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
  updateSku: ['/v1/products/mug/skus', '/v1/products/{product_id}/skus/{id}'],
  updateProductCollection: ['/v1/product-collections', '/v1/product-collections/{id}'],
  updateValidationRule: ['/v1/validation-rules', '/v1/validation-rules/{id}'],
  updateMetadataSchema: [`${OFFICE}/metadata-schemas`, `${OFFICE}/metadata-schemas/{id}`],
  updateEventSchema: [`${OFFICE}/custom-event-schemas`, `${OFFICE}/custom-event-schemas/{id}`],
  updateStackingRules: [`${OFFICE}/stacking-rules`, `${OFFICE}/stacking-rules/{id}`],
  updateCustomer: ['/v1/customers', '/v1/customers/{id}'],
  updateOrder: ['/v1/orders', '/v1/orders/{id}'],
  createProduct: ['/v1/products', '/v1/products'],
  createSku: ['/v1/products/mug/skus', '/v1/products/{product_id}/skus'],
  createCustomer: ['/v1/customers', '/v1/customers'],
  createOrder: ['/v1/orders', '/v1/orders']
}

const keysOf = (url: string) => (url.startsWith(OFFICE) ? DESK : PAIR)

/** Where an entry is read: as the path of its update, but for SKUs and what is made again. */
function readAt(id: string, entry: Tree, url: string): string {
  if (id.endsWith('Sku')) return `/v1/skus/${entry['id']}`
  return id.startsWith('create') ? `${url}/${entry['id']}` : url
}

function tagOf({ document, path, method }: Described): unknown {
  const paths = tree(tree(documents[document])['paths'])
  return tree(tree(paths[path])[method.toLowerCase()])['tags']
}

/** What the demo has, and what the requests make that the documents show beside the operation. */
async function furnished(service: Service, id: string): Promise<readonly Tree[]> {
  const [tag] = [tagOf(operationNamed(id))].flat()
  const makers = operations.filter(
    each => each.method === 'POST' && [tagOf(each)].flat()[0] === tag
  )
  for (const maker of makers) {
    for (const { name, value } of maker.requests) {
      const how = replayOf(maker.id, 'request', name)
      // Some exclude each other.
      await replayed(service, maker, { ...how, body: value }).catch(() => null)
    }
  }
  await service.work()
  const [list] = LISTED[id] as readonly [string, string]
  const all = list.endsWith('stacking-rules') ? '' : '?limit=100'
  const { body } = await service.get(`${list}${all}`, keysOf(list))
  return body[body.data_ref]
}

t.test('each update is among these', t => {
  const updates = operations.filter(({ method }) => method === 'PUT').map(({ id }) => id)
  const named = Object.keys(LISTED).filter(id => !id.startsWith('create'))
  t.strictSame(named.toSorted(), [...new Set(updates)].toSorted())
  t.end()
})

for (const [id, [, path]] of Object.entries(LISTED)) {
  t.test(`${id}: what was answered changes nothing`, async t => {
    const service = await givenService(t)
    service.setNow('2026-03-01T10:00:01.000Z')
    const entries = await furnished(service, id)
    t.ok(entries.length > 0)
    service.setNow('2026-03-02T10:00:00.000Z')
    for (const entry of entries) {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(entry[name]))
      const at = readAt(id, entry, url)
      const { body } = await service.get(at, keysOf(at))
      const sent = id.startsWith('create')
        ? await service.post(url, body, keysOf(url))
        : await service.put(url, body, keysOf(url))
      t.equal(sent.status, 200, `${url} ${sent.bytes.slice(0, 300)}`)
      t.strictSame((await service.get(at, keysOf(at))).body, body, url)
    }
  })
}

/** What holds the property of this path. */
function holding(value: Tree, names: readonly string[]): unknown {
  return names.slice(0, -1).reduce<unknown>((at, name) => tree(at)[name], value)
}

/** The first property of the path, in which the last one is something else. */
function otherAt(value: Tree, [name = '', ...inner]: readonly string[]): Tree {
  if (inner.length === 0) return { [name]: 'something else' }
  const block = tree(value[name])
  return { [name]: { ...block, ...otherAt(block, inner) } }
}

/** Paths of the properties of a request that are described by this schema. */
function* described(document: Tree, schema: Tree, by: string): Generator<readonly string[]> {
  for (const [name, property] of Object.entries(tree(schema['properties']))) {
    if (tree(property)['$ref'] === `#/components/schemas/${by}`) yield [name]
    else {
      for (const inner of described(document, followed(document, property), by))
        yield [name, ...inner]
    }
  }
}

for (const [id, [, path]] of Object.entries(LISTED)) {
  const { document, schema } = operationNamed(id)
  const whole = tree(documents[document])
  const paths = (by: string) => [...described(whole, followed(whole, { $ref: schema }), by)]
  const [unchanging, acknowledged] = [paths('Unchanging'), paths('Acknowledged')]
  if (unchanging.length === 0) continue
  t.test(`${id}: what never changes is refused by name, and the rest changes nothing`, async t => {
    const service = await givenService(t)
    const entries = await furnished(service, id)
    const entry = entries.find(each => acknowledged.every(names => isTree(holding(each, names))))
    const url = path.replaceAll(/\{(\w+)\}/g, (_, name) => String(entry?.[name]))
    const at = readAt(id, entry as Tree, url)
    const before = (await service.get(at, keysOf(at))).body
    const known = id.startsWith('create') ? { source_id: before.source_id } : {}
    const send = id.startsWith('create') ? service.post : service.put
    for (const names of unchanging) {
      const { status, body } = await send(url, { ...known, ...otherAt(before, names) }, keysOf(url))
      t.match([status, body.key, body.details], [400, /invalid/, names.join('.')], names.join('.'))
    }
    for (const names of acknowledged) {
      const { status, bytes } = await send(
        url,
        { ...known, ...otherAt(before, names) },
        keysOf(url)
      )
      t.equal(status, 200, `${names.join('.')} ${bytes.slice(0, 300)}`)
    }
    t.strictSame((await service.get(at, keysOf(at))).body, before)
  })
}
