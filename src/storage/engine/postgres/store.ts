/**
 * The engine for many processes: PostgreSQL, with a bounded pool of connections. A writing unit is
 * one READ COMMITTED transaction. What it relies on is in the guards of its writes, so that it
 * waits for no one before it writes, and begins again from the load when a guard is lost. A reading
 * unit is one REPEATABLE READ transaction, so that everything in it is of one moment. BEGIN travels
 * with the first statement, and all writes travel together.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Change } from '../../../decisions/changes.ts'
import { Refused } from '../../../decisions/refusals.ts'
import {
  GuardLost,
  HeldLate,
  OutcomeUnknown,
  RowFull,
  RowHeld,
  RowMissed,
  RowUnlocked,
  SetUpChanged,
  SetUpClaimed,
  SetUpHeld,
  StoreBusy,
  StoreClosed,
  StoreError,
  StoreHalfCopied,
  StoreNotCopied,
  StoreTooNew,
  troubleIn
} from '../errors.ts'
import { Session, together } from '../session.ts'
import type {
  Command,
  ContendedRows,
  LockedRows,
  Locking,
  MetRow,
  Statement
} from '../statements.ts'
import {
  type Apply,
  type Decided,
  NOTHING_DONE,
  type PoolState,
  type ReadUnit,
  type ServerTime,
  type Store,
  type StoreCounts,
  type StoreOptions,
  type Unit
} from '../store.ts'
import {
  type Connection,
  type ConnectionLease,
  earlierEnded,
  ServerConnections,
  serverTime
} from './connections.ts'
import { migratePostgres, refuseNewer, stepsForPostgres } from './migrate.ts'
import {
  CONNECTIONS_MAX,
  isAnswered,
  isConflict,
  isEcho,
  isKeptWaiting,
  isLost,
  isRuleBroken,
  isServerGone,
  onConnection,
  refuseReadOnly,
  translatePostgres,
  whereOf
} from './pool.ts'
import {
  type ContendedPlace,
  type Leave,
  QueueMissed,
  RowQueues,
  type WaitResult
} from './row-queues.ts'

/** Milliseconds for which a durable write proves that the next one would be. */
const PROVEN_MS = 1_000

const BEGIN_WRITING = 'BEGIN ISOLATION LEVEL READ COMMITTED'
const BEGIN_READING = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'
/** One row is written as it is, which has to reach the disk. */
const PROBE = `update applied_migrations set applied_at = applied_at
  where tag = (select min(tag) from applied_migrations)`

export interface Nouns {
  readonly apply: Apply
  readonly meetings: ContendedRows
  isSetUp(change: Change): boolean
  /** @throws {SetUpChanged} when what a unit decided by is no longer so. */
  confirm(session: Session): Promise<void>
  readonly claims: ClaimStatements
}

/** The database of a url, of whose server nothing is asked until a unit is. */
export class PostgresStore implements Store {
  readonly dialect = 'postgres'
  readonly counts: StoreCounts = { ...NOTHING_DONE }
  readonly #where: string
  readonly #nouns: Nouns
  readonly #options: StoreOptions
  readonly #url: string
  readonly #connections: ServerConnections
  readonly #underWay = new Set<Promise<unknown>>()
  readonly #rows: Rows
  readonly #repeats: Repeats
  readonly #claims: Claims
  #provenAt = Number.NEGATIVE_INFINITY
  #isTooNew = false
  #trouble: StoreError | null = null
  #closing: Promise<void> | null = null

