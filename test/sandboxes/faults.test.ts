import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { Answers } from '../support/contract.ts'
import { fingerprint, writesOf } from '../support/evidence.ts'
import { contract, type GivenProject, type GivenSandbox, givenSandbox } from '../support/sandbox.ts'
import { givenPauses, untilEnded } from '../support/time.ts'
import { FAULTS, plan } from './support/plans.ts'

/** Of its own: what is forced shows nothing of what the service fills. */
const answers = new Answers({ ...contract.documents })

const REDEMPTION = '/v1/loyalties/members/CLUB-ADA-0001/redemption'
const mug = { reward: { id: 'rew_00mug' } }
const PRICE = 60

interface Seen {
  /** Null: the connection was closed before an answer. */
  readonly status: number | null
  readonly headers: IncomingMessage['headers']
  readonly bytes: string
  /** Whether the body is as long as it was announced. */
  readonly isWhole: boolean
}

/** Asks over a connection of its own, as an application of a project. */
async function overWire(
  { app }: GivenSandbox,
  { made: { body } }: GivenProject,
  { method = 'POST', path = REDEMPTION, sent = mug as unknown, headers = {} } = {}
): Promise<Seen> {
  const { port } = app.server.address() as AddressInfo
  const { app_id: id, app_token: token } = body.server_side_key
  const asked = request({
    port,
    method,
    path,
    agent: false,
    headers: {
      'x-app-id': id,
      'x-app-token': token,
      ...(sent !== null && { 'content-type': 'application/json' }),
      ...headers
    }
  })
  asked.end(sent === null ? undefined : JSON.stringify(sent))
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const came: Buffer[] = []
    answer.on('data', (piece: Buffer) => came.push(piece))
    answer.on('error', () => undefined)
    await new Promise(resolve => answer.once('close', resolve))
    return {
      status: Number(answer.statusCode),
      headers: answer.headers,
      bytes: Buffer.concat(came).toString(),
      isWhole: answer.complete
    }
  } catch {
    return { status: null, headers: {}, bytes: '', isWhole: false }
  }
}

/** A service that listens, with the project `till`. */
async function givenTill(t: Test, lines: string[] = []) {
  const log = { level: 'info', stream: { write: (line: string) => void lines.push(line) } }
  const service = await givenSandbox(t, answers, undefined, { log })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  return { service, till: await service.project('till', { seed: '42' }) }
}

async function balanceIn({ ask }: GivenProject): Promise<number> {
  const { body } = await ask('GET', '/v1/vouchers/CLUB-ADA-0001')
  return body.loyalty_card.balance
}

t.test('putSandboxFaults: every third redemption is refused with 503, then succeeds', async t => {
  const service = await givenSandbox(t, answers)
  const till = await service.project('till', { seed: '42' })
  const fault = { kind: 'STATUS', status: 503, operation_id: 'redeemRewardByCard', every: 3 }
  const planned = await plan(service, fault)
  const shown = { ...fault, times: null, requests: 0, applied: 0, object: 'sandbox_fault' }
  const found = [planned.status, planned.body]
  t.strictSame(found, [200, { object: 'list', data_ref: 'faults', faults: [shown], total: 1 }])
  const seen: unknown[] = []
  for (const times of [1, 2, 3, 4]) {
    // What the fault is not about counts nothing.
    await till.ask('GET', '/v1/customers/ada')
    const { status, headers, body } = await till.ask('POST', REDEMPTION, mug)
    seen.push([times, status, headers['x-sandbox-fault'], headers['retry-after'], body.key])
  }
  t.strictSame(seen, [
    [1, 200, undefined, undefined, undefined],
    [2, 200, undefined, undefined, undefined],
    [3, 503, 'STATUS', '1', 'service_unavailable'],
    [4, 200, undefined, undefined, undefined]
  ])
  t.match((await service.ask('GET', FAULTS)).body.faults, [{ requests: 4, applied: 1 }])
})

