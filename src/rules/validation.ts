/**
 * Validation rules: compiled from what was sent, and judged by facts. A rule knows the names of
 * facts and not their meaning: it looks each fact up. A fact that cannot exist where the rule is
 * assigned leaves its entry out; a fact that could exist and is missing makes its entry false, with
 * a reason. Every entry to blame says what it found and what it expected, because "not eligible"
 * helps nobody.
 * Spec: ValidationRule, ValidationRulesAssignment, ValidationRuleSet, ValidationRuleEntry.name,
 * ValidationRule.context_type, getVoucher, getCustomer, getOrder, getProduct, getSku,
 * openapi/behaviour/set-up.md#what-cannot-exist-is-left-out-and-what-is-missing-does-not-hold.
 */
import {
  type At,
  asList,
  type Condition,
  type Conditions,
  compile,
  type FactValue,
  firstMiss
} from './conditions.ts'
import { type Mistake, present } from './mistake.ts'
import { nearestFirst } from './spelling.ts'

const SHOWN_MAX = 100

/** Entries by number, `{ '1': …, '2': … }`; `logic` refers to them; without it all must hold. */
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

export interface Applicability {
  readonly excluded: readonly ApplicableItem[]
  readonly included: readonly ApplicableItem[]
  readonly includedAll: boolean
}

export const EVERYTHING: Applicability = { excluded: [], included: [], includedAll: true }

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

export interface EntryReason {
  /** `1`, or `1.2` for entry 2 inside the `rules` of entry 1. */
  readonly entry: string
  readonly category: RuleCategory
  /** Null when no operator was tried: the fact is missing, or the entry was left out. */
  readonly operator: string | null
  /** Null also when there is no value to show. */
  readonly actual: FactValue
  /** A sentence for the caller: what was found, what was expected. */
  readonly message: string
  readonly errorMessage: string | null
}

export interface Omissions {
  /** Names left out, each once, in the order of the entries. */
  readonly omitted: readonly string[]
  /** Whether no entry was left out, some, or so many that none is left to hold. */
  readonly valid: 'VALID' | 'PARTIALLY_VALID' | 'INVALID'
}

interface Verdict extends Omissions {
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
  return { path: 'context_type', message: noneOf(contextType, 'a context', CONTEXT_TYPES) }
}

function noneOf(word: unknown, what: string, names: Iterable<string>): string {
  const like = nearestFirst(String(word), [...names]).slice(0, LIKE_IT)
  return `${JSON.stringify(word)} is not ${what}; the nearest that are: ${like.join(', ')}.`
}

/** What `rulesMistake` refuses fails, because its author meant to limit something. */
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
      const outcomes = new Map([...shared, ...own])
      const of = (key: string) => outcomes.get(key) as EntryOutcome
      const truthOf = (key: string) => of(key).truth
      const keys = new Set(entriesToBlame(expression, truthOf))
      return {
        truth: evaluateLogic(expression, truthOf),
        reasons: [...keys].flatMap(key => of(key).reasons)
      }
    }
  }

  #entry(entry: CompiledEntry, lines: readonly Line[] | null): EntryOutcome {
    if (this.#without.has(entry)) return { truth: 'unknown', reasons: [] }
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
    category,
    operator: miss?.operator ?? null,
    actual,
    message: `${label} ${found}${expected}.`,
    errorMessage
  }
  return { truth: 'false', reasons: [reason] }
}

function show(values: readonly FactValue[]): string {
  const text = [...values.map(value => JSON.stringify(value)).join(', ')]
  return text.length <= SHOWN_MAX ? text.join('') : `${text.slice(0, SHOWN_MAX).join('')}…`
}

function unreadable({ path, message }: PathMistake): EntryReason {
  return {
    entry: path,
    category: 'redemption',
    operator: null,
    actual: null,
    message: `The rule cannot be read, at ${path}: ${message}`,
    errorMessage: null
  }
}

