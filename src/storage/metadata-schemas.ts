/**
 * Metadata schemas, at most one for each kind of resource.
 *
 * Spec: getMetadataSchema, MetadataSchema.
 */
import { and, desc } from 'drizzle-orm/sql'
import type { CreateMetadataSchema } from '../decisions/metadata-schemas.ts'
import { notFound, Refused } from '../decisions/refusals.ts'
import type { MetadataSchema } from '../model.ts'
import { keep } from './catalogue.ts'
import { type ChangeKinds, STEP, writes } from './engine/change-kinds.ts'
import {
  deleteFrom,
  insertInto,
  type KindsOf,
  replaceChanged,
  type Session
} from './engine/session.ts'
import {
  byId,
  type Given,
  is,
  mine,
  rowsOf,
  statement,
  stretchOf,
  totalOf
} from './engine/statements.ts'
import type { Page } from './pages.ts'

export const schemaOfObject = statement(
  ({ db, t: { metadataSchemas: m } }, { relatedObject }: Given<{ relatedObject: string }>) =>
    rowsOf(db, m).where(and(mine(m), is(m.relatedObject, relatedObject)))
)

export const metadataSchemaById = statement(({ db, t }, given: Given<{ id: string }>) =>
  rowsOf(db, t.metadataSchemas).where(byId(t.metadataSchemas, given))
)

/** Newest first. */
export const newestMetadataSchemas = statement((dialect, given: Given<Page>) => {
  const { metadataSchemas: m } = dialect.t
  return stretchOf(dialect, m, given, mine(m), desc(m.createdAt), desc(m.id))
})

export const metadataSchemasCount = statement(dialect =>
  totalOf(dialect, dialect.t.metadataSchemas, mine(dialect.t.metadataSchemas))
)

export const insertMetadataSchema = insertInto('metadataSchemas')
export const replaceMetadataSchema = replaceChanged('metadataSchemas')
export const deleteMetadataSchemaRow = deleteFrom('metadataSchemas')

/** The project's schema for the metadata of a resource; null when there is none. Kept. */
export const schemaOf = keep(
  async (session: Session, relatedObject: string): Promise<MetadataSchema | null> => {
    const row = await session.one(schemaOfObject, { relatedObject })
    return row ?? null
  }
)

/** The schema of getMetadataSchema. @throws {Refused} when the project has no such schema. */
export async function metadataSchemaNamed(session: Session, id: string): Promise<MetadataSchema> {
  const row = await session.one(metadataSchemaById, { id })
  if (row === undefined) throw new Refused(notFound('metadata_schema', id))
  return row
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
  const found = await session.all(newestMetadataSchemas, { ...page })
  const count = await session.one(metadataSchemasCount)
  return { schemas: found, total: count?.total ?? 0 }
}

/** The facts of createMetadataSchema. */
export function loadMetadataSchema({ relatedObject }: Pick<CreateMetadataSchema, 'relatedObject'>) {
  return async (session: Session): Promise<{ stored: MetadataSchema | null }> => ({
    stored: await schemaOf(session, relatedObject)
  })
}

/** Makes the changes of metadata schemas real. */
export const metadataSchemaChanges: ChangeKinds<KindsOf<'metadataSchema'>> = {
  'metadataSchema.created': {
    step: STEP.made,
    isSetUp: true,
    write: writes(insertMetadataSchema, ({ schema }) => schema)
  },
  'metadataSchema.updated': {
    step: STEP.edited,
    isSetUp: true,
    write: writes(replaceMetadataSchema, ({ schema, updatedAtBefore }) => ({
      ...schema,
      updatedAtBefore
    }))
  }
}
