import t from 'tap'
import { hashSecret, isSame, newClientId, newSecret } from '../../src/secrets.ts'
import { checked } from '../support/contract.ts'
import {
  credentialStore,
  fixture,
  givenApp,
  keys,
  now,
  projects,
  send
} from '../support/fixture-service.ts'

const documents = { shop: fixture('shop'), desk: fixture('desk') }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const grant = 'grant_type=client_credentials&scope=api'
const rules = { store: credentialStore, clock: () => now, acceptDemo: false, managementOpen: true }

const pairOf = (id: string, secret = `${id}-secret`) => ({ 'x-app-id': id, 'x-app-token': secret })
const bearer = (token: string, scheme = 'Bearer') => ({ authorization: `${scheme} ${token}` })
const management = (id: string, secret = `${id}-secret`) => ({
  'x-management-id': id,
  'x-management-token': secret
})

// biome-ignore format: a table
const callers = [
  // headers                                            listExports  createReward  why
  [{},                                                  401,         401, 'nothing'],
  [keys,                                                200,         400, 'the pair'],
  [pairOf('own', 'wrong'),                              401,         401, 'a wrong secret'],
  [pairOf('nobody'),                                    401,         401, 'an unknown id'],
  [{ 'x-app-id': 'own' },                               401,         401, 'half a pair'],
  [{ 'x-app-token': 'own-secret' },                     401,         401, 'the other half'],
  [pairOf('gone'),                                      401,         401, 'a revoked pair'],
  [pairOf('own-mgmt'),                                  401,         401, 'a management pair'],
  [bearer('t-api'),                                     200,         400, 'a bearer alone'],
  [bearer('t-api', 'bEARER'),                           200,         400, 'in any case'],
  [bearer('t-exports'),                                 200,         403, 'scopes bound it'],
  [bearer('t-nobody'),                                  401,         401, 'an unknown token'],
  [bearer('t-expired'),                                 401,         401, 'expired this instant'],
  [bearer('t-revoked'),                                 401,         401, 'revoked'],
  [bearer('t-orphan'),                                  401,         401, 'its pair is revoked'],
  [bearer(''),                                          401,         401, 'an empty bearer'],
  [{ ...keys, ...bearer('t-api') },                     200,         400, 'both'],
  [{ ...keys, ...bearer('t-exports') },                 200,         403, 'scopes bound both'],
  [{ ...keys, ...bearer('t-expired') },                 401,         401, 'both must be valid'],
  [{ ...keys, ...bearer('t-other') },                   401,         401, 'of one project'],
  [{ ...pairOf('own', 'wrong'), ...bearer('t-api') },   401,         401, 'both must be right'],
  [{ 'x-app-id': 'own', ...bearer('t-api') },           401,         401, 'half a pair beside'],
  [{ ...keys, ...bearer('abc', 'Basic') },              200,         400, 'other schemes are not'],
  [bearer('abc', 'Basic'),                              401,         401, 'and is no credential'],
  [{ ...keys, ...management('own-mgmt', 'wrong') },     200,         400, 'management is ignored']
] as const

t.test('a pair, a bearer, or both, and all that is sent must be right', async t => {
  const app = checked(t, givenApp(), documents)
  for (const [headers, exportsStatus, rewardStatus, why] of callers) {
    const list = await send(app, 'GET /v1/exports', headers)
    // Nothing is sent, so that 400 says that the gate behind was reached.
    const create = await send(app, 'POST /v1/rewards', headers)
    t.same([list.statusCode, create.statusCode], [exportsStatus, rewardStatus], why)
  }
})

t.test('the token operations take the pair and nothing else', async t => {
  const app = checked(t, givenApp(), documents)
  const status = async (headers: object) =>
    (await send(app, 'POST /v1/oauth/token', { ...form, ...headers }, grant)).statusCode
  t.equal(await status(keys), 200)
  t.equal(await status(bearer('t-api')), 401, 'a bearer alone')
  t.equal(await status({ ...keys, ...bearer('t-nobody') }), 200, 'one beside the pair is ignored')
})

t.test('a refusal says what would do, and challenges as HTTP asks for', async t => {
  const app = checked(t, givenApp(), documents)
  const missing = await send(app, 'GET /v1/exports', {})
  t.equal(
    missing.json().details,
    'Credentials are missing. Send headers X-App-Id and X-App-Token, or header ' +
      'Authorization with Bearer and a valid token.'
  )
  t.equal(missing.headers['www-authenticate'], 'AppToken realm="tessera", Bearer realm="tessera"')
  const wrong = await send(app, 'GET /v1/exports', pairOf('own', 'wrong'))
  const unknown = await send(app, 'GET /v1/exports', pairOf('nobody'))
  t.equal(wrong.json().details, unknown.json().details, 'not which half was wrong')
  const basic = { authorization: 'Basic b3duOm93bi1zZWNyZXQ=' }
  // biome-ignore format: a table
  const shown = [
    [pairOf('nobody'), 'Credentials are wrong or revoked.'],
    [{ 'x-app-id': 'own' }, 'Half of a pair is missing.'],
    [basic, 'HTTP Basic is for POST /v1/oauth/token.'],
    [management('own-mgmt'), 'X-Management-Id and X-Management-Token are for the paths of /management.'],
    [{ 'x-sandbox-key': 'k' }, 'X-Sandbox-Key is for the paths of /sandbox.']
  ] as const
  for (const [headers, why] of shown) {
    const { details } = (await send(app, 'GET /v1/exports', headers)).json()
    t.equal(details.split(' Send ')[0], why)
  }
  const narrow = await send(app, 'POST /v1/rewards', bearer('t-exports'))
  t.match(narrow.json(), {
    key: 'missing_required_permission',
    details: 'The token lacks the scope. Ask for one with api or rewards.'
  })
  t.match(narrow.headers['www-authenticate'], 'error="insufficient_scope", scope="api rewards"')
  const gone = await send(app, 'GET /v1/exports', bearer('t-expired'))
  t.match(gone.headers['www-authenticate'], 'error="invalid_token"')
})

