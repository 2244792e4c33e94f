/**
 * The mistakes of a body, path or query as one refusal: the first as it would be told alone, then
 * others. A place is told once, by the mistake found there first, because what else is wrong with a
 * value of the wrong type helps nobody. How many are told, and how large a body is looked through for them, is
 * bounded: otherwise a caller who sends nonsense would have us write it out.
 * Spec: ErrorAnswer.errors, ErrorAnswer.details,
 * openapi/behaviour/requests-and-errors.md#several-mistakes-of-a-body-are-told-together.
 */
import { MISTAKES_TOLD_MAX, type RefusalKey } from '../decisions/refusals.ts'
import { nearestFirst } from '../rules/spelling.ts'
import { isSchema, type Schema } from './document.ts'
import { type ErrorKey, HttpFailure, type Mistake } from './errors.ts'
import { limits } from './limits.ts'

/** The longest texts of a mistake in characters, as the document declares them. */
const POINTER_MAX = 1024
const DETAILS_MAX = 8192

/** How many characters of a text or a name cost as much as a value. */
const CHARACTERS_PER_VALUE = 64

/** Only OAuth has forms, and it names mistakes by the parameter. */
const formKeys: ReadonlyMap<string, RefusalKey> = new Map([
  ['grant_type', 'invalid_grant_type'],
  ['scope', 'invalid_scope']
])

export function isSearched(body: unknown): boolean {
  return leftAfter(body, limits.searchedValues) >= 0
}

export const keys = {
  path: 'invalid_url',
  header: 'invalid_headers',
  query: 'invalid_query_params',
  body: 'invalid_payload',
  form: 'invalid_payload'
} as const

/** The refusal of a part of a request; `found` are all of its mistakes, and is read only so far. */
export function requestFailure(
  part: RequestPart,
  first: Explanation,
  found: Iterable<Explanation>
): HttpFailure {
  const mistakes = [mistakeOf(part, first)]
  const places = new Set([first.pointer])
  for (const each of canBeTold(first) ? found : []) {
    if (mistakes.length === MISTAKES_TOLD_MAX) break
    if (!canBeTold(each) || places.has(each.pointer)) continue
    places.add(each.pointer)
    mistakes.push(mistakeOf(part, each))
  }
  return new HttpFailure(keyOf(part, first), first.details, {}, mistakes)
}

/** Names of the caller's can be of any length. */
function canBeTold({ pointer, details }: Explanation): boolean {
  return pointer.length <= POINTER_MAX && details.length <= DETAILS_MAX
}

function mistakeOf(part: RequestPart, explanation: Explanation): Mistake {
  const { pointer, details } = explanation
  return { key: keyOf(part, explanation), pointer, details }
}

function keyOf(part: RequestPart, { keyword, property }: Explanation): ErrorKey {
  if (part !== 'form') return keys[part]
  if (keyword === 'required') return 'missing_parameters'
  return formKeys.get(property) ?? keys.form
}

/** `left` less what a value costs, and what is in it; below zero it is not looked at to the end. */
function leftAfter(value: unknown, left: number): number {
  if (typeof value === 'string') return left - costOf(value)
  if (typeof value !== 'object' || value === null) return left - 1
  let rest = left - 1
  if (Array.isArray(value)) {
    // Not by its entries, which would be made of all: of a long list, few are looked at.
    for (const each of value) {
      if (rest < 0) return rest
      rest = leftAfter(each, rest)
    }
    return rest
  }
  for (const [name, each] of Object.entries(value)) {
    if (rest < 0) return rest
    rest = leftAfter(each, rest - costOf(name) + 1)
  }
  return rest
}

function costOf(text: string): number {
  return 1 + Math.floor(text.length / CHARACTERS_PER_VALUE)
}

/*
 * Explains the findings of a validator in one sentence for the caller: the property, the
 * expectation, the value that was sent. A validator reports every branch of a union that did not
 * fit; the caller needs the one they meant. It is found by the discriminator, else by the type of
 * the sent value, else as the branch that got furthest, and is checked again by itself.
 */

