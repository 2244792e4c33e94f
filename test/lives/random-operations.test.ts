/**
 * Whatever happens to some customers of some clubs, in an order that a seed decides: orders that
 * are paid, changed and canceled, events, redemptions, carts with coupons, gift cards, promotions
 * and points that are tried, locked, redeemed and taken back, points by hand, segments, points that
 * wait, hours and months that pass with and without anybody there. After each hundred all that is
 * kept is what counting it again says, and nobody is anywhere but where they belong.
 */
import t, { type Test } from 'tap'
import { reviewCustomer } from '../../src/decisions/standing/open.ts'
import { PROJECT_ID } from '../../src/demo/known.ts'
import type { OrderStatus } from '../../src/model.ts'
import { dayAt } from '../../src/rules/validity.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { customersAfter } from '../../src/storage/customers/customers.ts'
import { loadHeldCard } from '../../src/storage/standing.ts'
import { cardsOfCustomer } from '../../src/storage/vouchers/vouchers.ts'
import { givenService, type Service } from '../support/app.ts'
import { backOffice, refusalOf, type ToldOrder } from '../support/back-office.ts'
import { type Case, type Chance, casesOf, chanceOf } from '../support/chance.ts'
import { countedSource } from '../support/counted-source.ts'
import { rawRows } from '../support/evidence.ts'
import { isHeldCard, recounted, TABLES } from '../support/recount.ts'
import { sentBack } from '../support/sent-back.ts'
import {
  atCounter,
  changePaid,
  givenDiscounts,
  makeCode,
  qualify,
  release,
  restack,
  rollBackWhole,
  shop,
  shopAtOnce
} from './support/discounts.ts'
import { givenManyClubs, REGULARS } from './support/many-clubs.ts'
import { answeredProfile, recountedProfile } from './support/profile-recount.ts'
import { type Card, type Deed, type Run, someItems, someone, sound } from './support/run.ts'

const ZONE = 'Europe/Berlin'
const PROGRAMS = ['camp_00club', 'camp_00month', 'camp_00quarter', 'camp_00bakery'] as const
const REWARDS = ['rew_00mug', 'rew_00coupon', 'rew_00gift', 'rew_00bakery'] as const
const HOUR_MS = 3_600_000
const TURNS = 200

/** The cards that customers hold. */
async function cardsOf({ store }: Service): Promise<readonly Card[]> {
  return store.read(PROJECT_ID, async session => {
    const found: Card[] = []
    for (const { id: customerId } of await session.all(customersAfter, { after: '', limit: 99 })) {
      for (const voucher of await session.all(cardsOfCustomer, { customerId })) {
        const { id, code, balance } = voucher
        const campaignId = String(voucher.campaignId)
        found.push({ id, code, campaignId, holder: customerId, balance: Number(balance) })
      }
    }
    return found
  })
}

const deeds: readonly (readonly [weight: number, name: string, deed: Deed])[] = [
  [6, 'an order', run => refusalOf(run.office.order(someOrder(run.chance)))],
  [3, 'an order, as estimated', run => payAsEstimated(run)],
  [2, 'orders at once', run => ordersAtOnce(run)],
  [1, 'everything at once', run => allAtOnce(run)],
  [3, 'an event', run => sendEvent(run)],
  [7, 'a redemption', run => redeem(run)],
  [3, 'a rollback', run => rollBack(run)],
  [2, 'a code', makeCode],
  [6, 'a cart', shop],
  [2, 'carts at once', shopAtOnce],
  [3, 'a rollback of a whole', rollBackWhole],
  [2, 'an order of a cart', changePaid],
  [2, 'a code at a counter', atCounter],
  [1, 'a lock given up', release],
  [1, 'a question what to use', qualify],
  [1, 'other stacking rules', restack],
  [2, 'points by hand', run => adjust(run)],
  [2, 'a segment by hand', run => enterByHand(run)],
  [3, 'points that wait', run => settleWaiting(run)],
  [1, 'a profile', run => describe(run)],
  [1, 'a new rule', run => addRule(run)],
  [3, 'time', run => pass(run)]
]

