/**
 * OAuth tokens on the wire. No store has the token itself: it is shown when it is issued, and
 * introspection repeats the one that was sent.
 * Spec: issueOAuthToken, OAuthToken, TokenIntrospection.
 */
import type { Introspection } from '../../decisions/oauth.ts'
import type { AccessToken } from '../../model.ts'
import { type Schemas, viewOf, type Wire } from '../wire.ts'

/** `tokenHash` is of the token that the answer will carry. */
export function tokenCommand(
  { grant_type: grantType, scope }: Schemas['IssueOAuthTokenRequest'],
  tokenHash: string
) {
  return { grantType, scope, tokenHash }
}

export function tokenIn({ access_token: token }: Schemas['IntrospectOAuthTokenRequest']): string {
  return token
}

/** `accessToken` is what the caller is to send; `expiresIn` is in whole seconds. */
export function viewOAuthToken(
  accessToken: string,
  token: Pick<AccessToken, 'clientId' | 'expiresAt' | 'scope'>,
  expiresIn: number
): Wire<'OAuthToken'> {
  const expiresAt = Math.floor(Date.parse(token.expiresAt) / 1000)
  return tokenView({ ...token, accessToken, expiresAt, expiresIn })
}

const tokenView = viewOf('access_token client_id expires_at expires_in scope token_type:Bearer')

/** An unknown token has no other properties; one that has ended has no seconds left. */
export function viewIntrospection(
  accessToken: string,
  introspection: Introspection
): Wire<'TokenIntrospection'> {
  if (!introspection.known) return { active: false }
  const { token, active, expiresIn } = introspection
  const shown = viewOAuthToken(accessToken, token, expiresIn)
  return active ? { ...shown, active } : { ...shown, expires_in: 0, active }
}
