/**
 * What is no operation of any document: other methods of its urls, and urls beside them.
 */
import t from 'tap'
import { givenService } from '../support/app.ts'
import { isDescribed } from '../support/misuse.ts'
import { keysFor, operations, type Sent, send, strayings, urlOf } from '../support/requests.ts'

const service = await givenService(t)

/** Sends anything. */
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
  methodsOf.set(shape, (methodsOf.get(shape) ?? new Set(['OPTIONS'])).add(method))
}

t.test('every other method of every url is 405, and Allow says which there are', async t => {
  const all = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'TRACE']
  for (const operation of operations) {
    const there = methodsOf.get(operation.path.replaceAll(/\{\w+\}/g, '{}')) ?? new Set()
    for (const method of all.filter(each => !there.has(each))) {
      const answer = await sendAny({ method, url: urlOf(operation, {}, { surprise: '1' }) })
      t.strictSame(
        [answer.status, answer.headers['allow']],
        [405, [...there].toSorted().join(', ')],
        `${method} ${operation.path}`
      )
    }
  }
})

t.test('what no document describes is 404, whoever asks', async t => {
  for (const operation of operations) {
    const url = urlOf(operation)
    const [, first = ''] = url.split('/')
    const others = [`${url}/`, `${url}/nothing`, `/${url}`, url.replace(first, first.toUpperCase())]
    const strange = [...others, `/v2${url}`, `/client${url}`]
    for (const other of strange.filter(each => !isDescribed(each))) {
      for (const headers of [{}, keysFor(operation)]) {
        const answer = await sendAny({ method: operation.method, url: other, headers })
        t.strictSame(
          [answer.status, answer.body.key],
          [404, 'not_found'],
          `${operation.method} ${other}`
        )
      }
    }
  }
})
