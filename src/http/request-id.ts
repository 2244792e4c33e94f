/**
 * The id of a request, which is in its answer, in the log, and on what the request caused.
 *
 * Spec: Decision 118.
 */
import type { IncomingHttpHeaders } from 'node:http'
import { freshHex } from '../ids.ts'

/** `v-` and 18 hex digits. */
export function newRequestId(): string {
  return `v-${freshHex(9)}`
}

/** The id that a caller gave to a request; undefined when there is none that is well formed. */
export function ownRequestId({ 'x-request-id': id }: IncomingHttpHeaders): string | undefined {
  return typeof id === 'string' && /^[\w.:/+=@-]{1,128}$/.test(id) ? id : undefined
}
