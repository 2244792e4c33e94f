/**
 * A start: reads the settings, opens the store, puts the service together and listens. On an empty
 * database it makes the demo project, so that there is something to try. Everybody knows the demo's
 * credentials, so they are made and accepted only while the service is reachable from this machine
 * alone, or with `--demo`; in production never.
 */
import type { AddressInfo, Server } from 'node:net'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { isLoaded, loadDemo } from '../demo/load.ts'
import { readableLog } from '../http/logger.ts'
import { newSecret } from '../secrets.ts'
import { isPostgres, openStore, shownUrl } from '../storage/database.ts'
import { StoreError } from '../storage/engine/errors.ts'
import type { Store } from '../storage/engine/store.ts'
import { findJobsDue } from '../storage/jobs.ts'
import { allProjects } from '../storage/projects.ts'
import {
  announcement,
  type DemoState,
  noticesOf,
  ReadyFile,
  readyLine,
  voiceOf
} from './announcement.ts'
import { type Composition, compose } from './compose.ts'
import { type Config, environmentWith, isProduction, ownAddress, readConfig } from './config.ts'
import { endWithReader } from './invocation.ts'
import { npmToWatch, StartRefused, serve, startFailure, whenOrphaned } from './listening.ts'
import { statesUrl } from './provider-states.ts'
import type { ServedProject } from './served-project.ts'
import type { StartOptions } from './start-options.ts'

/** Until it is stopped. A start that fails prints why and sets the exit code. */
export async function start(args: readonly string[]): Promise<void> {
  try {
    await serveUntilStopped(args)
  } catch (error) {
    const sentence = startFailure(error)
    // The log has no level yet, nor a logger: settings may be what is wrong.
    if (isProduction()) process.stdout.write(fatalLine(sentence))
    process.stderr.write(`${sentence}\n`)
    process.exitCode = 1
  }
}

async function serveUntilStopped(args: readonly string[]): Promise<void> {
  const options = await optionsIn(args)
  if ('exitCode' in options) {
    process.exitCode = options.exitCode
    return
  }
  const npm = npmToWatch()
  const listener: Listener = { server: null }
  const config = withOwnPort(
    readConfig(environmentWith(options.environment), options.flags),
    listener
  )
  const acceptDemo = !config.production && (config.loopback || options.demo)
  const readyFile = config.readyFile === null ? null : new ReadyFile(config.readyFile)
  // It goes with the process, however that ends; a killed one leaves it to the next.
  process.once('exit', () => readyFile?.remove())
  const output = config.ephemeral ? process.stderr : process.stdout
  const isReadable =
    config.logFormat === 'text' || (config.logFormat === 'auto' && output.isTTY === true)
  const logStream = isReadable ? readableLog(output) : output
  const onBug = (error: Error) => {
    logStream.write(fatalLine(error.stack ?? error.message))
  }
  const { databaseUrl, databaseConnectionsMax: connectionsMax } = config
  const store = await openStore(databaseUrl, { onBug, connectionsMax, writable: true })
  const log = { level: config.logLevel, ...(logStream !== process.stdout && { stream: logStream }) }
  const sandbox = config.sandbox
    ? { key: config.sandboxKey ?? newSecret(), now: config.sandboxNow }
    : null
  // Nobody else has to know what could be attacked.
  const running = config.production ? null : isPostgres(databaseUrl) ? 'PostgreSQL' : 'SQLite'
  const key = sandbox?.key ?? config.sandboxKey ?? newSecret()
  const states = config.states === null ? null : { folder: config.states, key }
  // What counts is loaded for those who ask for it.
  const { metricsAddress: at } = config
  const metrics = at === null ? null : await (await import('./metrics.ts')).Metrics.load(at)
  const watched = metrics && { onAnswered: metrics.answered }
  const parts = { store, config, acceptDemo, log, sandbox, states, running, ...watched }
  const composed = compose(parts)
  const { app, shell, worker, clock, sandboxes } = composed
  listener.server = app.server
  const voice = voiceOf(config, app.log, { out: process.stdout, err: process.stderr })
  try {
    const jobsDue = () => store.read(null, session => findJobsDue(session, shell.now()))
    await metrics?.listen({ store, shell, worker, jobsDue }, text => app.log.info(text))
    await migrateWhenThere(store)
    await clock.set()
    const project = await prepareProject(parts, composed)
    const demo = await prepareDemo(parts, composed)
    await sandboxes?.open()
    const announce = (url: string) => {
      const line = readyLine(
        url,
        process.pid,
        demo,
        project,
        sandbox && { key: config.sandboxKey === null ? sandbox.key : null },
        states && config.sandboxKey === null ? statesUrl(url, states.key) : null
      )
      readyFile?.write(line)
      const notices = noticesOf(config, demo)
      const text = announcement(url, config, demo)
      voice.announce({ url, data: shownUrl(config.databaseUrl), notices, text, line })
    }
    const { note } = voice
    const whenGone = (end: () => void) => whenOrphaned(npm, end)
    const stopwatch = () => performance.now()
    const told = { announce, note, whenOrphaned: whenGone }
    const running = await serve({ app, config, worker, store, ...told, stopwatch, process })
    await running.stopped
  } catch (error) {
    await store.close()
    throw error
  } finally {
    metrics?.close()
  }
}

