import t from 'tap'
import type { Introspection } from '../../../src/decisions/oauth/tokens.ts'
import { viewIntrospection, viewOAuthToken } from '../../../src/http/views/oauth.ts'
import type { AccessToken } from '../../../src/model.ts'
import { answers } from '../support/document.ts'

const token: AccessToken = {
  projectId: 'proj_00demo',
  tokenHash: 'never shown',
  keyId: 'demo-app-id',
  clientId: 'demo0client',
  scope: 'loyalties vouchers',
  issuedAt: '2026-11-20T09:30:00.250Z',
  expiresAt: '2026-11-20T09:45:00.250Z',
  revokedAt: null
}

const outcome = {
  access_token: 'kq0W3nUO8s1M',
  client_id: 'demo0client',
  expires_at: 1795167900,
  expires_in: 900,
  scope: 'loyalties vouchers',
  token_type: 'Bearer'
}

t.test('viewOAuthToken: the token once, its end in seconds, rounded down', async t => {
  answers(t, 'OAuthToken', viewOAuthToken('kq0W3nUO8s1M', token, 900), outcome, 'a new token')
})

t.test('viewIntrospection: unknown, ended, active', async t => {
  const ended: Introspection = { known: true, token, active: false, expiresIn: 0 }
  // introspection                                   outcome
  const rows: [string, Introspection, object][] = [
    ['unknown', { known: false }, { active: false }],
    ['ended', ended, { ...outcome, expires_in: 0, active: false }],
    [
      'active',
      { ...ended, active: true, expiresIn: 512 },
      { ...outcome, expires_in: 512, active: true }
    ]
  ]
  for (const [title, introspection, whole] of rows) {
    const view = viewIntrospection('kq0W3nUO8s1M', introspection)
    answers(t, 'TokenIntrospection', view, whole, title)
  }
})
