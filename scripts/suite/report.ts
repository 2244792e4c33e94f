/**
 * What a lane prints, as a person reads it: a line for each file, and under a file that failed the
 * assertions that did, with what explains them.
 *
 * A lane writes TAP. A file is a test of the one that encloses all of them, so its lines begin
 * after four spaces, and those of what is inside after eight; what begins at once was printed by a
 * test and is passed on as it is.
 */

/** Reads the lines of one lane, in their order. */
export class Report {
  #failures: string[] = []
  #keep = false

  read(line: string): void {
    if (/^(TAP version|1\.\.|# |(not )?ok |$)/.test(line)) return
    if (line.startsWith(' '.repeat(8))) this.#inside(line.slice(4))
    else if (line.startsWith(' '.repeat(6))) this.#about(line.slice(4))
    else if (line.startsWith(' '.repeat(4))) this.#ended(line.slice(4))
    else console.log(line)
  }

  /** A failed assertion and the block that explains it; passed ones only end such a block. */
  #inside(line: string): void {
    if (/^\s+(ok |# |1\.\.\d+$)/.test(line)) this.#keep = false
    if (/^\s+not ok /.test(line)) this.#keep = true
    if (this.#keep && line.trim() !== '') this.#failures.push(line)
  }

  #ended(line: string): void {
    if (!/^(not )?ok /.test(line)) return
    console.log(line.replace(/^(not ok|ok) \d+ - /, '$1 '))
    for (const failure of this.#failures) console.log(failure)
    this.#failures = []
    this.#keep = false
  }

  /** What follows a file that failed; why it ended may matter. */
  #about(line: string): void {
    if (/^ {2}(error|expired|failure|signal|timeout): (?!null)/.test(line)) console.log(line)
  }
}
