/**
 * Faults that a test has planned for a project of the sandbox, as its requests meet them: answers
 * that refuse, connections that are closed, bodies that come slowly.
 *
 * A request meets its fault when it has passed every gate. Whatever it is answered then, a refusal
 * of its handler too, is brought to the client as the fault says, so this is the last thing that
 * looks at an answer. A closed connection has no answer, and is told by its line in the log.
 *
 * Spec: SandboxFault.
 */
import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as pass } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import type { Fault } from '../decisions/sandboxes/faults.ts'
import type { Operation } from './document.ts'
import { nameApart } from './request-id.ts'
import type { Caller, OperationId, ReadyAnswer } from './types.ts'

/** Names the kind of the fault, on every answer that meets one. */
export const FAULT_HEADER = 'X-Sandbox-Fault'

/** What a slow body is cut into, at most. */
const PIECES = 10

/** The status of an answer that nobody sees; all operations have it. */
const UNSEEN = 503

/** The faults of requests that are not answered yet. */
const met = new WeakMap<FastifyRequest, Fault>()

/** What the line of a request says of its fault, and of an answer that never began. */
export function faultIn(request: FastifyRequest, { raw }: FastifyReply) {
  const fault = met.get(request)?.kind
  const isUnanswered = raw.destroyed && !raw.headersSent
  return { ...(fault && { fault }), ...(isUnanswered && { status: null }) }
}

export interface FaultParts {
  /** What the document shows for a status of an operation. */
  readonly shown: (
    operation: Operation,
    status: number,
    requestId: string
  ) => ReadyAnswer<OperationId>
  /** Told of each request whose connection was closed before its answer had left, once. */
  readonly onCut: (request: FastifyRequest, reply: FastifyReply) => void
  /** Nobody is kept waiting any longer. */
  readonly stopped: AbortSignal
}

/** The planned faults of all projects. */
export class PlannedFaults {
  readonly #parts: FaultParts

  constructor(parts: FaultParts) {
    this.#parts = parts
  }

  /**
   * Looks up the fault of a request. The answer is what takes the place of carrying it out; null:
   * it is carried out.
   */
  answerTo(
    operation: Operation,
    sandbox: NonNullable<Caller['sandbox']>,
    request: FastifyRequest,
    reply: FastifyReply
  ): ReadyAnswer<OperationId> | null {
    const fault = sandbox.nextFault(operation.id)
    if (fault === null) return null
    met.set(request, fault)
    if (fault.kind !== 'STATUS' && fault.kind !== 'CUT') return null
    nameApart(sandbox, request, reply)
    return this.#parts.shown(operation, fault.status ?? UNSEEN, request.id)
  }

  /** Brings each answer to its client as its fault says. To be the last hook of its kind. */
  readonly deliver: onSendHookHandler = (request, reply, payload, done) => {
    this.#watch(request, reply)
    const fault = met.get(request)
    if (fault === undefined) {
      done(null, payload)
      return
    }
    reply.header(FAULT_HEADER.toLowerCase(), fault.kind)
    const body = Buffer.from(typeof payload === 'string' ? payload : '')
    const { kind, ms } = fault
    if (kind === 'CUT_AFTER_BODY') closeAfter(reply)
    if (kind === 'STATUS' || kind === 'CUT_AFTER_BODY') done(null, payload)
    else if (ms === null) this.#cut(reply, kind === 'CUT_IN_BODY' ? body : null)
    else if (body.length === 0) void this.#wait(ms).then(() => done(null, payload))
    else done(null, this.#slowly(reply, body, ms))
  }

  /** Tells of a connection that is closed by now, or will be while the answer leaves. */
  #watch(request: FastifyRequest, reply: FastifyReply): void {
    const { raw } = reply
    const tell = () => {
      if (!raw.writableFinished) this.#parts.onCut(request, reply)
    }
    if (raw.destroyed) tell()
    else raw.once('close', tell)
  }

  /** Closes the connection, after half of a body where there is one. */
  #cut(reply: FastifyReply, body: Buffer | null): void {
    const { raw } = reply.hijack()
    const close = () => raw.destroy()
    if (body === null || body.length === 0) {
      close()
      return
    }
    const headers = { ...reply.getHeaders(), 'content-length': body.length }
    raw.writeHead(reply.statusCode, headers as OutgoingHttpHeaders)
    raw.write(body.subarray(0, body.length / 2), close)
  }

  #slowly(reply: FastifyReply, body: Buffer, ms: number): Readable {
    reply.header('content-length', body.length)
    const size = Math.ceil(body.length / PIECES)
    const count = Math.ceil(body.length / size)
    const wait = () => this.#wait(ms / Math.max(1, count - 1))
    const pieces = async function* () {
      for (let at = 0; at < body.length; at += size) {
        if (at > 0) await wait()
        yield body.subarray(at, at + size)
      }
    }
    return Readable.from(pieces(), { objectMode: false })
  }

  /** Ends early when the service stops. */
  async #wait(ms: number): Promise<void> {
    await pass(ms, undefined, { signal: this.#parts.stopped }).catch(() => undefined)
  }
}

/** Closes the connection when the answer has left; it does not say that there is no other one. */
function closeAfter({ raw }: FastifyReply): void {
  // When an answer has ended, it is taken off its connection.
  const { socket } = raw
  raw.once('finish', () => socket?.destroy())
}
