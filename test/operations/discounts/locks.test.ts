import t, { type Test } from 'tap'
import { PROJECT_ID } from '../../../src/demo/known.ts'
import type { ComposedParts } from '../../../src/main/compose.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { type Answered, CONFIG, givenService, NOW, type Service } from '../../support/app.ts'
import { ranDuring, whereCounted } from '../../support/counted-statements.ts'
import { demoStore } from '../../support/demo.ts'
import { rawRows } from '../../support/evidence.ts'

const ADA = { source_id: 'ada' }
const CARD = { object: 'voucher', id: 'CLUB-ADA-0001', reward: { id: 'rew_00coin' } }

const voucher = (id: string, more: object = {}) => ({ object: 'voucher', id, ...more })
const later = (ms: number) => new Date(Date.parse(NOW) + ms).toISOString()

/** A shop with a code of some uses, and a gift voucher of 1000. */
async function givenShop(t: Test, quantity = 1, parts: Partial<ComposedParts> = {}) {
  const service = await givenService(t, parts)
  await service.post('/v1/vouchers/LAST', {
    type: 'DISCOUNT_VOUCHER',
    discount: { type: 'AMOUNT', amount_off: 100 },
    redemption: { quantity }
  })
  await service.post('/v1/vouchers/GIFT', { type: 'GIFT_VOUCHER', gift: { amount: 1000 } })
  const asking =
    (url: string) =>
    async (redeemables: readonly object[], key?: string, more = {}) =>
      service.post(url, {
        redeemables,
        order: { amount: 5000 },
        customer: ADA,
        ...(key === undefined ? {} : { session: { type: 'LOCK', key } }),
        ...more
      })
  return { service, validate: asking('/v1/validations'), redeem: asking('/v1/redemptions') }
}

async function stored({ store }: Service) {
  const rows = await rawRows(store, ['locks', 'lock_holds'])
  return {
    locks: rows.locks.map(({ key }) => key).toSorted(),
    holds: rows.lock_holds
      .map(({ key, uses, credit, points }) => ({ key, uses, credit, points }))
      .toSorted((one, other) => String(one.key).localeCompare(String(other.key)))
  }
}

const reasonOf = ({ body }: Pick<Answered, 'body'>) => body.redeemables[0].result.error?.key ?? null

t.test('validateStackedDiscounts: as many locks as there are uses', async t => {
  const { service, validate, redeem } = await givenShop(t, 2)
  const last = [voucher('LAST')]
  const { body } = await validate(last, 'cart-1')
  t.strictSame(body.session, { key: 'cart-1', type: 'LOCK', ttl: 7, ttl_unit: 'DAYS' })
  t.equal((await validate(last, 'cart-2')).body.valid, true)
  t.strictSame((await stored(service)).locks, ['cart-1', 'cart-2'])
  const third = await validate(last, 'cart-3')
  t.strictSame([third.body.valid, reasonOf(third)], [false, 'quantity_exceeded'])
  t.notOk('session' in third.body, 'there is no lock')
  t.equal(reasonOf(await validate(last)), 'quantity_exceeded', 'nor is there one without a lock')
  t.strictSame((await stored(service)).locks, ['cart-1', 'cart-2'])
  t.equal((await redeem(last)).body.key, 'quantity_exceeded')
  t.equal((await redeem(last, 'cart-3')).body.key, 'quantity_exceeded')
  for (const key of ['cart-2', 'cart-1']) {
    const { status, body } = await redeem(last, key)
    t.strictSame([status, body.redemptions?.[0].session], [200, { key }])
  }
  t.strictSame(await stored(service), { locks: [], holds: [] })
  t.equal((await redeem(last, 'cart-1')).body.key, 'quantity_exceeded')
})

