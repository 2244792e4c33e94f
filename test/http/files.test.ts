/**
 * Files of CSV in a request: whatever is in them, others have their turn, and what cannot be read
 * is told as the library for CSV tells it.
 */
import { CsvError, parse } from 'csv-parse/sync'
import t from 'tap'
import { REPORTED_FAILURES_MAX } from '../../src/decisions/async-actions.ts'
import { csvLines, type ParsedRecord, recordsOf } from '../../src/http/csv.ts'
import { fileCommand } from '../../src/http/wire/files.ts'
import { casesOf } from '../support/chance.ts'

const ROWS = 3_000

t.test('others have their turn while a file is read, whatever its rows are', async t => {
  for (const row of ['"a', 'a,', 'abc', '"a"', '",']) {
    let [turns, now] = [0, 0]
    const count = () => {
      turns++
      timer = setImmediate(count)
    }
    let timer = setImmediate(count)
    // A clock on which each row takes a millisecond.
    await fileCommand({ file: `source_id\n${`${row}\n`.repeat(ROWS)}` }, null, () => now++)
    clearImmediate(timer)
    t.ok(turns > ROWS / 20, `${row}: ${turns} turns`)
  }
})

t.test('rows that no report has room for keep their line alone', async t => {
  const count = REPORTED_FAILURES_MAX + 2
  const { rows } = await fileCommand({ file: `a\n${'x,y\n'.repeat(count)}z\n` }, null)
  const findings = [{ column: null, message: 'has 2 cells, and the header 1' }]
  t.strictSame(rows.slice(REPORTED_FAILURES_MAX - 1), [
    { line: count - 1, findings },
    { line: count, findings: [] },
    { line: count + 1, findings: [] },
    { line: count + 2, cells: ['z'] }
  ])
})

/** What the library says of one record. */
function asTheLibrarySays(text: string): ParsedRecord {
  try {
    const [cells = [], ...others] = parse(text, { relax_column_count: true })
    return others.length > 0 ? { problem: 'more' } : { cells }
  } catch (error) {
    if (error instanceof CsvError) return { problem: error.code }
    throw error
  }
}

async function* piece(text: string): AsyncGenerator<string> {
  yield text
}

t.test('a record is read as the library reads it, and refused where it refuses it', async t => {
  const seen = { cells: 0, problem: 0 }
  const cases = casesOf(t, { gate: 200, soak: 5000 })
  for (const { between, pick } of cases) {
    const characters = Array.from({ length: between(1, 12) }, () => pick(['"', '"', ',', 'a', ' ']))
    const text = characters.join('')
    const { value: record } = await recordsOf(csvLines(piece(text))).next()
    const expected = asTheLibrarySays(text)
    if ('cells' in expected) t.strictSame(record?.read, expected, text)
    else t.ok(record !== undefined && 'problem' in record.read, text)
    seen['cells' in expected ? 'cells' : 'problem']++
  }
  cases.together(Math.min(seen.cells, seen.problem) > cases.count / 10, JSON.stringify(seen))
})
