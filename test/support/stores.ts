/**
 * What the tests store in: the one place that knows on which engine a pass of the suite is played.
 *
 * With `TEST_ENGINE=postgres` every store, every program that is started and every look at rows by
 * hand goes to a database of its own on the tests' server, copied from a template; without it, to
 * SQLite in memory or in a file. A look gives the same rows on both: JSON and instants are text,
 * and truth is 1 or 0.
 */
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Connection from 'better-sqlite3'
import { openStore } from '../../src/storage/database.ts'
import type { Store, StoreOptions } from '../../src/storage/engine/store.ts'
import { migrated } from '../storage/support/postgres.ts'
import './played-on-postgres.ts'
import { newDatabase, type Template } from './postgres-databases.ts'
import { keepClients, spareDatabase, withClient } from './spare-databases.ts'

/** Whether this process plays on PostgreSQL. */
export const onPostgres = process.env['TEST_ENGINE'] === 'postgres'

/** Of the connections that the tests' server has, those of one store: several are open at once. */
const CONNECTIONS_MAX = 6

/** What databases begin with: made once, then copied. */
export interface Beginning {
  /** Two are the same when their names are. */
  readonly name: string
  /** Fills a store that has its tables and nothing else. */
  fill(store: Store): Promise<void>
}

export type RawRow = Readonly<Record<string, unknown>>

export interface Look {
  readonly tables: readonly string[]
  /** All rows: of records in the order they were made in, of others on PostgreSQL by their keys. */
  rowsOf(table: string): Promise<readonly RawRow[]>
  /** The rows that a query finds; each `?` is one of the values. */
  find(sql: string, ...values: readonly unknown[]): Promise<readonly RawRow[]>
}

const urls = new WeakMap<Store, string>()
const images = new Map<string, Promise<Buffer>>()

/** A store of its own, gone when it is closed, with its tables and what it begins with. */
export async function newStore(options: StoreOptions, beginning?: Beginning): Promise<Store> {
  if (onPostgres) return newPostgres(options, templateOf(beginning))
  if (beginning !== undefined) {
    return openStore('sqlite::memory:', { ...options, image: await imageOf(beginning) })
  }
  const store = await openStore('sqlite::memory:', options)
  await store.migrate()
  return store
}

async function newPostgres(options: StoreOptions, template: Template, sql = ''): Promise<Store> {
  const { url, pool, drop } = await spareDatabase(template)
  if (sql !== '') await withClient(url, client => client.query(sql))
  return closing(await openUrl(url, pool === undefined ? options : { ...options, pool }), drop)
}

/** A store that has more to do when it is closed. */
function closing(store: Store, task: () => Promise<unknown>): Store {
  const close = store.close.bind(store)
  store.close = async () => {
    await close()
    await task()
  }
  return store
}

/** Opens one of several stores of a database. */
export async function openUrl(url: string, options: StoreOptions): Promise<Store> {
  const store = await openStore(url, { connectionsMax: CONNECTIONS_MAX, ...options })
  urls.set(store, url)
  return store
}

/**
 * The url of a database for several stores or for programs, to be migrated before anything else;
 * gone with the test. A file is in a folder of its own.
 */
