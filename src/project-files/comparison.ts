/**
 * What a project file says of a thing against what is stored of it.
 *
 * What an entry does not say is left as it is, except in maps of the caller's own names (metadata,
 * the entries of a rule): those are compared whole. What the interface writes in another way, such
 * as an instant with an offset, is the same.
 */
import { isSchema, type Schema } from '../http/document.ts'
import type { SectionName } from './form.ts'

/** Follows the references at the top of a schema. */
export type Flat = (schema: unknown) => Schema

/** What a schema says of the parts of a value, over all branches of its unions. */
interface SchemaParts {
  readonly properties: Readonly<Record<string, unknown>>
  /** Of properties with other names; undefined where there are none. */
  readonly others: unknown
  readonly items: unknown
  /** The values of its enumerations. */
  readonly words: readonly unknown[]
}

function partsOf(schema: unknown, flat: Flat): SchemaParts {
  const found = flat(schema)
  let properties: Record<string, unknown> = {}
  let others = found['additionalProperties']
  let items = found['items']
  let words = (found['enum'] ?? []) as readonly unknown[]
  for (const keyword of ['allOf', 'anyOf', 'oneOf', 'then', 'else']) {
    const branches = found[keyword] ?? []
    for (const branch of Array.isArray(branches) ? branches : [branches]) {
      const parts = partsOf(branch, flat)
      properties = bothOf(properties, parts.properties)
      others = others || parts.others
      items ??= parts.items
      words = [...words, ...parts.words]
    }
  }
  const own = found['properties']
  return { properties: bothOf(properties, isSchema(own) ? own : {}), others, items, words }
}

type Properties = Readonly<Record<string, unknown>>

/** A property that several branches have may be as any of them says. */
function bothOf(some: Properties, more: Properties): Record<string, unknown> {
  const added = Object.entries(more).map(([name, schema]) => {
    const isSame = !Object.hasOwn(some, name) || some[name] === schema
    return [name, isSame ? schema : { anyOf: [some[name], schema] }]
  })
  return { ...some, ...Object.fromEntries(added) }
}

/** The parts of a value that a schema knows. */
export function shaped(value: unknown, schema: unknown, flat: Flat): unknown {
  const { properties, others, items } = partsOf(schema, flat)
  if (Array.isArray(value)) return value.map(each => shaped(each, items, flat))
  if (!isSchema(value)) return value
  const kept = Object.entries(value).flatMap(([name, each]) => {
    if (Object.hasOwn(properties, name)) return [[name, shaped(each, properties[name], flat)]]
    if (!others) return []
    return [[name, isSchema(others) ? shaped(each, others, flat) : each]]
  })
  // A value of which the schema says nothing is free.
  const isFree = Object.keys(properties).length === 0 && others === undefined
  return isFree ? value : Object.fromEntries(kept)
}

/** Whether what is said is what is stored. */
function isSame(said: unknown, stored: unknown, schema: unknown, flat: Flat): boolean {
  if (isNothing(said) && isNothing(stored)) return true
  const { properties, others, items, words } = partsOf(schema, flat)
  if (Array.isArray(said) && Array.isArray(stored)) {
    const pairs = said.map((each, index) => isSame(each, stored[index], items, flat))
    return said.length === stored.length && pairs.every(Boolean)
  }
  if (!isSchema(said) || !isSchema(stored)) return isSameScalar(said, stored, words)
  const isDeclared = (name: string) => Object.hasOwn(properties, name)
  return (
    Object.entries(said).every(([name, each]) =>
      isSame(each, stored[name], isDeclared(name) ? properties[name] : others, flat)
    ) &&
    Object.entries(stored).every(
      ([name, each]) => Object.hasOwn(said, name) || isDeclared(name) || isNothing(each)
    )
  )
}

/** Null, and what has nothing in it. */
function isNothing(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (Array.isArray(value)) return value.length === 0
  return isSchema(value) && Object.values(value).every(isNothing)
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T/

function isSameScalar(said: unknown, stored: unknown, words: readonly unknown[]): boolean {
  if (said === stored) return true
  if (typeof said === 'string' && typeof stored === 'string') {
    // Where the interface has a word in capitals as well, both mean the same, and one is stored.
    const isOneWord = words.includes(said) && words.includes(stored)
    if (isOneWord && said.toLowerCase() === stored.toLowerCase()) return true
    const isInstant = INSTANT.test(said) && INSTANT.test(stored)
    return isInstant && Date.parse(said) === Date.parse(stored)
  }
  // The interface takes some numbers as text.
  return typeof said === 'string' && typeof stored === 'number' && Number(said) === stored
}

/** The next thing to do about an entry whose thing is there. */
export type EntryStep =
  | { readonly do: 'leave' }
  | { readonly do: 'update'; readonly body: Readonly<Record<string, unknown>> }
  /** Properties that cannot change once the thing is there. */
  | { readonly do: 'refuse'; readonly fixed: readonly string[] }

/** The schemas of a thing: of its entry, and of the body that changes it; null: nothing does. */
export interface Shapes {
  readonly entry: Schema
  readonly update: Schema | null
  readonly flat: Flat
}

/** What is to be done so that a stored thing is as the entry says; both refer by ids. */
export function stepOf(
  said: Readonly<Record<string, unknown>>,
  stored: Readonly<Record<string, unknown>>,
  { entry, update, flat }: Shapes
): EntryStep {
  const { properties } = partsOf(entry, flat)
  const known = shaped(stored, entry, flat) as Readonly<Record<string, unknown>>
  const differing = Object.keys(said).filter(
    name => !isSame(said[name], known[name], properties[name], flat)
  )
  if (differing.length === 0) return { do: 'leave' }
  const changeable = update === null ? {} : partsOf(update, flat).properties
  const fixed = differing.filter(name => !Object.hasOwn(changeable, name))
  if (fixed.length > 0) return { do: 'refuse', fixed }
  const body = differing.map(name => [
    name,
    name === 'metadata'
      ? withoutOthers(said[name], known[name])
      : shaped(said[name], changeable[name], flat)
  ])
  return { do: 'update', body: Object.fromEntries(body) }
}

/** Metadata in which null removes what is no longer said. */
function withoutOthers(said: unknown, stored: unknown): unknown {
  if (!isSchema(said) || !isSchema(stored)) return said
  return { ...Object.fromEntries(Object.keys(stored).map(name => [name, null])), ...said }
}

/** The schemas of the entries of a section. */
export type ShapesOf = (section: SectionName) => Shapes

/** What `Shapes` of a section are, made once. */
export function shapesBy(make: (section: SectionName) => Shapes): ShapesOf {
  const known = new Map<SectionName, Shapes>()
  return section => {
    const found = known.get(section) ?? make(section)
    known.set(section, found)
    return found
  }
}
