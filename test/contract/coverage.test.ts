/**
 * Every operation of both documents, and every status each of them declares, against the service
 * itself. Nothing here is a list kept by hand: what to send follows from what the documents say,
 * and a status that no request of this file brought about is named at the end.
 *
 * The gates before a handler are the same code for all operations. Each operation meets each gate,
 * and where there are several ways to fail at it, operations take these in turn.
 */
import t, { type Test } from 'tap'
import { limits } from '../../src/http/limits.ts'
import { StoreBusy } from '../../src/storage/engine/errors.ts'
import { type Answered, givenService, keyOf, PAIR } from '../support/app.ts'
import { edgesOf, inTurn, makesByCode, renamed, surprised } from '../support/misuse.ts'
import { faults } from '../support/replays.ts'
import {
  type Asking,
  ask,
  type Described,
  documents,
  firstShown,
  isOpen,
  keysFor,
  operationNamed,
  operations,
  othersThanShown,
  pairsFor,
  parametersIn,
  requestOf,
  type Sent,
  scopesFor,
  send,
  strayings,
  urlOf,
  variants
} from '../support/requests.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const WELCOME = { object: 'voucher', id: 'WELCOME' }
const service = await givenService(t)
await service.work()
// From here on nothing is carried out, because an erasure would leave no export to ask for.
await service.worker.stop()

/** Statuses by operation, as they came. */
const produced = new Map(operations.map(({ id }) => [id, new Set<number>()]))

/** Every answer, whatever it is about, has its id, and errors have their one shape. */
function heldTogether(t: Test, answer: Answered, asked: string, method?: string): Answered {
  const strayed = strayings(answer, method)
  if (strayed.length > 0) t.strictSame(strayed, [], asked)
  return answer
}

async function sendAny(t: Test, request: Sent): Promise<Answered> {
  const { method, url } = request
  return heldTogether(t, await send(service.app, request), `${method} ${url}`, method)
}

/** Asks an operation; the status has to be one of those its document declares. */
async function askFor(t: Test, operation: Described, asking: Asking = {}): Promise<Answered> {
  const shown = 'body' in asking || 'payload' in asking ? {} : { body: firstShown(operation) }
  const answer = await ask(service.app, operation, { ...shown, ...asking })
  heldTogether(t, answer, operation.id)
  produced.get(operation.id)?.add(answer.status)
  if (!operation.responses.has(answer.status)) {
    t.fail(`${operation.id} declares no ${answer.status}: ${answer.bytes.slice(0, 300)}`)
  }
  return answer
}

const withBody = operations.filter(({ body }) => body !== null)
const queries = operations.flatMap(operation =>
  parametersIn(operation, 'query').map(parameter => ({ operation, parameter }))
)
const inPath = operations.flatMap(operation =>
  parametersIn(operation, 'path').map(({ name }) => ({ operation, name }))
)

/** Those that are the first of all with which they have something in common. */
function firstOfEach(of: (operation: Described) => unknown): ReadonlySet<Described> {
  const groups = Map.groupBy(operations, operation => JSON.stringify(of(operation)))
  return new Set([...groups.values()].map(([first]) => first as Described))
}

t.test('credentials are asked for before anything that was sent is looked at', async t => {
  const first = firstOfEach(({ security }) => security)
  for (const operation of operations) {
    const bad = {
      query: { surprise: '1' },
      payload: operation.body === null ? undefined : '{"a":',
      type: 'text/plain'
    }
    const wrong = pairsFor(operation).flatMap(pair =>
      Object.keys(pair).flatMap(name => [
        { ...pair, [name]: 'wrong' },
        Object.fromEntries(Object.entries(pair).filter(([each]) => each !== name))
      ])
    )
    const bearer = isOpen(operation) ? [] : [{ authorization: 'Bearer wrong' }]
    const beside = scopesFor(operation).map(() => ({ ...PAIR, authorization: 'Bearer wrong' }))
    const nobody = isOpen(operation) ? [] : [{}]
    const all = [...nobody, ...wrong, ...bearer, ...beside]
    for (const headers of first.has(operation) ? all : all.slice(0, 1)) {
      const answer = await askFor(t, operation, { ...bad, headers })
      const said = `${operation.id} ${JSON.stringify(headers)}`
      t.strictSame(keyOf(answer), [401, 'unauthorized'], said)
      t.type(answer.headers['www-authenticate'], 'string', `${said} is told how to come in`)
    }
  }
})