/** By the ids of its product, SKU and collections. Exclusions win; no inclusion includes all. */
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

// Every mistake of a rule is found here, when it is made; judging then has none to expect.

const ENTRIES_MAX = 100

/** How many names are told in place of one that is none. */
const LIKE_IT = 3
/** Levels of `rules` below the outermost. */
const RULE_LEVELS_MAX = 3
const ENTRY_KEYS = ['name', 'property', 'conditions', 'rules', 'error']

interface CompiledRules {
  readonly entries: readonly CompiledEntry[]
  readonly expression: Expression
}

interface CompiledEntry extends RuleName {
  /** The number by which `logic` refers to the entry. */
  readonly key: string
  /** The numbers from the outermost rules inward: `1.2` is entry 2 in the `rules` of entry 1. */
  readonly path: string
  readonly name: string
  readonly property: string | null
  /** Whether it selects order lines, which its `nested` rules then judge. */
  readonly selects: boolean
  /** Never empty for an entry that selects no lines. */
  readonly tests: readonly Condition[]
  /** The rules for the selected lines; null for no further rules. */
  readonly nested: CompiledRules | null
  /** The entry's words for the customer, or those of the entry around it; never empty. */
  readonly errorMessage: string | null
}

interface PathMistake {
  /** `rules.1.rules.2.conditions.$more_than` */
  readonly path: string
  readonly message: string
}

type Compiled<Thing> = { readonly compiled: Thing } | { readonly mistake: PathMistake }
type RuleFields = { readonly [name: string]: unknown }

/** By their source: rules are immutable, and one decision judges the same ones often. */
const known = new WeakMap<object, Compiled<CompiledRules>>()

/** Compiles rules from any source; the mistake is the first in the order of the entries. */
export function compileRules(rules: unknown): Compiled<CompiledRules> {
  const start = { path: 'rules', around: null, depth: 0 }
  if (!isFields(rules)) return new Compiler().rules(rules, start)
  const compiled = known.get(rules) ?? new Compiler().rules(rules, start)
  known.set(rules, compiled)
  return compiled
}

/** The entries of rules at every depth, outermost first; none of rules that have a mistake. */
export function entriesIn(rules: unknown): readonly CompiledEntry[] {
  const read = compileRules(rules)
  return 'compiled' in read ? nestedIn(read.compiled) : []
}

function nestedIn({ entries }: CompiledRules): readonly CompiledEntry[] {
  return entries.flatMap(entry => [entry, ...(entry.nested === null ? [] : nestedIn(entry.nested))])
}

interface Position {
  readonly path: string
  readonly around: { readonly numbers: string; readonly errorMessage: string | null } | null
  readonly depth: number
}

class Compiler {
  #entries = 0

