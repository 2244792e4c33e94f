/**
 * What went wrong elsewhere when many came at once, as promises: each of these was a shop that gave
 * something twice, or a customer who paid for nothing. Those about any number of clients who want the
 * same points, stock, uses, credit, coupons or limit stand in supplies.test.ts.
 */
import t from 'tap'
import { type Answer, givenOneService, type Shop } from './support/floor.ts'
import {
  CENTS,
  cardOf,
  givenEarning,
  givenLimit,
  givenOffer,
  givenProgram,
  newName,
  redeem
} from './support/program.ts'
import { atOnce, racesOn, succeeded } from './support/rush.ts'

const service = await givenOneService(t)

const lesson = racesOn(service, t)

/** What everybody is answered who asks at once: by its key, or `done`. */
function outcomes(answers: readonly Answer[]): Readonly<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { status, body } of answers) {
    const outcome = status === 200 ? 'done' : body.key
    found[outcome] = (found[outcome] ?? 0) + 1
  }
  return found
}

/** A program that pays orders with points, a cent for each. */
async function givenPaying(shop: Shop, told: Parameters<typeof givenProgram>[1]) {
  const { id, cards } = await givenProgram(shop, told)
  const offer = await givenOffer(shop, id, { price: null, parameters: CENTS })
  const pay = (order: object, card = 0) => redeem(shop, id, cards[card] as string, offer, order)
  return { id, code: cards[0] as string, offer, pay }
}

const storedOrders = async (shop: Shop) =>
  (await shop.done(shop.get('/v1/orders?limit=100'))).orders as readonly {
    readonly status: string
    readonly source_id: string
    readonly total_discount_amount: number | null
  }[]

/** The types of what moved on a card. */
const movementsOn = async (shop: Shop, code: string): Promise<readonly string[]> =>
  (await shop.done(shop.get(`/v1/vouchers/${code}/transactions?limit=100`))).data
    .map(({ type }: { type: string }) => type)
    .toSorted()

lesson('one voucher for one use, several checkouts: one order is paid with it', async (t, shop) => {
  const { code, pay } = await givenPaying(shop, { points: 900, quantity: 1 })
  const answers = await atOnce(30, n => pay({ source_id: `cart-${n}`, amount: 10 }))
  t.strictSame(outcomes(answers), { done: 1, quantity_exceeded: 29 })
  const [paid, ...others] = await storedOrders(shop)
  t.match(paid, { status: 'PAID', source_id: succeeded(answers)[0]?.body.order.source_id })
  t.strictSame(others, [], 'the others have no order')
  t.match(await cardOf(shop, code), { balance: 890, uses: 1 })
})

lesson('who comes too late has paid nothing, and gets nothing back', async (t, shop) => {
  const { code, pay } = await givenPaying(shop, { points: 30 })
  const carts = Array.from({ length: 20 }, () => ({ source_id: newName('cart'), amount: 10 }))
  for (const cart of carts) await shop.done(shop.post('/v1/orders', cart))
  const answers = await Promise.all(carts.map(cart => pay(cart)))
  t.strictSame(outcomes(answers), { done: 3, loyalty_card_points_exceeded: 17 })
  const paid = succeeded(answers).map(({ body }) => body.order.source_id)
  for (const { source_id, status, total_discount_amount } of await storedOrders(shop)) {
    const expected = paid.includes(source_id) ? ['PAID', 10] : ['CREATED', null]
    t.strictSame([status, total_discount_amount], expected, source_id)
  }
  const spent = Array.from({ length: 3 }, () => 'POINTS_REDEMPTION')
  t.strictSame(await movementsOn(shop, code), ['POINTS_ADDITION', ...spent])
})

lesson('each unit goes back once, while its card pays for others', async (t, shop) => {
  const { code, pay } = await givenPaying(shop, { points: 900 })
  await shop.done(pay({ source_id: 'mugs', items: [{ quantity: 5, price: 100 }] }))
  t.equal((await cardOf(shop, code)).balance, 400)
  const unit = { items: [{ index: 0, quantity: 1 }] }
  const [backs, buys] = await Promise.all([
    atOnce(8, () => shop.post('/v1/orders/mugs/returns', unit)),
    atOnce(12, n => pay({ source_id: `cart-${n}`, amount: 100 }))
  ])
  t.strictSame(outcomes(backs), { done: 5, invalid_order: 3 })
  const { done = 0, ...others } = outcomes(buys)
  t.ok(done >= 4 && done <= 9, `${done} of 4 to 9`)
  t.strictSame(others, { loyalty_card_points_exceeded: 12 - done })
  t.equal((await cardOf(shop, code)).balance, 900 - 100 * done)
})

