import type { Test } from 'tap'
import * as known from '../../src/demo/known.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { NOW, type Service } from '../support/app.ts'
import { givenSteps } from '../support/given-steps.ts'
import { onDemo } from '../support/on-demo.ts'

const PUBLICATIONS = '/v1/publications'

async function audited(t: Test, { store }: Service): Promise<void> {
  t.strictSame((await audit(store)).findings, [], 'the audit is clean')
}

const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id)

onDemo('createPublication: the code of who was referred names the referrer', async (t, service) => {
  const given = async (customer: string, campaign: string) => {
    const sent = { customer: { source_id: customer }, campaign: { name: campaign } }
    const { status, body } = await service.post(PUBLICATIONS, sent)
    t.equal(status, 200)
    const { body: voucher } = await service.get(`/v1/vouchers/${body.voucher.code}`)
    return voucher.referrer_id
  }
  t.equal(await given('cleo', 'Bring a friend'), 'cust_00ada', 'whom Ada referred')
  t.equal(await given('cleo', 'Spring coupons'), null, 'to that campaign and no other')
  t.equal(await given('ben', 'Bring a friend'), null, 'whom nobody referred')
  t.equal(await given('newcomer', 'Bring a friend'), null, 'who is new')
  const { body: hers } = await service.get('/v1/vouchers/FRIEND-ADA-0001')
  t.equal(hers.referrer_id, null, 'Ada, who refers others')
  await audited(t, service)
})

onDemo('createPublication: one that is joined once gives each one code', async (t, service) => {
  const coupons = {
    campaign_type: 'DISCOUNT_COUPONS',
    type: 'AUTO_UPDATE',
    voucher: { type: 'DISCOUNT_VOUCHER', discount: { type: 'PERCENT', percent_off: 10 } }
  }
  const once = await service.post('/v1/campaigns', { ...coupons, name: 'Once', join_once: true })
  t.match(once.body, { join_once: true })
  t.match((await service.post('/v1/campaigns', { ...coupons, name: 'Often' })).body, {
    join_once: false
  })
  const given = async (source_id: string, what: object) => {
    const { status, body } = await service.post(PUBLICATIONS, { customer: { source_id }, ...what })
    t.equal(status, 200)
    return [body.id, body.voucher.code]
  }
  const first = await given('ada', { campaign: { name: 'Once' } })
  t.strictSame(await given('ada', { campaign: { name: 'Once' } }), first)
  t.strictSame(await given('ada', { campaign: { name: 'Once' }, source_id: 'again' }), first)
  const other = await given('newcomer', { campaign: { name: 'Once' } })
  t.notSame(other, first, 'another customer gets another code')
  t.strictSame(await given('newcomer', { campaign: { name: 'Once' } }), other)
  const { body: free } = await service.post('/v1/campaigns/Once/vouchers', {})
  t.strictSame(await given('ada', { voucher: free.code }), first, 'also where one is named')
  t.match((await service.get(`/v1/vouchers/${free.code}`)).body, { holder_id: null })
  const often = [1, 2].map(() => given('ada', { campaign: { name: 'Often' } }))
  t.notSame(...((await Promise.all(often)) as [unknown, unknown]))
  await audited(t, service)
})

onDemo('createPublication: a voucher of a campaign, and what is said of it', async (t, service) => {
  const said = {
    customer: { source_id: 'dana', name: 'Dana Field' },
    campaign: { name: 'Spring coupons', count: 1 },
    source_id: 'mailing-17-dana',
    channel: 'Newsletter',
    metadata: { issue: 17 }
  }
  const { status, body } = await service.post(PUBLICATIONS, said)
  t.equal(status, 200)
  const { id, customer_id, tracking_id, ...rest } = body
  t.match(tracking_id, /^track_[\w-]{43}$/)
  t.strictSame(rest, {
    object: 'publication',
    created_at: NOW,
    customer: {
      id: customer_id,
      name: 'Dana Field',
      email: null,
      source_id: 'dana',
      metadata: {},
      object: 'customer'
    },
    vouchers_id: ['v_00spring1'],
    voucher: {
      id: 'v_00spring1',
      code: 'SPRING-0001',
      campaign: 'Spring coupons',
      campaign_id: 'camp_00spring',
      object: 'voucher'
    },
    channel: 'Newsletter',
    source_id: 'mailing-17-dana',
    metadata: { issue: 17 },
    result: 'SUCCESS'
  })
  const voucher = await service.get('/v1/vouchers/SPRING-0001')
  t.match(voucher.body, { holder_id: customer_id, publish: { count: 1 } })
  const listed = await service.get('/v1/vouchers/SPRING-0001/publications')
  t.strictSame(listed.body.publications, [body])
  t.equal(ids([body])[0], id)
  await audited(t, service)
})