t.test('what is not carried out changes nothing, and names no later request', async t => {
  for (const fault of [{ kind: 'STATUS', status: 429 }, { kind: 'CUT' }]) {
    const { service, till } = await givenTill(t)
    const before = await fingerprint(service.store)
    const { units, requests } = service.sandboxes.project('till').sandbox.course
    const writes = writesOf(service.store)
    await plan(service, fault)
    const key = { 'idempotency-key': 'once' }
    const { status, headers } = await overWire(service, till, { headers: key })
    t.equal(status, fault.kind === 'CUT' ? null : 429)
    t.equal(headers['retry-after'], fault.kind === 'CUT' ? undefined : '1')
    t.strictSame(writes, [])
    t.strictSame(await fingerprint(service.store), before)
    const after = service.sandboxes.project('till').sandbox.course
    t.strictSame([after.units, after.requests], [units, requests])
    await service.ask('DELETE', FAULTS)
    const again = await overWire(service, till, { headers: key })
    t.strictSame([again.status, again.headers['idempotent-replayed']], [200, undefined])
  }
})

t.test('an answer that is lost is found again by its key, and without one it is not', async t => {
  const { service, till } = await givenTill(t)
  for (const kind of ['CUT_AFTER_EFFECT', 'CUT_IN_BODY']) {
    const before = await balanceIn(await service.project('till'))
    await plan(service, { kind, times: 1 })
    const key = { headers: { 'idempotency-key': 'once' } }
    const lost = await overWire(service, till, key)
    t.notOk(lost.isWhole, kind)
    const found = await overWire(service, till, key)
    t.strictSame([found.status, found.headers['idempotent-replayed']], [200, 'true'])
    if (kind === 'CUT_IN_BODY') {
      const told = [lost.status, lost.headers['x-sandbox-fault'], lost.headers['content-length']]
      t.strictSame(told, [200, kind, String(Buffer.byteLength(found.bytes))])
      const half = Buffer.from(found.bytes).subarray(0, Buffer.byteLength(found.bytes) / 2)
      t.equal(lost.bytes, half.toString())
    } else t.equal(lost.status, null)
    t.equal(await balanceIn(till), before - PRICE, 'it was carried out once')
    await overWire(service, till)
    t.equal(await balanceIn(till), before - 2 * PRICE, 'and without the key once more')
  }
})

/** Asks twice on one connection, the second time when the first answer is whole; what came. */
async function twiceOnOne({ app }: GivenSandbox, { made }: GivenProject): Promise<string[]> {
  const { app_id: id, app_token: token } = made.body.server_side_key
  const socket = connect((app.server.address() as AddressInfo).port)
  const keys = `X-App-Id: ${id}\r\nX-App-Token: ${token}`
  const ask = () => socket.write(`GET /v1/customers/ada HTTP/1.1\r\nHost: till\r\n${keys}\r\n\r\n`)
  const came: string[] = []
  let left = ''
  socket.setEncoding('latin1').on('data', (piece: string) => {
    left += piece
    const [, head = '', length = ''] =
      /^([\s\S]*?content-length: (\d+)[\s\S]*?\r\n\r\n)/i.exec(left) ?? []
    if (head === '' || left.length < head.length + Number(length)) return
    came.push(left.slice(0, head.length + Number(length)))
    left = ''
    if (came.length === 1) ask()
    else socket.end()
  })
  // The second request may meet a connection that is closed already.
  socket.on('error', () => undefined)
  ask()
  await new Promise(closed => socket.once('close', closed))
  return came
}

