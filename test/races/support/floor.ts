/**
 * Where customers come all at once: a service that listens on a socket, or several processes of the
 * real program on one database. Everything is asked over HTTP; what came of it is proven in the
 * tables, by the audit and by counting again.
 *
 * One service lives at a moment a test chooses, and its answers are held against the documents;
 * processes have the clock of the machine, and take turns in being asked.
 */
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { dayAt } from '../../../src/rules/validity.ts'
import { audit } from '../../../src/storage/audit/audit.ts'
import type { Store } from '../../../src/storage/engine/store.ts'
import { type Answered, givenService, PUBLIC_URL, type Service } from '../../support/app.ts'
import { chanceOf } from '../../support/chance.ts'
import { countedSource } from '../../support/counted-source.ts'
import { rawRows } from '../../support/evidence.ts'
import { givenProject, pairOf } from '../../support/given-steps.ts'
import { recounted, TABLES, type Tables } from '../../support/recount.ts'
import { givenRunningService } from '../../support/running.ts'
import { newUrl, onPostgres, openUrl, type RawRow } from '../../support/stores.ts'

/** How often one request may be told that there was no time for it, which did nothing. */
const TOLD_LATER_MAX = 30

/** So few vouchers may be in one campaign that a test can take them all. */
export const VOUCHERS_MAX = 40

export type Answer = Pick<Answered, 'status' | 'body'>

/** A project, as its shop asks it. */
export interface Shop {
  readonly projectId: string
  get(url: string): Promise<Answer>
  post(url: string, body?: unknown): Promise<Answer>
  put(url: string, body: unknown): Promise<Answer>
  delete(url: string): Promise<Answer>
  /** What is asked must be answered with 200. @throws {Error} with the answer that is none. */
  done(asked: Promise<Answer>): Promise<Answer['body']>
}

export interface Floor {
  /** A new project with nothing in it; its days begin in Berlin. */
  newShop(): Promise<Shop>
  /** That all that is kept, in every project or counted again in this one, agrees. */
  proven(t: Test, shop: Shop): Promise<void>
}

/** One service, whose time and work a test decides. */
export interface OneService extends Floor, Pick<Service, 'setNow' | 'work'> {}

/** One service on a database of its own, listening. */
export async function givenOneService(t: Test): Promise<OneService> {
  const store = await openUrl(await newUrl(t), { onBug: bug => t.error(bug) })
  await store.migrate()
  const config = {
    publicUrl: PUBLIC_URL,
    customerPageDays: 30,
    managementOpen: true,
    corsOrigins: [],
    requestTimeoutMs: 0,
    campaignVouchersMax: VOUCHERS_MAX,
    earningRulesMax: 100
  }
  // Counted chance would draw the same few codes over and over.
  const ids = { ...countedSource(), random: chanceOf(7).below }
  const service = await givenService(t, { store, config, ids })
  await service.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = service.app.server.address() as AddressInfo
  let shops = 0
  return {
    setNow: service.setNow,
    work: service.work,
    newShop: async () => {
      shops++
      const name = `shop${shops}`
      const { id } = await givenProject(service, name)
      return shopOf([`http://127.0.0.1:${port}`], id, pairOf(name))
    },
    proven: (t, shop) => isProven(t, store, shop, service.shell.now())
  }
}

/** Processes on one database. */
async function givenProcesses(t: Test, processes: number): Promise<Floor> {
  const environment = {
    CAMPAIGN_VOUCHERS_MAX: String(VOUCHERS_MAX),
    // A machine that is slow for a second refuses requests, which says nothing of a race.
    EVENT_LOOP_DELAY_MAX_MS: '60000'
  }
  const service = await givenRunningService(t, { processes, environment })
  return {
    newShop: async () => {
      const { projectId, appId, appToken } = await service.newShop()
      const pair = { 'x-app-id': appId, 'x-app-token': appToken }
      return shopOf(service.urls, projectId, pair)
    },
    proven: async (t, shop) => {
      const store = await openUrl(service.databaseUrl, { onBug: bug => t.error(bug) })
      await isProven(t, store, shop, new Date().toISOString()).finally(() => store.close())
    }
  }
}

/** Several processes. On SQLite one of them writes at a time, of any number. */
export const crowded: readonly (readonly [string, (t: Test) => Promise<Floor>])[] = [
  ['two processes', t => givenProcesses(t, 2)],
  ...(onPostgres ? [['four processes', (t: Test) => givenProcesses(t, 4)] as const] : [])
]

function shopOf(
  services: readonly string[],
  projectId: string,
  pair: Readonly<Record<string, string>>
): Shop {
  let turn = 0
  // Who has to wait for seconds on a busy machine asks again when the answer says, as a client does.
  const call = async (method: string, url: string, body?: unknown, later = 0): Promise<Answer> => {
    turn++
    const reply = await fetch(`${services[turn % services.length]}${url}`, {
      method,
      headers: { ...pair, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await reply.text()
    const answer = { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
    if (answer.body?.key !== 'service_unavailable' || later === TOLD_LATER_MAX) return answer
    await pause(Number(reply.headers.get('retry-after')) * 1_000)
    return call(method, url, body, later + 1)
  }
  return shopAsked(projectId, call)
}

export type Method = 'DELETE' | 'GET' | 'POST' | 'PUT'

/** The shop of a project that is asked in this way. */
export function shopAsked(
  projectId: string,
  ask: (method: Method, url: string, body?: unknown) => Promise<Answer>
): Shop {
  return {
    projectId,
    get: url => ask('GET', url),
    post: (url, body = {}) => ask('POST', url, body),
    put: (url, body) => ask('PUT', url, body),
    delete: url => ask('DELETE', url),
    done: async asked => {
      const { status, body } = await asked
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
      return body
    }
  }
}

async function isProven(t: Test, store: Store, { projectId }: Shop, now: string): Promise<void> {
  const found = await audit(store, now)
  t.strictSame(found.findings, [], 'the audit is clean')
  const rows = await rawRows(store, TABLES)
  const ofShop = ({ project_id }: RawRow) => project_id === projectId
  const tables = Object.fromEntries(TABLES.map(table => [table, rows[table].filter(ofShop)]))
  const mistakes = Object.values(
    recounted(tables as unknown as Tables, dayAt(now, 'Europe/Berlin'))
  )
  t.strictSame(mistakes.flat(), [], 'and counting again finds the same')
}
