import t from 'tap'
import type { Tree } from '../../../scripts/documents/walk.ts'
import { FORMATS } from '../../../src/decisions/imports/formats.ts'
import { isEncoding } from '../../../src/http/bodies.ts'
import { fileCommand } from '../../../src/http/wire/files.ts'
import { readContract } from '../../../src/main/app.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { PAIR } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

const IMPORT = '/v1/customers/importCSV'

onDemo('importCustomersUsingCsv: a file comes once, and bad rows are named', async (t, service) => {
  await service.work()
  const lines = [
    'source_id,name,email,birthdate,metadata.cups_per_day',
    'mia,"Mia,',
    'Gruber",mia@example.com,1988-04-30,',
    'ada,,,,',
    'tom,Tom,,1990-02-30,',
    'zoe,Zoë,,,many',
    'eve,"Eve"x,,,',
    'leo,Leo,,'
  ]
  for (const done_count of [2, 2]) {
    const { status, body } = await service.upload(IMPORT, lines)
    t.equal(status, 202)
    await service.work()
    const { body: action } = await service.get(`/v1/async-actions/${body.async_action_id}`)
    t.match(action, { type: 'CUSTOMERS.IMPORT', status: 'DONE', operation_status: 'SUCCESS' })
    t.strictSame(action.result.done_count, done_count)
    const found = action.result.errors.map(
      ({ source_id, key, details }: Record<string, string>) => [source_id, key, details]
    )
    t.strictSame(found, [
      [
        'tom',
        'invalid_payload',
        `Line 5, column birthdate: must be a day such as 2026-03-01, and is "1990-02-30"`
      ],
      ['zoe', 'metadata_validation_failed', action.result.errors[1].details],
      [undefined, 'invalid_payload', `Line 7: cannot be read: ${QUOTE}`],
      [undefined, 'invalid_payload', 'Line 8: has 4 cells, and the header 5']
    ])
    const told = action.result.errors[1].details
    t.match(told, /^Line 6, column metadata: .*cups_per_day: must be a number/)
  }
  const { body: mia } = await service.get('/v1/customers/mia')
  t.match(mia, { name: 'Mia,\nGruber', email: 'mia@example.com', birthdate: '1988-04-30' })
  t.match((await service.get('/v1/customers/ada')).body, { name: 'Ada Baker' })
  t.equal((await service.get('/v1/customers/leo')).status, 404)
  t.match(await audit(service.store), { clean: true })
})

const QUOTE =
  'a quote stands beside other text; put the whole cell in quotes, and write each within it twice'

onDemo('importCustomersUsingCsv: a file that does not fit imports nothing', async (t, service) => {
  await service.work()
  const rows = [
    [['source_id,size', 'a,XL'], /line 1, column size: is not known; those are source_id, name/],
    [
      ['source_id,emial', 'a,b'],
      /column emial: is not known; do you mean email; those are source_/
    ],
    [['source_id,Birthdte', 'a,b'], /column Birthdte: is not known; do you mean birthdate; those/],
    [[`source_id,${'x'.repeat(65)}`, 'a,b'], /column x+: is not known; those are source_id/],
    [['source_id,name,name', 'a,b,c'], /line 1, column name: is there twice/],
    [['name', 'a'], /line 1, column source_id: is missing/],
    [['source_id,si\u001bze', 'a,b'], /line 1, column si\\u001bze: is not known; those are sou/],
    [['source_id'], /at least one row/],
    [[''], /line 1, column source_id: is missing/],
    [['"source_id', 'a'], /line 1 cannot be read: its quotes are not closed/],
    [[`source_id,metadata.${'x'.repeat(10_000)}`, 'a,'], /line 1 is too long for a header/],
    [['source_id', ...Array(100_001).fill('a')], /more than 100000 rows, empty ones included;/]
  ] as const
  for (const [lines, details] of rows) {
    const { status, body } = await service.upload(IMPORT, lines)
    t.strictSame([status, body.key], [400, 'invalid_payload'], String(details))
    t.match(body.details, details)
    t.match(body.details, /^Property \.file/)
  }
  const { body: actions } = await service.get('/v1/async-actions')
  t.equal(actions.async_actions.length, 1, 'that of the demo alone')
})

