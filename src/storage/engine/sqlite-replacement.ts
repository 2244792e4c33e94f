/**
 * Puts a database file in the place of another, which no process may have open. A process holds a
 * lock on the file that it has open, so the lock is asked for. It is asked for under another name
 * of the same file: opened under its own, SQLite would merge or remove the log beside it.
 */
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import Connection from 'better-sqlite3'
import { StoreInUse } from './errors.ts'
import { isDamage, removeCopy } from './sqlite-files.ts'

/** Milliseconds that another process's commit may take. */
const BUSY_TIMEOUT_MS = 50

/** @throws {StoreInUse} when a process has the file open. */
export function refuseInUse(file: string): void {
  whileClosed(file, () => undefined)
}

/**
 * Renames `file` and its log to `aside`, and `replacement` to `file`. A crash in between leaves no
 * database at `file`, and both under their other names.
 * @throws {StoreInUse} when a process has the file open; nothing was renamed.
 */
export function replaceDatabase(file: string, replacement: string, aside: string): void {
  whileClosed(file, () => {
    if (existsSync(file)) renameSync(file, aside)
    if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${aside}-wal`)
    // It is made of the log at every opening.
    rmSync(`${file}-shm`, { force: true })
    renameSync(replacement, file)
    const folder = openSync(dirname(file), 'r')
    fsyncSync(folder)
    closeSync(folder)
  })
}

/** Holds the lock meanwhile, so that no start comes in between. */
function whileClosed(file: string, task: () => void): void {
  if (!existsSync(file)) {
    task()
    return
  }
  const name = `${file}.held`
  rmSync(name, { force: true })
  linkSync(file, name)
  let connection: Connection.Database | null = null
  try {
    connection = new Connection(name)
    connection.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`)
    connection.pragma('locking_mode = EXCLUSIVE')
    lock(connection, file)
    task()
  } finally {
    connection?.close()
    removeCopy(name)
  }
}

function lock(connection: Connection.Database, file: string): void {
  try {
    // In this mode, the first read of a database with a log takes the lock for good.
    connection.prepare('select count(*) from sqlite_schema').get()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('SQLITE_BUSY')) throw new StoreInUse(file, error)
    // A damaged file is what a backup is restored for; no process can work on it.
    if (!(error instanceof Error) || !isDamage(error)) throw error
  }
}
