import t, { type Test } from 'tap'
import { CONFIG, givenService, keyOf, NOW, type Service } from '../../support/app.ts'
import { type Chance, casesOf } from '../../support/chance.ts'
import { ranDuring, whereCounted } from '../../support/counted-statements.ts'
import { demoStore } from '../../support/demo.ts'
import { rawRows } from '../../support/evidence.ts'
import { onDemo } from '../../support/on-demo.ts'
import {
  ADA,
  BEANS,
  bind,
  checked,
  coupon,
  type Entry,
  idsFor,
  made,
  OF_DEMO,
  PERCENT,
  QUALIFICATIONS
} from '../support/qualifying.ts'

const beansOnly = {
  applicable_to: { included: [{ object: 'product', id: 'prod_00beans' }], included_all: false }
}

onDemo('checkEligibility: the answer as a whole', async (t, service) => {
  const expand = ['redeemable', 'category', 'validation_rules']
  const options = {
    expand,
    filters: { resource_id: { conditions: { $in: ['promo_00fiveoff', 'camp_00spring'] } } }
  }
  const { body } = await service.post(QUALIFICATIONS, { customer: ADA, order: BEANS, options })
  const none = { object: 'list', data_ref: 'data', data: [], total: 0 }
  const [fiveOff, spring] = body.redeemables.data
  const { body: tier } = await service.get('/v1/promotions/tiers/promo_00fiveoff')
  const { body: validated } = await service.post('/v1/validations', {
    redeemables: [{ object: 'promotion_tier', id: 'promo_00fiveoff' }],
    customer: ADA,
    order: BEANS,
    options: { expand: ['category'] }
  })
  t.strictSame(fiveOff, {
    id: 'promo_00fiveoff',
    object: 'promotion_tier',
    created_at: tier.created_at,
    result: {
      discount: { type: 'AMOUNT', amount_off: 500, effect: 'APPLY_TO_ORDER', is_dynamic: false }
    },
    order: validated.redeemables[0].order,
    applicable_to: none,
    inapplicable_to: none,
    validation_rule_id: 'val_00twenty',
    validation_rules_assignments: {
      ...tier.validation_rule_assignments,
      data: tier.validation_rule_assignments.data.map((each: object) => {
        return { ...each, validation_status: 'VALID', validation_omitted_rules: [] }
      })
    },
    metadata: {},
    categories: validated.redeemables[0].categories,
    name: 'Five euros off',
    banner: '5.00 off orders of 20.00 and more',
    campaign_name: 'Autumn promotion',
    campaign_id: 'camp_00autumn'
  })
  t.equal(fiveOff.order.total_amount, 3200)
  t.match(spring, { object: 'campaign', name: 'Spring coupons', campaign_id: 'camp_00spring' })
  const found = { ...body.redeemables, data: [] }
  t.strictSame(found, { object: 'list', data_ref: 'data', data: [], total: 2, has_more: false })
  t.match(body.tracking_id, /^track_/)
  t.match(body.order, { amount: 3700, total_amount: 3700 })
  t.strictSame(body.stacking_rules, validated.stacking_rules)
  const brief = await checked(service, {})
  t.notOk('order' in brief || 'tracking_id' in brief || 'name' in (brief.entries[0] as Entry))
})

t.test('checkEligibility: each alone is what a validation of it alone says', async t => {
  for (const chance of casesOf(t, { gate: 1, soak: 10 })) await areAlike(t, chance)
})

