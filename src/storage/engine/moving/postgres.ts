/**
 * A PostgreSQL database as an end of a copy. A source is read by one REPEATABLE READ transaction,
 * through a cursor. A target is filled by one transaction, under locks that keep others from
 * writing. Values travel as text, which the server and we read the same way.
 */
import type { Client, QueryArrayConfig } from 'pg'
import { StoreInUse, ValueNotHeld } from '../errors.ts'
import { HALF_COPIED, migrationsOf, refuseUnreleased } from '../migrate.ts'
import { clientOf, translatePostgres, whereOf } from '../postgres/pool.ts'
import {
  BATCH_CHARACTERS_MAX,
  BATCH_ROWS_MAX,
  type ColumnKind,
  type CopiedColumn,
  type CopiedRow,
  type CopiedTable,
  type CopiedValue,
  type CopySource,
  type CopyTarget,
  charactersOf,
  copiedTables,
  namesOf,
  quoted,
  UNMARK
} from './copies.ts'

/** Rows of the first fetch of a table, before it is known how large they are. */
const FIRST_ROWS = 10
/** No other program has a reason to take it. */
const LOCK = 7_355_608_205
/** A connection that has just been closed may be listed for a moment. */
const TRIES = 10
const PAUSE_MS = 100
/** Milliseconds for the locks on all tables. */
const LOCK_WAIT_MS = 5_000

const TYPES: { readonly [kind in ColumnKind]: string } = {
  text: 'text',
  json: 'json',
  whole: 'bigint',
  flag: 'boolean'
}

const types = { getTypeParser: () => (text: string) => text }

/** Asks on a connection of its own; errors are ours. */
class OwnConnection {
  readonly where: string
  readonly #client: Client

  constructor(url: string) {
    this.where = whereOf(url)
    this.#client = clientOf(url)
  }

  async connect(): Promise<void> {
    await this.#translated(() => this.#client.connect())
  }

  rows(text: string, values: unknown[] = []): Promise<(string | null)[][]> {
    return this.#translated(async () => {
      const asked = { text, values, rowMode: 'array', types } as unknown as QueryArrayConfig
      return (await this.#client.query<(string | null)[]>(asked)).rows
    })
  }

  async end(): Promise<void> {
    await this.#client.end()
  }

  async #translated<Found>(task: () => Promise<Found>): Promise<Found> {
    try {
      return await task()
    } catch (error) {
      throw translatePostgres(error, this.where)
    }
  }
}