onDemo('importCustomersUsingCsv: public headers, others are metadata', async (t, service) => {
  const { status, body } = await service.upload(IMPORT, [
    'Name,Source_id,Email,Phone,Address_Line_1,City,Postal_Code,Country,Birthdate,favorite_brands,Size',
    'Mia Lake,mia,mia@example.com,+49 1,Main St 1,Kiel,24103,DE,1990-02-01,"Nike,Fenty",XL',
    'Leo,leo,,,,,,,soon,,'
  ])
  t.equal(status, 202)
  await service.work()
  const { result } = (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
  t.equal(result.message, 'Columns taken as metadata: favorite_brands, Size.')
  t.strictSame([result.done_count, result.failed_count], [1, 1])
  t.match(result.errors[0].details, /^Line 3, column birthdate: must be a day/)
  t.match((await service.get('/v1/customers/mia')).body, {
    ...{ name: 'Mia Lake', email: 'mia@example.com', phone: '+49 1', birthdate: '1990-02-01' },
    address: { line_1: 'Main St 1', city: 'Kiel', postal_code: '24103', country: 'DE' },
    metadata: { favorite_brands: 'Nike,Fenty', Size: 'XL' }
  })
  const twice = await service.upload(IMPORT, ['Source_id,Name,name', 'a,b,c'])
  t.match([twice.status, twice.body.details], [400, /column name: is there twice/])
})

onDemo('importVouchersUsingCsv: public headers, but for values of no unit', async (t, service) => {
  const lines = [
    'Code,Voucher Type,Active,Redemption Limit,percent_off,Category,constructor',
    'FALL22,DISCOUNT_VOUCHER,FALSE,7,15,,Europe'
  ]
  const { body } = await service.upload('/v1/vouchers/importCSV', lines)
  await service.work()
  const { result } = (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
  t.match(result, { message: 'Columns taken as metadata: constructor.', done_count: 1, errors: [] })
  t.match((await service.get('/v1/vouchers/FALL22')).body, {
    ...{ active: false, metadata: { constructor: 'Europe' }, redemption: { quantity: 7 } },
    discount: { type: 'PERCENT', percent_off: 15 }
  })
  const valued = await service.upload('/v1/vouchers/importCSV', [
    'Code,Voucher Type,Value',
    'A,GIFT_VOUCHER,100'
  ])
  const found = [valued.status, valued.body.details]
  t.match(found, [400, /line 1, column Value: is not known; those are/])
})

t.test('importCustomersUsingCsv: others have their turn while a file is read', async t => {
  const text = `source_id\n${'mia\n'.repeat(90_000)}`
  let turns = 0
  let isRead = false
  const others = () => {
    turns++
    if (!isRead) setImmediate(others)
  }
  setImmediate(others)
  const { rows } = await fileCommand({ file: text }, null)
  isRead = true
  t.equal(rows.length, 90_000)
  t.ok(turns >= Math.floor(text.length / 65_536), `${turns} turns`)
})

t.test('importCustomersUsingCsv: empty lines are rows, and a header comes first', async t => {
  const empty = `source_id\nmia\n${'\n'.repeat(100_000)}`
  await t.rejects(fileCommand({ file: empty }, null), { message: /more than 100000 rows/ })
  const unfit = empty.replace('source_id', 'name')
  const { columns } = FORMATS.customers
  await t.rejects(fileCommand({ file: unfit }, columns), { message: /source_id: is missing/ })
})

const END = '\r\n--b--\r\n'
const part = (name: string, text = 'source_id\nmia') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}`

//  boundary   body                                              status  details
const FORMS = [
  ['b', `${part('file')}${END}`, 202, /^$/],
  ['b', `${part('file', 'source_id\n\u0000')}${END}`, 202, /^$/],
  ['b', '', 400, /^A body is required. Send one as multipart\/form-data/],
  ['b', END, 400, /^Property \.file is required/],
  ['b', Array(102).fill(part('file')).join('\r\n'), 400, /^The form has more than 100 parts/],
  ['"b"; boundary=c', `${part('file')}\r\n`.repeat(102), 400, /has more than 100 parts/],
  ['b', `${part('file')}\r\n${part('file')}${END}`, 400, /^Property \.file must be/],
  ['b', `${part('file')}\r\n${part('more')}${END}`, 400, /more/],
  ['b', `${part('__proto__')}${END}`, 400, /__proto__|\.file is required/],
  ['b', part('file'), 400, /^The body cannot be read as multipart/],
  ['b', 'source_id\nmia', 400, /^The body cannot be read as multipart/],
  ['c', `${part('file')}${END}`, 400, /^The body cannot be read as multipart/],
  [null, `${part('file')}${END}`, 400, /^The body cannot be read as multipart/]
] as const

onDemo('importCustomersUsingCsv: what is no form with one file is refused', async (t, { app }) => {
  for (const [boundary, payload, status, details] of FORMS) {
    const type =
      boundary === null ? 'multipart/form-data' : `multipart/form-data; boundary=${boundary}`
    const headers = { ...PAIR, 'content-type': type }
    const answer = await app.inject({ method: 'POST', url: IMPORT, headers, payload })
    t.equal(answer.statusCode, status, payload)
    t.match(answer.json().details ?? '', details, payload)
  }
  const large = { ...PAIR, 'content-type': 'multipart/form-data; boundary=b' }
  const payload = `${part('file', 'x'.repeat(10 * 1024 * 1024))}${END}`
  const found = (await app.inject({ method: 'POST', url: IMPORT, headers: large, payload }))
    .statusCode
  t.equal(found, 413)
})

const ZOE = 'source_id,name\nzoe,Zo\u00eb \ufffd\n'
const big = (text: string) => Buffer.from(text, 'utf16le').swap16()
const SAY =
  /^Property \.file is neither UTF-8 nor UTF-16 with a mark; say what it is with \?encoding=/

// biome-ignore format: a table
const ENCODED = [
  // what it is                     query                   bytes                             answer
  ['UTF-8',                         '',                     Buffer.from(ZOE),                 202],
  ['UTF-8 with a mark',             '',                     Buffer.from(`\ufeff${ZOE}`),      202],
  ['UTF-16 with a mark',            '',                     Buffer.from(`\ufeff${ZOE}`, 'utf16le'), 202],
  ['UTF-16 the other way round',    '',                     big(`\ufeff${ZOE}`),              202],
  ['UTF-16 without a mark',         '',                     Buffer.from(ZOE, 'utf16le'),      SAY],
  ['UTF-32 with a mark',            '',                     Buffer.from('\ufeff\0z\0', 'utf16le'), SAY],
  ['the same the other way round',  '',                     big(ZOE),                         SAY],
  ['UTF-16 that is said',           '?encoding=utf-16be',   big(ZOE),                         202],
  ['one byte for each sign',        '',                     Buffer.from(ZOE, 'latin1'),       SAY],
  ['UTF-8 that is said to be none', '?encoding=shift_jis',  Buffer.from([0x61, 0x81]),        /^Property \.file is not shift_jis; say/],
  ['what nobody knows',             '?encoding=latin',      Buffer.from(ZOE),                 /^Query parameter encoding must be .*utf-8/],
  ['two encodings',                 '?encoding=gbk&encoding=big5', Buffer.from(ZOE),          /^Query parameter encoding/]
] as const

onDemo('importCustomersUsingCsv: encodings are marked or said, not guessed', async (t, service) => {
  const sent = async (
    query: string,
    bytes: Buffer,
    disposition = 'name="file"; filename="a.csv"'
  ) => {
    const head = `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
    const answer = await service.app.inject({
      method: 'POST',
      url: `${IMPORT}${query}`,
      headers: { ...PAIR, 'content-type': 'multipart/form-data; boundary=b' },
      payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(END)])
    })
    return [answer.statusCode, answer.json().details ?? ''] as const
  }
  for (const [what, query, bytes, expected] of ENCODED) {
    const [status, details] = await sent(query, bytes)
    t.equal(status, expected === 202 ? 202 : 400, what)
    if (expected !== 202) t.match(details, expected, what)
    else {
      await service.work()
      t.equal((await service.get('/v1/customers/zoe')).body.name, 'Zo\u00eb \ufffd', what)
      await service.delete('/v1/customers/zoe')
    }
  }
  const latin = Buffer.from('source_id,name\nzoe,Zo\u00eb\n', 'latin1')
  t.strictSame(await sent('?encoding=windows-1252', latin), [202, ''])
  await service.work()
  t.equal((await service.get('/v1/customers/zoe')).body.name, 'Zo\u00eb')
  const field = 'name="file"'
  t.strictSame(await sent('', Buffer.from(ZOE), field), [202, ''])
  for (const query of ['', '?encoding=windows-1252']) {
    const [status, details] = await sent(query, latin, field)
    t.equal(status, 400)
    t.match(
      details,
      /^Property \.file is no file, and therefore read as UTF-8; send it with a file/
    )
  }
})

t.test('importCustomersUsingCsv: every encoding that can be said is one', async t => {
  const { components } = readContract().documents['provisioning'] as Tree
  // biome-ignore lint/suspicious/noExplicitAny: the parameter as the document has it
  const names: string[] = (components as any).parameters.FileEncoding.schema.enum
  t.ok(names.length > 20)
  for (const name of names) t.ok(isEncoding(name), name)
})
