/**
 * The routes outside the documents: the docs page, the documents themselves, what supervisors ask,
 * and the pages that the parts of the service bring along.
 */
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type BesideDocuments, docsPages, type PublishedDocument } from './docs-page.ts'
import type { Readiness } from './overload.ts'
import type { DemoCredentials, PageAnswer, PageRequest, ServedPage } from './types.ts'

/** What supervisors ask every few seconds, without a line in the log. */
const PROBES = '/health/'

interface OutsidePages {
  readonly documents: readonly PublishedDocument[]
  readonly beside: BesideDocuments
  readonly pages: readonly ServedPage[]
  readonly readiness: Readiness
  /** The demo's credentials where they are accepted; null: they are not. */
  readonly demo: () => Promise<DemoCredentials | null>
  /** What runs, for the first page; null: nobody is to know. */
  readonly running: string | null
}

export function addPages(app: FastifyInstance, parts: OutsidePages): void {
  const { documents, beside, pages, readiness, demo } = parts
  const all: readonly ServedPage[] = [
    { url: '/', answer: ({ id }) => front(parts, id) },
    { url: `${PROBES}live`, answer: () => live },
    { url: `${PROBES}ready`, answer: ({ id }) => readiness.page(id) },
    ...docsPages(documents, beside, demo),
    ...pages
  ]
  for (const { url, anyOrigin = false, answer } of all) {
    app.get(url, { config: { anyOrigin } }, async (request, reply) => {
      const { status, headers, bytes } = await answer(request as PageRequest)
      reply.code(status).headers(headers)
      if (typeof bytes === 'object' && Symbol.asyncIterator in bytes) {
        return reply.send(Readable.from(request.method === 'HEAD' ? [] : bytes))
      }
      return bytes.length === 0 ? reply.send() : reply.send(bytes)
    })
  }
}

export function isProbe({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.url?.startsWith(PROBES) === true
}

/** Asked by a person, seldom: its parts are loaded when somebody comes. */
async function front(
  { documents, beside, readiness, demo, running }: OutsidePages,
  requestId: string
): Promise<PageAnswer> {
  const [{ frontPage }, { PAGE_HEADERS }] = await Promise.all([
    import('./front-page.ts'),
    import('./page-style.ts')
  ])
  // As a supervisor's question does, which nobody else may cause for nothing.
  const isReady = async () => (await readiness.page(requestId)).status === 200
  const bytes = await frontPage({
    documents,
    texts: beside.texts,
    customerPage: (await demo())?.customerPage ?? null,
    running: running && `${running}, ${(await isReady()) ? 'ready' : 'not ready'}`
  })
  return { status: 200, headers: { ...PAGE_HEADERS, 'cache-control': 'no-store' }, bytes }
}

const live = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  bytes: '{"status":"live"}'
}
