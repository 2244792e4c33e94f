/**
 * What operations on the management path share: whose project the path names, and the definitions
 * of a schema as the decisions take them.
 *
 * Spec: Authentication 5; Resources, Metadata schema (`properties`).
 */
import type { components } from '../../generated/provisioning.d.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { Caller } from '../http/types.ts'
import type { SchemaProperties, SchemaProperty } from '../model.ts'

/** @throws {Refused} for another project than the caller's, as for one that does not exist. */
export function refuseOtherProject({ project }: Caller, projectId: string): void {
  if (project.id !== projectId) throw new Refused(notFound('project', projectId))
}

type WireProperties = components['schemas']['MetadataSchemaRequest']['properties']

/** Unless it says so, a property is no array. Definitions stay in the words of the wire. */
export function propertiesOf(wire: WireProperties): SchemaProperties {
  return Object.fromEntries(
    Object.entries(wire).map(([name, { array = false, ...property }]) => [
      name,
      { ...property, array } as SchemaProperty
    ])
  )
}