t.test('a connection that is closed after a body has one answer, and none after it', async t => {
  const { service, till } = await givenTill(t)
  t.equal((await twiceOnOne(service, till)).length, 2, 'without a fault it serves both')
  await plan(service, { kind: 'CUT_AFTER_BODY', times: 1 })
  const [answer, ...others] = await twiceOnOne(service, till)
  t.match(answer, /^HTTP\/1\.1 200 /)
  t.match(answer, /x-sandbox-fault: CUT_AFTER_BODY\r\n/i)
  t.match(answer, /connection: keep-alive\r\n/i)
  t.strictSame(others, [])
})

t.test('a slow body is whole, and comes in pieces with a pause before each other one', async t => {
  const { service, till } = await givenTill(t)
  const asked = { method: 'GET', path: '/v1/customers/ada', sent: null }
  const { bytes } = await overWire(service, till, asked)
  await plan(service, { kind: 'SLOW_BODY', ms: 90 })
  const pauses = givenPauses(t)
  const coming = overWire(service, till, asked)
  await untilEnded(coming, () => {
    pauses.at(-1)?.end()
    return turn()
  })
  const slow = await coming
  t.strictSame(
    [slow.status, slow.isWhole, slow.headers['content-length'], slow.headers['x-sandbox-fault']],
    [200, true, String(Buffer.byteLength(bytes)), 'SLOW_BODY']
  )
  t.equal(slow.bytes, bytes)
  const found = pauses.map(({ ms }) => ms)
  t.strictSame(found, Array(9).fill(10))
})

t.test('a slow body ends when the service does', async t => {
  const { service, till } = await givenTill(t)
  await plan(service, { kind: 'SLOW_BODY', ms: 30_000 })
  const slow = overWire(service, till)
  while ((await service.ask('GET', FAULTS)).body.faults[0].applied === 0) await turn()
  await service.app.close()
  const { status, isWhole } = await slow
  t.strictSame([status, isWhole], [200, true])
})

t.test('answers without a body, and refusals of a handler, meet their faults as well', async t => {
  const { service, till } = await givenTill(t)
  const nobody = { method: 'GET', path: '/v1/customers/nobody', sent: null }
  const gone = { method: 'DELETE', path: '/v1/campaigns/camp_00spring', sent: null }
  await plan(service, { kind: 'CUT_IN_BODY', times: 1 }, { kind: 'SLOW_BODY', ms: 1 })
  const half = await overWire(service, till, nobody)
  t.strictSame([half.status, half.isWhole], [404, false])
  const slow = await overWire(service, till, nobody)
  t.strictSame([slow.status, slow.headers['x-sandbox-fault']], [404, 'SLOW_BODY'])
  t.ok((await overWire(service, till, gone)).isWhole)
  await plan(service, { kind: 'CUT_IN_BODY' })
  const deleted = await overWire(service, till, { ...gone, path: '/v1/rewards/rew_00mug' })
  t.equal(deleted.isWhole, false)
})

t.test('a request that is wrong, and one that asks for its answer, meet no fault', async t => {
  const service = await givenSandbox(t, answers)
  const till = await service.project('till')
  await plan(service, { kind: 'STATUS', status: 500 })
  t.equal((await till.ask('POST', REDEMPTION, { rewad: {} })).status, 400)
  t.equal((await till.ask('GET', '/v1/customers/ada', undefined, {})).status, 401)
  const { app_id: id, app_token: token } = till.made.body.server_side_key
  const keys = { 'x-app-id': id, 'x-app-token': token }
  const asked = await till.ask('GET', '/v1/customers/ada', undefined, {
    ...keys,
    prefer: 'code=404'
  })
  t.strictSame([asked.status, asked.headers['x-sandbox-fault']], [404, undefined])
  t.match((await service.ask('GET', FAULTS)).body.faults, [{ requests: 0, applied: 0 }])
  const waited = await till.ask('GET', '/v1/customers/ada', undefined, {
    ...keys,
    prefer: 'wait=0'
  })
  t.strictSame([waited.status, waited.headers['preference-applied']], [500, 'wait=0'])
})

