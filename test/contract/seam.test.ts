/**
 * The gates between a request and its handler, in their order, over two small documents: each row
 * is refused by one gate although everything behind it would be wrong as well.
 */
import t from 'tap'
import { limits } from '../../src/http/limits.ts'
import { checked } from '../support/contract.ts'
import { fixture, givenApp, keys, send } from '../support/fixture-service.ts'

const documents = { shop: fixture('shop'), desk: fixture('desk') }
const FORM = 'application/x-www-form-urlencoded'
const none = {}

const json = { ...keys, 'content-type': 'application/json' }
const form = { ...keys, 'content-type': FORM }
const text = { ...keys, 'content-type': 'text/plain' }
const wrong = { 'x-app-id': 'own', 'x-app-token': 'wrong' }
const narrow = { authorization: 'bearer t-exports' }
const skus = { authorization: 'bearer t-skus' }
const badKey = { ...json, 'idempotency-key': 'a b' }
const long = `GET /v1/customers/${'x'.repeat(513)}?a`

// Each row passes the gates of the rows above it, and would fail those below.
// biome-ignore format: a table
const refusals = [
  // request                      headers  body        status  key
  ['POST /nowhere/%ZZ',           none,    '{',        400,    'invalid_url'],
  [long,                          none,    undefined,  414,    'uri_too_long'],
  ['POST /nowhere?a=%ZZ',         none,    '{',        404,    'not_found'],
  ['POST /v1/rewards/',           none,    '{',        404,    'not_found'],
  ['POST /V1/rewards',            none,    '{',        404,    'not_found'],
  ['PROPFIND /v1/rewards',        none,    '{',        404,    'not_found'],
  ['DELETE /v1/rewards?a=%ZZ',    none,    '{',        405,    'method_not_allowed'],
  ['POST /v1/rewards?a=%ZZ',      none,    '{',        400,    'invalid_url'],
  ['POST /v1/rewards?a=b',        none,    '{',        401,    'unauthorized'],
  ['POST /v1/rewards?a=b',        wrong,   '{',        401,    'unauthorized'],
  ['POST /v1/rewards?a=b',        narrow,  '{',        403,    'missing_required_permission'],
  ['POST /v1/rewards?a=b',        keys,    '{',        415,    'unsupported_media_type'],
  ['POST /v1/rewards?a=b',        text,    '{',        415,    'unsupported_media_type'],
  ['POST /v1/rewards?a=b',        form,    'name=Mug', 415,    'unsupported_media_type'],
  ['POST /v1/oauth/token?a=b',    json,    '{',        415,    'unsupported_media_type'],
  ['POST /v1/rewards?a=b',        json,    undefined,  400,    'invalid_payload'],
  ['POST /v1/rewards?a=b',        json,    '',         400,    'invalid_payload'],
  ['POST /v1/oauth/token?a=b',    form,    '',         400,    'missing_parameters'],
  ['POST /v1/rewards?a=b',        json,    '{',        400,    'invalid_payload'],
  ['GET /v1/skus/x?a=b',          skus,    undefined,  400,    'invalid_url'],
  ['POST /v1/rewards?a=b',        badKey,  '[]',       400,    'invalid_headers'],
  ['POST /v1/rewards?a=b',        json,    '[]',       400,    'invalid_query_params'],
  ['POST /v1/rewards',            json,    '[]',       400,    'invalid_payload']
] as const

t.test('a request is refused by the first gate it does not pass', async t => {
  const app = checked(t, givenApp(), documents)
  for (const [request, headers, body, status, key] of refusals) {
    const answer = await send(app, request, headers, body)
    const { code, key: got, request_id } = answer.json()
    t.same([answer.statusCode, code, got], [status, status, key], `${request.slice(0, 60)} ${key}`)
    t.equal(answer.headers['x-request-id'], request_id)
    t.notOk('statusCode' in answer.json(), 'no shape but ours')
  }
})

t.test('what passes every gate reaches its handler, numbers and defaults in place', async t => {
  const app = checked(t, givenApp(), documents)
  const given = async (request: string, headers?: Record<string, string>, body?: string) => {
    const { params, query, body: got } = (await send(app, request, headers, body)).json()
    return { ...(params && { params }), ...(query && { query }), ...(got && { body: got }) }
  }
  t.same(await given('GET /v1/exports?limit=100&ids=3&archived=false'), {
    params: {},
    query: { limit: 100, ids: [3], archived: false, page: 1 }
  })
  t.same(await given('GET /v1/exports?ids=3&ids=4&order=-created_at'), {
    params: {},
    query: { ids: [3, 4], order: '-created_at', page: 1 }
  })
  t.same(await given('POST /v1/rewards', json, '{"name":"Mug","stock":null}'), {
    params: {},
    query: {},
    body: { name: 'Mug', stock: null, active: true }
  })
  t.same(await given('POST /v1/oauth/token', form, 'grant_type=client_credentials&scope=a+b%20c'), {
    params: {},
    query: {},
    body: { grant_type: 'client_credentials', scope: 'a b c' }
  })
  t.same(await given('GET /v1/vouchers/50%25%20off%2Fall%3F'), {
    params: { code: '50% off/all?' },
    query: {}
  })
  const found = (await send(app, `GET /v1/vouchers/${'%C3%A9'.repeat(512)}`)).statusCode
  t.equal(found, 200, 'decoded length counts')
})