t.test('validateStackedDiscounts: the same key again replaces what its lock held', async t => {
  const { service, validate } = await givenShop(t)
  const some = (credits: number) => voucher('GIFT', { gift: { credits } })
  const held = async () => (await stored(service)).holds
  await validate([voucher('LAST'), some(400)], 'cart')
  const use = { key: 'cart', uses: 1, credit: 0, points: 0 }
  const credit = (credit: number) => ({ key: 'cart', uses: 0, credit, points: 0 })
  t.same(new Set(await held()), new Set([use, credit(400)]))
  for (const credits of [1000, 700, 700]) await validate([some(credits)], 'cart')
  t.strictSame(await held(), [credit(700)])
  t.equal(reasonOf(await validate([some(1001)], 'cart')), 'gift_amount_exceeded')
  t.strictSame(await held(), [credit(700)], 'what is not valid changes nothing')
  await service.post('/v1/vouchers/EVER', {
    type: 'DISCOUNT_VOUCHER',
    discount: { type: 'AMOUNT', amount_off: 100 }
  })
  t.equal((await validate([voucher('EVER')], 'cart')).body.valid, true)
  t.strictSame(await stored(service), { locks: [], holds: [] }, 'no use of it can run out')
})

t.test('validateStackedDiscounts: credit and points that are held are not there', async t => {
  const { service, validate, redeem } = await givenShop(t)
  const { body: card } = await service.get('/v1/vouchers/CLUB-ADA-0001')
  const { balance } = card.loyalty_card
  const all = { ...CARD, reward: { ...CARD.reward, points: balance } }
  const huge = { order: { amount: 100_000_000 } }
  const locked = await validate([voucher('GIFT', { gift: { credits: 600 } }), all], 'cart', huge)
  t.equal(locked.body.valid, true)
  const points = locked.body.redeemables[1].result.loyalty_card.points
  t.equal(points, balance)
  const rest = await validate([voucher('GIFT')])
  t.strictSame(rest.body.redeemables[0].result.gift, { balance: 1000, credits: 400 })
  const more = voucher('GIFT', { gift: { credits: 401 } })
  t.equal(reasonOf(await validate([more])), 'gift_amount_exceeded')
  t.equal(reasonOf(await validate([CARD])), 'loyalty_card_points_exceeded')
  await validate([voucher('GIFT')], 'other')
  t.equal(reasonOf(await validate([voucher('GIFT')])), 'gift_amount_exceeded')
  // redeemReward, and movements by hand.
  const mug = { reward: { id: 'rew_00mug' } }
  const member = '/v1/loyalties/members/CLUB-ADA-0001'
  const refused = await service.post(`${member}/redemption`, mug)
  t.strictSame([refused.status, refused.body.key], [400, 'loyalty_card_points_exceeded'])
  const taken = await service.post(`${member}/balance`, { points: -1 })
  t.strictSame([taken.status, taken.body.key], [400, 'invalid_balance'])
  t.match(taken.body.details, `locks hold ${balance} more`)
  const spent = await service.post('/v1/vouchers/GIFT/balance', { amount: -1 })
  t.strictSame([spent.status, spent.body.key], [400, 'invalid_balance'])
  t.match(spent.body.details, 'has 0 to take, less than 1; locks hold 1000 more')
  t.equal((await service.post('/v1/vouchers/GIFT/balance', { amount: 5 })).status, 200)
  const found = (await redeem([voucher('GIFT', { gift: { credits: 600 } }), all], 'cart', huge))
    .status
  t.equal(found, 200)
  t.equal((await service.post(`${member}/balance`, { points: 1 })).status, 200)
})