t.test('each scope an operation names opens it, and no other does', async t => {
  const { oauth } = documents.service.components?.securitySchemes ?? {}
  const declared = Object.keys(oauth?.flows?.['clientCredentials']?.scopes ?? {})
  t.ok(declared.length > 0)
  const tokens = new Map<string, string>()
  for (const scope of declared) {
    const form = { grant_type: 'client_credentials', scope }
    tokens.set(scope, (await service.submit('/v1/oauth/token', form)).body.access_token)
  }
  const first = firstOfEach(scopesFor)
  const next = inTurn(declared)
  for (const operation of operations) {
    const opening = scopesFor(operation)
    if (opening.length === 0) continue
    let another = next()
    while (opening.includes(another)) another = next()
    const tried = first.has(operation) ? declared : [...opening, another]
    // The query is wrong, so that whoever comes in changes nothing.
    const query = { surprise: '1' }
    const found = new Set<string>()
    for (const scope of tried) {
      const bearer = { authorization: `Bearer ${tokens.get(scope)}` }
      const alone = await askFor(t, operation, { headers: bearer, query })
      if (alone.status !== 403) found.add(scope)
      if (!opening.includes(scope) && scope !== 'assets') continue
      const beside = await askFor(t, operation, { headers: { ...PAIR, ...bearer }, query })
      t.equal(beside.status, alone.status, `${operation.id} ${scope} bounds the keys beside it`)
    }
    t.strictSame([...found].toSorted(), opening.toSorted(), operation.id)
  }
})

t.test('a body of a type that is not declared is not read', async t => {
  const bodies = [
    [JSON_TYPE, '{}'],
    [FORM, 'a=b'],
    ['text/plain', '{}'],
    ['application/xml', '<a/>'],
    ['multipart/form-data; boundary=b', '--b--'],
    ['', '{}']
  ] as const
  const next = inTurn(bodies)
  for (const operation of withBody) {
    const other = next()
    const [type, payload] = other[0].split(';')[0] === operation.type ? next() : other
    const answer = await askFor(t, operation, { type, payload })
    t.strictSame(keyOf(answer), [415, 'unsupported_media_type'], `${operation.id} ${type}`)
    t.match(answer.body.details, operation.type, 'says what would do')
  }
})

t.test('a body that is required must be there, and one that is not need not', async t => {
  let made = 0
  const next = inTurn<Asking>([{}, { payload: '' }, { type: '' }])
  for (const operation of withBody) {
    const path = makesByCode.has(operation.id) ? { code: `NEW-${made++}` } : {}
    const answer = await askFor(t, operation, { payload: undefined, ...next(), path })
    if (operation.body?.required === true) {
      const key = operation.type === JSON_TYPE ? 'invalid_payload' : 'missing_parameters'
      t.strictSame(keyOf(answer), [400, key], operation.id)
    } else {
      // What can be done once may be refused the next time, but for another reason.
      const [status, key] = keyOf(answer)
      t.ok(status < 300 || key === 'already_rolled_back', operation.id)
    }
  }
})

t.test('a body that cannot be read is refused', async t => {
  const forms = inTurn(['a=%ZZ', '%FF=a'])
  const json = inTurn([
    ...['{', '{"a":}', 'nothing', '{} {}', '\ufeff{'],
    Buffer.from('{"a":"\xff"}', 'latin1')
  ])
  for (const operation of withBody) {
    const payload = operation.type === JSON_TYPE ? json() : forms()
    const answer = await askFor(t, operation, { payload })
    t.strictSame(keyOf(answer), [400, 'invalid_payload'], `${operation.id} ${payload}`)
  }
})

t.test('a property that is not described is refused by its name', async t => {
  for (const operation of withBody) {
    // At every depth: mistakes.test.ts.
    const [variant] = variants(firstShown(operation), surprised)
    const answer = await askFor(t, operation, { body: variant?.body })
    t.strictSame(keyOf(answer), [400, 'invalid_payload'], operation.id)
    t.match(answer.body.details, 'surprise')
  }
})

t.test('a query parameter that is not described is refused by its name', async t => {
  for (const operation of operations) {
    const answer = await askFor(t, operation, { query: { surprise: '1' } })
    t.strictSame(keyOf(answer), [400, 'invalid_query_params'], operation.id)
    t.match(answer.body.details, 'surprise')
  }
})