/** Milliseconds that a start waits for its database, and between two looks. */
const WAITS_MS_MAX = 60_000
const LOOKS_AGAIN_MS = 1_000

/**
 * Migrates as soon as the database can be reached: it may be started together with the service.
 * @throws {StoreUnreachable} when that takes longer than a minute.
 */
async function migrateWhenThere(store: Store): Promise<void> {
  const began = performance.now()
  for (let isFirst = true; ; isFirst = false) {
    try {
      await store.migrate()
      return
    } catch (error) {
      const isAway = error instanceof StoreError && error.code === 'store_unreachable'
      if (!isAway || performance.now() - began > WAITS_MS_MAX) throw error
      if (isFirst) process.stderr.write(`${error.message} Waiting for it, for up to a minute.\n`)
      await pause(LOOKS_AGAIN_MS)
    }
  }
}

interface Listener {
  server: Server | null
}

/** Where the system is to choose the port, urls begin with the address that it chose. */
function withOwnPort(config: Config, listener: Listener): Config {
  const { host, port, publicUrl } = config
  if (port !== 0 || publicUrl !== ownAddress(host, port)) return config
  return {
    ...config,
    get publicUrl() {
      const address = listener.server?.address() as AddressInfo | null | undefined
      return ownAddress(host, address?.port ?? port)
    }
  }
}

/** Most starts have no option, so what reads them is loaded for the others only. */
async function optionsIn(args: readonly string[]): Promise<StartOptions> {
  if (args.every(arg => arg === '--demo'))
    return { demo: args.length > 0, environment: {}, flags: {} }
  endWithReader(process.stdout)
  const { readOptions } = await import('./start-options.ts')
  const writerTo = (stream: NodeJS.WriteStream) => (text: string) => stream.write(`${text}\n`)
  return readOptions(args, writerTo(process.stdout), writerTo(process.stderr))
}

/** The project that a project file made for this start; null for none. */
async function prepareProject(
  { store, config }: Preparing,
  { shell, sandboxes }: Prepared
): Promise<ServedProject | null> {
  const { projectFile } = config
  if (projectFile === null) return null
  const { loadForStart } = await import('./served-project.ts')
  const now = () => sandboxes?.first ?? shell.now()
  const tell = (text: string) => process.stderr.write(`${text}\n`)
  return loadForStart(store, { now, ids: sandboxes?.drawn(), tell }, { ...config, projectFile })
}

interface Preparing {
  readonly store: Store
  readonly config: Config
  readonly acceptDemo: boolean
}

type Prepared = Pick<Composition, 'shell' | 'sandboxes'>

/** No project, no demo among the projects, a demo that works, or a refused one. */
async function prepareDemo(
  { store, config, acceptDemo }: Preparing,
  { shell, sandboxes }: Prepared
): Promise<DemoState> {
  const projects = await store.read(null, session => session.all(allProjects))
  if (projects.length === 0) {
    // Projects of the sandbox begin as the demo also where its own credentials are refused.
    if (!acceptDemo && sandboxes === null) return 'empty'
    if (await loadDemo(store, shell, sandboxes?.drawn())) return acceptDemo ? 'open' : 'shut'
  } else if (!projects.some(({ demo }) => demo)) return 'none'
  if (await isLoaded(store)) return acceptDemo ? 'open' : 'shut'
  throw new StartRefused(
    'The demo project is incomplete: another start is making it, or ended before it was done. ' +
      `Start again when that service listens. If there is none, delete the database ` +
      `(${shownUrl(config.databaseUrl)}) first.`
  )
}

function fatalLine(msg: string): string {
  const { pid } = process
  return `${JSON.stringify({ level: 60, time: Date.now(), pid, hostname: hostname(), msg })}\n`
}
