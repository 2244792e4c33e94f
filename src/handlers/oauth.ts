/**
 * OAuth tokens: issue, introspect, revoke. The secret is made here and leaves with the answer; only
 * its hash is decided about, stored and logged.
 * Spec: OAuthToken, TokenIntrospection.
 */
import {
  introspectOAuthToken,
  issueOAuthToken,
  revokeOAuthToken,
  TOKEN_LIFETIME_SECONDS
} from '../decisions/oauth.ts'
import type { Handlers, Kit } from '../http/kit.ts'
import { tokenCommand, tokenIn, viewIntrospection, viewOAuthToken } from '../http/wire/oauth.ts'
import { hashSecret } from '../secrets.ts'
import { loadRevokeToken, tokenHashed } from '../storage/oauth.ts'

/** The headers that OAuth asks for beside a token. */
const UNSTORED = { 'cache-control': 'no-store', pragma: 'no-cache' } as const

export function oauthHandlers({ remove, shell }: Kit) {
  return {
    async issueOAuthToken({ body, caller }) {
      const secret = shell.secrets(caller).newSecret()
      const command = tokenCommand(body, hashSecret(secret))
      return shell.settle(caller, {
        load: async () => ({ pair: caller.key }),
        decide: (facts, occasion) => issueOAuthToken(facts, command, occasion),
        view: token => ({
          status: 200,
          body: viewOAuthToken(secret, token, TOKEN_LIFETIME_SECONDS)
        }),
        headers: UNSTORED,
        // A token that has ended is no answer to who asks for one.
        keptSeconds: TOKEN_LIFETIME_SECONDS
      })
    },

    /** A token is visible inside its own project only, and never told to live when it has ended. */
    async introspectOAuthToken({ body, caller }) {
      const secret = tokenIn(body)
      return shell.read(
        caller,
        session => tokenHashed(session, caller.project, hashSecret(secret)),
        token => ({
          status: 200,
          body: viewIntrospection(secret, introspectOAuthToken(token, shell.now(caller)))
        }),
        // The first answer is repeated while it is what would be answered now.
        { isStill: (one, other) => one.bytes === other.bytes }
      )
    },

    revokeOAuthToken: remove(
      ({ body, caller }) => loadRevokeToken(caller.project, hashSecret(tokenIn(body))),
      revokeOAuthToken
    )
  } satisfies Handlers
}
