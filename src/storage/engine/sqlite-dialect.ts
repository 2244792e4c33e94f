/**
 * The shared query code on a SQLite connection.
 *
 * SQLite compiles a statement again at every call whose bare parameter has another value, because
 * its plan may depend on it; that costs more than running the statement. A plus before a parameter
 * changes neither its value nor its comparison, and hides it from the planner. This module writes
 * every parameter of every statement.
 *
 * Spec: Decisions 41 and 107.
 */
import type { Database } from 'better-sqlite3'
import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session'
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import * as tables from '../tables.ts'
import type { Db, Dialect, Tables } from './dialect.ts'

class Unplanned extends SQLiteSyncDialect {
  override escapeParam(): string {
    return '+?'
  }
}

/** Binds the shared query code to a connection. */
export function sqliteDialect(connection: Database): Dialect {
  const dialect = new Unplanned({ casing: 'snake_case' })
  const session = new BetterSQLiteSession(connection, dialect, undefined)
  const db: unknown = new BaseSQLiteDatabase('sync', dialect, session, undefined)
  return { db: db as Db, t: tables as unknown as Tables, name: 'sqlite' }
}
