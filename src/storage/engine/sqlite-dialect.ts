/**
 * The shared query code on a SQLite connection.
 *
 * SQLite remembers that a plan may depend on the value of a bare parameter, and compiles such a
 * statement again at every call whose value differs, which costs more than to run it. A plus in
 * front of a parameter changes neither its value nor how it is compared, and the planner no longer
 * looks at it. Every parameter of every statement is written here.
 *
 * Spec: Decision 41.
 */
import type { Database } from 'better-sqlite3'
import { BetterSQLiteSession } from 'drizzle-orm/better-sqlite3/session'
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import * as tables from '../tables.sqlite.ts'
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
