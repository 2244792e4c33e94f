/**
 * The service as a life meets it: a shop of its own with one customer, served by the operations
 * themselves, on a store in memory, at whatever time it is.
 *
 * Making a shop takes longer than a life. So what a plan's first shop wrote is kept, and written
 * once more under another project for the next: every key begins with the project, and so all else
 * may be the same. Only the operations' names are relied on, whatever they are made of.
 */
import type { Change } from '../../../src/decisions/changes.ts'
import { Refused } from '../../../src/decisions/refusals.ts'
import { createHandlers } from '../../../src/handlers/index.ts'
import { HttpShell } from '../../../src/http/shell.ts'
import type { Caller } from '../../../src/http/types.ts'
import type { IdSource } from '../../../src/ids.ts'
import { bookMidnights } from '../../../src/jobs/standing.ts'
import type { Instant, Project } from '../../../src/model.ts'
import { Shell } from '../../../src/shell.ts'
import { type Audit, audit } from '../../../src/storage/audit/audit.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { openLots } from '../../../src/storage/points/ledger.ts'
import { allProjects } from '../../../src/storage/projects.ts'
import type { Place } from './foretold.ts'
import type { Line } from './law.ts'
import type { Plan } from './plans.ts'

/** What an operation answered; refused, it is the key of the refusal. */
export interface Answered {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes.
  readonly body: any
}

export interface Asked {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
}

/** What is shown of a customer and of what they hold. */
export interface Shown {
  readonly loyalty: unknown
  readonly cards: Readonly<Record<string, unknown>>
}

type Operation = (request: object) => Promise<{ readonly status: number; readonly bytes: string }>

/** A card or voucher; null where there is none yet. */
export type Held = { readonly id: string; readonly code: string } | null

export class Till {
  now: Instant
  /** What is held where, once it is. */
  readonly held: Record<Place, Held> = { a: null, b: null, gift: null }
  readonly project: Project
  readonly #store: Store
  readonly #shell: Shell
  readonly #operations: Readonly<Record<string, Operation>>
  readonly #caller: Caller

  constructor(store: Store, project: Project, ids: IdSource, now: Instant) {
    this.now = now
    this.project = project
    this.#store = store
    this.#shell = shellOn(store, ids, () => this.now)
    this.#operations = operationsOf(this.#shell)
    this.#caller = callerOf(project)
  }

  /** Asks an operation, as somebody who may. */
  async ask(operationId: string, { params = {}, query = {}, body }: Asked): Promise<Answered> {
    const operation = this.#operations[operationId]
    if (operation === undefined) throw new Error(`There is no operation ${operationId}`)
    const request = { params, query, body, caller: this.#caller, headers: {} }
    try {
      const { status, bytes } = await operation(request)
      return { status, body: bytes === '' ? null : JSON.parse(bytes) }
    } catch (error) {
      if (error instanceof Refused) return { status: 400, body: error.refusal }
      throw error
    }
  }

  /** The same, where it must not be refused. */
  async get(operationId: string, asked: Asked): Promise<Answered['body']> {
    const { status, body } = await this.ask(operationId, asked)
    if (status >= 300) throw new Error(`${operationId}: ${JSON.stringify(body)}`)
    return body
  }

  /** Does what the calendar does by now, in this shop alone. */
  async timer(): Promise<void> {
    const tools = {
      shell: this.#shell,
      read: this.#store.read,
      forget: () => this.#store.forget(),
      random: this.#shell.random,
      stopwatch: () => 0,
      onError: (error: unknown, doing: string) => {
        throw new Error(doing, { cause: error })
      }
    }
    const alone = { project: this.project, isOurs: () => Promise.resolve(true) }
    for await (const _ of bookMidnights(tools, alone));
  }

  /** Open lots as they are stored, of all that is held. */
  async lots(): Promise<ReadonlyMap<string, readonly Line[]>> {
    return this.#store.read(this.project.id, async session => {
      const found = new Map<string, readonly Line[]>()
      for (const [place, held] of Object.entries(this.held)) {
        if (held === null) continue
        const rows = await session.all(openLots, { voucherId: held.id })
        const open = rows.filter(({ remaining }) => remaining > 0)
        const lines = open.map(({ expiresOn, remaining }) => ({
          endsOn: expiresOn,
          points: remaining
        }))
        found.set(place, lines)
      }
      return found
    })
  }

  /** All that is shown of the customer and their cards. */
  async shown(): Promise<Shown> {
    const { loyalty } = await this.get('getCustomer', { params: { customerId: 'ada' } })
    const cards: Record<string, unknown> = {}
    for (const [place, held] of Object.entries(this.held)) {
      if (held === null) continue
      const { loyalty_card, gift } = await this.get('getVoucher', { params: { code: held.code } })
      cards[place] = loyalty_card ?? gift
    }
    return { loyalty, cards }
  }

  /** Counts everything again that is kept of this shop. */
  async audit(): Promise<Audit> {
    return audit(onlyOf(this.#store, this.project))
  }
}

const URLS = { publicUrl: 'http://loyalty.test', customerPageDays: 30 }

export function shellOn(store: Store, ids: IdSource, now: () => Instant): Shell {
  return new Shell({
    store,
    now,
    ids,
    limits: { campaignVouchersMax: 1_000, earningRulesMax: 100 }
  })
}

/** All operations by their names. */
export function operationsOf(shell: Shell): Readonly<Record<string, Operation>> {
  const operations: Record<string, Operation> = {}
  for (const handler of createHandlers(new HttpShell(shell, URLS))) {
    Object.assign(operations, handler)
  }
  return operations
}

function callerOf(project: Project): Caller {
  const { id: projectId, createdAt } = project
  const pair = { projectId, id: 'till', kind: 'app', name: 'Till', tokenHash: '' } as const
  const key = { ...pair, clientId: 'till', createdAt, revokedAt: null }
  const nothing = async () => undefined
  const proof = { confirmed: true, confirm: nothing, confirmAlone: nothing }
  const caller = { project, proof, key, channelId: 'till', requestId: 'v-1' }
  return { ...caller, management: true, scopes: null }
}

/** A store that knows one project alone, where it is asked for all. */
function onlyOf(store: Store, { id }: Project): Store {
  const read: Store['read'] = (projectId, unit) =>
    store.read(projectId, session => {
      const [one, all] = [session.one.bind(session), session.all.bind(session) as Ask]
      const alone: Ask = async (statement, values) => {
        const rows = await all(statement, values)
        return statement === allProjects ? rows.filter(row => row.id === id) : rows
      }
      return unit(Object.create(session, { one: { value: one }, all: { value: alone } }))
    })
  return Object.create(store, { read: { value: read } })
}

type Ask = (statement: unknown, values?: object) => Promise<{ readonly id: string }[]>

/** Counts per prefix, beginning where another left off; what is by chance goes round in turn. */
export class Counting implements IdSource {
  readonly #counts: Map<string, number>
  #turn = 0

  constructor(after?: Counting) {
    this.#counts = new Map(after === undefined ? [] : after.#counts)
  }

  readonly newId: IdSource['newId'] = prefix => {
    const count = (this.#counts.get(prefix) ?? 0) + 1
    this.#counts.set(prefix, count)
    return `${prefix}_${String(count).padStart(6, '0')}`
  }

  readonly random: IdSource['random'] = below => this.#turn++ % below
}

/** What openShop makes a shop of. */
export interface Template {
  readonly plan: Plan
  readonly changes: readonly Change[]
  readonly project: Project
  readonly ids: Counting
  readonly held: Record<Place, Held>
}
