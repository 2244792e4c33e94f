/**
 * Segments: customers who are named or whom a filter selects, and how they enter and leave.
 * Entering is an event that earns once; a customer who leaves and enters again earns again. The
 * filter alone decides who is in a segment with a filter: nobody is added by hand, and creating one
 * opens a review, in which the customers it selects enter.
 * Spec: createSegment, deleteSegment, openapi/behaviour/set-up.md#a-segment-is-a-list-or-a-filter.
 */
import type { Customer, Filter, RuleSet, Segment, ValidationRule } from '../model.ts'
import { filterMistake } from '../rules/conditions.ts'
import { type BulkChunk, queueJob } from './async-actions.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import { invalidPayload, missingParam, notFound, type Refusal, refuseMistake } from './refusals.ts'
import { openStanding } from './standing/open.ts'
import { isCustomerField, programsNamed, type StandingFacts } from './standing/standing.ts'
import { deleteUnused, type Sending, type Sent, type User } from './updates.ts'

const NAME_MAX = 300
/** Each is decided for a customer with every event of theirs. */
const AUTO_UPDATES_MAX = 100
/** Customers in one request; more can enter one by one. */
const CUSTOMERS_MAX = 1000

/** Without a type it is static. Two segments may have the same name. */
export interface CreateSegment extends Pick<Segment, 'name'>, Sending<Segment, 'type' | 'filter'> {
  /** The customers of a static segment, by id or source id, at most 1,000. */
  readonly customers?: Sent<readonly string[]>
}

export interface CreateSegmentFacts {
  readonly autoUpdates: number
  readonly programs: ReadonlySet<string>
  readonly customers: ReadonlyMap<string, string>
}

export interface ShownSegment {
  readonly segment: Segment
  readonly synchronized: boolean
}

export function queueOfSegment({ id }: Pick<Segment, 'id'>): string {
  return `segment ${id}`
}

/** Nobody is in it at first: entering may earn, so each customer enters in a unit of their own. */
export function createSegment(
  facts: CreateSegmentFacts,
  command: CreateSegment,
  occasion: Occasion
): Decision<ShownSegment> {
  const { newId, now } = occasion
  const { name } = command
  const type = command.type ?? 'static'
  const filter = command.filter ?? null
  const named = [...new Set(command.customers ?? [])]
  const refusal =
    nameRefusal(name) ??
    (type === 'static' ? staticRefusal(filter, named, facts) : filterRefusal(filter, named, facts))
  if (refusal !== null) return { refusal }
  const segment: Segment = { id: newId('seg'), name, type, filter, createdAt: now }
  const changes: Change[] = [{ kind: 'segment.created', segment }]
  if (type === 'auto-update') changes.push({ kind: 'review.opened' })
  const ids = named.map(name => facts.customers.get(name)).filter(id => id !== undefined)
  const entering = [...new Set(ids)]
  if (entering.length > 0) changes.push(entryQueued(segment, entering, occasion))
  return { result: { segment, synchronized: changes.length === 1 }, changes }
}

function entryQueued(segment: Segment, entering: readonly string[], occasion: Occasion): Change {
  const about = { queue: queueOfSegment(segment), data: { segmentId: segment.id } }
  const work = { task: 'segments.enter', ...about, total: entering.length, items: [] } as const
  // One customer, one unit of work.
  return { ...queueJob(work, occasion), chunks: entering.map(id => [id]) }
}

function nameRefusal({ length }: string): Refusal | null {
  if (length > 0 && length <= NAME_MAX) return null
  return invalidPayload('name', `expected 1 to ${NAME_MAX} characters, found ${length}`)
}

function staticRefusal(
  filter: Filter | null,
  named: readonly string[],
  { customers }: CreateSegmentFacts
): Refusal | null {
  if (filter !== null) {
    return invalidPayload('filter', 'a static segment has none; make its type auto-update')
  }
  if (named.length > CUSTOMERS_MAX) {
    const message = `expected at most ${CUSTOMERS_MAX} customers, found ${named.length}`
    return invalidPayload('customers', `${message}; make several segments`)
  }
  const stranger = named.find(name => !customers.has(name))
  return stranger === undefined ? null : notFound('customer', stranger)
}