  constructor(url: string, nouns: Nouns, options: StoreOptions) {
    this.#where = whereOf(url)
    this.#nouns = nouns
    this.#options = options
    this.#url = url
    this.#connections = new ServerConnections(url, options)
    const { connectionsMax = CONNECTIONS_MAX } = options
    const turns = new RowQueues()
    this.#rows = new Rows(nouns.meetings, turns, connectionsMax)
    this.#claims = new Claims(nouns.claims, {
      read: (projectId, unit) => this.#read(projectId, unit),
      write: (projectId, unit) => this.#write(projectId, unit, beginning(0)),
      earlierEnded: () => this.#connections.use(held => using(held, earlierEnded))
    })
    this.#repeats = new Repeats(this.#rows, turns, this.#claims, {
      where: this.#where,
      attemptsMax: options.attemptsMax,
      changesSetUp: changes => changes.some(nouns.isSetUp),
      attempt: (projectId, unit, course) => this.#write(projectId, unit, course),
      translated: (error, waitedMs) => this.#translated(error, waitedMs)
    })
  }

  write: Store['write'] = (projectId, unit) =>
    this.#tracked(() => this.#repeats.write(projectId, unit))

  read: Store['read'] = (projectId, unit) =>
    this.#tracked(async () => {
      try {
        return await this.#read(projectId, unit)
      } catch (error) {
        throw this.#translated(error, 0)
      }
    })

  async #write<Value>(
    projectId: string | null,
    unit: Unit<Value>,
    course: AttemptState
  ): Promise<Value> {
    for (;;) {
      try {
        return await this.#connections.use(held => this.#writeOn(held, projectId, unit, course))
      } catch (error) {
        if (!(error instanceof SetUpClaimed) || projectId === null) throw error
        // The unit holds nothing meanwhile, no connection either.
        await this.#claims.waitFor(projectId, error.claim, course)
      }
    }
  }

  async #writeOn<Value>(
    held: ConnectionLease,
    projectId: string | null,
    unit: Unit<Value>,
    course: AttemptState
  ): Promise<Value> {
    const { statements } = held.connection
    course.line?.served()
    held.connection.begin(BEGIN_WRITING, held.answersMsMax)
    const prove = () => this.#prove(held.connection)
    const { claims, line, yields, locks } = course
    const about = { claims, waits: line !== null, yields: yields > 0, prove }
    const session = new Session(statements, projectId, { isSnapshot: false, ...about })
    session.lock(locks)
    course.changes = []
    // Those that its locks hold are held from its beginning on.
    if (locks.length === 0) course.holds = []
    let leave: Leave = () => undefined
    let outcome: WaitResult = 'through'
    try {
      // A unit of no project sees no version.
      if (this.#isTooNew || projectId === null) await prove()
      const { value, changes } = await this.#decided(session, unit)
      course.changes = changes
      course.holds = session.locked
      leave = await this.#rows.enter(projectId, course, session)
      await this.#nouns.apply(session, changes)
      await session.flush()
      session.end()
      if (held.connection.refusal !== null) throw held.connection.refusal
      if (!session.hasWritten) this.#end(held, 'COMMIT')
      else if (held.connection.inTransaction) await this.#commit(held)
      else throw new Error('The transaction was gone.')
      return value
    } catch (error) {
      session.end()
      outcome = 'lost'
      if (error instanceof OutcomeUnknown) throw error
      const { connection } = held
      const cause = connection.refusal ?? (await firstFailure(session, error, connection))
      if (cause instanceof GuardLost) this.counts.guardsLost++
      outcome = outcomeOf(cause, course)
      this.#end(held, 'ROLLBACK', cause)
      throw cause
    } finally {
      leave(outcome)
    }
  }

  /** A refusal stands only where what it was decided by is still so. */
  async #decided<Value>(session: Session, unit: Unit<Value>): Promise<Decided<Value>> {
    try {
      return await unit(session)
    } catch (error) {
      if (error instanceof Refused) await this.#nouns.confirm(session)
      throw error
    }
  }

  #read<Value>(projectId: string | null, unit: ReadUnit<Value>): Promise<Value> {
    return this.#connections.use(held => this.#readOn(held, projectId, unit))
  }

  async #readOn<Value>(
    held: ConnectionLease,
    projectId: string | null,
    unit: ReadUnit<Value>
  ): Promise<Value> {
    held.connection.begin(BEGIN_READING, held.answersMsMax)
    const prove = () => this.#prove(held.connection)
    const { statements } = held.connection
    const session = new Session(statements, projectId, { mayWrite: false, prove })
    let cause: unknown
    try {
      if (this.#isTooNew) await prove()
      // Asked with the first statement of the unit, so that nobody waits for it.
      const proven = projectId === null ? prove().catch(passHalfCopied) : undefined
      const [, value] = await together(proven, unit(session))
      // Without its transaction, what it read would not be of one moment.
      if (held.connection.refusal !== null) throw held.connection.refusal
      return value
    } catch (error) {
      const { failure } = held.connection
      cause = isEcho(error, failure) ? failure : error
      throw cause
    } finally {
      session.end()
      // Nothing depends on its answer but the connection.
      this.#end(held, 'COMMIT', cause)
    }
  }

  /** Ends a transaction that has nothing to lose, and waits for it elsewhere. */
  #end(
    { connection, release }: ConnectionLease,
    how: 'COMMIT' | 'ROLLBACK',
    cause?: unknown
  ): void {
    // A server that begins nothing, or writes nothing, is asked no more on this connection.
    const isUseless = isServerGone(cause) || isLost(cause)
    const refusal = connection.refusal ?? (isUseless ? (cause as Error) : null)
    if (refusal === null) connection.send({ text: how }).then(() => release(), release)
    else release(refusal)
  }

  /** @throws {OutcomeUnknown} when it was asked for and not answered. */
  async #commit({ connection, release }: ConnectionLease): Promise<void> {
    const { counts } = this
    const began = performance.now()
    let command: string
    try {
      ;({ command } = await connection.send({ text: 'COMMIT' }))
    } catch (error) {
      // The server said no, and nothing of it is there; it is then rolled back for good.
      if (isAnswered(error)) throw error
      release(error as Error)
      throw new OutcomeUnknown(this.#where, error as Error)
    }
    // A transaction that failed before is rolled back, and says so in place of an error.
    if (command !== 'COMMIT') throw new Error(`The transaction ended by ${command}.`)
    counts.commits++
    counts.committed++
    counts.commitMs += performance.now() - began
    this.#trouble = null
    release()
  }

  #translated(error: unknown, waitedMs: number): unknown {
    const isKeptOut = isConflict(error) || error instanceof RowHeld
    if (isKeptOut) return new StoreBusy(this.#where, Math.round(waitedMs), error)
    const ours = translatePostgres(error, this.#where)
    const trouble = troubleIn(ours, this.#where)
    if (trouble !== null) {
      this.#trouble = trouble
      this.counts.refusedByDisk++
    }
    return ours
  }

  /** Refuses units once it is closed, and lets `close` wait for the others. */
  #tracked<Value>(unit: () => Promise<Value>): Promise<Value> {
    if (this.#closing !== null) return Promise.reject(new StoreClosed(this.#where))
    const underWay = unit()
    const ended = () => this.#underWay.delete(underWay)
    this.#underWay.add(underWay)
    underWay.then(ended, ended)
    return underWay
  }

  // On a connection of its own: a step may take longer than any statement of a unit.
  migrate(): Promise<void> {
    return onConnection(this.#url, async client => {
      if (this.#options.writable) await refuseReadOnly(client, this.#where)
      await migratePostgres(client, this.#where)
    })
  }

  pending: Store['pending'] = () =>
    onConnection(this.#url, client => stepsForPostgres(client, this.#where))

  health(): Promise<void> {
    return this.#asked(held => this.#probe(held))
  }

  get trouble(): StoreError | null {
    return this.#trouble
  }

  get pool(): PoolState {
    return this.#connections.state
  }

  time(): Promise<ServerTime> {
    return this.#asked(serverTime)
  }

  /** What is asked on a connection without a unit. */
  #asked<Value>(task: (held: ConnectionLease) => Promise<Value>): Promise<Value> {
    return this.#tracked(async () => {
      try {
        return await this.#connections.use(held => using(held, task))
      } catch (error) {
        throw translatePostgres(error, this.#where)
      }
    })
  }

  /** @throws {StoreTooNew} as every unit does from then on, while it is so. */
  async #prove(connection: Connection, limit: { query_timeout?: number } = {}): Promise<void> {
    try {
      const ask = async (text: string) => (await connection.ask({ text, ...limit }, false)).rows
      await refuseNewer(ask, this.#where)
      this.#isTooNew = false
    } catch (error) {
      if (error instanceof StoreTooNew) this.#isTooNew = true
      throw error
    }
  }

  async #probe({ connection, answersMsMax }: ConnectionLease): Promise<void> {
    const limit = { query_timeout: answersMsMax }
    await connection.send({ text: 'select 1 from projects limit 1', ...limit })
    await this.#prove(connection, limit)
    if (performance.now() - this.#provenAt <= PROVEN_MS) return
    await connection.send({ text: PROBE, ...limit })
    this.#provenAt = performance.now()
  }

  async backup(): Promise<void> {
    throw new StoreNotCopied(this.#where)
  }

  /** The files are the server's own, and so is what they keep. */
  async forget(): Promise<void> {}

  close(): Promise<void> {
    this.#closing ??= this.#closeNow()
    return this.#closing
  }

  abandon(): void {
    this.#connections.abandon()
  }

  async #closeNow(): Promise<void> {
    await Promise.allSettled(this.#underWay)
    await this.#connections.close()
  }
}

/** An audit reads what was copied before the mark is taken off. */
function passHalfCopied(error: unknown): void {
  if (!(error instanceof StoreHalfCopied)) throw error
}

async function using<Value>(
  held: ConnectionLease,
  task: (held: ConnectionLease) => Promise<Value>
): Promise<Value> {
  try {
    const value = await task(held)
    held.release()
    return value
  } catch (error) {
    held.release(error as Error)
    throw error
  }
}

/*
 * A writing unit from its first attempt to its last: where it met others, it begins again in its
 * turn, with what it lost locked before it loads.
 */

/**
 * Attempts of a unit that met others, and milliseconds after which there is no further one; they
 * count from its turn on.
 */
const ATTEMPTS_MAX = 20
const ATTEMPTS_MS_MAX = 5_000
/** How long a unit waits for its turn: while its line stands still, and in all lines. */
const PATIENCE = { stuckMs: 5_000, allMs: 30_000 }
/** The longest pause between attempts, in milliseconds; the first is at most 4. */
const PAUSE_MS_MAX = 64

const OF_SET_UP = 'a row of the set-up'

interface Attempting {
  readonly where: string
  readonly attemptsMax: number | undefined
  changesSetUp(changes: readonly Change[]): boolean
  attempt<Value>(projectId: string | null, unit: Unit<Value>, course: AttemptState): Promise<Value>
  translated(error: unknown, waitedMs: number): unknown
}

export class Repeats {
  readonly #rows: Rows
  readonly #turns: RowQueues
  readonly #claims: Claims
  readonly #of: Attempting

  constructor(rows: Rows, turns: RowQueues, claims: Claims, of: Attempting) {
    this.#rows = rows
    this.#turns = turns
    this.#claims = claims
    this.#of = of
  }

  /** @throws {StoreBusy} when it had no turn in time, or others were there at every attempt. */
  async write<Value>(projectId: string | null, unit: Unit<Value>): Promise<Value> {
    const course = beginning(THROUGHOUT_MAX)
    let met: unknown
    try {
      return await this.#of.attempt(projectId, unit, course)
    } catch (error) {
      met = this.#isSetUpKeptWaiting(error, course) ? new RowHeld(OF_SET_UP) : error
      if (!mayRepeat(met)) throw this.#of.translated(error, 0)
    }
    const began = performance.now()
    for (;;) {
      const allMs = PATIENCE.allMs - (performance.now() - began)
      try {
        return await this.#inLine(projectId, unit, course, { met, allMs })
      } catch (error) {
        if (error instanceof QueueMissed) throw new StoreBusy(this.#of.where, error.waitedMs, error)
        if (!(error instanceof RowFull)) throw error
        course.moves++
        met = error
      }
    }
  }

  /**
   * Whether a change of set-up waited to the limit of the server for the first time. Such changes
   * are few, so that connections which wait for such a row are as well. One that claims the set-up,
   * or waits for a row before it has it, may have decided nothing yet.
   */
  #isSetUpKeptWaiting(error: unknown, course: AttemptState): boolean {
    if (!isKeptWaiting(error) || course.keptWaiting) return false
    const changes = [...course.changes, ...course.locked.of]
    if (!course.claims && !this.#of.changesSetUp(changes)) return false
    course.keptWaiting = true
    return true
  }

  /** @throws {StoreBusy} also where nobody knows whether the claim was stored. */
  async #claimed(claim: Claim, held: SetUpHeld): Promise<void> {
    try {
      await claim(held)
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error
      throw new StoreBusy(this.#of.where, 0, error)
    }
  }

  /** The attempts after the first, when it is their turn. @throws {RowFull} to go elsewhere. */
  #inLine<Value>(
    projectId: string | null,
    unit: Unit<Value>,
    course: AttemptState,
    { met, allMs }: { readonly met: unknown; readonly allMs: number }
  ): Promise<Value> {
    const place = this.#rows.lineOf(projectId, met)
    const repeat = (served: () => void) => {
      course.line = { name: place.name, served }
      return this.#claims.during(projectId, course, claim =>
        this.#repeat(course, met, claim, () => this.#of.attempt(projectId, unit, course))
      )
    }
    const ended = (error: unknown) => outcomeOf(error, course)
    return this.#turns.take(place, { ...PATIENCE, allMs }, repeat, ended)
  }

  /** One attempt at least, and the others while there is time. */
  async #repeat<Value>(
    course: AttemptState,
    first: unknown,
    claim: Claim,
    task: () => Promise<Value>
  ): Promise<Value> {
    const { attemptsMax = ATTEMPTS_MAX, translated } = this.#of
    const began = performance.now()
    let met = first
    for (let attempt = 2; ; attempt++) {
      this.#rows.lockFirst(met, course)
      // Those that lock first have their turns from the server. Others would meet again and again.
      if (course.locks.length === 0) {
        await pause(Math.random() * Math.min(2 ** attempt, PAUSE_MS_MAX))
      }
      try {
        if (met instanceof SetUpHeld) await this.#claimed(claim, met)
        return await task()
      } catch (error) {
        if (error instanceof RowFull) throw error
        const waitedMs = performance.now() - began
        met = this.#isSetUpKeptWaiting(error, course) ? new RowHeld(OF_SET_UP) : error
        const isLate = waitedMs > ATTEMPTS_MS_MAX && met === error
        const isOver = attempt >= attemptsMax || isLate
        if (isOver || isFinal(met, attempt) || !mayRepeat(met)) throw translated(error, waitedMs)
      }
    }
  }
}

