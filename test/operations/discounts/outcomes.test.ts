import t, { type Test } from 'tap'
import { givenService, keyOf } from '../../support/app.ts'
import { deskOf, givenProject, pairOf } from '../../support/given-steps.ts'

const ORDER = { amount: 5000 }
const LENA = { source_id: 'lena' }
const REDEMPTIONS = '/v1/redemptions'

/** A shop with these stacking rules, a code without an effect, and one that is off. */
async function givenShop(t: Test, rules: object) {
  const service = await givenService(t)
  const { id } = await givenProject(service, 'shop')
  const url = `/management/v1/projects/${id}/stacking-rules`
  await service.post(url, rules, deskOf('shop'))
  const post = (url: string, body: object = {}) => service.post(url, body, pairOf('shop'))
  const put = async (more: object) => {
    const [own] = (await service.get(url, deskOf('shop'))).body.data
    t.equal((await service.put(`${url}/${own.id}`, more, deskOf('shop'))).status, 200)
  }
  const get = async (url: string) => (await service.get(url, pairOf('shop'))).body
  const off = { type: 'AMOUNT', amount_off: 100 }
  const rows = [
    ['IDLE', { ...off, effect: 'APPLY_TO_ITEMS' }],
    ['OFF', off],
    ['TEN', off]
  ] as const
  for (const [code, discount] of rows) {
    await post(`/v1/vouchers/${code}`, { type: 'DISCOUNT_VOUCHER', discount })
  }
  await post('/v1/vouchers/OFF/disable')
  return { service, post, put, get }
}

const asking = (...codes: readonly string[]) => ({
  redeemables: codes.map(id => ({ object: 'voucher', id })),
  order: ORDER,
  customer: LENA
})

interface Shown {
  readonly id: string
  readonly status: string
}

const ids = (of: readonly Shown[]) => of.map(({ id }) => id)

t.test('redeemStackedDiscounts: what is valid is redeemed, also where all is left out', async t => {
  const skipping = { redeemables_no_effect_rule: 'SKIP' }
  const { post, get } = await givenShop(t, skipping)
  const asked = (await post('/v1/validations', asking('IDLE'))).body
  t.strictSame([asked.valid, asked.redeemables], [true, []])
  const { status, body } = await post(REDEMPTIONS, asking('IDLE'))
  t.equal(status, 200)
  t.strictSame([body.redemptions, 'parent_redemption' in body], [[], false])
  t.match(body.skipped_redeemables, [{ id: 'IDLE', result: { details: { key: 'no_effect' } } }])
  t.match(body.order, { status: 'PAID', amount: 5000, total_amount: 5000, redemptions: {} })
  t.equal((await get('/v1/vouchers/IDLE')).redemption.redeemed_quantity, 0)
  t.equal((await get('/v1/redemptions')).total, 0)
  t.equal((await get('/v1/customers/lena')).summary.orders.total_count, 1)
})

t.test('redeemStackedDiscounts: PARTIAL refuses what is left out alone', async t => {
  const rules = { redeemables_no_effect_rule: 'SKIP', redeemables_application_mode: 'PARTIAL' }
  const { post, get } = await givenShop(t, rules)
  t.equal((await post('/v1/validations', asking('IDLE'))).body.valid, false)
  t.strictSame(keyOf(await post(REDEMPTIONS, asking('IDLE'))), [400, 'no_applicable_redeemables'])
  t.equal((await get('/v1/redemptions')).total, 0, 'nothing of it was refused')
})

t.test('redeemStackedDiscounts: PARTIAL records the first refused, also of nothing', async t => {
  const { post, get } = await givenShop(t, { redeemables_application_mode: 'PARTIAL' })
  const rows = [
    [['NONE', 'OFF'], 'NONE', null],
    [['OFF', 'NONE'], 'OFF', 'OFF'],
    [['NONE'], 'NONE', null]
  ] as const
  for (const [codes, named, code] of rows) {
    const { status, body } = await post(REDEMPTIONS, asking(...codes))
    const found = [status, body.key, body.redeemable_id, body.resource_type]
    t.strictSame(found, [400, 'no_applicable_redeemables', named, 'redemption'])
    const record = await get(`/v1/redemptions/${body.resource_id}`)
    t.match(record, { result: 'FAILURE', failure_code: 'no_applicable_redeemables' })
    t.equal(record.voucher?.code ?? null, code)
    const { key } = (await post(`${REDEMPTIONS}/${body.resource_id}/rollbacks`)).body
    t.ok(key, 'there is nothing to roll back')
  }
  t.equal((await get('/v1/redemptions')).total, rows.length)
  const { body } = await post(REDEMPTIONS, asking('NONE', 'TEN'))
  const told = [body.redemptions, body.inapplicable_redeemables]
  t.match(told, [[{ result: 'SUCCESS' }], [{ id: 'NONE' }]])
})

