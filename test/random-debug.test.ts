/**
 * Whatever happens to some customers of some clubs, in an order that a seed decides: orders that
 * are paid, changed and canceled, events, redemptions, points by hand, segments, points that wait,
 * hours and months that pass with and without anybody there. After each hundred all that is kept is
 * what counting it again says, and nobody is anywhere but where they belong.
 *
 * `TEST_CASES=20 TEST_SEED=7 npm test -- test/random-operations.test.ts` looks longer elsewhere.
 */
import t, { type Test } from 'tap'
import { reviewCustomer } from '../src/decisions/reviews.ts'
import { countedSource } from '../src/ids.ts'
import type { OrderStatus } from '../src/model.ts'
import { dayAt, daysBetween } from '../src/rules/validity.ts'
import { audit } from '../src/storage/audit.ts'
import { loadHeldCard } from '../src/storage/loads-jobs.ts'
import { type Answered, givenService, type Service } from './support/app.ts'
import { type BackOffice, backOffice, refusalOf, type ToldOrder } from './support/back-office.ts'
import { type RawRow, rawRows } from './support/evidence.ts'
import { GUESTS, givenManyClubs, type KnownOf, REGULARS, SELECTS } from './support/many-clubs.ts'
import { strayings } from './support/requests.ts'
import { type Seeded, seeded } from './support/seeded.ts'

const ZONE = 'Europe/Berlin'
const PROGRAMS = ['camp_00club', 'camp_00month', 'camp_00quarter', 'camp_00bakery'] as const
const PRODUCTS = ['prod_00beans', 'prod_00mug', 'prod_00filter'] as const
const REWARDS = ['rew_00mug', 'rew_00coupon', 'rew_00gift', 'rew_00bakery'] as const
const HOUR_MS = 3_600_000

/** Everything a deed may need. */
interface Run {
  readonly t: Test
  readonly chance: Seeded
  readonly service: Service
  readonly office: BackOffice
  /** Rows of now, found by whoever needs some to choose from. */
  readonly cards: () => Promise<readonly Card[]>
}

interface Card {
  readonly code: string
  readonly campaignId: string
  readonly balance: number
}

type Deed = (run: Run) => Promise<unknown>

const someone = (chance: Seeded) => (chance.once(8) ? chance.pick(GUESTS) : chance.pick(REGULARS))

function someItems(chance: Seeded): readonly (readonly [string, number])[] {
  const count = chance.between(1, 3)
  return Array.from({ length: count }, () => [chance.pick(PRODUCTS), chance.between(1, 6)] as const)
}

/** An answer that is one, and no fault of ours. */
function sound({ t }: Run, answer: Answered): Answered {
  const recorded = answer.body?.resource_type === 'redemption'
  const wrong = recorded ? [] : strayings(answer)
  if (wrong.length > 0 || answer.status >= 500) t.fail(`${wrong}: ${answer.bytes.slice(0, 300)}`)
  return answer
}

const deeds: readonly (readonly [weight: number, name: string, deed: Deed])[] = [
  [6, 'an order', run => { const o = someOrder(run.chance); console.log('#ORDER', JSON.stringify(o)); return refusalOf(run.office.order(o)) }],
  [3, 'an order, as estimated', run => payAsEstimated(run)],
  [2, 'the same orders at once', run => allAtOnce(run)],
  [3, 'an event', run => sendEvent(run)],
  [7, 'a redemption', run => redeem(run)],
  [2, 'points by hand', run => adjust(run)],
  [2, 'a segment by hand', run => moveByHand(run)],
  [3, 'points that wait', run => settleWaiting(run)],
  [1, 'a profile', run => describe(run)],
  [3, 'time', run => pass(run)]
]

function someOrder(chance: Seeded): ToldOrder {
  const status = chance.pick<OrderStatus>([
    ...(['CREATED', 'PAID', 'PAID', 'PAID', 'FULFILLED', 'CANCELED', 'CANCELED'] as const)
  ])
  const customer = chance.once(9) ? {} : { customer: someone(chance) }
  const items = chance.once(3) ? {} : { items: someItems(chance) }
  return {
    sourceId: `order-${chance.below(60)}`,
    status,
    ...customer,
    ...items,
    ...(chance.once(6) ? { amount: chance.below(9000) } : {}),
    ...(chance.once(4) ? { discountAmount: chance.below(3000) } : {})
  }
}

let orders = 0

