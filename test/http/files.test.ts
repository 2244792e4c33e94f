import t from 'tap'
import { REPORTED_FAILURES_MAX } from '../../src/decisions/async-actions.ts'
import { csvLines, recordsOf } from '../../src/http/csv.ts'
import { fileCommand } from '../../src/http/wire/files.ts'

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

async function* piece(text: string): AsyncGenerator<string> {
  yield text
}

const STRAY = {
  problem:
    'a quote stands beside other text; put the whole cell in quotes, and write each within it twice'
}
const OPEN = { problem: 'its quotes are not closed' }
const cells = (...all: string[]) => ({ cells: all })

// What stands in a file, and by line what is read.
// biome-ignore format: a table
const files = [
  ['a,b\n', [[1, cells('a', 'b')]]],
  ['a,"b"\r\n', [[1, cells('a', 'b')]]],
  ['a;"b,c"\n1;"2;3"\n', [[1, cells('a', 'b,c')], [2, cells('1', '2;3')]]],
  ['"a,""b""",\n', [[1, cells('a,"b"', '')]]],
  ['""\n"",\n', [[1, cells('')], [2, cells('', '')]]],
  ['\n"a\nb"\n\n', [[1, cells()], [2, cells('a\nb')], [4, cells()]]],
  ['"a\r\nb",c\rd\n', [[1, cells('a\r\nb', 'c\rd')]]],
  ['"a"b\na"b"\n"a" ,\n "a"\n', [[1, STRAY], [2, STRAY], [3, STRAY], [4, STRAY]]],
  ['a"b\n"\nc\n', [[1, STRAY], [2, OPEN], [3, cells('c')]]],
  ['"a\nb\n', [[1, OPEN], [2, cells('b')]]]
] as const

for (const [text, expected] of files) {
  t.test(`${JSON.stringify(text)} is read line by line as the rows say`, async t => {
    const read = []
    for await (const record of recordsOf(csvLines(piece(text))))
      read.push([record.line, record.read])
    t.strictSame(read, expected)
  })
}