  rules(rules: unknown, place: Position): Compiled<CompiledRules> {
    const { path, depth } = place
    if (!isFields(rules)) return wrong(path, 'Expected an object of numbered entries.')
    if (depth > RULE_LEVELS_MAX) return wrong(path, `Nested deeper than ${RULE_LEVELS_MAX} levels.`)
    const { logic, ...numbered } = rules
    const keys = Object.keys(numbered)
    const odd = keys.find(key => !/^[1-9]\d{0,5}$/.test(key))
    if (odd !== undefined) return wrong(`${path}.${odd}`, 'Entries are numbered: 1, 2, 3 ….')
    this.#entries += keys.length
    if (this.#entries > ENTRIES_MAX) return wrong(path, `More than ${ENTRIES_MAX} entries in all.`)
    const entries: CompiledEntry[] = []
    for (const key of keys) {
      const entry = this.#entry(key, numbered[key], place)
      if ('mistake' in entry) return entry
      entries.push(entry.compiled)
    }
    if (logic !== undefined && logic !== null && typeof logic !== 'string') {
      return wrong(`${path}.logic`, 'Expected text, such as "1 and (2 or 3)".')
    }
    const parsed = parseLogic(logic, keys)
    if ('mistake' in parsed) return wrong(`${path}.logic`, parsed.mistake)
    return { compiled: { entries, expression: parsed.expression } }
  }

  #entry(key: string, entry: unknown, place: Position): Compiled<CompiledEntry> {
    const path = `${place.path}.${key}`
    if (!isFields(entry)) return wrong(path, 'Expected an object with a name and conditions.')
    const odd = Object.keys(entry).find(name => !ENTRY_KEYS.includes(name))
    if (odd !== undefined) {
      return wrong(`${path}.${odd}`, `An entry has only ${ENTRY_KEYS.join(', ')}.`)
    }
    const { name, property: given, error: own } = entry
    const rule = typeof name === 'string' ? RULE_NAMES.get(name) : undefined
    if (typeof name !== 'string' || rule === undefined) {
      return wrong(`${path}.name`, noneOf(name, 'the name of a rule', RULE_NAMES.keys()))
    }
    if (rule.reading === 'line' && place.depth === 0) {
      return wrong(
        `${path}.name`,
        `${name} looks at a line: put it in the rules of order.items.any.`
      )
    }
    const property = propertyOf(given, name, rule, path)
    if ('mistake' in property) return property
    const error = errorOf(own, path)
    if ('mistake' in error) return error
    const errorMessage = error.compiled ?? place.around?.errorMessage ?? null
    const numbers = place.around === null ? key : `${place.around.numbers}.${key}`
    const inner = {
      path: `${path}.rules`,
      around: { numbers, errorMessage },
      depth: place.depth + 1
    }
    const parts = this.#parts(entry, rule, path, inner)
    if ('mistake' in parts) return parts
    const compiled = { key, path: numbers, name, property: property.compiled, errorMessage }
    return { compiled: { ...rule, ...compiled, ...parts.compiled } }
  }

  #parts(
    entry: RuleFields,
    { reading }: RuleName,
    path: string,
    inner: Position
  ): Compiled<Pick<CompiledEntry, 'selects' | 'tests' | 'nested'>> {
    const { conditions: given, rules: inside } = entry
    const conditions = given ?? {}
    if (!isFields(conditions)) {
      return wrong(`${path}.conditions`, 'Expected an object of operators with lists of operands.')
    }
    const read = compile(conditions)
    if ('mistake' in read) {
      return wrong(`${path}.conditions.${read.mistake.operator}`, read.mistake.message)
    }
    const { tests } = read
    const selects = ['someLine', 'everyLine', 'noLine'].includes(reading)
    if (!selects && tests.length === 0) {
      return wrong(`${path}.conditions`, 'Expected at least one operator.')
    }
    const rules = inside ?? {}
    if (isFields(rules) && saysNothing(rules)) {
      return { compiled: { selects, tests, nested: null } }
    }
    if (!selects) {
      const message = 'Only order.items.any, every, none, cheapest and most_expensive have rules.'
      return wrong(inner.path, message)
    }
    const nested = this.rules(rules, inner)
    if ('mistake' in nested) return nested
    return { compiled: { selects, tests, nested: nested.compiled } }
  }
}

/** Callers often send leaves with empty `rules`, or with `rules` that hold an empty `logic`. */
function saysNothing(rules: RuleFields): boolean {
  const { logic = null, ...entries } = rules
  const combined = typeof logic === 'string' ? logic.trim() !== '' : logic !== null
  return !combined && Object.keys(entries).length === 0
}

function propertyOf(
  property: unknown,
  name: string,
  { needsProperty }: RuleName,
  path: string
): Compiled<string | null> {
  const given = property ?? ''
  if (typeof given !== 'string') return wrong(`${path}.property`, 'Expected a name or null.')
  if (needsProperty === (given !== '')) return { compiled: needsProperty ? given : null }
  const message = needsProperty ? `${name} needs the name of a property.` : `${name} has none.`
  return wrong(`${path}.property`, message)
}

