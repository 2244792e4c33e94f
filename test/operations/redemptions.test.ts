/**
 * Who redeems, on which card, and what cannot be handed out: the corners of a redemption that the
 * tables of its refusals, its answers and its arithmetic leave.
 */
import t from 'tap'
import { redemptionUrl } from '../support/account.ts'
import { type Answered, givenService, type Service } from '../support/app.ts'

const REDEEM = redemptionUrl('CLUB-ADA-0001')
const MUG = { reward: { id: 'rew_00mug' } }

/** Without the ids, which each has of its own. */
const alike = ({ body: { request_id, resource_id, id, ...same } }: Answered) => same

t.test('redeemReward: a card answers alike by whatever names it is called', async t => {
  const service = await givenService(t)
  const refused = alike(await service.post(REDEEM, {}))
  const paths = [
    '/v1/loyalties/Coffee%20Club/members/CLUB-ADA-0001/redemption',
    '/v1/loyalties/camp_00club/members/v_00adaclub/redemption',
    '/v1/loyalties/members/CLUB-ADA-0001/redemption'
  ]
  for (const path of paths) t.strictSame(alike(await service.post(path, {})), refused, path)
  for (const path of paths) {
    const { status, body } = await service.post(path, MUG)
    t.strictSame([status, body.voucher.id], [200, 'v_00adaclub'], path)
  }
})

t.test('redeemReward: a bearer redeems as the pair that issued it', async t => {
  const service = await givenService(t)
  const form = { grant_type: 'client_credentials', scope: 'loyalties' }
  const { body: token } = await service.submit('/v1/oauth/token', form)
  const authorization = `Bearer ${token.access_token}`
  for (const sent of [MUG, {}]) {
    const { body } = await service.post(REDEEM, sent, { authorization })
    t.strictSame(body.channel, { channel_id: 'demo-app-id', channel_type: 'API' })
  }
})

t.test('redeemReward: who has no source id is not tracked', async t => {
  const service = await givenService(t)
  const { body: customer } = await service.post('/v1/customers', { name: 'Someone' })
  const member = { customer: { id: customer.id } }
  const { body: card } = await service.post('/v1/loyalties/camp_00club/members', member)
  const { body } = await service.post(redemptionUrl(card.code), MUG)
  t.strictSame([body.customer_id, body.tracking_id], [customer.id, null])
})

t.test('redeemReward: points pay for what the rules of the offer apply to', async t => {
  const service = await givenService(t)
  const bound = { related_object_type: 'reward_assignment', related_object_id: 'rewa_00coin' }
  await service.post('/v1/validation-rules/val_00beansonly/assignments', bound)
  const [beans, mug] = [{ product_id: 'beans' }, { product_id: 'mug' }]
  const pay = (...items: object[]) =>
    service.post(REDEEM, { reward: { id: 'rew_00coin' }, order: { items } })
  const both = (await pay(beans, mug)).body
  t.strictSame([both.amount, both.order.amount, both.order.total_amount], [190, 3050, 1200])
  const alone = await pay(mug)
  t.strictSame([alone.status, alone.body.key], [400, 'order_rules_violated'])
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
  const closed = (id: string) => `Campaign ${id} of the reward is not active`
  const none = (name: string) =>
    `Campaign ${name} (STATIC) has no voucher left to give; add vouchers to it, or make its type ` +
    'AUTO_UPDATE'
  const useless = (state: string) => `Voucher ${gift}, which would get the credit, is ${state}`
  return [
    [
      'a campaign that is switched off',
      turned(spring, false),
      'coupon',
      closed('camp_00spring'),
      turned(spring, true)
    ],
    [
      'one that is over',
      changed(spring, ENDED),
      'coupon',
      closed('camp_00spring'),
      changed(spring, { ...OPEN, type: 'STATIC' })
    ],
    ['coupons that are switched off', each(false), 'coupon', none('Spring coupons'), each(true)],
    [
      'a program that has no card to give',
      changed(bakery, { type: 'STATIC' }),
      'bakery',
      none('Bakery Friends'),
      changed(bakery, { type: 'AUTO_UPDATE' })
    ],
    [
      'a program that is switched off',
      turned(bakery, false),
      'bakery',
      closed('camp_00bakery'),
      turned(bakery, true)
    ],
    [
      'the gift voucher they have, switched off',
      turned(held, false),
      'gift',
      useless('switched off'),
      turned(held, true)
    ],
    ['the same, expired', changed(held, ENDED), 'gift', useless('expired'), changed(held, OPEN)]
  ]
}

t.test(
  'redeemReward: what cannot be handed out is refused, and nothing is taken for it',
  async t => {
    const service = await givenService(t)
    const redeem = (id: string) => service.post(REDEEM, { reward: { id: `rew_00${id}` } })
    const { body: first } = await redeem('gift')
    for (const [title, spoil, reward, details, mend] of hindrances(
      service,
      first.reward.voucher.code
    )) {
      await spoil()
      const { body: before } = await service.get('/v1/vouchers/CLUB-ADA-0001')
      const { status, body } = await redeem(reward)
      t.strictSame(
        [status, body.key, body.details],
        [400, 'no_voucher_suitable_for_publication', details],
        title
      )
      t.strictSame((await service.get('/v1/vouchers/CLUB-ADA-0001')).body, before, title)
      await mend()
      t.equal((await redeem(reward)).status, 200, `not ${title}`)
    }
  }
)
