/**
 * The thread that merges the write-ahead log of a SQLite file into the file, whenever it is asked.
 *
 * It has a connection of its own and writes nothing. Merging waits for no reader and no writer, and
 * holds up none.
 *
 * Spec: Decision 121.
 */
import { parentPort, workerData } from 'node:worker_threads'
import Connection from 'better-sqlite3'

const connection = new Connection(workerData as string, { fileMustExist: true })
// As the writer has it: what is merged is on the disk before the log is begun anew.
connection.pragma('synchronous = FULL')
const merge = connection.prepare('PRAGMA wal_checkpoint(PASSIVE)')

parentPort?.on('message', (asked: 'merge' | 'end') => {
  if (asked === 'end') {
    connection.close()
    parentPort?.close()
    return
  }
  try {
    merge.get()
  } catch {
    // What is committed is safe in the log; the next commit meets the same disk, and says so.
  }
  parentPort?.postMessage('merged')
})
