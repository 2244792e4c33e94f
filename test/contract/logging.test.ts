/**
 * What is told to whom: callers get a request id, the log gets the cause, neither gets a secret.
 */
import t from 'tap'
import { checked } from '../support/contract.ts'
import { fixture, givenApp, handlers, keys, send, shopMethods } from '../support/fixture-service.ts'

/** Lines of a log, as they are written. */
function givenLog() {
  const lines: string[] = []
  return {
    lines,
    log: { level: 'trace', stream: { write: (line: string) => void lines.push(line) } }
  }
}

t.test('what goes wrong on our side reveals nothing and is logged with its cause', async t => {
  const { lines, log } = givenLog()
  const methods = {
    ...shopMethods,
    listExports: async () => {
      throw new Error('the secret of the house')
    }
  }
  const shop = { name: 'shop', document: fixture('shop'), handlers: [handlers(methods)] }
  const app = checked(t, givenApp({ mounts: [shop], log }), { shop: fixture('shop') })
  const sent = { ...keys, 'x-request-id': 'not ours' }
  t.same((await send(app, 'GET /v1/exports?limit=3', sent)).json(), {
    code: 500,
    key: 'internal_error',
    message: 'Internal server error',
    details: 'Something went wrong on our side. Quote the request_id when you report it.',
    request_id: 'v-1'
  })
  const [error, line] = lines.map(each => JSON.parse(each))
  t.match(error, {
    level: 50,
    requestId: 'v-1',
    operationId: 'listExports',
    err: { message: 'the secret of the house', stack: /logging\.test/ }
  })
  t.same(
    { ...line, time: 0, pid: 0, hostname: '', ms: 0 },
    {
      level: 30,
      time: 0,
      pid: 0,
      hostname: '',
      requestId: 'v-1',
      method: 'GET',
      route: '/v1/exports',
      operationId: 'listExports',
      status: 500,
      ms: 0,
      msg: 'request'
    }
  )
})

t.test('an error that says when to try again is a 503 that says so', async t => {
  const methods = {
    ...shopMethods,
    listExports: async () => {
      throw Object.assign(new Error('locked'), { retryAfterSeconds: 2.4 })
    }
  }
  const shop = { name: 'shop', document: fixture('shop'), handlers: [handlers(methods)] }
  const app = checked(t, givenApp({ mounts: [shop] }), { shop: fixture('shop') })
  const answer = await send(app, 'GET /v1/exports')
  t.same(
    [answer.statusCode, answer.json().key, answer.headers['retry-after']],
    [503, 'service_unavailable', '3']
  )
})

t.test('one line for each request, and no secret in any', async t => {
  const { lines, log } = givenLog()
  const app = givenApp({ log })
  const form = { ...keys, 'content-type': 'application/x-www-form-urlencoded' }
  const hidden = { ...form, 'x-app-token': 'hidden', authorization: 'Bearer hidden' }
  await send(app, 'GET /v1/exports?limit=1&access_token=hidden')
  await send(app, 'GET /v1/exports', hidden)
  await send(app, 'POST /v1/oauth/token', form, 'access_token=hidden')
  await send(app, 'GET /hidden')
  await send(app, 'GET /v1/vouchers/hidden%ZZ')
  t.equal(lines.length, 5)
  app.log.info({ authorization: 'hidden', headers: { 'x-app-token': 'hidden' } })
  app.log.info({ a: { b: { access_token: 'hidden' } } })
  t.equal(lines.length, 7)
  t.notMatch(lines.join(''), 'hidden')
  t.notMatch(lines.join(''), 'own-secret')
})
