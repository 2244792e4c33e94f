/**
 * A mistake in something that a caller wrote.
 *
 * It is data and not an exception: a mistake is an expected outcome of reading, and the reader of
 * it decides on the answer.
 *
 * Spec: ApiError.details.
 */

/** The first mistake is enough: a text is read up to it, and the rest depends on it. */
export interface Mistake {
  /** The place, in the words of the wire: `validity_hours.daily[1].start_time`. */
  readonly property: string
  /** A sentence: what was found and what is expected. */
  readonly message: string
}
