/**
 * Values that break what a schema says, each in one place and one way.
 *
 * They are made of values that fit. Some ways of breaking leave a value that fits all the same; a
 * validator tells those apart.
 */
import { isSchema, type Schema } from '../http/document.ts'
import type { CompiledContract } from './contract.ts'

/** A value that breaks a schema. */
export interface Broken {
  /** The place, as people write it: `.order.items[0].quantity`; empty for the whole. */
  readonly at: string
  /** The keyword, or the type that was sent. */
  readonly by: string
  readonly value: unknown
}

type ValuePath = readonly (string | number)[]

const OF_EACH_TYPE: readonly (readonly [type: string, value: unknown])[] = [
  ['null', null],
  ['a boolean', true],
  ['a number', 1.5],
  ['a text', 'text'],
  ['an array', []],
  ['an object', { surprise: 1 }]
]
/** Longer texts and lists are refused for the size of the request, not for themselves. */
const LENGTH_MAX = 20_000
const ITEMS_MAX = 2_000

/** What is broken of a value at each of its places; none fits the schema at the pointer. */
export function* brokenValues(
  contract: CompiledContract,
  pointer: string,
  value: unknown
): Generator<Broken> {
  const seen = new Set<string>()
  for (const { path, schemas, found } of placesOf(contract, [{ $ref: pointer }], value, [])) {
    // All items of a list are alike.
    const at = path.map(step => (typeof step === 'number' ? '[0]' : `.${step}`)).join('')
    for (const [by, wrong] of wrongValues(schemas, found)) {
      const broken = replaced(value, path, wrong)
      if (seen.has(`${at} ${by}`) || contract.fits(pointer, broken)) continue
      seen.add(`${at} ${by}`)
      yield { at, by, value: broken }
    }
  }
}

/** Texts that a parameter of this schema must not be, by what is wrong with each. */
export function wrongTexts(schema: Schema): readonly (readonly [by: string, text: string])[] {
  const { type, minimum, maximum, maxLength, enum: words, format } = schema
  if (type === 'integer') {
    return [
      ['less than the minimum', `${Number(minimum) - 1}`],
      ['more than the maximum', `${Number(maximum) + 1}`],
      ['a fraction', '1.5'],
      ['a word', 'one'],
      ['nothing', '']
    ]
  }
  if (Array.isArray(words)) {
    return [
      ['a word that is not listed', 'nothing-like-it'],
      ['nothing', '']
    ]
  }
  if (format === 'date-time') {
    return [
      ['a word', 'yesterday'],
      ['a day that no month has', '2026-02-30T00:00:00Z'],
      ['a time without an offset', '2026-01-01T00:00:00']
    ]
  }
  return maxLength === undefined ? [] : [['too long', 'x'.repeat(Number(maxLength) + 1)]]
}

interface ValuePosition {
  readonly path: ValuePath
  /** All that describe the value. */
  readonly schemas: readonly Schema[]
  readonly found: unknown
}

function* placesOf(
  contract: CompiledContract,
  schemas: readonly unknown[],
  found: unknown,
  path: ValuePath
): Generator<ValuePosition> {
  const flat = schemas.flatMap(schema => partsOf(contract, schema))
  yield { path, schemas: flat, found }
  if (Array.isArray(found)) {
    for (const [index, each] of found.entries()) {
      const inner = flat.flatMap(({ items }) => items ?? [])
      yield* placesOf(contract, inner, each, [...path, index])
    }
  } else if (isSchema(found)) {
    for (const [name, each] of Object.entries(found)) {
      const inner = flat.flatMap(({ properties, additionalProperties: others }) => {
        const own = isSchema(properties) ? properties[name] : undefined
        return own ?? (isSchema(others) ? others : [])
      })
      yield* placesOf(contract, inner, each, [...path, name])
    }
  }
}

/** A schema and its parts and branches, references followed. */
function partsOf(contract: CompiledContract, schema: unknown): readonly Schema[] {
  const flat = contract.flat(schema)
  const inner = ['allOf', 'oneOf', 'anyOf'].flatMap(word => (flat[word] ?? []) as unknown[])
  return [flat, ...inner.flatMap(each => partsOf(contract, each))]
}

type WrongValue = readonly [by: string, value: unknown]

function* wrongValues(schemas: readonly Schema[], found: unknown): Generator<WrongValue> {
  for (const [type, value] of OF_EACH_TYPE) yield [`as ${type}`, value]
  for (const schema of schemas) {
    if ('const' in schema || 'enum' in schema) yield ['enum', 'nothing-like-it']
    if ('pattern' in schema) yield ['pattern', '!\n']
    if ('format' in schema) yield ['format', 'yesterday']
    yield* outOfBounds(schema, LENGTH_MAX)
    if (isSchema(found)) yield* wrongObjects(schema, found)
    if (Array.isArray(found)) yield* wrongLists(schema, found)
  }
}

/** Values on the wrong side of the bounds of a schema; no text longer than `lengthMax`. */
export function* outOfBounds(schema: Schema, lengthMax: number): Generator<WrongValue> {
  const { minimum, maximum, exclusiveMinimum, minLength, maxLength } = schema
  if (minimum !== undefined) yield ['minimum', Number(minimum) - 1]
  if (exclusiveMinimum !== undefined) yield ['exclusiveMinimum', exclusiveMinimum]
  if (maximum !== undefined) yield ['maximum', Number(maximum) + 2]
  if (Number(minLength) > 0) yield ['minLength', 'x'.repeat(Number(minLength) - 1)]
  if (Number(maxLength) < lengthMax) yield ['maxLength', 'x'.repeat(Number(maxLength) + 1)]
}

function* wrongObjects(schema: Schema, found: Schema): Generator<WrongValue> {
  yield ['an unknown property', { ...found, surprise: 1 }]
  for (const name of (schema['required'] ?? []) as readonly string[]) {
    const { [name]: _, ...others } = found
    yield [`without ${name}`, others]
  }
  if ('minProperties' in schema) yield ['minProperties', {}]
}

function* wrongLists(
  { minItems, maxItems }: Schema,
  found: readonly unknown[]
): Generator<WrongValue> {
  const [first] = found
  if (Number(minItems) > 0) yield ['minItems', found.slice(0, Number(minItems) - 1)]
  if (first === undefined || !(Number(maxItems) <= ITEMS_MAX)) return
  yield ['maxItems', Array.from({ length: Number(maxItems) + 1 }, () => first)]
}

/** A copy of a value with another one at a place. */
function replaced(value: unknown, path: ValuePath, by: unknown): unknown {
  const [step, ...rest] = path
  if (step === undefined) return by
  if (Array.isArray(value)) {
    return value.with(Number(step), replaced(value[Number(step)], rest, by))
  }
  return { ...(value as Schema), [step]: replaced((value as Schema)[step], rest, by) }
}
