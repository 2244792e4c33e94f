/**
 * The shared query code for SQLite.
 *
 * SQLite compiles a statement again at every call whose bare parameter has another value, because
 * its plan may depend on it; that costs more than running the statement. A plus before a parameter
 * changes neither its value nor its comparison, and hides it from the planner. This module writes
 * every parameter of every statement.
 */
import type { Database } from 'better-sqlite3'
import { BetterSQLiteSession, type PreparedQuery } from 'drizzle-orm/better-sqlite3/session'
import type { Query } from 'drizzle-orm/sql'
import { BaseSQLiteDatabase, SQLiteSyncDialect } from 'drizzle-orm/sqlite-core'
import * as tables from '../tables.ts'
import type { Fields } from './decoders.ts'
import type { Db, Dialect, Tables } from './dialect.ts'
import { SqliteQuery } from './sqlite-query.ts'
import { type Keeper, Statements } from './statements.ts'
import { WrittenQuery, writingOnce } from './written-query.ts'

class Unplanned extends SQLiteSyncDialect {
  override escapeParam(): string {
    return '+?'
  }
}

/** Keeps what Drizzle wrote, where its own session would prepare what it runs itself. */
class Writing extends BetterSQLiteSession<Record<string, never>, Record<string, never>> {
  // biome-ignore lint/suspicious/noExplicitAny: the overridden signature
  override prepareQuery({ sql, params }: Query, fields: Fields | undefined): PreparedQuery<any> {
    const query: unknown = new WrittenQuery(sql, params, fields)
    return query as PreparedQuery
  }
}

function queryCode(): Db {
  const dialect = new Unplanned({ casing: 'snake_case' })
  // INVARIANT: a session asks its connection for nothing before a query is run, and ours runs none.
  const session = new Writing(undefined as unknown as Database, dialect, undefined)
  const db: unknown = new BaseSQLiteDatabase('sync', dialect, session, undefined)
  return db as Db
}

/** The shared query code for SQLite. It writes queries, and needs no connection for it. */
export const sqliteDialect: Dialect = {
  db: queryCode(),
  t: tables as unknown as Tables,
  name: 'sqlite'
}

/** A statement as Drizzle writes it for SQLite. */
const writtenOf = writingOnce(sqliteDialect)

/** The statements of a connection; `keeper` stands for its store. */
export function statementsOn(connection: Database, keeper: Keeper): Statements {
  return new Statements(asked => new SqliteQuery(connection, writtenOf(asked)), keeper)
}
