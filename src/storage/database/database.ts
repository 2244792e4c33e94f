/**
 * Opens the database that a url names, with the engine that its scheme asks for.
 */
import { claimsToSetUp, confirmCatalogue } from '../catalogue.ts'
import { openSqlite } from '../engine/sqlite.ts'
import type { Store, StoreOptions } from '../engine/store.ts'
import { apply, isSetUp, meetings } from './changes.ts'

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
    const { openPostgres } = await import('../engine/postgres/store.ts')
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

/** Whether it names a database of PostgreSQL, by a url that can be read. */
export function isPostgres(url: string): boolean {
  return /^postgres(ql)?:\/\//.test(url) && URL.canParse(url) && new URL(url).pathname.length > 1
}

/** The url of a database as anybody may see it: without the user, the password and options. */
export function shownUrl(url: string): string {
  if (!isPostgres(url)) return url
  const { protocol, host, pathname } = new URL(url)
  return `${protocol}//${host}${pathname}`
}
