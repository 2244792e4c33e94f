/**
 * Deleting a thing that nothing else needs.
 */
import type { Decision } from './changes.ts'
import type { Deletable } from './deletable.ts'
import type { Refusal, ResourceType } from './refusals.ts'

/** A thing that needs the one to be deleted. */
export interface User {
  readonly type: ResourceType
  readonly id: string
}

/** Users that a refusal names; for more it says that there are more. */
export const USERS_NAMED = 3

/**
 * The refusal to delete a thing that others need. `users` is not empty, and longer than USERS_NAMED
 * when there are more; `advice` says what to do instead: `delete them first`.
 */
export function resourceInUse(thing: User, users: readonly User[], advice: string): Refusal {
  const named = users.slice(0, USERS_NAMED).map(({ type, id }) => `${type} ${id}`)
  const what = `Resource ${thing.type} ${thing.id}`
  const others = users.length > USERS_NAMED ? ' and others' : ''
  return {
    key: 'resource_in_use',
    details: `${what} is in use by ${named.join(', ')}${others}; ${advice}`,
    resourceId: thing.id,
    resourceType: thing.type
  }
}

/** Deletes a thing that nothing needs; otherwise refuses, with the users and `advice`. */
export function deleteUnused(
  resource: Deletable,
  thing: User,
  users: readonly User[],
  advice: string
): Decision<null> {
  if (users.length > 0) return { refusal: resourceInUse(thing, users, advice) }
  return { result: null, changes: [{ kind: 'resource.deleted', resource, id: thing.id }] }
}
