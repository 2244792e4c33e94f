/**
 * The shared query code on a SQLite connection.
 *
 * SQLite compiles a statement again at every call whose bare parameter has another value, because
 * its plan may depend on it; that costs more than running the statement. A plus before a parameter
 * changes neither its value nor its comparison, and hides it from the planner. This module writes
 * every parameter of every statement.
 *
 * Spec: Decisions 41, 107 and 110.
 */
import type { Database } from 'better-sqlite3'
import { BetterSQLiteSession, type PreparedQuery } from 'drizzle-orm/better-sqlite3/session'
import type { Query } from 'drizzle-orm/sql'
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import * as tables from '../tables.ts'
import type { Fields } from './decoders.ts'
import type { Db, Dialect, Tables } from './dialect.ts'
import { SqliteQuery } from './sqlite-query.ts'
import { type Keeper, type Prepare, Statements } from './statements.ts'

class Unplanned extends SQLiteSyncDialect {
  override escapeParam(): string {
    return '+?'
  }
}

/** Prepares what our session runs, where Drizzle's would prepare what it runs itself. */
class Driven extends BetterSQLiteSession<Record<string, never>, Record<string, never>> {
  readonly #connection: Database

  constructor(connection: Database, dialect: SQLiteSyncDialect) {
    super(connection, dialect, undefined)
    this.#connection = connection
  }

  // biome-ignore lint/suspicious/noExplicitAny: the overridden signature
  override prepareQuery({ sql, params }: Query, fields: Fields | undefined): PreparedQuery<any> {
    const query: unknown = new SqliteQuery(this.#connection.prepare(sql), params, fields)
    return query as PreparedQuery
  }
}

/** Binds the shared query code to a connection. */
export function sqliteDialect(connection: Database): Dialect {
  const dialect = new Unplanned({ casing: 'snake_case' })
  const session = new Driven(connection, dialect)
  const db: unknown = new BaseSQLiteDatabase('sync', dialect, session, undefined)
  return { db: db as Db, t: tables as unknown as Tables, name: 'sqlite' }
}

/** The statements of a connection; `keeper` stands for its store. */
export function statementsOn(connection: Database, keeper: Keeper): Statements {
  return new Statements(sqliteDialect(connection), prepare, keeper)
}

/** Drizzle asks its session, which is ours. */
const prepare: Prepare = (query, name) => query.prepare(name) as unknown as SqliteQuery
