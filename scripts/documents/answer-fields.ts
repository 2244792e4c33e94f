/**
 * The fields of the answers that documents describe, and which of them an answer fills.
 *
 * A field is named after the schema that declares it, `Voucher.referrer_id`, wherever that schema
 * is answered; one of a schema without a name after what holds it, `Voucher.gift.amount`.
 * Filled is what says something: neither null nor empty nor zero. False says something, and so does
 * a constant, whatever it is.
 *
 * Schemas are read once into shapes, because a run of all tests asks of each of its answers.
 */
import { followed, isTree, lookUp, type Tree, tree } from './walk.ts'

/** What a schema says of the fields of a value. */
export interface Shape {
  readonly fields: Map<string, Field>
  /** Shapes of the same value: all of them, or those that fit it. */
  readonly members: Shape[]
  /** Of what a list holds. */
  readonly items: Shape[]
  /** Of what a map holds; null for no map. */
  rest: Shape | null
  /** Keys without which a value is another member of the union. */
  required: readonly string[]
  /** What certain keys hold in every value. */
  readonly constants: Map<string, unknown>
}

/** One property; `isConstant`: it always holds the same. */
interface Field {
  readonly name: string
  readonly isConstant: boolean
  readonly shape: Shape
}

/** The shapes of one document; each schema with a name has one. */
export class Shapes {
  readonly #document: Tree
  readonly #schemas: Tree
  readonly #named = new Map<string, Shape>()
  readonly #answers = new Map<string, Shape>()

  constructor(document: Tree) {
    this.#document = document
    this.#schemas = tree(tree(document['components'])['schemas'])
  }

  /** The shape of an answer, `operationId status`, whose schema is at `pointer`. */
  answer(name: string, pointer: string): Shape {
    const known = this.#answers.get(name)
    if (known !== undefined) return known
    const made = this.of(lookUp(this.#document, pointer), name)
    this.#answers.set(name, made)
    return made
  }

  /** The shape of a schema; the fields of one without a name begin with `name`. */
  of(schema: unknown, name: string): Shape {
    const referred = nameIn(schema)
    if (referred === null) return this.#read(tree(schema), name, nothing())
    const known = this.#named.get(referred)
    if (known !== undefined) return known
    const made = nothing()
    this.#named.set(referred, made)
    return this.#read(tree(this.#schemas[referred]), referred, made)
  }

  #read(schema: Tree, name: string, made: Shape): Shape {
    const { fields, constants, members, items } = made
    const unions = ['allOf', 'anyOf', 'oneOf'].flatMap(keyword => listOf(schema[keyword]))
    const same = nameIn(schema) === null ? unions : [schema]
    members.push(...same.map(each => this.of(each, name)))
    const inside = [...listOf(schema['prefixItems']), schema['items']]
    items.push(...inside.filter(isTree).map(each => this.of(each, name)))
    for (const [key, each] of Object.entries(tree(schema['properties']))) {
      const described = followed(this.#document, each)
      const isConstant = 'const' in described || described['type'] === 'null'
      if ('const' in described) constants.set(key, described['const'])
      const at = `${name}.${key}`
      fields.set(key, { name: at, isConstant, shape: this.of(each, at) })
    }
    const others = schema['additionalProperties']
    if (isTree(others)) made.rest = this.of(others, `${name}.*`)
    made.required = listOf(schema['required']).map(String)
    return made
  }
}

/** Adds the names of all fields in a shape to `found`. */
export function declare(shape: Shape, found: Set<string>, known = new Set<Shape>()): void {
  if (known.has(shape)) return
  known.add(shape)
  const within = [...shape.members, ...shape.items, ...(shape.rest === null ? [] : [shape.rest])]
  for (const each of within) declare(each, found, known)
  for (const field of shape.fields.values()) {
    found.add(field.name)
    declare(field.shape, found, known)
  }
}

/** Adds the names of the fields that a value fills to `found`. */
export function fill(shape: Shape, value: unknown, found: Set<string>): void {
  for (const member of shape.members) if (fits(member, value)) fill(member, value, found)
  if (Array.isArray(value)) {
    for (const item of shape.items) for (const each of value) fill(item, each, found)
  } else if (isTree(value)) {
    for (const [key, each] of Object.entries(value)) {
      const field = shape.fields.get(key)
      if (field === undefined) {
        if (shape.rest !== null) fill(shape.rest, each, found)
      } else {
        if (field.isConstant || saysSomething(each)) found.add(field.name)
        fill(field.shape, each, found)
      }
    }
  }
}

/** Whether a member of a union can be the one that describes the value. */
function fits({ required, constants }: Shape, value: unknown): boolean {
  if (!isTree(value)) return true
  if (!required.every(key => Object.hasOwn(value, key))) return false
  return [...constants].every(([key, constant]) => !(key in value) || value[key] === constant)
}

function saysSomething(value: unknown): boolean {
  if (value === null || value === '' || value === 0) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

function nothing(): Shape {
  return {
    fields: new Map(),
    members: [],
    items: [],
    rest: null,
    required: [],
    constants: new Map()
  }
}

/** The name of the schema that a reference refers to; null when it is none. */
function nameIn(schema: unknown): string | null {
  const reference = isTree(schema) ? String(schema['$ref']) : ''
  return /^#\/components\/schemas\/([\w.-]+)$/.exec(reference)?.[1] ?? null
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}
