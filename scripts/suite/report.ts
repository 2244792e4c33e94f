/**
 * The report of a lane for people: a line for each file, and under a failed file its failed
 * assertions with their explanations.
 *
 * A lane writes TAP. A file is a test inside the one around all files, so its lines begin after
 * four spaces, and those of its tests after eight; lines without spaces were printed by a test and
 * are passed on.
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

  /** A failed assertion and the block that explains it; a passed one only ends such a block. */
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

  /** The lines after a failed file; the reason of its end may matter. */
  #about(line: string): void {
    if (/^ {2}(error|expired|failure|signal|timeout): (?!null)/.test(line)) console.log(line)
  }
}
