/**
 * The sandbox: projects that are made, begun anew, moved in time and deleted on demand, each alone.
 * All of them begin as the project that the service was started with, or as a snapshot. What is in
 * a project is in its rows; its time, its chance and what it began as are in memory, because the
 * database of a sandbox is in memory as well. Whatever one request queues, and whatever is due by a
 * clock that it moved, is carried out before its answer, so that no answer depends on how fast the
 * machine is.
 * Spec: putSandboxProject, moveSandboxClock, putSandboxSnapshot, putSandboxFaults, SandboxProject,
 * SandboxSnapshot.
 */
import type { Decision } from '../decisions/changes.ts'
import {
  beginAnew,
  type DeclaredStatuses,
  deleteSandboxFaults,
  deleteSandboxProject,
  deleteSandboxSnapshot,
  type Fault,
  type FaultPlan,
  type MoveSandboxClock,
  moveSandboxClock,
  putSandboxFaults,
  putSandboxProject,
  putSandboxSnapshot
} from '../decisions/projects.ts'
import { notFound, type Refusal, Refused } from '../decisions/refusals.ts'
import { freshHex, freshSource, type IdSource } from '../ids.ts'
import type { Instant, KeyPair, Project } from '../model.ts'
import {
  type Course,
  courseFrom,
  type Identity,
  projectIdOf,
  Sandbox,
  type Secrets,
  secretsOf
} from '../sandbox.ts'
import { hashSecret } from '../secrets.ts'
import { type Origin, ownOrigin } from '../shell.ts'
import { type JobQueue, jobQueue } from '../storage/jobs.ts'
import { listProjects } from '../storage/projects.ts'
import { type CalendarParts, carryOutDue, passTime } from './sandbox.ts'

/*
 * Each project begins as its base, with keys of its own, which follow from the name and the seed,
 * so that a project that begins anew is opened as before.
 */

/** A copy of a project as it was, which no key opens. */
interface Snapshot {
  /** Null: it is what a project began as, and nobody else may begin as it. */
  readonly name: string | null
  readonly of: string
  readonly project: Project
  readonly course: Course
}

interface OpenKey {
  readonly pair: KeyPair
  readonly secret: string
}

interface SandboxProject {
  readonly sandbox: Sandbox
  readonly project: Project
  readonly app: OpenKey
  readonly management: OpenKey
  /** What it began as, and begins as again. */
  readonly base: Snapshot
  /** What its clock was set to at once; null: it went on from that of its base. */
  readonly startsAt: Instant | null
}

/** What a project is to begin as. What is left out is as before, or else as for any other. */
interface Beginning {
  readonly seed?: string | undefined
  readonly now?: Instant | undefined
  readonly snapshot?: string | undefined
  readonly forkOf?: string | undefined
}

function begun(identity: Identity, base: Snapshot, startsAt: Instant | null): SandboxProject {
  const { newSecret, newClientId } = secretsOf(identity, 'keys')
  const { now } = base.course
  const id = projectIdOf(identity)
  const opening = (kind: KeyPair['kind']): OpenKey => {
    const [keyId, clientId, secret] = [newClientId(), newClientId(), newSecret()]
    const name = kind === 'app' ? 'First key' : 'First management key'
    const tokenHash = hashSecret(secret)
    const times = { createdAt: now, revokedAt: null }
    return { secret, pair: { projectId: id, id: keyId, kind, name, tokenHash, clientId, ...times } }
  }
  const [app, management, secret] = [opening('app'), opening('management'), newSecret()]
  const own = { id, name: identity.name, secret, urlSecret: null, demo: false, createdAt: now }
  const sandbox = new Sandbox(identity, base.course)
  return { sandbox, project: { ...base.project, ...own }, app, management, base, startsAt }
}

/*
 * Tasks of one name, one after another; those of different names go on side by side. A task that
 * waits for the turn of another name while it has one could wait for itself, so a snapshot waits
 * for a project and never the other way round.
 */

