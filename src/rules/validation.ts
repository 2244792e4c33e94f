/**
 * Judges a validation rule by facts: whether it holds, and if not, why not.
 *
 * A rule knows the names of facts and not their meaning: it looks each fact up. A fact that cannot
 * exist where the rule is assigned leaves its entry out; a fact that could exist and is missing
 * makes its entry false, with a reason. Every entry to blame says what it found and what it
 * expected, because "not eligible" helps nobody.
 *
 * Spec: ValidationRule, ValidationRulesAssignment.
 */
import {
  type CompiledEntry,
  type CompiledRules,
  compileRules,
  type PathMistake
} from './compilation.ts'
import {
  type At,
  asList,
  type Condition,
  type Conditions,
  type FactValue,
  firstMiss
} from './conditions.ts'
import { type Expression, entriesToBlame, evaluateLogic, type Truth } from './logic.ts'
import { CONTEXT_TYPES, type RuleCategory } from './vocabulary.ts'

const SHOWN_MAX = 100

/**
 * Entries by number, `{ '1': …, '2': … }`; `logic` refers to them, and without it all must hold.
 */
export type RuleSet = { readonly logic?: string | null } & { readonly [entry: number]: RuleEntry }

export interface RuleEntry {
  readonly name: string
  readonly property?: string | null
  readonly conditions?: Conditions | null
  /** The rules for the order lines that this entry selects. */
  readonly rules?: RuleSet | null
  /** Said to the customer when this entry is to blame. */
  readonly error?: { readonly message?: string | null } | null
}

export interface ApplicableItem {
  readonly object: 'product' | 'sku' | 'products_collection'
  readonly id: string
  readonly sourceId: string | null
  /** Which of the lines; absent for every one. */
  readonly effect?: string | null
  /** Units of each line. */
  readonly quantityLimit?: number | null
  /** Units of all lines together. */
  readonly aggregatedQuantityLimit?: number | null
  /** Taken off each line, smallest unit. */
  readonly amountLimit?: number | null
  /** Taken off all lines of an order together, smallest unit. */
  readonly aggregatedAmountLimit?: number | null
  /** Positions left out before the first; absent for none. */
  readonly skipInitially?: number | null
  /** How far positions are apart, from the first on, at least 1; absent for 1. */
  readonly repeat?: number | null
  /** Whether positions count lines, as when absent, or units. */
  readonly target?: 'ITEM' | 'UNIT' | null
  /** To which a FIXED discount lowers the unit; absent for that of the discount. */
  readonly price?: number | null
}

/** The goods that a rule binds to. */
export interface Applicability {
  readonly excluded: readonly ApplicableItem[]
  readonly included: readonly ApplicableItem[]
  readonly includedAll: boolean
}

/** An order line as a rule sees it; the facts may know more of it. */
export interface FactLine {
  /** The ids of its product, its SKU and every collection that holds one of them. */
  readonly ids: readonly string[]
}

export type Lookup<Line extends FactLine = FactLine> =
  | { readonly kind: 'known'; readonly value: FactValue }
  /** For names that select lines: the lines to select from, as `order.items.cheapest` does. */
  | { readonly kind: 'lines'; readonly lines: readonly Line[] }
  /** The fact could exist, but is missing: from this request, unless `from` says from where. */
  | { readonly kind: 'missing'; readonly from?: string | undefined }
  /** The fact cannot exist where the rule is assigned; the name alone decides, never a line. */
  | { readonly kind: 'impossible' }

export interface Facts<Line extends FactLine = FactLine> {
  /**
   * `lines`: the lines to look at, among those that `fact` itself returned; a single line for the
   * names that are read line by line; null outside `rules`, where the whole order is meant.
   */
  fact(name: string, property: string | null, lines: readonly Line[] | null): Lookup<Line>
}

/** Why an entry is to blame. */
export interface EntryReason {
  /** `1`, or `1.2` for entry 2 inside the `rules` of entry 1. */
  readonly entry: string
  readonly name: string
  readonly property: string | null
  readonly category: RuleCategory
  /** Null when no operator was tried: the fact is missing, or the entry was left out. */
  readonly operator: string | null
  readonly expected: readonly FactValue[] | null
  /** Null also when there is no value to show. */
  readonly actual: FactValue
  /** A sentence for the caller: what was found, what was expected. */
  readonly message: string
  /** The words of the rule's author for the customer. */
  readonly errorMessage: string | null
}

export interface Omissions {
  /** Names left out, each once, in the order of the entries. */
  readonly omitted: readonly string[]
  /** Whether no entry was left out, some, or so many that none is left to hold. */
  readonly valid: 'VALID' | 'PARTIALLY_VALID' | 'INVALID'
}

