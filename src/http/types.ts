/**
 * The contract as types: the request and the answers of each operation, read from the generated
 * declarations. Handlers that miss an operation, leave out a required field or read an undeclared
 * query parameter do not compile. Handlers do not see the web framework: a request is four plain
 * values, an answer is a status and bytes. The bytes are rendered inside the unit of work, before
 * its commit.
 */
import type { FastifyRequest } from 'fastify'
import type { operations as Provisioning } from '../../generated/provisioning.d.ts'
import type { operations as InSandbox } from '../../generated/sandbox.d.ts'
import type { operations as Service } from '../../generated/service.d.ts'
import type { Instant, KeyPair, Project, Receipt } from '../model.ts'
import type { Sandbox } from '../sandbox.ts'
import type { Session } from '../storage/engine/session.ts'
import type { ReadonlyDeep } from './wire.ts'

type Operations = Service & Provisioning & InSandbox
export type OperationId = Extract<keyof Operations, string>

export type SandboxOperationId = Extract<keyof InSandbox, string>

/** Operations of the documents that every service has. */
export type ProjectOperationId = Exclude<OperationId, SandboxOperationId>

/**
 * Operations that answer without credentials (`security` with `{}`). They are listed so that the
 * compiler tells their handlers; `mount` refuses to start when a document opens another.
 */
export const openOperations = ['getMetadataSchema'] as const

/** That credentials are good, which the unit of the request confirms in its own snapshot. */
export interface Proof {
  readonly confirmed: boolean
  /** @throws {HttpFailure} when the credentials ended meanwhile; nothing was written. */
  confirm(session: Session): Promise<void>
  /** The same in a unit of its own, for what is answered without one. */
  confirmAlone(): Promise<void>
}

/** The caller, proven by credentials. */
export interface Caller {
  readonly proof: Proof
  readonly project: Project
  /** The pair that was sent; with a bearer alone, the pair that issued the token. */
  readonly key: KeyPair
  /** The `channel_id` of records that this request causes: the X-App-Id of `key`. */
  readonly channelId: string
  readonly requestId: string
  /** True: management credentials were sent. */
  readonly management: boolean
  /** The scopes of the bearer token; null when none was sent. */
  readonly scopes: readonly string[] | null
  /** The key under which the request is carried out once; absent: none was sent. */
  readonly once?: RequestKey
  /** The time and the chance that the project is given; absent: it has those of the machine. */
  readonly sandbox?: Sandbox
}

/** An idempotency key: what the answer of its one request is stored under, and is found by. */
export interface RequestKey extends Pick<Receipt, 'projectId' | 'id'> {
  /** To be called by the unit of the request. @throws when the request has another unit. */
  begin(): void
  /** The answer as a repetition gets it. @throws {HttpFailure} when there is none for it. */
  recall<Id extends OperationId>(receipt: Receipt): ReadyAnswer<Id>
  receipt(answer: ReadyAnswer<OperationId>, now: Instant): Receipt
}

/** A caller without a project: of an open operation, or with the key of the sandbox. */
export interface Anonymous {
  readonly project: null
  readonly requestId: string
}

/** The groups of parameters and the body of one operation, and its answers, as generated. */
type ParametersIn<Op, In extends 'path' | 'query'> = Op extends {
  readonly parameters: { readonly [Name in In]?: infer Found }
}
  ? [NonNullable<Found>] extends [never]
    ? Readonly<Record<never, never>>
    : Readonly<NonNullable<Found>>
  : never

export type PathOf<Op> = ParametersIn<Op, 'path'>

/** Query parameters of a generated operation; those with a default are filled in all the same. */
export type QueryOf<Op> = ParametersIn<Op, 'query'>

/** The body of a generated operation: undefined is part of it only where none is required. */
export type BodyOf<Op> = Op extends { readonly requestBody: { readonly content: infer Content } }
  ? Content[keyof Content]
  : Op extends { readonly requestBody?: { readonly content: infer Content } }
    ? Content[keyof Content] | undefined
    : undefined

/** `{ status, body }` for every status a generated operation declares; no body on a 204. */
export type OutcomeOf<Op> = Op extends { readonly responses: infer Responses }
  ? {
      [Status in keyof Responses & number]: Responses[Status] extends {
        readonly content: { readonly 'application/json': infer Body }
      }
        ? { readonly status: Status; readonly body: ReadonlyDeep<Body> }
        : { readonly status: Status; readonly body?: never }
    }[keyof Responses & number]
  : never

