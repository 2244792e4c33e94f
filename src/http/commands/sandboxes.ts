/**
 * What a project of the sandbox begins as, where its clock is moved, and what goes wrong in it.
 *
 * Spec: PutSandboxProjectRequest, MoveSandboxClockRequest, PutSandboxFaultsRequest.
 */
import { Refused } from '../../decisions/refusals.ts'
import { invalidPayload } from '../../decisions/request-refusals.ts'
import type { Fault } from '../../decisions/sandboxes/faults.ts'
import type { MoveSandboxClock } from '../../decisions/sandboxes/sandboxes.ts'
import { spanOf } from '../../rules/durations.ts'
import type { Schemas } from '../wire.ts'
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

/** Faults in their order. */
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
