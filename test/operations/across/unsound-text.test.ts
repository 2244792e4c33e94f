/**
 * U+0000 in every text that a request of the documents may have: PostgreSQL cannot store it and
 * SQLite can, so it is refused alike before either sees it, and the refusal names the place.
 */
import { onDemo } from '../../support/on-demo.ts'
import { FILES } from '../../support/parts.ts'
import {
  type Asking,
  ask,
  type Described,
  firstShown,
  operationNamed,
  operations,
  parametersIn,
  variants
} from '../../support/requests.ts'

const spoiled = (found: unknown) =>
  typeof found === 'string'
    ? [`${found}\0`]
    : typeof found === 'object' && found !== null && !Array.isArray(found)
      ? [{ ...found, 'a\0': 'x' }]
      : []

/** Every request to an operation with U+0000 in one place. */
function* spoiledRequests(operation: Described): Generator<Asking> {
  const body = firstShown(operation)
  for (const { name } of parametersIn(operation, 'path')) yield { body, path: { [name]: 'a\0b' } }
  for (const { name } of parametersIn(operation, 'query')) yield { body, query: { [name]: 'a\0b' } }
  yield { body, query: { 'a\0': 'x' } }
  // What is in a file is told by its line, once it is read.
  if (operation.type === FILES) return
  for (const { value } of operation.requests) {
    for (const variant of variants(value, spoiled)) yield { body: variant.body }
  }
}

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` })

/** Requests for a token by credentials of a client, and what is said of them. */
const clients: readonly (readonly [Asking, string])[] = [
  [{ headers: basic('a\0:b') }, 'The client id in header Authorization'],
  [{ headers: basic('a%00:b') }, 'The client id in header Authorization'],
  [{ headers: basic('a:b%00') }, 'The client secret in header Authorization'],
  [{ headers: {}, body: { client_id: 'a\0', client_secret: 'b' } }, 'The client id in the form'],
  [{ headers: {}, body: { client_id: 'a', client_secret: '\0' } }, 'The client secret in the form']
]

onDemo('U+0000 is refused in every place', async (t, { app }) => {
  const wrong: string[] = []
  let asked = 0
  for (const operation of operations) {
    for (const asking of spoiledRequests(operation)) {
      asked++
      const { status, bytes } = await ask(app, operation, asking)
      if (status === 400 && bytes.includes('U+0000')) continue
      wrong.push(`${operation.id} ${JSON.stringify(asking)}: ${status} ${bytes.slice(0, 200)}`)
    }
  }
  t.strictSame(wrong.slice(0, 20), [])
  t.ok(asked > operations.length * 2)
  const token = operationNamed('issueOAuthToken')
  for (const [asking, place] of clients) {
    const body = { grant_type: 'client_credentials', ...(asking.body as object) }
    const answer = await ask(app, token, { ...asking, body })
    t.equal(answer.status, 400, place)
    t.equal(answer.body.details, `${place} holds the character U+0000, which is not accepted.`)
  }
})
