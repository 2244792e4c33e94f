/**
 * Locks of rows, which only PostgreSQL has: on SQLite one unit writes at a time.
 */
import type { Dialect } from './dialect.ts'

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
