/**
 * What was recorded, read through the API: redemptions, movements on vouchers, background work.
 */
import t from 'tap'
import * as known from '../../src/demo/known.ts'
import { accountOf, since, told } from '../support/account.ts'
import { givenService, NOW } from '../support/app.ts'
import { backOffice } from '../support/back-office.ts'
import { givenSteps } from '../support/given-steps.ts'

const CLUB = '/v1/loyalties/camp_00club/members'
const BAKERY = '/v1/loyalties/camp_00bakery/members'
const ADA = '/v1/loyalties/members/CLUB-ADA-0001'

t.test('addMember: a customer gets a new card of a program that makes them', async t => {
  const service = await givenService(t)
  const { status, body } = await service.post(CLUB, { customer: { source_id: 'cleo' } })
  t.equal(status, 200)
  t.match(body, {
    campaign: 'Coffee Club',
    type: 'LOYALTY_CARD',
    holder_id: 'cust_00cleo',
    loyalty_card: { points: 0, balance: 0 },
    publish: { count: 1 }
  })
  const again = await service.post(CLUB, { customer: 'cleo' })
  t.strictSame(again.body, body, 'who is a member keeps the card they have')
  const { body: given } = await service.get(new URL(body.publish.url).pathname)
  t.strictSame([given.total, given.publications[0].channel], [1, 'API'])
})

t.test('addMember: a customer who is sent is made, or changed where something differs', async t => {
  const service = await givenService(t)
  const dana = { source_id: 'dana', name: 'Dana Field', metadata: { favourite_roast: 'dark' } }
  const giving = { channel: 'Front desk', metadata: { clerk: 'Ines' } }
  const joined = await service.post(CLUB, { customer: dana, ...giving })
  t.equal(joined.status, 200)
  const { body } = await service.get('/v1/customers/dana')
  t.match(body, { id: joined.body.holder_id, name: 'Dana Field' })
  t.ok('Coffee Club' in body.loyalty.campaigns)
  const { body: given } = await service.get(new URL(joined.body.publish.url).pathname)
  t.match(given.publications[0], giving)
  await service.post(CLUB, { customer: { source_id: 'dana', name: 'Dana Hill' } })
  t.equal((await service.get('/v1/customers/dana')).body.name, 'Dana Hill')
})

t.test('addMember: a card that is asked for, unless somebody else holds it', async t => {
  const service = await givenService(t)
  await givenSteps(service, [{ make: 'voucher', campaign: 'camp_00club', code: 'CLUB-0007' }])
  const asked = (customer: string, voucher: string) => service.post(CLUB, { customer, voucher })
  const [taken, own, mine, hers] = [
    await asked('cleo', 'CLUB-BEN-0001'),
    await asked('ada', 'CLUB-ADA-0001'),
    await asked('cleo', 'CLUB-0007'),
    await asked('ada', 'CLUB-0007')
  ]
  t.strictSame(
    [taken.status, taken.body.key, taken.body.resource_id],
    [400, 'voucher_already_published', 'v_00benclub']
  )
  t.match(taken.body, {
    details:
      'Loyalty card CLUB-BEN-0001 is held by another customer; choose one without a holder, or none',
    resource_type: 'voucher'
  })
  t.strictSame([own.status, own.body.id], [200, 'v_00adaclub'])
  t.strictSame([mine.body.code, mine.body.holder_id], ['CLUB-0007', 'cust_00cleo'])
  t.strictSame([hers.status, hers.body.key], [400, 'voucher_already_published'])
})

t.test('addMember: at the same moment, one card is one member’s', async t => {
  const service = await givenService(t)
  await givenSteps(service, [{ make: 'voucher', campaign: 'camp_00club', code: 'CLUB-0007' }])
  const join = (customer: object, voucher?: string) => service.post(CLUB, { customer, voucher })
  const names = ['dana', 'emil', 'fritz']
  const raced = await Promise.all(names.map(source_id => join({ source_id }, 'CLUB-0007')))
  t.strictSame(raced.map(({ status }) => status).toSorted(), [200, 400, 400])
  const twice = await Promise.all([1, 2].map(() => join({ source_id: 'cleo' })))
  t.equal(twice[0]?.body.code, twice[1]?.body.code, 'and one customer has one card')
  t.equal((await service.get(CLUB)).body.total, 5)
})