onDemo('createPublication: the same source id is the same publication', async (t, service) => {
  const first = { customer: 'ben', campaign: { id: 'camp_00spring' }, source_id: 'once' }
  const { body } = await service.post(PUBLICATIONS, first)
  const other = { customer: { source_id: 'emil' }, voucher: 'WELCOME', source_id: 'once' }
  t.strictSame((await service.post(PUBLICATIONS, other)).body, body)
  t.equal((await service.get('/v1/customers/emil')).status, 404, 'nobody is made')
  const raced = await Promise.all(
    ['x', 'y', 'z'].map(source =>
      service.post(PUBLICATIONS, {
        customer: { source_id: source },
        campaign: { id: 'camp_00spring' },
        source_id: 'at-once'
      })
    )
  )
  t.strictSame(new Set(raced.map(({ status }) => status)), new Set([200]))
  t.equal(new Set(raced.map(({ body }) => body.id)).size, 1, 'at the same moment, too')
  const { body: all } = await service.get(PUBLICATIONS)
  t.equal(all.total, 6)
  await audited(t, service)
})

onDemo('createPublication: the last coupon is one customer’s at a moment', async (t, service) => {
  await givenSteps(service, [
    {
      make: 'campaign',
      ids: ['camp_00last'],
      name: 'Last coupons',
      campaignType: 'DISCOUNT_COUPONS',
      type: 'STATIC',
      voucher: { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 100 } }
    },
    { make: 'voucher', campaign: 'camp_00last', code: 'LAST-1' }
  ])
  const raced = await Promise.all(
    ['ada', 'ben', 'cleo'].map(customer =>
      service.post(PUBLICATIONS, { customer, campaign: { name: 'Last coupons' } })
    )
  )
  t.strictSame(raced.map(({ status }) => status).toSorted(), [200, 400, 400])
  const lost = raced.filter(({ status }) => status === 400).map(({ body }) => body.key)
  t.strictSame(new Set(lost), new Set(['no_voucher_suitable_for_publication']))
  await audited(t, service)
})

onDemo('createPublication: a coupon that is off is given to nobody', async (t, service) => {
  await givenSteps(service, [
    {
      make: 'campaign',
      ids: ['camp_00off'],
      name: 'Some off',
      campaignType: 'DISCOUNT_COUPONS',
      type: 'STATIC',
      voucher: { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 100 } }
    },
    { make: 'voucher', campaign: 'camp_00off', code: 'OFF-1' },
    { make: 'voucher', campaign: 'camp_00off', code: 'ON-2' }
  ])
  t.equal((await service.post('/v1/vouchers/OFF-1/disable')).status, 200)
  const give = (customer: string) =>
    service.post(PUBLICATIONS, { customer, campaign: { name: 'Some off' } })
  t.equal((await give('ada')).body.voucher.code, 'ON-2', 'the older one is off')
  t.equal((await give('ben')).body.key, 'no_voucher_suitable_for_publication')
  await audited(t, service)
})

onDemo('createPublication: a new voucher where a campaign makes them', async (t, service) => {
  await givenSteps(service, [
    {
      make: 'campaign',
      ids: ['camp_00tens'],
      name: 'Tens',
      campaignType: 'GIFT_VOUCHERS',
      type: 'AUTO_UPDATE',
      voucher: { type: 'GIFT_VOUCHER', gift: { amount: 1000, effect: null } }
    }
  ])
  const give = () => service.post(PUBLICATIONS, { customer: 'cleo', campaign: { name: 'Tens' } })
  const [one, two] = [await give(), await give()]
  t.not(one.body.voucher.id, two.body.voucher.id, 'each time another one')
  const { body } = await service.get('/v1/customers/cleo')
  t.equal(body.summary.redemptions.gift.amount_to_go, 2000)
  t.equal((await service.get('/v1/campaigns/camp_00tens')).body.vouchers_count, 2)
  await audited(t, service)
})

onDemo('createPublication: a card makes a member, who keeps it', async (t, service) => {
  const club = { customer: { source_id: 'cleo' }, campaign: { name: 'Coffee Club' } }
  const joined = await service.post(PUBLICATIONS, { ...club, metadata: { desk: 4 } })
  t.equal(joined.status, 200)
  const members = await service.get('/v1/loyalties/camp_00club/members')
  t.ok(members.body.vouchers.some(({ id }: { id: string }) => id === joined.body.voucher.id))
  t.strictSame((await service.post(PUBLICATIONS, { ...club, channel: 'Other' })).body, joined.body)
  const ada = await service.post(PUBLICATIONS, { customer: 'ada', voucher: 'CLUB-ADA-0001' })
  t.strictSame([ada.status, ada.body.id], [200, 'pub_00adaclub'])
  const taken = await service.post(PUBLICATIONS, { customer: 'cleo', voucher: 'CLUB-ADA-0001' })
  t.strictSame([taken.status, taken.body.key], [400, 'voucher_already_published'])
  await audited(t, service)
})

