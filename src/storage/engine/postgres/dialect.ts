/**
 * The shared query code for PostgreSQL.
 */
import { PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { type PgPreparedQuery, PgSession } from 'drizzle-orm/pg-core/session'
import type { Query } from 'drizzle-orm/sql'
import * as tables from '../../tables.postgres.ts'
import type { Fields } from '../decoders.ts'
import type { Db, Dialect } from '../dialect.ts'
import { WrittenQuery, writingOnce } from '../written-query.ts'

/** Keeps what Drizzle wrote, where a session of its own would prepare what it runs itself. */
class Writing extends PgSession {
  // biome-ignore lint/suspicious/noExplicitAny: the overridden signature
  override prepareQuery({ sql, params }: Query, fields: Fields | undefined): PgPreparedQuery<any> {
    const query: unknown = new WrittenQuery(sql, params, fields)
    return query as PgPreparedQuery<never>
  }

  override transaction(): Promise<never> {
    // INVARIANT: a unit of work is a transaction, and the engine begins it.
    throw new TypeError('Query code begins no transaction.')
  }
}

function queryCode(): Db {
  const dialect = new PgDialect({ casing: 'snake_case' })
  return new PgDatabase(dialect, new Writing(dialect), undefined)
}

/** It writes queries, and needs no connection for it. */
export const postgresDialect: Dialect = { db: queryCode(), t: tables, name: 'postgres' }

/** A statement as Drizzle writes it for PostgreSQL. */
export const writtenOf = writingOnce(postgresDialect)
