/**
 * When the parts of a project file happen: all of them now, or on the days that the file says.
 *
 * Days count back from now, where the file makes its project. A millisecond between one part and
 * the next keeps those of one day in their order. In a project that is there everything happens
 * now, because no ledger is written backwards.
 */

import { isSchema } from '../http/document.ts'
import type { Instant } from '../model.ts'
import { addMs } from '../rules/validity.ts'
import type { EntryValues } from './entries.ts'
import type { FileMistake } from './source.ts'

const DAY_MS = 86_400_000

/** The instants of a file, one part after another. */
export class Timeline {
  readonly #clock: () => Instant
  /** When the file is carried out, where it says days. */
  readonly #loadedAt: Instant | null
  /** How many parts are to come. */
  #left: number
  #at: Instant | null = null

  /** `parts`: how many parts the file has at most; null: everything happens by the clock. */
  constructor(clock: () => Instant, parts: number | null) {
    this.#clock = clock
    this.#loadedAt = parts === null ? null : clock()
    this.#left = parts ?? 0
  }

  /** The instant of the part that is under way. */
  readonly now = (): Instant => this.#at ?? this.#clock()

  /** The next part happens, so many days ago. */
  next(daysAgo: number): void {
    if (this.#loadedAt === null) return
    this.#at = addMs(this.#loadedAt, -daysAgo * DAY_MS - this.#left)
    this.#left--
  }
}

/** The days since a deed happened. */
export function daysSince(deed: EntryValues): number {
  return Number(deed['days_ago'] ?? 0)
}

/** The days since all was made that a file sets up. */
export function foundedDaysAgo(file: EntryValues): number {
  const { project } = file
  return isSchema(project) ? Number(project['days_ago'] ?? 0) : 0
}

/** Whether a file says when anything in it happened. */
export function isDated(file: EntryValues): boolean {
  return foundedDaysAgo(file) > 0 || deedsOf(file).some(deed => 'days_ago' in deed)
}

/** The deeds of a file, in their order. */
export function deedsOf(file: EntryValues): readonly EntryValues[] {
  return (file['deeds'] ?? []) as readonly EntryValues[]
}

/** Deeds that happened before what stands in front of them. */
export function daysOutOfOrder(file: EntryValues): readonly FileMistake[] {
  const days = deedsOf(file).map(daysSince)
  const founded = foundedDaysAgo(file)
  return days.flatMap((since, index) => {
    const before = days[index - 1] ?? founded
    if (since <= before) return []
    const path = ['deeds', index, 'days_ago']
    const message =
      index === 0
        ? `The project was made ${told(founded)}, and this happened ${told(since)}, before ` +
          `that. Write project: { days_ago: ${since} } or more.`
        : `The deed before this one happened ${told(before)}, and this one ${told(since)}. ` +
          'Write deeds in the order in which they happened.'
    return [{ path, message }]
  })
}

function told(days: number): string {
  if (days === 0) return 'today'
  return days === 1 ? 'a day ago' : `${days} days ago`
}
