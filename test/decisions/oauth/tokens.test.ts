import t from 'tap'
import { type IssueOAuthToken, issueOAuthToken } from '../../../src/decisions/oauth.ts'
import { givenOccasion } from '../../support/given.ts'
import { givenKeyPair } from '../../support/given-records.ts'
import { table } from '../../support/table.ts'

const pair = givenKeyPair()

function asked(over: Partial<IssueOAuthToken> = {}): IssueOAuthToken {
  return { grantType: 'client_credentials', scope: 'api', tokenHash: 'hash-of-token', ...over }
}

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

t.test('issueOAuthToken: refuses, naming what and what instead', async t => {
  table(t, refused, (t, _, over, key, details) => {
    t.match(issueOAuthToken({ pair }, asked(over), givenOccasion()), { refusal: { key, details } })
  })
})
