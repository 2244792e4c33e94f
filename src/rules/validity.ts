/**
 * When a voucher or rule can be used and when points expire: dates, windows and durations. Instants
 * are 24-character UTC text and days are 10-character text, so that the order of text is the order
 * of time here, in tables and in SQL. Recurring windows (weekdays, hours, timeframes, midnights)
 * are meant in a time zone and need calendar arithmetic through daylight saving. Plain dates never
 * need a calendar, because every request checks them.
 * Spec: Voucher.start_date, Voucher.validity_timeframe, Voucher.validity_hours, ExpirationRules,
 * ValidityTimeframe, openapi/behaviour/time.md#what-recurs-is-meant-in-the-projects-time-zone.
 */
import { Temporal } from 'temporal-polyfill'
import type { Mistake } from './mistake.ts'

/** UTC, milliseconds: `YYYY-MM-DDTHH:mm:ss.SSSZ`; years 0001 to 9999. */
export type Instant = string

/** `YYYY-MM-DD`; years 0001 to 9999. */
export type Day = string

/** From the start of minute `startTime` to the end of minute `expirationTime`, by the clock. */
export interface DailyWindow {
  /** `HH:MM`, 00:00 to 23:59. */
  readonly startTime: string
  /** `HH:MM`, later than `startTime`: a window across midnight is written as two. */
  readonly expirationTime: string
  /** 0 (Sunday) to 6; null for every day. */
  readonly daysOfWeek: readonly number[] | null
}

/** Every part that is not null must allow the instant. */
export interface Validity {
  /** Included. */
  readonly startDate: Instant | null
  /** Included, to its millisecond. */
  readonly expirationDate: Instant | null
  /** Windows of `duration`, beginning at startDate + k × interval; ISO 8601 durations. */
  readonly timeframe: { readonly interval: string; readonly duration: string } | null
  /** 0 (Sunday) to 6. */
  readonly daysOfWeek: readonly number[] | null
  /** One window that covers the instant is enough. */
  readonly hours: { readonly daily: readonly DailyWindow[] } | null
}

/** Allows every instant: the base that other validities are spread over. */
export const ALWAYS: Validity = {
  startDate: null,
  expirationDate: null,
  timeframe: null,
  daysOfWeek: null,
  hours: null
}

/** `not_now`: inside the dates, outside the recurring windows. */
type Usable = 'usable' | 'not_yet' | 'expired' | 'not_now'

type RoundingType =
  | 'END_OF_MONTH'
  | 'END_OF_QUARTER'
  | 'END_OF_HALF_YEAR'
  | 'END_OF_YEAR'
  | 'PARTICULAR_MONTH'

/** How long points earned on a day can be spent. */
export type ExpirationRules =
  | {
      readonly periodType: 'MONTH'
      /** Months, 0 to 1,200; 0 means the day of earning only. */
      readonly periodValue: number
      /** Moves the last day later, never earlier. */
      readonly roundingType: RoundingType | null
      /** The month (1 to 12) of PARTICULAR_MONTH; ignored for the other types. */
      readonly roundingValue: number | null
    }
  | {
      readonly periodType: 'FIXED_DAY_OF_YEAR'
      /** 1 to 12. */
      readonly fixedMonth: number
      /** 1 to 31; the last day of a shorter month. */
      readonly fixedDay: number
    }

const PERIOD_MONTHS_MAX = 1200
const LAST_DAY: Day = '9999-12-31'
const FIRST_MS = Date.parse('0001-01-01T00:00:00.000Z')
const LAST_MS = Date.parse('9999-12-31T23:59:59.999Z')

/**
 * And if not, why; the dates are checked first.
 * Spec: openapi/behaviour/time.md#both-ends-of-a-window-belong-to-it.
 */
export function usableAt(validity: Validity, now: Instant, zone: string): Usable {
  return whyNotAt(validity, now, zone)[0] ?? 'usable'
}

/**
 * Every reason why a voucher or rule of this validity cannot be used at `now`; none when it can. A
 * timeframe that cannot be read, or that has no start date, never opens.
 */
export function whyNotAt(
  validity: Validity,
  now: Instant,
  zone: string
): readonly Exclude<Usable, 'usable'>[] {
  const { startDate, expirationDate } = validity
  const reasons: Exclude<Usable, 'usable'>[] = []
  if (startDate !== null && now < startDate) reasons.push('not_yet')
  if (expirationDate !== null && now > expirationDate) reasons.push('expired')
  if (!isOpenAt(validity, now, zone)) reasons.push('not_now')
  return reasons
}