class TaskQueue {
  readonly #ends = new Map<string, Promise<unknown>>()

  /** Runs a task when all earlier ones of the name have ended, well or not. */
  async take<Value>(name: string, task: () => Promise<Value>): Promise<Value> {
    const turn = (this.#ends.get(name) ?? Promise.resolve()).then(task)
    const ended = turn.catch(() => undefined)
    this.#ends.set(name, ended)
    try {
      return await turn
    } finally {
      if (this.#ends.get(name) === ended) this.#ends.delete(name)
    }
  }
}

interface SandboxParts extends CalendarParts {
  /**
   * What the clock shows when the service is filled; null: the project that it is filled with has
   * the time and the chance of the machine, and is here to begin anew only.
   */
  readonly now: Instant | null
  /** What operations of projects declare, by which faults are planned. */
  readonly statuses: () => DeclaredStatuses
}

/** Nothing is carried out by it. */
const NO_TIME = '1970-01-01T00:00:00.000Z'

/** What follows from nothing that anybody gave. */
const TEMPLATE: Identity = { name: 'template', seed: 'template' }

export class Sandboxes {
  readonly #parts: SandboxParts
  #template: Sandbox
  readonly #projects = new Map<string, SandboxProject>()
  readonly #snapshots = new Map<string, Snapshot>()
  /** By the id of their project. */
  readonly #given = new Map<string, Sandbox>()
  readonly #turns = new TaskQueue()
  /** What is being made and not in it yet, so that together they are not too many. */
  readonly #underWay = new Set<string>()
  /** How many requests are about to begin something as a snapshot, which stays until then. */
  readonly #awaited = new Map<Snapshot, number>()
  #fillsTemplate: boolean
  #project: Project | null = null
  #base: Snapshot | null = null

  constructor(parts: SandboxParts) {
    this.#parts = parts
    this.#template = new Sandbox(TEMPLATE, courseFrom(parts.now ?? NO_TIME))
    this.#fillsTemplate = parts.now !== null
  }

  /** Whatever is made before it is opened is given its time and its chance, too. */
  readonly sandboxOf = (projectId: string): Sandbox | undefined =>
    this.#fillsTemplate ? this.#template : this.#given.get(projectId)

  /** What the project that fills the service is drawn from; undefined: from the machine's chance. */
  drawn(): (Secrets & IdSource) | undefined {
    if (this.#parts.now === null) return undefined
    // Each id is of a unit of its own, because one has room for a million ids.
    const newId: IdSource['newId'] = prefix => this.#template.begin()().newId(prefix)
    return { ...this.#template.secrets(), random: this.#template.begin()().random, newId }
  }

  /** What all clocks show first, also while the service is filled. */
  get first(): Instant | null {
    return this.#parts.now
  }

  async others(): Promise<readonly Project[]> {
    const all = await this.#parts.store.read(null, listProjects)
    return all.filter(({ id }) => this.sandboxOf(id) === undefined)
  }

  /** The jobs of the projects that have the time of the machine. */
  queueOfOthers(): JobQueue {
    const queue = jobQueue(this.#parts.store)
    return {
      ...queue,
      claim: async options => {
        for (const { id: projectId } of await this.others()) {
          const job = await queue.claim({ ...options, projectId })
          if (job !== null) return job
        }
        return null
      }
    }
  }

  /**
   * Takes the project that the service was filled with as what others begin as, as it is now. Where
   * there are several, the first one is it; where there is none, nothing can be made.
   */
  async open(): Promise<void> {
    const [project] = await this.#parts.store.read(null, listProjects)
    this.#fillsTemplate = false
    if (project === undefined) return
    this.#project = project
    if (this.#parts.now !== null) {
      this.#given.set(project.id, this.#template)
      await carryOutDue(this.#parts, project, this.#template, 'timers')
    }
    const said = { name: null, of: TEMPLATE.name }
    this.#base = await this.#copied(said, { project, sandbox: this.#template })
  }

  /**
   * Begins the project anew that the service was filled with, and fills it further; its keys and
   * their tokens stay. Two such tasks go one after the other.
   * @throws {Refused} when the service was filled with nothing.
   */
  beginAnew<Value>(fill: (project: Project) => Promise<Value>): Promise<Value> {
    return this.#turns.take(TEMPLATE.name, async () => {
      const [project, base] = [this.#project, this.#base]
      if (project === null || base === null) throw new Refused(NO_TEMPLATE)
      await this.#settle(project, () => beginAnew(base.project.id))
      const hasTime = this.#parts.now !== null
      if (hasTime) {
        this.#template = new Sandbox(TEMPLATE, base.course)
        this.#given.set(project.id, this.#template)
      }
      const value = await fill(project)
      if (hasTime) await carryOutDue(this.#parts, project, this.#template, 'jobs')
      return value
    })
  }

  /** Carries out what a unit has queued; nothing to wait for where another one goes on with it. */
  carryOut({ project, source }: Origin): Promise<void> | undefined {
    const sandbox = this.#given.get(project.id)
    if (sandbox === undefined || source.channel === 'INTERNAL') return undefined
    return this.#turns.take(sandbox.identity.name, async () => {
      // It may have begun anew while this waited.
      if (this.#given.get(project.id) !== sandbox) return
      await carryOutDue(this.#parts, project, sandbox, 'jobs')
    })
  }

  /** In the order of their names. */
  list(): readonly SandboxProject[] {
    return byName(this.#projects)
  }

  /** In the order of their names. */
  snapshots(): readonly Snapshot[] {
    return byName(this.#snapshots)
  }

  /** @throws {Refused} when there is none. */
  project(name: string): SandboxProject {
    return found(this.#projects.get(name), 'sandbox_project', name)
  }

  /** Makes a project, or begins it anew. @throws {Refused} when it cannot begin so. */
  async put(name: string, beginning: Beginning): Promise<{ isNew: boolean; made: SandboxProject }> {
    const { forkOf, now } = beginning
    const fork = forkOf === undefined ? null : await this.#forked(forkOf, now)
    const begin = () => this.#begin(name, beginning, fork)
    const isNew = () => !this.#projects.has(name)
    return this.#whileAwaited(fork, () =>
      this.#turns.take(name, () => this.#making(name, isNew(), begin))
    )
  }

  async #begin(name: string, beginning: Beginning, fork: Snapshot | null) {
    const before = this.#projects.get(name)
    const seed = beginning.seed ?? before?.sandbox.identity.seed ?? freshHex(16)
    const { base, startsAt } = this.#beginningOf(beginning, fork, before)
    const made = begun({ name, seed }, base, startsAt)
    await this.#whileAwaited(base, () => this.#fill(made, before))
    if (startsAt !== null) await passTime(this.#parts, made.project, made.sandbox, startsAt)
    return { isNew: before === undefined, made }
  }

  /** Deletes a project with all that is in it. @throws {Refused} when there is none. */
  delete(name: string): Promise<void> {
    return this.#turns.take(name, async () => {
      const { project, base } = this.project(name)
      await this.#clear(project)
      this.#projects.delete(name)
      await this.#forget(base)
    })
  }

  /** Lets time pass in a project. @throws {Refused} for an instant that is over or too far. */
  moveClock(name: string, command: MoveSandboxClock): Promise<SandboxProject> {
    return this.#turns.take(name, async () => {
      const moved = this.project(name)
      const { project, sandbox } = moved
      const { timezone } = project
      const target = resultOf(moveSandboxClock({ now: sandbox.now(), timezone }, command))
      await passTime(this.#parts, project, sandbox, target)
      return moved
    })
  }

  /** Plans what goes wrong in a project. @throws {Refused} for what no operation declares. */
  putFaults(name: string, faults: readonly Fault[]): Promise<FaultPlan> {
    return this.#turns.take(name, async () => {
      const { sandbox } = this.project(name)
      const plan = resultOf(putSandboxFaults(this.#parts.statuses(), faults))
      sandbox.setFaults(plan)
      return plan
    })
  }

  /** Nothing goes wrong in a project any more. @throws {Refused} when there is none. */
  deleteFaults(name: string): Promise<void> {
    return this.#turns.take(name, async () => {
      this.project(name).sandbox.setFaults(deleteSandboxFaults())
    })
  }

  /** Takes a snapshot of a project, in the place of one of the same name. @throws {Refused} */
  putSnapshot(name: string, of: string): Promise<{ isNew: boolean; made: Snapshot }> {
    const take = async () => {
      const before = this.#snapshots.get(name)
      const made = await this.#turns.take(of, () => this.#copied({ name, of }, this.project(of)))
      this.#snapshots.set(name, made)
      this.#underWay.delete(placeOf(name))
      if (before !== undefined) await this.#forget(before)
      return { isNew: before === undefined, made }
    }
    const [place, isNew] = [placeOf(name), () => !this.#snapshots.has(name)]
    return this.#turns.take(place, () => this.#making(place, isNew(), take))
  }

  /** Deletes a snapshot; what began as it goes on. @throws {Refused} when there is none. */
  deleteSnapshot(name: string): Promise<void> {
    return this.#turns.take(placeOf(name), async () => {
      const snapshot = found(this.#snapshots.get(name), 'sandbox_snapshot', name)
      this.#snapshots.delete(name)
      await this.#forget(snapshot)
    })
  }

  #beginningOf(
    { now, snapshot }: Beginning,
    fork: Snapshot | null,
    before: SandboxProject | undefined
  ): Pick<SandboxProject, 'base' | 'startsAt'> {
    const isAsBefore = snapshot === undefined && fork === null
    const named = snapshot === undefined ? fork : this.#snapshot(snapshot)
    const base = named ?? before?.base ?? this.#base
    if (base === null) throw new Refused(NO_TEMPLATE)
    const startsAt = now ?? (isAsBefore ? (before?.startsAt ?? null) : null)
    refuseStart(base.project, base.course.now, startsAt)
    return { base, startsAt }
  }

  #snapshot(name: string): Snapshot {
    return found(this.#snapshots.get(name), 'sandbox_snapshot', name)
  }

  /** A copy of another project, for one that may begin at `now`. @throws {Refused} */
  #forked(of: string, now: Instant | undefined): Promise<Snapshot> {
    return this.#turns.take(of, () => {
      const original = this.project(of)
      refuseStart(original.project, original.sandbox.now(), now ?? null)
      return this.#copied({ name: null, of }, original)
    })
  }

  /** A copy of a project as it is now: its rows and its course are of one moment. */
  async #copied(
    said: Pick<Snapshot, 'name' | 'of'>,
    { project: original, sandbox }: Pick<SandboxProject, 'project' | 'sandbox'>
  ): Promise<Snapshot> {
    const project = { ...original, id: freshSource().newId('proj'), demo: false }
    // It has no time: nothing is carried out in it.
    const course = await this.#giving(project.id, this.#template, () =>
      this.#parts.shell().foundProject(
        () => putSandboxSnapshot(project, original.id),
        // Within the unit: whatever was written before it began before.
        () => sandbox.course
      )
    )
    return { ...said, project, course }
  }

  async #fill(made: SandboxProject, before: SandboxProject | undefined): Promise<void> {
    const { project, base, app, management, sandbox } = made
    const { name } = sandbox.identity
    const isThere = before?.project.id === project.id
    const command = { project, pairs: [app.pair, management.pair], from: base.project.id, isThere }
    const decide = () => putSandboxProject(command)
    await this.#giving(project.id, sandbox, () =>
      isThere
        ? this.#settle(project, decide)
        : this.#parts.shell().foundProject(decide, () => undefined)
    )
    this.#projects.set(name, made)
    this.#underWay.delete(name)
    if (before !== undefined && !isThere) await this.#clear(before.project)
    if (before !== undefined) await this.#forget(before.base)
  }

  /** Gives a project its time and chance for a task; what it had before, if that fails. */
  async #giving<Value>(projectId: string, sandbox: Sandbox, task: () => Promise<Value>) {
    const before = this.#given.get(projectId)
    this.#given.set(projectId, sandbox)
    try {
      return await task()
    } catch (error) {
      if (before === undefined) this.#given.delete(projectId)
      else this.#given.set(projectId, before)
      throw error
    }
  }

  /** Deletes the rows of what is no longer in it. */
  async #clear(project: Project, decide = deleteSandboxProject): Promise<void> {
    await this.#settle(project, decide)
    this.#given.delete(project.id)
  }

  /** @throws {Refused} when there is no room for one more. */
  async #making<Value>(place: string, isNew: boolean, task: () => Promise<Value>): Promise<Value> {
    if (!isNew) return task()
    const held = this.#projects.size + this.#snapshots.size + this.#underWay.size
    if (held >= HELD_MAX) throw new Refused(FULL)
    this.#underWay.add(place)
    try {
      return await task()
    } finally {
      this.#underWay.delete(place)
    }
  }

  /** Deletes a snapshot that nothing begins as any more. */
  async #forget(snapshot: Snapshot): Promise<void> {
    const isUsed =
      snapshot === this.#base ||
      this.#awaited.has(snapshot) ||
      [...this.#snapshots.values()].includes(snapshot) ||
      [...this.#projects.values()].some(({ base }) => base === snapshot)
    if (isUsed) return
    await this.#clear(snapshot.project, deleteSandboxSnapshot)
  }

  async #settle(project: Project, decide: () => Decision<unknown>): Promise<void> {
    const origin = { ...ownOrigin(project, 'sandbox'), ids: freshSource() }
    await this.#parts.shell().settle(origin, { load: async () => null, decide })
  }

  /** Keeps a snapshot until a task has ended, and forgets it then if nothing began as it. */
  async #whileAwaited<Value>(snapshot: Snapshot | null, task: () => Promise<Value>) {
    if (snapshot === null) return task()
    this.#awaited.set(snapshot, (this.#awaited.get(snapshot) ?? 0) + 1)
    try {
      return await task()
    } finally {
      const others = (this.#awaited.get(snapshot) ?? 1) - 1
      if (others > 0) this.#awaited.set(snapshot, others)
      else this.#awaited.delete(snapshot)
      await this.#forget(snapshot)
    }
  }
}

