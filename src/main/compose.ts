/**
 * Puts the service together: store, shell, handlers, worker and application, each given what it
 * needs. The executable and the tests put together the same thing.
 */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import * as known from '../demo/known.ts'
import { createHandlers, createSandboxHandlers } from '../handlers/index.ts'
import { type AssetData, assetPages } from '../http/assets.ts'
import { SpreadWork } from '../http/bodies.ts'
import type { CredentialRules } from '../http/credentials.ts'
import { operationsOf } from '../http/document.ts'
import { Causes } from '../http/errors.ts'
import { customerUrl } from '../http/links.ts'
import type { Mount } from '../http/mount.ts'
import { Pressure, type PressureLimits, RateLimiter, type RateLimits } from '../http/overload.ts'
import { requestIdByName } from '../http/parameters.ts'
import { HttpShell } from '../http/shell.ts'
import { freshSource, type IdSource } from '../ids.ts'
import { tasks, timerTasks } from '../jobs/tasks.ts'
import { Worker } from '../jobs/worker.ts'
import type { Instant } from '../model.ts'
import { Sandboxes } from '../sandboxes/sandboxes.ts'
import { hashSecret } from '../secrets.ts'
import { type Origin, Shell } from '../shell.ts'
import { customerPageOf } from '../storage/customers/facts.ts'
import type { ServerTime, Store } from '../storage/engine/store.ts'
import { exportFileOf, exportPart, exportSizes } from '../storage/exports.ts'
import { jobQueue, timerLeases } from '../storage/jobs.ts'
import { Credentials } from '../storage/oauth.ts'
import { projectNamed } from '../storage/projects.ts'
import { codeOfVoucher } from '../storage/vouchers/vouchers.ts'
import { type AppParts, buildApp, readContract, type ServedContract } from './app.ts'
import type { Config } from './config.ts'
import { addStates } from './provider-states.ts'

