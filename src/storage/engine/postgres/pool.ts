/** The connections of one process to a server; errors of PostgreSQL and of its driver as ours. */
import pg, { type Client, type PoolClient } from 'pg'
import {
  ConstraintBroken,
  StoreBusy,
  StoreError,
  StoreFull,
  StoreRefused,
  StoreUnreachable,
  TotalsOutOfRange
} from '../errors.ts'

/** The connections of a store: what the engine asks of the pool of the driver. */
export interface ClientPool extends Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'> {
  connect(): Promise<PoolClient>
  /** Resolves when all were given back; no other one is made then. */
  end(): Promise<void>
}

export interface Watching {
  onMade(client: Client): void
  onEnded(client: Client): void
  /** Of each one that breaks, whether or not somebody uses it. */
  onBroken(client: PoolClient): void
}

export interface PoolLimits {
  /** The most connections to a server at once; for PostgreSQL. */
  readonly connectionsMax?: number
  /**
   * Refuses a server that takes no writes, such as a standby, for units that only read, too: what
   * they find may be behind. Absent: those are served. For PostgreSQL.
   */
  readonly writable?: boolean
}

export type MakePool = (url: string, limits: PoolLimits, watching: Watching) => ClientPool

/** Milliseconds that a statement waits for a row that another unit holds. */
export const LOCK_WAIT_MS = 5_000
/** Milliseconds in which a server that is there answers what need not wait for anybody. */
export const ANSWERS_AT_ONCE_MS = 5_000
export const STATEMENT_MS_MAX = 60_000

/** What the server says of an error; the driver's own class, by what it has. */
interface ServerError extends Error {
  /** Five characters, of SQL's standard or of PostgreSQL. */
  readonly code: string
  /** In the language of the server. */
  readonly severity: string
  readonly constraint?: string
}

/** With these codes the server may end the connection, or itself, in the middle of a commit. */
const CUT_SHORT = /^(08|25P03|25P04|53|57P|58|XX)/

/** Whether the server answered COMMIT, and its transaction came to nothing by it. */
export function isAnswered(error: unknown): error is ServerError {
  return isServerError(error) && !CUT_SHORT.test(error.code)
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error && 'code' in error
}

/** Two units met, and one of them has to begin again. */
export function isConflict(error: unknown): boolean {
  return isServerError(error) && (error.code === '40001' || error.code === '40P01')
}

export function isKeptWaiting(error: unknown): boolean {
  return isServerError(error) && error.code === '55P03'
}

/**
 * A rule of the tables was broken: what was read has changed, such as a row that is referred to and
 * is gone by now; or the decision is wrong.
 */
export function isRuleBroken(error: unknown): boolean {
  return isServerError(error) && error.code.startsWith('23') && !isOutgrown(error)
}

function isOutgrown({ constraint = '' }: ServerError): boolean {
  return /(customer_totals|redemption_counts)_range/.test(constraint)
}

/**
 * This connection and the others are of no use any more, because the server is gone or has become a
 * standby. When COMMIT was not sent, nothing was done.
 */
export function isServerGone(error: unknown): boolean {
  if (!isServerError(error)) return error instanceof Error && isBroken(error) && !isSilence(error)
  return /^(08|57P0)/.test(error.code) || error.code === '25006' || error.code === '25P03'
}

export function isCrowded(error: unknown): boolean {
  return isServerError(error) && error.code === '53300'
}

/**
 * Whether an error only follows from the `first` one of the same transaction. Behind that one the
 * server refuses each statement, and each in its own way: it does not know one whose text it has
 * not kept by then. Or the connection is closed.
 */
export function isEcho(error: unknown, first: Error | null): boolean {
  if (first === null || error === first || !(error instanceof Error)) return false
  return isServerError(error) || isBroken(error)
}

/** No answer came in time on this connection, which the driver closes; others may be well. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && /^Query read timeout/.test(error.message)
}

/** This connection alone is of no use any more. When COMMIT was not sent, nothing was done. */
export function isLost(error: unknown): boolean {
  // With these codes the server does not have the statements that this connection gave it.
  return isSilence(error) || (isServerError(error) && /^(26000|42P05)$/.test(error.code))
}

