/**
 * Plays the steps of a soak, two at a time, and tells of each find at once: a line with the command
 * that plays it again by itself, and what went wrong as small as its test can make it.
 */

import { hasServer } from '../../test/support/postgres-databases.ts'
import type { Run } from '../suite/ending.ts'
import { Lane, type Totals } from '../suite/play.ts'
import { duration, tell, tellingProgress } from '../suite/report.ts'
import type { Plan } from './asked.ts'
import type { PartName } from './parts.ts'
import { LANES, type Step } from './plan.ts'

/** Milliseconds after which a file hangs: far more than any takes. */
const TIMEOUT_MS = 1_800_000

/** What became of a part. */
interface Became {
  files: number
  cases: number
  finds: number
  /** As it was planned, and as it was. */
  seconds: number
  took: number
}

/** Plays a plan, says how it went, and returns the exit code. */
export async function soak(plan: Plan, { server, signal }: Run): Promise<number> {
  const from = performance.now()
  tell(plan.command, ...plan.told, server.told)
  const steps = hasServer() ? plan.steps : plan.steps.filter(({ engine }) => engine === 'sqlite')
  const skipped = plan.steps.length - steps.length
  if (skipped > 0) tell(`${skipped} STEPS ON POSTGRESQL ARE SKIPPED.`)
  const soaking = new Soak(plan, steps, signal)
  const totals = await soaking.playAll()
  if (signal.aborted) {
    const { next } = soaking
    if (next !== null) tell(`go on with: ${plan.command} --from ${next}`)
    return 1
  }
  const sum = (count: keyof Totals) => totals.reduce((all, each) => all + each[count], 0)
  const isMissing = plan.only !== null && soaking.cases === 0
  if (isMissing) tell('No test has that case.')
  tell(
    '',
    `${steps.length} ${steps.length === 1 ? 'step' : 'steps'} in ${duration(performance.now() - from)}.`,
    ...soaking.told()
  )
  if (skipped > 0) tell(`${skipped} steps on PostgreSQL were skipped. ${server.told}`)
  if (sum('skipped') > 0) tell(`${sum('skipped')} skipped`)
  const failed = sum('failed') + (isMissing ? 1 : 0)
  tell(`${sum('passed')} passed, ${failed} failed`)
  return failed > 0 || sum('passed') === 0 ? 1 : 0
}

class Soak {
  readonly #plan: Plan
  readonly #left: Step[]
  readonly #count: number
  readonly #signal: AbortSignal
  readonly #begun = new Set<number>()
  readonly #became = new Map<PartName, Became>()
  readonly #finds: string[] = []

  constructor(plan: Plan, steps: readonly Step[], signal: AbortSignal) {
    this.#plan = plan
    this.#left = [...steps]
    this.#count = steps.length
    this.#signal = signal
  }

  /** How many cases were begun. */
  get cases(): number {
    return [...this.#became.values()].reduce((sum, { cases }) => sum + cases, 0)
  }

  /** The first step that has not ended; null: none. */
  get next(): number | null {
    const left = [...this.#begun, ...this.#left.map(({ nr }) => nr)]
    return left.length === 0 ? null : Math.min(...left)
  }

  async playAll(): Promise<readonly Totals[]> {
    const what = () => `steps, ${this.#finds.length} found`
    const progress = tellingProgress(this.#count, what)
    const totals: Totals[] = []
    const keepPlaying = async () => {
      while (this.#left.length > 0 && !this.#signal.aborted) {
        totals.push(await this.#playSome(progress.ended))
      }
    }
    await Promise.all(Array.from({ length: LANES }, keepPlaying)).finally(progress.close)
    return totals
  }

  /** What was played, and what was found, in lines. */
  told(): readonly string[] {
    const columns = ['part', 'files', 'cases', 'found', 'planned', 'took']
    const rows = [...this.#became].map(([part, { files, cases, finds, seconds, took }]) => [
      ...[part, String(files), cases.toLocaleString('en-US'), String(finds)],
      ...[seconds, took].map(each => `${Math.round(each)} s`)
    ])
    const table = [columns, ...rows].map(([name = '', ...cells]) =>
      [name.padEnd(12), ...cells.map(cell => cell.padStart(9))].join('')
    )
    return this.#finds.length === 0 ? table : [...table, 'Found:', ...this.#finds]
  }

  /** Plays steps in one process, until one is for another engine or the process is worn out. */
  async #playSome(ended: () => void): Promise<Totals> {
    const { engine } = this.#left[0] as Step
    let step = this.#begin() as Step
    const played: Step[] = [step]
    // What failed in a step may be told when the next one has begun.
    const onFailed = (...lines: readonly string[]) => {
      const told = played.findLast(({ file }) => lines[0]?.startsWith(`not ok ${file}`))
      this.#failed(told ?? step, lines)
    }
    const how = { timeoutMs: TIMEOUT_MS, signal: this.#signal, verbose: false, onFailed }
    const suffix = engine === 'postgres' ? ' on PostgreSQL' : ''
    const lane = new Lane({ environment: { TEST_ENGINE: engine }, suffix }, how)
    for (;;) {
      const result = await lane.play(step.file, { seed: step.seed, only: this.#plan.only })
      if (result === null) break
      this.#begun.delete(step.nr)
      const became = this.#becameOf(step.part)
      became.files++
      became.cases += result.cases
      became.seconds += step.seconds
      became.took += result.ms / 1_000
      ended()
      if (!lane.goesOn || this.#left[0]?.engine !== engine) break
      step = this.#begin() as Step
      played.push(step)
    }
    return lane.end()
  }

  #begin(): Step | undefined {
    const step = this.#left.shift()
    if (step !== undefined) this.#begun.add(step.nr)
    return step
  }

  #becameOf(part: PartName): Became {
    const became = this.#became.get(part) ?? { files: 0, cases: 0, finds: 0, seconds: 0, took: 0 }
    this.#became.set(part, became)
    return became
  }

  /** A line of a file that failed, and then why it did; or more about it. */
  #failed(step: Step, lines: readonly string[]): void {
    const [title = '', ...why] = lines
    if (!title.startsWith('not ok ')) {
      tell(...lines)
      return
    }
    const { file, engine, seed, part } = step
    const named = lines.flatMap(line => /not ok \d+ - again: (.*)$/.exec(line)?.[1] ?? [])
    const whole = `npm run soak -- --play ${file} --engine ${engine} --seed ${seed}`
    const commands = named.length > 0 ? [...new Set(named)] : [whole]
    this.#finds.push(...commands)
    this.#becameOf(part).finds += commands.length
    tell(...commands.map(command => `FOUND: ${command}`), ...gistOf(why))
  }
}

/** What of a failure says what went wrong, and not where the test says so. */
function gistOf(lines: readonly string[]): readonly string[] {
  let hidden = Number.POSITIVE_INFINITY
  return lines.filter(line => {
    const indent = line.search(/\S/)
    if (indent > hidden) return false
    const isPlace = /^\s+(at|stack|source|type|tapCaught|compare):/.test(line)
    hidden = isPlace ? indent : Number.POSITIVE_INFINITY
    return !isPlace && !/not ok \d+ - again: /.test(line) && !/^\s+(---|\.\.\.)$/.test(line)
  })
}
