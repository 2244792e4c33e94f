/**
 * What the documents show is what happens: every request they show, sent to a service with nothing
 * but the demo in it, is answered with a status and a shape that they show for it, and every answer
 * they show is given.
 *
 * The lists are derived from the documents. What must have happened before is said in
 * openapi/examples/replays; refusals are told in refusal-examples.test.ts.
 */
import t, { type Test } from 'tap'
import { type Answered, givenService, type Service } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'
import { onDemo } from '../support/on-demo.ts'
import { replayed, replayOf, saidOfReplays } from '../support/replays.ts'
import { type Asking, ask, type Described, operations, parametersIn } from '../support/requests.ts'
import { fewest, shapeDifferences } from '../support/shapes.ts'

const answered = new Map<string, Answered[]>(operations.map(({ id }) => [id, []]))

/** Keeps an answer, and fails unless it is a success that its operation describes. */
function succeeded(t: Test, operation: Described, answer: Answered, said: string): boolean {
  const { status, bytes } = answer
  answered.get(operation.id)?.push(answer)
  if (status < 300 && operation.answers.has(status)) return true
  t.fail(
    `${operation.id}: ${said} is answered with ${status}, ${bytes.slice(0, 400)}. ` +
      'When it needs something first, say so in openapi/examples/replays.'
  )
  return false
}

/** Fails when no answer that is shown has the shape of this one. */
function isShown(t: Test, operation: Described, { status, body }: Answered, said: string): void {
  const shown = operation.answers.get(status) ?? []
  const found = shown.map(({ value }) => shapeDifferences(operation, status, value, body))
  t.strictSame(fewest(found), [], `${operation.id} ${said}`)
}

async function asks(t: Test, service: Service, operation: Described, asking: Asking = {}) {
  const said = JSON.stringify(asking)
  succeeded(t, operation, await ask(service.app, operation, asking), said)
}

for (const operation of operations.filter(({ body }) => body !== null)) {
  t.test(`${operation.id}: every request that is shown is answered as it is shown`, async t => {
    t.ok(operation.requests.length > 0)
    for (const { name, value } of operation.requests) {
      const service = await givenService(t)
      const how = replayOf(operation.id, 'request', name)
      const answer = await replayed(service, operation, { ...how, body: value })
      if (succeeded(t, operation, answer, name)) isShown(t, operation, answer, name)
    }
  })
}

onDemo('every path and every query that is shown can be sent', async (t, service) => {
  await service.work()
  const written = writesOf(service.store)
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    await asks(t, service, operation)
    const shown = parametersIn(operation, 'query').map(({ name }) => [name, operation.values[name]])
    for (const each of [...shown.map(pair => [pair]), shown]) {
      await asks(t, service, operation, { query: Object.fromEntries(each) })
    }
  }
  t.strictSame(written, [], 'and reading writes nothing')
})

t.test('what needs no body is done as it is shown; what is deleted is deleted once', async t => {
  for (const operation of operations.filter(
    ({ body, method }) => body === null && method !== 'GET'
  )) {
    const service = await givenService(t)
    const how = replayOf(operation.id, 'request', 'asShown') ?? {}
    succeeded(t, operation, await replayed(service, operation, how), 'the request')
    if (operation.method !== 'DELETE') continue
    t.equal((await ask(service.app, operation)).status, 404, `${operation.id}, again`)
  }
})

for (const operation of operations) {
  for (const [status, shown] of operation.answers) {
    for (const { name, value } of status < 400 ? shown : []) {
      const how = replayOf(operation.id, status, name)
      if (how === undefined) continue
      t.test(`${operation.id}: answers as ${name} shows`, async t => {
        const answer = await replayed(await givenService(t), operation, how)
        answered.get(operation.id)?.push(answer)
        t.equal(answer.status, status)
        t.strictSame(shapeDifferences(operation, status, value, answer.body), [])
      })
    }
  }
}

t.test('every answer that is shown has what an answer that was sent has', async t => {
  for (const operation of operations) {
    for (const [status, shown] of operation.answers) {
      if (status >= 400) continue
      const sent = (answered.get(operation.id) ?? []).filter(answer => answer.status === status)
      t.ok(sent.length > 0, `${operation.id} ${status} was sent`)
      for (const { name, value } of shown) {
        const found = sent.map(({ body }) => shapeDifferences(operation, status, value, body))
        t.strictSame(fewest(found), [], `${operation.id} ${status} ${name}`)
      }
    }
  }
})

t.test('a request and the answer it leads to have one name, which no refusal has', async t => {
  for (const { id, requests, answers } of operations) {
    const namesOf = (isMeant: (status: number) => boolean) =>
      [...answers].flatMap(([status, shown]) => (isMeant(status) ? shown : [])).map(one => one.name)
    const asked = requests.map(({ name }) => name)
    const successes = namesOf(status => status < 300)
    const refusals = namesOf(status => status >= 400)
    const lonely = successes.length > 0 ? asked.filter(name => !successes.includes(name)) : []
    const unclear = refusals.filter(name => asked.includes(name) || successes.includes(name))
    t.strictSame({ lonely, unclear }, { lonely: [], unclear: [] }, id)
  }
})

t.test('what is said of replays is said of an example, in words that a replay knows', async t => {
  const examples = new Set(
    operations.flatMap(({ id, body, requests, answers }) => [
      ...(body === null ? [`${id} request asShown`] : []),
      ...requests.map(({ name }) => `${id} request ${name}`),
      ...[...answers].flatMap(([status, shown]) =>
        shown.map(({ name }) => `${id} ${status} ${name}`)
      )
    ])
  )
  const { names, mistakes } = saidOfReplays()
  const found = names.filter(name => !examples.has(name))
  t.strictSame(found, [])
  t.strictSame(mistakes, [])
})
