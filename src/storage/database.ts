/**
 * Opens the database that a url names, with the engine that its scheme asks for.
 */
import { isPostgres } from '../main/setting-texts.ts'
import { claimsToSetUp, confirmCatalogue } from './catalogue.ts'
import { apply, isSetUp, meetings } from './changes.ts'
import { openSqlite } from './engine/sqlite.ts'
import type { Store, StoreOptions } from './engine/store.ts'

/**
 * Opens the database a url names: `sqlite:./data/tessera.db` (made with its folder if missing),
 * `sqlite::memory:` (gone when closed) or `postgres://user:password@host:5432/database`. Call
 * `migrate` before anything else.
 * @throws {StoreUnwritable} {StoreCorrupt} {StoreBusy} saying what to do.
 */
export async function openStore(url: string, options: StoreOptions): Promise<Store> {
  const scheme = url.slice(0, url.indexOf(':') + 1)
  const place = url.slice(scheme.length)
  if (isPostgres(url)) {
    // Most starts have no use for the driver.
    const { openPostgres } = await import('./engine/postgres/store.ts')
    const nouns = { apply, meetings, isSetUp, confirm: confirmCatalogue, claims: claimsToSetUp }
    return openPostgres(url, nouns, options)
  }
  if (scheme !== 'sqlite:' || place === '') {
    // The rest of the url may hold a password and is not repeated.
    throw new TypeError(
      `Cannot open a database of kind "${scheme}". Set DATABASE_URL to sqlite: and the path of a ` +
        'file, to sqlite::memory:, or to postgres://USER:PASSWORD@HOST/DATABASE.'
    )
  }
  return openSqlite(place, apply, options)
}
