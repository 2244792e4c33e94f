/**
 * Two requests that meet at the worst moment: one has loaded and decided, the other is carried out
 * whole, and only then is the first one written.
 *
 * SQLite never does that, because its writer is alone from before the load; PostgreSQL does it
 * under READ COMMITTED whenever two units meet. What a decision relied on must therefore be guarded
 * by what it writes, on either engine, and that is what is proven here.
 */
import type { FastifyInstance } from 'fastify'
import { PROJECT_ID } from '../../../src/demo/known.ts'
import { compose } from '../../../src/main/compose.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import { projectHeld, versionOf } from '../../../src/storage/catalogue.ts'
import { customerHeld } from '../../../src/storage/customers/customers.ts'
import { ConstraintBroken, GuardLost } from '../../../src/storage/engine/errors.ts'
import { Session } from '../../../src/storage/engine/session.ts'
import { type Statement, Statements } from '../../../src/storage/engine/statements.ts'
import { type Decided, NOTHING_DONE, type Store } from '../../../src/storage/engine/store.ts'
import { listProjects } from '../../../src/storage/projects.ts'
import { type Answered, CONFIG, contract, NOW } from '../../support/app.ts'
import { countedSource } from '../../support/counted-source.ts'
import { demoStore } from '../../support/demo.ts'
import { rowsOf } from './rows.ts'

type Unit<Value> = (session: Session) => Promise<Decided<Value>>

/** A unit has to wait for a row that the other one holds, so that they do not meet. */
class Waits extends Error {}

/**
 * The session of a unit that loads while others write: what each statement reads is committed, and
 * may be newer than what the one before it read.
 */
class LoadingSession extends Session {
  readonly #store: Store
  readonly #beforeEach: (asked: object, values: object | undefined) => Promise<void>
  #last: Promise<unknown> = Promise.resolve()

  constructor(
    store: Store,
    projectId: string | null,
    beforeEach: (asked: object, values: object | undefined) => Promise<void>
  ) {
    const none = () => {
      throw new TypeError('It runs what others have prepared.')
    }
    // Nothing is kept in memory beyond the unit.
    super(new Statements(none, {}), projectId, { isSnapshot: false })
    this.#store = store
    this.#beforeEach = beforeEach
  }

  override one<Params, Row>(asked: Statement<Params, Row>, values?: Params) {
    return this.#inOrder(async () => {
      await this.#beforeEach(asked, values as object)
      return this.#store.read(this.projectId, session => session.one(asked, values as Params))
    })
  }

  override all<Params, Row>(asked: Statement<Params, Row>, values?: Params) {
    return this.#inOrder(async () => {
      await this.#beforeEach(asked, values as object)
      return this.#store.read(this.projectId, session => session.all(asked, values as Params))
    })
  }

  /** A server carries out what is asked without waiting in the order in which it is asked. */
  #inOrder<Value>(task: () => Promise<Value>): Promise<Value> {
    const answered = this.#last.then(task)
    this.#last = answered.catch(() => undefined)
    return answered
  }
}

/** What a unit holds, and how many statements it has run. */
interface Progress {
  readonly held: Set<string>
  statements: number
}

/** Where the first unit is interrupted; null: between its decision and its writes. */
export type Place = number | null

/** A store of its own for every meeting, behind one application. */
class Meeting implements Store {
  readonly dialect = 'sqlite'
  readonly trouble = null
  readonly counts = NOTHING_DONE
  readonly pool = null
  #store: Store | null = null
  #meanwhile: (() => Promise<unknown>) | null = null
  #place: Place = null
  /** The unit that was interrupted, while the other one is carried out. */
  #first: Progress | null = null
  /** Whether background work is carried out. */
  working = false
  /** The guard that the first unit lost; null: it was written as it was decided. */
  lost: string | null = null
  /** Whether the second unit has to wait for the first one. */
  waits = false
  /** Statements that the first unit ran to load. */
  statements = 0
  /** Units that changed something so far. */
  writes = 0

  get #current(): Store {
    if (this.#store === null) throw new Error('No store is open')
    return this.#store
  }