function errorOf(error: unknown, path: string): Compiled<string | null> {
  const given = error ?? {}
  if (isFields(given)) {
    const { message = null } = given
    if (message === null || typeof message === 'string') return { compiled: message || null }
  }
  return wrong(`${path}.error`, 'Expected an object with a `message` text.')
}

function isFields(value: unknown): value is RuleFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function wrong(path: string, message: string): { readonly mistake: PathMistake } {
  return { mistake: { path, message } }
}

/*
 * How the numbered entries of a validation rule combine: `(1 or 2) and 3`. Truth has three values,
 * because an entry may be about a fact that cannot be known where the rule is assigned. Such an
 * entry is left out: it changes the truth of no other entry, and the whole is unknown only when
 * every entry is left out. Text and nesting are bounded, so that parsing any text takes bounded
 * time and stack.
 */

/** `unknown`: left out. */
export type Truth = 'true' | 'false' | 'unknown'

/** `all` of nothing is true; `any` always has parts. */
export type Expression =
  | { readonly kind: 'entry'; readonly key: string }
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Expression[] }

const LENGTH_MAX = 2000
const PARENTHESES_MAX = 20

/**
 * Reads the text over the entries that there are: `and`, `or` (any case), parentheses, entry
 * numbers, any spacing; `and` binds tighter. Nothing written means that all of them must hold.
 * A mistake says the position, counted from 1.
 */
export function parseLogic(
  text: string | null | undefined,
  keys: readonly string[]
): { expression: Expression } | { mistake: string } {
  const written = text ?? ''
  if (written.length > LENGTH_MAX) {
    return { mistake: `Longer than ${LENGTH_MAX} characters (${written.length}).` }
  }
  if (written.trim() === '') {
    return { expression: { kind: 'all', parts: keys.map(key => ({ kind: 'entry', key })) } }
  }
  const reader = new LogicParser(written, new Set(keys))
  const expression = reader.anyOf(0)
  return reader.finish(expression)
}

interface Token {
  /** `number`, `and`, `or`, `(`, `)`, `end`, or `other` for a text that does not belong. */
  readonly kind: string
  readonly text: string
  /** Counted from 1. */
  readonly position: number
}

/** A recursive descent that keeps its first mistake and then no longer advances. */
class LogicParser {
  readonly #tokens: readonly Token[]
  readonly #keys: ReadonlySet<string>
  #next = 0
  #mistake: string | null = null

  constructor(text: string, keys: ReadonlySet<string>) {
    const tokens: Token[] = []
    for (const { 0: found, index } of text.matchAll(/\d+|[a-z]+|\S/giu)) {
      tokens.push({ kind: kindOf(found), text: found, position: index + 1 })
    }
    tokens.push({ kind: 'end', text: '', position: text.length + 1 })
    this.#tokens = tokens
    this.#keys = keys
  }

  anyOf(depth: number): Expression {
    return this.#joined('or', 'any', () => this.#joined('and', 'all', () => this.#unit(depth)))
  }

  finish(expression: Expression): { expression: Expression } | { mistake: string } {
    if (this.#peek().kind !== 'end') this.#fail('`and`, `or` or the end')
    return this.#mistake === null ? { expression } : { mistake: this.#mistake }
  }

  #joined(word: 'and' | 'or', kind: 'all' | 'any', read: () => Expression): Expression {
    const first = read()
    const parts = [first]
    while (this.#mistake === null && this.#peek().kind === word) {
      this.#next++
      parts.push(read())
    }
    return parts.length === 1 ? first : { kind, parts }
  }

