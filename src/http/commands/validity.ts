/**
 * The limits in time of a request: five properties beside its own, the same wherever something can
 * be limited.
 *
 * Spec: VoucherTemplateRequest, ValidityTimeframe, ValidityDayOfWeek, ValidityHours.
 */
import type { Validity } from '../../rules/validity.ts'
import { instantOf } from './values.ts'

/** The limits in time that a request may set. */
export interface WireValidity {
  readonly start_date?: string | null | undefined
  readonly expiration_date?: string | null | undefined
  readonly validity_timeframe?: { readonly interval: string; readonly duration: string } | null
  readonly validity_day_of_week?: readonly number[] | null
  readonly validity_hours?: {
    readonly daily: readonly {
      readonly start_time: string
      readonly expiration_time: string
      readonly days_of_week?: readonly number[] | null
    }[]
  } | null
}

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

/** On the wire, by what each is in a validity. */
const LIMITS: { readonly [Limit in keyof Validity]: keyof WireValidity } = {
  startDate: 'start_date',
  expirationDate: 'expiration_date',
  timeframe: 'validity_timeframe',
  daysOfWeek: 'validity_day_of_week',
  hours: 'validity_hours'
}

/** The limits in time that were sent. */
export function validityChanges(wire: WireValidity): Partial<Validity> {
  const sent = Object.entries(validityCommand(wire)).filter(
    ([limit]) => wire[LIMITS[limit as keyof Validity]] !== undefined
  )
  return Object.fromEntries(sent)
}
