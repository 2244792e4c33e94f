/**
 * Makes the project of a file, where there is none to load it into.
 *
 * Its keys are new and random, and are told once, to who asked for the project.
 *
 * Spec: createProject.
 */
import type { Change } from '../decisions/changes.ts'
import { createProject } from '../decisions/projects/projects.ts'
import { Refused } from '../decisions/refusals.ts'
import { isSchema } from '../http/document.ts'
import type { KeyPair, Project } from '../model.ts'
import { hashSecret, newClientId, newSecret } from '../secrets.ts'
import type { EntryValues } from './entries.ts'
import type { Services } from './operations.ts'

/** The credentials of a project, in the words of the ready line. */
export interface ProjectKeys {
  readonly appId: string
  readonly appToken: string
  readonly managementId: string
  readonly managementToken: string
}

export interface Founded {
  readonly project: Project
  readonly keys: ProjectKeys
}

/** A project that is decided and not yet written. */
export interface ProjectFounding extends Founded {
  readonly changes: readonly Change[]
}

/** Where a file says nothing of its project. */
const UNSAID = { name: 'Project', timezone: 'UTC', currency: 'EUR', case_sensitive_codes: true }

/** What a file says of its project, and what holds where it says nothing. */
export function describedProject(file: EntryValues) {
  const described = isSchema(file['project']) ? file['project'] : {}
  const said = { ...UNSAID, ...described } as typeof UNSAID & { readonly id?: string }
  const { id, name, timezone, currency, case_sensitive_codes: caseSensitiveCodes } = said
  return { id: id ?? null, name, timezone, currency, caseSensitiveCodes }
}

/**
 * The project that a file describes, with keys of its own.
 * @throws {Refused} for a time zone or a currency that there is not.
 */
export function foundProject({ now, ids }: Services, file: EntryValues): ProjectFounding {
  const { id, ...described } = describedProject(file)
  const [app, management] = [newPair('app'), newPair('management')]
  const pairs = [app.pair, management.pair]
  const command = { ...described, secret: newSecret(), demo: false, pairs }
  const newId = (prefix: 'proj') => id ?? ids.newId(prefix)
  const founded = createProject(command, { now: now(), newId })
  if ('refusal' in founded) throw new Refused(founded.refusal)
  const { project } = founded.result
  const keys = {
    appId: app.pair.id,
    appToken: app.secret,
    managementId: management.pair.id,
    managementToken: management.secret
  }
  return { project, keys, changes: founded.changes }
}

function newPair(kind: KeyPair['kind']) {
  const secret = newSecret()
  const ids = { id: newClientId(), clientId: newClientId() }
  return { pair: { ...ids, kind, name: 'First key', tokenHash: hashSecret(secret) }, secret }
}
