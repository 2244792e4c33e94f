/**
 * What every change of a thing that is there shares: when it happened, what stays as it was, its
 * name among it, and why a thing cannot go.
 *
 * Spec: Decision 73.
 */
import type { Instant } from '../model.ts'
import { sameJson } from './metadata.ts'
import type { Refusal } from './refusals.ts'
import { invalidPayload, quoted } from './request-refusals.ts'

/**
 * The instant of a write over one of `before` (null: there was none): now, or a millisecond later
 * than it, so that no two states of a thing bear the same `updatedAt`, which guards the next write.
 */
export function updatedAfter(before: Instant | null, now: Instant): Instant {
  if (before === null || now > before) return now
  return new Date(Date.parse(before) + 1).toISOString()
}

/** What was sent, null included; else what is stored. */
export function amended<Value>(sent: Value | undefined, stored: Value): Value {
  return sent === undefined ? stored : sent
}

/**
 * Why a name in the body, such as a code, cannot be that of the thing the path names; null where it
 * is one of `names`, what the path says and what is stored, or not sent. A name is never changed.
 */
export function misnamed(
  property: string,
  sent: string | null | undefined,
  names: readonly (string | null)[]
): Refusal | null {
  if (sent === undefined || names.includes(sent)) return null
  const value = sent === null ? 'null' : `"${quoted(sent)}"`
  return invalidPayload(property, `${value} is not what the path names; leave it out`)
}

/**
 * `after` at its instant, to be written; null where it says what `before` said. Then nothing is
 * written, so that a client that sends the same twice moves no stamp.
 */
export function rewritten<Thing extends { readonly updatedAt: Instant | null }>(
  before: Thing,
  after: Thing,
  now: Instant
): Thing | null {
  if (sameJson(before, after)) return null
  return { ...after, updatedAt: updatedAfter(before.updatedAt, now) }
}
