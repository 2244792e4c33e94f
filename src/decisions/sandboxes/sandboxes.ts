/**
 * Projects of the sandbox: made as copies, begun anew, moved in time, deleted.
 *
 * What a project is a copy of is copied by the database, row by row, so that a decision names it
 * and loads none of it. A snapshot is a project that no key opens.
 *
 * Spec: putSandboxProject, deleteSandboxProject, moveSandboxClock, putSandboxSnapshot,
 * deleteSandboxSnapshot.
 */
import type { Instant, KeyPair, Project } from '../../model.ts'
import type { Span } from '../../rules/durations.ts'
import { addSpan } from '../../rules/validity.ts'
import type { Change, Decision } from '../changes.ts'
import type { Refusal } from '../refusals.ts'
import { invalidPayload } from '../request-refusals.ts'

/** What a project of the sandbox begins as. */
export interface PutSandboxProject {
  readonly project: Project
  /** The keys that open it. */
  readonly pairs: readonly KeyPair[]
  /** The id of the project that it is a copy of. */
  readonly from: string
  /** Whether it is there already, and begins anew. */
  readonly isThere: boolean
}

/** The project, with its keys and a copy of all that another one has. */
export function putSandboxProject({
  project,
  pairs,
  from,
  isThere
}: PutSandboxProject): Decision<{ readonly project: Project }> {
  const changes: Change[] = [
    isThere ? { kind: 'sandbox.emptied' } : { kind: 'project.created', project },
    ...pairs.map(pair => ({ kind: 'keyPair.created' as const, pair })),
    { kind: 'sandbox.filled', from }
  ]
  return { result: { project }, changes }
}

/** Nothing of the project is left. */
export function deleteSandboxProject(): Decision<null> {
  return { result: null, changes: [{ kind: 'sandbox.emptied' }, { kind: 'sandbox.removed' }] }
}

/** A project without keys, with a copy of all that another one has. */
export function putSandboxSnapshot(
  project: Project,
  from: string
): Decision<{ readonly project: Project }> {
  return putSandboxProject({ project, pairs: [], from, isThere: false })
}

/** Nothing of the snapshot is left. */
export const deleteSandboxSnapshot = deleteSandboxProject

/** To an instant, or on by a duration. */
export type MoveSandboxClock = { readonly now: Instant } | { readonly advance: Span }

/** The farthest that a clock is moved at once: ten years, whose days all pass. */
const MOVE_MS_MAX = 10 * 366 * 86_400_000

/** Where a clock that shows `now` is to be moved; never back. */
export function moveSandboxClock(
  { now, timezone }: { readonly now: Instant; readonly timezone: string },
  command: MoveSandboxClock
): { readonly result: Instant } | { readonly refusal: Refusal } {
  const isSet = 'now' in command
  const target = isSet ? command.now : addSpan(now, command.advance, timezone)
  const property = isSet ? 'now' : 'advance'
  if (target < now) {
    const message = `${target} is before ${now}, which the clock shows; begin the project anew`
    return { refusal: invalidPayload(property, message) }
  }
  if (Date.parse(target) - Date.parse(now) > MOVE_MS_MAX) {
    const message = 'a clock is moved by ten years at most; move it several times'
    return { refusal: invalidPayload(property, message) }
  }
  return { result: target }
}
