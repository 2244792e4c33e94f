/**
 * What pages of other origins may read: the documents anybody's pages, everything else those whose
 * origin the operator named; and the answers to OPTIONS, by which browsers ask before they send.
 * Callers prove themselves by headers, never by cookies, so a page can do no more than the keys it
 * was given. Without a named origin no request is looked at.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RATE_HEADERS } from './overload.ts'
import { FAULT_HEADER, PREFERENCE_APPLIED } from './planned-faults.ts'

/** Seconds a browser may keep what it was told. */
const KEPT_SECONDS = 600

export const forAnybody: Readonly<Record<string, string>> = { 'access-control-allow-origin': '*' }

/** What scripts may read beside the few headers that they always may. */
const READABLE = [
  ...['Allow', 'Content-Disposition', 'ETag', 'Idempotent-Replayed', 'Location'],
  ...[PREFERENCE_APPLIED, 'Retry-After', 'WWW-Authenticate'],
  ...RATE_HEADERS,
  ...['X-Request-Id', FAULT_HEADER]
].join(', ')

/** Lets pages of the named origins read every answer, refusals too. Before any other gate. */
export function admitOrigins(app: FastifyInstance, named: readonly string[]): void {
  if (named.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    reply.header('vary', 'Origin')
    if (origin !== undefined && named.includes(origin)) {
      reply.header('access-control-allow-origin', origin)
      reply.header('access-control-expose-headers', READABLE)
    }
    done()
  })
}

export function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
}

/** What the url can do, in the words of a browser for a page that may; `allow`: the methods. */
export function answerOptions(
  request: FastifyRequest,
  reply: FastifyReply,
  { allow, anyOrigin }: { readonly allow: string; readonly anyOrigin: boolean }
): FastifyReply {
  reply.code(204).header('allow', allow)
  if (anyOrigin) reply.headers(forAnybody)
  if (isPreflight(request) && reply.hasHeader('access-control-allow-origin')) {
    const asked = request.headers['access-control-request-headers']
    reply.header('access-control-allow-methods', allow)
    reply.header('access-control-max-age', String(KEPT_SECONDS))
    if (asked !== undefined) reply.header('access-control-allow-headers', asked)
  }
  return reply.send()
}
