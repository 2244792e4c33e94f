/**
 * What projects of the sandbox are, and how each begins: as its base, with keys of its own.
 *
 * The keys follow from the name and the seed, so that a project that begins anew is opened as
 * before.
 *
 * Spec: putSandboxProject, SandboxProject, SandboxSnapshot.
 */

import type { Instant, KeyPair, Project } from '../model.ts'
import { type Course, type Identity, projectIdOf, Sandbox, secretsOf } from '../sandbox.ts'
import { hashSecret } from '../secrets.ts'

/** A copy of a project as it was, which no key opens. */
export interface Snapshot {
  /** Null: it is what a project began as, and nobody else may begin as it. */
  readonly name: string | null
  /** The name of the project that it is a copy of. */
  readonly of: string
  readonly project: Project
  readonly course: Course
}

/** A key of a project, with what is sent beside it. */
export interface OpenKey {
  readonly pair: KeyPair
  readonly secret: string
}

/** A project that is in it, with all that opens it. */
export interface SandboxProject {
  readonly sandbox: Sandbox
  readonly project: Project
  readonly app: OpenKey
  readonly management: OpenKey
  /** What it began as, and begins as again. */
  readonly base: Snapshot
  /** What its clock was set to at once; null: it went on from that of its base. */
  readonly startsAt: Instant | null
}

/** What a project is to begin as. What is left out is as before, or else as for any other. */
export interface Beginning {
  readonly seed?: string | undefined
  readonly now?: Instant | undefined
  /** The name of a snapshot. */
  readonly snapshot?: string | undefined
  /** The name of another project, which it is a copy of. */
  readonly forkOf?: string | undefined
}

/** A project that begins as its base, with keys of its own. */
export function begun(
  identity: Identity,
  base: Snapshot,
  startsAt: Instant | null
): SandboxProject {
  const { newSecret, newClientId } = secretsOf(identity, 'keys')
  const { now } = base.course
  const id = projectIdOf(identity)
  const opening = (kind: KeyPair['kind']): OpenKey => {
    const [keyId, clientId, secret] = [newClientId(), newClientId(), newSecret()]
    const name = kind === 'app' ? 'First key' : 'First management key'
    const tokenHash = hashSecret(secret)
    const times = { createdAt: now, revokedAt: null }
    return { secret, pair: { projectId: id, id: keyId, kind, name, tokenHash, clientId, ...times } }
  }
  const [app, management, secret] = [opening('app'), opening('management'), newSecret()]
  const own = { id, name: identity.name, secret, urlSecret: null, demo: false, createdAt: now }
  const sandbox = new Sandbox(identity, base.course)
  return { sandbox, project: { ...base.project, ...own }, app, management, base, startsAt }
}
