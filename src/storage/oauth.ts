/**
 * Access tokens, found by their hash.
 *
 * Spec: issueOAuthToken, introspectOAuthToken, revokeOAuthToken.
 */
import { and, eq, isNull } from 'drizzle-orm/sql'
import type { RevokeOAuthTokenFacts } from '../decisions/oauth.ts'
import type { AccessToken, Instant, KeyPair, Project } from '../model.ts'
import { type ChangeKinds, STEP, writes } from './engine/change-kinds.ts'
import { insertInto, type KindsOf, type Session } from './engine/session.ts'
import {
  columnsToSet,
  command,
  type Given,
  is,
  mine,
  same,
  statement
} from './engine/statements.ts'
import { projectColumns } from './projects.ts'

/** With the pair that issued it; over all projects, because the token decides which one it is. */
export const tokenByHash = statement(({ db, t }, { tokenHash }: Given<{ tokenHash: string }>) =>
  db
    .select({
      token: t.accessTokens,
      pair: t.keyPairs,
      project: projectColumns(t),
      version: t.projects.catalogueVersion
    })
    .from(t.accessTokens)
    .innerJoin(t.keyPairs, same(t.keyPairs, t.accessTokens, t.accessTokens.keyId))
    .innerJoin(t.projects, eq(t.projects.id, t.keyPairs.projectId))
    .where(is(t.accessTokens.tokenHash, tokenHash))
)

export const insertToken = insertInto('accessTokens')

export const revokeToken = command(
  ({ db, t }, given: Given<{ tokenHash: string; revokedAt: Instant }>) => {
    const { accessTokens: token } = t
    const guard = and(mine(token), is(token.tokenHash, given.tokenHash), isNull(token.revokedAt))
    return db
      .update(token)
      .set(columnsToSet(token, given, ['revokedAt']))
      .where(guard)
  }
)

/** When a token was revoked; over all projects. */
export const tokenEnd = statement(({ db, t }, { tokenHash }: Given<{ tokenHash: string }>) =>
  db
    .select({ revokedAt: t.accessTokens.revokedAt })
    .from(t.accessTokens)
    .where(is(t.accessTokens.tokenHash, tokenHash))
)

/** A token of this project by its hash; null when there is none. It ends with its key pair. */
export async function tokenHashed(
  session: Session,
  project: Project,
  tokenHash: string
): Promise<AccessToken | null> {
  const found = await findToken(session, tokenHash)
  return found?.project.id === project.id ? found.token : null
}

/** A token of any project by its hash, with the pair that issued it; null when there is none. */
export async function findToken(
  session: Session,
  tokenHash: string
): Promise<{ token: AccessToken; pair: KeyPair; project: Project } | null> {
  const row = await session.one(tokenByHash, { tokenHash })
  if (row === undefined) return null
  const { token, pair, project } = row
  return { token: { ...token, revokedAt: token.revokedAt ?? pair.revokedAt }, pair, project }
}

/** What revokeOAuthToken needs; a token of another project is none. */
export function loadRevokeToken(project: Project, tokenHash: string) {
  return async (session: Session): Promise<RevokeOAuthTokenFacts> => ({
    token: await tokenHashed(session, project, tokenHash)
  })
}

/** Makes the changes of access tokens real. */
export const tokenChanges: ChangeKinds<KindsOf<'token'>> = {
  'token.issued': {
    step: STEP.issued,
    write: writes(insertToken, ({ token }) => token)
  },
  'token.revoked': {
    step: STEP.tokensRevoked,
    write: writes(revokeToken, change => change)
  }
}
