/**
 * The operations of the interface, carried out for a file instead of a request.
 *
 * What a file says goes the way of a request from its handler on: the same command, load, decision
 * and view. There is no caller whose right could end, and the source of what happens is internal.
 *
 * Spec: Decisions 29 and 233.
 */
import { Refused } from '../../decisions/refusals.ts'
import { createHandlers } from '../../handlers/index.ts'
import { HttpShell } from '../../http/shell.ts'
import type { Answer, Caller, OperationId } from '../../http/types.ts'
import type { Source } from '../../ids.ts'
import type { IdPrefix, Instant, Project } from '../../model.ts'
import { type Limits, type Origin, Shell, type UnitOfWork } from '../../shell.ts'
import type { PartStore } from '../../storage/engine/parts.ts'

/** What carrying out a file needs of a service. */
export interface Services {
  readonly now: () => Instant
  readonly ids: Source
  readonly limits: Limits
  /** Called after a commit that may have queued a job. */
  readonly onJobQueued?: () => void
}

/** What an operation is asked for; a body fits its document. */
export interface Asked {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** A JSON object of an answer. */
export type Shown = { readonly [property: string]: unknown }

type Handle = (request: object) => Promise<Answer<OperationId>>

/** Above what requests may ask for: each page is found anew from the first row. */
const PAGE = 1000

/** The operations on one project. */
export class Operations {
  readonly shell: Shell
  readonly origin: Origin
  readonly #caller: Caller
  readonly #pins: Pins
  readonly #handlers: readonly object[]

  constructor(store: PartStore, { now, ids, limits }: Services, project: Project) {
    this.#pins = new Pins(ids)
    this.origin = { project, requestId: 'load', source: { channel: 'INTERNAL' } }
    // A part of a unit needs no more of a store than a shell asks of one.
    const options = { store: store as ShellStore, now, ids: this.#pins, limits }
    this.shell = new InternalShell(options)
    this.#caller = callerOf(project)
    this.#handlers = createHandlers(new HttpShell(this.shell, NO_URLS))
  }

  /**
   * Carries out one operation; the next thing that is made gets the id `pinned`.
   * @throws {Refused} when it is refused.
   */
  async carryOut(
    id: OperationId,
    { params = {}, query = {}, body }: Asked,
    pinned: string | null = null
  ): Promise<Shown> {
    const handler = this.#handlers.find(each => id in each) as Record<OperationId, Handle>
    const projectId = this.#caller.project.id
    const request = { params: { projectId, ...params }, query, body, caller: this.#caller }
    const answer = await this.withId(pinned, () => handler[id]({ ...request, headers: {} }))
    const shown = answer.bytes === '' ? {} : JSON.parse(answer.bytes)
    // A redemption that failed is recorded and answered, which is no good end here either.
    if (answer.status >= 400) throw new Refused({ key: shown.key, details: shown.details })
    return shown
  }

  /** Does something in which the next thing of the prefix of `pinned` gets that id. */
  async withId<Value>(pinned: string | null, task: () => Promise<Value>): Promise<Value> {
    this.#pins.next = pinned
    try {
      return await task()
    } finally {
      this.#pins.next = null
    }
  }

  /** Everything that an operation lists. */
  async list(id: OperationId, params: Asked['params'] = {}): Promise<readonly Shown[]> {
    const all: Shown[] = []
    for (let page = 1; ; page++) {
      const found = await this.carryOut(id, { params, query: { limit: PAGE, page } })
      const items = found[String(found['data_ref'])] as readonly Shown[]
      all.push(...items)
      if (items.length === 0 || all.length >= Number(found['total'])) return all
    }
  }
}

type ShellStore = ConstructorParameters<typeof Shell>[0]['store']

/** A shell all of whose units are our own doing. */
class InternalShell extends Shell {
  override settle<Facts, Result>(
    origin: Origin,
    unit: UnitOfWork<Facts, Result>,
    ...rest: readonly unknown[]
  ): Promise<never> {
    const own: Origin = { ...origin, source: { channel: 'INTERNAL' } }
    const settle = super.settle as (...all: readonly unknown[]) => Promise<never>
    return settle.call(this, own, unit, ...rest)
  }
}

/** A source of ids whose next one of a prefix may be given. */
class Pins implements Source {
  next: string | null = null
  readonly random: Source['random']
  readonly #ids: Source

  constructor(ids: Source) {
    this.#ids = ids
    this.random = ids.random
  }

  readonly newId = (prefix: IdPrefix): string => {
    const { next } = this
    if (!next?.startsWith(`${prefix}_`)) return this.#ids.newId(prefix)
    this.next = null
    return next
  }
}

/** Urls in answers go nowhere here. */
const NO_URLS = { publicUrl: '', customerPageDays: 1 }

function callerOf(project: Project): Caller {
  const proof = { confirmed: true, confirm: async () => {}, confirmAlone: async () => {} }
  const { id } = project
  const key = { projectId: id, id, kind: 'management', name: 'Project file' } as const
  return {
    proof,
    project,
    key: { ...key, tokenHash: '', clientId: '', createdAt: project.createdAt, revokedAt: null },
    channelId: id,
    requestId: 'load',
    management: true,
    scopes: null
  }
}
