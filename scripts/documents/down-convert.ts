/**
 * The documents for tools that know OpenAPI 3.0 only.
 *
 * A library does most of the conversion. This module converts the rest: null beside objects and
 * enumerations, constants that are false, values that are always null, types that are alternatives,
 * exclusive bounds. Both versions of a
 * document accept and refuse the same bodies, which test/contract/versions.test.ts proves of the
 * joined ones.
 */
import { Converter } from '@apiture/openapi-down-convert'
import { componentsInOrder, isTree, schemasOf, type Tree, tree, typesOf } from './walk.ts'

/** An OpenAPI 3.1 document as valid 3.0.3; the original stays as it is. */
export function downConvert(document: object): Tree {
  const prepared = structuredClone(document) as Tree
  const components = tree(tree(prepared['components'])['schemas'])
  for (const { schema } of [...schemasOf(prepared)]) sayNull(schema, components)
  removeUnused(prepared, components)
  for (const { schema } of [...schemasOf(prepared)]) prepare(schema)
  const converted = new Converter(prepared, { allOfTransform: true }).convert() as Tree
  const info = converted['info']
  if (isTree(info)) delete info['summary']
  return { ...converted, components: componentsInOrder(tree(converted['components'])) }
}

/**
 * Null as a branch becomes null beside a type, which generators read as null and nothing else: an
 * object with a name gets a second one, `…OrNull`; an enumeration has null among its values.
 */
function sayNull(schema: Tree, components: Tree): void {
  const branches = schema['anyOf'] as Tree[] | undefined
  const [first, ...others] = branches?.filter(({ type }) => type !== 'null') ?? []
  if (first === undefined || branches?.length === others.length + 1) return
  const type = [...typesOf(first), 'null']
  if (others.length > 0) {
    schema['anyOf'] = [{ ...first, type }, ...others]
    return
  }
  delete schema['anyOf']
  if (typeof first['$ref'] !== 'string') {
    Object.assign(schema, first, { type, enum: [...(first['enum'] as unknown[]), null] })
    return
  }
  const [, name = ''] = first['$ref'].split(SCHEMAS)
  const named = tree(components[name])
  components[`${name}${OR_NULL}`] = { ...named, type: [...typesOf(named), 'null'] }
  // Words beside a reference are not read in 3.0.
  for (const word of Object.keys(schema)) delete schema[word]
  schema['$ref'] = `${first['$ref']}${OR_NULL}`
}

const SCHEMAS = '#/components/schemas/'
const OR_NULL = 'OrNull'

/** Takes out what was used beside null alone. */
function removeUnused(document: Tree, components: Tree): void {
  const text = JSON.stringify(document)
  for (const name of Object.keys(components)) {
    const isSecond = components[`${name}${OR_NULL}`] !== undefined
    if (isSecond && !text.includes(`"${SCHEMAS}${name}"`)) delete components[name]
  }
}

/** Keywords of one type only; when types are split, they go with their type. */
const keywordsOf: { readonly [type: string]: readonly string[] } = {
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems']
}

/** Converts in place what the library does not. */
function prepare(schema: Tree): void {
  if (schema['const'] !== undefined) {
    schema['enum'] = [schema['const']]
    delete schema['const']
  }
  // Validators of 3.0 take an `id` in an example for the id of a schema and refuse a second one.
  if (JSON.stringify(schema['examples'] ?? null).includes('"id":')) delete schema['examples']
  // 3.0 has no type of null alone. Generators read this form as null and nothing else.
  if (schema['type'] === 'null') Object.assign(schema, { type: ['boolean', 'null'], enum: [null] })
  split(schema)
  for (const branch of [schema, ...((schema['oneOf'] as Tree[] | undefined) ?? [])]) bound(branch)
}

/** Several types become branches, each with its own keywords; null stays beside them. */
function split(schema: Tree): void {
  const types = typesOf(schema).filter(type => type !== 'null')
  if (types.length < 2) return
  const branches = types.map(type => {
    const own = (keywordsOf[type] ?? []).filter(keyword => schema[keyword] !== undefined)
    return { type, ...Object.fromEntries(own.map(keyword => [keyword, schema[keyword]])) }
  })
  const nullable = typesOf(schema).includes('null')
  for (const keyword of ['type', ...Object.values(keywordsOf).flat()]) delete schema[keyword]
  // In 3.0 null is said beside a type, so each branch says it; anyOf allows several to match.
  Object.assign(
    schema,
    nullable
      ? { anyOf: branches.map(branch => ({ ...branch, nullable: true })) }
      : { oneOf: branches }
  )
}

/** In 3.0 an exclusive bound is a bound and a flag. */
function bound(schema: Tree): void {
  for (const [exclusive, plain] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum']
  ] as const) {
    if (typeof schema[exclusive] !== 'number') continue
    schema[plain] = schema[exclusive]
    schema[exclusive] = true
  }
}
