/**
 * Rows that many units write, as an engine sees them that lets many write at once.
 */
import type { Change } from '../../decisions/changes.ts'
import type { Dialect, Runnable } from './statements.ts'

/** A statement that locks rows, or takes the place of one, until the unit ends. */
export interface Locking {
  readonly statement: Runnable
  readonly values: object
}

/** A row that a unit is about to write and others may be writing. */
export interface MetRow {
  /** Names it within its project. */
  readonly name: string
  /**
   * Whether the unit decided by what is in the row, so that it begins again when another one has
   * written it first. Else it only waits for that.
   */
  readonly isDecidedBy: boolean
}

/** What an engine asks of the nouns about such rows. */
export interface ContendedRows {
  /** Those that a unit writes, each once. */
  rowsOf(changes: readonly Change[]): readonly MetRow[]
  /** The row of a change whose guard was lost; null where the next attempt may be about another. */
  rowOf(change: Change): MetRow | null
  /**
   * What locks the rows that a unit writes, and takes the places of those that it makes and others
   * may make as well, in the order in which it writes them, up to the one of this name.
   */
  locksUpTo(name: string, changes: readonly Change[]): readonly RowLock[]
  /**
   * The last row that a unit would write before one that is locked, or that one, where something
   * before it is not locked, so that others may have it and wait for that; null where all is.
   */
  unlockedBefore(locked: LockedRows, changes: readonly Change[]): MetRow | null
  /** The last of all rows that a unit writes, where one is not locked; null where all are. */
  lastUnlocked(locked: LockedRows, changes: readonly Change[]): MetRow | null
}

/** What locks a row that others may be writing, in this order, and which one that is. */
export interface RowLock extends MetRow {
  readonly lockings: readonly Locking[]
}

/** The rows that a unit has locked, and the changes for which it did. */
export interface LockedRows {
  readonly rows: readonly RowLock[]
  readonly of: readonly Change[]
}

/*
 * Locks of rows, which only PostgreSQL has: on SQLite one unit writes at a time.
 */

/** What is free to be taken: rows that another unit is taking are passed over. */
export function untaken<Built>(
  { name }: Pick<Dialect, 'name'>,
  query: Built & { for(strength: 'update', config: { readonly skipLocked: true }): unknown }
): Built {
  return name === 'sqlite' ? query : (query.for('update', { skipLocked: true }) as Built)
}

/** Rows that nobody changes until the unit ends; others may hold them as well. */
export function held<Built>(
  { name }: Pick<Dialect, 'name'>,
  query: Built & { for(strength: 'share'): unknown }
): Built {
  return name === 'sqlite' ? query : (query.for('share') as Built)
}

/** Others wait that ask so for the same rows, or change them; who only refers to them does not. */
export function inTurn<Built>(
  { name }: Pick<Dialect, 'name'>,
  query: Built & { for(strength: 'no key update'): unknown }
): Built {
  return name === 'sqlite' ? query : (query.for('no key update') as Built)
}

/** Others wait that ask for the same rows, change them or refer to them. */
export function alone<Built>(
  { name }: Pick<Dialect, 'name'>,
  query: Built & { for(strength: 'update'): unknown }
): Built {
  return name === 'sqlite' ? query : (query.for('update') as Built)
}

/** The rows of `inTurn` that nobody holds or changes; others are left out, and not waited for. */
export function inTurnAtOnce<Built>(
  { name }: Pick<Dialect, 'name'>,
  query: Built & { for(strength: 'no key update', config: { readonly skipLocked: true }): unknown }
): Built {
  return name === 'sqlite' ? query : (query.for('no key update', { skipLocked: true }) as Built)
}
