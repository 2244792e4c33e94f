/**
 * What somebody sends who means no good: every operation, with hostile values in every place, and
 * the tricks that services have fallen for. Each is refused with a documented status, in words that
 * name the thing, or taken for the plain text it is; and a refusal writes nothing.
 */

import { gzipSync } from 'node:zlib'
import t, { type Test } from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { type Answered, givenService, PAIR } from '../../support/app.ts'
import { rowsOf } from '../../support/chance.ts'
import { fingerprint, writesOf } from '../../support/evidence.ts'
import { givenSteps } from '../../support/given-steps.ts'
import { inTurn, makesByCode } from '../../support/misuse.ts'
import {
  type Asking,
  ask,
  type Described,
  firstShown,
  keysFor,
  operationNamed,
  operations,
  parametersIn,
  send,
  strayings,
  urlOf,
  variants
} from '../../support/requests.ts'
import { validators } from '../../support/validators.ts'

const withBody = operations.filter(({ body }) => body !== null)
const JSON_TYPE = 'application/json'

const isRecorded = ({ body }: Answered) => body?.resource_type === 'redemption'

/**
 * A demo whose every answer is held to what no answer may be: undeclared, ours to blame, or a
 * refusal that wrote something.
 */
async function besieged(t: Test) {
  const service = await givenService(t)
  await service.work()
  // What is written from now on, a request wrote.
  await service.worker.stop()
  const written = writesOf(service.store)
  const attempt = async (t: Test, operation: Described, asking: Asking): Promise<Answered> => {
    const before = written.length
    const answer = await ask(service.app, operation, asking)
    const kinds = written.slice(before).flatMap(write => write.kinds)
    const { status, bytes } = answer
    const wrong = [
      ...(operation.responses.has(status) ? [] : [`answers ${status}, which is not declared`]),
      ...(status >= 500 ? ['fails'] : []),
      ...(isRecorded(answer) ? [] : strayings(answer)),
      ...(status < 400 || kinds.length === 0 || isRecorded(answer) ? [] : [`writes ${kinds}`])
    ]
    if (wrong.length > 0) {
      const sent = String(asking.payload ?? JSON.stringify(asking.body) ?? '').slice(0, 300)
      t.strictSame(wrong, [], `${operation.id} ${sent}: ${bytes.slice(0, 300)}`)
    }
    return answer
  }
  return { service, attempt }
}

const { service, attempt } = await besieged(t)

const COIN = { exchangeRatio: 1, pointsRatio: 10 } as const

const hostile: readonly unknown[] = [
  ...[null, true, [], {}, '', ' ', 'x'.repeat(10_000), '\0', 'a\ud800', '\udc00'],
  ...[0, -1, -0.5, 0.1 + 0.2, 2 ** 53, 1e308, -1e308, Number.MIN_VALUE],
  ...['__proto__', "'; DROP TABLE vouchers; --", '%', '1e3', '٣', '2026-13-45T99:99:99Z'],
  ...[Array.from({ length: 501 }, () => ({})), { constructor: { prototype: { a: 1 } } }]
]

t.test('names that every object has are no way in', async t => {
  const before = await fingerprint(service.store)
  const poisons = [
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"metadata":{"__proto__":{"polluted":true}}}',
    '{"metadata":{"a":[{"__proto__":1}]}}',
    '[{"__proto__":{"source_id":"beans"}}]',
    `{"metadata":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`,
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    '{"metadata":{"a":1e999}}',
    '{"reward":{"id":"rew_00mug","points":1e400}}'
  ]
  const poison = inTurn(poisons)
  const named = inTurn(['__proto__', 'constructor', 'toString', 'limit[]', ''])
  for (const operation of withBody.filter(({ type }) => type === JSON_TYPE)) {
    const [payload, name] = [poison(), named()]
    const { status, body } = await attempt(t, operation, { payload })
    const said = `${operation.id} ${payload.slice(0, 80)}`
    t.strictSame([status, body.key], [400, 'invalid_payload'], said)
    const query = { [name]: '1' }
    const answer = await attempt(t, operation, { body: firstShown(operation), query })
    t.strictSame([answer.status, answer.body.key], [400, 'invalid_query_params'], name)
  }
  t.equal(({} as { polluted?: boolean }).polluted, undefined)
  t.strictSame(await fingerprint(service.store), before)
})

