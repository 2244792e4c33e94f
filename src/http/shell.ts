/**
 * The shell for handlers: units of work whose result becomes the answer of their operation. A
 * handler says what to load, what to decide and how to show the result; this class renders the
 * answer's bytes inside the unit. The shell below it knows no HTTP. A request with an idempotency
 * key has one unit, whichever of these it calls, and its answer is stored with what the unit wrote.
 */
import type { Decision, Moment, Occasion } from '../decisions/changes.ts'
import { Refused } from '../decisions/refusals.ts'
import type { IdSource } from '../ids.ts'
import type { Instant, Project } from '../model.ts'
import { dayAt } from '../rules/validity.ts'
import type { Secrets } from '../sandbox.ts'
import { newClientId, newSecret } from '../secrets.ts'
import type { Limits, Once, Origin, Shell, UnitOfWork } from '../shell.ts'
import type { Session } from '../storage/engine/session.ts'
import { answerTo } from './errors.ts'
import { KeptAnswers } from './idempotency.ts'
import type { Linking } from './links.ts'
import {
  type Caller,
  type OperationId,
  type Outcome,
  type Proof,
  type ReadyAnswer,
  type RequestKey,
  render
} from './types.ts'

/**
 * A unit of work, and the answer of one operation from its result. `decide` and `view` are pure.
 */
interface Answering<Id extends OperationId, Facts, Result>
  extends UnitOfWork<Facts, Result>,
    Holding {
  readonly view: (result: Result) => Outcome<Id>
  readonly headers?: Readonly<Record<string, string>>
}

/** How long the first answer to a request with a key holds. */
type Holding = Pick<Once<ReadyAnswer<OperationId>>, 'keptSeconds' | 'isStill'>

interface ProjectUnit<Id extends OperationId, Result> {
  readonly decide: (occasion: Pick<Occasion, 'now' | 'newId'>) => Decision<Result>
  readonly view: (result: Result) => Outcome<Id>
}

type Urls = Pick<Linking, 'publicUrl' | 'customerPageDays'>

export class HttpShell {
  readonly #shell: Shell
  readonly #urls: Urls
  readonly #kept = new KeptAnswers()

  constructor(shell: Shell, urls: Urls) {
    this.#shell = shell
    this.#urls = urls
  }

  get limits(): Limits {
    return this.#shell.limits
  }

  now({ project }: { readonly project: Project }): Instant {
    return this.#shell.now(project)
  }

  /** The present instant in the caller's project, for which balances are shown. */
  moment({ project }: { readonly project: Project }): Moment {
    return { now: this.now({ project }), project }
  }

  making({ sandbox }: Pick<Caller, 'sandbox'>): Limits & Pick<IdSource, 'random'> {
    const { limits, random } = this.#shell
    const begun = sandbox?.begin()
    if (begun === undefined) return { ...limits, random }
    return {
      ...limits,
      // An attempt that is made again draws the same codes again.
      get random() {
        return begun().random
      }
    }
  }

  secrets({ sandbox }: Pick<Caller, 'sandbox'>): Secrets {
    return sandbox?.secrets() ?? { newSecret, newClientId }
  }

  linking({ project }: { readonly project: Project }): Linking {
    const { publicUrl, customerPageDays } = this.#urls
    return { publicUrl, customerPageDays, project, now: this.now({ project }) }
  }

  /**
   * Load, decide, apply, and the answer.
   * @throws {Refused} when the decision refuses or a load finds nothing; nothing was written.
   */
  async settle<Id extends OperationId, Facts, Result>(
    caller: Caller,
    { load, decide, view, headers, ...holding }: Answering<Id, Facts, Result>
  ): Promise<ReadyAnswer<Id>> {
    const answer = (result: Result) => render<Id>(view(result), headers)
    const carryOut = (once: Once<ReadyAnswer<Id>> | null) =>
      this.#shell.settle(originOf(caller), { load, decide }, answer, once)
    return this.#carriedOut(caller, carryOut, holding)
  }

