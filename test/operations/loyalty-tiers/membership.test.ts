import { accountOf, redemptionUrl, since, told } from '../../support/account.ts'
import { backOffice } from '../../support/back-office.ts'
import { givenSteps } from '../../support/given-steps.ts'
import { onDemo } from '../../support/on-demo.ts'

const BEN = redemptionUrl('CLUB-BEN-0001')
const review = { event: 'product_reviewed', customer: { source_id: 'ben' } }

onDemo('gold is reached by an order, which itself earns as silver', async (t, service) => {
  const office = await backOffice(service)
  const events = await since(service, 'events')
  const pay = (sourceId: string, amount: number) =>
    office.order({ sourceId, customer: 'ben', status: 'PAID', amount })
  // biome-ignore format: a table
  const rows = [
    // amount   points on the card            tier
    [87_999, 120 + 879, 'ltr_00silver', ['rewarded.loyalty_points 879']],
    [100_00, 999 + 100 + 50 + 100, 'ltr_00gold',
      ['rewarded.loyalty_points 100', 'loyalty.tier.upgraded ltr_00gold',
        'rewarded.loyalty_points 100', 'segment.entered seg_00regulars',
        'rewarded.loyalty_points 50']],
    [1_00, 1249 + 1, 'ltr_00gold', ['rewarded.loyalty_points 1']],
    [3_00, 1250 + 4, 'ltr_00gold', ['rewarded.loyalty_points 4']],
    [99, 1254, 'ltr_00gold', []]
  ] as const
  for (const [index, [amount, points, tier, followed]] of rows.entries()) {
    await pay(`b-${index}`, amount)
    const title = `an order of ${amount}`
    t.match(await accountOf(service, 'ben'), { points, tier }, title)
    t.strictSame(told(await events()), ['order.created', 'order.paid', ...followed], title)
  }
})

onDemo('gold is lost by spending, and welcomed again when reached', async (t, service) => {
  const office = await backOffice(service)
  await office.order({ sourceId: 'b-1', customer: 'ben', status: 'PAID', amount: 90_000 })
  t.match(await accountOf(service, 'ben'), { points: 120 + 900 + 100, tier: 'ltr_00gold' })
  const events = await since(service, 'events')
  const { status, body } = await service.post(BEN, { reward: { id: 'rew_00gift' } })
  t.strictSame([status, body.amount], [200, 200])
  t.match(await accountOf(service, 'ben'), { points: 920, tier: 'ltr_00silver' })
  t.strictSame(told(await events()), [
    'redemption.succeeded',
    'loyalty.tier.downgraded ltr_00silver'
  ])
  for (let reviews = 0; reviews < 4; reviews++) await service.post('/v1/events', review)
  t.match(await accountOf(service, 'ben'), { points: 920 + 100 + 100, tier: 'ltr_00gold' })
  t.strictSame(told(await events()).slice(-4), [
    'custom_event',
    'rewarded.loyalty_points 25',
    'loyalty.tier.upgraded ltr_00gold',
    'rewarded.loyalty_points 100'
  ])
})

onDemo('paying with points: the order earns as the gold that paying loses', async (t, service) => {
  const office = await backOffice(service)
  await office.adjust('CLUB-BEN-0001', 1000)
  t.match(await accountOf(service, 'ben'), { points: 1220, tier: 'ltr_00gold' })
  const body = {
    reward: { id: 'rew_00coin', points: 300 },
    order: { items: [{ product_id: 'prod_00mug', quantity: 5 }] }
  }
  const paid = await service.post(BEN, body)
  t.strictSame([paid.status, paid.body.order.total_amount], [200, 6000 - 3000])
  // Thirty euros are left, and half as much again for gold.
  t.match(await accountOf(service, 'ben'), { points: 920 + 45, tier: 'ltr_00silver' })
})