t.test('metadata with such names is kept as it was sent', async t => {
  const metadata = { constructor: 'x', toString: 1, hasOwnProperty: true, length: 0, 'a.b': [] }
  const { status, body } = await attempt(t, operationNamed('addVouchersToCampaign'), {
    body: { metadata }
  })
  t.equal(status, 200)
  t.strictSame(body.metadata, metadata)
})

const strangers = [
  ...['__proto__', 'constructor', 'hasOwnProperty', 'toString', '*', '_', '%', '%25', '\\', '"'],
  ...["' OR '1'='1", '; DROP TABLE vouchers; --', 'CLUB-ADA-000_', 'CLUB-%', 'cust\u200b_00ada'],
  ...['CLUB-ADA-0001 ', ' CLUB-ADA-0001', 'club-ada-0001', 'CLUB-\u0410DA-0001', 'CLUB-ADA-0001\n'],
  ...['a/b', 'a/../b', '../../etc/passwd', '?limit=1', '#', 'a\r\nSet-Cookie: a=b', '\u202egnirps'],
  ...[
    'ada ',
    'Ada',
    'ａｄａ',
    'CAMP_00CLUB',
    'coffee club',
    '0',
    '-1',
    'null',
    'undefined',
    '[object'
  ]
]

t.test('whatever a path names is nothing but the name of something that is not there', async t => {
  const before = await fingerprint(service.store)
  const [unsound, dots] = [inTurn(['\0', 'a\0b']), inTurn(['.', '..', '%2e%2e'])]
  const stranger = inTurn(strangers)
  const seen = new Set<string>()
  for (const operation of operations) {
    for (const { name } of parametersIn(operation, 'path')) {
      if (name === 'code' && makesByCode.has(operation.id)) continue
      const body = firstShown(operation)
      // What is looked for by this name is looked for by one statement, wherever it is named.
      for (const value of seen.has(name) ? [stranger(), stranger()] : strangers) {
        const answer = await attempt(t, operation, { path: { [name]: value }, body })
        t.equal(answer.status, 404, `${operation.id} ${name} ${value}`)
        t.equal(answer.headers['set-cookie'], undefined)
        const { resource_id: id } = answer.body
        const found = id === value || operation.id === 'getMetadataSchema'
        t.ok(found, `${operation.id} repeats ${value}`)
      }
      seen.add(name)
      const { status, body: said } = await attempt(t, operation, {
        path: { [name]: unsound() },
        body
      })
      t.strictSame([status, said.key], [400, 'invalid_url'], `${operation.id} ${name} U+0000`)
      const url = urlOf(operation, { [name]: '0value0' }).replace('0value0', dots())
      const { method } = operation
      const answer = await send(service.app, { method, url, headers: keysFor(operation) })
      // Dots are steps of a path, wherever they lead.
      t.ok(answer.status < 500, url)
    }
  }
  t.strictSame(await fingerprint(service.store), before)
})

const codes = [
  ...[
    'constructor',
    '__proto__',
    'toString',
    'a/b',
    'a%2Fb',
    '%',
    '100 %',
    '?x=1#y',
    '&',
    '+',
    ';'
  ],
  ...[
    "'; DROP TABLE vouchers; --",
    'пароль',
    'ＣＬＵＢ',
    '😀',
    'e\u0301',
    '\u00e9',
    '\u202egnirps'
  ],
  ...[
    '.',
    '..',
    '...',
    './..',
    'a\r\nb',
    '\t',
    '<script>alert(1)</script>',
    'v_00adaclub',
    'x'.repeat(512)
  ]
]