  async renew(store: Store): Promise<void> {
    await this.#store?.close()
    this.#store = store
    this.lost = null
    this.waits = false
    this.#first = null
    this.#meanwhile = null
  }

  /** The next unit that decides anything is interrupted there, for as long as this takes. */
  interruptNext(place: Place, meanwhile: () => Promise<unknown>): void {
    this.#place = place
    this.#meanwhile = meanwhile
  }

  /** Whether a unit was interrupted since. */
  get hasInterrupted(): boolean {
    return this.#meanwhile === null
  }

  async write<Value>(projectId: string | null, given: Unit<Value>): Promise<Value> {
    // The worker asks for a job: there is none until it is told to work.
    if (projectId === null && !this.working) return null as Value
    const unit: Unit<Value> = async session => {
      const decided = await given(session)
      if (session.hasWritten || decided.changes.length > 0) this.writes++
      return decided
    }
    if (this.#first !== null) return this.#second(projectId, unit)
    if (this.#meanwhile === null || projectId === null) return this.#current.write(projectId, unit)
    return this.#interrupted(projectId, unit)
  }

  async #interrupted<Value>(projectId: string, unit: Unit<Value>): Promise<Value> {
    const progress: Progress = { held: new Set(), statements: 0 }
    const interrupt = async () => {
      const meanwhile = this.#meanwhile
      if (meanwhile === null) return
      this.#meanwhile = null
      this.#first = progress
      await meanwhile()
      this.#first = null
    }
    const session = new LoadingSession(this.#current, projectId, async (asked, values) => {
      if (progress.statements === this.#place) await interrupt()
      progress.statements++
      if (isHold(asked)) progress.held.add(nameOf(asked, values))
    })
    try {
      const decided = await unit(session)
      this.statements = progress.statements
      if (decided.changes.length === 0) return decided.value
      if (this.#place === null) await interrupt()
      return await this.#written(projectId, session, decided)
    } catch (error) {
      this.lost = lossOf(error)
      if (this.lost === null) throw error
      return this.#current.write(projectId, unit)
    }
  }

  /** Carried out whole, unless it meets what the first one holds. */
  async #second<Value>(projectId: string | null, unit: Unit<Value>): Promise<Value> {
    const first = this.#first as Progress
    const session = new LoadingSession(this.#current, projectId, async (asked, values) => {
      if (isHold(asked) && first.held.has(nameOf(asked, values))) this.#wait()
    })
    const decided = await unit(session)
    if (decided.changes.length > 0 && first.held.has(PROJECT)) this.#wait()
    return this.#written(projectId, session, decided)
  }

  /** @throws {Waits} so that the second one comes to nothing. */
  #wait(): never {
    this.waits = true
    throw new Waits('It waits for the other one')
  }

  /** Its last write confirms the version that it decided by. */
  async #written<Value>(projectId: string | null, loaded: Session, decided: Decided<Value>) {
    const version = projectId === null ? null : await versionOf(loaded, projectId)
    return this.#current.write(projectId, async session => {
      const now = projectId === null ? null : await versionOf(session, projectId)
      if (version !== now) throw new Lost('the version')
      return decided
    })
  }

  read: Store['read'] = (projectId, unit) => {
    // The timer goes through all projects.
    const isTimer = (unit as unknown) === listProjects && !this.working
    return isTimer ? Promise.resolve([] as never) : this.#current.read(projectId, unit)
  }

  migrate = () => this.#current.migrate()
  pending = () => this.#current.pending()
  health = () => this.#current.health()
  time = () => this.#current.time()
  backup = (file: string) => this.#current.backup(file)
  forget = () => this.#current.forget()
  abandon = () => this.#current.abandon()
  close = async () => {
    await this.#store?.close()
    this.#store = null
  }
}

const PROJECT = 'project'

function isHold(asked: object): boolean {
  return asked === projectHeld || asked === customerHeld
}

function nameOf(asked: object, values: object | undefined): string {
  return asked === projectHeld ? PROJECT : `customer ${(values as { id: string }).id}`
}

class Lost extends Error {}

function lossOf(error: unknown): string | null {
  if (error instanceof Lost) return error.message
  if (error instanceof GuardLost) return error.change.kind
  // A row that is referred to is gone: on PostgreSQL a reason to decide again.
  const isGone = error instanceof ConstraintBroken && /FOREIGN KEY/.test(error.message)
  return isGone ? 'a foreign key' : null
}

