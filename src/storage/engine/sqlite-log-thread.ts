/**
 * The thread that merges the write-ahead log of a SQLite file into the file, whenever it is asked,
 * and that writes the file anew. It has a connection of its own. Merging writes nothing, waits for
 * no reader and no writer, and holds up none. Writing anew leaves nothing of what was overwritten
 * or deleted: neither in the free parts of the file, nor in the log, which is empty afterwards.
 */
import { parentPort, workerData } from 'node:worker_threads'
import Connection from 'better-sqlite3'
import { renumber } from './sqlite-log.ts'

const connection = new Connection(workerData as string, { fileMustExist: true })
// As the writer has it: what is merged is on the disk before the log is begun anew.
connection.pragma('synchronous = FULL')
const merge = connection.prepare('PRAGMA wal_checkpoint(PASSIVE)')
/** Returns first whether somebody read or wrote meanwhile, so that the log is not empty. */
const empty = connection.prepare<[], number>('PRAGMA wal_checkpoint(TRUNCATE)').pluck()

parentPort?.on('message', (asked: 'merge' | 'end' | { readonly waitMs: number }) => {
  if (asked === 'end') {
    connection.close()
    parentPort?.close()
    return
  }
  if (asked !== 'merge') {
    parentPort?.postMessage(forget(asked.waitMs))
    return
  }
  try {
    merge.get()
  } catch {
    // What is committed is safe in the log; the next commit meets the same disk, and says so.
  }
  parentPort?.postMessage('merged')
})

/**
 * The code of why it could not, or null; what is committed is as it was. Waits so long for those
 * who read from the log, and writers wait for that.
 */
function forget(waitMs: number): { readonly failed: unknown } {
  try {
    connection.pragma(`busy_timeout = ${waitMs}`)
    // Who reads for long is met before the file is copied, and not only after it.
    if (empty.get() !== 0) return { failed: 'SQLITE_BUSY' }
    // The commit begins the log, which has to begin with its number.
    connection.exec('BEGIN IMMEDIATE')
    renumber(connection)
    connection.exec('COMMIT')
    connection.exec('VACUUM')
    return { failed: empty.get() === 0 ? null : 'SQLITE_BUSY' }
  } catch (error) {
    if (connection.inTransaction) connection.exec('ROLLBACK')
    return { failed: (error as { code?: unknown }).code ?? 'SQLITE_ERROR' }
  }
}