async function areAlike(t: Test, chance: Chance): Promise<void> {
  const service = await givenService(t)
  for (let made = 0; made < 12; made++) {
    const effect = chance.pick(['APPLY_TO_ORDER', 'APPLY_TO_ITEMS'])
    const discount = chance.pick([
      { type: 'PERCENT', percent_off: chance.between(1, 1000) / 10, effect },
      { type: 'AMOUNT', amount_off: chance.between(1, 3000), effect },
      { type: 'FIXED', fixed_amount: chance.below(2000), effect },
      { type: 'UNIT', unit_off: chance.between(1, 3), unit_type: 'prod_00mug' }
    ])
    await coupon(service, `C-${made}`, { discount })
    if (chance.once(2)) {
      const amount = { name: 'order.amount', conditions: { $more_than: [chance.below(6000)] } }
      await bind(service, `C-${made}`, amount, chance.once(2) ? beansOnly : {})
    }
  }
  await made(service, '/v1/publications', { customer: 'ada', voucher: 'GIFT-2500' })
  const codes = Array.from({ length: 12 }, (_, index) => `C-${index}`)
  const all = [...codes, ...OF_DEMO.filter(id => !id.startsWith('camp_')), 'GIFT-2500']
  for (let turn = 0; turn < 6; turn++) {
    const order = {
      items: Array.from({ length: chance.between(1, 3) }, () => ({
        product_id: chance.pick(['prod_00beans', 'prod_00mug', 'prod_nobody_knows']),
        quantity: chance.between(1, 3),
        ...(chance.once(3) ? { price: chance.between(1, 3000) } : {})
      }))
    }
    const { entries } = await checked(service, { customer: ADA, order, options: { limit: 50 } })
    for (const id of all) {
      const object = id.startsWith('promo_') ? 'promotion_tier' : 'voucher'
      const reward = id.startsWith('CLUB') ? { reward: { id: 'rew_00coin' } } : {}
      const redeemables = [{ object, id, ...reward }]
      const { body } = await service.post('/v1/validations', { redeemables, customer: ADA, order })
      const [alone] = body.redeemables
      const entry = entries.find(each => each.id === id)
      if (alone.status !== 'APPLICABLE') {
        // A card or a gift is shown with what it has, also where it cannot pay.
        const { loyalty_card, gift } = entry?.result ?? {}
        const found = entry === undefined || (loyalty_card?.['points'] ?? gift?.['credits']) === 0
        t.ok(found, `${id} not`)
        continue
      }
      t.strictSame(entry?.order, alone.order, id)
      t.match(entry?.result, alone.result, id)
    }
  }
}

onDemo('checkEligibility: without a customer, what is for everybody', async (t, service) => {
  await coupon(service, 'VIPS')
  await bind(service, 'VIPS', { name: 'customer.segment', conditions: { $is: ['seg_00vip'] } })
  const nobodys = OF_DEMO.filter(id => !id.startsWith('CLUB'))
  t.strictSame(await idsFor(service, { order: BEANS }), nobodys)
  t.strictSame(await idsFor(service, { customer: null, order: BEANS }), nobodys)
  t.strictSame(await idsFor(service, { customer: { source_id: 'new' }, order: BEANS }), nobodys)
  t.strictSame(await idsFor(service, { scenario: 'CUSTOMER_WALLET', order: BEANS }), [])
})

t.test('checkEligibility: what cannot be used or is another’s is not listed', async t => {
  const service = await givenService(t)
  const gift = { type: 'GIFT_VOUCHER', gift: { amount: 900, effect: 'APPLY_TO_ORDER' } }
  await coupon(service, 'OFF')
  await service.post('/v1/vouchers/OFF/disable', {})
  await coupon(service, 'OVER', { expiration_date: '2026-02-01T00:00:00.000Z' })
  await coupon(service, 'NOT-YET', { start_date: '2026-04-01T00:00:00.000Z' })
  await coupon(service, 'ONCE', { redemption: { quantity: 1 } })
  await made(service, '/v1/redemptions', { redeemables: [{ object: 'voucher', id: 'ONCE' }] })
  await coupon(service, 'BENS')
  await made(service, '/v1/publications', { customer: 'ben', voucher: 'BENS' })
  await made(service, '/v1/vouchers/NOBODYS-GIFT', gift)
  await made(service, '/v1/vouchers/ADAS-GIFT', gift)
  await made(service, '/v1/publications', { customer: 'ada', voucher: 'ADAS-GIFT' })
  await made(service, '/v1/campaigns', {
    name: 'Given away',
    campaign_type: 'DISCOUNT_COUPONS',
    type: 'STATIC',
    voucher: { type: 'DISCOUNT_VOUCHER', discount: PERCENT }
  })
  await service.post('/v1/promotions/tiers/promo_00thaw/disable', {})
  await service.post('/v1/campaigns/camp_00spring/disable')
  const left = OF_DEMO.filter(id => !['promo_00thaw', 'camp_00spring'].includes(id))
  t.strictSame(await idsFor(service, { customer: ADA, order: BEANS }), ['ADAS-GIFT', ...left])
  const wallet = await checked(service, { scenario: 'CUSTOMER_WALLET', customer: ADA })
  const found = wallet.entries.map(({ id, result }) => [id, result])
  t.strictSame(found, [
    ['ADAS-GIFT', { gift: { balance: 900, credits: 0, locked_credits: 0 } }],
    [
      'CLUB-ADA-0001',
      { loyalty_card: { points: 0, balance: 5306, exchange_ratio: 1, points_ratio: 10 } }
    ]
  ])
})