t.test('validateStackedDiscounts: a lock ends with its time', async t => {
  const { service, validate, redeem } = await givenShop(t)
  const lasting = (ttl: number, ttl_unit: string) => ({
    session: { type: 'LOCK', key: 'cart', ttl, ttl_unit }
  })
  const rows: readonly (readonly [ttl: number, unit: string, ms: number])[] = [
    [1, 'DAYS', 86_400_000],
    [1.5, 'HOURS', 5_400_000],
    [2, 'MINUTES', 120_000],
    [0.25, 'SECONDS', 250],
    [3, 'MILLISECONDS', 3],
    [1_500, 'MICROSECONDS', 2],
    [1, 'NANOSECONDS', 1],
    [365, 'DAYS', 31_536_000_000]
  ]
  const at = async (ms: number) => {
    service.setNow(later(ms))
    return (await validate([voucher('LAST')])).body.valid
  }
  for (const [ttl, unit, ms] of rows) {
    service.setNow(NOW)
    await validate([voucher('LAST')], undefined, lasting(ttl, unit))
    t.strictSame([await at(ms - 1), await at(ms)], [false, true], `${ttl} ${unit}`)
  }
  service.setNow(NOW)
  const { status, body } = await validate([voucher('LAST')], undefined, lasting(366, 'DAYS'))
  t.strictSame([status, body.key], [400, 'invalid_payload'])
  t.match(body.details, 'Property .session.ttl')
  service.setNow(later(31_536_000_000))
  t.strictSame((await stored(service)).locks, ['cart'], 'its row is still there')
  await service.work()
  t.strictSame(await stored(service), { locks: [], holds: [] }, 'until the timer comes by')
  const { status: done, body: redeemed } = await redeem([voucher('LAST')], 'cart')
  t.equal(done, 200)
  t.notOk('session' in redeemed.redemptions[0], 'a key without a lock is none')
})

t.test('validateStackedDiscounts: a lock without a key gets one', async t => {
  const { validate } = await givenShop(t)
  const { body } = await validate([voucher('LAST')], undefined, { session: { type: 'LOCK' } })
  t.match(body.session.key, /^ssn_[0-9a-zA-Z]{32}$/)
  const other = await validate([voucher('GIFT')], undefined, { session: { type: 'LOCK' } })
  t.not(other.body.session.key, body.session.key)
})

t.test('validateStackedDiscounts: what cannot run out has a key and is not held', async t => {
  const { service, validate } = await givenShop(t)
  const { body } = await validate([voucher('PICNIC')], 'cart')
  t.strictSame(body.session, { key: 'cart', type: 'LOCK', ttl: 7, ttl_unit: 'DAYS' })
  t.strictSame(await stored(service), { locks: [], holds: [] })
  const released = await service.delete('/v1/vouchers/PICNIC/sessions/cart')
  t.match(released, { status: 404, body: { key: 'not_found', resource_type: 'session' } })
  const tier = { object: 'promotion_tier', id: 'promo_00tenoff' }
  await validate([tier, voucher('LAST')], 'both')
  const holds = [{ key: 'both', uses: 1, credit: 0, points: 0 }]
  t.strictSame(await stored(service), { locks: ['both'], holds }, 'nor beside what can')
})

t.test('redeemStackedDiscounts: a failed redemption keeps the lock', async t => {
  const { service, validate, redeem } = await givenShop(t)
  const both = [voucher('LAST'), voucher('GIFT', { gift: { credits: 1001 } })]
  await validate([voucher('LAST')], 'cart')
  t.equal((await redeem(both, 'cart')).body.key, 'gift_amount_exceeded')
  t.strictSame((await stored(service)).locks, ['cart'])
})

t.test('releaseValidationSession: frees one voucher', async t => {
  const { service, validate } = await givenShop(t)
  await validate([voucher('LAST'), voucher('GIFT', { gift: { credits: 300 } })], 'cart')
  const release = (code: string, key: string) =>
    service.delete(`/v1/vouchers/${code}/sessions/${key}`)
  const lost = (await release('NOBODYS', 'cart')).body
  t.match(lost, { key: 'not_found', resource_type: 'voucher', resource_id: 'NOBODYS' })
  const unknown = (await release('LAST', 'art')).body
  t.match(unknown, { key: 'not_found', resource_type: 'session', resource_id: 'art' })
  t.equal((await release('LAST', 'cart')).status, 204)
  t.equal((await release('LAST', 'cart')).status, 404)
  t.equal((await validate([voucher('LAST')])).body.valid, true)
  t.strictSame((await stored(service)).holds, [{ key: 'cart', uses: 0, credit: 300, points: 0 }])
  const { body } = await service.get('/v1/vouchers/GIFT')
  service.setNow(later(7 * 86_400_000))
  t.equal((await release(body.id, 'cart')).status, 404, 'it is over')
})

