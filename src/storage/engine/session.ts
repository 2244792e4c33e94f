/** The session through which a unit of work runs its statements. */
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { and, eq, type SQL, sql } from 'drizzle-orm/sql'
import { getTableColumns } from 'drizzle-orm/utils'
import type { Change } from '../../decisions/changes.ts'
import type { Instant } from '../../model.ts'
import { GuardLost, HeldLate, RowHeld, SessionEnded, SetUpHeld } from './errors.ts'
import {
  alone,
  byId,
  type Command,
  command,
  type Dialect,
  encodeAs,
  type Given,
  type Keeper,
  type Locking,
  mine,
  type Page,
  type ParamValues,
  type Prepared,
  type Row,
  type Statement,
  type Statements,
  statement,
  type Tables
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

/** A write that is on its way. */
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
  /**
   * Whether all that it reads is of one moment. Else what one statement reads may be newer than
   * what an earlier one did.
   */
  readonly isSnapshot: boolean
  /** Whether others that begin wait for it, so that it may wait for what they share. */
  readonly claims: boolean
  /** Whether it has to wait for one that claims. */
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

  /**
   * Finds that no newer version has changed the tables meanwhile, where that can be.
   * @throws {StoreTooNew} when one has.
   */
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

  /**
   * Every row, in the statement's order.
   * @throws {SessionEnded} after the unit has ended or was given up.
   */
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

  /** What locks the rows that it has held, in this order. */
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

  /** Whether it has the set-up of its project alone. */
  get holdsSetUp(): boolean {
    return this.#holdsSetUp
  }

  /** How many rows a command wrote. */
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

  /**
   * Waits until all that was sent is written.
   * @throws {GuardLost} or the engine's error, of the first that failed.
   */
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
    const isWholeOver = this.#whole === null ? false : this.#whole.#isOver()
    return this.#ended || isWholeOver
  }

  /** Refuses every later statement. */
  end(): void {
    this.#ended = true
  }
}

/** What several promises come to. */
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

/*
 * Writing: the statements that every table has in some form, and the check of guards. An insert
 * never fails on a duplicate: it writes nothing. An update has the facts of the decision in its
 * WHERE, and writes nothing when they have changed. So every outcome is read in one way, from the
 * number of rows that were written, on either engine.
 */

/** The changes of these kinds. */
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

/** Inserts a whole row; writes none when it exists. */
export function insertInto<Name extends keyof Tables>(name: Name): Command<Row<Name>> {
  return command(({ db, t }: Dialect) => {
    const table: PgTable = t[name]
    const keys = Object.keys(getTableColumns(table))
    const row = Object.fromEntries(keys.map(key => [key, sql.placeholder(key)]))
    return db.insert(table).values(row).onConflictDoNothing()
  })
}

type Versioned = 'customers' | 'orders' | 'products'

/** Replaces a whole row of version `versionBefore`. */
export function replaceVersion<Name extends Versioned>(
  name: Name
): Command<Row<Name> & { readonly versionBefore: number }> {
  return command((dialect: Dialect, given: Given<{ id: string; versionBefore: number }>) => {
    const table = dialect.t[name]
    const guard = and(byId(table, given), eq(table.version, given.versionBefore))
    return replaced(dialect, table, ['deletedAt'], guard)
  })
}

/** Tables without versions: `updatedAt` guards their writes. */
export type Amended = {
  [Name in keyof Tables]: Tables[Name] extends Amendable ? Name : never
}[keyof Tables]

type Amendable = PgTable & { readonly [Key in 'projectId' | 'id' | 'updatedAt']: PgColumn }

/**
 * Replaces a whole row that was last changed at `updatedAtBefore`. Other changes keep the columns
 * of `counted`, so they are never overwritten.
 */
export function replaceChanged<Name extends Amended>(
  name: Name,
  counted: readonly (keyof Row<Name> & string)[] = []
): Command<Row<Name> & { readonly updatedAtBefore: Instant | null }> {
  type Params = { id: string; updatedAtBefore: Instant | null }
  return command((dialect: Dialect, given: Given<Params>) => {
    const table: Amendable = dialect.t[name]
    const before = encodeAs(table.updatedAt, given.updatedAtBefore)
    const asRead = sql`${table.updatedAt} is not distinct from ${before}`
    return replaced(dialect, table, counted, and(byId(table, given), asRead))
  })
}

