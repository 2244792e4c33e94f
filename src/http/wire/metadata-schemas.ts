/**
 * Metadata schemas on the wire, and their definitions as the decisions take them, which event
 * schemas have too. A property is no array unless the request says so. Definitions keep the words
 * of the wire.
 *
 * Spec: MetadataSchemaRequest.properties, EventDefinitionRequest.properties, MetadataSchema.
 */
import type { MetadataSchema, SchemaProperties, SchemaProperty } from '../../model.ts'
import type { Schemas, Wire } from '../wire.ts'

type WireProperties = Schemas['MetadataSchemaRequest']['properties']

/** Unless it says so, a property is no array; null for `object_type`, as answered, says nothing. */
export function propertiesOf(wire: WireProperties): SchemaProperties {
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
