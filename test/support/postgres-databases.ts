/**
 * Databases of a PostgreSQL server: which server the tests of a run use, and a database for each
 * test that wants one, copied from a template that was made once.
 *
 * `TEST_DATABASE_URL` names the server. Where nobody set it, scripts/test.ts starts a private one
 * and sets it for the processes that play the files. All databases of a run have its name in
 * theirs, so that whoever ends the run can drop what a process that died has left.
 */
import { createHash, randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { Cluster, postgresBinaries } from './postgres-server.ts'

const { env } = process

/** For hundreds of small databases: compiling a query, or vacuuming one of them, does not pay. */
const FOR_MANY_SMALL = ['jit=off', 'autovacuum=off']

/** The server of a run. */
export interface RunServer {
  /** A line that says what the tests of PostgreSQL run on. */
  readonly told: string
  /** Gone with all that the run has made. */
  close(): Promise<void>
}

/**
 * Finds or starts a server, and names it to the processes that are started from now on. Tests that
 * kill a server start one of their own from the binaries, also where another one is named.
 * @throws {Error} when there are no binaries although `CI` is set, or when it does not start.
 */
export async function serverForRun(find = postgresBinaries): Promise<RunServer> {
  env['TEST_DATABASE_RUN'] = randomBytes(4).toString('hex')
  const binaries = find()
  if (binaries === null && env['CI'] !== undefined) throw new Error(LACKING)
  if (env['TEST_DATABASE_URL'] !== undefined) {
    const told = `PostgreSQL ${await versionOf()}, the server that TEST_DATABASE_URL names.`
    return { told: binaries === null ? `${told} ${KILLS_SKIPPED}` : told, close: dropAll }
  }
  if (binaries === null) {
    const told =
      'No PostgreSQL server: what needs one was skipped, and statements were run in process. ' +
      'Install one (apt-get install postgresql), or name one with TEST_DATABASE_URL.'
    return { told, close: async () => undefined }
  }
  const settings = ['max_connections=200', ...FOR_MANY_SMALL]
  const cluster = await Cluster.started(binaries, { settings })
  env['TEST_DATABASE_URL'] = cluster.url('postgres')
  const told = `PostgreSQL ${await versionOf()}, a private server of the binaries in ${binaries}.`
  return { told, close: () => cluster.close() }
}

const LACKING =
  'No binaries of a PostgreSQL server: under CI nothing may be skipped, and tests that kill one ' +
  'start their own, also where TEST_DATABASE_URL names one. Install them (apt-get install ' +
  'postgresql).'

const KILLS_SKIPPED =
  'No binaries of a server: the tests that kill, stop or fill one were skipped. Install them ' +
  '(apt-get install postgresql).'

export function hasServer(): boolean {
  return env['TEST_DATABASE_URL'] !== undefined
}

/** Options of tests that need one. */
export const onServer = { skip: hasServer() ? false : 'no server' } as const

export interface TestDatabase {
  readonly url: string
  /** Ends whatever is still connected to it. */
  drop(): Promise<void>
}

/** What a database begins with: made once in a run, by whoever is first, and then copied. */
export interface Template {
  /** Two templates are the same when their names are. */
  readonly name: string
  /** The url of what it is a copy of, which nobody is connected to; absent: of nothing. */
  readonly from?: string
  /** Fills such a database and lets go of it. */
  fill(url: string): Promise<void>
}

/** A database of its own, empty or as its template is. */
export async function newDatabase(template?: Template): Promise<TestDatabase> {
  return connected(async client =>
    copied(client, template === undefined ? 'template0' : await templateOf(client, template))
  )
}

async function copied(client: Client, from: string): Promise<TestDatabase> {
  // The ids of processes come again within a long run.
  const name = `${prefix()}_${randomBytes(8).toString('hex')}`
  await client.query(`create database ${name} template ${from}`)
  return { url: urlOf(name), drop: () => connected(dropping(name)) }
}

/** The name of its database, which is there when this resolves. */
async function templateOf(client: Client, { name, from, fill }: Template): Promise<string> {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12)
  const database = `${prefix()}_of_${hash}`
  const isThere = async () => {
    const asked = 'select 1 from pg_database where datname = $1'
    return (await client.query(asked, [database])).rowCount === 1
  }
  if (await isThere()) return database
  // The other processes of the run wait for the one that makes it.
  await client.query('select pg_advisory_lock(hashtext($1))', [database])
  try {
    if (await isThere()) return database
    const unfinished = `${database}_${randomBytes(4).toString('hex')}`
    const origin = from === undefined ? 'template0' : databaseOf(from)
    await client.query(`create database ${unfinished} template ${origin}`)
    await fill(urlOf(unfinished))
    if (from === undefined) await connected(learning, urlOf(unfinished))
    await client.query(`alter database ${unfinished} rename to ${database}`)
    return database
  } finally {
    await client.query('select pg_advisory_unlock(hashtext($1))', [database])
  }
}

/** Else the server would take every table for empty, and look through many for each row of another. */
async function learning(client: Client): Promise<void> {
  await client.query('analyze')
}

function prefix(): string {
  return `tessera_${env['TEST_DATABASE_RUN'] ?? `alone_${process.pid}`}`
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

function urlOf(database: string): string {
  const url = new URL(env['TEST_DATABASE_URL'] as string)
  url.pathname = `/${database}`
  return url.href
}

const dropping = (name: string) => async (client: Client) => {
  await client.query(`drop database if exists ${name} with (force)`)
}

async function dropAll(): Promise<void> {
  await connected(async client => {
    const like = `${prefix().replaceAll('_', '\\_')}\\_%`
    const named = 'select datname from pg_database where datname like $1'
    for (const { datname } of (await client.query(named, [like])).rows) {
      await dropping(datname)(client)
    }
  })
}

async function versionOf(): Promise<string> {
  return connected(async client => {
    const { rows } = await client.query('show server_version')
    return String(rows[0].server_version).split(' ')[0] as string
  })
}

/** More than a server needs that answers at all, beside whatever else the machine does. */
const CONNECT_MS_MAX = 60_000
const QUERY_MS_MAX = 300_000

async function connected<Value>(
  task: (client: Client) => Promise<Value>,
  url = env['TEST_DATABASE_URL']
): Promise<Value> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS_MAX,
    query_timeout: QUERY_MS_MAX
  })
  await client.connect()
  try {
    return await task(client)
  } finally {
    await client.end()
  }
}
