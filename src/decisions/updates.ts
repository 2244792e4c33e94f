/**
 * What updates of stored things share: the instant of a write, the values that stay, names in the
 * body, writes that change nothing, metadata, and deleting.
 * Spec: MetadataSchema, openapi/behaviour/set-up.md#what-is-set-up-is-guarded-by-its-last-change.
 */
import type {
  Deletable,
  Instant,
  Json,
  Metadata,
  PropertyType,
  ResourceType,
  SchemaProperties,
  SchemaProperty
} from '../model.ts'
import { oddName, oddNameFault } from '../rules/sound-json.ts'
import { isDay, toInstant } from '../rules/validity.ts'
import type { Change, Decision } from './changes.ts'
import {
  invalidPayload,
  joinRefusals,
  MISTAKES_TOLD_MAX,
  type Named,
  quote,
  type Refusal,
  refusalAbout
} from './refusals.ts'

/*
 * Defined properties are always checked; other properties are welcome unless the schema forbids
 * them. A map is looked at as it would be stored, so that null may name anything.
 */

/** The part of a metadata or event schema that the check needs. */
export interface MetadataRules {
  readonly properties: SchemaProperties
  /** Absent for event schemas, which allow undefined properties. */
  readonly allowDefinedOnly?: boolean
}

/** The first mistake in words, in the order of the definitions; null when it fits. */
export function metadataMistake(schema: MetadataRules | null, metadata: Metadata): string | null {
  return metadataMistakes(schema, metadata)[0] ?? null
}

/** Characters of a free map as JSON: a page of a hundred things with such maps is 6.5 MB. */
export const FREE_MAP_LENGTH_MAX = 65_536

/**
 * The refusal of a map whose names and values no schema bounds; null when it may be stored.
 * Spec: openapi/behaviour/requests-and-errors.md#every-text-list-map-and-number-has-a-bound.
 */
export function mapRefusal(map: Metadata, at: string): Refusal | null {
  const odd = oddName(map)
  const mistake = odd === null ? tooLarge(map) : oddNameFault(odd)
  return mistake === null ? null : invalidPayload(at, mistake)
}

function tooLarge(map: Metadata): string | null {
  const { length } = JSON.stringify(map)
  if (length <= FREE_MAP_LENGTH_MAX) return null
  return `must have at most ${FREE_MAP_LENGTH_MAX} characters as JSON, and has ${length}`
}

/** The mistakes in words: of defined properties in their order, then of the others as sent. */
function metadataMistakes(schema: MetadataRules | null, metadata: Metadata): readonly string[] {
  if (schema === null) return []
  const { properties, allowDefinedOnly } = schema
  const mistakes: string[] = []
  for (const [name, property] of Object.entries(properties)) {
    const value = own(metadata, name) ?? null
    const expectation = expectationMissed(property, value)
    if (expectation !== null) mistakes.push(`${name}: must be ${expectation} (${actual(value)})`)
  }
  if (!allowDefinedOnly) return mistakes
  const strangers = Object.keys(metadata).filter(name => !Object.hasOwn(properties, name))
  const defined = Object.keys(properties).join(', ') || 'none'
  const only = `the metadata schema, which allows only: ${quote(defined)}`
  for (const stranger of strangers.slice(0, MISTAKES_TOLD_MAX)) {
    mistakes.push(`${quote(stranger)}: is not defined in ${only}`)
  }
  return mistakes
}

/** `at` is the wire path of the metadata. */
export function metadataRefusal(
  schema: MetadataRules | null,
  metadata: Metadata,
  at = 'metadata'
): Refusal | null {
  return joinRefusals(metadataRefusals(schema, metadata, at))
}

/**
 * A refusal for each mistake, to be told together with those of other metadata.
 * Spec: openapi/behaviour/set-up.md#metadata-schemas-bind-every-write.
 */
export function metadataRefusals(
  schema: MetadataRules | null,
  metadata: Metadata,
  at = 'metadata'
): readonly Refusal[] {
  const unbounded = mapRefusal(metadata, at)
  if (unbounded !== null) return [unbounded]
  return metadataMistakes(schema, metadata).map(mistake => ({
    key: 'metadata_validation_failed',
    details: `${at}: ${mistake}`
  }))
}

/** A value sets its key, null removes it; null for all removes every key, undefined keeps them. */
export function mergeMetadata(stored: Metadata, sent: Metadata | null | undefined): Metadata {
  if (sent === undefined) return stored
  if (sent === null) return {}
  // Entries and not assignments, so that a key called __proto__ is an ordinary key.
  const merged = new Map([...Object.entries(stored), ...Object.entries(sent)])
  return Object.fromEntries([...merged].filter(([, value]) => value !== null))
}

