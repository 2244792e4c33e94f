/** The session through which a unit of work runs its statements. */
import type { Change } from '../../decisions/changes.ts'
import { GuardLost, HeldLate, RowHeld, SessionEnded, SetUpHeld } from './errors.ts'
import type {
  Command,
  Keeper,
  Locking,
  Page,
  ParamValues,
  Prepared,
  Statement,
  Statements
} from './statements.ts'

const NO_VALUES: ParamValues = {}

interface SessionOptions {
  readonly mayWrite?: boolean
  readonly stamp?: number | null
  readonly isSnapshot?: boolean
  readonly waits?: boolean
  readonly claims?: boolean
  readonly yields?: boolean
  readonly prove?: (() => Promise<void>) | undefined
  readonly whole?: Session | null
}

interface Sent {
  readonly written: Promise<number>
  readonly guarded: Change | null
  readonly rowsMin: number
}

/**
 * The only thing that a unit of work may await: statements in its own transaction, of its own
 * project. It ends with the unit; later statements are refused.
 */
export class Session {
  /** Fills `projectId` in every statement; null in a unit that belongs to no single project. */
  readonly projectId: string | null
  /** The same for every session of a store: what is kept in memory is kept by it. */
  readonly keeper: Keeper
  /**
   * A number that is another one whenever anything was written since, by whichever process; null
   * where the engine cannot tell. What was read under one number is what would be read again.
   */
  readonly stamp: number | null
  /** Whether all that it reads is of one moment; else a later statement may find newer rows. */
  readonly isSnapshot: boolean
  /** Whether others that begin wait for it, so that it may wait for what they share. */
  readonly claims: boolean
  readonly yields: boolean
  /** What it sees of what is kept in memory: of the room of the catalogue alone. */
  catalogue: unknown
  readonly #statements: Statements
  readonly #mayWrite: boolean
  readonly #waits: boolean
  readonly #prove: (() => Promise<void>) | undefined
  readonly #whole: Session | null
  readonly #sent: Sent[] = []
  readonly #locked: Locking[] = []
  #lockedFirst: readonly Locking[] = []
  #holdsSetUp = false
  #ended = false
  #hasWritten = false

  /**
   * A read unit may not write, even on a connection that could. SQLite's pragma `query_only` would
   * say so too, but makes it compile every statement again.
   */
  constructor(statements: Statements, projectId: string | null, options: SessionOptions = {}) {
    const { mayWrite = true, stamp = null, isSnapshot = true, waits = true } = options
    this.#statements = statements
    this.keeper = statements.keeper
    this.stamp = stamp
    this.isSnapshot = isSnapshot
    this.#mayWrite = mayWrite
    this.#waits = waits
    this.claims = options.claims ?? true
    this.yields = options.yields ?? false
    this.#prove = options.prove
    this.#whole = options.whole ?? null
    this.projectId = projectId
  }

  /** @throws {StoreTooNew} when a newer version has changed the tables meanwhile. */
  async proveTables(): Promise<void> {
    await this.#prove?.()
  }

  /** Whether it ran a statement that writes, whatever came of it. */
  get hasWritten(): boolean {
    return this.#hasWritten
  }