export type RequestPart = 'path' | 'query' | 'header' | 'body' | 'form'

type ValuePath = readonly (string | number)[]

/** The part of the validator's report that is read here. */
export interface SchemaFinding {
  readonly keyword: string
  readonly instancePath: string
  readonly params: Readonly<Record<string, unknown>>
  readonly message?: string | undefined
  readonly parentSchema?: object | undefined
  readonly data?: unknown
  /** On the findings about the name of a property, which `propertyNames` sums up. */
  readonly propertyName?: string | undefined
}

interface Explanation {
  readonly details: string
  /** JSON Pointer of the place at fault, also of a property that is missing. */
  readonly pointer: string
  /** The keyword that failed in the end. */
  readonly keyword: string
  /** The property or parameter at fault, or the outermost one that holds it. */
  readonly property: string
}

/** The functions of the validator that explaining a union needs. */
export interface Branches {
  /** A schema with the references at its top followed. */
  flat(branch: Schema): Schema
  /** Validates a value against one branch: null, or its findings. */
  recheck(branch: Schema, value: unknown): readonly SchemaFinding[] | null
  /** The same to the end: one finding for each mistake, a union that does not fit being one. */
  search(branch: Schema, value: unknown): readonly SchemaFinding[] | null
}

/** The findings of a check that stopped at the first mistake; there is at least one finding. */
export function explain(
  part: RequestPart,
  findings: readonly SchemaFinding[],
  root: unknown,
  branches: Branches
): Explanation {
  return explained(part, telling(findings, segments(root, ''), root, branches))
}

/** The findings of a search, each by itself, in their order. */
export function* explainEach(
  part: RequestPart,
  findings: readonly SchemaFinding[],
  root: unknown,
  branches: Branches
): Iterable<Explanation> {
  for (const mistake of mistakes(findings, [], root, branches)) yield explained(part, mistake)
}

