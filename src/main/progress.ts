/**
 * How far an import, a load or a copy is: a bar on a terminal, lines elsewhere.
 */
import type { Host } from './on-database.ts'

export interface ProgressBar {
  /** Tells that `rows` are carried out, and the share of the whole that they are, 0 to 1. */
  show(rows: number, share: number): void
  /** Prints a line above the bar. */
  tell(text: string): void
  /** Removes the bar. */
  end(): void
}

/** Rows between two lines where there is no terminal. */
const ROWS_PER_LINE = 10_000
const BAR_CELLS = 30
/** To the first column, and the line is empty. */
const CLEAR = '\r\u001b[K'

/** Progress for the people of this host; `whole` completes "so far, 40 % of …". */
export function progressFor(
  { terminal, complain }: Pick<Host, 'terminal' | 'complain'>,
  whole: string
): ProgressBar {
  return terminal === undefined ? linesTo(complain, whole) : barOn(terminal, complain)
}

/** A number as people read it. */
export function grouped(number: number): string {
  return number.toLocaleString('en-US')
}

function linesTo(complain: Host['complain'], whole: string): ProgressBar {
  let told = 0
  return {
    show: (rows, share) => {
      // A load counts the rows of each file beside it from nothing.
      if (rows < told) told = 0
      if (rows < told + ROWS_PER_LINE) return
      told = rows
      complain(`${grouped(rows)} rows so far, ${percentOf(share)} of ${whole}`)
    },
    tell: complain,
    end: () => {}
  }
}

function barOn(terminal: (text: string) => void, complain: Host['complain']): ProgressBar {
  let shown = ''
  return {
    show: (rows, share) => {
      const filled = Math.round(share * BAR_CELLS)
      const bar = `${'#'.repeat(filled)}${'-'.repeat(BAR_CELLS - filled)}`
      const next = `[${bar}] ${percentOf(share)}  ${grouped(rows)} rows`
      if (next === shown) return
      shown = next
      terminal(`${CLEAR}${next}`)
    },
    tell: text => {
      terminal(CLEAR)
      complain(text)
      terminal(shown)
    },
    end: () => terminal(CLEAR)
  }
}

function percentOf(share: number): string {
  return `${Math.floor(share * 100)} %`
}
