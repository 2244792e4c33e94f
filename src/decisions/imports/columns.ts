/**
 * The cells of an import: what each kind of cell may hold, and how a row of them is read. A cell is
 * text in CSV, and any JSON value in JSON lines; both are read by the same table, so that the same
 * data may come either way. Every mistake of a row is found, not the first alone.
 * Spec: DiscountRequest, DiscountedItemRequest, DiscountedUnitsRequest, Voucher.validity_timeframe,
 * ValidityDayOfWeek, ValidityHours,
 * openapi/behaviour/imports-and-erasure.md#files-speak-the-language-of-the-api.
 */
import type { Day, Discount, Instant, Json, Lot, Metadata, Validity } from '../../model.ts'
import { nameTwiceIn } from '../../rules/repeated-names.ts'
import { isLongerThan, NESTING_MAX, unsound } from '../../rules/sound-json.ts'
import { lettersBetween, nearestFirst } from '../../rules/spelling.ts'
import { type DailyWindow, isDay, toInstant } from '../../rules/validity.ts'
import { quote } from '../refusals.ts'

/** Kinds of units in one discount. */
const UNITS_MAX = 100

/** The discounts that the three columns of a row say; more than one is a mistake. */
export function discountsOf(said: {
  readonly percent_off: number | null
  readonly amount_off: number | null
  readonly discount: Discount | null
}): readonly Discount[] {
  const { percent_off, amount_off, discount } = said
  return [
    ...(percent_off === null ? [] : [{ type: 'PERCENT', percent_off } as const]),
    ...(amount_off === null ? [] : [{ type: 'AMOUNT', amount_off } as const]),
    ...(discount === null ? [] : [discount])
  ]
}

/** The first thing that no request could say, in words that follow its column; null for none. */
function discountCellMistake(discount: Metadata): string | null {
  const { units, ...own } = discount
  const mistake = unitMistake(own, '')
  if (mistake !== null || !Array.isArray(units)) return mistake
  if (units.length > UNITS_MAX) return `has ${units.length} units, and may have ${UNITS_MAX}`
  for (const [index, unit] of (units as readonly Json[]).entries()) {
    const mistake = isObject(unit) ? unitMistake(unit, `units[${index}].`) : null
    if (mistake !== null) return mistake
  }
  return null
}

/** Of a discount, or of one of its units; `at` leads the names of its properties. */
function unitMistake(unit: Metadata, at: string): string | null {
  const empty = Object.keys(unit).find(name => unit[name] === null)
  if (empty !== undefined) return `has null for ${at}${empty}; leave it out`
  if (!isTextUpTo(unit['unit_type'] ?? '', 512)) {
    return `must have a text of at most 512 characters for ${at}unit_type`
  }
  const unfit = ['product', 'sku'].find(name => name in unit && !isReference(unit[name]))
  return unfit === undefined
    ? null
    : `must have an id and a name, and perhaps a source_id, as texts for ${at}${unfit}`
}

/** A product or SKU as answers are to show it. */
function isReference(value: Json | undefined): boolean {
  if (!isObject(value)) return false
  const { id, name, source_id: sourceId = '', ...others } = value
  const isWhole = Object.keys(others).length === 0 && id !== ''
  return isWhole && isTextUpTo(id, 64) && isTextUpTo(name, 512) && isTextUpTo(sourceId, 512)
}

function isTextUpTo(value: Json | undefined, most: number): boolean {
  return typeof value === 'string' && !isLongerThan(value, most)
}