t.test('a code is any text: it is found again by every url of its voucher, or refused', async t => {
  const add = operationNamed('addVouchersToCampaign')
  for (const code of codes) {
    const { status, body } = await attempt(t, add, { body: { code } })
    if (status !== 200) {
      t.match([status, body.details], [400, 'code'], `${JSON.stringify(code)} is refused`)
      continue
    }
    t.equal(body.code, code)
    for (const { url } of [body.publish, body.redemption]) {
      const { status: found, bytes } = await service.get(new URL(url).pathname)
      t.equal(found, 200, `${url} leads somewhere, ${bytes.slice(0, 120)}`)
    }
    for (const { url } of [body.assets.qr, body.assets.barcode]) {
      if (url !== null) t.equal((await service.get(new URL(url).pathname, {})).status, 200, url)
    }
    const path = `/v1/vouchers/${encodeURIComponent(code)}/redemption`
    const own = await service.get(new URL(path, 'http://loyalty.test').pathname)
    t.equal(own.body.url, body.redemption.url, `${code} is found by itself`)
  }
})

for (const operation of withBody) {
  t.test(`${operation.id}: a hostile value is refused by the name of its place`, async t => {
    const isForm = operation.type !== JSON_TYPE
    const all = operation.requests.flatMap(({ value }) => [...variants(value, () => hostile)])
    const rows = rowsOf(t, all, { gate: 4, soak: 60 })
    const { document, schema } = operation
    let refused = 0
    for (const [{ body, at }] of rows) {
      // A form is a list of texts, whatever they were before.
      if (isForm && at.length === 0) continue
      const answer = await attempt(t, operation, { body })
      if (isForm || validators[document].fits(schema.slice(1), body)) continue
      const sent = JSON.stringify(body).slice(0, 300)
      t.equal(answer.status, 400, `${sent} ${answer.bytes.slice(0, 300)}`)
      const name = at.findLast(key => !/^\d+$/.test(key)) ?? ''
      t.ok(answer.body.details.includes(name), `${at}: ${answer.body.details}`)
      refused++
    }
    rows.together(refused > 0 || isForm, `${refused} were refused`)
  })
}

t.test('numbers beyond what can be counted exactly are refused', async t => {
  const { service, attempt } = await besieged(t)
  const plain = { ids: ['rew_00plain'], name: 'Plain', parameters: { coin: COIN } }
  await givenSteps(service, [
    { make: 'reward', ...plain },
    { make: 'reward assignment', reward: 'rew_00plain', campaign: 'camp_00club', points: null }
  ])
  const most = Number.MAX_SAFE_INTEGER
  const pay = (order: object) => ({ body: { reward: { id: 'rew_00plain', points: 1 }, order } })
  const tooMuch = [
    { items: [{ price: most, quantity: 2 }] },
    { items: [{ price: most }, { price: most }] },
    { items: [{ product_id: 'prod_00beans', quantity: 9_999_999_999, price: most }] },
    { items: Array.from({ length: 500 }, () => ({ amount: most })) }
  ]
  const redeem = operationNamed('redeemReward')
  for (const order of tooMuch) {
    const { status, body } = await attempt(t, redeem, pay(order))
    t.strictSame([status, body.key, body.failure_code], [400, 'invalid_amount', 'invalid_amount'])
  }
  const itemsOf = (length: number) => ({ items: Array.from({ length }, () => ({ amount: 1 })) })
  const { body: whole } = await attempt(t, redeem, pay(itemsOf(500)))
  t.strictSame([whole.result, whole.order.amount], ['SUCCESS', 500])
  const { status, body } = await attempt(t, redeem, pay(itemsOf(501)))
  t.strictSame([status, body.key], [400, 'invalid_payload'])
  t.match(body.details, /items.*500/)
  const estimate = operationNamed('estimateLoyaltyPoints')
  const customer = { source_id: 'ada' }
  for (const order of [...tooMuch, { amount: most }, { amount: most, discount_amount: most }]) {
    await attempt(t, estimate, { body: { customer, order } })
  }
})

