/**
 * OAuth tokens: issue, introspect, revoke.
 *
 * The secret is made here and leaves with the answer; only its hash is decided about, stored and
 * logged.
 *
 * Spec: OAuthToken, TokenIntrospection.
 */
import {
  introspectOAuthToken,
  issueOAuthToken,
  revokeOAuthToken,
  TOKEN_LIFETIME_SECONDS
} from '../decisions/oauth.ts'
import type { HttpShell } from '../http/shell.ts'
import type { Handles, ReadyAnswer, Request } from '../http/types.ts'
import { tokenCommand, tokenIn, viewIntrospection, viewOAuthToken } from '../http/wire/oauth.ts'
import { hashSecret } from '../secrets.ts'
import { loadRevokeToken, tokenHashed } from '../storage/oauth.ts'

/** The headers that OAuth asks for beside a token. */
const UNSTORED = { 'cache-control': 'no-store', pragma: 'no-cache' } as const

type TokenOperation = 'issueOAuthToken' | 'introspectOAuthToken' | 'revokeOAuthToken'

export class OAuthHandlers implements Handles<TokenOperation> {
  readonly #shell: HttpShell

  constructor(shell: HttpShell) {
    this.#shell = shell
  }

  async issueOAuthToken({
    body,
    caller
  }: Request<'issueOAuthToken'>): Promise<ReadyAnswer<'issueOAuthToken'>> {
    const secret = this.#shell.secrets(caller).newSecret()
    const command = tokenCommand(body, hashSecret(secret))
    return this.#shell.settle(caller, {
      load: async () => ({ pair: caller.key }),
      decide: (facts, occasion) => issueOAuthToken(facts, command, occasion),
      view: token => ({ status: 200, body: viewOAuthToken(secret, token, TOKEN_LIFETIME_SECONDS) }),
      headers: UNSTORED,
      // A token that has ended is no answer to who asks for one.
      keptSeconds: TOKEN_LIFETIME_SECONDS
    })
  }

  /** A token is visible inside its own project only, and never told to live when it has ended. */
  async introspectOAuthToken({
    body,
    caller
  }: Request<'introspectOAuthToken'>): Promise<ReadyAnswer<'introspectOAuthToken'>> {
    const secret = tokenIn(body)
    return this.#shell.readAsOfNow(
      caller,
      session => tokenHashed(session, caller.project, hashSecret(secret)),
      token => ({
        status: 200,
        body: viewIntrospection(secret, introspectOAuthToken(token, this.#shell.now(caller)))
      })
    )
  }

  async revokeOAuthToken({
    body,
    caller
  }: Request<'revokeOAuthToken'>): Promise<ReadyAnswer<'revokeOAuthToken'>> {
    return this.#shell.settle(caller, {
      load: loadRevokeToken(caller.project, hashSecret(tokenIn(body))),
      decide: revokeOAuthToken,
      view: () => ({ status: 204 })
    })
  }
}
