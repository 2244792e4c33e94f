import { ALWAYS } from '../../../src/rules/validity.ts'
import { since } from '../../support/account.ts'
import type { Service } from '../../support/app.ts'
import { fingerprint } from '../../support/evidence.ts'
import { type GivenStep, givenSteps } from '../../support/given-steps.ts'
import { onDemo } from '../../support/on-demo.ts'

const CODE = 'FRIEND-ADA-0001'
const signUp = (source_id: string, referral?: object) => ({
  event: 'friend_signed_up',
  customer: { source_id },
  ...(referral && { referral })
})

async function shownOf({ get }: Service, customer: string) {
  const { referrals, loyalty } = (await get(`/v1/customers/${customer}`)).body
  const { 'Bring a friend': friends } = loyalty.campaigns
  return { referrals, referred: loyalty.referred_customers, friends }
}

onDemo('a friend counts once, for both, however often the code is sent', async (t, service) => {
  const events = await since(service, 'events')
  t.strictSame(await shownOf(service, 'ben'), {
    referrals: { total: 0, campaigns: [] },
    referred: 0,
    friends: undefined
  })
  const cleo = await shownOf(service, 'cleo')
  t.match(cleo.referrals, { total: 1, campaigns: [{ referrer_id: 'cust_00ada' }] })
  for (const referral of [{ code: CODE }, { code: CODE, referrer_id: 'cust_00ada' }, undefined]) {
    const { status, body } = await service.post('/v1/events', signUp('ben', referral))
    t.strictSame([status, body.type, body.referral], [200, 'friend_signed_up', null])
  }
  const happened = (await events()).map(({ type }) => type)
  t.strictSame(happened, [
    'customer.custom_event',
    'customer.referred',
    'customer.custom_event',
    'customer.custom_event'
  ])
  t.strictSame((await shownOf(service, 'ben')).referrals, {
    total: 1,
    campaigns: [
      {
        campaign_id: 'camp_00friends',
        referrer_id: 'cust_00ada',
        related_object_id: 'v_00friend',
        related_object_type: 'voucher',
        date: '2026-03-01T10:00:00.000Z'
      }
    ]
  })
  t.strictSame(await shownOf(service, 'ada'), {
    referrals: { total: 0, campaigns: [] },
    referred: 2,
    friends: { points: 0, referred_customers: 2 }
  })
})

onDemo('an event with a referral earns like any other, each time', async (t, service) => {
  const loyalty = { type: 'FIXED', points: 40 }
  const rule = { event: 'friend_signed_up', custom_event: { schema_id: 'ms_00signup' }, loyalty }
  t.equal((await service.post('/v1/loyalties/camp_00club/earning-rules', [rule])).status, 200)
  for (const points of [160, 200]) {
    await service.post('/v1/events', signUp('ben', { code: CODE }))
    t.equal((await service.get('/v1/customers/ben')).body.loyalty.points, points)
  }
  await service.post('/v1/events', signUp('newcomer', { code: CODE }))
  const { body } = await service.get('/v1/customers/newcomer')
  t.strictSame([body.loyalty.points, body.referrals.total], [40, 1], 'who is new joins and counts')
  t.equal((await shownOf(service, 'ada')).referred, 3)
})

const CODES: readonly GivenStep[] = [
  { make: 'voucher', ids: ['v_00nobodys'], campaign: 'camp_00friends', code: 'FRIEND-NOBODY' },
  {
    make: 'campaign',
    ids: ['camp_00over'],
    name: 'Brought friends last year',
    campaignType: 'REFERRAL_PROGRAM',
    type: 'STATIC',
    validity: { ...ALWAYS, expirationDate: '2026-02-28T22:59:59.999Z' },
    voucher: {
      type: 'DISCOUNT_VOUCHER',
      discount: { type: 'AMOUNT', amount_off: 300, effect: 'APPLY_TO_ORDER' }
    },
    referral: { eventSchemaId: 'ms_00signup' }
  },
  { make: 'voucher', ids: ['v_00late'], campaign: 'camp_00over', code: 'FRIEND-LATE' },
  { make: 'publication', code: 'FRIEND-LATE', customer: 'ada' }
]

