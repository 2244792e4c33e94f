/**
 * The rows of a file, one after another: CSV with a header, or JSON lines.
 *
 * A file is read as it is needed and no row is kept, so its length does not matter. A row that
 * cannot be read is a finding like any other, and the next one is read. Both formats are UTF-8.
 *
 * Spec: Decision 130.
 */
import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import {
  type Columns,
  type Finding,
  isObject,
  type Row,
  unknownColumns
} from '../../decisions/imports/columns.ts'
import { unsound } from '../../http/soundness.ts'
import type { Json } from '../../model.ts'
import { messageOf } from '../failures.ts'
import { CommandFailed } from '../on-database.ts'

/** What the file has from one line end to the next, or within quotes over several lines. */
export interface FileRow {
  /** The line on which it begins; the first is 1. */
  readonly line: number
  readonly row: Row
  /** Why it cannot be read; such a row is not carried out. */
  readonly findings: readonly Finding[]
  /** Bytes of the file up to its end. */
  readonly bytes: number
}

/** The words of --format. */
export const FILE_FORMATS = ['csv', 'jsonl'] as const

export type FileFormat = (typeof FILE_FORMATS)[number]

/** Characters of one row, so that a file without line ends needs no more memory than another. */
const ROW_MAX = 1_000_000

/** What its name says a file is. @throws {CommandFailed} when it says neither. */
export function formatOf(file: string): FileFormat {
  const extension = extname(file).toLowerCase()
  if (extension === '.csv') return 'csv'
  if (extension === '.jsonl' || extension === '.ndjson') return 'jsonl'
  throw new CommandFailed(
    `${file} is named neither .csv nor .jsonl. Say which it is with --format.`
  )
}

/**
 * The rows of a file, in order.
 * @param given the columns that every row has beside its own.
 * @throws {CommandFailed} when the header of a CSV file does not fit the columns.
 */
export function rowsOf(
  file: string,
  format: FileFormat,
  { columns, given }: { readonly columns: Columns; readonly given: Row }
): AsyncGenerator<FileRow> {
  return format === 'csv' ? csvRows(file, columns, given) : jsonRows(file)
}

async function* csvRows(file: string, columns: Columns, given: Row): AsyncGenerator<FileRow> {
  let header: readonly string[] | null = null
  for await (const { line, bytes, read } of recordsOf(linesOf(file))) {
    if (header === null) {
      header = namesIn(file, read)
      refuseHeader(file, header, columns, given)
    } else if ('problem' in read) {
      yield { line, bytes, ...unreadable(read.problem) }
    } else if (read.cells.length > 0) {
      yield { line, bytes, ...rowOf(header, read.cells) }
    }
  }
  if (header === null) refuseHeader(file, [], columns, given)
}

/** The cells of one record, none for an empty line; or why it cannot be read. */
type Read = { readonly cells: readonly string[] } | { readonly problem: string }

/** @throws {CommandFailed} when the header cannot be read. */
function namesIn(file: string, read: Read): readonly string[] {
  if ('cells' in read) return read.cells.map(name => name.trim())
  throw new CommandFailed(`${file}, line 1: cannot be read: ${read.problem}\nNothing was imported.`)
}

function cellsIn(text: string): Read {
  try {
    // Otherwise the library takes a carriage return for the end of a record where it finds one.
    const record_delimiter = ['\n', '\r\n']
    const [cells = [], ...others] = parse(text, { relax_column_count: true, record_delimiter })
    return others.length === 0 ? { cells } : { problem: MISPLACED_QUOTE }
  } catch (error) {
    const { code } = error as CsvError
    const known = code === 'INVALID_OPENING_QUOTE' || code === 'CSV_INVALID_CLOSING_QUOTE'
    return { problem: known ? MISPLACED_QUOTE : messageOf(error, [CsvError]) }
  }
}

const MISPLACED_QUOTE =
  'a quote stands beside other text; put the whole cell in quotes, and write each within it twice'

const OPEN_QUOTE = 'its quotes are not closed'

/** Lines of one record at most: a quote that is not closed must not take the rest of the file. */
const RECORD_LINES_MAX = 100

interface CsvRecord extends Pick<FileRow, 'line' | 'bytes'> {
  readonly read: Read
}

/** The records of CSV: a line, and those after it as long as a quote is open. */
async function* recordsOf(lines: AsyncIterable<Line>): AsyncGenerator<CsvRecord> {
  const held: Line[] = []
  for await (const line of lines) {
    held.push(line)
    yield* recordsIn(held, held.length > RECORD_LINES_MAX || charactersIn(held) > ROW_MAX)
  }
  yield* recordsIn(held, true)
}

function charactersIn(lines: readonly Line[]): number {
  return lines.reduce((sum, { text }) => sum + (text?.length ?? 0), 0)
}

