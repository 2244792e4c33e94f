/**
 * Many rows, long rows and many files at once: `load`, `import` and the service need no more memory
 * than a batch of rows, and tell how far they are.
 */
import t from 'tap'
import {
  CSV,
  doNotAddUp,
  isLoadedInBatches,
  JSON_LINES
} from '../project-files/support/many-rows.ts'

t.setTimeout(0)

t.test('load: 12,000 rows need no more memory than a batch', t => isLoadedInBatches(t, CSV, 12_000))

t.test('load: rows of JSON need no more memory than a batch', t =>
  isLoadedInBatches(t, JSON_LINES, 700)
)

t.test('import: eight files of 10 MiB over HTTP do not add up in memory', t => doNotAddUp(t, 8))
