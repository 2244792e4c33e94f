import { globSync, readFileSync } from 'node:fs'
import t from 'tap'
import { CONTENT_POLICY } from '../../src/http/page-style.ts'
import { readDocument } from '../../src/main/app.ts'
import { givenService, PUBLIC_URL } from '../support/app.ts'
import { checked } from '../support/contract.ts'
import { givenApp, send } from '../support/fixture-service.ts'
import { anchorsOf } from '../support/links.ts'

const nobody = {}

// biome-ignore format: a table
const files = [
  ['/openapi.json',                  'service.json',          'application/json; charset=utf-8'],
  ['/openapi.yaml',                  'service.yaml',          'application/yaml; charset=utf-8'],
  ['/openapi-3.0.json',              'service-3.0.json',      'application/json; charset=utf-8'],
  ['/openapi-provisioning.json',     'provisioning.json',     'application/json; charset=utf-8'],
  ['/openapi-provisioning.yaml',     'provisioning.yaml',     'application/yaml; charset=utf-8'],
  ['/openapi-provisioning-3.0.json', 'provisioning-3.0.json', 'application/json; charset=utf-8'],
  ['/openapi-joined.json',           'joined.json',           'application/json; charset=utf-8'],
  ['/openapi-joined.yaml',           'joined.yaml',           'application/yaml; charset=utf-8'],
  ['/openapi-joined-3.0.json',       'joined-3.0.json',       'application/json; charset=utf-8'],
  ['/arazzo.json',                   'arazzo.json',           'application/json; charset=utf-8'],
  ['/arazzo.yaml',                   'arazzo.yaml',           'application/yaml; charset=utf-8']
] as const

t.test('tokens are got from the address that callers use', async t => {
  const app = checked(t, givenApp({ publicUrl: 'https://loyalty.test/shop' }), {})
  for (const [url] of files.filter(([url]) => url !== '/arazzo.json' && url !== '/arazzo.yaml')) {
    const { body } = await send(app, `GET ${url}`, nobody)
    t.match(body, /tokenUrl("?): ?\1https:\/\/loyalty\.test\/shop\/v1\/oauth\/token/, url)
  }
})

/** What README numbers, and returns: each follows a rule that its reader wants. */
const LEADING = [
  ...Object.values(readDocument('service').paths).flatMap(item => Object.values(item as object)),
  ...[{ operationId: 'createOrder' }, { operationId: 'returnGoods' }]
].map(({ operationId }) => operationId as string)

t.test('operations lead to the rules that they follow, below the address of callers', async t => {
  const at = 'https://loyalty.test/shop'
  const app = checked(t, givenApp({ publicUrl: at }), {})
  const leading = new Map<string, string>()
  for (const [url] of files.filter(([url]) => url.startsWith('/openapi'))) {
    const { body } = await send(app, `GET ${url}`, nobody)
    t.notMatch(body, '](/docs/', url)
    if (!url.endsWith('.json')) continue
    const { paths } = JSON.parse(body) as { paths: Record<string, Record<string, Leading>> }
    for (const { operationId, description } of Object.values(paths).flatMap(Object.values)) {
      const [, link] = /\]\(([^)]*)\)/.exec(description) ?? []
      if (link !== undefined) leading.set(operationId, link)
    }
  }
  for (const [operationId, link] of leading) {
    const [page = '', anchor = ''] = link.split('#')
    const { statusCode, body } = await send(app, `GET ${page.replace(at, '')}`, nobody)
    const leads = [page.startsWith(at), statusCode, anchorsOf(body).has(anchor)]
    t.same(leads, [true, 200, true], operationId)
  }
  const found = LEADING.filter(id => !leading.has(id))
  t.strictSame(found, [])
})

interface Leading {
  readonly operationId: string
  readonly description: string
}

t.test('the documents are served as they were generated, to anybody', async t => {
  const app = checked(t, givenApp(), {})
  for (const [url, file, type] of files) {
    const answer = await send(app, `GET ${url}`, nobody)
    const bytes = readFileSync(new URL(`../../generated/${file}`, import.meta.url), 'utf8')
    t.same([answer.statusCode, answer.headers['content-type']], [200, type], url)
    t.ok(answer.body === bytes, `${url} is ${file}`)
    const etag = String(answer.headers.etag)
    const again = await send(app, `GET ${url}`, { 'if-none-match': `"old", W/${etag}` })
    t.same([again.statusCode, again.body, again.headers.etag], [304, '', etag])
    t.equal((await send(app, `GET ${url}`, { 'if-none-match': '"old"' })).statusCode, 200)
  }
})

t.test('the page loads from here alone, and may not do otherwise', async t => {
  const app = checked(t, givenApp(), {})
  const page = await send(app, 'GET /docs', nobody)
  t.equal(page.statusCode, 200)
  const policy = String(page.headers['content-security-policy'])
  t.match(policy, "default-src 'none'")
  t.notMatch(policy, /unsafe|https?:|\*/)
  t.equal(page.headers['x-content-type-options'], 'nosniff')
  const addresses = [...page.body.matchAll(/(?:href|src)="([^"]*)"/g)].map(match =>
    String(match[1])
  )
  t.ok(addresses.length >= 5)
  for (const address of addresses) {
    const answer = await send(app, `GET ${address}`, nobody)
    t.same([answer.statusCode, address.startsWith('/docs/static/')], [200, true], address)
  }
  const initializer = await send(app, 'GET /docs/static/swagger-initializer.js', nobody)
  t.match(initializer.body, '/openapi-3.0.json')
  t.match(initializer.body, '/openapi-provisioning-3.0.json')
  const style = await send(app, 'GET /docs/static/swagger-ui.css', nobody)
  const tag = { 'if-none-match': String(style.headers.etag) }
  t.equal((await send(app, 'GET /docs/static/swagger-ui.css', tag)).statusCode, 304)
})