onDemo('checkEligibility: a gift card with nothing free is not listed', async (t, service) => {
  await made(service, '/v1/publications', { customer: 'ada', voucher: 'GIFT-2500' })
  const gift = { redeemables: [{ object: 'voucher', id: 'GIFT-2500' }] }
  const isListed = async (order: object | undefined, more = {}) =>
    (await idsFor(service, { customer: ADA, order, options: { limit: 50 }, ...more })).includes(
      'GIFT-2500'
    )
  const listed = async (more = {}) => [
    await isListed(BEANS, more),
    await isListed({ amount: 0 }, more),
    await isListed(undefined, more)
  ]
  t.strictSame(await listed(), [true, true, true])
  const session = { type: 'LOCK', key: 'cart-1' }
  const dear = { order: { amount: 2500 }, customer: { source_id: 'ben' } }
  await made(service, '/v1/validations', { ...gift, ...dear, session })
  t.strictSame(await listed(), [false, false, false], 'another has locked all of it')
  t.strictSame(await listed({ session }), [true, true, true], 'who asks has')
  await made(service, '/v1/redemptions', { ...gift, ...dear, session })
  t.strictSame(await listed(), [false, false, false], 'it is spent')
})

onDemo('checkEligibility: a campaign stands for codes that it has to give', async (t, service) => {
  const voucher = { type: 'DISCOUNT_VOUCHER', discount: PERCENT, redemption: { quantity: 1 } }
  const said = { campaign_type: 'DISCOUNT_COUPONS', type: 'STATIC', voucher }
  const { id } = await made(service, '/v1/campaigns', { name: 'Two', vouchers_count: 2, ...said })
  await service.work()
  const mine = async () =>
    (await checked(service, { customer: ADA, order: BEANS, options: { limit: 50 } })).entries
      .filter(({ object }) => object !== 'promotion_tier')
      .filter(each => !OF_DEMO.includes(each.id))
      .map(each => [each.object, each.order?.total_applied_discount_amount])
  t.strictSame(await mine(), [['campaign', 370]])
  const publish = (customer: string) =>
    made(service, '/v1/publications', { customer, campaign: { name: 'Two' } })
  await publish('ada')
  t.strictSame(await mine(), [
    ['voucher', 370],
    ['campaign', 370]
  ])
  await publish('ben')
  t.strictSame(await mine(), [['voucher', 370]])
  t.match((await service.get(`/v1/campaigns/${id}`)).body, { vouchers_count: 2 })
})

onDemo('checkEligibility: what a lock holds is not there for others', async (t, service) => {
  await coupon(service, 'ONCE', { redemption: { quantity: 1 } })
  await made(service, '/v1/publications', { customer: 'ada', voucher: 'GIFT-2500' })
  const body = { customer: ADA, order: BEANS, options: { limit: 50 } }
  const gift = async () =>
    (await checked(service, body)).entries.find(({ id }) => id === 'GIFT-2500')?.result
  t.strictSame(await gift(), { gift: { balance: 2500, credits: 2500, locked_credits: 0 } })
  await made(service, '/v1/validations', {
    redeemables: [
      { object: 'voucher', id: 'ONCE' },
      { object: 'voucher', id: 'GIFT-2500', gift: { credits: 1000 } }
    ],
    customer: ADA,
    order: BEANS,
    session: { type: 'LOCK', key: 'cart-1' }
  })
  t.strictSame(await gift(), { gift: { balance: 2500, credits: 1500, locked_credits: 1000 } })
  t.notOk((await idsFor(service, body)).includes('ONCE'))
  const own = { ...body, session: { type: 'LOCK', key: 'cart-1' } }
  t.ok((await idsFor(service, own)).includes('ONCE'), 'what the own lock holds is free')
  const other = { ...body, session: { type: 'LOCK', key: 'cart-2', ttl: 1, ttl_unit: 'HOURS' } }
  t.notOk((await idsFor(service, other)).includes('ONCE'))
  const { locks } = await rawRows(service.store, ['locks'])
  t.match(locks, [{ key: 'cart-1' }], 'nothing is locked by asking')
  t.equal(locks.length, 1)
})

