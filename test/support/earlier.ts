/**
 * A service whose database an earlier version has written to: with rows that no request makes any
 * more.
 */
import { join } from 'node:path'
import Connection from 'better-sqlite3'
import type { Test } from 'tap'
import { openStore } from '../../src/storage/database.ts'
import { givenService, type Service } from './app.ts'

/** The service of the demo, with what `write` did to its rows. */
export async function givenEarlier(
  t: Test,
  write: (rows: Connection.Database) => void
): Promise<Service> {
  const file = join(t.testdir(), 'earlier.db')
  const store = await openStore(`sqlite:${file}`, { onBug: t.error })
  await store.migrate()
  const service = await givenService(t, { store })
  const rows = new Connection(file)
  write(rows)
  // What is kept in memory is loaded again.
  rows.exec('update projects set catalogue_version = catalogue_version + 1')
  rows.close()
  return service
}
