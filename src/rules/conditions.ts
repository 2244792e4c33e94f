/**
 * Conditions of validation rules, such as `{ $more_than: [1000] }`, and filters of segments. One
 * table has a row for each operator: how its operands are read, and which values pass. Compiling
 * refuses operands that no value can pass, because such a rule would refuse for ever without a
 * word. A value is compared with its own kind: a number never as text, a text never as a number.
 * Text that is a date and time is an instant; a day and an instant compare as days.
 * Spec: ValidationRuleConditions, SegmentFilter.
 */
import type { Mistake } from './mistake.ts'
import {
  ALWAYS,
  DAY_MS,
  type Day,
  dayAt,
  daysBetween,
  type Instant,
  isDay,
  midnight,
  toInstant,
  usableAt,
  type Validity,
  validityMistake
} from './validity.ts'

export type FactValue =
  | string
  | number
  | boolean
  | null
  | readonly FactValue[]
  | { readonly [key: string]: FactValue }

/** Operands by operator; a value must pass all operators. */
export type Conditions = { readonly [operator: string]: readonly FactValue[] }

/** The instant and the time zone of the question; days and hours are those of the zone. */
export interface At {
  readonly now: Instant
  readonly zone: string
}

export interface Condition {
  readonly operator: string
  readonly operands: readonly FactValue[]
  /** The expectation before its operands, as in "expected `more than` 1000". */
  readonly phrase: string
  readonly passes: (actual: FactValue, at: At) => boolean
}

type Passes = Condition['passes']
type ReadOperands = (operands: readonly FactValue[]) => Passes | { readonly expected: string }

/** Compiles the operands, or names the operator that is wrong and what it expects. */
export function compile(conditions: {
  readonly [operator: string]: unknown
}): { tests: Condition[] } | { mistake: { operator: string; message: string } } {
  const tests: Condition[] = []
  for (const [operator, operands] of Object.entries(conditions)) {
    const row = OPERATORS.get(operator)
    if (row === undefined) {
      const message = `There is no such operator; there are ${[...OPERATORS.keys()].join(' ')}.`
      return { mistake: { operator, message } }
    }
    const [phrase, read] = row
    const passes = isList(operands) ? read(operands) : { expected: 'a list of operands' }
    if (typeof passes !== 'function') {
      return { mistake: { operator, message: `Expected ${passes.expected}.` } }
    }
    tests.push({ operator, operands: operands as readonly FactValue[], phrase, passes })
  }
  return { tests }
}

export function test(tests: readonly Condition[], actual: FactValue, at: At): boolean {
  return firstMiss(tests, actual, at) === null
}

/** The first condition that the value does not pass, in written order; null when it passes all. */
export function firstMiss(
  tests: readonly Condition[],
  actual: FactValue,
  at: At
): Condition | null {
  return tests.find(({ passes }) => !passes(actual, at)) ?? null
}

function isList(value: unknown): value is readonly FactValue[] {
  return Array.isArray(value)
}

/** The elements of a list; any other value is a list of itself. */
export function asList(value: FactValue): readonly FactValue[] {
  return isList(value) ? value : [value]
}

/**
 * The value by which two things are the same: an instant for dates, the id (or source id, when
 * there is no id) for objects such as products and collections. Undefined when there is none.
 */
function identity(value: FactValue): string | number | boolean | null | undefined {
  if (typeof value === 'string') return toInstant(value) ?? value
  if (typeof value !== 'object' || value === null) return value
  const { id, source_id: sourceId } = value as { readonly [key: string]: FactValue }
  return [id, sourceId].find(name => typeof name === 'string' && name !== '') as string | undefined
}

type Identities = ReadonlySet<ReturnType<typeof identity>>

function identities(value: FactValue): Identities {
  return new Set(asList(value).map(identity))
}

function isIn(operands: Identities, actual: FactValue): boolean {
  return [...identities(actual)].some(each => operands.has(each))
}

const MANY = Number.POSITIVE_INFINITY

const THINGS = 'text, numbers, true, false, null, or objects with an `id` or a `source_id`'

/** At most `max` operands that have an identity. */
function things(
  max: number,
  passes: (operands: Identities, actual: FactValue) => boolean
): ReadOperands {
  return operands => {
    const wanted = new Set(operands.map(identity))
    if (operands.length === 0 || operands.length > max || wanted.has(undefined)) {
      return {
        expected: max === 1 ? `one operand of these: ${THINGS}` : `one or more of: ${THINGS}`
      }
    }
    return actual => passes(wanted, actual)
  }
}

