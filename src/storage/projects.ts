/**
 * Projects and their key pairs.
 *
 * A statement that looks for a credential belongs to no project, because the credential is what
 * decides the project.
 *
 * Spec: createProject, listProjectKeys, revokeProjectKey; Decision 88.
 */
import type { RevokeProjectKeyFacts } from '../decisions/projects/projects.ts'
import type * as model from '../model.ts'
import type { KeyPair, Project } from '../model.ts'
import type { Row } from './engine/rows.ts'
import type { Session } from './engine/session.ts'
import type { CreationOrder, Page } from './pages.ts'

/** Its row is the thing itself, project and all. */
export function projectOf(row: Row<'projects'>): model.Project {
  return row
}

/** Its row is the thing itself, project and all. */
export function keyPairOf(row: Row<'keyPairs'>): model.KeyPair {
  return row
}

/** The pair an X-App-Id or X-Management-Id names, with its project; null when there is none. */
export async function keyPairNamed(
  session: Session,
  id: string
): Promise<{ pair: KeyPair; project: Project } | null> {
  return (await session.one('keyPairById', { id })) ?? null
}

/** Null when there is no such project. */
export async function projectNamed(session: Session, id: string): Promise<Project | null> {
  return (await session.one('projectById', { id })) ?? null
}

/** Every project; for a session of no project. */
export async function listProjects(session: Session): Promise<readonly Project[]> {
  return (await session.all('allProjects')).map(projectOf)
}

/** What revokeProjectKey needs. */
export async function loadProjectKeys(session: Session): Promise<RevokeProjectKeyFacts> {
  return { pairs: await session.all('keyPairsOfProject') }
}

/** The keys of the session's project, revoked ones too. */
export async function projectKeysPage(
  session: Session,
  order: CreationOrder,
  page: Page
): Promise<{ keys: readonly KeyPair[]; total: number }> {
  const keys = await session.all(`projectKeys by ${order}`, { ...page })
  const count = await session.one('projectKeysCount')
  return { keys, total: count?.total ?? 0 }
}
