/**
 * The connections of one process to a server, and their limits.
 */
import pg from 'pg'
import type { PoolLimits, Watching } from './client-pool.ts'
import {
  ANSWERS_AT_ONCE_MS,
  LOCK_WAIT_MS,
  readOnly,
  STATEMENT_MS_MAX,
  translatePostgres
} from './failures.ts'

/** What our connections are called on the server, unless the url says otherwise. */
const APPLICATION = 'tessera'
/** Connections of one process by default; a server has 100 unless it is told otherwise. */
export const CONNECTIONS_MAX = 10
/** Milliseconds that a new connection waits for the server. */
const CONNECT_MS_MAX = 5_000
/** A unit awaits nothing but its statements, so that only a process that stands still gets here. */
const IDLE_IN_TRANSACTION_MS_MAX = 60_000
/** Longer than the server's own limit, which says more. */
const ANSWER_MS_MAX = STATEMENT_MS_MAX + 5_000
/** Milliseconds without traffic before the system asks whether the server is still there. */
const KEEP_ALIVE_MS = 10_000
/** A connection that is not used for so long is given back to the server. */
const IDLE_MS_MAX = 60_000
const BOOLEAN = 16
const NUMBERS: ReadonlySet<number> = new Set([20, 21, 23, 700, 701])

/** JSON and all else stays text: what reads a column knows what it is. */
const types = {
  getTypeParser: (type: number) => {
    if (type === BOOLEAN) return (text: string) => text === 't'
    return NUMBERS.has(type) ? Number : (text: string) => text
  }
}

/** The pool would bound waiting for a free connection by the same limit. */
class HurriedClient extends pg.Client {
  constructor(settings: pg.ClientConfig) {
    super({ ...settings, connectionTimeoutMillis: CONNECT_MS_MAX })
  }
}

function settingsOf(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: APPLICATION,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    types: types as pg.CustomTypesConfig
  }
}

/** A connection of its own, without limits to what a statement takes. */
export function clientOf(url: string): pg.Client {
  const client = new HurriedClient(settingsOf(url))
  client.on('error', () => undefined)
  return client
}

/** Does something on a connection of its own, which then ends. @throws {StoreError} */
export async function onConnection<Value>(
  url: string,
  work: (client: pg.Client) => Promise<Value>
): Promise<Value> {
  const client = clientOf(url)
  try {
    await client.connect()
    return await work(client)
  } catch (error) {
    throw translatePostgres(error, whereOf(url))
  } finally {
    await client.end()
  }
}

/**
 * Asks the server itself, since what it told when it was connected to may be of another one behind
 * a proxy. Whatever a user or a database is set to counts as well.
 * @throws {StoreRefused} when it takes no writes.
 */
export async function refuseReadOnly(client: pg.ClientBase, where: string): Promise<void> {
  const asked = { text: 'show transaction_read_only', query_timeout: ANSWERS_AT_ONCE_MS }
  const { rows } = await client.query<{ transaction_read_only: string }>(asked)
  if (rows[0]?.transaction_read_only !== 'off') throw readOnly(where)
}

/** At most as many connections as the options say. */
export function poolOf(
  url: string,
  { connectionsMax: max = CONNECTIONS_MAX, writable }: PoolLimits,
  { onMade, onEnded, onBroken }: Watching
): pg.Pool {
  class WatchedClient extends HurriedClient {
    constructor(settings: pg.ClientConfig) {
      super(settings)
      onMade(this)
      this.once('end', () => onEnded(this))
    }
  }
  const pool = new pg.Pool({
    ...settingsOf(url),
    // The type says that it is made of nothing; the pool gives it the settings.
    Client: WatchedClient as unknown as new () => pg.Client,
    pipeline: true,
    max,
    ...(writable && { onConnect: (client: pg.ClientBase) => refuseReadOnly(client, whereOf(url)) }),
    idleTimeoutMillis: IDLE_MS_MAX,
    statement_timeout: STATEMENT_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
    lock_timeout: LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS_MAX
  })
  // Without a listener, a connection that breaks while nobody uses it would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', client => client.on('error', () => onBroken(client)))
  return pool
}

/** The database in messages to people: never with a password. */
export function whereOf(url: string): string {
  const { host, pathname } = new URL(url)
  const database = decodeURIComponent(pathname.slice(1))
  return `The PostgreSQL database ${database}${host === '' ? '' : ` at ${host}`}`
}
