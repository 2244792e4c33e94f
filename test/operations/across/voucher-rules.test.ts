import t, { type Test } from 'tap'
import { givenService, type Service } from '../../support/app.ts'

const RULE = '/v1/validation-rules/val_00twenty/assignments'
const OWN = '/v1/validation-rules/val_00paywith/assignments'

/** The rule of €20 binds a campaign, and another one of its vouchers where one is named. */
async function given(t: Test, campaign: string, voucher?: string) {
  const service = await givenService(t)
  const whole = { related_object_type: 'campaign', related_object_id: campaign }
  const { body: ofCampaign } = await service.post(RULE, whole)
  if (voucher === undefined) return { service, ofCampaign, bound: [ofCampaign] }
  const { body: found } = await service.get(`/v1/vouchers/${voucher}`)
  const single = { related_object_type: 'voucher', related_object_id: found.id }
  const { body: own } = await service.post(OWN, single)
  return { service, ofCampaign, bound: [ofCampaign, own] }
}

function listOf(data: readonly unknown[]) {
  return { object: 'list', data_ref: 'data', data, total: data.length }
}

async function sent({ post }: Pick<Service, 'post'>, url: string, body: object) {
  const answer = await post(url, body)
  t.equal(answer.status, 200, `${url} ${answer.bytes}`)
  return answer.body
}

t.test('a voucher lists the rules of its campaign, and then its own', async t => {
  const { service, ofCampaign, bound } = await given(t, 'camp_00club', 'CLUB-ADA-0001')
  const rules = async (url: string) => (await service.get(url)).body.validation_rules_assignments
  for (const url of ['/v1/vouchers', '/v1/loyalties/members']) {
    t.strictSame(await rules(`${url}/CLUB-ADA-0001`), listOf(bound), url)
    t.strictSame(await rules(`${url}/CLUB-BEN-0001`), listOf([ofCampaign]), url)
  }
  const { code } = await sent(service, '/v1/vouchers', {
    type: 'GIFT_VOUCHER',
    gift: { amount: 5 }
  })
  t.strictSame(await rules(`/v1/vouchers/${code}`), listOf([]), 'in no campaign')
})

t.test('in a page of vouchers each lists what binds it, and no other does', async t => {
  const { service, ofCampaign, bound } = await given(t, 'camp_00club', 'CLUB-ADA-0001')
  const lists = [
    '/v1/vouchers?limit=100',
    '/v1/vouchers?campaign=Coffee%20Club',
    '/v1/loyalties/camp_00club/members'
  ]
  for (const url of lists) {
    const { body } = await service.get(url)
    t.ok(body.vouchers.length > 1, url)
    for (const { code, campaign_id, validation_rules_assignments } of body.vouchers) {
      const inClub = campaign_id === 'camp_00club' ? [ofCampaign] : []
      const expected = code === 'CLUB-ADA-0001' ? bound : inClub
      t.strictSame(validation_rules_assignments, listOf(expected), `${url} ${code}`)
    }
  }
})

t.test('a new voucher lists the rules of its campaign at once', async t => {
  const { service, bound } = await given(t, 'camp_00spring')
  const made = [
    await sent(service, '/v1/campaigns/camp_00spring/vouchers', {}),
    await sent(service, '/v1/campaigns/camp_00spring/vouchers/SPRING-NEW', {}),
    await sent(service, '/v1/vouchers', { campaign: 'camp_00spring' })
  ]
  for (const voucher of made) {
    t.strictSame(voucher.validation_rules_assignments, listOf(bound))
    t.strictSame((await service.get(`/v1/vouchers/${voucher.code}`)).body, voucher)
  }
})

t.test('the card of a new member lists the rules of its program', async t => {
  const { service, bound } = await given(t, 'camp_00club', 'CLUB-ADA-0001')
  const members = '/v1/loyalties/camp_00club/members'
  const joined = await sent(service, members, { customer: { source_id: 'cleo' } })
  t.strictSame(joined.validation_rules_assignments, listOf(bound.slice(0, 1)), 'a new card')
  const known = await sent(service, members, { customer: 'ada' })
  t.strictSame(known.validation_rules_assignments, listOf(bound), 'the card she has')
})

t.test('a redemption shows the rules of its card and coupon, and not of the offer', async t => {
  const { service, bound } = await given(t, 'camp_00club', 'CLUB-ADA-0001')
  const whole = { related_object_type: 'campaign', related_object_id: 'camp_00spring' }
  const { body: ofSpring } = await service.post(RULE, whole)
  const parameters = { campaign: { id: 'camp_00spring' } }
  const reward = await sent(service, '/v1/rewards', { parameters })
  const [offer] = await sent(service, '/v1/loyalties/camp_00club/rewards', [
    { reward: reward.id, parameters: { loyalty: { points: 1 } } }
  ])
  const offered = { related_object_type: 'reward_assignment', related_object_id: offer.id }
  await sent(service, RULE, offered)
  const redemption = '/v1/loyalties/camp_00club/members/CLUB-ADA-0001/redemption'
  const redeemed = await sent(service, redemption, {
    reward: { id: reward.id },
    order: { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
  })
  t.strictSame(redeemed.voucher.validation_rules_assignments, listOf(bound))
  t.strictSame(redeemed.reward.voucher.validation_rules_assignments, listOf([ofSpring]))
})

t.test('when a voucher is deleted the rules of its campaign stay assigned', async t => {
  const { service, ofCampaign } = await given(t, 'camp_00spring')
  const { code } = await sent(service, '/v1/vouchers', { campaign: 'camp_00spring' })
  t.equal((await service.delete(`/v1/vouchers/${code}`)).status, 204)
  t.strictSame((await service.get(`${RULE}/${ofCampaign.id}`)).body, ofCampaign)
})
