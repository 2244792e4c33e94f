import t from 'tap'
import { createHandlers } from '../../src/handlers/index.ts'
import type { Document } from '../../src/http/document.ts'
import { HttpShell } from '../../src/http/shell.ts'
import { deskMethods, fixture, givenApp, shopMethods } from '../support/fixture-service.ts'
import { operations } from '../support/requests.ts'

/** A document of which anything may be broken. */
type Draft = Record<string, Record<string, Record<string, Record<string, unknown>>>>

/** Starts with the shop changed and its handlers; '' when nothing is wrong. */
function refusal(change: (draft: Draft) => void, methods: Record<string, unknown> = shopMethods) {
  const shop = fixture('shop')
  change(shop.paths as unknown as Draft)
  return started([{ name: 'shop', document: shop, handlers: [methods] }])
}

function started(mounts: { name: string; document: Document; handlers: object[] }[]) {
  try {
    givenApp({ mounts })
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

const list = (draft: Draft) => draft['/v1/exports']?.['get'] as Record<string, unknown>
const create = (draft: Draft) => draft['/v1/rewards']?.['post'] as Record<string, unknown>
const customer = (draft: Draft) => draft['/v1/customers/{customerId}']?.['get'] as never
const at = 'shop: GET /v1/exports '

t.test('documents and handlers that fit each other are no reason', async t => {
  const found = refusal(() => undefined)
  t.equal(found, '')
})

t.test('a handler for every operation, and none for anything else', async t => {
  const { listExports, ...others } = shopMethods
  t.equal(
    refusal(() => undefined, others),
    'No handler for `listExports` (shop: GET /v1/exports). Add a method of that name to the ' +
      'handlers of its tag in src/handlers.'
  )
  t.equal(
    refusal(() => undefined, { ...shopMethods, listExport: listExports }),
    'listExport is no operation of shop. Name it after an operationId, or take it out of the ' +
      'handlers.'
  )
  const more = { listExports, held: { what: () => 'not counted' } }
  const shop = { name: 'shop', document: fixture('shop') }
  t.equal(started([{ ...shop, handlers: [others, more] }]), '')
  const found = started([{ ...shop, handlers: [shopMethods, more] }])
  t.equal(found, '`listExports` is handled 2 times. Keep one of the methods.')
})

t.test('two documents share handlers, but neither operations nor urls', async t => {
  const both = [shopMethods, deskMethods]
  const mounts = (change: (desk: Draft) => void) => {
    const desk = fixture('desk')
    change(desk.paths as unknown as Draft)
    return [
      { name: 'shop', document: fixture('shop'), handlers: both },
      { name: 'desk', document: desk, handlers: both }
    ]
  }
  t.equal(started(mounts(() => undefined)), '')
  const twice = mounts(desk => {
    const item = desk['/v1/customers/{id}'] as Record<string, object>
    const { requestBody, ...read } = item['put'] as Record<string, unknown>
    t.ok(requestBody)
    item['get'] = { ...read, operationId: 'readCustomer' }
  })
  t.match(
    started(twice),
    'desk: readCustomer (GET /v1/customers/{id}) is there already, as getCustomer (GET ' +
      '/v1/customers/{customerId}) of shop. Rename one.'
  )
  const renamed = mounts(desk => {
    Object.assign(desk['/v1/customers/{id}']?.['put'] ?? {}, { operationId: 'getCustomer' })
  })
  t.match(started(renamed), 'desk: getCustomer (PUT /v1/customers/{id}) is there already')
})

// biome-ignore format: a table
const mistakes: readonly (readonly [string, (draft: Draft) => void])[] = [
  [`${at}has no operationId; its handler method bears that name.`,
    draft => delete list(draft)['operationId']],
  ['shop: /v1/exports has parameters of its own; declare them on each operation.',
    draft => Object.assign(draft['/v1/exports'] ?? {}, { parameters: [] })],
  [`${at}has no security, which would leave it open; add it, or [{}] when that is meant.`,
    draft => delete list(draft)['security']],
  [`${at}has no security, which would leave it open; add it, or [{}] when that is meant.`,
    draft => Object.assign(list(draft), { security: [] })],
  [`${at}asks for cookie; declare it under components.securitySchemes.`,
    draft => Object.assign(list(draft), { security: [{ cookie: [] }] })],
  [`${at}asks for scope exprots; declare it in the flow of oauth.`,
    draft => Object.assign(list(draft), { security: [{ oauth: ['exprots'] }] })],
  ['shop: listExports asks for appId, which src/http/credentials.ts cannot check; it knows appId ' +
    'appToken; oauth; managementId managementToken; basic; sandboxKey.',
    draft => Object.assign(list(draft), { security: [{ appId: [] }] })],
  ['shop: listExports can be called without credentials. Name it in openOperations of ' +
    'src/http/types.ts, so that its handler is told that nobody may be calling.',
    draft => Object.assign(list(draft), { security: [{}] })],
  [`${at}has no schema for response 404; add one under application/json.`,
    draft => Object.assign(list(draft)['responses'] as object, { 404: { description: 'x' } })],
  [`${at}declares response 4XX; write each status by itself.`,
    draft => Object.assign(list(draft)['responses'] as object,
      { '4XX': { $ref: '#/components/responses/Error' } })],
  [`${at}declares no response; add the statuses it answers.`,
    draft => Object.assign(list(draft), { responses: {} })],
  [`${at}gives response 204 a body, which it cannot have; remove its content.`,
    draft => Object.assign(list(draft)['responses'] as object,
      { 204: { $ref: '#/components/responses/Error' } })],
  [`${at}has parameter session in cookie; only path, query and header are read.`,
    draft => Object.assign(list(draft), { parameters: [
      { name: 'session', in: 'cookie', schema: { type: 'string' } }] })],
  [`${at}gives parameter ids a style; only the default ones are read.`,
    draft => Object.assign(list(draft), { parameters: [
      { name: 'ids', in: 'query', explode: false, schema: { type: 'array' } }] })],
  [`${at}gives parameter limit no schema; add one.`,
    draft => Object.assign(list(draft), { parameters: [{ name: 'limit', in: 'query' }] })],
  [`${at}refers to #/components/x/Y, which is not in the document; bundle it, or mend ` +
    'the reference.',
    draft => Object.assign(list(draft), { parameters: [{ $ref: '#/components/x/Y' }] })],
  ['shop: GET /v1/customers/{customerId} does not declare {customerId}; add it to its parameters ' +
    'with in: path.',
    draft => Object.assign(customer(draft), { parameters: [] })],
  ['shop: GET /v1/customers/{customerId} declares path parameter id, which no path holds.',
    draft => (customer(draft)['parameters'] as object[]).push(
      { name: 'id', in: 'path', required: true, schema: {} })],
  ['shop: POST /v1/rewards takes text/csv; only application/json, ' +
    'application/x-www-form-urlencoded, multipart/form-data is read.',
    draft => Object.assign((create(draft)['requestBody'] as Draft)['content'] ?? {},
      { 'text/csv': { schema: {} } })],
  ['shop: POST /v1/rewards takes application/json without a schema; add one, or anything would ' +
    'pass.',
    draft => Object.assign(create(draft)['requestBody'] as object,
      { content: { 'application/json': {} } })],
  ['shop: POST /v1/rewards has a requestBody without content; add a media type.',
    draft => Object.assign(create(draft)['requestBody'] as object, { content: {} })]
]

t.test('a document that would not come true is refused with what to write', async t => {
  for (const [sentence, change] of mistakes) {
    t.ok(refusal(change).split('\n').includes(sentence), `${sentence}\n${refusal(change)}`)
  }
})

t.test('a path nobody can match, and a method nobody can call, are refused', async t => {
  const unmatched = refusal(draft => {
    draft['/v1/exports/{export-id}'] = { head: list(draft) as never }
  }).split('\n')
  t.match(unmatched, [
    'shop: HEAD /v1/exports/{export-id} describes HEAD, which is not served; remove it.',
    'shop: HEAD /v1/exports/{export-id} names {export-id}; use letters, digits and _ only.'
  ])
})

t.test('a scheme must be sent where the credentials are looked for', async t => {
  const shop = fixture('shop')
  Object.assign(shop.components?.securitySchemes ?? {}, {
    appId: { type: 'apiKey', in: 'query', name: 'X-App-Id' }
  })
  t.match(
    started([{ name: 'shop', document: shop, handlers: [shopMethods] }]),
    'shop: listExports asks for appId; declare it with type: apiKey, in: header, name: X-App-Id.'
  )
  const digest = fixture('shop')
  Object.assign(digest.components?.securitySchemes ?? {}, {
    basic: { type: 'http', scheme: 'digest' }
  })
  Object.assign(list(digest.paths as unknown as Draft), { security: [{ basic: [] }] })
  const found = started([{ name: 'shop', document: digest, handlers: [shopMethods] }])
  t.equal(found, 'shop: listExports asks for basic; declare it with type: http, scheme: basic.')
})

t.test('all mistakes of documents are told at once, then all of handlers', async t => {
  const { listExports, ...others } = shopMethods
  const methods = { ...others, listExport: listExports }
  const documents = refusal(draft => {
    delete create(draft)['security']
    delete list(draft)['security']
  }, methods)
  t.match(documents.split('\n'), [
    /^shop: GET .v1.exports has no/,
    /^shop: POST .v1.rewards has no/
  ])
  const classes = refusal(() => undefined, methods)
  t.match(classes.split('\n'), [/^listExport is no/, /^No handler for `listExports`/])
})

t.test('every operation has exactly one handler, and every handler is of an operation', async t => {
  const handlers = createHandlers(
    new HttpShell(null as never, { publicUrl: '', customerPageDays: 30 })
  )
  const handled = handlers.flatMap(handler => Object.keys(handler))
  t.strictSame(handled.toSorted(), operations.map(({ id }) => id).toSorted())
})