onDemo('a referral that cannot count is refused, and nothing is left', async (t, service) => {
  await givenSteps(service, CODES)
  await service.work()
  const before = await fingerprint(service.store)
  const review = { event: 'product_reviewed', customer: { source_id: 'ben' } }
  const rows = [
    // what is sent                                              key                    about
    [signUp('ben', { code: 'FRIEND-X' }), 'not_found', 'FRIEND-X'],
    [signUp('ben', { code: 'SPRING-0001' }), 'invalid_voucher', 'v_00spring1'],
    [signUp('ben', { code: 'CLUB-ADA-0001' }), 'invalid_voucher', 'v_00adaclub'],
    [{ ...review, referral: { code: CODE } }, 'invalid_voucher', 'v_00friend'],
    [signUp('ben', { code: 'FRIEND-NOBODY' }), 'invalid_voucher', 'v_00nobodys'],
    [signUp('ben', { code: CODE, referrer_id: 'cust_00cleo' }), 'invalid_customer', 'cust_00cleo'],
    [signUp('ben', { code: CODE, referrer_id: 'cust_x' }), 'invalid_customer', 'cust_x'],
    [signUp('ada', { code: CODE }), 'referrer_not_permitted_to_redeem', 'v_00friend'],
    [signUp('stranger', { code: 'FRIEND-LATE' }), 'campaign_not_active', 'camp_00over'],
    [signUp('stranger', { code: 'FRIEND-NOBODY' }), 'invalid_voucher', 'v_00nobodys'],
    [signUp('ben', { referrer_id: 'cust_00ada' }), 'invalid_payload', undefined]
  ] as const
  for (const [sent, key, about] of rows) {
    const { status, body } = await service.post('/v1/events', sent)
    const title = JSON.stringify(sent)
    const expected = key === 'not_found' ? 404 : 400
    t.strictSame([status, body.key, body.resource_id], [expected, key, about], title)
    t.match(body.details, /referral|FRIEND/, `${title} is told what is wrong`)
  }
  t.strictSame(await fingerprint(service.store), before)
})

onDemo('who was sent before is not told that the campaign is over', async (t, service) => {
  await givenSteps(service, [
    {
      make: 'campaign',
      ids: ['camp_00soon'],
      name: 'Until tonight',
      campaignType: 'REFERRAL_PROGRAM',
      type: 'STATIC',
      validity: { ...ALWAYS, expirationDate: '2026-03-01T22:59:59.999Z' },
      voucher: {
        type: 'DISCOUNT_VOUCHER',
        discount: { type: 'AMOUNT', amount_off: 300, effect: 'APPLY_TO_ORDER' }
      },
      referral: { eventSchemaId: 'ms_00signup' }
    },
    { make: 'voucher', campaign: 'camp_00soon', code: 'SOON-BEN' },
    { make: 'publication', code: 'SOON-BEN', customer: 'ben' }
  ])
  const send = async (customer: string) =>
    (await service.post('/v1/events', signUp(customer, { code: 'SOON-BEN' }))).status
  t.equal(await send('ada'), 200)
  t.equal((await service.post('/v1/events', signUp('zoe', { code: CODE }))).status, 200)
  t.equal(await send('zoe'), 200)
  const zoe = (await service.get('/v1/customers/zoe')).body.referrals
  t.match(zoe, {
    total: 2,
    campaigns: [{ referrer_id: 'cust_00ada' }, { referrer_id: 'cust_00ben' }]
  })
  service.setNow('2026-03-01T23:00:00.000Z')
  t.strictSame([await send('ada'), await send('cleo')], [200, 400])
  const { referrals } = (await service.get('/v1/customers/cleo')).body
  t.equal(referrals.total, 1, 'in the other campaign, as before')
})

onDemo('a friend who is met fifty times at once counts once', async (t, service) => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => service.post('/v1/events', signUp('zoe', { code: CODE })))
  )
  t.ok(answers.every(({ status }) => status === 200))
  t.equal(new Set(answers.map(({ body }) => body.customer.id)).size, 1)
  t.equal((await shownOf(service, 'zoe')).referrals.total, 1)
  t.equal((await shownOf(service, 'ada')).referred, 2)
})
