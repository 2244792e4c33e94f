/**
 * Locks of rows, which only PostgreSQL has: on SQLite one unit writes at a time.
 *
 * Spec: Decision 204.
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
