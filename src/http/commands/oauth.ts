/**
 * A request for a token from the wire to a command.
 *
 * Spec: issueOAuthToken.
 */
import type { Schemas } from '../wire.ts'

/** `tokenHash` is of the token that the answer will carry. */
export function tokenCommand(
  { grant_type: grantType, scope }: Schemas['IssueOAuthTokenRequest'],
  tokenHash: string
) {
  return { grantType, scope, tokenHash }
}

/** The token that a form asks about. */
export function tokenIn({ access_token: token }: Schemas['IntrospectOAuthTokenRequest']): string {
  return token
}
