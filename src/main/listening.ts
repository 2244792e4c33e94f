/**
 * Listening and stopping: makes an application a process that people and supervisors start, watch
 * and end.
 *
 * Stopping is the reverse of starting and loses nothing: new connections are refused, open requests
 * are answered, then the worker stops, then the store closes. What waits for a database that does
 * not answer is given up, so that every stop ends in time. A second signal ends the process at
 * once; acknowledged writes are on disk all the same.
 */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { BootRefused } from '../http/document.ts'
import { StoreError } from '../storage/engine/errors.ts'
import { type Config, ConfigRefused } from './config.ts'
import { messageOf } from './failures.ts'
import { START } from './invocation.ts'
import { ownAddress } from './setting-texts.ts'

/** A running service without its listener. */
export interface ServiceParts {
  readonly app: FastifyInstance
  readonly config: Pick<Config, 'host' | 'port' | 'shutdownGraceMs'>
  /** Started when requests can arrive; `stop` resolves when no task is under way. */
  readonly worker: { start(): void; stop(): Promise<void> }
  /** Closed last. */
  readonly store: { close(): Promise<void>; abandon(): void }
  /** Called once requests are answered, with the address of the listener. */
  readonly announce: (url: string) => void
  /** Says why the service stops. */
  readonly note: (text: string) => void
  /** Milliseconds since some fixed moment. */
  readonly stopwatch: () => number
  /** Calls back once when the service is to end with what started it. */
  readonly whenOrphaned: (end: () => void) => void
  /** Gives the signals and ends the process; another one in tests. */
  readonly process: Pick<NodeJS.Process, 'on' | 'exit'>
}

export interface Running {
  /** Of the listener: `http://127.0.0.1:3000`. */
  readonly url: string
  /** Resolves when everything is closed, after any kind of stop. */
  readonly stopped: Promise<void>
  /** Stops once, however often it is called. */
  stop(): Promise<void>
}

/** A start refused by the machine: the port is taken or not allowed. */
export class StartRefused extends Error {}

/**
 * Milliseconds in which the same signal is no second one: a terminal sends Ctrl-C to npm and to the
 * service, and npm passes it on.
 */
const ECHO_MS = 300

/**
 * Milliseconds that the database has after the grace of the requests: for what their clients will
 * not hear any more, and for a unit of a job.
 */
const DATABASE_GRACE_MS = 2_000

/** Exit codes of processes that end at once by a signal. */
const exitCodes: { readonly [signal: string]: number } = { SIGINT: 130, SIGTERM: 143 }

/**
 * Listens, starts the worker, announces, and stops on SIGINT or SIGTERM.
 * @throws {StartRefused} when listening fails, and what `announce` throws; all is closed by then.
 */
export async function serve(parts: ServiceParts): Promise<Running> {
  const { app, config, worker, announce, note, whenOrphaned, stopwatch, process: host } = parts
  await listen(parts)
  worker.start()
  const { port } = app.server.address() as AddressInfo
  const url = ownAddress(config.host, port)
  const { promise: stopped, resolve, reject } = Promise.withResolvers<void>()
  let stopping = false
  const stop = () => {
    if (!stopping) stopAll(parts).then(resolve, reject)
    stopping = true
    return stopped
  }
  let first: { readonly signal: NodeJS.Signals; readonly at: number } | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    first ??= { signal, at: stopwatch() }
    const isEcho = first.signal === signal && stopwatch() - first.at < ECHO_MS
    if (stopping && isEcho) return
    if (stopping) return host.exit(exitCodes[signal] ?? 1)
    note(
      `${signal}: the service stops when the requests under way are answered. A second ` +
        'signal stops it at once.'
    )
    void stop()
  }
  whenOrphaned(() => {
    if (!stopping)
      note('npm has ended: the service stops when the requests under way are answered.')
    void stop()
  })
  for (const signal of Object.keys(exitCodes)) host.on(signal as NodeJS.Signals, onSignal)
  try {
    announce(url)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, stopped, stop }
}

/** Why a start failed: our sentence for an expected error, the stack for any other. */
export function startFailure(error: unknown): string {
  return messageOf(error, [ConfigRefused, BootRefused, StartRefused, StoreError])
}

async function listen({ app, config, worker, store }: ServiceParts): Promise<void> {
  try {
    await app.listen({ host: config.host, port: config.port })
  } catch (error) {
    await app.close()
    // It may be at work for the demo already.
    await worker.stop()
    await store.close()
    throw refusalToListen(error, config)
  }
}

/** Closes every part, also after one of them has failed to close. */
async function stopAll({ app, config, worker, store }: ServiceParts): Promise<void> {
  const { shutdownGraceMs: graceMs } = config
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs)
  const abandon = setTimeout(() => store.abandon(), graceMs + DATABASE_GRACE_MS)
  try {
    await app.close()
  } finally {
    clearTimeout(cut)
    await worker
      .stop()
      .finally(() => store.close())
      .finally(() => clearTimeout(abandon))
  }
}

function refusalToListen(error: unknown, config: ServiceParts['config']): unknown {
  const sentence = troubleListening(error, config)
  return sentence === null ? error : new StartRefused(sentence, { cause: error })
}

/** Why nobody can listen there and what to do, in a sentence; null for what is not expected. */
export function troubleListening(
  error: unknown,
  { host, port }: Pick<Config, 'host' | 'port'>
): string | null {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const otherHosts = 'Try HOST=127.0.0.1, or HOST=0.0.0.0 for all of its addresses.'
  const sentences: { readonly [code: string]: string } = {
    EADDRINUSE:
      `Port ${port} on ${host} is in use. Stop what listens there, or choose another port: ` +
      `PORT=${port === 65_535 ? 3000 : port + 1} ${START}`,
    EACCES:
      `There is no permission to listen on port ${port}. Choose one above 1023: PORT=3000 ` +
      `${START}, and let a proxy listen on port ${port}.`,
    EADDRNOTAVAIL: `${host} is no address of this machine. ${otherHosts}`,
    ENOTFOUND: `The name ${host} is not known. ${otherHosts}`
  }
  return sentences[String(code)] ?? null
}
