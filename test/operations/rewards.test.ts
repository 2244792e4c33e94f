import * as known from '../../src/demo/known.ts'
import { keyOf, NOW, type Service, typeOf } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'
import { onDemo } from '../support/on-demo.ts'

const CLUB = '/v1/loyalties/camp_00club/rewards'
const BAKERY = '/v1/loyalties/camp_00bakery/rewards'
const IMAGE = 'https://shop.example/mug.png'
const price = (points: number) => ({ parameters: { loyalty: { points } } })
const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id)

onDemo('listRewards: pages and orders', async (t, { get, post }) => {
  const listed = async (query: string) => {
    const { body } = await get(`/v1/rewards${query}`)
    t.strictSame([body.total, body.data_ref], [6, 'data'])
    return ids(body.data)
  }
  const newest = ['coin', 'retired', 'bakery', 'gift', 'coupon', 'mug'].map(id => `rew_00${id}`)
  t.strictSame(await listed(''), newest)
  t.strictSame(await listed('?order=created_at'), [...newest].reverse())
  t.strictSame(await listed('?order=updated_at'), [...newest].reverse())
  t.strictSame(await listed('?order=-updated_at&limit=2'), newest.slice(0, 2))
  t.strictSame(await listed('?limit=5&page=2'), ['rew_00mug'])
  const made = await post('/v1/rewards', { parameters: { coin: { exchange_ratio: 1 } } })
  const { body } = await get('/v1/rewards?limit=1')
  t.strictSame([body.total, body.data], [7, [made.body]])
})

onDemo('createRewardAssignment: a reward is on offer at its price, once', async (t, { post }) => {
  const url = '/v1/rewards/rew_00mug/assignments'
  const { status, body } = await post(url, { campaign: 'Bakery Friends', ...price(70) })
  t.equal(status, 200)
  t.match(body, {
    reward_id: 'rew_00mug',
    related_object_id: 'camp_00bakery',
    related_object_type: 'campaign',
    parameters: { loyalty: { points: 70 } },
    updated_at: null,
    object: 'reward_assignment'
  })
  const again = await post(url, { campaign: 'camp_00bakery', ...price(1) })
  const found = [again.status, again.body.key, again.body.resource_id]
  t.strictSame(found, [409, 'duplicate_found', body.id])
  const member = (await post('/v1/loyalties/camp_00bakery/members', { customer: 'ada' })).body.code
  const card = `/v1/loyalties/members/${member}`
  await post(`${card}/balance`, { points: 100 })
  const redeemed = await post(`${card}/redemption`, { reward: { id: 'rew_00mug' } })
  t.strictSame([redeemed.status, redeemed.body.amount], [200, 70], 'and can be redeemed')
})

onDemo('createRewardAssignment: rules that are named bind it there', async (t, { post, get }) => {
  const url = '/v1/rewards/rew_00mug/assignments'
  const where = { campaign: 'camp_00bakery', ...price(10) }
  const unknown = await post(url, { ...where, validation_rules: ['val_00nothing'] })
  t.strictSame([unknown.status, unknown.body.resource_type], [404, 'validation_rule'])
  const twice = ['val_00twenty', 'val_00twenty']
  const repeated = await post(url, { ...where, validation_rules: twice })
  t.strictSame([repeated.status, repeated.body.key], [400, 'invalid_payload'])
  t.equal((await get(BAKERY)).body.total, 0)
  await post(url, { ...where, validation_rules: ['val_00twenty'] })
  const { code } = (await post('/v1/loyalties/camp_00bakery/members', { customer: 'ada' })).body
  const card = `/v1/loyalties/members/${code}`
  await post(`${card}/balance`, { points: 100 })
  const reward = { id: 'rew_00mug' }
  t.strictSame(keyOf(await post(`${card}/redemption`, { reward })), [400, 'order_rules_violated'])
  const order = { amount: 2000 }
  t.equal((await post(`${card}/redemption`, { reward, order })).status, 200)
})

