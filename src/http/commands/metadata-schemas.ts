/**
 * The definitions of a metadata schema or an event schema, as the decisions take them: a property
 * is no array unless the request says so. Definitions keep the words of the wire.
 *
 * Spec: MetadataSchemaRequest.properties, EventDefinitionRequest.properties.
 */
import type { SchemaProperties, SchemaProperty } from '../../model.ts'
import type { Schemas } from '../wire.ts'

type WireProperties = Schemas['MetadataSchemaRequest']['properties']

/** Unless it says so, a property is no array. Definitions stay in the words of the wire. */
export function propertiesOf(wire: WireProperties): SchemaProperties {
  return Object.fromEntries(
    Object.entries(wire).map(([name, { array = false, ...property }]) => [
      name,
      { ...property, array } as SchemaProperty
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

/** A property that is absent is undefined, which keeps the stored one. */
export function metadataSchemaChangesWanted(body: Schemas['UpdateMetadataSchemaRequest']) {
  return {
    properties: body.properties && propertiesOf(body.properties),
    allowDefinedOnly: body.allow_defined_only
  }
}
