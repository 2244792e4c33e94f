/**
 * Metadata schemas: one for each resource, created, changed and deleted.
 *
 * A schema binds later writes. Stored metadata stays, whether or not it fits: a merchant who tidies
 * up a schema does not mean to lose what customers said.
 *
 * Spec: createMetadataSchema, updateMetadataSchema.
 */
import type { MetadataSchema, SchemaProperties } from '../../model.ts'
import { nameMistake } from '../../rules/names.ts'
import type { Decision } from '../changes.ts'
import { deleteUnused } from '../deletions.ts'
import type { Occasion } from '../occasion.ts'
import { duplicateFound, refuseMistake } from '../request-refusals.ts'
import { rewrite } from '../updates.ts'
import { schemaMistake } from './definitions.ts'

export interface CreateMetadataSchema {
  /** A resource of the interface, or a name of the project's own. */
  readonly relatedObject: string
  readonly properties: SchemaProperties
  readonly allowDefinedOnly?: boolean | null | undefined
}

/** Creates the schema of a resource; a second one is refused. */
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

export interface UpdateMetadataSchema {
  /** Replaces all definitions. */
  readonly properties?: SchemaProperties | undefined
  /** Null counts as false. */
  readonly allowDefinedOnly?: boolean | null | undefined
}

/** Merges the sent properties into the stored ones; writes nothing when nothing differs. */
export function updateMetadataSchema(
  stored: MetadataSchema,
  { properties = stored.properties, allowDefinedOnly: only }: UpdateMetadataSchema,
  { now }: Occasion
): Decision<MetadataSchema> {
  const refusal = refuseMistake(schemaMistake(properties))
  if (refusal !== null) return { refusal }
  const allowDefinedOnly = only === undefined ? stored.allowDefinedOnly : (only ?? false)
  return rewrite(
    stored,
    { ...stored, properties, allowDefinedOnly },
    now,
    (schema, updatedAtBefore) => [{ kind: 'metadataSchema.updated', schema, updatedAtBefore }]
  )
}

/** Later metadata of that resource is not checked. */
export function deleteMetadataSchema({ id }: MetadataSchema): Decision<null> {
  return deleteUnused('metadata_schema', { type: 'metadata_schema', id }, [], '')
}
