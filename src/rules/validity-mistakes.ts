/**
 * What is wrong with the dates and recurring windows of a voucher or rule, before it is stored.
 *
 * Spec: Voucher.start_date, Voucher.validity_timeframe, Voucher.validity_hours.
 */
import { spanOf } from './durations.ts'
import type { Mistake } from './mistake.ts'
import type { DailyWindow, Validity } from './validity.ts'

const DAILY_WINDOWS_MAX = 100

/** The first mistake of a validity, or null. */
export function validityMistake(validity: Validity): Mistake | null {
  return (
    datesMistake(validity) ??
    timeframeMistake(validity) ??
    daysMistake('validity_day_of_week', validity.daysOfWeek) ??
    hoursMistake(validity)
  )
}

function datesMistake({ startDate, expirationDate }: Validity): Mistake | null {
  if (startDate === null || expirationDate === null || startDate <= expirationDate) return null
  return {
    property: 'expiration_date',
    message: `${expirationDate} is before the start date ${startDate}.`
  }
}

function timeframeMistake({ timeframe, startDate }: Validity): Mistake | null {
  if (timeframe === null) return null
  for (const name of ['interval', 'duration'] as const) {
    if (spanOf(timeframe[name]) === null) {
      const expected = 'an ISO 8601 duration above zero and up to 100 years, such as P1D or PT2H'
      return {
        property: `validity_timeframe.${name}`,
        message: `${JSON.stringify(timeframe[name])} is not ${expected}.`
      }
    }
  }
  if (startDate !== null) return null
  return {
    property: 'start_date',
    message: 'A validity timeframe counts its windows from a start date, and there is none.'
  }
}

function daysMistake(property: string, days: readonly number[] | null): Mistake | null {
  if (days === null) return null
  if (days.length === 0) {
    return { property, message: 'The list is empty; leave it out to allow every day.' }
  }
  const odd = days.find(day => !Number.isInteger(day) || day < 0 || day > 6)
  if (odd !== undefined) {
    return { property, message: `${odd} is not a day: 0 is Sunday, 6 is Saturday.` }
  }
  const repeated = days.find((day, index) => days.indexOf(day) !== index)
  return repeated === undefined ? null : { property, message: `Day ${repeated} is named twice.` }
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/

function hoursMistake({ hours, timeframe, daysOfWeek }: Validity): Mistake | null {
  if (hours === null) return null
  const property = 'validity_hours'
  if (timeframe !== null || daysOfWeek !== null) {
    const message = 'Hours cannot be combined with a timeframe or with days of the week.'
    return { property, message: `${message} Name the days inside the windows.` }
  }
  const { daily } = hours
  if (daily.length === 0 || daily.length > DAILY_WINDOWS_MAX) {
    const message = `Expected 1 to ${DAILY_WINDOWS_MAX} daily windows, found ${daily.length}.`
    return { property: `${property}.daily`, message }
  }
  for (const [index, window] of daily.entries()) {
    const path = `${property}.daily[${index}]`
    const mistake = windowMistake(path, window)
    if (mistake !== null) return mistake
    const other = daily.slice(0, index).findIndex(earlier => overlap(earlier, window))
    if (other !== -1) return { property: path, message: `Overlaps with window ${other}.` }
  }
  return null
}

function windowMistake(path: string, window: DailyWindow): Mistake | null {
  const { startTime, expirationTime, daysOfWeek } = window
  for (const [name, time] of [
    ['start_time', startTime],
    ['expiration_time', expirationTime]
  ] as const) {
    if (!TIME.test(time)) {
      const message = `${JSON.stringify(time)} is not a time HH:MM from 00:00 to 23:59.`
      return { property: `${path}.${name}`, message }
    }
  }
  if (expirationTime <= startTime) {
    const message = `${expirationTime} is not after ${startTime}; use two windows for a night.`
    return { property: `${path}.expiration_time`, message }
  }
  return daysMistake(`${path}.days_of_week`, daysOfWeek)
}

/**
 * Windows that only touch, because one ends in the minute in which the other begins, do not
 * overlap.
 */
function overlap(one: DailyWindow, other: DailyWindow): boolean {
  const [days, otherDays] = [one.daysOfWeek, other.daysOfWeek]
  const shareDay = days === null || otherDays === null || days.some(day => otherDays.includes(day))
  return shareDay && one.startTime < other.expirationTime && other.startTime < one.expirationTime
}
