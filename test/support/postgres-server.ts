/**
 * A PostgreSQL server of the tests' own, made of the binaries that are on the machine: a cluster in
 * a temporary folder, owned by a user that is not root, which PostgreSQL refuses to serve.
 *
 * A shell watches whoever started it: when that process is gone, however it ended, the shell stops
 * the server and removes the folder. Every step has a limit, so that a server that hangs fails the
 * tests instead of holding them up.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  accessSync,
  chownSync,
  constants,
  globSync,
  mkdtempSync,
  readFileSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type HeldPort, holdPort } from './held-port.ts'

/** Milliseconds after which each of making, starting and stopping hangs. */
const STEP_MS_MAX = 300_000
/** A server that was killed leaves shared memory behind, which its last child lets go of. */
const STARTS_MAX = 20

/** Where distributions put the binaries, newest last. */
const FOLDERS = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/opt/homebrew/opt/postgresql*/bin'
]

/** Ends with the pipe that feeds it; `$1` has the binaries, `$2` is the folder. */
const WATCH = `cat > /dev/null
if ! "$1/pg_ctl" --pgdata="$2/data" --mode=immediate --timeout=20 stop; then
  kill -s KILL "$(head -n 1 "$2/data/postmaster.pid")"
fi
rm -rf "$2"`

/** How a cluster keeps what it acknowledged. */
export interface ClusterOptions {
  /** Whether a commit waits for the disk. Without it, a test is over sooner. */
  readonly durable?: boolean
  /** More settings of the server, such as `max_connections=20`. */
  readonly settings?: readonly string[]
  /** Blocks of 512 bytes that a file may have: what needs more meets a disk that is full. */
  readonly fileBlocksMax?: number
  /** The primary that it follows until it is promoted; its first content, users and passwords. */
  readonly standbyOf?: Cluster
}

/** The folder with the binaries of a server; null when there is none. */
export function postgresBinaries(environment: NodeJS.ProcessEnv = process.env): string | null {
  const asked = outputOf('pg_config', ['--bindir'], environment)
  const onPath = (environment['PATH'] ?? '').split(delimiter).filter(folder => folder !== '')
  const usual = FOLDERS.flatMap(pattern => globSync(pattern).toSorted(byVersion).toReversed())
  // Of links to the programs alone, a cluster could not be made: they look for files beside them.
  const folders = [...(asked === null ? [] : [asked]), ...usual, ...onPath]
  const needed = ['initdb', 'pg_ctl', 'postgres']
  const has = (folder: string) => needed.every(name => canRun(join(folder, name)))
  return folders.find(has) ?? null
}

