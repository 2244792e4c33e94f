/**
 * How many round trips to PostgreSQL the busiest operations make, in the usual case: the demo, what
 * is set up is in memory, and the connection has the statements. They are counted on the wire, with
 * BEGIN and COMMIT. One more is a decision that somebody takes, here and with a reason.
 */
import t, { type Test } from 'tap'
import { givenDatabase } from '../../storage/support/postgres.ts'
import { givenService } from '../../support/app.ts'
import { onServer } from '../../support/postgres-databases.ts'
import { ask, firstShown, operationNamed } from '../../support/requests.ts'
import { type Trip, Wire } from '../../support/wire.ts'

const CART = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const COUPON = { redeemables: [{ object: 'voucher', id: 'WELCOME' }], order: CART }
const ADA = { customer: { source_id: 'ada' } }
const MUG = { reward: { id: 'rew_00mug' } }
const COIN = { reward: { id: 'rew_00coin', points: 10 }, order: CART }
const CARD = { memberId: 'CLUB-ADA-0001' }
const VOUCHER = { type: 'DISCOUNT_VOUCHER', discount: { type: 'AMOUNT', amount_off: 100 } }

/** Rows that a unit has alone, by their table. */
const HELD = /^select .* from "(\w+)".* for no key update/

type Row = readonly [
  what: string,
  operation: string,
  asked: { readonly path?: Readonly<Record<string, string>>; readonly body?: unknown },
  trips: number,
  why: string
]

const BEGUN = 'BEGIN with the version'
const ENDED = 'the writes; COMMIT'
const STANDING = 'the lock, the customer and their cards; lots'

/** `why` names the trips, and what the later of two waits for is in the earlier one. */
// biome-ignore format: a table
const rows: readonly Row[] = [
  ['a reward for points', 'redeemReward', { body: MUG }, 6,
    `${BEGUN}; the card; ${STANDING}; ${ENDED}`],
  ['an order that points pay', 'redeemReward', { body: COIN }, 6, 'the same, the goods beside it'],
  ['a coupon, asked about', 'validateStackedDiscounts', { body: COUPON }, 4,
    `${BEGUN}; the coupon and the goods; collections; COMMIT`],
  ['a coupon, asked about by a member', 'validateStackedDiscounts', { body: { ...COUPON, ...ADA } },
    4, 'the same, the customer beside it'],
  ['a coupon of nobody', 'redeemStackedDiscounts', { body: COUPON }, 5,
    `${BEGUN}; the coupon and the goods; collections; ${ENDED}`],
  ['a coupon of a member', 'redeemStackedDiscounts', { body: { ...COUPON, ...ADA } }, 6,
    `${BEGUN}; the coupon, the goods and the customer; ${STANDING}; ${ENDED}`],
  ['an order that is paid', 'createOrder', { body: { ...ADA, ...CART, status: 'PAID' } }, 6,
    `${BEGUN}; the customer and the goods; ${STANDING}; ${ENDED}`],
  ['an event', 'sendCustomEvent', {}, 6, `${BEGUN}; the customer; ${STANDING}; ${ENDED}`],
  ['an estimate', 'estimateLoyaltyPoints', { body: { ...ADA, order: CART } }, 5,
    `${BEGUN}; the customer and the goods; ${STANDING}; COMMIT`],
  ['a customer by source id', 'getCustomer', { path: { customerId: 'ada' } }, 4,
    `${BEGUN}; the customer; all about them; COMMIT`],
  ['a new voucher', 'createVoucher', { body: VOUCHER }, 5,
    `${BEGUN}; codes that are taken; the project; ${ENDED}`],
  ['another name', 'updateCustomer',
    { path: { customerId: 'ada' }, body: (times: number) => ({ name: `Ada ${times}` }) }, 6,
    `${BEGUN}; the customer; ${STANDING}; ${ENDED}`],
  ['points that are added', 'updateLoyaltyCardBalance', { path: CARD, body: { points: 5 } }, 6,
    `${BEGUN}; the card; ${STANDING}; ${ENDED}`],
  ['a token', 'issueOAuthToken', {}, 3, `${BEGUN}; ${ENDED}`]
]

t.test('the busiest operations have their round trips', onServer, async t => {
  const { app, wire } = await given(t)
  for (const [what, id, { path = {}, body }, trips, why] of rows) {
    const operation = operationNamed(id)
    const send = async (times: number) => {
      const given = typeof body === 'function' ? body(times) : (body ?? firstShown(operation))
      const { status, bytes } = await ask(app, operation, { path, body: given })
      t.ok(status < 300, `${id}: ${status} ${bytes}`)
    }
    await send(1)
    await send(2)
    const found = await wire.tripsDuring(() => send(3))
    t.same(lengthsOf(found), [trips], `${id}: ${what}: ${why}`, { found })
  }
})

t.test('a key is looked for beside the version, and answers by itself', onServer, async t => {
  const { app, wire } = await given(t)
  const send = (key: string) => async () => {
    const { status, bytes } = await ask(app, operationNamed('redeemReward'), { body: MUG, key })
    t.equal(status, 200, bytes)
  }
  await send('one')()
  const first = await wire.tripsDuring(send('two'))
  t.same(lengthsOf(first), [6], 'as without a key', { first })
  const again = await wire.tripsDuring(send('two'))
  t.same(lengthsOf(again), [3], 'the receipt; the version, by now; COMMIT', { again })
})

t.test('rollbacks of a stack and of a part hold rows in one order', onServer, async t => {
  const { app, wire } = await given(t)
  const redeemables = [...COUPON.redeemables, { object: 'promotion_tier', id: 'promo_00tenoff' }]
  const body = { redeemables, order: CART, ...ADA }
  const { bytes } = await ask(app, operationNamed('redeemStackedDiscounts'), { body })
  const { parent_redemption: stack, redemptions } = JSON.parse(bytes)
  const rows = [
    ['rollbackRedemption', { redemptionId: redemptions[0].id }, 400],
    ['rollbackStackedRedemptions', { parentRedemptionId: stack.id }, 200]
  ] as const
  for (const [id, path, status] of rows) {
    const [trips = []] = await wire.tripsDuring(async () => {
      t.equal((await ask(app, operationNamed(id), { path, body: {} })).status, status)
    })
    const held = trips.flat().flatMap(text => HELD.exec(text)?.[1] ?? [])
    t.strictSame(held.slice(0, 2), ['customers', 'redemptions'], id)
  }
})

function lengthsOf(found: readonly (readonly Trip[])[]): readonly number[] {
  return found.map(trips => trips.length)
}

/** The demo on a server, of which the service has one connection, with nothing going on beside. */
async function given(t: Test) {
  const { url, open } = await givenDatabase(t)
  const wire = await Wire.to(url)
  t.teardown(() => wire.close())
  const store = await open({ connectionsMax: 1 }, wire.url)
  const { app, worker } = await givenService(t, { store })
  await worker.stop()
  return { app, wire }
}
