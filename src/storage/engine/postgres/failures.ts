/**
 * Errors of PostgreSQL and of its driver as ours.
 *
 * Spec: Decisions 40 and 204.
 */
import {
  ConstraintBroken,
  StoreBusy,
  StoreError,
  StoreFull,
  StoreRefused,
  StoreUnreachable,
  TotalsOutOfRange
} from '../errors.ts'

/** Milliseconds that a statement waits for a row that another unit holds. */
export const LOCK_WAIT_MS = 5_000
/** Milliseconds that one statement may take. */
export const STATEMENT_MS_MAX = 60_000

/** What the server says of an error; the driver's own class, by what it has. */
interface ServerError extends Error {
  /** Five characters, of SQL's standard or of PostgreSQL. */
  readonly code: string
  readonly severity: string
  readonly constraint?: string
}

/** Whether the server answered, and its transaction came to nothing by it. */
export function isAnswered(error: unknown): error is ServerError {
  return isServerError(error) && error.severity === 'ERROR'
}

function isServerError(error: unknown): error is ServerError {
  return error instanceof Error && 'severity' in error && 'code' in error
}

/** Two units met, and one of them has to begin again. */
export function isConflict(error: unknown): boolean {
  return isServerError(error) && (error.code === '40001' || error.code === '40P01')
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
 * The connection is of no use any more, because the server is gone or has become a standby. When
 * COMMIT was not sent, nothing was done.
 */
export function isGone(error: unknown): boolean {
  if (!isServerError(error)) return error instanceof Error && isBroken(error)
  return /^(08|57P0)/.test(error.code) || error.code === '25006' || error.code === '25P03'
}

/** The server has no connection left for us. */
export function isCrowded(error: unknown): boolean {
  return isServerError(error) && error.code === '53300'
}

/** Only what an earlier error of the same transaction comes to. */
export function isEcho(error: unknown): boolean {
  return isServerError(error) && error.code === '25P02'
}

/** What to set, for a server that does not let us in. */
const REFUSALS: { readonly [code: string]: string } = {
  '28P01': 'Set the user and the password of DATABASE_URL.',
  '28000': 'Let this user in by the pg_hba.conf of the server, or set another in DATABASE_URL.',
  '3D000': 'Make the database with createdb, or name another one in DATABASE_URL.',
  '42501': 'Make this user the owner of the database, or of its schema.',
  '25006':
    'It is a standby, or set to be read only: point DATABASE_URL at the primary. The service ' +
    'goes on by itself.',
  '53200': 'Give the server more memory, or this process fewer connections. It goes on by itself.',
  '53400': 'Raise the limit of the server that the message names. The service goes on by itself.'
}

/** The server is stopping, starting or gone, or has no connection left. */
const AWAY = /^(08|57P0|53300)/

/** An error of PostgreSQL or of its driver as one of ours; other errors stay as they are. */
export function translate(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof StoreError) return error
  if (!isServerError(error)) return isBroken(error) ? new StoreUnreachable(where, error) : error
  const { code } = error
  const refusal = REFUSALS[code]
  if (refusal !== undefined) return new StoreRefused(where, error, refusal)
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