  /**
   * A session for a unit that is a part of this one: it sees what the parts before it wrote, also
   * of set-up, and its writes are written with the whole or not at all. Parts come one after
   * another, and each is flushed before the next.
   */
  part(mayWrite: boolean): Session {
    return new Session(this.#statements, this.projectId, {
      mayWrite: mayWrite && this.#mayWrite,
      isSnapshot: this.isSnapshot,
      waits: this.#waits,
      claims: this.claims,
      prove: this.#prove,
      whole: this
    })
  }

  /** The first row, if there is one; the statement decides which comes first. */
  one<Row>(statement: Statement<unknown, Row>): Promise<Row | undefined>
  one<Params, Row>(
    statement: Statement<Params, Row>,
    values: NoInfer<Params>
  ): Promise<Row | undefined>
  async one<Row>(
    statement: Statement<never, Row>,
    values?: object | null
  ): Promise<Row | undefined> {
    return this.#prepared(statement).one(valuesOf(values), this.projectId) as Row | undefined
  }

  /** Every row, in the statement's order. @throws {SessionEnded} after the unit has ended. */
  all<Row>(statement: Statement<unknown, Row>): Promise<Row[]>
  all<Params, Row>(statement: Statement<Params, Row>, values: NoInfer<Params>): Promise<Row[]>
  async all<Row>(statement: Statement<never, Row>, values?: object | null): Promise<Row[]> {
    return this.#prepared(statement).all(valuesOf(values), this.projectId) as Row[]
  }

  /**
   * The first row of a statement that locks what it finds: units that hold the same row take turns,
   * from here to the end of each. Undefined, and nothing is run, where all that the unit reads is
   * of one moment anyway, or it only reads.
   * @throws {HeldLate} when it has the set-up alone, and did not hold the row before.
   */
  async hold<Params, Row>(
    statement: Statement<Params, Row>,
    values: NoInfer<Params>
  ): Promise<Row | undefined> {
    if (!this.#mayWrite || this.isSnapshot) return undefined
    this.#noteHeld({ statement, values: values as object }, 'a row')
    return this.one(statement, values)
  }

  /** Others that hold the row ask for the set-up last, so that they would wait for this unit. */
  #noteHeld(asked: Locking, name: string): void {
    const before = [...this.#lockedFirst, ...this.#locked]
    if (this.#holdsSetUp && !before.some(each => isSame(each, asked))) {
      throw new HeldLate(name, asked)
    }
    this.#locked.push(asked)
  }

  get locked(): readonly Locking[] {
    return this.#locked
  }

  /** Sends what locks rows; what is asked behind it is answered when all of them are held. */
  lock(locks: readonly Locking[]): void {
    this.#lockedFirst = locks
    for (const { statement, values } of locks) {
      // What takes the place of a row leaves nothing, so that nothing is written yet.
      const sent = this.#statements.prepared(statement).one(valuesOf(values), this.projectId)
      Promise.resolve(sent).catch(() => undefined)
    }
  }

  /**
   * The same of a row that many units may want at once: the first attempt of a unit does not wait
   * for it, because who waits has a connection that others could use.
   * @throws {RowHeld} on a first attempt, when another unit holds the row.
   * @throws {HeldLate} as `hold` does.
   */
  async holdBusy<Params, Row>(
    { atOnce, waiting }: Record<'atOnce' | 'waiting', Statement<Params, Row>>,
    values: NoInfer<Params>,
    name: string
  ): Promise<Row | undefined> {
    if (this.#waits || !this.#mayWrite || this.isSnapshot) return this.hold(waiting, values)
    this.#noteHeld({ statement: waiting, values: values as object }, name)
    const row = await this.one(atOnce, values)
    if (row === undefined) throw new RowHeld(name)
    return row
  }

  /**
   * Holds the row that all units of a project share at their end: one that has no claim does not
   * wait. It is the last row that a unit locks, before its load as well, so it is none of `locked`.
   * @throws {SetUpHeld} when others hold the row.
   */
  async holdClaimed<Params>(
    { atOnce, waiting }: Record<'atOnce' | 'waiting', Statement<Params, unknown>>,
    values: NoInfer<Params>
  ): Promise<void> {
    if (!this.#mayWrite || this.isSnapshot) return
    const row = await this.one(this.claims ? waiting : atOnce, values)
    if (row === undefined && !this.claims) throw new SetUpHeld()
    this.#holdsSetUp = true
  }

  get holdsSetUp(): boolean {
    return this.#holdsSetUp
  }

  async run<Params>(command: Command<Params>, values: NoInfer<Params>): Promise<number> {
    return this.#prepared(command).run(valuesOf(values as object), this.projectId) as number
  }

  /**
   * Writes, and goes on: an engine that answers later is not waited for until `flush`, and carries
   * out statements in the order they were given. With `guarded`, it has to write `rowsMin` rows.
   * @throws {GuardLost} when it wrote fewer, here or at the flush.
   */
  send<Params>(
    command: Command<Params>,
    values: NoInfer<Params>,
    guarded: Change | null = null,
    rowsMin = 1
  ): void {
    const prepared = this.#prepared(command)
    const written = prepared.run(valuesOf(values as object), this.projectId)
    if (typeof written !== 'number') {
      const sent = { written: written as Promise<number>, guarded, rowsMin }
      // It is awaited by the flush, or by nobody when the unit fails before.
      sent.written.catch(() => undefined)
      this.#sent.push(sent)
    } else if (written < rowsMin && guarded !== null) throw new GuardLost(guarded)
  }

  /** Waits until all that was sent is written. @throws of the first that failed. */
  async flush(): Promise<void> {
    for (const { written, guarded, rowsMin } of this.#sent.splice(0)) {
      if ((await written) < rowsMin && guarded !== null) throw new GuardLost(guarded)
    }
  }

  /** A stretch of a list, and how many rows there are in all, by a statement for each. */
  async page<Params, Row>(
    list: Statement<Params & Page, Row>,
    count: Statement<Params, { readonly total: number }>,
    of: NoInfer<Params>,
    page: Page
  ): Promise<{ readonly rows: Row[]; readonly total: number }> {
    const asked = [this.all(list, { ...of, ...page }), this.one(count, of)] as const
    const [rows, counted] = await together(...asked)
    return { rows, total: counted?.total ?? 0 }
  }

  #prepared(asked: Statement<never, unknown> | Command<never>): Prepared {
    if (this.#isOver()) throw new SessionEnded()
    const prepared = this.#statements.prepared(asked)
    if (prepared.writes) {
      if (!this.#mayWrite) throw new TypeError('A read unit must not write.')
      this.#hasWritten = true
      if (this.#whole !== null) this.#whole.#hasWritten = true
    }
    return prepared
  }

  #isOver(): boolean {
    return this.#ended || (this.#whole === null ? false : this.#whole.#isOver())
  }

  end(): void {
    this.#ended = true
  }
}

type Awaiteds<Loads extends readonly unknown[]> = {
  -readonly [Index in keyof Loads]: Awaited<Loads[Index]>
}

/**
 * Loads that need nothing of each other: an engine that answers later is asked for all at once, in
 * this order, and carries them out in it. Where one fails, it is thrown when the others have ended,
 * so that none of them goes on in a unit that is over.
 * @throws what the first in this order throws, of those that failed.
 */
export async function together<Loads extends readonly unknown[]>(
  ...loads: Loads
): Promise<Awaiteds<Loads>> {
  try {
    return (await Promise.all(loads)) as Awaiteds<Loads>
  } catch {
    const ended = await Promise.allSettled(loads)
    throw ended.find(each => each.status === 'rejected')?.reason
  }
}

function valuesOf(values: object | null | undefined): ParamValues {
  return (values ?? NO_VALUES) as ParamValues
}

function isSame(one: Locking, other: Locking): boolean {
  if (one.statement !== other.statement) return false
  return JSON.stringify(one.values) === JSON.stringify(other.values)
}

export type ChangeOf<Kind extends Change['kind']> = Extract<Change, { readonly kind: Kind }>

/** The kinds of change of a noun: all that begin with its name. */
export type KindsOf<Noun extends string> = Change['kind'] & `${Noun}.${string}`

/**
 * Sends a write that guards `change`.
 * @throws {GuardLost} when it wrote nothing: the guarded facts have changed. An engine that answers
 * later throws it at the session's flush.
 */
export async function write<Params>(
  session: Session,
  change: Change,
  command: Command<Params>,
  values: Params
): Promise<void> {
  session.send(command, values, change)
}