/** Text operands; one that passes is enough. */
function texts(passes: (text: string, operand: string) => boolean): ReadOperands {
  return operands => {
    const wanted = operands.filter(operand => typeof operand === 'string' && operand !== '')
    if (operands.length === 0 || wanted.length < operands.length) {
      return { expected: 'one or more texts that are not empty' }
    }
    return actual =>
      typeof actual === 'string' && wanted.some(each => passes(actual, each as string))
  }
}

/** Passes when a text contains the operand, or a list has it as an element. */
const CONTAINS: ReadOperands = operands => {
  const passes = things(MANY, isIn)(operands)
  if (typeof passes !== 'function') return passes
  return (actual, at) =>
    typeof actual === 'string'
      ? operands.some(operand => typeof operand === 'string' && actual.includes(operand))
      : isList(actual) && passes(actual, at)
}

/** A day or an instant, which differ in length; null for any other value. */
function momentOf(value: FactValue | undefined): Day | Instant | null {
  if (typeof value !== 'string') return null
  return isDay(value) ? value : toInstant(value)
}

function dayOf(moment: Day | Instant, zone: string): Day {
  return isDay(moment) ? moment : dayAt(moment, zone)
}

/** Below, at or above 0, as for sorting; texts of one length sort as time. */
function orderOf(one: Day | Instant, other: Day | Instant, zone: string): number {
  const asDays = one.length !== other.length
  const [left, right] = asDays ? [dayOf(one, zone), dayOf(other, zone)] : [one, other]
  return left === right ? 0 : left < right ? -1 : 1
}

/** One operand that the value is compared with: a date or, with `numbers`, a number. */
function compared(numbers: boolean, passes: (order: number) => boolean): ReadOperands {
  return operands => {
    const [operand] = operands
    const moment = momentOf(operand)
    if (operands.length === 1 && numbers && typeof operand === 'number') {
      return actual => typeof actual === 'number' && passes(actual - operand)
    }
    if (operands.length !== 1 || moment === null) {
      return { expected: numbers ? 'one number or date' : 'one date' }
    }
    return (actual, { zone }) => {
      const found = momentOf(actual)
      return found !== null && passes(orderOf(found, moment, zone))
    }
  }
}

/** One whole number, 0 or more. */
function numbered(
  unit: string,
  passes: (n: number, actual: FactValue, at: At) => boolean
): ReadOperands {
  return operands => {
    const [n] = operands
    if (operands.length !== 1 || typeof n !== 'number' || !Number.isInteger(n) || n < 0) {
      return { expected: `one whole number of ${unit}, 0 or more` }
    }
    return (actual, at) => passes(n, actual, at)
  }
}

function sized(passes: (size: number, n: number) => boolean): ReadOperands {
  return numbered('elements', (n, actual) => isList(actual) && passes(actual.length, n))
}

/** Calendar days between two instants differ by less than this from their days of 24 hours. */
const DRIFT_DAYS = 3

/** `days` counts calendar days of the zone in the given direction; 0 is today. */
function distant(
  direction: 'ago' | 'ahead',
  passes: (days: number, n: number) => boolean
): ReadOperands {
  return numbered('days', (n, actual, { now, zone }) => {
    const moment = momentOf(actual)
    if (moment === null) return false
    const sign = direction === 'ago' ? 1 : -1
    const rough = (sign * (Date.parse(now) - Date.parse(moment))) / DAY_MS
    // The calendar is consulted only near the limit: it costs more than everything else here.
    if (Math.abs(rough) > DRIFT_DAYS && Math.abs(rough - n) > DRIFT_DAYS) {
      return rough > 0 && passes(rough, n)
    }
    const ago = daysBetween(dayOf(moment, zone), dayAt(now, zone))
    const days = direction === 'ago' ? ago : 0 - ago
    const order = isDay(moment) ? 0 : orderOf(moment, now, zone)
    const otherSide = direction === 'ago' ? order > 0 : order < 0
    return days >= 0 && !otherSide && passes(days, n)
  })
}

/** Windows; one that is open at the instant of the value is enough. */
function windows(expected: string, read: (operand: FactValue) => Validity | null): ReadOperands {
  return operands => {
    const all = operands.map(read)
    const readable = all.filter(
      (each): each is Validity => each !== null && validityMistake(each) === null
    )
    if (all.length === 0 || readable.length < all.length) return { expected }
    return (actual, { zone }) => {
      const moment = momentOf(actual)
      if (moment === null) return false
      const instant = isDay(moment) ? midnight(moment, zone) : moment
      return readable.some(each => usableAt(each, instant, zone) === 'usable')
    }
  }
}

