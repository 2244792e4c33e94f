/**
 * `GET /metrics` for Prometheus, on an address of its own, for whoever reaches that. What the parts
 * of the service count anyway is read when somebody asks; only requests are counted as they are
 * answered. Labels are names of the documents, statuses and keys of errors, so that there are no
 * more of them however many ask. It is loaded where the setting says so. `npm run generate` makes
 * the table of OPERATING.md of it.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Counter, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { Instant } from '../model.ts'
import type { PoolState, StoreCounts } from '../storage/engine/store.ts'
import type { AnsweredRequest } from './app.ts'
import { ownAddress } from './config.ts'
import { StartRefused } from './listening.ts'

export interface Metric {
  readonly kind: 'counter' | 'gauge' | 'histogram'
  readonly labels?: readonly string[]
  readonly meaning: string
}

/** Every metric, in the order of the table in OPERATING.md. */
export const metrics = {
  tessera_requests_total: {
    kind: 'counter',
    labels: ['operation', 'status'],
    meaning: 'Answers; the operation is `page` outside the documents, `none` for no such path.'
  },
  tessera_request_duration_seconds: {
    kind: 'histogram',
    labels: ['operation'],
    meaning: 'From a request to its answer, in seconds.'
  },
  tessera_refusals_total: {
    kind: 'counter',
    labels: ['key'],
    meaning: 'Answers from 400 on, by the key of the error.'
  },
  tessera_units_total: { kind: 'counter', meaning: 'Units of work begun.' },
  tessera_units_repeated_total: { kind: 'counter', meaning: 'Attempts at units after the first.' },
  tessera_guards_lost_total: { kind: 'counter', meaning: 'Attempts at units that lost a guard.' },
  tessera_commits_total: { kind: 'counter', meaning: 'Commits to the database.' },
  tessera_commit_seconds_total: { kind: 'counter', meaning: 'How long commits took.' },
  tessera_committed_units_total: {
    kind: 'counter',
    meaning: 'Units in commits; by the number of these, the size of a group.'
  },
  tessera_disk_refusals_total: { kind: 'counter', meaning: 'Units that the disk did not store.' },
  tessera_connections: {
    kind: 'gauge',
    labels: ['state'],
    meaning: 'Connections to PostgreSQL, `used` and `idle`.'
  },
  tessera_connections_awaited: { kind: 'gauge', meaning: 'Units that wait for a connection.' },
  tessera_jobs_due: { kind: 'gauge', meaning: 'Jobs of all projects that wait for a worker.' },
  tessera_jobs_late_seconds: { kind: 'gauge', meaning: 'How long the first of these jobs waits.' },
  tessera_timers_late_seconds: {
    kind: 'gauge',
    meaning: 'How long a round of what is due by the calendar is overdue.'
  },
  tessera_event_loop_delay_seconds: {
    kind: 'gauge',
    meaning: 'The longest delay of the event loop since it was last asked for.'
  },
  process_resident_memory_bytes: { kind: 'gauge', meaning: 'Memory of the process.' },
  nodejs_heap_size_used_bytes: { kind: 'gauge', meaning: 'Memory that JavaScript uses.' },
  process_cpu_seconds_total: { kind: 'counter', meaning: 'CPU of the process.' },
  process_start_time_seconds: { kind: 'gauge', meaning: 'When the process started, since 1970.' }
} as const satisfies { readonly [name: string]: Metric }

type MetricName = keyof typeof metrics

/** Those that are counted as requests are answered; all others are read when somebody asks. */
const COUNTED: readonly MetricName[] = [
  'tessera_requests_total',
  'tessera_request_duration_seconds',
  'tessera_refusals_total'
]

/** Seconds; most answers take milliseconds, and requests end after a minute. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export interface Observed {
  readonly store: { readonly counts: Readonly<StoreCounts>; readonly pool: PoolState | null }
  readonly shell: { readonly unitsBegun: number; readonly unitsRepeated: number; now(): Instant }
  readonly worker: { readonly timersDueAt: Instant | null }
  /** Rejects while the database does not answer. */
  readonly jobsDue: () => Promise<{ readonly count: number; readonly since: Instant | null }>
}

/** Milliseconds for which jobs are waited for; a scrape has ten seconds. */
const JOBS_MS_MAX = 2_000
/**
 * Milliseconds between looks at the event loop, which come late when it is held up. Ten a second
 * take a thousandth of a core.
 */
const LOOK_MS = 100

export class Metrics {
  readonly #address: string
  readonly #registry: Registry
  readonly #requests: Counter<string>
  readonly #durations: Histogram<string>
  readonly #refusals: Counter<string>
  readonly #numbers: ReadonlyMap<string, Gauge<string> | Counter<string>>
  readonly #delays = monitorEventLoopDelay({ resolution: LOOK_MS })
  #server: Server | null = null

  /** Loads what counts; `address` is HOST:PORT. */
  static async load(address: string): Promise<Metrics> {
    // In the published bundle, `import()` of a CommonJS package gives its default export alone.
    const { default: client } = await import('@prometheus-io/client')
    return new Metrics(address, client)
  }