t.test('query parameters are taken up to their bounds and not beyond', async t => {
  t.ok(queries.length > 0)
  const groups = Map.groupBy(queries, ({ parameter }) => JSON.stringify(parameter))
  const first = new Map([...groups].map(([said, [each]]) => [said, each?.operation]))
  for (const { operation, parameter } of queries) {
    const { name, schema } = parameter
    // What the path names does not exist, so that nothing is made of what is taken.
    const named = parametersIn(operation, 'path').map(each => [each.name, 'nothing'])
    const path = Object.fromEntries(named)
    const edges = edgesOf(schema)
    const isNew = first.get(JSON.stringify(parameter)) === operation
    for (const value of isNew ? edges.out : edges.out.slice(0, 1)) {
      const answer = await askFor(t, operation, { path, query: { [name]: value } })
      const said = `${operation.id} ${name}=${value.slice(0, 40)}`
      t.strictSame(keyOf(answer), [400, 'invalid_query_params'], said)
      t.match(answer.body.details, name)
    }
    // A file that is taken keeps erasures waiting; encodings are tested by the import of customers.
    for (const value of name === 'encoding' ? [] : edges.in) {
      const answer = await askFor(t, operation, { path, query: { [name]: value } })
      t.not(answer.status, 400, `${operation.id} ${name}=${value}`)
    }
    const url = `${urlOf(operation, path)}?${name}=${edges.in[0]}&${name}=${edges.in[0]}`
    const asked = requestOf(operation, { body: firstShown(operation) })
    const twice = await sendAny(t, { ...asked, url })
    t.strictSame(keyOf(twice), [400, 'invalid_query_params'], `${operation.id} ${name} twice`)
  }
})

t.test('a body of more than 10 MiB is refused, a form of fields of more than 16 KiB', async t => {
  const [body, form] = [limits.bodyBytes, limits.formBytes].map(size => Buffer.alloc(size + 1, ' '))
  for (const operation of withBody) {
    const payload = operation.type === FORM ? form : body
    t.strictSame(keyOf(await askFor(t, operation, { payload })), [413, 'payload_too_large'])
    if (operation.type !== FORM && operation !== withBody.at(-1)) continue
    const nobody = await askFor(t, operation, { payload, headers: {} })
    const inForm = operation.security.some(({ basic }) => basic !== undefined)
    t.equal(nobody.status, inForm ? 413 : 401, 'unread, unless it may hold the credentials')
  }
})

t.test('a path parameter has at most 512 characters, and is percent-encoded UTF-8', async t => {
  t.ok(inPath.length > 0)
  const letters = inTurn(['x', 'é', '€', '#', '\u{1F600}'])
  const wrong = inTurn(['%', '%2', '%ZZ', '%FF', '%C3', '%ED%A0%80'])
  for (const { operation, name } of inPath) {
    const { method } = operation
    const at = (value: string) => urlOf(operation, { [name]: '0value0' }).replace('0value0', value)
    const [letter, bad] = [letters(), wrong()]
    const long = encodeURIComponent(letter.repeat(512))
    const fits = await sendAny(t, { method, url: at(long), headers: keysFor(operation) })
    t.notOk(['uri_too_long', 'invalid_url'].includes(fits.body?.key), at(letter))
    const longer = await askFor(t, operation, { path: { [name]: letter.repeat(513) } })
    t.strictSame(keyOf(longer), [414, 'uri_too_long'], `${at(letter)} and longer`)
    t.strictSame(keyOf(await sendAny(t, { method, url: at(bad) })), [400, 'invalid_url'], at(bad))
    const asked = await sendAny(t, { method, url: `${at('x')}?a=%ZZ`, headers: keysFor(operation) })
    t.strictSame(keyOf(asked), [400, 'invalid_url'], 'in the query, too')
  }
})

t.test('what a path names and does not exist is 404, and says what', async t => {
  for (const { operation, name } of inPath) {
    if (name === 'code' && makesByCode.has(operation.id)) continue
    const answer = await askFor(t, operation, { path: { [name]: 'nothing' } })
    t.strictSame(keyOf(answer), [404, 'not_found'], `${operation.id} ${name}`)
    if (answer.body.resource_id !== undefined) t.type(answer.body.resource_type, 'string')
  }
  const rows = {
    createPublication: { customer: 'nobody', voucher: 'nothing' },
    validateStackedDiscounts: { redeemables: [WELCOME], customer: { id: 'nobody' } },
    checkEligibility: { customer: { id: 'nobody' } }
  }
  for (const [id, body] of Object.entries(rows)) {
    t.strictSame(keyOf(await askFor(t, operationNamed(id), { body })), [404, 'not_found'], id)
  }
})

t.test('a cart keeps a code, gives it back and redeems it; somebody is erased', async t => {
  const code = 'CART-17'
  const gift = { type: 'GIFT_VOUCHER', gift: { amount: 1 }, redemption: { quantity: 2 } }
  const redeemables = [{ object: 'voucher', id: code }]
  const [order, session] = [{ amount: 9 }, { type: 'LOCK', key: 'cart-17' }]
  const rows: readonly (readonly [string, Asking, number])[] = [
    ['createVoucherWithCode', { path: { code }, body: gift }, 200],
    ['validateStackedDiscounts', { body: { redeemables, order, session } }, 200],
    ['releaseValidationSession', { path: { code, sessionKey: 'cart-17' } }, 204],
    ['redeemStackedDiscounts', { body: { redeemables, order } }, 200],
    ['createCustomer', { body: { source_id: 'gone' } }, 200],
    ['eraseCustomer', { path: { customerId: 'gone' } }, 200]
  ]
  for (const [id, asking, status] of rows) {
    t.equal((await askFor(t, operationNamed(id), asking)).status, status, id)
  }
})