/** Takes what is complete; `isLast` when no more lines are waited for. */
function* recordsIn(held: Line[], isLast: boolean): Generator<CsvRecord> {
  for (let first = held[0]; first !== undefined; first = held[0]) {
    const count = linesOfRecord(held)
    if (first.text !== null && count === null && !isLast) return
    const read = count === null ? { problem: OPEN_QUOTE } : recordIn(held.slice(0, count))
    // What cannot be read costs the line that began it, and not those up to the next stray quote.
    const lines = held.splice(0, 'cells' in read ? (count ?? 1) : 1)
    yield { line: first.line, bytes: (lines.at(-1) ?? first).bytes, read }
  }
}

/** What complete lines say. */
function recordIn(lines: readonly Line[]): Read {
  const isTooLong = lines.some(({ text }) => text === null) || charactersIn(lines) > ROW_MAX
  if (isTooLong) return { problem: TOO_LONG }
  return cellsIn(
    lines
      .map(({ text }) => text ?? '')
      .join('\n')
      .replace(/\r$/, '')
  )
}

/** How many lines close all quotes; null when they do not. */
function linesOfRecord(lines: readonly Line[]): number | null {
  let quotes = 0
  for (const [index, { text }] of lines.entries()) {
    if (text === null) return index === 0 ? 1 : null
    quotes += text.split('"').length - 1
    if (quotes % 2 === 0) return index + 1
  }
  return null
}

function unreadable(problem: string): Pick<FileRow, 'row' | 'findings'> {
  return { row: {}, findings: [{ column: null, message: `cannot be read: ${problem}` }] }
}

/** @throws {CommandFailed} */
function refuseHeader(file: string, header: readonly string[], columns: Columns, given: Row): void {
  const known = Object.keys(columns).join(', ')
  const findings = [
    ...unknownColumns(columns, header).map(
      name => `column ${printable(name)}: is not known; those are ${known}`
    ),
    ...header
      .filter((name, index) => header.indexOf(name) !== index)
      .map(name => `column ${printable(name)}: is there twice`),
    ...Object.entries(columns)
      .filter(([name, { isNeeded }]) => isNeeded && !header.includes(name) && !(name in given))
      .map(([name]) => `column ${name}: is missing`)
  ]
  if (findings.length === 0) return
  const told = findings.map(finding => `${file}, line 1, ${finding}`)
  throw new CommandFailed([...told, 'Nothing was imported.'].join('\n'))
}

/** A name of the file's own on a terminal, which might take some characters for commands. */
function printable(name: string): string {
  return JSON.stringify(name).slice(1, -1)
}

function rowOf(
  header: readonly string[],
  cells: readonly string[]
): Pick<FileRow, 'row' | 'findings'> {
  if (cells.length !== header.length) {
    const message = `has ${cells.length} cells, and the header ${header.length}`
    return { row: {}, findings: [{ column: null, message }] }
  }
  const row = Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']))
  return { row, findings: unstorable(row) }
}

async function* jsonRows(file: string): AsyncGenerator<FileRow> {
  for await (const { line, text, bytes } of linesOf(file)) {
    if (text === null) yield { line, bytes, ...unreadable(TOO_LONG) }
    else if (text.trim() !== '') yield { line, bytes, ...objectOf(text) }
  }
}

function objectOf(text: string): Pick<FileRow, 'row' | 'findings'> {
  const value = parsed(text)
  if (!isObject(value)) {
    return { row: {}, findings: [{ column: null, message: 'is no JSON object in one line' }] }
  }
  return { row: value, findings: unstorable(value) }
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What stands where bytes were no UTF-8. */
const REPLACED = '\uFFFD'

const NO_UTF8 = 'has bytes that are no UTF-8; save the file as UTF-8'

/** Cells that would be stored as something else, or that no answer could hold. */
function unstorable(row: Row): readonly Finding[] {
  return Object.entries(row).flatMap(([column, cell]) => {
    const fault = unsound(cell, [])
    if (fault !== null) return [{ column, message: fault }]
    return JSON.stringify(cell).includes(REPLACED) ? [{ column, message: NO_UTF8 }] : []
  })
}

/** One line without its end. */
interface Line extends Pick<FileRow, 'line' | 'bytes'> {
  /** Null for one that is too long to be held. */
  readonly text: string | null
}

const TOO_LONG = `it has more than ${ROW_MAX} characters`

async function* linesOf(file: string): AsyncGenerator<Line> {
  let rest = ''
  let isTooLong = false
  let line = 0
  let bytes = 0
  const ended = (text: string): Line => {
    line++
    bytes += Buffer.byteLength(text) + 1
    const known = isTooLong ? null : line === 1 ? withoutMark(text) : text
    isTooLong = false
    return { line, bytes, text: known }
  }
  for await (const chunk of createReadStream(file, 'utf8') as AsyncIterable<string>) {
    const lines = `${rest}${chunk}`.split('\n')
    rest = lines.pop() ?? ''
    for (const text of lines) yield ended(text)
    if (rest.length <= ROW_MAX) continue
    bytes += Buffer.byteLength(rest)
    rest = ''
    isTooLong = true
  }
  if (rest !== '' || isTooLong) yield ended(rest)
}

/** Without the mark that some programs begin UTF-8 with. */
function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text
}
