import t, { type Test } from 'tap'
import * as known from '../../../src/demo/known.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { since, told } from '../../support/account.ts'
import { givenService, NOW, type Service } from '../../support/app.ts'
import { backOffice } from '../../support/back-office.ts'
import { givenSteps } from '../../support/given-steps.ts'
import { BARE_VOUCHER } from '../support/bare-answers.ts'

const VOUCHERS = '/v1/vouchers'
const TEN = { type: 'DISCOUNT_VOUCHER', discount: { type: 'PERCENT', percent_off: 10 } }
const GIFT = { type: 'GIFT_VOUCHER', gift: { amount: 1000 } }

async function audited(t: Test, { store }: Service): Promise<void> {
  const found = await audit(store)
  t.strictSame(found.findings, [], 'the audit is clean')
}

const codes = (found: readonly { code: string }[]) => found.map(({ code }) => code)
const vouchersIn = async (service: Service, campaign: string) =>
  (await service.get(`/v1/campaigns/${campaign}`)).body.vouchers_count

t.test('createVoucher: what was said of it, and nothing else', async t => {
  const service = await givenService(t)
  const list = (code: string, of: string) => ({
    object: 'list',
    url: `http://loyalty.test/v1/vouchers/${code}/${of}?page=1&limit=10`
  })
  const daily = [{ start_time: '08:00', days_of_week: [1], expiration_time: '11:30' }]
  const all = {
    category: 'Seasonal',
    active: false,
    expiration_date: NOW,
    validity_hours: { daily },
    additional_info: 'For the neighbours',
    metadata: { shop: 'north' }
  }
  const { body: seasonal } = await service.get('/v1/categories/cat_00seasonal')
  const filed = { category_id: seasonal.id, categories: [seasonal] }
  const credit = (amount: number, balance = amount) => ({ amount, subtracted_amount: 0, balance })
  //  what is sent, what is answered of it, and what its redemptions say
  const rows: [object, object, object][] = [
    [TEN, {}, {}],
    [{ ...TEN, ...all, redemption: { quantity: 3 } }, { ...all, ...filed }, { quantity: 3 }],
    [GIFT, { gift: credit(1000) }, { redeemed_amount: 0 }],
    [{ ...GIFT, gift: { amount: 0 } }, { gift: credit(0) }, { redeemed_amount: 0 }],
    [
      { ...GIFT, gift: { amount: 5, effect: 'APPLY_TO_ORDER' } },
      { gift: { ...credit(5), effect: 'APPLY_TO_ORDER' } },
      { redeemed_amount: 0 }
    ]
  ]
  for (const [sent, answered, redeemed] of rows) {
    const { body } = await service.post(VOUCHERS, sent)
    const { id, code, assets } = body
    t.strictSame(
      body,
      {
        ...BARE_VOUCHER,
        id,
        code,
        assets,
        ...sent,
        publish: { count: 0, ...list(code, 'publications') },
        redemption: {
          quantity: null,
          redeemed_quantity: 0,
          ...list(code, 'redemptions'),
          ...redeemed
        },
        ...answered
      },
      JSON.stringify(sent)
    )
    t.strictSame((await service.get(`${VOUCHERS}/${code}`)).body, body)
  }
  await audited(t, service)
})

const timed = { validity_timeframe: { duration: 'PT1H', interval: 'P1D' } }
const bad = { metadata: { vip: 'yes' } }

/** Metadata of vouchers says whether somebody is a VIP. */
async function describeVouchers({ post }: Service) {
  const properties = { vip: { type: 'boolean', optional: true } }
  const schemas = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  await post(schemas, { related_object: 'voucher', properties }, desk)
}