  #unit(depth: number): Expression {
    const token = this.#peek()
    if (token.kind === 'number') return this.#entry(token)
    if (token.kind === '(' && depth < PARENTHESES_MAX) {
      this.#next++
      const inside = this.anyOf(depth + 1)
      if (this.#peek().kind === ')') this.#next++
      else this.#fail('`and`, `or` or `)`')
      return inside
    }
    const tooDeep = `at most ${PARENTHESES_MAX} parentheses inside each other`
    this.#fail(token.kind === '(' ? tooDeep : 'an entry number or `(`')
    return { kind: 'entry', key: token.text }
  }

  #entry({ text, position }: Token): Expression {
    this.#next++
    if (!this.#keys.has(text)) {
      this.#mistake ??= `There is no entry ${text}, named at position ${position}.`
    }
    return { kind: 'entry', key: text }
  }

  #fail(expected: string): void {
    const { kind, text, position } = this.#peek()
    const found = kind === 'end' ? 'the end' : `\`${text}\``
    this.#mistake ??= `Expected ${expected} at position ${position}, found ${found}.`
  }

  #peek(): Token {
    return present(this.#tokens[this.#next], 'the reader is beyond the end')
  }
}

function kindOf(found: string): string {
  if (/^\d/.test(found)) return 'number'
  const word = found.toLowerCase()
  return ['and', 'or', '(', ')'].includes(word) ? word : 'other'
}

export function evaluateLogic(expression: Expression, truthOf: (key: string) => Truth): Truth {
  if (expression.kind === 'entry') return truthOf(expression.key)
  const { kind, parts } = expression
  const decisive = kind === 'all' ? 'false' : 'true'
  let truth: Truth = parts.length === 0 ? 'true' : 'unknown'
  for (const part of parts) {
    const found = evaluateLogic(part, truthOf)
    if (found === decisive) return decisive
    if (found !== 'unknown') truth = found
  }
  return truth
}

/** A false entry beside a true one under `or` is not to blame. Empty when it is not false. */
export function entriesToBlame(expression: Expression, truthOf: (key: string) => Truth): string[] {
  if (evaluateLogic(expression, truthOf) !== 'false') return []
  if (expression.kind === 'entry') return [expression.key]
  return expression.parts.flatMap(part => entriesToBlame(part, truthOf))
}

/*
 * The names that entries of a validation rule may have, and the places a rule may be assigned to.
 * There is one table because compiling, judging and choosing the code of a refusal must agree on
 * it. The meaning of each name in stored data is in the facts of the decisions.
 */

type RuleCategory =
  | 'customer'
  | 'order'
  | 'product'
  | 'redemption'
  | 'campaign'
  | 'publication'
  | 'event'

/**
 * How the conditions of an entry look at the fact:
 * - `value`: at the whole value, where a list is the set of things it belongs to;
 * - `anyOf`, `eachOf`: at its elements, of which one or all (and at least one) must pass;
 * - `line`: at one selected order line, inside the `rules` of an entry of the next kinds;
 * - `someLine`, `everyLine`, `noLine`: at the ids of order lines, which it selects.
 */
type Reading = 'value' | 'anyOf' | 'eachOf' | 'line' | 'someLine' | 'everyLine' | 'noLine'

interface RuleName {
  readonly category: RuleCategory
  /** The entry must have a `property`; the others must have none. */
  readonly needsProperty: boolean
  readonly reading: Reading
}

const NO = false
const PROPERTY = true

