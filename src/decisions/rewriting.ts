/**
 * A thing that was set up by hand, written anew.
 *
 * What is asked for may be what is there already; then nothing is written, so that a client that
 * sends the same twice moves no stamp.
 *
 * Spec: none; Decision 73.
 */
import type { Instant } from '../model.ts'
import { updatedAfter } from './amendments.ts'

interface Stamped {
  readonly updatedAt: Instant | null
}

/** `after` at its instant; null where it says what `before` said. */
export function rewritten<Thing extends Stamped>(
  before: Thing,
  after: Thing,
  now: Instant
): Thing | null {
  if (JSON.stringify(before) === JSON.stringify(after)) return null
  return { ...after, updatedAt: updatedAfter(before.updatedAt, now) }
}
