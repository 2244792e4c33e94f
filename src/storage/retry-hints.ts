/**
 * What the last attempt learned: some of what a decision relies on is known only when it is
 * written.
 *
 * Codes are drawn, not reserved, so that all those drawn for a voucher may be taken. Totals are
 * kept, not loaded, so that one may outgrow the numbers it can hold. Neither is asked for
 * beforehand, since hardly any decision meets it. Where an attempt to write has shown it, the
 * decision is taken once more, and told.
 */
import type { Learned } from '../decisions/changes.ts'
import { OUTGROWN, Refused } from '../decisions/refusals.ts'
import type { Project } from '../model.ts'
import { GuardLost, TotalsOutOfRange } from './engine/errors.ts'
import type { Session } from './engine/session.ts'
import { freeCodesOf } from './vouchers/vouchers.ts'

/** One thing an attempt found out. */
type RetryHint =
  | { readonly kind: 'codesTaken'; readonly campaignId: string }
  | { readonly kind: 'totalOutgrown' }

/** The lessons of the attempts at one unit of work so far. */
export class RetryHints {
  readonly #project: Project
  readonly #random: (below: number) => number
  readonly #learned: RetryHint[] = []

  constructor(project: Project, random: (below: number) => number) {
    this.#project = project
    this.#random = random
  }

  /**
   * Attempts until it is written; each thing is learned once.
   * @throws {Refused} where a total is outgrown again: that decision records no failure.
   */
  async untilWritten<Value>(attempt: () => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        const lesson = lessonOf(error)
        if (lesson === null) throw error
        if (this.#knows(lesson))
          throw lesson.kind === 'totalOutgrown' ? new Refused(OUTGROWN) : error
        this.#learned.push(lesson)
      }
    }
  }

  /** What the next decision is told; codes are looked for in the session that decides by them. */
  async learned(session: Session): Promise<Learned> {
    const freeCodes = new Map<string, readonly string[]>()
    let outgrown = false
    for (const lesson of this.#learned) {
      if (lesson.kind === 'totalOutgrown') outgrown = true
      else {
        const { campaignId } = lesson
        const free = await freeCodesOf(session, campaignId, this.#project, this.#random)
        freeCodes.set(campaignId, free)
      }
    }
    return { freeCodes, outgrown }
  }

  #knows(lesson: RetryHint): boolean {
    return this.#learned.some(known => idOf(known) === idOf(lesson))
  }
}

/** What an error teaches; null: nothing that another attempt could heed. */
function lessonOf(error: unknown): RetryHint | null {
  if (error instanceof TotalsOutOfRange) return { kind: 'totalOutgrown' }
  // A voucher draws several codes, and its guard is lost when others have all of them.
  if (!(error instanceof GuardLost) || error.change.kind !== 'voucher.created') return null
  const { campaignId } = error.change.voucher
  return campaignId === null ? null : { kind: 'codesTaken', campaignId }
}

function idOf(lesson: RetryHint): string {
  return lesson.kind === 'codesTaken' ? `codesTaken ${lesson.campaignId}` : lesson.kind
}
