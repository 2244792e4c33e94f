/**
 * Thousands who ask for things of which there are some, and can pay for some, hundreds at a time: as
 * many get one as there is for, in one service and in processes of the real program on one database.
 */
import t from 'tap'
import { type Answer, crowded, givenOneService, VOUCHERS_MAX } from '../races/support/floor.ts'
import { stocked } from '../races/support/point-supplies.ts'
import { rushed } from '../races/support/rush.ts'
import { casesOf } from '../support/chance.ts'

/** Each has a connection of its own. */
const AT_A_TIME = 300

/** The same attempts, of which so many are under way. Who is told to come again does. */
function queued(attempts: readonly (() => Promise<Answer>)[]) {
  let free = AT_A_TIME
  const waiting: (() => void)[] = []
  return attempts.map(attempt => async () => {
    if (free > 0) free--
    else await new Promise<void>(resolve => waiting.push(resolve))
    let answer = await attempt()
    while (answer.body?.key === 'service_unavailable') answer = await attempt()
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
    return answer
  })
}

for (const [place, given] of [['one service', givenOneService] as const, ...crowded]) {
  t.test(`thousands in ${place}`, async t => {
    t.setTimeout(0)
    const floor = await given(t)
    for (const { between } of casesOf(t, { gate: 1, soak: 1 })) {
      const shop = await floor.newShop()
      const rush = await stocked(shop, {
        units: between(100, 900),
        members: VOUCHERS_MAX,
        price: between(1, 9),
        attempts: between(2000, 3000),
        prices: between(1, 30)
      })
      await rushed(t, shop, { ...rush, attempts: queued(rush.attempts) })
      await floor.proven(t, shop)
    }
  })
}
