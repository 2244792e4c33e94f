/**
 * Plays test files in three processes at a time. One of them begins with the files that mostly
 * wait, for a limit of time or for a process of their own, so that two cores are kept busy by the
 * others. Each process plays one file after another (lane.ts) and is replaced when it has grown
 * large.
 *
 * When a process dies, the file it played has failed, and a fresh process goes on with the next
 * one.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { End, Play, Played } from './lane.ts'
import { Report, tellFailure } from './report.ts'

/** Files for processes of their own, where these record which sources ran, and their engine. */
export interface Part {
  readonly files: readonly string[]
  readonly measured: { readonly sources: string; readonly folder: string } | null
  /** Absent: on the engine that each test is for, which is SQLite for most. */
  readonly engine?: 'postgres'
  /** How many cases are tried on that engine; absent: a sample. */
  readonly cases?: string
  /** Whether the files mostly wait; one process begins with these, and the others end with them. */
  readonly waits?: true
}

/** The results of all files, in assertions; `skipped` ones are neither passed nor failed. */
export interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** Those, and the titles of the files in which a run of all cases has nothing more to try. */
export interface PlayedAll extends Totals {
  readonly whole: readonly string[]
}

const LANES = 3

/**
 * A process with more memory is replaced. A new one compiles everything again, so an eighth of the
 * machine is left to each.
 */
const MEMORY_BYTES_MAX = Math.max(1_000_000_000, totalmem() / 8)

/** Most of what a test makes is gone at its end, and need not be looked through before. */
const WITH_ROOM = ['--max-semi-space-size=64']

/** After its last file a process ends at once, unless a test left something open. */
const CLOSING_MS_MAX = 20_000

/** Plays everything. A file may take `timeoutMs`; 0 for no limit. */
export async function playAll(parts: readonly Part[], timeoutMs: number): Promise<PlayedAll> {
  const queues = parts.map(part => ({ part, files: [...part.files] }))
  const results: Totals[] = []
  const whole: string[] = []
  const nextFor = (lane: number) => {
    const left = queues.filter(({ files }) => files.length > 0)
    const preferred = left.filter(({ part }) => (part.waits === true) === (lane === 0))
    return preferred[0] ?? left[0]
  }
  const keepPlaying = async (_: unknown, lane: number) => {
    for (let next = nextFor(lane); next !== undefined; next = nextFor(lane)) {
      results.push(await playSome(next.part, next.files, timeoutMs, whole))
    }
  }
  await Promise.all(Array.from({ length: LANES }, keepPlaying))
  const sum = (count: keyof Totals) => results.reduce((all, totals) => all + totals[count], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped'), whole }
}

/** What the results of a file of a part are reported under. */
export function titleOf({ engine }: Part, file: string): string {
  return engine === undefined ? file : `${file} on PostgreSQL`
}

/** Plays files from the front of the queue, until it is empty or the process has to be replaced. */
async function playSome(
  part: Part,
  files: string[],
  timeoutMs: number,
  whole: string[]
): Promise<Totals> {
  const lane = new Lane(environmentOf(part))
  // Where a sample is tried in every run, nothing more is left to another.
  const isSample = part.engine !== undefined && part.cases === undefined
  for (let file = files.shift(); file !== undefined; file = files.shift()) {
    const title = titleOf(part, file)
    const played = await lane.play({ file, title, timeoutMs })
    if (played?.isWhole || (played !== null && isSample)) whole.push(title)
    if (played === null || played.memoryBytes > MEMORY_BYTES_MAX) break
  }
  return lane.end()
}

/** test/support/stores.ts reads the engine, and test/support/seeded.ts the cases. */
function environmentOf({ measured, engine, cases }: Part): NodeJS.ProcessEnv {
  return {
    ...(measured === null ? {} : { NODE_V8_COVERAGE: measured.folder }),
    ...(engine === undefined ? {} : { TEST_ENGINE: engine, TEST_CASES: cases })
  }
}

/** One process, and the results of its files. */
class Lane {
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown[]>
  readonly #release: () => void
  #totals: Totals = { passed: 0, failed: 0, skipped: 0 }
  #died = false

  constructor(environment: NodeJS.ProcessEnv) {
    this.#child = fork(join(import.meta.dirname, 'lane.ts'), [], {
      env: { ...process.env, ...environment },
      execArgv: [...process.execArgv, ...WITH_ROOM],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc']
    })
    const report = new Report()
    const lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })
    lines.on('line', line => report.read(line))
    this.#ended = once(this.#child, 'close')
    this.#release = passSignalsTo(this.#child)
  }

  /** How the file went; null when the process died with it. */
  async play(asked: Play): Promise<Played | null> {
    const { file, title, timeoutMs } = asked
    this.#child.send(asked)
    // A file that never returns cannot be ended by its own process.
    const watch =
      timeoutMs > 0 ? setTimeout(() => this.#child.kill('SIGKILL'), 2 * timeoutMs) : null
    const played = await Promise.race([this.#answer(file), this.#ended.then(() => null)])
    if (watch !== null) clearTimeout(watch)
    if (played !== null) {
      this.#totals = played
      return played
    }
    const [code, signal] = await this.#gone()
    const how = signal ?? `exit code ${code}`
    tellFailure(`not ok ${title}`, `    The process ended with it: ${how}.`)
    this.#failed()
    this.#died = true
    return null
  }

  /** The test runner sends messages of its own, which are ignored. */
  async #answer(file: string): Promise<Played | null> {
    for await (const [message] of on(this.#child, 'message', { close: ['disconnect'] })) {
      if ((message as Played).file === file) return message as Played
    }
    return null
  }

  /** Lets the process end, and returns the results of all of its files. */
  async end(): Promise<Totals> {
    if (!this.#died) {
      this.#child.send('end' satisfies End)
      const [code, signal] = await this.#gone()
      if (code !== 0 && this.#totals.failed === 0) {
        tellFailure(`not ok ${signal === null ? `exit code ${code}` : 'something was left open'}`)
        this.#failed()
      }
    }
    this.#release()
    return this.#totals
  }

  /** How the process ended; one that hangs is ended first. */
  async #gone(): Promise<unknown[]> {
    const watch = setTimeout(() => this.#child.kill('SIGKILL'), CLOSING_MS_MAX)
    const how = await this.#ended
    clearTimeout(watch)
    return how
  }

  #failed(): void {
    this.#totals = { ...this.#totals, failed: this.#totals.failed + 1 }
  }
}

/** Until the returned function is called, a signal to us stops the process, and then us. */
function passSignalsTo(child: ChildProcess): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const pass = (signal: NodeJS.Signals) => {
    child.kill(signal)
    child.once('close', () => {
      for (const each of signals) process.removeAllListeners(each)
      process.kill(process.pid, signal)
    })
  }
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}
