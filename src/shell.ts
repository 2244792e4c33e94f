/**
 * What handlers and tasks are given: settle, read, a clock, ids.
 *
 * `settle` is the one verb of writing: load → decide → apply as one unit of work. The answer's
 * bytes are made inside the unit, before its commit, so that what is acknowledged is exactly what
 * was decided, and are released only once the commit is durable.
 *
 * Spec: Decisions 17, 29 and 41.
 */
import type { Change, Decision } from './decisions/changes.ts'
import type { Occasion } from './decisions/occasion.ts'
import { OUTGROWN, Refused } from './decisions/refusals.ts'
import type { Moment } from './decisions/standing/calendar.ts'
import { type Linking, signed } from './http/links.ts'
import { type Answer, type Caller, type OperationId, type Outcome, render } from './http/types.ts'
import type { Source } from './ids.ts'
import type { EventSource, Instant, Project } from './model.ts'
import { GuardLost, TotalsOutOfRange } from './storage/engine/errors.ts'
import type { Session } from './storage/engine/session.ts'
import type { Store } from './storage/engine/store.ts'
import { freeCodesOf } from './storage/vouchers/codes.ts'

/** Asks the session alone; `now` is the instant of the decision that follows. */
export type Load<Facts> = (session: Session, now: Instant) => Promise<Facts>

/** One operation's unit of work. `decide` and `view` are pure. */
export interface Unit<Id extends OperationId, Facts, Result> {
  readonly load: Load<Facts>
  readonly decide: (facts: Facts, occasion: Occasion) => Decision<Result>
  readonly view: (result: Result) => Outcome<Id>
}

/** What makes a project, which there is none to decide for yet. `decide` and `view` are pure. */
export interface Founding<Id extends OperationId, Result> {
  readonly decide: (occasion: Pick<Occasion, 'now' | 'newId'>) => Decision<Result>
  readonly projectOf: (result: Result) => Pick<Project, 'id'>
  readonly view: (result: Result) => Outcome<Id>
}

/** A unit of work outside any request: what a task or the loader does. */
export interface Work<Facts, Result> {
  readonly load: Load<Facts>
  readonly decide: (facts: Facts, occasion: Occasion) => Decision<Result>
}

/** What causes a unit of work outside any request. */
export interface Errand {
  readonly project: Project
  readonly requestId: string
  readonly source: EventSource
  /** As whom; absent: the project itself. */
  readonly channelId?: string
  /** As of when; absent: now. */
  readonly now?: Instant
}

export interface ShellOptions {
  readonly store: Store
  /** The instant now; 24 characters, UTC. */
  readonly now: () => Instant
  readonly ids: Source
  /** Where our urls start, without a slash at the end. */
  readonly publicUrl: string
  /** Limits a decision is told of. */
  readonly limits: Limits
  /** Called after a commit that queued a job. */
  readonly onJobQueued?: () => void
}

/** Bounds that an operator may move; the defaults are in config.ts. */
export interface Limits {
  /** Vouchers one campaign may hold. */
  readonly campaignVouchersMax: number
  /** Earning rules one project may have. */
  readonly earningRulesMax: number
}

export class Shell {
  readonly #options: ShellOptions

  constructor(options: ShellOptions) {
    this.#options = options
  }

  /** What the urls of an answer to this caller are made of. */
  linking({ project }: { readonly project: Project }): Linking {
    return { publicUrl: this.#options.publicUrl, project }
  }

  get limits(): Limits {
    return this.#options.limits
  }

  now(): Instant {
    return this.#options.now()
  }

  /** Now, where the caller's project is: what its balances are shown as of. */
  moment({ project }: { readonly project: Project }): Moment {
    return { now: this.now(), project }
  }

  /** A uniform whole number, 0 ≤ n < below. */
  readonly random = (below: number): number => this.#options.ids.random(below)

  /**
   * Load, decide, apply, and the answer.
   * @throws {Refused} when the decision refuses or a load finds nothing; nothing was written.
   */
  async settle<Id extends OperationId, Facts, Result>(
    caller: Caller,
    { load, decide, view }: Unit<Id, Facts, Result>
  ): Promise<Answer<Id>> {
    return this.#unit(caller.project, load, decide, occasionOf(caller), result =>
      render<Id>(view(result))
    )
  }

  /**
   * Decides, and applies in the new project: nothing of the caller's is read or written.
   * @throws {Refused} when the decision refuses; nothing was written.
   */
  async found<Id extends OperationId, Result>({
    decide,
    projectOf,
    view
  }: Founding<Id, Result>): Promise<Answer<Id>> {
    const { store, now, ids } = this.#options
    const decision = decide({ now: now(), newId: ids.newId })
    if ('refusal' in decision) throw new Refused(decision.refusal)
    const { result, changes } = decision
    return store.write(projectOf(result).id, async () => ({
      value: render<Id>(view(result)),
      changes
    }))
  }