function filterRefusal(
  filter: Filter | null,
  named: readonly string[],
  { autoUpdates, programs }: CreateSegmentFacts
): Refusal | null {
  if (filter === null) return missingParam('filter', ' with type auto-update')
  if (named.length > 0) {
    const message = 'who is in an auto-update segment follows from its filter; name nobody'
    return invalidPayload('customers', message)
  }
  const mistake = filterMistake(filter, isCustomerField)
  if (mistake !== null) return refuseMistake(mistake)
  const stranger = programsNamed(filter).find(name => !programs.has(name))
  if (stranger !== undefined) return notFound('campaign', stranger)
  if (autoUpdates < AUTO_UPDATES_MAX) return null
  const message = `a project has at most ${AUTO_UPDATES_MAX} auto-update segments, and has them`
  return invalidPayload('type', `${message}; make a static one`)
}

export interface DeleteSegmentFacts {
  readonly segment: Segment
  /** Earning rules for entering it, at most USERS_NAMED + 1. */
  readonly users: readonly User[]
  /** Every validation rule of the project. */
  readonly rules: readonly Pick<ValidationRule, 'id' | 'rules'>[]
}

/** Deletes a segment that no rule is about. No leaving is logged for its customers. */
export function deleteSegment({ segment, users, rules }: DeleteSegmentFacts): Decision<null> {
  const { id } = segment
  const asking = rules.filter(rule => asksForSegment(rule.rules, id))
  const all = [...users, ...asking.map(rule => ({ type: 'validation_rule', id: rule.id }) as const)]
  return deleteUnused('segment', id, all, 'delete or change them first')
}

/** Whether an entry, or one inside it, has the segment among the operands of its conditions. */
function asksForSegment({ logic: _, ...entries }: RuleSet, segmentId: string): boolean {
  return Object.values(entries).some(({ name, conditions, rules }) => {
    if (rules && asksForSegment(rules, segmentId)) return true
    if (name !== 'customer.segment') return false
    return Object.values(conditions ?? {}).some(operands => operands.includes(segmentId))
  })
}

export interface EnterSegmentFacts extends StandingFacts {
  readonly segment: Segment
  readonly customer: Customer
}

/** Adds a customer to a static segment, unless they are in it. */
export function enterSegment(
  facts: EnterSegmentFacts,
  occasion: Occasion
): Decision<{ readonly entered: boolean }> {
  const { segment, customer } = facts
  if (segment.type === 'auto-update') {
    const message = `who is in ${segment.name} (${segment.id}) follows from its filter`
    return { refusal: invalidPayload('segment', `${message}; choose a static segment`) }
  }
  if (facts.segments.includes(segment.id)) return { result: { entered: false }, changes: [] }
  const opened = openStanding(facts, customer, occasion)
  if ('refusal' in opened) return opened
  const moved = opened.switchSegment(segment, true)
  if ('refusal' in moved) return moved
  const after = moved.conclude()
  return 'refusal' in after ? after : { result: { entered: true }, changes: after.changes }
}

export interface FillSegmentFacts extends Omit<BulkChunk, 'action' | 'count'> {
  /** The next customer, and the facts of their entering; null when they or the segment are gone. */
  readonly entry: EnterSegmentFacts | null
}

/** The result for one customer. `finished`: it was the last; `left`: why they could not enter. */
export interface FilledSegment {
  readonly finished: boolean
  readonly left: Refusal | null
}

/** Lets the next customer enter; one who fails delays no other. */
export function fillSegment(
  { job, owner, chunkIndex, entry }: FillSegmentFacts,
  occasion: Occasion
): Decision<FilledSegment> {
  const entered = entry === null ? { changes: [] } : enterSegment(entry, occasion)
  const [left, changes] = 'refusal' in entered ? [entered.refusal, []] : [null, entered.changes]
  const done = job.done + 1
  const finished = done >= job.total
  const progress = { jobId: job.id, owner, step: 1, done, chunkIndex, data: job.data }
  const progressed: Change = { kind: 'job.progressed', ...progress }
  const end: readonly Change[] = finished ? [{ kind: 'job.finished', jobId: job.id, owner }] : []
  return { result: { finished, left }, changes: [...changes, progressed, ...end] }
}
