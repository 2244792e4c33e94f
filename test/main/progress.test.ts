import t from 'tap'
import { progressFor } from '../../src/main/on-database.ts'

t.test('a line is told after every 10,000 rows of a file, and of the next file anew', async t => {
  const told: string[] = []
  const { show } = progressFor({ complain: text => told.push(text) }, 'the file')
  for (let rows = 100; rows <= 25_000; rows += 100) show(rows, rows / 25_000)
  for (let rows = 100; rows <= 12_000; rows += 100) show(rows, rows / 12_000)
  t.strictSame(told, [
    '10,000 rows so far, 40 % of the file',
    '20,000 rows so far, 80 % of the file',
    '10,000 rows so far, 83 % of the file'
  ])
})
