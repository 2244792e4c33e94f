/**
 * Metadata schemas: one for each resource, created, changed and deleted. A schema binds later
 * writes. Stored metadata stays, whether or not it fits: a merchant who tidies up a schema does not
 * mean to lose what customers said.
 * Spec: createMetadataSchema, updateMetadataSchema, MetadataSchema.properties.
 */
import type { MetadataSchema, PropertyType, SchemaProperties, SchemaProperty } from '../model.ts'
import type { Mistake } from '../rules/mistake.ts'
import { nameMistake } from '../rules/validation.ts'
import type { Decision, Occasion } from './changes.ts'
import { duplicateFound, isWhole, refuseMistake } from './refusals.ts'
import { deletionOf, PROPERTY_TYPES, rewrite } from './updates.ts'

export interface CreateMetadataSchema {
  /** A resource of the interface, or a name of the project's own. */
  readonly relatedObject: string
  readonly properties: SchemaProperties
  readonly allowDefinedOnly?: boolean | null | undefined
}

export function createMetadataSchema(
  { stored }: { /** The schema that resource has. */ readonly stored: MetadataSchema | null },
  { relatedObject, properties, allowDefinedOnly }: CreateMetadataSchema,
  { newId, now }: Occasion
): Decision<MetadataSchema> {
  if (stored !== null) {
    const what = `related_object ${relatedObject}`
    return { refusal: duplicateFound('metadata_schema', stored.id, what) }
  }
  const naming = { property: 'related_object', idPrefix: 'ms', words: [] }
  const mistake = nameMistake(relatedObject, naming) ?? schemaMistake(properties)
  const refusal = refuseMistake(mistake)
  if (refusal !== null) return { refusal }
  const schema: MetadataSchema = {
    id: newId('ms'),
    relatedObject,
    properties,
    allowDefinedOnly: allowDefinedOnly ?? false,
    createdAt: now,
    updatedAt: null
  }
  return { result: schema, changes: [{ kind: 'metadataSchema.created', schema }] }
}

interface UpdateMetadataSchema {
  readonly properties?: SchemaProperties | undefined
  /** Null counts as false. */
  readonly allowDefinedOnly?: boolean | null | undefined
}

export function updateMetadataSchema(
  stored: MetadataSchema,
  { properties = stored.properties, allowDefinedOnly: only }: UpdateMetadataSchema,
  { now }: Occasion
): Decision<MetadataSchema> {
  const refusal = refuseMistake(schemaMistake(properties))
  if (refusal !== null) return { refusal }
  const allowDefinedOnly = only === undefined ? stored.allowDefinedOnly : (only ?? false)
  const after = { ...stored, properties, allowDefinedOnly }
  return rewrite(stored, after, now, schema => ({ kind: 'metadataSchema.updated', schema }))
}

/** Later metadata of that resource is not checked. */
export function deleteMetadataSchema({ id }: MetadataSchema): Decision<null> {
  return deletionOf('metadata_schema', id)
}

/*
 * Each constraint fits its type, and some value fits all constraints of a property: a schema that
 * no value satisfies would refuse every later write of its resource.
 */

/** Definitions one schema may have. */
export const PROPERTIES_MAX = 100

export function schemaMistake(
  properties: SchemaProperties,
  types: readonly PropertyType[] = PROPERTY_TYPES
): Mistake | null {
  const names = Object.keys(properties)
  if (names.length > PROPERTIES_MAX) {
    const message = `A schema has at most ${PROPERTIES_MAX} properties, not ${names.length}.`
    return { property: 'properties', message }
  }
  if (names.includes('')) {
    return { property: 'properties', message: 'A property needs a name; one of them has none.' }
  }
  for (const [name, property] of Object.entries(properties)) {
    const at = `properties.${name}`
    const mistake =
      typeMistake(at, property, types) ??
      constraintMistake(at, property) ??
      rangeMistake(at, property)
    if (mistake !== null) return mistake
  }
  return null
}

function typeMistake(
  at: string,
  { type, object_type }: SchemaProperty,
  types: readonly PropertyType[]
): Mistake | null {
  if (!types.includes(type)) {
    const message = `'${type}' is not one of ${types.join(', ')}.`
    return { property: `${at}.type`, message }
  }
  // Objects with a schema of their own would have to be checked against it, which is not built.
  if (object_type == null || (type === 'object' && object_type === 'unknown')) return null
  const message = `'${object_type}' is not supported: leave it out, or use 'unknown' for an object.`
  return { property: `${at}.object_type`, message }
}

const LENGTHS = ['min_length', 'max_length', 'exact_length'] as const
const BOUNDS = ['lt', 'lte', 'gt', 'gte'] as const

function constraintMistake(at: string, property: SchemaProperty): Mistake | null {
  const { type, eq, ne } = property
  const misfit =
    (type === 'string' ? null : LENGTHS.find(key => property[key] !== undefined)) ??
    (type === 'number' ? null : [...BOUNDS, 'ne' as const].find(key => property[key] !== undefined))
  if (misfit != null) {
    const fitting = misfit.endsWith('_length') ? 'string' : 'number'
    const message = `It constrains a ${fitting}, and the property is of type ${type}.`
    return { property: `${at}.${misfit}`, message }
  }
  for (const [key, values] of [
    ['eq', eq],
    ['ne', ne]
  ] as const) {
    const mistake = values === undefined ? null : valuesMistake(values, type)
    if (mistake !== null) return { property: `${at}.${key}`, message: mistake }
  }
  const odd = LENGTHS.find(key => !isWhole(property[key] ?? 0, 0))
  if (odd === undefined) return null
  const message = `${property[odd]} is not a whole number of at least 0.`
  return { property: `${at}.${odd}`, message }
}

function valuesMistake(values: readonly (string | number)[], type: PropertyType): string | null {
  if (type === 'boolean' || type === 'object') {
    return `It lists strings or numbers, and the property is of type ${type}.`
  }
  if (values.length === 0) return 'The list is empty; leave it out to allow every value.'
  const kind = type === 'number' ? 'number' : 'string'
  const odd = values.find(value => typeof value !== kind)
  return odd === undefined ? null : `${JSON.stringify(odd)} is not a ${kind}.`
}

function rangeMistake(at: string, property: SchemaProperty): Mistake | null {
  const { lt, lte, gt, gte, min_length, max_length, exact_length } = property
  if ((lt !== undefined && lte !== undefined) || (gt !== undefined && gte !== undefined)) {
    return { property: at, message: 'Send only one of lt and lte, and only one of gt and gte.' }
  }
  const [low, high] = [gt ?? gte, lt ?? lte]
  const open = gt !== undefined || lt !== undefined
  if (low !== undefined && high !== undefined && (low > high || (open && low === high))) {
    return { property: at, message: `No number is above ${low} and below ${high}.` }
  }
  if (exact_length !== undefined && (min_length !== undefined || max_length !== undefined)) {
    return { property: at, message: 'Send exact_length without min_length and max_length.' }
  }
  if ((min_length ?? 0) <= (max_length ?? Number.POSITIVE_INFINITY)) return null
  return { property: at, message: `min_length ${min_length} is above max_length ${max_length}.` }
}
