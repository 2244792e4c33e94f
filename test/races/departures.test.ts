/**
 * Customers who are deleted at the same moment as they order, redeem, take back and are given
 * points, in one service.
 *
 * Spec: deleteCustomer.
 */
import t from 'tap'
import { nothingIsLeft } from './support/departures.ts'
import { givenOneService } from './support/floor.ts'

t.test('nothing is left on the card of who is deleted, whatever comes first', async t =>
  nothingIsLeft(t, await givenOneService(t), { gate: 1, soak: 15 })
)
