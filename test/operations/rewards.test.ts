import t from 'tap'
import { givenService, NOW } from '../support/app.ts'
import { writesOf } from '../support/evidence.ts'

const CLUB = '/v1/loyalties/camp_00club/rewards'
const BAKERY = '/v1/loyalties/camp_00bakery/rewards'
const price = (points: number) => ({ parameters: { loyalty: { points } } })
const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id)

t.test('getReward: what it brings, and how many were taken', async t => {
  const service = await givenService(t)
  const { status, body } = await service.get('/v1/rewards/rew_00mug')
  t.equal(status, 200)
  t.match(body, {
    id: 'rew_00mug',
    type: 'MATERIAL',
    stock: 500,
    redeemed: 1,
    parameters: { product: { id: 'prod_00mug', sku_id: 'sku_00mugblue' } }
  })
  const unknown = await service.get('/v1/rewards/nothing')
  t.strictSame([unknown.status, unknown.body.resource_type], [404, 'reward'])
})

t.test('listRewards: pages and orders', async t => {
  const service = await givenService(t)
  const listed = async (query: string) => {
    const { body } = await service.get(`/v1/rewards${query}`)
    t.strictSame([body.total, body.data_ref], [6, 'data'])
    return ids(body.data)
  }
  const newest = ['coin', 'retired', 'bakery', 'gift', 'coupon', 'mug'].map(id => `rew_00${id}`)
  t.strictSame(await listed(''), newest)
  t.strictSame(await listed('?order=created_at'), [...newest].reverse())
  t.strictSame(await listed('?order=updated_at'), [...newest].reverse())
  t.strictSame(await listed('?order=-updated_at&limit=2'), newest.slice(0, 2))
  t.strictSame(await listed('?limit=5&page=2'), ['rew_00mug'])
  const made = await service.post('/v1/rewards', { parameters: { coin: { exchange_ratio: 1 } } })
  const { body } = await service.get('/v1/rewards?limit=1')
  t.strictSame([body.total, body.data], [7, [made.body]])
})

t.test('createRewardAssignment: a reward is on offer at its price, once', async t => {
  const service = await givenService(t)
  const url = '/v1/rewards/rew_00mug/assignments'
  const { status, body } = await service.post(url, { campaign: 'Bakery Friends', ...price(70) })
  t.equal(status, 200)
  t.match(body, {
    reward_id: 'rew_00mug',
    related_object_id: 'camp_00bakery',
    related_object_type: 'campaign',
    parameters: { loyalty: { points: 70 } },
    updated_at: null,
    object: 'reward_assignment'
  })
  const again = await service.post(url, { campaign: 'camp_00bakery', ...price(1) })
  t.strictSame(
    [again.status, again.body.key, again.body.resource_id],
    [409, 'duplicate_found', body.id]
  )
  const member = (await service.post('/v1/loyalties/camp_00bakery/members', { customer: 'ada' }))
    .body.code
  const card = `/v1/loyalties/members/${member}`
  await service.post(`${card}/balance`, { points: 100 })
  const redeemed = await service.post(`${card}/redemption`, { reward: { id: 'rew_00mug' } })
  t.strictSame([redeemed.status, redeemed.body.amount], [200, 70], 'and can be redeemed')
})

t.test('createRewardAssignment: rules that are named bind it there', async t => {
  const service = await givenService(t)
  const url = '/v1/rewards/rew_00mug/assignments'
  const where = { campaign: 'camp_00bakery', ...price(10) }
  const unknown = await service.post(url, { ...where, validation_rules: ['val_00nothing'] })
  t.strictSame([unknown.status, unknown.body.resource_type], [404, 'validation_rule'])
  const twice = ['val_00twenty', 'val_00twenty']
  const repeated = await service.post(url, { ...where, validation_rules: twice })
  t.strictSame([repeated.status, repeated.body.key], [400, 'invalid_payload'])
  t.equal((await service.get(BAKERY)).body.total, 0)
  await service.post(url, { ...where, validation_rules: ['val_00twenty'] })
  const { code } = (await service.post('/v1/loyalties/camp_00bakery/members', { customer: 'ada' }))
    .body
  const card = `/v1/loyalties/members/${code}`
  await service.post(`${card}/balance`, { points: 100 })
  const reward = { id: 'rew_00mug' }
  const refused = await service.post(`${card}/redemption`, { reward })
  t.strictSame([refused.status, refused.body.key], [400, 'order_rules_violated'])
  const order = { amount: 2000 }
  t.equal((await service.post(`${card}/redemption`, { reward, order })).status, 200)
})