t.test('an empty body is no body, whatever its headers say', async t => {
  const app = checked(t, givenApp(), documents)
  const add = 'POST /v1/campaigns/c/vouchers?vouchers_count=2'
  const expected = {
    operation: 'addVouchers',
    params: { campaignId: 'c' },
    query: { vouchers_count: 2 }
  }
  t.same((await send(app, add, keys)).json(), expected, 'no content type')
  t.same((await send(app, add, json)).json(), expected, 'a content type and nothing else')
  t.same((await send(app, add, { ...json, 'content-length': '0' })).json(), expected, 'no bytes')
  const found = (await send(app, add, { ...json, 'transfer-encoding': 'chunked' })).json()
  t.same(found, expected, 'no chunk')
  const told = (await send(app, add, { ...keys, 'content-type': 'text/plain' })).json()
  t.same(told, expected, 'any type')
  t.same((await send(app, 'GET /v1/exports', json)).statusCode, 200, 'on a GET')
  const seen = (await send(app, 'GET /v1/exports', { ...keys, 'content-type': 'no type' }))
    .statusCode
  t.equal(seen, 200)
})

t.test('an operation without a body takes none but an empty object', async t => {
  const app = checked(t, givenApp(), documents)
  const enable = 'POST /v1/vouchers/x/enable'
  t.same((await send(app, enable, json, '{}')).json(), {
    operation: 'enableVoucher',
    params: { code: 'x' },
    query: {}
  })
  t.equal((await send(app, enable, json)).statusCode, 200)
  t.equal((await send(app, enable, json, '{"a":1}')).json().key, 'invalid_payload')
  t.equal((await send(app, enable, form, 'a=1')).json().key, 'unsupported_media_type')
  const gone = await send(app, 'DELETE /v1/vouchers/x', json)
  t.same([gone.statusCode, gone.body, gone.headers['content-type']], [204, '', undefined])
})

t.test('the content type is read as HTTP has it', async t => {
  const app = checked(t, givenApp(), documents)
  const rows = [
    [200, 'application/json', 'Application/JSON', 'application/json; charset=utf-8'],
    [415, 'application/vnd.api+json', 'application/jsonx', 'json', '*/*']
  ] as const
  for (const [status, ...types] of rows) {
    for (const type of types) {
      const headers = { ...keys, 'content-type': type }
      const { statusCode } = await send(app, 'POST /v1/rewards', headers, '{"name":"Mug"}')
      t.equal(statusCode, status, type)
    }
  }
})

t.test('a body that cannot be read is refused, and says why', async t => {
  const app = checked(t, givenApp(), documents)
  const nested = `{"metadata":${'['.repeat(32)}${']'.repeat(32)}}`
  // biome-ignore format: a table
  const rows = [
    ['{"name":',                                     / as JSON: .*end of JSON input\.$/],
    [Buffer.from('{"name":"\xff"}', 'latin1'),       / as JSON: it is not encoded as UTF-8\.$/],
    ['{"name":"Mug","__proto__":{}}',                /^Payload has a property __proto__, which/],
    ['{"metadata":{"constructor":{"prototype":1}}}', /^Property \.metadata has a property constr/],
    ['{"metadata":{"a":["b\\u0000"]}}',              /^Property \.metadata\.a\[0\] holds .*0000/],
    ['{"metadata":{"\\u0000":1}}',                   /^Property \.metadata has .* name .*0000/],
    ['{"name":"\\ud800"}',                           /^Property \.name holds half of a surrogate/],
    ['{"metadata":{"a":1e999}}',                     /^Property \.metadata\.a is too large to be/],
    [nested,                                         /^The body is nested more than 32 levels deep/]
  ] as const
  for (const [body, details] of rows) {
    const answer = await send(app, 'POST /v1/rewards', json, body)
    t.same([answer.statusCode, answer.json().key], [400, 'invalid_payload'])
    t.match(answer.json().details, details)
  }
  const deep = `{"name":"Mug","metadata":{"a":${'['.repeat(30)}${']'.repeat(30)}}}`
  const found = (await send(app, 'POST /v1/rewards', json, deep)).statusCode
  t.equal(found, 200, 'as deep as is allowed')
  const brackets = '['.repeat(50)
  const quoted = `{"name":"M","metadata":{"\\"${brackets}":"${brackets}"}}`
  t.equal((await send(app, 'POST /v1/rewards', json, quoted)).statusCode, 200, 'text is no depth')
  const emoji = '{"name":"\\ud83d\\ude00"}'
  t.equal((await send(app, 'POST /v1/rewards', json, emoji)).json().body.name, '😀', 'a whole pair')
})

