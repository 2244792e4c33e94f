/**
 * A file of CSV in a request as its header and its rows.
 *
 * It is read in pieces between which other requests have their turn. What a row means is for the
 * job; here it is only told apart from the next, so that a bad one is known by its line.
 *
 * Spec: CustomerFileRequest, VoucherFileRequest; Decisions 136 and
 * 178.
 */
import type { Columns } from '../../decisions/imports/columns.ts'
import { headerRefusal, type SentFile, type SentRow } from '../../decisions/imports/queueing.ts'
import { Refused } from '../../decisions/refusals.ts'
import { invalidPayload } from '../../decisions/request-refusals.ts'
import { linesOf, recordsOf, rowOf, unreadable } from '../csv.ts'

/** Rows of a file, empty lines included: a request cannot hold up the imports after it for long. */
const ROWS_MAX = 100_000
/** Characters of all names in a header, which the job keeps as long as it works. */
const HEADER_MAX = 10_000
/** Characters that are read at once; a few milliseconds. */
const PIECE = 65_536

/**
 * The file with its header, which is judged before anything after it is read where its columns are
 * known by then.
 * @throws {Refused} when the file has no header that fits, no row, or too many.
 */
export async function fileCommand(
  { file }: { readonly file: string },
  columns: Columns | null
): Promise<SentFile> {
  let header: readonly string[] | null = null
  let records = 0
  const rows: SentRow[] = []
  for await (const { line, read } of recordsOf(linesOf(piecesOf(file)))) {
    if (header === null) {
      if ('problem' in read) throw refusal(`line 1 cannot be read: ${read.problem}`)
      header = read.cells.map(name => name.trim())
      if (header.join().length > HEADER_MAX) throw refusal(`line 1 is too long for a header`)
      const unfit = columns && headerRefusal(columns, header)
      if (unfit) throw new Refused(unfit)
    } else if ('problem' in read) {
      rows.push({ line, findings: unreadable(read.problem).findings })
    } else if (read.cells.length > 0) {
      const { findings } = rowOf(header, read.cells)
      rows.push(findings.length > 0 ? { line, findings } : { line, cells: read.cells })
    }
    if (records++ > ROWS_MAX) {
      throw refusal(`has more than ${ROWS_MAX} rows, empty ones included; send several files`)
    }
  }
  if (header === null || rows.length === 0) {
    throw refusal('must be CSV with a header and at least one row')
  }
  return { header, rows }
}

function refusal(message: string): Refused {
  return new Refused(invalidPayload('file', message))
}

/** The text piece by piece, each at a turn of the event loop of its own. */
async function* piecesOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += PIECE) {
    yield text.slice(from, from + PIECE)
    await new Promise(resolve => setImmediate(resolve))
  }
}
