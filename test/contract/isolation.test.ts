/**
 * Nothing of one project is answered to, changed by or counted for another: every operation of
 * both documents, asked by a project that has two neighbours.
 *
 * The twin has a row of the same id for every row of the demo, told apart by its names alone: one
 * forgotten condition and it answers in the demo's place. The stranger has the same things under
 * ids, codes, names and source ids of its own: whoever asks for one of those has to be answered as
 * if it were nowhere.
 */
import t from 'tap'
import { isTree } from '../../scripts/documents/walk.ts'
import { APP_ID, APP_TOKEN, PROJECT_ID, SPARE_TOKEN } from '../../src/demo/known.ts'
import { demoValue } from '../../src/demo/load.ts'
import { type Answered, givenService, NOW, PAIR } from '../support/app.ts'
import { fingerprint, writesOf } from '../support/evidence.ts'
import { deskOf, givenFile, givenProject, pairOf } from '../support/given-steps.ts'
import {
  type Asking,
  ask,
  type Described,
  firstShown,
  keysFor,
  operationNamed,
  operations,
  scopesFor,
  send,
  variants
} from '../support/requests.ts'

/** Words and ids of the neighbours; a signature in a url may have anything in it. */
const OF_NEIGHBOURS = /Twin |stranger|(?<=["/ ])[a-z]+_0s/

/** A copy of a value in which every text and every id went through `change`, wherever it is. */
function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(each => mapped(each, change))
  if (!isTree(value)) return value
  const isName = (key: string) => isId(key) || key.includes(' ')
  const named = (key: string) => (isName(key) ? change(key) : key)
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [named(key), mapped(each, change)])
  )
}

const isId = (text: string) => /^[a-z]+_00\w+$/.test(text)

/** Every text of properties with these names, wherever they are; a rule names what it looks at. */
function* textsAt(value: unknown, names: readonly string[], at = ''): Generator<string> {
  if (typeof value === 'string' && names.includes(at)) yield value
  if (Array.isArray(value)) for (const each of value) yield* textsAt(each, names, at)
  if (!isTree(value)) return
  for (const [name, each] of Object.entries(value)) {
    if (name !== 'rules') yield* textsAt(each, names, name)
  }
}

const { event_schemas: schemas, categories, ...demo } = demoValue()

/** What people read, but for what events and categories are called in requests. */
const told = ['name', 'email', 'phone', 'description', 'banner', 'reason', 'message']
const called = [...textsAt([schemas, categories], ['name'])]
const spoken = new Set([...textsAt(demo, told)].filter(text => !called.includes(text)))

/** What proves who asks, where a request holds it. */
const twinSecrets = new Map([
  [SPARE_TOKEN, 'twin-token'],
  [APP_ID, 'twin'],
  [APP_TOKEN, 'twin-secret']
])
const twinText = (text: string) =>
  twinSecrets.get(text) ?? (spoken.has(text) ? `Twin ${text}` : text)

const identifiers = new Set(textsAt(demoValue(), ['name', 'source_id', 'code']))

/** The same identifier of somewhere else: ids keep their prefix, names and codes get one. */
function elsewhere(text: string, place: string): string {
  if (isId(text)) return text.replace('_00', `_0${place[0]}`)
  return identifiers.has(text) ? `${place}-${text}` : text
}

const strangerText = (text: string) => elsewhere(text, 'stranger')
const nowhereText = (text: string) => elsewhere(text, 'nowhere')

const service = await givenService(t)
service.workAtOnce()
await service.work()

const reads = operations.filter(({ method }) => method === 'GET')
const readAll = async () => {
  const answers = await Promise.all(reads.map(operation => ask(service.app, operation)))
  return answers.map(({ bytes }) => bytes)
}

const alone = await readAll()
const twin = await givenProject(service, 'twin')
const stranger = await givenProject(service, 'stranger')
/** The demo's own file: the same ids and other words; then other ids as well. */
await givenFile(service, mapped(demoValue(), twinText), twin)
await givenFile(service, mapped(demoValue(), strangerText), stranger)
await service.work()

t.test('the neighbours are there', async t => {
  const ada = await service.get('/v1/customers/ada', pairOf('twin'))
  t.strictSame([ada.body.id, ada.body.name], ['cust_00ada', 'Twin Ada Baker'])
  const strange = await service.get('/v1/customers/stranger-ada', pairOf('stranger'))
  t.strictSame([strange.body.id, strange.status], ['cust_0sada', 200])
})

t.test('no answer is another for having neighbours', async t => {
  t.strictSame(await readAll(), alone)
})

/** Every request that is shown of an operation; one without a body where it takes none. */
function bodiesOf({ requests }: Described): readonly unknown[] {
  return requests.length === 0 ? [undefined] : requests.map(({ value }) => value)
}

