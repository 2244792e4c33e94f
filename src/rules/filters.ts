/**
 * Filters: which customers a segment has.
 *
 * A filter has conditions by field, joined by `and` or `or`; the caller says which fields exist and
 * what they mean. Operators mean the same as in validation rules. An unknown value passes only the
 * negative operators, and each of these is true exactly where its opposite is not: a customer
 * without a plan is a customer who is not on the gold plan.
 *
 * Spec: SegmentFilter.
 */
import { type At, type Conditions, compile, type FactValue, test } from './conditions.ts'
import type { Mistake } from './mistake.ts'

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

/** The value of a field for one customer; undefined or null when it is unknown. */
export type ValueFor = (field: string) => FactValue | undefined

/** Characters of the whole filter as JSON: every event of a customer reads it. */
const LENGTH_MAX = 10_000
/** Operands of one operator. */
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
  readonly fields: readonly { readonly field: string; readonly tests: readonly FieldTest[] }[]
}

type Understood<Thing> = { readonly read: Thing } | { readonly mistake: Mistake }

/**
 * The first mistake of a filter, or null; the path begins with `filter`, as in
 * `filter.metadata.plan.conditions.$is`.
 */
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

/**
 * Whether a filter selects a customer. A filter that `filterMistake` refuses selects nobody,
 * because its author meant some customers and not all.
 */
export function matches(filter: Filter, valueFor: ValueFor, at: At): boolean {
  const compiled = compiledOf(filter)
  if (compiled === null) return false
  const { junction, fields } = compiled
  const passes = ({ field, tests }: CompiledFilter['fields'][number]) => {
    const actual = valueFor(field)
    return tests.every(each => each(actual, at))
  }
  return junction === 'and' ? fields.every(passes) : fields.some(passes)
}

/**
 * Whether a filter can select other customers tomorrow without any event: it counts days from now.
 */
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
    read.push({ field, tests: tests.read })
  }
  if (read.length === 0) return wrong('filter', 'Expected at least one field with conditions.')
  return { read: { junction, fields: read } }
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
  return (actual, at) => (isKnown(actual) && test(found.tests, actual, at)) !== denied
}

function isKnown(actual: FactValue | undefined): actual is FactValue {
  return actual !== undefined && actual !== null
}

function wrong(property: string, message: string): { readonly mistake: Mistake } {
  return { mistake: { property, message } }
}
