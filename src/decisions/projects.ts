/**
 * Projects and their key pairs, and the projects of the sandbox. Secrets are made outside and
 * arrive as hashes; only the project's own secrets, which sign and never authenticate, are stored
 * as they are.
 * Spec: createProject, createProjectKey, revokeProjectKey, putSandboxProject, deleteSandboxProject,
 * moveSandboxClock, putSandboxSnapshot, deleteSandboxSnapshot, putSandboxFaults, SandboxFaultPlan.
 */

import type { Instant, KeyPair, Project } from '../model.ts'
import { addSpan, isZone, type Span } from '../rules/validity.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import { invalidPayload, notFound, type Refusal, type Unable } from './refusals.ts'
import { resourceInUse } from './updates.ts'

/** Its id is what callers send as X-App-Id or X-Management-Id; unique over all projects. */
export interface CreateProjectKey extends Omit<KeyPair, 'projectId' | 'createdAt' | 'revokedAt'> {}

export interface CreateProject extends Omit<Project, 'id' | 'urlSecret' | 'createdAt'> {
  readonly pairs: readonly CreateProjectKey[]
}

/**
 * A project with its first key pairs, whose secrets cannot be read again.
 * Spec: openapi/behaviour/identity-and-credentials.md#a-project-is-opened-by-its-own-keys.
 */
export function createProject(
  { pairs: wanted, ...command }: CreateProject,
  { now, newId }: Pick<Occasion, 'now'> & { readonly newId: (prefix: 'proj') => string }
): Decision<{ readonly project: Project; readonly pairs: readonly KeyPair[] }> {
  if (!isZone(command.timezone)) {
    const message = `'${command.timezone}' is no time zone; use a name such as Europe/Berlin`
    return { refusal: invalidPayload('timezone', message) }
  }
  if (!/^[A-Z]{3}$/.test(command.currency)) {
    const message = `'${command.currency}' is no currency; use an ISO 4217 code such as EUR`
    return { refusal: invalidPayload('currency', message) }
  }
  const project: Project = { id: newId('proj'), ...command, urlSecret: null, createdAt: now }
  const pairs = wanted.map(pair => keyPairOf(project, pair, now))
  const changes: Change[] = [
    { kind: 'project.created', project },
    ...pairs.map(pair => ({ kind: 'keyPair.created' as const, pair }))
  ]
  return { result: { project, pairs }, changes }
}

export function createProjectKey(
  command: CreateProjectKey,
  { project, now }: Pick<Occasion, 'project' | 'now'>
): Decision<KeyPair> {
  const pair = keyPairOf(project, command, now)
  return { result: pair, changes: [{ kind: 'keyPair.created', pair }] }
}

export interface RevokeProjectKeyFacts {
  readonly pairs: readonly KeyPair[]
}

/** Ends a pair and all its tokens for good. The last management pair of a project stays. */
export function revokeProjectKey(
  { pairs }: RevokeProjectKeyFacts,
  keyId: string,
  { project, now: revokedAt }: Pick<Occasion, 'project' | 'now'>
): Decision<KeyPair> {
  const standing = pairs.filter(pair => pair.revokedAt === null)
  const pair = standing.find(({ id }) => id === keyId)
  if (pair === undefined) return { refusal: noSuchKey(pairs, keyId) }
  const managing = standing.filter(({ kind }) => kind === 'management')
  if (pair.kind === 'management' && managing.length === 1) {
    const advice = 'it is the last one that manages it, so create another management key first'
    const users = [{ type: 'project', id: project.id }] as const
    return { refusal: resourceInUse({ type: 'project_key', id: keyId }, users, advice) }
  }
  return {
    result: { ...pair, revokedAt },
    changes: [{ kind: 'keyPair.revoked', id: keyId, revokedAt }]
  }
}

/** What is over already is told as that: an operator may have meant another key. */
function noSuchKey(pairs: readonly KeyPair[], keyId: string): Refusal {
  const refusal = notFound('project_key', keyId)
  const over = pairs.find(({ id }) => id === keyId)
  if (over === undefined) return refusal
  const details = `Project key ${keyId} is revoked already, since ${over.revokedAt}`
  return { ...refusal, details }
}

/** Ends every url that was signed so far, with the `urlSecret` (random) that signs from now on. */
export function renewUrlSecret(
  urlSecret: string,
  { project }: Pick<Occasion, 'project'>
): Decision<Project> {
  return { result: { ...project, urlSecret }, changes: [{ kind: 'urlSecret.renewed', urlSecret }] }
}

function keyPairOf(project: Project, command: CreateProjectKey, now: string): KeyPair {
  return { projectId: project.id, ...command, createdAt: now, revokedAt: null }
}

/*
 * Projects of the sandbox: made as copies, begun anew, moved in time, deleted. What a project is a
 * copy of is copied by the database, row by row, so that a decision names it and loads none of it.
 * A snapshot is a project that no key opens.
 */

interface PutSandboxProject {
  readonly project: Project
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

/** A project has what another one has; its own keys and their tokens stay. */
export function beginAnew(from: string): Decision<null> {
  const changes: Change[] = [
    { kind: 'sandbox.emptied', keysStay: true },
    { kind: 'sandbox.filled', from }
  ]
  return { result: null, changes }
}

export function deleteSandboxProject(): Decision<null> {
  return { result: null, changes: [{ kind: 'sandbox.emptied' }, { kind: 'sandbox.removed' }] }
}

export function putSandboxSnapshot(
  project: Project,
  from: string
): Decision<{ readonly project: Project }> {
  return putSandboxProject({ project, pairs: [], from, isThere: false })
}

export const deleteSandboxSnapshot = deleteSandboxProject

export type MoveSandboxClock = { readonly now: Instant } | { readonly advance: Span }

/** The farthest that a clock is moved at once: ten years, whose days all pass. */
const MOVE_MS_MAX = 10 * 366 * 86_400_000

/** Where a clock that shows `now` is to be moved; never back. */
export function moveSandboxClock(
  { now, timezone }: { readonly now: Instant; readonly timezone: string },
  command: MoveSandboxClock
): { readonly result: Instant } | Unable {
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

/*
 * Faults of a project of the sandbox: what goes wrong with which of its requests. A plan counts the
 * requests that each of its faults is about, and by these counts alone it says which one meets a
 * fault: the same requests in the same order meet the same ones. It is part of the course of its
 * project, and so it is copied and begins anew with it.
 */

type FaultKind =
  | 'STATUS'
  | 'CUT'
  | 'CUT_AFTER_EFFECT'
  | 'CUT_IN_BODY'
  | 'CUT_AFTER_BODY'
  | 'SLOW_BODY'

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

interface PlannedFault {
  readonly fault: Fault
  /** Requests that it was about. */
  readonly requests: number
  readonly applied: number
}

/** The faults of a project in their order, which decides where two are due at once. */
export type FaultPlan = readonly PlannedFault[]

export type DeclaredStatuses = ReadonlyMap<string, readonly number[]>

export function putSandboxFaults(
  declared: DeclaredStatuses,
  faults: readonly Fault[]
): { readonly result: FaultPlan } | Unable {
  for (const [index, fault] of faults.entries()) {
    const mistake = mistakeOf(declared, fault)
    if (mistake === null) continue
    const [property, message] = mistake
    return { refusal: invalidPayload(`faults[${index}].${property}`, message) }
  }
  return { result: faults.map(fault => ({ fault, requests: 0, applied: 0 })) }
}

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
