/**
 * Hundreds of thousands of rows, and many files at once: `load`, `import` and the service need no
 * more memory than a batch of rows, and tell how far they are.
 */
import t from 'tap'
import {
  CSV,
  doNotAddUp,
  isImportedInBatches,
  isLoadedInBatches,
  JSON_LINES
} from '../main/support/many-rows.ts'

t.setTimeout(0)

t.test('load: 100,000 rows need no more memory than a batch', t =>
  isLoadedInBatches(t, CSV, 100_000)
)

t.test('load: rows of JSON need no more memory than a batch', t =>
  isLoadedInBatches(t, JSON_LINES, 700)
)

t.test('import: 100,000 rows need no more memory than a batch of them', t =>
  isImportedInBatches(t, { rows: 100_000, customers: 100_000 })
)

t.test('import: eight files of 10 MiB over HTTP do not add up in memory', t => doNotAddUp(t, 8))