/** A new order, estimated in every program: a member's card gets just that. */
async function payAsEstimated(run: Run): Promise<void> {
  const { chance, service, office, t } = run
  const customer = chance.pick(REGULARS)
  const sourceId = `estimated-${++orders}`
  const items = someItems(chance)
  const discount = chance.once(3) ? chance.below(2500) : 0
  // What is due anyway is not the order's.
  await catchUp(service)
  const estimates = new Map<string, number>()
  for (const program of PROGRAMS) {
    const { status, body } = sound(
      run,
      await service.post(`/v1/loyalties/${program}/qualifications`, {
        customer: { source_id: customer },
        order: {
          source_id: sourceId,
          items: items.map(([product_id, quantity]) => ({ product_id, quantity })),
          discount_amount: discount
        }
      })
    )
    if (status === 200) estimates.set(program, body.points_estimation)
  }
  const before = await everOf(run, customer)
  await office.order({ sourceId, status: 'PAID', customer, items, discountAmount: discount })
  const after = await everOf(run, customer)
  for (const [program, points] of before) {
    const gained = (after.get(program) as number) - points
    if (gained === estimates.get(program)) continue
    t.equal(gained, estimates.get(program), `what ${customer} gets in ${program} by ${sourceId}`)
  }
}

/** All that ever came to each card of a customer, and what waits. */
async function everOf({ service, t }: Run, customer: string): Promise<Map<string, number>> {
  const { vouchers, customers } = await rawRows(t, service.store, ['vouchers', 'customers'])
  const id = customers.find(({ source_id }) => source_id === customer)?.['id']
  return new Map(
    vouchers
      .filter(({ holder_id, type }) => holder_id === id && type === 'LOYALTY_CARD')
      .map(each => [String(each['campaign_id']), number(each, 'points') + waiting(each)])
  )
}

const waiting = (voucher: RawRow) => number(voucher, 'pending_points')

async function allAtOnce({ chance, office }: Run): Promise<void> {
  const order = someOrder(chance)
  const times = chance.between(2, 4)
  console.log('#MANY', times, JSON.stringify(order))
  await Promise.all(Array.from({ length: times }, () => refusalOf(office.order(order))))
}

async function sendEvent(run: Run): Promise<void> {
  const { chance, service } = run
  const customer = {
    source_id: chance.once(8) ? `stranger-${chance.below(12)}` : someone(chance),
    ...(chance.once(4)
      ? { metadata: { plan: chance.pick(['gold', 'platinum', 'none', null]) } }
      : {})
  }
  const friend = {
    event: 'friend_signed_up',
    customer,
    referral: { code: chance.pick(['FRIEND-ADA-0001', 'FRIEND-BEN', 'SPRING-0001']) }
  }
  const cards = chance.once(3) ? await run.cards() : []
  const review = {
    event: 'product_reviewed',
    customer,
    metadata: { rating: chance.between(1, 5) },
    ...(cards.length > 0 ? { loyalty: { code: chance.pick(cards).code } } : {})
  }
  sound(run, await service.post('/v1/events', chance.once(3) ? friend : review))
}

async function redeem(run: Run): Promise<void> {
  const { chance, service } = run
  const { code, campaignId, balance } = chance.pick(await run.cards())
  const coin = chance.once(2)
  const points = chance.once(2) ? { points: chance.between(1, Math.max(balance, 1)) } : {}
  const order = chance.once(3)
    ? { source_id: `order-${chance.below(60)}` }
    : { items: someItems(chance).map(([product_id, quantity]) => ({ product_id, quantity })) }
  const body = coin
    ? { reward: { id: 'rew_00coin', ...points }, order }
    : { reward: { id: chance.pick(REWARDS) } }
  const url = `/v1/loyalties/${campaignId}/members/${code}/redemption`
  const times = chance.once(5) ? 4 : 1
  console.log('#REDEEM', times, code, JSON.stringify(body))
  const asked = Array.from({ length: times }, () => service.post(url, body))
  for (const answer of await Promise.all(asked)) sound(run, answer)
}

async function adjust({ chance, office, cards }: Run): Promise<void> {
  const { code, balance } = chance.pick(await cards())
  const points = chance.once(2) ? chance.between(1, 400) : -chance.between(1, balance + 5)
  await refusalOf(office.adjust(code, points))
}

async function moveByHand({ chance, office }: Run): Promise<void> {
  const customer = chance.pick(REGULARS)
  await (chance.once(2) ? office.enter('seg_00vip', customer) : office.leave('seg_00vip', customer))
}