function byVersion(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function outputOf(program: string, args: string[], env = process.env): string | null {
  try {
    return execFileSync(program, args, { env, encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return null
  }
}

/** Who runs the server when we are root, who may not; nothing for anybody else. */
function owner(): { readonly uid: number; readonly gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = [outputOf('id', ['-u', name]), outputOf('id', ['-g', name])]
    if (uid !== null && gid !== null) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL needs a user that is not root. Add one named postgres or nobody.')
}

export class Cluster {
  readonly #binaries: string
  readonly #folder: string
  readonly #owner: ReturnType<typeof owner>
  readonly #settings: readonly string[]
  readonly #fileBlocksMax: number | undefined
  readonly #watch: ChildProcess
  readonly #password: string
  readonly #primary: Cluster | undefined
  /** Where it listens, held while it is stopped or killed. */
  #held: HeldPort | null = null
  #port = 0

  private constructor(binaries: string, options: ClusterOptions) {
    const { durable = false, settings = [] } = options
    this.#binaries = binaries
    this.#fileBlocksMax = options.fileBlocksMax
    const primary = options.standbyOf
    this.#primary = primary
    this.#password = primary === undefined ? randomBytes(12).toString('hex') : primary.#password
    this.#owner = owner()
    const fast = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
    this.#settings = [...(durable ? [] : fast), ...settings]
    this.#folder = mkdtempSync(join(tmpdir(), 'tessera-postgres-'))
    const { uid, gid } = this.#owner
    if (uid !== undefined && gid !== undefined) chownSync(this.#folder, uid, gid)
    // In a session of its own, so that a signal to the group of the tests does not end it first.
    this.#watch = spawn('sh', ['-c', WATCH, 'sh', binaries, this.#folder], {
      ...this.#owner,
      cwd: '/',
      // What ends the processes of a run by their environment leaves the end of a server to this.
      env: { PATH: process.env['PATH'] },
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore']
    })
  }

  /** Makes one and starts it. @throws with the server's complaint when that fails. */
  static async started(binaries: string, options: ClusterOptions = {}): Promise<Cluster> {
    const cluster = new Cluster(binaries, options)
    try {
      await cluster.#make()
      await cluster.start()
      return cluster
    } catch (error) {
      await cluster.close()
      throw error
    }
  }

  url(database: string): string {
    return `postgres://tessera:${this.#password}@127.0.0.1:${this.#port}/${database}`
  }

  /** Where it listens on 127.0.0.1, the same from its first start on. */
  get port(): number {
    return this.#port
  }

  /** Makes a primary of a standby. */
  async promote(): Promise<void> {
    await this.#run('pg_ctl', ['--wait', 'promote'])
  }

  /** Listens from its next start on where another one listened, as an address that is moved. */
  takeOver({ port }: Cluster): void {
    this.#port = port
  }

  /** Resolves when it accepts connections. */
  async start(): Promise<void> {
    if (this.#port === 0) {
      this.#held = await holdPort()
      this.#port = this.#held.port
    }
    for (let starts = 1; ; starts++) {
      const settings = [
        'listen_addresses=127.0.0.1',
        `port=${this.#port}`,
        `unix_socket_directories=${this.#folder}`,
        ...this.#settings
      ]
      const options = settings.map(setting => `-c ${setting}`).join(' ')
      const log = join(this.#folder, 'log')
      try {
        await this.#run('pg_ctl', ['--wait', `--log=${log}`, `--options=${options}`, 'start'])
        return
      } catch (error) {
        if (starts === STARTS_MAX) throw new Error(this.log(), { cause: error })
        await pause(250)
      }
    }
  }

  /** Waits for nobody: transactions that are open are rolled back. */
  async stop(): Promise<void> {
    await this.#run('pg_ctl', ['--wait', '--mode=fast', 'stop'])
  }

  /** Kills the server and all its processes, as the machine's end would. */
  async kill(): Promise<void> {
    const [line] = readFileSync(join(this.#folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(line)
    const children = outputOf('ps', ['-o', 'pid=', '--ppid', String(pid)]) ?? ''
    for (const each of [pid, ...children.split('\n').map(Number)]) {
      if (each > 0) end(each)
    }
    while (isAlive(pid)) await pause(20)
  }

  log(): string {
    try {
      return readFileSync(join(this.#folder, 'log'), 'utf8')
    } catch {
      return `The server wrote nothing to ${this.#folder}.`
    }
  }

  async close(): Promise<void> {
    const gone = once(this.#watch, 'exit')
    const limit = setTimeout(() => this.#watch.kill('SIGKILL'), STEP_MS_MAX)
    this.#watch.stdin?.end()
    if (this.#watch.exitCode === null && this.#watch.signalCode === null) await gone
    clearTimeout(limit)
    this.#held?.release()
  }

  async #make(): Promise<void> {
    if (this.#primary !== undefined) {
      const from = ['--host=127.0.0.1', `--port=${this.#primary.port}`, '--username=tessera']
      const how = ['--write-recovery-conf', '--checkpoint=fast', '--no-sync']
      return this.#run('pg_basebackup', [...from, ...how])
    }
    const file = join(this.#folder, 'password')
    writeFileSync(file, this.#password, { mode: 0o600 })
    const { uid, gid } = this.#owner
    if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
    // The other kinds of passwords are checked for ten milliseconds at each connection.
    const made = ['--username=tessera', '--auth=md5', `--pwfile=${file}`, '--no-sync']
    // Text must sort the same wherever it is served: so the order of English is the one at hand.
    const sorted = ['--encoding=UTF8', '--locale-provider=icu', '--icu-locale=en-US', '--locale=C']
    await this.#run('initdb', [...made, ...sorted])
  }

  async #run(program: string, args: readonly string[]): Promise<void> {
    const blocks = this.#fileBlocksMax
    const limit = blocks === undefined ? '' : `ulimit -f ${blocks}; `
    const run = ['-c', `${limit}exec "$@"`, 'sh', join(this.#binaries, program)]
    await promisify(execFile)('sh', [...run, `--pgdata=${join(this.#folder, 'data')}`, ...args], {
      ...this.#owner,
      cwd: this.#folder,
      env: {
        PATH: process.env['PATH'],
        LC_ALL: 'C',
        TZ: 'UTC',
        PGPASSWORD: this.#password,
        PGCTLTIMEOUT: String(STEP_MS_MAX / 1_000)
      },
      timeout: STEP_MS_MAX,
      killSignal: 'SIGKILL'
    })
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}

/** A process that nobody has asked for its end yet is still listed, and gone all the same. */
function isAlive(pid: number): boolean {
  const state = outputOf('ps', ['-o', 'stat=', '-p', String(pid)])
  return state !== null && !state.startsWith('Z')
}