onDemo('createPublication: this very voucher, once', async (t, service) => {
  const give = (customer: string) => service.post(PUBLICATIONS, { customer, voucher: 'GIFT-2500' })
  const given = await give('ben')
  t.match(given.body, {
    customer_id: 'cust_00ben',
    voucher: { code: 'GIFT-2500', campaign: null, campaign_id: null },
    source_id: null,
    metadata: {}
  })
  t.strictSame((await give('ben')).body, given.body, 'who holds it has it')
  t.match((await give('ada')).body, {
    key: 'voucher_already_published',
    details: 'Voucher GIFT-2500 is held by another customer; choose one without a holder',
    resource_type: 'voucher',
    resource_id: given.body.voucher.id
  })
  const named = { source_id: 'ben', name: 'Ben Hill' }
  const { body } = await service.post(PUBLICATIONS, { customer: named, voucher: 'WELCOME' })
  t.equal(body.customer.name, 'Ben Hill', 'who is as is said now')
  const friend = { customer: 'ben', campaign: { id: 'camp_00friends' } }
  t.equal((await service.post(PUBLICATIONS, friend)).status, 200, 'or a referral code')
  await audited(t, service)
})

onDemo('createPublication: refuses, and changes nothing', async (t, { post, get }) => {
  const schema = await post(
    `/management/v1/projects/${known.PROJECT_ID}/metadata-schemas`,
    {
      related_object: 'publication',
      properties: { issue: { type: 'number', array: false, optional: true } }
    },
    { 'x-management-id': known.MGMT_ID, 'x-management-token': known.MGMT_TOKEN }
  )
  t.equal(schema.status, 200)
  const spring = { campaign: { name: 'Spring coupons' } }
  const newcomer = { source_id: 'newcomer' }
  const rows = [
    [{ ...spring }, 'invalid_payload'],
    [{ customer: newcomer }, 'missing_param'],
    [{ customer: newcomer, campaign: {} }, 'missing_param'],
    [{ customer: newcomer, voucher: 'WELCOME', ...spring }, 'invalid_payload'],
    [{ customer: newcomer, campaign: { ...spring.campaign, count: 2 } }, 'invalid_payload'],
    [{ customer: newcomer, campaign: { name: 'Autumn promotion' } }, 'invalid_campaign'],
    [{ customer: newcomer, campaign: { name: 'Nowhere' } }, 'not_found'],
    [{ customer: newcomer, voucher: 'NOTHING' }, 'not_found'],
    [{ customer: 'newcomer', ...spring }, 'not_found'],
    [{ customer: newcomer, metadata: { issue: 'x' }, ...spring }, 'metadata_validation_failed'],
    [
      { customer: { ...newcomer, metadata: { favourite_roast: 'burnt' } }, ...spring },
      'metadata_validation_failed'
    ]
  ] as const
  for (const [body, key] of rows) {
    t.equal((await post(PUBLICATIONS, body)).body.key, key, JSON.stringify(body))
  }
  t.equal((await get('/v1/customers/newcomer')).status, 404)
  t.equal((await get(PUBLICATIONS)).body.total, 4)
})

onDemo('listPublications: all, of a voucher, to a customer; in pages', async (t, { get }) => {
  const listed = async (query: string) => {
    const { status, body } = await get(`${PUBLICATIONS}${query}`)
    t.strictSame([status, body.data_ref], [200, 'publications'])
    return [ids(body.publications), body.total]
  }
  const all = ['pub_00adaclub', 'pub_00benclub', 'pub_00friend', 'pub_00maraclub']
  t.strictSame(await listed(''), [[...all].reverse(), 4])
  t.strictSame(await listed('?order=created_at&limit=2'), [all.slice(0, 2), 4])
  t.strictSame(await listed('?limit=3&page=2'), [['pub_00adaclub'], 4])
  t.strictSame(await listed('?customer=ada'), [['pub_00friend', 'pub_00adaclub'], 2])
  t.strictSame(await listed('?voucher=CLUB-BEN-0001'), [['pub_00benclub'], 1])
  t.strictSame(await listed('?voucher=CLUB-BEN-0001&customer=ada'), [[], 0])
  t.strictSame(await listed('?is_referral_code=true'), [['pub_00friend'], 1])
  const cards = all.filter(id => id !== 'pub_00friend').reverse()
  t.strictSame(await listed('?is_referral_code=false'), [cards, 3])
  t.strictSame(await listed('?voucher_type=LOYALTY_CARD'), [cards, 3])
  t.strictSame(await listed('?voucher_type=loyalty'), [cards, 3])
  t.strictSame(await listed('?voucher_type=DISCOUNT'), await listed('?voucher_type=discount'))
  t.strictSame(await listed('?voucher_type=DISCOUNT_VOUCHER'), [['pub_00friend'], 1])
  t.strictSame(await listed('?voucher_type=GIFT'), [[], 0])
  t.equal((await get(`${PUBLICATIONS}?voucher_type=LUCKY_DRAW`)).status, 400)
  t.strictSame(await listed('?voucher_type=LOYALTY_CARD&is_referral_code=true'), [[], 0])
  const oldest = cards.toReversed()
  t.strictSame(await listed('?voucher_type=LOYALTY_CARD&order=created_at'), [oldest, 3])
  t.strictSame(await listed('?is_referral_code=false&order=created_at'), [oldest, 3])
  for (const nothing of ['voucher=nothing', 'customer=nobody', 'voucher=x&customer=ada']) {
    t.strictSame(await listed(`?${nothing}`), [[], 0], nothing)
  }
})