/** Keys of a project for an operation: its app pair, or its management pair. */
function keysOf(name: string, operation: Described) {
  return 'x-management-id' in keysFor(operation) ? deskOf(name) : pairOf(name)
}

/** Erasing takes the files of all exports along, so it comes last. */
const inTurn = operations.toSorted(
  (one, other) => Number(one.id === 'eraseCustomer') - Number(other.id === 'eraseCustomer')
)

t.test('what the demo does stays in the demo', async t => {
  const before = await fingerprint(service.store, [twin.id, stranger.id])
  const written = writesOf(service.store)
  for (const operation of inTurn) {
    for (const body of bodiesOf(operation)) {
      const { bytes, status } = await ask(service.app, operation, { body })
      t.ok(status < 300, operation.id)
      t.notMatch(bytes, OF_NEIGHBOURS, `${operation.id} knows of no neighbour`)
    }
  }
  await service.work()
  t.ok(written.length > 0)
  // A new project is nobody's yet: what makes it is written in it alone.
  const within = written.filter(({ kinds }) => !kinds.includes('project.created'))
  t.strictSame([...new Set(within.map(({ projectId }) => projectId))], [PROJECT_ID])
  t.strictSame(await fingerprint(service.store, [twin.id, stranger.id]), before)
})

t.test('what a neighbour does with the same ids stays with the neighbour', async t => {
  const before = await fingerprint(service.store, [PROJECT_ID, stranger.id])
  for (const operation of inTurn) {
    const mine = operation.path.includes('{projectId}') ? { projectId: twin.id } : {}
    // Ids of keys are of one project only.
    const path = operation.path.includes('{keyId}') ? { ...mine, keyId: 'twin-spare' } : mine
    for (const body of bodiesOf(operation)) {
      const asking = { path, body: mapped(body, twinText), headers: keysOf('twin', operation) }
      const { bytes, status } = await ask(service.app, operation, asking)
      t.ok(status < 300, `${operation.id} ${status} ${bytes.slice(0, 200)}`)
      const leaked = [...spoken].filter(text => bytes.includes(JSON.stringify(text)))
      t.strictSame(leaked, [], `${operation.id} says nothing of the demo`)
    }
  }
  await service.work()
  t.strictSame(await fingerprint(service.store, [PROJECT_ID, stranger.id]), before)
})

/** An answer without what is new in each: who asked when, and ids that were made for it. */
function lasting({ status, bytes }: Answered): string {
  return `${status} ${bytes
    .replaceAll(/\bv-[0-9a-f]{18}\b/g, 'v-')
    .replaceAll(/\b[a-z]+_\d{6}\b/g, 'new')
    .replaceAll(/"(code|access_token|tracking_id|\w+_token|token)":"[^"]*"/g, '"$1":…')
    .replaceAll(/"(id|app_id|management_id)":"([0-9A-Za-z]{21}|CLUB-\w+)"/g, '"$1":…')
    .replaceAll(/[\w-]+\.[\w-]{43}\b|\/v1\/vouchers\/[\w-]+\//g, '…')}`
}

/** Each request that is shown, with one of its identifiers, then with all, from elsewhere. */
function* movedRequests(operation: Described, move: (text: string) => string): Generator<Asking> {
  const one = (text: unknown) =>
    typeof text === 'string' && move(text) !== text ? [move(text)] : []
  const { values } = operation
  const names = Object.keys(values).filter(name => operation.path.includes(`{${name}}`))
  const path = Object.fromEntries(names.map(name => [name, move(values[name] ?? '')]))
  for (const body of bodiesOf(operation)) {
    for (const name of names) yield { path: { [name]: path[name] ?? '' }, body }
    for (const { body: changed } of variants(body, one)) yield { body: changed }
    yield { path, body: mapped(body, move) }
  }
  for (const { name } of operation.parameters.filter(each => each.in === 'query')) {
    const value = values[name] ?? ''
    if (move(value) !== value) yield { body: firstShown(operation), query: { [name]: move(value) } }
  }
}

/** Lists show both by now, since those who brought their customer along made one of each. */
const alike = (text: string) => text.replaceAll('nowhere', 'stranger').replaceAll('_0n', '_0s')