t.test('validateStackedDiscounts: a voucher keeps as many uses as locks hold', async t => {
  const { service, validate } = await givenShop(t, 5)
  for (const key of ['one', 'two']) await validate([voucher('LAST')], key)
  const few = (quantity: number) => service.put('/v1/vouchers/LAST', { redemption: { quantity } })
  const { status, body } = await few(1)
  t.strictSame([status, body.key], [400, 'invalid_payload'])
  t.match(body.details, 'the 2 that locks hold')
  t.equal((await few(2)).status, 200)
  t.equal((await service.delete('/v1/vouchers/LAST')).status, 204, 'it can be deleted')
  t.strictSame((await stored(service)).holds, [])
})

t.test('validateStackedDiscounts: points that are gone are held no more', async t => {
  const { service, validate } = await givenShop(t)
  await validate([CARD], 'cart')
  t.match((await stored(service)).holds, [{ key: 'cart', points: Number }])
  t.equal((await service.delete('/v1/customers/cust_00ada')).status, 204)
  t.strictSame((await stored(service)).holds, [{ key: 'cart', uses: 0, credit: 0, points: 0 }])
})

t.test('validateStackedDiscounts: the names of locks go with the person', async t => {
  const { service, validate, redeem } = await givenShop(t, 5)
  await service.post('/v1/vouchers/EVER', {
    type: 'DISCOUNT_VOUCHER',
    discount: { type: 'AMOUNT', amount_off: 100 }
  })
  await redeem([voucher('EVER')], 'cart of ada')
  await validate([CARD], 'cart of ada, too')
  // A code that nobody holds, and a gift of hers, which others may use.
  await validate([voucher('LAST')], 'a third cart of ada')
  const credits = (credits: number) => [voucher('GIFT', { gift: { credits } })]
  await service.post('/v1/publications', { customer: ADA, voucher: 'GIFT' })
  await validate(credits(100), 'cart of ben', { customer: { source_id: 'ben' } })
  await validate(credits(50), 'cart of somebody', { customer: undefined })
  await validate([voucher('LAST')], 'cart of nobody', { customer: undefined })
  const of = (key: string, uses: number, credit: number) => ({ key, uses, credit, points: 0 })
  const others = [of('cart of ben', 0, 100), of('cart of nobody', 1, 0)]
  t.equal((await service.post('/v1/customers/cust_00ada/permanent-deletion')).status, 200)
  await service.work()
  t.strictSame(await stored(service), { locks: ['cart of ben', 'cart of nobody'], holds: others })
  const { body } = await service.get('/v1/vouchers/EVER/redemptions')
  t.notOk(JSON.stringify(body).includes('cart of ada'))
})

for (const first of ['permanent-deletion', 'deletion']) {
  t.test(`${first}: the lock goes of somebody who was stored after it was taken`, async t => {
    const { service, validate } = await givenShop(t, 5)
    const session = { type: 'LOCK', ttl: 365, ttl_unit: 'DAYS' }
    for (const name of ['petra', 'paul']) {
      const lasting = { session: { ...session, key: `cart of ${name}` } }
      const customer = { source_id: name, name }
      await validate([voucher('LAST')], undefined, { customer, ...lasting })
    }
    const { body } = await service.post('/v1/customers', { source_id: 'petra' })
    if (first === 'deletion') await service.delete('/v1/customers/petra')
    t.equal((await service.post(`/v1/customers/${body.id}/permanent-deletion`)).status, 200)
    await service.work()
    const { locks, holds } = await stored(service)
    t.strictSame([locks, holds.length], [['cart of paul'], 1])
  })
}

