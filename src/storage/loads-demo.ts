/**
 * What the demo needs beyond the sixteen operations: saving an order, entering a segment.
 *
 * Spec: Events 2.
 */
import type { SaveOrderFacts } from '../decisions/ordering.ts'
import type { OrderCommand } from '../decisions/orders.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { EnterSegmentFacts } from '../decisions/segments.ts'
import type { Instant } from '../model.ts'
import {
  collectionsFor,
  contextFor,
  findCustomer,
  inventoryFor,
  orderNamed,
  programsOn,
  schemaOf,
  segmentsOf
} from './loads.ts'
import type { Session } from './statements.ts'

/** What saveOrder needs. */
export function loadSaveOrder(customerName: string, command: OrderCommand, now: Instant) {
  return async (session: Session): Promise<SaveOrderFacts> => {
    const customer = await findCustomer(session, customerName)
    const stored = await orderNamed(session, command)
    const inventory = await inventoryFor(session, command)
    const programs = await programsOn(session, 'order.paid', customer, now)
    const collections = await collectionsFor(session, inventory, stored)
    return {
      ...(await contextFor(session, programs, customer, collections)),
      stored,
      customer,
      inventory,
      schemas: {
        order: await schemaOf(session, 'order'),
        orderItem: await schemaOf(session, 'order_item')
      },
      programs
    }
  }
}

/** What enterSegment needs. @throws {Refused} when segment or customer do not exist. */
export function loadSegmentEntry(segmentId: string, customerName: string, now: Instant) {
  return async (session: Session): Promise<EnterSegmentFacts> => {
    const segment = await session.one('segmentById', { id: segmentId })
    if (segment === undefined) throw new Refused(notFound('segment', segmentId))
    const customer = await findCustomer(session, customerName)
    if (customer === null) throw new Refused(notFound('customer', customerName))
    const programs = await programsOn(session, 'customer.segment.entered', customer, now)
    const context = await contextFor(session, programs, customer, new Map())
    return {
      ...context,
      segments: await segmentsOf(session, customer),
      segment: { id: segment.id, name: segment.name, createdAt: segment.createdAt },
      customer,
      programs
    }
  }
}