/** The property that was sent, and never one that every object inherits, such as `constructor`. */
export function own(metadata: Metadata, property: string): Json | undefined {
  return Object.hasOwn(metadata, property) ? metadata[property] : undefined
}

/** Whether two values are the same as JSON; the order of keys does not count. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      key => Object.hasOwn(other, key) && sameJson((one as Metadata)[key], (other as Metadata)[key])
    )
  )
}

function expectationMissed(property: SchemaProperty, value: Json): string | null {
  if (value === null) return property.optional ? null : `given: ${article(property)} is required`
  if (!property.array) return valueMissed(property, value)
  if (!Array.isArray(value)) return `an array, each item ${article({ ...property, array: false })}`
  for (const [index, item] of (value as readonly Json[]).entries()) {
    const missed = valueMissed(property, item)
    if (missed !== null) return `an array, each item ${missed}; item [${index}] is not`
  }
  return null
}

function valueMissed(property: SchemaProperty, value: Json): string | null {
  if (!HOLDS[property.type](value)) return NOUNS[property.type]
  for (const [constraint, holds, words] of CONSTRAINTS) {
    const bound = property[constraint]
    if (bound !== undefined && !holds(value, bound)) return words(bound)
  }
  return null
}

function article({ type, array }: SchemaProperty): string {
  return array ? `an array of ${type}` : NOUNS[type]
}

function actual(value: Json): string {
  return value === null ? 'nothing was sent' : `the actual value is ${quote(JSON.stringify(value))}`
}

const NOUNS: { readonly [Type in PropertyType]: string } = {
  string: 'a string',
  number: 'a number',
  boolean: 'a boolean',
  date: 'a date such as 2026-03-01',
  datetime: 'an ISO 8601 date-time such as 2026-03-01T10:00:00Z',
  image_url: 'the URL of a .png, .jpg or .jpeg file',
  geopoint: "a geopoint such as '48.21,16.37', latitude first",
  object: 'an object'
}

export const PROPERTY_TYPES = Object.keys(NOUNS) as readonly PropertyType[]

const HOLDS: { readonly [Type in PropertyType]: (value: Json) => boolean } = {
  string: value => typeof value === 'string',
  number: value => typeof value === 'number' && Number.isFinite(value),
  boolean: value => typeof value === 'boolean',
  date: value => typeof value === 'string' && isDay(value),
  datetime: value => typeof value === 'string' && toInstant(value) !== null,
  image_url: value => typeof value === 'string' && isImageUrl(value, 'https?'),
  geopoint: value => typeof value === 'string' && isGeopoint(value),
  object: value => typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whether `text` is a URL with one of the schemes (a pattern) whose path names an image file. */
export function isImageUrl(text: string, scheme: 'https' | 'https?'): boolean {
  return IMAGE_URLS[scheme].test(text)
}

const IMAGE_URLS = { https: imageUrl('https'), 'https?': imageUrl('https?') }

function imageUrl(scheme: string): RegExp {
  const pattern = `^${scheme}://[^\\s/?#]+/[^\\s?#]*\\.(png|jpe?g)(\\?[^\\s#]*)?(#\\S*)?$`
  return new RegExp(pattern, 'i')
}

function isGeopoint(text: string): boolean {
  const match = /^(-?\d{1,2}(?:\.\d+)?), ?(-?\d{1,3}(?:\.\d+)?)$/.exec(text)
  return match !== null && Math.abs(Number(match[1])) <= 90 && Math.abs(Number(match[2])) <= 180
}

type Constraint = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | `${'min' | 'max' | 'exact'}_length`
type Bound = number | readonly (string | number)[]

type ConstraintRow = readonly [
  constraint: Constraint,
  holds: (value: Json, bound: Bound) => boolean,
  words: (bound: Bound) => string
]

const among = (value: Json, bound: Bound) => (bound as readonly Json[]).includes(value)
const listed = (bound: Bound) =>
  (bound as readonly Json[]).map(one => JSON.stringify(one)).join(', ')
/** Characters as people count them, not UTF-16 units. */
const length = (value: Json) => [...(value as string)].length
const order = (value: Json, bound: Bound) => (value as number) - (bound as number)