const ROWS: readonly (readonly [string, RuleCategory, boolean, Reading])[] = [
  ['customer.segment', 'customer', NO, 'value'],
  ['customer.metadata', 'customer', PROPERTY, 'value'],

  ['order.amount', 'order', NO, 'value'],
  ['order.total_amount', 'order', NO, 'value'],
  ['order.initial_amount', 'order', NO, 'value'],
  ['order.metadata', 'order', PROPERTY, 'value'],
  ['order.items.count', 'order', NO, 'value'],
  ['order.items.price_any', 'order', NO, 'anyOf'],
  ['order.items.price_each', 'order', NO, 'eachOf'],
  ['order.items.metadata_any', 'order', PROPERTY, 'anyOf'],
  ['order.items.metadata_each', 'order', PROPERTY, 'eachOf'],
  ['order.items.any', 'order', NO, 'someLine'],
  ['order.items.every', 'order', NO, 'everyLine'],
  ['order.items.none', 'order', NO, 'noLine'],
  ['order.items.cheapest', 'order', NO, 'someLine'],
  ['order.items.most_expensive', 'order', NO, 'someLine'],
  ['order.items.quantity', 'order', NO, 'line'],
  ['order.items.price', 'order', NO, 'line'],
  ['order.items.metadata', 'order', PROPERTY, 'line'],
  ['order.items.aggregated_quantity', 'order', NO, 'value'],
  ['order.items.aggregated_amount', 'order', NO, 'value'],

  ['product.id', 'product', NO, 'value'],
  ['product.price', 'product', NO, 'anyOf'],
  ['product.quantity', 'product', NO, 'anyOf'],
  ['product.discount_applicable', 'product', NO, 'anyOf'],
  ['product.metadata', 'product', PROPERTY, 'anyOf'],
  ['product.metadata.aggregated_quantity', 'product', PROPERTY, 'value'],
  ['product.metadata.aggregated_amount', 'product', PROPERTY, 'value'],
  ['product.metadata.discount_applicable', 'product', PROPERTY, 'anyOf'],
  ['product.metadata.match_all', 'product', PROPERTY, 'eachOf'],
  ['sku.id', 'product', NO, 'value'],
  ['sku.price', 'product', NO, 'anyOf'],
  ['sku.quantity', 'product', NO, 'anyOf'],
  ['sku.discount_applicable', 'product', NO, 'anyOf'],

  ['campaign.orders.amount', 'campaign', NO, 'value'],
  ['campaign.orders.amount_discounted', 'campaign', NO, 'value'],
  ['campaign.redemptions.count', 'campaign', NO, 'value'],
  ['campaign.redemptions.count.daily', 'campaign', NO, 'value'],
  ['campaign.redemptions.count.weekly', 'campaign', NO, 'value'],
  ['campaign.redemptions.count.monthly', 'campaign', NO, 'value'],
  ['campaign.redemptions.customers_count', 'campaign', NO, 'value'],
  ['campaign.redemptions.customers_count.daily', 'campaign', NO, 'value'],
  ['campaign.redemptions.customers_count.weekly', 'campaign', NO, 'value'],
  ['campaign.redemptions.customers_count.monthly', 'campaign', NO, 'value'],

  ['redemption.metadata', 'redemption', PROPERTY, 'value'],
  ['redemption.gift.amount', 'redemption', NO, 'value'],
  ['redemption.count.daily', 'redemption', NO, 'value'],
  ['redemption.count.weekly', 'redemption', NO, 'value'],
  ['redemption.count.monthly', 'redemption', NO, 'value'],
  ['redemption.count.per_customer', 'redemption', NO, 'value'],
  ['redemption.count.per_customer.daily', 'redemption', NO, 'value'],
  ['redemption.count.per_customer.weekly', 'redemption', NO, 'value'],
  ['redemption.count.per_customer.monthly', 'redemption', NO, 'value'],
  ['redemption.api_key', 'redemption', NO, 'value'],
  ['redemption.count.per_api_key', 'redemption', NO, 'value'],
  ['redemption.user.login', 'redemption', NO, 'value'],
  ['redemption.count.per_user', 'redemption', NO, 'value'],
  ['redemption.reward.pay_with_points.points_used', 'redemption', NO, 'value'],

  ['publication.redeemable_by_linked_customer', 'publication', NO, 'value'],

  ['custom_event.metadata', 'event', PROPERTY, 'value']
]

export const RULE_NAMES: ReadonlyMap<string, RuleName> = new Map(
  ROWS.map(([name, category, needsProperty, reading]) => [
    name,
    { category, needsProperty, reading }
  ])
)

