/**
 * Mistakes: those of a caller, and our own. A mistake in something that a caller wrote is data and
 * not an exception: it is an expected outcome of reading, and the reader of it decides on the
 * answer. A mistake of ours is thrown.
 * Spec: ErrorAnswer.details.
 */

/** The first mistake is enough: a text is read up to it, and the rest depends on it. */
export interface Mistake {
  /** The place, in the words of the wire: `validity_hours.daily[1].start_time`. */
  readonly property: string
  readonly message: string
}

/** A property as it is called on the wire: `startDate` is `start_date`. */
export function inWireWords(property: string): string {
  return property.replace(/[A-Z]/g, capital => `_${capital.toLowerCase()}`)
}

/**
 * What is there, although its type allows that it is not. @throws {TypeError} with what is broken.
 */
export function present<Value>(value: Value | null | undefined, broken: string): Value {
  // INVARIANT: the caller says what holds.
  if (value === null || value === undefined) throw new TypeError(broken)
  return value
}