/** The request of one operation: everything in it fits the document. */
export interface Request<Id extends OperationId> {
  readonly params: PathOf<Operations[Id]>
  readonly query: QueryOf<Operations[Id]>
  readonly body: BodyOf<Operations[Id]>
  readonly caller: Id extends SandboxOperationId
    ? Anonymous
    : Id extends (typeof openOperations)[number]
      ? Caller | Anonymous
      : Caller
  /** Names in lower case; declared ones fit their schema. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

export type Outcome<Id extends OperationId> = OutcomeOf<Operations[Id]>

declare const answersTo: unique symbol

/** An answer ready to be sent: `bytes` is JSON text, or empty on a 204. */
export interface ReadyAnswer<Id extends OperationId> {
  readonly status: number
  readonly bytes: string
  /** Beside content type, length and X-Request-Id, which are set for every answer. */
  readonly headers?: Readonly<Record<string, string>>
  /** Never present: keeps the answer of one operation from being taken for another's. */
  readonly [answersTo]?: Id
}

export type Handler<Id extends OperationId> = (request: Request<Id>) => Promise<ReadyAnswer<Id>>

/** An outcome as bytes; `render<'getCustomer'>({ status: 200, body })`. */
export function render<Id extends OperationId>(
  outcome: Outcome<Id>,
  headers?: Readonly<Record<string, string>>
): ReadyAnswer<Id> {
  const { status, body } = outcome as { status: number; body?: unknown }
  const bytes = body === undefined ? '' : JSON.stringify(body)
  return headers === undefined ? { status, bytes } : { status, bytes, headers }
}

type MethodsOf<Handler> = Handler extends object ? Extract<keyof Handler, string> : never

/** Names that more than one handler of the list has. */
type Repeated<Handlers extends readonly unknown[]> = Handlers extends readonly [
  infer First,
  ...infer Rest
]
  ? (MethodsOf<First> & MethodsOf<Rest[number]>) | Repeated<Rest>
  : never

/** The mistakes of a list of handlers, as sentences that the compiler prints; never for none. */
export type Gaps<Handlers extends readonly unknown[], Ids extends string = ProjectOperationId> =
  | `no handler for ${Exclude<Ids, MethodsOf<Handlers[number]>>}`
  | `two handlers for ${Repeated<Handlers>}`
  | `${Exclude<MethodsOf<Handlers[number]>, Ids>} is no operation of any document`

/**
 * The list itself when it handles every operation exactly once and nothing else; otherwise a type
 * that no value fits and that names the gap: `list satisfies ExactlyOnce<typeof list>`.
 */
export type ExactlyOnce<
  Handlers extends readonly unknown[],
  Ids extends string = ProjectOperationId
> = [Gaps<Handlers, Ids>] extends [never] ? Handlers : Gaps<Handlers, Ids>

/** A GET outside the documents: health, the documents themselves, the docs page, assets, files. */
export interface ServedPage {
  /** As a route: `/health/live`, `/assets/:id`. */
  readonly url: string
  /** Whether pages of any origin may read it; false unless said. */
  readonly anyOrigin?: boolean
  answer(request: PageRequest): Promise<PageAnswer> | PageAnswer
}

export type PageRequest = FastifyRequest<{
  Params: Readonly<Record<string, string>>
  Querystring: Readonly<Record<string, string | readonly string[] | undefined>>
}>

export interface DemoCredentials {
  readonly appId: string
  readonly appToken: string
  readonly managementId: string
  readonly managementToken: string
  /** The url of the page of one of its customers. */
  readonly customerPage: string
}

/** `content-type` is among the headers wherever there are bytes. */
export interface PageAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Parts are sent as they come, so that a large file is never whole in memory. */
  readonly bytes: string | Uint8Array | AsyncIterable<Uint8Array>
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the credentials gate, before any handler runs. */
    caller: Caller | Anonymous
  }
  interface FastifyContextConfig {
    /** Of the document the route comes from; absent on routes outside the documents. */
    operationId?: string
    document?: string
    anyOrigin?: boolean
    /** Of a route that is there only to be refused. */
    unserved?: boolean
  }
}
