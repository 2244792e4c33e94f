/**
 * Which values of one schema another schema would not take: the heart of what breaks a client.
 *
 * A request breaks when the new schema refuses what the old one took, an answer when the new one
 * can hold what the old one excluded, so one question serves both, asked with the sides exchanged.
 * It errs on the side of breaking: two patterns are equal or different, never compared.
 *
 * Spec: openapi/README.md#rules.
 */
import { followed, isTree, type Tree, tree, typesOf } from './walk.ts'

/** A schema in its document. */
export interface Side {
  readonly document: Tree
  readonly schema: unknown
}

/**
 * Where the two differ (a component and the properties that lead on from it), and how, as the verb
 * of a sentence.
 */
export interface Difference {
  readonly at: string
  /** When the narrow one is the newer: `can be null`. */
  readonly gained: string
  /** When it is the older: `cannot be null any more`. */
  readonly lost: string
}

type Verbs = Pick<Difference, 'gained' | 'lost'>

const can = (what: string): Verbs => ({ gained: `can ${what}`, lost: `cannot ${what} any more` })

function changed(keyword: string, wide: Tree, narrow: Tree): Verbs {
  const [taken, sent] = [wide, narrow].map(schema => String(schema[keyword] ?? 'none'))
  const verb = (is: unknown, was: unknown) => `has ${keyword} ${is} instead of ${was}`
  return { gained: verb(sent, taken), lost: verb(taken, sent) }
}

/** Pairs of components that were compared already, so that each is told once and none runs on. */
export type Compared = Set<string>

/** What `narrow` takes and `wide` does not; empty when `wide` takes all of it. */
export function refusedBy(
  wide: Side,
  narrow: Side,
  at: string,
  compared: Compared = new Set()
): Difference[] {
  const [one, other] = [referenceOf(wide), referenceOf(narrow)]
  if (one === null || other === null) return refusedBranches(wide, narrow, at, compared)
  if (!isFirst(one, other, compared)) return []
  return refusedBranches(wide, narrow, nameOf(other), compared)
}

/** Whether two components are compared for the first time; from then on they are not. */
function isFirst(one: string, other: string, compared: Compared): boolean {
  const pair = `${one} ${other}`
  if (compared.has(pair)) return false
  compared.add(pair)
  return true
}

/** Every branch that may be sent must be one of those that are taken. */
function refusedBranches(wide: Side, narrow: Side, at: string, compared: Compared): Difference[] {
  const taken = branchesOf(wide)
  return branchesOf(narrow).flatMap(branch => {
    const kinds = taken.filter(({ type }) => type === branch.type || type === 'any')
    if (kinds.length === 0) return [{ at, ...can(`be ${branch.type}`) }]
    if (kinds.length === 1) return refusedKind(kinds[0] as Branch, branch, at, compared)
    // Alternatives are tried apart: what is said of those that do not fit must leave no trace.
    const tries = kinds.map(kind => {
      const seen = new Set(compared)
      return { seen, found: refusedKind(kind, branch, at, seen) }
    })
    const best = tries.reduce((least, each) =>
      each.found.length < least.found.length ? each : least
    )
    for (const pair of best.seen) compared.add(pair)
    return best.found
  })
}

/** One type of a schema with everything that is said of it. */
interface Branch {
  readonly document: Tree
  readonly schema: Tree
  /** Of JSON; `any` when the schema names none. */
  readonly type: string
}

/** The alternatives of a schema, each of one type; parts that hold together are put together. */
function branchesOf({ document, schema }: Side): Branch[] {
  const found = whole(document, followed(document, schema))
  const alternatives = (found['oneOf'] ?? found['anyOf']) as unknown[] | undefined
  if (alternatives !== undefined) {
    return alternatives.flatMap(each => branchesOf({ document, schema: each }))
  }
  return (impliedTypes(found) ?? ['any']).map(type => ({ document, schema: found, type }))
}