onDemo('createRewardAssignments: all of them, or none', async (t, { post, get }) => {
  const two = [{ reward: 'rew_00mug', ...price(60) }, { reward: 'rew_00coin' }]
  const stranger = [...two, { reward: 'rew_00nothing', ...price(1) }]
  const refused = await post(BAKERY, stranger)
  t.strictSame([refused.status, refused.body.resource_id], [404, 'rew_00nothing'])
  t.equal((await get(BAKERY)).body.total, 0)
  const { status, body } = await post(BAKERY, two)
  t.equal(status, 200)
  const found = body.map((each: { reward_id: string; parameters?: object }) => [
    each.reward_id,
    each.parameters
  ])
  t.strictSame(found, [
    ['rew_00mug', { loyalty: { points: 60 } }],
    ['rew_00coin', undefined]
  ])
  const { body: listed } = await get(BAKERY)
  t.strictSame([listed.total, ids(listed.data).toSorted()], [2, ids(body).toSorted()])
})

onDemo('createRewardAssignments: refuses offers that make no sense', async (t, { post, get }) => {
  const mug = { reward: 'rew_00mug', ...price(1) }
  // biome-ignore format: a table
  const rows = [
    [BAKERY, [mug, mug], 409, 'duplicate_found', 'rew_00mug'],
    [CLUB, [mug], 409, 'duplicate_found', 'Coffee Club'],
    [BAKERY, [{ reward: 'rew_00mug' }], 400, 'missing_param', 'reward assignment [0]'],
    [BAKERY, [mug, { reward: 'rew_00coin', ...price(1) }], 400, 'invalid_payload', '[1].param'],
    [BAKERY, [{ reward: 'rew_00bakery', ...price(1) }], 400, 'invalid_campaign',
      'cannot sell its own points'],
    [BAKERY, [{ reward: 'rew_00mug', ...price(0) }], 400, 'invalid_payload', 'at least 1'],
    [BAKERY, [], 400, 'invalid_payload', 'at least 1 item, got 0'],
    [BAKERY, mug, 400, 'invalid_payload', 'array'],
    ['/v1/loyalties/camp_00gift/rewards', [mug], 404, 'not_found', 'camp_00gift'],
    ['/v1/loyalties/nowhere/rewards', [mug], 404, 'not_found', 'nowhere']
  ] as const
  for (const [url, sent, status, key, said] of rows) {
    const { status: found, body } = await post(url, sent)
    t.strictSame([found, body.key], [status, key], JSON.stringify(sent))
    t.ok(body.details.includes(said), body.details)
  }
  t.equal((await get(BAKERY)).body.total, 0)
  const one = { campaign: 'camp_00club', ...price(1) }
  const alone = [
    ['rew_00nothing', { ...one, campaign: 'nowhere' }, 404, /reward with id rew_00nothing/],
    ['rew_00bakery', { ...one, campaign: 'nowhere' }, 404, /campaign with id nowhere/],
    ['rew_00mug', { ...one, campaign: 'camp_00gift' }, 404, /campaign with id camp_00gift/],
    ['rew_00coin', one, 409, /reward rew_00coin in campaign Coffee Club/],
    [
      'rew_00bakery',
      { ...one, campaign: 'camp_00bakery' },
      400,
      /cannot sell its own points; offer it in another campaign/
    ],
    [
      'rew_00coin',
      { ...one, campaign: 'camp_00bakery' },
      400,
      /parameters\.loyalty\.points: a COIN/
    ],
    ['rew_00mug', { campaign: 'camp_00bakery' }, 400, /'parameters\.loyalty\.points'/]
  ] as const
  for (const [reward, sent, code, details] of alone) {
    const { body } = await post(`/v1/rewards/${reward}/assignments`, sent)
    t.match(body, { code, details }, `${reward} ${JSON.stringify(sent)}`)
  }
})

