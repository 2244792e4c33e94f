/**
 * Segments: customers who are named, or whom a filter selects, and how they enter and leave.
 *
 * Entering is an event that earns, once; who left and enters again enters anew and earns anew. Who
 * is in a segment with a filter follows from the filter alone: nobody is put there by hand, and
 * making one opens a review, which lets those enter who have been what it asks for all along.
 *
 * Spec: Resources, Earning rule (`customer.segment.entered`); Events 2; Decision 57.
 */
import type { Customer, Filter, Segment } from '../model.ts'
import { filterMistake } from '../rules/filters.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import { isCustomerField, programsNamed } from './customer-facts.ts'
import { followUp, moveSegment, standingOf } from './following.ts'
import { invalidPayload, missingParam, mistaken } from './payload.ts'
import { notFound, type Refusal } from './refusals.ts'
import { changesOf, type StandingFacts } from './standing.ts'

const NAME_MAX = 300
/** Each is asked about a customer whenever something happens to them. */
const AUTO_UPDATES_MAX = 100
/** Of one request; others enter one by one. */
const CUSTOMERS_MAX = 1000

export interface CreateSegment {
  /** 1 to 300 characters; two segments may have the same. */
  readonly name: string
  /** Nothing said: static. */
  readonly type?: Segment['type'] | null | undefined
  /** Of an auto-update segment, which needs one. */
  readonly filter?: Filter | null | undefined
  /** Ids of those who are to be in a static segment, at most 1,000. */
  readonly customers?: readonly string[] | null | undefined
}

export interface CreateSegmentFacts {
  /** How many auto-update segments the project has. */
  readonly autoUpdates: number
  /** Those of `programsNamed(filter)` that exist, as they are called there. */
  readonly programs: ReadonlySet<string>
  /** Those of the command's customers that exist. */
  readonly customers: ReadonlySet<string>
}

/** A segment that was just made; nobody is in it yet. */
export interface CreatedSegment {
  readonly segment: Segment
  /** Who is to enter it next, each in a unit of work of their own: entering may earn. */
  readonly entering: readonly string[]
}

/** Makes a segment. What its filter says, and whom it names, must be possible and exist. */
export function createSegment(
  facts: CreateSegmentFacts,
  command: CreateSegment,
  { newId, now }: Occasion
): Decision<CreatedSegment> {
  const { name } = command
  const type = command.type ?? 'static'
  const filter = command.filter ?? null
  const entering = [...new Set(command.customers ?? [])]
  const refusal =
    nameRefusal(name) ??
    (type === 'static'
      ? staticRefusal(filter, entering, facts)
      : filterRefusal(filter, entering, facts))
  if (refusal !== null) return { refusal }
  const segment: Segment = { id: newId('seg'), name, type, filter, createdAt: now }
  const changes: Change[] = [{ kind: 'segment.created', segment }]
  if (type === 'auto-update') changes.push({ kind: 'review.opened' })
  return { result: { segment, entering }, changes }
}

function nameRefusal({ length }: string): Refusal | null {
  if (length > 0 && length <= NAME_MAX) return null
  return invalidPayload('name', `expected 1 to ${NAME_MAX} characters, found ${length}`)
}

function staticRefusal(
  filter: Filter | null,
  entering: readonly string[],
  { customers }: CreateSegmentFacts
): Refusal | null {
  if (filter !== null) {
    return invalidPayload('filter', 'a static segment has none; make its type auto-update')
  }
  if (entering.length > CUSTOMERS_MAX) {
    const message = `expected at most ${CUSTOMERS_MAX} customers, found ${entering.length}`
    return invalidPayload('customers', `${message}; the others can enter later`)
  }
  const stranger = entering.find(id => !customers.has(id))
  return stranger === undefined ? null : notFound('customer', stranger)
}

function filterRefusal(
  filter: Filter | null,
  entering: readonly string[],
  { autoUpdates, programs }: CreateSegmentFacts
): Refusal | null {
  if (filter === null) return missingParam('filter', ' with type auto-update')
  if (entering.length > 0) {
    const message = 'who is in an auto-update segment follows from its filter; name nobody'
    return invalidPayload('customers', message)
  }
  const mistake = filterMistake(filter, isCustomerField)
  if (mistake !== null) return mistaken(mistake)
  const stranger = programsNamed(filter).find(name => !programs.has(name))
  if (stranger !== undefined) return notFound('campaign', stranger)
  if (autoUpdates < AUTO_UPDATES_MAX) return null
  const message = `a project has at most ${AUTO_UPDATES_MAX} auto-update segments, and has them`
  return invalidPayload('type', `${message}; make a static one`)
}

export interface EnterSegmentFacts extends StandingFacts {
  readonly segment: Segment
  readonly customer: Customer
}

/** Puts a customer into a static segment; who is in it already is left alone. */
export function enterSegment(
  facts: EnterSegmentFacts,
  occasion: Occasion
): Decision<{ readonly entered: boolean }> {
  const moved = moveByHand(facts, true, occasion)
  if ('refusal' in moved) return moved
  return { result: { entered: moved.result }, changes: moved.changes }
}

/** Takes a customer out of a static segment; what entering earned them is theirs. */
export function leaveSegment(
  facts: EnterSegmentFacts,
  occasion: Occasion
): Decision<{ readonly left: boolean }> {
  const moved = moveByHand(facts, false, occasion)
  if ('refusal' in moved) return moved
  return { result: { left: moved.result }, changes: moved.changes }
}

/** Says whether it made a difference. */
function moveByHand(
  facts: EnterSegmentFacts,
  belongs: boolean,
  occasion: Occasion
): Decision<boolean> {
  const { segment, customer } = facts
  if (segment.type === 'auto-update') {
    const message = `who is in ${segment.name} (${segment.id}) follows from its filter`
    return { refusal: invalidPayload('segment', `${message}; choose a static segment`) }
  }
  if (facts.segments.includes(segment.id) === belongs) return { result: false, changes: [] }
  const standing = standingOf(facts, customer, occasion)
  if ('refusal' in standing) return standing
  const moved = moveSegment(standing, segment, belongs, facts, occasion)
  if ('refusal' in moved) return moved
  const after = followUp(moved, facts, occasion)
  if ('refusal' in after) return after
  return { result: true, changes: changesOf(after) }
}