export async function postgresSource(url: string): Promise<CopySource> {
  const asking = new OwnConnection(url)
  await asking.connect()
  await asking.rows('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  // The moment is that of the first read.
  await asking.rows('select count(*) from projects')
  return {
    count: table => countOf(asking, table),
    batches: table => batchesOf(asking, table),
    close: () => asking.end()
  }
}

async function* batchesOf(
  asking: OwnConnection,
  { name, columns }: CopiedTable
): AsyncGenerator<readonly CopiedRow[]> {
  await asking.rows(
    `declare copied no scroll cursor for select ${namesOf(columns)} from ${quoted(name)}`
  )
  let [read, characters, wanted] = [0, 0, FIRST_ROWS]
  for (;;) {
    const rows = await asking.rows(`fetch forward ${wanted} from copied`)
    if (rows.length === 0) break
    const batch = rows.map(row => row.map((value, at) => valueFrom(value, columns[at])))
    read += batch.length
    characters += batch.reduce((sum, row) => sum + charactersOf(row), 0)
    wanted = Math.ceil((BATCH_CHARACTERS_MAX * read) / Math.max(characters, 1))
    wanted = Math.min(wanted, BATCH_ROWS_MAX)
    yield batch
  }
  await asking.rows('close copied')
}

function valueFrom(text: string | null, column: CopiedColumn | undefined): CopiedValue {
  if (text === null) return null
  if (column?.kind === 'whole') return BigInt(text)
  return column?.kind === 'flag' ? text === 't' : text
}

/** So that the server lets go within seconds where this process, or its machine, is gone. */
const NOTICED_SOON = `select set_config(name, setting, false) from (values
    ('client_connection_check_interval', '1s'), ('tcp_keepalives_idle', '10'),
    ('tcp_keepalives_interval', '5'), ('tcp_keepalives_count', '3')) as wanted (name, setting)
  where name in (select name from pg_settings)`

/** Opens a database of the server, alone: another copy to it is refused. */
export async function postgresTarget(url: string): Promise<CopyTarget> {
  const asking = new OwnConnection(url)
  await asking.connect()
  try {
    // Not every system has them.
    await asking.rows(NOTICED_SOON).catch(() => undefined)
    const isFree = async () => {
      const [[answer] = []] = await asking.rows('select pg_try_advisory_lock($1)', [LOCK])
      return answer === 't'
    }
    if (!(await whetherSoon(isFree))) throw new StoreInUse(asking.where)
  } catch (error) {
    await asking.end()
    throw error
  }
  return new PostgresTarget(asking)
}

class PostgresTarget implements CopyTarget {
  readonly #asking: OwnConnection
  #isFilling = false

  constructor(asking: OwnConnection) {
    this.#asking = asking
  }

  async clear(): Promise<void> {
    await this.#refuseInUse()
    const [[made] = []] = await this.#asking.rows(`select to_regclass('applied_migrations')`)
    if (made === null) return
    const applied = (await this.#asking.rows('select tag from applied_migrations')).map(String)
    refuseUnreleased(migrationsOf('postgres'), applied, this.#asking.where)
    if (!applied.includes(HALF_COPIED)) return
    // Those that are there: an older version may have begun the copy.
    const named = `select tablename from pg_tables
      where schemaname = current_schema() and tablename <> 'applied_migrations'`
    const tables = (await this.#asking.rows(named)).map(([name]) => quoted(String(name)))
    await this.#asking.rows('BEGIN')
    if (tables.length > 0) await this.#asking.rows(`truncate ${tables.join(', ')}`)
    await this.#asking.rows(UNMARK)
    await this.#asking.rows('COMMIT')
  }

  async tableWithRows(): Promise<string | null> {
    for (const { name } of copiedTables()) {
      const found = await this.#asking.rows(`select 1 from ${quoted(name)} limit 1`)
      if (found.length > 0) return name
    }
    return null
  }

  async mark(): Promise<void> {
    await this.#asking.rows(MARK, [HALF_COPIED, new Date().toISOString()])
    try {
      // Another process may have opened it before the mark was there.
      await this.#refuseInUse()
    } catch (error) {
      await this.unmark()
      throw error
    }
  }

  async unmark(): Promise<void> {
    await this.#asking.rows(UNMARK)
  }

  async begin(): Promise<void> {
    await this.#asking.rows('BEGIN')
    this.#isFilling = true
    await this.#asking.rows(`set local lock_timeout = ${LOCK_WAIT_MS}`)
    const names = copiedTables().map(({ name }) => quoted(name))
    await this.#asking.rows(`lock table ${names.join(', ')} in exclusive mode`)
  }

  async insert(table: CopiedTable, rows: readonly CopiedRow[]): Promise<void> {
    refuseNul(this.#asking.where, table, rows)
    const { name, columns } = table
    const given = columns.map(({ kind }, at) => `$${at + 1}::${TYPES[kind]}[]`)
    await this.#asking.rows(
      `insert into ${quoted(name)} (${namesOf(columns)}) select * from unnest(${given.join(', ')})`,
      columns.map((_, at) =>
        rows.map(({ [at]: value = null }) => (typeof value === 'bigint' ? String(value) : value))
      )
    )
  }

  async commit(): Promise<void> {
    await this.#asking.rows('COMMIT')
    this.#isFilling = false
    // Else plans would be those of an empty database until the server looks by itself.
    await this.#asking.rows('analyze')
  }

  async rollback(): Promise<void> {
    if (!this.#isFilling) return
    this.#isFilling = false
    // Where the connection is gone, the server has rolled back.
    await this.#asking.rows('ROLLBACK').catch(() => undefined)
  }

  count(table: CopiedTable): Promise<number> {
    return countOf(this.#asking, table)
  }

  close(): Promise<void> {
    return this.#asking.end()
  }

  /** Every session may write, and the name of a connection does not tell who has it. */
  async #refuseInUse(): Promise<void> {
    let others: readonly (readonly (string | null)[])[] = []
    const isFree = async () => {
      others = await this.#asking.rows(OTHERS)
      return others.length === 0
    }
    if (await whetherSoon(isFree)) return
    const named = others.map(([name, pid, user, address]) => {
      const from = address === null ? '' : ` from ${address}`
      return `${name || 'a session'} (process ${pid} of the server, user ${user}${from})`
    })
    throw new StoreInUse(this.#asking.where, undefined, named.join(' and '))
  }
}

/**
 * Sessions of others that have the database open. Those of the server itself have no user, and of
 * another user's it may not be seen what they are. Three are enough to be told.
 */
const OTHERS = `select application_name, pid, usename, host(client_addr) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and usename is not null
    and coalesce(backend_type, 'client backend') = 'client backend'
  order by backend_start, pid limit 3`

const MARK = `insert into applied_migrations (tag, applied_at) values ($1, $2)
  on conflict (tag) do nothing`

/** Text of PostgreSQL has no U+0000; JSON has it as an escape. @throws {ValueNotHeld} */
function refuseNul(where: string, { name, columns }: CopiedTable, rows: readonly CopiedRow[]) {
  for (const row of rows) {
    const at = row.findIndex(value => typeof value === 'string' && value.includes('\u0000'))
    if (at === -1) continue
    const keys = columns.flatMap((column, place) =>
      column.isKey ? [`${column.name} ${String(row[place])}`] : []
    )
    const column = (columns[at] as CopiedColumn).name
    throw new ValueNotHeld(where, `column ${column} of ${name} (${keys.join(', ')})`)
  }
}

async function countOf(asking: OwnConnection, { name }: CopiedTable): Promise<number> {
  const [[count] = []] = await asking.rows(`select count(*) from ${quoted(name)}`)
  return Number(count)
}

async function whetherSoon(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; tries < TRIES; tries++) {
    if (await isSo()) return true
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS))
  }
  return isSo()
}
