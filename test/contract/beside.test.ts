import t from 'tap'
import { givenService, keyOf } from '../support/app.ts'
import { inTurn, isDescribed } from '../support/misuse.ts'
import { keysFor, operations, type Sent, send, strayings, urlOf } from '../support/requests.ts'

const service = await givenService(t)

async function sendAny(request: Sent) {
  const answer = await send(service.app, request)
  const { method, url } = request
  const strayed = strayings(answer, method)
  if (strayed.length > 0) t.strictSame(strayed, [], `${method} ${url}`)
  return answer
}

/** The methods of every url, names of parameters aside: documents may share one. */
const methodsOf = new Map<string, Set<string>>()
for (const { path, method } of operations) {
  const shape = path.replaceAll(/\{\w+\}/g, '{}')
  const methods = methodsOf.get(shape) ?? new Set(['OPTIONS'])
  methodsOf.set(shape, methods.add(method))
  if (method === 'GET') methods.add('HEAD')
}

t.test('HEAD is what GET is, without the body', async t => {
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    for (const headers of [keysFor(operation), {}]) {
      const asked = { url: urlOf(operation), headers }
      const got = await sendAny({ ...asked, method: 'GET' })
      const { app } = service
      const head = await app.inject({ ...asked, method: 'HEAD' })
      const { date, 'x-request-id': id } = head.headers
      const same = { ...got.headers, date, 'x-request-id': id }
      const found = [head.statusCode, head.headers, head.payload]
      t.strictSame(found, [got.status, same, ''], operation.id)
    }
  }
})

t.test('another method of a url is 405, and Allow says which there are', async t => {
  const all = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']
  const next = inTurn(all)
  for (const operation of operations) {
    const there = methodsOf.get(operation.path.replaceAll(/\{\w+\}/g, '{}')) ?? new Set()
    let method = next()
    while (there.has(method)) method = next()
    const answer = await sendAny({ method, url: urlOf(operation, {}, { surprise: '1' }) })
    const found = [answer.status, answer.headers['allow']]
    t.strictSame(found, [405, [...there].toSorted().join(', ')], `${method} ${operation.path}`)
  }
  const { body } = await sendAny({ method: 'PUT', url: '/v1/customers' })
  t.match(body, {
    details:
      'PUT is not possible here, only GET, HEAD, OPTIONS, POST; ' +
      'DELETE, GET, HEAD, OPTIONS, PUT at /v1/customers/{customerId}.'
  })
})

t.test('what no document describes is 404, whoever asks', async t => {
  let turn = 0
  for (const operation of operations) {
    const url = urlOf(operation)
    const [, first = ''] = url.split('/')
    const beside = [`${url}/`, `${url}/nothing`, `/${url}`, `/v2${url}`, `/client${url}`]
    const strange = [...beside, url.replace(first, first.toUpperCase())].filter(
      each => !isDescribed(each)
    )
    const other = strange[turn++ % strange.length] ?? ''
    for (const headers of [{}, keysFor(operation)]) {
      const found = keyOf(await sendAny({ method: operation.method, url: other, headers }))
      t.strictSame(found, [404, 'not_found'], `${operation.method} ${other}`)
    }
  }
})

t.test('what is served elsewhere, or by a setting, is 404 and says where', async t => {
  // biome-ignore format: a table
  const rows = [
    ['/metrics',             'figures are served at METRICS_ADDRESS'],
    ['/sandbox/v1/projects', 'SANDBOX=true serves projects for tests']
  ] as const
  for (const [url, where] of rows) {
    const details = `There is no GET ${url} here; ${where}.`
    t.match(await sendAny({ method: 'GET', url }), { status: 404, body: { details } })
  }
})