t.test('validateStackedDiscounts, redeemStackedDiscounts: an unknown and an exclusive', async t => {
  const notFound = { result: { error: { code: 404, key: 'not_found' } } }
  const shutOut = { result: { details: { key: 'exclusion_rules_not_met' } } }
  for (const mode of ['ALL', 'PARTIAL'] as const) {
    const { post, put, get } = await givenShop(t, { redeemables_application_mode: mode })
    const category = (await post('/v1/categories', { name: 'Alone', hierarchy: 1 })).body
    await put({ exclusive_categories: [category.id] })
    const discount = { type: 'AMOUNT', amount_off: 700 }
    const alone = { type: 'DISCOUNT_VOUCHER', discount, category_id: category.id }
    await post('/v1/vouchers/ALONE', alone)
    const codes = ['NONE', 'TEN', 'ALONE']
    const isAll = mode === 'ALL'
    for (const sent of [codes, codes.toReversed()]) {
      const asked = (await post('/v1/validations', asking(...sent))).body
      t.equal(asked.valid, !isAll, mode)
      t.match(asked.inapplicable_redeemables, [{ id: 'NONE', ...notFound }])
      const applied = asked.redeemables.filter(({ status }: Shown) => status === 'APPLICABLE')
      t.strictSame(ids(applied), isAll && sent === codes ? [] : ['ALONE'])
      t.equal(asked.order?.total_amount, isAll ? undefined : 4300)
      const { status, body } = await post(REDEMPTIONS, asking(...sent))
      if (isAll) {
        t.match([status, body], [404, { key: 'not_found', redeemable_id: 'NONE' }])
        continue
      }
      t.match([status, body.redemptions], [200, [{ voucher: { code: 'ALONE' } }]])
      t.match(body.inapplicable_redeemables, [{ id: 'NONE', ...notFound }])
      t.match(body.skipped_redeemables, [{ id: 'TEN', ...shutOut }])
    }
    const used = async (code: string) =>
      (await get(`/v1/vouchers/${code}`)).redemption.redeemed_quantity
    t.strictSame([await used('ALONE'), await used('TEN')], [isAll ? 0 : 2, 0])
  }
})

t.test('redeemStackedDiscounts: what does not exist is a failure of whoever asked', async t => {
  const { post, get } = await givenShop(t, { redeemables_application_mode: 'PARTIAL' })
  await post('/v1/customers', { source_id: 'nora' })
  const { body } = await post(REDEMPTIONS, { ...asking('NONE'), customer: { source_id: 'nora' } })
  t.match(body, { key: 'no_applicable_redeemables', resource_type: 'redemption' })
  const { redemptions } = (await get('/v1/customers/nora')).summary
  t.strictSame([redemptions.total_failed, redemptions.total_succeeded], [1, 0])
})

t.test("redeemStackedDiscounts: an order that nobody sent is nobody's", async t => {
  const { post, get } = await givenShop(t, {})
  const program = (
    await post('/v1/loyalties', {
      name: 'Club',
      type: 'STATIC',
      auto_join: true,
      join_once: true,
      voucher: { type: 'LOYALTY_CARD', loyalty_card: { points: 0 } }
    })
  ).body
  const fixed = { event: 'order.paid', loyalty: { type: 'FIXED', points: 7 }, source: {} }
  await post(`/v1/loyalties/${program.id}/earning-rules`, [fixed] as never)
  await post(`/v1/campaigns/${program.id}/vouchers/CARD`)
  const url = `/v1/loyalties/${program.id}/members`
  await post(url, { customer: LENA, voucher: 'CARD' })
  const { order, ...alone } = asking('TEN')
  const { body } = await post(REDEMPTIONS, alone)
  t.match(body.order, { status: 'PAID', amount: 0, total_amount: 0, items: [], customer_id: null })
  const lena = await get('/v1/customers/lena')
  t.equal(body.redemptions[0].customer_id, lena.id)
  t.strictSame([lena.summary.orders.total_count, lena.loyalty.points], [0, 0])
  t.equal(lena.summary.redemptions.total_succeeded, 1)
  t.equal((await post(`${REDEMPTIONS}/${body.redemptions[0].id}/rollbacks`)).status, 200)
  t.equal((await get('/v1/vouchers/TEN')).redemption.redeemed_quantity, 0)
  t.equal((await post(REDEMPTIONS, asking('TEN'))).status, 200)
  t.equal((await get('/v1/customers/lena')).loyalty.points, 7, 'an order of hers earns')
})

