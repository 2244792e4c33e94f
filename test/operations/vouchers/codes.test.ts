/**
 * Codes through the API: what they are made of, how many there can be, and when one is taken.
 */

import t from 'tap'
import * as known from '../../../src/demo/known.ts'
import { givenService, PAIR, PUBLIC_URL, type Service } from '../../support/app.ts'

const SPRING = '/v1/campaigns/camp_00spring/vouchers'
const DESK = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
const coupon = { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 500 } }
const digits = '0123456789'

/** A campaign whose codes are made by the service's own configuration, not by one of its own. */
async function givenCampaign(service: Service, keys: typeof PAIR | Record<string, string> = PAIR) {
  const { body } = await service.post('/v1/campaigns', { name: 'Plain', voucher: coupon }, keys)
  return `/v1/campaigns/${body.id}/vouchers`
}

/** The keys of a new project to which `Code` and `CODE` are one. */
async function givenLooseProject(service: Service): Promise<Record<string, string>> {
  const project = { name: 'Loose', timezone: 'UTC', currency: 'EUR', case_sensitive_codes: false }
  const { body } = await service.post('/management/v1/projects', project, DESK)
  const { app_id, app_token } = body.server_side_key
  return { 'x-app-id': app_id, 'x-app-token': app_token }
}

t.test('a code is prefix, body and postfix', async t => {
  const service = await givenService(t)
  const url = await givenCampaign(service)
  const face = '\u{1f600}'
  //  code_config                                             code
  const rows: [object | undefined, RegExp][] = [
    [undefined, /^[0-9A-Za-z]{8}$/],
    [{}, /^[0-9A-Za-z]{8}$/],
    [{ initial_count: 5 }, /^[0-9A-Za-z]{8}$/],
    [{ length: 3 }, /^[0-9A-Za-z]{3}$/],
    [{ length: 512 }, /^[0-9A-Za-z]{512}$/],
    [{ charset: 'AB' }, /^[AB]{8}$/],
    [{ charset: `A${face}`, length: 20 }, new RegExp(`^[A${face}]{20}$`, 'u')],
    [{ pattern: 'X-##-##', charset: '7' }, /^X-77-77$/],
    [{ pattern: '#', length: 99, charset: '3' }, /^3$/],
    [{ pattern: 'FIXED' }, /^FIXED$/],
    [{ prefix: 'pre-', length: 2, charset: '0', postfix: '-post' }, /^pre-00-post$/],
    [{ prefix: '#', pattern: '#', charset: '1', suffix: '#' }, /^#1#$/],
    [{ pattern: '#', charset: '2', suffix: '!', postfix: '?' }, /^2\?$/]
  ]
  for (const [code_config, expected] of rows) {
    const { status, body } = await service.post(url, code_config && { code_config })
    t.equal(status, 200, JSON.stringify(code_config))
    t.match(body.code, expected)
  }
})

t.test('a configuration that makes no code is refused by the name of its property', async t => {
  const service = await givenService(t)
  const long = 'x'.repeat(512)
  //  code_config                              key                    at
  const rows: [object, string, string][] = [
    [{ length: 0 }, 'invalid_code_config', 'length'],
    [{ length: 513 }, 'invalid_payload', 'length'],
    [{ charset: '' }, 'invalid_code_config', 'charset'],
    [{ pattern: '' }, 'invalid_code_config', 'pattern'],
    [{ suffix: '\u009f' }, 'invalid_code_config', 'postfix'],
    [{ postfix: 'x', pattern: long }, 'invalid_code_config', 'pattern'],
    [{ colour: 'red' }, 'invalid_payload', 'colour']
  ]
  for (const [code_config, key, at] of rows) {
    for (const url of [SPRING, `${SPRING}?vouchers_count=2`]) {
      const { status, body } = await service.post(url, { code_config })
      t.strictSame([status, body.key], [400, key], JSON.stringify(code_config))
      t.match(body.details, `.code_config.${at}`)
    }
  }
})

t.test('more codes than there can be are refused with the number left', async t => {
  const service = await givenService(t)
  const url = await givenCampaign(service)
  const ask = (count: number, code_config: object) =>
    service.post(`${url}?vouchers_count=${count}`, { code_config })
  //  code_config                                     codes it has
  const rows: [object, number][] = [
    [{ pattern: 'A-#', charset: '01' }, 2],
    [{ pattern: 'B-#', charset: '0011010' }, 2],
    [{ pattern: 'C-#-#', charset: '012' }, 9],
    [{ prefix: 'D-#', length: 3, charset: digits }, 1000],
    [{ prefix: 'E-', length: 5, charset: `${digits}9`, suffix: '-#' }, 100_000]
  ]
  for (const [code_config, size] of rows) {
    const title = JSON.stringify(code_config)
    const over = await ask(size + 1, code_config)
    t.strictSame([over.status, over.body.key], [400, 'invalid_code_config'], title)
    t.match(over.body.details, ` has ${size} codes left, not ${size + 1};`, title)
    t.equal((await service.post(url, { code_config })).status, 200)
    const all = await ask(size, code_config)
    t.match(all.body.details, ` has ${size - 1} codes left, not ${size};`, `${title}, less one`)
  }
})

t.test('codes are made of spaces beyond what a number counts, or can be', async t => {
  const service = await givenService(t)
  const url = await givenCampaign(service)
  // 62 to the 16th, and to the 512th: the first is not exact as a number, the second none at all.
  for (const length of [16, 512]) {
    const body = { code_config: { length } }
    t.equal((await service.post(url, body)).body.code.length, length)
    const many = await service.post(`${url}?vouchers_count=20`, body)
    await service.work()
    const { body: action } = await service.get(`/v1/async-actions/${many.body.async_action_id}`)
    t.strictSame(action.result, { message: 'Generated 20 vouchers.', done_count: 20 })
  }
})

t.test('a space is used to its last code, and no code twice', async t => {
  const service = await givenService(t)
  const url = await givenCampaign(service)
  const body = { code_config: { pattern: 'L-##', charset: digits } }
  const many = await service.post(`${url}?vouchers_count=97`, body)
  t.equal(many.status, 202)
  await service.work()
  for (let left = 3; left > 0; left--) t.equal((await service.post(url, body)).status, 200)
  t.match((await service.post(url, body)).body, {
    key: 'invalid_code_config',
    details: / has 0 codes left, not 1;/
  })
  const found = new Set<string>()
  for (const page of [1, 2]) {
    const list = `/v1/vouchers?campaign=Plain&limit=50&page=${page}`
    for (const { code } of (await service.get(list)).body.vouchers) found.add(code)
  }
  t.equal(found.size, 100)
})

t.test('a code that is taken is 409, wherever one is made', async t => {
  const service = await givenService(t)
  const codes = ['SPRING-0001', 'CLUB-ADA-0001', 'GIFT-2500']
  for (const code of codes) {
    const path = encodeURIComponent(code)
    const refused = [
      await service.post(SPRING, { code }),
      await service.post('/v1/campaigns/camp_00club/vouchers', { code }),
      await service.post(`${SPRING}/${path}`, {}),
      await service.post('/v1/vouchers', { ...coupon, code }),
      await service.post(`/v1/vouchers/${path}`, coupon)
    ]
    for (const { status, body } of refused) {
      t.strictSame(
        [status, body.key, body.resource_id, body.resource_type],
        [409, 'duplicate_found', code, 'voucher']
      )
    }
  }
  t.equal((await service.post(SPRING, { code: 'spring-0001' })).status, 200, 'case counts here')
  const many = await service.post(`${SPRING}?vouchers_count=2`, { code: 'NEW' })
  t.strictSame([many.status, many.body.key], [400, 'invalid_payload'])
  t.match(many.body.details, /\.code: one code cannot serve 2 vouchers/)
})

t.test('where a project ignores case, so do its codes', async t => {
  const service = await givenService(t)
  const keys = await givenLooseProject(service)
  const url = await givenCampaign(service, keys)
  const made = await service.post(url, { code: 'Summer-Été' }, keys)
  t.equal(made.body.code, 'Summer-Été', 'it is kept as it was sent')
  for (const code of ['Summer-Été', 'SUMMER-ÉTÉ', 'summer-été']) {
    const found = await service.get(`/v1/vouchers/${encodeURIComponent(code)}`, keys)
    t.strictSame(found.body, made.body, `found as ${code}`)
    const again = await service.post(url, { code }, keys)
    t.strictSame([again.status, again.body.key], [409, 'duplicate_found'], `taken as ${code}`)
  }
  t.equal((await service.get('/v1/vouchers/Summer-Ete', keys)).status, 404)
  const body = { code_config: { pattern: 'x-#', charset: 'aAbB' } }
  const three = await service.post(`${url}?vouchers_count=3`, body, keys)
  t.match(three.body.details, / has 2 codes left, not 3;/)
  t.equal((await service.post(url, { code: 'X-B' }, keys)).status, 200)
  const last = await service.post(url, body, keys)
  t.match(last.body.code, /^x-[aA]$/, 'the one that is free')
  t.match((await service.post(url, body, keys)).body.details, / has 0 codes left, not 1;/)
})

t.test('a campaign holds so many vouchers and no more, whoever adds them', async t => {
  const config = {
    publicUrl: PUBLIC_URL,
    customerPageDays: 30,
    managementOpen: true,
    corsOrigins: [],
    requestTimeoutMs: 0,
    campaignVouchersMax: 10,
    earningRulesMax: 100
  }
  const service = await givenService(t, { config })
  const held = async () => (await service.get('/v1/campaigns/camp_00spring')).body.vouchers_count
  const before = await held()
  const room = 10 - before
  const over = await service.post(`${SPRING}?vouchers_count=${room + 1}`)
  t.strictSame([over.status, over.body.key], [400, 'invalid_code_config'])
  t.match(over.body.details, `may hold 10 vouchers; ${room} can still be added`)
  // Both were asked for while there was room for each of them alone.
  const asked = [
    await service.post(`${SPRING}?vouchers_count=${room}`),
    await service.post(`${SPRING}?vouchers_count=2`)
  ]
  t.strictSame(
    asked.map(({ status }) => status),
    [202, 202]
  )
  await service.work()
  const outcomes = []
  for (const { body } of asked) {
    const { body: action } = await service.get(`/v1/async-actions/${body.async_action_id}`)
    outcomes.push([action.status, action.operation_status, action.result])
  }
  t.strictSame(outcomes, [
    ['DONE', 'SUCCESS', { message: `Generated ${room} vouchers.`, done_count: room }],
    [
      'FAILED',
      'FAILED',
      { message: 'Generated 0 vouchers. No room or no code was left for 2 more.', done_count: 0 }
    ]
  ])
  t.equal(await held(), 10)
  for (const url of [SPRING, `${SPRING}/ONE-MORE`]) {
    t.match((await service.post(url, {})).body, {
      key: 'invalid_code_config',
      details: /may hold 10 vouchers; 0 can still be added/
    })
  }
  t.equal((await service.post('/v1/vouchers', coupon)).status, 200, 'one of none is not counted')
})

t.test('where case does not count, codes are compared as Unicode folds them', async t => {
  const service = await givenService(t)
  const loose = await givenLooseProject(service)
  //             a code       is also                   and is not
  const rows = [
    ['ΟΔΟΣ', ['οδος', 'οδοσ'], 'οδο'],
    ['Straße', ['STRASSE', 'STRAẞE'], 'strase'],
    ['KIRIŞ', ['kiriş'], 'kırış']
  ] as const
  for (const [code, same, other] of rows) {
    const named = (text: string) => `/v1/vouchers/${encodeURIComponent(text)}`
    const { status, body } = await service.post('/v1/vouchers', { ...coupon, code }, loose)
    t.equal(status, 200, code)
    for (const text of same) {
      t.equal((await service.get(named(text), loose)).body.id, body.id, text)
      const again = await service.post('/v1/vouchers', { ...coupon, code: text }, loose)
      t.strictSame([again.status, again.body.key], [409, 'duplicate_found'], text)
    }
    t.equal((await service.get(named(other), loose)).status, 404, other)
  }
})
