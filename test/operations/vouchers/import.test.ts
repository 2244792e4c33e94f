/**
 * Vouchers that are imported over HTTP, from files and as JSON.
 */
import t from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { givenService, type Service } from '../../support/app.ts'

async function imported(service: Service, url: string, lines: readonly string[]) {
  const { status, body } = await service.upload(url, lines)
  if (status !== 202) return body
  await service.work()
  return (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
}

t.test('importVouchersUsingCsv: the same code with other contents is a bad row', async t => {
  const service = await givenService(t)
  const header =
    'voucher_type,code,percent_off,amount_off,redemption_quantity,start_date,expiration_date,' +
    'active,metadata'
  const row = 'DISCOUNT_VOUCHER,D-1,10,,5,2026-01-01T00:00:00Z,2027-01-01T00:00:00Z,,'
  const send = (line: string) => imported(service, '/v1/vouchers/importCSV', [header, line])
  t.match((await send(row)).result, { done_count: 1 })
  const over = { active: false, expiration_date: '2028-01-01T00:00:00Z' }
  t.equal((await service.put('/v1/vouchers/D-1', over)).status, 200)
  t.match((await send(row)).result, { done_count: 1 }, 'its life since does not count')
  const now = (await service.get('/v1/vouchers/D-1')).body
  const rows = [
    [/D-1,10,/, 'D-1,20,', 'percent_off'],
    [/D-1,10,/, 'D-1,,10', 'amount_off'],
    [/,5,/, ',6,', 'redemption_quantity'],
    [/,5,/, ',,', 'redemption_quantity'],
    [/2026-01-01/, '2026-02-01', 'start_date'],
    [/2027-01-01/, '2028-01-01', 'expiration_date'],
    [/,,$/, ',false,', 'active'],
    [/$/, '"{""size"":""XL""}"', 'metadata']
  ] as const
  for (const [from, to, column] of rows) {
    const { result } = await send(row.replace(from, to))
    t.match(result, { done_count: 0, failed_count: 1 }, column)
    const { key, details } = result.errors[0]
    t.strictSame(key, 'invalid_payload')
    const start = `Line 2, column ${column}: D-1 is there already, and an import brought it `
    t.ok(details.startsWith(start), details)
  }
  t.strictSame((await service.get('/v1/vouchers/D-1')).body, now, 'nothing was changed')
  const own = { type: 'DISCOUNT_VOUCHER', discount: { type: 'PERCENT', percent_off: 10 } }
  t.equal((await service.post('/v1/vouchers', { code: 'OWN-1', ...own })).status, 200)
  const bare = row.replace(/,5,.*/, ',,,,,').replace('D-1', 'OWN-1')
  t.match((await send(bare)).result, { done_count: 1 }, 'one of the API is known, too')
  const other = await send(bare.replace(',10,', ',15,'))
  t.match(told(other), [/^Line 2, column percent_off: OWN-1 is there already, with \{.*10\}, not /])
})

async function sent(service: Service, url: string, items: readonly object[]) {
  const { status, body } = await service.post(url, items)
  if (status !== 202) return body
  await service.work()
  return (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
}

t.test('importVouchers: gifts and coupons come once, as JSON', async t => {
  const service = await givenService(t)
  const discount = { type: 'PERCENT', percent_off: 12.5 }
  const items = [
    { code: 'G-1', gift: { amount: 5000, balance: 1250 }, redemption: { redeemed_quantity: 3 } },
    { code: 'G-2', type: 'GIFT_VOUCHER', gift: { amount: 700 }, customer: 'ada', active: false },
    { code: 'D-1', discount, redemption: { quantity: 9, redeemed_quantity: 4 }, metadata: {} },
    { code: 'L-1', loyalty_card: { points: 5 } },
    { code: 'N-1' },
    { code: 'G-3', gift: { amount: 1, balance: 2 } },
    { code: 'D-2', type: 'DISCOUNT_VOUCHER', gift: { amount: 1 } }
  ]
  for (let turn = 0; turn < 2; turn++) {
    const action = await sent(service, '/v1/vouchers/import', items)
    t.match(action, { type: 'VOUCHERS.IMPORT', status: 'DONE', operation_status: 'SUCCESS' })
    t.match(action.result, { done_count: 3, failed_count: 4 })
    t.match(told(action), [
      /^Item \[3\]: Property \.type: is LOYALTY_CARD, which has a campaign; send it/,
      /^Item \[4\]: Property \.type: is empty/,
      /^Item \[5\]: Property \.gift\.balance: 2 is above amount, 1$/,
      /^Item \[6\]: Property \.gift\.amount: does not go with the type of this voucher; leave /
    ])
    t.strictSame(action.result.errors[2].source_id, 'G-3')
  }
  t.match((await service.get('/v1/vouchers/G-1')).body, {
    gift: { amount: 5000, balance: 1250 },
    redemption: { redeemed_quantity: 3 }
  })
  t.match((await service.get('/v1/vouchers/G-2')).body, {
    gift: { amount: 700, balance: 700 },
    active: false,
    holder_id: 'cust_00ada'
  })
  t.match((await service.get('/v1/vouchers/D-1')).body, {
    discount,
    redemption: { quantity: 9, redeemed_quantity: 4 }
  })
  t.match(await audit(service.store), { clean: true })
})

t.test('importVouchers: a wrong shape refuses all of it', async t => {
  const service = await givenService(t)
  const rows = [
    [[], /at least 1/],
    [[{ code: 'A', gift: { amount: 1 } }, { gift: { amount: 1 } }], /\[1\]\.code is required/],
    [[{ code: 'A', gift: { amount: 1, effect: 'APPLY_TO_ORDER' } }], /\[0\]\.gift\.effect/],
    [[{ code: 'A', gift: { amount: 1 }, active: 'no' }], /\[0\]\.active/]
  ] as const
  for (const [body, details] of rows) {
    const answer = await service.post('/v1/vouchers/import', body)
    t.strictSame([answer.status, answer.body.key], [400, 'invalid_payload'], String(details))
    t.match(answer.body.details, details)
  }
  t.equal((await service.get('/v1/vouchers/A')).status, 404)
})

const told = ({ result }: { result: { errors: { details: string }[] } }) =>
  result.errors.map(({ details }) => details)

t.test('importVouchersUsingCsv: gifts and coupons come once, with what is left', async t => {
  const service = await givenService(t)
  const lines = [
    'voucher_type,code,amount,balance,percent_off,redemption_count,redemption_quantity',
    'GIFT_VOUCHER,G-1,5000,1250,,3,',
    'DISCOUNT_VOUCHER,D-1,,,12.5,40,100',
    'GIFT_VOUCHER,G-2,5000,6000,,,',
    'GIFT_VOUCHER,G-3,5000,5000,10,,',
    'LOYALTY_CARD,L-1,,,,,',
    ',N-1,,,,,'
  ]
  for (let turn = 0; turn < 2; turn++) {
    const action = await imported(service, '/v1/vouchers/importCSV', lines)
    t.match(action, { type: 'VOUCHERS.IMPORT', status: 'DONE', operation_status: 'SUCCESS' })
    t.match(action.result, { done_count: 2, failed_count: 4 })
    t.match(told(action), [
      /^Line 4, column balance: 6000 is above amount, 5000$/,
      /^Line 5, column percent_off: is no column of this import; those are code, /,
      /^Line 6, column campaign: is empty, and must be the name or id of the loyalty program of/,
      /^Line 7, column voucher_type: is empty, and must be one of GIFT_VOUCHER, DISCOUNT_VOUCHER, LOY/
    ])
  }
  t.match((await service.get('/v1/vouchers/G-1')).body, {
    type: 'GIFT_VOUCHER',
    campaign: null,
    gift: { amount: 5000, balance: 1250 },
    redemption: { redeemed_quantity: 3 }
  })
  t.match((await service.get('/v1/vouchers/D-1')).body, {
    discount: { type: 'PERCENT', percent_off: 12.5 },
    redemption: { quantity: 100, redeemed_quantity: 40 }
  })
  t.match(await audit(service.store), { clean: true })
})

t.test('importVouchersUsingCsv: takes a file as a spreadsheet writes it', async t => {
  const service = await givenService(t)
  const lines = [
    'voucher_type;code;percent_off;active;expiration_date;metadata',
    'DISCOUNT_VOUCHER;A;10;TRUE;;',
    'DISCOUNT_VOUCHER;B; 10 ;false; 2026-12-31T22:59:59Z ;"{""size"":""X;L""}"',
    ';;;;;',
    ''
  ]
  const action = await imported(service, '/v1/vouchers/importCSV', lines)
  t.match(action.result, { done_count: 2, failed_count: 0 })
  t.match((await service.get('/v1/vouchers/A')).body, { active: true })
  t.match((await service.get('/v1/vouchers/B')).body, {
    active: false,
    discount: { percent_off: 10 },
    expiration_date: '2026-12-31T22:59:59.000Z',
    metadata: { size: 'X;L' }
  })
})
