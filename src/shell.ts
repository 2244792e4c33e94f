/**
 * The unit of work: load, decide, apply, and render the result. `settle` is the one verb of
 * writing. The result, such as the bytes of an answer, is rendered inside the unit and before its
 * commit, so that exactly what was decided is acknowledged; it leaves only once the commit is
 * durable. A unit with a key is carried out once: its result is stored with its changes, and found
 * before anything else is looked at. An attempt that could not be written may teach the next one
 * something: see `RetryHints`.
 * Spec: openapi/behaviour/discounts.md#two-requests-at-once-wait-for-each-other.
 */
import { receiptsOver } from './decisions/async-actions.ts'
import {
  type Change,
  type Decision,
  type Learned,
  NOTHING_LEARNED,
  type Occasion
} from './decisions/changes.ts'
import { countLater } from './decisions/redemptions/limits.ts'
import { OUTGROWN, Refused } from './decisions/refusals.ts'
import { type IdSource, sign } from './ids.ts'
import type { CountKinds, EventSource, Instant, Project, Receipt } from './model.ts'
import type { Sandbox, SandboxOf } from './sandbox.ts'
import { versionOf } from './storage/catalogue.ts'
import { CountsMissing, GuardLost, TotalsOutOfRange } from './storage/engine/errors.ts'
import { type Session, together } from './storage/engine/session.ts'
import type { Decided, Store } from './storage/engine/store.ts'
import { findReceipt } from './storage/receipts.ts'
import { loadRedemptionsCounted } from './storage/redemptions/redemption.ts'
import { freeCodesOf } from './storage/vouchers/vouchers.ts'

/** Awaits the session only; `now` is the instant of the decision after it. */
export type LoadFacts<Facts> = (session: Session, now: Instant) => Promise<Facts>

export interface UnitOfWork<Facts, Result> {
  readonly load: LoadFacts<Facts>
  readonly decide: (facts: Facts, occasion: Occasion) => Decision<Result>
}

export interface Confirmed {
  /** @throws when the caller may not have the unit any more. */
  confirm(session: Session): Promise<void>
}

/** A key under which a unit is carried out once. */
export interface Once<Value> extends Pick<Receipt, 'projectId' | 'id'> {
  /**
   * The value of the unit that was carried out under it before.
   * @throws when that was another one, or its value was erased.
   */
  recall(receipt: Receipt): Value
  receipt(value: Value, now: Instant): Receipt
  /** Seconds for which the value is given again, fewer than a day; undefined: a day. */
  readonly keptSeconds?: number | undefined
  /** For a unit that only reads: whether what it came to before is what it comes to now. */
  readonly isStill?: ((before: Value, now: Value) => boolean) | undefined
}

export interface Origin {
  readonly project: Project
  /** Absent: there is nobody whose right to it could end. */
  readonly proof?: Confirmed
  readonly requestId: string
  readonly source: EventSource
  /** The caller; absent: the project itself. */
  readonly channelId?: string
  /** The instant of the decision; absent: now. */
  readonly now?: Instant
  /** The source of its ids; absent: the shell's own. */
  readonly ids?: IdSource
  /**
   * The sandbox of the caller, which its project may have no longer: what it draws counts there.
   * Absent: that of the project.
   */
  readonly sandbox?: Sandbox
}

/** Where units come from that no request asks for; `doing` stands in the place of one. */
export function ownOrigin(project: Project, doing: string): Origin {
  return { project, requestId: doing, source: { channel: 'INTERNAL' } }
}

export interface ShellOptions {
  readonly store: Store
  /** The instant now; 24 characters, UTC. */
  readonly now: () => Instant
  readonly ids: IdSource
  readonly limits: Limits
  /**
   * Called after a commit that queued a job. What it returns is waited for before the unit is
   * answered; the jobs of a sandbox are carried out by then.
   */
  readonly onJobQueued?: (origin: Origin) => unknown
  /** The time and the chance of projects that are given theirs; absent: none is. */
  readonly sandboxOf?: SandboxOf
  /** Whose doing every unit is; absent: its origin's own. */
  readonly actor?: Partial<Origin>
}