onDemo('checkEligibility: what each scenario looks for', async (t, service) => {
  const onItems = { discount: { type: 'PERCENT', percent_off: 10, effect: 'APPLY_TO_ITEMS' } }
  const entry = (name: string, conditions: object) => ({ name, conditions })
  await coupon(service, 'BEANS-OFF', onItems)
  await bind(service, 'BEANS-OFF', entry('order.items.count', { $more_than: [0] }), beansOnly)
  await coupon(service, 'WITH-BEANS')
  await bind(service, 'WITH-BEANS', entry('product.id', { $is: ['prod_00beans'] }))
  await coupon(service, 'NO-MUGS')
  await bind(service, 'NO-MUGS', entry('product.id', { $is_not: ['prod_00mug'] }))
  await coupon(service, 'DEAR')
  await bind(service, 'DEAR', entry('order.amount', { $more_than: [900_000] }))
  await coupon(service, 'VIPS')
  await bind(service, 'VIPS', entry('customer.segment', { $is: ['seg_00nobody'] }))
  await coupon(service, 'ADAS', onItems)
  await made(service, '/v1/publications', { customer: 'ada', voucher: 'ADAS' })
  const wallet = ['ADAS', 'CLUB-ADA-0001']
  const rows: readonly (readonly [string, readonly string[]])[] = [
    ['ALL', ['ADAS', 'NO-MUGS', 'WITH-BEANS', 'BEANS-OFF', ...OF_DEMO]],
    ['CUSTOMER_WALLET', wallet],
    ['AUDIENCE_ONLY', ['ADAS', 'DEAR', 'NO-MUGS', 'WITH-BEANS', 'BEANS-OFF', ...OF_DEMO]],
    ['PRODUCTS', ['ADAS', 'WITH-BEANS', 'BEANS-OFF']],
    ['PRODUCTS_DISCOUNT', ['ADAS', 'BEANS-OFF']],
    ['PRODUCTS_BY_CUSTOMER', ['ADAS']],
    ['PRODUCTS_DISCOUNT_BY_CUSTOMER', ['ADAS']]
  ]
  for (const [scenario, ids] of rows) {
    t.strictSame(await idsFor(service, { scenario, customer: ADA, order: BEANS }), ids, scenario)
  }
  t.strictSame(await idsFor(service, { customer: ADA, order: BEANS }), rows[0]?.[1], 'ALL')
  const { body } = await service.post(QUALIFICATIONS, {
    scenario: 'AUDIENCE_ONLY',
    customer: ADA,
    options: { limit: 50 }
  })
  const told = (id: string) => {
    const found = body.redeemables.data.find((each: Entry) => each.id === id)
    return [found.validation_status, found.validation_omitted_rules]
  }
  t.strictSame(told('DEAR'), ['PARTIALLY_VALID', ['order.amount']])
  t.strictSame(told('WELCOME'), ['VALID', []])
})

onDemo('checkEligibility: what was redeemed is not asked, but for the day', async (t, service) => {
  const never = { $less_than: [1] }
  const rows = [
    ['campaign.redemptions.count', true],
    ['campaign.orders.amount_discounted', true],
    ['campaign.redemptions.customers_count', true],
    ['redemption.count.per_customer', true],
    ['redemption.count.per_customer.daily', true],
    ['order.initial_amount', true],
    ['redemption.count.daily', false],
    ['redemption.count.per_api_key', false],
    ['order.amount', false],
    ['redemption.metadata', false]
  ] as const
  for (const [name] of rows) {
    const code = name.replaceAll('.', '-')
    await coupon(service, code)
    const property = name.endsWith('metadata') ? { property: 'till' } : {}
    await bind(service, code, { name, ...property, conditions: never })
  }
  const ids = await idsFor(service, { customer: ADA, order: BEANS })
  for (const [name, isListed] of rows) {
    t.equal(ids.includes(name.replaceAll('.', '-')), isListed, name)
  }
  const ofTills = { customer: ADA, order: BEANS, metadata: { till: 0 } }
  t.ok((await idsFor(service, ofTills)).includes('redemption-metadata'))
})

