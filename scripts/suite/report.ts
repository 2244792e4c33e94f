/**
 * The report of a lane for people: a line for each file, and under a failed file its failed
 * assertions with their explanations. All failures are told once more at the end of the run, where
 * who sees no more than its last lines finds them.
 *
 * A lane writes TAP. A file is a test inside the one around all files, so its lines begin after
 * four spaces, and those of its tests after eight; lines without spaces were printed by a test and
 * are passed on.
 */

/** The lines about what failed in any lane. */
const failed: string[] = []

/** Prints lines about a failure, and keeps them for the end. */
export function tellFailure(...lines: readonly string[]): void {
  console.log(lines.join('\n'))
  failed.push(...lines)
}

/** Prints what failed once more. */
export function tellFailuresAgain(): void {
  if (failed.length > 0) console.log(['', 'What failed:', ...failed].join('\n'))
}

/** Reads the lines of one lane, in their order. */
export class Report {
  /** Whether the last file that ended has failed: lines about it may follow. */
  #hasFailed = false
  #failures: string[] = []
  #keep = false

  read(line: string): void {
    if (/^(TAP version|1\.\.|# |(not )?ok |$)/.test(line)) return
    if (line.startsWith(' '.repeat(8))) this.#inside(line.slice(4))
    else if (line.startsWith(' '.repeat(6))) this.#about(line.slice(4))
    else if (line.startsWith(' '.repeat(4))) this.#ended(line.slice(4))
    else console.log(line)
  }

  /** A failed assertion and the block that explains it; a passed one only ends such a block. */
  #inside(line: string): void {
    if (/^\s+(ok |# |1\.\.\d+$)/.test(line)) this.#keep = false
    if (/^\s+not ok /.test(line)) this.#keep = true
    if (this.#keep && line.trim() !== '') this.#failures.push(line)
  }

  #ended(line: string): void {
    if (!/^(not )?ok /.test(line)) return
    const lines = [line.replace(/^(not ok|ok) \d+ - /, '$1 '), ...this.#failures]
    this.#hasFailed = line.startsWith('not ok')
    if (this.#hasFailed) tellFailure(...lines)
    else console.log(lines.join('\n'))
    this.#failures = []
    this.#keep = false
  }

  /** The lines after a failed file; the reason of its end may matter. */
  #about(line: string): void {
    if (!/^ {2}(error|expired|failure|signal|timeout): (?!null)/.test(line)) return
    if (this.#hasFailed) tellFailure(line)
    else console.log(line)
  }
}
