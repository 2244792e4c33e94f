import { redemptionUrl } from '../../support/account.ts'
import { type Answered, keyOf, type Service } from '../../support/app.ts'
import { onDemo } from '../../support/on-demo.ts'

const REDEEM = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'

async function balanceOf(service: Service, code: string): Promise<number> {
  const { body } = await service.get(`/v1/customers/${code === 'CLUB-ADA-0001' ? 'ada' : 'ben'}`)
  return body.summary.redemptions.loyalty_card.points_to_go
}

const MUG = { reward: { id: 'rew_00mug' } }

/** Without the ids, which each has of its own. */
const alike = ({ body: { request_id, resource_id, id, ...same } }: Answered) => same

onDemo('redeemReward: a coupon is published to who has the points', async (t, { post }) => {
  const codes: string[] = []
  for (let turn = 0; turn < 4; turn++) {
    const { body } = await post(REDEEM, { reward: { id: 'rew_00coupon' } })
    t.equal(body.result, 'SUCCESS')
    const found = [body.reward.voucher.holder_id, body.reward.voucher.publish.count]
    t.strictSame(found, ['cust_00ada', 1])
    codes.push(body.reward.voucher.code)
  }
  t.strictSame(codes.slice(0, 3), ['SPRING-0001', 'SPRING-0002', 'SPRING-0003'], 'oldest first')
  t.match(codes[3], /^SPRING-[0-9A-Za-z]{8}$/, 'then a new one, as the campaign is AUTO_UPDATE')
})

onDemo('redeemReward: gift credit and points go to what is held there', async (t, service) => {
  const first = await service.post(REDEEM, { reward: { id: 'rew_00gift' } })
  const second = await service.post(REDEEM, { reward: { id: 'rew_00gift' } })
  const found = [first, second].map(({ body }) => body.reward.voucher.gift.balance)
  t.strictSame(found, [0, 1000], 'shown as it was before the credit')
  t.equal(first.body.reward.voucher.code, second.body.reward.voucher.code)
  const points = await service.post(REDEEM, { reward: { id: 'rew_00bakery' } })
  t.equal(points.body.reward.voucher.campaign, 'Bakery Friends')
  const { body } = await service.get('/v1/customers/ada')
  t.equal(body.summary.redemptions.gift.amount_to_go, 2000)
  t.equal(body.loyalty.campaigns['Bakery Friends'].points, 50)
})

onDemo('redeemReward: points pay an order, which then earns', async (t, { post, get }) => {
  const items = [{ product_id: 'prod_00beans', quantity: '2' }]
  const rows = [
    // points asked   taken   discount   left to pay
    [undefined, 370, 3700, 0],
    [100, 100, 1000, 2700],
    [9999, 370, 3700, 0]
  ] as const
  for (const [points, taken, discount, left] of rows) {
    const reward = points === undefined ? { id: 'rew_00coin' } : { id: 'rew_00coin', points }
    const { body } = await post(REDEEM, { reward, order: { items } })
    const { order } = body
    t.strictSame(
      [body.amount, order.amount, order.discount_amount, order.total_amount, order.status],
      [taken, 3700, discount, left, 'PAID']
    )
    t.strictSame(order.redemptions[body.id], {
      date: body.date,
      related_object_type: 'voucher',
      related_object_id: 'v_00adaclub',
      related_object_parent_id: 'camp_00club'
    })
    t.equal(order.customer_id, 'cust_00ada')
  }
  const pending = await get('/v1/loyalties/members/CLUB-ADA-0001/pending-points')
  const found = pending.body.data.map((entry: { points: number }) => entry.points)
  t.strictSame(found, [20, 20, 20, 20], 'ten points a kilo, three days later')
})

onDemo('redeemReward: a card with fewer points applies what it has', async (t, service) => {
  const url = '/v1/loyalties/camp_00club/members/CLUB-BEN-0001/redemption'
  const order = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
  const { body } = await service.post(url, { reward: { id: 'rew_00coin', points: 300 }, order })
  t.strictSame([body.amount, body.order.total_amount], [120, 3700 - 1200])
  t.equal(body.voucher.loyalty_card.balance, 0, 'shown before what the order earns')
  t.equal(await balanceOf(service, 'CLUB-BEN-0001'), 25, 'a point for each euro that was left')
})

onDemo('redeemReward: a card answers alike by whatever names it is called', async (t, { post }) => {
  const refused = alike(await post(REDEEM, {}))
  const paths = [
    '/v1/loyalties/Coffee%20Club/members/CLUB-ADA-0001/redemption',
    '/v1/loyalties/camp_00club/members/v_00adaclub/redemption',
    '/v1/loyalties/members/CLUB-ADA-0001/redemption'
  ]
  for (const path of paths) t.strictSame(alike(await post(path, {})), refused, path)
  for (const path of paths) {
    const { status, body } = await post(path, MUG)
    t.strictSame([status, body.voucher.id], [200, 'v_00adaclub'], path)
  }
})