/** Limits that an operator may set; the defaults are in config.ts. */
export interface Limits {
  readonly campaignVouchersMax: number
  readonly earningRulesMax: number
}

/** Units that count earlier redemptions, which a request waits for. */
const COUNTINGS_AWAITED = 100

export class Shell {
  readonly #options: ShellOptions
  /** Of earlier redemptions, by project and kinds. */
  readonly #countings = new Map<string, Promise<boolean>>()
  #unitsBegun = 0
  #unitsRepeated = 0

  constructor(options: ShellOptions) {
    this.#options = options
  }

  /** Units begun so far, of requests and of jobs; the difference tells a job who else is there. */
  get unitsBegun(): number {
    return this.#unitsBegun
  }

  /** Attempts at units that write, after the first of each. */
  get unitsRepeated(): number {
    return this.#unitsRepeated
  }

  get limits(): Limits {
    return this.#options.limits
  }

  /** The instant now, which may be another one in each project. */
  now(project?: Pick<Project, 'id'>): Instant {
    return this.#sandboxOf(project)?.now() ?? this.#options.now()
  }

  /** A uniform whole number, 0 ≤ n < below. */
  readonly random = (below: number): number => this.#options.ids.random(below)

  /**
   * Loads, decides, applies, and renders the result with `render` (pure), or returns it.
   * @throws {Refused} when the decision refuses or a load finds nothing; nothing was written.
   */
  settle<Facts, Result>(origin: Origin, unit: UnitOfWork<Facts, Result>): Promise<Result>
  settle<Facts, Result, Value>(
    origin: Origin,
    unit: UnitOfWork<Facts, Result>,
    render: (result: Result) => Value,
    once?: Once<Value> | null
  ): Promise<Value>
  async settle<Facts, Result>(
    asked: Origin,
    { load, decide }: UnitOfWork<Facts, Result>,
    render: (result: Result) => unknown = result => result,
    once: Once<unknown> | null = null
  ): Promise<unknown> {
    this.#unitsBegun++
    const { store, onJobQueued, actor } = this.#options
    const origin = actor === undefined ? asked : { ...asked, ...actor }
    const { project } = origin
    const begun = this.#begin(origin)
    let source = begun()
    const lessons = new RetryHints(project, below => source.random(below))
    let applied: readonly Change[] = []
    let isAgain = false
    const attempt = () =>
      store.write(project.id, async session => {
        if (isAgain) this.#unitsRepeated++
        isAgain = true
        source = begun()
        const occasion = this.#occasion(origin, source)
        const { now } = occasion
        const [, before] = await together(opened(session, origin), receiptOf(session, once, now))
        const settled = await carriedOutOnce(before, once, now, async () => {
          const told = { ...occasion, learned: await lessons.learned(session) }
          const { result, changes } = decided(decide(await load(session, told.now), told))
          return { value: render(result), changes }
        })
        applied = settled.changes
        return settled
      })
    const value = await this.#counted(origin, () => lessons.untilWritten(attempt))
    if (applied.some(({ kind }) => kind === 'job.queued')) await onJobQueued?.(origin)
    return value
  }

  /**
   * Makes a project. There is no project to settle in yet, so nothing is loaded, and the changes
   * are applied in the new project; only the receipt is of the caller's, and of its time. `decide`
   * and `render` are pure.
   * @throws {Refused} when the decision refuses; nothing was written.
   */
  async foundProject<Result extends { readonly project: Pick<Project, 'id'> }, Value>(
    decide: (occasion: Pick<Occasion, 'now' | 'newId'>) => Decision<Result>,
    render: (result: Result) => Value,
    { proof, once = null }: { readonly proof?: Confirmed; readonly once?: Once<Value> | null } = {}
  ): Promise<Value> {
    this.#unitsBegun++
    const { store, ids } = this.#options
    const { result, changes } = decided(decide({ now: this.now(), newId: ids.newId }))
    const now = this.now(once === null ? undefined : { id: once.projectId })
    return store.write(result.project.id, async session => {
      const [, before] = await together(proof?.confirm(session), receiptOf(session, once, now))
      return carriedOutOnce(before, once, now, async () => ({ value: render(result), changes }))
    })
  }

