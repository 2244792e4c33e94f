/**
 * The window of time in which a campaign, a voucher, an earning rule or a promotion tier is valid.
 *
 * It is three columns of its table: both ends can be compared in SQL, and the part that recurs is
 * only ever read as a whole.
 *
 * Spec: Voucher.start_date, Voucher.expiration_date, Voucher.validity_timeframe.
 */
import type * as model from '../model.ts'
import type { Recurrence } from './tables.ts'

interface ValidityColumns {
  readonly startDate: string | null
  readonly expirationDate: string | null
  readonly recurrence: Recurrence | null
}

/** The three columns as one value. */
export function validityOf({
  startDate,
  expirationDate,
  recurrence
}: ValidityColumns): model.Validity {
  return {
    startDate,
    expirationDate,
    timeframe: recurrence?.timeframe ?? null,
    daysOfWeek: recurrence?.daysOfWeek ?? null,
    hours: recurrence?.hours ?? null
  }
}

/** The reverse of `validityOf`. */
export function columnsOfValidity(validity: model.Validity): ValidityColumns {
  const { startDate, expirationDate, timeframe, daysOfWeek, hours } = validity
  const recurs = timeframe !== null || daysOfWeek !== null || hours !== null
  return { startDate, expirationDate, recurrence: recurs ? { timeframe, daysOfWeek, hours } : null }
}