const ALONE = ['FLYER-2025', 'PICNIC', 'WELCOME']

onDemo('checkEligibility: filters', async (t, service) => {
  await made(service, '/v1/publications', { customer: 'ada', campaign: { name: 'Spring coupons' } })
  const [card, spring] = ['CLUB-ADA-0001', 'SPRING-0001']
  const tiers = ['promo_00thaw', 'promo_00snow', 'promo_00fiveoff', 'promo_00tenoff']
  const is = (value: string) => ({ conditions: { $is: [value] } })
  const rows: readonly (readonly [object, readonly string[]])[] = [
    [{ resource_type: is('promotion_tier') }, tiers],
    [{ resource_type: is('campaign') }, ['camp_00spring']],
    [{ resource_type: { conditions: { $not_in: ['voucher', 'campaign'] } } }, tiers],
    [{ resource_id: is('promo_00thaw') }, ['promo_00thaw']],
    [{ code: is('WELCOME') }, ['WELCOME']],
    [{ code: { conditions: { $has_value: [] } } }, [...ALONE, spring, card]],
    [{ voucher_type: is('LOYALTY_CARD') }, [card]],
    [{ campaign_id: is('camp_00spring') }, [spring, 'camp_00spring']],
    [{ campaign_id: { conditions: { $is_unknown: [] } } }, ALONE],
    [{ campaign_type: is('LOYALTY_PROGRAM') }, [card]],
    [{ category_id: is('cat_00seasonal') }, [spring, 'camp_00spring', 'promo_00fiveoff']],
    [{ holder_role: is('OWNER') }, [spring, card]],
    [{ holder_role: is('REFERRER') }, []],
    [{ junction: 'OR', code: is('WELCOME'), holder_role: is('OWNER') }, ['WELCOME', spring, card]],
    [{ junction: 'AND', code: is('WELCOME'), holder_role: is('OWNER') }, []],
    [{ junction: 'and' }, [...OF_DEMO, spring]]
  ]
  for (const [filters, ids] of rows) {
    const found = await idsFor(service, { customer: ADA, order: BEANS, options: { filters } })
    t.strictSame(found.toSorted(), ids.toSorted(), JSON.stringify(filters))
  }
})

onDemo('checkEligibility: in the order of age, or of what each takes off', async (t, service) => {
  const sorted = async (sorting_rule: string, limit: number) => {
    const options = { sorting_rule, limit }
    const { entries, list } = await checked(service, { order: BEANS, options })
    return [entries.map(({ order }) => order?.total_applied_discount_amount), list.has_more]
  }
  t.strictSame(await sorted('DEFAULT', 3), [[200, 300, 370], true])
  t.strictSame(await sorted('BEST_DEAL', 3), [[500, 500, 370], true])
  t.strictSame(await sorted('LEAST_DEAL', 50), [[50, 100, 200, 300, 370, 370, 500, 500], false])
})

onDemo('checkEligibility: a request that cannot be understood is refused', async (t, { post }) => {
  const options = (said: object) => ({ options: said })
  const filters = (said: object) => options({ filters: said })
  const rows: readonly (readonly [object, number, string])[] = [
    [{ scenario: 'PROMOTION_STACKS' }, 400, 'invalid_payload'],
    [{ session: { key: 'cart' } }, 400, 'invalid_payload'],
    [options({ limit: 0 }), 400, 'invalid_payload'],
    [options({ starting_after: 'yesterday' }), 400, 'invalid_payload'],
    [filters({ colour: { conditions: { $is: ['red'] } } }), 400, 'invalid_payload'],
    [filters({ code: { conditions: { $starts_with: ['A'] } } }), 400, 'invalid_payload'],
    [filters({ code: { conditions: { $is: ['A', 'B'] } } }), 400, 'invalid_payload'],
    [{ customer: { id: 'cust_0' } }, 404, 'not_found'],
    [{ order: { id: 'ord_0' } }, 404, 'not_found']
  ]
  for (const [body, status, key] of rows) {
    t.strictSame(keyOf(await post(QUALIFICATIONS, body)), [status, key], JSON.stringify(body))
  }
})

