/**
 * OAuth tokens: their scopes, their lifetime, their introspection and their revocation. No secret
 * passes through here. The caller makes the token and hands in its hash, so that a decision can be
 * replayed and logged without revealing a secret.
 * Spec: issueOAuthToken, introspectOAuthToken, revokeOAuthToken;
 * openapi/behaviour/identity-and-credentials.md#a-token-lasts-900-seconds.
 */
import type { AccessToken, Instant, KeyPair } from '../model.ts'
import type { Decision, Occasion } from './changes.ts'
import { quote } from './refusals.ts'

/** Seconds from issue to expiry. */
export const TOKEN_LIFETIME_SECONDS = 900

const SCOPE_LINES = [
  'api assets async-actions campaigns categories client_api client_consents client_customers',
  'client_events client_promotions client_publish client_qualifications client_redeem',
  'client_redemptions client_validate client_validations client_vouchers consents customers events',
  'exports locations loyalties metadata-schemas orders product-collections products promotions',
  'publications qualifications redemptions referrals rewards segments SKUs task-results templates',
  'trash-bin validation-rules-assignments validation-rules validations vouchers'
]

export const SCOPES: readonly string[] = SCOPE_LINES.join(' ').split(' ')

export interface IssueOAuthTokenFacts {
  /** The pair that authenticated the request; the token inherits its client id. */
  readonly pair: KeyPair
}

export interface IssueOAuthToken {
  /** As sent; null when the form has none. */
  readonly grantType: string | null
  /** As sent: scope values between spaces; null when the form has none. */
  readonly scope: string | null
  /** SHA-256 of the new token, hex. */
  readonly tokenHash: string
}

/** The scope keeps the order and the repetitions of the request, with single spaces. */
export function issueOAuthToken(
  { pair }: IssueOAuthTokenFacts,
  { grantType, scope, tokenHash }: IssueOAuthToken,
  { now }: Pick<Occasion, 'now'>
): Decision<AccessToken> {
  const grant = grantType ?? ''
  const wanted = (scope ?? '').split(' ').filter(value => value !== '')
  const missing = [...(grant ? [] : ['grant_type']), ...(wanted.length > 0 ? [] : ['scope'])]
  if (missing.length > 0) {
    const details = `Send ${missing.map(name => `'${name}'`).join(' and ')} in the form`
    return { refusal: { key: 'missing_parameters', details } }
  }
  if (grant !== 'client_credentials') {
    const found = `Property .grant_type is '${quote(grant)}'`
    const details = `${found}; only 'client_credentials' is granted`
    return { refusal: { key: 'invalid_grant_type', details } }
  }
  const unknown = wanted.find(value => !SCOPES.includes(value) && value.toLowerCase() !== 'skus')
  if (unknown !== undefined) {
    const advice = unknown.includes(',') ? 'separate scopes with spaces, not commas' : SCOPE_ADVICE
    const details = `Property .scope names '${quote(unknown)}', which is no scope; ${advice}`
    return { refusal: { key: 'invalid_scope', details } }
  }
  const token: AccessToken = {
    projectId: pair.projectId,
    tokenHash,
    keyId: pair.id,
    clientId: pair.clientId,
    scope: wanted.join(' '),
    issuedAt: now,
    expiresAt: new Date(Date.parse(now) + TOKEN_LIFETIME_SECONDS * 1000).toISOString(),
    revokedAt: null
  }
  return { result: token, changes: [{ kind: 'token.issued', token }] }
}

const SCOPE_ADVICE = `use one of ${SCOPES.join(', ')}`

export type Introspection =
  | { readonly known: false }
  | {
      readonly known: true
      readonly token: AccessToken
      readonly active: boolean
      /** Whole seconds left, rounded down; 0 when it is not active. */
      readonly expiresIn: number
    }

/**
 * The state of a token at `now`. The caller looks it up in its own project only.
 * Spec: openapi/behaviour/identity-and-credentials.md#introspecting-a-token-never-fails.
 */
export function introspectOAuthToken(token: AccessToken | null, now: Instant): Introspection {
  if (token === null) return { known: false }
  const msLeft = Date.parse(token.expiresAt) - Date.parse(now)
  const active = token.revokedAt === null && msLeft > 0
  return { known: true, token, active, expiresIn: active ? Math.floor(msLeft / 1000) : 0 }
}

export interface RevokeOAuthTokenFacts {
  readonly token: AccessToken | null
}

/** A token that was revoked before stays as it is; an expired one may be revoked. */
export function revokeOAuthToken(
  { token }: RevokeOAuthTokenFacts,
  { now: revokedAt }: Pick<Occasion, 'now'>
): Decision<AccessToken> {
  if (token === null) return { refusal: { key: 'not_found', details: NO_SUCH_TOKEN } }
  if (token.revokedAt !== null) return { result: token, changes: [] }
  const { tokenHash } = token
  return {
    result: { ...token, revokedAt },
    changes: [{ kind: 'token.revoked', tokenHash, revokedAt }]
  }
}

/** Does not repeat the token that was sent: it may be a secret of another project. */
const NO_SUCH_TOKEN = 'This project issued no such token; send access_token as it was issued'
