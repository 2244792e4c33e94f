import t, { type Test } from 'tap'
import { type Answered, givenService, type Service } from '../../support/app.ts'
import { backOffice, refusalOf } from '../../support/back-office.ts'
import { fingerprint } from '../../support/evidence.ts'

const CLUB = '/v1/loyalties/camp_00club'
const WELCOME = { object: 'voucher', id: 'WELCOME' }
const ben = { source_id: 'ben', name: 'Ben Other' }

/** Rules that together earn more by one event than can be counted; one alone may not. */
const tooMuch = (by: object) => {
  const loyalty = { type: 'FIXED', points: 999_999_999_999_999 }
  return Array.from({ length: 10 }, () => ({ ...by, loyalty }))
}

/** Ben has points for a tier that begins lower by now, and is not moved yet. */
async function givenDue(t: Test): Promise<Service> {
  const service = await givenService(t)
  await service.work()
  await service.post('/v1/publications', { customer: 'ben', voucher: 'GIFT-2500' })
  const gold = { event: 'customer.loyalty.tier.upgraded', loyalty_tier: { id: 'ltr_00gold' } }
  const done = [
    await service.post(`${CLUB}/earning-rules`, tooMuch(gold)),
    await service.put(`${CLUB}/tiers/ltr_00silver`, { points: { from: 0, to: 99 } }),
    await service.put(`${CLUB}/tiers/ltr_00gold`, { points: { from: 100, to: null } })
  ]
  for (const { status } of done) t.equal(status, 200)
  return service
}

/** Ben belongs to a segment that is not reviewed yet; entering it earns too much. */
async function givenEntry(t: Test): Promise<Service> {
  const service = await givenService(t)
  await service.work()
  const office = await backOffice(service)
  await service.post('/v1/publications', { customer: 'ben', voucher: 'GIFT-2500' })
  const filter = { junction: 'and', fields: { source_id: { $is: ['ben'] } } } as const
  const { id } = await office.segment({ name: 'Bens', type: 'auto-update', filter })
  for (const segment of [id, 'seg_00vip']) {
    const rules = tooMuch({ event: 'customer.segment.entered', segment: { id: segment } })
    t.equal((await service.post(`${CLUB}/earning-rules`, rules)).status, 200)
  }
  return service
}

type Ask = (service: Service) => Promise<Answered | { readonly body: unknown }>

/** What the one item of an import is refused for. */
const ofItem =
  (ask: (service: Service) => Promise<Answered>): Ask =>
  async service => {
    const { body } = await ask(service)
    await service.work()
    const { result } = (await service.get(`/v1/async-actions/${body.async_action_id}`)).body
    return { body: result.errors[0] ?? {} }
  }
const ofOffice =
  (segment: string): Ask =>
  async service => ({ body: await refusalOf((await backOffice(service)).enter(segment, 'ben')) })

// biome-ignore format: a table
const REQUESTS: Readonly<Record<string, Ask>> = {
  upsertCustomer: ({ post }) => post('/v1/customers', ben),
  sendCustomEvent: ({ post }) => post('/v1/events', { event: 'product_reviewed', customer: ben }),
  createPublication: ({ post }) =>
    post('/v1/publications', { customer: ben, campaign: { name: 'Spring coupons' } }),
  addMember: ({ post }) => post('/v1/loyalties/camp_00bakery/members', { customer: ben }),
  updateLoyaltyCardBalance: ({ post }) => post(`${CLUB}/members/CLUB-BEN-0001/balance`, { points: 1 }),
  updateVoucherBalance: ({ post }) => post('/v1/vouchers/GIFT-2500/balance', { amount: 1 }),
  redeemStackedDiscounts: ({ post }) =>
    post('/v1/redemptions', { redeemables: [WELCOME], order: { amount: 1200 }, customer: ben }),
  enterSegment: ofOffice('seg_00vip'),
  enterSegmentWithoutPoints: ofOffice('seg_00tasting')
}
/** They earn nothing, and what follows from them earns nothing either. */
// biome-ignore format: a table
const QUIET: Readonly<Record<string, Ask>> = {
  importCustomersUsingCsv: ofItem(({ upload }) =>
    upload('/v1/customers/importCSV', ['source_id,name', 'ben,Ben Other'])),
  importVouchers: ofItem(({ post }) =>
    post('/v1/vouchers/import', [{ code: 'G-1', gift: { amount: 5 }, customer: 'ben' }]))
}

t.test('points that are due refuse what happens to a customer', async t => {
  const service = await givenDue(t)
  const stored = () => fingerprint(service.store)
  const before = await stored()
  for (const [name, ask] of Object.entries({ ...REQUESTS, ...QUIET })) {
    t.match(await ask(service), { body: { key: 'invalid_amount' } }, name)
    if (!name.startsWith('import')) t.strictSame(await stored(), before, `${name} leaves nothing`)
  }
  const card = '/v1/vouchers/CLUB-BEN-0001'
  t.match(await service.put(card, { metadata: { till: 4 } }), { body: { metadata: { till: 4 } } })
  for (const deed of ['disable', 'enable']) {
    t.match((await service.post(`${card}/${deed}`)).body, { active: deed === 'enable' })
  }
  t.equal((await service.delete('/v1/customers/ben')).status, 204)
  t.match((await service.get(card)).body, { holder_id: null, loyalty_card: { balance: 0 } })
})

t.test('points that follow refuse what they follow from', async t => {
  const service = await givenEntry(t)
  const before = await fingerprint(service.store)
  for (const [name, ask] of Object.entries(REQUESTS)) {
    t.match(await ask(service), { body: { key: 'invalid_amount' } }, name)
    t.strictSame(await fingerprint(service.store), before, `${name} leaves nothing`)
  }
  for (const [name, ask] of Object.entries(QUIET)) {
    t.notMatch(await ask(service), { body: { key: 'invalid_amount' } }, name)
  }
})

t.test('sendCustomEvent: what it earns and what follows refuses it if too much', async t => {
  const review = { event: 'product_reviewed', custom_event: { schema_id: 'ms_00review' } }
  const gold = { event: 'customer.loyalty.tier.upgraded', loyalty_tier: { id: 'ltr_00gold' } }
  const lifting = { ...review, loyalty: { type: 'FIXED', points: 1000 } }
  for (const rules of [tooMuch(review), [lifting, ...tooMuch(gold)]]) {
    const service = await givenService(t)
    t.equal((await service.post(`${CLUB}/earning-rules`, rules)).status, 200)
    const before = await fingerprint(service.store)
    const sent = await service.post('/v1/events', { event: 'product_reviewed', customer: ben })
    t.match(sent.body, { key: 'invalid_amount' })
    t.strictSame(await fingerprint(service.store), before)
  }
})

t.test('createSegment: a customer whose points cannot be counted holds up nobody', async t => {
  const service = await givenDue(t)
  const { body } = await service.post('/v1/segments', {
    name: 'Guests',
    customers: ['ben', 'cleo']
  })
  await service.work()
  t.equal((await service.get(`/v1/segments/${body.id}`)).body.initial_sync_status, 'DONE')
  const inside = async (who: string) =>
    (await service.get(`/v1/customers/${who}/segments`)).body.data.map(
      ({ name }: { name: string }) => name
    )
  t.strictSame([await inside('ben'), await inside('cleo')], [[], ['Guests']])
})
