/**
 * What is wrong with something a caller wrote down.
 *
 * Data rather than an exception: a mistake is an expected outcome of reading, and whoever reads
 * decides how to answer it.
 *
 * Spec: Error.details; Decision 8.
 */

/** The first one found is enough: readers answer with one at a time. */
export interface Mistake {
  /** Where, in the words of the wire: `validity_hours.daily[1].start_time`. */
  readonly property: string
  /** A sentence: what was found, what is expected. */
  readonly message: string
}
