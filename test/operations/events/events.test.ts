import { onDemo } from '../../support/on-demo.ts'

const review = { event: 'product_reviewed', customer: { source_id: 'ada' } }

onDemo('sendCustomEvent: is answered with its customer, and earns', async (t, { get, post }) => {
  const before = await get('/v1/customers/ada')
  const { status, body } = await post('/v1/events', { ...review, metadata: { rating: 4 } })
  t.equal(status, 200)
  t.strictSame(body, {
    object: 'event',
    type: 'product_reviewed',
    customer: {
      id: 'cust_00ada',
      name: 'Ada Baker',
      email: 'ada@example.com',
      source_id: 'ada',
      metadata: { favourite_roast: 'dark', cups_per_day: 3 },
      object: 'customer'
    },
    referral: null,
    loyalty: null,
    metadata: { rating: 4 }
  })
  t.equal((await get('/v1/customers/ada')).body.loyalty.points - before.body.loyalty.points, 25)
})

onDemo('sendCustomEvent: a customer is made and enrolled, or merged', async (t, { post, get }) => {
  const zoe = { source_id: 'zoe', name: 'Zoe', metadata: { favourite_roast: 'light' } }
  await post('/v1/events', { ...review, customer: zoe })
  const made = await get('/v1/customers/zoe')
  t.strictSame(
    [made.body.name, made.body.metadata, made.body.loyalty.campaigns['Coffee Club'].points],
    ['Zoe', { favourite_roast: 'light' }, 25]
  )
  const change = { source_id: 'zoe', metadata: { favourite_roast: null, cups_per_day: 2 } }
  await post('/v1/events', { ...review, customer: change })
  const merged = await get('/v1/customers/zoe')
  t.strictSame([merged.body.name, merged.body.metadata], ['Zoe', { cups_per_day: 2 }])
  t.equal(merged.body.loyalty.points, 50)
})

onDemo('sendCustomEvent: refusals change nothing', async (t, { get, post }) => {
  const before = await get('/v1/customers/ada')
  // biome-ignore format: a table
  const rows = [
    [{ ...review, event: 'never_defined' }, 404, 'not_found', 'event_schema'],
    [{ ...review, customer: { id: 'cust_x' } }, 404, 'not_found', 'customer'],
    [{ ...review, loyalty: { code: 'nobody' } }, 404, 'not_found', 'voucher'],
    [{ ...review, loyalty: { code: 'SPRING-0001' } }, 404, 'not_found', 'voucher'],
    [{ ...review, loyalty: { code: 'CLUB-BEN-0001' } }, 400, 'invalid_customer', 'voucher'],
    [{ ...review, referral: { code: 'nobody' } }, 404, 'not_found', 'voucher'],
    [{ ...review, referral: { code: 'SPRING-0001' } }, 400, 'invalid_voucher', 'voucher'],
    [{ ...review, metadata: { rating: 9 } }, 400, 'metadata_validation_failed', undefined],
    [{ ...review, metadata: { rating: 'good' } }, 400, 'metadata_validation_failed', undefined],
    [{ ...review, customer: { source_id: 'new', metadata: { cups_per_day: 99 } } }, 400,
      'metadata_validation_failed', undefined],
    [{ ...review, event: '' }, 400, 'invalid_payload', undefined],
    [{ ...review, event: 'e'.repeat(301) }, 400, 'invalid_payload', undefined],
    [{ event: 'product_reviewed' }, 400, 'invalid_payload', undefined]
  ] as const
  for (const [body, status, key, type] of rows) {
    const answer = await post('/v1/events', body)
    const found = [answer.status, answer.body.key, answer.body.resource_type]
    t.strictSame(found, [status, key, type], JSON.stringify(body))
  }
  t.strictSame((await get('/v1/customers/ada')).body, before.body)
  t.equal((await get('/v1/customers/new')).status, 404)
})

