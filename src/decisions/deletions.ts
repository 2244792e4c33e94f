/**
 * Deleting a thing: it goes where nothing else needs it, and stays where something does.
 *
 * Spec: Decisions 73 and 74.
 */
import type { Decision, Deletable } from './changes.ts'
import type { Refusal, ResourceType } from './refusals.ts'

/** Something that needs what is to be deleted. */
export interface User {
  readonly type: ResourceType
  readonly id: string
}

/** Users a refusal names; of more it says that there are. */
export const USERS_NAMED = 3

/**
 * A thing that others need stays. `users` is not empty, and one longer than USERS_NAMED where
 * there are more; `advice` says what to do instead: `delete them first`.
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

/** Deletes a thing that nobody needs; else the refusal that names who does, and `advice`. */
export function deletion(
  resource: Deletable,
  thing: User,
  users: readonly User[],
  advice: string
): Decision<null> {
  if (users.length > 0) return { refusal: resourceInUse(thing, users, advice) }
  return { result: null, changes: [{ kind: 'resource.deleted', resource, id: thing.id }] }
}