async function settleWaiting({ t, chance, service, office }: Run): Promise<void> {
  const { pending_points: entries } = await rawRows(t, service.store, ['pending_points'])
  if (entries.length === 0) return
  // Mostly one that still waits, else one that does not.
  const pending = entries.filter(({ status }) => status === 'PENDING')
  const id = String(chance.pick(pending.length > 0 && !chance.once(9) ? pending : entries)['id'])
  const how = chance.below(4)
  if (how === 0) await refusalOf(office.activate(id))
  else if (how === 1) await refusalOf(office.cancelPending(id))
  else await refusalOf(office.adjustPending(id, chance.between(-60, 60)))
}

async function describe({ chance, office }: Run): Promise<void> {
  const plan = chance.pick(['gold', 'silver', null])
  await office.customer({ sourceId: someone(chance), metadata: { plan } })
}

/** Hours, days or weeks; now and then nobody is there to notice. */
async function pass({ chance, service }: Run): Promise<void> {
  const hours = chance.pick([
    chance.between(1, 9),
    chance.between(10, 40),
    chance.between(2, 20) * 24,
    chance.once(4) ? chance.between(30, 120) * 24 : 26
  ])
  service.setNow(new Date(Date.parse(service.shell.now()) + hours * HOUR_MS).toISOString())
  if (!chance.once(4)) await service.work()
}

const number = (row: RawRow, column: string) => Number(row[column] ?? 0)

const TABLES = [
  'vouchers',
  'lots',
  'ledger_entries',
  'pending_points',
  'customers',
  'customer_totals',
  'tier_memberships',
  'segments',
  'segment_members'
] as const

type Tables = Readonly<Record<(typeof TABLES)[number], readonly RawRow[]>>

/** Does what is due by the clock, which is looked for once a minute. */
async function catchUp({ shell, setNow, work }: Service): Promise<void> {
  setNow(new Date(Date.parse(shell.now()) + 61_000).toISOString())
  await work()
}

/** Everything that must hold whatever happened, once what is due is done. */
async function checkAll({ t, service, office }: Run): Promise<void> {
  const { store, shell } = service
  await catchUp(service)
  t.match(await audit(store), { clean: true }, 'every ledger and counter, folded again')
  const tables = await rawRows(t, store, TABLES)
  t.strictSame(cardMistakes(tables), [], 'cards are what their entries and lots add up to')
  const today = dayAt(shell.now(), ZONE)
  t.strictSame(lapsed(tables, today), [], 'nothing that is due is left')
  t.strictSame(
    tierMistakes(tables, today),
    [],
    'everybody in the club is in the tier of their points'
  )
  t.strictSame(segmentMistakes(tables, today), [], 'segments hold whom their filters select')
  const moves: string[] = []
  for (const { id, code } of tables.vouchers.filter(isHeldCard)) {
    const changes = await office.ask(loadHeldCard(String(id)), (facts, occasion) => {
      const decision = facts === null ? null : reviewCustomer(facts, occasion)
      if (decision === null || 'refusal' in decision) return ['refused']
      return decision.changes.map(({ kind }) => kind)
    })
    moves.push(...changes.map(kind => `${code}: ${kind}`))
  }
  t.strictSame(moves, [], 'nobody has to go anywhere')
}

const isHeldCard = ({ type, holder_id }: RawRow) => type === 'LOYALTY_CARD' && holder_id !== null

function cardMistakes({ vouchers, lots, ledger_entries, pending_points }: Tables): string[] {
  const sum = (rows: readonly RawRow[] | undefined, column: string) =>
    (rows ?? []).reduce((total, row) => total + number(row, column), 0)
  const entries = Map.groupBy(ledger_entries, row => row['voucher_id'])
  const held = Map.groupBy(lots, row => row['voucher_id'])
  const waits = Map.groupBy(
    pending_points.filter(({ status }) => status === 'PENDING'),
    row => row['voucher_id']
  )
  return vouchers
    .filter(({ type }) => type === 'LOYALTY_CARD')
    .flatMap(({ id, balance, pending_points: pending, ...row }) => {
      const found = [sum(entries.get(id), 'amount'), sum(held.get(id), 'remaining')]
      const right =
        found.every(each => each === balance) && sum(waits.get(id), 'points') === pending
      return right && Number(balance) >= 0 ? [] : [`${row['code']} ${balance}, not ${found}`]
    })
}