t.test('a plan is of one project, its forks and snapshots; a beginning ends it', async t => {
  const service = await givenSandbox(t, answers)
  const till = await service.project('till')
  const other = await service.project('other')
  await plan(service, { kind: 'STATUS', status: 500, every: 2 })
  const get = ({ ask }: GivenProject) => ask('GET', '/v1/customers/ada')
  t.equal((await get(till)).status, 200)
  await service.ask('PUT', '/sandbox/v1/snapshots/once', { project: 'till' })
  const fork = await service.project('fork', { fork_of: 'till' })
  t.equal((await get(other)).status, 200)
  t.strictSame([(await get(fork)).status, (await get(fork)).status], [500, 200], 'with its counts')
  t.equal((await get(till)).status, 500, 'and each counts for itself')
  t.equal((await get(await service.project('copy', { snapshot: 'once' }))).status, 500)
  t.equal((await get(await service.project('fork'))).status, 500, 'as it began')
  await service.project('till')
  t.strictSame((await service.ask('GET', FAULTS)).body.faults, [])
  t.strictSame([(await get(till)).status, (await get(till)).status], [200, 200])
})

t.test('the line of a request names its fault, also where nobody was answered', async t => {
  const lines: string[] = []
  const { service, till } = await givenTill(t, lines)
  const kinds = [
    ['STATUS', { status: 500 }, 500],
    ['CUT', {}, null],
    ['CUT_AFTER_EFFECT', {}, null],
    ['CUT_IN_BODY', {}, 200],
    ['CUT_AFTER_BODY', {}, 200],
    ['SLOW_BODY', { ms: 1 }, 200]
  ] as const
  for (const [kind, more, status] of kinds) {
    await plan(service, { kind, ...more })
    lines.length = 0
    await overWire(service, till)
    while (lines.length === 0) await turn()
    const [line, ...others] = lines.map(each => JSON.parse(each))
    t.match(line, {
      msg: 'request',
      operationId: 'redeemRewardByCard',
      route: '/v1/loyalties/members/:memberId/redemption',
      requestId: /^v-/,
      fault: kind,
      status
    })
    t.strictSame(others, [], 'and is the only one')
  }
})

/** Begins to ask as an application over a connection that a test closes. */
function leaving({ app }: GivenSandbox, { made: { body } }: GivenProject, headers = {}) {
  const { port } = app.server.address() as AddressInfo
  const { app_id: id, app_token: token } = body.server_side_key
  const keys = { 'x-app-id': id, 'x-app-token': token }
  const asked = request({
    port,
    path: '/v1/customers/ada',
    agent: false,
    headers: { ...keys, ...headers }
  })
  asked.on('error', () => undefined)
  return asked.end()
}

t.test('a client that leaves has its line, once, with its fault', async t => {
  const lines: string[] = []
  const { service, till } = await givenTill(t, lines)
  const line = async () => {
    while (lines.length === 0) await turn()
    return lines.splice(0).map(each => JSON.parse(each))
  }
  await plan(service, { kind: 'SLOW_BODY', ms: 30_000 })
  await line()
  const slow = leaving(service, till)
  await once(slow, 'response')
  slow.destroy()
  const who = { operationId: 'getCustomer', requestId: /^v-/ }
  const begun = await line()
  t.match(begun, [{ ...who, status: 200, fault: 'SLOW_BODY' }])
  t.equal(begun.length, 1)
  await plan(service, { kind: 'STATUS', status: 500 })
  await line()
  const pauses = givenPauses(t)
  const connected = once(service.app.server, 'connection')
  const late = leaving(service, till, { prefer: 'wait=1' })
  const [served] = (await connected) as [Socket]
  while (pauses.length === 0) await turn()
  const gone = once(served, 'close')
  late.destroy()
  await gone
  pauses[0]?.end()
  t.match(await line(), [{ ...who, status: null, fault: 'STATUS' }])
  await service.app.close()
  t.strictSame(lines, [], 'and no other')
})