t.test('createVoucher: refusals name what is wrong and make nothing', async t => {
  const service = await givenService(t)
  await describeVouchers(service)
  const { total } = (await service.get(VOUCHERS)).body
  const inside = { campaign: 'camp_00spring' }
  const rows: [object, string, RegExp][] = [
    [{}, 'missing_param', /'type'/],
    [{ type: 'LOYALTY_CARD' }, 'invalid_payload', /loyalty program/],
    [{ type: 'DISCOUNT_VOUCHER' }, 'missing_param', /'discount'/],
    [{ type: 'GIFT_VOUCHER' }, 'missing_param', /'gift'/],
    [{ ...GIFT, ...TEN }, 'invalid_payload', /\.gift: /],
    [{ ...TEN, ...GIFT }, 'invalid_payload', /\.discount: /],
    [{ ...TEN, discount: { type: 'FIXED' } }, 'invalid_payload', /discount\.fixed_amount/],
    [
      { ...TEN, code: 'SPRING', code_config: { pattern: 'A-#' } },
      'invalid_payload',
      /^Property \.code_config: the code is sent already/
    ],
    [{ ...TEN, code: 'x'.repeat(513) }, 'invalid_payload', /\.code/],
    [{ ...TEN, category: 'Nowhere' }, 'not_found', /category with id Nowhere/],
    [{ ...TEN, ...timed, ...bad }, 'invalid_payload', /start_date/],
    [{ ...TEN, code: 'WELCOME', ...bad }, 'metadata_validation_failed', /^metadata: vip/],
    [{ ...TEN, code: 'WELCOME' }, 'duplicate_found', /code WELCOME/],
    [{ ...inside, ...GIFT }, 'invalid_payload', /\.type: /],
    [{ ...inside, discount: TEN.discount }, 'invalid_payload', /\.discount: /],
    [{ ...inside, validity_day_of_week: [1] }, 'invalid_payload', /_day_of_week: /],
    [{ ...inside, active: false }, 'invalid_payload', /\.active: /],
    [{ type: 'GIFT_VOUCHER', campaign: 'camp_00autumn' }, 'invalid_campaign', /PROMOTION/]
  ]
  const codes: { readonly [key: string]: number } = { not_found: 404, duplicate_found: 409 }
  for (const [sent, key, details] of rows) {
    const { body } = await service.post(VOUCHERS, sent)
    t.match(body, { code: codes[key] ?? 400, key, details }, JSON.stringify(sent))
  }
  t.equal((await service.get(VOUCHERS)).body.total, total)
})

t.test('createVoucher: a code is made as asked, as long as there is one', async t => {
  const service = await givenService(t)
  const code_config = { pattern: 'G-#', charset: '01' }
  const made = async () => service.post(VOUCHERS, { ...GIFT, code_config })
  const found = [await made(), await made(), await made()]
  t.strictSame(codes(found.slice(0, 2).map(({ body }) => body)).toSorted(), ['G-0', 'G-1'])
  t.strictSame([found[2]?.status, found[2]?.body.key], [400, 'invalid_code_config'])
  t.match(found[0]?.body.gift, { amount: 1000, subtracted_amount: 0, balance: 1000 })
  const plain = await service.post(VOUCHERS, GIFT)
  t.match(plain.body.code, /^[0-9A-Za-z]{8}$/)
  await audited(t, service)
})

t.test('createVoucherWithCode: one of a campaign takes from it what is not said', async t => {
  const service = await givenService(t)
  const before = await vouchersIn(service, 'camp_00spring')
  const said = { campaign: 'Spring coupons', redemption: { quantity: 5 }, additional_info: 'VIP' }
  const made = await service.post(`${VOUCHERS}/VIP-1`, said)
  t.match(made.body, {
    code: 'VIP-1',
    campaign: 'Spring coupons',
    category: 'Seasonal',
    discount: { amount_off: 500 },
    redemption: { quantity: 5 },
    additional_info: 'VIP'
  })
  const otherwise = { ...said, code: 'VIP-3' }
  t.match(await service.post(`${VOUCHERS}/VIP-2`, otherwise), {
    status: 400,
    body: { key: 'invalid_payload', details: /\.code: "VIP-3"/ }
  })
  const less = { ...GIFT, gift: { amount: 1000, balance: 999 } }
  t.match(await service.post(`${VOUCHERS}/VIP-2`, less), {
    status: 400,
    body: { key: 'invalid_payload', details: /\.gift\.balance/ }
  })
  const byId = { code: 'VIP-2', campaign_id: 'camp_00spring', category_id: 'cat_00seasonal' }
  t.equal((await service.post(`${VOUCHERS}/VIP-2`, byId)).status, 200)
  t.equal(await vouchersIn(service, 'camp_00spring'), before + 2)
  const refused = await service.post(`${VOUCHERS}/VIP-3`, { ...said, active: false })
  t.strictSame([refused.status, refused.body.key], [400, 'invalid_payload'])
  t.equal((await service.get(`${VOUCHERS}/VIP-3`)).status, 404)
  const lost = await service.post(`${VOUCHERS}/VIP-3`, { ...TEN, category: 'Nowhere' })
  t.strictSame([lost.status, lost.body.resource_type], [404, 'category'])
  const nowhere = await service.post(`${VOUCHERS}/VIP-3`, { ...TEN, campaign: 'Nowhere' })
  t.strictSame([nowhere.status, nowhere.body.resource_type], [404, 'campaign'])
  const unknown = await service.post(`${VOUCHERS}/VIP-3`, { ...TEN, code: 'VIP-4' })
  t.strictSame([unknown.status, unknown.body.key], [400, 'invalid_payload'])
  await audited(t, service)
})

