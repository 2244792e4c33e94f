/**
 * Puts the service together: store, shell, handlers, worker and application, each given what it
 * needs. The executable and the tests put together the same thing.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as known from '../demo/known.ts'
import { isLoaded } from '../demo/load.ts'
import { createHandlers, createSandboxHandlers } from '../handlers/index.ts'
import { type AssetData, assetPages } from '../http/assets.ts'
import { Causes } from '../http/causes.ts'
import { operationsOf } from '../http/document.ts'
import { Pressure, type PressureLimits } from '../http/load.ts'
import type { Mount } from '../http/mount.ts'
import { RateLimiter, type RateLimits } from '../http/rate-limits.ts'
import { requestIdByName } from '../http/request-id.ts'
import { HttpShell } from '../http/shell.ts'
import type { DemoCredentials } from '../http/types.ts'
import { freshSource, type IdSource } from '../ids.ts'
import { tasks, timerTasks } from '../jobs/tasks.ts'
import { Worker } from '../jobs/worker.ts'
import type { Instant } from '../model.ts'
import { Sandboxes } from '../sandboxes/sandboxes.ts'
import { hashSecret } from '../secrets.ts'
import { type Origin, Shell } from '../shell.ts'
import { Credentials } from '../storage/credentials.ts'
import { customerPageOf } from '../storage/customers/page.ts'
import type { Store } from '../storage/engine/store.ts'
import { exportFileOf, exportPart } from '../storage/exports/exports.ts'
import { jobQueue } from '../storage/jobs.ts'
import { projectNamed } from '../storage/projects.ts'
import { timerLeases } from '../storage/timers.ts'
import { codeOfVoucher } from '../storage/vouchers/vouchers.ts'
import { type AppParts, buildApp, readContract, type ServedContract } from './app.ts'
import { Clock } from './clock.ts'
import type { Config } from './config.ts'

export interface ComposedParts {
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
    Partial<PressureLimits & RateLimits & Pick<Config, 'trustProxy'>>
  /** False: the demo's credentials, which everybody knows, are refused. */
  readonly acceptDemo: boolean
  /** The instant now; 24 characters, UTC. */
  readonly now?: () => Instant
  readonly ids?: IdSource
  readonly log?: NonNullable<AppParts['log']>
  readonly newRequestId?: NonNullable<AppParts['newRequestId']>
  /** What the service answers to; absent: read from the files. */
  readonly contract?: ServedContract
  /** The key of the sandbox, and what its clocks begin with; absent: there is none. */
  readonly sandbox?: { readonly key: string; readonly now: Instant } | null
}

export interface Composition {
  readonly app: FastifyInstance
  readonly shell: Shell
  readonly worker: Worker
  /** What the time is told by where `now` is absent. */
  readonly clock: Clock
  /** Null: there is no sandbox. To be opened once the service is filled. */
  readonly sandboxes: Sandboxes | null
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
export function compose(parts: ComposedParts): Composition {
  const { store, config, sandbox = null } = parts
  const contract = parts.contract ?? readContract({ sandbox: sandbox !== null })
  const clock = new Clock(store)
  const now = parts.now ?? clock.now
  const ids = parts.ids ?? freshSource(clock.milliseconds)
  const onError = (error: unknown, doing: string) =>
    causes.report(error, `The worker failed while ${doing}`)
  const statuses = () => statusesIn(contract)
  const sandboxes =
    sandbox && new Sandboxes({ store, shell: () => shell, now: sandbox.now, statuses, onError })
  const given = sandboxes === null ? {} : { sandboxOf: sandboxes.sandboxOf }
  const onJobQueued = (origin: Origin) =>
    given.sandboxOf?.(origin.project.id) ? sandboxes?.carryOut(origin) : worker.wake()
  const shell: Shell = new Shell({ store, now, ids, limits: config, onJobQueued, ...given })
  const worker = new Worker({
    shell,
    read: (projectId, load) => store.read(projectId, load),
    forget: () => store.forget(),
    random: ids.random,
    stopwatch: () => performance.now(),
    ...worksFor(store, sandboxes),
    tasks,
    timerTasks,
    timerLeases: timerLeases(store),
    owner: `worker-${randomUUID()}`,
    pollMs: POLL_MS,
    onError
  })
  const causes = new Causes(() => app.log)
  const handlers = createHandlers(new HttpShell(shell, config))
  const app = buildApp({
    mounts: mountsOf(contract, handlers, sandboxes),
    validation: contract.validation,
    credentials: {
      store: new Credentials(store),
      clock: project => shell.now(project),
      acceptDemo: parts.acceptDemo,
      managementOpen: config.managementOpen,
      ...(sandbox && { sandboxKeyHash: hashSecret(sandbox.key) }),
      ...given
    },
    ready: () => store.health(),
    trouble: () => store.trouble,
    notice: () => clock.jumped(),
    causes,
    requestTimeoutMs: config.requestTimeoutMs,
    ...loadOf(config),
    ...ratesOf(config, now),
    ...reachedBy(config),
    demo: async () => (parts.acceptDemo && (await isLoaded(store)) ? DEMO : null),
    pages: assetPages(assetsIn(store, shell)),
    ...(parts.log === undefined ? {} : { log: parts.log }),
    ...(sandbox && { newRequestId: requestIdByName }),
    ...(parts.newRequestId === undefined ? {} : { newRequestId: parts.newRequestId })
  })
  clock.onJump = told => app.log.warn(told)
  return { app, shell, worker, clock, sandboxes }
}

/** The document of the sandbox is served only where there is one. */
function mountsOf(
  { documents: { sandbox: document, ...documents } }: ServedContract,
  handlers: readonly object[],
  sandboxes: Sandboxes | null
): readonly Mount[] {
  const mounts = Object.entries(documents).map(([name, each]) => ({
    name,
    document: each,
    handlers
  }))
  if (document === undefined || sandboxes === null) return mounts
  return [...mounts, { name: 'sandbox', document, handlers: createSandboxHandlers(sandboxes) }]
}

/** What each operation of a project declares. */
function statusesIn({ documents: { sandbox: _, ...documents } }: ServedContract) {
  const operations = Object.entries(documents).flatMap(([name, each]) => operationsOf(name, each))
  return new Map(operations.map(({ id, responses }) => [id, [...responses.keys()]]))
}

/** The projects that the worker looks after: those that have the time of the machine. */
function worksFor(store: Store, sandboxes: Sandboxes | null) {
  return sandboxes === null
    ? { queue: jobQueue(store) }
    : { queue: sandboxes.queueOfOthers(), projects: () => sandboxes.others() }
}

function reachedBy({ trustProxy = [], corsOrigins, publicUrl }: ComposedParts['config']) {
  return { trustProxy, corsOrigins, publicUrl }
}

/** Nothing is refused where no limits are given. */
function loadOf({ requestsMax, eventLoopDelayMaxMs }: Partial<PressureLimits>) {
  if (requestsMax === undefined || eventLoopDelayMaxMs === undefined) return {}
  return { load: new Pressure({ requestsMax, eventLoopDelayMaxMs }, () => performance.now()) }
}

/** Nothing is counted where nothing is limited. */
function ratesOf(
  { rateLimit = null, failedCredentialsLimit = null }: Partial<RateLimits>,
  now: () => Instant
) {
  if (rateLimit === null && failedCredentialsLimit === null) return {}
  return { rates: new RateLimiter({ rateLimit, failedCredentialsLimit }, now) }
}

function assetsIn(store: Store, shell: Shell): AssetData {
  return {
    now: project => shell.now(project),
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
        customerPageOf(session, { now: shell.now(project), project }, customerId)
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
