import { SCOPES } from '../../src/decisions/oauth.ts'
import * as known from '../../src/demo/known.ts'
import { type Answered, keyOf, PAIR } from '../support/app.ts'
import { fingerprint } from '../support/evidence.ts'
import { onDemo } from '../support/on-demo.ts'

onDemo('issueOAuthToken: says whose it is, for what, how long', async (t, { submit, setNow }) => {
  const form = { grant_type: 'client_credentials', scope: 'loyalties  vouchers' }
  const { status, body, headers } = await submit('/v1/oauth/token', form)
  t.equal(status, 200)
  t.match(headers, { 'cache-control': 'no-store', pragma: 'no-cache' }, 'no cache keeps it')
  t.match(body.access_token, /^[0-9A-Za-z]{43}$/)
  t.match(body.client_id, /^[0-9A-Za-z]{21}$/)
  const found = { ...body, access_token: '', client_id: '' }
  t.strictSame(found, {
    access_token: '',
    client_id: '',
    expires_at: Date.parse('2026-03-01T10:15:00.000Z') / 1000,
    expires_in: 900,
    scope: 'loyalties vouchers',
    token_type: 'Bearer'
  })
  const again = await submit('/v1/oauth/token', form)
  t.equal(again.body.client_id, body.client_id, 'the client id is the key pair’s and stays')
  t.not(again.body.access_token, body.access_token)
  setNow('2026-03-01T10:00:00.999Z')
  const later = await submit('/v1/oauth/token', form)
  t.equal(later.body.expires_at, body.expires_at, 'in whole seconds, rounded down')
})

onDemo('issueOAuthToken: what is missing or wrong in the form is named', async (t, { submit }) => {
  const rows = [
    [{}, 'missing_parameters'],
    [{ scope: 'api' }, 'missing_parameters'],
    [{ grant_type: 'client_credentials' }, 'missing_parameters'],
    [{ grant_type: 'client_credentials', scope: ' ' }, 'missing_parameters'],
    [{ grant_type: 'password', scope: 'api' }, 'invalid_grant_type'],
    [{ grant_type: 'client_credentials', scope: 'api,vouchers' }, 'invalid_scope'],
    [{ grant_type: 'client_credentials', scope: 'everything' }, 'invalid_scope'],
    [{ grant_type: 'client_credentials', scope: 'api', color: 'red' }, 'invalid_payload']
  ] as const
  for (const [form, key] of rows) {
    t.strictSame(keyOf(await submit('/v1/oauth/token', form)), [400, key], JSON.stringify(form))
  }
})

const granted = { grant_type: 'client_credentials' }

onDemo('issueOAuthToken: grants every scope, SKUs in any case', async (t, { submit }) => {
  t.equal(new Set(SCOPES).size, 42)
  for (const scope of [SCOPES.join(' '), ...SCOPES, 'skus', 'vouchers api', 'api api']) {
    const { status, body } = await submit('/v1/oauth/token', { ...granted, scope })
    t.strictSame([status, body.scope], [200, scope])
  }
  const spaced = await submit('/v1/oauth/token', { ...granted, scope: '  api   skus ' })
  t.equal(spaced.body.scope, 'api skus')
})

onDemo('introspectOAuthToken: what is left of a token, if any', async (t, { submit, setNow }) => {
  const form = { grant_type: 'client_credentials', scope: 'events' }
  const issued = await submit('/v1/oauth/token', form)
  const { access_token } = issued.body
  const rows = [
    ['2026-03-01T10:00:00.000Z', 900, true],
    ['2026-03-01T10:00:00.001Z', 899, true],
    ['2026-03-01T10:14:59.999Z', 0, true],
    ['2026-03-01T10:15:00.000Z', 0, false],
    ['2027-01-01T00:00:00.000Z', 0, false]
  ] as const
  for (const [now, expires_in, active] of rows) {
    setNow(now)
    const { body } = await submit('/v1/oauth/introspect', { access_token })
    t.strictSame(body, { ...issued.body, expires_in, active }, now)
  }
  const unknown = await submit('/v1/oauth/introspect', { access_token: 'never-issued' })
  t.strictSame([unknown.status, unknown.body], [200, { active: false }])
  t.strictSame(keyOf(await submit('/v1/oauth/introspect', {})), [400, 'missing_parameters'])
})

onDemo('revokeOAuthToken: a token ends at once, and stays ended', async (t, service) => {
  const form = { grant_type: 'client_credentials', scope: 'customers' }
  const [gone, kept] = [
    (await service.submit('/v1/oauth/token', form)).body,
    (await service.submit('/v1/oauth/token', form)).body
  ]
  const asked = (token: { access_token: string }) =>
    service.get('/v1/customers/ada', { authorization: `Bearer ${token.access_token}` })
  const { access_token } = gone
  t.equal((await asked(gone)).status, 200)
  const revoked = await service.submit('/v1/oauth/token/revoke', { access_token })
  t.strictSame([revoked.status, revoked.bytes], [204, ''])
  t.equal((await asked(gone)).status, 401)
  t.equal((await asked(kept)).status, 200)
  const told = await service.submit('/v1/oauth/introspect', { access_token })
  t.strictSame(told.body, { ...gone, expires_in: 0, active: false })
  const again = await service.submit('/v1/oauth/token/revoke', { access_token })
  t.equal(again.status, 204, 'again, and it is still so')
  service.setNow('2026-03-02T10:00:00.000Z')
  const expired = { access_token: kept.access_token }
  t.equal((await service.submit('/v1/oauth/token/revoke', expired)).status, 204)
})