const OF_A_POOLER =
  'A pooler lends one connection to several processes: let DATABASE_URL lead to the server itself.'

/** What to do about a server that takes no writes. */
const READ_ONLY =
  'It is a standby, or set to be read only: point DATABASE_URL at the primary. A service that is ' +
  'running goes on by itself then.'

/** How a database is made that a user may fill. From PostgreSQL 15 on, none but its owner may. */
export const CREATEDB =
  'createdb --owner=USER --encoding=UTF8 --template=template0 DATABASE, with the user of the url'

/** What to set, for a server that does not let us in. */
const REFUSALS: { readonly [code: string]: string } = {
  '28P01': 'Set the user and the password of DATABASE_URL.',
  '28000': 'Allow this user in the pg_hba.conf of the server, or set another user in DATABASE_URL.',
  '3D000': `Make the database: ${CREATEDB}. Or name another one in DATABASE_URL.`,
  '42501': 'Make this user the owner of the database, or of its schema.',
  '25006': READ_ONLY,
  '26000': OF_A_POOLER,
  '42P05': OF_A_POOLER,
  '53200':
    'Give the server more memory, or this process fewer connections. The service goes on by ' +
    'itself.',
  '53400': 'Raise the limit of the server that the message names. The service goes on by itself.'
}

/** The same for what the driver or TLS finds amiss before the server is asked anything. */
function refusalOfDriver({ code = '', message }: { code?: unknown; message: string }) {
  if (message.startsWith('SASL: ')) {
    return 'Set the password of DATABASE_URL, and check that it names the server that you mean.'
  }
  if (/server does not support SSL|establishing an SSL/.test(message)) {
    return 'Turn on ssl in postgresql.conf, or take sslmode out of DATABASE_URL.'
  }
  if (CERTIFICATE.test(String(code))) {
    return (
      'Write the host in DATABASE_URL as the certificate of the server names it, renew ' +
      'that certificate if it has expired, and name the certificate of its signer by ' +
      'sslrootcert in DATABASE_URL.'
    )
  }
  return undefined
}

/** What Node calls errors of TLS. */
const CERTIFICATE =
  /^(CERT_|CRL_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/

/** The server is stopping, starting or gone, or has no connection left. */
const AWAY = /^(08|57P0|53300)/

/** An error of PostgreSQL or of its driver as one of ours; other errors stay as they are. */
export function translatePostgres(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error
  const refusal = isServerError(error) ? REFUSALS[error.code] : refusalOfDriver(error)
  if (refusal !== undefined) return new StoreRefused(where, error, refusal)
  if (!isServerError(error)) return isBroken(error) ? new StoreUnreachable(where, error) : error
  const { code } = error
  if (AWAY.test(code)) return new StoreUnreachable(where, error)
  if (code === '55P03') return new StoreBusy(where, LOCK_WAIT_MS, error)
  if (code === '57014') return new StoreBusy(where, STATEMENT_MS_MAX, error)
  if (code === '53100') return new StoreFull(where, error)
  if (code.startsWith('23')) {
    return isOutgrown(error) ? new TotalsOutOfRange(error) : new ConstraintBroken(error)
  }
  return error
}

/** An error of the connection; those of Node have a code, and those of the driver a message. */
function isBroken(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  if (/^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT|EADDR)/.test(code)) return true
  return /^(Connection terminated|Client (has|was)|timeout |Query read timeout)/.test(error.message)
}

/** What our connections are called on the server, unless the url says otherwise. */
const APPLICATION = 'tessera'
/** Connections of one process by default; a server has 100 unless it is told otherwise. */
export const CONNECTIONS_MAX = 10
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
  if (rows[0]?.transaction_read_only === 'off') return
  throw new StoreRefused(where, new Error('it takes no writes'), READ_ONLY)
}

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
