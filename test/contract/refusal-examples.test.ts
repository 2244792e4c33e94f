/**
 * Every refusal the documents show is one that really comes, to the last word of its details: a
 * person who reads the example has read what the service will say. One that several operations
 * show is brought about at one of them; coverage.test.ts sees its status and key at the others.
 *
 * The list is derived from the documents; openapi/examples/replays says how each is brought about.
 */
import t from 'tap'
import { tree } from '../../scripts/documents/walk.ts'
import { givenService } from '../support/app.ts'
import { faults, needsFault, type Replay, replayed, replayOf } from '../support/replays.ts'
import { type Described, operations } from '../support/requests.ts'

interface Refusal {
  readonly operation: Described
  readonly status: number
  readonly name: string
  readonly value: Readonly<Record<string, unknown>>
}

const refusals: readonly Refusal[] = operations.flatMap(operation =>
  [...operation.answers].flatMap(([status, shown]) =>
    status < 400
      ? []
      : shown.map(({ name, value }) => ({ operation, status, name, value: tree(value) }))
  )
)

const said = ({ operation, status, name }: Refusal) => `${operation.id} ${status} ${name}`
const replay = ({ operation, status, name }: Refusal) => replayOf(operation.id, status, name)

/** What an error says, without what differs each time: the request, and the record it made. */
function told(error: unknown) {
  const { code, key, message, details, ...rest } = error as Readonly<Record<string, unknown>>
  const { resource_type: type, resource_id: id, errors } = rest
  return { code, key, message, details, errors, type, ...(type === 'redemption' ? {} : { id }) }
}

/** The fault behind a key; empty when there is none. */
const faultOf = (wanted: unknown) =>
  Object.keys(faults).find(name => faults[name]?.key === wanted) ?? ''

/** A refusal that needs nothing first leaves nothing behind, so these share a service. */
const shared = await givenService(t)

const isAlone = ({ given = [] }: Replay) => given.length > 0

for (const refusal of refusals) {
  const how = replay(refusal)
  if (how === undefined) continue
  const { operation, status, name, value } = refusal
  t.test(`${operation.id}: says what ${name} shows`, async t => {
    const service = isAlone(how) ? await givenService(t) : shared
    const answer = await replayed(service, operation, how)
    t.equal(answer.status, status)
    t.strictSame(told(answer.body), told(value))
  })
}

t.test('what a fault brings about is told by every operation that shows it', async t => {
  for (const { operation, status, value } of refusals.filter(({ value }) =>
    needsFault(value['key'])
  )) {
    const fault = faultOf(value['key'])
    const answer = await replayed(shared, operation, { fault })
    const found = [answer.status, told(answer.body)]
    t.strictSame(found, [status, told(value)], `${operation.id} ${fault}`)
  }
})

t.test('every refusal that is shown says how it is brought about', async t => {
  const done = new Set(refusals.filter(replay).map(({ value }) => JSON.stringify(value)))
  const missing = refusals
    .filter(({ value }) => !done.has(JSON.stringify(value)))
    .map(
      refusal =>
        `${said(refusal)} is shown and never brought about. Say in openapi/examples/replays ` +
        'what is asked, and what must have happened before.'
    )
  t.strictSame(missing, [])
})

t.test('every key that no request brings about has one fault, and no other key has', async t => {
  for (const refusal of refusals) {
    const { key } = refusal.value
    const known = Object.values(faults).filter(fault => fault.key === key)
    if (known.length !== (needsFault(key) ? 1 : 0)) {
      t.fail(`${said(refusal)} has ${known.length} faults in test/support/replays.ts`)
    }
    const fault = replay(refusal)?.fault
    if (fault !== undefined) t.equal(fault, faultOf(key), said(refusal))
  }
})
