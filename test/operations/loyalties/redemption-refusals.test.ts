import t, { type Test } from 'tap'
import { type Answered, givenService } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'
import { BY, type TroubledShop, troubledShop } from '../support/troubled-shop.ts'

const MAX = Number.MAX_SAFE_INTEGER

/** What an error says, but for the ids of its request and of its record. */
interface Said {
  readonly code: number
  readonly key: string
  readonly message: string
  readonly details: string
  readonly resource_type: string
  readonly error?: { readonly message: string }
}

const refused = (key: string, message: string, details: string): Said => ({
  ...{ code: 400, key, message, details },
  resource_type: 'redemption'
})

const missing = (
  type: string,
  id: string,
  details = `Cannot find ${type} with id ${id}`
): Said => ({
  ...{ code: 404, key: 'not_found', message: 'Resource not found', details },
  resource_type: type
})

const named = (type: string, id: string, index: number) => {
  const where = `named by order.items[${index}]; create it first or correct the id`
  return missing(type, id, `Cannot find ${type} with id ${id}, ${where}`)
}

const closed = (why: string) =>
  refused('campaign_not_active', 'Campaign is not active', `Campaign camp_000001 ${why}`)
const notNow = refused(
  'voucher_not_active_now',
  'voucher not active now',
  'CARD can be used at certain times only, which are not now; see its validity'
)
const notTheirs = (details: string) =>
  refused('invalid_customer', 'Customer must be a holder of a loyalty card.', details)
const unmarked = (where: string) =>
  refused(
    'metadata_validation_failed',
    'Metadata validation failed',
    `${where}: by: must be given: a string is required (nothing was sent)`
  )
/** What a rule says of a fact that is not there. */
const unruly = (of: string, rule: string, id: string, fact: string): Said => {
  const found = `${of}.metadata.${fact} is missing from this request.`
  const message = `${of} does not match validation rules: entry 1 of ${rule} (${id}), ${found}`
  const details = `Validation rule ${rule} (${id}): entry 1, ${found}`
  const error = { message: `${rule} only.` }
  return { ...refused(`${of}_rules_violated`, message, details), error }
}
const tooFew = (what: string) =>
  refused(
    'loyalty_card_points_exceeded',
    'loyalty card points exceeded',
    `LENA has 0 points${what}`
  )
const short = (points: number) => tooFew(`; ${points} are asked for, and ${points} are missing`)
const nothing = tooFew(', which is too little to pay with')
const beyond = (details: string) => refused('invalid_amount', 'Invalid amount', details)

const ALL = 'mug coupon coin'

/** What is put right, how, and what is said of each reward then; no reward: none is named. */
type Row = readonly [
  mended: string,
  mend: () => unknown,
  ...tries: readonly (readonly [rewards: string, said: Said])[]
]