  /** What settle does, for work nobody waits at a socket for. */
  async carryOut<Facts, Result>(
    errand: Errand,
    { load, decide }: Work<Facts, Result>,
    ids?: Source
  ): Promise<Result> {
    const about = { channelId: errand.project.id, ...errand }
    return this.#unit(errand.project, load, decide, about, result => result, ids)
  }

  /** Reads in one snapshot; writes nothing. */
  async read<Id extends OperationId, Facts>(
    caller: { readonly project: Pick<Project, 'id'> },
    load: (session: Session) => Promise<Facts>,
    view: (facts: Facts) => Outcome<Id>
  ): Promise<Answer<Id>> {
    const { store } = this.#options
    return store.read(caller.project.id, async session => render<Id>(view(await load(session))))
  }

  /** Reads and decides; for a question whose answer changes nothing. */
  async ask<Id extends OperationId, Facts, Result>(
    caller: Caller,
    { load, decide, view }: Unit<Id, Facts, Result>
  ): Promise<Answer<Id>> {
    return this.#options.store.read(caller.project.id, async session => {
      const occasion = this.#occasion(caller.project, occasionOf(caller))
      const decision = decide(await load(session, occasion.now), occasion)
      if ('refusal' in decision) throw new Refused(decision.refusal)
      return render<Id>(view(decision.result))
    })
  }

  async #unit<Facts, Result, Value>(
    project: Project,
    load: Load<Facts>,
    decide: (facts: Facts, occasion: Occasion) => Decision<Result>,
    about: About,
    finish: (result: Result) => Value,
    ids?: Source
  ): Promise<Value> {
    let applied: readonly Change[] = []
    let outgrown = false
    const crowded = new Set<string>()
    const unit = async (session: Session) => {
      const freeCodes = await this.#freeCodes(session, crowded, project)
      const occasion = { ...this.#occasion(project, about, ids), freeCodes, outgrown }
      const decision = decide(await load(session, occasion.now), occasion)
      if ('refusal' in decision) throw new Refused(decision.refusal)
      applied = decision.changes
      return { value: finish(decision.result), changes: decision.changes }
    }
    /** Decides once more where the attempt to write has shown what was not known before. */
    const write = async (): Promise<Value> => {
      try {
        return await this.#options.store.write(project.id, unit)
      } catch (error) {
        const campaignId = whoseCodesAreTaken(error)
        if (campaignId !== null && !crowded.has(campaignId)) crowded.add(campaignId)
        else if (isOutgrown(error) && !outgrown) outgrown = true
        else throw error
        return write()
      }
    }
    const value = await write().catch(refuseOutgrown)
    if (applied.some(({ kind }) => kind === 'job.queued')) this.#options.onJobQueued?.()
    return value
  }

  /** One code drawn after the other was taken in these campaigns: what is left is looked up. */
  async #freeCodes(
    session: Session,
    campaignIds: ReadonlySet<string>,
    project: Project
  ): Promise<Occasion['freeCodes']> {
    const found = new Map<string, readonly string[]>()
    for (const id of campaignIds) {
      found.set(id, await freeCodesOf(session, id, project, this.random))
    }
    return found
  }

  #occasion(project: Project, about: About, ids: Source = this.#options.ids): Occasion {
    return {
      now: about.now ?? this.#options.now(),
      project,
      newId: ids.newId,
      random: ids.random,
      campaignVouchersMax: this.#options.limits.campaignVouchersMax,
      freeCodes: new Map(),
      outgrown: false,
      sign: text => signed(project, text),
      requestId: about.requestId,
      channelId: about.channelId,
      source: about.source
    }
  }
}

/** Of which campaign a voucher drew codes that others have, however often it tried; else null. */
function whoseCodesAreTaken(error: unknown): string | null {
  if (!(error instanceof GuardLost) || error.change.kind !== 'voucher.created') return null
  return error.change.voucher.campaignId
}

/** Totals are kept, not loaded, so that they outgrow a number is only known when it is written. */
function isOutgrown(error: unknown): boolean {
  return error instanceof TotalsOutOfRange
}

/** What records no failure decides the same again. */
function refuseOutgrown(error: unknown): never {
  throw isOutgrown(error) ? new Refused(OUTGROWN) : error
}

type About = Pick<Occasion, 'requestId' | 'channelId' | 'source'> & { readonly now?: Instant }

function occasionOf({ requestId, channelId, key }: Caller): About {
  const apiKey = { name: key.name, appId: channelId }
  return { requestId, channelId, source: { channel: 'API', apiKey } }
}