onDemo('redeemReward: a bearer redeems as the pair that issued it', async (t, { submit, post }) => {
  const form = { grant_type: 'client_credentials', scope: 'loyalties' }
  const { body: token } = await submit('/v1/oauth/token', form)
  const authorization = `Bearer ${token.access_token}`
  for (const sent of [MUG, {}]) {
    const { body } = await post(REDEEM, sent, { authorization })
    t.strictSame(body.channel, { channel_id: 'demo-app-id', channel_type: 'API' })
  }
})

onDemo('redeemReward: who has no source id is not tracked', async (t, { post }) => {
  const { body: customer } = await post('/v1/customers', { name: 'Someone' })
  const member = { customer: { id: customer.id } }
  const { body: card } = await post('/v1/loyalties/camp_00club/members', member)
  const { body } = await post(redemptionUrl(card.code), MUG)
  t.strictSame([body.customer_id, body.tracking_id], [customer.id, null])
})

onDemo('redeemReward: points pay for what the rules of the offer apply to', async (t, { post }) => {
  const bound = { related_object_type: 'reward_assignment', related_object_id: 'rewa_00coin' }
  await post('/v1/validation-rules/val_00beansonly/assignments', bound)
  const [beans, mug] = [{ product_id: 'beans' }, { product_id: 'mug' }]
  const pay = (...items: object[]) =>
    post(REDEEM, { reward: { id: 'rew_00coin' }, order: { items } })
  const both = (await pay(beans, mug)).body
  t.strictSame([both.amount, both.order.amount, both.order.total_amount], [190, 3050, 1200])
  t.strictSame(keyOf(await pay(mug)), [400, 'order_rules_violated'])
})

/** What is spoiled and how, which reward cannot be handed out then, why, and how it is mended. */
type Row = readonly [
  title: string,
  spoil: () => Promise<unknown>,
  reward: string,
  details: string,
  mend: () => Promise<unknown>
]

const ENDED = {
  start_date: '2026-01-01T00:00:00.000Z',
  expiration_date: '2026-02-01T00:00:00.000Z'
}
const OPEN = { expiration_date: null }
const COUPONS = ['SPRING-0001', 'SPRING-0002', 'SPRING-0003']

function hindrances({ post, put }: Service, gift: string): readonly Row[] {
  const turned = (what: string, on: boolean) => () =>
    post(`/v1/${what}/${on ? 'enable' : 'disable'}`)
  const changed = (what: string, changes: object) => () => put(`/v1/${what}`, changes)
  const each = (on: boolean) => async () => {
    for (const code of COUPONS) await turned(`vouchers/${code}`, on)()
  }
  const [spring, bakery] = ['campaigns/camp_00spring', 'campaigns/camp_00bakery']
  const held = `vouchers/${gift}`
  const off = 'is switched off; enable it first'
  const over = `ended at ${ENDED.expiration_date}; change its expiration_date first`
  const closed = (id: string, why: string) => `Campaign ${id} ${why}`
  const none = (name: string) =>
    `Campaign ${name} (STATIC) has no voucher left to give; add vouchers to it, or make its type ` +
    'AUTO_UPDATE'
  const useless = (state: string) => `Voucher ${gift}, which would get the credit, is ${state}`
  // biome-ignore format: a table
  return [
    ['a campaign that is switched off', turned(spring, false), 'coupon',
      closed('camp_00spring', off), turned(spring, true)],
    ['one that is over', changed(spring, ENDED), 'coupon',
      closed('camp_00spring', over), changed(spring, { ...OPEN, type: 'STATIC' })],
    ['coupons that are switched off', each(false), 'coupon', none('Spring coupons'), each(true)],
    ['a program that has no card to give', changed(bakery, { type: 'STATIC' }), 'bakery',
      none('Bakery Friends'), changed(bakery, { type: 'AUTO_UPDATE' })],
    ['a program that is switched off', turned(bakery, false), 'bakery',
      closed('camp_00bakery', off), turned(bakery, true)],
    ['the gift voucher they have, switched off', turned(held, false), 'gift',
      useless('switched off'), turned(held, true)],
    ['the same, expired', changed(held, ENDED), 'gift', useless('expired'), changed(held, OPEN)]
  ]
}

onDemo('redeemReward: what cannot be handed out takes nothing', async (t, service) => {
  const redeem = (id: string) => service.post(REDEEM, { reward: { id: `rew_00${id}` } })
  const { body: first } = await redeem('gift')
  for (const [title, spoil, reward, details, mend] of hindrances(
    service,
    first.reward.voucher.code
  )) {
    await spoil()
    const { body: before } = await service.get('/v1/vouchers/CLUB-ADA-0001')
    const { status, body } = await redeem(reward)
    const found = [status, body.key, body.details]
    t.strictSame(found, [400, 'no_voucher_suitable_for_publication', details], title)
    t.strictSame((await service.get('/v1/vouchers/CLUB-ADA-0001')).body, before, title)
    await mend()
    t.equal((await redeem(reward)).status, 200, `not ${title}`)
  }
})