function timeframe(operand: FactValue): Validity | null {
  const [start = '', interval = '', duration = '', ...more] = String(operand).split(';')
  const startDate = toInstant(start.trim())
  if (startDate === null || more.length > 0) return null
  const window = { interval: interval.trim(), duration: duration.trim() }
  return { ...ALWAYS, startDate, timeframe: window }
}

function fromTo(operand: FactValue): Validity | null {
  const [from = '', to = '', ...more] = String(operand).split(';')
  const [startDate, expirationDate] = [toInstant(from.trim()), toInstant(to.trim())]
  if (startDate === null || expirationDate === null || more.length > 0) return null
  return { ...ALWAYS, startDate, expirationDate }
}

function dailyHours(operand: FactValue): Validity | null {
  const [start = '', end = '', days = '', ...more] = String(operand).split(';')
  if (more.length > 0 || !/^(?:\s*[0-6]\s*(?:,\s*[0-6]\s*)*)?$/.test(days)) return null
  const daysOfWeek = days.trim() === '' ? null : days.split(',').map(Number)
  const window = { startTime: start.trim(), expirationTime: end.trim(), daysOfWeek }
  return { ...ALWAYS, hours: { daily: [window] } }
}

function weekday(operand: FactValue): Validity | null {
  return typeof operand === 'number' ? { ...ALWAYS, daysOfWeek: [operand] } : null
}

function sameSet(operands: Identities, actual: FactValue): boolean {
  const found = identities(actual)
  return found.size === operands.size && [...found].every(each => operands.has(each))
}

const IN = things(MANY, isIn)
const NOT_IN = things(MANY, (operands, actual) => !isIn(operands, actual))
const AT_LEAST = compared(true, order => order >= 0)
const TIMEFRAME = 'texts `start;interval;duration`, as in `2026-01-01T00:00:00Z;P1D;PT2H`'
const FROM_TO = 'texts `from;to` of two dates and times, the second not before the first'
const DAILY_HOURS = 'texts `start;end;days`, as in `18:00;20:01;2,3`, the end after the start'

const OPERATORS: ReadonlyMap<string, readonly [phrase: string, read: ReadOperands]> = new Map([
  ['$is', ['', things(1, isIn)]],
  ['$is_not', ['anything but', things(1, (operands, actual) => !isIn(operands, actual))]],
  ['$in', ['one of', IN]],
  ['$not_in', ['none of', NOT_IN]],
  ['$less_than', ['less than', compared(true, order => order < 0)]],
  ['$less_than_or_equal', ['at most', compared(true, order => order <= 0)]],
  ['$more_than', ['more than', compared(true, order => order > 0)]],
  ['$more_than_or_equal', ['at least', AT_LEAST]],
  ['$greater_than_or_equal', ['at least', AT_LEAST]],
  ['$starts_with', ['something that starts with', texts((text, start) => text.startsWith(start))]],
  ['$ends_with', ['something that ends with', texts((text, end) => text.endsWith(end))]],
  ['$contains', ['something that contains', CONTAINS]],
  ['$timeframe', ['a moment in the windows', windows(TIMEFRAME, timeframe)]],
  ['$timeframe_absolute', ['a moment between', windows(FROM_TO, fromTo)]],
  ['$timeframe_daily_hours', ['a moment in the hours', windows(DAILY_HOURS, dailyHours)]],
  ['$dow', ['a moment on weekday', windows('weekdays, 0 (Sunday) to 6', weekday)]],
  ['$count', ['a list of this size:', sized((size, n) => size === n)]],
  ['$count_more', ['a list longer than', sized((size, n) => size > n)]],
  ['$count_less', ['a list shorter than', sized((size, n) => size < n)]],
  ['$not_differ', ['exactly the set', things(MANY, sameSet)]],
  ['$not_intersect', ['nothing in common with', NOT_IN]],
  ['$from', ['something from', IN]],
  ['$after', ['a date after', compared(false, order => order > 0)]],
  ['$before', ['a date before', compared(false, order => order < 0)]],
  ['$more_than_ago', ['a date more days ago than', distant('ago', (days, n) => days > n)]],
  ['$less_than_ago', ['a date fewer days ago than', distant('ago', (days, n) => days < n)]],
  ['$is_days_ago', ['a date so many days ago:', distant('ago', (days, n) => days === n)]],
  ['$more_than_future', ['a date more days ahead than', distant('ahead', (days, n) => days > n)]],
  ['$less_than_future', ['a date fewer days ahead than', distant('ahead', (days, n) => days < n)]],
  ['$is_days_in_future', ['a date so many days ahead:', distant('ahead', (days, n) => days === n)]]
])

