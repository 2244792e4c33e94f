import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import * as known from '../../src/demo/known.ts'
import { CONFIG, givenService, PAIR } from '../support/app.ts'
import { STRICT } from '../support/contract.ts'
import { wholeStore } from '../support/evidence.ts'
import { inTurn } from '../support/misuse.ts'
import { onDemo } from '../support/on-demo.ts'
import {
  type Asking,
  ask,
  type Described,
  documents,
  firstShown,
  keysFor,
  operations,
  SANDBOX_KEY,
  sandboxOperations,
  send
} from '../support/requests.ts'
import { root } from '../support/root.ts'
import { givenSandbox } from '../support/sandbox.ts'

const everyOperation = [...operations, ...sandboxOperations]

onDemo('what is no operation says how browsers are to take it, too', async (t, { app }) => {
  for (const url of ['/nowhere', '/v1/customers/%', `/v1/customers/${'x'.repeat(600)}`]) {
    const { headers } = await send(app, { method: 'GET', url, headers: PAIR })
    t.match(headers, STRICT, url)
    t.notOk('strict-transport-security' in headers, 'no TLS is promised')
  }
})

onDemo('pages keep a policy of their own, and nobody frames them', async (t, { get }) => {
  const ada = (await get(`/v1/customers/${known.CUSTOMER_ID}`)).body
  for (const url of ['/docs', new URL(ada.assets.cockpit_url).pathname]) {
    const { status, headers } = await get(url, {})
    t.equal(status, 200, url)
    t.match(headers, {
      ...STRICT,
      'cache-control': String(headers['cache-control']),
      'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/
    })
    t.match(String(headers['content-security-policy']), /style-src 'self'|style-src 'sha256/)
  }
})

t.test('browsers insist on TLS only where the public address has it', async t => {
  const config = { ...CONFIG, publicUrl: 'https://loyalty.example.com' }
  const service = await givenService(t, { config })
  const { headers } = await service.get('/health/live', {})
  t.equal(headers['strict-transport-security'], 'max-age=31536000')
})

t.test('no secret, no name and no address of a person is in any line of the log', async t => {
  const lines: string[] = []
  const log = { level: 'trace', stream: { write: (line: string) => lines.push(line) } }
  const service = await givenSandbox(t, undefined, undefined, { log })
  const planted = 'planted-marker'
  const till = await service.project('checkout')
  // As it is shown, then with the marker in its texts and in one other place, each in its turn.
  const place = inTurn<(operation: Described) => Asking>([
    () => ({ query: { [planted]: planted } }),
    operation => ({ headers: { ...keysFor(operation), authorization: `Bearer ${planted}` } }),
    operation => ({ headers: { ...keysFor(operation), 'x-sandbox-key': planted } }),
    ({ values }) => ({ path: Object.fromEntries(Object.keys(values).map(at => [at, planted])) }),
    ({ body }) => (body === null ? {} : { payload: `{"${planted}": ${planted}`, key: planted })
  ])
  for (const operation of everyOperation) {
    const body = planting(firstShown(operation), planted)
    await ask(service.app, operation, { body: firstShown(operation) })
    await ask(service.app, operation, { body, ...place()(operation) })
  }
  await service.work()
  t.ok(lines.length >= everyOperation.length * 2, `${lines.length} lines`)
  const whole = lines.join('')
  const { server_side_key: pair, management_key: desk } = till.made.body
  const handedOut = [SANDBOX_KEY, pair.app_token, desk.management_token]
  const found = handedOut.every(secret => secret.length > 9)
  t.ok(found, 'all were handed out')
  const given = [known.APP_TOKEN, known.MGMT_TOKEN, ...handedOut]
  const secrets = [...given, planted, 'Ada Baker', '@example']
  const told = secrets.filter(secret => whole.includes(secret))
  t.strictSame(told, [])
})

function planting(value: unknown, marker: string): unknown {
  if (typeof value === 'string') return `${value}${marker}`
  if (Array.isArray(value)) return value.map(each => planting(each, marker))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([at, each]) => [at, planting(each, marker)]))
}

onDemo('no table holds a secret that was handed out, in its own words', async (t, service) => {
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  const keys = `/management/v1/projects/${known.PROJECT_ID}/keys`
  const under = (key: string) => ({ 'idempotency-key': key })
  const handed: string[] = []
  for (const kind of ['app', 'management']) {
    const headers = { ...desk, ...under(`key-of-${kind}`) }
    const made = await service.post(keys, { name: 'Till', kind }, headers)
    t.equal(made.status, 200, made.bytes)
    handed.push(made.body.token)
  }
  const form = { grant_type: 'client_credentials', scope: 'api' }
  const token = await service.submit('/v1/oauth/token', form, { ...PAIR, ...under('the-token') })
  handed.push(token.body.access_token, known.APP_TOKEN, known.MGMT_TOKEN)
  t.ok(handed.length === 5 && handed.every(secret => secret.length > 9), 'all were handed out')
  const whole = await wholeStore(service.store)
  for (const secret of handed) t.notOk(whole.includes(secret), 'only a hash')
  t.ok(whole.includes(known.APP_ID), 'what is looked into is the store')
})

