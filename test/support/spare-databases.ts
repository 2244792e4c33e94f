/**
 * Databases that one test after another uses: making one costs many times what it takes to put the
 * rows of its template back. They are for tests that change rows alone; one in which anything else
 * was changed is dropped.
 */
import type { Socket } from 'node:net'
import { Client, escapeLiteral } from 'pg'
import { copiedTables } from '../../src/storage/engine/moving/copies.ts'
import type { MakePool } from '../../src/storage/engine/postgres/pool.ts'
import { KeptPools, OURS } from './kept-pools.ts'
import { newDatabase, type Template, type TestDatabase } from './postgres-databases.ts'

/** A database for a store, whose connections wait for the next one. */
export interface SpareDatabase extends TestDatabase {
  /** Absent where the database is used once. */
  readonly pool?: MakePool
}

interface Spare extends TestDatabase {
  readonly endClients: () => Promise<void>
  readonly pools: KeptPools
  /** SQL that puts the rows of the template in the place of all that there are. */
  readonly restore: string
  readonly shape: string
}

/** Those that nobody uses, by the names of their templates. */
const spares = new Map<string, Spare[]>()
/**
 * Connections to them that nobody uses, by url: what one knows of the tables takes long to find out
 * anew.
 */
const idle = new Map<string, Client[]>()
/** Nobody would drop them at the end of anything else than a run. */
const isRun = process.env['TEST_DATABASE_RUN'] !== undefined

/** A database as its template is; `drop` lets go of it. */
export async function spareDatabase(template: Template): Promise<SpareDatabase> {
  if (!isRun) return newDatabase(template)
  const unused = spares.get(template.name) ?? []
  spares.set(template.name, unused)
  const spare = unused.pop() ?? (await newSpare(template))
  return { url: spare.url, pool: spare.pools.lend, drop: () => letGo(spare, unused) }
}

/** Has {@link withClient} keep its connections to a database; the returned function ends them. */
export function keepClients(url: string): () => Promise<void> {
  const unused: Client[] = []
  idle.set(url, unused)
  return async () => {
    idle.delete(url)
    await Promise.all(unused.map(client => client.end()))
  }
}

/** A connection to any database of the tests, which ends, or waits for the next task. */
export async function withClient<Value>(
  url: string,
  task: (client: Client) => Promise<Value>
): Promise<Value> {
  const unused = idle.get(url)
  const client = unused?.pop() ?? (await newClient(url))
  const socket = client.connection.stream as Socket
  socket.ref()
  let isLeft = false
  try {
    const value = await task(client)
    await client.query('rollback')
    isLeft = unused !== undefined
    return value
  } finally {
    if (isLeft) {
      unused?.push(client)
      // It keeps no process that is through with its files.
      socket.unref()
    } else await client.end()
  }
}

/** Texts for all that is neither a number nor true or false, which is 1 or 0. */
const asStored = {
  getTypeParser: (type: number) => {
    if (type === BOOLEAN) return (text: string) => (text === 't' ? 1 : 0)
    return NUMBERS.has(type) ? Number : (text: string) => text
  }
}

const BOOLEAN = 16
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 700, 701, 1700])

async function newClient(url: string): Promise<Client> {
  const named = { application_name: OURS, types: asStored as never }
  const client = new Client({ connectionString: url, ...named })
  // A test may end every connection there is; one that is in use tells it by its query.
  client.on('error', () => {
    const unused = idle.get(url)
    if (unused?.includes(client)) unused.splice(unused.indexOf(client), 1)
  })
  await client.connect()
  return client
}

async function newSpare(template: Template): Promise<Spare> {
  const { url, drop } = await newDatabase(template)
  const endClients = keepClients(url)
  return withClient(url, async client => ({
    url,
    restore: await restoring(async sql => (await client.query(sql)).rows),
    shape: await shapeOf(client),
    pools: new KeptPools(),
    endClients,
    drop
  }))
}

async function letGo(spare: Spare, unused: Spare[]): Promise<void> {
  const isAsBefore = await withClient(spare.url, async client => {
    await client.query(END_OTHERS)
    if ((await shapeOf(client)) !== spare.shape) return false
    await client.query(spare.restore)
    return true
  })
  if (isAsBefore) {
    unused.push(spare)
    return
  }
  await Promise.all([spare.pools.end(), spare.endClients()])
  await spare.drop()
}

/** What is still connected is of a test that is over. */
const END_OTHERS = `select pg_terminate_backend(pid, 10000) from pg_stat_activity
  where datname = current_database() and application_name <> '${OURS}'`

/** Changes with every table, column, rule and trigger that is added or taken away. */
const SHAPE = `select concat_ws(' ',
  (select concat(count(*), ' ', max(oid)) from pg_class where relpersistence = 'p'),
  (select count(*) from pg_attribute),
  (select concat(count(*), ' ', max(oid)) from pg_constraint),
  (select concat(count(*), ' ', max(oid)) from pg_trigger),
  (select concat(count(*), ' ', max(oid)) from pg_proc)) as shape`

async function shapeOf(client: Client): Promise<string> {
  return (await client.query(SHAPE)).rows[0].shape
}

const TABLES = `select relname as name from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace`

/** The statements that delete all rows and insert those that there are now, at once. */
export async function restoring(
  find: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>
): Promise<string> {
  const inOrder = copiedTables().map(({ name }) => name)
  const found = (await find(TABLES)).map(({ name }) => String(name))
  // Nothing refers to what is not copied.
  const tables = [...inOrder, ...found.filter(name => !inOrder.includes(name))]
  const inserts: string[] = []
  for (const table of tables) {
    const [row] = await find(`select json_agg(t)::text as rows from "${table}" t`)
    const text = row?.['rows'] ?? null
    if (text === null) continue
    const values = `json_populate_recordset(null::"${table}", ${escapeLiteral(String(text))})`
    inserts.push(`insert into "${table}" select * from ${values}`)
  }
  const deletes = tables.toReversed().map(table => `delete from "${table}"`)
  const [user] = await find(`select current_setting('is_superuser') as superuser`)
  // Rows that are all replaced by others need not be looked for, which takes half of the time.
  const unchecked = 'set local session_replication_role = replica'
  const first = user?.['superuser'] === 'on' ? [unchecked] : []
  return ['begin', ...first, ...deletes, ...inserts, 'commit'].join(';\n')
}
