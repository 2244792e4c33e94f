/**
 * Aligned rows as subtests: one row, one sentence, one outcome.
 *
 * A row is a title, what makes it different, and what comes of it. The table is the specification;
 * the function below it only says how a row is tried.
 */
import type { Test } from 'tap'

/** Runs `test` once a row, each in a subtest of its own, titled by the row's first cell. */
export function table<Row extends readonly [string, ...unknown[]]>(
  t: Test,
  rows: readonly Row[],
  test: (t: Test, ...cells: Row) => void
): void {
  for (const row of rows) {
    t.test(row[0], async subtest => {
      test(subtest, ...row)
    })
  }
}
