/**
 * The unit of work: load, decide, apply, and hand over what was made of the result.
 *
 * `settle` is the one verb of writing. What it hands over, such as the bytes of an answer, is
 * rendered inside the unit, before its commit, so that what is acknowledged is exactly what was
 * decided; it leaves only once the commit is durable. An attempt that could not be written may
 * teach the next one something; what that can be, storage/lessons.ts says.
 *
 * Spec: Decisions 17, 29 and 41.
 */
import type { Change, Decision } from './decisions/changes.ts'
import { NOTHING_LEARNED, type Occasion } from './decisions/occasion.ts'
import { Refused } from './decisions/refusals.ts'
import { type Source, signed } from './ids.ts'
import type { EventSource, Instant, Project } from './model.ts'
import type { Session } from './storage/engine/session.ts'
import type { Store } from './storage/engine/store.ts'
import { Lessons } from './storage/lessons.ts'

/** Asks the session alone; `now` is the instant of the decision that follows. */
export type Load<Facts> = (session: Session, now: Instant) => Promise<Facts>

/** What is asked first, and what is decided by it. `decide` is pure. */
export interface UnitOfWork<Facts, Result> {
  readonly load: Load<Facts>
  readonly decide: (facts: Facts, occasion: Occasion) => Decision<Result>
}

/** Where a unit of work comes from: a request, a job, or the loader of the demo. */
export interface Origin {
  readonly project: Project
  readonly requestId: string
  readonly source: EventSource
  /** As whom; absent: the project itself. */
  readonly channelId?: string
  /** As of when; absent: now. */
  readonly now?: Instant
  /** Where its ids come from; absent: the shell's own source. */
  readonly ids?: Source
}

export interface ShellOptions {
  readonly store: Store
  /** The instant now; 24 characters, UTC. */
  readonly now: () => Instant
  readonly ids: Source
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

  get limits(): Limits {
    return this.#options.limits
  }

  now(): Instant {
    return this.#options.now()
  }

  /** A uniform whole number, 0 ≤ n < below. */
  readonly random = (below: number): number => this.#options.ids.random(below)

  /**
   * Load, decide, apply, and what `render` (pure) makes of the result; without it, the result.
   * @throws {Refused} when the decision refuses or a load finds nothing; nothing was written.
   */
  settle<Facts, Result>(origin: Origin, unit: UnitOfWork<Facts, Result>): Promise<Result>
  settle<Facts, Result, Value>(
    origin: Origin,
    unit: UnitOfWork<Facts, Result>,
    render: (result: Result) => Value
  ): Promise<Value>
  async settle<Facts, Result>(
    origin: Origin,
    { load, decide }: UnitOfWork<Facts, Result>,
    render: (result: Result) => unknown = result => result
  ): Promise<unknown> {
    const { store, onJobQueued } = this.#options
    const { project } = origin
    const lessons = new Lessons(project, this.random)
    let applied: readonly Change[] = []
    const attempt = () =>
      store.write(project.id, async session => {
        const occasion = { ...this.#occasion(origin), learned: await lessons.learned(session) }
        const { result, changes } = decided(decide(await load(session, occasion.now), occasion))
        applied = changes
        return { value: render(result), changes }
      })
    const value = await lessons.untilWritten(attempt)
    if (applied.some(({ kind }) => kind === 'job.queued')) onJobQueued?.()
    return value
  }

  /**
   * Makes a project, which there is none to settle in yet: nothing is loaded, and what is decided
   * is applied in the new project. `decide` and `render` are pure.
   * @throws {Refused} when the decision refuses; nothing was written.
   */
  async foundProject<Result extends { readonly project: Pick<Project, 'id'> }, Value>(
    decide: (occasion: Pick<Occasion, 'now' | 'newId'>) => Decision<Result>,
    render: (result: Result) => Value
  ): Promise<Value> {
    const { store, now, ids } = this.#options
    const { result, changes } = decided(decide({ now: now(), newId: ids.newId }))
    return store.write(result.project.id, async () => ({ value: render(result), changes }))
  }

  /** Reads in one snapshot; writes nothing. */
  async read<Facts, Value>(
    { id }: Pick<Project, 'id'>,
    load: (session: Session) => Promise<Facts>,
    render: (facts: Facts) => Value
  ): Promise<Value> {
    return this.#options.store.read(id, async session => render(await load(session)))
  }

  /**
   * Reads and decides; for a question whose answer changes nothing.
   * @throws {Refused} when the decision refuses or a load finds nothing.
   */
  async ask<Facts, Result, Value>(
    origin: Origin,
    { load, decide }: UnitOfWork<Facts, Result>,
    render: (result: Result) => Value
  ): Promise<Value> {
    return this.#options.store.read(origin.project.id, async session => {
      const occasion = this.#occasion(origin)
      return render(decided(decide(await load(session, occasion.now), occasion)).result)
    })
  }

  #occasion({ project, requestId, source, channelId, now, ids }: Origin): Occasion {
    const { newId, random } = ids ?? this.#options.ids
    return {
      now: now ?? this.#options.now(),
      project,
      newId,
      random,
      campaignVouchersMax: this.#options.limits.campaignVouchersMax,
      learned: NOTHING_LEARNED,
      sign: text => signed(project, text),
      requestId,
      channelId: channelId ?? project.id,
      source
    }
  }
}

/** @throws {Refused} when it is a refusal. */
function decided<Result>(
  decision: Decision<Result>
): Extract<Decision<Result>, { changes: unknown }> {
  if ('refusal' in decision) throw new Refused(decision.refusal)
  return decision
}