/*
 * Claims: a unit that wants alone what all units of its project share asks the others to let it go
 * first. They share a row, each until its end, and PostgreSQL lets a unit that shares it pass one
 * that wants it alone: under load there is always another. So that one stores a claim, which all of
 * them see, and units that begin wait until it is gone. They wait without a connection, those of a
 * process together, and once each, so that units that claim one after the other hold up nobody for
 * long; only for loads of project files they wait more often. A claim that stays is of a process
 * that died.
 */

/** Milliseconds for which others wait for a claim: as long as it waits for one that goes on. */
const CLAIM_MS_MAX = 5_000
/** Milliseconds between two looks whether it is gone, on average. */
const LOOK_MS = 10

/** Begins the id of a claim of a unit that takes rows in any order. */
const THROUGHOUT = 'throughout-'
/** How many of these a unit lets go first; of all other claims it does so once. */
const THROUGHOUT_MAX = 3

interface ClaimStatements {
  readonly put: Command<{ readonly id: string }>
  readonly remove: Command<{ readonly id: string }>
  readonly find: Statement<{ readonly id: string }, unknown>
}

/** Units of the store, which let nobody go first. */
interface Units extends Pick<Store, 'read' | 'write'> {
  /** Resolves when no transaction is under way that began before. */
  earlierEnded(): Promise<void>
}

