/**
 * Faults of a project of the sandbox: what goes wrong with which of its requests.
 *
 * A plan counts the requests that each of its faults is about, and by these counts alone it says
 * which one meets a fault: the same requests in the same order meet the same ones. It is part of
 * the course of its project, and so it is copied and begins anew with it.
 *
 * Spec: putSandboxFaults, SandboxFaultPlan.
 */
import type { Refusal } from '../refusals.ts'
import { invalidPayload } from '../request-refusals.ts'

/** How a fault shows; what each does is told by `SandboxFault.kind`. */
export type FaultKind =
  | 'STATUS'
  | 'CUT'
  | 'CUT_AFTER_EFFECT'
  | 'CUT_IN_BODY'
  | 'CUT_AFTER_BODY'
  | 'SLOW_BODY'

/** What goes wrong, with which requests, and how often. */
export interface Fault {
  readonly kind: FaultKind
  /** The operation whose requests it is about; null: all operations of the project. */
  readonly operationId: string | null
  /** It meets each request of so many; 1: every one. */
  readonly every: number
  /** How many requests it meets before it is over; null: it is never over. */
  readonly times: number | null
  /** The status of the answer where the kind is `STATUS`, else null. */
  readonly status: number | null
  /** How many milliseconds the body takes where the kind is `SLOW_BODY`, else null. */
  readonly ms: number | null
}

/** A fault, and how far it has got. */
export interface PlannedFault {
  readonly fault: Fault
  /** Requests that it was about. */
  readonly requests: number
  /** Those of them that met it. */
  readonly applied: number
}

/** The faults of a project in their order, which decides where two are due at once. */
export type FaultPlan = readonly PlannedFault[]

/** The statuses that each operation declares, by its name. */
export type DeclaredStatuses = ReadonlyMap<string, readonly number[]>

/** A plan that has met no request yet; or why there is none like this. */
export function putSandboxFaults(
  declared: DeclaredStatuses,
  faults: readonly Fault[]
): { readonly result: FaultPlan } | { readonly refusal: Refusal } {
  for (const [index, fault] of faults.entries()) {
    const mistake = mistakeOf(declared, fault)
    if (mistake === null) continue
    const [property, message] = mistake
    return { refusal: invalidPayload(`faults[${index}].${property}`, message) }
  }
  return { result: faults.map(fault => ({ fault, requests: 0, applied: 0 })) }
}

/** Nothing goes wrong. */
export function deleteSandboxFaults(): FaultPlan {
  return []
}

/**
 * The fault that a request to an operation meets, null for none, and the plan after it. Each fault
 * counts the request if it is about the operation. Of those that are due the first one is met, and
 * the others have let their turn pass.
 */
export function faultFor(
  plan: FaultPlan,
  operationId: string
): { readonly fault: Fault | null; readonly plan: FaultPlan } {
  const counted = plan.map(planned => ({
    ...planned,
    requests: planned.requests + Number(isAbout(planned.fault, operationId))
  }))
  const met = counted.findIndex(
    ({ fault, requests, applied }) =>
      isAbout(fault, operationId) &&
      requests % fault.every === 0 &&
      (fault.times === null || applied < fault.times)
  )
  return {
    fault: counted[met]?.fault ?? null,
    plan: counted.map((planned, index) =>
      index === met ? { ...planned, applied: planned.applied + 1 } : planned
    )
  }
}

function isAbout(fault: Fault, operationId: string): boolean {
  return fault.operationId === null || fault.operationId === operationId
}

/** The property that is wrong, and how. */
type PlanMistake = readonly [property: string, message: string]

function mistakeOf(declared: DeclaredStatuses, fault: Fault): PlanMistake | null {
  const { kind, operationId, status, ms } = fault
  const own = operationId === null ? null : declared.get(operationId)
  if (own === undefined) {
    return ['operation_id', `no document of a project has the operation '${operationId}'`]
  }
  if ((kind === 'STATUS') !== (status !== null)) {
    return ['status', 'send one with the kind STATUS, and with no other']
  }
  if ((kind === 'SLOW_BODY') !== (ms !== null)) {
    return ['ms', 'send it with the kind SLOW_BODY, and with no other']
  }
  if (status === null) return null
  const possible = refusalsOf(own === null ? [...declared.values()] : [own])
  if (possible.includes(status)) return null
  const lacks = operationId === null ? 'not every operation has' : `${operationId} has no`
  return ['status', `${lacks} ${status}; send one of ${possible.join(', ')}`]
}

/** The refusals that all of the operations declare, in ascending order. */
function refusalsOf([first = [], ...others]: readonly (readonly number[])[]): readonly number[] {
  return first
    .filter(status => status >= 400 && others.every(each => each.includes(status)))
    .sort((one, other) => one - other)
}
