/**
 * Read units of the embedded engine, one after another.
 *
 * Those of one turn of the event loop share a short transaction, so that a list and its total are
 * of one moment and the log can be merged into the file.
 */
import type { Database, Statement } from 'better-sqlite3'
import { StoreClosed } from './errors.ts'
import { nextTurn, withinTurn } from './group-writer.ts'
import { Session } from './session.ts'
import type { Statements } from './statements.ts'

/** Milliseconds for waiting reads in one turn of the event loop. */
const READ_MS_MAX = 10

interface WaitingRead {
  readonly projectId: string | null
  readonly unit: (session: Session) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

interface ReaderOptions {
  readonly connection: Database
  readonly statements: Statements
  /** The database in messages to people. */
  readonly where: string
  /** An error of the engine as one of ours. */
  readonly translated: (error: unknown) => unknown
}

/** The reads of one connection. */
export class ReadConnection {
  readonly #connection: Database
  readonly #statements: Statements
  readonly #where: string
  readonly #translated: (error: unknown) => unknown
  readonly #begin: Statement
  readonly #end: Statement
  /** Asks for the number of a session's `stamp`. */
  readonly #stamp: Statement<[], number>
  #queue: WaitingRead[] = []
  #pumping: Promise<void> | null = null
  #closed = false

  constructor({ connection, statements, where, translated }: ReaderOptions) {
    this.#connection = connection
    this.#statements = statements
    this.#where = where
    this.#translated = translated
    this.#begin = connection.prepare('BEGIN')
    this.#end = connection.prepare('ROLLBACK')
    // The first counts what other connections committed, the second what this one wrote.
    const asked = connection.readonly ? 'PRAGMA data_version' : 'SELECT total_changes()'
    this.#stamp = connection.prepare<[], number>(asked).pluck()
  }

  read<Value>(
    projectId: string | null,
    unit: (session: Session) => Promise<Value>
  ): Promise<Value> {
    if (this.#closed) return Promise.reject(new StoreClosed(this.#where))
    return new Promise<Value>((resolve, reject) => {
      const ends = { resolve: resolve as (value: unknown) => void, reject }
      this.#queue.push({ projectId, unit, ...ends })
      this.#pumping ??= this.#pump()
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.#pumping
  }

  async #pump(): Promise<void> {
    while (this.#queue.length > 0) {
      // One turn: reads that arrive in it share a transaction, and sockets are served in between.
      await nextTurn()
      await this.#answerWaiting()
    }
    this.#pumping = null
  }

  /**
   * Those that wait now. Later ones wait for the next transaction: what was written before they
   * asked may be newer than this one.
   *
   * Who asked goes on after the last of them: reads that follow one another find their code and
   * pages at hand, and so does what is made of their answers.
   */
  async #answerWaiting(): Promise<void> {
    const began = performance.now()
    let left = this.#queue.length
    try {
      this.#begin.run()
    } catch (error) {
      const refused = this.#queue.splice(0, left)
      for (const { reject } of refused) reject(this.#translated(error))
      return
    }
    const answers: (() => void)[] = []
    // An error of the file ends the transaction, and the others would have none.
    while (left > 0 && this.#connection.inTransaction) {
      left--
      const { projectId, unit, resolve, reject } = this.#queue.shift() as WaitingRead
      await this.#runUnit(projectId, unit).then(
        value => answers.push(() => resolve(value)),
        error => answers.push(() => reject(error))
      )
      if (performance.now() - began > READ_MS_MAX) break
    }
    try {
      if (this.#connection.inTransaction) this.#end.run()
    } finally {
      for (const answer of answers) answer()
    }
  }

  /** Runs one unit at once, in a transaction of its own; the connection must be idle. */
  async carryOut<Value>(
    projectId: string | null,
    unit: (session: Session) => Promise<Value>
  ): Promise<Value> {
    this.#begin.run()
    try {
      return await this.#runUnit(projectId, unit)
    } finally {
      if (this.#connection.inTransaction) this.#end.run()
    }
  }

  async #runUnit<Value>(
    projectId: string | null,
    unit: (session: Session) => Promise<Value>
  ): Promise<Value> {
    let session: Session | null = null
    try {
      const stamp = this.#stamp.get() ?? null
      session = new Session(this.#statements, projectId, { mayWrite: false, stamp })
      return await withinTurn(unit(session))
    } catch (error) {
      throw this.#translated(error)
    } finally {
      session?.end()
    }
  }
}
