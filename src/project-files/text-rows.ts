/** The rows of a file, one after another: CSV with a header, or JSON lines. */
import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import {
  type Columns,
  headerFindings,
  type ImportRow,
  isObject,
  type RowFinding
} from '../decisions/imports/columns.ts'
import type { Imported } from '../decisions/imports/outcome.ts'
import { decodedPieces, Undecodable, undecodable } from '../http/bodies.ts'
import {
  type CsvLine,
  csvLines,
  isBlank,
  recordsOf,
  rowOf,
  type TextRow,
  TOO_LONG,
  unreadable,
  unstorable
} from '../http/csv.ts'
import { Pace } from '../jobs/worker.ts'
import type { Json } from '../model.ts'
import { lossIn } from './reading.ts'
import { FileFailed, type FileFormat } from './sections.ts'

/** What its name says a file is. @throws {FileFailed} when it says neither. */
export function formatOf(file: string): FileFormat {
  const extension = extname(file).toLowerCase()
  if (extension === '.csv') return 'csv'
  if (extension === '.jsonl' || extension === '.ndjson') return 'jsonl'
  throw new FileFailed(`${file} is named neither .csv nor .jsonl. Say which it is with --format.`)
}

/** A file that is no text, or has a header that does not fit; nothing was imported. */
export class RowsRefused extends FileFailed {
  /** What is wrong with it, each after the name of the file. */
  readonly findings: readonly string[]

  constructor(file: string, findings: readonly string[]) {
    const told = findings.map(finding => `${file}, ${finding}`)
    super([...told, 'Nothing was imported.'].join('\n'))
    this.findings = findings
  }
}

interface Reading {
  readonly columns: Columns
  /** The columns that every row has beside its own. */
  readonly given: ImportRow
  /** What the file is encoded as; undefined: it says so itself. */
  readonly encoding?: string | undefined
}

/**
 * The rows of a file, in order.
 * @throws {RowsRefused} when the file is no text, or the header of CSV does not fit the columns.
 */
export async function* rowsOf(
  file: string,
  format: FileFormat,
  { columns, given, encoding }: Reading
): AsyncGenerator<TextRow> {
  const lines = () => csvLines(decodedPieces(createReadStream(file), encoding))
  try {
    // To the end, before anything is done with what comes first.
    for await (const _ of lines());
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error
    throw new RowsRefused(file, [`which ${undecodable(encoding, '--encoding ')}`])
  }
  yield* format === 'csv' ? csvRows(file, lines(), { columns, given }) : jsonRows(lines())
}

async function* csvRows(file: string, lines: AsyncIterable<CsvLine>, { columns, given }: Reading) {
  let header: readonly string[] | null = null
  for await (const { line, bytes, read } of recordsOf(lines)) {
    if (header === null) {
      if ('problem' in read) {
        throw new RowsRefused(file, [`line 1: cannot be read: ${read.problem}`])
      }
      header = read.cells.map(name => name.trim())
      refuseHeader(file, header, columns, given)
    } else if ('problem' in read) {
      yield { line, bytes, ...unreadable(read.problem) }
    } else if (!isBlank(read.cells)) {
      yield { line, bytes, ...rowOf(header, read.cells) }
    }
  }
  if (header === null) refuseHeader(file, [], columns, given)
}

/** @throws {RowsRefused} */
function refuseHeader(file: string, header: readonly string[], columns: Columns, given: ImportRow) {
  const findings = headerFindings(columns, header, given).map(finding => `line 1, ${finding}`)
  if (findings.length > 0) throw new RowsRefused(file, findings)
}

async function* jsonRows(lines: AsyncIterable<CsvLine>): AsyncGenerator<TextRow> {
  for await (const { line, text, bytes } of lines) {
    if (text === null) yield { line, bytes, ...unreadable(TOO_LONG) }
    else if (text.trim() !== '') yield { line, bytes, ...objectOf(text) }
  }
}

function objectOf(text: string): Pick<TextRow, 'row' | 'findings'> {
  let value: Json | undefined
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (!isObject(value)) {
    return { row: {}, findings: [{ column: null, message: 'is not a JSON object on one line' }] }
  }
  const loss = lossIn(text, value)
  return { row: value, findings: loss === null ? unstorable(value) : [loss] }
}

/*
 * Carries out the rows of an import, a batch at a time. The units of a batch share a commit, and
 * each row is one unit: it is stored whole or not at all. Batches are as large as the commits are
 * quick, so that a service beside the import does not wait long for the database.
 */

export interface Tally {
  readonly made: number
  readonly changed: number
  readonly unchanged: number
  /** Rows with findings. */
  readonly bad: number
}

interface RowsWork {
  readonly carryOut: (row: TextRow) => Promise<Imported | readonly RowFinding[]>
  /** Told of each finding, in the order of the file. */
  readonly report: (line: number, finding: RowFinding) => void
  readonly advanced: (rows: number, bytes: number) => void
  /** Whether nothing after the first row with findings is carried out; false unless said. */
  readonly stopsAtFirst?: boolean
  /** Milliseconds since some fixed moment. */
  readonly stopwatch?: () => number
}

/** Rows that are held at once, and about how many bytes of the file. */
export const BATCH_MAX = 100
const BATCH_BYTES_MAX = 1_000_000

export async function carryOutRows(
  rows: AsyncIterable<TextRow>,
  {
    carryOut,
    report,
    advanced,
    stopsAtFirst = false,
    stopwatch = () => performance.now()
  }: RowsWork
): Promise<Tally> {
  // A batch is carried out at once, so a stop at the first bad row needs batches of one.
  const pace = new Pace(stopsAtFirst ? 1 : BATCH_MAX)
  const tally = { made: 0, changed: 0, unchanged: 0, bad: 0 }
  let batch: TextRow[] = []
  let doneBytes = 0
  const flush = async () => {
    const began = stopwatch()
    const outcomes = await Promise.all(batch.map(carryOut))
    for (const [index, outcome] of outcomes.entries()) {
      tally[typeof outcome === 'string' ? outcome : 'bad']++
      if (typeof outcome === 'string') continue
      for (const finding of outcome) report(batch[index]?.line ?? 0, finding)
    }
    const done = Object.values(tally).reduce((sum, count) => sum + count, 0)
    advanced(done, Math.max(0, ...batch.map(({ bytes }) => bytes)))
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
