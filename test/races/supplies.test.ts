/**
 * For any points, price, stock and number of clients at once: as many succeed as there is for.
 *
 * Once in one service with hundreds of requests in flight, and in processes of the real program on
 * one database. CONTRIBUTING.md says how to run it a hundred times.
 */
import t from 'tap'
import { type Seeded, seeded } from '../support/seeded.ts'
import { floors } from './support/floor.ts'
import { lockSupplies } from './support/lock-supplies.ts'
import { pointSupplies } from './support/point-supplies.ts'
import { rushed } from './support/rush.ts'
import { voucherSupplies } from './support/voucher-supplies.ts'

const supplies = { ...pointSupplies, ...voucherSupplies, ...lockSupplies }

/** How many kinds of supplies a sample has in one service, and in several processes. */
const [LEAST, LEAST_OF_PROCESSES] = [14, 4]

for (const [place, given] of floors) {
  const least = place === 'one service' ? LEAST : LEAST_OF_PROCESSES
  t.test(place, async t => {
    const floor = await given(t)
    const chance: Seeded = seeded(t)
    const kinds = Object.entries(supplies)
    const sample = Math.min(kinds.length, chance.cases(kinds.length, least))
    while (kinds.length > sample) kinds.splice(chance.below(kinds.length), 1)
    for (const [what, supply] of kinds) {
      for (let times = chance.cases(1); times > 0; times--) {
        const shop = await floor.newShop()
        const rush = await supply(shop, chance)
        await t.test(`${what}: ${rush.told}`, async t => {
          await rushed(t, shop, rush)
          await floor.proven(t, shop)
        })
      }
    }
  })
}