lesson('who asks ten times at once for a code that is given once has one', async (t, shop) => {
  const name = newName('once')
  const { id } = await shop.done(
    shop.post('/v1/campaigns', {
      name,
      type: 'AUTO_UPDATE',
      join_once: true,
      voucher: { type: 'DISCOUNT_VOUCHER', discount: { type: 'PERCENT', percent_off: 10 } }
    })
  )
  for (const source_id of [newName('known'), newName('new')]) {
    if (source_id.startsWith('known')) await shop.done(shop.post('/v1/customers', { source_id }))
    const asked = { customer: { source_id }, campaign: { id } }
    const answers = await atOnce(10, () => shop.post('/v1/publications', asked))
    t.strictSame(outcomes(answers), { done: 10 })
    t.equal(new Set(answers.map(({ body }) => body.voucher.code)).size, 1, source_id)
  }
})

lesson('what a rollback gives back of a limit can be used again, once', async (t, shop) => {
  const { id, cards } = await givenProgram(shop, { points: 100 })
  const offer = await givenOffer(shop, id, { price: 10, stock: 1 })
  await givenLimit(shop, offer.assignmentId, 'redemption.count.per_customer', 1)
  const attempt = () => redeem(shop, id, cards[0] as string, offer)
  const first = await shop.done(attempt())
  t.equal((await attempt()).status, 400, 'the limit stands')
  await atOnce(5, () => shop.post(`/v1/redemptions/${first.id}/rollback`))
  t.strictSame(outcomes(await atOnce(20, attempt)), { done: 1, redemption_rules_violated: 19 })
  t.match(await cardOf(shop, cards[0] as string), { balance: 90, uses: 1 })
})

/** A member who earns 25 points for an order that is paid. */
async function givenBuyer(shop: Shop, points: number) {
  const paying = await givenPaying(shop, { points })
  await givenEarning(shop, paying.id, 25)
  const { holder_id } = await shop.done(shop.get(`/v1/vouchers/${paying.code}`))
  const order = { source_id: newName('cart'), amount: 40, customer: { id: holder_id } }
  await shop.done(shop.post('/v1/orders', order))
  const become = (status: string) => shop.put(`/v1/orders/${order.source_id}`, { status })
  return { ...paying, order, become }
}

lesson('an order that several say is paid earns once', async (t, shop) => {
  const { code, order, pay, become } = await givenBuyer(shop, 100)
  const said = await Promise.all([
    atOnce(20, () => become('PAID')),
    atOnce(20, () => pay({ source_id: order.source_id }))
  ])
  const withPoints = succeeded(said[1]).length
  t.ok(withPoints <= 1, `${withPoints} paid with points`)
  t.equal((await cardOf(shop, code)).balance, 100 + 25 - 40 * withPoints)
})

lesson('buying and canceling at once, over and over, brings nothing', async (t, shop) => {
  const { code, become } = await givenBuyer(shop, 100)
  for (let turn = 0; turn < 3; turn++) {
    await atOnce(20, n => become(n % 2 === 0 ? 'PAID' : 'CANCELED'))
    await shop.done(become('CANCELED'))
    t.equal((await cardOf(shop, code)).balance, 100)
  }
})

lesson('an order canceled and rolled back gives its points back once', async (t, shop) => {
  const { code, order, pay, become } = await givenBuyer(shop, 100)
  const { id } = await shop.done(pay({ source_id: order.source_id }))
  t.equal((await cardOf(shop, code)).balance, 100 - 40 + 25)
  const [rollbacks] = await Promise.all([
    atOnce(20, () => shop.post(`/v1/redemptions/${id}/rollback`)),
    atOnce(5, () => become('CANCELED'))
  ])
  t.strictSame(outcomes(rollbacks), { done: 1, already_rolled_back: 19 })
  t.match(await cardOf(shop, code), { balance: 100, redeemed: 0, uses: 0 })
})

lesson('many who spend take what ends first', async (t, shop) => {
  const { id, cards } = await givenProgram(shop, { points: 0 })
  const [code] = cards as [string]
  const offer = await givenOffer(shop, id, { price: 7 })
  const last = ['2036-12-31', '2036-06-30']
  const given = await atOnce(2, n =>
    shop.post(`/v1/loyalties/members/${code}/balance`, {
      points: 50 * (n + 1),
      expiration_type: 'CUSTOM_DATE',
      expiration_date: last[n]
    })
  )
  t.strictSame(outcomes(given), { done: 2 })
  t.strictSame(outcomes(await atOnce(9, () => redeem(shop, id, code, offer))), { done: 9 })
  const { loyalty_card } = await shop.done(shop.get(`/v1/vouchers/${code}`))
  t.match(loyalty_card, {
    balance: 150 - 63,
    next_expiration_date: '2036-06-30',
    next_expiration_points: 100 - 63
  })
})
