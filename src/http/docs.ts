/**
 * The documents and the texts beside them as files, and the page on which to read and try them.
 *
 * Everything comes from this server: no font, script or picture is loaded from elsewhere, and the
 * page's content policy forbids it. The library of the page takes longer to load than the rest of
 * the service takes to start, so its first visitor loads it, in an application of its own: its
 * routes and headers never mix with ours.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import fastify, { type FastifyInstance } from 'fastify'
import { forAnybody } from './cross-origin.ts'
import { DOCS_STYLE, docsScript, type TextLink } from './docs-script.ts'
import { HttpFailure } from './errors.ts'
import type { DemoCredentials, PageAnswer, PageRequest, ServedPage } from './types.ts'

/** Absolute paths of files, by url, which ends like the file. */
export type PublishedFiles = Readonly<Record<`/${string}.${'json' | 'yaml' | 'md'}`, string>>

/** One document as files. */
export interface PublishedDocument {
  /** The name in the list on the page. */
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

/** What is published beside the documents. */
export interface BesideDocuments {
  readonly journeys: PublishedFiles
  /** Texts in Markdown, below `/docs/`, which the page links to. */
  readonly texts: PublishedFiles
}

/**
 * The documents' files and those beside them, which are read on request, and the page. `demo` is
 * asked by its first visitor for the credentials to say.
 */
export function docsPages(
  documents: readonly PublishedDocument[],
  { journeys, texts }: BesideDocuments,
  demo: () => Promise<DemoCredentials | null>
): readonly ServedPage[] {
  const files = [...documents.map(each => each.files), journeys, texts].flatMap(each =>
    Object.entries(each).map(([url, file]) => filePage(url, file))
  )
  const library = once(async () =>
    pageLibrary(documents, docsScript(await demo(), await linksTo(texts)))
  )
  const answer = async (request: PageRequest) => forward(await library(), request)
  return [...files, ...['/docs', '/docs/', '/docs/static/*'].map(url => ({ url, answer }))]
}

/** Each text with its title, which is its first line. */
async function linksTo(texts: PublishedFiles): Promise<readonly TextLink[]> {
  const links = Object.entries(texts).map(async ([url, file]) => {
    const [first = ''] = (await readFile(file, 'utf8')).split('\n', 1)
    return { url, title: first.replace(/^# /, '') }
  })
  return Promise.all(links)
}

/** By the end of a url. Browsers show plain text, and save Markdown as a file. */
const TYPES = {
  json: 'application/json',
  yaml: 'application/yaml',
  md: 'text/plain'
} as const

/** A file that callers may keep while they revalidate it. */
function filePage(url: string, file: string): ServedPage {
  const type = TYPES[url.slice(url.lastIndexOf('.') + 1) as keyof typeof TYPES]
  const content = once(async () => {
    // Bytes and no text: of a text each answer would have a copy until it is read.
    const bytes = await readFile(file)
    return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url')}"` }
  })
  return {
    url,
    anyOrigin: true,
    answer: async request => {
      const { bytes, etag } = await content()
      const headers = {
        ...forAnybody,
        'content-type': `${type}; charset=utf-8`,
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

/** The page's application; it does not listen. */
async function pageLibrary(
  documents: readonly PublishedDocument[],
  script: string
): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui')
  ])
  const app = fastify({ exposeHeadRoutes: false })
  const mark = Buffer.from(MARK)
  // The page loads the documents by their urls; the library needs one all the same.
  app.register(swagger, {
    mode: 'static',
    specification: { document: { openapi: '3.1.0', info: { title: '', version: '' }, paths: {} } }
  })
  app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: CONTENT_POLICY,
    logo: { type: 'image/svg+xml', content: mark, href: '/docs', target: '_self' },
    theme: {
      title: 'Tessera API',
      css: [{ filename: 'docs.css', content: DOCS_STYLE }],
      js: [{ filename: 'docs.js', content: script }],
      favicon: [
        {
          filename: 'favicon.svg',
          rel: 'icon',
          sizes: 'any',
          type: 'image/svg+xml',
          content: mark
        }
      ]
    },
    uiConfig: {
      urls: documents.map(({ title, files }) => ({ name: title, url: Object.keys(files)[0] })),
      docExpansion: 'list',
      filter: true,
      defaultModelsExpandDepth: 0,
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
