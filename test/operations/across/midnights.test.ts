/**
 * What the calendar has brought is shown and counts from its midnight on, whether the timer has
 * booked it yet or not; and whatever decides books it first, so that it makes no difference who is
 * there first.
 */
import t from 'tap'
import { csvRows } from '../../../src/decisions/exports.ts'
import { PROJECT_ID } from '../../../src/demo/known.ts'
import { loadExportItems } from '../../../src/storage/exports.ts'
import { projectNamed } from '../../../src/storage/projects.ts'
import { givenService, type Service } from '../../support/app.ts'
import { fingerprint, rawRows } from '../../support/evidence.ts'
import { onDemo } from '../../support/on-demo.ts'
import type { RawRow } from '../../support/stores.ts'

const CLUB = '/v1/loyalties/camp_00club'
/** Points of 2 March lapse before this morning, and points that wait for 4 March are there. */
const MORNING = '2026-03-05T09:00:00.000Z'

/**
 * A member with 1,000 points of which 900 end with 2 March, who is Gold by them; a mug was bought
 * for 60, and beans that bring 10 points on 4 March. `mug` and `beans` name what they did.
 */
async function givenMember(service: Service, name: string) {
  const joined = await service.post(`${CLUB}/members`, { customer: { source_id: name } })
  const card: string = joined.body.code
  const balance = `/v1/loyalties/members/${card}/balance`
  await service.post(balance, { points: 160, expiration_type: 'NON_EXPIRING' })
  const lapsing = { expiration_type: 'CUSTOM_DATE', expiration_date: '2026-03-02' }
  await service.post(balance, { points: 900, ...lapsing })
  const mug = await service.post(`/v1/loyalties/members/${card}/redemption`, {
    reward: { id: 'rew_00mug' }
  })
  const beans = await service.post('/v1/orders', {
    source_id: `beans-${name}`,
    customer: { source_id: name },
    status: 'PAID',
    items: [{ product_id: 'prod_00beans', quantity: 1 }]
  })
  t.strictSame([joined.status, mug.status, beans.status], [200, 200, 200])
  const holder: string = joined.body.holder_id
  return { name, card, holder, mug: mug.body.id as string, beans: beans.body.id as string }
}

type Member = Awaited<ReturnType<typeof givenMember>>

async function seen({ get }: Service, { name, card }: Member) {
  const shown = async (url: string) => (await get(url)).body
  const { body: customer } = await get(`/v1/customers/${name}`)
  return {
    customer,
    customers: await shown(`/v1/customers?limit=100`),
    voucher: await shown(`/v1/vouchers/${card}`),
    vouchers: await shown(`/v1/vouchers?customer=${customer.id}`),
    ofCampaign: await shown('/v1/vouchers?campaign=camp_00club&limit=100'),
    member: await shown(`${CLUB}/members/${card}`),
    members: await shown(`${CLUB}/members?limit=100`),
    pending: await shown(`/v1/loyalties/members/${card}/pending-points`),
    page: (await get(new URL(customer.assets.cockpit_url).pathname, {})).bytes
  }
}

onDemo('reads show what can be spent at their instant, and write nothing', async (t, service) => {
  const member = await givenMember(service, 'dana')
  t.match((await seen(service, member)).customer.loyalty, {
    campaigns: { 'Coffee Club': { loyalty_tier: 'ltr_00gold' } }
  })
  await service.work()
  service.setNow(MORNING)
  const before = await fingerprint(service.store)
  const early = await seen(service, member)
  t.strictSame(await fingerprint(service.store), before, 'nothing is written')
  t.match(early.voucher.loyalty_card, { expired_points: 840, pending_points: 0 })
  t.equal(early.customer.loyalty.points, early.voucher.loyalty_card.balance)
  const found = early.customer.summary.redemptions.loyalty_card.points_to_go
  t.equal(found, early.customer.loyalty.points)
  t.match(early.customer.loyalty.campaigns['Coffee Club'], { loyalty_tier: 'ltr_00silver' })
  t.strictSame(early.pending.data, [])
  await service.work()
  t.strictSame(await seen(service, member), early, 'and the timer books the very same')
})

onDemo('exports show what can be spent as of their instant', async (t, service) => {
  const { card } = await givenMember(service, 'dana')
  await service.work()
  service.setNow(MORNING)
  const { customers, vouchers, lots } = await rawRows(service.store, [
    'customers',
    'vouchers',
    'lots'
  ])
  const fieldsOf = {
    customer: ['source_id', 'loyalty_points'],
    voucher: ['code', 'loyalty_balance', 'value', 'updated_at'],
    points_expiration: ['id', 'points', 'status', 'expires_at']
  }
  const exported = async (kind: 'customer' | 'voucher' | 'points_expiration', of: typeof lots) => {
    const moment = { now: MORNING, project: await theProject(service) }
    const ids = of.map(({ id }) => String(id))
    const load = loadExportItems(kind, ids, moment)
    return csvRows(kind, fieldsOf[kind], await service.store.read(PROJECT_ID, load), 1)
  }
  const files = async () => [
    await exported('customer', customers),
    await exported('voucher', vouchers),
    await exported('points_expiration', lots)
  ]
  const early = await files()
  await service.work()
  t.strictSame(await files(), early, 'and the timer books the very same')
  const { loyalty_card: shown } = (await service.get(`/v1/vouchers/${card}`)).body
  t.match(shown, { expired_points: 840, pending_points: 0 })
  t.ok(early[1]?.some(cells => cells.includes(String(shown.balance))))
})

