/**
 * The id of a request, which is in its answer, in the log, and on what the request caused.
 */
import { hash } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { freshHex } from '../ids.ts'
import type { Sandbox } from '../sandbox.ts'

/** `v-` and 18 hex digits. */
export function newRequestId(): string {
  return `v-${freshHex(9)}`
}

/**
 * The same of what is asked for, so that it is the same each time: for requests to a service with a
 * sandbox that belong to none of its projects, such as those for a page.
 */
export function requestIdByName(request: Pick<IncomingMessage, 'method' | 'url'> = {}): string {
  return `v-${hash('sha256', `${request.method} ${request.url}`, 'hex').slice(0, 18)}`
}

/** The id that a caller gave to a request; undefined when there is none that is well formed. */
export function ownRequestId({ 'x-request-id': id }: IncomingHttpHeaders): string | undefined {
  return typeof id === 'string' && /^[\w.:/+=@-]{1,128}$/.test(id) ? id : undefined
}

/**
 * Calls a request of the sandbox something that is no part of the course of its project, because
 * nothing of it is carried out. One that brings an id keeps it.
 */
export function nameApart(sandbox: Sandbox, request: FastifyRequest, reply: FastifyReply): void {
  if (ownRequestId(request.headers) !== undefined) return
  request.id = sandbox.nameApart(request.id)
  reply.header('x-request-id', request.id)
}