  /** Reads in one snapshot; writes nothing. */
  async read<Facts, Value>(
    { project, proof }: { readonly project: Pick<Project, 'id'>; readonly proof?: Confirmed },
    load: (session: Session) => Promise<Facts>,
    render: (facts: Facts) => Value
  ): Promise<Value> {
    this.#unitsBegun++
    return this.#options.store.read(project.id, async session => {
      await proof?.confirm(session)
      return render(await load(session))
    })
  }

  /**
   * Reads and decides, for requests that write nothing.
   * @throws {Refused} when the decision refuses or a load finds nothing.
   */
  async ask<Facts, Result, Value>(
    origin: Origin,
    { load, decide }: UnitOfWork<Facts, Result>,
    render: (result: Result) => Value
  ): Promise<Value> {
    this.#unitsBegun++
    const begun = this.#begin(origin)
    const attempt = () =>
      this.#options.store.read(origin.project.id, async session => {
        await origin.proof?.confirm(session)
        const occasion = this.#occasion(origin, begun())
        return render(decided(decide(await load(session, occasion.now), occasion)).result)
      })
    return this.#counted(origin, attempt)
  }

  /**
   * Attempts once more where a rule asked for what not every redemption is counted in: now they are.
   * @throws {CountsMissing} where there are more than one request waits for; the others are counted
   * meanwhile.
   */
  async #counted<Value>({ project }: Origin, attempt: () => Promise<Value>): Promise<Value> {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof CountsMissing)) throw error
      if (!(await this.#countingOf(project, error.kinds))) throw error
      return attempt()
    }
  }

  /** Resolves with true when all are counted, with false when that takes longer than a request. */
  #countingOf(project: Project, kinds: CountKinds): Promise<boolean> {
    const key = `${project.id} ${kinds}`
    const known = this.#countings.get(key)
    if (known !== undefined) return known
    const late = Promise.withResolvers<boolean>()
    const done = this.#countEarlier(project, kinds, () => late.resolve(false))
    const counting = Promise.race([done.then(() => true), late.promise])
    this.#countings.set(key, counting)
    done.finally(() => this.#countings.delete(key)).catch(() => undefined)
    return counting
  }

  /**
   * Counts earlier redemptions, a page in a unit. Each says in which kinds it is counted, so that
   * others redeem and roll back meanwhile, several processes count, and a crash loses nothing.
   */
  async #countEarlier(project: Project, kinds: CountKinds, onLate: () => void): Promise<void> {
    const origin = ownOrigin(project, 'counts')
    const tell = (filled: CountKinds) =>
      this.settle(origin, {
        load: async () => null,
        decide: () => ({
          result: null,
          changes: [{ kind: 'redemptionCounts.kept', kept: kinds, filled }]
        })
      })
    await tell(0)
    let after: string | undefined = ''
    for (let units = 1; after !== undefined; units++) {
      after = await this.settle(origin, {
        load: loadRedemptionsCounted(after),
        decide: (page, occasion) => ({
          result: page.at(-1)?.id,
          changes: countLater(page, kinds, occasion)
        })
      })
      if (units === COUNTINGS_AWAITED && after !== undefined) onLate()
    }
    await tell(kinds)
  }

  #sandboxOf(project?: Pick<Project, 'id'>): Sandbox | undefined {
    return project && this.#options.sandboxOf?.(project.id)
  }

  /** What each attempt at a unit draws from: in a sandbox, each of them the same. */
  #begin({ project, ids, sandbox = this.#sandboxOf(project) }: Origin): () => IdSource {
    const begun = ids === undefined ? sandbox?.begin() : undefined
    return begun ?? (() => ids ?? this.#options.ids)
  }

  #occasion(origin: Origin, { newId, random }: IdSource): Occasion {
    const { project, requestId, source, channelId, now } = origin
    return {
      now: now ?? this.now(project),
      project,
      newId,
      random,
      campaignVouchersMax: this.#options.limits.campaignVouchersMax,
      learned: NOTHING_LEARNED,
      sign: text => sign(project, text),
      requestId,
      channelId: channelId ?? project.id,
      source
    }
  }
}

/**
 * The caller has the right to the unit; and the version of what is set up is read before any of it,
 * so that a change of it is noticed whatever is loaded.
 */
