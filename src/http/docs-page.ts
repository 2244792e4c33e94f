/**
 * The documents and the texts beside them as files, and the page on which to read and try them.
 * Everything comes from this server: no font, script or picture is loaded from elsewhere, and the
 * page's content policy forbids it. The library of the page takes longer to load than the rest of
 * the service takes to start, so its first visitor loads it, in an application of its own: its
 * routes and headers never mix with ours.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { forAnybody } from './cross-origin.ts'
import { HttpFailure } from './errors.ts'
import type { DemoCredentials, PageAnswer, PageRequest, ServedPage } from './types.ts'

/** Absolute paths of files, by url, which ends like the file. */
export type PublishedFiles = Readonly<Record<`/${string}.${'json' | 'yaml' | 'md'}`, string>>

export interface PublishedDocument {
  readonly title: string
  /** The page shows the first. */
  readonly files: PublishedFiles
}

/** The page may talk to this server only, and nobody may frame it. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // The hash of the one style element that the library writes.
  "style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'"
].join('; ')

/** A tile of four: the mark on the page and in the tab. */
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">' +
  '<rect width="15" height="15" fill="#0f766e"/>' +
  '<rect x="17" width="15" height="15" fill="#f59e0b"/>' +
  '<rect y="17" width="15" height="15" fill="#f59e0b"/>' +
  '<rect x="17" y="17" width="15" height="15" fill="#0f766e"/></svg>'

/** The headers that the library's answers keep; the others describe an application we hide. */
const PASSED_ON = ['content-type', 'content-security-policy', 'cache-control', 'etag', 'location']

export interface BesideDocuments {
  readonly journeys: PublishedFiles
  /** Texts in Markdown, below `/docs/`, which the page links to. */
  readonly texts: PublishedFiles
  /** Where callers reach the service, without a slash at its end. */
  readonly publicUrl: string
}

/**
 * The documents' files and those beside them, which are read on request, and the page. `demo` is
 * asked by its first visitor for the credentials to say. Tokens and rules are below `publicUrl`.
 */
export function docsPages(
  documents: readonly PublishedDocument[],
  { journeys, texts, publicUrl }: BesideDocuments,
  demo: () => Promise<DemoCredentials | null>
): readonly ServedPage[] {
  const files = [...documents.map(each => each.files), journeys, texts].flatMap(each =>
    Object.entries(each).map(([url, file]) => filePage(url, file, publicUrl))
  )
  const library = once(async () => {
    const known = await demo()
    return pageLibrary(documents, docsScript(known, await titlesOf(texts)), known)
  })
  const answer = async (request: PageRequest) => forward(await library(), request)
  return [...files, ...['/docs', '/docs/', '/docs/static/*'].map(url => ({ url, answer }))]
}