/** The same with a gift card of 500, and a card of Lena's with which points pay. */
async function givenCards(t: Test, mode: 'ALL' | 'PARTIAL') {
  const shop = await givenShop(t, { redeemables_application_mode: mode })
  const { post } = shop
  await post('/v1/vouchers/GIFT', { type: 'GIFT_VOUCHER', gift: { amount: 500 } })
  const parameters = { coin: { exchange_ratio: 1, points_ratio: 1 } }
  const coin = (await post('/v1/rewards', { name: 'Pay', type: 'COIN', parameters })).body
  const voucher = { type: 'LOYALTY_CARD', loyalty_card: { points: 5 } }
  await post('/v1/loyalties', { name: 'Club', type: 'AUTO_UPDATE', voucher })
  await post('/v1/loyalties/Club/rewards', [{ reward: coin.id }])
  const { code } = (await post('/v1/loyalties/Club/members', { customer: LENA })).body
  const gift = { object: 'voucher', id: 'GIFT' }
  const card = { object: 'voucher', id: code, reward: { id: coin.id } }
  /** What is said of each, and what a redemption of the same body answers. */
  const ask = async (redeemables: readonly object[], amount: number) => {
    const body = { redeemables, customer: LENA, order: { amount } }
    const asked = (await post('/v1/validations', body)).body
    const all = [...asked.redeemables, ...(asked.inapplicable_redeemables ?? [])]
    const said = new Map(all.map(each => [each.id, each.result.error?.key ?? each.status]))
    const { status, body: done } = await post(REDEMPTIONS, body)
    return [asked.valid, Object.fromEntries(said), status, done.key ?? 'SUCCESS']
  }
  return { ...shop, ask, gift, card, code }
}

const TEN = { object: 'voucher', id: 'TEN' }

for (const mode of ['ALL', 'PARTIAL'] as const) {
  t.test(`redeemStackedDiscounts: of ${mode}, a card that is empty pays nothing`, async t => {
    const { ask, gift, card, code, get } = await givenCards(t, mode)
    const isAll = mode === 'ALL'
    const [applied, spent, poor] = [
      'APPLICABLE',
      'gift_amount_exceeded',
      'loyalty_card_points_exceeded'
    ]
    const none = isAll ? null : 'no_applicable_redeemables'
    const partly = isAll ? 400 : 200
    // Each row follows on the one before it.
    // biome-ignore format: a table
    const rows: readonly (readonly [string, readonly object[], number, unknown])[] = [
      ['a gift card pays what it has', [gift], 800, [true, { GIFT: applied }, 200, 'SUCCESS']],
      ['then it pays nothing', [gift], 800, [false, { GIFT: spent }, 400, none ?? spent]],
      ['whatever is to be paid', [gift], 0, [false, { GIFT: spent }, 400, none ?? spent]],
      [
        'nor before a coupon',
        [gift, TEN],
        800,
        isAll
          ? [false, { GIFT: spent, TEN: 'SKIPPED' }, 400, spent]
          : [true, { GIFT: spent, TEN: applied }, 200, 'SUCCESS']
      ],
      ['nor after one', [TEN, gift], 800,
        [!isAll, { TEN: applied, GIFT: spent }, partly, isAll ? spent : 'SUCCESS']],
      ['points pay what there are', [card], 800, [true, { [code]: applied }, 200, 'SUCCESS']],
      ['then nothing', [card], 800, [false, { [code]: poor }, 400, none ?? poor]],
      ['also with a coupon', [TEN, card], 800,
        [!isAll, { TEN: applied, [code]: poor }, partly, isAll ? poor : 'SUCCESS']]
    ]
    for (const [title, redeemables, amount, expected] of rows) {
      t.strictSame(await ask(redeemables, amount), expected, title)
    }
    const { gift: credit, redemption } = await get('/v1/vouchers/GIFT')
    t.strictSame([credit.balance, redemption.redeemed_quantity], [0, 1])
  })
}

