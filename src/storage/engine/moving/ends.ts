/**
 * The two ends of a copy from one engine to another, and what a row is on its way.
 */
import { HALF_COPIED } from '../migrate.ts'
import type { CopiedTable } from './copied-tables.ts'

/**
 * A value of a row: text, JSON as its text, a whole number, or true and false. No number is read as
 * a binary fraction, and no JSON is parsed, so that a value arrives as it was stored.
 */
export type CopiedValue = string | bigint | boolean | null

/** The values of a row, in the order of the columns of its table. */
export type CopiedRow = readonly CopiedValue[]

/** A database as it was at one moment: what is written meanwhile is not seen. */
export interface CopySource {
  /** Rows of a table. */
  count(table: CopiedTable): Promise<number>
  /** All rows of a table, as many at a time as memory takes easily; in no order. */
  batches(table: CopiedTable): AsyncIterable<readonly CopiedRow[]>
  /** Lets go of the moment. */
  close(): Promise<void>
}

/** An empty database that is filled. */
export interface CopyTarget {
  /**
   * Removes what a copy has left that was cut short; otherwise nothing.
   * @throws {StoreInUse} when another process has the database open; nothing was changed.
   */
  clear(): Promise<void>
  /** The name of a table that holds a row; null when all are empty. They are of this version. */
  tableWithRows(): Promise<string | null>
  /**
   * Marks the database as half copied: from then on every process that opens it is refused.
   * @throws {StoreInUse} when somebody has opened it before; it is not marked then.
   */
  mark(): Promise<void>
  /** Takes the mark away. */
  unmark(): Promise<void>
  /** Begins the one transaction of all rows. Others cannot write until it ends. */
  begin(): Promise<void>
  /** @throws {ValueNotHeld} for a value that this engine cannot store, before it is asked to. */
  insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void>
  /** Makes all rows durable. */
  commit(): Promise<void>
  /** Ends the transaction with nothing of it, if one is open; never throws. */
  rollback(): Promise<void>
  /** Rows of a table as they are committed, or in the open transaction. */
  count(table: CopiedTable): Promise<number>
  close(): Promise<void>
}

/** Rows that travel together at most. */
export const BATCH_ROWS_MAX = 250
/** Characters of texts after which a batch is full: a few megabytes of memory. */
export const BATCH_CHARACTERS_MAX = 1_000_000

/** What a row counts in a batch. */
export function charactersOf(row: CopiedRow): number {
  return row.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)
}

/** Takes back the mark of a target, on either engine. */
export const UNMARK = `delete from applied_migrations where tag = '${HALF_COPIED}'`