export async function newUrl(
  t: { after(task: () => unknown): unknown },
  beginning?: Beginning
): Promise<string> {
  if (onPostgres) {
    const { url, drop } = await newDatabase(templateOf(beginning))
    const endClients = keepClients(url)
    t.after(() => endClients().then(drop))
    return url
  }
  const folder = await mkdtemp(join(tmpdir(), 'tessera-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'shop.db')
  if (beginning !== undefined) await writeFile(file, await imageOf(beginning))
  return `sqlite:${file}`
}

function templateOf(beginning: Beginning | undefined): Template {
  if (beginning === undefined) return migrated
  return {
    name: `${migrated.name}, ${beginning.name}`,
    fill: async url => {
      const store = await openUrl(url, { onBug: raise })
      await store.migrate()
      await beginning.fill(store).finally(() => store.close())
    }
  }
}

function imageOf(beginning: Beginning): Promise<Buffer> {
  const image = images.get(beginning.name) ?? newImage(beginning)
  images.set(beginning.name, image)
  return image
}

async function newImage(beginning: Beginning): Promise<Buffer> {
  const store = await openStore('sqlite::memory:', { onBug: raise, onStale: raise })
  const folder = await mkdtemp(join(tmpdir(), 'tessera-'))
  try {
    await store.migrate()
    await beginning.fill(store)
    const file = join(folder, 'image.db')
    await store.backup(file)
    return await readFile(file)
  } finally {
    await store.close()
    await rm(folder, { recursive: true })
  }
}

function raise(error: Error): void {
  throw error
}

/**
 * A store with a mistake in it: a copy of a database that nobody has open or changes, in which SQL
 * by hand was run that no foreign key looked at. It is gone when the store is closed.
 */
export async function newSpoiled(url: string, sql: string, options: StoreOptions): Promise<Store> {
  if (onPostgres) {
    return newPostgres(options, withoutForeignKeys(url), sql)
  }
  const folder = await mkdtemp(join(tmpdir(), 'tessera-'))
  const file = join(folder, 'spoiled.db')
  await copyFile(url.slice('sqlite:'.length), file)
  const connection = new Connection(file)
  connection.pragma('foreign_keys = OFF')
  connection.exec(sql)
  connection.close()
  return closing(await openUrl(`sqlite:${file}`, options), () => rm(folder, { recursive: true }))
}

/** Runs SQL by hand on a database that a store has open. */
export async function runBeside(url: string, sql: string): Promise<void> {
  if (onPostgres) {
    await withClient(url, client => client.query(sql))
    return
  }
  const connection = new Connection(url.slice('sqlite:'.length))
  try {
    connection.exec(sql)
  } finally {
    connection.close()
  }
}

/** SQL for the number at a path of a column that holds JSON. */
export function numberIn(column: string, path: readonly string[]): string {
  return onPostgres
    ? `(${column} #>> '{${path.join()}}')::bigint`
    : `json_extract(${column}, '$.${path.join('.')}')`
}

/** SQL for such a column with another number there. */
export function withNumber(column: string, path: readonly string[], value: number): string {
  return onPostgres
    ? `jsonb_set(${column}::jsonb, '{${path.join()}}', '${value}')::json`
    : `json_set(${column}, '$.${path.join('.')}', ${value})`
}

/** A copy of a database that stays as it is, in which rows may refer to nothing. */
function withoutForeignKeys(url: string): Template {
  const fill = async (at: string) => {
    await withClient(at, client => client.query(WITHOUT_FOREIGN_KEYS))
  }
  return { name: `${url} without foreign keys`, from: url, fill }
}

const WITHOUT_FOREIGN_KEYS = `do $$
declare found record;
begin
  for found in select conrelid::regclass as held, conname as name from pg_constraint
    where contype = 'f'
  loop
    execute format('alter table %s drop constraint %I', found.held, found.name);
  end loop;
end $$`

/** Looks at what is committed, of one moment, by SQL that no statement of ours has a hand in. */
export async function lookInto<Found>(
  at: Store | string,
  look: (found: Look) => Promise<Found>
): Promise<Found> {
  const url = typeof at === 'string' ? at : urlOf(at)
  if (url?.startsWith('postgres') === true) return lookIntoServer(url, look)
  if (url !== null) return lookIntoFile(url.slice('sqlite:'.length), look)
  const folder = await mkdtemp(join(tmpdir(), 'tessera-'))
  try {
    // Nothing else can look into a database in memory.
    const copy = join(folder, 'copy.db')
    await (at as Store).backup(copy)
    return await lookIntoFile(copy, look)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Of a store, or of what was put before one; null for what only its copy shows. */
function urlOf(store: Store): string | null {
  for (let at: object | null = store; at !== null; at = Object.getPrototypeOf(at)) {
    const url = urls.get(at as Store)
    if (url !== undefined) return url
  }
  return null
}

async function lookIntoFile<Found>(
  file: string,
  look: (found: Look) => Promise<Found>
): Promise<Found> {
  const connection = new Connection(file, { readonly: true })
  const find = async (sql: string, ...values: readonly unknown[]) =>
    connection.prepare(sql).all(...values) as RawRow[]
  try {
    connection.exec('BEGIN')
    const named = await find(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
    const tables = named.map(({ name }) => String(name))
    return await look({ tables, find, rowsOf: table => find(`SELECT * FROM "${table}"`) })
  } finally {
    connection.close()
  }
}

async function lookIntoServer<Found>(
  url: string,
  look: (found: Look) => Promise<Found>
): Promise<Found> {
  return withClient(url, async client => {
    const find = async (sql: string, ...values: readonly unknown[]) => {
      let nr = 0
      const text = sql.replaceAll('?', () => `$${++nr}`)
      return (await client.query<RawRow>(text, [...values])).rows
    }
    await client.query('begin isolation level repeatable read read only')
    const named = await find(KEYS)
    const keys = new Map(named.map(({ name, key }) => [String(name), String(key)]))
    return look({
      tables: [...keys.keys()],
      find,
      rowsOf: table =>
        find(`select * from "${table}" order by ${RECORDS.has(table) ? TOLD : keys.get(table)}`)
    })
  })
}

/** Tables whose rows tell a story, and the order it was told in: ids that count come last. */
const RECORDS: ReadonlySet<string> = new Set(['events', 'ledger_entries'])
const TOLD = `id ~ '_[0-9]{6}$', id`

/** Every table, with the columns of its primary key. */
const KEYS = `select c.relname as name,
    string_agg(quote_ident(a.attname), ', ' order by k.nr) as key
  from pg_class c
  join pg_index i on i.indrelid = c.oid and i.indisprimary
  cross join lateral unnest(i.indkey::int[]) with ordinality as k (attnum, nr)
  join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
  where c.relnamespace = 'public'::regnamespace
  group by c.relname order by c.relname`