export function isObject(value: Json | undefined): value is Metadata {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Levels of nesting in a cell: the row around it is one more, as the body around a property is. */
const CELL_LEVELS_MAX = NESTING_MAX - 1

const METADATA_KEYS_MAX = 1000

/**
 * The cells of one row by column. A missing or null cell says nothing; an empty one neither, but
 * where texts are in quotes.
 */
export type ImportRow = { readonly [column: string]: Json }

/** Why a row is not imported; the column is null where no single one is to blame. */
export interface RowFinding {
  readonly column: string | null
  readonly message: string
}

export type Misread = { readonly findings: readonly RowFinding[] }

export interface Cell<Value> {
  readonly expects: string
  /** As the schema of project files has it; absent where these have no such cell. */
  readonly schema?: CellSchema
  /** Undefined for anything else. */
  readonly read: (cell: Json) => Value | undefined
  /** What else is wrong with what it reads as, in words after the column; null for nothing. */
  readonly mistake?: (value: Metadata) => string | null
}

export interface Column<Value = unknown, Needed extends boolean = boolean> extends Cell<Value> {
  readonly isNeeded: Needed
  /** Whether no edit takes away what is stored. */
  readonly isKept?: boolean
  readonly meaning: string
  readonly option?: string
  /** Whether only files of exports have it, so that it is not told to others. */
  readonly isExported?: boolean
  /** The columns of an import that it says, of which a row has one. */
  readonly as?: readonly string[]
}

/** The columns of a kind of import, in the order in which they are listed. */
export type Columns = { readonly [name: string]: Column }

/** JSON Schema. The cell is read again by an import, which is the one that decides. */
export type CellSchema = { readonly [keyword: string]: unknown }

/** What a row says: null for a cell that says nothing. */
export type RowValues<Of extends Columns> = {
  readonly [Name in keyof Of]: Of[Name] extends Column<infer Value, infer Needed>
    ? Needed extends true
      ? Value
      : Value | null
    : never
}

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

/** What a row says by the names of a command, in which nothing is undefined. */
export type SaidInCamelCase<Of> = {
  readonly [Name in keyof Of & string as Camel<Name>]: null extends Of[Name]
    ? NonNullable<Of[Name]> | undefined
    : Of[Name]
}

export function inCamelCase<Of extends object>(values: Of): SaidInCamelCase<Of> {
  const renamed = Object.entries(values).map(([name, value]) => [
    name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value ?? undefined
  ])
  return Object.fromEntries(renamed) as SaidInCamelCase<Of>
}

export function needed<Value>(cell: Cell<Value>, meaning: string): Column<Value, true> {
  return { ...cell, isNeeded: true, meaning }
}

/** A column that a row may leave out, and in which null clears nothing: what is stored stays. */
export function kept<Value>(cell: Cell<Value>, meaning: string): Column<Value, false> {
  return { ...optional(cell, meaning), isKept: true }
}

export function optional<Value>(cell: Cell<Value>, meaning: string): Column<Value, false> {
  return { ...cell, isNeeded: false, meaning }
}

/** An object with these properties and no others, all of which it has unless some are named. */
export function objectSchema(
  properties: { readonly [name: string]: CellSchema },
  required: readonly string[] = Object.keys(properties)
): CellSchema {
  return { type: 'object', properties, required, additionalProperties: false }
}

function textUpTo(most: number): Cell<string> {
  return {
    expects: `a text of at most ${most} characters`,
    schema: { type: 'string', maxLength: most },
    read: cell => (typeof cell === 'string' && !isLongerThan(cell, most) ? cell : undefined)
  }
}

export const TEXT = textUpTo(512)

/** What finds something; blanks around it are part of it, as everywhere in the API. */
export const KEY: Cell<string> = {
  expects: 'a text of 1 to 512 characters',
  schema: { type: 'string', minLength: 1, maxLength: 512 },
  read: cell => TEXT.read(cell) || undefined
}

export const LONG_TEXT = textUpTo(8192)

const SHORT: CellSchema = { type: 'string', maxLength: 64 }

/** A number, a day or a boolean without the blanks around it, which no one sees in a sheet. */
function trimmed(cell: Json): Json {
  return typeof cell === 'string' ? cell.trim() : cell
}

/** Points, money in the smallest unit, or a count. */
export const WHOLE: Cell<number> = {
  expects: `a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`,
  schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  read: cell => {
    const said = trimmed(cell)
    const number = typeof said === 'string' && /^\d+$/.test(said) ? Number(said) : said
    return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
      ? number
      : undefined
  }
}

/** Money in units of the currency, of which a hundredth is the smallest that it is read as. */
export const PRICE: Cell<number> = {
  expects: 'a price such as 21 or 12.50',
  read: cell => {
    const [, units, hundredths = ''] =
      /^(\d{1,13})(?:\.(\d\d?))?$/.exec(String(trimmed(cell))) ?? []
    return units === undefined ? undefined : Number(`${units}${hundredths.padEnd(2, '0')}`)
  }
}

const NAMES_MAX = 100

/** In one cell, with commas between them. */
export const NAMES: Cell<readonly string[]> = {
  expects: `at most ${NAMES_MAX} names such as size,color`,
  read: cell => {
    const names = String(cell)
      .split(',')
      .map(name => name.trim())
    const isFit = names.length <= NAMES_MAX && names.every(name => KEY.read(name) !== undefined)
    return isFit ? names : undefined
  }
}

export const ADDRESS = textUpTo(2048)

export const PERCENT: Cell<number> = {
  expects: 'a number from 0 to 100, such as 12.5',
  schema: { type: 'number', minimum: 0, maximum: 100 },
  read: numberUpTo(100)
}

export function numberUpTo(most: number): Cell<number>['read'] {
  return cell => {
    const said = trimmed(cell)
    const number = typeof said === 'string' && /^\d+(\.\d+)?$/.test(said) ? Number(said) : said
    return typeof number === 'number' && number >= 0 && number <= most ? number : undefined
  }
}

/** A day of the calendar, years 0001 to 9999. */
export const DAY: Cell<Day> = {
  expects: 'a day such as 2026-03-01',
  schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  read: cell => {
    const said = trimmed(cell)
    return typeof said === 'string' && isDay(said) ? said : undefined
  }
}

export const LAST_DAY: Cell<Day | 'never'> = {
  expects: 'a day such as 2026-03-01, or never',
  schema: { type: 'string', pattern: '^(\\d{4}-\\d{2}-\\d{2}|never)$' },
  read: cell => (trimmed(cell) === 'never' ? 'never' : DAY.read(cell))
}

/** With any offset; without one it is UTC. */
export const INSTANT: Cell<Instant> = {
  expects: 'a date and time such as 2026-03-01T10:00:00Z, in UTC where no offset is said',
  schema: SHORT,
  read: cell => (typeof cell === 'string' ? (toInstant(cell.trim()) ?? undefined) : undefined)
}

/** In CSV the words themselves, also in capitals. */
export const FLAG: Cell<boolean> = {
  expects: 'true or false',
  schema: { type: 'boolean' },
  read: cell => {
    const said = String(trimmed(cell)).toLowerCase()
    return said === 'true' || said === 'false' ? said === 'true' : undefined
  }
}

export function oneOf<Word extends string>(...words: readonly Word[]): Cell<Word> {
  return {
    expects: `one of ${words.join(', ')}`,
    schema: { type: 'string', enum: words },
    read: cell => words.find(word => word === cell)
  }
}

/** In CSV its JSON as text. */
export const OBJECT: Cell<Metadata> = {
  expects: 'a JSON object such as {"size":"XL"}',
  schema: { type: 'object', additionalProperties: true },
  read: cell => {
    const value = fromJson(cell)
    return isObject(value) ? value : undefined
  }
}

const DISCOUNT_TYPES: readonly unknown[] = ['AMOUNT', 'PERCENT', 'FIXED', 'UNIT']

/** A discount in the words of the API; the rest of it is looked at by the decision. */
export const DISCOUNT: Cell<Discount> = {
  expects: 'a JSON object such as {"type":"PERCENT","percent_off":10}',
  schema: { type: 'object', additionalProperties: true },
  read: cell => {
    const value = OBJECT.read(cell)
    return DISCOUNT_TYPES.includes(value?.['type']) ? (value as unknown as Discount) : undefined
  },
  mistake: discountCellMistake
}

/** Lines of an order, as in a request. */
const LIST_MAX = 500

/** In CSV its JSON as text; an empty one is one. */
export const LIST: Cell<readonly Json[]> = {
  expects: `a JSON array of at most ${LIST_MAX} such as [{"source_id":"mug","quantity":2}]`,
  schema: { type: 'array', items: { type: 'object' }, maxItems: LIST_MAX },
  read: cell => {
    const value = fromJson(cell)
    return Array.isArray(value) && value.length <= LIST_MAX ? (value as readonly Json[]) : undefined
  }
}

/** A cell of CSV holds JSON as text; undefined where it does not. */
function fromJson(cell: Json): Json | undefined {
  if (typeof cell !== 'string') return cell
  try {
    return JSON.parse(cell)
  } catch {
    return undefined
  }
}

/** Leads the name of a column that holds one key of the metadata, as text. */
const METADATA_KEY = 'metadata.'

function isMetadataKey(column: string): boolean {
  return column.startsWith(METADATA_KEY) && column.length > METADATA_KEY.length
}

/** Names that are no columns of the kind. `metadata.size` is one where `metadata` is. */
export function unknownColumns(columns: Columns, names: readonly string[]): readonly string[] {
  const hasMetadata = Object.hasOwn(columns, 'metadata')
  return names.filter(
    name => !Object.hasOwn(columns, name) && !(hasMetadata && isMetadataKey(name))
  )
}

function ownNames(columns: Columns): readonly string[] {
  return Object.keys(columns).filter(name => columns[name]?.isExported !== true)
}

function namesOf(columns: Columns): string {
  return ownNames(columns).join(', ')
}

/** @param isExact whether texts are in quotes, so that empty ones count. */
export function readRow<Of extends Columns>(
  columns: Of,
  row: ImportRow,
  isExact = false
): { readonly values: RowValues<Of> } | Misread {
  const findings: RowFinding[] = unknownColumns(columns, Object.keys(row)).map(column => ({
    column,
    message: `is no column of this import; those are ${namesOf(columns)}`
  }))
  const values = new Map<string, unknown>()
  for (const [name, column] of Object.entries(columns)) {
    const cell = isExact ? exactCellOf(row, name) : cellOf(row, name)
    const value = cell === null ? null : column.read(cell)
    values.set(name, value)
    const message = mistakeOf(name, column, cell, value)
    if (message !== null) findings.push({ column: name, message })
  }
  if (findings.length > 0) return { findings }
  // The keys of metadata that have columns of their own, where the cells say something.
  const keys = Object.keys(row)
    .filter(column => isMetadataKey(column) && cellOf(row, column) !== null)
    .map(column => [column.slice(METADATA_KEY.length), cellOf(row, column)])
  const whole = (values.get('metadata') ?? null) as Metadata | null
  const metadata = keys.length === 0 ? whole : { ...whole, ...Object.fromEntries(keys) }
  const message = metadata === null ? null : metadataMistake(metadata)
  if (message !== null) return { findings: [{ column: 'metadata', message }] }
  if (metadata !== null) values.set('metadata', metadata)
  // INVARIANT: every column is set, with what its own cell reads.
  return { values: Object.fromEntries(values) as RowValues<Of> }
}

/** What is wrong with a cell, which reads as `value`; null when nothing is. */
function mistakeOf(
  name: string,
  { isNeeded, expects, mistake, option }: Column,
  cell: Json,
  value: unknown
): string | null {
  if (value === undefined) return `must be ${expects}, and is ${quote(JSON.stringify(cell))}`
  if (value === null) return isNeeded ? `is empty, and must be ${expects}${orBy(option)}` : null
  // A cell of CSV may hold JSON, and says only now what is in it.
  const twice = typeof cell === 'string' && typeof value === 'object' ? nameTwiceIn(cell) : null
  if (twice !== null) return `gives ${quote(twice.join('.'))} more than once; send it once`
  return unsoundCell(value, name) ?? mistake?.(value as Metadata) ?? null
}

function metadataMistake(metadata: Metadata): string | null {
  const count = Object.keys(metadata).length
  if (count > METADATA_KEYS_MAX) return `must have at most ${METADATA_KEYS_MAX} keys, not ${count}`
  return unsoundCell(metadata, 'metadata')
}

export function unsoundCell(cell: unknown, column: string): string | null {
  return unsound(cell, [column], { levels: CELL_LEVELS_MAX })
}

function cellOf(row: ImportRow, column: string): Json {
  const cell = exactCellOf(row, column)
  return cell === '' ? null : cell
}

function exactCellOf(row: ImportRow, column: string): Json {
  return (Object.hasOwn(row, column) ? row[column] : null) ?? null
}

/** What is wrong with the names of a header; it need not name the columns that are given. */
export function headerFindings(
  columns: Columns,
  header: readonly string[],
  given: ImportRow
): readonly string[] {
  const known = namesOf(columns)
  const saysIt = (name: string) =>
    header.some(each => each === name || columns[each]?.as?.includes(name))
  return [
    ...unknownColumns(columns, header).map(name => {
      const [nearest = ''] = nearestFirst(name.toLowerCase(), ownNames(columns))
      const differing = lettersBetween(name.toLowerCase(), nearest)
      const meant = differing <= MISSPELT && differing < nearest.length / 2 ? nearest : null
      const asked = meant === null ? '' : `; do you mean ${meant}`
      return `column ${printable(name)}: is not known${asked}; those are ${known}`
    }),
    ...header
      .filter((name, index) => header.indexOf(name) !== index)
      .map(name => `column ${printable(name)}: is there twice`),
    ...Object.entries(columns)
      .filter(([name, { isNeeded }]) => isNeeded && !saysIt(name) && !(name in given))
      .map(([name, { option }]) => `column ${name}: is missing${orBy(option)}`)
  ]
}

/** Letters in which a name that was misspelt differs from the one that was meant. */
const MISSPELT = 2

function orBy(option: string | undefined): string {
  return option === undefined ? '' : `; ${option} says it for all rows`
}

/** A name of somebody else's on a terminal, which might take some characters for commands. */
function printable(name: string): string {
  return quote(JSON.stringify(name).slice(1, -1))
}

/*
 * In CSV a cell of several values is its JSON as text. What the values mean together, such as
 * windows that overlap, is looked at by the decision.
 */

/** Lots of one row: points that lapse day by day have fewer in two years. */
export const LOTS_MAX = 1_000

/** The lots of a card; an empty list says nothing that a balance of 0 does not say. */
export const LOTS: Cell<readonly Json[]> = {
  expects: `a JSON array of 1 to ${LOTS_MAX} such as [{"points":300,"expires_on":"2026-12-31"}]`,
  schema: {
    type: 'array',
    items: objectSchema(
      {
        points: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
        expires_on: { ...DAY.schema, type: ['string', 'null'] }
      },
      ['points']
    ),
    minItems: 1,
    maxItems: LOTS_MAX
  },
  read: cell => {
    const value = fromJson(cell)
    if (!Array.isArray(value) || value.length === 0 || value.length > LOTS_MAX) return undefined
    return value as readonly Json[]
  }
}

/** Added up by last day, soonest first; null where they have more days than a row may have. */
export function saidLots(
  open: readonly Pick<Lot, 'expiresOn' | 'remaining'>[]
): readonly { readonly points: number; readonly expires_on?: Day }[] | null {
  const byDay = new Map<Day | null, number>()
  for (const { expiresOn, remaining } of open) {
    byDay.set(expiresOn, (byDay.get(expiresOn) ?? 0) + remaining)
  }
  if (byDay.size > LOTS_MAX) return null
  const sorted = [...byDay].toSorted(([one], [other]) => ((one ?? '~') < (other ?? '~') ? -1 : 1))
  return sorted.map(([expires_on, points]) =>
    expires_on === null ? { points } : { points, expires_on }
  )
}

/** Points of a card that lapse together, as a row says them. */
export interface ImportedLot {
  /** Whole, at least 1. */
  readonly points: number
  readonly expiresOn: Day | null
}

const POINTS: Cell<number> = {
  expects: `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
  read: cell =>
    typeof cell === 'number' && Number.isSafeInteger(cell) && cell >= 1 ? cell : undefined
}

const LOT = {
  points: needed(POINTS, 'points that lapse together'),
  expires_on: optional(DAY, 'their last day, today or later; else they have none')
} as const

/** The lots of a card whose points are `balance`, or everything that is wrong with them. */
export function lotsOf(
  cells: readonly Json[],
  balance: number
): { readonly lots: readonly ImportedLot[] } | Misread {
  const lots: ImportedLot[] = []
  const findings: RowFinding[] = []
  const places = new Map<Day | null, string>()
  for (const [index, cell] of cells.entries()) {
    const at = `lots[${index}]`
    const read = isObject(cell)
      ? readRow(LOT, cell)
      : { findings: [{ column: null, message: 'must be an object' }] }
    if ('findings' in read) {
      findings.push(...foundWithin('lots', index, read.findings))
      continue
    }
    const { points, expires_on: expiresOn } = read.values
    const other = places.get(expiresOn)
    const when = expiresOn === null ? 'have no last day' : `lapse after ${expiresOn}`
    if (other !== undefined) {
      const message = `is the same as that of ${other}, whose points also ${when}; add them up`
      findings.push(...foundWithin('lots', index, [{ column: 'expires_on', message }]))
    }
    places.set(expiresOn, other ?? at)
    lots.push({ points, expiresOn })
  }
  if (findings.length > 0) return { findings }
  const sum = lots.reduce((all, { points }) => all + points, 0)
  if (sum === balance) return { lots }
  const message = `lots have ${sum} points together, and balance is ${balance}; write the same`
  return { findings: [{ column: 'lots', message }] }
}

/** What was found in one entry of a cell that holds several. */
export function foundWithin(
  name: string,
  index: number,
  findings: readonly RowFinding[]
): readonly RowFinding[] {
  const at = `${name}[${index}]`
  return findings.map(({ column, message }) => ({
    column: name,
    message: `${column === null ? at : `${at}.${column}`} ${message}`
  }))
}

const DAY_LIST: CellSchema = {
  type: 'array',
  items: { type: 'integer', minimum: 0, maximum: 6 },
  maxItems: 7
}

const WINDOW = objectSchema({ start_time: SHORT, expiration_time: SHORT, days_of_week: DAY_LIST }, [
  'start_time',
  'expiration_time'
])

/** Windows that begin at each interval from the start date on. */
export const TIMEFRAME: Cell<NonNullable<Validity['timeframe']>> = {
  expects: 'a JSON object such as {"interval":"P2D","duration":"P1D"}',
  schema: objectSchema({ interval: SHORT, duration: SHORT }),
  read: cell => {
    const value = fromJson(cell)
    if (!isObject(value) || !hasOnly(value, ['interval', 'duration'])) return undefined
    const { interval, duration } = value
    if (!isTextUpTo(interval, 64) || !isTextUpTo(duration, 64)) return undefined
    return { interval: interval as string, duration: duration as string }
  }
}

export const DAYS_OF_WEEK: Cell<readonly number[]> = {
  expects: 'a JSON array of days from 0, which is Sunday, to 6, such as [1,2]',
  schema: DAY_LIST,
  read: cell => daysIn(fromJson(cell))
}

/** Windows of a day, as clocks show them in the zone of the project. */
export const HOURS: Cell<NonNullable<Validity['hours']>> = {
  expects: 'a JSON object such as {"daily":[{"start_time":"08:00","expiration_time":"12:00"}]}',
  schema: objectSchema({ daily: { type: 'array', items: WINDOW, maxItems: 100 } }),
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
