/**
 * The cells of a voucher that hold more than one value: the lots of a card, and the recurring
 * windows in which a voucher can be used.
 *
 * In CSV such a cell is its JSON as text. What the values mean together, such as windows that
 * overlap, is looked at by the decision.
 *
 * Spec: Voucher.validity_timeframe, ValidityDayOfWeek, ValidityHours.
 */
import type { Day, Json, Validity } from '../../model.ts'
import type { DailyWindow } from '../../rules/validity.ts'
import { type Cell, DAY, fromJson, needed, optional, type RowFinding, readRow } from './columns.ts'
import { isObject, isTextUpTo } from './discount-cells.ts'

/** Lots of one row: points that lapse day by day have fewer in two years. */
export const LOTS_MAX = 1_000

/** The lots of a card; an empty list says nothing that a balance of 0 does not say. */
export const LOTS: Cell<readonly Json[]> = {
  expects: `a JSON array of 1 to ${LOTS_MAX} such as [{"points":300,"expires_on":"2026-12-31"}]`,
  read: cell => {
    const value = fromJson(cell)
    if (!Array.isArray(value) || value.length === 0 || value.length > LOTS_MAX) return undefined
    return value as readonly Json[]
  }
}

/** Points of a card that lapse together, as a row says them. */
export interface ImportedLot {
  /** Whole, at least 1. */
  readonly points: number
  /** Their last day; null: none. */
  readonly expiresOn: Day | null
}

const POINTS: Cell<number> = {
  expects: `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
  read: cell =>
    typeof cell === 'number' && Number.isSafeInteger(cell) && cell >= 1 ? cell : undefined
}

/** A lot, as one entry of `lots`. */
const LOT = {
  points: needed(POINTS, 'points that lapse together'),
  expires_on: optional(DAY, 'their last day, today or later; else they have none')
} as const

/** The lots of a card whose points are `balance`, or everything that is wrong with them. */
export function lotsOf(
  cells: readonly Json[],
  balance: number
): { readonly lots: readonly ImportedLot[] } | { readonly findings: readonly RowFinding[] } {
  const lots: ImportedLot[] = []
  const findings: RowFinding[] = []
  const places = new Map<Day | null, string>()
  for (const [index, cell] of cells.entries()) {
    const at = `lots[${index}]`
    const read = lotOf(cell)
    if ('findings' in read) {
      findings.push(...read.findings.map(({ column, message }) => found(at, column, message)))
      continue
    }
    const { expiresOn } = read.lot
    const other = places.get(expiresOn)
    const when = expiresOn === null ? 'have no last day' : `lapse after ${expiresOn}`
    if (other !== undefined) {
      const message = `is the same as that of ${other}, whose points also ${when}; add them up`
      findings.push(found(at, 'expires_on', message))
    }
    places.set(expiresOn, other ?? at)
    lots.push(read.lot)
  }
  if (findings.length > 0) return { findings }
  const sum = lots.reduce((all, { points }) => all + points, 0)
  if (sum === balance) return { lots }
  const message = `lots have ${sum} points together, and balance is ${balance}; write the same`
  return { findings: [{ column: 'lots', message }] }
}

function lotOf(
  cell: Json
): { readonly lot: ImportedLot } | { readonly findings: readonly RowFinding[] } {
  if (!isObject(cell)) return { findings: [{ column: null, message: 'must be an object' }] }
  const read = readRow(LOT, cell)
  if ('findings' in read) return read
  return { lot: { points: read.values.points, expiresOn: read.values.expires_on } }
}

function found(at: string, column: string | null, message: string): RowFinding {
  return { column: 'lots', message: `${column === null ? at : `${at}.${column}`} ${message}` }
}

/** Windows that begin at each interval from the start date on. */
export const TIMEFRAME: Cell<NonNullable<Validity['timeframe']>> = {
  expects: 'a JSON object such as {"interval":"P2D","duration":"P1D"}',
  read: cell => {
    const value = fromJson(cell)
    if (!isObject(value) || !hasOnly(value, ['interval', 'duration'])) return undefined
    const { interval, duration } = value
    if (!isTextUpTo(interval, 64) || !isTextUpTo(duration, 64)) return undefined
    return { interval: interval as string, duration: duration as string }
  }
}

/** Days of the week, 0 (Sunday) to 6. */
export const DAYS_OF_WEEK: Cell<readonly number[]> = {
  expects: 'a JSON array of days from 0, which is Sunday, to 6, such as [1,2]',
  read: cell => daysIn(fromJson(cell))
}

/** Windows of a day, as clocks show them in the zone of the project. */
export const HOURS: Cell<NonNullable<Validity['hours']>> = {
  expects: 'a JSON object such as {"daily":[{"start_time":"08:00","expiration_time":"12:00"}]}',
  read: cell => {
    const value = fromJson(cell)
    if (!isObject(value) || !hasOnly(value, ['daily'])) return undefined
    const { daily } = value
    if (!Array.isArray(daily)) return undefined
    const windows = (daily as readonly Json[]).map(windowOf)
    const known = windows.filter(window => window !== undefined)
    return known.length === windows.length ? { daily: known } : undefined
  }
}

function windowOf(value: Json): DailyWindow | undefined {
  const names = ['start_time', 'expiration_time', 'days_of_week']
  if (!isObject(value) || !hasOnly(value, names)) return undefined
  const { start_time: startTime, expiration_time: expirationTime, days_of_week: days } = value
  if (!isTextUpTo(startTime, 5) || !isTextUpTo(expirationTime, 5)) return undefined
  const daysOfWeek = days === undefined || days === null ? null : daysIn(days)
  if (daysOfWeek === undefined) return undefined
  const times = { startTime: startTime as string, expirationTime: expirationTime as string }
  return { ...times, daysOfWeek }
}

/** Hours as a row says them. */
export function saidHours(hours: Validity['hours']): Json {
  if (hours === null) return null
  return {
    daily: hours.daily.map(({ startTime, expirationTime, daysOfWeek }) => ({
      start_time: startTime,
      expiration_time: expirationTime,
      ...(daysOfWeek === null ? {} : { days_of_week: daysOfWeek })
    }))
  }
}

function daysIn(value: Json | undefined): readonly number[] | undefined {
  if (!Array.isArray(value) || value.length > 7) return undefined
  return value.every(day => typeof day === 'number') ? (value as readonly number[]) : undefined
}

function hasOnly(value: object, names: readonly string[]): boolean {
  return Object.keys(value).every(name => names.includes(name))
}