  /**
   * Makes a project: nothing of the caller's is read or written but the proof and the receipt.
   * @throws {Refused} when the decision refuses; nothing was written.
   */
  async foundProject<
    Id extends OperationId,
    Result extends { readonly project: Pick<Project, 'id'> }
  >(caller: Caller, { decide, view }: ProjectUnit<Id, Result>): Promise<ReadyAnswer<Id>> {
    const { proof } = caller
    const answer = (result: Result) => render<Id>(view(result))
    return this.#carriedOut(caller, once =>
      this.#shell.foundProject(decide, answer, { proof, once })
    )
  }

  /** Reads in one snapshot; writes nothing but the receipt of a request with a key. */
  async read<Id extends OperationId, Facts>(
    caller: Caller | { readonly project: Pick<Project, 'id'>; readonly proof?: Proof },
    load: (session: Session) => Promise<Facts>,
    view: (facts: Facts) => Outcome<Id>,
    holding: Holding = {}
  ): Promise<ReadyAnswer<Id>> {
    if (hasKey(caller)) {
      const decide = (facts: Facts) => ({ result: facts, changes: [] })
      return this.settle(caller, { load, decide, view, ...holding })
    }
    return this.#shell.read(caller, load, facts => render<Id>(view(facts)))
  }

  /** Reads what a request has to know before its unit, by which it may have changed. */
  async look<Facts>(
    { project, proof }: Caller,
    load: (session: Session) => Promise<Facts>
  ): Promise<Facts> {
    return this.#shell.read({ project, proof }, load, facts => facts)
  }

  /**
   * The same, for what is read again and again: while nothing was written and the day is the same,
   * the answer is the one before. `load` and `view` follow from the key, the project and the day,
   * both in its zone and in UTC, by which urls end.
   */
  async readAgain<Id extends OperationId, Facts>(
    { project, proof }: Caller,
    key: string,
    load: (session: Session, moment: Moment) => Promise<Facts>,
    view: (facts: Facts) => Outcome<Id>
  ): Promise<ReadyAnswer<Id>> {
    const moment = this.moment({ project })
    const day = dayAt(moment.now, project.timezone)
    const read = async (session: Session): Promise<ReadyAnswer<Id>> => {
      const { stamp } = session
      const under = { key: `${project.id} ${moment.now.slice(0, 10)} ${key}`, stamp, day }
      const known = this.#kept.of<Id>(under)
      const doubt = session.keeper.onStale
      if (known !== null && doubt === undefined) return known
      const answer = render<Id>(view(await load(session, moment)))
      if (known !== null && known.bytes !== answer.bytes) {
        doubt?.(new Error(`kept of ${key}: ${known.bytes}, and it is ${answer.bytes}`))
      }
      this.#kept.keep(answer, under)
      return answer
    }
    return this.#shell.read({ project, proof }, read, answer => answer)
  }

  /**
   * Reads and decides; for a question whose answer changes nothing. Writes what `read` does.
   * @throws {Refused} when the decision refuses or a load finds nothing.
   */
  async ask<Id extends OperationId, Facts, Result>(
    caller: Caller,
    { load, decide, view }: Answering<Id, Facts, Result>
  ): Promise<ReadyAnswer<Id>> {
    if (hasKey(caller)) {
      const unchanging = (facts: Facts, occasion: Occasion): Decision<Result> => {
        const decided = decide(facts, occasion)
        return 'refusal' in decided ? decided : { ...decided, changes: [] }
      }
      return this.settle(caller, { load, decide: unchanging, view })
    }
    const answer = (result: Result) => render<Id>(view(result))
    return this.#shell.ask(originOf(caller), { load, decide }, answer)
  }

  /**
   * Carries out the unit of a request, under its key when it has one. A refusal has written nothing
   * and is stored by a unit of its own; where another process did what was asked in between, that
   * is the answer.
   */
  async #carriedOut<Id extends OperationId>(
    caller: Caller,
    carryOut: (once: Once<ReadyAnswer<Id>> | null) => Promise<ReadyAnswer<Id>>,
    holding: Holding = {}
  ): Promise<ReadyAnswer<Id>> {
    const { once = null, requestId } = caller
    if (once === null) return carryOut(null)
    once.begin()
    try {
      return await carryOut(holdingOf(once, holding))
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.retryAfterSeconds !== undefined) throw error
      const { status, body } = answerTo(error, requestId)
      const answer: ReadyAnswer<Id> = { status, bytes: JSON.stringify(body) }
      // A refusal names nobody, and may quote anybody.
      const receipt: RequestKey['receipt'] = (refused, now) => {
        return { ...once.receipt(refused, now), customerIds: null }
      }
      const under = { ...holdingOf<Id>(once, {}), receipt }
      return this.#shell.settle(originOf(caller), NOTHING, () => answer, under)
    }
  }
}

/** A unit that does nothing but what its key asks for. */
const NOTHING: UnitOfWork<null, null> = {
  load: async () => null,
  decide: () => ({ result: null, changes: [] })
}

/** The same key, and how long its answer holds. */
function holdingOf<Id extends OperationId>(
  once: RequestKey,
  holding: Holding
): Once<ReadyAnswer<Id>> {
  const { projectId, id } = once
  return {
    projectId,
    id,
    recall: receipt => once.recall(receipt),
    receipt: (answer, now) => once.receipt(answer, now),
    ...holding
  }
}

function hasKey(caller: object): caller is Caller {
  return 'once' in caller
}

function originOf({ project, proof, requestId, channelId, key, sandbox }: Caller): Origin {
  const apiKey = { name: key.name, appId: channelId }
  const source = { channel: 'API', apiKey } as const
  return { project, proof, requestId, channelId, source, ...(sandbox && { sandbox }) }
}
