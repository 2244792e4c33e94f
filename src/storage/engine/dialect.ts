/**
 * The two dialects: which tables there are, and what builds a query on them.
 *
 * Query code is written once and typed on PostgreSQL. On SQLite it runs by one cast, which
 * `TABLES_ARE_EQUAL` proves to be sound.
 */
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type * as postgres from '../tables.postgres.ts'
import type * as sqlite from '../tables.ts'

/** The part of Drizzle that both engines share. */
export type Db = Pick<
  PgDatabase<PgQueryResultHKT, Record<string, never>>,
  'select' | 'insert' | 'update' | 'delete'
>

/** Every table by its name in code. */
export type Tables = typeof postgres

/** The parts of a statement. `name` is for the few whose SQL must differ between the engines. */
export interface Dialect {
  readonly db: Db
  readonly t: Tables
  readonly name: 'sqlite' | 'postgres'
}

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

type Alike<Name extends keyof typeof sqlite & keyof Tables> =
  Equal<(typeof sqlite)[Name]['$inferSelect'], Tables[Name]['$inferSelect']> extends true
    ? Equal<(typeof sqlite)[Name]['$inferInsert'], Tables[Name]['$inferInsert']>
    : false

/** The names of the tables that differ between the two modules: none, or this does not compile. */
type Different =
  | Exclude<keyof typeof sqlite, keyof Tables>
  | Exclude<keyof Tables, keyof typeof sqlite>
  | {
      [Name in keyof typeof sqlite & keyof Tables]: Alike<Name> extends true ? never : Name
    }[keyof typeof sqlite & keyof Tables]

/** A compile error here names the tables whose columns differ between the two dialects. */
export const TABLES_ARE_EQUAL: [Different] extends [never] ? true : Different = true
