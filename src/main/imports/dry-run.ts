/**
 * A dry run: the import itself, on a copy of the database that is thrown away.
 *
 * So what it tells is what would happen, also where one row depends on another. The copy lies
 * beside the database, with the same rights.
 */
import { copyOf, removeCopy } from '../../storage/engine/sqlite-copies.ts'
import type { Store } from '../../storage/engine/store.ts'
import { type Host, withStore } from '../on-database.ts'

/** Does the work on a copy of the database, and removes the copy whatever happens. */
export async function onCopy(
  host: Host,
  { databaseUrl, place }: { readonly databaseUrl: string; readonly place: string },
  work: (store: Store) => Promise<void>
): Promise<void> {
  const copy = copyOf(place)
  try {
    // Without migrating: a dry run changes nothing, the tables of an older version included.
    await withStore(host, databaseUrl, store => store.backup(copy))
    await withStore(host, `sqlite:${copy}`, async store => {
      await store.migrate()
      await work(store)
    })
  } finally {
    removeCopy(copy)
  }
}
