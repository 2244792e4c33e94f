import t from 'tap'
import {
  type IssueOAuthToken,
  introspectOAuthToken,
  issueOAuthToken,
  revokeOAuthToken,
  SCOPES,
  TOKEN_LIFETIME_SECONDS
} from '../../../src/decisions/oauth/tokens.ts'
import type { AccessToken, Instant } from '../../../src/model.ts'
import { givenOccasion, NOW } from '../../support/given.ts'
import { givenKeyPair, givenToken } from '../../support/given-records.ts'
import { table } from '../../support/table.ts'

const pair = givenKeyPair()

function asked(over: Partial<IssueOAuthToken> = {}): IssueOAuthToken {
  return { grantType: 'client_credentials', scope: 'api', tokenHash: 'hash-of-token', ...over }
}

t.test('SCOPES: the 42 values of the interface, each once', async t => {
  t.equal(SCOPES.length, 42)
  t.equal(new Set(SCOPES).size, 42)
})

t.test('issueOAuthToken: a token of the calling pair lives for 900 seconds', async t => {
  const token = givenToken()
  t.strictSame(issueOAuthToken({ pair }, asked(), givenOccasion()), {
    result: token,
    changes: [{ kind: 'token.issued', token }]
  })
  t.equal(TOKEN_LIFETIME_SECONDS, 900)
})

// What is asked for                       what is granted
const granted: [string, string, string][] = [
  ['every scope there is', SCOPES.join(' '), SCOPES.join(' ')],
  ['several, in the order they were asked for', 'vouchers api', 'vouchers api'],
  ['spaces around and between collapse', '  api   vouchers ', 'api vouchers'],
  ['a repetition is echoed', 'api api', 'api api'],
  ['the SKU scope in small letters', 'skus', 'skus'],
  ['the SKU scope as the interface writes it', 'SKUs', 'SKUs']
]

t.test('issueOAuthToken: grants the scope as requested', t => {
  table(t, granted, (t, _, scope, outcome) => {
    const token = givenToken({ scope: outcome })
    t.strictSame(issueOAuthToken({ pair }, asked({ scope }), givenOccasion()), {
      result: token,
      changes: [{ kind: 'token.issued', token }]
    })
  })
  t.end()
})

// In descending precedence: each row has one fault less than the row above it.
const refused: [string, Partial<IssueOAuthToken>, string, RegExp][] = [
  ['nothing sent', { grantType: null, scope: null }, 'missing_parameters', /'grant_type' and 'sco/],
  ['no grant type', { grantType: null, scope: 'x' }, 'missing_parameters', /'grant_type' in/],
  ['an empty grant type', { grantType: '', scope: 'x' }, 'missing_parameters', /'grant_type' in/],
  ['no scope', { grantType: 'password', scope: null }, 'missing_parameters', /'scope' in/],
  ['only spaces', { grantType: 'password', scope: '  ' }, 'missing_parameters', /'scope' in/],
  ['another grant', { grantType: 'password', scope: 'x' }, 'invalid_grant_type', /'password'/],
  ['an unknown scope', { scope: 'api x' }, 'invalid_scope', /'x', which is no scope; use one of/],
  ['commas', { scope: 'api,vouchers' }, 'invalid_scope', /'api,vouchers'.*spaces, not commas/],
  ['a scope in another case', { scope: 'API' }, 'invalid_scope', /'API'/],
  ['a tab is no separator', { scope: 'api\tvouchers' }, 'invalid_scope', /api\tvouchers/]
]

t.test('issueOAuthToken: refuses, naming what and what instead', t => {
  table(t, refused, (t, _, over, key, details) => {
    t.match(issueOAuthToken({ pair }, asked(over), givenOccasion()), { refusal: { key, details } })
  })
  t.end()
})

//                                  token                       now                  active  left
const states: [string, Partial<AccessToken>, Instant, boolean, number][] = [
  ['just issued', {}, NOW, true, 900],
  ['a second is begun, not full', {}, '2026-03-01T10:00:00.001Z', true, 899],
  ['in its last millisecond', {}, '2026-03-01T10:14:59.999Z', true, 0],
  ['at its end', {}, '2026-03-01T10:15:00.000Z', false, 0],
  ['long after its end', {}, '2027-01-01T00:00:00.000Z', false, 0],
  ['revoked', { revokedAt: NOW }, NOW, false, 0]
]

t.test('introspectOAuthToken: says what a token is still good for', t => {
  table(t, states, (t, _, over, now, active, expiresIn) => {
    const token = givenToken(over)
    t.strictSame(introspectOAuthToken(token, now), { known: true, token, active, expiresIn })
  })
  t.end()
})

t.test('introspectOAuthToken: an unknown token is no error', async t => {
  t.strictSame(introspectOAuthToken(null, NOW), { known: false })
})

t.test('revokeOAuthToken: a token ends now, once; nobody’s is not found', async t => {
  const token = givenToken()
  const revoked = { ...token, revokedAt: NOW }
  t.strictSame(revokeOAuthToken({ token }, givenOccasion()), {
    result: revoked,
    changes: [{ kind: 'token.revoked', tokenHash: token.tokenHash, revokedAt: NOW }]
  })
  const later = givenOccasion({ now: '2026-03-02T10:00:00.000Z' })
  t.strictSame(revokeOAuthToken({ token: revoked }, later), { result: revoked, changes: [] })
  t.strictSame(revokeOAuthToken({ token: null }, givenOccasion()), {
    refusal: {
      key: 'not_found',
      details: 'This project issued no such token; send access_token as it was issued'
    }
  })
})