t.test('the page has its own files and no others', async t => {
  const app = checked(t, givenApp(), {})
  for (const url of [
    '/docs/static/none.js',
    '/docs/static/../package.json',
    '/docs/json',
    '/docs/x'
  ]) {
    const answer = await send(app, `GET ${url}`, nobody)
    t.same([answer.statusCode, answer.json().key], [404, 'not_found'], url)
  }
})

t.test('the first page leads everywhere, and says what runs where it is told', async t => {
  const service = await givenService(t, { running: 'SQLite' })
  const { bytes, headers } = await service.get('/', nobody)
  t.match(headers, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  t.match(bytes, /<p>Version \d+\.\d+\.\d+ on SQLite, ready<\/p>/)
  const links = [...bytes.matchAll(/href="([^"]+)"/g)].map(([, link]) => String(link))
  const found = links.some(link => link.includes('/customers/'))
  t.ok(found, 'the page of a customer of the demo')
  for (const link of links)
    t.equal((await service.get(link.replace(PUBLIC_URL, ''), {})).status, 200, link)
  const other = await givenService(t, { acceptDemo: false })
  t.notMatch((await other.get('/', nobody)).bytes, /Version|customers/)
})

t.test('health says whether the process lives and whether the store answers', async t => {
  let answers = true
  const ready = async () => {
    if (!answers) throw new Error('disk gone')
  }
  const app = checked(t, givenApp({ ready }), {})
  t.same((await send(app, 'GET /health/live', nobody)).json(), { status: 'live' })
  t.same((await send(app, 'GET /health/ready', nobody)).json(), { status: 'ready' })
  answers = false
  const other = checked(t, givenApp({ ready }), {})
  const not = await send(other, 'GET /health/ready', nobody)
  t.same([not.statusCode, not.headers['retry-after']], [503, '1'])
  t.same(not.json(), {
    code: 503,
    key: 'service_unavailable',
    message: 'Service unavailable',
    details: 'The database does not answer. The log says why.',
    request_id: 'v-1'
  })
  t.equal((await send(app, 'GET /health/live', nobody)).statusCode, 200)
})

t.test('further pages are given what they need and answer what they like', async t => {
  const seen: unknown[] = []
  const page = {
    url: '/assets/:id',
    answer: (request: object) => {
      seen.push(request)
      return { status: 200, headers: { 'content-type': 'image/png' }, bytes: Buffer.from([1, 2]) }
    }
  }
  const app = checked(t, givenApp({ pages: [page] }), {})
  const answer = await send(app, 'GET /assets/a%2Fb?size=1', nobody)
  t.same([answer.headers['content-type'], [...answer.rawPayload]], ['image/png', [1, 2]])
  t.match(seen[0], {
    url: '/assets/a%2Fb?size=1',
    params: { id: 'a/b' },
    query: { size: '1' },
    id: 'v-1'
  })
})

t.test('guides and rules are served as they stand, and the page links to each', async t => {
  const app = checked(t, givenApp(), {})
  const folder = new URL('../../openapi/', import.meta.url)
  const names = globSync('{guides,behaviour}/*.md', { cwd: folder }).toSorted()
  t.ok(names.length > 12)
  const script = await send(app, 'GET /docs/static/theme/docs.js', nobody)
  for (const name of [...names, 'README.md']) {
    const answer = await send(app, `GET /docs/${name}`, nobody)
    const found = [answer.statusCode, answer.headers['content-type']]
    t.same(found, [200, 'text/plain; charset=utf-8'], name)
    const text = readFileSync(new URL(name, folder), 'utf8')
    t.equal(answer.body, text, name)
    const [, title] = /^# (.*)/.exec(text) ?? []
    t.match(script.body, JSON.stringify({ url: `/docs/${name}`, title }))
  }
  const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const pages = new Map<string, string>()
  for (const name of [...names, 'README.md']) {
    const { statusCode, headers, body } = await send(app, `GET /docs/${name}`, page)
    const told = [statusCode, headers]
    t.match(told, [
      200,
      {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': CONTENT_POLICY,
        vary: 'accept'
      }
    ])
    t.notMatch(body, /<script|style=/, name)
    pages.set(`/docs/${name}`, body)
  }
  const named = (['service', 'provisioning'] as const).flatMap(name => [
    ...JSON.stringify(readDocument(name)).matchAll(/\((\/docs\/[^()#]+\.md)#([^()]+)\)/g)
  ])
  t.ok(named.length > 50)
  for (const [, url = '', id] of named)
    t.ok(pages.get(url)?.includes(` id="${id}"`), `${url}#${id}`)
  for (const [url, body] of pages) {
    for (const [, to = '', id] of body.matchAll(/<a href="([\w./-]*\.md)?#([^"]+)"/g)) {
      const there = new URL(to, `http://here${url}`).pathname
      t.ok(pages.get(there)?.includes(` id="${id}"`), `${url} leads to ${to}#${id}`)
    }
  }
  const others = ['guides/none.md', 'guides/', 'service.yaml', 'guides/../service.yaml']
  for (const name of [...others, 'guides/%2e%2e/service.yaml', 'guides/..%2fREADME.md']) {
    t.equal((await send(app, `GET /docs/${name}`, nobody)).statusCode, 404, name)
  }
})
