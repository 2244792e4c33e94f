/**
 * For any points, price, stock and number of clients at once: as many succeed as there is for.
 *
 * Once in one service with hundreds of requests in flight, and once in two processes of the real
 * program on one file. CONTRIBUTING.md says how to run it a hundred times.
 */
import t, { type Test } from 'tap'
import { type Seeded, seeded } from '../support/seeded.ts'
import { type Floor, givenOneService, givenTwoProcesses } from './support/floor.ts'
import { lockSupplies } from './support/lock-supplies.ts'
import { pointSupplies } from './support/point-supplies.ts'
import { rushed } from './support/rush.ts'
import { voucherSupplies } from './support/voucher-supplies.ts'

const supplies = { ...pointSupplies, ...voucherSupplies, ...lockSupplies }

/** Each with how many kinds of supplies a sample has there. */
const floors: readonly (readonly [string, (t: Test) => Promise<Floor>, least: number])[] = [
  ['one service', givenOneService, 14],
  ['two processes', givenTwoProcesses, 4]
]

for (const [place, given, least] of floors) {
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
