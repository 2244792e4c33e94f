/**
 * Customers who are deleted at the same moment as they order, redeem, take back and are given
 * points, in processes of the real program on one database.
 *
 * Spec: deleteCustomer.
 */
import t from 'tap'
import { nothingIsLeft } from '../races/support/departures.ts'
import { crowded } from '../races/support/floor.ts'

for (const [place, given] of crowded) {
  t.test(`nothing is left on the card of who is deleted, in ${place}`, async t => {
    t.setTimeout(0)
    await nothingIsLeft(t, await given(t), { gate: 1, soak: 8 })
  })
}