export interface ComposedParts
  extends Pick<CredentialRules, 'acceptDemo'>,
    Pick<AppParts, 'log' | 'onAnswered' | 'newRequestId'> {
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
  /** The instant now; 24 characters, UTC. */
  readonly now?: () => Instant
  readonly ids?: IdSource
  /** What the service answers to; absent: read from the files. */
  readonly contract?: ServedContract
  /** The key of the sandbox, and what its clocks begin with; absent: there is none. */
  readonly sandbox?: { readonly key: string; readonly now: Instant } | null
  /** Where states are, and the key in their url; absent: there are none. */
  readonly states?: { readonly folder: string; readonly key: string } | null
  /** The engine, for the first page; null or absent: nobody is to know. */
  readonly running?: string | null
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
async function demoOf(store: Store, shell: Shell, config: ComposedParts['config']) {
  const project = await store.read(null, session => projectNamed(session, known.PROJECT_ID))
  if (project === null) return null
  const linking = { ...config, project, now: shell.now(project) }
  return {
    appId: known.APP_ID,
    appToken: known.APP_TOKEN,
    managementId: known.MGMT_ID,
    managementToken: known.MGMT_TOKEN,
    customerPage: customerUrl(linking, known.CUSTOMER_ID)
  }
}

/** Milliseconds between polls of the worker, in case it is not woken. */
const POLL_MS = 5_000

/** Builds everything but the listener. The worker is not started. */
export function compose(parts: ComposedParts): Composition {
  const { store, config, sandbox = null, states = null, running = null } = parts
  const { trustProxy = [], corsOrigins = [] } = config
  const contract = parts.contract ?? readContract({ sandbox: sandbox !== null })
  const clock = new Clock(store)
  const now = parts.now ?? clock.now
  const ids = parts.ids ?? freshSource(clock.milliseconds)
  const onError = (error: unknown, doing: string) =>
    causes.report(error, `The worker failed while ${doing}`)
  const statuses = () => {
    const { sandbox: _, ...documents } = contract.documents
    const all = Object.entries(documents).flatMap(([name, each]) => operationsOf(name, each))
    return new Map(all.map(({ id, responses }) => [id, [...responses.keys()]]))
  }
  const first = sandbox?.now ?? null
  const sandboxes =
    sandbox || states
      ? new Sandboxes({ store, shell: () => shell, now: first, statuses, onError })
      : null
  const given = sandboxes === null ? {} : { sandboxOf: sandboxes.sandboxOf }
  const onJobQueued = (origin: Origin) =>
    given.sandboxOf?.(origin.project.id) ? sandboxes?.carryOut(origin) : worker.wake()
  const shell: Shell = new Shell({ store, now, ids, limits: config, onJobQueued, ...given })
  const spread = new SpreadWork()
  const worker = new Worker({
    shell,
    turn: () => spread.turn(),
    read: (projectId, load) => store.read(projectId, load),
    forget: () => store.forget(),
    random: ids.random,
    stopwatch: () => performance.now(),
    // It looks after those that have the time of the machine.
    ...(sandboxes === null
      ? { queue: jobQueue(store) }
      : { queue: sandboxes.queueOfOthers(), projects: () => sandboxes.others() }),
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
    spread,
    ...loadOf(config),
    ...ratesOf(config, now),
    trustProxy,
    corsOrigins,
    publicUrl: config.publicUrl,
    demo: async () => (parts.acceptDemo ? demoOf(store, shell, config) : null),
    running: running && `Version ${contract.documents.service.info.version} on ${running}`,
    pages: assetPages(assetsIn(store, shell)),
    ...(parts.log && { log: parts.log }),
    ...(parts.onAnswered && { onAnswered: parts.onAnswered }),
    ...(sandbox && { newRequestId: requestIdByName }),
    ...(parts.newRequestId && { newRequestId: parts.newRequestId })
  })
  clock.onJump = told => app.log.warn(told)
  if (states !== null && sandboxes !== null) {
    const drawn = () => sandboxes.drawn() ?? ids
    const carryOut = async () => {
      worker.wake()
      await worker.idle()
    }
    const beside = { store, sandboxes, limits: config, ids: drawn, carryOut }
    addStates(app, { ...states, ...beside, now: project => shell.now(project) })
  }
  return { app, shell, worker, clock, sandboxes }
}

/** The document of the sandbox is served only where there is one. */
function mountsOf(
  { documents: { sandbox, ...documents } }: ServedContract,
  handlers: readonly object[],
  sandboxes: Sandboxes | null
): readonly Mount[] {
  const mounts = Object.entries(documents).map(([name, document]) => ({ name, document, handlers }))
  if (sandbox === undefined || sandboxes === null) return mounts
  const own = createSandboxHandlers(sandboxes)
  return [...mounts, { name: 'sandbox', document: sandbox, handlers: own }]
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
      return {
        exportedObject: found.exportedObject,
        sizes: await store.read(id, session => exportSizes(session, exportId)),
        part: index => store.read(id, session => exportPart(session, exportId, index))
      }
    },
    customerPage: (project, customerId) =>
      store.read(project.id, session =>
        customerPageOf(session, { now: shell.now(project), project }, customerId)
      )
  }
}

/*
 * The time, as all processes on a database have it. Processes on several machines share leases,
 * days and the order of ids, and their clocks differ. So they go by the clock of the database's
 * server: it is asked at the start and every minute. In between, and while the server is away, the
 * time goes on from its last answer by a stopwatch, so that it does not matter when somebody sets
 * the clock of this machine. Where the database is a file, its clock is that of the machine. A
 * clock that jumps is told, because what expires and what is due go by it.
 * Spec: openapi/behaviour/time.md#time-comes-from-one-clock.
 */

/** Milliseconds for which an answer holds: clocks drift apart by less in that time. */
const HOLDS_MS = 60_000
/** The same where no answer came, or none that could be used. */
const AGAIN_MS = 5_000
/** How much a clock may go wrong in a second, in seconds; good ones do a tenth of it. */
const DRIFT = 0.001
/** Milliseconds by which clock and stopwatch may come apart without a step of either. */
const STEP_MS = 1_000

