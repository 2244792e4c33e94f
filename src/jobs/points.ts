/**
 * What the calendar does to points and tiers: pending points become active, tiers whose last day is
 * over are prolonged or lost, old points expire.
 *
 * Each project has its own midnights. Whatever is due is carried out midnight by midnight, and as
 * of each, however long ago it was: it comes to the same whether anybody was there or not. A unit
 * of work is about one card, and a batch about a bounded number. A card that cannot be dealt with
 * is reported and passed over until the next round, and delays no other.
 *
 * Spec: PendingPointsEntry.activates_at, VoucherLoyaltyCard.expired_points; Decisions 58 and 62.
 */

import type { Decision, Occasion } from '../decisions/changes.ts'
import { expirePoints } from '../decisions/points/balance.ts'
import { activatePoints } from '../decisions/points/pending.ts'
import { reviewCustomer } from '../decisions/standing/reviews.ts'
import type { StandingFacts } from '../decisions/standing/standing.ts'
import type { Day, Instant, Project } from '../model.ts'
import { dayAt, midnight } from '../rules/validity.ts'
import type { Errand, Load } from '../shell.ts'
import {
  allProjects,
  type Due,
  type DueBatch,
  loadHeldCard,
  loadPendingPoints,
  loadPointsDue,
  loadPointsLapsed,
  loadTiersLapsed,
  reviewState
} from '../storage/loads/jobs.ts'
import type { Session } from '../storage/statements.ts'
import { isStorageTrouble, type Tools } from './task.ts'

/** Cards looked for at a time: as units they take a few milliseconds together. */
const BATCH = 50
/** Cards passed over before a chore is left alone for a round: then it is not the cards. */
const PASSED_OVER_MAX = 50

/** One kind of thing that is due at a midnight. */
interface Chore {
  readonly name: string
  readonly due: (batch: DueBatch) => (session: Session) => Promise<Due>
  /** What is to be done about one card, one after the other. */
  readonly units: (voucherId: string, ids: readonly string[]) => readonly Unit[]
}

/** Resolves with false when there was nothing to do any more. */
type Unit = (shell: Tools['shell'], errand: Errand) => Promise<boolean>

/** In the order of a midnight; the tiers that expiry costs are lost with it. */
const CHORES: readonly Chore[] = [
  {
    name: 'points.activate',
    due: loadPointsDue,
    // All that is due comes with the first of them; what is gone by now has come with another card.
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
): Unit {
  return (shell, errand) =>
    shell.carryOut(errand, {
      load,
      decide: (facts, occasion) => {
        if (facts === null) return { result: doneWhenGone, changes: [] }
        const decision = decide(facts, { ...occasion, now: notBefore(facts, occasion.now) })
        if ('refusal' in decision) return decision
        return { result: decision.changes.length > 0, changes: decision.changes }
      }
    })
}

/** Nothing is decided as of a time before what the customer's cards have seen already. */
function notBefore({ programs }: StandingFacts, midnight: Instant): Instant {
  const seen = programs.flatMap(({ card, membership }) => [
    card?.voucher.updatedAt ?? '',
    membership?.updatedAt ?? ''
  ])
  return [midnight, ...seen].reduce((last, each) => (each > last ? each : last))
}

/** A chore during one round, and the cards that it leaves out from now on. */
type Round = Chore & { readonly passedOver: string[] }

/** Carries out what is due, for every project, from the midnight that is longest ago. */
export async function* settleMidnights(tools: Tools): AsyncGenerator<undefined, void> {
  for (const project of await tools.read(null, allProjects)) {
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

/** The day whose midnight comes next, today's at the latest; null when nothing is due. */
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

/** A midnight; but what comes so late that all customers were reviewed since is of that day. */
async function asOf({ read }: Tools, project: Project, day: Day): Promise<Instant> {
  const { reviewedOn } = await read(project.id, reviewState)
  const since = reviewedOn !== null && reviewedOn > day ? reviewedOn : day
  return midnight(since, project.timezone)
}

/**
 * False when there is nothing more to do. Adds to `passedOver` the cards that did not get on.
 * @throws when it is the storage that cannot go on for now; no card is passed over for that.
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
  const errand = { project, requestId: name, source: { channel: 'INTERNAL' }, now } as const
  const outcomes = [...cards].map(async ([voucherId, ids]) => {
    try {
      for (const carryOut of units(voucherId, ids)) {
        if (await carryOut(shell, errand)) continue
        passedOver.push(voucherId)
        return
      }
    } catch (error) {
      if (isStorageTrouble(error)) throw error
      passedOver.push(voucherId)
      onError(error, `${name}, voucher ${voucherId} of project ${project.id}`)
    }
  })
  // Together, so that they share a commit; the units of one card stay one after the other.
  await Promise.all(outcomes)
  return cards.size > 0
}