t.test('what a customer spends in all is refused where it can no longer be counted', async t => {
  const { service, attempt } = await besieged(t)
  const order = { items: [{ amount: Number.MAX_SAFE_INTEGER }] }
  const body = { reward: { id: 'rew_00coin', points: 1 }, order }
  const { body: before } = await attempt(t, operationNamed('getCustomer'), {})
  for (const failed of [1, 2, 3]) {
    const answer = await attempt(t, operationNamed('redeemReward'), { body })
    t.match(answer, { status: 400, body: { key: 'invalid_amount', resource_type: 'redemption' } })
    const { body: after } = await attempt(t, operationNamed('getCustomer'), {})
    const { redemptions } = before.summary
    const counted = {
      total_redeemed: redemptions.total_redeemed + failed,
      total_failed: redemptions.total_failed + failed
    }
    const summary = { ...before.summary, redemptions: { ...redemptions, ...counted } }
    t.strictSame(after, { ...before, summary }, 'ada has spent 61.00 before')
  }
  t.match(await audit(service.store), { clean: true })
})

t.test('points and credit that would outgrow a number are refused', async t => {
  const { service, attempt } = await besieged(t)
  const most = Number.MAX_SAFE_INTEGER
  await givenSteps(service, [
    {
      make: 'reward',
      ids: ['rew_00huge'],
      name: 'Huge',
      parameters: { campaign: { id: 'camp_00gift', balance: most } }
    },
    { make: 'reward assignment', reward: 'rew_00huge', campaign: 'camp_00club', points: 1 },
    {
      make: 'reward',
      ids: ['rew_00points'],
      name: 'Points',
      parameters: { campaign: { id: 'camp_00bakery', balance: most } }
    },
    { make: 'reward assignment', reward: 'rew_00points', campaign: 'camp_00club', points: 1 }
  ])
  for (const id of ['rew_00huge', 'rew_00points', 'rew_00huge', 'rew_00points']) {
    await attempt(t, operationNamed('redeemReward'), { body: { reward: { id } } })
  }
  const loyalty = { type: 'FIXED', points: '999999999999999' }
  const rule = { event: 'product_reviewed', custom_event: { schema_id: 'ms_00review' }, loyalty }
  t.equal((await attempt(t, operationNamed('createEarningRules'), { body: [rule] })).status, 200)
  const review = { event: 'product_reviewed', customer: { source_id: 'ben' } }
  const statuses: number[] = []
  for (let turn = 0; turn < 12; turn++) {
    const { status } = await attempt(t, operationNamed('sendCustomEvent'), { body: review })
    statuses.push(status)
  }
  t.strictSame(statuses.toSorted(), statuses, 'once it is refused, it stays refused')
  t.match(await audit(service.store), { clean: true })
})

t.test('headers name nothing that is repeated, and change no method, no address', async t => {
  const add = operationNamed('addVouchersToCampaign')
  const headers = {
    ...PAIR,
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    // One that is well formed is kept; this is none.
    'x-request-id': 'evil request id',
    'request-id': 'evil-request-id',
    'x-http-method-override': 'DELETE',
    'x-original-url': '/v1/exports',
    'x-app-channel': 'evil-channel',
    cookie: 'a=b'
  }
  const { status, bytes, headers: answered } = await attempt(t, add, { headers, body: {} })
  t.equal(status, 200)
  t.notMatch(bytes + JSON.stringify(answered), /evil|gopher/)
  const gzip = gzipSync('{"code":"ZIPPED"}')
  const zipped = { ...PAIR, 'content-encoding': 'gzip' }
  t.equal((await attempt(t, add, { headers: zipped, payload: gzip })).status, 415)
  const twice = { ...PAIR, authorization: 'Bearer a, Bearer b' }
  t.equal((await attempt(t, add, { headers: twice, body: {} })).status, 401)
  for (const secret of ['', ' ', 'x'.repeat(100_000), 'demo-app-token ', "' OR 1=1 --", '\u0000']) {
    const wrong = { 'x-app-id': 'demo-app-id', 'x-app-token': secret }
    const expected = secret.trim() === 'demo-app-token' ? 200 : 401
    const answer = await attempt(t, operationNamed('listExports'), { headers: wrong })
    t.ok([expected, 401].includes(answer.status), JSON.stringify(secret.slice(0, 20)))
  }
})

t.test('a service that went through all this still says the truth', async t => {
  t.match(await audit(service.store), { clean: true })
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    t.equal((await ask(service.app, operation)).status, 200, operation.id)
  }
})
