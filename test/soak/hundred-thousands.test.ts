/**
 * Hundreds of thousands of rows: `load` and `import` need no more memory than a batch of them.
 */
import t from 'tap'
import { CSV, isImportedInBatches, isLoadedInBatches } from '../project-files/support/many-rows.ts'

t.setTimeout(0)

const ROWS = 200_000

t.test('load: 200,000 rows need no more memory than a batch', t => isLoadedInBatches(t, CSV, ROWS))

t.test('import: 200,000 rows need no more memory than a batch', t =>
  isImportedInBatches(t, { rows: ROWS, customers: ROWS })
)
