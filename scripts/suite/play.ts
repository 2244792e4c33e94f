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
import type { Soaking } from '../../test/support/chance.ts'
import type { End, Play, Played } from './lane.ts'
import { Report, tellFailure } from './report.ts'

/** Files for processes of their own. */
export interface Part {
  readonly files: readonly string[]
  /** The titles of what is played of them; absent: all. */
  readonly tests?: ReadonlyMap<string, readonly string[]>
  /** What these processes have in their environment beside ours. */
  readonly environment?: Readonly<Record<string, string>>
  /** What follows the name of a file in the report, such as ` on PostgreSQL`. */
  readonly suffix?: string
  /** Whether the files mostly wait; one process begins with these, and the others end with them. */
  readonly waits?: true
}

/** The results of files, in assertions; `skipped` ones are neither passed nor failed. */
export interface Totals {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

/** How one file went. */
export interface FileResult extends Totals {
  readonly title: string
  /** How many cases were drawn. */
  readonly cases: number
  readonly ms: number
}

/** How files are played. */
export interface HowToPlay {
  /** Milliseconds after which a file has failed, which is for one that hangs; 0 for never. */
  readonly timeoutMs: number
  /** Told of a file that failed, and of why; absent: it is printed, and once more at the end. */
  readonly onFailed?: (...lines: readonly string[]) => void
  /** Nothing is begun after it, and what dies then has not failed. */
  readonly signal: AbortSignal
  /** Whether files that passed have a line, too. */
  readonly verbose: boolean
}

const LANES = 3

/**
 * A process with more memory is replaced. A new one compiles everything again, so an eighth of the
 * machine is left to each.
 */
const MEMORY_BYTES_MAX = Math.max(1_000_000_000, totalmem() / 8)

/** Most of what a test makes is gone at its end, and need not be looked through before. */
const WITH_ROOM = ['--max-semi-space-size=64']

/**
 * After its last file a process writes what its files covered and ends, unless a test left something
 * open: minutes, because a busy machine takes its time.
 */
const CLOSING_MS_MAX = 120_000

/** Plays everything. */
export async function playAll(
  parts: readonly Part[],
  how: HowToPlay,
  onEnded: (result: FileResult) => void
): Promise<Totals> {
  const queues = parts.map(part => ({ part, files: [...part.files] }))
  const results: Totals[] = []
  const nextFor = (lane: number) => {
    const left = how.signal.aborted ? [] : queues.filter(({ files }) => files.length > 0)
    return left.find(({ part }) => (part.waits === true) === (lane === 0)) ?? left[0]
  }
  const keepPlaying = async (_: unknown, lane: number) => {
    for (let next = nextFor(lane); next !== undefined; next = nextFor(lane)) {
      const { part } = next
      const nextFile = () => {
        const other = nextFor(lane)
        return other !== undefined && isLike(other.part, part) ? other.files.shift() : undefined
      }
      results.push(await playSome(part, nextFile, how, onEnded))
    }
  }
  await Promise.all(Array.from({ length: LANES }, keepPlaying))
  const sum = (count: keyof Totals) => results.reduce((all, totals) => all + totals[count], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}

/** Whether a process that plays files of the one can play those of the other. */
function isLike(one: Part, other: Part): boolean {
  return one.environment === other.environment && one.suffix === other.suffix
}

/** Plays files until there is none for the process, or it has to be replaced. */
async function playSome(
  part: Part,
  nextFile: () => string | undefined,
  how: HowToPlay,
  onEnded: (result: FileResult) => void
): Promise<Totals> {
  const lane = new Lane(part, how)
  for (let file = nextFile(); file !== undefined; file = nextFile()) {
    const result = await lane.play(file)
    if (result !== null) onEnded(result)
    if (!lane.goesOn) break
  }
  return lane.end()
}

/** One process, and the results of its files. */
export class Lane {
  readonly #part: Omit<Part, 'files'>
  readonly #how: HowToPlay
  readonly #child: ChildProcess
  readonly #ended: Promise<unknown[]>
  #totals: Totals = { passed: 0, failed: 0, skipped: 0 }
  #died = false
  #memoryBytes = 0

  constructor(part: Omit<Part, 'files'>, how: HowToPlay) {
    this.#part = part
    this.#how = how
    this.#child = fork(join(import.meta.dirname, 'lane.ts'), [], {
      env: { ...process.env, ...part.environment },
      execArgv: [...process.execArgv, ...WITH_ROOM],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc']
    })
    const report = new Report(how.verbose, how.onFailed)
    const lines = createInterface({ input: this.#child.stdout as NodeJS.ReadableStream })
    lines.on('line', line => {
      if (!how.signal.aborted) report.read(line)
    })
    this.#ended = once(this.#child, 'close')
  }

  /** Whether another file may be played in it. */
  get goesOn(): boolean {
    return !this.#died && !this.#how.signal.aborted && this.#memoryBytes <= MEMORY_BYTES_MAX
  }

  /** How the file went; null when the run was interrupted. `soaking`: not as in the gate. */
  async play(file: string, soaking?: Soaking): Promise<FileResult | null> {
    const { timeoutMs, signal } = this.#how
    const title = `${file}${this.#part.suffix ?? ''}`
    const from = performance.now()
    const before = this.#totals
    const tests = this.#part.tests?.get(file)
    const asked: Play = {
      file,
      title,
      timeoutMs,
      ...(soaking && { soaking }),
      ...(tests && { tests })
    }
    this.#child.send(asked, () => undefined)
    // A file that never returns cannot be ended by its own process.
    const kill = () => this.#child.kill('SIGKILL')
    const watch = timeoutMs > 0 ? setTimeout(kill, timeoutMs + CLOSING_MS_MAX) : undefined
    const played = await Promise.race([this.#answer(file), this.#ended.then(() => null)])
    clearTimeout(watch)
    if (played === null) await this.#dead(title)
    else [this.#totals, this.#memoryBytes] = [played, played.memoryBytes]
    if (signal.aborted) return null
    const of = (count: keyof Totals) => this.#totals[count] - before[count]
    const ms = performance.now() - from
    const counts = { passed: of('passed'), failed: of('failed'), skipped: of('skipped') }
    return { title, ms, cases: played?.cases ?? 0, ...counts }
  }

  async #dead(title: string): Promise<void> {
    this.#died = true
    const [code, signal] = await this.#gone()
    const how = signal ?? `exit code ${code}`
    this.#failed(`not ok ${title}`, `    The process ended with it: ${how}.`)
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
    if (this.#died) return this.#totals
    this.#child.send('end' satisfies End, () => undefined)
    const [code, signal] = await this.#gone()
    if (code !== 0 && this.#totals.failed === 0) {
      this.#failed(`not ok ${signal === null ? `exit code ${code}` : 'something was left open'}`)
    }
    return this.#totals
  }

  /** How the process ended; one that hangs is ended first. */
  async #gone(): Promise<unknown[]> {
    const watch = setTimeout(() => this.#child.kill('SIGKILL'), CLOSING_MS_MAX)
    const how = await this.#ended
    clearTimeout(watch)
    return how
  }

  #failed(...lines: readonly string[]): void {
    if (this.#how.signal.aborted) return
    const { onFailed = tellFailure } = this.#how
    onFailed(...lines)
    this.#totals = { ...this.#totals, failed: this.#totals.failed + 1 }
  }
}
