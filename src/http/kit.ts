/**
 * What most members of handlers are made of: each says what is its own, and the rest is here. A
 * member is declared under its operationId, which gives it its types: `getCategory: read((session,
 * { params }) => categoryNamed(session, params.categoryId), viewCategory)`. A member that needs
 * more is written as a method that calls the shell itself.
 * Spec: openapi/behaviour/requests-and-errors.md#success-is-200-202-or-204.
 */
import type { Decision, Occasion } from '../decisions/changes.ts'
import { invalidPayload, notFound, quote, Refused } from '../decisions/refusals.ts'
import { sameJson } from '../decisions/updates.ts'
import type { AsyncAction } from '../model.ts'
import type { LoadFacts } from '../shell.ts'
import type { Session } from '../storage/engine/session.ts'
import type { Linking } from './links.ts'
import type { HttpShell } from './shell.ts'
import type { Caller, Handler, OperationId, Outcome, Request } from './types.ts'
import { viewAsyncActionAccepted } from './wire/async-actions.ts'

/** Entries of a page when the caller names no limit. */
export const LIMIT_DEFAULT = 10

/** The handlers of a tag, each under its operationId: an object that `satisfies Handlers`. */
export type Handlers = { readonly [Id in OperationId]?: Handler<Id> }

export type Page = ReturnType<typeof pageOf>

interface ListQuery {
  readonly limit?: number | undefined
  readonly page?: number | undefined
  readonly order?: string
}

/** Which stretch `limit` (1..100) and `page` (from 1) select. */
export function pageOf({ limit, page }: ListQuery, limitDefault = LIMIT_DEFAULT) {
  const entries = limit ?? limitDefault
  return { limit: entries, offset: ((page ?? 1) - 1) * entries }
}

/** Operations that have this among their answers, of callers whom the gate has let in. */
type Answering<Status extends number> = {
  [Id in OperationId]: Request<Id>['caller'] extends Caller
    ? Extract<Outcome<Id>, { readonly status: Status }> extends never
      ? never
      : Id
    : never
}[OperationId]

type Body<Id extends OperationId> = Extract<Outcome<Id>, { readonly status: 200 }>['body']

type View<Id extends OperationId, Result> = (result: Result, request: Request<Id>) => Body<Id>

/** A unit of work by its parts, all of them pure but what `load` returns. */
interface Unit<Id extends OperationId, Command, Facts, Result> {
  /** Absent: path and body are all there is to know. */
  readonly command?: (request: Request<Id>) => Command
  readonly load: (command: Command, request: Request<Id>) => LoadFacts<Facts>
  readonly decide: (
    facts: Facts,
    command: Command,
    occasion: Occasion,
    request: Request<Id>
  ) => Decision<Result>
  readonly view: View<Id, Result>
  /**
   * For an update, whose answer may be sent back: properties that it takes only as they are stored,
   * beside those that never change anywhere.
   */
  readonly unchanging?: readonly string[]
}

const UNCHANGING = ['id', 'object', 'type', 'created_at']

export type Loaded<Load extends (...given: never) => LoadFacts<unknown>> = Awaited<
  ReturnType<ReturnType<Load>>
>

type OrderOf<Id extends OperationId> = Request<Id>['query'] extends { readonly order?: infer Order }
  ? NonNullable<Order>
  : never

export type Kit = ReturnType<typeof kitOf>