/** Each text with its title, which is its first line. */
export async function titlesOf(texts: PublishedFiles): Promise<readonly TextLink[]> {
  const links = Object.entries(texts).map(async ([url, file]) => {
    const [first = ''] = (await readFile(file, 'utf8')).split('\n', 1)
    return { url, title: first.replace(/^# /, '') }
  })
  return Promise.all(links)
}

const TYPES = { json: 'application/json', yaml: 'application/yaml', md: 'text/plain' } as const

/** Where a document leads to tokens and rules, in JSON and in YAML: importers need whole addresses. */
const OWN_PATHS = /(?<=^ *tokenUrl: |"tokenUrl":"|\]\()(?=\/(?:v1|docs)\/)/gm

/** A file that callers may keep while they revalidate it; a text is a page for browsers. */
function filePage(url: string, file: string, publicUrl: string): ServedPage {
  const type = TYPES[url.slice(url.lastIndexOf('.') + 1) as keyof typeof TYPES]
  const read = async () => (await readFile(file, 'utf8')).replaceAll(OWN_PATHS, publicUrl)
  const asFile = once(async () =>
    tagged(await read(), { 'content-type': `${type}; charset=utf-8` })
  )
  const asPage = once(async () => {
    const [{ textPage }, { PAGE_HEADERS }] = await Promise.all([
      import('./text-page.ts'),
      import('./page-style.ts')
    ])
    return tagged(textPage(await read()), PAGE_HEADERS)
  })
  const isText = url.endsWith('.md')
  return {
    url,
    anyOrigin: true,
    answer: async request => {
      const isShown = isText && /\btext\/html\b/.test(String(request.headers['accept'] ?? ''))
      const { bytes, etag, headers: own } = await (isShown ? asPage : asFile)()
      const headers = {
        ...forAnybody,
        ...own,
        ...(isText && { vary: 'accept' }),
        etag,
        'cache-control': 'no-cache'
      }
      const known = String(request.headers['if-none-match'] ?? '')
        .split(',')
        .map(each => each.trim())
      const same = known.some(tag => tag === '*' || tag.replace(/^W\//, '') === etag)
      return same ? { status: 304, headers, bytes: '' } : { status: 200, headers, bytes }
    }
  }
}

/** Bytes and no text: of a text each answer would have a copy until it is read. */
function tagged(text: string, headers: Readonly<Record<string, string>>) {
  const bytes = Buffer.from(text)
  return { bytes, headers, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
}

/** The page's application; it does not listen. */
async function pageLibrary(
  documents: readonly PublishedDocument[],
  script: string,
  demo: DemoCredentials | null
): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui')
  ])
  const app = fastify({ exposeHeadRoutes: false })
  const mark = Buffer.from(MARK)
  // The library resolves an operation of OpenAPI 3.0 in a tenth of the time of one of 3.1. It shows
  // the document of the sixteen after 0.7 s of CPU and opens an operation after 0.2 to 0.4 s. The
  // other viewer measured, @scalar/api-reference 1.76, has twice the bytes, needs 1.7 to 2.4 s to
  // show that document, and asks its makers' server even where its telemetry is off.
  const urls = documents.map(({ title, files }) => {
    const all = Object.keys(files)
    return { name: title, url: all.find(url => url.endsWith('-3.0.json')) ?? all[0] }
  })
  // The page loads the documents by their urls; the library needs one all the same.
  app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } }
  })
  app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_POLICY,
    initOAuth: demo === null ? {} : { clientId: demo.appId, clientSecret: demo.appToken },
    logo: { type: 'image/svg+xml', content: mark, href: '/docs', target: '_self' },
    theme: {
      title: 'Tessera API',
      css: [{ filename: 'docs.css', content: DOCS_STYLE }],
      js: [{ filename: 'docs.js', content: script }],
      favicon: [
        { filename: 'favicon.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: mark }
      ]
    },
    uiConfig: {
      urls,
      docExpansion: 'list',
      filter: true,
      defaultModelsExpandDepth: 0,
      displayOperationId: true,
      displayRequestDuration: true,
      persistAuthorization: true,
      tryItOutEnabled: true
    } as object
  })
  await app.ready()
  return app
}

async function forward(library: FastifyInstance, request: PageRequest): Promise<PageAnswer> {
  const tag = request.headers['if-none-match']
  const headers = typeof tag === 'string' ? { 'if-none-match': tag } : {}
  const found = await library.inject({ method: 'GET', url: request.url, headers })
  if (found.statusCode >= 400) throw new HttpFailure('not_found', 'There is no such file here.')
  const passed = Object.entries(found.headers).filter(([name]) => PASSED_ON.includes(name))
  return {
    status: found.statusCode,
    headers: {
      ...Object.fromEntries(passed.map(([name, value]) => [name, String(value)])),
      'x-content-type-options': 'nosniff'
    },
    bytes: found.rawPayload
  }
}

/** The result of `make`, made at the first call; a failure is not kept. */
function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

/*
 * What the docs page does otherwise than its library: it shows every operation, also of a long
 * document and on paper, is authorized with the demo's credentials, starts without a filter, lists
 * the error keys, links to guides and rules, and sends no request before it has read the operation.
 * The functions below run in the browser and are sent as their own text, so they use each other and
 * nothing else of this module.
 */

/** A value of the page's library, whose parts are not typed. */
// biome-ignore lint/suspicious/noExplicitAny: the library has no types for its plugins.
type Part = any

interface TextLink {
  readonly url: string
  readonly title: string
}

/** The script of the page; `demo` is null where there is no demo, or its keys are refused. */
function docsScript(demo: DemoCredentials | null, texts: readonly TextLink[]): string {
  const changes = [
    foundBy,
    withoutFilters,
    withoutIdleScopes,
    authorizeDemo,
    operationsOf,
    executeOf,
    codeOf,
    markdownOf,
    errorKeysOf,
    textsOf
  ]
  const parts = [...changes, extendPage]
  const given = `${JSON.stringify(demo)}, ${JSON.stringify(texts)}`
  return `(() => {\n${parts.join('\n')}\nextendPage(window, ${given})\n})()`
}

