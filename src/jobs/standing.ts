/**
 * Reviews: the membership of every customer is decided again, because segments, tiers or the date
 * have changed. A new segment or new tiers open a review, and so does a new day where a filter
 * counts days. A review goes through the customers in the order of their ids, one unit of work
 * each, and stores its place after every batch: a review that was cut short goes on there, and
 * reviewing a customer twice changes nothing. A customer who fails is reported and delays no other.
 * One whom others hold is missed: the place that is stored stays before them, the process remembers
 * how far it has come beyond it, and each round begins with those that it has missed.
 */
import type { Decision } from '../decisions/changes.ts'
import {
  openReview,
  progressReview,
  reviewCalendar,
  reviewCustomer
} from '../decisions/standing/open.ts'
import type { Project } from '../model.ts'
import { dependsOnTime } from '../rules/conditions.ts'
import { type Day, dayAt, midnight } from '../rules/validity.ts'
import { type Origin, ownOrigin } from '../shell.ts'
import type { Session } from '../storage/engine/session.ts'
import { loadTiersLapsed } from '../storage/loyalty-tiers.ts'
import { type Due, type DueBatch, loadPointsLapsed } from '../storage/points/ledger.ts'
import { loadPointsDue } from '../storage/points/movements.ts'
import { loadCustomersAfter } from '../storage/segments.ts'
import { loadHeldCard, loadReview, type ReviewState, reviewState } from '../storage/standing.ts'
import {
  allEnded,
  isHeldByOthers,
  isLostToOthers,
  isStorageTrouble,
  type TimerRound,
  type Tools,
  whenFound
} from './worker.ts'

/** Customers reviewed before the place is stored. */
const CUSTOMERS_AT_ONCE = 50
/** Customers missed, with whom a review stays where it is: then the fault is not in them. */
const MISSED_MAX = 50

/** How far one process has come with a review. */
interface Walk {
  /** It is recorded as of the day on which the walk began, however long that takes. */
  readonly day: Day
  /** The place that is stored: everybody up to it was looked at. */
  readonly stored: string
  /** The place of this process: everybody up to it was looked at, or missed. */
  readonly reached: string
  /** Customers whom others held, in their order, each with the one before. */
  readonly missed: readonly { readonly id: string; readonly before: string }[]
}

/** The walk of each project, by the tools of the worker: a round has a minute, a review may not. */
const walks = new WeakMap<Tools, Map<string, Walk>>()

/** Opens the review of a project's day and continues the one that is open. */
export async function* reviewCustomers(
  tools: Tools,
  { project, isOurs }: TimerRound
): AsyncGenerator<undefined, void> {
  const origin = ownOrigin(project, 'customers.review')
  // Read once: a review that is still open at midnight is not the review of the next day.
  const day = dayAt(tools.shell.now(), project.timezone)
  const state = await tools.read(project.id, reviewState)
  if (state.after === null && !isDue(state, day)) return
  if (!(await isOurs())) return
  if (isDue(await tools.read(project.id, reviewState), day)) {
    await tools.shell.settle(origin, {
      load: reviewState,
      decide: found => (isDue(found, day) ? openReview() : NOTHING)
    })
  }
  for (let isFirst = true; ; isFirst = false) {
    const walk = await walkOf(tools, origin, day)
    if (walk === null || !(await reviewSome(tools, origin, walk, isFirst))) return
    yield undefined
    if (!(await isOurs())) return
  }
}

export async function isReviewedDaily(
  read: Tools['read'],
  { id }: Pick<Project, 'id'>
): Promise<boolean> {
  return countsDays(await read(id, reviewState))
}

function countsDays({ filterSegments }: ReviewState): boolean {
  return filterSegments.some(({ filter }) => filter !== null && dependsOnTime(filter))
}

const NOTHING: Decision<null> = { result: null, changes: [] }

/** Whether the day needs a review that is not open yet. */
function isDue(state: ReviewState, day: Day): boolean {
  const { after, reviewedOn } = state
  return after === null && (reviewedOn === null || reviewedOn < day) && countsDays(state)
}

/** How far this process is with the review that is open; null: there is none. */
async function walkOf(tools: Tools, { project }: Origin, day: Day): Promise<Walk | null> {
  const known = walks.get(tools) ?? new Map<string, Walk>()
  walks.set(tools, known)
  const { after } = await tools.read(project.id, reviewState)
  if (after === null) {
    known.delete(project.id)
    return null
  }
  const walk = known.get(project.id)
  // Where another place is stored, the review began again, or another process went on with it.
  if (walk?.stored === after) return walk
  const begun = { day, stored: after, reached: after, missed: [] }
  known.set(project.id, begun)
  return begun
}

/** In the `first` of a round also those missed; false when the review is over, or cannot get on. */
async function reviewSome(tools: Tools, origin: Origin, walk: Walk, isFirst: boolean) {
  const { project } = origin
  const { day, stored, missed } = walk
  const isStuck = missed.length >= MISSED_MAX
  const limit = isStuck ? 0 : CUSTOMERS_AT_ONCE
  const ids = await tools.read(project.id, loadCustomersAfter(walk.reached, limit))
  const found = ids.map((id, index) => ({ id, before: ids[index - 1] ?? walk.reached }))
  const asked = isFirst ? [...missed, ...found] : found
  // Together, so that they share a commit.
  const reviewed = await allEnded(asked.map(({ id }) => reviewOne(tools, origin, id)))
  const stillMissed = asked.filter((_, index) => !reviewed[index])
  const reached = ids.at(-1) ?? walk.reached
  const nowMissed = isFirst ? stillMissed : [...missed, ...stillMissed]
  const isOver = !isStuck && ids.length === 0 && nowMissed.length === 0
  const place = isOver ? null : (nowMissed[0]?.before ?? reached)
  if (place !== stored) {
    const next = progressReview(stored, place, day)
    await tools.shell.settle(origin, {
      load: reviewState,
      // The review may have begun again, or another worker may have been faster.
      decide: state => (state.after === stored ? next : NOTHING)
    })
  }
  if (place !== null) {
    walks.get(tools)?.set(project.id, { day, stored: place, reached, missed: nowMissed })
  }
  return ids.length > 0 || (isStuck && nowMissed.length < MISSED_MAX)
}

