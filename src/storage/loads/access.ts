/**
 * What is known of tokens and keys when somebody ends them.
 *
 * Spec: Resources, OAuth token; Authentication 1–5; Decision 88.
 */
import type { RevokeOAuthTokenFacts } from '../../decisions/oauth/tokens.ts'
import type { RevokeProjectKeyFacts } from '../../decisions/projects/projects.ts'
import type { Project } from '../../model.ts'
import { tokenHashed } from '../loads.ts'
import type { Session } from '../statements.ts'

/** What revokeOAuthToken needs; a token of another project is none. */
export function loadRevokeToken(project: Project, tokenHash: string) {
  return async (session: Session): Promise<RevokeOAuthTokenFacts> => ({
    token: await tokenHashed(session, project, tokenHash)
  })
}

/** What revokeProjectKey needs. */
export async function loadProjectKeys(session: Session): Promise<RevokeProjectKeyFacts> {
  return { pairs: await session.all('keyPairsOfProject') }
}