function lapsed({ lots, pending_points }: Tables, today: string): string[] {
  const old = lots.filter(
    ({ expires_on, remaining }) =>
      Number(remaining) > 0 && expires_on !== null && String(expires_on) < today
  )
  const due = pending_points.filter(
    ({ status, activates_on }) => status === 'PENDING' && String(activates_on) <= today
  )
  return [...old, ...due].map(({ id }) => String(id))
}

/** The demo's club goes by the balance at once: silver below a thousand points, then gold. */
function tierMistakes({ vouchers, tier_memberships, lots }: Tables, today: string): string[] {
  const tiers = new Map(tier_memberships.map(row => [row['voucher_id'], row['tier_id']]))
  return vouchers
    .filter(card => isHeldCard(card) && card['campaign_id'] === 'camp_00club')
    .flatMap(({ id, code }) => {
      const points = lots
        .filter(
          ({ voucher_id, expires_on }) => voucher_id === id && !(String(expires_on ?? 'x') < today)
        )
        .reduce((total, row) => total + number(row, 'remaining'), 0)
      const due = points < 1000 ? 'ltr_00silver' : 'ltr_00gold'
      return tiers.get(id) === due ? [] : [`${code}: ${points} points, ${tiers.get(id)}`]
    })
}

function segmentMistakes(tables: Tables, today: string): string[] {
  const inside = new Set(
    tables.segment_members.map(({ segment_id, customer_id }) => `${segment_id} ${customer_id}`)
  )
  return tables.customers.flatMap(({ id, source_id, metadata }) => {
    const known = knownOf(tables, String(id), String(metadata), today)
    return tables.segments.flatMap(({ id: segmentId, name }) => {
      const selects = SELECTS[String(name)]
      if (selects === undefined || selects(known) === inside.has(`${segmentId} ${id}`)) return []
      return [`${source_id} and ${name}: ${JSON.stringify(known)}`]
    })
  })
}

function knownOf(tables: Tables, id: string, metadata: string, today: string): KnownOf {
  const totals = tables.customer_totals.find(({ customer_id }) => customer_id === id) ?? {}
  const card = (campaign: string) =>
    tables.vouchers.find(
      ({ holder_id, campaign_id }) => holder_id === id && campaign_id === campaign
    )
  const last = (totals as RawRow)['last_order_date'] ?? null
  const monthly = card('camp_00month')?.['id']
  const tier = tables.tier_memberships.find(({ voucher_id }) => voucher_id === monthly)?.['tier_id']
  return {
    ordersCount: number(totals, 'orders_count'),
    ordersAmount: number(totals, 'orders_amount'),
    failed: number(totals, 'redemptions_failed'),
    lastOrderDaysAgo: last === null ? null : daysBetween(dayAt(String(last), ZONE), today),
    clubPoints: (card('camp_00club')?.['balance'] ?? null) as number | null,
    tier: (tier ?? null) as string | null,
    plan: JSON.parse(metadata).plan
  }
}

t.test('whatever happens in whatever order, everything adds up', async t => {
  const chance = seeded(t)
  const complaints: string[] = []
  const service = await givenService(t, {
    ids: { ...countedSource(), random: chance.below },
    log: { level: 'error', stream: { write: line => void complaints.push(line) } }
  })
  const office = await backOffice(service)
  await givenManyClubs(service, office)
  const cards = async () => {
    const { vouchers } = await rawRows(t, service.store, ['vouchers'])
    return vouchers.filter(isHeldCard).map(({ code, campaign_id, balance }) => ({
      code: String(code),
      campaignId: String(campaign_id),
      balance: Number(balance)
    }))
  }
  const run: Run = { t, chance, service, office, cards }
  const bag = deeds.flatMap(([weight, name, deed]) => Array(weight).fill([name, deed] as const))
  const done: string[] = []
  for (let turn = 1; turn <= chance.cases(2000); turn++) {
    const [name, deed] = chance.pick<readonly [string, Deed]>(bag)
    done.push(name)
    await deed(run)
    if (turn % 100 === 0) await checkAll(run)
    { const a = await audit(service.store); if (!a.clean) t.fail(a.disagreement) }
    if (!t.passing()) {
      t.comment(`turn ${turn}, ${service.shell.now()}: ${done.slice(-5).join(', ')}`)
      break
    }
  }
  t.strictSame(complaints, [], 'nothing was reported')
  t.comment(`until ${service.shell.now()}`)
})