/** Stores a claim, once; a unit that claims throughout then waits for those that do not see it. */
export type Claim = (held: Pick<SetUpHeld, 'throughout'>) => Promise<void>

class Claims {
  readonly #statements: ClaimStatements
  readonly #units: Units
  readonly #awaited = new Map<string, Promise<void>>()

  constructor(statements: ClaimStatements, units: Units) {
    this.#statements = statements
    this.#units = units
  }

  /** A task of a unit that may claim the set-up of its project, until the task ends. */
  async during<Value>(
    projectId: string | null,
    course: AttemptState,
    task: (claim: Claim) => Promise<Value>
  ): Promise<Value> {
    let id: string | null = null
    const claim: Claim = async ({ throughout }) => {
      if (id !== null || projectId === null) return
      const made = `${throughout ? THROUGHOUT : ''}${randomUUID()}`
      await this.#run(projectId, this.#statements.put, made)
      id = made
      course.claims = true
      course.yields = 0
      if (throughout) await this.#units.earlierEnded()
    }
    try {
      return await task(claim)
    } finally {
      if (id !== null && projectId !== null) await this.#remove(projectId, id)
    }
  }

  /** Where that fails, those who wait for it do so in the end. */
  async #remove(projectId: string, id: string): Promise<void> {
    await this.#run(projectId, this.#statements.remove, id).catch(() => undefined)
  }

  /** Waits until a claim is gone; then says whether the unit waits for the next one, too. */
  async waitFor(projectId: string, claim: string, course: AttemptState): Promise<void> {
    const gone =
      this.#awaited.get(claim) ??
      this.#looked(projectId, claim).finally(() => this.#awaited.delete(claim))
    this.#awaited.set(claim, gone)
    await gone
    course.yields = claim.startsWith(THROUGHOUT) ? course.yields - 1 : 0
  }

  async #looked(projectId: string, id: string): Promise<void> {
    const began = performance.now()
    while (performance.now() - began < CLAIM_MS_MAX) {
      await pause(LOOK_MS * (0.5 + Math.random()))
      const { find } = this.#statements
      const found = await this.#units.read(projectId, session => session.one(find, { id }))
      if (found === undefined) return
    }
    await this.#remove(projectId, id)
  }

  async #run(projectId: string, command: ClaimStatements['put'], id: string): Promise<void> {
    await this.#units.write(projectId, async session => {
      await session.run(command, { id })
      return { value: null, changes: [] }
    })
  }
}

