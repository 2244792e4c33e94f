import t from 'tap'
import { operationsOf } from '../../src/http/document.ts'
import { RequestChecks } from '../../src/http/validation.ts'
import { readDocument } from '../../src/main/app.ts'
import { Answers, checked } from '../support/contract.ts'
import { fixture, givenApp, keys, send } from '../support/fixture-service.ts'

const documents = { shop: fixture('shop'), desk: fixture('desk') }
const json = { ...keys, 'content-type': 'application/json' }
const form = { ...keys, 'content-type': 'application/x-www-form-urlencoded' }

// biome-ignore format: a table
const queries = [
  ['limit=0',            'limit must be at least 1, got 0'],
  ['limit=101',          'limit must be at most 100, got 101'],
  ['limit=1.5',          'limit must be integer, got 1.5'],
  ['limit=',             'limit must be integer, got ""'],
  ['limit=0x10',         'limit must be integer, got "0x10"'],
  ['limit=1e1',          'limit must be integer, got "1e1"'],
  ['limit=%2010',        'limit must be integer, got " 10"'],
  ['limit=010',          'limit must be integer, got "010"'],
  ['limit=1&limit=1',    'limit is given more than once; send it once'],
  ['order=x',            'order must be one of "created_at", "-created_at", got "x"'],
  ['order=a&order=a',    'order is given more than once; send it once'],
  ['archived=1',         'archived must be boolean, got "1"'],
  ['ids=1&ids=b',        'ids[1] must be integer, got "b"'],
  ['ids=1&ids=2&ids=3',  'ids must have at most 2 items, got 3'],
  ['pge=2',              'pge is not known here; known are limit, page, order, ids, archived']
] as const

t.test('a query is refused by the name of its parameter', async t => {
  const app = checked(t, givenApp(), documents)
  for (const [query, details] of queries) {
    const answer = await send(app, `GET /v1/exports?${query}`)
    const found = [answer.statusCode, answer.json().key, answer.json().details]
    t.same(found, [400, 'invalid_query_params', `Query parameter ${details}.`])
  }
  const none = await send(app, 'GET /v1/customers/c?a=b')
  t.equal(none.json().details, 'Query parameter a is not known here; leave it out.')
  const polluting = await send(app, 'GET /v1/exports?__proto__=2')
  t.equal(polluting.json().details, 'The query has a property __proto__, which is not accepted.')
})

const date = 'must be a date and time with offset, such as 2026-01-31T12:00:00.000Z'
const known = 'name, stock, active, start_date, expiration_date, loyalty, ratio, items, metadata'
const second = [{ product_id: 'a' }, { product_id: 'b', quantity: 'two' }]

// biome-ignore format: a table
const loyalties = [
  [3,                                ' must be object, got 3'],
  [{},                               '.type is required: one of "FIXED", "PROPORTIONAL"'],
  [{ type: 'X' },                    '.type must be one of "FIXED", "PROPORTIONAL", got "X"'],
  [{ type: 'FIXED' },                '.points is required'],
  [{ type: 'FIXED', points: 0 },     '.points must be at least 1, got 0'],
  [{ type: 'FIXED', points: 'ten' }, '.points must match ^\\d+$, got "ten"'],
  [{ type: 'FIXED', points: true },  '.points must be integer or string, got true'],
  [{ type: 'PROPORTIONAL' },         '.every is required'],
  [{ type: 'PROPORTIONAL', x: 1 },   '.every is required'],
  [{ type: 'PROPORTIONAL', every: 1, x: 1 }, '.x is not known here; known are type, every']
].map(([loyalty, details]) => [{ name: 'M', loyalty }, `Property .loyalty${details}`] as const)