onDemo('sendCustomEvent: of several mistakes the first one is told', async (t, { post }) => {
  const card = { code: 'CLUB-BEN-0001' }
  const unfit = { rating: 'five' }
  const high = { source_id: 'ada', metadata: { cups_per_day: 'high' } }
  const all = {
    ...{ event: 'never_defined', customer: { name: 'Zoe' }, metadata: unfit },
    ...{ loyalty: { code: 'CLUB-X' }, referral: { code: 'REF-X' } }
  }
  let sent: object = all
  //  what is mended, and what is refused then
  // biome-ignore format: a table
  const rows = [
    [{}, 'invalid_payload', /^Property \.customer must say who it is: send source_id, or id$/],
    [{ customer: high }, 'not_found',
      /^Cannot find event_schema with name never_defined; the nearest that are defined: .*product_reviewed.*; define the event and/],
    [{ event: 'product_reviewed' }, 'metadata_validation_failed', /^metadata: rating: must be/],
    [{ metadata: { rating: 5 } }, 'not_found', /^Cannot find voucher with id CLUB-X$/],
    [{ loyalty: card }, 'metadata_validation_failed', /^customer\.metadata: cups_per_day: must be/],
    [{ customer: { source_id: 'ada' } }, 'invalid_customer',
      /^loyalty\.code CLUB-BEN-0001 is not a card of this customer; send one of theirs$/],
    [{ loyalty: undefined }, 'not_found', /^Cannot find voucher with id REF-X$/],
    [{ referral: { code: 'SPRING-0001' } }, 'invalid_voucher',
      /^referral\.code SPRING-0001 belongs to no referral program that counts this event; leave it out$/]
  ] as const
  for (const [mended, key, details] of rows) {
    sent = { ...sent, ...mended }
    t.match(await post('/v1/events', sent), { body: { key, details } }, JSON.stringify(sent))
  }
  const fine = { ...sent, loyalty: { code: 'CLUB-ADA-0001' }, referral: undefined }
  t.equal((await post('/v1/events', fine)).status, 200)
})

onDemo('sendCustomEvent: earns on each card by what was sent and by whom', async (t, service) => {
  const measured = (calculation_type: string, named: object) => ({
    event: 'product_reviewed',
    custom_event: { schema_id: 'ms_00review' },
    loyalty: { type: 'PROPORTIONAL', calculation_type, ...named }
  })
  const every = { every: 1, points: 10 }
  const byRating = measured('CUSTOM_EVENT_METADATA', {
    custom_event: { metadata: { ...every, property: 'rating' } }
  })
  const byCups = measured('CUSTOMER_METADATA', {
    customer: { metadata: { ...every, property: 'cups_per_day' } }
  })
  const ruled = async (name: string, property: string | undefined, conditions: object) => {
    const rules = { '1': { name, property, conditions }, logic: '1' }
    return (await service.post('/v1/validation-rules', { name, rules })).body.id
  }
  const five = await ruled('custom_event.metadata', 'rating', { $is: [5] })
  const ofOrders = await ruled('order.amount', undefined, { $more_than: [0] })
  const fixed = (points: number) => ({ ...byRating, loyalty: { type: 'FIXED', points } })
  const made = [
    await service.post('/v1/loyalties/camp_00club/earning-rules', [
      byRating,
      byCups,
      { ...fixed(1000), validation_rule_id: five },
      { ...fixed(100_000), validation_rule_id: ofOrders }
    ]),
    await service.post('/v1/loyalties/camp_00bakery/earning-rules', [fixed(7)]),
    await service.post('/v1/loyalties/camp_00bakery/members', { customer: 'ben' })
  ]
  for (const { status } of made) t.equal(status, 200)
  const ben = { source_id: 'ben' }
  // The 25 of the demo each time, and 100 when they come to gold.
  const rows = [
    [{ metadata: { rating: 4 } }, 7, 120 + 25 + 40],
    [{ metadata: { rating: 5 } }, 14, 185 + 25 + 50 + 1000 + 100],
    [
      { metadata: { rating: 4 }, customer: { ...ben, metadata: { cups_per_day: 3 } } },
      21,
      1360 + 25 + 40 + 30
    ],
    [{ loyalty: { code: 'CLUB-BEN-0001' } }, 21, 1455 + 25 + 30]
  ] as const
  for (const [over, bakery, club] of rows) {
    await service.post('/v1/events', { event: 'product_reviewed', customer: ben, ...over })
    const { campaigns } = (await service.get('/v1/customers/ben')).body.loyalty
    const found = ['Bakery Friends', 'Coffee Club'].map(name => campaigns[name].points)
    t.strictSame(found, [bakery, club], JSON.stringify(over))
  }
})

onDemo('sendCustomEvent: loyalty.code selects the one card that earns', async (t, service) => {
  const { body } = await service.post('/v1/events', {
    ...review,
    loyalty: { code: 'CLUB-ADA-0001' }
  })
  t.equal(body.loyalty, null)
  const { body: ada } = await service.get('/v1/customers/ada')
  t.equal(ada.loyalty.points, ada.summary.redemptions.loyalty_card.points_to_go)
})
