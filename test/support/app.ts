/**
 * A whole service on a fresh store in memory, with the demo project in it: the clock stands, ids
 * count, every answer is held against its document, and the ledgers are audited at the end.
 */
import type { FastifyInstance } from 'fastify'
import type { Test } from 'tap'
import * as known from '../../src/demo/known.ts'
import { loadDemo } from '../../src/demo/load.ts'
import type { Worker } from '../../src/jobs/worker.ts'
import { readContract } from '../../src/main/app.ts'
import { type ComposedParts, compose } from '../../src/main/compose.ts'
import type { Shell } from '../../src/shell.ts'
import { audit } from '../../src/storage/audit/audit.ts'
import type { Store } from '../../src/storage/engine/store.ts'
import { countedSource } from './counted-source.ts'
import './compiled-once.ts'
import { Answers, checked } from './contract.ts'
import { demoStore } from './demo.ts'
import { filledFields } from './filled-fields.ts'
import { partsOf, typeHeader } from './parts.ts'

/** The moment every service of a test lives in: a Sunday, 11:00 in Berlin. */
export const NOW = '2026-03-01T10:00:00.000Z'

export const PUBLIC_URL = 'http://loyalty.test'

export const CONFIG = {
  publicUrl: PUBLIC_URL,
  customerPageDays: 30,
  managementOpen: true,
  corsOrigins: [],
  requestTimeoutMs: 0,
  campaignVouchersMax: 10_000_000,
  earningRulesMax: 100
} as const

export const PAIR = { 'x-app-id': known.APP_ID, 'x-app-token': known.APP_TOKEN } as const

export interface Answered {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks where it likes.
  readonly body: any
  readonly headers: Readonly<Record<string, unknown>>
  readonly bytes: string
}

/** The status of an answer, and the key of a refusal. */
export const keyOf = ({ status, body }: Answered) => [status, body?.key]

/** The status of a refusal, and the type of the thing that it is about. */
export const typeOf = ({ status, body }: Answered) => [status, body.resource_type]

export interface Service {
  readonly app: FastifyInstance
  readonly shell: Shell
  readonly store: Store
  readonly worker: Worker
  /** What time it is from now on. */
  setNow(now: string): void
  get(url: string, headers?: Readonly<Record<string, string>>): Promise<Answered>
  /** Without a body, none is sent; a JSON content type is. */
  post(url: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>
  /** The same, to change what is there. */
  put(url: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>
  delete(url: string, headers?: Readonly<Record<string, string>>): Promise<Answered>
  submit(
    url: string,
    form: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>
  ): Promise<Answered>
  /** A file of these lines, as the part `file` of a form. */
  upload(
    url: string,
    lines: readonly string[],
    headers?: Readonly<Record<string, string>>
  ): Promise<Answered>
  /** Carries out whatever work is waiting, which nobody else does. */
  work(): Promise<void>
  /** From now on work is carried out as soon as it is queued, as in a service that was started. */
  workAtOnce(): void
}

/** Read-only, so one is enough for every service of a process. */
export const contract = readContract()
export const answers = new Answers(contract.documents, filledFields(contract.documents))

/** `parts` replaces what the service is composed of; a store that is given has its tables. */
export async function givenService(t: Test, parts: Partial<ComposedParts> = {}): Promise<Service> {
  let now = NOW
  const bugs: Error[] = []
  const clock = parts.now ?? (() => now)
  const config = parts.config ?? CONFIG
  const store = parts.store ?? (await demoStore(clock(), config, bugs))
  const { app, shell, worker } = compose({
    store,
    config,
    acceptDemo: true,
    now: clock,
    ids: countedSource(),
    contract,
    ...parts
  })
  // A job that a request queues waits for `work`, so that the next request does not race it.
  const wake = worker.wake.bind(worker)
  worker.wake = () => undefined
  checked(t, app, answers)
  if (parts.store !== undefined) await loadDemo(store, shell)
  await app.ready()
  t.teardown(async () => {
    await worker.stop()
    const found = await audit(store, clock())
    await app.close()
    await store.close()
    if (!found.clean) throw new Error(JSON.stringify(found.findings))
    if (bugs.length > 0) throw bugs[0]
  })
  const call = async (
    method: 'DELETE' | 'GET' | 'POST' | 'PUT',
    url: string,
    headers: Readonly<Record<string, string>>,
    payload?: string
  ) => {
    const sent = payload === undefined ? {} : { payload }
    const reply = await app.inject({ method, url, headers, ...sent })
    const isJson = String(reply.headers['content-type']).startsWith('application/json')
    const body = isJson ? JSON.parse(reply.body) : reply.body
    return { status: reply.statusCode, body, headers: reply.headers, bytes: reply.body }
  }
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  return {
    app,
    shell,
    store,
    worker,
    setNow: at => {
      now = at
    },
    get: (url, headers = PAIR) => call('GET', url, headers),
    post: (url, body, headers = PAIR) =>
      call(
        'POST',
        url,
        { ...json, ...headers },
        body === undefined ? undefined : JSON.stringify(body)
      ),
    put: (url, body, headers = PAIR) =>
      call('PUT', url, { ...json, ...headers }, JSON.stringify(body)),
    delete: (url, headers = PAIR) => call('DELETE', url, headers),
    submit: (url, fields, headers = PAIR) =>
      call('POST', url, { ...form, ...headers }, new URLSearchParams(fields).toString()),
    upload: (url, lines, headers = PAIR) => {
      const type = { 'content-type': typeHeader('multipart/form-data') }
      return call('POST', url, { ...type, ...headers }, partsOf({ file: `${lines.join('\n')}\n` }))
    },
    work: async () => {
      wake()
      await worker.idle()
    },
    workAtOnce: () => {
      worker.wake = wake
      worker.start()
    }
  }
}
