/**
 * Ends what a run of the tests has started, however it ends, and removes what that has made: lanes,
 * programs, browsers and the servers of tests, and their files.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { KEPT_IN, loadQuickly } from '../../src/main/loading.ts'
import { hasServer, type RunServer, serverForRun } from '../../test/support/postgres-databases.ts'
import { NotThere, refuseUnknownEngine } from './asked.ts'

/** What is ended may start something at that moment, but not for ever. */
const ROUNDS_MAX = 20

/** Milliseconds that servers have to end, whose watch does it (test/support/postgres-server.ts). */
const SERVERS_MS_MAX = 30_000

/**
 * A folder whose files are in memory. A run makes and removes hundreds of thousands of files, which
 * took a fifth of its CPU where they were on a disk.
 */
const IN_MEMORY = '/dev/shm'

/** Bytes that are more than its files and its processes ever need. */
const ROOM_MIN = 8_000_000_000

/** What ends a run before its time. */
type Interruption = 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGPIPE'

/** What a run has. */
export interface Run {
  /** Everything that it makes is in this folder. */
  readonly folder: string
  readonly server: RunServer
  /** Aborted when it is interrupted: whatever it has started has been killed. */
  readonly signal: AbortSignal
}

/**
 * Carries out a plan, and sets the exit code: what that returns, 2 after a sentence when something
 * that was asked for is not there, and that of a signal. Nothing is left behind.
 */
export async function runPlan<Plan>(
  planFor: (folder: string) => Plan | null,
  carryOut: (plan: Plan, run: Run) => Promise<number>
): Promise<void> {
  const folder = await mkdtemp(join(hasRoomInMemory() ? IN_MEMORY : tmpdir(), 'tessera-'))
  const interrupted = new AbortController()
  const interrupt = (name: Interruption) => {
    interrupted.abort(name)
    endAllOf(folder)
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(name, () => interrupt(name))
  }
  // Whoever read what it prints has gone, as `head` does.
  for (const printed of [process.stdout, process.stderr]) {
    printed.on('error', () => {
      if (!interrupted.signal.aborted) interrupt('SIGPIPE')
    })
  }
  let server: RunServer | null = null
  try {
    const plan = planFor(folder)
    if (plan === null) return
    refuseUnknownEngine(process.env['TEST_ENGINE'])
    // As the folder it is in: a server that is started by root belongs to another user.
    await chmod(folder, 0o1777)
    await setEnvironment(folder)
    server = await serverForRun()
    if (process.env['TEST_ENGINE'] === 'postgres' && !hasServer()) throw new NotThere(server.told)
    process.exitCode = await carryOut(plan, { folder, server, signal: interrupted.signal })
  } catch (error) {
    if (!(error instanceof NotThere)) throw error
    console.error(error.message)
    process.exitCode = 2
  } finally {
    endAllOf(folder)
    await server?.close()
    await removeAllOf(folder)
    if (interrupted.signal.aborted) {
      const name: Interruption = interrupted.signal.reason
      console.log(`Interrupted by ${name}.`)
      process.exitCode = 128 + constants.signals[name]
    }
  }
}

/** Whether the files of a run may be there; not where whoever runs it has named another place. */
function hasRoomInMemory(): boolean {
  if (process.env['TMPDIR'] !== undefined || !existsSync(IN_MEMORY)) return false
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const [mounted] = mounts.map(line => line.split(' ')).filter(([, at]) => at === IN_MEMORY)
  const [, , kind, options = ''] = mounted ?? []
  // Pages and journeys start programs of their own there.
  if (kind !== 'tmpfs' || options.split(',').includes('noexec')) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= ROOM_MIN && process.availableMemory() >= ROOM_MIN
}

/** What clients of HTTP and of PostgreSQL are set by, and the locale. */
const SET_BY = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY', 'LANGUAGE']
const SET_BY_PREFIX = /^(PG|LC_)/

/**
 * Leaves out of the environment what whoever runs the tests has set for something else. Zone and
 * language are such that what goes by those of the machine shows: for half of the time it is
 * another day than in UTC, by no whole hours, and `ch` stands behind `h`.
 */
async function setEnvironment(folder: string): Promise<void> {
  // With all that the program loads, which takes three seconds otherwise.
  const { settings } = await loadQuickly(() => import('../../src/main/config.ts'))
  const setBy = new Set([...SET_BY, ...Object.values(settings).map(({ variable }) => variable)])
  for (const name of Object.keys(process.env)) {
    if (setBy.has(name.toUpperCase()) || SET_BY_PREFIX.test(name)) delete process.env[name]
  }
  Object.assign(process.env, {
    TMPDIR: folder,
    TZ: 'Pacific/Chatham',
    LANG: 'cs_CZ.UTF-8',
    // For what is loaded before loading.ts, and for programs that do not load it.
    NODE_COMPILE_CACHE: KEPT_IN
  })
}

/** Kills all processes that have `TMPDIR` from us, however they are related to us. */
function endAllOf(folder: string): void {
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const pids = processesOf(folder)
    if (pids.length === 0) return
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
  }
}

/** Servers are none of these: each is watched, and stopped when who started it is gone. */
function processesOf(folder: string): readonly number[] {
  // With the environment of each behind its command; that of `ps` itself does not name the folder.
  const options = {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
    maxBuffer: 2 ** 28
  } as const
  return execFileSync('ps', ['axeww', '-o', 'pid=,command='], options)
    .split('\n')
    .filter(line => line.includes(` TMPDIR=${folder}`))
    .map(line => Number.parseInt(line, 10))
    .filter(pid => pid !== process.pid)
}

/** Removes the folder, when the servers in it have ended. */
async function removeAllOf(folder: string): Promise<void> {
  const until = performance.now() + SERVERS_MS_MAX
  const servers = () => globSync(`${folder}/tessera-postgres-*`)
  while (servers().length > 0 && performance.now() < until) await pause(50)
  await rm(folder, { recursive: true, force: true })
}
