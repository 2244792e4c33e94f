import * as oauth from 'oauth4webapi'
import * as known from '../../src/demo/known.ts'
import { limits } from '../../src/http/limits.ts'
import { type Answered, PAIR, type Service } from '../support/app.ts'
import { onDemo } from '../support/on-demo.ts'

const AT = '/v1/oauth/token'
const server = { issuer: 'http://loyalty.test', token_endpoint: `http://loyalty.test${AT}` }
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'
const basic = (id: string, secret: string, scheme = 'Basic') => ({
  authorization: `${scheme} ${Buffer.from(`${id}:${secret}`).toString('base64')}`
})

const ours = basic(known.APP_ID, known.APP_TOKEN)
// A client of RFC 6749 percent-encodes both; some encode what others leave.
const escaped = basic('demo%2Dapp%2Did', 'demo%2Dapp%2Dtoken')
const everyEscaped = (text: string) => Buffer.from(text).toString('hex').replace(/../g, '%$&')
const inForm = `client_id=${known.APP_ID}&client_secret=${known.APP_TOKEN}`
const wanted = 'grant_type=client_credentials&scope=customers'

async function asked(service: Service, headers: object, payload: string): Promise<Answered> {
  const reply = await service.app.inject({
    method: 'POST',
    url: AT,
    headers: { 'content-type': FORM, ...headers },
    payload
  })
  const body = reply.body === '' ? null : JSON.parse(reply.body)
  return { status: reply.statusCode, body, headers: reply.headers, bytes: reply.body }
}

/** Carries the requests of a client to the service, without a socket. */
const carriedTo =
  ({ app }: Service) =>
  async (url: string, { method, headers, body }: oauth.CustomFetchOptions<'POST', unknown>) => {
    const payload = String(body)
    const reply = await app.inject({ method, url: new URL(url).pathname, headers, payload })
    const answered = { status: reply.statusCode, headers: reply.headers as Record<string, string> }
    return new Response(reply.body, answered)
  }

for (const [name, authentication] of [
  ['Basic', oauth.ClientSecretBasic],
  ['form fields', oauth.ClientSecretPost]
] as const) {
  onDemo(`issueOAuthToken: oauth4webapi gets a token by ${name}`, async (t, service) => {
    const options = { [oauth.customFetch]: carriedTo(service), [oauth.allowInsecureRequests]: true }
    const client = { client_id: known.APP_ID }
    const request = (secret: string) =>
      oauth.clientCredentialsGrantRequest(
        server,
        client,
        authentication(secret),
        { scope: 'customers' },
        options
      )
    const answer = await request(known.APP_TOKEN)
    const token = await oauth.processClientCredentialsResponse(server, client, answer)
    t.strictSame([token.scope, token.expires_in], ['customers', 900])
    const bearer = { authorization: `Bearer ${token.access_token}` }
    t.equal((await service.get('/v1/customers/ada', bearer)).status, 200)
    t.equal((await request('wrong')).status, 401)
  })
}

// biome-ignore format: a table
const clients = [
  // client                            headers                               form
  ['simple-oauth2, curl --user',       ours,                                 wanted],
  ['Spring Security, openid-client',   escaped,                              wanted],
  ['Go oauth2, form fields',           {},                                   `${inForm}&${wanted}`],
  ['requests-oauthlib, id in both',    ours,           `client_id=${known.APP_ID}&${wanted}`],
  ['all three ways at once',           { ...PAIR, ...ours },                 `${inForm}&${wanted}`],
  ['every character escaped',          basic(everyEscaped(known.APP_ID), everyEscaped(known.APP_TOKEN)), wanted],
  ['a scheme in other letters',        basic(known.APP_ID, known.APP_TOKEN, 'bASIC'), wanted],
  ['empty fields, which count as none', ours,          `client_id=&client_secret=&${wanted}`],
  ['a bearer beside the form',         { authorization: 'Bearer x' },        `${inForm}&${wanted}`]
] as const

