/**
 * What the calendar does to points and tiers: pending points become active, tiers whose last day is
 * over are prolonged or lost, old points expire.
 *
 * Each project has its own midnights. What is due is carried out midnight by midnight and as of
 * each midnight, however long ago it was, so that downtime changes no result. A unit of work is
 * about one card, and a batch is bounded. A card that fails, or that others hold, is reported,
 * passed over until the next round, and delays no other.
 *
 * Spec: PendingPointsEntry.activates_at, VoucherLoyaltyCard.expired_points.
 */
import { reviewCalendar } from '../decisions/standing/open.ts'
import type { Day, Project } from '../model.ts'
import { dayAt, midnight } from '../rules/validity.ts'
import type { Session } from '../storage/engine/session.ts'
import { loadTiersLapsed } from '../storage/loyalty-tiers.ts'
import { type Due, type DueBatch, loadPointsLapsed } from '../storage/points/ledger.ts'
import { loadPointsDue } from '../storage/points/movements.ts'
import { loadHeldCard } from '../storage/standing.ts'
import {
  allEnded,
  isHeldByOthers,
  isStorageTrouble,
  type TimerRound,
  type Tools,
  whenFound
} from './worker.ts'

/** Cards in a batch: their units take a few milliseconds together. */
const BATCH = 50
/** Failed cards before a round leaves a chore: then the fault is not in the cards. */
const PASSED_OVER_MAX = 50

/** One kind of thing that is due at a midnight, and the cards it is found by. */
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

/** A chore during one round. */
interface Round extends Chore {
  /** Days and cards with nothing left to do: mostly they were seen to with another card. */
  readonly idle: Set<string>
  /** Cards that it leaves out from now on. */
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
      while (await oneBatch(tools, project, round, day)) {
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
async function oneBatch(
  { shell, read, onError }: Tools,
  project: Project,
  round: Round,
  day: Day
): Promise<boolean> {
  if (!isUnderWay(round)) return false
  const { name, due, idle, passedOver } = round
  const { cards } = await read(project.id, due({ day, except: passedOver, limit: BATCH }))
  const now = midnight(day, project.timezone)
  const origin = { project, requestId: name, source: { channel: 'INTERNAL' }, now } as const
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