/** The reasons in their order: each row mends what the one before was refused for. */
function reasonsOf(setting: TroubledShop): readonly Row[] {
  const { service, shop, clubId, couponsId, rewards, asked } = setting
  const card = (changes: object) => () => shop.put('/v1/vouchers/CARD', changes)
  const send = (changes: object) => () => Object.assign(asked, changes)
  const costing = (price: number) => () => shop.put('/v1/products/beans', { price })
  const lines = [{ product_id: 'beans' }, { sku_id: 'kilo' }]
  const items = lines.map(line => ({ ...line, metadata: BY }))
  const nights = { daily: [{ start_time: '03:00', expiration_time: '04:00' }] }
  // biome-ignore format: a table
  const rows: readonly Row[] = [
    ['nothing', () => {}, ['', missing('campaign', 'nowhere')]],
    ['a campaign', send({ campaign: couponsId }), ['', missing('campaign', couponsId)]],
    ['that is a program', send({ campaign: clubId }), ['', missing('voucher', 'nothing')]],
    ['a card of another', send({ card: 'TEA' }), ['', missing('voucher', 'TEA')]],
    ['a coupon', send({ card: 'COUPON' }), ['', missing('voucher', 'COUPON')]],
    ['a card of its own', send({ card: 'CARD' }), ['', closed('is switched off; enable it first')]],
    ['the club is switched on', () => shop.post(`/v1/campaigns/${clubId}/enable`),
      ['', closed('starts at 2026-03-10T00:00:00.000Z; wait, or change its start_date')]],
    ['and begins', () => shop.put(`/v1/campaigns/${clubId}`, { start_date: null }),
      ['', refused('voucher_disabled', 'voucher is disabled', 'CARD is switched off; enable it first')]],
    ['the card is switched on', () => shop.post('/v1/vouchers/CARD/enable'),
      ['', refused('voucher_not_active', 'voucher is not active yet', 'CARD can be used from 2026-04-01T00:00:00.000Z on; wait, or change its start_date')]],
    ['its day comes, and many after it', () => service.setNow('2026-06-07T10:00:00.000Z'),
      ['', refused('voucher_expired', 'voucher expired', 'CARD could be used until 2026-05-01T00:00:00.000Z; change its expiration_date first')]],
    ['it lasts', card({ expiration_date: null }), ['', notNow]],
    ['also on Sundays', card({ validity_day_of_week: null }), ['', notNow]],
    ['every night', card({ validity_timeframe: null, validity_hours: nights }), ['', notNow]],
    ['and by day', card({ validity_hours: null }), ['', notTheirs('Card CARD has no holder; give it to a customer first')]],
    ['a card that is held', send({ card: 'LENA' }), ['', notTheirs("Order ord_000001 is another customer's than card LENA; send one of its holder")]],
    [
      'no order of somebody else',
      send({ order: undefined }),
      [
        '',
        refused(
          'missing_reward',
          'Missing reward',
          'A reward is required when redeeming a LOYALTY_CARD: send reward.id'
        )
      ]
    ],
    ['a reward', () => {}, ['coin', missing('reward', 'rew_none')]],
    [
      'that is made',
      async () => {
        const coin = { exchange_ratio: 1, points_ratio: 10 }
        rewards.coin = (await shop.post('/v1/rewards', { parameters: { coin } })).id
      },
      [
        'coin',
        missing(
          'reward_assignment',
          'rew_000003',
          'Reward rew_000003 is not on offer in campaign camp_000001; assign it first'
        )
      ]
    ],
    [
      'and on offer',
      () => shop.post(`/v1/loyalties/${clubId}/rewards`, [{ reward: rewards.coin }]),
      [
        'coin',
        refused(
          'missing_order',
          'Missing order',
          'An order is required when redeeming a pay-with-points reward: send order.items'
        )
      ]
    ],
    ['an order', send({ order: { id: 'ord_none', items: lines } }),
      [ALL, missing('order', 'ord_none')]],
    ['a new one', send({ order: { items: lines } }), [ALL, named('product', 'beans', 0)]],
    ['for a product', () => shop.post('/v1/products', { source_id: 'beans', price: 0 }),
      [ALL, named('sku', 'kilo', 1)]],
    ['and an SKU', () => shop.post('/v1/products/beans/skus', { source_id: 'kilo', price: 0 }),
      [ALL, unmarked('order.items[0].metadata')]],
    ['lines marked', send({ order: { items } }), [ALL, unmarked('order.metadata')]],
    ['the order', send({ order: { items, metadata: BY } }), [ALL, unmarked('metadata')]],
    ['the redemption', send({ metadata: BY }),
      [ALL, unruly('customer', 'Golden', 'val_000001', 'level')]],
    ['Lena’s level',
      () => shop.post('/v1/customers', { source_id: 'lena', metadata: { level: 'gold' } }),
      [ALL, unruly('order', 'Pickup', 'val_000002', 'delivery')]],
    ['how it is delivered', send({ order: { items, metadata: { ...BY, delivery: 'pickup' } } }),
      [ALL, unruly('redemption', 'Fourth till', 'val_000003', 'till')]],
    ['the till', send({ metadata: { ...BY, till: 4 } }),
      [ALL, refused('quantity_exceeded', 'quantity exceeded', 'LENA was redeemed 1 of 1 times; use another')]],
    [
      'one more use of the card',
      () => shop.put('/v1/vouchers/LENA', { redemption: { quantity: 9 } }),
      [
        'mug',
        refused(
          'reward_out_of_stock',
          'reward is out of stock',
          'All 1 units of reward rew_000001 are taken; raise its stock, or choose another'
        )
      ],
      [
        'coupon',
        refused(
          'no_voucher_suitable_for_publication',
          'No voucher suitable for publication',
          'Campaign Coupons (STATIC) has no voucher left to give; add vouchers to it, or make ' +
            'its type AUTO_UPDATE'
        )
      ],
      [
        'coin',
        refused(
          'invalid_order',
          'Invalid order',
          'The order has nothing left to pay; send items with prices'
        )
      ]
    ],
    ['one more mug', () => shop.put(`/v1/rewards/${rewards.mug}`, { stock: 2 }), ['mug', short(20)]],
    ['a coupon to give', () => shop.post('/v1/vouchers/COUPON/enable'), ['coupon', short(30)]],
    [
      'prices, one too many',
      async () => {
        await costing(MAX)()
        await shop.put('/v1/products/beans/skus/kilo', { price: 1 })
      },
      [
        ALL,
        beyond(
          'The amount of the order, or of a line, is beyond 9007199254740991; ' +
            'send smaller prices or quantities'
        )
      ]
    ],
    ['as it can be', costing(999), ['mug', short(20)], ['coupon', short(30)], ['coin', nothing]]
  ]
  return rows
}