/** What is asked of a service. */
export interface Deed {
  readonly name: string
  readonly ask: (service: Meetings) => Promise<Pick<Answered, 'status' | 'body'> | null>
}

/** What came of two deeds: their answers, and every row there is. */
export interface Outcome {
  readonly answers: readonly string[]
  readonly rows: readonly string[]
  readonly audited: string
}

/** Of deeds that met. */
export interface Met extends Outcome {
  /** The guard that the first one lost; null: it was written as it was decided. */
  readonly lost: string | null
  /** Statements that the first one ran to load. */
  readonly statements: number
}

export interface Meetings {
  readonly app: FastifyInstance
  /** Carries out whatever work is waiting. */
  work(): Promise<void>
  setNow(now: string): void
}

/** Brings deeds together, each pair in the demo as it is loaded. */
export class Interleaving implements Meetings {
  readonly #store = new Meeting()
  readonly #bugs: Error[] = []
  #now = NOW
  #ids = countedSource()
  readonly #composed = compose({
    store: this.#store,
    config: CONFIG,
    acceptDemo: true,
    now: () => this.#now,
    ids: { newId: prefix => this.#ids.newId(prefix), random: below => this.#ids.random(below) },
    contract
  })

  get app(): FastifyInstance {
    return this.#composed.app
  }

  async work(): Promise<void> {
    this.#store.working = true
    this.#composed.worker.wake()
    await this.#composed.worker.idle()
    this.#store.working = false
  }

  setNow(now: string): void {
    this.#now = now
  }

  async close(): Promise<void> {
    await this.#composed.worker.stop()
    await this.#composed.app.close()
    await this.#store.close()
  }

  async #renew(): Promise<void> {
    this.#now = NOW
    this.#ids = countedSource()
    await this.#store.renew(await demoStore(NOW, CONFIG, this.#bugs, { doubted: false }))
  }

  /** What a deed changes, when it is done alone. */
  async changesOf(deed: Deed): Promise<{ readonly setUp: boolean; readonly any: boolean }> {
    await this.#renew()
    const before = this.#store.writes
    const version = await this.#version()
    await deed.ask(this)
    return { setUp: version !== (await this.#version()), any: this.#store.writes > before }
  }

  #version(): Promise<number | null> {
    return this.#store.read(null, session => versionOf(session, PROJECT_ID))
  }

  /** One after the other. */
  async inTurn(first: Deed, second: Deed, given: readonly Deed[] = []): Promise<Outcome> {
    await this.#renew()
    for (const deed of given) await deed.ask(this)
    const one = said(await first.ask(this))
    const other = said(await second.ask(this))
    return this.#outcome([one, other])
  }

  /**
   * The second one while the first is interrupted; null: it never is, or the second one waits.
   */
  async meeting(
    first: Deed,
    second: Deed,
    place: Place = null,
    given: readonly Deed[] = []
  ): Promise<Met | null> {
    await this.#renew()
    for (const deed of given) await deed.ask(this)
    let other = ''
    let waits = false
    this.#store.interruptNext(place, async () => {
      other = said(await second.ask(this))
      waits = this.#store.waits
    })
    const one = said(await first.ask(this))
    const { lost, statements } = this.#store
    if (!this.#store.hasInterrupted || waits) return null
    return { ...(await this.#outcome([one, other])), lost, statements }
  }

  async #outcome(answers: readonly string[]): Promise<Outcome> {
    const found = await audit(this.#store, this.#now)
    const rows = await rowsOf(this.#store)
    const bugs = this.#bugs
      .splice(0)
      .filter(bug => !(bug instanceof GuardLost))
      .map(({ message }) => message)
    const audited = [...found.findings.map(({ sentence }) => sentence), ...bugs].join('; ')
    return { answers, rows, audited }
  }
}

/** What of an answer two outcomes have to share. */
export function said(answer: Pick<Answered, 'status' | 'body'> | null): string {
  return answer === null ? '' : `${answer.status} ${answer.body?.key ?? ''}`
}