function isOpenAt(
  { startDate, timeframe, daysOfWeek, hours }: Validity,
  now: Instant,
  zone: string
): boolean {
  if (timeframe === null && daysOfWeek === null && hours === null) return true
  const local = zoned(now, zone)
  return (
    (daysOfWeek === null || daysOfWeek.includes(local.dayOfWeek % 7)) &&
    (hours === null || hours.daily.some(window => covers(window, local))) &&
    (timeframe === null || inTimeframe(local, startDate, timeframe))
  )
}

function zoned(instant: Instant, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(zone)
}

function covers(window: DailyWindow, local: Temporal.ZonedDateTime): boolean {
  const { startTime, expirationTime, daysOfWeek } = window
  const time = local.toPlainTime().toString({ smallestUnit: 'minute' })
  const onDay = daysOfWeek === null || daysOfWeek.includes(local.dayOfWeek % 7)
  return onDay && startTime <= time && time <= expirationTime
}

function inTimeframe(
  local: Temporal.ZonedDateTime,
  startDate: Instant | null,
  timeframe: { readonly interval: string; readonly duration: string }
): boolean {
  const step = spanOf(timeframe.interval)
  const length = spanOf(timeframe.duration)
  if (startDate === null || step === null || length === null) return false
  const start = zoned(startDate, local.timeZoneId)
  const now = local.epochMilliseconds
  // Always k steps from the start, never one step from the last window: 31 January, 28 February,
  // and then 31 March again.
  const windowStart = (k: number) =>
    start.add({ months: k * step.months, days: k * step.days, milliseconds: k * step.ms })
  let k = Math.floor((now - start.epochMilliseconds) / roughMs(step))
  // The guess is wrong by two windows at most: months differ in length, days by an hour.
  while (windowStart(k).epochMilliseconds > now) k--
  while (windowStart(k + 1).epochMilliseconds <= now) k++
  const { months, days, ms } = length
  const end = windowStart(k).add({ months, days, milliseconds: ms })
  return now < end.epochMilliseconds
}

