/**
 * Connections with the requests that were taken and wait for their answers. A client may send
 * requests ahead of their answers. All that were taken are carried out, so they are answered in
 * their order, also when what follows them is no request. Answers wait in memory until the client
 * reads them. So requests that are sent ahead are counted, and a connection is closed when nothing
 * of what waits to be written has moved for as long as a connection may be still; a client that
 * reads slowly moves it. Where nothing waits to be written the service is at work, and the
 * connection stays.
 * Spec:
 * openapi/behaviour/requests-and-errors.md#a-connection-is-closed-only-when-nothing-is-due-on-it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { limits } from './limits.ts'

type Response = ServerResponse<IncomingMessage>

export class HttpConnections {
  readonly #unanswered = new WeakMap<Socket, Set<Response>>()
  readonly #ending = new WeakSet<Socket>()

  add({ socket }: IncomingMessage, response: Response): void {
    const responses = this.#unanswered.get(socket) ?? new Set()
    this.#unanswered.set(socket, responses.add(response))
    // Nothing has moved on a connection whose turn it is to be answered.
    response.on('timeout', (still: Socket) => {
      if (still.writableLength > 0) still.destroy()
    })
    response.once('close', () => responses.delete(response))
  }

  /** Whether more requests of a connection wait for their answers than may. */
  isCrowded({ socket }: IncomingMessage): boolean {
    return (this.#unanswered.get(socket)?.size ?? 0) > limits.requestsOfConnection
  }

  /** Once the requests that were taken are answered; false: none waits for its answer. */
  endAnswered(socket: Socket): boolean {
    if (socket.destroyed) return false
    if (this.#ending.has(socket)) return true
    // The last that came whole, so that it is carried out, or that is being answered.
    const last = [...(this.#unanswered.get(socket) ?? [])].findLast(
      ({ req, headersSent }) => req.complete || headersSent
    )
    if (last === undefined) return false
    this.#ending.add(socket)
    // Where its headers have not left, they say that it is the last.
    last.shouldKeepAlive = false
    last.once('close', () => socket.destroySoon())
    return true
  }
}
