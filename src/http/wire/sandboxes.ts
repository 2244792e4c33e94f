/**
 * Projects of the sandbox on the wire: what one begins as, where its clock is moved, what goes
 * wrong in it, and its snapshots. Keys are shown each time, because who asks can make any of these
 * projects anew.
 * Spec: PutSandboxProjectRequest, MoveSandboxClockRequest, PutSandboxFaultsRequest, SandboxProject,
 * SandboxSnapshot, SandboxFaultPlan.
 */

import type { Fault, FaultPlan, MoveSandboxClock } from '../../decisions/projects.ts'
import { invalidPayload, Refused } from '../../decisions/refusals.ts'
import type { Instant, Project } from '../../model.ts'
import { spanOf } from '../../rules/validity.ts'
import { listed, type Schemas, viewOf, type Wire } from '../wire.ts'
import { type FirstPairs, viewFirstPairs } from './projects.ts'
import { instantOf } from './values.ts'

/** @throws {Refused} for two beginnings at once, or for what is no instant. */
export function beginningCommand(body: Schemas['PutSandboxProjectRequest']) {
  const { seed, now, snapshot, fork_of: forkOf } = body
  if (snapshot !== undefined && forkOf !== undefined) {
    throw new Refused(invalidPayload('fork_of', 'send snapshot or fork_of, not both'))
  }
  return { seed, snapshot, forkOf, now: now === undefined ? undefined : instantOf(now, 'now') }
}

/** @throws {Refused} unless there is one of the two, and it can be read. */
export function clockCommand({
  now,
  advance
}: Schemas['MoveSandboxClockRequest']): MoveSandboxClock {
  if ((now === undefined) === (advance === undefined)) {
    throw new Refused(invalidPayload('advance', 'send either now or advance'))
  }
  if (now !== undefined) return { now: instantOf(now, 'now') }
  const span = spanOf(String(advance))
  if (span === null) {
    const what = `'${advance}' is no duration above zero and of ten years at most`
    throw new Refused(invalidPayload('advance', `${what}; use ISO 8601, such as P1D`))
  }
  return { advance: span }
}

export function faultsCommand({ faults }: Schemas['PutSandboxFaultsRequest']): readonly Fault[] {
  return faults.map(({ kind, operation_id, every = 1, times, status, ms }) => ({
    kind,
    operationId: operation_id ?? null,
    every,
    times: times ?? null,
    status: status ?? null,
    ms: ms ?? null
  }))
}

interface Shown extends FirstPairs {
  readonly sandbox: {
    readonly identity: { readonly name: string; readonly seed: string }
    now(): Instant
  }
  readonly project: Pick<Project, 'id' | 'timezone'>
}

export function viewSandboxProject(shown: Shown): Wire<'SandboxProject'> {
  const { sandbox, project } = shown
  const { name, seed } = sandbox.identity
  const { id: project_id, timezone } = project
  const own = { name, project_id, seed, now: sandbox.now(), timezone }
  return { ...own, ...viewFirstPairs(shown), object: 'sandbox_project' }
}

export const viewSandboxProjectList = listed('projects', viewSandboxProject)

/** A snapshot that has a name. */
export function viewSandboxSnapshot(kept: {
  readonly name: string | null
  readonly of: string
  readonly course: { readonly now: Instant }
}): Wire<'SandboxSnapshot'> {
  const { name, of: project, course } = kept
  return { name: String(name), project, now: course.now, object: 'sandbox_snapshot' }
}

export const viewSandboxSnapshotList = listed('snapshots', viewSandboxSnapshot)

const faultView = viewOf(
  'kind operation_id every times status? ms? requests applied object:sandbox_fault'
)

/** What goes wrong in a project, and how far that has got. */
export const viewSandboxFaultPlan = listed('faults', ({ fault, ...met }: FaultPlan[number]) =>
  faultView({ ...fault, ...met })
)
