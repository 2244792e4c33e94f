/**
 * Answers on the socket what is no HTTP request, or has more headers than are read. No handler and
 * no hook sees it, so the whole answer is written here, with the headers of every other one. Where
 * requests that came before it wait for their answers, these are all that is written: a client
 * would take an answer that overtakes them for the answer to its first.
 *
 * Spec: ApiError.
 */
import type { Socket } from 'node:net'
import type { HttpConnections } from './connections.ts'
import { answerTo, HttpFailure } from './errors.ts'

/** What the answer has beside its failure. */
export interface BrokenAnswer {
  readonly newId: () => string
  /** The headers of every answer. */
  readonly guards: Readonly<Record<string, string>>
  readonly connections: HttpConnections
}

/** Answers, and cuts; who hung up or did not send in time is only cut. */
export function answerBrokenRequest(
  error: Error & { code?: string },
  socket: Socket,
  { newId, guards, connections }: BrokenAnswer
): void {
  if (connections.endAnswered(socket)) return
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  if (error.code !== 'ECONNRESET' && socket.writable && !late) {
    const id = newId()
    const details =
      error.code === 'HPE_HEADER_OVERFLOW'
        ? 'The url and the headers together are too long.'
        : 'This is no HTTP request: its first line or one of its headers cannot be read.'
    const body = JSON.stringify(answerTo(new HttpFailure('invalid_headers', details), id).body)
    const headers = {
      ...guards,
      connection: 'close',
      'x-request-id': id,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body)
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 400 Bad Request\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroySoon()
}
