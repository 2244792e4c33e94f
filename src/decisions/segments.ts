/**
 * Customers entering a segment: once, with its event, and earning by the rules of that event.
 *
 * Spec: Resources, Earning rule (`customer.segment.entered`); Events 2.
 */
import type { Customer, Segment } from '../model.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import { counted } from './ledger.ts'
import { accruePoints, type EarningContext, eventOf, type ProgramFacts } from './points.ts'

export interface EnterSegmentFacts extends EarningContext {
  readonly segment: Segment
  readonly customer: Customer
  /** Programs with an active rule for entering a segment. */
  readonly programs: readonly ProgramFacts[]
}

/** Puts a customer into a segment; who is in it already is left alone. */
export function enterSegment(
  facts: EnterSegmentFacts,
  occasion: Occasion
): Decision<{ readonly entered: boolean }> {
  const { segment, customer, segments } = facts
  if (segments.includes(segment.id)) return { result: { entered: false }, changes: [] }
  const about = { customerId: customer.id, entityId: customer.id }
  const logged = eventOf('customer.segment.entered', about, { segment_id: segment.id }, occasion)
  const trigger = {
    event: 'customer.segment.entered',
    subjectId: segment.id,
    customer,
    order: null,
    eventMetadata: null
  }
  const inside = { ...facts, segments: [...segments, segment.id] }
  const earned = accruePoints(inside, trigger, logged, occasion)
  if ('refusal' in earned) return earned
  const { now } = occasion
  const changes: Change[] = [
    { kind: 'segment.entered', segmentId: segment.id, customerId: customer.id, enteredAt: now },
    { kind: 'event.logged', event: logged },
    ...earned.changes,
    ...counted(customer.id, earned.totals)
  ]
  return { result: { entered: true }, changes }
}