/** What redeemReward says of a reward as things are now; '': none is named. */
function redeem({ shop, rewards, asked }: TroubledShop, reward: string): Promise<Answered> {
  const { campaign, card, ...body } = asked
  const id = rewards[reward as keyof TroubledShop['rewards']]
  const url = `/v1/loyalties/${campaign}/members/${card}/redemption`
  return shop.ask(url, id === undefined ? body : { ...body, reward: { id } })
}

/** What there is to see of a card and of Lena. */
async function seen({ shop, asked: { card } }: TroubledShop, isThere: boolean) {
  const url = `/v1/vouchers/${card}/redemption`
  const entries = isThere ? (await shop.get(url)).redemption_entries : []
  return { entries, lena: await shop.get('/v1/customers/lena') }
}

/** An answer is the error it should be, and its record is all that came of it. */
async function checkRefusal(t: Test, setting: TroubledShop, reward: string, said: Said) {
  const isThere = !['campaign', 'voucher'].includes(said.resource_type)
  const before = await seen(setting, isThere)
  const writes = setting.written.length
  const { status, body } = await redeem(setting, reward)
  const { request_id, resource_id, voucher, ...told } = body
  const kinds = setting.written.slice(writes).flatMap(write => write.kinds)
  const after = await seen(setting, isThere)
  t.equal(status, said.code)
  if (status === 404) {
    t.strictSame([told, kinds, after], [said, [], before], 'not recorded')
    return
  }
  const { voucher: stub, ...record } = after.entries[0]
  t.strictSame(told, { ...said, ...record }, 'the error and its record')
  t.match(record, { id: resource_id, failure_code: said.key, failure_message: said.message })
  t.strictSame([record.result, record.status, stub.id], ['FAILURE', 'FAILED', voucher.id])
  const held = setting.asked.card === 'LENA'
  const counted = held ? ['customerTotals.counted'] : []
  t.strictSame(kinds, ['redemption.recorded', 'event.logged', ...counted])
  const { summary } = before.lena
  const { total_redeemed, total_failed } = summary.redemptions
  const one = held ? 1 : 0
  const failed = { total_redeemed: total_redeemed + one, total_failed: total_failed + one }
  const redemptions = { ...summary.redemptions, ...failed }
  t.strictSame(after, {
    entries: [after.entries[0], ...before.entries],
    lena: { ...before.lena, summary: { ...summary, redemptions } }
  })
}

t.test('redeemReward: the order of the reasons to refuse, and what each leaves behind', async t => {
  const setting = await troubledShop(await givenService(t))
  const check = async (mended: string, rewards: string, said: Said) => {
    for (const reward of rewards.split(' ')) {
      const title = `${mended}: ${reward} ${said.key}`
      await t.test(title, t => checkRefusal(t, setting, reward, said))
    }
  }
  for (const [mended, mend, ...tries] of reasonsOf(setting)) {
    await mend()
    for (const [rewards, said] of tries) await check(mended, rewards, said)
  }
  const { shop, clubId } = setting
  await shop.post(`/v1/loyalties/${clubId}/members/LENA/balance`, { points: 1000 })
  for (const reward of ALL.split(' ')) {
    t.equal((await redeem(setting, reward)).status, 200, `nothing left to refuse a ${reward}`)
  }
  const ordered = { amount: 1_000_000, status: 'PAID', metadata: BY }
  await shop.post('/v1/orders', { ...ordered, customer: { source_id: 'lena' } })
  await shop.put('/v1/products/beans', { price: MAX - 1 })
  await check(
    'all that Lena ever ordered',
    'coin',
    beyond(`The total with everything before it exceeds ${MAX}; send smaller amounts.`)
  )
})

onDemo('redeemReward: the mistakes of a body are told together', async (t, { post }) => {
  const member = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001'
  const { status, body } = await post(`${member}/redemption`, { reward: 1, order: 2 })
  t.equal(status, 400)
  t.match(body.errors, [{ pointer: '/reward' }, { pointer: '/order' }])
})
