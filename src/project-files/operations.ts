/**
 * The operations of the interface, carried out for a file instead of a request: from the handler
 * on, by the same command, load, decision and view. There is no caller whose right could end, and
 * what happens is recorded as our own doing unless another actor is named.
 * Spec: createProject.
 */
import type { Change, Moment } from '../decisions/changes.ts'
import { createProject } from '../decisions/projects.ts'
import { type Refusal, Refused } from '../decisions/refusals.ts'
import { createHandlers } from '../handlers/index.ts'
import { isSchema } from '../http/document.ts'
import { HttpShell } from '../http/shell.ts'
import type { Caller, DemoCredentials, OperationId, ReadyAnswer } from '../http/types.ts'
import type { IdSource } from '../ids.ts'
import type { IdPrefix, Instant, Project } from '../model.ts'
import { newPair, newSecret } from '../secrets.ts'
import { type Limits, type Origin, Shell } from '../shell.ts'
import type { Session } from '../storage/engine/session.ts'
import type { PartStore, Store } from '../storage/engine/store.ts'
import type { EntryValues } from './entries.ts'

export interface Services {
  readonly now: () => Instant
  readonly ids: IdSource
  readonly limits: Limits
  /** Called after a commit that may have queued a job. */
  readonly onJobQueued?: () => void
}

/** Who carries out operations, as what they cause is recorded. */
export interface Actor extends Pick<Origin, 'requestId' | 'source'> {
  /** The caller; absent: the project itself. */
  readonly channelId?: string
}

/** Nobody sent a request: it is our own doing. */
const OURSELVES: Actor = { requestId: 'load', source: { channel: 'INTERNAL' } }

/** `body` fits the document. */
export interface OperationInput {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

export type AnswerBody = { readonly [property: string]: unknown }

/** Above what requests may ask for: each page is found anew from the first row. */
const PAGE = 1000

export class ProjectOperations {
  readonly shell: Shell
  readonly origin: Origin
  readonly #caller: Caller
  readonly #handlers: readonly object[]
  /** Ids that are given before those that are drawn, each as the next one of its prefix. */
  #pinned: string[] = []

  constructor(
    store: PartStore,
    { now, ids, limits }: Services,
    project: Project,
    actor: Actor = OURSELVES
  ) {
    this.origin = { project, ...actor }
    const newId = (prefix: IdPrefix) => {
      const index = this.#pinned.findIndex(id => id.startsWith(`${prefix}_`))
      const [pinned] = index < 0 ? [] : this.#pinned.splice(index, 1)
      return pinned ?? ids.newId(prefix)
    }
    const pinning = { random: ids.random, newId }
    // A part of a unit needs no more of a store than a shell asks of one.
    this.shell = new Shell({ store: store as Store, now, ids: pinning, limits, actor })
    this.#caller = callerOf(project, actor)
    this.#handlers = createHandlers(new HttpShell(this.shell, NO_URLS))
  }

  /**
   * Carries out one operation. What it makes gets the ids of a list, as {@link withIds} says.
   * @throws {Refused} when it is refused.
   */
  async carryOut(id: OperationId, asked: OperationInput, ids: string[] = []): Promise<AnswerBody> {
    const { shown, refusal } = await this.attempt(id, asked, ids)
    if (refusal !== null) throw new Refused(refusal)
    return shown()
  }

  /**
   * The same, where a redemption that failed is recorded and answered: the answer, and why it was
   * refused.
   * @throws {Refused} when it is refused and nothing was recorded.
   */
  async attempt(
    id: OperationId,
    { params = {}, query = {}, body }: OperationInput,
    ids: string[] = []
  ): Promise<{ readonly shown: () => AnswerBody; readonly refusal: Refusal | null }> {
    const handler = this.#handlers.find(each => id in each) as {
      readonly [Id in OperationId]: (request: object) => Promise<ReadyAnswer<OperationId>>
    }
    const projectId = this.#caller.project.id
    const request = { params: { projectId, ...params }, query, body, caller: this.#caller }
    const answer = await this.withIds(ids, () => handler[id]({ ...request, headers: {} }))
    const shown = () => (answer.bytes === '' ? {} : JSON.parse(answer.bytes))
    if (answer.status < 400) return { shown, refusal: null }
    const { key, details } = shown()
    return { shown, refusal: { key, details } }
  }

  /** Each the next one of its prefix; one that was taken is no longer in the list. */
  async withIds<Value>(ids: string[], task: () => Promise<Value>): Promise<Value> {
    this.#pinned = ids
    try {
      return await task()
    } finally {
      this.#pinned = []
    }
  }

  async *pages(
    id: OperationId,
    { params = {}, query = {} }: Omit<OperationInput, 'body'>
  ): AsyncGenerator<readonly AnswerBody[]> {
    for (let page = 1; ; page++) {
      const found = await this.carryOut(id, { params, query: { ...query, limit: PAGE, page } })
      const items = found[String(found['data_ref'])] as readonly AnswerBody[]
      yield items
      if (items.length < PAGE) return
    }
  }

  async list(id: OperationId, params: OperationInput['params'] = {}) {
    const all: AnswerBody[] = []
    for await (const page of this.pages(id, { params })) all.push(...page)
    return all
  }

  /** What no operation shows. */
  read<Value>(load: (session: Session, moment: Moment) => Promise<Value>): Promise<Value> {
    const moment = { now: this.shell.now(), project: this.origin.project }
    const asIs = (found: Value) => found
    return this.shell.read(this.origin, session => load(session, moment), asIs)
  }
}

/** Urls in answers go nowhere here. */
const NO_URLS = { publicUrl: '', customerPageDays: 1 }

function callerOf(project: Project, { requestId, channelId = project.id }: Actor): Caller {
  const proof = { confirmed: true, confirm: async () => {}, confirmAlone: async () => {} }
  const { id } = project
  const key = { projectId: id, id, kind: 'management', name: 'Project file' } as const
  return {
    proof,
    project,
    key: { ...key, tokenHash: '', clientId: '', createdAt: project.createdAt, revokedAt: null },
    channelId,
    requestId,
    management: true,
    scopes: null
  }
}

/* Makes the project of a file, where there is none to load it into. Its keys are told once. */

export type ProjectKeys = Omit<DemoCredentials, 'customerPage'>

export interface Founded {
  readonly project: Project
  readonly keys: ProjectKeys
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

/** The project that a file describes, with keys of its own; decided and not yet written. */
export function foundProject(
  { now, ids }: Services,
  file: EntryValues
): { readonly refusal: Refusal } | (Founded & { readonly changes: readonly Change[] }) {
  const { id, ...described } = describedProject(file)
  const [app, management] = [newPair('app', 'First key'), newPair('management', 'First key')]
  const pairs = [app.pair, management.pair]
  const command = { ...described, secret: newSecret(), demo: false, pairs }
  const newId = (prefix: 'proj') => id ?? ids.newId(prefix)
  const founded = createProject(command, { now: now(), newId })
  if ('refusal' in founded) return founded
  const { project } = founded.result
  const keys = {
    appId: app.pair.id,
    appToken: app.secret,
    managementId: management.pair.id,
    managementToken: management.secret
  }
  return { project, keys, changes: founded.changes }
}
