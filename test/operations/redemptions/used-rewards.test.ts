import t, { type Test } from 'tap'
import { audit } from '../../../src/storage/audit/audit.ts'
import { type Answered, givenService, NOW } from '../../support/app.ts'
import { rawRows } from '../../support/evidence.ts'
import { pairOf } from '../../support/given-steps.ts'
import { emptyShop } from '../../support/shop.ts'
import { newSpoiled, newUrl, openUrl } from '../../support/stores.ts'

const LENA = { source_id: 'lena' }
const PRICE = 100
const BALANCE = 300

/** What a reward can hand out, and the key of the refusal while it is used. */
const KINDS = {
  coupon: 'quantity_exceeded',
  gift: 'gift_amount_exceeded',
  points: 'loyalty_card_points_exceeded'
} as const
type Kind = keyof typeof KINDS

const card = { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
const coin = { coin: { exchange_ratio: 1, points_ratio: 1 } }

/** A shop where Lena has 1,000 points, and a reward of each kind, for which she pays with 100. */
async function givenRewards(t: Test, uses = 10, parts: Parameters<typeof givenService>[1] = {}) {
  const service = await givenService(t, parts)
  const shop = await emptyShop(service)
  const { post, ask, get } = shop
  const off = { type: 'AMOUNT', amount_off: 100 }
  const campaigns = {
    coupon: { type: 'DISCOUNT_VOUCHER', discount: off, redemption: { quantity: uses } },
    gift: { type: 'GIFT_VOUCHER', gift: { amount: 0 } },
    points: card
  }
  await post('/v1/loyalties', { name: 'Club', voucher: card })
  await post('/v1/vouchers/LENA', { campaign: 'Club' })
  const customer = LENA
  await post('/v1/loyalties/Club/members', { customer, voucher: 'LENA' })
  await post('/v1/loyalties/Club/members/LENA/balance', { points: 1000 })
  const rewards = new Map<Kind, string>()
  for (const kind of Object.keys(KINDS) as Kind[]) {
    const { id } = await post('/v1/campaigns', {
      name: kind,
      type: 'AUTO_UPDATE',
      join_once: true,
      voucher: campaigns[kind]
    })
    const campaign = { id, ...(kind === 'coupon' ? {} : { balance: BALANCE }) }
    const reward = await post('/v1/rewards', { name: kind, parameters: { campaign } })
    const parameters = { loyalty: { points: PRICE } }
    await post('/v1/loyalties/Club/rewards', [{ reward: reward.id, parameters }])
    rewards.set(kind, reward.id)
  }
  const pays = await post('/v1/rewards', { name: 'Pay', parameters: coin })
  await post('/v1/loyalties/points/rewards', [{ reward: pays.id }])
  const redeemable = (kind: Kind, code: string, most: number) => ({
    object: 'voucher',
    id: code,
    ...(kind === 'gift' ? { gift: { credits: most } } : {}),
    ...(kind === 'points' ? { reward: { id: pays.id, points: most } } : {})
  })
  const asked = (redeemables: readonly object[], more: object = {}) => ({
    redeemables,
    customer,
    order: { amount: 100_000 },
    ...more
  })
  const locking = (kind: Kind, code: string, key: string, most: number) => {
    const session = { type: 'LOCK', key, ttl: 1, ttl_unit: 'HOURS' }
    return asked([redeemable(kind, code, most)], { session })
  }
  return {
    service,
    ...shop,
    /** The reward for points: its redemption, and the code of what it handed out. */
    buy: async (kind: Kind): Promise<{ id: string; code: string }> => {
      const reward = { id: rewards.get(kind) }
      const { id, reward: given } = await post('/v1/loyalties/members/LENA/redemption', { reward })
      return { id, code: given.voucher.code }
    },
    /** Uses it, of credit and points so many; the id by which that is undone. */
    use: async (kind: Kind, code: string, most = 1): Promise<string> => {
      const { redemptions } = await post('/v1/redemptions', asked([redeemable(kind, code, most)]))
      return redemptions[0].id
    },
    useTogether: async (code: string): Promise<string> => {
      const both = [redeemable('coupon', code, 1), { object: 'voucher', id: 'OTHER' }]
      await post('/v1/vouchers/OTHER', { type: 'DISCOUNT_VOUCHER', discount: off })
      return (await post('/v1/redemptions', asked(both))).parent_redemption.id
    },
    lock: async (kind: Kind, code: string, key: string, most = 1): Promise<void> => {
      t.ok((await post('/v1/validations', locking(kind, code, key, most))).valid)
    },
    tryToLock: async (kind: Kind, code: string, key: string): Promise<boolean> => {
      return (await ask('/v1/validations', locking(kind, code, key, 1))).body.valid === true
    },
    rollBack: (id: string) => ask(`/v1/redemptions/${id}/rollback`, {}),
    points: async (): Promise<number> => (await get('/v1/vouchers/LENA')).loyalty_card.balance
  }
}

const TABLES = ['redemptions', 'ledger_entries', 'vouchers', 'lots', 'events'] as const

type Shop = Awaited<ReturnType<typeof givenRewards>>

/** The rollback of a reward is refused, names all of these, and changes nothing. */
async function isRefused(
  t: Test,
  { service, rollBack }: Shop,
  id: string,
  { key, names }: { readonly key: string; readonly names: readonly string[] }
): Promise<string> {
  const before = await rawRows(service.store, TABLES)
  const { status, body }: Answered = await rollBack(id)
  const { resource_id, resource_type, details } = body
  t.strictSame([status, body.key, resource_id, resource_type], [400, key, id, 'redemption'])
  for (const name of names) t.ok(details.includes(name), `${details} names ${name}`)
  t.strictSame(await rawRows(service.store, TABLES), before, 'nothing was undone')
  return details
}

/** The reward goes back: the points are there again, and of what it handed out nothing. */
async function goesBack(t: Test, shop: Shop, { id, code }: { id: string; code: string }) {
  const before = await shop.points()
  t.equal((await shop.rollBack(id)).status, 200)
  t.equal(await shop.points(), before + PRICE)
  const voucher = await shop.get(`/v1/vouchers/${code}`)
  if (voucher.type !== 'DISCOUNT_VOUCHER') {
    t.equal((voucher.gift ?? voucher.loyalty_card).balance, 0)
    return
  }
  t.equal(voucher.active, false)
  const redeemables = [{ object: 'voucher', id: code }]
  const over = await shop.ask('/v1/redemptions', { redeemables, order: { amount: 500 } })
  t.strictSame([over.status, over.body.key], [400, 'voucher_disabled'], 'it is over')
  t.match(over.body.details, / stays off: rollback \w+ took it back/)
  await staysOff(t, shop, code)
}

/** Nothing that can be said of a coupon makes it valid again; what else is said of it holds. */
async function staysOff(t: Test, { service, ask, get, put }: Shop, code: string) {
  const path = `/v1/vouchers/${code}`
  const before = await rawRows(service.store, TABLES)
  const coupon = before.vouchers.find(row => row['code'] === code)
  const rollback = String(coupon?.['taken_back_by'])
  const attempts = [
    await ask(`${path}/enable`, {}),
    await service.put(path, { active: true, redemption: { quantity: 99 } }, pairOf('shop'))
  ]
  for (const { status, body } of attempts) {
    t.strictSame([status, body.key, body.resource_type], [400, 'voucher_disabled', 'voucher'])
    t.ok(body.details.includes(code) && body.details.includes(rollback), body.details)
  }
  t.strictSame(await rawRows(service.store, TABLES), before)
  const later = { redemption: { quantity: 99 }, expiration_date: '2099-01-01T00:00:00.000Z' }
  t.match(await put(path, later), { active: false, redemption: { quantity: 99 } })
  t.equal((await ask(`${path}/disable`, {})).status, 200)
  const again = { voucher: code, customer: LENA }
  await ask('/v1/publications', again)
  await ask('/v1/campaigns/coupon/enable', {})
  t.equal((await get(path)).active, false)
  const redeemables = [{ object: 'voucher', id: code }]
  const { valid } = (await ask('/v1/validations', { redeemables, order: { amount: 500 } })).body
  t.equal(valid, false)
}

for (const uses of [1, 10]) {
  t.test(`rollbackRedemption: a coupon of ${uses} that was used once is undone first`, async t => {
    const shop = await givenRewards(t, uses)
    const bought = await shop.buy('coupon')
    const used = await shop.use('coupon', bought.code)
    await isRefused(t, shop, bought.id, { key: KINDS.coupon, names: [bought.code, used] })
    t.equal(await shop.points(), 900)
    t.equal((await shop.rollBack(used)).status, 200)
    await goesBack(t, shop, bought)
  })
}

for (const kind of ['gift', 'points'] as const) {
  t.test(`rollbackRedemption: ${kind} of a reward that were spent are undone first`, async t => {
    const shop = await givenRewards(t)
    const bought = await shop.buy(kind)
    const [first, last] = [
      await shop.use(kind, bought.code, 200),
      await shop.use(kind, bought.code, 50)
    ]
    const all = { key: KINDS[kind], names: [bought.code, `${last}, ${first}`] }
    await isRefused(t, shop, bought.id, all)
    t.equal((await shop.rollBack(last)).status, 200)
    const details = await isRefused(t, shop, bought.id, { key: KINDS[kind], names: [first] })
    t.notMatch(details, last, 'what was undone is not named')
    t.equal((await shop.rollBack(first)).status, 200)
    await goesBack(t, shop, bought)
  })

  t.test(`rollbackRedemption: ${kind} that others brought there may be spent`, async t => {
    const shop = await givenRewards(t)
    const [one, other] = [await shop.buy(kind), await shop.buy(kind)]
    t.equal(one.code, other.code)
    const used = await shop.use(kind, one.code, BALANCE)
    t.equal((await shop.rollBack(one.id)).status, 200, 'as much is there')
    await isRefused(t, shop, other.id, { key: KINDS[kind], names: [used] })
  })
}

for (const kind of Object.keys(KINDS) as Kind[]) {
  t.test(`rollbackRedemption: a ${kind} reward of which a lock holds something waits`, async t => {
    const shop = await givenRewards(t, 1)
    const { service } = shop
    const bought = await shop.buy(kind)
    await shop.lock(kind, bought.code, 'cart 1')
    const names = ['cart 1', 'DELETE /v1/vouchers/{code}/sessions/{sessionKey}']
    await isRefused(t, shop, bought.id, { key: KINDS[kind], names })
    service.setNow(new Date(Date.parse(NOW) + 3_600_000).toISOString())
    await goesBack(t, shop, bought)
  })
}

t.test('createPublication: who has only a coupon that went back gets another', async t => {
  const shop = await givenRewards(t)
  const bought = await shop.buy('coupon')
  const published = async (): Promise<string> =>
    (await shop.post('/v1/publications', { campaign: { name: 'coupon' }, customer: LENA })).voucher
      .code
  t.equal(await published(), bought.code, 'a campaign that is joined once gives no second one')
  await goesBack(t, shop, bought)
  const another = await published()
  t.not(another, bought.code)
  t.equal(await published(), another)
  t.equal((await shop.get(`/v1/vouchers/${another}`)).active, true)
})

t.test('audit: a coupon that went back names its rollback, and no other does', async t => {
  const url = await newUrl(t)
  let ids: readonly string[] = []
  let code = ''
  await t.test('two rewards, one of which goes back', async t => {
    const store = await openUrl(url, { onBug: t.error })
    await store.migrate()
    const shop = await givenRewards(t, 10, { store })
    const [bought, kept] = [await shop.buy('coupon'), await shop.buy('coupon')]
    const { body: rollback } = await shop.rollBack(bought.id)
    code = bought.code
    const coupons = [bought, kept].map(({ code }) => shop.get(`/v1/vouchers/${code}`))
    ids = [...(await Promise.all(coupons)), rollback].map(({ id }) => id)
  })
  const [coupon, other, rollback] = ids
  const set = (what: string, id = coupon) => `update vouchers set ${what} where id = '${id}'`
  const whose = `the rollback that took back coupon ${code} is stored as`
  const number = 'the number of coupons that went back with their rewards is stored as'
  const rows = [
    [set('active = true, taken_back_by = null'), `${whose} nothing, and should be ${rollback}.`],
    [set(`taken_back_by = 'r_other'`), `${whose} r_other, and should be ${rollback}.`],
    [set(`active = false, taken_back_by = '${rollback}'`, other), `${number} 2, and should be 1.`]
  ] as const
  for (const [sql, sentence] of rows) {
    const spoiled = await newSpoiled(url, sql, { onBug: t.error })
    const { findings } = await audit(spoiled, NOW)
    const sentences = findings.map(found => found.sentence)
    const told = sentences.some(found => found.endsWith(sentence))
    t.ok(told, `${sql}: ${sentences.join(' ')}`)
    await spoiled.close()
  }
})

t.test('audit: a coupon that went back agrees when its customer is erased', async t => {
  const shop = await givenRewards(t)
  await goesBack(t, shop, await shop.buy('coupon'))
  await shop.ask('/v1/customers/lena/permanent-deletion', {})
  await shop.service.work()
  t.equal((await shop.ask('/v1/customers/lena/permanent-deletion', {})).status, 404)
  t.strictSame((await audit(shop.service.store, NOW)).findings, [])
})

t.test('rollbackRedemption: a lock that is released holds nothing', async t => {
  const shop = await givenRewards(t)
  const bought = await shop.buy('coupon')
  await shop.lock('coupon', bought.code, 'cart')
  await isRefused(t, shop, bought.id, { key: KINDS.coupon, names: ['cart'] })
  const url = `/v1/vouchers/${bought.code}/sessions/cart`
  const { app } = shop.service
  const headers = { 'x-app-id': 'shop', 'x-app-token': 'shop-secret' }
  t.equal((await app.inject({ method: 'DELETE', url, headers })).statusCode, 204)
  await goesBack(t, shop, bought)
})

t.test('rollbackRedemption: a coupon that was used with others is undone with them', async t => {
  const shop = await givenRewards(t)
  const bought = await shop.buy('coupon')
  const stack = await shop.useTogether(bought.code)
  await isRefused(t, shop, bought.id, { key: KINDS.coupon, names: [stack] })
  t.equal((await shop.ask(`/v1/redemptions/${stack}/rollbacks`, {})).status, 200)
  await goesBack(t, shop, bought)
})

t.test('rollbackRedemption: of many uses the latest ten are named', async t => {
  const shop = await givenRewards(t, 20)
  const bought = await shop.buy('coupon')
  const used: string[] = []
  for (let nr = 0; nr < 12; nr++) used.push(await shop.use('coupon', bought.code))
  const latest = used.toReversed()
  const named = `${latest.slice(0, 10).join(', ')} and others`
  const details = await isRefused(t, shop, bought.id, { key: KINDS.coupon, names: ['12', named] })
  t.notMatch(details, latest[10])
  for (const id of latest) t.equal((await shop.rollBack(id)).status, 200)
  await goesBack(t, shop, bought)
})

t.test('rollbackRedemption: what a code was used for before it was handed out stays', async t => {
  const shop = await givenRewards(t, 3)
  await shop.post('/v1/vouchers/EARLY', { campaign: 'coupon' })
  const before = await shop.use('coupon', 'EARLY')
  const bought = await shop.buy('coupon')
  t.equal(bought.code, 'EARLY')
  const since = await shop.use('coupon', 'EARLY')
  t.notMatch(await isRefused(t, shop, bought.id, { key: KINDS.coupon, names: [since] }), before)
  t.equal((await shop.rollBack(since)).status, 200)
  await goesBack(t, shop, bought)
  t.equal((await shop.rollBack(before)).status, 200)
  t.equal((await shop.get('/v1/vouchers/EARLY')).active, false)
})

t.test('rollbackStackedRedemptions: a reward that was used is refused as well', async t => {
  const shop = await givenRewards(t)
  const bought = await shop.buy('coupon')
  const used = await shop.use('coupon', bought.code)
  const { status, body } = await shop.ask(`/v1/redemptions/${bought.id}/rollbacks`, {})
  t.strictSame([status, body.key], [400, KINDS.coupon])
  t.match(body.details, used)
})

t.test('updateOrder: an order for which a reward was used is canceled all the same', async t => {
  const shop = await givenRewards(t)
  const bought = await shop.buy('coupon')
  const used = await shop.use('coupon', bought.code)
  const { order } = await shop.get(`/v1/redemptions/${used}`)
  t.match(await shop.put(`/v1/orders/${order.id}`, { status: 'CANCELED' }), { status: 'CANCELED' })
  await isRefused(t, shop, bought.id, { key: KINDS.coupon, names: [used] })
  t.equal((await shop.rollBack(used)).status, 200)
  await goesBack(t, shop, bought)
})

t.test('rollbackRedemption: of a use and a rollback at once one is refused', async t => {
  const shop = await givenRewards(t, 1)
  for (let nr = 0; nr < 6; nr++) {
    const { id, code } = await shop.buy('coupon')
    const redeemables = [{ object: 'voucher', id: code }]
    const use = () => shop.ask('/v1/redemptions', { redeemables, order: { amount: 500 } })
    const deeds = nr % 2 === 0 ? [use, () => shop.rollBack(id)] : [() => shop.rollBack(id), use]
    const answers = await Promise.all(deeds.map(deed => deed()))
    t.strictSame(answers.map(({ status }) => status).toSorted(), [200, 400])
  }
})

t.test('rollbackRedemption: of a lock and a rollback at once one is refused', async t => {
  const shop = await givenRewards(t, 1)
  for (const kind of [...Object.keys(KINDS), ...Object.keys(KINDS)] as Kind[]) {
    for (const isLockFirst of [true, false]) {
      const { id, code } = await shop.buy(kind)
      const key = `cart of ${id}`
      const lock = () => shop.tryToLock(kind, code, key)
      const rollBack = async () => (await shop.rollBack(id)).status === 200
      const [first, second] = isLockFirst ? [lock, rollBack] : [rollBack, lock]
      const done = await Promise.all([first(), second()])
      t.strictSame(done.toSorted(), [false, true], `${kind}: the lock holds, or the reward is back`)
      const release = () =>
        shop.service.delete(`/v1/vouchers/${code}/sessions/${key}`, pairOf('shop'))
      const isLocked = done[isLockFirst ? 0 : 1]
      if (!isLocked) continue
      await release()
      t.ok(await rollBack(), `${kind}: it goes back once the lock is released`)
    }
  }
  t.strictSame((await audit(shop.service.store)).findings, [])
})
