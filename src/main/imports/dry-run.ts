/**
 * A dry run: the import itself, on a copy of the database that is thrown away.
 *
 * So what it tells is what would happen, also where one row depends on another. The copy lies
 * beside the database, with the same rights. One that a killed dry run left is removed by the next.
 *
 * Spec: Decision 130.
 */
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Store } from '../../storage/engine/store.ts'
import { type Host, withStore } from '../on-database.ts'

/** Does the work on a copy of the database, and removes the copy whatever happens. */
export async function onCopy(
  host: Host,
  { databaseUrl, place }: { readonly databaseUrl: string; readonly place: string },
  work: (store: Store) => Promise<void>
): Promise<void> {
  removeLeft(place)
  const copy = `${place}${MARK}${process.pid}`
  try {
    // Without migrating: a dry run changes nothing, the tables of an older version included.
    await withStore(host, databaseUrl, store => store.backup(copy))
    await withStore(host, `sqlite:${copy}`, async store => {
      await store.migrate()
      await work(store)
    })
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true })
  }
}

const MARK = '.dry-run-'

/** Removes the copies of processes that are gone. */
function removeLeft(place: string): void {
  const folder = dirname(place)
  const start = basename(place) + MARK
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start)) continue
    const pid = Number.parseInt(name.slice(start.length), 10)
    // In a container the killed run may have had the same process id as this one.
    const isLeft = pid === process.pid || !isRunning(pid)
    if (Number.isInteger(pid) && isLeft) rmSync(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
