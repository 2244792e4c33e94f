/**
 * A service with a sandbox on a store in memory, filled with the demo: every answer is held against
 * the documents, and the ledgers are audited at the end.
 */
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import { loadDemo } from '../../src/demo/load.ts'
import { readContract } from '../../src/main/app.ts'
import { type ComposedParts, compose } from '../../src/main/compose.ts'
import type { Sandboxes } from '../../src/sandboxes/sandboxes.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import { openStore } from '../../src/storage/database.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { CONFIG } from './app.ts'
import { Answers, checked } from './contract.ts'
import { filledFields } from './filled-fields.ts'
import { SANDBOX_KEY } from './requests.ts'

/** What every clock shows first. */
export const FIRST = '2026-01-01T09:00:00.000Z'

export const contract = readContract({ sandbox: true })
const documents = { ...contract.documents }
export const answers = new Answers(documents, filledFields(documents))

export interface Reply {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes.
  readonly body: any
  readonly headers: Readonly<Record<string, unknown>>
  readonly bytes: string
}

/** Asks with the same credentials each time; parameters are sent as a form, all else as JSON. */
export type Asks = (
  method: 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT',
  url: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>
) => Promise<Reply>

export interface GivenSandbox {
  readonly app: FastifyInstance
  readonly store: Store
  readonly sandboxes: Sandboxes
  /** With the key of the sandbox. */
  readonly ask: Asks
  /** Carries out whatever work is waiting outside the sandbox. */
  work(): Promise<void>
  /** With the keys of a project that is made, or begins anew, and its answer. */
  project(name: string, beginning?: object): Promise<GivenProject>
}

export interface GivenProject {
  readonly made: Reply
  /** Both of its keys, as headers. */
  readonly keys: Readonly<Record<string, string>>
  /** With its key for applications. */
  readonly ask: Asks
  /** With its key that manages it. */
  readonly manage: Asks
}

/**
 * A service whose clocks begin at {@link FIRST}, and whose answers are held against a contract.
 * `fill` makes what projects begin as.
 */
export async function givenSandbox(
  t: Test,
  heldBy = answers,
  fill: (...given: Parameters<typeof loadDemo>) => Promise<unknown> = loadDemo,
  parts: Partial<Pick<ComposedParts, 'config' | 'log' | 'now'>> = {}
): Promise<GivenSandbox> {
  const bugs: Error[] = []
  const report = (error: Error) => bugs.push(error)
  const store = await openStore('sqlite::memory:', { onBug: report, onStale: report })
  await store.migrate()
  const sandbox = { key: SANDBOX_KEY, now: FIRST }
  const given = { store, config: CONFIG, acceptDemo: true, contract, sandbox }
  const composed = compose({ ...given, ...parts })
  const { app, shell, worker } = composed
  const sandboxes = composed.sandboxes as Sandboxes
  checked(t, app, heldBy)
  await fill(store, shell, sandboxes.drawn())
  await sandboxes.open()
  await app.ready()
  t.teardown(async () => {
    await worker.stop()
    const found = await audit(store, FIRST)
    await app.close()
    await store.close()
    if (!found.clean) throw new Error(JSON.stringify(found.findings))
    if (bugs.length > 0) throw bugs[0]
  })
  const ask = asking(app, { 'x-sandbox-key': SANDBOX_KEY })
  const project = async (name: string, beginning: object = {}) => {
    const made = await ask('PUT', `/sandbox/v1/projects/${name}`, beginning)
    const { server_side_key: key, management_key: desk } = made.body
    const app_ = { 'x-app-id': key.app_id, 'x-app-token': key.app_token }
    const management = {
      'x-management-id': desk.management_id,
      'x-management-token': desk.management_token
    }
    const keys = { ...app_, ...management }
    return { made, keys, ask: asking(app, app_), manage: asking(app, management) }
  }
  const work = async () => {
    worker.wake()
    await worker.idle()
  }
  return { app, store, sandboxes, ask, work, project }
}

/** Asks an application with credentials, unless others are sent. */
export function asking(app: FastifyInstance, credentials: Readonly<Record<string, string>>): Asks {
  return async (method, url, body, headers = credentials) => {
    const isForm = body instanceof URLSearchParams
    const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
    const payload = isForm ? body.toString() : JSON.stringify(body)
    const sent =
      body === undefined ? { headers } : { headers: { 'content-type': type, ...headers }, payload }
    const reply = await app.inject({ method, url, ...sent })
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    return {
      status: reply.statusCode,
      headers: reply.headers,
      bytes: reply.body,
      body: isJson ? JSON.parse(reply.body) : reply.body
    }
  }
}