t.test('redeemStackedDiscounts: what takes nothing of an order of nothing is used', async t => {
  const { ask, gift, card, code } = await givenCards(t, 'ALL')
  const both = { GIFT: 'APPLICABLE', TEN: 'APPLICABLE' }
  t.strictSame(await ask([gift, TEN], 0), [true, both, 200, 'SUCCESS'])
  t.strictSame(await ask([TEN, gift], 100), [true, both, 200, 'SUCCESS'], 'nothing is left')
  const unpayable = [false, { [code]: 'invalid_order' }, 400, 'invalid_order']
  t.strictSame(await ask([card], 0), unpayable, 'points need something to pay')
})

const FREE = { object: 'voucher', id: 'FREE' }
type Fill = 'empty' | 'locked' | 'full'

/** The same where all is there, all is spent, or locks of another cart hold all of it. */
async function givenFilled(t: Test, mode: 'ALL' | 'PARTIAL', fill: Fill) {
  const shop = await givenCards(t, mode)
  const { post, gift, card } = shop
  const discount = { type: 'PERCENT', percent_off: 100 }
  await post('/v1/vouchers/FREE', { type: 'DISCOUNT_VOUCHER', discount })
  await post('/v1/publications', { voucher: 'GIFT', customer: LENA })
  const locking = (key: string) =>
    fill === 'locked' ? { session: { type: 'LOCK', key: `cart of ${key}` } } : {}
  for (const each of fill === 'full' ? [] : [gift, card]) {
    const body = {
      redeemables: [each],
      customer: LENA,
      order: { amount: 800 },
      ...locking(each.id)
    }
    t.equal((await post(fill === 'locked' ? '/v1/validations' : REDEMPTIONS, body)).status, 200)
  }
  return shop
}

for (const mode of ['ALL', 'PARTIAL'] as const) {
  for (const fill of ['empty', 'locked', 'full'] as const) {
    t.test(`redeemStackedDiscounts: of ${mode}, what is ${fill}, around 100 %`, async t => {
      const { ask, post, gift, card, code } = await givenFilled(t, mode, fill)
      const isFull = fill === 'full'
      const body = { customer: LENA, order: { amount: 800 }, scenario: 'CUSTOMER_WALLET' }
      const { redeemables } = (await post('/v1/qualifications', body)).body
      const listed = redeemables.data.map(({ id }: Shown) => id).toSorted()
      t.strictSame(listed, isFull ? ['GIFT', code].toSorted() : [])
      const isAll = mode === 'ALL'
      for (const [each, id, empty, unpayable] of [
        [gift, 'GIFT', 'gift_amount_exceeded', 'APPLICABLE'],
        [card, code, 'loyalty_card_points_exceeded', 'invalid_order']
      ] as const) {
        const after = isFull ? unpayable : empty
        const isApplied = after === 'APPLICABLE'
        const none = isAll ? after : 'no_applicable_redeemables'
        const lone = isApplied
          ? [true, { [id]: after }, 200, 'SUCCESS']
          : [false, { [id]: after }, 400, none]
        t.strictSame(await ask([each], 0), lone, `${id} for nothing`)
        const stacked = isApplied || !isAll ? [200, 'SUCCESS'] : [400, after]
        const both = { FREE: 'APPLICABLE', [id]: after }
        const found = await ask([FREE, each], 800)
        t.strictSame(found, [isApplied || !isAll, both, ...stacked], `${id} after 100 %`)
        if (isFull) continue
        const refused = [false, { [id]: empty }, 400, none]
        t.strictSame(await ask([each], 800), refused, `${id} alone`)
        const before = isAll
          ? [false, { [id]: empty, FREE: 'SKIPPED' }, 400, empty]
          : [true, { [id]: empty, FREE: 'APPLICABLE' }, 200, 'SUCCESS']
        t.strictSame(await ask([each, FREE], 800), before, `${id} before 100 %`)
      }
    })
  }
}