async function theProject({ store }: Service) {
  const project = await store.read(null, session => projectNamed(session, PROJECT_ID))
  return project as NonNullable<typeof project>
}

const KINDS: Readonly<Record<string, (service: Service, member: Member) => Promise<unknown>>> = {
  redeemReward: ({ post }, { card }) =>
    post(`${CLUB}/members/${card}/redemption`, { reward: { id: 'rew_00mug' } }),
  'redeemReward, refused': ({ post }, { card }) =>
    post(`${CLUB}/members/${card}/redemption`, { reward: { id: 'rew_00nothing' } }),
  sendCustomEvent: ({ post }, { name }) =>
    post('/v1/events', {
      event: 'product_reviewed',
      customer: { source_id: name },
      metadata: { rating: 4 }
    }),
  'createOrder, paid': ({ post }, { name }) =>
    post('/v1/orders', {
      source_id: `more-${name}`,
      customer: { source_id: name },
      status: 'PAID',
      amount: 25_00
    }),
  'updateOrder, canceled': ({ put }, { beans }) =>
    put(`/v1/orders/${beans}`, { status: 'CANCELED' }),
  'updateLoyaltyCardBalance, given': ({ post }, { card }) =>
    post(`/v1/loyalties/members/${card}/balance`, { points: 1 }),
  'updateLoyaltyCardBalance, taken': ({ post }, { card }) =>
    post(`/v1/loyalties/members/${card}/balance`, { points: -1 }),
  rollbackRedemption: ({ post }, { mug }) => post(`/v1/redemptions/${mug}/rollback`, {}),
  updateCustomer: ({ put }, { name }) => put(`/v1/customers/${name}`, { name: 'Dana' }),
  addMember: ({ post }, { name }) =>
    post(`${CLUB}/members`, { customer: { source_id: name, name: 'Dana' } }),
  createPublication: ({ post }, { name }) =>
    post('/v1/publications', { customer: { source_id: name }, campaign: { name: 'Coffee Club' } }),
  updateVoucher: ({ put }, { card }) => put(`/v1/vouchers/${card}`, { metadata: { till: 4 } }),
  disableVoucher: ({ post }, { card }) => post(`/v1/vouchers/${card}/disable`, {}),
  deleteCustomer: service => service.delete(`/v1/customers/deleted`)
}

const named = (kind: string) =>
  kind === 'deleteCustomer' ? 'deleted' : kind.toLowerCase().replace(/\W+/g, '-')

/** Columns that say who made a row and not what it says. */
const IDS = /(^|_)(id|ids|group|source|lots|event_id|code|code_key|order_id|entity_id|secret)$/

function saying(row: RawRow): string {
  const kept = Object.entries(row).filter(([column]) => !IDS.test(column))
  return JSON.stringify(Object.fromEntries(kept)).replaceAll(
    /\b(v-[0-9a-f]+|[a-z]+_\d{6})\b/g,
    'ID'
  )
}

async function booked(service: Service) {
  const tables = await rawRows(service.store, [
    'customers',
    'vouchers',
    'lots',
    'ledger_entries',
    'pending_points',
    'tier_memberships',
    'customer_totals',
    'segment_members',
    'events'
  ])
  const holders = new Map(tables.vouchers.map(row => [row['id'], row['holder_id']]))
  const whose = (row: RawRow) =>
    row['customer_id'] ?? row['holder_id'] ?? holders.get(row['voucher_id'])
  return (holder: string) =>
    Object.fromEntries(
      Object.entries(tables).map(([table, rows]) => [
        table,
        rows
          .filter(row => (table === 'customers' ? row['id'] : whose(row)) === holder)
          .map(saying)
          .toSorted()
      ])
    )
}

t.test('it makes no difference whether the timer or a request is there first', async t => {
  const outcomes = []
  for (const order of ['timer', 'request'] as const) {
    const service = await givenService(t)
    const members = new Map<string, Member>()
    for (const kind of Object.keys(KINDS)) {
      members.set(kind, await givenMember(service, named(kind)))
    }
    await service.work()
    service.setNow(MORNING)
    if (order === 'timer') await service.work()
    for (const [kind, decide] of Object.entries(KINDS)) {
      await decide(service, members.get(kind) as Member)
    }
    await service.work()
    const of = await booked(service)
    outcomes.push((kind: string) => of((members.get(kind) as Member).holder))
  }
  const [timer, request] = outcomes
  for (const kind of Object.keys(KINDS)) {
    const [one, other] = [timer?.(kind), request?.(kind)]
    t.strictSame(other, one, kind)
    const found = JSON.stringify(one?.['ledger_entries']).includes('POINTS_EXPIRATION')
    t.ok(found, `${kind} saw a lapse`)
  }
})
