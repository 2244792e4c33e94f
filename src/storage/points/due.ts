/**
 * What is due by the calendar in a project: which cards it is on, and since when it has been due.
 *
 * It is asked for by project, because a day begins at another moment in each time zone.
 */
import type { Day } from '../../model.ts'
import { addDays } from '../../rules/validity.ts'

/** What is asked for of what is due in the session's project. */
export interface DueBatch {
  /** By the start of this day. */
  readonly day: Day
  /** Cards to leave out, by voucher id. */
  readonly except: readonly string[]
  readonly limit: number
}

/** What is due, what has been due longest in front. */
export interface Due {
  /** The day at whose start the first of it was due; null when nothing is. */
  readonly since: Day | null
  /** Ids of what is due, by card. */
  readonly cards: ReadonlyMap<string, readonly string[]>
}

/** The day after the last one; null where there is none. */
export function dayAfter(last: { readonly expiresOn: Day | null } | undefined): Day | null {
  return last === undefined || last.expiresOn === null ? null : addDays(last.expiresOn, 1)
}

/** Ids of what was found, by the card it is on, in the order of the rows. */
export function byCard(
  found: readonly { readonly id: string; readonly voucherId: string }[]
): ReadonlyMap<string, readonly string[]> {
  const cards = new Map<string, string[]>()
  for (const { id, voucherId } of found) {
    const ids = cards.get(voucherId)
    if (ids === undefined) cards.set(voucherId, [id])
    else ids.push(id)
  }
  return cards
}
