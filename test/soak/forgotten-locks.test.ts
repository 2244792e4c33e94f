/**
 * A lock that is forgotten when its time is over, while the program dies: all of it goes, or nothing
 * and then with the next start.
 */
import t from 'tap'
import { FOREVER } from '../kills/support/killed-anywhere.ts'
import { born, stillborn } from '../kills/support/life.ts'
import { type Place, placeLike } from '../kills/support/places.ts'
import { givenService, NOW } from '../support/app.ts'
import { rowsOf } from '../support/chance.ts'
import { lookInto, onPostgres } from '../support/stores.ts'

const shop = await givenService(t)
await shop.work()
await shop.post('/v1/validations', {
  redeemables: [{ object: 'voucher', id: 'WELCOME' }],
  order: { items: [{ product_id: 'prod_00beans', quantity: 2 }] },
  customer: { source_id: 'ada' },
  // Within the day, because a state has no other moments.
  session: { type: 'LOCK', key: 'cart', ttl: 5, ttl_unit: 'HOURS' }
})

/** When the lock is over. */
const LATER = new Date(Date.parse(NOW) + 6 * 3_600_000).toISOString()
/** When the timers of the process that was killed may be another's. */
const AFTER_THE_LEASE = new Date(Date.parse(LATER) + 60_000).toISOString()
const FIRST = 'delete from "locks"'

/** What there is of locks: their keys, what they hold, and vouchers that say so. */
function locksIn({ at }: Place): Promise<readonly unknown[]> {
  return lookInto(onPostgres ? at : `sqlite:${at}`, async ({ find }) => {
    const held = []
    for (const rows of ['locks', 'lock_holds', 'vouchers where locked_until is not null']) {
      held.push((await find(`select count(*) as total from ${rows}`))[0]?.['total'])
    }
    return held
  })
}

/** A life answers before its timers have looked for what is due. */
async function areForgotten(place: Place): Promise<boolean> {
  return (await locksIn(place))[0] === 0
}

t.test('locks.forget: a lock that is over goes whole, or with the next start', async t => {
  const place = await placeLike(t, shop.store)
  const before = await locksIn(place)
  t.strictSame(before, [1, 1, 1])
  const life = await born(place.at, LATER)
  await life.until(() => areForgotten(place))
  const ran = await life.livesFor(FOREVER)
  await life.end()
  t.strictSame(await locksIn(place), [0, 0, 0])
  const from = ran.findIndex(statement => statement.startsWith(FIRST))
  const steps = ran.slice(from, ran.indexOf('COMMIT', from))
  t.ok(from >= 0 && steps.length >= 3, `${steps}`)
  for (const [statement] of rowsOf(t, steps, { gate: 1, soak: 3 })) {
    await place.left()
    await place.restore()
    t.equal(await stillborn(place.at, LATER, statement), 'SIGKILL', statement)
    await place.left()
    t.strictSame(await locksIn(place), before, 'nothing of it is done')
    t.strictSame(await place.flaws(), [])
    const next = await born(place.at, AFTER_THE_LEASE)
    await next.until(() => areForgotten(place))
    await next.end()
    t.strictSame([await locksIn(place), await place.flaws()], [[0, 0, 0], []])
  }
})