/*
 * Filters: which customers a segment has. A filter has conditions by field, joined by `and` or
 * `or`; the caller says which fields exist and what they mean. Operators mean the same as in
 * validation rules. An unknown value passes only the negative operators, and each of these is true
 * exactly where its opposite is not: a customer without a plan is a customer who is not on the gold
 * plan. A list passes as a whole or by one of its elements.
 */

/** `{ junction: 'and', fields: { 'metadata.plan': { $is: ['gold'] } } }` */
export interface Filter {
  readonly junction: 'and' | 'or'
  readonly fields: { readonly [field: string]: Conditions }
}

/** A filter from any source, of which only the outline is certain. */
export interface FilterOutline {
  readonly junction: unknown
  readonly fields: { readonly [field: string]: unknown }
}

type ValueFor = (field: string) => FactValue | undefined

/** Characters of the whole filter as JSON: every event of a customer reads it. */
const LENGTH_MAX = 10_000
const OPERANDS_MAX = 100

interface OperatorRow {
  /** The condition that decides; null for an operator that asks whether the value is known. */
  readonly as: string | null
  readonly denied: boolean
  /** Whether its truth changes as time passes. */
  readonly timed: boolean
}

const asks = (as: string | null): OperatorRow => ({ as, denied: false, timed: false })
const denies = (as: string | null): OperatorRow => ({ as, denied: true, timed: false })
const counts = (as: string): OperatorRow => ({ as, denied: false, timed: true })

const FILTER_OPERATORS: ReadonlyMap<string, OperatorRow> = new Map([
  ['$in', asks('$in')],
  ['$not_in', denies('$in')],
  ['$is', asks('$is')],
  ['$is_not', denies('$is')],
  ['$is_days_ago', counts('$is_days_ago')],
  ['$is_days_in_future', counts('$is_days_in_future')],
  ['$has_value', asks(null)],
  ['$is_unknown', denies(null)],
  ['$contains', asks('$contains')],
  ['$not_contain', denies('$contains')],
  ['$starts_with', asks('$starts_with')],
  ['$ends_with', asks('$ends_with')],
  ['$more_than', asks('$more_than')],
  ['$less_than', asks('$less_than')],
  ['$more_than_ago', counts('$more_than_ago')],
  ['$less_than_ago', counts('$less_than_ago')],
  ['$more_than_future', counts('$more_than_future')],
  ['$less_than_future', counts('$less_than_future')],
  ['$more_than_equal', asks('$more_than_or_equal')],
  ['$less_than_equal', asks('$less_than_or_equal')],
  ['$after', asks('$after')],
  ['$before', asks('$before')],
  ['$count', asks('$count')],
  ['$count_less', asks('$count_less')],
  ['$count_more', asks('$count_more')]
])

type FieldTest = (actual: FactValue | undefined, at: At) => boolean

interface CompiledFilter {
  readonly junction: 'and' | 'or'
  readonly fields: readonly {
    readonly field: string
    readonly tests: readonly FieldTest[]
    /** Numbers at which its conditions begin or cease to hold. */
    readonly bounds: readonly number[]
  }[]
}

type Understood<Thing> = { readonly read: Thing } | { readonly mistake: Mistake }

/** The first, or null; its path is as `filter.metadata.plan.conditions.$is`. */
export function filterMistake(
  filter: FilterOutline,
  knownField: (field: string) => boolean
): Mistake | null {
  if (JSON.stringify(filter).length > LENGTH_MAX) {
    return wrong('filter', `Longer than ${LENGTH_MAX} characters as JSON.`).mistake
  }
  const found = compileFilter(filter, knownField)
  return 'mistake' in found ? found.mistake : null
}

/** What `filterMistake` refuses selects nobody: its author meant some customers and not all. */
export function matches(filter: Filter, valueFor: ValueFor, at: At): boolean {
  return isJoined(filter, ({ field, tests }) => {
    const actual = valueFor(field)
    return tests.every(each => each(actual, at))
  })
}

/** The values that a field can have had: some, or the numbers up to one, or any. */
export type Passed =
  | { readonly values: readonly (FactValue | undefined)[] }
  | { readonly upTo: number }
  | null

