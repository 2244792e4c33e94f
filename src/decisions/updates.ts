/**
 * The shared rules of updates: the instant of a write, the values that stay, names in the body, and
 * writes that change nothing.
 */
import type { Instant } from '../model.ts'
import type { Change, Decision } from './changes.ts'
import { sameJson } from './metadata.ts'
import type { Refusal } from './refusals.ts'
import { invalidPayload, quote } from './request-refusals.ts'

/**
 * The instant of a write over one at `before` (null: none before): now, or a millisecond after
 * `before` if that is later. So no two states of a thing have the same `updatedAt`, which guards
 * the next write.
 */
export function nextUpdatedAt(before: Instant | null, now: Instant): Instant {
  if (before === null || now > before) return now
  return new Date(Date.parse(before) + 1).toISOString()
}

/** The sent value, null included; the stored one when none was sent. */
export function amend<Value>(sent: Value | undefined, stored: Value): Value {
  return sent === undefined ? stored : sent
}

/**
 * Why a name in the body, such as a code, is wrong for the thing in the path; null when it is one
 * of `names` (the path's and the stored one) or absent. A name never changes.
 */
export function renamingRefusal(
  property: string,
  sent: string | null | undefined,
  names: readonly (string | null)[]
): Refusal | null {
  if (sent === undefined || names.includes(sent)) return null
  const value = sent === null ? 'null' : `"${quote(sent)}"`
  return invalidPayload(property, `${value} is not what the path names; leave it out`)
}

/** Replaces a thing that people set up, by the changes of `write`, unless nothing differs. */
export function rewrite<Thing extends { readonly updatedAt: Instant | null }>(
  before: Thing,
  after: Thing,
  now: Instant,
  write: (written: Thing, updatedAtBefore: Instant | null) => readonly Change[]
): Decision<Thing> {
  const written = stampIfChanged(before, after, now)
  if (written === null) return { result: before, changes: [] }
  return { result: written, changes: write(written, before.updatedAt) }
}

/**
 * `after` with its instant, to be written; null when nothing differs from `before`. Then nothing is
 * written, so that a client that sends the same twice changes no timestamp.
 */
export function stampIfChanged<Thing extends { readonly updatedAt: Instant | null }>(
  before: Thing,
  after: Thing,
  now: Instant
): Thing | null {
  if (sameJson(before, after)) return null
  return { ...after, updatedAt: nextUpdatedAt(before.updatedAt, now) }
}
