import t, { type Test } from 'tap'
import { rowsOf } from '../support/chance.ts'
import { Answers } from '../support/contract.ts'
import { writesOf } from '../support/evidence.ts'
import {
  ask,
  type Described,
  operationNamed,
  operations,
  parametersIn
} from '../support/requests.ts'
import { contract, type GivenSandbox, givenSandbox } from '../support/sandbox.ts'

/** Each answer is held against its schema; of its own, because nothing is filled by the service. */
const answers = new Answers({ ...contract.documents })

/** Asks operations of a project as their documents show it, with a preference. */
async function preferring(service: GivenSandbox, seed = '42') {
  const { keys } = await service.project('till', { seed })
  return (operation: Described, prefer: string) => {
    const needed = parametersIn(operation, 'query').filter(({ required }) => required)
    const query = Object.fromEntries(needed.map(({ name }) => [name, operation.values[name] ?? '']))
    const [request] = operation.requests
    const headers = { ...keys, prefer }
    return ask(service.app, operation, { headers, query, ...(request && { body: request.value }) })
  }
}

const customer = operationNamed('getCustomer')

t.test('every success of every operation can be drawn, and nothing comes of it', async t => {
  const service = await givenSandbox(t, answers)
  const sent = await preferring(service)
  const { units, requests } = service.sandboxes.project('till').sandbox.course
  const writes = writesOf(service.store)
  const alike: string[] = []
  for (const [operation] of rowsOf(t, operations, { gate: 12, soak: 400 })) {
    const successes = [...operation.responses].filter(([status]) => status < 300)
    for (const [status, pointer] of successes) {
      const prefer = `code=${status}, dynamic=true`
      const drawn = [await sent(operation, prefer), await sent(operation, prefer)]
      const seen = drawn.map(({ status, headers }) => [status, headers['preference-applied']])
      t.strictSame(seen, Array(2).fill([status, prefer]), operation.id)
      // That they fit is seen where all answers are.
      const [one, other] = drawn.map(({ bytes }) => bytes)
      const shown = (operation.answers.get(status) ?? []).map(each => JSON.stringify(each.value))
      if (pointer !== null && (one === other || shown.includes(String(one)))) {
        alike.push(operation.id)
      }
    }
  }
  // Two answers of few values can be the same by chance, and those of a single value always are.
  t.ok(alike.length < 4, `${alike}`)
  t.strictSame(writes, [])
  const after = service.sandboxes.project('till').sandbox.course
  t.strictSame([after.units, after.requests], [units, requests])
})

/** The bytes of some drawn answers of a new service. */
async function drawnBy(t: Test, seed: string) {
  const sent = await preferring(await givenSandbox(t, answers), seed)
  const drawn: string[] = []
  for (let times = 0; times < 5; times++) drawn.push((await sent(customer, 'dynamic=true')).bytes)
  return drawn
}

t.test('the same seed draws the same answers, and another seed others', async t => {
  const first = await drawnBy(t, '42')
  t.strictSame(await drawnBy(t, '42'), first)
  t.notSame(await drawnBy(t, '43'), first)
  t.equal(new Set(first).size, first.length)
})

t.test('a refusal is one of those that are shown, and each of them comes', async t => {
  const sent = await preferring(await givenSandbox(t, answers))
  const redeem = operationNamed('redeemReward')
  const shown = (redeem.answers.get(400) ?? []).map(({ value }) => value as { message?: string })
  t.ok(shown.length > 1)
  const came = new Set<string>()
  for (let times = 0; times < 100; times++) {
    const { status, body, headers } = await sent(redeem, 'code=400, dynamic=true')
    t.equal(status, 400)
    t.equal(body.request_id ?? headers['x-request-id'], headers['x-request-id'])
    came.add(body.message)
  }
  t.strictSame(came, new Set(shown.map(({ message }) => message)))
})

//  Prefer                             status  applied                           what the body is
const spellings = [
  ['dynamic', 200, 'dynamic=true', 'drawn'],
  ['dynamic=true', 200, 'dynamic=true', 'drawn'],
  ['dynamic=true, wait=0', 200, 'dynamic=true, wait=0', 'drawn'],
  ['dynamic=false', 200, undefined, 'true'],
  ['dynamic=false, code=200', 200, 'code=200, dynamic=false', 'shown'],
  ['dynamic=true, example=customer', 200, 'example=customer, dynamic=true', 'shown'],
  ['dynamic=maybe', 400, undefined, 'refused'],
  ['dynamic=true, code=299', 400, undefined, 'refused']
] as const

t.test('getCustomer: what is asked for, in each spelling', async t => {
  const service = await givenSandbox(t, answers)
  const sent = await preferring(service)
  const carriedOut = (await sent(customer, '')).bytes
  const shown = customer.answers.get(200)?.map(({ value }) => JSON.stringify(value)) ?? []
  const kinds: Readonly<Record<string, (bytes: string) => boolean>> = {
    true: bytes => bytes === carriedOut,
    shown: bytes => shown.includes(bytes),
    drawn: bytes => bytes !== carriedOut && !shown.includes(bytes),
    refused: bytes => bytes.includes('invalid_headers')
  }
  for (const [prefer, status, applied, kind] of spellings) {
    const answer = await sent(customer, prefer)
    const said = [answer.status, answer.headers['preference-applied']]
    t.strictSame(said, [status, applied], prefer)
    t.ok(kinds[kind]?.(answer.bytes), `${prefer}: ${answer.bytes}`)
  }
})