t.test('listVouchers: all, of a campaign, of a holder, of both; in pages', async t => {
  const service = await givenService(t)
  const listed = async (query: string) => {
    const { status, body } = await service.get(`${VOUCHERS}${query}`)
    t.strictSame([status, body.data_ref], [200, 'vouchers'])
    return [codes(body.vouchers), body.total]
  }
  const clubs = ['CLUB-ADA-0001', 'CLUB-BEN-0001']
  const all = [...clubs, 'FLYER-2025', 'FRIEND-ADA-0001', 'GIFT-2500', 'CLUB-MARA-0001']
  const springs = ['SPRING-0001', 'SPRING-0002', 'SPRING-0003']
  t.strictSame(await listed('?order=created_at'), [[...all, 'PICNIC', ...springs], 11])
  t.strictSame(await listed('?limit=2'), [['WELCOME', 'SPRING-0003'], 11])
  t.strictSame(await listed('?limit=3&page=4'), [['CLUB-BEN-0001', 'CLUB-ADA-0001'], 11])
  t.strictSame(await listed('?page=9'), [[], 11])
  t.strictSame(await listed('?campaign=Spring%20coupons'), [[...springs].reverse(), 3])
  t.strictSame(await listed('?customer=ada&order=created_at'), [
    ['CLUB-ADA-0001', 'FRIEND-ADA-0001'],
    2
  ])
  t.strictSame(await listed('?customer=cust_00ada&campaign=camp_00club'), [['CLUB-ADA-0001'], 1])
  t.strictSame(await listed('?customer=cleo'), [[], 0])
  const { body } = await service.get(`${VOUCHERS}?campaign=camp_00spring&limit=1`)
  t.strictSame(body.vouchers[0], (await service.get(`${VOUCHERS}/SPRING-0003`)).body)
  for (const nothing of [
    'campaign=nowhere',
    'customer=nobody',
    'campaign=camp_00club&customer=x'
  ]) {
    t.strictSame(await listed(`?${nothing}`), [[], 0], nothing)
  }
})