t.test('addMember: refuses what is not there, and changes nothing', async t => {
  const service = await givenService(t)
  await givenSteps(service, [
    {
      make: 'campaign',
      ids: ['camp_00static'],
      name: 'Few cards',
      campaignType: 'LOYALTY_PROGRAM',
      type: 'STATIC',
      voucher: { type: 'LOYALTY_CARD', loyaltyCard: { points: 0, expirationRules: null } }
    }
  ])
  const properties = { clerk: { type: 'string', optional: true } }
  const schemas = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  await service.post(schemas, { related_object: 'publication', properties }, desk)
  const newcomer = { customer: { source_id: 'newcomer' } }
  const few = '/v1/loyalties/camp_00static/members'
  const wrongRoast = { source_id: 'newcomer', metadata: { favourite_roast: 'burnt' } }
  const rows = [
    ['/v1/loyalties/nowhere/members', newcomer, 404, 'not_found', 'campaign'],
    ['/v1/loyalties/camp_00gift/members', newcomer, 404, 'not_found', 'campaign'],
    [CLUB, { ...newcomer, voucher: 'nothing' }, 404, 'not_found', 'voucher'],
    [CLUB, { ...newcomer, voucher: 'SPRING-0001' }, 404, 'not_found', 'voucher'],
    [few, { ...newcomer, voucher: 'CLUB-ADA-0001' }, 404, 'not_found', 'voucher'],
    [CLUB, { customer: 'newcomer' }, 404, 'not_found', 'customer'],
    [CLUB, { customer: { id: 'cust_00nobody' } }, 404, 'not_found', 'customer'],
    [few, newcomer, 400, 'no_voucher_suitable_for_publication', 'campaign'],
    [CLUB, { customer: wrongRoast }, 400, 'metadata_validation_failed', undefined],
    [CLUB, { ...newcomer, metadata: { clerk: 7 } }, 400, 'metadata_validation_failed', undefined],
    [CLUB, {}, 400, 'invalid_payload', undefined],
    [CLUB, { customer: 7 }, 400, 'invalid_payload', undefined],
    [CLUB, { customer: { shoes: 43 } }, 400, 'invalid_payload', undefined],
    [CLUB, { ...newcomer, source_id: 'p-1' }, 400, 'invalid_payload', undefined]
  ] as const
  for (const [url, sent, status, key, type] of rows) {
    const { status: found, body } = await service.post(url, sent)
    const said = `${url} ${JSON.stringify(sent)}`
    t.strictSame([found, body.key, body.resource_type], [status, key, type], said)
  }
  t.equal((await service.get('/v1/customers/newcomer')).status, 404)
})

t.test('listMembers: cards that somebody holds, newest first, page by page', async t => {
  const service = await givenService(t)
  await givenSteps(service, [{ make: 'voucher', campaign: 'camp_00club', code: 'CLUB-0007' }])
  const codes = async (query: string) => {
    const { body } = await service.get(`${CLUB}${query}`)
    t.strictSame([body.total, body.object, body.data_ref], [3, 'list', 'vouchers'])
    return body.vouchers.map(({ code }: { code: string }) => code)
  }
  const newest = ['CLUB-MARA-0001', 'CLUB-BEN-0001', 'CLUB-ADA-0001']
  t.strictSame(await codes(''), newest)
  t.strictSame(await codes('?order=created_at'), [...newest].reverse())
  t.strictSame(await codes('?limit=2&page=2'), ['CLUB-ADA-0001'])
  t.strictSame(await codes('?page=100'), [])
  const byName = await service.get('/v1/loyalties/Coffee%20Club/members?limit=1')
  t.strictSame(byName.body.vouchers[0].code, 'CLUB-MARA-0001')
  const none = await service.get('/v1/loyalties/camp_00bakery/members')
  t.strictSame([none.body.total, none.body.vouchers], [0, []])
  const gifts = await service.get('/v1/loyalties/camp_00gift/members')
  t.strictSame([gifts.status, gifts.body.resource_type], [404, 'campaign'])
  for (const query of ['?order=updated_at', '?limit=0', '?page=101', '?color=red']) {
    const { status, body } = await service.get(`${CLUB}${query}`)
    t.strictSame([status, body.key], [400, 'invalid_query_params'], query)
  }
  await service.delete('/v1/customers/ben')
  const { body: left } = await service.get(CLUB)
  t.match(left, { total: 2, vouchers: [{ code: newest[0] }, { code: newest[2] }] })
})

