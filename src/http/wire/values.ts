/**
 * Values of requests that are written in one way whatever they belong to: metadata, dates, and the
 * five properties that limit a voucher, campaign, rule or tier in time. A date of any offset
 * becomes the 24 characters that are stored.
 * Spec: Metadata, ValidityTimeframe, ValidityDayOfWeek, ValidityHours, Voucher.validity_timeframe.
 */
import { Refused } from '../../decisions/refusals.ts'
import type { Metadata } from '../../model.ts'
import { asList, type Conditions, type FactValue } from '../../rules/conditions.ts'
import { type Instant, toInstant, type Validity } from '../../rules/validity.ts'
import { type Schemas, withoutNulls } from '../wire.ts'

/** Metadata as the decisions take it; the document leaves its values open. Null: not sent. */
export function metadataOf(metadata: object | null | undefined): Metadata | undefined {
  return sent(metadata) as Metadata | undefined
}

/** Null counts as not sent. */
export function sent<Value>(value: Value | null | undefined): Value | undefined {
  return value ?? undefined
}

/** Conditions with a list of operands for each operator, also where the only one was sent alone. */
export function operandLists(conditions: object): Conditions {
  const operators = Object.entries(conditions as Readonly<Record<string, FactValue>>)
  return Object.fromEntries(operators.map(([operator, sent]) => [operator, asList(sent)]))
}

/** The conditions of each field of a filter; what stands beside the fields is taken out before. */
export function fieldConditions(fields: object): { readonly [field: string]: Conditions } {
  const named = Object.entries(
    fields as { readonly [field: string]: { readonly conditions: object } }
  )
  return Object.fromEntries(
    named.map(([field, { conditions }]) => [field, operandLists(conditions)])
  )
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

/** What lies between two date-times of a query, both left out; undefined where neither was sent. */
export function querySpan<Name extends 'created_at' | 'updated_at'>(
  query: { readonly [Key in `${Name}[${'after' | 'before'}]`]?: string | undefined },
  name: Name
): { readonly after: Instant | null; readonly before: Instant | null } | undefined {
  const ends = [`${name}[after]`, `${name}[before]`] as const
  const [after = null, before = null] = ends.map(end => queryInstant(query[end], end))
  return after === null && before === null ? undefined : { after, before }
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

type WireValidity = Pick<
  Schemas['UpdateVoucherRequest'],
  | 'start_date'
  | 'expiration_date'
  | 'validity_timeframe'
  | 'validity_day_of_week'
  | 'validity_hours'
>

/** `at` names the object in a refusal: `[2].` for the third of an array. */
export function validityCommand(wire: WireValidity, at = ''): Validity {
  const { start_date: start, expiration_date: end, validity_hours: hours } = wire
  return {
    startDate: start == null ? null : instantOf(start, `${at}start_date`),
    expirationDate: end == null ? null : instantOf(end, `${at}expiration_date`),
    timeframe: wire.validity_timeframe ?? null,
    daysOfWeek: wire.validity_day_of_week ?? null,
    hours:
      hours == null
        ? null
        : {
            daily: hours.daily.map(window => ({
              startTime: window.start_time,
              expirationTime: window.expiration_time,
              daysOfWeek: window.days_of_week ?? null
            }))
          }
  }
}

const LIMITS: { readonly [Limit in keyof Validity]: keyof WireValidity } = {
  startDate: 'start_date',
  expirationDate: 'expiration_date',
  timeframe: 'validity_timeframe',
  daysOfWeek: 'validity_day_of_week',
  hours: 'validity_hours'
}

export function validityChanges(wire: WireValidity): Partial<Validity> {
  const sent = Object.entries(validityCommand(wire)).filter(
    ([limit]) => wire[LIMITS[limit as keyof Validity]] !== undefined
  )
  return Object.fromEntries(sent)
}

/** In the order of the document; null where there is no such limit. */
export function viewValidity(validity: Validity) {
  return {
    start_date: validity.startDate,
    expiration_date: validity.expirationDate,
    ...viewRecurrence(validity)
  }
}

/** Hours as clocks show them in the project's zone. */
export function viewRecurrence({ timeframe, daysOfWeek, hours }: Validity) {
  return {
    validity_timeframe: timeframe && { duration: timeframe.duration, interval: timeframe.interval },
    validity_day_of_week: daysOfWeek,
    validity_hours: hours && {
      daily: hours.daily.map(window => ({
        start_time: window.startTime,
        ...withoutNulls({ days_of_week: window.daysOfWeek }),
        expiration_time: window.expirationTime
      }))
    }
  }
}
