/**
 * A cart that is locked, redeemed under its lock or rolled back, released, and forgotten when its
 * time is over, while the program dies: a lock holds all that was counted or nothing, and ends
 * together with what it was used for.
 */
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import Connection from 'better-sqlite3'
import t from 'tap'
import { givenService, NOW } from '../support/app.ts'
import { seeded } from '../support/seeded.ts'
import { FOREVER, killedAnywhere, post, type Row } from './support/killed-anywhere.ts'
import { born, stillborn } from './support/life.ts'
import { flawsOf } from './support/stored-state.ts'

const CART = { items: [{ product_id: 'prod_00beans', quantity: 2 }] }
const GIFT = { object: 'voucher', id: 'GIFT-2500', gift: { credits: 1000 } }
const WELCOME = { object: 'voucher', id: 'WELCOME' }
// Within the day, because a state has no other moments.
const session = { type: 'LOCK', key: 'cart', ttl: 5, ttl_unit: 'HOURS' }
const both = { redeemables: [GIFT, WELCOME], order: CART, customer: { source_id: 'ada' }, session }

const shop = await givenService(t)
await shop.work()
await shop.post('/v1/validations', { ...both, redeemables: [WELCOME] })
const TIER = { object: 'promotion_tier', id: 'promo_00tenoff' }
const POINTS = { object: 'voucher', id: 'CLUB-ADA-0001', reward: { id: 'rew_00coin', points: 20 } }
const { body: stack } = await shop.post('/v1/redemptions', {
  redeemables: [{ ...GIFT, gift: { credits: 300 } }, TIER, POINTS],
  order: CART,
  customer: { source_id: 'ada' }
})

const rows: readonly Row[] = [
  [
    'validateStackedDiscounts: a lock that holds more than before',
    post('/v1/validations', both),
    200
  ],
  ['redeemStackedDiscounts: a stack under its lock', post('/v1/redemptions', both), 200],
  [
    'rollbackStackedRedemptions: credit, a promotion and points',
    post(`/v1/redemptions/${stack.parent_redemption?.id}/rollbacks`, {}),
    200
  ],
  [
    'releaseValidationSession: what a lock holds of a voucher',
    { method: 'DELETE', url: '/v1/vouchers/WELCOME/sessions/cart', body: undefined },
    204
  ]
]

await killedAnywhere(t, shop, rows)

/** When the lock is over. */
const LATER = new Date(Date.parse(NOW) + 6 * 3_600_000).toISOString()
const FIRST = 'delete from "locks"'

/** What a file holds of locks: their keys, what they hold, and vouchers that say so. */
function locksIn(file: string): readonly unknown[] {
  const found = new Connection(file, { readonly: true })
  try {
    return ['locks', 'lock_holds', 'vouchers where locked_until is not null'].map(rows =>
      found.prepare(`select count(*) from ${rows}`).pluck().get()
    )
  } finally {
    found.close()
  }
}

t.test('locks.forget: a lock that is over goes whole, or with the next start', async t => {
  const [given, file] = [join(t.testdir(), 'given.db'), join(t.testdirName, 'killed.db')]
  await shop.store.backup(given)
  copyFileSync(given, file)
  const before = locksIn(file)
  t.strictSame(before, [1, 1, 1])
  const life = await born(file, LATER)
  const ran = await life.livesFor(FOREVER)
  await life.end()
  t.strictSame(locksIn(file), [0, 0, 0])
  const from = ran.findIndex(statement => statement.startsWith(FIRST))
  const steps = ran.slice(from, ran.indexOf('COMMIT', from))
  t.ok(from >= 0 && steps.length >= 3, `${steps}`)
  const { cases, pick } = seeded(t)
  const some = cases(steps.length, 1)
  for (const statement of some === steps.length ? steps : [pick(steps)]) {
    const killed = join(t.testdirName, `${steps.indexOf(statement)}.db`)
    copyFileSync(given, killed)
    t.equal(await stillborn(killed, LATER, statement), 'SIGKILL', statement)
    t.strictSame(locksIn(killed), before, 'nothing of it is done')
    t.strictSame(await flawsOf(killed), [])
    const next = await born(killed, LATER)
    await next.livesFor(FOREVER)
    await next.end()
    t.strictSame([locksIn(killed), await flawsOf(killed)], [[0, 0, 0], []])
  }
})
