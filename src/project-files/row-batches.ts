/**
 * Carries out the rows of an import, a batch at a time.
 *
 * The units of a batch share a commit, and each row is one unit: it is stored whole or not at all,
 * also when the program is killed. At most one batch is held in memory. Batches are as large as the
 * commits are quick, so that a service beside the import does not wait long for the database.
 */
import type { RowFinding } from '../decisions/imports/columns.ts'
import type { Imported } from '../decisions/imports/outcome.ts'
import type { TextRow } from '../http/csv.ts'
import { Pace } from '../jobs/worker.ts'

/** What became of the rows so far. */
export interface Tally {
  readonly made: number
  readonly changed: number
  readonly unchanged: number
  /** Rows with findings. */
  readonly bad: number
}

export interface RowsWork {
  /** Carries out one row; findings when it cannot be. */
  readonly carryOut: (row: TextRow) => Promise<Imported | readonly RowFinding[]>
  /** Told of each finding, in the order of the file. */
  readonly report: (line: number, finding: RowFinding) => void
  /** Told after each batch. */
  readonly advanced: (rows: number, bytes: number) => void
  /** Whether nothing after the first row with findings is carried out. */
  readonly stopsAtFirst: boolean
  /** Milliseconds since some fixed moment. */
  readonly stopwatch: () => number
}

/** Rows that are held at once, and about how many bytes of the file. */
export const BATCH_MAX = 100
const BATCH_BYTES_MAX = 1_000_000

/** Carries out all rows, or those before the first bad one. */
export async function carryOutRows(rows: AsyncIterable<TextRow>, work: RowsWork): Promise<Tally> {
  const { stopsAtFirst, stopwatch } = work
  // A batch is carried out at once, so a stop at the first bad row needs batches of one.
  const pace = new Pace(stopsAtFirst ? 1 : BATCH_MAX)
  const tally = { made: 0, changed: 0, unchanged: 0, bad: 0 }
  let batch: TextRow[] = []
  let doneBytes = 0
  const flush = async () => {
    const began = stopwatch()
    await carryOutBatch(batch, work, tally)
    pace.took(batch.length, stopwatch() - began, true)
    batch = []
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < pace.items && row.bytes - doneBytes < BATCH_BYTES_MAX) continue
    doneBytes = row.bytes
    await flush()
    if (stopsAtFirst && tally.bad > 0) return tally
  }
  await flush()
  return tally
}

async function carryOutBatch(
  batch: readonly TextRow[],
  { carryOut, report, advanced }: RowsWork,
  tally: { -readonly [Key in keyof Tally]: number }
): Promise<void> {
  const outcomes = await Promise.all(batch.map(carryOut))
  for (const [index, outcome] of outcomes.entries()) {
    tally[typeof outcome === 'string' ? outcome : 'bad']++
    if (typeof outcome === 'string') continue
    for (const finding of outcome) report(batch[index]?.line ?? 0, finding)
  }
  const { made, changed, unchanged, bad } = tally
  advanced(made + changed + unchanged + bad, Math.max(0, ...batch.map(({ bytes }) => bytes)))
}