t.test('every request that is shown, twice, and with each of its texts changed', async t => {
  for (const operation of operations) {
    const bodies = operation.requests.map(({ value }) => value)
    const sent = [
      ...bodies,
      ...bodies,
      ...bodies.flatMap(body => [...variants(body, renamed)].map(each => each.body))
    ]
    for (const body of sent) await askFor(t, operation, { body })
    await askFor(t, operation)
    for (const { name } of parametersIn(operation, 'query')) {
      // One more than one: where it is a number of things to make, it is a job.
      await askFor(t, operation, { query: { [name]: '2' } })
    }
    t.pass(operation.id)
  }
})

t.test('a name that something else has is 409', async t => {
  const club = { campaignId: 'camp_00club' }
  const rows = [
    ['updateLoyaltyProgram', club, 'Bakery Friends'],
    ['updateCampaign', { campaignId: 'camp_00gift' }, 'Bakery Friends'],
    ['updateLoyaltyTier', { ...club, loyaltyTierId: 'ltr_00silver' }, 'Gold'],
    ['updateProduct', {}, 'Paper filters'],
    ['updateCategory', { categoryId: 'cat_00seasonal' }, 'Taken']
  ] as const
  await askFor(t, operationNamed('createCategory'), { body: { name: 'Taken' } })
  for (const [id, path, name] of rows) {
    const answer = await askFor(t, operationNamed(id), { path, body: { name } })
    t.strictSame(keyOf(answer), [409, 'duplicate_found'], id)
  }
  const sku = { path: { productId: 'prod_00beans' }, body: { source_id: 'mug-blue' } }
  const other = await askFor(t, operationNamed('createSku'), sku)
  t.strictSame(keyOf(other), [409, 'duplicate_found'], 'createSku')
})

t.test('a list of names is no text that is changed: one of them is unknown', async t => {
  const body = { name: 'Guests', customers: ['ada', 'nobody'] }
  const answer = await askFor(t, operationNamed('createSegment'), { body })
  t.strictSame(keyOf(answer), [404, 'not_found'])
})

t.test('a key that is in use is 409, and for another request it is 422', async t => {
  for (const operation of operations.filter(({ method }) => method === 'POST')) {
    const twins = [1, 2].map(() => askFor(t, operation, { key: operation.id }))
    const found = (await Promise.all(twins)).map(keyOf)
    t.strictSame(found[1], [409, 'idempotency_key_in_use'], operation.id)
    for (const other of othersThanShown(operation)) {
      const answer = await askFor(t, operation, { ...other, key: operation.id })
      if (answer.status !== 422) continue
      t.equal(answer.body.key, 'idempotency_key_reused')
      break
    }
  }
})

t.test('a key pair that asks too often is 429', async t => {
  for (const operation of operations) {
    const again = () => ask(service.app, operation)
    const answer = await faults['tooOften']?.provoke(service, again, operation)
    t.strictSame(answer && keyOf(answer), [429, 'too_many_requests'], operation.id)
    produced.get(operation.id)?.add(429)
  }
})

t.test('a store that fails is 500 and says nothing of it, one that is busy is 503', async t => {
  const { read, write } = service.store
  const failing = (error: Error) => {
    // Credentials are read in no project; who may come in is still known.
    service.store.read = (id, unit) => (id === null ? read(id, unit) : Promise.reject(error))
    service.store.write = () => Promise.reject(error)
  }
  for (const operation of operations) {
    failing(new Error('the secret of the store'))
    const failed = await askFor(t, operation)
    failing(new StoreBusy('/secret/place', 5))
    const busy = await askFor(t, operation)
    Object.assign(service.store, { read, write })
    t.strictSame(keyOf(failed), [500, 'internal_error'], operation.id)
    t.strictSame(keyOf(busy), [503, 'service_unavailable'], operation.id)
    t.equal(busy.headers['retry-after'], '1')
    t.notMatch(`${failed.bytes} ${busy.bytes}`, 'secret')
  }
})

t.test('every status that an operation declares was seen', async t => {
  for (const { id, responses } of operations) {
    const missing = [...responses.keys()].filter(status => produced.get(id)?.has(status) !== true)
    t.strictSame(missing, [], `${id} declares what nothing brings about`)
  }
})