t.test('updateVoucher: changes what is said, and nothing where nothing differs', async t => {
  const service = await givenService(t)
  const url = `${VOUCHERS}/WELCOME`
  const { body: before } = await service.get(url)
  t.strictSame((await service.put(url, {})).body, before)
  t.strictSame((await service.put(url, { code: 'WELCOME' })).body, before, 'its own code')
  t.match((await service.put(url, { code: 'HELLO' })).body, { key: 'invalid_payload' })
  const changed = await service.put(url, {
    category: 'Seasonal',
    start_date: NOW,
    validity_timeframe: { duration: 'PT1H', interval: 'P1D' },
    active: false,
    metadata: { shop: 'north' },
    redemption: { quantity: null },
    discount: { type: 'AMOUNT', amount_off: 100 }
  })
  t.strictSame(changed.status, 200)
  const { categories, updated_at, ...rest } = changed.body
  t.equal(categories[0].id, 'cat_00seasonal')
  t.equal(updated_at, NOW)
  t.strictSame(rest, {
    ...Object.fromEntries(Object.entries(before).filter(([key]) => key in rest)),
    category: 'Seasonal',
    category_id: 'cat_00seasonal',
    start_date: NOW,
    validity_timeframe: { duration: 'PT1H', interval: 'P1D' },
    active: false,
    metadata: { shop: 'north' },
    discount: { type: 'AMOUNT', amount_off: 100 },
    redemption: { ...before.redemption, quantity: null }
  })
  t.strictSame((await service.get(url)).body, changed.body)
  const cleared = await service.put(url, {
    category_id: null,
    start_date: null,
    validity_timeframe: null,
    metadata: null
  })
  t.match(cleared.body, { category: null, start_date: null, metadata: {}, active: false })
  t.ok(cleared.body.updated_at > updated_at, 'no two states bear one instant')
  const { body: after } = await service.get(url)
  await describeVouchers(service)
  const rows = [
    ['WELCOME', { code: 'OTHER' }, 'invalid_payload', /\.code/],
    ['WELCOME', { gift: { effect: null } }, 'invalid_payload', /\.gift: a DISCOUNT/],
    ['GIFT-2500', { discount: TEN.discount }, 'invalid_payload', /\.discount: a GIFT/],
    ['CLUB-ADA-0001', { gift: { effect: null } }, 'invalid_payload', /\.gift: a LOYALTY/],
    ['WELCOME', { discount: { type: 'FIXED' } }, 'invalid_payload', /fixed_amount/],
    ['WELCOME', { category: 'Nowhere' }, 'not_found', /category with id Nowhere/],
    ['WELCOME', timed, 'invalid_payload', /start_date/],
    ['WELCOME', bad, 'metadata_validation_failed', /vip/]
  ] as const
  for (const [code, sent, key, details] of rows) {
    const { body } = await service.put(`${VOUCHERS}/${code}`, { additional_info: 'no', ...sent })
    t.match(body, { key, details }, JSON.stringify(sent))
  }
  t.strictSame((await service.get(url)).body, after, 'what is refused changed nothing')
  const { body: joined } = await service.put(url, {
    category: 'Seasonal',
    metadata: { shop: 'north', vip: true }
  })
  const merged = await service.put(url, { metadata: { a: 1, vip: null } })
  t.strictSame(merged.body, {
    ...joined,
    metadata: { shop: 'north', a: 1 },
    updated_at: merged.body.updated_at
  })
  const daily = [{ start_time: '08:00', expiration_time: '11:30' }]
  const others = [
    { expiration_date: NOW },
    { start_date: NOW, validity_day_of_week: [1] },
    { validity_day_of_week: null, validity_hours: { daily } },
    { additional_info: 'For the mayor' }
  ]
  for (const said of others) t.match((await service.put(url, said)).body, said)
  const gift = `${VOUCHERS}/GIFT-2500`
  t.notOk('effect' in (await service.put(gift, { gift: { effect: null } })).body.gift)
})

t.test('updateVoucher: no fewer redemptions than there were', async t => {
  const service = await givenService(t)
  const url = `${VOUCHERS}/CLUB-ADA-0001`
  t.equal((await service.put(url, { redemption: { quantity: 1 } })).status, 200)
  const order = { items: [{ product_id: 'prod_00mug', quantity: 1 }] }
  const full = await service.post('/v1/loyalties/members/CLUB-ADA-0001/redemption', {
    reward: { id: 'rew_00mug' },
    order
  })
  t.equal(full.body.key, 'quantity_exceeded')
  t.equal((await service.put(url, { redemption: { quantity: 2 } })).status, 200)
  const reward = { reward: { id: 'rew_00mug' } }
  const again = await service.post('/v1/loyalties/members/CLUB-ADA-0001/redemption', reward)
  t.equal(again.status, 200)
  const fewer = await service.put(url, { redemption: { quantity: 1 } })
  t.strictSame([fewer.status, fewer.body.key], [400, 'invalid_payload'])
  await audited(t, service)
})

t.test('enableVoucher, disableVoucher: what is so already stays', async t => {
  const service = await givenService(t)
  const url = `${VOUCHERS}/SPRING-0001`
  const { body: on } = await service.get(url)
  t.strictSame((await service.post(`${url}/enable`)).body, on)
  const off = await service.post(`${url}/disable`, {})
  t.match(off.body, { active: false, updated_at: NOW })
  t.strictSame((await service.post(`${url}/disable`)).body, off.body)
  const coupon = { customer: 'cleo', campaign: { name: 'Spring coupons' } }
  const given = await service.post('/v1/publications', coupon)
  t.equal(given.body.voucher.code, 'SPRING-0002', 'one that is off is not given away')
  t.equal((await service.post(`${url}/enable`)).body.active, true)
  t.equal((await service.post(`${VOUCHERS}/nothing/enable`)).status, 404)
})

