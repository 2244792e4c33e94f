/**
 * For any points, price, stock and number of clients at once: as many succeed as there is for, in
 * one service with hundreds of requests in flight.
 */
import t from 'tap'
import { givenOneService } from './support/floor.ts'
import { suppliesLast } from './support/supplies.ts'

const service = await givenOneService(t)

await suppliesLast(t, service, 8)
