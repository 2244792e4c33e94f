/**
 * Metadata schemas on the wire, and their definitions as the decisions take them, which event
 * schemas have too. Definitions keep the words of the wire.
 * Spec: MetadataSchemaRequest.properties, EventDefinitionRequest.properties, MetadataSchema.
 */
import type { MetadataSchema, SchemaProperties, SchemaProperty } from '../../model.ts'
import { type Schemas, viewOf, type Wire } from '../wire.ts'

/** Unless it says so, a property is no array; null for `object_type`, as answered, says nothing. */
export function propertiesOf(
  wire: Schemas['MetadataSchemaRequest']['properties']
): SchemaProperties {
  return Object.fromEntries(
    Object.entries(wire).map(([name, { array = false, object_type: type, ...property }]) => [
      name,
      { ...property, array, ...(type != null && { object_type: type }) } as SchemaProperty
    ])
  )
}

/** The whole schema, properties in the order in which they were sent. */
export function metadataSchemaCommand(body: Schemas['MetadataSchemaRequest']) {
  return {
    relatedObject: body.related_object,
    properties: propertiesOf(body.properties),
    allowDefinedOnly: body.allow_defined_only
  }
}

export function metadataSchemaChangesWanted(body: Schemas['UpdateMetadataSchemaRequest']) {
  return {
    properties: body.properties && propertiesOf(body.properties),
    allowDefinedOnly: body.allow_defined_only
  }
}

const schemaView = viewOf(
  'id related_object properties allow_defined_only created_at updated_at object:metadata_schema'
)

/** Properties in the order in which they were defined. */
export function viewMetadataSchema(schema: MetadataSchema): Wire<'MetadataSchema'> {
  return schemaView({ ...schema, properties: viewProperties(schema.properties) })
}

/** Properties are kept in the words of the wire; only `object_type` is there whether set or not. */
export function viewProperties(properties: SchemaProperties) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const { type, array, optional, object_type = null, ...constraints } = property
      return [name, { type, array, optional, object_type, ...constraints }]
    })
  ) as { readonly [name: string]: Wire<'MetadataSchemaProperty'> }
}