/** Adds ours to the plugins of the page, which is made once it is loaded. */
function extendPage(page: Part, demo: DemoCredentials | null, texts: Part): void {
  const plugin = ({ React }: Part) => {
    const leanSpec = (update: Part) => (json: Part) =>
      update(withoutFilters(withoutIdleScopes(json)))
    return {
      fn: { opsFilter: foundBy },
      components: { operations: operationsOf(React), SyntaxHighlighter: codeOf(React) },
      wrapComponents: {
        execute: executeOf(React),
        Markdown: markdownOf(),
        Models: errorKeysOf(React),
        InfoContainer: textsOf(React, texts)
      },
      statePlugins: { spec: { wrapActions: { updateJsonSpec: leanSpec } } }
    }
  }
  const library = page.SwaggerUIBundle
  const extended = (config: Part) => {
    const onComplete = () => authorizeDemo(shown, demo)
    const shown = library({ ...config, onComplete, plugins: [...config.plugins, plugin] })
    return shown
  }
  page.SwaggerUIBundle = Object.assign(extended, library)
}

/** Fills in the demo's credentials, but for those that the visitor gave. */
function authorizeDemo(shown: Part, demo: DemoCredentials | null): void {
  const given = shown.getSystem().authSelectors.authorized()
  for (const [name, value] of Object.entries(demo ?? {})) {
    if (!given.has(name)) shown.preauthorizeApiKey(name, value)
  }
  if (demo !== null && !given.has('basic')) {
    shown.preauthorizeBasic('basic', demo.appId, demo.appToken)
  }
}

/** A document without the scopes that open none of its operations. */
function withoutIdleScopes(document: Part): Part {
  const flow = document.components?.securitySchemes?.oauth?.flows?.clientCredentials
  if (flow === undefined) return document
  const operations = Object.values(document.paths).flatMap((path: Part) => Object.values(path))
  const used = operations.flatMap(({ security = [] }: Part) =>
    security.flatMap(({ oauth = [] }: Part) => oauth)
  )
  const scopes = Object.entries(flow.scopes).filter(([scope]) => used.includes(scope))
  const { components } = document
  const { securitySchemes } = components
  const clientCredentials = { ...flow, scopes: Object.fromEntries(scopes) }
  const oauth = { ...securitySchemes.oauth, flows: { clientCredentials } }
  const own = { ...components, securitySchemes: { ...securitySchemes, oauth } }
  return { ...document, components: own }
}

/** The operations whose id, path, summary or tag has all words. */
function foundBy(tagged: Part, phrase: string): Part {
  const words = phrase.toLowerCase().split(/\s+/)
  const fits = (...texts: Part[]) => {
    const text = texts.join(' ').toLowerCase()
    return words.every(word => text.includes(word))
  }
  return tagged
    .map((block: Part, tag: Part) =>
      block.update('operations', (all: Part) =>
        all.filter((op: Part) => {
          const { operationId, summary } = op.get('operation').toObject()
          return fits(tag, op.get('path'), operationId, summary)
        })
      )
    )
    .filter((block: Part) => block.get('operations').size > 0)
}

/** What is proposed is sent: neither what narrows a list, nor a key that was used already. */
function withoutFilters(value: Part): Part {
  if (Array.isArray(value)) return value.map(withoutFilters)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(([key, each]) => [key, withoutFilters(each)])
  const copy = Object.fromEntries(inner)
  // The page may be open under another address than the public one, and may talk to that alone.
  if (copy.tokenUrl !== undefined) copy.tokenUrl = new URL(copy.tokenUrl, 'http://here').pathname
  const isProposed = copy.in === 'query' || copy.name === 'Idempotency-Key'
  if (!isProposed || copy.required === true || copy.schema === undefined) return copy
  const { example: _one, examples: _all, ...parameter } = copy
  const { example: _first, examples: _more, ...schema } = copy.schema
  return { ...parameter, schema }
}

/** The library leaves out what is not on the screen, which no search and no printer finds. */
function operationsOf({ createElement }: Part): Part {
  // An element that stays the same is not rendered again, and a page has a hundred of them.
  const made = new Map()
  return ({ specSelectors, getComponent, ...system }: Part) => {
    const Tag = getComponent('OperationTag')
    const Operation = getComponent('OperationContainer', true)
    const tags = specSelectors.taggedOperations().entrySeq().toArray()
    if (tags.length === 0) return createElement('h3', null, 'No operation fits the filter.')
    const blockOf = (tag: Part) => (op: Part) => {
      const [path, method] = [op.get('path'), op.get('method')]
      const key = `${tag} ${path} ${method}`
      const before = made.get(key)
      if (before?.op.equals(op)) return before.element
      const place = { key, specPath: op.get('specPath') }
      const element = createElement(Operation, { ...place, op, path, method, tag })
      made.set(key, { op, element })
      return element
    }
    const shown = tags.map(([tag, tagObj]: Part) => {
      const blocks = tagObj.get('operations').toArray().map(blockOf(tag))
      const given = { key: tag, tag, tagObj, getComponent, specUrl: specSelectors.url(), ...system }
      return createElement(
        Tag,
        given,
        createElement('div', { className: 'operation-tag-content' }, blocks)
      )
    })
    return createElement('div', null, shown)
  }
}