t.test('JSON of too many values, and forms of too many parts, are not parsed', async t => {
  const app = checked(t, givenApp(), documents)
  const { bodyValues, listValues, objectNames } = limits
  const many = (count: number, text: (at: number) => string) =>
    Array.from({ length: count }, (_, at) => text(at)).join(',')
  const names = (count: number) => many(count, at => `"${at}":1`)
  // Each is broken at its end, so that what is parsed is told by what is wrong with it.
  // biome-ignore format: a table
  const rows = [
    [`{${names(objectNames + 1)}`,                          `more than ${objectNames} names`],
    [`{"name":[{${names(objectNames + 1)}`,                 `more than ${objectNames} names`],
    [`{${names(objectNames)}`,                              'cannot be read as JSON'],
    [`{"a":[${many(bodyValues, () => '1')}`,                `more than ${bodyValues} values`],
    [`{"a":[${many(bodyValues / 2, () => '[]')}`,           `more than ${bodyValues} values`],
    [`{"a":[${many(bodyValues - 2, () => '1')}`,            'cannot be read as JSON'],
    [` [${many(listValues + 1, () => '1')}`,                `more than ${listValues} values`],
    [`[${many(listValues / 2 + 1, () => '{"a":1}')}`,       `more than ${listValues} values`],
    [` [${many(bodyValues + 1, () => '1')}`,                'cannot be read as JSON'],
    [`{"a":"${',[{'.repeat(listValues)}\\"${','.repeat(9)}"`, 'cannot be read as JSON']
  ] as const
  for (const [body, details] of rows) {
    const answer = await send(app, 'POST /v1/rewards', json, body)
    t.equal(answer.json().key, 'invalid_payload')
    t.match(answer.json().details, details, body.slice(0, 20))
  }
})

t.test('a body of 10 MiB is read, one byte more is 413', async t => {
  const app = checked(t, givenApp(), documents)
  const sized = (bytes: number) => `{"name":"Mug"}${' '.repeat(bytes - 14)}`
  t.equal((await send(app, 'POST /v1/rewards', json, sized(10_485_760))).statusCode, 200)
  const tooLarge = await send(app, 'POST /v1/rewards', json, sized(10_485_761))
  t.same([tooLarge.statusCode, tooLarge.json().key], [413, 'payload_too_large'])
  t.match(tooLarge.json().details, '10485760')
})

t.test('U+0000 is refused in paths, queries and forms too', async t => {
  const app = checked(t, givenApp(), documents)
  const keyOf = async (request: string, headers?: Record<string, string>, body?: string) =>
    (await send(app, request, headers, body)).json().key
  t.equal(await keyOf('GET /v1/vouchers/a%00b'), 'invalid_url')
  t.equal(await keyOf('GET /v1/exports?order=%00'), 'invalid_query_params')
  t.equal(await keyOf('GET /v1/exports?%00=1'), 'invalid_query_params')
  const found = await keyOf('POST /v1/oauth/token', form, 'grant_type=client_credentials&scope=%00')
  t.equal(found, 'invalid_payload')
  t.equal(await keyOf('POST /v1/oauth/token', form, 'scope=%ZZ'), 'invalid_payload')
})

t.test('every other method of a url is 405 and names the ones there are', async t => {
  const app = checked(t, givenApp(), documents)
  // biome-ignore format: a table
  const rows = [
    ['DELETE /v1/exports',               'GET, HEAD, OPTIONS'],
    ['TRACE /v1/exports',                'GET, HEAD, OPTIONS'],
    ['POST /v1/customers/c',             'GET, HEAD, OPTIONS, PUT'],
    ['PATCH /v1/vouchers/c',             'DELETE, GET, HEAD, OPTIONS'],
    ['DELETE /v1/vouchers/import',       'OPTIONS, POST'],
    ['POST /health/live',                'GET, HEAD, OPTIONS'],
    ['PUT /openapi.json',                'GET, HEAD, OPTIONS'],
    ['POST /docs/static/swagger-ui.css', 'GET, HEAD, OPTIONS']
  ] as const
  for (const [request, allow] of rows) {
    const answer = await send(app, request, text)
    t.same([answer.statusCode, answer.headers.allow], [405, allow], request)
  }
  t.equal((await send(app, 'GET /v1/customers/c')).statusCode, 200, 'one document')
  t.equal((await send(app, 'PUT /v1/customers/c', json, '{}')).statusCode, 200, 'the other')
})

t.test('where a fixed part and a parameter compete, the fixed part wins', async t => {
  const app = checked(t, givenApp(), documents)
  const operationOf = async (request: string) => (await send(app, request)).json().operation
  const found = await operationOf('GET /v1/loyalties/members/m/pending-points')
  t.equal(found, 'listMemberPendingPoints')
  const told = await operationOf('GET /v1/loyalties/c/members/m/pending-points')
  t.equal(told, 'listProgramMemberPendingPoints')
  const seen = await operationOf('GET /v1/loyalties/members/members/m/pending-points')
  t.equal(seen, 'listProgramMemberPendingPoints')
  t.equal(await operationOf('GET /v1/loyalties/c/x/report/pending-points'), 'getProgramReport')
  t.equal(await operationOf('GET /v1/vouchers/importer'), 'getVoucher')
})