export interface Verdict extends Omissions {
  /** `omitted`: every entry was left out. Only a rule that `holds` lets a redemption pass. */
  readonly status: 'holds' | 'fails' | 'omitted'
  /** None when it holds; otherwise in the order of `logic`. */
  readonly reasons: readonly EntryReason[]
}

/** The first mistake of rules from any source and, when one is given, of their context. */
export function rulesMistake(rules: unknown, contextType?: string): PathMistake | null {
  const read = compileRules(rules)
  if ('mistake' in read) return read.mistake
  if (contextType === undefined || CONTEXT_TYPES.has(contextType)) return null
  return { path: 'context_type', message: `${JSON.stringify(contextType)} is not a context.` }
}

/**
 * Judges rules that `rulesMistake` accepts. Rules that it refuses fail, because their author meant
 * to limit something.
 */
export function judge<Line extends FactLine>(rules: RuleSet, facts: Facts<Line>, at: At): Verdict {
  const read = compileRules(rules)
  if ('mistake' in read) {
    return { status: 'fails', reasons: [unreadable(read.mistake)], omitted: [], valid: 'INVALID' }
  }
  const { compiled } = read
  const without = leftOut(compiled, facts)
  const omissions = omissionsOf(compiled, without)
  if (omissions.valid === 'INVALID') {
    const found = 'cannot be known where this rule is assigned'
    const reasons = compiled.entries
      .filter(entry => without.has(entry))
      .flatMap(entry => blame(entry, null, null, found).reasons)
    return { status: 'omitted', reasons, ...omissions }
  }
  const { truth, reasons } = new RuleJudge(facts, at, without).rules(compiled, null)(null)
  return { status: truth === 'false' ? 'fails' : 'holds', reasons, ...omissions }
}

/** The entries that are left out where the rules are assigned, for every request. */
export function omissions<Line extends FactLine>(rules: RuleSet, facts: Facts<Line>): Omissions {
  const read = compileRules(rules)
  if ('mistake' in read) return { omitted: [], valid: 'INVALID' }
  return omissionsOf(read.compiled, leftOut(read.compiled, facts))
}

function omissionsOf(
  { entries, expression }: CompiledRules,
  without: ReadonlySet<CompiledEntry>
): Omissions {
  const omitted = [...new Set([...without].map(({ name }) => name))]
  const gone = new Set(entries.filter(entry => without.has(entry)).map(({ key }) => key))
  const rest = evaluateLogic(expression, key => (gone.has(key) ? 'unknown' : 'true'))
  if (rest === 'unknown') return { omitted, valid: 'INVALID' }
  return { omitted, valid: omitted.length === 0 ? 'VALID' : 'PARTIALLY_VALID' }
}

/** Entries about facts that cannot exist, and entries that select lines only for such entries. */
function leftOut<Line extends FactLine>(
  { entries }: CompiledRules,
  facts: Facts<Line>
): ReadonlySet<CompiledEntry> {
  const without = new Set<CompiledEntry>()
  for (const entry of entries) {
    const { name, property, tests, nested } = entry
    if (facts.fact(name, property, null).kind === 'impossible') {
      without.add(entry)
    } else if (nested !== null) {
      const inside = leftOut(nested, facts)
      if (tests.length === 0 && omissionsOf(nested, inside).valid === 'INVALID') without.add(entry)
      for (const inner of inside) without.add(inner)
    }
  }
  return without
}

interface EntryOutcome {
  readonly truth: Truth
  readonly reasons: readonly EntryReason[]
}

const HOLDS: EntryOutcome = { truth: 'true', reasons: [] }
const LEFT_OUT: EntryOutcome = { truth: 'unknown', reasons: [] }

class RuleJudge<Line extends FactLine> {
  readonly #facts: Facts<Line>
  readonly #at: At
  readonly #without: ReadonlySet<CompiledEntry>

  constructor(facts: Facts<Line>, at: At, without: ReadonlySet<CompiledEntry>) {
    this.#facts = facts
    this.#at = at
    this.#without = without
  }