  private constructor(address: string, client: typeof import('@prometheus-io/client')) {
    this.#address = address
    this.#registry = new client.Registry()
    const about = (name: MetricName) => {
      const { meaning: help, labels: labelNames = [] }: Metric = metrics[name]
      return { name, help, labelNames, registers: [this.#registry] }
    }
    this.#requests = new client.Counter(about('tessera_requests_total'))
    this.#durations = new client.Histogram({
      ...about('tessera_request_duration_seconds'),
      buckets: BUCKETS
    })
    this.#refusals = new client.Counter(about('tessera_refusals_total'))
    const numbers = (Object.keys(metrics) as MetricName[]).filter(name => !COUNTED.includes(name))
    this.#numbers = new Map(
      numbers.map(name => {
        const Kind = metrics[name].kind === 'counter' ? client.Counter : client.Gauge
        return [name, new Kind(about(name))]
      })
    )
    this.#delays.enable()
  }

  readonly answered = ({ operation, status, key, ms }: AnsweredRequest): void => {
    this.#requests.inc({ operation, status })
    this.#durations.observe({ operation }, ms / 1_000)
    if (key !== undefined) this.#refusals.inc({ key })
  }

  /** In the text form of Prometheus. */
  async text(observed: Observed): Promise<string> {
    const delay = Math.max(0, this.#delays.max / 1e9 - LOOK_MS / 1_000)
    this.#delays.reset()
    const { open = 0, idle = 0 } = observed.store.pool ?? {}
    const numbers = { ...(await numbersOf(observed)), tessera_event_loop_delay_seconds: delay }
    for (const [name, value] of Object.entries(numbers)) this.#set(name, value)
    this.#set('tessera_connections', open - idle, { state: 'used' })
    this.#set('tessera_connections', idle, { state: 'idle' })
    return this.#registry.metrics()
  }

  /** A number of now, or a total that is kept elsewhere and begins anew with the process. */
  #set(name: string, value: number, labels = {}): void {
    const metric = this.#numbers.get(name)
    if (metric !== undefined && 'set' in metric) metric.set(labels, value)
    else {
      metric?.reset()
      metric?.inc(labels, value)
    }
  }

  /**
   * Answers there until it is closed, which the process does not wait for.
   * @throws {StartRefused} where nobody can listen.
   */
  async listen(observed: Observed, note: (text: string) => void): Promise<void> {
    const address = this.#address
    const { hostname, port } = new URL(`http://${address}`)
    const host = hostname.replaceAll(/[[\]]/g, '')
    const server = createServer(async (request, response) => {
      if (request.method !== 'GET' || !/^\/metrics(\?|$)/.test(request.url ?? '')) {
        response.writeHead(404).end('Ask for GET /metrics.\n')
        return
      }
      const text = await this.text(observed)
      response.writeHead(200, { 'content-type': this.#registry.contentType }).end(text)
    })
    this.#server = server.unref()
    try {
      server.listen(Number(port || 80), host)
      await once(server, 'listening')
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new StartRefused(
        `Nobody can listen on METRICS_ADDRESS=${address} (${code}). Choose another address or port.`,
        { cause: error }
      )
    }
    const own = ownAddress(host, (server.address() as AddressInfo).port)
    note(`Metrics are at ${own}/metrics.`)
  }

  close(): void {
    this.#delays.disable()
    this.#server?.close()
    this.#server?.closeAllConnections()
  }
}

/** By name; what cannot be known now is not a number. */
async function numbersOf({ store, shell, worker, jobsDue }: Observed) {
  const { counts, pool } = store
  const now = shell.now()
  const unknown = { count: Number.NaN, since: null }
  const late = pause(JOBS_MS_MAX, unknown, { ref: false })
  const jobs = await Promise.race([jobsDue().catch(() => unknown), late])
  const lateBy = (since: Instant | null) =>
    since === null ? 0 : Math.max(0, Date.parse(now) - Date.parse(since)) / 1_000
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed } = process.memoryUsage()
  return {
    tessera_units_total: shell.unitsBegun,
    tessera_units_repeated_total: shell.unitsRepeated,
    tessera_guards_lost_total: counts.guardsLost,
    tessera_commits_total: counts.commits,
    tessera_commit_seconds_total: counts.commitMs / 1_000,
    tessera_committed_units_total: counts.committed,
    tessera_disk_refusals_total: counts.refusedByDisk,
    tessera_connections_awaited: pool?.awaited ?? 0,
    tessera_jobs_due: jobs.count,
    tessera_jobs_late_seconds: Number.isNaN(jobs.count) ? Number.NaN : lateBy(jobs.since),
    tessera_timers_late_seconds: lateBy(worker.timersDueAt),
    process_resident_memory_bytes: rss,
    nodejs_heap_size_used_bytes: heapUsed,
    process_cpu_seconds_total: (user + system) / 1e6,
    process_start_time_seconds: performance.timeOrigin / 1_000
  } satisfies { readonly [Name in MetricName]?: number }
}