/** The types that are named, or those of the values that are listed; an integer is a number. */
function impliedTypes(schema: Tree): string[] | null {
  const named = typesOf(schema)
  if (named.length > 0) return named.map(numeric)
  const values = valuesOf(schema)
  if (values !== null) return [...new Set(values.map(value => numeric(typeOf(value))))]
  return 'properties' in schema ? ['object'] : null
}

const numeric = (type: string) => (type === 'integer' ? 'number' : type)

const typeOf = (value: unknown) =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value

/** A schema with the parts of its `allOf` in it. */
function whole(document: Tree, schema: Tree): Tree {
  const { allOf, ...own } = schema
  if (!Array.isArray(allOf)) return schema
  const parts = [own, ...allOf.map(each => whole(document, followed(document, each)))]
  return {
    ...Object.assign({}, ...parts),
    properties: Object.assign({}, ...parts.map(part => tree(part['properties']))),
    required: parts.flatMap(part => (part['required'] as string[] | undefined) ?? [])
  }
}

function valuesOf(schema: Tree): unknown[] | null {
  if ('const' in schema) return [schema['const']]
  return Array.isArray(schema['enum']) ? schema['enum'] : null
}

function refusedKind(wide: Branch, narrow: Branch, at: string, compared: Compared): Difference[] {
  const here = [
    ...refusedValues(wide.schema, narrow),
    ...refusedBounds(wide.schema, narrow),
    ...refusedForms(wide.schema, narrow)
  ].map(verbs => ({ at, ...verbs }))
  if (narrow.type === 'object') {
    return [...here, ...refusedProperties(wide, narrow, at, compared)]
  }
  if (narrow.type !== 'array' || wide.schema['items'] === undefined) return here
  const items = ({ document, schema }: Branch) => ({ document, schema: schema['items'] ?? true })
  return [...here, ...refusedBy(items(wide), items(narrow), `${at}[]`, compared)]
}

function refusedValues(wide: Tree, { schema, type }: Branch): Verbs[] {
  const taken = valuesOf(wide)
  if (taken === null) {
    return typesOf(wide).includes('integer') && isFraction(schema) ? [can('have a fraction')] : []
  }
  const sent = valuesOf(schema)?.filter(value => numeric(typeOf(value)) === type)
  if (sent === undefined) return [can('be another value')]
  const known = new Set(taken.map(value => JSON.stringify(value)))
  return sent
    .map(value => JSON.stringify(value))
    .filter(value => !known.has(value))
    .map(value => can(`be ${value}`))
}

const isFraction = (schema: Tree) =>
  typesOf(schema).includes('number') && valuesOf(schema) === null && schema['multipleOf'] !== 1

/** Bounds that end what is taken from above, and those that end it from below. */
const upper = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const lower = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']

/** The type that a keyword is about; one that is not here is about all. */
const about: Readonly<Record<string, string>> = {
  ...{ maximum: 'number', exclusiveMaximum: 'number', minimum: 'number' },
  ...{ exclusiveMinimum: 'number', multipleOf: 'number' },
  ...{ maxLength: 'string', minLength: 'string', pattern: 'string' },
  ...{ maxItems: 'array', minItems: 'array', uniqueItems: 'array' },
  ...{ maxProperties: 'object', minProperties: 'object' }
}

const isAbout = (keyword: string, type: string) =>
  type === 'any' || about[keyword] === undefined || about[keyword] === type

function refusedBounds(wide: Tree, { schema: narrow, type }: Branch): Verbs[] {
  // Listed values are compared one by one.
  if (valuesOf(narrow) !== null) return []
  const isBeyond = (keyword: string, sign: 1 | -1) => {
    if (!isAbout(keyword, type)) return false
    const [taken, sent] = [wide[keyword], narrow[keyword]]
    if (typeof taken !== 'number') return false
    return typeof sent !== 'number' || sign * sent > sign * taken
  }
  return [
    ...upper.filter(keyword => isBeyond(keyword, 1)),
    // Nothing has fewer than no characters, items or properties.
    ...lower.filter(keyword => isBeyond(keyword, -1) && !isIdle(keyword, wide))
  ].map(keyword => changed(keyword, wide, narrow))
}