t.test('getMember: by code and by id, in its program, in whichever, and as a voucher', async t => {
  const service = await givenService(t)
  const { status, body } = await service.get(`${CLUB}/CLUB-ADA-0001`)
  t.equal(status, 200)
  t.match(body, { id: 'v_00adaclub', holder_id: 'cust_00ada', loyalty_card: { balance: 5306 } })
  for (const url of [
    `${CLUB}/v_00adaclub`,
    '/v1/loyalties/Coffee%20Club/members/CLUB-ADA-0001',
    ADA,
    '/v1/loyalties/members/v_00adaclub',
    '/v1/vouchers/CLUB-ADA-0001',
    '/v1/vouchers/v_00adaclub'
  ]) {
    t.strictSame((await service.get(url)).body, body, url)
  }
  for (const [url, type] of [
    [`${CLUB}/nobody`, 'voucher'],
    ['/v1/loyalties/members/SPRING-0001', 'voucher'],
    ['/v1/loyalties/camp_00bakery/members/CLUB-ADA-0001', 'voucher'],
    ['/v1/loyalties/nowhere/members/CLUB-ADA-0001', 'campaign'],
    ['/v1/vouchers/nothing', 'voucher']
  ] as const) {
    const answer = await service.get(url)
    t.strictSame([answer.status, answer.body.resource_type], [404, type], url)
  }
})

t.test('updateLoyaltyCardBalance: points given and taken, with what follows', async t => {
  const service = await givenService(t)
  const given = await service.post(`${CLUB}/CLUB-ADA-0001/balance`, { points: 100 })
  t.strictSame(given.body, {
    points: 100,
    total: 5466,
    balance: 5406,
    type: 'loyalty_card',
    object: 'balance',
    related_object: { type: 'voucher', id: 'v_00adaclub' }
  })
  const taken = await service.post(`${ADA}/balance`, {
    points: -40,
    reason: 'Spilt',
    source_id: 'desk-1'
  })
  t.strictSame([taken.body.points, taken.body.total, taken.body.balance], [-40, 5466, 5366])
  const { body } = await service.get(ADA)
  t.match(body.loyalty_card, { points: 5466, balance: 5366, subtracted_points: 40 })
  t.equal((await service.get('/v1/customers/ada')).body.loyalty.points, 5366)
})

t.test('updateLoyaltyCardBalance: points expire as the request says', async t => {
  const service = await givenService(t)
  const today = NOW.slice(0, 10)
  const next = async (code: string) => {
    const { loyalty_card: card } = (await service.get(`/v1/vouchers/${code}`)).body
    return [card.next_expiration_date, card.next_expiration_points]
  }
  const { code } = (await service.post(CLUB, { customer: 'cleo' })).body
  const give = (sent: object) => service.post(`/v1/loyalties/members/${code}/balance`, sent)
  await give({ points: 5, expiration_type: 'NON_EXPIRING' })
  t.strictSame(await next(code), [undefined, undefined])
  await give({ points: 6 })
  t.strictSame(await next(code), ['2027-03-31', 6])
  await give({ points: 7, expiration_type: 'CUSTOM_DATE', expiration_date: today })
  t.strictSame(await next(code), [today, 7])
})

