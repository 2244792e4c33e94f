/**
 * What the documents show is what happens: every request they show, sent to a demo that nothing
 * else was done to, succeeds; every answer they show has the properties, and the kinds of values,
 * of the answer that really comes.
 */
import t, { type Test } from 'tap'
import { isTree } from '../../scripts/document-walk.ts'
import { lookUp, type Schema } from '../../src/http/document.ts'
import { type Answered, givenService, type Service } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'
import {
  type Asking,
  ask,
  type Described,
  type DocumentName,
  documents,
  operationNamed,
  operations,
  parametersIn
} from '../support/requests.ts'

/** Answers by operation, as they came. */
const answered = new Map<string, Answered[]>(operations.map(({ id }) => [id, []]))

/** Asks, and keeps the answer. */
async function asked(service: Service, operation: Described, asking: Asking = {}) {
  const answer = await ask(service.app, operation, asking)
  answered.get(operation.id)?.push(answer)
  return answer
}

function succeeded(t: Test, { status, bytes }: Answered, said: string): void {
  t.ok(status >= 200 && status < 300, said, { status, answer: bytes.slice(0, 400) })
}

for (const operation of operations.filter(({ body }) => body !== null)) {
  t.test(`${operation.id}: every request that is shown can be sent`, async t => {
    t.ok(operation.requests.length > 0)
    for (const { name, value } of operation.requests) {
      const service = await givenService(t)
      succeeded(t, await asked(service, operation, { body: value }), name)
    }
  })
}

t.test('every path and every query that is shown can be sent', async t => {
  const service = await givenService(t)
  await service.work()
  const written = writesOf(service.store)
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    succeeded(t, await asked(service, operation), operation.id)
    const shown = parametersIn(operation, 'query').map(({ name }) => [name, operation.values[name]])
    for (const each of [...shown.map(pair => [pair]), shown]) {
      const query = Object.fromEntries(each)
      succeeded(t, await asked(service, operation, { query }), JSON.stringify(query))
    }
  }
  t.strictSame(written, [], 'and reading writes nothing')
})

t.test('what needs no body is done as it is shown; what is deleted is deleted once', async t => {
  for (const operation of operations.filter(
    ({ body, method }) => body === null && method !== 'GET'
  )) {
    const service = await givenService(t)
    succeeded(t, await asked(service, operation), operation.id)
    if (operation.method !== 'DELETE') continue
    t.equal((await asked(service, operation)).status, 404, `${operation.id}, again`)
  }
})

t.test('states that no single request brings about', async t => {
  const service = await givenService(t)
  const introspect = operationNamed('introspectOAuthToken')
  const form = { grant_type: 'client_credentials', scope: 'api' }
  const { access_token } = (await service.submit('/v1/oauth/token', form)).body
  await asked(service, introspect, { body: { access_token } })
  service.setNow('2026-03-02T10:00:00.000Z')
  await asked(service, introspect, { body: { access_token } })
  const add = operationNamed('addVouchersToCampaign')
  const queued = await asked(service, add, { query: { vouchers_count: '2' } })
  const bulk = [{ source_id: 'new', name: 'Stoneware mug' }]
  const updated = await asked(service, operationNamed('updateProductsInBulk'), { body: bulk })
  for (const { body } of [queued, updated]) {
    const path = { asyncActionId: body.async_action_id }
    await asked(service, operationNamed('getAsyncAction'), { path })
    await service.work()
    await asked(service, operationNamed('getAsyncAction'), { path })
  }
  await asked(service, operationNamed('listExports'))
  const tooDear = { memberId: 'CLUB-BEN-0001' }
  for (const id of ['redeemReward', 'redeemRewardByCard']) {
    const operation = operationNamed(id)
    await asked(service, operation, { path: tooDear, body: { reward: { id: 'rew_00gift' } } })
  }
  for (const id of ['getVoucherRedemptions', 'listVoucherRedemptions']) {
    await asked(service, operationNamed(id), { path: { code: 'CLUB-BEN-0001' } })
  }
})

/** A schema and the branches of it, references followed. */
function flat(document: DocumentName, schema: unknown): Schema[] {
  if (!isTree(schema)) return []
  const { $ref } = schema
  const found = typeof $ref === 'string' ? lookUp(documents[document], $ref) : null
  const branches = ['allOf', 'oneOf', 'anyOf'].flatMap(key => (schema[key] as unknown[]) ?? [])
  return [schema, ...flat(document, found), ...branches.flatMap(each => flat(document, each))]
}

type Values = Readonly<Record<string, unknown>>

/** Where a value is described, and where in an answer it stands. */
interface Place {
  readonly document: DocumentName
  readonly schemas: readonly Schema[]
  readonly at: string
}

function below({ document, schemas, at }: Place, key: string): Place & { declared: boolean } {
  const named = schemas.flatMap(({ properties }) => (properties as Values)?.[key] ?? [])
  const others = schemas.flatMap(({ additionalProperties: found }) => found ?? [])
  const found = (named.length > 0 ? named : others).flatMap(each => flat(document, each))
  return { document, schemas: found, at: `${at}.${key}`, declared: named.length > 0 }
}

const kindOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** How what is shown differs from what was sent, as sentences. Null goes with anything. */
function differences(shown: unknown, sent: unknown, place: Place): string[] {
  const kinds = [kindOf(shown), kindOf(sent)] as const
  if (kinds.includes('null')) return []
  if (kinds[0] !== kinds[1]) return [`${place.at} is shown as ${kinds[0]}, sent as ${kinds[1]}`]
  if (Array.isArray(shown)) return itemDifferences(shown, sent as unknown[], place)
  if (!isTree(shown) || !isTree(sent)) return []
  return [...new Set([...Object.keys(shown), ...Object.keys(sent)])].flatMap(key => {
    const inner = below(place, key)
    if (key in shown && key in sent) return differences(shown[key], sent[key], inner)
    if (inner.declared) return [`${inner.at} is ${key in shown ? 'shown only' : 'sent only'}`]
    // An entry of a map: any other entry is of its kind.
    const other = Object.keys(sent).find(each => !below(place, each).declared)
    return key in shown && other !== undefined ? differences(shown[key], sent[other], inner) : []
  })
}

/** Each entry shown against the one sent with its id, or the one that is most like it. */
function itemDifferences(shown: unknown[], sent: unknown[], place: Place): string[] {
  const schemas = place.schemas.flatMap(({ items }) => flat(place.document, items))
  return shown.flatMap((each, index) => {
    const id = isTree(each) ? each['id'] : undefined
    const same = sent.filter(other => id !== undefined && isTree(other) && other['id'] === id)
    const inner = { ...place, schemas, at: `${place.at}[${index}]` }
    return fewest((same.length > 0 ? same : sent).map(other => differences(each, other, inner)))
  })
}

function fewest(found: readonly string[][]): string[] {
  return found.toSorted((one, other) => one.length - other.length)[0] ?? []
}

t.test('every answer that is shown has what an answer that was sent has', async t => {
  for (const { id, document, answers, responses } of operations) {
    for (const [status, shown] of answers) {
      // Refusals are told in refusal-examples.test.ts.
      if (status >= 400) continue
      const schemas = flat(document, lookUp(documents[document], responses.get(status) ?? ''))
      for (const { name, value } of shown) {
        const alike = (answered.get(id) ?? []).filter(answer => answer.status === status)
        const place = { document, schemas, at: '' }
        const found = alike.map(({ body }) => differences(value, body, place))
        t.strictSame(fewest(found), [], `${id} ${status} ${name}`)
        t.ok(alike.length > 0, `${id} ${status} was sent`)
      }
    }
  }
})
