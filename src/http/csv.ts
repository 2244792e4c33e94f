/**
 * The records of CSV, and the lines of any text, as they come: from a file, or from a request. Text
 * is read as it is needed and no record is kept, so its length does not matter. A record that
 * cannot be read is a finding like any other, and the next one is read. What exports mark for
 * spreadsheets is read as it was.
 *
 * A library takes the cells out of a record. Which lines are one is told here: to it, a quote that is
 * not closed takes all that follows, of which here one line is lost.
 */
import { CsvError, parse } from 'csv-parse/sync'
import { type ImportRow, type RowFinding, unsoundCell } from '../decisions/imports/columns.ts'
import { isLongerThan } from '../rules/sound-json.ts'
import { asRead } from '../rules/spreadsheets.ts'

export interface TextRow {
  /** The line on which it begins; the first is 1. */
  readonly line: number
  readonly row: ImportRow
  /** Why it cannot be read; such a row is not carried out. */
  readonly findings: readonly RowFinding[]
  /** Bytes of the text up to its end. */
  readonly bytes: number
}

/**
 * Characters of one row, so that a text without line ends needs no more memory than another. Lines
 * of an order are of one body, in which each character may be a quote, that is written twice.
 */
const ROW_MAX = 20_971_520

/** The cells of one record, none for an empty line; or why it cannot be read. */
export type ParsedRecord = { readonly cells: readonly string[] } | { readonly problem: string }

/** The cells of the text of one record. Most have no quote, and nothing to be read by a library. */
function cellsIn(text: string, delimiter: string): ParsedRecord {
  if (!text.includes('"')) return { cells: text === '' ? [] : text.split(delimiter) }
  try {
    const [cells = []] = parse(text, { ...ONE_RECORD, delimiter })
    return { cells }
  } catch (error) {
    if (error instanceof CsvError) return { problem: MISPLACED_QUOTE }
    throw error
  }
}

/** Ends of lines are within quotes, and how many cells there are is for the header to say. */
const ONE_RECORD = { record_delimiter: '\n', relax_column_count: true } as const

const MISPLACED_QUOTE =
  'a quote stands beside other text; put the whole cell in quotes, and write each within it twice'

const OPEN_QUOTE = 'its quotes are not closed'

/** Lines of one record at most, which is more than the texts of a row can have. */
const RECORD_LINES_MAX = 15_000

/**
 * Of more lines, no cell that has any is longer than any text, or a quote that is not closed would
 * take them all. Exported JSON, which may be longer, has no ends of lines.
 */
const USUAL_LINES = 100

/** Characters of the longest text that a cell may hold. */
const TEXT_MAX = 8192

export interface CsvRecord extends Pick<TextRow, 'line' | 'bytes'> {
  readonly read: ParsedRecord
}

/** The records of CSV: a line, and those after it as long as a quote is open. */
export async function* recordsOf(lines: AsyncIterable<CsvLine>): AsyncGenerator<CsvRecord> {
  const held: CsvLine[] = []
  let open = NOTHING
  let separator: string | null = null
  const read: ReadRecord = (text, lines) => {
    separator ??= separatorIn(text)
    const found = cellsIn(text, separator)
    if ('problem' in found) return found
    const cells = found.cells.map(asRead)
    const isLong = (cell: string) => cell.includes('\n') && isLongerThan(cell, TEXT_MAX)
    return lines > USUAL_LINES && cells.some(isLong) ? { problem: OPEN_QUOTE } : { cells }
  }
  for await (const line of lines) {
    held.push(line)
    open = yield* recordsIn(held, open, read, false)
  }
  yield* recordsIn(held, open, read, true)
}

/**
 * What stands between the cells of a file with this header: commas or, where it has none, what it
 * has first of semicolons and tabs, which spreadsheets write where decimals have commas.
 */
function separatorIn(header: string): string {
  const unquoted = header.replaceAll(/"[^"]*"?/g, '')
  return unquoted.includes(',') ? ',' : (/[;\t]/.exec(unquoted)?.[0] ?? ',')
}

type ReadRecord = (text: string, lines: number) => ParsedRecord

/** What is known of the first lines that are held: how many are read, and what is in them. */
const NOTHING = { lines: 0, quotes: 0, characters: 0 }
type HeldLines = Readonly<typeof NOTHING>

