/**
 * The documents for tools that know OpenAPI 3.0 only.
 *
 * A library does most of the conversion. This module converts the rest: constants that are false,
 * values that are always null, types that are alternatives, exclusive bounds. Both versions of a
 * document accept and refuse the same bodies, which test/contract/versions.test.ts proves of the
 * joined ones.
 */
import { Converter } from '@apiture/openapi-down-convert'
import { isTree, schemasOf, type Tree, typesOf } from './document-walk.ts'

/** An OpenAPI 3.1 document as valid 3.0.3; the original stays as it is. */
export function downConvert(document: object): Tree {
  const prepared = structuredClone(document) as Tree
  for (const { schema } of [...schemasOf(prepared)]) prepare(schema)
  const converted = new Converter(prepared, { allOfTransform: true }).convert() as Tree
  const info = converted['info']
  if (isTree(info)) delete info['summary']
  return converted
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
