/**
 * Values of requests that are written in one way whatever they belong to: metadata and dates.
 *
 * A date of any offset becomes the 24 characters that are stored.
 *
 * Spec: Metadata.
 */
import { Refused } from '../../decisions/refusals.ts'
import type { Metadata } from '../../model.ts'
import { type Instant, toInstant } from '../../rules/validity.ts'

/** Metadata as the decisions take it; the document leaves its values open. Null: not sent. */
export function metadataOf(metadata: object | null | undefined): Metadata | undefined {
  return sent(metadata) as Metadata | undefined
}

/** Null counts as not sent. */
export function sent<Value>(value: Value | null | undefined): Value | undefined {
  return value ?? undefined
}

/**
 * A date-time of the wire as an instant.
 * @throws {Refused} for a date the format lets pass and no calendar holds.
 */
export function instantOf(text: string, property: string): Instant {
  const instant = toInstant(text)
  if (instant !== null) return instant
  throw new Refused({
    key: 'invalid_payload',
    details: `Property .${property} must be an ISO 8601 date-time of years 1 to 9999, got ${text}`
  })
}

/** A date-time of a query parameter; null when it was not sent. */
export function queryInstant(text: string | undefined, name: string): Instant | null {
  if (text === undefined) return null
  const instant = toInstant(text)
  if (instant !== null) return instant
  throw new Refused({
    key: 'invalid_query_params',
    details: `Query parameter ${name} must be an ISO 8601 date-time, got ${text}`
  })
}