t.test('deleteVoucher: with its credit, its rules and its place in the campaign', async t => {
  const service = await givenService(t)
  await service.post(`${VOUCHERS}/OWN-GIFT`, GIFT)
  const assigned = await service.post('/v1/validation-rules/val_00twenty/assignments', {
    related_object_type: 'voucher',
    related_object_id: 'v_00spring2'
  })
  t.equal(assigned.status, 200)
  const before = await vouchersIn(service, 'camp_00spring')
  for (const code of ['OWN-GIFT', 'SPRING-0002']) {
    const gone = await service.delete(`${VOUCHERS}/${code}`)
    t.strictSame([gone.status, gone.bytes], [204, ''])
    t.equal((await service.get(`${VOUCHERS}/${code}`)).status, 404)
    t.equal((await service.delete(`${VOUCHERS}/${code}`)).status, 404)
  }
  t.equal(await vouchersIn(service, 'camp_00spring'), before - 1)
  const { body: rule } = await service.get('/v1/validation-rules/val_00twenty')
  t.equal(rule.assignments_count, 1, 'the rule that bound it is counted no more')
  await audited(t, service)
  const again = await service.post(`${VOUCHERS}/OWN-GIFT`, GIFT)
  t.equal(again.status, 200, 'its code is free again')
})

t.test('deleteVoucher: what happened to it keeps it', async t => {
  const service = await givenService(t)
  await service.post(`${VOUCHERS}/MOVED`, GIFT)
  await service.post(`${VOUCHERS}/MOVED/balance`, { amount: -1 })
  for (const [code, user] of [
    ['CLUB-ADA-0001', /customer cust_00ada, redemption \w+, redemption \w+ and others/],
    ['FRIEND-ADA-0001', /customer cust_00ada, publication pub_00friend; disable it instead/],
    ['MOVED', /voucher_transaction vtx_\w+; disable it instead/]
  ] as const) {
    const { status, body } = await service.delete(`${VOUCHERS}/${code}`)
    t.strictSame([status, body.key, body.resource_type], [400, 'resource_in_use', 'voucher'])
    t.match(body.details, user)
    t.equal((await service.get(`${VOUCHERS}/${code}`)).status, 200)
  }
  await audited(t, service)
})

t.test('deleteVoucher: one that is given at the same moment is given or gone', async t => {
  const service = await givenService(t)
  const [given, gone] = await Promise.all([
    service.post('/v1/publications', { customer: 'cleo', voucher: 'FLYER-2025' }),
    service.delete(`${VOUCHERS}/FLYER-2025`)
  ])
  t.equal([given.status === 200, gone.status === 204].filter(done => done).length, 1)
  await audited(t, service)
})

t.test('updateVoucherBalance: credit by hand, before it is given and after', async t => {
  const service = await givenService(t)
  const url = `${VOUCHERS}/GIFT-2500/balance`
  const more = await service.post(url, { amount: 500, reason: 'Topped up' })
  t.strictSame(more.body, {
    amount: 500,
    total: 3000,
    balance: 3000,
    type: 'gift_voucher',
    object: 'balance',
    related_object: { type: 'voucher', id: 'v_00gift25' }
  })
  await service.post('/v1/publications', { customer: 'ben', voucher: 'GIFT-2500' })
  const toGo = async () =>
    (await service.get('/v1/customers/ben')).body.summary.redemptions.gift.amount_to_go
  t.equal(await toGo(), 3000)
  t.match(await service.post(url, { amount: -1000 }), { body: { total: 3000, balance: 2000 } })
  t.equal(await toGo(), 2000, 'its holder has less by it')
  // biome-ignore format: a table
  const rows = [
    ['GIFT-2500', -2001, 'invalid_balance', /has 2000 to take, less than 2001/],
    ['GIFT-2500', 0, 'invalid_balance', /not 0/],
    ['GIFT-2500', 0.5, 'invalid_payload', /amount/],
    ['GIFT-2500', Number.MAX_SAFE_INTEGER, 'invalid_balance', /give less/],
    ['WELCOME', 1, 'invalid_voucher', /name a gift voucher or a loyalty card/],
    ['CLUB-ADA-0001', -1_000_000, 'invalid_balance', /^Loyalty card CLUB-ADA-0001 has/]
  ] as const
  for (const [code, amount, key, details] of rows) {
    const refused = await service.post(`${VOUCHERS}/${code}/balance`, { amount })
    t.match(refused, { status: 400, body: { key, details } }, `${code} ${amount}`)
  }
  t.match((await service.get(`${VOUCHERS}/GIFT-2500`)).body.gift, {
    amount: 3000,
    subtracted_amount: 1000,
    balance: 2000
  })
  await audited(t, service)
})