t.test('createRewardAssignments: all of them, or none', async t => {
  const service = await givenService(t)
  const two = [{ reward: 'rew_00mug', ...price(60) }, { reward: 'rew_00coin' }]
  const stranger = [...two, { reward: 'rew_00nothing', ...price(1) }]
  const refused = await service.post(BAKERY, stranger)
  t.strictSame([refused.status, refused.body.resource_id], [404, 'rew_00nothing'])
  t.equal((await service.get(BAKERY)).body.total, 0)
  const { status, body } = await service.post(BAKERY, two)
  t.equal(status, 200)
  t.strictSame(
    body.map((each: { reward_id: string; parameters?: object }) => [
      each.reward_id,
      each.parameters
    ]),
    [
      ['rew_00mug', { loyalty: { points: 60 } }],
      ['rew_00coin', undefined]
    ]
  )
  const { body: listed } = await service.get(BAKERY)
  t.strictSame([listed.total, ids(listed.data).toSorted()], [2, ids(body).toSorted()])
})

t.test('createRewardAssignments: refuses offers that make no sense', async t => {
  const service = await givenService(t)
  const mug = { reward: 'rew_00mug', ...price(1) }
  const rows = [
    [BAKERY, [mug, mug], 409, 'duplicate_found', 'rew_00mug'],
    [CLUB, [mug], 409, 'duplicate_found', 'Coffee Club'],
    [BAKERY, [{ reward: 'rew_00mug' }], 400, 'missing_param', 'reward assignment [0]'],
    [BAKERY, [mug, { reward: 'rew_00coin', ...price(1) }], 400, 'invalid_payload', '[1].param'],
    [BAKERY, [{ reward: 'rew_00bakery', ...price(1) }], 400, 'invalid_campaign', 'sell its own'],
    [BAKERY, [{ reward: 'rew_00mug', ...price(0) }], 400, 'invalid_payload', 'at least 1'],
    [BAKERY, [], 400, 'invalid_payload', 'at least 1 items'],
    [BAKERY, mug, 400, 'invalid_payload', 'array'],
    ['/v1/loyalties/camp_00gift/rewards', [mug], 404, 'not_found', 'camp_00gift'],
    ['/v1/loyalties/nowhere/rewards', [mug], 404, 'not_found', 'nowhere']
  ] as const
  for (const [url, sent, status, key, said] of rows) {
    const { status: found, body } = await service.post(url, sent)
    t.strictSame([found, body.key], [status, key], JSON.stringify(sent))
    t.ok(body.details.includes(said), body.details)
  }
  t.equal((await service.get(BAKERY)).body.total, 0)
})

t.test('listRewardAssignments: what is on offer in one program', async t => {
  const service = await givenService(t)
  const listed = async (query: string) => {
    const { body } = await service.get(`${CLUB}${query}`)
    t.strictSame([body.total, body.data_ref], [5, 'data'])
    return ids(body.data)
  }
  const newest = ['rewa_00coin', 'rewa_00bakery', 'rewa_00gift', 'rewa_00coupon', 'rewa_00mug']
  t.strictSame(await listed(''), newest)
  t.strictSame(await listed('?order=created_at'), [...newest].reverse())
  t.strictSame(await listed('?order=-updated_at&limit=2&page=3'), ['rewa_00mug'])
  const gifts = await service.get('/v1/loyalties/camp_00gift/rewards')
  t.strictSame([gifts.status, gifts.body.resource_type], [404, 'campaign'])
})