/**
 * The library shows its button before it has read the operation, which takes seconds in a long
 * document. Pressed then, it sent nothing and could never be pressed again.
 */
function executeOf({ createElement }: Part): Part {
  return (Execute: Part) => (props: Part) => {
    const isUnread = props.operation.size === 0
    return createElement(Execute, { ...props, disabled: props.disabled || isUnread })
  }
}

/** The library makes a component of each token, and an example of an answer has a thousand. */
function codeOf({ createElement }: Part): Part {
  const token = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d[\d.e+-]*|\b(?:true|false|null)\b/gi
  const kindOf = (text: string, colon: string | undefined) =>
    colon ? 'key' : text.startsWith('"') ? 'string' : 'value'
  return ({ children, className, language }: Part) => {
    const safe = String(children).replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const coloured = safe.replace(token, (all, text = all, colon) => {
      return `<span class="code-${kindOf(text, colon)}">${text}</span>${colon ?? ''}`
    })
    const __html = language === 'json' ? coloured : safe
    return createElement('pre', { className, dangerouslySetInnerHTML: { __html } })
  }
}

/** The same sentences stand at most operations: the library cleans each again wherever it stands. */
function markdownOf(): Part {
  const made = new Map()
  return (Markdown: Part) => (props: Part) => {
    const key = JSON.stringify([props.source, props.className])
    if (!made.has(key)) {
      let element = Markdown(props)
      while (typeof element?.type === 'function') element = element.type(element.props)
      made.set(key, element)
    }
    return made.get(key)
  }
}

function errorKeysOf({ createElement }: Part): Part {
  return (Schemas: Part, { getComponent, specSelectors }: Part) =>
    (props: Part) => {
      const place = ['components', 'schemas', 'ErrorAnswer', 'properties', 'key', 'description']
      const source = specSelectors.specJson().getIn(place)
      const section = createElement(
        'details',
        { className: 'error-keys' },
        createElement('summary', null, 'Error keys'),
        source && createElement(getComponent('Markdown', true), { source })
      )
      return createElement('div', null, section, createElement(Schemas, props))
    }
}

/** Links to the texts about the service, below what the document says of itself. */
function textsOf({ createElement }: Part, texts: Part): Part {
  const listed = texts.map(({ url, title }: Part) =>
    createElement('li', { key: url }, createElement('a', { href: url, target: '_blank' }, title))
  )
  const section = createElement(
    'nav',
    { className: 'texts', 'aria-label': 'Guides and rules' },
    createElement('h2', null, 'Guides and rules'),
    createElement('ul', null, listed)
  )
  return (Info: Part) => (props: Part) =>
    createElement('div', null, createElement(Info, props), section)
}

const DOCS_STYLE = `
.swagger-ui .opblock-body, .swagger-ui .renderedMarkdown { overflow-wrap: anywhere }
.swagger-ui .opblock-body pre { white-space: pre-wrap }
.swagger-ui .code-key { color: #fff }
.swagger-ui .code-string { color: #a2fca2 }
.swagger-ui .code-value { color: #fcc28c }
.swagger-ui .parameters-col_name { min-width: 16em }
.swagger-ui .response-col_links { min-width: 18em }
@media (max-width: 640px) {
  .swagger-ui .opblock-body table, .swagger-ui .opblock-body tbody, .swagger-ui .opblock-body tr,
  .swagger-ui .opblock-body td { display: block; width: auto; min-width: 0 }
}
.swagger-ui .texts { max-width: 1460px; margin: 0 auto 30px; font-family: sans-serif }
.swagger-ui .texts h2 { font-size: 18px }
.swagger-ui .texts ul { columns: 16em; margin: 0; padding: 0; list-style: none }
.swagger-ui .texts li { padding: 3px 0; font-size: 14px }
.swagger-ui .error-keys { margin: 30px 0; font-family: sans-serif; overflow-x: auto }
.swagger-ui .error-keys summary { font-size: 24px; font-weight: bold; cursor: pointer }
.swagger-ui .error-keys td, .swagger-ui .error-keys th {
  padding: 4px 12px 4px 0; text-align: left; vertical-align: top
}
`
