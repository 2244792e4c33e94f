/**
 * Puts the service together: store, shell, handlers, worker and application, each given what it
 * needs. The executable and the tests put together the same thing.
 *
 * Spec: Decision 47.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as known from '../demo/known.ts'
import { isLoaded } from '../demo/load.ts'
import { createHandlers } from '../handlers/index.ts'
import { type AssetData, assetPages } from '../http/assets.ts'
import { Causes } from '../http/causes.ts'
import { Load, type LoadLimits } from '../http/load.ts'
import { RateLimiter, type RateLimits } from '../http/rate-limits.ts'
import { HttpShell } from '../http/shell.ts'
import type { DemoCredentials } from '../http/types.ts'
import { freshSource, type Source } from '../ids.ts'
import { tasks, timerTasks } from '../jobs/tasks.ts'
import { Worker } from '../jobs/worker.ts'
import type { Instant } from '../model.ts'
import { Shell } from '../shell.ts'
import { Credentials } from '../storage/credentials.ts'
import { customerPageOf } from '../storage/customers/page.ts'
import type { Store } from '../storage/engine/store.ts'
import { exportFileOf, exportPart } from '../storage/exports/exports.ts'
import { jobQueue } from '../storage/jobs.ts'
import { projectNamed } from '../storage/projects.ts'
import { codeOfVoucher } from '../storage/vouchers/vouchers.ts'
import { type AppParts, buildApp, type Contract, readContract } from './app.ts'
import type { Config } from './config.ts'

export interface Parts {
  readonly store: Store
  readonly config: Pick<
    Config,
    | 'publicUrl'
    | 'customerPageDays'
    | 'managementOpen'
    | 'corsOrigins'
    | 'requestTimeoutMs'
    | 'campaignVouchersMax'
    | 'earningRulesMax'
  > &
    Partial<LoadLimits & RateLimits & Pick<Config, 'trustProxy'>>
  /** False: the demo's credentials, which everybody knows, are refused. */
  readonly acceptDemo: boolean
  /** The instant now; 24 characters, UTC. */
  readonly now?: () => Instant
  readonly ids?: Source
  readonly log?: NonNullable<AppParts['log']>
  readonly newRequestId?: () => string
  /** What the service answers to; absent: read from the files. */
  readonly contract?: Contract
}

export interface Composition {
  readonly app: FastifyInstance
  readonly shell: Shell
  readonly worker: Worker
}

/** What the docs page says where the demo is. */
const DEMO: DemoCredentials = {
  appId: known.APP_ID,
  appToken: known.APP_TOKEN,
  managementId: known.MGMT_ID,
  managementToken: known.MGMT_TOKEN
}

/** Milliseconds between polls of the worker, in case it is not woken. */
const POLL_MS = 5_000

/** Builds everything but the listener. The worker is not started. */
export function compose(parts: Parts): Composition {
  const { store, config, ids = freshSource(), contract = readContract() } = parts
  const now = parts.now ?? (() => new Date().toISOString())
  const shell = new Shell({
    store,
    now,
    ids,
    limits: config,
    onJobQueued: () => worker.wake()
  })
  const worker = new Worker({
    shell,
    read: (projectId, load) => store.read(projectId, load),
    forget: () => store.forget(),
    random: ids.random,
    stopwatch: () => performance.now(),
    queue: jobQueue(store),
    tasks,
    timerTasks,
    owner: `worker-${randomUUID()}`,
    pollMs: POLL_MS,
    onError: (error, doing) => causes.report(error, `worker: ${doing}`)
  })
  const causes = new Causes(() => app.log)
  const handlers = createHandlers(new HttpShell(shell, config))
  const app = buildApp({
    mounts: Object.entries(contract.documents).map(([name, document]) => ({
      name,
      document,
      handlers
    })),
    validation: contract.validation,
    credentials: {
      store: new Credentials(store),
      clock: now,
      acceptDemo: parts.acceptDemo,
      managementOpen: config.managementOpen
    },
    ready: () => store.health(),
    causes,
    requestTimeoutMs: config.requestTimeoutMs,
    ...loadOf(config),
    ...ratesOf(config, now),
    trustProxy: config.trustProxy ?? [],
    corsOrigins: config.corsOrigins,
    publicUrl: config.publicUrl,
    demo: async () => (parts.acceptDemo && (await isLoaded(store)) ? DEMO : null),
    pages: assetPages(assetsIn(store, now)),
    ...(parts.log === undefined ? {} : { log: parts.log }),
    ...(parts.newRequestId === undefined ? {} : { newRequestId: parts.newRequestId })
  })
  return { app, shell, worker }
}

/** Nothing is refused where no limits are given. */
function loadOf({ requestsMax, eventLoopDelayMaxMs }: Partial<LoadLimits>) {
  if (requestsMax === undefined || eventLoopDelayMaxMs === undefined) return {}
  return { load: new Load({ requestsMax, eventLoopDelayMaxMs }, () => performance.now()) }
}

/** Nothing is counted where nothing is limited. */
function ratesOf(
  { rateLimit = null, failedCredentialsLimit = null }: Partial<RateLimits>,
  now: () => Instant
) {
  if (rateLimit === null && failedCredentialsLimit === null) return {}
  return { rates: new RateLimiter({ rateLimit, failedCredentialsLimit }, now) }
}

function assetsIn(store: Store, now: () => Instant): AssetData {
  return {
    now,
    projectById: id => store.read(null, session => projectNamed(session, id)),
    codeOfVoucher: ({ id }, voucherId) =>
      store.read(id, session => codeOfVoucher(session, voucherId)),
    exportFile: async ({ id }, exportId) => {
      const found = await store.read(id, session => exportFileOf(session, exportId))
      if (found === null) return null
      const part = (index: number) =>
        store.read(id, session => exportPart(session, exportId, index))
      return { exportedObject: found.exportedObject, parts: allParts(part) }
    },
    customerPage: (project, customerId) =>
      store.read(project.id, session =>
        customerPageOf(session, { now: now(), project }, customerId)
      )
  }
}

/** The parts of a file in order; each is a read of its own, so that none blocks for long. */
async function* allParts(part: (index: number) => Promise<string | null>): AsyncGenerator<string> {
  for (let index = 0; ; index++) {
    const content = await part(index)
    if (content === null) return
    yield content
  }
}
