/**
 * The documents for tools that stop at OpenAPI 3.0.
 *
 * A library does the bulk; what it leaves behind is finished here: constants that are false,
 * values that are always null, types that are alternatives, exclusive bounds. Both versions of a
 * document accept and refuse the same payloads, which test/contract/service-3.0.test.ts and
 * test/contract/provisioning-3.0.test.ts prove.
 *
 * Spec: Decision 89.
 */
import { Converter } from '@apiture/openapi-down-convert'
import { isTree, schemasOf, type Tree, typesOf } from './document-walk.ts'

/** An OpenAPI 3.1 document as valid 3.0.3; the original is left alone. */
export function downConvert(document: object): Tree {
  const prepared = structuredClone(document) as Tree
  for (const { schema } of [...schemasOf(prepared)]) prepare(schema)
  const converted = new Converter(prepared, { allOfTransform: true }).convert() as Tree
  const info = converted['info']
  if (isTree(info)) delete info['summary']
  return converted
}

/** Keywords that speak of one type only, and move with it when types part ways. */
const keywordsOf: { readonly [type: string]: readonly string[] } = {
  integer: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  object: ['properties', 'required', 'additionalProperties', 'minProperties', 'maxProperties'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems']
}

/** Says in 3.0's words what the library does not translate. */
function prepare(schema: Tree): void {
  if (schema['const'] !== undefined) {
    schema['enum'] = [schema['const']]
    delete schema['const']
  }
  // Validators of 3.0 take an `id` in an example for the id of a schema, and trip over the second.
  if (JSON.stringify(schema['examples'] ?? null).includes('"id":')) delete schema['examples']
  if (schema['type'] === 'null') Object.assign(schema, { type: ['object', 'null'], enum: [null] })
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
  // In 3.0 null stands beside a type, so each branch carries it; anyOf lets several of them match.
  Object.assign(
    schema,
    nullable
      ? { anyOf: branches.map(branch => ({ ...branch, nullable: true })) }
      : { oneOf: branches }
  )
}

/** 3.0 has exclusive bounds as a switch beside the bound. */
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