/** Never overwritten, in any table. */
const FIXED = ['projectId', 'id', 'createdAt']

function replaced(
  { db }: Dialect,
  table: PgTable,
  kept: readonly string[],
  guard: SQL | undefined
) {
  const columns: Record<string, PgColumn> = getTableColumns(table)
  const set = Object.entries(columns)
    .filter(([key]) => !FIXED.includes(key) && !kept.includes(key))
    .map(([key, column]) => [key, encodeAs(column, sql.placeholder(key))])
  return db.update(table).set(Object.fromEntries(set)).where(guard)
}

/** Tables whose rows have an id. */
export type Identified = {
  [Name in keyof Tables]: Tables[Name] extends PgTable & {
    readonly [Key in 'projectId' | 'id']: PgColumn
  }
    ? Name
    : never
}[keyof Tables]

/** Deletes the row with an id. */
export function deleteFrom(name: Identified): Command<{ readonly id: string }> {
  return command(({ db, t }: Dialect, given: Given<{ id: string }>) => {
    const table: PgTable & { readonly [Key in 'projectId' | 'id']: PgColumn } = t[name]
    return db.delete(table).where(byId(table, given))
  })
}

/**
 * Locks the row with an id until the unit ends, as deleting it does: others wait that change it,
 * and those that refer to it.
 */
export function rowAlone(name: Identified): Statement<{ readonly id: string }, { id: string }> {
  return statement((dialect: Dialect, given: Given<{ id: string }>) => {
    const table: PgTable & { readonly [Key in 'projectId' | 'id']: PgColumn } = dialect.t[name]
    return alone(dialect, dialect.db.select({ id: table.id }).from(table).where(byId(table, given)))
  }) as Statement<{ readonly id: string }, { id: string }>
}

/**
 * Two commands that take the place of a row which others may be making: who makes it waits until
 * the unit ends, as if it had made it, and finds it if it does.
 */
export interface PlaceCommands<Values> {
  /** Makes a row that says nothing; none where there is one. */
  readonly take: Command<Values>
  /** Takes that row away, which keeps the place all the same. */
  readonly leave: Command<Values>
}

/**
 * The place of a row in a table by its `keys`, and by `names` that no two rows have. In `never`, no
 * row that somebody made has an empty text.
 */
export function placeIn<
  Name extends Exclude<keyof Tables, 'projects'>,
  Key extends keyof Row<Name> & string,
  Named extends keyof Row<Name> & string = never
>(
  name: Name,
  keys: readonly Key[],
  never: keyof Row<Name> & string,
  names: readonly Named[] = []
): PlaceCommands<Pick<Row<Name>, Key | Named>> {
  const take = command(({ db, t }: Dialect) => {
    const table: PgTable = t[name]
    const said: readonly string[] = ['projectId', ...keys, ...names]
    const row = Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
      if (said.includes(key)) return [[key, sql.placeholder(key)]]
      return column.notNull ? [[key, emptyOf(column)]] : []
    })
    return db.insert(table).values(Object.fromEntries(row)).onConflictDoNothing()
  })
  const leave = command(({ db, t }: Dialect) => {
    const table: PgTable & { readonly projectId: PgColumn } = t[name]
    const columns: Record<string, PgColumn> = getTableColumns(table)
    const same = keys.map(key => eq(columns[key] as PgColumn, sql.placeholder(key)))
    return db.delete(table).where(and(mine(table), ...same, eq(columns[never] as PgColumn, '')))
  })
  return { take, leave }
}

/** JSON and text alike may be a text. */
function emptyOf({ dataType }: PgColumn): unknown {
  return dataType === 'number' ? 0 : ''
}

/** Deletes the parts of the thing `id`; there may be none. */
export function deleteParts(of: (tables: Tables) => PgColumn): Command<{ readonly id: string }> {
  return command(({ db, t }: Dialect, given: Given<{ id: string }>) => {
    const column = of(t)
    const table = column.table as PgTable & { readonly projectId: PgColumn }
    return db.delete(table).where(and(mine(table), eq(column, given.id)))
  })
}
