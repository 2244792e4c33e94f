import t, { type Test } from 'tap'
import { CompiledContract } from '../../src/conformance/contract.ts'
import { SecretMask } from '../../src/conformance/proxy.ts'
import { type Reporter, rendered } from '../../src/conformance/verification.ts'
import * as known from '../../src/demo/known.ts'
import { readDocument } from '../../src/main/app.ts'
import { givenService } from '../support/app.ts'
import { answers, body } from './support/planted.ts'
import { KEYS, served, verified } from './support/served.ts'

const SECRET = `se+cr/et==X&1 'q' "ü\\😀\n`

const form = (text: string) => new URLSearchParams([['a', text]]).toString().slice(2)
const json = (text: string) => JSON.stringify(text).slice(1, -1)
const shell = (text: string) => text.replaceAll("'", "'\\''")
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Those that a text is written by; one may be around another. */
const CODINGS: { readonly [name: string]: (text: string) => string } = {
  'as it is': text => text,
  'of a form': form,
  'of a path': encodeURIComponent,
  'in small digits': text => form(text).replaceAll(/%../g, digits => digits.toLowerCase()),
  'of JSON': json,
  'of JSON in ASCII': text =>
    json(text).replaceAll(
      /[^ -~]/g,
      unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
    ),
  'of JSON with slashes': text => json(text).replaceAll('/', '\\/'),
  'of a shell': shell
}

t.test('a secret is hidden in any coding, and in one around another', async t => {
  for (const secret of [SECRET, 'tok+en/with==secret', 'plainSecret0', 'X&1']) {
    const secrets = new SecretMask()
    secrets.add(secret)
    for (const [inner, inside] of Object.entries(CODINGS)) {
      for (const [outer, outside] of Object.entries(CODINGS)) {
        const text = outside(inside(secret))
        const told = `{"x":"client_secret=${text}'`
        t.equal(secrets.hiddenIn(told), `{"x":"client_secret=…'`, `${inner}, ${outer}: ${text}`)
      }
    }
  }
})

t.test('a secret is hidden in Base64, wherever it stands in what is coded', async t => {
  for (const secret of [SECRET, 'tok+en/with==secret', '~~~~']) {
    const secrets = new SecretMask()
    secrets.add(secret)
    for (const id of ['', 'a', 'my+id', 'long-id']) {
      for (const code of [(text: string) => text, form, encodeURIComponent]) {
        const coded = base64(`${code(id)}:${code(secret)}`)
        const url = Buffer.from(`${code(id)}:${code(secret)}`).toString('base64url')
        for (const text of [coded, url, form(coded)]) {
          const hidden = secrets.hiddenIn(`authorization: Basic ${text}'`)
          t.match(hidden, /^authorization: Basic …'$/, text)
        }
      }
    }
  }
})

t.test('nothing else is hidden', async t => {
  const secrets = new SecretMask()
  for (const secret of ['', undefined, null, 'a.b?', 'on', 'abcd', 'abcdef']) secrets.add(secret)
  //  told                              with nothing hidden but secrets
  const rows = [
    ['aXb? axb. A.B?', 'aXb? axb. A.B?'],
    ['on, one, upon, on', '…, one, upon, …'],
    ['undefined and null', 'undefined and null'],
    ['xabcdefx abcdx', 'x…x …x'],
    ['YWJ YWJj', 'YWJ YWJj']
  ] as const
  for (const [told, hidden] of rows) t.equal(secrets.hiddenIn(told), hidden)
})

/** Reports in all forms about a service whose tokens are these, and which deviates everywhere. */
async function reportsOf(t: Test, token: string | number, secret: string): Promise<string> {
  const deviating = answers('issueOAuthToken', given => ({
    ...(given.status === 200 ? body(() => ({ access_token: token, scope: 7 }))(given) : {}),
    ...(given.status === 400
      ? body(() => ({ code: 7, details: `${'x'.repeat(195)}${secret} ${token}` }))(given)
      : {})
  }))
  const names = new Map([
    [known.APP_ID, 'my+id'],
    [known.APP_TOKEN, secret]
  ])
  const only = ['issueOAuthToken', 'introspectOAuthToken']
  const report = await verified(await served(t, await givenService(t), deviating), { only, names })
  const forms: readonly Reporter[] = ['text', 'json', 'junit']
  return forms.map(form => rendered(report, form)).join('\n')
}

t.test('a report has no secret of a form, and no token that was issued', async t => {
  const [secret, token] = ['se+cr/et==X&1', 'tok+en/with==secret']
  const told = await reportsOf(t, token, secret)
  t.match(told, /client_secret=…/)
  t.match(told, /access_token=…/)
  const parts = ['se+cr', 'cr/et', 'se%2B', 'tok+en', 'tok%2Ben', 'with==', 'with%3D', '%3DX']
  const found = parts.filter(part => told.includes(part))
  t.strictSame(found, [])
  t.notMatch(await reportsOf(t, 9_172_635, secret), /9172635/)
})

t.test('a body that is cut has no beginning of a secret', async t => {
  const contract = new CompiledContract('service', readDocument('service'))
  const [secret, operation] = ['se+cr/et==X&1'.repeat(200), 'issueOAuthToken']
  const names = new Map([[known.APP_TOKEN, secret]])
  const url = await served(t, await givenService(t))
  const report = await verified(url, { contract, names, only: [operation] })
  const told = rendered(report, 'json')
  t.match(told, /client_secret=…/)
  t.notMatch(told, /se(%2B|\+)cr/)
})

t.test('keys that are refused are not told by the refusal', async t => {
  const key = 'se+cr/et==X&1'
  const echoing = { answer: () => ({ status: 401, headers: {}, body: { details: form(key) } }) }
  const url = await served(t, await givenService(t), echoing)
  const keys = { ...KEYS, 'x-app-token': key }
  await t.rejects(verified(url, { keys }), {
    message:
      `The service at ${url} refuses the credentials: …\n` +
      'Give those of its project as APP_ID and APP_TOKEN, or as --app-id and --app-token.'
  })
})