const DATE_TIME =
  /^(\d{4}-\d\d-\d\d)[T\s](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?$/i

/**
 * Reads a date and time with any offset; without an offset it is UTC. Digits below a millisecond
 * are cut off; a leap second counts as the next second. Null when the text is no date and time, or
 * when the result is outside the years 0001 to 9999 of UTC. A day without a time is no date and
 * time: see `midnight`.
 */
export function toInstant(text: string): Instant | null {
  const found = DATE_TIME.exec(text)
  const day = found?.[1]
  if (!found || day === undefined || !isDay(day)) return null
  const [hour, minute, second] = [Number(found[2]), Number(found[3]), Number(found[4])]
  const [offsetHour, offsetMinute] = [Number(found[7] ?? 0), Number(found[8] ?? 0)]
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return null
  const offset = (offsetHour * 60 + offsetMinute) * (found[6] === '-' ? -1 : 1)
  const utcMinute = hour * 60 + minute - offset
  if (second === 60 && (utcMinute + 2880) % 1440 !== 1439) return null
  const fractionMs = Number((found[5] ?? '').slice(0, 3).padEnd(3, '0'))
  const ms = Date.parse(day) + (utcMinute * 60 + second) * 1000 + fractionMs
  return ms < FIRST_MS || ms > LAST_MS ? null : new Date(ms).toISOString()
}

/** Whether the text is a day of the calendar, 0001-01-01 to 9999-12-31. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const [year, month, day] = partsOf(text)
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month)
}

/** Whether the name is one of a time zone, such as `Europe/Berlin`; an offset is no zone. */
export function isZone(name: string): boolean {
  if (!/^[A-Z][\w+-]*(?:\/[\w+-]+)*$/i.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    // The platform names its zones only by refusing others, so the exception is the answer.
    return false
  }
}

export function dayAt(now: Instant, zone: string): Day {
  if (now !== last.now || zone !== last.zone) last = { now, zone, day: dayOfMinute(now, zone) }
  return last.day
}

/** A request asks for the day of one instant many times. */
let last: { readonly now: Instant; readonly zone: string; readonly day: Day } = {
  now: '',
  zone: '',
  day: ''
}

function dayOfMinute(now: Instant, zone: string): Day {
  const key = now.slice(0, MINUTE_LENGTH) + zone
  const known = days.get(key)
  if (known !== undefined) return known
  const text = zoned(now, zone).toPlainDate().toString()
  const day = text.length > LAST_DAY.length ? LAST_DAY : text
  if (days.size === DAYS_MAX) days.clear()
  if (now >= WHOLE_MINUTES) days.set(key, day)
  return day
}

/**
 * Days that were asked for lately, by minute and zone, because a calendar is slow and requests ask
 * for the present day. A minute of UTC has one day in every zone: since 1973 clocks differ from UTC
 * by whole minutes and change at whole minutes. An hour has not: clocks go back across midnight.
 */
const days = new Map<string, Day>()
const WHOLE_MINUTES: Instant = '1973-01-01T00:00:00.000Z'
const MINUTE_LENGTH = '1973-01-01T00:00'.length
const DAYS_MAX = 1_000

/** `ms` milliseconds later, or earlier when negative. */
export function addMs(instant: Instant, ms: number): Instant {
  return new Date(Date.parse(instant) + ms).toISOString()
}

/** `n` days later, or earlier when negative; never beyond the years 0001 to 9999. */
export function addDays(day: Day, n: number): Day {
  // Most days asked for are in the same month, which takes no calendar.
  const other = Number(day.slice(8)) + n
  if (other >= 1 && (other <= 28 || other <= lengthOfMonth(day))) {
    return `${day.slice(0, 8)}${other < 10 ? '0' : ''}${other}`
  }
  const ms = Math.min(Math.max(Date.parse(day) + n * DAY_MS, FIRST_MS), LAST_MS)
  return new Date(ms).toISOString().slice(0, 10)
}

/** Days from one day to another; negative when `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}

/** The first instant of the day in the zone, which is not 00:00 where clocks skip that hour. */
export function midnight(day: Day, zone: string): Instant {
  const first = Temporal.PlainDate.from(day).toZonedDateTime(zone)
  return new Date(first.epochMilliseconds).toISOString()
}

/** A duration later by the calendar of the zone; never beyond the year 9999. */
export function addSpan(instant: Instant, { months, days, ms }: Span, zone: string): Instant {
  const later = zoned(instant, zone).add({ months, days, milliseconds: ms })
  return new Date(Math.min(later.epochMilliseconds, LAST_MS)).toISOString()
}

const PERIOD_MONTHS = {
  END_OF_MONTH: 1,
  END_OF_QUARTER: 3,
  END_OF_HALF_YEAR: 6,
  END_OF_YEAR: 12
} as const

/**
 * The last day on which points that became spendable on `earnedOn` can be spent. In a month that is
 * too short it is the last day of that month; rounding moves it to the end of a month.
 */
export function lastDay(rules: ExpirationRules, earnedOn: Day): Day {
  const [year, month, day] = partsOf(earnedOn)
  if (rules.periodType === 'FIXED_DAY_OF_YEAR') {
    const thisYear = dayOf(year * 12 + rules.fixedMonth - 1, rules.fixedDay)
    const nextYear = dayOf((year + 1) * 12 + rules.fixedMonth - 1, rules.fixedDay)
    return thisYear >= earnedOn ? thisYear : nextYear
  }
  const { periodValue, roundingType, roundingValue } = rules
  const index = year * 12 + month - 1 + periodValue
  if (roundingType === null) return dayOf(index, day)
  if (roundingType === 'PARTICULAR_MONTH') {
    return dayOf(index + (((roundingValue ?? 12) + 11 - (index % 12)) % 12), 31)
  }
  const months = PERIOD_MONTHS[roundingType]
  return dayOf(index + months - 1 - (index % months), 31)
}

/** Months counted from year 0; a day past the end of the month becomes its last day. */
function dayOf(monthIndex: number, day: number): Day {
  const year = Math.floor(monthIndex / 12)
  const month = (monthIndex % 12) + 1
  if (year > 9999) return LAST_DAY
  const text = (n: number, width: number) => String(n).padStart(width, '0')
  return `${text(year, 4)}-${text(month, 2)}-${text(Math.min(day, daysInMonth(year, month)), 2)}`
}

function partsOf(day: Day): [year: number, month: number, day: number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
}

function lengthOfMonth(day: Day): number {
  const [year, month] = partsOf(day)
  return daysInMonth(year, month)
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
}

export function expirationMistake(rules: ExpirationRules): Mistake | null {
  if (rules.periodType === 'FIXED_DAY_OF_YEAR') {
    return (
      numberMistake('expiration_rules.fixed_month', rules.fixedMonth, 1, 12) ??
      numberMistake('expiration_rules.fixed_day', rules.fixedDay, 1, 31)
    )
  }
  const { periodValue, roundingType, roundingValue } = rules
  const mistake = numberMistake('expiration_rules.period_value', periodValue, 0, PERIOD_MONTHS_MAX)
  if (mistake !== null) return mistake
  const property = 'expiration_rules.rounding_value'
  if (roundingValue !== null && roundingType === null) {
    return { property, message: 'A rounding value needs a rounding type beside it.' }
  }
  if (roundingValue === null && roundingType === 'PARTICULAR_MONTH') {
    return { property, message: 'PARTICULAR_MONTH needs the month, 1 to 12.' }
  }
  return roundingValue === null ? null : numberMistake(property, roundingValue, 1, 12)
}

function numberMistake(property: string, value: number, min: number, max: number): Mistake | null {
  if (Number.isInteger(value) && value >= min && value <= max) return null
  return { property, message: `${value} is not a whole number from ${min} to ${max}.` }
}

/** Below 0 where the first text comes first, 0 for the same: by characters, as time sorts. */
export function compareTexts(one: string, other: string): number {
  return Number(one > other) - Number(one < other)
}

const DAILY_WINDOWS_MAX = 100

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
  const message = `${expirationDate} is before the start date ${startDate}.`
  return { property: 'expiration_date', message }
}

