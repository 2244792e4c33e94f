/**
 * Connections with the requests that were taken and wait for their answers.
 *
 * A client may send requests ahead of their answers. All that were taken are carried out, so they
 * are answered in their order, also when what follows them is no request.
 *
 * Spec: Decision 280.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Response = ServerResponse<IncomingMessage>

/** The connections of one process. */
export class Connections {
  readonly #unanswered = new WeakMap<Socket, Set<Response>>()
  readonly #ending = new WeakSet<Socket>()

  /** Counts a request until its answer has left. */
  add({ socket }: IncomingMessage, response: Response): void {
    const responses = this.#unanswered.get(socket) ?? new Set()
    this.#unanswered.set(socket, responses.add(response))
    response.once('close', () => responses.delete(response))
  }

  /**
   * Closes a connection on which no more requests can be read, once those that were taken are
   * answered; false: none waits for its answer.
   */
  endAnswered(socket: Socket): boolean {
    if (socket.destroyed) return false
    if (this.#ending.has(socket)) return true
    const last = [...(this.#unanswered.get(socket) ?? [])].findLast(wasTaken)
    if (last === undefined) return false
    this.#ending.add(socket)
    // Where its headers have not left, they say that it is the last.
    last.shouldKeepAlive = false
    last.once('close', () => socket.destroySoon())
    return true
  }
}

/** Whether the whole request is there, so that it is carried out; or it is being answered. */
function wasTaken({ req, headersSent }: Response): boolean {
  return req.complete || headersSent
}