/** Milliseconds from which on a step of the clock is told. */
const JUMP_MS = 3_600_000

export class Clock {
  readonly #store: Pick<Store, 'time'>
  readonly #machine: () => number
  readonly #stopwatch: () => number
  #last: ServerTime | null = null
  #asksAt = Number.NEGATIVE_INFINITY
  /** How far the clock of the machine is ahead of the stopwatch. */
  #apartMs = 0
  /** Milliseconds by which the stopwatch may be behind since the last answer. */
  #doubtMs = 0
  /** How far the clock of the machine is, by its jumps, from where it was at the start. */
  #jumpedMs = 0

  #told = { ms: Number.NaN, instant: '' }

  onJump: (told: string) => void = () => undefined

  /** `machine` is this machine's clock, in milliseconds since 1970; `stopwatch` is never set. */
  constructor(
    store: Pick<Store, 'time'>,
    machine: () => number = Date.now,
    stopwatch: () => number = () => performance.now()
  ) {
    this.#store = store
    this.#machine = machine
    this.#stopwatch = stopwatch
  }

  /** The instant now; 24 characters, UTC. Asked many times in a millisecond. */
  readonly now = (): Instant => {
    const ms = this.milliseconds()
    if (ms !== this.#told.ms) this.#told = { ms, instant: new Date(ms).toISOString() }
    return this.#told.instant
  }

  /** The same in milliseconds since 1970. Asks the server again where the last answer is old. */
  readonly milliseconds = (): number => {
    const at = this.#stopwatch()
    if (at >= this.#asksAt || this.#stepMs() > STEP_MS) void this.set().catch(() => undefined)
    const last = this.#last
    return last === null ? this.#machine() : Math.round(last.ms + at - last.at)
  }

  /** Asks the server. @throws {StoreError} when it does not answer; then the last answer holds. */
  async set(): Promise<void> {
    // The clock was set, or the stopwatch stood still while the machine slept: one cannot tell.
    this.#doubtMs += this.#stepMs()
    const apartMs = this.#machine() - this.#stopwatch()
    if (this.#asksAt !== Number.NEGATIVE_INFINITY) this.#noteJump(apartMs - this.#apartMs)
    this.#apartMs = apartMs
    this.#asksAt = this.#stopwatch() + AGAIN_MS
    const told = await this.#store.time()
    const wasStill = this.#stepMs() <= STEP_MS
    if (told !== null && !(wasStill && this.#isBetter(told))) return
    this.#asksAt = this.#stopwatch() + HOLDS_MS
    this.#last = told
    this.#doubtMs = 0
  }

  /** How far the clock has jumped since the start, in a sentence; null where it has not. */
  jumped(): string | null {
    return this.#jumpedMs === 0 ? null : sentenceOf(this.#jumpedMs)
  }

  #noteJump(stepMs: number): void {
    if (Math.abs(stepMs) <= JUMP_MS) return
    this.#jumpedMs += stepMs
    // It was set back to where it was.
    if (Math.abs(this.#jumpedMs) <= JUMP_MS) this.#jumpedMs = 0
    this.onJump(sentenceOf(stepMs))
  }

  /** Milliseconds by which clock and stopwatch have come apart since the server was asked. */
  #stepMs(): number {
    return Math.abs(this.#machine() - this.#stopwatch() - this.#apartMs)
  }

  /** Whether an answer is nearer to the truth than the last one is by now. */
  #isBetter({ at, errorMs }: ServerTime): boolean {
    const last = this.#last
    return last === null || errorMs <= last.errorMs + this.#doubtMs + (at - last.at) * DRIFT
  }
}

function sentenceOf(jumpMs: number): string {
  const hours = (Math.abs(jumpMs) / JUMP_MS).toFixed(1)
  return (
    `The clock of this machine went ${jumpMs > 0 ? 'forward' : 'back'} by ${hours} hours ` +
    'while the service ran: somebody set it, or the machine slept. Check that it is ' +
    'right, because it decides when points, vouchers and tokens end and when jobs are due.'
  )
}