t.test('updateVoucherBalance: on a card, points', async t => {
  const service = await givenService(t)
  const card = async () => (await service.get(`${VOUCHERS}/CLUB-ADA-0001`)).body.loyalty_card
  const { points, balance } = await card()
  const more = await service.post(`${VOUCHERS}/CLUB-ADA-0001/balance`, {
    amount: 100,
    reason: 'Regular customer',
    source_id: 'desk-9'
  })
  t.strictSame(more.body, {
    amount: 100,
    total: points + 100,
    balance: balance + 100,
    type: 'loyalty_card',
    object: 'balance',
    related_object: { type: 'voucher', id: 'v_00adaclub' }
  })
  t.match(await card(), { points: points + 100, balance: balance + 100 })
  const { body } = await service.get(`${VOUCHERS}/CLUB-ADA-0001/transactions?limit=1`)
  t.match(body.data, [{ type: 'POINTS_ADDITION', reason: 'Regular customer', source_id: 'desk-9' }])
  const { body: spare } = await service.post('/v1/campaigns/camp_00club/vouchers')
  const nobodys = await service.post(`${VOUCHERS}/${spare.code}/balance`, { amount: 1 })
  t.match(nobodys.body, { key: 'invalid_balance', details: /is held by nobody/ })
  await audited(t, service)
})

t.test('updateVoucherBalance: why is kept, and what follows for the holder follows', async t => {
  const service = await givenService(t)
  const office = await backOffice(service)
  const fields = { 'summary.redemptions.gift.amount_to_go': { $more_than: [2500] } }
  const filter = { junction: 'and', fields } as const
  const { id } = await office.segment({ name: 'Givers', type: 'auto-update', filter })
  await service.post('/v1/publications', { customer: 'ben', voucher: 'GIFT-2500' })
  const events = await since(service, 'events')
  const why = { reason: 'Topped up', source_id: 'desk-4712' }
  await service.post(`${VOUCHERS}/GIFT-2500/balance`, { amount: 500, ...why })
  await service.post(`${VOUCHERS}/GIFT-2500/balance`, { amount: -500 })
  const logged = await events()
  t.strictSame(told(logged), [
    'voucher.gift.balance_added',
    `segment.entered ${id}`,
    'voucher.gift.balance_subtracted',
    `segment.left ${id}`
  ])
  t.strictSame(JSON.parse(String(logged[0]?.['data'])), { amount: 500, ...why })
  await service.delete('/v1/customers/ben')
  const gone = await service.post(`${VOUCHERS}/GIFT-2500/balance`, { amount: 500 })
  t.match(gone.body, { balance: 3000 }, 'though its holder is gone')
})

t.test('vouchers of their own are exported like others', async t => {
  const service = await givenService(t)
  await givenSteps(service, [
    {
      make: 'export',
      ids: ['exp_00own'],
      exportedObject: 'voucher',
      fields: ['code', 'campaign', 'voucher_type'],
      order: 'code'
    }
  ])
  await service.work()
  const { body } = await service.get('/v1/exports?limit=100')
  const { url } = body.exports.find(({ id }: { id: string }) => id === 'exp_00own').result
  const { bytes } = await service.get(new URL(url).pathname)
  t.match(bytes, /GIFT-2500,,GIFT_VOUCHER/)
})
