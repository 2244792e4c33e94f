/**
 * What the operations of the sandbox are refused for, and what finds the things they name.
 *
 * Spec: putSandboxProject, moveSandboxClock, putSandboxFaults.
 */
import { notFound, type Refusal, Refused } from '../decisions/refusals.ts'
import { moveSandboxClock } from '../decisions/sandboxes/sandboxes.ts'
import type { Instant, Project } from '../model.ts'

/** Projects and snapshots together: each has some hundred rows of memory at least. */
export const HELD_MAX = 1_000

/** @throws {Refused} for an instant that a clock which shows `now` cannot be moved to. */
export function refuseStart({ timezone }: Project, now: Instant, startsAt: Instant | null): void {
  if (startsAt !== null) resultOf(moveSandboxClock({ now, timezone }, { now: startsAt }))
}

/** There is no room for one more. */
export const FULL: Refusal = {
  key: 'invalid_payload',
  details: `There are ${HELD_MAX} projects and snapshots in the sandbox; delete some first.`
}

/** There is nothing to begin as. */
export const NO_TEMPLATE: Refusal = {
  key: 'invalid_payload',
  details:
    'The service was started with no project that another one could begin as. Start it with one.'
}

/** What bears a name. @throws {Refused} when nothing does. */
export function found<Value>(
  value: Value | undefined,
  type: 'sandbox_project' | 'sandbox_snapshot',
  name: string
): Value {
  if (value === undefined) throw new Refused(notFound(type, name))
  return value
}

/** The result of a decision. @throws {Refused} when it refuses. */
export function resultOf<Result>(
  decided: { readonly result: Result } | { readonly refusal: Refusal }
): Result {
  if ('refusal' in decided) throw new Refused(decided.refusal)
  return decided.result
}
