/**
 * Copies of a database for a short time, which lie beside it and are named after the process that
 * made them. One that a killed process left is removed when the database is opened, and when it has
 * to forget what was deleted.
 */
import { readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const MARK = '.dry-run-'

/** Where this process may put its copy of the database at `place`. */
export function copyOf(place: string): string {
  return `${place}${MARK}${process.pid}`
}

/** Removes a copy, and what SQLite keeps beside it. */
export function removeCopy(copy: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(copy + suffix, { force: true })
}

/** Removes the copies of processes that are gone; this one has none yet. */
export function removeLeftCopies(place: string): void {
  const folder = dirname(place)
  const start = basename(place) + MARK
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start)) continue
    const pid = Number.parseInt(name.slice(start.length), 10)
    // In a container the killed process may have had the same id as this one.
    const isLeft = pid === process.pid || !isRunning(pid)
    if (Number.isInteger(pid) && isLeft) rmSync(join(folder, name), { force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