onDemo('points become active at their midnight, whoever was there', async (t, service) => {
  const office = await backOffice(service)
  await office.order({
    sourceId: 'b-1',
    customer: 'ben',
    status: 'PAID',
    items: [['prod_00beans', 35]]
  })
  // 647 for 647.50 now, and ten for each kilo in three days.
  t.match(await accountOf(service, 'ben'), { points: 767, pending: 350, tier: 'ltr_00silver' })
  const { data } = (await service.get('/v1/loyalties/members/CLUB-BEN-0001/pending-points')).body
  t.match(data[0].details, {
    holder_loyalty_tier: { id: 'ltr_00silver', name: 'Silver' },
    event: { type: 'customer.order.paid', category: 'EFFECT' },
    earning_rule: { id: 'ern_00beans' },
    order: { source_id: 'b-1' }
  })
  const events = await since(service, 'events')
  service.setNow('2026-03-09T10:00:00.000Z')
  await service.work()
  t.match(await accountOf(service, 'ben'), { points: 1117 + 100, pending: 0, tier: 'ltr_00gold' })
  const bens = (await events()).filter(({ customer_id }) => customer_id === 'cust_00ben')
  t.strictSame(told(bens), [
    'pending_points.activated 350',
    'loyalty.tier.upgraded ltr_00gold',
    'rewarded.loyalty_points 100'
  ])
  t.strictSame([...new Set(bens.map(({ created_at }) => created_at))], ['2026-03-03T23:00:00.000Z'])
})

onDemo('a tier to the end of a month is settled at its midnights', async (t, service) => {
  const loyaltyCard = { points: 0, expirationRules: null }
  await givenSteps(service, [
    {
      make: 'campaign',
      ids: ['camp_00teahouse'],
      name: 'Teahouse Club',
      campaignType: 'LOYALTY_PROGRAM',
      type: 'AUTO_UPDATE',
      autoJoin: true,
      voucher: { type: 'LOYALTY_CARD', loyaltyCard },
      tierTerms: {
        qualification: 'POINTS_IN_PERIOD',
        period: 'MONTH',
        expiration: 'END_OF_NEXT_PERIOD'
      }
    },
    {
      make: 'loyalty tiers',
      campaign: 'camp_00teahouse',
      ids: ['ltr_00cup', 'ltr_00pot'],
      tiers: [
        { name: 'Cup', pointsFrom: 0, pointsTo: 99 },
        { name: 'Pot', pointsFrom: 100 }
      ]
    }
  ])
  const rules = [
    { event: 'product_reviewed', custom_event: { schema_id: 'ms_00review' }, loyalty: fixed(60) },
    {
      event: 'customer.loyalty.tier.prolonged',
      loyalty_tier: { id: 'ltr_00pot' },
      loyalty: fixed(5)
    }
  ]
  t.equal((await service.post('/v1/loyalties/camp_00teahouse/earning-rules', rules)).status, 200)
  const events = await since(service, 'events')
  for (const day of ['03-10T10:00', '03-20T10:00', '04-10T10:00', '04-30T21:59']) {
    service.setNow(`2026-${day}:59.999Z`)
    await service.post('/v1/events', review)
  }
  service.setNow('2026-08-15T10:00:00.000Z')
  await service.work()
  const tea = (await events()).filter(({ type, data }) => {
    return (
      String(type).startsWith('customer.loyalty.tier') && String(data).includes('camp_00teahouse')
    )
  })
  const found = tea.map(({ created_at }, index) => `${created_at} ${told(tea)[index]}`)
  t.strictSame(found, [
    '2026-03-10T10:00:59.999Z loyalty.tier.joined ltr_00cup',
    '2026-03-20T10:00:59.999Z loyalty.tier.upgraded ltr_00pot',
    // To the end of April; April brought a hundred and twenty, the last of them just in time.
    '2026-04-30T22:00:00.000Z loyalty.tier.prolonged ltr_00pot',
    // May brought the five for that, and June nothing.
    '2026-05-31T22:00:00.000Z loyalty.tier.downgraded ltr_00cup',
    '2026-06-30T22:00:00.000Z loyalty.tier.prolonged ltr_00cup',
    '2026-07-31T22:00:00.000Z loyalty.tier.prolonged ltr_00cup'
  ])
  const { loyalty } = (await service.get('/v1/customers/ben')).body
  t.match(loyalty.campaigns['Teahouse Club'], { points: 245, loyalty_tier: 'ltr_00cup' })
})

function fixed(points: number) {
  return { type: 'FIXED', points }
}
