/**
 * Projects and their key pairs. A statement that looks for a credential belongs to no project,
 * because the credential is what decides the project.
 * Spec: createProject, listProjectKeys, revokeProjectKey.
 */
import { asc, eq, isNull, sql } from 'drizzle-orm/sql'
import { getTableColumns } from 'drizzle-orm/utils'
import type { RevokeProjectKeyFacts } from '../decisions/projects.ts'
import type { Project } from '../model.ts'
import { type ChangeKinds, STEP, setUpWritten } from './engine/change-kinds.ts'
import { insertInto, setBy } from './engine/queries.ts'
import type { KindsOf, Session } from './engine/session.ts'
import {
  BY_CREATION,
  columnsToSet,
  command,
  type Given,
  is,
  mine,
  type Row,
  statement,
  type Tables
} from './engine/statements.ts'
import { listOf } from './resources.ts'

/** The columns of a project itself, without the version of its set-up. */
export function projectColumns({ projects }: Pick<Tables, 'projects'>) {
  const { catalogueVersion: _, ...columns } = getTableColumns(projects)
  return columns
}

/** A pair with its project, and the version of its set-up. */
export function pairColumns(t: Pick<Tables, 'keyPairs' | 'projects'>) {
  return { pair: t.keyPairs, project: projectColumns(t), version: t.projects.catalogueVersion }
}

/** Over all projects, because the pair decides which one it is. */
export const keyPairById = statement(({ db, t }, { id }: Given<{ id: string }>) =>
  db
    .select(pairColumns(t))
    .from(t.keyPairs)
    .innerJoin(t.projects, eq(t.projects.id, t.keyPairs.projectId))
    .where(is(t.keyPairs.id, id))
)

export const projectById = statement(({ db, t }, { id }: Given<{ id: string }>) =>
  db.select(projectColumns(t)).from(t.projects).where(is(t.projects.id, id))
)

export const allProjects = statement(({ db, t }) =>
  db.select(projectColumns(t)).from(t.projects).orderBy(asc(t.projects.id))
)

export const keyPairsOfProject = statement(({ db, t: { keyPairs } }) =>
  db.select().from(keyPairs).where(mine(keyPairs)).orderBy(asc(keyPairs.kind), asc(keyPairs.id))
)

export const projectKeyList = listOf('keyPairs', ({ db, t }) => db.select().from(t.keyPairs), {
  orders: BY_CREATION
})

export const insertProject = insertInto('projects')
export const insertKeyPair = insertInto('keyPairs')

export const replaceUrlSecret = command(({ db, t }, given: Given<{ urlSecret: string }>) =>
  db
    .update(t.projects)
    .set(columnsToSet(t.projects, given, ['urlSecret']))
    .where(eq(t.projects.id, sql.placeholder('projectId')))
)

export const revokeKeyPair = setBy('keyPairs', ['revokedAt'], ['id'], {
  and: pair => isNull(pair.revokedAt)
})

/** The version of its set-up is no part of it. */
export function projectOf(row: ProjectRow): Project {
  const { catalogueVersion: _, ...project } = row
  return project
}

type ProjectRow = Omit<Row<'projects'>, 'catalogueVersion'> & Partial<Version>
type Version = Pick<Row<'projects'>, 'catalogueVersion'>

/** The pair an X-App-Id or X-Management-Id names, with its project; null when there is none. */
export async function keyPairNamed(session: Session, id: string) {
  const row = await session.one(keyPairById, { id })
  return row === undefined ? null : { pair: row.pair, project: row.project }
}

/** Null when there is no such project. */
export async function projectNamed(session: Session, id: string): Promise<Project | null> {
  return (await session.one(projectById, { id })) ?? null
}

export async function listProjects(session: Session): Promise<readonly Project[]> {
  return (await session.all(allProjects)).map(projectOf)
}

export async function loadProjectKeys(session: Session): Promise<RevokeProjectKeyFacts> {
  return { pairs: await session.all(keyPairsOfProject) }
}

export const projectChanges: ChangeKinds<KindsOf<'project' | 'keyPair' | 'urlSecret'>> = {
  'project.created': setUpWritten(STEP.projects, insertProject, change => ({
    ...change.project,
    catalogueVersion: 0
  })),
  'urlSecret.renewed': setUpWritten(STEP.first, replaceUrlSecret, change => change),
  'keyPair.created': setUpWritten(STEP.queued, insertKeyPair, ({ pair }) => pair),
  'keyPair.revoked': setUpWritten(STEP.pairsRevoked, revokeKeyPair, change => change)
}