onDemo('listRewardAssignments: what is on offer in one program', async (t, { get }) => {
  const listed = async (query: string) => {
    const { body } = await get(`${CLUB}${query}`)
    t.strictSame([body.total, body.data_ref], [5, 'data'])
    return ids(body.data)
  }
  const newest = ['rewa_00coin', 'rewa_00bakery', 'rewa_00gift', 'rewa_00coupon', 'rewa_00mug']
  t.strictSame(await listed(''), newest)
  t.strictSame(await listed('?order=created_at'), [...newest].reverse())
  t.strictSame(await listed('?order=-updated_at&limit=2&page=3'), ['rewa_00mug'])
  t.strictSame(typeOf(await get('/v1/loyalties/camp_00gift/rewards')), [404, 'campaign'])
})

onDemo('deleteReward: one on offer stays, another goes and has its records', async (t, service) => {
  const refused = await service.delete('/v1/rewards/rew_00mug')
  t.strictSame([refused.status, refused.body.key], [400, 'resource_in_use'])
  t.match(refused.body, {
    resource_type: 'reward',
    details: /assignment rewa_00mug; take it off offer/
  })
  t.equal((await service.get('/v1/rewards/rew_00mug')).status, 200)
  const gone = await service.delete('/v1/rewards/rew_00retired')
  t.strictSame([gone.status, gone.bytes], [204, ''])
  for (const answer of [
    await service.get('/v1/rewards/rew_00retired'),
    await service.delete('/v1/rewards/rew_00retired')
  ]) {
    t.strictSame([answer.status, answer.body.resource_type], [404, 'reward'])
  }
})

const MUG = '/v1/rewards/rew_00mug'

onDemo('updateReward: what is sent counts, and the kind stays', async (t, service) => {
  const { body: before } = await service.get(MUG)
  await service.work()
  const written = writesOf(service.store)
  t.strictSame((await service.put(MUG, {})).body, before)
  t.strictSame(written, [])
  service.setNow('2026-03-01T11:00:00.000Z')
  const sent = {
    name: 'Mug',
    stock: 1,
    attributes: { image_url: null },
    metadata: { season: 'winter' },
    parameters: { product: { id: 'prod_00mug' } }
  }
  const { status, body } = await service.put(MUG, sent)
  t.equal(status, 200)
  t.strictSame(body, {
    ...before,
    ...sent,
    attributes: { description: before.attributes.description },
    parameters: { product: { id: 'prod_00mug', sku_id: null } },
    updated_at: '2026-03-01T11:00:00.000Z'
  })
  t.strictSame((await service.get(MUG)).body, body)
  const asked = { reward: { id: 'rew_00mug' } }
  const redeem = '/v1/loyalties/members/CLUB-ADA-0001/redemption'
  const taken = await service.post(redeem, asked)
  t.equal(taken.body.key, 'reward_out_of_stock', 'the new stock counts at once')
  await service.put(MUG, { stock: null })
  t.equal((await service.post(redeem, asked)).status, 200)
  t.strictSame((await service.put(MUG, { stock: 2 })).body.stock, 2, 'no more than are redeemed')
  const words = { attributes: { image_url: IMAGE, description: null } }
  const { body: pictured } = await service.put(MUG, {
    ...words,
    metadata: { season: null, tier: 1 }
  })
  t.strictSame([pictured.attributes, pictured.metadata], [{ image_url: IMAGE }, { tier: 1 }])
  const coin = '/v1/rewards/rew_00coin'
  const worth = { coin: { exchange_ratio: '0.5' } }
  const { body: dearer } = await service.put(coin, { parameters: worth, stock: null })
  t.strictSame(dearer.parameters, { coin: { exchange_ratio: 0.5, points_ratio: 1 } })
  const first = await service.put(coin, { name: 'Euros' })
  t.strictSame(first.body.name, 'Euros')
  t.notOk('attributes' in first.body)
  const { body: plain } = await service.post('/v1/rewards', { parameters: before.parameters })
  const red = { attributes: { description: 'Red' } }
  t.strictSame((await service.put(`/v1/rewards/${plain.id}`, red)).body.attributes, red.attributes)
})