t.test('scopes of one alternative are all needed; SKUs is one in any case', async t => {
  const app = checked(t, givenApp(), documents)
  const status = async (token: string) =>
    (await send(app, 'GET /v1/skus/sku_1', bearer(token))).statusCode
  t.equal(await status('t-skus'), 200, 'skus and exports')
  t.equal(await status('t-exports'), 403, 'exports alone')
  t.equal(await status('t-api'), 403, 'api, which this operation does not name')
})

t.test('an open operation asks nobody, but what is sent must be right', async t => {
  const url = 'GET /management/v1/projects/p/metadata-schemas/m'
  // biome-ignore format: a table
  const rows = [
    // headers                              open              closed
    [{},                                    [200, 'nobody'],   401],
    [management('own-mgmt'),                [200, 'proj_own'], 200],
    [management('own-mgmt', 'wrong'),       [401, undefined],  401],
    [{ 'x-management-id': 'own-mgmt' },     [401, undefined],  401],
    [management('own'),                     [401, undefined],  401],
    [keys,                                  [200, 'nobody'],   401],
    [pairOf('own', 'wrong'),                [200, 'nobody'],   401]
  ] as const
  const open = checked(t, givenApp(), documents)
  const closed = checked(
    t,
    givenApp({ credentials: { ...rules, managementOpen: false } }),
    documents
  )
  for (const [headers, [status, project], whenClosed] of rows) {
    const answer = await send(open, url, headers)
    t.same([answer.statusCode, answer.json().body], [status, project])
    t.equal((await send(closed, url, headers)).statusCode, whenClosed)
  }
  const found = (await send(open, 'GET /management/v1/projects', {})).statusCode
  t.equal(found, 401, 'not every one is open')
  t.equal((await send(open, 'GET /management/v1/projects', keys)).statusCode, 401)
  t.equal((await send(open, 'GET /management/v1/projects', management('own-mgmt'))).statusCode, 200)
})

t.test('credentials everybody knows are taken only where that was decided', async t => {
  const shut = checked(t, givenApp(), documents)
  const open = checked(t, givenApp({ credentials: { ...rules, acceptDemo: true } }), documents)
  const refused = await send(shut, 'GET /v1/exports', pairOf('demo'))
  t.match(refused.json(), { key: 'unauthorized', details: /^The demo project is shut here/ })
  t.equal((await send(open, 'GET /v1/exports', pairOf('demo'))).statusCode, 200)
  const wrong = await send(shut, 'GET /v1/exports', pairOf('demo', 'wrong'))
  t.match(wrong.json().details, /^Credentials are wrong or revoked\./, 'said to nobody else')
  t.ok(projects.demo.demo)
})

t.test('secrets are long, of letters and digits, and never the same twice', async t => {
  const made = Array.from({ length: 1000 }, newSecret)
  t.equal(new Set(made).size, 1000)
  t.ok(made.every(secret => /^[A-Za-z0-9]{43}$/.test(secret)))
  t.match(newClientId(), /^[A-Za-z0-9]{21}$/)
  const found = hashSecret('own-secret')
  t.equal(found, '485676ad0fee844cc66af8dba3c29f9b871fb13b14a4c664bf3d342e26b7fe2a')
})

t.test('isSame: the whole of it, or nothing', async t => {
  const right = hashSecret('own-secret')
  const last = right.endsWith('0') ? '1' : '0'
  // sent                                       the same
  const rows: [string, string, boolean][] = [
    ['right', right, true],
    ['nothing', '', false],
    ['its beginning', right.slice(0, -1), false],
    ['its end', right.slice(1), false],
    ['more than it', `${right}0`, false],
    ['another beginning', `${right.startsWith('0') ? '1' : '0'}${right.slice(1)}`, false],
    ['another end', `${right.slice(0, -1)}${last}`, false],
    ['in capitals', right.toUpperCase(), false],
    ['as many characters and more bytes', `${right.slice(0, -1)}é`, false],
    ['as many bytes and fewer characters', `${right.slice(0, -2)}é`, false]
  ]
  for (const [title, sent, outcome] of rows) {
    t.strictSame([isSame(sent, right), isSame(right, sent)], [outcome, outcome], title)
  }
  t.equal(isSame('', ''), true)
})