onDemo('revokeOAuthToken: nobody’s token is 404, and is not repeated', async (t, service) => {
  await service.work()
  const before = await fingerprint(service.store)
  const form = { access_token: 'secret-of-somebody-else' }
  const { status, body, bytes } = await service.submit('/v1/oauth/token/revoke', form)
  t.strictSame([status, body.key], [404, 'not_found'])
  t.notMatch(bytes, form.access_token)
  const missing = await service.submit('/v1/oauth/token/revoke', {})
  t.strictSame([missing.status, missing.body.key], [400, 'missing_parameters'])
  const bearer = { authorization: `Bearer ${known.SPARE_TOKEN}` }
  const spare = { access_token: known.SPARE_TOKEN }
  t.equal((await service.submit('/v1/oauth/token/revoke', spare, bearer)).status, 401)
  t.strictSame(await fingerprint(service.store), before)
  const both = { ...PAIR, ...bearer }
  t.equal((await service.submit('/v1/oauth/token/revoke', spare, both)).status, 204)
})

onDemo('introspectOAuthToken: a token that ended, under a key', async (t, { submit, setNow }) => {
  const keyed = (key: string) => ({ ...PAIR, 'idempotency-key': key })
  const form = { grant_type: 'client_credentials', scope: 'api' }
  const issued = await submit('/v1/oauth/token', form, keyed('issue'))
  const { access_token } = issued.body
  const introspect = () => submit('/v1/oauth/introspect', { access_token }, keyed('ask'))
  const told = ({ body, headers }: Answered) => [
    body.active,
    body.expires_in,
    headers['idempotent-replayed']
  ]
  t.strictSame(told(await introspect()), [true, 900, undefined])
  t.strictSame(told(await introspect()), [true, 900, 'true'])
  setNow('2026-03-01T10:05:00.000Z')
  t.strictSame(told(await introspect()), [true, 600, undefined], 'answered anew')
  await submit('/v1/oauth/token/revoke', { access_token })
  t.strictSame(told(await introspect()), [false, 0, undefined], 'revoked')
  const other = await submit('/v1/oauth/introspect', { access_token: 'x' }, keyed('ask'))
  t.equal(other.body.key, 'idempotency_key_reused', 'another question under the key')
})

onDemo('issueOAuthToken: a key brings the token while it lives', async (t, { submit, setNow }) => {
  const form = { grant_type: 'client_credentials', scope: 'api' }
  const issue = () => submit('/v1/oauth/token', form, { ...PAIR, 'idempotency-key': 'k' })
  const first = await issue()
  setNow('2026-03-01T10:14:59.999Z')
  t.equal((await issue()).bytes, first.bytes)
  setNow('2026-03-01T10:15:00.000Z')
  const next = await issue()
  t.not(next.body.access_token, first.body.access_token)
  t.equal(next.headers['idempotent-replayed'], undefined)
  setNow('2026-03-01T10:20:00.000Z')
  t.equal((await issue()).bytes, next.bytes, 'which then is the one that comes again')
})

onDemo(
  'issueOAuthToken: a key is of one request for a day',
  async (t, { submit, post, setNow }) => {
    const keyed = (key: string) => ({ ...PAIR, 'idempotency-key': key })
    const issue = (key: string, scope = 'api') =>
      submit('/v1/oauth/token', { grant_type: 'client_credentials', scope }, keyed(key))
    const order = (key: string) => post('/v1/orders', { amount: 100 }, keyed(key))
    const [token, made] = [await issue('token'), await order('order')]
    setNow('2026-03-02T09:59:59.999Z')
    const found = [await order('token'), await issue('token', 'orders'), await issue('order')].map(
      ({ status, body }) => [status, body.key]
    )
    t.strictSame(found, Array(3).fill([422, 'idempotency_key_reused']))
    t.equal((await order('order')).bytes, made.bytes)
    setNow('2026-03-02T10:00:00.000Z')
    const next = [await order('token'), await issue('order')]
    const told = next.map(({ status }) => status)
    t.strictSame(told, [token.status, made.status], 'a day later both keys are free')
  }
)

onDemo('updateCategory and deleteCategory look at no Idempotency-Key', async (t, service) => {
  const keyed = { ...PAIR, 'idempotency-key': 'k' }
  const { body } = await service.post('/v1/categories', { name: 'One' }, keyed)
  for (const name of ['Two', 'Three']) {
    const answer = await service.put(`/v1/categories/${body.id}`, { name }, keyed)
    t.strictSame([answer.status, answer.body.name], [200, name])
    t.equal(answer.headers['idempotent-replayed'], undefined)
  }
  const deleted = [1, 2].map(() => service.delete(`/v1/categories/${body.id}`, keyed))
  const statuses = (await Promise.all(deleted)).map(({ status }) => status).toSorted()
  t.strictSame(statuses, [204, 404], 'the later of the two finds nothing to delete')
})
