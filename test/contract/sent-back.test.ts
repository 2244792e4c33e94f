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
import { LISTED, type Sendable, sendables, sentBack } from '../support/sent-back.ts'
import { DESK } from './support/set-up-steps.ts'

const keysOf = (url: string) => (url.startsWith('/management') ? DESK : PAIR)

function tagOf({ document, path, method }: Described): unknown {
  const paths = tree(tree(documents[document])['paths'])
  return tree(tree(paths[path])[method.toLowerCase()])['tags']
}

/** What the demo has, and what the requests make that the documents show beside the operation. */
async function furnish(service: Service, id: string): Promise<void> {
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
}

t.test('each update is among these', t => {
  const updates = operations.filter(({ method }) => method === 'PUT').map(({ id }) => id)
  const named = Object.keys(LISTED).filter(id => !id.startsWith('create'))
  t.strictSame(named.toSorted(), [...new Set(updates)].toSorted())
  t.end()
})

for (const id of Object.keys(LISTED)) {
  t.test(`${id}: what was answered changes nothing`, async t => {
    const service = await givenService(t)
    service.setNow('2026-03-01T10:00:01.000Z')
    await furnish(service, id)
    t.not((await sendables(service.app, id)).length, 0)
    service.setNow('2026-03-02T10:00:00.000Z')
    t.strictSame(await sentBack(service, [id]), [])
  })
}

t.test('what nobody would store now changes nothing either', async t => {
  const service = await givenService(t)
  const { post, put } = service
  const gift = { type: 'GIFT_VOUCHER', gift: { amount: 500 } }
  await post('/v1/campaigns', { name: 'Alone', type: 'STANDALONE', voucher: gift })
  await post('/v1/products/prod_00mug/skus', { sku: 'A mug without a source_id' })
  const { body: tea } = await post('/v1/products', { source_id: 'tea', name: 'Tea' })
  const items = [{ product_id: tea.id, quantity: 2 }]
  const referrer = { source_id: 'ben' }
  const { body: ben } = await post('/v1/customers', referrer)
  const { body: zoe } = await post('/v1/customers', { source_id: 'zoe' })
  await post('/v1/orders', { source_id: 'cups', customer: { id: zoe.id }, referrer, items })
  // Goods of an order have a price, and a person is gone, only after it was stored.
  await put(`/v1/products/${tea.id}`, { price: 300 })
  await post(`/v1/customers/${zoe.id}/permanent-deletion`, {})
  await service.delete(`/v1/customers/${ben.id}`)
  await service.work()
  const { body: order } = await service.get('/v1/orders/cups')
  t.match(order, { items: [{ product: { name: null } }], customer_id: zoe.id, referrer_id: ben.id })
  t.strictSame(await sentBack(service), [])
})

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

for (const id of Object.keys(LISTED)) {
  const { document, schema } = operationNamed(id)
  const whole = tree(documents[document])
  const paths = (by: string) => [...described(whole, followed(whole, { $ref: schema }), by)]
  const [unchanging, acknowledged] = [paths('Unchanging'), paths('Acknowledged')]
  if (unchanging.length === 0) continue
  t.test(`${id}: what never changes is refused by name, and the rest changes nothing`, async t => {
    const service = await givenService(t)
    await furnish(service, id)
    const entry = (await sendables(service.app, id)).find(({ body }) =>
      acknowledged.every(names => isTree(holding(body, names)))
    )
    const { at, body: before, method, url } = entry as Sendable
    const known = method === 'POST' ? { source_id: before['source_id'] } : {}
    const send = method === 'POST' ? service.post : service.put
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