/** Snapshots wait apart from projects; a name has no space. */
function placeOf(snapshot: string): string {
  return `snapshot ${snapshot}`
}

function byName<Value>(named: ReadonlyMap<string, Value>): readonly Value[] {
  return [...named].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each)
}

/** Projects and snapshots together: each has some hundred rows of memory at least. */
const HELD_MAX = 1_000

/** @throws {Refused} for an instant that a clock which shows `now` cannot be moved to. */
function refuseStart({ timezone }: Project, now: Instant, startsAt: Instant | null): void {
  if (startsAt !== null) resultOf(moveSandboxClock({ now, timezone }, { now: startsAt }))
}

const FULL: Refusal = {
  key: 'invalid_payload',
  details: `There are ${HELD_MAX} projects and snapshots in the sandbox; delete some first.`
}

const NO_TEMPLATE: Refusal = {
  key: 'invalid_payload',
  details:
    'The service was started with no project that another one could begin as. Start it with one.'
}

/** What bears a name. @throws {Refused} when nothing does. */
function found<Value>(
  value: Value | undefined,
  type: 'sandbox_project' | 'sandbox_snapshot',
  name: string
): Value {
  if (value === undefined) throw new Refused(notFound(type, name))
  return value
}

/** The result of a decision. @throws {Refused} when it refuses. */
function resultOf<Result>(
  decided: { readonly result: Result } | { readonly refusal: Refusal }
): Result {
  if ('refusal' in decided) throw new Refused(decided.refusal)
  return decided.result
}