/** Whether some of the values that fields can have had match. */
export function mayMatch(filter: Filter, passedIn: (field: string) => Passed, at: At): boolean {
  return isJoined(filter, ({ field, tests, bounds }) => {
    const passed = passedIn(field)
    if (passed === null) return true
    const values =
      'values' in passed
        ? passed.values
        : [...bounds.filter(each => each < passed.upTo), passed.upTo]
    return values.some(value => tests.every(each => each(value, at)))
  })
}

function isJoined(
  filter: Filter,
  passes: (field: CompiledFilter['fields'][number]) => boolean
): boolean {
  const compiled = compiledOf(filter)
  if (compiled === null) return false
  const { junction, fields } = compiled
  return junction === 'and' ? fields.every(passes) : fields.some(passes)
}

/** Whether a filter can select others tomorrow without any event: it counts days from now. */
export function dependsOnTime({ fields }: Filter): boolean {
  return Object.values(fields).some(conditions =>
    Object.keys(conditions).some(operator => FILTER_OPERATORS.get(operator)?.timed)
  )
}

/** Compiled filters by their source; filters are immutable, and an unused one is collected. */
const compiledFilters = new WeakMap<Filter, CompiledFilter | null>()

function compiledOf(filter: Filter): CompiledFilter | null {
  const kept = compiledFilters.get(filter)
  if (kept !== undefined) return kept
  const found = compileFilter(filter, () => true)
  const compiled = 'mistake' in found ? null : found.read
  compiledFilters.set(filter, compiled)
  return compiled
}

function compileFilter(
  { junction, fields }: FilterOutline,
  knownField: (field: string) => boolean
): Understood<CompiledFilter> {
  if (junction !== 'and' && junction !== 'or') {
    return wrong('filter.junction', 'Expected `and` or `or`.')
  }
  const read: CompiledFilter['fields'][number][] = []
  for (const [field, conditions] of Object.entries(fields)) {
    const path = `filter.${field}`
    if (!knownField(field)) return wrong(path, 'There is no such field to filter by.')
    const tests = compileConditions(conditions, `${path}.conditions`)
    if ('mistake' in tests) return tests
    read.push({ field, tests: tests.read, bounds: boundsOf(conditions as Conditions) })
  }
  if (read.length === 0) return wrong('filter', 'Expected at least one field with conditions.')
  return { read: { junction, fields: read } }
}

function boundsOf(conditions: Conditions): readonly number[] {
  const named = Object.values(conditions).flat()
  return named.flatMap(each => (typeof each === 'number' ? [each - 1, each, each + 1] : []))
}

function compileConditions(conditions: unknown, path: string): Understood<FieldTest[]> {
  if (typeof conditions !== 'object' || conditions === null || Array.isArray(conditions)) {
    return wrong(path, 'Expected an object of operators with lists of operands.')
  }
  const read: FieldTest[] = []
  for (const [operator, operands] of Object.entries(conditions)) {
    const found = compileOperator(operator, operands)
    if (typeof found === 'string') return wrong(`${path}.${operator}`, found)
    read.push(found)
  }
  return read.length === 0 ? wrong(path, 'Expected at least one operator.') : { read }
}

/** The compiled operator, or the text of its mistake. */
function compileOperator(operator: string, operands: unknown): FieldTest | string {
  const row = FILTER_OPERATORS.get(operator)
  if (row === undefined) {
    return `There is no such operator; there are ${[...FILTER_OPERATORS.keys()].join(' ')}.`
  }
  if (Array.isArray(operands) && operands.length > OPERANDS_MAX) {
    return `Expected at most ${OPERANDS_MAX} operands, found ${operands.length}.`
  }
  const { as, denied } = row
  if (as === null) {
    const none = Array.isArray(operands) && operands.every(operand => operand === true)
    return none ? actual => isKnown(actual) !== denied : 'Expected an empty list, or `true` in it.'
  }
  if (Array.isArray(operands) && operands.includes(null)) {
    return 'Null is no value to compare with; use $has_value or $is_unknown.'
  }
  const found = compile({ [as]: operands })
  if ('mistake' in found) return found.mistake.message
  const passes = (actual: FactValue, at: At) =>
    test(found.tests, actual, at) ||
    (as !== '$contains' && isList(actual) && actual.some(each => test(found.tests, each, at)))
  return (actual, at) => (isKnown(actual) && passes(actual, at)) !== denied
}

function isKnown(actual: FactValue | undefined): actual is FactValue {
  return actual !== undefined && actual !== null
}

function wrong(property: string, message: string): { readonly mistake: Mistake } {
  return { mistake: { property, message } }
}