// biome-ignore format: a table
const bodies = [
  [[],                             'Payload must be object, got an array'],
  ['text',                         'Payload must be object, got "text"'],
  [null,                           'Payload must be object, got null'],
  [{},                             'Property .name is required'],
  [{ name: 'M', 'a b': 1 },        `Property ["a b"] is not known here; known are ${known}`],
  [{ name: '' },                   'Property .name must have at least 1 character, got ""'],
  [{ name: 5 },                    'Property .name must be string, got 5'],
  [{ name: 'x'.repeat(60) },       'Property .name must have at most 20 characters, got 60'],
  [{ name: 'M', items: 'x'.repeat(60) }, /must be array, got "x{56}….$/],
  [{ name: 'M', stock: '1' },      'Property .stock must be integer or null, got "1"'],
  [{ name: 'M', active: 'true' },  'Property .active must be boolean, got "true"'],
  [{ name: 'M', start_date: '2026-02-30T00:00:00Z' },
    `Property .start_date ${date}, got "2026-02-30T00:00:00Z"`],
  [{ name: 'M', start_date: '2026-12-31T23:59:60Z' },
    `Property .start_date ${date}, got "2026-12-31T23:59:60Z"`],
  [{ name: 'M', expiration_date: '2026-01-01T00:00:00Z' },
    'Property .start_date is required beside .expiration_date'],
  [{ name: 'M', items: second },   'Property .items[1].quantity must be integer, got "two"'],
  [{ name: 'M', items: [{}] },     'Property .items[0].product_id is required'],
  [{ name: 'M', items: [1, 2, 3, 4] },
    'Property .items must have at most 3 items, got 4'],
  [{ name: 'M', ratio: true },     'Property .ratio must be integer or string, got true'],
  ...loyalties
] as const

t.test('a body is refused by the path of the property', async t => {
  const app = checked(t, givenApp(), documents)
  for (const [body, details] of bodies) {
    const answer = await send(app, 'POST /v1/rewards', json, JSON.stringify(body))
    const { key, details: got } = answer.json()
    t.same([answer.statusCode, key], [400, 'invalid_payload'])
    t.match(got, typeof details === 'string' ? `${details}.` : details)
  }
})

t.test('what is nearly refused is taken', async t => {
  const app = checked(t, givenApp(), documents)
  for (const body of [
    { name: 'M', loyalty: { type: 'FIXED', points: 1 } },
    { name: 'M', loyalty: { type: 'FIXED', points: '10' } },
    { name: 'M', ratio: '1' },
    { name: 'M', metadata: { anything: [{ at: 'all' }], constructor: 'Bauhaus' } },
    { name: 'M', start_date: '2026-01-31t12:00:00+02:00' }
  ]) {
    const answer = await send(app, 'POST /v1/rewards', json, JSON.stringify(body))
    t.same(answer.json().body, { ...body, active: true })
  }
  const nested = [{ code: 'A', parent: { name: 'B', child: { name: 'C', child: {} } } }]
  const imported = await send(app, 'POST /v1/vouchers/import', json, JSON.stringify(nested))
  t.same(imported.json().body, nested, 'a schema that refers to itself')
})

const granted = 'grant_type=client_credentials'

// biome-ignore format: a table
const forms = [
  ['scope=a',                  'missing_parameters', 'grant_type is required'],
  [granted,                    'missing_parameters', 'scope is required'],
  [`${granted}&scope=`,        'missing_parameters', 'scope is required'],
  ['grant_type=hi&scope=a',    'invalid_grant_type', 'grant_type must be "client_credentials"'],
  [`${granted}&scope=a&scope=b`, 'invalid_scope',    'scope is given more than once; send it once'],
  [`${granted}&scope=a&x=1`,   'invalid_payload',    /^Parameter x is not known here; known are/],
  [`${granted}&scope=a&constructor=1`, 'invalid_payload', /^Parameter constructor is not known/],
  [`${granted}&scope=a&__proto__=1`,   'invalid_payload', /^Payload has a property __proto__/]
] as const

t.test('a form is refused with the keys of OAuth, and never quoted', async t => {
  const app = checked(t, givenApp(), documents)
  for (const [body, key, details] of forms) {
    const answer = (await send(app, 'POST /v1/oauth/token', form, body)).json()
    t.equal(answer.key, key)
    t.match(answer.details, typeof details === 'string' ? `Parameter ${details}.` : details)
  }
})

t.test('paths and headers are refused by name, in whatever case the document has it', async t => {
  const app = checked(t, givenApp(), documents)
  const sku = (await send(app, 'GET /v1/skus/x', { authorization: 'Bearer t-skus' })).json()
  t.same([sku.key, sku.details], ['invalid_url', 'Path parameter skuId must match ^sku_, got "x".'])
  const keyed = { ...json, 'Idempotency-Key': '123456789' }
  const header = (await send(app, 'POST /v1/rewards', keyed, '{"name":"Mug"}')).json()
  const found = [header.key, header.details]
  t.same(found, ['invalid_headers', 'Header idempotency-key must have at most 8 characters.'])
})

t.test('a schema that would not do what it says breaks the tests, though not the start', t => {
  const compile = (change: (schemas: Record<string, Record<string, unknown>>) => void) => {
    const shop = fixture('shop')
    change(shop.components?.['schemas'] as Record<string, Record<string, unknown>>)
    const validation = new RequestChecks({ shop })
    return () => validation.compileAll(operationsOf('shop', shop))
  }
  t.doesNotThrow(compile(() => undefined))
  t.throws(
    compile(({ Item }) => Object.assign(Item ?? {}, { requird: [] })),
    /requird/
  )
  t.throws(
    compile(({ Item }) => Object.assign(Item ?? {}, { default: {} })),
    /default is ignored/
  )
  t.throws(
    compile(({ Limit }) => Object.assign(Limit ?? {}, { format: 'roman' })),
    /roman/
  )
  t.throws(
    compile(({ Item }) => Object.assign(Item ?? {}, { required: ['code', 'code'] })),
    /schema is invalid: data\/required must NOT have duplicate items/
  )
  t.throws(
    compile(({ Limit }) => Object.assign(Limit ?? {}, { minLength: -1 })),
    /schema is invalid: data\/minLength must be >= 0/
  )
  t.doesNotThrow(() => new Answers(documents).compileAll())
  t.end()
})

t.test('every request schema of our documents does what it says', async t => {
  for (const name of ['service', 'provisioning', 'sandbox'] as const) {
    const document = readDocument(name)
    const validation = new RequestChecks({ [name]: document })
    t.doesNotThrow(() => validation.compileAll(operationsOf(name, document)), name)
  }
})