t.test('redeemStackedDiscounts: a voucher is not asked about when its locks ended', async t => {
  const { service, validate, redeem } = await givenShop(t, 9)
  const ends = async () => {
    const { vouchers } = await rawRows(service.store, ['vouchers'])
    return vouchers.find(({ code }) => code === 'LAST')?.['locked_until']
  }
  const last = [voucher('LAST')]
  const lasting = (key: string, ttl: number) =>
    validate(last, undefined, { session: { type: 'LOCK', key, ttl, ttl_unit: 'HOURS' } })
  const HOUR_MS = 3_600_000
  await lasting('one', 5)
  await lasting('one', 2)
  t.equal(await ends(), later(2 * HOUR_MS), 'the same lock is shorter')
  await lasting('two', 1)
  t.equal(await ends(), later(2 * HOUR_MS))
  await redeem(last, 'one')
  t.equal(await ends(), later(HOUR_MS), 'the other is left')
  await service.delete('/v1/vouchers/LAST/sessions/two')
  t.equal(await ends(), null)
  await lasting('three', 1)
  await validate([voucher('GIFT')], 'three')
  t.equal(await ends(), later(HOUR_MS), 'the lock was given up for another voucher')
  await redeem(last)
  t.equal(await ends(), null)
  await lasting('four', 1)
  service.setNow(later(HOUR_MS))
  await service.work()
  t.equal(await ends(), null)
})

t.test('audit: finds a lock that holds more than there is', async t => {
  const { service, validate } = await givenShop(t)
  await validate([voucher('GIFT', { gift: { credits: 300 } })], 'cart')
  t.equal((await audit(service.store, NOW)).clean, true)
  const { body } = await service.get('/v1/vouchers/GIFT')
  const rows: readonly (readonly [hold: object, version: number, disagreement: string | null])[] = [
    [{ credit: 1000 }, 3, null],
    [{ credit: 1001 }, 4, 'locks hold 1001 of the credit of gift voucher GIFT'],
    [{ credit: 0, uses: 1 }, 5, null],
    [{ expiresAt: later(1) }, 6, 'the end of lock cart'],
    [{ expiresAt: later(604_800_001) }, 7, 'the end of lock cart']
  ]
  const expiresAt = later(7 * 86_400_000)
  for (const [over, version, disagreement] of rows) {
    const hold = { voucherId: body.id, key: 'cart', uses: 0, credit: 0, points: 0, expiresAt }
    await service.store.write(PROJECT_ID, async () => ({
      value: null,
      changes: [
        {
          kind: 'voucher.locked',
          hold: { ...hold, ...over },
          version,
          lockedUntil: expiresAt
        } as const
      ]
    }))
    const found = await audit(service.store, NOW)
    const kind = 'locks'
    t.equal(found.clean, disagreement === null)
    if (disagreement !== null) t.match(found.findings[0], { kind, sentence: disagreement })
  }
  await validate([voucher('GIFT', { gift: { credits: 300 } })], 'cart')
})

t.test('redeemStackedDiscounts: a statement more for a locked voucher', whereCounted, async t => {
  const bugs: Error[] = []
  const store = await demoStore(NOW, CONFIG, bugs, { doubted: false })
  const { service, validate } = await givenShop(t, 9, { store })
  await service.worker.stop()
  const asking = (code: string) => ranDuring(() => validate([voucher(code)]))
  await asking('LAST')
  const before = (await asking('LAST')).statements.length
  await validate([voucher('LAST')], 'cart')
  await asking('LAST')
  t.equal((await asking('LAST')).statements.length, before + 1)
  const again = await ranDuring(() => validate([voucher('LAST')], 'cart'))
  const writes = again.statements.filter(text => !text.startsWith('select '))
  t.equal(writes.length, 4, `the lock, what else it held, the voucher, what is held: ${writes}`)
})
