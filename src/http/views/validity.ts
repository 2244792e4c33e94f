/**
 * The limits in time of a voucher, campaign, rule or tier on the wire: five properties beside its
 * own.
 *
 * Spec: Voucher.start_date, Voucher.validity_timeframe, ValidityDayOfWeek, ValidityHours.
 */
import type { Validity } from '../../rules/validity.ts'
import { type Wire, withoutNulls } from '../wire.ts'

/** The five properties; null where there is no such limit. */
export interface ViewedValidity {
  readonly start_date: string | null
  readonly expiration_date: string | null
  readonly validity_timeframe: Wire<'ValidityTimeframe'> | null
  readonly validity_day_of_week: Wire<'ValidityDayOfWeek'>
  readonly validity_hours: Wire<'ValidityHours'> | null
}

/** The recurring limits alone; null where there is none. */
export type ViewedRecurrence = Omit<ViewedValidity, 'start_date' | 'expiration_date'>

/** In the order of the document. */
export function viewValidity(validity: Validity): ViewedValidity {
  return {
    start_date: validity.startDate,
    expiration_date: validity.expirationDate,
    ...viewRecurrence(validity)
  }
}

/** Hours as clocks show them in the project's zone. */
export function viewRecurrence({ timeframe, daysOfWeek, hours }: Validity): ViewedRecurrence {
  return {
    validity_timeframe: timeframe && {
      duration: timeframe.duration,
      interval: timeframe.interval
    },
    validity_day_of_week: daysOfWeek,
    validity_hours: hours && { daily: hours.daily.map(viewDailyWindow) }
  }
}

type WireWindow = NonNullable<Validity['hours']>['daily'][number]

function viewDailyWindow({ startTime, daysOfWeek, expirationTime }: WireWindow) {
  return {
    start_time: startTime,
    ...withoutNulls({ days_of_week: daysOfWeek }),
    expiration_time: expirationTime
  }
}