/** Random codes need a second attempt, rarely a third; then they are few, and others are loaded. */
const CODE_ATTEMPTS_MAX = 5
/** A rule of the tables that is broken once more is broken by the decision. */
const RULE_ATTEMPTS_MAX = 3
/** How often a unit goes from one line to another; then it waits for rows where it is. */
const MOVES_MAX = 2
/** The same of a unit that decides for other rows at each attempt: then it may wait in a circle. */
const TURNED_BACK_MAX = 3
/** With fewer connections than these, one unit at a time writes a row by which it decided. */
const MANY_CONNECTIONS = 5
/** Milliseconds for which a unit keeps its connection until a row to which it adds has room. */
const ROOM_MS_MAX = 50

/** How far a unit has come, from its first attempt on. */
interface AttemptState {
  /** Whether others let it go first with what they share. */
  claims: boolean
  /** Whether the server had it wait for set-up to its limit, which it does twice at most. */
  keptWaiting: boolean
  /** How often it still lets such a one go first. */
  yields: number
  /** What it decided in its last attempt, and what locks the rows that this held; empty before. */
  changes: readonly Change[]
  holds: readonly Locking[]
  /** What it locks before it loads: what held rows in its last attempt, then rows that it wrote. */
  locks: readonly Locking[]
  /** The last of these, and the changes that they are of. */
  locked: LockedRows
  /**
   * The line in which it waits for a busy row that another one holds, and what tells that line that
   * it has a connection; null on a first attempt.
   */
  line: { readonly name: string; readonly served: () => void } | null
  moves: number
  /** How often it has begun again because it wrote a row before those that it had locked. */
  turnedBack: number
}

