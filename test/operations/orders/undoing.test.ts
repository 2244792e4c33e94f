import t from 'tap'
import { accountOf, redemptionUrl } from '../../support/account.ts'
import { givenService, type Service } from '../../support/app.ts'
import { backOffice } from '../../support/back-office.ts'
import { onDemo } from '../../support/on-demo.ts'
import { footprint } from '../support/footprint.ts'

const [ADA, BEN] = ['CLUB-ADA-0001', 'CLUB-BEN-0001'] as const
const rollbackUrl = (id: string) => `/v1/redemptions/${id}/rollback`

async function redeemed({ post }: Service, code: string, rewardId: string) {
  const { status, body, bytes } = await post(redemptionUrl(code), { reward: { id: rewardId } })
  if (status !== 200) throw new Error(bytes)
  return body
}

//            what is redeemed    refused while some is spent        what its holder has of it then
const elsewhere: readonly (readonly [string, string, string, object])[] = [
  [
    'gift credit',
    'rew_00gift',
    'gift_amount_exceeded',
    { gift: { amount: 1020, subtracted_amount: 1020, balance: 0 } }
  ],
  [
    'points of another program',
    'rew_00bakery',
    'loyalty_card_points_exceeded',
    { loyalty_card: { points: 70, subtracted_points: 70, balance: 0 } }
  ]
]

for (const [title, rewardId, key, left] of elsewhere) {
  onDemo(`rollbackRedemption: ${title} must be there to be given back`, async (t, service) => {
    const { points } = await accountOf(service, 'ada')
    const { id, reward } = await redeemed(service, ADA, rewardId)
    const { code, gift } = reward.voucher
    const adjust = async (by: number) => {
      const url =
        gift === null
          ? `/v1/loyalties/members/${code}/balance`
          : `/v1/vouchers/${encodeURIComponent(code)}/balance`
      const body = gift === null ? { points: by } : { amount: by }
      t.equal((await service.post(url, body)).status, 200)
    }
    const url = `/v1/vouchers/${encodeURIComponent(code)}`
    const there = (await service.get(url)).body
    const missing = 20
    const spare = (there.gift ?? there.loyalty_card).balance - (gift === null ? 50 : 1000)
    await adjust(-spare - missing)
    const before = await footprint(service)
    const refused = await service.post(rollbackUrl(id))
    t.strictSame([refused.status, refused.body.key, refused.body.resource_id], [400, key, id])
    t.match(refused.body.details, `on ${code}, ${missing} are spent or locked; add as many, and`)
    t.strictSame(await footprint(service), before, 'nothing was undone')
    await adjust(missing)
    t.equal((await service.post(rollbackUrl(id))).status, 200, 'once it is there again')
    t.match((await service.get(url)).body, left)
    t.equal((await accountOf(service, 'ada')).points, points)
  })
}

t.test('it does not matter whether an order or what its points bought is undone first', async t => {
  for (const first of ['order', 'mug']) {
    const service = await givenService(t)
    const office = await backOffice(service)
    const before = (await accountOf(service, 'ben')).points
    const order = { customer: { source_id: 'ben' }, amount: 40_000, status: 'PAID' }
    await service.post('/v1/orders', { source_id: 'b-9', ...order })
    const earned = (await accountOf(service, 'ben')).points - before
    t.ok(earned > before, 'more than there was')
    const { id, amount: price } = await redeemed(service, BEN, 'rew_00mug')
    await office.adjust(BEN, price - before - earned)
    t.equal((await accountOf(service, 'ben')).points, 0, 'all of it is spent')

    const cancel = () => service.put('/v1/orders/b-9', { status: 'CANCELED' })
    const rollBack = () => service.post(rollbackUrl(id))
    for (const undo of first === 'order' ? [cancel, rollBack] : [rollBack, cancel]) {
      t.equal((await undo()).status, 200)
    }
    const left = (await accountOf(service, 'ben')).points
    t.equal(left, Math.max(price - earned, 0), `the ${first} first`)
    t.equal(await redeemed(service, BEN, 'rew_00mug').catch(() => null), null, 'and buys nothing')
  }
})