export function kitOf(shell: HttpShell) {
  const unitBy =
    (carryOut: 'settle' | 'ask') =>
    <Id extends Answering<200>, Command, Facts, Result>({
      command,
      load,
      decide,
      view,
      unchanging
    }: Unit<Id, Command, Facts, Result>): Handler<Id> =>
    async request => {
      const given = command?.(request) as Command
      return shell[carryOut]<Id, Facts, Result>(callerOf(request), {
        load: load(given, request),
        decide: (facts, occasion) => decide(facts, given, occasion, request),
        view: result => {
          const shown = view(result, request)
          if (unchanging !== undefined) refuseChanged(request.body, shown, unchanging)
          return ok<Id>(shown)
        }
      })
    }

  return {
    shell,

    write: unitBy('settle'),

    /** Loads and decides, and writes nothing. */
    ask: unitBy('ask'),

    /** Decides that something ends, and answers with nothing. */
    remove<Id extends Answering<204>, Facts>(
      load: (request: Request<Id>) => LoadFacts<Facts>,
      decide: (facts: Facts, occasion: Occasion, request: Request<Id>) => Decision<unknown>
    ): Handler<Id> {
      return async request =>
        shell.settle<Id, Facts, unknown>(callerOf(request), {
          load: load(request),
          decide: (facts, occasion) => decide(facts, occasion, request),
          view: () => ({ status: 204 }) as Outcome<Id>
        })
    },

    /** Accepts work for later, which is judged by nothing but the command. */
    queue<Id extends Answering<202>, Command>(
      command: (request: Request<Id>) => Command | Promise<Command>,
      decide: (command: Command, occasion: Occasion) => Decision<AsyncAction>
    ): Handler<Id> {
      return async request => {
        const given = await command(request)
        return shell.settle<Id, null, AsyncAction>(callerOf(request), {
          load: async () => null,
          decide: (_, occasion) => decide(given, occasion),
          view: action => ({ status: 202, body: viewAsyncActionAccepted(action) }) as Outcome<Id>
        })
      }
    },

    /** Reads in one snapshot. */
    read<Id extends Answering<200>, Facts>(
      load: (session: Session, request: Request<Id>) => Promise<Facts>,
      view: View<Id, Facts>
    ): Handler<Id> {
      return async request =>
        shell.read<Id, Facts>(
          callerOf(request),
          session => load(session, request),
          facts => ok<Id>(view(facts, request))
        )
    },

    /** Reads a page, in the order that the query names or the newest first. */
    list<Id extends Answering<200>, Found>(
      load: (
        session: Session,
        order: OrderOf<Id>,
        page: Page,
        request: Request<Id>
      ) => Promise<Found>,
      view: View<Id, Found>
    ): Handler<Id> {
      return async request => {
        const query = request.query as ListQuery
        const { order = '-created_at' } = query
        return shell.read<Id, Found>(
          callerOf(request),
          session => load(session, order as never, pageOf(query), request),
          found => ok<Id>(view(found, request))
        )
      }
    },

    linked<Result, Shown>(view: (result: Result, linking: Linking) => Shown) {
      return (result: Result, { caller }: { readonly caller: Caller }): Shown =>
        view(result, shell.linking(caller))
    }
  }
}

/**
 * @throws {Refused} for the first property that would have to change and never does.
 * Spec: openapi/behaviour/requests-and-errors.md#what-was-answered-may-be-sent-back.
 */
function refuseChanged(sent: unknown, shown: unknown, unchanging: readonly string[]): void {
  for (const path of [...UNCHANGING, ...unchanging]) {
    const names = path.split('.')
    const [given, stored] = [sent, shown].map(value =>
      names.reduce<unknown>((at, name) => (at as Record<string, unknown> | null)?.[name], value)
    )
    if (given === undefined || sameJson(given, stored)) continue
    const said = stored === undefined ? 'there is none' : `it is ${quote(JSON.stringify(stored))}`
    const message = `${said}, which is not changed here; leave it out`
    throw new Refused(invalidPayload(path, message))
  }
}

/** A load of what one name of the path leads to: `read(at('rewardId', rewards.named), viewReward)`. */
export function at<Name extends string, Found>(
  name: Name,
  load: (session: Session, id: string) => Found
) {
  return (session: Session, { params }: OfPath<Name>) => load(session, params[name])
}

/** The same for a unit: `load: loadAt('rewardId', rewards.named)`. */
export function loadAt<Name extends string, Found>(
  name: Name,
  load: (session: Session, id: string) => Found
) {
  return (_: unknown, { params }: OfPath<Name>) =>
    (session: Session) =>
      load(session, params[name])
}

/** The same for a list: `list(within('rewardId', assignmentsOfRewardPage), …)`. */
export function within<Name extends string, Order, Found>(
  name: Name,
  load: (session: Session, id: string, order: Order, page: Page) => Found
) {
  return (session: Session, order: Order, page: Page, { params }: OfPath<Name>) =>
    load(session, params[name], order, page)
}

interface OfPath<Name extends string> {
  readonly params: { readonly [Key in Name]: string }
}

/** Operations whose path names a project. */
type OfProject = {
  [Id in OperationId]: 'projectId' extends keyof Request<Id>['params'] ? Id : never
}[OperationId]

/**
 * Handlers of operations on the project that the path names.
 * @throws {Refused} for another project than the caller's, as for one that does not exist.
 */
export function ofOwnProject<Id extends OfProject>(
  handlers: {
    readonly [Each in Id]: Handler<Each>
  }
) {
  const own = Object.entries<Handler<OfProject>>(handlers).map(([id, handle]) => {
    const guarded: Handler<OfProject> = async request => {
      const { projectId } = request.params
      if (projectId === callerOf(request).project.id) return handle(request)
      throw new Refused(notFound('project', projectId))
    }
    return [id, guarded]
  })
  return Object.fromEntries(own) as typeof handlers
}

function ok<Id extends OperationId>(body: Body<Id>): Outcome<Id> {
  return { status: 200, body } as Outcome<Id>
}

function callerOf<Id extends OperationId>({ caller }: Request<Id>): Caller {
  return caller as Caller
}