  /**
   * The reasons of the rules for one line, or for the whole order when both are null. A fact that
   * does not depend on the line is looked up once, so that the cost does not grow with the square
   * of the lines.
   */
  rules(
    { entries, expression }: CompiledRules,
    lines: readonly Line[] | null
  ): (line: readonly [Line] | null) => EntryOutcome {
    const byLine = entries.filter(({ reading }) => reading === 'line')
    const others = entries.filter(({ reading }) => reading !== 'line')
    const shared = others.map(entry => [entry.key, this.#entry(entry, lines)] as const)
    return line => {
      const own = byLine.map(entry => [entry.key, this.#entry(entry, line)] as const)
      return concludeEntry(expression, new Map([...shared, ...own]))
    }
  }

  #entry(entry: CompiledEntry, lines: readonly Line[] | null): EntryOutcome {
    if (this.#without.has(entry)) return LEFT_OUT
    const found = this.#facts.fact(entry.name, entry.property, lines)
    if (found.kind === 'known' && !entry.selects) return this.#value(entry, found.value)
    if (found.kind === 'lines' && entry.selects) return this.#lines(entry, found.lines)
    const from = found.kind === 'missing' ? found.from : undefined
    return blame(entry, null, null, `is missing from ${from ?? 'this request'}`)
  }

  #value(entry: CompiledEntry, value: FactValue): EntryOutcome {
    const { reading, tests } = entry
    const values = reading === 'anyOf' || reading === 'eachOf' ? asList(value) : [value]
    const misses = values.map(each => firstMiss(tests, each, this.#at))
    const passing = misses.filter(miss => miss === null).length
    if (passing > 0 && (reading === 'anyOf' || passing === values.length)) return HOLDS
    const index = misses.findIndex(miss => miss !== null)
    const actual = reading === 'eachOf' ? (values[index] ?? value) : value
    return blame(entry, misses[index] ?? null, actual, `is ${show([actual])}`)
  }

  #lines(entry: CompiledEntry, lines: readonly Line[]): EntryOutcome {
    const { reading, tests, nested } = entry
    const misses = lines.map(line => firstMiss(tests, line.ids, this.#at))
    const selected = lines.filter((_, index) => misses[index] === null)
    const stranger = misses.findIndex(miss => miss !== null)
    if (reading === 'everyLine' && stranger !== -1) {
      const { ids } = lines[stranger] as Line
      return blame(entry, misses[stranger] as Condition, ids, `has an item of ${show(ids)}`)
    }
    const say = nested === null ? () => HOLDS : this.rules(nested, selected)
    const outcomes = selected.map(line => ({ line, outcome: say([line]) }))
    const failing = outcomes.find(({ outcome }) => outcome.truth === 'false')
    const passing = outcomes.find(({ outcome }) => outcome.truth !== 'false')
    if (reading === 'noLine') {
      if (passing === undefined) return HOLDS
      const { ids } = passing.line
      return blame(entry, null, ids, `has an item of ${show(ids)}`)
    }
    if (selected.length === 0) return blame(entry, tests[0] ?? null, [], 'has no item')
    if (reading === 'someLine' ? passing !== undefined : failing === undefined) return HOLDS
    return (failing as { outcome: EntryOutcome }).outcome
  }
}

function concludeEntry(
  expression: Expression,
  outcomes: ReadonlyMap<string, EntryOutcome>
): EntryOutcome {
  const of = (key: string) => outcomes.get(key) as EntryOutcome
  const truthOf = (key: string) => of(key).truth
  const keys = new Set(entriesToBlame(expression, truthOf))
  return {
    truth: evaluateLogic(expression, truthOf),
    reasons: [...keys].flatMap(key => of(key).reasons)
  }
}

function blame(
  entry: CompiledEntry,
  miss: Condition | null,
  actual: FactValue,
  found: string
): EntryOutcome {
  const { path, name, property, category, errorMessage } = entry
  const label = property === null ? name : `${name}.${property}`
  const expected =
    miss === null ? '' : `, expected ${`${miss.phrase} ${show(miss.operands)}`.trim()}`
  const reason = {
    entry: path,
    name,
    property,
    category,
    operator: miss === null ? null : miss.operator,
    expected: miss === null ? null : miss.operands,
    actual,
    message: `${label} ${found}${expected}.`,
    errorMessage
  }
  return { truth: 'false', reasons: [reason] }
}

/** The values as JSON, cut short. */
function show(values: readonly FactValue[]): string {
  const text = [...values.map(value => JSON.stringify(value)).join(', ')]
  return text.length <= SHOWN_MAX ? text.join('') : `${text.slice(0, SHOWN_MAX).join('')}…`
}

function unreadable({ path, message }: PathMistake): EntryReason {
  return {
    entry: path,
    name: '',
    property: null,
    category: 'redemption',
    operator: null,
    expected: null,
    actual: null,
    message: `The rule cannot be read, at ${path}: ${message}`,
    errorMessage: null
  }
}

/**
 * Whether something binds to a line, given the ids of its product, its SKU and the collections that
 * hold them. Exclusions win; without any inclusion every line is included.
 */
export function applies(applicability: Applicability, lineIds: readonly string[]): boolean {
  const { excluded, included, includedAll } = applicability
  const named = ({ id }: ApplicableItem) => lineIds.includes(id)
  if (excluded.some(named)) return false
  return includedAll || included.length === 0 || included.some(named)
}

/** Whether there can be a line that it does not bind to. */
export function isSelective({ excluded, included, includedAll }: Applicability): boolean {
  return excluded.length > 0 || (!includedAll && included.length > 0)
}
