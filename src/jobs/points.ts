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
  loadPointsLapsed,
  loadPendingPoints,
  loadPointsDue,
  loadPurse,
  type Session
} from '../storage/loads-jobs.ts'
import { type Tools, whenFound } from './task.ts'

/** Entries looked for at a time: as units they take a few milliseconds together. */
const BATCH = 50
/** Cards that fail before a project is left alone for this round: the fault is not the cards'. */
const FAILED_MAX = 50

/** Activates pending points whose day has come. */
export function activateDuePoints(tools: Tools): AsyncGenerator<undefined, void> {
  return byCard(tools, {
    name: 'points.activate',
    due: loadPointsDue,
    carryOut: async (errand, _card, ids) => {
      for (const id of ids) {
        const decide = whenFound(activatePoints)
        await tools.shell.carryOut(errand, { load: loadPendingPoints(id), decide })
      }
    }
  })
}

/** Books points whose last day is over as expired. */
export function expireLapsedPoints(tools: Tools): AsyncGenerator<undefined, void> {
  return byCard(tools, {
    name: 'points.expire',
    due: loadPointsLapsed,
    carryOut: async (errand, card, _ids, day) => {
      await tools.shell.carryOut(errand, {
        load: loadPurse(card),
        decide: (purse, occasion) => expirePoints(purse, day, occasion)
      })
    }
  })
}

/** One kind of thing that is due. */
interface Chore {
  readonly name: string
  /** What is due, by card. */
  readonly due: (
    batch: DueBatch
  ) => (session: Session) => Promise<ReadonlyMap<string, readonly string[]>>
  readonly carryOut: (
    errand: Errand,
    card: string,
    ids: readonly string[],
    day: Day
  ) => Promise<void>
}

async function* byCard(tools: Tools, chore: Chore): AsyncGenerator<undefined, void> {
  for (const project of await tools.read(null, allProjects)) {
    const failed: string[] = []
    while (failed.length < FAILED_MAX && (await oneBatch(tools, chore, project, failed))) {
      yield undefined
    }
  }
}

/** False when nothing was due. Adds to `failed` the cards to leave out from now on. */
async function oneBatch(
  { shell, read, onError }: Tools,
  { name, due, carryOut }: Chore,
  project: Project,
  failed: string[]
): Promise<boolean> {
  const day = dayAt(shell.now(), project.timezone)
  const cards = await read(project.id, due({ day, except: failed, limit: BATCH }))
  const errand = { project, requestId: name, source: { channel: 'INTERNAL' } } as const
  // Together, so that they share a commit; the units of one card stay one after the other.
  const outcomes = [...cards].map(async ([card, ids]) => {
    try {
      await carryOut(errand, card, ids, day)
    } catch (error) {
      failed.push(card)
      onError(error, `${name} of card ${card} in project ${project.id}; tried again later`)
    }
  })
  await Promise.all(outcomes)
  return cards.size > 0
}