t.test('deleteReward: one on offer stays, one that is not goes and keeps its records', async t => {
  const service = await givenService(t)
  const refused = await service.delete('/v1/rewards/rew_00mug')
  t.strictSame([refused.status, refused.body.key], [400, 'resource_in_use'])
  t.match(refused.body.details, 'reward_assignment rewa_00mug')
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

t.test('updateReward: what is sent counts, and the kind stays', async t => {
  const service = await givenService(t)
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
})

t.test('updateReward: refusals name what is wrong and change nothing', async t => {
  const service = await givenService(t)
  const bakery = '/v1/rewards/rew_00bakery'
  const points = (id: string) => ({ parameters: { campaign: { id, balance: 5 } } })
  await service.work()
  const written = writesOf(service.store)
  const rows = [
    ['/v1/rewards/nothing', {}, 404, 'not_found', /reward with id nothing/],
    [MUG, { stock: 0 }, 400, 'invalid_payload', /\.stock: 0 is less than the 1/],
    [MUG, { type: 'COIN' }, 400, 'invalid_payload', /type/],
    [MUG, points('camp_00gift'), 400, 'invalid_payload', /parameters\.campaign: would make it/],
    [MUG, { parameters: { product: { id: 'prod_00no' } } }, 404, 'not_found', /prod_00no/],
    [bakery, { stock: 5 }, 400, 'invalid_payload', /\.stock: belongs to MATERIAL/],
    [bakery, points('camp_00club'), 400, 'invalid_campaign', /cannot sell its own/],
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

t.test('getRewardAssignment, updateRewardAssignment: what a reward costs', async t => {
  const service = await givenService(t)
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

t.test('listAssignmentsOfReward, deleteRewardAssignment: on offer, and off again', async t => {
  const service = await givenService(t)
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

t.test('createReward: each kind, with the type it has or the type that is inferred', async t => {
  const service = await givenService(t)
  const rows = [
    [
      { campaign: { id: 'camp_00spring' } },
      'CAMPAIGN',
      { campaign: { id: 'camp_00spring', type: 'DISCOUNT_COUPONS' } }
    ],
    [
      { campaign: { id: 'camp_00gift', balance: 500 } },
      'CAMPAIGN',
      { campaign: { id: 'camp_00gift', balance: 500, type: 'GIFT_VOUCHERS' } }
    ],
    [
      { product: { id: 'prod_00mug' } },
      'MATERIAL',
      { product: { id: 'prod_00mug', sku_id: null } }
    ],
    [
      { coin: { exchange_ratio: '0.01', points_ratio: '2' } },
      'COIN',
      { coin: { exchange_ratio: 0.01, points_ratio: 2 } }
    ]
  ] as const
  for (const [parameters, type, answered] of rows) {
    const { status, body } = await service.post('/v1/rewards', { name: 'R', parameters })
    t.strictSame(
      [status, body.type, body.parameters, body.stock, body.redeemed, body.updated_at],
      [200, type, answered, null, 0, null]
    )
    const typed = await service.post('/v1/rewards', { name: 'R', type, parameters })
    t.equal(typed.status, 200)
    const other = type === 'COIN' ? 'MATERIAL' : 'COIN'
    const wrong = await service.post('/v1/rewards', { name: 'R', type: other, parameters })
    t.equal(wrong.status, 400)
  }
})

t.test('createReward: refusals', async t => {
  const service = await givenService(t)
  const rows = [
    [{}, 400, 'invalid_payload'],
    [{ parameters: {} }, 400, 'invalid_payload'],
    [{ parameters: { campaign: { id: 'camp_x' } } }, 404, 'not_found'],
    [{ parameters: { campaign: { id: 'camp_00gift' } } }, 400, 'missing_param'],
    [{ parameters: { campaign: { id: 'camp_00gift', balance: 0 } } }, 400, 'invalid_payload'],
    [{ parameters: { product: { id: 'prod_x' } } }, 404, 'not_found'],
    [{ parameters: { coin: { exchange_ratio: 0 } } }, 400, 'invalid_payload'],
    [{ parameters: { product: { id: 'prod_00mug' } }, stock: -1 }, 400, 'invalid_payload']
  ] as const
  for (const [body, status, key] of rows) {
    const answer = await service.post('/v1/rewards', { name: 'R', ...body })
    t.strictSame([answer.status, answer.body.key], [status, key], JSON.stringify(body))
  }
})