function timeframeMistake({ timeframe, startDate }: Validity): Mistake | null {
  if (timeframe === null) return null
  for (const name of ['interval', 'duration'] as const) {
    if (spanOf(timeframe[name]) === null) {
      const expected = 'an ISO 8601 duration above zero and up to 100 years, such as P1D or PT2H'
      const message = `${JSON.stringify(timeframe[name])} is not ${expected}.`
      return { property: `validity_timeframe.${name}`, message }
    }
  }
  if (startDate !== null) return null
  const message = 'A validity timeframe counts its windows from a start date, and there is none.'
  return { property: 'start_date', message }
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

/** Windows that only touch, one ending in the minute in which the other begins, do not. */
function overlap(one: DailyWindow, other: DailyWindow): boolean {
  const [days, otherDays] = [one.daysOfWeek, other.daysOfWeek]
  const shareDay = days === null || otherDays === null || days.some(day => otherDays.includes(day))
  return shareDay && one.startTime < other.expirationTime && other.startTime < one.expirationTime
}

/*
 * ISO 8601 durations, such as `P1M` or `PT1H30M`, as amounts that calendar arithmetic can add.
 * Years, months, weeks and days are kept apart from hours, because their length depends on the day
 * they start. A duration must make sense for a recurring window, so that no sum of durations can
 * leave the calendar.
 */

/** Added in this order: months (clamped to the end of a month), days, milliseconds. */
export interface Span {
  readonly months: number
  readonly days: number
  readonly ms: number
}

/** A day of 24 hours; calendar days can be longer or shorter. */
export const DAY_MS = 86_400_000

/** An average month: twelve hundred of them are a hundred years. */
const MONTH_MS = 30.436_875 * DAY_MS

const SPAN_MS_MAX = 1200 * MONTH_MS

const NUMBER = String.raw`(\d{1,9}(?:[.,]\d{1,9})?)`
const DURATION = new RegExp(
  String.raw`^P(?=[\dT])(?:(\d{1,6})Y)?(?:(\d{1,6})M)?(?:(\d{1,6})W)?(?:(\d{1,6})D)?` +
    `(?:T(?=\\d)(?:${NUMBER}H)?(?:${NUMBER}M)?(?:${NUMBER}S)?)?$`,
  'i'
)

/** The standard allows a fraction on the smallest unit only. */
const FRACTION_TOO_EARLY = /[.,]\d+[HM]./i

/** Null unless the text is a duration above zero and of at most a hundred years. */
export function spanOf(text: string): Span | null {
  const found = DURATION.exec(text)
  if (found === null || FRACTION_TOO_EARLY.test(text)) return null
  const unit = (index: number) => Number((found[index] ?? '0').replace(',', '.'))
  const span = {
    months: unit(1) * 12 + unit(2),
    days: unit(3) * 7 + unit(4),
    ms: Math.round(unit(5) * 3_600_000 + unit(6) * 60_000 + unit(7) * 1000)
  }
  const size = roughMs(span)
  return size > 0 && size <= SPAN_MS_MAX ? span : null
}

/** The approximate length: exact for hours, averaged for months, without daylight saving. */
function roughMs({ months, days, ms }: Span): number {
  return months * MONTH_MS + days * DAY_MS + ms
}