t.test('updateLoyaltyCardBalance: the customer is where the points put them', async t => {
  const service = await givenService(t)
  const office = await backOffice(service)
  const fields = { 'loyalty.points': { $more_than_equal: [1000] } }
  const filter = { junction: 'and', fields } as const
  const { id } = await office.segment({ name: 'Rich', type: 'auto-update', filter })
  await service.work()
  const entering = { event: 'customer.segment.entered', segment: { id } }
  const rules = [{ ...entering, loyalty: { type: 'FIXED', points: 5 } }]
  t.equal((await service.post('/v1/loyalties/camp_00club/earning-rules', rules)).status, 200)
  const events = await since(service, 'events')
  const gold = ['loyalty.tier.upgraded ltr_00gold', 'rewarded.loyalty_points 100']
  const rich = [`segment.entered ${id}`, 'rewarded.loyalty_points 5']
  //  points, the points afterwards, what is logged
  const rows = [
    [879, 999, ['points_added 879']],
    [1, 1000 + 105, ['points_added 1', ...gold, ...rich]],
    [-105, 1000, ['points_subtracted -105']],
    [
      -1,
      999,
      ['points_subtracted -1', 'loyalty.tier.downgraded ltr_00silver', `segment.left ${id}`]
    ]
  ] as const
  for (const [points, balance, logged] of rows) {
    await service.post('/v1/loyalties/members/CLUB-BEN-0001/balance', { points })
    t.equal((await accountOf(service, 'ben')).points, balance)
    t.strictSame(told(await events()), logged)
  }
})

t.test('updateLoyaltyCardBalance: refuses what cannot be moved, and moves nothing', async t => {
  const service = await givenService(t)
  const most = Number.MAX_SAFE_INTEGER
  await givenSteps(service, [{ make: 'voucher', campaign: 'camp_00club', code: 'CLUB-0007' }])
  const at = (code: string) => `/v1/loyalties/members/${code}`
  const ben = at('CLUB-BEN-0001')
  const baker = at((await service.post(BAKERY, { customer: 'cleo' })).body.code)
  t.equal((await service.post(`${baker}/balance`, { points: most })).body.balance, most)
  const never = { expiration_type: 'NON_EXPIRING' }
  const custom = { points: 5, expiration_type: 'CUSTOM_DATE' }
  const [date, over] = [{ expiration_date: '2036-12-31' }, { expiration_date: '2026-02-28' }]
  const besides = /^Property .expiration_date: belongs to expiration_type CUSTOM_DATE/
  // biome-ignore format: a table
  const rows = [
    [ben, { points: 0 }, 400, 'invalid_balance',
      /^Loyalty card CLUB-BEN-0001 cannot move 0 points; send a whole number, not 0$/],
    [ben, { points: -121 }, 400, 'invalid_balance', /has 120 points to take, fewer than 121$/],
    [ben, { points: -most }, 400, 'invalid_balance', /has 120 points to take, fewer than 9007/],
    [ben, { points: most }, 400, 'invalid_balance', /more than 9007\d+ points in all; give fewer$/],
    [baker, { points: 1 }, 400, 'invalid_balance', /would have got more than 9007\d+ points in all/],
    [at('CLUB-0007'), { points: 0 }, 400, 'invalid_balance', /held by nobody; add a member first$/],
    [ben, { points: 5, ...never, ...date }, 400, 'invalid_payload', besides],
    [ben, { points: 5, ...date }, 400, 'invalid_payload', besides],
    [ben, custom, 400, 'missing_param', /^Parameter 'expiration_date' is required$/],
    [ben, { ...custom, ...over }, 400, 'invalid_payload',
      /2026-02-28 is over; send today, 2026-03-01, or a later day$/],
    [ben, { points: '5' }, 400, 'invalid_payload', /points/],
    [ben, { points: 1.5 }, 400, 'invalid_payload', /points/],
    [ben, {}, 400, 'invalid_payload', /points/],
    [at('SPRING-0001'), { points: 5 }, 404, 'not_found', /SPRING-0001/],
    [at('nobody'), { points: 5 }, 404, 'not_found', /nobody/],
    [`${BAKERY}/CLUB-BEN-0001`, { points: 5 }, 404, 'not_found', /CLUB-BEN-0001/]
  ] as const
  for (const [url, sent, status, key, details] of rows) {
    const answer = await service.post(`${url}/balance`, sent)
    t.match(answer, { status, body: { key, details } }, `${url} ${JSON.stringify(sent)}`)
  }
  t.equal((await service.get(ben)).body.loyalty_card.balance, 120)
  service.setNow('2027-04-02T10:00:00.000Z')
  const lapsed = await service.post(`${ben}/balance`, { points: -1 })
  t.match(lapsed.body, { key: 'invalid_balance', details: /has 0 points to take, fewer than 1$/ })
})