/** Takes what is complete, and returns what is known of the others, so that none is read again. */
function* recordsIn(
  held: CsvLine[],
  known: HeldLines,
  cellsOf: ReadRecord,
  isLast: boolean
): Generator<CsvRecord, HeldLines> {
  let [taken, begun] = [0, known]
  for (let first = held[taken]; first !== undefined; first = held[taken]) {
    begun = withLines(held, taken, begun)
    const { lines, quotes, characters } = begun
    const isOpen = quotes % 2 === 1
    const isTooLong = lines > RECORD_LINES_MAX || characters > ROW_MAX
    const next = held[taken + lines]
    if (isOpen && !isTooLong && !isLast && next === undefined) break
    const read = isOpen
      ? { problem: OPEN_QUOTE }
      : recordIn(held.slice(taken, taken + lines), cellsOf)
    // What cannot be read costs the line that began it, and not those up to the next stray quote.
    const count = 'cells' in read ? lines : 1
    const last = held[taken + count - 1] ?? first
    taken += count
    begun = NOTHING
    yield { line: first.line, bytes: last.bytes, read }
  }
  held.splice(0, taken)
  return begun
}

/** Reads on until all quotes are closed, or no line is left that can be a part of the record. */
function withLines(held: readonly CsvLine[], from: number, known: HeldLines): HeldLines {
  let { lines, quotes, characters } = known
  while (lines === 0 || (quotes % 2 === 1 && lines <= RECORD_LINES_MAX && characters <= ROW_MAX)) {
    const text = held[from + lines]?.text
    // A line that is too long is a record by itself.
    if (text === undefined || (text === null && lines > 0)) break
    lines++
    for (let at = text?.indexOf('"') ?? -1; at >= 0; at = text?.indexOf('"', at + 1) ?? -1) quotes++
    characters += text?.length ?? 0
  }
  return { lines, quotes, characters }
}

function recordIn(lines: readonly CsvLine[], cellsOf: ReadRecord): ParsedRecord {
  const text = lines.map(({ text }) => text ?? '').join('\n')
  if (lines.some(({ text }) => text === null) || text.length > ROW_MAX) return { problem: TOO_LONG }
  return cellsOf(text.endsWith('\r') ? text.slice(0, -1) : text, lines.length)
}

/** Whether nothing is in any cell: such a row says nothing, and spreadsheets write them. */
export function isBlank(cells: readonly string[]): boolean {
  return cells.every(cell => cell === '')
}

export function unreadable(problem: string): Pick<TextRow, 'row' | 'findings'> {
  return { row: {}, findings: [{ column: null, message: `cannot be read: ${problem}` }] }
}

export function rowOf(
  header: readonly string[],
  cells: readonly string[]
): Pick<TextRow, 'row' | 'findings'> {
  if (cells.length !== header.length) {
    const message = `has ${cells.length} cells, and the header ${header.length}`
    return { row: {}, findings: [{ column: null, message }] }
  }
  const row = Object.fromEntries(header.map((name, index) => [name, cells[index] ?? '']))
  return { row, findings: unstorable(row) }
}

export function unstorable(row: ImportRow): readonly RowFinding[] {
  return Object.entries(row).flatMap(([column, cell]) => {
    const message = unsoundCell(cell, column)
    return message === null ? [] : [{ column, message }]
  })
}

export interface CsvLine extends Pick<TextRow, 'line' | 'bytes'> {
  /** Null for one that is too long to be held. */
  readonly text: string | null
}

export const TOO_LONG = `it has more than ${ROW_MAX} characters`

export async function* csvLines(pieces: AsyncIterable<string>): AsyncGenerator<CsvLine> {
  let rest = ''
  let isTooLong = false
  let line = 0
  let bytes = 0
  const ended = (text: string): CsvLine => {
    line++
    bytes += Buffer.byteLength(text) + 1
    const isHeld = !isTooLong && text.length <= ROW_MAX
    // Without the mark that some programs begin UTF-8 with.
    const known = isHeld ? (line === 1 ? text.replace(/^\uFEFF/, '') : text) : null
    isTooLong = false
    return { line, bytes, text: known }
  }
  for await (const chunk of pieces) {
    // What is held is never looked at again, however long a line is.
    const [first = '', ...others] = chunk.split('\n')
    rest += first
    for (const text of others) {
      yield ended(rest)
      rest = text
    }
    if (rest.length <= ROW_MAX) continue
    bytes += Buffer.byteLength(rest)
    rest = ''
    isTooLong = true
  }
  if (rest !== '' || isTooLong) yield ended(rest)
}