onDemo('issueOAuthToken: the requests of other clients', async (t, service) => {
  for (const [client, headers, form] of clients) {
    const { status, body } = await asked(service, headers, form)
    t.strictSame([status, body.scope, body.token_type], [200, 'customers', 'Bearer'], client)
  }
})

const nobody = `client_id=nobody&client_secret=x&${wanted}`
const GRANT = 'grant_type=client_credentials'
const management = basic(known.MGMT_ID, known.MGMT_TOKEN)
const BASIC = 'Basic realm="tessera", AppToken realm="tessera"'
const APP = 'AppToken realm="tessera"'

// Each row is refused by one thing although what is looked at later would be wrong as well.
// biome-ignore format: a table
const refusals = [
  // headers                             form                     challenge or key
  [basic(known.APP_ID, 'wrong'),         '%ZZ',                   BASIC],
  [management,                           '%ZZ',                   BASIC],
  [{ authorization: 'Basic' },           '%ZZ',                   BASIC],
  [{ authorization: 'Basic %%%' },       '%ZZ',                   BASIC],
  [basic('%', '%'),                      '%ZZ',                   BASIC],
  [{ 'x-app-id': known.APP_ID },         inForm,                  APP],
  [{ ...PAIR, ...basic('x', 'y') },      '%ZZ',                   'invalid_headers'],
  [{ 'content-type': 'text/plain' },     inForm,                  APP],
  [{ 'content-type': 'application/json' }, '{}',                  APP],
  [{},                                   '',                      APP],
  [{},                                   'client_id=%ZZ',         'invalid_payload'],
  [{},                                   'scope=what',            APP],
  [{},                                   nobody,                  APP],
  [{},                                   `client_id=${known.APP_ID}`, APP],
  [{ authorization: 'Bearer x' },        'scope=what',            APP],
  [ours,                                 nobody,                  'invalid_payload'],
  [PAIR,                                 nobody,                  'invalid_payload'],
  [PAIR,                                 'client_secret=other',   'invalid_payload'],
  [ours,                                 '',                      'missing_parameters'],
  [ours,                                 'scope=customers',       'missing_parameters'],
  [{},                                   inForm,                  'missing_parameters'],
  [{},                                   `${inForm}&${GRANT}`, 'missing_parameters'],
  [{},                                   `${inForm}&client_id=x&${wanted}`, 'invalid_payload'],
  [ours,                                 `client_id=a&client_id=b&${wanted}`, 'invalid_payload']
] as const

onDemo('issueOAuthToken: headers first, then the form, then its fields', async (t, service) => {
  for (const [headers, form, told] of refusals) {
    const answer = await asked(service, headers, form)
    t.strictSame(
      [answer.status, answer.body.key, answer.headers['www-authenticate']],
      told === APP || told === BASIC ? [401, 'unauthorized', told] : [400, told, undefined],
      `${JSON.stringify(headers)} ${form}`
    )
    t.notMatch(answer.bytes, known.APP_TOKEN, 'no secret is repeated')
  }
})

onDemo('issueOAuthToken: no more of a form is read than a token needs', async (t, service) => {
  const filled = (bytes: number) => `${inForm}&${wanted}`.padEnd(bytes, ' ')
  for (const headers of [{}, PAIR]) {
    const fits = await asked(service, headers, filled(limits.formBytes))
    t.strictSame([fits.status, fits.body.key], [400, 'invalid_scope'])
    const over = await asked(service, headers, filled(limits.formBytes + 1))
    t.strictSame([over.status, over.body.key], [413, 'payload_too_large'])
  }
})

onDemo('HTTP Basic and form fields open no other operation', async (t, { get, submit }) => {
  t.equal((await get('/v1/customers/ada', ours)).status, 401)
  for (const url of ['/v1/oauth/introspect', '/v1/oauth/token/revoke']) {
    const token = { access_token: 'x' }
    const refused = await submit(url, token, ours)
    t.strictSame([refused.status, refused.headers['www-authenticate']], [401, APP], url)
    const fields = { ...token, client_id: known.APP_ID, client_secret: known.APP_TOKEN }
    t.equal((await submit(url, fields, {})).status, 401)
  }
})