onDemo('a key is changed without a gap: two open until one is revoked', async (t, service) => {
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  const keys = `/management/v1/projects/${known.PROJECT_ID}/keys`
  const pairOf = (made: { id: string; token: string }) => ({
    'x-app-id': made.id,
    'x-app-token': made.token
  })
  const make = async () => (await service.post(keys, { name: 'Till', kind: 'app' }, desk)).body
  const [old, next] = [await make(), await make()]
  const statuses = async () =>
    Promise.all(
      [old, next].map(async made => (await service.get('/v1/customers/ada', pairOf(made))).status)
    )
  t.strictSame(await statuses(), [200, 200])
  t.equal((await service.delete(`${keys}/${old.id}`, desk)).status, 204)
  t.strictSame(await statuses(), [401, 200])
})

/** A character, an escape or a set of characters within an expression. */
const PART = String.raw`[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\]`
const LITERAL = new RegExp(
  String.raw`(?<=[(=:,[!&|?{}\s])/((?![*/])(?:${PART})+)/([dgimsuvy]*)(?=[.,;)\s\]])`,
  'g'
)

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts'))
  .map(file => ({ file, text: readFileSync(join(root, 'src', file), 'utf8') }))

/** Every regular expression that a source or a document spells, by where it stands. */
function expressions(): Map<string, RegExp> {
  const found = new Map<string, RegExp>()
  for (const { file, text } of sources) {
    for (const [whole, source = '', flags] of text.matchAll(LITERAL)) {
      try {
        found.set(`${file} ${whole}`, new RegExp(source, flags))
      } catch {
        // A path in a comment, or two divisions.
      }
    }
  }
  const patterns = JSON.stringify(documents).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)
  for (const [, text = '""'] of patterns) {
    found.set(text, new RegExp(JSON.parse(text) as string, 'u'))
  }
  return found
}

/** The expressions that a source makes of parts while it is loaded. */
async function madeBy(file: string): Promise<readonly RegExp[]> {
  const made: RegExp[] = []
  const real = globalThis.RegExp
  const watched = class extends real {
    constructor(...parts: ConstructorParameters<RegExpConstructor>) {
      super(...parts)
      made.push(this)
    }
  }
  globalThis.RegExp = watched as RegExpConstructor
  try {
    // By another address it is loaded once more.
    await import(`${pathToFileURL(join(root, 'src', file))}?tried`)
  } finally {
    globalThis.RegExp = real
  }
  return made
}

/** Every regular expression that is made of parts, by where it stands. */
async function composed(t: Test): Promise<Map<string, RegExp>> {
  const found = new Map<string, RegExp>()
  for (const { file, text } of sources) {
    const times = text.split('new RegExp(').length - 1
    // What judges other services makes expressions of secrets of its caller, and meets no request.
    if (times === 0 || file.startsWith('conformance/')) continue
    const made = await madeBy(file)
    t.ok(made.length >= times, `${file} makes its expressions when it is loaded, to be tried here`)
    for (const each of made) found.set(`${file} ${each}`, each)
  }
  return found
}

/**
 * Whether an expression takes long each of ten times, by the time of the processor, which a busy
 * machine does not lengthen: in proportion to the text it is done in a hundredth of that; in
 * proportion to its square it takes a thousand times as long.
 */
function isSlow(expression: RegExp, text: string): boolean {
  const took = () => {
    const began = process.cpuUsage()
    expression.lastIndex = 0
    expression.test(text)
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1_000
  }
  for (let times = 0; times < 10; times++) if (took() < 20) return false
  return true
}

t.test('an expression that takes time by the square of the text is told', async t => {
  t.ok(isSlow(/a+b/, 'a'.repeat(8_192)))
})

t.test('no expression takes more than time in proportion to the text', async t => {
  const parts = await composed(t)
  t.ok(parts.size > 2, `${parts.size} expressions of parts`)
  const all = new Map([...expressions(), ...parts])
  t.ok(all.size > 100, `${all.size} expressions`)
  const bits = ['a', '0', ' ', '-', '/', '.', '%', '"', ',', 'a.', '0,', 'a ', ' ,', '&&', '((']
  const slow: string[] = []
  for (const [where, expression] of all) {
    for (const bit of bits) {
      const text = `${bit.repeat(8_192)}\u0001`
      if (isSlow(expression, text)) slow.push(`${where} on ${JSON.stringify(bit)}`)
    }
  }
  t.strictSame(slow, [])
})