/**
 * False when others held the customer, or came first at every attempt.
 * @throws when the storage itself fails for now; no customer is passed over for that.
 */
async function reviewOne({ shell, onError }: Tools, origin: Origin, id: string): Promise<boolean> {
  try {
    await shell.settle(origin, { load: loadReview(id), decide: whenFound(reviewCustomer) })
  } catch (error) {
    if (isLostToOthers(error)) return false
    const isHeld = isHeldByOthers(error)
    if (isStorageTrouble(error) && !isHeld) throw error
    const doing = `reviewing customer ${id} of project ${origin.project.id}`
    onError(
      error,
      isHeld ? `${doing}; it goes on with the others, and the next round tries again` : doing
    )
    return !isHeld
  }
  return true
}

/*
 * What the calendar does to points and tiers: pending points become active, tiers whose last day is
 * over are prolonged or lost, old points expire. Each project has its own midnights. What is due is
 * carried out midnight by midnight and as of each midnight, however long ago it was, so that
 * downtime changes no result. A unit of work is about one card, and a batch is bounded. A card that
 * fails, or that others hold, is reported, passed over until the next round, and delays no other.
 */

/** Cards in a batch: their units take a few milliseconds together. */
const CARDS_AT_ONCE = 50
/** Failed cards before a round leaves a chore: then the fault is not in the cards. */
const PASSED_OVER_MAX = 50

interface Chore {
  readonly name: string
  readonly due: (batch: DueBatch) => (session: Session) => Promise<Due>
}

/** Whatever finds a customer, all that is due for them is booked at once. */
const CHORES: readonly Chore[] = [
  { name: 'points.activate', due: loadPointsDue },
  { name: 'tiers.decide', due: loadTiersLapsed },
  { name: 'points.expire', due: loadPointsLapsed }
]

interface Round extends Chore {
  /** Days and cards with nothing left to do: mostly they were seen to with another card. */
  readonly idle: Set<string>
  readonly passedOver: string[]
}

/** Carries out what is due in a project, from the midnight that is longest ago. */
export async function* bookMidnights(
  tools: Tools,
  { project, isOurs }: TimerRound
): AsyncGenerator<undefined, void> {
  const { shell, read } = tools
  const rounds = CHORES.map(fresh)
  for (;;) {
    const today = dayAt(shell.now(), project.timezone)
    const day = await firstDayDue(read, project, today, rounds)
    if (day === null || !(await isOurs())) return
    for (const round of rounds) {
      while (await bookCards(tools, project, round, day)) {
        yield undefined
        if (!(await isOurs())) return
      }
    }
  }
}

/** The earliest day, up to `day`, for whose midnight something waits; null for none. */
export async function firstDayDue(
  read: Tools['read'],
  { id }: Pick<Project, 'id'>,
  day: Day,
  rounds: readonly Pick<Round, 'due' | 'passedOver'>[] = CHORES.map(fresh)
): Promise<Day | null> {
  let first: Day | null = null
  for (const { due, passedOver } of rounds.filter(isUnderWay)) {
    const { since } = await read(id, due({ day, except: passedOver, limit: 1 }))
    if (since !== null && (first === null || since < first)) first = since
  }
  return first
}

function fresh(chore: Chore): Round {
  return { ...chore, idle: new Set(), passedOver: [] }
}

function isUnderWay({ passedOver }: Pick<Round, 'passedOver'>): boolean {
  return passedOver.length < PASSED_OVER_MAX
}

/**
 * Carries out one batch; false when nothing is left to do. Adds failed cards to `passedOver`.
 * @throws when the storage itself fails for now; no card is passed over for that.
 */
async function bookCards(
  { shell, read, onError }: Tools,
  project: Project,
  round: Round,
  day: Day
): Promise<boolean> {
  if (!isUnderWay(round)) return false
  const { name, due, idle, passedOver } = round
  const { cards } = await read(project.id, due({ day, except: passedOver, limit: CARDS_AT_ONCE }))
  const now = midnight(day, project.timezone)
  const origin = { ...ownOrigin(project, name), now }
  const outcomes = [...cards.keys()].map(async voucherId => {
    try {
      const decide = whenFound(reviewCalendar)
      const found = await shell.settle(origin, { load: loadHeldCard(voucherId), decide })
      if (found?.moved) return
      // Found once more, it is still due: there is no getting on with it.
      const again = `${day} ${voucherId}`
      if (idle.has(again)) passedOver.push(voucherId)
      else idle.add(again)
    } catch (error) {
      // One that others hold says nothing of the storage.
      if (isStorageTrouble(error) && !isHeldByOthers(error)) throw error
      passedOver.push(voucherId)
      onError(error, `carrying out ${name} for voucher ${voucherId} of project ${project.id}`)
    }
  })
  // Together, so that they share a commit.
  await allEnded(outcomes)
  return cards.size > 0
}
