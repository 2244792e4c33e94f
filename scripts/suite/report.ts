/**
 * The report of a run for people: how far it is, the failures of a failed file at once and all of
 * them once more at the end, where who sees no more than its last lines finds them, and what was
 * skipped.
 *
 * A lane writes TAP. A file is a test inside the one around all files, so its lines begin after
 * four spaces, and those of its tests after eight; lines without spaces were printed by a test and
 * are passed on.
 */

/** Milliseconds between two lines that say how far it is, where it is no terminal's last line. */
const PROGRESS_MS = 20_000

/** The lines about what failed in any lane. */
const failed: string[] = []

/** A line for each test that was skipped, with its file and the reason. */
const skipped: string[] = []

/** What the last line of the terminal shows. */
let shown = ''

/** Prints lines above the one that says how far it is. */
export function tell(...lines: readonly string[]): void {
  if (shown !== '') process.stderr.write('\r\u001b[K')
  console.log(lines.join('\n'))
  if (shown !== '') process.stderr.write(shown)
}

/** Prints lines about a failure, and keeps them for the end. */
export function tellFailure(...lines: readonly string[]): void {
  tell(...lines)
  failed.push(...lines)
}

/** Prints what was skipped, and what failed once more. */
export function tellAgain(): void {
  if (skipped.length > 0) tell('', 'What was skipped:', ...skipped.sort())
  if (failed.length > 0) tell('', 'What failed:', ...failed)
}

/** `2 min 10 s`, or `10 s`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`
}

/**
 * Says on the standard error how far a run of so many files or steps is, in the last line of a
 * terminal or a line now and then. Returns what to call with each that ended, and at the end.
 */
export function tellingProgress(
  count: number,
  what: () => string = () => 'files'
): { ended(): void; close(): void } {
  const from = performance.now()
  let played = 0
  const line = () => `${played} of ${count} ${what()}, ${duration(performance.now() - from)}`
  const rewrite = () => {
    shown = line()
    process.stderr.write(`\r\u001b[K${shown}`)
  }
  const isTerminal = process.stderr.isTTY === true
  const timer = isTerminal
    ? setInterval(rewrite, 1_000)
    : setInterval(() => process.stderr.write(`${line()}\n`), PROGRESS_MS)
  return {
    ended: () => {
      played++
      if (isTerminal) rewrite()
    },
    close: () => {
      clearInterval(timer)
      if (shown !== '') process.stderr.write('\r\u001b[K')
      shown = ''
    }
  }
}

/** Reads the lines of one lane, in their order. */
export class Report {
  /** Whether files that passed have a line, too. */
  readonly #verbose: boolean
  readonly #onFailed: (...lines: readonly string[]) => void
  /** Whether the last file that ended has failed: lines about it may follow. */
  #hasFailed = false
  #failures: string[] = []
  #skips: string[] = []
  #keep = false

  constructor(verbose = false, onFailed = tellFailure) {
    this.#verbose = verbose
    this.#onFailed = onFailed
  }

  read(line: string): void {
    if (/^(TAP version|1\.\.|# |(not )?ok |$)/.test(line)) return
    if (line.startsWith(' '.repeat(8))) this.#inside(line.slice(4))
    else if (line.startsWith(' '.repeat(6))) this.#about(line.slice(4))
    else if (line.startsWith(' '.repeat(4))) this.#ended(line.slice(4))
    else tell(line)
  }

  /** A failed assertion and the block that explains it; a passed one only ends such a block. */
  #inside(line: string): void {
    const [, test, reason] = /^\s+ok \d+ - (.*?) # SKIP ?(.*)$/.exec(line) ?? []
    if (test !== undefined) {
      const why = reason === '' ? 'no reason is given' : reason
      this.#skips.push(`${test} (${why})`.replaceAll('\\#', '#'))
    }
    if (/^\s+(ok |# |1\.\.\d+$)/.test(line)) this.#keep = false
    if (/^\s+not ok /.test(line)) this.#keep = true
    if (this.#keep && line.trim() !== '') this.#failures.push(line)
  }

  #ended(line: string): void {
    if (!/^(not )?ok /.test(line)) return
    const title = line.replace(/^(not ok|ok) \d+ - /, '$1 ')
    this.#hasFailed = line.startsWith('not ok')
    if (this.#hasFailed) this.#onFailed(title, ...this.#failures)
    else if (this.#verbose) tell(title)
    const file = title.replace(/^(not )?ok | # time=.*/g, '')
    skipped.push(...this.#skips.map(skip => `  ${file}: ${skip}`))
    this.#failures = []
    this.#skips = []
    this.#keep = false
  }

  /** The lines after a failed file; the reason of its end may matter. */
  #about(line: string): void {
    if (!/^ {2}(error|expired|failure|signal|timeout): (?!null)/.test(line)) return
    if (this.#hasFailed) this.#onFailed(line)
    else tell(line)
  }
}