t.test('the last free code is given; then nobody joins, and orders are paid', async t => {
  const service = await givenService(t)
  const codes = { pattern: 'Z#', charset: 'ab' }
  const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 }, code_config: codes }
  const few = { name: 'Few', type: 'AUTO_UPDATE', auto_join: true, voucher }
  t.equal((await service.post('/v1/loyalties', few)).status, 200)
  const rule = { event: 'order.paid', loyalty: { type: 'FIXED', points: 1 } }
  t.equal((await service.post('/v1/loyalties/Few/earning-rules', [rule])).status, 200)
  for (let n = 0; n < 6; n++) {
    const order = { source_id: `few-${n}`, status: 'PAID', amount: 1 }
    const paid = await service.post('/v1/orders', { ...order, customer: { source_id: `few-${n}` } })
    t.strictSame([paid.status, paid.body.status], [200, 'PAID'])
  }
  const members = await service.get('/v1/loyalties/Few/members')
  t.equal(members.body.total, 2)
  const refused = await service.post('/v1/loyalties/Few/members', { customer: { source_id: 'q' } })
  t.match(refused.body, { code: 400, key: 'no_voucher_suitable_for_publication' })
  t.equal((await service.get('/v1/customers/q')).status, 404, 'and nobody is made')
})

t.test('listMemberTransactions: the ledger of a card, whole and in order', async t => {
  const service = await givenService(t)
  const { body } = await service.get(`${ADA}/transactions?limit=100&order=created_at`)
  t.match(body, { object: 'list', data_ref: 'data', has_more: false })
  for (const [alias, order] of [
    ['id', 'created_at'],
    ['-id', '-created_at']
  ]) {
    const asked = await service.get(`${ADA}/transactions?limit=100&order=${alias}`)
    const same = await service.get(`${ADA}/transactions?limit=100&order=${order}`)
    t.strictSame(asked.body, same.body, `${alias} is ${order}`)
  }
  let balance = 0
  for (const { details } of body.data) {
    balance += details.balance.points
    t.equal(details.balance.balance, balance)
  }
  t.equal(balance, (await service.get(ADA)).body.loyalty_card.balance)
  const [first] = body.data
  t.strictSame(first, {
    id: first.id,
    source_id: null,
    voucher_id: 'v_00adaclub',
    campaign_id: 'camp_00club',
    type: 'POINTS_ADDITION',
    reason: 'Points of the old paper card',
    details: {
      balance: {
        type: 'loyalty_card',
        points: 5000,
        balance: 5000,
        object: 'balance',
        related_object: { type: 'voucher', id: 'v_00adaclub' }
      }
    },
    related_transaction_id: null,
    created_at: first.created_at
  })
  const spent = body.data.find(({ type }: { type: string }) => type === 'POINTS_REDEMPTION')
  t.match(spent.details, { redemption: { id: 'r_00first' }, balance: { points: -60 } })
  const newest = (await service.get(`${ADA}/transactions?limit=100`)).body.data
  t.strictSame(newest, body.data.toReversed())
})

t.test('listMemberTransactions: pages, and the same by program and by voucher', async t => {
  const service = await givenService(t)
  const { data } = (await service.get(`${ADA}/transactions?limit=100`)).body
  const seen: unknown[] = []
  for (let page = 1; ; page++) {
    const { body } = await service.get(`${ADA}/transactions?limit=3&page=${page}`)
    seen.push(...body.data)
    if (!body.has_more) break
  }
  t.strictSame(seen, data)
  const past = (await service.get(`${ADA}/transactions?page=100`)).body
  t.strictSame([past.data, past.has_more], [[], false])
  for (const url of [
    '/v1/vouchers/CLUB-ADA-0001/transactions?limit=100',
    '/v1/vouchers/v_00adaclub/transactions?limit=100',
    '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/transactions?limit=100',
    '/v1/loyalties/Coffee%20Club/members/CLUB-ADA-0001/transactions?limit=100'
  ]) {
    t.strictSame((await service.get(url)).body.data, data, url)
  }
})