const CONSTRAINTS: readonly ConstraintRow[] = [
  ['eq', among, bound => `one of ${listed(bound)}`],
  ['ne', (value, bound) => !among(value, bound), bound => `none of ${listed(bound)}`],
  ['lt', (value, bound) => order(value, bound) < 0, bound => `less than ${bound}`],
  ['lte', (value, bound) => order(value, bound) <= 0, bound => `at most ${bound}`],
  ['gt', (value, bound) => order(value, bound) > 0, bound => `more than ${bound}`],
  ['gte', (value, bound) => order(value, bound) >= 0, bound => `at least ${bound}`],
  ['min_length', (v, b) => length(v) >= (b as number), b => `a string of at least ${b} characters`],
  ['max_length', (v, b) => length(v) <= (b as number), b => `a string of at most ${b} characters`],
  ['exact_length', (v, b) => length(v) === b, b => `a string of exactly ${b} characters`]
]

/**
 * The instant of a write over one at `before` (null: none before): now, or a millisecond after
 * `before` if that is later. So no two states of a thing have the same `updatedAt`, which guards
 * the next write.
 */
export function nextUpdatedAt(before: Instant | null, now: Instant): Instant {
  if (before === null || now > before) return now
  return new Date(Date.parse(before) + 1).toISOString()
}

export function amend<Value>(sent: Value | undefined, stored: Value): Value {
  return sent === undefined ? stored : sent
}

/** What is sent of a thing that is there: an absent property stays, null clears an optional one. */
export type Amending<Thing, Name extends keyof Thing> = {
  readonly [Key in Name]?: Thing[Key] | undefined
}

/** What may be said of a thing that is new; null says as little as a property that is absent. */
export type Sending<Thing, Name extends keyof Thing> = {
  readonly [Key in Name]?: Sent<Thing[Key]>
}

/** What there was, with those of the properties that were sent. */
export function amended<Before extends object, Name extends keyof Before>(
  before: Before,
  sent: Amending<Before, Name>,
  ...names: readonly Name[]
): Before {
  const given = names.filter(name => sent[name] !== undefined).map(name => [name, sent[name]])
  return { ...before, ...Object.fromEntries(given) }
}

/**
 * Why a name in the body, such as a code, is wrong for the thing in the path; null when it is one
 * of `names` (the path's and the stored one) or absent. A name never changes.
 */
export function renamingRefusal(
  property: string,
  sent: string | null | undefined,
  names: readonly (string | null)[]
): Refusal | null {
  if (sent === undefined || names.includes(sent)) return null
  const value = sent === null ? 'null' : `"${quote(sent)}"`
  return invalidPayload(property, `${value} is not what the path names; leave it out`)
}

/** Replaces a thing that people set up, by a change and what goes with it, unless nothing differs. */
export function rewrite<Thing extends { readonly updatedAt: Instant | null }>(
  before: Thing,
  after: Thing,
  now: Instant,
  change: (written: Thing) => Rewriting,
  beside: readonly Change[] = []
): Decision<Thing> {
  if (sameJson(before, after)) return { result: before, changes: [] }
  const { updatedAt: updatedAtBefore } = before
  const written = { ...after, updatedAt: nextUpdatedAt(updatedAtBefore, now) }
  return { result: written, changes: [{ ...change(written), updatedAtBefore }, ...beside] }
}

type Rewriting = Unguarded<Extract<Change, { readonly updatedAtBefore: unknown }>>
type Unguarded<Kind> = Kind extends unknown ? Omit<Kind, 'updatedAtBefore'> : never

/** A thing that needs the one to be deleted. */
export type User = Named

/** Users that a refusal names; for more it says that there are more. */
export const USERS_NAMED = 3

/** `users` is not empty, and longer than USERS_NAMED when there are more; `advice`: what to do. */
export function resourceInUse(thing: Named, users: readonly User[], advice: string): Refusal {
  const named = users.slice(0, USERS_NAMED).map(({ type, id }) => `${type} ${id}`)
  const others = users.length > USERS_NAMED ? ' and others' : ''
  const used = `is in use by ${named.join(', ')}${others}`
  const details = `Resource ${thing.type} ${thing.id} ${used}; ${advice}`
  return refusalAbout(thing, 'resource_in_use', details)
}

/** Deletes a thing that nothing needs; otherwise refuses, with the users and `advice`. */
export function deleteUnused(
  type: Deletable & ResourceType,
  id: string,
  users: readonly User[],
  advice: string
): Decision<null> {
  if (users.length > 0) return { refusal: resourceInUse({ type, id }, users, advice) }
  return deletionOf(type, id)
}

/** A thing is deleted; `before`: what goes before it. */
export function deletionOf(
  resource: Deletable,
  id: string,
  before: readonly Change[] = []
): Decision<null> {
  return { result: null, changes: [...before, { kind: 'resource.deleted', resource, id }] }
}

/** A property of a request: null clears it, or counts as not sent; undefined was not sent. */
export type Sent<Value> = Value | null | undefined
