/**
 * Processes to be measured, each on a port of this machine that is held for it, what they cost, and their end.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { holdPort } from '../../test/support/held-port.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** A server that answers. */
export interface Running {
  readonly url: string
  /** Milliseconds from the start of the process to its first answer. */
  readonly startMs: number
  /** CPU the process has used so far, in seconds; 0 where the system does not say. */
  cpuSeconds(): number
  /** Bytes it has sent to the disk so far; 0 where the system does not say. */
  writtenBytes(): number
  /** Memory the process holds now, in MiB; 0 where the system does not say. */
  residentMiB(): number
  /** Starts to take samples of what the process does, or ends it and writes them. */
  profile(): void
  /** Asks it to stop, waits until it has, and says how many milliseconds that took. */
  stop(): Promise<number>
}

/** How a service is started that is to be measured. */
export interface ServiceOptions {
  /** Holds the database, which is new with the demo when there is none. */
  readonly folder: string
  /** Where samples are written; absent: the process cannot be sampled. */
  readonly profileFile?: string
  /** Instead of a database in the folder. */
  readonly databaseUrl?: string
  /** The checkout that runs; absent: this one. */
  readonly root?: string
  /** Further settings. */
  readonly variables?: Readonly<Record<string, string>>
}

/** The service as `npm start` runs it, but that it logs warnings only. */
export function startService({
  folder,
  profileFile,
  databaseUrl = `sqlite:${join(folder, 'bench.db')}`,
  root = ROOT,
  variables = {}
}: ServiceOptions): Promise<Running> {
  const sampled =
    profileFile === undefined ? [] : ['--import', join(ROOT, 'scripts/bench/sampling.ts')]
  const started = startOf(root)
  const settings = (port: number) => ({
    ...started.variables,
    DATABASE_URL: databaseUrl,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
    PORT: String(port),
    ...variables,
    ...(profileFile === undefined ? {} : { PROFILE_FILE: profileFile })
  })
  return start([...sampled, ...started.words], '/health/ready', settings, root)
}

/** The command of the package, which keeps nothing; `dist` must have been built. */
export function startPackaged(): Promise<Running> {
  return start(
    port => [join(ROOT, 'dist/main/cli.js'), 'serve', '--ephemeral', '--port', String(port)],
    '/health/ready',
    () => ({ DATABASE_URL: '', HOST: '127.0.0.1', LOG_LEVEL: 'warn', NODE_ENV: 'development' })
  )
}

/** What opens the sandbox of {@link startSandbox}. */
export const SANDBOX_KEY = 'the-key-of-the-bench'

/** The service with a sandbox, and the states of a folder. */
export function startSandbox(states: string): Promise<Running> {
  const { words, variables } = startOf(ROOT)
  return start(words, '/health/ready', port => ({
    ...variables,
    DATABASE_URL: '',
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    NODE_ENV: 'development',
    PORT: String(port),
    SANDBOX: 'true',
    SANDBOX_KEY,
    STATES: states
  }))
}

/** What `npm start` gives to Node, and the variables that it sets. */
function startOf(root: string) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly scripts: { readonly start: string }
  }
  const [before = '', given = ''] = scripts.start.split(' node ')
  const variables = before.split(' ').filter(word => word.includes('='))
  return {
    words: given.split(' '),
    variables: Object.fromEntries(variables.map(word => word.split('=')))
  }
}

/** The web framework alone, which gives the answers of the file. */
export function startBare(file: string): Promise<Running> {
  return start(port => [join(ROOT, 'scripts/bench/bare.ts'), String(port), file], '/health/ready')
}

/** A stateless mock of the document; `program` is its command line program. */
export function startMock(program: string, document: string): Promise<Running> {
  const words = (port: number) => [program, 'mock', '--port', String(port), document]
  return start(words, '/v1/exports')
}

const START_MS_MAX = 60_000

async function start(
  words: readonly string[] | ((port: number) => readonly string[]),
  ready: string,
  settings: (port: number) => Readonly<Record<string, string>> = () => ({}),
  root = ROOT
): Promise<Running> {
  const { port, release } = await holdPort()
  const began = performance.now()
  const child = spawn(process.execPath, typeof words === 'function' ? words(port) : words, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...settings(port) }
  })
  // Lines of the log are warnings and errors; the rest is what a start tells people.
  createInterface(child.stderr).on('line', line => {
    if (line.startsWith('{')) console.error(line)
  })
  const url = `http://127.0.0.1:${port}`
  try {
    await answers(`${url}${ready}`, child)
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
  return {
    url,
    startMs: performance.now() - began,
    cpuSeconds: () => cpuSecondsOf(child),
    writtenBytes: () => Number(/^write_bytes: (\d+)/m.exec(procFile(child.pid, 'io'))?.[1] ?? 0),
    residentMiB: () => residentMiBOf(child),
    profile: () => child.kill('SIGUSR2'),
    stop: () => stop(child).finally(release)
  }
}

/** Any answer will do: one that refuses is there as well. */
async function answers(url: string, child: ChildProcess): Promise<void> {
  const giveUpAt = performance.now() + START_MS_MAX
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response !== null && response.status < 500) return
    if (child.exitCode !== null)
      throw new Error(`The service ended with exit code ${child.exitCode}.`)
    if (performance.now() > giveUpAt)
      throw new Error(`The service does not answer within ${START_MS_MAX} ms.`)
    await new Promise(wake => setTimeout(wake, 2))
  }
}

async function stop(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null) return 0
  const began = performance.now()
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
  return performance.now() - began
}

/** Clock ticks in a second, which Linux has fixed for programs. */
const TICKS = 100

function cpuSecondsOf({ pid }: ChildProcess): number {
  const stat = procFile(pid, 'stat')
  // The name of the program stands in parentheses and may have blanks in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS
}

function residentMiBOf({ pid }: ChildProcess): number {
  const kibibytes = /^VmRSS:\s+(\d+)/m.exec(procFile(pid, 'status'))?.[1] ?? '0'
  return Number(kibibytes) / 1024
}

/** Empty where the system has no such file. */
function procFile(pid: number | undefined, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