function explained(part: RequestPart, { finding, path }: Located): Explanation {
  const at = [...path, ...faulty(finding)]
  const details = `${spellPath(part, at)} ${expectation(part, finding)}.`
  const pointer = at
    .map(segment => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('')
  return { details, pointer, keyword: finding.keyword, property: String(at[0] ?? '') }
}

/** What is said of a name that is there twice, of which one value would be lost. */
export const GIVEN_TWICE = 'is given more than once; send it once'

/** `.order.items[0].quantity` with its kind in front: a property, a parameter, a header. */
export function spellPath(part: RequestPart, path: ValuePath): string {
  if (part === 'body') {
    if (path.length === 0) return 'Payload'
    return `Property ${path.map(segment => spelt(segment)).join('')}`
  }
  const [name, ...rest] = path
  const noun = {
    path: 'Path parameter',
    query: 'Query parameter',
    header: 'Header',
    form: 'Parameter'
  }
  if (name === undefined) return part === 'form' ? 'Payload' : `The ${part}`
  return `${noun[part]} ${name}${rest.map(segment => spelt(segment)).join('')}`
}

function spelt(segment: string | number): string {
  if (typeof segment === 'number') return `[${segment}]`
  return /^[\w-]+$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`
}

interface Located {
  readonly finding: SchemaFinding
  readonly path: ValuePath
}

function telling(
  findings: readonly SchemaFinding[],
  base: ValuePath,
  value: unknown,
  branches: Branches
): Located {
  // The outermost keyword that failed is reported last; `if` only says that its branch failed.
  const last = findings.findLast(finding => finding.keyword !== 'if') ?? findings[0]
  if (last === undefined) throw new Error('A refusal without a finding cannot be explained.')
  const path = [...base, ...segments(value, last.instancePath)]
  const union = unionOf(last, branches)
  if (union === null) return { finding: last, path }
  const misnamed = discriminatorFinding(union, last, branches)
  if (misnamed !== null) return { finding: misnamed, path }
  const candidates = likely(union, last.data, branches)
    .map(({ branch }) => branches.recheck(branch, last.data))
    .filter(found => found !== null)
    .map(found => telling(found, path, last.data, branches))
  const furthest = Math.max(...candidates.map(each => each.path.length))
  const best = candidates.filter(each => each.path.length === furthest)
  if (best.length > 1 && furthest === path.length) return { finding: merged(last, best), path }
  return best[0] ?? { finding: last, path }
}

/** The mistakes of a search; where the caller can have meant one branch only, those in it. */
function* mistakes(
  findings: readonly SchemaFinding[],
  base: ValuePath,
  value: unknown,
  branches: Branches
): Iterable<Located> {
  for (const finding of findings) {
    const isPartOfName = finding.propertyName !== undefined && finding.keyword !== 'propertyNames'
    if (UNTOLD.has(finding.keyword) || isPartOfName) continue
    const meant = soleBranch(finding, branches)
    const missed = meant && branches.search(meant, finding.data)
    const path = [...base, ...segments(value, finding.instancePath)]
    if (missed) yield* mistakes(missed, path, finding.data, branches)
    else yield telling([finding], base, value, branches)
  }
}

/** `if` repeats what its branch says; what is left unevaluated beside a mistake is unsure. */
const UNTOLD: ReadonlySet<string> = new Set(['if', 'unevaluatedProperties', 'unevaluatedItems'])

/** The branch that the caller must have meant; null when there are several, or it is misnamed. */
function soleBranch(finding: SchemaFinding, branches: Branches): Schema | null {
  const union = unionOf(finding, branches)
  if (union === null || discriminatorFinding(union, finding, branches) !== null) return null
  const [first, ...others] = likely(union, finding.data, branches)
  return others.length === 0 && first !== undefined ? first.branch : null
}

/** A union of which no branch fits. */
interface Union {
  /** The property that tells its branches apart, when there is one. */
  readonly discriminator: string | null
  readonly branches: readonly { readonly branch: Schema; readonly flat: Schema }[]
}

function unionOf(
  { keyword, params, parentSchema }: SchemaFinding,
  branches: Branches
): Union | null {
  if ((keyword !== 'oneOf' && keyword !== 'anyOf') || Array.isArray(params['passingSchemas'])) {
    return null
  }
  const schema = parentSchema as Schema
  const all = (schema[keyword] as Schema[]).map(branch => ({ branch, flat: branches.flat(branch) }))
  const declared = schema['discriminator']
  const name = isSchema(declared) ? String(declared['propertyName']) : telltale(all, branches)
  return { discriminator: name, branches: all }
}

/** The property whose constants tell branches apart though the document does not name it. */
function telltale(all: Union['branches'], branches: Branches): string | null {
  const [first] = all
  const names = first === undefined ? [] : Object.keys(propertiesOf(first.flat, branches))
  const apart = (name: string) => {
    const values = all.map(({ flat }) => namesOf(flat, name, branches))
    return (
      values.every(each => each.length > 0) && new Set(values.flat()).size === values.flat().length
    )
  }
  return names.find(apart) ?? null
}

/** The properties of a branch; of a branch that is a union, those of its first branch. */
function propertiesOf(branch: Schema, branches: Branches): Schema {
  const inner = branch['oneOf']
  if (Array.isArray(inner)) return propertiesOf(branches.flat(inner[0]), branches)
  return isSchema(branch['properties']) ? branch['properties'] : {}
}

/** A missing or unknown discriminator is the explanation. */
function discriminatorFinding(union: Union, finding: SchemaFinding, branches: Branches) {
  const { discriminator: name } = union
  if (name === null || !isSchema(finding.data)) return null
  const allowed = union.branches.flatMap(({ flat }) => namesOf(flat, name, branches))
  const sent = finding.data[name]
  if (sent === undefined) {
    return { ...finding, keyword: 'required', params: { missingProperty: name, allowed } }
  }
  if (allowed.includes(sent)) return null
  return { ...finding, keyword: 'discriminator', params: { property: name, allowed }, data: sent }
}

/** Of a branch that is a union, those of its branches. */
function namesOf(branch: Schema, name: string, branches: Branches): readonly unknown[] {
  const inner = branch['oneOf']
  if (Array.isArray(inner)) {
    return [...new Set(inner.flatMap(each => namesOf(branches.flat(each), name, branches)))]
  }
  const property = propertiesOf(branch, branches)[name]
  if (!isSchema(property)) return []
  return 'const' in property ? [property['const']] : ((property['enum'] as unknown[]) ?? [])
}

/** The branches that the caller can have meant; all of them when none stands out. */
function likely({ discriminator, branches }: Union, sent: unknown, all: Branches) {
  const typed = branches.filter(({ flat }) => admits(flat, sent))
  const named = typed.filter(
    ({ flat }) =>
      discriminator !== null &&
      isSchema(sent) &&
      namesOf(flat, discriminator, all).includes(sent[discriminator])
  )
  return named.length > 0 ? named : typed.length > 0 ? typed : branches
}

function admits({ type }: Schema, value: unknown): boolean {
  if (type === undefined) return true
  const types = [type].flat()
  if (value === null) return types.includes('null')
  if (Array.isArray(value)) return types.includes('array')
  return types.includes(typeof value) || (Number.isInteger(value) && types.includes('integer'))
}

/** Every branch failed on the value itself: their expectations, side by side. */
function merged(finding: SchemaFinding, candidates: readonly Located[]): SchemaFinding {
  const [first = '', ...others] = new Set(candidates.map(each => wish(each.finding)))
  const wanted = [first, ...others.map(each => each.replace(/^be /, ''))]
  return { ...finding, keyword: 'union', params: { wanted } }
}

/** The path below its place that the finding names: a property missing, unknown or misnamed. */
function faulty({ keyword, params }: SchemaFinding): ValuePath {
  if (keyword === 'required' || keyword === 'dependentRequired')
    return [String(params['missingProperty'])]
  if (keyword === 'additionalProperties') return [String(params['additionalProperty'])]
  if (keyword === 'unevaluatedProperties') return [String(params['unevaluatedProperty'])]
  return keyword === 'discriminator' ? [String(params['property'])] : []
}

function expectation(part: RequestPart, finding: SchemaFinding): string {
  const { keyword, params, data } = finding
  if (keyword === 'required') {
    const allowed = params['allowed']
    return Array.isArray(allowed) ? `is required: ${either(allowed)}` : 'is required'
  }
  if (keyword === 'dependentRequired') return `is required beside .${params['property']}`
  if (keyword === 'additionalProperties') return `is not known here${knownOnes(finding)}`
  if (keyword === 'unevaluatedProperties') return 'is not known here'
  if (keyword === 'propertyNames')
    return `has the name ${shown(params['propertyName'])}, which does not fit`
  if (keyword === 'oneOf')
    return 'fits several of the forms it may take; send the properties of one'
  if (keyword === 'not') return 'has a form that is not accepted'
  if (Array.isArray(data) && part !== 'body' && keyword === 'type') {
    return GIVEN_TWICE
  }
  // Headers and forms may hold secrets, which an answer must not repeat.
  const got = part === 'header' || part === 'form' ? '' : `, got ${counted(finding) ?? shown(data)}`
  return `must ${wish(finding)}${got}${advice(finding)}`
}

/** How many there are of what is counted, where the value itself would not tell. */
function counted({ keyword, data }: SchemaFinding): number | null {
  if (keyword === 'maxLength' && typeof data === 'string') {
    // In characters, without a copy of a long text.
    let length = 0
    for (const _ of data) length++
    return length
  }
  if (/^m..Items$/.test(keyword) && Array.isArray(data)) return data.length
  const isCounted = /^m..Properties$/.test(keyword) && typeof data === 'object' && data !== null
  return isCounted ? Object.keys(data).length : null
}

/** What helps with a mistake that many make; empty for any other. */
function advice({ keyword, params, parentSchema, data, instancePath }: SchemaFinding): string {
  if (keyword !== 'type') return ''
  const isList = params['type'] === 'array'
  if (isList && instancePath === '' && typeof data === 'object' && data !== null) {
    return '; put it in [ ]'
  }
  const described = isSchema(parentSchema) ? String(parentSchema['description']) : ''
  const isAmount = /smallest (currency )?unit/.test(described)
  if (!isAmount || typeof data !== 'number') return ''
  const cents = Math.round(data * 100)
  return cents / 100 === data
    ? `; amounts are in the smallest unit: ${cents}`
    : '; amounts are in the smallest unit'
}

function wish({ keyword, params, parentSchema, message }: SchemaFinding): string {
  const said = WISHES[keyword]?.(params)
  return said ?? (message ?? `fit ${JSON.stringify(parentSchema)}`).replace(/^must /, '')
}

const WISHES: { readonly [keyword: string]: (params: SchemaFinding['params']) => string } = {
  type: ({ type }) => `be ${[type].flat().join(' or ')}`,
  const: ({ allowedValue }) => `be ${JSON.stringify(allowedValue)}`,
  enum: ({ allowedValues }) => `be ${either(allowedValues as unknown[])}`,
  discriminator: ({ allowed }) => `be ${either(allowed as unknown[])}`,
  union: ({ wanted }) => (wanted as string[]).join(' or '),
  format: ({ format }) => `be ${formats[String(format)] ?? `of format ${format}`}`,
  pattern: ({ pattern }) => `match ${pattern}`,
  minimum: ({ limit }) => `be at least ${limit}`,
  maximum: ({ limit }) => `be at most ${limit}`,
  exclusiveMinimum: ({ limit }) => `be more than ${limit}`,
  exclusiveMaximum: ({ limit }) => `be less than ${limit}`,
  multipleOf: ({ multipleOf }) => `be a multiple of ${multipleOf}`,
  minLength: ({ limit }) => `have at least ${several(limit, 'character')}`,
  maxLength: ({ limit }) => `have at most ${several(limit, 'character')}`,
  minItems: ({ limit }) => `have at least ${several(limit, 'item')}`,
  maxItems: ({ limit }) => `have at most ${several(limit, 'item')}`,
  uniqueItems: ({ i, j }) => `hold each item once, but items ${j} and ${i} are the same`,
  minProperties: ({ limit }) => `have at least ${several(limit, 'property', 'properties')}`,
  maxProperties: ({ limit }) => `have at most ${several(limit, 'property', 'properties')}`
}

function several(limit: unknown, one: string, more = `${one}s`): string {
  return `${limit} ${limit === 1 ? one : more}`
}

const formats: { readonly [format: string]: string } = {
  'date-time': 'a date and time with offset, such as 2026-01-31T12:00:00.000Z',
  date: 'a date, such as 2026-01-31',
  duration: 'an ISO 8601 duration, such as P1D or PT2H',
  uri: 'an absolute url',
  email: 'an email address'
}

/** How many allowed names are all listed. */
const LISTED = 12
/** How many of more are: those that are most like what was sent. */
const LIKE_IT = 3

function knownOnes({ parentSchema, params }: SchemaFinding): string {
  const properties = isSchema(parentSchema) ? parentSchema['properties'] : undefined
  const names = isSchema(properties) ? Object.keys(properties) : []
  if (names.length === 0) return '; leave it out'
  if (names.length <= LISTED) return `; known are ${names.join(', ')}`
  const like = nearestFirst(String(params['additionalProperty']), names).slice(0, LIKE_IT)
  return `; the nearest of ${names.length} that are: ${like.join(', ')}`
}

function either(values: readonly unknown[]): string {
  const [only, ...more] = values.map(value => JSON.stringify(value))
  return more.length === 0 ? String(only) : `one of ${[only, ...more].join(', ')}`
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

/** A JSON pointer as names and, where the value is an array, indexes. */
export function segments(root: unknown, pointer: string): ValuePath {
  const path: (string | number)[] = []
  let at = root
  for (const raw of pointer.split('/').slice(1)) {
    const name = raw.replaceAll('~1', '/').replaceAll('~0', '~')
    path.push(Array.isArray(at) ? Number(name) : name)
    at = (at as Schema | undefined)?.[name]
  }
  return path
}
