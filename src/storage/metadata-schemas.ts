/**
 * Metadata schemas, at most one for each kind of resource.
 *
 * Spec: getMetadataSchema, MetadataSchema; Decision 85.
 */
import type { CreateMetadataSchema } from '../decisions/metadata-schemas/metadata-schemas.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type * as model from '../model.ts'
import type { MetadataSchema } from '../model.ts'
import { type Row, withoutProject } from './engine/rows.ts'
import type { Session } from './engine/session.ts'
import type { Page } from './pages.ts'

/** Its row is the thing itself, with the project beside it. */
export function metadataSchemaOf(row: Row<'metadataSchemas'>): model.MetadataSchema {
  return withoutProject(row)
}

/** The project's schema for the metadata of a resource; null when there is none. */
export async function schemaOf(
  session: Session,
  relatedObject: string
): Promise<MetadataSchema | null> {
  const row = await session.one('metadataSchemaOf', { relatedObject })
  return row === undefined ? null : metadataSchemaOf(row)
}

/** Operation 15. @throws {Refused} when the project has no such schema. */
export async function metadataSchemaNamed(session: Session, id: string): Promise<MetadataSchema> {
  const row = await session.one('metadataSchemaById', { id })
  if (row === undefined) throw new Refused(notFound('metadata_schema', id))
  return metadataSchemaOf(row)
}

/** @throws {Refused} when that kind of resource has no metadata schema. */
export async function metadataSchemaOfResource(
  session: Session,
  relatedObject: string
): Promise<MetadataSchema> {
  const schema = await schemaOf(session, relatedObject)
  if (schema === null) throw new Refused(notFound('metadata_schema', relatedObject))
  return schema
}

/** Newest first. */
export async function metadataSchemasPage(
  session: Session,
  page: Page
): Promise<{ schemas: readonly MetadataSchema[]; total: number }> {
  const found = await session.all('metadataSchemas', { ...page })
  const count = await session.one('metadataSchemasCount')
  return { schemas: found.map(metadataSchemaOf), total: count?.total ?? 0 }
}

/** What createMetadataSchema needs. */
export function loadMetadataSchema({ relatedObject }: Pick<CreateMetadataSchema, 'relatedObject'>) {
  return async (session: Session): Promise<{ stored: MetadataSchema | null }> => ({
    stored: await schemaOf(session, relatedObject)
  })
}
