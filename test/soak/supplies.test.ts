/**
 * For any points, price, stock and number of clients at once: as many succeed as there is for, in
 * processes of the real program on one database.
 */
import t from 'tap'
import { crowded } from '../races/support/floor.ts'
import { suppliesLast } from '../races/support/supplies.ts'

for (const [place, given] of crowded) {
  await t.test(place, async t => {
    t.setTimeout(0)
    await suppliesLast(t, await given(t), 4)
  })
}
