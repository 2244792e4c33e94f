/**
 * Projects and their key pairs.
 *
 * Secrets are made outside and arrive as hashes; only the project's own secrets, which sign and
 * never authenticate, are stored as they are.
 *
 * Spec: createProject, createProjectKey, revokeProjectKey.
 */
import type { KeyPair, Project } from '../model.ts'
import { isZone } from '../rules/validity.ts'
import type { Change, Decision, Occasion } from './changes.ts'
import { invalidPayload, notFound, type Refusal } from './refusals.ts'
import { resourceInUse } from './updates.ts'

export interface CreateProjectKey {
  /** What callers send as X-App-Id or X-Management-Id; unique over all projects. */
  readonly id: string
  readonly kind: KeyPair['kind']
  readonly name: string
  /** SHA-256 of the secret, hex. */
  readonly tokenHash: string
  /** The same for every token that the pair issues. */
  readonly clientId: string
}

export interface CreateProject {
  readonly name: string
  /** IANA zone. */
  readonly timezone: string
  /** ISO 4217, three capital letters. */
  readonly currency: string
  readonly caseSensitiveCodes: boolean
  /** Random. */
  readonly secret: string
  readonly demo: boolean
  /** Its first pairs. */
  readonly pairs: readonly CreateProjectKey[]
}

export interface CreatedProject {
  readonly project: Project
  readonly pairs: readonly KeyPair[]
}

/** A project does not exist before it is created, so this occasion has none. */
interface NewProjectOccasion extends Pick<Occasion, 'now'> {
  readonly newId: (prefix: 'proj') => string
}

/** A project with its first key pairs, whose secrets cannot be read again. */
export function createProject(
  { pairs: wanted, ...command }: CreateProject,
  { now, newId }: NewProjectOccasion
): Decision<CreatedProject> {
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

/** Adds a pair to a project. */
export function createProjectKey(
  command: CreateProjectKey,
  { project, now }: Pick<Occasion, 'project' | 'now'>
): Decision<KeyPair> {
  const pair = keyPairOf(project, command, now)
  return { result: pair, changes: [{ kind: 'keyPair.created', pair }] }
}

export interface RevokeProjectKeyFacts {
  /** Every pair of the project, including revoked ones. */
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
  return {
    result: { ...project, urlSecret },
    changes: [{ kind: 'urlSecret.renewed', urlSecret }]
  }
}

function keyPairOf(project: Project, command: CreateProjectKey, now: string): KeyPair {
  return { projectId: project.id, ...command, createdAt: now, revokedAt: null }
}