t.test('what belongs to a stranger is answered as what is nowhere', async t => {
  const before = await fingerprint(service.store, [twin.id, stranger.id])
  for (const operation of operations) {
    const strange = [...movedRequests(operation, strangerText)]
    const nowhere = [...movedRequests(operation, nowhereText)]
    for (const [index, asking] of strange.entries()) {
      // What waits to be carried out may stand in the way of the one and not of the other.
      await service.work()
      const answer = lasting(await ask(service.app, operation, asking))
      await service.work()
      const expected = lasting(await ask(service.app, operation, nowhere[index]))
      const found = alike(answer)
      t.equal(found, alike(expected), `${operation.id} ${JSON.stringify(asking).slice(0, 200)}`)
    }
  }
  await service.work()
  t.strictSame(await fingerprint(service.store, [twin.id, stranger.id]), before)
})

async function tokenFor(headers: Readonly<Record<string, string>>): Promise<string> {
  const form = { grant_type: 'client_credentials', scope: 'api' }
  return (await service.submit('/v1/oauth/token', form, headers)).body.access_token
}

t.test('a token is its project’s, and nobody else’s', async t => {
  const [own, others] = [await tokenFor(PAIR), await tokenFor(pairOf('twin'))]
  const introspect = (access_token: string, headers: Readonly<Record<string, string>>) =>
    service.submit('/v1/oauth/introspect', { access_token }, headers)
  t.strictSame((await introspect(others, PAIR)).body, { active: false })
  t.strictSame((await introspect(own, pairOf('twin'))).body, { active: false })
  t.equal((await introspect(others, pairOf('twin'))).body.active, true)
  const wrong = { ...PAIR, 'x-app-token': 'wrong' }
  for (const operation of operations.filter(each => scopesFor(each).length > 0)) {
    const asking = { body: firstShown(operation) }
    const callers = [
      [{ ...PAIR, authorization: `Bearer ${others}` }, 'own keys, their token'],
      [{ ...pairOf('twin'), authorization: `Bearer ${own}` }, 'their keys, own token'],
      [{ ...wrong, authorization: `Bearer ${own}` }, 'wrong keys, own token'],
      [{ ...wrong, authorization: `Bearer ${others}` }, 'wrong keys, their token'],
      [{ ...PAIR, 'x-app-id': 'twin' }, 'half of each pair'],
      [deskOf('twin'), 'keys of their desk']
    ] as const
    for (const [headers, said] of callers) {
      const { status } = await ask(service.app, operation, { ...asking, headers })
      t.equal(status, 401, `${operation.id} ${said}`)
    }
  }
  for (const operation of reads.filter(each => scopesFor(each).length > 0)) {
    const headers = { authorization: `Bearer ${others}` }
    const { bytes } = await ask(service.app, operation, { headers })
    const leaked = [...spoken].filter(text => bytes.includes(JSON.stringify(text)))
    t.strictSame(leaked, [], `${operation.id} answers a token with what is its project’s`)
  }
})

t.test('a management pair sees its own project, and nobody sees one through another', async t => {
  const operation = operationNamed('getMetadataSchema')
  const rows = [
    // project     schema           keys             status
    [PROJECT_ID, 'ms_00customer', deskOf('twin'), 404],
    [PROJECT_ID, 'ms_00customer', deskOf('stranger'), 404],
    [twin.id, 'ms_00customer', deskOf('twin'), 200],
    [twin.id, 'ms_00customer', keysFor(operation), 404],
    [stranger.id, 'ms_00customer', {}, 404],
    [PROJECT_ID, 'ms_0scustomer', {}, 404],
    [twin.id, 'ms_00customer', {}, 200]
  ] as const
  for (const [projectId, metadataSchemaId, headers, status] of rows) {
    const path = { projectId, metadataSchemaId }
    const answer = await ask(service.app, operation, { path, headers })
    t.equal(answer.status, status, `${projectId} ${metadataSchemaId} ${JSON.stringify(headers)}`)
  }
})

t.test('a signed url opens what it was made for, and no neighbour’s', async t => {
  const page = async (headers: Readonly<Record<string, string>>) => {
    const { body } = await service.get('/v1/customers/ada', headers)
    return new URL(body.assets.cockpit_url).pathname
  }
  const [own, theirs] = [await page(PAIR), await page(pairOf('twin'))]
  t.match((await service.get(own, {})).bytes, 'Ada Baker')
  t.notMatch((await service.get(own, {})).bytes, 'Twin ')
  t.match((await service.get(theirs, {})).bytes, 'Twin Ada Baker')
  const [, folder, token = ''] = theirs.split('/')
  const [named = '', mac = ''] = token.split('.')
  const [, , ownToken = ''] = own.split('/')
  const [ownNamed = '', ownMac = ''] = ownToken.split('.')
  for (const forged of [`${named}.${ownMac}`, `${ownNamed}.${mac}`]) {
    t.equal((await send(service.app, { method: 'GET', url: `/${folder}/${forged}` })).status, 404)
  }
  t.equal(service.shell.now(), NOW)
})
