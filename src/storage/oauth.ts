/**
 * Access tokens, found by their hash.
 *
 * Spec: issueOAuthToken, introspectOAuthToken, revokeOAuthToken; Decision 88.
 */
import type { RevokeOAuthTokenFacts } from '../decisions/oauth/tokens.ts'
import type * as model from '../model.ts'
import type { AccessToken, KeyPair, Project } from '../model.ts'
import type { Row } from './engine/rows.ts'
import type { Session } from './engine/session.ts'

/** Its row is the thing itself, project and all. */
export function accessTokenOf(row: Row<'accessTokens'>): model.AccessToken {
  return row
}

/** A token by its hash, with the pair that issued it; null when there is none. */
export async function tokenWithPair(
  session: Session,
  tokenHash: string
): Promise<{ token: AccessToken; pair: KeyPair; project: Project } | null> {
  return (await session.one('tokenByHash', { tokenHash })) ?? null
}

/** A token of this project by its hash; null when there is none. It ends with its key pair. */
export async function tokenHashed(
  session: Session,
  project: Project,
  tokenHash: string
): Promise<AccessToken | null> {
  const row = await session.one('tokenByHash', { tokenHash })
  if (row === undefined || row.project.id !== project.id) return null
  const { token, pair } = row
  return { ...token, revokedAt: token.revokedAt ?? pair.revokedAt }
}

/** What revokeOAuthToken needs; a token of another project is none. */
export function loadRevokeToken(project: Project, tokenHash: string) {
  return async (session: Session): Promise<RevokeOAuthTokenFacts> => ({
    token: await tokenHashed(session, project, tokenHash)
  })
}