onDemo('checkEligibility: nothing is stored', async (t, service) => {
  const totals = async () => [
    (await service.get('/v1/orders')).body.total,
    (await service.get('/v1/customers')).body.total
  ]
  const before = await totals()
  const order = { source_id: 'new-cart', ...BEANS }
  await checked(service, { order, customer: { source_id: 'somebody-new' } })
  t.strictSame(await totals(), before)
})

async function paged(service: Service, body: object, limit: number) {
  const pages: string[][] = []
  let starting_after: string | null = 'null'
  while (starting_after !== null) {
    const { ids, list } = await checked(service, { ...body, options: { limit, starting_after } })
    pages.push([...ids])
    starting_after = list.more_starting_after ?? null
    if (pages.length > 200) throw new Error('pages without an end')
  }
  return pages
}

onDemo('checkEligibility: pages have each once, also of one moment', async (t, service) => {
  // The clock stands, so that all of these were made in the same millisecond.
  for (let made = 0; made < 9; made++) await coupon(service, `SAME-${made}`)
  await made(service, '/v1/publications', { customer: 'ada', voucher: 'SAME-4' })
  const body = { customer: ADA, order: BEANS }
  const [all = []] = await paged(service, body, 50)
  t.strictSame(all.slice(9), OF_DEMO)
  for (const limit of [1, 2, 4, 9]) {
    const pages = await paged(service, body, limit)
    t.strictSame(pages.flat(), all, `by ${limit}`)
    t.ok(pages.every(({ length }) => length <= limit))
  }
  const { list } = await checked(service, { ...body, options: { limit: 2 } })
  t.equal(list.more_starting_after, NOW.replace('Z', '002Z'))
  t.strictSame(await idsFor(service, { ...body, options: { starting_after: NOW } }), OF_DEMO)
  const { entries } = await checked(service, { order: BEANS })
  t.equal(entries.length, 5, 'five where nothing is said')
  const hundred = await checked(service, { order: BEANS, options: { limit: 100 } })
  t.equal(hundred.entries.length, 16, 'a hundred is no mistake')
})

onDemo('checkEligibility: a request examines a hundred, whatever there is', async (t, service) => {
  const body = { customer: ADA, order: BEANS }
  const expired = { expiration_date: '2026-02-01T00:00:00.000Z' }
  for (let made = 0; made < 110; made++) await coupon(service, `OVER-${made}`, expired)
  t.strictSame(await paged(service, body, 5), [[], OF_DEMO.slice(0, 5), OF_DEMO.slice(5)])
  await coupon(service, 'ONE')
  const { list } = await checked(service, { ...body, options: { sorting_rule: 'BEST_DEAL' } })
  t.match(list, { total: 1, has_more: true, more_starting_after: NOW.replace('Z', '100Z') })
})

t.test('checkEligibility: fifty candidates cost no more statements', whereCounted, async t => {
  const store = await demoStore(NOW, CONFIG, [], { doubted: false })
  const service = await givenService(t, { store })
  const body = { customer: ADA, order: BEANS, options: { limit: 50 } }
  const cost = async () => {
    await checked(service, body)
    await made(service, '/v1/customers', { source_id: `after ${await idsFor(service, body)}` })
    return (await ranDuring(() => checked(service, body))).statements
  }
  const few = await cost()
  for (let made = 0; made < 50; made++) await coupon(service, `C-${made}`)
  t.strictSame(await cost(), few)
  // The version; customer, wallet and coupons; codes to give; the reward; goods and collections;
  // cards, tiers, points that wait, lots, segments and totals of the customer.
  t.equal(few.length, 13, few.join('\n'))
})
