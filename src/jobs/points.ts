/**
 * What becomes of points by the calendar: pending ones become active, old ones expire.
 *
 * Each project has its own midnight. Whatever is due by its day is carried out, however long ago
 * that day was, one card per unit of work and a bounded number of cards at a time. A card that
 * cannot be dealt with is reported and passed over until the next round, and delays no other.
 *
 * Spec: Endpoints 3 (`activates_at`); Resources, Voucher (`loyalty_card`), Earning rule.
 */
import { activatePoints, expirePoints } from '../decisions/points.ts'
import type { Day, Project } from '../model.ts'
import { dayAt } from '../rules/validity.ts'
import type { Errand } from '../shell.ts'
import {
  allProjects,
  type DueBatch,
  loadPendingPoints,
  loadPointsDue,
  loadPointsLapsed,
  loadPurse
} from '../storage/loads-jobs.ts'
import type { Session } from '../storage/statements.ts'
import { type Tools, whenFound } from './task.ts'

/** Entries looked for at a time: as units they take a few milliseconds together. */
const BATCH = 50
/** Cards passed over before a project is left alone for a round: then it is not the cards. */
const PASSED_OVER_MAX = 50

/** Activates pending points whose day has come. */
export function activateDuePoints(tools: Tools): AsyncGenerator<undefined, void> {
  const { shell } = tools
  return byCard(tools, {
    name: 'points.activate',
    due: loadPointsDue,
    carryOut: async (errand, { ids }) => {
      for (const id of ids) {
        const work = { load: loadPendingPoints(id), decide: whenFound(activatePoints) }
        if ((await shell.carryOut(errand, work)) === null) return false
      }
      return true
    }
  })
}

/** Books points whose last day is over as expired. */
export function expireLapsedPoints(tools: Tools): AsyncGenerator<undefined, void> {
  const { shell } = tools
  return byCard(tools, {
    name: 'points.expire',
    due: loadPointsLapsed,
    carryOut: async (errand, { voucherId, day }) => {
      const { points } = await shell.carryOut(errand, {
        load: loadPurse(voucherId),
        decide: (purse, occasion) => expirePoints(purse, day, occasion)
      })
      return points > 0
    }
  })
}

/** One kind of thing that is due. */
interface Chore {
  readonly name: string
  /** Ids of what is due, by card. */
  readonly due: (
    batch: DueBatch
  ) => (session: Session) => Promise<ReadonlyMap<string, readonly string[]>>
  /** False when there was nothing to do any more. */
  readonly carryOut: (errand: Errand, card: DueCard) => Promise<boolean>
}

interface DueCard {
  readonly voucherId: string
  readonly ids: readonly string[]
  /** Today, in the project. */
  readonly day: Day
}

async function* byCard(tools: Tools, chore: Chore): AsyncGenerator<undefined, void> {
  for (const project of await tools.read(null, allProjects)) {
    const passedOver: string[] = []
    while (passedOver.length < PASSED_OVER_MAX) {
      if (!(await oneBatch(tools, chore, project, passedOver))) break
      yield undefined
    }
  }
}

/** False when nothing was due. Adds to `passedOver` the cards to leave out from now on. */
async function oneBatch(
  { shell, read, onError }: Tools,
  { name, due, carryOut }: Chore,
  project: Project,
  passedOver: string[]
): Promise<boolean> {
  const day = dayAt(shell.now(), project.timezone)
  const cards = await read(project.id, due({ day, except: passedOver, limit: BATCH }))
  const errand = { project, requestId: name, source: { channel: 'INTERNAL' } } as const
  const outcomes = [...cards].map(async ([voucherId, ids]) => {
    try {
      if (!(await carryOut(errand, { voucherId, ids, day }))) passedOver.push(voucherId)
    } catch (error) {
      passedOver.push(voucherId)
      onError(error, `${name}, voucher ${voucherId} of project ${project.id}`)
    }
  })
  // Together, so that they share a commit; the units of one card stay one after the other.
  await Promise.all(outcomes)
  return cards.size > 0
}
