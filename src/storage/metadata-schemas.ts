/**
 * Metadata schemas, at most one for each kind of resource.
 * Spec: getMetadataSchema, MetadataSchema.
 */
import type { CreateMetadataSchema } from '../decisions/metadata-schemas.ts'
import type { MetadataSchema } from '../model.ts'
import { keep } from './catalogue.ts'
import type { ChangeKinds } from './engine/change-kinds.ts'
import { rowsBy } from './engine/queries.ts'
import type { KindsOf, Session } from './engine/session.ts'
import { BY_CREATION } from './engine/statements.ts'
import { orRefused, rowsListed, setUp } from './resources.ts'

export const metadataSchemas = setUp('metadataSchemas', 'metadata_schema')

/** Newest first. */
export const metadataSchemaList = rowsListed('metadataSchemas', {
  orders: { newest: BY_CREATION['-created_at'] }
})

export const schemaOfObject = rowsBy('metadataSchemas', ['relatedObject'])

/** The project's schema for the metadata of a resource; null when there is none. Kept. */
export const schemaOf = keep(
  async (session: Session, relatedObject: string): Promise<MetadataSchema | null> =>
    (await session.one(schemaOfObject, { relatedObject })) ?? null
)

/** @throws {Refused} when that kind of resource has no metadata schema. */
export async function metadataSchemaOfResource(session: Session, relatedObject: string) {
  return orRefused(await schemaOf(session, relatedObject), 'metadata_schema', relatedObject)
}

export function loadMetadataSchema({ relatedObject }: Pick<CreateMetadataSchema, 'relatedObject'>) {
  return async (session: Session): Promise<{ stored: MetadataSchema | null }> => ({
    stored: await schemaOf(session, relatedObject)
  })
}

export const metadataSchemaChanges: ChangeKinds<KindsOf<'metadataSchema'>> = {
  'metadataSchema.created': metadataSchemas.made(({ schema }) => schema),
  'metadataSchema.updated': metadataSchemas.edited(({ schema }) => schema)
}
