/**
 * A file of CSV in a request as its header and its rows. Other requests have their turn after every
 * few milliseconds of it, whatever is in the file: rows that cannot be read take many times as long
 * as others. What a row means is for the job; here it is only told apart from the next, so that a
 * bad one is known by its line. Of rows that no report has room for, nothing but the line is kept.
 * Spec: CustomerFileRequest, VoucherFileRequest.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { REPORTED_FAILURES_MAX } from '../../decisions/async-actions.ts'
import type { Columns, RowFinding } from '../../decisions/imports/columns.ts'
import {
  headerRefusal,
  inOwnNames,
  type SentFile,
  type SentRow
} from '../../decisions/imports/formats.ts'
import { invalidPayload, Refused } from '../../decisions/refusals.ts'
import { csvLines, isBlank, recordsOf, rowOf, unreadable } from '../csv.ts'

/** Rows of a file, empty lines included: a request cannot hold up the imports after it for long. */
const ROWS_MAX = 100_000
/** Characters of all names in a header, which the job keeps as long as it works. */
const HEADER_MAX = 10_000
/** Characters that are split into lines at once. */
const PIECE = 65_536
/** Milliseconds of reading after which others have their turn. */
const TURN_MS = 5

/**
 * The file with its header, which is judged before anything after it is read where its columns are
 * known by then. `stopwatch`: milliseconds since some fixed moment. `made`: what becomes of each row.
 * @throws {Refused} when the file has no header that fits, no row, or too many.
 */
export async function fileCommand<Row = SentRow>(
  { file }: { readonly file: string },
  columns: Columns | null,
  stopwatch = () => performance.now(),
  made = (_header: readonly string[], row: SentRow) => row as Row
): Promise<Omit<SentFile, 'rows'> & { readonly rows: readonly Row[] }> {
  let header: readonly string[] | null = null
  let asMetadata: readonly string[] = []
  let [records, bad] = [0, 0]
  let began = stopwatch()
  const rows: Row[] = []
  const unfitRow = (line: number, findings: readonly RowFinding[]): SentRow => ({
    line,
    findings: bad++ < REPORTED_FAILURES_MAX ? findings : []
  })
  for await (const { line, read } of recordsOf(csvLines(piecesOf(file)))) {
    if (header === null) {
      if ('problem' in read) throw refusal(`line 1 cannot be read: ${read.problem}`)
      const sent = read.cells.map(name => name.trim())
      const named = columns === null ? { header: sent } : inOwnNames(columns, sent)
      ;({ header, asMetadata = [] } = named)
      if (header.join().length > HEADER_MAX) throw refusal(`line 1 is too long for a header`)
      const unfit = columns && headerRefusal(columns, header)
      if (unfit) throw new Refused(unfit)
    } else if ('problem' in read) {
      rows.push(made(header, unfitRow(line, unreadable(read.problem).findings)))
    } else if (!isBlank(read.cells)) {
      const { findings } = rowOf(header, read.cells)
      const row = findings.length > 0 ? unfitRow(line, findings) : { line, cells: read.cells }
      rows.push(made(header, row))
    }
    if (records++ > ROWS_MAX) {
      throw refusal(`has more than ${ROWS_MAX} rows, empty ones included; send several files`)
    }
    if (stopwatch() - began > TURN_MS) {
      await turn()
      began = stopwatch()
    }
  }
  if (header === null || rows.length === 0) {
    throw refusal('must be CSV with a header and at least one row')
  }
  return { header, rows, ...(asMetadata.length > 0 && { asMetadata }) }
}

function refusal(message: string): Refused {
  return new Refused(invalidPayload('file', message))
}

async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += PIECE) yield text.slice(from, from + PIECE)
}
