/**
 * What the calendar does to points and tiers: pending points become active, tiers whose last day is
 * over are prolonged or lost, old points expire.
 *
 * Each project has its own midnights. What is due is carried out midnight by midnight and as of
 * each midnight, however long ago it was, so that downtime changes no result. A unit of work is
 * about one card, and a batch is bounded. A card that fails is reported, passed over until the next
 * round, and delays no other.
 *
 * Spec: PendingPointsEntry.activates_at, VoucherLoyaltyCard.expired_points; Decisions 58 and 62.
 */
import type { Decision } from '../decisions/changes.ts'
import type { Occasion } from '../decisions/occasion.ts'
import { expirePoints } from '../decisions/points/balance.ts'
import { activatePoints } from '../decisions/points/pending.ts'
import { reviewCustomer } from '../decisions/standing/reviews.ts'
import type { StandingFacts } from '../decisions/standing/standing.ts'
import type { Day, Instant, Project } from '../model.ts'
import { dayAt, midnight } from '../rules/validity.ts'
import type { Load, Origin } from '../shell.ts'
import type { Session } from '../storage/engine/session.ts'
import { loadTiersLapsed } from '../storage/loyalty-tiers.ts'
import { loadPendingPoints } from '../storage/points/activation.ts'
import type { Due, DueBatch } from '../storage/points/due.ts'
import { loadPointsLapsed } from '../storage/points/lots.ts'
import { loadPointsDue } from '../storage/points/pending.ts'
import { listProjects } from '../storage/projects.ts'
import { loadHeldCard } from '../storage/standing/cards.ts'
import { reviewState } from '../storage/standing/reviews.ts'
import { isStorageTrouble, type Tools } from './task.ts'

/** Cards in a batch: their units take a few milliseconds together. */
const BATCH = 50
/** Failed cards before a round leaves a chore: then the fault is not in the cards. */
const PASSED_OVER_MAX = 50

/** One kind of work that is due at a midnight. */
interface Chore {
  readonly name: string
  readonly due: (batch: DueBatch) => (session: Session) => Promise<Due>
  /** The units of work about one card, carried out one after the other. */
  readonly units: (voucherId: string, ids: readonly string[]) => readonly CardUnit[]
}

/** Resolves with false when the card had nothing due. */
type CardUnit = (shell: Tools['shell'], origin: Origin) => Promise<boolean>

/** In the order of a midnight; a tier that is lost by expiry is lost with it. */
const CHORES: readonly Chore[] = [
  {
    name: 'points.activate',
    due: loadPointsDue,
    // The first entry activates all that is due on the card; the others may be gone by then.
    units: (_, ids) => ids.slice(0, 1).map(id => unit(loadPendingPoints(id), activatePoints, true))
  },
  {
    name: 'tiers.settle',
    due: loadTiersLapsed,
    units: voucherId => [unit(loadHeldCard(voucherId), reviewCustomer)]
  },
  {
    name: 'points.expire',
    due: loadPointsLapsed,
    units: voucherId => [
      unit(loadHeldCard(voucherId), (facts, occasion) =>
        expirePoints(facts, dayAt(occasion.now, occasion.project.timezone), occasion)
      )
    ]
  }
]

function unit<Facts extends StandingFacts>(
  load: Load<Facts | null>,
  decide: (facts: Facts, occasion: Occasion) => Decision<unknown>,
  doneWhenGone = false
): CardUnit {
  return (shell, origin) =>
    shell.settle(origin, {
      load,
      decide: (facts, occasion) => {
        if (facts === null) return { result: doneWhenGone, changes: [] }
        const decision = decide(facts, { ...occasion, now: notBefore(facts, occasion.now) })
        if ('refusal' in decision) return decision
        return { result: decision.changes.length > 0, changes: decision.changes }
      }
    })
}

/** The midnight, or the latest instant that the customer's cards have seen, if that is later. */
function notBefore({ programs }: StandingFacts, midnight: Instant): Instant {
  const seen = programs.flatMap(({ card, membership }) => [
    card?.voucher.updatedAt ?? '',
    membership?.updatedAt ?? ''
  ])
  return [midnight, ...seen].reduce((last, each) => (each > last ? each : last))
}

/** A chore during one round, with the cards that it passes over from now on. */
type Round = Chore & { readonly passedOver: string[] }

/** Carries out what is due in every project, the earliest midnight first. */
export async function* settleMidnights(tools: Tools): AsyncGenerator<undefined, void> {
  for (const project of await tools.read(null, listProjects)) {
    const rounds = CHORES.map(chore => ({ ...chore, passedOver: [] }))
    for (;;) {
      const day = await firstDay(tools, project, rounds)
      if (day === null) break
      const now = await asOf(tools, project, day)
      for (const round of rounds) {
        while (await oneBatch(tools, project, round, { day, now })) yield undefined
      }
    }
  }
}

/** The day of the next midnight, today's at the latest; null when nothing is due. */
async function firstDay(
  { shell, read }: Tools,
  project: Project,
  rounds: readonly Round[]
): Promise<Day | null> {
  const day = dayAt(shell.now(), project.timezone)
  let first: Day | null = null
  for (const { due, passedOver } of rounds.filter(isUnderWay)) {
    const { since } = await read(project.id, due({ day, except: passedOver, limit: 1 }))
    if (since !== null && (first === null || since < first)) first = since
  }
  return first
}

function isUnderWay({ passedOver }: Round): boolean {
  return passedOver.length < PASSED_OVER_MAX
}

/** The midnight of the day, or that of a later review, which has reached all customers since. */
async function asOf({ read }: Tools, project: Project, day: Day): Promise<Instant> {
  const { reviewedOn } = await read(project.id, reviewState)
  const since = reviewedOn !== null && reviewedOn > day ? reviewedOn : day
  return midnight(since, project.timezone)
}

/**
 * Carries out one batch; false when nothing is left to do. Adds failed cards to `passedOver`.
 * @throws when the storage itself fails for now; no card is passed over for that.
 */
async function oneBatch(
  { shell, read, onError }: Tools,
  project: Project,
  round: Round,
  { day, now }: { readonly day: Day; readonly now: Instant }
): Promise<boolean> {
  if (!isUnderWay(round)) return false
  const { name, due, units, passedOver } = round
  const { cards } = await read(project.id, due({ day, except: passedOver, limit: BATCH }))
  const origin = { project, requestId: name, source: { channel: 'INTERNAL' }, now } as const
  const outcomes = [...cards].map(async ([voucherId, ids]) => {
    try {
      for (const settle of units(voucherId, ids)) {
        if (await settle(shell, origin)) continue
        passedOver.push(voucherId)
        return
      }
    } catch (error) {
      if (isStorageTrouble(error)) throw error
      passedOver.push(voucherId)
      onError(error, `${name}, voucher ${voucherId} of project ${project.id}`)
    }
  })
  // Together, so that the units share a commit; the units of one card stay in sequence.
  await Promise.all(outcomes)
  return cards.size > 0
}