/** One of the ten orders of somebody, now and then without saying whose it is. */
function someOrder(chance: Chance): ToldOrder {
  const customer = someone(chance)
  const status = chance.pick<OrderStatus>([
    ...(['CREATED', 'PAID', 'PAID', 'PAID', 'FULFILLED', 'CANCELED', 'CANCELED'] as const)
  ])
  return {
    sourceId: `${customer}-${chance.below(10)}`,
    status,
    ...(chance.once(9) ? {} : { customer: chance.once(20) ? someone(chance) : customer }),
    ...(chance.once(3) ? {} : { items: someItems(chance) }),
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
  // What the calendar brings anyway is no order's: it is settled first.
  await office.customer({ sourceId: customer })
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
async function everOf({ service }: Run, sourceId: string): Promise<Map<string, number>> {
  const { id: customerId } = (await service.get(`/v1/customers/${sourceId}`)).body
  const cards = await service.store.read(PROJECT_ID, session =>
    session.all(cardsOfCustomer, { customerId })
  )
  return new Map(
    cards.map(({ campaignId, points, pendingPoints }) => [
      String(campaignId),
      Number(points) + Number(pendingPoints)
    ])
  )
}

async function ordersAtOnce({ chance, office }: Run): Promise<void> {
  const order = someOrder(chance)
  const times = chance.between(2, 4)
  await Promise.all(Array.from({ length: times }, () => refusalOf(office.order(order))))
}

/** Different things, of the same few customers, while what is due is being done. */
async function allAtOnce(run: Run): Promise<void> {
  const { office, chance } = run
  const order = () => refusalOf(office.order(someOrder(chance)))
  await Promise.all([
    order(),
    redeem(run),
    sendEvent(run),
    adjust(run),
    order(),
    rollBack(run),
    pass(run),
    redeem(run),
    shopAtOnce(run),
    release(run),
    rollBackWhole(run),
    rollBack(run)
  ])
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
    ? { source_id: `${someone(chance)}-${chance.below(10)}` }
    : { items: someItems(chance).map(([product_id, quantity]) => ({ product_id, quantity })) }
  const body = coin
    ? { reward: { id: 'rew_00coin', ...points }, order }
    : { reward: { id: chance.pick(REWARDS) } }
  const url = `/v1/loyalties/${campaignId}/members/${code}/redemption`
  const times = chance.once(5) ? 4 : 1
  const asked = Array.from({ length: times }, () => service.post(url, body))
  for (const answer of await Promise.all(asked)) {
    const { id, reward } = sound(run, answer).body
    if (id !== undefined) run.redeemed.push(id)
    // What was handed out for points is used, locked and given back like any other code.
    if (reward?.voucher?.type === 'DISCOUNT_VOUCHER') run.codes.push(reward.voucher.code)
  }
}

/** Of something redeemed lately or long ago; now and then several times at once. */
async function rollBack(run: Run): Promise<void> {
  const { chance, service, redeemed } = run
  if (redeemed.length === 0) return
  const id = chance.once(2) ? chance.pick(redeemed) : chance.pick(redeemed.slice(-5))
  const times = chance.once(4) ? 3 : 1
  const asked = Array.from({ length: times }, () => service.post(`/v1/redemptions/${id}/rollback`))
  for (const answer of await Promise.all(asked)) {
    const { id: rollback } = sound(run, answer).body
    if (rollback !== undefined) run.redeemed.push(rollback)
  }
}

async function adjust({ chance, office, cards }: Run): Promise<void> {
  const { code, balance } = chance.pick(await cards())
  const points = chance.once(2) ? chance.between(1, 400) : -chance.between(1, balance + 5)
  await refusalOf(office.adjust(code, points))
}

async function enterByHand({ chance, office }: Run): Promise<void> {
  await office.enter('seg_00vip', chance.pick(REGULARS))
}

/** One that waits; now and then one that did. */
async function settleWaiting({ chance, service, office, cards, waited }: Run): Promise<void> {
  const { code } = chance.pick(await cards())
  const { data } = (await service.get(`/v1/loyalties/members/${code}/pending-points`)).body
  const ids = data.map(({ id }: { id: string }) => id)
  waited.push(...ids)
  if (waited.length === 0) return
  const id = chance.pick<string>(ids.length > 0 && !chance.once(9) ? ids : waited)
  const how = chance.below(4)
  if (how === 0) await refusalOf(office.activate(id))
  else if (how === 1) await refusalOf(office.cancelPending(id))
  else await refusalOf(office.adjustPending(id, chance.between(-60, 60)))
}

async function describe({ chance, office }: Run): Promise<void> {
  const plan = chance.pick(['gold', 'silver', null])
  await office.customer({ sourceId: someone(chance), metadata: { plan } })
}

/** Now and then one more rule, for some time. */
async function addRule(run: Run): Promise<void> {
  const { chance, service } = run
  if (!chance.once(3)) return
  const began = Date.parse(service.shell.now()) - chance.between(0, 9) * 24 * HOUR_MS
  const dates = {
    start_date: new Date(began).toISOString(),
    expiration_date: new Date(began + chance.between(1, 60) * 24 * HOUR_MS).toISOString()
  }
  const paid = { event: 'order.paid', ...(chance.once(2) ? dates : {}) }
  const pending_points = { period_type: 'DAY', period_value: chance.between(1, 40) }
  const rule = chance.pick([
    { ...paid, loyalty: { type: 'FIXED', points: chance.between(1, 30) } },
    { ...paid, loyalty: { type: 'FIXED', points: chance.between(1, 30) }, pending_points },
    {
      event: 'product_reviewed',
      custom_event: { schema_id: 'ms_00review' },
      loyalty: {
        type: 'PROPORTIONAL',
        calculation_type: 'CUSTOM_EVENT_METADATA',
        custom_event: { metadata: { every: 2, points: 3, property: 'rating' } }
      }
    },
    {
      event: 'customer.loyalty.tier.upgraded',
      loyalty_tier: { id: '__ANY__' },
      loyalty: { type: 'FIXED', points: chance.between(1, 9) }
    }
  ])
  const url = `/v1/loyalties/${chance.pick(PROGRAMS)}/earning-rules`
  sound(run, await service.post(url, [rule]))
}

/** Hours, days or a month; now and then nobody is there to notice. */
async function pass({ chance, service }: Run): Promise<void> {
  const days = chance.pick([0, 0, 1, 1, chance.between(2, 9), chance.between(2, 40)])
  const hours = days * 24 + chance.between(1, 20)
  service.setNow(new Date(Date.parse(service.shell.now()) + hours * HOUR_MS).toISOString())
  if (!chance.once(4)) await service.work()
}

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
  const tables = await rawRows(store, TABLES)
  const found = recounted(tables, dayAt(shell.now(), ZONE))
  for (const [what, mistakes] of Object.entries(found)) t.strictSame(mistakes, [], what)
  for (const { id } of tables.customers) {
    const [answered, counted] = [answeredProfile, recountedProfile].map(profile =>
      profile(service, String(id))
    )
    t.strictSame(await answered, await counted, `what the answer about ${id} adds up`)
  }
  t.strictSame(await keptForNothing(service), [], 'what left for points is not also kept')
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

/** Coupons that can be used, or are used, although the points that they cost came back. */
async function keptForNothing({ store }: Service): Promise<readonly unknown[]> {
  const { redemptions, vouchers } = await rawRows(store, ['redemptions', 'vouchers'])
  const handedOut = redemptions
    .filter(({ status, parent_id: parent }) => status === 'ROLLED_BACK' && parent === null)
    .map(({ record }) => JSON.parse(String(record)).reward?.voucher?.voucher.id)
  return vouchers
    .filter(({ id, type }) => type === 'DISCOUNT_VOUCHER' && handedOut.includes(id))
    .filter(({ active, redeemed_quantity: uses }) => Number(active) !== 0 || uses !== 0)
    .map(({ code }) => code)
}

t.test('whatever happens in whatever order, everything adds up', async t => {
  t.setTimeout(0)
  for (const each of casesOf(t, { gate: 1, soak: 4 })) await everythingAddsUp(t, each)
})

async function everythingAddsUp(t: Test, chance: Case): Promise<void> {
  // Codes are drawn apart, so that how often somebody has to try again changes nothing else.
  const { below: random } = chanceOf(chance.seed)
  const complaints: string[] = []
  const service = await givenService(t, {
    ids: { ...countedSource(), random },
    log: { level: 'error', stream: { write: line => void complaints.push(line) } }
  })
  const office = await backOffice(service)
  await givenManyClubs(service, office)
  await givenDiscounts(service)
  const cards = () => cardsOf(service)
  const codes = ['GIFT-2500', 'WELCOME']
  const known = { waited: [], redeemed: [], paid: [], codes }
  const run: Run = { t, chance, service, office, cards, ...known }
  for (let count = 0; count < 8; count++) await makeCode(run)
  const bag = deeds.flatMap(([weight, name, deed]) => Array(weight).fill([name, deed] as const))
  const done: string[] = []
  for (let turn = 1; turn <= TURNS; turn++) {
    const [name, deed] = chance.pick<readonly [string, Deed]>(bag)
    done.push(name)
    await deed(run)
    if (turn % 100 === 0) await checkAll(run)
    if (!t.passing()) {
      t.comment(`turn ${turn}, ${service.shell.now()}: ${done.slice(-5).join(', ')}`)
      break
    }
  }
  t.strictSame(await sentBack(service), [], 'what was answered may be sent back')
  t.strictSame(complaints, [], 'nothing was reported')
}
