/**
 * What a start looks at when it finds a log beside a database: whether both open whole together.
 *
 * A log is left over when a process was killed, and belongs to its database then; its number says
 * so in a few reads, however large the file is. Beside a log without a number, as other programs
 * leave one, a file of at most 32 MiB is checked page by page, which takes a tenth of a second, and
 * a larger one is opened unchecked. Neither file is changed.
 */
import { statSync } from 'node:fs'
import Connection from 'better-sqlite3'
import { StoreMismatched, StoreUnwritable } from './errors.ts'
import { whoseLog } from './sqlite-log-number.ts'

/** Checking takes 4 ms for each MiB. */
const CHECKED_BYTES_MAX = 32 * 1024 * 1024

/**
 * @throws {StoreMismatched} when the log beside a file is not of it; {StoreUnwritable} when they
 * cannot be read; errors of the engine.
 */
export function refuseForeignLog(file: string): void {
  let whose: ReturnType<typeof whoseLog>
  try {
    whose = whoseLog(file)
  } catch (error) {
    throw new StoreUnwritable(file, error as Error)
  }
  if (whose === 'foreign') throw new StoreMismatched(file, 'it is of another database or time')
  if (whose !== 'unknown' || statSync(file).size > CHECKED_BYTES_MAX) return
  const found = disagreementIn(file, 'quick_check')
  if (found !== null) throw new StoreMismatched(file, found)
}

/**
 * What SQLite says is wrong with a file and the log beside it; null when nothing is. Opened for
 * reading, because a connection that may write merges the log when it closes.
 * @throws errors of the engine other than damage.
 */
export function disagreementIn(
  file: string,
  check: 'quick_check' | 'integrity_check'
): string | null {
  const connection = new Connection(file, { readonly: true, fileMustExist: true })
  try {
    const found = String(connection.pragma(`${check}(1)`, { simple: true }))
    return found === 'ok' ? null : found
  } catch (error) {
    if (!(error instanceof Error) || !isDamage(error)) throw error
    return error.message
  } finally {
    connection.close()
  }
}

function isDamage(error: Error): boolean {
  const code = 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB'
}
