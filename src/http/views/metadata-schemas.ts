/**
 * Metadata schemas on the wire.
 *
 * Spec: MetadataSchema.
 */
import type { MetadataSchema, SchemaProperties, SchemaProperty } from '../../model.ts'
import type { Wire } from '../wire.ts'

/** Properties in the order in which they were defined. */
export function viewMetadataSchema(schema: MetadataSchema): Wire<'MetadataSchema'> {
  return {
    id: schema.id,
    related_object: schema.relatedObject,
    properties: viewProperties(schema.properties),
    allow_defined_only: schema.allowDefinedOnly,
    created_at: schema.createdAt,
    updated_at: schema.updatedAt,
    object: 'metadata_schema'
  }
}

/** `total` counts all of the project's. */
export function viewMetadataSchemaList(
  schemas: readonly MetadataSchema[],
  total: number
): Wire<'MetadataSchemaList'> {
  return { object: 'list', data_ref: 'data', data: schemas.map(viewMetadataSchema), total }
}

/** Properties are kept in the words of the wire; only `object_type` is there whether set or not. */
export function viewProperties(properties: SchemaProperties) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, viewProperty(property)])
  )
}

function viewProperty(property: SchemaProperty): Wire<'MetadataSchemaProperty'> {
  const { type, array, optional, object_type = null, ...constraints } = property
  return { type, array, optional, object_type, ...constraints }
}
