/**
 * PostgreSQL inside the test process, behind the same port as SQLite.
 *
 * It proves that the shared statements, loads and apply run on PostgreSQL as they do on SQLite. It
 * has one connection, so units run one after another; what concurrency needs is tested elsewhere.
 * Starting it takes seconds, so there is one instance per process, emptied between tests.
 */
import { PGlite } from '@electric-sql/pglite'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/pglite'
import { apply } from '../../../src/storage/apply.ts'
import type { Dialect } from '../../../src/storage/engine/dialect.ts'
import { GuardLost } from '../../../src/storage/engine/errors.ts'
import { APPLIED_TABLE, migrationsOf, pendingSteps } from '../../../src/storage/engine/migrate.ts'
import { Session } from '../../../src/storage/engine/session.ts'
import { type Prepare, Statements, type Values } from '../../../src/storage/engine/statements.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import * as postgres from '../../../src/storage/tables.postgres.ts'
import { allRows, type Engine, type RunSql } from './engines.ts'

const ATTEMPTS_MAX = 5
const JSON_TYPE = 114

/** Rows come from Drizzle's own reading; of a command it returns what the driver does. */
const preparing =
  (dialect: Dialect): Prepare =>
  (asked, name) => {
    const prepared = asked.build(dialect).prepare(name)
    const execute = (values: Values, projectId: string | null) =>
      prepared.execute(projectId === null ? { ...values } : { ...values, projectId })
    return {
      writes: false,
      all: execute,
      one: async (values, projectId) => ((await execute(values, projectId)) as unknown[])[0],
      run: async (values, projectId) => {
        const { affectedRows } = (await execute(values, projectId)) as { affectedRows: number }
        return affectedRows
      }
    }
  }

let shared: Promise<PGlite> | null = null

/** Binds the shared query code to a PostgreSQL connection. */
function dialectOn(db: Dialect['db']): Dialect {
  return { db, t: postgres, name: 'postgres' }
}

/** The one instance, started when first asked for. */
function pgliteClient(): Promise<PGlite> {
  // JSON arrives as text: a parsed string could not be told from JSON that holds one.
  shared ??= PGlite.create({ parsers: { [JSON_TYPE]: (value: string) => value } })
  return shared
}

class PgliteStore implements Store {
  readonly dialect = 'postgres'
  readonly trouble = null
  readonly #client: PGlite
  readonly #statements: Statements
  #turn: Promise<unknown> = Promise.resolve()

  constructor(client: PGlite) {
    this.#client = client
    const dialect = dialectOn(drizzle(client, { casing: 'snake_case' }))
    this.#statements = new Statements(preparing(dialect))
  }

  write: Store['write'] = (projectId, unit) =>
    this.#inTurn(async () => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await this.#inTransaction('BEGIN', projectId, async session => {
            const { value, changes } = await unit(session)
            await apply(session, changes)
            await session.flush()
            return value
          })
        } catch (error) {
          if (!(error instanceof GuardLost) || attempt === ATTEMPTS_MAX) throw error
        }
      }
    })

  read: Store['read'] = (projectId, unit) =>
    this.#inTurn(() =>
      this.#inTransaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', projectId, unit)
    )

  async #inTransaction<Value>(
    begin: string,
    projectId: string | null,
    task: (session: Session) => Promise<Value>
  ): Promise<Value> {
    const session = new Session(this.#statements, projectId)
    await this.#client.exec(begin)
    try {
      const value = await task(session)
      session.end()
      await this.#client.exec('COMMIT')
      return value
    } catch (error) {
      session.end()
      await this.#client.exec('ROLLBACK')
      throw error
    }
  }

  #inTurn<Value>(task: () => Promise<Value>): Promise<Value> {
    const turn = this.#turn.then(task)
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  async migrate(): Promise<void> {
    await this.#client.exec(APPLIED_TABLE)
    const { rows } = await this.#client.query<{ tag: string }>('select tag from applied_migrations')
    const known = migrationsOf('postgres')
    const tags = rows.map(({ tag }) => tag)
    for (const { tag, sql } of pendingSteps(known, tags, 'pglite')) {
      await this.#client.exec(sql)
      await this.#client.query('insert into applied_migrations values ($1, $2)', [tag, ''])
    }
  }

  async pending(): Promise<readonly string[]> {
    return []
  }

  async health(): Promise<void> {
    await this.#client.query('select 1')
  }

  /** It is no server of its own. */
  async time(): Promise<null> {
    return null
  }

  /** What it keeps of overwritten rows until it vacuums is out of reach. */
  async forget(): Promise<void> {}

  async backup(): Promise<void> {
    throw new TypeError('pglite is for tests; there is nothing to keep')
  }

  async close(): Promise<void> {
    await this.#turn
  }

  abandon(): void {}
}

export const postgresInProcess: Engine = {
  name: 'PostgreSQL in process',
  open: async () => {
    const client = await pgliteClient()
    const store = new PgliteStore(client)
    await store.migrate()
    const { db, t } = dialectOn(drizzle(client, { casing: 'snake_case' }))
    const names = Object.values(t).map(table => sql`${table}`)
    await drizzle(client).execute(sql`truncate ${sql.join(names, sql`, `)}`)
    return { store, bugs: [], rows: table => allRows(db, t, table), close: () => store.close() }
  }
}

/** Runs SQL on a database that is brought to this version. */
export async function sqlInProcess(): Promise<RunSql> {
  const { close } = await postgresInProcess.open()
  const client = await pgliteClient()
  return { run: text => client.exec(text), close }
}
