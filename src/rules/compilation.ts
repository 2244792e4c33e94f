/**
 * Compiles a validation rule from the shape of the document to one that can be judged.
 *
 * Every mistake of a rule is found here, with its path, when the rule is made; judging then has no
 * mistakes to expect. Depth and size are bounded.
 *
 * Spec: ValidationRuleSet.
 */
import { type Condition, compile } from './conditions.ts'
import { type Expression, parseLogic } from './logic.ts'
import { RULE_NAMES, type RuleName } from './vocabulary.ts'

const ENTRIES_MAX = 100
/** Levels of `rules` below the outermost. */
const RULE_LEVELS_MAX = 3
const ENTRY_KEYS = ['name', 'property', 'conditions', 'rules', 'error']

export interface CompiledRules {
  /** By number. */
  readonly entries: readonly CompiledEntry[]
  readonly expression: Expression
}

export interface CompiledEntry extends RuleName {
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

export interface PathMistake {
  /** `rules.1.rules.2.conditions.$more_than` */
  readonly path: string
  readonly message: string
}

type Compiled<Thing> = { readonly compiled: Thing } | { readonly mistake: PathMistake }
type RuleFields = { readonly [name: string]: unknown }

/**
 * Compiled rules by their source: rules are immutable, and one decision judges the same ones often.
 */
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

/** The position of the compiler. */
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
      return wrong(`${path}.name`, `${JSON.stringify(name)} is not the name of a rule.`)
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