/** Metadata of rewards has a tier and a season, which are texts. */
async function describeRewards({ post }: Service) {
  const text = { type: 'string', optional: true }
  const schemas = `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`
  const desk = { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  await post(schemas, { related_object: 'reward', properties: { tier: text, season: text } }, desk)
}

onDemo('updateReward: refusals name what is wrong and change nothing', async (t, service) => {
  await describeRewards(service)
  const bakery = '/v1/rewards/rew_00bakery'
  const points = (id: string) => ({ parameters: { campaign: { id, balance: 5 } } })
  await service.work()
  const written = writesOf(service.store)
  // biome-ignore format: a table
  const rows = [
    ['/v1/rewards/nothing', {}, 404, 'not_found', /reward with id nothing/],
    [MUG, { stock: 0, metadata: { season: 5 } }, 400, 'invalid_payload',
      /\.stock: 0 is less than the 1/],
    [MUG, { metadata: { season: 5 } }, 400, 'metadata_validation_failed', /^metadata: season/],
    [MUG, { type: 'COIN' }, 400, 'invalid_payload', /type/],
    [MUG, points('camp_00gift'), 400, 'invalid_payload', /parameters\.campaign: would make it/],
    [MUG, { parameters: { product: { id: 'prod_00no' } } }, 404, 'not_found', /prod_00no/],
    [bakery, { stock: 5 }, 400, 'invalid_payload', /\.stock: belongs to MATERIAL/],
    [bakery, { ...points('camp_00club'), stock: 5 }, 400, 'invalid_campaign',
      /cannot sell its own points; offer it in another campaign/],
    [bakery, { parameters: { campaign: { id: 'camp_00bakery' } } }, 400, 'missing_param', /balance/]
  ] as const
  for (const [url, payload, status, key, details] of rows) {
    const { status: came, body } = await service.put(url, payload)
    t.strictSame([came, body.key], [status, key], JSON.stringify(payload))
    t.match(body.details, details)
  }
  t.strictSame(written, [])
})

const OFFER = `${MUG}/assignments/rewa_00mug`

onDemo('getRewardAssignment, updateRewardAssignment: what a reward costs', async (t, service) => {
  const { body: before } = await service.get(OFFER)
  t.match(before, { id: 'rewa_00mug', reward_id: 'rew_00mug', ...price(60) })
  await service.work()
  const written = writesOf(service.store)
  t.strictSame((await service.put(OFFER, {})).body, before)
  t.strictSame((await service.put(OFFER, price(60))).body, before)
  const coin = '/v1/rewards/rew_00coin/assignments/rewa_00coin'
  const rows = [
    [coin, price(5), 400, /a COIN reward has no price/],
    [OFFER, price(0), 400, /points/],
    [OFFER, { campaign: 'camp_00bakery' }, 400, /campaign/],
    [`${MUG}/assignments/rewa_00coin`, price(5), 404, /reward_assignment with id rewa_00coin/],
    ['/v1/rewards/nothing/assignments/rewa_00mug', price(5), 404, /reward with id nothing/]
  ] as const
  for (const [url, payload, status, details] of rows) {
    const { status: came, body } = await service.put(url, payload)
    t.equal(came, status, url)
    t.match(body.details, details)
  }
  t.strictSame(written, [])
  const dearer = await service.put(OFFER, price(70))
  t.strictSame(dearer.body, { ...before, ...price(70), updated_at: NOW })
  t.strictSame((await service.get(OFFER)).body, dearer.body)
  const { body: newest } = await service.get(`${CLUB}?order=-updated_at&limit=1`)
  t.strictSame(newest.data, [dearer.body])
  const asked = { reward: { id: 'rew_00mug' } }
  const { body } = await service.post('/v1/loyalties/members/CLUB-ADA-0001/redemption', asked)
  t.equal(body.amount, 70)
})

onDemo('listAssignmentsOfReward, deleteRewardAssignment: on offer, and off', async (t, service) => {
  const { body: made } = await service.post(`${MUG}/assignments`, {
    campaign: 'camp_00bakery',
    ...price(50),
    validation_rules: ['val_00hundred', 'val_00twenty']
  })
  const listed = async (query = '') => {
    const { body } = await service.get(`${MUG}/assignments${query}`)
    return [body.total, ...ids(body.data)]
  }
  t.strictSame(await listed(), [2, made.id, 'rewa_00mug'])
  t.strictSame(await listed('?order=created_at&limit=1'), [2, 'rewa_00mug'])
  t.strictSame(await listed('?page=2'), [2])
  t.equal((await service.get('/v1/rewards/nothing/assignments')).status, 404)
  const count = async () =>
    (await service.get('/v1/validation-rules/val_00twenty')).body.assignments_count
  t.equal(await count(), 2)
  const elsewhere = `/v1/rewards/rew_00coin/assignments/${made.id}`
  t.equal((await service.delete(elsewhere)).body.resource_type, 'reward_assignment')
  const gone = await service.delete(`${MUG}/assignments/${made.id}`)
  t.strictSame([gone.status, gone.bytes], [204, ''])
  t.strictSame(await listed(), [1, 'rewa_00mug'])
  t.equal(await count(), 1, 'and the rules that bound it bind it no more')
  t.equal((await service.delete(OFFER)).status, 204)
  const asked = { reward: { id: 'rew_00mug' } }
  const { body } = await service.post('/v1/loyalties/members/CLUB-ADA-0001/redemption', asked)
  t.match(body, { code: 404, resource_type: 'reward_assignment' })
  const { body: past } = await service.get('/v1/vouchers/CLUB-ADA-0001/redemption')
  t.equal(past.redemption_entries.at(-1).reward.assignment_id, 'rewa_00mug', 'records keep it')
})

onDemo('createReward: what is not said follows from what it gives', async (t, { post, get }) => {
  for (const sent of [{ source_id: 'jar' }, {}]) await post('/v1/products', sent)
  const coupons = { campaign: { id: 'camp_00spring', type: 'DISCOUNT_COUPONS' } }
  const gifts = { campaign: { id: 'camp_00gift', balance: 500, type: 'GIFT_VOUCHERS' } }
  const points = { campaign: { id: 'camp_00club', balance: 1, type: 'LOYALTY_PROGRAM' } }
  const mug = { product: { id: 'prod_00mug', sku_id: null } }
  const blue = { product: { id: 'prod_00mug', sku_id: 'sku_00mugblue' } }
  const coin = (exchange_ratio: number, points_ratio: number) => ({
    coin: { exchange_ratio, points_ratio }
  })
  const all = {
    name: 'A mug',
    stock: 0,
    attributes: { image_url: IMAGE, description: 'Blue' },
    metadata: { tier: 'gold' }
  }
  //  parameters                                      type        name            parameters, more
  // biome-ignore format: a table
  const rows = [
    [{ campaign: { id: 'camp_00spring' } }, 'CAMPAIGN', 'Spring coupons', coupons],
    [{ campaign: { id: 'camp_00gift', balance: 500 } }, 'CAMPAIGN', 'Gift cards', gifts],
    [{ campaign: { id: 'camp_00club', balance: 1 } }, 'CAMPAIGN', 'Coffee Club', points],
    [{ product: { id: 'prod_00mug', sku_id: 'sku_00mugblue' } }, 'MATERIAL', 'A mug', blue, all],
    [{ product: { id: 'prod_00mug' } }, 'MATERIAL', 'Stoneware mug', mug, { attributes: {} }],
    [{ product: { id: 'prod_00mug' } }, 'MATERIAL', 'Mug', mug,
      { name: 'Mug', metadata: { a: 1 } }],
    [{ product: { id: 'jar' } }, 'MATERIAL', 'jar', { product: { id: 'prod_000001', sku_id: null } },
      { stock: null }],
    [{ product: { id: 'mug', sku_id: 'mug-blue' } }, 'MATERIAL', 'Stoneware mug', blue],
    [{ product: { id: 'prod_000002' } }, 'MATERIAL', 'prod_000002', { product: {} }],
    [{ coin: { exchange_ratio: 0.5 } }, 'COIN', 'Pay with points', coin(0.5, 1)],
    [{ coin: { exchange_ratio: '0.010', points_ratio: '100' } }, 'COIN', 'Pay with points',
      coin(0.01, 100)]
  ] as const
  for (const [parameters, type, name, answered, more = {}] of rows) {
    const title = JSON.stringify(parameters)
    const { status, body } = await post('/v1/rewards', { parameters, ...more })
    t.equal(status, 200, title)
    t.match(body.parameters, answered, title)
    const said = Object.entries(more).filter(([, value]) => value !== null)
    t.strictSame(
      { ...body, id: '', parameters: {} },
      {
        id: '',
        name,
        type,
        stock: null,
        redeemed: 0,
        metadata: {},
        ...Object.fromEntries(said),
        parameters: {},
        created_at: NOW,
        updated_at: null,
        object: 'reward'
      },
      title
    )
    t.strictSame((await get(`/v1/rewards/${body.id}`)).body, body)
    t.equal((await post('/v1/rewards', { ...more, type, parameters })).status, 200)
  }
})

onDemo('createReward: refusals, in their order', async (t, service) => {
  await describeRewards(service)
  const bad = { metadata: { tier: 5 } }
  const campaign = (id: string, balance?: number) => ({ campaign: { id, balance } })
  const gift = { parameters: campaign('camp_00gift', 1) }
  const product = (id: string, sku_id?: string) => ({ product: { id, sku_id } })
  const mug = { parameters: product('prod_00mug') }
  const coin = (exchange_ratio: unknown, points_ratio?: unknown) => ({
    parameters: { coin: { exchange_ratio, points_ratio } }
  })
  // biome-ignore format: a table
  const rows = [
    [{}, 'invalid_payload', /parameters/],
    [{ parameters: {} }, 'invalid_payload', /parameters/],
    [{ parameters: { ...campaign('x'), ...product('x') }, type: 'COIN' }, 'invalid_payload',
      /^Property \.parameters: .* campaign and product$/],
    [{ type: 'COIN', ...gift }, 'invalid_payload', /\.type: 'COIN'.*CAMPAIGN/],
    [{ parameters: campaign('camp_x') }, 'not_found', /campaign with id camp_x/],
    [{ parameters: campaign('camp_00autumn') }, 'invalid_payload', /campaign\.id: .* a PROMOTION/],
    [{ parameters: campaign('camp_00friends') }, 'invalid_payload', /is a REFERRAL_PROGRAM/],
    [{ parameters: campaign('camp_00gift') }, 'missing_param', /campaign\.balance'/],
    [{ parameters: campaign('camp_00spring', 5) }, 'invalid_balance', /coupons have no balance/],
    [{ ...gift, stock: 5, attributes: {} }, 'invalid_payload', /\.stock: belongs .* CAMPAIGN/],
    [{ ...gift, attributes: {}, ...bad }, 'invalid_payload', /\.attributes: belongs/],
    [{ ...gift, ...bad }, 'metadata_validation_failed', /^metadata: tier: /],
    [{ parameters: product('prod_x', 'sku_x') }, 'not_found', /product with id prod_x/],
    [{ parameters: product('prod_00mug', 'sku_x') }, 'not_found', /sku with id sku_x/],
    [{ parameters: product('prod_00beans', 'sku_00mugblue') }, 'not_found',
      /sku with id sku_00mugblue/],
    [{ ...mug, ...bad }, 'metadata_validation_failed', /^metadata: tier: /],
    [coin(0), 'invalid_payload', /exchange_ratio/],
    [{ ...coin(1), stock: 5, ...bad }, 'invalid_payload', /\.stock: .*COIN/]
  ] as const
  for (const [sent, key, details] of rows) {
    const { body } = await service.post('/v1/rewards', sent)
    t.equal(body.code, key === 'not_found' ? 404 : 400, JSON.stringify(sent))
    t.match(body, { key, details }, JSON.stringify(sent))
  }
})