async function opened(session: Session, { proof, project }: Origin): Promise<void> {
  await proof?.confirm(session)
  if (!session.isSnapshot) await versionOf(session, project.id)
}

async function receiptOf(
  session: Session,
  once: Pick<Once<unknown>, 'projectId' | 'id'> | null,
  now: Instant
): Promise<Receipt | null> {
  return once && findReceipt(session, once, now)
}

/** What `unit` comes to, and its receipt; or, of a key that has one, what it came to before. */
async function carriedOutOnce<Value>(
  before: Receipt | null,
  once: Once<Value> | null,
  now: Instant,
  unit: () => Promise<Decided<Value>>
): Promise<Decided<Value>> {
  if (once === null) return unit()
  const { keptSeconds } = once
  if (before !== null) {
    // Another request is refused for a day, also where the value of this one is over earlier.
    const recalled = once.recall(before)
    if (before.createdAt > receiptsOver(now, keptSeconds)) {
      if (once.isStill === undefined) return { value: recalled, changes: [] }
      const { value } = await unit()
      return { value: once.isStill(recalled, value) ? recalled : value, changes: [] }
    }
  }
  const { value, changes } = await unit()
  const saved: Change = {
    kind: 'receipt.saved',
    receipt: once.receipt(value, now),
    ...(keptSeconds !== undefined && { keptSeconds })
  }
  return { value, changes: [...changes, saved] }
}

/** @throws {Refused} when it is a refusal. */
function decided<Result>(
  decision: Decision<Result>
): Extract<Decision<Result>, { changes: unknown }> {
  if ('refusal' in decision) throw new Refused(decision.refusal)
  return decision
}

/*
 * What the last attempt learned: some of what a decision relies on is known only when it is
 * written. Codes are drawn, not reserved, so that all those drawn for a voucher may be taken.
 * Totals are kept, not loaded, so that one may outgrow the numbers it can hold. Neither is asked
 * for beforehand, since hardly any decision meets it. Where an attempt to write has shown it, the
 * decision is taken once more, and told.
 */

type RetryHint =
  | { readonly kind: 'codesTaken'; readonly campaignId: string }
  | { readonly kind: 'totalOutgrown' }

class RetryHints {
  readonly #project: Project
  readonly #random: (below: number) => number
  readonly #learned: RetryHint[] = []

  constructor(project: Project, random: (below: number) => number) {
    this.#project = project
    this.#random = random
  }

  /**
   * Attempts until it is written; each thing is learned once.
   * @throws {Refused} where a total is outgrown again: that decision records no failure.
   */
  async untilWritten<Value>(attempt: () => Promise<Value>): Promise<Value> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        const lesson = lessonOf(error)
        if (lesson === null) throw error
        const isKnown = this.#learned.some(known => idOf(known) === idOf(lesson))
        if (isKnown) throw lesson.kind === 'totalOutgrown' ? new Refused(OUTGROWN) : error
        this.#learned.push(lesson)
      }
    }
  }

  /** What the next decision is told; codes are looked for in the session that decides by them. */
  async learned(session: Session): Promise<Learned> {
    const freeCodes = new Map<string, readonly string[]>()
    let outgrown = false
    for (const lesson of this.#learned) {
      if (lesson.kind === 'totalOutgrown') outgrown = true
      else {
        const { campaignId } = lesson
        const free = await freeCodesOf(session, campaignId, this.#project, this.#random)
        freeCodes.set(campaignId, free)
      }
    }
    return { freeCodes, outgrown }
  }
}

/** What an error teaches; null: nothing that another attempt could heed. */
function lessonOf(error: unknown): RetryHint | null {
  if (error instanceof TotalsOutOfRange) return { kind: 'totalOutgrown' }
  // A voucher draws several codes, and its guard is lost when others have all of them.
  if (!(error instanceof GuardLost) || error.change.kind !== 'voucher.created') return null
  const { campaignId } = error.change.voucher
  return campaignId === null ? null : { kind: 'codesTaken', campaignId }
}

function idOf(lesson: RetryHint): string {
  return lesson.kind === 'codesTaken' ? `codesTaken ${lesson.campaignId}` : lesson.kind
}