const NOTHING: LockedRows = { rows: [], of: [] }

export function beginning(yields: number): AttemptState {
  const none = { changes: [], holds: [], locks: [], locked: NOTHING, line: null }
  return { claims: false, keptWaiting: false, yields, ...none, moves: 0, turnedBack: 0 }
}

/** Whether others were met, which the next attempt may not. */
function mayRepeat(error: unknown): boolean {
  const hasLost = error instanceof GuardLost || error instanceof SetUpChanged
  return hasLost || error instanceof RowHeld || isConflict(error) || isRuleBroken(error)
}

function isFinal(error: unknown, attempt: number): boolean {
  if (isRuleBroken(error)) return attempt >= RULE_ATTEMPTS_MAX
  const isOfCode = error instanceof GuardLost && error.change.kind === 'voucher.created'
  return isOfCode && attempt >= CODE_ATTEMPTS_MAX
}

/**
 * What became of a unit at its row, by the error that ended it; one that was refused had it. One
 * that held other rows before may have been kept waiting by those.
 */
export function outcomeOf(error: unknown, { holds }: Pick<AttemptState, 'holds'>): WaitResult {
  const isKept = isKeptWaiting(error instanceof StoreBusy ? error.cause : error)
  if (isKept) return holds.length === 0 ? 'stuck' : 'lost'
  return error instanceof StoreError || mayRepeat(error) ? 'lost' : 'through'
}

