/**
 * Listening and stopping: makes an application a process that people and supervisors start, watch
 * and end. Stopping is the reverse of starting and loses nothing: new connections are refused, open
 * requests are answered, then the worker stops, then the store closes. What waits for a database
 * that does not answer is given up, so that every stop ends in time. A second signal ends the
 * process at once; acknowledged writes are on disk all the same.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { BootRefused } from '../http/document.ts'
import { StoreError } from '../storage/engine/errors.ts'
import { type Config, ConfigRefused, environmentWith, ownAddress } from './config.ts'
import { messageOf, START } from './invocation.ts'

export interface ServiceParts {
  readonly app: FastifyInstance
  readonly config: Pick<Config, 'host' | 'port' | 'shutdownGraceMs'>
  /** Started when requests can arrive; `stop` resolves when no task is under way. */
  readonly worker: { start(): void; stop(): Promise<void> }
  readonly store: { close(): Promise<void>; abandon(): void }
  readonly announce: (url: string) => void
  readonly note: (text: string) => void
  /** Milliseconds since some fixed moment. */
  readonly stopwatch: () => number
  /** Calls back once when the service is to end with what started it. */
  readonly whenOrphaned: (end: () => void) => void
  /** Gives the signals and ends the process; another one in tests. */
  readonly process: Pick<NodeJS.Process, 'on' | 'exit'>
}

interface Running {
  /** Of the listener: `http://127.0.0.1:3000`. */
  readonly url: string
  /** Resolves when everything is closed, after any kind of stop. */
  readonly stopped: Promise<void>
  /** Stops once, however often it is called. */
  stop(): Promise<void>
}

export class StartRefused extends Error {}

/** Milliseconds: a terminal sends Ctrl-C to npm and to the service, and npm passes it on. */
const ECHO_MS = 300

/** Milliseconds after the grace of the requests: for what nobody hears, and a unit of a job. */
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
    const sentence = troubleListening(error, config)
    throw sentence === null ? error : new StartRefused(sentence, { cause: error })
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

/*
 * Ends a service with the npm that started it, and lets one live on that was put in the background.
 * npm passes signals on to what it runs, but cannot when it is killed; the service would keep its
 * port, with nobody to stop it. So where npm started it, and only there, the service looks whether
 * npm is there. `npm start` begins with `exec`, so that the service takes the place of the shell,
 * which would wait and tell it nothing. The shell of `npx`, or of a script of a package, ends when
 * npm is told to end and lives on when npm is killed: the service looks for both. `nohup` has no
 * effect on Node, which takes hang-ups by default, however its parent took them. A service whose
 * output is no terminal therefore lives on when a terminal closes, and npm may go.
 */

/** Milliseconds between looks. */
const LOOK_MS = 250

interface Npm {
  /** Of this process: npm, or the shell in which npm runs it. */
  readonly parent: number
  /** The npm above that shell; null where npm is the parent, or where nobody can be asked. */
  readonly aboveShell: number | null
}

/** The npm that started this process, to be asked for early; null where none did. */
export function npmToWatch(): Npm | null {
  if (!startedByNpm(environmentWith({}))) return null
  return { parent: process.ppid, aboveShell: aboveShell(process.ppid) }
}

/** Calls `end` once when npm is gone; never after a terminal closed that shows no output. */
export function whenOrphaned(npm: Npm | null, end: () => void): void {
  let timer: NodeJS.Timeout | undefined
  if (process.stdout.isTTY !== true) process.on('SIGHUP', () => clearInterval(timer))
  if (npm === null) return
  let gone = false
  timer = setInterval(() => {
    // At the second look, because a terminal that closes ends npm at the same moment.
    if (gone) {
      clearInterval(timer)
      end()
    }
    gone = process.ppid !== npm.parent || isNpmGone(npm)
  }, LOOK_MS).unref()
}

export function isNpmGone({ parent, aboveShell }: Npm, look = lookAt): boolean {
  if (aboveShell === null) return false
  const shell = look(parent)
  // A shell whose parent has ended gets another one.
  if (shell !== null) return shell.parent !== aboveShell
  try {
    process.kill(aboveShell, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

interface Seen {
  readonly parent: number
  /** Its words, with spaces between them. */
  readonly command: string
}

/**
 * The parent of a shell that was told what to run, `sh -c …`; null for any other process.
 * @param looks the ways to look at a process, each tried where the ones before tell nothing.
 */
export function aboveShell(pid: number, looks = [lookAt, askedPs]): number | null {
  for (const look of looks) {
    const seen = look(pid)
    if (seen !== null) return /^\S+ -c /.test(seen.command) ? seen.parent : null
  }
  return null
}

/** As Linux shows a process in its files; null where it does not. */
export function lookAt(pid: number): Seen | null {
  const folder = `/proc/${pid}`
  if (!existsSync(folder)) return null
  try {
    const command = readFileSync(`${folder}/cmdline`, 'utf8').replaceAll('\0', ' ')
    // The name before it, in brackets, may have brackets and spaces of its own.
    const [, parent] = /^.*\) \S (\d+) /s.exec(readFileSync(`${folder}/stat`, 'utf8')) ?? []
    return parent === undefined ? null : { parent: Number(parent), command }
  } catch {
    return null
  }
}

/** As POSIX has it, for macOS; it takes some milliseconds. Null where there is no such command. */
export function askedPs(pid: number): Seen | null {
  const words = ['-o', 'ppid=', '-o', 'args=', '-p', String(pid)]
  // Loaded here alone, so that a start elsewhere does not wait for it.
  const { spawnSync } = process.getBuiltinModule('node:child_process')
  const { stdout } = spawnSync('ps', words, { encoding: 'utf8', timeout: 1_000 })
  const [, parent, command] = /^\s*(\d+) (.*)$/m.exec(stdout ?? '') ?? []
  return command === undefined ? null : { parent: Number(parent), command }
}

/**
 * Run by npm as `npm start`, `npm run cli`, `npx tessera …` or a script; not what inherited its
 * variables.
 */
export function startedByNpm(environment: NodeJS.ProcessEnv): boolean {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = environment
  // `npx` names the command alone, and a script has its options, too.
  if (/^'?tessera'?( (serve|proxy)\b[^&]*)?$/.test(script)) return true
  if (event === 'cli') return /\bmain\/cli\.[jt]s\b/.test(script)
  return event === 'start' && /\bmain\/server\.[jt]s\b/.test(script)
}