const isIdle = (keyword: string, schema: Tree) => /^min[A-Z]/.test(keyword) && schema[keyword] === 0

function refusedForms(wide: Tree, { schema: narrow, type }: Branch): Verbs[] {
  if (valuesOf(narrow) !== null) return []
  return ['pattern', 'format', 'multipleOf', 'uniqueItems']
    .filter(keyword => isAbout(keyword, type))
    .filter(keyword => wide[keyword] !== undefined && wide[keyword] !== narrow[keyword])
    .map(keyword => changed(keyword, wide, narrow))
}

function refusedProperties(
  wide: Branch,
  narrow: Branch,
  at: string,
  compared: Compared
): Difference[] {
  const required = (schema: Tree) => (schema['required'] as string[] | undefined) ?? []
  const missing = required(wide.schema)
    .filter(name => !required(narrow.schema).includes(name))
    .map(name => ({ at: `${at}.${name}`, ...can('be absent') }))
  const sent = tree(narrow.schema['properties'])
  const found = Object.entries(sent).flatMap(([name, schema]) => {
    const inner = `${at}.${name}`
    const taken = propertyOf(wide.schema, name)
    if (taken === false) return [{ at: inner, ...can('be there') }]
    const narrower = { document: narrow.document, schema }
    return refusedBy({ document: wide.document, schema: taken }, narrower, inner, compared)
  })
  return [...missing, ...found, ...refusedOthers(wide, narrow, at, compared)]
}

/** The schema of a property: its own, or that of all others. */
function propertyOf({ properties, additionalProperties = true }: Tree, name: string): unknown {
  return tree(properties)[name] ?? additionalProperties
}

/** Properties that are not named: of any kind, of one, or none. */
function refusedOthers(wide: Branch, narrow: Branch, at: string, compared: Compared): Difference[] {
  const taken = wide.schema['additionalProperties'] ?? true
  const sent = narrow.schema['additionalProperties'] ?? true
  if (taken === true || sent === false) return []
  const inner = `${at}.*`
  if (taken === false) return [{ at: inner, ...can('be there') }]
  const narrower = { document: narrow.document, schema: sent }
  return refusedBy({ document: wide.document, schema: taken }, narrower, inner, compared)
}

/** Properties by place that one schema names and the other does not, below the same components. */
export function namedOnlyBy(
  one: Side,
  other: Side,
  at: string,
  compared: Compared = new Set()
): string[] {
  const [first, second] = [referenceOf(one), referenceOf(other)]
  const place = first !== null ? nameOf(first) : at
  if (first !== null && second !== null && !isFirst(first, second, compared)) return []
  const names = (side: Side) => {
    const branches = branchesOf(side)
    return Map.groupBy(
      branches.flatMap(({ document, schema }) =>
        [...Object.entries(tree(schema['properties'])), ...itemsOf(schema)].map(
          ([name, found]) => ({ name, side: { document, schema: found } })
        )
      ),
      ({ name }) => name
    )
  }
  const known = names(other)
  return [...names(one)].flatMap(([name, [found]]) => {
    const inner = name === '[]' ? `${place}[]` : `${place}.${name}`
    const twin = known.get(name)?.[0]
    if (found === undefined) return []
    if (twin === undefined) return [inner]
    return namedOnlyBy(found.side, twin.side, inner, compared)
  })
}

function itemsOf(schema: Tree): [string, unknown][] {
  return isTree(schema['items']) ? [['[]', schema['items']]] : []
}

function referenceOf({ schema }: Side): string | null {
  const reference = tree(schema)['$ref']
  return typeof reference === 'string' ? reference : null
}

const nameOf = (reference: string) => reference.split('/').at(-1) ?? reference