/** Of writes on their way the first that failed: what comes after it fails for that alone. */
async function firstFailure(
  session: Session,
  error: unknown,
  { failure }: Pick<Connection, 'failure'>
): Promise<unknown> {
  const cause = isEcho(error, failure) ? failure : error
  try {
    await session.flush()
    return cause
  } catch (earlier) {
    return isEcho(earlier, failure) ? cause : earlier
  }
}

export class Rows {
  readonly #meetings: ContendedRows
  readonly #turns: RowQueues
  readonly #widths: { readonly decidedBy: number; readonly addedTo: number }

  constructor(meetings: ContendedRows, turns: RowQueues, connectionsMax: number) {
    this.#meetings = meetings
    this.#turns = turns
    this.#widths = {
      // One that writes, and one that goes on at once when it has ended.
      decidedBy: connectionsMax < MANY_CONNECTIONS ? 1 : 2,
      // Most wait a moment and go on; those of a row that stays locked leave some for others.
      addedTo: Math.max(1, Math.floor((connectionsMax * 4) / 5))
    }
  }

  /**
   * Enters the rows that a unit is about to write, until it ends. One that has gone from line to
   * line enters them also when they have no room.
   * @throws {RowFull} when one of them has none.
   * @throws {RowUnlocked} when it has locked later rows than one that it is to write.
   */
  async enter(projectId: string | null, course: AttemptState, session: Session): Promise<Leave> {
    const { changes, line, moves } = course
    const unlocked = course.turnedBack < TURNED_BACK_MAX ? this.#unlockedOf(course, session) : null
    if (unlocked !== null) {
      course.turnedBack++
      throw new RowUnlocked(unlocked)
    }
    const met = this.#meetings.rowsOf(changes).map(row => this.#placeOf(projectId, row))
    const places = met.filter(({ name }) => name !== line?.name)
    if (moves >= MOVES_MAX) return this.#turns.enterAnyway(places)
    const entered = await this.#turns.enter(places, ROOM_MS_MAX)
    if (typeof entered === 'function') return entered
    throw new RowFull(entered.row)
  }

  /** Who has the set-up alone holds all that it is to write: who writes it wants that last. */
  #unlockedOf({ changes, locked }: AttemptState, { holdsSetUp }: Session): MetRow | null {
    if (holdsSetUp) return this.#meetings.lastUnlocked(locked, changes)
    return locked.rows.length === 0 ? null : this.#meetings.unlockedBefore(locked, changes)
  }

  #placeOf(projectId: string | null, row: MetRow) {
    const width = row.isDecidedBy ? this.#widths.decidedBy : this.#widths.addedTo
    return { name: `${projectId} ${row.name}`, width, row, mayWait: !row.isDecidedBy }
  }

  /** Where the next attempt waits for its turn: at a row, or with all others of its project. */
  lineOf(projectId: string | null, met: unknown): ContendedPlace {
    const row = this.#rowOf(met)
    if (row !== null) return this.#placeOf(projectId, row)
    return { name: met instanceof RowHeld ? `${projectId} ${met.row}` : `${projectId}`, width: 1 }
  }

  /** Has the next attempt lock first what the last one wrote, up to the row that it lost. */
  lockFirst(met: unknown, course: AttemptState): void {
    if (met instanceof HeldLate) {
      course.locks = [met.locking, ...course.locks]
      return
    }
    const row = this.#rowOf(met)
    const isForAll = met instanceof RowUnlocked || row?.isDecidedBy === true
    if (!isConflict(met) && !isForAll) return
    const isOfLoad = met instanceof GuardLost && course.changes.length === 0
    const changes = isOfLoad ? [met.change] : course.changes
    const rows = row === null ? [] : this.#meetings.locksUpTo(row.name, changes)
    const lockings = rows.flatMap(each => each.lockings)
    course.locks = rows.length === 0 ? [] : [...course.holds, ...lockings]
    course.locked = { rows, of: changes }
  }

  #rowOf(met: unknown): MetRow | null {
    if (met instanceof RowMissed) return { name: met.row, isDecidedBy: met.isDecidedBy }
    return met instanceof GuardLost ? this.#meetings.rowOf(met.change) : null
  }
}