const DISCOUNT_EFFECTS = [
  'apply_to_order',
  'apply_to_items',
  'apply_to_items_proportionally',
  'apply_to_items_proportionally_by_quantity',
  'apply_to_items_by_quantity',
  'fixed.apply_to_items',
  'percent.apply_to_items'
]

function discounts(owner: string): string[] {
  return [owner, ...DISCOUNT_EFFECTS.map(effect => `${owner}.discount.${effect}`)]
}

function gifts(owner: string): string[] {
  return [owner, `${owner}.gift.apply_to_order`, `${owner}.gift.apply_to_items`]
}

export const CONTEXT_TYPES: ReadonlySet<string> = new Set([
  'global',
  'earning_rule.order.paid',
  'earning_rule.custom_event',
  'earning_rule.customer.segment.entered',
  'earning_rule.customer.tier.joined',
  'earning_rule.customer.tier.left',
  'earning_rule.customer.tier.upgraded',
  'earning_rule.customer.tier.downgraded',
  'earning_rule.customer.tier.prolonged',
  ...discounts('campaign.discount_coupons'),
  ...discounts('campaign.referral_program'),
  ...discounts('campaign.promotion'),
  ...gifts('campaign.gift_vouchers'),
  'campaign.loyalty_program',
  ...discounts('voucher.discount_voucher'),
  ...gifts('voucher.gift_voucher'),
  'voucher.loyalty_card',
  'distribution.custom_event',
  'distribution.order.paid',
  'distribution.order.created',
  'distribution.order.canceled',
  'distribution.order.updated',
  'reward_assignment.pay_with_points'
])

/*
 * Names that people give and paths hold: codes of vouchers, and source ids. What is made by a name
 * has to be found by it. A client leaves dots out of a path, a word of the service's own paths
 * leads elsewhere, and a name in the form of an id may be another thing's.
 */

/** Words of paths in whose place others have a name; a test reads them off the documents. */
export const PATH_WORDS: readonly string[] = ['import', 'importCSV']

/** Names that clients leave out of a path. */
const DOTS: readonly string[] = ['.', '..']

/** An id goes on with so many of these after its prefix and `_`. */
const ID_CHARACTERS = '0123456789abcdefghjkmnpqrstvwxyz'
const ID_LENGTH = 26

/**
 * The mistake of a new name, or null.
 * Spec: openapi/behaviour/lists-and-paths.md#what-is-made-by-a-name-is-found-by-it.
 */
export function nameMistake(
  name: string,
  { property, idPrefix, words = PATH_WORDS }: Naming
): Mistake | null {
  if (DOTS.includes(name)) {
    return { property, message: 'A path cannot end in it, because it would name another path.' }
  }
  if (words.includes(name)) {
    return { property, message: `A path of the service ends in ${name}; choose another.` }
  }
  const form = idForm(idPrefix)
  const isId = name.length === form.length && form.every((of, at) => of.includes(name.charAt(at)))
  if (!isId) return null
  const message = 'It has the form of an id that the service makes; send that as id, or prefix it.'
  return { property, message }
}

/** The forms of the names that are refused: for each place, the characters that may be there. */
export function refusedForms(idPrefix: string): readonly (readonly string[])[] {
  return [...[...DOTS, ...PATH_WORDS].map(name => [...name]), idForm(idPrefix)]
}

/** Whether a name may be the id of such a thing; all that have one begin like it. */
export function mayBeId(name: string, idPrefix: string): boolean {
  return name.startsWith(`${idPrefix}_`)
}

function idForm(idPrefix: string): readonly string[] {
  return [...idPrefix, '_', ...Array<string>(ID_LENGTH).fill(ID_CHARACTERS)]
}

interface Naming {
  readonly property: string
  /** What the ids of such things begin with, such as `cust`. */
  readonly idPrefix: string
  /** Words that stand in the place of the name; PATH_WORDS unless given. */
  readonly words?: readonly string[]
}
