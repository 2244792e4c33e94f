/**
 * The headers by which browsers keep answers to what they are for: nobody guesses another type,
 * frames an answer, learns its url from a referrer, or finds it in a cache.
 *
 * Pages that are to be seen say a policy of their own in place of the strict one. Browsers are told
 * to insist on TLS only where PUBLIC_URL says that there is TLS, because the service has none.
 */
import type { FastifyInstance } from 'fastify'

/** Seconds for which a browser insists on TLS: a year. */
const TLS_SECONDS = 31_536_000

/** Gives every answer these headers, which a page may replace. */
export function guardAnswers(
  app: FastifyInstance,
  headers: Readonly<Record<string, string>>
): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}

/** The headers of every answer that does not say otherwise. */
export function guarding(publicUrl: string): Readonly<Record<string, string>> {
  const tls = { 'strict-transport-security': `max-age=${TLS_SECONDS}` }
  return {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    ...(publicUrl.startsWith('https:') ? tls : {})
  }
}
