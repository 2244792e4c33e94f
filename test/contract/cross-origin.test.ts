import t from 'tap'
import { type Document, flat } from '../../src/http/document.ts'
import { readDocument } from '../../src/main/app.ts'
import { checked } from '../support/contract.ts'
import { fixture, givenApp, keys, send } from '../support/fixture-service.ts'

const documents = { shop: fixture('shop'), desk: fixture('desk') }
const till = 'https://till.example.com'
const corsOrigins = ['http://localhost:5173', till]

/** The headers of an answer that speak to browsers, without their common beginning. */
function toBrowsers({ headers }: { readonly headers: object }) {
  const told = Object.entries(headers).filter(([name]) => /^(access-control-|vary$)/.test(name))
  return Object.fromEntries(
    told.map(([name, value]) => [name.replace('access-control-', ''), value])
  )
}

const readable =
  'Allow, Content-Disposition, ETag, Idempotent-Replayed, Location, Preference-Applied, ' +
  'Retry-After, WWW-Authenticate, X-Rate-Limit-Limit, X-Rate-Limit-Remaining, ' +
  'X-Rate-Limit-Retry, X-Request-Id, X-Sandbox-Fault'
const admitted = { vary: 'Origin', 'allow-origin': till, 'expose-headers': readable }
const anybody = { 'allow-origin': '*' }

// biome-ignore format: a table
const answers = [
  // request                   headers               with origins named         with none
  ['GET /v1/exports',          keys,                 admitted,                  {}],
  ['GET /v1/exports',          {},                   admitted,                  {}],
  ['GET /nowhere',             keys,                 admitted,                  {}],
  ['PUT /v1/exports',          keys,                 admitted,                  {}],
  ['GET /health/live',         {},                   admitted,                  {}],
  ['GET /openapi.json',        {},                   { ...admitted, ...anybody }, anybody],
  ['GET /openapi-3.0.json',    {},                   { ...admitted, ...anybody }, anybody]
] as const

t.test('a page of a named origin reads every answer, any page the documents', async t => {
  const named = checked(t, givenApp({ corsOrigins }), documents)
  const none = checked(t, givenApp(), documents)
  for (const [request, headers, withNamed, withNone] of answers) {
    const sent = { ...headers, origin: till }
    t.strictSame(toBrowsers(await send(named, request, sent)), withNamed, request)
    t.strictSame(toBrowsers(await send(none, request, sent)), withNone, `${request}, none named`)
  }
  for (const origin of ['https://till.example.com:444', 'http://till.example.com', 'null']) {
    const answer = await send(named, 'GET /v1/exports', { ...keys, origin })
    t.strictSame([answer.statusCode, toBrowsers(answer)], [200, { vary: 'Origin' }], origin)
  }
})

const asked = {
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'content-type, x-app-id'
}
const told = (methods: string) => ({
  'allow-methods': methods,
  'allow-headers': 'content-type, x-app-id',
  'max-age': '600'
})

// biome-ignore format: a table
const options = [
  // url                      Allow
  ['/v1/customers/c',         'GET, HEAD, OPTIONS, PUT'],
  ['/v1/rewards',             'OPTIONS, POST'],
  ['/health/ready',           'GET, HEAD, OPTIONS'],
  ['/docs/static/any.js',     'GET, HEAD, OPTIONS'],
  ['/nowhere',                'DELETE, GET, HEAD, OPTIONS, POST, PUT']
] as const

/** What scripts may always read: the safelist of the Fetch standard. */
const ALWAYS = 'Cache-Control Content-Language Content-Length Content-Type Expires Pragma'

t.test('what a document says of the headers of an answer can be read by a page', async t => {
  const names = (['service', 'provisioning', 'sandbox'] as const).flatMap(name =>
    headersIn(readDocument(name))
  )
  const told = [...readable.split(', '), ...ALWAYS.split(' ')]
  t.ok(names.includes('Idempotent-Replayed'))
  const found = [...new Set(names)].filter(name => !told.includes(name))
  t.strictSame(found, [])
})

/** The headers of all answers of a document, as it writes them. */
function headersIn(document: Document): readonly string[] {
  const items = Object.values(document.paths).flatMap(item => Object.values(item ?? {}))
  return items.flatMap(operation =>
    Object.values((operation as { responses: object }).responses).flatMap(response =>
      Object.keys((flat(document, response)['headers'] ?? {}) as object)
    )
  )
}

t.test('a browser that asks first is answered on every url, without credentials', async t => {
  const app = checked(t, givenApp({ corsOrigins }), documents)
  for (const [url, allow] of options) {
    const answer = await send(app, `OPTIONS ${url}`, { origin: till, ...asked })
    const found = [answer.statusCode, answer.headers['allow'], answer.body, toBrowsers(answer)]
    t.strictSame(found, [204, allow, '', { ...admitted, ...told(allow) }], url)
    const strange = await send(app, `OPTIONS ${url}`, { origin: 'https://other.example', ...asked })
    t.strictSame([strange.statusCode, toBrowsers(strange)], [204, { vary: 'Origin' }])
  }
  const none = checked(t, givenApp(), documents)
  const document = await send(none, 'OPTIONS /openapi.yaml', { origin: 'null', ...asked })
  t.strictSame(toBrowsers(document), { ...anybody, ...told('GET, HEAD, OPTIONS') })
})

t.test('OPTIONS that no browser sends says the methods, and 404 where there is no url', async t => {
  const app = checked(t, givenApp(), documents)
  const plain = await send(app, 'OPTIONS /v1/exports', { 'content-type': 'text/plain' }, 'x')
  const found = [plain.statusCode, plain.headers['allow'], plain.body, toBrowsers(plain)]
  t.strictSame(found, [204, 'GET, HEAD, OPTIONS', '', {}])
  t.ok(plain.headers['x-request-id'])
  const nowhere = await send(app, 'OPTIONS /nowhere', {})
  t.strictSame([nowhere.statusCode, nowhere.json().key], [404, 'not_found'])
})
