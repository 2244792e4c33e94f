/**
 * Answers of reads, kept in memory while they are true: bytes that are sent again cost no more than
 * to copy them.
 *
 * An answer follows from what is stored, and from the day in the project's time zone, because the
 * calendar brings points and ends them at midnight. So it is kept under the session's stamp, which
 * is another one after any write by anybody, and under its day. A writer that spares what does not
 * show would keep more; to forget everything cannot be wrong.
 *
 * Spec: getCustomer.
 */
import type { Day } from '../model.ts'
import type { OperationId, ReadyAnswer } from './types.ts'

/** The characters of all answers that are kept, at most; then all are forgotten. */
export const KEPT_CHARACTERS_MAX = 8 * 1024 * 1024

/** What an answer is kept under. */
export interface Under {
  /** What was asked, and of which project. */
  readonly key: string
  readonly stamp: number | null
  readonly day: Day
}

interface Kept {
  readonly day: Day
  readonly answer: ReadyAnswer<OperationId>
}

/** Answers to many questions, under one stamp. */
export class KeptAnswers {
  readonly #sizeMax: number
  readonly #answers = new Map<string, Kept>()
  #stamp: number | null = null
  #size = 0

  constructor(sizeMax = KEPT_CHARACTERS_MAX) {
    this.#sizeMax = sizeMax
  }

  /** The answer that is kept; null for none. */
  of<Id extends OperationId>({ key, stamp, day }: Under): ReadyAnswer<Id> | null {
    if (stamp === null || stamp !== this.#stamp) return null
    const known = this.#answers.get(key)
    return known?.day === day ? (known.answer as ReadyAnswer<Id>) : null
  }

  /** Keeps an answer that was read under the stamp; without one, nothing. */
  keep(answer: ReadyAnswer<OperationId>, { key, stamp, day }: Under): void {
    if (stamp === null) return
    if (stamp !== this.#stamp || this.#size + answer.bytes.length > this.#sizeMax) {
      this.#answers.clear()
      this.#size = 0
      this.#stamp = stamp
    }
    this.#answers.set(key, { day, answer })
    this.#size += answer.bytes.length
  }
}
